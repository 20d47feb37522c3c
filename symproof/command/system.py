"""`symproof system`: X Y = T with unknown entries."""

from __future__ import annotations

import argparse
from decimal import Decimal
from fractions import Fraction
from typing import Any

from symproof.command.terminal import Ended, add_output_options, alone, bold, emit, seconds
from symproof.errors import GaveUp, Malformed
from symproof.files.inputs import read_value
from symproof.files.writers import check_writable, write_json
from symproof.layout import details
from symproof.systems.deadline import Deadline
from symproof.systems.family import Family, onto
from symproof.systems.finite import Field, count, share, solutions
from symproof.systems.groebner import UNKNOWNS, Basis, degree
from symproof.systems.reals import Reals
from symproof.systems.solve import Linear, NoSolution, Variety, solve_system
from symproof.systems.strata import components
from symproof.systems.system import Entries, Rows, System, minus_identity, rank, read_system, unknown_system
from symproof.verdict import Exit

Answer = tuple[dict[str, Any], str, list[tuple[str, str]]]  # JSON object, headline, table
IRREDUCIBLE = "a bundle of affine spaces over the X of rank d, an open set"
TWO = "two connected components, det X > 0 and det X < 0"
ONE = "connected, as the X of rank d < s are"
REAL = {  # whether there are real solutions: in one word, as a headline
    True: ("yes", "real solutions exist"),
    False: ("none", "no real solution; solutions exist over the complex numbers"),
    None: ("not decided", "solutions exist over the complex numbers; whether real ones do is not decided"),
}
BASIS = 5.0  # seconds for the degree of the family
UNKNOWN = 64  # entries of X, and as many of Y: the rank of the derivative takes seconds
SHOWN = 400  # characters of a long line

EXAMPLE = "symproof system --d 2 --size 3"


def add(parser: argparse.ArgumentParser) -> None:
    """Give the parser the options of the command."""
    parser.add_argument("--d", type=int, metavar="D", help="the dimension of x")
    parser.add_argument("--size", type=int, metavar="SIZE", help="the size s of S: X is d x s, Y is s x d")
    parser.add_argument(
        "--fix", metavar="FILE", help="JSON: X, Y, target; numbers are given, null is unknown"
    )
    parser.add_argument("--seed", type=int, default=0, help="of the random rational solution; default 0")
    parser.add_argument(
        "--field", type=int, metavar="Q", help="count the solutions over the field with Q elements"
    )
    parser.add_argument(
        "--time",
        type=seconds,
        default=60.0,
        metavar="SECONDS",
        help="for the identity or the Groebner basis; default 60",
    )
    parser.add_argument("--certificate", metavar="OUT", help="save the identity that refutes the system")
    parser.add_argument("--save-system", metavar="OUT", help="save the system that the certificate is about")
    parser.add_argument("--force", action="store_true", help="replace files that exist")
    add_output_options(parser)
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """0 the solution set is known or proved empty."""
    alone(args, args.certificate, args.save_system)
    for path in (args.certificate, args.save_system):
        if path is not None:
            check_writable(path, args.force)
    system = _system(args)
    if len(system.places) == 2 * system.d * system.s and system.s >= system.d == rank(system.T):
        value, head, rows = _family(Family(system.d, system.s, system.T), args)
    elif len(system.places) == 2 * system.d * system.s and system.s >= rank(system.T):
        value, head, rows = _components(system)
    else:
        answer = solve_system(system, args.time, args.seed)
        if isinstance(answer, NoSolution) and args.certificate is not None:
            write_json(args.certificate, answer.certificate, force=args.force)
        value, head, rows = describe(system, answer)
    if args.save_system is not None:
        write_json(args.save_system, system.to_json(), force=args.force)
    value = {"schema": "symproof-system-1", "d": system.d, "size": system.s, **value}
    if args.field is not None:
        counted, line = _field(Field(args.field), system.d, system.s)
        value["field"] = counted
        rows.append(("over F_q", line))
    emit(args, value, [bold(head), *details(rows)])
    return Exit.ESTABLISHED


def _system(args: argparse.Namespace) -> System:
    if args.fix is not None:
        if args.d is not None or args.size is not None or args.field is not None:
            raise Malformed("--fix names the whole system; --d, --size and --field are for unknown entries")
        return read_system(read_value(args.fix), args.fix)
    if args.d is None or args.size is None:
        raise Malformed("name the system: --d D --size SIZE, or --fix FILE")
    if args.d > 0 and args.size > 0 and args.d * args.size > UNKNOWN:
        message = f"X and Y have {args.d * args.size} unknown entries each; at most {UNKNOWN} are treated"
        raise Ended(Exit.USAGE, f"--d D --size SIZE: {message}")
    return unknown_system(args.d, args.size)


def _family(family: Family, args: argparse.Namespace) -> Answer:
    """The charts, the dimension with its argument, the components, and a point."""
    d, s = family.d, family.s
    X, Y = family.random_point(args.seed)
    solved = family.system.filled(_values(family.system, X, Y)).solved()
    jacobian, identity = family.jacobian_rank(X, Y), onto(d, s)
    if not (solved and identity and jacobian == d * d):
        raise ArithmeticError("the random point or the derivative at it is wrong")
    chart = next(family.charts())
    names = family.parameters(chart)
    value = {
        "verdict": "solutions",
        "dimension": family.dimension,
        "codimension": d * d,
        "charts": len(list(family.charts())),
        "parameters": names,
        "degree": _degree(family.system, args.time),
        "irreducible": True,
        "real_components": 2 if s == d else 1,
        "jacobian_rank": jacobian,
        "point": {"X": _texts(X), "Y": _texts(Y)},
    }
    C = ", ".join(map(str, chart))
    rest = "and the other rows of Y" if s > d else "(nothing else)"
    target = "-I" if family.T in (None, minus_identity(d)) else _matrix(family.target)
    form = f"X with independent columns C {rest} free; Y[C,:] = X[:,C]^-1 (T - X[:,D] Y[D,:])"
    derivative = "X (Y A) - B = (X Y - T) A for A = T^-1 B, checked as an identity: the derivative is onto"
    rows = [
        ("all of them", form),
        ("equivalently", "Y = R T + (I - R X) Z, X of rank d, R a right inverse of X, Z any s x d matrix"),
        ("charts", f"{value['charts']} choices of C; parameters for C = {{{C}}}: {_cut(', '.join(names))}"),
        ("dimension", f"2ds - d^2 = {family.dimension}, codimension d^2 = {d * d}, smooth"),
        ("degree", "not computed" if value["degree"] is None else str(value["degree"])),
        ("over Q", f"irreducible, also over C: {IRREDUCIBLE}"),
        ("over R", TWO if s == d else ONE),
        ("because", f"{derivative}; its rank at the point is {jacobian}"),
        ("a point", f"X = {_matrix(X)}, Y = {_matrix(Y)}"),
    ]
    return (
        value,
        f"X Y = T, T = {target}, X {d} x {s}, Y {s} x {d}: solutions of dimension {family.dimension}",
        rows,
    )


def _degree(system: System, seconds: float) -> int | None:
    """The degree by a Groebner basis, where that takes little time; else None."""
    basis, n = Basis(system.ring, Deadline(min(seconds, BASIS))), len(system.names)
    if n > UNKNOWNS:
        return None
    try:
        basis.complete([g for row in system.generators for g in row])
    except GaveUp:
        return None
    return degree(basis.reduced(), n)


def _components(system: System) -> Answer:
    """The irreducible components for a singular target, with a point each."""
    d, s, r = system.d, system.s, rank(system.T)
    found = components(s, system.T)
    value = {
        "verdict": "solutions",
        "dimension": max(c.dimension for c in found),
        "components": [
            {"rank_x": c.rank_x, "rank_y": c.rank_y, "dimension": c.dimension, "point": c.point.to_json()}
            for c in found
        ],
        "real": True,
        "point": found[0].point.to_json(),
    }
    bounds = f"{r} <= rank X, rank Y <= {min(d, s)}, rank X + rank Y <= {s + r}"
    rows = [
        ("all of them", f"pieces by the ranks of X and Y, {bounds}: irreducible, with rational points"),
        *((f"rank {c.rank_x}, {c.rank_y}", f"dimension {c.dimension}; {_point(c.point)}") for c in found),
    ]
    head = f"X Y = T, T = {_matrix(system.T)} of rank {r}, X {d} x {s}, Y {s} x {d}: "
    return value, head + f"{len(found)} irreducible component{'s' * (len(found) > 1)}", rows


def describe(system: System, answer: NoSolution | Linear | Variety) -> Answer:
    """The answer of `solve_system` as a JSON object and as lines."""
    if isinstance(answer, NoSolution):
        return _refutation(system, answer)
    if isinstance(answer, Linear):
        return _linear(system, answer)
    basis = [str(g.as_expr()) for g in answer.basis]
    value: dict[str, Any] = {"verdict": "solutions", "dimension": answer.dimension, "degree": answer.degree}
    value |= {"basis": basis, "point": answer.point and answer.point.to_json(), "real": answer.real}
    value["real_solutions"] = None if answer.reals is None else _boxes(system, answer.reals)
    size = "not computed" if answer.dimension is None else str(answer.dimension)
    none = "no solution is rational" if answer.reals else "no rational one was found, which proves nothing"
    found = _point(answer.point) if answer.point else none
    number = "not computed" if answer.degree is None else f"{answer.degree}, with multiplicity"
    rows = [
        ("dimension", f"{size}, over the algebraic closure"),
        ("number" if answer.dimension == 0 else "degree", number),
        ("over Q", _over_q(answer)),
        ("real", f"{REAL[answer.real][0]}: {answer.why}"),
        *_intervals(system, answer),
        *((("equations" if not k else "and"), f"{_cut(g)} = 0") for k, g in enumerate(basis)),
        ("a point", found),
    ]
    return value, REAL[answer.real][1], rows


def _over_q(answer: Variety) -> str:
    """How the solutions split into classes of conjugates."""
    if answer.reals is None:
        return ""
    sizes = answer.reals.degrees
    split = "irreducible" if len(sizes) == 1 else f"conjugate in classes of {', '.join(map(str, sizes))}"
    return f"{answer.reals.complex} different ones, {split}"


def _boxes(system: System, reals: Reals) -> list[dict[str, list[str]]]:
    """The interval of each unknown, for each real solution."""
    pairs = (zip(system.names, box, strict=True) for box in reals.boxes)
    return [{name: [str(lo), str(hi)] for name, (lo, hi) in box} for box in pairs]


def _intervals(system: System, answer: Variety) -> list[tuple[str, str]]:
    """Each real solution: its values where they are rational, else intervals."""
    return [
        (f"real {k}", ", ".join(_interval(*part) for part in zip(system.names, box, strict=True)))
        for k, box in enumerate(answer.reals.boxes if answer.reals else ())
    ]


def _interval(name: str, ends: tuple[Fraction, Fraction]) -> str:
    low, high = ends
    if low == high:
        return f"{name} = {low}"
    shown = (Decimal(end.numerator) / end.denominator for end in ends)
    return f"{name} in [{', '.join(map(str, shown))}]"


def _refutation(system: System, answer: NoSolution) -> Answer:
    cofactors = answer.certificate["cofactors"]
    size = sum(len(h) for _, _, h in cofactors)
    value = {"verdict": "no-solution", "why": answer.sentence, "method": answer.method}
    rows = [
        ("why", f"sum h_ij g_ij = 1 with g = X Y - T: {len(cofactors)} cofactors, {size} terms"),
        ("found by", answer.method),
        ("checker", f"accepts: {answer.sentence}"),
        *((f"h_{i}{j}", _cut(_polynomial(system, terms))) for i, j, terms in cofactors),
    ]
    return {**value, "certificate": answer.certificate}, "no solution", rows


def _polynomial(system: System, terms: list[list[Any]]) -> str:
    """The terms of a cofactor as a sum."""
    text = ""
    for c, monomial in terms:
        factors = [*([c.lstrip("-")] if c.lstrip("-") != "1" or not monomial else [])]
        factors += [system.names[v] for v in monomial]
        sign = ("-" if c[0] == "-" else "") if not text else (" - " if c[0] == "-" else " + ")
        text += sign + "*".join(factors)
    return text


def _linear(system: System, answer: Linear) -> Answer:
    affine, names = answer.affine, system.names
    free = [names[v] for v in affine.free]
    forms = {
        names[v]: " + ".join([str(c), *(f"{a}*{n}" for a, n in zip(row, free, strict=True) if a)])
        for v, (c, row) in sorted(affine.forms.items())
    }
    value = {
        "verdict": "solutions",
        "dimension": len(free),
        "free": free,
        "forms": forms,
        "point": answer.point.to_json(),
    }
    rows = [
        ("free", ", ".join(free) or "none"),
        *((name, text) for name, text in forms.items()),
        ("a point", _point(answer.point)),
    ]
    count = "exactly one solution" if not free else f"an affine space of dimension {len(free)}"
    return value, f"the solutions: {count}", rows


def _field(field: Field, d: int, s: int) -> tuple[dict[str, Any], str]:
    """The formula, and an exhaustive count when it is not too long."""
    formula = solutions(field.q, d, s)
    try:
        found: int | None = count(field, d, s)
    except GaveUp:
        found = None
    if found not in (None, formula):
        raise ArithmeticError(f"{found} solutions were counted where the formula gives {formula}")
    part = share(field.q, d, s)
    value = {"q": field.q, "formula": formula, "counted": found, "share": str(part)}
    how = "confirmed by running through all" if found is not None else "too many to run through"
    scale = f", {part * field.q ** (d * d)} of q^-{d * d}" if formula else ""
    return value, f"q = {field.q}: {formula} of {field.q}^{2 * d * s} pairs{scale}; {how}"


def _values(system: System, X: Rows, Y: Rows) -> dict[tuple[str, int, int], Fraction]:
    return {(name, i, j): (X if name == "X" else Y)[i][j] for name, i, j in system.places}


def _point(point: System) -> str:
    return f"X = {_matrix(point.X)}, Y = {_matrix(point.Y)}"


def _matrix(rows: Entries) -> str:
    return "[" + ", ".join(f"[{', '.join(map(str, row))}]" for row in rows) + "]"


def _texts(rows: Rows) -> list[list[str]]:
    return [[str(x) for x in row] for row in rows]


def _cut(text: str) -> str:
    return text if len(text) <= SHOWN else text[: SHOWN - 4] + " ..."
