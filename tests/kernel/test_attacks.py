"""Inputs made to break the kernel: huge numbers, deep nesting, types that look alike, blocks of size one.

Whatever comes in, `check` returns a sentence that is true or raises Malformed or Rejected, nothing else.
"""

from __future__ import annotations

import json
import sys
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from oracles.corpus import Case, dumped, load
from oracles.refusals import PLAIN
from oracles.second_checker import verdict

from symproof.kernel.claims import CLAIMS, certificate, check
from symproof.kernel.cost import RULES
from symproof.kernel.errors import Malformed, OutOfBudget, Rejected
from symproof.reader.tensors import read_tensors
from symproof.reader.text import parse_json
from symproof.reader.weights import Weights, from_json

EXHAUST: Any = {"exhaust": True}
HUGE = "9" * 3990
CONTROLS = load("accept")


def combination(Y: list[list[Any]], M: str = "0") -> dict[str, Any]:
    """A tree that is one combination."""
    return {"combination": {"Y": Y, "modulus": M}}


def either(k: int, zero: Any, one: Any) -> dict[str, Any]:
    """A branch on x_k."""
    return {"branch": {"form": [[k, "1"]], "lower": {}, "upper": {}}, "children": [zero, one]}


def line(products: list[Any], skip: Any = 1) -> Weights:
    """d = 1: equation (3) is sum products_k x_k = -skip."""
    return from_json({"W_up": [[1]] * len(products), "W_down": [products], "skip": [[skip]]}, "line")


def asked(weights: Weights, evidence: Any, claim: str = "no-subset", width: int | None = None) -> str:
    """The kernel's answer to a certificate with this evidence, through its JSON text."""
    limit = sys.getrecursionlimit()
    body = certificate(weights, claim, weights.width if width is None else width, evidence)
    try:
        sys.setrecursionlimit(10_000)  # for writing the text, not for checking it
        text = json.dumps(body).encode()
    finally:
        sys.setrecursionlimit(limit)
    try:
        return check(parse_json(text, "certificate"), weights, claim, width)
    except (Malformed, Rejected) as error:
        return type(error).__name__


def test_a_message_about_a_huge_number() -> None:
    """The value reached has more digits than Python prints."""
    weights = from_json({"W_up": [[HUGE]], "W_down": [["-" + HUGE]], "skip": [[HUGE]]}, "huge")
    assert asked(weights, {"tree": combination([[0, 0, HUGE]])}) == "Rejected"


def test_a_message_about_a_negative_modulus_times_huge_denominators() -> None:
    rows = [[f"1/{HUGE}", f"1/{HUGE[:-1]}7"], [1, 2]]
    weights = from_json({"W_up": rows, "W_down": [[1, 3], [1, 5]]}, "huge")
    assert (
        asked(weights, {"cost": [{"compound": {"Y": [], "modulus": "-1"}}]}, "not-absorbable") == "Malformed"
    )


def test_the_work_for_many_unknowns_is_counted_without_minors() -> None:
    weights = from_json({"W_up": [[k] for k in range(1, 20_001)], "W_down": [[1] * 20_000]}, "long")
    weights = replace(weights, activation="gelu")
    proof = certificate(
        weights, "not-absorbable", 20_000, {"cost": [{"compound": {"Y": [], "modulus": "0"}}]}
    )
    with pytest.raises(OutOfBudget):
        check(proof, weights, "not-absorbable")


def test_a_width_far_beyond_the_block_costs_nothing() -> None:
    weights = from_json({"W_up": [[1, 0], [0, 1]], "W_down": [[1, 2], [3, 1]]}, "wide")
    assert asked(weights, {"cost": [{"ranks": True}]}, "width-at-least", 10**17) == "Rejected"


def test_a_modulus_of_huge_fractions() -> None:
    weights = from_json({"W_up": [[HUGE]], "W_down": [["-" + HUGE]]}, "huge")
    assert (
        asked(weights, {"tree": combination([[0, 0, f"1/{HUGE[:-1]}7"]], f"1/{HUGE[:-1]}1")}) != "Malformed"
    )


@pytest.mark.parametrize("children", [[], [EXHAUST]])
def test_a_branch_with_more_values_than_a_machine_word(children: list[Any]) -> None:
    for form, Y in (("9" * 100, []), ("1", [[0, 0, "9" * 50]])):
        body = {"form": [[0, form]], "lower": {}, "upper": {"Y": Y}}
        assert asked(line([1]), {"tree": {"branch": body, "children": children}}) == "Rejected"


@pytest.mark.parametrize(
    ("splits", "depth"),
    [
        *((0, depth) for depth in (10, 300, 600, 950)),
        *((100, depth) for depth in (10, 300, 600)),
        (199, 10),
        (199, 300),
        (199, 700),
    ],
)
def test_deep_nesting_under_a_deep_tree(splits: int, depth: int) -> None:
    tree: Any = []
    for _ in range(depth):
        tree = [tree]
    for k in reversed(range(splits)):
        tree = either(k, tree, EXHAUST)
    assert asked(line([2] * (splits + 1)), {"tree": tree}) == "Malformed"


@pytest.mark.parametrize(("depth", "due"), [(200, "accepted"), (201, "Malformed")])
def test_the_depth_of_a_tree(depth: int, due: str) -> None:
    end = combination([[0, 0, "1/2"]], "1")
    tree: Any = end
    for k in reversed(range(depth)):
        tree = either(k, tree, end)
    said = asked(line([2] * 201), {"tree": tree})
    assert said == due or (due == "accepted" and said.startswith("no set S"))


@pytest.mark.parametrize("wrapper", [b"[", b'{"a":', b'[{"a":'])
@pytest.mark.parametrize("count", [500, 980, 1000, 5000, 10**6])
def test_nesting_of_the_text(wrapper: bytes, count: int) -> None:
    plain = next(case for case in CONTROLS if case.name == PLAIN)
    assert Case("deep", wrapper * count, plain.weights, plain.claim).judged()[0] == "Malformed"
    closing = b"".join(b"]" if c == b"["[0] else b"}" if c == b"{"[0] else b"" for c in reversed(wrapper))
    text = wrapper * count + b"0" + closing * count
    assert Case("deep", text, plain.weights, plain.claim).judged()[0] == "Malformed"
    about = plain.weights[:-1] + b', "about": ' + text + b"}"
    assert Case("deep", plain.certificate, about, plain.claim).judged()[0] in ("accepted", "Malformed")


@pytest.mark.parametrize("header", [b"5", b"null", b"true", b'"w"', b"[]", b'["w"]', b"{}", b"1.5"])
def test_headers_that_are_no_object(header: bytes, tmp_path: Path) -> None:
    path = tmp_path / "w.safetensors"
    path.write_bytes(len(header).to_bytes(8, "little") + header + b"\0" * 64)
    with pytest.raises(Malformed):
        read_tensors(str(path), ["w"])


@pytest.mark.parametrize(
    ("shape", "offsets"),
    [
        ([2**40, 1], [0, 2**43]),
        ([2**70, 1], [0, 2**73]),
        ([1, 1], [2**62, 2**62 + 8]),
        ([1, 1], [2**70, 2**70 + 8]),
        ([2**31, 2**31], [0, 2**65]),
        ([10**3000, 1], [0, 8]),
    ],
)
def test_tensors_beyond_the_file(shape: list[int], offsets: list[int], tmp_path: Path) -> None:
    head = json.dumps({"w": {"dtype": "F64", "shape": shape, "data_offsets": offsets}}).encode()
    path = tmp_path / "w.safetensors"
    path.write_bytes(len(head).to_bytes(8, "little") + head + b"\0" * 64)
    with pytest.raises(Malformed):
        read_tensors(str(path), ["w"])


def test_an_empty_activation_is_no_name() -> None:
    with pytest.raises(Malformed):
        check(
            certificate(Weights([[1]], [[2]]), "no-subset", 1, {"tree": EXHAUST}),
            from_json({"W_up": [[1]], "W_down": [[2]], "activation": ""}, "w"),
            "no-subset",
        )


json_values = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-3, 3)
    | st.floats()
    | st.sampled_from(["", "0", "1", "-1", "1/2", "combination", "branch", "\ud800", "\n"]),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            st.sampled_from(["combination", "Y", "modulus", "Z", "branch", "children", "form"])
            | st.sampled_from(["lower", "upper", "exhaust", "tree", "cost", "V_up", "V_down", *RULES])
            | st.sampled_from(["flip", "double", "W", "R", "lambda", "k", "zero", "one", "both", "none"]),
            inner,
            max_size=3,
        )
    ),
    max_leaves=12,
)


@settings(max_examples=150)
@given(value=json_values, claim=st.sampled_from(sorted(CLAIMS)))
def test_arbitrary_evidence_is_refused(value: Any, claim: str) -> None:
    """A block whose least width is 5 and whose (3) has no solution: nothing else is ever proved."""
    weights = Weights([[1, 2], [3, -1], [2, 5]], [[1, 3, 5], [2, -7, 4]])
    for evidence in (
        value,
        {"tree": value},
        {"cost": [value]},
        {"cost": value},
        {"V_up": value, "V_down": value},
        {"flip": value, "double": value},
    ):
        try:
            check(certificate(weights, claim, 3, evidence), weights, claim, 3)
        except (Malformed, Rejected):
            continue
        assert claim in (
            "no-subset",
            "not-absorbable",
            "width-at-least",
        )  # what is true, by the kernel's work
        assert any(rule in str(evidence) for rule in ("exhaust", "ranks", "halves", "count"))


@settings(max_examples=100)
@given(data=st.binary(max_size=60), seed=st.integers(0, 10**6))
def test_damaged_bytes(data: bytes, seed: int) -> None:
    """Bytes replaced, removed or repeated anywhere: accepted only when what is said is unchanged."""
    rng = Random(seed)
    control = rng.choice(CONTROLS)
    text = control.certificate
    i, j = sorted(rng.randrange(len(text)) for _ in range(2))
    for damaged in (data, text[:i] + data + text[j:], text[:i] + data + text[i:], text[:j] + text[i:]):
        kind, said = Case("damaged", damaged, control.weights, control.claim, control.width).judged()
        if kind == "accepted":
            assert said == control.judged()[1]


def test_true_is_not_one() -> None:
    """JSON true where 1 is due, in every place where an integer or a number is due."""
    weights = line([2])
    body = certificate(weights, "no-subset", 1, {"tree": combination([[0, 0, "1"]])})
    assert check(body, weights, "no-subset")
    for wrong in ({"width": True}, {"width": 1.0}, {"width": "1"}, {"width": None}):
        with pytest.raises(Malformed, match="width"):
            check(body | wrong, weights, "no-subset")
    for Y in (
        [[False, 0, "1"]],
        [[0, False, "1"]],
        [[0, 0, True]],
        [[0, 0, 1]],
        [[0, 0, 1.0]],
        [[0.0, 0, "1"]],
    ):
        with pytest.raises(Malformed):
            check(body | {"evidence": {"tree": combination(Y)}}, weights, "no-subset")
    for entry in (True, False, None, 1.5, [1]):
        with pytest.raises(Malformed):
            from_json({"W_up": [[entry]], "W_down": [[1]]}, "w")


@pytest.mark.parametrize("zero", [0, 0.0, -0.0, Fraction(0)])
def test_zeros_of_every_kind(zero: Any) -> None:
    """A row of zeros, with whichever sign, has no class; a zero column drops its neuron."""
    weights = Weights([[1, zero], [zero, zero], [zero, 1]], [[-1, 5, zero], [zero, 5, -1]])
    plain = Weights([[1, 0], [0, 0], [0, 1]], [[-1, 5, 0], [0, 5, -1]])
    assert weights.sha256() == plain.sha256()
    V = {"V_up": [["-1", "0"], ["0", "-1"]], "V_down": [["-1", "0"], ["0", "-1"]]}
    assert asked(weights, V, "absorbable").startswith("a residual-free MLP")
    assert asked(weights, {"cost": [{"ranks": True}]}, "not-absorbable") == "Rejected"


def test_no_classes_at_all() -> None:
    """W_down = 0: the block is its skip. Evidence about equations that do not exist is malformed or idle."""
    weights = Weights([[1, 2], [3, 4]], [[0, 0], [0, 0]])
    for width, evidence in (
        (2, {"cost": [{"each": {"none": {"halves": [[]]}, "one": []}}]}),
        (4, {"cost": [{"halves": [[]]}]}),
    ):
        said = asked(weights, evidence, "width-at-least", width)
        assert "width" in said
    assert asked(weights, {"cost": [{"halves": [[]]}]}, "width-at-least", 5) == "Rejected"
    for Y in ([[2, 0, "1"]], [[0, 2, "1"]], [[0, 0, "0"]], []):
        assert asked(weights, {"cost": [{"tree": combination(Y)}]}, "width-at-least", 1) in (
            "Malformed",
            "Rejected",
        )


def test_equations_without_unknowns_are_still_there() -> None:
    """No classes, M of rank 1: the equation 0 = 0 of the second column may be named, as in FORMAT.md."""
    weights = Weights([[1, 2]], [[0], [0]], None, [[1, 0], [0, 0]])
    said = asked(weights, {"cost": [{"tree": combination([[0, 0, "1"], [0, 1, "1"]])}]}, "width-at-least", 1)
    assert said.startswith("each residual-free MLP")


def test_no_equation_is_left_on_a_kernel_of_dimension_zero() -> None:
    """With as many directions free as d, every linear part is within reach: no tree can hold."""
    weights = Weights([[1, 0], [0, 1]], [[1, 2], [3, 4]])
    trees = [{"exhaust": True}, combination([]), combination([[0, 0, "1"]]), combination([], "1")]
    for tree in trees:
        assert asked(weights, {"cost": [{"tree": tree}]}, "width-at-least", 5) in ("Malformed", "Rejected")


def test_a_certificate_cannot_be_moved() -> None:
    """Every accepted certificate, offered for the weights of every other case with its claim: refused."""
    for case in CONTROLS:
        for other in CONTROLS:
            if other.weights != case.weights:
                moved = Case("moved", case.certificate, other.weights, case.claim, case.width)
                assert moved.judged()[0] != "accepted", (case.name, other.name)


def test_forging_the_fingerprint_does_not_help() -> None:
    """The evidence of each case with the head recomputed for other weights: the kernel recomputes everything.

    It may hold there by right; then the second checker agrees.
    """
    held = 0
    for case in CONTROLS:
        for other in CONTROLS:
            weights = from_json(json.loads(other.weights), "w")
            body = json.loads(case.certificate)
            forged = certificate(weights, case.claim, case.width or weights.width, body["evidence"])
            moved = Case("forged", dumped(forged), other.weights, case.claim, case.width)
            kind = moved.judged()[0]
            second = verdict(moved.certificate, moved.weights, moved.claim, moved.width)
            assert (kind == "accepted") == (second == "accepted"), (case.name, other.name)
            held += kind == "accepted"
    assert held > len(CONTROLS)
