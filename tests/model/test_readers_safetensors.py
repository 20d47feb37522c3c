"""Reading .safetensors bit for bit, and hostile ones. Oracles: struct, numpy, the formats as defined."""

import struct
from fractions import Fraction

import numpy as np
import pytest
from helpers.laws import law
from helpers.tensors import framed, safetensors, saved
from hypothesis import given
from hypothesis import strategies as st

from symproof.errors import Malformed
from symproof.files.readers import LISTED, list_tensors, pairs, read_block
from symproof.model.block import Block
from symproof.reader import weights as kernel

FIELDS = {"F16": (2, 5, 10), "BF16": (2, 8, 7), "F32": (4, 8, 23), "F64": (8, 11, 52)}
"""dtype -> bytes, bits of the exponent, bits of the fraction: the definitions in IEEE 754 and of bfloat16."""
NUMPY = {"F16": np.float16, "F32": np.float32, "F64": np.float64}
NAMES = {"up": "up", "down": "down"}


def meaning(dtype: str, bits: int) -> Fraction | None:
    """What a bit pattern stands for; None for infinities and NaN."""
    size, exponent_bits, fraction_bits = FIELDS[dtype]
    sign, exponent = bits >> (8 * size - 1), (bits >> fraction_bits) % (1 << exponent_bits)
    fraction, bias = bits % (1 << fraction_bits), (1 << (exponent_bits - 1)) - 1
    if exponent == (1 << exponent_bits) - 1:
        return None
    leading = fraction if exponent == 0 else fraction + (1 << fraction_bits)
    return (-1) ** sign * leading * Fraction(2) ** (max(exponent, 1) - bias - fraction_bits)


def row_file(path, dtype: str, bits: list[int], down: bytes | None = None) -> str:
    """A block with d = len(bits), N = 1: W_up holds the patterns."""
    size, n = FIELDS[dtype][0], len(bits)
    raw = b"".join(b.to_bytes(size, "little") for b in bits)
    return saved(
        path, safetensors({"up": (dtype, [1, n], raw), "down": ("F32", [n, 1], down or bytes(4 * n))})
    )


def refused(path, **choices) -> str:
    with pytest.raises(Malformed) as error:
        read_block(path, **choices)
    assert str(error.value).startswith(str(path))
    return str(error.value)


@pytest.mark.parametrize("dtype", ["F16", "BF16"])
def test_every_short_float_is_read_as_its_definition(tmp_path, dtype):
    values = {bits: meaning(dtype, bits) for bits in range(1 << 16)}
    sound = [bits for bits, value in values.items() if value is not None]
    block = read_block(row_file(tmp_path / "w.safetensors", dtype, sound), **NAMES, activation="relu")
    assert block.W_up == (tuple(values[bits] for bits in sound),)
    assert len(sound) == (1 << 16) - 2 * (1 << FIELDS[dtype][2])


@pytest.mark.parametrize("dtype", list(FIELDS))
@law
@given(data=st.data())
def test_random_patterns_are_read_as_their_definition_or_refused(tmp_path_factory, dtype, data):
    pattern = st.integers(0, 256 ** FIELDS[dtype][0] - 1)
    bits = data.draw(st.lists(pattern, min_size=1, max_size=6))
    values = [meaning(dtype, b) for b in bits]
    path = row_file(tmp_path_factory.mktemp("bits") / "w.safetensors", dtype, bits)
    if None in values:
        assert f"tensor 'up': entry [0][{values.index(None)}] is" in refused(path, **NAMES)
    else:
        assert read_block(path, **NAMES, activation="relu").W_up == (tuple(values),)


@pytest.mark.parametrize("dtype", list(NUMPY))
@law
@given(data=st.data())
def test_numpy_and_struct_agree(tmp_path_factory, dtype, data):
    width = 8 * FIELDS[dtype][0]
    entry = st.floats(width=width, allow_nan=False, allow_infinity=False)
    d, N = data.draw(st.integers(1, 3)), data.draw(st.integers(1, 3))
    up = np.array(data.draw(st.lists(entry, min_size=N * d, max_size=N * d)), NUMPY[dtype]).reshape(N, d)
    down = data.draw(st.lists(entry, min_size=N * d, max_size=N * d))
    code = {"F16": "e", "F32": "f", "F64": "d"}[dtype]
    tensors = {
        "up": (dtype, [N, d], up.tobytes()),
        "down": (dtype, [d, N], struct.pack(f"<{N * d}{code}", *down)),
    }
    path = saved(tmp_path_factory.mktemp("numpy") / "w.safetensors", safetensors(tensors))
    block = read_block(path, **NAMES, activation="gelu")
    rows = [down[i * N : (i + 1) * N] for i in range(d)]
    assert block == Block(up, rows, "gelu", floats="binary")
    assert block.sha256 == kernel.read_weights(path, "up", "down").sha256()


def floats(*values: float) -> bytes:
    return struct.pack(f"<{len(values)}f", *values)


def layer(tmp_path):
    """W_up is 3 x 2 and W_down 2 x 3 as torch stores them; two more tensors that are not asked for."""
    tensors = {
        "mlp.down.weight": ("F32", [2, 3], floats(7, 8, 9, 10, 11, 12)),
        "mlp.up.weight": ("F32", [3, 2], floats(1, 2, 3, 4, 5, 6)),
        "mlp.up.bias": ("F32", [3], floats(1, 1, 1)),
        "ids": ("I64", [1, 1], bytes(8)),
    }
    return saved(tmp_path / "w.safetensors", safetensors(tensors))


def test_orientation(tmp_path):
    path = layer(tmp_path)
    out_in = read_block(path, up="mlp.up.weight", down="mlp.down.weight", activation="relu")
    assert out_in == Block([[1, 2], [3, 4], [5, 6]], [[7, 8, 9], [10, 11, 12]])
    in_out = read_block(
        path, up="mlp.down.weight", down="mlp.up.weight", orientation="in-out", activation="relu"
    )
    assert in_out == Block([[7, 10], [8, 11], [9, 12]], [[1, 3, 5], [2, 4, 6]])
    swapped = kernel.read_weights(path, "mlp.down.weight", "mlp.up.weight", True)
    assert in_out.sha256 == swapped.sha256() != out_in.sha256


def test_names_are_asked_for(tmp_path):
    path = layer(tmp_path)
    message = refused(path)
    assert "--up" in message
    assert "--down" in message
    assert "'mlp.down.weight' (2 x 3, F32), 'mlp.up.weight' (3 x 2, F32), 'ids' (1 x 1, I64)" in message
    assert "bias" not in message
    assert "found only ids" in refused(path, up="ids")
    close = refused(path, up="mlp.up.weigth", down="mlp.down.weight")
    assert "there is no tensor 'mlp.up.weigth' that can be read; did you mean 'mlp.up.weight'" in close
    assert "matrices in the file" in refused(path, up="zzz", down="mlp.down.weight")
    assert "dtype 'I64'" in refused(path, up="ids", down="ids")
    assert "mlp.up.bias" in refused(path, up="mlp.up.bias", down="mlp.down.weight")
    assert "found 3 x 2 and 3 x 2" in refused(path, up="mlp.up.weight", down="mlp.up.weight")
    assert "bit for bit" in refused(path, up="mlp.up.weight", down="mlp.down.weight", floats="decimal")


def test_the_contents_are_listed_and_nothing_is_guessed(tmp_path):
    path = layer(tmp_path)
    found = {t.name: (t.dtype, t.shape) for t in list_tensors(path)}
    assert found["mlp.up.bias"] == ("F32", (3,))
    assert list(found) == ["mlp.down.weight", "mlp.up.weight", "mlp.up.bias", "ids"]
    up, down = "mlp.up.weight", "mlp.down.weight"
    assert pairs(path) == [(down, up), (up, down)]
    many = {f"layer.{k:03}": ("F16", [1, 1], bytes(2)) for k in range(LISTED + 60)}
    message = refused(saved(tmp_path / "many.safetensors", safetensors(many)))
    assert "and 60 more" in message


def test_a_skip_beside_binary_tensors(tmp_path):
    path = layer(tmp_path)
    skip = saved(tmp_path / "skip.json", b"[[0.1, 0], [0, 1]]")
    names = {"up": "mlp.up.weight", "down": "mlp.down.weight"}
    assert read_block(path, **names, skip=skip, floats="decimal", activation="relu").skip == (
        (Fraction(1, 10), 0),
        (0, 1),
    )
    assert read_block(path, **names, skip=skip, floats="binary", activation="relu").skip == ((0.1, 0), (0, 1))
    with pytest.raises(Malformed, match="bare float"):
        read_block(path, **names, skip=skip)
    with pytest.raises(Malformed, match=r'floats="decimal"'):
        read_block(path, **names, skip=[[0.5, 0], [0, 1]])


def one(
    dtype: object = "F32", shape: object = (1, 1), offsets: object = (0, 4), **more: object
) -> dict[str, object]:
    return {"up": {"dtype": dtype, "shape": shape, "data_offsets": offsets, **more}}


FOUR = bytes(4)
HOSTILE = {
    "seven bytes": b"1234567",
    "only a length": struct.pack("<Q", 2),
    "a length beyond the file": struct.pack("<Q", 100) + b"{}",
    "a length of 2^64 - 1": b"\xff" * 8 + b"{}",
    "a length beyond the format's limit": struct.pack("<Q", 100_000_001) + b"{}",
    "a header of nothing": struct.pack("<Q", 0),
    "a header that is no JSON": framed(b"{'up': 1}"),
    "a header that is not UTF-8": framed(b"\xff\xfe"),
    "a header of brackets": framed(b"[" * 100_000),
    "a header with a duplicate": framed(b'{"up": 1, "up": 1}'),
    "a header with NaN": framed(b'{"up": NaN}'),
    "a number for a header": framed(5),
    "null for a header": framed(None),
    "a list for a header": framed(["up"]),
    "a string for an entry": framed({"up": "x"}),
    "an entry without a shape": framed({"up": {"dtype": "F32", "data_offsets": [0, 4]}}, FOUR),
    "an entry with an unknown key": framed(one(extra=1), FOUR),
    "an unknown dtype": framed(one("F33"), FOUR),
    "a list for a dtype": framed(one(["F32"]), FOUR),
    "a boolean in the shape": framed(one(shape=[True, 1]), FOUR),
    "a float in the shape": framed(
        b'{"up": {"dtype": "F32", "shape": [1.0, 1], "data_offsets": [0, 4]}}', FOUR
    ),
    "a negative shape": framed(one(shape=[-1, -1]), FOUR),
    "an empty shape": framed(one(shape=[0, 5], offsets=[0, 0])),
    "one dimension": framed(one(shape=[1]), FOUR),
    "three dimensions": framed(one(shape=[1, 1, 1]), FOUR),
    "a thousand dimensions": framed(one(shape=[1] * 1000), FOUR),
    "more shape than data": framed(one(shape=[1, 2]), FOUR),
    "less shape than data": framed(one(offsets=[0, 8]), bytes(8)),
    "truncated data": framed(one(shape=[1, 2], offsets=[0, 8]), FOUR),
    "offsets that go back": framed(one(offsets=[4, 0]), FOUR),
    "three offsets": framed(one(offsets=[0, 4, 8]), FOUR),
    "4 TB declared": framed(one(shape=[2**20, 2**20], offsets=[0, 2**42]), FOUR),
    "2^64 bytes declared": framed(one(shape=[2**31, 2**31], offsets=[0, 2**64]), FOUR),
    "offsets beyond 2^63": framed(one(offsets=[2**70, 2**70 + 4]), FOUR),
    "offsets of 3999 digits": framed(
        b'{"up": {"dtype": "F32", "shape": [1, 1], "data_offsets": [%s, 4]}}' % (b"9" * 3999)
    ),
    "JSON": b'{"W_up": [[1]], "W_down": [[1]]}',
    "a pointer of git lfs": b"version https://git-lfs.github.com/spec/v1\noid sha256:00\nsize 90\n",
}


BESIDE = {
    "data after the last tensor": framed(one(), bytes(5)),
    "a gap before the first": framed(one(offsets=[4, 8]), bytes(8)),
    "overlapping tensors": framed(one() | {"down": one()["up"]}, FOUR),
    "another truncated tensor": framed(one() | {"big": one(shape=[9], offsets=[4, 40])["up"]}, bytes(8)),
    "another dtype": framed(one() | {"big": one("F33")["up"]}, FOUR),
    "an entry that is none": framed(one() | {"big": "x"}, FOUR),
    "metadata": framed(one() | {"__metadata__": {"a": "b"}}, FOUR),
}


@pytest.mark.parametrize("name", BESIDE)
def test_what_lies_beside_the_named_tensors_is_nobodys_business(tmp_path, name):
    """Here and in the kernel, so that absorb reads what check reads."""
    path = saved(tmp_path / "w.safetensors", BESIDE[name])
    assert read_block(path, up="up", down="up", activation="relu") == Block([[0]], [[0]])
    assert kernel.read_weights(path, "up", "up").up == [(0.0,)]


@pytest.mark.parametrize("name", sorted(HOSTILE))
def test_the_kernel_refuses_the_same_files(tmp_path, name):
    with pytest.raises(Malformed):
        kernel.read_weights(saved(tmp_path / "w.safetensors", HOSTILE[name]), "up", "up")


@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_files_are_malformed(tmp_path, name):
    path = saved(tmp_path / "w.safetensors", HOSTILE[name])
    message = refused(path, up="up", down="up")
    assert len(message) < 500 + len(path)


def test_the_sound_control_of_the_hostile_files(tmp_path):
    path = saved(tmp_path / "w.safetensors", framed(one(), FOUR))
    assert read_block(path, up="up", down="up", activation="relu") == Block([[0]], [[0]])


@law
@given(data=st.data())
def test_damaged_files_are_malformed_or_another_block(tmp_path_factory, data):
    sound = safetensors(
        {"up": ("BF16", [1, 2], b"\x80\x3f\x00\x40"), "down": ("F16", [2, 1], b"\x00\x3c\x00\xbc")}
    )
    place = data.draw(st.integers(0, len(sound) - 1))
    cut = data.draw(st.integers(0, 2))
    damaged = sound[:place] + data.draw(st.binary(max_size=2)) + sound[place + cut :]
    path = saved(tmp_path_factory.mktemp("damaged") / "w.safetensors", damaged)
    message = ""
    try:
        read_block(path, **NAMES)
    except Malformed as error:
        message = str(error)
    assert not message or message.startswith(path)
