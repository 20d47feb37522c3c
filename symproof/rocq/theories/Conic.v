(* Theorem 4 and the count of Proposition 8 (ii) for conic activations:
   s(z) - s(-z) = c z and s(z) + s(-z) = e |z| with e <> 0.  ReLU: c = e = 1. *)
From mathcomp Require Import all_ssreflect all_algebra.
From mathcomp Require Import ring.
From Symproof Require Import Definitions LinearAlgebra Parity Sufficiency Kinks LeastWidth.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

(* how necessity and sufficiency follow from the count *)
Section FromCount.
Variables (R : realFieldType) (s : R -> R) (c : R) (d N : nat).
Variables (M : 'M[R]_d) (Wd : 'M[R]_(d, N)) (Wu : 'M[R]_(N, d)).
Hypothesis count : forall N', absorbable s N' M Wd Wu ->
  exists S : {set 'I_N}, (\rank (M + c *: (Wd *m Pi S *m Wu))%R + N <= N')%N.

Theorem subset_iff_absorbable : linear_gap s c ->
  absorbable s N M Wd Wu <-> exists S : {set 'I_N}, c *: (Wd *m Pi S *m Wu) = - M.
Proof.
move=> hs; split=> [/count[S rS]|[S hS]]; last first.
  by exists Wd, (Flip S *m Wu); apply: flip_absorbs.
exists S; move: rS; rewrite -[X in (_ <= X)%N]add0n leq_add2r leqn0 mxrank_eq0.
by rewrite addrC addr_eq0 => /eqP.
Qed.

Theorem det_width_bound N' :
  (forall S : {set 'I_N}, \det (M + c *: (Wd *m Pi S *m Wu)) != 0) ->
  absorbable s N' M Wd Wu -> (N + d <= N')%N.
Proof.
move=> hdet /count[S]; rewrite (_ : mxrank _ = d) 1?addnC //.
by apply: mxrank_unit; rewrite unitmxE unitfE.
Qed.
End FromCount.

Section Conic.
Variables (R : realFieldType) (s : R -> R) (c e : R).
Hypotheses (s_gap : linear_gap s c) (e0 : e != 0) (s_even : forall z, s z + s (- z) = e * `|z|).

Theorem conic_lower d N N' (M : 'M[R]_d) (Wd : 'M[R]_(d, N)) Wu :
  nondegenerate Wd Wu -> absorbable s N' M Wd Wu ->
  exists S F : {set 'I_N}, (N + #|F| +
    (\rank ((M + c *: (Wd *m Pi S *m Wu))%R *m cokermx (Pi F *m Wu))).*2 <= N')%N.
Proof.
case=> w0 wc wd0 [Vd [Vu]].
apply: (@least_width_lower R d s c xpredT (fun u w => (u <= w)%MS)) => //.
- by move=> u w; apply: (iffP sub_rVP) => [[a ->]|[a _ ->]]; exists a.
- by move=> a z _; rewrite !s_even normrM mulrCA.
- by exists 1; rewrite s_even normr1 mulr1.
- move=> m A k h w x _; under eq_bigr do rewrite s_even mulrCA.
  rewrite -mulr_sumr norm_class_sum ?mulr0 // => y; apply: (mulfI e0).
  by rewrite mulr0 mulr_sumr -[RHS](h y); apply: eq_bigr => i _; rewrite s_even mulrCA.
Qed.

Theorem conic_count d N N' (M : 'M[R]_d) (Wd : 'M[R]_(d, N)) Wu :
  nondegenerate Wd Wu -> absorbable s N' M Wd Wu ->
  exists S : {set 'I_N}, (\rank (M + c *: (Wd *m Pi S *m Wu))%R + N <= N')%N.
Proof. by move=> nd /(conic_lower nd); apply: rank_of_least_width. Qed.
End Conic.

Section Instances.
Variable R : realFieldType.

Theorem relu_count d N N' (M : 'M[R]_d) (Wd : 'M[R]_(d, N)) Wu :
  nondegenerate Wd Wu -> absorbable relu N' M Wd Wu ->
  exists S : {set 'I_N}, (\rank (M + Wd *m Pi S *m Wu)%R + N <= N')%N.
Proof.
move=> nd /(conic_count (@relu_gap R) (oner_neq0 R) (@relu_even R) nd)[S].
by rewrite scale1r; exists S.
Qed.

Theorem relu_iff d N (M : 'M[R]_d) (Wd : 'M[R]_(d, N)) Wu : nondegenerate Wd Wu ->
  absorbable relu N M Wd Wu <-> exists S : {set 'I_N}, Wd *m Pi S *m Wu = - M.
Proof.
move=> nd; apply: (iff_trans (subset_iff_absorbable _ (@relu_gap R))) => [N'|].
  exact: (conic_count (@relu_gap R) (oner_neq0 R) (@relu_even R) nd).
by split=> -[S]; rewrite ?scale1r => hS; exists S; rewrite ?scale1r.
Qed.

Lemma leaky_relu_gap (a : R) : linear_gap (leaky_relu a) (1 + a).
Proof.
move=> z; rewrite /leaky_relu oppr_ge0; case: (ltrgt0P z) => [_|_|->].
- by ring.
- by ring.
- by rewrite oppr0 subrr mulr0.
Qed.

Lemma leaky_relu_even (a z : R) : leaky_relu a z + leaky_relu a (- z) = (1 - a) * `|z|.
Proof.
rewrite /leaky_relu oppr_ge0; case: (ltrgt0P z) => [z0|z0|->].
- by rewrite mulrN mulrBl mul1r.
- by ring.
- by rewrite oppr0 addr0 mulr0.
Qed.

Theorem leaky_relu_iff (a : R) d N (M : 'M[R]_d) (Wd : 'M[R]_(d, N)) Wu :
  a != 1 -> nondegenerate Wd Wu ->
  absorbable (leaky_relu a) N M Wd Wu <->
  exists S : {set 'I_N}, (1 + a) *: (Wd *m Pi S *m Wu) = - M.
Proof.
move=> a1 nd; apply: subset_iff_absorbable (leaky_relu_gap a) => N'.
by apply: (conic_count (leaky_relu_gap a) _ (leaky_relu_even a) nd); rewrite subr_eq0 eq_sym.
Qed.

Theorem relu_width_bound d N N' (M : 'M[R]_d) (Wd : 'M[R]_(d, N)) Wu :
  nondegenerate Wd Wu ->
  (forall S : {set 'I_N}, \det (M + Wd *m Pi S *m Wu) != 0) ->
  absorbable relu N' M Wd Wu -> (N + d <= N')%N.
Proof.
move=> nd hdet; apply: (@det_width_bound _ _ 1) => [n' /(relu_count nd)[S]|S].
  by exists S; rewrite scale1r.
by rewrite scale1r.
Qed.
End Instances.
