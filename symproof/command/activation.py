"""`symproof activation`: what the theorems say about an activation or a gate, and why."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from typing import Any

from symproof.activations.catalogue import GATES, formula
from symproof.activations.classify import Absorbs, Classification, classify
from symproof.activations.facts import Facts
from symproof.activations.gates import classify_gate
from symproof.command.terminal import Ended, add_output_options, add_parameter_option, bold, emit
from symproof.errors import Malformed
from symproof.functions.expression import Expr, Param
from symproof.functions.grammar import parameter
from symproof.functions.parity import Property
from symproof.layout import details
from symproof.verdict import Exit

QUESTION = {
    Absorbs.ALWAYS: "always: every block that is wide enough absorbs its skip",
    Absorbs.OPEN: "open: almost every block that is wide enough absorbs its skip",
    Absorbs.GENERIC: "generic: blocks that absorb their skip exist, for d >= 2 all of them in a null set",
    Absorbs.NEVER: "never: no block absorbs its skip",
    Absorbs.UNDETERMINED: "undetermined",
}

EXAMPLE = "symproof activation 'z*tanh(z)'"


def add(parser: argparse.ArgumentParser) -> None:
    """Give the parser the options of the command."""
    parser.add_argument(
        "activation", nargs="?", metavar="NAME|EXPRESSION", help="relu, leaky_relu(1/10), z*erf(z), ..."
    )
    parser.add_argument(
        "--gate",
        metavar="EXPRESSION",
        help=f"the gate of a gated block, or one of {', '.join(GATES)}; NAME|EXPRESSION, if given, is then "
        "applied to W_val x",
    )
    add_parameter_option(parser)
    add_output_options(parser)
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """0 decided, 2 nothing to classify, 3 malformed, 4 undetermined."""
    if args.activation is None and args.gate is None:
        raise Ended(Exit.USAGE, "activation: required: NAME|EXPRESSION or --gate; found neither")
    answer = answer_to(args.activation, args.gate, args.where)
    emit(args, to_json(answer), lines(answer))
    return Exit.INCOMPLETE if answer.ruling.verdict is Absorbs.UNDETERMINED else Exit.ESTABLISHED


def answer_to(activation: str | None, gate: str | None, where: Sequence[str] = ()) -> Classification:
    """The classification of the activation, or of the gate with the activation on its value branch.

    Args:
        activation: a name or an expression in z; None only with a gate.
        gate: a gate by name, or an expression in z; None: the block is not gated.
        where: declarations of parameters, such as "b > 0": the answer holds for all their values.

    Raises:
        Malformed: when one of them is not in the grammar; says which.
    """
    declared = [parameter(text) for text in where]
    sigma = None if activation is None else _read(activation, "NAME|EXPRESSION", declared)
    if gate is not None:
        return classify_gate(_read(GATES.get(gate, gate), "--gate", declared), sigma)
    if sigma is None:
        raise Malformed("required: an activation or a gate; found neither")
    return classify(sigma)


def _read(source: str, where: str, declared: Sequence[Param]) -> Expr:
    try:
        return formula(source, declared)
    except Malformed as error:
        raise Malformed(f"{where}: {error}") from None


def _shown(found: Property) -> str | None:
    """The value or "every"; null when there is provably none; "undetermined" when it is not known."""
    if found.holds is None:
        return "undetermined"
    return ("every" if found.value is None else str(found.value)) if found.holds else None


def _known(answer: bool | None) -> bool | str:
    return "undetermined" if answer is None else answer


def to_json(answer: Classification) -> dict[str, Any]:
    """The answer as one object. gap and degree: a number as text, null (provably none), or undetermined."""
    found = answer.facts
    value: dict[str, Any] = {
        "schema": "symproof-activation-1",
        "verdict": str(answer.ruling.verdict),
        "activation": None if answer.activation is None else str(answer.activation),
        "gate": None if answer.gate is None else str(answer.gate),
        "gap": "undetermined" if found is None else _shown(found.gap),
        "kind": answer.kind,
        "degree": "undetermined" if found is None else _shown(found.degree),
        "even_part": "undetermined" if found is None else found.even_words,
        "odd_part": "undetermined" if found is None else found.odd_words,
        "at_zero": None if found is None else str(found.at_zero),
        "continuous_at_zero": "undetermined" if found is None else _known(found.continuous_at_zero),
        "continuous": "undetermined" if found is None else _known(found.continuous),
        "breaks": None if found is None else [str(b) for b in found.pieces.breaks],
        "statements": list(answer.ruling.statements),
        "carried_by": list(answer.ruling.carried_by),
        "hypotheses": list(answer.ruling.hypotheses),
        "why": answer.ruling.why,
        "proof": [] if found is None else _proof(found),
    }
    return value


def _proof(found: Facts) -> list[dict[str, Any]]:
    """The steps behind gap and degree, and the reasons behind the two parts."""
    steps = [
        {"shows": name, "where": step.where, "claim": step.claim, "forms": list(step.forms)}
        for name, derived in (("gap", found.gap), ("degree", found.degree))
        for step in derived.steps
    ]
    parts = (("even_part", found.even), ("odd_part", found.odd))
    return steps + [
        {
            "shows": name,
            "where": "for t > 0",
            "claim": part.reason,
            "forms": [str(c) for c in part.coefficients],
        }
        for name, part in parts
    ]


def lines(answer: Classification) -> list[str]:
    """The answer for people."""
    found = answer.facts
    subject = f"sigma(z) = {answer.activation}" if answer.gate is None else f"g(z) = {answer.gate}"
    rows = [("function", subject)]
    if answer.gate is not None and answer.activation is not None:
        rows.append(("value branch", f"sigma(z) = {answer.activation}"))
    if found is not None:
        rows += _fact_rows(answer, found)
    rows += [
        ("carried by", _carrier(answer)),
        ("statements", ", ".join(answer.ruling.statements)),
        ("why", answer.ruling.why),
    ]
    return [bold(QUESTION[answer.ruling.verdict]), *details(rows)]


def _steps(found: Property) -> str:
    """The steps of the proof, cone by cone, in brackets."""
    proof = "; ".join(f"{step.where}: {step.claim}" for step in found.steps)
    return f"  ({proof})" if proof else ""


def _carrier(answer: Classification) -> str:
    """The statements that give the verdict, and their hypotheses that were proved."""
    ruling = answer.ruling
    if ruling.verdict is Absorbs.UNDETERMINED:
        return ""
    if not ruling.carried_by:
        return "no statement of the ledger; the reason below is its proof"
    held = f": {', '.join(ruling.hypotheses)} hold" if ruling.hypotheses else ""
    return f"{', '.join(ruling.carried_by)}{held}"


def _fact_rows(answer: Classification, found: Facts) -> list[tuple[str, str]]:
    name = "sigma" if answer.gate is None else "g"
    gap, degree = _shown(found.gap), _shown(found.degree)
    continuity = {True: "continuous", False: "not continuous", None: "continuity undetermined"}
    return [
        ("linear gap", ("none" if gap is None else gap) + _steps(found.gap)),
        ("kind", answer.kind or ""),
        ("degree", ("not positively homogeneous" if degree is None else degree) + _steps(found.degree)),
        ("even part", found.even_words),
        ("odd part", found.odd_words),
        ("at 0", f"{name}(0) = {found.at_zero}, {continuity[found.continuous_at_zero]} there"),
        ("on the line", continuity[found.continuous]),
    ]
