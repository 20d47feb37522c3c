"""symproof: a proof-assistant companion to "Can an MLP Absorb Its Own Skip Connection Exactly?".

>>> from symproof import Block, decide
>>> print(decide(Block([[1, 0], [0, 1]], [[-1, 0], [0, -1]])))
absorbable: flip neurons 0, 1: (3) holds for S = {0, 1}
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from symproof.absorb.decide import Decision, decide, find_subset
    from symproof.absorb.distance import distance
    from symproof.absorb.least_width import LeastWidth, least_width
    from symproof.absorb.limits import Limits
    from symproof.absorb.scan import scan
    from symproof.depth.stack import StackDecision, decide_stack
    from symproof.errors import GaveUp, Malformed, Rejected
    from symproof.examples.make import example
    from symproof.files.readers import read_block
    from symproof.kernel.claims import check
    from symproof.model.block import Block
    from symproof.paper import statements
    from symproof.verdict import Verdict

    __version__: str

# name -> module; imported on first use, so that `import symproof` and the kernel start at once
_HOME = {
    "Block": "symproof.model.block",
    "Decision": "symproof.absorb.decide",
    "GaveUp": "symproof.errors",
    "LeastWidth": "symproof.absorb.least_width",
    "Limits": "symproof.absorb.limits",
    "Malformed": "symproof.errors",
    "Rejected": "symproof.errors",
    "StackDecision": "symproof.depth.stack",
    "Verdict": "symproof.verdict",
    "check": "symproof.kernel.claims",
    "decide": "symproof.absorb.decide",
    "decide_stack": "symproof.depth.stack",
    "distance": "symproof.absorb.distance",
    "example": "symproof.examples.make",
    "find_subset": "symproof.absorb.decide",
    "least_width": "symproof.absorb.least_width",
    "read_block": "symproof.files.readers",
    "scan": "symproof.absorb.scan",
    "statements": "symproof.paper",
}

__all__ = [
    "Block", "Decision", "GaveUp", "LeastWidth", "Limits", "Malformed", "Rejected", "StackDecision",
    "Verdict", "__version__", "check", "decide", "decide_stack", "distance", "example", "find_subset",
    "least_width", "read_block", "scan", "statements",
]  # fmt: skip


def __getattr__(name: str) -> Any:
    if name == "__version__":
        from importlib.metadata import version

        return version("symproof")
    if name in _HOME:
        return getattr(importlib.import_module(_HOME[name]), name)
    raise AttributeError(f"module 'symproof' has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
