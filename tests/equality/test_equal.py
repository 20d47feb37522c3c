"""Equality of blocks: maps that are equal by construction, by one unit different, and by brute force."""

from __future__ import annotations

import math
import random
from fractions import Fraction
from operator import mul

import pytest
from helpers.laws import law
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from oracles.pieces import SIGMAS, Line, same

from symproof import Block, Limits, Malformed, equal
from symproof.activations.catalogue import formula
from symproof.equality.difference import left_over, map_of
from symproof.equality.parts import RELATED
from symproof.functions import pieces
from symproof.functions.expression import Z, substitute
from symproof.kernel.activations import activation
from symproof.kernel.gated import Gated
from symproof.kernel.parity import parity_form
from symproof.reader.weights import Weights
from symproof.verdict import EqualVerdict

TABLE = (
    "relu",
    "abs",
    "leaky_relu(1/10)",
    "gelu",
    "gelu_tanh",
    "quick_gelu",
    "silu",
    "softplus",
    "squareplus",
    "hardswish",
)
small = st.integers(-2, 2).map(Fraction)
fractions = st.fractions(-3, 3, max_denominator=4)


def matrix(rows, columns, entries=small):
    return st.lists(st.lists(entries, min_size=columns, max_size=columns), min_size=rows, max_size=rows)


@st.composite
def blocks(draw, names=TABLE, d=2):
    n = draw(st.integers(1, 3))
    b_up = draw(st.none() | st.lists(small, min_size=n, max_size=n))
    b_down = None if b_up is None else draw(st.none() | st.lists(small, min_size=d, max_size=d))
    up, down, skip = draw(matrix(n, d)), draw(matrix(d, n)), draw(matrix(d, d))
    return Block(up, down, draw(st.sampled_from(names)), skip, b_up=b_up, b_down=b_down)


def rewritten(block, rng):
    """Another block with the same map: neurons in another order, split, scaled if it is allowed, turned."""
    c = activation(block.activation)
    skip = [[Fraction(x) for x in row] for row in block.weights.M]
    last = [Fraction(x) for x in block.b_down or [0] * block.d]
    neurons = []
    for k, row in enumerate(block.W_up):
        b = Fraction(0 if block.b_up is None else block.b_up[k])
        D = [Fraction(r[k]) for r in block.W_down]
        part = Fraction(rng.randint(-3, 3), 2)
        for share in (part, 1 - part):
            own, turn = [share * x for x in D], rng.random() < 0.5
            t = Fraction(rng.randint(1, 4), 3) if c.homogeneous else Fraction(1)
            if turn:  # sigma(z) = sigma(-z) + gap z
                for i, x in enumerate(own):
                    for j, w in enumerate(row):
                        skip[i][j] += c.gap * x * Fraction(w)
                    last[i] += c.gap * x * b
            s = -t if turn else t
            neurons.append(([s * Fraction(w) for w in row], s * b, [x / t for x in own]))
    neurons.append(([Fraction(1)] * block.d, Fraction(2), [Fraction(0)] * block.d))
    rng.shuffle(neurons)
    down = [list(column) for column in zip(*(D for _, _, D in neurons), strict=True)]
    ups, biases = [w for w, _, _ in neurons], [b for _, b, _ in neurons]
    return Block(ups, down, block.activation, skip, b_up=biases, b_down=last)


@settings(law, max_examples=50)
@given(blocks(), st.integers(0, 10**6))
def test_the_same_map_written_otherwise_is_equal(block, seed):
    other = rewritten(block, random.Random(seed))
    assert equal(block, other).verdict is EqualVerdict.EQUAL
    assert equal(other, block).verdict is EqualVerdict.EQUAL


@settings(law, max_examples=40)
@given(blocks(), st.integers(0, 10**6), st.data())
def test_one_unit_in_one_entry_is_different(block, seed, data):
    """Oracle: sigma(u.x + b), u not 0, is not the zero function, so its column counts."""
    other = rewritten(block, random.Random(seed))
    ups = [k for k, row in enumerate(other.W_up) if any(row)]
    assume(ups)
    k, i = data.draw(st.sampled_from(ups)), data.draw(st.integers(0, other.d - 1))
    down = [list(row) for row in other.W_down]
    down[i][k] += Fraction(1, 2**52)
    changed = Block(other.W_up, down, other.activation, other.skip, b_up=other.b_up, b_down=other.b_down)
    answer = equal(block, changed)
    assert answer.verdict is EqualVerdict.DIFFERENT
    low, high = answer.witness.lower, answer.witness.upper
    assert low > 0 or high < 0
    for one, two in zip(block.evaluate(answer.witness.x), changed.evaluate(answer.witness.x), strict=True):
        if isinstance(one, Fraction) and isinstance(two, Fraction):
            assert low == high
            break


@pytest.mark.parametrize("name", ["relu", "gelu", "softplus", "hardswish"])
def test_one_ulp_in_a_row_is_different_and_the_point_says_so(name):
    a = Block([[0.1, 0.3], [0.7, -0.2]], [[0.5, 0.25], [0.1, 0.9]], name, floats="binary")
    up = [[math.nextafter(0.1, 1), 0.3], [0.7, -0.2]]
    b = Block(up, [[0.5, 0.25], [0.1, 0.9]], name, floats="binary")
    found = equal(a, b).witness
    assert found is not None
    one, two = (block.evaluate(found.x, bits=400)[found.component] for block in (a, b))
    assert one - two > 0 if found.lower > 0 else one - two < 0


@settings(law, max_examples=100)
@given(st.sampled_from(TABLE), st.tuples(*[matrix(2, 1), matrix(1, 2)] * 2), st.integers(-2, 2))
def test_without_biases_it_is_equality_of_the_kernels_parity_forms(name, matrices, m):
    """Oracle: SOUNDNESS.md 5, blocks without biases are equal iff their parity forms are."""
    act, (up, down, up_2, down_2) = activation(name), matrices
    expected = parity_form(up, down, [[m]], act) == parity_form(up_2, down_2, [[0]], act)
    answer = equal(Block(up, down, name, [[m]]), Block(up_2, down_2, name, [[0]]))
    assert answer.verdict is (EqualVerdict.EQUAL if expected else EqualVerdict.DIFFERENT)


neurons = st.lists(st.tuples(small, small, small, small, small), min_size=1, max_size=3)


def gated(line):
    """The line's map as a gated block with d = 1."""
    D, a, b, p, q = zip(*line.neurons, strict=True)
    value = Weights([[x] for x in p], [list(D)], line.sigma, [[line.m]], list(q), [line.c])
    return Gated(value, [[x] for x in a], list(b))


@settings(law, max_examples=200)
@given(st.sampled_from(sorted(SIGMAS)), st.tuples(neurons, neurons), small, small, st.booleans())
def test_on_the_line_it_is_what_brute_force_says(name, sides, m, c, ungated):
    """Gated and ungated maps that are polynomials between points; oracle: values between any two of them."""
    if ungated:
        sides = [[(D, a, b, Fraction(0), Fraction(1)) for D, a, b, _, _ in side] for side in sides]
    one, two = sides
    f, g = Line(name, one, m, c), Line(name, two, Fraction(0), Fraction(0))
    answer = equal(gated(f), gated(g))
    assert answer.verdict is (EqualVerdict.EQUAL if same(f, g) else EqualVerdict.DIFFERENT)
    if answer.witness is not None:
        (x,) = answer.witness.x
        assert f.at(x) - g.at(x) == answer.witness.lower == answer.witness.upper


@settings(law, max_examples=50)
@given(st.sampled_from(sorted(SIGMAS)), neurons, small, small, st.data())
def test_on_the_line_a_map_plus_nothing_is_the_same_map(name, one, m, c, data):
    """Pairs that cancel are planted, so that both answers are frequent."""
    a, b, p, q = (data.draw(small) for _ in range(4))
    t = data.draw(fractions)
    more = [(t, a, b, p, q), (-t, a, b, p, q)]
    f, g = Line(name, one, m, c), Line(name, [*one, *more], m, c)
    assert same(f, g)
    assert equal(gated(f), gated(g)).verdict is EqualVerdict.EQUAL


def test_hardswish_has_an_identity_between_its_translates_and_it_is_known():
    """SOUNDNESS.md 7: E(6t-3) - 8E(3t-3) + 9E(2t-3) + 3E(6t-9) - 8E(3t-6) + E(6t-15) = 0."""
    rows, biases, D = [6, 3, 2, 6, 3, 6], [-3, -3, -3, -9, -6, -15], [1, -8, 9, 3, -8, 1]
    slope = sum(Fraction(x * w, 2) for x, w in zip(D, rows, strict=True))
    constant = sum(Fraction(x * b, 2) for x, b in zip(D, biases, strict=True))
    a = Block([[w] for w in rows], [D], "hardswish", [[0]], b_up=biases, b_down=[0])
    b = Block([[0]], [[0]], "hardswish", [[slope]], b_up=[0], b_down=[constant])
    assert equal(a, b).verdict is EqualVerdict.EQUAL
    c = Block([[0]], [[0]], "hardswish", [[slope]], b_up=[0], b_down=[constant + Fraction(1, 10**9)])
    assert equal(a, c).verdict is EqualVerdict.DIFFERENT


def test_kinks_of_different_degree_on_one_hyperplane():
    """hardswish(z) + hardswish(-z) has kinks z sgn z and z^2 sgn z at each of +-3, and no polynomial part."""
    a = Block([[1], [-1]], [[1, 1]], "hardswish", [[0]])
    assert equal(a, Block([[1]], [[0]], "hardswish", [[0]])).verdict is EqualVerdict.DIFFERENT
    # relu(h) h = relu(h)^2: they cancel, though neither is 0
    gated_relu = map_of(Gated(Weights([[2, 1]], [[3], [5]], "relu"), [[2, 1]]), formula("relu"))
    squared = map_of(Weights([[2, 1]], [[3], [5]]), formula("relu2"))
    assert left_over(gated_relu.minus(squared)) == ([], True)
    other = map_of(Weights([[2, 1]], [[3], [4]]), formula("relu2"))
    rest, zero = left_over(gated_relu.minus(other))
    assert rest
    assert not zero


@pytest.mark.parametrize("d", [1, 2, 3])
@pytest.mark.parametrize("gate", ["silu", "gelu", "quick_gelu", "relu"])
def test_value_biases_absorb(d, gate):
    """FRONTIER C2: x + sum e_i [g(x_i)(b_i.x - 1) - g(b_i.x) x_i], every gate turned, g(z) - g(-z) = z."""
    rng = random.Random(d)
    e = [[Fraction(int(i == j)) for j in range(d)] for i in range(d)]
    b = [[Fraction(rng.randint(-3, 3)) for _ in range(d)] for _ in range(d)]
    down = [[*e[i], *(-x for x in e[i])] for i in range(d)]
    bias = [-1] * d + [0] * d

    def block(sign, skip, bias):
        value = Weights([*b, *e], down, gate, skip, bias, None)
        return Gated(value, [[sign * x for x in row] for row in (*e, *b)])

    residual = block(1, None, bias)
    zero = [[0] * d] * d
    assert equal(residual, block(-1, zero, bias)).verdict is EqualVerdict.EQUAL
    assert equal(residual, block(1, zero, bias)).verdict is EqualVerdict.DIFFERENT
    assert equal(residual, block(-1, zero, [0] * (2 * d))).verdict is EqualVerdict.DIFFERENT


def test_a_gated_block_with_a_constant_value_is_an_ungated_one():
    """x - s(x) = -s(-x): the first gated, the second not."""
    for gate in ("silu", "gelu", "relu", "hardswish"):
        a = Gated(Weights([[0]], [[-1]], gate, None, [1]), [[1]])
        b = Block([[-1]], [[-1]], gate, [[0]])
        assert equal(a, b).verdict is EqualVerdict.EQUAL
        assert equal(b, Block([[-1]], [[-1]], gate)).verdict is EqualVerdict.DIFFERENT


def test_an_open_gate_turns_with_its_value_at_0():
    """g(z) + g(-z) = 1 for the logistic function: x + g(a x)(v x) = -g(-a x)(v x) + (1 + v) x."""
    for gate in ("logistic", "tanh", "erf", "hardsigmoid"):
        twice = 1 if gate in ("logistic", "hardsigmoid") else 0
        a = Gated(Weights([[3]], [[1]], gate), [[2]])
        b = Gated(Weights([[3]], [[-1]], gate, [[1 + 3 * twice]]), [[-2]])
        assert equal(a, b).verdict is EqualVerdict.EQUAL
        assert equal(a, Gated(Weights([[3]], [[1]], gate, [[1 + 3 * twice]]), [[-2]])).witness is not None


GATES = {
    "silu": lambda z: z / (1 + math.exp(-z)),
    "gelu": lambda z: z * (1 + math.erf(z / math.sqrt(2))) / 2,
    "tanh": math.tanh,
    "logistic": lambda z: 1 / (1 + math.exp(-z)),
    "softplus": lambda z: math.log1p(math.exp(z)),
}


def gated_value(block, x):
    """The map of a gated block in floats."""
    value, y = block.value, []
    g = GATES[value.activation]
    inner = [
        g(sum(map(mul, a, x)) + e) * (sum(map(mul, b, x)) + c)
        for a, e, b, c in zip(block.gate, block.b_gate, value.up, value.b_up, strict=True)
    ]
    for M, D, c in zip(value.M, value.down, value.b_down, strict=True):
        y.append(float(sum(map(mul, M, x)) + sum(map(mul, D, inner)) + c))
    return y


@st.composite
def gated_pairs(draw):
    """Two gated blocks with many coincidences: rows of the second are those of the first, perhaps turned."""
    name, n = draw(st.sampled_from(sorted(GATES))), 3
    whole = st.integers(-1, 1)
    gate, up, down = draw(matrix(n, 2, whole)), draw(matrix(n, 2, whole)), draw(matrix(2, n, whole))
    biases = [draw(st.lists(whole, min_size=n, max_size=n)) for _ in range(2)]
    signs = draw(st.lists(st.sampled_from((1, -1)), min_size=n, max_size=n))
    turned = [[s * x for x in row] for s, row in zip(signs, gate, strict=True)]
    moved = [s * x for s, x in zip(signs, biases[0], strict=True)]
    skips = [draw(matrix(2, 2, whole)) for _ in range(2)]
    same_skip = draw(st.booleans())
    other = draw(st.sampled_from((down, [[-x for x in row] for row in down])))
    first = Gated(Weights(up, down, name, skips[0], biases[1], [0, 0]), gate, biases[0])
    second = Weights(up, other, name, skips[0 if same_skip else 1], biases[1], [0, 0])
    return first, Gated(second, turned, moved)


@settings(law, max_examples=150)
@given(gated_pairs())
def test_gated_blocks_are_equal_iff_their_values_are(pair):
    """Oracle: floats at points in general position; small integers differ by much or not at all."""
    a, b = pair
    points = [(math.sin(k), math.cos(k * k) * 2) for k in range(1, 9)]
    gap = max(abs(s - t) for x in points for s, t in zip(gated_value(a, x), gated_value(b, x), strict=True))
    assert equal(a, b).verdict is (EqualVerdict.EQUAL if gap < 1e-9 else EqualVerdict.DIFFERENT)


def test_activations_that_are_rescaled_copies_are_what_their_table_says():
    for name, (base, s, t, p) in RELATED.items():
        copy = t * substitute(formula(base), s * Z) + sum(c * Z**n for n, c in enumerate(p))
        assert pieces.same(formula(name), copy)


def test_blocks_with_different_activations_are_compared():
    half = Fraction(1, 2)
    relu, both = Block([[3]], [[2]], "relu"), Block([[3]], [[1]], "abs", [[4]])
    assert equal(relu, both).verdict is EqualVerdict.EQUAL  # 2 relu(3x) + x = |3x| + 3x + x
    leaky = Block([[1]], [[2]], "leaky_relu(1/2)")
    assert equal(leaky, Block([[1]], [[half]], "abs", [[2 + half]])).verdict is EqualVerdict.EQUAL
    scale = Fraction("1.702")
    assert equal(Block([[1]], [[1]], "quick_gelu"), Block([[scale]], [[1 / scale]], "silu")).witness is None
    assert equal(Block([[1]], [[1]], "gelu"), Block([[1]], [[1]], "gelu_tanh")).witness is not None
    nothing = Block([[1], [1]], [[1, -1]], "gelu"), Block([[1]], [[0]], "softplus")
    assert equal(*nothing).verdict is EqualVerdict.EQUAL


def test_irrational_constants_are_told_apart_and_never_called_equal_by_their_digits():
    a = Block([[0]], [[1]], "gelu", [[0]], b_up=[1])
    close = Fraction("0.84134474606854294858523254563")
    b = Block([[0]], [[0]], "gelu", [[0]], b_up=[0], b_down=[close])
    answer = equal(a, b)
    assert answer.verdict is EqualVerdict.DIFFERENT
    assert abs(answer.witness.upper) < Fraction(1, 10**28)
    turned = Block([[0]], [[1]], "gelu", [[0]], b_up=[-1], b_down=[1])
    assert equal(a, turned).verdict is EqualVerdict.EQUAL


def test_an_identity_that_is_not_known_is_undecided_and_no_difference():
    """|8z|^(1/3) = 2 |z|^(1/3)."""
    a, b = Block([[8]], [[1]]), Block([[1]], [[2]])
    answer = equal(a, b, activation="abs(z)**(1/3)")
    assert answer.verdict is EqualVerdict.UNDECIDED
    assert "identity" in answer.why
    assert equal(a, a, activation="abs(z)**(1/3)").verdict is EqualVerdict.EQUAL


@pytest.mark.parametrize("text", ["1/z", "log(z)", "sqrt(z)"])
def test_what_is_no_function_on_the_line_is_malformed(text):
    block = Block([[1]], [[1]])
    with pytest.raises(Malformed, match="real line"):
        equal(block, block, activation=text)


def test_other_dimensions_are_malformed_and_no_time_is_gave_up():
    a, b = Block([[1]], [[1]]), Block([[1, 0]], [[1], [1]])
    with pytest.raises(Malformed, match="d = 1 and d = 2"):
        equal(a, b)
    assert equal(a, a, Limits(time=0.0)).verdict is EqualVerdict.GAVE_UP
    with pytest.raises(TypeError):
        bool(equal(a, a))


def test_a_difference_that_is_seen_in_the_tail_alone_needs_its_own_point():
    """Rows of 10^300: sigma(x) = max(x, 0) to hundreds of digits, except where the row is near 1."""
    huge = 10**300
    a = Block([[huge]], [[1]], "gelu")
    b = Block([[huge], [-huge]], [[1 + Fraction(1, 7), Fraction(-1, 7)]], "gelu", [[1 - Fraction(huge, 7)]])
    assert equal(a, b).verdict is EqualVerdict.EQUAL
    c = Block([[huge]], [[1]], "relu")
    assert equal(a, c).verdict is EqualVerdict.DIFFERENT
