"""What each theorem of Main.v assumes, as coqc printed it, against what it may assume."""

import pytest
from helpers.rocq_files import needs_development

from symproof.rocq import build, status
from symproof.rocq.toolchain import ABSENT, THEORIES, available

# mathcomp-analysis: classical logic on top of Rocq
ANALYSIS = {
    "boolp.constructive_indefinite_description",
    "boolp.functional_extensionality_dep",
    "boolp.propositional_extensionality",
}
# the real numbers of the standard library, and classical logic for Coquelicot
STANDARD_REALS = {
    "ClassicalDedekindReals.sig_forall_dec",
    "ClassicalDedekindReals.sig_not_dec",
    "Classical_Prop.classic",
    "Epsilon.epsilon_statement",
    "FunctionalExtensionality.functional_extensionality_dep",
}
ON_REALTYPE = {
    "proposition_1_real_degree",
    "proposition_2_differentiable",
    "swiglu_never_absorbs",
    "corollary_3_real_degree",
    "corollary_3_swiglu",
    "theorem_4_silu_and_tanh_gelu",
    "theorem_4_softplus",
}
ON_STANDARD_REALS = ("gelu", "geglu", "lemma_7", "analytic")


def allowed(name: str) -> set[str]:
    if name in ON_REALTYPE:
        return ANALYSIS
    return STANDARD_REALS if any(word in name for word in ON_STANDARD_REALS) else set()


@pytest.mark.rocq
def test_every_theorem_assumes_only_what_it_may():
    needs_development()
    theorems = status().theorems
    assert len(theorems) > 40
    for theorem in theorems:
        assert set(theorem.axioms) <= allowed(theorem.name), theorem


@pytest.mark.rocq
def test_relu_homogeneous_and_gated_are_closed_under_the_global_context():
    needs_development()
    closed = {theorem.name for theorem in status().theorems if not theorem.axioms}
    assert {
        "proposition_1", "relu_square_never_absorbs", "reglu_never_absorbs", "proposition_2",
        "corollary_3_gated", "corollary_3_homogeneous", "lemma_6", "theorem_4_relu", "theorem_4_size",
        "corollary_5_relu", "converse_relu", "proposition_8_i", "proposition_8_ii_relu", "gauge",
        "skip_reduction", "certificate_sound", "least_width_relu",
        "least_width_of_every_matrix", "width_excluded", "checker_sound", "checker_sound_relu",
        "depth_smooth", "depth_smooth_almost_every", "row_test", "corollary_3_relu_square",
        "corollary_3_reglu", "depth_every", "depth_every_iff", "polynomial_zeros_null",
        "corollary_5_relu_almost_every", "converse_relu_almost_every", "theorem_4_biases",
    } <= closed  # fmt: skip


@pytest.mark.rocq
def test_the_status_of_a_statement_names_theorems_and_axioms():
    needs_development()
    assert status().words("lemma-6") == "lemma_6 (no axioms)"
    assert "Classical_Prop.classic" in status().words("thm-4-gelu")
    assert status().words("no-such-statement") == ""


def test_without_a_record_nothing_is_claimed(tmp_path):
    assert status(tmp_path).words("lemma-6").startswith("not checked here")
    assert status(tmp_path).theorems == ()


def test_a_record_of_other_sources_is_not_believed(tmp_path):
    (tmp_path / "Main.out").write_text("0" * 64 + "\nClosed under the global context\n")
    assert status(tmp_path).theorems == ()


@pytest.mark.rocq
@pytest.mark.slow
def test_the_development_compiles():
    if not available():
        pytest.skip(ABSENT)
    build()
    assert status().why is None
    assert (THEORIES / "Main.vo").exists()
