"""Two stacks of layers, one with skips and one without, and what they suppose of a point t x."""

from __future__ import annotations

from typing import Any

from symproof.paper._language import *
from symproof.proof.terms import put

side, L, L_ = symbols("a L L'")
m, F, H = family("m", "d", "1"), family("F", "d", "1"), family("H", "d", "1")
u_, v_, small = family("u", "d", "1"), family("v", "d", "1"), family("small", "d", "1")
varying("u v small")
xi, at = matrix("xi", "d", "1"), matrix("l_p", "d", "1")
p = matrix("p_t", "d", "1", varying=True)
down, rows, val = family("D", "d", "N"), family("G", "N", "d"), family("U", "N", "d")

STACKS = (
    Given("F-start", every(equal(F(0, xi), xi), xi)),
    Given("F-step", every(equal(F(n + 1, xi), F(n, xi) + m(1, n, F(n, xi))), n, xi)),
    Given("H-start", every(equal(H(0, xi), xi), xi)),
    Given("H-step", every(equal(H(n + 1, xi), m(0, n, H(n, xi))), n, xi)),
    Given("same", every(equal(F(L, xi), H(L_ + 1, xi)), xi)),
    Given("scaled-F", every(equal(F(n, t * x), t * u_(n)), n)),
    Given("scaled-H", every(equal(H(n, t * x), t * v_(n)), n)),
    Given("point", nonzero(x)),
)
LIMIT = Given("p-limit", tends(p, at))
NAMES = {
    "n": "a natural number, of a layer",
    "a": "1 for the layers of F and 0 for those of H",
    "m": "layer n of F behind its skip, or of H: a map of R^d",
    "small": "the layer at t times its point, divided by t",
    "F": "the first n residual blocks, one after the other",
    "H": "the first n residual-free blocks",
    "xi": "a point of R^d",
    "p_t": "a point of R^d along the limit",
    "l_p": "what it tends to",
    "u": "the value of F behind n blocks at t x, divided by t",
    "v": "the value of H behind n blocks at t x, divided by t",
    "L": "the depth of F",
    "L'": "the depth of H, less one",
    "D": "the columns of layer n",
    "G": "its rows, or gate rows",
    "U": "its value rows",
}


def never(name: str, value: Any, rate: str, *refs: By | str) -> tuple[Written, ...]:
    """No stack with skips is one without: the layers are so flat, by a limit from the references.

    Args:
        name: the beginning of the names of the steps.
        value: the layer at t times a point that tends to a place, divided by t.
        rate: the step that says so.
        refs: what makes the value tend to 0.
    """

    def layer(*args: Any) -> Any:
        return put(value, dict(zip((side, n, p), args, strict=True)))

    cited = by("flat-layers", {small: layer}, flat=by(f"{name}flat"), rate=by(rate))
    return (
        step(f"{name}small", tends(value, 0), limit(*refs)),
        step(f"{name}flat", flat(value, p), flatly(f"{name}small", "p-limit", p, at)),
        step(f"{name}impossible", FALSE, algebra(cited)),
    )
