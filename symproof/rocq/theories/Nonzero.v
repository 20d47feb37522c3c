(* Q != 0 has a nonzero value (characteristic 0); lowest form => derivative-free Jacobian
  criterion. *)
From mathcomp Require Import all_ssreflect all_algebra.
From SsrMultinomials Require Import mpoly.
From Symproof Require Import LinearAlgebra LowestForm.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import GRing.Theory Num.Theory.
Local Open Scope ring_scope.
Section Nonzero.
Variable F : numFieldType.

(* Kronecker: X_i -> t^(b^i) separates monomials of degree < b *)
Lemma base_inj b n (m m' : 'X_{1..n}) : (forall i, m i < b)%N -> (forall i, m' i < b)%N ->
  (\sum_(i < n) m i * b ^ i = \sum_(i < n) m' i * b ^ i)%N -> m = m'.
Proof.
elim: n m m' => [|n IH] m m' hm hm' e; first by apply/mnmP => -[].
have b0 : (0 < b)%N by apply: leq_ltn_trans (hm ord0).
pose sh (q : 'X_{1..n.+1}) : 'X_{1..n} := [multinom q (lift ord0 i) | i < n].
have shE (q : 'X_{1..n.+1}) : (\sum_(i < n.+1) q i * b ^ i = q ord0 + b * \sum_(i < n) sh q i * b ^
  i)%N.
  rewrite big_ord_recl expn0 muln1 big_distrr /=; congr (_ + _)%N; apply: eq_bigr => i _.
  by rewrite mnmE /bump /= expnS mulnCA.
move: e; rewrite !shE => e.
have e0 : m ord0 = m' ord0.
  have := congr1 (modn^~ b) e; rewrite /= ![(b * _)%N]mulnC ![(_ ord0 + _)%N]addnC !modnMDl.
  by rewrite !modn_small.
move: e; rewrite e0 => /eqP; rewrite eqn_add2l eqn_pmul2l // => /eqP e1.
have es : sh m = sh m' by apply: IH => // i; rewrite mnmE.
apply/mnmP => i; case: (unliftP ord0 i) => [j ->|-> //].
by have := congr1 (fun q : 'X_{1..n} => q j) es; rewrite !mnmE.
Qed.

Theorem mpoly_nonroot n (Q : {mpoly F[n]}) : Q != 0 -> exists v, Q.@[v] != 0.
Proof.
move=> Q0; pose b := msize Q.
pose h (i : 'I_n) : {poly F} := 'X^(b ^ i); pose p := mmap polyC h Q.
have hE m : mmap1 h m = 'X^(\sum_(i < n) m i * b ^ i)%N.
  by rewrite /mmap1 -prodrXr; apply: eq_bigr => i _; rewrite /h -exprM mulnC.
have small m : m \in msupp Q -> forall i, (m i < b)%N.
  move=> mQ i; apply: leq_ltn_trans (msize_mdeg_lt mQ).
  by rewrite mdegE (bigD1 i) //= leq_addr.
have p0 : p != 0.
  have [m mQ] : exists m, m \in msupp Q.
    have : msupp Q != [::] by rewrite msupp_eq0.
    by case: (msupp Q) => // m s _; exists m; rewrite inE eqxx.
  have Qm : Q@_m != 0 by rewrite -mcoeff_msupp.
  apply: contraNneq Qm => e; have := congr1 (fun q : {poly F} => q`_(\sum_(i < n) m i * b ^ i)) e.
  rewrite coef0 /p /mmap coef_sum (bigD1_seq m) ?msupp_uniq //= hE coefCM coefXn eqxx mulr1.
  rewrite big_seq_cond big1 ?addr0 => [->//|m' /andP[m'Q ne]].
  rewrite hE coefCM coefXn; case: eqP => [e'|_]; last by rewrite mulr0.
  by have mm := base_inj (small _ mQ) (small _ m'Q) e'; rewrite mm eqxx in ne.
have [t pt] := poly_nonroot p0; exists (fun i => t ^+ (b ^ i)%N).
apply: contraNneq pt => e; apply/eqP; rewrite -[RHS]e /p /mmap horner_sum /meval /mmap;
  apply: eq_bigr => m _.
rewrite hornerM hornerC; congr (_ * _); rewrite horner_prod; apply: eq_bigr => i _.
by rewrite horner_exp hornerXn.
Qed.
End Nonzero.

(* Jacobian criterion without derivatives: if through b the curves b + e (v + e ...) in every
  direction v annihilate Q, then Q = 0. *)
Corollary all_directions (F : numFieldType) r (Q : {mpoly F[r]}) (b : 'I_r -> F) :
  (forall v : 'I_r -> F, exists2 g : 'I_r ->
    {poly F}, forall i, (g i)`_0 = v i & along Q b g = 0) -> Q = 0.
Proof.
move=> h; apply/eqP/negPn/negP => Q0; have [Q' Q'0 hQ] := lowest_form b Q0.
have [v] := mpoly_nonroot Q'0; case/eqP; have [g gv /hQ e] := h v.
by rewrite -[RHS]e; apply: meval_eq.
Qed.
