"""The options that name a block and limit a search, and how a block is shown in one line."""

from __future__ import annotations

import argparse
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from symproof.absorb.limits import Clock, Limits, enforced
from symproof.command.terminal import (
    add_output_options,
    size,
    time_limit,
)
from symproof.kernel.activations import TABLE, activation
from symproof.kernel.errors import Malformed

if TYPE_CHECKING:
    from symproof.model.block import Block

TIME = 60.0  # seconds after which a search is given up when nothing else is asked for


def add_weights_options(parser: argparse.ArgumentParser, required: bool = False) -> None:
    """The options that name a block."""
    if required:
        parser.add_argument(
            "--weights", required=True, help="JSON, .npz or .safetensors file, or - for stdin"
        )
    group = parser.add_argument_group("the block")
    group.add_argument(
        "--activation",
        help="relu, gelu, leaky_relu(1/10), ..., an alias such as gelu_new or ReLU, or an expression in "
        "z; default: what JSON names, else relu; tensors name none",
    )
    group.add_argument(
        "--skip", help="I, -I, or a JSON file with a d x d matrix M; default: the file's, else I"
    )
    group.add_argument("--up", help="name of the N x d tensor in a .npz or .safetensors file")
    group.add_argument("--down", help="name of the d x N tensor")
    group.add_argument("--b-up", help="name of the vector of N hidden biases there, if the block has them")
    group.add_argument("--b-down", help="name of the vector of d output biases")
    group.add_argument("--orientation", choices=("out-in", "in-out"), default="out-in",
                        help="in-out: both matrices are stored transposed")  # fmt: skip
    group.add_argument("--floats", choices=("decimal", "binary"), help="how bare floats in JSON are read")


def kernel_activation(name: str) -> str | None:
    """The kernel's name of an activation, by which aliases and equal expressions go too; None: it has none.

    Raises:
        Malformed: it is no activation at all.
    """
    with suppress(Malformed):
        return activation(name).name
    from symproof.activations.catalogue import kernel_name

    try:
        return kernel_name(name)
    except Malformed as error:
        raise Malformed(f"--activation: {error}") from None


def block_of(args: argparse.Namespace, sigma: str | None = None) -> Block:
    """The block that the options of `add_weights_options` name; ``sigma`` as in `read`.

    Raises:
        Malformed: it cannot be read, or the kernel's table does not have the activation.
    """
    from symproof.files.readers import read_block

    if args.activation is not None:
        known = kernel_activation(args.activation)
        if known is None:
            raise Malformed(
                f"--activation: {args.activation} is not in the kernel's table: {', '.join(TABLE)}, "
                "leaky_relu(a); `symproof absorb` and `symproof activation` say what the theorems say of it"
            )
        args.activation = known
    return read_block(args.weights, **_named(args), open_activation=sigma is not None)


def _named(args: argparse.Namespace) -> dict[str, Any]:
    """The options of `add_weights_options`, as the readers take them."""
    names = ("up", "down", "b_up", "b_down", "orientation", "floats", "activation", "skip")
    return {name: getattr(args, name) for name in names}


def add_layers_option(parser: argparse.ArgumentParser) -> None:
    """The option that names the blocks of a stack in one tensor file."""
    parser.add_argument(
        "--layers",
        type=int,
        metavar="L",
        help="one tensor file: blocks 0 to L-1, their numbers in place of {} in the names of the tensors",
    )


def add_search_options(parser: argparse.ArgumentParser) -> None:
    """The options of a command that searches: one block, and the limits."""
    parser.add_argument(
        "weights", metavar="WEIGHTS", help="JSON, .npz or .safetensors file, or - for JSON on stdin"
    )
    add_weights_options(parser)
    add_limits(parser)


def add_limits(parser: argparse.ArgumentParser, time: float | None = TIME) -> None:
    """The options that limit a search, with the default of --time, and those of every command."""
    group = parser.add_argument_group("limits")
    usual = "none" if time is None else f"{time:g}"
    group.add_argument(
        "--time",
        type=time_limit,
        default=time,
        metavar="SECONDS",
        help=f"give up after this long; default {usual}; 0 or none: no limit",
    )
    group.add_argument(
        "--memory", type=size, metavar="SIZE", default=2 << 30, help="of the search tables; default 2G"
    )
    add_output_options(parser)


def stack_of(args: argparse.Namespace) -> list[Block]:
    """The blocks that the files and options of a stack name, in order."""
    from symproof.files.readers import read_stack

    return read_stack(args.weights, layers=args.layers, **_named(args))


def read(args: argparse.Namespace, sigma: str | None = None) -> tuple[Block, Limits]:
    """The block, and what reading it has left of the limits that the options name.

    Args:
        args: the options.
        sigma: an activation that the caller names and the kernel does not know.

    Raises:
        GaveUp: reading took all the time.
    """
    clock = Clock(Limits(time=args.time, memory=args.memory), tried=["reading the weights"])
    with enforced(clock):
        block = block_of(args, sigma)
        clock.check()
    return block, clock.remaining()


def described(block: Block, sha256: str, sigma: str | None = None) -> str:
    """The block in one line, with the activation sigma, or its own."""
    skip = "I" if block.skip is None else "M"
    biases = " and ".join(name for name in ("b_up", "b_down") if getattr(block, name) is not None)
    parts = [f"d = {block.d}", f"N = {block.width}", sigma or block.activation, f"skip {skip}"]
    parts += [f"biases {biases}"] * bool(biases)
    return ", ".join([*parts, f"sha256 {sha256[:16]}..."])
