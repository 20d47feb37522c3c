(* The checker of theories/Checker.v as OCaml: Z becomes Zarith's integers, nat becomes int
   (numbers of neurons and places in lists), booleans, pairs and lists are OCaml's own. *)
From Coq Require Import ZArith Extraction ExtrOcamlBasic ExtrOcamlNatInt ExtrOcamlZBigInt.
From Symproof Require Import Checker.
Extraction Language OCaml.
Extraction "checker.ml" check.
