"""Collect the material of a report in one run, and print it."""

from __future__ import annotations

from collections.abc import Callable

from symproof.examples.gallery import run_all
from symproof.paper import statements
from symproof.proof.ledger import build
from symproof.render.figures import draw, pictures
from symproof.render.figures.blocks import ABSORBED
from symproof.render.figures.picture import Svg
from symproof.render.page import badge, escape, figure, link, page, prose, section
from symproof.render.report.atlas import atlas, sweeps
from symproof.render.report.graph import alone, dependency_graph, listed
from symproof.render.report.material import Material
from symproof.render.report.play import play
from symproof.render.report.statements import article
from symproof.render.report.tables import gallery_table, hypothesis_table, ledger_table
from symproof.render.report.trust import trust
from symproof.rocq.formal_status import status

PAPER = "Can an MLP Absorb Its Own Skip Connection Exactly?"


def collect(progress: Callable[[str], None] | None = None) -> Material:
    """Check every proof with its mutants, decide gallery and atlas, draw the pictures: about half a minute.

    Args:
        progress: called with a line now and then.
    """
    say = progress or (lambda line: None)
    every = statements()
    ledger = build(every, every, mutants=True, each=lambda result: say(result.statement.id))
    gallery = tuple(run_all(report=say))
    swept = sweeps(say)
    say("pictures")
    return Material(ledger, gallery, swept, _pictures(), status())


def _pictures() -> tuple[Svg, ...]:
    try:
        return tuple(draw(name) for name in pictures())
    except ImportError:
        return ()


def report(material: Material) -> str:
    """The HTML file, the same for the same material."""
    ledger = material.ledger
    sections = [
        section("question", "The question", *_question(material)),
        section("ledger", "Statements at a glance", ledger_table(material)),
        section("statements", "Statements and proofs", *(article(material, r) for r in ledger.results)),
        section("dependencies", "What rests on what", _graph(material)),
        section("hypotheses", "Which hypothesis is needed", hypothesis_table(material)),
        section("gallery", "Gallery of blocks", gallery_table(material)),
        section("atlas", "Atlas of small blocks", atlas(material.atlas)),
        section("pictures", "Pictures", *_figures(material)),
        section("trust", "What is trusted", trust(material)),
    ]
    title = f"symproof: the proofs of “{PAPER}”"
    body = f'{_header(material)}\n<main id="main">\n{chr(10).join(sections)}\n</main>\n{_footer()}'
    return page(title, body, f"Machine-checked statements, proofs and verdicts for the paper “{PAPER}”.")


def _header(material: Material) -> str:
    ledger = material.ledger
    rows = [ledger.row(result) for result in ledger.results]
    total = {key: sum(row[key] for row in rows) for key in ("checked", "cited", "mutants", "killed")}
    good = sum(outcome.passed for outcome in material.gallery)
    verdict = badge("checked", "passed") if ledger.passed else badge("failed", "failed")
    names = (
        ("question", "The question"), ("ledger", "At a glance"), ("statements", "Statements"),
        ("dependencies", "Dependencies"),
        ("hypotheses", "Hypotheses"), ("gallery", "Gallery"), ("atlas", "Atlas"), ("pictures", "Pictures"),
        ("trust", "Trust"),
    )  # fmt: skip
    items = "".join(f"<li>{link(target, text)}</li>" for target, text in names)
    troubles = "".join(f"<li>{escape(trouble)}</li>" for trouble in ledger.troubles)
    return (
        f'<header>\n<p class="meta">symproof report</p>\n<h1>{PAPER}</h1>\n'
        f'<p class="lead">{len(rows)} statements, {total["checked"]} proof steps checked by machine, '
        f"{total['cited']} cited; {total['killed']} of {total['mutants']} false variants refuted; {good} of "
        f"{len(material.gallery)} blocks decided as expected. {verdict}</p>\n"
        + (f"<ul>{troubles}</ul>\n" if troubles else "")
        + f'<nav aria-label="Contents"><ul>{items}</ul></nav>\n</header>'
    )


STILL = "walk"  # stands where the block to play with needs a script
IDEA = (
    "An activation such as ReLU or GELU is half a linear map plus an even function: it equals z/2 + E(z).",
    "So flipping the sign of a neuron's row changes the block by a linear map only: neuron k adds minus its "
    "column times its row.",
    "A set S of flips takes the place of the skip exactly when these maps add up to the identity: "
    "W_down[:,S] W_up[S,:] = -I, the paper's condition (3).",
    "For generic rows nothing else can: the even functions of different rows are independent, so a twin "
    "without the skip has the same rows up to sign.",
    "These are d^2 equations for N yes-or-no choices, and almost no weights solve them.",
)


def _question(material: Material) -> list[str]:
    """The question in one sentence, a block to play with, the idea in five sentences."""
    stills = [_figure(svg) for svg in material.pictures if svg.name == STILL]
    return [
        '<p class="lead">A residual block computes x + W<sub>down</sub> σ(W<sub>up</sub> x). Is there an MLP '
        "<em>without</em> the skip, of the same width, that computes the same function?</p>",
        play(ABSORBED, "".join(stills)),
        f"<p>{prose(' '.join(IDEA))}</p>",
    ]


def _graph(material: Material) -> str:
    keys = {
        "checked": "every step checked",
        "cited": "dashed: a step cites a fact",
        "new": "shaded: not in the paper",
    }
    if material.formal.theorems:
        keys["rocq"] = "thick: proved in Rocq as well"
    legend = " ".join(f'<span class="badge {kind}">{words}</span>' for kind, words in keys.items())
    others = ", ".join(link(name, f"<code>{name}</code>") for name in alone(material))
    return (
        f"<p>An arrow leads from a statement to one that rests on it. Frames: {legend}</p>\n"
        f'<div class="graph" role="region" tabindex="0" aria-label="Dependency graph">'
        f"{dependency_graph(material)}</div>\n{listed(material)}\n"
        + (f"<p>On their own: {others}.</p>" if others else "")
    )


def _figures(material: Material) -> list[str]:
    if not material.pictures:
        return ["<p>Not drawn: Matplotlib is not installed (the extra <code>figures</code>).</p>"]
    return [_figure(svg) for svg in material.pictures if svg.name != STILL]


def _figure(svg: Svg) -> str:
    return figure(f"picture-{svg.name}", svg.text, _caption(svg.name), svg.description)


def _caption(name: str) -> str:
    about = pictures()[name].about
    return f"{prose(about[:1].upper() + about[1:])}. <code>symproof figure {escape(name)}</code>"


def _footer() -> str:
    return (
        "<footer>\n<p>Printed by <code>symproof report</code> from one run: every number, badge and edge "
        "on this page comes from the outcome of a check. Re-check everything with <code>make verify</code>."
        "</p>\n</footer>"
    )
