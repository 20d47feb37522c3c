(* Theorem 4 and end-to-end theorems for hardswish (every ordered field, no axioms), and on
   the real numbers for softplus and for the gates
   z / (1 + exp(-alpha (z + beta z^3))): SiLU is alpha = 1, beta = 0,
   quick GELU alpha = 1.702, beta = 0, tanh GELU alpha = 2 sqrt(2/pi), beta = 0.044715. *)
From Coq Require Import ZArith.
From mathcomp Require Import all_ssreflect all_algebra.
From mathcomp Require Import ssrZ reals.
From Symproof Require Import Definitions Decay DecayReal Rigid ConcreteWeights ConcreteTheorems.
From Symproof Require Certificate.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Theorem hardswish_iff (R : realFieldType) d N (M : 'M[R]_d) (Wd : 'M[R]_(d, N)) Wu :
  nondegenerate_up_to_sign Wd Wu ->
  absorbable (@hardswish R) N M Wd Wu <-> exists S : {set 'I_N}, Wd *m Pi S *m Wu = - M.
Proof.
move=> nd; have := rigid_iff (@hardswish_gap R) (@hardswish_separates_scales R)
  (@hardswish_even_neq0 R) M nd.
by move=> h; apply: (iff_trans h); split=> -[S]; rewrite ?scale1r => hS; exists S; rewrite ?scale1r.
Qed.

Theorem smooth_gelu_iff (R : realType) (alpha beta : R) d N (M : 'M[R]_d) (Wd : 'M[R]_(d, N)) Wu :
  0 < alpha -> 0 <= beta -> nondegenerate_up_to_sign Wd Wu ->
  absorbable (smooth_gelu alpha beta) N M Wd Wu <-> exists S : {set 'I_N}, Wd *m Pi S *m Wu = - M.
Proof.
move=> a0 b0 nd; have [h1 h2 h3] := smooth_gelu_separates_scales a0 b0.
apply: (iff_trans (rigid_iff h1 h2 h3 M nd)).
by split=> -[S]; rewrite ?scale1r => hS; exists S; rewrite ?scale1r.
Qed.

Theorem hardswish_not_absorbable (R : realFieldType) d N I J dd du dm WD WU MM T t alpha
    (Wd : 'M[R]_(d, N)) (Wu : 'M[R]_(N, d)) (M : 'M[R]_d) :
  rows_given I dd WD Wd -> columns_given J du WU Wu -> skip_given I J dm MM M ->
  check_not_absorbable_rigid d N I J 1 1 dd du dm alpha WD WU MM T t ->
  ~ absorbable (@hardswish R) N M Wd Wu.
Proof.
move=> hD hU hM h; apply: (rigid_not_absorbable hD hU hM h).
- exact: hardswish_gap.
- exact: hardswish_separates_scales.
- exact: hardswish_even_neq0.
Qed.

Theorem smooth_gelu_not_absorbable (R : realType) d N I J dd du dm WD WU MM T t form
    (Wd : 'M[R]_(d, N)) (Wu : 'M[R]_(N, d)) (M : 'M[R]_d) :
  rows_given I dd WD Wd -> columns_given J du WU Wu -> skip_given I J dm MM M ->
  check_not_absorbable_rigid d N I J 1 1 dd du dm form WD WU MM T t ->
  forall alpha beta : R, 0 < alpha -> 0 <= beta -> ~ absorbable (smooth_gelu alpha beta) N M Wd Wu.
Proof.
move=> hD hU hM h alpha beta a0 b0; have [h1 h2 h3] := smooth_gelu_separates_scales a0 b0.
exact: (rigid_not_absorbable hD hU hM h h1 h2 h3).
Qed.

Theorem softplus_iff (R : realType) d N (M : 'M[R]_d) (Wd : 'M[R]_(d, N)) Wu :
  nondegenerate_up_to_sign Wd Wu ->
  absorbable (@softplus R) N M Wd Wu <-> exists S : {set 'I_N}, Wd *m Pi S *m Wu = - M.
Proof.
move=> nd; have := rigid_iff (@softplus_gap R) (@softplus_separates_scales R)
  (@softplus_even_neq0 R) M nd.
by move=> h; apply: (iff_trans h); split=> -[S]; rewrite ?scale1r => hS; exists S; rewrite ?scale1r.
Qed.

Theorem softplus_not_absorbable (R : realType) d N I J dd du dm WD WU MM T t form
    (Wd : 'M[R]_(d, N)) (Wu : 'M[R]_(N, d)) (M : 'M[R]_d) :
  rows_given I dd WD Wd -> columns_given J du WU Wu -> skip_given I J dm MM M ->
  check_not_absorbable_rigid d N I J 1 1 dd du dm form WD WU MM T t ->
  ~ absorbable (@softplus R) N M Wd Wu.
Proof.
move=> hD hU hM h; apply: (rigid_not_absorbable hD hU hM h).
- exact: softplus_gap.
- exact: softplus_separates_scales.
- exact: softplus_even_neq0.
Qed.
