(* A block of one's own: d = 2, N = 3, W_up = [[1,0],[0,1],[1,1]], W_down = [[1,2,3],[4,5,6]],
   ReLU.  No residual-free MLP of width 3 computes x + W_down relu(W_up x).
   The evidence is one combination: equation (0, 0) of (3) reads x_0 + 3 x_2 = -1.         *)
From Coq Require Import ZArith.
From mathcomp Require Import all_ssreflect all_algebra.
From Symproof Require Import Definitions Cost Checker CheckerSound.
From Symproof Require Import Certificate.

Local Open Scope Z_scope.
Definition mine : block := residual_block 2 3
  [:: [:: 1; 4]; [:: 2; 5]; [:: 3; 6]] 1   (* the columns of W_down, over 1 *)
  [:: [:: 1; 0]; [:: 0; 1]; [:: 1; 1]] 1.  (* the rows of W_up, over 1 *)
Definition rows_differ := each_its_own 3 [:: 1; 3] [:: 0; 1].  (* all (w.beta)/(w.alpha) differ *)
Definition combination := Leaf (Combination [:: [:: 1]] [::]) 0.
Definition reason := ByCost rows_differ (Tree combination).
Local Close Scope Z_scope.

Theorem mine_is_not_absorbable (R : realFieldType) :
  ~ absorbable relu 3 (M R mine) (W_down R mine) (W_up R mine).
Proof. by apply: (@not_absorbable_by R _ _ mine reason (relu_fits R)); vm_compute. Qed.
Print Assumptions mine_is_not_absorbable.

(* the notions are those of Definitions.v *)
Lemma mine_has_the_identity_skip (R : realFieldType) : M R mine = 1%:M%R.
Proof. exact: residual_skip. Qed.
Lemma mine_has_these_rows (R : realFieldType) : W_up R mine = (\matrix_(k, j)
  nth 0 (nth [::] [:: [:: 1; 0]; [:: 0; 1]; [:: 1; 1]] k) j)%R.
Proof.
by apply/matrixP => -[[|[|[|//]]] ?] -[[|[|//]] ?]; rewrite !mxE /= ?GRing.divr1.
Qed.
