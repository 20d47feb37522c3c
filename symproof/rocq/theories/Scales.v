(* The algebraic half of Lemma 7: if sum_k c_k B_k^n = 0 for infinitely many n,
   B_k >= 0, then for every B > 0 the c_k with B_k = B sum to zero.  The largest B
   with a nonzero coefficient would dominate (R archimedean). *)
From mathcomp Require Import all_ssreflect all_algebra.
From Symproof Require Import Definitions.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section Merge.
Variable R : realFieldType.

(* equal scales merged: new coefficients, nonzero at distinct positive scales only *)
Lemma merge_scales M (c B : 'I_M -> R) : exists c' : 'I_M -> R,
  [/\ forall k, c' k != 0 -> 0 < B k,
      forall k l, c' k != 0 -> c' l != 0 -> B k = B l -> k = l,
      forall f : R -> R, \sum_(k | 0 < B k) c k * f (B k) = \sum_k c' k * f (B k) &
      (forall k, c' k = 0) -> forall B0, 0 < B0 -> \sum_(k | B k == B0) c k = 0].
Proof.
pose r k := odflt k [pick j | B j == B k].
have Br k : B (r k) = B k by rewrite /r; case: pickP => // j /eqP.
have rB k l : B k = B l -> r k = r l.
  by move=> e; rewrite /r e; case: pickP => // /(_ l); rewrite eqxx.
have rE k l : r k = k -> (r l == k) = (B l == B k).
  by move=> rk; apply/eqP/eqP => [<-|/rB ->//]; rewrite Br.
pose c' k := if (r k == k) && (0 < B k) then \sum_(j | B j == B k) c j else 0.
have c'0 k : c' k != 0 -> r k = k /\ 0 < B k.
  by rewrite /c'; case: ifP => [/andP[/eqP -> ->]//|_]; rewrite eqxx.
exists c'; split=> [l /c'0[]//|l m /c'0[<- _] /c'0[<- _]|f|h' B0 B0p].
- by rewrite !Br => /rB.
- rewrite (partition_big r (fun k => (r k == k) && (0 < B k))) /= => [|j Bj]; last first.
    by rewrite Br Bj andbT; apply/eqP/rB; rewrite Br.
  rewrite [LHS]big_mkcond /=; apply: eq_bigr => k0 _; rewrite /c'.
  case: ifP => [/andP[/eqP rk Bk]|_]; last by rewrite mul0r.
  rewrite mulr_suml; apply: eq_big => [j|j /andP[_]]; rewrite (rE _ _ rk).
    by case: eqP => [->|_]; rewrite ?Bk ?andbF.
  by move=> /eqP ->.
have [/existsP[k /eqP Bk]|/existsPn no] := boolP [exists k, B k == B0]; last first.
  by rewrite big_pred0 // => k; apply/negbTE.
have := h' (r k); rewrite /c' Br Bk B0p andbT; case: eqP => // -[].
by apply: rB; rewrite Br.
Qed.
End Merge.

Section Scales.
Variable R : archiFieldType.

Lemma bernoulli (x : R) n : 0 <= x -> 1 + n%:R * x <= (1 + x) ^+ n.
Proof.
move=> x0; elim: n => [|n IH]; first by rewrite mul0r addr0 expr0.
have x1 : 0 <= 1 + x by rewrite addr_ge0 ?ler01.
rewrite exprS; apply: le_trans (ler_wpmul2l x1 IH).
rewrite mulrDl mul1r mulrDr mulr1 mulrSr mulrDl mul1r addrA ler_add2l.
by rewrite ler_addl mulrCA mulr_ge0 ?ler0n // mulr_ge0.
Qed.

Lemma distinct_scales_independent M (c al : 'I_M -> R) :
  (forall k, c k != 0 -> 0 < al k) ->
  (forall k l, c k != 0 -> c l != 0 -> al k = al l -> k = l) ->
  (forall D, exists n, (D < n)%N /\ \sum_k c k * al k ^+ n = 0) ->
  forall k, c k = 0.
Proof.
move=> al0 alI h i; apply/eqP/negPn/negP => ci.
have [k0 ck0 kmax] : exists2 k0, c k0 != 0 & forall k, c k != 0 -> al k <= al k0.
  by case: (@Order.TotalTheory.arg_maxP _ _ _ i (fun k => c k != 0) al ci) => k0; exists k0.
have a0 := al0 _ ck0.
pose dk k := al k0 / al k - 1.
have dk0 k : k != k0 -> c k != 0 -> 0 < dk k.
  move=> kk ck; have ak := al0 _ ck.
  rewrite /dk subr_gt0 ltr_pdivl_mulr // mul1r lt_neqAle kmax // andbT.
  by apply: contra kk => /eqP/(alI _ _ ck ck0) ->.
pose C := \sum_(k | (k != k0) && (c k != 0)) `|c k| / dk k.
have C0 : 0 <= C.
  by apply: sumr_ge0 => k /andP[kk ck]; rewrite divr_ge0 // ltW // dk0.
have c0p : 0 < `|c k0| by rewrite normr_gt0.
have [n [nD hn]] := h (Num.bound (C / `|c k0|)).
have n0 : 0 < n%:R :> R by rewrite ltr0n (leq_ltn_trans _ nD).
have : n%:R * `|c k0| <= C.
  move: hn; rewrite (bigD1 k0) //= => /eqP; rewrite addr_eq0 => /eqP e.
  have an0 : 0 < al k0 ^+ n by rewrite exprn_gt0.
  rewrite -(ler_pmul2r an0) -mulrA -[X in _ * (_ * X)](gtr0_norm an0) -normrM e normrN.
  apply: (@le_trans _ _ (n%:R * \sum_(k | (k != k0) && (c k != 0)) `|c k| * al k ^+ n)).
    rewrite ler_pmul2l // [X in _ <= X]big_mkcondr /=.
    apply: le_trans (ler_norm_sum _ _ _) _; apply: ler_sum => k kk.
    have [->|ck] := eqVneq (c k) 0; first by rewrite mul0r normr0.
    by rewrite normrM normrX (gtr0_norm (al0 _ ck)).
  rewrite mulr_sumr mulr_suml; apply: ler_sum => k /andP[kk ck].
  rewrite mulrCA -[X in _ <= X]mulrA ler_wpmul2l //.
  have d0 := dk0 _ kk ck; have ak := al0 _ ck.
  rewrite [X in _ <= X]mulrC ler_pdivl_mulr // mulrAC mulrC.
  have -> : al k0 ^+ n = al k ^+ n * (1 + dk k) ^+ n.
    by rewrite -exprMn /dk addrCA subrr addr0 mulrCA divff ?mulr1 // gt_eqF.
  rewrite ler_wpmul2l ?exprn_ge0 ?(ltW ak) //.
  apply: le_trans (bernoulli n (ltW d0)); by rewrite ler_addr ler01.
apply/negP; rewrite -ltNge -ltr_pdivr_mulr //.
apply: lt_trans (archi_boundP _) _; first by rewrite divr_ge0.
by rewrite ltr_nat.
Qed.

Theorem scale_class_sum M (c B : 'I_M -> R) : (forall k, 0 <= B k) ->
  (forall D, exists n, (D < n)%N /\ \sum_k c k * B k ^+ n = 0) ->
  forall B0, 0 < B0 -> \sum_(k | B k == B0) c k = 0.
Proof.
move=> B_ge0 h; have [c' [c'0 c'I c'f fin]] := merge_scales c B; apply: fin.
apply: (distinct_scales_independent c'0 c'I) => D.
have [n [Dn hn]] := h D; exists n; split=> //; rewrite -[RHS]hn -(c'f (fun b => b ^+ n)).
rewrite [RHS](bigID (fun k => 0 < B k)) /= [X in _ = _ + X]big1 ?addr0 // => k.
rewrite -leNgt => Bk; have -> : B k = 0 by apply: le_anti; rewrite Bk B_ge0.
by rewrite expr0n; case: n Dn {hn} => // n _; rewrite mulr0.
Qed.

Corollary even_moments_separate (E : R -> R) :
  (forall M (c b : 'I_M -> R), (forall t, \sum_m c m * E (b m * t) = 0) ->
     forall D, exists n, (D < n)%N /\ \sum_m c m * b m ^+ n.*2 = 0) ->
  separates_scales E.
Proof.
move=> h M c b hE b0 b0n.
rewrite (@scale_class_sum M c (fun m => b m ^+ 2)) // => [k|D|]; first exact: sqr_ge0.
  have [n [Dn hn]] := h _ _ _ hE D; exists n; split=> //; rewrite -[RHS]hn.
  by apply: eq_bigr => m _; rewrite -exprM mul2n.
by rewrite exprn_even_gt0.
Qed.
End Scales.
