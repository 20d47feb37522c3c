(* Corollary 5 and Proposition 8 (ii) as "almost every": the zero set of a polynomial that
   is not 0 somewhere is null, since K shrunken copies of it about a point overlap at most
   deg P times while each has content at least 2^-n of the whole (R archimedean). *)
From mathcomp Require Import all_ssreflect all_algebra.
From SsrMultinomials Require Import mpoly.
From Symproof Require Import Definitions LinearAlgebra GenericWeights.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section Affine.
Variable R : realFieldType.
Definition affine (a b : R) : {poly R} := a *: 'X + b%:P.
Lemma size_affine a b : (size (affine a b) <= 2)%N.
Proof.
rewrite (leq_trans (size_add _ _)) // geq_max (leq_trans (size_scale_leq _ _)) ?size_polyX //.
by rewrite size_polyC (leq_trans (leq_b1 _)).
Qed.
Lemma horner_affine a b t : (affine a b).[t] = a * t + b.
Proof. by rewrite /affine !hornerE. Qed.
End Affine.

Section Zeros.
Variables (R : archiFieldType) (n : nat).
Notation V := 'rV[R]_n.
Implicit Types (A B Q : V -> Prop).
Variable m : content R n.

Lemma mu_empty A : measurable m A -> (forall x, ~ A x) -> mu m A = 0.
Proof.
move=> mA A0; have := mu_split mA mA.
rewrite [X in _ = X + _](@mu_ext R n m _ A) => [|x]; last by split=> [[]|/A0].
rewrite [X in _ = _ + X](@mu_ext R n m _ A) => [|x]; last by split=> [[]|/A0].
by move/eqP; rewrite -subr_eq subrr => /eqP.
Qed.

Lemma multiplicity (A : nat -> V -> Prop) (ks : seq nat) D Q :
  (forall k, measurable m (A k)) -> measurable m Q -> uniq ks ->
  (forall x s, Q x -> uniq s -> {subset s <= ks} ->
     (forall k, k \in s -> A k x) -> (size s <= D)%N) ->
  \sum_(k <- ks) mu m (fun x => A k x /\ Q x) <= D%:R * mu m Q.
Proof.
move=> mA; elim: ks D Q => [|k0 ks IH] D Q mQ /=.
  by move=> _ _; rewrite big_nil mulr_ge0 ?mu_ge0 ?ler0n.
case/andP=> k0s uks hD; rewrite big_cons.
pose Q1 := fun x => Q x /\ A k0 x; pose Q2 := fun x => Q x /\ ~ A k0 x.
have mQ1 : measurable m Q1 by apply: measurable_inter.
have mQ2 : measurable m Q2 by apply: measurable_diff.
have -> : \sum_(k <- ks) mu m (fun x => A k x /\ Q x) =
   \sum_(k <- ks) mu m (fun x => A k x /\ Q1 x) + \sum_(k <- ks) mu m (fun x => A k x /\ Q2 x).
  rewrite -big_split; apply: eq_bigr => k _ /=.
  rewrite (mu_split (measurable_inter (mA k) mQ) (mA k0)).
  by congr (_ + _); apply: mu_ext => x; rewrite /Q1 /Q2; tauto.
have -> : mu m (fun x => A k0 x /\ Q x) = mu m Q1.
  by apply: mu_ext => x; rewrite /Q1; tauto.
have -> : mu m Q = mu m Q1 + mu m Q2 by apply: mu_split.
have h2 : \sum_(k <- ks) mu m (fun x => A k x /\ Q2 x) <= D%:R * mu m Q2.
  apply: IH => // x s [Qx _] us sub; apply: hD => // k /sub.
  by rewrite inE orbC => ->.
rewrite addrA mulrDr; apply: ler_add h2.
case: D hD => [|D] hD.
  have e x : ~ Q1 x.
    move=> [Qx Ax]; suff : (size [:: k0] <= 0)%N by [].
    apply: (hD x) => // k; first by rewrite !inE => ->.
    by rewrite inE => /eqP ->.
  rewrite (mu_empty mQ1 e) mul0r add0r big1 // => k _; apply: mu_empty.
    exact: measurable_inter.
  by move=> x [_ /e].
rewrite mulrS mulrDl mul1r ler_add2l; apply: IH => // x s [Qx Ax] us sub hs.
rewrite -ltnS; apply: (hD x (k0 :: s)) => //=.
- by rewrite us andbT; apply: contra k0s => /sub.
- by move=> k; rewrite !inE => /orP[->//|/sub ->]; rewrite orbT.
- by move=> k; rewrite inE => /orP[/eqP ->|/hs].
Qed.

(* P restricted to the line u |-> w + u (y - w) *)
Definition line_poly (P : {mpoly R[n]}) (w y : V) : {poly R} :=
  \sum_(mm <- msupp P) P@_mm *: \prod_i (affine (y 0 i - w 0 i) (w 0 i)) ^+ mm i.

Lemma line_polyE P w y u :
  (line_poly P w y).[u] = P.@[fun i => (w + u *: (y - w)) 0 i].
Proof.
rewrite /line_poly horner_sum mevalE; apply: eq_bigr => mm _.
rewrite hornerZ horner_prod; congr (_ * _); apply: eq_bigr => i _.
by rewrite horner_exp horner_affine !mxE mulrC addrC.
Qed.

Lemma size_line_poly P w y : (size (line_poly P w y) <= msize P)%N.
Proof.
rewrite /line_poly big_seq; apply: leq_trans (size_sum _ _ _) _.
apply/bigmax_leqP_seq => mm hm _; apply: leq_trans (size_scale_leq _ _) _.
apply: leq_trans (msize_mdeg_lt hm).
apply: leq_trans (size_prod_leq _ _) _.
rewrite leq_subLR mdegE addnS ltnS -sum1_card -big_split /=; apply: leq_sum => i _.
apply: leq_trans (size_exp_leq _ _) _; rewrite add1n ltnS.
have := size_affine (y 0 i - w 0 i) (w 0 i).
by case: (size _) => [|[|[|]]] //= _; rewrite ?mul0n ?mul1n.
Qed.

Theorem polynomial_zeros_null (P : {mpoly R[n]}) (w : V) (A : V ->
  Prop) : P.@[fun i => w 0 i] != 0 -> measurable m A ->
  (forall x, A x -> P.@[fun i => x 0 i] = 0) -> mu m A = 0.
Proof.
move=> Pw mA AZ; have [Q mQ hQ] := bounded w mA.
pose uk (k : nat) : R := 1 + k.+1%:R^-1.
have uk1 k : 1 <= uk k by rewrite /uk ler_addl invr_ge0 ler0n.
have uk0 k : 0 < uk k by apply: lt_le_trans (uk1 k).
have uk2 k : uk k <= 2%:R.
  by rewrite /uk -[2%:R]/(1 + 1) ler_add2l invf_le1 ?ltr0Sn // ler1n.
have uk_inj : injective uk.
  by move=> i j /addrI/invr_inj/eqP; rewrite eqr_nat eqSS => /eqP.
pose B k := fun y => A (w + uk k *: (y - w)).
have mB k : measurable m (B k) by apply: measurable_homothety.
have bound K : K%:R * mu m A <= 2%:R ^+ n * ((msize P)%:R * mu m Q).
  apply: (@le_trans _ _ (2%:R ^+ n * \sum_(k <- iota 0 K) mu m (fun x => B k x /\ Q x))).
    rewrite mulr_sumr.
    have -> : K%:R * mu m A = \sum_(k <- iota 0 K) mu m A.
      by rewrite big_const_seq count_predT size_iota iter_addr_0 mulr_natl.
    apply: ler_sum => k _; rewrite -(mu_homothety w (uk0 k) mA).
    have -> : mu m (fun x => B k x /\ Q x) = mu m (B k).
      by apply: mu_ext => x; split=> [[]//|h]; split=> //; apply: (hQ (uk k)) h.
    apply: ler_wpmul2r; first exact/mu_ge0/mB.
    by apply: ler_expn2r; rewrite ?nnegrE ?ler0n // ltW.
  rewrite ler_wpmul2l ?exprn_ge0 ?ler0n //.
  apply: multiplicity => //; first exact: iota_uniq.
  move=> y s Qy us _ hs.
  apply: leq_trans (size_line_poly P w y); apply: ltnW.
  have <- : size [seq uk k | k <- s] = size s by rewrite size_map.
  apply: max_poly_roots.
  - apply: contra Pw => /eqP e; have := line_polyE P w y 0.
    by rewrite e horner0 scale0r addr0 => <-.
  - by apply/allP => _ /mapP[k ks ->]; rewrite rootE line_polyE; apply/eqP/AZ/hs.
  - by rewrite map_inj_uniq.
apply/eqP; rewrite eq_le mu_ge0 // andbT leNgt; apply/negP => A0.
have c0 : 0 <= 2%:R ^+ n * ((msize P)%:R * mu m Q) / mu m A.
  by rewrite divr_ge0 ?mulr_ge0 ?exprn_ge0 ?ler0n ?mu_ge0.
have := archi_boundP c0; rewrite ltr_pdivr_mulr //.
by rewrite ltNge bound.
Qed.
End Zeros.


Section AlmostEvery.
Variables (R : archiFieldType) (d' N : nat).
Let d := d'.+2.
Notation n := (N * d + d * N)%N.

(* weights at which the bad polynomial does not vanish *)
Definition direction_down (R : realFieldType) d' N : 'M[R]_(d'.+2, N) := \matrix_(i, k) (i == 0)%:R.
Definition direction_up (R : realFieldType) d' N : 'M[R]_(N, d'.+2) :=
  \matrix_(k, j) if j == 0 then 1 else if j == 1 then k%:R else 0.

Lemma bad_poly_at_direction : meval (coordinates (direction_up R d' N) (direction_down R d' N))
  (bad_poly R d' N) != 0.
Proof.
rewrite /bad_poly !rmorphM !mulf_neq0 //= rmorph_prod; apply/prodf_neq0.
- by move=> i _ /=; rewrite evU mxE eqxx oner_neq0.
- move=> [i j] /= ij; rewrite rmorphB !rmorphM /= !evU !mxE /= mul1r mulr1.
  by rewrite subr_eq0 eqr_nat eq_sym.
- by move=> i _ /=; rewrite evD mxE eqxx oner_neq0.
move=> S _ /=; rewrite ev_det; set T := 1%:M + _.
have TE i j : T i j = (i == j)%:R + (i == 0)%:R * \sum_(k in S) direction_up R d' N k j.
  rewrite mxE [X in X + _]mxE mul_Pi_mul mulr_sumr; congr (_ + _).
  by apply: eq_bigr => k _; rewrite [X in X * _]mxE.
rewrite -det_tr det_trig; last first.
  apply/is_trig_mxP => i j ij; rewrite mxE TE.
  have -> : (j == i) = false by apply/negbTE; rewrite neq_ltn ij orbT.
  have -> : (j == 0) = false by apply/negbTE; rewrite -lt0n (leq_trans _ ij).
  by rewrite mul0r addr0.
apply/prodf_neq0 => i _; rewrite mxE TE eqxx.
have [->|i0] := eqVneq i 0; last by rewrite mul0r addr0 oner_neq0.
rewrite mul1r; under eq_bigr do rewrite mxE eqxx.
by rewrite sumr_const -[1%:R]/(1%:R) -natrD pnatr_eq0.
Qed.

(* every W at which the bad polynomial vanishes: a null set *)
Theorem bad_weights_null (m : content R n) A : measurable m A ->
  (forall x, A x -> meval (coordinates (vec_mx (lsubmx x)) (vec_mx (rsubmx x))) (bad_poly R d' N) =
    0) ->
  mu m A = 0.
Proof.
move=> mA hA.
apply: (polynomial_zeros_null (P := bad_poly R d' N)
  (w := row_mx (mxvec (direction_up R d' N)) (mxvec (direction_down R d' N)))) mA _.
  exact: bad_poly_at_direction.
by move=> x /hA; rewrite /coordinates !vec_mxK hsubmxK.
Qed.
End AlmostEvery.
