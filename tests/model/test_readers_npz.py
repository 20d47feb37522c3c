"""Reading .npz: bit for bit, whatever the memory order, and never more than the caps."""

import io
import tracemalloc
import zipfile
from fractions import Fraction

import numpy as np
import pytest
from helpers.laws import law
from helpers.tensors import npy, npz, saved
from hypothesis import given
from hypothesis import strategies as st

from symproof.errors import Malformed
from symproof.files.readers import list_tensors, pairs, read_block
from symproof.model.block import Block
from symproof.reader.tensors import MAX_ENTRIES

KINDS = ["f2", "f4", "f8", ">f4", ">f8", "i1", "u1", "i2", "u2", "i4", "u4", "i8", "u8", ">i8"]


def written(path, compressed=False, **arrays) -> str:
    (np.savez_compressed if compressed else np.savez)(path, **arrays)
    return str(path)


def array_bytes(array) -> bytes:
    buffer = io.BytesIO()
    np.save(buffer, array)
    return buffer.getvalue()


def refused(path, **choices) -> str:
    with pytest.raises(Malformed) as error:
        read_block(path, **choices)
    assert str(error.value).startswith(str(path))
    return str(error.value)


@law
@given(st.sampled_from(KINDS), st.booleans(), st.booleans(), st.data())
def test_arrays_are_read_bit_for_bit(tmp_path_factory, kind, by_columns, compressed, data):
    dtype = np.dtype(kind)
    if dtype.kind == "f":
        entry = st.floats(width=8 * dtype.itemsize, allow_nan=False, allow_infinity=False)
    else:
        entry = st.integers(int(np.iinfo(dtype).min), int(np.iinfo(dtype).max))
    N, d = data.draw(st.integers(1, 3)), data.draw(st.integers(1, 3))
    rows = [[data.draw(entry) for _ in range(d)] for _ in range(N)]
    array = np.array(rows, dtype, order="F" if by_columns else "C")
    path = written(
        tmp_path_factory.mktemp("npz") / "w.npz", compressed, W_up=array, W_down=np.zeros((d, N), "i1")
    )
    assert read_block(path, activation="relu").W_up == tuple(tuple(Fraction(x) for x in row) for row in rows)


def test_names_defaults_and_the_skip(tmp_path):
    up, down, skip = (
        np.array([[1, 2], [3, 4], [5, 6]]),
        np.arange(6).reshape(2, 3),
        np.array([[0, 1], [2, 0]]),
    )
    plain = Block(up, down)
    assert read_block(written(tmp_path / "a.npz", W_up=up, W_down=down), activation="relu") == plain
    path = written(tmp_path / "b.npz", W_up=up, W_down=down, skip=skip)
    assert read_block(path, activation="gelu") == Block(up, down, "gelu", skip)
    assert "the file has a skip" in refused(path, skip="I")
    assert read_block(path, up="W_up", down="W_down", skip="-I", activation="relu") == Block(
        up, down, skip="-I"
    )
    transposed = written(tmp_path / "c.npz", W_up=up.T, W_down=down.T, skip=skip.T)
    assert read_block(transposed, orientation="in-out", activation="relu") == Block(up, down, skip=skip)
    path = written(tmp_path / "d.npz", up=up, down=down, b=np.zeros(3))
    assert read_block(path, up="up", down="down", activation="relu") == plain
    assert "'up' (3 x 2, int64), 'down' (2 x 3, int64)" in refused(path)
    assert "found only up" in refused(path, up="up")
    unknown = refused(path, up="up", down="dwn")
    assert "there is no tensor 'dwn' that can be read; did you mean 'down'?" in unknown
    assert "bit for bit" in refused(path, up="up", down="down", floats="decimal")
    with_bias = written(tmp_path / "e.npz", W_up=up, W_down=down, bias=np.zeros(3))
    assert "--up" in refused(with_bias)


def test_the_contents_are_listed(tmp_path):
    path = written(
        tmp_path / "w.npz", a=np.zeros((3, 2), "f4"), b=np.zeros((2, 3)), c=np.zeros(4), o=np.array([None])
    )
    found = [(t.name, t.dtype, t.shape) for t in list_tensors(path)]
    assert found == [
        ("a", "float32", (3, 2)),
        ("b", "float64", (2, 3)),
        ("c", "float64", (4,)),
        ("o", "object", (1,)),
    ]
    assert pairs(path) == [("a", "b"), ("b", "a")]


@pytest.mark.parametrize("value", [np.nan, np.inf, -np.inf])
def test_tensor_and_index_of_what_is_no_number(tmp_path, value):
    down = np.zeros((2, 3), "f2")
    down[1, 2] = value
    path = written(tmp_path / "w.npz", **{"mlp.up": np.zeros((3, 2)), "mlp.down": down})
    message = refused(path, up="mlp.up", down="mlp.down")
    assert f"tensor 'mlp.down': entry [1][2] is {value}" in message


@pytest.mark.parametrize(
    "array",
    [
        np.array([[1j]]),
        np.array([[True]]),
        np.array([[1]], np.longdouble),
        np.array([["1"]]),
        np.array([[b"1"]]),
        np.array([[1]], "M8[s]"),
        np.array([[1]], "m8[s]"),
        np.array([[(1, 2)]], [("a", "i4"), ("b", "i4")]),
        np.array([[None]]),
        np.array([[b"ab"]], "V2"),
        np.array([1]),
        np.array(1),
        np.array([[[1]]]),
        np.zeros((0, 1)),
        np.zeros((1, 0)),
    ],
    ids=lambda array: f"{array.dtype}-{array.ndim}",
)
def test_arrays_of_other_kinds_are_refused(tmp_path, array):
    message = refused(written(tmp_path / "w.npz", W_up=array, W_down=np.ones((1, 1))))
    assert "array 'W_up'" in message


def test_objects_are_never_unpickled(tmp_path):
    class Trap:
        def __reduce__(self):
            return (open, (str(tmp_path / "sprung"), "w"))

    array = np.empty((1, 1), object)
    array[0, 0] = Trap()
    path = written(tmp_path / "w.npz", W_up=array, W_down=np.ones((1, 1)))
    assert "dtype '|O'" in refused(path)
    assert not (tmp_path / "sprung").exists()


def head(shape: str, dtype: str = "'<f8'", order: str = "False") -> str:
    return f"{{'descr': {dtype}, 'fortran_order': {order}, 'shape': {shape}, }}"


EIGHT = bytes(8)
HOSTILE = {
    "petabytes": npy(head("(1048576, 1073741824)"), EIGHT),
    "one more entry than the cap": npy(head(f"(1, {MAX_ENTRIES + 1})", "'|i1'"), EIGHT),
    "2^80 entries": npy(head("(1099511627776, 1099511627776)"), EIGHT),
    "a gigabyte in eight bytes": npy(head("(16384, 4096)", "'<i2'"), EIGHT),
    "one entry too few": npy(head("(1, 2)"), EIGHT),
    "one entry too many": npy(head("(1, 1)"), 2 * EIGHT),
    "a negative shape": npy(head("(-1, -1)"), EIGHT),
    "a boolean in the shape": npy(head("(True, 1)"), EIGHT),
    "a float in the shape": npy(head("(1.0, 1)"), EIGHT),
    "no tuple for a shape": npy(head("1"), EIGHT),
    "an order that is no boolean": npy(head("(1, 1)", order="2"), EIGHT),
    "an unknown dtype": npy(head("(1, 1)", "'<q9'"), EIGHT),
    "a dtype with a shape": npy(head("(1, 1)", "('<f4', (2,))"), EIGHT),
    "an empty header": npy("", EIGHT),
    "a header of brackets": npy("(" * 3000, EIGHT),
    "a header that never ends": npy("{'descr': '", EIGHT),
    "a header with a call": npy("__import__('os').getpid()", EIGHT),
    "a header beyond numpy's limit": npy(head("(1, 1)") + " " * 20_000, EIGHT),
    "a version from the future": npy(head("(1, 1)"), EIGHT, (9, 9)),
    "a cut header": npy(head("(1, 1)"))[:20],
    "a cut magic": b"\x93NUM",
    "no bytes": b"",
    "a pickle": b"\x80\x04K\x01.",
}


@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_arrays_are_malformed(tmp_path, name):
    path = saved(
        tmp_path / "w.npz", npz({"W_up.npy": HOSTILE[name], "W_down.npy": array_bytes(np.ones((1, 1)))})
    )
    tracemalloc.start()
    message = refused(path)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 20_000_000
    assert len(message) < 400 + len(path)


def test_the_sound_control_of_the_hostile_arrays(tmp_path):
    members = {"W_up.npy": npy(head("(1, 1)"), EIGHT), "W_down.npy": array_bytes(np.ones((1, 1)))}
    assert read_block(saved(tmp_path / "w.npz", npz(members)), activation="relu") == Block([[0]], [[1]])


def test_a_zip_that_declares_less_than_it_holds(tmp_path):
    """The sizes that zip records are not believed either: 1 x 9 entries, 1 recorded."""
    array, sound = npy(head("(1, 9)"), 9 * EIGHT), array_bytes(np.ones((9, 1)))
    data = npz({"W_up.npy": array, "W_down.npy": sound})
    size, lie = len(array).to_bytes(4, "little"), (len(array) - 64).to_bytes(4, "little")
    assert data.count(size) >= 2
    assert "W_up" in refused(saved(tmp_path / "w.npz", data.replace(size, lie)))


def test_a_compressed_bomb_is_refused_by_its_header(tmp_path):
    bomb = npy(head(f"(1, {MAX_ENTRIES + 1})", "'|i1'"), bytes(MAX_ENTRIES + 1))
    path = saved(tmp_path / "w.npz", npz({"W_up.npy": bomb, "W_down.npy": array_bytes(np.ones((1, 1)))}))
    assert f"at most {MAX_ENTRIES} are read" in refused(path)


def test_zips_of_other_kinds(tmp_path):
    path = saved(tmp_path / "w.npz", b"not a zip")
    assert "not a sound .npz file" in refused(path)
    assert "matrices in the file: none" in refused(saved(path_of(tmp_path), npz({"readme.txt": b"x"})))
    assert "--up" in refused(saved(path_of(tmp_path), npz({})))
    twice = io.BytesIO()
    with zipfile.ZipFile(twice, "w") as archive:
        archive.writestr("W_up.npy", array_bytes(np.ones((1, 1))))
        with pytest.warns(UserWarning, match="Duplicate"):
            archive.writestr("W_up.npy", array_bytes(np.zeros((1, 1))))
    assert "'W_up' is stored twice" in refused(saved(path_of(tmp_path), twice.getvalue()))


def path_of(folder):
    return folder / "other.npz"


@law
@given(data=st.data())
def test_damaged_files_are_malformed_or_another_block(tmp_path_factory, data):
    sound = npz(
        {"W_up.npy": array_bytes(np.array([[1.5, 2]])), "W_down.npy": array_bytes(np.array([[3], [4]]))}
    )
    place = data.draw(st.integers(0, len(sound) - 1))
    damaged = sound[:place] + data.draw(st.binary(max_size=2)) + sound[place + data.draw(st.integers(0, 2)) :]
    path = saved(tmp_path_factory.mktemp("damaged") / "w.npz", damaged)
    message = ""
    try:
        read_block(path)
    except Malformed as error:
        message = str(error)
    assert not message or message.startswith(path)


@pytest.mark.parametrize("order", ["<", ">", "|", "=", "!", "@", " ", "", "x"])
@pytest.mark.parametrize("word", ["f2", "f4", "f8", "i1", "i2", "i4", "i8", "u1", "u2", "u4", "u8"])
def test_a_byte_order_is_spelt_as_numpy_writes_it(order, word, tmp_path):
    """numpy itself would read "=f4" as the order of the machine that reads: no one number."""
    header = f"{{'descr': '{order}{word}', 'fortran_order': False, 'shape': (1, 1), }}".encode()
    member = b"\x93NUMPY\1\0" + len(header).to_bytes(2, "little") + header + bytes(int(word[1]))
    path = saved(tmp_path / "w.npz", npz({"W_up.npy": member, "W_down.npy": member}))
    written = {np.dtype(byte + word).str for byte in "<>"}
    if order + word in written:
        assert read_block(path, activation="relu") == Block([[0]], [[0]])
    else:
        assert "in numpy's spelling" in refused(path)
