"""The exit codes and verdict words of every command, in one place."""

from __future__ import annotations

from enum import IntEnum, StrEnum


class Exit(IntEnum):
    """What the exit status of a command means."""

    ESTABLISHED = 0
    REJECTED = 1
    USAGE = 2
    MALFORMED = 3
    INCOMPLETE = 4
    GAVE_UP = 5
    INTERNAL = 70
    INTERRUPTED = 130


class Verdict(StrEnum):
    """The answers of `symproof absorb`."""

    ABSORBABLE = "absorbable"
    NOT_ABSORBABLE = "not-absorbable"
    UNDECIDED = "undecided"
    GAVE_UP = "gave-up"


class StackVerdict(StrEnum):
    """The answers of `symproof stack`."""

    REPRESENTABLE = "representable"
    NOT_REPRESENTABLE = "not-representable"
    UNDECIDED = "undecided"
    GAVE_UP = "gave-up"


class EqualVerdict(StrEnum):
    """The answers of `symproof equal`."""

    EQUAL = "equal"
    DIFFERENT = "different"
    UNDECIDED = "undecided"
    GAVE_UP = "gave-up"


class Reasoned:
    """A verdict with its reason: how it shows itself, and that it is no truth value."""

    __slots__ = ()
    verdict: StrEnum
    why: str

    def __bool__(self) -> bool:
        """No truth value: three answers do not fit into two.

        Raises:
            TypeError: always; it says what to write instead.
        """
        raise TypeError("a decision is not true or false: ask for `.verdict`, or `.absorbable is True`")

    def __str__(self) -> str:
        return f"{self.verdict}: {self.why}"

    def __repr__(self) -> str:
        return f"<{self}>"

    def _repr_html_(self) -> str:
        from symproof.model.display import table

        return table(str(self.verdict), {"why": self.why})
