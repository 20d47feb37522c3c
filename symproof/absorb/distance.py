"""How far a block is from absorbing its skip: bounds of min over S of |M + c W_down[:,S] W_up[S,:]|^2.

A flip of the rows of S adds c W_down[:,S] W_up[S,:] to the linear part, c the linear gap, and changes
nothing else: what is left, M + c W_S U_S, is the part of the skip that the flipped MLP lacks. With
q = the minimum, |.| the Frobenius norm:

    the share    1 - q / |M|^2, the part of the skip that sign flips can absorb: 1 iff (3) has a solution
    the distance sqrt(q), from M to the nearest skip that these flips absorb

The upper bound of q is one S: the box least squares x in [0,1]^N, rounded, and improved by single flips. The
lower bound is <Y, M> + sum_k min(0, c D_k^T Y u_k), squared, over |Y|^2, for any matrix Y (Cauchy-Schwarz);
the residual of the box least squares is the best Y, by duality, found by accelerated projected gradients.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from math import ceil, floor, log2
from typing import Any, Unpack

import numpy as np
from numpy.typing import NDArray

from symproof.absorb.limits import Clock, Limits
from symproof.absorb.nearby import Nearby, nearby
from symproof.absorb.proved import accepted
from symproof.absorb.system import floats, outward
from symproof.errors import GaveUp
from symproof.kernel.activations import activation
from symproof.kernel.bounds import certified_bound
from symproof.kernel.distance import symmetric
from symproof.kernel.errors import Malformed
from symproof.kernel.linear import product
from symproof.model import display
from symproof.model.block import Block, BlockLike, Options
from symproof.model.certificate import Certificate
from symproof.model.convert import exact_matrix
from symproof.reader.numbers import Matrix, fraction

Floats = NDArray[np.floating[Any]]

STEPS = 200  # of projected gradients
GAP = 1e-4  # relative, between the two sides of the relaxation
LARGE = 256  # neurons from which float32 does
ALL = 14  # neurons up to which every S is looked at
BITS = 11  # of an entry of Y
SURE = 1e-9  # relative, what the sums of floats may be off
LOST = 5e-5  # relative, of the lower bound, by the rounding of W_up
SHORT = 30  # characters of an exact bound that is kept as it is
FINER = 5  # bits more for the upper bound, whose squares add up
SMALL = 100_000  # products to find it


@dataclass(frozen=True, slots=True)
class Distance:
    """Certified bounds of q, the least squared Frobenius norm of M + c W_down[:,S] W_up[S,:] over all S.

    Attributes:
        block: the block that was asked about.
        lower, upper: of q.
        norm: that of M.
        subset: the S of the upper bound.
        certificates: of the claims distance-at-least and distance-at-most, accepted by the kernel.
        seconds: of the search, and of the kernel's two checks.
        covariance: C of the inputs where it was given: the square of a map's norm is then tr(A C A^T).
        near: how far other weights are that could absorb, and how far every MLP is; None: not asked for.
    """

    block: Block
    lower: Fraction
    upper: Fraction
    norm: Fraction
    subset: tuple[int, ...]
    certificates: tuple[Certificate, Certificate]
    seconds: tuple[float, float]
    covariance: Matrix | None = None
    near: Nearby | None = None

    @property
    def share(self) -> tuple[Fraction, Fraction]:
        """Bounds of 1 - q / norm, the part of the skip that sign flips can absorb."""
        return 1 - self.upper / self.norm, 1 - self.lower / self.norm

    @property
    def proofs(self) -> dict[str, Certificate]:
        """All certificates by claim."""
        own = {str(proof["claim"]): proof for proof in self.certificates}
        return own if self.near is None else own | self.near.certificates

    def _repr_html_(self) -> str:
        return display.table(f"share {percents(self.share)}", {"flipped": ", ".join(map(str, self.subset))})


def percents(share: tuple[Fraction, Fraction]) -> str:
    """Bounds of a share in per cent, rounded outwards.

    >>> percents((Fraction(1, 3), Fraction(1, 3)))
    '33.3 to 33.4 %'
    """
    low, high = floor(1000 * share[0]) / 10, ceil(1000 * share[1]) / 10
    return f"{low:.1f} %" if low == high else f"{low:.1f} to {high:.1f} %"


def distance(
    block: BlockLike,
    limits: Limits | None = None,
    report: Callable[[str], None] | None = None,
    *,
    covariance: Matrix | None = None,
    near: bool = True,
    **options: Unpack[Options],
) -> Distance:
    """How far the skip of a block is from what sign flips of its neurons absorb, bounded from both sides.

    It is not the error of the best MLP without the skip: that one may have other weights.

    Args:
        block: x -> M x + W_down sigma(W_up x + b_up) + b_down; the biases play no part. A pair (W_up, W_down)
            does as well, with ``options``, the other arguments of `Block`.
        limits: of time and memory; the default has no time limit.
        report: called with a line of progress now and then.
        covariance: C of the inputs, d x d, exact entries, positive definite: the square of
            a map's norm is then tr(A C A^T), the mean square of A x. None: the identity.
        near: ask too how far other weights are that could absorb, and how far every MLP is.

    Raises:
        Malformed: the skip is 0, so that there is nothing to absorb, or the covariance is none.
        GaveUp: a limit was reached, or an entry is beyond float64.

    Source: the dual bound and its proof are in SOUNDNESS.md, section 11, of the kernel.

    >>> found = distance(Block([[1, 0], [0, 1]], [[-1, 0], [0, "-1/2"]]))
    >>> [str(x) for x in found.share], found.subset
    (['7/8', '7/8'], (0, 1))
    """
    block = Block.of(block, **options)
    metric = None if covariance is None else exact_matrix(covariance, "the covariance", "binary")
    clock = Clock(limits or Limits(), report)
    try:
        with np.errstate(over="raise", invalid="raise"):
            return _bounded(block, clock, metric, near)
    except (FloatingPointError, OverflowError):
        raise GaveUp(clock.tried, "numbers beyond the range of float64") from None


def _bounded(block: Block, clock: Clock, metric: Matrix | None, near: bool) -> Distance:
    """The bounds.

    Raises:
        FloatingPointError, OverflowError: floats do not reach as far.
    """
    norm = _norm(block, metric)
    start = time.monotonic()
    search = _Search(block, clock, metric)
    x, residual = search.relaxed()
    Y = _rounded(residual)
    clock.note("sets of flips")
    subset = search.subset(x)
    bits = search.bits(Y)
    finer = None if bits is None or metric is not None else bits + FINER
    upper = _above(block, subset, search, norm, finer)
    if upper >= norm:
        subset, upper, finer = (), norm, None
    lower = max(Fraction(0), min(_below(block, Y, search, norm, bits), upper))
    below = {"Y": _integers(Y), **_short(bits), **search.positive()}
    above = {"S": list(subset), **_short(finer)}
    searched = time.monotonic()
    proofs = (
        _proved(block, "distance-at-least", lower, below, clock, metric=metric),
        _proved(block, "distance-at-most", upper, above, clock, metric=metric),
    )
    seconds = (searched - start, time.monotonic() - searched)
    around = nearby(block, residual, clock) if near and metric is None else None
    return Distance(block, lower, upper, norm, subset, proofs, seconds, metric, around)


def _norm(block: Block, metric: Matrix | None) -> Fraction:
    """|M|^2.

    Raises:
        Malformed: it is 0, or the covariance is not a symmetric d x d matrix.
    """
    M = block.weights.M
    if metric is None:
        norm = sum((fraction(x) ** 2 for row in M for x in row if x), Fraction(0))
    else:
        C, k = symmetric(metric, block.d)
        right = product(M, C)
        pairs = (xy for rows in zip(M, right, strict=True) for xy in zip(*rows, strict=True))
        norm = sum((fraction(x) * y for x, y in pairs), Fraction(0)) / k
    if norm <= 0:
        what = "the skip is 0" if metric is None else "the inputs have no variance on the skip"
        raise Malformed(f"{what}: there is nothing to absorb")
    return norm


def _proved(
    block: Block, claim: str, bound: Fraction, evidence: Any, clock: Clock, *, metric: Matrix | None
) -> Certificate:
    """The certificate, accepted by the kernel."""
    proof, _ = accepted(
        claim,
        clock,
        lambda budget: certified_bound(block.weights, claim, bound, evidence, budget, covariance=metric),
    )
    return Certificate(proof)


def _short(bits: int | None) -> dict[str, int]:
    """The part of the evidence that says how entries are rounded."""
    return {} if bits is None else {"bits": bits}


def _integers(Y: Floats) -> list[list[int]]:
    """The entries of a matrix of whole numbers."""
    return [[int(y) for y in row] for row in Y]


class _Search:
    """The problem in floats: columns c D_k, rows u_k, the Gram matrix of the c D_k u_k."""

    def __init__(self, block: Block, clock: Clock, metric: Matrix | None) -> None:
        clock.allocate(4 * 8 * block.width**2, "the Gram matrix of the neurons")
        self.clock, self.gap = clock, float(activation(block.activation).gap)
        self.exact, self.metric = metric, None if metric is None else floats(metric)
        self.M, self.up, self.down = (floats(rows) for rows in (block.weights.M, block.W_up, block.W_down))
        self.down = self.gap * self.down
        short = np.float32 if block.width > LARGE else np.float64  # for speed: the bounds are found anew
        self.gram: Floats = ((self.down.T @ self.down) * (self.weighed(self.up) @ self.up.T)).astype(short)
        self.linear: Floats = self.against(self.weighed(self.M)).astype(short)

    def weighed(self, Y: Floats) -> Floats:
        """Y C, C the covariance."""
        return Y if self.metric is None else Y @ self.metric

    def against(self, Y: Floats) -> Floats:
        """<Y, c D_k u_k> for every neuron."""
        found: Floats = np.einsum("ik,ik->k", self.down, Y @ self.up.T)
        return found

    def left(self, x: Floats) -> Floats:
        """M + sum_k x_k c D_k u_k."""
        return self.M + (self.down * x) @ self.up

    def bound(self, Y: Floats) -> float:
        """The lower bound of q that Y shows."""
        Z = self.weighed(Y)
        least = float((Z * self.M).sum() + np.minimum(self.against(Z), 0).sum())
        return least * least / float((Y * Z).sum()) if least > 0 else 0.0

    def size(self, A: Floats) -> float:
        """|A|^2."""
        return float((A * self.weighed(A)).sum())

    def lost(self, Y: Floats) -> float:
        """What rounding W_up to whole numbers takes from the bound that Y shows: what it does, and may do."""
        Z = self.weighed(Y)
        sums = np.abs(self.down).sum(axis=1, dtype=np.float64) * np.abs(Z).sum(axis=1, dtype=np.float64)
        return float(sums.sum()) * (1 + SURE)

    def blurred(self, subset: tuple[int, ...]) -> Floats:
        """A little more than what rounding to whole numbers does to c W_S U_S, and may do."""
        S, gap = list(subset), self.gap
        rows = np.abs(self.down[:, S]).sum(axis=1, dtype=np.float64)
        columns = abs(gap) * np.abs(self.up[S]).sum(axis=0, dtype=np.float64)
        found: Floats = rows[:, None] + columns + abs(gap) * (len(S) + 2)
        return found

    def bits(self, Y: Floats) -> int | None:
        """After the point, of the entries of W_up in the kernel's check; None: all."""
        least = self.bound(Y) * self.size(Y)
        if self.up.size * len(self.M) <= SMALL or least <= 0:
            return None
        return max(0, ceil(log2(max(self.lost(Y), 1e-300) / (LOST * least**0.5))))

    def positive(self) -> dict[str, Any]:
        """Evidence that the covariance is positive semidefinite: L L^T is a little less than it."""
        if self.exact is None:
            return {}
        C = floats(symmetric(self.exact, len(self.M))[0])
        values = np.linalg.eigvalsh(C)
        if not values[0] > 1e-10 * values[-1] > 0:
            raise Malformed("the covariance is not positive definite: add a little to its diagonal")
        factor = np.linalg.cholesky(C - values[0] / 2 * np.eye(len(C)))
        scale = 1 << max(0, ceil(log2(8 * len(C) ** 2 * float(np.abs(factor).max()) / values[0])))
        return {"L": _integers(np.rint(factor * scale)), "scale": scale}

    def relaxed(self) -> tuple[Floats, Floats]:
        """x in [0,1]^N that all but minimises |M + sum_k x_k c D_k u_k|, and what it leaves.

        Nesterov's method on columns scaled to length 1, started again when it goes astray (O'Donoghue and
        Candes 2015).
        """
        self.clock.note("the relaxation of all equations")
        size = np.sqrt(self.gram.diagonal())
        size[size == 0] = 1
        gram, linear = self.gram / size / size[:, None], self.linear / size
        length = largest(gram)
        x = z = size / 2
        t, best = 1.0, (np.inf, x)
        for step in range(1, STEPS + 1):
            self.clock.step(step, STEPS, "step")
            new = np.clip(z - (gram @ z + linear) / length, 0, size)
            t = 1.0 if (z - new) @ (new - x) > 0 else t
            after = (1 + (1 + 4 * t * t) ** 0.5) / 2
            z, x, t = new + z.dtype.type((t - 1) / after) * (new - x), new, after
            if step % 10 == 0:
                residual = self.left(x / size)
                value = self.size(residual)
                best = min(best, (value, x), key=lambda pair: pair[0])
                if value - self.bound(residual) <= GAP * value:
                    break
        x = best[1] / size
        return x, self.left(x)

    def subset(self, x: Floats) -> tuple[int, ...]:
        """An S that leaves little: every S for few neurons, else x rounded and improved by single flips."""
        N = len(x)
        if N <= ALL:
            chosen = (np.arange(1 << N)[:, None] >> np.arange(N) & 1).astype(float)
            values = 2 * chosen @ self.linear + np.einsum("sk,sk->s", chosen @ self.gram, chosen)
            x = chosen[int(values.argmin())]
        else:
            x = self.improved(np.round(x))
        return tuple(int(k) for k in np.flatnonzero(x))

    def improved(self, x: Floats) -> Floats:
        """x after single flips, each the best one, until none helps."""
        x, slope = x.copy(), 2 * (self.gram @ x + self.linear)
        diagonal = self.gram.diagonal()
        for _ in range(4 * len(x)):
            self.clock.check()
            sign = 1 - 2 * x
            change = sign * slope + diagonal
            k = int(change.argmin())
            if change[k] >= -1e-12:
                break
            slope += 2 * sign[k] * self.gram[k]
            x[k] += sign[k]
        return x


def largest(gram: Floats) -> np.floating[Any]:
    """A little more than the largest eigenvalue, by power iteration, in the matrix's own type."""
    v: Floats = np.random.default_rng(0).normal(size=len(gram)).astype(gram.dtype)
    size = np.linalg.norm(v)
    for _ in range(30):
        v = gram @ (v / (size or 1))
        size = np.linalg.norm(v)
    return gram.dtype.type(1.05 * float(size) or 1)


def _rounded(residual: Floats) -> Floats:
    """The matrix with entries rounded to `BITS` bits of the largest; the zero matrix stays."""
    largest = float(np.abs(residual).max())
    return np.rint(residual * ((1 << BITS) / largest)) if largest else residual


def _below(block: Block, Y: Floats, search: _Search, norm: Fraction, bits: int | None) -> Fraction:
    """What Y shows to be left by every S, squared: exactly where that is short, else a little less."""
    small = block.width * block.d**2 <= SMALL and search.exact is None
    if small and bits is None and Y.any():
        gap, whole = activation(block.activation).gap, _integers(Y)
        columns = zip(*product(whole, list(zip(*block.W_up, strict=True))), strict=True)  # Y u_k
        pairs = zip(zip(*block.W_down, strict=True), columns, strict=True)
        terms = (
            gap * sum((fraction(x) * y for x, y in zip(D, v, strict=True)), Fraction(0)) for D, v in pairs
        )
        entries = (
            (x, y) for M, row in zip(block.weights.M, whole, strict=True) for x, y in zip(M, row, strict=True)
        )
        skip = sum((fraction(x) * y for x, y in entries), Fraction(0))
        least = max(Fraction(0), skip + sum(min(Fraction(0), t) for t in terms))
        value: Fraction = least * least / sum(y * y for row in whole for y in row)
        if len(str(value)) <= SHORT:
            return value
    size = search.size(Y)
    root = (search.bound(Y) * size) ** 0.5 - (0.0 if bits is None else search.lost(Y) / 2.0**bits)
    return outward(root * max(root, 0.0) / (size or 1.0) * (1 - SURE), norm, up=False)


def _above(
    block: Block, subset: tuple[int, ...], search: _Search, norm: Fraction, bits: int | None
) -> Fraction:
    """What S leaves, squared: exactly where that is a short number soon found, else a little more."""
    gap = activation(block.activation).gap
    if gap and len(subset) * block.d**2 <= SMALL and search.exact is None:
        rows = (row[: block.d] for row in block.residual(subset))  # not the column of hidden biases
        value = gap * gap * sum((x * x for row in rows for x in row), Fraction(0))
        if len(str(value)) <= SHORT:
            return value
    x = np.zeros(block.width)
    x[list(subset)] = 1
    A = search.left(x)
    if bits is not None:
        A = np.abs(A) + search.blurred(subset) / 2.0**bits
    return outward(search.size(A) * (1 + SURE), norm, up=True)
