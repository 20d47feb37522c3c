"""The grammar of activations on the command line. Text becomes a tree and is never evaluated.

sum     = signed { ("+" | "-") signed }
signed  = ("+" | "-") signed | product
product = power { ("*" | "/") operand }        operand = ("+" | "-") operand | power
power   = atom [ "**" operand ]                right associative, binds tighter than a sign before it
atom    = number | "z" | "pi" | "E" | name "(" sum { "," sum } ")" | "(" sum ")"
number  = digits [ "." digits ]                a decimal is the exact rational it writes: 0.1 is 1/10

SymPy's spellings Abs, Max, Min, Heaviside and Piecewise((value, condition), ..., (value, True)) are read too,
with conditions such as z < 3 and (z > 0) & (z < 3). A parameter is a name that the caller declares.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from fractions import Fraction

from symproof.errors import Malformed, did_you_mean
from symproof.functions.expression import (
    ONE,
    Add,
    Call,
    Cases,
    Compare,
    Const,
    Div,
    Expr,
    Mul,
    Neg,
    Num,
    Param,
    Pow,
    Var,
)
from symproof.functions.library import FUNCTIONS, SPELLINGS

MAX_LENGTH = 1000
"""Characters: the longest formula in the literature is far shorter, and work grows with the length."""
MAX_DEPTH = 40
"""Nested brackets, signs and powers: the parser recurses, so this keeps the stack small."""
MAX_DIGITS = 60
"""Digits of one number: enough for any constant anyone writes."""
MAX_EXPONENT = 64
"""Largest size of a number written as an exponent: powers are expanded exactly."""

_TOKEN = re.compile(
    r"(?P<number>[0-9]+(?:\.[0-9]+)?)|(?P<name>[A-Za-z_][A-Za-z_0-9]*)|(?P<op>\*\*|[<>]=|[-+*/(),<>&])"
)
_BLANK = " \t"


class MalformedExpression(Malformed):
    """A text outside the grammar. Attributes: column (from 1), required, found."""

    def __init__(self, column: int, required: str, found: str) -> None:
        super().__init__(f"expression, column {column}: {required}, found {found}")
        self.column = column
        self.required = required
        self.found = found


@dataclass(frozen=True, slots=True)
class Token:
    """A piece of the text: number, name, op or end, with its column from 1."""

    kind: str
    text: str
    column: int

    def shown(self) -> str:
        """The token as an error message names it."""
        return "the end" if self.kind == "end" else quote(self.text)


def quote(piece: str) -> str:
    """The piece in quotes, shortened, with unprintable characters escaped."""
    return ascii(piece if len(piece) <= 30 else piece[:27] + "...")


def tokens(source: str) -> list[Token]:
    """The tokens of the text, the last one of kind ``end``.

    Raises:
        MalformedExpression: when the text is too long or has a character outside the grammar.
    """
    if len(source) > MAX_LENGTH:
        raise MalformedExpression(MAX_LENGTH + 1, f"at most {MAX_LENGTH} characters", f"{len(source)}")
    found, at = [], 0
    while at < len(source):
        if source[at] in _BLANK:
            at += 1
            continue
        match = _TOKEN.match(source, at)
        if match is None:
            hint = "'**' for powers" if source[at] == "^" else "a number, a name, an operator or a bracket"
            raise MalformedExpression(at + 1, hint, quote(source[at]))
        found.append(Token(str(match.lastgroup), match.group(), at + 1))
        at = match.end()
    return [*found, Token("end", "", len(source) + 1)]


def parse(source: str, parameters: Iterable[Param] = ()) -> Expr:
    """The tree of an expression in z.

    Args:
        source: text of the grammar above, for instance ``"z*erf(z)"``.
        parameters: the names that stand for a parameter.

    Raises:
        MalformedExpression: with the column, what was required there and what was found.

    >>> print(parse("z * Phi(z) - 0.5"))
    z*Phi(z) - 1/2
    """
    parser = _Parser(tokens(source), parameters)
    tree = parser.sum()
    if parser.now.kind != "end":
        parser.fail("an operator or the end")
    return tree


_DECLARED = re.compile(
    r"(?:(?P<lo>[^<>]+)<)?\s*(?P<name>[A-Za-z]\w*)\s*(?:(?P<op>[<>])(?P<end>[^<>]+))?", re.ASCII
)


def parameter(source: str) -> Param:
    """The parameter that a declaration speaks of.

    Args:
        source: ``"b"``, ``"b > 0"``, ``"b < 1/2"`` or ``"0 < b < 1"``, with rational numbers.

    Raises:
        Malformed: it is none of these, the name means something else, or there is no number in between.

    >>> parameter("0 < b < 1/2")
    Param(name='b', lo=Fraction(0, 1), hi=Fraction(1, 2))
    >>> parameter("0 < pi")
    Traceback (most recent call last):
        ...
    symproof.reader.numbers.Malformed: parameter: pi has a meaning of its own
    """
    match = _DECLARED.fullmatch(source.strip())
    if match is None or (match["lo"] and match["op"] == ">"):
        raise Malformed(f"parameter: required b, b > 0 or 0 < b < 1; found {quote(source)}")
    if match["name"] in {"z", "pi", "E", *FUNCTIONS, *SPELLINGS}:
        raise Malformed(f"parameter: {match['name']} has a meaning of its own")
    below, above = match["lo"], match["end"] if match["op"] == "<" else None
    below = match["end"] if match["op"] == ">" else below
    lo, hi = (None if end is None else _number(end) for end in (below, above))
    if lo is not None and hi is not None and lo >= hi:
        raise Malformed(f"parameter: no number lies in {quote(source)}")
    return Param(match["name"], lo, hi)


def _number(source: str) -> Fraction:
    value = _literal(parse(source))
    if value is None:
        raise Malformed(f"parameter: required a rational number, found {quote(source)}")
    return value


class _Parser:
    """Recursive descent over the tokens; one method a rule of the grammar."""

    def __init__(self, found: list[Token], parameters: Iterable[Param]) -> None:
        self._tokens = found
        self._leaves: dict[str, Expr] = {"z": Var(), "pi": Const("pi"), "E": Const("E")}
        self._leaves |= {parameter.name: parameter for parameter in parameters}
        self._at = 0
        self._depth = 0

    @property
    def now(self) -> Token:
        return self._tokens[self._at]

    def fail(self, required: str) -> None:
        raise MalformedExpression(self.now.column, required, self.now.shown())

    def take(self, *ops: str) -> str | None:
        token = self.now
        if token.kind == "op" and token.text in ops:
            self._at += 1
            return token.text
        return None

    def need(self, op: str) -> None:
        if self.take(op) is None:
            self.fail(f"'{op}'")

    def deeper(self) -> None:
        self._depth += 1
        if self._depth > MAX_DEPTH:
            self.fail(f"at most {MAX_DEPTH} nested levels")

    def sum(self) -> Expr:
        terms = [self.signed(self.product)]
        while (op := self.take("+", "-")) is not None:
            term = self.signed(self.product)
            terms.append(Neg(term) if op == "-" else term)
        return terms[0] if len(terms) == 1 else Add(tuple(terms))

    def signed(self, rule: Callable[[], Expr]) -> Expr:
        op = self.take("+", "-")
        if op is None:
            return rule()
        self.deeper()
        inner = self.signed(rule)
        self._depth -= 1
        return Neg(inner) if op == "-" else inner

    def product(self) -> Expr:
        tree, depth = self.power(), self._depth
        while (op := self.take("*", "/")) is not None:
            factor = self.signed(self.power)
            if op == "/":
                self.deeper()  # each quotient is nested in the next
                tree = _quotient(tree, factor)
            else:
                tree = Mul((*tree.factors, factor)) if isinstance(tree, Mul) else Mul((tree, factor))
        self._depth = depth
        return tree

    def power(self) -> Expr:
        base = self.atom()
        if self.take("**") is None:
            return base
        column = self.now.column
        self.deeper()
        exponent = self.signed(self.power)
        self._depth -= 1
        size = _literal(exponent)
        if size is not None and abs(size) > MAX_EXPONENT:
            raise MalformedExpression(
                column, f"an exponent of size at most {MAX_EXPONENT}", quote(str(exponent))
            )
        return Pow(base, exponent)

    def atom(self) -> Expr:
        token = self.now
        if token.kind == "number":
            if len(token.text) > MAX_DIGITS:
                self.fail(f"a number of at most {MAX_DIGITS} digits")
            self._at += 1
            return Num(Fraction(token.text))
        if token.kind == "name":
            return self.name()
        if self.take("(") is None:
            self.fail("a number, z, pi, E, a function or '('")
        self.deeper()
        inner = self.sum()
        self.need(")")
        self._depth -= 1
        return inner

    def name(self) -> Expr:
        token = self.now
        if token.text in self._leaves:
            self._at += 1
            return self._leaves[token.text]
        if token.text == "Piecewise":
            return self.piecewise()
        name = SPELLINGS.get(token.text, token.text)
        if name not in FUNCTIONS:
            self.fail(f"{', '.join(self._leaves)} or a function{self.suggestion(token.text)}")
        self._at += 1
        self.need("(")
        self.deeper()
        args = [self.sum()]
        while self.take(","):
            args.append(self.sum())
        least, most = FUNCTIONS[name].required, FUNCTIONS[name].arity
        if not least <= len(args) <= most:
            several = f"{least} to {most}" if least < most else str(most)
            required = f"{several} argument{'s' * (most > 1)} of {token.text}"
            raise MalformedExpression(token.column, required, str(len(args)))
        self.need(")")
        self._depth -= 1
        return Call(name, tuple(args))

    def piecewise(self) -> Expr:
        self._at += 1
        self.need("(")
        self.deeper()
        values: list[Expr] = []
        conditions: list[Expr] = []
        while not conditions or self.take(","):
            self.need("(")
            values.append(self.sum())
            self.need(",")
            conditions.append(self.condition())
            self.need(")")
        if conditions[-1] != ONE:
            self.fail("a last branch with the condition True")
        self.need(")")
        self._depth -= 1
        return Cases(tuple(values), tuple(conditions))

    def condition(self) -> Expr:
        if self.now.text == "True":
            self._at += 1
            return ONE
        if self.now.text != "(":
            return self.comparison()
        parts: list[Expr] = []
        while not parts or self.take("&"):
            self.need("(")
            parts.append(self.comparison())
            self.need(")")
        return parts[0] if len(parts) == 1 else Mul(tuple(parts))

    def comparison(self) -> Expr:
        left = self.sum()
        op = self.take("<", "<=", ">", ">=")
        if op is None:
            self.fail("<, <=, > or >=")
        return Compare(left, str(op), self.sum())

    def suggestion(self, name: str) -> str:
        """Names that look like this one, for the message."""
        known = [*self._leaves, *FUNCTIONS, *SPELLINGS, "Piecewise"]
        return did_you_mean(name, known) or " such as exp, log, sqrt, abs, max, erf, tanh"


def _literal(e: Expr) -> Fraction | None:
    """The value of an exponent written as a plain number."""
    if isinstance(e, Neg):
        inner = _literal(e.term)
        return None if inner is None else -inner
    return e.value if isinstance(e, Num) else None


def _quotient(above: Expr, below: Expr) -> Expr:
    """p/q of two plain numbers is one number; everything else stays a quotient."""
    if isinstance(above, Num) and isinstance(below, Num) and below.value:
        return Num(above.value / below.value)
    return Div(above, below)
