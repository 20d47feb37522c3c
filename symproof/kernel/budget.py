"""What the kernel may do by itself for one claim."""

from __future__ import annotations

from collections.abc import Callable

from symproof.kernel.errors import OutOfBudget

STEPS = 1 << 24  # some seconds; of half sums, most of a minute
RATIONAL = 32  # steps of one rational operation


class Budget:
    """Steps for one claim: one for 32 half sums, `RATIONAL` for an entry that elimination touches.

    ``tick`` is the caller's clock: called often, it may raise, which ends the check.
    """

    def __init__(self, steps: int = STEPS, tick: Callable[[], object] = lambda: None) -> None:
        self.steps, self.left, self.tick = steps, steps, tick

    def spend(self, steps: int) -> None:
        """Take steps from what is left, else raise `OutOfBudget`: nothing is said about the claim."""
        self.left -= steps
        self.tick()
        if self.left < 0:
            raise OutOfBudget(f"more than {self.steps} steps of exhausted nodes, ranks and restrictions")
