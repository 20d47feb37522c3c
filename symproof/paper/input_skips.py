"""Skips that depend on the input are never absorbed (new)."""

from __future__ import annotations

from typing import Any

from symproof.paper._language import *

ABOUT = {
    "id": "input-skips",
    "place": 607,
    "title": "input-dependent skips are never absorbed",
    "says": "A map with a product s(w.x) v.x, where v is [not parallel to w](not-parallel), s is "
    "[continuous and no polynomial](no-polynomial) and [no other product has the row w](transversal), "
    "equals no MLP without skip of any width, with any activation whatever; [d at least 2](d-at-least-2) "
    "is not needed beside that.",
}
i, j, m_, along, across, X = symbols("i j m a b X")
w_, v_, z_ = matrix("w_p", "1", "d"), matrix("v_p", "1", "d"), matrix("z_w", "1", "1")
e, q, z_0 = matrix("e", "d", "1"), matrix("p", "d", "1"), matrix("z_0", "1", "1")
A_, B_, left, term, total = (family(name, "1", "1") for name in ("A_w", "B_w", "left", "term", "sum_t"))
h_ = family("h_t", "d", "1")


def _twice(function: Any, at: Any, by_: Any) -> Any:
    """The second difference of a function at a point, with that step."""
    return function(at + 2 * by_) - 2 * function(at + by_) + function(at)


def _terms() -> tuple[Written, ...]:
    """A second difference along the direction of one term takes it away and leaves the others affine."""
    after, gone = term(n + 1, k, x), {k: n}
    return (
        step("affine-0", _twice_is_0(0, k), algebra("affine")),
        step(
            "affine-next",
            _twice_is_0(n + 1, k),
            algebra(
                *(by("term-step", {x: x + c_ * h_(k)}) for c_ in (2, 1, 0)),
                *(by("affine-n", {x: x + c_ * h_(n)}) for c_ in (2, 1, 0)),
            ),
        ),
        step("affine-all", _twice_is_0(n, k), induction(n, "affine-0", "affine-next", "affine-n")),
        step("gone", equal(after.subs(k, n)), algebra(by("term-step", gone), by("affine-all", gone))),
        step(
            "gone-next",
            equal(term(n + i + 2, n, x)),
            algebra(
                by("term-step", {n: n + i + 1, k: n}),
                *(by("gone-i", {x: x + c_ * h_(n + i + 1)}) for c_ in (2, 1, 0)),
            ),
        ),
        step("gone-all", equal(term(n + i + 1, n, x)), induction(i, "gone", "gone-next", "gone-i")),
    )


def _twice_is_0(at: Any, of: Any) -> Any:
    return equal(_twice(lambda point: term(at, of, point), x, h_(of)))


def _commutes(number: Any) -> Any:
    return equal(total(n + 1, number, x) - _twice(lambda point: total(n, number, point), x, h_(n)))


def _sums() -> tuple[Written, ...]:
    """The sum of all terms is 0 after as many differences as there are terms."""
    return (
        step(
            "sum-at-0",
            _commutes(0),
            algebra(by("sum-0", {n: n + 1}), *(by("sum-0", {x: x + c_ * h_(n)}) for c_ in (2, 1, 0))),
        ),
        step(
            "sum-at-next",
            _commutes(j + 1),
            algebra(
                "sum-j",
                by("sum-step", {n: n + 1}),
                by("term-step", {k: j}),
                *(by("sum-step", {x: x + c_ * h_(n)}) for c_ in (2, 1, 0)),
            ),
        ),
        step("sum-all", _commutes(j), induction(j, "sum-at-0", "sum-at-next", "sum-j")),
        step("none", equal(total(i, 0, x)), algebra(by("sum-0", {n: i}))),
        step(
            "none-next",
            equal(total(j + 1 + i, j + 1, x)),
            algebra(by("sum-step", {n: j + 1 + i}), by("none-j", {i: i + 1}), by("gone-all", {n: j})),
        ),
        step("none-all", equal(total(j + i, j, x)), induction(j, "none", "none-next", "none-j")),
    )


def _sides() -> tuple[Written, ...]:
    """The product stays one: a second difference of s times v.x, and a function of w.x."""
    form = A_(n, w_ * x) * v_ * x + B_(n, w_ * x)
    return (
        step("form-0", equal(left(0, x), form.subs(n, 0)), algebra("left-0")),
        step(
            "form-next",
            equal(left(n + 1, x), form.subs(n, n + 1)),
            algebra(
                "left-step",
                *(by("form-n", {x: x + c_ * h_(n)}) for c_ in (2, 1, 0)),
                by("A-step", {z_: w_ * x}, right=v_ * x),
                by("B-step", {z_: w_ * x}),
            ),
        ),
        step("form", equal(left(n, x), form), induction(n, "form-0", "form-next", "form-n")),
        step("both-0", equal(left(0, x), total(0, m_, x)), algebra("left-0", "equal")),
        step(
            "both-next",
            equal(left(n + 1, x), total(n + 1, m_, x)),
            algebra(
                "left-step", by("sum-all", {j: m_}), *(by("both-n", {x: x + c_ * h_(n)}) for c_ in (2, 1, 0))
            ),
        ),
        step("both", equal(left(n, x), total(n, m_, x)), induction(n, "both-0", "both-next", "both-n")),
    )


def _steps(sizes: Sizes) -> tuple[Written, ...]:
    ends = A_(m_, w_ * x)
    return (
        *_terms(),
        *_sums(),
        *_sides(),
        step(
            "left-over",
            equal(ends * v_ * x + B_(m_, w_ * x)),
            algebra(by("form", {n: m_}), by("both", {n: m_}), by("none-all", {j: m_, i: 0})),
        ),
        step(
            "no-product",
            equal(ends),
            algebra(
                "left-over",
                by("left-over", {x: x + e}),
                by("not-parallel", inside=[A_(m_, w_ * x + HOLE) * v_ * (x + e), B_(m_, w_ * x + HOLE)]),
                by("across", times=ends),
            ),
        ),
        step(
            "no-gate",
            equal(A_(m_, z_)),
            algebra(by("no-product", {x: q * z_}), by("along", inside=A_(m_, HOLE * z_))),
        ),
        step(
            "some", nonzero(A_(m_, z_0)), cited(FRECHET, "no-polynomial", "transversal", "A-step", new=(z_0,))
        ),
        step("everywhere", equal(A_(m_, z_0)), algebra(by("no-gate", {z_: z_0}))),
        step("impossible", FALSE, clash("everywhere", "some")),
    )


s_0 = symbols("s_0")
STATEMENT = Statement(
    ABOUT,
    hypotheses=(
        needed(
            "no-polynomial",
            has(A_(0, z_), "is a continuous function of its argument and no polynomial"),
            "s(z) = z, w.x = X, v.x = Y: X Y = ((X + Y)^2 - (X - Y)^2)/4, two ridges.",
            identity(X * along, ((X + along) ** 2 - (X - along) ** 2) / 4),
            mutant("one ridge", rhs=(X + along) ** 2 / 4),
        ),
        needed(
            "not-parallel",
            equal(w_ * e),
            "v = w: s(w.x) w.x is a ridge itself, one neuron of the activation z s(z).",
            identity(s_0 * X, X * s_0),
            mutant("twice", rhs=2 * X * s_0),
        ),
        needed(
            "transversal",
            every(nonzero(w_ * h_(k)), k),
            "Two products with one row w: s(w.x) v.x and -s(w.x) v.x add up to 0, which is a ridge.",
            identity(s_0 * X - s_0 * X, 0),
            mutant("one of them", lhs=s_0 * X),
        ),
        unneeded(
            "d-at-least-2",
            at_least(d, 2),
            "At d = 1 every v is parallel to w, which is excluded: x logistic(x) is one SiLU neuron.",
        ),
    ),
    suppose=(
        Given("across", equal(v_ * e, 1)),
        Given("along", equal(w_ * q, 1)),
        Given("affine", every(_twice_is_0(0, k), k, x)),
        Given(
            "term-step", every(equal(term(n + 1, k, x), _twice(lambda at: term(n, k, at), x, h_(n))), n, k, x)
        ),
        Given("affine-n", every(_twice_is_0(n, k), x)),
        Given("gone-i", every(equal(term(n + i + 1, n, x)), x)),
        Given("sum-0", every(equal(total(n, 0, x)), n, x)),
        Given("sum-step", every(equal(total(n, j + 1, x), total(n, j, x) + term(n, j, x)), n, j, x)),
        Given("sum-j", _commutes(j)),
        Given("none-j", every(equal(total(j + i, j, x)), i, x)),
        Given("left-0", every(equal(left(0, x), A_(0, w_ * x) * v_ * x + B_(0, w_ * x)), x)),
        Given("left-step", every(equal(left(n + 1, x), _twice(lambda at: left(n, at), x, h_(n))), n, x)),
        Given("A-step", every(equal(A_(n + 1, z_), _twice(lambda at: A_(n, at), z_, w_ * h_(n))), n, z_)),
        Given(
            "B-step",
            every(
                equal(
                    B_(n + 1, z_),
                    _twice(lambda at: B_(n, at), z_, w_ * h_(n))
                    + 2 * A_(n, z_ + 2 * w_ * h_(n)) * v_ * h_(n)
                    - 2 * A_(n, z_ + w_ * h_(n)) * v_ * h_(n),
                ),
                n,
                z_,
            ),
        ),
        Given("form-n", every(equal(left(n, x), A_(n, w_ * x) * v_ * x + B_(n, w_ * x)), x)),
        Given("equal", every(equal(A_(0, w_ * x) * v_ * x + B_(0, w_ * x), total(0, m_, x)), x)),
        Given("both-n", every(equal(left(n, x), total(n, m_, x)), x)),
    ),
    names={
        "w_p": "the row w of one product s(w.x) v.x",
        "v_p": "its other row v",
        "e": "a point that v does not send to 0",
        "p": "a point where w is 1",
        "A_w": "the gate s, and with an index n the second differences of it, n times",
        "B_w": "all ridges along w together, and with an index n what n differences leave along w",
        "left": "the product and the ridges along w, after n second differences",
        "term": "another ridge or another product, of the map or of what is to equal it, after n differences",
        "sum_t": "the sum of the first j of these",
        "h_t": "a multiple, and any will do, of a direction in which the argument of the ridge, or of the "
        "gate of the product, does not change",
        "m": "how many other ridges and products there are",
        "z_w": "a real number",
        "z_0": "a number where the differences of s do not vanish",
        "n": "a natural number",
        "k": "a natural number, of a term",
        "i": "a natural number",
        "j": "a natural number",
    },
    written=_steps,
)
