"""Build the notebooks: run each NN_topic.py (percent format) and write NN_topic.ipynb with its outputs.

usage: build.py [--check] [NAME ...]

The result depends on the source and the package alone: cell ids are made from the source, and times,
versions and paths are left out. With --check nothing is written; a notebook that differs from its rebuild is
named, the first lines that differ are shown, and the status is 1.
"""

import argparse
import difflib
import hashlib
import itertools
import pathlib
import sys
import time

import jupytext
import nbformat
from jupyter_client.manager import AsyncKernelManager
from jupyter_core.utils import run_sync
from nbclient import NotebookClient

FOLDER = pathlib.Path(__file__).parent
SECONDS = 60  # for one cell; each is meant to take less than two
SHOWN = 12  # lines of a difference


def built(source: pathlib.Path) -> tuple[str, float]:
    """The text of the executed notebook, and the seconds that its slowest cell took."""
    notebook = jupytext.reads(source.read_text(), fmt="py:percent")
    for number, cell in enumerate(notebook.cells):
        cell.metadata = {}
        digest = hashlib.sha256(f"{source.stem}/{number}/{cell.source}".encode()).hexdigest()
        cell.id = digest[:12]
    slowest = run(notebook)
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
    return nbformat.writes(notebook, version=4, indent=1) + "\n", slowest


def run(notebook: nbformat.NotebookNode) -> float:
    """Execute the cells in a new kernel of this interpreter; the seconds that the slowest took."""
    started: dict[int, float] = {}
    seconds = [0.0]

    def start(cell_index: int, **_: object) -> None:
        started[cell_index] = time.monotonic()

    def end(cell_index: int, **_: object) -> None:
        seconds.append(time.monotonic() - started[cell_index])

    manager = AsyncKernelManager(kernel_name="python3")
    manager.kernel_spec.argv[0] = sys.executable
    client = NotebookClient(
        notebook,
        km=manager,
        timeout=SECONDS,
        extra_arguments=[
            "--log-level=40"
        ],  # the kernel listens on this machine only, and need not warn of it
        on_cell_execute=start,
        on_cell_executed=end,
        resources={"metadata": {"path": FOLDER}},
    )
    try:
        client.execute()
    finally:
        run_sync(manager.shutdown_kernel)(now=True)  # and its connection file is removed
    return max(seconds)


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


def difference(old: str, new: str) -> str:
    """The first lines in which two texts differ."""
    lines = difflib.unified_diff(old.splitlines(), new.splitlines(), "committed", "rebuilt", lineterm="", n=0)
    return "\n".join(line[:200] for line in itertools.islice(lines, SHOWN))


def main() -> int:
    """0 when all was built, or nothing differs; 2 when there is no notebook of that name."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--check", action="store_true")
    parser.add_argument("names", nargs="*")
    args = parser.parse_args()
    sources = {source.stem: source for source in sorted(FOLDER.glob("[0-9][0-9]_*.py"))}
    if unknown := set(args.names) - set(sources):
        parser.error(f"no such notebook: {', '.join(sorted(unknown))}; there are {', '.join(sources)}")
    status = 0
    for name in args.names or sources:
        target = sources[name].with_suffix(".ipynb")
        text, slowest = built(sources[name])
        old = target.read_text() if target.exists() else ""
        said = "same" if old == text else "DIFFERS" if args.check else "built"
        if not args.check:
            target.write_text(text)
        elif old != text:
            sys.stdout.write(difference(old, text) + "\n")
            status = 1
        sys.stdout.write(f"{name}: {said}, slowest cell {slowest:.1f} s\n")
        sys.stdout.flush()
    return status


if __name__ == "__main__":
    sys.exit(main())
