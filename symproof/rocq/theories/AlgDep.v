(* r > D polynomials in D variables are algebraically dependent: count monomials in boxes. *)
From mathcomp Require Import all_ssreflect all_algebra zify.
From SsrMultinomials Require Import mpoly.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import GRing.Theory.
Local Open Scope ring_scope.

Section AlgDep.
Variables (F : fieldType) (D r : nat).

Lemma card_bmnm_le b : (#|{: 'X_{1..D < b.+1}}| <= b.+1 ^ D)%N.
Proof.
have -> : (b.+1 ^ D = #|{: {ffun 'I_D -> 'I_b.+1}}|)%N by rewrite card_ffun !card_ord.
pose h (x : 'X_{1..D < b.+1}) : {ffun 'I_D -> 'I_b.+1} := [ffun i => inord (bmnm x i)].
apply: (@leq_card _ _ h) => x y /ffunP e; apply/val_inj/mnmP => i.
have lt (z : 'X_{1..D < b.+1}) : (bmnm z i < b.+1)%N.
  by rewrite (leq_ltn_trans _ (bmdeg z)) // mdegE (bigD1 i) //= leq_addr.
by have := e i; rewrite !ffunE => /(congr1 val); rewrite /= !inordK.
Qed.

Lemma msizeM_bound (p q : {mpoly F[D]}) a b :
  (msize p <= a.+1 -> msize q <= b.+1 -> msize (p * q)%R <= (a + b).+1)%N.
Proof.
have [->|p0] := eqVneq p 0; first by rewrite mul0r msize0.
have [->|q0] := eqVneq q 0; first by rewrite mulr0 msize0.
rewrite msizeM //; move: (msize p) (msize q) => u v; lia.
Qed.

Lemma msizeX_bound (p : {mpoly F[D]}) a e : (msize p <= a.+1 -> msize (p ^+ e)%R <= (e * a).+1)%N.
Proof.
move=> hp; elim: e => [|e IH]; first by rewrite expr0 msize1.
by rewrite exprS mulSn; apply: msizeM_bound.
Qed.

Lemma msize_prod_bound (I : finType) (f : I -> {mpoly F[D]}) (a : I -> nat) :
  (forall i, msize (f i) <= (a i).+1)%N -> (msize (\prod_i f i)%R <= (\sum_i a i).+1)%N.
Proof.
move=> h; elim/big_ind2: _ => [|p a1 q a2|i _]; [by rewrite msize1| exact: msizeM_bound|exact: h].
Qed.

Theorem algebraically_dependent (y : r.-tuple {mpoly F[D]}) : (D < r)%N ->
  exists2 Q : {mpoly F[r]}, Q != 0 & Q \mPo y = 0.
Proof.
move=> Dr; pose m := \max_(i < r) msize (tnth y i).
have ym i : (msize (tnth y i) <= m.+1)%N by rewrite leqW // /m (leq_bigmax i).
pose c := (r * m).+1; pose K := (c ^ D).+1; pose b := (r * (K * m))%N.
pose T := {ffun 'I_r -> 'I_K}.
pose mon (e : T) : 'X_{1..r} := [multinom (e i : nat) | i < r].
have monI : injective mon.
  by move=> e e' /mnmP h; apply/ffunP => i; apply/val_inj; have := h i; rewrite !mnmE.
pose g (e : T) := \prod_(i < r) tnth y i ^+ e i.
have gsz e : (msize (g e) <= b.+1)%N.
  apply: leq_trans (@msize_prod_bound _ _ (fun i : 'I_r => (e i * m)%N) _) _ => [i|].
    exact: msizeX_bound.
  rewrite ltnS (leq_trans (n := (\sum_(i < r) (K * m))%N)) //;
    last by rewrite sum_nat_const card_ord.
  by apply: leq_sum => i _; rewrite leq_mul2r ltnW ?orbT // ltn_ord.
have cards : (#|{: 'X_{1..D < b.+1}}| < #|{: T}|)%N.
  apply: leq_ltn_trans (card_bmnm_le b) _; rewrite card_ffun !card_ord.
  have bc : (b.+1 <= c * K)%N by rewrite /b /c mulSn; have : (0 < K)%N by []; nia.
  apply: (@leq_ltn_trans ((c * K) ^ D)%N); first by case: (D) => // D'; rewrite leq_exp2r.
  rewrite expnMn; apply: (@leq_trans (K ^ D.+1)%N); last by rewrite leq_pexp2l.
  by rewrite expnS ltn_pmul2r // ?expn_gt0 // /K ltnS.
pose A : 'M[F]_(#|{: T}|, #|{: 'X_{1..D < b.+1}}|) :=
  \matrix_(i, j) (g (enum_val i))@_(bmnm (enum_val j)).
have : kermx A != 0.
  rewrite kermx_eq0 -row_leq_rank -ltnNge.
  exact: leq_ltn_trans (rank_leq_col A) cards.
case/rowV0Pn => v /sub_kermxP vA v0.
exists (\sum_i v 0 i *: 'X_[mon (enum_val i)]).
  case/rV0Pn: v0 => i vi; apply: contraNneq vi => Q0.
  have := congr1 (mcoeff (mon (enum_val i))) Q0; rewrite mcoeff0 raddf_sum /= (bigD1 i) //=.
  rewrite mcoeffZ mcoeffX eqxx mulr1 big1 ?addr0 => [->//|j ji].
  rewrite mcoeffZ mcoeffX; case: eqP => [/monI/enum_val_inj e|_]; last by rewrite mulr0.
  by rewrite e eqxx in ji.
have -> : (\sum_i v 0 i *: 'X_[mon (enum_val i)]) \mPo y = \sum_i v 0 i *: g (enum_val i).
  rewrite raddf_sum /=; apply: eq_bigr => i _; rewrite comp_mpolyZ comp_mpolyX.
  by congr (_ *: _); apply: eq_bigr => k _; rewrite mnmE.
apply/mpolyP => k; rewrite mcoeff0 raddf_sum /=.
have [kb|kb] := ltnP (mdeg k) b.+1; last first.
  apply: big1 => i _; rewrite mcoeffZ memN_msupp_eq0 ?mulr0 //.
  by apply: msize_mdeg_ge; apply: leq_trans (gsz _) kb.
have /rowP/(_ (enum_rank (BMultinom kb : 'X_{1..D < b.+1}))) := vA.
rewrite !mxE => e; rewrite -[RHS]e; apply: eq_bigr => i _.
by rewrite mcoeffZ !mxE enum_rankK.
Qed.
End AlgDep.
