(* Pre-norm blocks (new).  x + f(x) with f bounded, for instance f = MLP(norm(x)) with a norm
   of bounded image (RMSNorm, LayerNorm): a composition of such blocks is x plus something
   bounded, a composition of residual-free ones is bounded.  They are never equal, for any
   activation that is bounded on bounded sets, at any width and depth. *)
From mathcomp Require Import all_ssreflect all_algebra.
From Symproof Require Import Definitions LinearAlgebra Gated Depth.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section PreNorm.
Variables (R : realFieldType) (d : nat).
Implicit Types (f : 'cV[R]_d -> 'cV[R]_d).

Definition bounded_map f := exists C, forall x, vnorm (f x) <= C.

Lemma residual_chain_bounded fs : every bounded_map fs ->
  bounded_map (fun x => chain [seq residual f | f <- fs] x - x).
Proof.
elim: fs => [_|f fs IH [[C hC] /IH[D hD]]].
  by exists 0 => x; rewrite /chain /= subrr /vnorm big1 // => i _; rewrite mxE normr0.
exists (D + C) => x; rewrite /chain /= -/(chain _ _) /residual addrAC.
by apply: le_trans (vnormD _ _) _; apply: ler_add.
Qed.

Theorem bounded_depth fs hs : (0 < d)%N -> (0 < size hs)%N ->
  every bounded_map fs -> every bounded_map hs ->
  ~ (forall x, chain [seq residual f | f <- fs] x = chain hs x).
Proof.
move=> d0 n0 /residual_chain_bounded[C hC] hh h.
have [D hD] : bounded_map (chain hs) by case: hs n0 hh {h} => // g gs _ [[D hD] _]; exists D => x;
  apply: hD.
have C0 : 0 <= C by apply: le_trans (hC 0); apply: vnorm_ge0.
have D0 : 0 <= D by apply: le_trans (hD 0); apply: vnorm_ge0.
pose x : 'cV[R]_d := const_mx (C + D + 1).
have : vnorm x <= C + D.
  rewrite -[x](subKr (chain hs x)) addrC; apply: le_trans (vnormD _ _) _; apply: ler_add => //.
  by rewrite vnormN -h.
apply/negP; rewrite -ltNge; apply: lt_le_trans (ler_vnorm x (Ordinal d0)).
by rewrite mxE ger0_norm ?ltr_addl ?ltr01 // !addr_ge0 // ler01.
Qed.

Lemma normed_mlp_bounded N s (norm : 'cV[R]_d -> 'cV[R]_d) (Wd : 'M[R]_(d, N)) Wu :
  (forall C, exists D, forall z, `|z| <= C -> `|s z| <= D) -> bounded_map norm ->
  bounded_map (fun x => mlp s Wd Wu (norm x)).
Proof.
move=> hs [C hC]; have [D hD] := hs (mnorm Wu * C).
exists (mnorm Wd * (D *+ N)) => x; apply: le_trans (vnormM _ _) _.
rewrite ler_wpmul2l ?mnorm_ge0 //; apply: (@le_trans _ _ (\sum_(i < N) D)).
  apply: ler_sum => i _; rewrite mxE; apply: hD.
  apply: le_trans (ler_vnorm (Wu *m norm x) i) _; apply: le_trans (vnormM _ _) _.
  by rewrite ler_wpmul2l ?mnorm_ge0.
by rewrite sumr_const card_ord.
Qed.

Corollary pre_norm_depth s (norm : 'cV[R]_d -> 'cV[R]_d) (Fs Hs : seq (mlp_layer R d)) :
  (0 < d)%N -> (0 < size Hs)%N ->
  (forall C, exists D, forall z, `|z| <= C -> `|s z| <= D) ->
  (exists C, forall x i, `|norm x i 0| <= C) ->
  ~ (forall x, chain [seq residual (run_mlp s l \o norm) | l <- Fs] x =
               chain [seq run_mlp s l \o norm | l <- Hs] x).
Proof.
move=> d0 n0 hs [C hC]; have hn : bounded_map norm.
  exists (C *+ d) => x; apply: (@le_trans _ _ (\sum_(i < d) C)); first by apply: ler_sum.
  by rewrite sumr_const card_ord.
rewrite (map_comp (@residual R d) (fun l => run_mlp s l \o norm)).
by apply: bounded_depth; rewrite ?size_map //; apply: every_map => l; apply: normed_mlp_bounded.
Qed.
End PreNorm.
