(* Depth for analytic activations on the real numbers of the standard library. *)
From Coq Require Import Reals.
From mathcomp Require Import all_ssreflect all_algebra.
From mathcomp Require Import Rstruct.
From SsrMultinomials Require Import mpoly.
From Symproof Require Import Definitions TaylorStack DepthSmooth.
From Symproof Require TaylorReal.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Lemma partial_sumE K a (t : R) : TaylorReal.partial_sum K a t = (\poly_(n < K) a n).[t].
Proof.
rewrite horner_poly; elim: K a => [|K IH] a; first by rewrite big_ord0.
rewrite big_ord_recl expr0 mulr1 /= IH -[LHS]/(_ + t * _); congr (_ + _).
by rewrite mulr_sumr; apply: eq_bigr => n _; rewrite exprS mulrCA.
Qed.

Theorem analytic_taylor (s : R -> R) a : Analytic.analytic_at_0 s a -> taylor s a.
Proof.
move=> hs K; have [C [del [/RleP C0 [/RltP d0 h]]]] := TaylorReal.analytic_remainder K _ _ hs.
exists C, del; split=> // t /RltP td; have /RleP := h t td.
by rewrite partial_sumE -RpowE.
Qed.
