"""The cells that a budget buys, for ``exactpriv quantize``: by three rules, with their true budgets and errors.

Main definitions: :func:`designed`; :func:`design_lines`, :func:`design_record`, :func:`write_plot`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from decimal import Context
from fractions import Fraction
from itertools import groupby
from pathlib import Path
from typing import Any

from exactpriv import drawing
from exactpriv.audit import parsed_range
from exactpriv.errors import BudgetError, SizeError, TableError
from exactpriv.numbers import exact
from exactpriv.privacy.design import MOST_LISTED_CELLS, Design, designs
from exactpriv.report.instances import exact_text, plain, table

_COLUMNS = 64
"""A drawing of cells in text is so wide."""
_MOST_DRAWN = 24
"""So many cells at most are drawn in text."""
_MOST_BITS = 256
"""Longer numbers are refused, so that everything that is shown can be written out."""
_LONGEST = 16
"""Longer fractions are shown as decimals."""
MOST_IN_RECORD = 1000
"""The boundaries of more cells are not written into JSON."""

_MEANING = {
    "paper": "⌊2^ε·R/S⌋ equal cells, Theorem 8 as printed",
    "repaired": "the most equal cells that keep the budget for every query, max(⌊2^ε⌋, ⌊(⌊2^ε⌋ - 1)·R/S⌋)",
    "shortest": "intervals that keep it and of which the longest is as short as possible, min(R/⌊2^ε⌋, S/(⌊2^ε⌋ - 1))",
}


@dataclass(frozen=True)
class Designed:
    """Cells by the three rules for a budget of ε bits."""

    epsilon: Fraction
    designs: tuple[Design, ...]

    @property
    def grouped(self) -> list[tuple[str, Design]]:
        """The designs with the names of their rules, those with the same cells together."""
        groups = groupby(self.designs, key=lambda d: (d.levels, d.inner, d.edge))
        return [(", ".join(design.rule for design in same), same[0]) for same in (list(group) for _, group in groups)]


def designed(epsilon: str, sensitivity: str, value_range: str) -> Designed:
    """The cells for a budget in bits, a sensitivity, and a range such as "0:1".

    ``BudgetError`` for a budget below 1 bit, which only a constant release keeps; ``LevelsError`` and
    ``OutsideRangeError`` for a range or a sensitivity that no query has; ``SizeError`` for numbers that are too long.
    """
    bits, S, ends = exact(epsilon), exact(sensitivity), parsed_range(value_range)
    for name, number in (("budget", bits), ("sensitivity", S), ("range", ends[0]), ("range", ends[1])):
        _refuse_too_long(name, number)
    found = designs(bits, S, *ends)
    if found[0].allowed == 1:
        raise BudgetError(f"with ε = {bits} only a constant release keeps the budget; the smallest ε that works is 1")
    return Designed(bits, found)


def _refuse_too_long(name: str, x: Fraction) -> None:
    if max(x.numerator.bit_length(), x.denominator.bit_length()) > _MOST_BITS or (name == "budget" and x > _MOST_BITS):
        raise SizeError(f"the {name} is too large or has too many digits; give numbers of at most {_MOST_BITS} bits")


# --- lines -----------------------------------------------------------------------------------------------------------


def design_lines(found: Designed) -> Iterator[str]:
    """What ``exactpriv quantize`` prints: rules, true budgets, errors, and cells with an interval that meets most."""
    first = found.designs[0]
    yield (
        f"ε = {found.epsilon}: one person may bring about {_whole(first.allowed)} outputs; "
        f"S = {first.sensitivity}, responses in [{first.low}, {first.high}]"
    )
    yield ""
    header = (
        "rule",
        "levels",
        "cells of",
        "outputs",
        "true budget",
        "",
        "worst error",
        "mean error",
        "mean squared error",
    )
    yield from table(header, [_row(design) for design in found.designs])
    yield ""
    yield from table((), _MEANING.items())
    yield "Errors: of a reader who answers the middle of the cell; the means are for a uniform response."
    for rules, design in found.grouped:
        yield ""
        yield from _picture(rules, design)


def _row(design: Design) -> tuple[str, ...]:
    kept = "kept" if design.keeps_budget else "exceeded"
    errors = (design.worst_error, design.mean_error, design.mean_squared_error)
    sizes = (
        _number(design.inner)
        if design.inner == design.edge
        else f"{_number(design.inner)}, ends {_number(design.edge)}"
    )
    return (
        design.rule,
        _whole(design.levels),
        sizes,
        _whole(design.outputs),
        _budget(design),
        kept,
        *map(_number, errors),
    )


def _budget(design: Design) -> str:
    text, decimal = exact_text(design.budget), f"{design.budget.decimal(4)} bits"
    if text.isdigit():
        return repr(design.budget)
    return f"{text} = {decimal}" if len(text) <= _LONGEST else f"≈ {decimal}"


def _whole(n: int) -> str:
    return _abridged(f"{n:,}")


def _number(x: Fraction) -> str:
    """A fraction, or six of its digits when it is long."""
    text = str(x)
    return text if len(text) <= _LONGEST else f"≈ {_decimal(x)}"


def _abridged(text: str) -> str:
    return text if len(text) <= 2 * _LONGEST else f"{text[: 2 * _LONGEST - 1]}…"


def _decimal(x: Fraction) -> str:
    """Six digits."""
    six = Context(prec=6)
    return str(six.divide(six.create_decimal(x.numerator), six.create_decimal(x.denominator)).normalize(six))


def _picture(rules: str, design: Design) -> Iterator[str]:
    """The first cells, below an interval of length S that meets as many as possible."""
    start, end = design.interval
    too_many = design.outputs - design.allowed
    remark = f": {too_many:,} too many" if too_many > 0 else ""
    yield f"{rules}: [{_number(start)}, {_number(end)}] meets {_whole(design.outputs)} cells{remark}"
    shown = design.levels if design.levels <= _MOST_DRAWN else design.outputs + 1
    if shown > _MOST_DRAWN:
        yield "  (so many cells are not drawn here)"
        return
    width = design.boundary(shown + 1) - design.low
    places = [_column(design.boundary(j) - design.low, width) for j in range(1, shown + 2)]
    left, right = (_column(x - design.low, width) for x in design.interval)
    yield f"  {' ' * left}●{'━' * (right - left - 1)}{'●' if right > left else ''}"
    axis = "".join("┼" if column in places[1:-1] else "─" for column in range(1, _COLUMNS))
    yield f"  ├{axis}{'┤' if shown == design.levels else '┼ …'}"
    last = _number(design.boundary(shown + 1))
    yield f"  {_number(design.low).ljust(_COLUMNS + 1 - len(last))}{last}"


def _column(x: Fraction, width: Fraction) -> int:
    return round(x * _COLUMNS / width)


# --- plain data and pictures -----------------------------------------------------------------------------------------


def design_record(found: Designed) -> dict[str, Any]:
    """The same as plain data, exact; the boundaries are null when they are more than `MOST_IN_RECORD`."""
    first = found.designs[0]
    return {
        "epsilon": plain(found.epsilon),
        "outputs_allowed": first.allowed,
        "sensitivity": plain(first.sensitivity),
        "range": plain([first.low, first.high]),
        "designs": [_design_record(design) for design in found.designs],
    }


def _design_record(design: Design) -> dict[str, Any]:
    few = design.levels <= MOST_IN_RECORD
    return {
        "rule": design.rule,
        "levels": design.levels,
        "cell_length": plain(design.inner),
        "end_cell_length": plain(design.edge),
        "outputs": design.outputs,
        "budget": plain(design.budget),
        "keeps_budget": design.keeps_budget,
        "worst_error": plain(design.worst_error),
        "mean_error": plain(design.mean_error),
        "mean_squared_error": plain(design.mean_squared_error),
        "interval": plain(design.interval),
        "boundaries": plain([design.boundary(j) for j in range(1, design.levels + 2)]) if few else None,
    }


def write_plot(found: Designed, path: Path) -> None:
    """Write the cells of every rule as an SVG file, each with an interval of length S that meets most of them.

    ``SizeError`` for more cells than a picture is made of, ``TableError`` when the file cannot be written.
    """
    if max(design.levels for design in found.designs) > MOST_LISTED_CELLS:
        raise SizeError(f"more than {MOST_LISTED_CELLS:,} cells are too many for a picture; plot a smaller budget")
    pictures = {f"{rules}: {_summary(design)}": _drawn(design) for rules, design in found.grouped}
    try:
        path.write_text(_stacked(pictures), encoding="utf-8")
    except OSError as error:
        raise TableError(f"cannot write {path}: {error.strerror}; give a file in a directory that exists") from error


def _summary(design: Design) -> str:
    return f"true budget {_budget(design)}, worst-case error {_number(design.worst_error)}"


def _drawn(design: Design) -> str:
    boundaries = [design.boundary(j) for j in range(1, design.levels + 2)]
    return drawing.quantizer_svg(boundaries, design.interval, range(1, design.outputs + 1))


def _stacked(pictures: dict[str, str], caption: int = 26) -> str:
    """One picture below the other, each under its caption."""
    width, height, parts = 0.0, 0.0, []
    for text, picture in pictures.items():
        wide, tall = map(float, re.findall(r'viewBox="0 0 ([\d.]+) ([\d.]+)"', picture)[0])
        parts.append(f'<text x="12" y="{height + 18:g}" font-size="14" font-family="sans-serif">{text}</text>')
        parts.append(picture.replace("<svg ", f'<svg y="{height + caption:g}" height="{tall:g}" ', 1))
        width, height = max(width, wide), height + caption + tall + 10
    size = f'viewBox="0 0 {width:g} {height:g}" width="{width:g}" height="{height:g}"'
    return f'<svg xmlns="http://www.w3.org/2000/svg" {size}>{"".join(parts)}</svg>\n'
