(* The skip reduction (v1: Lemma 4), the converse direction after Corollary 5 and the
   gauge identity of the discussion. *)
From mathcomp Require Import all_ssreflect all_algebra.
From Symproof Require Import Definitions.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section Equivalences.
Variable R : realFieldType.

(* a learnable invertible skip M: multiply both sides by M^-1 *)
Theorem invertible_skip_reduces d N N' s (M : 'M[R]_d) (Wd : 'M[R]_(d, N)) Wu
    (Vd : 'M[R]_(d, N')) Vu : M \in unitmx ->
  absorbs s M Wd Wu Vd Vu <-> absorbs s 1%:M (invmx M *m Wd) Wu (invmx M *m Vd) Vu.
Proof.
move=> uM; split=> h x; last first.
  apply: (can_inj (mulKVmx uM)); move: (h x).
  by rewrite /mlp -!mulmxA mul1mx mulmxDr mulKmx.
by rewrite /mlp -!mulmxA -/(mlp s Vd Vu x) -h mulmxDr mulKmx ?mul1mx.
Qed.

Corollary invertible_skip_absorbable d N N' s (M : 'M[R]_d) (Wd : 'M[R]_(d, N)) Wu :
  M \in unitmx ->
  absorbable s N' M Wd Wu <-> absorbable s N' 1%:M (invmx M *m Wd) Wu.
Proof.
move=> uM; split=> -[Vd [Vu h]].
  by exists (invmx M *m Vd), Vu; apply/(invertible_skip_reduces _ _ _ _ _ uM).
exists (M *m Vd), Vu; apply/(invertible_skip_reduces _ _ _ _ _ uM).
by rewrite mulKmx.
Qed.

(* V_down s(V_up x) - x is residual-free of width N: the block with skip -1 *)
Lemma minus_identity_absorbable d N N' s (Vd : 'M[R]_(d, N)) Vu :
  (exists (Wd : 'M[R]_(d, N')) Wu, forall x, mlp s Vd Vu x - x = mlp s Wd Wu x) <->
  absorbable s N' (- 1%:M) Vd Vu.
Proof.
have e x : - 1%:M *m x + mlp s Vd Vu x = mlp s Vd Vu x - x by rewrite mulNmx mul1mx addrC.
by split=> -[Wd [Wu h]]; exists Wd, Wu => x; rewrite -h e.
Qed.

(* Q (x + MLP(x)) = Q x + (Q W_down) s((W_up Q^-1) Q x) *)
Theorem gauge_identity d N s (Q : 'M[R]_d) (Wd : 'M[R]_(d, N)) Wu x : Q \in unitmx ->
  Q *m (x + mlp s Wd Wu x) = Q *m x + mlp s (Q *m Wd) (Wu *m invmx Q) (Q *m x).
Proof. by move=> uQ; rewrite /mlp mulmxDr -mulmxA [Wu *m _ *m _]mulmxA mulmxKV. Qed.

Definition gauge_layer d (Q : 'M[R]_d) (l : mlp_layer R d) :=
  MlpLayer (Q *m mlp_down l) (mlp_up l *m invmx Q).

(* the skip carries Q through all layers *)
Theorem gauge_depth d s (Q : 'M[R]_d) (ls : seq (mlp_layer R d)) x : Q \in unitmx ->
  Q *m chain [seq residual (run_mlp s l) | l <- ls] x =
  chain [seq residual (run_mlp s (gauge_layer Q l)) | l <- ls] (Q *m x).
Proof.
move=> uQ; elim: ls => //= l ls IH.
by rewrite [LHS](gauge_identity _ _ _ _ uQ) IH.
Qed.
End Equivalences.
