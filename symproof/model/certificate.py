"""A certificate as Python holds it: the JSON object of the kernel's FORMAT.md, which can show itself."""

from __future__ import annotations

import json
from html import escape
from typing import Any

SHOWN = 2000  # characters of the evidence that a notebook shows


class Certificate(dict[str, Any]):
    """The JSON object that a check reads: what it is about, by name and fingerprint, and the evidence.

    >>> Certificate(claim="absorbable", width=2, evidence={"flip": [0], "double": []}).claim
    'absorbable'
    """

    __slots__ = ()

    @property
    def claim(self) -> str:
        """The claim that it establishes."""
        return str(self["claim"])

    def _repr_html_(self) -> str:
        text = json.dumps(self.get("evidence"), indent=1)
        more = f"\n... {len(text)} characters in all" * (len(text) > SHOWN)
        rows = "".join(
            f"<tr><th>{escape(key)}</th><td>{escape(str(value))}</td></tr>"
            for key, value in self.items()
            if key != "evidence"
        )
        return (
            f"<div><b>certificate</b><table>{rows}</table>"
            f"<details><summary>evidence</summary><pre>{escape(text[:SHOWN] + more)}</pre></details></div>"
        )
