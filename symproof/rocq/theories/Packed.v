(* Tables of integers as bytes, so that files about large weights stay small: an entry is
   w bytes, little-endian, 2^(8w-1) added to make it nonnegative.  Exported files write 56-bit
   machine words and evaluate them to bytes, so no machine integer is left in a statement. *)
From Coq Require Import ZArith List Init.Byte Uint63.
Import ListNotations.
Local Open Scope Z_scope.

Inductive bytes := done | byte_then (b : byte) (l : bytes).

(* ---- machine words to bytes ---------------------------------------------------------- *)
Definition bit (i : int) : bool := negb (is_even i).
Definition low_byte (i : int) : byte :=
  Byte.of_bits (bit i, (bit (i >> 1), (bit (i >> 2), (bit (i >> 3), (bit (i >> 4),
    (bit (i >> 5), (bit (i >> 6), bit (i >> 7))))))))%uint63.
Fixpoint word (n : nat) (i : int) (l : bytes) : bytes :=
  match n with O => l | S m => byte_then (low_byte i) (word m (i >> 8)%uint63 l) end.
Definition words (l : list int) : bytes := List.fold_right (word 7) done l.

(* ---- bytes to integers ----------------------------------------------------------------- *)
Definition push_bit (b : bool) (z : Z) : Z := if b then Z.succ_double z else Z.double z.
Definition push_byte (b : byte) (z : Z) : Z :=
  let '(b0, (b1, (b2, (b3, (b4, (b5, (b6, b7))))))) := Byte.to_bits b in
  push_bit b0 (push_bit b1 (push_bit b2 (push_bit b3 (push_bit b4 (push_bit b5
    (push_bit b6 (push_bit b7 z))))))).
Fixpoint unsigned (w : nat) (l : bytes) : Z * bytes :=
  match w, l with
  | S w', byte_then b l' => let (v, r) := unsigned w' l' in (push_byte b v, r)
  | _, _ => (0, l)
  end.
Fixpoint unpack_row (n w : nat) (offset : Z) (l : bytes) : list Z :=
  match n with
  | O => []
  | S n' => let (v, r) := unsigned w l in v - offset :: unpack_row n' w offset r
  end.

(* rows of n entries of w bytes *)
Definition unpack (n w : nat) (rows : list bytes) : list (list Z) :=
  let offset := 2 ^ (8 * Z.of_nat w - 1) in List.map (unpack_row n w offset) rows.
