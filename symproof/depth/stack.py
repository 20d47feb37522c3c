"""The function that decides stacks: blocks in, a decision out, with evidence that the kernel has accepted."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Any

from symproof.absorb.construct import network_of
from symproof.absorb.decide import decide, find_subset, spelt
from symproof.absorb.limits import Clock, Limits
from symproof.depth.bends import rigidity
from symproof.errors import GaveUp, Malformed, OutOfBudget, Rejected
from symproof.kernel.bends import pair_of
from symproof.kernel.budget import Budget
from symproof.kernel.levels import ANY_DEPTH, conditions, plain
from symproof.kernel.stacks import certificate, check_stack, named
from symproof.model.block import Block
from symproof.reader.weights import Weights
from symproof.verdict import Reasoned, StackVerdict, Verdict

Report = Callable[[str], None]
GROUNDS = (
    "(H1), (H2), (H3) hold for all blocks",
    "where the stack bends fixes the first rows and the last columns of what computes it",
)
RANKS = 12  # neurons of a block all of whose 2^N ranks are computed


@dataclass(frozen=True, slots=True, repr=False)
class StackDecision(Reasoned):
    """The answer about a stack, with its evidence.

    Attributes:
        verdict: representable, not-representable, undecided or gave-up.
        blocks: the blocks, in the order in which they are applied.
        why: the reason in words.
        condition: the name of the condition that fails, when a theorem is silent.
        established: the kernel's own sentence, or None without an answer.
        certificate: what `symproof check` accepts, or None; it names its claim.
        subsets: for each block the set S whose flips absorb its skip, None where there is none or none known.
        refuted: the block that the certificate refutes.
    """

    verdict: StackVerdict
    blocks: tuple[Block, ...]
    why: str
    condition: str = ""
    established: str | None = None
    certificate: dict[str, Any] | None = None
    subsets: tuple[tuple[int, ...] | None, ...] = ()
    refuted: int | None = None

    @property
    def claim(self) -> str | None:
        """The claim that the certificate establishes."""
        return None if self.certificate is None else str(self.certificate["claim"])


def decide_stack(
    blocks: Sequence[Block], limits: Limits | None = None, report: Report | None = None
) -> StackDecision:
    """Whether consecutive layers without skips, with as many neurons in all, compute the blocks in turn.

    GELU (both forms), SiLU and quick-GELU: at every depth, when three conditions hold that are compared in
    exact arithmetic. Two ReLU blocks: for two layers with R^d between them, when enough bends are found.
    Any activation: representable when every block is absorbable.

    Args:
        blocks: at least one, of one dimension and with one activation; the first is applied first.
        limits: of time and memory; the default has no time limit.
        report: called with a line of progress now and then.

    Returns:
        A decision whose certificate the kernel has accepted; or undecided, with the condition that fails,
        or gave-up.

    Raises:
        Malformed: the blocks make no stack.

    Source: depth (the paper's open problem); SOUNDNESS.md of the kernel, sections 8 and 9.

    >>> block = Block([[1, 2], [3, 1]], [[1, 0], [0, 1]], "gelu")
    >>> print(decide_stack([block, block]))
    not-representable: equation (3) has no solution for block 0, and (H1), (H2), (H3) hold for all blocks
    """
    own, clock = tuple(blocks), Clock(limits or Limits(), report)
    named([block.weights for block in own])
    try:
        return _decided(own, clock)
    except GaveUp as stop:
        return StackDecision(StackVerdict.GAVE_UP, own, str(stop))


def _decided(own: tuple[Block, ...], clock: Clock) -> StackDecision:
    """The decision; the blocks are looked at in turn until one of them refutes the stack."""
    stack = [replace(block.weights, activation=block.activation) for block in own]
    silent, answers = condition(stack), list[Answer]()
    for i, block in enumerate(own):
        clock.note(f"equation (3) for block {i}")
        answers.append(_answer(block, clock))
        if isinstance(tree := answers[i], dict) and not silent:
            found = _refuted(stack, i, tree, clock)
            if isinstance(found, str):
                silent = found
                continue
            why = f"equation (3) has no solution for block {i}, and {GROUNDS[own[0].activation == 'relu']}"
            subsets = tuple(map(_subset, answers))
            return StackDecision(StackVerdict.NOT_REPRESENTABLE, own, why, "", found[1], found[0], subsets, i)
    return _not_refuted(own, answers, silent, clock)


Answer = tuple[int, ...] | dict[str, Any] | GaveUp | None
"""A set S that solves (3), a tree that shows that there is none, why neither was found, or no equation."""


def condition(stack: Sequence[Weights]) -> str:
    """What keeps the theorems from the stack at first sight: activation, skip, biases, number of blocks."""
    try:
        if stack[0].activation == "relu":
            pair_of(stack)
        else:
            plain(stack, ANY_DEPTH)
    except Rejected as why:
        return str(why)
    return ""


def proved_stack(
    stack: Sequence[Weights],
    claim: str,
    evidence: Any,
    clock: Clock,
    *,
    width: int | None = None,
    layer: int | None = None,
) -> tuple[dict[str, Any], str]:
    """The certificate and the kernel's sentence.

    Raises:
        GaveUp: the kernel's budget is spent, or the time.
        ArithmeticError: the kernel refuses evidence of our own making: a defect of the search.
    """
    proof = certificate(stack, claim, evidence, width, layer)
    clock.note("the kernel's check")
    try:
        return proof, check_stack(
            proof, stack, claim, width=width, layer=layer, budget=Budget(tick=clock.check)
        )
    except OutOfBudget as limit:
        raise GaveUp(clock.tried, str(limit)) from limit
    except (Malformed, Rejected) as refusal:
        raise ArithmeticError(f"the kernel refuses what the search found for {claim}: {refusal}") from refusal


def bare(block: Block) -> Block:
    """The block without its biases."""
    return Block(block.W_up, block.W_down, block.activation, block.skip, floats="binary")


def _answer(block: Block, clock: Clock) -> Answer:
    """Whether a set S solves equation (3), biases aside: all that the theorems ask of a block."""
    if not block.gap:
        return None
    try:
        found = find_subset(bare(block), clock.remaining())
    except GaveUp as stop:
        return stop
    return found if isinstance(found, tuple) else found["evidence"]["tree"]


def _subset(answer: Answer) -> tuple[int, ...] | None:
    return answer if isinstance(answer, tuple) else None


def _refuted(stack: Sequence[Weights], i: int, tree: Any, clock: Clock) -> tuple[dict[str, Any], str] | str:
    """The certificate against the stack and its sentence, no S solving (3) for block i; or what fails."""
    if stack[0].activation == "relu":
        points = rigidity(pair_of(stack), clock)
        if points is None:
            return "(bends) too few points were found at which the stack bends as the theorem needs it"
        return proved_stack(stack, "pair-not-representable", {**points, "block": i, "tree": tree}, clock)
    claim = "not-representable"
    proof = certificate(stack, claim, {"block": i, "tree": tree})
    try:
        return proof, check_stack(proof, stack, claim, budget=Budget(tick=clock.check))
    except Rejected as why:
        if str(why).startswith("("):
            return str(why)
    dead = sum(b.width for b in stack) - sum(b.width for b in conditions(stack))
    if not dead:
        raise ArithmeticError(f"the kernel refuses the tree of block {i}")
    if stack[0].width <= RANKS and dead < stack[0].d:
        proof = certificate(stack, claim, {"block": 0, "rank": dead + 1})
        with suppress(Rejected, OutOfBudget):
            return proof, check_stack(proof, stack, claim, budget=Budget(tick=clock.check))
    return f"(H2) neurons with a row or a column that is zero: {dead}; others could be in their place"


def _not_refuted(own: tuple[Block, ...], answers: list[Answer], silent: str, clock: Clock) -> StackDecision:
    """The answer when no block refutes the stack: each absorbs, a theorem is silent, or time is out."""
    stops = [answer for answer in answers if isinstance(answer, GaveUp)]
    if stops and not silent:
        raise stops[0]
    parts, open_blocks = [], []
    for i, (block, answer) in enumerate(zip(own, answers, strict=True)):
        clock.note(f"block {i}")
        part = _absorbed(block, answer, clock)
        parts.append(part)
        open_blocks += [i] if part is None else []
    subsets = tuple(map(_subset, answers))
    if not open_blocks:
        proof, sentence = proved_stack([b.weights for b in own], "representable", parts, clock)
        why = "every block is absorbable"
        return StackDecision(StackVerdict.REPRESENTABLE, own, why, "", sentence, proof, subsets)
    why = f"block {open_blocks[0]} does not absorb its skip, and the theorems are silent: {silent}"
    name = silent[1 : silent.index(")")]
    return StackDecision(StackVerdict.UNDECIDED, own, why, name, subsets=subsets)


def _absorbed(block: Block, answer: Answer, clock: Clock) -> dict[str, Any] | None:
    """The evidence that the block absorbs its skip, an output bias allowed where it has hidden ones; or None.

    Raises:
        GaveUp: it is not known.
    """
    b_down = [0] * block.d if block.b_up is not None and block.b_down is None else block.b_down
    whole = Block(
        block.W_up,
        block.W_down,
        block.activation,
        block.skip,
        b_up=block.b_up,
        b_down=b_down,
        floats="binary",
    )
    if isinstance(answer, tuple):
        return spelt(network_of(whole.flip(answer).weights))
    decision = decide(whole, clock.remaining())
    if decision.verdict is Verdict.GAVE_UP:
        raise GaveUp(list(decision.tried), decision.why)
    return decision.certificate["evidence"] if decision.absorbable and decision.certificate else None
