"""A call into a library that can be stopped: it runs in a process of its own, which ends with the time."""

from __future__ import annotations

import os
import pickle
import select
import signal
from collections.abc import Callable
from typing import Any, TypeVar

from symproof.absorb.limits import Clock, undisturbed
from symproof.errors import GaveUp

Result = TypeVar("Result")


def apart(clock: Clock, run: Callable[[Clock], Result]) -> Result:
    """What ``run`` returns, run in a copy of this process that is killed when the time is over.

    Without a limit of time, and on systems that cannot fork, it runs here.

    Args:
        clock: the limits; progress of the copy is heard here.
        run: given the clock; its result can be pickled.

    Raises:
        GaveUp: the time is over, or ``run`` gave up.
        Exception: what ``run`` raises.
    """
    if clock.limits.time is None or not hasattr(os, "fork"):
        return run(clock)
    source, target = os.pipe()
    with undisturbed():
        child = os.fork()
    if not child:
        os.close(source)
        _copy(clock, run, target)
    try:
        os.close(target)
        with os.fdopen(source, "rb") as pipe:
            result: Result = _heard(clock, pipe.fileno())
            return result
    finally:
        os.kill(child, signal.SIGKILL)
        os.waitpid(child, 0)


def _copy(clock: Clock, run: Callable[[Clock], Any], target: int) -> None:
    """The copy: send lines of progress and the outcome, and end."""
    status = 1
    try:
        with os.fdopen(target, "wb") as pipe:

            def send(kind: str, value: object) -> None:
                data = pickle.dumps((kind, value))
                pipe.write(len(data).to_bytes(8, "little") + data)
                pipe.flush()

            clock.progress = clock.progress and (lambda text: send("progress", text))
            try:
                send("result", run(clock))
            except GaveUp as stop:
                send("gave up", (stop.tried, stop.limit))
            except Exception as error:
                send("raised", error)
        status = 0
    finally:
        os._exit(status)


def _heard(clock: Clock, pipe: int) -> Any:
    """The outcome that the copy sends."""
    while True:
        kind, value = pickle.loads(_read(clock, pipe, int.from_bytes(_read(clock, pipe, 8), "little")))
        if kind == "progress" and clock.progress is not None:
            clock.progress(value)
        elif kind == "result":
            return value
        elif kind == "gave up":
            raise GaveUp(*value)
        elif kind == "raised":
            raise value


def _read(clock: Clock, pipe: int, size: int) -> bytes:
    """So many bytes, while there is time."""
    parts = []
    while size:
        left = clock.left()
        if not select.select([pipe], [], [], max(left, 0))[0]:
            clock.over()
        part = os.read(pipe, min(size, 1 << 20))
        if not part:
            raise MemoryError("the process of a library call ended without an answer")
        parts.append(part)
        size -= len(part)
    return b"".join(parts)
