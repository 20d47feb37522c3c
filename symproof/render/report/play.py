"""A block to play with: the page's one script, and what stands in its place without scripts."""

from __future__ import annotations

import json
from importlib.resources import files

from symproof.model.block import Block
from symproof.render.page import escape, prose


def play(block: Block, still: str) -> str:
    """HTML: buttons that flip neurons, weights to change, two pictures and the verdict, all exact.

    Args:
        block: d = 2, skip I, no biases, at most 8 neurons: the script looks at all sets of neurons.
        still: HTML shown where scripts do not run.

    Raises:
        ValueError: the block is not of this kind.
    """
    if block.d != 2 or block.width > 8 or block.skip is not None or block.b_up is not None:
        raise ValueError("the block to play with has d = 2, N <= 8, skip I and no biases")
    value = block.to_dict()
    data = {name: value[name] for name in ("W_up", "W_down")}
    script = files("symproof.render.report").joinpath("play.js").read_text(encoding="utf-8")
    return (
        f'<div id="play" data-block="{escape(json.dumps(data))}">\n<div class="still">{still}</div>\n'
        f'<div class="live" hidden>\n{_buttons(block)}\n{_pictures()}\n<p data-part="sum"></p>\n'
        '<p><output data-part="verdict" aria-live="polite"></output></p>\n'
        f"{_weights(data)}\n</div>\n</div>\n<script>\n{script}</script>"
    )


def _buttons(block: Block) -> str:
    neurons = "".join(
        f'<button type="button" data-neuron="{k}" aria-pressed="false"></button>' for k in range(block.width)
    )
    return (
        "<p>Click a neuron: its row flips its sign. Neurons and their rows:</p>\n"
        f'<div class="neurons" role="group" aria-label="Neurons to flip">{neurons}</div>\n'
        '<p><button type="button" data-part="solve">Flip a set that absorbs the skip</button> '
        '<button type="button" data-part="reset">Start again</button></p>'
    )


PICTURES = (
    (
        "The unit square, dotted, and its image under the linear part that the flips have added",
        '<line x1="0" y1="100" x2="200" y2="100" class="axis"/><line x1="100" y1="0" x2="100" y2="200" '
        'class="axis"/><polygon data-part="image" class="image"/><polygon data-part="goal" class="goal"/>',
        "What the flips add, as the image of the unit square. Dotted: the identity.",
    ),
    (
        "Arrows: the block minus the flipped MLP, at 25 points",
        '<g data-part="field" class="field"></g>',
        "The block minus the MLP with these flips: a linear map. Where it is 0 the skip is absorbed.",
    ),
)


def _pictures() -> str:
    drawn = (
        f'<figure><svg viewBox="0 0 200 200" role="img" aria-label="{label}">{parts}</svg>'
        f"<figcaption>{caption}</figcaption></figure>"
        for label, parts, caption in PICTURES
    )
    return f'<div class="pair">{"".join(drawn)}</div>'


def _weights(data: dict[str, list[list[str]]]) -> str:
    def cell(name: str, i: int, j: int) -> str:
        place = f'data-side="{name[2:]}" data-i="{i}" data-j="{j}"'
        return f'<td><input size="4" {place} aria-label="{name}, row {i}, column {j}"></td>'

    def grid(name: str) -> str:
        sizes = enumerate(map(len, data[name]))
        rows = "".join(f"<tr>{''.join(cell(name, i, j) for j in range(n))}</tr>" for i, n in sizes)
        return (
            f'<div class="scroll"><table class="weights"><caption>{prose(name)}</caption>{rows}</table></div>'
        )

    return (
        "<details><summary>Change the weights</summary>\n<p>Type a fraction, use the arrow keys, or drag "
        f"sideways.</p>\n{grid('W_up')}\n{grid('W_down')}\n</details>"
    )
