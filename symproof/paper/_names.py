"""The quantities that statements share: their letters, shapes, and what they are."""

from __future__ import annotations

from sympy import Function, symbols

from symproof.proof.terms import matrix, varying

# Numbers.
z, w, u, c, k, lam, d, N, wide, r, n = symbols("z w u c k lambda d N N' r n")
alpha, beta, gamma, delta = symbols("alpha beta gamma delta")
size = symbols("s")
# What changes along a limit.
t, s, tau = varying("t s_t tau")
# Functions of a number, which work on vectors entry by entry.
sigma, E, g, odd, psi = (Function(name) for name in ("sigma", "E", "g", "O", "psi"))
# Vectors and matrices.
x = matrix("x", "d", "1")
y = matrix("y", "any", "1")
M = matrix("M", "d", "d")
W_up, W_down = matrix("W_up", "N", "d"), matrix("W_down", "d", "N")
V_up, V_down = matrix("V_up", "N'", "d"), matrix("V_down", "d", "N'")
W_gate, W_val = matrix("W_gate", "N", "d"), matrix("W_val", "N", "d")
V_gate, V_val = matrix("V_gate", "N'", "d"), matrix("V_val", "N'", "d")
b_gate, b_val = matrix("b_gate", "N", "1"), matrix("b_val", "N", "1")
b_gate_V, b_val_V = matrix("b_gate'", "N'", "1"), matrix("b_val'", "N'", "1")
h = matrix("h", "N", "1")
D_i, w_i = matrix("D_i", "d", "1"), matrix("w_i", "1", "d")
P = matrix("P", "N", "N")
A, B = matrix("A", "d", "d"), matrix("B", "d", "d")

GLOSSARY = {
    "W_up": "the rows w_i of the block, N x d",
    "W_down": "the columns of the block, d x N",
    "V_up": "the rows of a residual-free MLP, N' x d",
    "V_down": "the columns of a residual-free MLP, d x N'",
    "W_gate": "the gate rows of a gated block",
    "W_val": "the value rows of a gated block",
    "V_gate": "the gate rows of a residual-free gated block",
    "V_val": "the value rows of a residual-free gated block",
    "b_gate": "the gate biases of the block",
    "b_val": "the value biases of the block",
    "b_gate'": "the gate biases of the residual-free block",
    "b_val'": "the value biases of the residual-free block",
    "D_i": "the column of any neuron i of the block",
    "w_i": "its row",
    "M": "the linear skip, d x d",
    "x": "a point of R^d",
    "y": "a vector of any size",
    "h": "a vector with one number for each neuron",
    "z": "a real number",
    "u": "a real number",
    "lambda": "a positive number",
    "sigma": "the activation, entry by entry on vectors",
    "E": "the even part of the activation, entry by entry on vectors",
    "O": "the odd part of the activation; as O(z^n), terms of that order and above",
    "g": "the gate, entry by entry on vectors",
    "psi": "a function of one real variable",
    "k": "the degree of homogeneity",
    "c": "the linear gap of the activation",
    "d": "the number of coordinates",
    "N": "the number of neurons",
    "N'": "the number of neurons of the residual-free MLP",
    "P": "the diagonal matrix with 1 at the neurons of S and 0 elsewhere",
    "s": "the number of elements of S",
    "t": "a positive number along the limit",
    "tau": "a power of t that tends to 0",
    "pw": "the real power of a number that is not negative",
    "mag": "the absolute value, entry by entry on vectors",
    "relu": "max(z, 0), entry by entry on vectors",
    "pos": "1 when the condition holds and else 0",
    "sgn": "the sign, 1, 0 or -1",
    "had": "the product of two vectors entry by entry",
    "A": "a d x d matrix",
    "B": "a d x d matrix",
}
