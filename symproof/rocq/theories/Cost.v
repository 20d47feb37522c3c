(* The cost of a choice of signs (kernel/FORMAT.md): what a COST proves, computed on integers,
   and why.

   At a place there are integers P (n columns p_k of a entries), U (n rows u_k of b entries),
   T (a rows of b entries).  A(x) = sum_k x_k p_k u_k - T for x in {0,1}^n; a set F of unknowns
   and x cost |F| + 2 rank(A(x) on the common kernel of u_k, k in F).  With `twice` false F is
   empty.  A COST shows that each x and F cost at least `need`.                            *)
From Coq Require Import ZArith.
From mathcomp Require Import all_ssreflect all_algebra.
From mathcomp Require Import ring zify ssrZ.
From Symproof Require Import Definitions LinearAlgebra WidthUpper ConcreteWeights Rows.
From Symproof Require Certificate.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

(* ---- computed ------------------------------------------------------------------------------- *)

Inductive cost :=
| Count
| Tree (t : Certificate.tree)
| Ranks
| Halves (lists : seq (seq nat))
| Definite (W R : table) (scales : seq (Z * Z)) (common : Z)  (* lambda_k = (first / second) *)
| Split (k : nat) (zero one both : cost)  (* `both` is not looked at where `twice` is false *)
| Each (none : cost) (one : seq cost).

Definition without T (k : nat) (l : seq T) : seq T := take k l ++ drop k.+1 l.

(* rows times the matrix B with r B = u_j r - r_j u, where u_j is the first entry that is not 0 *)
Definition on_kernel (b : nat) (u : seq Z) (t : table) : table :=
  if pivot (take b u) is Some j then [seq clear j u r | r <- t] else t.

Definition enough (twice : bool) (need rho : nat) : bool :=
  (need <= if twice then rho else rho.*2)%N.

(* every F of the rows U costs at least `need` with the matrix A *)
Fixpoint above (b fuel need : nat) (U A : table) : bool :=
  let r := rank_mod b A in
  if (need <= r)%N then true else
  match fuel, U with
  | _, [::] => if (need <= r.*2)%N then true else (need <= (rank_exact b A).*2)%N
  | S fuel', u :: U' =>
      if above b fuel' need U' A
      then if zero_row (take b u) then true
           else above b fuel' need.-1 (on_kernel b u U') (on_kernel b u A) else false
  | 0, _ => false
  end.
Fixpoint every_sign (a b need : nat) (P Q T U : table) : bool :=
  match P, Q with
  | p :: P', q :: Q' =>
      if zero_row q then every_sign a b need P' Q' T U
      else if every_sign a b need P' Q' T U
           then every_sign a b need P' Q' (add_tables T (outer (scale_row (-1) p) q)) U else false
  | _, _ => above b (size U) need U (take a T)
  end.

(* rank of [P_Phi T; 0 U_Psi] minus n, Psi the unknowns that are not in Phi *)
Definition half (a b : nat) (P Q T : table) (phi : seq nat) : nat :=
  rank_mod (size phi + b)
    (foldr (fun k rows => prepend (nth [::] P k) rows) (take a T) phi ++
     [seq nseq (size phi) Z0 ++ nth [::] Q k | k <- iota 0 (size Q) & k \notin phi]) - size Q.
Definition check_halves (a b need : nat) (P Q T : table) (lists : seq (seq nat)) : bool :=
  let n := size Q in let h := size lists in
  if all (fun phi => uniq phi && all (fun k => k < n)%N phi) lists then
  if all (fun k => (sumn [seq (k \in phi : nat) | phi <- lists]).*2 <= h)%N (iota 0 n) then
  (need.-1 * h < (sumn [seq half a b P Q T phi | phi <- lists]).*2 + (need == 0%N))%N && (0 < h)%N
  else false else false.

Definition sum_tables (l : seq table) : table := foldr add_tables [::] l.
Definition total (l : seq Z) : Z := foldr Z.add Z0 l.

(* 4 common K, K = -(S + S^T)/2 - E^T diag(lambda)^-1 E / 4, S = W^T T R *)
Definition errors (P Q W R : table) (scales : seq (Z * Z)) : table :=
  [seq add_rows (scale_row pqs.2.2 (row_times pqs.1.1 W))
                (scale_row (Z.opp pqs.2.1) (row_times pqs.1.2 R)) | pqs <- zip (zip P Q) scales].
Definition quadratic (P Q T W R : table) (scales : seq (Z * Z)) (common : Z) : table :=
  let products := [seq row_times t R | t <- T] in
  add_tables
    (scale_table (Z.mul (-2) common) (add_tables
      (sum_tables [seq outer wt.1 wt.2 | wt <- zip W products])
      (sum_tables [seq outer wt.2 wt.1 | wt <- zip W products])))
    (scale_table (-1) (sum_tables
      [seq outer (scale_row (Z.div common (Z.mul es.2.1 es.2.2)) es.1) es.1 |
        es <- zip (errors P Q W R scales) scales])).
Definition dominant (rho : nat) (K : table) : bool :=
  all (fun i => let r := nth [::] K i in
    Z.ltb (total [seq Z.abs x | x <- r]) (Z.add (nth Z0 r i) (nth Z0 r i))) (iota 0 rho).
Definition check_definite (a b : nat) (P Q T W R : table) (scales : seq (Z * Z)) (common : Z)
    (rho : nat) : bool :=
  if (size W == a) && (size R == b) && (size T == a) && (size scales == size Q) then
  if Z.ltb 0 common then
  if all (fun s => if Z.ltb 0 s.1 then if Z.ltb 0 s.2 then
       Z.eqb (Z.modulo common (Z.mul s.1 s.2)) 0 else false else false) scales then
  dominant rho (quadratic P Q T W R scales common)
  else false else false else false.

Fixpoint check_cost (c : cost) (a b : nat) (twice : bool) (need : nat) (P Q T : table) : bool :=
  match c with
  | Count => need == 0%N
  | Tree t => if enough twice need 1 then Certificate.check a b (size Q) P Q T t else false
  | Ranks => every_sign a b need P Q T (if twice then Q else [::])
  | Halves lists => check_halves a b need P Q T lists
  | Definite W R scales common =>
      let rho := size (head [::] W) in
      if enough twice need rho then check_definite a b P Q T W R scales common rho else false
  | Split k zero one both =>
      let p := nth [::] P k in let u := nth [::] Q k in
      let P' := without k P in let Q' := without k Q in
      if (k < size Q)%N then
      if check_cost zero a b twice need P' Q' T then
      if check_cost one a b twice need P' Q' (add_tables T (outer (scale_row (-1) p) u)) then
      if twice then check_cost both a b twice need.-1 P' (on_kernel b u Q') (on_kernel b u T)
      else true
      else false else false else false
  | Each none one =>
      if twice then if check_cost none a b false need P Q T then
      if size one == size Q then
        (fix each (k : nat) (cs : seq cost) : bool :=
           match cs with
           | [::] => true
           | c :: cs' =>
               let u := nth [::] Q k in
               if check_cost c a b twice need.-1 (without k P) (on_kernel b u (without k Q))
                    (on_kernel b u T)
               then each k.+1 cs' else false
           end) 0%N one
      else false else false else false
  end.

(* ---- soundness -------------------- *)

Lemma nth_without T (x0 : T) k l i : (k < size l)%N -> nth x0 (without k l) i = nth x0 l (bump k i).
Proof.
move=> kl; rewrite nth_cat size_take kl /bump; case: ltnP => ik; first by rewrite nth_take.
by rewrite nth_drop addSn subnKC.
Qed.

Lemma size_without T k (l : seq T) : (k < size l)%N -> size (without k l) = (size l).-1.
Proof. by move=> kl; rewrite size_cat size_take kl size_drop; lia. Qed.

Section Sound.
Variable R : realFieldType.
Notation ZR := (ZR R).
Notation ZM := (ZM R).
Notation ZV := (ZV R).
Implicit Types (x F : nat -> bool) (P Q T : table).

(* T - sum_k x_k p_k u_k, that is - A(x) *)
Definition choice a b n P Q T x : 'M[R]_(a, b) :=
  ZM a b T - \sum_(k < n) (x k)%:R *: ((ZV a (nth [::] P k))^T *m ZV b (nth [::] Q k)).
Definition kills b n Q F c (K : 'M[R]_(b, c)) := forall k : 'I_n, F k -> ZV b (nth [::] Q k) *m K
  = 0.
Definition costs a b n (twice : bool) need P Q T := forall x F,
  (twice \/ forall k : 'I_n, F k = false) -> exists c (K : 'M[R]_(b, c)),
  kills n Q F K /\ (need <= \sum_(k < n) F k + (\rank (choice a b n P Q T x *m K)).*2)%N.

Lemma card_sum n (F : 'I_n -> bool) : #|[set k | F k]| = (\sum_(k < n) F k)%N.
Proof. by rewrite -sum1_card big_mkcond; apply: eq_bigr => k _; rewrite inE; case: (F k). Qed.

Lemma rank_Pi_mul n b F (U : 'M[R]_(n, b)) : (\rank (Pi [set k : 'I_n | F k] *m U) <= \sum_(k < n)
  F k)%N.
Proof. by rewrite -card_sum; apply: leq_trans (mxrankM_maxl _ _) (rank_Pi _ _). Qed.

(* what any F leaves of a rank *)
Lemma rank_left a b n Q F (A : 'M[R]_(a, b)) : exists c (K : 'M[R]_(b, c)),
  kills n Q F K /\ (\rank A <= \sum_(k < n) F k + \rank (A *m K))%N.
Proof.
pose UF := Pi [set k : 'I_n | F k] *m ZM n b Q; exists b, (cokermx UF); split=> [k Fk|].
  have := congr1 (row k) (mulmx_coker UF).
  by rewrite row_mul /UF row_Pi inE Fk scale1r row_ZM row0.
have [q [L [e rL]]] := split_on_kernel A UF; rewrite -rL {1}e.
apply: leq_trans (mxrank_add _ _) _; rewrite leq_add2r.
by apply: leq_trans (mxrankM_maxr _ _) (rank_Pi_mul _ _).
Qed.

Lemma reaches a b n twice need rho P Q T : enough twice need rho ->
  (forall x, (rho <= \rank (choice a b n P Q T x))%N) -> costs a b n twice need P Q T.
Proof.
rewrite /enough => he h x F hF; have [c [K [kK rK]]] := rank_left n Q F (choice a b n P Q T x).
exists c, K; split=> //; have := leq_trans (h x) rK.
case: twice he hF => he hF; first by move: he; lia.
rewrite big1 => [|k _]; last by case: hF => // ->.
by move: he; lia.
Qed.

Lemma count_sound a b n twice P Q T : costs a b n twice 0 P Q T.
Proof.
move=> x F _; exists 0%N, 0; split=> [k _|//].
by rewrite mulmx0.
Qed.

(* ---- trees ---- *)

Definition residual a b n P Q T (S : {set 'I_n}) : 'M[R]_(a, b) :=
  \matrix_(i, j) (ZR (at2 T i j) - \sum_(k in S) ZR (at2 P k i) * ZR (at2 Q k j)).

Lemma choice_residual a b n P Q T x :
  choice a b n P Q T x = residual a b P Q T [set k : 'I_n | x k].
Proof.
apply/matrixP => i j; rewrite [LHS]mxE [X in X + _]mxE [X in _ + X]mxE summxE [RHS]mxE.
congr (_ - _); rewrite [RHS]big_mkcond /=; apply: eq_bigr => k _; rewrite inE.
rewrite mxE [X in _ * X]mxE big_ord1 !mxE.
by case: (x k); rewrite ?mul1r ?mul0r.
Qed.

Lemma residual_choice a b n P Q T (S : {set 'I_n}) :
  exists x, residual a b P Q T S = choice a b n P Q T x.
Proof.
exists (fun k => if insub k is Some k' then k' \in S else false); rewrite choice_residual.
congr (residual _ _ _ _ _ _); apply/setP => k; rewrite inE.
by rewrite insubT // => kn; congr (_ \in S); apply: val_inj.
Qed.
Lemma residual_neq0 a b n P Q T t (S : {set 'I_n}) :
  Certificate.check a b n P Q T t -> (0 < \rank (residual a b P Q T S))%N.
Proof.
rewrite lt0n mxrank_eq0 => /check_refutes no; apply/eqP => /matrixP e; apply: (no S) => i j ia jb.
apply: (@ZR_inj R); have := e (Ordinal ia) (Ordinal jb); rewrite !mxE /= => /eqP.
rewrite subr_eq0 => /eqP ->; rewrite ZR_sum [RHS]big_mkcond; apply: eq_bigr => k _.
by case: ifP => _; rewrite ?ZRM.
Qed.

Lemma tree_sound a b n twice need P Q T t : enough twice need 1 ->
  Certificate.check a b n P Q T t -> costs a b n twice need P Q T.
Proof.
move=> he h; apply: reaches he _ => x; rewrite choice_residual.
exact: residual_neq0 h.
Qed.

(* ---- ranks ---- *)

Lemma on_kernelP b u : exists B : 'M[R]_b, ZV b u *m B = 0 /\
  forall t i, ZV b (nth [::] (on_kernel b u t) i) = ZV b (nth [::] t i) *m B.
Proof.
rewrite /on_kernel; case e: (pivot (take b u)) => [j|]; last first.
  exists 1%:M; split=> [|t i]; last by rewrite mulmx1.
  apply/rowP => k; rewrite mulmx1 !mxE -(nth_take _ (ltn_ord k)) (pivot_none e) //.
have jb : (j < b)%N.
  by have := pivot_size e; rewrite size_take; case: ifP => // /negbT; lia.
pose B : 'M[R]_b := (ZR (nth Z0 u j))%:M - delta_mx (Ordinal jb) 0 *m ZV b u.
have BE r : ZV b r *m B = ZR (nth Z0 u j) *: ZV b r - ZR (nth Z0 r j) *: ZV b u.
  rewrite mulmxBr mul_mx_scalar mulmxA -colE; congr (_ - _).
  by apply/rowP => k; rewrite !mxE big_ord1 !mxE.
exists B; split=> [|t i]; first by rewrite BE subrr.
rewrite BE; have [it|ti] := ltnP i (size t); first by rewrite (nth_map [::]) // ZV_clear.
rewrite ![nth [::] _ i]nth_default ?size_map //; apply/rowP => k.
by rewrite !mxE !nth_nil ZR0 mulr0 mul0r subrr.
Qed.

Lemma size_on_kernel b u t : size (on_kernel b u t) = size t.
Proof. by rewrite /on_kernel; case: pivot => // j; rewrite size_map. Qed.

Lemma ZM_on_kernel m b u t (B : 'M[R]_b) :
  (forall t i, ZV b (nth [::] (on_kernel b u t) i) = ZV b (nth [::] t i) *m B) ->
  ZM m b (on_kernel b u t) = ZM m b t *m B.
Proof. by move=> h; apply/row_matrixP => i; rewrite row_mul !row_ZM h. Qed.

Lemma aboveP b fuel need U A F : above b fuel need U A -> exists c (K : 'M[R]_(b, c)),
  kills (size U) U F K /\
  (need <= \sum_(k < size U) F k + (\rank (ZM (size A) b A *m K)).*2)%N.
Proof.
elim: fuel need U A F => [|fuel IH] need U A F; rewrite /above -/above;
  (case: leqP => [le _|_]; [have [c [K [kK rK]]] := rank_left (size U) U F (ZM (size A) b A);
    by exists c, K; split=> //; have := rank_modP R b (erefl (size A)); lia|]).
  case: U => // h; exists b, 1%:M; split=> [[]|] //; rewrite mulmx1 big_ord0 add0n.
  by case: ifP h => [h _|_]; [have := rank_modP R b (erefl (size A));
    lia | rewrite (rank_exactP R b (erefl (size A)))].
case: U => [h|u U].
  exists b, 1%:M; split=> [[]|] //; rewrite mulmx1 big_ord0 add0n.
  by case: ifP h => [h _|_]; [have := rank_modP R b (erefl (size A));
    lia | rewrite (rank_exactP R b (erefl (size A)))].
case: ifP => // h0; pose F' k := F k.+1.
have -> : (\sum_(k < size (u :: U)) F k = F 0%N + \sum_(k < size U) F k.+1)%N by apply:
  big_ord_recl.
have [c [K [kK rK]]] := IH need U A F' h0.
have zero : (F 0%N -> ZV b u *m K = 0) -> exists c (K : 'M[R]_(b, c)), kills (size U).+1 (u :: U)
  F K /\
    (need <= F 0%N + \sum_(k < size U) F k.+1 + (\rank (ZM (size A) b A *m K)).*2)%N.
  move=> hu; exists c, K; split; last by rewrite /F' in rK; lia.
  by move=> k; case: (unliftP ord0 k) => [k' ->|->] // /(kK k').
case: ifP => [/ZV_zero uz _|_ h1].
  by apply: zero; have := uz R b; rewrite (_ : ZV b (take b u) = ZV b u) => [-> _|];
    [rewrite mul0mx | apply/rowP => k; rewrite !mxE nth_take].
case/orP: (orbN (F 0%N)) => F0; last by apply: zero => F0'; rewrite F0' in F0.
have [B [uB hB]] := on_kernelP b u.
have [c' [K' [kK' rK']]] := IH need.-1 _ _ F' h1; rewrite !size_on_kernel in kK' rK'.
exists c', (B *m K'); split; last first.
  by move: rK'; rewrite F0 (ZM_on_kernel (size A) A hB) -mulmxA; rewrite /F'; lia.
move=> k; case: (unliftP ord0 k) => [k' ->|->] /= Fk; last by rewrite mulmxA uB mul0mx.
by rewrite mulmxA -hB (kK' k').
Qed.

Lemma every_signP a b n need P Q T U x : size P = n -> size Q = n ->
  every_sign a b need P Q T U -> exists A, [/\ above b (size U) need U A, (size A <= a)%N &
    ZM a b A = choice a b n P Q T x].
Proof.
elim: n P Q T x => [|n IH] [|p P] [|q Q] T x //=.
  move=> _ _ h; exists (take a T); split=> //; first by rewrite size_take; case: ltnP.
  by rewrite /choice big_ord0 subr0; apply/matrixP => i j; rewrite !mxE /at2 nth_take.
move=> [sP] [sQ]; rewrite /choice big_ord_recl /=.
have step T' : every_sign a b need P Q T' U -> exists A, [/\ above b (size U) need U A,
    (size A <= a)%N & ZM a b A = ZM a b T' - \sum_(i < n) (x (bump 0 i))%:R *:
      ((ZV a (nth [::] P i))^T *m ZV b (nth [::] Q i))].
  exact: (IH P Q T' (fun i => x (bump 0 i))).
case: ifP => [/(ZV_zero R b) q0|_].
  by rewrite q0 mulmx0 scaler0 add0r; apply: step.
case: ifP => // h0 h1; case: (x 0%N); last by rewrite scale0r add0r; apply: step.
have [A [hA sA eA]] := step _ h1; exists A; split=> //.
rewrite eA scale1r opprD addrA ZM_add ZM_outer ZV_scale; congr (_ + _ - _).
by rewrite linearZ /= -scalemxAl scaleN1r.
Qed.

Lemma rank_ZM_wider a m b A (K : 'M[R]_(b, m)) : (size A <= a)%N ->
  (\rank (ZM (size A) b A *m K) <= \rank (ZM a b A *m K))%N.
Proof.
move=> sA; apply: mxrankS; apply: submxMr; apply: ZM_sub => i iA.
by apply: ZV_sub; apply: leq_trans sA.
Qed.

Lemma ranks_sound a b n twice need P Q T : size P = n -> size Q = n ->
  every_sign a b need P Q T (if twice then Q else [::]) -> costs a b n twice need P Q T.
Proof.
move=> sP sQ h x F hF; have [A [hA sA <-]] := every_signP x sP sQ h.
have [c [K [kK rK]]] := aboveP F hA; exists c, K.
have rA := rank_ZM_wider K sA.
case: twice hF kK rK {hA h} => hF kK rK; first by rewrite sQ in kK rK; split=> //; lia.
case: hF => // hF; split=> [k|]; first by rewrite hF.
by move: rK; rewrite big_ord0 add0n; lia.
Qed.

(* ---- one unknown ---- *)

Lemma choice_without a b n P Q T k x : (k < n.+1)%N -> size P = n.+1 -> size Q = n.+1 ->
  choice a b n.+1 P Q T x = choice a b n (without k P) (without k Q) T (x \o bump k) -
    (x k)%:R *: ((ZV a (nth [::] P k))^T *m ZV b (nth [::] Q k)).
Proof.
move=> kn sP sQ; rewrite /choice (bigD1_ord (Ordinal kn)) //= opprD addrCA addrC; congr (_ - _ - _).
by apply: eq_bigr => i _; rewrite /= !nth_without ?sP ?sQ.
Qed.

Lemma sum_without n k F : (k < n.+1)%N ->
  (\sum_(i < n.+1) F i = F k + \sum_(i < n) (F \o bump k) i)%N.
Proof. by move=> kn; rewrite (bigD1_ord (Ordinal kn)). Qed.

Lemma kills_without b n Q k F c (K : 'M[R]_(b, c)) : (k < n.+1)%N -> size Q = n.+1 ->
  kills n (without k Q) (F \o bump k) K -> (F k -> ZV b (nth [::] Q k) *m K = 0) ->
  kills n.+1 Q F K.
Proof.
move=> kn sQ h hk i; case: (unliftP (Ordinal kn) i) => [j ->|->] // Fi.
by have := h j Fi; rewrite nth_without ?sQ.
Qed.

(* the place where u_k counts *)
Lemma doubled a b n need P Q T k x F : (k < n.+1)%N -> size P = n.+1 -> size Q = n.+1 -> F k ->
  let u := nth [::] Q k in
  costs a b n true need.-1 (without k P) (on_kernel b u (without k Q)) (on_kernel b u T) ->
  exists c (K : 'M[R]_(b, c)), kills n.+1 Q F K /\
    (need <= \sum_(i < n.+1) F i + (\rank (choice a b n.+1 P Q T x *m K)).*2)%N.
Proof.
move=> kn sP sQ Fk u h; have [B [uB hB]] := on_kernelP b u.
have [c [K [kK rK]]] := h (x \o bump k) (F \o bump k) (or_introl isT).
exists c, (B *m K); split.
  by apply: (@kills_without b n Q k) => // [i Fi|_]; rewrite mulmxA ?uB ?mul0mx // -hB kK.
have -> : choice a b n.+1 P Q T x *m (B *m K) =
    choice a b n (without k P) (on_kernel b u (without k Q)) (on_kernel b u T) (x \o bump k) *m K.
  rewrite mulmxA; congr (_ *m K); rewrite (choice_without _ _ _ _ kn sP sQ) mulmxBl -scalemxAl.
  rewrite -(mulmxA _ (ZV b _)) uB mulmx0 scaler0 subr0 /choice mulmxBl -(ZM_on_kernel _ _ hB).
  congr (_ - _); rewrite mulmx_suml; apply: eq_bigr => i _.
  by rewrite -scalemxAl -mulmxA hB.
by rewrite (sum_without _ kn) Fk; lia.
Qed.

Lemma split_sound a b n twice need P Q T k : (k < n.+1)%N -> size P = n.+1 -> size Q = n.+1 ->
  let u := nth [::] Q k in let P' := without k P in let Q' := without k Q in
  costs a b n twice need P' Q' T ->
  costs a b n twice need P' Q' (add_tables T (outer (scale_row (-1) (nth [::] P k)) u)) ->
  (twice -> costs a b n true need.-1 P' (on_kernel b u Q') (on_kernel b u T)) ->
  costs a b n.+1 twice need P Q T.
Proof.
move=> kn sP sQ u P' Q' h0 h1 h2 x F hF.
case/orP: (orbN (F k)) => Fk.
  case: hF => [t|hF]; first exact: doubled (h2 t).
  by rewrite (hF (Ordinal kn)) in Fk.
have hF' : twice \/ forall i : 'I_n, (F \o bump k) i = false.
  by case: hF => hF; [left | right => i; apply: (hF (lift (Ordinal kn) i))].
have pass c (K : 'M[R]_(b, c)) : kills n Q' (F \o bump k) K -> kills n.+1 Q F K.
  by move=> h; apply: (kills_without kn sQ h) => Fk'; rewrite Fk' in Fk.
rewrite (choice_without _ _ _ _ kn sP sQ) -/u (sum_without _ kn) (negPf Fk) add0n.
case xk: (x k).
  have [c [K [kK rK]]] := h1 (x \o bump k) _ hF'; exists c, K; split; first exact: pass.
  apply: leq_trans rK _; rewrite leq_add2l leq_double; apply: eq_leq; congr (\rank (_ *m _)).
  rewrite scale1r /choice ZM_add ZM_outer ZV_scale [RHS]addrAC; congr (_ + _ - _).
  by rewrite linearZ /= -scalemxAl scaleN1r.
have [c [K [kK rK]]] := h0 (x \o bump k) _ hF'; exists c, K; split; first exact: pass.
by rewrite scale0r subr0.
Qed.

(* ---- halves ---- *)

Lemma half_rows a P T phi : let rows := foldr (fun k r => prepend (nth [::] P k) r) (take a T) phi
  in
  size rows = size (take a T) /\ forall i, (i < size rows)%N ->
  nth [::] rows i = [seq at2 P k i | k <- phi] ++ nth [::] (take a T) i.
Proof.
elim: phi => [|k phi [sz IH]] /=; first by split.
by split=> [|i]; rewrite size_prepend // => h; rewrite nth_prepend // IH.
Qed.

Lemma ZV_cat m n u v : size u = m -> ZV (m + n) (u ++ v) = row_mx (ZV m u) (ZV n v).
Proof.
move=> su; apply/rowP => j; rewrite !mxE nth_cat su.
by case: splitP => k /= ->; rewrite mxE ?addKn.
Qed.

Section Half.
Variables (a b n : nat) (P Q T : table) (phi : seq nat) (x F : nat -> bool).
Hypotheses (sQ : size Q = n) (up : uniq phi) (inn : all (fun k => k < n)%N phi).
Notation m := (size phi).
Let A := choice a b n P Q T x.
Let V := Pi [set k : 'I_n | val k \notin phi] *m ZM n b Q.
Let PP : 'M[R]_(a, m) := \matrix_(i, j) ZR (at2 P (nth 0%N phi j) i).
Let QQ : 'M[R]_(m, b) := \matrix_(i, j) ((x (nth 0%N phi i))%:R * ZR (at2 Q (nth 0%N phi i) j)).
Let L : 'M[R]_(a, n) := \matrix_(i, k) ((x k)%:R * ZR (at2 P k i)).

Lemma half_split : ZM a b T = A + PP *m QQ + L *m V.
Proof.
suff e : PP *m QQ + L *m V = \sum_(k < n) (x k)%:R *:
    ((ZV a (nth [::] P k))^T *m ZV b (nth [::] Q k)) by rewrite /A /choice -addrA e subrK.
apply/matrixP => i j.
rewrite [LHS]mxE [X in X + _]mxE [X in _ + X]mxE [RHS]summxE [RHS](bigID (fun k => val k \in phi))
  /=.
have term k : ((x k)%:R *: ((ZV a (nth [::] P k))^T *m ZV b (nth [::] Q k))) i j =
    (x k)%:R * ZR (at2 P k i) * ZR (at2 Q k j) :> R.
  by rewrite mxE [X in _ * X]mxE big_ord1 !mxE mulrA.
congr (_ + _).
  transitivity (\sum_(k <- phi) (x k)%:R * ZR (at2 P k i) * ZR (at2 Q k j)).
    rewrite (big_nth 0%N) big_mkord; apply: eq_bigr => k _.
    by rewrite !mxE mulrA; congr (_ * _); rewrite mulrC.
  rewrite [RHS](eq_bigr (fun k : 'I_n => (x k)%:R * ZR (at2 P k i) * ZR (at2 Q k j))) => [|k _];
    last exact: term.
  rewrite -(big_mkord (fun k => k \in phi)
    (fun k => (x k)%:R * ZR (at2 P k i) * ZR (at2 Q k j))) -[RHS]big_filter.
  apply: perm_big; apply: uniq_perm => // [|k]; first by rewrite filter_uniq // iota_uniq.
  by rewrite mem_filter mem_index_iota /=; case kp: (k \in phi) => //=; apply/esym/(allP inn).
rewrite [RHS]big_mkcond; apply: eq_bigr => k _; rewrite term mxE Pi_mul inE mxE /at2.
by case: (_ \in _); rewrite ?mul1r // mul0r mulr0.
Qed.

Lemma half_bound :
  (half a b P Q T phi <= \sum_(k < n | val k \in phi) F k +
    \rank (A *m cokermx (Pi [set k : 'I_n | F k] *m ZM n b Q)))%N.
Proof.
rewrite /half sQ leq_subLR.
set rows := foldr _ _ _; set free := [seq _ | k <- iota 0 n & _].
have [srows hrows] := half_rows a P T phi; rewrite -/rows in srows hrows.
pose G := col_mx (row_mx PP (ZM a b T)) (row_mx (0 : 'M[R]_(n, m)) V).
have GE : (ZM (size (rows ++ free)) (m + b) (rows ++ free) <= G)%MS.
  apply: ZM_sub => i il; rewrite nth_cat; case: ltnP => [ir|ri].
    have ia : (i < a)%N by apply: leq_trans ir _; rewrite srows size_take; case: ltnP.
    rewrite hrows // ZV_cat ?size_map //.
    have -> : row_mx (ZV m [seq at2 P k i | k <- phi]) (ZV b (nth [::] (take a T) i)) =
        row (lshift n (Ordinal ia)) G.
      rewrite /G rowKu row_row_mx row_ZM nth_take //; congr row_mx.
      by apply/rowP => j; rewrite !mxE (nth_map 0%N).
    exact: row_sub.
  have /mapP[k] : nth [::] free (i - size rows) \in free.
    by apply: mem_nth; rewrite ltn_subLR // -size_cat.
  rewrite mem_filter mem_iota /= add0n => /andP[kphi kn] ->.
  rewrite ZV_cat ?size_nseq //.
  have -> : row_mx (ZV m (nseq m Z0)) (ZV b (nth [::] Q k)) = row (rshift a (Ordinal kn)) G.
    rewrite /G rowKd row_row_mx /V row_Pi inE kphi scale1r row_ZM row0; congr row_mx.
    by apply/rowP => j; rewrite !mxE nth_nseq if_same.
  exact: row_sub.
apply: leq_trans (rank_modP R _ erefl) _; apply: leq_trans (mxrankS GE) _.
have -> : G = col_mx PP 0 *m row_mx 1%:M QQ + col_mx (A + L *m V) V *m row_mx 0 1%:M.
  rewrite /G !mul_col_row !mulmx1 !mulmx0 !mul0mx add_block_mx !addr0 !add0r.
  by rewrite half_split [in RHS]addrCA addrA.
apply: leq_trans (mxrank_add _ _) _.
have rP : (\rank (col_mx PP 0 *m row_mx 1%:M QQ : 'M[R]_(a + n, m + b)) <= m)%N.
  by apply: leq_trans (mxrankM_maxr _ _) (rank_leq_row _).
pose UF := Pi [set k : 'I_n | F k] *m ZM n b Q.
have [q [X [AE rX]]] := split_on_kernel A UF.
pose W := Pi [set k : 'I_n | (val k \notin phi) || F k] *m ZM n b Q.
have sub (S : {set 'I_n}) : {subset S <= [set k : 'I_n | (val k \notin phi) || F k]} ->
    (Pi S *m ZM n b Q <= W)%MS.
  move=> h; apply/row_subP => k; rewrite row_Pi; case kS: (k \in S); last by rewrite scale0r sub0mx.
  rewrite scale1r; have -> : row k (ZM n b Q) = row k W by rewrite row_Pi h // scale1r.
  exact: row_sub.
have VW : (V <= W)%MS by apply: sub => k; rewrite !inE => ->.
have FW : (UF <= W)%MS by apply: sub => k; rewrite !inE orbC => ->.
have rG : (\rank (col_mx (A + L *m V) V *m row_mx 0 1%:M : 'M[R]_(a + n, m + b)) <=
    \rank (X + W)%MS)%N.
  apply: leq_trans (mxrankM_maxl _ _) _; apply: mxrankS; rewrite col_mx_sub.
  rewrite AE (submx_trans VW (addsmxSr _ _)) andbT.
  rewrite !addmx_sub // ?addsmxSl //; apply: (submx_trans _ (addsmxSr _ _)).
    by apply: submx_trans (submxMl _ _) FW.
  by apply: submx_trans (submxMl _ _) VW.
have rW : (\rank W <= \sum_(k < n) ((val k \notin phi) || F k))%N :=
  rank_Pi_mul (fun k => (k \notin phi) || F k) _.
have := leq_trans rG (mxrank_adds_leqif X W); rewrite rX => r2.
have cnt : (m + \sum_(k < n) ((val k \notin phi) || F k) <= n + \sum_(k < n | val k \in phi) F k)%N.
  have -> : m = (\sum_(k < n) (val k \in phi))%N.
    rewrite -(big_mkord xpredT (fun k => (k \in phi) : nat)) -[LHS]sum1_size.
    rewrite [RHS](eq_bigr (fun k => if k \in phi then 1 else 0)%N) => [|k _]; last by case: ifP.
    rewrite -big_mkcond -[RHS]big_filter; apply: perm_big.
    apply: uniq_perm => // [|k]; first by rewrite filter_uniq // iota_uniq.
    by rewrite mem_filter mem_index_iota /=; case kp: (k \in phi) => //=; apply/esym/(allP inn).
  have -> : (n + \sum_(k < n | val k \in phi) F k =
      \sum_(k < n) (1 + if val k \in phi then F k : nat else 0))%N.
    by rewrite big_split /= sum1_card card_ord -big_mkcond.
  rewrite -big_split /=.
  by apply: leq_sum => k _; case: (val k \in phi); case: (F k).
apply: leq_trans (leq_add rP r2) _; rewrite addnCA [X in (_ <= X)%N]addnA [X in (_ <= X)%N]addnC.
by rewrite leq_add2l; apply: leq_trans cnt; rewrite leq_add2l.
Qed.
End Half.

Lemma halves_sound a b n twice need P Q T lists : size Q = n ->
  check_halves a b need P Q T lists -> costs a b n twice need P Q T.
Proof.
move=> sQ; rewrite /check_halves sQ; case: ifP => // /allP good; case: ifP => // /allP few.
move=> /andP[big h0] x F _; pose K := cokermx (Pi [set k : 'I_n | F k] *m ZM n b Q).
exists b, K; split=> [k Fk|].
  have := congr1 (row k) (mulmx_coker (Pi [set k : 'I_n | F k] *m ZM n b Q)).
  by rewrite row_mul row_Pi inE Fk scale1r row_ZM row0.
set r := \rank _; set f := (\sum_(k < n) F k)%N.
have each phi : phi \in lists -> (half a b P Q T phi <= \sum_(k < n | val k \in phi) F k + r)%N.
  by move=> /good/andP[u i]; apply: half_bound.
have all_r : (sumn [seq half a b P Q T phi | phi <- lists] <=
    sumn [seq (\sum_(k < n | val k \in phi) F k + r)%N | phi <- lists])%N.
  elim: (lists) each => //= phi l IH each; apply: leq_add; first by apply: each; rewrite mem_head.
  by apply: IH => psi h; apply: each; rewrite inE h orbT.
have split_r : sumn [seq (\sum_(k < n | val k \in phi) F k + r)%N | phi <- lists] =
    (\sum_(k < n) F k * sumn [seq (val k \in phi : nat) | phi <- lists] + size lists * r)%N.
  elim: (lists) => [|phi l IH] /=; first by rewrite big1 // => k _; rewrite muln0.
  rewrite IH mulSn addnACA; congr (_ + _)%N; rewrite big_mkcond -big_split /=.
  by apply: eq_bigr => k _; rewrite mulnDr; case: (_ \in _); rewrite ?muln1 ?muln0.
have few_r : ((\sum_(k < n) F k * sumn [seq (val k \in phi : nat) | phi <- lists]).*2 <=
    f * size lists)%N.
  rewrite -muln2 !big_distrl /=; apply: leq_sum => k _; rewrite -mulnA leq_mul2l; apply/orP; right.
  by rewrite muln2; apply: few; rewrite mem_iota add0n ltn_ord.
have hh : (need.-1 * size lists < (f + r.*2) * size lists + (need == 0))%N.
  by rewrite mulnDl -doubleMl mulnC [in X in (_ < X)%N]mulnC; lia.
case: need big hh => [|need] _ //=; rewrite addn0 ltn_mul2r h0.
by [].
Qed.

(* ---- definite ---- *)

Lemma product_bound (k x y : R) : - (`|k| * (x ^+ 2 + y ^+ 2)) <= k * (x * y) + k * (x * y).
Proof.
rewrite -subr_ge0; case: (lerP 0 k) => k0.
  rewrite ger0_norm // (_ : _ - _ = k * (x + y) ^+ 2); last by ring.
  by rewrite mulr_ge0 ?sqr_ge0.
rewrite ltr0_norm // (_ : _ - _ = - k * (x - y) ^+ 2); last by ring.
by rewrite mulr_ge0 ?sqr_ge0 // oppr_ge0 ltW.
Qed.

Lemma dominant_positive n (K : 'M[R]_n) (c : 'cV[R]_n) : (forall i j, K i j = K j i) ->
  (forall i, \sum_j `|K i j| < K i i + K i i) -> c != 0 ->
  0 < \sum_i \sum_j K i j * (c i 0 * c j 0).
Proof.
move=> sym dom c0; pose e i := K i i + K i i - \sum_j `|K i j|.
have e0 i : 0 < e i by rewrite subr_gt0 dom.
have K0 i : `|K i i| = K i i.
  apply: ger0_norm; case: (lerP 0 (K i i)) => // neg.
  have := dom i; rewrite ltNge => /negP[]; apply: (@le_trans _ _ 0); last by rewrite sumr_ge0.
  by rewrite ler_naddl ?ltW.
suff le2 : \sum_i e i * c i 0 ^+ 2 <= \sum_i \sum_j K i j * (c i 0 * c j 0).
  apply: lt_le_trans le2; have [i ci] : exists i, c i 0 != 0.
    apply/existsP; rewrite -negb_forall; apply: contra c0 => /forallP h.
    by apply/eqP/colP => i; rewrite mxE; apply/eqP.
  rewrite (bigD1 i) //=; apply: ltr_paddr; last by rewrite mulr_gt0 // lt_def sqr_ge0 sqrf_eq0 ci.
  by rewrite sumr_ge0 // => j _; rewrite mulr_ge0 ?sqr_ge0 ?ltW.
pose B i j := `|K i j| * (c i 0 ^+ 2 + c j 0 ^+ 2).
have term i j : (if i == j then (K i i + K i i) * (c i 0 ^+ 2 + c i 0 ^+ 2) else 0) - B i j <=
    K i j * (c i 0 * c j 0) + K i j * (c i 0 * c j 0).
  have [<-|_] := eqVneq i j; last by rewrite sub0r product_bound.
  by rewrite /B K0 le_eqVlt; apply/orP; left; apply/eqP; ring.
have swap : \sum_i \sum_j B i j = \sum_i (\sum_j `|K i j|) * (c i 0 ^+ 2 + c i 0 ^+ 2).
  have -> : \sum_i \sum_j B i j = \sum_i \sum_j `|K i j| * c i 0 ^+ 2 +
      \sum_i \sum_j `|K i j| * c j 0 ^+ 2.
    by rewrite -big_split; apply: eq_bigr => i _; rewrite -big_split; apply: eq_bigr => j _;
      rewrite /B mulrDr.
  rewrite [X in _ + X]exchange_big -big_split; apply: eq_bigr => i _.
  rewrite mulrDr !mulr_suml; congr (_ + _); apply: eq_bigr => j _.
  by rewrite sym.
have two (x y : R) : x + x <= y + y -> x <= y by rewrite -!mulr2n ler_muln2r.
apply: two; rewrite -!big_split.
pose D i j := if i == j then (K i i + K i i) * (c i 0 ^+ 2 + c i 0 ^+ 2) else 0.
apply: (@le_trans _ _ (\sum_i \sum_j (D i j - B i j))); last first.
  by apply: ler_sum => i _; rewrite -big_split; apply: ler_sum => j _; apply: term.
rewrite le_eqVlt; apply/orP; left; apply/eqP.
transitivity (\sum_i \sum_j D i j - \sum_i \sum_j B i j); last first.
  by rewrite -sumrB; apply: eq_bigr => i _; rewrite -sumrB.
rewrite swap -sumrB; apply: eq_bigr => i _; rewrite /D.
rewrite -big_mkcond (big_pred1 i) => [|j]; last by rewrite eq_sym.
by rewrite /e -mulrBl mulrDr.
Qed.

Section Quadratic.
Variables (rho : nat) (c : 'cV[R]_rho).
Let at_c (r : seq Z) : R := (ZV rho r *m c) 0 0.
Let quad (X : table) : R := \sum_(i < rho) \sum_(j < rho) ZR (at2 X i j) * (c i 0 * c j 0).

Lemma quad_add X Y : quad (add_tables X Y) = quad X + quad Y.
Proof.
rewrite /quad -big_split; apply: eq_bigr => i _; rewrite -big_split; apply: eq_bigr => j _.
by rewrite at2_add_tables ZRD mulrDl.
Qed.

Lemma quad_scale z X : quad (scale_table z X) = ZR z * quad X.
Proof.
rewrite /quad mulr_sumr; apply: eq_bigr => i _; rewrite mulr_sumr; apply: eq_bigr => j _.
by rewrite at2_map ?Z.mul_0_r // ZRM -mulrA.
Qed.

Lemma quad_outer u v : quad (outer u v) = at_c u * at_c v.
Proof.
rewrite /quad /at_c [X in _ = X * _]mxE [X in _ = _ * X]mxE mulr_suml.
apply: eq_bigr => i _; rewrite mulr_sumr; apply: eq_bigr => j _.
by rewrite at2_outer ZRM !mxE mulrACA.
Qed.

Lemma quad_sum (A : Type) (f g : A -> seq Z) l :
  quad (sum_tables [seq outer (f y) (g y) | y <- l]) = \sum_(y <- l) at_c (f y) * at_c (g y).
Proof.
elim: l => [|y l IH]; last by rewrite big_cons -IH -quad_outer -quad_add.
by rewrite big_nil /quad big1 // => i _; rewrite big1 // => j _; rewrite /at2 !nth_nil mul0r.
Qed.
End Quadratic.

Lemma outer_swap (A : Type) (f g : A -> seq Z) l i j :
  at2 (sum_tables [seq outer (f y) (g y) | y <- l]) i j =
  at2 (sum_tables [seq outer (g y) (f y) | y <- l]) j i.
Proof.
elim: l => [|y l IH] /=; first by rewrite /at2 !nth_nil.
by rewrite !at2_add_tables IH !at2_outer Z.mul_comm.
Qed.

Lemma outer_scaled_swap (A : Type) (m : A -> Z) (f : A -> seq Z) l i j :
  at2 (sum_tables [seq outer (scale_row (m y) (f y)) (f y) | y <- l]) i j =
  at2 (sum_tables [seq outer (scale_row (m y) (f y)) (f y) | y <- l]) j i.
Proof.
elim: l => [|y l IH] /=; first by rewrite /at2 !nth_nil.
by rewrite !at2_add_tables IH !at2_outer !nth_scale_row; congr Z.add; ring.
Qed.

Lemma total_abs m r : \sum_(j < m) `|ZR (nth Z0 r j)| <= ZR (total [seq Z.abs z | z <- r]).
Proof.
elim: r m => [|z r IH] [|m] /=; rewrite ?big_ord0 //.
- by rewrite big1 // => j _; rewrite nth_nil normr0.
- by have := IH 0%N; rewrite big_ord0 ZRD ZR_abs => h; rewrite addr_ge0.
by rewrite big_ord_recl ZRD ZR_abs ler_add2l; apply: IH.
Qed.

Lemma zip_sum (A B : Type) (a0 : A) (b0 : B) (f : A * B -> R) u v m : size u = m -> size v = m ->
  \sum_(y <- zip u v) f y = \sum_(k < m) f (nth a0 u k, nth b0 v k).
Proof.
move=> su sv; rewrite (big_nth (a0, b0)) size_zip su sv minnn big_mkord.
by apply: eq_bigr => k _; rewrite nth_zip ?su.
Qed.

Lemma definite_rank a b n P Q T W Rt scales common rho x : size P = n -> size Q = n ->
  check_definite a b P Q T W Rt scales common rho -> (rho <= \rank (choice a b n P Q T x))%N.
Proof.
move=> sP sQ; rewrite /check_definite sQ; case: ifP => // /andP[/andP[/andP[/eqP sW /eqP sR]]].
move=> /eqP sT /eqP sS; case: ifP => // C0; case: ifP => // /allP good dom.
rewrite leqNgt; apply/negP => low.
pose A := choice a b n P Q T x; pose B : 'M_rho := (ZM a rho W)^T *m A *m ZM b rho Rt.
have [c c0 Bc] : exists2 c : 'cV[R]_rho, c != 0 & B *m c = 0.
  have kB : kermx B^T != 0.
    rewrite -mxrank_eq0 mxrank_ker mxrank_tr subn_eq0 -ltnNge.
    by apply: leq_ltn_trans low; apply: leq_trans (mxrankM_maxl _ _) (mxrankM_maxr _ _).
  exists (nz_row (kermx B^T))^T; first by rewrite trmx_eq0 nz_row_eq0.
  have /sub_kermxP h := nz_row_sub (kermx B^T).
  by apply: trmx_inj; rewrite trmx_mul trmxK h trmx0.
pose w := ZM a rho W *m c; pose r := ZM b rho Rt *m c.
have bil : (w^T *m A *m r) 0 0 = 0.
  have -> : w^T *m A *m r = c^T *m (B *m c) by rewrite /w /r /B trmx_mul !mulmxA.
  by rewrite Bc mulmx0 mxE.
pose g k := (ZV a (nth [::] P k) *m w) 0 0; pose v k := (ZV b (nth [::] Q k) *m r) 0 0.
pose K := quadratic P Q T W Rt scales common.
pose quad (X : table) : R := \sum_(i < rho) \sum_(j < rho) ZR (at2 X i j) * (c i 0 * c j 0).
suff neg : quad K <= 0.
  move: neg; apply/negP; rewrite -ltNge.
  pose KM : 'M[R]_rho := \matrix_(i, j) ZR (at2 K i j).
  have : 0 < \sum_i \sum_j KM i j * (c i 0 * c j 0).
    apply: dominant_positive => // [i j|i].
      rewrite !mxE /K /quadratic !at2_add_tables !at2_map ?Z.mul_0_r //.
      rewrite !at2_add_tables; congr (ZR (Z.add (Z.mul _ _) (Z.mul _ _))).
        by rewrite outer_swap Z.add_comm outer_swap.
      exact: outer_scaled_swap.
    have := allP dom i; rewrite mem_iota add0n ltn_ord => /(_ isT) /= lt.
    have -> : \sum_j `|KM i j| = \sum_(j < rho) `|ZR (nth Z0 (nth [::] K i) j)|.
      by apply: eq_bigr => j _; rewrite mxE.
    apply: le_lt_trans (total_abs _ _) _; rewrite mxE -ZRD -subr_gt0 -ZRN -ZRD; apply: ZR_gt0.
    by apply/Z.ltb_lt; move/Z.ltb_lt: lt; rewrite /at2 -/K; lia.
  suff -> : quad K = \sum_i \sum_j KM i j * (c i 0 * c j 0) by [].
  by apply: eq_bigr => i _; apply: eq_bigr => j _; rewrite mxE.
pose t := (w^T *m ZM a b T *m r) 0 0.
have tE : t = \sum_(k < n) (x k)%:R * (g k * v k).
  have := bil; rewrite /A /choice mulmxBr mulmxBl mxE [X in _ + X]mxE => /eqP.
  rewrite subr_eq0 => /eqP; rewrite -/t => ->; rewrite mulmx_sumr mulmx_suml.
  rewrite summxE; apply: eq_bigr => k _; rewrite -scalemxAr -scalemxAl mxE; congr (_ * _).
  rewrite -[w^T *m _ *m r]mulmxA -(mulmxA _ (ZV b _)) mulmxA -trmx_mul mxE big_ord1.
  by rewrite mxE.
have dotW u : (ZV rho (row_times u W) *m c) 0 0 = (ZV a u *m w) 0 0 by rewrite (ZV_times _ _ _ sW)
  mulmxA.
have dotR u : (ZV rho (row_times u Rt) *m c) 0 0 = (ZV b u *m r) 0 0.
  by rewrite (ZV_times _ _ _ sR) mulmxA.
have sprod : size [seq row_times u Rt | u <- T] = a by rewrite size_map.
have S1 : \sum_(wt <- zip W [seq row_times u Rt | u <- T])
    (ZV rho wt.1 *m c) 0 0 * (ZV rho wt.2 *m c) 0 0 = t.
  rewrite (zip_sum [::] [::] _ sW sprod) /t -mulmxA mxE; apply: eq_bigr => l _ /=.
  rewrite (nth_map [::]) ?sT // dotR /w !mxE; congr (_ * _).
    by apply: eq_bigr => j _; rewrite !mxE.
  by apply: eq_bigr => j _; rewrite !mxE.
have S2 : \sum_(wt <- zip W [seq row_times u Rt | u <- T])
    (ZV rho wt.2 *m c) 0 0 * (ZV rho wt.1 *m c) 0 0 = t.
  by rewrite -S1; apply: eq_bigr => wt _; rewrite mulrC.
pose s1 k := (nth (Z0, Z0) scales k).1; pose s2 k := (nth (Z0, Z0) scales k).2.
pose m k := Z.div common (Z.mul (s1 k) (s2 k)).
have facts (k : 'I_n) : [/\ 0 < ZR (s1 k), 0 < ZR (s2 k), 0 < ZR (m k) &
    ZR common = ZR (m k) * (ZR (s1 k) * ZR (s2 k))].
  have /good : nth (Z0, Z0) scales k \in scales by rewrite mem_nth ?sS.
  rewrite -/(s1 k) -/(s2 k); case: ifP => // p1; case: ifP => // p2 /Z.eqb_spec dv.
  have p12 : 0 < ZR (s1 k) * ZR (s2 k) by rewrite mulr_gt0 ?ZR_gt0.
  have CE : ZR common = ZR (m k) * (ZR (s1 k) * ZR (s2 k)).
    rewrite -!ZRM; congr ZR; rewrite /m; have := Z.div_mod common (Z.mul (s1 k) (s2 k)).
    by rewrite dv; move/Z.ltb_lt: p1; move/Z.ltb_lt: p2; nia.
  split=> //; [exact: ZR_gt0 | exact: ZR_gt0 |].
  by rewrite -(pmulr_lgt0 _ p12) -CE; apply: ZR_gt0.
have serr : size (errors P Q W Rt scales) = n by rewrite size_map !size_zip sP sQ sS !minnn.
have S3 : \sum_(es <- zip (errors P Q W Rt scales) scales)
    (ZV rho (scale_row (Z.div common (Z.mul es.2.1 es.2.2)) es.1) *m c) 0 0 * (ZV rho es.1 *m c) 0
      0 =
    \sum_(k < n) ZR (m k) * (ZR (s2 k) * g k - ZR (s1 k) * v k) ^+ 2.
  rewrite (zip_sum [::] (Z0, Z0) _ serr sS); apply: eq_bigr => k _ /=.
  rewrite -/(s1 k) -/(s2 k) -/(m k) ZV_scale -scalemxAl mxE expr2 -mulrA; congr (_ * _).
  suff -> : (ZV rho (nth [::] (errors P Q W Rt scales) k) *m c) 0 0 =
    ZR (s2 k) * g k - ZR (s1 k) * v k by [].
  rewrite /errors (nth_map (([::], [::]), (Z0, Z0))) ?size_zip ?sP ?sQ ?sS ?minnn //.
  rewrite !nth_zip ?size_zip ?sP ?sQ ?sS ?minnn //= -/(s1 k) -/(s2 k).
  rewrite ZV_add !ZV_scale mulmxDl -!scalemxAl ZRN scaleNr mxE [X in X + _]mxE [X in _ + X]mxE.
  by rewrite [X in _ - X]mxE dotW dotR.
have -> : quad K = ZR (Z.mul (-2) common) * (t + t) + ZR (-1) *
    \sum_(k < n) ZR (m k) * (ZR (s2 k) * g k - ZR (s1 k) * v k) ^+ 2.
  have qa X Y : quad (add_tables X Y) = quad X + quad Y := quad_add c X Y.
  have qs z X : quad (scale_table z X) = ZR z * quad X := quad_scale c z X.
  rewrite /K /quadratic qa !qs qa; congr (_ * (_ + _) + _ * _).
  - by rewrite /quad (quad_sum c fst snd) S1.
  - by rewrite /quad (quad_sum c snd fst) S2.
  - by rewrite /quad (quad_sum c (fun es => scale_row _ es.1) fst) S3.
have -> : ZR (Z.mul (-2) common) * (t + t) = - (\sum_(k < n) ZR common * (1 + 1 + 1 + 1) * ((x
  k)%:R * (g k * v k))).
  rewrite -mulr_sumr -tE ZRM (_ : ZR (-2) = - (1 + 1)) //; move: {tE S1 S2} t (ZR common) => t' C.
  by ring.
rewrite (_ : ZR (-1) = -1) // mulN1r -opprD oppr_le0 -big_split sumr_ge0 // => k _ /=.
have [p1 p2 pm ->] := facts k.
rewrite (_ : _ + _ = ZR (m k) * ((ZR (s2 k) * g k - ZR (s1 k) * v k) ^+ 2 +
    (x k)%:R * ((1 + 1 + 1 + 1) * (ZR (s1 k) * g k) * (ZR (s2 k) * v k)))); last by ring.
rewrite mulr_ge0 ?(ltW pm) //; case: (x k); last by rewrite mul0r addr0 sqr_ge0.
rewrite mul1r (_ : _ + _ = (ZR (s2 k) * g k + ZR (s1 k) * v k) ^+ 2) ?sqr_ge0 //; ring.
Qed.

(* ---- all rules ---- *)

Theorem check_cost_sound c a b n twice need P Q T : size P = n -> size Q = n ->
  check_cost c a b twice need P Q T -> costs a b n twice need P Q T.
Proof.
move: c a b n twice need P Q T; fix IH 1 => c a b n twice need P Q T sP sQ.
case: c => [|t||lists|W Rt scales common|k zero one both|none one] /=.
- by move=> /eqP ->; apply: count_sound.
- by rewrite sQ; case: ifP => // he; apply: tree_sound.
- exact: ranks_sound.
- exact: halves_sound.
- case: ifP => // he h; apply: reaches he _ => x; exact: definite_rank h.
- case: n sP sQ => [|n] sP sQ; first by rewrite sQ ltn0.
  case: ifP => // kn; rewrite sQ in kn; case: ifP => // h0; case: ifP => // h1 h2.
  have sP' : size (without k P) = n by rewrite size_without sP.
  have sQ' : size (without k Q) = n by rewrite size_without sQ.
  apply: (split_sound kn sP sQ); [exact: IH h0 | exact: IH h1 |].
  by move=> t2; rewrite t2 in h2; apply: IH h2; rewrite ?size_on_kernel.
case: twice => //; case: ifP => // h0; case: eqP => // s1 h1.
have one_ok : forall k, (0 <= k < 0 + size one)%N -> (k < n)%N -> costs a b n.-1 true need.-1
    (without k P) (on_kernel b (nth [::] Q k) (without k Q)) (on_kernel b (nth [::] Q k) T).
  move: h1; move: 0%N; clear s1; elim: one => [|c one IHone] k0 h1 k; first by rewrite addn0; lia.
  move: h1; case: ifP => // hc hone; have [<-|ne] := eqVneq k0 k; last first.
    by move=> hk; apply: (IHone k0.+1) => //; move: hk ne; rewrite /=; lia.
  by move=> _ kn; apply: IH hc; rewrite ?size_on_kernel size_without ?sP ?sQ.
move=> x F _.
have [/existsP[k Fk]|none_F] := boolP [exists k : 'I_n, F k]; last first.
  apply: (IH none a b n false need P Q T sP sQ h0); right => k; apply/negbTE.
  by move: none_F; rewrite negb_exists => /forallP; apply.
have ok : costs a b n.-1 true need.-1 (without k P) (on_kernel b (nth [::] Q k) (without k Q))
    (on_kernel b (nth [::] Q k) T) by apply: one_ok; rewrite ?ltn_ord // s1 sQ ltn_ord.
case: n sP sQ k Fk ok {one_ok} => [|n] sP sQ [k kn] //= Fk ok.
exact: doubled ok.
Qed.
End Sound.
