"""All measures of Section II of the first paper for one table, exact and decimal, with its overlap partition.

Main definitions: :func:`measured`, :func:`measure_lines`, :func:`measure_record`.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from exactpriv.amount import Amount
from exactpriv.errors import ColumnError
from exactpriv.information import (
    conditional_hartley_entropy,
    hartley_entropy,
    maximin_information,
    nonstochastic_information,
    nonstochastic_leakage,
    performance_bound,
    symmetrized_leakage,
)
from exactpriv.relations import Range, Relation, Value, overlap_partition
from exactpriv.relations.reading import csv_rows, opened_text
from exactpriv.report.instances import exact_text, listed, plain, table, text

MOST_BLOCKS = 20
"""How many blocks are listed; the rest are counted."""
_WORTH_SHOWING = 8
"""How many values of a block are listed."""

Block = tuple[tuple[Value, ...], tuple[Value, ...]]
"""A member of ⟦X|Y⟧⋆ and the member of ⟦Y|X⟧⋆ that is seen with it."""


@dataclass(frozen=True)
class Measured:
    """A table of two columns and what it leaks."""

    path: str
    rows_read: int
    R: Relation
    amounts: tuple[tuple[str, str, Amount], ...]
    """(formula, meaning, amount)."""
    blocks: tuple[Block, ...]


def measured(path: str | Path, x: str, y: str, *, nats: bool = False) -> Measured:
    """Read two columns of a CSV file (``.gz`` too) or a JSON relation, and measure ⟦X, Y⟧.

    ``TableError`` and ``ColumnError`` say what is wrong with the file.
    """
    if x == y:
        raise ColumnError(f"got {x!r} for both columns; name two different ones with --x and --y")
    R, rows_read = _read(Path(path), x, y)
    amounts = tuple(
        (formula, meaning, amount.in_nats() if nats else amount) for formula, meaning, amount in _amounts(R)
    )
    return Measured(str(path), rows_read, R, amounts, _blocks(R))


def _read(path: Path, x: str, y: str) -> tuple[Relation, int]:
    """The relation of two columns, and the number of rows of the file."""
    if ".json" in path.suffixes:
        R = Relation.from_json(path).project(x, y)
        with opened_text(path) as stream:
            return R, len(json.load(stream)["rows"])
    return Relation.from_csv(path, (x, y)), sum(1 for _ in csv_rows(path)) - 1


def _amounts(R: Relation) -> Iterator[tuple[str, str, Amount]]:
    X, Y = R.columns
    yield f"H₀({X})", "entropy", hartley_entropy(R.range(X))
    yield f"H₀({Y})", "entropy", hartley_entropy(R.range(Y))
    directed: list[tuple[str, str, Callable[[Relation], Amount]]] = [
        ("H₀({}|{})", "entropy that the least telling observation leaves", conditional_hartley_entropy),
        ("I₀({};{})", "information, from the least telling observation", nonstochastic_information),
        ("L₀({};{})", "leakage, through the most telling observation", nonstochastic_leakage),
    ]
    for formula, meaning, measure in directed:
        yield formula.format(X, Y), meaning, measure(R)
        yield formula.format(Y, X), meaning, measure(R.converse)
    yield f"L₀ˢ({X};{Y})", "symmetrized leakage", symmetrized_leakage(R)
    yield f"I⋆({X};{Y})", "maximin information", maximin_information(R)
    if R.range(X).size() == 2:
        yield f"𝒫({Y})", f"performance of the best test of {X} by {Y}", performance_bound(R)
    if R.range(Y).size() == 2:
        yield f"𝒫({X})", f"performance of the best test of {Y} by {X}", performance_bound(R.converse)


def _blocks(R: Relation) -> tuple[Block, ...]:
    """The overlap partition, each member with what is seen with it, in the order of the first column."""
    parts = overlap_partition(R)
    place = {x: i for i, part in enumerate(parts) for x in part}
    seen: list[dict[Value, None]] = [{} for _ in parts]
    held: list[dict[Value, None]] = [{} for _ in parts]
    for x, y in R:
        held[place[x]][x] = None
        seen[place[x]][y] = None
    return tuple((tuple(xs), tuple(ys)) for xs, ys in zip(held, seen, strict=True))


# --- showing ---------------------------------------------------------------------------------------------------------


def measure_lines(m: Measured) -> list[str]:
    """What ``exactpriv measure`` prints."""
    X, Y = m.R.columns
    amounts = [(formula, exact_text(amount), amount.decimal(), meaning) for formula, meaning, amount in m.amounts]
    unit = m.amounts[0][2].unit
    return [
        f"{m.path}: {counted(m.rows_read, 'row')}, {counted(len(m.R), 'distinct pair')} ({X}, {Y})",
        f"{counted(len(m.R.range(X)), 'value')} of {X}, {counted(len(m.R.range(Y)), 'value')} of {Y}",
        "",
        *table(("measure", f"exact ({unit})", "decimal", ""), amounts),
        "",
        *_extremes(m.R),
        "",
        f"Overlap partition ⟦{X}|{Y}⟧⋆: {counted(len(m.blocks), 'block')}",
        *_block_lines(m.blocks, X, Y),
    ]


def _extremes(R: Relation) -> Iterator[str]:
    """The observations that tell most and least about each column."""
    for relation in (R, R.converse):
        X, Y = relation.columns
        left = {y: relation.conditional_range(y) for y in relation.range(Y)}
        sizes = {len(remaining) for remaining in left.values()}
        for which, size in (("most", min(sizes)), ("least", max(sizes))):
            alike = [y for y, remaining in left.items() if len(remaining) == size]
            those = f"{len(alike):,} of {counted(len(left), 'value')} of {Y} leave {size:,}"
            yield f"Tells {which} about {X}: {those}; {Y} = {_quoted(alike[0])} leaves {_some(left[alike[0]])}"


def _some(values: Range | tuple[Value, ...]) -> str:
    return f"{{{listed(map(_quoted, values), most=_WORTH_SHOWING)}}}"


def _quoted(value: Value) -> str:
    """A label, in quotation marks when it would not be seen for what it is.

    >>> _quoted("red"), _quoted(""), _quoted("Zürich, CH")
    ('red', "''", "'Zürich, CH'")
    """
    shown = text(value)
    return shown if shown and "," not in shown and shown == shown.strip() else repr(shown)


def _block_lines(blocks: tuple[Block, ...], X: str, Y: str) -> Iterator[str]:
    largest_first = sorted(enumerate(blocks, start=1), key=lambda block: (-len(block[1][0]), block[0]))
    for number, (xs, ys) in largest_first[:MOST_BLOCKS]:
        yield f"{number:>4}  {X} in {_some(xs)}"
        yield f"      {Y} in {_some(ys)}"
    rest = largest_first[MOST_BLOCKS:]
    if rest:
        values = counted(sum(len(xs) for _, (xs, _) in rest), "value")
        yield f"      … and {counted(len(rest), 'smaller block')} with {values} of {X}; --json lists all"


def counted(number: int, noun: str, plural: str = "") -> str:
    """A number with its noun.

    >>> counted(1, "row"), counted(10000, "row"), counted(0, "vertex", "vertices")
    ('1 row', '10,000 rows', '0 vertices')
    """
    return f"{number:,} {noun if number == 1 else plural or noun + 's'}"


def measure_record(m: Measured) -> dict[str, Any]:
    """The same as plain data, with all blocks in full."""
    X, Y = m.R.columns
    return {
        "file": m.path,
        "x": X,
        "y": Y,
        "rows": m.rows_read,
        "pairs": len(m.R),
        "values": {X: len(m.R.range(X)), Y: len(m.R.range(Y))},
        "measures": [
            {"measure": formula, "meaning": meaning, **plain(amount)} for formula, meaning, amount in m.amounts
        ],
        "overlap_partition": [{X: plain(xs), Y: plain(ys)} for xs, ys in m.blocks],
    }
