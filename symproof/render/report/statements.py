"""The statements with their proofs, as articles."""

from __future__ import annotations

from symproof.proof.engine import UNCOMPUTED, Result, State, StatementResult
from symproof.proof.glossary import glossary_of
from symproof.proof.linking import ALONG_THE_LIMIT
from symproof.proof.printing import latex
from symproof.proof.statement import Hypothesis
from symproof.proof.text import needed, where
from symproof.render.page import anchor, badge, detail, escape, formula, link, prose, source
from symproof.render.report.computed import computed
from symproof.render.report.material import Material, standing
from symproof.rocq.formal_status import Proved

BADGES = {
    State.PASSED: "checked",
    State.CITED: "cited",
    State.READ: "bounded",
    State.FAILED: "failed",
    State.UNDECIDED: "failed",
    State.BROKEN: "failed",
}


def article(material: Material, result: StatementResult) -> str:
    """One statement: what it says, what it assumes, where it stands, its proof folded away."""
    item = result.statement
    parts = [
        f'<article class="statement" id="{item.id}" aria-labelledby="{item.id}.title">',
        f'<h3 id="{item.id}.title">{prose(_capital(item.title))}</h3>',
        f'<p class="meta">{source(where(item.source))} · <code>{item.id}</code></p>',
        f'<p class="words">{prose(item.sentence)}</p>',
        f"<p>{prose(item.words)}</p>",
        formula(item.latex),
        f'<div class="status">{status(material, result)}</div>',
        _hypotheses(result),
        _quantities(result),
        _links(material, result),
        _proof(result),
        "</article>",
    ]
    return "\n".join(part for part in parts if part)


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def status(material: Material, result: StatementResult) -> str:
    """The badges of a statement, from the run."""
    state = standing(result)
    found = [badge("failed" if state.failed else "checked", state.words)]
    for kind, count, one, many in (
        ("checked", state.general, "symbolic", "symbolic"),
        ("bounded", state.bounded, "small case", "small cases"),
        ("cited", state.cited, "cited", "cited"),
        ("bounded", state.read, "in words", "in words"),
        ("bounded", state.illustrations, "example", "examples"),
    ):
        if count:
            found.append(badge(kind, f"{count} {one if count == 1 else many}"))
    theorems = material.formal.of(result.statement.id)
    if theorems:
        found.append(badge("rocq", f"Rocq: {_count(len(theorems), 'theorem')}"))
    return " ".join(found)


def _hypotheses(result: StatementResult) -> str:
    if not result.hypotheses:
        return ""
    lines = "\n".join(_hypothesis(result.statement.id, part.of) for part in result.hypotheses)
    return f'<h4>Hypotheses</h4>\n<ul class="hypotheses">\n{lines}\n</ul>'


def _quantities(result: StatementResult) -> str:
    """What is supposed and defined, and what the named quantities are."""
    item = result.statement
    lines = [f"<li>{prose(given.text)}</li>" for given in (*item.suppose, *item.define)]
    parts = [f"<h4>Supposed and defined</h4>\n<ul>{''.join(lines)}</ul>"] if lines else []
    named = "".join(f"<li>{prose(line)}</li>" for line in glossary_of(item))
    return "\n".join([*parts, f"<h4>Quantities</h4>\n<ul>{named}</ul>"])


def _hypothesis(statement: str, item: Hypothesis) -> str:
    return f"<li>{prose(item.text)} ({link(example_id(statement, item), needed(item))})</li>"


def example_id(statement: str, hypothesis: Hypothesis) -> str:
    """The id of the row that shows what happens without a hypothesis."""
    return anchor(statement, "without", hypothesis.name)


def _links(material: Material, result: StatementResult) -> str:
    item = result.statement
    parts = [
        ("Rests on", [link(name, f"<code>{name}</code>") for name in item.uses]),
        ("Used by", [link(name, f"<code>{name}</code>") for name in material.users(item.id)]),
        (
            "Cited below it",
            [link(anchor("fact", f.name), escape(f.name)) for f in material.facts_below(item.id)],
        ),
        ("Rocq", [_theorem(found) for found in material.formal.of(item.id)]),
    ]
    lines = [f"{head}: {', '.join(links)}" for head, links in parts if links]
    return f'<p class="meta">{"<br>".join(lines)}</p>' if lines else ""


def _theorem(found: Proved) -> str:
    rests = f"axioms {', '.join(found.axioms)}" if found.axioms else "no axioms"
    return f"<code>{escape(found.name)}</code> ({escape(rests)})"


def _proof(result: StatementResult) -> str:
    checked = sum(step.state is State.PASSED for step in result.steps)
    cited = sum(step.state is State.CITED for step in result.steps)
    killed = sum(mutant.killed for mutant in result.mutants)
    summary = f"Proof: {_count(checked, 'step')} checked"
    summary += f", {cited} cited" if cited else ""
    summary += f"; {killed} of {len(result.mutants)} false variants refuted" if result.mutants else ""
    known = {part.of.name for part in result.hypotheses}
    steps = "\n".join(_step(result, step, known) for step in result.steps)
    return (
        f'<details class="proof"><summary>{summary}</summary>\n<ol class="steps">\n{steps}\n</ol>\n</details>'
    )


def _count(n: int, noun: str) -> str:
    return f"{n} {noun}{'' if n == 1 else 's'}"


def _step(result: StatementResult, done: Result, hypotheses: set[str]) -> str:
    step, name = done.of, result.statement.id
    reach = "In general" if step.scope.general else "At small sizes"
    kinds = [badge(BADGES[done.state or State.BROKEN], str(done.state))]
    if step.illustration:
        kinds.append(badge("bounded", "illustration"))
    rests = "".join(
        f"<li>{_use(name, one.by.name, hypotheses, result)}: {formula(latex(one.prop))}</li>"
        for one in step.premises
    )
    rests = f"<details><summary>What it assumes</summary><ul>{rests}</ul></details>" if rests else ""
    return (
        f'<li id="{anchor(name, step.name)}"><p>{prose(step.claim)}</p>\n{formula(step.formula)}\n'
        f'<p class="note">{" ".join(kinds)} {_found(done)}.<br>'
        f"{reach}: {prose(step.scope.text)}.</p>{rests}{computed(step.check)}{mutants(done.mutants)}</li>"
    )


def _found(done: Result) -> str:
    """What the check found, behind its kind."""
    found = detail(done.outcome.detail if done.outcome else "")
    return found if done.state in UNCOMPUTED.values() else f"{escape(done.of.check.kind.label)}: {found}"


def _use(statement: str, use: str, hypotheses: set[str], result: StatementResult) -> str:
    if use in result.statement.assumptions and use not in hypotheses:
        return f"supposed {escape(use)}"
    if use in ALONG_THE_LIMIT:
        return "along the limit"
    if use in hypotheses:
        return link(anchor(statement, "without", use), f"hypothesis {escape(use)}")
    if any(step.of.name == use for step in result.steps):
        return link(anchor(statement, use), f"step {escape(use)}")
    return link(use, f"<code>{escape(use)}</code>")


def mutants(found: tuple[Result, ...]) -> str:
    """The false variants of a claim with what the same check said about each."""
    if not found:
        return ""
    lines = "".join(map(_mutant, found))
    return f"<details><summary>{_count(len(found), 'false variant')}</summary><ul>{lines}</ul></details>"


def _mutant(one: Result) -> str:
    answer = badge("checked", "refuted") if one.killed else badge("failed", "not refuted")
    return f"<li>{prose(one.of.what)}: {answer} {detail(one.outcome.detail if one.outcome else '')}</li>"
