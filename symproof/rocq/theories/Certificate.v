(* The certificate rule, checked by computation on integers, and its soundness.

   Subset problem ABS(P, Q, T): is there x in {0,1}^n with sum_k x_k p_k q_k = T?
   p_k: list of a integers, q_k: list of b integers, T: a lists of b integers.
   Evidence for "no" is a tree:
     Leaf Y Z M       one integer combination of the equations, read over Z (M = 0)
                      or modulo M; Y weighs the a x b equations, Z the extra ones;
     Branch c l u ts  the values of an integer form c.x in unknowns that are free, its
                      range proved by the combinations l and u; each child has the
                      equation c.x = v, and for a form c x_k the value of x_k;
     Exhaust Y Z      no subset sum of one combination hits its right-hand side, by
                      meet in the middle on sorted lists.
   Lists that are too short count as filled up with zeros.  Rational certificates
   are scaled to integers first.                                                  *)
From Coq Require Import ZArith List Lia Bool.
Import ListNotations.
Local Open Scope Z_scope.

(* ---- the checker ------------------------------------------------------------ *)

(* an unknown: its number, p_k, q_k, its coefficients in the extra equations *)
Record unknown := Unknown { number : Z; left_ : list Z; right_ : list Z; extra : list Z }.

(* a problem inside a tree: free unknowns, unknowns set to 1, T, right-hand sides
   of the extra equations, the newest first *)
Record node := Node
  { free : list unknown; ones : list unknown; target : list (list Z); values : list Z }.

Record combination := Combination { onT : list (list Z); onE : list Z }.

Inductive tree :=
| Leaf (c : combination) (M : Z)
| Branch (form : list (Z * Z)) (lower upper : Z * combination) (children : list tree)
| Exhaust (c : combination).

Fixpoint dot (u v : list Z) : Z :=
  match u, v with
  | a :: u', b :: v' => a * b + dot u' v'
  | _, _ => 0
  end.

(* sum_ij Y_ij p_i q_j *)
Fixpoint bilinear (Y : list (list Z)) (p q : list Z) : Z :=
  match Y, p with
  | y :: Y', a :: p' => a * dot y q + bilinear Y' p' q
  | _, _ => 0
  end.

(* sum_ij Y_ij T_ij *)
Fixpoint pairing (Y T : list (list Z)) : Z :=
  match Y, T with
  | y :: Y', t :: T' => dot y t + pairing Y' T'
  | _, _ => 0
  end.

Definition coefficient (c : combination) (v : unknown) : Z :=
  bilinear (onT c) (left_ v) (right_ v) + dot (onE c) (extra v).

Definition total (l : list Z) : Z := fold_right Z.add 0 l.

(* the combination over the free unknowns: coefficients and right-hand side *)
Definition combine (nd : node) (c : combination) : list Z * Z :=
  (map (coefficient c) (free nd),
   pairing (onT c) (target nd) + dot (onE c) (values nd) - total (map (coefficient c) (ones nd))).

Definition lowest (l : list Z) : Z := total (map (fun a => Z.min a 0) l).
Definition highest (l : list Z) : Z := total (map (fun a => Z.max a 0) l).

(* the representative of a modulo M in [-M/2, M/2) *)
Definition centred (M a : Z) : Z := a - M * ((2 * a + M) / (2 * M)).

Definition leaf_refutes (M : Z) (a : list Z) (beta : Z) : bool :=
  if M =? 0 then if beta <? lowest a then true else highest a <? beta
  else if 0 <? M then
    let a' := map (centred M) a in
    let lo := lowest a' in highest a' <? lo + (beta - lo) mod M
  else false.

(* take the unknown number k out of a list *)
Fixpoint pick (k : Z) (l : list unknown) : option (unknown * list unknown) :=
  match l with
  | [] => None
  | v :: l' =>
      if number v =? k then Some (v, l')
      else match pick k l' with Some (w, r) => Some (w, v :: r) | None => None end
  end.

Definition form_at (form : list (Z * Z)) (k : Z) : Z :=
  total (map (fun e => if fst e =? k then snd e else 0) form).

Definition with_equation (form : list (Z * Z)) (v : Z) (nd : node) : node :=
  Node (map (fun w => Unknown (number w) (left_ w) (right_ w) (form_at form (number w) :: extra w))
            (free nd))
       (map (fun w => Unknown (number w) (left_ w) (right_ w) (0 :: extra w)) (ones nd))
       (target nd) (v :: values nd).

(* the place where form.x = v holds; a form c x_k with v = 0 or v = c also fixes x_k *)
Definition child (form : list (Z * Z)) (v : Z) (nd : node) : node :=
  let next := with_equation form v nd in
  match form with
  | [(k, c)] =>
      match pick k (free next) with
      | None => next
      | Some (w, rest) =>
          if c =? 0 then next
          else if v =? 0 then Node rest (ones next) (target next) (values next)
          else if v =? c then Node rest (w :: ones next) (target next) (values next)
          else next
      end
  | _ => next
  end.

Definition all_free (form : list (Z * Z)) (nd : node) : bool :=
  forallb (fun e => existsb (fun v => number v =? fst e) (free nd)) form.

(* D c.x + (combination) : coefficients over the free unknowns, and right-hand side *)
Definition bound_sides (nd : node) (form : list (Z * Z)) (b : Z * combination) : list Z * Z :=
  (map (fun v => fst b * form_at form (number v) + coefficient (snd b) v) (free nd),
   snd (combine nd (snd b))).
Definition lower_bound nd form (b : Z * combination) : Z :=
  let (a, beta) := bound_sides nd form b in - ((beta - lowest a) / fst b).
Definition upper_bound nd form (b : Z * combination) : Z :=
  let (a, beta) := bound_sides nd form b in (highest a - beta) / fst b.

(* sorted lists of all subset sums *)
Fixpoint merge (l : list Z) : list Z -> list Z :=
  match l with
  | [] => fun m => m
  | a :: l' =>
      fix merge_a (m : list Z) : list Z :=
        match m with
        | [] => l
        | b :: m' => if a <=? b then a :: merge l' m else b :: merge_a m'
        end
  end.
Fixpoint subset_sums (l : list Z) : list Z :=
  match l with
  | [] => [0]
  | a :: l' => let s := subset_sums l' in merge s (map (Z.add a) s)
  end.
Fixpoint descending (l : list Z) : bool :=
  match l with
  | a :: (b :: _) as l' => if b <=? a then descending l' else false
  | _ => true
  end.
(* no a + b = t with a in l, b in m; m descending *)
Fixpoint avoids (t : Z) (l : list Z) : list Z -> bool :=
  match l with
  | [] => fun _ => true
  | a :: l' =>
      fix avoids_a (m : list Z) : bool :=
        match m with
        | [] => true
        | b :: m' =>
            match a + b ?= t with
            | Eq => false
            | Lt => avoids t l' m
            | Gt => avoids_a m'
            end
        end
  end.
Fixpoint ascending (l : list Z) : bool :=
  match l with
  | a :: (b :: _) as l' => if a <=? b then ascending l' else false
  | _ => true
  end.

Definition sums_avoid (a : list Z) (beta : Z) : bool :=
  let a' := filter (fun z => negb (z =? 0)) a in
  let half := Nat.div2 (length a') in
  let l := subset_sums (firstn half a') in
  let m := rev_append (subset_sums (skipn half a')) [] in
  if ascending l then if descending m then avoids beta l m else false else false.

Fixpoint check_tree (nd : node) (t : tree) : bool :=
  match t with
  | Leaf c M => let (a, beta) := combine nd c in leaf_refutes M a beta
  | Branch form lower upper children =>
      if 0 <? fst lower then
        if 0 <? fst upper then
          let low := lower_bound nd form lower in
          let high := upper_bound nd form upper in
          if if all_free form nd then low + Z.of_nat (length children) =? Z.max low (high + 1) else
            false then
            (fix each (v : Z) (ts : list tree) : bool :=
               match ts with
               | [] => true
               | t :: ts' =>
                   if check_tree (child form v nd) t then each (v + 1) ts' else false
               end) low children
          else false
        else false
      else false
  | Exhaust c => let (a, beta) := combine nd c in sums_avoid a beta
  end.

(* ABS(P, Q, T), P and Q as lists of p_k and of q_k *)
Fixpoint unknowns (k : Z) (P Q : list (list Z)) : list unknown :=
  match P, Q with
  | p :: P', q :: Q' => Unknown k p q [] :: unknowns (k + 1) P' Q'
  | _, _ => []
  end.
Definition has_size (n : nat) (l : list Z) : bool := Nat.eqb (length l) n.
Definition well_formed (a b n : nat) (P Q T : list (list Z)) : bool :=
  if Nat.eqb (length P) n then if Nat.eqb (length Q) n then if Nat.eqb (length T) a then
    if forallb (has_size a) P then if forallb (has_size b) Q then forallb (has_size b) T
    else false else false else false else false else false.
Definition check (a b n : nat) (P Q T : list (list Z)) (t : tree) : bool :=
  if well_formed a b n P Q T then check_tree (Node (unknowns 0 P Q) [] T []) t else false.

(* ---- soundness ---------------------------------------------------------------- *)

Definition entry (l : list Z) (i : nat) : Z := nth i l 0.
Definition entry2 (m : list (list Z)) (i j : nat) : Z := nth j (nth i m []) 0.

Section Assignment.
Variable x : Z -> bool.

Definition chosen (v : unknown) (z : Z) : Z := if x (number v) then z else 0.
(* the value of a form: free unknowns as x says, the others are 1 *)
Definition value (nd : node) (f : unknown -> Z) : Z :=
  total (map (fun v => chosen v (f v)) (free nd)) + total (map f (ones nd)).

Definition solves (nd : node) : Prop :=
  (forall i j, value nd (fun v => entry (left_ v) i * entry (right_ v) j) = entry2 (target nd) i j)
    /\
  (forall e, value nd (fun v => entry (extra v) e) = entry (values nd) e).

Lemma total_add A (f g : A -> Z) l :
  total (map (fun v => f v + g v) l) = total (map f l) + total (map g l).
Proof. induction l as [|a l IH]; simpl; lia. Qed.

Lemma total_mul A c (f : A -> Z) l : total (map (fun v => c * f v) l) = c * total (map f l).
Proof. induction l as [|a l IH]; simpl; lia. Qed.

Lemma total_ext A (f g : A -> Z) l : (forall v, f v = g v) -> total (map f l) = total (map g l).
Proof. intros h; induction l as [|a l IH]; simpl; trivial. rewrite h, IH; trivial. Qed.

Lemma value_ext nd f g : (forall v, f v = g v) -> value nd f = value nd g.
Proof.
  intros h. unfold value. rewrite (total_ext _ f g) by trivial. f_equal.
  apply total_ext. intros v. rewrite h. trivial.
Qed.

Lemma value_add nd f g : value nd (fun v => f v + g v) = value nd f + value nd g.
Proof.
  unfold value.
  rewrite (total_ext _ (fun v => chosen v (f v + g v)) (fun v => chosen v (f v) + chosen v (g v))).
  - rewrite !total_add. lia.
  - intros v. unfold chosen. destruct (x (number v)); lia.
Qed.

Lemma value_mul nd c f : value nd (fun v => c * f v) = c * value nd f.
Proof.
  unfold value.
  rewrite (total_ext _ (fun v => chosen v (c * f v)) (fun v => c * chosen v (f v))).
  - rewrite !total_mul. lia.
  - intros v. unfold chosen. destruct (x (number v)); lia.
Qed.

Lemma value_0 nd : value nd (fun _ => 0) = 0.
Proof. rewrite (value_ext _ _ (fun _ => 0 * 0)) by trivial. rewrite value_mul. trivial. Qed.

Lemma dot_nil_r u : dot u [] = 0.
Proof. destruct u; trivial. Qed.

Lemma dot_cons a u v : dot (a :: u) v = a * entry v 0 + dot u (tl v).
Proof. destruct v; simpl; trivial. rewrite dot_nil_r. unfold entry; simpl. lia. Qed.

Lemma entry_tl v j : entry (tl v) j = entry v (S j).
Proof. destruct v; trivial. destruct j; trivial. Qed.

Lemma value_dot nd (h : unknown -> Z) (F : unknown -> list Z) y t :
  (forall j, value nd (fun v => h v * entry (F v) j) = entry t j) ->
  value nd (fun v => h v * dot y (F v)) = dot y t.
Proof.
  revert F t. induction y as [|a y IH]; intros F t H.
  - rewrite (value_ext _ _ (fun _ => 0)). apply value_0. intros v; simpl; lia.
  - rewrite dot_cons, <- (IH (fun v => tl (F v)) (tl t)), <- H.
    + rewrite <- value_mul, <- value_add. apply value_ext. intros v. rewrite dot_cons. lia.
    + intros j. rewrite entry_tl, <- H. apply value_ext. intros v. rewrite entry_tl. trivial.
Qed.

Lemma bilinear_nil_p Y q : bilinear Y [] q = 0.
Proof. destruct Y; trivial. Qed.

Lemma bilinear_cons y Y p q :
  bilinear (y :: Y) p q = entry p 0 * dot y q + bilinear Y (tl p) q.
Proof. destruct p; simpl; trivial. rewrite bilinear_nil_p. unfold entry; simpl. lia. Qed.

Lemma pairing_cons y Y T : pairing (y :: Y) T = dot y (nth 0 T []) + pairing Y (tl T).
Proof.
  destruct T; simpl; trivial. rewrite dot_nil_r. destruct Y; trivial.
Qed.

Lemma value_bilinear nd (F G : unknown -> list Z) Y T :
  (forall i j, value nd (fun v => entry (F v) i * entry (G v) j) = entry2 T i j) ->
  value nd (fun v => bilinear Y (F v) (G v)) = pairing Y T.
Proof.
  revert F T. induction Y as [|y Y IH]; intros F T H.
  - apply value_0.
  - rewrite pairing_cons, <- (IH (fun v => tl (F v)) (tl T)).
    + rewrite <- (value_dot nd (fun v => entry (F v) 0) G y).
      * rewrite <- value_add. apply value_ext. intros v. apply bilinear_cons.
      * intros j. rewrite H. trivial.
    + intros i j. rewrite (value_ext _ _ (fun v => entry (F v) (S i) * entry (G v) j)).
      * rewrite H. unfold entry2. destruct T; trivial. destruct i; trivial.
      * intros v. rewrite entry_tl. trivial.
Qed.

(* a solution satisfies every combination of the equations *)
Lemma combine_value nd c a beta : solves nd -> combine nd c = (a, beta) ->
  total (map (fun v => chosen v (coefficient c v)) (free nd)) = beta.
Proof.
  intros [hT hE] e. injection e as _ <-.
  assert (h : value nd (coefficient c) = pairing (onT c) (target nd) + dot (onE c) (values nd)).
  { unfold coefficient. rewrite value_add. f_equal.
    - apply value_bilinear, hT.
    - rewrite (value_ext _ _ (fun v => 1 * dot (onE c) (extra v))) by (intros; lia).
      apply value_dot. intros j. rewrite <- hE. apply value_ext. intros; lia. }
  unfold value in h. lia.
Qed.

Lemma between (f : unknown -> Z) l :
  lowest (map f l) <= total (map (fun v => chosen v (f v)) l) <= highest (map f l).
Proof.
  unfold lowest, highest.
  induction l as [|v l IH]; simpl; [lia|]. unfold chosen at 1 3. destruct (x (number v)); lia.
Qed.

Lemma total_centred M (f : unknown -> Z) l : exists q,
  total (map (fun v => chosen v (f v)) l) =
  total (map (fun v => chosen v (centred M (f v))) l) + q * M.
Proof.
  induction l as [|v l [q IH]]; simpl; [exists 0; lia|].
  unfold chosen at 1 3. destruct (x (number v)).
  - exists (q + (2 * f v + M) / (2 * M)). unfold centred at 1. lia.
  - exists q. lia.
Qed.

Lemma leaf_sound nd c M a beta : solves nd -> combine nd c = (a, beta) ->
  leaf_refutes M a beta = true -> False.
Proof.
  intros hs e. assert (h := combine_value nd c a beta hs e).
  assert (ea : a = map (coefficient c) (free nd)) by (injection e as <- _; trivial).
  rewrite <- h, ea. clear e ea h. unfold leaf_refutes.
  destruct (Z.eqb_spec M 0) as [->|M0].
  - assert (b := between (coefficient c) (free nd)).
    destruct (Z.ltb_spec (total (map (fun v => chosen v (coefficient c v)) (free nd)))
                (lowest (map (coefficient c) (free nd)))); [lia|].
    intros h; apply Z.ltb_lt in h. lia.
  - destruct (Z.ltb_spec 0 M) as [Mp|]; [|discriminate].
    intros h; apply Z.ltb_lt in h. rewrite map_map in h.
    assert (b := between (fun v => centred M (coefficient c v)) (free nd)).
    destruct (total_centred M (coefficient c) (free nd)) as [q eq].
    revert h b. rewrite eq.
    generalize (total (map (fun v => chosen v (centred M (coefficient c v))) (free nd))).
    intros s. set (lo := lowest _). set (hi := highest _). intros h b.
    assert (e : (s + q * M - lo) mod M <= s - lo).
    { replace (s + q * M - lo) with (s - lo + q * M) by lia.
      rewrite Z.mod_add by lia. apply Z.mod_le; lia. }
    lia.
Qed.

Lemma pick_total k l v r f : pick k l = Some (v, r) ->
  total (map (fun w => chosen w (f w)) l) =
  chosen v (f v) + total (map (fun w => chosen w (f w)) r).
Proof.
  revert r. induction l as [|w l IH]; simpl; [discriminate|]. intros r.
  destruct (number w =? k).
  - intros e; injection e as -> ->. trivial.
  - destruct (pick k l) as [[w' r']|]; [|discriminate].
    intros e; injection e as -> <-. simpl. rewrite (IH r') by trivial. lia.
Qed.

Lemma fix_zero nd k v r : pick k (free nd) = Some (v, r) -> x (number v) = false ->
  solves nd -> solves (Node r (ones nd) (target nd) (values nd)).
Proof.
  intros e hx [hT hE]. split; [intros i j; rewrite <- hT|intros i; rewrite <- hE];
  unfold value; simpl; rewrite (pick_total _ _ _ _ _ e); unfold chosen at 2; rewrite hx; lia.
Qed.

Lemma fix_one nd k v r : pick k (free nd) = Some (v, r) -> x (number v) = true ->
  solves nd -> solves (Node r (v :: ones nd) (target nd) (values nd)).
Proof.
  intros e hx [hT hE]. split; [intros i j; rewrite <- hT|intros i; rewrite <- hE];
  unfold value; simpl; rewrite (pick_total _ _ _ _ _ e); unfold chosen at 2; rewrite hx; lia.
Qed.

(* the value of a form on free unknowns *)
Definition form_value (form : list (Z * Z)) (nd : node) : Z :=
  total (map (fun v => chosen v (form_at form (number v))) (free nd)).

Lemma with_equation_solves form nd :
  solves nd -> solves (with_equation form (form_value form nd) nd).
Proof.
  intros [hT hE]. split; [intros i j; rewrite <- hT|intros [|e]].
  - unfold value, with_equation; simpl. rewrite !map_map. trivial.
  - unfold value, with_equation, form_value, entry; simpl. rewrite !map_map. simpl.
    rewrite (total_ext _ (fun _ => 0) (fun v : unknown => 0 * 0)) by trivial.
    rewrite total_mul. unfold chosen; simpl. lia.
  - change (entry (values (with_equation form (form_value form nd) nd)) (S e))
      with (entry (values nd) e).
    rewrite <- hE. unfold value, with_equation; simpl. rewrite !map_map. trivial.
Qed.

Lemma pick_number k l w r : pick k l = Some (w, r) -> number w = k.
Proof.
  revert r. induction l as [|u l IH]; simpl; [discriminate|]. intros r.
  destruct (Z.eqb_spec (number u) k) as [e|]; [intros h; injection h as <- _; exact e|].
  destruct (pick k l) as [[w' r']|]; [|discriminate]. intros h; injection h as <- _.
  exact (IH r' eq_refl).
Qed.

Lemma single_form k c l : exists m, 0 <= m /\
  total (map (fun w => chosen w (form_at [(k, c)] (number w))) l) = (if x k then c * m else 0) /\
  (forall w r, pick k l = Some (w, r) -> 0 < m).
Proof.
  induction l as [|u l [m [m0 [e p]]]]; simpl.
  - exists 0. repeat split; [lia|destruct (x k); lia|discriminate].
  - destruct (Z.eqb_spec (number u) k) as [h|h].
    + exists (m + 1). repeat split; [lia| |lia]. rewrite e. unfold chosen, form_at;
      simpl. rewrite h, Z.eqb_refl.
      simpl. destruct (x k); lia.
    + exists m. repeat split; [lia| |].
      * rewrite e. unfold chosen, form_at; simpl.
        destruct (Z.eqb_spec k (number u)); [congruence|]. simpl. destruct (x (number u)); lia.
      * intros w r. destruct (pick k l) as [[w' r']|];
        [|discriminate]. intros _. exact (p w' r' eq_refl).
Qed.

Lemma pick_with_equation form v nd k w r :
  pick k (free (with_equation form v nd)) = Some (w, r) ->
    exists w' r', pick k (free nd) = Some (w', r').
Proof.
  unfold with_equation; simpl. revert w r.
  induction (free nd) as [|u l IH]; simpl; [discriminate|]. intros w r.
  destruct (number u =? k); [eauto|].
  destruct (pick k (map _ l)) as [[w' r']|] eqn:e; [|discriminate]. intros _.
  destruct (IH w' r' eq_refl) as [w1 [r1 ->]]. eauto.
Qed.

Lemma child_solves form nd : solves nd -> solves (child form (form_value form nd) nd).
Proof.
  intros hs. assert (h := with_equation_solves form nd hs). unfold child.
  destruct form as [|[k c] [|]]; trivial.
  destruct (pick k _) as [[w r]|] eqn:e; trivial. destruct (Z.eqb_spec c 0) as [|c0]; trivial.
  destruct (single_form k c (free nd)) as [m [m0 [v p]]].
  destruct (pick_with_equation _ _ _ _ _ _ e) as [w' [r' e']]. assert (mp := p _ _ e').
  change (form_value [(k, c)] nd = if x k then c * m else 0) in v.
  assert (wk := pick_number _ _ _ _ e).
  destruct (Z.eqb_spec (form_value [(k, c)] nd) 0) as [v0|v0].
  - apply (fix_zero _ _ _ _ e); trivial. rewrite wk. destruct (x k); trivial. nia.
  - destruct (Z.eqb_spec (form_value [(k, c)] nd) c) as [vc|]; trivial.
    apply (fix_one _ _ _ _ e); trivial. rewrite wk. destruct (x k); trivial. lia.
Qed.

Lemma bound_value nd form b a beta : solves nd -> bound_sides nd form b = (a, beta) ->
  fst b * form_value form nd + beta =
  total (map (fun v => chosen v (fst b * form_at form (number v) + coefficient (snd b) v)) (free
    nd)).
Proof.
  intros hs e. assert (eb : snd (bound_sides nd form b) = beta) by (rewrite e; trivial).
  change (snd (combine nd (snd b)) = beta) in eb. rewrite <- eb.
  rewrite <- (combine_value _ _ _ _ hs (surjective_pairing (combine nd (snd b)))).
  unfold form_value. rewrite <- total_mul, <- total_add. apply total_ext. intros v.
  unfold chosen. destruct (x (number v)); lia.
Qed.

Lemma lower_bound_sound nd form b : solves nd -> 0 < fst b ->
  lower_bound nd form b <= form_value form nd.
Proof.
  intros hs b0. unfold lower_bound. destruct (bound_sides nd form b) as [a beta] eqn:e.
  assert (h := bound_value _ _ _ _ _ hs e). injection e as <- _.
  assert (bt := between (fun v => fst b * form_at form (number v) + coefficient (snd b) v) (free
    nd)).
  cbv beta in bt.
  assert (h1 : fst b * - form_value form nd <= beta - lowest (map (fun v =>
    fst b * form_at form (number v) + coefficient (snd b) v) (free nd))) by lia.
  apply Z.div_le_lower_bound in h1; lia.
Qed.

Lemma upper_bound_sound nd form b : solves nd -> 0 < fst b ->
  form_value form nd <= upper_bound nd form b.
Proof.
  intros hs b0. unfold upper_bound. destruct (bound_sides nd form b) as [a beta] eqn:e.
  assert (h := bound_value _ _ _ _ _ hs e). injection e as <- _.
  assert (bt := between (fun v => fst b * form_at form (number v) + coefficient (snd b) v) (free
    nd)).
  cbv beta in bt.
  apply Z.div_le_lower_bound; lia.
Qed.

Lemma merge_In l m z : In z l \/ In z m -> In z (merge l m).
Proof.
  revert m. induction l as [|a l IHl]; simpl; [tauto|].
  induction m as [|b m IHm]; simpl; [tauto|].
  destruct (a <=? b); simpl; intros h.
  - assert (h' := IHl (b :: m)). simpl in h'. tauto.
  - tauto.
Qed.

Lemma subset_sums_complete l (f : unknown -> Z) :
  In (total (map (fun v => chosen v (f v)) l)) (subset_sums (map f l)).
Proof.
  induction l as [|v l IH]; simpl; [tauto|]. apply merge_In.
  replace (chosen v (f v)) with (if x (number v) then f v else 0) by trivial.
  destruct (x (number v)); [right|left].
  - apply in_map; trivial.
  - rewrite Z.add_0_l. trivial.
Qed.

Lemma descending_head b m : descending (b :: m) = true -> forall z, In z m -> z <= b.
Proof.
  revert b. induction m as [|c m IH]; simpl; [tauto|]. intros b.
  destruct (Z.leb_spec c b); [|discriminate]. intros hd z [<-|hz]; trivial.
  assert (z <= c) by (apply (IH c); trivial). lia.
Qed.

Lemma ascending_head a l : ascending (a :: l) = true -> forall z, In z l -> a <= z.
Proof.
  revert a. induction l as [|c l IH]; simpl; [tauto|]. intros a.
  destruct (Z.leb_spec a c); [|discriminate]. intros hd z [<-|hz]; trivial.
  assert (c <= z) by (apply (IH c); trivial). lia.
Qed.

Lemma ascending_tl a l : ascending (a :: l) = true -> ascending l = true.
Proof. destruct l as [|c l]; trivial. simpl. destruct (a <=? c); [trivial|discriminate]. Qed.

Lemma descending_tl a l : descending (a :: l) = true -> descending l = true.
Proof. destruct l as [|c l]; trivial. simpl. destruct (c <=? a); [trivial|discriminate]. Qed.

Lemma avoids_sound t l m : ascending l = true -> descending m = true -> avoids t l m = true ->
  forall y z, In y l -> In z m -> y + z <> t.
Proof.
  revert m. induction l as [|a l IHl]; simpl; [tauto|].
  induction m as [|b m IHm]; simpl; [tauto|]. intros ha hm.
  destruct (Z.compare_spec (a + b) t) as [e|e|e]; intros hv y z; [discriminate| |].
  - intros [<-|hy] hz.
    + assert (z <= b) by (destruct hz as [<-|hz]; [lia|exact (descending_head _ _ hm z hz)]). lia.
    + apply (IHl (b :: m)); trivial. exact (ascending_tl _ _ ha).
  - intros hy [<-|hz].
    + assert (a <= y) by (destruct hy as [<-|hy]; [lia|exact (ascending_head _ _ ha y hy)]). lia.
    + apply IHm; trivial. exact (descending_tl _ _ hm).
Qed.

Lemma total_app l m : total (l ++ m) = total l + total m.
Proof. induction l as [|a l IH]; simpl; lia. Qed.

Lemma total_nonzero (f : unknown -> Z) l :
  total (map (fun v => chosen v (f v)) l) =
  total (map (fun v => chosen v (f v)) (filter (fun v => negb (f v =? 0)) l)).
Proof.
  induction l as [|v l IH]; simpl; trivial.
  destruct (Z.eqb_spec (f v) 0) as [e|e]; simpl; rewrite IH; trivial.
  unfold chosen at 1. rewrite e. destruct (x (number v)); trivial.
Qed.

Lemma filter_map (f : unknown -> Z) l :
  filter (fun z => negb (z =? 0)) (map f l) = map f (filter (fun v => negb (f v =? 0)) l).
Proof.
  induction l as [|v l IH]; simpl; trivial. destruct (f v =? 0); simpl; rewrite IH; trivial.
Qed.

Lemma exhaust_sound nd c a beta : solves nd -> combine nd c = (a, beta) ->
  sums_avoid a beta = true -> False.
Proof.
  intros hs e. assert (h := combine_value nd c a beta hs e).
  injection e as <- _. rewrite total_nonzero in h. unfold sums_avoid. rewrite filter_map,
    map_length.
  set (l := filter _ _) in *. set (n := Nat.div2 _).
  rewrite <- (firstn_skipn n l), map_app, total_app in h.
  rewrite firstn_map, skipn_map, rev_append_rev, app_nil_r.
  destruct (ascending _) eqn:ha; [|discriminate].
  destruct (descending _) eqn:hd; [|discriminate].
  intros hv. refine (avoids_sound _ _ _ ha hd hv _ _ _ _ h).
  - apply subset_sums_complete.
  - rewrite <- in_rev. apply subset_sums_complete.
Qed.

End Assignment.

Theorem check_tree_sound t : forall nd, check_tree nd t = true -> forall x, ~ solves x nd.
Proof.
  revert t. fix IH 1. intros [c M|form lower upper ts|c] nd; simpl.
  - intros h x hs. exact (leaf_sound x nd c M _ _ hs eq_refl h).
  - destruct (Z.ltb_spec 0 (fst lower)) as [l0|]; [|discriminate].
    destruct (Z.ltb_spec 0 (fst upper)) as [u0|]; [|discriminate].
    destruct (all_free form nd); [|discriminate].
    destruct (Z.eqb_spec (lower_bound nd form lower + Z.of_nat (length ts))
      (Z.max (lower_bound nd form lower) (upper_bound nd form upper + 1))) as [cover|];
        [|discriminate].
    intros h x hs.
    assert (lo := lower_bound_sound x nd form lower hs l0).
    assert (hi := upper_bound_sound x nd form upper hs u0).
    assert (hw := child_solves x form nd hs).
    set (w := form_value x form nd) in *.
    assert (range : lower_bound nd form lower <= w < lower_bound nd form lower + Z.of_nat (length
      ts))
      by lia.
    clear lo hi cover hs. revert h range. generalize (lower_bound nd form lower).
    induction ts as [|t ts IHts]; intros v h range; simpl in range; [lia|].
    destruct (check_tree (child form v nd) t) eqn:ht; [|discriminate].
    destruct (Z.eq_dec v w) as [->|nv].
    + exact (IH t _ ht x hw).
    + apply (IHts (v + 1)); [exact h|]. simpl in range. lia.
  - intros h x hs. exact (exhaust_sound x nd c _ _ hs eq_refl h).
Qed.
