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
