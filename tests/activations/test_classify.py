"""The table of activations and gates: expected answer and, beside it, the reason by hand.

Columns: gap (None: provably none), kind, degree (None: provably not homogeneous), verdict, reason.
"""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from typing import Any

import pytest
from flint import arb, arb_mat, fmpq, fmpq_mat

from symproof.activations.catalogue import CATALOGUE, GATES, NON_MEMBERS, formula
from symproof.activations.classify import PAPER, Absorbs, Classification, classify
from symproof.activations.facts import Facts
from symproof.activations.gates import classify_gate
from symproof.errors import Malformed
from symproof.functions.enclosure import ball, enclose
from symproof.functions.expression import Expr
from symproof.functions.grammar import parse
from symproof.functions.interpret import exact
from symproof.functions.parity import Property
from symproof.functions.pieces import odd_part
from symproof.paper import statement, statements

UNKNOWN = "undetermined"

SPIKE = "heaviside(abs(z) - 1)*heaviside(1 - abs(z))"
"""1/4 at +-1 and 0 elsewhere: heaviside(0) = 1/2."""

ACTIVATIONS = [
    # the catalogue: linear gap, conic or rigid: Theorem 4 and its extensions, a null set
    ("relu(z)", "1", "conic", "1", "generic", "z/2 + |z|/2"),
    ("leaky_relu(z, 1/10)", "11/10", "conic", "1", "generic", "(1 + a)z/2 + (1 - a)|z|/2"),
    ("max(z, z/10)", "11/10", "conic", "1", "generic", "the same function, written with max"),
    ("gelu(z)", "1", "rigid", None, "generic", "Phi(z) + Phi(-z) = 1; z erf(z) is no polynomial"),
    ("gelu_tanh(z)", "1", "rigid", None, "generic", "(1 + tanh(odd))/2 likewise"),
    ("quick_gelu(z)", "1", "rigid", None, "generic", "logistic(1.702 z) likewise"),
    ("silu(z)", "1", "rigid", None, "generic", "logistic(z) + logistic(-z) = 1"),
    ("softplus(z)", "1", "rigid", None, "generic", "log((1 + e^z)/(1 + e^-z)) = z"),
    ("squareplus(z, 4)", "1", "rigid", None, "generic", "the root is even, with branch points at +-2i"),
    ("hardswish(z)", "1", "rigid", None, "generic", "z^2/6 up to |z| = 3, |z|/2 beyond: kinks at +-3"),
    # other members
    ("z*Phi(3*z)", "1", "rigid", None, "generic", "z G(z) with G(z) + G(-z) = 1"),
    ("z + sin(z)**2", "2", "rigid", None, "generic", "Snake: even part sin(z)^2"),
    ("relu(z) + cos(z)", "1", "rigid", None, "generic", "|z|/2 + cos z: analytic at 0 from the right"),
    ("relu(-z)", "-1", "conic", "1", "generic", "relu(-z) - relu(z) = -z"),
    ("sqrt(2)*relu(z)", "sqrt(2)", "conic", "1", "generic", "an irrational gap"),
    ("z*heaviside(z)", "1", "conic", "1", "generic", "ReLU again: 0 * 1/2 = 0 at 0"),
    ("relu(z) + 1", "1", None, None, "generic", "|z|/2 + 1 is not conic, but its kink still finds the rows"),
    # even: the odd part of the equation is M x = 0
    ("abs(z)", "0", "conic", "1", "never", "even"),
    ("cos(z)", "0", "rigid", None, "never", "even"),
    ("exp(-z**2)", "0", "rigid", None, "never", "even: Gaussian"),
    ("log(cosh(z))", "0", "rigid", None, "never", "even: e^z + e^-z"),
    ("abs(z) + z**2", "0", None, None, "never", "even, neither conic nor rigid"),
    ("0", "0", None, "every", "never", "every MLP is 0; homogeneous of every degree"),
    ("max(0, 3*z) - 3*max(0, z)", "0", None, "every", "never", "0 in disguise"),
    ("sign(z)*abs(z) - z", "0", None, "every", "never", "0 in disguise"),
    ("z*atan(exp(z))*2/pi", "1", "rigid", None, "generic", "atan(u) + atan(1/u) = pi/2 for u > 0"),
    ("z*(1 - atan(exp(-z))*2/pi)", "1", "rigid", None, "generic", "the same function"),
    ("z/2 + z*atan(z**3 + 2*z)/pi", "1", "rigid", None, "generic", "a smooth step of gap 1"),
    ("1", "0", None, "0", "never", "every MLP is constant"),
    # homogeneous of degree k > 0, k != 1: Proposition 1
    ("relu(z)**2", None, None, "2", "never", "ReLU^2"),
    ("relu(z)**3", None, None, "3", "never", "k = 3"),
    ("z**2", "0", None, "2", "never", "even too"),
    ("z**3", None, None, "3", "never", "odd monomial"),
    ("z*abs(z)", None, None, "2", "never", "odd, degree 2"),
    ("sqrt(abs(z))", "0", None, "1/2", "never", "0 < k < 1"),
    ("sqrt(relu(z))", None, None, "1/2", "never", "0 < k < 1, one-sided"),
    ("relu(z)**(4/3)", None, None, "4/3", "never", "a broken degree above 1"),
    ("z**2/(1 + abs(sign(z)))", "0", None, "2", "never", "z^2/2 in disguise"),
    # odd part not a polynomial: never, for all weights
    ("tanh(z)", None, None, None, "never", "tanh(z)/z is not constant; bounded"),
    ("logistic(z)", None, None, None, "never", "odd part tanh(z/2)/2"),
    ("erf(z)", None, None, None, "never", "bounded and not constant"),
    ("atan(z)", None, None, None, "never", "bounded and not constant"),
    ("sin(z)", None, None, None, "never", "bounded and not constant"),
    ("exp(z)", None, None, None, "never", "odd part sinh"),
    ("sinh(z)", None, None, None, "never", "exp is transcendental"),
    ("mish(z)", None, None, None, "never", "a fraction in z and e^z"),
    ("z - tanh(z)", None, None, None, "never", "tanhshrink"),
    ("elu(z)", None, None, None, "never", "(z + 1 - e^-z)/2 for z > 0"),
    (NON_MEMBERS["selu"], None, None, None, "never", "ELU with other constants"),
    ("softsign(z)", None, None, None, "never", "z/(1 + z) for z > 0 has a pole"),
    ("z/sqrt(1 + z**2)", None, None, None, "never", "bounded; ISRU"),
    ("hardtanh(z)", None, None, None, "never", "kinks at +-1"),
    ("relu6(z)", None, None, None, "never", "kink at 6, and at 6 in the mirror image"),
    ("2**z", None, None, None, "never", "exp(z log 2)"),
    # odd part without a linear term
    ("sign(z)", None, None, "0", "never", "odd part 1 on z > 0"),
    ("heaviside(z)", None, None, "0", "never", "odd part 1/2 on z > 0; degree 0 is outside Proposition 1"),
    ("relu(z)**2 + z**4", None, None, None, "never", "odd part z^2/2 on z > 0"),
    # linear and affine
    ("z", "2", None, "1", "always", "rank(W_down W_up + I) <= d <= N"),
    ("-3*z", "-6", None, "1", "always", "linear"),
    ("sin(z)**2 + cos(z)**2 + z - 1", "2", None, "1", "always", "z in disguise"),
    ("z*sqrt(z**2 + 1)**2/(1 + z**2)", "2", None, "1", "always", "z in disguise"),
    ("z + 1", "2", None, None, "always", "affine, with one neuron more than d"),
    ("z**2 + z", "2", None, None, "open", "a polynomial: even part z^2"),
    ("z**3 + z", None, None, None, "open", "odd part a polynomial with a linear term"),
    # not decided
    ("relu(z) + relu(z)**3", None, None, None, UNKNOWN, "likewise on z > 0"),
    ("exp(z)*erf(z)", None, None, None, UNKNOWN, "no criterion of ours covers this product"),
    ("z*(cos(2*z) - 2*cos(z)**2)", UNKNOWN, None, UNKNOWN, UNKNOWN, "it is -z, unseen by our normal form"),
    (f"abs(z) + z + {SPIKE}", "2", None, None, UNKNOWN, "conic but for its values at +-1"),
]  # fmt: skip


def shown(found: Property) -> str | None:
    if not found.holds:
        return UNKNOWN if found.holds is None else None
    return "every" if found.value is None else str(found.value)


def facts_of(answer: Classification) -> Facts:
    assert answer.facts is not None
    return answer.facts


@cache
def activation_answer(source: str) -> Classification:
    return classify(parse(source))


@cache
def gate_answer(source: str) -> Classification:
    return classify_gate(parse(source))


@pytest.mark.parametrize("row", ACTIVATIONS, ids=[row[0] for row in ACTIVATIONS])
def test_activation(row: tuple[str, ...]) -> None:
    source, *expected, reason = row
    answer = activation_answer(source)
    found = facts_of(answer)
    assert [shown(found.gap), answer.kind, shown(found.degree), answer.ruling.verdict] == expected, reason


GATE_TABLE = [
    # g(0) = 0 and continuous: Proposition 2
    ("silu(z)", "never", {"prop-2", "cor-3", "prop-2-swiglu"}, "SwiGLU"),
    ("gelu(z)", "never", {"prop-2", "cor-3", "prop-2-geglu"}, "GeGLU"),
    (
        "relu(z)",
        "never",
        {"prop-1", "prop-2", "cor-3", "prop-1-reglu"},
        "ReGLU: also homogeneous of degree 1 + 1",
    ),
    ("z", "never", {"prop-1", "prop-2", "cor-3", "prop-2-bilinear"}, "bilinear"),
    ("tanh(z)", "never", {"prop-2", "cor-3"}, "tanh gate"),
    ("sqrt(abs(z))", "never", {"prop-1", "prop-2", "cor-3"}, "not differentiable at 0: continuity is enough"),
    ("elu(z)", "never", {"prop-2", "cor-3"}, "continuous at 0"),
    ("0", "never", {"prop-2", "cor-3"}, "no gate opens"),
    # g(0) = 0, not continuous at 0
    ("sign(z)", "never", {"rigid-gates"}, "odd: the gated part is even in x"),
    ("z + sign(z)", "never", {"rigid-gates"}, "odd"),
    ("cos(z) - 1 + abs(sign(z))", "never", {"rigid-gates"}, "even part cos on z > 0, and g(0) = 0"),
    ("abs(sign(z))", UNKNOWN, set(), "1 off the hyperplane, 0 on it"),
    # g(z) + g(-z) = 2 g(0) != 0: open gates
    ("logistic(z)", "generic", {"open-gates"}, "GLU"),
    ("Phi(z)", "generic", {"open-gates"}, "normal distribution function"),
    ("hardsigmoid(z)", "generic", {"open-gates"}, "odd part with a kink at 3"),
    ("1/2 + atan(z)/pi", "generic", {"open-gates"}, "Cauchy distribution function"),
    ("heaviside(z)", UNKNOWN, {"open-gates"}, "odd part constant on z > 0: scales are dependent"),
    ("1 + z", UNKNOWN, {"open-gates"}, "odd part a polynomial"),
    # even part not a polynomial, g(0) != 0
    ("softplus(z)", "generic", {"rigid-gates"}, "even part log(2 cosh(z/2))"),
    ("cos(z)", "generic", {"rigid-gates"}, "even"),
    ("exp(z)", "generic", {"rigid-gates"}, "even part cosh"),
    # the rest
    ("3", "always", set(), "the block is linear"),
    ("1 + z**2", UNKNOWN, set(), "even part a polynomial"),
]


@pytest.mark.parametrize(
    ("source", "verdict", "statements", "reason"), GATE_TABLE, ids=[row[0] for row in GATE_TABLE]
)
def test_gate(source: str, verdict: str, statements: set[str], reason: str) -> None:
    answer = gate_answer(source)
    assert answer.ruling.verdict == verdict, reason
    assert set(answer.ruling.statements) == statements, reason


def test_the_tables_are_large_enough() -> None:
    assert len(ACTIVATIONS) + len(GATE_TABLE) >= 25
    assert len({row[0] for row in ACTIVATIONS}) == len(ACTIVATIONS)


@pytest.mark.parametrize(
    ("source", "why"),
    [
        ("1/z", "no real value at z = 0: division by zero"),
        ("log(z)", "no real value for z < 0"),
        ("sqrt(z)", "no real value for z < 0"),
        ("log(abs(z))", "no real value at z = 0"),
        ("1/(z**2 - 4)", "no real value at z = -2"),
        ("sin(z)/z", "no real value at z = 0"),
        ("abs(z)**(-1/2)", "no real value at z = 0"),
        ("1/(sin(z)**2 + cos(z)**2 - 1)", "division by zero"),
        ("1/(z**2 - 2)", "irrational point"),
        ("max(z, exp(z) - 1)", "change its sign"),
        ("abs(sin(z))", "change its sign"),
        ("1/(1 + sin(z))", "change its sign"),
        ("1/(1 - sin(z))", "change its sign"),
        ("abs(z)**pi", "a base that is not positive"),
        ("(-2)**z", "a base that is not positive"),
    ],
)
def test_what_is_not_known_to_be_a_real_function_is_undetermined(source: str, why: str) -> None:
    for answer in (activation_answer(source), gate_answer(source)):
        assert answer.ruling.verdict is Absorbs.UNDETERMINED
        assert answer.facts is None
        assert why in answer.ruling.why


STATEMENTS = [
    ("relu(z)", {"thm-4-relu", "lemma-6", *PAPER, "narrow-depth", "width-remark"}),
    ("2*relu(z)", {"lemma-6"}),
    ("z*(1 + erf(z/sqrt(2)))/2", {"thm-4-gelu", "lemma-7", *PAPER, "width-remark"}),
    ("gelu_tanh(z)", {"lemma-7", "width-remark"}),
    ("hardswish(z)", {"width-remark"}),
]


@pytest.mark.parametrize(("source", "expected"), STATEMENTS, ids=[row[0] for row in STATEMENTS])
def test_statements_of_generic_activations(source: str, expected: set[str]) -> None:
    """The paper's theorems are about ReLU and erf-GELU; every linear gap has the two extensions."""
    general = {"general-skip", "least-width", "pre-norm"}
    assert set(activation_answer(source).ruling.statements) == expected | general


def test_any_activation_is_claimed_for_analytic_or_even_ones_only() -> None:
    with_it = {s for s, *_ in ACTIVATIONS if "any-activation" in activation_answer(s).ruling.statements}
    assert {"tanh(z)", "mish(z)", "exp(z)", "abs(z)", "cos(z)"} <= with_it
    assert {"elu(z)", "softsign(z)", NON_MEMBERS["selu"]} <= with_it  # analytic from the right is enough
    assert not {"hardtanh(z)", "relu6(z)", "relu(z)"} & with_it


def test_the_hypotheses_that_hold_are_those_of_the_statement() -> None:
    """What `classify` proved is named as the statement that carries the verdict names it."""
    answers = [activation_answer(row[0]) for row in ACTIVATIONS] + [gate_answer(row[0]) for row in GATE_TABLE]
    for ruling in (answer.ruling for answer in answers):
        if ruling.carried_by and ruling.hypotheses:
            names = {part.name for id in ruling.carried_by for part in asked(id)}
            assert set(ruling.hypotheses) <= names, ruling


CARRIED = [
    ("elu", "any-activation"), ("selu", "any-activation"), ("celu(2)", "any-activation"),
    ("softsign", "any-activation"),
    ("relu6", "kinks"), ("hardtanh", "kinks"), ("softshrink", "kinks"), ("hardshrink", "kinks"),
    ("sign", "no-linear-term"), ("heaviside", "no-linear-term"), ("relu(z)**2 + z**4", "no-linear-term"),
    ("z", "linear-activation"), ("tanh", "any-activation"), ("abs", "any-activation"), ("relu2", "prop-1"),
    ("silu", "general-skip"), ("relu", "thm-4-relu"), ("gelu", "thm-4-gelu"), ("mish", "any-activation"),
]  # fmt: skip


@pytest.mark.parametrize(("name", "id"), CARRIED)
def test_the_statement_that_carries_the_verdict(name: str, id: str) -> None:
    assert classify(formula(name)).ruling.carried_by[0] == id


@pytest.mark.parametrize(
    ("name", "id"),
    [
        ("exp(z)", "rigid-gates"), ("cos(z)", "rigid-gates"), ("softplus(z)", "rigid-gates"),
        ("sign(z)", "rigid-gates"), ("logistic(z)", "open-gates"), ("silu(z)", "prop-2"),
    ],
)  # fmt: skip
def test_the_statement_that_carries_the_verdict_on_a_gate(name: str, id: str) -> None:
    assert gate_answer(name).ruling.carried_by == (id,)


def test_each_decided_activation_is_carried_by_a_statement() -> None:
    silent = {
        row[0] for row in ACTIVATIONS if row[4] != UNKNOWN and not activation_answer(row[0]).ruling.carried_by
    }
    kinked, affine, polynomial = "relu(z) + 1", "z + 1", {"z**2 + z", "z**3 + z"}
    assert silent == {kinked, affine, *polynomial}


def asked(id: str) -> list[Any]:
    own = statement(id)
    return [*own.hypotheses, *own.suppose]


def test_every_statement_named_is_one_of_the_paper_s() -> None:
    known = {statement.id for statement in statements()}
    answers = [activation_answer(row[0]) for row in ACTIVATIONS] + [gate_answer(row[0]) for row in GATE_TABLE]
    used = {name for answer in answers for name in answer.ruling.statements}
    assert {"prop-1-relu2", "prop-1-reglu", "prop-2-swiglu", "thm-4-relu", "open-gates"} <= used
    assert used <= known


@pytest.mark.parametrize("source", ["sign(z)", "heaviside(z)", "relu(z)**2 + 1 - abs(sign(z))", "relu(z)"])
def test_proposition_1_needs_a_degree_above_0_other_than_1_and_the_value_0_at_0(source: str) -> None:
    assert "prop-1" not in activation_answer(source).ruling.statements


def test_a_wrong_value_at_0_spoils_homogeneity() -> None:
    assert facts_of(activation_answer("relu(z)**2 + 1 - abs(sign(z))")).degree.holds is False


def test_pre_norm_needs_continuity() -> None:
    assert "pre-norm" not in activation_answer("sign(z)").ruling.statements
    assert "pre-norm" in activation_answer("tanh(z)").ruling.statements


@pytest.mark.parametrize(
    ("source", "at_zero", "there", "everywhere"),
    [
        ("softplus(z)", "log(2)", True, True),
        ("relu(z)", "0", True, True),
        ("heaviside(z)", "1/2", False, False),
        ("heaviside(z - 1)", "0", True, False),
        ("z*sign(z)", "0", True, True),
        ("abs(sign(z))", "0", False, False),
        ("abs(z)**(1/3)", "0", True, True),
        ("z*abs(z)**(-1/2 + 1)", "0", True, True),
        ("logistic(z)", "1/2", True, True),
    ],
)
def test_value_and_continuity(source: str, at_zero: str, there: bool, everywhere: bool) -> None:
    found = facts_of(activation_answer(source))
    assert (str(found.at_zero), found.continuous_at_zero, found.continuous) == (at_zero, there, everywhere)


MUTANTS = [
    ("relu(z)**2", "relu(z)**1", "never", "generic"),  # k = 1 absorbs
    ("z*logistic(z)", "z*tanh(z)", "generic", "never"),  # G(z) + G(-z) = 0
    ("z*logistic(z)", "z*logistic(z + 1)", "generic", "never"),  # the gap is lost
    ("softplus(z)", "softplus(z) - z/2", "generic", "never"),  # c = 0
    ("abs(z) + z", "abs(z)", "generic", "never"),  # c = 0
    ("tanh(z)", "tanh(z)*cosh(z)/sinh(z)*z + 0*z", "never", UNKNOWN),  # undefined at 0
    ("sin(z)", "sin(z)**2 + cos(z)**2 + z", "never", "always"),
]


@pytest.mark.parametrize(("source", "mutant", "before", "after"), MUTANTS, ids=[row[1] for row in MUTANTS])
def test_one_change_of_the_formula_changes_the_answer(
    source: str, mutant: str, before: str, after: str
) -> None:
    assert activation_answer(source).ruling.verdict == before
    assert activation_answer(mutant).ruling.verdict == after


@pytest.mark.parametrize("source", [row[0] for row in ACTIVATIONS if row[4] == "generic"])
def test_generic_activations_do_absorb_somewhere(source: str) -> None:
    """d = 1, N = 1, W_up = 1, W_down = -1/c: x - sigma(x)/c = -sigma(-x)/c, checked with balls."""
    sigma = parse(source)
    c = facts_of(classify(sigma)).gap.value
    assert c is not None
    for x in (Fraction(1, 3), Fraction(2), Fraction(-5, 2), Fraction(7)):
        left = ball(x) - enclose(sigma, x, 128) / enclose(c, x, 128)
        right = -enclose(sigma, -x, 128) / enclose(c, x, 128)
        assert left.overlaps(right)


@pytest.mark.parametrize("source", [row[0] for row in GATE_TABLE if "open-gates" in row[2]])
def test_open_gates_do_absorb_somewhere(source: str) -> None:
    """d = 1, N = 1, W_val = 1, W_down = -1/(2 g(0)): x - g(x) x/(2 g(0)) = g(-x) x/(2 g(0))."""
    g = parse(source)
    for x in (Fraction(1, 3), Fraction(2), Fraction(-5, 2), Fraction(7)):
        half = 2 * enclose(g, Fraction(0), 128)
        assert (ball(x) * (1 - enclose(g, x, 128) / half)).overlaps(ball(x) * enclose(g, -x, 128) / half)


SCALES = [Fraction(n, 2) for n in (1, 2, 3, 5)]
SAMPLES = [Fraction(n, 4) for n in (1, 2, 3, 5, 9, 14, 22, 47, 90)]
NEVER = [row[0] for row in ACTIVATIONS if row[4] == "never"]


def rational_rank(rows: list[list[Fraction]]) -> int:
    return int(fmpq_mat([[fmpq(v.numerator, v.denominator) for v in row] for row in rows]).rank())


@pytest.mark.parametrize("source", NEVER)
def test_x_is_not_in_the_span_of_a_never_activation(source: str) -> None:
    """An oracle that knows no theorem: for d = 1, x is not in the span of sigma(a x) for 8 scales a.

    Only odd parts matter. Exact rank where the values are rational; else an enclosed minor that is not 0.
    """
    odd = odd_part(parse(source))
    exacts = [[exact(odd, a * x) for a in SCALES] for x in SAMPLES]
    rows = [[v for v in row if v is not None] for row in exacts]
    if all(len(row) == len(SCALES) for row in rows):
        with_x = [[*row, x] for row, x in zip(rows, SAMPLES, strict=True)]
        assert rational_rank(with_x) == rational_rank(rows) + 1
        return
    assert full_minor(odd) or dependent(odd)


def full_minor(odd: Expr) -> bool:
    """Whether x and the four scales of the odd part are independent: some minor of order 5 excludes 0."""
    rows = [[ball(x), *(enclose(odd, a * x, 400) for a in SCALES)] for x in SAMPLES]
    return any(not arb_mat(rows[i : i + 5]).det().contains(arb(0)) for i in range(len(rows) - 4))


def dependent(odd: Expr) -> bool:
    """Whether the odd part is 0 or a power: all scales are multiples of one, which is not a multiple of x."""
    first = [enclose(odd, x, 400) for x in SAMPLES]
    proportional = all(
        (first[0] * enclose(odd, a * x, 400)).overlaps(first[i] * enclose(odd, a * SAMPLES[0], 400))
        for a in SCALES
        for i, x in enumerate(SAMPLES)
    )
    linear = all(
        (v * ball(SAMPLES[0])).overlaps(first[0] * ball(x)) for v, x in zip(first, SAMPLES, strict=True)
    )
    zero = all(v.contains(arb(0)) for v in first)
    return proportional and (zero or not linear)


@pytest.mark.parametrize("name", [*CATALOGUE, *NON_MEMBERS, "leaky_relu(1/7)", "softsign", "z*erf(z)"])
def test_names_and_expressions_are_read(name: str) -> None:
    assert classify(formula(name)).facts is not None


@pytest.mark.parametrize("name", GATES)
def test_named_gates_are_in_the_table(name: str) -> None:
    expected = {"glu": "generic"}.get(name, "never")
    assert gate_answer(GATES[name]).ruling.verdict == expected


def test_unknown_names_are_malformed() -> None:
    with pytest.raises(Malformed, match="column 1"):
        formula("swish7")


BRANCHES = [
    ("relu(z)", "relu(z)", "never", "degree 1 + 1"),
    ("logistic(z)", "z", "generic", "a linear value branch is the ordinary gated block"),
    ("tanh(z)", "gelu(z)", "never", "g(t) sigma(t)/t tends to 0"),
    ("tanh(z)", "sqrt(abs(z))", UNKNOWN, "sigma is not Lipschitz at 0"),
    ("sqrt(abs(z))", "sqrt(abs(z))", UNKNOWN, "degree 1/2 + 1/2 = 1"),
    ("sign(z)", "relu(z)", UNKNOWN, "degree 0 + 1 = 1"),
    ("tanh(z)", "softplus(z)", UNKNOWN, "sigma(0) != 0"),
    ("logistic(z)", "gelu(z)", UNKNOWN, "no rule"),
]


@pytest.mark.parametrize(("gate", "sigma", "verdict", "reason"), BRANCHES)
def test_value_branches_with_an_activation(gate: str, sigma: str, verdict: str, reason: str) -> None:
    assert classify_gate(parse(gate), parse(sigma)).ruling.verdict == verdict, reason


def test_hostile_expressions_end_soon_and_honestly() -> None:
    for source in (
        "gelu(" * 39 + "z" + ")" * 39,
        "exp(" * 39 + "z" + ")" * 39,
        "(z + exp(z) + sin(z) + 1)**64",
        "((z + 1)**64)**64",
        "2**(2**(2**64))",
        "+".join(f"abs(z - {i})" for i in range(60)),
        "abs(z)**(63/64) + abs(z)**(61/62) + z",
        "sqrt(" + "9" * 60 + ")*z",
        "+".join(f"sin({i}*z)" for i in range(1, 40)),
    ):
        assert activation_answer(source).ruling.verdict is Absorbs.UNDETERMINED
