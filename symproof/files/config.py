"""What config.json says about the activation of a block."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from symproof.activations.records import record_of
from symproof.files.checkpoint import Checkpoint
from symproof.files.namings import ACTIVATION_KEYS, ARCHITECTURES, GATES, LEARNED, SIZE_KEYS


@dataclass(frozen=True, slots=True)
class Choice:
    """An activation and where it was read; without a name it must be asked for, and ``source`` says why."""

    name: str | None
    source: str


def chosen_activation(checkpoint: Checkpoint, prefix: str, d: int, N: int, named: str | None) -> Choice:
    """The activation of a block: the caller's, or the one that the checkpoint names.

    Args:
        checkpoint: the checkpoint.
        prefix: what the names of the block's tensors begin with.
        d, N: the sizes of the block; a part of config.json with other sizes is about other blocks.
        named: the caller's.
    """
    if named is not None:
        return Choice(canonical(named), "named by the caller")
    if checkpoint.architecture is not None:
        return _of_architecture(checkpoint.architecture)
    if checkpoint.config is None:
        return Choice(None, "there is no config.json beside it")
    parts = list(_parts("config.json", checkpoint.config))
    fitting = [part for part in parts if _sized(part[1], d, N)]
    if parts and not fitting:
        return Choice(None, f"config.json is about other sizes than d = {d}, N = {N}")
    words = set(re.split("[._]", prefix))
    own = [part for part in fitting if part[0].split(".")[-1].removesuffix("_config") in words]
    found = {_activation(where, part) for where, part in own or fitting} - {None}
    if len(found) == 1:
        value, source = next(iter(found)) or ("", "")
        learned = value in LEARNED
        return Choice(None, f"{source} has learned parameters") if learned else Choice(value, source)
    if not found:
        return Choice(None, "config.json names no activation")
    return Choice(
        None, f"config.json names several: {', '.join(sorted(f'{v} ({s})' for v, s in filter(None, found)))}"
    )


def _of_architecture(name: str) -> Choice:
    for activation, names in ARCHITECTURES.items():
        if name in names:
            return Choice(activation, f"general.architecture {name}")
    return Choice(None, f"the architecture {name} is not in the table")


def canonical(name: str) -> str:
    """The catalogue's name of an activation that a configuration may call otherwise.

    >>> canonical("gelu_new"), canonical("SiLU")
    ('gelu_tanh', 'silu')
    """
    if name.lower() in GATES:
        return GATES[name.lower()]
    if name.lower() in LEARNED:
        return name.lower()
    record = record_of(name)
    if record is None:
        return name.lower()
    if not record.parameters:
        return record.name
    from symproof.activations.catalogue import kernel_name

    return kernel_name(record.name) or record.name


def _parts(where: str, config: dict[str, Any]) -> Iterator[tuple[str, dict[str, Any]]]:
    """The object and the objects in it that name an activation."""
    if any(isinstance(config.get(key), str) for key in ACTIVATION_KEYS):
        yield where, config
    for key, value in config.items():
        if isinstance(value, dict):
            yield from _parts(f"{where}.{key}", value)


def _activation(where: str, config: dict[str, Any]) -> tuple[str, str] | None:
    key = next(key for key in ACTIVATION_KEYS if isinstance(config.get(key), str))
    return canonical(config[key]), f"{where}: {key} {config[key]}"


def _sized(config: dict[str, Any], d: int, N: int) -> bool:
    """Whether no size that is named contradicts the block's."""
    for size, keys in ((d, SIZE_KEYS["d"]), (N, SIZE_KEYS["N"])):
        said = [config[key] for key in keys if type(config.get(key)) is int]
        if said and size not in said:
            return False
    return True
