"""`symproof absorb`, `subsets` and `width`."""

from __future__ import annotations

import argparse
import shlex
from fractions import Fraction
from typing import Any

from symproof.absorb.all_subsets import count, smallest, solutions
from symproof.absorb.decide import Decision, decide, find_subset, subset_problem
from symproof.absorb.least_width import least_width
from symproof.absorb.limits import Clock, Limits
from symproof.absorb.residual import ALL_SUBSETS, near_miss, residuals
from symproof.absorb.system import TooLong, text
from symproof.command.check import add_weights_options, block_of
from symproof.command.terminal import (
    add_output_options,
    alone,
    bold,
    clear,
    emit,
    natural,
    reporter,
    size,
    table,
    time_limit,
)
from symproof.errors import GaveUp, Malformed
from symproof.files.writers import check_writable, write_json
from symproof.kernel.activations import activation
from symproof.kernel.numbers import MAX_DIGITS
from symproof.model.block import Block
from symproof.verdict import Exit, Verdict

Subparsers = argparse._SubParsersAction
TIME = 60.0  # seconds after which a search is given up when nothing else is asked for
LISTED = 20  # sets that are printed when nothing else is asked for


def _parser(subparsers: Subparsers[argparse.ArgumentParser], name: str, text: str) -> argparse.ArgumentParser:
    parser = subparsers.add_parser(name, help=text, description=text)
    parser.add_argument("weights", help="JSON, .npz or .safetensors file, or - for JSON on stdin")
    add_weights_options(parser)
    parser.add_argument(
        "--time",
        type=time_limit,
        default=TIME,
        metavar="SECONDS",
        help=f"give up after this long; default {TIME:g}; 0 or none: no limit",
    )
    parser.add_argument(
        "--memory", type=size, metavar="SIZE", default=2 << 30, help="of the search tables; default 2G"
    )
    add_output_options(parser)
    return parser


def read(args: argparse.Namespace) -> tuple[Block, Limits]:
    """The block, and what reading it has left of the limits that the options name.

    Raises:
        GaveUp: reading took all the time.
    """
    clock = Clock(Limits(time=args.time, memory=args.memory), tried=["reading the weights"])
    block = block_of(args)
    clock.check()
    return block, clock.remaining()


def add_absorb(subparsers: Subparsers[argparse.ArgumentParser]) -> None:
    """Register the command."""
    parser = _parser(
        subparsers, "absorb", "decide whether an MLP of the same width computes a block without its skip"
    )
    parser.add_argument("--certificate", metavar="OUT", help="save the evidence here")
    parser.add_argument("--report", metavar="OUT.html", help="write a page that explains the answer here")
    parser.add_argument("--force", action="store_true", help="replace the files if they exist")
    parser.set_defaults(run=run_absorb)


def run_absorb(args: argparse.Namespace) -> int:
    """0 decided either way, 4 undecided as the theorems are silent, 5 gave up."""
    alone(args, args.certificate, args.report)
    for path in (args.certificate, args.report):
        if path is not None:
            check_writable(path, args.force)
    block, limits = read(args)
    report = reporter(args)
    decision = decide(block, limits, report)
    clear(report)
    if args.certificate is not None and decision.certificate is not None:
        write_json(args.certificate, decision.certificate, force=args.force)
    if args.report is not None:
        from symproof.render.verdict import verdict_page

        verdict_page(decision, args.report, args.force)
    near = near_miss_text(decision)
    value = {**absorb_json(decision, args.certificate), "near_miss": near or None}
    emit(args, value, absorb_lines(decision, near, args))
    return {Verdict.GAVE_UP: Exit.GAVE_UP, Verdict.UNDECIDED: Exit.INCOMPLETE}.get(
        decision.verdict, Exit.ESTABLISHED
    )


def absorb_json(decision: Decision, path: str | None) -> dict[str, Any]:
    """The answer as one object."""
    return {
        "schema": "symproof-absorb-1",
        "verdict": str(decision.verdict),
        "subset": None if decision.subset is None else list(decision.subset),
        "why": decision.why,
        "established": decision.established,
        "method": decision.method,
        "activation": decision.block.activation,
        "d": decision.block.d,
        "N": decision.block.width,
        "tried": list(decision.tried),
        "certificate": path if decision.certificate is not None else None,
        "sha256": fingerprint(decision),
    }


def absorb_lines(decision: Decision, near: str, args: argparse.Namespace) -> list[str]:
    """The answer for people."""
    block = decision.block
    rows = [
        ("block", described(block, fingerprint(decision))),
        ("why", decision.why),
        ("found by", decision.method),
        ("near miss", near),
        ("kernel", f"accepts: {decision.established}" if decision.established else ""),
    ]
    if args.certificate is not None and decision.certificate is not None:
        rows += [("saved", args.certificate), ("re-check", recheck(args, decision))]
    rows.append(("page", args.report or ""))
    return [bold(str(decision.verdict)), *table(rows)]


def fingerprint(decision: Decision) -> str:
    """The fingerprint of the block, from the certificate when there is one."""
    return decision.block.sha256 if decision.certificate is None else str(decision.certificate["sha256"])


def described(block: Block, sha256: str) -> str:
    """The block in one line."""
    skip = "I" if block.skip is None else "M"
    biases = " and ".join(name for name in ("b_up", "b_down") if getattr(block, name) is not None)
    parts = [f"d = {block.d}", f"N = {block.width}", block.activation, f"skip {skip}"]
    parts += [f"biases {biases}"] * bool(biases)
    return ", ".join([*parts, f"sha256 {sha256[:16]}..."])


def recheck(args: argparse.Namespace, decision: Decision) -> str:
    """The command that checks the saved certificate again."""
    words = [
        "symproof",
        "check",
        args.certificate,
        "--weights",
        args.weights,
        "--claim",
        str(decision.verdict),
    ]
    for name in ("activation", "skip", "up", "down", "b-up", "b-down", "floats"):
        if value := getattr(args, name.replace("-", "_")):
            words += [f"--{name}", value]
    if args.orientation != "out-in":
        words += ["--orientation", args.orientation]
    return shlex.join(words)


def near_miss_text(decision: Decision) -> str:
    """The set that violates (3) in one row or column only, when the answer is no and there is one."""
    if decision.verdict is not Verdict.NOT_ABSORBABLE or not activation(decision.block.activation).gap:
        return ""
    near = near_miss(subset_problem(decision.block), Limits(time=1.0))
    return "" if near is None else str(near)


def add_subsets(subparsers: Subparsers[argparse.ArgumentParser]) -> None:
    """Register the command."""
    parser = _parser(
        subparsers, "subsets", "equation (3) alone: its solutions S, and what each S leaves over"
    )
    parser.add_argument(
        "--all", action="store_true", help=f"every S with what it leaves over, N <= {ALL_SUBSETS}"
    )
    parser.add_argument(
        "--at-most", type=natural, default=LISTED, metavar="K", help="solutions to list; default 20"
    )
    parser.set_defaults(run=run_subsets)


def run_subsets(args: argparse.Namespace) -> int:
    """0 the solutions are known: listed, counted, or proved not to exist; 4 the linear gap is 0."""
    block, limits = read(args)
    if not activation(block.activation).gap:
        return _no_equation(args, block)
    problem, clock = subset_problem(block), Clock(limits)
    if args.all and block.width > ALL_SUBSETS:
        raise Malformed(f"--all looks at every set: at most {ALL_SUBSETS} neurons, found {block.width}")
    report = reporter(args)
    found = find_subset(block, clock.remaining(), report)
    clear(report)
    value: dict[str, Any] = {
        "schema": "symproof-subsets-1",
        "verdict": "none" if isinstance(found, dict) else "solutions",
        "sha256": block.sha256,
        "count": 0,
        "subsets": [],
    }
    lines = []
    if isinstance(found, dict):
        lines.append(bold("no S solves (3)") + ": the kernel accepts a certificate of the claim no-subset")
    else:
        least = smallest(problem, clock.remaining())
        value |= {
            "count": count(problem, clock.remaining()),
            "smallest": list(least or ()),
            "subsets": [list(S) for S in solutions(problem, clock.remaining(), args.at_most)],
        }
        lines.append(
            bold(f"{value['count']} sets solve (3)") + f"; a smallest has {len(least or ())} neurons"
        )
        lines += [f"  {{{', '.join(map(str, S))}}}" for S in value["subsets"]]
    if args.all:
        table_rows = sorted(residuals(problem), key=lambda r: r.rank_key)
        value["residuals"] = [{"subset": list(r.subset), "entries": _spelt(r.entries)} for r in table_rows]
        lines += [f"  {r}" for r in table_rows]
    emit(args, value, lines)
    return Exit.ESTABLISHED


def _no_equation(args: argparse.Namespace, block: Block) -> int:
    """With linear gap 0 the theorems lead to no equation (3)."""
    why = f"{block.activation} has linear gap 0, so equation (3) does not arise; `symproof absorb` decides"
    value = {"schema": "symproof-subsets-1", "verdict": "does-not-arise", "why": why, "sha256": block.sha256}
    emit(args, value, [bold("equation (3) does not arise"), *table([("why", why)])])
    return Exit.INCOMPLETE


def _spelt(entries: dict[tuple[int, int], Fraction]) -> list[list[Any]]:
    try:
        return [[i, j, text(x)] for (i, j), x in entries.items()]
    except TooLong:
        raise GaveUp(["what each S leaves over"], f"numbers of more than {MAX_DIGITS} digits") from None


def add_width(subparsers: Subparsers[argparse.ArgumentParser]) -> None:
    """Register the command."""
    parser = _parser(subparsers, "width", "the least width of an MLP that computes a block without its skip")
    parser.add_argument(
        "--certificates", metavar="PREFIX", help="save PREFIX-at-least.json and PREFIX-at-most.json"
    )
    parser.add_argument("--force", action="store_true", help="replace them if they exist")
    parser.set_defaults(run=run_width)


def run_width(args: argparse.Namespace) -> int:
    """0 the width or its bounds are certified, or that no width works."""
    paths = (
        [f"{args.certificates}-{side}.json" for side in ("at-least", "at-most")]
        if args.certificates is not None
        else []
    )
    if args.certificates == "":
        raise Malformed("--certificates names the beginning of two paths, found ''")
    for path in paths:
        check_writable(path, args.force)
    block, limits = read(args)
    report = reporter(args)
    answer = least_width(block, limits, report)
    clear(report)
    proofs = {"at-least": answer.lower_certificate, "at-most": answer.upper_certificate}
    for path, proof in zip(paths, proofs.values(), strict=False):
        if proof is not None:
            write_json(path, proof, force=args.force)
    verdict = "never" if answer.upper is None else "exact" if answer.exact else "bounds"
    value = {
        "schema": "symproof-width-1",
        "verdict": verdict,
        "lower": answer.lower,
        "upper": answer.upper,
        "why": answer.why,
        "N": block.width,
        "d": block.d,
        "sha256": block.sha256,
    }
    head = {
        "never": "no width works",
        "exact": f"least width {answer.lower}",
        "bounds": f"least width from {answer.lower} to {answer.upper}",
    }[verdict]
    sides = [f"width-{side}" for side, proof in proofs.items() if proof is not None]
    accepted = f"both sides: {' and '.join(sides)}" if len(sides) == 2 else f"{sides[0]} only"
    if verdict == "never":
        accepted = f"width-at-least {answer.lower}; the same evidence serves for every width"
    found = described(block, str(value["sha256"]))
    rows = [("block", found), ("why", answer.why), ("kernel", f"accepts {accepted}")]
    emit(args, value, [bold(head), *table(rows)])
    return Exit.ESTABLISHED
