"""The command line. A command's module is imported only when that command runs."""

from __future__ import annotations

import argparse
import importlib
import os
import sys
from collections.abc import Sequence

from symproof.errors import GaveUp, Malformed, Rejected
from symproof.verdict import Exit

# command -> (module with a function add_NAME(subparsers), one line of help)
COMMANDS = {
    "verify": ("symproof.proof.commands", "check every proof of the paper; print the ledger"),
    "show": ("symproof.proof.commands", "a statement, its hypotheses and its proof, step by step"),
    "list": ("symproof.proof.commands", "the statements"),
    "absorb": (
        "symproof.absorb.commands",
        "decide whether a block absorbs its skip, explain, save the evidence",
    ),
    "check": ("symproof.check_command", "check a certificate with the trusted kernel"),
    "subsets": (
        "symproof.absorb.commands",
        "equation (3) alone: every S, how many, the smallest, how far off",
    ),
    "width": ("symproof.absorb.commands", "the least width of an MLP without the skip"),
    "activation": (
        "symproof.model.activation_command",
        "what the theorems say about an activation or a gate",
    ),
    "system": ("symproof.systems.commands", "X Y = -I with unknown entries: the family, or its refutation"),
    "example": ("symproof.examples.commands", "exact weights with a known answer, and their certificate"),
    "gallery": ("symproof.examples.commands", "decide the blocks of the gallery and check each certificate"),
    "atlas": ("symproof.examples.atlas.commands", "all blocks with entries in a finite set: how many absorb"),
    "export": (
        "symproof.rocq.commands",
        "a Rocq file that states the theorem about these weights and proves it",
    ),
    "figure": ("symproof.render.commands", "a picture as SVG"),
    "report": ("symproof.render.commands", "all statements, proofs and verdicts on one HTML page"),
}


def parser_for(command: str | None) -> argparse.ArgumentParser:
    """The argument parser; only ``command`` has its options, the others their line of help."""
    parser = argparse.ArgumentParser(
        prog="symproof",
        description='A proof-assistant companion to "Can an MLP Absorb Its Own Skip Connection Exactly?".',
        epilog="exit status: 0 established, 1 rejected, 2 usage, 3 malformed input, 4 incomplete, 5 gave up",
    )
    parser.add_argument("--version", action="store_true", help="print the version")
    subparsers = parser.add_subparsers(dest="command", metavar="COMMAND")
    for name, (module, text) in COMMANDS.items():
        if name == command:
            getattr(importlib.import_module(module), f"add_{name}")(subparsers)
        else:
            subparsers.add_parser(name, help=text)
    return parser


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command and return its exit status (`symproof.verdict.Exit`)."""
    arguments = _joined(list(sys.argv[1:] if argv is None else argv))
    command = next((a for a in arguments if a in COMMANDS), None)
    parser = parser_for(command)
    args = parser.parse_args(arguments)
    if args.version:
        from importlib.metadata import version

        sys.stdout.write(f"symproof {version('symproof')}\n")
        return Exit.ESTABLISHED
    if args.command is None:
        parser.print_help(sys.stderr)
        return Exit.USAGE
    return _guarded(args)


def _joined(arguments: list[str]) -> list[str]:
    """The arguments with `--skip -I` as one word: argparse would take -I for an option."""
    joined: list[str] = []
    for word in arguments:
        if word == "-I" and joined and joined[-1] == "--skip":
            joined[-1] = "--skip=-I"
        else:
            joined.append(word)
    return joined


def _guarded(args: argparse.Namespace) -> int:
    """Run the command; every way to fail has its exit status and one line on stderr."""
    try:
        status = int(args.run(args))
        sys.stdout.flush()
        return status
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return Exit.INTERNAL
    except KeyboardInterrupt:
        return _say("interrupted", Exit.INTERRUPTED)
    except Malformed as error:
        return _say(f"malformed: {error}", Exit.MALFORMED)
    except Rejected as error:
        return _say(f"rejected: {error}", Exit.REJECTED)
    except GaveUp as error:
        return _say(str(error), Exit.GAVE_UP)
    except MemoryError:
        return _say("gave up: out of memory", Exit.GAVE_UP)
    except Exception as error:
        if os.environ.get("SYMPROOF_TRACEBACK"):
            raise
        name = type(error).__name__
        return _say(f"internal error: {name}: {error}; SYMPROOF_TRACEBACK=1 shows where", Exit.INTERNAL)


def _say(text: str, status: Exit) -> int:
    sys.stderr.write(f"symproof: {text}\n")
    return status
