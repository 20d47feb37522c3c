"""The text of exported files, and the integers in it. No coqc is needed."""

import json
import re
from fractions import Fraction

import pytest
from helpers.rocq_files import FIXTURES, fixture
from hypothesis import given
from hypothesis import strategies as st

from symproof.errors import Rejected
from symproof.kernel.claims import certificate
from symproof.reader.weights import Weights
from symproof.rocq import NotExportable, export
from symproof.rocq.distinct import form_values, moduli_differ, slopes_differ
from symproof.rocq.instance import Instance, instance, scale
from symproof.rocq.literals import WORD_BYTES, _words, define_table, integer
from symproof.rocq.trees import TreeText

rows_of_integers = st.integers(2, 3).flatmap(
    lambda d: st.lists(st.lists(st.integers(-9, 9), min_size=d, max_size=d), min_size=1, max_size=5)
)


def collinear(u, v):
    return all(a * d == b * c for a, c in zip(u, v, strict=True) for b, d in zip(u, v, strict=True))


@given(st.integers())
def test_numerals_denote_themselves(z):
    assert int(integer(z).strip("()"), 0) == z


@given(st.lists(st.integers(-(2**40), 2**40), min_size=1, max_size=9), st.integers(6, 9))
def test_packed_words_hold_the_entries_in_order(values, width):
    data = b"".join(word.to_bytes(WORD_BYTES, "little") for word in _words(values, width))
    offset = 1 << (8 * width - 1)
    read = [int.from_bytes(data[k * width : (k + 1) * width], "little") - offset for k in range(len(values))]
    assert read == values


def test_large_tables_are_packed_and_small_ones_are_written_out():
    assert "Packed" not in define_table("t", [[1, -2]])
    assert "Packed.unpack 100 1" in define_table("t", [[5] * 100] * 100)


@given(st.lists(st.lists(st.fractions(max_denominator=12), min_size=2, max_size=2), min_size=1, max_size=3))
def test_scaled_integers_are_the_matrix(matrix):
    scaled = scale(matrix)
    assert [[Fraction(x, scaled.denominator) for x in row] for row in scaled.rows] == matrix


@given(rows_of_integers)
def test_forms_are_found_exactly_for_rows_that_are_not_collinear(rows):
    good = all(map(any, rows)) and not any(collinear(u, v) for k, u in enumerate(rows) for v in rows[:k])
    if good:
        alpha, beta = slopes_differ(rows)
        s, t = form_values(alpha, rows), form_values(beta, rows)
        assert all(s)
        assert len({Fraction(b, a) for a, b in zip(s, t, strict=True)}) == len(rows)
    else:
        with pytest.raises(NotExportable, match="Theorem 4 does not apply"):
            slopes_differ(rows)


def test_rows_equal_up_to_sign_are_not_told_apart():
    assert moduli_differ([[1, 2], [2, 4]])
    with pytest.raises(NotExportable):
        moduli_differ([[1, 2], [-1, -2]])


@given(
    st.integers(1, 5),
    st.integers(1, 5),
    st.fractions(min_value=Fraction(1, 7), max_value=3, max_denominator=7),
)
def test_the_target_is_integral_and_the_right_multiple(p, q, gap):
    weights = Weights([[Fraction(1, p)]], [[Fraction(1, q)]], skip=[[Fraction(3, 4)]])
    inst = Instance(weights, gap, [0], [0])
    exact = -Fraction(3, 4) / gap * inst.down.denominator * inst.up.denominator
    assert inst.target == [[exact]]


def test_used_rows_and_columns_are_those_of_the_tree():
    weights = Weights([[1, 2, 3], [4, 5, 7]], [[1, 1], [0, 2], [3, 0]])
    tree = {"combination": {"Y": [[0, 2, "1"]], "modulus": "0"}}
    inst = instance(weights, Fraction(1), tree, "used")
    assert (inst.I, inst.J) == ([0], [0, 1, 2])
    assert instance(weights, Fraction(1), {"exhaust": True}, "used").full


def test_leaf_multipliers_are_divided_by_the_denominators():
    weights = Weights([[Fraction(1, 2)]], [[Fraction(1, 3)]])
    inst = Instance(weights, Fraction(1), [0], [0])
    text = TreeText(inst).write({"combination": {"Y": [[0, 0, "6"]], "modulus": "1/2"}})
    assert text == "Certificate.Leaf (Certificate.Combination [:: [:: 2]] [::]) 1"


def test_extra_equations_are_listed_newest_first():
    weights = Weights([[1], [1], [1]], [[1, 1, 1]])
    leaf = {"combination": {"Y": [], "modulus": "0", "Z": [[0, "5"]]}}
    combo = {"Y": [], "Z": []}
    inner = {"branch": {"form": [[1, "1"], [2, "1"]], "lower": combo, "upper": combo}, "children": [leaf] * 3}
    outer = {
        "branch": {"form": [[0, "1"], [1, "1"]], "lower": combo, "upper": combo},
        "children": [inner] * 3,
    }
    text = TreeText(Instance(weights, Fraction(1), [0], [0])).write(outer)
    assert text.count("(Certificate.Combination [::] [:: 0; 5])") == 9


def test_a_certificate_that_the_kernel_rejects_is_not_exported():
    case = fixture(FIXTURES / "reject" / "combination-touches-upper.json")
    with pytest.raises(Rejected):
        export(case.certificate, case.weights, case.claim)


def test_a_theorem_that_rocq_does_not_have_is_refused_by_name():
    case = fixture(FIXTURES / "accept" / "not-absorbable-collinear.json")
    with pytest.raises(NotExportable, match="Theorem 4 does not apply"):
        export(case.certificate, case.weights, case.claim)


NAMED = r"biases|width-at-least|Theorem 4 does not apply|the rule \w+|linear gap 0|V without neurons"
NAMED += r"|flip and double|a zero row of W_up or V_up|separating combination|exhaust with \d+ free"


def last_line(case):
    """The last line of the exported file, or what is missing."""
    try:
        text = export(case.certificate, case.weights, case.claim, case.certificate["width"])
    except NotExportable as error:
        return str(error)
    return text.rstrip().splitlines()[-1]


@pytest.mark.parametrize("path", sorted((FIXTURES / "accept").glob("*.json")), ids=lambda path: path.stem)
def test_each_certificate_is_a_theorem_or_names_what_is_missing(path):
    assert re.search(rf"^Print Assumptions \w+\.$|{NAMED}", last_line(fixture(path)))


def test_the_theorem_is_readable():
    case = fixture(FIXTURES / "accept" / "not-absorbable-generic-relu.json")
    text = export(case.certificate, case.weights, case.claim)
    N = case.weights.width
    assert "Theorem not_absorbable (R : realFieldType) :\n" in text
    assert f"\n  ~ absorbable relu {N} 1%:M (W_down R) (W_up R).\n" in text
    assert case.weights.sha256() in text
    assert "Admitted" not in text


def test_another_claim_makes_another_certificate():
    weights = Weights([[1, 0], [0, 1]], [[1, 0], [0, 1]])
    built = certificate(weights, "no-subset", 2, {"tree": {"exhaust": True}})
    assert "no_subset_solves" in export(json.loads(json.dumps(built)), weights, "no-subset")


def exhausted(unknowns):
    weights = Weights([[1, k] for k in range(unknowns)], [[1] * unknowns, [1] * unknowns])
    tree = {"exhaust": True}
    return TreeText(instance(weights, Fraction(1), tree, "all")).write(tree)


def test_an_enumeration_that_would_double_for_every_unknown_is_named():
    assert exhausted(33).count("Exhaust") == 2
    with pytest.raises(NotExportable, match="exhaust with 41 free unknowns"):
        exhausted(41)
