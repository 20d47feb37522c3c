"""What people hold in their hands goes into every function: pairs, arrays, SymPy, tensors, bfloat16."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest
import sympy
from helpers.laws import law
from hypothesis import given
from hypothesis import strategies as st

import symproof
from symproof import Block, Malformed, Rejected
from symproof.model.convert import exact_matrix, exact_vector

ml_dtypes = pytest.importorskip("ml_dtypes", reason="bfloat16 arrays need ml_dtypes, of the test group")

UP, DOWN = [[1, 0], [0, 1], [1, 1]], [[-1, 0, 2], [0, -1, 5]]
BLOCK = Block(UP, DOWN)


class Tensor:
    """What torch shows of a Parameter: no numpy before `detach` and `cpu`, and no bfloat16 at all."""

    def __init__(self, values, dtype="torch.float32", needs=("detach", "cpu")):
        self.values, self.dtype, self.needs = np.asarray(values), dtype, needs
        self.shape = self.values.shape

    def detach(self):
        return Tensor(self.values, self.dtype, self.needs[1:])

    def cpu(self):
        assert self.needs == ("cpu",)
        return Tensor(self.values, self.dtype, ())

    def double(self):
        return Tensor(self.values.astype(np.float64), "torch.float64", self.needs)

    def __array__(self, *args, **kwargs):
        if self.needs:
            raise RuntimeError("Can't call numpy() on Tensor that requires grad. Use tensor.detach().numpy()")
        if "bfloat16" in self.dtype:
            raise TypeError("Got unsupported ScalarType BFloat16")
        return self.values


def bfloat(rows):
    return np.array(rows, dtype=ml_dtypes.bfloat16)


PAIRS = {
    "lists": (UP, DOWN),
    "tuples": (tuple(map(tuple, UP)), tuple(map(tuple, DOWN))),
    "mixed": (np.array(UP), sympy.Matrix(DOWN)),
    "sympy": (sympy.Matrix(UP), sympy.ImmutableMatrix(DOWN)),
    "rows of arrays": ([np.array(row) for row in UP], [Tensor(row) for row in np.array(DOWN, float)]),
    "float32": (np.array(UP, np.float32), np.array(DOWN, np.float32)),
    "bfloat16": (bfloat(UP), bfloat(DOWN)),
    "float8": (np.array(UP, ml_dtypes.float8_e4m3fn), np.array(DOWN, ml_dtypes.float8_e5m2)),
    "tensors": (Tensor(np.array(UP, np.float32)), Tensor(np.array(DOWN, np.float32))),
    "bfloat16 tensors": (Tensor(bfloat(UP), "torch.bfloat16"), Tensor(bfloat(DOWN), "torch.bfloat16")),
}


@pytest.mark.parametrize("kind", PAIRS)
def test_a_pair_of_any_kind_is_the_block(kind):
    assert Block.of(PAIRS[kind], floats="binary") == Block.of(list(PAIRS[kind]), floats="binary") == BLOCK
    decision = symproof.decide(PAIRS[kind], floats="binary")
    assert decision.absorbable is True
    assert symproof.check(decision.certificate, PAIRS[kind], "absorbable", floats="binary")


def test_every_function_takes_a_pair_and_says_the_same_of_the_block():
    pair = (UP, DOWN)
    assert str(symproof.decide(pair)) == str(symproof.decide(BLOCK))
    assert symproof.width(pair).lower == symproof.width(BLOCK).lower == 3
    assert symproof.distance(pair).share == symproof.distance(BLOCK).share == (1, 1)
    assert symproof.subsets(pair).listed == BLOCK.subsets().listed == ((0, 1),)
    assert symproof.decide(pair, activation="gelu").block.activation == "gelu"
    assert symproof.decide(BLOCK.to_dict()).absorbable is True
    assert symproof.decide(BLOCK.weights).absorbable is True


def test_check_asks_for_the_claim_that_was_named():
    answer, far = symproof.width((DOWN, UP)), symproof.distance(BLOCK)
    pair = (DOWN, UP)
    for side in ("lower", "upper"):
        claim = {"lower": "width-at-least", "upper": "width-at-most"}[side]
        assert symproof.check(getattr(answer, f"{side}_certificate"), pair, claim, getattr(answer, side))
    with pytest.raises(Rejected):
        symproof.check(answer.lower_certificate, pair, "width-at-least", answer.lower + 1)
    with pytest.raises(Rejected):
        symproof.check(answer.lower_certificate, BLOCK, "width-at-least", answer.lower)
    low, high = far.certificates
    assert symproof.check(low, BLOCK, "distance-at-least", bound=far.lower)
    assert symproof.check(high, BLOCK, "distance-at-most", bound=far.upper)
    with pytest.raises(Rejected):
        symproof.check(low, BLOCK, "distance-at-least", bound=far.lower + Fraction(1, 7))
    with pytest.raises(Malformed, match="bound"):
        symproof.check(low, BLOCK, "distance-at-least")
    with pytest.raises(Malformed, match="width"):
        symproof.check(symproof.decide(BLOCK).certificate, BLOCK, "absorbable", 3)
    with pytest.raises(Malformed, match="one block"):
        symproof.check(symproof.decide(BLOCK).certificate, [BLOCK, BLOCK], "absorbable")


def test_check_takes_a_stack():
    block = Block([[1, 2], [3, 1]], [[1, 0], [0, 1]], "gelu")
    found = symproof.decide_stack([block, block])
    assert symproof.check(found.certificate, [block, block], found.claim) == found.established
    with pytest.raises(Rejected):
        symproof.check(found.certificate, [block, block.converse()], found.claim)


@pytest.mark.parametrize(
    ("value", "options", "said"),
    [
        (UP, {}, "a pair"),
        ({"W_up": UP}, {}, "a pair"),
        ({"W_up": UP, "W_down": DOWN, "bias": [1]}, {}, "bias"),
        ({"W_up": UP, "W_down": DOWN, "activation": "relu"}, {"activation": "gelu"}, "activation"),
        (BLOCK, {"activation": "gelu"}, "activation cannot be added"),
        ((UP, UP), {}, "N x d and d x N"),
        ("relu", {}, "a pair"),
        ((np.array(UP, np.float32), DOWN), {}, "floats="),
        ((bfloat(UP), DOWN), {}, "floats="),
        ((bfloat(UP), DOWN), {"floats": "decimal"}, "bit for bit"),
        ((Tensor(bfloat(UP), "torch.bfloat16"), DOWN), {"floats": "decimal"}, "bit for bit"),
        ((np.ma.masked_array(UP, mask=[[1, 0]] * 3), DOWN), {}, "masked"),
        ((Tensor(np.array(UP, np.complex64)), DOWN), {"floats": "binary"}, "dtype"),
    ],
)
def test_what_is_no_block_is_malformed(value, options, said):
    with pytest.raises(Malformed, match=said):
        symproof.decide(value, **options)


@law
@given(st.lists(st.integers(0, 2**16 - 1), min_size=1, max_size=8))
def test_every_bfloat16_is_read_bit_for_bit(patterns):
    array = np.array(patterns, np.uint16).view(ml_dtypes.bfloat16)
    wide = (np.array(patterns, np.uint32) << 16).view(np.float32)  # the upper half of binary32
    if not np.isfinite(wide).all():
        with pytest.raises(Malformed):
            exact_vector(array, "b", "binary")
        return
    expected = [Fraction(float(x)) for x in wide]
    assert [Fraction(x) for x in exact_vector(array, "b", "binary")] == expected
    assert [
        Fraction(x) for x in exact_matrix([Tensor(array, "torch.bfloat16")], "W", "binary")[0]
    ] == expected


entries = st.fractions(-2, 2, max_denominator=2)


@law
@given(st.data(), st.integers(1, 2), st.integers(1, 3), st.sampled_from(["none", "up", "both"]))
def test_the_equations_hold_exactly_where_nothing_is_left(data, d, N, biases):
    def rows(n, m):
        return data.draw(st.lists(st.lists(entries, min_size=m, max_size=m), min_size=n, max_size=n))

    (b_up,), (b_down,) = rows(1, N), rows(1, d)
    block = Block(
        rows(N, d),
        rows(d, N),
        "leaky_relu(1/2)",
        rows(d, d),
        b_up=None if biases == "none" else b_up,
        b_down=b_down if biases == "both" else None,
    )
    equations = block.equations()
    assert len(equations) == d * (d + (biases == "up"))
    for mask in range(1 << N):
        S = [k for k in range(N) if mask >> k & 1]
        chosen = {sympy.Symbol(f"s_{k}"): mask >> k & 1 for k in range(N)}
        holds = all(equation.lhs.subs(chosen) == equation.rhs for equation in equations)
        assert holds == (not any(map(any, block.residual(S))))
    with pytest.raises(Malformed, match="gap 0"):
        Block([[1]], [[1]], "abs").equations()


def test_subsets_lists_counts_and_proves_that_there_is_none():
    many = symproof.subsets(([[1]] * 4, [["-1/2"] * 4]), at_most=3)
    assert (many.count, many.listed, len(many.smallest)) == (6, ((0, 1), (0, 2), (0, 3)), 2)
    none = symproof.subsets(([[2]], [[3]]))
    assert (none.count, none.smallest, none.listed) == (0, None, ())
    assert symproof.check(none.certificate, ([[2]], [[3]]), "no-subset")
    with pytest.raises(Rejected):
        symproof.check(none.certificate, ([[2]], [["-1/2"]]), "no-subset")


def test_a_notebook_shows_decisions_networks_and_certificates():
    decision = symproof.decide((UP, DOWN))
    for shown in (
        decision,
        decision.network,
        decision.certificate,
        symproof.width((UP, DOWN)),
        BLOCK.subsets(),
    ):
        html = shown._repr_html_()
        assert html.startswith("<div>")
        assert html.count("<table") == html.count("</table>")
    assert "absorbable" in decision._repr_html_()
    assert "<td>-1</td>" in decision.network._repr_html_()
    assert decision.certificate["sha256"] in decision.certificate._repr_html_()
    assert len(symproof.Certificate(claim="x", evidence=["1" * 10**6])._repr_html_()) < 5000
    assert "<script>" not in symproof.Certificate(claim="<script>")._repr_html_()


def test_the_docstring_is_a_table_of_contents():
    text = symproof.__doc__
    assert [name for name in symproof.__all__ if name != "__version__" and name not in text] == []
    assert all(getattr(symproof, name) is not None for name in symproof.__all__)
    assert symproof.__version__.count(".") == 2
