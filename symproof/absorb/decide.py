"""The one function that decides: a block in, a decision out, the evidence inside, accepted by the kernel."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Unpack

from symproof.absorb.construct import Network
from symproof.absorb.explain import account_absorbed, account_impossible
from symproof.absorb.limits import Clock, Limits, enforced
from symproof.absorb.proved import proved
from symproof.absorb.solve import Solution, solve
from symproof.absorb.system import TooLong, text
from symproof.absorb.width import Fails, Silent, Suffices, decide_width
from symproof.errors import GaveUp
from symproof.kernel.activations import Activation, activation
from symproof.kernel.budget import STEPS
from symproof.kernel.claims import equation
from symproof.kernel.errors import Malformed
from symproof.kernel.trees import Problem
from symproof.model import display
from symproof.model.block import Block, BlockLike, Options
from symproof.model.certificate import Certificate
from symproof.reader.numbers import MAX_DIGITS
from symproof.reader.weights import Weights
from symproof.verdict import Reasoned, Verdict

Report = Callable[[str], None]

SPELT = 1 << 13  # entries of a matrix beyond which V is named by its signs, not entry by entry


@dataclass(frozen=True, slots=True, repr=False)
class Decision(Reasoned):
    """The answer about one block, with its evidence.

    Attributes:
        verdict: absorbable, not-absorbable, gave-up, or undecided: the theorems are silent about some
            blocks with biases, and only about these.
        block: the block that was asked about.
        why: the reason in words.
        established: the kernel's own sentence, or None without an answer.
        certificate: what `symproof check` accepts, or None.
        network: V when absorbable; None for large blocks, whose certificates name the signs.
        subset: S of equation (3) when V is W with the rows in S flipped, 0-based, else None.
        method: how the search found it.
        tried: what was tried, when it gave up.
    """

    verdict: Verdict
    block: Block
    why: str
    established: str | None = None
    certificate: Certificate | None = None
    network: Network | None = None
    subset: tuple[int, ...] | None = None
    method: str = ""
    tried: tuple[str, ...] = ()

    @property
    def absorbable(self) -> bool | None:
        """True, False, or None without an answer."""
        return {Verdict.ABSORBABLE: True, Verdict.NOT_ABSORBABLE: False}.get(self.verdict)

    def _repr_html_(self) -> str:
        block = self.block
        rows = {
            "block": f"d = {block.d}, N = {block.width}, {block.activation}",
            "why": self.why,
            "kernel": f"accepts: {self.established}" if self.established else "",
        }
        return display.table(str(self.verdict), rows)


def decide(
    block: BlockLike,
    limits: Limits | None = None,
    report: Report | None = None,
    **options: Unpack[Options],
) -> Decision:
    """Whether a residual-free MLP of the same width computes ``block``, with evidence.

    Args:
        block: x -> M x + W_down sigma(W_up x + b_up) + b_down, exact weights, any rank, any rows, any skip.
            The MLP may have biases of the kinds that the block has. A pair (W_up, W_down) of matrices does as
            well, with ``options``, the other arguments of `Block`.
        limits: of time and memory; the default has no time limit.
        report: called with a line of progress now and then.

    Returns:
        A decision whose certificate the kernel has accepted, or one with the verdict gave-up or undecided.

    Source: Theorem 4 (v2), extended to all weights by the least width, and to biases: SOUNDNESS.md sections 6
    and 7 of the kernel.

    >>> str(decide(Block([[1, 0], [0, 1]], [[-1, 0], [0, -1]])))
    'absorbable: flip neurons 0, 1: (3) holds for S = {0, 1}'
    >>> decide(([[1, 0], [0, 1]], [[1, 0], [0, 1]]), activation="gelu").absorbable
    False
    """
    block = Block.of(block, **options)
    clock = Clock(limits or Limits(), report)
    try:
        with enforced(clock):
            return _decided(block, clock)
    except GaveUp as stop:
        return Decision(Verdict.GAVE_UP, block, str(stop), tried=tuple(stop.tried))


def _decided(block: Block, clock: Clock) -> Decision:
    """The decision.

    Raises:
        GaveUp: a limit was reached.
    """
    weights, width = block.weights, block.width
    clock.note("the classes of neurons")
    answer = decide_width(weights, activation(block.activation), width, clock.remaining(), clock.hear)
    if isinstance(answer, Silent):
        return Decision(Verdict.UNDECIDED, block, answer.why)
    if isinstance(answer, Fails):
        proof, established = proved(weights, "not-absorbable", width, {"cost": answer.proofs}, clock)
        why = account_impossible(block, answer)
        return Decision(Verdict.NOT_ABSORBABLE, block, why, established, proof, method=answer.method)
    evidence, network = suffices(weights, activation(block.activation), answer)
    proof, established = proved(weights, "absorbable", width, evidence, clock)
    why, subset = account_absorbed(block, answer)
    return Decision(Verdict.ABSORBABLE, block, why, established, proof, network, subset, answer.method)


def suffices(
    weights: Weights, act: Activation, answer: Suffices, short: bool = False
) -> tuple[dict[str, Any], Network | None]:
    """The evidence that an MLP exists, and the MLP where it is written out.

    Args:
        weights: the block.
        act: its activation.
        answer: what the MLP is made from.
        short: prefer the choice of signs to the MLP.

    Raises:
        GaveUp: only the MLP itself is evidence, and it has too many digits or takes too long.
    """
    choice = answer.choice
    brief = (
        None if choice is None or answer.kept else {"flip": sorted(choice.flipped), "double": [*choice.free]}
    )
    quick = choice is not None and len(choice.flipped) * weights.d**2 >> 6 <= STEPS  # for the kernel
    if brief is not None and (short or (quick and weights.d * weights.width > SPELT)):
        return brief, None
    network = answer.network(weights, act)
    try:
        if network is not None:
            return spelt(network), network
    except TooLong:
        network = None
    if brief is None:
        limit = f"an MLP was found whose entries have more than the {MAX_DIGITS} digits of a certificate"
        raise GaveUp([answer.method], limit)
    return brief, None


def spelt(network: Network) -> dict[str, Any]:
    """V as the evidence spells it (FORMAT.md).

    Raises:
        TooLong: an entry has more digits than a certificate may have.
    """
    biases = {"V_b_up": network.b_up, "V_b_down": network.b_down}
    return {
        "V_up": [[text(x) for x in row] for row in network.up],
        "V_down": [[text(x) for x in row] for row in network.down if row],
        **{name: [text(x) for x in bias] for name, bias in biases.items() if bias is not None},
    }


def subset_problem(block: Block) -> Problem:
    """Equation (3) for the block: ABS(W_down, W_up, -M/gap); b_up without b_down is one more column.

    Raises:
        Malformed: the linear gap is 0, so there is no such equation.
    """
    act = activation(block.activation)
    if not act.gap:
        raise Malformed(f"{act.name} has linear gap 0: equation (3) does not arise")
    return equation(block.weights, act)


def find_subset(
    block: Block, limits: Limits | None = None, report: Report | None = None
) -> tuple[int, ...] | Certificate:
    """A set S that solves equation (3), or a certificate, accepted, of the claim no-subset.

    It speaks of equation (3) alone: for degenerate weights that is not the question of absorption.

    Raises:
        GaveUp: a limit was reached.
    """
    clock = Clock(limits or Limits(), report)
    with enforced(clock):
        answer = solve(subset_problem(block), clock.remaining(), clock.hear)
        if isinstance(answer, Solution):
            return answer.subset
        return proved(block.weights, "no-subset", block.width, {"tree": answer.tree}, clock)[0]
