(* The algebra behind depth: outside the zeros of one polynomial P != 0 in the weights of a
   residual stack, its Taylor coefficients on the axes are those of no residual-free stack with
   the same number of neurons and one weight equal to 1.  No derivative of a polynomial in many
   variables, no measure: a count of monomials, and lowest forms along curves.              *)
From mathcomp Require Import all_ssreflect all_algebra.
From mathcomp Require Import ring zify.
From SsrMultinomials Require Import mpoly.
From Symproof Require Import LinearAlgebra AlgDep LowestForm Nonzero Jets LeftInverse.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section Output.
Variables (R : Type) (d K : nat) (a : nat -> R).

(* weights as one sequence: column 0, row 0, column 1, row 1, ... *)
Definition pD (A : Type) (w : nat -> A) k (c : 'I_d) : A := w (at_D d k c).
Definition pU (A : Type) (w : nat -> A) k (j : 'I_d) : A := w (at_U d k j).
Definition axis (A : ringType) (j c : 'I_d) : {poly A} := if c == j then 'X else 0.
Definition output (A : comRingType) (iota : R -> A) (w : nat -> A) res ns (j : 'I_d) :
    'I_d -> {poly A} :=
  stack K (fun n => (iota (a n))%:P) (fun k c => (pD w k c)%:P) (fun k c => (pU w k c)%:P) res 0 ns
    (axis A j).

Lemma output_morph (A C : comRingType) (f : {rmorphism A -> C}) iota w res ns j c :
  map_poly f (output iota w res ns j c) = output (f \o iota) (f \o w) res ns j c.
Proof.
rewrite /output (stack_morph K [rmorphism of map_poly f]); apply: eq_stack.
- by move=> n; rewrite /= map_polyC.
- by move=> k _; split=> c'; rewrite /= map_polyC.
by move=> c'; rewrite /= /axis; case: eqP; rewrite ?map_polyX ?rmorph0.
Qed.

Lemma eq_output (A : comRingType) (iota iota' : R -> A) w w' res ns j : iota =1 iota' ->
  (forall m, (m < sumn ns * (d + d))%N -> w m = w' m) ->
  output iota w res ns j =1 output iota' w' res ns j.
Proof.
move=> hi hw; apply: eq_stack => [n|k|//]; first by rewrite hi.
rewrite add0n => /= kT; have lt m : (m < d + d)%N -> (k * (d + d) + m < sumn ns * (d + d))%N by nia.
by split=> c; rewrite /pD /pU hw // lt //; have := ltn_ord c; lia.
Qed.

Lemma neuron_axis (A : comRingType) (iota : R -> A) (pD pU : nat -> 'I_d ->
  A) k j c n : (n < K)%N ->
  (neuron K (fun n => (iota (a n))%:P) (fun k c => (pD k c)%:P) (fun k c => (pU k c)%:P) k
     (axis A j) c)`_n = iota (a n) * (pD k c * pU k j ^+ n).
Proof.
move=> nK; rewrite /neuron (bigD1 j) //= big1 ?addr0 => [|j' /negbTE j'j]; last first.
  by rewrite /axis j'j mulr0.
rewrite /axis eqxx /sig coefCM coef_sum (bigD1 (Ordinal nK)) //= big1 ?addr0 => [|m mn].
  by rewrite exprMn -polyC_exp coefCM coefCM coefXn eqxx mulr1 mulrCA.
rewrite exprMn -polyC_exp !coefCM coefXn (_ : n == m = false) ?mulr0 //.
by apply: contraNF mn => /eqP e; apply/eqP/val_inj.
Qed.
End Output.

Lemma sequences_of (T B : nat) : exists s : seq (seq nat),
  forall ns, (size ns <= T)%N -> all (fun n => n <= B)%N ns -> ns \in s.
Proof.
elim: T => [|T [s hs]]; first by exists [:: [::]] => -[].
exists ([::] :: flatten [seq [seq n :: ns | ns <- s] | n <- iota 0 B.+1]) => -[|n ns] // sz
  /andP[nB al].
rewrite inE; apply/orP; right; apply/flatten_mapP; exists n; first by rewrite mem_iota add0n ltnS.
by apply/map_f/hs.
Qed.

Lemma common_factor (I : eqType) (F : fieldType) r (s : seq I) (Z : I -> {mpoly F[r]} -> Prop) :
  (forall i, exists2 Q, Q != 0 & Z i Q) -> (forall i Q Q', Z i Q -> Z i (Q' * Q)) ->
  exists2 Q, Q != 0 & forall i, i \in s -> Z i Q.
Proof.
move=> ex mul; elim: s => [|i s [Q Q0 hQ]]; first by exists 1; rewrite ?oner_neq0.
have [Q' Q'0 hQ'] := ex i; exists (Q * Q'); first by rewrite mulf_neq0.
move=> j; rewrite inE => /orP[/eqP ->|/hQ]; first exact: mul.
by rewrite mulrC; apply: mul.
Qed.

(* the k-th variable *)
Definition var (R : ringType) n (k : nat) : {mpoly R[n]} :=
  if insub k is Some i then 'X_i else 0.

Lemma meval_var (R : comRingType) n (v : 'I_n -> R) k (lt : (k < n)%N) :
  (var R n k).@[v] = v (Ordinal lt).
Proof.
rewrite /var; case: insubP => [i _ e|]; last by rewrite lt.
by rewrite mevalXU; congr (v _); apply: val_inj.
Qed.

Lemma mmap_var (R S : comRingType) (f : {rmorphism R -> S}) n (h : 'I_n -> S) k (lt : (k < n)%N) :
  mmap f h (var R n k) = h (Ordinal lt).
Proof.
rewrite /var; case: insubP => [i _ e|]; last by rewrite lt.
by rewrite mmapX mmap1U; congr (h _); apply: val_inj.
Qed.

Section TripleSum.
Variables (d K : nat).
Definition tsum (A : ringType) (F : 'I_d -> 'I_d -> nat -> A) := \sum_j \sum_c \sum_(n < K) F j c n.

Lemma eq_tsum (A : ringType) (F G : 'I_d -> 'I_d -> nat -> A) :
  (forall j c n, (n < K)%N -> F j c n = G j c n) -> tsum F = tsum G.
Proof. by move=> h; do 3![apply: eq_bigr => ? _]; apply: h. Qed.

Lemma tsumD (A : ringType) (F G : 'I_d -> 'I_d -> nat -> A) :
  tsum (fun j c n => F j c n + G j c n) = tsum F + tsum G.
Proof. by rewrite -big_split; do 2![apply: eq_bigr => ? _; rewrite -big_split]. Qed.

Lemma tsumM (A : ringType) x (F : 'I_d -> 'I_d -> nat -> A) :
  tsum (fun j c n => x * F j c n) = x * tsum F.
Proof. by rewrite mulr_sumr; do 2![apply: eq_bigr => ? _; rewrite mulr_sumr]. Qed.

Lemma tsum_morph (A C : ringType) (f : {rmorphism A -> C}) F :
  f (tsum F) = tsum (fun j c n => f (F j c n)).
Proof. by rewrite rmorph_sum; do 2![apply: eq_bigr => ? _; rewrite rmorph_sum]. Qed.
End TripleSum.

Section Generic.
Variables (R : archiFieldType) (d : nat) (a : nat -> R) (Ns : seq nat).
Hypotheses (d0 : (0 < d)%N) (many : forall N, exists2 n, (N < n)%N & a n != 0).
Notation T := (sumn Ns).
Notation r := (T * (d + d))%N.
Variables (K : nat) (b : 'I_r -> 'I_d -> 'I_d -> nat -> R).
Hypothesis inverse : forall (v : nat -> R) (i : 'I_r),
  tsum K (fun j c n => b i j c n * ell T a v j c n) = v i.

Section Reading.
Variables (A : comRingType) (iota : R -> A).
Definition reading (o : 'I_d -> 'I_d -> {poly A}) (i : 'I_r) : A :=
  tsum K (fun j c n => iota (b i j c n) * (o j c)`_n).
Definition single (w : nat -> A) (i : 'I_r) : A := tsum K (fun j c n => iota (b i j c n) *
  (iota (a n) * \sum_(k < T) pD w k c * pU w k j ^+ n)).
End Reading.

Lemma reading_morph (A C : comRingType) (f : {rmorphism A -> C}) iota o i :
  f (reading iota o i) = reading (f \o iota) (fun j c => map_poly f (o j c)) i.
Proof. by rewrite tsum_morph; apply: eq_tsum => j c n _; rewrite rmorphM coef_map. Qed.

Lemma single_morph (A C : comRingType) (f : {rmorphism A -> C}) iota w i :
  f (single iota w i) = single (f \o iota) (f \o w) i.
Proof.
rewrite tsum_morph; apply: eq_tsum => j c n _; rewrite !rmorphM; congr (_ * (_ * _)).
by rewrite rmorph_sum; apply: eq_bigr => k _; rewrite rmorphM rmorphX.
Qed.

Lemma eq_reading (A : comRingType) (iota iota' : R -> A) (o o' : 'I_d -> 'I_d -> {poly A}) i :
  iota =1 iota' -> (forall j c n, (n < K)%N -> (o j c)`_n = (o' j c)`_n) ->
  reading iota o i = reading iota' o' i.
Proof. by move=> hi ho; apply: eq_tsum => j c n nK; rewrite hi ho. Qed.

(* ---- residual-free stacks: r polynomials in fewer variables ---- *)

Definition free_reading (w : nat -> R) ns := reading id (output K a id w false ns).
Definition weights_at (pos : 'I_r) (m : nat) : {mpoly R[r.-1]} :=
  if m == pos then 1 else var R r.-1 (if (m < pos)%N then m else m.-1).

Lemma free_dependent (x : seq nat * 'I_r) : exists2 Q : {mpoly R[r]}, Q != 0 &
  forall w : nat -> R, w x.2 = 1 -> sumn x.1 = T -> Q.@[free_reading w x.1] = 0.
Proof.
case: x => ns pos /=; pose iota : R -> {mpoly R[r.-1]} := @mpolyC r.-1 R.
pose y := [tuple reading iota (output K a iota (weights_at pos) false ns) i | i < r].
have r0 : (0 < r)%N by apply: leq_ltn_trans (ltn_ord pos).
have [|Q Q0 hQ] := @algebraically_dependent R r.-1 r y; first by rewrite prednK.
exists Q => // w w1 sns; pose v (i : 'I_r.-1) : R := w (if (i < pos)%N then i : nat else i.+1).
have := congr1 (fun p => p.@[v]) hQ; rewrite comp_mpoly_meval meval0 => e; rewrite -[RHS]e.
apply: meval_eq => i; rewrite tnth_mktuple (reading_morph [rmorphism of meval v]).
apply: eq_reading => [x|j c n _]; first by rewrite /= mevalC.
rewrite output_morph; congr (polyseq _)`_n.
apply: eq_output => [x|m mT]; first by rewrite /= mevalC.
rewrite /= /weights_at; rewrite sns in mT; have lp := ltn_ord pos; case: eqP => [->|/eqP ne].
  by rewrite meval1.
have [mp|pm] := ltnP m pos.
  have lt : (m < r.-1)%N by lia.
  by rewrite (meval_var v lt) /v /= mp.
have m0 : (pos < m)%N by rewrite ltn_neqAle eq_sym ne.
have lt : (m.-1 < r.-1)%N by lia.
rewrite (meval_var v lt) /v /= ifF; last by apply/negbTE; lia.
by rewrite prednK //; lia.
Qed.

(* ---- residual stacks: lowest forms ---- *)

Definition res_reading (w : nat -> R) := reading id (output K a id w true Ns).
Definition res_tuple : r.-tuple {mpoly R[r]} :=
  [tuple reading (@mpolyC r R) (output K a (@mpolyC r R) (var R r) true Ns) i | i < r].

Lemma res_tuple_mmap (S : comRingType) (f : {rmorphism R -> S}) (w : nat -> S) i :
  mmap f (fun k : 'I_r => w k) (tnth res_tuple i) = reading f (output K a f w true Ns) i.
Proof.
rewrite tnth_mktuple (reading_morph [rmorphism of mmap f (fun k : 'I_r => w k)]).
apply: eq_reading => [x|j c n _]; first by rewrite /= mmapC.
rewrite output_morph; congr (polyseq _)`_n; apply: eq_output => [x|m mT] /=; first by rewrite mmapC.
by rewrite (mmap_var _ _ mT).
Qed.

(* weights (e D, U): x + e G(x) + e^2 (...) *)
Definition shrunk (u : nat -> R) (m : nat) : {poly R} :=
  if (m %% (d + d) < d)%N then 'X * (u m)%:P else (u m)%:P.
Definition at_0 (i : 'I_r) : R := tsum K (fun j c n => b i j c n * (axis R j c)`_n).

Lemma shrunk_D u k (c : 'I_d) : pD (shrunk u) k c = 'X * (pD u k c)%:P.
Proof. by rewrite /pD /shrunk /at_D modnMDl modn_small ?ltn_ord // ltn_addr. Qed.
Lemma shrunk_U u k (j : 'I_d) : pU (shrunk u) k j = (pU u k j)%:P.
Proof. by rewrite /pU /shrunk /at_U modnMDl modn_small ?ltn_add2l // ltnNge leq_addr. Qed.

Lemma first_order (u : nat -> R) : exists g : 'I_r -> {poly R}, forall i,
  reading polyC (output K a polyC (shrunk u) true Ns) i = (at_0 i)%:P + 'X * g i /\
  (g i)`_0 = single id u i.
Proof.
pose e : {poly {poly R}} := ('X)%:P.
pose G (j c : 'I_d) := \sum_(k < T) neuron K (fun n => (polyC (a n))%:P) (fun k c => (polyC (pD u k
  c))%:P)
  (fun k c => (polyC (pU u k c))%:P) k (axis [comRingType of {poly R}] j) c.
have out (jc : 'I_d * 'I_d) : exists q, output K a polyC (shrunk u) true Ns jc.1 jc.2 =
    axis _ jc.1 jc.2 + e * G jc.1 jc.2 + e ^+ 2 * q.
  case: jc => j c /=.
  have [|q hq] := @residual_small d K [comRingType of {poly {poly R}}] e (fun n => (polyC (a n))%:P)
    (fun k c => (polyC (pD u k c))%:P) (fun k c => (polyC (pU u k c))%:P) 0 Ns
    (axis _ j) (fun=> 0) (axis _ j) _ c.
    by move=> c'; exists 0; rewrite !mulr0 !addr0.
  exists q; rewrite add0r in hq; rewrite -hq; apply: eq_stack => // k _.
  by split=> c'; rewrite ?shrunk_U ?shrunk_D ?polyCM.
have /fin_all_exists[q hq] := out.
exists (fun i => tsum K (fun j c n => (b i j c n)%:P * ((G j c)`_n + 'X * (q (j, c))`_n))) => i;
  split.
  rewrite -tsumM /at_0 (tsum_morph K [rmorphism of polyC]) -tsumD; apply: eq_tsum => j c n _.
  rewrite (hq (j, c)) /= !coefD expr2 -!mulrA !coefCM rmorphM /=.
  have -> : (axis [ringType of {poly R}] j c)`_n = ((axis R j c)`_n)%:P.
    by rewrite /axis; case: eqP; rewrite ?coef0 // !coefX rmorph_nat.
  move: (b i j c n)%:P ((axis R j c)`_n)%:P (G j c)`_n (q (j, c))`_n => x1 x2 x3 x4.
  by rewrite !mulrDr addrA [x1 * (_ * x3)]mulrCA [x1 * (_ * (_ * x4))]mulrCA [x1 * (_ * x4)]mulrCA.
rewrite -[LHS]/(coefp 0 _) tsum_morph; apply: eq_tsum => j c n nK; rewrite /= coefCM; congr (_ * _).
rewrite coefD coefXM eqxx addr0 coef_sum coef_sum mulr_sumr; apply: eq_bigr => k _.
by rewrite neuron_axis // -polyC_exp -!polyCM coefC eqxx.
Qed.

(* ---- one layer near columns 1 and rows k + 1 ---- *)

Definition base_weights (m : nat) : R :=
  if (m %% (d + d) < d)%N then 1 else base R (m %/ (d + d)).
Definition moved (v : nat -> R) (m : nat) : {poly R} := (base_weights m)%:P + 'X * (v m)%:P.

Lemma base_D k (c : 'I_d) : pD base_weights k c = 1.
Proof. by rewrite /pD /base_weights /at_D modnMDl modn_small ?ltn_ord // ltn_addr. Qed.
Lemma base_U k (j : 'I_d) : pU base_weights k j = base R k.
Proof.
have lt : (d + j < d + d)%N by rewrite ltn_add2l.
rewrite /pU /base_weights /at_U modnMDl modn_small // ltnNge leq_addr /=.
by rewrite divnMDl ?addn_gt0 ?d0 // divn_small // addn0.
Qed.

(* (x + e u)^n = x^n + e n x^(n-1) u + e^2 (rest) *)
Fixpoint rest (x u : R) n : {poly R} :=
  if n is n'.+1 then x%:P * rest x u n' + u%:P * (n'%:R * x ^+ n'.-1 * u)%:P + 'X * u%:P * rest x u
    n'
  else 0.
Lemma power x u n : (x%:P + 'X * u%:P) ^+ n =
  (x ^+ n)%:P + 'X * (n%:R * x ^+ n.-1 * u)%:P + 'X ^+ 2 * rest x u n.
Proof.
elim: n => [|n IH]; first by rewrite !expr0 !mul0r !mulr0 !addr0.
rewrite exprS IH /=; set p1 := (x ^+ n)%:P; set p2 := (n%:R * x ^+ n.-1 * u)%:P.
have -> : (x ^+ n.+1)%:P = x%:P * p1 by rewrite exprS polyCM.
have -> : (n.+1%:R * x ^+ n * u)%:P = x%:P * p2 + u%:P * p1.
  rewrite -!polyCM -polyCD; congr _%:P; case: n {IH p1 p2} => [|n].
    by rewrite !mul0r mulr0 expr0; ring.
  by rewrite [in RHS]/= [n.+2%:R]mulrS exprS; ring.
by move: x%:P u%:P p1 p2 (rest x u n) => x1 x2 x3 x4 x5; ring.
Qed.

Definition second_rest (v : nat -> R) (i : 'I_r) : {poly R} := tsum K (fun j c n => (b i j c n)%:P *
  ((a n)%:P * \sum_(k < T) (rest (base R k) (pU v k j) n + (pD v k c)%:P *
    ((n%:R * base R k ^+ n.-1 * pU v k j)%:P + 'X * rest (base R k) (pU v k j) n)))).

Lemma second_order v i : single polyC (moved v) i =
  (single id base_weights i)%:P + 'X * ((v i)%:P + 'X * second_rest v i).
Proof.
rewrite -(inverse v i) /second_rest /single !(tsum_morph K [rmorphism of polyC]) -!tsumM -!tsumD
  -tsumM -tsumD.
apply: eq_tsum => j c n _; rewrite /= /ell.
have -> : \sum_(k < T) pD (moved v) k c * pU (moved v) k j ^+ n =
    (\sum_(k < T) pD base_weights k c * pU base_weights k j ^+ n)%:P + 'X * ((\sum_(k < T)
      (v (at_D d k c) * base R k ^+ n + n%:R * base R k ^+ n.-1 * v (at_U d k j)))%:P + 'X *
    \sum_(k < T) (rest (base R k) (pU v k j) n + (pD v k c)%:P *
      ((n%:R * base R k ^+ n.-1 * pU v k j)%:P + 'X * rest (base R k) (pU v k j) n))).
  rewrite !(rmorph_sum [rmorphism of polyC]) !mulr_sumr -big_split mulr_sumr -big_split;
    apply: eq_bigr => k _.
  rewrite /= base_D base_U mul1r -/(pD v k c) -/(pU v k j).
  have -> : pD (moved v) k c = 1 + 'X * (pD v k c)%:P by rewrite /pD /moved -/(pD _ k c) base_D.
  have -> : pU (moved v) k j = (base R k)%:P + 'X * (pU v k j)%:P by rewrite /pU /moved -/(pU _ k
    j) base_U.
  rewrite power; set p1 := (base R k ^+ n)%:P; set p2 := (n%:R * _ * pU v k j)%:P.
  have -> : (pD v k c * base R k ^+ n + n%:R * base R k ^+ n.-1 * pU v k j)%:P =
    (pD v k c)%:P * p1 + p2 by rewrite polyCD polyCM.
  by move: (pD v k c)%:P p1 p2 (rest _ _ _) => x1 x2 x3 x4; ring.
set s1 := \sum_(k < T) pD base_weights k c * _; set s2 := \sum_(k < T) (v _ * _ + _).
set s3 := \sum_(k < T) (rest _ _ _ + _); rewrite !polyCM.
by move: (b i j c n)%:P (a n)%:P s1%:P s2%:P s3 => x1 x2 x3 x4 x5; ring.
Qed.

Lemma along_horner (Q : {mpoly R[r]}) c g t :
  (along Q c g).[t] = Q.@[fun i => c i + t * (g i).[t]].
Proof.
rewrite /along /meval /mmap horner_sum; apply: eq_bigr => m _; rewrite hornerM hornerC;
  congr (_ * _).
rewrite horner_prod; apply: eq_bigr => i _; rewrite horner_exp hornerD hornerM hornerX !hornerC.
by [].
Qed.

Theorem residual_independent (Q : {mpoly R[r]}) : Q != 0 -> Q \mPo res_tuple != 0.
Proof.
move=> Q0; apply/eqP => P0; have [Q' Q'0 hQ'] := lowest_form at_0 Q0.
have zero u : Q'.@[single id u] = 0.
  have [g hg] := first_order u; rewrite -[RHS](hQ' g); first by apply: meval_eq => i;
    have [_ ->] := hg i.
  rewrite -[RHS](rmorph0 [rmorphism of mmap polyC (fun k : 'I_r => shrunk u k)]) -P0 /= mmap_comp.
  rewrite /along /mmap; apply: eq_bigr => m _; congr (_ * _); apply: eq_bigr => i _; congr (_ ^+ _).
  by have [<- _] := hg i; rewrite -(res_tuple_mmap [rmorphism of polyC]).
case/eqP: Q'0; apply: (@all_directions R r Q' (single id base_weights)) => v.
pose w m := if insub m is Some i then v i else 0.
have wE (i : 'I_r) : w i = v i by rewrite /w valK.
exists (fun i => (v i)%:P + 'X * second_rest w i) => [i|].
  by rewrite coefD coefC eqxx coefXM eqxx addr0.
apply/eqP/negPn/negP => /poly_nonroot[t]; case/eqP;
  rewrite along_horner -[RHS](zero (fun m => (moved w m).[t])).
apply: meval_eq => i; transitivity (single polyC (moved w) i).[t].
  by rewrite second_order wE hornerD hornerC hornerM hornerX.
rewrite -[LHS]/(horner_eval t _) single_morph; apply: eq_tsum => j c n _ /=.
by rewrite /horner_eval !hornerC.
Qed.

(* every list of widths ns with the same sum, every place where w' has a weight 1 *)
Theorem generic_jets : exists2 P : {mpoly R[r]}, P != 0 &
  forall w : nat -> R, P.@[fun i => w i] != 0 ->
  forall (ns : seq nat) (w' : nat -> R) (pos : 'I_r),
  sumn ns = T -> (size ns <= T)%N -> w' pos = 1 ->
  ~ (forall (j c : 'I_d) n, (n < K)%N ->
       (output K a id w true Ns j c)`_n = (output K a id w' false ns j c)`_n).
Proof.
have [s hs] := sequences_of T T.
pose places := flatten [seq [seq (ns, pos) | pos <- enum 'I_r] | ns <- s].
have [||Q Q0 hQ] := @common_factor _ R r places (fun x Q => forall w : nat -> R, w x.2 = 1 ->
    sumn x.1 = T -> Q.@[free_reading w x.1] = 0).
- exact: free_dependent.
- by move=> x Q Q' h w w1 sx; rewrite mevalM h // mulr0.
exists (Q \mPo res_tuple); first exact: residual_independent.
move=> w Pw ns w' pos sT zT w1 same; case/eqP: Pw; rewrite comp_mpoly_meval.
rewrite -[RHS](hQ (ns, pos) _ w' w1 sT); last first.
  apply/flatten_mapP; exists ns; last by apply: map_f; rewrite mem_enum.
  apply: hs => //; apply/allP => n nin; rewrite -sT; elim: (ns) nin => //= m ms IH.
  by rewrite inE => /orP[/eqP ->|/IH h]; [apply: leq_addr | apply: leq_trans h (leq_addl _ _)].
apply: meval_eq => i; rewrite [LHS](res_tuple_mmap [rmorphism of idfun]).
exact: eq_reading.
Qed.
End Generic.
