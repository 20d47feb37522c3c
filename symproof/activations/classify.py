"""What the theorems say about an activation sigma in x + W_down sigma(W_up x).

Every answer rests on facts proved in `facts`; where they do not suffice the answer is undetermined.
On a generic ray t -> t x, t > 0, the odd part of the equation

    M x + W_down sigma(W_up x) = V_down sigma(V_up x)

reads t M x + sum of c_K O(|u_K.x| t) = 0, one term for each class {u, -u} of nonzero rows, with distinct
|u_K.x| and O the odd part of sigma. This is what the rules below use.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum
from fractions import Fraction

from symproof.activations.catalogue import CATALOGUE
from symproof.activations.facts import Facts, Part, facts
from symproof.functions.expression import Expr
from symproof.functions.field import Undefined, Unresolved
from symproof.functions.grammar import parse
from symproof.functions.independence import Form
from symproof.functions.parity import Property, is_zero
from symproof.functions.pieces import constant, same


class Absorbs(StrEnum):
    """Can such a block absorb its skip? For M = I, or any M != 0.

    always: every block, if wide enough (``why`` says how wide). open: almost every block, if wide enough.
    generic: only blocks of a null set (d >= 2). never: no block, at any width of the MLP in its place.
    undetermined: no rule applies.
    """

    ALWAYS = "always"
    OPEN = "open"
    GENERIC = "generic"
    NEVER = "never"
    UNDETERMINED = "undetermined"


@dataclass(frozen=True, slots=True)
class Ruling:
    """A verdict and what it rests on.

    Attributes:
        verdict: can such a block absorb its skip?
        carried_by: the ids of the statements that give the verdict; empty when none of the ledger does.
        why: the reason in words.
        hypotheses: what was proved of the function that these statements ask for.
        also: the ids of statements that apply besides.
    """

    verdict: Absorbs
    carried_by: tuple[str, ...]
    why: str
    hypotheses: tuple[str, ...] = ()
    also: tuple[str, ...] = ()

    @property
    def statements(self) -> tuple[str, ...]:
        """All statements that apply, those that carry the verdict first."""
        return self.carried_by + self.also


@dataclass(frozen=True, slots=True)
class Classification:
    """The answer about an activation or a gate. ``facts`` is None when it is not known to be a real function.

    kind: conic or rigid, when there is a linear gap and the even part is proved to be of that kind.
    """

    activation: Expr | None
    gate: Expr | None
    facts: Facts | None
    kind: str | None
    ruling: Ruling


FULL = ("general-skip", "least-width")
"""Statements for every linear gap c != 0 with conic or rigid even part."""
PAPER = ("converse", "cor-5", "prop-8-i", "prop-8-ii", "biases")
"""Statements of the paper for ReLU and for GELU."""


def classify(sigma: Expr) -> Classification:
    """What the theorems say about the activation sigma.

    Args:
        sigma: an expression in z.
    """
    try:
        found = facts(sigma)
    except (Undefined, Unresolved) as error:
        return Classification(sigma, None, None, None, no_function(error))
    ruling = rule(found)
    ruling = replace(ruling, also=(*ruling.also, *_always_apply(found)))
    return Classification(sigma, None, found, kind(found), ruling)


def no_function(error: Exception) -> Ruling:
    """The ruling on an expression that is not known to be a real function on the whole line."""
    what = "not a function on the real line" if isinstance(error, Undefined) else "not decided"
    return Ruling(Absorbs.UNDETERMINED, (), f"{what}: {error}")


def kind(found: Facts) -> str | None:
    """conic or rigid, when there is a linear gap and the even part is proved to be of that kind."""
    if not found.gap.holds:
        return None
    if found.even_part is Part.INDEPENDENT:
        return "rigid"
    return "conic" if found.even_part is Part.LINEAR and found.vanishes_at_zero else None


def _always_apply(found: Facts) -> list[str]:
    """The statements that ask only for continuity, or only for the gap 1."""
    c = found.gap.value
    unit = found.gap.holds and c is not None and is_zero(c - 1)
    return ["width-remark"] * bool(unit) + ["pre-norm"] * bool(found.continuous)


def rule(found: Facts) -> Ruling:
    """The first rule that applies."""
    for attempt_rule in _RULES:
        ruling = attempt_rule(found)
        if ruling is not None:
            return ruling
    return Ruling(Absorbs.UNDETERMINED, (), _missing(found))


def _missing(found: Facts) -> str:
    parts = f"no rule applies: the odd part is {found.odd_words}, the even part is {found.even_words}"
    if not found.gap.holds:
        return f"{parts}, and no linear gap is proved"
    return f"{parts}; flipping the neurons of S absorbs if {condition(found)}; only then? not decided"


def condition(found: Facts) -> str:
    """Equation (3) for a linear gap c."""
    return f"W_down[:,S] W_up[S,:] = -(1/c) M for some S, with c = {found.gap.value}"


def _even(found: Facts) -> Ruling | None:
    if found.odd_part is not Part.ZERO:
        return None
    why = "sigma is even, so both MLPs are even functions and the odd part of the equation is M x = 0"
    return Ruling(Absorbs.NEVER, ("any-activation",), why, ("even-case",))


def proper_degree(degree: Property) -> Fraction | None:
    """The degree of homogeneity k when it is proved and Proposition 1 applies: k > 0, k != 1."""
    k = getattr(degree.value, "value", None)
    return k if degree.holds and isinstance(k, Fraction) and k > 0 and k != 1 else None


def _power(k: Fraction) -> str:
    return str(k) if k.denominator == 1 else f"({k})"


def _homogeneous(found: Facts) -> Ruling | None:
    k = proper_degree(found.degree)
    if k is None:
        return None
    why = (
        f"sigma is positively homogeneous of degree {k}, and l M x + l**{_power(k)} h(x) = 0 for all "
        "l > 0 forces M x = 0"
    )
    squared = ["prop-1-relu2"] if k == 2 and same(found.expr, parse("relu(z)**2")) else []
    also = ("homogeneous-form", "cor-3")
    return Ruling(Absorbs.NEVER, ("prop-1", *squared), why, ("homogeneous", "k-positive", "k-not-1"), also)


def _no_linear_term(found: Facts) -> Ruling | None:
    if found.odd_part is not Part.POLYNOMIAL or not is_zero(found.odd.coefficient(1)):
        return None
    why = (
        "the odd part of sigma is a polynomial on z > 0 without a linear term, and on every ray the linear "
        "term of the equation is t M x = 0"
    )
    return Ruling(Absorbs.NEVER, ("no-linear-term",), why, ("polynomial",))


def _odd_independent(found: Facts) -> Ruling | None:
    if found.odd_part is not Part.INDEPENDENT:
        return None
    why = (
        f"the odd part O of sigma is {found.odd.reason}; so O(a_1 t), O(a_2 t), ... are independent modulo "
        "polynomials for distinct a_i > 0, every coefficient on a ray is 0, and what is left is t M x = 0"
    )
    if found.odd.taylor:
        return Ruling(Absorbs.NEVER, ("any-activation",), why, ("analytic", "odd-part"))
    return Ruling(Absorbs.NEVER, ("kinks",), why, ("kink", "first"))


def _slow(found: Facts) -> Ruling | None:
    if found.odd_growth is None or found.odd_growth >= 1:
        return None
    why = (
        f"sigma(z) - sigma(-z) grows at most like |z|**{_power(found.odd_growth)}: divide the odd part of "
        "the equation at t x by t and let t grow, M x = 0"
    )
    return Ruling(Absorbs.NEVER, (), why)


def _linear_gap(found: Facts) -> Ruling | None:
    c = found.gap.value
    if not found.gap.holds or c is None or is_zero(c) is not False:
        return None
    what = kind(found)
    if what is None:
        return _affine(found)
    if what == "conic":
        why = (
            f"linear gap {c} and even part e|z|: a block with pairwise non-collinear rows and nonzero "
            f"columns absorbs exactly when {condition(found)}; for d >= 2 these blocks form a null set"
        )
    else:
        why = (
            f"linear gap {c}, and the even part is {found.even.reason}: a block whose rows are nonzero and "
            f"distinct up to sign, with nonzero columns, absorbs exactly when {condition(found)}; "
            "these blocks form a null set"
        )
    theorem, also = _named(found, c)
    return Ruling(Absorbs.GENERIC, (*theorem, *FULL), why, ("gap", "kind", "gap-nonzero"), tuple(also))


def _affine(found: Facts) -> Ruling | None:
    """sigma(z) = (c/2) z + b, also at 0."""
    if found.even_part is Part.ZERO and found.vanishes_at_zero:
        why = (
            "sigma is linear: any linear map of rank at most N is an MLP of width N, so every block with "
            "N >= d absorbs, and one with N < d exactly when rank(sigma(1) W_down W_up + M) <= N"
        )
        return Ruling(Absorbs.ALWAYS, ("linear-activation",), why, ("linear", "a-nonzero"))
    constant_part = found.even_part is Part.POLYNOMIAL and len(found.even.coefficients) == 1
    if constant_part and is_zero(found.at_zero - found.even.coefficient(0)):
        why = (
            "sigma is affine: with N > d neurons any affine map is an MLP, so every block with N > d "
            "absorbs; for N <= d it depends on the weights"
        )
        return Ruling(Absorbs.ALWAYS, (), why)
    return None


def _kinked(found: Facts) -> Ruling | None:
    """Linear gap c != 0, and an even part with a kink at 0 and a polynomial in |z| otherwise."""
    c, e = found.gap.value, found.even.coefficient(1)
    if not found.gap.holds or c is None or found.even_part is not Part.POLYNOMIAL:
        return None
    if not found.continuous_at_zero or is_zero(c) is not False or is_zero(e) is not False:
        return None
    why = (
        f"linear gap {c}, and the even part is a polynomial in |z| with {e}|z|: on the hyperplane of "
        "each row the derivative jumps, so for pairwise non-collinear rows and nonzero columns V has one "
        "row on each line, with the same jump; the block absorbs exactly when "
        f"{condition(found)}; for d >= 2 these blocks form a null set"
    )
    return Ruling(Absorbs.GENERIC, (), why)


def _named(found: Facts, c: Expr) -> tuple[list[str], list[str]]:
    """The paper's theorem for ReLU or GELU, when sigma is one of them; its other statements, the lemma."""
    if found.even_part is Part.LINEAR:
        is_relu = is_zero(c - 1) and is_zero(constant(found.expr, Fraction(-1)))
        return (["thm-4-relu"], ["lemma-6", *PAPER, "narrow-depth"]) if is_relu else ([], ["lemma-6"])
    lemma = ["lemma-7"] if found.even.taylor else []
    return (["thm-4-gelu"], [*lemma, *PAPER]) if same(found.expr, CATALOGUE["gelu"].formula) else ([], lemma)


def _polynomial(found: Facts) -> Ruling | None:
    """A polynomial with a linear term, of degree 2 or more."""
    support = polynomial_support(found)
    if support is None or 1 not in support or max(support) < 2:
        return None
    counts = " + ".join(f"C(d + {n - 1}, {n})" for n in support if n)
    why = (
        f"sigma is a polynomial with a linear term. Let m = {counts}{' + 1' * (0 in support)} be the number "
        "of monomials of its degrees: the coefficients of sigma(u.x) are different monomials in u, so for "
        "almost all rows m functions sigma(u_k.x) span these monomials. With N >= m almost every W_up "
        "absorbs the skip, for every W_down, by V with the same rows; below, it depends on the weights"
    )
    also = ("polynomial-activations",) if same(found.expr, parse("z + z**2")) else ()
    return Ruling(Absorbs.OPEN, (), why, (), also)


def polynomial_support(found: Facts) -> list[int] | None:
    """The degrees of the monomials of sigma, when it is proved to be a polynomial on the whole line."""
    parts = (found.even, found.odd)
    if any(part.form is not Form.POLYNOMIAL for part in parts):
        return None
    zeros = [[is_zero(c) for c in part.coefficients] for part in parts]
    if any(None in part for part in zeros):
        return None
    support = [[n for n, zero in enumerate(part) if not zero] for part in zeros]
    mixed = any(n % 2 for n in support[0]) or any(not n % 2 for n in support[1])
    if mixed or not is_zero(found.at_zero - found.even.coefficient(0)):
        return None
    return sorted(support[0] + support[1])


_RULES = (_even, _homogeneous, _no_linear_term, _odd_independent, _slow, _polynomial, _linear_gap, _kinked)
