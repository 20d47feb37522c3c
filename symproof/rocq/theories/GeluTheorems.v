(* Theorem 4 and Proposition 8 (ii) for the exact GELU on the real numbers. *)
From Coq Require Import Reals List.
From mathcomp Require Import all_ssreflect all_algebra.
From mathcomp Require Import Rstruct.
From SsrMultinomials Require Import mpoly.
From Symproof Require Import Definitions Scales Rigid GenericWeights.
From Symproof Require GeluReal.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Notation gelu := Gelu.gelu.

Lemma gelu_gap : linear_gap gelu (1 : R).
Proof. by move=> z; rewrite mul1r -[RHS]GeluReal.gelu_gap. Qed.

Lemma gelu_separates_scales : separates_scales (fun z : R => gelu z + gelu (- z)).
Proof.
apply: even_moments_separate => M c b h D; exists D.+1; split=> //.
have SE (f : R -> R -> R) : \sum_m f (c m) (b m) =
    GeluReal.list_sum [seq (c m, b m) | m <- enum 'I_M] f.
  rewrite -big_enum /=; elim: (enum 'I_M) => [|m s IH] /=; first by rewrite big_nil.
  by rewrite big_cons IH.
have := @GeluReal.gelu_even_moments [seq (c m, b m) | m <- enum 'I_M] _ D.
rewrite -(SE (fun c b => Rmult c (pow (Rmult b b) (S D)))) => e; rewrite -[RHS]e.
  by apply: eq_bigr => m _; rewrite -muln2 mulnC exprM RpowE.
by move=> t; rewrite -(SE (fun c b => Rmult c (GeluReal.even (Rmult b t)))); apply: h.
Qed.

Lemma gelu_even_part (z : R) : gelu z + gelu (- z) = z * (Gelu.Phi z *+ 2 - 1).
Proof.
by rewrite mulr2n -[LHS]/(GeluReal.even z) GeluReal.even_eq RIneq.double.
Qed.

Lemma gelu_even_neq0 : exists z : R, gelu z + gelu (- z) != 0.
Proof. by have [z hz] := GeluReal.even_neq0; exists z; apply/eqP. Qed.

Theorem gelu_count d N N' (M : 'M[R]_d) (Wd : 'M[R]_(d, N)) Wu :
  nondegenerate_up_to_sign Wd Wu -> absorbable gelu N' M Wd Wu ->
  exists S : {set 'I_N}, (\rank (M + Wd *m Pi S *m Wu)%R + N <= N')%N.
Proof.
move=> nd /(rigid_count gelu_gap gelu_separates_scales gelu_even_neq0 nd)[S].
by rewrite scale1r; exists S.
Qed.

Theorem gelu_iff d N (M : 'M[R]_d) (Wd : 'M[R]_(d, N)) Wu : nondegenerate_up_to_sign Wd Wu ->
  absorbable gelu N M Wd Wu <-> exists S : {set 'I_N}, Wd *m Pi S *m Wu = - M.
Proof.
move=> nd; apply: (iff_trans (rigid_iff gelu_gap gelu_separates_scales gelu_even_neq0 M nd)).
by split=> -[S]; rewrite ?scale1r => hS; exists S; rewrite ?scale1r.
Qed.

Theorem gelu_width_bound d N N' (M : 'M[R]_d) (Wd : 'M[R]_(d, N)) Wu :
  nondegenerate_up_to_sign Wd Wu ->
  (forall S : {set 'I_N}, \det (M + Wd *m Pi S *m Wu) != 0) ->
  absorbable gelu N' M Wd Wu -> (N + d <= N')%N.
Proof.
move=> nd hdet; apply: (rigid_width_bound gelu_gap gelu_separates_scales gelu_even_neq0 nd).
by move=> S; rewrite scale1r.
Qed.

Theorem gelu_generic_width d' N (M : 'M[R]_d'.+1) (Wu : 'M[R]_(N, d'.+1)) Wd N' :
  meval (coordinates Wu Wd) (bad_poly_sign N M) != 0 ->
  absorbable gelu N' M Wd Wu -> (N + d'.+1 <= N')%N.
Proof. by case/bad_poly_sign_nondegenerate => nd hd; apply: gelu_width_bound. Qed.

Lemma gelu_vanishes_at_0 : vanishes_at_0 (gelu : R -> R).
Proof.
move=> e /RltP e0; have [d [/RltP d0 hd]] := GeluReal.gelu_cont0 _ e0.
by exists d => // t /RltP td; apply/RleP/hd.
Qed.
