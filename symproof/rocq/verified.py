"""The verified checker: theories/Checker.v extracted to OCaml, with the driver in checker/."""

from __future__ import annotations

import hashlib
import resource
import shutil
import subprocess
from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

from symproof.rocq.toolchain import HERE, THEORIES, CompileError, coqc_command, fingerprint

NAME = "symproof-checker"
SOURCES = HERE / "checker"
BUILT = HERE / "build"  # the binary, and the fingerprint of what it was made from
MODULES = ("json.ml", "sha256.ml", "weights.ml", "driver.ml")  # in the order in which they are linked
TOOLS = ("coqc", "ocamlfind", "ocamlopt")
STACK = 1 << 30  # bytes; lists of 2^20 sums are merged by recursion
ABSENT = "the verified checker is not built; run python -m symproof.rocq checker"


def source_fingerprint() -> str:
    """SHA-256 of the theories and of the driver."""
    digest = hashlib.sha256(fingerprint().encode())
    for name in ("Extract.v", *MODULES):
        digest.update((SOURCES / name).read_bytes())
    return digest.hexdigest()


def buildable() -> bool:
    """Whether the programs that build the checker are on the path."""
    return all(map(shutil.which, TOOLS))


def checker() -> Path | None:
    """The binary made from exactly these sources, or an installed one; None when there is neither."""
    record = BUILT / "sources.sha256"
    if record.exists() and record.read_text() == source_fingerprint():
        return BUILT / NAME
    found = shutil.which(NAME)
    return Path(found) if found else None


def build_checker() -> Path:
    """Extract the checker and compile it with its driver; the theories must have been compiled.

    Raises:
        CompileError: coqc or ocamlopt refuses a file.
    """
    with TemporaryDirectory() as folder:
        work = Path(folder)
        for name in ("Extract.v", *MODULES):
            shutil.copy(SOURCES / name, work)
        _run([*coqc_command(THEORIES), "Extract.v"], work)
        compiler = ["ocamlfind", "ocamlopt", "-package", "zarith", "-linkpkg", "-w", "-a+8"]
        _run([*compiler, "checker.mli", "checker.ml", *MODULES, "-o", NAME], work)
        BUILT.mkdir(exist_ok=True)
        shutil.copy(work / NAME, BUILT)
    (BUILT / "sources.sha256").write_text(source_fingerprint())
    return BUILT / NAME


def _run(command: list[str], folder: Path) -> None:
    result = subprocess.run(command, capture_output=True, text=True, check=False, cwd=folder, timeout=600)
    if result.returncode:
        raise CompileError(command[0], result.stdout + result.stderr)


def ask(binary: Path, arguments: Sequence[str], timeout: float | None = None) -> tuple[int, str]:
    """The exit status of the checker and what it says: the options are those of `python -m symproof.kernel`.

    Returns:
        0 established, 1 rejected, 2 usage, 3 malformed, 4 not covered; and its line.
    """
    command = [str(binary), *arguments]
    result = subprocess.run(
        command, capture_output=True, text=True, check=False, timeout=timeout, preexec_fn=_deep_stack
    )
    return result.returncode, (result.stdout or result.stderr).strip()


def _deep_stack() -> None:
    """Let the checker recurse as deeply as the system allows, up to `STACK`."""
    _, most = resource.getrlimit(resource.RLIMIT_STACK)
    wanted = STACK if most == resource.RLIM_INFINITY else min(STACK, most)
    resource.setrlimit(resource.RLIMIT_STACK, (wanted, most))
