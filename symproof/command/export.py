"""`symproof export`: a certificate as a Rocq file. `python -m symproof.rocq` compiles the development."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from symproof.command.check import one_from_stdin
from symproof.command.terminal import add_output_options, alone, emit
from symproof.command.weights import add_weights_options, block_of
from symproof.files.inputs import read_value
from symproof.files.writers import check_writable, write_text
from symproof.kernel.claims import CLAIMS
from symproof.kernel.errors import Malformed
from symproof.reader.numbers import brief
from symproof.rocq.exporter import export
from symproof.rocq.formal_status import status
from symproof.rocq.instance import NotExportable
from symproof.rocq.toolchain import ABSENT, CompileError, available, build, coqc
from symproof.rocq.verified import build_checker, buildable
from symproof.verdict import Exit

EXAMPLE = "symproof export evidence.json --weights block.json --rocq Theorem.v"


def add(parser: argparse.ArgumentParser) -> None:
    """Give the parser the options of the command."""
    parser.add_argument("certificate", metavar="CERTIFICATE", help="JSON file, or - for stdin")
    parser.add_argument("--rocq", metavar="OUT.v", required=True, help="the file to write")
    parser.add_argument(
        "--claim", choices=list(CLAIMS), metavar="CLAIM", help="default: the certificate's own claim"
    )
    parser.add_argument("--width", type=int, help="for width-at-least and width-at-most")
    parser.add_argument(
        "--scope",
        choices=("all", "used", "auto"),
        default="auto",
        help="used: only the rows and columns that the proof needs; the theorem holds whatever the rest is",
    )
    parser.add_argument("--force", action="store_true", help="replace OUT.v if it exists")
    parser.add_argument("--compile", action="store_true", help="compile it with coqc")
    add_weights_options(parser, required=True)
    add_output_options(parser)
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """0 written (and compiled); 1 coqc refuses; 4 the development has no such theorem, or coqc is absent."""
    alone(args, args.rocq)
    check_writable(args.rocq, args.force)
    one_from_stdin(args)
    certificate = read_value(args.certificate)
    claim = args.claim or _claim(certificate)
    out = Path(args.rocq)
    status, why = Exit.ESTABLISHED, f"wrote {out}"
    try:
        text = export(certificate, block_of(args).weights, claim, args.width, args.scope)
        write_text(args.rocq, text, args.force)
        if args.compile:
            status, why = _compiled(out, text)
    except NotExportable as error:
        status, why = Exit.INCOMPLETE, str(error)
    value = {"schema": "symproof-export-1", "claim": claim, "file": str(out), "why": why}
    emit(args, value, [why])
    return status


def _claim(certificate: Any) -> str:
    """The claim that a certificate names."""
    claim = certificate.get("claim") if isinstance(certificate, dict) else None
    if not isinstance(claim, str):
        raise Malformed(f"the certificate must be an object with a claim, found {brief(certificate)}")
    return claim


def _compiled(out: Path, text: str) -> tuple[Exit, str]:
    """Compile a copy, so that nothing but the file itself is left beside it."""
    if not available():
        return Exit.INCOMPLETE, ABSENT
    try:
        build()
        with TemporaryDirectory() as folder:
            copy = Path(folder) / "Exported.v"
            copy.write_text(text)
            coqc(copy)
    except CompileError as error:
        return Exit.REJECTED, str(error)
    return Exit.ESTABLISHED, f"{out} compiles: Rocq accepts the theorem"


def compile_development() -> int:
    """Compile theories/: 0; 1 when coqc refuses a file; 4, naming the packages to install, when absent."""
    if not available():
        sys.stderr.write(f"{ABSENT}\n")
        return Exit.INCOMPLETE
    try:
        build(lambda name: sys.stderr.write(f"coqc {name}\n"))
    except CompileError as error:
        sys.stderr.write(f"{error}\n")
        return Exit.REJECTED
    found = status()
    closed = sum(not theorem.axioms for theorem in found.theorems)
    sys.stdout.write(
        f"formal proofs: {len(found.theorems)} theorems compiled, {closed} of them without axioms\n"
    )
    return Exit.ESTABLISHED if found.why is None else Exit.REJECTED


def compile_checker() -> int:
    """Build the verified checker: 0; 1 when a file is refused; 4 when a tool is absent, named."""
    if not buildable():
        sys.stderr.write(f"{ABSENT}\n")
        return Exit.INCOMPLETE
    try:
        build()
        sys.stdout.write(f"built {build_checker()}\n")
    except CompileError as error:
        sys.stderr.write(f"{error}\n")
        return Exit.REJECTED
    return Exit.ESTABLISHED
