"""The one function that says whether two blocks are one function."""

from __future__ import annotations

import random
from dataclasses import dataclass, replace
from itertools import islice

from symproof.absorb.limits import Clock, Limits, enforced
from symproof.activations.catalogue import GATES, formula, kernel_name
from symproof.equality.difference import Map, left_over, map_of
from symproof.equality.points import PRECISIONS, Witness, separated, simple, witness
from symproof.errors import GaveUp, Malformed
from symproof.functions.expression import Expr
from symproof.functions.field import Undefined, Unresolved
from symproof.functions.pieces import same
from symproof.kernel.activations import activation as known
from symproof.kernel.gated import Gated
from symproof.kernel.parity import lifted, parity_form
from symproof.model.block import Block, BlockLike
from symproof.reader.numbers import fraction
from symproof.reader.weights import Weights
from symproof.verdict import EqualVerdict, Reasoned

SAME = "nothing is left of the difference: each class of neurons cancels, and so does the polynomial part"
UNKNOWN = (
    "the normal forms differ, and no point was found where the functions do: they may be equal by an "
    "identity between copies of the activation that is not known here"
)
CHECKED = 3  # points at which an answer "equal" is tried


@dataclass(frozen=True, slots=True, repr=False)
class Equality(Reasoned):
    """The answer about two blocks.

    Attributes:
        verdict: equal, different, undecided or gave-up.
        why: the reason in words.
        witness: for different, a rational point and exact or rigorous bounds of the difference there.
        checked: what confirmed the answer.
    """

    verdict: EqualVerdict
    why: str
    witness: Witness | None = None
    checked: str = ""


def equal(
    a: BlockLike | Gated, b: BlockLike | Gated, limits: Limits | None = None, activation: str | None = None
) -> Equality:
    """Whether two blocks, residual or not, gated or not, compute the same function on R^d.

    Args:
        a, b: blocks of the same d, or pairs (W_up, W_down); a missing bias is 0.
        limits: of the time.
        activation: sigma of both, or the gate of gated ones, a name or an expression in z; None: their own.

    Raises:
        Malformed: the dimensions differ, or an activation is none, or no function on the whole line.

    The answer "equal" rests on the normal form of the difference, which uses parity and homogeneity alone;
    the answer "different" on a point. Source: SOUNDNESS.md of the kernel, sections 5 to 7 and 12.

    >>> from symproof import Block
    >>> zero = [[0]]
    >>> print(equal(Block([[1]], [[-1]]), Block([[-1]], [[-1]], skip=zero)))
    equal: nothing is left of the difference: each class of neurons cancels, and so does the polynomial part
    >>> print(equal(Block([[1]], [[-1]]), Block([[1]], [[-1]], skip=zero)).verdict)
    different
    """
    first, second = (block if isinstance(block, Gated) else Block.of(block).weights for block in (a, b))
    d, e = (_plain(side).d for side in (first, second))
    if d != e:
        raise Malformed(f"the blocks have d = {d} and d = {e}: their maps are on different spaces")
    own, other = (_sigma(side, activation) for side in (first, second))
    difference = map_of(first, own).minus(map_of(second, own if same(own, other) else other))
    clock = Clock(limits or Limits())
    try:
        with enforced(clock):
            answer = _answer(difference, clock)
            if answer.verdict is EqualVerdict.EQUAL:
                by = _by_kernel(first, second, activation) or _by_values(difference)
                answer = replace(answer, checked=by)
            return answer
    except GaveUp as stop:
        return Equality(EqualVerdict.GAVE_UP, str(stop))
    except Undefined as error:
        raise Malformed(f"the activation is no function on the real line: {error}") from None
    except Unresolved as error:
        return Equality(EqualVerdict.UNDECIDED, f"the activation is not understood: {error}")


def _plain(side: Weights | Gated) -> Weights:
    return side.value if isinstance(side, Gated) else side


def _sigma(side: Weights | Gated, activation: str | None) -> Expr:
    """The activation as an expression; gates have names of their own."""
    if isinstance(side, Gated) and activation is None and side.value.activation is None:
        raise Malformed("a gated block names its gate's activation")
    name = activation or _plain(side).activation or "relu"
    return formula(GATES.get(name, name) if isinstance(side, Gated) else name)


def _answer(difference: Map, clock: Clock) -> Equality:
    """The normal form, then a point."""
    clock.note("the normal form of the difference")
    left, zero = left_over(difference)
    if zero:
        return Equality(EqualVerdict.EQUAL, SAME)
    clock.note("points where the maps differ")
    found = witness(difference, left, clock)
    if found is None:
        return Equality(EqualVerdict.UNDECIDED, UNKNOWN)
    how = "exactly" if found.lower == found.upper else "by enclosures"
    why = f"component {found.component} of the two values at a rational point differs, {how}"
    return Equality(EqualVerdict.DIFFERENT, why, found, f"the values at the point, {how}")


def _by_kernel(a: Weights | Gated, b: Weights | Gated, activation: str | None) -> str:
    """That the kernel's own normal form of the difference is 0, for an activation of its table; else "".

    It may be another one where the blocks are equal all the same: copies of hardswish, constants.
    """
    if isinstance(a, Gated) or isinstance(b, Gated):
        return ""
    name, *others = {kernel_name(activation or side.activation or "relu") for side in (a, b)}
    if name is None or others:
        return ""
    act, d = known(name), a.d
    down = [[*row, *(-fraction(x) for x in more)] for row, more in zip(a.down, b.down, strict=True)]
    skip = [
        [fraction(x) - fraction(y) for x, y in zip(*rows, strict=True)] for rows in zip(a.M, b.M, strict=True)
    ]
    zeros = [0] * d
    b_up = [*(a.b_up or [0] * a.width), *(b.b_up or [0] * b.width)]
    b_down = [fraction(x) - fraction(y) for x, y in zip(a.b_down or zeros, b.b_down or zeros, strict=True)]
    whole = Weights([*a.up, *b.up], down, act.name, skip, b_up, b_down)
    even, linear = parity_form(*lifted(whole, act, False), act)
    zero = not even and not any(map(any, linear))  # type: ignore[call-overload]
    return "the kernel's parity form of the difference is 0 (SOUNDNESS.md, sections 5 and 7)" * zero


def _by_values(difference: Map) -> str:
    """That the difference is 0, or may be by enclosures, at a few points.

    Raises:
        ArithmeticError: it is not.
    """
    points = list(islice(simple(difference.d, random.Random(1)), CHECKED))
    if any(isinstance(separated(difference, x, PRECISIONS[0]), Witness) for x in points):
        raise ArithmeticError("the normal form of the difference is 0, but a value of it is not")
    return f"the difference at {CHECKED} rational points, exact or enclosed"
