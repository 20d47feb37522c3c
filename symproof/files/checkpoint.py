"""What a checkpoint holds: its files, the tensors in them, its config.json. Nothing is ever unpickled."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from symproof.files.arrays import FORMATS, Stored, architecture, suffix
from symproof.kernel.errors import Malformed
from symproof.reader.numbers import brief
from symproof.reader.text import read_json

LFS = b"version https://git-lfs"
PICKLED = (".pt", ".pth", ".bin", ".ckpt", ".pkl", ".tar")
CONVERT = {
    **dict.fromkeys(
        PICKLED,
        "python -c \"import torch, safetensors.torch as s; s.save_file({{k: v.clone() for k, v in "
        "torch.load('{path}', weights_only=True, map_location='cpu').items()}}, '{stem}.safetensors')\"",
    ),
    **dict.fromkeys(
        (".h5", ".keras"),
        "python -c \"import h5py, numpy; out = {{}}; h5py.File('{path}').visititems(lambda n, v: out.update("
        "{{n: v[()]}}) if hasattr(v, 'dtype') else None); numpy.savez('{stem}.npz', **out)\"",
    ),
    ".msgpack": "python -c \"import flax.serialization as f, numpy; from flax.traverse_util import "
    "flatten_dict; numpy.savez('{stem}.npz', **flatten_dict(f.msgpack_restore(open('{path}', 'rb').read()), "
    "sep='.'))\"",
}  # fmt: skip
"""The line that turns a file of a format that is not read into one that is."""
INDEX = ".safetensors.index.json"


@dataclass(frozen=True, slots=True)
class Checkpoint:
    """The tensors of one model.

    Attributes:
        path: what the caller named.
        tensors: name -> where it is, its dtype and shape.
        config: the object in config.json beside the files, or None.
        architecture: what a GGUF file calls itself.
    """

    path: str
    tensors: Mapping[str, Stored]
    config: dict[str, Any] | None = None
    architecture: str | None = None

    @property
    def graph(self) -> str | None:
        """The path of an ONNX file: its blocks are found in the graph, not by name."""
        return self.path if suffix(self.path) == ".onnx" else None


def open_checkpoint(path: str | os.PathLike[str]) -> Checkpoint:
    """The contents of a checkpoint; no data of a tensor is read.

    Args:
        path: a .safetensors, .npz, .gguf or .onnx file, a model.safetensors.index.json with its shards, or a
            directory that holds one of these, or shards.

    Raises:
        Malformed: it cannot be read; a shard is missing or cut short; two shards hold one name; the format is
            another one (the message has the line that converts it).
    """
    path = os.fspath(path)
    files = list(_files(path))
    tensors: dict[str, Stored] = {}
    for file in files:
        for stored in FORMATS[suffix(file)].contents(file):
            if stored.name in tensors:
                other = os.path.basename(tensors[stored.name].path)
                raise Malformed(
                    f"{path}: {other} and {os.path.basename(file)} both hold a tensor {stored.name!r}; "
                    "name the file that is meant"
                )
            tensors[stored.name] = stored
    if path.endswith(INDEX):
        _all_there(path, tensors)
    own = files[0] if len(files) == 1 else path
    return Checkpoint(own, tensors, _config(path), architecture(own) if suffix(own) == ".gguf" else None)


def _files(path: str) -> Iterator[str]:
    """The files of a checkpoint, each sound as far as its beginning tells."""
    if os.path.isdir(path):
        path = _inside(path)
        if os.path.isdir(path):
            shards = sorted(n for n in os.listdir(path) if n.endswith(".safetensors"))
            yield from (_sound(os.path.join(path, name)) for name in shards)
            return
    if path.endswith(INDEX):
        _sound(path)
        folder = os.path.dirname(path)
        for name in sorted(set(_weight_map(path).values())):
            shard = os.path.join(folder, name)
            if not os.path.exists(shard):
                raise Malformed(f"{path}: names the shard {name}, which is not there")
            yield _sound(shard)
        return
    yield _sound(path)


def _inside(folder: str) -> str:
    """The index or the one file in a directory; the directory itself when it holds .safetensors files."""
    names = sorted(os.listdir(folder))
    for index in (n for n in names if n.endswith(INDEX)):
        return os.path.join(folder, index)
    if any(n.endswith(".safetensors") for n in names):
        return folder
    for kind in (*FORMATS, *CONVERT):
        found = [n for n in names if n.endswith(kind)]
        if len(found) > 1 and kind in FORMATS:
            raise Malformed(f"{folder}: holds {len(found)} {kind} files: name one, such as {found[0]}")
        if found:
            return os.path.join(folder, found[0])
    raise Malformed(f"{folder}: holds no {', '.join(FORMATS)} file")


def _sound(path: str) -> str:
    """The path, when a file of a format that is read lies there.

    Raises:
        Malformed: there is none, it is a Git LFS pointer, or of another format.
    """
    try:
        with open(path, "rb") as file:
            head = file.read(len(LFS))
    except (OSError, ValueError) as error:
        raise Malformed(f"{path}: cannot be read: {getattr(error, 'strerror', error)}") from None
    if head == LFS:
        raise Malformed(f"{path}: is a Git LFS pointer, not the file itself: `git lfs pull` fetches it")
    kind = suffix(path)
    if kind in CONVERT:
        line = CONVERT[kind].format(path=path, stem=os.path.splitext(path)[0])
        raise Malformed(f"{path}: {kind} is not read, as nothing is ever unpickled; convert it: {line}")
    if kind not in FORMATS and not path.endswith(INDEX):
        raise Malformed(f"{path}: is none of {', '.join(FORMATS)}, *{INDEX} or a directory with these")
    return path


def _weight_map(path: str) -> dict[str, str]:
    """The tensor -> shard table of an index; shards lie beside it."""
    value = read_json(path)
    found = value.get("weight_map") if isinstance(value, dict) else None
    if not isinstance(found, dict) or not found:
        raise Malformed(f"{path}: has no weight_map of tensors to shards")
    for shard in found.values():
        if not isinstance(shard, str) or os.path.basename(shard) != shard or suffix(shard) != ".safetensors":
            raise Malformed(f"{path}: {brief(shard)} is no .safetensors file beside the index")
    return found


def _all_there(path: str, tensors: Mapping[str, Stored]) -> None:
    for name, shard in _weight_map(path).items():
        if name not in tensors or os.path.basename(tensors[name].path) != shard:
            raise Malformed(f"{path}: places the tensor {name!r} in {shard}, which does not hold it")


def _config(path: str) -> dict[str, Any] | None:
    """The object in config.json beside the files."""
    folder = path if os.path.isdir(path) else os.path.dirname(path)
    where = os.path.join(folder, "config.json")
    if not os.path.exists(where):
        return None
    value = read_json(where)
    if not isinstance(value, dict):
        raise Malformed(f"{where}: must be an object, found {brief(value)}")
    return value
