"""The page of a scan: one table of all blocks."""

from __future__ import annotations

from collections.abc import Sequence

from symproof.absorb.distance import percents
from symproof.absorb.scan import Scanned
from symproof.files.blocks import Found
from symproof.files.writers import write_text
from symproof.render.distance import bars
from symproof.render.page import badge, escape, figure, page, section, table

HEAD = (
    "Block",
    "d",
    "N",
    "Activation",
    "Read from",
    "Gated",
    "Biases",
    "Norm",
    "Verdict",
    "By",
    "Share",
    "Time",
)
KINDS = dict.fromkeys(("absorbable", "not-absorbable", "never"), "checked")
WORDS = (
    "Each block x + W_down σ(W_up x + b_up) + b_down stands on its own: can an MLP of the same width, "
    "without the skip, compute the same function? “Not absorbable” and “absorbable” are about these weights, "
    "with evidence that the kernel accepts; “never” is a theorem about all weights. A norm in front of the "
    "block is not part of it: x + MLP(norm(x)) is no MLP'(norm(x)), for all weights. Attention, embeddings, "
    "norms, routers and heads are not looked at."
)
SHARES = (
    "The share of each skip that sign flips can absorb, certified from both sides. It is not the error of "
    "the best MLP without the skip."
)


def scan_page(path: str, blocks: Sequence[Scanned | Found], out: str, force: bool) -> None:
    """Write the page.

    Args:
        path: of the checkpoint, for the heading.
        blocks: what was found, decided or not.
        out: the file to write, or "-".
        force: replace it if it exists.
    """
    rows = [_row(block) for block in blocks]
    title = f"MLP blocks of {path}"
    shares = [(b.found.name, b.share) for b in blocks if isinstance(b, Scanned) and b.share is not None]
    picture = figure("shares", bars(shares), escape(SHARES)) if shares else ""
    body = section(
        "blocks", title, f"<p>{escape(WORDS)}</p>", picture, table(f"{len(rows)} blocks", HEAD, rows, "cards")
    )
    write_text(
        out, page(title, f'<main id="main">\n{body}\n</main>', f"Every MLP block of {path}, decided"), force
    )


def _row(block: Scanned | Found) -> list[str]:
    found = block if isinstance(block, Found) else block.found
    biases = ", ".join(sorted(found.biases)) or "none"
    what = (found.name, found.d, found.N, found.activation or "?", found.activation_from)
    more = ("yes" if found.gated else "no", biases, found.norm or "none seen")
    cells = [escape(str(text)) for text in (*what, *more)]
    if isinstance(block, Found):
        return [*cells, "", "", "", ""]
    verdict = badge(KINDS.get(block.verdict, "unknown"), block.verdict)
    return [
        *cells,
        verdict,
        escape(block.by),
        percents(block.share) if block.share else "",
        f"{block.seconds:.1f} s",
    ]
