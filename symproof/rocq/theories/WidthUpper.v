(* The upper bound on the width: every choice of S and F is realised, for all weights and
   any linear gap c <> 0. *)
From mathcomp Require Import all_ssreflect all_algebra.
From Symproof Require Import Definitions LinearAlgebra Sufficiency.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Lemma coker_ebase (F : fieldType) n d (A : 'M[F]_(n, d)) :
  cokermx A *m row_ebase A *m cokermx A = cokermx A.
Proof.
rewrite /cokermx -!mulmxA (mulmxA (row_ebase A)) mulmxV ?row_ebase_unit // mul1mx.
by rewrite copid_mx_id // rank_leq_col.
Qed.

(* X = Q A + L with L of the rank that X has on the common kernel of the rows of A *)
Lemma split_on_kernel (F : fieldType) m n d (X : 'M[F]_(m, d)) (A : 'M[F]_(n, d)) :
  exists Q L, X = Q *m A + L /\ \rank L = \rank (X *m cokermx A).
Proof.
pose L := X *m cokermx A *m row_ebase A.
have : (X - L <= A)%MS by rewrite submxE mulmxBl /L -!(mulmxA X) coker_ebase subrr.
case/submxP => Q e; exists Q, L; split; first by rewrite -e subrK.
by rewrite /L mxrankMfree // row_free_unit row_ebase_unit.
Qed.

Section Upper.
Variables (R : realFieldType) (s : R -> R) (c : R).
Hypotheses (hs : linear_gap s c) (c0 : c != 0).

Lemma pair_linear n (y : 'cV[R]_n) : map_mx s y - map_mx s (- y) = c *: y.
Proof. by apply/colP => i; rewrite !mxE hs. Qed.

Lemma colsub_rowsub d N (F : {set 'I_N}) (Q : 'M[R]_(d, N)) (y : 'cV[R]_N) :
  Q *m Pi F *m y = colsub (enum_val : 'I_#|F| -> _) Q *m rowsub (enum_val : 'I_#|F| -> _) y.
Proof.
apply/colP => i; rewrite mul_Pi_mul [RHS]mxE big_enum_val /=.
by apply: eq_bigr => k _; rewrite !mxE.
Qed.

Lemma absorbable_wider d N N' m (M : 'M[R]_d) (Wd : 'M[R]_(d, N)) Wu :
  absorbable s N' M Wd Wu -> absorbable s (N' + m) M Wd Wu.
Proof.
move=> [Vd [Vu h]]; exists (row_mx Vd 0), (col_mx Vu 0) => x.
by rewrite h /mlp mul_col_mx map_col_mx mul_row_col mul0mx addr0.
Qed.

Lemma Flip_involutive N (S : {set 'I_N}) : Flip S *m Flip S = 1%:M :> 'M[R]_N.
Proof.
rewrite /Flip; apply/matrixP => i j; rewrite mul_diag_mx !mxE.
by case: eqP => _; rewrite ?mulr0n ?mulr1n ?mulr0 // -signr_addb addbb.
Qed.

Lemma Flip_Pi N (S F : {set 'I_N}) : Flip S *m Pi F = Pi F *m Flip S :> 'M[R]_N.
Proof.
rewrite /Flip /Pi; apply/matrixP => i j; rewrite mul_diag_mx mul_mx_diag !mxE.
by case: eqP => [->|_]; rewrite ?mulr1n ?mulr0n ?mulr0 ?mul0r // mulrC.
Qed.

(* a second copy of the rows in F with opposite sign makes any linear map Q of these rows *)
Lemma doubled_rows d N (Wu : 'M[R]_(N, d)) (S F : {set 'I_N}) (Q : 'M[R]_(d, N))
    (x : 'cV[R]_d) :
  let f : 'I_#|F| -> 'I_N := enum_val in
  let B := Flip S *m Wu in let Q' := c^-1 *: (Q *m Flip S) in
  Q' *m Pi F *m map_mx s (B *m x) - colsub f Q' *m map_mx s (- (rowsub f B *m x)) =
  Q *m (Pi F *m Wu) *m x.
Proof.
move=> f B Q'; have -> : map_mx s (- (rowsub f B *m x)) = rowsub f (map_mx s (- (B *m x))).
  by apply/colP => i; rewrite !mxE; congr (s (- _)); apply: eq_bigr => k _; rewrite !mxE.
rewrite -colsub_rowsub -mulmxBr pair_linear /Q' -!scalemxAl -scalemxAr scalerA mulVf // scale1r.
have -> : Q *m Flip S *m Pi F = Q *m Pi F *m Flip S by rewrite -mulmxA Flip_Pi mulmxA.
by rewrite /B !mulmxA -(mulmxA _ (Flip S) (Flip S)) Flip_involutive mulmx1.
Qed.

Theorem least_width_upper d N (M : 'M[R]_d) (Wd : 'M[R]_(d, N)) Wu (S F : {set 'I_N}) :
  let r := \rank ((M + c *: (Wd *m Pi S *m Wu))%R *m cokermx (Pi F *m Wu)) in
  absorbable s (N + #|F| + (r + r)) M Wd Wu.
Proof.
set X := M + _; have [Q [L [eX <-]]] := split_on_kernel X (Pi F *m Wu) => r.
pose B := Flip S *m Wu; pose f : 'I_#|F| -> 'I_N := enum_val; pose Q' := c^-1 *: (Q *m Flip S).
pose CB := c^-1 *: col_base L; pose RB := row_base L.
exists (row_mx (row_mx (Wd + Q' *m Pi F) (- colsub f Q')) (row_mx CB (- CB))),
       (col_mx (col_mx B (- rowsub f B)) (col_mx RB (- RB))) => x.
rewrite /mlp !mul_col_mx !map_col_mx !mul_row_col !mulNmx.
have eL : CB *m map_mx s (RB *m x) - CB *m map_mx s (- (RB *m x)) = L *m x.
  rewrite -mulmxBr pair_linear /CB -scalemxAl -scalemxAr scalerA mulVf // scale1r mulmxA.
  by rewrite mulmx_base.
have eF := doubled_rows Wu S F Q x; rewrite /= -/B -/f -/Q' in eF.
have eW : Wd *m map_mx s (B *m x) = Wd *m map_mx s (Wu *m x) - c *: (Wd *m Pi S *m Wu) *m x.
  by rewrite /B -mulmxA (map_Flip _ _ hs) mulmxBr -scalemxAr !mulmxA scalemxAl.
rewrite eL mulmxDl -[X in _ = X + _]addrA eF eW.
have -> : M = X - c *: (Wd *m Pi S *m Wu) by rewrite /X addrK.
rewrite eX mulmxBl mulmxDl addrC !addrA addrAC -!addrA; congr (_ + _).
by rewrite addrCA addrA addrC.
Qed.

(* the least width, where every absorbing width obeys the lower bound *)
Theorem least_width_iff d N N' (M : 'M[R]_d) (Wd : 'M[R]_(d, N)) Wu :
  (absorbable s N' M Wd Wu -> exists S F : {set 'I_N}, (N + #|F| +
    (\rank ((M + c *: (Wd *m Pi S *m Wu))%R *m cokermx (Pi F *m Wu))).*2 <= N')%N) ->
  absorbable s N' M Wd Wu <-> exists S F : {set 'I_N}, (N + #|F| +
    (\rank ((M + c *: (Wd *m Pi S *m Wu))%R *m cokermx (Pi F *m Wu))).*2 <= N')%N.
Proof.
move=> lower; split=> // -[S [F h]]; have := least_width_upper M Wd Wu S F; rewrite /= addnn.
set w := (_ + _ + _)%N in h *; move=> hu.
by have := absorbable_wider (N' - w) hu; rewrite subnKC.
Qed.
End Upper.
