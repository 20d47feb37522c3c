"""The errors symproof raises. Rejected, Malformed and GaveUp are never mixed.

`Malformed` and `Rejected` are the kernel's own and live there; they are named here so that callers
need one import.
"""

from __future__ import annotations

from symproof.kernel.errors import Malformed, Rejected

__all__ = ["GaveUp", "Malformed", "Rejected"]


class GaveUp(Exception):
    """The search stopped at a limit. It says nothing about the answer.

    Args:
        tried: what was attempted, in words, one entry a method.
        limit: which limit ended the search, for instance ``"time: 10 s"``.
    """

    def __init__(self, tried: list[str], limit: str) -> None:
        super().__init__(f"gave up ({limit}); tried: {'; '.join(tried) or 'nothing'}")
        self.tried = tried
        self.limit = limit
