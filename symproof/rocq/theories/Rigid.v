(* Theorem 4 and the count of Proposition 8 (ii) for rigid activations: the even
   part E(z) = s(z) + s(-z) tells the scales apart.  GELU, SiLU, softplus, ...
   Rows need only satisfy w_i <> w_j and w_i <> - w_j. *)
From mathcomp Require Import all_ssreflect all_algebra.
From Symproof Require Import Definitions LinearAlgebra Sufficiency LeastWidth Conic.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Lemma nondegenerate_weaken (R : realFieldType) d N (Wd : 'M[R]_(d, N)) Wu :
  nondegenerate Wd Wu -> nondegenerate_up_to_sign Wd Wu.
Proof.
case=> h1 h2 h3; split=> // i j /h2 h; apply/andP; split; apply: contra h => /eqP ->.
  exact: submx_refl.
by rewrite eqmx_opp submx_refl.
Qed.

Section Rigid.
Variables (R : realFieldType) (s : R -> R) (c : R).
Hypotheses (s_gap : linear_gap s c) (s_scales : separates_scales (fun z => s z + s (- z))).
Hypothesis s_even_neq0 : exists z, s z + s (- z) != 0.

Theorem rigid_lower d N N' (M : 'M[R]_d) (Wd : 'M[R]_(d, N)) Wu :
  nondegenerate_up_to_sign Wd Wu -> absorbable s N' M Wd Wu ->
  exists S F : {set 'I_N}, (N + #|F| +
    (\rank ((M + c *: (Wd *m Pi S *m Wu))%R *m cokermx (Pi F *m Wu))).*2 <= N')%N.
Proof.
case=> w0 wc wd0 [Vd [Vu]].
pose E z := s z + s (- z).
have EN z : E (- z) = E z by rewrite /E opprK addrC.
apply: (@least_width_lower R d s c (fun a => `|a| == 1) (fun u w => (u == w) || (u == - w))) => //.
- move=> u w; apply: (iffP orP) => [[] /eqP ->|[a]].
  + by exists 1; rewrite ?normr1 ?scale1r.
  + by exists (-1); rewrite ?normrN1 ?scaleN1r.
  + rewrite eqr_norml ler01 andbT => /orP[] /eqP -> ->; [left|right].
      by rewrite scale1r.
    by rewrite scaleN1r.
- by rewrite normr1.
- by move=> a a0 /eqP a1; rewrite normfV a1 invr1.
- by move=> a b /eqP a1 /eqP b1; rewrite normrM a1 b1 mulr1.
- move=> a z; rewrite eqr_norml ler01 andbT -/(E z) => /orP[] /eqP ->.
    by rewrite normr1 !mul1r.
  by rewrite normrN1 mulN1r mul1r -/(E (- z)) EN.
- move=> m A k h w e w0'.
  pose u (o : option ('I_m * bool)) :=
    if o is Some p then row p.1 A - (-1) ^+ p.2 *: w else w.
  have [y hy] := @avoid_hyperplanes R _ d (fun o => u o != 0) u (fun o => id).
  have hcls i : ((A *m y) i 0 ^+ 2 == (w *m y) 0 0 ^+ 2) =
                ((row i A == w) || (row i A == - w)).
    rewrite entry_mul_col; apply/idP/orP => [|[] /eqP ->]; last 2 first.
    - by rewrite eqxx.
    - by rewrite mulNmx mxE sqrrN eqxx.
    rewrite eqf_sqr => /orP[] h2; [left|right]; apply: contraTT h2 => h2.
      have := hy (Some (i, false)); rewrite /u expr0 scale1r subr_eq0 => /(_ h2).
      by rewrite mulmxBl [X in X != _]mxE [X in _ + X]mxE subr_eq0.
    have := hy (Some (i, true)); rewrite /u expr1 scaleN1r opprK addr_eq0 => /(_ h2).
    by rewrite mulmxDl [X in X != _]mxE addr_eq0.
  have h1 : \sum_(i | (row i A == w) || (row i A == - w)) k i = 0.
    rewrite -(eq_bigl _ _ hcls); apply: (s_scales (b := fun i => (A *m y) i 0));
      last exact: (hy None).
    move=> t; rewrite -[RHS](h (t *: y)); apply: eq_bigr => i _.
    have -> : (A *m (t *: y)) i 0 = (A *m y) i 0 * t by rewrite -scalemxAr mxE mulrC.
    by [].
  rewrite (eq_bigr (fun i => k i * E ((w *m e) 0 0))) => [|i]; last first.
    rewrite entry_mul_col -/(E _) => /orP[] /eqP -> //.
    by rewrite mulNmx [X in E X]mxE EN.
  by rewrite -mulr_suml h1 mul0r.
- by move=> i j /wc; rewrite negb_or.
Qed.

Theorem rigid_count d N N' (M : 'M[R]_d) (Wd : 'M[R]_(d, N)) Wu :
  nondegenerate_up_to_sign Wd Wu -> absorbable s N' M Wd Wu ->
  exists S : {set 'I_N}, (\rank (M + c *: (Wd *m Pi S *m Wu))%R + N <= N')%N.
Proof. by move=> nd /(rigid_lower nd); apply: rank_of_least_width. Qed.

Theorem rigid_iff d N (M : 'M[R]_d) (Wd : 'M[R]_(d, N)) Wu :
  nondegenerate_up_to_sign Wd Wu ->
  absorbable s N M Wd Wu <-> exists S : {set 'I_N}, c *: (Wd *m Pi S *m Wu) = - M.
Proof. by move=> nd; apply: subset_iff_absorbable s_gap => N'; apply: rigid_count. Qed.

Theorem rigid_width_bound d N N' (M : 'M[R]_d) (Wd : 'M[R]_(d, N)) Wu :
  nondegenerate_up_to_sign Wd Wu ->
  (forall S : {set 'I_N}, \det (M + c *: (Wd *m Pi S *m Wu)) != 0) ->
  absorbable s N' M Wd Wu -> (N + d <= N')%N.
Proof. by move=> nd; apply: det_width_bound => n; apply: rigid_count. Qed.
End Rigid.
