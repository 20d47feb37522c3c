(* Lemma 6.  Linear forms l_m nonzero and pairwise non-collinear:
   sum_m c_m |l_m(x)| = 0 for all x implies that all c_m = 0. *)
From mathcomp Require Import all_ssreflect all_algebra.
From Symproof Require Import Definitions LinearAlgebra.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section Norms.
Variable R : realFieldType.

Lemma norm_second_difference (a c : R) : `|c| <= `|a| -> `|a + c| + `|a - c| = `|a| *+ 2.
Proof.
wlog a0 : a c / 0 <= a => [H|].
  case: (lerP 0 a) => [a0|/ltW a0]; first exact: H.
  have := H (- a) (- c).
  by rewrite oppr_ge0 !normrN -opprD normrN opprK [- a + c]addrC distrC; apply.
rewrite (ger0_norm a0) ler_norml => /andP[h1 h2].
rewrite !ger0_norm ?subr_ge0 //; last by rewrite -[a]opprK addrC subr_ge0.
by rewrite addrACA subrr addr0 mulr2n.
Qed.

(* grouped form, which does the paper's merging of collinear terms without norms:
   the terms whose form is a multiple of w sum to zero *)
Lemma norm_class_sum M d (A : 'M[R]_(M, d)) (c : 'I_M -> R) (w : 'rV[R]_d) :
  (forall x : 'cV[R]_d, \sum_m c m * `|(A *m x) m 0| = 0) ->
  forall e : 'cV[R]_d, \sum_(m | (row m A <= w)%MS) c m * `|(A *m e) m 0| = 0.
Proof.
move=> h e; pose K := cokermx w.
have [y hy] : exists y : 'cV[R]_d,
    forall m, ~~ (row m A <= w)%MS -> (row m A *m K *m y) 0 0 != 0.
  by apply: avoid_hyperplanes => m; rewrite submxE.
pose x0 := K *m y.
have A0 m : (A *m x0) m 0 = (row m A *m K *m y) 0 0.
  by rewrite -mulmxA -row_mul [RHS]mxE.
pose B := 1 + \sum_m `|(A *m e) m 0| / `|(A *m x0) m 0|.
have B0 : 0 < B by rewrite ltr_paddr // sumr_ge0 // => m _; rewrite divr_ge0.
pose t := B^-1; have t0 : 0 < t by rewrite invr_gt0.
have E : \sum_m c m * (`|(A *m x0) m 0 + t * (A *m e) m 0| +
    `|(A *m x0) m 0 - t * (A *m e) m 0| - `|(A *m x0) m 0| *+ 2) = 0.
  transitivity (\sum_m (c m * `|(A *m (x0 + t *: e)) m 0| +
      c m * `|(A *m (x0 - t *: e)) m 0| - (c m * `|(A *m x0) m 0|) *+ 2)).
    apply: eq_bigr => m _; rewrite mulrBr mulrDr mulrnAr.
    by rewrite mulmxDr mulmxBr -scalemxAr !mxE.
  by rewrite !big_split /= !h sumrN sumrMnl h mul0rn subr0 addr0.
move: E; rewrite (bigID (fun m => (row m A <= w)%MS)) /=.
rewrite [X in _ + X]big1 ?addr0 => [|m hm]; last first.
  rewrite norm_second_difference ?subrr ?mulr0 // normrM gtr0_norm // /t mulrC ler_pdivr_mulr //.
  rewrite mulrDr mulr1 (bigD1 m) //= mulrDr mulrCA divff ?mulr1; last first.
    by rewrite normr_eq0 A0 hy.
  by rewrite addrCA ler_addl addr_ge0 ?mulr_ge0 ?sumr_ge0 // => k _; rewrite divr_ge0.
move=> E; apply: (mulfI (x := t *+ 2)); first by rewrite mulrn_eq0 /= gt_eqF.
rewrite mulr0 mulr_sumr -[RHS]E; apply: eq_bigr => m; rewrite submxE => /eqP hm.
have -> : (A *m x0) m 0 = 0 by rewrite A0 hm mul0mx mxE.
rewrite add0r sub0r normrN normr0 mul0rn subr0 -mulr2n normrM (gtr0_norm t0).
by rewrite mulrCA mulrnAl mulrnAr.
Qed.

(* as in the paper; d >= 2 is not needed *)
Theorem norms_independent M d (A : 'M[R]_(M, d)) (c : 'I_M -> R) :
  (forall m, row m A != 0) ->
  (forall m n, m != n -> ~~ (row m A <= row n A)%MS) ->
  (forall x : 'cV[R]_d, \sum_m c m * `|(A *m x) m 0| = 0) -> forall m, c m = 0.
Proof.
move=> h0 hc h m; have := norm_class_sum (row m A) h (row m A)^T.
rewrite (big_pred1 m) => [/eqP|n]; last first.
  by rewrite /=; case: eqP => [->|/eqP nm]; rewrite ?submx_refl // (negPf (hc _ _ nm)).
have -> : (A *m (row m A)^T) m 0 = (row m A *m (row m A)^T) 0 0.
  by rewrite -row_mul [RHS]mxE.
by rewrite mulf_eq0 normr_eq0 (negPf (self_dot_neq0 (h0 m))) orbF => /eqP.
Qed.
End Norms.
