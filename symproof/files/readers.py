"""Reading a block from a file: JSON, .npz or .safetensors. Names and readings are asked for, not guessed."""

from __future__ import annotations

import os
import stat
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from difflib import get_close_matches
from typing import Any

from symproof.files.inputs import place, read_value, readable
from symproof.files.tensors import Tensor, safetensors_contents
from symproof.kernel.activations import activation as known
from symproof.kernel.errors import Malformed
from symproof.model.block import Block, skip_matrix
from symproof.model.convert import READINGS, bare_float, exact_matrix
from symproof.reader.numbers import BareFloat, Matrix, brief
from symproof.reader.tensors import UNNAMED
from symproof.reader.text import items
from symproof.reader.weights import from_json, matrix, read_weights

BIASES = ("b_up", "b_down")
ORIENTATIONS = ("out-in", "in-out")
LISTED = 40  # tensors that a message names

_KINDS = {"": "json", ".json": "json", ".npz": "npz", ".safetensors": "safetensors"}


def read_block(
    path: str | os.PathLike[str],
    *,
    up: str | None = None,
    down: str | None = None,
    b_up: str | None = None,
    b_down: str | None = None,
    orientation: str = "out-in",
    floats: str | None = None,
    activation: str | None = None,
    skip: Any = None,
    open_activation: bool = False,
) -> Block:
    """The block whose weights are in a file.

    Args:
        path: .json (or no suffix), .npz or .safetensors; "-" reads JSON from standard input.
        up, down: the names of the N x d and of the d x N tensor, for .npz and .safetensors. Without them a
            .npz must hold W_up, W_down, perhaps skip, b_up, b_down, and nothing else.
        b_up, b_down: the names of the vectors of N hidden and d output biases that the block has.
        orientation: "out-in" as torch's Linear stores a matrix (up N x d); "in-out" when all are transposed.
        floats: the reading of bare JSON floats, "decimal" or "binary". Binary tensors are read bit for bit.
        activation: the name of sigma; must agree with the file's, if it names one. Tensors need it, as
            their file names none; the default for JSON is relu.
        skip: "I", "-I", the path of a JSON file with a d x d matrix, or a matrix; if the file has none.
        open_activation: leave open what the activation of tensors is.

    Raises:
        Malformed: the file cannot be read, is not in its format, or does not hold the weights of a block; the
            message says where, what is required and what was found.
    """
    path = os.fspath(path)
    kind = _kind(path)
    for value, choices in ((orientation, ORIENTATIONS), (floats, (None, *READINGS))):
        if value not in choices:
            raise Malformed(f"{brief(value)} is none of {', '.join(filter(None, choices))}")
    named = any(name is not None for name in (up, down, b_up, b_down))
    if kind == "json" and (named or orientation != "out-in"):
        raise Malformed(
            f"{path}: in JSON W_up is N x d and W_down is d x N by these names, and so are b_up and b_down; "
            f"tensor names and an orientation are for .npz and .safetensors"
        )
    from_file = isinstance(skip, str) and skip not in ("I", "-I")
    if kind != "json" and floats == "decimal" and not from_file:
        raise Malformed(f"{path}: binary tensors are read bit for bit; the reading decimal is for JSON")
    if from_file:
        skip = read_matrix(skip, floats=floats)
    elif skip is not None and not isinstance(skip, str):
        skip = exact_matrix(skip, "skip", floats)
    with _located(place(path)), readable(path):
        if kind == "json":
            return _from_json(path, floats, activation, skip)
        _named(path, kind, {"W_up": up, "W_down": down, "b_up": b_up, "b_down": b_down})
        weights = read_weights(path, up, down, orientation == "in-out", b_up, b_down)
        own = _either(weights.skip, skip)
        if activation is None and not open_activation:
            raise Malformed(UNNAMED)
        return Block.from_weights(
            replace(weights, activation=activation, skip=skip_matrix(own, weights.d, "binary"))
        )


def read_stack(paths: list[str], *, layers: int | None = None, **names: Any) -> list[Block]:
    """The blocks of a stack, the one that is applied first first.

    Args:
        paths: a file for each block; or one JSON file ``{"blocks": [...]}``; or, with ``layers``, one .npz or
            .safetensors file.
        layers: how many blocks that file holds; block i has its number in place of {} in the names.
        names: the other arguments of `read_block`.

    Raises:
        Malformed: as `read_block`; {} is missing in the names, or stands there without ``layers``.
    """
    parts = ("up", "down", "b_up", "b_down")
    open_names = [name for part in parts if (name := names.get(part)) and "{}" in name]
    if layers is not None:
        given = [name for part in parts if (name := names.get(part)) is not None]
        if len(paths) != 1 or layers < 1 or not given or given != open_names:
            raise Malformed("layers: one file, at least one block, and {} for its number in each name")
        numbered = [{p: n.replace("{}", str(i)) for p in parts if (n := names.get(p))} for i in range(layers)]
        return [read_block(paths[0], **{**names, **own}) for own in numbered]
    if open_names:
        raise Malformed(f"{open_names[0]}: say with layers how many blocks have a number in place of {{}}")
    blocks = _blocks(paths[0]) if len(paths) == 1 and _kind(paths[0]) == "json" else None
    if blocks is None:
        return [read_block(path, **names) for path in paths]
    if (
        any(names.get(part) is not None for part in (*parts, "skip"))
        or names.get("orientation", "out-in") != "out-in"
    ):
        raise Malformed(
            f"{place(paths[0])}: the blocks of a JSON stack name all but the activation themselves"
        )
    own = (names.get("floats"), names.get("activation"), None)
    return [from_value(part, f"{place(paths[0])}: block {i}", *own) for i, part in enumerate(blocks)]


def _blocks(path: str) -> list[Any] | None:
    """The blocks of a JSON stack; None when the file holds one block, and is not standard input."""
    value = read_value(path)
    if isinstance(value, dict) and set(value) - {"about"} == {"blocks"}:
        return items(value["blocks"], f"{place(path)}: blocks")
    return [value] if path == "-" else None


def read_matrix(path: str | os.PathLike[str], *, floats: str | None = None) -> Matrix:
    """The matrix in a JSON file: a list of rows of integers and strings '2/7' or '0.1'.

    Args:
        path: a JSON file, or "-".
        floats: the reading of bare JSON floats.

    Raises:
        Malformed: the file cannot be read or holds no matrix.
    """
    path = os.fspath(path)
    if _kind(path) != "json":
        raise Malformed(f"{path}: a matrix on its own is read from JSON")
    with _located(place(path)):
        return matrix(_readable(read_value(path), "matrix", floats), "matrix")


def list_tensors(path: str | os.PathLike[str]) -> list[Tensor]:
    """The tensors of a .npz or .safetensors file: name, dtype, shape.

    Raises:
        Malformed: the file cannot be read, is damaged, or is JSON.
    """
    path = os.fspath(path)
    kind = _kind(path)
    if kind == "npz":
        from symproof.files.npz import npz_contents

        return npz_contents(path)
    if kind == "safetensors":
        return safetensors_contents(path)
    raise Malformed(f"{path}: only .npz and .safetensors files have tensors to list")


def pairs(path: str | os.PathLike[str]) -> list[tuple[str, str]]:
    """All (up, down) of shapes N x d and d x N, in the file's order; which is the block is not guessed.

    Raises:
        Malformed: as `list_tensors`.
    """
    found = [t for t in list_tensors(path) if len(t.shape) == 2 and 0 not in t.shape]
    return [(a.name, b.name) for a in found for b in found if a is not b and a.shape == b.shape[::-1]]


def _from_json(path: str, floats: str | None, activation: str | None, skip: Any) -> Block:
    return from_value(read_value(path), place(path), floats, activation, skip)


def from_value(
    value: Any, where: str, floats: str | None = None, activation: str | None = None, skip: Any = None
) -> Block:
    """The block that a parsed JSON object is; otherwise as `read_block`, with ``where`` for messages."""
    if isinstance(value, dict):
        keys = [key for key in ("W_up", "W_down", "skip") if key in value]
        lists = [key for key in BIASES if isinstance(value.get(key), list)]
        value = {
            **value,
            **{key: _readable(value[key], key, floats) for key in keys},
            **{key: _read_row(value[key], key, floats) for key in lists},
        }
    weights = from_json(value, where)
    name = weights.activation or activation or "relu"
    if activation is not None and known(activation) != known(name):
        raise Malformed(f"the file names the activation {name}, the caller {activation}")
    own = _either(weights.skip, skip)
    block = Block(weights.up, weights.down, name, own, b_up=weights.b_up, b_down=weights.b_down)
    return block if weights.activation or activation else block.unnamed()


def _named(path: str, kind: str, chosen: dict[str, str | None]) -> None:
    """See to it that the named tensors are in the file, with advice where they are not.

    Args:
        path: the file.
        kind: npz or safetensors.
        chosen: the names of the tensors of W_up, W_down, b_up, b_down, as far as the caller names them.
    """
    present = list_tensors(path)
    names = [t.name for t in present]
    wanted = {key: name for key, name in chosen.items() if name is not None}
    if (
        not wanted
        and kind == "npz"
        and {"W_up", "W_down"} <= set(names) <= {"W_up", "W_down", "skip", *BIASES}
    ):
        return
    if not wanted:
        raise Malformed(
            f"name the N x d tensor with --up and the d x N tensor with --down; {_listing(present)}"
        )
    if not {"W_up", "W_down"} <= set(wanted):
        raise Malformed(f"name both tensors, --up and --down; found only {', '.join(wanted.values())}")
    for name in wanted.values():
        if name not in names:
            close = get_close_matches(name, names, 3, 0.5)
            hint = f"did you mean {' or '.join(map(repr, close))}?" if close else _listing(present)
            raise Malformed(f"there is no tensor {name!r} that can be read; {hint}")


def _listing(present: list[Tensor]) -> str:
    matrices = [str(t) for t in present if len(t.shape) == 2]
    more = f", and {len(matrices) - LISTED} more" if len(matrices) > LISTED else ""
    return f"matrices in the file: {', '.join(matrices[:LISTED]) or 'none'}{more}"


def _readable(rows: Any, name: str, floats: str | None) -> Any:
    """The rows with every bare float replaced by its value under the reading, if one is named."""
    if floats is None or not isinstance(rows, list):
        return rows
    return [
        _read_row(row, f"{name}[{i}]", floats) if isinstance(row, list) else row for i, row in enumerate(rows)
    ]


def _read_row(row: list[Any], name: str, floats: str | None) -> list[Any]:
    """The same for one row."""
    if floats is None:
        return row
    return [
        bare_float(x, f"{name}[{j}]", floats) if isinstance(x, BareFloat) else x for j, x in enumerate(row)
    ]


def _either(own: Any, named: Any) -> Any:
    """The skip of the file or of the caller, never both."""
    if own is not None and named is not None:
        raise Malformed("the file has a skip and the caller names another")
    return named if own is None else own


def _kind(path: str) -> str:
    """The format that the path's suffix names; the file exists and has something in it."""
    if path == "-":
        return "json"
    if "\0" in path:
        raise Malformed(f"{brief(path)}: cannot be read: a null byte in the path")
    with readable(path):
        found = os.stat(path)  # not opened: a named pipe can be read only once
    suffix = os.path.splitext(path)[1].lower()
    if stat.S_ISREG(found.st_mode) and not found.st_size and _KINDS.get(suffix) != "json":
        raise Malformed(f"{path}: is empty")
    if suffix not in _KINDS:
        raise Malformed(f"{path}: the suffix {suffix} is none of {', '.join(filter(None, _KINDS))}")
    return _KINDS[suffix]


@contextmanager
def _located(where: str) -> Iterator[None]:
    """Every message starts with the file that it is about, and says what else helps with a bare float."""
    try:
        yield
    except Malformed as error:
        more = ", or say --floats decimal or --floats binary" * ("a bare float may mean" in str(error))
        if str(error).startswith((where, brief(where))) and not more:
            raise
        head = "" if str(error).startswith((where, brief(where))) else f"{where}: "
        raise Malformed(f"{head}{error}{more}") from None
