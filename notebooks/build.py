"""Build the notebooks: run each NN_topic.py (percent format) and write NN_topic.ipynb with its outputs.

usage: build.py [--check] [NAME ...]

The result depends on the source alone: cell ids are made from the source, and times, versions and paths are left
out. With --check nothing is written; a notebook that differs from its rebuild is named, and the status is 1.
"""

import argparse
import hashlib
import pathlib
import sys

import jupytext
import nbformat
from nbclient import NotebookClient

FOLDER = pathlib.Path(__file__).parent
SECONDS = 60  # for one cell; each is meant to take less than two


def built(source: pathlib.Path) -> str:
    """The text of the executed notebook."""
    notebook = jupytext.reads(source.read_text(), fmt="py:percent")
    for number, cell in enumerate(notebook.cells):
        cell.metadata = {}
        digest = hashlib.sha256(f"{source.stem}/{number}/{cell.source}".encode()).hexdigest()
        cell.id = digest[:12]
    NotebookClient(
        notebook, timeout=SECONDS, kernel_name="python3", resources={"metadata": {"path": FOLDER}}
    ).execute()
    for cell in notebook.cells:
        cell.metadata = {}
        if cell.cell_type == "code":
            cell.outputs = [plain(output) for output in merged(cell.outputs)]
    notebook.metadata = {
        "kernelspec": {"display_name": "Python 3", "language": "python", "name": "python3"},
        "language_info": {"name": "python"},
    }
    notebook.nbformat, notebook.nbformat_minor = 4, 5
    nbformat.validate(notebook)
    return nbformat.writes(notebook, version=4, indent=1) + "\n"


def merged(outputs: list[nbformat.NotebookNode]) -> list[nbformat.NotebookNode]:
    """Neighbouring pieces of one stream joined: how they were cut depends on the clock."""
    joined: list[nbformat.NotebookNode] = []
    for output in outputs:
        if (
            joined
            and output.output_type == "stream" == joined[-1].output_type
            and output.name == joined[-1].name
        ):
            joined[-1].text += output.text
        else:
            joined.append(output)
    return joined


def plain(output: nbformat.NotebookNode) -> nbformat.NotebookNode:
    """The output without metadata; an error or a warning is no output of ours."""
    if output.output_type == "error" or output.get("name") == "stderr":
        raise SystemExit(f"a cell printed to stderr or failed: {output}")
    if "metadata" in output:
        output.metadata = {}
    return output


def main() -> int:
    """0 when all was built, or nothing differs."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--check", action="store_true")
    parser.add_argument("names", nargs="*")
    args = parser.parse_args()
    status = 0
    for source in sorted(FOLDER.glob("[0-9][0-9]_*.py")):
        if args.names and source.stem not in args.names:
            continue
        target, text = source.with_suffix(".ipynb"), built(source)
        same = target.exists() and target.read_text() == text
        if args.check and not same:
            sys.stdout.write(f"{target.name} differs from its rebuild\n")
            status = 1
        elif not args.check:
            target.write_text(text)
        sys.stdout.write(f"{source.stem}: {'same' if same else 'built' if not args.check else 'DIFFERS'}\n")
    return status


if __name__ == "__main__":
    sys.exit(main())
