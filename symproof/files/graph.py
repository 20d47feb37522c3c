"""The MLP blocks of an ONNX graph: two matrices, an activation between them, and a skip around them.

The graph itself says what is computed: where the skip goes, what the activation is, whether there is a gate.
An activation counts only when its part of the graph is one of those in `GRAPHS`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import islice, takewhile
from typing import Any

import numpy as np

from symproof.files.arrays import Stored, extra, onnx_model, onnx_tensors
from symproof.files.blocks import Found, Part, flat
from symproof.files.namings import GRAPHS

NORMS = frozenset(
    {"LayerNormalization", "SimplifiedLayerNormalization", "RMSNormalization", "InstanceNormalization"}
)
PARTS_OF_NORMS = frozenset({"Sub", "ReduceMean", "Pow", "Add", "Sqrt", "Div", "Mul", "Reciprocal", "Cast"})
DEEPEST = 12  # nodes from the end of a written-out norm or activation to its beginning

Tree = str | tuple[Any, ...]  # "z" or "y", a constant's digits, or an operation with its arguments


@dataclass(frozen=True, slots=True)
class Linear:
    """A matrix, perhaps with a bias: what it is applied to, and its parts."""

    source: str
    weight: Part
    bias: Part | None


def graph_blocks(path: str, tensors: Mapping[str, Stored]) -> list[Found]:
    """The blocks of the graph, in its order; one stands twice when the graph runs through it twice.

    Args:
        path: the .onnx file.
        tensors: its initializers.
    """
    graph = _Graph(path, tensors)
    found, seen = [], set()
    for node in graph.nodes:
        block = graph.block(node)
        if block is not None and (key := (str(block.up), str(block.down), str(block.gate))) not in seen:
            seen.add(key)
            found.append(block)
    return found


class _Graph:
    """An ONNX graph, its aliases followed."""

    def __init__(self, path: str, tensors: Mapping[str, Stored]) -> None:
        self.nodes, self.tensors = list(onnx_model(path).graph.node), tensors
        self.helper = extra("onnx.numpy_helper", path)
        self.made = {name: node for node in self.nodes if node.op_type != "Constant" for name in node.output}
        self.constants = onnx_tensors(path)

    def stored(self, name: str) -> Stored | None:
        """The initializer that a name stands for, through Identity nodes."""
        node = self.made.get(name)
        while node is not None and node.op_type == "Identity":
            name = node.input[0]
            node = self.made.get(name)
        return self.tensors.get(name)

    def linear(self, name: str) -> Linear | None:
        """The matrix and the bias whose output has this name."""
        node = self.made.get(name)
        if node is None:
            return None
        if node.op_type == "Add":
            for value, bias in (node.input, reversed(node.input)):
                vector, inner = self.stored(bias), self.linear(value)
                if vector is not None and inner is not None and inner.bias is None and len(vector.shape) == 1:
                    return Linear(inner.source, inner.weight, Part(vector))
            return None
        if node.op_type not in {"MatMul", "Gemm", "Conv"}:
            return None
        weight = self.stored(node.input[1])
        options = {a.name: self.helper_value(a) for a in node.attribute}
        if weight is None or len(flat(weight.shape)) != 2 or not _plain(node.op_type, weight.shape, options):
            return None
        turned = node.op_type == "MatMul" or (node.op_type == "Gemm" and not options.get("transB"))
        bias = self.stored(node.input[2]) if len(node.input) > 2 and node.input[2] else None
        return Linear(node.input[0], Part(weight, None, turned), None if bias is None else Part(bias))

    @staticmethod
    def helper_value(attribute: Any) -> Any:
        """The value of an attribute: integers, an integer, a text or a float."""
        return list(attribute.ints) or {1: attribute.f, 2: attribute.i, 3: attribute.s.decode()}.get(
            attribute.type
        )

    def block(self, node: Any) -> Found | None:
        """The block whose skip ends in this node, an Add."""
        if node.op_type != "Add" or len(node.input) != 2:
            return None
        for skip, branch in (node.input, reversed(node.input)):
            down = self.linear(branch)
            if down is None or self.stored(skip) is not None:
                continue
            leaves: list[str] = []
            tree = self.tree(down.source, leaves)
            ends = [self.linear(leaf) for leaf in leaves]
            sources = {end.source for end in ends if end is not None}
            if tree is None or None in ends or len(sources) != 1:
                continue
            norm = self.norm(next(iter(sources)), skip)
            return None if norm is None else _found(tree, [e for e in ends if e], down, norm)
        return None

    def tree(self, name: str, leaves: list[str], depth: int = 0) -> Tree | None:
        """The function of the hidden layer; its arguments, outputs of matrices, are added to ``leaves``."""
        if name in leaves or self.linear(name) is not None:
            if name not in leaves:
                leaves.append(name)
            return ("z", "y", "x", "w")[leaves.index(name)] if len(leaves) <= 2 else None
        if name in self.constants:
            array = self.helper.to_array(self.constants[name])
            return _digits(float(array.reshape(()) if array.size == 1 else np.nan))
        node = self.made.get(name)
        if node is None or depth > DEEPEST:
            return None
        parts = [self.tree(child, leaves, depth + 1) for child in node.input if child]
        return (
            None
            if None in parts
            else _operation(node, [p for p in parts if p is not None], self.helper_value)
        )

    def norm(self, value: str, skip: str) -> str | None:
        """The norm from ``skip`` to ``value``: "" for none; None when the skip is not around the block."""
        if value == skip:
            return ""
        node = self.made.get(value)
        if node is not None and node.op_type in NORMS:
            return f"before: {node.op_type}" if node.input[0] == skip else None
        if node is not None and skip in islice(self._behind(value), 4 * DEEPEST):
            return "before: written out"
        return None

    def _behind(self, name: str) -> Iterator[str]:
        """The values from which this one is computed by the operations that a norm is made of."""
        front = [name]
        while front:
            value = front.pop(0)
            yield value
            node = self.made.get(value)
            if node is not None and node.op_type in PARTS_OF_NORMS and self.linear(value) is None:
                front.extend(node.input)


def _plain(operation: str, shape: tuple[int, ...], options: Mapping[str, Any]) -> bool:
    """Whether it applies the matrix to each position and does nothing else."""
    if operation == "Conv":
        moved = any(set(options.get(key) or (1,)) != {1} for key in ("strides", "dilations"))
        return (
            len(shape) > 2
            and not moved
            and options.get("group", 1) == 1
            and not any(options.get("pads") or ())
        )
    return operation == "MatMul" or not (
        options.get("transA") or options.get("alpha", 1) != 1 or options.get("beta", 1) != 1
    )


def _digits(value: float) -> str:
    """A constant to five digits: graphs hold sqrt(2) and the like rounded to float16 or float32."""
    return f"{value:.5g}"


def _operation(node: Any, parts: list[Tree], value: Any) -> Tree | None:
    """An operation in normal form: differences, quotients and identities gone, sums and products sorted."""
    kind, options = node.op_type, {a.name: value(a) for a in node.attribute}
    if kind in {"Identity", "Cast", "Dropout"}:
        return parts[0]
    if kind == "Div" and isinstance(parts[1], str) and parts[1][0].isdigit() and float(parts[1]):
        return _flattened("*", [parts[0], _digits(1 / float(parts[1]))])
    if kind in {"Add", "Mul", "Sum"}:
        return _flattened("*" if kind == "Mul" else "+", parts)
    if kind == "Gelu":
        return ("gelu_tanh" if options.get("approximate") == "tanh" else "gelu", parts[0])
    given = {"HardSigmoid": ("alpha", "beta"), "Elu": ("alpha",)}.get(kind, ())
    defaults = {"alpha": 1.0 if kind == "Elu" else 0.2, "beta": 0.5}
    if kind == "LeakyRelu":
        return ("leakyrelu", *parts)
    return (kind.lower(), *parts, *(_digits(options.get(name, defaults[name])) for name in given))


def _flattened(sign: str, parts: list[Tree]) -> Tree:
    """A sum or product of the parts, nested ones dissolved, the neutral constant dropped."""
    inner: list[Tree] = []
    for part in parts:
        inner += part[1:] if isinstance(part, tuple) and part[0] == sign else [part]
    kept = [part for part in inner if part != ("1" if sign == "*" else "0")]
    return kept[0] if len(kept) == 1 else (sign, *sorted(kept, key=_text))


def _text(tree: Tree) -> str:
    """The tree as `GRAPHS` writes it."""
    return tree if isinstance(tree, str) else f"({tree[0]} {' '.join(map(_text, tree[1:]))})"


def _read(tree: Tree, value: str, other: str) -> str | None:
    """The activation of ``value``, when the tree is it, or it times ``other``."""
    if other:
        factors = list(tree[1:]) if isinstance(tree, tuple) and tree[0] == "*" else []
        if other not in factors:
            return None
        factors.remove(other)
        tree = _flattened("*", factors)
    text = _text(_renamed(tree, value))
    return next((name for name, forms in GRAPHS.items() if text in forms), None)


def _renamed(tree: Tree, value: str) -> Tree:
    """The tree in z."""
    if isinstance(tree, str):
        return "z" if tree == value else tree
    inner: list[Tree] = [_renamed(part, value) for part in tree[1:]]
    return _flattened(tree[0], inner) if tree[0] in "+*" else (tree[0], *inner)


def _found(tree: Tree, ends: list[Linear], down: Linear, norm: str) -> Found | None:
    """The block of these parts, plain or gated."""
    name, gate, up = _roles(tree, ends)
    (a, b), (c, e) = flat(up.weight.stored.shape), flat(down.weight.stored.shape)
    (N, d), out = (b, a) if up.weight.turned else (a, b), (e if down.weight.turned else c)
    if out != d:
        return None
    biases = {"b_up": up.bias, "b_down": down.bias, "b_gate": gate.bias if gate else None}
    source = f"graph: {_text(tree)}" if name else f"the graph has {_text(tree)}, which is not in the table"
    kept = {key: part for key, part in biases.items() if part is not None}
    inside = None if gate is None else gate.weight
    return Found(_name(up, down), d, N, up.weight, down.weight, inside, kept, name, source, norm)


def _roles(tree: Tree, ends: list[Linear]) -> tuple[str | None, Linear | None, Linear]:
    """The activation, the gate's matrix and the other one."""
    if len(ends) == 1:
        return _read(tree, "z", ""), None, ends[0]
    first, second = ends
    for value, other, gate, up in (("z", "y", first, second), ("y", "z", second, first)):
        name = _read(tree, value, other)
        if name is not None:
            return name, gate, up
    return None, first, second


def _name(up: Linear, down: Linear) -> str:
    """What the block is called: what its biases' or its matrices' names begin with."""
    parts = [(end.bias or end.weight).stored.name.split(".") for end in (up, down)]
    shared = [a for a, b in takewhile(lambda pair: pair[0] == pair[1], zip(*parts, strict=False))]
    return ".".join(shared) or up.weight.stored.name
