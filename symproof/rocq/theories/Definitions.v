(* The notions in which every theorem of Main.v is stated.  Read this page and
   Main.v; no proof has to be read to judge what is claimed.

   Reals: an arbitrary ordered field R (realFieldType).  Q, the real numbers and
   the real algebraic numbers are instances.  Where a theorem needs more (R
   archimedean, R the real numbers) its statement says so.
   x in R^d is a column 'cV_d; W_up is N x d with rows w_k, W_down is d x N;
   S : {set 'I_N} is a set of neurons.  No biases unless the name says so.    *)
From mathcomp Require Import all_ssreflect all_algebra.
From Coq Require Reals.
From Coquelicot Require Coquelicot.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section Definitions.
Variable R : realFieldType.
Implicit Types (d N : nat) (s g : R -> R).

(* ---- the maps ------------------------------------------------------------ *)

(* MLP(x) = W_down s(W_up x), s applied to every entry *)
Definition mlp d N s (Wd : 'M[R]_(d, N)) (Wu : 'M[R]_(N, d)) (x : 'cV[R]_d) :=
  Wd *m map_mx s (Wu *m x).

(* the same with biases b inside s and b0 outside *)
Definition mlp_biased d N s (Wd : 'M[R]_(d, N)) (Wu : 'M[R]_(N, d)) (b : 'cV[R]_N) (b0 : 'cV[R]_d)
    (x : 'cV[R]_d) := Wd *m map_mx s (Wu *m x + b) + b0.

(* gated MLP: W_down (g(W_gate x) * (W_val x)), * entry by entry *)
Definition hadamard N (u v : 'cV[R]_N) : 'cV[R]_N := \col_i (u i 0 * v i 0).
Definition glu d N g (Wd : 'M[R]_(d, N)) (Wg Wv : 'M[R]_(N, d)) (x : 'cV[R]_d) :=
  Wd *m hadamard (map_mx g (Wg *m x)) (Wv *m x).

Definition relu (z : R) : R := Num.max 0 z.
Definition leaky_relu (a z : R) : R := if 0 <= z then z else a * z.

(* equation (1) of the paper, with a linear skip M (the identity: 1%:M):
   M x + W_down s(W_up x) = V_down s(V_up x) for all x; widths may differ *)
Definition absorbs s d N N' (M : 'M[R]_d) (Wd : 'M[R]_(d, N)) (Wu : 'M[R]_(N, d))
    (Vd : 'M[R]_(d, N')) (Vu : 'M[R]_(N', d)) :=
  forall x, M *m x + mlp s Wd Wu x = mlp s Vd Vu x.

(* some residual-free MLP of width N' computes the block with skip M *)
Definition absorbable s N' d N (M : 'M[R]_d) (Wd : 'M[R]_(d, N)) (Wu : 'M[R]_(N, d)) :=
  exists (Vd : 'M[R]_(d, N')) (Vu : 'M[R]_(N', d)), absorbs s M Wd Wu Vd Vu.

(* ---- depth ---------------------------------------------------------------- *)

(* h_1 o h_2 o ... o h_L *)
Definition chain d (hs : seq ('cV[R]_d -> 'cV[R]_d)) (x : 'cV[R]_d) :=
  foldr (fun h y => h y) x hs.
Definition residual d (f : 'cV[R]_d -> 'cV[R]_d) x := x + f x.

(* one layer: its width and its weights *)
Record mlp_layer d := MlpLayer
  { mlp_width : nat; mlp_down : 'M[R]_(d, mlp_width); mlp_up : 'M[R]_(mlp_width, d) }.
Record glu_layer d := GluLayer
  { glu_width : nat; glu_down : 'M[R]_(d, glu_width);
    glu_gate : 'M[R]_(glu_width, d); glu_val : 'M[R]_(glu_width, d) }.
Definition run_mlp s d (l : mlp_layer d) := mlp s (mlp_down l) (mlp_up l).
Definition run_glu g d (l : glu_layer d) := glu g (glu_down l) (glu_gate l) (glu_val l).

(* a network of consecutive layers from R^n to R^m: affine maps between the layers, no skips *)
Inductive network (m : nat) : nat -> Type :=
| Output n of 'M[R]_(m, n) & 'cV[R]_m : network m n
| Layer n p of 'M[R]_(p, n) & 'cV[R]_p & network m p : network m n.
Fixpoint run_network s m n (H : network m n) : 'cV[R]_n -> 'cV[R]_m :=
  match H with
  | Output _ A b => fun x => A *m x + b
  | Layer _ _ A b H' => fun x => run_network s H' (map_mx s (A *m x + b))
  end.
(* the widths of its layers, the first layer first *)
Fixpoint widths m n (H : network m n) : seq nat :=
  if H is Layer _ p _ _ H' then p :: widths H' else [::].

(* ---- hypotheses ----------------------------------------------------------- *)

(* s(z) - s(-z) = c z: ReLU, GELU, SiLU have c = 1 *)
Definition linear_gap s (c : R) := forall z, s z - s (- z) = c * z.

(* s(l z) = l^k s(z) for l > 0 (k a natural number here; real k in Main.v) *)
Definition homogeneous s (k : nat) := forall l z, 0 < l -> s (l * z) = l ^+ k * s z.

(* g(0) = 0 and g continuous at 0 *)
Definition vanishes_at_0 g := forall eps, 0 < eps ->
  exists2 del, 0 < del & forall t, `|t| < del -> `|g t| <= eps.

(* rows of W_up nonzero and pairwise non-collinear, columns of W_down nonzero;
   (u <= w)%MS says that the row u is a multiple of the row w *)
Definition nondegenerate d N (Wd : 'M[R]_(d, N)) (Wu : 'M[R]_(N, d)) :=
  [/\ forall i, row i Wu != 0,
      forall i j, i != j -> ~~ (row i Wu <= row j Wu)%MS &
      forall i, col i Wd != 0].

(* weaker: rows nonzero and w_i <> w_j, w_i <> - w_j *)
Definition nondegenerate_up_to_sign d N (Wd : 'M[R]_(d, N)) (Wu : 'M[R]_(N, d)) :=
  [/\ forall i, row i Wu != 0,
      forall i j, i != j -> (row i Wu != row j Wu) && (row i Wu != - row j Wu) &
      forall i, col i Wd != 0].

(* scales b can be told apart: if sum_m c_m E(b_m t) = 0 for all t, then for every
   b <> 0 the c_m with b_m = b or b_m = -b have sum 0 *)
Definition separates_scales (E : R -> R) := forall M (c b : 'I_M -> R),
  (forall t, \sum_m c m * E (b m * t) = 0) ->
  forall b0, b0 != 0 -> \sum_(m | b m ^+ 2 == b0 ^+ 2) c m = 0.

(* what neurons can be given to read: affine functions and all that is made from them by s *)
Inductive network_function s d : ('cV[R]_d -> R) -> Prop :=
| network_affine (a : 'rV_d) b : network_function s (fun x => (a *m x) 0 0 + b)
| network_add f h : network_function s f -> network_function s h ->
    network_function s (fun x => f x + h x)
| network_neuron (k : R) f : network_function s f -> network_function s (fun x => k * s (f x))
| network_ext f h : f =1 h -> network_function s f -> network_function s h.

(* s at network functions that are not constant and differ up to sign: independent, also of 1
   and x (GELU, SiLU and their kin; softplus not) *)
Definition independent d s := forall n (z : 'I_n -> 'cV[R]_d -> R) (e : 'I_n -> R) (a : 'rV_d) b,
  (forall i, network_function s (z i)) -> (forall i, ~ forall x, z i x = z i 0) ->
  (forall i j, i != j -> ~ (forall x, z i x = z j x) /\ ~ (forall x, z i x = - z j x)) ->
  (forall x, (a *m x) 0 0 + b + \sum_i e i * s (z i x) = 0) -> forall i, e i = 0.

(* every row of a block reads some neuron of the block before it; the last block comes first *)
Fixpoint sees d (Fs : seq (mlp_layer d)) := if Fs is l :: Fs' then
  (if Fs' is l' :: _ then [forall i, row i (mlp_up l *m mlp_down l') != 0] else true) && sees Fs'
  else true.

(* ---- the subset condition (3) --------------------------------------------- *)

(* coordinate projector: W_down Pi_S W_up = W_down[:,S] W_up[S,:] *)
Definition Pi N (S : {set 'I_N}) : 'M[R]_N := diag_mx (\row_k (k \in S)%:R).

(* -1 on S, 1 off S: V_up = Flip S W_up has the rows in S negated *)
Definition Flip N (S : {set 'I_N}) : 'M[R]_N := diag_mx (\row_k (-1) ^+ (k \in S)).

(* ---- almost every W -------------------------------------------------------- *)

(* the point of R^n, n = N d + d N, whose coordinates are the weights *)
Definition coordinates d N (Wu : 'M[R]_(N, d)) (Wd : 'M[R]_(d, N)) : 'I_(N * d + d * N) -> R :=
  fun i => row_mx (mxvec Wu) (mxvec Wd) 0 i.

End Definitions.

(* null, as Lebesgue says it: for every eps > 0 countably many boxes, here listed in finite
   batches, cover A and have total volume at most eps; a box is a pair (lower, upper corner) *)
Definition null (R : archiFieldType) n (A : 'rV[R]_n -> Prop) := forall eps : R, 0 < eps ->
  exists boxes : nat -> seq ('rV[R]_n * 'rV[R]_n),
  [/\ forall k b, b \in boxes k -> forall i, b.1 0 i <= b.2 0 i,
      forall x, A x -> exists k, exists2 b, b \in boxes k & forall i, b.1 0 i <= x 0 i <= b.2 0 i &
      forall K, \sum_(k < K) \sum_(b <- boxes k) \prod_i (b.2 0 i - b.1 0 i) <= eps].

Arguments Pi {R N}.
Arguments Flip {R N}.
Arguments relu {R}.
Arguments leaky_relu {R}.

(* ---- GELU, on the real numbers of the standard library ---------------------- *)
Module Gelu.
Import Reals Coquelicot.Coquelicot.
Local Open Scope R_scope.

(* density and distribution function of the standard normal law *)
Definition phi (t : R) : R := exp (- (t * t) / 2) / sqrt (2 * PI).
Definition Phi (z : R) : R := / 2 + RInt phi 0 z.

Definition gelu (z : R) : R := z * Phi z.
End Gelu.

(* ---- analytic activations, on the same real numbers --------------------------- *)
Module Analytic.
Import Reals Coquelicot.Coquelicot.
Local Open Scope R_scope.

(* f has all derivatives near 0; infinitely many of them are not 0 at 0 *)
Definition smooth_at_0 (f : R -> R) := locally 0 (fun x => forall n, ex_derive_n f n x).
Definition many_derivatives (f : R -> R) := forall D, exists n, lt D n /\ Derive_n f n 0 <> 0.

(* f(t) = sum_n a_n t^n near 0; infinitely many a_n are not 0 *)
Definition analytic_at_0 (f : R -> R) (a : nat -> R) :=
  Rbar_lt 0 (CV_radius a) /\ locally 0 (fun t => f t = PSeries a t).
Definition many_coefficients (a : nat -> R) := forall D, exists n, lt D n /\ a n <> 0.
End Analytic.
