"""The ways in which the kernel says no."""

from __future__ import annotations

from symproof.reader.numbers import Malformed

__all__ = ["Malformed", "OutOfBudget", "Rejected"]


class Rejected(Exception):
    """The input is in the format and does not establish the claim."""


class OutOfBudget(Exception):
    """The check stopped at its budget: it says nothing about the claim, and a larger budget may decide it."""
