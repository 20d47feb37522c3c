"""Gated blocks with biases: decided like any block, over the linear maps that turned gates leave behind."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from symproof.absorb.limits import Clock, Limits
from symproof.absorb.proved import accepted
from symproof.absorb.solve import Found, Solution, solve
from symproof.errors import GaveUp, Rejected
from symproof.kernel.activations import activation
from symproof.kernel.gated import Gated, certificate, check_gated, distinct, turned
from symproof.kernel.trees import Problem
from symproof.reader.numbers import Rows
from symproof.verdict import Verdict

COLUMNS = 20_000  # of the problem with its quadratic part: beyond, the search does not write it out


@dataclass(frozen=True, slots=True)
class GatedDecision:
    """The answer about one gated block.

    Attributes:
        verdict: absorbable, not-absorbable, undecided (the theorem does not speak of it) or gave-up.
        why: the reason in words.
        established: the kernel's own sentence, or None.
        certificate: what `symproof check` accepts, or None.
        subset: the neurons whose gates are turned, when absorbable.
        method: how the search found it.
    """

    verdict: Verdict
    why: str
    established: str | None = None
    certificate: dict[str, Any] | None = None
    subset: tuple[int, ...] | None = None
    method: str = ""


def decide_gated(gated: Gated, limits: Limits | None = None) -> GatedDecision:
    """Whether a residual-free gated MLP of the same width, with biases inside, computes the block.

    Args:
        gated: M x + W_down (g(W_gate x + b_gate) * (W_up x + b_up)) + b_down; a missing bias inside is 0.
            With b_down the MLP has an output bias.
        limits: of time and memory; the default has no time limit.

    Raises:
        Rejected: g has linear gap 0, so that turning a gate changes nothing.

    Source: SOUNDNESS.md, section 12, of the kernel.
    """
    problem = turned(gated, activation(gated.value.activation or ""))
    clock = Clock(limits or Limits())
    try:
        found = _searched(problem, gated.value.d + (gated.value.b_down is None), clock)
        return _answer(gated, found, clock)
    except GaveUp as stop:
        return GatedDecision(Verdict.GAVE_UP, str(stop))


def _searched(problem: Problem, linear: int, clock: Clock) -> Found:
    """The linear part alone, which refutes most blocks; else all equations."""
    flat = replace(problem, Q=Rows(len(problem.Q), lambda k: [problem.Q[k][j] for j in range(linear)]))
    found = solve(flat, clock.remaining())
    if not isinstance(found, Solution):
        return found
    if problem.columns > COLUMNS:
        raise GaveUp(clock.tried, f"{problem.columns} columns of equations, at most {COLUMNS} are searched")
    whole = replace(problem, Q=[list(problem.Q[k]) for k in range(len(problem.Q))])
    return solve(whole, clock.remaining())


def _answer(gated: Gated, found: Found, clock: Clock) -> GatedDecision:
    claim = "gated-absorbable" if isinstance(found, Solution) else "gated-not-absorbable"
    evidence = {"S": list(found.subset)} if isinstance(found, Solution) else {"tree": found.tree}
    if not isinstance(found, Solution):
        try:
            distinct(gated, activation(gated.value.activation or ""))
        except Rejected as silent:
            return GatedDecision(Verdict.UNDECIDED, f"turning gates does not help, and {silent}")
    proof = certificate(gated, claim, evidence)
    sentence = accepted(claim, clock, lambda budget: check_gated(proof, gated, claim, budget))
    if isinstance(found, Solution):
        names = ", ".join(map(str, found.subset)) or "none"
        why = f"turn the gates of neurons {names}"
        return GatedDecision(Verdict.ABSORBABLE, why, sentence, proof, found.subset, "search for S")
    why = "no set of turned gates leaves -M x and nothing else"
    return GatedDecision(Verdict.NOT_ABSORBABLE, why, sentence, proof, method=found.method)
