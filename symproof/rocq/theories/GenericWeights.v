(* Corollary 5 and Proposition 8 (ii), polynomial form: one nonzero polynomial in the 2 N d
   weights, and every W at which it does not vanish satisfies the hypotheses of Theorem 4 and
   det(M + W_down[:,S] W_up[S,:]) <> 0 for all S, M any invertible skip.  bad_poly: rows not
   collinear, d >= 2; bad_poly_sign: rows distinct up to sign, d >= 1.                        *)
From mathcomp Require Import all_ssreflect all_algebra.
From SsrMultinomials Require Import mpoly.
From Symproof Require Import Definitions Conic.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section Generic.
Variables (R : realFieldType) (d' N : nat).
Let d := d'.+1.
Let n := (N * d + d * N)%N.

Definition XU : 'M[{mpoly R[n]}]_(N, d) :=
  \matrix_(i, j) 'X_(lshift (d * N) (mxvec_index i j)).
Definition XD : 'M[{mpoly R[n]}]_(d, N) :=
  \matrix_(i, j) 'X_(rshift (N * d) (mxvec_index i j)).

Definition zero_rows : {mpoly R[n]} := \prod_i XU i 0.
Definition zero_columns : {mpoly R[n]} := \prod_i XD 0 i.
Definition PiX (S : {set 'I_N}) : 'M[{mpoly R[n]}]_N := diag_mx (\row_k (k \in S)%:R).
Definition singular_subsets (M : 'M[R]_d) : {mpoly R[n]} :=
  \prod_(S : {set 'I_N}) \det (map_mx (@mpolyC n R) M + XD *m PiX S *m XU).
Definition degenerate (M : 'M[R]_d) := zero_rows * zero_columns * singular_subsets M.

Section Eval.
Variables (Wu : 'M[R]_(N, d)) (Wd : 'M[R]_(d, N)).
Notation ev := (meval (coordinates Wu Wd)).
Lemma evU i j : ev (XU i j) = Wu i j.
Proof. by rewrite mxE mevalXU /coordinates row_mxEl mxvecE. Qed.
Lemma evD i j : ev (XD i j) = Wd i j.
Proof. by rewrite mxE mevalXU /coordinates row_mxEr mxvecE. Qed.
Lemma evUm : map_mx ev XU = Wu.
Proof. by apply/matrixP => i j; rewrite mxE evU. Qed.
Lemma evDm : map_mx ev XD = Wd.
Proof. by apply/matrixP => i j; rewrite mxE evD. Qed.
Lemma evPi S : map_mx ev (PiX S) = Pi S.
Proof. by apply/matrixP => i j; rewrite !mxE rmorphMn rmorph_nat. Qed.
Lemma ev_det (M : 'M[R]_d) S :
  ev (\det (map_mx (@mpolyC n R) M + XD *m PiX S *m XU)) = \det (M + Wd *m Pi S *m Wu).
Proof.
rewrite -det_map_mx map_mxD !map_mxM /= evUm evDm evPi; congr (\det (_ + _)).
by apply/matrixP => i j; rewrite !mxE mevalC.
Qed.
End Eval.

Lemma neq0_ev (Wu : 'M[R]_(N, d)) (Wd : 'M[R]_(d, N)) (p : {mpoly R[n]}) :
  meval (coordinates Wu Wd) p != 0 -> p != 0.
Proof. by apply: contraNneq => ->; rewrite meval0. Qed.

Lemma degenerate_neq0 (M : 'M[R]_d) : M \in unitmx -> degenerate M != 0.
Proof.
move=> uM; rewrite /degenerate !mulf_neq0 //; apply/prodf_neq0.
- by move=> i _; apply: (@neq0_ev (const_mx 1) 0); rewrite evU mxE oner_eq0.
- by move=> i _; apply: (@neq0_ev 0 (const_mx 1)); rewrite evD mxE oner_eq0.
- by move=> S _; apply: (@neq0_ev 0 0); rewrite ev_det mulmx0 addr0 -unitfE -unitmxE.
Qed.

Lemma not_degenerate (M : 'M[R]_d) Wu Wd : meval (coordinates Wu Wd) (degenerate M) != 0 ->
  [/\ forall i, row i Wu != 0, forall i, col i Wd != 0 &
      forall S, \det (M + Wd *m Pi S *m Wu) != 0].
Proof.
rewrite !rmorphM !mulf_eq0 !negb_or => /andP[/andP[h1 h3] h4]; split.
- move=> i; move: h1; rewrite rmorph_prod => /prodf_neq0/(_ i isT) /=; rewrite evU.
  by apply: contra => /eqP/rowP/(_ 0); rewrite !mxE => ->.
- move=> i; move: h3; rewrite rmorph_prod => /prodf_neq0/(_ i isT) /=; rewrite evD.
  by apply: contra => /eqP/colP/(_ 0); rewrite !mxE => ->.
- move=> S; move: h4; rewrite rmorph_prod => /prodf_neq0/(_ S isT) /=.
  by rewrite ev_det.
Qed.

(* rows equal up to sign *)
Definition equal_rows : {mpoly R[n]} :=
  \prod_(p : 'I_N * 'I_N | p.1 != p.2) ((XU p.1 0 - XU p.2 0) * (XU p.1 0 + XU p.2 0)).
Definition bad_poly_sign (M : 'M[R]_d) := degenerate M * equal_rows.

Lemma bad_poly_sign_neq0 (M : 'M[R]_d) : M \in unitmx -> bad_poly_sign M != 0.
Proof.
move=> uM; rewrite mulf_neq0 ?degenerate_neq0 //; apply/prodf_neq0 => -[i j] /= ij.
apply: (@neq0_ev (\matrix_(k, l) (k == i)%:R) 0); rewrite rmorphM rmorphB rmorphD /= !evU !mxE.
by rewrite eqxx [j == i]eq_sym (negPf ij) subr0 addr0 mulr1 oner_eq0.
Qed.

Lemma bad_poly_sign_nondegenerate (M : 'M[R]_d) Wu Wd :
  meval (coordinates Wu Wd) (bad_poly_sign M) != 0 ->
  nondegenerate_up_to_sign Wd Wu /\ forall S, \det (M + Wd *m Pi S *m Wu) != 0.
Proof.
rewrite rmorphM mulf_eq0 negb_or => /andP[/not_degenerate[h1 h3 h4] h2]; split=> //;
  split=> // i j ij.
move: h2; rewrite rmorph_prod => /prodf_neq0/(_ (i, j) ij) /=.
rewrite rmorphM rmorphB rmorphD /= !evU mulf_eq0 negb_or => /andP[m p].
apply/andP; split; [apply: contra m | apply: contra p] => /eqP/rowP/(_ 0); rewrite !mxE => ->.
  by rewrite subrr.
by rewrite addNr.
Qed.
End Generic.

Section Collinear.
Variables (R : realFieldType) (d' N : nat).
Let d := d'.+2.
Let n := (N * d + d * N)%N.
Notation XU := (XU R d'.+1 N).

Definition collinear_rows : {mpoly R[n]} :=
  \prod_(p : 'I_N * 'I_N | p.1 != p.2) (XU p.1 0 * XU p.2 1 - XU p.1 1 * XU p.2 0).
Definition bad_poly (M : 'M[R]_d) : {mpoly R[n]} := degenerate N M * collinear_rows.

Lemma bad_poly_neq0 (M : 'M[R]_d) : M \in unitmx -> bad_poly M != 0.
Proof.
move=> uM; rewrite mulf_neq0 ?degenerate_neq0 //; apply/prodf_neq0 => -[i j] /= ij.
apply: (@neq0_ev _ _ _ (\matrix_(k, l) if k == i then (l == 0)%:R else (l == 1)%:R) 0).
by rewrite rmorphB !rmorphM /= !evU !mxE !eqxx [j == i]eq_sym (negPf ij) mulr1 mul0r subr0
  oner_eq0.
Qed.

Lemma bad_poly_nondegenerate (M : 'M[R]_d) Wu Wd : meval (coordinates Wu Wd) (bad_poly M) != 0 ->
  nondegenerate Wd Wu /\ forall S, \det (M + Wd *m Pi S *m Wu) != 0.
Proof.
rewrite rmorphM mulf_eq0 negb_or => /andP[/not_degenerate[h1 h3 h4] h2]; split=> //;
  split=> // i j ij.
move: h2; rewrite rmorph_prod => /prodf_neq0/(_ (i, j) ij) /=.
rewrite rmorphB !rmorphM /= !evU; apply: contra => /sub_rVP[a /rowP ha].
have := ha 0; have := ha 1; rewrite !mxE => -> ->.
by rewrite -mulrA [Wu j 0 * _]mulrC mulrA subrr.
Qed.

Theorem relu_generic_width (M : 'M[R]_d) Wu Wd N' : meval (coordinates Wu Wd) (bad_poly M) != 0 ->
  absorbable relu N' M Wd Wu -> (N + d <= N')%N.
Proof. by case/bad_poly_nondegenerate => nd hd; apply: relu_width_bound. Qed.
End Collinear.
