(* The count behind Theorem 4 and Proposition 8 (ii).  If a residual-free MLP of
   width N' computes M x + W_down s(W_up x), then for some set S of neurons
     rank (M + c W_down[:,S] W_up[S,:]) + N <= N'.
   s(z) - s(-z) = c z; the even part of s tells the classes of rows apart.  For ReLU
   the classes are lines, for GELU they are pairs {w, -w}. *)
From mathcomp Require Import all_ssreflect all_algebra.
From mathcomp Require Import ring.
From Symproof Require Import Definitions LinearAlgebra Parity.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section WidthRank.
Variables (R : realFieldType) (d : nat) (s : R -> R) (gap : R).
Variables (allow : R -> bool) (cls : rel 'rV[R]_d).
Let E z := s z + s (- z).

Hypothesis s_gap : linear_gap s gap.
Hypothesis clsP : forall u w : 'rV[R]_d, reflect (exists2 a, allow a & u = a *: w) (cls u w).
Hypothesis allow1 : allow 1.
Hypothesis allowV : forall a, a != 0 -> allow a -> allow a^-1.
Hypothesis allowM : forall a b, allow a -> allow b -> allow (a * b).
Hypothesis E_allow : forall a z, allow a -> E (a * z) = `|a| * E z.
Hypothesis E_n0 : exists z, E z != 0.
Hypothesis indep : forall m (A : 'M[R]_(m, d)) (c : 'I_m -> R),
  (forall x : 'cV[R]_d, \sum_k c k * E ((A *m x) k 0) = 0) ->
  forall (w : 'rV[R]_d) (e : 'cV[R]_d), w != 0 ->
  \sum_(k | cls (row k A) w) c k * E ((A *m e) k 0) = 0.

Variables (N N' : nat) (M : 'M[R]_d) (Wd : 'M[R]_(d, N)) (Wu : 'M[R]_(N, d)).
Variables (Vd : 'M[R]_(d, N')) (Vu : 'M[R]_(N', d)).
Hypothesis w_n0 : forall i, row i Wu != 0.
Hypothesis w_nc : forall i j, i != j -> ~~ cls (row i Wu) (row j Wu).
Hypothesis wd_n0 : forall i, col i Wd != 0.
Hypothesis abs : absorbs s M Wd Wu Vd Vu.

Lemma even_part (x : 'cV[R]_d) l :
  \sum_i Wd l i * E ((Wu *m x) i 0) = \sum_j Vd l j * E ((Vu *m x) j 0).
Proof.
have [/(_ x)/colP/(_ l) he _] := (absorbs_by_parity s_gap M Wd Wu Vd Vu).1 abs.
by move: he; rewrite !mxE; under eq_bigr do rewrite mxE; under [RHS]eq_bigr do rewrite mxE.
Qed.

Lemma odd_part : gap *: (Wd *m Wu) + M *+ 2 = gap *: (Vd *m Vu).
Proof. by have [_ ->] := (absorbs_by_parity s_gap M Wd Wu Vd Vu).1 abs. Qed.

Lemma probe (w : 'rV[R]_d) : w != 0 -> exists e : 'cV[R]_d, E ((w *m e) 0 0) != 0.
Proof.
case: E_n0 => z hz /self_dot_neq0 h; exists ((z / (w *m w^T) 0 0) *: w^T).
by rewrite -scalemxAr mxE divfK.
Qed.

Let C i := [set j | cls (row j Vu) (row i Wu) && (row j Vu != 0)].

Lemma class_sum i l (e : 'cV[R]_d) :
  Wd l i * E ((Wu *m e) i 0) = \sum_(j in C i) Vd l j * E ((Vu *m e) j 0).
Proof.
pose A := col_mx Wu Vu.
pose c (m : 'I_(N + N')) := match split m with inl i => Wd l i | inr j => - Vd l j end.
have cL k : c (lshift N' k) = Wd l k.
  by rewrite /c (unsplitK (inl _ : 'I_N + 'I_N')).
have cR k : c (rshift N k) = - Vd l k.
  by rewrite /c (unsplitK (inr _ : 'I_N + 'I_N')).
have h (x : 'cV[R]_d) : \sum_m c m * E ((A *m x) m 0) = 0.
  rewrite big_split_ord /= /A mul_col_mx.
  under eq_bigr do rewrite cL col_mxEu.
  under [X in _ + X]eq_bigr do rewrite cR col_mxEd mulNr.
  by rewrite sumrN even_part subrr.
have := indep h e (w_n0 i); rewrite big_split_ord /= /A mul_col_mx.
under eq_bigl do rewrite rowKu.
under [X in _ + X]eq_bigl do rewrite rowKd.
under eq_bigr do rewrite cL col_mxEu.
under [X in _ + X]eq_bigr do rewrite cR col_mxEd mulNr.
rewrite (big_pred1 i) => [|k]; last first.
  rewrite /=; case: eqP => [->|/eqP ki]; last by rewrite (negPf (w_nc ki)).
  by apply/clsP; exists 1; rewrite ?scale1r.
rewrite sumrN => /eqP; rewrite subr_eq0 => /eqP ->.
rewrite [RHS](eq_bigl (fun j => cls (row j Vu) (row i Wu) && (row j Vu != 0))); last first.
  by move=> j; rewrite inE.
rewrite [RHS]big_mkcondr /=; apply: eq_bigr => j /clsP[a aa ja].
case: eqP => //= j0; have : a == 0.
  by move/eqP: j0; rewrite ja scaler_eq0 (negPf (w_n0 i)) orbF.
move=> /eqP a0; rewrite entry_mul_col ja -scalemxAl mxE E_allow // a0 normr0 mul0r mulr0 //.
Qed.

Lemma class_disj i i' j : j \in C i -> j \in C i' -> i = i'.
Proof.
rewrite !inE => /andP[/clsP[a aa ja] j0] /andP[/clsP[b bb jb] _].
case: (eqVneq i i') => // /w_nc /clsP[]; exists (a^-1 * b).
  apply: allowM => //; apply: allowV => //.
  by apply: contraNneq j0 => a0; rewrite ja a0 scale0r.
rewrite -scalerA -jb ja scalerA mulVf ?scale1r //.
by apply: contraNneq j0 => a0; rewrite ja a0 scale0r.
Qed.

Lemma class_ex i : exists j, j \in C i.
Proof.
have [e he] := probe (w_n0 i).
have [l hl] : exists l, Wd l i != 0.
  apply/existsP; apply: contraNT (wd_n0 i); rewrite negb_exists => /forallP h.
  by apply/eqP/colP => l; rewrite !mxE; apply/eqP/negPn/h.
apply/set0Pn; apply: contraTneq he => C0.
have := class_sum i l e; rewrite C0 big_set0 entry_mul_col => /eqP.
by rewrite mulf_eq0 (negPf hl) negbK.
Qed.

Theorem width_rank :
  exists S : {set 'I_N}, (\rank (M + gap *: (Wd *m Pi S *m Wu))%R + N <= N')%N.
Proof.
have [f fC] := fin_all_exists class_ex.
have f_inj : injective f by move=> i i' e; apply: (class_disj (fC i)); rewrite e.
have /fin_all_exists2[a aa fa] :
    forall i, exists2 a, allow a & row (f i) Vu = a *: row i Wu.
  by move=> i; have := fC i; rewrite inE => /andP[/clsP].
have a0 i : a i != 0.
  apply/eqP => a0; have := fC i; rewrite inE fa a0 scale0r eqxx andbF //.
pose G := [set i | #|C i| == 1%N].
have CG i : i \in G -> C i = [set f i].
  by rewrite inE => /cards1P[j Cj]; have := fC i; rewrite Cj inE => /eqP ->.
have VG i l : i \in G -> Vd l (f i) * `|a i| = Wd l i.
  move=> /CG Ci; have [e] := probe (w_n0 i); rewrite -entry_mul_col => he.
  apply: (mulIf he); rewrite -mulrA class_sum Ci big_set1; congr (_ * _).
  by rewrite [in RHS]entry_mul_col fa -scalemxAl [X in _ = E X]mxE -entry_mul_col E_allow.
pose S := [set i in G | a i < 0].
pose U := \bigcup_i C i.
pose T := [set f i | i in G].
exists S.
have card : (N + #|~: G| + #|~: U| <= N')%N.
  rewrite -[X in (_ <= X)%N](card_ord N') -(cardsC U).
  rewrite leq_add2r.
  apply: (@leq_trans (\sum_i #|C i|)).
    have -> : (N + #|~: G|)%N = (\sum_i (1 + (i \in ~: G)))%N.
      by rewrite big_split /= sum1_card card_ord -sum1_card [X in (_ + X)%N = _]big_mkcond.
    apply: leq_sum => i _; rewrite !inE.
    have : (0 < #|C i|)%N by rewrite card_gt0; apply/set0Pn; exists (f i).
    by case: (#|C i|) => [|[|n]].
  under eq_bigr do rewrite -sum1_card big_mkcond.
  rewrite exchange_big /= -sum1_card [X in (_ <= X)%N]big_mkcond; apply: leq_sum => j _.
  case: ifP => [/bigcupP[i0 _ ji]|/negbT jU].
    rewrite (bigD1 i0) //= ji big1 // => i /eqP ii; case: ifP => // ji'.
    by case: ii; apply: class_disj ji' ji.
  rewrite big1 // => i _; case: ifP => // ji; case/negP: jU; apply/bigcupP.
  by exists i.
apply: leq_trans card; rewrite addnC -addnA leq_add2l.
have two : 2%:R != 0 :> R by rewrite pnatr_eq0.
rewrite -(mxrank_scale_nz _ two).
pose B1 := Pi (~: G) *m Wu; pose B2 := Pi (~: U) *m Vu.
have rB : (\rank (B1 + B2)%MS <= #|~: G| + #|~: U|)%N.
  apply: leq_trans (mxrank_adds_leqif _ _) _ => /=.
  by apply: leq_add; apply: leq_trans (mxrankM_maxl _ _) (rank_Pi _ _).
apply: leq_trans (mxrankS _) rB.
have wB i : i \notin G -> (row i Wu <= B1 + B2)%MS.
  move=> iG; apply: (submx_trans _ (addsmxSl _ _)).
  by have := row_sub i B1; rewrite row_Pi inE iG scale1r.
have vB j : j \notin T -> (row j Vu <= B1 + B2)%MS.
  move=> jT; case jU: (j \in U); last first.
    apply: (submx_trans _ (addsmxSr _ _)).
    by have := row_sub j B2; rewrite row_Pi inE jU scale1r.
  case/bigcupP: jU => i _ ji; have := ji; rewrite inE => /andP[/clsP[b _ ->] _].
  apply: scalemx_sub; apply: wB; apply: contra jT => iG.
  by move: ji; rewrite CG // inE => /eqP ->; apply: imset_f.
have -> : 2%:R *: (M + gap *: (Wd *m Pi S *m Wu)) =
   gap *: (Vd *m Pi (~: T) *m Vu - Wd *m Pi (~: G) *m Wu).
  apply/matrixP => l k.
  have : gap * (\sum_i Wd l i * Wu i k) + M l k *+ 2 = gap * \sum_j Vd l j * Vu j k.
    have /matrixP/(_ l k) := odd_part; rewrite [LHS]mxE [X in X + _]mxE.
    by rewrite [X in gap * X + _]mxE mulmxnE [RHS]mxE [X in _ = gap * X]mxE.
  rewrite [in RHS](bigID (mem T)) [X in gap * X + _ = _](bigID (mem G)) /=.
  have -> : \sum_(j in T) Vd l j * Vu j k =
      \sum_(i in G) Wd l i * Wu i k - (\sum_(i in S) Wd l i * Wu i k) *+ 2.
    rewrite big_imset /=; last by move=> ? ? _ _; apply: f_inj.
    under [X in _ - X *+ 2]eq_bigl do rewrite inE.
    rewrite big_mkcondr -sumrMnl -sumrB; apply: eq_bigr => i iG.
    have -> : Vu (f i) k = a i * Wu i k.
      by have /rowP/(_ k) := fa i; rewrite !mxE.
    rewrite -(VG i l iG) mulrA; case: ltrP => ai.
      by rewrite ltr0_norm // mulrN mulNr mulNrn opprK mulr2n addrA addNr add0r.
    by rewrite ger0_norm // mul0rn subr0.
  move=> e; rewrite [LHS]mxE [X in _ * X]mxE [X in _ * (_ + X)]mxE mul_Pi_mul.
  rewrite [RHS]mxE [X in _ = _ * X]mxE [X in _ = _ * (_ + X)]mxE !mul_Pi_mul.
  under [X in _ = _ * (X - _)]eq_bigl do rewrite inE.
  under [X in _ = _ * (_ - X)]eq_bigl do rewrite inE.
  move: e; set a1 := \sum_(i in G) _; set a2 := \sum_(i | i \notin G) _.
  set a3 := \sum_(i in S) _; set a4 := \sum_(i | i \notin T) _ => e.
  have -> : gap * (a4 - a2) = gap * (a1 - a3 *+ 2 + a4) - gap * (a1 + a2) + gap * a3 *+ 2.
    by ring.
  rewrite -e {e}; rewrite [2%:R * _]mulr_natl mulrnDl.
  by congr (_ + _); rewrite addrAC subrr add0r.
apply: scalemx_sub.
apply: addmx_sub; rewrite -?mulNmx -mulmxA; apply: mulmx_sub; apply/row_subP => i.
  rewrite row_Pi inE; case: (boolP (i \in T)) => h; last by rewrite scale1r vB.
  by rewrite scale0r sub0mx.
rewrite row_Pi inE; case: (boolP (i \in G)) => h; last by rewrite scale1r wB.
by rewrite scale0r sub0mx.
Qed.
End WidthRank.
