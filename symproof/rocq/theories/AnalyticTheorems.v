(* Lemma 7; Theorem 4 for every activation on the real numbers with linear gap c whose even
   part is analytic at 0 and not a polynomial; impossibility for all weights when the odd
   part is smooth at 0 and not a polynomial. *)
From Coq Require Import Reals List.
From mathcomp Require Import all_ssreflect all_algebra.
From mathcomp Require Import ring Rstruct.
From Symproof Require Import Definitions LinearAlgebra Scales Rigid.
From Symproof Require AnalyticReal.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory Analytic.
Local Open Scope ring_scope.

Lemma combination_sum M (c b : 'I_M -> R) (f : R -> R -> R) :
  AnalyticReal.linear_combination [seq (c m, b m) | m <- enum 'I_M] f = \sum_m f (c m) (b m).
Proof.
rewrite -big_enum /=; elim: (enum 'I_M) => [|m s IH] /=; first by rewrite big_nil.
by rewrite big_cons -IH.
Qed.

Lemma eval_horner (p : {poly R}) t : AnalyticReal.eval p t = p.[t].
Proof.
rewrite /horner; elim: (polyseq p) => //= a s ->.
by rewrite -[LHS]/(a + t * _) addrC mulrC.
Qed.

Theorem smooth_scales_independent (psi : R -> R) M (c al : 'I_M -> R) (p : {poly R}) :
  smooth_at_0 psi -> many_derivatives psi -> (forall k, 0 < al k) -> injective al ->
  (forall t, \sum_k c k * psi (al k * t) = p.[t]) -> forall k, c k = 0.
Proof.
move=> hs hm al0 alI h; apply: (@distinct_scales_independent _ M c al) => // [k l _ _|D].
  exact: alI.
have h' t : AnalyticReal.linear_combination [seq (c k, al k) | k <- enum 'I_M]
    (fun c b => Rmult c (psi (Rmult b t))) = AnalyticReal.eval p t.
  by rewrite (combination_sum c al (fun c b => c * psi (b * t))) eval_horner h.
have [n [/ssrnat.ltP Dn [_ hn]]] := AnalyticReal.smooth_power_sums
  psi _ p hs hm (Coquelicot.Hierarchy.filter_forall _ h') D.
exists n; split=> //; rewrite -[RHS]hn (combination_sum c al (fun c b => Rmult c (pow b n))).
by apply: eq_bigr => k _; rewrite RpowE.
Qed.

Theorem analytic_scales_independent (psi : R -> R) (a : nat -> R) M (c al : 'I_M ->
  R) (p : {poly R}) :
  analytic_at_0 psi a -> many_coefficients a -> (forall k, 0 < al k) -> injective al ->
  (forall t, \sum_k c k * psi (al k * t) = p.[t]) -> forall k, c k = 0.
Proof.
move=> ha hm; apply: smooth_scales_independent; first exact: AnalyticReal.analytic_smooth ha.
exact: AnalyticReal.analytic_derivatives ha hm.
Qed.

Section Activation.
Variables (s : R -> R) (c : R).
Let E z := s z + s (- z)%R.
Hypotheses (s_gap : linear_gap s c) (hs : smooth_at_0 E) (hm : many_derivatives E).

Lemma even_E t : E (- t)%R = E t.
Proof. by rewrite /E opprK addrC. Qed.

Lemma smooth_separates_scales : separates_scales E.
Proof.
apply: even_moments_separate => M k b hE D.
have h' t : AnalyticReal.linear_combination [seq (k m, b m) | m <- enum 'I_M]
    (fun c b => Rmult c (E (Rmult b t))) = AnalyticReal.eval (0 : {poly R}) t.
  by rewrite (combination_sum k b (fun c b => c * E (b * t))) eval_horner horner0 hE.
have [n [/ssrnat.ltP Dn [n0 hn]]] := AnalyticReal.smooth_power_sums
  E _ (0 : {poly R}) hs hm (Coquelicot.Hierarchy.filter_forall _ h') D.*2.
have even_n : odd n = false.
  apply/negP => on; apply: n0; apply: AnalyticReal.even_odd_derivative => //.
    exact: even_E.
  exists n./2; rewrite -{1}[n]odd_double_half on addnC -mul2n.
  by rewrite multE plusE.
have en : n./2.*2 = n by rewrite -[RHS]odd_double_half even_n.
exists n./2; split; first by rewrite -ltn_double en.
rewrite -[RHS]hn (combination_sum k b (fun c b => Rmult c (pow b n))).
by apply: eq_bigr => m _; rewrite RpowE en.
Qed.

Lemma smooth_even_neq0 : exists z, E z != 0.
Proof. by have [z hz] := AnalyticReal.many_derivatives_neq0 _ hm; exists z; apply/eqP. Qed.

Theorem smooth_activation_iff d N (M : 'M[R]_d) (Wd : 'M[R]_(d, N)) Wu :
  nondegenerate_up_to_sign Wd Wu ->
  absorbable s N M Wd Wu <-> exists S : {set 'I_N}, c *: (Wd *m Pi S *m Wu) = - M.
Proof. exact: (rigid_iff s_gap smooth_separates_scales smooth_even_neq0). Qed.
End Activation.

Theorem analytic_activation_iff (s : R -> R) (c : R) (a : nat -> R) d N (M : 'M[R]_d)
    (Wd : 'M[R]_(d, N)) Wu :
  linear_gap s c -> analytic_at_0 (fun z => s z + s (- z)%R) a -> many_coefficients a ->
  nondegenerate_up_to_sign Wd Wu ->
  absorbable s N M Wd Wu <-> exists S : {set 'I_N}, c *: (Wd *m Pi S *m Wu) = - M.
Proof.
move=> hs ha hm; apply: smooth_activation_iff => //; first exact: AnalyticReal.analytic_smooth ha.
exact: AnalyticReal.analytic_derivatives ha hm.
Qed.

(* an odd part that is smooth at 0 and not a polynomial there (tanh, sin, ...): no skip M <> 0
   is ever absorbed, for all weights and widths *)
Section OddPart.
Variables (s : R -> R) (d N N' : nat) (M : 'M[R]_d) (Wd : 'M[R]_(d, N)) (Wu : 'M[R]_(N, d)).
Variables (Vd : 'M[R]_(d, N')) (Vu : 'M[R]_(N', d)).
Let O (z : R) : R := s z - s (- z)%R.
Hypotheses (hs : smooth_at_0 O) (hm : many_derivatives O).

Lemma odd_O t : O (- t)%R = - O t.
Proof. by rewrite /O opprK opprB. Qed.

Lemma odd_power_sg (b : R) n : odd n -> b ^+ n = Num.sg b * `|b| ^+ n.
Proof.
move=> on; have [b0|b0|->] := ltrgt0P b.
- by rewrite gtr0_sg // mul1r.
- by rewrite ltr0_sg // mulN1r exprNn -signr_odd on expr1 mulN1r opprK.
by rewrite sgr0 mul0r expr0n; case: n on.
Qed.

Lemma odd_combination_0 m (c b : 'I_m -> R) (a : R) :
  (forall t, \sum_k c k * O (b k * t)%R = a * t) -> a = 0.
Proof.
move=> h; have [c' [c'0 c'I c'f _]] := merge_scales (fun k => c k * Num.sg (b k)) (fun k => `|b k|).
have sgO k t : O (b k * t)%R = Num.sg (b k) * O (`|b k| * t)%R.
  have [b0|b0|->] := ltrgt0P (b k).
  - by rewrite gtr0_sg // mul1r.
  - by rewrite ltr0_sg // mulN1r mulNr odd_O opprK.
  rewrite sgr0 !mul0r; have := odd_O 0; rewrite oppr0 => /eqP.
  by rewrite -addr_eq0 -mulr2n mulrn_eq0 => /eqP.
have drop (f : R -> R) : \sum_k c k * (Num.sg (b k) * f (`|b k|)) = \sum_k c' k * f (`|b k|).
  rewrite -(c'f f) [RHS]big_mkcond /=; apply: eq_bigr => k _; rewrite mulrA.
  by case: ifP => // /negbT; rewrite normr_gt0 negbK => /eqP ->; rewrite sgr0 mulr0 mul0r.
have c'_0 k : c' k = 0.
  apply: (distinct_scales_independent c'0 c'I) => D.
  have h' t : AnalyticReal.linear_combination [seq (c k, b k) | k <- enum 'I_m]
      (fun c b => Rmult c (O (Rmult b t))) = AnalyticReal.eval (a *: 'X : {poly R}) t.
    by rewrite (combination_sum c b (fun c b => c * O (b * t)%R)) eval_horner hornerZ hornerX h.
  have [n [/ssrnat.ltP Dn [n0 hn]]] := AnalyticReal.smooth_power_sums
    O _ (a *: 'X : {poly R}) hs hm (Coquelicot.Hierarchy.filter_forall _ h') D.
  have on : odd n.
    apply/negPn/negP => en; apply: n0; apply: AnalyticReal.odd_even_derivative => //.
      exact: odd_O.
    exists n./2; rewrite -{1}[n]odd_double_half (negbTE en) -mul2n.
    by rewrite multE.
  exists n; split=> //; rewrite -(drop (fun x => x ^+ n)) -[RHS]hn.
  rewrite (combination_sum c b (fun c b => Rmult c (pow b n))).
  by apply: eq_bigr => l _; rewrite -odd_power_sg // RpowE.
have := h 1; rewrite mulr1 => <-.
rewrite (eq_bigr (fun k => c k * (Num.sg (b k) * O (`|b k| * 1)%R))) => [|k _]; last by rewrite sgO.
by rewrite (drop (fun x => O (x * 1)%R)) big1 // => k _; rewrite c'_0 mul0r.
Qed.

Theorem odd_part_never_absorbs : absorbs s M Wd Wu Vd Vu -> M = 0.
Proof.
move=> h; apply: eq_linear_map => y; rewrite mul0mx; apply/colP => i; rewrite [RHS]mxE.
pose c (m : 'I_(N + N')) := match split m with inl k => Wd i k | inr j => - Vd i j end.
pose b (m : 'I_(N + N')) := match split m with inl k => (Wu *m y) k 0 | inr j => (Vu *m y) j 0 end.
have two : 2%:R != 0 :> R by rewrite pnatr_eq0.
apply: (mulIf two); rewrite mul0r -[LHS]opprK; apply/eqP; rewrite oppr_eq0; apply/eqP.
apply: (@odd_combination_0 _ c b) => t; rewrite big_split_ord /=.
have eL k : c (lshift N' k) * O (b (lshift N' k) * t)%R = Wd i k * O ((Wu *m (t *: y)) k 0).
  rewrite /c /b (unsplitK (inl _ : 'I_N + 'I_N')) -scalemxAr; congr (_ * O _).
  by rewrite [RHS]mxE mulrC.
have eR k : c (rshift N k) * O (b (rshift N k) * t)%R = - (Vd i k * O ((Vu *m (t *: y)) k 0)).
  rewrite /c /b (unsplitK (inr _ : 'I_N + 'I_N')) -scalemxAr mulNr; congr (- (_ * O _)).
  by rewrite [RHS]mxE mulrC.
rewrite (eq_bigr _ (fun k _ => eL k)) (eq_bigr _ (fun k _ => eR k)) sumrN.
have part n (A : 'M[R]_(d, n)) B : \sum_k A i k * O ((B *m (t *: y)) k 0) =
    (mlp s A B (t *: y) - mlp s A B (- (t *: y))) i 0.
  rewrite /mlp mulmxN -mulmxBr [RHS]mxE; move: (B *m (t *: y)) => u.
  by apply: eq_bigr => k _; rewrite !mxE.
rewrite !part -(h (t *: y)) -(h (- (t *: y))) mulmxN -scalemxAr.
move: (mlp s Wd Wu _) (mlp s Wd Wu _) (M *m y) => p q z; rewrite !mxE.
by move: (p i 0) (q i 0) (z i 0) => p1 q1 z1; ring.
Qed.
End OddPart.
