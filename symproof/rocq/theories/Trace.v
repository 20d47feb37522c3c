(* A test that a person can read: weigh the entries of (3) with any matrix Y.  With Y = I it
   compares d with the trace of the negative parts, with one entry 1 it reads one row.       *)
From mathcomp Require Import all_ssreflect all_algebra.
From Symproof Require Import Definitions LinearAlgebra.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section Trace.
Variables (R : realFieldType) (d N : nat).
Variables (M : 'M[R]_d) (Wd : 'M[R]_(d, N)) (Wu : 'M[R]_(N, d)) (Y : 'M[R]_d).
Let form (A : 'M[R]_d) : R := \sum_i \sum_j Y i j * A i j.
Let weight k : R := \sum_i \sum_j Y i j * (Wd i k * Wu k j).

Theorem weighted_test (S : {set 'I_N}) :
  \sum_k Num.max 0 (- weight k) < form M -> Wd *m Pi S *m Wu <> - M.
Proof.
move=> lt e; have hN : form (- M) = - form M.
  rewrite /form -sumrN; apply: eq_bigr => i _; rewrite -sumrN; apply: eq_bigr => j _.
  by rewrite mxE mulrN.
have hS : form (Wd *m Pi S *m Wu) = \sum_(k in S) weight k.
  rewrite exchange_big /=; apply: eq_bigr => i _; rewrite exchange_big /=; apply: eq_bigr => j _.
  by rewrite mul_Pi_mul mulr_sumr.
suff : - form M < \sum_(k in S) weight k by rewrite -hS e hN ltxx.
apply: lt_le_trans (_ : \sum_k - Num.max 0 (- weight k) <= _); first by rewrite sumrN ltr_opp2.
rewrite [X in _ <= X]big_mkcond; apply: ler_sum => k _; rewrite ler_oppl le_maxr.
by case: (k \in S); rewrite ?lexx ?oppr0 ?lexx ?orbT.
Qed.
End Trace.

(* Y with one entry 1: row i alone *)
Corollary row_test (R : realFieldType) d N (Wd : 'M[R]_(d, N)) (Wu : 'M[R]_(N, d)) (i : 'I_d)
    (S : {set 'I_N}) :
  \sum_k Num.max 0 (- (Wd i k * Wu k i)) < 1 -> Wd *m Pi S *m Wu <> - 1%:M.
Proof.
have one (A : 'I_d -> 'I_d -> R) : \sum_i' \sum_j (delta_mx i i : 'M[R]_d) i' j * A i' j = A i i.
  rewrite (bigD1 i) //= (bigD1 i) //= !mxE !eqxx mul1r !big1 ?addr0 // => [i' ne|j ne].
    by rewrite big1 // => j _; rewrite mxE (negbTE ne) mul0r.
  by rewrite mxE (negbTE ne) andbF mul0r.
move=> lt; apply: (weighted_test (Y := delta_mx i i)).
rewrite (one (fun i j => (1%:M : 'M[R]_d) i j)) mxE eqxx.
by under eq_bigr do rewrite (one (fun i j => Wd i _ * Wu _ j)).
Qed.
