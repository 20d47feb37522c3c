(* SiLU, quick GELU, tanh GELU and softplus, on the real numbers (realType): linear gap 1, and
   an even part that tells scales apart, by the decay of its remainder (Decay.v). *)
From mathcomp Require Import all_ssreflect all_algebra.
From mathcomp Require Import boolp classical_sets functions reals signed topology
  normedtype sequences exp.
From mathcomp Require Import ring.
From Symproof Require Import Definitions Scales Decay.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section Exponential.
Variable R : realType.

(* e^x >= x^2 / 4 for x >= 0 *)
Lemma square_le_exp (x : R) : 0 <= x -> x ^+ 2 / 4%:R <= expR x.
Proof.
move=> x0; have -> : expR x = expR (x / 2%:R) ^+ 2.
  by rewrite expr2 -expRD -mulrDr -mulr2n -mulr_natr mulVf ?mulr1 // pnatr_eq0.
have -> : x ^+ 2 / 4%:R = (x / 2%:R) ^+ 2 by rewrite expr_div_n -natrX.
have h0 : 0 <= x / 2%:R by rewrite divr_ge0 ?ler0n.
have h : x / 2%:R <= expR (x / 2%:R).
  by apply: le_trans (expR_ge1Dx h0); rewrite ler_addr ler01.
by apply: ler_expn2r; rewrite ?nnegrE // (le_trans h0 h).
Qed.

(* (b - 1)^2 / b grows with b > 1 *)
Lemma ratio_monotone (B b : R) : 1 < B -> B <= b -> b * (B - 1) ^+ 2 <= B * (b - 1) ^+ 2.
Proof.
move=> B1 Bb; rewrite -subr_ge0.
have -> : B * (b - 1) ^+ 2 - b * (B - 1) ^+ 2 = (b - B) * (b * B - 1) by ring.
have b1 : 1 < b by apply: lt_le_trans Bb.
by rewrite mulr_ge0 ?subr_ge0 // -[1]mulr1 ler_pmul ?ler01 // ltW.
Qed.

Section Gate.
Variables (g : R -> R) (a : R).
Hypotheses (g_odd : forall z, g (- z) = - g z) (a0 : 0 < a) (g_lin : forall z, 0 <= z ->
  a * z <= g z).
Hypothesis g_super : forall b z, 1 <= b -> 0 <= z -> b * g z <= g (b * z).

Definition gated (z : R) : R := z / (1 + expR (- g z)).
Let r (z : R) : R := - (2%:R * z / (1 + expR (g z))).

Let pos x : 0 < 1 + expR x :> R. Proof. by rewrite addr_gt0 ?ltr01 ?expR_gt0. Qed.
Let neq0 x : 1 + expR x != 0 :> R. Proof. by rewrite gt_eqF. Qed.

Lemma gates_sum z : (1 + expR (- g z))^-1 + (1 + expR (g z))^-1 = 1.
Proof.
have := neq0 (g z); rewrite expRN; have := expR_gt0 (g z); move: (expR (g z)) => y /lt0r_neq0 y0 y1.
by field; rewrite y1 y0.
Qed.

Lemma gated_gap : linear_gap gated 1.
Proof.
move=> z; rewrite mul1r /gated g_odd opprK mulNr opprK -mulrDr.
by rewrite gates_sum mulr1.
Qed.

Lemma gated_even_part z : gated z + gated (- z) = 1 * z + r z.
Proof.
rewrite mul1r /gated /r g_odd opprK mulNr.
have -> : z / (1 + expR (- g z)) = z * (1 - (1 + expR (g z))^-1).
  by congr (_ * _); apply/eqP; rewrite eq_sym subr_eq gates_sum.
by move: ((1 + expR (g z))^-1) => y; ring.
Qed.

(* z / (1 + e^(g z)) <= 4 / (a^2 z) *)
Lemma gated_remainder_small z : 0 < z -> `|r z| <= 8%:R / (a ^+ 2 * z).
Proof.
move=> z0; rewrite normrN normrM normfV (gtr0_norm (pos _)) gtr0_norm ?mulr_gt0 ?ltr0n //.
rewrite ler_pdivr_mulr // mulrAC ler_pdivl_mulr ?mulr_gt0 ?exprn_gt0 //.
have h : (a * z) ^+ 2 / 4%:R <= 1 + expR (g z).
  apply: (@le_trans _ _ (expR (g z))); last by rewrite ler_addr ler01.
  apply: le_trans (square_le_exp _) _; first by rewrite mulr_ge0 // ltW.
  by rewrite ler_expR g_lin // ltW.
rewrite ler_pdivr_mulr ?ltr0n // in h.
have -> : 2%:R * z * (a ^+ 2 * z) = 2%:R * (a * z) ^+ 2 by ring.
apply: le_trans (ler_wpmul2l (ler0n _ 2) h) _.
by rewrite [X in _ <= X]mulrC [X in _ <= X](_ : _ = 2%:R * ((1 + expR (g z)) * 4%:R)) //; ring.
Qed.

Theorem gated_separates_scales : separates_scales (fun z => gated z + gated (- z)).
Proof.
apply: (@decay_separates_scales _ _ r 1) => [z|z _||B e B1 e0].
- by rewrite opprK addrC.
- exact: gated_even_part.
- move=> e e0; exists (8%:R / (a ^+ 2 * e)) => [|t ht].
    by rewrite divr_gt0 ?mulr_gt0 ?exprn_gt0 ?ltr0n.
  have t0 : 0 < t by apply: lt_le_trans ht; rewrite divr_gt0 ?mulr_gt0 ?exprn_gt0 ?ltr0n.
  apply: le_trans (gated_remainder_small t0) _.
  rewrite ler_pdivr_mulr ?mulr_gt0 ?exprn_gt0 // (_ : e * (a ^+ 2 * t) = t * (a ^+ 2 * e)).
    by rewrite -ler_pdivr_mulr ?mulr_gt0 ?exprn_gt0.
  by ring.
have B0 : 0 < B by apply: lt_trans B1; apply: ltr01.
have Bm : 0 < B - 1 by rewrite subr_gt0.
pose C := 8%:R * B / ((B - 1) ^+ 2 * e).
have C0 : 0 < C by rewrite divr_gt0 ?mulr_gt0 ?exprn_gt0 ?ltr0n.
have C1 : 0 < 1 + C by rewrite addr_gt0 ?ltr01.
pose t := (1 + C) / a; have t0 : 0 < t by rewrite divr_gt0.
have G1 : 1 + C <= g t by apply: le_trans (g_lin (ltW t0)); rewrite /t mulrC divfK // gt_eqF.
have G0 : 0 < g t by apply: lt_le_trans G1.
have GC : C <= g t ^+ 2.
  apply: (@le_trans _ _ ((1 + C) ^+ 2)); last by rewrite ler_expn2r // nnegrE ltW.
  rewrite expr2 -{1}[C]mul1r ler_pmul ?ler01 ?(ltW C0) // ?ler_addl ?ler_addr ?ler01 //; exact: ltW.
have zt b : 0 < b -> `|r (b * t)| = 2%:R * (b * t) / (1 + expR (g (b * t))).
  by move=> b0; rewrite normrN gtr0_norm // divr_gt0 // mulr_gt0 ?ltr0n // mulr_gt0.
have rt : `|r t| = 2%:R * t / (1 + expR (g t)) by have := zt 1 ltr01; rewrite !mul1r.
exists t; split=> // [|b Bb].
  by rewrite -normr_gt0 rt divr_gt0 // mulr_gt0 ?ltr0n.
have b1 : 1 < b by apply: lt_le_trans Bb.
have b0 : 0 < b by apply: lt_trans b1; apply: ltr01.
have bm : 0 < b - 1 by rewrite subr_gt0.
rewrite rt zt // ler_pdivr_mulr // [e * _]mulrA [_ / _ * _]mulrAC ler_pdivl_mulr //.
have -> : 2%:R * (b * t) * (1 + expR (g t)) = 2%:R * t * (b * (1 + expR (g t))) by ring.
have -> : e * (2%:R * t) * (1 + expR (g (b * t))) = 2%:R * t * (e * (1 + expR (g (b * t)))) by ring.
have tt0 : 0 <= 2%:R * t by apply: mulr_ge0; [exact: ler0n | exact: ltW].
apply: (ler_wpmul2l tt0).
apply: (@le_trans _ _ (b * (2%:R * expR (g t)))).
  by rewrite ler_wpmul2l ?(ltW b0) // mulr_natl mulr2n ler_add2r -expR0 ler_expR ltW.
apply: (@le_trans _ _ (e * expR (g (b * t)))); last first.
  by rewrite ler_wpmul2l ?(ltW e0) // ler_addr ler01.
apply: (@le_trans _ _ (e * (expR ((b - 1) * g t) * expR (g t)))); last first.
  rewrite ler_wpmul2l ?(ltW e0) // -expRD ler_expR; apply: le_trans (g_super (ltW b1) (ltW t0)).
  by rewrite mulrBl mul1r subrK.
rewrite !mulrA ler_wpmul2r ?(ltW (expR_gt0 _)) //.
apply: (@le_trans _ _ (e * (((b - 1) * g t) ^+ 2 / 4%:R))); last first.
  by rewrite ler_wpmul2l ?(ltW e0) ?square_le_exp ?mulr_ge0 ?(ltW bm) ?(ltW G0).
rewrite mulrA ler_pdivl_mulr ?ltr0n // exprMn mulrA.
apply: (@le_trans _ _ (e * (b - 1) ^+ 2 * C)); last first.
  by rewrite ler_wpmul2l // mulr_ge0 ?exprn_ge0 ?(ltW e0) ?(ltW bm).
have -> : e * (b - 1) ^+ 2 * C = 8%:R * (B * (b - 1) ^+ 2) / (B - 1) ^+ 2.
  by rewrite /C; move: Bm e0 => /lt0r_neq0 n1 /lt0r_neq0 n2; field; rewrite n1 n2.
rewrite ler_pdivl_mulr ?exprn_gt0 //.
have -> : b * 2%:R * 4%:R * (B - 1) ^+ 2 = 8%:R * (b * (B - 1) ^+ 2) by ring.
by rewrite ler_wpmul2l ?ler0n // ratio_monotone.
Qed.

Lemma gated_even_neq0 : exists z, gated z + gated (- z) != 0.
Proof.
have h : 0 < g 1 by apply: lt_le_trans (g_lin ler01); rewrite mulr1.
exists 1; rewrite gated_even_part mul1r /r mulr1 subr_eq0 eq_sym lt_eqF //.
have e1 : 1 < expR (g 1) by rewrite -{1}[1]expR0 ltr_expR.
by rewrite ltr_pdivr_mulr // mul1r mulr2n ltr_add2l.
Qed.
End Gate.

(* SiLU: g z = z; quick GELU: g z = 1.702 z; tanh GELU: g z = 2 alpha (z + beta z^3) *)
Definition cubic_gate (alpha beta z : R) : R := alpha * (z + beta * z ^+ 3).

Lemma cubic_gate_odd alpha beta z : cubic_gate alpha beta (- z) = - cubic_gate alpha beta z.
Proof. by rewrite /cubic_gate; ring. Qed.

Lemma cubic_gate_linear alpha beta z : 0 < alpha -> 0 <= beta -> 0 <= z ->
  alpha * z <= cubic_gate alpha beta z.
Proof.
move=> a0 b0 z0; rewrite ler_wpmul2l ?(ltW a0) // ler_addl.
by rewrite mulr_ge0 // exprn_ge0.
Qed.

Lemma cubic_gate_super alpha beta b z : 0 < alpha -> 0 <= beta -> 1 <= b -> 0 <= z ->
  b * cubic_gate alpha beta z <= cubic_gate alpha beta (b * z).
Proof.
move=> a0 b0 b1 z0; have bb : 0 <= b by apply: le_trans b1; apply: ler01.
rewrite /cubic_gate mulrCA ler_wpmul2l ?(ltW a0) // mulrDr ler_add2l.
rewrite exprMn mulrCA ler_wpmul2l // ler_wpmul2r ?exprn_ge0 //.
by rewrite exprS ler_pmulr ?(lt_le_trans ltr01) // exprn_ege1.
Qed.

Definition smooth_gelu (alpha beta : R) : R -> R := gated (cubic_gate alpha beta).

Theorem smooth_gelu_separates_scales alpha beta : 0 < alpha -> 0 <= beta ->
  [/\ linear_gap (smooth_gelu alpha beta) 1,
      separates_scales (fun z => smooth_gelu alpha beta z + smooth_gelu alpha beta (- z)) &
      exists z, smooth_gelu alpha beta z + smooth_gelu alpha beta (- z) != 0].
Proof.
move=> a0 b0; split.
- exact/gated_gap/cubic_gate_odd.
- apply: (gated_separates_scales (cubic_gate_odd _ _) a0) => [z|b z];
  first exact: cubic_gate_linear.
  exact: cubic_gate_super.
- by apply: (gated_even_neq0 (cubic_gate_odd _ _) a0) => z; apply: cubic_gate_linear.
Qed.

(* softplus: log(1 + e^z); at t = log n Bernoulli bounds log(1 + 1/n) from below *)
Definition softplus (z : R) : R := ln (1 + expR z).

Let one_exp (z : R) : 1 + expR z \is Num.pos.
Proof. by rewrite posrE addr_gt0 ?ltr01 ?expR_gt0. Qed.

Lemma softplus_gap : linear_gap softplus 1.
Proof.
move=> z; rewrite mul1r /softplus.
have -> : 1 + expR z = expR z * (1 + expR (- z)).
  by rewrite mulrDr mulr1 -expRD subrr expR0 addrC.
by rewrite lnM ?one_exp ?posrE ?expR_gt0 // expK addrK.
Qed.

Let r (z : R) : R := 2%:R * ln (1 + expR (- z)).

Lemma softplus_even_part z : softplus z + softplus (- z) = 1 * z + r z.
Proof.
have := softplus_gap z; rewrite mul1r /r => e.
by rewrite -[X in _ = X + _]e /softplus mulr_natl mulr2n addrA subrK.
Qed.

Lemma softplus_remainder_le z : `|r z| <= 2%:R * expR (- z).
Proof.
have l0 : 0 <= ln (1 + expR (- z)) by apply: ln_ge0; rewrite ler_addl ltW ?expR_gt0.
rewrite ger0_norm ?mulr_ge0 ?ler0n // ler_wpmul2l ?ler0n //.
by apply: le_ln1Dx; apply/ltW/expR_gt0.
Qed.

Lemma exp_opp_le_inv (x : R) : 0 < x -> expR (- x) <= x^-1.
Proof.
move=> x0; rewrite expRN lef_pinv ?posrE ?expR_gt0 //.
by apply: le_trans (expR_ge1Dx (ltW x0)); rewrite ler_addr ler01.
Qed.

Theorem softplus_separates_scales : separates_scales (fun z => softplus z + softplus (- z)).
Proof.
apply: (@decay_separates_scales _ _ r 1) => [z|z _||B e B1 e0].
- by rewrite opprK addrC.
- exact: softplus_even_part.
- move=> e e0; exists (2%:R / e) => [|t ht]; first by rewrite divr_gt0 ?ltr0n.
  have t0 : 0 < t by apply: lt_le_trans ht; rewrite divr_gt0 ?ltr0n.
  apply: le_trans (softplus_remainder_le t) _.
  apply: le_trans (ler_wpmul2l (ler0n _ 2) (exp_opp_le_inv t0)) _.
  by rewrite ler_pdivr_mulr // mulrC -ler_pdivr_mulr.
have Bm : 0 < B - 1 by rewrite subr_gt0.
have l2 : 0 < ln (2%:R : R) by rewrite ln_gt0 // ltr1n.
pose C := e * ln 2%:R; have C0 : 0 < C by rewrite mulr_gt0.
pose X := (C * (B - 1))^-1; have X0 : 0 < X by rewrite invr_gt0 mulr_gt0.
pose n := Num.bound (expR X); have nX : expR X < n%:R.
  by apply: archi_boundP; apply/ltW/expR_gt0.
have n0 : 0 < n%:R :> R by apply: lt_trans nX; apply: expR_gt0.
pose t := ln (n%:R : R); have Xt : X <= t by rewrite -[X]expK ler_ln ?posrE ?expR_gt0 // ltW.
have t0 : 0 < t by apply: lt_le_trans Xt.
have et : expR (- t) = n%:R^-1 by rewrite expRN /t lnK ?posrE.
have low : 2%:R * (ln 2%:R / n%:R) <= `|r t|.
  rewrite /r et ger0_norm; last first.
    by rewrite mulr_ge0 ?ler0n // ln_ge0 // ler_addl invr_ge0 ltW.
  rewrite ler_wpmul2l ?ler0n // ler_pdivr_mulr // mulr_natr -lnX; last first.
    by rewrite addr_gt0 ?ltr01 ?invr_gt0.
  rewrite ler_ln ?posrE ?ltr0n ?exprn_gt0 ?addr_gt0 ?ltr01 ?invr_gt0 //.
  apply: le_trans (bernoulli n _); last by rewrite invr_ge0 ltW.
  by rewrite mulfV ?gt_eqF.
exists t; split=> // [|b Bb].
  by rewrite -normr_gt0; apply: lt_le_trans low; rewrite mulr_gt0 ?ltr0n ?divr_gt0.
apply: le_trans (softplus_remainder_le _) _; apply: le_trans (ler_wpmul2l (ltW e0) low).
have -> : expR (- (b * t)) = expR (- t) * expR (- ((b - 1) * t)).
  by rewrite -expRD; congr (expR _); ring.
rewrite et; have b1 : 0 < b - 1 by apply: lt_le_trans Bm _; rewrite ler_add2r.
have hq : expR (- ((b - 1) * t)) <= C.
  apply: le_trans (exp_opp_le_inv (mulr_gt0 b1 t0)) _.
  rewrite -[C]invrK lef_pinv ?posrE ?invr_gt0 // ?mulr_gt0 //.
  have -> : C^-1 = (B - 1) * X by rewrite /X [(C * _)^-1]invfM mulrCA mulfV ?mulr1 // gt_eqF.
  by apply: ler_pmul; rewrite ?(ltW Bm) ?(ltW X0) // ler_add2r.
have -> : e * (2%:R * (ln 2%:R / n%:R)) = 2%:R * (n%:R^-1 * C).
  by rewrite /C; move: (n%:R^-1) (ln _) => x y; ring.
by rewrite ler_wpmul2l ?ler0n // ler_wpmul2l // invr_ge0 ltW.
Qed.

Lemma softplus_even_neq0 : exists z, softplus z + softplus (- z) != 0.
Proof.
exists 1; rewrite softplus_even_part gt_eqF // mul1r ltr_paddr ?ltr01 // mulr_ge0 ?ler0n //.
by rewrite ln_ge0 // ler_addl ltW ?expR_gt0.
Qed.
End Exponential.
