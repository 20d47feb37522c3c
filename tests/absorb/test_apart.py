"""A call into a library that can be stopped."""

from __future__ import annotations

import json
import os
import time
from random import Random

import pytest

from symproof import Block, decide
from symproof.absorb.apart import apart
from symproof.absorb.limits import Clock, Limits
from symproof.absorb.system import TooLong
from symproof.errors import GaveUp
from symproof.verdict import Verdict


def _clock(seconds: float | None = 20.0) -> Clock:
    return Clock(Limits(time=seconds), tried=["a library"])


@pytest.mark.parametrize("seconds", [None, 20.0])
def test_the_result_comes_back_whole_with_or_without_a_process(seconds: float | None) -> None:
    large = [[k * 7**500 for k in range(50)] for _ in range(50)]
    assert apart(_clock(seconds), lambda clock: (large, os.getpid() == here)) == (large, seconds is None)


here = os.getpid()


@pytest.mark.parametrize("error", [TooLong("digits"), OverflowError("large"), ZeroDivisionError("by zero")])
def test_what_the_call_raises_is_raised(error: Exception) -> None:
    def fail(clock: Clock) -> None:
        raise error

    with pytest.raises(type(error), match=str(error)):
        apart(_clock(), fail)


def test_a_call_that_gives_up_gives_up_here() -> None:
    with pytest.raises(GaveUp, match=r"memory: .*; tried: a library; more"):
        apart(Clock(Limits(time=20.0, memory=5), tried=["a library"]), _too_large)


def _too_large(clock: Clock) -> None:
    clock.note("more")
    clock.allocate(10, "a table")


def test_a_call_is_stopped_at_its_time_and_its_process_is_gone() -> None:
    heard: list[str] = []

    def sleep(clock: Clock) -> None:
        clock.note(str(os.getpid()))
        time.sleep(60)

    start = time.monotonic()
    with pytest.raises(GaveUp, match=r"time: 0.5 s\); tried: a library"):
        apart(Clock(Limits(time=0.5), heard.append, ["a library"]), sleep)
    assert time.monotonic() - start < 1.6
    with pytest.raises(ProcessLookupError):
        os.kill(int(heard[0]), 0)


def test_progress_of_the_call_is_heard() -> None:
    heard: list[str] = []

    def work(clock: Clock) -> int:
        clock.note("reducing")
        clock.step(1, 2, "row")
        return 3

    assert apart(Clock(Limits(time=20.0), heard.append), work) == 3
    assert heard == ["reducing", "reducing: row 1 of 2"]


def test_a_process_that_dies_is_no_answer() -> None:
    with pytest.raises(MemoryError):
        apart(_clock(), lambda clock: os._exit(9))


@pytest.mark.parametrize(("d", "n", "bound"), [(3, 300, 2**40), (12, 400, 1000), (4, 2000, 10**6)])
def test_a_reduction_that_takes_minutes_keeps_the_time(d: int, n: int, bound: int) -> None:
    rng = Random(json.dumps([d, n]))
    up, down = (
        [[rng.randint(-bound, bound) for _ in range(c)] for _ in range(r)] for r, c in ((n, d), (d, n))
    )
    block, start = Block(up, down, "gelu"), time.monotonic()
    decision = decide(block, Limits(time=1.5))
    assert time.monotonic() - start < 1.1 * 1.5 + 1
    assert decision.verdict is Verdict.GAVE_UP
    assert "time: 1.5 s" in decision.why
    assert "lattice leaf" in decision.tried
