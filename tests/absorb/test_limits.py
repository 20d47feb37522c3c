"""Time and memory of a search: loops ask the clock, and the alarm ends what does not ask."""

from __future__ import annotations

import gc
import signal
import threading
import time
from fractions import Fraction
from random import Random

import pytest

from symproof import Block, decide
from symproof.absorb.limits import Clock, Limits, enforced
from symproof.absorb.residual import near_miss, residual, residuals
from symproof.errors import GaveUp
from symproof.kernel.trees import Problem
from symproof.verdict import Verdict


def _forever() -> None:
    while True:
        pass


def test_code_that_does_not_ask_ends_at_its_time_and_the_alarm_is_put_back() -> None:
    before, start = signal.getsignal(signal.SIGALRM), time.monotonic()
    clock = Clock(Limits(time=0.3), tried=["waiting"])
    with pytest.raises(GaveUp, match=r"time: 0.3 s\); tried: waiting"), enforced(clock):
        _forever()
    assert 0.3 <= time.monotonic() - start < 1.3
    assert signal.getsignal(signal.SIGALRM) is before
    assert signal.getitimer(signal.ITIMER_REAL) == (0.0, 0.0)


def test_time_that_is_over_before_ends_at_once() -> None:
    clock = Clock(Limits(time=0.0))
    with pytest.raises(GaveUp), enforced(clock):
        _forever()


def test_within_another_limit_the_first_rings() -> None:
    outer = Clock(Limits(time=0.2), tried=["outer"])
    with pytest.raises(GaveUp, match="outer"), enforced(outer), enforced(Clock(Limits(time=100.0))):
        _forever()


def test_what_ends_in_time_is_left_alone() -> None:
    with enforced(Clock(Limits(time=0.2))):
        pass
    time.sleep(0.3)  # no alarm is left behind


def test_another_thread_has_no_alarm() -> None:
    seen = []

    def inside() -> None:
        with enforced(Clock(Limits(time=0.01))):
            seen.append(signal.getitimer(signal.ITIMER_REAL)[0])

    thread = threading.Thread(target=inside)
    thread.start()
    thread.join()
    assert seen == [0.0]


def test_a_part_keeps_the_limit_that_was_set_and_the_start() -> None:
    clock = Clock(Limits(time=5.0, memory=7))
    part = Clock(clock.remaining())
    assert part.start == clock.start
    assert part.limits.memory == 7
    with pytest.raises(GaveUp, match="time: 5 s"):
        Clock(Limits(time=5.0, start=time.monotonic() - 6)).check()


def test_what_a_part_tries_is_tried_by_the_whole_and_its_steps_are_progress() -> None:
    heard: list[str] = []
    clock = Clock(Limits(), heard.append)
    part = Clock(clock.remaining(), clock.hear)
    part.note("counting")
    part.step(3, 9, "number")
    part.note("counting again")
    assert clock.tried == ["counting", "counting again"]
    assert heard == ["counting", "counting: number 3 of 9", "counting again"]


def _long_numbers(n: int, digits: int) -> Problem:
    rng = Random(3)

    def entry() -> Fraction:
        return Fraction(rng.randrange(1, 9), rng.randrange(10 ** (digits - 1), 10**digits))

    P, Q = ([[entry() for _ in range(c)] for _ in range(r)] for r, c in ((2, n), (n, 2)))
    return Problem(P, Q, {(0, 0): Fraction(-1), (1, 1): Fraction(-1)})


def test_running_through_all_sets_asks_the_clock() -> None:
    start = time.monotonic()
    with pytest.raises(GaveUp, match="time"):
        list(residuals(_long_numbers(14, 400), Clock(Limits(time=0.2))))
    assert time.monotonic() - start < 1.5


def test_a_near_miss_keeps_its_time_and_is_seen_among_long_numbers() -> None:
    problem, start = _long_numbers(14, 400), time.monotonic()
    assert near_miss(problem, Limits(time=1.0)) is None
    left = residual(Problem(problem.P, problem.Q, {}), (1, 4, 5)).entries
    wrong = Problem(problem.P, problem.Q, {**left, (0, 1): left[0, 1] + 1})
    found = near_miss(wrong, Limits(time=5.0))
    assert found is not None
    assert (found.subset, found.entries) == ((1, 4, 5), {(0, 1): Fraction(-1)})
    assert time.monotonic() - start < 8


@pytest.mark.parametrize("seed", range(40))
def test_the_near_miss_is_the_best_of_all_sets(seed: int) -> None:
    rng = Random(seed)
    a, b, n = rng.randint(2, 3), rng.randint(2, 3), rng.randint(1, 7)
    P, Q = ([[rng.randint(-2, 2) for _ in range(c)] for _ in range(r)] for r, c in ((a, n), (n, b)))
    problem = Problem(P, Q, {(i, i): Fraction(-1) for i in range(2)})

    def in_one_line(entries: dict[tuple[int, int], Fraction]) -> bool:
        return 1 in (len({i for i, _ in entries}), len({j for _, j in entries}))

    every = [r for r in residuals(problem) if r.subset and in_one_line(r.entries)]
    assert near_miss(problem, Limits()) == min(every, key=lambda r: r.rank_key, default=None)


def test_a_decision_gives_up_at_its_time_with_what_was_tried() -> None:
    rng = Random(5)
    up, down = (
        [[rng.randint(-1000, 1000) for _ in range(c)] for _ in range(r)] for r, c in ((60, 2), (2, 60))
    )
    heard: list[str] = []
    decision = decide(Block(up, down), Limits(time=0.4), heard.append)
    assert decision.verdict is Verdict.GAVE_UP
    assert "time: 0.4 s" in decision.why
    assert len(decision.tried) >= 3
    assert any(" of " in line for line in heard)


def _collected_forever() -> None:
    gc.collect()
    _forever()


def test_an_alarm_in_a_callback_of_the_collector_rings_again() -> None:
    reached = []

    def slow(phase: str, info: dict[str, int]) -> None:
        until = time.monotonic() + 0.2
        while time.monotonic() < until:
            pass
        reached.append(phase)

    gc.callbacks.append(slow)
    try:
        with pytest.raises(GaveUp), enforced(Clock(Limits(time=0.1))):
            _collected_forever()
    finally:
        gc.callbacks.remove(slow)
    assert reached[:2] == ["start", "stop"]
