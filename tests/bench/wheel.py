"""The wheel that the source distribution gives, installed elsewhere and used there: `make wheel-test`.

usage: wheel.py FOLDER [VERSION ...]

Every supported Python that is found (on the path, or of pyenv) gets an empty environment in FOLDER with the
wheel and nothing else of this project. One that is not found is said; one that is named must be there.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

ROOT = Path(__file__).parents[2]
LIGHT = "import pkgutil, symproof; [m for m in pkgutil.walk_packages(symproof.__path__, 'symproof.')]"
# what is run in an empty folder, and the status it ends with
USED = (
    ("python -c", LIGHT, 0),
    ("symproof example absorbable --seed 1 --out folder", "", 0),
    ("symproof absorb folder/absorbable-1.json --certificate evidence.json", "", 0),
    ("symproof check evidence.json --weights folder/absorbable-1.json --claim absorbable", "", 0),
    ("symproof check evidence.json --weights folder/absorbable-1.json --claim not-absorbable", "", 1),
    ("python -m symproof.kernel evidence.json --weights folder/absorbable-1.json --claim absorbable", "", 0),
    ("symproof verify prop-1 --mutants", "", 0),
    ("symproof gallery", "", 0),
    ("symproof absorb folder/absorbable-1.json --report page.html", "", 0),
    ("symproof figure walk", "", 4),
)


def supported() -> list[str]:
    """The versions that the project names in its classifiers."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    words = "Programming Language :: Python :: 3."
    return [line.rpartition(" ")[2] for line in project["classifiers"] if line.startswith(words)]


def found(version: str) -> Path | None:
    """An interpreter of that version, if there is one."""
    pyenv = Path(os.environ.get("PYENV_ROOT", Path.home() / ".pyenv"), "versions")
    named = [shutil.which(f"python{version}"), *sorted(pyenv.glob(f"{version}.*/bin/python"))]
    for path in filter(None, named):
        code = "import sys; print('%d.%d' % sys.version_info[:2])"
        done = subprocess.run([path, "-c", code], capture_output=True, text=True, check=False)
        if done.stdout.strip() == version:
            return Path(path)
    return None


def built(folder: Path) -> Path:
    """The wheel, made from the source distribution."""
    run([sys.executable, "-m", "build", "--quiet", "--outdir", str(folder), str(ROOT)], folder)
    (wheel,) = folder.glob("*.whl")
    (source,) = folder.glob("*.tar.gz")
    assert source.stat().st_size > wheel.stat().st_size // 2
    return wheel


def run(words: list[str], folder: Path, status: int = 0, **more: str) -> str:
    """What a command says in a folder, once it ends with the status that is expected."""
    environment = {k: v for k, v in os.environ.items() if not k.startswith("PYTHON")} | more
    done = subprocess.run(words, cwd=folder, env=environment, capture_output=True, text=True, check=False)
    if done.returncode != status:
        raise SystemExit(f"{' '.join(words)}: status {done.returncode}, expected {status}\n{done.stderr}")
    return done.stdout + done.stderr


def used(python: Path, wheel: Path, folder: Path) -> str:
    """Install the wheel in an empty environment and use it from an empty folder; its version."""
    run([str(python), "-m", "venv", str(folder / "venv")], folder)
    bin_ = folder / "venv" / "bin"
    quiet = ["--quiet", "--disable-pip-version-check"]
    run([str(bin_ / "python"), "-m", "pip", "install", *quiet, str(wheel)], folder)
    work = folder / "work"
    work.mkdir()
    for line, last, status in USED:
        first, *rest = line.split()
        said = run([str(bin_ / first), *rest, *[last] * bool(last)], work, status)
        if any(word in said for word in ("Makefile", "make ", "symproof[", str(ROOT))):
            raise SystemExit(f"{line}: names what is not there: {said}")
    return run([str(bin_ / "symproof"), "--version"], work).strip()


def main() -> int:
    """0 when the wheel works with every version that was found, or was named."""
    folder, named = Path(sys.argv[1]).resolve(), sys.argv[2:]
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    wheel, tried = built(folder), 0
    for version in named or supported():
        python = found(version)
        if python is None and named:
            raise SystemExit(f"Python {version} is not found")
        if python is None:
            print(f"Python {version}: not found here, not tried")
            continue
        place = folder / version
        place.mkdir()
        print(f"Python {version}: {used(python, wheel, place)} installs from its wheel, decides and checks")
        tried += 1
    return 0 if tried else 1


if __name__ == "__main__":
    sys.exit(main())
