"""Rocq's judgement of certificates: the corpus, corrupted ones, and a random sample."""

import json
from fractions import Fraction
from random import Random

import pytest
from helpers.rocq_files import FIXTURES, Case, accepted, compile_all, fixture, needs_development, refused
from helpers.rocq_sample import sample

from symproof.errors import Malformed, Rejected
from symproof.kernel.claims import certificate, check
from symproof.reader.weights import Weights
from symproof.rocq import CompileError, NotExportable

pytestmark = pytest.mark.rocq

# rejected by the kernel for reasons that are not about the truth of what Rocq is asked
TRUE_FOR_ROCQ = {
    "sha-of-the-plain-block",
    "v-too-wide",
    "v-width-at-most",
}
SMALL = (
    "combination",
    "one-unknown-deep",
    "branch",
    "generic",
    "flip",
    "rescaled",
    "softplus",
    "singular",
    "fractions",
)


def exportable(folder, write):
    """The texts of the cases of a folder that can be exported."""
    texts = {}
    for path in sorted((FIXTURES / folder).glob("*.json")):
        try:
            texts[path.stem] = write(fixture(path))
        except (NotExportable, Malformed, Rejected):  # Rejected: a form in an unknown that is not free
            continue
    return texts


def test_a_sample_of_the_corpus_is_accepted():
    needs_development()
    texts = exportable("accept", accepted)
    chosen = [text for name, text in texts.items() if any(word in name for word in SMALL)]
    assert len(chosen) > 15
    assert "Axioms:" in compile_all(chosen) or "Closed" in compile_all(chosen[:1])


def test_what_the_kernel_rejects_rocq_refuses():
    needs_development()
    texts = exportable("reject", refused)
    chosen = [text for name, text in texts.items() if name not in TRUE_FOR_ROCQ]
    assert len(chosen) > 15
    compile_all(chosen)


LEAF = {"combination": {"Y": [[0, 0, "1"], [0, 1, "1"], [1, 0, "2"], [1, 1, "-1"]], "modulus": "2"}}


def block_case(up, down, tree):
    weights = Weights(up, down)
    built = certificate(weights, "not-absorbable", len(up), {"cost": [{"tree": tree}]})
    return Case("built", json.loads(json.dumps(built)), weights, "not-absorbable")


def rejected_change(case):
    """The certificate with one entry of its leaf changed so that the kernel rejects it."""
    for entry in range(len(case.certificate["evidence"]["tree"]["combination"]["Y"])):
        changed = json.loads(json.dumps(case.certificate))
        Y = changed["evidence"]["tree"]["combination"]["Y"]
        Y[entry][2] = str(Fraction(Y[entry][2]) + 1)
        try:
            check(changed, case.weights, case.claim)
        except Rejected:
            return Case("corrupted", changed, case.weights, case.claim)
    raise AssertionError("no change of one entry is rejected")


def test_negative_controls_compile_only_as_refusals():
    needs_development()
    planted = block_case([[1, 0], [0, 1]], [[-1, 0], [0, -1]], LEAF)
    no_column = [[Fraction(1), 0], [0, 1]]
    corrupted = rejected_change(fixture(FIXTURES / "accept" / "no-subset-combination-lattice.json"))
    compile_all(
        [
            refused(planted),
            refused(block_case(no_column, [[1, 0], [0, 1]], {"combination": {"Y": [], "modulus": "0"}})),
            refused(corrupted),
        ]
    )
    with pytest.raises(CompileError, match="check_not_absorbable"):
        compile_all([accepted(planted)])


def test_collinear_rows_are_refused_by_the_check_of_the_hypotheses():
    needs_development()
    good = "check_noncollinear 2 2 [:: 0; 1] [:: 1; 1]%Z [:: 1; 2]%Z [:: [:: 1; 2]%Z; [:: 2; 1]%Z]"
    bad = good.replace("[:: 2; 1]%Z", "[:: 2; 4]%Z")
    texts = [
        "Local Open Scope Z_scope.\n"
        f"Lemma l : {check.replace('%Z', '').replace('[:: 0; 1]', '(iota 0 2)')} = {value}.\n"
        "Proof. by vm_compute. Qed.\n"
        for check, value in ((good, "true"), (bad, "false"))
    ]
    compile_all(texts)


@pytest.mark.slow
def test_the_whole_corpus_is_accepted():
    needs_development()
    texts = exportable("accept", accepted)
    assert len(texts) > 30
    compile_all(texts.values(), timeout=900)


@pytest.mark.slow
def test_two_hundred_random_certificates():
    needs_development()
    good, bad = sample(Random(20261130), 150, 50)
    compile_all([accepted(case) for case in good] + [refused(case) for case in bad], timeout=900)
