(* Derivative-free Jacobian criterion: lowest form of a polynomial at a point,
  read along polynomial curves. *)
From mathcomp Require Import all_ssreflect all_algebra.
From SsrMultinomials Require Import mpoly.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import GRing.Theory.
Local Open Scope ring_scope.

Section LowestForm.
Variables (F : fieldType) (r : nat).

(* Q along the curve e |-> b + e g(e) *)
Definition along (Q : {mpoly F[r]}) (b : 'I_r -> F) (g : 'I_r -> {poly F}) : {poly F} :=
  mmap (polyC) (fun i => (b i)%:P + 'X * g i) Q.

Lemma lowest_form0 (Q : {mpoly F[r]}) : Q != 0 -> exists2 Q' : {mpoly F[r]}, Q' != 0 &
  forall g, along Q (fun=> 0) g = 0 -> Q'.@[fun i => (g i)`_0] = 0.
Proof.
move=> Q0; have [m0 m0Q min] : exists2 m0, m0 \in msupp Q & forall m, m \in msupp Q ->
  (mdeg m0 <= mdeg m)%N.
  have : msupp Q != [::] by rewrite msupp_eq0.
  case: (msupp Q) => // x s _; elim: s x => [|y s IH] x.
    by exists x; rewrite ?inE // => m; rewrite inE => /eqP ->.
  have [z zin zmin] := IH y; have [xz|/ltnW zx] := leqP (mdeg x) (mdeg z).
    exists x; rewrite ?inE ?eqxx // => m; rewrite inE => /orP[/eqP->//|/zmin]; exact: leq_trans.
  by exists z => [|m]; rewrite inE; [rewrite zin orbT|move=> /orP[/eqP->//|/zmin]].
pose d0 := mdeg m0; pose Q' := \sum_(m <- msupp Q | mdeg m == d0) Q@_m *: 'X_[m].
exists Q'.
  apply: contraTneq (m0Q) => e; rewrite mcoeff_msupp negbK.
  have := congr1 (mcoeff m0) e; rewrite mcoeff0 raddf_sum /=.
  rewrite big_mkcond (bigD1_seq m0) ?msupp_uniq //= [_ == _]eqxx mcoeffZ mcoeffX eqxx mulr1 big1
    ?addr0 => [->//|m ne].
  by case: ifP; rewrite ?mcoeff0 // mcoeffZ mcoeffX (negbTE ne) mulr0.
move=> g; rewrite /along /mmap => /(congr1 (fun p : {poly F} => p`_d0)).
rewrite coef0 coef_sum => e0; rewrite -[RHS]e0 raddf_sum /= big_mkcond /=.
rewrite !big_seq; apply: eq_bigr => m mQ.
have -> : mmap1 (fun i => (0 : F)%:P + 'X * g i) m = 'X^(mdeg m) * \prod_(i < r) g i ^+ m i.
  rewrite /mmap1 mdegE -prodrXr -big_split /=; apply: eq_bigr => i _.
  by rewrite add0r exprMn.
rewrite coefCM coefXnM.
have := min _ mQ; rewrite -/d0 leq_eqVlt eq_sym => /orP[/eqP e|lt]; last first.
  by rewrite lt gtn_eqF // mulr0.
rewrite e eqxx ltnn subnn mevalZ mevalX; congr (_ * _).
rewrite -horner_coef0 horner_prod; apply: eq_bigr => i _.
by rewrite horner_exp horner_coef0.
Qed.

Lemma mmap_comp (S : comRingType) (f : {rmorphism F -> S}) (h : 'I_r ->
  S) (lq : r.-tuple {mpoly F[r]}) p :
  mmap f h (p \mPo lq) = mmap f (fun i => mmap f h (tnth lq i)) p.
Proof.
rewrite /comp_mpoly [in LHS]/(mmap _ _ p) rmorph_sum; apply: eq_bigr => m _.
rewrite rmorphM /= mmapC; congr (_ * _); rewrite /mmap1 rmorph_prod; apply: eq_bigr => i _.
by rewrite rmorphX.
Qed.

Lemma lowest_form (Q : {mpoly F[r]}) b : Q != 0 -> exists2 Q' : {mpoly F[r]}, Q' != 0 &
  forall g, along Q b g = 0 -> Q'.@[fun i => (g i)`_0] = 0.
Proof.
move=> Q0; pose T c := [tuple ('X_i + (c i)%:MP : {mpoly F[r]}) | i < r].
pose Qb := Q \mPo T b.
have Qb0 : Qb != 0.
  apply: contraNneq Q0 => e; have : Qb \mPo T (fun i => - b i) = 0 by rewrite e comp_mpoly0.
  rewrite /Qb {1}/comp_mpoly mmap_comp => <-; apply/eqP; rewrite -[LHS]comp_mpoly_id {1}/comp_mpoly.
  apply: eq_bigr => m _; congr (_ * _); apply: eq_bigr => i _; congr (_ ^+ _).
  rewrite !tnth_mktuple mmapD mmapC mmapX mmap1U tnth_mktuple.
  by rewrite mpolyCN addrNK.
have [Q' Q'0 h] := lowest_form0 Qb0; exists Q' => // g e; apply: h; rewrite -[RHS]e.
rewrite /along /Qb mmap_comp; apply: eq_bigr => m _; congr (_ * _); apply: eq_bigr => i _;
  congr (_ ^+ _).
by rewrite tnth_mktuple mmapD mmapC mmapX mmap1U add0r addrC.
Qed.
End LowestForm.
