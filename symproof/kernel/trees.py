"""The subset problem ABS(P, Q, T) and the rules that prove it has no solution.

ABS(P, Q, T): P is a x n with columns p_k, Q is n x b with rows q_k, T is a x b, all rational. Is there x in
{0,1}^n with sum_k x_k p_k q_k = T? The rules, each proved in SOUNDNESS.md:

    combination   one rational combination of the equations, read over Q or modulo a number
    branch        the values of an integer form c.x, its range proved by two combinations
    exhaust       the kernel runs through all x itself
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from fractions import Fraction
from math import lcm
from operator import mul
from typing import Any

from symproof.kernel.budget import Budget
from symproof.kernel.errors import Malformed, Rejected
from symproof.kernel.sums import MODULUS, reached
from symproof.reader.numbers import Matrix, Sparse, brief, canonical, scaled, view
from symproof.reader.text import entries, fields, index, items

EXHAUST_MAX = 64  # unknowns of one exhausted node
POINT = 0x243F6A8885A308D313198A2E03707344  # digits of pi; any value is sound
DEPTH_MAX = 200  # of a tree; Python's own stack carries some four times that

Form = dict[int, int]  # coefficients of unknowns


@dataclass(frozen=True, slots=True)
class Problem:
    """ABS(P, Q, T): P given by its a rows, Q by its n rows, T sparse; b is needed only when Q has no rows."""

    P: Matrix
    Q: Matrix
    T: Sparse
    b: int = 0

    @property
    def columns(self) -> int:
        """The number b of columns of Q and T."""
        return len(self.Q[0]) if self.Q else self.b


@dataclass(frozen=True, slots=True)
class Node:
    """A place in a tree: the problem, unknowns with a value, extra equations E.x = e in force, the budget."""

    problem: Problem
    fixed: dict[int, int] = field(default_factory=dict)
    extra: tuple[tuple[Form, int], ...] = ()
    budget: Budget = field(default_factory=Budget)

    @property
    def free(self) -> list[int]:
        """The unknowns without a value, in order."""
        return [k for k in range(len(self.problem.Q)) if k not in self.fixed]

    def child(self, form: Form, value: int) -> Node:
        """The place where form.x = value is in force; a form c x_k with value 0 or c also fixes x_k."""
        fixed = {k: value // c for k, c in form.items() if len(form) == 1 and c and value in (0, c)}
        return Node(self.problem, {**self.fixed, **fixed}, (*self.extra, (form, value)), self.budget)


def refute(problem: Problem, tree: Any, budget: Budget | None = None) -> None:
    """Return when ``tree`` proves that ABS(P, Q, T) has no solution; else raise `Rejected` or `Malformed`."""
    _check(Node(problem, budget=budget or Budget()), tree, 0)


def children(tree: Any) -> list[Any]:
    """The trees under a well-formed tree."""
    return tree.get("children", [])  # type: ignore[no-any-return]


def combinations(tree: Any) -> list[dict[str, Any]]:
    """The combinations of equations at the root of a well-formed tree: of the rule, or of its two bounds."""
    if "combination" in tree:
        return [tree["combination"]]
    return [tree["branch"][side] for side in ("lower", "upper")] if "branch" in tree else []


def _check(node: Node, tree: Any, depth: int) -> None:
    if depth > DEPTH_MAX:
        raise Malformed(f"a tree deeper than {DEPTH_MAX}")
    for keys, rule in RULES.items():
        if isinstance(tree, dict) and set(tree) == set(keys):
            return rule(node, tree, depth)
    raise Malformed(f"a tree is a combination, branch or exhaust, found {brief(tree)}")


def _combination(node: Node, tree: Any, depth: int) -> None:
    body = fields(tree["combination"], "combination", ("Y", "modulus"), ("Z",))
    avoided(*combine(node, body), canonical(body["modulus"], "combination modulus"))


def avoided(a: list[int], beta: int, m: int, modulus: Fraction) -> None:
    """Reject unless (a/m).x = beta/m has no solution x in {0,1}^n, read over Q (modulus 0) or modulo it."""
    if modulus < 0:
        raise Malformed(f"combination modulus must be at least 0, found {brief(modulus)}")
    (M, q), beta = (m * modulus.numerator, modulus.denominator), beta * modulus.denominator
    low, high = ends([q * x - M * ((2 * q * x + M) // (2 * M)) if M else q * x for x in a])
    reached = low + (beta - low) % M if M else beta  # the least beta + tM >= low
    if low <= reached <= high:
        raise Rejected(f"combination: {brief(Fraction(reached, m * q))} is a value that it may take")


def _branch(node: Node, tree: Any, depth: int) -> None:
    form, values = cases(node, tree["branch"])
    trees = items(tree["children"], "branch children")
    if len(trees) != max(0, values.stop - values.start):
        raise Rejected(f"branch: {len(trees)} children for {brief(values.start)} to {brief(values.stop - 1)}")
    for value, child in zip(values, trees, strict=True):
        _check(node.child(form, value), child, depth + 1)


def cases(node: Node, branch: Any) -> tuple[Form, range]:
    """The form of a branch, and the values that its two bounds leave to it."""
    body, form = fields(branch, "branch", ("form", "lower", "upper")), Form()
    for k, text in entries(body["form"], 2, "branch form"):
        c = canonical(text, "branch form")
        if index(k, len(node.problem.Q), "unknown") in form or c.denominator != 1:
            raise Malformed(f"branch form: {brief([k, text])} repeats an unknown or is not an integer")
        if k in node.fixed:
            raise Rejected(f"the unknown {k} is not free here")
        form[k] = int(c)
    (low, _, m), (_, high, n) = (_range(node, form, body[side]) for side in ("lower", "upper"))
    return form, range(-(-low // m), high // n + 1)


def _range(node: Node, form: Form, body: Any) -> tuple[int, int, int]:
    """Bounds of c.x over a denominator: c.x = (c + a).x - beta for every solution, each x_k in [0, 1]."""
    a, beta, m = combine(node, fields(body, "branch bound", (), ("Y", "Z")))
    low, high = ends([x + m * form.get(k, 0) for k, x in zip(node.free, a, strict=True)])
    return low - beta, high - beta, m


def _exhaust(node: Node, tree: Any, depth: int) -> None:
    if tree["exhaust"] is not True:
        raise Malformed(f"exhaust must be true, found {brief(tree['exhaust'])}")
    free = node.free
    if len(free) > EXHAUST_MAX:
        raise Rejected(f"exhaust: {len(free)} unknowns are free, at most {EXHAUST_MAX} are run through")
    codes, target = hashed(node)
    target -= sum(codes[k] for k, value in node.fixed.items() if value)
    if reached([codes[k] for k in free], target, node.budget):
        raise Rejected("exhaust: a solution is not excluded")


RULES: dict[tuple[str, ...], Callable[[Node, Any, int], None]] = {
    ("combination",): _combination,
    ("branch", "children"): _branch,
    ("exhaust",): _exhaust,
}


def ends(a: list[int]) -> tuple[int, int]:
    """The least and the greatest value of a.x for x in [0, 1]^n."""
    return sum(x for x in a if x < 0), sum(x for x in a if x > 0)


def hashed(node: Node) -> tuple[list[int], int]:
    """One linear form modulo `MODULUS` at each p_k q_k and at T: equal matrices have equal values."""
    P, Q, T, b = list(node.problem.P), node.problem.Q, node.problem.T, node.problem.columns
    left, right = (
        [pow(POINT, i * b, MODULUS) for i in range(len(P))],
        [pow(POINT, j, MODULUS) for j in range(b)],
    )
    pairs = [(scaled(row[k] for row in P), scaled(Q[k])) for k in range(len(Q))]
    scale = lcm(*(m * n for (_, m), (_, n) in pairs), *(x.denominator for x in T.values()))
    codes = [
        sum(map(mul, p, left)) * sum(map(mul, q, right)) * (scale // (m * n)) % MODULUS
        for (p, m), (q, n) in pairs
    ]
    return codes, sum(int(x * scale) * left[i] * right[j] for (i, j), x in T.items()) % MODULUS


def combine(node: Node, body: dict[str, Any]) -> tuple[list[int], int, int]:
    """Coefficients of the free unknowns and right side of a combination, as integers over a denominator.

    It is sum_ij Y_ij (equation ij) + sum_e Z_e (extra equation e); what is known is on the right side.
    """
    problem, extra = node.problem, node.extra
    Y = multipliers(body.get("Y", []), "Y", len(problem.P), problem.columns)
    Z = multipliers(body.get("Z", []), "Z", len(extra))
    rows, columns = (sorted({at[axis] for at in Y}) for axis in (0, 1))
    (y, m), (z, n) = scaled(Y.get((i, j), 0) for i in rows for j in columns), scaled(Z.values())
    factors = [y[t : t + len(columns)] for t in range(0, len(y), len(columns) or 1)]
    forms, taken = [extra[e][0] for (e,) in Z], [view(problem.P, i) for i in rows]
    terms: dict[int, tuple[int, int, int]] = {}  # k -> the numerator and denominator from Y, numerator from Z
    for k in range(len(problem.Q)):
        if node.fixed.get(k) != 0:
            node.budget.tick()
            p, c = scaled(row[k] for row in taken)
            q, d = scaled(map(view(problem.Q, k).__getitem__, columns)) if any(p) else ([], 1)
            total = sum(x * sum(map(mul, f, q)) for x, f in zip(p, factors, strict=True) if x)
            terms[k] = total, c * d, sum(w * form.get(k, 0) for w, form in zip(z, forms, strict=True))
    beta = sum((x * problem.T.get((i, j), 0) for (i, j), x in Y.items()), Fraction(0))
    beta += sum(x * extra[e][1] for (e,), x in Z.items())
    scale = lcm(m * lcm(*{d for _, d, _ in terms.values()}), n, beta.denominator)
    a = {k: total * (scale // (m * d)) + w * (scale // n) for k, (total, d, w) in terms.items()}
    right = int(beta * scale) - sum(a.pop(k) for k in node.fixed if k in a)
    return list(a.values()), right, scale


def multipliers(value: Any, where: str, *bounds: int) -> dict[tuple[int, ...], Fraction]:
    """The entries [i, ..., y] of a sparse array of numbers, indices below the bounds, each place once."""
    found: dict[tuple[int, ...], Fraction] = {}
    for *at, text in entries(value, len(bounds) + 1, where):
        place = tuple(index(i, bound, f"{where} index") for i, bound in zip(at, bounds, strict=True))
        if place in found:
            raise Malformed(f"{where}: the entry {at} appears twice")
        found[place] = canonical(text, f"{where}{at}")
    return found
