"""Atoms: MathML elements with the role that decides the space around them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum, auto
from xml.etree.ElementTree import Element

from symproof.render import mathml


class Role(Enum):
    """What an atom is in its row."""

    ORDINARY = auto()
    FENCED = auto()
    FUNCTION = auto()  # a name that is applied: sigma, ReLU, det
    LARGE = auto()  # sum, lim: scripts go below and above
    BINARY = auto()
    PREFIX = auto()
    RELATION = auto()
    PUNCTUATION = auto()
    SPACE = auto()

    @property
    def ends_operand(self) -> bool:
        """Whether a sign that follows is between two operands, and a bar that follows may close."""
        return self in (Role.ORDINARY, Role.FENCED, Role.FUNCTION)


@dataclass(frozen=True, slots=True)
class Atom:
    """An element and its role."""

    element: Element
    role: Role

    @property
    def breaks_before(self) -> bool:
        """Whether a line may end before the atom."""
        return self.role is Role.RELATION

    @property
    def breaks_after(self) -> bool:
        """Whether a line may end behind the atom: a wide space, or punctuation but for a full stop."""
        wide = self.role is Role.SPACE and self.element.get("width") in ("1em", "2em")
        return wide or (self.role is Role.PUNCTUATION and self.element.text != ".")

    def with_scripts(self, below: Element | None, above: Element | None) -> Atom:
        """The atom with a lower and an upper script, either of which may be absent."""
        if below is None and above is None:
            return self
        names = ("munder", "mover", "munderover") if self.role is Role.LARGE else ("msub", "msup", "msubsup")
        tag = names[(above is not None) + (below is not None and above is not None)]
        scripts = [script for script in (below, above) if script is not None]
        return Atom(mathml.element(tag, self.element, *scripts), self.role)


def joined(atoms: Sequence[Atom]) -> list[Element]:
    """The elements of a row, with an invisible "of" or a thin space behind names that are applied."""
    found: list[Element] = []
    for place, atom in enumerate(atoms):
        found.append(atom.element)
        following = atoms[place + 1].role if place + 1 < len(atoms) else None
        if atom.role is Role.FUNCTION and following is Role.FENCED:
            found.append(mathml.operator(mathml.APPLY))
        elif atom.role is Role.FUNCTION and following in (Role.ORDINARY, Role.FUNCTION, Role.LARGE):
            found += [mathml.operator(mathml.APPLY), mathml.space("0.1667em")]
    return found
