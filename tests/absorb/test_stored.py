"""A tensor's own buffer gives the search the same numbers as its rows, one by one."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest
from helpers.tensors import safetensors, saved

from symproof import Block, decide, read_block
from symproof.absorb.modular import PRIMES, exact
from symproof.absorb.system import floats, stored
from symproof.absorb.width import _plainly_generic
from symproof.reader.tensors import Tensor, read_tensors
from symproof.reader.weights import Weights
from symproof.verdict import Verdict

RNG = np.random.default_rng(4)
FLOATS = RNG.standard_normal((5, 7)) * 2.0 ** RNG.integers(-40, 40, (5, 7))
FLOATS[1, 2], FLOATS[3, 3], FLOATS[0, 6] = 0.0, -0.0, 2.0**-120
ARRAYS: dict[str, Any] = {
    "f2": FLOATS.clip(-9, 9).astype("f2"),
    "f4": FLOATS.astype("f4"),
    "f8": FLOATS,
    "denormal": np.array([[5e-324, -1e-310], [1.0, 2.0]]),
    "i1": RNG.integers(-128, 128, (5, 7)).astype("i1"),
    "i8": RNG.integers(-(2**63), 2**63 - 1, (5, 7)),
    "u8": RNG.integers(0, 2**64 - 1, (5, 7), dtype=np.uint64),
}


def tensor(path: Path, array: Any, by_columns: bool) -> Tensor:
    np.savez(path, x=np.asfortranarray(array) if by_columns else array)
    (found,) = read_tensors(str(path), ["x"])
    return found


@pytest.mark.parametrize("transposed", [False, True])
@pytest.mark.parametrize("by_columns", [False, True])
@pytest.mark.parametrize("name", ARRAYS)
def test_floats_and_residues_are_those_of_the_rows(
    name: str, by_columns: bool, transposed: bool, tmp_path: Path
) -> None:
    found = tensor(tmp_path / "x.npz", ARRAYS[name], by_columns)
    found = found.T if transposed else found
    rows = [list(row) for row in found]
    assert stored(found) is not None
    assert stored(rows) is None
    assert (floats(found) == np.array(rows, dtype=np.float64)).all()
    for p in PRIMES[:2]:
        ours, plain = exact(found).modulo(p), exact(rows).modulo(p)
        assert ours is not None
        assert plain is not None
        assert (ours == plain).all()
    assert exact(found).denominator() == exact(rows).denominator()
    assert exact(found).largest() == exact(rows).largest()


def test_bfloat16_is_read_as_the_numbers_it_stands_for(tmp_path: Path) -> None:
    bits = RNG.integers(0, 2**15, (4, 6)).astype("<u2")
    bits[(bits & 0x7F80) == 0x7F80] = 0x3F80  # no infinities
    path = saved(tmp_path / "x.safetensors", safetensors({"x": ("BF16", [4, 6], bits.tobytes())}))
    (found,) = read_tensors(path, ["x"])
    assert (floats(found) == (bits.astype("<u4") << 16).view("<f4")).all()
    assert floats(found).tolist() == [list(row) for row in found]


@pytest.mark.parametrize("case", range(60))
def test_plainly_generic_tensors_are_plainly_generic_rows(case: int, tmp_path: Path) -> None:
    rng = np.random.default_rng(case)
    n, d, kind = 6, int(rng.integers(2, 4)), rng.choice(["f4", "f8", "i1", "i8"])
    up, down = rng.integers(-3, 4, (n, d)).astype(kind), rng.integers(-1, 2, (d, n)).astype(kind)
    if rng.random() < 0.5:  # rows that only differ beyond the floats' precision
        up = (up.astype("f8") * (2**40 if kind in ("f8", "i8") else 1) + rng.integers(0, 2, (n, d))).astype(
            kind
        )
    np.savez(tmp_path / "w.npz", u=up, v=down)
    tensors = Weights(*read_tensors(str(tmp_path / "w.npz"), ["u", "v"]))
    rows = Weights([list(row) for row in tensors.up], [list(row) for row in tensors.down])
    if _plainly_generic(tensors):
        assert _plainly_generic(rows)


@pytest.mark.parametrize("kind", ["f4", "f8", "i1"])
def test_tensors_and_rows_have_one_verdict(kind: str, tmp_path: Path) -> None:
    rng = np.random.default_rng(9)
    for case in range(12):
        up, down = rng.integers(-2, 3, (5, 2)).astype(kind), rng.integers(-2, 3, (2, 5)).astype(kind)
        path = tmp_path / f"{case}.npz"
        np.savez(path, u=up, v=down)
        ours = decide(read_block(path, up="u", down="v", activation="gelu"))
        plain = decide(Block(up.astype(int).tolist(), down.astype(int).tolist(), "gelu"))
        assert ours.verdict is plain.verdict
        assert ours.verdict in (Verdict.ABSORBABLE, Verdict.NOT_ABSORBABLE)
        assert ours.certificate == plain.certificate
