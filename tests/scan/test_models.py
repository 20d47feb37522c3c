"""Real models from the package registry, as `make models` scans them; absent packages are skipped."""

from pathlib import Path

import pytest
from bench.models import MODELS, place, readable, scanned


@pytest.mark.slow
@pytest.mark.parametrize("model", MODELS, ids=[model[0] for model in MODELS])
def test_every_block_of_a_real_model_is_decided(
    model: tuple[str, str, int, list[str]], tmp_path: Path
) -> None:
    """They are trained, and no layer absorbs its skip."""
    package, name, count, options = model
    path = place(package, name)
    if path is None or not path.exists():
        pytest.skip(f"{package} is not installed: make models")
    blocks = scanned(readable(path, tmp_path), [*options, "--share", "none"])["blocks"]
    assert isinstance(blocks, list)
    assert [block["verdict"] for block in blocks] == ["not-absorbable"] * count
