"""The standard streams: what is written there never ends in a traceback."""

from __future__ import annotations

import os
import sys
from contextlib import suppress

from symproof.kernel.errors import Malformed
from symproof.layout import plain


def replace_closed() -> None:
    """Let a standard output or error that the caller closed swallow what is written to it."""
    if sys.stdout is None:
        sys.stdout = open(os.devnull, "w")  # noqa: SIM115  (open until the process ends)
    if sys.stderr is None:
        sys.stderr = open(os.devnull, "w")  # noqa: SIM115


def put(text: str) -> None:
    """Write to standard output, at once. A reader that has gone away is no error: the rest is dropped.

    Raises:
        Malformed: it cannot be written to, for instance as a disk is full.
    """
    try:
        sys.stdout.write(text)
        sys.stdout.flush()
    except BrokenPipeError:
        _drop()
    except OSError as error:
        _drop()
        raise Malformed(f"standard output: cannot be written: {error.strerror}") from None
    except UnicodeEncodeError as error:
        raise Malformed(f"standard output: its encoding {error.encoding} lacks a character") from None


def complain(text: str) -> None:
    """Write the program's name and ``text`` to standard error, if it can be written to.

    Names in files come this far: nothing in them reaches the terminal but what can be printed.
    """
    with suppress(OSError):
        sys.stderr.write(f"symproof: {chr(10).join(map(plain, text.splitlines()))}\n")
        sys.stderr.flush()


def _drop() -> None:
    """Send what else is written to standard output nowhere, also what Python still holds at exit."""
    target = os.open(os.devnull, os.O_WRONLY)
    with suppress(OSError, ValueError):  # a stream without a descriptor
        os.dup2(target, sys.stdout.fileno())
    os.close(target)
