(* Sufficiency in Theorem 4 (flip the rows in S) and Proposition 8 (i) (d more
   neurons), for every activation with s(z) - s(-z) = c z and every skip M. *)
From mathcomp Require Import all_ssreflect all_algebra.
From Symproof Require Import Definitions LinearAlgebra.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section Sufficiency.
Variable R : realFieldType.

Lemma map_Flip N m s c (S : {set 'I_N}) (B : 'M[R]_(N, m)) : linear_gap s c ->
  map_mx s (Flip S *m B) = map_mx s B - c *: (Pi S *m B).
Proof.
move=> hs; apply/matrixP => i j.
rewrite mxE mul_diag_mx [RHS]mxE [X in _ + X]mxE [X in _ - X]mxE Pi_mul !mxE.
case: (i \in S); rewrite ?expr0 ?mul1r ?mul0r ?mulr0 ?subr0 // expr1 mulN1r.
by rewrite -hs opprB addrCA subrr addr0.
Qed.

Theorem flip_absorbs d N s c (M : 'M[R]_d) (Wd : 'M[R]_(d, N)) Wu (S : {set 'I_N}) :
  linear_gap s c -> c *: (Wd *m Pi S *m Wu) = - M ->
  absorbs s M Wd Wu Wd (Flip S *m Wu).
Proof.
move=> hs hS x; rewrite /mlp -[Flip S *m Wu *m x]mulmxA (map_Flip _ _ hs) mulmxBr.
by rewrite -scalemxAr !mulmxA scalemxAl hS mulNmx opprK addrC.
Qed.

Theorem width_plus_d_absorbs d N s c (M : 'M[R]_d) (Wd : 'M[R]_(d, N)) (Wu : 'M[R]_(N, d)) :
  linear_gap s c -> c != 0 -> \rank Wu = d -> absorbable s (N + d) M Wd Wu.
Proof.
move=> hs c0 rk; have rf : row_full Wu by rewrite /row_full rk.
pose f := fullrankfun rf; pose U := rowsub f Wu.
have uU : U \in unitmx := fullrowsub_unit rf.
pose T : 'M[R]_(d, N) := rowsub f 1%:M.
have TW : T *m Wu = U by rewrite /T mul_rowsub_mx mul1mx.
pose A := c^-1 *: (M *m invmx U).
exists (row_mx (Wd + A *m T) (- A)), (col_mx Wu (- U)) => x.
have TE : T *m map_mx s (Wu *m x) = map_mx s (U *m x).
  by rewrite /T mul_rowsub_mx mul1mx -TW -mulmxA /T mul_rowsub_mx mul1mx map_mxsub.
have UN : map_mx s (- U *m x) = map_mx s (U *m x) - c *: (U *m x).
  apply/colP => i; rewrite mulNmx !mxE -hs.
  by rewrite opprB addrCA subrr addr0.
rewrite /mlp mul_col_mx map_col_mx mul_row_col mulmxDl addrC -addrA; congr (_ + _).
rewrite UN -[A *m T *m _]mulmxA TE mulmxBr !mulNmx opprK addrA subrr add0r.
by rewrite -scalemxAr -scalemxAl scalerA mulfV // scale1r mulmxA mulmxKV.
Qed.

(* d pairs of opposed neurons give any linear map *)
Theorem opposed_pairs_linear d s c (L : 'M[R]_d) : linear_gap s c -> c != 0 ->
  forall x, mlp s (row_mx (c^-1 *: L) (- (c^-1 *: L))) (col_mx 1%:M (- 1%:M)) x = L *m x.
Proof.
move=> hs c0 x; rewrite /mlp mul_col_mx map_col_mx mul_row_col !mulNmx !mul1mx.
have -> : map_mx s (- x) = map_mx s x - c *: x.
  by apply/colP => i; rewrite !mxE -hs opprB addrCA subrr addr0.
rewrite mulmxBr opprB addrCA subrr addr0 -scalemxAr -scalemxAl scalerA mulfV //.
by rewrite scale1r.
Qed.
End Sufficiency.
