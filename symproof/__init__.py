"""symproof: does an MLP absorb its own skip connection exactly? Decided, with evidence; the theory proved.

What there is to import::

    Ask         decide(block)            can it absorb its skip: a Decision with a certificate
                width(block)             the least width of an MLP that computes it: a LeastWidth
                subsets(block)           the sets of neurons that solve equation (3): Subsets
                find_subset(block)       one of them, or a certificate that there is none
                distance(block)          how far it is from absorbing its skip: a Distance
                equal(a, b)              whether two blocks are one function: an Equality
                decide_stack(blocks)     blocks one after the other: a StackDecision
                scan(path)               every MLP block of a checkpoint, one by one
    Check       check(certificate, block, claim)    the trusted kernel's sentence, or a refusal
    Hold        Block(W_up, W_down)      lists, SymPy, numpy, torch; any exact numbers
                read_block(path)         from JSON, .npz, .safetensors
                example(kind)            exact weights with a known answer: an Example
    Prove       statements()             the statements of the paper; symproof.paper.get(id) steps through one
    Words       Verdict, Limits, Certificate, Network; Malformed, Rejected, GaveUp are never mixed

A block is a `Block`, or a pair of matrices with the other arguments of `Block`:

>>> from symproof import decide
>>> print(decide(([[1, 0], [0, 1]], [[-1, 0], [0, -1]]), activation="relu"))
absorbable: flip neurons 0, 1: (3) holds for S = {0, 1}
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from symproof.absorb.all_subsets import Subsets, subsets
    from symproof.absorb.construct import Network
    from symproof.absorb.decide import Decision, decide, find_subset
    from symproof.absorb.distance import Distance, distance
    from symproof.absorb.least_width import LeastWidth
    from symproof.absorb.least_width import least_width as width
    from symproof.absorb.limits import Limits
    from symproof.absorb.proved import check
    from symproof.absorb.scan import scan
    from symproof.depth.stack import StackDecision, decide_stack
    from symproof.equality.decide import Equality, equal
    from symproof.errors import GaveUp, Malformed, Rejected
    from symproof.examples.example import Example
    from symproof.examples.make import example
    from symproof.files.readers import read_block
    from symproof.model.block import Block
    from symproof.model.certificate import Certificate
    from symproof.paper import statements
    from symproof.verdict import Verdict

    __version__: str

# name -> module; imported on first use, so that `import symproof` and the kernel start at once
_HOME = {
    "Block": "symproof.model.block",
    "Certificate": "symproof.model.certificate",
    "Decision": "symproof.absorb.decide",
    "Distance": "symproof.absorb.distance",
    "Equality": "symproof.equality.decide",
    "Example": "symproof.examples.example",
    "GaveUp": "symproof.errors",
    "LeastWidth": "symproof.absorb.least_width",
    "Limits": "symproof.absorb.limits",
    "Malformed": "symproof.errors",
    "Network": "symproof.absorb.construct",
    "Rejected": "symproof.errors",
    "StackDecision": "symproof.depth.stack",
    "Subsets": "symproof.absorb.all_subsets",
    "Verdict": "symproof.verdict",
    "check": "symproof.absorb.proved",
    "decide": "symproof.absorb.decide",
    "decide_stack": "symproof.depth.stack",
    "distance": "symproof.absorb.distance",
    "equal": "symproof.equality.decide",
    "example": "symproof.examples.make",
    "find_subset": "symproof.absorb.decide",
    "read_block": "symproof.files.readers",
    "scan": "symproof.absorb.scan",
    "statements": "symproof.paper",
    "subsets": "symproof.absorb.all_subsets",
    "width": "symproof.absorb.least_width",
}
_CALLED = {"width": "least_width"}  # there

__all__ = [
    "Block", "Certificate", "Decision", "Distance", "Equality", "Example", "GaveUp", "LeastWidth",
    "Limits", "Malformed", "Network", "Rejected", "StackDecision", "Subsets", "Verdict", "__version__",
    "check", "decide", "decide_stack", "distance", "equal", "example", "find_subset", "read_block",
    "scan", "statements", "subsets", "width",
]  # fmt: skip


def __getattr__(name: str) -> Any:
    if name == "__version__":
        from importlib.metadata import version

        return version("symproof")
    if name in _HOME:
        return getattr(importlib.import_module(_HOME[name]), _CALLED.get(name, name))
    raise AttributeError(f"module 'symproof' has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
