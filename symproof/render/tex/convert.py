"""The converter: tokens to rows of atoms, rows to MathML."""

from __future__ import annotations

from xml.etree.ElementTree import Element

from symproof.render import mathml
from symproof.render.tex.atoms import Atom, Role, joined
from symproof.render.tex.macros import simple, word
from symproof.render.tex.symbols import ACCENTS, BARS, CLOSING, LETTERS, OPENING
from symproof.render.tex.tokens import Sort, TexError, Token, tokens

STYLES = {"displaystyle": "true", "textstyle": "false"}
FENCED = {"left": "right", "bigl": "bigr", "Bigl": "Bigr", "biggl": "biggr", "Biggl": "Biggr"}
ENVIRONMENTS = {"pmatrix": ("(", ")"), "bmatrix": ("[", "]"), "vmatrix": ("|", "|"), "cases": ("{", "")}
TALL = {"mfrac", "mtable", "munder", "mover", "munderover"}  # what a bracket has to grow for
SHAPES = {"(": "paren", "[": "bracket", "{": "brace", "|": "bar", "‖": "bar"}


def to_mathml(source: str, display: bool = False) -> str:
    r"""A ``math`` element for a formula of the subset.

    Args:
        source: LaTeX without dollar signs.
        display: True for a formula on a line of its own.

    Raises:
        TexError: a macro is unknown, a bracket or brace is not matched, a script has no base.

    >>> "<msup><mi>x</mi><mn>2</mn></msup>" in to_mathml("x^2")
    True
    """
    reader = _Reader(source)
    body = mathml.element("mrow", *joined(reader.row(Sort.END)))
    return mathml.serialize(mathml.formula(body, display))


def to_lines(source: str) -> tuple[str, ...]:
    r"""The formula in display style as several ``math`` elements, between which a page may break the line.

    They end behind a ``\quad`` or a comma, spaces included, and before a relation, at the top level only.

    Raises:
        TexError: as `to_mathml`.

    >>> len(to_lines(r"f(x)=0\quad(x>0)"))
    3
    """
    parts: list[list[Atom]] = []
    ended = True
    for atom in _Reader(source).row(Sort.END):
        if atom.role is Role.SPACE:  # at the very beginning it says nothing
            if parts:
                parts[-1].append(atom)
        elif ended or (atom.breaks_before and any(a.role is not Role.SPACE for a in parts[-1])):
            parts.append([atom])
        else:
            parts[-1].append(atom)
        ended = atom.breaks_after or (ended and atom.role is Role.SPACE)
    shown = [mathml.element("mrow", *joined(part)) for part in parts]
    return tuple(mathml.serialize(mathml.formula(body, styled=True)) for body in shown)


class _Reader:
    """A place in the tokens of one formula."""

    def __init__(self, source: str) -> None:
        self.source = source
        self.tokens = tokens(source)
        self.at = 0

    def fail(self, token: Token, why: str) -> TexError:
        return TexError(self.source, token.place, why)

    @property
    def ahead(self) -> Token:
        return self.tokens[self.at]

    def take(self) -> Token:
        self.at += 1
        return self.tokens[self.at - 1]

    def expect(self, sort: Sort, what: str) -> Token:
        token = self.take()
        if token.sort is not sort:
            raise self.fail(token, f"{what} is required, found {token.text or 'the end'!r}")
        return token

    def row(self, *ends: Sort, bar: str = "", macro: str = "", bracket: bool = False) -> list[Atom]:
        """The atoms up to, and without, an end: a sort, the closing bar, a macro such as ``right``."""
        atoms: list[Atom] = []
        while True:
            token = self.ahead
            last = next((a for a in reversed(atoms) if a.role is not Role.SPACE), None)
            if token.sort in ends or (macro and token.sort is Sort.MACRO and token.text == macro):
                return atoms
            if bracket and token.sort in (Sort.SIGN, Sort.MACRO) and self.closing(token):
                return atoms
            if bar and token.text == bar and last is not None and last.role.ends_operand:
                return atoms
            if token.sort is Sort.END:
                raise self.fail(token, "the formula ends inside a bracket, bar or group")
            atoms.append(self.scripted(self.nucleus(last)))

    def nucleus(self, last: Atom | None) -> Atom:
        token = self.take()
        match token.sort:
            case Sort.OPEN:
                inner = self.row(Sort.CLOSE)
                self.take()
                return Atom(mathml.row(joined(inner)), Role.ORDINARY)
            case Sort.LETTER:
                return Atom(mathml.identifier(token.text), Role.ORDINARY)
            case Sort.NUMBER:
                return Atom(mathml.number(token.text), Role.ORDINARY)
            case Sort.SIGN | Sort.MACRO:
                return self.symbol(token, last)
        raise self.fail(token, f"{token.text!r} has nothing before it" if token.text else "the formula ends")

    def symbol(self, token: Token, last: Atom | None) -> Atom:
        name, macro = token.text, token.sort is Sort.MACRO
        if not macro or name in ("{", "}") or name in OPENING or name in CLOSING:
            if name in OPENING and (macro or name != "{"):
                return self.fenced(OPENING[name], token)
            if name in CLOSING:
                raise self.fail(token, f"{name!r} closes nothing")
        if name in BARS:
            inner = self.row(bar=name)
            self.take()
            return _fence(BARS[name], inner, BARS[name])
        if macro:
            special = self.special(token)
            if special is not None:
                return special
        found = simple(name, macro, last)
        if found is None:
            raise self.fail(token, f"the macro \\{name} is not in the subset" if macro else f"{name!r}")
        return found

    def special(self, token: Token) -> Atom | None:
        """The macros that read arguments; None for any other."""
        name = token.text
        if "=" in name:
            return word(*name.split("=", 1))
        if name in FENCED:
            return self.sized(token)
        if name in ("frac", "tfrac", "dfrac", "binom"):
            return self.fraction(name)
        if name == "sqrt":
            return self.root()
        if name in ACCENTS:
            over = mathml.operator(
                ACCENTS[name], stretchy="true" if name.startswith(("over", "wide")) else "false"
            )
            return Atom(mathml.element("mover", self.argument(), over, accent="true"), Role.ORDINARY)
        if name in LETTERS:
            return self.letters(token)
        if name in STYLES:
            rest = self.row(Sort.END, Sort.CLOSE, Sort.NEXT_CELL, Sort.NEXT_ROW)
            return Atom(mathml.element("mstyle", *joined(rest), displaystyle=STYLES[name]), Role.ORDINARY)
        if name == "begin":
            return self.environment(token)
        return None

    def closing(self, token: Token) -> bool:
        return token.text in CLOSING and (token.sort is Sort.MACRO or token.text != "}")

    def fenced(self, left: str, token: Token) -> Atom:
        inner = self.row(bracket=True)
        return _fence(left, inner, CLOSING[self.take().text])

    def sized(self, token: Token) -> Atom:
        r"""``\left( ... \right)`` and the like."""
        left = self.delimiter(OPENING)
        end = FENCED[token.text]
        inner = self.row(macro=end)
        self.take()
        return _fence(left, inner, self.delimiter(CLOSING), stretchy=True)

    def delimiter(self, table: dict[str, str]) -> str:
        token = self.take()
        if token.text == ".":
            return ""
        found = {**table, **BARS}.get(token.text)
        if found is None or token.sort not in (Sort.SIGN, Sort.MACRO):
            raise self.fail(token, f"a bracket is required, found {token.text!r}")
        return found

    def argument(self) -> Element:
        """A group, or one token; of a numeral only the first digit, as in LaTeX."""
        token = self.ahead
        if token.sort is Sort.NUMBER and len(token.text) > 1:
            self.tokens[self.at] = Token(Sort.NUMBER, token.text[1:], token.place + 1)
            return mathml.number(token.text[0])
        if token.sort in (Sort.END, Sort.CLOSE, Sort.NEXT_CELL, Sort.NEXT_ROW, Sort.SCRIPT):
            raise self.fail(token, "an argument is required")
        return mathml.row(joined([self.nucleus(None)]))

    def scripted(self, base: Atom) -> Atom:
        """The atom with what follows it in ``_``, ``^`` and primes."""
        below: Element | None = None
        above: list[Element] = []
        raised = False
        while self.ahead.sort in (Sort.SCRIPT, Sort.PRIME):
            token = self.take()
            if base.role in (Role.SPACE, Role.BINARY, Role.RELATION, Role.PREFIX, Role.PUNCTUATION):
                raise self.fail(token, f"{token.text!r} has no base")
            if token.sort is Sort.PRIME:
                above.append(mathml.operator("′" * len(token.text)))
            elif token.text == "_" and below is None:
                below = self.argument()
            elif token.text == "^" and not raised:
                above.append(self.argument())
                raised = True
            else:
                raise self.fail(token, f"a second {token.text!r} on one base")
        return base.with_scripts(below, mathml.row(above) if above else None)

    def fraction(self, name: str) -> Atom:
        above, below = self.argument(), self.argument()
        if name == "binom":
            column = mathml.element("mfrac", above, below, linethickness="0")
            return _fence("(", [Atom(column, Role.ORDINARY)], ")", stretchy=True)
        node = mathml.element("mfrac", above, below)
        if name != "frac":
            shown = "true" if name == "dfrac" else "false"
            node = mathml.element("mstyle", node, displaystyle=shown, scriptlevel="0")
        return Atom(node, Role.ORDINARY)

    def root(self) -> Atom:
        if self.ahead.text == "[":
            self.take()
            degree = mathml.row(joined(self.row(bracket=True)))
            self.take()
            return Atom(mathml.element("mroot", self.argument(), degree), Role.ORDINARY)
        return Atom(mathml.element("msqrt", self.argument()), Role.ORDINARY)

    def letters(self, token: Token) -> Atom:
        braced = self.ahead.sort is Sort.OPEN
        if braced:
            self.take()
        letter = self.expect(Sort.LETTER, f"one letter behind \\{token.text}")
        if braced:
            self.expect(Sort.CLOSE, f"one letter behind \\{token.text}")
        table = LETTERS[token.text]
        if letter.text not in table:
            raise self.fail(letter, f"\\{token.text} has {', '.join(table)}")
        return Atom(mathml.identifier(table[letter.text], upright=True), Role.ORDINARY)

    def environment(self, start: Token) -> Atom:
        name = self.name()
        if name not in ENVIRONMENTS and name != "aligned":
            raise self.fail(start, f"the environment {name!r} is not in the subset")
        rows: list[list[Element]] = [[]]
        while True:
            cell = self.row(Sort.NEXT_CELL, Sort.NEXT_ROW, macro="end")
            rows[-1].append(mathml.row(joined(cell)))
            token = self.take()
            if token.sort is Sort.NEXT_ROW:
                rows.append([])
            elif token.sort is Sort.MACRO:
                break
        if self.name() != name:
            raise self.fail(token, f"\\end{{{name}}} is required")
        table = mathml.grid(rows, **{"class": name})
        if name == "aligned":
            return Atom(table, Role.ORDINARY)
        left, right = ENVIRONMENTS[name]
        return _fence(left, [Atom(table, Role.ORDINARY)], right, stretchy=True)

    def name(self) -> str:
        self.expect(Sort.OPEN, "a name in braces")
        letters = []
        while self.ahead.sort is Sort.LETTER:
            letters.append(self.take().text)
        self.expect(Sort.CLOSE, "a name in braces")
        return "".join(letters)


def _fence(left: str, inner: list[Atom], right: str, stretchy: bool = False) -> Atom:
    """A bracketed row; around something tall its class lets a style sheet draw what no font stretches."""
    content = joined(inner)
    tall = stretchy and any(node.tag in TALL for part in content for node in part.iter())
    opening = [mathml.fence(left, True, tall)] if left else []
    ending = [mathml.fence(right, False, tall)] if right else []
    row = mathml.element("mrow", *opening, *content, *ending)
    if tall:
        row.set("class", f"tall {SHAPES.get(left or right, 'other')}{'' if left and right else ' half'}")
    return Atom(row, Role.FENCED)
