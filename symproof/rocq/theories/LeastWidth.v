(* The lower bound on the width.  If a residual-free MLP of width N' computes
   M x + W_down s(W_up x), then for some sets S and F of neurons
     N + |F| + 2 rank ((M + c W_down[:,S] W_up[S,:]) on the kernel of W_up[F,:]) <= N',
   hence rank (M + c W_down[:,S] W_up[S,:]) + N <= N'.
   s(z) - s(-z) = c z; the even part of s tells the classes of rows apart.  For ReLU
   the classes are lines, for GELU they are pairs {w, -w}. *)
From mathcomp Require Import all_ssreflect all_algebra.
From mathcomp Require Import ring.
From Symproof Require Import Definitions LinearAlgebra Parity.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section LeastWidth.
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

(* the coefficient of any class, with or without a row of W *)
Lemma class_total (w : 'rV[R]_d) l (e : 'cV[R]_d) : w != 0 ->
  \sum_(i | cls (row i Wu) w) Wd l i * E ((Wu *m e) i 0) =
  \sum_(j | cls (row j Vu) w) Vd l j * E ((Vu *m e) j 0).
Proof.
move=> w0; pose A := col_mx Wu Vu.
pose c (m : 'I_(N + N')) := match split m with inl i => Wd l i | inr j => - Vd l j end.
have cL k : c (lshift N' k) = Wd l k by rewrite /c (unsplitK (inl _ : 'I_N + 'I_N')).
have cR k : c (rshift N k) = - Vd l k by rewrite /c (unsplitK (inr _ : 'I_N + 'I_N')).
have h (x : 'cV[R]_d) : \sum_m c m * E ((A *m x) m 0) = 0.
  rewrite big_split_ord /= /A mul_col_mx.
  under eq_bigr do rewrite cL col_mxEu.
  under [X in _ + X]eq_bigr do rewrite cR col_mxEd mulNr.
  by rewrite sumrN even_part subrr.
have := indep h e w0; rewrite big_split_ord /= /A mul_col_mx.
under eq_bigl do rewrite rowKu.
under [X in _ + X]eq_bigl do rewrite rowKd.
under eq_bigr do rewrite cL col_mxEu.
under [X in _ + X]eq_bigr do rewrite cR col_mxEd mulNr.
by rewrite sumrN => /eqP; rewrite subr_eq0 => /eqP.
Qed.

Let C i := [set j | cls (row j Vu) (row i Wu) && (row j Vu != 0)].

Lemma class_sum i l (e : 'cV[R]_d) :
  Wd l i * E ((Wu *m e) i 0) = \sum_(j in C i) Vd l j * E ((Vu *m e) j 0).
Proof.
have := class_total l e (w_n0 i); rewrite (big_pred1 i) => [->|k]; last first.
  rewrite /=; case: eqP => [->|/eqP ki]; last by rewrite (negPf (w_nc ki)).
  by apply/clsP; exists 1; rewrite ?scale1r.
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

Lemma cls_sym u w : u != 0 -> cls u w -> cls w u.
Proof.
move=> u0 /clsP[a aa e]; have a0 : a != 0 by apply: contraNneq u0 => a0; rewrite e a0 scale0r.
by apply/clsP; exists a^-1; [exact: allowV | rewrite e scalerA mulVf ?scale1r].
Qed.

Lemma cls_trans v u w : cls u v -> cls v w -> cls u w.
Proof.
move=> /clsP[a aa ->] /clsP[b bb ->]; apply/clsP; exists (a * b); first exact: allowM.
by rewrite scalerA.
Qed.

Lemma cls_refl u : cls u u.
Proof. by apply/clsP; exists 1; rewrite ?scale1r. Qed.

Let U := \bigcup_i C i.
Let O := [set j in ~: U | row j Vu != 0].
Let same j k := cls (row j Vu) (row k Vu).

Lemma same_equiv : {in O & &, equivalence_rel same}.
Proof.
move=> j k m; rewrite !inE => /andP[_ j0] /andP[_ k0] /andP[_ m0]; split; first exact: cls_refl.
by move=> jk; apply/idP/idP; apply: cls_trans; [apply: cls_sym|].
Qed.

Lemma same_outside j k : j \in O -> row k Vu != 0 -> same k j -> k \in O.
Proof.
rewrite !inE => /andP[jU j0] k0 kj; rewrite k0 andbT; apply: contra jU => /bigcupP[i _].
rewrite inE => /andP[ki _]; apply/bigcupP; exists i => //; rewrite inE j0 andbT.
exact: cls_trans (cls_sym k0 kj) ki.
Qed.

(* a class outside W with one neuron: that neuron has column 0 *)
Lemma lonely j l : j \in O -> (forall k, k \in O -> same k j -> k = j) -> Vd l j = 0.
Proof.
move=> jO alone; have := jO; rewrite !inE => /andP[jU j0].
have [e he] := probe j0; have := class_total l e j0.
rewrite big_pred0 => [|i]; last first.
  apply/negbTE; apply: contra jU => ij; apply/bigcupP; exists i => //.
  by rewrite inE j0 andbT; apply: cls_sym.
rewrite (bigD1 j) ?cls_refl //= big1 ?addr0 => [|k /andP[kj nkj]].
  by rewrite entry_mul_col => /esym/eqP; rewrite mulf_eq0 (negPf he) orbF => /eqP.
have [k0|k0] := eqVneq (row k Vu) 0; last first.
  by case/eqP: nkj; apply: alone => //; apply: same_outside jO k0 kj.
have /clsP[a aa ka] := kj; have a0 : a = 0.
  by apply/eqP; move/eqP: ka; rewrite k0 eq_sym scaler_eq0 (negPf j0) orbF.
by rewrite entry_mul_col ka -scalemxAl mxE E_allow // a0 normr0 mul0r mulr0.
Qed.

Lemma outside_rank : ((\rank (Vd *m Pi (~: U) *m Vu)).*2 <= #|~: U|)%N.
Proof.
pose Pt := equivalence_partition same O.
have part : partition Pt O := equivalence_partitionP same_equiv.
have [cov triv _] := and3P part.
pose Pt2 := [set A in Pt | (1 < #|A|)%N].
pose sp (A : {set 'I_N'}) : 'M[R]_d := if [pick j in A] is Some j then <<row j Vu>>%MS else 0.
have sub : (Vd *m Pi (~: U) *m Vu <= \sum_(A in Pt2) sp A)%MS.
  apply/row_subP => l; rewrite -mulmxA row_mul mulmx_sum_row summx_sub // => j _.
  rewrite row_Pi scalerA !mxE.
  have [jO|jO] := boolP (j \in O); last first.
    move: jO; rewrite !inE negb_and !negbK => /orP[->|/eqP ->].
      by rewrite mulr0 scale0r sub0mx.
    by rewrite scaler0 sub0mx.
  have jP : pblock Pt j \in Pt by apply: pblock_mem; rewrite (eqP cov).
  have jj : j \in pblock Pt j by rewrite mem_pblock (eqP cov).
  have inb k : k \in pblock Pt j = (k \in O) && same j k.
    apply/idP/andP => [kj|[kO jk]]; last by rewrite (pblock_equivalence_partition same_equiv).
    have kO : k \in O by rewrite -(eqP cov); apply/bigcupP; exists (pblock Pt j).
    by split=> //; rewrite -(pblock_equivalence_partition same_equiv).
  have [big|small] := ltnP 1 #|pblock Pt j|.
    apply: scalemx_sub; apply: (sumsmx_sup (pblock Pt j)); first by rewrite inE jP.
    rewrite /sp; case: pickP => [k|/(_ j)]; last by rewrite jj.
    by rewrite inb genmxE => /andP[_ /clsP[a _ ->]]; apply: scalemx_sub.
  rewrite (@lonely j l) ?mul0r ?scale0r ?sub0mx // => k kO kj.
  have [_ j0] : j \in ~: U /\ row j Vu != 0 by move: jO; rewrite !inE => /andP[].
  have k0 : row k Vu != 0 by move: kO; rewrite !inE => /andP[].
  apply/eqP; apply: contraTT small => nkj; rewrite -ltnNge.
  apply: (@leq_trans #|[set j; k]|); first by rewrite cards2 eq_sym nkj.
  apply: subset_leq_card; apply/subsetP => m; rewrite !inE => /orP[] /eqP ->; first exact: jj.
  by rewrite inb kO; apply: cls_sym.
have spr A : (\rank (sp A) <= 1)%N.
  by rewrite /sp; case: pickP => [j _|_]; rewrite ?mxrank0 // genmxE rank_leq_row.
have rk : (\rank (Vd *m Pi (~: U) *m Vu) <= #|Pt2|)%N.
  apply: leq_trans (mxrankS sub) _; apply: leq_trans (mxrank_sum_leqif _) _ => /=.
  by rewrite -sum1_card leq_sum.
rewrite -leq_double in rk; apply: leq_trans rk _.
apply: (@leq_trans #|O|); last first.
  by apply: subset_leq_card; apply/subsetP => j; rewrite !inE => /andP[].
rewrite (card_partition part) (bigID (mem Pt2)) /=.
apply: leq_trans (leq_addr _ _).
rewrite -muln2 -sum_nat_const; apply: (@leq_trans (\sum_(A in Pt2) #|A|)).
  by apply: leq_sum => A; rewrite inE => /andP[].
rewrite [X in (X <= _)%N](eq_bigl (fun A => (A \in Pt) && (A \in Pt2))) // => A.
by rewrite inE; case: (A \in Pt).
Qed.

(* one row f i of V in the class of each row of W, a i times it; G: the classes of one row *)
Section Representatives.
Variables (f : 'I_N -> 'I_N') (a : 'I_N -> R).
Hypotheses (fC : forall i, f i \in C i) (aa : forall i, allow (a i)).
Hypothesis fa : forall i, row (f i) Vu = a i *: row i Wu.
Let G := [set i | #|C i| == 1%N].
Let S := [set i in G | a i < 0].
Let T := [set f i | i in G].

Lemma f_inj : injective f.
Proof. by move=> i i' e; apply: (class_disj (fC i)); rewrite e. Qed.

Lemma single i : i \in G -> C i = [set f i].
Proof. by rewrite inE => /cards1P[j Cj]; have := fC i; rewrite Cj inE => /eqP ->. Qed.

Lemma single_column i l : i \in G -> Vd l (f i) * `|a i| = Wd l i.
Proof.
move=> /single Ci; have [e] := probe (w_n0 i); rewrite -entry_mul_col => he.
apply: (mulIf he); rewrite -mulrA class_sum Ci big_set1; congr (_ * _).
by rewrite [in RHS]entry_mul_col fa -scalemxAl [X in _ = E X]mxE -entry_mul_col E_allow.
Qed.

Lemma count_rows : (N + #|~: G| + #|~: U| <= N')%N.
Proof.
rewrite -[X in (_ <= X)%N](card_ord N') -(cardsC U) leq_add2r.
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
Qed.

Lemma single_sum l k : \sum_(j in T) Vd l j * Vu j k =
  \sum_(i in G) Wd l i * Wu i k - (\sum_(i in S) Wd l i * Wu i k) *+ 2.
Proof.
rewrite big_imset /=; last by move=> ? ? _ _; apply: f_inj.
under [X in _ - X *+ 2]eq_bigl do rewrite inE.
rewrite big_mkcondr -sumrMnl -sumrB; apply: eq_bigr => i iG.
have -> : Vu (f i) k = a i * Wu i k by have /rowP/(_ k) := fa i; rewrite !mxE.
rewrite -(single_column l iG) mulrA; case: ltrP => ai.
  by rewrite ltr0_norm // mulrN mulNr mulNrn opprK mulr2n addrA addNr add0r.
by rewrite ger0_norm // mul0rn subr0.
Qed.

Lemma twice_the_flip : 2%:R *: (M + gap *: (Wd *m Pi S *m Wu)) =
  gap *: (Vd *m Pi (~: T) *m Vu - Wd *m Pi (~: G) *m Wu).
Proof.
apply/matrixP => l k.
have : gap * (\sum_i Wd l i * Wu i k) + M l k *+ 2 = gap * \sum_j Vd l j * Vu j k.
  have /matrixP/(_ l k) := odd_part; rewrite [LHS]mxE [X in X + _]mxE.
  by rewrite [X in gap * X + _]mxE mulmxnE [RHS]mxE [X in _ = gap * X]mxE.
rewrite [in RHS](bigID (mem T)) [X in gap * X + _ = _](bigID (mem G)) /= single_sum => e.
rewrite [LHS]mxE [X in _ * X]mxE [X in _ * (_ + X)]mxE mul_Pi_mul.
rewrite [RHS]mxE [X in _ = _ * X]mxE [X in _ = _ * (_ + X)]mxE !mul_Pi_mul.
under [X in _ = _ * (X - _)]eq_bigl do rewrite inE.
under [X in _ = _ * (_ - X)]eq_bigl do rewrite inE.
move: e; set a1 := \sum_(i in G) _; set a2 := \sum_(i | i \notin G) _.
set a3 := \sum_(i in S) _; set a4 := \sum_(i | i \notin T) _ => e.
have -> : gap * (a4 - a2) = gap * (a1 - a3 *+ 2 + a4) - gap * (a1 + a2) + gap * a3 *+ 2 by ring.
rewrite -e {e}; rewrite [2%:R * _]mulr_natl mulrnDl.
by congr (_ + _); rewrite addrAC subrr add0r.
Qed.

(* on the kernel of the rows of W outside G only the rows of V outside all classes are left *)
Let K := cokermx (Pi (~: G) *m Wu).

Lemma kernel_W i : i \notin G -> row i Wu *m K = 0.
Proof.
move=> iG; have := congr1 (row i) (mulmx_coker (Pi (~: G) *m Wu)).
by rewrite row_mul row_Pi inE iG scale1r row0.
Qed.

Lemma kernel_V : Pi (~: T) *m Vu *m K = Pi (~: U) *m Vu *m K.
Proof.
apply/row_matrixP => j; rewrite !(row_mul _ _ K) !row_Pi -!scalemxAl !inE.
have [jU|jU] := boolP (j \in U); last first.
  suff -> : j \in T = false by [].
  apply/negbTE; apply: contra jU => /imsetP[i _ ->]; apply/bigcupP.
  by exists i.
rewrite scale0r; have [jT|jT] := boolP (j \in T); first by rewrite scale0r.
move: jU => /bigcupP[i _ ji]; have := ji; rewrite inE => /andP[/clsP[b _ ->] _].
rewrite -scalemxAl kernel_W ?scaler0 //; apply: contra jT => iG.
by move: ji; rewrite single // inE => /eqP ->; apply: imset_f.
Qed.

Lemma flip_rank :
  (N + #|~: G| + (\rank ((M + gap *: (Wd *m Pi S *m Wu)) *m K)).*2 <= N')%N.
Proof.
apply: leq_trans count_rows; rewrite leq_add2l; apply: leq_trans outside_rank; rewrite leq_double.
have two : 2%:R != 0 :> R by rewrite pnatr_eq0.
set X := M + gap *: _; rewrite -(mxrank_scale_nz (X *m K) two) scalemxAl twice_the_flip.
have -> : gap *: (Vd *m Pi (~: T) *m Vu - Wd *m Pi (~: G) *m Wu) *m K =
    gap *: (Vd *m Pi (~: U) *m Vu) *m K.
  rewrite -!scalemxAl mulmxBl; congr (_ *: _).
  rewrite -(mulmxA Wd) -(mulmxA Wd _ K) mulmx_coker mulmx0 subr0.
  by rewrite -(mulmxA Vd) -(mulmxA Vd _ K) kernel_V !mulmxA.
by apply: leq_trans (mxrankM_maxl _ _) (mxrank_scale _ _).
Qed.
End Representatives.

Theorem least_width_lower : exists S F : {set 'I_N},
  (N + #|F| + (\rank ((M + gap *: (Wd *m Pi S *m Wu)) *m cokermx (Pi F *m Wu))).*2 <= N')%N.
Proof.
have [f fC] := fin_all_exists class_ex.
have /fin_all_exists2[a aa fa] : forall i, exists2 a, allow a & row (f i) Vu = a *: row i Wu.
  by move=> i; have := fC i; rewrite inE => /andP[/clsP].
by eexists; eexists; apply: (flip_rank fC aa fa).
Qed.
End LeastWidth.

(* what is left when the kernel is forgotten *)
Corollary rank_of_least_width (R : realFieldType) d N N' (X : {set 'I_N} -> 'M[R]_d)
    (Wu : 'M[R]_(N, d)) :
  (exists S F : {set 'I_N}, (N + #|F| + (\rank (X S *m cokermx (Pi F *m Wu))).*2 <= N')%N) ->
  exists S : {set 'I_N}, (\rank (X S) + N <= N')%N.
Proof.
case=> S [F h]; exists S; apply: leq_trans h; rewrite addnC -addnA leq_add2l.
have rF : (\rank (Pi F *m Wu) <= #|F|)%N by apply: leq_trans (mxrankM_maxl _ _) (rank_Pi _ _).
rewrite -[X in (X <= _)%N](mxrank_mul_ker (X S) (cokermx (Pi F *m Wu))) addnC leq_add //.
  apply: leq_trans rF; apply: leq_trans (mxrankS (capmxSr _ _)) _.
  by rewrite mxrank_ker mxrank_coker subKn ?rank_leq_col.
by rewrite -addnn leq_addr.
Qed.
