"""A limit of wall clock for computations with polynomials."""

from __future__ import annotations

import time
from dataclasses import dataclass, field

from symproof.errors import GaveUp


@dataclass(frozen=True, slots=True)
class Deadline:
    """The time by which a computation must end.

    Args:
        seconds: from now; None: no limit.
    """

    seconds: float | None = None
    start: float = field(default_factory=time.monotonic)

    def check(self, method: str) -> None:
        """Raise `GaveUp` when the time is over, naming the method."""
        if self.seconds is not None and time.monotonic() - self.start > self.seconds:
            raise GaveUp([method], f"time: {self.seconds:g} s")
