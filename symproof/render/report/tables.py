"""The tables of the report: ledger, hypotheses, gallery."""

from __future__ import annotations

from symproof.model.block import Block
from symproof.proof.engine import Result, State
from symproof.proof.listing import number
from symproof.proof.text import needed
from symproof.render.page import badge, detail, escape, formula, link, prose, source, table
from symproof.render.report.computed import computed
from symproof.render.report.material import Material, standing
from symproof.render.report.statements import BADGES, example_id, mutants


def ledger_table(material: Material) -> str:
    """One row a statement: how many steps of its proof stand on what."""
    formal = material.formal
    rows = []
    for result in material.ledger.results:
        row, state, item = material.ledger.row(result), standing(result), result.statement
        counts = (state.general, state.bounded, state.cited, state.illustrations)
        failed = " " + badge("failed", "failed") if state.failed else ""
        cells = [
            link(item.id, prose(item.title)) + failed,
            "new" if item.source.new else source(number(item.source.v2)).replace("-", "–"),
            source(number(item.source.v1)).replace("-", "–"),
            *(str(count) if count else "" for count in counts),
            *([str(len(formal.of(item.id)) or "")] if formal.why is None else []),
            f"{row['killed']}/{row['mutants']}",
        ]
        rows.append(cells)
    head = ["Statement", "v2", "v1", "Symbolic", "Small cases", "Cited", "Examples", "False variants refuted"]
    if formal.why is None:
        head.insert(-1, "Rocq")
    return table("Every statement, in the order of the paper: steps of its proof", head, rows, "cards ledger")


def hypothesis_table(material: Material) -> str:
    """What happens without each hypothesis."""
    parts = []
    for result in material.ledger.results:
        item = result.statement
        for part in result.hypotheses:
            parts.append((example_id(item.id, part.of), _hypothesis(item.id, part)))
    html = table(
        "What happens when one hypothesis is dropped",
        ["Hypothesis", "Of", "Needed", "Without it", "Check"],
        [cells for _, cells in parts],
        "cards",
    )
    for identifier, cells in parts:
        old = f'<tr><th scope="row">{cells[0]}</th><td data-label="Of">{cells[1]}</td>'
        html = html.replace(old, old.replace("<tr>", f'<tr id="{identifier}">'), 1)
    return html


def _hypothesis(statement: str, part: Result) -> list[str]:
    item = part.of
    kind = {True: "checked", False: "bounded", None: "unknown"}[item.without.needed]
    if part.outcome is None:
        check = "none claimed"
    else:
        kind_of = BADGES[part.outcome.state]
        words = "example checked" if part.outcome.state is State.PASSED else str(part.outcome.state)
        shown = computed(item.without.check) if item.without.check else ""
        check = f"{badge(kind_of, words)} {detail(part.outcome.detail)}{shown}{mutants(part.mutants)}"
    return [
        formula(item.latex),
        link(statement, f"<code>{statement}</code>"),
        badge(kind, needed(item)),
        prose(item.without.text),
        check,
    ]


def gallery_table(material: Material) -> str:
    """The telling blocks with their verdicts."""
    rows = []
    for outcome in material.gallery:
        block: Block = outcome.decision.block
        verdict = str(outcome.decision.verdict)
        good = "checked" if outcome.passed else "failed"
        rows.append(
            [
                f"{prose(outcome.piece.title)}<br><code>{escape(outcome.piece.name)}</code>",
                str(block.d),
                str(block.width),
                f"<code>{escape(block.activation)}</code>",
                badge("rocq" if outcome.decision.absorbable else "bounded", verdict),
                prose(outcome.piece.why),
                escape(outcome.kind),
                badge(good, outcome.kernel),
            ]
        )
    head = ["Block", "d", "N", "Activation", "Verdict", "Why", "Evidence", "Kernel"]
    caption = "Blocks with a known answer, decided and re-checked in a fresh process"
    return table(caption, head, rows, "cards gallery")
