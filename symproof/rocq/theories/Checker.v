(* The verified checker: one function `check block activation claim evidence` on integers, to
   be run inside Rocq (vm_compute) or extracted to OCaml (symproof/rocq/checker).  That true
   implies what `holds` says is `check_sound`, in CheckerSound.v.

   The evidence is that of kernel/FORMAT.md after a program that need not be trusted has
   scaled it to integers and added what would be slow to find: the classes of rows and linear
   forms that tell them apart.  All of it is checked.                                     *)
From Coq Require Import ZArith.
From mathcomp Require Import all_ssreflect all_algebra.
From Symproof Require Import Definitions ConcreteWeights SameFunction Rows Cost.
From Symproof Require Certificate.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.

(* ---- what is claimed ------------------------------------------------------------------ *)

(* W_down by columns, W_up and M by rows, each over one denominator *)
Record block := Block {
  dimension : nat; width : nat;
  down : table; down_den : Z; up : table; up_den : Z; skip : table; skip_den : Z }.

(* s(z) - s(-z) = (gap_num / gap_den) z; conic: s(z) + s(-z) = e |z|, else rigid;
   vanishes: s(0) = 0 is known *)
Record activation := Activation { gap_num : Z; gap_den : Z; conic : bool; vanishes : bool }.

Inductive claim := NoSubset | AtLeast (w : nat) | AtMost (w : nat).

Section Claims.
Import GRing.Theory Num.Theory.
Local Open Scope ring_scope.
Variable R : realFieldType.

Definition W_down b : 'M[R]_(dimension b, width b) :=
  from_columns (dimension b) (width b) (down_den b) (down b).
Definition W_up b : 'M[R]_(width b, dimension b) :=
  from_rows (width b) (dimension b) (up_den b) (up b).
Definition M b : 'M[R]_(dimension b) :=
  from_rows (dimension b) (dimension b) (skip_den b) (skip b).
Definition gap a : R := ZR R (gap_num a) / ZR R (gap_den a).

Definition fits (a : activation) (s : R -> R) : Prop :=
  [/\ linear_gap s (gap a),
      if conic a then exists2 e, e != 0 & forall z, s z + s (- z) = e * `|z|
      else separates_scales (fun z => s z + s (- z)) /\ exists z, s z + s (- z) != 0 &
      vanishes a -> s 0 = 0].

Definition holds (s : R -> R) (a : activation) (b : block) (c : claim) : Prop :=
  match c with
  | NoSubset => forall S, gap a *: (W_down b *m Pi S *m W_up b) <> - M b
  | AtLeast w => forall w', absorbable s w' (M b) (W_down b) (W_up b) -> (w <= w')%N
  | AtMost w => absorbable s w (M b) (W_down b) (W_up b)
  end.
End Claims.

(* ---- evidence ---------------------------------------------------------------------------- *)

(* a neuron k and an integer a: its row is a / scale times the row of the first of its class *)
Definition member := (nat * Z)%type.
Record normal_form := NormalForm {
  alive : seq (seq member);  (* the classes whose columns do not cancel *)
  dead : seq (seq member);   (* the others *)
  zeros : seq nat;           (* the neurons with row 0 *)
  scale : Z;
  forms : seq Z * seq Z }.   (* linear forms that tell the rows of the classes apart *)

Inductive evidence :=
| ByTree (t : Certificate.tree)
| ByCost (form : normal_form) (reason : cost)
| BySigns (form : normal_form) (flip double : seq nat)
| ByEvenness (i j : nat)  (* linear gap 0, and the entry i, j of the skip is not 0 *)
| ByMap (n : nat) (V_down V_up key_rows : table) (W_keys V_keys : keys).  (* over the block's
  denominators *)

(* ---- the normal form ------------------------------------------------------------------------ *)

Definition merged (D : table) (g : seq member) : seq Z :=
  foldr (fun m acc => add_rows (scale_row (Z.abs m.2) (nth [::] D m.1)) acc) [::] g.
Definition first_row (W : table) (g : seq member) : seq Z :=
  if g is m :: _ then nth [::] W m.1 else [::].

(* sum of D_k w_k over the members with a < 0 *)
Definition flipped (D W : table) (gs : seq (seq member)) : table :=
  foldr (fun m acc => if Z.ltb m.2 0 then add_tables (outer (nth [::] D m.1) (nth [::] W m.1)) acc
                      else acc) [::] (flatten gs).

Fixpoint same_row (a : Z) (u : seq Z) (L : Z) (w : seq Z) : bool :=
  match u, w with
  | x :: u', y :: w' => if Z.eqb (Z.mul a x) (Z.mul L y) then same_row a u' L w' else false
  | [::], [::] => true
  | _, _ => false
  end.

Definition allowed (a : activation) (L x : Z) : bool := if conic a then true else Z.eqb (Z.abs x) L.

Definition check_group (W : table) (a : activation) (L : Z) (g : seq member) : bool :=
  let u := first_row W g in
  all (fun m => if allowed a L m.2 then same_row m.2 u L (nth [::] W m.1) else false) g.

Definition check_partition (N : nat) (f : normal_form) : bool :=
  sort leq ([seq m.1 | m <- flatten (alive f ++ dead f)] ++ zeros f) == iota 0 N.

Definition check_form (b : block) (a : activation) (f : normal_form) : bool :=
  let d := dimension b in let N := width b in let L := scale f in
  let n := size (alive f) in let gs := alive f ++ dead f in
  let UU := [seq first_row (up b) g | g <- alive f] in
  let PP := [seq merged (down b) g | g <- alive f] in
  if all (fun z => Z.ltb 0 z) [:: gap_den a; down_den b; up_den b; skip_den b; L] then
  if sizes_ok d d N (iota 0 d) (up b) then if sizes_ok d d N (iota 0 d) (down b) then
  if check_partition N f then if all (check_group (up b) a L) gs then
  if all (fun k => zero_row (nth [::] (up b) k)) (zeros f) then
  if nilp (zeros f) || conic a || vanishes a then
  if all (fun g => zero_row (merged (down b) g)) (dead f) then
  if (if conic a then check_noncollinear d n (iota 0 d) (forms f).1 (forms f).2 UU
      else check_distinct_up_to_sign d n (iota 0 d) (forms f).1 UU) then
  check_columns d n (iota 0 d) PP
  else false else false else false else false else false else false else false else false else
    false.

(* T - sum P_K u_K = - (M' + c sum P_K u_K), times gap and denominators *)
Definition targets (b : block) (a : activation) (f : normal_form) : table :=
  let num := Z.mul (gap_den a) (Z.mul (Z.mul (down_den b) (scale f)) (up_den b)) in
  let den := Z.mul (gap_num a) (skip_den b) in
  add_tables [seq [seq Z.div (Z.opp (Z.mul num z)) den | z <- r] | r <- skip b]
             [seq scale_row (Z.opp (scale f)) r | r <- flipped (down b) (up b) (alive f ++ dead f)].
Definition check_targets (b : block) (a : activation) (f : normal_form) : bool :=
  let num := Z.mul (gap_den a) (Z.mul (Z.mul (down_den b) (scale f)) (up_den b)) in
  let den := Z.mul (gap_num a) (skip_den b) in
  all (all (fun z => Z.eqb (Z.modulo (Z.mul num z) den) 0)) (skip b).

Definition key_rows b f : table := [seq first_row (up b) g | g <- alive f].
Definition key_columns b f : table := [seq merged (down b) g | g <- alive f].

(* no residual-free MLP of width w: every choice of signs costs more than w - n *)
Definition check_excluded (b : block) (a : activation) (w : nat) (f : normal_form) (c : cost) : bool
  :=
  let d := dimension b in
  if check_form b a f then if Z.eqb (gap_num a) 0 then false else if check_targets b a f then
  check_cost c d d true (w.+1 - size (alive f)) (key_columns b f) (key_rows b f) (targets b a f)
  else false else false.

(* one of width w: the neurons in `flip` change their signs, those in `double` get a second one,
   and two for each dimension of what is left on the common kernel of the rows of `double` *)
Definition check_signs (b : block) (a : activation) (w : nat) (f : normal_form)
    (flip double : seq nat) : bool :=
  let d := dimension b in let n := size (alive f) in
  if check_form b a f then if Z.eqb (gap_num a) 0 then false else if check_targets b a f then
  if uniq flip && all (fun k => k < n)%N flip && all (fun k => k < n)%N double then
  let F := [seq nth [::] (key_rows b f) k | k <- double] in
  let used := (n + size double + 2 * d <= w + 2 * rank_mod d F)%N in
  if used then true else
  let left := foldr (fun k A => add_tables A (outer (scale_row (-1) (nth [::] (key_columns b f) k))
    (nth [::] (key_rows b f) k))) (targets b a f) flip in
  (n + size double + 2 * rank_exact d (take d left ++ F) <= w + 2 * rank_mod d F)%N
  else false else false else false.

Definition check (b : block) (a : activation) (c : claim) (e : evidence) : bool :=
  match c, e with
  | NoSubset, ByTree t =>
      let I := iota 0 (dimension b) in
      let num := Z.mul (gap_den a) (Z.mul (down_den b) (up_den b)) in
      let den := Z.mul (gap_num a) (skip_den b) in
      check_subsets (dimension b) (width b) I I (gap_num a) (gap_den a) (down_den b) (up_den b)
        (skip_den b) (down b) (up b) (skip b)
        [seq [seq Z.div (Z.opp (Z.mul num z)) den | z <- r] | r <- skip b] t
  | AtLeast w.+1, ByCost f c => check_excluded b a w f c
  | AtLeast _, ByEvenness i j =>
      [&& (i < dimension b)%N, (j < dimension b)%N, Z.eqb (gap_num a) 0,
        ~~ Z.eqb (at2 (skip b) i j) 0 &
          ~~ Z.eqb (skip_den b) 0]
  | AtMost w, BySigns f flip double => check_signs b a w f flip double
  | AtMost w, ByMap n V_down V_up key_rows W_keys V_keys =>
      if (n <= w)%N then
        check_same (dimension b) (width b) n (~~ conic a) (vanishes a) (gap_num a) (gap_den a)
          (down_den b)
          (up_den b)
          (skip_den b) (skip b) (down b) (up b) V_down V_up key_rows W_keys V_keys
      else false
  | _, _ => false
  end.

(* ---- for one's own block --------------------------------------------------------------- *)

(* the skip is the identity *)
Definition residual_block d N (columns : table) (down_den : Z) (rows : table) (up_den : Z) : block
  :=
  Block d N columns down_den rows up_den (identity_on (iota 0 d) (iota 0 d)) 1.

(* no two rows in one class, no row and no column 0 *)
Definition each_its_own (N : nat) (alpha beta : seq Z) : normal_form :=
  NormalForm [seq [:: (k, Zpos xH)] | k <- iota 0 N] [::] [::] 1 (alpha, beta).

Definition relu_activation : activation := Activation 1 1 true true.
