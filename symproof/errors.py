"""The errors symproof raises. Rejected, Malformed, OutOfBudget and GaveUp are never mixed.

`Malformed`, `Rejected` and `OutOfBudget` are the kernel's own and live there; they are named here so that
callers need one import.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from symproof.kernel.errors import Malformed, OutOfBudget, Rejected

__all__ = ["GaveUp", "Malformed", "OutOfBudget", "Rejected", "did_you_mean", "no_such", "or_else"]


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

    def __reduce__(self) -> tuple[type[GaveUp], tuple[list[str], str]]:
        """From another process it comes with its parts."""
        return GaveUp, (self.tried, self.limit)


def did_you_mean(name: str, known: Iterable[str]) -> str:
    """' (did you mean a or b?)' with the names of ``known`` that look like this one; '' without any.

    >>> did_you_mean("absrob", ["absorb", "check"])
    ' (did you mean absorb?)'
    """
    from difflib import get_close_matches

    by_lower = {other.lower(): other for other in known}
    close = get_close_matches(name.lower(), by_lower, n=3, cutoff=0.6)
    return or_else([by_lower[other] for other in close])


def or_else(names: Sequence[str]) -> str:
    """' (did you mean a or b?)' with these names; '' without any."""
    return f" (did you mean {' or '.join(names)}?)" if names else ""


def no_such(what: str, name: str, known: Iterable[str]) -> str:
    """What to say of a name that does not exist: those that look like it, else all of them.

    >>> no_such("picture", "wlak", ["walk", "reach"])
    "there is no picture 'wlak' (did you mean walk?)"
    >>> no_such("picture", "xyz", ["walk", "reach"])
    "there is no picture 'xyz'; there are: walk, reach"
    """
    every = list(known)
    meant = did_you_mean(name, every) or f"; there are: {', '.join(every) or 'none'}"
    return f"there is no {what} {name!r}{meant}"
