"""A certificate as a Rocq file that compiles on its own against theories/ and states its theorem.

What Rocq checks is independent of the Python kernel: the same rules, with a proof of soundness for all sizes
(theories/Certificate.v), run on integers by `vm_compute`.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from symproof.kernel.activations import Activation, activation
from symproof.kernel.claims import check
from symproof.kernel.parity import classes
from symproof.kernel.weights import Weights, matrix
from symproof.kernel.numbers import canonical
from symproof.rocq.distinct import moduli_differ, slopes_differ
from symproof.rocq.instance import Instance, Integers, NotExportable, instance, scale
from symproof.rocq.literals import define_table, integer, row, sequence
from symproof.rocq.same import Keys, KeyTable
from symproof.rocq.trees import TreeText

REAL = "R"


def export(
    certificate: Any, weights: Weights, claim: str, width: int | None = None, scope: str = "auto"
) -> str:
    """The text of a .v file whose last theorem is the claim about these weights.

    Args:
        certificate: a parsed certificate (kernel/FORMAT.md).
        weights: the block.
        claim: the claim that the certificate must establish.
        width: for the width claims.
        scope: ``all``, ``used`` or ``auto``: which entries of the weights the theorem mentions. With ``used`` it
            holds whatever the others are.

    Raises:
        Malformed, Rejected: the kernel does not accept the certificate for this claim.
        NotExportable: it does, but there is no theorem of this form in the development.
    """
    check(certificate, weights, claim, width)
    return rendered(certificate, weights, claim, scope)


def rendered(certificate: Any, weights: Weights, claim: str, scope: str = "auto") -> str:
    """`export` without asking the kernel: what Rocq says about a wrong certificate is Rocq's own judgement."""
    act = activation(weights.activation or "relu")
    evidence = certificate["evidence"]
    if claim in ("absorbable", "width-at-most"):
        body = _same_function(evidence, weights, act)
    elif claim == "no-subset":
        body = _no_subset(evidence["tree"], weights, act, scope)
    elif claim == "not-absorbable":
        body = _not_absorbable(evidence["trees"], weights, act, scope)
    else:
        raise NotExportable("least widths: the development has Theorem 4 and Proposition 8 only")
    return _header(certificate, weights, claim, act) + body


def _header(certificate: Any, weights: Weights, claim: str, act: Activation) -> str:
    reals = " Reals" if act.name == "gelu" else ""
    bridge = " Rstruct" if act.name == "gelu" else ""
    gelu = " ConcreteGelu" if act.name == "gelu" else ""
    return f"""\
(* Written by `symproof export`.
   claim       {claim}
   block       M x + W_down sigma(W_up x), d = {weights.d}, N = {weights.width}, sigma = {act.name}
   weights     SHA-256 {weights.sha256()}
   The definitions that the theorem uses: theories/Definitions.v, theories/ConcreteWeights.v. *)
From Coq Require Import Uint63 ZArith{reals}.
From mathcomp Require Import all_ssreflect all_algebra.
From mathcomp Require Import ssrZ{bridge}.
From Symproof Require Import Definitions ConcreteWeights ConcreteTheorems SameFunction{gelu}.
From Symproof Require Certificate Packed.
Import GRing.Theory Num.Theory.

"""


@dataclass(frozen=True, slots=True)
class Parts:
    """The pieces of a theorem about an instance: parameters, hypotheses, and the terms for W and M."""

    parameters: str
    hypotheses: str
    down: str
    up: str
    skip: str
    given: str  # the three proofs that the matrices are what the integers say


def _data(inst: Instance) -> str:
    """Definitions of the integers, and of the matrices when all their entries are known."""
    d, N = inst.weights.d, inst.weights.width
    text = ["Local Open Scope Z_scope."]
    text.append(f"(* the columns of W_down on the rows I, over {integer(inst.down.denominator)} *)")
    text.append(define_table("W_down_columns", inst.down.rows))
    text.append(f"(* the rows of W_up on the columns J, over {integer(inst.up.denominator)} *)")
    text.append(define_table("W_up_rows", inst.up.rows))
    if inst.weights.skip is None:
        text.append("Definition skip_entries : table := identity_on I J.\n")
    else:
        text.append(f"(* the skip M on I x J, over {integer(inst.skip.denominator)} *)")
        text.append(define_table("skip_entries", inst.skip.rows))
    text.append("Local Close Scope Z_scope.\n")
    if inst.full:
        text.append(
            f"Definition W_down (R : realFieldType) : 'M[R]_({d}, {N}) :=\n"
            f"  from_columns {d} {N} {integer(inst.down.denominator)} W_down_columns.\n"
            f"Definition W_up (R : realFieldType) : 'M[R]_({N}, {d}) :=\n"
            f"  from_rows {N} {d} {integer(inst.up.denominator)} W_up_rows.\n"
        )
        if inst.weights.skip is not None:
            text.append(
                f"Definition M (R : realFieldType) : 'M[R]_{d} :=\n"
                f"  from_rows {d} {d} {integer(inst.skip.denominator)} skip_entries.\n"
            )
    return "\n".join(text)


def _indices(inst: Instance) -> str:
    d = inst.weights.d

    def listed(values: list[int]) -> str:
        return f"iota 0 {d}" if len(values) == d else sequence(map(str, values))

    return (
        f"(* the rows of W_down and the columns of W_up that the theorem mentions *)\n"
        f"Definition I : seq nat := {listed(inst.I)}.\nDefinition J : seq nat := {listed(inst.J)}.\n\n"
    )


def _parts(inst: Instance, field: str) -> Parts:
    d, N = inst.weights.d, inst.weights.width
    identity = inst.weights.skip is None
    dd, du, dm = (integer(x.denominator) for x in (inst.down, inst.up, inst.skip))
    if inst.full:
        skip_given = f"(@identity_given {field} {d} I J)" if identity else f"(@from_rows_skip_given {field} {d} {dm} skip_entries)"
        return Parts(
            "",
            "",
            f"(W_down {field})",
            f"(W_up {field})",
            "1%:M" if identity else f"(M {field})",
            f"(@from_columns_given {field} {d} {N} {dd} W_down_columns)\n"
            f"    (@from_rows_given {field} {N} {d} {du} W_up_rows) {skip_given}",
        )
    skip_given = f"(@identity_given {field} {d} I J)" if identity else "given_skip"
    skip = f" (M : 'M[{field}]_{d})" if not identity else ""
    hypotheses = (
        f"  rows_given I {dd} W_down_columns W_down ->\n  columns_given J {du} W_up_rows W_up ->\n"
        + ("" if identity else f"  skip_given I J {dm} skip_entries M ->\n")
    )
    return Parts(
        f" (W_down : 'M[{field}]_({d}, {N})) (W_up : 'M[{field}]_({N}, {d})){skip}",
        hypotheses,
        "W_down",
        "W_up",
        "1%:M" if identity else "M",
        f"given_down given_up {skip_given}",
    )


def _numbers(inst: Instance) -> str:
    """d N I J gn gd dd du dm, the arguments that all checks share."""
    gap = inst.gap
    scales = (gap.numerator, gap.denominator, *(x.denominator for x in (inst.down, inst.up, inst.skip)))
    return f"{inst.weights.d} {inst.weights.width} I J {' '.join(map(integer, scales))}"


def _certificate(inst: Instance, tree: Any) -> str:
    writer = TreeText(inst)
    term = writer.write(tree)
    gap = inst.gap
    scales = (gap.numerator, gap.denominator, *(x.denominator for x in (inst.down, inst.up, inst.skip)))
    return (
        "Local Open Scope Z_scope.\n(* the right-hand side of (3) on I x J, in the same integers *)\n"
        f"Definition target : table := scaled_target {' '.join(map(integer, scales))} skip_entries.\n\n"
        + "\n".join(writer.definitions)
        + f"Definition evidence : Certificate.tree :=\n {term}.\nLocal Close Scope Z_scope.\n\n"
    )


def _theorem(name: str, inst: Instance, parts: Parts, quantifier: str, conclusion: str, proof: str) -> str:
    intro = "" if inst.full else "move=> given_down given_up" + (
        "" if inst.weights.skip is None else " given_skip"
    ) + ".\n"
    return (
        f"Theorem {name}{quantifier}{parts.parameters} :\n{parts.hypotheses}  {conclusion}.\n"
        f"Proof.\n{intro}exact: {proof}.\nQed.\nPrint Assumptions {name}.\n"
    )


def _accepted(check_text: str) -> str:
    return f"Lemma accepted : {check_text} = true.\nProof. vm_cast_no_check (erefl true). Qed.\n\nLocal Open Scope ring_scope.\n"


def _no_subset(tree: Any, weights: Weights, act: Activation, scope: str) -> str:
    if not act.gap:
        raise NotExportable(f"{act.name} has linear gap 0: there is no subset condition")
    inst = instance(weights, act.gap, tree, scope)
    parts = _parts(inst, REAL)
    gap = inst.gap
    product = f"{parts.down} *m Pi S *m {parts.up}"
    if gap != 1:
        product = f"(ZR R {integer(gap.numerator)} / ZR R {integer(gap.denominator)}) *: ({product})"
    return (
        _indices(inst)
        + _data(inst)
        + "\n"
        + _certificate(inst, tree)
        + _accepted(f"check_subsets {_numbers(inst)} W_down_columns W_up_rows skip_entries target evidence")
        + _theorem(
            "no_subset",
            inst,
            parts,
            " (R : realFieldType)",
            f"forall S : {{set 'I_{weights.width}}}, {product} <> - {parts.skip}",
            f"(fun S => check_subsets_sound {parts.given} accepted)"
            if gap != 1
            else f"(fun S e => no_subset {parts.given} accepted (ex_intro _ S e))",
        )
    )


def _not_absorbable(trees: Any, weights: Weights, act: Activation, scope: str) -> str:
    columns = list(zip(*weights.down, strict=True))
    if not act.gap or len(classes(weights.up, act)) != weights.width or not all(map(any, columns)):
        raise NotExportable(
            "Theorem 4 does not apply to these weights, and the development does not have the least width "
            "of degenerate ones"
        )
    if len(trees) != 1:
        raise NotExportable("one tree is expected when all rows lie in different classes")
    inst = instance(weights, act.gap, trees[0], scope)
    try:
        forms = _forms(inst, act)
    except NotExportable:
        if inst.full:
            raise
        inst = Instance(weights, act.gap, inst.I, list(range(weights.d)))
        forms = _forms(inst, act)
    exact = act.name == "gelu"
    parts = _parts(inst, "_" if exact and inst.full else REAL)
    check_name = "check_not_absorbable" if act.conic else "check_not_absorbable_rigid"
    arguments = " ".join(f"form_{i}" for i in range(len(forms)))
    quantifier, conclusion, proof = _conclusion(weights, act, parts)
    return (
        _indices(inst)
        + _data(inst)
        + "\n"
        + _certificate(inst, trees[0])
        + "Local Open Scope Z_scope.\n(* linear forms that tell the rows of W_up apart *)\n"
        + "".join(f"Definition form_{i} : seq Z := {row(f)}.\n" for i, f in enumerate(forms))
        + "Local Close Scope Z_scope.\n\n"
        + _accepted(
            f"{check_name} {_numbers(inst)} {arguments}\n  W_down_columns W_up_rows skip_entries target evidence"
        )
        + _theorem("not_absorbable", inst, parts, quantifier, conclusion, proof)
    )


def _forms(inst: Instance, act: Activation) -> tuple[list[int], ...]:
    return slopes_differ(inst.up.rows) if act.conic else (moduli_differ(inst.up.rows),)


def _conclusion(weights: Weights, act: Activation, parts: Parts) -> tuple[str, str, str]:
    """Quantifier, conclusion and proof of "not absorbable"."""
    N = weights.width
    operands = f"{N} {parts.skip} {parts.down} {parts.up}"
    if act.name == "relu":
        return " (R : realFieldType)", f"~ absorbable relu {operands}", f"(relu_not_absorbable {parts.given} accepted)"
    if act.name.startswith("leaky_relu"):
        slope = act.gap - 1
        a = f"(ZR R {integer(slope.numerator)} / ZR R {integer(slope.denominator)})"
        return (
            " (R : realFieldType)",
            f"~ absorbable (leaky_relu {a}) {operands}",
            f"(leaky_relu_not_absorbable {_slope_arguments(act)} {parts.given}\n    (erefl true) (erefl true) accepted)",
        )
    if act.name == "gelu":
        return "", f"~ absorbable Gelu.gelu {operands}", f"(gelu_not_absorbable {parts.given} accepted)"
    return (
        " (R : realFieldType) (s : R -> R)",
        "linear_gap s 1 -> separates_scales (fun z => s z + s (- z)) ->\n"
        f"  (exists z, s z + s (- z) != 0) -> ~ absorbable s {operands}",
        f"(rigid_not_absorbable {parts.given} accepted)",
    )


def _slope_arguments(act: Activation) -> str:
    """The slope an/ad of leaky ReLU and the numerator of the gap (an + ad)/ad."""
    slope = act.gap - 1
    named = {"an": slope.numerator, "ad": slope.denominator, "gn": act.gap.numerator}
    return " ".join(f"({name} := {integer(value)})" for name, value in named.items())


def _same_function(evidence: Any, weights: Weights, act: Activation) -> str:
    if not act.gap:
        raise NotExportable(f"{act.name} has linear gap 0")
    V = Weights(matrix(evidence["V_up"], "V_up", canonical), matrix(evidence["V_down"], "V_down", canonical))
    d, N, n = weights.d, weights.width, V.width
    up, skip = scale([*weights.up, *V.up]), scale(weights.M)
    down = scale([*zip(*weights.down, strict=True), *zip(*V.down, strict=True)])
    keys = KeyTable(act, [], {})
    kw, kv = keys.keys(up.rows[:N]), keys.keys(up.rows[N:])
    gap = act.gap
    scales = (gap.numerator, gap.denominator, down.denominator, up.denominator, skip.denominator)
    arguments = "skip_entries W_down_columns W_up_rows V_down_columns V_up_rows key_rows W_keys V_keys"
    unit = "false" if act.conic else "true"
    tables = {
        "W_down_columns": down.rows[:N],
        "W_up_rows": up.rows[:N],
        "V_down_columns": down.rows[N:],
        "V_up_rows": up.rows[N:],
        "key_rows": keys.rows,
    }
    quantifier, s, proof, field = _same_conclusion(act)
    skip_term = "1%:M" if weights.skip is None else f"(M {field})"
    skip_text = (
        f"Definition skip_entries : table := identity_on (iota 0 {d}) (iota 0 {d}).\n"
        if weights.skip is None
        else define_table("skip_entries", skip.rows)
    )
    rewrite = f"rewrite -(@identity_skip _ {d}). " if weights.skip is None else ""
    return (
        "Local Open Scope Z_scope.\n"
        f"(* columns of W_down and V_down over {integer(down.denominator)}, rows of W_up and V_up over "
        f"{integer(up.denominator)} *)\n"
        + "\n".join(define_table(name, rows) for name, rows in tables.items())
        + skip_text
        + _define_keys("W_keys", kw)
        + _define_keys("V_keys", kv)
        + "Local Close Scope Z_scope.\n\n"
        + _define_matrices(d, N, n, down, up, skip, weights)
        + _accepted(f"check_same {d} {N} {n} {unit} {' '.join(map(integer, scales))}\n  {arguments}")
        + f"Theorem absorbs_skip{quantifier} :\n"
        f"  {'linear_gap s 1 -> ' if s == 's' else ''}absorbs {s} {skip_term} (W_down {field}) (W_up {field}) "
        f"(V_down {field}) (V_up {field}).\n"
        f"Proof. {rewrite}exact: {proof}. Qed.\nPrint Assumptions absorbs_skip.\n"
    )


def _same_conclusion(act: Activation) -> tuple[str, str, str, str]:
    """Quantifier, activation, proof and field of "V computes the block"."""
    if act.name == "relu":
        return " (R : realFieldType)", "relu", "(relu_same_absorbs accepted)", "R"
    if act.name.startswith("leaky_relu"):
        slope = act.gap - 1
        a = f"(leaky_relu (ZR R {integer(slope.numerator)} / ZR R {integer(slope.denominator)}))"
        return " (R : realFieldType)", a, f"(leaky_relu_same_absorbs {_slope_arguments(act)} (erefl true) (erefl true) accepted)", "R"
    if act.name == "gelu":
        return "", "Gelu.gelu", "(gelu_same_absorbs accepted)", "_"
    return " (R : realFieldType) (s : R -> R)", "s", "(fun h => unit_same_absorbs h accepted)", "R"


def _define_keys(name: str, keys: Keys) -> str:
    pairs = sequence(f"({k}, {integer(c)})" for k, c in keys)
    return f"(* the key of each row and its scale *)\nDefinition {name} : keys := {pairs}.\n"


def _define_matrices(d: int, N: int, n: int, down: Integers, up: Integers, skip: Integers, weights: Weights) -> str:
    text = [
        f"Definition {name}_down (R : realFieldType) : 'M[R]_({d}, {m}) :=\n"
        f"  from_columns {d} {m} {integer(down.denominator)} {name}_down_columns.\n"
        f"Definition {name}_up (R : realFieldType) : 'M[R]_({m}, {d}) :=\n"
        f"  from_rows {m} {d} {integer(up.denominator)} {name}_up_rows.\n"
        for name, m in (("W", N), ("V", n))
    ]
    if weights.skip is not None:
        text.append(
            f"Definition M (R : realFieldType) : 'M[R]_{d} :=\n"
            f"  from_rows {d} {d} {integer(skip.denominator)} skip_entries.\n"
        )
    return "\n".join(text) + "\n"
