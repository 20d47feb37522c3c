"""The table of named corruptions: each turns an accepted certificate into one that must be refused."""

from __future__ import annotations

import copy
import json
from collections.abc import Iterator
from typing import Any

from oracles.corpus import Case, dumped
from oracles.mutant import Mutant, made
from oracles.mutations_cost import COST
from oracles.mutations_evidence import EVIDENCE

HEAD = ("format", "claim", "activation", "width", "sha256", "evidence")
CLAIMS = ("no-subset", "not-absorbable", "absorbable", "width-at-least", "width-at-most")


def mutants(control: Case) -> Iterator[Mutant]:
    """All corruptions of one accepted case."""
    for family in (_bytes, _head, _asked, *EVIDENCE, *COST):
        yield from family(control)


def _bytes(control: Case) -> Iterator[Mutant]:
    """Damage to the text, seen before anything is checked."""
    text = control.certificate
    half = len(text) // 2
    damaged = {
        "empty": b"",
        "blank": b" \n",
        "half": text[:half],
        "last byte missing": text[:-1],
        "first byte missing": text[1:],
        "byte in the middle missing": text[:half] + b"\x00" + text[half:],
        "something after it": text + b" x",
        "twice": text + text,
        "byte order mark": b"\xef\xbb\xbf" + text,
        "UTF-16": text.decode().encode("utf-16"),
        "not UTF-8": text.replace(b"symproof", b"symproo\xff", 1),
        "single quotes": text.replace(b'"', b"'"),
        "comment": b"// \n" + text,
        "trailing comma": text[:-1] + b",}",
        "NaN": _with_width(text, b"NaN"),
        "Infinity": _with_width(text, b"Infinity"),
        "minus Infinity": _with_width(text, b"-Infinity"),
        "leading zero": _with_width(text, b"03"),
        "plus sign": _with_width(text, b"+3"),
        "10,000-digit integer": _with_width(text, b"9" * 10_000),
        "nested": b"[" * 100_000,
    }
    for name, data in damaged.items():
        yield made(control, name, "Malformed", "certificate", certificate=data)
    for key in (
        *HEAD,
        "Y",
        "modulus",
        "Z",
        "combination",
        "form",
        "children",
        "branch",
        "lower",
        "exhaust",
        "cost",
        "flip",
        "V_up",
    ):
        at = f'"{key}": '.encode()
        if at in text:
            data = text.replace(at, at + b"0, " + at, 1)
            yield made(control, f"{key} twice", "Malformed", f"'{key}' appears twice", certificate=data)


def _with_width(text: bytes, value: bytes) -> bytes:
    width = json.dumps(json.loads(text)["width"]).encode()
    return text.replace(b'"width": ' + width, b'"width": ' + value, 1)


def _head(control: Case) -> Iterator[Mutant]:
    """The six fields of a certificate."""
    body = json.loads(control.certificate)
    wrong: tuple[Any, ...] = (None, [], "", 0, True, [body], {})
    for value in wrong:
        yield made(control, f"is {value!r}", "Malformed", "certificate", certificate=dumped(value))
    for key in HEAD:
        yield made(control, f"no {key}", "Malformed", key, {k: v for k, v in body.items() if k != key})
    for key in ("about", "Format", "cost", "", "weights"):
        yield made(control, f"unknown key {key!r}", "Malformed", "certificate", body | {key: 1})
    for key in HEAD[:5]:
        bad: tuple[Any, ...] = (None, True, False, 1.5, [], {}, [body[key]])
        bad += (str(body[key]), float(body[key])) if key == "width" else (0, 1)
        for value in bad:
            yield made(control, f"{key} is {value!r:.20}", "Malformed", key, body | {key: value})
    other: dict[str, tuple[Any, ...]] = {
        "format": ("symproof-certificate-1", "symproof-certificate-2\n", "", "Symproof-certificate-2"),
        "claim": (*(c for c in CLAIMS if c != control.claim), "", f"{control.claim} ", "anything"),
        "activation": (("gelu" if body["activation"] != "gelu" else "silu"), "", "RELU", "leaky_relu(0.10)"),
        "width": (body["width"] + 1, body["width"] - 1, 0, -body["width"], 10**3990),
        "sha256": ("", "0" * 64, body["sha256"].upper(), body["sha256"] + "\n", body["sha256"][:-1]),
    }
    for key, values in other.items():
        for value in values:
            if value != body[key]:
                yield made(control, f"{key} is {value!r:.20}", "Rejected", key, body | {key: value})
    for value in (None, [], "", 0, True, {}, {"tree": 0, "cost": 0}, [body["evidence"]]):
        yield made(control, f"evidence is {value!r:.20}", "Malformed", "evidence", body | {"evidence": value})
    yield made(
        control, "unknown evidence", "Malformed", "evidence", body | {"evidence": body["evidence"] | {"x": 1}}
    )


def _asked(control: Case) -> Iterator[Mutant]:
    """The caller asks for something else than what the certificate is about."""
    weights = json.loads(control.weights)
    for claim in CLAIMS:
        if claim != control.claim:
            yield made(control, f"asked for {claim}", "Rejected", "claim", claim=claim)
    yield made(control, "asked for nothing known", "Malformed", "claim", claim="proved")
    if control.width is not None:
        for width in {control.width + 1, control.width - 1, 0, -1} - {control.width}:
            yield made(control, f"asked for width {width}", "Rejected", "width", width=width)
    d = len(weights["W_down"])
    for key in ("W_up", "W_down", "skip"):
        changed = copy.deepcopy(weights)
        M = changed.setdefault("skip", [[int(i == j) for j in range(d)] for i in range(d)])
        rows = M if key == "skip" else changed[key]
        rows[-1][-1] = 77
        yield made(control, f"other {key}", "Rejected", "sha256", weights=dumped(changed))
    biases: list[dict[str, Any]] = [{"b_up": None, "b_down": None}, {"b_up": [0] * len(weights["W_up"])}]
    biases += [{"b_up": [7] * len(weights["W_up"]), "b_down": [7] * d}]
    for other in biases:
        changed = weights | other
        if any(changed.get(key) != weights.get(key) for key in other):
            yield made(control, f"biases {other}", "Rejected", "sha256", weights=dumped(changed))
    swapped = weights | {"W_up": weights["W_up"][::-1]}
    if swapped != weights:
        yield made(control, "rows of W_up reversed", "Rejected", "sha256", weights=dumped(swapped))
    name = "gelu" if weights.get("activation") != "gelu" else "relu"
    changed = weights | {"activation": name}
    yield made(control, "other activation", "Rejected", "activation", weights=dumped(changed))
