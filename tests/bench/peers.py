"""What others take for the same questions: LAPACK's LU, FLINT's rank modulo a prime, z3, CP-SAT."""

from __future__ import annotations

import time
from collections.abc import Callable
from fractions import Fraction
from typing import Any

import numpy as np
import scipy.linalg

from symproof.absorb.system import equations
from symproof.kernel.trees import Problem

LIMIT = 20.0  # seconds of a solver
PRIME = 2**61 - 1
LARGEST_LU = 4096  # beyond, the time is extrapolated by N^3


def cpu(run: Callable[[], object], repeat: int = 1) -> float:
    """CPU seconds of a call in this process, the least of several."""
    times = []
    for _ in range(repeat):
        start = time.process_time()
        run()
        times.append(time.process_time() - start)
    return min(times)


def lu(n: int) -> float:
    """CPU seconds of one LU of an n x n float64 matrix, one thread."""
    small = min(n, LARGEST_LU)
    matrix = np.random.default_rng(0).standard_normal((small, small))
    scipy.linalg.lu_factor(matrix[:64, :64])
    repeat = 1 if small > 2048 else 5
    return cpu(lambda: scipy.linalg.lu_factor(matrix), repeat) * (n / small) ** 3


def flint_rank(n: int) -> tuple[float, float]:
    """CPU seconds of the rank of an (n + 1) x (n + 1) matrix modulo a 61-bit prime, and of its conversion."""
    from flint import nmod_mat

    rows = np.random.default_rng(0).integers(0, PRIME, (n + 1, n + 1), dtype=np.int64)
    start = time.process_time()
    matrix = nmod_mat(n + 1, n + 1, rows.ravel().tolist(), PRIME)
    conversion = time.process_time() - start
    return cpu(matrix.rank), conversion


def z3(problem: Problem) -> tuple[str, float]:
    """The answer of z3 on the integer equations, and the seconds it took."""
    from z3 import Bool, If, Solver, Sum

    system = equations(problem)
    x = [Bool(f"x{k}") for k in range(len(problem.Q))]
    solver = Solver()
    solver.set("timeout", int(1000 * LIMIT))
    for e in system:
        if e.value != int(e.value):
            return "no solution", 0.0
        solver.add(Sum([If(v, c, 0) for c, v in zip(e.row, x, strict=True) if c]) == int(e.value))
    start = time.monotonic()
    found = str(solver.check())
    return {"sat": "solution", "unsat": "no solution"}.get(found, "-"), time.monotonic() - start


def cp_sat(problem: Problem) -> tuple[str, float]:
    """The answer of CP-SAT, and the seconds it took; "n/r" where a sum may leave 64 bits."""
    from ortools.sat.python import cp_model

    model = cp_model.CpModel()
    x = [model.new_bool_var("") for _ in problem.Q]
    for e in equations(problem):
        if e.value != int(e.value):
            return "no solution", 0.0
        if sum(map(abs, e.row)) + abs(Fraction(e.value)) >= 2**62:
            return "n/r", 0.0
        model.add(sum(c * v for c, v in zip(e.row, x, strict=True)) == int(e.value))
    solver: Any = cp_model.CpSolver()
    solver.parameters.max_time_in_seconds, solver.parameters.num_workers = LIMIT, 1
    start = time.monotonic()
    status = solver.solve(model)
    words = {cp_model.OPTIMAL: "solution", cp_model.FEASIBLE: "solution", cp_model.INFEASIBLE: "no solution"}
    return words.get(status, "-"), time.monotonic() - start
