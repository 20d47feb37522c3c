"""The lemma behind the theorem on every depth, on lists of pre-activations that nearly collide."""

from __future__ import annotations

import random
from fractions import Fraction

import pytest
from flint import ctx, fmpq, fmpq_series

from symproof.depth.independence import PRIME, collisions, ranked, softplus_collides, tried
from symproof.depth.series import taylor
from symproof.errors import Malformed
from symproof.functions.grammar import parse
from symproof.kernel.ranks import ROOT
from symproof.kernel.ranks import taylor as modular

SMOOTH = ("gelu", "silu", "quick_gelu", "gelu_tanh")


@pytest.mark.parametrize("layers", [1, 2, 3])
@pytest.mark.parametrize("name", SMOOTH)
def test_pre_activations_that_differ_up_to_sign_are_independent(name: str, layers: int) -> None:
    found = [tried(name, layers, seed) for seed in range(20)]
    assert all(r.independent for r in found)
    assert max(r.functions for r in found) >= 4 * layers


@pytest.mark.parametrize("name", SMOOTH)
def test_a_function_and_its_negative_lose_rank(name: str) -> None:
    """sigma(z) - sigma(-z) = z: with t, z and -z there is one relation, in every layer."""
    for seed in range(10):
        functions = collisions(random.Random(seed), name, 2, 40)
        z = functions[0]
        again = ranked(name, [*functions, [-x % PRIME for x in z]])
        assert again.functions == again.rank + 1


def test_softplus_has_a_neuron_of_layer_2_in_layer_1() -> None:
    assert softplus_collides(40)


def reduced(series: list[Fraction]) -> list[int]:
    """Modulo the prime."""
    return [a.numerator * pow(a.denominator, -1, PRIME) % PRIME for a in series]


@pytest.mark.parametrize(
    ("name", "formula"),
    [
        ("silu", "z/(1+exp(-z))"),
        ("quick_gelu", "z/(1+exp(-1702*z/1000))"),
        ("gelu_tanh", f"z/2*(1+tanh({ROOT}*(z+44715*z**3/1000000)))"),
    ],
)
def test_the_kernels_series_is_that_of_the_formula(name: str, formula: str) -> None:
    """Oracle: power series of the formula, with the kernel's integer in place of sqrt(2/pi)."""
    assert [a % PRIME for a in modular(name, 30, PRIME)] == reduced(taylor(parse(formula), 30))


def test_the_kernels_series_of_gelu() -> None:
    """Oracle: z Phi(z), Phi = 1/2 + (root/2) times flint's integral of exp(-z^2/2)."""
    before, ctx.cap = ctx.cap, 30
    try:
        z = fmpq_series([0, 1])
        density = (z * z / fmpq_series([-2])).exp()
        half, root = fmpq_series([fmpq(1, 2)]), fmpq_series([fmpq(ROOT, 2)])
        whole = (z * (half + root * density.integral())).coeffs()[:30]
    finally:
        ctx.cap = before
    exact = [Fraction(int(a.p), int(a.q)) for a in whole]
    assert [a % PRIME for a in modular("gelu", len(exact), PRIME)] == reduced(exact)


@pytest.mark.parametrize("text", ["erf(z)", "log(2+z)", "abs(z)", "1/z", "exp(z+1)", "z**(1/2)", "pi*z"])
def test_a_series_that_is_not_rational_is_malformed(text: str) -> None:
    with pytest.raises(Malformed):
        taylor(parse(text), 8)
