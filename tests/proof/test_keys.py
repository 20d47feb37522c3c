"""Stepping through a proof on a terminal, one key a step."""

from __future__ import annotations

import os
import select
import signal
import sys
import time

import pytest

pty = pytest.importorskip("pty")


def _session(keys: list[bytes], arguments: list[str], seconds: float = 30) -> tuple[str, int]:
    """What a terminal shows, and the exit status, when each key is pressed at the prompt for it."""
    child, terminal = pty.fork()
    if child == 0:
        os.execv(sys.executable, [sys.executable, "-m", "symproof", *arguments])
    shown, waiting, end = b"", list(keys), time.monotonic() + seconds
    answered = 0
    while time.monotonic() < end:
        if select.select([terminal], [], [], 0.2)[0]:
            try:
                part = os.read(terminal, 65536)
            except OSError:
                break
            if not part:
                break
            shown += part
        if waiting and shown.count(b"any key: next step") > answered:
            answered += 1
            os.write(terminal, waiting.pop(0))
    if time.monotonic() >= end:
        os.kill(child, signal.SIGKILL)
    _, status = os.waitpid(child, 0)
    os.close(terminal)
    return shown.decode(), os.waitstatus_to_exitcode(status)


def test_each_key_shows_one_step_and_q_ends() -> None:
    shown, status = _session([b" ", b"n", b"q"], ["show", "prop-1", "--step"])
    assert status == 0
    assert "1/6 vector" in shown
    assert "2/6 two" in shown
    assert "3/6" not in shown


def test_all_steps_to_the_end() -> None:
    shown, status = _session([b" "] * 8, ["show", "prop-2", "--step"])
    assert status == 0
    assert "8/8 contradiction" in shown


def test_control_c_is_an_interruption() -> None:
    shown, status = _session([b" ", b"\x03"], ["show", "prop-1", "--step"])
    assert status == 130
    assert "Traceback" not in shown
