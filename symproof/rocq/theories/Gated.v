(* Proposition 2.  A gated block whose gate vanishes at 0 and is continuous there
   (differentiability is not needed) is o(x) at the origin, so it absorbs no linear
   skip M <> 0. *)
From mathcomp Require Import all_ssreflect all_algebra.
From Symproof Require Import Definitions LinearAlgebra.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section Gated.
Variable R : realFieldType.

Definition vnorm n (x : 'cV[R]_n) : R := \sum_i `|x i 0|.
Definition mnorm m n (A : 'M[R]_(m, n)) : R := \sum_i \sum_j `|A i j|.

Lemma vnorm_ge0 n (x : 'cV[R]_n) : 0 <= vnorm x.
Proof. by apply: sumr_ge0. Qed.
Lemma mnorm_ge0 m n (A : 'M[R]_(m, n)) : 0 <= mnorm A.
Proof. by do 2!apply: sumr_ge0 => ? _. Qed.
Lemma vnormD n (x y : 'cV[R]_n) : vnorm (x + y) <= vnorm x + vnorm y.
Proof. by rewrite /vnorm -big_split ler_sum // => i _; rewrite mxE ler_norm_add. Qed.
Lemma vnormN n (x : 'cV[R]_n) : vnorm (- x) = vnorm x.
Proof. by apply: eq_bigr => i _; rewrite mxE normrN. Qed.
Lemma vnormZ n a (x : 'cV[R]_n) : vnorm (a *: x) = `|a| * vnorm x.
Proof. by rewrite /vnorm mulr_sumr; apply: eq_bigr => i _; rewrite mxE normrM. Qed.
Lemma vnorm0P n (x : 'cV[R]_n) : vnorm x <= 0 -> x = 0.
Proof.
move=> h; apply/colP => i; rewrite mxE; apply/eqP; rewrite -normr_le0.
by apply: le_trans h; rewrite /vnorm (bigD1 i) //= ler_addl sumr_ge0.
Qed.
Lemma ler_vnorm n (x : 'cV[R]_n) i : `|x i 0| <= vnorm x.
Proof. by rewrite /vnorm (bigD1 i) //= ler_addl sumr_ge0. Qed.
Lemma vnormM m n (A : 'M[R]_(m, n)) x : vnorm (A *m x) <= mnorm A * vnorm x.
Proof.
rewrite /mnorm mulr_suml ler_sum // => i _; rewrite mxE mulr_suml.
apply: le_trans (ler_norm_sum _ _ _) _; apply: ler_sum => j _.
by rewrite normrM ler_wpmul2l // ler_vnorm.
Qed.

(* f(x) = o(|x|) at 0 *)
Definition little_o m n (f : 'cV[R]_m -> 'cV[R]_n) := forall eps, 0 < eps ->
  exists2 del, 0 < del & forall x, vnorm x < del -> vnorm (f x) <= eps * vnorm x.

Lemma little_o_linear m n (M : 'M[R]_(m, n)) : little_o (fun x => M *m x) -> M = 0.
Proof.
move=> h; apply: eq_linear_map => x; rewrite mul0mx; apply: vnorm0P.
apply/ler_addgt0Pr => e e0; rewrite add0r.
have p : 0 < 1 + vnorm x by rewrite ltr_paddr ?vnorm_ge0 ?ltr01.
have [del d0 hd] := h (e / (1 + vnorm x)) (divr_gt0 e0 p).
pose t := del / (1 + vnorm x); have t0 : 0 < t by apply: divr_gt0.
have := hd (t *: x); rewrite -scalemxAr !vnormZ gtr0_norm //.
rewrite mulrCA ler_pmul2l // => H; apply: le_trans (H _) _.
  by rewrite /t mulrAC ltr_pdivr_mulr // ltr_pmul2l // ltr_addr ltr01.
by rewrite mulrAC ler_pdivr_mulr // ler_wpmul2l ?(ltW e0) // ler_addr ?ler01.
Qed.

Lemma little_oB m n (f g : 'cV[R]_m -> 'cV[R]_n) : little_o f -> little_o g ->
  little_o (fun x => f x - g x).
Proof.
move=> hf hg e e0; have e2 : 0 < e / 2%:R by rewrite divr_gt0 ?ltr0n.
have [a a0 ha] := hf _ e2; have [b b0 hb] := hg _ e2.
exists (Num.min a b); rewrite ?lt_minr ?a0 // => x; rewrite lt_minr => /andP[xa xb].
apply: le_trans (vnormD _ _) _; rewrite vnormN [e]splitr mulrDl.
by apply: ler_add; [apply: ha|apply: hb].
Qed.

Lemma little_o_glu d N g (Wd : 'M[R]_(d, N)) Wg Wv : vanishes_at_0 g -> little_o (glu g Wd Wg Wv).
Proof.
move=> hg e e0; pose C := 1 + mnorm Wd * mnorm Wv.
have C0 : 0 < C by rewrite ltr_paddr ?ltr01 ?mulr_ge0 ?mnorm_ge0.
have [a a0 ha] := hg _ (divr_gt0 e0 C0).
have p : 0 < 1 + mnorm Wg by rewrite ltr_paddr ?mnorm_ge0 ?ltr01.
exists (a / (1 + mnorm Wg)); rewrite ?divr_gt0 // => x hx.
apply: le_trans (vnormM _ _) _.
have H : vnorm (hadamard (map_mx g (Wg *m x)) (Wv *m x)) <= e / C * (mnorm Wv * vnorm x).
  apply: (@le_trans _ _ (e / C * vnorm (Wv *m x))); last first.
    by rewrite ler_wpmul2l ?vnormM // divr_ge0 // ltW.
  rewrite mulr_sumr ler_sum // => i _; rewrite !mxE normrM ler_wpmul2r //.
  apply: ha; rewrite -/((Wg *m x) i 0).
  have := le_lt_trans (le_trans (ler_vnorm (Wg *m x) i) (vnormM _ _)); rewrite mxE; apply.
  move: hx; rewrite ltr_pdivl_mulr // mulrC => /(le_lt_trans _); apply.
  by rewrite ler_wpmul2r ?vnorm_ge0 // ler_addr ?ler01.
apply: le_trans (ler_wpmul2l (mnorm_ge0 _) H) _.
rewrite mulrCA [mnorm Wd * (_ * _)]mulrA mulrA ler_wpmul2r ?vnorm_ge0 //.
by rewrite mulrAC ler_pdivr_mulr // ler_wpmul2l ?(ltW e0) // ler_addr ?ler01.
Qed.

Lemma relu_vanishes_at_0 : vanishes_at_0 (@relu R).
Proof.
move=> e e0; exists e => // t /ltW; apply: le_trans; rewrite /relu.
by case: (lerP 0 t) => t0; rewrite ?normr0.
Qed.

Theorem gated_never_absorbs d N N' g (M : 'M[R]_d) (Wd : 'M[R]_(d, N)) Wg Wv
    (Vd : 'M[R]_(d, N')) Vg Vv : vanishes_at_0 g ->
  (forall x, M *m x + glu g Wd Wg Wv x = glu g Vd Vg Vv x) -> M = 0.
Proof.
move=> hg h; apply: little_o_linear.
have := little_oB (little_o_glu Vd Vg Vv hg) (little_o_glu Wd Wg Wv hg) => + e e0.
case/(_ _ e0) => a a0 ha; exists a => // x /ha.
by rewrite -h addrK.
Qed.

End Gated.
