"""Whether two blocks, residual or not, gated or not, compute one function."""
