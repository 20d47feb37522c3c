(* The exact GELU z Phi(z) on the real numbers: gelu(z) - gelu(-z) = z, and if
   sum_m c_m E(b_m t) = 0 for all t, E the even part, then sum_m c_m b_m^(2n+2) = 0
   for every n: E''(z) = 2 (2 - z^2) phi(z), whose derivatives in t^2 at 0 are known. *)
From Coq Require Import Reals List Lra Classical_Pred_Type.
From Coquelicot Require Import Coquelicot.
From Symproof Require Definitions.
Import Definitions.Gelu.
Local Open Scope R_scope.

Definition even (z : R) : R := gelu z + gelu (- z).

Lemma sqrt_2pi_gt_0 : 0 < sqrt (2 * PI).
Proof. apply sqrt_lt_R0. generalize PI_RGT_0. lra. Qed.

Lemma is_derive_phi t : is_derive phi t (- t * phi t).
Proof.
  unfold phi. auto_derive; trivial. unfold Rdiv. field. generalize sqrt_2pi_gt_0; lra.
Qed.

Lemma cont_phi t : continuous phi t.
Proof. apply (ex_derive_continuous phi). exists (- t * phi t). apply is_derive_phi. Qed.

Lemma is_derive_Phi z : is_derive Phi z (phi z).
Proof.
  unfold Phi.
  replace (phi z) with (0 + phi z) by ring.
  apply (is_derive_plus (fun _ => / 2) (fun z => RInt phi 0 z)).
  - apply (is_derive_const (/2)).
  - apply (is_derive_RInt phi (RInt phi 0) 0).
    + apply filter_forall. intros y. apply (RInt_correct phi).
      apply (ex_RInt_continuous phi). intros; apply cont_phi.
    + apply cont_phi.
Qed.

Lemma phi_even z : phi (- z) = phi z.
Proof. unfold phi. f_equal. f_equal. f_equal. ring. Qed.

Lemma const_of_derive0 (f : R -> R) :
  (forall t, is_derive f t 0) -> forall t, f t = f 0.
Proof.
  intros h t.
  destruct (MVT_gen f 0 t (fun _ => 0)) as [c [_ e]].
  - intros; apply h.
  - intros x _. apply continuity_pt_filterlim, (ex_derive_continuous f). exists 0; apply h.
  - lra.
Qed.

Lemma Phi_opp z : Phi z + Phi (- z) = 1.
Proof.
  assert (h : forall t, is_derive (fun z => Phi z + Phi (- z)) t 0).
  { intros t. auto_derive.
    - split. exists (phi t); apply is_derive_Phi. split; trivial.
      exists (phi (- t)); apply is_derive_Phi.
    - match goal with |- context [Derive ?f t] => rewrite (is_derive_unique f t _ (is_derive_Phi
      t)) end.
      match goal with |- context [Derive ?f (- t)] => rewrite (is_derive_unique f _ _
        (is_derive_Phi (- t))) end.
      rewrite phi_even. ring. }
  rewrite (const_of_derive0 _ h z). rewrite Ropp_0. unfold Phi.
  rewrite RInt_point. unfold zero; simpl. lra.
Qed.

Lemma gelu_gap z : gelu z - gelu (- z) = z.
Proof.
  unfold gelu. replace (z * Phi z - - z * Phi (- z)) with (z * (Phi z + Phi (- z))) by ring.
  rewrite Phi_opp. ring.
Qed.

Lemma even_eq z : even z = z * (2 * Phi z - 1).
Proof.
  unfold even, gelu. assert (h := Phi_opp z).
  replace (Phi (- z)) with (1 - Phi z) by lra. ring.
Qed.

Definition even1 z := 2 * Phi z - 1 + 2 * z * phi z.
Definition even2 z := 2 * (2 - z * z) * phi z.

Lemma is_derive_even z : is_derive even z (even1 z).
Proof.
  apply (is_derive_ext (fun z => z * (2 * Phi z - 1))). intros; symmetry; apply even_eq.
  auto_derive. exists (phi z); apply is_derive_Phi.
  match goal with |- context [Derive ?f z] => rewrite (is_derive_unique f z _ (is_derive_Phi z))
    end. unfold even1. ring.
Qed.

Lemma is_derive_even1 z : is_derive even1 z (even2 z).
Proof.
  unfold even1. auto_derive.
  split. exists (phi z); apply is_derive_Phi. split; trivial.
  exists (- z * phi z); apply is_derive_phi.
  match goal with |- context [Derive ?f z] => rewrite (is_derive_unique f z _ (is_derive_Phi z))
    end.
  match goal with |- context [Derive ?f z] => rewrite (is_derive_unique f z _ (is_derive_phi z))
    end. unfold even2. ring.
Qed.

(* finite sums over a list of pairs (c, b) *)
Definition list_sum (l : list (R * R)) (f : R -> R -> R) : R :=
  fold_right (fun p acc => f (fst p) (snd p) + acc) 0 l.

Lemma list_sum_ext l f g : (forall c b, f c b = g c b) -> list_sum l f = list_sum l g.
Proof. intros h; induction l as [|p l IH]; simpl; trivial. rewrite h, IH; trivial. Qed.

Lemma list_sum_scal l a f : list_sum l (fun c b => a * f c b) = a * list_sum l f.
Proof. induction l as [|p l IH]; simpl. ring. rewrite IH; ring. Qed.

Lemma is_derive_list_sum l (f f' : R -> R -> R -> R) t :
  (forall c b, is_derive (f c b) t (f' c b t)) ->
  is_derive (fun t => list_sum l (fun c b => f c b t)) t (list_sum l (fun c b => f' c b t)).
Proof.
  intros h; induction l as [|p l IH]; simpl.
  - apply (is_derive_const 0).
  - apply (is_derive_plus (f (fst p) (snd p)) (fun t => list_sum l (fun c b => f c b t))); trivial.
Qed.

Lemma derive_zero (f : R -> R) t l : (forall t, f t = 0) -> is_derive f t l -> l = 0.
Proof.
  intros h d. rewrite <- (is_derive_unique _ _ _ d).
  rewrite (Derive_ext f (fun _ => 0)); trivial. apply Derive_const.
Qed.

Lemma is_derive_scale (f f' : R -> R) b t : (forall z, is_derive f z (f' z)) ->
  is_derive (fun t => f (b * t)) t (b * f' (b * t)).
Proof.
  intros h. auto_derive.
  - exists (f' (b * t)); apply h.
  - match goal with |- context [Derive ?g (b * t)] =>
      rewrite (is_derive_unique g _ _ (h (b * t))) end. ring.
Qed.

(* the n-th stage: G (n + 1) = G_n' / (2 t), and G_0 is a multiple of c b^2 even''(b t) *)
Definition G (n : nat) (c b t : R) : R :=
  c * (b * b) * (- (b * b) / 2) ^ n * (2 + 2 * INR n - b * b * (t * t))
    * exp (- (b * b * (t * t)) / 2).

Lemma is_derive_G n c b t : is_derive (G n c b) t (2 * t * G (S n) c b t).
Proof.
  unfold G. auto_derive; trivial. rewrite S_INR. simpl pow. unfold Rdiv. field.
Qed.

Lemma cont_SG l n t : continuous (fun t => list_sum l (fun c b => G n c b t)) t.
Proof.
  apply (ex_derive_continuous (fun t => list_sum l (fun c b => G n c b t))).
  eexists. apply (is_derive_list_sum l (G n) (fun c b t => 2 * t * G (S n) c b t)).
  intros; apply is_derive_G.
Qed.

Lemma zero_at_0 (f : R -> R) : (forall t, t <> 0 -> f t = 0) -> continuous f 0 -> f 0 = 0.
Proof.
  intros h c. destruct (Req_dec (f 0) 0) as [|n]; trivial. exfalso.
  assert (p : 0 < Rabs (f 0)) by (apply Rabs_pos_lt; trivial).
  destruct (proj1 (filterlim_locally f (f 0)) c (mkposreal _ p)) as [d hd].
  assert (hb : ball 0 d (d / 2)).
  { unfold ball; simpl; unfold AbsRing_ball, abs, minus, plus, opp; simpl.
    destruct d as [d pd]; simpl. rewrite Rabs_pos_eq; lra. }
  specialize (hd _ hb). rewrite h in hd by (destruct d; simpl in *; lra).
  revert hd. unfold ball; simpl; unfold AbsRing_ball, abs, minus, plus, opp; simpl.
  rewrite Rplus_0_l, Rabs_Ropp. lra.
Qed.

Theorem gelu_even_moments l : (forall t, list_sum l (fun c b => c * even (b * t)) = 0) ->
  forall n, list_sum l (fun c b => c * (b * b) ^ (S n)) = 0.
Proof.
  intros h.
  assert (h1 : forall t, list_sum l (fun c b => c * (b * even1 (b * t))) = 0).
  { intros t. apply (derive_zero _ t _ h).
    apply (is_derive_list_sum l (fun c b t => c * even (b * t)) (fun c b t => c * (b * even1 (b *
      t)))).
    intros c b. apply (is_derive_scal (fun t => even (b * t))).
    apply (is_derive_scale even even1). apply is_derive_even. }
  assert (h2 : forall t, list_sum l (fun c b => c * (b * (b * even2 (b * t)))) = 0).
  { intros t. apply (derive_zero _ t _ h1).
    apply (is_derive_list_sum l (fun c b t => c * (b * even1 (b * t))) (fun c b t => c * (b * (b *
      even2 (b * t))))).
    intros c b. apply (is_derive_scal (fun t => b * even1 (b * t))).
    apply (is_derive_scal (fun t => even1 (b * t))).
    apply (is_derive_scale even1 even2). apply is_derive_even1. }
  assert (hG : forall n t, list_sum l (fun c b => G n c b t) = 0).
  { induction n as [|n IH].
    - intros t. specialize (h2 t).
      rewrite (list_sum_ext _ _ (fun c b => (2 / sqrt (2 * PI)) * G 0 c b t)) in h2.
      + rewrite list_sum_scal in h2. apply Rmult_integral in h2; destruct h2 as [h2|]; trivial.
        exfalso; revert h2. apply Rgt_not_eq. apply Rdiv_lt_0_compat. lra. apply sqrt_2pi_gt_0.
      + intros c b. unfold even2, G, phi. simpl INR. simpl pow.
        replace (b * t * (b * t)) with (b * b * (t * t)) by ring.
        field. generalize sqrt_2pi_gt_0; lra.
    - assert (hn : forall t, t <> 0 -> list_sum l (fun c b => G (S n) c b t) = 0).
      { intros t t0.
        assert (hd : list_sum l (fun c b => 2 * t * G (S n) c b t) = 0).
        { apply (derive_zero _ t _ IH).
          apply (is_derive_list_sum l (G n) (fun c b t => 2 * t * G (S n) c b t)).
          intros; apply is_derive_G. }
        rewrite list_sum_scal in hd. apply Rmult_integral in hd. destruct hd; trivial. lra. }
      intros t. destruct (Req_dec t 0) as [->|t0].
      + apply (zero_at_0 (fun t => list_sum l (fun c b => G (S n) c b t))); trivial.
        apply cont_SG.
      + apply hn; trivial. }
  intros n. specialize (hG n 0).
  rewrite (list_sum_ext _ _ (fun c b => ((- / 2) ^ n * (2 + 2 * INR n)) * (c * (b * b) ^ S n))) in
    hG.
  - rewrite list_sum_scal in hG. apply Rmult_integral in hG. destruct hG as [hG|]; trivial.
    exfalso; revert hG. apply Rmult_integral_contrapositive. split.
    apply pow_nonzero; lra. generalize (pos_INR n); lra.
  - intros c b. unfold G. replace (- (b * b * (0 * 0)) / 2) with 0 by field. rewrite exp_0.
    replace (- (b * b) / 2) with ((- / 2) * (b * b)) by field.
    rewrite Rpow_mult_distr. simpl pow. ring.
Qed.

Lemma even_neq0 : exists z, even z <> 0.
Proof.
  destruct (Classical_Pred_Type.not_all_ex_not _ (fun z => even z = 0)) as [z hz].
  - intros h. assert (h1 := gelu_even_moments ((1, 1) :: nil)).
    assert (h2 : list_sum ((1, 1) :: nil) (fun c b => c * (b * b) ^ 1) = 0).
    { apply h1. intros t. simpl. rewrite h. ring. }
    simpl in h2. lra.
  - exists z; trivial.
Qed.

Lemma gelu_cont0 eps : 0 < eps ->
  exists del, 0 < del /\ forall t, Rabs t < del -> Rabs (gelu t) <= eps.
Proof.
  intros e0.
  assert (c : continuous gelu 0).
  { apply (ex_derive_continuous gelu). unfold gelu. auto_derive.
    exists (phi 0); apply is_derive_Phi. }
  destruct (proj1 (filterlim_locally gelu (gelu 0)) c (mkposreal _ e0)) as [d hd].
  exists d; split. apply cond_pos. intros t ht.
  assert (hb : ball 0 d t).
  { unfold ball; simpl; unfold AbsRing_ball, abs, minus, plus, opp; simpl.
    replace (t + - 0) with t by ring. trivial. }
  specialize (hd _ hb). revert hd.
  unfold ball; simpl; unfold AbsRing_ball, abs, minus, plus, opp; simpl.
  replace (gelu 0) with 0 by (unfold gelu; ring).
  replace (gelu t + - 0) with (gelu t) by ring. lra.
Qed.

