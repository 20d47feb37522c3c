"""Every MLP block of a checkpoint, each decided, or answered by a theorem when one speaks of all weights."""

from __future__ import annotations

import os
import time
from collections.abc import Iterable, Iterator
from concurrent.futures import BrokenExecutor, Executor, as_completed
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cache
from typing import Any

import numpy as np

from symproof.absorb.decide import Decision, decide
from symproof.absorb.distance import distance
from symproof.absorb.gated import GatedDecision, decide_gated
from symproof.absorb.limits import Limits
from symproof.activations.catalogue import formula
from symproof.activations.classify import Absorbs, Ruling, classify
from symproof.activations.gates import classify_gate
from symproof.errors import GaveUp
from symproof.files.blocks import Found, find_blocks
from symproof.files.checkpoint import open_checkpoint
from symproof.files.namings import Naming
from symproof.kernel.activations import activation as known
from symproof.kernel.errors import Malformed
from symproof.kernel.gated import Gated
from symproof.model.block import Block
from symproof.model.convert import exact_matrix, exact_vector

SHARES = 6e8  # products: 512 x 512 x 2048 is some ten seconds
NEVER, UNDECIDED, GAVE_UP = "never", "undecided", "gave-up"


@dataclass(frozen=True, slots=True)
class Scanned:
    """A block of a checkpoint and the answer about it.

    Attributes:
        found: where the block is and what it is.
        verdict: absorbable, not-absorbable, never, undecided or gave-up. "never": a theorem says so of all
            weights. "undecided": no theorem applies, or the activation is not known.
        by: the theorem, the evidence, or why there is no answer.
        share: bounds of the part of the skip that sign flips can absorb (`distance`), where it was asked for.
        seconds: reading, deciding and the share.
        decision: with the certificate, when the kernel has accepted one.
        same_as: an earlier block of the same weights.
    """

    found: Found
    verdict: str
    by: str
    seconds: float
    decision: Decision | GatedDecision | None = None
    share: tuple[Fraction, Fraction] | None = None
    same_as: str | None = None


def scan(
    path: str | os.PathLike[str],
    *,
    activation: str | None = None,
    orientation: str | None = None,
    namings: Iterable[Naming] = (),
    limits: Limits | None = None,
    executor: Executor | None = None,
    shares: float = SHARES,
) -> Iterator[Scanned]:
    """The MLP blocks of a checkpoint with their verdicts, one by one: a block is read when it is its turn.

    Args:
        path: a .safetensors, .npz, .gguf or .onnx file, an index of shards, or a directory.
        activation: of all blocks; needed where the checkpoint does not name one.
        orientation: "out-in" or "in-out", needed for square matrices without biases.
        namings: the caller's own names of the parts.
        limits: for each block; the default has no time limit.
        executor: where the blocks are decided, such as a process pool or a Dask client's; None: here. They
            come in the order in which they are decided.
        shares: the share is found for blocks of d d N at most this; the kernel's check of it is dense.

    Raises:
        Malformed: the checkpoint cannot be read, or the parts of a block do not fit.
        GaveUp: a worker of the executor died.
    """
    found = find_blocks(
        open_checkpoint(path), activation=activation, orientation=orientation, namings=namings
    )
    seen: dict[str, str] = {}
    for scanned in _decided(found, limits or Limits(), executor, shares):
        proof = None if scanned.decision is None else scanned.decision.certificate
        first = seen.setdefault(proof["sha256"], scanned.found.name) if proof else scanned.found.name
        yield scanned if first == scanned.found.name else replace(scanned, same_as=first)


def _decided(
    blocks: list[Found], limits: Limits, executor: Executor | None, shares: float
) -> Iterator[Scanned]:
    if executor is None:
        yield from (judged(found, limits, shares) for found in blocks)
        return
    futures = [executor.submit(judged, found, limits, shares) for found in blocks]
    try:
        for future in as_completed(futures):
            yield future.result()
    except BrokenExecutor:
        raise GaveUp(["workers"], "a worker died: fewer --workers, or a smaller --memory") from None
    finally:
        for future in futures:
            future.cancel()


def judged(found: Found, limits: Limits, shares: float) -> Scanned:
    """The answer about one block."""
    start = time.monotonic()
    try:
        verdict, by, decision = _answer(found, limits)
    except Malformed as error:  # one block that cannot be read says nothing about the others
        verdict, by, decision = UNDECIDED, str(error), None
    wanted = isinstance(decision, Decision) and found.size <= shares
    share = _share(decision.block, limits) if wanted and isinstance(decision, Decision) else None
    return Scanned(found, verdict, by, time.monotonic() - start, decision, share)


def _share(block: Block, limits: Limits) -> tuple[Fraction, Fraction] | None:
    """The bounds, None when they are not found within the limits."""
    try:
        return distance(block, limits, near=False).share
    except GaveUp:
        return None


def _answer(found: Found, limits: Limits) -> tuple[str, str, Decision | GatedDecision | None]:
    if found.remarks:
        return UNDECIDED, "; ".join(found.remarks), None
    if found.activation is None:
        return UNDECIDED, f"name the activation: {found.activation_from}", None
    try:
        ruling = ruled(found.activation, found.gated)
    except Malformed as error:
        return (
            UNDECIDED,
            f"{found.activation} ({found.activation_from}) is no known activation: {error}",
            None,
        )
    hidden = {"b_up", "b_gate"} & set(found.biases)
    if ruling.verdict is Absorbs.NEVER and not hidden:
        return NEVER, label(ruling), None
    if found.gated and (not in_table(found.activation) or not known(found.activation).gap):
        return UNDECIDED, f"{label(ruling)}, but there are biases inside: no theorem applies", None
    if found.gated:
        answer = decide_gated(gated_of(found), limits)
        return str(answer.verdict), answer.method or answer.why, answer
    if not in_table(found.activation):
        with_biases = "; no theorem speaks of it with hidden biases" * bool(hidden)
        return UNDECIDED, f"{label(ruling)}: {ruling.why}{with_biases}", None
    decision = decide(block_of(found), limits)
    return str(decision.verdict), decision.method or decision.why, decision


@cache
def ruled(activation: str, gated: bool) -> Ruling:
    """What the theorems say of an activation, or of a gate."""
    return (classify_gate if gated else classify)(formula(activation)).ruling


def label(ruling: Ruling) -> str:
    """The first statement of a ruling as the paper names it."""
    from symproof.paper import statement

    if not ruling.statements:
        return "by `symproof activation`"
    own = statement(ruling.statements[0])
    return own.source.v2 or own.source.v1 or f"statement {own.id}"


def in_table(activation: str) -> bool:
    """Whether the kernel knows the activation."""
    try:
        known(activation)
    except Malformed:
        return False
    return True


def block_of(found: Found) -> Block:
    """The block with its weights, read now.

    Raises:
        Malformed: it is gated, its activation is not known to the kernel, or its tensors cannot be read.
    """
    if found.gated or found.activation is None:
        raise Malformed(f"{found.name}: a block needs one activation and no gate")
    arrays = arrays_of(found)
    up, down = arrays.pop("W_up"), arrays.pop("W_down")
    return Block(up, down, found.activation, floats="binary", **arrays)


def gated_of(found: Found) -> Gated:
    """The gated block with its weights, read now."""
    arrays = arrays_of(found)
    gate, b_gate = arrays.pop("W_gate"), arrays.pop("b_gate", None)
    up, down = arrays.pop("W_up"), arrays.pop("W_down")
    value = Block(up, down, found.activation, floats="binary", **arrays).weights
    b_gates = None if b_gate is None else exact_vector(b_gate, "b_gate", "binary")
    return Gated(value, exact_matrix(gate, "W_gate", "binary"), b_gates)


def arrays_of(found: Found) -> dict[str, Any]:
    """The numpy arrays of a block by name; output biases alone come with hidden biases 0."""
    arrays = {key: part.read() for key, part in found.parts.items()}
    if "b_down" in arrays and "b_up" not in arrays:
        arrays["b_up"] = np.zeros(found.N, np.float32)
    return arrays
