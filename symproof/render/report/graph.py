"""The dependency graph of the statements as inline SVG with links."""

from __future__ import annotations

from html import escape

from symproof.render.report.layout import Item, Layout, arrange
from symproof.render.report.material import Material, cited, standing

BOX_HEIGHT, GAP, ROW, MARGIN = 30, 60, 44, 8
LETTER = 7.4  # width of a letter, about


def dependency_graph(material: Material) -> str:
    """The graph of the statements that rest on others or are rested on, left to right; empty without any."""
    linked = {
        name: result.statement.uses
        for name, result in material.by_id.items()
        if result.statement.uses or material.users(name)
    }
    return _svg(material, arrange(linked)) if linked else ""


def listed(material: Material) -> str:
    """The same edges in words, each statement with its title: what a narrow screen shows in place of it."""
    rows = []
    for name, result in material.by_id.items():
        uses = ", ".join(f'<a href="#{use}"><code>{use}</code></a>' for use in result.statement.uses)
        if uses or material.users(name):
            rests = f" rests on {uses}" if uses else ""
            title = escape(result.statement.title)
            item = f'<a href="#{name}"><code>{name}</code></a> ({title}){rests}'
            rows.append(f'<li class="{_kinds(material, name)}">{item}</li>')
    return f'<ul class="rests">{"".join(rows)}</ul>' if rows else ""


def alone(material: Material) -> list[str]:
    """The statements without any edge."""
    return [
        name
        for name, result in material.by_id.items()
        if not result.statement.uses and not material.users(name)
    ]


def _svg(material: Material, layout: Layout) -> str:
    places, width, height = _places(layout)
    edges = "".join(_edge(route, places) for route in layout.routes.values())
    nodes = "".join(_node(material, name, places[name]) for name in places if isinstance(name, str))
    words = "; ".join(
        f"{name} rests on {', '.join(material.by_id[name].statement.uses)}"
        for name in material.by_id
        if material.by_id[name].statement.uses
    )
    return (
        f'<svg viewBox="0 0 {width} {height}" width="{width}" height="{height}" role="group" '
        'aria-labelledby="graph-title graph-words" xmlns="http://www.w3.org/2000/svg">'
        '<title id="graph-title">Which statement rests on which</title>'
        f'<desc id="graph-words">{escape(words)}.</desc>'
        '<defs><marker id="graph-tip" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" markerHeight="7" '
        'orient="auto"><path d="M0 0L8 4L0 8z"/></marker></defs>'
        f"{edges}{nodes}</svg>"
    )


def _width(item: Item) -> int:
    return round(len(item) * LETTER) + 18 if isinstance(item, str) else 0


def _places(layout: Layout) -> tuple[dict[Item, tuple[int, int, int]], int, int]:
    """Left edge, middle height and width of each item, and the size of the whole."""
    most = max(len(column) for column in layout.columns)
    found: dict[Item, tuple[int, int, int]] = {}
    x = MARGIN
    for column in layout.columns:
        wide = max(_width(item) for item in column)
        top = (most - len(column)) * ROW // 2
        for place, item in enumerate(column):
            y = MARGIN + top + place * ROW + BOX_HEIGHT // 2
            found[item] = (x, y, wide if isinstance(item, tuple) else _width(item))
        x += wide + GAP
    return found, x - GAP + MARGIN, MARGIN * 2 + (most - 1) * ROW + BOX_HEIGHT


def _edge(route: tuple[Item, ...], places: dict[Item, tuple[int, int, int]]) -> str:
    x, y, wide = places[route[0]]
    path = f"M{x + wide} {y}"
    x += wide
    for item in route[1:]:
        left, middle, across = places[item]
        bend = (left - x) // 2
        path += f"C{x + bend} {y} {left - bend} {middle} {left} {middle}"
        if isinstance(item, tuple):
            path += f"H{left + across}"
            left += across
        x, y = left, middle
    return f'<path d="{path}" marker-end="url(#graph-tip)"/>'


def _kinds(material: Material, name: str) -> str:
    """What is known of a statement, as classes of the style sheet."""
    result = material.by_id[name]
    failed, facts = bool(standing(result).failed), bool(cited(result))
    kinds = {
        "failed": failed,
        "cited": facts,
        "rocq": bool(material.formal.of(name)),
        "checked": not failed and not facts,
        "new": result.statement.source.new,
    }
    return " ".join(kind for kind, holds in kinds.items() if holds)


def _node(material: Material, name: str, place: tuple[int, int, int]) -> str:
    result = material.by_id[name]
    left, middle, wide = place
    state = standing(result)
    return (
        f'<a href="#{name}" class="{_kinds(material, name)}"><title>{escape(result.statement.title)}: '
        f"{state.words}</title>"
        f'<rect x="{left}" y="{middle - BOX_HEIGHT // 2}" width="{wide}" height="{BOX_HEIGHT}" rx="4"/>'
        f'<text x="{left + wide // 2}" y="{middle + 4}" text-anchor="middle">{escape(name)}</text></a>'
    )
