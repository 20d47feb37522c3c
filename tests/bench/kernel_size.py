"""Count the kernel's lines of code (no blanks, comments, docstrings), and fail beyond the limit."""

import ast
import pathlib
import sys
import tokenize

LIMITS = {"blocks": 800, "costs": 325, "stacks": 470, "distance": 90, "gated": 120}
PAGES = {  # those that only some claims need
    "costs": {"cost.py", "lanes.py"},
    "stacks": {"stacks.py", "levels.py", "bends.py", "ranks.py"},
    "distance": {"distance.py"},
    "gated": {"gated.py"},
}


def code_lines(path: pathlib.Path) -> int:
    """The number of lines that hold code."""
    docstrings: set[int] = set()
    for node in ast.walk(ast.parse(path.read_text())):
        if (
            isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef)
            and ast.get_docstring(node) is not None
        ):
            docstrings |= set(range(node.body[0].lineno, (node.body[0].end_lineno or 0) + 1))
    skipped = {tokenize.COMMENT, tokenize.NL, tokenize.NEWLINE, tokenize.INDENT, tokenize.DEDENT}
    lines: set[int] = set()
    with path.open("rb") as file:
        for token in tokenize.tokenize(file.readline):
            if token.type not in skipped | {tokenize.ENCODING, tokenize.ENDMARKER}:
                lines |= set(range(token.start[0], token.end[0] + 1))
    return len(lines - docstrings)


if __name__ == "__main__":
    files = sorted(pathlib.Path("symproof/kernel").glob("*.py"))
    part_of = {name: part for part, names in PAGES.items() for name in names}
    pages = {part: [f for f in files if part_of.get(f.name, "blocks") == part] for part in LIMITS}
    sizes = {part: sum(map(code_lines, own)) for part, own in pages.items()}
    for part, own in pages.items():
        total = sum(len(f.read_text().splitlines()) for f in own)
        sys.stdout.write(
            f"kernel, {part}: {sizes[part]} lines of code (at most {LIMITS[part]}), "
            f"{total} with blanks, comments, docstrings\n"
        )
    sys.exit(any(sizes[part] > limit for part, limit in LIMITS.items()))
