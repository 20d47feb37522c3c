(* Gates with g(0) <> 0 (new; shows that g(0) = 0 is needed in Proposition 2).  If
   g(z) + g(-z) = 2 g0, flipping the gate rows and the down columns in S absorbs M as soon as
   2 g0 W_down[:,S] W_val[S,:] = -M.  The logistic gate has g0 = 1/2. *)
From mathcomp Require Import all_ssreflect all_algebra.
From mathcomp Require Import ring.
From Symproof Require Import Definitions LinearAlgebra.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Theorem open_gate_absorbs (R : realFieldType) d N (g : R -> R) (g0 : R) (M : 'M[R]_d)
    (Wd : 'M[R]_(d, N)) Wg Wv (S : {set 'I_N}) :
  (forall z, g z + g (- z) = g0 *+ 2) -> (g0 *+ 2) *: (Wd *m Pi S *m Wv) = - M ->
  forall x, M *m x + glu g Wd Wg Wv x = glu g (Wd *m Flip S) (Flip S *m Wg) Wv x.
Proof.
move=> hg hS x; apply: (addrI (- (M *m x))); rewrite addKr -mulNmx -hS /glu.
rewrite -scalemxAl -!mulmxA [_ *: _]scalemxAr -mulmxDr; congr (_ *m _).
move: (Wg *m x) (Wv *m x) => u v; apply/colP => k.
rewrite [RHS]mxE [X in _ = X + _]mxE Pi_mul /Flip !mul_diag_mx !mxE.
case: (k \in S); last by rewrite expr0 !mul1r mul0r mulr0 add0r.
have := hg (u k 0); rewrite !expr1 !mulN1r mul1r => <-.
by move: (g _) (g _) => y z; ring.
Qed.
