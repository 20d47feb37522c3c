(* Corollary 5 and Proposition 8 (ii), polynomial form: one nonzero polynomial bad_poly
   in the 2 N d weights, and every W at which it does not vanish satisfies the hypotheses
   of Theorem 4 and det(1 + W_down[:,S] W_up[S,:]) <> 0 for all S.  d = d' + 2 >= 2. *)
From mathcomp Require Import all_ssreflect all_algebra.
From SsrMultinomials Require Import mpoly.
From Symproof Require Import Definitions Conic.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section Generic.
Variables (R : realFieldType) (d' N : nat).
Let d := d'.+2.
Let n := (N * d + d * N)%N.

Definition XU : 'M[{mpoly R[n]}]_(N, d) :=
  \matrix_(i, j) 'X_(lshift (d * N) (mxvec_index i j)).
Definition XD : 'M[{mpoly R[n]}]_(d, N) :=
  \matrix_(i, j) 'X_(rshift (N * d) (mxvec_index i j)).

Definition zero_rows : {mpoly R[n]} := \prod_i XU i 0.
Definition collinear_rows : {mpoly R[n]} :=
  \prod_(p : 'I_N * 'I_N | p.1 != p.2) (XU p.1 0 * XU p.2 1 - XU p.1 1 * XU p.2 0).
Definition zero_columns : {mpoly R[n]} := \prod_i XD 0 i.
Definition PiX (S : {set 'I_N}) : 'M[{mpoly R[n]}]_N := diag_mx (\row_k (k \in S)%:R).
Definition singular_subsets : {mpoly R[n]} :=
  \prod_(S : {set 'I_N}) \det (1%:M + XD *m PiX S *m XU).
Definition bad_poly := zero_rows * collinear_rows * zero_columns * singular_subsets.

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
Lemma ev_det S : ev (\det (1%:M + XD *m PiX S *m XU)) = \det (1%:M + Wd *m Pi S *m Wu).
Proof.
by rewrite -det_map_mx map_mxD map_mx1 !map_mxM /= evUm evDm evPi.
Qed.
End Eval.

Lemma neq0_ev (Wu : 'M[R]_(N, d)) (Wd : 'M[R]_(d, N)) (p : {mpoly R[n]}) :
  meval (coordinates Wu Wd) p != 0 -> p != 0.
Proof. by apply: contraNneq => ->; rewrite meval0. Qed.

Lemma bad_poly_neq0 : bad_poly != 0.
Proof.
rewrite /bad_poly !mulf_neq0 //; apply/prodf_neq0.
- by move=> i _; apply: (@neq0_ev (const_mx 1) 0); rewrite evU mxE oner_eq0.
- move=> [i j] /= ij.
  apply: (@neq0_ev (\matrix_(k, l) if k == i then (l == 0)%:R else (l == 1)%:R) 0).
  by rewrite rmorphB !rmorphM /= !evU !mxE !eqxx [j == i]eq_sym (negPf ij) mulr1 mul0r subr0
    oner_eq0.
- by move=> i _; apply: (@neq0_ev 0 (const_mx 1)); rewrite evD mxE oner_eq0.
- by move=> S _; apply: (@neq0_ev 0 0); rewrite ev_det mulmx0 addr0 det1 oner_eq0.
Qed.

Lemma bad_poly_nondegenerate Wu Wd : meval (coordinates Wu Wd) bad_poly != 0 ->
  nondegenerate Wd Wu /\ forall S, \det (1%:M + Wd *m Pi S *m Wu) != 0.
Proof.
rewrite !rmorphM !mulf_eq0 !negb_or => /andP[/andP[/andP[h1 h2] h3] h4]; split.
  split.
  - move=> i; move: h1; rewrite rmorph_prod => /prodf_neq0/(_ i isT) /=; rewrite evU.
    by apply: contra => /eqP/rowP/(_ 0); rewrite !mxE => ->.
  - move=> i j ij; move: h2; rewrite rmorph_prod => /prodf_neq0/(_ (i, j) ij) /=.
    rewrite rmorphB !rmorphM /= !evU; apply: contra => /sub_rVP[a /rowP ha].
    have := ha 0; have := ha 1; rewrite !mxE => -> ->.
    by rewrite -mulrA [Wu j 0 * _]mulrC mulrA subrr.
  - move=> i; move: h3; rewrite rmorph_prod => /prodf_neq0/(_ i isT) /=; rewrite evD.
    by apply: contra => /eqP/colP/(_ 0); rewrite !mxE => ->.
move=> S; move: h4; rewrite rmorph_prod => /prodf_neq0/(_ S isT) /=.
by rewrite ev_det.
Qed.

Theorem relu_generic_width Wu Wd N' : meval (coordinates Wu Wd) bad_poly != 0 ->
  absorbable relu N' 1%:M Wd Wu -> (N + d <= N')%N.
Proof. by case/bad_poly_nondegenerate => nd hd; apply: relu_width_bound. Qed.
End Generic.
