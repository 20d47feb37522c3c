"""A random sample of certificates: kernel-accepted ones, and mutants that the kernel rejects."""

from __future__ import annotations

import json
from fractions import Fraction
from random import Random
from typing import Any

from helpers.rocq_files import Case
from helpers.subset_problems import brute_force, random_problem

from symproof.errors import Malformed, Rejected
from symproof.kernel.claims import certificate, check
from symproof.kernel.trees import Problem
from symproof.reader.weights import Weights


def sample(rng: Random, good: int, bad: int) -> tuple[list[Case], list[Case]]:
    """``good`` certificates that the kernel accepts and ``bad`` mutants with a leaf that it rejects."""
    accepted: list[Case] = []
    rejected: list[Case] = []
    while len(accepted) < good or len(rejected) < bad:
        problem = random_problem(rng)
        if len(problem.P) != len(problem.Q[0]) or brute_force(problem):
            continue
        case = _case(problem, _tree(problem, list(range(len(problem.Q))), rng))
        if _status(case) and len(accepted) < good:
            accepted.append(case)
        mutant = _mutant(case, rng)
        if mutant is not None and not _status(mutant) and len(rejected) < bad:
            rejected.append(mutant)
    return accepted, rejected


def _case(problem: Problem, tree: Any) -> Case:
    d = len(problem.P)
    skip = [[-Fraction(problem.T.get((i, j), 0)) for j in range(d)] for i in range(d)]
    weights = Weights(problem.Q, problem.P, "relu", skip)
    built = certificate(weights, "no-subset", len(problem.Q), {"tree": tree})
    return Case("random", json.loads(json.dumps(built)), weights, "no-subset")


def _tree(problem: Problem, free: list[int], rng: Random) -> Any:
    """Split some unknowns at random, branch on the number of neurons, run through the rest."""
    if free and rng.random() < 0.4:
        k = rng.choice(free)
        rest = [j for j in free if j != k]
        one = {"form": [[k, "1"]], "lower": {}, "upper": {}}
        return {"branch": one, "children": [_tree(problem, rest, rng) for _ in range(2)]}
    if len(free) > 1 and rng.random() < 0.3:
        nothing: dict[str, Any] = {"Y": [], "Z": []}
        body = {"form": [[k, "1"] for k in free], "lower": nothing, "upper": nothing}
        return {"branch": body, "children": [_leaf(problem, rng)] + [{"exhaust": True}] * len(free)}
    return _leaf(problem, rng) if rng.random() < 0.4 else {"exhaust": True}


def _leaf(problem: Problem, rng: Random) -> Any:
    d = len(problem.P)
    Y = [[i, j, str(Fraction(rng.randint(-3, 3), rng.choice([1, 1, 2])))] for i in range(d) for j in range(d)]
    return {"combination": {"Y": Y, "modulus": rng.choice(["0", "1", "2", "3", "1/2"])}}


def _mutant(case: Case, rng: Random) -> Case | None:
    """The certificate with its whole tree replaced by one leaf."""
    d = case.weights.d
    Y = [[i, j, str(rng.randint(-2, 2))] for i in range(d) for j in range(d)]
    changed = json.loads(json.dumps(case.certificate))
    changed["evidence"]["tree"] = {"combination": {"Y": Y, "modulus": rng.choice(["0", "2", "1000"])}}
    return Case("mutant", changed, case.weights, case.claim)


def _status(case: Case) -> bool:
    """Whether the kernel accepts."""
    try:
        check(case.certificate, case.weights, case.claim)
    except (Rejected, Malformed):
        return False
    return True
