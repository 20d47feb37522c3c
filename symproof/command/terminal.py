"""What every command prints, and how: results on stdout, all else on stderr."""

from __future__ import annotations

import argparse
import json
import os
import re
import sys
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from typing import Any

from symproof.files.streams import put
from symproof.layout import fitted
from symproof.verdict import Exit


def add_output_options(parser: argparse.ArgumentParser) -> None:
    """The options that every command has."""
    group = parser.add_argument_group("output")
    group.add_argument("--json", action="store_true", help="print one JSON object")
    group.add_argument(
        "--quiet", action="store_true", help="print nothing but errors; the exit status answers"
    )


def add_parameter_option(parser: argparse.ArgumentParser) -> None:
    """The option that declares a parameter of an expression."""
    parser.add_argument(
        "--where",
        action="append",
        default=[],
        metavar="'b > 0'",
        help="declares a parameter: b, b > 0, 0 < b < 1",
    )


def emit(args: argparse.Namespace, value: Mapping[str, Any], lines: Sequence[str]) -> None:
    """Print the result: the JSON object under --json, else the lines, nothing under --quiet.

    The lines go to stderr when a file that was asked for goes to stdout (`alone`).
    """
    if args.quiet:
        return
    text = (json.dumps(value, indent=2) if args.json else "\n".join(fitted(lines))) + "\n"
    if getattr(args, "aside", False):
        with suppress(OSError):
            sys.stderr.write(text)
    else:
        put(text)


class Ended(Exception):
    """A command ends without a result, and why.

    Args:
        status: the exit status.
        why: one line.
    """

    def __init__(self, status: Exit, why: str) -> None:
        super().__init__(why)
        self.status = status


def alone(args: argparse.Namespace, *outputs: str | None) -> None:
    """See to it that standard output gets one thing only, when one of the outputs is "-".

    Raises:
        Ended: it would get two.
    """
    piped = sum(path == "-" for path in outputs)
    if piped > 1 or (piped and args.json):
        other = "another output" if piped > 1 else "--json"
        raise Ended(Exit.USAGE, f"standard output takes one thing: not {other} besides the output named -")
    args.aside = bool(piped)


# the first word of a headline -> its style on a terminal
STYLES = {
    **dict.fromkeys(("absorbable", "accepted", "passed", "representable", "proved"), "bold green"),
    **dict.fromkeys(("rejected", "failed", "malformed"), "bold red"),
    **dict.fromkeys(("undecided", "undetermined", "gave", "incomplete"), "bold yellow"),
}


def bold(text: str) -> str:
    """A headline: bold on a terminal that shows styles, in the colour of its first word."""
    if not sys.stdout.isatty() or os.environ.get("NO_COLOR"):
        return text
    from rich.color import ColorSystem
    from rich.style import Style

    first = re.split(r"[^a-z]", text, maxsplit=1)[0]
    return Style.parse(STYLES.get(first, "bold")).render(text, color_system=ColorSystem.STANDARD)


@contextmanager
def progress(args: argparse.Namespace) -> Iterator[Callable[[str], None] | None]:
    """A function that shows what is done on one line of the terminal, or None when stderr is not one.

    A text that says "3 of 16" moves a bar, with the time that the rest will take if it goes on like this.
    """
    if args.quiet or not sys.stderr.isatty():
        yield None
        return
    from rich.console import Console
    from rich.progress import BarColumn, Progress, SpinnerColumn, TextColumn, TimeElapsedColumn

    most = getattr(args, "time", None)
    limit = TextColumn(f"of at most {most:g} s" if most else "")
    words = TextColumn("{task.description}", markup=False)
    parts = (SpinnerColumn(), TimeElapsedColumn(), limit, BarColumn(20), words)
    with Progress(*parts, console=Console(stderr=True), transient=True) as shown:
        task = shown.add_task("", total=None)
        meter = Meter()

        def tell(text: str) -> None:
            done, whole, left = meter.read(text)
            shown.update(task, description=f"{text}{left}", completed=done, total=whole)

        yield tell


class Meter:
    """How far a part of the work is and how long the rest takes, read from lines that say "3 of 16"."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self.clock = clock
        self.part: tuple[str, str] | None = None
        self.first = (0.0, 0)

    def read(self, text: str) -> tuple[int, int | None, str]:
        """What is done, of what, and ', about 12 s left' once two lines about one part have come.

        >>> times = iter([10.0, 14.0])
        >>> meter = Meter(lambda: next(times))
        >>> meter.read("scan 2 of 10"), meter.read("scan 4 of 10")
        ((2, 10, ''), (4, 10, ', about 12 s left'))
        """
        match = re.search(r"([0-9]+) of ([0-9]+)", text)
        if match is None:
            self.part = None
            return 0, None, ""
        done, whole, now = int(match[1]), int(match[2]), self.clock()
        if (part := (text[: match.start()], match[2])) != self.part:
            self.part, self.first = part, (now, done)
        since, start = self.first
        if done <= start:
            return done, whole, ""
        return done, whole, f", about {(now - since) * (whole - done) / (done - start):.0f} s left"


def size(text: str) -> int:
    """A number of bytes: '500M', '2G', '100000'."""
    match = re.fullmatch(r"([1-9][0-9]{0,11})([KMG]?)", text)
    if match is None:
        raise argparse.ArgumentTypeError(f"{text!r} is not a size such as 500M or 2G")
    return int(match[1]) << {"": 0, "K": 10, "M": 20, "G": 30}[match[2]]


def natural(text: str) -> int:
    """An integer that is at least 0."""
    if not re.fullmatch(r"[0-9]{1,9}", text):
        raise argparse.ArgumentTypeError(f"{text!r} is not a number such as 0 or 20")
    return int(text)


def time_limit(text: str) -> float | None:
    """A time in seconds, or no limit."""
    return None if text == "none" or re.fullmatch(r"0+(\.0+)?", text) else seconds(text)


def seconds(text: str) -> float:
    """A positive time in seconds."""
    if not re.fullmatch(r"[0-9]{1,9}(\.[0-9]{1,6})?", text) or not float(text):
        raise argparse.ArgumentTypeError(f"{text!r} is not a time in seconds such as 10 or 0.5")
    return float(text)
