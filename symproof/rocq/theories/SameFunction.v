(* The positive side: equal parity normal forms => equal functions.
   Every row of W_up and of V_up is a multiple s u of a key u; per key the sums of
   |s| times the columns agree, and so do the linear parts.  Only the parity of the
   even part E is used: conic, any scales; otherwise scales +1 and -1.              *)
From Coq Require Import ZArith.
From mathcomp Require Import all_ssreflect all_algebra.
From mathcomp Require Import ring zify ssrZ.
From Symproof Require Import Definitions LinearAlgebra Parity Conic ConcreteWeights.
From Symproof Require Certificate.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section NormalForm.
Variables (R : realFieldType) (d N N' m : nat) (s : R -> R) (c : R).
Let E z := s z + s (- z).
Hypothesis s_gap : linear_gap s c.

Definition key_sum n (key : 'I_n -> 'I_m) (sc : 'I_n -> R) (A : 'M[R]_(d, n)) : 'M[R]_(d, m) :=
  \matrix_(i, j) \sum_(k | key k == j) `|sc k| * A i k.

Lemma even_part_by_key n (key : 'I_n -> 'I_m) sc (A : 'M[R]_(d, n)) B (U : 'M[R]_(m,
  d)) (x : 'cV[R]_d) :
  (forall k, row k B = sc k *: row (key k) U) -> (forall k z, E (sc k * z) = `|sc k| * E z) ->
  A *m map_mx E (B *m x) = key_sum key sc A *m map_mx E (U *m x).
Proof.
move=> hB hE; apply/colP => i; rewrite [LHS]mxE [RHS]mxE.
rewrite (partition_big key predT) //=; apply: eq_bigr => j _; rewrite mxE mulr_suml.
apply: eq_bigr => k /eqP <-; rewrite !mxE; have ->
  : \sum_l B k l * x l 0 = sc k * \sum_l U (key k) l * x l 0.
  rewrite mulr_sumr; apply: eq_bigr => l _; have /rowP/(_ l) := hB k.
  by rewrite !mxE => ->; rewrite mulrA.
by rewrite hE mulrCA mulrA.
Qed.

Theorem same_normal_form_absorbs (M : 'M[R]_d) (Wd : 'M[R]_(d, N)) Wu (Vd : 'M[R]_(d, N')) Vu
    (U : 'M[R]_(m, d)) kw sw kv sv :
  (forall k, row k Wu = sw k *: row (kw k) U) -> (forall k z, E (sw k * z) = `|sw k| * E z) ->
  (forall k, row k Vu = sv k *: row (kv k) U) -> (forall k z, E (sv k * z) = `|sv k| * E z) ->
  key_sum kw sw Wd = key_sum kv sv Vd -> c *: (Vd *m Vu) = c *: (Wd *m Wu) + M *+ 2 ->
  absorbs s M Wd Wu Vd Vu.
Proof.
move=> hW eW hV eV hk hl; apply/(absorbs_by_parity s_gap); split=> // x.
by rewrite (even_part_by_key _ _ hW eW) (even_part_by_key _ _ hV eV) hk.
Qed.
End NormalForm.

(* ---- computed on integers ---------------------------------------------------------- *)

(* keys: (index of the key, scale) of every row *)
Definition keys := seq (Z * Z).

(* unit: the scales are 1 and -1, and 0 where the activation is known to be 0 at 0 *)
Definition check_keys (d N m : nat) (unit zero : bool) (U rows : table) (ks : keys) : bool :=
  if Nat.eqb (size rows) N then if Nat.eqb (size ks) N then
  if all (fun r => Nat.eqb (size r) d) rows then
  all (fun rk : seq Z * (Z * Z) => let: (r, (k, c)) := rk in
    if Z.leb 0 k then if Nat.ltb (Z.to_nat k) m then
    if (if unit then if Z.eqb (Z.abs c) 1 then true else zero && Z.eqb c 0 else true) then
    all (fun xy => Z.eqb xy.1 (Z.mul c xy.2)) (zip r (nth [::] U (Z.to_nat k)))
    else false else false else false) (zip rows ks)
  else false else false else false.
Definition key_total (k : Z) (i : nat) (ks : keys) (columns : table) : Z :=
  Certificate.total [seq Z.mul (Z.abs kc.1.2) (nth Z0 kc.2 i) |
    kc <- zip ks columns & Z.eqb kc.1.1 k].
Definition transpose (d : nat) (t : table) : table :=
  [seq [seq nth Z0 r i | r <- t] | i <- iota 0 d].
(* denominators: those of W_up and V_up are the same, those of W_down and V_down too *)
Definition check_same (d N N' : nat) (unit zero : bool) (gn gd dd du dm : Z)
    (MM WD WU VD VU U : table) (kw kv : keys) : bool :=
  let m := size U in
  if all (fun z => negb (Z.eqb z 0)) [:: gd; dd; du; dm] then
  if all (fun r => Nat.eqb (size r) d) U then
  if check_keys d N m unit zero U WU kw then if check_keys d N' m unit zero U VU kv then
  if Nat.eqb (size WD) N then if Nat.eqb (size VD) N' then
  if all (fun k => all (fun i => Z.eqb (key_total (Z.of_nat k) i kw WD) (key_total (Z.of_nat k) i
    kv VD))
       (iota 0 d)) (iota 0 m) then
  let WD' := transpose d WD in let WU' := transpose d WU in
  let VD' := transpose d VD in let VU' := transpose d VU in
  all (fun i => all (fun j =>
    Z.eqb (Z.add (Z.mul (Z.mul gd (Z.mul dd du)) (at2 MM i j))
                 (Z.mul (Z.mul gd (Z.mul dd du)) (at2 MM i j)))
      (Z.mul (Z.mul gn dm) (Z.sub (Certificate.dot (nth [::] VD' i) (nth [::] VU' j))
         (Certificate.dot (nth [::] WD' i) (nth [::] WU' j))))) (iota 0 d)) (iota 0 d)
  else false else false else false else false else false else false else false.

Section Computed.
Variables (R : realFieldType) (d N N' : nat).
Notation ZR := (ZR R).

Lemma nth_transpose t i k : (i < d)%N -> nth Z0 (nth [::] (transpose d t) i) k = at2 t k i.
Proof.
move=> id; rewrite /transpose (nth_map 0%N) ?size_iota // nth_iota // add0n /at2.
have [kt|tk] := ltnP k (size t); first by rewrite (nth_map [::]).
by rewrite nth_default ?size_map // [nth [::] t k]nth_default // nth_nil.
Qed.

Lemma dot_sum u v n : size u = n ->
  Certificate.dot u v = \sum_(k < n) nth Z0 u k * nth Z0 v k.
Proof.
move=> <-; elim: u v => [|a u IH] [|b v] //=; rewrite ?big_ord0 //.
- by rewrite big1 // => i _; rewrite nth_nil mulr0.
- by rewrite big_ord_recl /= IH.
Qed.

Lemma ZR_norm z : ZR (Z.abs z) = `|ZR z|.
Proof.
case: z => [|p|p]; rewrite ?normr0 // /ConcreteWeights.ZR.
  by rewrite ger0_norm // ler0z; lia.
by rewrite ler0_norm ?lerz0; [rewrite -rmorphN /=; congr (_%:~R); lia | lia].
Qed.

Lemma check_keysP m unit zero (U rows : table) ks n : check_keys d n m unit zero U rows ks ->
  size U = m -> (forall j, (j < m)%N -> size (nth [::] U j) = d) ->
  exists (key : 'I_n -> 'I_m) (sc : 'I_n -> Z),
  [/\ forall k : 'I_n, nth (Z0, Z0) ks k = (Z.of_nat (key k), sc k),
      forall (k : 'I_n) j, (j < d)%N -> at2 rows k j = Z.mul (sc k) (at2 U (key k) j),
      (unit -> forall k, Z.abs (sc k) = Zpos xH \/ zero /\ sc k = Z0) & size ks = n].
Proof.
move=> + sU sizeU.
rewrite /check_keys; case: (PeanoNat.Nat.eqb_spec _ _) => // sr.
case: (PeanoNat.Nat.eqb_spec _ _) => // sk; case: ifP => // /allP hs /allP h.
have kr (k : 'I_n) : (k < size rows)%N by rewrite sr.
have hk (k : 'I_n) : exists c : 'I_m * Z, [/\ nth (Z0, Z0) ks k = (Z.of_nat c.1, c.2),
    forall j, (j < d)%N -> at2 rows k j = Z.mul c.2 (at2 U c.1 j) &
    unit -> Z.abs c.2 = Zpos xH \/ zero /\ c.2 = Z0].
  have := h (nth [::] rows k, nth (Z0, Z0) ks k).
  rewrite -nth_zip ?sr ?sk // mem_nth ?size_zip ?sr ?sk ?minnn // => /(_ isT).
  case: (nth (Z0, Z0) ks k) => z c /=.
  case: Z.leb_spec => // z0; case: (PeanoNat.Nat.ltb_spec _ _) => // /ssrnat.ltP zm.
  case: ifP => // hu /allP hj; exists (Ordinal zm, c); split=> /=.
  - by rewrite Znat.Z2Nat.id.
  - move=> j jd; have := hs _ (mem_nth [::] (kr k)) => /PeanoNat.Nat.eqb_spec sz.
    have sz' : size (nth [::] rows k) = size (nth [::] U (Z.to_nat z)) by rewrite sizeU.
    have jz : (j < size (zip (nth [::] rows k) (nth [::] U (Z.to_nat z))))%N.
      by rewrite size_zip -sz' minnn [size _]sz.
    by have := hj _ (mem_nth (Z0, Z0) jz); rewrite nth_zip //= => /Z.eqb_spec.
  - move=> u; move: hu; rewrite u; case: Z.eqb_spec => [->|_]; first by left.
    by case/andP=> zr /Z.eqb_spec ->; right.
have [c hc] := fin_all_exists hk.
exists (fun k => (c k).1), (fun k => (c k).2); split=> // [k|k j jd|u k]; have [h1 h2 h3] := hc k.
- by [].
- exact: h2.
- exact: h3.
Qed.

Lemma key_total_sum m n (key : 'I_n -> 'I_m) (sc : 'I_n -> Z) ks (columns : table) (j : 'I_m) i :
  (forall k : 'I_n, nth (Z0, Z0) ks k = (Z.of_nat (key k), sc k)) -> size ks = n ->
    size columns = n ->
  ZR (key_total (Z.of_nat j) i ks columns) =
  \sum_(k | key k == j) `|ZR (sc k)| * ZR (at2 columns k i).
Proof.
move=> hk sk sc'; rewrite /key_total.
have tot (T : Type) (f : T -> Z) l : Certificate.total (map f l) = \sum_(a <- l) f a.
  by elim: l => [|a l IH]; rewrite ?big_nil ?big_cons //= IH.
rewrite tot big_filter ZR_sum (big_nth ((Z0, Z0), [::])) size_zip sk sc' minnn big_mkord.
apply: eq_big => k; rewrite nth_zip ?sk ?sc' //= hk /=.
  by apply/Z.eqb_spec/eqP => [/Znat.Nat2Z.inj/val_inj|->].
by move=> _; rewrite ZRM ZR_norm.
Qed.

Lemma rows_by_keys n m du (t U : table) (key : 'I_n -> 'I_m) sc :
  (forall (k : 'I_n) j, (j < d)%N -> at2 t k j = Z.mul (sc k) (at2 U (key k) j)) -> forall k,
  row k (from_rows n d du t : 'M[R]__) = ZR (sc k) *: row (key k) (from_rows m d du U).
Proof. by move=> h k; apply/rowP => j; rewrite !mxE h // ZRM mulrA. Qed.

Lemma even_scales (s : R -> R) (unit zero : bool) n (sc : 'I_n -> Z) : (zero -> s 0 = 0) ->
  (unit \/ forall a z, s (a * z) + s (- (a * z)) = `|a| * (s z + s (- z))) ->
  (unit -> forall k, Z.abs (sc k) = Zpos xH \/ zero /\ sc k = Z0) ->
  forall k z, s (ZR (sc k) * z) + s (- (ZR (sc k) * z)) = `|ZR (sc k)| * (s z + s (- z)).
Proof.
move=> h0 [u /(_ u) h k z|h _ k z]; last exact: h.
have [/(congr1 ZR)|[/h0 s0 ->]] := h k; last by rewrite ZR0 normr0 !mul0r oppr0 s0 addr0.
rewrite ZR_norm ZR1 => e; rewrite e mul1r.
have /orP[/eqP ->|/eqP ->] : (ZR (sc k) == 1) || (ZR (sc k) == -1).
- by move/eqP: e; rewrite eqr_norml ler01 andbT.
- by rewrite mul1r.
- by rewrite mulN1r opprK addrC.
Qed.

Lemma equal_key_sums m n n' dd (WD VD : table) (key : 'I_n -> 'I_m) sc (key' : 'I_n' -> 'I_m) sc' kw
    kv :
  (forall k : 'I_n, nth (Z0, Z0) kw k = (Z.of_nat (key k), sc k)) -> size kw = n -> size WD = n ->
  (forall k : 'I_n', nth (Z0, Z0) kv k = (Z.of_nat (key' k), sc' k)) -> size kv = n' ->
  size VD = n' ->
  (forall (j : 'I_m) (i : 'I_d), key_total (Z.of_nat j) i kw WD = key_total (Z.of_nat j) i kv VD) ->
  key_sum key (ZR \o sc) (from_columns d n dd WD) = key_sum key' (ZR \o sc') (from_columns d n' dd
    VD).
Proof.
move=> k1 k4 sD k1' k4' sV e; apply/matrixP => i j; rewrite !mxE; have := congr1 ZR (e j i).
rewrite (key_total_sum _ _ k1) // (key_total_sum _ _ k1') // => e'.
transitivity ((\sum_(k | key k == j) `|ZR (sc k)| * ZR (at2 WD k i)) / ZR dd).
  by rewrite mulr_suml; apply: eq_bigr => k _; rewrite !mxE mulrA.
by rewrite e' mulr_suml; apply: eq_bigr => k _; rewrite !mxE mulrA.
Qed.

Lemma product_entry n (A B : table) dd du i j : size A = n ->
  ((from_columns d n dd A : 'M[R]__) *m from_rows n d du B) i j =
  ZR (Certificate.dot (nth [::] (transpose d A) i) (nth [::] (transpose d B) j)) / (ZR dd * ZR du).
Proof.
move=> sA; rewrite mxE (dot_sum _ (n := n)); last first.
  by rewrite /transpose (nth_map 0%N) ?size_iota // size_map.
rewrite ZR_sum mulr_suml; apply: eq_bigr => k _.
by rewrite !nth_transpose // ZRM !mxE invfM mulrACA.
Qed.

Lemma cross_multiplied (gn gd dd du dm m p q : R) : gd != 0 -> dd != 0 -> du != 0 -> dm != 0 ->
  gd * (dd * du) * m + gd * (dd * du) * m = gn * dm * (p - q) ->
  gn / gd * (p / (dd * du)) = gn / gd * (q / (dd * du)) + m / dm *+ 2.
Proof.
move=> n2 n3 n4 n5 e; apply: (mulIf (mulf_neq0 n5 (mulf_neq0 n2 (mulf_neq0 n3 n4)))).
have -> : (gn / gd * (q / (dd * du)) + m / dm *+ 2) * (dm * (gd * (dd * du))) =
    gd * (dd * du) * m + gd * (dd * du) * m + gn * dm * q by field; rewrite n2 n3 n4 n5.
have -> : gn / gd * (p / (dd * du)) * (dm * (gd * (dd * du))) = gn * dm * p.
  by field; rewrite n2 n3 n4.
by rewrite e; ring.
Qed.

Theorem check_same_sound (unit zero : bool) gn gd dd du dm MM WD WU VD VU U kw kv (s : R -> R) :
  linear_gap s (ZR gn / ZR gd) -> (zero -> s 0 = 0) ->
  (unit \/ forall a z, s (a * z) + s (- (a * z)) = `|a| * (s z + s (- z))) ->
  check_same d N N' unit zero gn gd dd du dm MM WD WU VD VU U kw kv ->
  absorbs s (from_rows d d dm MM) (from_columns d N dd WD) (from_rows N d du WU)
    (from_columns d N' dd VD) (from_rows N' d du VU).
Proof.
move=> hs h0 hE; rewrite /check_same; case: ifP => //= /and4P[gd0 dd0 du0 /andP[dm0 _]].
case: ifP => // /allP hU; case: ifP => // hW; case: ifP => // hV.
case: (PeanoNat.Nat.eqb_spec _ _) => // sD; case: (PeanoNat.Nat.eqb_spec _ _) => // sV.
case: ifP => // /allP hk /allP hl.
have sizeU j : (j < size U)%N -> size (nth [::] U j) = d.
  by move=> jU; have /PeanoNat.Nat.eqb_spec := hU _ (mem_nth [::] jU).
have [key [sc [k1 k2 k3 k4]]] := check_keysP hW erefl sizeU.
have [key' [sc' [k1' k2' k3' k4']]] := check_keysP hV erefl sizeU.
apply: (@same_normal_form_absorbs _ _ _ _ (size U) s _ hs _ _ _ _ _ (from_rows (size U) d du U)
  key (ZR \o sc) key' (ZR \o sc')).
- exact: rows_by_keys.
- exact: even_scales h0 hE k3.
- exact: rows_by_keys.
- exact: even_scales h0 hE k3'.
- apply: equal_key_sums k1 k4 sD k1' k4' sV _ => j i; have := hk j.
  rewrite mem_iota add0n ltn_ord => /(_ isT) /allP/(_ i).
  by rewrite mem_iota add0n ltn_ord => /(_ isT) /Z.eqb_spec.
apply/matrixP => i j; have := hl i; rewrite mem_iota add0n ltn_ord => /(_ isT) /allP/(_ j).
rewrite mem_iota add0n ltn_ord => /(_ isT) /Z.eqb_spec e.
have nz z : ~~ Z.eqb z Z0 -> ZR z != 0.
  by move=> h; rewrite ZR_eq0; apply: contra h => /eqP ->.
rewrite mxE [RHS]mxE [X in X + _]mxE mulmxnE [X in X *+ 2]mxE !product_entry //.
apply: cross_multiplied; rewrite ?nz //.
by have := congr1 ZR e; rewrite !ZRD !ZRM ZRD ZRN.
Qed.

Corollary relu_same_absorbs dd du dm MM WD WU VD VU U kw kv :
  check_same d N N' false true 1 1 dd du dm MM WD WU VD VU U kw kv ->
  absorbs (@relu R) (from_rows d d dm MM) (from_columns d N dd WD) (from_rows N d du WU)
    (from_columns d N' dd VD) (from_rows N' d du VU).
Proof.
apply: check_same_sound => [z|_|].
- by rewrite ZR1 divr1; apply: relu_gap.
- by rewrite /relu maxxx.
by right=> a z; rewrite !relu_even !mul1r normrM.
Qed.

(* any activation with s(z) - s(-z) = z, scales +1 and -1 *)
Corollary unit_same_absorbs (s : R -> R) dd du dm MM WD WU VD VU U kw kv : linear_gap s 1 ->
  check_same d N N' true false 1 1 dd du dm MM WD WU VD VU U kw kv ->
  absorbs s (from_rows d d dm MM) (from_columns d N dd WD) (from_rows N d du WU)
    (from_columns d N' dd VD) (from_rows N' d du VU).
Proof. by move=> hs; apply: check_same_sound; [rewrite ZR1 divr1 | | left]. Qed.

Corollary leaky_relu_same_absorbs an ad gn dd du dm MM WD WU VD VU U kw kv :
  Z.eqb gn (Z.add ad an) -> negb (Z.eqb ad 0) ->
  check_same d N N' false true gn ad dd du dm MM WD WU VD VU U kw kv ->
  absorbs (leaky_relu (ZR an / ZR ad)) (from_rows d d dm MM) (from_columns d N dd WD)
    (from_rows N d du WU) (from_columns d N' dd VD) (from_rows N' d du VU).
Proof.
move=> /Z.eqb_spec gE ad0; apply: check_same_sound => [z|_|].
- have n0 : ZR ad != 0 by rewrite ZR_eq0; apply: contra ad0 => /eqP ->.
  by rewrite leaky_relu_gap -{1}(divff n0) -mulrDl -ZRD gE.
- by rewrite /leaky_relu lexx.
by right=> a z; rewrite !leaky_relu_even normrM mulrCA.
Qed.
End Computed.
