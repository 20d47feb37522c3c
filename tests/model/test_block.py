"""The block: laws of its operations, equality by value, and how it shows itself."""

import doctest
import json
import pickle
from dataclasses import FrozenInstanceError
from fractions import Fraction

import mpmath
import numpy as np
import pytest
from flint import arb, ctx, fmpq, fmpz
from helpers.laws import law
from hypothesis import given
from hypothesis import strategies as st
from sympy import Integer

from symproof.errors import Malformed
from symproof.model import block as block_module
from symproof.model.block import Block
from symproof.reader.text import parse_json
from symproof.reader.weights import from_json

CONIC = {"relu": (Fraction(0), Fraction(1)), "abs": (Fraction(-1), Fraction(1))} | {
    "leaky_relu(1/10)": (Fraction(1, 10), Fraction(1)),
    "leaky_relu(-3)": (Fraction(-3), Fraction(1)),
}
"""Name -> slopes left and right of zero: the definitions, for the oracle."""

numbers = st.one_of(
    st.integers(-4, 4), st.fractions(-3, 3, max_denominator=6), st.sampled_from([0.5, -0.75, 0.1, -0.0])
)


def rows(n: int, m: int, entries: st.SearchStrategy = numbers) -> st.SearchStrategy:
    return st.lists(st.lists(entries, min_size=m, max_size=m), min_size=n, max_size=n)


@st.composite
def blocks(draw, activations=tuple(CONIC)):
    d, N = draw(st.integers(1, 3)), draw(st.integers(1, 5))
    skip = draw(st.one_of(st.none(), st.just("-I"), rows(d, d)))
    return Block(
        draw(rows(N, d)), draw(rows(d, N)), draw(st.sampled_from(activations)), skip, floats="binary"
    )


def apply(A, x):
    return [sum((Fraction(a) * Fraction(v) for a, v in zip(row, x, strict=True)), Fraction(0)) for row in A]


def definition(block: Block, x):
    """M x + W_down sigma(W_up x), by the book."""
    left, right = CONIC[block.activation]
    hidden = [(right if z > 0 else left) * z for z in apply(block.W_up, x)]
    return [m + y for m, y in zip(apply(block.weights.M, x), apply(block.W_down, hidden), strict=True)]


def point(data, block):
    return data.draw(st.lists(st.fractions(-5, 5, max_denominator=7), min_size=block.d, max_size=block.d))


def neurons(data, block):
    return data.draw(st.sets(st.integers(0, block.width - 1)))


@law
@given(blocks(), st.data())
def test_evaluate_is_the_definition(block, data):
    x = point(data, block)
    assert block.evaluate(x) == definition(block, x)


@law
@given(blocks(tuple(set(CONIC) - {"abs"})), st.data())
def test_what_a_flip_misses_is_the_residual(block, data):
    """f(x) - V(x) = c residual(S) x, so V computes f iff the residual is zero."""
    S, x = neurons(data, block), point(data, block)
    V = block.flip(S)
    missing = [f - v for f, v in zip(block.evaluate(x), V.evaluate(x), strict=True)]
    assert missing == [block.gap * y for y in apply(block.residual(S), x)]
    assert V.skip == ((0,) * block.d,) * block.d
    assert V.W_down == block.W_down


@law
@given(blocks(("gelu", "gelu_tanh", "silu", "softplus", "squareplus", "hardswish")), st.data())
def test_what_a_flip_misses_is_enclosed_for_other_activations(block, data):
    S, x = neurons(data, block), point(data, block)
    pairs = zip(block.evaluate(x), block.flip(S).evaluate(x), apply(block.residual(S), x), strict=True)
    for f, v, missing in pairs:
        if isinstance(f - v, Fraction):
            assert f - v == missing
        else:
            with ctx.workprec(300):
                assert (f - v).contains(fmpq(missing.numerator, missing.denominator))
                assert (f - v).rad() < 1e-25


def sigmoid(z):
    return 1 / (1 + mpmath.exp(-z))


DEFINITIONS = {
    "gelu": lambda z: z * mpmath.ncdf(z),
    "gelu_tanh": lambda z: (
        z / 2 * (1 + mpmath.tanh(mpmath.sqrt(2 / mpmath.pi) * (z + mpmath.mpf("0.044715") * z**3)))
    ),
    "quick_gelu": lambda z: z * sigmoid(mpmath.mpf("1.702") * z),
    "silu": lambda z: z * sigmoid(z),
    "softplus": lambda z: mpmath.log(1 + mpmath.exp(z)),
    "squareplus": lambda z: (z + mpmath.sqrt(z**2 + 4)) / 2,
}


@pytest.mark.parametrize("name", DEFINITIONS)
@pytest.mark.parametrize("x", ["-5/2", "-1/3", "1/7", "3"])
def test_enclosures_contain_the_value(name, x):
    """The oracle is mpmath with 100 digits."""
    (found,) = Block([[2], ["-1/3"]], [[1, "3/5"]], name, [["1/9"]]).evaluate([x], bits=150)
    with mpmath.workdps(100):
        z = mpmath.mpf(Fraction(x).numerator) / Fraction(x).denominator
        sigma = DEFINITIONS[name]
        value = z / 9 + sigma(2 * z) + mpmath.mpf(3) / 5 * sigma(-z / 3)
        with ctx.workprec(400):
            difference = found - arb(mpmath.nstr(value, 95))
            assert difference.overlaps(arb(0, 1e-80))
    assert found.rad() < 1e-40


def test_hardswish_is_rational():
    """z min(max(z + 3, 0), 6) / 6 at -4, -1, 2, 5."""
    block = Block([[-4], [-1], [2], [5]], [[1, 10, 100, 1000]], "hardswish", [[0]])
    assert block.evaluate([1]) == [-10 * Fraction(2, 6) + 100 * Fraction(10, 6) + 1000 * 5]


@law
@given(blocks(), st.data())
def test_gauge_is_a_change_of_coordinates(block, data):
    L = data.draw(rows(block.d, block.d, st.integers(-3, 3)))
    Q = [[(1 if i == j else L[i][j] * (i > j)) for j in range(block.d)] for i in range(block.d)]
    Q[0] = [2, *Q[0][1:]]  # lower triangular, determinant 2
    x = point(data, block)
    assert block.gauge(Q).evaluate(apply(Q, x)) == apply(Q, block.evaluate(x))


@law
@given(blocks(tuple(set(CONIC) - {"abs"})), st.data())
def test_permuting_neurons_changes_nothing(block, data):
    order = data.draw(st.permutations(range(block.width)))
    S, x = neurons(data, block), point(data, block)
    moved = block.permute(order)
    assert moved.evaluate(x) == block.evaluate(x)
    assert moved.residual(i for i, k in enumerate(order) if k in S) == block.residual(S)


@law
@given(blocks(), st.data())
def test_the_converse_has_the_opposite_skip(block, data):
    x = point(data, block)
    twice = [a - b for a, b in zip(block.evaluate(x), block.converse().evaluate(x), strict=True)]
    assert twice == [2 * y for y in apply(block.weights.M, x)]
    assert block.converse().converse() == block


@law
@given(blocks(("relu", "gelu", "leaky_relu(1/10)")))
def test_the_json_form_is_read_back_by_the_kernel(block):
    read = from_json(parse_json(json.dumps(block.to_dict()).encode(), "x"), "x")
    assert read.sha256() == block.sha256
    assert Block.from_weights(read) == block
    assert hash(Block.from_weights(read)) == hash(block)


@law
@given(blocks(("relu", "gelu")))
def test_every_way_of_showing_a_block_works(block):
    assert "\n" not in repr(block)
    if repr(block).startswith("Block("):
        assert eval(repr(block)) == block
    assert block._repr_latex_().count("{pmatrix}") == 2 * (2 + (block.skip is not None))
    assert block._repr_html_().count("<table") == 2 + (block.skip is not None)


@law
@given(blocks(("relu", "gelu")))
def test_copies_are_equal(block):
    assert pickle.loads(pickle.dumps(block)) == block


def test_equality_is_by_exact_value():
    same = [
        Block([[1, "1/2"]], [[2], [-3]]),
        Block([[Fraction(1), "0.5"]], [["2"], [Fraction(-6, 2)]], "relu", [[1, 0], [0, 1]]),
        Block([[1.0, 0.5]], [[2.0], [-3.0]], "relu", "I", floats="binary"),
    ]
    assert len(set(same)) == 1
    assert len({block.sha256 for block in same}) == 1
    others = [
        Block([[1, "1/2"]], [[2], [-3]], "gelu"),
        Block([[1, "1/2"]], [[2], [-3]], skip="-I"),
        Block([[1, "1/3"]], [[2], [-3]]),
    ]
    assert all(other != same[0] for other in others)
    assert same[0] != "Block"


def test_names_of_activations_are_canonical():
    assert Block([[1]], [[1]], "leaky_relu(0.1)") == Block([[1]], [[1]], "leaky_relu(1/10)")
    assert Block([[1]], [[1]], "leaky_relu(0.1)").gap == Fraction(11, 10)


def test_a_block_cannot_be_changed():
    block = Block([[1]], [[1]])
    with pytest.raises(FrozenInstanceError):
        block.weights = None  # type: ignore[assignment]
    with pytest.raises((AttributeError, TypeError)):
        block.colour = "red"  # type: ignore[attr-defined]
    source = [[1, 2]]
    block = Block(source, [[1], [2]])
    source[0][0] = 7
    assert block.W_up == ((1, 2),)


def test_the_example_of_the_docstring():
    assert doctest.testmod(block_module) == (0, 6)


def test_theorem_4_in_one_dimension():
    block = Block([[1], [2]], [["-1", 5]])
    assert block.residual([0]) == [[0]]
    assert block.residual([]) == [[1]]
    assert block.residual([0, 1]) == [[10]]
    assert all(block.flip([0]).evaluate([x]) == block.evaluate([x]) for x in (-3, 0, "2/7"))


@pytest.mark.parametrize(
    ("up", "down", "words"),
    [
        ([[1, 2], [3, 4]], [[1, 2, 3], [4, 5, 6]], "found 2 x 2 and 2 x 3"),
        ([[1, 2, 3]], [[1], [2]], "found 1 x 3 and 2 x 1"),
        ([[1, 2], [3]], [[1, 2], [3, 4]], "W_up: row 0 has 2 entries, row 1 has 1"),
        ([[1]], [[1], [2, 3]], "W_down: row 0 has 1 entries, row 1 has 2"),
        ([], [[1]], "W_up: must be a non-empty"),
        ([[]], [[]], "W_up row 0: must be a non-empty"),
        ([[1]], None, "W_down: must be a non-empty list of rows or a matrix, found None"),
        ("12", [[1]], "W_up: must be"),
        (["12"], [[1]], "W_up row 0"),
        ([1, 2], [[1]], "W_up row 0"),
        ({0: [1]}, [[1]], "W_up: must be"),
    ],
)
def test_matrices_that_do_not_fit_are_refused(up, down, words):
    with pytest.raises(Malformed) as error:
        Block(up, down)
    assert words in str(error.value)


@pytest.mark.parametrize("skip", [[[1]], [[1, 0]], [[1, 0], [0, 1], [0, 0]], [[1], [0, 1]], "J", [], 1])
def test_skips_that_do_not_fit_are_refused(skip):
    with pytest.raises(Malformed, match="skip"):
        Block([[1, 2]], [[1], [2]], skip=skip)


@pytest.mark.parametrize("name", ["tanh", "", "leaky_relu(1)", "leaky_relu(1/0)", "relu(x)", None, 3, "RELU"])
def test_unknown_activations_are_refused(name):
    with pytest.raises(Malformed, match=r"activation|leaky_relu"):
        Block([[1]], [[1]], name)


def test_neurons_of_other_integer_types():
    block = Block([[1], [2]], [[1, 2]])
    for S in (np.array([1]), [fmpz(1)], {Integer(1)}, range(1, 2)):
        assert block.residual(S) == [[5]]


@pytest.mark.parametrize(
    "S", [[-1], [2], [0, 0], [True], ["0"], "01", [0.0], [None], np.array([True, False]), [np.int64(1), 1]]
)
def test_neurons_are_distinct_indices(S):
    block = Block([[1], [2]], [[1, 2]])
    for call in (block.flip, block.residual, block.permute):
        with pytest.raises(Malformed, match="neuron"):
            call(S)


def test_other_arguments_are_validated():
    block = Block([[1, 0], [0, 1]], [[1, 2], [3, 4]])
    with pytest.raises(Malformed, match="must be invertible"):
        block.gauge([[1, 2], [2, 4]])
    with pytest.raises(Malformed, match="Q must be 2 x 2, found 1 x 1"):
        block.gauge([[1]])
    with pytest.raises(Malformed, match="must name all 2 neurons, found 1"):
        block.permute([1])
    with pytest.raises(Malformed, match="x must have length 2, found 1"):
        block.evaluate([1])
    with pytest.raises(Malformed, match="linear gap 0"):
        Block([[1]], [[1]], "abs").residual([0])


def test_large_blocks_show_themselves_briefly():
    huge = Block([[10**3000 - k] * 30 for k in range(40)], [[f"1/{10**3000 + k}"] * 40 for k in range(30)])
    tiny = Block([[5e-324, 1.7e308]], [[0.1], [1e-300]], floats="binary")
    for block in (huge, tiny):
        for shown in (repr(block), block._repr_latex_(), block._repr_html_()):
            assert 0 < len(shown) < 4000
    assert repr(huge) == "<Block d=30 N=40 activation=relu>"
    assert "≈0.1" in tiny._repr_html_()
    assert "≈4.941e-324" in tiny._repr_html_()
    assert "≈2^-9965" in huge._repr_html_()


def test_html_escapes_and_latex_names():
    assert r"gelu\_tanh" in Block([[1]], [[1]], "gelu_tanh")._repr_latex_()
    assert r"-\tfrac{1}{2}" in Block([["-1/2"]], [[1]])._repr_latex_()
