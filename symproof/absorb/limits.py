"""Limits of a search, and the clock that enforces them."""

from __future__ import annotations

import gc
import signal
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from types import FrameType
from typing import NoReturn

from symproof.errors import GaveUp

BEAT = 0.1  # seconds between two lines of progress about one method
LEAST = 1e-3  # seconds of the shortest alarm
AGAIN = 0.05  # seconds until the alarm rings again: an exception in a finaliser is lost


@dataclass(frozen=True, slots=True)
class Limits:
    """How long a search may run and how much it may allocate.

    Args:
        time: seconds of wall clock, or None. Loops ask the clock; below `enforced`, code that does not ask
            is interrupted as well, and only a call into a library (a matrix product, a step of a lattice
            reduction) is waited for.
        memory: bytes that the tables of the search may take together, or None.
        start: when the time began to run (`time.monotonic`); None: when the search starts.
    """

    time: float | None = None
    memory: int | None = 2 << 30
    start: float | None = None


@dataclass(slots=True)
class Clock:
    """A running search: its limits, what it tried so far, and who wants to hear of it."""

    limits: Limits
    progress: Callable[[str], None] | None = None
    tried: list[str] = field(default_factory=list)
    start: float = -1.0
    told: float = 0.0

    def __post_init__(self) -> None:
        if self.start < 0:
            self.start = time.monotonic() if self.limits.start is None else self.limits.start

    def check(self) -> None:
        """Raise `GaveUp` when the time is over."""
        if self.limits.time is not None and time.monotonic() - self.start > self.limits.time:
            self.over()

    def over(self) -> NoReturn:
        """Raise `GaveUp`: the time is over."""
        raise GaveUp(self.tried, f"time: {self.limits.time:.3g} s")

    def left(self) -> float:
        """Seconds that are left, infinite without a limit."""
        if self.limits.time is None:
            return float("inf")
        return self.limits.time - (time.monotonic() - self.start)

    def remaining(self) -> Limits:
        """The same limits for a part of the search that keeps its own clock: the time has begun to run."""
        return replace(self.limits, start=self.start)

    def fits(self, size: float) -> bool:
        """Whether ``size`` bytes may be allocated."""
        return self.limits.memory is None or size <= self.limits.memory

    def allocate(self, size: float, what: str) -> None:
        """Raise `GaveUp` when ``size`` bytes, for ``what``, are more than the memory limit."""
        if not self.fits(size):
            limit = f"memory: {self.limits.memory} bytes, {what} needs {size:.3g}"
            raise GaveUp(self.tried, limit)

    def note(self, what: str) -> None:
        """A method is about to be tried."""
        self.check()
        self.tried.append(what)
        if self.progress is not None:
            self.progress(what)

    def hear(self, text: str) -> None:
        """Progress of a part of the search: what it tries is tried by the whole."""
        if not self.tried or not text.startswith(f"{self.tried[-1]}: "):
            self.tried.append(text)
        if self.progress is not None:
            self.progress(text)

    def step(self, done: int, whole: int, what: str) -> None:
        """Check the time, and say now and then how far the method is: ``done`` of ``whole`` steps."""
        self.check()
        if self.progress is not None and (now := time.monotonic()) - self.told > BEAT:
            self.told = now
            self.progress(f"{self.tried[-1] if self.tried else 'search'}: {what} {done} of {whole}")


_waiting: list[object] = []  # who lets the alarm wait


@contextmanager
def undisturbed() -> Iterator[None]:
    """Within it the alarm waits: what it raises in a hook of fork, in a finaliser, is lost."""
    _waiting.append(None)
    try:
        yield
    finally:
        _waiting.pop()


@contextmanager
def enforced(clock: Clock) -> Iterator[None]:
    """Within it `GaveUp` is raised when the time is over, whatever Python code is running.

    That needs the alarm of the process, so it does nothing in other threads than the main one, where there
    is none (Windows), and inside another such context, whose time ends as soon.
    """
    usable = hasattr(signal, "setitimer") and threading.current_thread() is threading.main_thread()
    if clock.limits.time is None or not usable or signal.getitimer(signal.ITIMER_REAL)[0]:
        yield
        return

    def ring(number: int, frame: FrameType | None) -> None:
        lost = [getattr(callback, "__code__", None) for callback in gc.callbacks]  # what is raised there
        while frame is not None and frame.f_code not in lost:
            frame = frame.f_back
        if frame is None and not _waiting:
            clock.over()

    before = signal.signal(signal.SIGALRM, ring)
    try:
        signal.setitimer(signal.ITIMER_REAL, max(clock.left(), LEAST), AGAIN)
        yield
    finally:
        try:
            signal.setitimer(signal.ITIMER_REAL, 0)
        finally:
            signal.signal(signal.SIGALRM, before)
