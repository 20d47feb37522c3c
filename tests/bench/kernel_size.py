"""Count the lines of the trusted rooms, comments and docstrings included, and fail beyond the limits."""

from __future__ import annotations

import pathlib
import sys

import symproof.kernel
import symproof.reader

RULES = "__init__ activations budget claims errors linear nullstellensatz parity trees"
PAGES = {  # the part of the kernel -> its limit and its modules
    "rules": (600, RULES),
    "ranks and widths": (458, "cost lanes widths"),
    "the command": (142, "__main__"),
    "half sums": (80, "sums"),
    "stacks": (590, "stacks levels bends ranks"),
    "distance": (130, "distance"),  # with a covariance, and entries that are rounded
    "bounds": (210, "bounds nearby"),  # changes of weights, the error of every MLP, and what the claims say
    "gated": (165, "gated"),
}
READER = 465


def lines(path: pathlib.Path) -> int:
    """The number of lines that are not blank."""
    return sum(1 for line in path.read_text().splitlines() if line.strip())


def sizes(kernel: pathlib.Path, reader: pathlib.Path) -> dict[str, tuple[int, int]]:
    """Each part with its lines and its limit.

    Raises:
        ValueError: a module belongs to no part, or a part has no module.
    """
    found = {path.stem: lines(path) for path in kernel.glob("*.py")}
    named = {module for _, modules in PAGES.values() for module in modules.split()}
    if set(found) != named or not list(reader.glob("*.py")):
        raise ValueError(f"modules {sorted(set(found) ^ named)} of {kernel}, or none in {reader}")
    parts = {
        part: (sum(found[m] for m in modules.split()), limit) for part, (limit, modules) in PAGES.items()
    }
    return parts | {"reader": (sum(map(lines, reader.glob("*.py"))), READER)}


def here() -> dict[str, tuple[int, int]]:
    """The sizes of the rooms that Python imports."""
    kernel, reader = (pathlib.Path(room.__file__ or "").parent for room in (symproof.kernel, symproof.reader))
    return sizes(kernel, reader)


if __name__ == "__main__":
    for part, (size, limit) in here().items():
        sys.stdout.write(f"{part}: {size} lines that are not blank, at most {limit}\n")
    sys.exit(any(size > limit for size, limit in here().values()))
