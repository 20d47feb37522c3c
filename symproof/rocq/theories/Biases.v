(* Theorem 4 and the count behind it with biases, for s(z) - s(-z) = c z, s(z) + s(-z) = e |z|,
   e <> 0.  Hypotheses on the rows together with their biases: (w_k, b_k) pairwise non-collinear.
   Lemma 6 for affine functions: with one more coordinate t they are linear, and what is left
   over is a multiple of |t|.                                                              *)
From mathcomp Require Import all_ssreflect all_algebra.
From mathcomp Require Import ring.
From Symproof Require Import Definitions LinearAlgebra Sufficiency Kinks.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section Entries.
Variables (R : realFieldType).
Lemma entryD n (y z : 'cV[R]_n) i : (y + z) i 0 = y i 0 + z i 0. Proof. by rewrite mxE. Qed.
Lemma entryZ n l (y : 'cV[R]_n) i : (l *: y) i 0 = l * y i 0. Proof. by rewrite mxE. Qed.
Lemma entryN n (y : 'cV[R]_n) i : (- y) i 0 = - y i 0. Proof. by rewrite mxE. Qed.
End Entries.

Section AffineForms.
Variables (R : realFieldType) (d m : nat) (A : 'M[R]_(m, d)) (b : 'cV[R]_m) (k : 'I_m -> R).
Variables (a : 'rV[R]_d) (a0 : R).
Hypothesis rel : forall x : 'cV_d, \sum_i k i * `|(A *m x + b) i 0| = (a *m x) 0 0 + a0.

Lemma arbitrarily_small (z C : R) : 0 <= C -> (forall l, 0 < l -> `|z| <= C * l) -> z = 0.
Proof.
move=> C0 h; apply/eqP/negPn/negP => z0; have nz : 0 < `|z| by rewrite normr_gt0.
have C1 : 0 < 1 + C by rewrite ltr_paddr ?ltr01.
have := h (`|z| / (1 + C)) (divr_gt0 nz C1); rewrite mulrCA ler_pmulr //.
by rewrite ler_pdivl_mulr // mul1r ger_addr ler10.
Qed.

Let F (x : 'cV[R]_d) (t : R) := \sum_i k i * `|(A *m x) i 0 + t * b i 0|.

Lemma scaled x l : 0 < l -> F x l = (a *m x) 0 0 + a0 * l.
Proof.
move=> l0; have := rel (l^-1 *: x) => /(congr1 ( *%R l)); rewrite mulr_sumr => e.
transitivity (l * ((a *m (l^-1 *: x)) 0 0 + a0)); last first.
  by rewrite -scalemxAr mxE mulrDr mulrA divff ?gt_eqF // mul1r [l * a0]mulrC.
rewrite -e; apply: eq_bigr => i _; rewrite mulrCA -{2}(gtr0_norm l0) -normrM; congr (_ * `|_|).
by rewrite -scalemxAr entryD entryZ mulrDr mulrA divff ?gt_eqF // mul1r.
Qed.

Lemma at_0 x : F x 0 = (a *m x) 0 0.
Proof.
apply/eqP; rewrite -subr_eq0; apply/eqP.
apply: (@arbitrarily_small _ (\sum_i `|k i| * `|b i 0| + `|a0|)) => [|l l0].
  by rewrite addr_ge0 ?sumr_ge0 // => i _; rewrite mulr_ge0.
have -> : F x 0 - (a *m x) 0 0 = F x 0 - F x l + a0 * l 
  by rewrite (scaled x l0) opprD addrA subrK.
apply: le_trans (ler_norm_add _ _) _; rewrite mulrDl normrM (gtr0_norm l0) ler_add2r.
rewrite /F -sumrB mulr_suml; apply: le_trans (ler_norm_sum _ _ _) _; apply: ler_sum => i _.
rewrite -mulrBr normrM -mulrA ler_wpmul2l // mul0r addr0.
apply: le_trans (ler_dist_dist _ _) _; rewrite opprD addrA subrr sub0r normrN normrM.
by rewrite (gtr0_norm l0) mulrC.
Qed.

Lemma linear_part0 : a = 0.
Proof.
have h (x : 'cV_d) : (a *m x) 0 0 = 0.
  have : (a *m - x) 0 0 = (a *m x) 0 0.
    by rewrite -!at_0 /F; apply: eq_bigr => i _; rewrite mulmxN entryN !mul0r !addr0 normrN.
  rewrite mulmxN entryN => /eqP; rewrite eq_sym -addr_eq0 -mulr2n mulrn_eq0 /= => /eqP.
  by [].
apply/rowP => j; have := h (delta_mx j 0); rewrite -colE mxE => ->.
by rewrite mxE.
Qed.

Notation Ab := (row_mx A b).
Lemma absE (x : 'cV[R]_d) (t : 'cV[R]_1) i : (Ab *m col_mx x t) i 0 = (A *m x) i 0 + t 0 0 * b i 0.
Proof. by rewrite mul_row_col mxE [X in _ + X]mxE big_ord1 mulrC. Qed.

Lemma affine_class_sum (w : 'rV[R]_(d + 1)) (y : 'cV[R]_(d + 1)) : lsubmx w != 0 ->
  \sum_(i | (row i Ab <= w)%MS) k i * `|(Ab *m y) i 0| = 0.
Proof.
move=> w0; pose B := col_mx Ab (row_mx 0 1%:M) : 'M[R]_(m + 1, d + 1).
pose k' (i : 'I_(m + 1)) := match split i with inl i => k i | inr _ => - a0 end.
have kL i : k' (lshift 1 i) = k i by rewrite /k' (unsplitK (inl _ : 'I_m + 'I_1)).
have kR i : k' (rshift m i) = - a0 by rewrite /k' (unsplitK (inr _ : 'I_m + 'I_1)).
have Ft x t : F x t = a0 * `|t|.
  have [t0|t0|->] := ltrgt0P t.
  - by rewrite scaled // linear_part0 mul0mx mxE add0r.
  - have -> : F x t = F (- x) (- t).
      by apply: eq_bigr => i _; rewrite mulmxN entryN mulNr -opprD normrN.
    by rewrite scaled ?oppr_gt0 // linear_part0 mul0mx mxE add0r.
  - by rewrite at_0 linear_part0 mul0mx mxE mulr0.
have h (z : 'cV_(d + 1)) : \sum_i k' i * `|(B *m z) i 0| = 0.
  rewrite -[z]vsubmxK big_split_ord /= big_ord1 kR /B mul_col_mx col_mxEd.
  rewrite [row_mx 0 _ *m _]mul_row_col mul0mx add0r.
  rewrite mul1mx; under eq_bigr do rewrite kL col_mxEu absE.
  by rewrite -/(F _ _) Ft mulNr subrr.
have := norm_class_sum w h y; rewrite big_split_ord /= [X in _ + X]big_pred0 ?addr0 => [e|i];
  last first.
  rewrite ord1 rowKd row_row_mx row0 row1; apply/negbTE/negP => /sub_rVP[l e].
  move/(congr1 lsubmx): (e); rewrite row_mxKl linearZ /= => /esym/eqP.
  rewrite scaler_eq0 (negPf w0) orbF => /eqP l0; move: e; rewrite l0 scale0r.
  by move/(congr1 rsubmx)/rowP/(_ 0); rewrite row_mxKr linear0 !mxE eqxx => /eqP; rewrite oner_eq0.
rewrite -[RHS]e; apply: eq_big => [i|i _]; first by rewrite rowKu.
by rewrite kL /B mul_col_mx col_mxEu.
Qed.
End AffineForms.

Section Count.
Variables (R : realFieldType) (s : R -> R) (c e : R).
Hypotheses (gap : linear_gap s c) (even : forall z, s z + s (- z) = e * `|z|) (e0 : e != 0).
Variables (d N N' : nat) (M : 'M[R]_d) (Wd : 'M[R]_(d, N)) (Wu : 'M[R]_(N, d)).
Variables (b : 'cV[R]_N) (b0 : 'cV[R]_d).
Variables (Vd : 'M[R]_(d, N')) (Vu : 'M[R]_(N', d)) (v : 'cV[R]_N') (v0 : 'cV[R]_d).
Notation W := (row_mx Wu b).
Notation V := (row_mx Vu v).
Hypothesis w_n0 : forall i, row i Wu != 0.
Hypothesis w_nc : forall i j, i != j -> ~~ (row i W <= row j W)%MS.
Hypothesis wd_n0 : forall i, col i Wd != 0.
Hypothesis same : forall x, M *m x + mlp_biased s Wd Wu b b0 x = mlp_biased s Vd Vu v v0 x.

Let two_neq0 : 2%:R != 0 :> R. Proof. by rewrite pnatr_eq0. Qed.
Lemma twice z : 2%:R * s z = c * z + e * `|z|.
Proof. by rewrite -(gap z) -(even z) addrACA addNr addr0 mulr_natl mulr2n. Qed.

Lemma twice_mlp n (P : 'M[R]_(d, n)) U (q : 'cV_n) p0 x l :
  2%:R * mlp_biased s P U q p0 x l 0 = c * ((P *m U *m x) l 0 + (P *m q) l 0) +
    e * (\sum_i P l i * `|(U *m x + q) i 0|) + 2%:R * p0 l 0.
Proof.
rewrite [X in 2%:R * X = _]entryD [LHS]mulrDr; congr (_ + _); rewrite -mulmxA.
have -> : (P *m (U *m x)) l 0 + (P *m q) l 0 = \sum_i P l i * (U *m x + q) i 0.
  by rewrite !mxE -big_split; apply: eq_bigr => i _; rewrite entryD mulrDr.
rewrite mxE !mulr_sumr -big_split; apply: eq_bigr => i _.
rewrite /= [map_mx _ _]lock mulrCA -lock [X in _ * (_ * X) = _]mxE twice mulrDr.
by congr (_ + _); rewrite mulrCA.
Qed.

Definition coefficient l (i : 'I_(N + N')) :=
  match split i with inl i => e * Wd l i | inr j => - (e * Vd l j) end.

Lemma relation l (x : 'cV_d) :
  \sum_i coefficient l i * `|(col_mx Wu Vu *m x + col_mx b v) i 0| =
  (row l (c *: (Vd *m Vu) - c *: (Wd *m Wu) - M *+ 2) *m x) 0 0 +
  (c * (Vd *m v) l 0 + 2%:R * v0 l 0 - c * (Wd *m b) l 0 - 2%:R * b0 l 0).
Proof.
have cL i : coefficient l (lshift N' i) = e * Wd l i.
  by rewrite /coefficient (unsplitK (inl _ : 'I_N + 'I_N')).
have cR j : coefficient l (rshift N j) = - (e * Vd l j).
  by rewrite /coefficient (unsplitK (inr _ : 'I_N + 'I_N')).
rewrite mul_col_mx add_col_mx big_split_ord /=.
under eq_bigr do rewrite cL col_mxEu -mulrA.
under [X in _ + X]eq_bigr do rewrite cR col_mxEd mulNr -mulrA.
rewrite sumrN -!mulr_sumr.
have := congr1 (fun y : 'cV_d => 2%:R * y l 0) (same x); rewrite entryD mulrDr !twice_mlp.
have -> : (row l (c *: (Vd *m Vu) - c *: (Wd *m Wu) - M *+ 2) *m x) 0 0 =
    c * (Vd *m Vu *m x) l 0 - c * (Wd *m Wu *m x) l 0 - 2%:R * (M *m x) l 0.
  rewrite -row_mul [LHS]mxE !mulmxBl -!scalemxAl mulr2n mulmxDl !(entryD, entryN, entryZ).
  by rewrite mulr_natl mulr2n.
move: (\sum_i Wd l i * _) (\sum_i Vd l i * _) => S1 S2 h.
move: h; move: ((M *m x) l 0) ((Wd *m Wu *m x) l 0) ((Vd *m Vu *m x) l 0) ((Wd *m b) l 0).
move: ((Vd *m v) l 0) (b0 l 0) (v0 l 0) => t1 t2 t3 t4 t5 t6 t7 h.
have -> : e * S1 = 2%:R * t4 + (c * (t5 + t7) + e * S1 + 2%:R * t2) - 2%:R * t4 - c * (t5 + t7) -
  2%:R * t2 by ring.
by rewrite h; ring.
Qed.

Lemma rows_col_mx (i : 'I_(N + N')) : row i (row_mx (col_mx Wu Vu) (col_mx b v)) =
  match split i with inl i => row i W | inr j => row j V end.
Proof.
case: splitP => j ij; rewrite row_row_mx.
  have -> : i = lshift N' j by apply: val_inj.
  by rewrite !rowKu row_row_mx.
have -> : i = rshift N j by apply: val_inj.
by rewrite !rowKd row_row_mx.
Qed.

Lemma odd_part : M = (c / 2%:R) *: (Vd *m Vu - Wd *m Wu).
Proof.
have h : c *: (Vd *m Vu) - c *: (Wd *m Wu) - M *+ 2 = 0.
  by apply/row_matrixP => l; rewrite row0; apply: linear_part0 (relation l).
apply: (scalerI two_neq0); rewrite scalerA mulrCA divff // mulr1 scalerBr scaler_nat.
by move/eqP: h; rewrite subr_eq0 => /eqP ->.
Qed.

Definition ratio i j := ((row j V *m (row i W)^T) 0 0) / ((row i W *m (row i W)^T) 0 0).
Definition in_class i j := (row j V <= row i W)%MS && (row j V != 0).

Lemma W_n0 i : row i W != 0.
Proof.
apply: contra (w_n0 i) => /eqP/(congr1 lsubmx).
by rewrite row_row_mx row_mxKl linear0 => ->.
Qed.

Lemma ratioP i j : (row j V <= row i W)%MS -> row j V = ratio i j *: row i W.
Proof.
case/sub_rVP => t e'; rewrite /ratio e' -scalemxAl [X in X / _]mxE mulfK //.
exact/self_dot_neq0/W_n0.
Qed.

Lemma class_sum i l : Wd l i = \sum_(j | in_class i j) Vd l j * `|ratio i j|.
Proof.
have u0 : lsubmx (row i W) != 0 by rewrite row_row_mx row_mxKl.
have := affine_class_sum (relation l) (row i W)^T u0; rewrite big_split_ord /=.
pose n2 := (row i W *m (row i W)^T) 0 0; have n0 : n2 != 0 by apply/self_dot_neq0/W_n0.
have at_row n (U : 'M[R]_(n, d + 1)) (y : 'cV_(d + 1)) j : (U *m y) j 0 = (row j U *m y) 0 0.
  by rewrite -row_mul [RHS]mxE.
rewrite (big_pred1 i) => [|j]; last first.
  rewrite rows_col_mx (unsplitK (inl _ : 'I_N + 'I_N')) /=.
  by case: (j =P i) => [->|/eqP ji]; rewrite ?submx_refl // (negPf (w_nc ji)).
rewrite at_row rows_col_mx (unsplitK (inl _ : 'I_N + 'I_N')) /coefficient.
rewrite (unsplitK (inl _ : 'I_N + 'I_N')) -/n2.
under eq_bigl do rewrite rows_col_mx (unsplitK (inr _ : 'I_N + 'I_N')).
under eq_bigr do rewrite at_row rows_col_mx (unsplitK (inr _ : 'I_N + 'I_N')).
move=> h; apply: (mulfI (mulf_neq0 e0 (_ : `|n2| != 0))); rewrite ?normr_eq0 //.
rewrite mulrAC; move/eqP: h; rewrite addr_eq0 => /eqP ->; rewrite -sumrN mulr_sumr.
rewrite [RHS]big_mkcondr; apply: eq_bigr => j ji.
rewrite {1}(ratioP ji) -scalemxAl [X in `|X|]mxE -/n2 normrM mulNr opprK.
case: eqP => [z|_] /=; last by ring.
have := ratioP ji; rewrite z => /esym/eqP; rewrite scaler_eq0 (negPf (W_n0 i)) orbF => /eqP ->.
by rewrite normr0 !mul0r mulr0.
Qed.

Theorem biased_count : exists S : {set 'I_N}, (\rank (M + c *: (Wd *m Pi S *m Wu))%R + N <= N')%N.
Proof.
have class_eq i i' j : in_class i j -> in_class i' j -> i = i'.
  case/andP => ji j0 /andP[ji' _]; apply/eqP/negPn/negP => /w_nc/negP; apply.
  have r0 : ratio i j != 0 by apply: contraNneq j0 => r0; rewrite (ratioP ji) r0 scale0r.
  by rewrite -(eqmx_scale _ r0) -(ratioP ji).
have /fin_all_exists[g hg] i : exists j, in_class i j.
  apply/existsP; move: (wd_n0 i); apply: contraR; rewrite negb_exists => /forallP no.
  by apply/eqP/colP => l; rewrite !mxE class_sum big_pred0 // => j; apply/negbTE.
have g_inj : injective g by move=> i i' ii; apply: (class_eq i i' (g i)); rewrite // ii.
pose S := [set i | ratio i (g i) < 0]; exists S.
pose t j : 'rV[R]_d := c *: (2%:R^-1 *: (row j Vu - \sum_(i | in_class i j) `|ratio i j| *: row i
  Wu) +
  \sum_(i in S | in_class i j) `|ratio i j| *: row i Wu).
have t0 i : t (g i) = 0.
  have one (P : pred 'I_N) : \sum_(i' | P i' && in_class i' (g i)) `|ratio i' (g i)| *: row i' Wu =
      if P i then `|ratio i (g i)| *: row i Wu else 0.
    have [iP|iP] := boolP (P i).
      rewrite (big_pred1 i) // => i'; apply/andP/eqP => [[_ /class_eq/(_ (hg i))]|->] //.
    rewrite big_pred0 // => i'; apply/negbTE/negP => /andP[Pi' /class_eq e'].
    by rewrite -(e' _ (hg i)) Pi' in iP.
  have uE : row (g i) Vu = ratio i (g i) *: row i Wu.
    have /andP[/ratioP/(congr1 lsubmx) + _] := hg i.
    by rewrite linearZ /= !row_row_mx !row_mxKl.
  have iS : (i \in S) = (ratio i (g i) < 0) by rewrite inE.
  rewrite /t (one predT) (one (fun i => i \in S)) iS uE /=; have [neg|pos] := ltrP (ratio i (g i))
    0.
    rewrite ltr0_norm // scaleNr opprK; move: (_ *: row i Wu) => y.
    by rewrite -mulr2n -scaler_nat scalerA mulVf // scale1r subrr scaler0.
  by rewrite ger0_norm // subrr scaler0 addr0 scaler0.
suff -> : M + c *: (Wd *m Pi S *m Wu) = \sum_j col j Vd *m t j.
  apply: (@leq_trans (#|[pred j | true && (t j != 0)]| + N)); first by rewrite leq_add2r rank_sum.
  rewrite -[X in (_ + X <= _)%N](card_ord N) -[X in (_ <= X)%N](card_ord N').
  rewrite -(card_codom g_inj) addnC -cardUI [X in (_ + X)%N]eq_card0 ?addn0 ?max_card // => j.
  by apply/negbTE/negP => /andP[/codomP[i ->]] /andP[_ /eqP]; apply; apply: t0.
have exch (P : pred 'I_N) : \sum_(i | P i) col i Wd *m row i Wu =
    \sum_j col j Vd *m \sum_(i | P i && in_class i j) `|ratio i j| *: row i Wu.
  transitivity (\sum_(i | P i) \sum_(j | in_class i j) col j Vd *m (`|ratio i j| *: row i Wu)).
    apply: eq_bigr => i _; under [RHS]eq_bigr do rewrite -scalemxAr scalemxAl.
    rewrite -mulmx_suml; congr (_ *m _); apply/colP => l.
    by rewrite mxE class_sum summxE; apply: eq_bigr => j _; rewrite !mxE mulrC.
  rewrite (exchange_big_dep xpredT) //=; apply: eq_bigr => j _.
  by rewrite mulmx_sumr; apply: eq_bigl.
have split_cols n (P : 'M[R]_(d, n)) (U : 'M[R]_(n, d)) : P *m U = \sum_j col j P *m row j U.
  apply/matrixP => i j; rewrite mxE summxE; apply: eq_bigr => k _.
  by rewrite mxE big_ord1 !mxE.
have -> : Wd *m Pi S *m Wu = \sum_(i in S) col i Wd *m row i Wu.
  apply/matrixP => i j; rewrite mul_Pi_mul summxE; apply: eq_bigr => k _.
  by rewrite mxE big_ord1 !mxE.
rewrite {1}odd_part (split_cols _ Vd) (split_cols _ Wd) (exch xpredT) (exch (mem S)) /=.
rewrite -sumrB /t -scalerA -scalerDr scaler_sumr -big_split scaler_sumr; apply: eq_bigr => j _ /=.
by rewrite -[RHS]scalemxAr mulmxDr -scalemxAr mulmxBr.
Qed.
End Count.

Section Iff.
Variables (R : realFieldType) (s : R -> R) (c e : R).
Hypotheses (gap : linear_gap s c) (even : forall z, s z + s (- z) = e * `|z|) (e0 : e != 0).

Theorem biased_iff d N (M : 'M[R]_d) (Wd : 'M[R]_(d, N)) Wu b b0 :
  (forall i, row i Wu != 0) ->
  (forall i j, i != j -> ~~ (row i (row_mx Wu b) <= row j (row_mx Wu b))%MS) ->
  (forall i, col i Wd != 0) ->
  (exists (Vd : 'M[R]_(d, N)) Vu v v0, forall x,
     M *m x + mlp_biased s Wd Wu b b0 x = mlp_biased s Vd Vu v v0 x) <->
  exists S : {set 'I_N}, c *: (Wd *m Pi S *m Wu) = - M.
Proof.
move=> w0 wc wd0; split=> [[Vd [Vu [v [v0 h]]]]|[S hS]].
  have [S hS] := biased_count gap even e0 w0 wc wd0 h; exists S; move: hS.
  rewrite -[X in (_ <= X)%N]add0n leq_add2r leqn0 mxrank_eq0 addrC addr_eq0 => /eqP //.
exists Wd, (Flip S *m Wu), (Flip S *m b), (b0 + c *: (Wd *m Pi S *m b)) => x.
rewrite /mlp_biased -[Flip S *m Wu *m x]mulmxA -mulmxDr (map_Flip _ _ gap) mulmxBr mulmxDr.
rewrite scalerDr mulmxDr -!scalemxAr !mulmxA [c *: (_ *m x)]scalemxAl hS mulNmx opprD opprK.
by rewrite [b0 + _]addrC !addrA subrK [M *m x + _]addrC.
Qed.
End Iff.
