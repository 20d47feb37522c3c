"""The quantities of Lemma 6."""

from __future__ import annotations

from symproof.paper._language import *

q, slack, eps = symbols("q slack eps")
l_r, L_o = matrix("l_r", "1", "d"), matrix("L_o", "m", "d")
c_r, C_o = matrix("c_r", "any", "1"), matrix("C_o", "any", "m")
m_, v = matrix("l_m", "1", "d"), matrix("v", "d", "1")
e_1, v_0 = matrix("e", "d", "1"), matrix("v_0", "d", "1")

NAMES = {
    "l_r": "the row of one form",
    "L_o": "the rows of the other forms",
    "c_r": "the coefficient of |l_r|, a number or a column",
    "C_o": "the coefficients of the others",
    "l_m": "the row of any other form",
    "e": "a point where l_r is 1",
    "v": "a point of R^d",
    "v_0": "a point where no form that is no multiple of l_r vanishes on the projection to the kernel of l_r",
    "q": "a number, the change of a form",
    "w": "a number that is not 0, a sign",
    "slack": "a number that is not negative",
    "eps": "a small positive number",
}
