"""Tokens of the LaTeX subset."""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import Enum, auto


class TexError(ValueError):
    """A formula is not in the subset.

    Attributes:
        source: the formula.
        place: where in it, 0-based.
        why: what was required and what was found.
    """

    def __init__(self, source: str, place: int, why: str) -> None:
        super().__init__(f"{why}, at character {place} of {source!r}")
        self.source, self.place, self.why = source, place, why


class Sort(Enum):
    """What a token is."""

    MACRO = auto()
    LETTER = auto()
    NUMBER = auto()
    SIGN = auto()
    SPACE = auto()
    OPEN = auto()
    CLOSE = auto()
    SCRIPT = auto()
    PRIME = auto()
    NEXT_CELL = auto()
    NEXT_ROW = auto()
    END = auto()


@dataclass(frozen=True, slots=True)
class Token:
    """A token with its place in the source; the text of a macro has no backslash."""

    sort: Sort
    text: str
    place: int


_PATTERNS = (
    (Sort.NEXT_ROW, r"\\\\"),
    (Sort.MACRO, r"\\(?:[A-Za-z]+|[,;:! {}|])"),
    (Sort.LETTER, r"[A-Za-z]"),
    (Sort.NUMBER, r"[0-9]+(?:\.[0-9]+)?"),
    (Sort.SPACE, r"[ \n]+|~"),
    (Sort.OPEN, r"\{"),
    (Sort.CLOSE, r"\}"),
    (Sort.SCRIPT, r"[_^]"),
    (Sort.PRIME, r"'+"),
    (Sort.NEXT_CELL, r"&"),
    (Sort.SIGN, r"[-+=<>/*|()\[\],.;:!?]"),
)
_TOKEN = re.compile("|".join(f"({pattern})" for _, pattern in _PATTERNS), re.ASCII)
_TEXT = re.compile(r"\\(?:text|mathrm|operatorname)\{([^{}\\$]*)\}", re.ASCII)
_SORTS = [sort for sort, _ in _PATTERNS]


def tokens(source: str) -> list[Token]:
    r"""The tokens of a formula, an END token last.

    The argument of ``\text``, ``\mathrm`` and ``\operatorname`` is taken as it stands: the token is the
    macro with the argument behind an equals sign, for instance ``text= if ``. Where spaces mean nothing
    they are left out.

    Raises:
        TexError: a character is not in the subset.
    """
    found, place = [], 0
    while place < len(source):
        word = _TEXT.match(source, place)
        if word:
            name = source[place + 1 : word.start(1) - 1]
            found.append(Token(Sort.MACRO, f"{name}={word[1]}", place))
            place = word.end()
            continue
        match = _TOKEN.match(source, place)
        if match is None or match.lastindex is None:
            raise TexError(source, place, f"the character {source[place]!r} is not in the subset")
        sort = _SORTS[match.lastindex - 1]
        if sort is not Sort.SPACE:
            found.append(Token(sort, match[0].removeprefix("\\") if sort is Sort.MACRO else match[0], place))
        elif match[0] == "~":
            found.append(Token(Sort.MACRO, " ", place))
        place = match.end()
    return [*found, Token(Sort.END, "", len(source))]
