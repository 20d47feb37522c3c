"""What a statement is written in: the shared quantities, propositions, rules, checks and steps."""

from __future__ import annotations

from sympy import Function, Matrix, Rational, symbols

from symproof.paper._names import *
from symproof.paper._symbols import DOWN, FLIPPED, IDENTITY, UP, column, grid, vector
from symproof.proof.check import Check
from symproof.proof.checks.algebra import Number, Rows, nonnegative_combination, product_is, rank_is, to_flint
from symproof.proof.checks.cases import mag, pos, pw, relu, sgn, sign_cases
from symproof.proof.checks.enclosure import derivative_bound
from symproof.proof.checks.exhaust import every as every_case
from symproof.proof.checks.exhaust import outcome_is
from symproof.proof.checks.limits import expansion, power_series
from symproof.proof.checks.limits import limit as limit_of
from symproof.proof.checks.maps import *
from symproof.proof.checks.polynomial import Expr, identity, positive_quotient
from symproof.proof.facts import *
from symproof.proof.limits import constant, flatly, limit, series, still, through
from symproof.proof.props import *
from symproof.proof.readings import cited, words
from symproof.proof.references import HOLE, By, by
from symproof.proof.rules import *
from symproof.proof.sizes import Size, Sizes
from symproof.proof.statement import Given, Hypothesis, Statement, needed, unneeded, unsettled
from symproof.proof.step import Mutant, Written, bounded, example, mutant, step
from symproof.proof.terms import family, had, mapping, matrix, sequence, varying
