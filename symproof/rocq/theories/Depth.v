(* Corollary 3.  A composition F of residual blocks x + f_i(x) never equals a
   composition H of at least one residual-free block, at any depths and widths:
   - f_i, h_i = o(|x|) at 0 (gated, or homogeneous of degree k > 1):
     F(x) = x + o(|x|) and H(x) = o(|x|) at 0;
   - f_i, h_i sublinear at infinity (homogeneous of degree 0 < k < 1): the same at infinity. *)
From mathcomp Require Import all_ssreflect all_algebra.
From mathcomp Require Import ring.
From Symproof Require Import Definitions LinearAlgebra Gated.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section Depth.
Variable R : realFieldType.

(* P holds for every member of a list *)
Fixpoint every T (P : T -> Prop) (l : seq T) : Prop :=
  if l is a :: l' then P a /\ every P l' else True.

Lemma every_map T U (P : U -> Prop) (f : T -> U) l : (forall a, P (f a)) -> every P (map f l).
Proof. by move=> h; elim: l => //= a l IH; split. Qed.

(* ---- at the origin --------------------------------------------------------- *)
Lemma little_o_comp d (f g : 'cV[R]_d -> 'cV[R]_d) : little_o f -> little_o g -> little_o (f \o g).
Proof.
move=> hf hg e e0.
have [a a0 ha] := hf _ e0; have [b b0 hb] := hg _ ltr01.
exists (Num.min a b); rewrite ?lt_minr ?a0 // => x; rewrite lt_minr => /andP[xa xb].
have := hb _ xb; rewrite mul1r => hgx.
apply: le_trans (ha _ (le_lt_trans hgx xa)) _.
by rewrite ler_wpmul2l // ltW.
Qed.

Definition near_id d (f : 'cV[R]_d -> 'cV[R]_d) := little_o (fun x => f x - x).

Lemma near_id_comp d (f g : 'cV[R]_d -> 'cV[R]_d) : near_id f -> near_id g -> near_id (f \o g).
Proof.
move=> hf hg e e0.
have e3 : 0 < e / 3%:R by rewrite divr_gt0 ?ltr0n.
have [a a0 ha] := hf _ e3.
pose e1 := Num.min (e / 3%:R) 1; have e10 : 0 < e1 by rewrite lt_minr e3 ltr01.
have [b b0 hb] := hg _ e10.
exists (Num.min (a / 2%:R) b); first by rewrite lt_minr divr_gt0 ?ltr0n.
move=> x; rewrite lt_minr ltr_pdivl_mulr ?ltr0n // => /andP[xa xb].
have hgx : vnorm (g x) <= vnorm x * 2%:R.
  rewrite -[g x](subrK x); apply: le_trans (vnormD _ _) _.
  rewrite mulr_natr mulr2n ler_add2r; apply: le_trans (hb _ xb) _.
  by rewrite ler_pimull ?vnorm_ge0 // le_minl lexx orbT.
rewrite /= -[f _ - x](subrKA (g x)); apply: le_trans (vnormD _ _) _.
apply: (@le_trans _ _ (e / 3%:R * (vnorm x * 2%:R) + e / 3%:R * vnorm x)).
  apply: ler_add.
    apply: le_trans (ha _ (le_lt_trans hgx xa)) _.
    by rewrite ler_wpmul2l // ltW.
  apply: le_trans (hb _ xb) _; rewrite ler_wpmul2r ?vnorm_ge0 //.
  by rewrite le_minl lexx.
rewrite (_ : _ + _ = e / 3%:R * 3%:R * vnorm x); last by ring.
by rewrite divfK ?pnatr_eq0.
Qed.

Lemma little_o_chain d (fs : seq ('cV[R]_d -> 'cV[R]_d)) :
  (0 < size fs)%N -> every (@little_o R d d) fs -> little_o (chain fs).
Proof.
elim: fs => [|f [|g fs] IH] //= _ [hf h]; first by [].
exact: (little_o_comp hf (IH _ h)).
Qed.

Lemma near_id_chain d (fs : seq ('cV[R]_d -> 'cV[R]_d)) : every (@little_o R d d) fs ->
  near_id (chain [seq residual f | f <- fs]).
Proof.
elim: fs => [_|f fs IH [hf /IH h]] /=.
  move=> e e0; exists 1 => // x _; rewrite /chain /= subrr.
  by rewrite {1}/vnorm big1 ?mulr_ge0 ?(ltW e0) ?vnorm_ge0 // => i _; rewrite mxE normr0.
apply: (@near_id_comp _ (residual f) _ _ h) => e /hf[a a0 ha].
by exists a => // x /ha; rewrite /residual addrC addrA addNr add0r.
Qed.

Theorem little_o_depth d (fs hs : seq ('cV[R]_d -> 'cV[R]_d)) : (0 < d)%N -> (0 < size hs)%N ->
  every (@little_o R d d) fs -> every (@little_o R d d) hs ->
  ~ (forall x, chain [seq residual f | f <- fs] x = chain hs x).
Proof.
move=> d0 n0 /near_id_chain hm /(little_o_chain n0) hn h.
have /little_o_linear/matrixP/(_ (Ordinal d0) (Ordinal d0)) :
    little_o (fun x : 'cV[R]_d => 1%:M *m x).
  have := little_oB hn hm => + e e0; case/(_ _ e0) => a a0 ha; exists a => // x /ha.
  by rewrite -h mul1mx opprB addrC subrK.
by rewrite !mxE eqxx => /eqP; rewrite oner_eq0.
Qed.

(* ---- at infinity ------------------------------------------------------------ *)
Definition sublinear d (f : 'cV[R]_d -> 'cV[R]_d) := forall eps, 0 < eps ->
  exists2 C, 0 <= C & forall x, vnorm (f x) <= eps * vnorm x + C.

Lemma sublinear_comp d (f g : 'cV[R]_d -> 'cV[R]_d) :
  sublinear f -> sublinear g -> sublinear (f \o g).
Proof.
move=> hf hg e e0; have [C C0 hC] := hf _ e0; have [D D0 hD] := hg _ ltr01.
exists (e * D + C) => [|x]; first by rewrite addr_ge0 // mulr_ge0 // ltW.
apply: le_trans (hC _) _; rewrite addrA ler_add2r -mulrDr ler_wpmul2l ?(ltW e0) //.
by have := hD x; rewrite mul1r.
Qed.

Definition asymptotic_id d (f : 'cV[R]_d -> 'cV[R]_d) := sublinear (fun x => f x - x).

Lemma asymptotic_id_comp d (f g : 'cV[R]_d -> 'cV[R]_d) :
  asymptotic_id f -> asymptotic_id g -> asymptotic_id (f \o g).
Proof.
move=> hf hg e e0; have e3 : 0 < e / 3%:R by rewrite divr_gt0 ?ltr0n.
have [C C0 hC] := hf _ e3.
pose e1 := Num.min (e / 3%:R) 1; have e10 : 0 < e1 by rewrite lt_minr e3 ltr01.
have [D D0 hD] := hg _ e10.
exists (e / 3%:R * D + C + D) => [|x].
  by rewrite !addr_ge0 // mulr_ge0 // ltW.
have hgx : vnorm (g x) <= vnorm x * 2%:R + D.
  rewrite -[g x](subrK x); apply: le_trans (vnormD _ _) _.
  rewrite mulr_natr mulr2n addrAC ler_add2r; apply: le_trans (hD _) _.
  by rewrite ler_add2r ler_pimull ?vnorm_ge0 // le_minl lexx orbT.
rewrite /= -[f _ - x](subrKA (g x)); apply: le_trans (vnormD _ _) _.
apply: (@le_trans _ _ (e / 3%:R * (vnorm x * 2%:R + D) + C + (e / 3%:R * vnorm x + D))).
  apply: ler_add; first by apply: le_trans (hC _) _; rewrite ler_add2r ler_wpmul2l // ltW.
  apply: le_trans (hD _) _; rewrite ler_add2r ler_wpmul2r ?vnorm_ge0 //.
  by rewrite le_minl lexx.
rewrite (_ : _ + _ = e / 3%:R * 3%:R * vnorm x + (e / 3%:R * D + C + D)); last by ring.
by rewrite divfK ?pnatr_eq0.
Qed.

Lemma sublinear_chain d (fs : seq ('cV[R]_d -> 'cV[R]_d)) :
  (0 < size fs)%N -> every (@sublinear d) fs -> sublinear (chain fs).
Proof.
elim: fs => [|f [|g fs] IH] //= _ [hf h]; first by [].
exact: (sublinear_comp hf (IH _ h)).
Qed.

Lemma asymptotic_id_chain d (fs : seq ('cV[R]_d -> 'cV[R]_d)) : every (@sublinear d) fs ->
  asymptotic_id (chain [seq residual f | f <- fs]).
Proof.
elim: fs => [_|f fs IH [hf /IH h]] /=.
  move=> e e0; exists 0 => // x; rewrite /chain /= subrr addr0.
  by rewrite {1}/vnorm big1 ?mulr_ge0 ?(ltW e0) ?vnorm_ge0 // => i _; rewrite mxE normr0.
apply: (@asymptotic_id_comp _ (residual f) _ _ h) => e /hf[C C0 hC].
by exists C => // x; rewrite /residual addrC addrA addNr add0r.
Qed.

Theorem sublinear_depth d (fs hs : seq ('cV[R]_d -> 'cV[R]_d)) : (0 < d)%N -> (0 < size hs)%N ->
  every (@sublinear d) fs -> every (@sublinear d) hs ->
  ~ (forall x, chain [seq residual f | f <- fs] x = chain hs x).
Proof.
move=> d0 n0 /asymptotic_id_chain hm /(sublinear_chain n0) hn h.
have e4 : 0 < 4%:R^-1 :> R by rewrite invr_gt0 ltr0n.
have [C C0 hC] := hm _ e4; have [D D0 hD] := hn _ e4.
pose x : 'cV[R]_d := const_mx (4%:R * (C + D + 1)).
have B (x' : 'cV[R]_d) : vnorm x' <= 2%:R^-1 * vnorm x' + (C + D).
  rewrite -{1}[x'](subrK (chain hs x')) -[x' - _]opprB -{1}h.
  apply: le_trans (vnormD _ _) _; rewrite vnormN.
  apply: le_trans (ler_add (hC x') (hD x')) _.
  rewrite addrACA -mulrDl ler_add2r ler_wpmul2r ?vnorm_ge0 //.
  by rewrite -mulr2n -mulr_natr -[4%N]/(2 * 2)%N natrM invfM mulfVK ?pnatr_eq0.
have := B x; rewrite addrC -ler_subl_addr -{1}[vnorm x]mul1r -mulrBl.
rewrite (_ : 1 - 2%:R^-1 = 2%:R^-1) => [|]; last first.
  by rewrite {1}(splitr 1) mul1r addrK.
apply/negP; rewrite -ltNge ltr_pdivl_mull ?ltr0n //.
apply: lt_le_trans (ler_vnorm x (Ordinal d0)); rewrite mxE ger0_norm; last first.
  by rewrite mulr_ge0 ?ler0n // !addr_ge0 // ler01.
apply: (@lt_le_trans _ _ (2%:R * (C + D + 1))); last first.
  by rewrite ler_wpmul2r ?ler_nat // !addr_ge0 // ler01.
by rewrite ltr_pmul2l ?ltr0n // ltr_addl ltr01.
Qed.

(* ---- single layers ----------------------------------------------------------- *)
Definition little_o1 (s : R -> R) := forall eps, 0 < eps ->
  exists2 del, 0 < del & forall z, `|z| < del -> `|s z| <= eps * `|z|.

Lemma little_o_mlp d N s (Wd : 'M[R]_(d, N)) Wu : little_o1 s -> little_o (mlp s Wd Wu).
Proof.
move=> hs e e0; pose C := 1 + mnorm Wd * mnorm Wu.
have C0 : 0 < C by rewrite ltr_paddr ?ltr01 ?mulr_ge0 ?mnorm_ge0.
have [a a0 ha] := hs _ (divr_gt0 e0 C0).
have p : 0 < 1 + mnorm Wu by rewrite ltr_paddr ?mnorm_ge0 ?ltr01.
exists (a / (1 + mnorm Wu)); rewrite ?divr_gt0 // => x hx.
have eC : 0 <= e / C by rewrite divr_ge0 // ltW.
have H : vnorm (map_mx s (Wu *m x)) <= e / C * (mnorm Wu * vnorm x).
  apply: (@le_trans _ _ (e / C * vnorm (Wu *m x))); last by rewrite ler_wpmul2l ?vnormM.
  rewrite mulr_sumr ler_sum // => i _; rewrite mxE; apply: ha.
  apply: le_lt_trans (le_trans (ler_vnorm (Wu *m x) i) (vnormM _ _)) _.
  move: hx; rewrite ltr_pdivl_mulr // mulrC => /(le_lt_trans _); apply.
  by rewrite ler_wpmul2r ?vnorm_ge0 // ler_addr ler01.
apply: le_trans (vnormM _ _) _; apply: le_trans (ler_wpmul2l (mnorm_ge0 _) H) _.
rewrite mulrCA [mnorm Wd * (_ * _)]mulrA mulrA ler_wpmul2r ?vnorm_ge0 //.
by rewrite mulrAC ler_pdivr_mulr // ler_wpmul2l ?(ltW e0) // ler_addr ler01.
Qed.

Definition sublinear1 (s : R -> R) := forall eps, 0 < eps ->
  exists2 C, 0 <= C & forall z, `|s z| <= eps * `|z| + C.

Lemma sublinear_mlp d N s (Wd : 'M[R]_(d, N)) Wu : sublinear1 s -> sublinear (mlp s Wd Wu).
Proof.
move=> hs e e0; pose C := 1 + mnorm Wd * mnorm Wu.
have C0 : 0 < C by rewrite ltr_paddr ?ltr01 ?mulr_ge0 ?mnorm_ge0.
have [K K0 hK] := hs _ (divr_gt0 e0 C0).
exists (mnorm Wd * (K *+ N)) => [|x]; first by rewrite mulr_ge0 ?mnorm_ge0 // mulrn_wge0.
apply: le_trans (vnormM _ _) _.
have eC : 0 <= e / C by rewrite divr_ge0 // ltW.
have H : vnorm (map_mx s (Wu *m x)) <= e / C * (mnorm Wu * vnorm x) + K *+ N.
  apply: (@le_trans _ _ (\sum_i (e / C * `|(Wu *m x) i 0| + K))).
    by apply: ler_sum => i _; rewrite mxE.
  rewrite big_split /= sumr_const card_ord ler_add2r -mulr_sumr.
  by rewrite ler_wpmul2l // vnormM.
apply: le_trans (ler_wpmul2l (mnorm_ge0 _) H) _.
rewrite mulrDr ler_add2r mulrCA [mnorm Wd * (_ * _)]mulrA mulrA ler_wpmul2r ?vnorm_ge0 //.
by rewrite mulrAC ler_pdivr_mulr // ler_wpmul2l ?(ltW e0) // ler_addr ler01.
Qed.

(* s(l z) = m(l) s(z) for l > 0 : m decides the growth of s *)
Section Multiplier.
Variables (s m : R -> R).
Hypothesis hs : forall l z, 0 < l -> s (l * z) = m l * s z.
Let B := 1 + `|s 1| + `|s (-1)|.

Lemma multiplier_bound z : z != 0 -> `|s z| <= B * `|m `|z| |.
Proof.
have B1 : `|s 1| <= B by rewrite /B addrAC ler_addr addr_ge0 ?ler01.
have B2 : `|s (-1)| <= B by rewrite /B ler_addr addr_ge0 ?ler01.
move=> z0; have := z0; rewrite -normr_gt0 => az.
have [zp|zn] := lerP 0 z.
  by rewrite -{1}[z]ger0_norm // -{1}[`|z|]mulr1 hs // normrM mulrC ler_wpmul2r.
rewrite -{1}[z]opprK -(ltr0_norm zn) -mulrN1 hs // normrM mulrC ler_wpmul2r //.
Qed.

Lemma multiplier_little_o :
  (forall eps, 0 < eps -> exists2 del, 0 < del & forall l, 0 < l -> l < del -> `|m l| <= eps * l) ->
  little_o1 s.
Proof.
move=> hm; have B0 : 0 < B by rewrite /B ltr_paddr // ltr_paddr ?ltr01.
have s0 : s 0 = 0.
  have [a a0 ha] := hm _ ltr01; pose l := Num.min (a / 2%:R) 2%:R^-1.
  have l0 : 0 < l by rewrite lt_minr divr_gt0 ?invr_gt0 ?ltr0n.
  have la : l < a by rewrite lt_minl ltr_pdivr_mulr ?ltr0n // ltr_pmulr ?ltr1n.
  have l1 : l < 1 by rewrite lt_minl invf_lt1 ?ltr0n ?ltr1n ?orbT.
  have := hs 0 l0; rewrite mulr0 => /eqP; rewrite -subr_eq0 -{1}[s 0]mul1r -mulrBl mulf_eq0.
  rewrite subr_eq0 => /orP[/eqP e|/eqP //]; have := ha _ l0 la.
  by rewrite -e normr1 mul1r leNgt l1.
move=> e e0; have [a a0 ha] := hm _ (divr_gt0 e0 B0); exists a => // z za.
have [->|z0] := eqVneq z 0; first by rewrite s0 normr0 mulr0.
apply: le_trans (multiplier_bound z0) _.
have az : 0 < `|z| by rewrite normr_gt0.
apply: le_trans (ler_wpmul2l (ltW B0) (ha _ az za)) _.
by rewrite mulrA mulrCA mulfV ?mulr1 // gt_eqF.
Qed.

Lemma multiplier_sublinear :
  (forall eps, 0 < eps -> exists2 C, 0 <= C & forall l, 0 < l -> `|m l| <= eps * l + C) ->
  sublinear1 s.
Proof.
move=> hm; have B0 : 0 < B by rewrite /B ltr_paddr // ltr_paddr ?ltr01.
move=> e e0; have [C C0 hC] := hm _ (divr_gt0 e0 B0).
exists (B * C + `|s 0|) => [|z]; first by rewrite addr_ge0 // mulr_ge0 // ltW.
have [->|z0] := eqVneq z 0; first by rewrite normr0 mulr0 add0r ler_addr mulr_ge0 // ltW.
apply: le_trans (multiplier_bound z0) _.
have az : 0 < `|z| by rewrite normr_gt0.
apply: le_trans (ler_wpmul2l (ltW B0) (hC _ az)) _.
rewrite mulrDr mulrA mulrCA mulfV ?mulr1 ?gt_eqF // addrA ler_addl //.
Qed.
End Multiplier.

Lemma homogeneous_little_o (s : R -> R) k : (1 < k)%N -> homogeneous s k -> little_o1 s.
Proof.
move=> k1 hs; apply: (multiplier_little_o hs) => e e0.
exists (Num.min 1 e) => [|l l0]; first by rewrite lt_minr ltr01.
rewrite lt_minr => /andP[l1 le]; rewrite normrX gtr0_norm //.
case: k k1 {hs} => [|[|k]] // _; rewrite 2!exprS mulrA mulrAC.
rewrite ler_wpmul2r ?(ltW l0) // -[e]mulr1 ler_pmul ?(ltW l0) ?exprn_ge0 ?(ltW l0) ?(ltW le) //.
by rewrite exprn_ile1 // ltW.
Qed.

(* ---- Corollary 3 --------------------------------------------------------------- *)
Corollary gated_depth d g (Fs Hs : seq (glu_layer R d)) : (0 < d)%N -> (0 < size Hs)%N ->
  vanishes_at_0 g ->
  ~ (forall x, chain [seq residual (run_glu g l) | l <- Fs] x =
               chain [seq run_glu g l | l <- Hs] x).
Proof.
move=> d0 n0 hg; rewrite (map_comp (@residual R d) (@run_glu R g d)).
by apply: little_o_depth; rewrite ?size_map //; apply: every_map => l; apply: little_o_glu.
Qed.

Lemma mlp_depth_at_0 d s (Fs Hs : seq (mlp_layer R d)) : (0 < d)%N -> (0 < size Hs)%N ->
  little_o1 s ->
  ~ (forall x, chain [seq residual (run_mlp s l) | l <- Fs] x =
               chain [seq run_mlp s l | l <- Hs] x).
Proof.
move=> d0 n0 hs; rewrite (map_comp (@residual R d) (@run_mlp R s d)).
by apply: little_o_depth; rewrite ?size_map //; apply: every_map => l; apply: little_o_mlp.
Qed.

Lemma mlp_depth_at_infinity d s (Fs Hs : seq (mlp_layer R d)) : (0 < d)%N -> (0 < size Hs)%N ->
  sublinear1 s ->
  ~ (forall x, chain [seq residual (run_mlp s l) | l <- Fs] x =
               chain [seq run_mlp s l | l <- Hs] x).
Proof.
move=> d0 n0 hs; rewrite (map_comp (@residual R d) (@run_mlp R s d)).
by apply: sublinear_depth; rewrite ?size_map //; apply: every_map => l; apply: sublinear_mlp.
Qed.

Corollary homogeneous_depth d s k (Fs Hs : seq (mlp_layer R d)) : (0 < d)%N -> (0 < size Hs)%N ->
  (1 < k)%N -> homogeneous s k ->
  ~ (forall x, chain [seq residual (run_mlp s l) | l <- Fs] x =
               chain [seq run_mlp s l | l <- Hs] x).
Proof. by move=> d0 n0 k1 /(homogeneous_little_o k1); apply: mlp_depth_at_0. Qed.
End Depth.
