"""An adversary for trees: honest where the problem below has no solution, a forger where it has one.

A tree for a problem without solution is a proof. A tree for a solvable problem is complete but for the
places on the way to a solution, where it ends in a near miss: a leaf whose value is just reached, a branch
with the right child left out, an exhaust that cannot hold.
"""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from random import Random
from typing import Any

from oracles.second_trees import Broken, Refused, System, branch_values, check_tree

EXHAUST: dict[str, Any] = {"exhaust": True}
MODULI = ("0", "0", "1", "2", "3", "4", "5", "7", "1/2", "3/2", "2/3", "11", "97")


def solvable(system: System) -> bool:
    """Whether some 0/1 values of the free unknowns solve all equations in force, by trying each."""
    free = sorted(system.free)
    equations = [*system.grid.values(), *system.extra]
    return any(
        all(sum(a[k] * value for k, value in zip(free, x, strict=True)) == beta for a, beta in equations)
        for x in product((0, 1), repeat=len(free))
    )


class Prover:
    """Builds trees with the choices of one random generator."""

    def __init__(self, rng: Random, reckless: float = 0.0) -> None:
        self.rng = rng
        self.reckless = reckless  # how often a node is built without regard to truth

    def tree(self, system: System, depth: int = 0) -> Any:
        """A tree: a proof when there is no solution (and nothing reckless was chosen), else a forgery."""
        rng = self.rng
        if rng.random() < self.reckless:
            return self._wild(system)
        forged = solvable(system)
        for _ in range(4):
            leaf = self.combination(system)
            if forged or holds(system, leaf):
                break
        else:
            leaf = None
        if leaf is not None and (not forged or not system.free or depth > 3 or rng.random() < 0.2):
            return leaf
        grid_only = System(system.n, system.size, system.grid, (), system.free)
        if rng.random() < 0.15 and (forged or not solvable(grid_only)):
            return EXHAUST
        if system.free and (depth > 2 or rng.random() < 0.6):
            k = rng.choice(sorted(system.free))
            form = [Fraction(j == k) for j in range(system.n)]
            zero, one = (self.tree(system.child(form, value), depth + 1) for value in (0, 1))
            return {"branch": {"form": [[k, "1"]], "lower": {}, "upper": {}}, "children": [zero, one]}
        return self._branch(system, depth) if system.free else leaf or self._last(system)

    def _branch(self, system: System, depth: int) -> Any:
        free = sorted(self.rng.sample(sorted(system.free), self.rng.randint(1, len(system.free))))
        form = [[k, str(self.rng.choice((-2, -1, 1, 1, 1, 2)))] for k in free]
        body = {"form": form, "lower": self._combo(system), "upper": self._combo(system)}
        vector, (low, high) = branch_values(system, body)
        if high - low > 6:
            body |= {"lower": {}, "upper": {}}
            vector, (low, high) = branch_values(system, body)
        children = []
        for v in range(low, high + 1):
            child = system.child(vector, v)
            if solvable(child) and self.rng.random() < 0.3:
                continue  # a forgery: leave out the one that matters
            children.append(self.tree(child, depth + 1))
        return {"branch": body, "children": children}

    def _combo(self, system: System) -> dict[str, Any]:
        if self.rng.random() < 0.5:
            return {}
        return {"Y": self._entries(system), "Z": self._multiples(system)}

    def _entries(self, system: System) -> list[list[Any]]:
        at = [key for key in system.grid if self.rng.random() < 0.6]
        return [[i, j, self._rational()] for i, j in at]

    def _multiples(self, system: System) -> list[list[Any]]:
        return [[e, self._rational()] for e in range(len(system.extra)) if self.rng.random() < 0.6]

    def _rational(self) -> str:
        return str(Fraction(self.rng.randint(-4, 4), self.rng.choice((1, 1, 1, 2, 3, 4, 6))))

    def combination(self, system: System) -> Any:
        """One random combination, true or not."""
        leaf: dict[str, Any] = {"Y": self._entries(system)}
        if system.extra or self.rng.random() < 0.1:
            leaf["Z"] = self._multiples(system)
        leaf["modulus"] = self._modulus(system, leaf)
        return {"combination": leaf}

    def _modulus(self, system: System, leaf: dict[str, Any]) -> str:
        """Any, or one at which the rule is about to turn over: a coefficient, a sum, beta less an end."""
        if self.rng.random() < 0.5:
            return self.rng.choice(MODULI)
        a, beta = system.combined(leaf)
        zero = Fraction(0)
        low, high = sum((min(x, zero) for x in a), zero), sum((max(x, zero) for x in a), zero)
        turns: list[Fraction] = [
            *a,
            beta,
            beta - low,
            beta - high,
            high - low,
            2 * beta,
            *(x - beta for x in a),
        ]
        m = abs(self.rng.choice(turns)) / self.rng.choice((1, 1, 2, 3))
        return str(m + self.rng.choice((0, 0, 0, Fraction(1, 6), Fraction(-1, 6)))) if m > 1 else str(m)

    def _last(self, system: System) -> Any:
        """Nothing is free and no random leaf held: the equation that fails, alone."""
        for (i, j), (_, beta) in system.grid.items():
            if beta:
                return {"combination": {"Y": [[i, j, "1"]], "modulus": "0"}}
        failing = [e for e, (_, beta) in enumerate(system.extra) if beta]
        return {"combination": {"Y": [], "modulus": "0", "Z": [[failing[0], "1"]] if failing else []}}

    def _wild(self, system: System) -> Any:
        choice = self.rng.randrange(5)
        k = self.rng.randrange(system.n + 1)
        leaf = self.combination(system)
        one = {"form": [[k, "1"]], "lower": {}, "upper": {}}
        none = {"form": [], "lower": self._combo(system), "upper": self._combo(system)}
        wild: list[Any] = [
            leaf,
            EXHAUST,
            {"branch": one, "children": [leaf, EXHAUST]},
            {"branch": one, "children": [leaf] * self.rng.randint(0, 3)},
            {"branch": none, "children": []},
        ]
        return wild[choice]


def holds(system: System, tree: Any) -> bool:
    """Whether the second checker accepts the tree."""
    try:
        check_tree(system, tree, 0)
    except (Broken, Refused):
        return False
    return True
