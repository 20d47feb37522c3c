"""`symproof atlas`."""

from __future__ import annotations

import argparse
from typing import Any

from symproof.absorb.limits import Clock, Limits
from symproof.command.terminal import alone, bold, emit, progress
from symproof.command.weights import add_limits
from symproof.errors import Malformed
from symproof.examples.atlas.figure import figure
from symproof.examples.atlas.run import EXECUTORS, SMALL, executor_for, run_sweep
from symproof.examples.atlas.spec import Spec, entries_of
from symproof.examples.atlas.store import Store, Totals
from symproof.examples.atlas.sweep import seconds
from symproof.files.streams import complain
from symproof.files.writers import check_writable, write_text
from symproof.kernel.activations import activation
from symproof.layout import columns
from symproof.verdict import Exit

LONG = 60.0  # seconds of work that are told beforehand

EXAMPLE = "symproof atlas --d 2 --N 2 --entries=-1,0,1"


def add(parser: argparse.ArgumentParser) -> None:
    """Give the parser the options of the command."""
    parser.add_argument("--d", type=_sizes, default=[2], metavar="D", help="dimensions, such as 2 or 1,2")
    parser.add_argument("--N", type=_sizes, default=[2], metavar="N", help="widths, such as 3 or 1,2,3")
    parser.add_argument(
        "--entries",
        action="append",
        metavar="SET",
        help="default -1,0,1; written --entries=-1,0,1; several sets: repeat it",
    )
    parser.add_argument("--activation", default="relu", help="default relu")
    parser.add_argument(
        "--db", metavar="FILE", help="SQLite file for the results; an interrupted sweep goes on"
    )
    parser.add_argument("--executor", choices=EXECUTORS, default="auto", help="where the work is done")
    parser.add_argument("--workers", type=int, help="processes; default the number of processors")
    parser.add_argument("--scheduler", metavar="ADDRESS", help="of a Dask scheduler, for --executor dask")
    parser.add_argument("--figure", metavar="OUT", help="save a picture of the shares (SVG)")
    parser.add_argument("--force", action="store_true", help="replace the picture if it exists")
    add_limits(parser, time=None)
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """0 every weight pair is decided, 5 some search gave up."""
    if args.workers is not None and args.workers < 1:
        raise Malformed(f"--workers must be at least 1, found {args.workers}")
    alone(args, args.figure)
    if args.figure is not None:
        check_writable(args.figure, args.force)
    if args.db == "":
        raise Malformed("--db names a file, found ''")
    name = activation(args.activation).name
    sets = [entries_of(text) for text in args.entries or ["-1,0,1"]]
    specs = [Spec(d, n, entries, name) for entries in sets for d in args.d for n in args.N]
    store = Store(args.db or ":memory:")
    limits = Clock(Limits(args.time, args.memory)).remaining()
    estimate(args, specs)
    with (
        progress(args) as report,
        executor_for(args.executor, specs, args.workers, args.scheduler) as executor,
    ):
        sweeps = [run_sweep(spec, store, executor, report, limits) for spec in specs]
    store.close()
    if args.figure is not None:
        write_text(args.figure, figure(sweeps), args.force)
    undecided = sum(totals.count("gave-up") for totals in sweeps)
    value = {
        "schema": "symproof-atlas-1",
        "verdict": "gave-up" if undecided else "complete",
        **_sums(sweeps),
        "sweeps": [_json(totals) for totals in sweeps],
    }
    emit(args, value, _lines(sweeps))
    return Exit.GAVE_UP if undecided else Exit.ESTABLISHED


def estimate(args: argparse.Namespace, specs: list[Spec]) -> None:
    """Say on stderr how much work a long sweep is, before it begins."""
    if args.quiet or sum(spec.pairs for spec in specs) <= SMALL:
        return
    one = sum(map(seconds, specs))
    orbits = sum(spec.orbits for spec in specs)
    if one > LONG:
        note = f"at least {orbits} blocks to decide, about {lasting(one)} of one process"
        hint = "" if args.time and args.db else "; --time SECONDS ends it, --db FILE keeps what is done"
        complain(note + hint)


def lasting(time: float) -> str:
    """A long time in the unit that suits it.

    >>> lasting(300), lasting(3e5)
    ('5 minutes', '83 hours')
    """
    return f"{time / 60:.0f} minutes" if time < 2 * 3600 else f"{time / 3600:.0f} hours"


def _sums(sweeps: list[Totals]) -> dict[str, int]:
    return {
        "pairs": sum(totals.spec.pairs for totals in sweeps),
        "absorbable": sum(totals.count("absorbable") for totals in sweeps),
        "not_absorbable": sum(totals.count("not-absorbable") for totals in sweeps),
        "undecided": sum(totals.count("gave-up") for totals in sweeps),
        "degenerate": sum(totals.degenerate for totals in sweeps),
        "orbits": sum(totals.orbits for totals in sweeps),
    }


def _json(totals: Totals) -> dict[str, Any]:
    spec = totals.spec
    return {
        "d": spec.d,
        "N": spec.width,
        "entries": list(map(str, spec.entries)),
        "activation": spec.activation,
        **_sums([totals]),
        "categories": dict(sorted(totals.pairs.items())),
        "evidence": dict(sorted(totals.evidence.items())),
        "first": dict(sorted(totals.first.items())),
    }


def _lines(sweeps: list[Totals]) -> list[str]:
    head = ("d", "N", "entries", "activation", "pairs", "orbits", "absorbable", "generic", "degenerate: S",
            "no S", "not absorbable", "generic", "degenerate")  # fmt: skip
    rows = []
    for totals in sweeps:
        spec, pairs = totals.spec, totals.pairs
        yes = [
            pairs.get(f"{kind}, absorbable, {S}", 0)
            for kind, S in (("generic", "S"), ("degenerate", "S"), ("degenerate", "no S"))
        ]
        no = [pairs.get(f"{kind}, not-absorbable, no S", 0) for kind in ("generic", "degenerate")]
        start = (spec.d, spec.width, spec.label, spec.activation, spec.pairs, totals.orbits)
        rows.append((*start, totals.count("absorbable"), *yes, totals.count("not-absorbable"), *no))
    lines = [bold("weight pairs by verdict"), *columns(head, rows)]
    for totals in sweeps:
        lines += ["", f"d = {totals.spec.d}, N = {totals.spec.width}: the first of each kind"]
        for category, first in sorted(totals.first.items()):
            lines.append(f"  {category}: W_up = {_text(first['W_up'])}, W_down = {_text(first['W_down'])}")
        lines.append(f"  certificates: {', '.join(f'{k} {n}' for k, n in _largest(totals.evidence))}")
    return lines


def _largest(evidence: dict[str, int]) -> list[tuple[str, int]]:
    """The kinds of certificates by the number of pairs, at most eight."""
    ordered = sorted(evidence.items(), key=lambda item: (-item[1], item[0]))
    rest = sum(n for _, n in ordered[8:])
    return ordered[:8] + ([("others", rest)] if rest else [])


def _text(rows: list[list[str]]) -> str:
    return "[" + ", ".join(f"[{', '.join(row)}]" for row in rows) + "]"


def _sizes(text: str) -> list[int]:
    parts = text.split(",")
    if not all(part.isdecimal() and len(part) < 5 and int(part) for part in parts):
        raise argparse.ArgumentTypeError(f"{text!r} is not a list of sizes such as 1,2,3")
    return [int(part) for part in parts]
