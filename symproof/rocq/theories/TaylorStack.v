(* A stack of MLPs on a coordinate axis near 0 is a polynomial up to O(t^K): the polynomial is
   that of Jets.v, with the Taylor coefficients of the activation.                          *)
From mathcomp Require Import all_ssreflect all_algebra.
From mathcomp Require Import ring.
From Symproof Require Import Jets.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section Close.
Variable R : realFieldType.
Implicit Types (f g : R -> R) (p q : {poly R}).

(* f(t) = p(t) + O(t^K) as t -> 0 *)
Definition close K f p := exists C del, [/\ 0 <= C, 0 < del &
  forall t, `|t| < del -> `|f t - p.[t]| <= C * `|t| ^+ K].

(* s(z) = sum of a_n z^n + O(z^K), n < K, for every K *)
Definition taylor (s : R -> R) (a : nat -> R) :=
  forall K, close K s (\poly_(n < K) a n).

Lemma poly_bound p : exists2 B, 0 <= B & forall t, `|t| <= 1 -> `|p.[t]| <= B.
Proof.
exists (\sum_(i < size p) `|p`_i|) => [|t t1]; first by apply: sumr_ge0.
rewrite horner_coef; apply: le_trans (ler_norm_sum _ _ _) _; apply: ler_sum => i _.
by rewrite normrM normrX ler_pimulr // exprn_ile1.
Qed.

Lemma exp_le1 (t : R) K : `|t| <= 1 -> `|t| ^+ K <= 1.
Proof. by move=> t1; apply: exprn_ile1. Qed.

Lemma close_exact K p : close K (fun t => p.[t]) p.
Proof. by exists 0, 1; split=> // t _; rewrite subrr normr0 mul0r. Qed.

Lemma close_ext K f g p : f =1 g -> close K f p -> close K g p.
Proof. by move=> e [C [del [C0 d0 h]]]; exists C, del; split=> // t; rewrite -e; apply: h. Qed.

Lemma closeD K f g p q : close K f p -> close K g q -> close K (fun t => f t + g t) (p + q).
Proof.
move=> [C [del [C0 d0 h]]] [C' [del' [C'0 d'0 h']]]; exists (C + C'), (Num.min del del').
split; rewrite ?addr_ge0 // ?lt_minr ?d0 // => t; rewrite lt_minr => /andP[/h td /h' td'].
rewrite hornerD opprD addrACA mulrDl; apply: le_trans (ler_norm_add _ _) _; exact: ler_add.
Qed.

Lemma closeM K f g p q : close K f p -> close K g q -> close K (fun t => f t * g t) (p * q).
Proof.
move=> [C [del [C0 d0 h]]] [C' [del' [C'0 d'0 h']]].
have [B B0 hB] := poly_bound p; have [B' B'0 hB'] := poly_bound q.
exists (C * (B' + C') + B * C'), (Num.min 1 (Num.min del del')); split.
- by rewrite addr_ge0 ?mulr_ge0 ?addr_ge0.
- by rewrite !lt_minr ltr01 d0.
move=> t; rewrite !lt_minr => /and3P[/ltW t1 /h td /h' td'].
have -> : f t * g t - (p * q).[t] = (f t - p.[t]) * g t + p.[t] * (g t - q.[t]).
  by rewrite hornerM mulrBl mulrBr addrA subrK.
apply: le_trans (ler_norm_add _ _) _; rewrite !normrM mulrDl ler_add //.
  have gB : `|g t| <= B' + C'.
    have -> : g t = q.[t] + (g t - q.[t]) by rewrite addrC subrK.
    apply: le_trans (ler_norm_add _ _) _; rewrite ler_add ?hB' //.
    by apply: le_trans td' _; rewrite ler_pimulr ?exp_le1.
  by rewrite mulrAC; apply: ler_pmul.
by rewrite -mulrA; apply: ler_pmul => //; apply: hB.
Qed.

Lemma close_scale K f p (c : R) : close K f p -> close K (fun t => c * f t) (c%:P * p).
Proof.
by move=> h; apply: close_ext (closeM (close_exact K c%:P) h) => t; rewrite hornerC.
Qed.

Lemma close_sum K n (f : 'I_n -> R -> R) (p : 'I_n -> {poly R}) : (forall i, close K (f i) (p i)) ->
  close K (fun t => \sum_i f i t) (\sum_i p i).
Proof.
move=> h; suff : forall r : seq 'I_n, close K (fun t => \sum_(i <- r) f i t) (\sum_(i <- r) p i).
  exact.
elim=> [|i r IH].
  rewrite big_nil; apply: close_ext (close_exact K 0) => t.
  by rewrite horner0 big_nil.
by rewrite big_cons; apply: close_ext (closeD (h i) IH) => t; rewrite big_cons.
Qed.

Lemma close_exp K f p n : close K f p -> close K (fun t => f t ^+ n) (p ^+ n).
Proof.
move=> h; elim: n => [|n IH].
  by rewrite expr0; apply: close_ext (close_exact K 1) => t; rewrite hornerC expr0.
by rewrite exprS; apply: close_ext (closeM h IH) => t; rewrite exprS.
Qed.

(* p(0) = 0: |p(t)| <= B |t| *)
Lemma poly_small p : p.[0] = 0 -> exists2 B, 0 <= B & forall t, `|t| <= 1 -> `|p.[t]| <= B * `|t|.
Proof.
move=> /eqP; rewrite -rootE => /factor_theorem[q ->]; have [B B0 h] := poly_bound q.
exists B => // t /h tB; rewrite hornerM hornerXsubC subr0 normrM.
by rewrite ler_wpmul2r.
Qed.

Lemma close_comp (s : R -> R) a K f p : taylor s a -> (0 < K)%N -> close K f p -> p.[0] = 0 ->
  close K (s \o f) (sig K (fun n => (a n)%:P) p).
Proof.
move=> ts K0 hf p0; have [B B0 hB] := poly_small p0.
have hs : close K (fun t => (\poly_(n < K) a n).[f t]) (sig K (fun n => (a n)%:P) p).
  have h : close K (fun t => \sum_(n < K) a n * f t ^+ n) (\sum_(n < K) (a n)%:P * p ^+ n).
    by apply: close_sum => n; apply/close_scale/close_exp.
  by apply: close_ext h => t; rewrite horner_poly.
have [C [del [C0 d0 h]]] := hf; have [S [eps [S0 e0 hS]]] := ts K.
have [D [del' [D0 d'0 h']]] := hs.
pose E := B + C + 1; have E0 : 0 < E by rewrite ltr_paddl ?addr_ge0.
exists (S * E ^+ K + D), (Num.min 1 (Num.min (Num.min del del') (eps / E))); split.
- by rewrite addr_ge0 ?mulr_ge0 ?exprn_ge0 // ltW.
- by rewrite !lt_minr ltr01 d0 d'0 divr_gt0.
move=> t; rewrite !lt_minr => /and3P[/ltW t1 /andP[/h td /h' td'] te].
have ft : `|f t| <= E * `|t|.
  have -> : f t = p.[t] + (f t - p.[t]) by rewrite addrC subrK.
  apply: le_trans (ler_norm_add _ _) _; rewrite /E -addrA mulrDl ler_add ?hB //.
  apply: le_trans td _; rewrite mulrDl mul1r -[X in X <= _]addr0 ler_add //.
  rewrite ler_wpmul2l // -[X in _ <= X]expr1; exact: ler_wiexpn2l.
have fe : `|f t| < eps by apply: le_lt_trans ft _; rewrite mulrC -ltr_pdivl_mulr.
have -> : (s \o f) t - (sig K (fun n => (a n)%:P) p).[t] = (s (f t) - (\poly_(n < K) a n).[f t]) +
    ((\poly_(n < K) a n).[f t] - (sig K (fun n => (a n)%:P) p).[t]) by rewrite addrA subrK.
apply: le_trans (ler_norm_add _ _) _; rewrite mulrDl ler_add //.
apply: le_trans (hS _ fe) _; rewrite -mulrA ler_wpmul2l // -exprMn.
by rewrite ler_expn2r // nnegrE ?mulr_ge0 // ltW.
Qed.

(* the first K coefficients are determined *)
Lemma small_poly K p : (exists C del, 0 < del /\ forall t, t != 0 -> `|t| < del ->
  `|p.[t]| <= C * `|t| ^+ K) ->
  forall n, (n < K)%N -> p`_n = 0.
Proof.
elim: K p => [|K IH] p [C [del [d0 h]]] n //.
have p0 : p.[0] = 0.
  have [q e] : exists q, p = (p`_0)%:P + q * 'X.
    by exists (\poly_(i < (size p).-1) p`_i.+1); apply/polyP => i;
      rewrite coefD coefC coefMX coef_poly;
      case: i => [|i] /=; [rewrite addr0 | rewrite add0r; case: ltnP => // hi;
        rewrite nth_default //; case: (size p) hi].
  have [B B0 hB] := poly_bound q; apply/eqP/negPn/negP => p00.
  pose c := `|p.[0]|; have c0 : 0 < c by rewrite normr_gt0.
  pose E := `|C| + B + 1; have E0 : 0 < E by rewrite ltr_paddl ?addr_ge0.
  pose t := Num.min (Num.min 1 del) (c / E) / 2%:R.
  have m0 : 0 < Num.min (Num.min 1 del) (c / E) by rewrite !lt_minr ltr01 d0 divr_gt0.
  have t0 : 0 < t by rewrite divr_gt0 ?ltr0n.
  have tm : t < Num.min (Num.min 1 del) (c / E) by rewrite ltr_pdivr_mulr ?ltr0n // ltr_pmulr //
    ltr1n.
  move: tm; rewrite !lt_minr => /andP[/andP[t1 td] tc].
  have nt : `|t| = t by rewrite gtr0_norm.
  have := h t (lt0r_neq0 t0); rewrite nt => /(_ td) hp.
  have pt : p.[t] = p.[0] + q.[t] * t by rewrite {1}e !hornerE horner_coef0.
  have : c <= (`|C| + B) * t.
    have -> : c = `|p.[t] - q.[t] * t| by rewrite pt addrK.
    apply: le_trans (ler_norm_sub _ _) _; rewrite mulrDl ler_add //.
      apply: le_trans hp _; apply: le_trans (_ : `|C| * t ^+ K.+1 <= _).
        by rewrite ler_wpmul2r ?exprn_ge0 ?ler_norm // ltW.
      by rewrite ler_wpmul2l // exprS ler_pimulr ?exprn_ile1 // ltW.
    by rewrite normrM nt ler_wpmul2r ?hB ?nt // ltW.
  apply/negP; rewrite -ltNge; apply: lt_le_trans (_ : E * t <= _).
    by rewrite ltr_pmul2r // ltr_addl.
  by rewrite mulrC -ler_pdivl_mulr // ltW.
have /eqP := p0; rewrite -rootE => /factor_theorem[q e]; rewrite subr0 in e.
case: n => [|n] nK; first by rewrite -horner_coef0.
rewrite e coefMX /=; apply: IH => //; exists C, del; split=> // t t0 /(h t t0).
by rewrite e hornerM hornerX normrM exprSr mulrA ler_pmul2r // normr_gt0.
Qed.

Lemma close_unique K f p q : close K f p -> close K f q -> forall n, (n < K)%N -> p`_n = q`_n.
Proof.
move=> [C [del [C0 d0 h]]] [C' [del' [C'0 d'0 h']]] n nK; apply/eqP; rewrite -subr_eq0 -coefB;
  apply/eqP.
apply: (@small_poly K) nK; exists (C + C'), (Num.min del del'); split; first by rewrite lt_minr d0.
move=> t _; rewrite lt_minr => /andP[/h td /h' td']; rewrite hornerD hornerN mulrDl.
have -> : p.[t] - q.[t] = (f t - q.[t]) - (f t - p.[t]).
  by rewrite opprB [X in _ = X]addrC addrA subrK.
by apply: le_trans (ler_norm_sub _ _) _; rewrite addrC ler_add.
Qed.
End Close.
