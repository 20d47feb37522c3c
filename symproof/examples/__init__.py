"""Exact weights with a known answer: a gallery, a generator, and the atlas of small cases."""
