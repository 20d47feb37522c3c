"""The atlas equals brute force without symmetry, wherever it runs and however often it is interrupted."""

from __future__ import annotations

import os
import re
import signal
import sqlite3
import subprocess
import sys
import time
from fractions import Fraction
from itertools import combinations, product
from xml.etree import ElementTree

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from oracles import brute

from symproof import Block, decide
from symproof.errors import Malformed
from symproof.examples.atlas.figure import figure
from symproof.examples.atlas.run import executor_for, run_sweep
from symproof.examples.atlas.spec import Spec, entries_of
from symproof.examples.atlas.store import Store
from symproof.examples.atlas.sweep import decide_types, solvable, sweep_chunk

SIGMA = {
    "relu": brute.RELU,
    "gelu": brute.GELU,
    "softplus": brute.SOFTPLUS,
    "leaky_relu(-2)": brute.leaky(Fraction(-2)),
    "leaky_relu(-1/2)": brute.leaky(Fraction(-1, 2)),
    "abs": brute.ABS,
}
QUICK = [
    (1, 1, "-1,0,1", "relu"),
    (1, 2, "-2,-1,0,1,2", "relu"),
    (1, 2, "-1,0,1/2,2", "gelu"),
    (1, 2, "-1,0,1", "softplus"),
    (1, 2, "-2,0,1/2", "leaky_relu(-1/2)"),
    (1, 3, "-1,0,1", "relu"),
    (1, 3, "-1,2", "gelu"),
    (2, 1, "-1,0,1", "relu"),
    (2, 2, "0,1", "relu"),
    (2, 2, "-1,1", "gelu"),
    (2, 2, "-1,1", "leaky_relu(-2)"),
    (2, 2, "0,-1", "softplus"),
    (2, 2, "0,1", "abs"),
]
SLOW = [(2, 2, "-1,0,1", "relu"), (2, 2, "-1,0,1", "gelu"), (2, 3, "0,-1", "relu"), (1, 4, "-1,0,1", "relu")]


def spec_of(d, n, entries, activation="relu"):
    return Spec(d, n, entries_of(entries), activation)


def category(up, down, activation):
    """What the atlas says about one pair, from the definitions."""
    sigma, d, n = SIGMA[activation], len(down), len(up)
    width = brute.least_width(up, down, brute.identity(d), sigma)
    verdict = "absorbable" if width is not None and width <= n else "not-absorbable"
    subset = sigma.gap and brute.absorbing_subsets(up, down, brute.identity(d), sigma.gap)

    def related(v, w):
        if sigma.conic:
            return all(v[i] * w[j] == v[j] * w[i] for i, j in combinations(range(d), 2))
        return v == w or v == tuple(-x for x in w)

    degenerate = (
        not all(map(any, up))
        or any(related(v, w) for v, w in combinations(up, 2))
        or not all(map(any, zip(*down, strict=True)))
    )
    return f"{'degenerate' if degenerate else 'generic'}, {verdict}, {'S' if subset else 'no S'}"


def brute_force(d, n, entries, activation):
    counts = {}
    for flat in product(entries_of(entries), repeat=2 * d * n):
        up = [flat[k * d : (k + 1) * d] for k in range(n)]
        down = [flat[d * n + i * n : d * n + (i + 1) * n] for i in range(d)]
        key = category(up, down, activation)
        counts[key] = counts.get(key, 0) + 1
    return counts


@pytest.mark.parametrize("case", QUICK, ids=str)
def test_numbers_equal_brute_force_over_all_pairs_without_symmetry(case):
    assert run_sweep(spec_of(*case), Store(":memory:")).pairs == brute_force(*case)


@pytest.mark.slow
@pytest.mark.parametrize("case", SLOW, ids=str)
def test_numbers_equal_brute_force_for_larger_sweeps(case):
    assert run_sweep(spec_of(*case), Store(":memory:")).pairs == brute_force(*case)


@pytest.mark.slow
def test_half_a_million_pairs_against_a_count_of_theorem_4_in_numpy():
    """d = 2, N = 3, entries -1, 0, 1: all 3^12 pairs, hypotheses and condition (3) by array arithmetic."""
    start = time.monotonic()
    with executor_for("processes", [], 2) as pool:
        totals = run_sweep(spec_of(2, 3, "-1,0,1"), Store(":memory:"), pool)
    assert time.monotonic() - start < 60  # some 5 s on two free cores
    half = np.array(list(product((-1, 0, 1), repeat=6)))
    up, columns = half.reshape(-1, 3, 2), half.reshape(-1, 3, 2)
    cross = [up[:, a, 0] * up[:, b, 1] - up[:, a, 1] * up[:, b, 0] for a, b in ((0, 1), (0, 2), (1, 2))]
    rows_good = np.logical_and.reduce([c != 0 for c in cross])
    columns_good = columns.any(axis=2).all(axis=1)
    products = columns[:, None, :, :, None] * up[None, :, :, None, :]
    S = np.zeros((729, 729), dtype=bool)
    for chosen in product((0, 1), repeat=3):
        total = sum(x * products[:, :, k] for k, x in enumerate(chosen))
        S |= (total == -np.eye(2, dtype=int)).all(axis=(2, 3))
    generic = columns_good[:, None] & rows_good[None, :]
    expected = {
        "generic, absorbable, S": int((generic & S).sum()),
        "generic, not-absorbable, no S": int((generic & ~S).sum()),
        "degenerate, absorbable, S": int((~generic & S).sum()),
    }
    assert {key: totals.pairs[key] for key in expected} == expected
    assert sum(totals.pairs.values()) == 3**12


@pytest.mark.parametrize("case", [*QUICK, *SLOW], ids=str)
def test_the_orbits_add_up_to_all_pairs_and_representatives_have_entries_in_the_set(case):
    spec = spec_of(*case)
    total = 0
    for prefix in spec.chunks():
        for types, pairs in spec.representatives(prefix):
            up, down = spec.weights(types)
            assert {x for row in (*up, *down) for x in row} <= set(spec.entries)
            total += pairs
    assert total == spec.pairs


def test_the_number_of_orbits_is_the_one_burnside_counts():
    """Orbits of multisets under the group, as the mean number of multisets that an element fixes."""
    for case in ((1, 3, "-1,0,1"), (2, 2, "-1,0,1"), (2, 3, "0,1"), (2, 2, "-1,0,1", "gelu")):
        spec = spec_of(*case)
        found = sum(len(spec.representatives(prefix)) for prefix in spec.chunks())
        fixed = 0
        for g in spec.group.tolist():
            seen, lengths = set(), []
            for start in range(len(g)):
                length, k = 0, start
                while k not in seen:
                    seen.add(k)
                    k, length = g[k], length + 1
                lengths += [length] * (length > 0)
            ways = [1] + [0] * spec.width  # multisets that are unions of cycles, by size
            for length in lengths:
                for size in range(length, spec.width + 1):
                    ways[size] += ways[size - length]
            fixed += ways[spec.width]
        assert found * len(spec.group) == fixed


blocks = st.integers(1, 3).flatmap(
    lambda n: st.tuples(
        st.lists(st.tuples(st.integers(-2, 2), st.integers(-2, 2)), min_size=n, max_size=n),
        st.lists(st.tuples(st.integers(-2, 2), st.integers(-2, 2)), min_size=n, max_size=n),
        st.sampled_from(["relu", "gelu", "softplus", "leaky_relu(1/10)"]),
    )
)


def block_of(rows, columns, activation):
    return Block([list(q) for q in rows], [[p[i] for p in columns] for i in range(2)], activation)


@settings(max_examples=80, deadline=None)
@given(blocks, st.permutations(range(2)), st.tuples(*[st.sampled_from((1, -1))] * 2), st.randoms())
def test_each_symmetry_keeps_the_verdict(parts, order, signs, rng):
    rows, columns, activation = parts
    answer = decide(block_of(rows, columns, activation)).verdict

    def move(v):
        return tuple(s * v[j] for s, j in zip(signs, order, strict=True))

    assert decide(block_of(list(map(move, rows)), list(map(move, columns)), activation)).verdict is answer
    mixed = rng.sample(range(len(rows)), len(rows))
    assert (
        decide(block_of([rows[k] for k in mixed], [columns[k] for k in mixed], activation)).verdict is answer
    )
    dead = [
        (rng.randint(-2, 2), rng.randint(-2, 2)) if not any(p) else q
        for p, q in zip(columns, rows, strict=True)
    ]
    assert decide(block_of(dead, columns, activation)).verdict is answer
    if activation in ("relu", "leaky_relu(1/10)"):
        scaled = [tuple(3 * x for x in q) for q in rows]
        smaller = [tuple(Fraction(x, 3) for x in p) for p in columns]
        assert decide(block_of(scaled, smaller, activation)).verdict is answer


def test_flipping_a_row_and_its_column_is_no_symmetry():
    """It keeps every product in (3) and changes the verdict of degenerate weights, so it is not used."""
    absorbed = Block([[0, 1], [0, -1]], [[-1, 1], [-1, 1]])
    flipped = Block([[0, 1], [0, 1]], [[-1, -1], [-1, -1]])
    assert absorbed.residual([0, 1]) == flipped.residual([0, 1])
    assert (decide(absorbed).absorbable, decide(flipped).absorbable) == (True, False)


def test_a_subset_is_found_exactly_when_there_is_one():
    for rows in product(product((-1, 0, 1), repeat=2), repeat=2):
        down = [[-1, 1], [0, -1]]
        expected = bool(brute.absorbing_subsets(rows, down, brute.identity(2), Fraction(1)))
        up = [[Fraction(x) for x in row] for row in rows]
        assert solvable(up, [[Fraction(x) for x in row] for row in down], Fraction(1)) == expected


class Interrupted(Exception):
    pass


def test_an_interrupted_sweep_goes_on_and_gets_the_same_numbers(tmp_path, monkeypatch):
    spec, path = spec_of(1, 4, "-1,0,1"), str(tmp_path / "atlas.db")
    whole = run_sweep(spec, Store(":memory:"))
    total = len(spec.chunks())
    calls = []

    def counted(s, prefix, *work):
        if len(calls) in (1, 3):
            calls.append(None)
            raise Interrupted
        calls.append(prefix)
        return sweep_chunk(s, prefix)

    monkeypatch.setattr("symproof.examples.atlas.run.sweep_chunk", counted)
    for finished in (1, 2):
        store = Store(path)
        with pytest.raises(Interrupted):
            run_sweep(spec, store)
        assert len(store.done(store.open(spec))) == finished < total
        assert not store.totals(spec).complete
        store.close()
    assert run_sweep(spec, Store(path)) == whole
    assert len([c for c in calls if c is not None]) == total
    assert run_sweep(spec, Store(path)) == whole
    assert len([c for c in calls if c is not None]) == total


def test_the_progress_counts_the_chunks():
    spec, said = spec_of(1, 4, "-1,0,1"), []
    run_sweep(spec, Store(":memory:"), report=said.append)
    counts = [int(re.search(r"(\d+) of", text)[1]) for text in said]
    assert counts == list(range(len(spec.chunks())))


def test_processes_get_the_same_numbers():
    spec = spec_of(1, 4, "-1,0,1")
    with executor_for("processes", [spec], 2) as pool:
        assert run_sweep(spec, Store(":memory:"), pool) == run_sweep(spec, Store(":memory:"))


def test_a_missing_orbit_is_noticed(tmp_path):
    path = str(tmp_path / "atlas.db")
    run_sweep(spec_of(1, 2, "-1,0,1"), Store(path))
    connection = sqlite3.connect(path)
    connection.execute("DELETE FROM orbit WHERE rowid = 2")
    connection.commit()
    connection.close()
    with pytest.raises(ArithmeticError, match="pairs in all orbits"):
        Store(path).totals(spec_of(1, 2, "-1,0,1"))


def test_several_sweeps_share_a_file_that_sql_reads(tmp_path):
    path = str(tmp_path / "atlas.db")
    specs = [spec_of(1, n, "-1,0,1", a) for n in (1, 2) for a in ("relu", "gelu")]
    totals = [run_sweep(spec, Store(path)) for spec in specs]
    assert Store(path).specs() == specs
    connection = sqlite3.connect(path)
    query = (
        "SELECT d, N, activation, SUM(CAST(orbit.pairs AS INTEGER)) "
        "FROM orbit JOIN sweep ON sweep.id = orbit.sweep WHERE verdict = 'absorbable' "
        "GROUP BY sweep.id ORDER BY sweep.id"
    )
    found = connection.execute(query).fetchall()
    assert found == [
        (s.d, s.width, s.activation, t.count("absorbable")) for s, t in zip(specs, totals, strict=True)
    ]
    connection.close()


def test_a_file_that_is_no_atlas_is_refused(tmp_path):
    path = tmp_path / "notes.txt"
    path.write_text("not a database, and long enough to be told apart from an empty one" * 20)
    with pytest.raises(Malformed, match="not an atlas"):
        Store(str(path))


def test_a_wrong_verdict_would_be_noticed(monkeypatch):
    """Theorem 4 is checked against `decide` on every representative."""
    monkeypatch.setattr("symproof.examples.atlas.sweep.solvable", lambda up, down, gap: False)
    spec = spec_of(1, 1, "-1,1")
    types = next(t for t, _ in spec.representatives(()) if decide(Block(*spec.weights(t))).absorbable)
    with pytest.raises(ArithmeticError, match="contradicts Theorem 4"):
        decide_types(spec, types, 1)


def test_the_figure_is_a_picture_of_the_shares():
    totals = run_sweep(spec_of(1, 2, "-1,0,1"), Store(":memory:"))
    root = ElementTree.fromstring(figure([totals, totals]))
    titles = [e.text for e in root.iter("{http://www.w3.org/2000/svg}title")]
    counts = [int(re.search(r": (\d+)$", t)[1]) for t in titles[1:]]
    assert sum(counts) == 2 * 81
    bars = [e for e in root.iter("{http://www.w3.org/2000/svg}rect") if len(e)]
    assert sum(float(e.get("width")) for e in bars) == pytest.approx(2 * 480, abs=0.1)


CANNOT = [
    *((0, 1, "1", "relu"), (1, 0, "1", "relu"), (1, 1, "1,x", "relu"), (1, 1, "", "relu")),
    *((4, 2, "-1,0,1", "relu"), (2, 9, "-1,0,1", "relu"), (1, 1, "1", "tanh")),
    (1, 1, "1", "leaky_relu(0.1)"),
]


@pytest.mark.parametrize(("d", "n", "entries", "activation"), CANNOT)
def test_what_cannot_be_swept_is_malformed(d, n, entries, activation):
    with pytest.raises(Malformed):
        spec_of(d, n, entries, activation)


def started(command, pattern, errors):
    """A process, and what its error output says when it is ready."""
    with open(errors, "w") as log:
        process = subprocess.Popen(command, stderr=log, stdout=subprocess.DEVNULL)
    for _ in range(300):
        found = re.search(pattern, errors.read_text())
        if found:
            return process, found[1]
        time.sleep(0.1)
    process.kill()
    pytest.fail(f"{command} did not start: {errors.read_text()[-500:]}")


@pytest.mark.slow
@pytest.mark.filterwarnings("default")
def test_a_dask_worker_killed_in_mid_sweep_changes_no_number(tmp_path):
    """A real scheduler and two workers on loopback; one is killed when the first chunk has come back."""
    pytest.importorskip("distributed")
    run = {role: [sys.executable, "-m", f"distributed.cli.dask_{role}"] for role in ("scheduler", "worker")}
    local = ["--host", "127.0.0.1", "--no-dashboard"]
    scheduler, address = started(
        [*run["scheduler"], *local, "--port", "0"], r"Scheduler at:\s+(tcp://\S+)", tmp_path / "s.txt"
    )
    workers = []
    try:
        for k in range(2):
            options = ["--nthreads", "1", "--no-nanny", "--local-directory", str(tmp_path), *local]
            worker, _ = started(
                [*run["worker"], address, *options], r"(Registered to)", tmp_path / f"w{k}.txt"
            )
            workers.append(worker)
        spec = spec_of(1, 5, "-1,0,1")
        store = Store(":memory:")
        killed = []

        def kill_one(text):
            if not killed and not text.endswith(f" 0 of {len(spec.chunks())} chunks"):
                os.kill(workers[0].pid, signal.SIGKILL)
                killed.append(text)

        with executor_for("dask", [spec], scheduler=address) as pool:
            totals = run_sweep(spec, store, pool, kill_one)
        finished = int(re.search(r"(\d+) of", killed[0])[1])
        assert 0 < finished < len(spec.chunks()) // 2
        assert workers[0].wait(timeout=10) == -signal.SIGKILL
        assert workers[1].poll() is None
        assert totals.complete
        assert totals == run_sweep(spec, Store(":memory:"))
    finally:
        for process in (*workers, scheduler):
            if process.poll() is None:
                process.terminate()
                process.wait(timeout=20)
