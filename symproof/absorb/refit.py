"""The error of an MLP without the skip whose last matrix alone was fitted again: found, never a bound."""

from __future__ import annotations

from collections.abc import Callable
from math import erf
from typing import Any

import numpy as np

from symproof.absorb.distance import Floats
from symproof.absorb.system import floats
from symproof.kernel.activations import activation
from symproof.model.block import Block

SAMPLES = 3  # points a neuron, for the fit and again for the error
MOST = 3000  # neurons beyond which the fit takes too long

_SIGMA: dict[str, Callable[[Any], Any]] = {
    "gelu": lambda z: z * (1 + np.vectorize(erf, [float])(z / 2**0.5)) / 2,
    "gelu_tanh": lambda z: z * (1 + np.tanh((2 / np.pi) ** 0.5 * (z + 0.044715 * z**3))) / 2,
    "quick_gelu": lambda z: z * (1 + np.tanh(0.851 * z)) / 2,
    "silu": lambda z: z * (1 + np.tanh(z / 2)) / 2,
    "softplus": lambda z: np.logaddexp(0, z),
    "squareplus": lambda z: (z + np.sqrt(z * z + 4)) / 2,
    "hardswish": lambda z: z * np.clip(z + 3, 0, 6) / 6,
}


def refitted(block: Block, seed: int = 0) -> float | None:
    """The relative root mean square error of V_down sigma(W_up x + b_up) + c, fitted to the block.

    Least squares finds V_down and c. The inputs are standard normal; fit and error are on different ones. It
    is what was found, in floats: other rows may do better, and it bounds nothing.

    Args:
        block: the block.
        seed: of the inputs.

    Returns:
        The error, or None where the fit would take too long.
    """
    N = block.width
    if N > MOST:
        return None
    rng = np.random.default_rng(seed)
    fit, test = (_sampled(block, rng.normal(size=(SAMPLES * N + 50, block.d))) for _ in range(2))
    down, *_ = np.linalg.lstsq(fit[0], fit[1], rcond=None)
    left = test[0] @ down - test[1]
    return float(np.sqrt((left**2).sum() / ((test[1] - test[1].mean(axis=0)) ** 2).sum()))


def _sampled(block: Block, points: Floats) -> tuple[Floats, Floats]:
    """The hidden layer with a column of ones where constants are free, and the block's values."""
    act = activation(block.activation)
    z = points @ floats(block.W_up).T
    if block.b_up is not None:
        z = z + np.array([float(b) for b in block.b_up])
    below = float(act.gap) - 1  # of a homogeneous even part: the slope on the left
    hidden = np.where(z > 0, z, below * z) if act.homogeneous else _SIGMA[act.name](z)
    values = points @ floats(block.weights.M).T + hidden @ floats(block.W_down).T
    if block.b_down is not None:
        values = values + np.array([float(b) for b in block.b_down])
        hidden = np.hstack([hidden, np.ones((len(hidden), 1))])
    return hidden, values
