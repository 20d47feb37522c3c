(* Every theorem, in the order of the paper "Can an MLP Absorb Its Own Skip Connection
   Exactly?" (v2 numbers).  Read Definitions.v first; each proof here is one line that
   names the theorem in the development.  After each, the axioms it depends on.
   A tag such as "prop-1" before a theorem is the id of the statement in symproof/paper.

   R is any ordered field (realFieldType) unless the statement says otherwise:
   archiFieldType is an archimedean one, realType the real numbers of
   mathcomp-analysis, Rdefinitions.R those of the standard library.                 *)
From Coq Require Import Reals ZArith.
From mathcomp Require Import all_ssreflect all_algebra.
From SsrMultinomials Require Import mpoly.
From mathcomp Require Import reals topology normedtype sequences derive exp Rstruct.
From Symproof Require Import Definitions.
From Symproof Require LinearAlgebra Parity Homogeneous Sufficiency Kinks Conic Rigid Gated Depth.
From Symproof Require PreNorm OpenGate RealDegree Equivalences GenericWeights NullSets GeluTheorems
  AnalyticTheorems.
From Symproof Require Decay DecayReal ExactWidth ConcreteWeights ConcreteSmooth
  Trace Biases Checker CheckerSound Nonzero TaylorStack DepthSmooth DepthAnalytic DepthEvery.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Notation Reals := Rdefinitions.R.
Notation gelu := Gelu.gelu.

(* ---- Setup ------------------------------------------------------------------------ *)

(** setup-parity: the odd part of ReLU is z/2, its even part |z|/2. *)
Theorem relu_odd_part (R : realFieldType) (z : R) : relu z - relu (- z) = z.
Proof. by rewrite Parity.relu_gap mul1r. Qed.
Print Assumptions relu_odd_part.

Theorem relu_even_part (R : realFieldType) (z : R) : relu z + relu (- z) = `|z|.
Proof. by rewrite Parity.relu_even mul1r. Qed.
Print Assumptions relu_even_part.

Theorem gelu_odd_part (z : Reals) : gelu z - gelu (- z)%R = z.
Proof. by rewrite GeluTheorems.gelu_gap mul1r. Qed.
Print Assumptions gelu_odd_part.

Theorem gelu_even_part (z : Reals) : gelu z + gelu (- z)%R = z * (Gelu.Phi z *+ 2 - 1).
Proof. exact: GeluTheorems.gelu_even_part. Qed.
Print Assumptions gelu_even_part.

(** setup-display-4: for ReLU the equation splits into an even and a linear part. *)
Theorem display_4 (R : realFieldType) d N N' (W_down : 'M[R]_(d, N)) W_up
    (V_down : 'M[R]_(d, N')) V_up :
  absorbs relu 1%:M W_down W_up V_down V_up <->
  (forall x : 'cV[R]_d,
     W_down *m map_mx Num.norm (W_up *m x) = V_down *m map_mx Num.norm (V_up *m x)) /\
  V_down *m V_up = W_down *m W_up + 1%:M *+ 2.
Proof. exact: Parity.relu_absorbs_by_parity. Qed.
Print Assumptions display_4.

(** setup-display-5: the same with any activation of linear gap c, GELU with c = 1. *)
Theorem display_5 (R : realFieldType) (s : R -> R) (c : R) d N N' (M : 'M[R]_d)
    (W_down : 'M[R]_(d, N)) W_up (V_down : 'M[R]_(d, N')) V_up : linear_gap s c ->
  absorbs s M W_down W_up V_down V_up <->
  (forall x : 'cV[R]_d, W_down *m map_mx (fun z => s z + s (- z)) (W_up *m x) =
                        V_down *m map_mx (fun z => s z + s (- z)) (V_up *m x)) /\
  c *: (V_down *m V_up) = c *: (W_down *m W_up) + M *+ 2.
Proof. by move=> hs; apply: Parity.absorbs_by_parity. Qed.
Print Assumptions display_5.

(** skip-reduction: an invertible linear skip M reduces to the identity skip. *)
Theorem skip_reduction (R : realFieldType) s d N N' (M : 'M[R]_d) (W_down : 'M[R]_(d, N)) W_up :
  M \in unitmx ->
  absorbable s N' M W_down W_up <-> absorbable s N' 1%:M (invmx M *m W_down) W_up.
Proof. exact: Equivalences.invertible_skip_absorbable. Qed.
Print Assumptions skip_reduction.

(* ---- Section 3: homogeneous and gated activations ---------------------------------- *)

(** homogeneous-form: what positively homogeneous functions are (natural degree). *)
Theorem homogeneous_form (R : realFieldType) (s : R -> R) k : (0 < k)%N ->
  homogeneous s k <->
  [/\ forall z, 0 < z -> s z = s 1 * z ^+ k, forall z, z < 0 -> s z = s (-1) * `|z| ^+ k & s 0 = 0].
Proof. exact: Homogeneous.homogeneous_form. Qed.
Print Assumptions homogeneous_form.

(** prop-1: a homogeneous activation of degree k <> 1 absorbs no linear skip M <> 0;
    for all weights and widths. *)
Theorem proposition_1 (R : realFieldType) s k d N N' (M : 'M[R]_d) (W_down : 'M[R]_(d, N)) W_up :
  k != 1%N -> homogeneous s k -> M != 0 -> ~ absorbable s N' M W_down W_up.
Proof.
by move=> k1 hs /eqP M0 [V_down [V_up h]]; apply/M0/(Homogeneous.homogeneous_never_absorbs k1 hs h).
Qed.
Print Assumptions proposition_1.

Theorem proposition_1_real_degree (R : realType) s (k : R) d N N' (M : 'M[R]_d)
    (W_down : 'M[R]_(d, N)) W_up :
  k != 1 -> (forall l z, 0 < l -> s (l * z) = exp_fun l k * s z) -> M != 0 ->
  ~ absorbable s N' M W_down W_up.
Proof.
by move=> k1 hs /eqP M0 [V_down [V_up h]];
  apply/M0/(RealDegree.real_homogeneous_never_absorbs k1 hs h).
Qed.
Print Assumptions proposition_1_real_degree.

(** prop-1-relu2: ReLU^2 never absorbs. *)
Theorem relu_square_never_absorbs (R : realFieldType) d N N' (M : 'M[R]_d)
    (W_down : 'M[R]_(d, N)) W_up :
  M != 0 -> ~ absorbable (fun z => relu z ^+ 2) N' M W_down W_up.
Proof.
exact: (@proposition_1 R _ 2%N d N N' M W_down W_up isT (@Homogeneous.relu_square_homogeneous R)).
Qed.
Print Assumptions relu_square_never_absorbs.

(** prop-1-reglu: gated blocks with a homogeneous gate, ReGLU among them. *)
Theorem reglu_never_absorbs (R : realFieldType) d N N' (M : 'M[R]_d)
    (W_down : 'M[R]_(d, N)) W_gate W_val (V_down : 'M[R]_(d, N')) V_gate V_val : M != 0 ->
  ~ (forall x, M *m x + glu relu W_down W_gate W_val x = glu relu V_down V_gate V_val x).
Proof.
by move=> /eqP M0 /(Homogeneous.homogeneous_gate_never_absorbs (k := 1%N) isT
  (@Homogeneous.relu_homogeneous R)).
Qed.
Print Assumptions reglu_never_absorbs.

(** prop-2: a gated block whose gate vanishes at 0 absorbs no M <> 0 (continuity at 0 suffices). *)
Theorem proposition_2 (R : realFieldType) g d N N' (M : 'M[R]_d)
    (W_down : 'M[R]_(d, N)) W_gate W_val (V_down : 'M[R]_(d, N')) V_gate V_val :
  vanishes_at_0 g -> M != 0 ->
  ~ (forall x, M *m x + glu g W_down W_gate W_val x = glu g V_down V_gate V_val x).
Proof. by move=> hg /eqP M0 /(Gated.gated_never_absorbs hg). Qed.
Print Assumptions proposition_2.

Theorem proposition_2_differentiable (R : realType) (g : R -> R) d N N' (M : 'M[R]_d)
    (W_down : 'M[R]_(d, N)) W_gate W_val (V_down : 'M[R]_(d, N')) V_gate V_val :
  derivable (g : R^o -> R^o) 0 1 -> g 0 = 0 -> M != 0 ->
  ~ (forall x, M *m x + glu g W_down W_gate W_val x = glu g V_down V_gate V_val x).
Proof. by move=> dg g0; apply/proposition_2/RealDegree.derivable_vanishes. Qed.
Print Assumptions proposition_2_differentiable.

(** prop-2-bilinear: the gate g(z) = z. *)
Theorem bilinear_never_absorbs (R : realFieldType) d N N' (M : 'M[R]_d)
    (W_down : 'M[R]_(d, N)) W_gate W_val (V_down : 'M[R]_(d, N')) V_gate V_val : M != 0 ->
  ~ (forall x, M *m x + glu id W_down W_gate W_val x = glu id V_down V_gate V_val x).
Proof. by apply: proposition_2 => e e0; exists e => // t /ltW. Qed.
Print Assumptions bilinear_never_absorbs.

(** prop-2-swiglu: the gate z / (1 + exp(-z)). *)
Theorem swiglu_never_absorbs (R : realType) d N N' (M : 'M[R]_d)
    (W_down : 'M[R]_(d, N)) W_gate W_val (V_down : 'M[R]_(d, N')) V_gate V_val :
  let silu (z : R) := z / (1 + expR (- z)) in M != 0 ->
  ~ (forall x, M *m x + glu silu W_down W_gate W_val x = glu silu V_down V_gate V_val x).
Proof. by move=> silu; apply/proposition_2/RealDegree.silu_vanishes_at_0. Qed.
Print Assumptions swiglu_never_absorbs.

(** prop-2-geglu: the gate GELU. *)
Theorem geglu_never_absorbs d N N' (M : 'M[Reals]_d)
    (W_down : 'M[Reals]_(d, N)) W_gate W_val (V_down : 'M[Reals]_(d, N')) V_gate V_val : M != 0 ->
  ~ (forall x, M *m x + glu gelu W_down W_gate W_val x = glu gelu V_down V_gate V_val x).
Proof. exact: (proposition_2 GeluTheorems.gelu_vanishes_at_0). Qed.
Print Assumptions geglu_never_absorbs.

(** cor-3: both at every depth.  Fs residual blocks against at least one residual-free block Hs,
    any widths, d >= 1; F <> H as functions. *)
Theorem corollary_3_gated (R : realFieldType) g d (Fs Hs : seq (glu_layer R d)) :
  (0 < d)%N -> (0 < size Hs)%N -> vanishes_at_0 g ->
  ~ (forall x, chain [seq residual (run_glu g l) | l <- Fs] x =
               chain [seq run_glu g l | l <- Hs] x).
Proof. exact: Depth.gated_depth. Qed.
Print Assumptions corollary_3_gated.

Theorem corollary_3_homogeneous (R : realFieldType) s k d (Fs Hs : seq (mlp_layer R d)) :
  (0 < d)%N -> (0 < size Hs)%N -> (1 < k)%N -> homogeneous s k ->
  ~ (forall x, chain [seq residual (run_mlp s l) | l <- Fs] x =
               chain [seq run_mlp s l | l <- Hs] x).
Proof. exact: Depth.homogeneous_depth. Qed.
Print Assumptions corollary_3_homogeneous.

Theorem corollary_3_real_degree (R : realType) s (k : R) d (Fs Hs : seq (mlp_layer R d)) :
  (0 < d)%N -> (0 < size Hs)%N -> 0 < k -> k != 1 ->
  (forall l z, 0 < l -> s (l * z) = exp_fun l k * s z) ->
  ~ (forall x, chain [seq residual (run_mlp s l) | l <- Fs] x =
               chain [seq run_mlp s l | l <- Hs] x).
Proof. exact: RealDegree.real_homogeneous_depth. Qed.
Print Assumptions corollary_3_real_degree.

(* ReLU^2, ReGLU, SwiGLU, GeGLU *)
Theorem corollary_3_relu_square (R : realFieldType) d (Fs Hs : seq (mlp_layer R d)) :
  let s (z : R) := relu z ^+ 2 in (0 < d)%N -> (0 < size Hs)%N ->
  ~ (forall x, chain [seq residual (run_mlp s l) | l <- Fs] x =
               chain [seq run_mlp s l | l <- Hs] x).
Proof.
by move=> s d0 n0; apply: corollary_3_homogeneous (@Homogeneous.relu_square_homogeneous R).
Qed.
Print Assumptions corollary_3_relu_square.

Theorem corollary_3_reglu (R : realFieldType) d (Fs Hs : seq (glu_layer R d)) :
  (0 < d)%N -> (0 < size Hs)%N ->
  ~ (forall x, chain [seq residual (run_glu relu l) | l <- Fs] x =
               chain [seq run_glu relu l | l <- Hs] x).
Proof. by move=> d0 n0; apply/corollary_3_gated/Gated.relu_vanishes_at_0. Qed.
Print Assumptions corollary_3_reglu.

Theorem corollary_3_swiglu (R : realType) d (Fs Hs : seq (glu_layer [realFieldType of R] d)) :
  let silu (z : R) := z / (1 + expR (- z)) in (0 < d)%N -> (0 < size Hs)%N ->
  ~ (forall x, chain [seq residual (run_glu silu l) | l <- Fs] x =
               chain [seq run_glu silu l | l <- Hs] x).
Proof. by move=> silu d0 n0; apply/corollary_3_gated/RealDegree.silu_vanishes_at_0. Qed.
Print Assumptions corollary_3_swiglu.

Theorem corollary_3_geglu d (Fs Hs : seq (glu_layer [realFieldType of Reals] d)) :
  (0 < d)%N -> (0 < size Hs)%N ->
  ~ (forall x, chain [seq residual (run_glu gelu l) | l <- Fs] x =
               chain [seq run_glu gelu l | l <- Hs] x).
Proof. by move=> d0 n0; apply/corollary_3_gated/GeluTheorems.gelu_vanishes_at_0. Qed.
Print Assumptions corollary_3_geglu.

(* ---- Section 4: ReLU and GELU -------------------------------------------------------- *)

(** lemma-6: |l_1(x)|, ..., |l_M(x)| are independent when no form is a multiple of another. *)
Theorem lemma_6 (R : realFieldType) m d (A : 'M[R]_(m, d)) (c : 'I_m -> R) :
  (forall i, row i A != 0) -> (forall i j, i != j -> ~~ (row i A <= row j A)%MS) ->
  (forall x : 'cV[R]_d, \sum_i c i * `|(A *m x) i 0| = 0) -> forall i, c i = 0.
Proof. exact: Kinks.norms_independent. Qed.
Print Assumptions lemma_6.

(** lemma-7: psi analytic at 0 with infinitely many nonzero coefficients, scales distinct and
    positive: a combination of scaled copies that is a polynomial has all coefficients 0. *)
Theorem lemma_7 (psi : Reals -> Reals) (a : nat -> Reals) m
    (c alpha : 'I_m -> Reals) (p : {poly Reals}) :
  Analytic.analytic_at_0 psi a -> Analytic.many_coefficients a ->
  (forall k, 0 < alpha k) -> injective alpha ->
  (forall t, \sum_k c k * psi (alpha k * t) = p.[t]) -> forall k, c k = 0.
Proof. exact: AnalyticTheorems.analytic_scales_independent. Qed.
Print Assumptions lemma_7.

Theorem lemma_7_smooth (psi : Reals -> Reals) m (c alpha : 'I_m -> Reals) (p : {poly Reals}) :
  Analytic.smooth_at_0 psi -> Analytic.many_derivatives psi ->
  (forall k, 0 < alpha k) -> injective alpha ->
  (forall t, \sum_k c k * psi (alpha k * t) = p.[t]) -> forall k, c k = 0.
Proof. exact: AnalyticTheorems.smooth_scales_independent. Qed.
Print Assumptions lemma_7_smooth.

(** thm-4-relu: W is absorbable iff W_down[:,S] W_up[S,:] = -I for some S; then |S| >= d. *)
Theorem theorem_4_relu (R : realFieldType) d N (W_down : 'M[R]_(d, N)) W_up :
  nondegenerate W_down W_up ->
  absorbable relu N 1%:M W_down W_up <-> exists S : {set 'I_N}, W_down *m Pi S *m W_up = - 1%:M.
Proof. exact: Conic.relu_iff. Qed.
Print Assumptions theorem_4_relu.

Theorem theorem_4_size (R : realFieldType) d N (W_down : 'M[R]_(d, N)) W_up (S : {set 'I_N}) :
  W_down *m Pi S *m W_up = - 1%:M -> (d <= #|S|)%N.
Proof. by apply: LinearAlgebra.card_subset; rewrite unitmxE -raddfN det_scalar unitrX ?unitrN1. Qed.
Print Assumptions theorem_4_size.

(* tests that a person can read: the trace of the negative parts, one row *)
Theorem weighted_test (R : realFieldType) d N (M : 'M[R]_d)
    (W_down : 'M[R]_(d, N)) (W_up : 'M[R]_(N, d)) (Y : 'M[R]_d) (S : {set 'I_N}) :
  \sum_k Num.max 0 (- \sum_i \sum_j Y i j * (W_down i k * W_up k j)) <
    \sum_i \sum_j Y i j * M i j ->
  W_down *m Pi S *m W_up <> - M.
Proof. exact: Trace.weighted_test. Qed.
Print Assumptions weighted_test.

Theorem row_test (R : realFieldType) d N (W_down : 'M[R]_(d, N)) (W_up : 'M[R]_(N, d)) (i : 'I_d)
    (S : {set 'I_N}) :
  \sum_k Num.max 0 (- (W_down i k * W_up k i)) < 1 -> W_down *m Pi S *m W_up <> - 1%:M.
Proof. exact: Trace.row_test. Qed.
Print Assumptions row_test.

(** thm-4-gelu: the same for the exact GELU, rows only distinct up to sign. *)
Theorem theorem_4_gelu d N (W_down : 'M[Reals]_(d, N)) W_up :
  nondegenerate_up_to_sign W_down W_up ->
  absorbable gelu N 1%:M W_down W_up <-> exists S : {set 'I_N}, W_down *m Pi S *m W_up = - 1%:M.
Proof. exact: GeluTheorems.gelu_iff. Qed.
Print Assumptions theorem_4_gelu.

(** general-skip: Theorem 4 for every linear skip M, singular or not, and every linear gap c. *)
Theorem theorem_4_relu_general_skip (R : realFieldType) d N (M : 'M[R]_d)
    (W_down : 'M[R]_(d, N)) W_up :
  nondegenerate W_down W_up ->
  absorbable relu N M W_down W_up <-> exists S : {set 'I_N}, W_down *m Pi S *m W_up = - M.
Proof. exact: Conic.relu_iff. Qed.
Print Assumptions theorem_4_relu_general_skip.

Theorem theorem_4_leaky_relu (R : realFieldType) (a : R) d N (M : 'M[R]_d)
    (W_down : 'M[R]_(d, N)) W_up :
  a != 1 -> nondegenerate W_down W_up ->
  absorbable (leaky_relu a) N M W_down W_up <->
  exists S : {set 'I_N}, (1 + a) *: (W_down *m Pi S *m W_up) = - M.
Proof. exact: Conic.leaky_relu_iff. Qed.
Print Assumptions theorem_4_leaky_relu.

Theorem theorem_4_gelu_general_skip d N (M : 'M[Reals]_d) (W_down : 'M[Reals]_(d, N)) W_up :
  nondegenerate_up_to_sign W_down W_up ->
  absorbable gelu N M W_down W_up <-> exists S : {set 'I_N}, W_down *m Pi S *m W_up = - M.
Proof. exact: GeluTheorems.gelu_iff. Qed.
Print Assumptions theorem_4_gelu_general_skip.

Theorem theorem_4_analytic (s : Reals -> Reals) (c : Reals) (a : nat -> Reals) d N
    (M : 'M[Reals]_d) (W_down : 'M[Reals]_(d, N)) W_up :
  linear_gap s c -> Analytic.analytic_at_0 (fun z => s z + s (- z)%R) a ->
  Analytic.many_coefficients a -> nondegenerate_up_to_sign W_down W_up ->
  absorbable s N M W_down W_up <-> exists S : {set 'I_N}, c *: (W_down *m Pi S *m W_up) = - M.
Proof. exact: AnalyticTheorems.analytic_activation_iff. Qed.
Print Assumptions theorem_4_analytic.

Theorem theorem_4_rigid (R : realFieldType) (s : R -> R) (c : R) d N (M : 'M[R]_d)
    (W_down : 'M[R]_(d, N)) W_up :
  linear_gap s c -> separates_scales (fun z => s z + s (- z)) -> (exists z, s z + s (- z) != 0) ->
  nondegenerate_up_to_sign W_down W_up ->
  absorbable s N M W_down W_up <-> exists S : {set 'I_N}, c *: (W_down *m Pi S *m W_up) = - M.
Proof. by move=> hs hE he; apply: Rigid.rigid_iff. Qed.
Print Assumptions theorem_4_rigid.

(* SiLU: alpha = 1, beta = 0; quick GELU: alpha = 1.702; tanh GELU: 2 sqrt(2/pi), 0.044715 *)
Theorem theorem_4_silu_and_tanh_gelu (R : realType) (alpha beta : R) d N (M : 'M[R]_d)
    (W_down : 'M[R]_(d, N)) W_up : 0 < alpha -> 0 <= beta ->
  let s (z : R) := z / (1 + expR (- (alpha * (z + beta * z ^+ 3)))) in
  nondegenerate_up_to_sign W_down W_up ->
  absorbable s N M W_down W_up <-> exists S : {set 'I_N}, W_down *m Pi S *m W_up = - M.
Proof. exact: ConcreteSmooth.smooth_gelu_iff. Qed.
Print Assumptions theorem_4_silu_and_tanh_gelu.

Theorem theorem_4_softplus (R : realType) d N (M : 'M[R]_d) (W_down : 'M[R]_(d, N)) W_up :
  nondegenerate_up_to_sign W_down W_up ->
  absorbable (fun z => ln (1 + expR z)) N M W_down W_up <->
  exists S : {set 'I_N}, W_down *m Pi S *m W_up = - M.
Proof. exact: ConcreteSmooth.softplus_iff. Qed.
Print Assumptions theorem_4_softplus.

Theorem theorem_4_hardswish (R : realFieldType) d N (M : 'M[R]_d) (W_down : 'M[R]_(d, N)) W_up :
  let s (z : R) := if z <= - 3%:R then 0 else if 3%:R <= z then z else z * (z + 3%:R) / 6%:R in
  nondegenerate_up_to_sign W_down W_up ->
  absorbable s N M W_down W_up <-> exists S : {set 'I_N}, W_down *m Pi S *m W_up = - M.
Proof. exact: ConcreteSmooth.hardswish_iff. Qed.
Print Assumptions theorem_4_hardswish.

(** cor-5: one nonzero polynomial in the weights vanishes at every absorbable W (ReLU: d = d' + 2;
    GELU: d = d' + 1, so d = 1 too); so these W are a null set.  M: any invertible skip. *)
Theorem corollary_5_relu (R : realFieldType) d' N (M : 'M[R]_d'.+2) : M \in unitmx ->
  exists2 P : {mpoly R[N * d'.+2 + d'.+2 * N]}, P != 0 &
  forall (W_down : 'M[R]_(d'.+2, N)) W_up, meval (coordinates W_up W_down) P != 0 ->
  ~ absorbable relu N M W_down W_up.
Proof.
move=> uM; exists (GenericWeights.bad_poly N M); first exact: GenericWeights.bad_poly_neq0.
by move=> W_down W_up P0 /(GenericWeights.relu_generic_width P0); rewrite -{2}[N]addn0 leq_add2l.
Qed.
Print Assumptions corollary_5_relu.

Theorem corollary_5_gelu d' N (M : 'M[Reals]_d'.+1) : M \in unitmx ->
  exists2 P : {mpoly Reals[N * d'.+1 + d'.+1 * N]}, P != 0 &
  forall (W_down : 'M[Reals]_(d'.+1, N)) W_up, meval (coordinates W_up W_down) P != 0 ->
  ~ absorbable gelu N M W_down W_up.
Proof.
move=> uM; exists (GenericWeights.bad_poly_sign N M); first exact:
  GenericWeights.bad_poly_sign_neq0.
by move=> W_down W_up P0 /(GeluTheorems.gelu_generic_width P0); rewrite -{2}[N]addn0 leq_add2l.
Qed.
Print Assumptions corollary_5_gelu.

(* the zeros of a polynomial that is not 0 are null (Definitions.v): no volume, unbounded or not *)
Theorem polynomial_zeros_null (R : archiFieldType) n (P : {mpoly R[n]}) :
  P != 0 -> null (fun x : 'rV[R]_n => P.@[fun i => x 0 i] = 0).
Proof. exact: NullSets.polynomial_zeros_null. Qed.
Print Assumptions polynomial_zeros_null.

(* a point of R^n holds the entries of W_up, then those of W_down *)
Theorem corollary_5_relu_almost_every (R : archiFieldType) d' N (M : 'M[R]_d'.+2) : M \in unitmx ->
  null (fun x => absorbable relu N M (vec_mx (rsubmx x) : 'M_(d'.+2, N)) (vec_mx (lsubmx x))).
Proof.
move=> /(corollary_5_relu N)[P /NullSets.weight_zeros_null nP h]; apply: NullSets.null_subset nP.
by move=> x ab; apply/eqP/negPn/negP => /h/(_ ab).
Qed.
Print Assumptions corollary_5_relu_almost_every.

Theorem corollary_5_gelu_almost_every d' N (M : 'M[Reals]_d'.+1) : M \in unitmx ->
  null (fun x : 'rV[Reals]__ =>
    absorbable gelu N M (vec_mx (rsubmx x) : 'M_(d'.+1, N)) (vec_mx (lsubmx x))).
Proof.
move=> /(corollary_5_gelu N)[P /NullSets.weight_zeros_null nP h]; apply: NullSets.null_subset nP.
by move=> x ab; apply/eqP/negPn/negP => /h/(_ ab).
Qed.
Print Assumptions corollary_5_gelu_almost_every.

(** converse: V_down s(V_up x) - x is residual-free of width N iff V_down[:,S] V_up[S,:] = +I. *)
Theorem converse_relu (R : realFieldType) d N (V_down : 'M[R]_(d, N)) V_up :
  nondegenerate V_down V_up ->
  (exists (W_down : 'M[R]_(d, N)) W_up, forall x,
     mlp relu V_down V_up x - x = mlp relu W_down W_up x) <->
  exists S : {set 'I_N}, V_down *m Pi S *m V_up = 1%:M.
Proof.
move=> nd; apply: (iff_trans (Equivalences.minus_identity_absorbable _ _ _ _)).
by rewrite -{2}[1%:M]opprK; apply: Conic.relu_iff.
Qed.
Print Assumptions converse_relu.

Theorem converse_gelu d N (V_down : 'M[Reals]_(d, N)) V_up :
  nondegenerate_up_to_sign V_down V_up ->
  (exists (W_down : 'M[Reals]_(d, N)) W_up, forall x,
    mlp gelu V_down V_up x - x = mlp gelu W_down W_up x) <->
  exists S : {set 'I_N}, V_down *m Pi S *m V_up = 1%:M.
Proof.
move=> nd; apply: (iff_trans (Equivalences.minus_identity_absorbable _ _ _ _)).
by rewrite -{2}[1%:M]opprK; apply: GeluTheorems.gelu_iff.
Qed.
Print Assumptions converse_gelu.

(* almost no V *)
Theorem converse_relu_almost_every (R : archiFieldType) d' N : null (fun x =>
  exists (W_down : 'M[R]_(d'.+2, N)) W_up, forall y,
    mlp relu (vec_mx (rsubmx x) : 'M_(d'.+2, N)) (vec_mx (lsubmx x)) y - y = mlp relu W_down W_up
      y).
Proof.
apply: NullSets.null_subset (@corollary_5_relu_almost_every R d' N (- 1%:M) _) => [x|].
  by move/Equivalences.minus_identity_absorbable.
by rewrite unitmxE -scaleN1r detZ det1 mulr1 unitrX ?unitrN1.
Qed.
Print Assumptions converse_relu_almost_every.

Theorem converse_gelu_almost_every d' N : null (fun x : 'rV[Reals]__ =>
  exists (W_down : 'M[Reals]_(d'.+1, N)) W_up, forall y,
    mlp gelu (vec_mx (rsubmx x) : 'M_(d'.+1, N)) (vec_mx (lsubmx x)) y - y = mlp gelu W_down W_up
      y).
Proof.
apply: NullSets.null_subset (@corollary_5_gelu_almost_every d' N (- 1%:M) _) => [x|].
  by move/Equivalences.minus_identity_absorbable.
by rewrite unitmxE -scaleN1r detZ det1 mulr1 unitrX ?unitrN1.
Qed.
Print Assumptions converse_gelu_almost_every.

(** prop-8-i: rank W_up = d: width N + d always suffices (any skip, any linear gap c <> 0). *)
Theorem proposition_8_i (R : realFieldType) (s : R -> R) (c : R) d N (M : 'M[R]_d)
    (W_down : 'M[R]_(d, N)) W_up :
  linear_gap s c -> c != 0 -> \rank W_up = d -> absorbable s (N + d) M W_down W_up.
Proof. exact: Sufficiency.width_plus_d_absorbs. Qed.
Print Assumptions proposition_8_i.

Theorem proposition_8_i_relu (R : realFieldType) d N (W_down : 'M[R]_(d, N)) W_up :
  \rank W_up = d -> absorbable relu (N + d) 1%:M W_down W_up.
Proof. exact: (@proposition_8_i R _ 1 d N _ W_down W_up (@Parity.relu_gap R) (oner_neq0 R)). Qed.
Print Assumptions proposition_8_i_relu.

Theorem proposition_8_i_gelu d N (W_down : 'M[Reals]_(d, N)) W_up :
  \rank W_up = d -> absorbable gelu (N + d) 1%:M W_down W_up.
Proof. exact: (@proposition_8_i _ _ 1 d N _ W_down W_up GeluTheorems.gelu_gap (oner_neq0 _)). Qed.
Print Assumptions proposition_8_i_gelu.

(** prop-8-ii: where that polynomial does not vanish, every absorbing width is at least N + d. *)
Theorem proposition_8_ii_relu (R : realFieldType) d' N :
  exists2 P : {mpoly R[N * d'.+2 + d'.+2 * N]}, P != 0 &
  forall (W_down : 'M[R]_(d'.+2, N)) W_up N', meval (coordinates W_up W_down) P != 0 ->
  absorbable relu N' 1%:M W_down W_up -> (N + d'.+2 <= N')%N.
Proof.
exists (GenericWeights.bad_poly N 1%:M); first exact/GenericWeights.bad_poly_neq0/unitmx1.
by move=> W_down W_up N'; apply: GenericWeights.relu_generic_width.
Qed.
Print Assumptions proposition_8_ii_relu.

Theorem proposition_8_ii_gelu d' N :
  exists2 P : {mpoly Reals[N * d'.+1 + d'.+1 * N]}, P != 0 &
  forall (W_down : 'M[Reals]_(d'.+1, N)) W_up N', meval (coordinates W_up W_down) P != 0 ->
  absorbable gelu N' 1%:M W_down W_up -> (N + d'.+1 <= N')%N.
Proof.
exists (GenericWeights.bad_poly_sign N 1%:M); first exact/GenericWeights.bad_poly_sign_neq0/unitmx1.
by move=> W_down W_up N'; apply: GeluTheorems.gelu_generic_width.
Qed.
Print Assumptions proposition_8_ii_gelu.

Theorem proposition_8_ii_relu_almost_every (R : archiFieldType) d' N : null (fun x =>
  exists2 N', (N' < N + d'.+2)%N &
  absorbable relu N' 1%:M (vec_mx (rsubmx x) : 'M[R]_(d'.+2, N)) (vec_mx (lsubmx x))).
Proof.
have [P /NullSets.weight_zeros_null nP h] := proposition_8_ii_relu R d' N.
apply: NullSets.null_subset nP => x [N' lt ab]; apply/eqP/negPn/negP => /h/(_ ab).
by rewrite leqNgt lt.
Qed.
Print Assumptions proposition_8_ii_relu_almost_every.

Theorem proposition_8_ii_gelu_almost_every d' N : null (fun x : 'rV[Reals]__ =>
  exists2 N', (N' < N + d'.+1)%N &
  absorbable gelu N' 1%:M (vec_mx (rsubmx x) : 'M_(d'.+1, N)) (vec_mx (lsubmx x))).
Proof.
have [P /NullSets.weight_zeros_null nP h] := proposition_8_ii_gelu d' N.
apply: NullSets.null_subset nP => x [N' lt ab]; apply/eqP/negPn/negP => /h/(_ ab).
by rewrite leqNgt lt.
Qed.
Print Assumptions proposition_8_ii_gelu_almost_every.

(* the count behind Theorem 4 and Proposition 8 (ii), for all weights without degeneracy *)
Theorem width_count_relu (R : realFieldType) d N N' (M : 'M[R]_d) (W_down : 'M[R]_(d, N)) W_up :
  nondegenerate W_down W_up -> absorbable relu N' M W_down W_up ->
  exists S : {set 'I_N}, (\rank (M + W_down *m Pi S *m W_up)%R + N <= N')%N.
Proof. exact: Conic.relu_count. Qed.
Print Assumptions width_count_relu.

Theorem width_count_gelu d N N' (M : 'M[Reals]_d) (W_down : 'M[Reals]_(d, N)) W_up :
  nondegenerate_up_to_sign W_down W_up -> absorbable gelu N' M W_down W_up ->
  exists S : {set 'I_N}, (\rank (M + W_down *m Pi S *m W_up)%R + N <= N')%N.
Proof. exact: GeluTheorems.gelu_count. Qed.
Print Assumptions width_count_gelu.

(* ---- Least width ------------------------------------------------------------------------ *)

(** least-width: N' neurons suffice iff N + |F| + 2 rank (X_S on the kernel of W_up[F,:]) <= N'
    for some S and F, X_S = M + c W_down[:,S] W_up[S,:]; cokermx spans that kernel. *)
Theorem least_width_relu (R : realFieldType) d N N' (M : 'M[R]_d) (W_down : 'M[R]_(d, N)) W_up :
  nondegenerate W_down W_up ->
  absorbable relu N' M W_down W_up <->
  exists S F : {set 'I_N}, (N + #|F| +
    (\rank ((M + W_down *m Pi S *m W_up)%R *m cokermx (Pi F *m W_up))).*2 <= N')%N.
Proof. exact: ExactWidth.relu_least_width. Qed.
Print Assumptions least_width_relu.

Theorem least_width_gelu d N N' (M : 'M[Reals]_d) (W_down : 'M[Reals]_(d, N)) W_up :
  nondegenerate_up_to_sign W_down W_up ->
  absorbable gelu N' M W_down W_up <->
  exists S F : {set 'I_N}, (N + #|F| +
    (\rank ((M + 1 *: (W_down *m Pi S *m W_up))%R *m cokermx (Pi F *m W_up))).*2 <= N')%N.
Proof.
exact: (ExactWidth.rigid_least_width N' M GeluTheorems.gelu_gap (oner_neq0 _)
  GeluTheorems.gelu_separates_scales GeluTheorems.gelu_even_neq0).
Qed.
Print Assumptions least_width_gelu.

(* every rigid activation of linear gap c <> 0 *)
Theorem least_width_rigid (R : realFieldType) (s : R -> R) (c : R) d N N' (M : 'M[R]_d)
    (W_down : 'M[R]_(d, N)) W_up :
  linear_gap s c -> c != 0 -> separates_scales (fun z => s z + s (- z)) ->
  (exists z, s z + s (- z) != 0) -> nondegenerate_up_to_sign W_down W_up ->
  absorbable s N' M W_down W_up <->
  exists S F : {set 'I_N}, (N + #|F| +
    (\rank ((M + c *: (W_down *m Pi S *m W_up))%R *m cokermx (Pi F *m W_up))).*2 <= N')%N.
Proof. exact: ExactWidth.rigid_least_width. Qed.
Print Assumptions least_width_rigid.

(* every weight matrix, for s(z) - s(-z) = c z and s(z) + s(-z) = e |z|: the block equals a
   nondegenerate one of no greater width with another skip, and that one has the formula *)
Theorem least_width_of_every_matrix (R : realFieldType) (s : R -> R) (c e : R) d N (M : 'M[R]_d)
    (W_down : 'M[R]_(d, N)) (W_up : 'M[R]_(N, d)) :
  linear_gap s c -> (forall z, s z + s (- z) = e * `|z|) -> c != 0 -> e != 0 ->
  exists n (P : 'M[R]_(d, n)) U M', [/\ (n <= N)%N, nondegenerate P U,
    forall x, M *m x + mlp s W_down W_up x = M' *m x + mlp s P U x &
    forall N', absorbable s N' M W_down W_up <-> exists S F : {set 'I_n},
      (n + #|F| + (\rank ((M' + c *: (P *m Pi S *m U))%R *m cokermx (Pi F *m U))).*2 <= N')%N].
Proof. by move=> hs he; apply: ExactWidth.conic_least_width_all. Qed.
Print Assumptions least_width_of_every_matrix.

(* how a width is excluded: every F of min(m - 2 r, n) rows, any B with U_F B = 0 *)
Theorem width_excluded (R : realFieldType) (s : R -> R) (c e : R) d n m (M : 'M[R]_d)
    (P : 'M[R]_(d, n)) (U : 'M[R]_(n, d)) :
  linear_gap s c -> (forall z, s z + s (- z) = e * `|z|) -> e != 0 -> nondegenerate P U ->
  (forall r (F : {set 'I_n}), (r.*2 <= m)%N -> #|F| = minn (m - r.*2) n ->
     exists b (B : 'M[R]_(d, b)), Pi F *m U *m B = 0 /\
     forall S, (r < \rank ((M + c *: (P *m Pi S *m U)) *m B))%N) ->
  ~ absorbable s (n + m) M P U.
Proof.
by move=> hs he e0 nd H /(Conic.conic_lower hs e0 he nd); apply: ExactWidth.width_excluded.
Qed.
Print Assumptions width_excluded.

(** biases: Theorem 4 with biases on both sides, for s(z) - s(-z) = c z, s(z) + s(-z) = e |z|; the
    rows of W_up are not 0, those of [W_up b] not collinear.  For GELU and its kin: not here. *)
Theorem theorem_4_biases (R : realFieldType) (s : R -> R) (c e : R) d N (M : 'M[R]_d)
    (W_down : 'M[R]_(d, N)) (W_up : 'M[R]_(N, d)) b b0 :
  linear_gap s c -> (forall z, s z + s (- z) = e * `|z|) -> e != 0 ->
  (forall i, row i W_up != 0) ->
  (forall i j, i != j -> ~~ (row i (row_mx W_up b) <= row j (row_mx W_up b))%MS) ->
  (forall i, col i W_down != 0) ->
  (exists (V_down : 'M[R]_(d, N)) V_up b' b0', forall x,
     M *m x + mlp_biased s W_down W_up b b0 x = mlp_biased s V_down V_up b' b0' x) <->
  exists S : {set 'I_N}, c *: (W_down *m Pi S *m W_up) = - M.
Proof. by move=> hs he e0; apply: (Biases.biased_iff hs he e0). Qed.
Print Assumptions theorem_4_biases.

Theorem theorem_4_relu_biases (R : realFieldType) d N (M : 'M[R]_d)
    (W_down : 'M[R]_(d, N)) (W_up : 'M[R]_(N, d)) b b0 :
  (forall i, row i W_up != 0) ->
  (forall i j, i != j -> ~~ (row i (row_mx W_up b) <= row j (row_mx W_up b))%MS) ->
  (forall i, col i W_down != 0) ->
  (exists (V_down : 'M[R]_(d, N)) V_up b' b0', forall x,
     M *m x + mlp_biased relu W_down W_up b b0 x = mlp_biased relu V_down V_up b' b0' x) <->
  exists S : {set 'I_N}, W_down *m Pi S *m W_up = - M.
Proof.
move=> w0 wc wd; apply: (iff_trans (theorem_4_biases M b0 (@Parity.relu_gap R) (@Parity.relu_even R)
  (oner_neq0 R) w0 wc wd)).
by split=> -[S]; rewrite ?scale1r => hS; exists S; rewrite ?scale1r.
Qed.
Print Assumptions theorem_4_relu_biases.

(* the count behind it: any width N', any biases of V *)
Theorem width_count_biases (R : realFieldType) (s : R -> R) (c e : R) d N N' (M : 'M[R]_d)
    (W_down : 'M[R]_(d, N)) (W_up : 'M[R]_(N, d)) b b0
    (V_down : 'M[R]_(d, N')) (V_up : 'M[R]_(N', d)) b' b0' :
  linear_gap s c -> (forall z, s z + s (- z) = e * `|z|) -> e != 0 ->
  (forall i, row i W_up != 0) ->
  (forall i j, i != j -> ~~ (row i (row_mx W_up b) <= row j (row_mx W_up b))%MS) ->
  (forall i, col i W_down != 0) ->
  (forall x, M *m x + mlp_biased s W_down W_up b b0 x = mlp_biased s V_down V_up b' b0' x) ->
  exists S : {set 'I_N}, (\rank (M + c *: (W_down *m Pi S *m W_up))%R + N <= N')%N.
Proof. by move=> hs he e0; apply: (Biases.biased_count hs he e0). Qed.
Print Assumptions width_count_biases.

(* ---- Discussion ------------------------------------------------------------------------ *)

(** width-remark: d pairs of opposed neurons give any linear map L. *)
Theorem opposed_pairs (R : realFieldType) (s : R -> R) (c : R) d (L : 'M[R]_d) :
  linear_gap s c -> c != 0 ->
  exists (A : 'M[R]_(d, d + d)) B, forall x, mlp s A B x = L *m x.
Proof.
move=> hs c0; eexists; eexists => x; exact: Sufficiency.opposed_pairs_linear L hs c0 x.
Qed.
Print Assumptions opposed_pairs.

(** gauge: an invertible Q passes through residual blocks, one or many. *)
Theorem gauge (R : realFieldType) s d N (Q : 'M[R]_d) (W_down : 'M[R]_(d, N)) W_up x :
  Q \in unitmx ->
  Q *m (x + mlp s W_down W_up x) = Q *m x + mlp s (Q *m W_down) (W_up *m invmx Q) (Q *m x).
Proof. exact: Equivalences.gauge_identity. Qed.
Print Assumptions gauge.

Theorem gauge_all_layers (R : realFieldType) s d (Q : 'M[R]_d) (ls : seq (mlp_layer R d)) x :
  Q \in unitmx ->
  Q *m chain [seq residual (run_mlp s l) | l <- ls] x =
  chain [seq residual (run_mlp s (MlpLayer (Q *m mlp_down l) (mlp_up l *m invmx Q))) | l <- ls]
    (Q *m x).
Proof. exact: Equivalences.gauge_depth. Qed.
Print Assumptions gauge_all_layers.

(** open-gates: gates with g(z) + g(-z) = 2 g0 absorb M when 2 g0 W_down[:,S] W_val[S,:] = -M. *)
Theorem open_gates (R : realFieldType) (g : R -> R) (g0 : R) d N (M : 'M[R]_d)
    (W_down : 'M[R]_(d, N)) W_gate W_val (S : {set 'I_N}) :
  (forall z, g z + g (- z) = g0 *+ 2) -> (g0 *+ 2) *: (W_down *m Pi S *m W_val) = - M ->
  forall x, M *m x + glu g W_down W_gate W_val x =
            glu g (W_down *m Flip S) (Flip S *m W_gate) W_val x.
Proof. exact: OpenGate.open_gate_absorbs. Qed.
Print Assumptions open_gates.

(** pre-norm: x + MLP(norm(x)), norm of bounded image: never absorbed, at any depth. *)
Theorem pre_norm (R : realFieldType) s d
    (norm : 'cV[R]_d -> 'cV[R]_d) (Fs Hs : seq (mlp_layer R d)) :
  (0 < d)%N -> (0 < size Hs)%N ->
  (forall C, exists D, forall z, `|z| <= C -> `|s z| <= D) ->
  (exists C, forall x i, `|norm x i 0| <= C) ->
  ~ (forall x, chain [seq residual (run_mlp s l \o norm) | l <- Fs] x =
               chain [seq run_mlp s l \o norm | l <- Hs] x).
Proof. exact: PreNorm.pre_norm_depth. Qed.
Print Assumptions pre_norm.

(** any-activation: an even activation, or one whose odd part is smooth at 0 and not a polynomial
    there, absorbs no M <> 0, for all weights and widths. *)
Theorem even_activation (R : realFieldType) (s : R -> R) d N N' (M : 'M[R]_d)
    (W_down : 'M[R]_(d, N)) W_up :
  (forall z, s (- z) = s z) -> M != 0 -> ~ absorbable s N' M W_down W_up.
Proof. by move=> hs /eqP M0 [V_down [V_up h]]; apply/M0/(Parity.even_never_absorbs hs h). Qed.
Print Assumptions even_activation.

Theorem analytic_odd_part (s : Reals -> Reals) d N N' (M : 'M[Reals]_d)
    (W_down : 'M[Reals]_(d, N)) W_up :
  Analytic.smooth_at_0 (fun z => s z - s (- z)%R) ->
  Analytic.many_derivatives (fun z => s z - s (- z)%R) -> M != 0 ->
  ~ absorbable s N' M W_down W_up.
Proof.
by move=> hs hm /eqP M0 [V_down [V_up h]];
  apply/M0/(AnalyticTheorems.odd_part_never_absorbs hs hm h).
Qed.
Print Assumptions analytic_odd_part.

(* ---- Depth ------------------------------------------------------------------------------- *)

(** depth-smooth: s(0) = 0, s has an expansion sum a_n z^n at 0 of every order (taylor, in
    TaylorStack.v), infinitely many a_n are not 0.  Outside the zeros of one polynomial P != 0
    in its weights a residual stack of widths Ns equals no residual-free stack of two or more
    layers with no more neurons in all, not even near 0 on the coordinate axes.             *)
Theorem depth_smooth (R : archiFieldType) d (s : R -> R) (a : nat -> R) (Ns : seq nat) :
  (0 < d)%N -> s 0 = 0 -> TaylorStack.taylor s a ->
  (forall N, exists2 n, (N < n)%N & a n != 0) ->
  exists2 P : {mpoly R[sumn Ns * (d + d)]}, P != 0 &
  forall Fs : seq (mlp_layer R d), [seq mlp_width l | l <- rev Fs] = Ns ->
  P.@[fun i => DepthSmooth.stack_weights Fs i] != 0 ->
  forall Hs : seq (mlp_layer R d), (1 < size Hs)%N ->
  all (fun n => 0 < n)%N [seq mlp_width l | l <- Hs] ->
  (sumn [seq mlp_width l | l <- Hs] <= sumn Ns)%N ->
  ~ exists2 del, 0 < del & forall (j : 'I_d) t, `|t| < del ->
      chain [seq residual (run_mlp s l) | l <- Fs] (t *: delta_mx j 0) =
      chain [seq run_mlp s l | l <- Hs] (t *: delta_mx j 0).
Proof. by move=> d0 s0 ts many; apply: DepthSmooth.depth_generic. Qed.
Print Assumptions depth_smooth.

(* an activation that is its power series near 0 has such expansions *)
Theorem depth_analytic d (s : Reals -> Reals) (a : nat -> Reals) (Ns : seq nat) :
  (0 < d)%N -> s 0 = 0 -> Analytic.analytic_at_0 s a ->
  (forall N, exists2 n, (N < n)%N & a n != 0) ->
  exists2 P : {mpoly Reals[sumn Ns * (d + d)]}, P != 0 &
  forall Fs : seq (mlp_layer [realFieldType of Reals] d), [seq mlp_width l | l <- rev Fs] = Ns ->
  P.@[fun i => DepthSmooth.stack_weights Fs i] != 0 ->
  forall Hs : seq (mlp_layer [realFieldType of Reals] d), (1 < size Hs)%N ->
  all (fun n => 0 < n)%N [seq mlp_width l | l <- Hs] ->
  (sumn [seq mlp_width l | l <- Hs] <= sumn Ns)%N ->
  ~ exists2 del, 0 < del & forall (j : 'I_d) t, `|t| < del ->
      chain [seq residual (run_mlp s l) | l <- Fs] (t *: delta_mx j 0) =
      chain [seq run_mlp s l | l <- Hs] (t *: delta_mx j 0).
Proof. by move=> d0 s0 /DepthAnalytic.analytic_taylor ts many; apply: depth_smooth. Qed.
Print Assumptions depth_analytic.

(* so the weights of the others are a null set *)
Theorem depth_smooth_almost_every (R : archiFieldType) d (s : R -> R) (a : nat -> R) (Ns : seq
  nat) :
  (0 < d)%N -> s 0 = 0 -> TaylorStack.taylor s a ->
  (forall N, exists2 n, (N < n)%N & a n != 0) ->
  null (fun x : 'rV_(sumn Ns * (d + d)) => exists Fs Hs : seq (mlp_layer R d),
     [/\ [seq mlp_width l | l <- rev Fs] = Ns, forall i, x 0 i = DepthSmooth.stack_weights Fs i,
         (1 < size Hs)%N & all (fun n => 0 < n)%N [seq mlp_width l | l <- Hs]] /\
     (sumn [seq mlp_width l | l <- Hs] <= sumn Ns)%N /\
     forall x, chain [seq residual (run_mlp s l) | l <- Fs] x =
               chain [seq run_mlp s l | l <- Hs] x).
Proof. by move=> d0 s0 ts many; apply: (DepthSmooth.depth_null Ns d0 s0 ts many). Qed.
Print Assumptions depth_smooth_almost_every.

(** depth-every: s has linear gap c and is independent (Definitions.v: for GELU and SiLU proved on
    paper, for softplus false).  Each block l of F = l1 o ... has rows distinct up to sign and no
    zero column, and no row of a block is blind to the block before it.  Then a network of
    consecutive layers, of any depth, that equals F has T + rank (1 + c W_S U_S) neurons at least,
    for some set S of the first block; and with at most T neurons its widths are those of F and
    every block is absorbable.                                                                *)
Theorem depth_every (R : realFieldType) (s : R -> R) (c : R) d (l1 : mlp_layer R d) Fs
    (H : network R d d) : independent d s -> linear_gap s c ->
  (forall l, List.In l (l1 :: Fs) -> nondegenerate_up_to_sign (mlp_down l) (mlp_up l)) ->
  sees (l1 :: Fs) -> (0 < mlp_width l1)%N ->
  (forall x, chain [seq residual (run_mlp s l) | l <- l1 :: Fs] x = run_network s H x) ->
  (exists S : {set 'I_(mlp_width (last l1 Fs))}, sumn [seq mlp_width l | l <- l1 :: Fs] +
     \rank (1%:M + c *: (mlp_down (last l1 Fs) *m Pi S *m mlp_up (last l1 Fs)))%R <=
     sumn (widths H))%N /\
  ((sumn (widths H) <= sumn [seq mlp_width l | l <- l1 :: Fs])%N ->
   widths H = [seq mlp_width l | l <- rev (l1 :: Fs)] /\
   forall l, List.In l (l1 :: Fs) -> exists S : {set 'I_(mlp_width l)},
     c *: (mlp_down l *m Pi S *m mlp_up l) = - 1%:M).
Proof. by move=> ind hs; apply: (DepthEvery.every_depth ind hs). Qed.
Print Assumptions depth_every.

(* the question of the paper at every depth: one block that does not absorb refutes the stack *)
Theorem depth_every_iff (R : realFieldType) (s : R -> R) (c : R) d (l1 : mlp_layer R d) Fs :
  independent d s -> linear_gap s c ->
  (forall l, List.In l (l1 :: Fs) -> nondegenerate_up_to_sign (mlp_down l) (mlp_up l)) ->
  sees (l1 :: Fs) -> (0 < mlp_width l1)%N ->
  (exists2 H : network R d d, (sumn (widths H) <= sumn [seq mlp_width l | l <- l1 :: Fs])%N &
     forall x, run_network s H x = chain [seq residual (run_mlp s l) | l <- l1 :: Fs] x) <->
  forall l, List.In l (l1 :: Fs) -> exists S : {set 'I_(mlp_width l)},
    c *: (mlp_down l *m Pi S *m mlp_up l) = - 1%:M.
Proof. by move=> ind hs; apply: (DepthEvery.every_block_absorbs ind hs). Qed.
Print Assumptions depth_every_iff.

(* ---- Certificates -------------------------------------------------------------------------- *)

(** certificate: integers accepted by the checker of Certificate.v refute (3) for every S. *)
Theorem certificate_sound (R : realFieldType) d N (I J : seq nat) (gn gd dd du dm : Z)
    (WD WU MM T : seq (seq Z)) t (W_down : 'M[R]_(d, N)) (W_up : 'M[R]_(N, d)) (M : 'M[R]_d) :
  ConcreteWeights.rows_given I dd WD W_down -> ConcreteWeights.columns_given J du WU W_up ->
  ConcreteWeights.skip_given I J dm MM M ->
  ConcreteWeights.check_subsets d N I J gn gd dd du dm WD WU MM T t ->
  forall S : {set 'I_N},
  (ConcreteWeights.ZR R gn / ConcreteWeights.ZR R gd) *: (W_down *m Pi S *m W_up) <> - M.
Proof. by move=> hD hU hM h S; apply: ConcreteWeights.check_subsets_sound hD hU hM h. Qed.
Print Assumptions certificate_sound.

(* the verified checker (Checker.v): what it accepts holds, for every activation that fits the
   numbers it is told.  `holds` says: no S solves (3); every absorbing width is at least w;
   some residual-free MLP of width w computes the block.                                    *)
Theorem checker_sound (R : realFieldType) (s : R -> R) a b c e :
  Checker.fits a s -> Checker.check b a c e -> Checker.holds s a b c.
Proof. exact: CheckerSound.check_sound. Qed.
Print Assumptions checker_sound.

Theorem checker_sound_relu (R : realFieldType) b c e :
  Checker.check b Checker.relu_activation c e ->
  Checker.holds (@relu R) Checker.relu_activation b c.
Proof. exact: CheckerSound.check_sound (@CheckerSound.relu_fits R). Qed.
Print Assumptions checker_sound_relu.

Theorem checker_sound_gelu b c e :
  Checker.check b (Checker.Activation 1 1 false true) c e ->
  Checker.holds gelu (Checker.Activation 1 1 false true) b c.
Proof.
apply/CheckerSound.check_sound/(CheckerSound.rigid_fits GeluTheorems.gelu_gap
  GeluTheorems.gelu_separates_scales GeluTheorems.gelu_even_neq0) => _.
exact: mul0r.
Qed.
Print Assumptions checker_sound_gelu.
