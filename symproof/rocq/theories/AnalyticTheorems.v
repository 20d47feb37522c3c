(* Lemma 7, and Theorem 4 for every activation on the real numbers with linear gap c
   whose even part is analytic at 0 and not a polynomial. *)
From Coq Require Import Reals List.
From mathcomp Require Import all_ssreflect all_algebra.
From mathcomp Require Import Rstruct.
From Symproof Require Import Definitions Scales Rigid.
From Symproof Require AnalyticReal.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory Analytic.
Local Open Scope ring_scope.

Lemma combination_sum M (c b : 'I_M -> R) (f : R -> R -> R) :
  AnalyticReal.linear_combination [seq (c m, b m) | m <- enum 'I_M] f = \sum_m f (c m) (b m).
Proof.
rewrite -big_enum /=; elim: (enum 'I_M) => [|m s IH] /=; first by rewrite big_nil.
by rewrite big_cons -IH.
Qed.

Lemma eval_horner (p : {poly R}) t : AnalyticReal.eval p t = p.[t].
Proof.
rewrite /horner; elim: (polyseq p) => //= a s ->.
by rewrite -[LHS]/(a + t * _) addrC mulrC.
Qed.

Theorem smooth_scales_independent (psi : R -> R) M (c al : 'I_M -> R) (p : {poly R}) :
  smooth_at_0 psi -> many_derivatives psi -> (forall k, 0 < al k) -> injective al ->
  (forall t, \sum_k c k * psi (al k * t) = p.[t]) -> forall k, c k = 0.
Proof.
move=> hs hm al0 alI h; apply: (@distinct_scales_independent _ M c al) => // [k l _ _|D].
  exact: alI.
have h' t : AnalyticReal.linear_combination [seq (c k, al k) | k <- enum 'I_M]
    (fun c b => Rmult c (psi (Rmult b t))) = AnalyticReal.eval p t.
  by rewrite (combination_sum c al (fun c b => c * psi (b * t))) eval_horner h.
have [n [/ssrnat.ltP Dn [_ hn]]] := AnalyticReal.smooth_power_sums
  psi _ p hs hm (Coquelicot.Hierarchy.filter_forall _ h') D.
exists n; split=> //; rewrite -[RHS]hn (combination_sum c al (fun c b => Rmult c (pow b n))).
by apply: eq_bigr => k _; rewrite RpowE.
Qed.

Theorem analytic_scales_independent (psi : R -> R) (a : nat -> R) M (c al : 'I_M -> R) (p : {poly R}) :
  analytic_at_0 psi a -> many_coefficients a -> (forall k, 0 < al k) -> injective al ->
  (forall t, \sum_k c k * psi (al k * t) = p.[t]) -> forall k, c k = 0.
Proof.
move=> ha hm; apply: smooth_scales_independent; first exact: AnalyticReal.analytic_smooth ha.
exact: AnalyticReal.analytic_derivatives ha hm.
Qed.

Section Activation.
Variables (s : R -> R) (c : R).
Let E z := s z + s (- z)%R.
Hypotheses (s_gap : linear_gap s c) (hs : smooth_at_0 E) (hm : many_derivatives E).

Lemma even_E t : E (- t)%R = E t.
Proof. by rewrite /E opprK addrC. Qed.

Lemma smooth_separates_scales : separates_scales E.
Proof.
apply: even_moments_separate => M k b hE D.
have h' t : AnalyticReal.linear_combination [seq (k m, b m) | m <- enum 'I_M]
    (fun c b => Rmult c (E (Rmult b t))) = AnalyticReal.eval (0 : {poly R}) t.
  by rewrite (combination_sum k b (fun c b => c * E (b * t))) eval_horner horner0 hE.
have [n [/ssrnat.ltP Dn [n0 hn]]] := AnalyticReal.smooth_power_sums
  E _ (0 : {poly R}) hs hm (Coquelicot.Hierarchy.filter_forall _ h') D.*2.
have even_n : odd n = false.
  apply/negP => on; apply: n0; apply: AnalyticReal.even_odd_derivative => //.
    exact: even_E.
  exists n./2; rewrite -{1}[n]odd_double_half on addnC -mul2n.
  by rewrite multE plusE.
have en : n./2.*2 = n by rewrite -[RHS]odd_double_half even_n.
exists n./2; split; first by rewrite -ltn_double en.
rewrite -[RHS]hn (combination_sum k b (fun c b => Rmult c (pow b n))).
by apply: eq_bigr => m _; rewrite RpowE en.
Qed.

Lemma smooth_even_neq0 : exists z, E z != 0.
Proof. by have [z hz] := AnalyticReal.many_derivatives_neq0 _ hm; exists z; apply/eqP. Qed.

Theorem smooth_activation_iff d N (M : 'M[R]_d) (Wd : 'M[R]_(d, N)) Wu :
  nondegenerate_up_to_sign Wd Wu ->
  absorbable s N M Wd Wu <-> exists S : {set 'I_N}, c *: (Wd *m Pi S *m Wu) = - M.
Proof. exact: (rigid_iff s_gap smooth_separates_scales smooth_even_neq0). Qed.
End Activation.

Theorem analytic_activation_iff (s : R -> R) (c : R) (a : nat -> R) d N (M : 'M[R]_d)
    (Wd : 'M[R]_(d, N)) Wu :
  linear_gap s c -> analytic_at_0 (fun z => s z + s (- z)%R) a -> many_coefficients a ->
  nondegenerate_up_to_sign Wd Wu ->
  absorbable s N M Wd Wu <-> exists S : {set 'I_N}, c *: (Wd *m Pi S *m Wu) = - M.
Proof.
move=> hs ha hm; apply: smooth_activation_iff => //; first exact: AnalyticReal.analytic_smooth ha.
exact: AnalyticReal.analytic_derivatives ha hm.
Qed.
