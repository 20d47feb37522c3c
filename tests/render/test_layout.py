"""The layout of the dependency graph: a law for columns, routes and places."""

from __future__ import annotations

from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from symproof.paper import statements
from symproof.render.report.layout import arrange, depth


@st.composite
def acyclic(draw):
    n = draw(st.integers(1, 9))
    names = [f"n{k}" for k in range(n)]
    return {
        name: tuple(draw(st.sets(st.sampled_from(names[:k]), max_size=3))) if k else ()
        for k, name in enumerate(names)
    }


@given(acyclic())
def test_every_edge_leads_one_column_at_a_time_to_the_right(uses):
    layout = arrange(uses)
    column = {item: c for c, items in enumerate(layout.columns) for item in items}
    assert sum(map(len, layout.columns)) == len(column)
    assert {item for item in column if isinstance(item, str)} == set(uses)
    assert set(layout.routes) == {(low, name) for name, below in uses.items() for low in below}
    for (low, name), route in layout.routes.items():
        assert (route[0], route[-1]) == (low, name)
        assert all(column[b] == column[a] + 1 for a, b in pairwise(route))


@given(acyclic())
def test_the_depth_is_one_more_than_that_of_the_deepest_node_below(uses):
    found = depth(uses)
    for name, below in uses.items():
        assert found[name] == max((found[low] + 1 for low in below), default=0)


def test_the_graph_of_the_paper_has_few_crossings():
    every = {item.id: item.uses for item in statements()}
    layout = arrange(every)
    row = {item: place for items in layout.columns for place, item in enumerate(items)}
    pieces = [pair for route in layout.routes.values() for pair in pairwise(route)]
    column = {item: c for c, items in enumerate(layout.columns) for item in items}
    crossings = sum(
        column[a] == column[c] and (row[a] - row[c]) * (row[b] - row[d]) < 0
        for k, (a, b) in enumerate(pieces)
        for c, d in pieces[:k]
    )
    unordered = {name: k for k, name in enumerate(every)}
    naive = sum(
        (unordered[a] - unordered[c]) * (unordered[b] - unordered[d]) < 0
        for k, (a, b) in enumerate(layout.routes)
        for c, d in list(layout.routes)[:k]
    )
    assert crossings < naive
