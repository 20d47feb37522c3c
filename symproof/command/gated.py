"""`symproof absorb` for gated blocks: by the equations of turned gates, or by a theorem."""

from __future__ import annotations

import argparse
import os
import shlex
from dataclasses import replace
from typing import Any

from symproof.absorb.gated import GatedDecision, decide_gated
from symproof.absorb.limits import Clock, Limits, enforced
from symproof.absorb.scan import in_table, ruled
from symproof.activations.classify import Absorbs
from symproof.command.terminal import bold
from symproof.command.weights import kernel_activation
from symproof.errors import Malformed
from symproof.files.inputs import place, read_value, readable
from symproof.files.readers import read_matrix
from symproof.kernel.activations import activation as known
from symproof.kernel.gated import Gated, gated_from_json, read_gated
from symproof.layout import Shell, details
from symproof.reader.tensors import Tensor
from symproof.reader.text import MAX_BYTES
from symproof.reader.weights import BINARY
from symproof.verdict import Verdict


def gated_of(args: argparse.Namespace) -> Gated | None:
    """The gated block that the options name, its gate as its activation; None for a block without a gate.

    Raises:
        Malformed: it cannot be read, or its gate is not named.
    """
    if args.gate is None and not _names_a_gate(args.weights):
        if args.b_gate is not None:
            raise Malformed("--b-gate is about a gated block: name --gate too")
        return None
    if args.floats is not None:
        raise Malformed(f"{place(args.weights)}: a gated block is read without --floats")
    if args.gate is None:
        if any(getattr(args, name) for name in ("up", "down", "b_up", "b_down", "b_gate")):
            raise Malformed(f"{place(args.weights)}: JSON has no names of tensors")
        found = gated_from_json(read_value(args.weights), place(args.weights))
    else:
        names = (args.gate, args.b_gate, args.up, args.down, args.b_up, args.b_down)
        with readable(args.weights):
            found = read_gated(args.weights, args.orientation == "in-out", *names)
    return replace(found, value=replace(found.value, activation=_gate(args, found), skip=_skip(args, found)))


def _names_a_gate(path: str) -> bool:
    """Whether a JSON file has the key W_gate; of standard input, which is read once, it is not asked."""
    if path == "-" or path.lower().endswith(BINARY) or not os.path.isfile(path):
        return False
    with readable(path), open(path, "rb") as file:
        return b'"W_gate"' in file.read(MAX_BYTES)


def _gate(args: argparse.Namespace, found: Gated) -> str:
    """The gate's activation: the file's or the caller's, which must not contradict each other."""
    own, named = found.value.activation, args.activation
    sigma = named if own is None else own
    if sigma is None:
        kind = "tensors name" if isinstance(found.value.up, Tensor) else "the file names"
        raise Malformed(f"{args.weights}: {kind} no gate: say which, as in --activation silu")
    if named is not None and own is not None and kernel_activation(named) != kernel_activation(own):
        raise Malformed(f"the file names the gate {own}, the caller {named}")
    return kernel_activation(sigma) or sigma


def _skip(args: argparse.Namespace, found: Gated) -> Any:
    """The skip: the file's or the caller's."""
    if args.skip is None or args.skip == "I":
        return found.value.skip
    if found.value.skip is not None:
        raise Malformed(f"{args.weights}: names a skip, and so does --skip")
    if args.skip == "-I":
        return [[-x for x in row] for row in found.value.M]
    return read_matrix(args.skip)


def answered(gated: Gated, limits: Limits) -> tuple[GatedDecision, tuple[str, ...]]:
    """The answer about a gated block, and the statements on which it rests when it has no certificate.

    Args:
        gated: the block, its gate named; biases inside count, and without them Proposition 2 speaks too.
        limits: of time and memory.
    """
    sigma, decision = gated.value.activation or "", None
    if in_table(sigma) and known(sigma).gap:
        with enforced(Clock(limits)):
            decision = decide_gated(gated, limits)
        if decision.verdict is not Verdict.UNDECIDED:
            return decision, ()
    ruling = ruled(sigma, gated=True)
    hidden = gated.b_gate is not None or gated.value.b_up is not None
    if ruling.verdict is Absorbs.NEVER and not hidden and gated.value.skip is None:
        never = GatedDecision(Verdict.NOT_ABSORBABLE, ruling.why, method="theorem")
        return never, ruling.statements
    silent = "with biases inside, or another skip than I, no theorem speaks of this gate"
    return decision or GatedDecision(Verdict.UNDECIDED, f"{ruling.why}; {silent}"), ()


def to_json(
    gated: Gated, decision: GatedDecision, statements: tuple[str, ...], path: str | None
) -> dict[str, Any]:
    """The answer as one object."""
    return {
        "schema": "symproof-absorb-1",
        "verdict": str(decision.verdict),
        "subset": None if decision.subset is None else list(decision.subset),
        "why": decision.why,
        "established": decision.established,
        "method": decision.method,
        "statements": list(statements),
        "gated": True,
        "activation": gated.value.activation,
        "d": gated.value.d,
        "N": gated.value.width,
        "tried": [],
        "certificate": path if decision.certificate is not None else None,
        "sha256": gated.sha256(),
        "near_miss": None,
    }


def lines(
    gated: Gated, decision: GatedDecision, statements: tuple[str, ...], args: argparse.Namespace
) -> list[str]:
    """The answer for people."""
    value = gated.value
    biases = [name for name in ("b_up", "b_down") if getattr(value, name) is not None]
    biases += ["b_gate"] * (gated.b_gate is not None)
    about = [f"gated, d = {value.d}, N = {value.width}, gate {value.activation}"]
    about += [f"biases {', '.join(biases)}"] * bool(biases)
    rows = [
        ("block", ", ".join([*about, f"sha256 {gated.sha256()[:16]}..."])),
        ("why", decision.why),
        ("found by", decision.method),
        ("by", f"statement {', '.join(statements)} of the ledger" if statements else ""),
        ("kernel", f"accepts: {decision.established}" if decision.established else ""),
    ]
    if args.certificate is not None and decision.certificate is not None:
        rows += [("saved", args.certificate), ("re-check", recheck(args, decision.certificate))]
    return [bold(str(decision.verdict)), *details(rows)]


def recheck(args: argparse.Namespace, proof: dict[str, Any]) -> Shell:
    """The command that checks the saved certificate again."""
    words = ["symproof", "check", args.certificate, "--weights", args.weights, "--claim", proof["claim"]]
    names = ("skip", "up", "down", "gate", "b_up", "b_down", "b_gate")
    words += [f"--{name.replace('_', '-')}={own}" for name in names if (own := getattr(args, name))]
    words += ["--activation", proof["activation"]]
    words += ["--orientation", "in-out"] * (args.orientation == "in-out")
    return Shell(shlex.join(words))
