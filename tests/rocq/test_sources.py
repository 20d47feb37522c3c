"""The Rocq sources as text: nothing is assumed, nothing is forgotten. No coqc is needed."""

import re

from symproof.paper import statements
from symproof.rocq.formal_status import assumptions, theorem_names
from symproof.rocq.toolchain import THEORIES, sources, warnings

MAIN = (THEORIES / "Main.v").read_text()
ASSUMING = re.compile(
    r"\b(Admitted|admit|give_up|Axioms?|Parameters?|Conjecture|Abort|Unset Guard Checking|bypass_check)\b"
)


def code(name):
    """A source without its comments."""
    return re.sub(r"\(\*.*?\*\)", "", (THEORIES / name).read_text(), flags=re.DOTALL)


def test_nothing_is_assumed_or_left_open():
    for name in sources():
        found = ASSUMING.search(code(name))
        assert found is None, f"{name}: {found and found[0]}"


def test_hypotheses_are_discharged_by_sections():
    for name in sources():
        text = code(name)
        outside = re.sub(r"\bSection (\w+)\..*?\bEnd \1\.", "", text, flags=re.DOTALL)
        assert not re.search(r"^\s*(Hypothes[ie]s|Variables?|Context)\b", outside, re.MULTILINE), name


def test_every_source_is_compiled():
    assert sorted(sources()) == sorted(path.name for path in THEORIES.glob("*.v"))


def test_only_named_warnings_are_off():
    assert warnings()[0] == "-w"
    assert all(word.startswith("-") and word != "-all" for word in warnings()[1].split(","))


def test_lines_have_at_most_100_characters():
    assert [name for name in sources() if max(map(len, code(name).splitlines())) > 100] == []


def test_every_source_begins_with_its_statement():
    assert all((THEORIES / name).read_text().startswith("(*") for name in sources())


def test_every_theorem_of_main_is_tagged_and_its_assumptions_are_printed():
    names = theorem_names(MAIN)
    assert len(names) > 40
    assert all(tag for tag, _ in names)
    assert [name for _, name in names] == re.findall(r"^Print Assumptions (\w+)\.$", MAIN, re.MULTILINE)


def test_proofs_in_main_are_short():
    for proof in re.findall(r"^Proof\.(.*?)Qed\.", MAIN, re.DOTALL | re.MULTILINE):
        assert len(proof.strip().splitlines()) <= 4, proof


def test_tags_are_statements_of_the_paper():
    ids = {statement.id for statement in statements()}
    tags = {tag for tag, _ in theorem_names(MAIN)}
    assert {
        "prop-1",
        "prop-2",
        "cor-3",
        "lemma-6",
        "lemma-7",
        "thm-4-relu",
        "thm-4-gelu",
        "cor-5",
    } <= tags & ids


def test_assumptions_are_read_in_order():
    printed = (
        "Closed under the global context\nAxioms:\nboolp.pext : forall P Q : Prop, P <-> Q -> P = Q\n"
        "Library.long_name\n  : forall A : Type,\n    A\nClosed under the global context\n"
    )
    assert assumptions(printed) == [(), ("Library.long_name", "boolp.pext"), ()]


def test_printing_nothing_is_not_read_as_closed():
    assert assumptions("") == []
