"""What is claimed of a random function agrees with balls computed from its definition.

Oracle: `enclosure.enclose`, which walks the tree with ball arithmetic and knows nothing of normal forms.
"""

from __future__ import annotations

import re
from fractions import Fraction
from functools import partial

from flint import arb, arb_mat, ctx
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from symproof.activations.classify import Absorbs, classify
from symproof.activations.facts import Facts, Part, facts
from symproof.activations.gates import classify_gate
from symproof.functions.enclosure import ball, enclose
from symproof.functions.expression import Call, Expr, Num, Z, substitute, text
from symproof.functions.field import Undefined, Unresolved
from symproof.functions.grammar import parse
from symproof.functions.independence import Shape
from symproof.functions.pieces import even_part, odd_part

BITS = 256
POINTS = [
    Fraction(p, q) for p, q in ((1, 3), (-1, 3), (1, 1), (-1, 1), (5, 2), (-5, 2), (3, 1), (-3, 1), (7, 1))
]

ATOMS = [
    "z", "1", "z**2", "z**3", "abs(z)", "relu(z)", "sign(z)", "heaviside(z - 1)", "min(max(z, -2), 2)",
    "exp(z)", "exp(-z**2)", "tanh(z)", "logistic(z)", "softplus(z)", "erf(z)", "sin(z)", "cos(z)", "atan(z)",
    "sqrt(z**2 + 1)", "sqrt(abs(z))", "silu(z)", "gelu(z)", "elu(z)", "log(1 + z**2)", "1/(1 + z**2)", "pi",
    "sqrt(2)", "2**z",
]  # fmt: skip
numbers = st.sampled_from([Fraction(n, d) for n in (-3, -1, 1, 2, 5) for d in (1, 2)]).map(Num)
atoms = st.sampled_from(ATOMS).map(parse)


def grow(inner: st.SearchStrategy[Expr]) -> st.SearchStrategy[Expr]:
    pairs = st.tuples(inner, inner)
    return st.one_of(
        pairs.map(lambda p: p[0] + p[1]),
        pairs.map(lambda p: p[0] - p[1]),
        pairs.map(lambda p: p[0] * p[1]),
        st.tuples(numbers, inner).map(lambda p: p[0] * p[1]),
        st.tuples(inner, numbers).map(lambda p: substitute(p[0], p[1] * Z)),
        st.tuples(atoms, inner).map(lambda p: substitute(*p)),
        inner.map(lambda e: e - substitute(e, -Z)),
        inner.map(lambda e: e + substitute(e, -Z)),
        inner.map(lambda e: Call("relu", (e,))),
        pairs.map(lambda p: p[0] / p[1]),
    )


functions = st.recursive(atoms, grow, max_leaves=4)
slow = settings(max_examples=20, suppress_health_check=[HealthCheck.too_slow])


def close(left: arb, right: arb) -> bool:
    """False only when the two balls prove that the values differ."""
    return not (left.is_finite() and right.is_finite()) or bool(left.overlaps(right))


def polynomial(found: Shape, t: Fraction) -> arb:
    return sum((enclose(c, Fraction(0), BITS) * ball(t**n) for n, c in enumerate(found.coefficients)), arb(0))


def check_part(found: Shape, part: Part, psi: Expr) -> None:
    positive = [t for t in POINTS if t > 0]
    if part in {Part.ZERO, Part.LINEAR, Part.POLYNOMIAL}:
        assert all(close(enclose(psi, t, BITS), polynomial(found, t)) for t in positive)
    if part is Part.INDEPENDENT:
        assert not cubic(psi)


def cubic(psi: Expr) -> bool:
    """Whether psi looks like one polynomial of degree at most 3 at six points, to 600 bits."""
    with ctx.workprec(600):
        points = [Fraction(n, 7) for n in (1, 2, 4, 9, 20, 41, 70)]
        rows = [[enclose(psi, t, 600), *(ball(t**n) for n in range(4))] for t in points]
        minors = [
            arb_mat([rows[i] for i in range(len(rows)) if i not in {j, k}]).det()
            for j in range(7)
            for k in range(j)
        ]
        return all(minor.contains(arb(0)) for minor in minors)


def check(found: Facts) -> None:
    e = found.expr
    at = partial(enclose, e, bits=BITS)
    for z in POINTS:
        assert at(z).is_finite(), "a value where the function is said to be defined"
        if found.gap.holds and found.gap.value is not None:
            assert close(at(z) - at(-z), enclose(found.gap.value * z, z, BITS))
        if found.degree.holds and isinstance(found.degree.value, Num):
            power = enclose(parse("9/4") ** found.degree.value, z, BITS)
            assert close(at(z * Fraction(9, 4)), power * at(z))
    assert close(at(Fraction(0)), enclose(found.at_zero, Fraction(0), BITS))
    check_part(found.even, found.even_part, even_part(e))
    check_part(found.odd, found.odd_part, odd_part(e))


@slow
@given(functions)
def test_facts_agree_with_balls(e: Expr) -> None:
    try:
        found = facts(e)
    except (Undefined, Unresolved):
        return
    check(found)


@slow
@given(functions)
def test_no_ball_is_found_where_no_value_is_said_to_be(e: Expr) -> None:
    message = ""
    try:
        facts(e)
    except Undefined as error:
        message = str(error)
    except Unresolved:
        return
    assert not (message and any(enclose(e, z, BITS).is_finite() for z in places(message)))


def places(message: str) -> list[Fraction]:
    """Points at which the message says that there is no value."""
    number = r"(-?[0-9]+(?:/[0-9]+)?)"
    if found := re.search(rf"at z = {number}:", message):
        return [Fraction(found[1])]
    if found := re.search(rf"for z > {number}:", message):
        return [Fraction(found[1]) + n for n in (1, 7)]
    if found := re.search(rf"for z < {number}:", message):
        return [Fraction(found[1]) - n for n in (1, 7)]
    if found := re.search(rf"for z between {number} and {number}:", message):
        return [(Fraction(found[1]) + Fraction(found[2])) / 2]
    assert "for z real:" in message
    return POINTS


@slow
@given(functions, st.sampled_from([2, -1, Fraction(-1, 3)]), st.sampled_from([3, -1, Fraction(1, 2)]))
def test_scaling_changes_no_verdict(e: Expr, outside: Fraction, inside: Fraction) -> None:
    """c sigma(a z) makes the same MLPs as sigma: c and a move into the weights."""
    scaled = Num(Fraction(outside)) * substitute(e, Num(Fraction(inside)) * Z)
    verdicts = {classify(f).ruling.verdict for f in (e, scaled)}
    assert len(verdicts - {Absorbs.UNDETERMINED}) <= 1


@slow
@given(functions)
def test_adding_an_even_function_keeps_never(e: Expr) -> None:
    """Whether M x = 0 follows from the odd part alone does not depend on the even part."""
    other = e + parse("cos(z)")
    verdicts = {classify(f).ruling.verdict for f in (e, other)}
    if Absorbs.NEVER in verdicts:
        assert verdicts <= {Absorbs.NEVER, Absorbs.UNDETERMINED}


@slow
@given(functions)
def test_gates_that_vanish_at_zero_and_are_continuous_never_absorb(e: Expr) -> None:
    gate = e - substitute(e, Num(Fraction(0)))
    answer = classify_gate(gate)
    if answer.facts is not None and answer.facts.continuous_at_zero:
        assert answer.ruling.verdict is Absorbs.NEVER
        assert "prop-2" in answer.ruling.statements


@slow
@given(functions)
def test_printing_changes_no_answer(e: Expr) -> None:
    again = parse(text(e)) if len(text(e)) <= 1000 else e
    assert classify(again).ruling == classify(e).ruling
