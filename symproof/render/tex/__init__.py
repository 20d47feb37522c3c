"""The LaTeX subset in which statements are written, converted to MathML; anything outside it is an error."""

from __future__ import annotations

from symproof.render.tex.convert import to_lines, to_mathml
from symproof.render.tex.tokens import TexError

__all__ = ["TexError", "to_lines", "to_mathml"]
