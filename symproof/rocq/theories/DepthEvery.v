(* Stacks with concrete weights at every depth, for an activation of linear gap c whose values at
   network functions that differ up to sign are independent (independent in Definitions.v):
   a residual stack equals a network of consecutive layers with no more neurons only if every
   block is absorbable, and that network then has the same widths; n_H >= T + rank(1 + c W_S U_S)
   for some S of the first block.  Here stacks are flat: neuron k has a block, a row u k, a
   column D k and its argument z k; a neuron j of the network has a layer and its argument w j. *)
From mathcomp Require Import all_ssreflect all_algebra.
From mathcomp Require Import ring zify.
From Symproof Require Import Definitions LinearAlgebra Sufficiency.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section Relation.
Variables (R : realFieldType) (d : nat) (s : R -> R).
Notation fn := ('cV[R]_d -> R).
Hypothesis ind : independent d s.

Definition nonconstant (f : fn) := ~ forall x, f x = f 0.
Definition unlike (f g : fn) := forall b : bool, ~ forall x, f x = (-1) ^+ b * g x.

Lemma unlike_sym f g : unlike f g -> unlike g f.
Proof. by move=> h b e; apply: (h b) => x; rewrite e mulrA -expr2 sqrr_sign mul1r. Qed.

Lemma affine0 (a : 'rV[R]_d) b : (forall x : 'cV_d, (a *m x) 0 0 + b = 0) -> a = 0 /\ b = 0.
Proof.
move=> h; have b0 : b = 0 by have := h 0; rewrite mulmx0 mxE add0r.
split=> //; apply/rowP => j; have := h (delta_mx j 0); rewrite b0 addr0 -colE mxE => ->.
by rewrite mxE.
Qed.

(* a relation between the functions that it mentions is trivial *)
Lemma relation (K : finType) (z : K -> fn) (e : K -> R) (a : 'rV_d) b :
  (forall k, e k != 0 -> network_function s (z k) /\ nonconstant (z k)) ->
  (forall k l, e k != 0 -> e l != 0 -> k != l -> unlike (z k) (z l)) ->
  (forall x, (a *m x) 0 0 + b + \sum_k e k * s (z k x) = 0) ->
  [/\ forall k, e k = 0, a = 0 & b = 0].
Proof.
move=> h1 h2 rel; pose A := [set k | e k != 0].
have inA (i : 'I_#|A|) : e (enum_val i) != 0 by have := enum_valP i; rewrite inE.
have e0 k : e k = 0.
  apply/eqP/negPn/negP => ek; have kA : k \in A by rewrite inE.
  suff : e (enum_val (enum_rank_in kA k)) = 0 by rewrite enum_rankK_in // => /eqP; apply/negP.
  apply: (ind (z := fun i => z (enum_val i)) (e := fun i => e (enum_val i)) (a := a) (b := b)).
  - by move=> i; case: (h1 _ (inA i)).
  - by move=> i; case: (h1 _ (inA i)).
  - move=> i j ij; have u := h2 _ _ (inA i) (inA j); split=> h;
      [apply: (u _ false)|apply: (u _ true)];
      rewrite ?(inj_eq enum_val_inj) // => x; rewrite h ?mul1r // mulN1r //.
  - move=> x; rewrite -[RHS](rel x); congr (_ + _).
    rewrite -(big_enum_val (fun k => e k * s (z k x))) /= big_mkcond; apply: eq_bigr => l _.
    by rewrite inE; case: eqP => [->|//]; rewrite mul0r.
have [a0 b0] : a = 0 /\ b = 0; last by [].
by apply: affine0 => x; rewrite -[RHS](rel x) big1 ?addr0 // => k _; rewrite e0 mul0r.
Qed.
End Relation.

(* ---- the residual stack ---------------------------------------------------- *)
Section Stack.
Variables (R : realFieldType) (d : nat) (s : R -> R).
Notation fn := ('cV[R]_d -> R).
Hypothesis ind : independent d s.
Variables (I : finType) (blk : I -> nat) (u : I -> 'rV[R]_d) (D : I -> 'cV[R]_d) (z : I -> fn).

(* v . F_n, F_n the stack of the blocks below n *)
Definition comb (v : 'rV[R]_d) n (x : 'cV[R]_d) :=
  (v *m x) 0 0 + \sum_(l | (blk l < n)%N) (v *m D l) 0 0 * s (z l x).

Hypothesis zE : forall k x, z k x = comb (u k) (blk k) x.
Hypothesis u0 : forall k, u k != 0.
Hypothesis u_unlike : forall k l, blk k = blk l -> k != l -> (u k != u l) && (u k != - u l).
Hypothesis D0 : forall k, D k != 0.
Hypothesis seen : forall k n, blk k = n.+1 -> exists2 l, blk l = n & (u k *m D l) 0 0 != 0.

Lemma combE v n x : comb v n x =
  (v *m x) 0 0 + \sum_l (if (blk l < n)%N then (v *m D l) 0 0 else 0) * s (z l x).
Proof.
congr (_ + _); rewrite big_mkcond; apply: eq_bigr => l _.
by case: ifP => // _; rewrite mul0r.
Qed.

Lemma comb_linear a v w n x : comb (a *: v + w) n x = a * comb v n x + comb w n x.
Proof.
rewrite /comb mulrDr addrACA mulr_sumr -big_split /= mulmxDl -scalemxAl [X in X + _]mxE.
rewrite [X in X + _ + _]mxE; congr (_ + _); apply: eq_bigr => l _.
by rewrite mulmxDl -scalemxAl [in LHS]mxE [X in (X + _) * _]mxE mulrDl mulrA.
Qed.

Lemma network_z k : network_function s (z k).
Proof.
have [n] := ubnP (blk k); elim: n k => // n IH k; rewrite ltnS => kn.
apply: network_ext (fun x => esym (zE k x)) _; rewrite /comb.
have aff : network_function s (fun x => (u k *m x) 0 0).
  by apply: network_ext (network_affine s (u k) 0) => x; rewrite addr0.
elim: (index_enum I) => [|l ls IHl].
  by apply: network_ext aff => x; rewrite big_nil addr0.
have [lk|lk] := boolP (blk l < blk k)%N; last first.
  by apply: network_ext IHl => x; rewrite big_cons (negPf lk).
apply: network_ext (network_add (network_neuron ((u k *m D l) 0 0) (IH l (leq_trans lk kn))) IHl).
by move=> x; rewrite big_cons lk addrCA.
Qed.

Lemma distinct_below n :
  (forall k, (blk k < n)%N -> nonconstant (z k)) /\
  (forall k l, (blk k < n)%N -> (blk l < n)%N -> k != l -> unlike (z k) (z l)).
Proof.
elim: n => [|n [IH1 IH2]]; first by [].
have rel (e : I -> R) (a : 'rV_d) b : (forall k, e k != 0 -> (blk k < n)%N) ->
    (forall x, (a *m x) 0 0 + b + \sum_k e k * s (z k x) = 0) -> [/\ forall k, e k = 0,
      a = 0 & b = 0].
  move=> sup; apply: (relation ind (z := z)) => [k /sup kn|k l /sup kn /sup ln].
    by split; [exact: network_z|exact: IH1].
  exact: IH2.
have step k l : (blk l <= blk k)%N -> (blk k < n.+1)%N -> k != l -> unlike (z k) (z l).
  move=> lk kn kl b e.
  have [||h a0 _] := rel (fun m => (if (blk m < blk k)%N then (u k *m D m) 0 0 else 0) -
      (-1) ^+ b * (if (blk m < blk l)%N then (u l *m D m) 0 0 else 0))
      (u k - (-1) ^+ b *: u l) 0.
  - move=> m; rewrite ltnS in kn; case: ifP => [mk _|_]; first exact: leq_trans mk kn.
    case: ifP => [ml _|_]; first exact: leq_trans ml (leq_trans lk kn).
    by rewrite mulr0 subrr eqxx.
  - move=> x; have := e x; rewrite !zE !combE => /eqP; rewrite -subr_eq0 => /eqP ex;
      rewrite -[RHS]ex.
    rewrite mulmxBl -scalemxAl [X in X + _ + _]mxE [X in _ + X + _ + _]mxE.
    rewrite [X in - X]mxE addr0 mulrDr opprD addrACA; congr (_ + _).
    rewrite mulr_sumr -sumrB; apply: eq_bigr => m _.
    by rewrite mulrBl mulrA.
  have [kl_blk|kl_blk] := eqVneq (blk k) (blk l).
    have := u_unlike kl_blk kl; move/eqP: a0; rewrite subr_eq0 => /eqP ->.
    by case: (b); rewrite ?scaleN1r ?scale1r ?eqxx ?andbF.
  have [n' kn'] : exists n', blk k = n'.+1 by case: (blk k) lk kl_blk => [|m]; [lia | exists m].
  have [m mn um] := seen kn'; move: (h m); rewrite mn kn' ltnSn.
  rewrite (_ : (n' < blk l)%N = false) ?mulr0 ?subr0; first by move/eqP; apply/negP.
  by apply/negbTE; rewrite -leqNgt -ltnS -kn' ltn_neqAle lk eq_sym kl_blk.
split=> [k kn e|k l kn ln kl]; last first.
  have [lk|/ltnW lk] := leqP (blk l) (blk k); first exact: step.
  by apply/unlike_sym/step; rewrite // eq_sym.
have [||_ /eqP] := rel (fun m => if (blk m < blk k)%N then (u k *m D m) 0 0 else 0) (u k) (- z k 0).
- by move=> m; case: ifP => [mk _|_]; [exact: leq_trans mk kn | rewrite eqxx].
- by move=> x; rewrite addrAC -combE -zE e subrr.
by rewrite (negPf (u0 k)).
Qed.

Lemma nonconstant_z k : nonconstant (z k).
Proof. by case: (distinct_below (blk k).+1) => h _; apply: h. Qed.

Lemma unlike_z k l : k != l -> unlike (z k) (z l).
Proof.
case: (distinct_below (maxn (blk k) (blk l)).+1) => _ h; apply: h; rewrite ltnS ?leq_maxl //.
exact: leq_maxr.
Qed.

Lemma relation_z (e : I -> R) (a : 'rV_d) b : (forall x, (a *m x) 0 0 + b + \sum_k e k * s (z k x)
  = 0) ->
  [/\ forall k, e k = 0, a = 0 & b = 0].
Proof.
apply: (relation ind (z := z)) => [k _|k l _ _]; last exact: unlike_z.
by split; [exact: network_z | exact: nonconstant_z].
Qed.

(* an affine function is no argument of a later block *)
Lemma affine_first v n (a : 'rV_d) b : (forall x, comb v n x = (a *m x) 0 0 + b) ->
  v = a /\ forall k, (blk k < n)%N -> (v *m D k) 0 0 = 0.
Proof.
move=> h; have [|e va _] := @relation_z
    (fun k => if (blk k < n)%N then (v *m D k) 0 0 else 0) (v - a) (- b).
  move=> x; rewrite mulmxBl [X in X + _ + _]mxE [X in _ + X + _ + _]mxE.
  by rewrite -[X in X + _]addrA -opprD addrAC -combE h subrr.
split=> [|k kn]; first by apply/eqP; rewrite -subr_eq0 va.
by have := e k; rewrite kn.
Qed.

(* ---- the network of consecutive layers ------------------------------------- *)
Variable c : R.
Hypothesis gap : linear_gap s c.
Variables (J : finType) (lay : J -> nat) (w : J -> fn).
Variables (be : J -> R) (A : J -> 'rV[R]_d) (B : J -> J -> R).

(* a function of the outputs of the layer below n *)
Definition read (b0 : R) (a : 'rV[R]_d) (b : J -> R) n x :=
  if n is n'.+1 then b0 + \sum_(j | lay j == n') b j * s (w j x) else b0 + (a *m x) 0 0.
Hypothesis wE : forall j x, w j x = read (be j) (A j) (B j) (lay j) x.

Lemma flipped t : s (- t) = s t - c * t.
Proof. by rewrite -gap opprB addrCA subrr addr0. Qed.

Definition distance_from (S : {set I}) n : 'M[R]_d :=
  1%:M + c *: \sum_(k in S | blk k == n) D k *m u k.

Section Aligned.
Variables (ka : J -> I) (ep : J -> bool).
Hypotheses (ka_inj : injective ka) (kaE : forall j x, w j x = (-1) ^+ ep j * z (ka j) x).
Definition negated : {set I} := [set k | [exists j, (ka j == k) && ep j]].

Lemma negatedE j : (ka j \in negated) = ep j.
Proof.
rewrite inE; apply/existsP/idP => [[j' /andP[/eqP /ka_inj -> //]]|e].
by exists j; rewrite eqxx.
Qed.

Notation G := (distance_from negated).

Lemma mul_G v n : v *m G n = v + c *: \sum_(k in negated | blk k == n) (v *m D k) 0 0 *: u k.
Proof.
rewrite mulmxDr mulmx1 -scalemxAr mulmx_sumr; congr (_ + _ *: _); apply: eq_bigr => k _.
by rewrite mulmxA [v *m D k]mx11_scalar mul_scalar_mx !mxE mulr1n.
Qed.

Lemma compare v m n b0 b : (forall j, lay j = n -> blk (ka j) = n) ->
  (forall x, comb v m x = read b0 0 b n.+1 x) ->
  v = - (c *: \sum_(j | (lay j == n) && ep j) b j *: u (ka j)) /\
  forall k, (if (blk k < m)%N then (v *m D k) 0 0 else 0) -
            (if (blk k < n)%N then (v *m D k) 0 0 else 0) =
            \sum_(j | (lay j == n) && (ka j == k)) b j.
Proof.
move=> al h; pose om := c *: \sum_(j | (lay j == n) && ep j) b j *: u (ka j).
have split_read x : read b0 0 b n.+1 x =
    b0 + \sum_k (\sum_(j | (lay j == n) && (ka j == k)) b j) * s (z k x) - comb om n x.
  rewrite /read -addrA; congr (_ + _).
  have -> : comb om n x = \sum_(j | (lay j == n) && ep j) c * (b j * z (ka j) x).
    rewrite /om; under [RHS]eq_bigr => j /andP[/eqP jn _] do rewrite zE (al _ jn).
    rewrite -[c *: _]addr0 comb_linear [X in _ + X](_ : _ = 0) ?addr0; last first.
      rewrite /comb mul0mx mxE add0r big1 // => l _; by rewrite mul0mx mxE mul0r.
    rewrite -mulr_sumr; congr (_ * _).
    elim/big_rec2: _ => [|j y1 y2 _ <-]; last by rewrite comb_linear.
    rewrite /comb mul0mx mxE add0r big1 // => l _; by rewrite mul0mx mxE mul0r.
  have -> : \sum_k (\sum_(j | (lay j == n) && (ka j == k)) b j) * s (z k x) =
      \sum_(j | lay j == n) b j * s (z (ka j) x).
    rewrite (partition_big ka predT) //=; apply: eq_bigr => k _; rewrite mulr_suml.
    by apply: eq_bigr => j /andP[_ /eqP ->].
  rewrite big_mkcondr -sumrB; apply: eq_bigr => j _; rewrite kaE; case: (ep j).
    by rewrite mulN1r flipped mulrBr mulrCA.
  by rewrite mul1r subr0.
have [|e a0 _] := @relation_z (fun k => (if (blk k < m)%N then (v *m D k) 0 0 else 0) +
    (if (blk k < n)%N then (om *m D k) 0 0 else 0) -
    \sum_(j | (lay j == n) && (ka j == k)) b j) (v + om) (- b0).
  move=> x; rewrite -[RHS](subrr (comb v m x)) {2}h split_read opprB !combE.
  rewrite mulmxDl [X in X + _ + _]mxE opprD.
  under eq_bigr do rewrite mulrBl mulrDl.
  rewrite sumrB big_split /=.
  set p := (v *m x) 0 0; set q := (om *m x) 0 0; set S1 := \sum_(_ | _) _; set S2 := \sum_(_ | _) _.
  set S3 := \sum_(_ | _) _.
  by ring.
have vom : v = - om by apply/eqP; rewrite -addr_eq0 a0.
split=> // k; have /eqP := e k; rewrite subr_eq0 => /eqP <-; congr (_ + _).
by case: ifP => // _; rewrite ?oppr0 // vom mulNmx mxE opprK.
Qed.

(* the block and the layer agree where neither side is trivial *)
Lemma same_height v m n b0 b j0 k0 : (forall j, lay j = n -> blk (ka j) = n) ->
  (forall x, comb v m x = read b0 0 b n.+1 x) ->
  lay j0 = n -> b j0 != 0 -> (blk k0).+1 = m -> (v *m D k0) 0 0 != 0 -> m = n.+1.
Proof.
move=> al h j0n bj k0m vk; have [_ hk] := compare al h.
have one : \sum_(j | (lay j == n) && (ka j == ka j0)) b j = b j0.
  rewrite (big_pred1 j0) // => j; rewrite (inj_eq ka_inj) andbC.
  by case: (j =P j0) => [->|/eqP/negPf ne]; rewrite /= ?j0n ?eqxx ?ne.
have nm : (n < m)%N.
  have := hk (ka j0); rewrite one al // ltnn subr0; case: ifP => // _ e.
  by rewrite -e eqxx in bj.
apply/eqP; rewrite eqn_leq nm andbT leqNgt; apply/negP => mn.
have k0n : (n < blk k0)%N by rewrite -ltnS k0m.
have := hk k0; rewrite -k0m leqnn ltnNge (ltnW k0n) subr0 big_pred0 => [/eqP|j].
  by rewrite (negPf vk).
by apply/negbTE/negP => /andP[/eqP /al jn /eqP jk]; rewrite -jk jn ltnn in k0n.
Qed.

Lemma row_killed v n b0 b : (forall j, lay j = n -> blk (ka j) = n) ->
  (forall x, comb v n.+1 x = read b0 0 b n.+1 x) -> v *m G n = 0.
Proof.
move=> al h; have [vE hk] := compare al h; rewrite mul_G {1}vE addrC -scalerN -scalerDr.
rewrite -[RHS](scaler0 _ c); congr (_ *: _); apply/eqP; rewrite subr_eq0; apply/eqP.
rewrite [RHS](partition_big ka (fun k => (k \in negated) && (blk k == n))) => [|j]; last first.
  by case/andP => /eqP /al -> e; rewrite negatedE e eqxx.
apply: eq_bigr => k /andP[kn /eqP kb]; have := hk k; rewrite kb ltnSn ltnn subr0 => ->.
rewrite scaler_suml; apply: eq_big => [j|j /andP[_ /eqP ->] //].
rewrite -andbA; congr (_ && _); case: (ka j =P k) => [e|]; last by rewrite andbF.
by rewrite andbT -negatedE e kn.
Qed.

Lemma comb_sign v b n x : comb ((-1) ^+ b *: v) n x = (-1) ^+ b * comb v n x.
Proof.
rewrite -[_ *: _]addr0 comb_linear [X in _ + X](_ : _ = 0) ?addr0 //.
by rewrite /comb mul0mx mxE add0r big1 // => l _; rewrite mul0mx mxE mul0r.
Qed.

Lemma wcomb j x : comb ((-1) ^+ ep j *: u (ka j)) (blk (ka j)) x = w j x.
Proof. by rewrite comb_sign -zE kaE. Qed.

Lemma aligned n j : lay j = n -> blk (ka j) = n.
Proof.
have scaled k : (((-1) ^+ ep j *: u (ka j)) *m D k) 0 0 = (-1) ^+ ep j * (u (ka j) *m D k) 0 0.
  by rewrite -scalemxAl mxE.
elim: n j scaled => [|n IH] j scaled jn.
  have [|_ no] := @affine_first ((-1) ^+ ep j *: u (ka j)) (blk (ka j)) (A j) (be j).
    by move=> x; rewrite wcomb wE jn /= addrC.
  case e: (blk (ka j)) => [//|n]; have [l ln] := seen e; move: (no l).
  by rewrite e ln ltnSn scaled => /(_ isT)/eqP; rewrite mulf_eq0 signr_eq0 /= => ->.
have al j' : lay j' = n -> blk (ka j') = n by move=> e; apply: IH => // k; rewrite -scalemxAl mxE.
have h x : comb ((-1) ^+ ep j *: u (ka j)) (blk (ka j)) x = read (be j) 0 (B j) n.+1 x.
  by rewrite wcomb wE jn.
have [/existsP[j0 /andP[/eqP j0n bj0]]|no] := boolP [exists j', (lay j' == n) && (B j j' != 0)];
  last first.
  case: (@nonconstant_z (ka j)) => x; apply: (@mulfI _ ((-1) ^+ ep j)); rewrite ?signr_eq0 //.
  rewrite -!kaE !wE jn /=; congr (_ + _); apply: eq_bigr => j' jn'.
  move: no; rewrite negb_exists => /forallP/(_ j'); rewrite jn' /= negbK => /eqP ->.
  by rewrite !mul0r.
case e: (blk (ka j)) => [|m].
  have := (compare al h).2 (ka j0); rewrite e al // ltn0 ltnn subr0 => /esym/eqP.
  rewrite (big_pred1 j0) => [/esym/eqP|j']; first by rewrite (negPf bj0).
  by rewrite (inj_eq ka_inj) andbC; case: (j' =P j0) => [->|/eqP/negPf ne];
    rewrite /= ?j0n ?eqxx ?ne.
have [k0 km uk] := seen e; rewrite -e; apply: (same_height al h j0n bj0 (k0 := k0)); rewrite ?km //.
by rewrite scaled mulf_neq0 ?signr_eq0.
Qed.

(* ---- every block is absorbable ---- *)
Variables (L depth : nat) (g0 : 'I_d -> R) (A0 : 'I_d -> 'rV[R]_d) (C : 'I_d -> J -> R).
Hypothesis below : forall k, (blk k < L)%N.
Hypothesis last_block : exists k, (blk k).+1 = L.
Hypothesis same : forall i x, comb (delta_mx 0 i) L x = read (g0 i) (A0 i) (C i) depth x.
Hypothesis occurs : forall k, exists j, ka j = k.

Lemma depth_eq : depth = L.
Proof.
have [k0 kL] := last_block.
have [i Di] : exists i, D k0 i 0 != 0.
  apply/existsP; move: (D0 k0); apply: contraR; rewrite negb_exists => /forallP h.
  by apply/eqP/colP => i; rewrite mxE; apply/eqP; have := h i; rewrite negbK.
have vD : ((delta_mx 0 i : 'rV_d) *m D k0) 0 0 = D k0 i 0.
  by rewrite -rowE mxE.
case e: depth same => [|n] sm.
  have [|_ no] := @affine_first (delta_mx 0 i) L (A0 i) (g0 i).
    by move=> x; rewrite sm /= addrC.
  by move: (no k0 (below k0)); rewrite vD => /eqP; rewrite (negPf Di).
have h x : comb (delta_mx 0 i) L x = read (g0 i) 0 (C i) n.+1 x by rewrite sm.
have [/existsP[j0 /andP[/eqP j0n cj]]|no] := boolP [exists j', (lay j' == n) && (C i j' != 0)].
  by apply/esym/(same_height (@aligned n) h j0n cj kL); rewrite vD.
have [|/rowP/(_ i)/eqP] := @affine_first (delta_mx 0 i) L 0 (g0 i).
  move=> x; rewrite mul0mx mxE add0r h /= big1 ?addr0 // => j' jn.
  move: no; rewrite negb_exists => /forallP/(_ j'); rewrite jn /= negbK => /eqP ->.
  by rewrite mul0r.
by rewrite !mxE !eqxx oner_eq0.
Qed.

Lemma all_absorbable n : (n < L)%N -> G n = 0.
Proof.
move=> nL; have eL := depth_eq.
have [m Lm] : exists m, L = m.+1 by case: (L) nL => // m; exists m.
have top : G m = 0.
  apply/row_matrixP => i; rewrite row0 rowE.
  apply: (row_killed (b0 := g0 i) (b := C i) (@aligned m)) => x.
  by rewrite -Lm same eL Lm.
have down k : (k.+1 < L)%N -> G k.+1 = 0 -> G k = 0.
  move=> kL Gk.
  have uG l : blk l = k.+1 -> u l *m G k = 0.
    move=> lk; have [j jl] := occurs l.
    have := @row_killed ((-1) ^+ ep j *: u (ka j)) k (be j) (B j) (@aligned k) _.
    have jk : lay j = k.+1 by rewrite -(aligned (erefl (lay j))) jl.
    rewrite -scalemxAl jl => h; apply: (scalerI (a := (-1) ^+ ep j)); rewrite ?signr_eq0 //.
    rewrite scaler0 h // => x; rewrite -{1}lk -jl wcomb wE jk //.
  have one : 1%:M = - (c *: \sum_(l in negated | blk l == k.+1) D l *m u l).
    by apply/eqP; rewrite -addr_eq0; apply/eqP.
  rewrite -[G k]mul1mx one mulNmx -scalemxAl mulmx_suml big1 ?scaler0 ?oppr0 // =>
    l /andP[_ /eqP lk].
  by rewrite -mulmxA uG ?mulmx0.
have : forall k, (k <= m)%N -> G (m - k)%N = 0.
  elim=> [|k IH] km; first by rewrite subn0.
  apply: down; first lia.
  by rewrite -subSn // subSS; apply: IH; lia.
by move=> /(_ (m - n)%N); rewrite leq_subr subKn => [->|]; rewrite // -ltnS -Lm.
Qed.
End Aligned.

(* ---- every neuron of the stack occurs in the network ---- *)
Section Occurs.
Definition arg (m : I + J) : fn := match m with inl k => z k | inr j => w j end.

Lemma network_sum (ls : seq J) (P : pred J) (b : J -> R) (f : J -> fn) f0 :
  network_function s f0 -> (forall j, P j -> network_function s (f j)) ->
  network_function s (fun x => f0 x + \sum_(j <- ls | P j) b j * s (f j x)).
Proof.
move=> h0 h; elim: ls => [|j ls IH]; first by apply: network_ext h0 => x; rewrite big_nil addr0.
have [Pj|Pj] := boolP (P j); last by apply: network_ext IH => x; rewrite big_cons (negPf Pj).
apply: network_ext (network_add (network_neuron (b j) (h j Pj)) IH) => x.
by rewrite big_cons Pj addrCA.
Qed.

Lemma network_w j : network_function s (w j).
Proof.
have aff (a : 'rV_d) b : network_function s (fun x => b + (a *m x) 0 0).
  by apply: network_ext (network_affine s a b) => x; rewrite addrC.
have [n] := ubnP (lay j); elim: n j => // n IH j; rewrite ltnS => jn.
apply: network_ext (fun x => esym (wE j x)) _; rewrite /read; case e: (lay j) => [|n'] //.
apply: (@network_sum _ _ (B j)) => [|j' /eqP j'n]; last by apply: IH; rewrite j'n -e.
by apply: network_ext (aff 0 (be j)) => x; rewrite mul0mx mxE addr0.
Qed.

Lemma network_arg m : network_function s (arg m).
Proof. by case: m => [k|j]; [exact: network_z | exact: network_w]. Qed.

Definition reps (rep : pred (I + J)) := [/\ forall k, rep (inl k),
  forall m, rep m -> nonconstant (arg m) &
  forall m m', rep m -> rep m' -> m != m' -> unlike (arg m) (arg m')].
Definition is_class (rep : pred (I + J)) (cl : option ((I + J) * bool)) (f : fn) :=
  if cl is Some (m, e) then rep m /\ forall x, f x = (-1) ^+ e * arg m x
  else forall x, f x = f 0.

Lemma classes (js : seq J) : classically (exists rep cls, reps rep /\
  forall j, j \in js -> is_class rep (cls j) (w j)).
Proof.
elim: js => [|j js IH].
  apply: classicW; exists (fun m => if m is inl _ then true else false), (fun=> None).
  split=> //; split=> // [[k|//] _|[k|//] [l|//] _ _ kl]; first exact: nonconstant_z.
  exact: unlike_z.
move: IH; apply: classic_bind => -[rep [cls [hr hc]]]; have [r1 r2 r3] := hr.
move: (@classic_EM (forall x, w j x = w j 0)); apply: classic_bind => -[const|nconst].
  apply: classicW; exists rep, (fun j' => if j' == j then None else cls j'); split=> // j'.
  by rewrite inE; case: eqP => [-> _|_ /hc].
move: (@classic_pick _ (fun p : (I + J) * bool => rep p.1 /\
  forall x, w j x = (-1) ^+ p.2 * arg p.1 x)); apply: classic_bind => -[[[m e] hp]|no];
    apply: classicW.
  exists rep, (fun j' => if j' == j then Some (m, e) else cls j'); split=> // j'.
  by rewrite inE; case: eqP => [-> _|_ /hc].
exists (fun m => rep m || (m == inr j)), (fun j' => if j' == j then Some (inr j,
  false) else cls j').
have new m : rep m -> unlike (w j) (arg m) by move=> rm b e; apply: (no (m, b)).
split; last first.
  move=> j'; rewrite inE; case: eqP => [-> _|_ /hc] /=.
    by rewrite eqxx orbT; split=> // x; rewrite mul1r.
  by rewrite /is_class; case: (cls j') => [[m e] [-> h]|].
split=> [k|m /orP[/r2 //|/eqP ->] //|m m' /orP[rm|/eqP ->] /orP[rm'|/eqP ->]]; rewrite ?r1 ?eqxx //.
- exact: r3.
- by move=> _; apply/unlike_sym/new.
- by move=> _; apply: new.
Qed.

Variables (rep : pred (I + J)) (cls : J -> option ((I + J) * bool)).
Hypotheses (hr : reps rep) (hc : forall j, is_class rep (cls j) (w j)).
Definition in_class j m := if cls j is Some p then p.1 == m else false.
Definition neg j := if cls j is Some p then p.2 else false.
Definition upper m := [exists j, (0 < lay j)%N && in_class j m].

Lemma in_class_rep j m : in_class j m -> rep m.
Proof. by have := hc j; rewrite /is_class /in_class; case: (cls j) =>
  [[m' e] /= [h _] /eqP <-|]. Qed.

Lemma in_classE j m : in_class j m -> forall x, w j x = (-1) ^+ neg j * arg m x.
Proof.
by have := hc j; rewrite /is_class /in_class /neg; case: (cls j) => [[m' e] /= [_ h] /eqP <-|].
Qed.

(* what the outputs above layer 0 are made of: no x, and only arguments of layers above 0 *)
Definition spanned (f : fn) := exists p : R * (J -> R) * (I + J -> R),
  (forall m, p.2 m != 0 -> rep m && upper m) /\
  forall x, f x = p.1.1 + \sum_(j | lay j == 0%N) p.1.2 j * s (w j x) + \sum_m p.2 m * s (arg m x).

Lemma spanned_linear k f g : spanned f -> spanned g -> spanned (fun x => k * f x + g x).
Proof.
move=> [[[a q] e] [h1 h2]] [[[a' q'] e'] [h1' h2']].
exists (k * a + a', (fun j => k * q j + q' j), (fun m => k * e m + e' m)); split=> [m /=|x].
  have [e0|/h1 //] := eqVneq (e m) 0; rewrite e0 mulr0 add0r; exact: h1'.
rewrite h2 h2' /=.
have -> : \sum_(j | lay j == 0%N) (k * q j + q' j) * s (w j x) =
    k * (\sum_(j | lay j == 0%N) q j * s (w j x)) + \sum_(j | lay j == 0%N) q' j * s (w j x).
  by rewrite mulr_sumr -big_split; apply: eq_bigr => j _; rewrite mulrDl mulrA.
have -> : \sum_m (k * e m + e' m) * s (arg m x) =
    k * (\sum_m e m * s (arg m x)) + \sum_m e' m * s (arg m x).
  by rewrite mulr_sumr -big_split; apply: eq_bigr => j _; rewrite mulrDl mulrA.
by rewrite !mulrDr addrACA [X in X + _ = _]addrACA.
Qed.

Lemma spanned_ext f g : f =1 g -> spanned f -> spanned g.
Proof. by move=> fg [p [h1 h2]]; exists p; split=> // x; rewrite -fg. Qed.

Lemma spanned_const a : spanned (fun=> a).
Proof.
exists (a, fun=> 0, fun=> 0); split=> [m|x] /=; first by rewrite eqxx.
by rewrite !big1 ?addr0 // => ? _; rewrite mul0r.
Qed.

Lemma spanned_read b0 b n : (forall j, lay j = n -> spanned (fun x => s (w j x))) ->
  spanned (read b0 0 b n.+1).
Proof.
move=> h; rewrite /read; elim: (index_enum J) => [|j ls IH].
  by apply: spanned_ext (spanned_const b0) => x; rewrite big_nil addr0.
have [/eqP jn|jn] := boolP (lay j == n); last by apply: spanned_ext IH => x;
  rewrite big_cons (negPf jn).
apply: spanned_ext (spanned_linear (b j) (h j jn) IH) => x.
by rewrite big_cons jn eqxx addrCA.
Qed.

Lemma spanned_output j : spanned (fun x => s (w j x)).
Proof.
have [n] := ubnP (lay j); elim: n j => // n IH j; rewrite ltnS => jn.
case e: (lay j) => [|n'].
  exists (0, (fun j' => (j' == j)%:R), fun=> 0); split=> [m|x] /=; first by rewrite eqxx.
  rewrite add0r [X in _ + X]big1 ?addr0 => [|m _]; last by rewrite mul0r.
  rewrite (bigD1 j) ?e //= eqxx mul1r big1 ?addr0 // => j' /andP[_ /negPf ->].
  by rewrite mul0r.
have below' : spanned (w j).
  apply: spanned_ext (fun x => esym (wE j x)) _; rewrite e.
  by apply: spanned_read => j' j'n; apply: IH; rewrite j'n -e.
case ec: (cls j) (hc j) => [[m b]|] /= => [[rm wm]|wc]; last first.
  by apply: spanned_ext (spanned_const (s (w j 0))) => x; rewrite (wc x).
have base : spanned (fun x => s (arg m x)).
  exists (0, (fun=> 0), (fun m' => (m' == m)%:R)); split=> [m' /=|x /=].
    case: (m' =P m) => [-> _|_]; last by rewrite eqxx.
    by rewrite rm; apply/existsP; exists j; rewrite e /in_class ec eqxx.
  rewrite add0r big1 ?add0r => [|j' _]; last by rewrite mul0r.
  rewrite (bigD1 m) //= eqxx mul1r big1 ?addr0 // => m' /negPf ->.
  by rewrite mul0r.
case: b wm {ec} => wm; last by apply: spanned_ext base => x; rewrite wm mul1r.
apply: spanned_ext (spanned_linear c below' base) => x.
by rewrite wm mulN1r flipped mulrN addrC.
Qed.

(* the first layer *)
Lemma first_output j x : lay j = 0%N -> s (w j x) =
  (if cls j is Some p then if p.2 then c * be j else 0 else s (w j 0)) +
  ((neg j)%:R * c) * (A j *m x) 0 0 + \sum_m (in_class j m)%:R * s (arg m x).
Proof.
move=> j0; have := wE j; rewrite j0 /= => wj; have := hc j; rewrite /is_class /neg /in_class.
case: (cls j) => [[m b]|] /= => [[_ wm]|wc]; last first.
  by rewrite mul0r mul0r addr0 big1 ?addr0 ?wc // => m _; rewrite mul0r.
rewrite (bigD1 m) //= eqxx mul1r [X in _ + (_ + X)]big1 ?addr0; last first.
  by move=> m' /negPf; rewrite eq_sym => ->; rewrite mul0r.
case: b wm => wm; last by rewrite !mul0r addr0 add0r wm mul1r.
have e : arg m x = - (be j + (A j *m x) 0 0) by rewrite -wj wm mulN1r opprK.
by rewrite wm mulN1r flipped {2}e mulrN opprK mulrDr mul1r addrC.
Qed.

Variables (L n0 : nat) (g0 : 'I_d -> R) (C : 'I_d -> J -> R).
Hypothesis below : forall k, (blk k < L)%N.
Hypothesis same : forall i x, comb (delta_mx 0 i) L x = read (g0 i) 0 (C i) n0.+1 x.

Lemma coefficients : exists (q : 'I_d -> J -> R) (e : 'I_d -> I + J -> R),
  [/\ forall i m, e i m != 0 -> upper m,
      forall i k, D k i 0 = e i (inl k) + \sum_(j | (lay j == 0%N) && in_class j (inl k)) q i j &
      forall i : 'I_d, delta_mx 0 i = c *: \sum_(j | lay j == 0%N) (q i j * (neg j)%:R) *: A j].
Proof.
have /fin_all_exists[p hp] i : exists p : R * (J -> R) * (I + J -> R),
    (forall m, p.2 m != 0 -> rep m && upper m) /\ forall x, comb (delta_mx 0 i) L x =
    p.1.1 + \sum_(j | lay j == 0%N) p.1.2 j * s (w j x) + \sum_m p.2 m * s (arg m x).
  have [p [h1 h2]] := @spanned_read (g0 i) (C i) n0 (fun j _ => spanned_output j).
  by exists p; split=> // x; rewrite same.
pose cst j := if cls j is Some p' then if p'.2 then c * be j else 0 else s (w j 0).
have rel i : [/\ forall m, (if m is inl k then D k i 0 else 0) - (p i).2 m -
      \sum_(j | (lay j == 0%N) && in_class j m) (p i).1.2 j = 0,
    (delta_mx 0 i : 'rV_d) - c *: (\sum_(j | lay j == 0%N) ((p i).1.2 j * (neg j)%:R) *: A j) = 0 &
    - (p i).1.1 - \sum_(j | lay j == 0%N) (p i).1.2 j * cst j = 0].
  have [h1 h2] := hp i; have [r1 r2 r3] := hr.
  have sup m : (if m is inl k then D k i 0 else 0) - (p i).2 m -
      \sum_(j | (lay j == 0%N) && in_class j m) (p i).1.2 j != 0 -> rep m.
    apply: contraR => rm; rewrite big_pred0 => [|j]; last first.
      by apply/negbTE/negP => /andP[_ /in_class_rep]; rewrite (negPf rm).
    have -> : (p i).2 m = 0 by apply/eqP; apply: contraR rm => /h1/andP[].
    by case: m rm => [k|j _]; rewrite ?r1 // !subr0.
  apply: (@relation R d s ind _ arg) => [m /sup rm|m m' /sup rm /sup rm'|x].
  - by split; [exact: network_arg | exact: r2].
  - exact: r3.
  set q := (p i).1.2; set e := (p i).2.
  have vD k : ((delta_mx 0 i : 'rV_d) *m D k) 0 0 = D k i 0 by rewrite -rowE mxE.
  pose Q := \sum_(j | lay j == 0%N) q j * \sum_m (in_class j m)%:R * s (arg m x).
  have hq : \sum_(j | lay j == 0%N) q j * s (w j x) = \sum_(j | lay j == 0%N) q j * cst j +
      c * ((\sum_(j | lay j == 0%N) (q j * (neg j)%:R) *: A j) *m x) 0 0 + Q.
    rewrite mulmx_suml summxE mulr_sumr -!big_split; apply: eq_bigr => j /eqP /first_output -> /=.
    rewrite -/(cst j) -scalemxAl [X in _ = _ + c * X + _]mxE !mulrDr; congr (_ + _ + _).
    by rewrite mulrA [RHS]mulrA; congr (_ * _); rewrite mulrA mulrC.
  have hm : \sum_m ((if m is inl k then D k i 0 else 0) - e m -
      \sum_(j | (lay j == 0%N) && in_class j m) q j) * s (arg m x) =
      \sum_k D k i 0 * s (z k x) - \sum_m e m * s (arg m x) - Q.
    under eq_bigr do rewrite !mulrBl; rewrite !sumrB; congr (_ - _ - _).
      by rewrite big_sumType /= [X in _ + X]big1 ?addr0 // => j _; rewrite mul0r.
    rewrite /Q; under [RHS]eq_bigr do rewrite mulr_sumr; rewrite exchange_big;
      apply: eq_bigr => m _.
    rewrite mulr_suml [LHS]big_mkcondr; apply: eq_bigr => j _; case: in_class.
      by rewrite mul1r.
    by rewrite mul0r mulr0.
  have := h2 x; rewrite hq hm /comb (eq_bigl (fun=> true)) => [|k]; last by rewrite below.
  under eq_bigr do rewrite vD; rewrite mulmxBl -scalemxAl => h.
  rewrite [X in X + _ + _ = _]mxE [X in _ + X + _ + _ = _]mxE [X in _ - X + _ + _ = _]mxE.
  move: h; rewrite -/q -/e /=; move: (c * _) ((delta_mx 0 i *m x) 0 0) => cB a; clear hq hm.
  move: (\sum_k D k i 0 * s (z k x)) (\sum_m e m * s (arg m x)) Q.
  move: (\sum_(j | lay j == 0%N) q j * cst j) (p i).1.1 => S4 S5 S1 S2 S3 h.
  by have -> : S1 = S5 + (S4 + cB + S3) + S2 - a; [rewrite -h; ring | ring].
exists (fun i => (p i).1.2), (fun i => (p i).2); split=> [i m|i k|i].
- by have [h _] := hp i; case/h/andP.
- have [h _ _] := rel i; have /eqP := h (inl k); rewrite -addrA -opprD subr_eq0 => /eqP ->.
  by [].
- by have [_ /eqP h _] := rel i; move: h; rewrite subr_eq0 => /eqP.
Qed.

Theorem count : exists g : I -> J, [/\ injective g,
  exists ep : J -> bool, forall k x, w (g k) x = (-1) ^+ ep (g k) * z k x &
  exists S : {set I}, (#|I| + \rank (distance_from S 0) <= #|J|)%N].
Proof.
have [q [e [eup De xE]]] := coefficients.
have /fin_all_exists[g hg] k : exists j, in_class j (inl k) /\ (lay j = 0%N -> ~~ upper (inl k)).
  have [/existsP[j /andP[j0 jk]]|nup] := boolP (upper (inl k)).
    by exists j; split=> // e0; rewrite e0 in j0.
  suff /existsP[j /andP[_ jk]] : [exists j, (lay j == 0%N) && in_class j (inl k)] by exists j.
  move: (D0 k); apply: contraR; rewrite negb_exists => /forallP no; apply/eqP/colP => i.
  rewrite De big_pred0 => [|j]; last exact/negbTE.
  by rewrite addr0 mxE; apply/eqP; apply: contraR nup => /eup.
have class_eq j k k' : in_class j (inl k) -> in_class j (inl k') -> k = k'.
  by rewrite /in_class; case: (cls j) => // p /eqP -> /eqP[].
have g_inj : injective g.
  by move=> k k' e'; apply: (class_eq (g k)); [case: (hg k) | rewrite e'; case: (hg k')].
have gE k x : w (g k) x = (-1) ^+ neg (g k) * z k x.
  by case: (hg k) => /in_classE -> _.
exists g; split=> //; first by exists neg.
pose S := [set k | (lay (g k) == 0%N) && neg (g k)]; exists S.
have first k : lay (g k) = 0%N -> neg (g k) -> blk k = 0%N /\ u k = - A (g k).
  move=> k0 kn; have [|uE no] := @affine_first (u k) (blk k) (- A (g k)) (- be (g k)).
    move=> x; rewrite -zE mulNmx mxE -opprD; apply: (@mulfI _ (-1)); rewrite ?oppr_eq0 ?oner_eq0 //.
    by rewrite !mulN1r opprK addrC; have := gE k x; rewrite kn mulN1r wE k0 /= => <-.
  split=> //; case eb: (blk k) => [//|n]; have [l ln ul] := seen eb.
  by move: (no l); rewrite eb ln ltnSn => /(_ isT)/eqP; rewrite (negPf ul).
pose v j := c *: ((neg j)%:R *: A j + \sum_(k in S | in_class j (inl k)) u k).
have v0 k : lay (g k) = 0%N -> v (g k) = 0.
  move=> k0; have [kc _] := hg k; rewrite /v; have [kn|kn] := boolP (neg (g k)).
    rewrite (big_pred1 k) => [|k']; last first.
      apply/andP/eqP => [[_ /class_eq]|->]; first exact.
      by rewrite inE k0 kn kc.
    by case: (first k k0 kn) => _ ->; rewrite scale1r subrr scaler0.
  rewrite scale0r add0r big_pred0 ?scaler0 // => k'; apply/negbTE/negP => /andP[].
  by rewrite inE => /andP[_ k'n] /class_eq/(_ kc) e'; rewrite e' (negPf kn) in k'n.
have GE : distance_from S 0%N = \sum_(j | lay j == 0%N) (\col_i q i j) *m v j.
  apply/row_matrixP => i; rewrite /distance_from linearD /= row1 xE linearZ /=.
  rewrite [X in _ + _ *: X]linear_sum [RHS]linear_sum /=.
  rewrite -scalerDr.
  have -> : \sum_(k in S | blk k == 0%N) row i (D k *m u k) =
      \sum_(j | lay j == 0%N) q i j *: \sum_(k in S | in_class j (inl k)) u k.
    transitivity (\sum_(k in S) \sum_(j | (lay j == 0%N) && in_class j (inl k)) q i j *: u k).
      rewrite [LHS](eq_bigl (fun k => k \in S)) => [|k]; last first.
        by apply/andP/idP => [[]//|kS]; split=> //; move: kS; rewrite inE =>
          /andP[/eqP /first h /h[->]].
      apply: eq_bigr => k; rewrite inE => /andP[/eqP k0 kn].
      rewrite row_mul [row i (D k)]mx11_scalar mul_scalar_mx !mxE De.
      have [_ /(_ k0) nup] := hg k; rewrite (_ : e i (inl k) = 0) ?add0r ?scaler_suml //.
      by apply/eqP; apply: contraR nup => /eup.
    rewrite (exchange_big_dep (fun j => lay j == 0%N)) /= => [|k j _ /andP[]//].
    apply: eq_bigr => j j0; rewrite scaler_sumr; apply: eq_bigl => k.
    by rewrite j0.
  rewrite -big_split scaler_sumr; apply: eq_bigr => j _.
  rewrite row_mul [row i _]mx11_scalar mul_scalar_mx !mxE /v.
  by rewrite /= -scalerA -scalerDr !scalerA mulrC.
rewrite GE; apply: (leq_trans (leq_add (leqnn _) (rank_sum _ _ _))).
rewrite -(card_codom g_inj) -cardUI [X in (_ + X)%N]eq_card0 ?addn0 ?max_card // => j.
apply/negbTE/negP => /andP[/codomP[k ->]] /andP[/eqP k0].
by rewrite v0 ?eqxx.
Qed.
End Occurs.

Lemma has_first_layer depth L (g0 : 'I_d -> R) (A0 : 'I_d -> 'rV[R]_d) (C : 'I_d -> J -> R) (k0 :
  I) :
  (forall k, blk k < L)%N ->
  (forall i x, comb (delta_mx 0 i) L x = read (g0 i) (A0 i) (C i) depth x) ->
  exists n, depth = n.+1.
Proof.
move=> below; case: depth => [|n] same; last by exists n.
case/eqP: (D0 k0); apply/colP => i; rewrite mxE.
have [|_ /(_ k0 (below k0))] := @affine_first (delta_mx 0 i) L (A0 i) (g0 i).
  by move=> x; rewrite same /= addrC.
by rewrite -rowE mxE.
Qed.

Theorem flat_depth L depth (g0 : 'I_d -> R) (A0 : 'I_d -> 'rV[R]_d) (C : 'I_d -> J -> R) k0 :
  (forall k, blk k < L)%N -> (blk k0).+1 = L ->
  (forall i x, comb (delta_mx 0 i) L x = read (g0 i) (A0 i) (C i) depth x) ->
  classically ((exists S : {set I}, (#|I| + \rank (distance_from S 0) <= #|J|)%N) /\
    ((#|J| <= #|I|)%N -> [/\ depth = L,
       exists S : {set I}, forall n, (n < L)%N -> distance_from S n = 0 &
       forall n, #|[pred j | lay j == n]| = #|[pred k | blk k == n]|])).
Proof.
move=> below kL same; have [n0 e0] := has_first_layer k0 below same.
move: (@classes (enum J)); apply: classic_bind => -[rep [cls [hr hc']]].
have hc j : is_class rep (cls j) (w j) by apply: hc'; rewrite mem_enum.
have same' i x : comb (delta_mx 0 i) L x = read (g0 i) 0 (C i) n0.+1 x by rewrite same e0.
have [g [g_inj [ep epE] [S hS]]] := count hr hc below same'.
apply: classicW; split=> [|le]; first by exists S.
have bij : bijective g by apply: inj_card_bij.
have [ka gK kaK] := bij; have ka_inj : injective ka := can_inj kaK.
have kaE j x : w j x = (-1) ^+ ep j * z (ka j) x by rewrite -{1 2}[j]kaK epE.
have occ k : exists j, ka j = k by exists (g k).
have last' : exists k, (blk k).+1 = L by exists k0.
have al := aligned ka_inj kaE.
split; first exact: (depth_eq ka_inj kaE below last' same).
  by exists (negated ka ep) => n; apply: (all_absorbable ka_inj kaE below last' same occ).
move=> n; rewrite -(card_image g_inj) ; apply: eq_card => j; rewrite !inE.
apply/eqP/imageP => [jn|[k kn ->]]; first by exists (ka j); rewrite ?inE ?kaK // (al _ _ jn).
by move: kn; rewrite inE -{1}[k]gK (al _ _ erefl) => /eqP.
Qed.
End Stack.

(* ---- lists of layers ------------------------------------------------------- *)
Section Networks.
Variables (R : realFieldType) (s : R -> R).

Lemma flat_network m n (H : network R m n) :
  exists (J : finType) (lay : J -> nat) (w : J -> 'cV[R]_n -> R) (be : J -> R) (A : J -> 'rV[R]_n)
    (B : J -> J -> R) (g0 : 'I_m -> R) (A0 : 'I_m -> 'rV[R]_n) (C : 'I_m -> J -> R),
  [/\ forall j x, w j x = read s lay w (be j) (A j) (B j) (lay j) x,
      forall i x, run_network s H x i 0 = read s lay w (g0 i) (A0 i) (C i) (size (widths H)) x,
      forall l, #|[pred j | lay j == l]| = nth 0%N (widths H) l &
      #|J| = sumn (widths H)].
Proof.
elim: H => {n} [n M b|n p M b H [J [lay [w [be [A [B [g0 [A0 [C [hw ho hl hJ]]]]]]]]]]].
  exists [finType of void], (fun=> 0%N), (fun=> fun=> 0), (fun=> 0), (fun=> 0), (fun=> fun=> 0).
  exists (fun i => b i 0), (fun i => row i M), (fun=> fun=> 0); split=> //.
  - by move=> i x; rewrite /= !mxE addrC; congr (_ + _); apply: eq_bigr => k _; rewrite mxE.
  - by move=> l; rewrite eq_card0 ?nth_nil // => -[].
  - by rewrite eq_card0 // => -[].
pose y (x : 'cV[R]_n) := M *m x + b.
pose lay' (j : 'I_p + J) := match j with inl _ => 0%N | inr j => (lay j).+1 end.
pose w' (j : 'I_p + J) x := match j with inl i => y x i 0 | inr j => w j (map_mx s (y x)) end.
pose lift (a : 'rV[R]_p) (f : J -> R) (j : 'I_p + J) := match j with inl i => a 0 i | inr j =>
  f j end.
have lifted b0 a f k x :
    read s lay w b0 a f k (map_mx s (y x)) = read s lay' w' b0 0 (lift a f) k.+1 x.
  case: k => [|k] /=; congr (_ + _); rewrite big_sumType /=.
    rewrite [X in _ = _ + X]big_pred0 // addr0 mxE.
    by apply: eq_big => // i _; rewrite !mxE.
  by rewrite [X in _ = X + _]big_pred0 // add0r.
exists [finType of 'I_p + J], lay', w'.
exists (fun j => match j with inl i => b i 0 | inr j => be j end).
exists (fun j => match j with inl i => row i M | inr j => 0 end).
exists (fun j => match j with inl i => fun=> 0 | inr j => lift (A j) (B j) end).
exists g0, (fun=> 0), (fun i => lift (A0 i) (C i)); split.
- move=> [i|j] x; last by rewrite -lifted -hw.
  by rewrite /= /y !mxE addrC; congr (_ + _); apply: eq_bigr => k _; rewrite mxE.
- by move=> i x; rewrite -lifted -ho.
- move=> [|l] /=; rewrite -!sum1_card big_sumType /=.
    by rewrite sum1_card card_ord big_pred0 ?addn0.
  by rewrite big_pred0 // add0n -hl -sum1_card.
- by rewrite card_sum card_ord hJ.
Qed.

(* one more layer behind a network *)
Fixpoint extend m m' p n (W : 'M[R]_(m', p)) (U : 'M[R]_(p, m)) (H : network R m n) :
    network R m' n :=
  match H with
  | Output _ A b => Layer (U *m A) (U *m b) (Output W 0)
  | Layer _ _ B b H' => Layer B b (extend W U H')
  end.

Lemma run_extend m m' p n (W : 'M[R]_(m', p)) (U : 'M[R]_(p, m)) (H : network R m n) x :
  run_network s (extend W U H) x = W *m map_mx s (U *m run_network s H x).
Proof.
by elim: H x => {n} [n A b|n q B b H IH] x //=; rewrite addr0 mulmxDr mulmxA.
Qed.

Lemma widths_extend m m' p n (W : 'M[R]_(m', p)) (U : 'M[R]_(p, m)) (H : network R m n) :
  widths (extend W U H) = rcons (widths H) p.
Proof. by elim: H => {n} [n A b|n q B b H /= ->]. Qed.

Variables (d : nat) (c : R).
Hypotheses (ind : independent d s) (gap : linear_gap s c).
Implicit Types Fs : seq (mlp_layer R d).

Definition distance_of (l : mlp_layer R d) (S : {set 'I_(mlp_width l)}) :=
  1%:M + c *: (mlp_down l *m Pi S *m mlp_up l).

Lemma flat_stack (l0 : mlp_layer R d) Fs :
  (forall l, List.In l Fs -> nondegenerate_up_to_sign (mlp_down l) (mlp_up l)) -> sees Fs ->
  exists (I : finType) (blk : I -> nat) (u : I -> 'rV[R]_d) (D : I -> 'cV[R]_d)
    (z : I -> 'cV[R]_d -> R),
  [/\ [/\ forall k x, z k x = comb s blk D z (u k) (blk k) x, forall k, u k != 0,
          forall k l, blk k = blk l -> k != l -> (u k != u l) && (u k != - u l),
          forall k, D k != 0 &
          forall k n, blk k = n.+1 -> exists2 l, blk l = n & (u k *m D l) 0 0 != 0],
      forall v x, (v *m chain [seq residual (run_mlp s l) | l <- Fs] x) 0 0 =
                  comb s blk D z v (size Fs) x,
      (forall k, (blk k < size Fs)%N) /\
      (if Fs is l :: _ then
        forall k, exists i, (blk i).+1 = size Fs /\ D i = col k (mlp_down l) else True),
      #|I| = sumn [seq mlp_width l | l <- Fs] /\
      (forall n, #|[pred k | blk k == n]| = nth 0%N [seq mlp_width l | l <- rev Fs] n) &
      forall (S : {set I}) n, (n < size Fs)%N ->
        exists S0, distance_from blk u D c S n = @distance_of (nth l0 (rev Fs) n) S0].
Proof.
elim: Fs => [|l Fs IH] nd sees_Fs.
  exists [finType of void], (fun=> 0%N), (fun=> 0), (fun=> 0), (fun=> fun=> 0).
  split=> //.
  - by move=> v x; rewrite /comb big_pred0 ?addr0 // => -[].
  - by split=> [|n]; rewrite eq_card0 ?nth_nil // => -[].
have [||I [blk [u [D [z [[zE u0 uu D0 seen] ch [lt hd] [cI cb] dist]]]]]] := IH.
- by move=> l' hl; apply: nd; right.
- by case/andP: sees_Fs.
have [U0 Uu C0] := nd l (or_introl erefl).
pose N := mlp_width l; pose L := size Fs.
pose blk' (k : I + 'I_N) := match k with inl k => blk k | inr _ => L end.
pose u' (k : I + 'I_N) := match k with inl k => u k | inr k => row k (mlp_up l) end.
pose D' (k : I + 'I_N) := match k with inl k => D k | inr k => col k (mlp_down l) end.
pose z' (k : I + 'I_N) := match k with inl k => z k | inr k => fun x =>
  (row k (mlp_up l) *m chain [seq residual (run_mlp s l) | l <- Fs] x) 0 0 end.
have old v n x : (n <= L)%N -> comb s blk' D' z' v n x = comb s blk D z v n x.
  move=> nL; rewrite /comb big_sumType /= [X in _ + (_ + X)]big_pred0 ?addr0 // => k.
  by apply/negbTE; rewrite -leqNgt.
exists [finType of I + 'I_N], blk', u', D', z'; split.
- split.
  + move=> [k|k] x; last by rewrite old //; apply: ch.
    by rewrite old; [exact: zE | exact: ltnW (lt k)].
  + by move=> [k|k]; [exact: u0 | exact: U0].
  + move=> [k|k] [k'|k'] /= e kk.
    * exact: uu.
    * by have := lt k; rewrite e ltnn.
    * by have := lt k'; rewrite -e ltnn.
    * exact: Uu.
  + by move=> [k|k]; [exact: D0 | exact: C0].
  + move=> [k|k] n /= e; first by have [k' e' ne] := seen k n e; exists (inl k').
    have eL : size Fs = n.+1 by [].
    move: hd sees_Fs eL; case: (Fs) => [//|l' Fs'] hd /andP[/forallP/(_ k) see _] eL.
    have [j uj] : exists j, (row k (mlp_up l) *m col j (mlp_down l')) 0 0 != 0.
      apply/existsP; move: see; apply: contraR; rewrite negb_exists => /forallP no.
      apply/eqP/rowP => j; have := no j; rewrite negbK => /eqP e0.
      rewrite [RHS]mxE -[RHS]e0 !mxE.
      by apply: eq_bigr => m _; rewrite !mxE.
    have [i [ib iD]] := hd j; exists (inl i); rewrite /= ?iD //.
    by apply: eq_add_S; rewrite ib eL.
- move=> v x; rewrite /= {1}/residual mulmxDr mxE ch /run_mlp /mlp mulmxA.
  rewrite {2}/comb big_sumType /= [X in _ = _ + (_ + X)](eq_bigl xpredT) => [|k]; last exact: ltnSn.
  rewrite addrA; congr (_ + _).
    by congr (_ + _); apply: eq_bigl => k; rewrite lt ltnS (ltnW (lt k)).
  rewrite mxE; apply: eq_bigr => k _; rewrite !mxE; congr (_ * s _).
    by apply: eq_bigr => m _; rewrite !mxE.
  by apply: eq_bigr => m _; rewrite !mxE.
- split=> [[k|k]|k] /=; [exact: ltnW (lt k)|exact: ltnSn|by exists (inr k)].
- split=> [|n]; first by rewrite card_sum card_ord cI /= addnC.
  rewrite rev_cons map_rcons nth_rcons size_map size_rev -cb -!sum1_card big_sumType /=.
  have [nL|nL] := ltnP n L; last case: eqP => [->|nL'].
  + by rewrite [X in (_ + X)%N]big_pred0 ?addn0 // => k; rewrite inE /= gtn_eqF.
  + rewrite big_pred0 => [|k]; last by rewrite inE /= ltn_eqF.
    by rewrite (eq_bigl xpredT) ?sum1_card ?card_ord // => k; rewrite inE /= eqxx.
  + rewrite [X in (X + _)%N]big_pred0 => [|k]; last by rewrite inE /= ltn_eqF // (leq_trans (lt k)).
    by rewrite big_pred0 // => k; rewrite inE /=; apply/eqP => e; case: nL'.
move=> S n nL; rewrite rev_cons nth_rcons size_rev.
have [nL'|Ln] := ltnP n L.
  have [S0 hS0] := dist [set k | inl k \in S] n nL'; exists S0; rewrite -hS0.
  rewrite /distance_from big_sumType /= [X in _ + _ *: (_ + X)]big_pred0 ?addr0 => [|k]; last first.
    by rewrite gtn_eqF ?andbF.
  by congr (_ + _ *: _); apply: eq_bigl => k; rewrite inE.
have -> : n = L by apply/eqP; rewrite eqn_leq Ln -ltnS nL.
rewrite eqxx; exists [set k | inr k \in S]; rewrite /distance_from /distance_of.
congr (_ + _ *: _); rewrite big_sumType /= big_pred0 ?add0r => [|k]; last first.
  by rewrite ltn_eqF ?andbF.
apply/matrixP => i j; rewrite mul_Pi_mul summxE.
apply: eq_big => [k|k _]; first by rewrite inE eqxx andbT.
by rewrite !mxE big_ord1 !mxE.
Qed.

Lemma network_of (Fs : seq (mlp_layer R d)) : exists H : network R d d,
  widths H = [seq mlp_width l | l <- rev Fs] /\
  forall x, run_network s H x = chain [seq run_mlp s l | l <- Fs] x.
Proof.
elim: Fs => [|l Fs [H [hw hr]]].
  by exists (Output 1%:M 0); split=> // x; rewrite /= mul1mx addr0.
exists (extend (mlp_down l) (mlp_up l) H); rewrite widths_extend hw rev_cons map_rcons.
by split=> // x; rewrite run_extend hr.
Qed.

Definition absorbed (l : mlp_layer R d) :=
  [exists S : {set 'I_(mlp_width l)}, c *: (mlp_down l *m Pi S *m mlp_up l) == - 1%:M].

Lemma absorbedE l : reflect (exists S : {set 'I_(mlp_width l)},
  c *: (mlp_down l *m Pi S *m mlp_up l) = - 1%:M) (absorbed l).
Proof. by apply: (iffP existsP) => -[S hS]; exists S; apply/eqP. Qed.

(* the rows in S turned around *)
Definition without_skip (l : mlp_layer R d) : mlp_layer R d :=
  if [pick S : {set 'I_(mlp_width l)} | c *: (mlp_down l *m Pi S *m mlp_up l) == - 1%:M] is Some S0
  then MlpLayer (mlp_down l) (Flip S0 *m mlp_up l) else l.

Lemma without_skip_width l : mlp_width (without_skip l) = mlp_width l.
Proof. by rewrite /without_skip; case: pickP. Qed.

Lemma run_without_skip l x : absorbed l -> run_mlp s (without_skip l) x = residual (run_mlp s l) x.
Proof.
move=> /existsP[S hS]; rewrite /without_skip; case: pickP => [S' /eqP hS'|/(_ S)];
  last by rewrite hS.
by rewrite /residual -[X in X + _]mul1mx (flip_absorbs gap hS').
Qed.

Lemma network_without_skips Fs : all absorbed Fs -> exists2 H : network R d d,
  sumn (widths H) = sumn [seq mlp_width l | l <- Fs] &
  forall x, run_network s H x = chain [seq residual (run_mlp s l) | l <- Fs] x.
Proof.
move=> abs; have [H [hw hr]] := network_of [seq without_skip l | l <- Fs]; exists H => [|x].
  rewrite hw -map_rev -map_comp map_rev sumn_rev; congr sumn.
  by apply: eq_map => l; apply: without_skip_width.
rewrite hr -map_comp; elim: Fs abs {hw hr} => //= l Fs IH /andP[la /IH e].
by rewrite /chain /= in e *; rewrite run_without_skip ?e.
Qed.

Lemma absorbedP l (S : {set 'I_(mlp_width l)}) : distance_of S = 0 -> absorbed l.
Proof.
move=> /eqP; rewrite /distance_of addrC addr_eq0 => h.
by apply/existsP; exists S.
Qed.

Section Every.
Variables (l1 : mlp_layer R d) (Fs : seq (mlp_layer R d)) (H : network R d d).
Hypothesis nd : forall l, List.In l (l1 :: Fs) -> nondegenerate_up_to_sign (mlp_down l) (mlp_up l).
Hypothesis sees_Fs : sees (l1 :: Fs).
Hypothesis width0 : (0 < mlp_width l1)%N.
Hypothesis same : forall x,
  chain [seq residual (run_mlp s l) | l <- l1 :: Fs] x = run_network s H x.
Notation T := (sumn [seq mlp_width l | l <- l1 :: Fs]).

Lemma network_depth :
  [exists S : {set 'I_(mlp_width (last l1 Fs))}, T + \rank (distance_of S) <= sumn (widths H)]%N &&
  ((sumn (widths H) <= T)%N ==>
    (widths H == [seq mlp_width l | l <- rev (l1 :: Fs)]) && all absorbed (l1 :: Fs)).
Proof.
have [I [blk [u [D [z [[zE u0 uu D0 seen] ch [lt hd] [cI cb] dist]]]]]] :=
  flat_stack l1 nd sees_Fs.
have [J [lay [w [be [A [B [g0 [A0 [C [hw ho hl hJ]]]]]]]]]] := flat_network H.
have [k0 [k0L _]] := hd (Ordinal width0).
have same' i x : comb s blk D z (delta_mx 0 i) (size (l1 :: Fs)) x =
    read s lay w (g0 i) (A0 i) (C i) (size (widths H)) x.
  by rewrite -ch -ho -same -rowE mxE.
have cl := flat_depth ind zE u0 uu D0 seen gap hw lt k0L same'.
apply: (cl _ _) => -[[S hS] le].
apply/andP; split.
  have [S0 e] := dist S 0%N isT; apply/existsP.
  have : exists S1 : {set 'I_(mlp_width (nth l1 (rev (l1 :: Fs)) 0))},
      (T + \rank (distance_of S1) <= sumn (widths H))%N.
    by exists S0; rewrite -e -cI -hJ.
  rewrite nth_rev // subn1 /= -last_nth.
  by rewrite (last_nth l1).
apply/implyP => le1; have [|eL [S1 h1] cc] := le; first by rewrite hJ cI.
apply/andP; split.
  apply/eqP/(@eq_from_nth _ 0%N); first by rewrite size_map size_rev.
  by move=> n _; rewrite -hl cc cb.
rewrite -(all_rev absorbed); apply/(all_nthP l1) => n; rewrite size_rev => nL.
by have [S2 e] := dist S1 n nL; apply: (@absorbedP _ S2); rewrite -e h1.
Qed.
End Every.

Lemma in_all (ls : seq (mlp_layer R d)) :
  (forall l, List.In l ls -> absorbed l) <-> all absorbed ls.
Proof.
elim: ls => //= l ls IH; split=> [h|/andP[la /IH h] l' [<-|/h]] //.
by apply/andP; split; [apply: h; left | apply/IH => l' hl; apply: h; right].
Qed.

Theorem every_depth l1 Fs (H : network R d d) :
  (forall l, List.In l (l1 :: Fs) -> nondegenerate_up_to_sign (mlp_down l) (mlp_up l)) ->
  sees (l1 :: Fs) -> (0 < mlp_width l1)%N ->
  (forall x, chain [seq residual (run_mlp s l) | l <- l1 :: Fs] x = run_network s H x) ->
  (exists S : {set 'I_(mlp_width (last l1 Fs))}, sumn [seq mlp_width l | l <- l1 :: Fs] +
     \rank (distance_of S) <= sumn (widths H))%N /\
  ((sumn (widths H) <= sumn [seq mlp_width l | l <- l1 :: Fs])%N ->
   widths H = [seq mlp_width l | l <- rev (l1 :: Fs)] /\
   forall l, List.In l (l1 :: Fs) -> exists S : {set 'I_(mlp_width l)},
     c *: (mlp_down l *m Pi S *m mlp_up l) = - 1%:M).
Proof.
move=> nd see w0 same; have /andP[/existsP h1 /implyP h2] := network_depth nd see w0 same.
split=> // /h2/andP[/eqP -> /in_all h]; split=> // l /h; exact: absorbedE.
Qed.

Theorem every_block_absorbs l1 Fs :
  (forall l, List.In l (l1 :: Fs) -> nondegenerate_up_to_sign (mlp_down l) (mlp_up l)) ->
  sees (l1 :: Fs) -> (0 < mlp_width l1)%N ->
  (exists2 H : network R d d, (sumn (widths H) <= sumn [seq mlp_width l | l <- l1 :: Fs])%N &
     forall x, run_network s H x = chain [seq residual (run_mlp s l) | l <- l1 :: Fs] x) <->
  forall l, List.In l (l1 :: Fs) -> exists S : {set 'I_(mlp_width l)},
    c *: (mlp_down l *m Pi S *m mlp_up l) = - 1%:M.
Proof.
move=> nd sees_Fs w0.
split=> [[H le e] l hl|h].
  by have [_ /(_ le)[_ abs]] := every_depth nd sees_Fs w0 (fun x => esym (e x)); apply: abs.
have /network_without_skips[H hw hr] : all absorbed (l1 :: Fs).
  by apply/in_all => l /h/absorbedE.
by exists H; rewrite ?hw.
Qed.
End Networks.
