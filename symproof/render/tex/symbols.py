"""The macros of the LaTeX subset that stand for one character, by the role they play in a row."""

from __future__ import annotations

from symproof.render.mathml import MINUS

GREEK = {
    "alpha": "α", "beta": "β", "gamma": "γ", "delta": "δ", "epsilon": "ϵ", "varepsilon": "ε", "zeta": "ζ",
    "eta": "η", "theta": "θ", "iota": "ι", "kappa": "κ", "lambda": "λ", "mu": "μ", "nu": "ν", "xi": "ξ",
    "pi": "π", "rho": "ρ", "sigma": "σ", "tau": "τ", "upsilon": "υ", "phi": "ϕ", "varphi": "φ", "chi": "χ",
    "psi": "ψ", "omega": "ω", "Gamma": "Γ", "Delta": "Δ", "Theta": "Θ", "Lambda": "Λ", "Xi": "Ξ", "Pi": "Π",
    "Sigma": "Σ", "Phi": "Φ", "Psi": "Ψ", "Omega": "Ω",
}  # fmt: skip
UPRIGHT = {"infty": "∞", "emptyset": "∅", "top": "⊤", "partial": "∂", "nabla": "∇", "ell": "ℓ", "hbar": "ℏ"}
DOTS = {"dots": "…", "ldots": "…", "cdots": "⋯", "vdots": "⋮", "ddots": "⋱"}
QUANTIFIERS = {"forall": "∀", "exists": "∃", "nexists": "∄", "neg": "¬"}
BINARY = {
    "+": "+", "-": MINUS, "*": "∗", "/": "/", "pm": "±", "mp": "∓", "cdot": "⋅", "times": "×", "circ": "∘",
    "odot": "⊙", "otimes": "⊗", "oplus": "⊕", "cup": "∪", "cap": "∩", "setminus": "∖", "wedge": "∧",
    "vee": "∨", "land": "∧", "lor": "∨", "bmod": "mod", "ast": "∗",
}  # fmt: skip
RELATIONS = {
    "=": "=", "<": "<", ">": ">", "le": "≤", "leq": "≤", "ge": "≥", "geq": "≥", "ne": "≠",
    "neq": "≠",
    "approx": "≈", "equiv": "≡", "sim": "∼", "propto": "∝", "in": "∈", "notin": "∉", "ni": "∋", "subset": "⊂",
    "subseteq": "⊆", "supset": "⊃", "supseteq": "⊇", "parallel": "∥", "nparallel": "∦", "mid": "∣",
    "nmid": "∤", "perp": "⊥", "to": "→", "rightarrow": "→", "leftarrow": "←", "mapsto": "↦",
    "longrightarrow": "⟶", "longmapsto": "⟼", "Rightarrow": "⇒", "Leftarrow": "⇐", "Leftrightarrow": "⇔",
    "Longrightarrow": "⟹", "Longleftrightarrow": "⟺", "implies": "⟹", "iff": "⟺", "colon": ":",
    "coloneqq": "≔",
    "ll": "≪", "gg": "≫", "cong": "≅", "simeq": "≃", "uparrow": "↑", "downarrow": "↓",
}  # fmt: skip
PUNCTUATION = {",": ",", ";": ";", ":": ":", ".": ".", "!": "!", "?": "?"}
LARGE = {"sum": "∑", "prod": "∏", "bigcup": "⋃", "bigcap": "⋂", "bigoplus": "⨁", "bigcirc": "◯", "int": "∫"}
LIMITS = ("lim", "max", "min", "sup", "inf", "det", "limsup", "liminf", "gcd")
FUNCTIONS = (
    *("deg", "exp", "log", "ln", "sin", "cos", "tan", "sinh", "cosh", "tanh", "arctan", "dim", "ker", "arg"),
)
APPLIED = frozenset({"sigma", "psi", "varphi", "phi", "Phi"})  # letters that name functions of the paper
OPENING = {"(": "(", "[": "[", "{": "{", "langle": "⟨", "lfloor": "⌊", "lceil": "⌈", "lvert": "|"}
CLOSING = {")": ")", "]": "]", "}": "}", "rangle": "⟩", "rfloor": "⌋", "rceil": "⌉", "rvert": "|"}
BARS = {"|": "|", "vert": "|", "Vert": "‖"}
SPACES = {
    ",": "0.1667em", ":": "0.2222em", ";": "0.2778em", " ": "0.25em", "!": "-0.1667em", "quad": "1em",
    "qquad": "2em",
}  # fmt: skip
ACCENTS = {"hat": "^", "bar": "¯", "tilde": "~", "dot": "˙", "vec": "→", "overline": "¯", "widetilde": "~"}
_CAPITALS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
LETTERS = {
    "mathbb": dict(zip("CFNPQRZ", "ℂ𝔽ℕℙℚℝℤ", strict=True)),
    "mathcal": dict(zip(_CAPITALS, "𝒜ℬ𝒞𝒟ℰℱ𝒢ℋℐ𝒥𝒦ℒℳ𝒩𝒪𝒫𝒬ℛ𝒮𝒯𝒰𝒱𝒲𝒳𝒴𝒵", strict=True)),
    "mathsf": dict(zip(_CAPITALS, (chr(0x1D5A0 + k) for k in range(26)), strict=True)),
    "mathbf": dict(zip(_CAPITALS, (chr(0x1D400 + k) for k in range(26)), strict=True)),
}
