"""Claims about gated blocks: whether some residual-free gated MLP of the same width computes one.

f(x) = M x + sum_k D_k g(a_k.x + beta_k) (b_k.x + gamma_k) + c. Since g(-z) = g(z) - gap z, turning (a_k,
beta_k) of the neurons in S changes f by a polynomial of degree 2. SOUNDNESS.md, section 12.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import combinations_with_replacement
from typing import Any

from symproof.kernel.activations import Activation, activation
from symproof.kernel.budget import Budget
from symproof.kernel.claims import FORMAT, agree
from symproof.kernel.errors import Malformed, Rejected
from symproof.kernel.linear import integer_product
from symproof.kernel.trees import Problem, refute
from symproof.reader.numbers import Matrix, Number, Rows, fraction, scaled, whole
from symproof.reader.tensors import read_tensors
from symproof.reader.text import fields, indices, read_json, refuse
from symproof.reader.weights import Weights, from_json, matrix, read_weights, shape, vector

RIGID = ("silu", "quick_gelu", "gelu")  # gates whose even parts, times affine functions, are independent
BLOCK = "computes M x + W_down (g(W_gate x + b_gate) * (W_up x + b_up)) + b_down"
SENTENCES = {
    "gated-not-absorbable": f"no residual-free gated MLP of width {{N}} with biases inside{{output}} {BLOCK}",
    "gated-absorbable": f"a residual-free gated MLP of width {{N}} with biases inside{{output}} {BLOCK}",
}


@dataclass(frozen=True, slots=True)
class Gated:
    """The block x -> M x + W_down (g(W_gate x + b_gate) * (W_up x + b_up)) + b_down, * entry by entry.

    value: W_down, W_up, b_up, b_down, M, and g as its activation; W_gate is N x d, b_gate has N entries.

    Raises:
        Malformed: the shapes do not fit.
    """

    value: Weights
    gate: Matrix
    b_gate: Sequence[Number] | None = None

    def __post_init__(self) -> None:
        if len(self.gate) != self.value.width or len(self.gate[0]) != self.value.d:
            refuse(f"W_gate must be {self.value.width} x {self.value.d}, found {shape(self.gate)}")
        if self.b_gate is not None and len(self.b_gate) != self.value.width:
            refuse(f"b_gate must have {self.value.width} entries, found {len(self.b_gate)}")

    def sha256(self) -> str:
        """SHA-256 of two fingerprints: of the block without its gate, and with the gate in place of W_up."""
        gate = Weights(self.gate, self.value.down, b_up=self.b_gate)
        return hashlib.sha256(f"{self.value.sha256()} {gate.sha256()}".encode()).hexdigest()


def gated_from_json(value: Any, where: str) -> Gated:
    """A gated block from a parsed JSON object: the keys of a block, W_gate, and perhaps b_gate."""
    if not isinstance(value, dict) or "W_gate" not in value:
        refuse(f"{where}: a gated block needs the key W_gate")
    rest = {key: part for key, part in value.items() if key not in ("W_gate", "b_gate")}
    b_gate = None if value.get("b_gate") is None else vector(value["b_gate"], "b_gate")
    return Gated(from_json(rest, where), matrix(value["W_gate"], "W_gate"), b_gate)


def read_gated(path: str, in_out: bool, gate: str | None, b_gate: str | None, *names: str | None) -> Gated:
    """A gated block from a JSON file, or the tensors of a .npz or .safetensors file.

    Args:
        path: the file.
        in_out: as for `read_weights`.
        gate, b_gate: the names of W_gate and b_gate.
        names: those of W_up, W_down, b_up, b_down.
    """
    if gate is None:
        if in_out or b_gate is not None or names != (None,) * len(names):
            refuse(f"{path}: name W_gate too, with --gate; JSON has no names and no orientation")
        return gated_from_json(read_json(path), path)
    up, down, *biases = names
    value = read_weights(path, up, down, in_out, *biases)
    found, *rest = read_tensors(path, [gate], [] if b_gate is None else [b_gate])
    return Gated(value, found.T if in_out else found, rest[0][0] if rest else None)


def check_gated(certificate: Any, gated: Gated, claim: str, budget: Budget | None = None) -> str:
    """The sentence that is established.

    Args:
        certificate: a parsed JSON object (FORMAT.md).
        gated: the block; a missing bias inside is 0, and with b_down the MLPs have an output bias.
        claim: a key of `SENTENCES`.
        budget: what the kernel may do by itself, and the caller's clock.

    Raises:
        Malformed: the certificate is not in the format.
        Rejected: it does not establish this claim about this block.
        OutOfBudget: neither was found within the budget.
    """
    asked = _head(gated, claim)
    evidence = agree(certificate, asked)
    act, spent = activation(asked["activation"]), budget or Budget()
    problem = turned(gated, act)
    if claim == "gated-absorbable":
        _solved(problem, fields(evidence, "evidence", ("S",))["S"], spent)
    else:
        distinct(gated, act)
        refute(problem, fields(evidence, "evidence", ("tree",))["tree"], spent)
    about = f"g = {act.name}, d = {gated.value.d}, N = {gated.value.width}"
    output = " and an output bias" if gated.value.b_down is not None else ""
    return f"{SENTENCES[claim].format(N=gated.value.width, output=output)} ({about})"


def certificate(gated: Gated, claim: str, evidence: Any) -> dict[str, Any]:
    """The certificate object of a claim, evidence unchecked."""
    return {**_head(gated, claim), "evidence": evidence}


def _head(gated: Gated, claim: str) -> dict[str, Any]:
    """What a certificate of this claim must name."""
    if claim not in SENTENCES:
        raise Malformed(f"the claims are {', '.join(SENTENCES)}; found {claim}")
    if gated.value.activation is None:
        raise Malformed("a gated block names its gate's activation")
    name = activation(gated.value.activation).name
    return {"format": FORMAT, "claim": claim, "activation": name, "sha256": gated.sha256()}


class Row(Sequence[Number]):
    """q_k: the linear part, the constant without output bias, the quadratic part; each when asked for."""

    def __init__(self, gated: Gated, k: int) -> None:
        self.a, self.b = ([fraction(x) for x in rows[k]] for rows in (gated.gate, gated.value.up))
        biases = (gated.b_gate, gated.value.b_up)
        self.beta, self.gamma = (Fraction(0) if v is None else fraction(v[k]) for v in biases)
        self.constant = gated.value.b_down is None

    def __len__(self) -> int:
        d = len(self.a)
        return d + self.constant + d * (d + 1) // 2

    def __getitem__(self, at: Any) -> Any:
        d = len(self.a)
        if at < d:
            return self.beta * self.b[at] + self.gamma * self.a[at]
        if at < d + self.constant:
            return self.beta * self.gamma
        i, j = degree_two(d)[at - d - self.constant]
        return self.a[i] * self.b[j] + (self.a[j] * self.b[i] if i != j else 0)


@cache
def degree_two(d: int) -> list[tuple[int, int]]:
    """All i <= j below d, in lexicographic order."""
    return list(combinations_with_replacement(range(d), 2))


def turned(gated: Gated, act: Activation) -> Problem:
    """ABS(W_down, Q, (-M/gap, 0, 0)): turning the neurons of a solution S adds -M x to the block, no more.

    Raises:
        Rejected: the gap is 0: turning a neuron changes nothing.
    """
    if not act.gap:
        raise Rejected(f"{act.name} has linear gap 0")
    T = {
        (i, j): -fraction(x) / act.gap for i, row in enumerate(gated.value.M) for j, x in enumerate(row) if x
    }
    return Problem(gated.value.down, Rows(gated.value.width, lambda k: Row(gated, k)), T)


def _solved(problem: Problem, value: Any, budget: Budget) -> None:
    """Check that S solves the problem."""
    S = indices(value, len(problem.Q), "S", ascending=True)
    budget.spend(len(problem.P) * problem.columns)
    down, m = whole([[row[k] for k in S] for row in problem.P])
    rows, n = whole([list(problem.Q[k]) for k in S] or [[0] * problem.columns])
    for i, row in enumerate(integer_product(down, rows, budget.tick)):
        if any(Fraction(x, m * n) != problem.T.get((i, j), 0) for j, x in enumerate(row)):
            raise Rejected("S does not solve the equations")


def distinct(gated: Gated, act: Activation) -> None:
    """Check the hypotheses under which only turning can help.

    Raises:
        Rejected: a gate that is none of `RIGID`, a neuron that is constant or zero, two of one gate.
    """
    if act.name not in RIGID:
        raise Rejected(f"the gate {act.name} is none of {', '.join(RIGID)}")
    seen = set()
    for k, a in enumerate(gated.gate):
        v, m = scaled((*a, 0 if gated.b_gate is None else gated.b_gate[k]))
        sign = 1 if next(filter(None, v), 1) > 0 else -1
        value = (*gated.value.up[k], 0 if gated.value.b_up is None else gated.value.b_up[k])
        if not any(a) or not any(value) or not any(row[k] for row in gated.value.down):
            raise Rejected(f"neuron {k} has a zero row, value or column")
        seen.add(" ".join(f"{x:x}" for x in (m, *(sign * y for y in v))))
    if len(seen) != gated.value.width:
        raise Rejected("two neurons have gates equal up to sign")
