(* The analytic half of Lemma 7, on the real numbers.  psi is smooth near 0 and
   infinitely many of its derivatives at 0 are not 0 (an analytic psi: its Taylor
   series at 0 is not a polynomial).  If sum_k c_k psi(b_k t) is a polynomial in t
   near 0, then sum_k c_k b_k^n = 0 for infinitely many n.                        *)
From Coq Require Import Reals List Lra Lia Classical_Pred_Type.
From Coquelicot Require Import Coquelicot.
From Symproof Require Definitions.
Import ListNotations Definitions.Analytic.
Local Open Scope R_scope.

(* a polynomial by its coefficients *)
Definition eval (p : list R) (t : R) : R := fold_right (fun a y => a + t * y) 0 p.
Definition linear_combination (l : list (R * R)) (f : R -> R -> R) : R :=
  fold_right (fun cb y => f (fst cb) (snd cb) + y) 0 l.

Lemma locally_near (P : R -> Prop) : locally 0 P <-> exists e : posreal, forall x, Rabs x < e ->
  P x.
Proof.
  assert (b : forall (e : posreal) x, ball 0 e x <-> Rabs x < e).
  { intros e x. unfold ball; simpl; unfold AbsRing_ball, abs, minus, plus, opp; simpl.
    rewrite Ropp_0, Rplus_0_r. tauto. }
  split; intros [e h]; exists e; intros x hx; apply h, b, hx.
Qed.

Lemma locally_scale (P : R -> Prop) b : locally 0 P -> locally 0 (fun t => P (b * t)).
Proof.
  rewrite !locally_near. intros [e h].
  assert (b0 : 0 < Rabs b + 1) by (generalize (Rabs_pos b); lra).
  exists (mkposreal _ (Rdiv_lt_0_compat _ _ (cond_pos e) b0)). simpl. intros x hx. apply h.
  rewrite Rabs_mult. apply Rmult_lt_compat_r with (r := Rabs b + 1) in hx; trivial.
  replace (e / (Rabs b + 1) * (Rabs b + 1)) with (pos e) in hx by (field; lra).
  assert (p := Rabs_pos x). nra.
Qed.

Lemma smooth_scale f b : smooth_at_0 f -> smooth_at_0 (fun t => f (b * t)).
Proof.
  unfold smooth_at_0. intros h. assert (h' := locally_scale _ b (locally_locally _ _ h)).
  revert h'. apply filter_imp. intros x h' n. apply ex_derive_n_comp_scal.
  revert h'. apply filter_imp. intros y h' k _. apply h'.
Qed.

Lemma smooth_upto f n : smooth_at_0 f -> locally 0 (fun y => forall k, (k <= n)%nat ->
  ex_derive_n f k y).
Proof. unfold smooth_at_0. apply filter_imp. intros x h k _. apply h. Qed.

Lemma smooth_plus f g : smooth_at_0 f -> smooth_at_0 g -> smooth_at_0 (fun t => f t + g t).
Proof.
  unfold smooth_at_0. intros hf hg.
  generalize (filter_and _ _ (locally_locally _ _ hf) (locally_locally _ _ hg)).
  apply filter_imp. intros x [h1 h2] n. apply ex_derive_n_plus.
  - revert h1. apply filter_imp. intros y h k _. apply h.
  - revert h2. apply filter_imp. intros y h k _. apply h.
Qed.

Lemma smooth_mult c f : smooth_at_0 f -> smooth_at_0 (fun t => c * f t).
Proof. unfold smooth_at_0. apply filter_imp. intros x h n. apply ex_derive_n_scal_l, h. Qed.

Lemma smooth_combination l f : smooth_at_0 f ->
  smooth_at_0 (fun t => linear_combination l (fun c b => c * f (b * t))).
Proof.
  intros hf. induction l as [|[c b] l IH]; simpl.
  - unfold smooth_at_0. apply filter_forall. intros x n. apply ex_derive_n_const.
  - apply smooth_plus; trivial. apply smooth_mult, smooth_scale, hf.
Qed.

Lemma Derive_n_combination l f n : smooth_at_0 f ->
  Derive_n (fun t => linear_combination l (fun c b => c * f (b * t))) n 0 =
  Derive_n f n 0 * linear_combination l (fun c b => c * b ^ n).
Proof.
  intros hf. induction l as [|[c b] l IH]; simpl.
  - rewrite Rmult_0_r. destruct n; trivial. apply Derive_n_const.
  - rewrite Derive_n_plus.
    + rewrite Derive_n_scal_l, Derive_n_comp_scal, IH.
      * rewrite Rmult_0_r. ring.
      * rewrite Rmult_0_r. apply smooth_upto, hf.
    + apply smooth_upto, smooth_mult, smooth_scale, hf.
    + apply smooth_upto, smooth_combination, hf.
Qed.

Fixpoint add (p q : list R) : list R :=
  match p, q with
  | a :: p', b :: q' => (a + b) :: add p' q'
  | [], _ => q
  | _, [] => p
  end.
Fixpoint derivative (p : list R) : list R :=
  match p with
  | _ :: (_ :: _) as p' => add p' (0 :: derivative p')
  | _ => []
  end.

Lemma eval_add p q t : eval (add p q) t = eval p t + eval q t.
Proof.
  revert q. induction p as [|a p IH]; intros [|b q]; simpl; try ring. rewrite IH. ring.
Qed.

Lemma length_derivative p : length (derivative p) = pred (length p).
Proof.
  assert (h : forall a b : list R, length (add a b) = max (length a) (length b)).
  { induction a as [|x a IH]; intros [|y b]; simpl; trivial. rewrite IH. trivial. }
  induction p as [|a [|b p] IH]; trivial.
  change (derivative (a :: b :: p)) with (add (b :: p) (0 :: derivative (b :: p))).
  rewrite h. change (length (0 :: derivative (b :: p))) with (S (length (derivative (b :: p)))).
  rewrite IH. simpl. lia.
Qed.

Lemma is_derive_eval p t : is_derive (eval p) t (eval (derivative p) t).
Proof.
  revert t. induction p as [|a [|b p] IH]; intros t.
  - apply (is_derive_const 0).
  - apply (is_derive_ext (fun _ => a)); [intros y; simpl; ring|]. apply (is_derive_const a).
  - change (derivative (a :: b :: p)) with (add (b :: p) (0 :: derivative (b :: p))).
    rewrite eval_add. revert IH. generalize (b :: p) as q. intros q IH.
    change (eval (a :: q)) with (fun t => a + t * eval q t).
    auto_derive; [exists (eval (derivative q) t); apply IH|].
    match goal with |- context [Derive ?f t] => rewrite (is_derive_unique f t _ (IH t)) end.
    simpl. ring.
Qed.

Lemma Derive_n_eval p n t : Derive_n (eval p) n t = eval (Nat.iter n derivative p) t.
Proof.
  revert t. induction n as [|n IH]; intros t; trivial. simpl Derive_n.
  rewrite (Derive_ext _ _ _ IH). apply is_derive_unique, is_derive_eval.
Qed.

Lemma Derive_n_eval_0 p n t : (length p <= n)%nat -> Derive_n (eval p) n t = 0.
Proof.
  intros h. rewrite Derive_n_eval.
  assert (l : forall m, length (Nat.iter m derivative p) = (length p - m)%nat).
  { induction m as [|m IH]; simpl; [lia|]. rewrite length_derivative, IH. lia. }
  specialize (l n). destruct (Nat.iter n derivative p); simpl in *; trivial. lia.
Qed.

Theorem smooth_power_sums psi l p : smooth_at_0 psi -> many_derivatives psi ->
  locally 0 (fun t => linear_combination l (fun c b => c * psi (b * t)) = eval p t) ->
  forall D, exists n, (D < n)%nat /\ Derive_n psi n 0 <> 0 /\ linear_combination l (fun c b => c *
    b ^ n) = 0.
Proof.
  intros hs hm h D. destruct (hm (max D (length p))) as [n [hn n0]].
  exists n. split; [lia|]. split; trivial.
  assert (e := Derive_n_combination l psi n hs).
  rewrite (Derive_n_ext_loc _ (eval p)), Derive_n_eval_0 in e; [|lia|trivial].
  symmetry in e. apply Rmult_integral in e. destruct e; tauto.
Qed.

Lemma analytic_smooth psi a : analytic_at_0 psi a -> smooth_at_0 psi.
Proof.
  intros [ha h]. assert (h' := locally_locally _ _ h). unfold smooth_at_0.
  assert (r : locally 0 (fun x => Rbar_lt (Rabs x) (CV_radius a))).
  { apply locally_near. destruct (CV_radius a) as [c| |]; simpl in *;
    [|exists (mkposreal 1 Rlt_0_1); trivial|easy].
    exists (mkposreal c ha). trivial. }
  generalize (filter_and _ _ h' r). apply filter_imp. intros x [h1 h2] n.
  apply (ex_derive_n_ext_loc (PSeries a)).
  - revert h1. apply filter_imp. intros t e. symmetry. trivial.
  - apply ex_derive_n_PSeries. trivial.
Qed.

Lemma analytic_derivatives psi a : analytic_at_0 psi a -> many_coefficients a ->
  many_derivatives psi.
Proof.
  intros [ha h] hm D. destruct (hm D) as [n [hn n0]]. exists n. split; trivial.
  rewrite (Derive_n_ext_loc _ (PSeries a)) by trivial. rewrite Derive_n_coef by trivial.
  apply Rmult_integral_contrapositive. split; trivial. apply INR_fact_neq_0.
Qed.

(* an even function has no odd derivatives at 0 *)
Lemma even_odd_derivative f n : smooth_at_0 f -> (forall t, f (- t) = f t) ->
  Nat.Odd n -> Derive_n f n 0 = 0.
Proof.
  intros hs he [k ->].
  assert (e : Derive_n (fun y => f (- y)) (2 * k + 1) 0 = (-1) ^ (2 * k + 1) * Derive_n f (2 * k +
    1) (- 0)).
  { apply Derive_n_comp_opp. rewrite Ropp_0. apply smooth_upto, hs. }
  rewrite Ropp_0 in e. rewrite (Derive_n_ext _ f) in e by trivial.
  rewrite pow_add, pow_1_even in e. lra.
Qed.

Lemma many_derivatives_neq0 f : many_derivatives f -> exists z, f z <> 0.
Proof.
  intros hm. apply Classical_Pred_Type.not_all_not_ex. intros h.
  destruct (hm 0%nat) as [n [_ n0]]. apply n0.
  rewrite (Derive_n_ext f (fun _ => 0)).
  - destruct n; simpl; [|change (Derive_n (fun _ : R => 0) (S n) 0 = 0); apply Derive_n_const].
    destruct (Req_dec (f 0) 0) as [e|e]; [trivial|elim (h 0 e)].
  - intros t. destruct (Req_dec (f t) 0) as [e|e]; [trivial|elim (h t e)].
Qed.

(* an odd function has no even derivatives at 0 *)
Lemma odd_even_derivative f n : smooth_at_0 f -> (forall t, f (- t) = - f t) ->
  Nat.Even n -> Derive_n f n 0 = 0.
Proof.
  intros hs ho [k ->].
  assert (e : Derive_n (fun y => f (- y)) (2 * k) 0 = (-1) ^ (2 * k) * Derive_n f (2 * k) (- 0)).
  { apply Derive_n_comp_opp. rewrite Ropp_0. apply smooth_upto, hs. }
  rewrite Ropp_0, pow_1_even in e. rewrite (Derive_n_ext _ (fun y => - f y)) in e by trivial.
  rewrite Derive_n_opp in e. lra.
Qed.
