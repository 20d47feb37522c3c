(* The weights of one layer of T neurons with columns 1 and rows k + 1 can be read off, to first
   order, from finitely many Taylor coefficients on the axes.  ell is the derivative of these
   coefficients in the direction v.                                                          *)
From mathcomp Require Import all_ssreflect all_algebra.
From mathcomp Require Import zify.
From Symproof Require Import Confluent.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

(* the places of the entries of column k and of row k among all weights *)
Definition at_D d k c := (k * (d + d) + c)%N.
Definition at_U d k j := (k * (d + d) + (d + j))%N.

Section LeftInverse.
Variables (R : archiFieldType) (d T : nat) (a : nat -> R).
Hypotheses (d0 : (0 < d)%N) (many : forall N, exists2 n, (N < n)%N & a n != 0).
Notation r := (T * (d + d))%N.
Definition base (k : nat) : R := k.+1%:R.
Definition ell (v : nat -> R) (j c : 'I_d) (n : nat) : R := a n *
  \sum_(k < T) (v (at_D d k c) * base k ^+ n + n%:R * base k ^+ n.-1 * v (at_U d k j)).

Lemma base_neq0 k : base k != 0. Proof. by rewrite pnatr_eq0. Qed.

Lemma place (i : 'I_r) : exists (k : 'I_T) (c : 'I_d),
  i = at_D d k c :> nat \/ i = at_U d k c :> nat.
Proof.
have dd : (0 < d + d)%N by rewrite addn_gt0 d0.
have kT : (i %/ (d + d) < T)%N by rewrite ltn_divLR.
have := ltn_pmod i dd; have := divn_eq i (d + d); move: (i %% (d + d))%N => m e md.
have [h|h] := ltnP m d; first by exists (Ordinal kT), (Ordinal h); left.
have h' : (m - d < d)%N by lia.
by exists (Ordinal kT), (Ordinal h'); right; rewrite /at_U /= subnKC.
Qed.

Lemma ell_nonzero (v : nat -> R) (i : 'I_r) : v i != 0 -> exists j c n, ell v j c n != 0.
Proof.
move=> vi; have [k [c h]] := place i; pose z := Ordinal d0.
have [j [c' hk]] : exists j c' : 'I_d, (v (at_D d k c') != 0) || (v (at_U d k j) / base k != 0).
  case: h => e; first by exists z, c; rewrite -e vi.
  by exists c, z; rewrite -e mulf_neq0 ?invr_neq0 ?base_neq0 ?orbT.
have [||N hN] := @confluent_nonzero R T (fun k => v (at_D d k c')) (fun k => v (at_U d k j) / base
  k)
  (fun k => base k) k _ _ hk.
- by move=> k'; rewrite ltr0n.
- by move=> k1 k2 /eqP; rewrite eqr_nat eqSS => /eqP /val_inj.
have [n Nn an] := many N; exists j, c', n; rewrite mulf_neq0 //.
move: (hN n Nn); congr (_ != 0); apply: eq_bigr => k' _.
rewrite mulrDl; congr (_ + _); case: n {Nn an} => [|n]; first by rewrite !mul0r.
by rewrite -!mulrA exprS; congr (_ * _); rewrite mulKf ?base_neq0 // mulrC.
Qed.

Lemma ell_sum (I : finType) (x : I -> R) (f : I -> nat -> R) j c n :
  ell (fun m => \sum_i x i * f i m) j c n = \sum_i x i * ell (f i) j c n.
Proof.
rewrite /ell; under [RHS]eq_bigr do rewrite mulrCA mulr_sumr; rewrite -mulr_sumr; congr (_ * _).
rewrite exchange_big; apply: eq_bigr => k _; rewrite mulr_suml mulr_sumr -big_split.
by apply: eq_bigr => i _; rewrite mulrDr; congr (_ + _); [rewrite mulrA | rewrite mulrCA].
Qed.

Notation Q K := {: 'I_d * 'I_d * 'I_K}.
Definition unit (i m : nat) : R := (m == i)%:R.
Definition at_place K v (q : 'I_d * 'I_d * 'I_K) : R := ell v q.1.1 q.1.2 q.2.
Definition readings K : 'M[R]_(r, #|Q K|) := \matrix_(i, q) at_place (unit i) (enum_val q).
Definition vec (x : 'rV[R]_r) (m : nat) : R := \sum_i x 0 i * unit i m.

Lemma vecE x (i : 'I_r) : vec x i = x 0 i.
Proof.
rewrite /vec (bigD1 i) //= /unit eqxx mulr1 big1 ?addr0 // => j ji.
by rewrite (_ : (i == j :> nat) = false) ?mulr0 // eq_sym; apply/negbTE.
Qed.

Lemma reading K x (q : 'I_#|Q K|) : (x *m readings K) 0 q = at_place (vec x) (enum_val q).
Proof. by rewrite mxE /at_place ell_sum; apply: eq_bigr => i _; rewrite mxE. Qed.

Lemma reading_kernel K x : reflect (forall j c n, (n < K)%N -> ell (vec x) j c n = 0)
  (x <= kermx (readings K))%MS.
Proof.
apply: (iffP sub_kermxP) => [h j c n nK|h].
  have /rowP/(_ (enum_rank (j, c, Ordinal nK))) := h.
  by rewrite reading enum_rankK mxE.
by apply/rowP => q; rewrite reading [RHS]mxE; apply: h.
Qed.

Lemma enough_readings : exists K, row_free (readings K).
Proof.
suff h m : (m <= r)%N -> exists K, (m <= \rank (readings K))%N.
  by have [K rK] := h r (leqnn r); exists K; rewrite /row_free eqn_leq rank_leq_row.
elim: m => [|m IH] mr; first by exists 0%N.
have [K rK] := IH (ltnW mr); move: rK; rewrite leq_eqVlt => /orP[/eqP rK|]; last by exists K.
have : kermx (readings K) != 0 by rewrite kermx_eq0 /row_free -rK ltn_eqF.
case/rowV0Pn => x xk x0; have [i xi] : exists i, x 0 i != 0.
  apply/existsP; apply: contraNT x0; rewrite negb_exists => /forallP h.
  by apply/eqP/rowP => i; rewrite mxE; apply/eqP/negPn/h.
have [j [c [n hn]]] : exists j c n, ell (vec x) j c n != 0 by apply: (ell_nonzero (i := i));
  rewrite vecE.
exists (maxn K n.+1); have lt : (kermx (readings (maxn K n.+1)) < kermx (readings K))%MS.
  apply/andP; split.
    apply/rV_subP => y /reading_kernel hy; apply/reading_kernel => j' c' n' n'K.
    by apply: hy; rewrite leq_max n'K.
  apply/negP => /(submx_trans xk)/reading_kernel/(_ j c n);
    rewrite leq_max ltnSn orbT => /(_ isT) /eqP.
  by rewrite (negPf hn).
have := rank_ltmx lt; rewrite !mxrank_ker; have := rank_leq_row (readings K); lia.
Qed.

Theorem left_inverse : exists K (b : 'I_r -> 'I_d -> 'I_d -> nat -> R), forall (v : nat ->
  R) (i : 'I_r),
  \sum_j \sum_c \sum_(n < K) b i j c n * ell v j c n = v i.
Proof.
have [K rf] := enough_readings; pose B := pinvmx (readings K).
pose b i j c n := if insub n is Some n' then B (enum_rank (j, c, n')) i else 0.
exists K, b => v i; pose x : 'rV[R]_r := \row_i v i.
have same j c n : ell v j c n = ell (vec x) j c n.
  congr (_ * _); apply: eq_bigr => k _; have kT := ltn_ord k.
  have pD : (at_D d k c < r)%N by rewrite /at_D; have := ltn_ord c; nia.
  have pU : (at_U d k j < r)%N by rewrite /at_U; have := ltn_ord j; nia.
  by rewrite -[at_D d k c]/(val (Ordinal pD)) -[at_U d k j]/(val (Ordinal pU)) !vecE !mxE.
have : (x *m readings K *m B) 0 i = v i by rewrite -mulmxA mulmxVp // mulmx1 mxE.
move=> <-; rewrite mxE (reindex (@enum_rank [finType of Q K])) /=; last first.
  by apply: onW_bij; apply: enum_rank_bij.
rewrite pair_big pair_big /=; apply: eq_bigr => -[[j c] n] _.
by rewrite reading /at_place enum_rankK /b /= valK same mulrC.
Qed.
End LeftInverse.
