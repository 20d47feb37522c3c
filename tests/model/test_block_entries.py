"""What counts as an exact number, from which types, and how floats are read."""

import math
from decimal import Decimal
from fractions import Fraction

import flint
import numpy as np
import pytest
import sympy
from helpers.laws import law
from hypothesis import given
from hypothesis import strategies as st

from symproof.errors import Malformed
from symproof.model.block import Block
from symproof.model.convert import bare_float, exact_matrix, exact_number, exact_vector
from symproof.reader.numbers import MAX_DIGITS, BareFloat

HALF = Fraction(1, 2)
finite = st.floats(allow_nan=False, allow_infinity=False)


def plain(rows) -> bool:
    """Nothing but Python's own types, whose arithmetic is exact or refused."""
    return all(
        type(x) in (int, float) or (type(x) is Fraction and type(x.numerator) is int) for r in rows for x in r
    )


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        (7, 7),
        (Fraction(-3, 6), -HALF),
        ("-3", -3),
        ("6/12", HALF),
        ("0.1", Fraction(1, 10)),
        (Decimal("0.5"), HALF),
        (sympy.Integer(-2), -2),
        (sympy.Rational(1, 2), HALF),
        (sympy.S.Half, HALF),
        (sympy.Rational("0.1"), Fraction(1, 10)),
        (flint.fmpz(10**30), 10**30),
        (flint.fmpq(-1, 2), -HALF),
        (np.int8(-128), -128),
        (np.uint64(2**64 - 1), 2**64 - 1),
        (Fraction(np.int64(2**40)), 2**40),
    ],
)
def test_exact_numbers_of_every_type(value, expected):
    found = exact_number(value, "x")
    assert found == expected
    assert plain([[found]])


@pytest.mark.parametrize(
    "value",
    [
        True,
        np.bool_(False),
        None,
        1j,
        math.nan,
        math.inf,
        b"1",
        "1e3",
        "1_0",
        " 1",
        "1/0",
        "",
        "٣",
        "pi",
        Decimal("NaN"),
        Decimal("1e999999999"),
        sympy.pi,
        sympy.sqrt(2),
        sympy.Symbol("x"),
        sympy.nan,
        sympy.oo,
        sympy.true,
        flint.arb(1),
        flint.nmod(1, 7),
        np.datetime64("2020-01-01"),
        np.complex64(1),
        [1],
        object(),
        10**MAX_DIGITS,
        Fraction(1, 10**MAX_DIGITS),
        "1" * (MAX_DIGITS + 1),
    ],
    ids=lambda value: f"{type(value).__name__}-{str(value)[:12]}",
)
@pytest.mark.parametrize("floats", [None, "decimal", "binary"])
def test_what_is_no_exact_number_is_refused(value, floats):
    with pytest.raises(Malformed, match=r"here\[0\]\[1\]"):
        exact_matrix([[1, value]], "here", floats)


@pytest.mark.parametrize("value", [0.1, np.float64(0.1), np.float32(0.1), np.float16(0.1)])
def test_floats_without_a_reading_are_refused_and_both_readings_named(value):
    with pytest.raises(Malformed) as error:
        exact_number(value, "W[0][0]")
    assert 'floats="decimal"' in str(error.value)
    assert 'floats="binary"' in str(error.value)
    assert 'write "0.1"' in str(error.value)
    with pytest.raises(Malformed, match="decimal"):
        Block(np.array([[value]]), [[1]])


def test_sympy_floats_are_refused_under_every_reading():
    for floats in (None, "decimal", "binary"):
        with pytest.raises(
            Malformed, match=r'Rational\("0.1"\) for the decimal, Rational\(0.1\) for the nearest'
        ):
            Block(sympy.Matrix([[0.1]]), [[1]], floats=floats)


@pytest.mark.parametrize("floats", ["decimals", "", "Binary", 1, True])
def test_readings_have_two_names(floats):
    with pytest.raises(Malformed, match="floats must be one of decimal, binary"):
        Block([[1]], [[1]], floats=floats)


@law
@given(finite)
def test_the_two_readings_of_a_double(x):
    binary, decimal = exact_number(x, "x", "binary"), exact_number(x, "x", "decimal")
    assert Fraction(binary) == Fraction(x)
    assert decimal == Fraction(Decimal(repr(x)))
    assert float(decimal) == x


@pytest.mark.parametrize("kind", [np.float16, np.float32])
@law
@given(bits=st.integers(0, 2**32 - 1))
def test_the_two_readings_of_short_floats(kind, bits):
    size = np.dtype(kind).itemsize
    x = np.frombuffer((bits % 256**size).to_bytes(size, "little"), kind)[0]
    if not np.isfinite(x):
        return
    for value in (exact_number(x, "x", "binary"), exact_matrix(np.array([[x]]), "x", "binary")[0][0]):
        assert value == Fraction(float(x))
        assert type(value) is float
    for value in (exact_number(x, "x", "decimal"), exact_matrix(np.array([[x]]), "x", "decimal")[0][0]):
        assert kind(float(value)) == x
        assert value == Fraction(str(x))


def test_float32_is_not_the_double_of_the_same_name():
    array = np.array([[0.1]], np.float32)
    assert exact_matrix(array, "x", "binary") == ((Fraction(13421773, 134217728),),)
    assert exact_matrix(array, "x", "decimal") == ((Fraction(1, 10),),)


def test_products_of_numpy_integers_do_not_overflow():
    up, down = np.array([[2**40]]), np.array([[2**40]])
    assert Block(up, down).residual([0]) == [[2**80 + 1]]
    trapped = Fraction(np.int64(2**40))
    assert Block([[trapped]], [[trapped]]).residual([0]) == [[2**80 + 1]]
    a, b = 7540113804746346429, 4660046610375530309
    assert Block(np.array([[a], [b]]), [[1, 1]]).residual([0, 1]) == [[12200160415121876738 + 1]]


@pytest.mark.parametrize("kind", ["i1", "u1", "i2", "u2", "i4", "u4", "i8", "u8", ">i4", ">u8"])
def test_integer_arrays_of_every_width(kind):
    info = np.iinfo(np.dtype(kind))
    found = exact_matrix(np.array([[info.min, info.max]], kind), "x")
    assert found == ((int(info.min), int(info.max)),)
    assert plain(found)


@pytest.mark.parametrize(
    "value",
    [
        [[1, "1/2"], (Fraction(3), 4)],
        np.array([[1, "1/2"], [3, 4]], object),
        np.array([["1", "1/2"], ["3", "4"]]),
        [np.array([1, "1/2"], object), np.array([3, 4])],
        sympy.Matrix([[1, sympy.Rational(1, 2)], [3, 4]]),
        sympy.ImmutableMatrix([[1, sympy.Rational(1, 2)], [3, 4]]),
        flint.fmpq_mat(2, 2, [flint.fmpq(1), flint.fmpq(1, 2), flint.fmpq(3), flint.fmpq(4)]),
        np.array([[1.0, 0.5], [3.0, 4.0]]),
        np.array([[1.0, 3.0], [0.5, 4.0]], ">f4").T,
        np.array([[1.0, 9, 0.5, 9], [3.0, 9, 4.0, 9]], "f2")[:, ::2],
        [[1.0, np.float32(0.5)], [3, flint.fmpz(4)]],
    ],
    ids=lambda value: type(value).__name__,
)
def test_matrices_of_every_type(value):
    found = exact_matrix(value, "x", "binary")
    assert found == ((1, HALF), (3, 4))
    assert plain(found)
    assert type(found) is tuple


class Tensor:
    """Something that turns itself into an array, as tensors and data frames do."""

    def __init__(self, array):
        self.array = array

    def __array__(self, dtype=None, copy=None):
        if self.array is None:
            raise RuntimeError("cannot be converted")
        return self.array


def test_tensors_turn_into_arrays():
    assert exact_matrix(Tensor(np.array([[1, 2]])), "x") == ((1, 2),)
    with pytest.raises(Malformed, match="gives no numpy array"):
        exact_matrix(Tensor(None), "x")


@pytest.mark.parametrize(
    ("array", "words"),
    [
        (np.array([[True]]), "dtype bool"),
        (np.array([[1j]]), "dtype complex128"),
        (np.array([[1]], np.longdouble), "another width"),
        (np.array([["2020-01-01"]], "M8[D]"), "dtype datetime64"),
        (np.array([[(1, 2)]], [("a", "i4"), ("b", "i4")]), "dtype"),
        (np.array([[b"1"]]), "dtype |S1"),
        (np.ma.array([[1, 2]], mask=[[False, True]]), "masked"),
        (np.array([[None]]), "found None"),
        (np.array([[1.0, math.nan], [math.inf, 0]]), "entry [0][1] is nan"),
        (np.array([[1.0, 2], [3, -math.inf]]), "entry [1][1] is -inf"),
        (np.array([1, 2]), "shape (2,)"),
        (np.array(1), "shape ()"),
        (np.zeros((2, 0), int), "shape (2, 0)"),
        (np.zeros((1, 1, 1), int), "shape (1, 1, 1)"),
    ],
)
@pytest.mark.parametrize("floats", ["decimal", "binary"])
def test_arrays_without_an_exact_value_are_refused(array, words, floats):
    with pytest.raises(Malformed) as error:
        exact_matrix(array, "W_up", floats)
    assert words in str(error.value)
    assert "W_up" in str(error.value)


@pytest.mark.parametrize(
    "matrix",
    [flint.nmod_mat(1, 1, [1], 7), flint.arb_mat([[1]]), sympy.MatrixSymbol("A", 2, 2), {1, 2}, iter([[1]])],
)
def test_other_matrices_are_refused(matrix):
    with pytest.raises(Malformed, match=r"^x.*: must be"):
        exact_matrix(matrix, "x")


@pytest.mark.parametrize("x", [[1, HALF], (1, "1/2"), np.array([1, 0.5]), sympy.Matrix([1, HALF])])
def test_vectors(x):
    assert exact_vector(x, "x", "binary") == (1, HALF)


@pytest.mark.parametrize("x", [[], 3, "12", np.zeros((2, 2)), sympy.eye(2), [[1], [2]], [1, None]])
def test_no_vectors(x):
    with pytest.raises(Malformed, match="x"):
        exact_vector(x, "x", "binary")


@law
@given(finite)
def test_json_floats_under_both_readings(x):
    assert bare_float(repr(x), "x", "binary") == Fraction(x)
    assert bare_float(repr(x), "x", "decimal") == Fraction(repr(x))
    assert exact_number(BareFloat(repr(x)), "x", "decimal") == Fraction(repr(x))


@pytest.mark.parametrize(
    ("text", "floats", "words"),
    [
        ("1e400", "binary", "too large for a binary64"),
        ("-1e999999999", "binary", "too large for a binary64"),
        ("1e5000", "decimal", "exponent"),
        ("1e-5000", "decimal", "exponent"),
        ("1e9999999999999", "decimal", "must be a decimal"),
        ("9999e3999", "decimal", "more than 4000 digits"),
        ("0." + "1" * 5000, "decimal", "at most 4000 digits"),
        ("0." + "1" * 5000, "binary", "at most 4000 digits"),
        ("1_0.5", "decimal", "must be a decimal"),
    ],
)
def test_json_floats_beyond_the_caps(text, floats, words):
    with pytest.raises(Malformed) as error:
        bare_float(text, "x", floats)
    assert words in str(error.value)


def test_json_floats_within_the_caps():
    assert bare_float("1e400", "x", "decimal") == 10**400
    assert bare_float("25E-1", "x", "decimal") == Fraction(5, 2)
    assert bare_float("1e-400", "x", "binary") == 0
