"""The numbers that a text prints are those that its check decides."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from fractions import Fraction
from itertools import chain

import pytest

from symproof.paper import _symbols, statements
from symproof.proof.checks.maps import Map
from symproof.proof.sizes import resolve

NUMBER = r"-?[0-9]+(?:/[0-9]+)?"
TUPLE = rf"\({NUMBER}(?:, ?{NUMBER})+\)"
MATRIX = re.compile(rf"(-?)(\[\[(?:{NUMBER}|[\[\],])+\]\])")
ROWS = re.compile(rf"{TUPLE}(?:, {TUPLE})+")
SUBSET = re.compile(r"S = \{([0-9](?:, [0-9])*)\}")
INSIDE = re.compile(rf"\[({NUMBER}(?:,{NUMBER})*)\]")

ALL = [
    (f"{item.id}/{name}", text, check)
    for item in statements()
    for name, text, check in chain(
        (
            (step.name, step.claim, step.check)
            for step in item.steps(resolve(item.sizes, {}))
            if step.illustration
        ),
        ((h.name, h.without.text, h.without.check) for h in item.hypotheses if h.without.check),
    )
]


def _numbers(text: str) -> tuple[Fraction, ...]:
    return tuple(Fraction(number) for number in re.findall(NUMBER, text))


def _written(text: str) -> Iterator[tuple[tuple[Fraction, ...], ...]]:
    for sign, matrix in MATRIX.findall(text):
        factor = -1 if sign else 1
        yield tuple(tuple(factor * x for x in _numbers(row)) for row in INSIDE.findall(matrix))
    for rows in ROWS.findall(text):
        yield tuple(_numbers(row) for row in re.findall(TUPLE, rows))


def _held(value: object) -> Iterator[tuple[object, ...]]:
    """Every tuple of exact numbers, and every tuple of such tuples, among the data."""
    if isinstance(value, Map):
        value = [value.up, value.down, value.skip, value.b_up, value.b_down]
    if isinstance(value, Mapping):
        value = list(value.values())
    if isinstance(value, (tuple, list)):
        exact = tuple(_exact(part) for part in value)
        if exact and None not in exact:
            yield exact
        for part in value:
            yield from _held(part)


def _exact(value: object) -> object:
    """A number as a fraction, a tuple of numbers as such; None for all else."""
    if isinstance(value, (int, Fraction)):
        return Fraction(value)
    if isinstance(value, (tuple, list)) and all(isinstance(part, (int, Fraction)) for part in value):
        return tuple(map(Fraction, value))
    return None


# Identities with the numbers multiplied out: compared with the constants they are made from.
MADE_FROM_CONSTANTS = {"open-gates/instance": (_symbols.UP, _symbols.DOWN)}


@pytest.mark.parametrize(("where", "text", "check"), ALL, ids=[name for name, *_ in ALL])
def test_matrices_in_words_are_the_data(where, text, check) -> None:
    held = {*_held(check.data), *_held(MADE_FROM_CONSTANTS.get(where, ()))}
    for matrix in _written(text):
        assert matrix in held or set(matrix) <= held, matrix


@pytest.mark.parametrize(("where", "text", "check"), ALL, ids=[name for name, *_ in ALL])
def test_subsets_in_words_are_the_data(where, text, check) -> None:
    if "subset" in check.data:
        for found in SUBSET.findall(text):
            assert check.data["subset"] == tuple(int(k) for k in found.split(", "))


def test_the_texts_do_print_matrices() -> None:
    assert sum(1 for _, text, _ in ALL for _ in _written(text)) >= 20
