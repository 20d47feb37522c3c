(* Rigid activations by decay.  If E is even, E(z) = A z + r(z) for z >= 0, r tends to 0 at
   infinity and, for each B > 1, r(b t) is negligible against r(t) != 0 for all b >= B at
   some t, then E tells scales apart: the smallest scale wins.  Hardswish is an instance over
   every ordered field; gates z / (1 + exp(-g(z))) with g odd and g(b z) >= b g(z) (SiLU,
   quick GELU, tanh GELU) and softplus over the reals: DecayReal.v.                         *)
From mathcomp Require Import all_ssreflect all_algebra.
From mathcomp Require Import ring.
From Symproof Require Import Definitions Scales.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section Decay.
Variable R : realFieldType.

Definition vanishes_at_infinity (r : R -> R) := forall eps, 0 < eps ->
  exists2 T, 0 < T & forall t, T <= t -> `|r t| <= eps.
Definition smallest_scale_wins (r : R -> R) := forall B eps, 1 < B -> 0 < eps ->
  exists t, [/\ 0 < t, r t != 0 & forall b, B <= b -> `|r (b * t)| <= eps * `|r t|].

Variables (E r : R -> R) (A : R).
Hypotheses (E_even : forall z, E (- z) = E z) (E_pos : forall z, 0 <= z -> E z = A * z + r z).
Hypotheses (r0 : vanishes_at_infinity r) (rw : smallest_scale_wins r).

(* one T for finitely many scales *)
Lemma uniform_decay M (B : 'I_M -> R) eps : 0 < eps -> (forall k, 0 < B k -> True) ->
  exists2 T, 0 < T & forall k t, 0 < B k -> T <= t -> `|r (B k * t)| <= eps.
Proof.
move=> e0 _; have [T T0 hT] := r0 e0.
exists (T * (1 + \sum_(k | 0 < B k) (B k)^-1)) => [|k t Bk ht].
  rewrite mulr_gt0 // ltr_paddr ?ltr01 // sumr_ge0 // => k Bk; rewrite invr_ge0 ltW //.
apply: hT; rewrite mulrC -ler_pdivr_mulr //; apply: le_trans ht.
rewrite ler_wpmul2l ?(ltW T0) // (bigD1 k) //= addrCA ler_addl addr_ge0 ?ler01 //.
by apply: sumr_ge0 => l /andP[Bl _]; rewrite invr_ge0 ltW.
Qed.

Lemma small_multiples (x C : R) : 0 <= C -> (forall eps, 0 < eps -> `|x| <= C * eps) -> x = 0.
Proof.
move=> C0 h; apply/eqP; rewrite -normr_le0; apply/ler_addgt0Pr => e e0; rewrite add0r.
have C1 : 0 < C + 1 by rewrite ltr_paddl ?ltr01.
apply: le_trans (h _ (divr_gt0 e0 C1)) _.
by rewrite mulrCA ler_pimulr ?(ltW e0) // ler_pdivr_mulr // mul1r ler_addl ler01.
Qed.

Theorem decay_separates_scales : separates_scales E.
Proof.
move=> M c b hE b0 b0n; pose B k := `|b k|.
have B_ge0 k : 0 <= B k by apply: normr_ge0.
have EB k t : 0 <= t -> E (b k * t) = A * (B k * t) + r (B k * t).
  move=> t0; rewrite -E_pos ?mulr_ge0 // /B; case: (ltrP 0 (b k)) => bk.
    by rewrite gtr0_norm.
  by rewrite ler0_norm // mulNr E_even.
pose C := \sum_k `|c k|; have C0 : 0 <= C by apply: sumr_ge0.
pose slope := \sum_k c k * (A * B k); pose const := \sum_(k | ~~ (0 < B k)) c k * r 0.
have hF t : 0 <= t -> slope * t + const + \sum_(k | 0 < B k) c k * r (B k * t) = 0.
  move=> t0; rewrite -[RHS](hE t) /slope mulr_suml -addrA;
    under [RHS]eq_bigr do rewrite EB // mulrDr.
  rewrite big_split /=; congr (_ + _); first by apply: eq_bigr => k _; rewrite !mulrA.
  rewrite [RHS](bigID (fun k => 0 < B k)) addrC /=; congr (_ + _); apply: eq_bigr => k.
  by rewrite -leNgt => Bk; have -> : B k = 0; [apply: le_anti; rewrite Bk B_ge0 | rewrite mul0r].
have small eps : 0 < eps -> exists2 T, 0 < T & forall t, T <= t -> `|slope * t + const| <= C * eps.
  move=> e0; have [T T0 hT] := uniform_decay e0 (fun k (_ : 0 < B k) => I).
  exists T => // t Tt; have t0 : 0 <= t by apply: le_trans (ltW T0) Tt.
  have := hF t t0 => /eqP; rewrite addr_eq0 => /eqP ->; rewrite normrN.
  apply: le_trans (ler_norm_sum _ _ _) _; rewrite /C mulr_suml big_mkcond /=.
  apply: ler_sum => k _; case: ifP => Bk; last by rewrite mulr_ge0 ?(ltW e0).
  by rewrite normrM ler_wpmul2l // hT.
have slope0 : slope = 0.
  apply: (small_multiples (C := 2%:R * C)) => [|eps e0]; first by rewrite mulr_ge0 ?ler0n.
  have [T T0 hT] := small _ e0; pose t := T + 1.
  have h1 := hT T (lexx _); have h2 : `|slope * (T + 1) + const| <= C * eps.
    by apply: hT; rewrite ler_addl ler01.
  have -> : slope = slope * (T + 1) + const - (slope * T + const) by ring.
  apply: le_trans (ler_norm_sub _ _) _; rewrite -mulrA [2%:R * _]mulr_natl mulr2n.
  exact: ler_add.
have const0 : const = 0.
  apply: (small_multiples C0) => eps e0; have [T T0 hT] := small _ e0.
  by have := hT T (lexx _); rewrite slope0 mul0r add0r.
have hr t : 0 <= t -> \sum_(k | 0 < B k) c k * r (B k * t) = 0.
  by move=> /hF; rewrite slope0 const0 mul0r !add0r.
have sq k : (b k ^+ 2 == b0 ^+ 2) = (B k == `|b0|).
  by rewrite /B -(real_normK (num_real (b k))) -(real_normK (num_real b0)) eqr_expn2.
rewrite (eq_bigl _ _ sq); have := normr_gt0 b0; rewrite b0n; move: (`|b0|) => Bb Bbp.
have [c' [c'0 c'I c'f fin]] := merge_scales c B; apply: fin Bbp => i; apply/eqP/negPn/negP => ci.
have [k0 ck0 kmin] : exists2 k0, c' k0 != 0 & forall k, c' k != 0 -> B k0 <= B k.
  by case: (@Order.TotalTheory.arg_minP _ _ _ i (fun k => c' k != 0) B ci) => k0; exists k0.
have Bk0 : 0 < B k0 := c'0 _ ck0.
have [rho rho1 hrho] : exists2 rho, 1 < rho & forall k, k != k0 -> c' k != 0 -> rho <= B k / B k0.
  case: (pickP (fun k => (k != k0) && (c' k != 0))) => [k1 hk1|no]; last first.
    by exists 2%:R => [|k kk ck]; [rewrite ltr1n | have := no k; rewrite kk ck].
  have := @Order.TotalTheory.arg_minP _ _ _ k1 (fun k => (k != k0) && (c' k != 0)) B hk1.
  case=> k2 /andP[kk2 ck2] h; exists (B k2 / B k0) => [|k kk ck].
    rewrite ltr_pdivl_mulr // mul1r lt_neqAle kmin // andbT.
    by apply: contra kk2 => /eqP e; apply/eqP; apply: c'I.
  by rewrite ler_pmul2r ?invr_gt0 //; apply: h; rewrite kk ck.
pose C' := \sum_k `|c' k|; have C'0 : 0 < C' + 1 by rewrite ltr_paddl ?ltr01 ?sumr_ge0.
have e0 : 0 < `|c' k0| / (2%:R * (C' + 1)).
  by rewrite divr_gt0 ?normr_gt0 // mulr_gt0 ?ltr0n.
have [t [t0 rt hb]] := rw rho1 e0.
have := hr (t / B k0) (divr_ge0 (ltW t0) (ltW Bk0)).
rewrite (c'f (fun b => r (b * (t / B k0)))) (bigD1 k0) //= mulrCA mulfV ?gt_eqF // mulr1.
move/eqP; rewrite addr_eq0 => /eqP e.
have := congr1 Num.norm e; rewrite normrN normrM => e'.
suff : `|c' k0| * `|r t| <= `|c' k0| / 2%:R * `|r t|.
  rewrite ler_pmul2r ?normr_gt0 // ler_pdivl_mulr ?ltr0n // ger_pmulr ?normr_gt0 //.
  by rewrite lern1.
rewrite e'; apply: le_trans (ler_norm_sum _ _ _) _.
apply: (@le_trans _ _ (\sum_(k | k != k0) `|c' k| * (`|c' k0| / (2%:R * (C' + 1)) * `|r t|))).
  apply: ler_sum => k kk; rewrite normrM; have [->|ck] := eqVneq (c' k) 0.
    by rewrite normr0 !mul0r.
  rewrite ler_wpmul2l //; have -> : B k * (t / B k0) = B k / B k0 * t by rewrite mulrA mulrAC.
  by apply: hb; apply: hrho.
rewrite -mulr_suml mulrA ler_wpmul2r //; set S := \sum_(_ | _) _.
have -> : S * (`|c' k0| / (2%:R * (C' + 1))) = `|c' k0| / 2%:R * (S / (C' + 1)).
  by rewrite invfM; move: S (`|c' k0|) (2%:R^-1) ((C' + 1)^-1) => x1 x2 x3 x4; ring.
rewrite ler_pimulr ?divr_ge0 ?ler0n // ler_pdivr_mulr // mul1r.
apply: (@le_trans _ _ C'); last by rewrite ler_addl ler01.
by rewrite /C' [X in _ <= X](bigD1 k0) //= ler_addr.
Qed.
End Decay.

Section Hardswish.
Variable R : realFieldType.
Notation three := (3%:R : R).

Definition hardswish (z : R) : R :=
  if z <= - three then 0 else if three <= z then z else z * (z + three) / 6%:R.
Let r (z : R) : R := if three <= z then 0 else z ^+ 2 / three - z.

Let three_gt0 : 0 < three. Proof. by rewrite ltr0n. Qed.

Lemma hardswish_gap : linear_gap hardswish 1.
Proof.
move=> z; rewrite mul1r /hardswish ler_opp2 [three <= - z]ler_oppr.
have [z3|z3] := lerP z (- three); have [z3'|z3'] := lerP three z.
- have : three <= - three by apply: le_trans z3.
  by rewrite leNgt (lt_trans _ three_gt0) // oppr_lt0.
- by rewrite sub0r opprK.
- by rewrite subr0.
by field.
Qed.

Lemma hardswish_even_part z : 0 <= z -> hardswish z + hardswish (- z) = 1 * z + r z.
Proof.
move=> z0; rewrite mul1r /hardswish /r ler_opp2 [three <= - z]ler_oppr.
have -> : z <= - three = false by rewrite leNgt (lt_le_trans _ z0) // oppr_lt0.
by case: lerP => z3; [rewrite addr0 | field].
Qed.

Theorem hardswish_separates_scales :
  separates_scales (fun z => hardswish z + hardswish (- z)).
Proof.
apply: (@decay_separates_scales _ _ r 1) => [z|z||B e B1 e0].
- by rewrite opprK addrC.
- exact: hardswish_even_part.
- by move=> e e0; exists three => // t t3; rewrite /r t3 normr0 ltW.
have B0 : 0 < B by apply: lt_trans B1; apply: ltr01.
pose t := three / B + (three - three / B) / 2%:R.
have lt3 : three / B < three by rewrite ltr_pdivr_mulr // ltr_pmulr.
have t1 : three / B < t by rewrite /t ltr_addl divr_gt0 ?ltr0n // subr_gt0.
have t2 : t < three.
  rewrite /t -ltr_subr_addl ltr_pdivr_mulr ?ltr0n // ltr_pmulr ?ltr1n //.
  by rewrite subr_gt0.
have t0 : 0 < t by apply: lt_trans t1; rewrite divr_gt0.
exists t; split=> // [|b Bb].
  rewrite /r leNgt t2 /= (_ : _ - t = t * (t / three - 1)); last first.
    by rewrite expr2 mulrBr mulr1 mulrA.
  apply: mulf_neq0; first by rewrite gt_eqF.
  by rewrite subr_eq0 lt_eqF // ltr_pdivr_mulr // mul1r.
have bt3 : three <= b * t.
  apply: (@le_trans _ _ (B * t)); last by rewrite ler_wpmul2r // ltW.
  by rewrite mulrC -ler_pdivr_mulr // ltW.
by rewrite /r bt3 normr0 mulr_ge0 // ltW.
Qed.

Lemma hardswish_even_neq0 : exists z, hardswish z + hardswish (- z) != 0.
Proof.
exists three; rewrite hardswish_even_part ?(ltW three_gt0) // /r lexx addr0 mul1r.
by rewrite gt_eqF.
Qed.
End Hardswish.
