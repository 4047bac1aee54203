# ruff: noqa: S608 - SQL is made of quoted names, names of ours and whole numbers
"""What the rows of a table show by themselves: lines, outputs on them, and what each person's data tell of the output.

Lines are found by one group-by per person, on a hash of the others' readings; whatever is not alone under its hash is
grouped again by the readings themselves, so that a collision of hashes changes nothing.

Main definitions: :func:`prepared`, :func:`observed`, :class:`Observed`; :func:`observed_contexts`; :func:`told`,
:class:`Told`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np

from exactpriv.amount import Amount, log2
from exactpriv.audit.releases import Release
from exactpriv.audit.responses import Context
from exactpriv.audit.tables import Readings

_AT_ONCE = 10_000
"""So many rows of a long answer are fetched at a time."""


def prepared(readings: Readings, release: Release) -> int:
    """Make the table ``data`` of the distinct rows with their outputs y; return |D|."""
    columns = readings.columns
    distinct = f"SELECT DISTINCT {', '.join(columns)} FROM readings"
    output = release.output_sql(columns)
    readings.query(f"CREATE TABLE data AS SELECT *, {output} AS y FROM ({distinct})")
    [(size,)] = readings.query("SELECT count(*) FROM data")
    return int(size)


# --- lines -----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Observed:
    """The lines of the observed rows D: how many, how many of a single row, and one with the most outputs."""

    rows: int
    """|D|, distinct rows."""
    lines: int
    singletons: int
    count: int
    """K(g) on D."""
    person: int
    others: tuple[int, ...]
    """The others' readings on the worst line, in steps."""

    @property
    def share(self) -> Fraction:
        """The share of lines that are a single row."""
        return Fraction(self.singletons, self.lines)


def observed(readings: Readings, release: Release, rows: int) -> Observed:
    """Count K(g) = max over the lines (i, v) of |g(D_{i,v})|, D being the observed rows in the table ``data``."""
    lines, singletons, best = 0, 0, (0, 0, ())
    for person in range(release.people):
        of_person = _lines_of(readings, person, rows)
        lines, singletons = lines + of_person[0], singletons + of_person[1]
        if of_person[2] > best[0]:
            best = (of_person[2], person, of_person[3])
    return Observed(rows, lines, singletons, *best)


def _hash_sql(columns: Sequence[str]) -> str:
    """A number that is the same for the same readings, and seldom for different ones."""
    return f"hash({', '.join(columns)})" if columns else "0"


def _lines_of(readings: Readings, person: int, rows: int) -> tuple[int, int, int, Any]:
    """A person's lines, those of a single row, the most outputs on one, and the others' readings on it."""
    others = readings.others(person)
    key = _hash_sql(others)
    readings.query(
        f"CREATE OR REPLACE TABLE shared AS SELECT {key} AS h, count(*) AS n FROM data GROUP BY h HAVING count(*) > 1"
    )
    [(together,)] = readings.query("SELECT coalesce(sum(n), 0)::BIGINT FROM shared")
    alone = rows - together
    if not together:
        [first] = readings.query(f"SELECT {', '.join(others) or '0'} FROM data ORDER BY ALL LIMIT 1")
        return alone, alone, 1, first[: len(others)]
    grouped = f"GROUP BY {', '.join(others)}" if others else ""
    readings.query(
        f"CREATE OR REPLACE TABLE lines AS SELECT {', '.join((*others, ''))} count(DISTINCT y) AS k, count(*) AS n "
        f"FROM data SEMI JOIN shared ON {key} = h {grouped}"
    )
    [(several, single)] = readings.query("SELECT count(*), count(*) FILTER (n = 1) FROM lines")
    [(k, *worst)] = readings.query(
        f"SELECT {', '.join(('k', *others))} FROM lines ORDER BY {', '.join(('k DESC', *others))} LIMIT 1"
    )
    return alone + several, alone + single, k, tuple(worst)


# --- the others' data as they occur ----------------------------------------------------------------------------------


def observed_contexts(readings: Readings, release: Release) -> Callable[[int], Iterator[Context]]:
    """For each person, the contexts that matter among those of observed rows: what g ∘ ψ can be given."""

    def contexts(person: int) -> Iterator[Context]:
        others = readings.others(person)
        if not others:
            return iter([Context(others=lambda _: ())])
        if release.query in {"mean", "sum", "count"}:
            shifts = readings.array(f"SELECT DISTINCT {release.numerator_sql(others)} AS t FROM data ORDER BY t")
            return iter([Context(shifts=shifts, others=_row_with(readings, others, release.numerator_sql(others)))])
        return _bounding(readings, release.query, others)

    return contexts


def _row_with(readings: Readings, others: Sequence[str], sql: str) -> Callable[[int], tuple[int, ...]]:
    """The others' readings in an observed row in which an expression has a value."""

    def row(value: int) -> tuple[int, ...]:
        names = ", ".join(others)
        return readings.query(f"SELECT {names} FROM data WHERE {sql} = {int(value)} ORDER BY ALL LIMIT 1")[0]

    return row


def _bounding(readings: Readings, query: str, others: Sequence[str]) -> Iterator[Context]:
    names = ", ".join(others)
    if query in {"max", "min"}:
        bound = f"greatest({names})" if query == "max" else f"least({names})"
        which = "min" if query == "max" else "max"
        [(extreme,)] = readings.query(f"SELECT {which}({bound}) FROM data")
        row = _row_with(readings, others, bound)(extreme)
        low, high = (extreme, None) if query == "max" else (None, extreme)
        yield Context(low, high, others=lambda _: row)
    elif len(others) == 1:
        shifts = readings.array(f"SELECT DISTINCT {names} AS t FROM data ORDER BY t")
        yield Context(shifts=shifts, others=lambda t: (t,))
    else:
        yield from _middles(readings, names, len(others))


def _middles(readings: Readings, names: str, people: int) -> Iterator[Context]:
    """For every middle value t and low bound the largest high bound that occurs, which leaves most room."""
    half, is_odd = people // 2, people % 2
    ordered = f"SELECT {names}, list_sort([{names}]) AS v FROM data"
    places = (f"v[{half}]", f"v[{half + 1}]" if is_odd else "0", f"v[{half + 1 + is_odd}]")
    a, t, b = places
    roomy = f"SELECT {a} AS a, {t} AS t, max({b}) AS b FROM ({ordered}) GROUP BY ALL"
    found = readings.connection.cursor().execute(f"FROM ({roomy}) ORDER BY b - a DESC, a, t")

    def row(*values: int) -> tuple[int, ...]:
        where = " AND ".join(f"{place} = {int(value)}" for place, value in zip(places, values, strict=True))
        return readings.query(f"SELECT {names} FROM ({ordered}) WHERE {where} ORDER BY ALL LIMIT 1")[0]

    while some := found.fetchmany(_AT_ONCE):
        for low, middle, high in some:
            shifts = range(middle, middle + 1)
            yield Context(low, high, shifts, lambda t, low=low, high=high: row(low, t, high))  # type: ignore[misc]  # mypy, on defaults


# --- what is told ----------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Told:
    """The measures of Section II between a person's data X and the output Y, on the observed rows, in counts."""

    person: str
    x: int
    """|⟦X⟧|"""
    y: int
    """|⟦Y⟧|"""
    x_left: tuple[int, int]
    """The least and the largest |⟦X|y⟧|."""
    y_left: tuple[int, int]
    """The least and the largest |⟦Y|x⟧|."""
    blocks: int
    """How many members the overlap partition ⟦X|Y⟧⋆ has."""

    @property
    def information(self) -> tuple[Amount, Amount]:
        """I₀(X; Y) and I₀(Y; X)."""
        return log2(Fraction(self.x, self.x_left[1])), log2(Fraction(self.y, self.y_left[1]))

    @property
    def leakage(self) -> tuple[Amount, Amount]:
        """L₀(X; Y) and L₀(Y; X)."""
        return log2(Fraction(self.x, self.x_left[0])), log2(Fraction(self.y, self.y_left[0]))

    @property
    def symmetrized_leakage(self) -> Amount:
        """L₀ˢ(X; Y)."""
        return min(self.leakage)

    @property
    def maximin_information(self) -> Amount:
        """I⋆(X; Y)."""
        return log2(self.blocks)


def told(readings: Readings, person: int) -> Told:
    """Measure ⟦Xᵢ, Y⟧ by group-bys, and count its overlap partition."""
    readings.query(f"CREATE OR REPLACE TABLE pairs AS SELECT DISTINCT {readings.columns[person]} AS x, y FROM data")
    sizes = []
    for column in ("y", "x"):
        per_value = f"SELECT count(*) AS n FROM pairs GROUP BY {column}"
        sizes += readings.query(f"SELECT count(*), min(n), max(n) FROM ({per_value})")
    (y, *x_left), (x, *y_left) = sizes
    columns = readings.connection.execute("SELECT x, y FROM pairs").fetchnumpy()
    blocks = components(*(np.asarray(columns[c], dtype=np.int64) for c in ("x", "y")))
    return Told(readings.people[person], x, y, (x_left[0], x_left[1]), (y_left[0], y_left[1]), blocks)


def components(x: np.ndarray[Any, Any], y: np.ndarray[Any, Any]) -> int:
    """How many members ⟦X|Y⟧⋆ has: the connected components of the pairs, each value taking its neighbors' least label.

    >>> components(np.array([1, 1, 2, 3]), np.array([7, 8, 8, 9]))
    2
    """
    _, x = np.unique(x, return_inverse=True)
    _, y = np.unique(y, return_inverse=True)
    label = np.arange(int(x.max()) + 1)
    while True:
        least = np.full(int(y.max()) + 1, len(label))
        np.minimum.at(least, y, label[x])
        new = label.copy()
        np.minimum.at(new, x, least[y])
        new = np.minimum(new, new[new])  # a label is a value that is connected, so its label serves as well
        if (new == label).all():
            return len(np.unique(label))
        label = new
