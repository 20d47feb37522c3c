"""The least width of section 6 against existence decided without classes (oracles/existence.py)."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import product
from random import Random

import pytest
from oracles.brute import GELU, RELU, least_width
from oracles.existence import exists_by_taylor, exists_in_the_plane, exists_on_a_line

SKIPS = (
    [[1, 0], [0, 1]],
    [[-1, 0], [0, -1]],
    [[1, 0], [0, 0]],
    [[0, 1], [0, 0]],
    [[0, 0], [0, 0]],
)


def test_relu_on_a_line() -> None:
    """All blocks with d = 1, N <= 2, entries -2..2, and a sample with N = 3: each width up to 3."""
    seen: Counter[tuple[int, bool]] = Counter()
    rng, entries = Random(1), range(-2, 3)
    blocks = [
        (up, down) for n in (1, 2) for up in product(entries, repeat=n) for down in product(entries, repeat=n)
    ]
    blocks += [(tuple(rng.choices(entries, k=3)), tuple(rng.choices(entries, k=3))) for _ in range(300)]
    for up, down in blocks:
        skip = [[rng.choice((1, 1, -1, 0, 2))]]
        rows, columns = [[w] for w in up], [list(down)]
        omega = least_width(rows, columns, skip, RELU)
        for width in range(4):
            found = exists_on_a_line(rows, columns, skip, width)
            assert found == (omega is not None and omega <= width), (up, down, skip, width)
            seen[width, found] += 1
    assert all(seen[width, found] for width in (0, 1) for found in (False, True))


def plane(seeds: range) -> Counter[tuple[int, int, bool]]:
    """Blocks with d = 2, N <= 2, entries -2..2, skip I, -I or singular: each width up to 2."""
    seen: Counter[tuple[int, int, bool]] = Counter()
    for seed in seeds:
        rng = Random(seed)
        n, top = rng.randint(1, 2), rng.choice((1, 1, 2))
        up = [[rng.randint(-top, top) for _ in range(2)] for _ in range(n)]
        down = [[rng.randint(-top, top) for _ in range(n)] for _ in range(2)]
        skip = rng.choice(
            ([[1, 0], [0, 1]], [[-1, 0], [0, -1]], [[1, 0], [0, 0]], [[0, 1], [0, 0]], [[0, 0], [0, 0]])
        )
        if rng.random() < 0.3:  # a block that flipping all of its neurons absorbs
            skip = [[-sum(down[i][k] * up[k][j] for k in range(n)) for j in (0, 1)] for i in (0, 1)]
        omega = least_width(up, down, skip, RELU)
        for width in range(3):
            found = exists_in_the_plane(up, down, skip, width)
            assert found == (omega is not None and omega <= width), (seed, width, omega)
            seen[n, width, found] += 1
    return seen


def test_relu_in_the_plane() -> None:
    seen = plane(range(12))
    assert seen[2, 2, True] >= 2
    assert seen[2, 2, False] >= 1


@pytest.mark.slow
def test_relu_in_the_plane_at_length() -> None:
    seen = plane(range(10**6, 10**6 + 400))
    assert all(seen[2, width, found] > 5 for width in (1, 2) for found in (False, True))


def taylor(seeds: range) -> Counter[tuple[int, bool]]:
    """d = 1, rigid (every even Taylor coefficient of GELU is not 0), N <= 3, width up to 2."""
    seen: Counter[tuple[int, bool]] = Counter()
    for seed in seeds:
        rng = Random(seed)
        n = rng.choice((1, 2, 3, 3))
        up, down = [rng.randint(-3, 3) for _ in range(n)], [rng.randint(-2, 2) for _ in range(n)]
        skip = Fraction(rng.choice((1, 1, -1, 0, -down[0] * up[0])))
        omega = least_width([[w] for w in up], [down], [[skip]], GELU)
        for width in range(3):
            found = exists_by_taylor(up, down, skip, width)
            assert found == (omega is not None and omega <= width), (seed, width, omega)
            seen[width, found] += 1
    return seen


def test_gelu_on_a_line() -> None:
    seen = taylor(range(24))
    assert all(seen[2, found] > 1 for found in (False, True))


@pytest.mark.slow
def test_gelu_on_a_line_at_length() -> None:
    taylor(range(10**6, 10**6 + 300))
