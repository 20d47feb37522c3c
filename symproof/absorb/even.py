"""The least width for an even activation: linear gap 0, so that no MLP has a linear part."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from symproof.absorb.construct import Network
from symproof.kernel.activations import Activation
from symproof.kernel.parity import lifted, parity_form
from symproof.reader.weights import Weights

Even = dict[tuple[int, ...], list[Fraction]]  # class -> coefficient


def even_network(weights: Weights, act: Activation) -> Network | None:
    """The narrowest MLP that computes a block, one neuron a class; None when no width does.

    With gap 0 every MLP is a sum of c_K E(u_K.x), the even functions E(u_K.x) of different classes are
    independent modulo affine maps, and an affine map that is not constant is no such sum. So M must be 0, and
    every class with a nonzero coefficient needs one neuron, which suffices; a constant needs one more, with
    row 0 and bias 1, when there is no output bias.

    Args:
        weights: the block, with or without biases.
        act: conic, gap 0: sigma(z) = |z|.
    """
    if any(any(row) for row in weights.M):
        return None
    d, biased, output = weights.d, weights.b_up is not None, weights.b_down is not None
    even, affine = _form(weights, act)
    pairs = [([Fraction(x) for x in key], column) for key, column in even.items()]
    constants = [row[d] for row in affine] if biased else []
    if any(constants) and not output:
        pairs.append(([*[Fraction(0)] * d, Fraction(1)], constants))
    V_up, V_down = [u[:d] for u, _ in pairs], [[c[i] for _, c in pairs] for i in range(d)]
    if not biased:
        return Network(V_up, V_down)
    return Network(V_up, V_down, [u[d] for u, _ in pairs], constants if output else None)


def _form(weights: Weights, act: Activation) -> tuple[Even, list[list[Fraction]]]:
    """The classes with their coefficients, and the affine part."""
    form: Any = parity_form(*lifted(weights, act, weights.b_down is not None), act)
    even, affine = form
    return even, affine
