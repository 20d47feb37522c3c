"""Pictures, one file each, found by discovery: a new picture is one new file that defines ``PICTURE``.

They are drawn with Matplotlib, which is optional: ``pip install matplotlib``.
"""

from __future__ import annotations

from functools import cache
from importlib import import_module
from pkgutil import iter_modules

from symproof.errors import Malformed, no_such
from symproof.model.block import Block
from symproof.render.figures.picture import Picture, Svg

__all__ = ["Picture", "Svg", "draw", "pictures"]


@cache
def pictures() -> dict[str, Picture]:
    """All pictures by name, in the order in which a reader meets them."""
    found = []
    for module in iter_modules(__path__):
        picture = getattr(import_module(f"{__name__}.{module.name}"), "PICTURE", None)
        if isinstance(picture, Picture):
            found.append(picture)
    return {picture.name: picture for picture in sorted(found, key=lambda p: p.place)}


def draw(name: str, block: Block | None = None) -> Svg:
    """The picture of that name as SVG, the same bytes on every run.

    Args:
        name: one of `pictures`.
        block: for pictures of a block; without it the picture's own example.

    Raises:
        Malformed: there is no such picture, or it does not show such a block.
        ImportError: Matplotlib is not installed.
    """
    known = pictures()
    if name not in known:
        raise Malformed(no_such("picture", name, known))
    return known[name].render(block)
