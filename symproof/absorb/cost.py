"""The cheapest choice of signs: proofs that every choice costs more than m, and choices that cost at most m.

The cost is that of `symproof.kernel.cost`, section 6 of the kernel's SOUNDNESS.md. Nothing here is trusted:
the kernel checks what a proof says, and what a choice costs.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from random import Random
from typing import Any

from symproof.absorb.compound import compound
from symproof.absorb.construct import Choice
from symproof.absorb.definite import Definite, definite
from symproof.absorb.halves import Bound, split_halves
from symproof.absorb.limits import Clock
from symproof.absorb.solve import Solution, solve
from symproof.absorb.system import independent_rows
from symproof.errors import GaveUp, OutOfBudget
from symproof.kernel.budget import STEPS, Budget
from symproof.kernel.cost import Place
from symproof.kernel.lanes import Whole, cheapest
from symproof.kernel.linear import rref
from symproof.kernel.trees import Problem

UNLIMITED = 1 << 62
FEW = 1 << 13  # steps of ranks that take a moment
CORNERS, NEAR = 24, 15  # random choices whose neighbourhoods are searched, and the unknowns of each
EACH, WORK = 2, 10**9  # neurons to spare, and products, up to which one class after the other is doubled


@dataclass(frozen=True, slots=True)
class Proof:
    """Every choice costs more than m, by the rules of the kernel, and how that was found."""

    proof: dict[str, Any]
    method: str


Answer = Proof | Choice


class Costs:
    """The least cost of a choice, asked for one m after the other; what is found serves for every m.

    Attributes:
        place: the problem; its m does not matter.
        clock: asked in every loop, told of every method.
    """

    def __init__(self, place: Place, clock: Clock) -> None:
        self.place, self.clock = place, clock

    @cached_property
    def most(self) -> Choice:
        """The cheapest choice that is known to work; one always does."""
        return _everything(self.place)

    @property
    def high(self) -> int:
        """The cost of ``most``."""
        return 2 * self.most.r + len(self.most.free)

    @classmethod
    def of(cls, problem: Problem, clock: Clock) -> Costs:
        """The costs over a problem, each class with or without a second neuron."""
        return cls(Place(problem, 0, Budget(UNLIMITED, clock.check)), clock)

    @cached_property
    def halves(self) -> Bound:
        """The cost that ranks of halves show."""
        self.clock.note("ranks of halves")
        return split_halves(self.place, self.clock)

    @cached_property
    def definite(self) -> Definite | None:
        """The rank that a definite form shows."""
        self.clock.note("a definite form")
        return definite(self.place.problem, self.clock)

    @cached_property
    def steps(self) -> int:
        """What running through all signs takes."""
        A = self.whole
        return A.steps(len(A.U))

    @cached_property
    def whole(self) -> Whole:
        """A(x) in integers."""
        return self.place.integers()[0]

    @property
    def rows(self) -> Sequence[Sequence[int]]:
        """The rows that may count."""
        return self.whole.U if self.place.twice else ()

    def low(self) -> tuple[int, Proof]:
        """A cost that no choice is below, shown without running through choices."""
        bound, form = self.halves, None
        if bound.least < self.high:
            form = self.definite
        if form is not None and form.rank > bound.least:
            return form.rank, Proof(form.proof, "a definite form")
        return bound.least, Proof(bound.proof, "ranks of halves")

    def settle(self, m: int) -> Answer:
        """A proof that every choice costs more than m, or a choice that costs at most m.

        Raises:
            GaveUp: a limit was reached, or no method is left.
        """
        if m < 0:
            return Proof({"count": True}, "counting classes")
        if (m or "most" in vars(self)) and m >= self.high:  # with m = 0 the equation is asked first
            return self.most
        place = replace(self.place, m=m)
        for stage in (
            self._equation,
            self._few,
            self._bounds,
            self._corners,
            self._all,
            self._minors,
            self._each,
        ):
            self.clock.check()
            found = stage(place)
            if found is not None:
                return found
        n = len(place.problem.Q)
        raise GaveUp(self.clock.tried, f"no method left for {n} classes with {m} neurons to spare")

    def descend(self, least: int) -> None:
        """Look for choices that cost less, but not below ``least``, near random ones."""
        while self.high > max(least, 0) and isinstance(
            found := self._corners(replace(self.place, m=self.high - 1)), Choice
        ):
            self.most = found

    def _equation(self, place: Place) -> Answer | None:
        """Nothing to spare: a subset that solves the equations, or a tree."""
        if place.limit:
            return None
        try:
            found = solve(place.problem, self.clock.remaining(), self.clock.hear)
        except GaveUp:
            self.clock.check()
            return None
        if isinstance(found, Solution):
            self.clock.note("search for S")
            return Choice(0, (), frozenset(found.subset))
        return Proof({"tree": found.tree}, found.method)

    def _few(self, place: Place) -> Answer | None:
        return self._ranks(place, FEW)

    def _all(self, place: Place) -> Answer | None:
        return self._ranks(place, STEPS)

    def _ranks(self, place: Place, most: int) -> Answer | None:
        """All signs, while they take at most so many steps."""
        if self.steps > most:
            return None
        self.clock.note("all signs")
        try:
            found = cheapest(self.whole, place.m, self.rows, Budget(tick=self.clock.check))
        except OutOfBudget:  # nor does the kernel come to an end
            return None
        return Proof({"ranks": True}, "all signs") if found is None else _choice(self.whole, *found)

    def _bounds(self, place: Place) -> Answer | None:
        """What holds for all m at once."""
        if self.halves.least > place.m:
            return Proof(self.halves.proof, "ranks of halves")
        if self.definite is not None and self.definite.rank > place.limit:
            return Proof(self.definite.proof, "a definite form")
        return None

    def _corners(self, place: Place) -> Answer | None:
        """A choice near one of some random choices: all values of a few unknowns."""
        (P, U, T), n = self.whole, len(self.whole.U)
        rng = Random(n)
        if n <= NEAR or self.whole.steps(NEAR) > FEW:
            return None
        self.clock.note("choices near random ones")
        for _ in range(CORNERS):
            order = rng.sample(range(n), n)
            near, fixed = order[:NEAR], [k for k in order[NEAR:] if rng.random() < 0.5]
            rest = [
                [y - sum(p[k] * U[k][j] for k in fixed) for j, y in enumerate(row)]
                for p, row in zip(P, T, strict=True)
            ]
            part = Whole([[p[k] for k in near] for p in P], [U[k] for k in near], rest)
            try:
                found = cheapest(part, place.m, self.rows, Budget(tick=self.clock.check))
            except OutOfBudget:
                continue
            if found is not None:
                x = sum(1 << k for k in fixed) + sum(1 << k for t, k in enumerate(near) if found[0] >> t & 1)
                return _choice(self.whole, x, found[1])
        return None

    def _minors(self, place: Place) -> Answer | None:
        """A combination of 2 x 2 minors, where a rank of 2 is enough."""
        if place.limit != 1:
            return None
        self.clock.note("2 x 2 minors")
        proof = compound(place, self.clock)
        return None if proof is None else Proof(proof, "2 x 2 minors")

    def _each(self, place: Place) -> Answer | None:
        """No class has a second neuron, or one has: one problem each."""
        n, b = len(place.problem.Q), place.problem.columns
        if not place.twice or place.m > EACH or (n * b) ** 2 > WORK:
            return None
        self.clock.note("one class after the other")
        none = Costs(replace(place, twice=False), self.clock).settle(place.m)
        if isinstance(none, Choice):
            return none
        proofs = list[dict[str, Any]]()
        for k in range(n):
            answer = Costs(place.doubled(k), self.clock).settle(place.m - 1)
            if isinstance(answer, Choice):
                free = [j + (j >= k) for j in answer.free]
                return Choice(
                    answer.r, tuple(sorted([*free, k])), frozenset(j + (j >= k) for j in answer.flipped)
                )
            proofs.append(answer.proof)
        return Proof({"each": {"none": none.proof, "one": proofs}}, "one class after the other")


def _everything(place: Place) -> Choice:
    """The choice that works for all weights: a second neuron for every dimension, or opposed pairs."""
    a, b = len(place.problem.P), place.problem.columns
    free = independent_rows(place.problem.Q) if place.twice else ()
    if 2 * b - len(free) <= 2 * min(a, b):
        return Choice(b - len(free), free, frozenset())
    return Choice(min(a, b), (), frozenset())


def _choice(A: Whole, x: int, inside: tuple[int, ...]) -> Choice:
    """The choice of an x and of the rows in a subspace that contains the rows of A(x)."""
    free: tuple[int, ...] = ()
    if inside:
        free = tuple(inside[t] for t in rref([*zip(*(A.U[k] for k in inside), strict=True)])[1])
    rows = [*A.at(x), *(list(A.U[k]) for k in free)]
    import flint  # takes as long to import as a layer to decide

    rank = flint.fmpz_mat(rows).rank() if rows[0] else 0
    return Choice(rank - len(free), free, frozenset(k for k in range(len(A.U)) if x >> k & 1) - {*free})
