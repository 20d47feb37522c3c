"""The tensors of a torch.save file as arrays, read off its opcodes: nothing is called or unpickled."""

import pickletools
from collections.abc import Callable
from pathlib import Path
from typing import Any
from zipfile import ZipFile

import numpy as np

MARK = object()
EMPTY: dict[str, Callable[[], Any]] = {
    "NONE": lambda: None,
    "NEWTRUE": lambda: True,
    "NEWFALSE": lambda: False,
    "EMPTY_DICT": dict,
    "EMPTY_LIST": list,
    "EMPTY_TUPLE": tuple,
    "EMPTY_SET": set,
    "MARK": lambda: MARK,
}


def listed(data: bytes) -> Any:
    """What the opcodes would build, with each call as a tuple (name, arguments)."""
    machine = _Machine()
    for opcode, argument, _ in pickletools.genops(data):
        if opcode.name in EMPTY:
            machine.stack.append(EMPTY[opcode.name]())
        else:
            getattr(machine, opcode.name.lower(), machine.stack.append)(argument)
    return machine.stack[-1]


class _Machine:
    """The stack of a pickle; a method for each opcode that does not push its argument."""

    def __init__(self) -> None:
        self.stack: list[Any] = []
        self.memo: dict[int, Any] = {}

    def marked(self) -> list[Any]:
        at = len(self.stack) - 1 - self.stack[::-1].index(MARK)
        found = self.stack[at + 1 :]
        del self.stack[at:]
        return found

    def proto(self, _: Any) -> None:
        pass

    frame = stop = proto

    def binput(self, at: int) -> None:
        self.memo[at] = self.stack[-1]

    long_binput = binput

    def binget(self, at: int) -> None:
        self.stack.append(self.memo[at])

    long_binget = binget

    def tuple(self, _: Any) -> None:
        self.stack.append(tuple(self.marked()))

    def tuple1(self, _: Any) -> None:
        self.stack[-1:] = [tuple(self.stack[-1:])]

    def tuple2(self, _: Any) -> None:
        self.stack[-2:] = [tuple(self.stack[-2:])]

    def tuple3(self, _: Any) -> None:
        self.stack[-3:] = [tuple(self.stack[-3:])]

    def reduce(self, _: Any) -> None:
        arguments, called = self.stack.pop(), self.stack.pop()
        self.stack.append({} if "OrderedDict" in str(called) else (called, arguments))

    newobj = reduce

    def binpersid(self, _: Any) -> None:
        self.stack.append(("storage", self.stack.pop()))

    def setitem(self, _: Any) -> None:
        value, key = self.stack.pop(), self.stack.pop()
        self.stack[-1][key] = value

    def setitems(self, _: Any) -> None:
        items = self.marked()
        self.stack[-1].update(zip(items[::2], items[1::2], strict=True))

    def append(self, _: Any) -> None:
        item = self.stack.pop()
        self.stack[-1].append(item)

    def appends(self, _: Any) -> None:
        items = self.marked()
        self.stack[-1].extend(items)

    def build(self, _: Any) -> None:
        self.stack.pop()


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
