"""The absorbing curves in a plane of weight space: equation (3) as polynomial conditions, decided exactly.

The weights are GELU with d = 2, N = 4: rows u, u', v, v' with u = (a, b), v = (a - h, b) and ' a quarter
turn, columns minus the transposed rows. For each S the four equations (3) are polynomials in a and b over Q.
Their greatest common divisor cuts out a curve, and a Groebner basis shows that what is left over has no
common zero. Where rows are zero or equal up to sign Theorem 4 is silent; those points are decided one by one.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations
from typing import Any

from symproof.absorb.decide import Decision, decide
from symproof.errors import Rejected
from symproof.model.block import Block
from symproof.render.figures.blocks import set_text
from symproof.render.figures.picture import Drawing, Picture
from symproof.render.figures.style import BLUE, INK, ORANGE, SOFT, headed, sheet

Point = tuple[Fraction, Fraction]

SHIFT = Fraction(17, 13)  # all three curves have rational points
RADIUS = Fraction(7, 26)  # of the third one
# where a row is 0 or two rows are equal up to sign: u = 0, v = 0, u = -v, u = v', u = -v'
DEGENERATE: tuple[Point, ...] = (
    (Fraction(0), Fraction(0)),
    (SHIFT, Fraction(0)),
    (SHIFT / 2, Fraction(0)),
    (SHIFT / 2, -SHIFT / 2),
    (SHIFT / 2, SHIFT / 2),
)
# line style, colour and place of the name of each curve
LOOKS = (
    ("solid", ORANGE, (-0.42, 0.33)),
    ((0, (7, 2.5)), BLUE, (1.72, 0.33)),
    ((0, (2, 1.4)), INK, (2.05, -1.12)),
)
WINDOW = ((-1.3, 2.62), (-1.25, 1.25))


@dataclass(frozen=True, slots=True)
class Curve:
    """The sets S that give it, and the polynomial in a, b over Q of which it is the zero set."""

    sets: tuple[tuple[int, ...], ...]
    polynomial: Any


def weights(a: Any, b: Any, h: Any = SHIFT) -> tuple[list[list[Any]], list[list[Any]]]:
    """W_up (4 x 2) and W_down (2 x 4) at the point (a, b): numbers, or polynomials."""
    up = [[a, b], [-b, a], [a - h, b], [-b, a - h]]
    return up, [[-row[i] for row in up] for i in range(2)]


def block_at(point: Point) -> Block:
    """The exact block at a point of the slice."""
    up, down = weights(*point)
    return Block(up, down, "gelu")


def conditions(S: tuple[int, ...]) -> list[Any]:
    """The four entries of W_down[:,S] W_up[S,:] + I as polynomials in a, b over Q."""
    from sympy import QQ, ring

    poly, a, b = ring("a,b", QQ)
    up, down = weights(a, b, QQ(SHIFT.numerator, SHIFT.denominator))
    places = [(i, j) for i in range(2) for j in range(2)]
    return [sum((down[i][k] * up[k][j] for k in S), poly(int(i == j))) for i, j in places]


def curves() -> tuple[Curve, ...]:
    """The curves of the slice on which some S solves (3), each once; elsewhere no S does.

    Raises:
        Rejected: some S solves (3) on the whole slice, or at a point beside the curves.
    """
    found: dict[Any, list[tuple[int, ...]]] = {}
    for S in (S for size in range(1, 5) for S in combinations(range(4), size)):
        polynomials = conditions(S)
        divisor = polynomials[0].ring.zero
        for one in polynomials:
            divisor = divisor.gcd(one)
        if not divisor or not nowhere([one.quo(divisor) for one in polynomials]):
            raise Rejected(f"the solutions of (3) for S = {set_text(S)} are not a curve alone")
        if not divisor.is_ground:
            found.setdefault(divisor.monic(), []).append(S)
    return tuple(Curve(tuple(sets), divisor) for divisor, sets in found.items())


def nowhere(polynomials: list[Any]) -> bool:
    """Whether the polynomials have no common zero over the complex numbers: 1 is in their ideal."""
    from sympy.polys.groebnertools import groebner

    basis = groebner([one for one in polynomials if one], polynomials[0].ring)
    return len(basis) == 1 and bool(basis[0].is_ground)


def marked() -> tuple[Point, ...]:
    """Rational points on the circles with centres 0, h, h/2 and radii 1, 1, 7/26, and points of a grid."""
    slopes = [Fraction(t, 4) for t in (-9, -5, -2, 1, 3, 7)]
    unit = [((1 - t * t) / (1 + t * t), 2 * t / (1 + t * t)) for t in slopes]
    shifted = [(x + SHIFT, y) for x, y in unit]
    third = [(SHIFT / 2 + RADIUS * x, RADIUS * y) for x, y in unit[1:5:3]]
    steps = [(Fraction(i, 2), Fraction(j, 2)) for i in range(7) for j in range(-1, 4)]
    grid = [(x - Fraction(2, 3), y - Fraction(3, 7)) for x, y in steps]
    return (*unit, *shifted, *third, *grid, *DEGENERATE)


def _value(polynomial: Any, x: Any, y: Any) -> Any:
    """The polynomial on a grid, for drawing."""
    total = 0.0 * x
    for (i, j), c in polynomial.terms():
        total = total + float(Fraction(int(c.numerator), int(c.denominator))) * x**i * y**j
    return total


def _draw(block: Block | None) -> Drawing:
    import numpy

    found = curves()
    answers = [(point, decide(block_at(point))) for point in marked()]
    figure = sheet(8.4, 5.2)
    axes = figure.subplots()
    x, y = numpy.meshgrid(numpy.linspace(*WINDOW[0], 240), numpy.linspace(*WINDOW[1], 170))
    for curve, (style, colour, spot) in zip(found, LOOKS, strict=True):
        values = _value(curve.polynomial, x, y)
        axes.contour(x, y, values, levels=[0], colors=colour, linestyles=[style], linewidths=2.4)
        label = "$S$ = " + " or ".join(set_text(S) for S in curve.sets)
        axes.text(*spot, label, color=colour, ha="center", va="center", fontsize=12)
    axes.plot([0.852, 1.64], [-0.19, -1.07], color=INK, linewidth=0.7)  # from the third name to its curve
    _dots(axes, answers)
    axes.set(xlim=WINDOW[0], ylim=WINDOW[1], aspect="equal", xlabel="$a$", ylabel="$b$")
    figure.legend(loc="outside lower center", ncols=3, columnspacing=1.4, handletextpad=0.2)
    title = "In this plane of weights, (3) holds on three circles and nowhere else"
    headed(figure, title)
    return Drawing(figure, title, _words(found, answers))


def _dots(axes: Any, answers: list[tuple[Point, Decision]]) -> None:
    """The points, by verdict; those where Theorem 4 is silent are squares."""
    for verdict, silent, look, label in (
        (True, False, {"marker": "o", "color": INK, "markersize": 7}, "decided absorbable"),
        (False, False, {"marker": "x", "color": SOFT, "markersize": 6}, "decided not absorbable"),
        (True, True, {"marker": "s", "color": INK, "markersize": 6}, "absorbable though (3) fails"),
        (False, True, {"marker": "D", "color": SOFT, "markersize": 6}, "not absorbable, Theorem 4 silent"),
    ):  # fmt: skip
        spots = [p for p, answer in answers if answer.absorbable is verdict and (p in DEGENERATE) is silent]
        if spots:
            places = [[float(c) for c in axis] for axis in zip(*spots, strict=True)]
            axes.plot(*places, linestyle="none", label=label, zorder=4, **look)


def _words(found: tuple[Curve, ...], answers: list[tuple[Point, Decision]]) -> str:
    listed = "; ".join(
        f"{str(c.polynomial.as_expr()).replace('**', '^')} = 0 for S = {' or '.join(map(set_text, c.sets))}"
        for c in found
    )
    yes = sum(answer.absorbable is True for _, answer in answers)
    return (
        "A plane of weights of a GELU block, d = 2, N = 4, with coordinates a and b: rows (a, b), (-b, a), "
        f"(a - {SHIFT}, b), (-b, a - {SHIFT}), columns minus these. Curves on which a set S solves (3): "
        f"{listed}. A Groebner basis for every S shows that (3) holds nowhere else. {yes} marked points "
        f"are decided absorbable and {len(answers) - yes} not absorbable; {len(DEGENERATE)} of them, "
        "squares, are points where rows are 0 or equal up to sign, so that Theorem 4 is silent."
    )


PICTURE = Picture("curve", 70, "the absorbing curves in a two-parameter slice of weight space", _draw)
