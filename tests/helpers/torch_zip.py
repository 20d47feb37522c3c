"""The tensors of a torch.save file as arrays, read off its opcodes: nothing is imported, called or unpickled."""

import pickletools
from pathlib import Path
from typing import Any
from zipfile import ZipFile

import numpy as np

MARK = object()
PUSHED = {"NEWTRUE": True, "NEWFALSE": False, "NONE": None}


def listed(data: bytes) -> Any:
    """What the opcodes would build, with each call as a tuple (name, arguments)."""
    stack: list[Any] = []
    memo: dict[int, Any] = {}

    def marked() -> list[Any]:
        at = len(stack) - 1 - stack[::-1].index(MARK)
        found = stack[at + 1 :]
        del stack[at:]
        return found

    for opcode, argument, _ in pickletools.genops(data):
        name = opcode.name
        if name in {"PROTO", "FRAME", "STOP"}:
            continue
        if name == "MARK":
            stack.append(MARK)
        elif name in {"BINPUT", "LONG_BINPUT"}:
            memo[argument] = stack[-1]
        elif name in {"BINGET", "LONG_BINGET"}:
            stack.append(memo[argument])
        elif name == "GLOBAL":
            stack.append(argument)
        elif name in PUSHED:
            stack.append(PUSHED[name])
        elif name in {"EMPTY_DICT", "EMPTY_LIST", "EMPTY_TUPLE", "EMPTY_SET"}:
            stack.append({"D": {}, "L": [], "T": (), "S": set()}[name[6]])
        elif name == "TUPLE":
            stack.append(tuple(marked()))
        elif name in {"TUPLE1", "TUPLE2", "TUPLE3"}:
            count = int(name[5])
            stack[-count:] = [tuple(stack[-count:])]
        elif name in {"REDUCE", "NEWOBJ"}:
            arguments = stack.pop()
            called = stack.pop()
            stack.append({} if "OrderedDict" in str(called) else (called, arguments))
        elif name == "BINPERSID":
            stack.append(("storage", stack.pop()))
        elif name in {"SETITEM", "SETITEMS"}:
            items = marked() if name == "SETITEMS" else [stack.pop(-2), stack.pop()]
            stack[-1].update(zip(items[::2], items[1::2], strict=True))
        elif name in {"APPEND", "APPENDS"}:
            items = marked() if name == "APPENDS" else [stack.pop()]
            stack[-1].extend(items)
        elif name == "BUILD":
            stack.pop()
        else:
            stack.append(argument)
    return stack[-1]


def arrays(path: Path) -> dict[str, Any]:
    """The float32 tensors of a state dict, wherever in the file it is, by name."""
    with ZipFile(path) as archive:
        (index,) = (name for name in archive.namelist() if name.endswith("/data.pkl"))
        folder = index.removesuffix("data.pkl")
        found: dict[str, Any] = {}
        _collect(listed(archive.read(index)), archive, folder, found)
    return found


def _collect(value: Any, archive: ZipFile, folder: str, found: dict[str, Any]) -> None:
    for name, part in value.items() if isinstance(value, dict) else ():
        if isinstance(part, dict):
            _collect(part, archive, folder, found)
        elif isinstance(part, tuple) and part and "_rebuild_tensor" in str(part[0]):
            (_, (_, kind, key, *_)), offset, shape, strides, *_ = part[1]
            if "FloatStorage" in kind:
                flat = np.frombuffer(archive.read(f"{folder}data/{key}"), "<f4")[offset:]
                bytes_of = [4 * s for s in strides]
                found[name] = np.ascontiguousarray(np.lib.stride_tricks.as_strided(flat, shape, bytes_of))
