(* From integers to theorems about concrete rational weights: an accepted certificate
   refutes every subset S, and with the computed hypotheses of Theorem 4 it shows that
   the weights are not absorbable.

   Weights are given by integers and a common denominator, and only on some rows of
   W_down (I) and some columns of W_up (J): the theorem then holds whatever the other
   entries are.  All of them: I = J = iota 0 d.                                        *)
From Coq Require Import ZArith.
From mathcomp Require Import all_ssreflect all_algebra.
From mathcomp Require Import ring zify ssrZ.
From Symproof Require Import Definitions LinearAlgebra.
From Symproof Require Certificate.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Notation table := (seq (seq Z)).
Definition at2 (t : table) (i j : nat) : Z := nth Z0 (nth [::] t i) j.

(* ---- the rational matrices that integers denote -------------------------------- *)
Section Matrices.
Variable R : realFieldType.

Definition ZR (z : Z) : R := (int_of_Z z)%:~R.

(* the columns of W_down, the rows of W_up, over a common denominator *)
Definition from_columns d N (den : Z) (columns : table) : 'M[R]_(d, N) :=
  \matrix_(i, k) (ZR (at2 columns k i) / ZR den).
Definition from_rows N d (den : Z) (rows : table) : 'M[R]_(N, d) :=
  \matrix_(k, j) (ZR (at2 rows k j) / ZR den).

(* row I_a of W_down is the a-th entry of the given columns; column J_b of W_up is the
   b-th entry of the given rows; the skip is given at (I_a, J_b) *)
Definition rows_given d N (I : seq nat) den (columns : table) (Wd : 'M[R]_(d, N)) :=
  forall a (i : 'I_d) k, nth d I a = i -> Wd i k = ZR (at2 columns k a) / ZR den.
Definition columns_given N d (J : seq nat) den (rows : table) (Wu : 'M[R]_(N, d)) :=
  forall b (j : 'I_d) k, nth d J b = j -> Wu k j = ZR (at2 rows k b) / ZR den.
Definition skip_given d (I J : seq nat) den (entries : table) (M : 'M[R]_d) :=
  forall a b (i j : 'I_d), nth d I a = i -> nth d J b = j -> M i j = ZR (at2 entries a b) / ZR den.

Definition identity_on (I J : seq nat) : table :=
  [seq [seq if Nat.eqb i j then Zpos xH else Z0 | j <- J] | i <- I].

Lemma nth_iota_default d a (i : 'I_d) : nth d (iota 0 d) a = i -> a = i.
Proof.
have [ad|da] := ltnP a d; first by rewrite nth_iota.
by rewrite nth_default ?size_iota // => e; have := ltn_ord i; rewrite -e ltnn.
Qed.

Lemma from_columns_given d N den columns :
  rows_given (iota 0 d) den columns (from_columns d N den columns).
Proof. by move=> a i k /nth_iota_default ->; rewrite mxE. Qed.

Lemma from_rows_given N d den rows :
  columns_given (iota 0 d) den rows (from_rows N d den rows).
Proof. by move=> b j k /nth_iota_default ->; rewrite mxE. Qed.

Lemma from_rows_skip_given d den entries :
  skip_given (iota 0 d) (iota 0 d) den entries (from_rows d d den entries).
Proof. by move=> a b i j /nth_iota_default -> /nth_iota_default ->; rewrite mxE. Qed.

Lemma ZRD a b : ZR (a + b)%R = ZR a + ZR b. Proof. by rewrite /ZR !rmorphD. Qed.
Lemma ZRM a b : ZR (a * b)%R = ZR a * ZR b. Proof. by rewrite /ZR !rmorphM. Qed.
Lemma ZRN a : ZR (- a)%R = - ZR a. Proof. by rewrite /ZR !rmorphN. Qed.
Lemma ZR0 : ZR Z0 = 0. Proof. by []. Qed.
Lemma ZR1 : ZR (Zpos xH) = 1. Proof. by []. Qed.
Lemma ZR_inj : injective ZR.
Proof. by move=> a b /eqP; rewrite eqr_int => /eqP /(can_inj int_of_ZK). Qed.
Lemma ZR_eq0 z : (ZR z == 0) = (z == 0).
Proof. by rewrite -ZR0 (inj_eq ZR_inj). Qed.
Lemma ZR_sum (T : Type) (r : seq T) (P : pred T) F :
  ZR (\sum_(i <- r | P i) F i)%R = \sum_(i <- r | P i) ZR (F i).
Proof. by rewrite (big_morph ZR ZRD ZR0). Qed.

Lemma identity_given d I J : skip_given I J (Zpos xH) (identity_on I J) (1%:M : 'M[R]_d).
Proof.
move=> a b i j ia jb; have sI : (a < size I)%N.
  by rewrite ltnNge; apply/negP => h; have := ltn_ord i; rewrite -ia nth_default ?ltnn.
have sJ : (b < size J)%N.
  by rewrite ltnNge; apply/negP => h; have := ltn_ord j; rewrite -jb nth_default ?ltnn.
rewrite mxE ZR1 invr1 mulr1 /at2 /identity_on (nth_map d) // (nth_map d) // ia jb.
have [->|ij] := eqVneq i j; first by rewrite PeanoNat.Nat.eqb_refl.
suff -> : Nat.eqb i j = false by [].
by apply/PeanoNat.Nat.eqb_neq => /val_inj/eqP; apply/negP.
Qed.
End Matrices.
Arguments from_columns {R}.
Arguments from_rows {R}.

(* ---- the subset condition -------------------------------------------------------- *)

(* (gn/gd) W_down Pi_S W_up = - M, multiplied by all denominators:
   T gn dm = - gd dd du (entries of M) *)
Definition check_subsets (d N : nat) (I J : seq nat) (gn gd dd du dm : Z) (WD WU MM T : table)
    (t : Certificate.tree) : bool :=
  if all (fun i => Nat.ltb i d) I then if all (fun j => Nat.ltb j d) J then
  if all (fun z => negb (Z.eqb z Z0)) [:: gn; gd; dd; du; dm] then
  if all (fun a => all (fun b =>
       Z.eqb (Z.mul (at2 T a b) (Z.mul gn dm)) (Z.opp (Z.mul (Z.mul gd (Z.mul dd du)) (at2 MM a
         b))))
     (iota 0 (size J))) (iota 0 (size I))
  then Certificate.check (size I) (size J) N WD WU T t
  else false else false else false else false.

Section Soundness.
Variables (R : realFieldType) (d N : nat).
Notation ZR := (ZR R).

Definition membership (S : {set 'I_N}) (z : Z) : bool :=
  if insub (Z.to_nat z) is Some k then k \in S else false.

Lemma total_unknowns (S : {set 'I_N}) (f : Certificate.unknown -> Z) (P Q : table) n k :
  size P = n -> size Q = n ->
  Certificate.total (List.map (fun v => Certificate.chosen (membership S) v (f v))
    (Certificate.unknowns k P Q)) =
  \sum_(i < n) (if membership S (Z.add k (Z.of_nat i)) then
    f (Certificate.Unknown (Z.add k (Z.of_nat i)) (nth [::] P i) (nth [::] Q i) [::]) else Z0).
Proof.
elim: n k P Q => [|n IH] k [|p P] [|q Q] //=; first by rewrite big_ord0.
case=> sP [sQ]; rewrite big_ord_recl /= Z.add_0_r; congr (Z.add _ _).
rewrite (IH (Z.add k 1)) //; apply: eq_bigr => i _.
by rewrite -Z.add_assoc -(Znat.Nat2Z.inj_add 1).
Qed.

Lemma listnth T (x0 : T) s i : List.nth i s x0 = nth x0 s i.
Proof. by elim: s i => [|a s IH] [|i] //=. Qed.

Lemma has_sizeP (n : nat) (t : table) k : List.forallb (Certificate.has_size n) t ->
  (k < size t)%N -> size (nth [::] t k) = n.
Proof.
elim: t k => //= r t IH [|k] /andP[/PeanoNat.Nat.eqb_spec h1 h2] //=.
by apply: IH.
Qed.

(* an accepted tree: no S solves all the equations *)
Lemma check_refutes m b (P Q T : table) t (S : {set 'I_N}) : Certificate.check m b N P Q T t ->
  ~ forall i j, (i < m)%N -> (j < b)%N ->
    \sum_(k < N) (if k \in S then at2 P k i * at2 Q k j else 0) = at2 T i j.
Proof.
rewrite /Certificate.check; case wf: (Certificate.well_formed _ _ _ _ _ _) => // ht E.
move: wf; rewrite /Certificate.well_formed.
do 3![case: (PeanoNat.Nat.eqb_spec _ _) => //=]; move=> sT sQ sP.
case fP: (List.forallb _ P) => //; case fQ: (List.forallb _ Q) => // fT.
apply: (Certificate.check_tree_sound _ _ ht (membership S)); split=> /= [i j|e]; last first.
  rewrite /Certificate.value /= Z.add_0_r (total_unknowns S _ 0 sP sQ) big1 => [|k _].
    by case: e.
  by case: e => [|e]; rewrite /= if_same.
rewrite /Certificate.value /= Z.add_0_r (total_unknowns S _ 0 sP sQ).
rewrite /Certificate.entry2 /Certificate.entry.
have msub (k : 'I_N) : membership S (Z.add 0 (Z.of_nat k)) = (k \in S).
  rewrite /membership Z.add_0_l Znat.Nat2Z.id; case: insubP => [k' _ /val_inj ->//|].
  by rewrite ltn_ord.
under eq_bigr do rewrite msub /= !listnth.
rewrite !listnth.
have [im|mi] := ltnP i m; last first.
  rewrite [nth [::] T i]nth_default; last by rewrite (_ : size T = m).
  rewrite nth_nil big1 // => k _; rewrite (_ : nth Z0 (nth [::] P k) i = Z0) ?mul0r ?if_same //.
  by rewrite nth_default // (has_sizeP fP) // (_ : size P = N).
have [jb|bj] := ltnP j b; first exact: E.
rewrite (_ : nth Z0 (nth [::] T i) j = Z0); last first.
  by rewrite nth_default // (has_sizeP fT) // (_ : size T = m).
rewrite big1 // => k _; rewrite (_ : nth Z0 (nth [::] Q k) j = Z0) ?Z.mul_0_r ?if_same //.
by rewrite nth_default // (has_sizeP fQ) // (_ : size Q = N).
Qed.

(* one entry of the equation over the integers, all denominators cleared *)
Lemma cleared_entry (gn gd dd du dm m t X : Z) :
  all (fun z => negb (Z.eqb z Z0)) [:: gn; gd; dd; du; dm] ->
  Z.mul t (Z.mul gn dm) = Z.opp (Z.mul (Z.mul gd (Z.mul dd du)) m) ->
  ZR gn / ZR gd * (ZR X / (ZR dd * ZR du)) = - (ZR m / ZR dm) -> X = t.
Proof.
move=> /= /and5P[gn0 gd0 dd0 du0 /andP[dm0 _]] /(congr1 ZR); rewrite ZRN !ZRM => hz e.
have nz z : ~~ Z.eqb z Z0 -> ZR z != 0.
  by move=> h; rewrite ZR_eq0; apply: contra h => /eqP ->.
apply: (@ZR_inj R); apply: (mulIf (mulf_neq0 (nz _ gn0) (nz _ dm0))); rewrite hz -mulrN.
have -> : - ZR m = ZR gn / ZR gd * (ZR X / (ZR dd * ZR du)) * ZR dm.
  by rewrite e mulNr divfK // nz.
move: (ZR X) (nz _ gd0) (nz _ dd0) (nz _ du0) => Y; move: (ZR gn) (ZR gd) (ZR dd) (ZR du) (ZR dm).
by move=> a1 a2 a3 a4 a5 a20 a30 a40; field; rewrite a20 a30 a40.
Qed.

Theorem check_subsets_sound I J gn gd dd du dm WD WU MM T t
    (Wd : 'M[R]_(d, N)) (Wu : 'M[R]_(N, d)) (M : 'M[R]_d) (S : {set 'I_N}) :
  rows_given I dd WD Wd -> columns_given J du WU Wu -> skip_given I J dm MM M ->
  check_subsets d N I J gn gd dd du dm WD WU MM T t ->
  (ZR gn / ZR gd) *: (Wd *m Pi S *m Wu) <> - M.
Proof.
move=> hD hU hM; rewrite /check_subsets; case: ifP => // /allP dI; case: ifP => // /allP dJ.
case: ifP => // nonzero; case: ifP => // /allP hT /check_refutes no E; apply: (no S) => a b aI bJ.
have dIa : (nth d I a < d)%N by apply/ssrnat.ltP/PeanoNat.Nat.ltb_lt/dI/mem_nth.
have dJb : (nth d J b < d)%N by apply/ssrnat.ltP/PeanoNat.Nat.ltb_lt/dJ/mem_nth.
have := hT a; rewrite mem_iota add0n aI => /(_ isT) /allP/(_ b).
rewrite mem_iota add0n bJ => /(_ isT) /Z.eqb_spec hab.
apply: (cleared_entry nonzero hab); rewrite -(hM a b (Ordinal dIa) (Ordinal dJb)) //.
have := congr1 (fun A : 'M_d => A (Ordinal dIa) (Ordinal dJb)) E.
rewrite /= [LHS]mxE mul_Pi_mul [RHS]mxE => <-; congr (_ * _).
rewrite ZR_sum mulr_suml [RHS]big_mkcond; apply: eq_bigr => k _.
case: ifP => _; last by rewrite mul0r.
by rewrite (hD a) // (hU b) // ZRM invfM mulrACA.
Qed.
End Soundness.

(* ---- the hypotheses of Theorem 4, computed ------------------------------------------ *)

(* two linear forms of a row, the second made positive; collinear rows have equal slopes *)
Definition slope (alpha beta : seq Z) (w : seq Z) : Z * Z :=
  let s := Certificate.dot alpha w in let t := Certificate.dot beta w in
  if Z.ltb s 0 then (Z.opp t, Z.opp s) else (t, s).
Definition slope_lt (x y : Z * Z) : bool := Z.ltb (Z.mul x.1 y.2) (Z.mul y.1 x.2).
Definition slope_le (x y : Z * Z) : bool := Z.leb (Z.mul x.1 y.2) (Z.mul y.1 x.2).
Definition sizes_ok (d b N : nat) (J : seq nat) (t : table) : bool :=
  if Nat.eqb (size t) N then if Nat.eqb (size J) b then
  if all (fun j => Nat.ltb j d) J then List.forallb (Certificate.has_size b) t
  else false else false else false.

Definition check_noncollinear (d N : nat) (J : seq nat) (alpha beta : seq Z) (WU : table) : bool :=
  if sizes_ok d (size J) N J WU then
  let slopes := map (slope alpha beta) WU in
  if all (fun x => Z.ltb 0 x.2) slopes then sorted slope_lt (sort slope_le slopes) else false
  else false.
Definition check_distinct_up_to_sign (d N : nat) (J : seq nat) (alpha : seq Z) (WU : table) : bool
  :=
  if sizes_ok d (size J) N J WU then
  let moduli := map (fun w => Z.abs (Certificate.dot alpha w)) WU in
  if all (Z.ltb 0) moduli then sorted Z.ltb (sort Z.leb moduli) else false
  else false.
Definition check_columns (d N : nat) (I : seq nat) (WD : table) : bool :=
  if sizes_ok d (size I) N I WD then all (has (fun z => negb (Z.eqb z 0))) WD else false.

Section Hypotheses.
Variables (R : realFieldType) (d N : nat).
Notation ZR := (ZR R).

Lemma sizes_okP b J t : sizes_ok d b N J t ->
  [/\ size t = N, size J = b, forall c, (c < b)%N -> (nth d J c < d)%N &
      forall k, (k < N)%N -> size (nth [::] t k) = b].
Proof.
rewrite /sizes_ok; case: (PeanoNat.Nat.eqb_spec _ _) => // st.
case: (PeanoNat.Nat.eqb_spec _ _) => // sJ.
case: ifP => // /allP dJ h; split=> // [c cb|k kN].
  by apply/ssrnat.ltP/PeanoNat.Nat.ltb_lt/dJ/mem_nth; rewrite sJ.
by apply: has_sizeP h _; rewrite st.
Qed.

Lemma dot_scale (a : R) alpha w w' : (forall b, ZR (nth Z0 w b) = a * ZR (nth Z0 w' b)) ->
  ZR (Certificate.dot alpha w) = a * ZR (Certificate.dot alpha w').
Proof.
elim: alpha w w' => [|c alpha IH] w w' h; first by rewrite /= ZR0 mulr0.
rewrite !Certificate.dot_cons !ZRD !ZRM mulrDr (IH _ (List.tl w')) => [|b]; last first.
  by have := h b.+1; case: (w) (w') => [|? ?] [|? ?]; rewrite /= ?nth_nil.
congr (_ + _); rewrite mulrCA; congr (_ * _).
by rewrite /Certificate.entry !listnth.
Qed.

Variables (J : seq nat) (du : Z) (WU : table) (Wu : 'M[R]_(N, d)).
Hypotheses (du0 : negb (Z.eqb du 0)) (hU : columns_given J du WU Wu).

Lemma ZR_du : ZR du != 0.
Proof. by rewrite ZR_eq0; apply: contra du0 => /eqP ->. Qed.

Lemma row_scale b i j (a : R) : sizes_ok d b N J WU -> row i Wu = a *: row j Wu ->
  forall c, ZR (at2 WU i c) = a * ZR (at2 WU j c).
Proof.
case/sizes_okP=> sU sJ dJ sR e c; rewrite /at2.
have z (k : 'I_N) : (b <= c)%N -> nth Z0 (nth [::] WU k) c = Z0.
  by move=> bc; rewrite nth_default // sR.
have [cb|bc] := ltnP c b; last by rewrite !z // ZR0 mulr0.
have /rowP/(_ (Ordinal (dJ c cb))) := e; rewrite !mxE !(hU (b := c)) // mulrA.
by move/(mulIf (invr_neq0 ZR_du)).
Qed.

Lemma row_zero b i : sizes_ok d b N J WU -> row i Wu = 0 ->
  forall c, ZR (at2 WU i c) = 0 * ZR (at2 WU i c).
Proof. by move=> hs e c; apply: (row_scale hs); rewrite scale0r e. Qed.

Lemma slope_lt_trans : {in (fun x => Z.ltb 0 x.2) & &, transitive slope_lt}.
Proof.
suff h t2 s2 t1 s1 t3 s3 : Z.ltb 0 s2 -> Z.ltb 0 s1 -> Z.ltb 0 s3 ->
    slope_lt (t1, s1) (t2, s2) -> slope_lt (t2, s2) (t3, s3) -> slope_lt (t1, s1) (t3, s3).
  by move=> [t2 s2] [t1 s1] [t3 s3]; apply: h.
rewrite /slope_lt /= => /Z.ltb_lt p2 /Z.ltb_lt p1 /Z.ltb_lt p3.
by move=> /Z.ltb_lt h1 /Z.ltb_lt h2; apply/Z.ltb_lt; nia.
Qed.

Lemma slope_lt_irr x : slope_lt x x = false.
Proof. exact: Z.ltb_irrefl. Qed.

(* two different places of a list whose sorted form is strictly increasing *)
Lemma strictly_sorted_differ (T : eqType) (lt le : rel T) (P : pred T) (x0 : T) s i j :
  {in P & &, transitive lt} -> (forall x, lt x x = false) -> all P s -> sorted lt (sort le s) ->
  (i < size s)%N -> (j < size s)%N -> i != j ->
  lt (nth x0 s i) (nth x0 s j) || lt (nth x0 s j) (nth x0 s i).
Proof.
move=> tr irr Ps so si sj ij; have Pss : all P (sort le s) by rewrite all_sort.
have us : uniq s.
  rewrite -(sort_uniq le); apply: (sorted_uniq_in _ _ so) => [x y z xs ys zs|x _].
    by apply: tr; rewrite [_ \in _](allP Pss).
  exact: irr.
have mi : nth x0 s i \in sort le s by rewrite mem_sort mem_nth.
have mj : nth x0 s j \in sort le s by rewrite mem_sort mem_nth.
have trs : {in sort le s & &, transitive lt}.
  by move=> x y z xs ys zs; apply: tr; rewrite [_ \in _](allP Pss).
have := sorted_ltn_index_in trs so.
have [lt_ij|lt_ji|e] := ltngtP (index (nth x0 s i) (sort le s)) (index (nth x0 s j) (sort le s)).
- by move=> /(_ _ _ mi mj lt_ij) ->.
- by move=> /(_ _ _ mj mi lt_ji) ->; rewrite orbT.
have /eqP := congr1 (nth x0 (sort le s)) e; rewrite !nth_index // nth_uniq //.
by rewrite (negPf ij).
Qed.

Lemma check_noncollinearP alpha beta : check_noncollinear d N J alpha beta WU ->
  (forall i, row i Wu != 0) /\ (forall i j, i != j -> ~~ (row i Wu <= row j Wu)%MS).
Proof.
rewrite /check_noncollinear; case: ifP => // hs; case: ifP => // pos so.
have [sU _ _ _] := sizes_okP hs.
have dot0 (w : seq Z) a : ZR (Certificate.dot alpha w) = a -> Z.ltb 0 (slope alpha beta w).2 ->
  a != 0.
  move=> <- h; rewrite ZR_eq0; apply/negP => /eqP e; move: h.
  by rewrite /slope e.
have posn (i : 'I_N) : Z.ltb 0 (slope alpha beta (nth [::] WU i)).2.
  by have /allP := pos; apply; apply/map_f/mem_nth; rewrite sU.
split=> [i|i j ij].
  apply/eqP => /(row_zero hs)/(dot_scale alpha); rewrite mul0r => e.
  by have := dot0 _ _ e (posn i); rewrite eqxx.
apply/negP => /sub_rVP[a /(row_scale hs) e].
have ea := dot_scale alpha e; have eb := dot_scale beta e.
have sS : size (map (slope alpha beta) WU) = N by rewrite size_map.
have ij' : (i : nat) != j by [].
have h1 : (i < size (map (slope alpha beta) WU))%N by rewrite sS.
have h2 : (j < size (map (slope alpha beta) WU))%N by rewrite sS.
have := strictly_sorted_differ (Z0, Z0) slope_lt_trans slope_lt_irr pos so h1 h2 ij'.
rewrite !(nth_map [::]) ?sU // /slope_lt.
set si := Certificate.dot alpha _ in ea; set sj := Certificate.dot alpha _ in ea.
set ti := Certificate.dot beta _ in eb; set tj := Certificate.dot beta _ in eb.
have cross : ti * sj = tj * si.
  apply: (@ZR_inj R); rewrite !ZRM -/ti ea eb.
  by rewrite mulrAC mulrC mulrA.
have cross' : Z.mul ti sj = Z.mul tj si := cross.
rewrite /slope -/si -/sj -/ti -/tj.
by case: ifP => _; case: ifP => _ /= /orP[] /Z.ltb_lt; lia.
Qed.

Lemma check_distinct_up_to_signP alpha : check_distinct_up_to_sign d N J alpha WU ->
  (forall i, row i Wu != 0) /\
  (forall i j, i != j -> (row i Wu != row j Wu) && (row i Wu != - row j Wu)).
Proof.
rewrite /check_distinct_up_to_sign; case: ifP => // hs; case: ifP => // pos so.
have [sU _ _ _] := sizes_okP hs.
have posn (i : 'I_N) : Z.ltb 0 (Z.abs (Certificate.dot alpha (nth [::] WU i))).
  by have /allP := pos; apply; apply: (map_f (fun w => Z.abs (Certificate.dot alpha w)));
    apply/mem_nth; rewrite sU.
split=> [i|i j ij].
  apply/eqP => /(row_zero hs)/(dot_scale alpha); rewrite mul0r => /eqP; rewrite ZR_eq0 => /eqP e.
  by have := posn i; rewrite e.
have differ : Z.abs (Certificate.dot alpha (nth [::] WU i)) <>
              Z.abs (Certificate.dot alpha (nth [::] WU j)).
  have sS : size (map (fun w => Z.abs (Certificate.dot alpha w)) WU) = N by rewrite size_map.
  have := @strictly_sorted_differ _ Z.ltb Z.leb (Z.ltb 0) Z0
    (map (fun w => Z.abs (Certificate.dot alpha w)) WU) i j _ Z.ltb_irrefl pos so.
  rewrite !sS !(nth_map [::]) ?sU // => h e.
  suff : false by [].
  have := h _ (ltn_ord i) (ltn_ord j) ij; rewrite e orbb Z.ltb_irrefl; apply.
  by move=> y x z _ _ _ /Z.ltb_lt h1 /Z.ltb_lt h2; apply/Z.ltb_lt; lia.
apply/andP; split; apply/negP => /eqP e; apply: differ.
  have : row i Wu = 1 *: row j Wu by rewrite scale1r.
  by move=> /(row_scale hs)/(dot_scale alpha); rewrite mul1r => /ZR_inj ->.
have : row i Wu = -1 *: row j Wu by rewrite scaleN1r.
move=> /(row_scale hs)/(dot_scale alpha); rewrite mulN1r -ZRN => /ZR_inj ->.
exact: Z.abs_opp.
Qed.
End Hypotheses.

Lemma check_columnsP (R : realFieldType) d N I dd WD (Wd : 'M[R]_(d, N)) :
  rows_given I dd WD Wd -> negb (Z.eqb dd 0) -> check_columns d N I WD -> forall k, col k Wd != 0.
Proof.
move=> hD dd0; rewrite /check_columns; case: ifP => // /sizes_okP[sD sI dI sR] /allP h k.
have /hasP[z zk z0] := h _ (mem_nth [::] (introT idP (eq_ind_r (fun n => k < n)%N (ltn_ord k) sD))).
have /(nth_index Z0) iz := zk; have := zk; rewrite -index_mem sR // => ai.
apply/negP => /eqP/colP/(_ (Ordinal (dI _ ai))); rewrite !mxE (hD (index z (nth [::] WD k))) //.
rewrite /at2 iz => /eqP; rewrite mulf_eq0 invr_eq0 !ZR_eq0 => /orP[] /eqP e.
  by rewrite e in z0.
by rewrite e in dd0.
Qed.

(* everything for a theorem of the kind "these weights are not absorbable" *)
Definition check_not_absorbable (d N : nat) (I J : seq nat) (gn gd dd du dm : Z)
    (alpha beta : seq Z) (WD WU MM T : table) (t : Certificate.tree) : bool :=
  if check_noncollinear d N J alpha beta WU then if check_columns d N I WD then
  check_subsets d N I J gn gd dd du dm WD WU MM T t else false else false.
(* for rigid activations, rows distinct up to sign *)
Definition check_not_absorbable_rigid (d N : nat) (I J : seq nat) (gn gd dd du dm : Z)
    (alpha : seq Z) (WD WU MM T : table) (t : Certificate.tree) : bool :=
  if check_distinct_up_to_sign d N J alpha WU then if check_columns d N I WD then
  check_subsets d N I J gn gd dd du dm WD WU MM T t else false else false.

Lemma check_subsets_denominators d N I J gn gd dd du dm WD WU MM T t :
  check_subsets d N I J gn gd dd du dm WD WU MM T t -> negb (Z.eqb dd 0) /\ negb (Z.eqb du 0).
Proof.
rewrite /check_subsets; case: ifP => // _; case: ifP => // _.
by case: ifP => //= /and5P[_ _ h1 h2 _].
Qed.

Theorem check_not_absorbable_nondegenerate (R : realFieldType) d N I J gn gd dd du dm alpha beta
    WD WU MM T t (Wd : 'M[R]_(d, N)) (Wu : 'M[R]_(N, d)) :
  rows_given I dd WD Wd -> columns_given J du WU Wu ->
  check_not_absorbable d N I J gn gd dd du dm alpha beta WD WU MM T t -> nondegenerate Wd Wu.
Proof.
move=> hD hU; rewrite /check_not_absorbable; case: ifP => // h1; case: ifP => // h2.
move=> /check_subsets_denominators[dd0 du0].
have [w0 wc] := check_noncollinearP du0 hU h1.
by split=> //; apply: check_columnsP hD dd0 h2.
Qed.

Theorem check_not_absorbable_rigid_nondegenerate (R : realFieldType) d N I J gn gd dd du dm alpha
    WD WU MM T t (Wd : 'M[R]_(d, N)) (Wu : 'M[R]_(N, d)) :
  rows_given I dd WD Wd -> columns_given J du WU Wu ->
  check_not_absorbable_rigid d N I J gn gd dd du dm alpha WD WU MM T t ->
  nondegenerate_up_to_sign Wd Wu.
Proof.
move=> hD hU; rewrite /check_not_absorbable_rigid; case: ifP => // h1; case: ifP => // h2.
move=> /check_subsets_denominators[dd0 du0].
have [w0 wc] := check_distinct_up_to_signP du0 hU h1.
by split=> //; apply: check_columnsP hD dd0 h2.
Qed.

(* the target that check_subsets expects, when it is integral *)
Definition scaled_target (gn gd dd du dm : Z) (MM : table) : table :=
  [seq [seq Z.div (Z.opp (Z.mul (Z.mul gd (Z.mul dd du)) z)) (Z.mul gn dm) | z <- r] | r <- MM].

Lemma identity_skip (R : realFieldType) d :
  from_rows d d 1 (identity_on (iota 0 d) (iota 0 d)) = 1%:M :> 'M[R]_d.
Proof.
apply/matrixP => i j; rewrite mxE.
by rewrite -(@identity_given R d (iota 0 d) (iota 0 d) i j i j) // nth_iota.
Qed.
