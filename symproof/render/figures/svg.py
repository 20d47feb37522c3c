"""From a Matplotlib figure to SVG: the same bytes on every run, with its words, fit to stand in a page."""

from __future__ import annotations

import io
import re
from typing import Any
from xml.etree.ElementTree import Element, fromstring, register_namespace, tostring

SVG = "{http://www.w3.org/2000/svg}"
XLINK = "{http://www.w3.org/1999/xlink}"
_NUMBER = re.compile(r"-?[0-9]+\.[0-9]{3,}")
_URL = re.compile(r"url\(#([^)]+)\)")


def to_svg(figure: Any, name: str, title: str, description: str) -> str:
    """The figure as an SVG document without an XML declaration.

    Ids that nothing refers to are dropped and the others begin with the picture's name, so that several
    pictures fit on one page. Coordinates keep two decimals.

    Args:
        figure: a Matplotlib figure; call it inside `styled`.
        name: the beginning of all ids.
        title: becomes ``<title>``.
        description: becomes ``<desc>``: the alternative text.
    """
    out = io.StringIO()
    figure.savefig(out, format="svg", metadata=dict.fromkeys(("Date", "Creator", "Format", "Type")))
    root = fromstring(out.getvalue())
    for parent in list(root.iter()):
        for child in list(parent):
            if child.tag in {f"{SVG}metadata", f"{SVG}style"}:
                parent.remove(child)
    root.set("style", "stroke-linejoin:round;stroke-linecap:butt")
    _rename(root, name)
    for node in root.iter():
        for key in ("d", "x", "y", "points"):
            if key in node.attrib:
                node.set(key, _NUMBER.sub(_short, node.attrib[key]))
    _label(root, name, title, description)
    register_namespace("", SVG[1:-1])
    register_namespace("xlink", XLINK[1:-1])
    return tostring(root, encoding="unicode") + "\n"


def _short(match: re.Match[str]) -> str:
    text = f"{float(match[0]):.2f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


def _rename(root: Element, name: str) -> None:
    used = set()
    for node in root.iter():
        for key, value in node.attrib.items():
            used |= set(_URL.findall(value))
            if key in (f"{XLINK}href", "href") and value.startswith("#"):
                used.add(value[1:])
    for node in root.iter():
        for key, value in list(node.attrib.items()):
            if key == "id" and value not in used:
                del node.attrib[key]
            elif key == "id":
                node.set(key, f"{name}-{value}")
            elif key in (f"{XLINK}href", "href") and value.startswith("#"):
                node.set(key, f"#{name}-{value[1:]}")
            elif "url(#" in value:
                node.set(key, _URL.sub(rf"url(#{name}-\1)", value))


def _label(root: Element, name: str, title: str, description: str) -> None:
    for place, (tag, text) in enumerate((("title", title), ("desc", description))):
        node = Element(f"{SVG}{tag}", {"id": f"{name}-{tag}"})
        node.text = text
        root.insert(place, node)
    root.set("role", "img")
    root.set("aria-labelledby", f"{name}-title {name}-desc")
