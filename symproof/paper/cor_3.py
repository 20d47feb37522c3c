"""Corollary 3: the impossibility holds at every depth."""

from __future__ import annotations

from typing import Any

from sympy import Matrix, symbols

from symproof.paper._symbols import DOWN, IDENTITY, UP, grid, vector
from symproof.proof.checks.limits import expansion, limit
from symproof.proof.checks.maps import absorbed_by_flipping
from symproof.proof.checks.polynomial import identity
from symproof.proof.facts import POWERS, cite
from symproof.proof.sizes import Size, Sizes
from symproof.proof.statement import Hypothesis, Source, Statement, Without
from symproof.proof.step import Step, bounded, general, mutant

t, x, v, D, b, m, T, tau, one = symbols("t x v D b m t^k tau c")
delta, eta, beta = symbols("delta eta beta")


def _gated() -> tuple[Step, Step]:
    neuron = D * eta * (b + beta)
    plain = Step(
        "gated-plain",
        "D eta (b + beta), one neuron of h(t v)/t for a gated layer without skip, tends to 0 as eta = g(t "
        "a.v) tends to g(0) = 0.",
        r"\tfrac1t\,D\,\eta\,t(b+\beta)=D\,\eta\,(b+\beta)\to0\qquad(\eta,\beta\to0)",
        limit(neuron, (eta, beta), 0, scaled=D * eta * (t * (b + beta)), by=t),
        general("one neuron, then finite sums; b + beta is b.v with v = x + delta, eta is g(t a.v)"),
        then="So h(t v)/t tends to 0 whenever v stays bounded.",
        uses=("gated", "prop-2"),
        mutants=(
            mutant(
                "g(0) = 1", expression=D * (1 + eta) * (b + beta), scaled=D * (1 + eta) * (t * (b + beta))
            ),
            mutant("the gate does not tend to 0", null=(beta,)),
        ),
    )
    skip = Step(
        "gated-skip",
        "For a gated layer with skip, v = x + delta plus such neurons tends to x.",
        r"x+\delta+D\,\eta\,(b+\beta)\to x\qquad(\delta,\eta,\beta\to0)",
        limit(
            x + delta + neuron, (delta, eta, beta), x, scaled=t * (x + delta) + D * eta * t * (b + beta), by=t
        ),
        general("one coordinate and one neuron, then finite sums; v = x + delta"),
        then="So f(t v)/t = v + h(t v)/t tends to x whenever v tends to x.",
        uses=("gated-plain",),
        mutants=(mutant("two skips", expression=2 * (x + delta) + neuron, scaled=None),),
    )
    return plain, skip


def _homogeneous() -> tuple[Step, ...]:
    powers = Step(
        "powers",
        "t^k = t tau with tau = t^(k-1), which tends to 0: as t -> 0 when k > 1, as t -> infinity when k < "
        "1.",
        r"\tau=t^{k-1}\to0\quad(t\to0\text{ if }k>1,\ t\to\infty\text{ if }k<1)",
        cite(POWERS),
        general("a fact about real powers"),
        uses=("k-not-1",),
    )
    plain = Step(
        "homogeneous-plain",
        "For a homogeneous layer without skip, h(t v)/t = tau h(v) tends to 0 as tau tends to 0 and h(v) "
        "stays bounded.",
        r"\tfrac1t\,t\,\tau\,h(v)=\tau\,h(v)\to0\qquad(\tau\to0)",
        limit(tau * m, (tau,), 0, scaled=t * tau * m, by=t),
        general("m = h(v) is bounded; homogeneous-form gives continuity"),
        then="h is continuous (homogeneous-form), so bounded on bounded sets.",
        uses=("powers", "homogeneous-form", "prop-1", "homogeneous"),
        mutants=(mutant("k = 1: tau = 1", expression=m, scaled=t * m),),
    )
    skip = Step(
        "homogeneous-skip",
        "For a homogeneous layer with skip, f(t v)/t = v + tau h(v) with v = x + delta tends to x.",
        r"x+\delta+\tau\,h(v)\to x\qquad(\delta,\tau\to0)",
        limit(x + delta + tau * m, (delta, tau), x, scaled=t * (x + delta) + t * tau * m, by=t),
        general("one coordinate; v = x + delta and m = h(v) is bounded"),
        uses=("homogeneous-plain",),
        mutants=(mutant("k = 1: tau = 1", expression=x + delta + m, scaled=t * (x + delta) + t * m),),
    )
    return powers, plain, skip


def _layer(up: Matrix, values: Matrix, down: Matrix, point: Matrix) -> Matrix:
    return down * (up * point).multiply_elementwise(values * point)


def _stack(sizes: Sizes, skip: int) -> Any:
    """L bilinear layers at t x, cut to the terms that matter is left to the check."""
    d, N = sizes["d"], sizes["N"]
    point = symbols("t") * vector("x", d)
    for layer in range(sizes["L"]):
        weights = (grid(f"a{layer}", N, d), grid(f"b{layer}", N, d), grid(f"D{layer}", d, N))
        point = skip * point + _layer(*weights, point)
    return point


def _depth(sizes: Sizes) -> Step:
    d = sizes["d"]
    both = Matrix([*_stack(sizes, 1), *_stack(sizes, 0)])
    return Step(
        "stack",
        "For bilinear layers (g(z) = z) written out in symbols, F(tx) = t x and H(tx) = 0 modulo t^2.",
        r"F(tx)=tx+O(t^2),\qquad H(tx)=O(t^2)",
        expansion(both, t, 2, Matrix([*(t * vector("x", d)), *([0] * d)])),
        bounded(d=d, N=sizes["N"], L=sizes["L"]),
        uses=("depth",),
        illustration=True,
        mutants=(
            mutant("modulo t^3", order=3),
            mutant("H keeps the linear term", equals=Matrix([*(t * vector("x", d))] * 2)),
        ),
    )


def _steps(sizes: Sizes) -> tuple[Step, ...]:
    plain, skip = _gated()
    return (
        plain,
        skip,
        *_homogeneous(),
        Step(
            "depth",
            "If F(tx)/t = x + delta and H(tx)/t = eta with delta and eta tending to 0, their difference "
            "tends to x.",
            r"(x+\delta)-\eta\to x\qquad(\delta,\eta\to0)",
            limit([x + delta - eta], (delta, eta), [x]),
            general(
                "induction on the layer: the two skip steps keep v near x, the two plain steps send bounded "
                "v to 0"
            ),
            then=(
                "Layer by layer: with v_0 = x, every v_i = (first i layers at t x)/t tends to x for F, and "
                "to 0 after the first layer for H."
            ),
            uses=("gated-skip", "gated-plain", "homogeneous-skip", "homogeneous-plain"),
            mutants=(mutant("H tends to x as well", expression=[x + delta - x - eta]),),
        ),
        Step(
            "contradiction",
            "x = 0 for a coordinate that is 1 gives 1 = 0.",
            r"x=0,\ x=1\;\Rightarrow\;1=0",
            identity(1, 0, [(1, x), (-1, x - 1)]),
            general("the first coordinate at e_1, which exists since d >= 1"),
            then="If F = H, the limit x is a limit of zeros; take x = e_1.",
            uses=("depth",),
            mutants=(mutant("at the point x = 0", given=((1, x), (-1, x))),),
        ),
        _depth(sizes),
    )


STATEMENT = Statement(
    id="cor-3",
    place=240,
    title="no absorption at any depth",
    words=(
        "Let F be a composition of L >= 1 residual blocks x + MLP_i(x) and H one of residual-free blocks, "
        "all homogeneous of a common degree k > 0, k != 1, or all gated with g continuous at 0 and g(0) = "
        "0. Then F != H. The depths and widths of F and H need not agree."
    ),
    latex=(
        r"F=f_L\circ\dots\circ f_1,\ f_i(x)=x+\mathrm{MLP}_i(x),\quad H=h_{L}\circ\dots\circ "
        r"h_1\;\Rightarrow\;F\ne H"
    ),
    source=Source("Corollary 3", "Corollary 7", "section 3"),
    hypotheses=(
        Hypothesis(
            "homogeneous",
            "in the first case every MLP is positively homogeneous of degree k > 0",
            r"\mathrm{MLP}(\lambda x)=\lambda^k\mathrm{MLP}(x)",
            Without(
                True,
                "GELU is not homogeneous: at depth 1 the block with W_down[:,S] W_up[S,:] = -I is absorbed.",
                absorbed_by_flipping("gelu", (UP, DOWN, IDENTITY), (0, 1)),
                (mutant("only one row flipped", subset=(0,)),),
            ),
        ),
        Hypothesis(
            "k-not-1",
            "k != 1",
            r"k\ne1",
            Without(
                True,
                "ReLU has degree 1: at depth 1 the block with W_down[:,S] W_up[S,:] = -I is absorbed.",
                absorbed_by_flipping("relu", (UP, DOWN, IDENTITY), (0, 1)),
                (mutant("only one row flipped", subset=(0,)),),
            ),
        ),
        Hypothesis(
            "gated",
            "in the second case every MLP is gated with g continuous at 0 and g(0) = 0",
            r"g(0)=0",
            Without(
                True,
                "g = 1 - tanh has g(0) = 1 and g(z) + g(-z) = 2: with d = N = 1, D = -1/2, b = 1, "
                "x + D g(a x) b x = -D g(-a x) b x.",
                identity(x - one * x / 2, (2 - one) * x / 2),
                (mutant("D = -1", lhs=x - one * x),),
            ),
        ),
        Hypothesis(
            "same-width",
            "all layers have width N, and both compositions have depth L",
            r"N,L",
            Without(
                False,
                "No step mentions widths or compares depths; both compositions need at least one layer.",
            ),
        ),
        Hypothesis(
            "g-differentiable",
            "g is differentiable at 0",
            r"g'(0)\text{ exists}",
            Without(False, "No step uses it: as in Proposition 2, continuity at 0 with g(0) = 0 is enough."),
        ),
    ),
    steps=_steps,
    sizes=(Size("d", 2, 1, 3), Size("N", 2, 1, 6), Size("L", 2, 1, 2)),
    uses=("homogeneous-form", "prop-1", "prop-2"),
)
