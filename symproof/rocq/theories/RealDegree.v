(* Real numbers (realType of mathcomp-analysis): Proposition 1 and Corollary 3 for a
   real degree k, Proposition 2 and Corollary 3 for a differentiable gate. *)
From mathcomp Require Import all_ssreflect all_algebra.
From mathcomp Require Import boolp classical_sets functions reals signed topology
  normedtype sequences derive exp.
From Symproof Require Import Definitions Homogeneous Gated Depth.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory numFieldNormedType.Exports.
Local Open Scope ring_scope.
Local Open Scope classical_set_scope.

Section RealDegree.
Variable R : realType.

Definition real_homogeneous (s : R -> R) (k : R) :=
  forall l z, 0 < l -> s (l * z) = l `^ k * s z.

Theorem real_homogeneous_never_absorbs d N N' s (k : R) (M : 'M[R]_d) (Wd : 'M[R]_(d, N)) Wu
    (Vd : 'M[R]_(d, N')) Vu :
  k != 1 -> real_homogeneous s k -> absorbs s M Wd Wu Vd Vu -> M = 0.
Proof.
move=> k1 hs; have l2 : 0 < ln (2%:R : R) by rewrite ln_gt0 // ltr1n.
apply: (@one_scale_forces_0 _ _ _ _ _ 2%:R (2%:R `^ k)) => [|z]; last by apply: hs; rewrite ltr0n.
apply: contra k1 => /eqP; rewrite -[LHS]exp_funr1 ?ltr0n // => /expR_inj.
by move/(mulIf (lt0r_neq0 l2)) => ->.
Qed.

(* l^k <= eps l as soon as (k - 1) ln l <= ln eps *)
Lemma exp_fun_le_linear (k eps l : R) : 0 < eps -> 0 < l ->
  (k - 1) * ln l <= ln eps -> `|l `^ k| <= eps * l.
Proof.
move=> e0 l0 h; rewrite ger0_norm; last exact/ltW/expR_gt0.
rewrite -{2}(lnK l0) -{1}(lnK e0) -expRD /exp_fun ler_expR.
by rewrite -ler_subl_addr -{2}[ln l]mul1r -mulrBl.
Qed.

Lemma large_degree_little_o s (k : R) : 1 < k -> real_homogeneous s k -> little_o1 s.
Proof.
move=> k1 hs; apply: (multiplier_little_o hs) => e e0.
exists (expR (ln e / (k - 1))) => [|l l0]; first exact: expR_gt0.
have k0 : 0 < k - 1 by rewrite subr_gt0.
rewrite -{1}(lnK l0) ltr_expR ltr_pdivl_mulr // mulrC => /ltW; exact: exp_fun_le_linear.
Qed.

Lemma small_degree_sublinear s (k : R) : 0 < k -> k < 1 -> real_homogeneous s k -> sublinear1 s.
Proof.
move=> k0 k1 hs; apply: (multiplier_sublinear hs) => e e0.
pose L := expR (ln e / (k - 1)); have L0 : 0 < L := expR_gt0 _.
have kn : k - 1 < 0 by rewrite subr_lt0.
exists (L `^ k) => [|l l0]; first exact/ltW/expR_gt0.
have [lL|Ll] := lerP l L.
  rewrite ger0_norm; last exact/ltW/expR_gt0.
  apply: (@le_trans _ _ (L `^ k)).
    by rewrite ler_expR ler_wpmul2l ?(ltW k0) // ler_ln.
  by rewrite ler_addr mulr_ge0 // ltW.
apply: (@le_trans _ _ (e * l)); last by rewrite ler_addl; apply/ltW/expR_gt0.
apply: exp_fun_le_linear => //; move: Ll.
by rewrite -{1}(lnK l0) ltr_expR ltr_ndivr_mulr // mulrC => /ltW.
Qed.

Corollary real_homogeneous_depth d s (k : R) (Fs Hs : seq (mlp_layer R d)) :
  (0 < d)%N -> (0 < size Hs)%N -> 0 < k -> k != 1 -> real_homogeneous s k ->
  ~ (forall x, chain [seq residual (run_mlp s l) | l <- Fs] x =
               chain [seq run_mlp s l | l <- Hs] x).
Proof.
move=> d0 n0 k0; rewrite neq_lt => /orP[k1|k1] hs.
  by apply: mlp_depth_at_infinity => //; apply: small_degree_sublinear hs.
by apply: mlp_depth_at_0 => //; apply: large_degree_little_o hs.
Qed.

Lemma continuous_vanishes (g : R -> R) : g 0 = 0 -> {for (0 : R), continuous g} -> vanishes_at_0 g.
Proof.
move=> g0 cg e e0.
have /nbhs_ballP[d /= d0 hd] : nbhs (0 : R) (g @^-1` ball (0 : R) e).
  by apply: cg; rewrite g0; apply: (nbhsx_ballx _ (PosNum e0)).
exists d => // t td; have := hd t; rewrite /ball /= !sub0r !normrN => /(_ td).
exact: ltW.
Qed.

Lemma derivable_vanishes (g : R -> R) :
  derivable (g : R^o -> R^o) 0 1 -> g 0 = 0 -> vanishes_at_0 g.
Proof.
move=> /derivable1_diffP /differentiable_continuous cg g0; exact: continuous_vanishes.
Qed.

Definition silu (z : R) := z / (1 + expR (- z)).
Lemma silu_vanishes_at_0 : vanishes_at_0 silu.
Proof.
move=> e e0; exists e => // t te; apply: le_trans (ltW te).
rewrite /silu normrM normfV ler_pimulr // invf_le1 ?normr_gt0.
  by rewrite ger0_norm ?addr_ge0 ?(ltW (expR_gt0 _)) // ler_addl ltW ?expR_gt0.
by rewrite gt_eqF // addr_gt0 ?expR_gt0.
Qed.
End RealDegree.
