(* An analytic function is its Taylor polynomial up to O(t^K), on the real numbers of the
   standard library. *)
From Coq Require Import Reals Lra.
From Coquelicot Require Import Coquelicot.
From Symproof Require Import Definitions AnalyticReal.
Import Definitions.Analytic.
Local Open Scope R_scope.

Fixpoint partial_sum (K : nat) (a : nat -> R) (t : R) : R :=
  match K with
  | O => 0
  | S K' => a O + t * partial_sum K' (PS_decr_1 a) t
  end.

Lemma near_radius a : Rbar_lt 0 (CV_radius a) ->
  exists e : posreal, forall t, Rabs t < e -> Rbar_lt (Rabs t) (CV_radius a).
Proof.
  intros ha. destruct (CV_radius a) as [c| |]; simpl in *;
    [|exists (mkposreal 1 Rlt_0_1); trivial|easy].
  exists (mkposreal c ha). trivial.
Qed.

Theorem analytic_remainder K : forall f a, analytic_at_0 f a -> exists C del, 0 <= C /\ 0 < del /\
  forall t, Rabs t < del -> Rabs (f t - partial_sum K a t) <= C * Rabs t ^ K.
Proof.
  induction K as [|K IH]; intros f a [ha h]; apply locally_near in h; destruct h as [e he].
  - assert (c : continuity_pt (PSeries a) 0).
    { apply PSeries_continuity. rewrite Rabs_R0. exact ha. }
    destruct (c 1 Rlt_0_1) as [del [d0 hd]]. unfold dist, R_dist in hd; simpl in hd.
    exists (Rabs (PSeries a 0) + 1), (Rmin e del).
    assert (p := Rabs_pos (PSeries a 0)). split; [lra|]. split.
    { apply Rmin_pos; [apply cond_pos|exact d0]. }
    intros t ht. assert (t1 := Rlt_le_trans _ _ _ ht (Rmin_l _ _)).
    assert (t2 := Rlt_le_trans _ _ _ ht (Rmin_r _ _)). simpl.
    rewrite Rmult_1_r, Rminus_0_r, he by trivial.
    destruct (Req_dec t 0) as [->|t0]; [lra|].
    assert (b : Rabs (PSeries a t - PSeries a 0) < 1).
    { apply hd. split; [split; [exact I|congruence]|]. unfold R_dist.
      rewrite Rminus_0_r. exact t2. }
    replace (PSeries a t) with (PSeries a 0 + (PSeries a t - PSeries a 0)) by ring.
    assert (q := Rabs_triang (PSeries a 0) (PSeries a t - PSeries a 0)). lra.
  - destruct (near_radius a ha) as [e' he'].
    destruct (IH (PSeries (PS_decr_1 a)) (PS_decr_1 a)) as [C [del [C0 [d0 hd]]]].
    { split; [rewrite CV_radius_decr_1; exact ha|]. apply locally_near.
      exists (mkposreal 1 Rlt_0_1). trivial. }
    exists C, (Rmin del (Rmin e e')). split; [exact C0|]. split.
    { repeat apply Rmin_pos; trivial; apply cond_pos. }
    intros t ht. assert (t1 := Rlt_le_trans _ _ _ ht (Rmin_l _ _)).
    assert (t2 := Rlt_le_trans _ _ _ ht (Rmin_r _ _)).
    assert (t3 := Rlt_le_trans _ _ _ t2 (Rmin_l _ _)).
    assert (t4 := Rlt_le_trans _ _ _ t2 (Rmin_r _ _)).
    rewrite he by trivial. rewrite PSeries_decr_1 by (apply CV_radius_inside, he'; trivial). simpl.
    replace (a 0%nat + t * PSeries (PS_decr_1 a) t - (a 0%nat + t * partial_sum K (PS_decr_1 a) t))
      with (t * (PSeries (PS_decr_1 a) t - partial_sum K (PS_decr_1 a) t)) by ring.
    rewrite Rabs_mult. specialize (hd t t1). assert (p := Rabs_pos t). nra.
Qed.
