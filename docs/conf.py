"""The documentation site, built without a network: `make docs`."""

from __future__ import annotations

import re
import shutil
import sys
from pathlib import Path
from typing import Any

from docutils import nodes
from sphinx.application import Sphinx

HERE = Path(__file__).parent
sys.path.insert(0, str(HERE))

import generate  # noqa: E402  (docs/ is no package)

from symproof.render.tex import to_mathml  # noqa: E402

project = "symproof"
author = "symproof maintainers"
extensions = ["myst_nb", "sphinx.ext.autodoc", "sphinx.ext.napoleon"]
source_suffix = {".md": "myst-nb", ".ipynb": "myst-nb"}
exclude_patterns = ["_build", "README.md"]
html_theme = "furo"
html_title = "symproof"
html_math_renderer = "mathml"
html_static_path = ["generated/static"]
html_css_files = ["formulas.css"]
html_show_copyright = False
html_show_sphinx = False
html_copy_source = False
myst_enable_extensions = ["dollarmath"]
myst_heading_anchors = 3
nb_execution_mode = (
    "off"  # the notebooks are committed with their outputs, and CI compares them with a rebuild
)
autodoc_typehints = "description"
autodoc_member_order = "bysource"
nitpicky = False
suppress_warnings = ["myst.xref_missing"]  # links out of the site, to files of the repository


def formula(self: Any, node: nodes.Element) -> None:
    """A formula as the report shows it: MathML, without a script and without a host."""
    display = isinstance(node, nodes.math_block)
    shown = to_mathml(node.astext(), display=display)
    self.body.append(f'<div class="formula">{shown}</div>' if display else shown)
    raise nodes.SkipNode


def linked(app: Sphinx, name: str, source: list[str]) -> None:
    """The source with the files that it includes, links to files of the repository leading to their pages."""
    place = Path(app.srcdir, name).parent
    text = re.sub(
        r"```{include} (\S+)\n```\n", lambda found: (place / found[1]).read_text("utf-8"), source[0]
    )
    for file, page in (("../../notebooks/", "../generated/"), ("](SOUNDNESS.md", "](soundness.md")):
        text = text.replace(file, page)
    source[0] = text


def setup(app: Sphinx) -> None:
    """Write the generated pages, register the renderer."""
    app.add_html_math_renderer("mathml", (formula, None), (formula, None))
    generate.write(HERE / "generated")
    app.connect("source-read", linked)
    app.connect("build-finished", lambda *_: shutil.rmtree(HERE / "generated", ignore_errors=True))
