(* Proposition 1.  If s is positively homogeneous of degree k <> 1, then
   M x + W_down s(W_up x) = V_down s(V_up x) for all x forces M = 0. *)
From mathcomp Require Import all_ssreflect all_algebra.
From Symproof Require Import Definitions LinearAlgebra.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section Homogeneous.
Variable R : realFieldType.

(* two maps that scale by mu when x scales by lam <> mu differ by no linear map *)
Lemma scaling_forces_0 m n (lam mu : R) (M : 'M[R]_(m, n)) (F G : 'cV[R]_n -> 'cV[R]_m) :
  lam != mu ->
  (forall x, F (lam *: x) = mu *: F x) -> (forall x, G (lam *: x) = mu *: G x) ->
  (forall x, M *m x + F x = G x) -> M = 0.
Proof.
move=> lm hF hG h; apply: eq_linear_map => x; rewrite mul0mx.
have := h (lam *: x); rewrite hF hG -h scalerDr => /addIr; rewrite -scalemxAr.
move/eqP; rewrite -subr_eq0 -scalerBl scaler_eq0 subr_eq0 (negPf lm) /=.
by move/eqP.
Qed.

Lemma mlp_scale d N s (lam mu : R) (Wd : 'M[R]_(d, N)) Wu x :
  (forall z, s (lam * z) = mu * s z) -> mlp s Wd Wu (lam *: x) = mu *: mlp s Wd Wu x.
Proof.
move=> hs; rewrite /mlp -scalemxAr [RHS]scalemxAr; congr (_ *m _).
by apply/colP => i; rewrite !mxE hs.
Qed.

Lemma glu_scale d N g (lam mu : R) (Wd : 'M[R]_(d, N)) Wg Wv x :
  (forall z, g (lam * z) = mu * g z) ->
  glu g Wd Wg Wv (lam *: x) = (lam * mu) *: glu g Wd Wg Wv x.
Proof.
move=> hs; rewrite /glu -!scalemxAr [RHS]scalemxAr; congr (_ *m _).
by apply/colP => i; rewrite !mxE hs mulrACA [mu * lam]mulrC.
Qed.

(* one scale lam with s(lam z) = mu s(z), mu <> lam, is enough *)
Theorem one_scale_forces_0 d N N' s (lam mu : R) (M : 'M[R]_d) (Wd : 'M[R]_(d, N)) Wu
    (Vd : 'M[R]_(d, N')) Vu :
  lam != mu -> (forall z, s (lam * z) = mu * s z) -> absorbs s M Wd Wu Vd Vu -> M = 0.
Proof. by move=> lm hs; apply: (scaling_forces_0 lm) => x; apply: mlp_scale. Qed.

Lemma two_neq_two_exp k : k != 1%N -> 2%:R != 2%:R ^+ k :> R.
Proof. by move=> k1; rewrite -natrX eqr_nat eq_sym -[X in _ != X]expn1 eqn_exp2l. Qed.

Theorem homogeneous_never_absorbs d N N' s k (M : 'M[R]_d) (Wd : 'M[R]_(d, N)) Wu
    (Vd : 'M[R]_(d, N')) Vu :
  k != 1%N -> homogeneous s k -> absorbs s M Wd Wu Vd Vu -> M = 0.
Proof.
move=> /two_neq_two_exp k1 hs; apply: (one_scale_forces_0 k1) => z.
by apply: hs; rewrite ltr0n.
Qed.

(* a gate of degree k makes gated neurons homogeneous of degree k + 1: ReGLU *)
Theorem homogeneous_gate_never_absorbs d N N' g k (M : 'M[R]_d) (Wd : 'M[R]_(d, N)) Wg Wv
    (Vd : 'M[R]_(d, N')) Vg Vv :
  k != 0%N -> homogeneous g k ->
  (forall x, M *m x + glu g Wd Wg Wv x = glu g Vd Vg Vv x) -> M = 0.
Proof.
move=> k0 hg; have k1 : k.+1 != 1%N by [].
have h2 z : g (2%:R * z) = 2%:R ^+ k * g z by apply: hg; rewrite ltr0n.
by apply: (scaling_forces_0 (two_neq_two_exp k1)) => x; rewrite exprS; apply: glu_scale.
Qed.

(* what positively homogeneous functions are *)
Theorem homogeneous_form (s : R -> R) k : (0 < k)%N ->
  homogeneous s k <->
  [/\ forall z, 0 < z -> s z = s 1 * z ^+ k, forall z, z < 0 -> s z = s (-1) * `|z| ^+ k & s 0 = 0].
Proof.
move=> k0; split=> [hs|[hp hn h0] l z l0].
  split=> [z z0|z z0|]; last 1 first.
  - have /eqP := hs 2%:R 0 (ltr0Sn _ _); rewrite mulr0 -subr_eq0 -{1}[s 0]mul1r -mulrBl mulf_eq0.
    rewrite subr_eq0 -natrX -[1]/(1%:R) eqr_nat eq_sym -{2}(exp1n k) eqn_exp2r //.
    by case/orP=> [//|/eqP].
  - by rewrite -{1}[z]mulr1 hs // mulrC.
  have nz : 0 < - z by rewrite oppr_gt0.
  have := hs _ (-1) nz; rewrite mulrN1 opprK => ->.
  by rewrite ltr0_norm // mulrC.
have [z0|z0|->] := ltrgt0P z; last by rewrite mulr0 h0 mulr0.
  by rewrite (hp z) // (hp (l * z)) ?mulr_gt0 // exprMn mulrCA.
by rewrite (hn z) // (hn (l * z)) ?pmulr_rlt0 // normrM exprMn (gtr0_norm l0) mulrCA.
Qed.

Lemma relu_homogeneous : homogeneous (@relu R) 1.
Proof. by move=> l z l0; rewrite expr1 /relu maxr_pmulr ?mulr0 // ltW. Qed.

Lemma relu_square_homogeneous : homogeneous (fun z : R => relu z ^+ 2) 2.
Proof. by move=> l z l0; rewrite relu_homogeneous // expr1 exprMn. Qed.
End Homogeneous.
