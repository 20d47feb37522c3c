"""Limits of a search, and the clock that enforces them."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, field

from symproof.errors import GaveUp


@dataclass(frozen=True, slots=True)
class Limits:
    """How long a search may run and how much it may allocate.

    Args:
        time: seconds of wall clock, or None. It is checked inside every loop; one call into a library
            (a lattice reduction, a matrix product) is not interrupted.
        memory: bytes that the tables of the search may take together, or None.
    """

    time: float | None = None
    memory: int | None = 2 << 30


@dataclass(slots=True)
class Clock:
    """A running search: its limits, what it tried so far, and who wants to hear of it."""

    limits: Limits
    progress: Callable[[str], None] | None = None
    tried: list[str] = field(default_factory=list)
    start: float = field(default_factory=time.monotonic)

    def check(self) -> None:
        """Raise `GaveUp` when the time is over."""
        if self.limits.time is not None and time.monotonic() - self.start > self.limits.time:
            raise GaveUp(self.tried, f"time: {self.limits.time:.3g} s")

    def left(self) -> float:
        """Seconds that are left, infinite without a limit."""
        if self.limits.time is None:
            return float("inf")
        return self.limits.time - (time.monotonic() - self.start)

    def remaining(self) -> Limits:
        """What is left of the limits, for a part of the search that keeps its own clock."""
        return Limits(None if self.limits.time is None else max(self.left(), 0.0), self.limits.memory)

    def fits(self, size: float) -> bool:
        """Whether ``size`` bytes may be allocated."""
        return self.limits.memory is None or size <= self.limits.memory

    def allocate(self, size: float, what: str) -> None:
        """Raise `GaveUp` when ``size`` bytes, for ``what``, are more than the memory limit."""
        if not self.fits(size):
            limit = f"memory: {self.limits.memory} bytes, {what} needs {size:.3g}"
            raise GaveUp(self.tried, limit)

    def note(self, what: str) -> None:
        """A method is about to be tried."""
        self.check()
        self.tried.append(what)
        if self.progress is not None:
            self.progress(what)
