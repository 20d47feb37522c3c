(* Soundness of the verified checker: `check_sound`, and the front door for one's own block. *)
From Coq Require Import ZArith.
From mathcomp Require Import all_ssreflect all_algebra.
From mathcomp Require Import ring zify ssrZ.
From Symproof Require Import Definitions LinearAlgebra ConcreteWeights SameFunction Rows Cost
  Checker.
From Symproof Require Certificate Parity Conic Rigid WidthUpper ExactWidth.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Lemma same_rowP x u L w : same_row x u L w -> forall j, Z.mul x (nth Z0 u j) = Z.mul L (nth Z0 w j).
Proof.
elim: u w => [|y u IH] [|z w] //=; first by move=> _ j; rewrite nth_nil !Z.mul_0_r.
by case: Z.eqb_spec => // e /IH h [|j] /=.
Qed.

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
Let UU := key_rows b f.
Let PP := key_columns b f.
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

Lemma sizePP : size PP = n. Proof. exact: size_map. Qed.
Lemma sizeUU : size UU = n. Proof. exact: size_map. Qed.

Lemma class_rows_on k c (K : 'M[R]_(d, c)) (i : 'I_n) : k = i :> nat ->
  row i U *m K = (ZR (up_den b))^-1 *: (ZV R d (nth [::] UU k) *m K).
Proof.
move=> ->; rewrite scalemxAl; congr (_ *m K); apply/rowP => j.
by rewrite !mxE mulrC.
Qed.

Lemma excluded w : costs R d d n true (w.+1 - n) PP UU TT ->
  ~ absorbable s w (M R b) (W_down R b) (W_up R b).
Proof.
move=> h /class_lower[S [F small]]; have [x ex] := residual_choice R d d PP UU TT S.
pose Fn (k : nat) := if insub k is Some i then i \in F else false.
have inF (k : 'I_n) : Fn k = (k \in F) by rewrite /Fn (valK k).
have [c [K [kK big]]] := h x Fn (or_introl isT).
have card : (\sum_(k < n) Fn k = #|F|)%N.
  rewrite -sum1_card [RHS]big_mkcond; apply: eq_bigr => k _; rewrite inF.
  by case: (k \in F).
have FK : Pi F *m U *m K = 0.
  apply/row_matrixP => i; rewrite row_mul row_Pi row0; case iF: (i \in F); last first.
    by rewrite scale0r mul0mx.
  by rewrite scale1r (@class_rows_on i) // kK ?scaler0 // inF.
have : (\rank (choice R d d n PP UU TT x *m K) <= \rank (flip S *m cokermx (Pi F *m U)))%N.
  by rewrite -ex -flip_rank (ExactWidth.coker_factor FK) (mulmxA (flip S)); apply: mxrankM_maxl.
by move: big small; rewrite card; lia.
Qed.

(* ---- a choice of signs that suffices ---- *)

Lemma rank_on_kernel k (A : 'M[R]_d) (V : 'M[R]_(k, d)) :
  (\rank (A *m cokermx V) + \rank V <= \rank (A + V)%MS)%N.
Proof.
rewrite -(mxrank_mul_ker (A + V)%MS (cokermx V)); apply: leq_add.
  by apply: mxrankS; apply: submxMr; apply: addsmxSl.
apply: mxrankS; rewrite sub_capmx addsmxSr /=.
by apply/sub_kermxP; rewrite mulmx_coker.
Qed.

Lemma flipped_choice l T : uniq l -> all (fun k => k < n)%N l ->
  ZM d d (foldr (fun k A => add_tables A (outer (scale_row (-1) (nth [::] PP k)) (nth [::] UU k)))
    T l) =
  residual R d d PP UU T [set k : 'I_n | val k \in l].
Proof.
elim: l => [|k l IH] /=.
  by move=> _ _; apply/matrixP => i j; rewrite !mxE big_pred0 ?subr0 // => k; rewrite inE.
move=> /andP[kl ul] /andP[kn al]; rewrite ZM_add ZM_outer (IH ul al).
apply/matrixP => i j; rewrite [LHS]mxE [X in X + _]mxE [X in _ + X]mxE big_ord1 [RHS]mxE.
rewrite [in RHS](bigD1 (Ordinal kn)) ?inE ?eqxx //= !mxE nth_scale_row ZRM mulN1r mulNr.
rewrite opprD addrA addrAC; congr (_ - _); apply: eq_bigl => m; rewrite !inE.
have [->|ne] := eqVneq m (Ordinal kn); first by rewrite (negPf kl) andbF.
by rewrite andbT; have /negPf -> : val m != k by apply: contra ne => /eqP e; apply/eqP/val_inj.
Qed.

Lemma signs_suffice w l double : check_signs b a w f l double ->
  absorbable s w (M R b) (W_down R b) (W_up R b).
Proof.
have [hs _ _] := s_fits; rewrite /check_signs ok gap0 integral.
case: ifP => // /andP[/andP[ul al] ad]; rewrite -/UU -/PP -/TT.
set F := [seq nth [::] UU k | k <- double]; set left := foldr _ _ _.
pose S := [set k : 'I_n | val k \in l]; pose D := [set k : 'I_n | val k \in double].
have sD : (#|D| <= size double)%N.
  rewrite cardE -(size_map val); apply: uniq_leq_size; first by rewrite map_inj_uniq ?enum_uniq
    //; apply: val_inj.
  by move=> k /mapP[i]; rewrite mem_enum inE => h ->.
have FD : (ZM (size double) d F :=: Pi D *m U)%MS.
  have du0 := lt0r_neq0 (let: And5 _ _ h _ _ := dens R ok in h).
  apply/eqmxP/andP; split.
    apply: ZM_sub => i il; have kn : (nth 0%N double i < n)%N by apply: (allP ad); rewrite mem_nth.
    rewrite (nth_map 0%N) //; have -> : ZV R d (nth [::] UU (nth 0%N double i)) =
        ZR (up_den b) *: row (Ordinal kn) (Pi D *m U).
      rewrite row_Pi inE /= mem_nth // scale1r; apply/rowP => j; rewrite !mxE.
      by rewrite mulrC divfK.
    by rewrite scalemx_sub ?row_sub.
  apply/row_subP => k; rewrite row_Pi inE; case kd: (_ \in double); last by rewrite scale0r sub0mx.
  rewrite scale1r; have -> : row k U = (ZR (up_den b))^-1 *: ZV R d (nth [::] F (index (val k)
    double)).
    rewrite (nth_map 0%N) ?index_mem // nth_index //; apply/rowP => j.
    by rewrite !mxE mulrC.
  by rewrite scalemx_sub // ZV_sub ?index_mem.
have rmod : (rank_mod d F <= \rank (Pi D *m U))%N.
  by rewrite -FD; apply: rank_modP; rewrite size_map.
have enough_for : (n + #|D| + (\rank (flip S *m cokermx (Pi D *m U))).*2 <= w)%N ->
    absorbable s w (M R b) (W_down R b) (W_up R b).
  move=> small; have gn0 : gap R a != 0.
    by rewrite /gap mulf_neq0 ?invr_eq0 ?gap_neq0 ?(lt0r_neq0 (let: And5 h _ _ _ _ := dens R ok in
      h)).
  have := WidthUpper.least_width_upper hs gn0 (class_skip R a b f) P U S D.
  rewrite /= addnn -/(flip S) => h; have := WidthUpper.absorbable_wider (w - _) h.
  move/(_ (n + #|D| + (\rank (flip S *m cokermx (Pi D *m U))).*2)%N); rewrite subnKC //.
  by case=> Vd [Vu e]; exists Vd, Vu => x; rewrite (form_identity s_fits ok).
have left_rank := rank_on_kernel (flip S) (Pi D *m U).
case: ifP => [used _|_ used]; apply: enough_for.
  have : (\rank (flip S + Pi D *m U)%MS <= d)%N := rank_leq_col _.
  by lia.
have fS : (\rank (flip S + Pi D *m U)%MS <= rank_exact d (take d left ++ F))%N.
  rewrite (@rank_exactP R (size (take d left ++ F))) //; apply: mxrankS.
  rewrite addsmx_sub flip_residual scalemx_sub -?(flipped_choice TT ul al) /=.
    rewrite -FD; apply: ZM_sub => i il.
    have -> : nth [::] F i = nth [::] (take d left ++ F) (size (take d left) + i).
      by rewrite nth_cat ltnNge leq_addr /= addKn.
    by apply: ZV_sub; rewrite size_cat ltn_add2l size_map.
  apply: ZM_sub => i id; rewrite -/left -(nth_take [::] id).
  have [it|ti] := ltnP i (size (take d left)); last first.
    by rewrite nth_default //; apply: (eq_ind_r (fun v => (v <= _)%MS) (sub0mx _ _));
      apply: ZV_zero.
  have -> : nth [::] (take d left) i = nth [::] (take d left ++ F) i by rewrite nth_cat it.
  by apply: ZV_sub; rewrite size_cat ltn_addr.
by lia.
Qed.
End ExcludedSound.

Theorem check_excluded_sound (R : realFieldType) (s : R -> R) a b w f c : fits a s ->
  check_excluded b a w f c -> ~ absorbable s w (M R b) (W_down R b) (W_up R b).
Proof.
move=> hs; rewrite /check_excluded; case: ifP => // ok; case: ifP => // gap0; case: ifP => // ht h.
by apply: (excluded hs ok gap0 ht); apply: check_cost_sound h; rewrite size_map.
Qed.

Lemma check_signs_sound (R : realFieldType) (s : R -> R) a b w f flip double : fits a s ->
  check_signs b a w f flip double -> absorbable s w (M R b) (W_down R b) (W_up R b).
Proof.
move=> hs h; have := h; rewrite /check_signs; case: ifP => // ok; case: ifP => // gap0.
by case: ifP => // ht _; apply: (signs_suffice hs ok gap0 ht h).
Qed.

Lemma check_map_sound (R : realFieldType) (s : R -> R) a b n VD VU K kw kv : fits a s ->
  check_same (dimension b) (width b) n (~~ conic a) (vanishes a) (gap_num a) (gap_den a)
    (down_den b) (up_den b) (skip_den b) (skip b) (down b) (up b) VD VU K kw kv ->
  absorbable s n (M R b) (W_down R b) (W_up R b).
Proof.
move=> [hs he h0] h; eexists; eexists; apply: check_same_sound h => //.
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
move=> hs; case: c e => [|w|w] [t|f c|f flip double|i j|n VD VU K kw kv] //.
- move=> h S; apply: check_subsets_sound h.
  + exact: from_columns_given.
  + exact: from_rows_given.
  + exact: from_rows_skip_given.
- by rewrite /check; case: w.
- rewrite /check; case: w => // w /(check_excluded_sound hs) no w' h; rewrite ltnNge;
  apply/negP => ww; apply: no.
  by have := WidthUpper.absorbable_wider (w - w') h; rewrite subnKC.
- by rewrite /check; case: w.
- exact: evenness_sound.
- by rewrite /check; case: w.
- exact: check_signs_sound.
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
