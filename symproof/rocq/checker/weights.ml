(* The weights of a block: JSON or safetensors, exact, and their fingerprint (kernel/FORMAT.md). *)

open Json

(* entries as stored: binary floating point, or rationals *)
type matrix = Floats of float array array | Exact of Q.t array array

type block = {
  up : matrix; down : matrix; activation : string option; skip : matrix option;
  b_up : matrix option; b_down : matrix option }

let shape = function
  | Floats rows -> (Array.length rows, Array.length rows.(0))
  | Exact rows -> (Array.length rows, Array.length rows.(0))

let dimension block = fst (shape block.down)
let width block = fst (shape block.up)

(* ---- numbers ---- *)

let is_digits text = text <> "" && String.for_all (fun c -> c >= '0' && c <= '9') text
let unsigned text = if text <> "" && text.[0] = '-' then String.sub text 1 (String.length text - 1) else text

(* '-3', '2/7' or '0.1' (= 1/10), nothing else *)
let number where text =
  let fail () = malformed "%s: must be '-3', '2/7' or '0.1', found %s" where (String.sub text 0 (min 40 (String.length text))) in
  let part limit digits = if not (is_digits digits) || String.length digits > limit then fail () in
  let body = unsigned text in
  let magnitude =
    match String.index_opt body '/', String.index_opt body '.' with
    | Some k, _ ->
      let p = String.sub body 0 k and q = String.sub body (k + 1) (String.length body - k - 1) in
      part 4000 p; part 4000 q;
      let q = Z.of_string q in
      if Z.equal q Z.zero then malformed "%s: denominator zero" where;
      Q.make (Z.of_string p) q
    | None, Some k ->
      let whole = String.sub body 0 k and after = String.sub body (k + 1) (String.length body - k - 1) in
      part 2000 whole; part 2000 after;
      Q.make (Z.of_string (whole ^ after)) (Z.pow (Z.of_int 10) (String.length after))
    | None, None -> part 4000 body; Q.of_bigint (Z.of_string body) in
  if body == text then magnitude else Q.neg magnitude

let canonical where = function
  | String text ->
    let value = number where text in
    if Q.to_string value <> text then malformed "%s: %s is not in lowest terms" where text;
    value
  | _ -> malformed "%s: must be a string" where

let entry where = function
  | Int digits -> Q.of_bigint (Z.of_string digits)
  | String text -> number where text
  | _ -> malformed "%s: must be an integer or a string" where

(* ---- scaled integers ---- *)

(* k and e with x = k 2^e, k odd or 0 *)
let dyadic x =
  if x = 0. then (0, 0)
  else
    let m, e = Float.frexp x in
    let k = ref (int_of_float (Float.ldexp m 53)) and e = ref (e - 53) in
    while !k land 1 = 0 do k := !k asr 1; incr e done;
    (!k, !e)

(* rows of integers over their least common denominator *)
let scaled = function
  | Exact rows ->
    let den = Array.fold_left (Array.fold_left (fun d x -> Z.lcm d (Q.den x))) Z.one rows in
    (Array.map (Array.map (fun x -> Z.mul (Q.num x) (Z.divexact den (Q.den x)))) rows, den)
  | Floats rows ->
    let least = Array.fold_left (Array.fold_left (fun e x -> min e (snd (dyadic x)))) 0 rows in
    let shifted x = let k, e = dyadic x in Z.shift_left (Z.of_int k) (e - least) in
    (Array.map (Array.map shifted) rows, Z.shift_left Z.one (- least))

let rationals = function
  | Exact rows -> rows
  | Floats rows -> Array.map (Array.map Q.of_float) rows

(* ---- the fingerprint ---- *)

(* the binary64 number that equals x *)
let as_double x =
  let den = Q.den x and num = Q.num x in
  if Z.equal num Z.zero then Some 0.
  else
    let down = Z.trailing_zeros den and zeros = Z.trailing_zeros num in
    let odd = Z.shift_right num zeros and e = zeros - down in
    if Z.popcount den = 1 && Z.numbits odd <= 53 && e >= -1074 && e + Z.numbits odd <= 1024
    then Some (Float.ldexp (Z.to_float odd) e) else None

let fingerprint block =
  let h = Sha256.create () in
  let one m =
    let rows, columns = shape m in
    Sha256.add h (Printf.sprintf "%d x %d:" rows columns);
    let text exact =
      let first = ref true in
      Sha256.add h "t";
      Array.iter (Array.iter (fun x ->
        if !first then first := false else Sha256.add h ",";
        Sha256.add h (Q.to_string x))) exact in
    match m with
    | Floats rows -> Sha256.add h "b"; Array.iter (Array.iter (fun x -> Sha256.add_double h (x +. 0.))) rows
    | Exact rows ->
      if Array.for_all (Array.for_all (fun x -> as_double x <> None)) rows then (
        Sha256.add h "b";
        Array.iter (Array.iter (fun x -> Sha256.add_double h (Option.get (as_double x)))) rows)
      else text rows in
  let d = dimension block in
  let identity () = Floats (Array.init d (fun i -> Array.init d (fun j -> if i = j then 1. else 0.))) in
  one block.up; one block.down;
  one (match block.skip with Some m -> m | None -> identity ());
  Option.iter one block.b_up; Option.iter one block.b_down;
  Sha256.finish h

(* ---- reading ---- *)

let matrix ?(read = entry) where value =
  let row value =
    match items where value with
    | [] -> malformed "%s: an empty row" where
    | entries -> Array.of_list (List.map (read where) entries) in
  match items where value with
  | [] -> malformed "%s: must be a non-empty list of rows" where
  | rows ->
    let rows = Array.of_list (List.map row rows) in
    if Array.exists (fun r -> Array.length r <> Array.length rows.(0)) rows
    then malformed "%s: rows of different lengths" where;
    Exact rows

let vector ?(read = entry) where value =
  match items where value with
  | [] -> malformed "%s: must be a non-empty list" where
  | entries -> Exact [| Array.of_list (List.map (read where) entries) |]

let sound block =
  let d = dimension block and n = width block in
  if shape block.down <> (d, n) || shape block.up <> (n, d)
  then malformed "W_up and W_down must be N x d and d x N";
  Option.iter (fun m -> if shape m <> (d, d) then malformed "the skip must be %d x %d" d d) block.skip;
  Option.iter (fun m -> if shape m <> (1, n) then malformed "b_up must have %d entries" n) block.b_up;
  Option.iter (fun m -> if shape m <> (1, d) then malformed "b_down must have %d entries" d) block.b_down;
  if block.b_down <> None && block.b_up = None then malformed "b_down needs b_up";
  block

let of_json where value =
  let optional = [ "activation"; "skip"; "b_up"; "b_down"; "about" ] in
  let members = fields ~optional [ "W_up"; "W_down" ] where value in
  let maybe read name =
    match List.assoc_opt name members with None | Some Null -> None | Some v -> Some (read name v) in
  let name where = function String text -> text | _ -> malformed "%s: must be a name" where in
  sound {
    up = matrix "W_up" (List.assoc "W_up" members); down = matrix "W_down" (List.assoc "W_down" members);
    activation = maybe name "activation"; skip = maybe (fun w v -> matrix w v) "skip";
    b_up = maybe (fun w v -> vector w v) "b_up"; b_down = maybe (fun w v -> vector w v) "b_down" }

let half bits =
  let sign = if bits land 0x8000 <> 0 then -1. else 1. in
  let exponent = (bits lsr 10) land 31 and fraction = float (bits land 1023) in
  if exponent = 31 then Float.nan
  else if exponent = 0 then sign *. Float.ldexp fraction (-24)
  else sign *. Float.ldexp (1024. +. fraction) (exponent - 25)

(* dtype -> bytes of an entry, and how it is read *)
let dtype = function
  | "F16" -> Some (2, fun raw at -> half (Bytes.get_uint16_le raw at))
  | "BF16" -> Some (2, fun raw at -> Int32.float_of_bits (Int32.shift_left (Int32.of_int (Bytes.get_uint16_le raw at)) 16))
  | "F32" -> Some (4, fun raw at -> Int32.float_of_bits (Bytes.get_int32_le raw at))
  | "F64" -> Some (8, fun raw at -> Int64.float_of_bits (Bytes.get_int64_le raw at))
  | _ -> None

let tensor channel start size header axes name =
  let where = Printf.sprintf "tensor %s" name in
  let members = match List.assoc_opt name header with
    | Some value -> fields [ "dtype"; "shape"; "data_offsets" ] where value
    | None -> malformed "%s: absent" where in
  let sizes name = List.map (index max_int where) (items where (List.assoc name members)) in
  let rows, columns = match sizes "shape", axes with
    | [ r; c ], 2 -> (r, c) | [ c ], 1 -> (1, c) | _ -> malformed "%s: a shape of %d axes" where axes in
  if rows < 1 || columns < 1 then malformed "%s: an empty tensor" where;
  let bytes, read = match List.assoc "dtype" members with
    | String text -> (match dtype text with Some found -> found | None -> malformed "%s: dtype %s" where text)
    | _ -> malformed "%s: dtype" where in
  match sizes "data_offsets" with
  | [ first; last ] when last - first = rows * columns * bytes && start + last <= size ->
    seek_in channel (start + first);
    let raw = Bytes.create (columns * bytes) in
    let row _ =
      really_input channel raw 0 (columns * bytes);
      Array.init columns (fun j ->
        let x = read raw (j * bytes) in
        if Float.is_finite x then x else malformed "%s: an entry that is not finite" where) in
    let found = Array.make rows [||] in
    for i = 0 to rows - 1 do found.(i) <- row i done;
    Floats found
  | _ -> malformed "%s: the shape is not what its bytes hold" where

let of_safetensors path matrices vectors =
  try
    let channel = open_in_bin path in
    let size = in_channel_length channel in
    if size < 8 then malformed "%s: not safetensors" path;
    let head = Bytes.create 8 in
    really_input channel head 0 8;
    let length = Bytes.get_int64_le head 0 in
    if Int64.unsigned_compare length (Int64.of_int (min (size - 8) 100_000_000)) > 0
    then malformed "%s: not safetensors" path;
    let length = Int64.to_int length in
    match parse (really_input_string channel length) with
    | Object header ->
      let read axes = List.map (tensor channel (8 + length) size header axes) in
      let found = (read 2 matrices, read 1 vectors) in
      close_in channel; found
    | _ -> malformed "%s: the header must be an object" path
  with Sys_error why | Failure why -> malformed "%s" why | End_of_file -> malformed "%s: cut short" path

let transposed m =
  let flip rows = Array.init (Array.length rows.(0)) (fun j -> Array.map (fun r -> r.(j)) rows) in
  match m with Floats rows -> Floats (flip rows) | Exact rows -> Exact (flip rows)

(* what the command line names: tensors of W_up, W_down, b_up, b_down; in_out: stored transposed *)
let read path ~up ~down ~in_out ~b_up ~b_down =
  match up, down with
  | Some up, Some down when b_up <> None || b_down = None ->
    let vectors = List.filter_map Fun.id [ b_up; b_down ] in
    let matrices, vectors = of_safetensors path [ up; down ] vectors in
    let turn m = if in_out then transposed m else m in
    let vector k = List.nth_opt vectors k in
    sound { up = turn (List.nth matrices 0); down = turn (List.nth matrices 1); activation = None; skip = None;
            b_up = vector 0; b_down = vector 1 }
  | None, None when b_up = None && b_down = None && not in_out -> of_json path (Json.read path)
  | _ -> malformed "%s: name both matrices of a .safetensors file, and no tensors of a JSON file" path
