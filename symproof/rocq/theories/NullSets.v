(* The zeros of a polynomial that is not 0 are a null set, in Lebesgue's sense.  In a cube cut into
   (E q)^n cells, a line parallel to an axis on which the polynomial is not small everywhere meets
   at most D q cells where it is small (a polynomial of degree D that is small at D + 1 points far
   from each other is small between them); so at most n D / E of the cells hold zeros.          *)
From mathcomp Require Import all_ssreflect all_algebra.
From mathcomp Require Import ring zify.
From SsrMultinomials Require Import mpoly.
From Symproof Require Import Definitions Nonzero.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

(* ---- one variable ----------------------------------------------------------- *)
Section OneVariable.
Variable R : realFieldType.
Implicit Types (p : {poly R}) (w r B del lo h : R).

Lemma poly_small D p w r B del (t : nat -> R) : 0 < r -> r <= B -> (size p <= D.+1)%N ->
  (forall i j, (i < j <= D)%N -> r <= `|t j - t i|) ->
  (forall i, (i <= D)%N -> `|w - t i| <= B) -> (forall i, (i <= D)%N -> `|p.[t i]| <= del) ->
  `|p.[w]| <= (3%:R * (B / r)) ^+ D * del.
Proof.
move=> r0 rB; elim: D p del t => [|D IH] p del t sp far near small.
  by rewrite expr0 mul1r (size1_polyC sp) hornerC; have := small 0%N isT;
    rewrite {1}(size1_polyC sp) hornerC.
have B0 : 0 < B by apply: lt_le_trans rB.
have X1 : 1 <= B / r by rewrite ler_pdivl_mulr ?mul1r.
have del0 : 0 <= del := le_trans (normr_ge0 _) (small 0%N isT).
have /factor_theorem[q pq] : root (p - p.[t 0%N]%:P) (t 0%N) by rewrite rootE !hornerE subrr.
have pE x : p.[x] - p.[t 0%N] = q.[x] * (x - t 0%N).
  by have := congr1 (horner^~ x) pq; rewrite hornerM hornerXsubC hornerD hornerN hornerC.
have sq : (size q <= D.+1)%N.
  have [->|q0] := eqVneq q 0; first by rewrite size_poly0.
  have : (size (q * ('X - (t 0%N)%:P))%R <= D.+2)%N.
    rewrite -pq (leq_trans (size_add _ _)) // geq_max sp size_opp.
    by rewrite (leq_trans (size_polyC_leq1 _)).
  by rewrite size_Mmonic ?monicXsubC // size_XsubC addn2.
have qs i : (i <= D)%N -> `|q.[t i.+1]| <= 2%:R * del / r.
  move=> iD; have ri : r <= `|t i.+1 - t 0%N| by apply: far.
  rewrite ler_pdivl_mulr //; apply: le_trans (ler_wpmul2l (normr_ge0 _) ri) _.
  rewrite -normrM -pE mulr_natl mulr2n; apply: le_trans (ler_norm_sub _ _) _.
  by rewrite ler_add ?small.
have qw := IH q _ (fun i => t i.+1) sq (fun i j ij => far i.+1 j.+1 ij) (fun i => near i.+1) qs.
rewrite -[p.[w]](subrK p.[t 0%N]) pE; apply: le_trans (ler_norm_add _ _) _; rewrite normrM.
set Y := (3%:R * (B / r)) ^+ D in qw *.
have Z0 : 0 <= B / r := le_trans ler01 X1.
have X3 : 1 <= 3%:R * (B / r) by apply: le_trans X1 _; rewrite ler_pemull ?ler1n.
have Y1 : 1 <= Y by apply: exprn_ege1.
have Y0 : 0 <= Y by apply: le_trans Y1.
apply: (@le_trans _ _ (Y * (2%:R * del / r) * B + del)).
  rewrite ler_add ?small //; apply: ler_pmul => //; exact: near.
rewrite exprS -/Y; set Z := B / r in X1 *.
have -> : Y * (2%:R * del / r) * B = 2%:R * (Z * Y * del) by rewrite /Z; ring.
have : del <= Z * Y * del by rewrite ler_pemull // (le_trans X1) // ler_pemulr.
have -> : 3%:R * Z * Y * del = 2%:R * (Z * Y * del) + Z * Y * del by ring.
by rewrite ler_add2l.
Qed.

(* of G points with distance h on a line, few have a small value *)
Lemma sorted_gap (s : seq nat) i j : sorted ltn s -> (i <= j < size s)%N ->
  (nth 0%N s i + (j - i) <= nth 0%N s j)%N.
Proof.
move=> ss /andP[ij js]; elim: j ij js => [|j IH] ij js; first by case: i ij => // _; rewrite addn0.
have [->|ne] := eqVneq i j.+1; first by rewrite subnn addn0.
have ij' : (i <= j)%N by rewrite -ltnS ltn_neqAle ne.
have lt : (nth 0%N s j < nth 0%N s j.+1)%N.
  by apply: (sorted_ltn_nth ltn_trans) => //; rewrite inE ?(ltnW js).
by have := IH ij' (ltnW js); lia.
Qed.

Lemma few_small D p w lo h del B (G q : nat) : 0 < h -> (0 < q)%N -> (size p <= D.+1)%N ->
  q%:R * h <= B -> (forall j, (j < G)%N -> `|w - (lo + h * j%:R)| <= B) ->
  (3%:R * (B / (q%:R * h))) ^+ D * del < `|p.[w]| ->
  (count (fun j : nat => `|p.[lo + h * j%:R]| <= del)%R (iota 0 G) <= D * q)%N.
Proof.
move=> h0 q0 sp hB near big; rewrite leqNgt; apply/negP => many.
pose s := [seq j <- iota 0 G | `|p.[lo + h * j%:R]| <= del].
have ss : sorted ltn s by apply: (sorted_filter ltn_trans); apply: iota_ltn_sorted.
have lts i : (i <= D)%N -> (i * q < size s)%N.
  move=> iD; rewrite size_filter; apply: leq_ltn_trans many.
  by rewrite leq_mul2r iD orbT.
have ins i : (i <= D)%N -> nth 0%N s (i * q) \in s by move=> /lts; apply: mem_nth.
move: big; apply/negP; rewrite -leNgt.
apply: (@poly_small _ _ _ _ _ _ (fun i => lo + h * (nth 0%N s (i * q))%:R)) => //.
- by rewrite mulr_gt0 ?ltr0n.
- move=> i j /andP[ij jD].
  have le : (nth 0%N s (i * q) + q <= nth 0%N s (j * q))%N.
    have := @sorted_gap s (i * q) (j * q) ss; rewrite leq_mul2r (ltnW ij) orbT lts // => /(_ isT).
    have : (i.+1 * q <= j * q)%N by rewrite leq_mul2r ij orbT.
    by move=> ijq; apply: leq_trans; rewrite leq_add2l leq_subRL ?leq_mul2r ?(ltnW ij) ?orbT //
      addnC
      -mulSn.
  rewrite opprD addrACA subrr add0r -mulrBr -natrB ?(leq_trans (leq_addr _ _) le) //.
  rewrite normrM gtr0_norm // ger0_norm ?ler0n // mulrC ler_pmul2l // ler_nat.
  by rewrite leq_subRL ?(leq_trans (leq_addr _ _) le).
- by move=> i /ins; rewrite mem_filter mem_iota /= add0n => /andP[_]; apply: near.
- by move=> i /ins; rewrite mem_filter => /andP[].
Qed.
End OneVariable.

(* ---- a grid ----------------------------------------------------------------- *)
Section Words.
Variable G : nat.
Fixpoint words k : seq (seq nat) :=
  if k is k'.+1 then [seq rcons a j | a <- words k', j <- iota 0 G] else [:: [::]].

Lemma size_words k : size (words k) = (G ^ k)%N.
Proof. by elim: k => //= k IH; rewrite size_allpairs IH size_iota expnSr. Qed.

Lemma mem_words k a : (a \in words k) = (size a == k) && all (fun j => j < G)%N a.
Proof.
elim: k a => [|k IH] a; first by rewrite inE size_eq0; case: eqP => // ->.
apply/allpairsP/andP => [[[b j] /= [hb hj ->]]|].
  move: hb; rewrite IH => /andP[/eqP sb ab].
  by rewrite size_rcons sb eqxx all_rcons ab andbT; move: hj; rewrite mem_iota.
case/lastP: a => [[]//|b j]; rewrite size_rcons eqSS all_rcons => -[sb /andP[jG ab]].
by exists (b, j); rewrite /= IH sb ab mem_iota.
Qed.

Lemma count_words (Q : pred (seq nat)) k : count Q (words k.+1) =
  (\sum_(a <- words k) count (fun j => Q (rcons a j)) (iota 0 G))%N.
Proof.
rewrite /=; elim: (words k) => [|a s IH]; first by rewrite big_nil.
by rewrite allpairs_cons count_cat IH big_cons count_map.
Qed.
End Words.

Lemma sum_bound (T : eqType) (s : seq T) (Q : pred T) (c : T -> nat) G K :
  (forall a, a \in s -> c a <= G)%N -> (forall a, a \in s -> ~~ Q a -> c a <= K)%N ->
  (\sum_(a <- s) c a <= count Q s * G + size s * K)%N.
Proof.
elim: s => [|a s IH] h1 h2; first by rewrite big_nil.
rewrite big_cons /= mulnDl mulSn; have a1 := h1 a (mem_head a s); have a2 := h2 a (mem_head a s).
have sub b : b \in s -> b \in a :: s by move=> hb; rewrite inE hb orbT.
have {}IH := IH (fun b hb => h1 b (sub b hb)) (fun b hb => h2 b (sub b hb)).
case: (Q a) a2 => a2; first by rewrite mul1n; lia.
by rewrite mul0n; have := a2 isT; lia.
Qed.

Section Grid.
Variables (R : archiFieldType) (n : nat) (P : {mpoly R[n]}).
Notation V := 'rV[R]_n.
Notation at_ x := P.@[fun i => x 0 i].
Notation D := (msize P).

(* P on the line through w and y *)
Definition line_poly (w y : V) : {poly R} :=
  \sum_(mm <- msupp P) P@_mm *: \prod_i ((y 0 i - w 0 i) *: 'X + (w 0 i)%:P) ^+ mm i.

Lemma line_polyE w y u : (line_poly w y).[u] = at_ (w + u *: (y - w)).
Proof.
rewrite /line_poly horner_sum mevalE; apply: eq_bigr => mm _.
rewrite hornerZ horner_prod; congr (_ * _); apply: eq_bigr => i _.
by rewrite horner_exp !hornerE !mxE mulrC addrC.
Qed.

Lemma size_line_poly w y : (size (line_poly w y) <= D)%N.
Proof.
rewrite /line_poly big_seq; apply: leq_trans (size_sum _ _ _) _.
apply/bigmax_leqP_seq => mm hm _; apply: leq_trans (size_scale_leq _ _) _.
apply: leq_trans (msize_mdeg_lt hm).
apply: leq_trans (size_prod_leq _ _) _.
rewrite leq_subLR mdegE addnS ltnS -sum1_card -big_split /=; apply: leq_sum => i _.
apply: leq_trans (size_exp_leq _ _) _; rewrite add1n ltnS.
have : (size ((y 0 i - w 0 i) *: 'X + (w 0 i)%:P)%R <= 2)%N.
  rewrite (leq_trans (size_add _ _)) // geq_max (leq_trans (size_scale_leq _ _)) ?size_polyX //.
  by rewrite (leq_trans (size_polyC_leq1 _)).
by case: (size _) => [|[|[|]]] //= _; rewrite ?mul0n ?mul1n.
Qed.

Variables (w : V) (m : R).
Hypotheses (m0 : 0 < m) (wm : forall i, `|w 0 i| <= m) (Pw : at_ w != 0).

(* the first coordinates from a word, on the grid of [-m, m], the others from w *)
Definition point (h : R) (a : seq nat) : V :=
  \row_i if (i < size a)%N then - m + h * (nth 0%N a i)%:R else w 0 i.
Definition small (h del : R) := [pred a | `|at_ (point h a)| <= del].

Lemma point_line h a (i0 : 'I_n) u : size a = i0 -> let b := \row_i if i == i0 then 0 else point h
  a 0 i in
  (line_poly b (b + delta_mx 0 i0)).[u] = at_ (\row_i if i == i0 then u else point h a 0 i).
Proof.
move=> sa b; rewrite line_polyE; apply: meval_eq => i.
by rewrite [b + delta_mx _ _]addrC addrK !mxE; case: eqP => _;
  rewrite /= ?eqxx ?mulr1 ?mulr0 ?add0r ?addr0.
Qed.

Lemma few_bad (E : nat) k : (0 < E)%N -> (k <= n)%N -> {del : R | 0 < del &
  forall q h, (0 < q)%N -> h = 2%:R * m / (E * q)%:R ->
  (E * count (small h del) (words (E * q) k) <= k * D * (E * q) ^ k)%N}.
Proof.
move=> E0; elim: k => [|k IH] kn.
  have a0 : 0 < `|at_ w| / 2%:R by rewrite divr_gt0 ?normr_gt0 ?ltr0n.
  exists (`|at_ w| / 2%:R) => // q h q0 hE.
  rewrite (_ : count _ _ = 0%N) ?muln0 //=; apply/eqP; rewrite addn0 eqb0 -ltNge.
  rewrite (_ : point h [::] = w); last by apply/rowP => i; rewrite mxE.
  by rewrite ltr_pdivr_mulr ?ltr0n // ltr_pmulr ?normr_gt0 // ltr1n.
have [del del0 hdel] := IH (ltnW kn); pose del' := del / (3%:R * E%:R) ^+ D.
have E3 : 0 < (3%:R * E%:R) ^+ D :> R by rewrite exprn_gt0 // mulr_gt0 ?ltr0n.
have del'0 : 0 < del' by rewrite divr_gt0.
exists del' => // q h q0 hE.
pose G := (E * q)%N; have G0 : (0 < G)%N by rewrite muln_gt0 E0.
have h0 : 0 < h by rewrite hE divr_gt0 ?mulr_gt0 ?ltr0n.
pose i0 := Ordinal kn.
have good a : a \in words G k -> ~~ small h del a ->
    (count (fun j => small h del' (rcons a j)) (iota 0 G) <= D * q)%N.
  rewrite mem_words => /andP[/eqP sa _]; rewrite /small /= -ltNge => big.
  pose b : V := \row_i if i == i0 then 0 else point h a 0 i.
  pose p := line_poly b (b + delta_mx 0 i0).
  have pw : p.[w 0 i0] = at_ (point h a).
    rewrite /p point_line //; apply: meval_eq => i; rewrite !mxE.
    by case: eqP => [->|//]; rewrite sa ltnn.
  have pj j : p.[- m + h * j%:R] = at_ (point h (rcons a j)).
    rewrite /p point_line //; apply: meval_eq => i; rewrite !mxE size_rcons nth_rcons sa.
    case: (i =P i0) => [->|/eqP ne]; first by rewrite /= ltnSn ltnn eqxx.
    have ne' : (i != k :> nat) by apply: contra ne => /eqP e; apply/eqP/val_inj.
    by rewrite [(i < k.+1)%N]ltnS [(i <= k)%N]leq_eqVlt (negPf ne') /=; case: ifP.
  rewrite (eq_count (a2 := fun j : nat => `|p.[- m + h * j%:R]| <= del')) => [|j];
    last by rewrite /= pj.
  have qh : q%:R * h = 2%:R * m / E%:R.
    by rewrite hE natrM; field; rewrite ?pnatr_eq0 -?lt0n ?E0 ?q0.
  apply: (@few_small _ _ _ (w 0 i0) _ _ _ (2%:R * m)) => //.
  - by rewrite leqW ?size_line_poly.
  - by rewrite qh ler_pdivr_mulr ?ltr0n // ler_pmulr ?mulr_gt0 ?ltr0n // ler1n.
  - move=> j jG; have := wm i0; rewrite !ler_norml => /andP[w1 w2].
    have hj : 0 <= h * j%:R <= 2%:R * m.
      rewrite mulr_ge0 ?ler0n ?(ltW h0) //= hE mulrAC ler_pdivr_mulr ?ltr0n //.
      by rewrite ler_pmul2l ?mulr_gt0 ?ltr0n // ler_nat ltnW.
    case/andP: hj => j1 j2; rewrite opprD opprK addrA; apply/andP; split.
      by rewrite -[- _]add0r ler_sub // -[X in X <= _](addNr m) ler_add2r.
    by rewrite -[X in _ <= X]subr0 ler_sub // mulr_natl mulr2n ler_add2r.
  rewrite qh pw; suff -> : 2%:R * m / (2%:R * m / E%:R) = E%:R by rewrite /del' mulrC divfK ?gt_eqF.
  by field; rewrite ?pnatr_eq0 -?lt0n ?E0 ?gt_eqF.
rewrite count_words; apply: (@leq_trans (E * (count (small h del) (words G k) * G + G ^ k * (D *
  q)))).
  rewrite leq_mul2l -(size_words G k) sum_bound ?orbT // => a ha.
  by rewrite (leq_trans (count_size _ _)) // size_iota.
have := hdel q h q0 hE; rewrite -/G => hk; rewrite mulnDr mulSn addnC mulnDl.
apply: leq_add; rewrite expnS.
  by move: (G ^ k)%N => X; rewrite /G; lia.
by rewrite mulnA [(G * _)%N]mulnC mulnA leq_mul2r hk orbT.
Qed.

Definition lipschitz : R := \sum_(mm <- msupp P) `|P@_mm| * ((mdeg mm)%:R * (1 + m) ^+ mdeg mm).

Lemma monomial_lipschitz (x y : 'I_n -> R) h (mm : 'X_{1..n}) : 0 <= h ->
  (forall i, `|x i| <= 1 + m) -> (forall i, `|y i| <= 1 + m) -> (forall i, `|x i - y i| <= h) ->
  `|\prod_i x i ^+ mm i - \prod_i y i ^+ mm i| <= (mdeg mm)%:R * (1 + m) ^+ mdeg mm * h.
Proof.
move=> h0 hx hy hxy; have M1 : 1 <= 1 + m by rewrite ler_addl ltW.
have M0 : 0 <= 1 + m := le_trans ler01 M1.
pose near (k : nat) (a b : R) := [/\ `|a| <= (1 + m) ^+ k, `|b| <= (1 + m) ^+ k &
  `|a - b| <= k%:R * (1 + m) ^+ k * h].
have nearM (k l : nat) (a b a' b' : R) : near k a b -> near l a' b' -> near (k + l)%N (a * a') (b
  * b').
  move=> [ak bk abk] [al bl abl]; split; rewrite ?exprD ?normrM ?ler_pmul //.
  have -> : a * a' - b * b' = a * (a' - b') + (a - b) * b' by ring.
  apply: le_trans (ler_norm_add _ _) _; rewrite !normrM.
  apply: (@le_trans _ _ ((1 + m) ^+ k * (l%:R * (1 + m) ^+ l * h) +
      k%:R * (1 + m) ^+ k * h * (1 + m) ^+ l)); first by rewrite ler_add ?ler_pmul.
  by rewrite natrD le_eqVlt; apply/orP; left; apply/eqP; ring.
have near1 : near 0%N 1 1 by split; rewrite ?expr0 ?normr1 // subrr normr0 !mul0r.
suff [] : near (mdeg mm) (\prod_i x i ^+ mm i) (\prod_i y i ^+ mm i) by [].
rewrite mdegE; elim/big_rec3: _ => [|i k b a _ H]; first exact: near1.
apply: (nearM) H; elim: (mm i) => [|e IH]; first by rewrite !expr0.
rewrite !exprS -add1n; apply: nearM IH; split; rewrite ?expr1 ?hx ?hy // mul1r.
by apply: le_trans (hxy i) _; rewrite ler_pemull.
Qed.

Lemma poly_lipschitz (x y : V) h : 0 <= h -> (forall i, `|x 0 i| <= 1 + m) ->
  (forall i, `|y 0 i| <= 1 + m) -> (forall i, `|x 0 i - y 0 i| <= h) ->
  `|at_ x - at_ y| <= lipschitz * h.
Proof.
move=> h0 hx hy hxy; rewrite !mevalE -sumrB /lipschitz mulr_suml.
apply: le_trans (ler_norm_sum _ _ _) _; apply: ler_sum => mm _.
by rewrite -mulrBr normrM -mulrA ler_wpmul2l // monomial_lipschitz.
Qed.

Lemma cell (G : nat) h x : 0 < h -> - m <= x <= - m + h * G%:R -> (0 < G)%N ->
  exists2 j, (j < G)%N & - m + h * j%:R <= x <= - m + h * j%:R + h.
Proof.
move=> h0; elim: G => [//|G IH] /andP[x1 x2] _.
have [xG|Gx] := leP (- m + h * G%:R) x.
  by exists G => //; rewrite xG /=; move: x2; rewrite mulrSr mulrDr mulr1 addrA.
case: G IH x2 Gx => [|G] IH x2 Gx.
  by move: Gx; rewrite mulr0 addr0 ltNge x1.
have [|//|j jG hj] := IH; first by rewrite x1 ltW.
by exists j => //; rewrite (leq_trans jG).
Qed.

(* cells of volume at most eps in all that hold the zeros in the cube *)
Lemma cover_cube eps : 0 < eps -> {boxes : seq (V * V) |
  [/\ forall b, b \in boxes -> forall i, b.1 0 i <= b.2 0 i,
      forall x : V, (forall i, `|x 0 i| <= m) -> at_ x = 0 ->
        exists2 b, b \in boxes & forall i, b.1 0 i <= x 0 i <= b.2 0 i &
      \sum_(b <- boxes) \prod_i (b.2 0 i - b.1 0 i) <= eps]}.
Proof.
move=> eps0; have m2 : 0 < 2%:R * m by rewrite mulr_gt0 ?ltr0n.
pose vol := (n * D)%:R * (2%:R * m) ^+ n; have vol0 : 0 <= vol.
  by apply: mulr_ge0; rewrite ?ler0n ?exprn_ge0 ?(ltW m2).
pose E := (Num.bound (vol / eps)).+1; have E0 : (0 < E)%N by [].
have hE : vol <= eps * E%:R.
  rewrite mulrC -ler_pdivr_mulr //; apply/ltW/(lt_le_trans (archi_boundP _)).
    by rewrite divr_ge0 // ltW.
  by rewrite ler_nat leqnSn.
have [del del0 hdel] := few_bad E0 (leqnn n).
have lip0 : 0 <= lipschitz.
  apply: sumr_ge0 => mm _; apply: mulr_ge0 => //; apply: mulr_ge0; first exact: ler0n.
  by rewrite exprn_ge0 // addr_ge0 ?ler01 ?(ltW m0).
pose q := (Num.bound (lipschitz * (2%:R * m) / del + 2%:R * m)).+1; have q0 : (0 < q)%N by [].
have hq : lipschitz * (2%:R * m) / del + 2%:R * m <= q%:R.
  apply/ltW/(lt_le_trans (archi_boundP _)); last by rewrite ler_nat leqnSn.
  by rewrite addr_ge0 ?divr_ge0 ?mulr_ge0 ?ler0n ?(ltW m0) ?(ltW del0).
pose h := 2%:R * m / (E * q)%:R; pose G := (E * q)%N.
have G0 : (0 < G)%N by rewrite muln_gt0 E0.
have hG : h * G%:R = 2%:R * m by rewrite /h divfK // pnatr_eq0 -lt0n.
have h0 : 0 < h by rewrite divr_gt0 ?ltr0n.
have q1 : q%:R <= G%:R :> R by rewrite ler_nat leq_pmull.
have lh : lipschitz * h <= del.
  rewrite /h mulrA ler_pdivr_mulr ?ltr0n // [del * _]mulrC -ler_pdivr_mulr //.
  by apply: le_trans q1; apply: le_trans hq; rewrite ler_addl ltW.
have h1 : h <= 1.
  rewrite /h ler_pdivr_mulr ?ltr0n // mul1r; apply: le_trans q1; apply: le_trans hq.
  by rewrite ler_addr divr_ge0 ?mulr_ge0 ?ler0n ?(ltW m0) ?(ltW del0).
pose top a : V := point h a + const_mx h.
have topE a i : top a 0 i = point h a 0 i + h by rewrite mxE [X in _ + X]mxE.
exists [seq (point h a, top a) | a <- words G n & small h del a]; split.
- by move=> _ /mapP[a _ ->] i /=; rewrite topE ler_addl ltW.
- move=> x xm x0; have /fin_all_exists[j hj] i : exists j : nat,
      (j < G)%N /\ - m + h * j%:R <= x 0 i <= - m + h * j%:R + h.
    have := xm i; rewrite ler_norml => /andP[x1 x2].
    have hx : - m <= x 0 i <= - m + h * G%:R by rewrite x1 hG mulr_natl mulr2n addKr.
    by have [j jG hj] := cell h0 hx G0; exists j.
  pose a := [seq j i | i <- enum 'I_n].
  have sa : size a = n by rewrite size_map size_enum_ord.
  have pa i : point h a 0 i = - m + h * (j i)%:R.
    rewrite mxE sa ltn_ord (nth_map i) ?size_enum_ord //.
    by congr (_ + h * (j _)%:R); apply: val_inj; rewrite /= nth_enum_ord.
  have le i : point h a 0 i <= x 0 i <= point h a 0 i + h by rewrite pa; case: (hj i).
  exists (point h a, top a); last first.
    by move=> i /=; rewrite topE.
  apply/map_f; rewrite mem_filter mem_words sa eqxx /=; apply/andP; split; last first.
    by apply/allP => _ /mapP[i _ ->]; case: (hj i).
  apply: le_trans lh; rewrite -[at_ _]subr0 -x0; apply: poly_lipschitz (ltW h0) _ _ _ => i.
  + have /andP[p1 p2] := le i; have := xm i; rewrite !ler_norml => /andP[x1 x2]; apply/andP; split.
      apply: (@le_trans _ _ (- m)); first by rewrite ler_opp2 ler_addr ler01.
      by rewrite pa ler_addl mulr_ge0 ?ler0n ?(ltW h0).
    by apply: le_trans p1 (le_trans x2 _); rewrite ler_addr ler01.
  + by apply: le_trans (xm i) _; rewrite ler_addr ler01.
  + have /andP[p1 p2] := le i; rewrite distrC ger0_norm ?subr_ge0 // ler_subl_addl.
    exact: p2.
rewrite big_map (eq_bigr (fun=> h ^+ n)) => [|a _]; last first.
  rewrite /= (eq_bigr (fun=> h)) ?prodr_const ?card_ord // => i _.
  by rewrite topE addrC addKr.
rewrite big_const_seq count_predT size_filter iter_addr_0 -mulr_natr.
have := hdel q h q0 erefl; rewrite -/G -(ler_nat R) !natrM natrX => hb.
rewrite -(ler_pmul2l (_ : 0 < E%:R)) ?ltr0n // mulrCA [_ * eps]mulrC; apply: le_trans hE.
have hn : 0 <= h ^+ n by rewrite exprn_ge0 // ltW.
apply: le_trans (ler_wpmul2l hn hb) _; rewrite /vol natrM -hG; clearbody h.
rewrite exprMn; move: (h ^+ n) (G%:R ^+ n) => a b.
by rewrite le_eqVlt; apply/orP; left; apply/eqP; ring.
Qed.
End Grid.

(* ---- the theorem ------------------------------------------------------------- *)
Section Zeros.
Variables (R : archiFieldType) (n : nat).
Notation V := 'rV[R]_n.

Lemma halves_sum (eps : R) K : 0 < eps -> \sum_(k < K) eps / 2%:R ^+ k.+1 <= eps.
Proof.
move=> eps0; suff -> : \sum_(k < K) eps / 2%:R ^+ k.+1 = eps - eps / 2%:R ^+ K.
  by rewrite ler_subl_addr ler_addl divr_ge0 ?exprn_ge0 ?ler0n // ltW.
elim: K => [|K IH]; first by rewrite big_ord0 expr0 divr1 subrr.
rewrite big_ord_recr IH /= exprS; field; first by rewrite expf_neq0 ?pnatr_eq0.
Qed.

Theorem polynomial_zeros_null (P : {mpoly R[n]}) : P != 0 ->
  null (fun x : V => P.@[fun i => x 0 i] = 0).
Proof.
move=> /mpoly_nonroot[v Pv] eps eps0; pose w : V := \row_i v i.
have Pw : P.@[fun i => w 0 i] != 0.
  by rewrite (_ : P.@[_] = P.@[v]) //; apply: meval_eq => i; rewrite mxE.
pose m k : R := (Num.bound (\sum_i `|w 0 i|) + k).+1%:R.
have m0 k : 0 < m k by rewrite ltr0n.
have bound0 (x : V) i : `|x 0 i| <= \sum_i `|x 0 i|.
  by rewrite (bigD1 i) //= ler_addl sumr_ge0.
have pos (x : V) : 0 <= \sum_i `|x 0 i| by apply: sumr_ge0.
have wm k i : `|w 0 i| <= m k.
  apply: le_trans (bound0 w i) _; apply/ltW/(lt_le_trans (archi_boundP (pos w))).
  by rewrite ler_nat leqW ?leq_addr.
have ek k : 0 < eps / 2%:R ^+ k.+1 by rewrite divr_gt0 ?exprn_gt0 ?ltr0n.
pose cov k := cover_cube (m0 k) (wm k) Pw (ek k).
exists (fun k => sval (cov k)); split.
- by move=> k; case: (svalP (cov k)).
- move=> x x0; pose k := Num.bound (\sum_i `|x 0 i|); exists k.
  case: (svalP (cov k)) => _ h _; apply: h x0 => i.
  apply: le_trans (bound0 x i) _; apply/ltW/(lt_le_trans (archi_boundP (pos x))).
  by rewrite ler_nat leqW ?leq_addl.
move=> K; apply: le_trans (halves_sum K eps0); apply: ler_sum => k _.
by case: (svalP (cov k)).
Qed.

Lemma null_subset (A B : V -> Prop) : (forall x, A x -> B x) -> null B -> null A.
Proof. by move=> AB nB eps /nB[boxes [h1 h2 h3]]; exists boxes; split=> // x /AB/h2. Qed.
End Zeros.

(* the same where a point of R^n is a pair of weight matrices *)
Corollary weight_zeros_null (R : archiFieldType) d N (P : {mpoly R[N * d + d * N]}) : P != 0 ->
  null (fun x : 'rV_(N * d + d * N) =>
    P.@[coordinates (vec_mx (lsubmx x)) (vec_mx (rsubmx x))] = 0).
Proof.
move/polynomial_zeros_null; apply: null_subset => x.
by rewrite /coordinates !vec_mxK hsubmxK.
Qed.
