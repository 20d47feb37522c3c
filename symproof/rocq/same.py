"""The keys of theories/SameFunction.v: how the rows of W_up and V_up fall into the classes of the normal form."""

from __future__ import annotations

from dataclasses import dataclass
from math import gcd

from symproof.kernel.activations import Activation
from symproof.rocq.instance import NotExportable

Keys = list[tuple[int, int]]


@dataclass(slots=True)
class KeyTable:
    """Primitive rows (conic) or rows up to sign (rigid), each once, and their numbers."""

    act: Activation
    rows: list[list[int]]
    numbers: dict[tuple[int, ...], int]

    def keys(self, rows: list[list[int]]) -> Keys:
        """(number of the key, scale) of every row: row = scale * key."""
        return [self._key(row) for row in rows]

    def _key(self, row: list[int]) -> tuple[int, int]:
        if not any(row):
            if self.act.conic:
                return self._number((0,) * len(row)), 0
            if not self.act.constant:
                raise NotExportable("a zero row of W_up or V_up under an activation with sigma(0) = 0")
            return self._number(tuple(row)), 1
        sign = 1 if next(filter(None, row)) > 0 else -1
        scale = sign * (gcd(*row) if self.act.conic else 1)
        return self._number(tuple(x // scale for x in row)), scale

    def _number(self, key: tuple[int, ...]) -> int:
        if key not in self.numbers:
            self.numbers[key] = len(self.rows)
            self.rows.append(list(key))
        return self.numbers[key]
