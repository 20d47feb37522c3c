"""Reading: .safetensors bit for bit, weights, and the fingerprint, each against its own oracle."""

from __future__ import annotations

import json
import struct
from fractions import Fraction
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st
from oracles.brute import identity

from symproof.kernel.__main__ import completed
from symproof.kernel.errors import Malformed
from symproof.reader.numbers import canonical, fraction, number
from symproof.reader.tensors import read_tensors
from symproof.reader.text import parse_json
from symproof.reader.weights import Weights, from_json, read_weights

BITS = {"F16": 16, "BF16": 16, "F32": 32, "F64": 64}


def bits_value(dtype: str, bits: int) -> Fraction | None:
    """The rational of a bit pattern, from the definition of the format; None for NaN and infinities."""
    size, mantissa = BITS[dtype], {"F16": 10, "BF16": 7, "F32": 23, "F64": 52}[dtype]
    exponents = size - 1 - mantissa
    bias = (1 << (exponents - 1)) - 1
    sign, e, m = bits >> (size - 1), bits >> mantissa & (1 << exponents) - 1, bits & (1 << mantissa) - 1
    if e == (1 << exponents) - 1:
        return None
    significand = m if e == 0 else m | 1 << mantissa
    scale: Fraction = Fraction(2) ** (max(e, 1) - bias - mantissa)
    return (-significand if sign else significand) * scale


def tensor_file(path: Path, tensors: dict[str, tuple[str, list[int], bytes]], **header: Any) -> Path:
    """Write a .safetensors file."""
    entries: dict[str, Any] = {"__metadata__": {"format": "pt"}}
    data = b""
    for name, (dtype, shape, raw) in tensors.items():
        offsets = [len(data), len(data) + len(raw)]
        entries[name] = {"dtype": dtype, "shape": shape, "data_offsets": offsets}
        data += raw
    head = json.dumps(entries | header).encode()
    head += b" " * (-len(head) % 8)
    path.write_bytes(len(head).to_bytes(8, "little") + head + data)
    return path


@pytest.mark.parametrize("dtype", BITS)
@settings(max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(seed=st.integers(0, 10**9))
def test_tensors_are_read_bit_for_bit(tmp_path: Path, dtype: str, seed: int) -> None:
    rng, size = Random(seed), BITS[dtype]
    special = (0, 1, 1 << (size - 1), (1 << (size - 1)) | 1, 2 << 1)
    patterns = [
        b for b in (*special, *(rng.getrandbits(size) for _ in range(12))) if bits_value(dtype, b) is not None
    ]
    raw = b"".join(b.to_bytes(size // 8, "little") for b in patterns)
    path = tensor_file(
        tmp_path / "w.safetensors", {"x": ("F32", [1, 1], b"\0" * 4), "w": (dtype, [len(patterns), 1], raw)}
    )
    (rows,) = read_tensors(str(path), ["w"])
    assert [fraction(row[0]) for row in rows] == [bits_value(dtype, b) for b in patterns]
    if dtype != "BF16":
        kind = {"F16": "<f2", "F32": "<f4", "F64": "<f8"}[dtype]
        assert [float(row[0]) for row in rows] == np.frombuffer(raw, kind).astype(np.float64).tolist()


@pytest.mark.parametrize("dtype", ["F16", "BF16"])
def test_all_sixteen_bit_patterns(tmp_path: Path, dtype: str) -> None:
    finite = [b for b in range(1 << 16) if bits_value(dtype, b) is not None]
    raw = struct.pack(f"<{len(finite)}H", *finite)
    path = tensor_file(tmp_path / "w.safetensors", {"w": (dtype, [1, len(finite)], raw)})
    (rows,) = read_tensors(str(path), ["w"])
    assert [fraction(x) for x in rows[0]] == [bits_value(dtype, b) for b in finite]


@pytest.mark.parametrize("dtype", BITS)
def test_nan_and_infinity_are_named(tmp_path: Path, dtype: str) -> None:
    size = BITS[dtype]
    infinite = {"F16": 0x7C00, "BF16": 0x7F80, "F32": 0x7F800000, "F64": 0x7FF0000000000000}[dtype]
    for bits in (infinite, infinite | 1, infinite | 1 << (size - 1), (1 << size) - 1):
        raw = b"\0" * (size // 8) * 4 + bits.to_bytes(size // 8, "little") + b"\0" * (size // 8)
        path = tensor_file(tmp_path / "w.safetensors", {"w": (dtype, [2, 3], raw)})
        with pytest.raises(Malformed, match=r"'w': entry \[1\]\[1\] is (nan|-?inf)"):
            read_tensors(str(path), ["w"])


def test_orientation(tmp_path: Path) -> None:
    up, down = np.arange(6, dtype="<f4").reshape(3, 2), np.arange(6, 12, dtype="<f8").reshape(2, 3)
    stored = {"u": ("F32", [3, 2], up.tobytes()), "d": ("F64", [2, 3], down.tobytes())}
    turned = {"u": ("F32", [2, 3], up.T.tobytes()), "d": ("F64", [3, 2], down.T.tobytes())}
    plain = read_weights(str(tensor_file(tmp_path / "a", stored)), "u", "d")
    other = read_weights(str(tensor_file(tmp_path / "b", turned)), "u", "d", in_out=True)
    assert [list(row) for row in plain.up] == up.tolist() == [list(row) for row in other.up]
    assert [list(row) for row in plain.down] == down.tolist() == [list(row) for row in other.down]
    assert (
        plain.sha256()
        == other.sha256()
        == Weights(up.astype(int).tolist(), down.astype(int).tolist()).sha256()
    )
    with pytest.raises(Malformed, match="name both"):
        read_weights(str(tmp_path / "a"), "u")


GOOD = {"w": ("F32", [1, 2], b"\0" * 8)}


@pytest.mark.parametrize(
    ("entry", "message"),
    [
        ({"dtype": "F32", "shape": [1, 2]}, "data_offsets"),
        ({"dtype": "F32", "shape": [1, 2], "data_offsets": [0, 8], "x": 0}, "data_offsets"),
        ({"dtype": "I32", "shape": [1, 2], "data_offsets": [0, 8]}, "'I32'"),
        ({"dtype": "f32", "shape": [1, 2], "data_offsets": [0, 8]}, "'f32'"),
        ({"dtype": ["F32"], "shape": [1, 2], "data_offsets": [0, 8]}, "dtype"),
        ({"dtype": None, "shape": [1, 2], "data_offsets": [0, 8]}, "dtype"),
        ({"dtype": "F32", "shape": [2], "data_offsets": [0, 8]}, r"\[2\]"),
        ({"dtype": "F32", "shape": [1, 1, 2], "data_offsets": [0, 8]}, r"\[1, 1, 2\]"),
        ({"dtype": "F32", "shape": [0, 2], "data_offsets": [0, 0]}, r"\[0, 2\]"),
        ({"dtype": "F32", "shape": [-1, -2], "data_offsets": [0, 8]}, r"\[-1, -2\]"),
        ({"dtype": "F32", "shape": [True, 2], "data_offsets": [0, 8]}, r"\[True, 2\]"),
        ({"dtype": "F32", "shape": "12", "data_offsets": [0, 8]}, "'12'"),
        ({"dtype": "F32", "shape": {"0": 1, "1": 2}, "data_offsets": [0, 8]}, "shape"),
        ({"dtype": "F32", "shape": [1, 2.0], "data_offsets": [0, 8]}, "shape"),
        ({"dtype": "F32", "shape": [1, 2], "data_offsets": [0, 7]}, "0 to 7"),
        ({"dtype": "F32", "shape": [1, 2], "data_offsets": [0, 9]}, "0 to 9"),
        ({"dtype": "F32", "shape": [1, 2], "data_offsets": [8, 0]}, "8 to 0"),
        ({"dtype": "F32", "shape": [1, 2], "data_offsets": [8, 16]}, "8 to 16"),
        ({"dtype": "F32", "shape": [1, 2], "data_offsets": [4, 12]}, "4 to 12"),
        ({"dtype": "F32", "shape": [1, 2], "data_offsets": [-8, 0]}, r"\[-8, 0\]"),
        ({"dtype": "F64", "shape": [1, 2], "data_offsets": [0, 16]}, "0 to 16"),
        ({"dtype": "F16", "shape": [1, 2], "data_offsets": [0, 8]}, "F16"),
        (None, "'w'"),
        ([], "'w'"),
        ("F32", "'w'"),
    ],
)
def test_lying_tensor_entries(tmp_path: Path, entry: Any, message: str) -> None:
    path = tensor_file(tmp_path / "w.safetensors", GOOD, w=entry)
    with pytest.raises(Malformed, match=message):
        read_tensors(str(path), ["w"])


def test_lying_headers(tmp_path: Path) -> None:
    good = tensor_file(tmp_path / "good", GOOD).read_bytes()
    length = int.from_bytes(good[:8], "little")
    bad = {
        "empty": b"",
        "short": good[:7],
        "no header": good[:8],
        "cut header": good[: 8 + length // 2],
        "cut data": good[:-1],
        "long length": (length + 9).to_bytes(8, "little") + good[8:],
        "huge length": b"\xff" * 8 + good[8:],
        "zero length": b"\0" * 8 + good[8:],
        "not JSON": (3).to_bytes(8, "little") + b"abc" + good[8:],
        "duplicate": (28).to_bytes(8, "little") + b'{"w": {}, "w": {}, "x": {}} ',
        "NaN": (10).to_bytes(8, "little") + b'{"w": NaN}',
        "not UTF-8": (9).to_bytes(8, "little") + b'{"\xff": {}}',
    }
    for name, data in bad.items():
        (tmp_path / name).write_bytes(data)  # the message names the file
        with pytest.raises(Malformed, match=name):
            read_tensors(str(tmp_path / name), ["w"])
    with pytest.raises(Malformed, match="'v'"):
        read_tensors(str(tmp_path / "good"), ["v"])
    with pytest.raises(Malformed, match="'__metadata__'"):
        read_tensors(str(tmp_path / "good"), ["__metadata__"])


@pytest.mark.parametrize("path", ["", "/", "/dev/null", "absent", "a\0b", "\udcff", "x" * 5000])
def test_files_that_cannot_be_read(path: str, tmp_path: Path) -> None:
    at = str(tmp_path / path) if path == "absent" else path
    with pytest.raises(Malformed):
        read_tensors(at, ["w"])
    with pytest.raises(Malformed):
        parse_json(b"", path)


# ------------------------------------------------------------------------------------------- numbers


@given(st.fractions())
@example(Fraction(10**3999, 3))
def test_canonical_numbers_are_read_back(value: Fraction) -> None:
    assert canonical(str(value), "here") == number(str(value), "here") == value


@given(st.integers(-(10**6), 10**6), st.integers(1, 10**4), st.integers(2, 50))
def test_one_spelling_is_canonical(p: int, q: int, c: int) -> None:
    text = f"{p * c}/{q * c}"
    assert number(text, "here") == Fraction(p, q)
    with pytest.raises(Malformed, match="lowest terms"):
        canonical(text, "here")


@given(st.text(max_size=6) | st.from_regex(r"[-+0-9./eE_ ]{0,8}", fullmatch=True))
def test_numbers_are_read_or_refused(text: str) -> None:
    """Whatever is read has the value that its digits say."""
    try:
        value = number(text, "here")
    except Malformed:
        return
    p, _, q = text.partition("/")
    whole, _, decimals = p.partition(".")
    assert set(text) <= set("-0123456789./")
    assert value == Fraction(int(whole + decimals), int(q or 1) * 10 ** len(decimals))


@pytest.mark.parametrize("digits", [4000, 4001])
def test_the_cap_on_digits(digits: int) -> None:
    for text in ("7" * digits, f"1/{'7' * digits}", f"{'7' * digits}/1"):
        if digits <= 4000:
            assert number(text, "here")
        else:
            with pytest.raises(Malformed):
                number(text, "here")
    data = b"7" * digits
    if digits <= 4000:
        assert parse_json(data, "here") == int(data)
    else:
        with pytest.raises(Malformed, match="digits"):
            parse_json(data, "here")


def test_both_parts_may_have_all_their_digits() -> None:
    text = "7" * 4000 + "/1" + "0" * 3999
    assert canonical(text, "here") == Fraction(int("7" * 4000), 10**3999)
    with pytest.raises(Malformed):
        number("7" * 4001 + "/1", "here")


# --------------------------------------------------------------------------------------- fingerprint

entries = st.one_of(
    st.integers(-3, 3),
    st.fractions(max_denominator=6, min_value=-2, max_value=2),
    st.sampled_from([2**53, 2**53 + 1, 10**400, Fraction(1, 2**1074), Fraction(1, 2**1075), 2**1024]),
)


def grid(draw: st.DrawFn, rows: int, columns: int) -> list[list[Any]]:
    """A matrix of exact numbers."""
    return [[draw(entries) for _ in range(columns)] for _ in range(rows)]


@st.composite
def blocks(draw: st.DrawFn) -> Weights:
    """Small weights, with or without a skip."""
    d, n = draw(st.integers(1, 2)), draw(st.integers(1, 2))
    skip = grid(draw, d, d) if draw(st.booleans()) else None
    return Weights(grid(draw, n, d), grid(draw, d, n), None, skip)


def spelt(x: Any, how: int) -> Any:
    """Another spelling of the same number."""
    value = Fraction(x)
    exact = abs(value) < 2**1000 and Fraction(float(value)) == value
    return (
        value,
        int(value) if value.denominator == 1 else value,
        float(value) if exact else value,
        -0.0 if value == 0 else value,
    )[how]


@given(blocks(), st.randoms(use_true_random=False))
def test_equal_numbers_have_equal_fingerprints(weights: Weights, rng: Random) -> None:
    matrices = {"W_up": weights.up, "W_down": weights.down, "skip": weights.M}
    up, down, skip = ([[spelt(x, rng.randrange(4)) for x in row] for row in m] for m in matrices.values())
    assert Weights(up, down, None, skip).sha256() == weights.sha256()
    text = {name: [[str(Fraction(x)) for x in row] for row in m] for name, m in matrices.items()}
    read = from_json(parse_json(json.dumps(text).encode(), "w"), "w")
    assert read.sha256() == weights.sha256()


@given(blocks(), blocks())
def test_different_numbers_have_different_fingerprints(a: Weights, b: Weights) -> None:
    def exact(w: Weights) -> list[list[list[Fraction]]]:
        return [[[Fraction(x) for x in row] for row in m] for m in (w.up, w.down, w.M)]

    assert (a.sha256() == b.sha256()) == (exact(a) == exact(b))


def test_fingerprints_of_neighbours_differ() -> None:
    """Same digits or same bytes in another arrangement; one unit in the last place; one entry moved."""
    third = Fraction(1, 3)
    found = [
        Weights([[1], [2]], [[3, 4]]),
        Weights([[1, 2]], [[3], [4]]),
        Weights([[1], [23]], [[4, 4]]),
        Weights([[12], [3]], [[4, 4]]),
        Weights([[third], [11]], [[1, 1]]),
        Weights([[third], [1]], [[11, 1]]),
        Weights([[third], [1]], [[1, 11]]),
        Weights([[third, 1]], [[11], [1]]),
        Weights([[0.1]], [[1]]),
        Weights([[Fraction(1, 10)]], [[1]]),
        Weights([[2**53]], [[1]]),
        Weights([[2**53 + 1]], [[1]]),
        Weights([[10**400]], [[1]]),
        Weights([[10**400 + 1]], [[1]]),
        Weights([[0]], [[1]]),
        Weights([[Fraction(1, 2**1074)]], [[1]]),
        Weights([[Fraction(1, 2**1075)]], [[1]]),
        Weights([[1]], [[1]], None, [[-1]]),
        Weights([[1]], [[1]], None, [[0]]),
        Weights([[1]], [[1]]),
    ]
    assert len({w.sha256() for w in found}) == len(found)
    assert Weights([[1]], [[1]], None, [[1]]).sha256() == Weights([[1]], [[1]], "gelu").sha256()


def test_named_skip_and_activation(tmp_path: Path) -> None:
    plain = Weights([[1, 2]], [[3], [4]])
    assert completed(plain, None, None).M == identity(2) == completed(plain, "gelu", "I").M
    assert completed(plain, None, "-I").M == [[-1, 0], [0, -1]]
    (tmp_path / "M").write_text('[["1/2", 0], [0, "0.5"]]')
    assert [[Fraction(1, 2), 0], [0, Fraction(1, 2)]] == completed(plain, None, str(tmp_path / "M")).M
    with pytest.raises(Malformed, match="activation"):
        completed(Weights([[1]], [[1]], "relu"), "gelu", None)
    with pytest.raises(Malformed, match="skip"):
        completed(Weights([[1]], [[1]], None, [[1]]), None, "I")
    (tmp_path / "M").write_text("[[1]]")
    with pytest.raises(Malformed, match="2 x 2, found 1 x 1"):
        completed(plain, None, str(tmp_path / "M"))
