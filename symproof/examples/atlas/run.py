"""Running a sweep on any `concurrent.futures` executor: this process, several, or a Dask cluster."""

from __future__ import annotations

import importlib
import multiprocessing
import os
import time
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, ProcessPoolExecutor, as_completed
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from typing import Any

from symproof.absorb.limits import Clock, Limits
from symproof.errors import GaveUp
from symproof.examples.atlas.spec import Spec, Types, cached
from symproof.examples.atlas.store import Store, Totals
from symproof.examples.atlas.sweep import Row, sweep_chunk
from symproof.kernel.errors import Malformed

SMALL = 20_000  # weight pairs that one process sweeps before others would have started
EXECUTORS = ("auto", "serial", "processes", "dask")


def run_sweep(
    spec: Spec,
    store: Store,
    executor: Executor | None = None,
    report: Callable[[str], None] | None = None,
    limits: Limits | None = None,
) -> Totals:
    """Decide what is left of a sweep and return its numbers.

    Every chunk is stored when it is finished, so that an interrupted sweep goes on where it stopped.

    Args:
        spec: the sweep.
        store: where the results are, and go.
        executor: where the chunks are decided; None: here.
        report: told about the progress.
        limits: of time for what is left of the sweep, and of memory for the tables of a chunk and a search.

    Raises:
        GaveUp: a limit was reached, or a worker process died; running again goes on from what is stored.
    """
    clock = Clock(limits or Limits(memory=None), tried=["the sweep"])
    clock.allocate(cached(spec).table, f"d = {spec.d}, N = {spec.width}")
    until = None if clock.limits.time is None else time.time() + clock.left()
    sweep = store.open(spec)
    done = store.done(sweep)
    chunks = spec.chunks()
    left = [prefix for prefix in chunks if prefix not in done]
    finished = len(chunks) - len(left)

    def tell() -> None:
        if report is not None and finished < len(chunks):
            report(f"d = {spec.d}, N = {spec.width}: {finished} of {len(chunks)} chunks")

    tell()
    try:
        for prefix, rows in _swept(spec, left, executor, (until, clock.limits.memory)):
            store.add(sweep, spec, prefix, rows)
            finished += 1
            tell()
    except (GaveUp, TimeoutError, BrokenProcessPool) as stop:
        over = f"time: {clock.limits.time:g} s" if clock.limits.time else ""
        limit = "a worker died" if isinstance(stop, BrokenProcessPool) else over
        done_so_far = f"{finished} of {len(chunks)} chunks are done; a sweep with --db goes on from there"
        raise GaveUp([f"d = {spec.d}, N = {spec.width}"], f"{limit}, {done_so_far}") from None
    return store.totals(spec)


def _swept(
    spec: Spec, left: list[Types], executor: Executor | None, work: tuple[float | None, int | None]
) -> Iterator[tuple[Types, list[Row]]]:
    """The chunks as they are decided, here or by the executor; ``work`` is what bounds each."""
    if executor is None:
        for prefix in left:
            yield prefix, sweep_chunk(spec, prefix, *work)
        return
    futures = {executor.submit(sweep_chunk, spec, prefix, *work): prefix for prefix in left}
    try:
        for future in as_completed(futures, None if work[0] is None else max(0.0, work[0] - time.time())):
            yield futures[future], future.result()
    finally:
        for future in futures:
            future.cancel()


@contextmanager
def executor_for(
    name: str, specs: list[Spec], workers: int | None = None, scheduler: str | None = None
) -> Iterator[Executor | None]:
    """The executor called ``name``: serial (None), processes, dask, or auto: processes for long sweeps.

    Args:
        name: one of `EXECUTORS`.
        specs: what will be swept.
        workers: processes; default the number of processors.
        scheduler: the address of a Dask scheduler, such as tcp://127.0.0.1:8786.

    Raises:
        Malformed: the name is unknown, Dask is not installed or has no address.
    """
    if name == "auto":
        long = any(spec.pairs > SMALL for spec in specs) and (os.cpu_count() or 1) > 1
        name = "processes" if long or workers else "serial"
    if name == "serial":
        yield None
    elif name == "processes":
        context = multiprocessing.get_context("spawn")
        with ProcessPoolExecutor(workers or os.cpu_count() or 1, mp_context=context) as pool:
            yield pool
    elif name == "dask":
        with _dask(scheduler) as pool:
            yield pool
    else:
        raise Malformed(f"the executors are {', '.join(EXECUTORS)}, found {name}")


@contextmanager
def _dask(scheduler: str | None) -> Iterator[Executor]:
    if scheduler is None:
        raise Malformed("--executor dask needs --scheduler ADDRESS, such as tcp://127.0.0.1:8786")
    try:
        distributed: Any = importlib.import_module("distributed")
    except ImportError:
        raise Malformed("dask is not installed: pip install 'dask[distributed]'") from None
    try:
        client = distributed.Client(scheduler, timeout="10s")
    except (OSError, ValueError) as error:
        raise Malformed(f"no Dask scheduler answers at {scheduler}: {error}") from None
    with client, client.get_executor(pure=False) as pool:
        yield pool
