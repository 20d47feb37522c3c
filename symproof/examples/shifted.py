"""Examples with biases: an output bias takes the constants of a flip, without one they must cancel."""

from __future__ import annotations

import random

from symproof.examples import draw
from symproof.examples.example import Example, Request, absorbed, decided
from symproof.examples.planted import arranged, block_of, chosen
from symproof.kernel.activations import activation
from symproof.kernel.errors import Malformed
from symproof.model.block import Block
from symproof.verdict import Verdict


def _drawn(rng: random.Random, request: Request, output: bool) -> tuple[Block, tuple[int, ...]] | None:
    """A block with hidden biases and the planted S."""
    if not activation(request.activation).translates:
        raise Malformed(f"{request.activation} with biases is not decided by the least width")
    S = chosen(rng, request)
    found = arranged(rng, request, [S], draw.identity(request.d, -1))
    if found is None:
        return None
    plain = block_of(request, *found)
    b_up = [rng.randint(-request.bound, request.bound) for _ in range(request.width)]
    b_down = [rng.randint(-request.bound, request.bound) for _ in range(request.d)] if output else None
    return Block(plain.W_up, plain.W_down, request.activation, b_up=b_up, b_down=b_down), S


def biases(rng: random.Random, request: Request) -> Example | None:
    """Biases in both layers: (3) alone decides, and the output bias takes the constants of the flip."""
    drawn = _drawn(rng, request, output=True)
    if drawn is None:
        return None
    block, S = drawn
    return absorbed(block, S, f"(3) holds for S = {list(S)}; the output bias of V makes up for the constants")


def biases_not(rng: random.Random, request: Request) -> Example | None:
    """Hidden biases alone: (3) holds for S, but W_down[:,S] b_up[S] != 0, and nothing takes the constants."""
    drawn = _drawn(rng, request, output=False)
    if drawn is None:
        return None
    block, S = drawn
    constants = [row[-1] for row in block.residual(S)]
    if not any(constants):
        return None
    left = ", ".join(map(str, constants))
    why = f"S = {list(S)} solves (3), and W_down[:,S] b_up[S] = ({left}) is not 0; no other S solves both"
    return decided(block, Verdict.NOT_ABSORBABLE, why)
