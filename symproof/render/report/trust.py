"""What one has to believe to believe the report."""

from __future__ import annotations

from collections import Counter
from importlib.resources import files

from symproof.proof.kinds import Kind
from symproof.render.page import anchor, escape, link, prose, table
from symproof.render.report.material import Material, cited
from symproof.rocq.formal_status import Status


def kernel_lines() -> int:
    """The number of lines of the kernel, documentation included, blank ones left out."""
    parts = [part for part in files("symproof.kernel").iterdir() if part.name.endswith(".py")]
    return sum(bool(line.strip()) for part in parts for line in part.read_text(encoding="utf-8").splitlines())


def trust(material: Material) -> str:
    """The kinds of check with what stands behind each, and the facts that are cited."""
    used = Counter(step.of.check.kind for result in material.ledger.results for step in result.steps)
    for result in material.ledger.results:
        used.update(p.of.without.check.kind for p in result.hypotheses if p.of.without.check)
    kinds = [[escape(kind.label), escape(kind.basis), str(used[kind])] for kind in Kind if used[kind]]
    return "\n".join(
        [
            "<p>Search is not trusted: every verdict on a block is accepted by the kernel, "
            f"{kernel_lines()} lines of Python with their documentation, which import only the standard "
            "library and recompute every number from the weights. A step of a proof counts only through "
            "one of the named decision procedures below; each was also given false variants of its claim, "
            "and had to refute them. What a step draws from its claim in words is read, not computed. "
            "Python, its libraries and the machine are believed.</p>",
            table(
                "Decision procedures in use", ["Procedure", "What stands behind it", "Uses"], kinds, "cards"
            ),
            "<h3>Formal proofs</h3>",
            f"<p>{_formal(material.formal)}</p>",
            f"<h3>{_heading(material)}</h3>",
            _facts(material),
        ]
    )


def _formal(formal: Status) -> str:
    """What Rocq adds, and on which axioms."""
    if formal.why is not None:
        return f"Rocq: {escape(formal.why)}."
    closed = sum(not theorem.axioms for theorem in formal.theorems)
    axioms = sorted({axiom for theorem in formal.theorems for axiom in theorem.axioms})
    listed = ", ".join(f"<code>{escape(axiom)}</code>" for axiom in axioms)
    return (
        f"Rocq has accepted {len(formal.theorems)} theorems for all sizes, {closed} of them without any axiom"
        + (f"; the others use {listed}." if axioms else ".")
    )


def _heading(material: Material) -> str:
    n = len(material.ledger.facts)
    return "No fact is cited" if not n else f"{n} cited fact{'' if n == 1 else 's'}, not checked here"


def _facts(material: Material) -> str:
    lines = []
    for fact in material.ledger.facts:
        users = [r.statement.id for r in material.ledger.results if fact in cited(r)]
        shown = ", ".join(link(name, f"<code>{name}</code>") for name in users)
        name = _capital(escape(fact.name))
        lines.append(
            f'<dt id="{anchor("fact", fact.name)}">{name}</dt>\n<dd>{prose(fact.text)}. '
            f'<span class="meta">{escape(fact.reference)}. Cited by {shown}.</span></dd>'
        )
    return f'<dl class="facts">\n{chr(10).join(lines)}\n</dl>' if lines else ""


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]
