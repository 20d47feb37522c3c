(* SHA-256 (FIPS 180-4) of a stream of bytes, on OCaml's 63-bit integers. *)

let primes =
  let rec from n found =
    if List.length found = 64 then List.rev found
    else from (n + 1) (if List.exists (fun p -> n mod p = 0) found then found else n :: found) in
  Array.of_list (from 2 [])

(* the first 32 bits of the fractional part of the k-th root of p *)
let root_bits k p =
  let scaled = Z.root (Z.shift_left (Z.of_int p) (32 * k)) k in
  Z.to_int (Z.logand scaled (Z.of_int 0xffffffff))

let constants = Array.map (root_bits 3) primes

type t = { state : int array; block : Bytes.t; mutable filled : int; mutable total : int; w : int array }

let create () =
  { state = Array.map (root_bits 2) (Array.sub primes 0 8); block = Bytes.create 64; filled = 0; total = 0;
    w = Array.make 64 0 }

let mask = 0xffffffff
let rotate x n = ((x lsr n) lor (x lsl (32 - n))) land mask

let compress h =
  let w = h.w in
  for t = 0 to 15 do w.(t) <- Int32.to_int (Bytes.get_int32_be h.block (4 * t)) land mask done;
  for t = 16 to 63 do
    let x = w.(t - 15) and y = w.(t - 2) in
    let s0 = rotate x 7 lxor rotate x 18 lxor (x lsr 3) in
    let s1 = rotate y 17 lxor rotate y 19 lxor (y lsr 10) in
    w.(t) <- (w.(t - 16) + s0 + w.(t - 7) + s1) land mask
  done;
  let s = Array.copy h.state in
  for t = 0 to 63 do
    let e = s.(4) and a = s.(0) in
    let big1 = rotate e 6 lxor rotate e 11 lxor rotate e 25 in
    let choose = (e land s.(5)) lxor (lnot e land mask land s.(6)) in
    let t1 = s.(7) + big1 + choose + constants.(t) + w.(t) in
    let big0 = rotate a 2 lxor rotate a 13 lxor rotate a 22 in
    let majority = (a land s.(1)) lxor (a land s.(2)) lxor (s.(1) land s.(2)) in
    Array.blit s 0 s 1 7;
    s.(4) <- (s.(4) + t1) land mask;
    s.(0) <- (t1 + big0 + majority) land mask
  done;
  Array.iteri (fun i x -> h.state.(i) <- (h.state.(i) + x) land mask) s

let add_byte h byte =
  Bytes.unsafe_set h.block h.filled (Char.unsafe_chr byte);
  h.filled <- h.filled + 1;
  h.total <- h.total + 1;
  if h.filled = 64 then (compress h; h.filled <- 0)

let add h text = String.iter (fun c -> add_byte h (Char.code c)) text

let add_double h x =
  let bits = Int64.bits_of_float x in
  for k = 0 to 7 do add_byte h (Int64.to_int (Int64.shift_right_logical bits (8 * k)) land 255) done

let finish h =
  let bits = 8 * h.total in
  add_byte h 0x80;
  while h.filled <> 56 do add_byte h 0 done;
  for k = 7 downto 0 do add_byte h ((bits lsr (8 * k)) land 255) done;
  String.concat "" (Array.to_list (Array.map (Printf.sprintf "%08x") h.state))
