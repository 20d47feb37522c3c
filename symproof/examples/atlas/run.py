"""Running a sweep on any `concurrent.futures` executor: this process, several, or a Dask cluster."""

from __future__ import annotations

import importlib
import multiprocessing
import os
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, ProcessPoolExecutor, as_completed
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from typing import Any

from symproof.errors import GaveUp
from symproof.examples.atlas.spec import Spec
from symproof.examples.atlas.store import Store, Totals
from symproof.examples.atlas.sweep import sweep_chunk
from symproof.kernel.errors import Malformed

SMALL = 20_000  # weight pairs that one process sweeps before others would have started
BAR = 30  # characters of the progress bar
EXECUTORS = ("auto", "serial", "processes", "dask")


def run_sweep(
    spec: Spec,
    store: Store,
    executor: Executor | None = None,
    report: Callable[[str], None] | None = None,
) -> Totals:
    """Decide what is left of a sweep and return its numbers.

    Every chunk is stored when it is finished, so that an interrupted sweep goes on where it stopped.

    Args:
        spec: the sweep.
        store: where the results are, and go.
        executor: where the chunks are decided; None: here.
        report: told about the progress.

    Raises:
        GaveUp: a worker process died; running again goes on from what is stored.
    """
    sweep = store.open(spec)
    done = store.done(sweep)
    chunks = spec.chunks()
    left = [prefix for prefix in chunks if prefix not in done]
    finished = len(chunks) - len(left)

    def tell() -> None:
        if report is not None:
            bar = "#" * (BAR * finished // len(chunks))
            report(f"d = {spec.d}, N = {spec.width} [{bar:.<{BAR}}] {finished} of {len(chunks)} chunks")

    if executor is None:
        for prefix in left:
            tell()
            store.add(sweep, spec, prefix, sweep_chunk(spec, prefix))
            finished += 1
        return store.totals(spec)
    futures = {executor.submit(sweep_chunk, spec, prefix): prefix for prefix in left}
    try:
        for future in as_completed(futures):
            tell()
            store.add(sweep, spec, futures[future], future.result())
            finished += 1
    except BrokenProcessPool:
        raise GaveUp(
            ["processes"], f"a worker died after {finished} of {len(chunks)} chunks; run again"
        ) from None
    finally:
        for future in futures:
            future.cancel()
    return store.totals(spec)


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
