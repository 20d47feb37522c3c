(* The end-to-end theorem for the exact GELU on the real numbers. *)
From Coq Require Import ZArith Reals.
From mathcomp Require Import all_ssreflect all_algebra.
From mathcomp Require Import ssrZ Rstruct.
From Symproof Require Import Definitions Rigid GeluTheorems ConcreteWeights ConcreteTheorems
  SameFunction.
From Symproof Require Certificate.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section Gelu.
Variables (d N : nat) (I J : seq nat) (dd du dm : Z).
Variables (WD WU MM T : table) (t : Certificate.tree).
Variables (Wd : 'M[R]_(d, N)) (Wu : 'M[R]_(N, d)) (M : 'M[R]_d).
Hypotheses (hD : rows_given I dd WD Wd) (hU : columns_given J du WU Wu).
Hypothesis hM : skip_given I J dm MM M.

Theorem gelu_not_absorbable alpha :
  check_not_absorbable_rigid d N I J 1 1 dd du dm alpha WD WU MM T t ->
  ~ absorbable Gelu.gelu N M Wd Wu.
Proof.
move=> h; have nd := check_not_absorbable_rigid_nondegenerate hD hU h.
move: h; rewrite /check_not_absorbable_rigid; case: ifP => // _; case: ifP => // _ h.
by move=> /(gelu_iff M nd); apply: (no_subset hD hU hM h).
Qed.
End Gelu.

Corollary gelu_same_absorbs d N N' dd du dm MM WD WU VD VU U kw kv :
  check_same d N N' true false 1 1 dd du dm MM WD WU VD VU U kw kv ->
  absorbs Gelu.gelu (from_rows d d dm MM) (from_columns d N dd WD : 'M[R]__) (from_rows N d du WU)
    (from_columns d N' dd VD) (from_rows N' d du VU).
Proof. by apply: unit_same_absorbs => z; apply: gelu_gap. Qed.
