"""Stacks of residual blocks: the search for certificates that no network without skips computes them."""

from symproof.depth.stack import StackDecision, decide_stack

__all__ = ["StackDecision", "decide_stack"]
