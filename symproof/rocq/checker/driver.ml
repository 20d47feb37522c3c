(* Reads the files that `python -m symproof.kernel` reads, scales the numbers to integers, finds what the
   verified checker wants named (classes, linear forms), and asks it.

   0 the claim is established, 1 rejected, 2 usage, 3 malformed, 4 not covered. *)

open Json

exception Rejected of string
exception Not_covered of string

let rejected format = Printf.ksprintf (fun text -> raise (Rejected text)) format
let not_covered format = Printf.ksprintf (fun text -> raise (Not_covered text)) format
let lists rows = Array.to_list (Array.map Array.to_list rows)
let lcm_of = List.fold_left Z.lcm Z.one

(* ---- activations: kernel/activations.py ---- *)

type activation = { name : string; conic : bool; gap : Q.t; vanishes : bool }

let activation name =
  let conic name gap = { name; conic = true; gap; vanishes = true } in
  match name with
  | "relu" -> conic name Q.one
  | "abs" -> conic name Q.zero
  | "gelu" | "gelu_tanh" | "quick_gelu" | "silu" | "hardswish" -> { name; conic = false; gap = Q.one; vanishes = true }
  | "softplus" | "squareplus" -> { name; conic = false; gap = Q.one; vanishes = false }
  | _ ->
    let n = String.length name in
    if n < 13 || String.sub name 0 11 <> "leaky_relu(" || name.[n - 1] <> ')' then malformed "activation %s" name;
    let slope = Weights.number "the slope of leaky_relu" (String.sub name 11 (n - 12)) in
    if Q.equal slope Q.one then malformed "leaky_relu(1) has no even part";
    conic (Printf.sprintf "leaky_relu(%s)" (Q.to_string slope)) (Q.add Q.one slope)

(* ---- the block as integers ---- *)

type scaled = { rows : Z.t array array; columns : Z.t array array; up_den : Z.t; down_den : Z.t;
                skip : Z.t array array; skip_den : Z.t; d : int; n : int }

let identity d = Array.init d (fun i -> Array.init d (fun j -> if i = j then Z.one else Z.zero))

let scaled_block (w : Weights.block) =
  let rows, up_den = Weights.scaled w.up in
  let down, down_den = Weights.scaled w.down in
  let d = Array.length down and n = Array.length rows in
  let columns = Array.init n (fun k -> Array.init d (fun i -> down.(i).(k))) in
  let skip, skip_den = match w.skip with Some m -> Weights.scaled m | None -> (identity d, Z.one) in
  { rows; columns; up_den; down_den; skip; skip_den; d; n }

(* columns and their denominator times a factor that makes the target - M / gap integral *)
let with_integral_target act extra b =
  if Q.equal act.gap Q.zero then b
  else
    let num = Z.mul (Q.den act.gap) (Z.mul (Z.mul b.down_den extra) b.up_den) in
    let den = Z.mul (Q.num act.gap) b.skip_den in
    let needed f row = Array.fold_left (fun f z -> Z.lcm f (Q.den (Q.make (Z.mul num z) den))) f row in
    let factor = Array.fold_left needed Z.one b.skip in
    if Z.equal factor Z.one then b
    else { b with down_den = Z.mul factor b.down_den; columns = Array.map (Array.map (Z.mul factor)) b.columns }

let checker_block b : Checker.block =
  { dimension = b.d; width = b.n; down = lists b.columns; down_den = b.down_den; up = lists b.rows;
    up_den = b.up_den; skip = lists b.skip; skip_den = b.skip_den }

let checker_activation act : Checker.activation =
  { gap_num = Q.num act.gap; gap_den = Q.den act.gap; conic = act.conic; vanishes = act.vanishes }

(* ---- classes ---- *)

let is_zero row = Array.for_all (Z.equal Z.zero) row
let leading_sign row = Array.fold_left (fun s z -> if s <> 0 then s else Z.sign z) 0 row
let content row = Array.fold_left Z.gcd Z.zero row

(* the key of a nonzero row, and the factor with row = factor key *)
let key act row =
  let sign = Z.of_int (leading_sign row) in
  let factor = if act.conic then Z.mul sign (content row) else sign in
  (Array.map (fun z -> Z.divexact z factor) row, factor)

(* groups of (neuron, factor) in the order of their first neuron, and the neurons with row 0 *)
let classes act rows =
  let table = Hashtbl.create 1024 and order = ref [] and zeros = ref [] in
  Array.iteri (fun k row ->
    if is_zero row then zeros := k :: !zeros
    else
      let name, factor = key act row in
      match Hashtbl.find_opt table name with
      | Some group -> group := (k, factor) :: !group
      | None -> let group = ref [ (k, factor) ] in Hashtbl.add table name group; order := group :: !order) rows;
  (List.rev_map (fun group -> List.rev !group) !order, List.rev !zeros)

(* each row a / scale times the row of the first of its class *)
let members groups =
  let ratio first factor = Q.make factor first in
  let scale = lcm_of (List.concat_map (function
    | (_, first) :: rest -> List.map (fun (_, f) -> Q.den (ratio first f)) rest
    | [] -> []) groups) in
  let over first (k, factor) = (k, Q.num (Q.mul (Q.of_bigint scale) (ratio first factor))) in
  (List.map (function (k, first) :: rest -> (k, scale) :: List.map (over first) rest | [] -> []) groups, scale)

let cancels columns group =
  let total = Array.make (Array.length columns.(0)) Z.zero in
  List.iter (fun (k, a) -> Array.iteri (fun i z -> total.(i) <- Z.add total.(i) (Z.mul (Z.abs a) z)) columns.(k)) group;
  is_zero total

(* ---- linear forms that tell the rows of the classes apart ---- *)

let forms act rows =
  let at form row = fst (List.fold_left (fun (s, j) c -> (Z.add s (Z.mul c row.(j)), j + 1)) (Z.zero, 0) form) in
  let state = Random.State.make [| 1 |] in
  let d = if rows = [||] then 0 else Array.length rows.(0) in
  let form attempt =
    let bound = 2 + (attempt * attempt) in
    List.init (min d (2 + attempt)) (fun _ -> Z.of_int (Random.State.int state ((2 * bound) + 1) - bound)) in
  let distinct compare values =
    let sorted = Array.copy values in
    Array.sort compare sorted;
    let ok = ref true in
    for k = 1 to Array.length sorted - 1 do if compare sorted.(k - 1) sorted.(k) = 0 then ok := false done;
    !ok in
  let rec search attempt =
    if attempt = 60 then not_covered "no linear form tells the rows apart";
    let alpha = form attempt and beta = form attempt in
    let s = Array.map (at alpha) rows in
    let good =
      Array.for_all (fun x -> Z.sign x <> 0) s
      && if act.conic then distinct Q.compare (Array.mapi (fun k x -> Q.make (at beta rows.(k)) x) s)
         else distinct Z.compare (Array.map Z.abs s) in
    if good then (alpha, beta) else search (attempt + 1) in
  search 0

(* ---- trees ---- *)

(* a problem ABS(P, Q, T) as the checker has it: rational equation (i, j) times `place`; column j of the certificate
   is column columns.(j) of the checker *)
type place = { place : Z.t; n : int; a : int; columns : int array }

(* unknowns that a branch on them alone has fixed, and the number of extra equations in force *)
type node = { fixed : int list; equations : int }

let multipliers p node body =
  let seen = Hashtbl.create 64 in
  let once where key = if Hashtbl.mem seen key then malformed "%s: an entry twice" where else Hashtbl.add seen key () in
  let get name = match List.assoc_opt name body with Some v -> items name v | None -> [] in
  let y = List.map (fun e -> match items "Y" e with
    | [ i; j; text ] ->
      let i = index p.a "Y row" i and j = index (Array.length p.columns) "Y column" j in
      once "Y" (i, j);
      (i, p.columns.(j), Q.div (Weights.canonical "Y" text) (Q.of_bigint p.place))
    | _ -> malformed "Y: [row, column, number]") (get "Y") in
  let z = List.map (fun e -> match items "Z" e with
    | [ k; text ] ->
      let k = index node.equations "Z" k in
      once "Z" (-1, k);
      (k, Weights.canonical "Z" text)
    | _ -> malformed "Z: [equation, number]") (get "Z") in
  (y, z)

(* the combination over integers, and the factor it was multiplied with *)
let combination p node body multiple : Checker.combination * Z.t =
  let y, z = multipliers p node body in
  let scale = lcm_of (multiple :: List.map (fun (_, _, q) -> Q.den q) y @ List.map (fun (_, q) -> Q.den q) z) in
  let whole q = Q.num (Q.mul q (Q.of_bigint scale)) in
  let rows = Array.make p.a [] in
  List.iter (fun (i, j, q) -> rows.(i) <- (j, whole q) :: rows.(i)) y;
  let row entries =
    let length = List.fold_left (fun n (j, _) -> max n (j + 1)) 0 entries in
    let values = Array.make length Z.zero in
    List.iter (fun (j, q) -> values.(j) <- q) entries;
    Array.to_list values in
  let newest_first = Array.make node.equations Z.zero in
  List.iter (fun (k, q) -> newest_first.(node.equations - 1 - k) <- whole q) z;
  ({ onT = Array.to_list (Array.map row rows); onE = Array.to_list newest_first }, scale)

let exhaust_max = 64  (* free unknowns, as in kernel/trees.py *)
let exhaust_here = 40  (* of which the checker makes all half sums *)

(* a combination of the equations that no choice of the free unknowns is likely to satisfy: the checker sees *)
let exhaust p node : Checker.tree =
  let free = p.n - List.length node.fixed in
  if free > exhaust_max then rejected "too many unknowns to exhaust";
  if free > exhaust_here then not_covered "so many unknowns to exhaust";
  let state = Random.State.make [| 2 |] in
  let random _ = Z.of_int64 (Random.State.int64 state Int64.max_int) in
  let across = Array.init (1 + Array.fold_left max (-1) p.columns) random in
  let row _ = let x = random () in Array.to_list (Array.map (Z.mul x) across) in
  Exhaust { onT = List.init p.a row; onE = [] }

let branch_form p form =
  let term e = match items "branch form" e with
    | [ k; text ] ->
      let c = Weights.canonical "branch form" text in
      if not (Z.equal (Q.den c) Z.one) then malformed "branch form: not an integer";
      (index p.n "unknown" k, Q.num c)
    | _ -> malformed "branch form: [unknown, integer]" in
  let form = List.map term (items "branch form" form) in
  let names = List.map fst form in
  if List.length (List.sort_uniq compare names) < List.length names then malformed "branch form: an unknown twice";
  form

let rec tree p node depth value : Checker.tree =
  if depth > 200 then malformed "a tree deeper than 200";
  match value with
  | Object [ ("combination", body) ] ->
    let body = fields ~optional:[ "Z" ] [ "Y"; "modulus" ] "combination" body in
    let modulus = Weights.canonical "modulus" (List.assoc "modulus" body) in
    if Q.sign modulus < 0 then malformed "combination: a negative modulus";
    let c, scale = combination p node body (Q.den modulus) in
    Leaf (c, Q.num (Q.mul modulus (Q.of_bigint scale)))
  | Object [ ("exhaust", Bool true) ] -> exhaust p node
  | Object ([ ("branch", body); ("children", below) ] | [ ("children", below); ("branch", body) ]) ->
    let body = fields [ "form"; "lower"; "upper" ] "branch" body in
    let form = branch_form p (List.assoc "form" body) in
    let bound side =
      let c, scale = combination p node (fields ~optional:[ "Y"; "Z" ] [] "bound" (List.assoc side body)) Z.one in
      (scale, c) in
    let fixed = match form with [ (k, c) ] when Z.sign c <> 0 -> k :: node.fixed | _ -> node.fixed in
    let lower = bound "lower" and upper = bound "upper" in
    let next = { fixed; equations = node.equations + 1 } in
    let children = List.map (tree p next (depth + 1)) (items "branch children" below) in
    Branch (List.map (fun (k, c) -> (Z.of_int k, c)) form, lower, upper, children)
  | _ -> malformed "a tree is a combination, branch or exhaust"

let root = { fixed = []; equations = 0 }

(* ---- the cost of a choice of signs ---- *)

(* a place of a proof: P times s, the rows U times t, which is below 0 after some eliminations *)
type spot = { spare : int; twice : bool; s : Z.t; t : Z.t; us : Z.t array list Lazy.t; at : place }

let rank_max = 1 lsl 26  (* products that `ranks` may take for one claim *)

let spend_ranks left p =
  let b = Array.length p.columns in
  left := if p.n > 26 then -1 else !left - (max 1 (p.a * b * min p.a b) lsl p.n);
  if !left < 0 then not_covered "costs of so many signs"

let without k l = List.filteri (fun i _ -> i <> k) l
let fewer spot k = { spot with us = lazy (without k (Lazy.force spot.us)); at = { spot.at with n = spot.at.n - 1 } }

(* the place on the kernel of u_k: rows times u_j, less a multiple of u_k, where j is its first entry that is not 0 *)
let doubled spot k =
  let spot = { (fewer spot k) with spare = spot.spare - 1 } and all = Lazy.force spot.us in
  let u = List.nth all k in
  let rec first j = if j = Array.length u then None else if Z.sign u.(j) <> 0 then Some j else first (j + 1) in
  match first 0 with
  | None -> spot
  | Some j ->
    let clear r = Array.mapi (fun i x -> Z.sub (Z.mul u.(j) x) (Z.mul r.(j) u.(i))) r in
    let columns = Array.of_list (List.filter (( <> ) j) (Array.to_list spot.at.columns)) in
    { spot with t = Z.mul spot.t u.(j); us = lazy (List.map clear (Lazy.force spot.us));
                at = { spot.at with columns; place = Z.mul spot.at.place u.(j) } }

let integers where size value =
  let entry = function
    | Int digits -> Z.of_string digits
    | _ -> malformed "%s: the entries must be integers" where in
  let rows = List.map (fun row -> List.map entry (items where row)) (items where value) in
  match rows with
  | (_ :: _ as first) :: _ when List.length rows = size && List.for_all (fun r -> List.length r = List.length first) rows ->
    (rows, List.length first)
  | _ -> malformed "%s: must be %d rows of one length" where size

let reaches spot rank =
  if rank <= (if spot.twice then spot.spare else spot.spare asr 1) then
    rejected "a rank of %d does not show that the cost exceeds %d" rank spot.spare

(* lambda times s / t; where t is below 0 its sign goes to R *)
let definite spot body : Checker.cost =
  let body = fields [ "W"; "R"; "lambda" ] "definite" body in
  let get name = List.assoc name body in
  let w, rho = integers "W" spot.at.a (get "W") in
  let r, rho' = integers "R" (Array.length spot.at.columns) (get "R") in
  let lambda = List.map (Weights.canonical "lambda") (items "lambda" (get "lambda")) in
  if rho <> rho' || List.length lambda <> spot.at.n || List.exists (fun x -> Q.sign x <= 0) lambda
  then malformed "definite: needs W and R of one width and %d numbers above 0" spot.at.n;
  if lambda = [] then rejected "definite: no unknown is left, and halves compares T alone";
  reaches spot rho;
  let scale = Q.make spot.s (Z.abs spot.t) in
  let scales = List.map (fun x -> let y = Q.mul x scale in (Q.num y, Q.den y)) lambda in
  let common = lcm_of (List.map (fun (x, y) -> Z.mul x y) scales) in
  let sign = if Z.sign spot.t < 0 then List.map Z.neg else Fun.id in
  let width = match Lazy.force spot.us with u :: _ -> Array.length u | [] -> 0 in
  let all = Array.make width (List.init rho (fun _ -> Z.zero)) in
  List.iteri (fun j row -> all.(spot.at.columns.(j)) <- sign row) r;
  Definite (w, Array.to_list all, scales, common)

let halves spot body : Checker.cost =
  let list phi =
    let phi = List.map (index spot.at.n "halves") (items "halves" phi) in
    if List.length (List.sort_uniq compare phi) < List.length phi then malformed "halves: an unknown twice";
    phi in
  Halves (List.map list (items "halves" body))

let rec cost left spot depth value : Checker.cost =
  if depth > 200 then malformed "a proof deeper than 200";
  let inner spot value = cost left spot (depth + 1) value in
  match value with
  | Object [ ("count", Bool true) ] -> Count
  | Object [ ("tree", t) ] -> reaches spot 1; Tree (tree spot.at root 0 t)
  | Object [ ("ranks", Bool true) ] -> if spot.spare >= 0 then spend_ranks left spot.at; Ranks
  | Object [ ("halves", body) ] -> halves spot body
  | Object [ ("definite", body) ] -> definite spot body
  | Object [ ("compound", _) ] -> not_covered "the rule compound"
  | Object [ ("split", body) ] ->
    let body = fields (if spot.twice then [ "k"; "zero"; "one"; "both" ] else [ "k"; "zero"; "one" ]) "split" body in
    let k = index spot.at.n "split k" (List.assoc "k" body) in
    let zero = inner (fewer spot k) (List.assoc "zero" body) in
    let one = inner (fewer spot k) (List.assoc "one" body) in
    Split (k, zero, one, if spot.twice then inner (doubled spot k) (List.assoc "both" body) else Count)
  | Object [ ("each", body) ] ->
    let body = fields [ "none"; "one" ] "each" body in
    let one = items "each one" (List.assoc "one" body) in
    if List.length one <> spot.at.n || not spot.twice then
      rejected "each: %d proofs for %d rows that may count" (List.length one) spot.at.n;
    let none = inner { spot with twice = false } (List.assoc "none" body) in
    Each (none, List.mapi (fun k c -> inner (doubled spot k) c) one)
  | _ -> malformed "a proof is one of count, tree, compound, definite, halves, ranks, split, each"

(* ---- claims ---- *)

let no_subset act b evidence : Checker.block * Checker.evidence =
  if Q.equal act.gap Q.zero then rejected "%s has linear gap 0" act.name;
  let b = with_integral_target act Z.one b in
  let p = { place = Z.mul b.down_den b.up_den; n = b.n; a = b.d; columns = Array.init b.d Fun.id } in
  (checker_block b, ByTree (tree p root 0 (List.assoc "tree" (fields [ "tree" ] "evidence" evidence))))

(* the block over its classes: the integers that the checker looks at, and the classes with coefficients *)
let over_classes act b =
  let groups, zeros = classes act b.rows in
  if zeros <> [] && not act.vanishes then not_covered "rows 0 where sigma(0) is not 0";
  let groups, scale = members groups in
  let dead, alive = List.partition (cancels b.columns) groups in
  let scaled = with_integral_target act scale b in
  let rows = List.map (fun group -> scaled.rows.(fst (List.hd group))) alive in
  let forms = forms act (Array.of_list rows) in
  (scaled, ({ alive; dead; zeros; scale; forms } : Checker.normal_form), rows)

let excluded act b width evidence : Checker.block * Checker.evidence =
  let proof = match items "cost" (List.assoc "cost" (fields [ "cost" ] "evidence" evidence)) with
    | [ proof ] -> proof
    | proofs -> malformed "cost: %d proofs where 1 is needed" (List.length proofs) in
  let b, form, rows = over_classes act b in
  let n = List.length rows and s = Z.mul form.scale b.down_den in
  let at = { place = Z.mul s b.up_den; n; a = b.d; columns = Array.init b.d Fun.id } in
  let spot = { spare = width - n; twice = true; s; t = b.up_den; us = lazy rows; at } in
  let proof = cost (ref rank_max) spot 0 proof in
  if width - n > 2 * b.d then rejected "no choice of signs costs more than %d" (2 * b.d);
  (checker_block b, ByCost (form, proof))

let signs act b body : Checker.block * Checker.evidence =
  let body = fields [ "flip"; "double" ] "evidence" (Object body) in
  if Q.equal act.gap Q.zero then rejected "%s has linear gap 0: no signs give a linear part" act.name;
  let b, form, rows = over_classes act b in
  let list name =
    let found = List.map (index (List.length rows) "class") (items name (List.assoc name body)) in
    if List.length (List.sort_uniq compare found) < List.length found then malformed "%s: a class twice" name;
    found in
  let flip = list "flip" in
  (checker_block b, BySigns (form, flip, list "double"))

let even b evidence : Checker.block * Checker.evidence =
  let proofs = items "cost" (List.assoc "cost" (fields [ "cost" ] "evidence" evidence)) in
  let at = List.concat (List.init b.d (fun i -> List.init b.d (fun j -> (i, j)))) in
  match List.find_opt (fun (i, j) -> Z.sign b.skip.(i).(j) <> 0) at with
  | Some (i, j) -> if proofs <> [] then malformed "proofs, and linear gap 0"; (checker_block b, ByEvenness (i, j))
  | None -> rejected "with linear gap 0 and skip 0 the block is its own answer"

(* V and the block over common denominators; keys number the classes of both *)
let computed act (w : Weights.block) width evidence : Checker.block * Checker.evidence =
  match evidence with Object body when List.mem_assoc "flip" body -> signs act (scaled_block w) body | _ ->
  let body = fields [ "V_up"; "V_down" ] "evidence" evidence in
  let read name = List.assoc name body in
  let nothing = read "V_up" = List [] && read "V_down" = List [] in
  let matrix name = Weights.rationals (Weights.matrix ~read:Weights.canonical name (read name)) in
  let v_up, v_down = if nothing then ([||], [||]) else (matrix "V_up", matrix "V_down") in
  let n = Array.length v_up and d = Weights.dimension w in
  if not nothing && (Array.length v_down.(0) <> n || Array.length v_up.(0) <> Array.length v_down)
  then malformed "V_up and V_down do not fit";
  if (not nothing && Array.length v_down <> d) || n > width then rejected "V has another d or is too wide";
  let join top bottom = Weights.scaled (Exact (Array.append (Weights.rationals top) bottom)) in
  let rows, up_den = join w.up v_up in
  let columns, down_den = join (Weights.transposed w.down) (if nothing then [||] else
    Array.init n (fun k -> Array.map (fun row -> row.(k)) v_down)) in
  let skip, skip_den = match w.skip with Some m -> Weights.scaled m | None -> (identity d, Z.one) in
  let table = Hashtbl.create 1024 and order = ref [] in
  let number name = match Hashtbl.find_opt table name with
    | Some k -> k
    | None -> let k = Hashtbl.length table in Hashtbl.add table name k; order := name :: !order; k in
  let keyed row =
    if not (is_zero row) then let name, factor = key act row in (Z.of_int (number name), factor)
    else if act.vanishes then (Z.of_int (number row), Z.zero)
    else (Z.of_int (number row), Z.one) in
  let keys = Array.to_list (Array.map keyed rows) and wide = Weights.width w in
  let split l = (List.filteri (fun k _ -> k < wide) l, List.filteri (fun k _ -> k >= wide) l) in
  let (w_rows, v_rows), (w_columns, v_columns) = (split (lists rows), split (lists columns)) in
  let w_keys, v_keys = split keys in
  let block : Checker.block =
    { dimension = d; width = wide; down = w_columns; down_den; up = w_rows; up_den; skip = lists skip; skip_den } in
  (block, ByMap (n, v_columns, v_rows, lists (Array.of_list (List.rev !order)), w_keys, v_keys))

(* ---- the certificate against what the caller asks ---- *)

let format = "symproof-certificate-2"

let head (w : Weights.block) act claim width certificate =
  let body = fields [ "format"; "claim"; "activation"; "width"; "sha256"; "evidence" ] "certificate" certificate in
  let text name = match List.assoc name body with String s -> s | _ -> malformed "certificate: %s must be a string" name in
  let same name found = if text name <> found then rejected "the certificate is for another %s" name in
  same "format" format; same "claim" claim; same "activation" act.name;
  (match List.assoc "width" body with
   | Int digits -> if digits <> string_of_int width then rejected "the certificate is for another width"
   | _ -> malformed "certificate: width must be an integer");
  same "sha256" (Weights.fingerprint w);
  List.assoc "evidence" body

let judge (w : Weights.block) claim width certificate =
  let act = activation (Option.value w.activation ~default:"relu") in
  let width = match width with
    | Some width when claim = "width-at-least" || claim = "width-at-most" -> width
    | _ -> Weights.width w in
  let evidence = head w act claim width certificate in
  if w.b_up <> None then not_covered "biases";
  let impossible lower =
    let b = scaled_block w in
    let block, proof = if Q.equal act.gap Q.zero then even b evidence else excluded act b (lower - 1) evidence in
    (block, Checker.AtLeast lower, proof) in
  let block, claim, proof = match claim with
    | "no-subset" -> let block, proof = no_subset act (scaled_block w) evidence in (block, Checker.NoSubset, proof)
    | "not-absorbable" -> impossible (width + 1)
    | "width-at-least" -> if width < 1 then not_covered "width below 1" else impossible width
    | _ -> let block, proof = computed act w width evidence in (block, Checker.AtMost width, proof) in
  if not (Checker.check0 block (checker_activation act) claim proof) then rejected "the evidence does not prove the claim"

let claims = [ "no-subset"; "not-absorbable"; "absorbable"; "width-at-least"; "width-at-most" ]

(* the activation and the skip that the caller names: tensors name none, and what is named twice must agree *)
let named (w : Weights.block) ~tensors act skip =
  if tensors && act = None then malformed "tensors name no activation";
  let names = List.map (fun name -> (activation name).name) (List.filter_map Fun.id [ w.activation; act ]) in
  if List.length (List.sort_uniq compare names) > 1 || (skip <> None && w.skip <> None)
  then malformed "the weights name another activation, or a skip";
  let w = if act = None then w else { w with activation = act } in
  match skip with
  | None | Some "I" -> w
  | Some "-I" ->
    { w with skip = Some (Exact (Array.map (Array.map (fun z -> Q.of_bigint (Z.neg z))) (identity (Weights.dimension w)))) }
  | Some path -> Weights.sound { w with skip = Some (Weights.matrix "skip" (Json.read path)) }

let () =
  let text = ref [] and in_out = ref false and width = ref None and files = ref [] in
  let set name = (name, Arg.String (fun value -> text := (name, value) :: !text), "") in
  let usage = "symproof-checker CERTIFICATE --weights W --claim C [options of python -m symproof.kernel]" in
  let options = List.map set [ "--weights"; "--claim"; "--up"; "--down"; "--b-up"; "--b-down"; "--activation"; "--skip" ] in
  let options = ("--in-out", Arg.Set in_out, "") :: ("--width", Arg.Int (fun n -> width := Some n), "") :: options in
  (try Arg.parse_argv Sys.argv options (fun file -> files := file :: !files) usage
   with Arg.Bad why | Arg.Help why -> prerr_string why; exit 2);
  let find name = List.assoc_opt name !text in
  let path, weights, claim = match !files, find "--weights", find "--claim" with
    | [ path ], Some weights, Some claim when List.mem claim claims -> (path, weights, claim)
    | _ -> prerr_endline usage; exit 2 in
  let stop status word why = Printf.eprintf "%s: %s\n" word why; exit status in
  try
    let w = Weights.read weights ~up:(find "--up") ~down:(find "--down") ~in_out:!in_out ~b_up:(find "--b-up")
        ~b_down:(find "--b-down") in
    let w = named w ~tensors:(find "--up" <> None) (find "--activation") (find "--skip") in
    if !width <> None && claim <> "width-at-least" && claim <> "width-at-most" then malformed "%s takes no --width" claim;
    judge w claim !width (Json.read path);
    print_endline "accepted"
  with
  | Malformed why -> stop 3 "malformed" why
  | Rejected why -> stop 1 "rejected" why
  | Not_covered why -> stop 4 "not covered" why
  | Out_of_memory -> stop 5 "gave up" "memory"
  | Stack_overflow -> stop 5 "gave up" "the stack"
