"""The account of an answer in plain words."""

from __future__ import annotations

from symproof.absorb.width import Fails, Suffices
from symproof.kernel.activations import activation
from symproof.kernel.parity import classes
from symproof.model.block import Block


def account_absorbed(block: Block, answer: Suffices) -> tuple[str, tuple[int, ...] | None]:
    """The reason why a block is absorbed, and S when V is W with the rows in S flipped."""
    choice = answer.choice
    if choice is None:
        return "the skip is 0, so W itself is a residual-free MLP", None
    degenerate = _degeneracies(block, answer)
    if not degenerate:
        S = tuple(sorted(choice.flipped))
        holds = "(3) and W_down[:,S] b_up[S] = 0 hold" if _hidden_only(block) else "(3) holds"
        return f"flip neurons {numbers(S)}: {holds} for S = {{{numbers(S)}}}", S
    parts = ["; ".join(degenerate[:3]) + ("; ..." if len(degenerate) > 3 else "")]
    if choice.free:
        parts.append(
            f"a second neuron makes the linear part of {counted(len(choice.free), 'class', 'es')} free"
        )
    if choice.r:
        parts.append(f"{counted(choice.r, 'opposed pair')} for a linear map of rank {choice.r}")
    if choice.flipped:
        parts.append(f"the sign of {counted(len(choice.flipped), 'class', 'es')} changes")
    if _hidden_only(block) and answer.free:
        parts.append("one neuron with row 0 takes the constants")
    return f"a V of width {answer.width} computes it: " + ", and ".join(parts), None


def account_impossible(block: Block, answer: Fails) -> str:
    """The reason why no MLP of the width computes a block."""
    act = activation(block.activation)
    if not act.gap:
        return (
            f"{act.name} is even, so no MLP has a linear part, and the block has the linear part M x, M != 0"
        )
    degenerate = _degeneracies(block, answer)
    if not degenerate:
        right = right_side(block) + " and W_down[:,S] b_up[S] = 0" * _hidden_only(block)
        return (
            f"{theorem(block)}: no subset S of the {block.width} neurons has W_down[:,S] W_up[S,:] = {right}"
        )
    first = "; ".join(degenerate[:3]) + ("; ..." if len(degenerate) > 3 else "")
    return (
        f"{first}: so Theorem 4 is silent, and the least width decides: "
        f"no use of the {block.width - answer.classes} spare neurons gives the linear part"
        if answer.classes <= block.width
        else f"{first}: the least width decides, and exceeds {block.width}"
    )


def right_side(block: Block) -> str:
    """What W_down[:,S] W_up[S,:] must be: -M/gap, with the gap and the skip filled in."""
    gap = activation(block.activation).gap
    factor = "" if gap == 1 else f"({1 / gap}) "
    return f"-{factor}{'I' if block.skip is None else 'M'}"


def theorem(block: Block) -> str:
    """The theorem that decides a block which is not degenerate."""
    paper = block.skip is None and block.activation in ("relu", "gelu")
    return ("Theorem 4" if paper else "general-skip") + " with biases" * (block.b_up is not None)


def _degeneracies(block: Block, answer: Suffices | Fails) -> list[str]:
    """`degeneracies`; with N classes only zero rows are left to look for."""
    generic = answer.classes == block.width and all(map(any, block.weights.up))
    return [] if generic else degeneracies(block)


def degeneracies(block: Block) -> list[str]:
    """What breaks the hypotheses of Theorem 4: zero rows, rows in one class, zero columns."""
    act = activation(block.activation)
    groups = classes(block.weights.rows, act)
    word = "collinear" if act.homogeneous else "equal up to sign"
    name = "W_up" if block.b_up is None else "[W_up | b_up]"
    found = [f"row {k} of W_up is zero" for k, w in enumerate(block.weights.up) if not any(w)]
    found += [
        f"rows {numbers([k for k, _ in neurons])} of {name} are {word}"
        for neurons in groups
        if len(neurons) > 1
    ]
    found += [
        f"column {k} of W_down is zero"
        for k in range(block.width)
        if not any(row[k] for row in block.weights.down)
    ]
    return found


def _hidden_only(block: Block) -> bool:
    """Whether the block has hidden biases and no output bias."""
    return block.b_up is not None and block.b_down is None


def counted(n: int, noun: str, plural: str = "s") -> str:
    """A number with its noun."""
    return f"{n} {noun}{'' if n == 1 else plural}"


def numbers(indices: tuple[int, ...] | list[int]) -> str:
    """Indices for a sentence; a long list is cut."""
    shown = ", ".join(map(str, indices[:20]))
    return shown + (f", ... ({len(indices)} in all)" if len(indices) > 20 else "")
