"""What the statement says, in one line. (Copy this file to NAME.py: it is then found, listed, run and shown.)

Every step concludes a proposition, as data, by a rule from references to what is known before it: an earlier
step, a hypothesis, a supposition, a definition, or another statement with its hypotheses shown. The engine
carries the references out and makes the false variants; claims and formulas are printed from the data. The
last proof step, or those named in `concludes`, are the statement, and `says` is its one sentence, which marks
the words for each hypothesis with its name. Every hypothesis has an exact example of what happens without it,
or an honest note; every quantity stands in the glossary. A statement of the paper has its numbers under "v2"
and "v1" besides, and its place there under "where".
"""

from __future__ import annotations

from symproof.paper._language import *

ABOUT = {
    "id": "template",
    "place": 9999,
    "title": "a short name",
    "says": "Numbers that are [equal](equal) have equal fourth powers.",
}
p, q = symbols("p q")


def _steps(sizes: Sizes) -> tuple[Written, ...]:
    return (
        step("square", equal(p**2, q**2), algebra(by("equal", times=p + q))),
        step("fourth", equal(p**4, q**4), algebra(by("square", times=p**2 + q**2))),
        example(
            "instance",
            "fourth",
            identity(sizes["n"] ** 4 - (-sizes["n"]) ** 4, 0),
            bounded(n=sizes["n"]),
            mutant("the cube", lhs=sizes["n"] ** 3 - (-sizes["n"]) ** 3),
        ),
    )


STATEMENT = Statement(
    ABOUT,
    hypotheses=(
        needed(
            "equal",
            equal(p, q),
            "p = 1, q = 2: the fourth powers are 1 and 16.",
            identity(2**4 - 1**4, 15),
            mutant("they differ by 14", rhs=14),
        ),
    ),
    written=_steps,
    sizes=(Size("n", 3, 2, 9),),
    names={"p": "a number", "q": "another number"},
)
