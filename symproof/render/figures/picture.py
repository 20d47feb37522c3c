"""What a picture is: a name, a drawing function, and the SVG that comes out, with its words."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from symproof.errors import Malformed
from symproof.files.writers import write_text
from symproof.model.block import Block
from symproof.render.figures.style import styled
from symproof.render.figures.svg import to_svg


@dataclass(frozen=True, slots=True)
class Drawing:
    """A Matplotlib figure with the words that say the same."""

    figure: Any
    title: str
    description: str


@dataclass(frozen=True, slots=True)
class Svg:
    """A finished picture; in a notebook it shows itself."""

    name: str
    title: str
    description: str
    text: str

    def save(self, path: str | Path, force: bool = False) -> None:
        """Write the file, whole or not at all."""
        write_text(path, self.text, force=force)

    def _repr_svg_(self) -> str:
        return self.text

    def __repr__(self) -> str:
        return f"<picture {self.name}: {self.title}>"


@dataclass(frozen=True, slots=True)
class Picture:
    """A picture that can be drawn.

    Attributes:
        name: used on the command line.
        place: pictures are listed in this order.
        about: what it shows, in one line.
        draw: the drawing, for a block or, given None, for the picture's own example.
        of_block: whether `draw` takes a block.
    """

    name: str
    place: int
    about: str
    draw: Callable[[Block | None], Drawing]
    of_block: bool = False

    def render(self, block: Block | None = None) -> Svg:
        """The picture as SVG.

        Raises:
            Malformed: a block is given and the picture shows none, or not such a one.
            ImportError: Matplotlib is not installed.
        """
        if block is not None and not self.of_block:
            raise Malformed(f"the picture {self.name!r} shows no block; weights cannot be given")
        with styled():
            drawing = self.draw(block)
            text = to_svg(drawing.figure, self.name, drawing.title, drawing.description)
        return Svg(self.name, drawing.title, drawing.description, text)
