"""Small stacks of blocks with a known answer, each decided and its certificate accepted by the kernel."""

from __future__ import annotations

import random
from collections.abc import Callable
from fractions import Fraction
from typing import Any

from symproof.absorb.limits import Limits
from symproof.depth.stack import StackDecision, decide_stack
from symproof.errors import GaveUp, Malformed
from symproof.examples import draw
from symproof.examples.make import make, request_for
from symproof.model.block import Block
from symproof.verdict import StackVerdict

ATTEMPTS = 200  # draws before a kind gives up
SECONDS = 20.0  # for one decision

Maker = Callable[[random.Random, int, int, int], list[Block] | None]


def representable(rng: random.Random, d: int, n: int, bound: int) -> list[Block]:
    """Three GELU blocks that all absorb their skips: so does the stack."""
    return [_block("absorbable", rng, d, n, bound) for _ in range(3)]


def one_absorbable(rng: random.Random, d: int, n: int, bound: int) -> list[Block]:
    """Three GELU blocks of which one does not absorb its skip: no network without skips, at any depth."""
    blocks = representable(rng, d, n, bound)
    blocks[rng.randrange(3)] = _generic(rng, d, n, bound, "gelu")
    return blocks


def unseen(rng: random.Random, d: int, n: int, bound: int) -> list[Block]:
    """(H3) fails: no block absorbs its skip, and yet the stack is ONE layer without skips, of width d."""
    signs = [rng.choice((-1, 1)) * rng.randint(1, bound) for _ in range(d)]
    unit = draw.identity(d)
    rows = [[-a * x for x in unit[i]] for i, a in enumerate(signs)]
    columns = [[Fraction(int(i == j), a) for j in range(d)] for i, a in enumerate(signs)]
    return [Block([u], [[x] for x in D], "gelu") for u, D in zip(rows, columns, strict=True)]


def dead(rng: random.Random, d: int, n: int, bound: int) -> list[Block]:
    """A neuron with column 0 in block 1: another could be in its place, and the theorem does not say no."""
    first, second = _block("absorbable", rng, d, n, bound), _generic(rng, d, n, bound, "gelu")
    down = [[*row, 0] for row in second.W_down]
    return [first, Block([*second.W_up, draw.vector(rng, d, bound)], down, "gelu")]


def dead_in_the_first(rng: random.Random, d: int, n: int, bound: int) -> list[Block]:
    """A neuron with column 0, and block 0 lacks d neurons: refuted all the same by the rank of block 0."""
    first = _small(rng, d, n, bound, "gelu")
    down = [[*row, 0] for row in first.W_down]
    return [
        Block([*first.W_up, draw.vector(rng, d, bound)], down, "gelu"),
        _generic(rng, d, n, bound, "gelu"),
    ]


def homeomorphism(rng: random.Random, d: int, n: int, bound: int) -> list[Block]:
    """Two ReLU blocks in the plane that make a homeomorphism: refuted by the rays where it bends."""
    return [_small(rng, 2, n, bound, "relu") for _ in range(2)]


def chains(rng: random.Random, d: int, n: int, bound: int) -> list[Block]:
    """Two ReLU blocks, d >= 3: refuted by points where the stack bends, and chains of them."""
    return [_small(rng, max(d, 3), n, bound, "relu") for _ in range(2)]


def on_a_line(rng: random.Random, d: int, n: int, bound: int) -> list[Block]:
    """d = 1 with ReLU: every block of two neurons absorbs its skip, and so does every stack."""
    return [_generic(rng, 1, max(n, 2), bound, "relu") for _ in range(2)]


STACKS: dict[str, tuple[Maker, StackVerdict, str]] = {
    "stack-representable": (representable, StackVerdict.REPRESENTABLE, ""),
    "stack-one-absorbable": (one_absorbable, StackVerdict.NOT_REPRESENTABLE, ""),
    "stack-unseen": (unseen, StackVerdict.UNDECIDED, "H3"),
    "stack-dead": (dead, StackVerdict.UNDECIDED, "H2"),
    "stack-dead-first": (dead_in_the_first, StackVerdict.NOT_REPRESENTABLE, ""),
    "stack-homeomorphism": (homeomorphism, StackVerdict.NOT_REPRESENTABLE, ""),
    "stack-chains": (chains, StackVerdict.NOT_REPRESENTABLE, ""),
    "stack-line": (on_a_line, StackVerdict.REPRESENTABLE, ""),
}


def make_stack(
    kind: str, seed: int, d: int | None = None, n: int | None = None, bound: int = 4
) -> StackDecision:
    """A stack of a kind, decided; the same for the same arguments.

    Args:
        kind: one of `STACKS`.
        seed: any integer.
        d: the dimension; default 2. Some kinds have their own.
        n: the neurons of a block; default d + 2.
        bound: drawn integers are at most this in absolute value.

    Raises:
        Malformed: the kind does not exist, or not for these sizes.
        GaveUp: no draw worked out.

    >>> make_stack("stack-unseen", 1).condition
    'H3'
    """
    if kind not in STACKS:
        raise Malformed(f"the kinds of stacks are {', '.join(STACKS)}; found {kind}")
    d, (maker, verdict, condition) = 2 if d is None else d, STACKS[kind]
    n = d + 2 if n is None else n
    if min(d, n, bound) < 1 or (kind != "stack-line" and d < 2):
        raise Malformed(f"N and --max-entry must be at least 1 and d at least 2, found {n}, {bound}, {d}")
    rng = random.Random(f"{kind}:{seed}")
    for _ in range(ATTEMPTS):
        blocks = maker(rng, d, n, bound)
        if blocks is not None:
            decision = decide_stack(blocks, Limits(time=SECONDS))
            if (decision.verdict, decision.condition) == (verdict, condition):
                return decision
    raise GaveUp([kind], f"{ATTEMPTS} draws")


def stacks_text() -> dict[str, str]:
    """The kinds with one line each."""
    return {name: (maker.__doc__ or "").strip().splitlines()[0] for name, (maker, _, _) in STACKS.items()}


def stack_dict(kind: str, seed: int, decision: StackDecision) -> dict[str, Any]:
    """The JSON form of the stack, with what is known of it."""
    about = {"title": f"{kind}, seed {seed}", "expected": str(decision.verdict), "why": decision.why}
    return {"about": about, "blocks": [block.to_dict() for block in decision.blocks]}


def _block(kind: str, rng: random.Random, d: int, n: int, bound: int) -> Block:
    """An example of one of the kinds of blocks."""
    request = request_for(kind, d, n, activation="gelu", bound=bound)
    return make(kind, rng.randrange(10**9), request).block


def _generic(rng: random.Random, d: int, n: int, bound: int, activation: str) -> Block:
    """A block with drawn integers; mostly not absorbable."""
    up = _rows(rng, n, d, bound)
    return Block(up, draw.transposed(_rows(rng, n, d, bound)), activation)


def _small(rng: random.Random, d: int, n: int, bound: int, activation: str) -> Block:
    """A block close to the identity: it is one-to-one, and no I + W_down[:,S] W_up[S,:] is singular."""
    block = _generic(rng, d, n, bound, activation)
    scale = 2 * n * d * bound**2
    return Block(block.W_up, [[Fraction(int(x), scale) for x in row] for row in block.W_down], activation)


def _rows(rng: random.Random, n: int, d: int, bound: int) -> list[list[int]]:
    return [list(draw.vector(rng, d, bound)) for _ in range(n)]
