"""Relations: joint ranges of uncertain variables, with named columns and labels kept everywhere.

A :class:`Relation` is a finite set of rows.  Whether a row belongs to it is a truth value, which is what lets one
definition be computed, batched or solved (see :mod:`exactpriv.truth`).  Rows that are known not to belong are not
stored, so a decided relation is sparse: its cost is its number of rows.

Main definitions: :class:`Relation`, :class:`Range`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import product
from typing import TYPE_CHECKING, Any

import numpy as np

from exactpriv.errors import ColumnError, EmptyRangeError, OutsideRangeError, TableError, UndecidedError
from exactpriv.relations import reading
from exactpriv.relations.components import connected_parts
from exactpriv.truth import Number, Truth, all_of, any_of, count, forall, implies, is_decided, negation

if TYPE_CHECKING:
    from pathlib import Path

Value = Any
"""A label: any hashable value."""
Row = tuple[Value, ...]
Valuation = Callable[[Truth], bool]

_DEFAULT_COLUMNS = {1: ("X",), 2: ("X", "Y"), 3: ("X", "Y", "Z")}


class Range(Mapping[Value, Truth]):
    """A finite set of values, each with the truth that it occurs; a domain for ``forall``, ``exists`` and ``count``.

    >>> Range({"a": True, "b": False}), Range.of("a", "b") <= Range.of("a", "b", "c")
    (Range('a'), True)
    """

    __slots__ = ("_occurs",)

    def __init__(self, occurs: Mapping[Value, Truth]) -> None:
        self._occurs = {value: truth for value, truth in occurs.items() if truth is not False}

    @staticmethod
    def of(*values: Value) -> Range:
        """The set of the given values."""
        return Range(dict.fromkeys(values, True))

    def __getitem__(self, value: Value) -> Truth:
        return self._occurs[value]

    def __iter__(self) -> Iterator[Value]:
        return iter(self._occurs)

    def __len__(self) -> int:
        """How many values can occur; the number that do is :meth:`size`."""
        return len(self._occurs)

    def holds(self, value: Value) -> Truth:
        """Whether the value occurs."""
        return self._occurs.get(value, False)

    def size(self) -> Number:
        """|range|."""
        return count(self)

    def is_empty(self) -> Truth:
        """Whether no value occurs."""
        return negation(any_of(self._occurs.values()))

    def __and__(self, other: Range) -> Range:
        return Range({value: all_of([occurs, other.holds(value)]) for value, occurs in self.items()})

    def __or__(self, other: Range) -> Range:
        return Range({value: any_of([self.holds(value), other.holds(value)]) for value in {**self, **other}})

    def __sub__(self, other: Range) -> Range:
        return Range({value: all_of([occurs, negation(other.holds(value))]) for value, occurs in self.items()})

    def __xor__(self, other: Range) -> Range:
        return (self - other) | (other - self)

    def __le__(self, other: Range) -> Truth:
        return forall(self, other.holds)

    def same_as(self, other: Range) -> Truth:
        """Whether the two ranges have the same values."""
        return all_of([self <= other, other <= self])

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Range):
            return NotImplemented
        if not all(map(is_decided, (*self._occurs.values(), *other._occurs.values()))):
            raise UndecidedError("== compares decided ranges; use same_as, which gives a truth value in any reading")
        return set(self._occurs) == set(other._occurs)

    def __hash__(self) -> int:
        return hash(frozenset(self._occurs))

    def __repr__(self) -> str:
        return f"Range({', '.join(map(repr, self._occurs))})"

    def _repr_html_(self) -> str:
        """The set in braces with its size, or a table of values and truth values when it is not decided.

        >>> "{ann, bob}" in Range.of("bob", "ann")._repr_html_()
        True
        """
        from exactpriv import drawing

        if not all(truth is True for truth in self.values()):
            return drawing.table_html(("value", "occurs"), [(value, _truth_text(t)) for value, t in self.items()])
        size = len(self)
        return drawing.table_html([f"{size} value{'' if size == 1 else 's'}"], [[frozenset(self) if size else "∅"]])


class Relation:
    """A finite relation ⟦X, Y, …⟧ with named columns; ``@`` is "then".

    Two columns are read as a pair (X, Y): the first is what is to be protected or sent, the last what is seen.

    >>> R = Relation.of(("ann", "red"), ("bob", "red"), ("eve", "blue"))
    >>> R.range("X"), R.conditional_range("red")
    (Range('ann', 'bob', 'eve'), Range('ann', 'bob'))
    >>> R.converse.columns
    ('Y', 'X')

    Reference: [farokhi2019noiseless], Sec. II-A.
    """

    __slots__ = ("_by_last", "_cells", "columns", "declared")

    def __init__(
        self,
        columns: Iterable[str],
        cells: Mapping[Row, Truth],
        declared: Iterable[Iterable[Value]] | None = None,
    ) -> None:
        self.columns = tuple(columns)
        self._cells = {row: truth for row, truth in cells.items() if truth is not False}
        _check_shape(self.columns, self._cells)
        self.declared = _declared_ranges(self.columns, self._cells, declared)
        self._by_last: dict[Value, dict[Row, Truth]] | None = None

    # --- making one

    @staticmethod
    def of(*rows: Row, columns: Iterable[str] | None = None) -> Relation:
        """The relation with the given rows; columns are X, Y, Z (or X1, X2, … beyond three) unless named."""
        if not rows:
            raise EmptyRangeError("a relation needs at least one row: Ω is not empty; give a row such as ('a', 1)")
        width = len(rows[0])
        names = tuple(columns) if columns is not None else default_columns(width)
        try:
            return Relation(names, dict.fromkeys(rows, True))
        except TypeError as error:
            raise TableError(
                f"a label is {error}; use labels that can be compared, such as text and numbers"
            ) from error

    @staticmethod
    def from_csv(path: str | Path, columns: Iterable[str] | None = None) -> Relation:
        """The relation of the distinct rows of a CSV file with a header (``.gz`` too), of all columns or those named.

        Every entry is a label and stays text.  A file that is empty or ragged raises ``TableError``, a column that it
        has not ``ColumnError``.
        """
        names, rows = reading.csv_table(path, columns)
        return Relation(names, dict.fromkeys(rows, True))

    @staticmethod
    def from_json(path: str | Path) -> Relation:
        """The relation of a JSON object ``{"columns": […], "rows": [[…], …]}``; lists in a row become tuples."""
        names, rows = reading.json_table(path)
        return Relation(names, dict.fromkeys(rows, True))

    def to_json(self, path: str | Path) -> None:
        """Write the relation so that :meth:`from_json` reads it back."""
        reading.write_json_table(self.columns, self, path)

    # --- rows

    def holds(self, *row: Value) -> Truth:
        """Whether the row belongs to the relation."""
        return self._cells.get(row, False)

    @property
    def rows(self) -> Range:
        """The rows, each with the truth that it belongs."""
        return Range(self._cells)

    def size(self) -> Number:
        """|⟦X, Y, …⟧|: the number of rows, which is the smallest Ω that gives this relation."""
        return count(self._cells)

    def is_empty(self) -> Truth:
        """Whether no row belongs."""
        return negation(any_of(self._cells.values()))

    @property
    def is_decided(self) -> bool:
        """Whether every row is known to belong or not."""
        return all(map(is_decided, self._cells.values()))

    def __iter__(self) -> Iterator[Row]:
        if not self.is_decided:
            raise UndecidedError("only a decided relation lists its rows; use forall(R.rows, …) in any reading")
        return iter(self._cells)

    def __len__(self) -> int:
        return sum(1 for _ in self)

    def decided(self, valuation: Valuation) -> Relation:
        """The relation in one instance: every row decided by the valuation."""
        return Relation(self.columns, {row: valuation(truth) for row, truth in self._cells.items()})

    # --- ranges

    def position(self, column: str) -> int:
        """The place of a column; ColumnError when there is none of that name."""
        if column not in self.columns:
            raise ColumnError(f"no column {column!r} here; the columns are {', '.join(map(repr, self.columns))}")
        return self.columns.index(column)

    def range(self, *columns: str) -> Range:
        """⟦X⟧ of one column, or ⟦X, Y⟧ (as tuples) of several."""
        places = [self.position(column) for column in columns]
        pick = (lambda row: row[places[0]]) if len(places) == 1 else (lambda row: tuple(row[p] for p in places))
        return Range(_gathered(self._cells, pick))

    def _rows_by_last(self) -> dict[Value, dict[Row, Truth]]:
        if self._by_last is None:
            self._by_last = {}
            for row, truth in self._cells.items():
                self._by_last.setdefault(row[-1], {})[row[:-1]] = truth
        return self._by_last

    def conditional_range(self, value: Value) -> Range:
        """⟦X|y⟧: what the other columns can be when the last one is y (tuples when there are several others)."""
        rows = self._rows_by_last().get(value, {})
        return Range({row[0]: truth for row, truth in rows.items()} if len(self.columns) == _PAIR else rows)

    def conditional_range_among(self, values: Iterable[Value] | Range) -> Range:
        """⟦X|𝒴⟧: what the first columns can be when the last one is in a set of values."""
        chosen = values if isinstance(values, Range) else Range.of(*values)
        gathered: dict[Value, list[Truth]] = {}
        for y, occurs in chosen.items():
            for x, truth in self.conditional_range(y).items():
                gathered.setdefault(x, []).append(all_of([occurs, truth]))
        return Range({x: any_of(truths) for x, truths in gathered.items()})

    # --- other relations made of this one

    def project(self, *groups: str | tuple[str, ...]) -> Relation:
        """The relation of some columns; a tuple of names becomes one column of tuples.

        >>> Relation.of((1, 2, 3), (1, 2, 4)).project("X", ("Y", "Z")).columns
        ('X', 'Y,Z')
        """
        places = [[self.position(name) for name in ([g] if isinstance(g, str) else g)] for g in groups]
        single = [isinstance(group, str) for group in groups]

        def pick(row: Row) -> Row:
            return tuple(
                row[place[0]] if alone else tuple(row[p] for p in place)
                for place, alone in zip(places, single, strict=True)
            )

        names = [group if isinstance(group, str) else ",".join(group) for group in groups]
        return Relation(names, _gathered(self._cells, pick))

    def slice(self, column: str, value: Value) -> Relation:
        """The relation of the other columns where this one has the value."""
        place = self.position(column)
        rows = {row[:place] + row[place + 1 :]: truth for row, truth in self._cells.items() if row[place] == value}
        return Relation(self.columns[:place] + self.columns[place + 1 :], rows)

    def restrict(self, column: str, values: Iterable[Value]) -> Relation:
        """The rows whose entry in a column is one of the values."""
        place, kept = self.position(column), set(values)
        return Relation(self.columns, {row: truth for row, truth in self._cells.items() if row[place] in kept})

    @property
    def converse(self) -> Relation:
        """The columns in reverse order: ⟦Y, X⟧."""
        return Relation(self.columns[::-1], {row[::-1]: truth for row, truth in self._cells.items()})

    def __matmul__(self, other: Relation) -> Relation:
        """Cascade "self, then other": (x, z) when some y has (x, y) here and (y, z) there."""
        columns_of(self), columns_of(other)
        after: dict[Value, list[tuple[Value, Truth]]] = {}
        for (y, z), truth in other._cells.items():
            after.setdefault(y, []).append((z, truth))
        ways: dict[Row, list[Truth]] = {}
        for (x, y), truth in self._cells.items():
            for z, then in after.get(y, ()):
                ways.setdefault((x, z), []).append(all_of([truth, then]))
        return Relation((self.columns[0], other.columns[1]), {row: any_of(truths) for row, truths in ways.items()})

    def product(self, other: Relation) -> Relation:
        """Side by side: ((x, x'), (y, y')) when (x, y) is here and (x', y') there."""
        columns_of(self), columns_of(other)
        rows = {
            ((x, x2), (y, y2)): all_of([one, two])
            for ((x, y), one), ((x2, y2), two) in product(self._cells.items(), other._cells.items())
        }
        names = (f"{a},{b}" for a, b in zip(self.columns, other.columns, strict=True))
        return Relation(names, rows)

    # --- comparing and showing

    def __le__(self, other: Relation) -> Truth:
        """Inclusion."""
        return forall(self._cells, lambda row: other.holds(*row))

    def same_as(self, other: Relation) -> Truth:
        """Whether both have the same rows."""
        return all_of([self <= other, other <= self])

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Relation):
            return NotImplemented
        return self.columns == other.columns and self.rows == other.rows

    def __hash__(self) -> int:
        return hash((self.columns, frozenset(self._cells)))

    def __repr__(self) -> str:
        rows = ", ".join(map(repr, self._cells)) if self.is_decided else f"{len(self._cells)} open rows"
        return f"Relation({', '.join(self.columns)}: {rows})"

    def _repr_html_(self) -> str:
        """A picture of a pair with its overlap partition in color; a table of the rows of any other relation.

        A row of a relation that is not decided comes with the truth value that says whether it belongs.

        >>> Relation.of(("ann", "red"), ("bob", "red"))._repr_html_().count("<line")
        2
        """
        from exactpriv import drawing

        if not self.is_decided:
            cells = self._cells.items()
            return drawing.table_html((*self.columns, "belongs"), [[*row, _truth_text(truth)] for row, truth in cells])
        if len(self.columns) != _PAIR:
            return drawing.table_html(self.columns, list(self))
        X, Y = self.columns
        pairs = [(x, y) for x, y in self]
        blocks = {x: place for place, part in enumerate(connected_parts(pairs)) for x in part}
        return drawing.bipartite_svg(list(self.range(X)), list(self.range(Y)), pairs, blocks, names=(X, Y))


_PAIR = 2


def default_columns(width: int) -> tuple[str, ...]:
    """X, Y, Z for up to three columns, X1, X2, … beyond.

    >>> default_columns(2), default_columns(4)
    (('X', 'Y'), ('X1', 'X2', 'X3', 'X4'))
    """
    return _DEFAULT_COLUMNS.get(width) or tuple(f"X{i + 1}" for i in range(width))


def _truth_text(truth: Truth) -> str:
    """A truth value in words: of a batch, in how many of its instances it is true."""
    if isinstance(truth, np.ndarray):
        return f"in {int(truth.sum())} of {truth.size} instances"
    return "yes" if truth is True else str(truth)


def _gathered(cells: Mapping[Row, Truth], pick: Callable[[Row], Value]) -> dict[Value, Truth]:
    """The images of the rows, each with the truth that some row with that image belongs."""
    gathered: dict[Value, list[Truth]] = {}
    for row, truth in cells.items():
        gathered.setdefault(pick(row), []).append(truth)
    return {value: any_of(truths) for value, truths in gathered.items()}


def _check_shape(columns: tuple[str, ...], cells: Mapping[Row, Truth]) -> None:
    if len(set(columns)) < len(columns):
        raise ColumnError(f"the columns {', '.join(columns)} are not distinct; name each column once")
    for row in cells:
        if len(row) != len(columns):
            raise TableError(
                f"row {row!r} has {len(row)} entries for {len(columns)} columns ({', '.join(columns)}); "
                "give every row one entry a column"
            )


def _declared_ranges(
    columns: tuple[str, ...], cells: Mapping[Row, Truth], declared: Iterable[Iterable[Value]] | None
) -> tuple[tuple[Value, ...], ...]:
    """The ranges as declared, or as the rows have them; OutsideRangeError when a row leaves a declared one."""
    if declared is None:
        return tuple(tuple(dict.fromkeys(row[place] for row in cells)) for place in range(len(columns)))
    ranges = tuple(tuple(dict.fromkeys(values)) for values in declared)
    if len(ranges) != len(columns):
        raise ColumnError(f"{len(ranges)} declared ranges for {len(columns)} columns; declare one range a column")
    allowed = [set(values) for values in ranges]
    for row in cells:
        for name, value, values in zip(columns, row, allowed, strict=True):
            if value not in values:
                raise OutsideRangeError(
                    f"row {row!r} has {value!r} in column {name!r}, outside its declared range; "
                    "correct the row or declare the value"
                )
    return ranges


def columns_of(R: Relation, number: int = _PAIR) -> tuple[str, ...]:
    """The names of the columns of a relation that must have so many; ColumnError when it has not.

    >>> columns_of(Relation.of((1, "a")))
    ('X', 'Y')
    """
    if len(R.columns) != number:
        raise ColumnError(
            f"a relation of {number} columns is needed, not of {len(R.columns)} ({', '.join(R.columns)}); "
            "choose the columns with R.project('X', 'Y'), or group some: R.project('X', ('Y', 'Z'))"
        )
    return R.columns


# --- unrelatedness ---------------------------------------------------------------------------------------------------


def is_product(D: Relation) -> Truth:
    """⟦X₁, …, Xₙ⟧ = ⟦X₁⟧ × … × ⟦Xₙ⟧: no column tells anything about the others together.

    >>> is_product(Relation.of((0, 0), (1, 1))), is_product(Relation.of((0, 0), (0, 1)))
    (False, True)
    """
    ranges = [D.range(column) for column in D.columns]
    return forall(
        product(*ranges),
        lambda row: implies(all_of(r.holds(v) for r, v in zip(ranges, row, strict=True)), D.holds(*row)),
    )


def are_unrelated(R: Relation) -> Truth:
    """⟦X, Y⟧ = ⟦X⟧ × ⟦Y⟧ for a relation of two columns (Nair's unrelatedness).

    >>> are_unrelated(Relation.of(("a", 1), ("a", 2)))
    True

    Reference: [nair2013nonstochastic], Def. 2.1.
    """
    columns_of(R)
    return is_product(R)


def is_markov_chain(R: Relation) -> Truth:
    """X – Y – Z: given the middle column, the outer two are unrelated.

    >>> is_markov_chain(Relation.of((0, "y", 0), (1, "y", 1)))
    False

    Reference: [nair2013nonstochastic], Def. 2.2.
    """
    _, middle, _ = columns_of(R, 3)
    return forall(R.range(middle), lambda y: are_unrelated(R.slice(middle, y)))


def is_function_of(R: Relation) -> Truth:
    """Whether the last column of a two-column relation is a function of the first: one y for each x.

    >>> is_function_of(Relation.of(("a", 1), ("b", 1))), is_function_of(Relation.of(("a", 1), ("a", 2)))
    (True, False)
    """
    X, Y = columns_of(R)
    seen = list(R.range(Y))
    return forall(
        R.range(X),
        lambda x: negation(
            any_of(all_of([R.holds(x, y), R.holds(x, y2)]) for i, y in enumerate(seen) for y2 in seen[:i])
        ),
    )
