"""The command line. A command's module is imported only when that command runs."""

from __future__ import annotations

import argparse
import importlib
import json
import os
import re
import sys
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import partial
from typing import NoReturn

from symproof.command.terminal import Ended, add_output_options
from symproof.errors import GaveUp, Malformed, Rejected, did_you_mean
from symproof.files.streams import complain, put, replace_closed
from symproof.verdict import Exit

# command -> one line of help; the module symproof.command.NAME has the function `add`
COMMANDS = {
    "verify": "check every proof of the paper; print the ledger",
    "show": "a statement, its hypotheses and its proof, step by step",
    "list": "the statements",
    "absorb": "decide whether a block absorbs its skip, explain, save the evidence",
    "scan": "every MLP block of a checkpoint: found by name, each decided, one table",
    "distance": "how far a block is from absorbing its skip, certified from both sides",
    "check": "check a certificate with the trusted kernel",
    "subsets": "equation (3) alone: every S, how many, the smallest, how far off",
    "width": "the least width of an MLP without the skip",
    "equal": "do two blocks, residual or not, gated or not, compute the same function",
    "stack": "does a network without skips compute a stack of blocks, at any depth",
    "depth": "almost no stack of these sizes is one without skips: a rank certificate",
    "activation": "what the theorems say about an activation or a gate",
    "expand": "the Taylor expansion of an activation, a gate or a block at the origin",
    "system": "X Y = -I with unknown entries: the family, or its refutation",
    "example": "exact weights with a known answer, and their certificate",
    "gallery": "decide the blocks of the gallery and check each certificate",
    "atlas": "all blocks with entries in a finite set: how many absorb",
    "export": "a Rocq file that states the theorem about these weights and proves it",
    "figure": "a picture as SVG",
    "report": "all statements, proofs and verdicts on one HTML page",
    "completion": "a script that completes commands and options in bash, zsh or fish",
}


class _Usage(Exception):
    """The arguments are no command line."""


class Parser(argparse.ArgumentParser):
    """A parser that leaves the exit to `main`."""

    chosen: argparse.ArgumentParser | None = None  # the parser of the command that runs

    def error(self, message: str) -> NoReturn:
        """End with the message, a suggestion, and where help is."""
        parser = self.chosen or self
        known = [word for action in parser._actions for word in action.option_strings]
        odd = re.match(r"unrecognized arguments: (--[a-zA-Z-]+)", message)
        raise _Usage(f"{message}{did_you_mean(odd[1], known) if odd else ''}; see {parser.prog} --help")


def parser_for(command: str | None) -> Parser:
    """The argument parser; only ``command`` has its options, the others their line of help."""
    parser = Parser(
        prog="symproof",
        description='A proof-assistant companion to "Can an MLP Absorb Its Own Skip Connection Exactly?".',
        epilog="exit status: 0 established, 1 rejected, 2 usage, 3 malformed input, 4 incomplete, 5 gave up",
    )
    if command is None:
        parser.add_argument("--version", action="store_true", help="print the version")
    add_output_options(parser)
    subparsers = parser.add_subparsers(dest="command", metavar="COMMAND")
    for name, text in COMMANDS.items():
        chosen = subparsers.add_parser(name, help=text, description=text)
        if name == command:
            module = importlib.import_module(f"symproof.command.{name}")
            chosen.epilog = f"example: {module.EXAMPLE}"
            module.add(chosen)
            parser.chosen = chosen
    return parser


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command and return its exit status (`symproof.verdict.Exit`)."""
    arguments = _joined(list(sys.argv[1:] if argv is None else argv))
    replace_closed()
    return _guarded(partial(_run, arguments), partial(_failed, _as_json(arguments)))


def _as_json(arguments: Sequence[str]) -> bool:
    return "--json" in arguments and "--quiet" not in arguments


def _run(arguments: list[str]) -> int:
    command = next((word for word in arguments if not word.startswith("-")), None)
    if command is not None and command not in COMMANDS:
        raise _Usage(f"no command {command}{did_you_mean(command, COMMANDS)}; see symproof --help")
    if command is not None:  # what stands before the command is read after it
        place = arguments.index(command)
        arguments = [command, *arguments[:place], *arguments[place + 1 :]]
    parser = parser_for(command)
    args = parser.parse_args(arguments)
    if args.command is not None:
        return int(args.run(args))
    if args.version:
        from importlib.metadata import version

        value = {"schema": "symproof-version-1", "version": version("symproof")}
        put((json.dumps(value) if args.json else f"symproof {value['version']}") + "\n")
        return Exit.ESTABLISHED
    parser.print_help(sys.stderr)
    return Exit.USAGE


def _joined(arguments: list[str]) -> list[str]:
    """The arguments with `--skip -I` as one word: argparse would take -I for an option."""
    joined: list[str] = []
    for word in arguments:
        if word == "-I" and joined and joined[-1] == "--skip":
            joined[-1] = "--skip=-I"
        else:
            joined.append(word)
    return joined


def _guarded(run: Callable[[], int], failed: Callable[[Exit, str, str], int]) -> int:
    """Run the command; every way to fail has its exit status and one line on stderr."""
    try:
        try:
            return run()
        finally:
            put("")  # what argparse or a library wrote must be out, or its loss be told
    except KeyboardInterrupt:
        return failed(Exit.INTERRUPTED, "interrupted", "")
    except _Usage as error:
        return failed(Exit.USAGE, "error: ", str(error))
    except Ended as error:
        return failed(error.status, "", str(error))
    except Malformed as error:
        return failed(Exit.MALFORMED, "malformed: ", str(error))
    except Rejected as error:
        return failed(Exit.REJECTED, "rejected: ", str(error))
    except GaveUp as error:
        return failed(Exit.GAVE_UP, "", str(error))
    except MemoryError:
        return failed(Exit.GAVE_UP, "gave up: ", "out of memory")
    except Exception as error:
        if os.environ.get("SYMPROOF_TRACEBACK"):
            raise
        what = f"{type(error).__name__}: {error}; SYMPROOF_TRACEBACK=1 shows where"
        return failed(Exit.INTERNAL, "internal error: ", what)


def _failed(as_json: bool, status: Exit, head: str, why: str) -> int:
    """Say on stderr why there is no result, and under --json on stdout; the exit status."""
    complain(head + why)
    if as_json:
        verdict = status.name.lower().replace("_", "-")
        value = {"schema": "symproof-error-1", "verdict": verdict, "why": why or head}
        with suppress(Malformed):
            put(json.dumps(value, indent=2) + "\n")
    return status
