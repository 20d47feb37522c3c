(* Depth for smooth activations: outside the zeros of one polynomial P != 0 in its weights, a
   residual stack equals no residual-free stack of two or more layers with no more neurons in
   all, not even near 0 on the coordinate axes.                                              *)
From mathcomp Require Import all_ssreflect all_algebra.
From mathcomp Require Import zify.
From SsrMultinomials Require Import mpoly.
From Symproof Require Import Definitions LinearAlgebra Nonzero Jets TaylorStack LeftInverse.
From Symproof Require Import DepthGeneric NullSets.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

(* ---- stacks of functions, neuron k with column D k and row U k ---- *)
Section Run.
Variables (R : realFieldType) (d : nat) (s : R -> R).
Implicit Types (D U : nat -> 'I_d -> R) (v : 'I_d -> R).

Definition one_layer D U (res : bool) first n v (c : 'I_d) : R :=
  (if res then v c else 0) + \sum_(k < n) D (first + k)%N c * s (\sum_j U (first + k)%N j * v j).
Fixpoint run D U res (first : nat) (ns : seq nat) v : 'I_d -> R :=
  if ns is n :: ns' then run D U res (first + n)%N ns' (one_layer D U res first n v) else v.

Lemma eq_one_layer D U D' U' res first n v v' :
  (forall k, (first <= k < first + n)%N -> D k =1 D' k /\ U k =1 U' k) -> v =1 v' ->
  one_layer D U res first n v =1 one_layer D' U' res first n v'.
Proof.
move=> h hv c; rewrite /one_layer hv; congr (_ + _); apply: eq_bigr => k _.
have [|-> hU] := h (first + k)%N; first by rewrite leq_addr ltn_add2l /=.
by congr (_ * s _); apply: eq_bigr => j _; rewrite hU hv.
Qed.

Lemma eq_run D U D' U' res first ns v v' :
  (forall k, (first <= k < first + sumn ns)%N -> D k =1 D' k /\ U k =1 U' k) -> v =1 v' ->
  run D U res first ns v =1 run D' U' res first ns v'.
Proof.
elim: ns first v v' => [|n ns IH] first v v' h hv //=; apply: IH => [k /andP[h1 h2]|].
  by apply: h; rewrite (leq_trans (leq_addr _ _) h1) /= addnA.
apply: (eq_one_layer res _ hv) => k /andP[h1 h2]; apply: h; rewrite h1 /=.
by apply: leq_trans h2 _; rewrite /= addnA leq_addr.
Qed.

(* ---- more neurons that do nothing, in the last layer ---- *)
Fixpoint pad e (ns : seq nat) : seq nat :=
  if ns is n :: ns' then if ns' is [::] then [:: (n + e)%N] else n :: pad e ns' else [::].
Lemma sumn_pad e ns : ns != [::] -> sumn (pad e ns) = (sumn ns + e)%N.
Proof. by elim: ns => [|n [|m ns] IH] //= _; [rewrite !addn0 | rewrite IH // addnA]. Qed.
Lemma size_pad e ns : size (pad e ns) = size ns.
Proof. by elim: ns => [|n [|m ns] IH] //=; congr S. Qed.

Lemma run_pad D U first e ns v : ns != [::] ->
  (forall k c, (first + sumn ns <= k)%N -> D k c = 0) ->
  run D U false first (pad e ns) v =1 run D U false first ns v.
Proof.
elim: ns first v => [|n [|m ns] IH] first v //= _ h; last first.
  by apply: IH => // k c hk; apply: h; rewrite addnA.
move=> c; rewrite /one_layer big_split_ord /= [X in _ + (_ + X)]big1 ?addr0 // => k _.
by rewrite h ?mul0r // addn0 addnA leq_addr.
Qed.

(* ---- one weight may be assumed to be 1 ---- *)
Lemma gauge_first D U n m ns : s 0 = 0 -> (0 < m)%N -> (0 < d)%N -> exists D' U' k j,
  [/\ (k < n + m)%N, U' k j = 1 &
      forall v, run D' U' false 0 [:: n, m & ns] v =1 run D U false 0 [:: n, m & ns] v].
Proof.
move=> s0 m0 d0; have [/existsP[k /existsP[j kj]]|zero] :=
    boolP [exists k : 'I_m, [exists j : 'I_d, U (n + k)%N j != 0]]; last first.
  pose D' k c := if (k < n)%N || (n + m <= k)%N then D k c else 0.
  pose U' k j := if (k < n)%N || (n + m <= k)%N then U k j else 1.
  have nm : (n < n + m)%N by rewrite -{1}[n]addn0 ltn_add2l.
  exists D', U', n, (Ordinal d0); split=> //; first by rewrite /U' ltnn leqNgt nm.
  move=> v /=; apply: eq_run => [k /andP[nk _]|c] /=.
    by rewrite add0n in nk; split=> c; rewrite /D' /U' nk orbT.
  rewrite /one_layer !big1 // => k _.
    rewrite big1 ?s0 ?mulr0 // => j _; move: zero; rewrite negb_exists => /forallP/(_ k).
    by rewrite negb_exists => /forallP/(_ j); rewrite negbK add0n => /eqP ->; rewrite mul0r.
  by rewrite /D' add0n ltnNge leq_addr /= leqNgt ltn_add2l ltn_ord mul0r.
pose a := U (n + k)%N j; pose D' i c := if (i < n)%N then a * D i c else D i c.
pose U' i c := if (n <= i < n + m)%N then U i c / a else U i c.
exists D', U', (n + k)%N, j; split; first by rewrite ltn_add2l.
  by rewrite /U' leq_addr ltn_add2l ltn_ord divff.
move=> v /=; apply: eq_run => [i /andP[ni _]|c] /=.
  have h : (n + m <= i)%N by rewrite -[n]add0n.
  have h1 : (i < n)%N = false by rewrite ltnNge (leq_trans (leq_addr _ _) h).
  by split=> c; rewrite /D' /U' ?h1 // [(i < n + m)%N]ltnNge h andbF.
have first c' : one_layer D' U' false 0 n v c' = a * one_layer D U false 0 n v c'.
  rewrite /one_layer !add0r mulr_sumr; apply: eq_bigr => i _; rewrite /D' !add0n ltn_ord mulrA.
  congr (_ * s _); apply: eq_bigr => j' _; rewrite /U' leqNgt ltn_ord //.
rewrite {1}/one_layer [RHS]/one_layer; congr (_ + _); apply: eq_bigr => i _.
rewrite /D' add0n ltnNge leq_addr /=; congr (_ * s _); apply: eq_bigr => j' _.
by rewrite /U' leq_addr ltn_add2l ltn_ord /= first mulrA divfK.
Qed.

(* ---- flat weights ---- *)
Definition flat D U (m : nat) : R := let k := (m %/ (d + d))%N in let x := (m %% (d + d))%N in
  if insub x is Some c then D k c else if insub (x - d)%N is Some j then U k j else 0.

Lemma flat_D D U k (c : 'I_d) : pD (flat D U) k c = D k c.
Proof.
have lt : (c < d + d)%N by rewrite ltn_addr.
have dd : (0 < d + d)%N by apply: leq_ltn_trans lt.
by rewrite /pD /flat /at_D divnMDl // divn_small // modnMDl modn_small // addn0 valK.
Qed.
Lemma flat_U D U k (j : 'I_d) : pU (flat D U) k j = U k j.
Proof.
have lt : (d + j < d + d)%N by rewrite ltn_add2l.
have dd : (0 < d + d)%N by apply: leq_ltn_trans lt.
rewrite /pU /flat /at_U divnMDl // divn_small // modnMDl modn_small // addn0 addKn valK.
by case: insubP => // i; rewrite ltnNge leq_addr.
Qed.
End Run.

(* ---- near 0 a stack is its polynomial ---- *)
Section Near.
Variables (R : realFieldType) (d K : nat) (s : R -> R) (a : nat -> R).
Hypotheses (ts : taylor s a) (s0 : s 0 = 0) (K0 : (0 < K)%N).

Lemma taylor0 : a 0%N = 0.
Proof.
have [C [del [C0 d0 h]]] := ts 1%N; have := h 0; rewrite normr0 => /(_ d0).
rewrite expr1 mulr0 s0 sub0r normrN normr_le0 horner_poly big_ord1 expr0 mulr1.
by move/eqP.
Qed.

Lemma sig_at_0 p : p.[0] = 0 -> (sig K (fun n => (a n)%:P) p).[0] = 0.
Proof.
move=> p0; rewrite /sig horner_sum big1 // => n _; rewrite hornerM hornerC horner_exp p0.
by case: n => [[|n] nK] /=; rewrite ?taylor0 ?mul0r // expr0n mulr0.
Qed.

Lemma close_run (D U : nat -> 'I_d -> R) res first ns (f : 'I_d -> R -> R) (p : 'I_d -> {poly R}) :
  (forall c, close K (f c) (p c)) -> (forall c, (p c).[0] = 0) ->
  forall c, close K (fun t => run s D U res first ns (fun c => f c t) c)
    (stack K (fun n => (a n)%:P) (fun k c => (D k c)%:P) (fun k c => (U k c)%:P) res first ns p c).
Proof.
elim: ns first f p => [|n ns IH] first f p hf hp c //=.
have arg k : close K (fun t => \sum_j U k j * f j t) (\sum_j (U k j)%:P * p j).
  by apply: close_sum => j; apply: close_scale.
have arg0 k : (\sum_j (U k j)%:P * p j).[0] = 0.
  by rewrite horner_sum big1 // => j _; rewrite hornerM hp mulr0.
apply: (IH _ (fun c t => one_layer s D U res first n (fun c => f c t) c)) => c'.
  apply: closeD; last first.
    by apply: close_sum => k; apply/close_scale/(close_comp ts K0 (arg _) (arg0 _)).
  by case: (res) => //; apply: close_ext (close_exact K 0) => t; rewrite horner0.
rewrite /layer hornerD horner_sum [X in _ + X]big1 => [|k _]; last first.
  by rewrite /neuron hornerM sig_at_0 ?mulr0.
by case: (res); rewrite ?hp ?horner0 addr0.
Qed.
End Near.

Section Depth.
Variables (R : archiFieldType) (d : nat) (s : R -> R) (a : nat -> R) (Ns : seq nat).
Hypotheses (d0 : (0 < d)%N) (s0 : s 0 = 0) (ts : taylor s a).
Hypothesis many : forall N, exists2 n, (N < n)%N & a n != 0.
Notation T := (sumn Ns).
Definition on_axis (j : 'I_d) (t : R) (c : 'I_d) : R := if c == j then t else 0.

Theorem run_generic : exists2 P : {mpoly R[T * (d + d)]}, P != 0 &
  forall D U, P.@[fun i => flat D U i] != 0 ->
  forall ns D' U', (1 < size ns)%N -> all (fun n => 0 < n)%N ns -> (sumn ns <= T)%N ->
  ~ exists2 del, 0 < del & forall j t, `|t| < del ->
      run s D U true 0 Ns (on_axis j t) =1 run s D' U' false 0 ns (on_axis j t).
Proof.
have [K [b inv]] := @left_inverse R d T a d0 many.
have [P P0 hP] := @generic_jets R d a Ns d0 K b inv;
  exists P => // D U Pw ns D' U' z2 pos le [del del0 same].
have ns0 : ns != [::] by case: (ns) z2.
pose e := (T - sumn ns)%N; pose D1 k c := if (k < sumn ns)%N then D' k c else 0.
have [n [m [ms nsE]]] : exists n m ms, pad e ns = [:: n, m & ms].
  by have := size_pad e ns; case: (pad e ns) z2 => [|n [|m ms]] z2 z; [move: z2; rewrite -z |
    move: z2; rewrite -z | exists n, m, ms].
have m0 : (0 < m)%N.
  have : all (fun n => 0 < n)%N (pad e ns).
    elim: (ns) pos => //= x [|y l] IH /= /andP[x0 xs]; first by rewrite ltn_addr.
    by rewrite x0 /=; apply: IH.
  by rewrite nsE => /and3P[].
have [D2 [U2 [k [j [kn U1 g]]]]] := @gauge_first R d s D1 U' n m ms s0 m0 d0.
have sT : sumn (pad e ns) = T by rewrite sumn_pad // /e subnKC.
have kT : (k < T)%N by rewrite -sT nsE /=; apply: leq_trans kn _; rewrite addnA leq_addr.
have pT : (at_U d k j < T * (d + d))%N by rewrite /at_U; have := ltn_ord j; nia.
have K0 : (0 < K)%N.
  rewrite lt0n; apply/eqP => K00; move: (inv (fun=> 1) (Ordinal pT)).
  rewrite K00 big1 => [/eqP|j' _]; first by rewrite eq_sym oner_eq0.
  by rewrite big1 // => c' _; rewrite big_ord0.
apply: (hP (flat D U) Pw (pad e ns) (flat D2 U2) (Ordinal pT) sT _ _).
- by rewrite size_pad -sT; apply: leq_trans (_ : sumn ns <= _)%N; rewrite ?sumn_pad ?leq_addr //;
    elim: (ns) pos => //= x l IH /andP[x0 /IH]; lia.
- by rewrite -[LHS]/(pU (flat D2 U2) k j) flat_U.
move=> i c l lK.
have axis_close c' : close K (fun t => on_axis i t c') (axis R i c').
  rewrite /on_axis /axis; case: eqP => _.
    by apply: close_ext (close_exact K 'X) => t; rewrite hornerX.
  by apply: close_ext (close_exact K 0) => t; rewrite horner0.
have axis0 c' : (axis R i c').[0] = 0 by rewrite /axis; case: eqP; rewrite ?hornerX ?horner0.
have cl D3 U3 res l3 := close_run ts s0 K0 D3 U3 res 0 l3 axis_close axis0 c.
have outE D3 U3 res l3 : output K a id (flat D3 U3) res l3 i c = stack K (fun n => (a n)%:P)
    (fun k c => (D3 k c)%:P) (fun k c => (U3 k c)%:P) res 0 l3 (axis R i) c.
  by apply: eq_stack => // k' _; split=> c'; rewrite ?flat_D ?flat_U.
rewrite !outE; apply: (close_unique (cl D U true Ns)) lK.
have [C [del' [C0 d'0 h]]] := cl D2 U2 false (pad e ns); exists C, (Num.min del del').
split; rewrite ?lt_minr ?del0 // => t; rewrite lt_minr => /andP[tdel /h]; congr (`|_ - _| <= _).
rewrite nsE g -nsE run_pad // => [|k' c' hk]; last by rewrite /D1 ltnNge -[sumn ns]add0n hk.
rewrite (same i t tdel c); apply: eq_run => // k' /andP[_ hk].
by split=> // c'; rewrite /D1 -[sumn ns]add0n hk.
Qed.

(* ---- the same of chains of layers ---- *)

Fixpoint columns (ls : seq (mlp_layer R d)) k c : R :=
  if ls is l :: ls' then
    if insub k is Some i then mlp_down l c i else columns ls' (k - mlp_width l)%N c
  else 0.
Fixpoint rows (ls : seq (mlp_layer R d)) k j : R :=
  if ls is l :: ls' then
    if insub k is Some i then mlp_up l i j else rows ls' (k - mlp_width l)%N j
  else 0.
(* the weights of a stack, its first layer last in the list: column 0, row 0, column 1, ... *)
Definition stack_weights (Fs : seq (mlp_layer R d)) : nat -> R :=
  flat (columns (rev Fs)) (rows (rev Fs)).

Lemma run_layers (res : bool) (ls : seq (mlp_layer R d)) first D U (x : 'cV[R]_d) :
  (forall k, (k < sumn [seq mlp_width l | l <- ls])%N ->
     D (first + k)%N =1 columns ls k /\ U (first + k)%N =1 rows ls k) ->
  run s D U res first [seq mlp_width l | l <- ls] (fun c => x c 0) =1
  (fun c => foldl (fun y l => if res then residual (run_mlp s l) y else run_mlp s l y) x ls c 0).
Proof.
elim: ls first x => [|l ls IH] first x h //= c; rewrite -(IH (first + mlp_width l)%N) => [|k hk];
  last first.
  have [|hD hU] := h (mlp_width l + k)%N; first by rewrite /= ltn_add2l.
  rewrite addnA in hD hU; split=> c'; [rewrite hD | rewrite hU]; rewrite /=; case: insubP => [i|_].
  - by rewrite ltnNge leq_addr.
  - by rewrite addKn.
  - by rewrite ltnNge leq_addr.
  by rewrite addKn.
apply: eq_run => // c'; rewrite /one_layer.
have -> : \sum_(k < mlp_width l) D (first + k)%N c' * s (\sum_j U (first + k)%N j * x j 0) =
    run_mlp s l x c' 0.
  rewrite mxE; apply: eq_bigr => k _; have [|hD hU] := h k; first by rewrite /= ltn_addr.
  rewrite hD /= valK !mxE; congr (_ * s _); apply: eq_bigr => j _; by rewrite hU /= valK.
by case: (res); rewrite ?add0r // /residual [RHS]mxE.
Qed.

Lemma chain_foldl (g : mlp_layer R d -> 'cV[R]_d -> 'cV[R]_d) ls x :
  chain [seq g l | l <- ls] x = foldl (fun y l => g l y) x (rev ls).
Proof. by rewrite foldl_rev /chain; elim: ls => //= l ls ->. Qed.

Theorem depth_generic : exists2 P : {mpoly R[T * (d + d)]}, P != 0 &
  forall Fs : seq (mlp_layer R d), [seq mlp_width l | l <- rev Fs] = Ns ->
  P.@[fun i => stack_weights Fs i] != 0 ->
  forall Hs : seq (mlp_layer R d), (1 < size Hs)%N ->
  all (fun n => 0 < n)%N [seq mlp_width l | l <- Hs] ->
  (sumn [seq mlp_width l | l <- Hs] <= T)%N ->
  ~ exists2 del, 0 < del & forall (j : 'I_d) t, `|t| < del ->
      chain [seq residual (run_mlp s l) | l <- Fs] (t *: delta_mx j 0) =
      chain [seq run_mlp s l | l <- Hs] (t *: delta_mx j 0).
Proof.
have [P P0 hP] := run_generic; exists P => // Fs FN Pw Hs H2 Hp HT [del del0 same].
apply: (hP _ _ Pw [seq mlp_width l | l <- rev Hs] (columns (rev Hs)) (rows (rev Hs))).
- by rewrite size_map size_rev.
- by rewrite map_rev all_rev.
- by rewrite map_rev sumn_rev.
exists del => // j t /(same j) e c.
have axisE : on_axis j t =1 (fun c => (t *: delta_mx j 0 : 'cV[R]_d) c 0).
  by move=> c'; rewrite /on_axis !mxE andbT; case: eqP; rewrite ?mulr1 ?mulr0.
rewrite -FN (eq_run s true (fun k _ => conj (frefl _) (frefl _)) axisE).
rewrite (eq_run s false (fun k _ => conj (frefl _) (frefl _)) axisE).
rewrite (run_layers true) // (run_layers false) // -!chain_foldl in e *.
by move: e; rewrite !chain_foldl => ->.
Qed.

Theorem depth_null : null (fun x : 'rV_(T * (d + d)) => exists Fs Hs : seq (mlp_layer R d),
  [/\ [seq mlp_width l | l <- rev Fs] = Ns, forall i, x 0 i = stack_weights Fs i,
      (1 < size Hs)%N & all (fun n => 0 < n)%N [seq mlp_width l | l <- Hs]] /\
  (sumn [seq mlp_width l | l <- Hs] <= T)%N /\
  forall x, chain [seq residual (run_mlp s l) | l <- Fs] x =
            chain [seq run_mlp s l | l <- Hs] x).
Proof.
have [P P0 hP] := depth_generic.
apply: null_subset (polynomial_zeros_null P0) => x [Fs [Hs [[FN xE H2 Hp] [HT e]]]].
apply/eqP/negPn/negP; rewrite (_ : P.@[_] = P.@[fun i => stack_weights Fs i]); last exact: meval_eq.
move=> Px.
by apply: (hP Fs FN Px Hs H2 Hp HT); exists 1; rewrite ?ltr01.
Qed.
End Depth.
