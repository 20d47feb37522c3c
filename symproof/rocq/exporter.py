"""A certificate as a Rocq file that compiles on its own against theories/ and states its theorem.

What Rocq checks is independent of the Python kernel: the same rules, with a proof of soundness for all sizes
(theories/Certificate.v), run on integers by `vm_compute`.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from symproof.activations.records import rocq_names
from symproof.kernel.activations import Activation, activation
from symproof.kernel.claims import check
from symproof.kernel.parity import classes
from symproof.reader.weights import Weights
from symproof.rocq.distinct import moduli_differ, slopes_differ
from symproof.rocq.instance import ASK, Instance, NotExportable, instance
from symproof.rocq.literals import define_table, integer, row, sequence
from symproof.rocq.same import same_function, slope_arguments, slope_term
from symproof.rocq.trees import TreeText

FIELD = " (R : realFieldType)"
ACCEPTED = "Proof. vm_cast_no_check (erefl true). Qed.\n\nLocal Open Scope ring_scope.\n"


def export(
    certificate: Any, weights: Weights, claim: str, width: int | None = None, scope: str = "auto"
) -> str:
    """The text of a .v file whose last theorem is the claim about these weights.

    Args:
        certificate: a parsed certificate (kernel/FORMAT.md).
        weights: the block.
        claim: the claim that the certificate must establish.
        width: for the width claims.
        scope: ``all``, ``used`` or ``auto``: which entries of the weights the theorem mentions. With ``used``
            it holds whatever the others are.

    Raises:
        Malformed, Rejected: the kernel does not accept the certificate for this claim.
        NotExportable: it does, but there is no theorem of this form in the development.
    """
    check(certificate, weights, claim, width)
    return rendered(certificate, weights, claim, scope)


def rendered(certificate: Any, weights: Weights, claim: str, scope: str = "auto") -> str:
    """`export` without asking the kernel first: Rocq's judgement of the certificate is its own."""
    if weights.b_up is not None:
        raise NotExportable("the rules for biases are not in the development")
    act = activation(weights.activation or "relu")
    evidence = certificate["evidence"]
    if claim in ("absorbable", "width-at-most"):
        body = same_function(evidence, weights, act)
    elif claim == "no-subset":
        body = _no_subset(evidence["tree"], weights, act, scope)
    elif claim == "not-absorbable" and "cost" in evidence:
        body = _not_absorbable(evidence["cost"], weights, act, scope)
    else:
        raise NotExportable(f"a theorem of the claim {claim} is not written{ASK}")
    return _header(weights, claim, act) + body


def _header(weights: Weights, claim: str, act: Activation) -> str:
    own = rocq_names(act.name)
    reals, bridge, files = own.imports if own else ("", "", "")
    return f"""\
(* Written by `symproof export`.
   claim       {claim}
   block       M x + W_down sigma(W_up x), d = {weights.d}, N = {weights.width}, sigma = {act.name}
   weights     SHA-256 {weights.sha256()}
   The definitions that the theorem uses: theories/Definitions.v, theories/ConcreteWeights.v. *)
From Coq Require Import Uint63 ZArith{reals}.
From mathcomp Require Import all_ssreflect all_algebra.
From mathcomp Require Import ssrZ{bridge}.
From Symproof Require Import Definitions ConcreteWeights ConcreteTheorems SameFunction{files}.
From Symproof Require Certificate Packed.
Import GRing.Theory Num.Theory.

"""


@dataclass(frozen=True, slots=True)
class Operands:
    """How a theorem names W and M: parameters, hypotheses, terms, and proofs that the integers are theirs."""

    parameters: str
    hypotheses: str
    down: str
    up: str
    skip: str
    given: str
    intro: str


def _operands(inst: Instance, field: str) -> Operands:
    """All entries known: defined matrices; else any matrices with the given rows and columns."""
    d, N, identity = inst.weights.d, inst.weights.width, inst.weights.skip is None
    dd, du, dm = (integer(x.denominator) for x in (inst.down, inst.up, inst.skip))
    known_skip = f"(@identity_given {field} {d} I J)"
    if inst.full:
        if not identity:
            known_skip = f"(@from_rows_skip_given {field} {d} {dm} skip_entries)"
        given = (
            f"(@from_columns_given {field} {d} {N} {dd} W_down_columns)\n"
            f"    (@from_rows_given {field} {N} {d} {du} W_up_rows) {known_skip}"
        )
        skip = "1%:M" if identity else f"(M {field})"
        return Operands("", "", f"(W_down {field})", f"(W_up {field})", skip, given, "")
    parameters = f" (W_down : 'M[{field}]_({d}, {N})) (W_up : 'M[{field}]_({N}, {d}))"
    hypotheses = f"  rows_given I {dd} W_down_columns W_down ->\n  columns_given J {du} W_up_rows W_up ->\n"
    names = "given_down given_up"
    if not identity:
        parameters += f" (M : 'M[{field}]_{d})"
        hypotheses += f"  skip_given I J {dm} skip_entries M ->\n"
        names, known_skip = f"{names} given_skip", "given_skip"
    skip, given = "1%:M" if identity else "M", f"given_down given_up {known_skip}"
    return Operands(parameters, hypotheses, "W_down", "W_up", skip, given, f"move=> {names}.\n")


def _numbers(inst: Instance) -> str:
    """gn gd dd du dm: the gap and the denominators."""
    gap = inst.gap
    values = (gap.numerator, gap.denominator, *(x.denominator for x in (inst.down, inst.up, inst.skip)))
    return " ".join(map(integer, values))


def _listed(values: list[int], d: int) -> str:
    return f"iota 0 {d}" if len(values) == d else sequence(map(str, values))


def _data(inst: Instance, tree: Any) -> str:
    """The integers of the instance, and the evidence."""
    d = inst.weights.d
    writer = TreeText(inst)
    evidence = writer.write(tree)
    if inst.weights.skip is None:
        skip = "Definition skip_entries : table := identity_on I J.\n"
    else:
        skip = f"(* the skip M on I x J, over {integer(inst.skip.denominator)} *)\n"
        skip += define_table("skip_entries", inst.skip.rows)
    parts = [
        "(* the rows of W_down and the columns of W_up that the theorem mentions *)\n"
        f"Definition I : seq nat := {_listed(inst.I, d)}.\nDefinition J : seq nat := {_listed(inst.J, d)}.\n",
        "Local Open Scope Z_scope.\n"
        f"(* the columns of W_down on the rows I, over {integer(inst.down.denominator)} *)\n"
        + define_table("W_down_columns", inst.down.rows),
        f"(* the rows of W_up on the columns J, over {integer(inst.up.denominator)} *)\n"
        + define_table("W_up_rows", inst.up.rows),
        skip,
        "(* the right-hand side of (3) on I x J, times all denominators *)\n"
        f"Definition target : table := scaled_target {_numbers(inst)} skip_entries.\n",
        *writer.definitions,
        f"Definition evidence : Certificate.tree :=\n {evidence}.\nLocal Close Scope Z_scope.\n",
    ]
    return "\n".join(parts) + "\n" + (_matrices(inst) if inst.full else "")


def _matrices(inst: Instance) -> str:
    d, N = inst.weights.d, inst.weights.width
    text = (
        f"Definition W_down (R : realFieldType) : 'M[R]_({d}, {N}) :=\n"
        f"  from_columns {d} {N} {integer(inst.down.denominator)} W_down_columns.\n"
        f"Definition W_up (R : realFieldType) : 'M[R]_({N}, {d}) :=\n"
        f"  from_rows {N} {d} {integer(inst.up.denominator)} W_up_rows.\n"
    )
    if inst.weights.skip is not None:
        text += (
            f"Definition M (R : realFieldType) : 'M[R]_{d} :=\n"
            f"  from_rows {d} {d} {integer(inst.skip.denominator)} skip_entries.\n"
        )
    return text + "\n"


def _no_subset(tree: Any, weights: Weights, act: Activation, scope: str) -> str:
    if not act.gap:
        raise NotExportable(f"{act.name} has linear gap 0: there is no subset condition")
    inst = instance(weights, act.gap, tree, scope)
    operands = _operands(inst, "R")
    product = f"{operands.down} *m Pi S *m {operands.up}"
    proof = f"(fun S e => no_subset {operands.given} accepted (ex_intro _ S e))"
    if act.gap != 1:
        gap = f"ZR R {integer(act.gap.numerator)} / ZR R {integer(act.gap.denominator)}"
        product = f"({gap}) *: ({product})"
        proof = f"(fun S => check_subsets_sound {operands.given} accepted)"
    return (
        _data(inst, tree)
        + f"Lemma accepted : check_subsets {weights.d} {weights.width} I J {_numbers(inst)}\n"
        f"  W_down_columns W_up_rows skip_entries target evidence = true.\n{ACCEPTED}"
        f"Theorem no_subset_solves{FIELD}{operands.parameters} :\n{operands.hypotheses}"
        f"  forall S : {{set 'I_{weights.width}}}, {product} <> - {operands.skip}.\n"
        f"Proof.\n{operands.intro}exact: {proof}.\nQed.\nPrint Assumptions no_subset_solves.\n"
    )


def _not_absorbable(proofs: Any, weights: Weights, act: Activation, scope: str) -> str:
    columns = list(zip(*weights.down, strict=True))
    found = len(classes(weights.up, act))
    if not act.gap or found != weights.width or not all(map(any, columns)):
        raise NotExportable(f"Theorem 4 does not apply: a class of two rows, a 0, or linear gap 0{ASK}")
    if "tree" not in proofs[0]:
        raise NotExportable(f"a theorem from the rule {next(iter(proofs[0]))} is not written{ASK}")
    tree = proofs[0]["tree"]
    inst, forms = _with_forms(instance(weights, act.gap, tree, scope), act)
    own = rocq_names(act.name)
    on_reals = own is not None and own.field != FIELD
    operands = _operands(inst, "_" if on_reals and inst.full else "R")
    check_name = "check_not_absorbable" if act.homogeneous else "check_not_absorbable_rigid"
    quantifier, statement, proof = _conclusion(weights, act, operands)
    return (
        _data(inst, tree)
        + "Local Open Scope Z_scope.\n(* linear forms that tell the rows of W_up apart *)\n"
        + "".join(f"Definition form_{i} : seq Z := {row(f)}.\n" for i, f in enumerate(forms))
        + "Local Close Scope Z_scope.\n\n"
        f"Lemma accepted : {check_name} {weights.d} {weights.width} I J {_numbers(inst)}\n  "
        + " ".join(f"form_{i}" for i in range(len(forms)))
        + f" W_down_columns W_up_rows skip_entries target evidence = true.\n{ACCEPTED}"
        f"Theorem not_absorbable{quantifier}{operands.parameters} :\n{operands.hypotheses}  {statement}.\n"
        f"Proof.\n{operands.intro}exact: {proof}.\nQed.\nPrint Assumptions not_absorbable.\n"
    )


def _with_forms(inst: Instance, act: Activation) -> tuple[Instance, tuple[list[int], ...]]:
    """Forms that tell the rows apart, on all columns of W_up when those of the instance do not suffice."""
    try:
        rows = inst.up.rows
        return inst, slopes_differ(rows) if act.homogeneous else (moduli_differ(rows),)
    except NotExportable:
        if len(inst.J) == inst.weights.d:
            raise
        return _with_forms(Instance(inst.weights, inst.gap, inst.I, list(range(inst.weights.d))), act)


def _conclusion(weights: Weights, act: Activation, operands: Operands) -> tuple[str, str, str]:
    """Quantifier, conclusion and proof of "not absorbable"."""
    terms = f"{weights.width} {operands.skip} {operands.down} {operands.up}"
    own = rocq_names(act.name)
    if own is not None:
        conclusion = f"{own.given}~ absorbable {own.term} {terms}"
        return own.field, conclusion, f"({own.never} {operands.given} accepted)"
    if act.homogeneous:
        arguments = f"{slope_arguments(act)} {operands.given}\n    (erefl true) (erefl true)"
        proof = f"(leaky_relu_not_absorbable {arguments} accepted)"
        return FIELD, f"~ absorbable ({slope_term(act)}) {terms}", proof
    statement = (
        "linear_gap s 1 -> separates_scales (fun z => s z + s (- z)) ->\n"
        f"  (exists z, s z + s (- z) != 0) -> ~ absorbable s {terms}"
    )
    return f"{FIELD} (s : R -> R)", statement, f"(rigid_not_absorbable {operands.given} accepted)"
