"""Compiling the Rocq development, and exported files against it, with `coqc`."""

from __future__ import annotations

import hashlib
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory

HERE = Path(__file__).parent
THEORIES = HERE / "theories"
RECORD = "Main.out"  # what compiling Main.v printed, headed by the fingerprint of all sources

PACKAGES = (HERE / "packages.txt").read_text().split()
ABSENT = f"coqc not found; on Debian 12: apt-get install --no-install-recommends {' '.join(PACKAGES)}"


class CompileError(Exception):
    """coqc refused a file.

    Args:
        file: its name.
        output: what coqc said.
    """

    def __init__(self, file: str, output: str) -> None:
        super().__init__(f"coqc refuses {file}: {output.strip()[-2000:]}")
        self.file = file
        self.output = output


def available() -> bool:
    """Whether coqc is on the path."""
    return shutil.which("coqc") is not None


def sources() -> list[str]:
    """The files of the development in an order that compiles, from _CoqProject."""
    lines = (HERE / "_CoqProject").read_text().splitlines()
    return [line.removeprefix("theories/") for line in lines if line.endswith(".v")]


def fingerprint() -> str:
    """SHA-256 of all sources."""
    digest = hashlib.sha256()
    for name in sources():
        digest.update((THEORIES / name).read_bytes())
    return digest.hexdigest()


def recorded_fingerprint(theories: Path = THEORIES) -> str:
    """The fingerprint of the sources whose compilation is on record; empty when there is none."""
    record = theories / RECORD
    return record.read_text().split("\n", 1)[0] if record.exists() else ""


def warnings() -> list[str]:
    """The warning options of _CoqProject: the only warnings that are off."""
    line = (HERE / "_CoqProject").read_text().splitlines()[1]
    return [word for word in line.split() if word != "-arg"]


def coqc_command(theories: Path = THEORIES) -> list[str]:
    """coqc against compiled theories, the named warnings off; a file is to be added."""
    return ["coqc", "-R", str(theories.resolve()), "Symproof", *warnings()]


def coqc(path: Path, theories: Path = THEORIES, timeout: float = 600) -> str:
    """What coqc prints when it compiles ``path`` against compiled theories.

    Raises:
        CompileError: coqc refuses the file, or takes longer than ``timeout`` seconds.
    """
    command = [*coqc_command(theories), str(path.resolve())]
    try:
        with TemporaryDirectory() as folder:  # lia leaves its caches in the working directory
            result = subprocess.run(
                command, capture_output=True, text=True, timeout=timeout, check=False, cwd=folder
            )
    except subprocess.TimeoutExpired:
        raise CompileError(path.name, f"not done within {timeout} seconds") from None
    if result.returncode:
        raise CompileError(path.name, result.stdout + result.stderr)
    return result.stdout


def build(report: Callable[[str], object] = lambda _: None) -> None:
    """Compile what is not up to date, one file after the other, and record what Main.v prints.

    Args:
        report: called with the name of every file before it is compiled.

    Raises:
        CompileError: naming the first file that fails.
    """
    newest = 0.0
    for name in sources():
        source, compiled = THEORIES / name, (THEORIES / name).with_suffix(".vo")
        newest = max(newest, source.stat().st_mtime)
        recorded = name != "Main.v" or recorded_fingerprint() == fingerprint()
        if recorded and compiled.exists() and compiled.stat().st_mtime >= newest:
            newest = max(newest, compiled.stat().st_mtime)
            continue
        report(name)
        output = coqc(source)
        newest = max(newest, compiled.stat().st_mtime)
        if name == "Main.v":
            (THEORIES / RECORD).write_text(f"{fingerprint()}\n{output}")
