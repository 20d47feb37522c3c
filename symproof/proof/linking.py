"""References carried out: every premise of a step is what an earlier step, a hypothesis or a statement says.

A reference names what it means and what is put in for its symbols. Nothing may be put in for a symbol that
stands for one thing: one that a hypothesis or a supposition speaks of, or that a step has brought in. A
statement is referred to with its hypotheses shown, one by one, after the same substitution.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any
from weakref import WeakKeyDictionary

from sympy.core.function import AppliedUndef

from symproof.proof.check import Undecided
from symproof.proof.kinds import Kind
from symproof.proof.printing import plain
from symproof.proof.props import Prop, nonzero, positive, tends
from symproof.proof.references import By, Premise, evident
from symproof.proof.sizes import resolve
from symproof.proof.step import Step, Written
from symproof.proof.terms import symbols_of, varying

if TYPE_CHECKING:
    from symproof.proof.statement import Given, Statement


_t = varying("t")
# What every proof may use of the one limit in it: t is positive, and tends to 0.
ALONG_THE_LIMIT = {"t-positive": positive(_t), "t-nonzero": nonzero(_t), "t-small": tends(_t, 0)}


class Unlinked(Exception):
    """A reference that does not lead to what it needs."""


@dataclass(frozen=True, slots=True)
class Known:
    """What may be referred to: a proposition, what it rests on, and the symbols brought in below it."""

    prop: Prop
    open: frozenset[str]
    new: frozenset[Any] = frozenset()


class Context:
    """What is known at one place of a proof."""

    def __init__(self, statement: Statement) -> None:
        self.statement = statement
        self.assumed: Mapping[str, Given] = statement.assumptions
        self.known: dict[str, Known] = {
            **{name: Known(prop, frozenset()) for name, prop in ALONG_THE_LIMIT.items()},
            **{name: Known(item.prop, frozenset({name})) for name, item in self.assumed.items()},
        }

    def fixed(self, open_: Iterable[str], new: Iterable[Any] = ()) -> frozenset[Any]:
        """The symbols that may not be replaced under these assumptions."""
        return frozenset(new).union(*(self.assumed[name].prop.free for name in open_))

    def premise(self, by: By, named: bool = False) -> tuple[Premise, frozenset[Any]]:
        """The premise that a reference leads to, and the symbols brought in below it.

        Args:
            by: the reference.
            named: whether a statement is only named, for a reader, its hypotheses not shown.

        Raises:
            Unlinked: when the name is unknown, or something is put in where it may not be.
        """
        if by.name not in self.known:
            return self._elsewhere(by, named)
        found = self.known[by.name]
        fixed = self.fixed(found.open, found.new)
        self._changeable(by, found.prop.symbols, fixed)
        return Premise(by, found.prop.put(by.change), found.open, fixed), found.new

    def _changeable(self, by: By, present: set[Any], fixed: frozenset[Any]) -> None:
        absent = [str(key) for key in by.change if key not in present]
        if absent:
            raise Unlinked(f"{by.name} does not speak of {', '.join(absent)}")
        held = [str(key) for key in by.change if key in fixed]
        if held:
            raise Unlinked(f"{', '.join(held)} stands for one thing in {by.name}")

    def _elsewhere(self, by: By, named: bool) -> tuple[Premise, frozenset[Any]]:
        other = self.lookup(by.name)
        step = _concluding(other, by.part)
        if step.conclusion is None or step.defects:
            raise Unlinked(f"{by.name} concludes nothing that can be used")
        assumed = other.assumptions
        spoken = step.conclusion.symbols.union(*(assumed[name].prop.symbols for name in step.open))
        self._changeable(by, spoken, frozenset())
        open_: frozenset[str] = frozenset()
        new: frozenset[Any] = frozenset(
            by.change.get(one, one) for one in step.fixed if one in step.written.rule.new
        )
        for name in sorted(step.open - _unneeded(other, step)) if not named else ():
            premise, below = self._shown(by, name, assumed[name].prop.put(by.change))
            open_ |= premise.open
            new |= below
        unknown = sorted(set(by.given) - step.open)
        if unknown:
            raise Unlinked(f"{by.name} does not assume {', '.join(unknown)}")
        return Premise(by, step.conclusion.put(by.change), open_, self.fixed(open_, new)), new

    def _shown(self, by: By, name: str, wanted: Prop) -> tuple[Premise, frozenset[Any]]:
        if name not in by.given and name not in self.known and evident(wanted, ()):
            return Premise(By(name), wanted), frozenset()
        premise, new = self.premise(by.given.get(name, By(name)))
        if not premise.prop.same(wanted):
            raise Unlinked(f"{by.name} needs {plain(wanted)}; {premise.by.name} says {plain(premise.prop)}")
        bound = [str(one) for one in wanted.all if one in premise.fixed]
        if bound:
            raise Unlinked(f"{by.name} needs {name} for all {', '.join(bound)}")
        extra = [c for c in premise.prop.where if not any(c.same(one) for one in wanted.where)]
        if extra:
            raise Unlinked(f"{premise.by.name} holds only with {plain(extra[0])}")
        return premise, new

    def lookup(self, name: str) -> Statement:
        """The statement of that id, to refer to.

        Raises:
            Unlinked: when there is none, or it is this one.
        """
        from symproof.paper import statement

        try:
            other = statement(name)
        except KeyError:
            raise Unlinked(f"{name!r} is no earlier step, hypothesis, definition or statement") from None
        if other in _UNDER_WAY or other is self.statement:
            raise Unlinked(f"{name!r} rests on {self.statement.id} itself")
        return other

    def add(self, written: Written) -> Step:
        """The step with its references carried out; from now on it may be referred to."""
        premises, defects = [], []
        new: frozenset[Any] = frozenset()
        for one in written.rule.refs:
            try:
                premise, below = self.premise(one, written.rule.kind in (Kind.READ, Kind.CITED))
            except (Unlinked, Undecided) as reason:
                defects.append(str(reason))
                continue
            premises.append(premise)
            new |= below
        if written.name in self.known:
            defects.append(f"the name {written.name!r} is taken")
        present = {symbol for known in self.known.values() for symbol in known.prop.symbols}
        defects += [f"{one} is not new" for one in written.rule.new if one in present]
        new |= frozenset(written.rule.new)
        open_ = frozenset().union(*(premise.open for premise in premises)) - set(written.rule.discharges)
        fixed = self.fixed(open_, new)
        defects += [f"{one} is not arbitrary here" for one in written.rule.arbitrary if one in fixed]
        if written.conclusion is not None and not defects:
            self.known[written.name] = Known(written.conclusion, open_, new)
        return Step(written, tuple(premises), open_, fixed, tuple(defects))


def link(statement: Statement, written: Sequence[Written]) -> tuple[Step, ...]:
    """The steps with their references carried out, in order."""
    context = Context(statement)
    return tuple(context.add(one) for one in written)


_LINKED: WeakKeyDictionary[Statement, tuple[Step, ...]] = WeakKeyDictionary()
_UNDER_WAY: list[Statement] = []


def at_default(statement: Statement) -> tuple[Step, ...]:
    """The steps at the default sizes, carried out once for a statement; none when it cannot be built."""
    if statement not in _LINKED:
        _UNDER_WAY.append(statement)
        try:
            _LINKED[statement] = statement.steps(resolve(statement.sizes, {}))
        except Exception:  # running the statement says why
            _LINKED[statement] = ()
        finally:
            _UNDER_WAY.remove(statement)
    return _LINKED[statement]


def _concluding(statement: Statement, part: str) -> Step:
    for step in statement.conclusions:
        if step.name == part or (not part and step is statement.conclusions[-1]):
            return step
    raise Unlinked(f"{statement.id} has no conclusion {part!r}")


def _unneeded(statement: Statement, step: Step) -> set[str]:
    """The definitions below a conclusion of names that neither it nor what it assumes mentions."""
    defined = {item.name: _head(item.prop.left) for item in statement.define}
    spoken = step.conclusion.symbols if step.conclusion else set()
    for name in step.open - set(defined):
        spoken |= statement.assumptions[name].prop.symbols
    return {name for name, head in defined.items() if head not in spoken}


def undefined(statement: Statement) -> list[str]:
    """What is wrong with the definitions: a left side that is no name, or a name that is not new."""
    present = {one for item in (*statement.hypotheses, *statement.suppose) for one in item.prop.symbols}
    found = []
    for item in statement.define:
        left, right = item.prop.left, item.prop.right
        named = left.is_Symbol or (
            isinstance(left, AppliedUndef)
            and len(set(left.args)) == len(left.args)
            and set(left.args) <= set(item.prop.all)
        )
        if item.prop.relation != "=" or not named or item.prop.where:
            found.append(f"definition {item.name!r} has no name on its left")
        if _head(left) in present | symbols_of(right):
            found.append(f"definition {item.name!r} names something that is not new")
        present |= item.prop.symbols
    return found


def _head(e: Any) -> Any:
    return e.func if isinstance(e, AppliedUndef) else e
