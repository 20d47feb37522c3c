(* Soundness of the verified checker: `check_sound`, and the front door for one's own block. *)
From Coq Require Import ZArith.
From mathcomp Require Import all_ssreflect all_algebra.
From mathcomp Require Import ring zify ssrZ.
From Symproof Require Import Definitions LinearAlgebra ConcreteWeights SameFunction Checker.
From Symproof Require Certificate Parity Conic Rigid WidthUpper ExactWidth.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

(* ---- soundness: integers by rows ------------------------------------------------------------ *)

Lemma nth_add_rows u v i : nth Z0 (add_rows u v) i = Z.add (nth Z0 u i) (nth Z0 v i).
Proof.
elim: u v i => [|a u IH] [|b v] [|i] //=; rewrite ?nth_nil ?Z.add_0_r //.
Qed.

Lemma nth_scale_row a r i : nth Z0 (scale_row a r) i = Z.mul a (nth Z0 r i).
Proof. by elim: r i => [|x r IH] [|i] //=; rewrite Z.mul_0_r. Qed.

Lemma at2_add_tables A B i j : at2 (add_tables A B) i j = Z.add (at2 A i j) (at2 B i j).
Proof.
rewrite /at2; elim: A B i => [|u A IH] [|v B] [|i] //=;
  rewrite ?nth_nil ?Z.add_0_r ?nth_add_rows //.
Qed.

Lemma at2_outer p q i j : at2 (outer p q) i j = Z.mul (nth Z0 p i) (nth Z0 q j).
Proof.
rewrite /at2 /outer; have [ip|pi] := ltnP i (size p);
  first by rewrite (nth_map Z0) // nth_scale_row.
by rewrite [nth [::] _ i]nth_default ?size_map // nth_nil [nth Z0 p i]nth_default.
Qed.

Lemma zero_rowP r : reflect (forall i, nth Z0 r i = Z0) (zero_row r).
Proof.
apply: (iffP idP) => [h i|h].
  have [ir|ri] := ltnP i (size r); last by rewrite nth_default.
  by have /Z.eqb_spec := all_nthP Z0 h i ir.
by apply/(all_nthP Z0) => i _; rewrite h.
Qed.

Lemma same_rowP x u L w : same_row x u L w -> forall j, Z.mul x (nth Z0 u j) = Z.mul L (nth Z0 w j).
Proof.
elim: u w => [|y u IH] [|z w] //=; first by move=> _ j; rewrite nth_nil !Z.mul_0_r.
by case: Z.eqb_spec => // e /IH h [|j] /=.
Qed.

Lemma nth_pad b r j : nth Z0 (pad b r) j = nth Z0 r j.
Proof. by rewrite nth_add_rows nth_nseq if_same Z.add_0_r. Qed.

Section Integers.
Variable R : realFieldType.
Notation ZR := (ZR R).

Definition ZM m n (t : table) : 'M[R]_(m, n) := \matrix_(i, j) ZR (at2 t i j).

Lemma ZR_row_times n r B j : size B = n ->
  ZR (nth Z0 (row_times r B) j) = \sum_(i < n) ZR (nth Z0 r i) * ZR (at2 B i j).
Proof.
elim: n r B => [|n IH] [|a r] [|v B] //=; rewrite ?nth_nil ?ZR0 ?big_ord0 //.
  by move=> _; rewrite big1 // => i _; rewrite nth_nil ZR0 mul0r.
case=> sB; rewrite nth_add_rows nth_scale_row ZRD ZRM (IH r B) // big_ord_recl.
by [].
Qed.

(* ---- ranks ---- *)

Lemma pivotP v j : pivot v = Some j -> nth Z0 v j <> Z0.
Proof.
elim: v j => //= a v IH j; case: Z.eqb_spec => [_|a0]; last by case=> <-.
by case e: (pivot v) => [i|] //= [<-]; apply: IH.
Qed.

Lemma rank_fromP b fuel rows : (rank_from b fuel rows <= \rank (ZM (size rows) b rows))%N.
Proof.
elim: fuel rows => [|fuel IH] [|v rows] //=.
have sub : (ZM (size rows) b rows <= ZM (size (v :: rows)) b (v :: rows))%MS.
  apply/row_subP => i; have -> : row i (ZM (size rows) b rows) =
    row (lift ord0 i) (ZM (size (v :: rows)) b (v :: rows)) by apply/rowP => j; rewrite !mxE.
  exact: row_sub.
have drop : (rank_from b fuel rows <= \rank (ZM (size (v :: rows)) b (v :: rows)))%N.
  exact: leq_trans (IH rows) (mxrankS sub).
case e: (pivot v) => [j|] //; case: ifP => // jb.
pose C := [seq clear j v r | r <- rows]; pose V := row ord0 (ZM (size (v :: rows)) b (v :: rows)).
have sC : size C = size rows by rewrite size_map.
have clearE i k : (i < size rows)%N -> ZR (at2 C i k) =
    ZR (nth Z0 v j) * ZR (at2 rows i k) - ZR (at2 rows i j) * ZR (nth Z0 v k).
  move=> ir; rewrite /at2 (nth_map [::]) // /clear nth_add_rows !nth_scale_row.
  by rewrite ZRD !ZRM ZRN mulNr.
have subC : (V + ZM (size C) b C <= ZM (size (v :: rows)) b (v :: rows))%MS.
  rewrite addsmx_sub row_sub /=; apply/row_subP => i; have ir : (i < size rows)%N by rewrite -sC.
  have -> : row i (ZM (size C) b C) = ZR (nth Z0 v j) *: row (Ordinal ir) (ZM (size rows) b rows)
      - ZR (at2 rows i j) *: V by apply/rowP => k; rewrite !mxE clearE.
  apply: addmx_sub; first by apply: scalemx_sub; apply: submx_trans (row_sub _ _) sub.
  by rewrite -scaleNr; apply: scalemx_sub; apply: row_sub.
apply: leq_trans (mxrankS subC); rewrite mxrank_disjoint_sum.
  have -> : \rank V = 1%N.
    rewrite rank_rV; case: eqP => // /rowP/(_ (Ordinal jb)).
    by rewrite !mxE => /eqP; rewrite ZR_eq0 => /eqP /(pivotP e).
  by rewrite add1n ltnS; apply: IH.
apply/eqP/rowV0P => w; rewrite sub_capmx => /andP[/sub_rVP[x ->] /submxP[y]].
move/rowP/(_ (Ordinal jb)); rewrite !mxE big1 => [|i _].
  move/eqP; rewrite mulf_eq0 => /orP[/eqP ->|]; first by rewrite scale0r.
  by rewrite ZR_eq0 => /eqP /(pivotP e).
rewrite !mxE clearE -?sC //= mulrC [X in X - _]mulrC.
by rewrite /at2 subrr mul0r.
Qed.

Lemma rank_ofP m b T : (rank_of m b T <= \rank (ZM m b T))%N.
Proof.
apply: leq_trans (rank_fromP _ _ _) _; apply: mxrankS; apply/row_subP => i.
have im : (i < m)%N.
  by apply: leq_trans (ltn_ord i) _; rewrite size_take; case: ifP => // /negbT; rewrite -leqNgt.
have -> : row i (ZM (size (take m T)) b (take m T)) = row (Ordinal im) (ZM m b T).
  by apply/rowP => j; rewrite !mxE /at2 nth_take.
exact: row_sub.
Qed.

Lemma ranks_aboveP m b n r (P Q T : table) (x : nat -> bool) : size P = n -> size Q = n ->
  ranks_above m b r P Q T ->
  (r < \rank (ZM m b T -
    \sum_(k < n) (x k)%:R *: ZM m b (outer (nth [::] P k) (nth [::] Q k)))%R)%N.
Proof.
elim: n P Q T x => [|n IH] [|p P] [|q Q] T x //=.
  by move=> _ _ h; rewrite big_ord0 subr0; apply: leq_trans h (rank_ofP _ _ _).
move=> [sP] [sQ]; rewrite big_ord_recl /=.
have step T' : ranks_above m b r P Q T' -> (r < \rank (ZM m b T' -
    \sum_(i < n) (x (bump 0 i))%:R *: ZM m b (outer (nth [::] P i) (nth [::] Q i)))%R)%N.
  exact: (IH P Q T' (fun i => x (bump 0 i))).
case: ifP => [/zero_rowP q0|_].
  move=> /step; rewrite (_ : ZM m b (outer p q) = 0) ?scaler0 ?add0r //.
  by apply/matrixP => i j; rewrite !mxE at2_outer q0 Z.mul_0_r.
case: ifP => // h0 h1; case: (x 0%N); last by rewrite scale0r add0r; apply: step.
rewrite scale1r opprD addrA; have -> : ZM m b T - ZM m b (outer p q) =
    ZM m b (add_tables T (outer (scale_row (-1) p) q)); last exact: step.
apply/matrixP => i j; rewrite !mxE at2_add_tables ZRD !at2_outer nth_scale_row -ZRN.
by congr (_ + ZR _); lia.
Qed.

(* ---- the residual of a subset ---- *)

Definition residual m b n (P Q T : table) (S : {set 'I_n}) : 'M[R]_(m, b) :=
  \matrix_(i, j) (ZR (at2 T i j) - \sum_(k in S) ZR (at2 P k i) * ZR (at2 Q k j)).

Lemma residual_rank m b n r P Q T (S : {set 'I_n}) : size P = n -> size Q = n ->
  ranks_above m b r P Q T -> (r < \rank (residual m b P Q T S))%N.
Proof.
move=> sP sQ /(ranks_aboveP (membership S \o Z.of_nat) sP sQ); congr (_ < \rank _)%N.
apply/matrixP => i j; rewrite [LHS]mxE [X in X + _]mxE [X in _ + X]mxE summxE [RHS]mxE.
congr (_ - _); rewrite [RHS]big_mkcond /=; apply: eq_bigr => k _;
  rewrite !mxE at2_outer ZRM /= /membership Znat.Nat2Z.id.
case: insubP => [k' _ /val_inj ->|]; last by rewrite ltn_ord.
by case: ifP => _; rewrite ?mul1r ?mul0r.
Qed.

Lemma residual_neq0 m b n P Q T t (S : {set 'I_n}) :
  Certificate.check m b n P Q T t -> (0 < \rank (residual m b P Q T S))%N.
Proof.
rewrite lt0n mxrank_eq0 => h; apply/eqP => /matrixP e; move: h; rewrite /Certificate.check.
case wf: (Certificate.well_formed _ _ _ _ _ _) => // ht; move: wf; rewrite /Certificate.well_formed.
do 3![case: (PeanoNat.Nat.eqb_spec _ _) => //=]; move=> sT sQ sP.
case fP: (List.forallb _ P) => //; case fQ: (List.forallb _ Q) => // fT.
apply: (Certificate.check_tree_sound _ _ ht (membership S)); split=> /= [i j|k]; last first.
  rewrite /Certificate.value /= Z.add_0_r (total_unknowns S _ 0 sP sQ) big1 => [|i _].
    by case: k.
  by case: k => [|k]; rewrite /= if_same.
rewrite /Certificate.value /= Z.add_0_r (total_unknowns S _ 0 sP sQ).
rewrite /Certificate.entry2 /Certificate.entry.
have msub (k : 'I_n) : membership S (Z.add 0 (Z.of_nat k)) = (k \in S).
  rewrite /membership Z.add_0_l Znat.Nat2Z.id; case: insubP => [k' _ /val_inj ->//|].
  by rewrite ltn_ord.
under eq_bigr do rewrite msub /= !listnth.
rewrite !listnth.
have [im|mi] := ltnP i m; last first.
  rewrite [nth [::] T i]nth_default; last by rewrite (_ : size T = m).
  rewrite nth_nil big1 // => k _; rewrite (_ : nth Z0 (nth [::] P k) i = Z0) ?mul0r ?if_same //.
  by rewrite nth_default // (has_sizeP fP) // (_ : size P = n).
have [jb|bj] := ltnP j b; last first.
  rewrite (_ : nth Z0 (nth [::] T i) j = Z0); last first.
    by rewrite nth_default // (has_sizeP fT) // (_ : size T = m).
  rewrite big1 // => k _; rewrite (_ : nth Z0 (nth [::] Q k) j = Z0) ?Z.mul_0_r ?if_same //.
  by rewrite nth_default // (has_sizeP fQ) // (_ : size Q = n).
apply: (@ZR_inj R); have := e (Ordinal im) (Ordinal jb); rewrite !mxE /= => /eqP.
rewrite subr_eq0 => /eqP ->; rewrite ZR_sum [RHS]big_mkcond /=; apply: eq_bigr => k _.
by case: ifP => _; rewrite ?ZRM.
Qed.

Lemma residual_times m d b n P U T B (S : {set 'I_n}) : size B = d ->
  residual m d P U T S *m ZM d b B =
  residual m b P [seq pad b (row_times u B) | u <- U] [seq pad b (row_times r B) | r <- T] S.
Proof.
move=> sB; have timesE A k j : ZR (at2 [seq pad b (row_times r B) | r <- A] k j) =
    \sum_(i < d) ZR (at2 A k i) * ZR (at2 B i j).
  rewrite /at2; have [kA|Ak] := ltnP k (size A).
    by rewrite (nth_map [::]) // nth_pad (ZR_row_times _ _ sB).
  by rewrite [nth _ _ k]nth_default ?size_map // nth_nil ZR0 big1 // => i _;
    rewrite [nth _ A k]nth_default // nth_nil ZR0 mul0r.
apply/matrixP => i j; rewrite !mxE timesE.
under [X in _ = _ - X]eq_bigr do rewrite timesE mulr_sumr.
rewrite exchange_big -sumrB; apply: eq_bigr => l _; rewrite !mxE mulrBl mulr_suml.
by congr (_ - _); apply: eq_bigr => k _; rewrite mulrA.
Qed.
End Integers.

(* ---- all sets of a size ---- *)

Lemma chooseP s l : subseq s l -> s \in choose (size s) l.
Proof.
elim: l s => [|i l IH] [|j s] //=.
rewrite mem_cat; case: eqP => [<-|_] h; last by rewrite (IH (j :: s)) ?orbT.
by apply/orP; left; apply/map_f/IH.
Qed.

Lemma sizesP n m r (F : {set 'I_n}) : (r.*2 <= m)%N -> #|F| = minn (m - r.*2) n ->
  exists2 s, (r, s) \in sizes m n & forall k : 'I_n, (k \in F) = (val k \in s).
Proof.
move=> rm cF; exists [seq val k | k <- enum F]; last first.
  by move=> k; rewrite mem_map ?mem_enum //; apply: val_inj.
apply/flatten_mapP; exists r; first by rewrite mem_iota add0n ltnS geq_half_double.
apply: map_f; rewrite -cF cardE -(size_map val); apply: chooseP.
by rewrite -val_enum_ord; apply/map_subseq; rewrite [enum 'I_n]enumT; apply: filter_subseq.
Qed.

(* ---- soundness: the normal form ---------------------------------------------------------- *)

Section Signs.
Variable R : realFieldType.
Notation ZR := (ZR R).

Lemma ZR_ge0 z : Z.leb 0 z -> 0 <= ZR z.
Proof. by case: z => // p _; rewrite /ZR ler0z. Qed.

Lemma ZR_abs z : ZR (Z.abs z) = `|ZR z|.
Proof.
case: z => [|p|p]; first by rewrite normr0.
  by rewrite ger0_norm // ZR_ge0.
have -> : Zneg p = - Zpos p by [].
by rewrite ZRN normrN ger0_norm // ZR_ge0.
Qed.

Lemma ZR_lt0 z : (ZR z < 0) = Z.ltb z 0.
Proof.
case: z => [|p|p]; first by rewrite ltxx.
  by apply/negbTE; rewrite -leNgt ZR_ge0.
have -> : Zneg p = - Zpos p by [].
by rewrite ZRN oppr_lt0 lt_neqAle ZR_ge0 // eq_sym ZR_eq0.
Qed.

Lemma ZR_gt0 z : Z.ltb 0 z -> 0 < ZR z.
Proof. by move=> h; rewrite -oppr_lt0 -ZRN ZR_lt0; case: z h. Qed.
End Signs.

Section NormalFormSound.
Variables (R : realFieldType) (s : R -> R) (a : activation) (b : block) (f : normal_form).
Hypothesis s_fits : fits a s.
Hypothesis ok : check_form b a f.
Notation ZR := (ZR R).
Notation d := (dimension b).
Notation n := (size (alive f)).
Notation gs := (alive f ++ dead f).
Notation dd := (ZR (down_den b)).
Notation du := (ZR (up_den b)).
Notation L := (ZR (scale f)).
Let UU := [seq first_row (up b) g | g <- alive f].
Let PP := [seq merged (down b) g | g <- alive f].
Let minus := flipped (down b) (up b) gs.
Definition class_rows : 'M[R]_(n, d) := from_rows n d (up_den b) UU.
Definition class_columns : 'M[R]_(d, n) := from_columns d n (Z.mul (down_den b) (scale f)) PP.
Definition class_skip : 'M[R]_d := M R b + gap R a *: \matrix_(i,
  j) (ZR (at2 minus i j) / (dd * du)).

Lemma okP : [/\ [/\ Z.ltb 0 (gap_den a), Z.ltb 0 (down_den b), Z.ltb 0 (up_den b),
    Z.ltb 0 (skip_den b) & Z.ltb 0 (scale f)],
  check_partition (width b) f, all (check_group (up b) a (scale f)) gs,
  all (fun k => zero_row (nth [::] (up b) k)) (zeros f) &
  [/\ nilp (zeros f) || conic a || vanishes a, all (fun g => zero_row (merged (down b) g)) (dead f),
  if conic a then check_noncollinear d n (iota 0 d) (forms f).1 (forms f).2 UU
      else check_distinct_up_to_sign d n (iota 0 d) (forms f).1 UU &
  check_columns d n (iota 0 d) PP]].
Proof.
move: ok; rewrite /check_form; case: ifP => //= /and5P[h1 h2 h3 h4 /andP[h5 _]].
by do 8![case: ifP => // ?].
Qed.

Lemma dens : [/\ 0 < ZR (gap_den a), 0 < dd, 0 < du, 0 < ZR (skip_den b) & 0 < L].
Proof. by have [[h1 h2 h3 h4 h5] _ _ _ _] := okP; split; apply: ZR_gt0. Qed.

Lemma class_nondegenerate : if conic a then nondegenerate class_columns class_rows
  else nondegenerate_up_to_sign class_columns class_rows.
Proof.
have [_ _ _ _ [_ _ h hc]] := okP; have [_ dd0 du0 _ L0] := dens.
have u0 : negb (Z.eqb (up_den b) 0) by rewrite -[Z.eqb _ _](ZR_eq0 R) gt_eqF.
have p0 : negb (Z.eqb (Z.mul (down_den b) (scale f)) 0).
  by rewrite -[Z.eqb _ _](ZR_eq0 R) ZRM mulf_neq0 ?gt_eqF.
have hU := @from_rows_given R n d (up_den b) UU.
have hP := @from_columns_given R d n (Z.mul (down_den b) (scale f)) PP.
have hk := check_columnsP hP p0 hc.
case: (conic a) h => h; first by have [h1 h2] := check_noncollinearP u0 hU h; split.
by have [h1 h2] := check_distinct_up_to_signP u0 hU h; split.
Qed.

Lemma scaling t z : conic a \/ `|t| = 1 ->
  s (t * z) = `|t| * s z + gap R a / 2%:R * (t - `|t|) * z.
Proof.
have [hs he _] := s_fits; case.
  by move=> ca; move: he; rewrite ca => -[e _ he]; apply: ExactWidth.conic_scale hs he _ _.
move=> t1; rewrite t1 mul1r; have : `|t| == 1 by rewrite t1.
rewrite eqr_norml ler01 andbT => /orP[] /eqP ->; first by rewrite mul1r subrr mulr0 mul0r addr0.
have := hs z; rewrite mulN1r => e; have -> : s (- z) = s z - gap R a * z by rewrite -e subKr.
congr (_ + _); rewrite -opprD -(mulr_natr 1 2) mul1r mulrN divfK ?pnatr_eq0 // mulNr //.
Qed.

Lemma at_zero : ~~ nilp (zeros f) -> s 0 = 0.
Proof.
have [_ _ _ _ [h _ _ _]] := okP; move: h; rewrite -orbA => /orP[->//|h] _.
have [_ he hv] := s_fits; move: h; case ca: (conic a) => //.
by move: he; rewrite ca => -[e _ he] _; apply: ExactWidth.conic0 he.
Qed.

Variable x : 'cV[R]_d.
Let dot_row (r : seq Z) : R := \sum_(j < d) (ZR (nth Z0 r j) / du) * x j 0.

Lemma dot_rowE m (W : table) (k : 'I_m) : (from_rows m d (up_den b) W *m x) k 0 = dot_row (nth [::]
  W k).
Proof. by rewrite mxE; apply: eq_bigr => j _; rewrite mxE. Qed.

Let neuron l k : R := ZR (at2 (down b) k l) / dd * s (dot_row (nth [::] (up b) k)).
Let linear l k : R := ZR (at2 (down b) k l) / dd * dot_row (nth [::] (up b) k).

Lemma member_value g m l : g \in gs -> m \in g ->
  neuron l m.1 = ZR (Z.mul (Z.abs m.2) (at2 (down b) m.1 l)) / (dd * L) * s (dot_row (first_row (up
    b) g)) +
    gap R a * (if Z.ltb m.2 0 then linear l m.1 else 0).
Proof.
move=> gin min; have [_ _ hg _ _] := okP; have [_ dd0 du0 _ L0] := dens.
have := allP hg _ gin; rewrite /check_group => /allP/(_ _ min).
case: ifP => // al /same_rowP same; pose t := ZR m.2 / L.
have dotE : dot_row (nth [::] (up b) m.1) = t * dot_row (first_row (up b) g).
  rewrite /dot_row mulr_sumr; apply: eq_bigr => j _; rewrite !mulrA; congr (_ / _ * _).
  have := congr1 ZR (same j); rewrite !ZRM => e; apply: (mulfI (lt0r_neq0 L0)).
  by rewrite -e mulrA [L * t]mulrC divfK ?lt0r_neq0.
have tabs : `|t| = ZR (Z.abs m.2) / L by rewrite normrM normfV (gtr0_norm L0) ZR_abs.
rewrite /neuron /linear dotE scaling; last first.
  move: al; rewrite /allowed; case: (conic a); first by left.
  by right; move: al => /Z.eqb_spec al; rewrite tabs al divff ?gt_eqF.
rewrite mulrDr; congr (_ + _).
  by rewrite tabs ZRM mulrA mulf_div [X in X / _]mulrC.
have -> : t - `|t| = if Z.ltb m.2 0 then t *+ 2 else 0.
  rewrite -(ZR_lt0 R) (_ : (ZR m.2 < 0) = (t < 0)); last by rewrite pmulr_llt0 ?invr_gt0.
  by case: ltrP => ht; [rewrite ltr0_norm // opprK | rewrite ger0_norm // subrr].
case: ifP => _; last by rewrite !(mulr0, mul0r).
rewrite -[t *+ 2]mulr_natr; move: (dot_row _) => y; move: (ZR _ / dd) => D.
by rewrite mulrA; set g2 := gap R a / _ * _; rewrite (_ : g2 = gap R a * t) /g2;
  [ring | rewrite [t * _]mulrC mulrA divfK ?pnatr_eq0].
Qed.

Lemma ZR_merged g l : ZR (nth Z0 (merged (down b) g) l) =
  \sum_(m <- g) ZR (Z.mul (Z.abs m.2) (at2 (down b) m.1 l)).
Proof.
elim: g => [|m g IH]; first by rewrite big_nil /= nth_nil.
by rewrite big_cons /= nth_add_rows nth_scale_row ZRD IH.
Qed.

Lemma ZR_flipped l j : ZR (at2 minus l j) =
  \sum_(m <- flatten gs | Z.ltb m.2 0) ZR (at2 (down b) m.1 l) * ZR (at2 (up b) m.1 j).
Proof.
rewrite /minus /flipped; elim: (flatten gs) => [|m ms IH].
  by rewrite big_nil /at2 !nth_nil.
rewrite big_cons /=; case: ifP => _ //.
by rewrite at2_add_tables at2_outer ZRD ZRM IH.
Qed.

Lemma linear_flipped l : \sum_(m <- flatten gs | Z.ltb m.2 0) linear l m.1 =
  \sum_(j < d) ZR (at2 minus l j) / (dd * du) * x j 0.
Proof.
under [RHS]eq_bigr do rewrite ZR_flipped !mulr_suml.
rewrite exchange_big; apply: eq_bigr => m _; rewrite /linear /dot_row mulr_sumr.
by apply: eq_bigr => j _; rewrite invfM -!mulrA; congr (_ * _); rewrite mulrCA.
Qed.

Lemma all_neurons l : \sum_(k < width b) neuron l k =
  \sum_(g <- gs) \sum_(m <- g) neuron l m.1.
Proof.
have [_ hp _ hz _] := okP; rewrite -(big_mkord xpredT (neuron l)) /index_iota subn0.
move: hp; rewrite /check_partition => /eqP <-; rewrite (perm_big _ (permEl (perm_sort _ _))).
rewrite big_cat big_map big_flatten /= [X in _ + X]big_seq [X in _ + X]big1 ?addr0 // => k kz.
have z0 : s 0 = 0 by apply: at_zero; case: (zeros f) kz.
rewrite /neuron (_ : dot_row _ = 0) ?z0 ?mulr0 //; apply: big1 => j _.
by rewrite (zero_rowP _ (allP hz _ kz)) ZR0 !mul0r.
Qed.

Lemma form_identity : M R b *m x + mlp s (W_down R b) (W_up R b) x =
  class_skip *m x + mlp s class_columns class_rows x.
Proof.
have [_ _ _ _ [_ hd _ _]] := okP; have [_ dd0 du0 _ L0] := dens.
rewrite /class_skip mulmxDl -addrA; congr (_ + _); apply/colP => l.
have -> : mlp s (W_down R b) (W_up R b) x l 0 = \sum_(k < width b) neuron l k.
  by rewrite mxE; apply: eq_bigr => k _; rewrite !mxE /neuron -dot_rowE; congr (_ * s _);
    rewrite mxE.
have group g : g \in gs -> \sum_(m <- g) neuron l m.1 =
    ZR (nth Z0 (merged (down b) g) l) / (dd * L) * s (dot_row (first_row (up b) g)) +
    gap R a * \sum_(m <- g | Z.ltb m.2 0) linear l m.1.
  move=> gin; rewrite ZR_merged !mulr_suml [X in _ = _ + _ * X]big_mkcond mulr_sumr -big_split /=.
  by apply: eq_big_seq => m min; apply: member_value.
rewrite all_neurons (eq_big_seq _ group) big_split /= addrC -mulr_sumr mxE; congr (_ + _).
  rewrite -big_flatten linear_flipped mxE mulr_sumr; apply: eq_bigr => j _.
  by rewrite !mxE mulrA.
rewrite big_cat /= [X in _ + X]big_seq [X in _ + X]big1 ?addr0 => [|g gd]; last first.
  by rewrite (zero_rowP _ (allP hd _ gd)) ZR0 !mul0r.
rewrite mxE (big_nth [::]) big_mkord; apply: eq_bigr => K _.
rewrite [map_mx _ _ _ _]mxE dot_rowE (nth_map [::]) //; congr (_ * _).
by rewrite mxE /at2 (nth_map [::]) // ZRM.
Qed.
End NormalFormSound.
(* ---- soundness: excluded widths --------------------------------------------------------- *)

Lemma at2_map (g : Z -> Z) t i j : g Z0 = Z0 ->
  at2 [seq [seq g z | z <- r] | r <- t] i j = g (at2 t i j).
Proof.
move=> g0; rewrite /at2; have [it|ti] := ltnP i (size t); last first.
  by rewrite !(nth_default [::]) ?size_map // !nth_nil g0.
rewrite (nth_map [::]) //; have [jr|rj] := ltnP j (size (nth [::] t i)); first exact: nth_map.
by rewrite [in RHS](nth_default Z0 rj) g0 nth_default ?size_map.
Qed.

Lemma all_at2 (p : pred Z) t i j : p Z0 -> all (all p) t -> p (at2 t i j).
Proof.
move=> p0 h; rewrite /at2; have [it|ti] := ltnP i (size t);
  last by rewrite (nth_default [::]) // nth_nil.
have [jr|rj] := ltnP j (size (nth [::] t i)); last by rewrite nth_default.
by have /(all_nthP Z0) := all_nthP [::] h i it; apply.
Qed.

Section ExcludedSound.
Variables (R : realFieldType) (s : R -> R) (a : activation) (b : block) (f : normal_form).
Hypothesis s_fits : fits a s.
Hypothesis ok : check_form b a f.
Hypothesis gap0 : Z.eqb (gap_num a) 0 = false.
Hypothesis integral : check_targets b a f.
Notation ZR := (ZR R).
Notation ZM := (ZM R).
Notation d := (dimension b).
Notation n := (size (alive f)).
Let UU := [seq first_row (up b) g | g <- alive f].
Let PP := [seq merged (down b) g | g <- alive f].
Let TT := targets b a f.
Notation U := (class_rows R b f).
Notation P := (class_columns R b f).
Definition flip S : 'M[R]_d := class_skip R a b f + gap R a *: (P *m Pi S *m U).

Lemma class_lower w : absorbable s w (M R b) (W_down R b) (W_up R b) ->
  exists S F : {set 'I_n}, (n + #|F| + (\rank (flip S *m cokermx (Pi F *m U))).*2 <= w)%N.
Proof.
move=> [Vd [Vu h]]; have [hs he _] := s_fits.
have : absorbable s w (class_skip R a b f) P U.
  by exists Vd, Vu => x; rewrite -(form_identity s_fits ok).
have := class_nondegenerate R ok; case: (conic a) he => [[e e0 he]|[he1 he2]] nd.
  exact: (Conic.conic_lower hs e0 he nd).
exact: (Rigid.rigid_lower hs he1 he2 nd).
Qed.

Lemma gap_neq0 : ZR (gap_num a) != 0.
Proof. by rewrite ZR_eq0; apply/eqP => e; move: gap0; rewrite e. Qed.

Lemma flip_residual S : flip S =
  (- gap R a / (ZR (down_den b) * ZR (scale f) * ZR (up_den b))) *: residual R d d PP UU TT S.
Proof.
have [/lt0r_neq0 gd0 /lt0r_neq0 dd0 /lt0r_neq0 du0 /lt0r_neq0 dm0 /lt0r_neq0 L0] := dens R ok.
have gn0 := gap_neq0.
apply/matrixP => i j; rewrite [LHS]mxE [X in _ + X]mxE mul_Pi_mul [X in X + _]mxE.
rewrite [X in _ + X + _]mxE [X in _ + _ * X + _]mxE [M _ _ _ _]mxE [RHS]mxE [X in _ = _ * X]mxE.
have -> : \sum_(k in S) P i k * U k j = (\sum_(k in S) ZR (at2 PP k i) * ZR (at2 UU k j)) /
    (ZR (down_den b) * ZR (scale f) * ZR (up_den b)).
  rewrite mulr_suml; apply: eq_bigr => k _; rewrite !mxE ZRM.
  by rewrite mulf_div.
set num := Z.mul (gap_den a) (Z.mul (Z.mul (down_den b) (scale f)) (up_den b)).
set den := Z.mul (gap_num a) (skip_den b).
have den0 : den <> Z0 by move/eqP; rewrite -(ZR_eq0 R) ZRM mulf_eq0 (negPf gn0) (negPf dm0).
set m := at2 (skip b) i j; set fl := at2 (flipped _ _ _) i j.
have -> : ZR (at2 TT i j) = - (ZR num * ZR m / ZR den) - ZR (scale f) * ZR fl.
  rewrite /TT /targets at2_add_tables ZRD -/num -/den; congr (_ + _); last first.
    rewrite (_ : [seq scale_row _ r | r <- _] =
      [seq [seq Z.mul (Z.opp (scale f)) z | z <- r] | r <- flipped (down b) (up b) (alive f ++ dead
        f)]) //.
    by rewrite at2_map ?Z.mul_0_r // ZRM ZRN mulNr.
  rewrite (@at2_map (fun z => Z.div (Z.opp (Z.mul num z)) den));
    last by rewrite Z.mul_0_r Z.div_0_l.
  have /Z.eqb_spec e : Z.eqb (Z.modulo (Z.mul num m) den) 0.
    by apply: (@all_at2 (fun z => Z.eqb (Z.modulo (Z.mul num z) den) 0));
      rewrite ?Z.mul_0_r ?Z.mod_0_l.
  have := congr1 ZR ((Z.div_exact (Z.mul num m) den den0).2 e); rewrite !ZRM => e2.
  by rewrite Z.div_opp_l_z // ZRN e2 mulrC mulKf // mulf_neq0.
rewrite /num /den !ZRM /gap; move: (\sum_(k in S) _) (ZR m) (ZR fl) => X m' fl'.
move: (ZR (gap_num a)) (ZR (gap_den a)) (ZR (down_den b)) (ZR (scale f)) (ZR (up_den b)) (ZR
  (skip_den b))
  gn0 gd0 dd0 L0 du0 dm0 => gn gd dd L du dm gn0 gd0 dd0 L0 du0 dm0.
by field; rewrite gn0 gd0 dd0 L0 du0 dm0.
Qed.

Lemma flip_rank S k (B : 'M[R]_(d, k)) : \rank (flip S *m B) = \rank (residual R d d PP UU TT S *m
  B).
Proof.
have [/lt0r_neq0 gd0 /lt0r_neq0 dd0 /lt0r_neq0 du0 /lt0r_neq0 dm0 /lt0r_neq0 L0] := dens R ok.
rewrite flip_residual -scalemxAl mxrank_scale_nz // !mulf_neq0 ?invr_eq0 ?oppr_eq0 ?mulf_neq0
  ?invr_eq0 //.
exact: gap_neq0.
Qed.

Lemma refutes_sound r k Q T p (S : {set 'I_n}) : size Q = n ->
  match r, proof p with
  | 0, Some t => Certificate.check d k n PP Q T t
  | 0, None => false
  | r'.+1, _ => ranks_above d k r PP Q T
  end -> (r < \rank (residual R d k PP Q T S))%N.
Proof.
move=> sQ; case: r => [|r]; last by move=> h; apply: residual_rank h; rewrite ?size_map.
by case: (proof p) => // t; apply: residual_neq0.
Qed.

Lemma check_problem_sound r fs p (F : {set 'I_n}) : (forall k : 'I_n, (k \in F) = (val k \in fs)) ->
  check_problem d n PP UU TT (r, fs) p ->
  exists k (B : 'M[R]_(d, k)), Pi F *m U *m B = 0 /\ forall S, (r < \rank (flip S *m B))%N.
Proof.
have du0 := let: And5 _ _ h _ _ := dens R ok in lt0r_neq0 h.
move=> hF; rewrite /check_problem /=; case: (kernel p) => [B|]; last first.
  case: fs hF => // hF h; exists d, 1%:M; split=> [|S].
    have -> : F = set0 by apply/setP => k; rewrite hF inE.
    by apply/matrixP => k j; rewrite mulmx1 Pi_mul inE mul0r mxE.
  by rewrite flip_rank mulmx1; apply: (refutes_sound (p := p)) h; rewrite ?size_map.
set k := if B is _ :: _ then _ else _; case: ifP => // /andP[/eqP sB _]; case: ifP => // zF h.
exists k, (ZM d k B); split=> [|S]; last first.
  rewrite flip_rank (@residual_times R d d k n PP UU TT B S sB).
  by apply: (refutes_sound (p := p)) h; rewrite ?size_map.
apply/matrixP => i j; rewrite -mulmxA Pi_mul [RHS]mxE; case iF: (i \in F); last by rewrite mul0r.
have /zero_rowP/(_ j) := allP zF _ (etrans (esym (hF i)) iF).
rewrite (nth_map [::]) ?size_map ?ltn_ord // nth_pad => /(congr1 ZR).
rewrite (@ZR_row_times R d _ _ _ sB) ZR0 => e.
rewrite mul1r; apply: (mulfI du0); rewrite mulr0 -[RHS]e mxE mulr_sumr; apply: eq_bigr => l _.
by rewrite !mxE mulrA mulrCA divff ?mulr1.
Qed.

Lemma check_all_sound rFs ps : check_all d n PP UU TT rFs ps ->
  forall rF, rF \in rFs -> exists p, check_problem d n PP UU TT rF p.
Proof.
elim: rFs ps => //= rF rFs IH [|p ps] //; case: ifP => // hp /IH h rF'.
by rewrite inE => /orP[/eqP ->|/h //]; exists p.
Qed.

Lemma excluded w ps : (n <= w)%N -> check_all d n PP UU TT (sizes (w - n) n) ps ->
  ~ absorbable s w (M R b) (W_down R b) (W_up R b).
Proof.
move=> nw /check_all_sound h /class_lower; rewrite -(subnKC nw); apply: ExactWidth.width_excluded.
move=> r F rm cF; have [fs fin hF] := sizesP rm cF; have [p hp] := h _ fin.
exact: check_problem_sound hF hp.
Qed.
End ExcludedSound.

Theorem check_excluded_sound (R : realFieldType) (s : R -> R) a b w f ps : fits a s ->
  check_excluded b a w f ps -> ~ absorbable s w (M R b) (W_down R b) (W_up R b).
Proof.
move=> hs; rewrite /check_excluded; case: ifP => // ok; case: ifP => // gap0.
case: ltnP => [wn _ /(class_lower hs ok)[S [F]]|nw]; last by case: ifP => // ht; apply: excluded.
by rewrite leqNgt -addnA; case/negP; apply: leq_trans wn (leq_addr _ _).
Qed.

Lemma check_map_sound (R : realFieldType) (s : R -> R) a b n VD VU K kw kv : fits a s ->
  check_same (dimension b) (width b) n (~~ conic a) (gap_num a) (gap_den a) (down_den b) (up_den b)
    (skip_den b) (skip b) (down b) (up b) VD VU K kw kv ->
  absorbable s n (M R b) (W_down R b) (W_up R b).
Proof.
move=> [hs he _] h; eexists; eexists; apply: check_same_sound h => //.
case: (conic a) he => [[e e0 he]|_]; [right|left] => // x z.
by rewrite !he normrM mulrCA.
Qed.

Lemma evenness_sound (R : realFieldType) (s : R -> R) a b w i j : fits a s ->
  check b a (AtLeast w) (ByEvenness i j) -> holds s a b (AtLeast w).
Proof.
move=> [hs _ _] ok w' [Vd [Vu h]].
have /and5P[id jd /Z.eqb_spec g0 m0 dm0] : [&& (i < dimension b)%N, (j < dimension b)%N,
    Z.eqb (gap_num a) 0, ~~ Z.eqb (at2 (skip b) i j) 0 & ~~ Z.eqb (skip_den b) 0].
  by case: w ok.
have even z : s (- z) = s z.
  by apply/esym/eqP; rewrite -subr_eq0 hs /gap g0 ZR0 !mul0r.
have /matrixP/(_ (Ordinal id) (Ordinal jd))/eqP := Parity.even_never_absorbs even h.
rewrite !mxE mulf_eq0 invr_eq0 !ZR_eq0 => /orP[] /eqP e; first by rewrite e in m0.
by rewrite e in dm0.
Qed.

Theorem check_sound (R : realFieldType) (s : R -> R) a b c e : fits a s ->
  check b a c e -> holds s a b c.
Proof.
move=> hs; case: c e => [|w|w] [t|f ps|i j|n VD VU K kw kv] //.
- move=> h S; apply: check_subsets_sound h.
  + exact: from_columns_given.
  + exact: from_rows_given.
  + exact: from_rows_skip_given.
- by rewrite /check; case: w.
- rewrite /check; case: w => // w /(check_excluded_sound hs) no w' h; rewrite ltnNge;
  apply/negP => ww; apply: no.
  by have := WidthUpper.absorbable_wider (w - w') h; rewrite subnKC.
- exact: evenness_sound.
- by rewrite /check; case: w.
rewrite /=; case: ifP => // nw /(check_map_sound hs) h.
by have := WidthUpper.absorbable_wider (w - n) h; rewrite subnKC.
Qed.

(* ---- the front door: one's own block ----------------------------------------------------- *)

Lemma residual_skip (R : realFieldType) d N columns down_den rows up_den :
  M R (residual_block d N columns down_den rows up_den) = 1%:M.
Proof. exact: identity_skip. Qed.

Lemma relu_fits (R : realFieldType) : fits relu_activation (@relu R).
Proof.
split=> [z||_]; first by rewrite /gap /= ZR1 divr1; apply: Parity.relu_gap.
  by exists 1; rewrite ?oner_neq0 // => z; rewrite Parity.relu_even mul1r.
by rewrite /relu maxxx.
Qed.

Lemma leaky_relu_fits (R : realFieldType) (an ad : Z) : an <> ad -> Z.ltb 0 ad ->
  fits (Activation (Z.add ad an) ad true true) (leaky_relu (ZR R an / ZR R ad)).
Proof.
move=> ne /(ZR_gt0 R)/lt0r_neq0 ad0; split=> [z||_].
- rewrite Conic.leaky_relu_gap; congr (_ * _).
  by rewrite /gap /= ZRD mulrDl divff.
- exists (1 - ZR R an / ZR R ad); last exact: Conic.leaky_relu_even.
  rewrite subr_eq0; apply/negP => /eqP e; apply: ne; apply: (@ZR_inj R).
  by rewrite -[LHS](divfK ad0) -e mul1r.
by rewrite /leaky_relu lexx.
Qed.

(* a rigid activation with s(z) - s(-z) = z *)
Lemma rigid_fits (R : realFieldType) (s : R -> R) (v : bool) : linear_gap s 1 ->
  separates_scales (fun z => s z + s (- z)) -> (exists z, s z + s (- z) != 0) -> (v -> s 0 = 0) ->
  fits (Activation 1 1 false v) s.
Proof. by move=> hs hE he hv; split=> //; rewrite /gap /= ZR1 divr1. Qed.

Theorem not_absorbable_by (R : realFieldType) (s : R -> R) a b e : fits a s ->
  check b a (AtLeast (width b).+1) e -> ~ absorbable s (width b) (M R b) (W_down R b) (W_up R b).
Proof. by move=> hs h /(check_sound hs h); rewrite ltnn. Qed.
