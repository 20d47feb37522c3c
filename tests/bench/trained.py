"""Decide every layer of a trained GELU network and check each certificate with the kernel in its own process.

usage: trained.py SYMPROOF MODEL.safetensors
"""

import json
import pathlib
import subprocess
import sys
import tempfile

LAYERS = 6


def main() -> int:
    """0 when every layer was decided and every certificate accepted."""
    symproof, model = sys.argv[1:]
    sys.stdout.write(
        "all-MiniLM-L6-v2, x + W_down gelu(W_up x), float32 read bit for bit; biases are ignored\n"
    )
    with tempfile.TemporaryDirectory() as folder:
        for layer in range(LAYERS):
            out = str(pathlib.Path(folder, f"layer-{layer}.json"))
            names = [
                "--up", f"encoder.layer.{layer}.intermediate.dense.weight",
                "--down", f"encoder.layer.{layer}.output.dense.weight", "--activation", "gelu",
            ]  # fmt: skip
            command = [symproof, "absorb", model, *names, "--json", "--certificate", out]
            answer = json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout)
            kernel = [sys.executable, "-m", "symproof.kernel", out, "--weights", model, *names]
            checked = subprocess.run(
                [*kernel, "--claim", answer["verdict"]], check=True, capture_output=True, text=True
            )
            sys.stdout.write(f"layer {layer}: {answer['verdict']} ({answer['method']}); {checked.stdout}")
            sys.stdout.flush()
    return 0


if __name__ == "__main__":
    sys.exit(main())
