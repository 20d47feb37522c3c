"""A check is a decision procedure together with the data it decides.

A mutant is the same procedure on altered data, so a check that cannot fail is found out: nothing
else than the data can make the mutant fail.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from symproof.proof.kinds import Kind


class Undecided(Exception):
    """The procedure does not apply to this data: it says neither yes nor no."""


@dataclass(frozen=True, slots=True)
class Finding:
    """The answer of a decision procedure.

    Attributes:
        holds: True when the claim is established, False when it is refuted.
        detail: what was found, for instance the size of the identity or a point where it fails.
    """

    holds: bool
    detail: str


@dataclass(frozen=True, slots=True)
class Check:
    """A decision procedure and its data.

    Attributes:
        kind: the named kind, shown as the trust level.
        decide: the procedure; called with `data` as keyword arguments.
        data: the arguments, by name.
    """

    kind: Kind
    decide: Callable[..., Finding]
    data: Mapping[str, Any]

    def run(self) -> Finding:
        """The finding of the procedure on the data.

        Raises:
            Undecided: when the procedure does not apply.
        """
        return self.decide(**self.data)

    def altered(self, changes: Mapping[str, Any]) -> Check:
        """The same procedure with some of the data replaced; ``W_down`` is `down` of ``W``.

        Raises:
            ValueError: when a name is not among the data, or nothing differs.
        """
        data, unknown = dict(self.data), []
        for name, value in changes.items():
            whole, _, part = name.partition("_")
            if name in data:
                data[name] = value
            elif part in getattr(data.get(whole), "__dataclass_fields__", ()):
                data[whole] = replace(data[whole], **{part: value})
            else:
                unknown.append(name)
        if unknown:
            raise ValueError(f"no such data: {', '.join(sorted(unknown))}; the check has {', '.join(data)}")
        if all(_same(value, data[name]) for name, value in self.data.items()):
            raise ValueError("the alteration changes nothing")
        return Check(self.kind, self.decide, data)


def _same(old: Any, new: Any) -> bool:
    return type(old) is type(new) and bool(old == new)
