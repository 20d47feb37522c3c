(* The exact least width.  Nondegenerate weights: N' neurons suffice iff
     N + |F| + 2 rank ((M + c W_down[:,S] W_up[S,:]) on the kernel of W_up[F,:]) <= N'
   for some S and F.  A conic block equals a nondegenerate one of no greater width with
   another skip, its normal form; so the theorem covers every W.  Then the rule of
   kernel/FORMAT.md that excludes a width. *)
From mathcomp Require Import all_ssreflect all_algebra.
From mathcomp Require Import ring.
From Symproof Require Import Definitions LinearAlgebra Parity Sufficiency LeastWidth WidthUpper.
From Symproof Require Import Conic Rigid.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Theorem rigid_least_width (R : realFieldType) (s : R -> R) (c : R) d N N' (M : 'M[R]_d)
    (Wd : 'M[R]_(d, N)) Wu :
  linear_gap s c -> c != 0 -> separates_scales (fun z => s z + s (- z)) ->
  (exists z, s z + s (- z) != 0) -> nondegenerate_up_to_sign Wd Wu ->
  absorbable s N' M Wd Wu <->
  exists S F : {set 'I_N}, (N + #|F| +
    (\rank ((M + c *: (Wd *m Pi S *m Wu))%R *m cokermx (Pi F *m Wu))).*2 <= N')%N.
Proof. by move=> hs c0 hE he nd; apply: least_width_iff (rigid_lower hs hE he nd). Qed.

Section Conic.
Variables (R : realFieldType) (s : R -> R) (c e : R).
Hypotheses (s_gap : linear_gap s c) (s_even : forall z, s z + s (- z) = e * `|z|).

Theorem conic_least_width d N N' (M : 'M[R]_d) (Wd : 'M[R]_(d, N)) Wu :
  c != 0 -> e != 0 -> nondegenerate Wd Wu ->
  absorbable s N' M Wd Wu <->
  exists S F : {set 'I_N}, (N + #|F| +
    (\rank ((M + c *: (Wd *m Pi S *m Wu))%R *m cokermx (Pi F *m Wu))).*2 <= N')%N.
Proof. by move=> c0 e0 nd; apply: least_width_iff (conic_lower s_gap e0 s_even nd). Qed.

(* any W whose block equals a nondegenerate one with another skip: certificates name it *)
Theorem conic_least_width_normal_form d N n N' (M M' : 'M[R]_d) (Wd : 'M[R]_(d, N)) Wu
    (P : 'M[R]_(d, n)) U :
  c != 0 -> e != 0 -> nondegenerate P U -> absorbs s (M - M') Wd Wu P U ->
  absorbable s N' M Wd Wu <->
  exists S F : {set 'I_n}, (n + #|F| +
    (\rank ((M' + c *: (P *m Pi S *m U))%R *m cokermx (Pi F *m U))).*2 <= N')%N.
Proof.
move=> c0 e0 nd h; apply: iff_trans (conic_least_width N' M' c0 e0 nd).
have same x : M *m x + mlp s Wd Wu x = M' *m x + mlp s P U x.
  by rewrite -h mulmxBl addrA addrCA subrr addr0.
by split=> -[Vd [Vu hV]]; exists Vd, Vu => x; rewrite -hV same.
Qed.
Let two0 : 2%:R != 0 :> R. Proof. by rewrite pnatr_eq0. Qed.

Lemma conic_scale a z : s (a * z) = `|a| * s z + c / 2%:R * (a - `|a|) * z.
Proof.
have f y : s y = (c * y + e * `|y|) / 2%:R.
  by apply: (canRL (mulfK two0)); rewrite -s_gap -s_even addrACA addNr addr0 mulr_natr mulr2n.
rewrite !f normrM; move: `|a| `|z| => A Z; field; by rewrite ?pnatr_eq0 ?two0.
Qed.

Lemma conic0 : s 0 = 0.
Proof.
have := s_even 0; rewrite oppr0 normr0 mulr0 -mulr2n => /eqP.
by rewrite mulrn_eq0 /= => /eqP.
Qed.

Lemma drop_neuron d N (Wd : 'M[R]_(d, N.+1)) Wu i x :
  mlp s Wd Wu x = s ((Wu *m x) i 0) *: col i Wd + mlp s (col' i Wd) (row' i Wu) x.
Proof.
apply/colP => l; rewrite [LHS]mxE (bigD1_ord i) //= [RHS]mxE; congr (_ + _).
  by rewrite !mxE mulrC.
rewrite mxE; apply: eq_bigr => k _; rewrite !mxE; congr (_ * s _).
by apply: eq_bigr => j _; rewrite mxE.
Qed.

Definition nondegenerateb d N (Wd : 'M[R]_(d, N)) (Wu : 'M[R]_(N, d)) :=
  [&& [forall i, row i Wu != 0], [forall i, [forall j, (i != j) ==> ~~ (row i Wu <= row j Wu)%MS]] &
      [forall i, col i Wd != 0]].

Theorem conic_normal_form d N (M : 'M[R]_d) (Wd : 'M[R]_(d, N)) (Wu : 'M[R]_(N, d)) :
  exists n (P : 'M[R]_(d, n)) U M', [/\ (n <= N)%N, nondegenerate P U &
    forall x, M *m x + mlp s Wd Wu x = M' *m x + mlp s P U x].
Proof.
elim: N M Wd Wu => [|N IH] M Wd Wu.
  by exists 0%N, Wd, Wu, M; split=> //; split=> -[].
have step i M1 P1 : (forall x, s ((Wu *m x) i 0) *: col i Wd + mlp s (col' i Wd) (row' i Wu) x =
      M1 *m x + mlp s P1 (row' i Wu) x) ->
    exists n (P : 'M[R]_(d, n)) U M', [/\ (n <= N.+1)%N, nondegenerate P U &
      forall x, M *m x + mlp s Wd Wu x = M' *m x + mlp s P U x].
  move=> h; have [n [P [U [M' [nN nd e1]]]]] := IH (M + M1) P1 (row' i Wu).
  exists n, P, U, M'; split=> // [|x]; first exact: leqW.
  by rewrite (drop_neuron Wd Wu i) h addrA -mulmxDl e1.
case nd : (nondegenerateb Wd Wu).
  exists N.+1, Wd, Wu, M; split=> //; have /and3P[/forallP h1 /forallP h2 /forallP h3] := nd.
  by split=> // i j ij; have /forallP/(_ j)/implyP := h2 i; apply.
move/negbT: nd; rewrite !negb_and => /or3P[] /forallPn[i].
- rewrite negbK => /eqP i0; apply: (step i 0 (col' i Wd)) => x.
  have -> : (Wu *m x) i 0 = 0 by rewrite entry_mul_col i0 mul0mx mxE.
  by rewrite conic0 scale0r mul0mx.
- case/forallPn => j; rewrite negb_imply negbK => /andP[ij /sub_rVP[a ia]].
  have [j' jE] : exists j', j = lift i j'.
    by case: (unliftP i j) ij => [k ->|->]; [exists k | rewrite eqxx].
  apply: (step i ((c / 2%:R * (a - `|a|)) *: (col i Wd *m row j Wu))
              (col' i Wd + `|a| *: (col i Wd *m delta_mx 0 j'))) => x.
  have -> : (Wu *m x) i 0 = a * (row j Wu *m x) 0 0 by rewrite entry_mul_col ia -scalemxAl mxE.
  rewrite conic_scale scalerDl /mlp mulmxDl -!scalemxAl -!mulmxA.
  have -> : delta_mx 0 j' *m map_mx s (row' i Wu *m x) = (s ((row j Wu *m x) 0 0))%:M :> 'M_1.
    apply/matrixP => k l; rewrite !ord1 -rowE !mxE jE eqxx mulr1n; congr s.
    by apply: eq_bigr => m _; rewrite !mxE.
  have -> : row j Wu *m x = ((row j Wu *m x) 0 0)%:M by rewrite [LHS]mx11_scalar.
  move: ((row j Wu *m x) 0 0) => z; rewrite !mul_mx_scalar.
  have -> : (z%:M : 'M[R]_1) 0 0 = z by rewrite mxE eqxx mulr1n.
  by rewrite !scalerA [X in X + _ = _]addrC -addrA [X in _ + X = _]addrC.
- rewrite negbK => /eqP i0; apply: (step i 0 (col' i Wd)) => x.
  by rewrite i0 scaler0 mul0mx.
Qed.

(* the least width of every W: no hypothesis on the weights *)
Theorem conic_least_width_all d N (M : 'M[R]_d) (Wd : 'M[R]_(d, N)) (Wu : 'M[R]_(N, d)) :
  c != 0 -> e != 0 -> exists n (P : 'M[R]_(d, n)) U M', [/\ (n <= N)%N, nondegenerate P U,
    forall x, M *m x + mlp s Wd Wu x = M' *m x + mlp s P U x &
    forall N', absorbable s N' M Wd Wu <-> exists S F : {set 'I_n},
      (n + #|F| + (\rank ((M' + c *: (P *m Pi S *m U))%R *m cokermx (Pi F *m U))).*2 <= N')%N].
Proof.
move=> c0 e0; have [n [P [U [M' [nN nd h]]]]] := conic_normal_form M Wd Wu.
exists n, P, U, M'; split=> // N'; apply: conic_least_width_normal_form c0 e0 nd _.
by move=> x; rewrite mulmxBl addrAC h addrAC subrr add0r.
Qed.
End Conic.

Corollary relu_least_width (R : realFieldType) d N N' (M : 'M[R]_d) (Wd : 'M[R]_(d, N)) Wu :
  nondegenerate Wd Wu ->
  absorbable relu N' M Wd Wu <->
  exists S F : {set 'I_N}, (N + #|F| +
    (\rank ((M + Wd *m Pi S *m Wu)%R *m cokermx (Pi F *m Wu))).*2 <= N')%N.
Proof.
move=> nd; apply: iff_trans (conic_least_width (@relu_gap R) (@relu_even R) N' M
  (oner_neq0 R) (oner_neq0 R) nd) _.
by split=> -[S [F h]]; exists S, F; rewrite scale1r in h *.
Qed.

(* ---- the rule of FORMAT.md: one tree for each set of classes ------------------------------ *)

Lemma coker_factor (F : fieldType) n d b (A : 'M[F]_(n, d)) (B : 'M[F]_(d, b)) :
  A *m B = 0 -> B = cokermx A *m (row_ebase A *m B).
Proof.
move=> AB; have : (1%:M - cokermx A *m row_ebase A <= A)%MS.
  by rewrite submxE mulmxBl mul1mx coker_ebase subrr.
case/submxP => D e; apply/eqP; rewrite -subr_eq0 mulmxA -[X in X - _]mul1mx -mulmxBl e.
by rewrite -mulmxA AB mulmx0.
Qed.

Lemma superset_of_card n (F0 : {set 'I_n}) k : (#|F0| <= k <= n)%N ->
  exists2 F : {set 'I_n}, F0 \subset F & #|F| = k.
Proof.
elim: k => [|k IH] /andP[Fk kn].
  by exists F0 => //; apply/eqP; rewrite -leqn0.
move: Fk; rewrite leq_eqVlt => /orP[/eqP e|]; first by exists F0.
rewrite ltnS => Fk; have [|F FF cF] := IH; first by rewrite Fk ltnW.
have [i iF] : exists i, i \notin F.
  apply/existsP; rewrite -negb_forall; apply/negP => /forallP h; move: kn.
  rewrite -cF ltnNge -[X in (X <= _)%N]card_ord subset_leq_card //.
  by apply/subsetP => i _; apply: h.
by exists (i |: F); [apply: subset_trans FF (subsetUr _ _) | rewrite cardsU1 iF cF].
Qed.

Theorem width_excluded (R : realFieldType) d n m (X : {set 'I_n} -> 'M[R]_d) (U : 'M[R]_(n, d)) :
  (forall r (F : {set 'I_n}), (r.*2 <= m)%N -> #|F| = minn (m - r.*2) n ->
     exists b (B : 'M[R]_(d, b)), Pi F *m U *m B = 0 /\ forall S, (r < \rank (X S *m B))%N) ->
  ~ exists S F : {set 'I_n}, (n + #|F| + (\rank (X S *m cokermx (Pi F *m U))).*2 <= n + m)%N.
Proof.
move=> H [S [F0]]; rewrite -addnA leq_add2l; set r := \rank _ => h.
have r2 : (r.*2 <= m)%N by apply: leq_trans h; apply: leq_addl.
have [|F FF cF] := @superset_of_card _ F0 (minn (m - r.*2) n).
  rewrite geq_minr leq_min andbT leq_subRL // addnC h /=.
  by rewrite -[X in (_ <= X)%N]card_ord max_card.
have [b [B [FB /(_ S)]]] := H r F r2 cF; rewrite ltnNge; case/negP.
have F0B : Pi F0 *m U *m B = 0.
  have -> : Pi F0 = Pi F0 *m Pi F :> 'M[R]_n.
    apply/matrixP => i j; rewrite Pi_mul !mxE.
    have [->|_] := eqVneq i j; last by rewrite !mulr0n mulr0.
    by rewrite !mulr1n -natrM mulnb; case jF: (j \in F0) => //=; rewrite (subsetP FF).
  by rewrite -!mulmxA (mulmxA (Pi F)) FB mulmx0.
by rewrite (coker_factor F0B) (mulmxA (X S)); apply: mxrankM_maxl.
Qed.
