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
from symproof.errors import GaveUp, Malformed, OutOfBudget, Rejected, did_you_mean
from symproof.files.streams import complain, put, replace_closed
from symproof.layout import details, wrapped
from symproof.verdict import Exit

# what one wants -> command -> one line of help; the module symproof.command.NAME has the function `add`
GROUPS = {
    "decide about weights": {
        "absorb": "decide whether a block absorbs its skip, explain, save the evidence",
        "width": "the least width of an MLP without the skip",
        "subsets": "equation (3) alone: every S, how many, the smallest, how far off",
        "distance": "how far a block is from absorbing its skip, certified from both sides",
        "equal": "do two blocks, residual or not, gated or not, compute the same function",
        "stack": "does a network without skips compute a stack of blocks, at any depth",
        "scan": "every MLP block of a checkpoint: found by name, each decided, one table",
    },
    "check the evidence": {
        "check": "check a certificate with the trusted kernel",
        "export": "a Rocq file that states the theorem about these weights and proves it",
    },
    "decide for all weights": {
        "activation": "what the theorems say about an activation or a gate",
        "expand": "the Taylor expansion of an activation, a gate or a block at the origin",
        "system": "X Y = -I with unknown entries: the family, or its refutation",
        "depth": "almost no stack of these sizes is one without skips: a rank certificate",
        "atlas": "all blocks with entries in a finite set: how many absorb",
    },
    "read and check the proofs": {
        "list": "the statements",
        "show": "a statement, its hypotheses and its proof, step by step",
        "verify": "check every proof of the paper; print the ledger",
    },
    "learn and show": {
        "example": "exact weights with a known answer, and their certificate",
        "gallery": "decide the blocks of the gallery and check each certificate",
        "figure": "a picture as SVG",
        "report": "all statements, proofs and verdicts on one HTML page",
        "completion": "a script that completes commands and options in bash, zsh or fish",
    },
}
COMMANDS = {name: text for group in GROUPS.values() for name, text in group.items()}
ABOUT = 'A proof-assistant companion to "Can an MLP Absorb Its Own Skip Connection Exactly?".'
STATUS = "exit status: 0 established, 1 rejected, 2 usage, 3 malformed input, 4 incomplete, 5 gave up"
FIRST = (
    "symproof example absorbable --out - > block.json",
    "symproof absorb block.json",
    "symproof show prop-1",
)


class _Usage(Exception):
    """The arguments are no command line."""


class Parser(argparse.ArgumentParser):
    """A parser that leaves the exit to `main`, and whose usage is one short line."""

    chosen: Parser | None = None  # the parser of the command that runs

    def error(self, message: str) -> NoReturn:
        """End with the message, a suggestion, and a short usage."""
        parser = self.chosen or self
        if meant := parser.suggestion(message):
            message = message.partition(" (choose from")[0]
        raise _Usage(f"{message}{meant}; usage: {parser.short}; see {parser.prog} --help")

    def suggestion(self, message: str) -> str:
        """What may have been meant, when the message is about an option or a choice that there is not."""
        if odd := re.match(r"unrecognized arguments: (--[a-zA-Z-]+)", message):
            known = [word for action in self._actions for word in action.option_strings]
            return did_you_mean(odd[1], known)
        odd = re.match(r"argument ([^:]*): invalid choice: '([^']*)'", message)
        if odd is None:
            return ""
        named = {*odd[1].split("/")}
        chosen = [a for a in self._actions if {*a.option_strings, a.dest, a.metavar} & named]
        return did_you_mean(odd[2], (str(value) for action in chosen for value in action.choices or ()))

    @property
    def short(self) -> str:
        """The usage without the options that need not be given."""
        options = [a for a in self._actions if a.option_strings and a.required]
        words = [f"{a.option_strings[-1]} {a.metavar or a.dest.upper()}" for a in options]
        for action in (a for a in self._actions if not a.option_strings):
            word = str(action.metavar or action.dest.upper())
            more = {"+": f"{word} [{word} ...]", "*": f"[{word} ...]", "?": f"[{word}]"}
            words.append(more.get(str(action.nargs), word))
        return " ".join([self.prog, *words, "[options]"])


def parser_for(command: str | None) -> Parser:
    """The argument parser; only ``command`` has its options, the others their line of help."""
    raw = argparse.RawDescriptionHelpFormatter
    parser = Parser(prog="symproof", description=overview(), epilog="\n".join(wrapped(STATUS)),
                    usage="symproof COMMAND [options]", formatter_class=raw)  # fmt: skip
    if command is None:
        parser.add_argument("--version", action="store_true", help="print the version")
    add_output_options(parser)
    subparsers = parser.add_subparsers(dest="command", metavar="COMMAND", help=argparse.SUPPRESS)
    for name, text in COMMANDS.items():
        chosen = subparsers.add_parser(
            name, prog=f"symproof {name}", description=f"{text[:1].upper()}{text[1:]}."
        )
        if name == command:
            module = importlib.import_module(f"symproof.command.{name}")
            chosen.epilog = f"example: {module.EXAMPLE}"
            module.add(chosen)
            chosen.usage = chosen.short
            parser.chosen = chosen
    return parser


def overview() -> str:
    """What symproof is, and its commands by what one wants."""
    lines = wrapped(ABOUT)
    for title, group in GROUPS.items():
        lines += ["", f"{title}:", *details([*group.items()], widest=max(map(len, COMMANDS)))]
    return "\n".join([*lines, "", "to begin:", *(f"  {line}" for line in FIRST)])


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
    except OutOfBudget as error:
        return failed(Exit.GAVE_UP, "gave up: ", str(error))
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
