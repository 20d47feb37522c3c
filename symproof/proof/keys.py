"""One key press on a terminal, without waiting for the end of a line."""

from __future__ import annotations

import sys


def pressed() -> str:
    """The key that is pressed; empty at the end of the input.

    Raises:
        KeyboardInterrupt: on control-C.
    """
    try:
        import termios
        import tty
    except ImportError:  # no terminal control on this system: a line at a time
        return sys.stdin.readline()[:1]
    number = sys.stdin.fileno()
    before = termios.tcgetattr(number)
    try:
        tty.setcbreak(number, termios.TCSADRAIN)
        key = sys.stdin.read(1)
    finally:
        termios.tcsetattr(number, termios.TCSADRAIN, before)
    return "" if key == "\x04" else key
