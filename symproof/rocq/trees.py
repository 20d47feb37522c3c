"""Evidence trees as terms of theories/Certificate.v: every combination scaled to integers."""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction
from math import lcm
from random import Random
from typing import Any

from symproof.kernel.trees import Node, cases
from symproof.rocq.instance import Instance, NotExportable
from symproof.rocq.literals import define_table, integer, row, sequence, table

ENUMERATE_MAX = 32  # free unknowns of one enumeration in Rocq; larger ones branch first
BRANCHED_MAX = 8  # unknowns to branch on before an enumeration: each doubles the theorem
INLINE_MAX = 400  # entries of a combination that stays inside the tree


@dataclass(slots=True)
class TreeText:
    """Writes one tree; large combinations become definitions of their own, collected in ``definitions``."""

    instance: Instance
    definitions: list[str] = field(default_factory=list)

    def write(self, tree: Any) -> str:
        """The tree as a term."""
        return self._tree(tree, Node(self.instance.problem))

    def _tree(self, tree: Any, node: Node) -> str:
        if "combination" in tree:
            body = tree["combination"]
            modulus = Fraction(body["modulus"])
            combination, scale = self._combination(body, node, modulus.denominator)
            return f"Certificate.Leaf {combination} {integer(int(modulus * scale))}"
        if "branch" in tree:
            return self._branch(tree, node)
        return self._exhaust(node)

    def _branch(self, tree: Any, node: Node) -> str:
        body, (form, values) = tree["branch"], cases(node, tree["branch"])
        bounds = []
        for side in ("lower", "upper"):
            combination, scale = self._combination(body[side], node, 1)
            bounds.append(f"({integer(scale)}, {combination})")
        children = [
            self._tree(child, node.child(form, value))
            for value, child in enumerate(tree["children"], values.start)
        ]
        pairs = sequence(f"({k}, {integer(c)})" for k, c in form.items())
        return f"Certificate.Branch {pairs} {bounds[0]} {bounds[1]}\n  {sequence(children, '  ')}"

    def _combination(self, body: Any, node: Node, multiple: int) -> tuple[str, int]:
        """The combination as a term, and the integer by which it was multiplied.

        The kernel's equation (i, j) is about rational weights, the instance's about integers, so its
        multiplier is divided by both denominators.
        """
        place = self.instance.down.denominator * self.instance.up.denominator
        Y = {(i, j): Fraction(y) / place for i, j, y in body.get("Y", [])}
        Z = {e: Fraction(z) for e, z in body.get("Z", [])}
        scale = lcm(multiple, *(y.denominator for y in (*Y.values(), *Z.values())))
        row_of = {i: a for a, i in enumerate(self.instance.I)}
        column_of = {j: b for b, j in enumerate(self.instance.J)}
        cells = {(row_of[i], column_of[j]): int(y * scale) for (i, j), y in Y.items()}
        newest_first = [int(Z.get(e, Fraction(0)) * scale) for e in reversed(range(len(node.extra)))]
        return self._combination_text(cells, newest_first if any(newest_first) else []), scale

    def _combination_text(self, cells: dict[tuple[int, int], int], extra: list[int]) -> str:
        rows = [[0] * (1 + max((b for _, b in cells), default=-1))] if cells else []
        rows = [list(rows[0]) for _ in range(1 + max((a for a, _ in cells), default=-1))]
        for (a, b), y in cells.items():
            rows[a][b] = y
        if len(cells) > INLINE_MAX:
            name = f"combination_{len(self.definitions)}"
            self.definitions.append(define_table(name, rows))
            text = name
        else:
            text = table([trimmed(values) for values in rows]) if rows else "[::]"
        return f"(Certificate.Combination {text} {row(extra) if extra else '[::]'})"

    def _exhaust(self, node: Node) -> str:
        free = node.free
        if len(free) > ENUMERATE_MAX + BRANCHED_MAX:
            raise NotExportable(f"a theorem from exhaust with {len(free)} free unknowns is not written")
        if len(free) > ENUMERATE_MAX:
            on = {"form": [[free[0], "1"]], "lower": {}, "upper": {}}
            return self._branch({"branch": on, "children": [{"exhaust": True}] * 2}, node)
        return f"Certificate.Exhaust {self._combination_text(self._separating(node), [])}"

    def _separating(self, node: Node) -> dict[tuple[int, int], int]:
        """Multipliers of the equations whose combination no choice of the free unknowns satisfies."""
        P, Q, T = self.instance.down.rows, self.instance.up.rows, self.instance.target
        free, ones = node.free, [k for k, value in node.fixed.items() if value]
        source = Random(len(free))
        for bits in (4, len(free) + 8, 2 * len(free) + 40):
            cells = {
                (a, b): source.randint(1, 1 << bits)
                for a in range(len(self.instance.I))
                for b in range(len(self.instance.J))
            }

            def value(k: int, cells: dict[tuple[int, int], int] = cells) -> int:
                return sum(y * P[k][a] * Q[k][b] for (a, b), y in cells.items())

            right = sum(y * T[a][b] for (a, b), y in cells.items()) - sum(map(value, ones))
            codes = [c for c in map(value, free) if c]
            half = len(codes) // 2
            left = set(subset_sums(codes[:half]))
            if not any(right - x in left for x in subset_sums(codes[half:])):
                return cells
        raise NotExportable("an enumeration for which no separating combination of the equations was found")


def subset_sums(codes: list[int]) -> list[int]:
    """All subset sums."""
    sums = [0]
    for code in codes:
        sums += [s + code for s in sums]
    return sums


def trimmed(values: list[int]) -> list[int]:
    """Without the zeros at the end: Rocq reads missing entries as zeros."""
    last = max((b for b, y in enumerate(values) if y), default=-1)
    return values[: last + 1]
