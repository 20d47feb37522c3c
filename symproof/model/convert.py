"""Exact numbers and matrices from what people hold: lists, strings, SymPy, numpy and python-flint.

The result is always made of the kernel's entries: Python `int`, `Fraction`, or a finite `float` that only
carries the bits of a binary number. A float's value depends on its reading, which the caller names:

    "binary"    the bits as they are: 0.1 is 3602879701896397/36028797018963968
    "decimal"   the shortest decimal that prints the same: 0.1 is 1/10
"""

from __future__ import annotations

import re
import sys
from collections.abc import Sequence
from decimal import Decimal
from fractions import Fraction
from math import isfinite
from numbers import Rational
from typing import Any, Literal, Protocol, SupportsInt

from symproof.kernel.errors import Malformed
from symproof.reader.numbers import MAX_DIGITS, BareFloat, Number, brief, number

Rows = tuple[tuple[Number, ...], ...]


class Array(Protocol):
    """A numpy array, a tensor of torch (a Parameter too) or JAX, a data frame."""

    def __array__(self, *args: Any, **kwargs: Any) -> Any:
        """The numpy array of the entries."""


class Listing(Protocol):
    """A matrix of SymPy or of python-flint."""

    def tolist(self) -> Any:
        """The rows."""


Entry = SupportsInt | Rational | Decimal | str
VectorLike = Sequence[Entry] | Array | Listing
MatrixLike = Sequence[VectorLike] | Array | Listing
Reading = Literal["decimal", "binary"]

READINGS = ("decimal", "binary")
LIMIT = 10**MAX_DIGITS  # numerators and denominators stay below it: certificates spell no longer ones

_JSON_FLOAT = re.compile(r"-?[0-9]+(?:\.[0-9]+)?(?:[eE]([+-]?[0-9]{1,9}))?")


def exact_matrix(value: Any, name: str, floats: str | None = None) -> Rows:
    """The matrix as a tuple of rows of exact entries: rectangular, at least 1 x 1.

    Args:
        value: rows of exact numbers (lists, tuples), a SymPy matrix of Integer and Rational, a numpy array of
            integers, exact objects, spelt numbers or (reading named) floats, bfloat16 and float8 too, a
            tensor of torch, which is detached and copied to the host, a flint fmpz_mat or fmpq_mat.
        name: what messages call it.
        floats: the reading of floats, "decimal" or "binary"; None refuses them.

    Raises:
        Malformed: the value is no matrix, is ragged or empty, or an entry is not an exact number.
    """
    if floats is not None and floats not in READINGS:
        raise Malformed(f"floats must be one of {', '.join(READINGS)}, found {brief(floats)}")
    value = _held(value, name, floats)
    if _is(value, "numpy", "ndarray"):
        return _from_array(value, name, floats)
    if not _listed(value) or not value:
        raise Malformed(f"{name}: must be a non-empty list of rows or a matrix, found {_what(value)}")
    rows = _rows(value, name, floats)
    for i, row in enumerate(rows):
        if len(row) != len(rows[0]):
            raise Malformed(f"{name}: row 0 has {len(rows[0])} entries, row {i} has {len(row)}")
    return rows


def exact_vector(value: Any, name: str, floats: str | None = None) -> tuple[Number, ...]:
    """The vector as a tuple of exact entries, from a list, a one-dimensional array or a SymPy column.

    Raises:
        Malformed: it is none of these, is empty, or an entry is not an exact number.
    """
    if _is(value, "sympy", "MatrixBase") and 1 in value.shape:
        value = list(value)
    return _row(value, name, name, floats)


def exact_number(value: Any, where: str, floats: str | None = None) -> Number:
    """The entry that ``value`` is, bit for bit: an int, a Fraction, or a float under the reading "binary".

    Raises:
        Malformed: it is a boolean, a float without a reading, not finite, not a rational number, or has a
            numerator or denominator of more than `MAX_DIGITS` digits.
    """
    found = _number(value, where, floats)
    if isinstance(found, float) or (-LIMIT < found.numerator < LIMIT and found.denominator < LIMIT):
        return found
    raise Malformed(f"{where}: a numerator or denominator of more than {MAX_DIGITS} digits")


def bare_float(text: str, where: str, floats: str) -> Fraction:
    """The exact value of a JSON number with a point or an exponent under a reading.

    Args:
        text: as it was spelt, "0.1" or "1e-3".
        where: what messages call it.
        floats: "decimal", the decimal that is written; "binary", the binary64 number nearest to it.

    Raises:
        Malformed: the decimal needs more than `MAX_DIGITS` digits; the nearest binary64 number is infinite.
    """
    match = _JSON_FLOAT.fullmatch(text)
    if match is None or len(text) > MAX_DIGITS:
        raise Malformed(f"{where}: must be a decimal of at most {MAX_DIGITS} digits, found {brief(text)}")
    if floats == "binary":
        if not isfinite(float(text)):
            raise Malformed(f"{where}: {brief(text)} is too large for a binary64 number")
        return Fraction(float(text))
    if abs(int(match[1] or 0)) > MAX_DIGITS:
        raise Malformed(f"{where}: the exponent of {brief(text)} is beyond {MAX_DIGITS}")
    value = Fraction(text)
    exact_number(value, where)
    return value


def _number(value: Any, where: str, floats: str | None) -> Number:
    if isinstance(value, bool) or _is(value, "numpy", "bool_"):
        raise Malformed(f"{where}: a boolean is not a number, found {value}")
    if isinstance(value, BareFloat) and floats is not None:
        return bare_float(value, where, floats)
    if isinstance(value, str):
        return number(value, where)
    if isinstance(value, float) or _is(value, "numpy", "float16", "float32"):
        return _float(value, where, floats)
    if isinstance(value, Rational):  # int, Fraction, numpy's integers (also inside a Fraction), SymPy, gmpy2
        p, q = int(value.numerator), int(value.denominator)
        return Fraction(p, q) if q != 1 else p
    if _is(value, "flint", "fmpz"):
        return int(value)
    if _is(value, "flint", "fmpq"):
        return Fraction(int(value.p), int(value.q))
    if isinstance(value, Decimal) and value.is_finite() and abs(value.adjusted()) <= MAX_DIGITS:
        return Fraction(value)
    if _is(value, "sympy", "Float"):
        raise Malformed(
            f"{where}: the SymPy Float {brief(value)} could mean a decimal or a binary number: "
            f'write Rational("0.1") for the decimal, Rational(0.1) for the nearest binary64'
        )
    raise Malformed(
        f"{where}: must be an integer, a Fraction or a string such as '2/7', found {_what(value)}"
    )


def _float(value: Any, where: str, floats: str | None) -> Number:
    if not isfinite(value):
        raise Malformed(f"{where}: {value} is not a number")
    if floats is None:
        raise Malformed(
            f"{where}: the float {value!s} could mean the decimal or the binary number: "
            f'write "{Decimal(str(value)):f}" or say floats="decimal" for the decimal, '
            f'floats="binary" for the exact bits'
        )
    return float(value) if floats == "binary" else Fraction(str(value))


def _rows(rows: Any, name: str, floats: str | None) -> Rows:
    return tuple(_row(row, f"{name} row {i}", f"{name}[{i}]", floats) for i, row in enumerate(rows))


def _row(row: Any, label: str, prefix: str, floats: str | None) -> tuple[Number, ...]:
    row = _held(row, label, floats)
    if _is(row, "numpy", "ndarray") and row.ndim == 1:
        row = _from_array(row[None, :], label, floats)[0]
    if not _listed(row) or not row:
        raise Malformed(f"{label}: must be a non-empty list of numbers, found {_what(row)}")
    kinds = set(map(type, row))
    if kinds == {int} and min(row) > -LIMIT and max(row) < LIMIT:
        return tuple(row)
    if kinds == {float} and floats == "binary" and all(map(isfinite, row)):
        return tuple(row)
    return tuple(exact_number(x, f"{prefix}[{j}]", floats) for j, x in enumerate(row))


def _from_array(array: Any, name: str, floats: str | None) -> Rows:
    """The rows of a numpy array; integers and floats are converted in bulk."""
    import numpy

    if isinstance(array, numpy.ma.MaskedArray):
        raise Malformed(f"{name}: a masked array has entries without a value")
    if array.ndim != 2 or 0 in array.shape:
        raise Malformed(f"{name}: must be a non-empty matrix, found an array of shape {array.shape}")
    if _is_small(array.dtype, name, floats):
        array = array.astype(numpy.float64)
    kind, dtype = array.dtype.kind, array.dtype
    if kind == "f" and dtype.itemsize > 8:
        raise Malformed(f"{name}: dtype {dtype} has another width on other machines; use float64")
    if kind == "f":
        finite = numpy.isfinite(array)
        if not finite.all():
            i, j = map(int, numpy.argwhere(~finite)[0])
            raise Malformed(f"{name}: entry [{i}][{j}] is {array[i, j]!s}")
        if floats is None:
            raise Malformed(
                f"{name}: an array of {dtype} could mean decimals or binary numbers: "
                f'say floats="decimal" or floats="binary"'
            )
        if floats == "binary":
            return tuple(map(tuple, array.astype(numpy.float64).tolist()))
        return tuple(tuple(Fraction(str(x)) for x in row) for row in array)
    if kind in "iu":
        return tuple(map(tuple, array.tolist()))
    if kind not in "OUT":
        raise Malformed(f"{name}: must hold integers, floats, or exact objects, found dtype {dtype}")
    return _rows(array.tolist(), name, floats)


def _is_small(dtype: Any, name: str, floats: str | None) -> bool:
    """Whether it is a float of 8 or 16 bits that numpy lacks; all their values are binary64 numbers."""
    small = re.search(r"bfloat16|float8", str(dtype)) is not None
    if small and floats == "decimal":
        raise Malformed(f'{name}: {dtype} is read bit for bit: say floats="binary"')
    return small


def _held(value: Any, name: str, floats: str | None) -> Any:
    """The rows that a matrix holds, the array that a tensor or a data frame holds; the rest as it is."""
    if _is(value, "sympy", "MatrixBase") or _is(value, "flint", "fmpz_mat", "fmpq_mat"):
        return value.tolist()
    if _listed(value) or _is(value, "numpy", "ndarray", "generic") or not hasattr(value, "__array__"):
        return value
    import numpy

    try:
        if hasattr(value, "detach"):  # torch: off the graph, on the host
            value = value.detach().cpu()
            value = value.double() if _is_small(value.dtype, name, floats) else value
        return numpy.asarray(value)
    except (TypeError, ValueError, RuntimeError) as error:
        raise Malformed(f"{name}: {_what(value)} gives no numpy array: {brief(str(error))}") from None


def _is(value: Any, package: str, *names: str) -> bool:
    """Whether ``value`` is an instance of one of these classes, without importing a package for it."""
    module = sys.modules.get(package)
    return module is not None and isinstance(value, tuple(getattr(module, name) for name in names))


def _listed(value: Any) -> bool:
    return isinstance(value, Sequence) and not isinstance(value, str | bytes | bytearray | memoryview)


def _what(value: Any) -> str:
    return f"{type(value).__name__} {brief(value)}" if value is not None else "None"
