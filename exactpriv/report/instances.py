"""Instances in words and as plain data: relations, functions, mechanisms, codes, channels, densities, numbers.

Main definitions: :func:`plain` (for JSON), :func:`text` (a value in one line), :func:`shown` (a witness, line by line).
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from functools import singledispatch
from typing import Any

from exactpriv.amount import Amount
from exactpriv.capacity import Code
from exactpriv.information.continuous import IntervalUnion
from exactpriv.leakage import Channel
from exactpriv.privacy import ExtendedMechanism, GridPrior, Mechanism
from exactpriv.privacy.data import Line
from exactpriv.privacy.estimation import PiecewiseDensity
from exactpriv.privacy.quantizers import LinearQuantizer
from exactpriv.relations import Function, Range, Relation

MOST_LISTED = 12
"""How many values of a set a line of text lists."""


# --- plain data ------------------------------------------------------------------------------------------------------


@singledispatch
def plain(thing: Any) -> Any:
    """An instance as JSON can hold it: fractions as text such as "1/2", tuples as lists.

    >>> plain(Relation.of((1, "a"))), plain(Fraction(1, 2)), plain(Code.of((0, 1)))
    ({'columns': ['X', 'Y'], 'rows': [[1, 'a']]}, '1/2', [[0, 1]])
    """
    return thing if thing is None or isinstance(thing, str | int) else str(thing)


@plain.register
def _(thing: Fraction) -> str:
    return str(thing)


@plain.register
def _(thing: Amount) -> dict[str, str]:
    return {"exact": exact_text(thing), "decimal": thing.decimal(), "unit": thing.unit}


@plain.register(tuple)
@plain.register(list)
@plain.register(Range)
def _(thing: Iterable[Any]) -> list[Any]:
    return [plain(entry) for entry in thing]


@plain.register
def _(thing: frozenset) -> list[Any]:  # type: ignore[type-arg]  # singledispatch takes plain classes
    return [plain(entry) for entry in sorted(thing, key=text)]


@plain.register
def _(thing: Relation) -> dict[str, Any]:
    return {"columns": list(thing.columns), "rows": [plain(row) for row in thing]}


@plain.register
def _(thing: Function) -> list[Any]:
    return [[plain(point), plain(value)] for point, value in thing.as_table().items()]


@plain.register
def _(thing: Mechanism) -> dict[str, Any]:
    return {"data": plain(thing.data), "outputs": [[plain(p), plain(thing.rule(p))] for p in points(thing)]}


@plain.register
def _(thing: Code) -> list[Any]:
    return [plain(word) for word in thing.words]


@plain.register
def _(thing: Channel) -> list[Any]:
    return [[plain(x), plain(y), str(thing.entry(x, y))] for x in thing.support for y in thing.outputs]


@plain.register
def _(thing: IntervalUnion) -> list[Any]:
    return plain(thing.intervals)  # type: ignore[no-any-return]


@plain.register
def _(thing: PiecewiseDensity) -> list[Any]:
    return [[str(piece.low), str(piece.high), str(piece.height)] for piece in thing.pieces]


@plain.register
def _(thing: GridPrior) -> dict[str, Any]:
    return {"weights": plain(thing.weights), "outputs": plain(thing.outputs), "thickness": str(thing.thickness)}


@plain.register
def _(thing: LinearQuantizer) -> dict[str, Any]:
    return {"levels": thing.levels, "low": str(thing.low), "high": str(thing.high)}


def points(g: Mechanism) -> list[Any]:
    """The data sets on which a mechanism matters: D, or the box around it for an extended one."""
    if not isinstance(g, ExtendedMechanism):
        return list(g.data)
    box = set(itertools.product(*(g.data.range(column) for column in g.data.columns)))
    return [point for point in g.rule.points if point in box]


# --- one line --------------------------------------------------------------------------------------------------------


@singledispatch
def text(value: Any) -> str:
    """A value or an object in one line, labels without quotation marks.

    >>> text((0, "y1")), text(Range.of("a", "b")), text(Fraction(1, 2)), text(Code.of((0, 1), (1, 0)))
    ('(0, y1)', '{a, b}', '1/2', '{0 1, 1 0}')
    """
    return str(value)


@text.register
def _(value: tuple) -> str:  # type: ignore[type-arg]  # singledispatch takes plain classes
    comma = "," if len(value) == 1 else ""
    return f"({', '.join(map(text, value))}{comma})"


@text.register
def _(value: bool) -> str:
    return "true" if value else "false"


@text.register
def _(value: dict) -> str:  # type: ignore[type-arg]  # as above
    if all(isinstance(entry, bool) for entry in value.values()):
        return f"{{{listed(key for key, belongs in value.items() if belongs)}}}"
    return f"{{{listed(f'{text(key)}: {text(entry)}' for key, entry in value.items())}}}"


@text.register
def _(value: Line) -> str:
    before, after = value.others[: value.individual], value.others[value.individual :]
    return f"({', '.join([*map(text, before), '·', *map(text, after)])})"


@text.register(Range)
@text.register(list)
@text.register(set)
@text.register(frozenset)
def _(value: Iterable[Any]) -> str:
    return f"{{{listed(value)}}}"


@text.register
def _(value: Relation) -> str:
    return f"{{{listed(value)}}}"


@text.register
def _(value: Function) -> str:
    return listed((f"{text(p)} ↦ {text(v)}" for p, v in value.as_table().items()), most=None)


@text.register
def _(value: Mechanism) -> str:
    return listed((f"{text(p)} ↦ {text(value.rule(p))}" for p in points(value)), most=None)


@text.register
def _(value: Code) -> str:
    return f"{{{listed(' '.join(map(text, word)) for word in value.words)}}}"


@text.register
def _(value: Channel) -> str:
    rows = (
        f"P(·|{text(x)}) = {listed(f'{text(y)}: {value.entry(x, y)}' for y in value.outputs)}" for x in value.support
    )
    return "; ".join(rows)


@text.register
def _(value: PiecewiseDensity) -> str:
    return ", ".join(f"{piece.height} on [{piece.low}, {piece.high}]" for piece in value.pieces)


@text.register
def _(value: LinearQuantizer) -> str:
    return f"{value.levels} cells {' '.join(map(str, value.cells))}"


def exact_text(amount: Amount) -> str:
    """An amount without its unit.

    >>> from exactpriv.amount import log2
    >>> exact_text(log2("5/2")), exact_text(log2(8))
    ('log2(5/2)', '3')
    """
    return repr(amount).rpartition(" ")[0]


def listed(values: Iterable[Any], *, most: int | None = MOST_LISTED) -> str:
    """Values with commas between them; of a long list the first ones and how many there are.

    >>> listed(range(100), most=3)
    '0, 1, 2, … (100 in all)'
    """
    entries = [text(value) for value in values]
    if most is None or len(entries) <= most:
        return ", ".join(entries)
    return f"{', '.join(entries[:most])}, … ({len(entries):,} in all)"


# --- several lines ---------------------------------------------------------------------------------------------------


def shown(witness: Mapping[str, Any]) -> list[str]:
    r"""A witness, object after object: relations as tables, maps point by point, the rest in a line each.

    >>> print(*shown({"R": Relation.of((1, "a"), (2, "a")), "k": 2}), sep="\n")
    R  X  Y
       1  a
       2  a
    k = 2
    """
    lines: list[str] = []
    for name, thing in witness.items():
        if isinstance(thing, Relation):
            lines += _beside(name, table(thing.columns, thing))
        elif isinstance(thing, Mechanism):
            outputs = [(p, "↦", thing.rule(p), *_outside(thing, p)) for p in points(thing)]
            lines += _beside(name, table((), outputs))
        elif isinstance(thing, Function):
            lines += _beside(name, table((), [(p, "↦", v) for p, v in thing.as_table().items()]))
        elif isinstance(thing, Channel):
            entries = [(x, *(thing.entry(x, y) for y in thing.outputs)) for x in thing.support]
            lines += _beside(name, table(("", *map(text, thing.outputs)), entries))
        elif isinstance(thing, GridPrior):
            lines += _beside(name, _grid(thing))
        else:
            lines.append(f"{name} = {text(thing)}")
    return lines


def _grid(prior: GridPrior) -> list[str]:
    """The boxes of a prior, each with its weight and its output."""
    header = ("", *(f"[{i}, {i + 1})" for i in range(len(prior.weights[0]))))
    rows = [
        (f"row {j}", *(f"weight {w}: {text(y)}" if w else "-" for w, y in zip(weights, outputs, strict=True)))
        for j, (weights, outputs) in enumerate(zip(prior.weights, prior.outputs, strict=True))
    ]
    return [*table(header, rows), f"thickness of a row: {prior.thickness}"]


def _outside(g: Mechanism, point: Any) -> tuple[str, ...]:
    return () if g.data.holds(*point) else ("(not in the data range)",)


def _beside(name: str, lines: Iterable[str]) -> list[str]:
    first, *rest = lines
    return [f"{name}  {first}", *(f"{' ' * len(name)}  {line}" for line in rest)]


def table(header: Sequence[str], rows: Iterable[Iterable[Any]]) -> list[str]:
    """Aligned columns under a header (an empty one is left out).

    >>> table(("X", "Y"), [("long", 1), ("s", 2)])
    ['X     Y', 'long  1', 's     2']
    """
    cells = [[text(entry) for entry in row] for row in rows]
    cells = [list(header), *cells] if header else cells
    columns = max(map(len, cells))
    widths = [max((width(row[place]) for row in cells if place < len(row)), default=0) for place in range(columns)]
    return ["  ".join(padded(cell, w) for cell, w in zip(row, widths, strict=False)).rstrip() for row in cells]


def width(line: str) -> int:
    """How many columns of a terminal a text takes.

    >>> width("X̂ ⟦X⟧")
    5
    """
    from rich.cells import cell_len

    return cell_len(line)


def padded(line: str, columns: int, *, right: bool = False) -> str:
    """The text filled up with spaces to so many columns of a terminal."""
    space = " " * (columns - width(line))
    return space + line if right else line + space
