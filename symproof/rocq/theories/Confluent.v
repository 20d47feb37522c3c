(* sum_k (c_k + n e_k) a_k^n != 0 for all large n, if a_k > 0 are distinct and c, e are not 0. *)
From mathcomp Require Import all_ssreflect all_algebra ring zify.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section Confluent.
Variable R : archiFieldType.

Definition vanishing (f : nat -> R) := forall eps, 0 < eps -> exists N, forall n, (N < n)%N ->
  `|f n| < eps.

Lemma vanishingD f g : vanishing f -> vanishing g -> vanishing (fun n => f n + g n).
Proof.
move=> hf hg eps e0; have e2 : 0 < eps / 2%:R by rewrite divr_gt0 ?ltr0n.
have [N1 h1] := hf _ e2; have [N2 h2] := hg _ e2; exists (maxn N1 N2) => n;
  rewrite gtn_max => /andP[n1 n2].
apply: le_lt_trans (ler_norm_add _ _) _; rewrite [eps]splitr; exact: ltr_add (h1 _ n1) (h2 _ n2).
Qed.

Lemma vanishingZ c f : vanishing f -> vanishing (fun n => c * f n).
Proof.
move=> hf eps e0; have c1 : 0 < `|c| + 1 by rewrite ltr_paddl.
have [N h] := hf _ (divr_gt0 e0 c1); exists N => n /h; rewrite normrM ltr_pdivl_mulr // => lt.
apply: le_lt_trans lt; rewrite mulrC ler_wpmul2l // ler_addl ler01 //.
Qed.

Lemma vanishing_sum (I : finType) (P : pred I) (f : I -> nat -> R) :
  (forall i, P i -> vanishing (f i)) -> vanishing (fun n => \sum_(i | P i) f i n).
Proof.
move=> h; suff : forall s : seq I, vanishing (fun n => \sum_(i <- s | P i) f i n) by move/(_
  (index_enum I)).
elim=> [|i s IH]; first by move=> eps e0; exists 0%N => n _; rewrite big_nil normr0.
case Pi: (P i); last by move=> eps e0; have [N hN] := IH eps e0; exists N => n /hN;
  rewrite big_cons Pi.
by move=> eps e0; have [N hN] := vanishingD (h _ Pi) IH e0; exists N => n /hN; rewrite big_cons Pi.
Qed.

(* n x^n -> 0 for 0 < x < 1 : (1 + dl)^n >= n (n - 1) / 2 dl^2 *)
Lemma binomial2 (dl : R) n : 0 <= dl -> 1 + n%:R * dl + 'C(n, 2)%:R * dl ^+ 2 <= (1 + dl) ^+ n.
Proof.
move=> d0; elim: n => [|n IH]; first by rewrite bin0n mul0r mul0r !addr0 expr0.
have d1 : 0 <= 1 + dl by rewrite addr_ge0 ?ler01.
rewrite [in X in _ <= X]exprS; apply: le_trans _ (ler_wpmul2l d1 IH).
rewrite binS bin1 natrD -subr_ge0.
have -> : (1 + dl) * (1 + n%:R * dl + 'C(n, 2)%:R * dl ^+ 2) - (1 + n.+1%:R * dl + ('C(n,
  2)%:R + n%:R) * dl ^+ 2) = 'C(n, 2)%:R * dl ^+ 3.
  by rewrite mulrSr; ring.
by rewrite mulr_ge0 ?ler0n // exprn_ge0.
Qed.

Lemma vanishing_geometric (x : R) : 0 < x -> x < 1 -> vanishing (fun n => n.+1%:R * x ^+ n).
Proof.
move=> x0 x1 eps e0; pose dl := x^-1 - 1.
have d0 : 0 < dl by rewrite subr_gt0 invf_gt1.
have B0 : 0 <= 6%:R / (dl ^+ 2 * eps) by rewrite divr_ge0 ?ler0n // mulr_ge0 ?ltW // exprn_gt0.
have [N hN] : exists N : nat, 6%:R / (dl ^+ 2 * eps) < N%:R.
  by exists (Num.bound (6%:R / (dl ^+ 2 * eps))); have := archi_boundP B0.
exists N.+2 => n nN.
rewrite ger0_norm; last by rewrite mulr_ge0 ?ler0n // exprn_ge0 // ltW.
have xE : x ^+ n = ((1 + dl) ^+ n)^-1 by rewrite /dl addrC subrK exprVn invrK.
have big : 'C(n, 2)%:R * dl ^+ 2 <= (1 + dl) ^+ n.
  apply: le_trans _ (binomial2 n (ltW d0)); rewrite ler_addr addr_ge0 ?ler01 //.
  by rewrite mulr_ge0 ?ler0n // ltW.
have p0 : 0 < (1 + dl) ^+ n by rewrite exprn_gt0 // addr_gt0 ?ltr01.
rewrite xE ltr_pdivr_mulr //; apply: lt_le_trans _ (ler_wpmul2l (ltW e0) big).
have n2 : (2 < n)%N by move: nN; clear; lia.
have C2 : 'C(n, 2)%:R * 2%:R = n%:R * n.-1%:R :> R.
  by rewrite -!natrM -[2%N in LHS]/(2`!)%N -[X in (_ * X)%N]/(2`!)%N bin_ffact ffactnS ffactn1.
have q0 : 0 < dl ^+ 2 * eps by rewrite mulr_gt0 // exprn_gt0.
have : 6%:R < n%:R * (dl ^+ 2 * eps).
  by rewrite -ltr_pdivr_mulr //; apply: lt_trans hN _; rewrite ltr_nat; apply: ltn_trans nN.
set q := dl ^+ 2 * eps in q0 *; move=> h6.
rewrite -(ltr_pmul2r (_ : 0 < 2%:R :> R)) ?ltr0n //.
have -> : eps * ('C(n, 2)%:R * dl ^+ 2) * 2%:R = (n%:R * q) * n.-1%:R.
  by rewrite /q -[RHS]mulrAC -C2; ring.
have m0 : 0 < n.-1%:R :> R by rewrite ltr0n; case: n n2 {nN xE big p0 C2 h6} => [|[]].
apply: le_lt_trans (_ : 6%:R * n.-1%:R < _); last by rewrite ltr_pmul2r.
by rewrite -!natrM ler_nat; case: n n2 {nN xE big p0 C2 h6 m0} => // n; rewrite /= !ltnS; lia.
Qed.

Theorem confluent_nonzero (M : nat) (c e a : 'I_M -> R) i :
  (forall k, 0 < a k) -> injective a -> (c i != 0) || (e i != 0) ->
  exists N, forall n, (N < n)%N -> \sum_k (c k + n%:R * e k) * a k ^+ n != 0.
Proof.
move=> a0 aI; pose S k := (c k != 0) || (e k != 0); rewrite -/(S i) => Si.
have [k0 Sk0 kmax] : exists2 k0, S k0 & forall k, S k -> a k <= a k0.
  by case: (@Order.TotalTheory.arg_maxP _ _ _ i S a Si) => k0; exists k0.
(* the other terms, divided by a_k0^n, vanish *)
pose x k := a k / a k0.
have van : vanishing (fun n => \sum_(k | k != k0) (c k + n%:R * e k) * x k ^+ n).
  apply: vanishing_sum => k kk; have [Sk|nSk] := boolP (S k); last first.
    move=> eps e0; exists 0%N => n _; move: nSk; rewrite /S negb_or !negbK => /andP[/eqP ->
      /eqP ->].
    by rewrite mulr0 addr0 mul0r normr0.
  have xlt : x k < 1.
    by rewrite ltr_pdivr_mulr // mul1r lt_neqAle kmax // andbT; apply: contraNneq kk => /aI ->.
  have xgt : 0 < x k by rewrite divr_gt0.
  move=> eps e0; have [N hN] := vanishingZ (`|c k| + `|e k|) (vanishing_geometric xgt xlt) e0.
  exists N => n /hN; apply: le_lt_trans; rewrite normrM mulrA.
  rewrite [X in _ <= X]ger0_norm; last by rewrite !mulr_ge0 ?addr_ge0 ?ler0n // exprn_ge0 // ltW.
  have xn : 0 <= x k ^+ n by rewrite exprn_ge0 // ltW.
  rewrite (ger0_norm xn); apply: ler_wpmul2r => //.
  apply: le_trans (ler_norm_add _ _) _; rewrite mulrDl ler_add //.
    by rewrite ler_pemulr // ler1n.
  by rewrite normrM mulrC ler_wpmul2l // ger0_norm ?ler0n // ler_nat.
(* the leading term does not *)
have [dl dl0 [N0 hN0]] : exists2 dl, 0 < dl & exists N, forall n, (N < n)%N ->
  dl <= `|c k0 + n%:R * e k0|.
  have [ek|ek] := eqVneq (e k0) 0.
    move: Sk0; rewrite /S ek eqxx orbF => ck; exists `|c k0|; first by rewrite normr_gt0.
    by exists 0%N => n _; rewrite mulr0 addr0.
  have ek0 : 0 < `|e k0| by rewrite normr_gt0.
  exists 1; rewrite ?ltr01 //; exists (Num.bound ((`|c k0| + 1) / `|e k0|)) => n nN.
  have : (`|c k0| + 1) / `|e k0| < n%:R.
    apply: lt_trans (archi_boundP _) _; last by rewrite ltr_nat.
    by rewrite divr_ge0 ?addr_ge0 ?ler01.
  rewrite ltr_pdivr_mulr // => lt; have := ler_norm_sub (c k0 + n%:R * e k0) (c k0).
  rewrite addrAC subrr add0r normrM (ger0_norm (ler0n _ n)) => h1.
  by move: (lt_le_trans lt h1); rewrite addrC ltr_add2r => /ltW.
have [N1 hN1] := van _ dl0; exists (maxn N0 N1) => n; rewrite gtn_max => /andP[n0 n1].
apply/eqP => hn.
have := hN1 _ n1; rewrite ltNge => /negP; apply.
apply: le_trans (hN0 _ n0) _; rewrite -normrN.
suff -> : \sum_(k | k != k0) (c k + n%:R * e k) * x k ^+ n = - (c k0 + n%:R * e k0) by [].
have p0 : a k0 ^+ n != 0 by rewrite expf_neq0 // gt_eqF.
apply: (mulIf p0); rewrite mulr_suml mulNr; apply/eqP; rewrite -addr_eq0 addrC.
move: hn; rewrite (bigD1 k0) //= => hn; apply/eqP; rewrite -[RHS]hn; congr (_ + _).
by apply: eq_bigr => k _; rewrite -mulrA -exprMn /x divfK ?gt_eqF.
Qed.
End Confluent.
