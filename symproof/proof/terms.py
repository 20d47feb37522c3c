"""Terms: polynomials over Q in numbers and in matrices, whose letters do not commute.

A term is a SymPy expression. A number is a commuting symbol; a matrix is a letter with a shape such as N x d
that stays a name, so that one identity holds at every size. A function applied to a vector works entry by
entry, or is a map of vectors; it counts as one more letter, after its argument is brought to normal form.
The unit of the algebra is 1: beside matrices it is the identity matrix.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import lru_cache
from itertools import pairwise
from typing import Any

import sympy
from sympy.core.function import AppliedUndef, UndefinedFunction
from sympy.polys.rings import PolyElement, PolyRing

from symproof.proof.check import Undecided
from symproof.proof.checks.cases import pw
from symproof.proof.checks.polynomial import Expr, expression

Shape = tuple[str, str]
Word = tuple[Expr, ...]
Form = dict[Word, PolyElement]
Replacement = Mapping[Any, Any]

had = UndefinedFunction("had")  # the product of two vectors entry by entry; linear in both

_SHAPES: dict[str, Shape] = {}
_VARYING: set[str] = set()
INDEXED: set[str] = set()  # functions whose first argument is an index, printed below the name


def matrix(name: str, rows: str, columns: str, *, varying: bool = False) -> Expr:
    """A letter for a matrix of that shape; a name has one shape in the whole package.

    Raises:
        ValueError: when the name has another shape already.
    """
    _register(name, (rows, columns))
    if varying:
        _VARYING.add(name)
    return sympy.Symbol(name, commutative=False)


def family(name: str, rows: str, columns: str) -> Any:
    """Letters with an index, for instance the row l(m) of a matrix."""
    _register(name, (rows, columns))
    INDEXED.add(name)
    return UndefinedFunction(name, commutative=False)


def mapping(name: str, rows: str, columns: str) -> Any:
    """A function whose values are matrices of that shape."""
    _register(name, (rows, columns))
    return UndefinedFunction(name, commutative=False)


def sequence(*names: str) -> Any:
    """Numbers with an index: one sequence, or a tuple of them."""
    INDEXED.update(names)
    found = tuple(sympy.Function(name) for name in names)
    return found if len(found) > 1 else found[0]


def varying(names: str) -> Any:
    """Numbers that change along a limit; what is not declared so is constant."""
    _VARYING.update(names.replace(",", " ").split())
    return sympy.symbols(names)


def _register(name: str, shape: Shape) -> None:
    if _SHAPES.setdefault(name, shape) != shape:
        raise ValueError(f"{name} has the shape {_SHAPES[name]} already, not {shape}")


def shape(e: Expr) -> Shape | None:
    """The shape of a term; None for a number, which may stand for that multiple of the identity.

    Raises:
        Undecided: when shapes do not fit.
    """
    if e.is_commutative:
        return None
    if e.is_Symbol:
        return _SHAPES[e.name]
    if e.is_Add:
        shapes = [shape(arg) for arg in e.args]
        only = {one for one in shapes if one is not None}
        if len(only) != 1 or (None in shapes and len(set(*only)) != 1):
            raise Undecided(f"the shapes do not fit: {e}")
        return only.pop()
    if e.is_Mul or e.is_Pow:
        parts = e.args if e.is_Mul else (e.base,) * int(e.exp)
        chain = [found for part in parts if (found := shape(part)) is not None]
        if any(one[1] != two[0] for one, two in pairwise(chain)):
            raise Undecided(f"the shapes do not fit: {e}")
        return chain[0][0], chain[-1][1]
    if isinstance(e, AppliedUndef):
        return _SHAPES.get(e.func.__name__) or next(shape(arg) for arg in e.args if not arg.is_commutative)
    raise Undecided(f"not a term: {e}")


def put(e: Any, change: Replacement) -> Any:
    """The term with symbols, and functions, replaced at the same time; a function by one of its arguments."""
    if not change:
        return e
    if e in change:
        return change[e]
    if not e.args:
        return e
    args = [put(arg, change) for arg in e.args]
    if isinstance(e, AppliedUndef) and e.func in change:
        return change[e.func](*args)
    return e.func(*args)


def symbols_of(e: Expr) -> set[Any]:
    """The symbols of a term, and its functions."""
    return set(e.free_symbols) | {atom.func for atom in e.atoms(AppliedUndef)}


def varies(e: Expr) -> bool:
    """Whether something in the term changes along a limit."""
    return any(name_of(part) in _VARYING for part in symbols_of(e))


def name_of(part: Any) -> str:
    """The name of a symbol or of a function."""
    return str(part.name) if isinstance(part, sympy.Symbol) else str(part.__name__)


class Algebra:
    """The free algebra in which some terms are read: coefficients in one polynomial ring over Q."""

    def __init__(self, terms: Iterable[Expr]) -> None:
        found: set[Expr] = set()
        for one in terms:
            if one.has(sympy.Float):
                raise Undecided(f"a floating-point number occurs in {one}")
            shape(one)
            _collect(canonical(one), found)
        self.ring = PolyRing(sorted(found, key=str) or [sympy.Symbol("unused")], sympy.QQ)

    def read(self, one: Expr) -> Form:
        """The term as a sum of words with coefficients, zero ones dropped.

        Raises:
            Undecided: when it is no polynomial in numbers and letters.
        """
        return {word: c for word, c in self._read(canonical(one)).items() if c}

    def _read(self, e: Expr) -> Form:
        if e.is_commutative:
            return {(): self.number(e)}
        if e.is_Add:
            total: Form = {}
            for arg in e.args:
                for word, c in self._read(arg).items():
                    total[word] = total.get(word, self.ring.zero) + c
            return total
        if e.is_Mul or (e.is_Pow and e.exp.is_Integer and e.exp > 0):
            result: Form = {(): self.ring.one}
            for arg in e.args if e.is_Mul else (e.base,) * int(e.exp):
                result = product(result, self._read(arg))
            return result
        if isinstance(e, AppliedUndef) and e.func == had:
            left, right = (self._read(arg) for arg in e.args)
            return {
                (had(sympy.Mul(*u), sympy.Mul(*v)),): a * b for u, a in left.items() for v, b in right.items()
            }
        if e.is_Symbol or isinstance(e, AppliedUndef):
            return {(e,): self.ring.one}
        raise Undecided(f"not a polynomial over Q: {e}")

    def number(self, e: Expr) -> PolyElement:
        """A commuting term as an element of the ring of coefficients."""
        try:
            return self.ring.from_expr(e)
        except ValueError as error:
            raise Undecided(f"not a polynomial over Q: {e}") from error


def product(one: Form, two: Form) -> Form:
    """The product of two forms, words set side by side."""
    result: Form = {}
    for u, a in one.items():
        for v, b in two.items():
            result[u + v] = result[u + v] + a * b if u + v in result else a * b
    return result


def canonical(e: Expr) -> Expr:
    """The term with the argument of every function in normal form, from the inside out."""
    if not e.args or not e.has(AppliedUndef):
        return e
    args = [canonical(arg) for arg in e.args]
    if isinstance(e, AppliedUndef) and e.func != had:
        args = [normal(arg) for arg in args]
    if isinstance(e, AppliedUndef) and e.func == pw and args[1].is_Integer and args[1] >= 0:
        return args[0] ** int(args[1])
    return e.func(*args)


@lru_cache(maxsize=4096)  # the same arguments of functions are read in every step and each of its mutants
def normal(e: Expr) -> Expr:
    """The normal form of a term, as a term: two terms are equal exactly when theirs are."""
    algebra = Algebra([e])
    form = algebra.read(e)
    return sympy.Add(*(c.as_expr() * sympy.Mul(*word) for word, c in form.items()))


def equal_terms(one: Expr, two: Expr) -> bool:
    """Whether two terms have the same normal form."""
    algebra = Algebra([one, two])
    return algebra.read(one) == algebra.read(two)


def _collect(e: Expr, found: set[Expr]) -> None:
    """The commuting unknowns of a term, without those inside a letter."""
    if e.is_commutative:
        if isinstance(e, (sympy.Symbol, AppliedUndef)):
            found.add(e)
        else:
            for arg in e.args:
                _collect(arg, found)
    elif not isinstance(e, AppliedUndef) or e.func == had:
        for arg in e.args:
            _collect(arg, found)


def read_all(terms: Iterable[Any]) -> tuple[Algebra, list[Form]]:
    """One algebra for the terms, and each of them in it."""
    listed = [expression(one) for one in terms]
    algebra = Algebra(listed)
    return algebra, [algebra.read(one) for one in listed]


def mapped(e: Expr, change: Callable[[Expr], Expr]) -> Expr:
    """The term with a change made to every function value in it, from the inside out."""
    if not e.args:
        return e
    rebuilt = e.func(*(mapped(arg, change) for arg in e.args))
    return change(rebuilt) if isinstance(rebuilt, AppliedUndef) else rebuilt
