(* Strict JSON: a key twice, trailing data, NaN and infinities are malformed. Integers stay digits. *)

exception Malformed of string

type t =
  | Null
  | Bool of bool
  | Int of string
  | Float of string  (* with a point or an exponent: its value depends on the reading *)
  | String of string
  | List of t list
  | Object of (string * t) list

let malformed format = Printf.ksprintf (fun text -> raise (Malformed text)) format
let max_digits = 4000
let max_depth = 50_000

let utf8 buffer code =
  if code < 0xd800 || code > 0xdfff then Buffer.add_utf_8_uchar buffer (Uchar.of_int code)
  else Buffer.add_utf_8_uchar buffer Uchar.rep

(* whether the bytes are UTF-8: no overlong form, no surrogate, nothing beyond U+10FFFF *)
let is_utf8 text =
  let n = String.length text in
  let byte k = Char.code text.[k] in
  let follows k count low high =
    k + count < n && byte (k + 1) >= low && byte (k + 1) <= high
    && List.for_all (fun t -> byte (k + t) land 0xc0 = 0x80) (List.init (count - 1) (fun t -> t + 2)) in
  let rec from k =
    k >= n
    ||
    match byte k with
    | b when b < 0x80 -> from (k + 1)
    | b when b >= 0xc2 && b < 0xe0 -> follows k 1 0x80 0xbf && from (k + 2)
    | 0xe0 -> follows k 2 0xa0 0xbf && from (k + 3)
    | 0xed -> follows k 2 0x80 0x9f && from (k + 3)
    | b when b > 0xe0 && b < 0xf0 -> follows k 2 0x80 0xbf && from (k + 3)
    | 0xf0 -> follows k 3 0x90 0xbf && from (k + 4)
    | 0xf4 -> follows k 3 0x80 0x8f && from (k + 4)
    | b when b > 0xf0 && b < 0xf4 -> follows k 3 0x80 0xbf && from (k + 4)
    | _ -> false in
  from 0

let parse text =
  if not (is_utf8 text) then malformed "not UTF-8 text";
  let length = String.length text and at = ref 0 in
  let peek () = if !at < length then text.[!at] else '\000' in
  let fail what = malformed "not JSON: %s (byte %d)" what !at in
  let rec space () =
    match peek () with ' ' | '\t' | '\n' | '\r' when !at < length -> incr at; space () | _ -> () in
  let expect c = if peek () = c && !at < length then incr at else fail (Printf.sprintf "expected %c" c) in
  let word w value =
    let n = String.length w in
    if !at + n <= length && String.sub text !at n = w then (at := !at + n; value) else fail "a bare word" in
  let digits () =
    let start = !at in
    while !at < length && peek () >= '0' && peek () <= '9' do incr at done;
    if !at = start then fail "digits expected" in
  let number () =
    let start = !at in
    if peek () = '-' then incr at;
    if peek () = '0' then incr at else digits ();
    let whole = !at in
    if peek () = '.' then (incr at; digits ());
    if peek () = 'e' || peek () = 'E' then (
      incr at; if peek () = '+' || peek () = '-' then incr at; digits ());
    let spelt = String.sub text start (!at - start) in
    if !at > whole then Float spelt
    else if String.length spelt > max_digits then malformed "an integer of %d digits" (String.length spelt)
    else Int spelt in
  let hex () =
    if !at + 4 > length then fail "\\u needs four digits";
    let code = String.sub text !at 4 in
    String.iter (function '0' .. '9' | 'a' .. 'f' | 'A' .. 'F' -> () | _ -> fail "\\u needs four digits") code;
    at := !at + 4; int_of_string ("0x" ^ code) in
  let string () =
    expect '"';
    let buffer = Buffer.create 16 in
    let rec go () =
      if !at >= length then fail "an open string";
      let c = text.[!at] in
      incr at;
      match c with
      | '"' -> Buffer.contents buffer
      | '\\' -> escape (); go ()
      | c when c < ' ' -> fail "a control character in a string"
      | c -> Buffer.add_char buffer c; go ()
    and escape () =
      let c = peek () in
      incr at;
      match c with
      | '"' | '\\' | '/' -> Buffer.add_char buffer c
      | 'b' -> Buffer.add_char buffer '\b' | 'f' -> Buffer.add_char buffer '\012'
      | 'n' -> Buffer.add_char buffer '\n' | 'r' -> Buffer.add_char buffer '\r'
      | 't' -> Buffer.add_char buffer '\t'
      | 'u' ->
        let high = hex () in
        if high >= 0xd800 && high < 0xdc00 && !at + 6 <= length && text.[!at] = '\\' && text.[!at + 1] = 'u'
        then (
          at := !at + 2;
          let low = hex () in
          utf8 buffer (0x10000 + ((high - 0xd800) lsl 10) + (low - 0xdc00)))
        else utf8 buffer high
      | _ -> fail "an unknown escape" in
    go () in
  let rec value depth =
    if depth > max_depth then malformed "nested too deeply";
    space ();
    let found =
      match peek () with
      | '{' -> incr at; members depth []
      | '[' -> incr at; elements depth []
      | '"' -> String (string ())
      | 't' -> word "true" (Bool true) | 'f' -> word "false" (Bool false) | 'n' -> word "null" Null
      | '-' | '0' .. '9' -> number ()
      | _ -> fail "a value expected" in
    space (); found
  and elements depth seen =
    space ();
    if peek () = ']' && seen = [] then (incr at; List [])
    else
      let seen = value (depth + 1) :: seen in
      if peek () = ',' then (incr at; elements depth seen) else (expect ']'; List (List.rev seen))
  and members depth seen =
    space ();
    if peek () = '}' && seen = [] then (incr at; Object [])
    else
      let key = string () in
      space (); expect ':';
      if List.mem_assoc key seen then malformed "the key %s appears twice" key;
      let seen = (key, value (depth + 1)) :: seen in
      if peek () = ',' then (incr at; members depth seen) else (expect '}'; Object (List.rev seen)) in
  let found = value 0 in
  if !at < length then fail "trailing data";
  found

let read path =
  try
    let channel = open_in_bin path in
    let text = really_input_string channel (in_channel_length channel) in
    close_in channel; parse text
  with Sys_error why | Failure why -> malformed "%s" why | End_of_file -> malformed "%s: cut short" path

(* An object with exactly these keys. *)
let fields ?(optional = []) needed where = function
  | Object members
    when List.for_all (fun k -> List.mem_assoc k members) needed
         && List.for_all (fun (k, _) -> List.mem k needed || List.mem k optional) members -> members
  | _ -> malformed "%s: needs the keys %s" where (String.concat ", " needed)

let items where = function List found -> found | _ -> malformed "%s: must be a list" where

let index bound where = function
  | Int digits when String.length digits < 18 && digits <> "-0" ->
    let k = int_of_string digits in
    if k < 0 || k >= bound then malformed "%s: an index from 0 to %d, found %d" where (bound - 1) k else k
  | _ -> malformed "%s: must be an index" where
