"""What the notebooks share: the kernel's answers, refusals, and exact things to look at."""

import doctest
from fractions import Fraction

import pytest
from helpers.laws import law
from hypothesis import given
from hypothesis import strategies as st

import symproof.notebook
from symproof import Block, Rejected, decide
from symproof.absorb.least_width import least_width
from symproof.notebook import exact, kernel_check, parts, refused

small = st.integers(-3, 3)
rationals = st.fractions(-3, 3, max_denominator=4)


@st.composite
def blocks(draw: st.DrawFn, activation: str = "relu") -> Block:
    d, n = draw(st.integers(1, 3)), draw(st.integers(1, 4))
    up = draw(st.lists(st.lists(rationals, min_size=d, max_size=d), min_size=n, max_size=n))
    down = draw(st.lists(st.lists(small, min_size=n, max_size=n), min_size=d, max_size=d))
    return Block(up, down, activation)


def test_the_docstrings_are_right() -> None:
    result = doctest.testmod(symproof.notebook)
    assert result.attempted >= 4
    assert not result.failed


@law
@given(blocks(), st.data())
def test_parts_are_the_function_they_name(block: Block, data: st.DataObject) -> None:
    """E(z) = |z|/2 for ReLU, so the value at a point can be computed from the two parts alone."""
    x = data.draw(st.lists(rationals, min_size=block.d, max_size=block.d))
    found = parts(block)
    value = [sum((m * t for m, t in zip(row, x, strict=True)), Fraction(0)) for row in found.linear]
    for u, P in found.even:
        bend = abs(sum((c * t for c, t in zip(u, x, strict=True)), Fraction(0))) / 2
        value = [v + p * bend for v, p in zip(value, P, strict=True)]
    assert value == block.evaluate(x)


@law
@given(blocks(), st.data())
def test_parts_do_not_depend_on_the_order_of_the_neurons(block: Block, data: st.DataObject) -> None:
    order = data.draw(st.permutations(range(block.width)))
    assert parts(block.permute(order)) == parts(block)
    assert repr(parts(block.permute(order))) == repr(parts(block))


@law
@given(blocks("gelu"), st.data())
def test_a_flip_keeps_the_function_exactly_when_nothing_is_left_over(
    block: Block, data: st.DataObject
) -> None:
    S = data.draw(st.sets(st.integers(0, block.width - 1)))
    left = block.residual(sorted(S))
    assert (parts(block.flip(S)) == parts(block)) == (not any(map(any, left)))


def test_scaled_rows_are_one_class_for_relu_and_two_for_gelu() -> None:
    rows, columns = [[1, 1], [2, 2]], [[1, 1], [0, 3]]
    assert [len(parts(Block(rows, columns, name)).even) for name in ("relu", "gelu")] == [1, 2]


def test_parts_print_as_text_and_as_latex() -> None:
    block = Block([[1, -2], [0, "1/2"], [0, 0]], [[1, 0, 1], [0, 1, 1]], "gelu")
    assert repr(parts(block)).splitlines() == [
        "linear part  rows (3/2, -1), (0, 5/4)",
        "even part    E(x_1 - 2 x_2) times (1, 0)",
        "even part    E(1/2 x_2) times (0, 1)",
    ]
    latex = parts(block)._repr_latex_()
    assert latex.startswith(
        r"$\displaystyle \begin{pmatrix}\tfrac{3}{2} & -1 \\ 0 & \tfrac{5}{4}\end{pmatrix}x + "
    )
    assert latex.count("{") == latex.count("}")


def test_a_matrix_prints_aligned_and_exactly() -> None:
    shown = exact([[Fraction(-1, 3), 10], [0.5, 2]])
    assert repr(shown) == "[-1/3  10]\n[ 1/2   2]"
    assert shown._repr_latex_() == (
        r"$\displaystyle \begin{pmatrix}-\tfrac{1}{3} & 10 \\ \tfrac{1}{2} & 2\end{pmatrix}$"
    )


def test_the_kernel_answers_in_its_own_words() -> None:
    block = Block([[1, 0], [0, 1]], [[-1, 0], [0, -1]])
    proof = decide(block).certificate
    assert kernel_check(proof, block, "absorbable").startswith("accepted: a residual-free MLP of width 2 ")
    assert kernel_check(proof, block.converse(), "absorbable").startswith("rejected: ")
    assert kernel_check({}, block, "absorbable").startswith("malformed: ")


def test_the_kernel_is_told_the_width() -> None:
    block = Block([[2, -1], [1, 3], [-1, 1]], [[1, 2, -1], [3, 1, 2]])
    proof = least_width(block).lower_certificate
    assert kernel_check(proof, block, "width-at-least", 5).startswith("accepted: ")
    assert kernel_check(proof, block, "width-at-least", 6).startswith("rejected: ")


def test_what_is_refused_says_why() -> None:
    assert refused(lambda: Block([[1]], [[1, 2]])).startswith("malformed: ")

    def reject() -> None:
        raise Rejected("not this one")

    assert refused(reject) == "rejected: not this one"


def test_an_attempt_that_succeeds_is_no_refusal() -> None:
    with pytest.raises(ValueError, match="this was not refused"):
        refused(lambda: Block([[1]], [[1]]))


def test_other_errors_pass_through() -> None:
    with pytest.raises(ZeroDivisionError):
        refused(lambda: 1 // 0)
