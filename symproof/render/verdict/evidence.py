"""The evidence of a decision in words and exact numbers."""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction
from math import ceil, floor
from typing import Any
from xml.etree.ElementTree import Element

from symproof.absorb.decide import Decision
from symproof.absorb.explain import degeneracies
from symproof.examples.kinds import certificate_kind
from symproof.kernel.activations import activation
from symproof.kernel.trees import Node, children, combine
from symproof.kernel.widths import width_problems
from symproof.model.block import Block
from symproof.model.display import WIDE, spelt
from symproof.reader.numbers import fraction
from symproof.render import mathml
from symproof.render.page import escape, prose, table
from symproof.render.verdict.matrices import line, matrix, name, summed

FLIP = (
    "Multiply the rows of W_up in S{biases} by -1 and drop the skip. Flipping neuron k keeps its even part "
    "and changes the linear part by -c D_k w_k, where D_k is its column, w_k its row and c = {c}. Over "
    "S = {{{S}}} the products add up to exactly what replaces the skip:"
)
EQUAL = (
    "The kernel compares normal forms: the even part of both maps, class by class, and the linear part. For "
    "{sigma} equal normal forms mean equal functions, and conversely."
)
ZEROS = (
    "Rows and columns satisfy the hypotheses of Theorem 4, so a V exists only if some set S of neurons has "
    "W_down[:,S] W_up[S,:] = {right}{more}. With x_k = 1 for k in S and x_k = 0 else, this is {count} in x "
    "without a solution in zeros and ones."
)
MODULO = (
    "Whatever zeros and ones <i>x</i> holds, the left side changes by a multiple of {M} when each "
    "coefficient is replaced by the number nearest to 0 that differs from it by a multiple of {M}: "
    "{equation}."
)
FEW = 8  # neurons of S, or coefficients, that are written out
DIGITS = 5  # of a bound, or one more
SMALL = 4  # dimension up to which products are written out


def absorbed(decision: Decision) -> list[str]:
    """Why a block is absorbed: S and its equation, or the weights of V."""
    block, network = decision.block, decision.network
    parts = []
    S = decision.subset
    if S is not None:
        listed = ", ".join(map(str, S))
        with_biases = "" if block.weights.b_up is None else " and their biases"
        parts.append(f"<p>{prose(FLIP.format(c=block.gap, S=listed, biases=with_biases))}</p>")
        parts.append(_sum(block, S))
    if network is not None and network.width:
        parts.append("<p>The residual-free MLP, with the same values everywhere:</p>")
        parts.append(line(name("V", "up"), "=", matrix(network.up)))
        parts.append(line(name("V", "down"), "=", matrix(network.down)))
        biases = (("up", network.b_up), ("down", network.b_down))
        parts += [
            line(name("b′", key), "=", matrix([[b] for b in bias]))
            for key, bias in biases
            if bias is not None
        ]
    parts.append(f"<p>{prose(EQUAL.format(sigma=block.activation))}</p>")
    return parts


def _sum(block: Block, S: tuple[int, ...]) -> str:
    goal = [[-fraction(m) / block.gap for m in row] for row in block.weights.M]
    total = matrix(goal)
    head = [name("W", "down"), _at(":,S"), name("W", "up"), _at("S,:")]
    if not 1 < len(S) <= FEW or block.d > SMALL:
        return line(*head, "=", total)
    products = [matrix(_product(block, k)) for k in S]
    return line(*head, "=", *summed(products), "=", total)


def _product(block: Block, k: int) -> list[list[Fraction]]:
    """D_k w_k."""
    return [[fraction(row[k]) * fraction(w) for w in block.W_up[k]] for row in block.W_down]


def _at(places: str) -> Element:
    return mathml.token("mtext", f"[{places}]")


def impossible(decision: Decision) -> list[str]:
    """Why no V exists: the kind of evidence, and for a single combination its numbers."""
    block, proof = decision.block, dict(decision.certificate or {})
    act = activation(block.activation)
    if not act.gap:
        return [f"<p>{prose(decision.why)}.</p>"]
    kind = certificate_kind(block.weights, proof)
    proofs = proof["evidence"]["cost"]
    parts = []
    if degeneracies(block):
        parts.append(f"<p>{prose(decision.why)}.</p>")
    else:
        parts.append(f"<p>{prose(_equations(block))}</p>")
    if len(proofs) == 1 and "combination" in proofs[0].get("tree", ()):
        parts += _combination(block, proofs[0]["tree"]["combination"])
    elif len(proofs) == 1 and "tree" in proofs[0]:
        counts = ", ".join(f"{n} {word}" for word, n in _counts(proofs[0]["tree"]).items())
        parts.append(f"<p>The evidence ({escape(kind)}): a tree with {counts}.</p>")
    else:
        parts.append(f"<p>The evidence: {escape(kind)}.</p>")
    return parts


def _equations(block: Block) -> str:
    """Theorem 4's condition as a sentence, with the number of linear equations that it is."""
    right = "-I" if block.skip is None and block.gap == 1 else "-M/c"
    extra = block.weights.b_up is not None and block.weights.b_down is None
    count = block.d * (block.d + extra)
    noun = "one linear equation" if count == 1 else f"a system of {count} linear equations"
    return ZEROS.format(right=right, more=" and W_down[:,S] b_up[S] = 0" if extra else "", count=noun)


def _counts(root: Any) -> dict[str, int]:
    """How many nodes of each rule."""
    found = {"combination": 0, "branch": 0, "exhaust": 0}
    waiting = [root]
    while waiting:
        tree = waiting.pop()
        found[next(rule for rule in found if rule in tree)] += 1
        waiting += children(tree)
    plural = {"combination": "combinations", "branch": "branches", "exhaust": "exhausted nodes"}
    return {plural[rule]: n for rule, n in found.items() if n}


def _combination(block: Block, body: dict[str, Any]) -> list[str]:
    """One combination of the equations that no zeros and ones satisfy."""
    ((problem, _),) = width_problems(block.weights, activation(block.activation), excluding=True)
    numerators, right, scale = combine(Node(problem), body)
    a, beta, M = [Fraction(x, scale) for x in numerators], Fraction(right, scale), Fraction(body["modulus"])
    centred = [x - M * floor(x / M + Fraction(1, 2)) for x in a] if M else a
    low, high = (
        sum((x for x in centred if x < 0), Fraction(0)),
        sum((x for x in centred if x > 0), Fraction(0)),
    )
    rows = [[f"({i}, {j})", _number(Fraction(y))] for i, j, y in body["Y"][:FEW]]
    more = f" and {len(body['Y']) - FEW} more" if len(body["Y"]) > FEW else ""
    parts = [
        f"<p>Multiply each equation by the number in the table{more} and add them all:</p>",
        table("Equation (row, column), counted from 0, and its multiplier", ["Equation", "Multiplier"], rows),
    ]
    if max(len(str(x)) for x in (*a, low, high, beta)) > WIDE:
        return [*parts, *_sides(len([x for x in a if x]), beta, M, low, high)]
    parts.append(f"<p>{_equation(a)} = {_number(beta)}.</p>")
    if M:
        parts.append(f"<p>{MODULO.format(M=_number(M), equation=_equation(centred))}</p>")
    parts.append(f"<p>{_conclusion(centred, beta, M, low, high)}</p>")
    return parts


def _sides(count: int, beta: Fraction, M: Fraction, low: Fraction, high: Fraction) -> list[str]:
    """What long numbers come to: a sentence, and a small table of bounds that are rounded outwards."""
    multiples = f", up to multiples of {_number(M)}" if M else ""
    noun = "one neuron adds" if count == 1 else f"each of {count} neurons adds"
    sentence = (
        f"To the left side of the sum {noun} one number when it is in <i>S</i>, and nothing else"
        f"{multiples}. No choice of <i>S</i> reaches the right side:"
    )
    lower = beta + M * floor((high - beta) / M) if M else beta
    below, above = (lower, lower + M) if M else (beta, None) if beta < low else (None, beta)
    digits = DIGITS  # as many as it takes to see that the right side is outside
    while not (
        (below is None or decimal(below, True, digits) < decimal(low, False, digits))
        and (above is None or decimal(high, True, digits) < decimal(above, False, digits))
    ):
        digits *= 2
    rows = [["the least that they add", f"≥ {_shown(decimal(low, False, digits))}"]]
    rows += [["the most that they add", f"≤ {_shown(decimal(high, True, digits))}"]]
    where = " nearest" * bool(M)
    if below is not None:
        rows += [[f"the right side{where} below", _side(below, True, digits)]]
    if above is not None:
        rows += [[f"the right side{where} above", _side(above, False, digits)]]
    return [f"<p>{sentence}</p>", table("Both sides of the sum", ["What", "Value"], rows)]


def decimal(x: Fraction, up: bool, digits: int) -> Decimal:
    """A decimal of so many digits, or one more, that is at least x when ``up``, else at most.

    >>> decimal(Fraction(2, 3), True, 5), decimal(Fraction(2, 3), False, 5), decimal(Fraction(21), True, 5)
    (Decimal('0.66667'), Decimal('0.66666'), Decimal('21'))
    """
    place = len(str(abs(x.numerator))) - len(str(x.denominator)) - digits
    scaled = x / Fraction(10) ** place
    whole = ceil(scaled) if up else floor(scaled)
    return Decimal(f"{whole}e{place}") if whole % 10 else Decimal(f"{whole}e{place}").normalize()


def _side(x: Fraction, up: bool, digits: int) -> str:
    """The number where it is short, else a bound of it."""
    if len(str(x)) <= WIDE:
        return _number(x)
    return f"{'≤' if up else '≥'} {_shown(decimal(x, up, digits))}"


def _shown(x: Decimal) -> str:
    return f"{x:f}".replace("-", "−")


def _conclusion(a: list[Fraction], beta: Fraction, M: Fraction, low: Fraction, high: Fraction) -> str:
    if not any(a) and not M:
        return f"The left side is 0, the right side {_number(beta)}: no rational numbers solve the equations."
    reach = f"The left side lies between {_number(low)} and {_number(high)}"
    if not M:
        return f"{reach}; the right side does not."
    below = beta + M * floor((high - beta) / M)
    return (
        f"{reach}. The right side must be {_number(beta)} up to multiples of {_number(M)}; the nearest such "
        f"numbers are {_number(below)} and {_number(below + M)}, outside."
    )


def _number(x: Fraction) -> str:
    """Exact as long as it is readable, else rounded and marked so."""
    return spelt(x).replace("-", "−")


def _equation(a: list[Fraction]) -> str:
    """a_0 x_0 + ... in HTML, cut when long."""
    terms = [(k, x) for k, x in enumerate(a) if x]
    if not terms:
        return "0"
    shown: list[str] = []
    for k, x in terms[:FEW]:
        size = "" if abs(x) == 1 else _number(abs(x)) + "\u202f"
        sign = "− " if x < 0 else "+ " if shown else ""
        shown.append(f"{sign}{size}<i>x</i><sub>{k}</sub>")
    rest = f" + … ({len(terms) - FEW} more terms)" if len(terms) > FEW else ""
    return " ".join(shown) + rest
