"""Reading blocks: JSON and the choices of the caller. Reading weights decides verdicts."""

import io
import json
import subprocess
import sys
from fractions import Fraction

import numpy as np
import pytest
from helpers.laws import law
from helpers.tensors import safetensors, saved
from hypothesis import given
from hypothesis import strategies as st

from symproof.errors import Malformed, Rejected
from symproof.files.readers import list_tensors, pairs, read_block, read_matrix
from symproof.kernel.trees import Problem, refute
from symproof.model.block import Block
from symproof.reader import weights as kernel

TENTHS = '{"W_up": [' + ", ".join(["[0.1]"] * 10) + '], "W_down": [[' + ", ".join(["-1"] * 10) + "]]}"


def given_stdin(monkeypatch, text: str) -> None:
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(text.encode())))


def refused(path, **choices) -> str:
    with pytest.raises(Malformed) as error:
        read_block(path, **choices)
    return str(error.value)


def test_the_reading_decides_the_verdict(tmp_path):
    """Ten products of -0.1 sum to -1 as decimals and not as doubles; numpy's sum says -1 for the doubles."""
    path = saved(tmp_path / "tenths.json", TENTHS.encode())
    message = refused(path)
    assert message.startswith(f"{path}: W_up[0][0]: ")
    assert "bare float" in message
    assert "--floats decimal" in message
    assert "--floats binary" in message
    decimal, binary = read_block(path, floats="decimal"), read_block(path, floats="binary")
    assert decimal.residual(range(10)) == [[0]]
    assert binary.residual(range(10)) != [[0]]
    assert np.full(10, -0.1).sum() == -1

    def problem(block):
        return Problem(block.W_down, block.W_up, {(0, 0): Fraction(-1)})

    refute(problem(binary), {"exhaust": True})
    with pytest.raises(Rejected, match="solution"):
        refute(problem(decimal), {"exhaust": True})


def test_arrays_have_readings_too():
    up, down = np.full((10, 1), 0.1), np.full((1, 10), -1)
    assert Block(up, down, floats="decimal").residual(range(10)) == [[0]]
    assert Block(up, down, floats="binary").residual(range(10)) != [[0]]


entries = st.one_of(
    st.integers(-(10**30), 10**30), st.fractions(), st.floats(allow_nan=False, allow_infinity=False)
)


@law
@given(st.lists(entries, min_size=2, max_size=2), st.sampled_from(["decimal", "binary"]))
def test_json_numbers_are_what_they_spell(tmp_path_factory, row, reading):
    path = tmp_path_factory.mktemp("json") / "w.json"
    text = json.dumps({"W_up": [[str(x) if type(x) is Fraction else x for x in row]], "W_down": [[1], [2]]})
    block = read_block(saved(path, text.encode()), floats=reading)
    decimal = [Fraction(repr(x)) if type(x) is float else x for x in row]
    assert block.W_up == (tuple(row if reading == "binary" else decimal),)


def test_the_kernel_reads_the_same_weights(tmp_path):
    text = (
        b'{"W_up": [["0.1", 2]], "W_down": [["-1/3"], [4]], "activation": "leaky_relu(0.5)", "about": [0.5]}'
    )
    path = saved(tmp_path / "w.json", text)
    block = read_block(path)
    assert block.sha256 == kernel.read_weights(path).sha256()
    assert block == Block([["1/10", 2]], [["-1/3"], [4]], "leaky_relu(1/2)")


def test_the_reading_covers_the_skip_and_exponents(tmp_path):
    path = saved(tmp_path / "w", b'{"W_up": [[1]], "W_down": [[25E-1]], "skip": [[0.3]]}')
    assert read_block(path, floats="decimal") == Block([[1]], [["5/2"]], skip=[["3/10"]])
    assert read_block(path, floats="binary") == Block([[1]], [["5/2"]], skip=[[Fraction(0.3)]])


def test_standard_input(monkeypatch):
    given_stdin(monkeypatch, TENTHS)
    assert read_block("-", floats="decimal").width == 10
    given_stdin(monkeypatch, "")
    assert refused("-") == "standard input: is empty"
    given_stdin(monkeypatch, '{"W_up": [[0.1]], "W_down": [[1]]}')
    assert refused("-").startswith("standard input: W_up[0][0]: ")
    given_stdin(monkeypatch, '{"W_up": [[1]]}')
    assert refused("-").startswith("standard input: the keys are")


def test_activation_and_skip_of_the_caller(tmp_path):
    bare = saved(tmp_path / "bare.json", b'{"W_up": [[1]], "W_down": [[1]]}')
    full = saved(
        tmp_path / "full.json",
        b'{"W_up": [[1]], "W_down": [[1]], "activation": "leaky_relu(0.1)", "skip": [[2]]}',
    )
    skip = saved(tmp_path / "skip.json", b"[[0.5]]")
    assert read_block(bare, activation="gelu", skip="-I") == Block([[1]], [[1]], "gelu", [[-1]])
    assert read_block(bare, skip="I") == read_block(bare) == Block([[1]], [[1]])
    assert read_block(bare, skip=skip, floats="binary") == Block([[1]], [[1]], skip=[["1/2"]])
    assert read_block(bare, skip=[["1/2"]]) == Block([[1]], [[1]], skip=[["1/2"]])
    assert read_block(full, activation="leaky_relu(1/10)").skip == ((2,),)
    assert "names the activation leaky_relu(0.1), the caller gelu" in refused(full, activation="gelu")
    assert "the file has a skip and the caller names another" in refused(full, skip="I")
    assert refused(bare, skip=skip).startswith(f"{skip}: matrix[0][0]: ")
    assert "skip must be 1 x 1, found 1 x 2" in refused(bare, skip=[[1, 2]])
    assert 'floats="decimal"' in refused(bare, skip=[[0.5]])
    assert "unknown" in refused(bare, activation="nonsense") or "is none of" in refused(
        bare, activation="nonsense"
    )


def test_a_matrix_on_its_own(tmp_path):
    path = saved(tmp_path / "m.json", b'[[1, "1/2"], [0.5, -3]]')
    assert read_matrix(path, floats="binary") == [[1, Fraction(1, 2)], [Fraction(1, 2), -3]]
    with pytest.raises(Malformed, match=r"m\.json: matrix\[1\]\[0\]: .*bare float"):
        read_matrix(path)
    with pytest.raises(Malformed, match="a matrix on its own is read from JSON"):
        read_matrix(saved(tmp_path / "m.npz", b"x"))
    for text in (b"5", b"[]", b"[[]]", b"[[1],[2,3]]", b'{"W": [[1]]}', b"[[null]]", b"[1]"):
        with pytest.raises(Malformed, match="bad"):
            read_matrix(saved(tmp_path / "bad.json", text), floats="decimal")


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (b"", "is empty"),
        (b" \n", "is empty"),
        (b"{", "not JSON"),
        (b'{"W_up": [[1]], "W_down": [[1]]} x', "not JSON"),
        (b"\xff\xfe", "not UTF-8"),
        (b"[" * 100_000, "nested too deeply"),
        (b"[]", "the keys are"),
        (b"null", "the keys are"),
        (b'{"W_up": [[1]]}', "the keys are"),
        (b'{"W_up": [[1]], "W_down": [[1]], "bias": [1]}', "'bias'"),
        (b'{"W_up": [[1]], "W_up": [[2]], "W_down": [[1]]}', "appears twice"),
        (b'{"W_up": [[1], [2, 3]], "W_down": [[1, 1]]}', "W_up: row 0 has 1 entries, row 1 has 2"),
        (b'{"W_up": [], "W_down": [[1]]}', "W_up: must be a non-empty"),
        (b'{"W_up": 0.5, "W_down": [[1]]}', "W_up: must be a non-empty"),
        (b'{"W_up": [0.5], "W_down": [[1]]}', "W_up: must be a non-empty"),
        (b'{"W_up": [[1, 2]], "W_down": [[1]]}', "found 1 x 2 and 1 x 1"),
        (b'{"W_up": [[NaN]], "W_down": [[1]]}', "NaN is not a number"),
        (b'{"W_up": [[-Infinity]], "W_down": [[1]]}', "-Infinity is not a number"),
        (b'{"W_up": [[1e999]], "W_down": [[1]]}', "W_up[0][0]"),
        (b'{"W_up": [[true]], "W_down": [[1]]}', "W_up[0][0]"),
        (b'{"W_up": [[null]], "W_down": [[1]]}', "W_up[0][0]"),
        (b'{"W_up": [["1/0"]], "W_down": [[1]]}', "denominator zero"),
        (b'{"W_up": [["1e3"]], "W_down": [[1]]}', "W_up[0][0]"),
        (b'{"W_up": [["1_0"]], "W_down": [[1]]}', "W_up[0][0]"),
        (b'{"W_up": [[%s]], "W_down": [[1]]}' % (b"1" * 10_000), "10000 digits"),
        (b'{"W_up": [["%s"]], "W_down": [[1]]}' % (b"1" * 10_000), "W_up[0][0]"),
        (b'{"W_up": [[0.%s]], "W_down": [[1]]}' % (b"1" * 10_000), "W_up[0][0]"),
        (b'{"W_up": [[1]], "W_down": [[1]], "activation": 3}', "activation"),
        (b'{"W_up": [[1]], "W_down": [[1]], "activation": "tanh"}', "'tanh' is none of"),
        (b'{"W_up": [[1]], "W_down": [[1]], "skip": [[1, 2]]}', "skip must be 1 x 1"),
        (b'{"W_up": [[1]], "W_down": [[1]], "skip": "I"}', "skip: must be"),
    ],
)
@pytest.mark.parametrize("floats", [None, "binary"])
def test_malformed_json(tmp_path, text, words, floats):
    path = saved(tmp_path / "w.json", text)
    message = refused(path, floats=floats)
    assert message.startswith(path)
    assert words in message
    assert len(message) < 400 + len(path)


def test_paths_that_are_no_weights(tmp_path):
    assert refused(str(tmp_path)).endswith("cannot be read: Is a directory")
    assert refused(tmp_path / "absent.json").endswith("cannot be read: No such file or directory")
    assert refused("a\0b").endswith("cannot be read: a null byte in the path")
    for name in ("w.json", "w.npz", "w.safetensors", "w.pt"):
        assert refused(saved(tmp_path / name, b"")).endswith("is empty")
    assert "the suffix .pt is none of .json, .npz, .safetensors" in refused(saved(tmp_path / "w.pt", b"x"))
    link = tmp_path / "dangling.json"
    link.symlink_to(tmp_path / "gone")
    assert "cannot be read" in refused(link)


def test_choices_that_do_not_apply(tmp_path):
    path = saved(tmp_path / "w.json", b'{"W_up": [[1]], "W_down": [[1]]}')
    for choices in ({"up": "W_up", "down": "W_down"}, {"up": "a"}, {"orientation": "in-out"}):
        assert "are for .npz and .safetensors" in refused(path, **choices)
    assert "'sideways' is none of out-in, in-out" in refused(path, orientation="sideways")
    assert "'exact' is none of decimal, binary" in refused(path, floats="exact")
    for listing in (list_tensors, pairs):
        with pytest.raises(Malformed, match=r"only .npz and .safetensors"):
            listing(path)


@law
@given(st.data())
def test_damaged_json_is_malformed_or_another_block(tmp_path_factory, data):
    sound = b'{"W_up": [[1, "2/3"], [0.5, -4]], "W_down": [[1, "0.25"], [3, 4]], "activation": "gelu"}'
    place = data.draw(st.integers(0, len(sound) - 1))
    text = sound[:place] + data.draw(st.binary(max_size=2)) + sound[place + data.draw(st.integers(0, 2)) :]
    path = saved(tmp_path_factory.mktemp("damaged") / "w.json", text)
    message = ""
    try:
        read_block(path, floats="decimal")
    except Malformed as error:
        message = str(error)
    assert not message or message.startswith(path)


@pytest.mark.parametrize("name", ["w.json", "w.safetensors"])
def test_reading_imports_no_large_package(tmp_path, name):
    saved(tmp_path / "w.json", b'{"W_up": [[1, "1/2"]], "W_down": [[0.5], [3]]}')
    tensors = {"up": ("F16", [1, 2], bytes(4)), "down": ("F16", [2, 1], bytes(4))}
    saved(tmp_path / "w.safetensors", safetensors(tensors))
    choices = "floats='binary'" if name == "w.json" else "up='up', down='down', activation='relu'"
    program = (
        "import sys; from symproof.files.readers import read_block\n"
        f"repr(read_block({str(tmp_path / name)!r}, {choices})._repr_html_())\n"
        "print([m for m in ('numpy', 'sympy', 'rich', 'flint', 'mpmath') if m in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"
