"""Depth for almost all weights: one determinant modulo p shows that the skip cannot be saved at given sizes.

F = f_L o ... o f_1 depends on r = 2 d (N_1 + ... + N_L) weights, a stack without skips and with as many
neurons on fewer, as a scalar between two of its layers changes nothing. When r Taylor coefficients of F on
the axes (for relu r - N_1 - ... - N_L values of F) have independent derivatives in the weights, a polynomial
vanishes on all that the stacks without skips can do and not on F. SOUNDNESS.md, section 10.
"""

from __future__ import annotations

from collections.abc import Sequence
from operator import mul
from typing import Any

from symproof.kernel.activations import activation
from symproof.kernel.budget import Budget
from symproof.kernel.claims import FORMAT, agree
from symproof.kernel.errors import Malformed, Rejected
from symproof.kernel.linear import invertible
from symproof.reader.numbers import canonical
from symproof.reader.text import entries, fields, index, items

CLAIM = "generic-depth"
Series = list[int]  # coefficients of 1, t, t^2, ... modulo p; for relu the value alone
Block = tuple[list[list[int]], list[list[int]]]  # W_up and W_down
Tape = list[tuple[list[Series], list[Series], list[Series]]]  # of each block: x, sigma(z), sigma'(z)
ORDER_MAX = 400  # of a Taylor coefficient
ROOT = 0x243F6A8885A308D3  # stands for sqrt(2/pi): transcendental, so any value shows what is not 0


def check_ranks(
    certificate: Any,
    d: int,
    widths: Sequence[int],
    name: str,
    series: Any = None,
    *,
    budget: Budget | None = None,
) -> str:
    """The sentence that is established.

    Args:
        certificate: a parsed JSON object (FORMAT.md).
        d: the dimension.
        widths: the numbers of neurons of the blocks.
        name: of the activation, or ``series`` for each sigma with sigma(z) = sum of the series + O(z^K).
        series: its K Taylor coefficients at 0 as canonical numbers, the first of them 0.
        budget: what the kernel may do by itself.

    Raises:
        Malformed: the certificate is not in the format.
        Rejected: it does not establish this claim about these sizes.
        OutOfBudget: neither was found within the budget.
    """
    asked = _head(d, widths, name, series)
    body = agree(certificate, asked)
    relu = asked["activation"] == "relu"
    evidence = fields(body, "evidence", ("weights", "rows", "modulus", *["points"] * relu))
    if (modulus := canonical(evidence["modulus"], "modulus")).denominator != 1 or (p := int(modulus)) < 2:
        raise Rejected("the modulus must be an integer from 2 on")
    blocks = _blocks(items(evidence["weights"], "weights"), d, widths)
    at, most = entries(evidence["rows"], 3, "rows"), 1 if relu else ORDER_MAX
    K = 1 + max((index(n, most, "order") for _, _, n in at), default=0)
    points, T = items(evidence["points"], "points") if relu else [None] * d, sum(widths)
    products = len(points) * T * K * K * (K + d + d * d) + len(at) ** 2 * 2 * d * T
    (budget or Budget()).spend(products * (1 + p.bit_length() // 64) >> 6)
    if relu:
        columns = values(blocks, [_integers(x, "point") for x in points], p)
    else:
        columns = jets(blocks, coefficients(asked["activation"], series, K, p), p)
    places = [(index(k, len(columns), "row"), index(i, d, "component"), n) for k, i, n in at]
    rows = [[weight[i][n] for weight in columns[k]] for k, i, n in places]
    if len(rows) != (2 * d - relu) * sum(widths) or not invertible(rows, p):
        raise Rejected(f"{len(rows)} rows whose determinant has no inverse modulo {p}")
    sigma = asked["activation"] if series is None else f"any with Taylor coefficients {', '.join(series)}"
    sizes = f"sigma = {sigma}, d = {d}, N = {', '.join(map(str, widths))}"
    return f"{RELU if relu else SMOOTH} ({sizes})"


NEVER = (
    "the stack equals no stack of two or more layers R^d -> R^d without skips and with as many neurons in all"
)
SMOOTH = f"outside the zeros of one nonzero polynomial in the weights, {NEVER}, not even near 0 on the axes"
RELU = f"for almost all weights near those given, {NEVER}, and none comes near it at the given points"


def _head(d: int, widths: Sequence[int], name: str, series: Any) -> dict[str, Any]:
    """What a certificate of this claim must name."""
    if d < 1 or not widths or min(widths) < 1 or (name == "series") != (series is not None):
        raise Malformed(
            "d, the widths and a width for each block must be at least 1, a series with its numbers"
        )
    act = name if name == "series" else activation(name).name
    head = {"format": FORMAT, "claim": CLAIM, "activation": act, "d": d, "widths": list(widths)}
    return {**head, **({} if series is None else {"series": series})}


def certificate(d: int, widths: Sequence[int], name: str, series: Any, evidence: Any) -> dict[str, Any]:
    """The certificate object, evidence unchecked."""
    return {**_head(d, widths, name, series), "evidence": evidence}


def _blocks(values: list[Any], d: int, widths: Sequence[int]) -> list[Block]:
    """W_up and W_down of each block, integers, of the sizes that are asked for."""
    blocks = []
    for value in values:
        body = fields(value, "weights", ("W_up", "W_down"))
        up, down = ([_integers(row, name) for row in items(body[name], name)] for name in ("W_up", "W_down"))
        blocks.append((up, down))
    for (up, down), n in zip(blocks, widths, strict=False):
        if [*map(len, up)] != [d] * n or [*map(len, down)] != [n] * d:
            raise Rejected(f"the weights of a block are not {n} x {d} and {d} x {n}")
    if len(blocks) != len(widths):
        raise Rejected(f"the weights of {len(blocks)} blocks for {len(widths)}")
    return blocks


def _integers(value: Any, where: str) -> list[int]:
    """A list of integers, spelt as numbers."""
    numbers = [canonical(x, where) for x in items(value, where)]
    if any(x.denominator != 1 for x in numbers):
        raise Malformed(f"{where}: must be integers")
    return [int(x) for x in numbers]


def coefficients(name: str, series: Any, K: int, p: int) -> Series:
    """The first K Taylor coefficients modulo p: of a named activation, or those that are given.

    Raises:
        Rejected: the first is not 0, there are fewer than K, or one has no value modulo p.
    """
    try:
        if series is None:
            return taylor(name, K, p)
        known = [canonical(a, "series") for a in items(series, "series")]
        if len(known) < K or known[0]:
            raise Rejected(f"the series must start with 0 and have {K} coefficients")
        return [a.numerator * pow(a.denominator, -1, p) % p for a in known[:K]]
    except ValueError:
        raise Rejected(f"a Taylor coefficient has no value modulo {p}") from None


def times(a: Series, b: Series, p: int) -> Series:
    """The product, to the same order."""
    return [sum(map(mul, a, b[n::-1])) % p for n in range(len(a))]


def compose(c: Sequence[int], z: Series, p: int) -> Series:
    """sum c_n z^n, z without constant term."""
    result = [0] * len(z)
    for a in reversed(c):
        result = times(result, z, p)
        result[0] += a
    return result


def combined(a: Sequence[int], b: Sequence[Series], start: Series | None = None) -> Series:
    """start + sum_k a_k b_k."""
    columns = zip(*b, strict=True)
    sums = [sum(map(mul, a, column)) for column in columns]
    return sums if start is None else [x + y for x, y in zip(start, sums, strict=True)]


def taylor(name: str, K: int, p: int) -> Series:
    """The first K Taylor coefficients at 0 modulo p; for the two forms of GELU with `ROOT` for sqrt(2/pi)."""
    logistic = [pow(2, -1, p)]
    for n in range(K):  # L' = L - L^2
        square = sum(map(mul, logistic, reversed(logistic)))
        logistic.append((logistic[n] - square) * pow(n + 1, -1, p) % p)
    if name == "silu":
        return [0, *logistic[: K - 1]]
    if name == "quick_gelu":
        rate = 1702 * pow(1000, -1, p)
        return [0, *(a * pow(rate, n, p) % p for n, a in enumerate(logistic[: K - 1]))]
    if name == "gelu_tanh":  # z L(2 sqrt(2/pi) (z + 0.044715 z^3))
        inner = [0, 2 * ROOT, 0, 2 * ROOT * 44715 * pow(10**6, -1, p), *[0] * K]
        return [0, *compose(logistic, inner[:K], p)[: K - 1]]
    if name != "gelu":
        raise Rejected(f"no Taylor series of {name} at 0 is known here, or its value at 0 is not 0")
    series, a = [0, pow(2, -1, p), *[0] * K], ROOT * pow(2, -1, p)  # z/2 + sqrt(2/pi)/2 (z^2 - z^4/6 + ...)
    for m in range(K // 2):
        series[2 * m + 2] = a * pow(2 * m + 1, -1, p) % p
        a = -a * pow(2 * m + 2, -1, p)
    return series[:K]


def gradient(
    blocks: Sequence[Block], tape: Tape, p: int, *, first: int = 0, skip: int = 1
) -> list[list[Series]]:
    """The derivatives of F by all weights but the first ones of each row: d series a weight."""
    d = len(tape[0][0])
    G = [[[int(i == j), *[0] * (len(tape[0][0][0]) - 1)] for j in range(d)] for i in range(d)]
    found: list[list[Series]] = []
    for (up, down), (x, s, slope) in zip(reversed(blocks), reversed(tape), strict=True):
        outer = [[times(combined([D[k] for D in down], g), slope[k], p) for g in G] for k in range(len(up))]
        found += [
            [times(outer[k][i], x[b], p) for i in range(d)] for k in range(len(up)) for b in range(first, d)
        ]
        found += [[times(G[i][a], s[k], p) for i in range(d)] for k in range(len(up)) for a in range(d)]
        kept = [[[skip * a for a in g] for g in row] for row in G]
        G = [
            [combined([u[b] for u in up], [o[i] for o in outer], kept[i][b]) for b in range(d)]
            for i in range(d)
        ]
    return found


def jets(blocks: Sequence[Block], c: Series, p: int, skip: int = 1) -> list[list[list[Series]]]:
    """For each axis, `gradient` of the Taylor coefficients of F there; c are those of sigma."""
    derivative = [*(n * a % p for n, a in enumerate(c) if n), 0]  # the last does not count, as x is O(t)
    d, found = len(blocks[0][1]), []
    for axis in range(d):
        x: list[Series] = [[int(n == 1 and i == axis) for n in range(len(c))] for i in range(d)]
        tape: Tape = []
        for up, down in blocks:
            z = [combined(u, x) for u in up]
            s, slope = ([compose(f, value, p) for value in z] for f in (c, derivative))
            tape.append((x, s, slope))
            x = [combined(D, s, [skip * a for a in y]) for D, y in zip(down, x, strict=True)]
        found.append(gradient(blocks, tape, p, skip=skip))
    return found


def values(
    blocks: Sequence[Block], points: Sequence[Sequence[int]], p: int, skip: int = 1
) -> list[list[list[Series]]]:
    """For each point, `gradient` of the value of F there, sigma = relu, by all weights but each row's first.

    Raises:
        Rejected: a neuron is 0 at a point.
    """
    found = []
    for point in points:
        if len(point) != len(blocks[0][1]):
            raise Malformed(f"a point must have {len(blocks[0][1])} entries, found {len(point)}")
        x, tape = [[value] for value in point], list[Any]()
        for up, down in blocks:
            z = [combined(u, x) for u in up]
            if not all(value for (value,) in z):
                raise Rejected("a neuron is 0 at a point")
            tape.append((x, [[max(value, 0)] for (value,) in z], [[int(value > 0)] for (value,) in z]))
            x = [combined(D, tape[-1][1], [skip * a for a in y]) for D, y in zip(down, x, strict=True)]
        found.append(gradient(blocks, tape, p, first=1, skip=skip))
    return found
