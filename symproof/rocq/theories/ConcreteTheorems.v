(* The end-to-end theorems for ReLU and leaky ReLU: accepted integers => these concrete
   weights are not absorbable at their width.  No axioms.  (GELU: ConcreteGelu.v) *)
From Coq Require Import ZArith.
From mathcomp Require Import all_ssreflect all_algebra.
From mathcomp Require Import ssrZ.
From Symproof Require Import Definitions LinearAlgebra Conic Rigid ConcreteWeights.
From Symproof Require Certificate.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section Conic.
Variables (R : realFieldType) (d N : nat) (I J : seq nat) (dd du dm : Z).
Variables (WD WU MM T : table) (t : Certificate.tree).
Variables (Wd : 'M[R]_(d, N)) (Wu : 'M[R]_(N, d)) (M : 'M[R]_d).
Hypotheses (hD : rows_given I dd WD Wd) (hU : columns_given J du WU Wu).
Hypothesis hM : skip_given I J dm MM M.

Theorem no_subset : check_subsets d N I J 1 1 dd du dm WD WU MM T t ->
  ~ exists S : {set 'I_N}, Wd *m Pi S *m Wu = - M.
Proof.
move=> h [S hS]; have := check_subsets_sound (S := S) hD hU hM h.
by rewrite ZR1 divr1 scale1r.
Qed.

Theorem relu_not_absorbable alpha beta :
  check_not_absorbable d N I J 1 1 dd du dm alpha beta WD WU MM T t ->
  ~ absorbable relu N M Wd Wu.
Proof.
move=> h; have nd := check_not_absorbable_nondegenerate hD hU h.
move: h; rewrite /check_not_absorbable; case: ifP => // _; case: ifP => // _ h.
by move=> /(relu_iff M nd); apply: no_subset h.
Qed.

Theorem leaky_relu_not_absorbable an ad gn alpha beta :
  Z.eqb gn (Z.add ad an) -> negb (Z.eqb an ad) ->
  check_not_absorbable d N I J gn ad dd du dm alpha beta WD WU MM T t ->
  ~ absorbable (leaky_relu (ZR R an / ZR R ad)) N M Wd Wu.
Proof.
move=> /Z.eqb_spec gE anad h; have nd := check_not_absorbable_nondegenerate hD hU h.
move: h; rewrite /check_not_absorbable; case: ifP => // _; case: ifP => // _ h.
have ad0 : ZR R ad != 0.
  move: h; rewrite /check_subsets; case: ifP => // _; case: ifP => // _; case: ifP => //=.
  by case/and5P=> _ h _ _ _ _; rewrite ZR_eq0; apply: contra h => /eqP ->.
have a1 : ZR R an / ZR R ad != 1.
  rewrite -(inj_eq (mulIf ad0)) divfK // mul1r (inj_eq (@ZR_inj R)).
  by apply: contra anad => /eqP ->; rewrite Z.eqb_refl.
move=> /(leaky_relu_iff M a1 nd)[S]; rewrite -{1}(divff ad0) -mulrDl -ZRD.
by rewrite (_ : (ad + an)%R = gn) //; apply: check_subsets_sound hD hU hM h.
Qed.
End Conic.

(* every rigid activation with s(z) - s(-z) = z *)
Theorem rigid_not_absorbable (R : realFieldType) (s : R -> R) d N I J dd du dm WD WU MM T t alpha
    (Wd : 'M[R]_(d, N)) (Wu : 'M[R]_(N, d)) (M : 'M[R]_d) :
  rows_given I dd WD Wd -> columns_given J du WU Wu -> skip_given I J dm MM M ->
  check_not_absorbable_rigid d N I J 1 1 dd du dm alpha WD WU MM T t ->
  linear_gap s 1 -> separates_scales (fun z => s z + s (- z)) -> (exists z, s z + s (- z) != 0) ->
  ~ absorbable s N M Wd Wu.
Proof.
move=> hD hU hM h hs hE he; have nd := check_not_absorbable_rigid_nondegenerate hD hU h.
move: h; rewrite /check_not_absorbable_rigid; case: ifP => // _; case: ifP => // _ h.
move=> /(rigid_iff hs hE he M nd)[S]; rewrite scale1r => hS.
by apply: (no_subset hD hU hM h); exists S.
Qed.
