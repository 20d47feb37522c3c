"""The verdict page: one block, the answer, and the evidence in words, as one HTML file."""

from __future__ import annotations

from symproof.render.verdict.page import verdict_html, verdict_page

__all__ = ["verdict_html", "verdict_page"]
