"""What the theorems say about a gate g in x + W_down (g(W_gate x) * (W_val x)).

On a ray t -> t x, t > 0, divided by t, the odd part of the equation reads

    M x + sum of C_K(x) G(|a_K.x| t) + g(0) Z x = 0

with G the even part of g, one term for each class {a, -a} of nonzero gate rows, C_K linear in x, and Z from
the zero gate rows. This is what the rules below use; M != 0.
"""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from functools import partial

from symproof.activations.classify import Absorbs, Classification, Ruling, no_function
from symproof.activations.facts import Facts, Part, facts
from symproof.functions.expression import Expr
from symproof.functions.field import Undefined, Unresolved
from symproof.functions.grammar import parse
from symproof.functions.parity import Property, is_zero
from symproof.functions.pieces import at, attempt, same

NAMED = {
    "prop-1-reglu": "relu(z)",
    "prop-2-swiglu": "silu(z)",
    "prop-2-geglu": "gelu(z)",
    "prop-2-bilinear": "z",
}
"""Statements about one gate."""
SPECIAL = "W_down[:,S] W_val[S,:] = -(1/(2 g(0))) M for some S"


def classify_gate(gate: Expr, sigma: Expr | None = None) -> Classification:
    """What the theorems say about a gated block x + W_down (g(W_gate x) * sigma(W_val x)).

    Args:
        gate: the gate g, an expression in z.
        sigma: what the value branch applies to W_val x, an expression in z; None: nothing.
    """
    try:
        found = facts(gate)
        ruling = rule(found) if sigma is None else _with_branch(found, facts(sigma))
    except (Undefined, Unresolved) as error:
        return Classification(sigma, gate, None, None, no_function(error))
    return Classification(sigma, gate, found, None, ruling)


def rule(g: Facts) -> Ruling:
    """The first rule that applies."""
    for attempt_rule in (_vanishing, _odd, _constant, _open, _even_independent):
        ruling = attempt_rule(g)
        if ruling is not None:
            return ruling
    parts = f"the even part of g is {g.even_words}, the odd part is {g.odd_words}"
    return Ruling(Absorbs.UNDETERMINED, (), f"no rule applies: g(0) = {g.at_zero}, {parts}")


def _vanishing(g: Facts) -> Ruling | None:
    if not (g.vanishes_at_zero and g.continuous_at_zero):
        return None
    k = degree(g.degree)
    extra = [] if k is None or k == 0 else ["prop-1"]
    why = "g(0) = 0 and g is continuous at 0, so each neuron at t x divided by t tends to 0 with t: M x = 0"
    if extra:
        why += f"; also each neuron is positively homogeneous of degree 1 + {k}"
    named = [name for name, gate in NAMED.items() if same(g.expr, parse(gate))]
    also = ("cor-3", *extra, *named)
    return Ruling(Absorbs.NEVER, ("prop-2",), why, ("gated", "g0", "g-continuous"), also)


def degree(found: Property) -> Fraction | None:
    """The proved degree of homogeneity."""
    k = getattr(found.value, "value", None)
    return k if found.holds and isinstance(k, Fraction) else None


def _odd(g: Facts) -> Ruling | None:
    if g.even_part is not Part.ZERO or not g.vanishes_at_zero:
        return None
    why = "g is odd, so the gated part is an even function of x and the odd part of the equation is M x = 0"
    return Ruling(Absorbs.NEVER, ("rigid-gates",), why, ("odd-gate",))


def _even_is_g_zero(g: Facts) -> bool:
    """Whether g(z) + g(-z) = 2 g(0) for all z."""
    if g.even_part not in {Part.ZERO, Part.POLYNOMIAL} or len(g.even.coefficients) > 1:
        return False
    return is_zero(g.at_zero - g.even.coefficient(0)) is True


def _constant(g: Facts) -> Ruling | None:
    if not _even_is_g_zero(g) or g.odd_part is not Part.ZERO or g.vanishes_at_zero is not False:
        return None
    why = (
        f"g is the constant {g.at_zero}, so the block is linear: every block with N >= d absorbs, and one "
        "with N < d exactly when rank(g(0) W_down W_val + M) <= N"
    )
    return Ruling(Absorbs.ALWAYS, (), why)


def _open(g: Facts) -> Ruling | None:
    if not _even_is_g_zero(g) or g.vanishes_at_zero is not False:
        return None
    why = f"g(z) + g(-z) = 2 g(0) with g(0) = {g.at_zero}: flipping gate rows absorbs if {SPECIAL}"
    if g.odd_part is not Part.INDEPENDENT:
        return Ruling(Absorbs.UNDETERMINED, ("open-gates",), f"{why}; whether only then is not decided")
    why += (
        f"; the odd part of g is {g.odd.reason}, so a block with nonzero rows and columns, gate rows "
        "distinct up to sign, absorbs only then: a null set"
    )
    return Ruling(Absorbs.GENERIC, ("open-gates",), why, ("symmetric", "open", "rigid"))


def _even_independent(g: Facts) -> Ruling | None:
    if g.even_part is not Part.INDEPENDENT:
        return None
    why = f"the even part of g is {g.even.reason}; so on a ray every coefficient is 0"
    if g.vanishes_at_zero:
        why += " and, since g(0) = 0, what is left is M x = 0"
        return Ruling(Absorbs.NEVER, ("rigid-gates",), why, ("rigid", "closed"))
    if g.vanishes_at_zero is None:
        return None
    why += (
        ", and M is a sum over zero gate rows: a block with nonzero rows and columns, gate rows distinct up "
        "to sign, needs all N neurons of its replacement for its own classes; outside a null set none absorbs"
    )
    return Ruling(Absorbs.GENERIC, ("rigid-gates",), why, ("rigid",))


def _with_branch(g: Facts, branch: Facts) -> Ruling:
    """A value branch with an activation of its own: Propositions 1 and 2 only."""
    if branch.gap.holds and branch.even_part is Part.ZERO and branch.vanishes_at_zero:
        ruling = rule(g)
        return replace(ruling, why=f"the value branch is linear; {ruling.why}")
    k, m = degree(g.degree), degree(branch.degree)
    if k is not None and m is not None and k + m not in {0, 1}:
        why = f"each neuron is positively homogeneous of degree {k} + {m}"
        return Ruling(Absorbs.NEVER, ("prop-1",), why, ("homogeneous", "k-positive", "k-not-1"), ("cor-3",))
    if g.vanishes_at_zero and g.continuous_at_zero and _linear_at_zero(branch):
        why = (
            "g(0) = 0, g is continuous at 0, and |sigma(z)| <= C |z| near 0: each neuron at t x divided by t "
            "tends to 0 with t, so M x = 0"
        )
        return Ruling(Absorbs.NEVER, (), why)
    return Ruling(Absorbs.UNDETERMINED, (), "no rule applies to this gate with this value branch")


def _linear_at_zero(branch: Facts) -> bool:
    """Whether |sigma(z)| <= C |z| near 0 is proved: sigma(0) = 0, and analytic at 0 from both sides."""
    if not (branch.vanishes_at_zero and branch.continuous_at_zero):
        return False
    if 0 not in branch.pieces.breaks:
        return True
    i = branch.pieces.breaks.index(Fraction(0))
    sides = (branch.pieces.pieces[i].signs, branch.pieces.pieces[i + 1].signs)
    return all(attempt(partial(_smooth_at_zero, branch.expr, own)) for own in sides)


def _smooth_at_zero(e: Expr, signs: tuple[int, ...]) -> bool:
    return at(e, Fraction(0), signs).smooth
