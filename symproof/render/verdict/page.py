"""The page of one decision."""

from __future__ import annotations

import json
import shlex
from os import PathLike
from xml.etree.ElementTree import Element

from symproof.absorb.decide import Decision, subset_problem
from symproof.absorb.explain import degeneracies
from symproof.absorb.limits import Limits
from symproof.absorb.residual import ALL_SUBSETS, near_miss
from symproof.errors import Malformed
from symproof.files.writers import json_text, write_text
from symproof.kernel.activations import activation
from symproof.model.block import Block
from symproof.render import mathml
from symproof.render.figures import draw
from symproof.render.page import badge, escape, figure, page, prose, section
from symproof.render.verdict.evidence import absorbed, impossible
from symproof.render.verdict.matrices import Part, line, matrix, name
from symproof.verdict import Verdict

MOST = 60_000  # characters of weights and certificate that the page holds
PICTURES = ("kinks", "walk", "difference", "distance")
TITLES = {
    Verdict.ABSORBABLE: "This block absorbs its skip",
    Verdict.NOT_ABSORBABLE: "This block cannot absorb its skip",
    Verdict.UNDECIDED: "No theorem decides this block",
    Verdict.GAVE_UP: "Not decided within the limits",
}


def verdict_page(decision: Decision, path: str | PathLike[str], force: bool = False) -> None:
    """Write the page of a decision.

    Args:
        decision: what `decide` answered.
        path: the file, or "-" for standard output.
        force: replace an existing file.

    Raises:
        Malformed: the file exists, or cannot be written.
    """
    write_text(path, verdict_html(decision), force)


def verdict_html(decision: Decision, pictures: bool = True) -> str:
    """The page as HTML, the same for the same decision.

    Args:
        decision: what `decide` answered.
        pictures: whether to draw blocks of the plane, which takes a second or two.
    """
    block = decision.block
    title = TITLES[decision.verdict]
    sections = [
        section("block", "The block", *_block(block)),
        section("why", "Why", *_why(decision)),
        section("pictures", "Pictures", *_pictures(block)) if pictures and block.d == 2 else "",
        section("check", "Check it yourself", *_check(decision)),
    ]
    body = f'{_header(decision, title)}\n<main id="main">\n{chr(10).join(filter(None, sections))}\n</main>'
    return page(f"symproof: {title}", body, f"{decision.verdict}: {decision.why}")


def _header(decision: Decision, title: str) -> str:
    block = decision.block
    kind = "gave-up" if decision.absorbable is None else "checked"
    where = "" if block.skip else ", with M = I"
    words = f"{_sentence(decision.established)}{where}." if decision.established else ""
    established = f'<p class="lead">{prose(words)}</p>' if words else ""
    accepted = " " + badge("checked", "accepted by the kernel") if decision.established else ""
    return (
        f'<header>\n<p class="meta">symproof verdict · <i>d</i> = {block.d}, <i>N</i> = {block.width}, '
        f"<code>{escape(block.activation)}</code></p>\n<h1>{title}</h1>\n{established}"
        f'<p class="status">{badge(kind, str(decision.verdict))}{accepted}</p>\n</header>'
    )


def _sentence(text: str) -> str:
    return text[:1].upper() + text[1:]


def _block(block: Block) -> list[str]:
    x = name("x")
    skip = [x] if block.skip is None else [name("M"), x]
    biases = {"up": block.weights.b_up, "down": block.weights.b_down}
    inside = [mathml.operator("+"), name("b", "up")] if biases["up"] is not None else []
    outside: list[Part] = ["+", name("b", "down")] if biases["down"] is not None else []
    hidden = [mathml.fence("(", True), name("W", "up"), x, *inside, mathml.fence(")", False)]
    parts = [
        line(name("f"), _argument(x), "=", *skip, "+", name("W", "down"), name("σ"), *hidden, *outside),
        line(name("W", "up"), "=", matrix(block.W_up)),
        line(name("W", "down"), "=", matrix(block.W_down)),
    ]
    if block.skip is not None:
        parts.append(line(name("M"), "=", matrix(block.skip)))
    parts += [
        line(name("b", key), "=", matrix([[b] for b in bias]))
        for key, bias in biases.items()
        if bias is not None
    ]
    parts.append(
        f'<p class="meta">SHA-256 of the weights: <code>{block.sha256}</code>. Entries are exact; one that '
        "is too long is shown rounded, with ≈.</p>"
    )
    return parts


def _argument(x: Element) -> Element:
    return mathml.element("mrow", mathml.fence("(", True), x, mathml.fence(")", False))


def _why(decision: Decision) -> list[str]:
    block = decision.block
    parts = []
    broken = degeneracies(block)
    if broken:
        lines = "".join(f"<li>{prose(text)}</li>" for text in broken[:6])
        rest = f"<li>and {len(broken) - 6} more</li>" if len(broken) > 6 else ""
        parts.append(
            "<p>The hypotheses of Theorem 4 do not hold, so its condition (3) alone would not decide; the "
            f"least width does.</p><ul>{lines}{rest}</ul>"
        )
    if decision.absorbable is None:
        tried = "".join(f"<li>{escape(method)}</li>" for method in decision.tried)
        parts.append(f"<p>{escape(decision.why)}. This says nothing about the answer.</p>")
        return [*parts, f"<ul>{tried}</ul>" if tried else ""]
    if decision.absorbable:
        return [*parts, *absorbed(decision)]
    return [*parts, *impossible(decision), _near(block)]


def _near(block: Block) -> str:
    """The closest set, where all sets are looked at: a search with a time limit might answer differently."""
    if not activation(block.activation).gap or block.width > ALL_SUBSETS:
        return ""
    near = near_miss(subset_problem(block), Limits())
    if near is None:
        return ""
    return f"<p>The nearest miss: {escape(str(near)).replace('-', '−')}; the other entries of (3) hold.</p>"


def _pictures(block: Block) -> list[str]:
    shown, missing = [], []
    for picture in PICTURES:
        try:
            svg = draw(picture, block)
        except Malformed as reason:
            missing.append(f"<li>{escape(picture)}: {escape(str(reason))}</li>")
        except ImportError:
            return ["<p>Not drawn: Matplotlib is not installed (the extra <code>figures</code>).</p>"]
        else:
            shown.append(figure(f"picture-{picture}", svg.text, escape(svg.title) + ".", svg.description))
    left_out = f'<p class="meta">Not drawn:</p><ul class="meta">{"".join(missing)}</ul>' if missing else ""
    return [*shown, left_out]


def _check(decision: Decision) -> list[str]:
    block = decision.block
    words = [
        "symproof",
        "check",
        "certificate.json",
        "--weights",
        "weights.json",
        "--claim",
        str(decision.verdict),
    ]
    if decision.certificate is None:
        return ["<p>There is no certificate.</p>", _file("weights.json", json_text(block.to_dict()))]
    proof = json.dumps(decision.certificate, indent=1)
    return [
        "<p>Save the two files and let the kernel check the one against the other; it trusts nothing on this "
        "page.</p>",
        f"<pre><code>{escape(shlex.join(words))}</code></pre>",
        _file("weights.json", json_text(block.to_dict())),
        _file("certificate.json", proof),
    ]


def _file(title: str, text: str) -> str:
    if len(text) > MOST:
        return f"<p><code>{title}</code>: {len(text)} characters, not repeated here.</p>"
    return f"<details><summary><code>{title}</code></summary><pre><code>{escape(text)}</code></pre></details>"
