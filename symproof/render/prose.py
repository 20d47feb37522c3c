"""Sentences as HTML: the plain notation of statements (W_down, x^2, >=, lambda) is set as mathematics is."""

from __future__ import annotations

import re
from html import escape

_GREEK = {
    "alpha": "α", "beta": "β", "gamma": "γ", "delta": "δ", "eta": "η", "theta": "θ", "kappa": "κ",
    "lambda": "λ", "sigma": "σ", "tau": "τ", "phi": "φ", "psi": "ψ", "Phi": "Φ", "omega": "ω",
}  # fmt: skip
_SIGNS = (
    ("+/-", "±"), ("!=", "≠"), (">=", "≥"), ("<=", "≤"), ("+-", "±"), ("<->", "↔"), ("->", "→"),
    ("sqrt ", "√"), (" (x) ", " ⊗ "), (" * ", " ∗ "),
)  # fmt: skip
_NAMES = re.compile(rf"(?<![A-Za-z])(?:{'|'.join(_GREEK)})(?![A-Za-z])")
_MINUS = re.compile(r"(?<![A-Za-z0-9)\]])-(?=[A-Za-z0-9(√α-ω|])|(?<= )-(?= )")
_SCRIPT = r"\((?:[^()]|\([^()]*\))*\)|\|[^|]*\||[−±+-]?(?:[A-Za-zα-ω]+|[0-9]+)|[+−]"
_LETTER = r"(?<![A-Za-z0-9'’])[b-zB-Z](?![A-Za-z0-9'’])"
_PRIMED = r"(?<![A-Za-z0-9'’])[A-Za-z]'+(?![A-Za-z'])"
_AFTER_NUMBER = r"(?<=[0-9])[a-z](?![A-Za-z0-9]|[-+−][0-9])"
_VARIABLE_A = r"(?<![A-Za-z0-9'’])[aA](?=\.[A-Za-zα-ω]|,? ?[=≥≤<>≠+−)|])"
_BASE = r"(?<![A-Za-z0-9'’])[A-Za-z](?=[_^])"
_PIECES = re.compile(
    rf"(?P<up>\^(?:{_SCRIPT}))|(?P<down>(?<=[A-Za-z0-9)\]α-ω'])(?<![A-Za-z]{{2}})_(?:{_SCRIPT}))"
    rf"|(?P<letter>{_PRIMED}|{_LETTER}|{_AFTER_NUMBER}|{_VARIABLE_A}|{_BASE})"
)
_INDEX = re.compile(r"[A-Za-z]|ij|mr|jk")


def prose(text: str) -> str:
    """The sentence as HTML, escaped, with ``sub``, ``sup``, ``i`` and the signs of mathematics.

    >>> prose("sigma(z) = z^2 and W_down != 0")
    'σ(<i>z</i>) = <i>z</i><sup>2</sup> and <i>W</i><sub>down</sub> ≠ 0'
    >>> prose("2^(k(n))")
    '2<sup>k(n)</sup>'
    """
    for plain, sign in _SIGNS:
        text = text.replace(plain, sign)
    text = _NAMES.sub(lambda match: _GREEK[match[0]], text)
    text = _MINUS.sub("−", text)
    found, place = [], 0
    for match in _PIECES.finditer(text):
        found += [escape(text[place : match.start()], quote=False), _piece(match)]
        place = match.end()
    return "".join(found) + escape(text[place:], quote=False)


def _piece(match: re.Match[str]) -> str:
    if match["letter"]:
        return f"<i>{match[0][0]}</i>{'′' * (len(match[0]) - 1)}"
    inner = match[0][1:].replace("-", "−")
    if inner.startswith("("):
        inner = inner[1:-1]
    inner = f"<i>{inner}</i>" if _INDEX.fullmatch(inner) else escape(inner, quote=False)
    tag = "sup" if match["up"] else "sub"
    return f"<{tag}>{inner}</{tag}>"
