"""Integers and tables of integers as Rocq text.

Small tables are written out, to be read. Large ones are packed: entries of w bytes in 56-bit machine words,
which `Eval vm_compute` turns into bytes while the file is compiled (theories/Packed.v), so that no machine
integer is left in a statement.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

Table = Sequence[Sequence[int]]

PLAIN_MAX = 3000  # numerals written out; Rocq reads some 6000 a second
DECIMAL_MAX = 10**30  # beyond, hexadecimal: Rocq reads decimals in quadratic time
WORD_BYTES = 7


def integer(z: int) -> str:
    """A numeral of Z_scope, in parentheses when negative."""
    text = str(abs(z)) if abs(z) < DECIMAL_MAX else hex(abs(z))
    return text if z >= 0 else f"(-{text})"


def sequence(items: Iterable[str], indent: str = "") -> str:
    """A list of terms; ``indent`` puts each on a line of its own."""
    separator = f";\n{indent}" if indent else "; "
    return f"[:: {separator.join(items)}]"


def row(values: Iterable[int]) -> str:
    """A list of integers."""
    return sequence(map(integer, values))


def table(rows: Table) -> str:
    """A list of lists of integers, one row a line."""
    return sequence(map(row, rows), "    ")


def define_table(name: str, rows: Table) -> str:
    """The definition of a table, packed when it is large. All rows have one length."""
    rows = list(rows)
    count = sum(map(len, rows))
    if count <= PLAIN_MAX or len(set(map(len, rows))) != 1:
        return f"Definition {name} : table :=\n  {table(rows)}.\n"
    width = max((x.bit_length() + 8) // 8 for values in rows for x in values)
    words = sequence((sequence(map(hex, _words(values, width))) for values in rows), "    ")
    return (
        f"(* {len(rows)} rows of {len(rows[0])} integers, {width} bytes each, offset 2^{8 * width - 1} *)\n"
        f"Definition {name}_bytes : seq Packed.bytes :=\n"
        f"  Eval vm_compute in map Packed.words\n  {words}%uint63.\n"
        f"Definition {name} : table := Packed.unpack {len(rows[0])} {width} {name}_bytes.\n"
    )


def _words(values: Iterable[int], width: int) -> list[int]:
    """The little-endian 56-bit words of the entries, each plus 2^(8 width - 1) and ``width`` bytes wide."""
    offset = 1 << (8 * width - 1)
    data = b"".join((x + offset).to_bytes(width, "little") for x in values)
    return [int.from_bytes(data[i : i + WORD_BYTES], "little") for i in range(0, len(data), WORD_BYTES)]
