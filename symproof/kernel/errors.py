"""The two ways in which the kernel says no."""

from __future__ import annotations


class Malformed(Exception):
    """The input is not in the format: nothing was checked."""


class Rejected(Exception):
    """The input is in the format and does not establish the claim."""
