"""A positively homogeneous function of one variable is a z^k and b |z|^k on the two half-lines."""

from __future__ import annotations

from typing import Any

from symproof.paper._language import *

ABOUT = {
    "id": "homogeneous-form",
    "place": 190,
    "title": "what positively homogeneous activations are",
    "says": "A [positively homogeneous](homogeneous) activation of [positive degree](k-positive) is a "
    "power on each half-line, 0 at 0 and continuous; conversely, each function of this form is "
    "homogeneous.",
    "v2": "in Proposition 1",
    "v1": "in Proposition 5",
    "where": "section 3",
}
a, b = symbols("a b")


def _mixed(argument: int) -> int:
    """z + z^2, which is not homogeneous."""
    return argument + argument**2


def _step(argument: Any) -> Any:
    """1 for z >= 0 and 0 for z < 0."""
    return 1 - pos(-argument)


def _steps(sizes: Sizes) -> tuple[Written, ...]:
    return (
        step(
            "right",
            every(equal(sigma(u), sigma(1) * pw(u, k)), where=(positive(u),)),
            algebra(by("homogeneous", {lam: u, z: 1})),
        ),
        step(
            "left",
            every(equal(sigma(-u), sigma(-1) * pw(u, k)), where=(positive(u),)),
            algebra(by("homogeneous", {lam: u, z: -1})),
        ),
        step(
            "powers",
            nonzero(pw(2, k), 1),
            cited(POWERS.part(nonzero(pw(2, k), 1), positive(k)), "k-positive"),
        ),
        step("zero", equal(sigma(0)), algebra(by("homogeneous", {lam: 2, z: 0}), "powers")),
        step("small", tends(pw(t, k), 0), cited(POWERS.part(tends(pw(t, k), 0), positive(k)), "k-positive")),
        step("limit-right", tends(sigma(1) * pw(t, k), sigma(0)), limit(by("small", times=sigma(1)), "zero")),
        step(
            "limit-left", tends(sigma(-1) * pw(t, k), sigma(0)), limit(by("small", times=sigma(-1)), "zero")
        ),
        step(
            "continuous",
            has(sigma(z), CONTINUOUS),
            words(
                "powers are continuous on the half-lines, and the two limits are the value at 0",
                "right",
                "left",
                "limit-right",
                "limit-left",
                rocq="homogeneous_form",
            ),
        ),
        step(
            "conversely",
            every(equal(sigma(lam * z), pw(lam, k) * sigma(z)), where=(positive(lam),)),
            cases({z: "+0-", lam: "+"}, by("form", {z: lam * z}), by("form", times=-pw(lam, k))),
        ),
    )


STATEMENT = Statement(
    ABOUT,
    hypotheses=(
        needed(
            "homogeneous",
            every(equal(sigma(lam * z), pw(lam, k) * sigma(z)), lam, z, where=(positive(lam),)),
            "sigma(z) = z + z^2 is not of the form on z > 0 for any k: sigma(4) sigma(1) = 40 and "
            "sigma(2)^2 = 36, while a 4^k a = (a 2^k)^2.",
            identity(_mixed(4) * _mixed(1) - _mixed(2) ** 2, 4),
            mutant("sigma(z) = 3 z^2, which is of the form", lhs=(3 * 4**2) * (3 * 1**2) - (3 * 2**2) ** 2),
        ),
        needed(
            "k-positive",
            positive(k),
            "k = 0: sigma(z) = 1 for z >= 0 and 0 for z < 0 has sigma(lambda z) = sigma(z), and sigma(0) ="
            " 1.",
            sign_cases(
                [_step(lam * z), _step(0 * z), _step(z)],
                [_step(z), 1, pos(z) + 1 - mag(sgn(z))],
                {z: "+0-", lam: "+"},
            ),
            mutant("sigma(lambda z) = 2 sigma(z)", rhs=[2 * _step(z), 1, _step(z)]),
            mutant("sigma(0) = 0", rhs=[_step(z), 0, _step(z)]),
        ),
    ),
    suppose=(
        Given("form", every(equal(sigma(z), a * pos(z) * pw(mag(z), k) + b * pos(-z) * pw(mag(z), k)), z)),
    ),
    concludes=("right", "left", "zero", "continuous", "conversely"),
    names={"a": "a number", "b": "a number"},
    written=_steps,
)
