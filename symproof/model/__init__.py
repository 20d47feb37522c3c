"""Blocks with exact weights, made from what people hold, and how they show themselves."""
