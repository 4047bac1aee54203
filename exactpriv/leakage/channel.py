"""Channels: finite conditional distributions P(y|x) with exact entries and with labels kept everywhere.

Main definitions: :class:`Channel`, :func:`prior_of_joint`, :func:`read_table`.

Which inputs occur is the *support*; a measure looks at no other input.  Entries are exact numbers, or numbers that are
not decided (see :mod:`exactpriv.truth`), so that one definition of a measure can be computed, batched or solved.

Conventions at the boundary: an output that a row does not name has probability 0 there; an output of probability 0
everywhere stays an output until it is reduced away (:mod:`exactpriv.leakage.reductions`).
"""

from __future__ import annotations

import csv
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction
from itertools import chain, islice
from typing import TYPE_CHECKING, Any, TypeAlias

from exactpriv.errors import (
    ColumnError,
    NotANumberError,
    NotExactError,
    NotStochasticError,
    OutsideRangeError,
    SupportError,
    TableError,
    UndecidedError,
)
from exactpriv.exact.linear import matrix_product, over_common_denominator
from exactpriv.numbers import exact
from exactpriv.relations import Function, Range, Valuation, Value
from exactpriv.relations.reading import csv_rows
from exactpriv.truth import Number, all_of, is_decided, number_under

if TYPE_CHECKING:
    from pathlib import Path

Table: TypeAlias = Mapping[Value, Mapping[Value, Any]] | Mapping[tuple[Value, Value], Any] | Sequence[Sequence[Any]]
"""Numbers by row and column: nested mappings, a mapping of pairs, or a matrix."""
Rows: TypeAlias = dict[Value, dict[Value, Number]]
Rule: TypeAlias = Function | Callable[[Any], Value] | Mapping[Any, Value]

_ZERO = Fraction(0)
_MOST_SHOWN = 8
"""Entries of a row that a message lists."""
_MOST_WRITTEN = 200
"""Entries of a channel that its ``repr`` writes out."""


class Channel:
    """A finite channel P(y|x) with exact entries; the support says which inputs occur.

    >>> P = Channel({"a": {0: "1/4", 1: "3/4"}, "b": {0: 1, 1: 0}})
    >>> P.entry("a", 1), P.inputs, P.outputs
    (Fraction(3, 4), ('a', 'b'), (0, 1))

    A negative entry or a row that does not sum to 1 raises ``NotStochasticError``, a support that is empty or has a
    value that is no input ``SupportError``, an entry that is no exact number ``NotExactError`` or ``NotANumberError``.
    """

    __slots__ = ("outputs", "rows", "support")

    def __init__(
        self, rows: Mapping[Value, Mapping[Value, Any]], support: Range | Iterable[Value] | None = None
    ) -> None:
        self.rows = _numbers(rows)
        self.outputs: tuple[Value, ...] = tuple(dict.fromkeys(chain.from_iterable(self.rows.values())))
        self.support = _checked_support(self.rows if support is None else support, self.rows)
        for x, row in self.rows.items():
            _check_row(x, row)

    # --- making one

    @classmethod
    def of(
        cls, matrix: Table, inputs: Iterable[Value] | None = None, outputs: Iterable[Value] | None = None
    ) -> Channel:
        """The channel of a row-stochastic matrix; inputs and outputs are 0, 1, … unless they are named.

        >>> Channel.of([["0.9", "10%"], ["1/5", "4/5"]], inputs="ab").entry("a", 1)
        Fraction(1, 10)

        Rows of different lengths, or labels that are repeated or not as many as the rows or columns, raise
        ``TableError``.
        """
        return cls(_as_rows(matrix, inputs, outputs))

    @classmethod
    def from_joint(
        cls,
        joint: Table,
        inputs: Iterable[Value] | None = None,
        outputs: Iterable[Value] | None = None,
        *,
        normalize: bool = False,
    ) -> Channel:
        """P(y|x) = P(x, y) / P(x) of a joint distribution; its inputs are the support {x : P(x) > 0}.

        With ``normalize`` the numbers are counts of pairs.  See :func:`prior_of_joint` for P(x).
        Numbers that are negative or do not sum to 1 in all raise ``NotStochasticError``.

        >>> Channel.from_joint({("a", 0): "1/2", ("b", 0): "1/8", ("b", 1): "3/8", ("c", 1): 0})
        Channel({'a': {0: '1', 1: '0'}, 'b': {0: '1/4', 1: '3/4'}})
        """
        table = _joint(_as_rows(joint, inputs, outputs), normalize=normalize)
        return cls({x: row for x, row in _normalized(table).items() if row})

    @classmethod
    def from_counts(
        cls, counts: Table, inputs: Iterable[Value] | None = None, outputs: Iterable[Value] | None = None
    ) -> Channel:
        """P(y|x) = n(x, y) / n(x): every row of numbers that are not negative, divided by its sum.

        An input without any count has no distribution: ``NotStochasticError``.

        >>> Channel.from_counts([[3, 1], [0, 2]])
        Channel({0: {0: '3/4', 1: '1/4'}, 1: {0: '0', 1: '1'}})
        """
        rows = _normalized(_numbers(_as_rows(counts, inputs, outputs)))
        for x, row in rows.items():
            if not row:
                raise NotStochasticError(f"row {x!r} has no count, so P(·|{x!r}) is not known; leave the row out")
        return cls(rows)

    @classmethod
    def from_csv(cls, path: str | Path, *, joint: bool = False, normalize: bool = False) -> Channel:
        """The channel of a CSV file (``.gz`` too), laid out as :func:`read_table` says.

        The numbers are the rows P(y|x); with ``joint`` they are P(x, y).  With ``normalize`` they are counts.
        """
        table = read_table(path)
        if joint:
            return cls.from_joint(table, normalize=normalize)
        return cls.from_counts(table) if normalize else cls(table)

    @classmethod
    def of_function(cls, rule: Rule, inputs: Iterable[Any]) -> Channel:
        """The deterministic channel x ↦ rule(x), or x ↦ rule[x] for a table.

        >>> Channel.of_function(lambda x: x // 2, range(4)).outputs
        (0, 1)
        """
        points = list(inputs)
        function = rule if isinstance(rule, Function) else Function.of(points, rule)
        return cls({x: {function(x): 1} for x in points})

    def decided(self, valuation: Valuation) -> Channel:
        """The channel in one instance."""
        rows = {x: {y: number_under(p, valuation) for y, p in row.items()} for x, row in self.rows.items()}
        return Channel(rows, Range({x: valuation(truth) for x, truth in self.support.items()}))

    # --- entries

    @property
    def inputs(self) -> tuple[Value, ...]:
        """All inputs, whether they occur or not."""
        return tuple(self.rows)

    def entry(self, x: Value, y: Value) -> Number:
        """P(y|x); an x that is no input raises ``OutsideRangeError``."""
        if x not in self.rows:
            raise OutsideRangeError(f"{x!r} is no input; the inputs are {_listed(self.rows)}")
        return self.rows[x].get(y, _ZERO)

    @property
    def is_decided(self) -> bool:
        """Whether every entry is known, and whether every input occurs."""
        entries = chain.from_iterable(row.values() for row in self.rows.values())
        return all(map(is_decided, chain(self.support.values(), entries)))

    @property
    def occurring(self) -> tuple[Value, ...]:
        """The inputs that occur, in order."""
        if not all(map(is_decided, self.support.values())):
            raise UndecidedError("which inputs occur is not decided; use forall(P.support, …) in any reading")
        return tuple(x for x in self.rows if self.support.holds(x))

    def matrix(self) -> list[list[Fraction]]:
        """The entries of a decided channel: a row for each input that occurs, a column for each output.

        >>> Channel({"a": {0: 1}, "b": {0: "1/3", 1: "2/3"}}).matrix()
        [[Fraction(1, 1), Fraction(0, 1)], [Fraction(1, 3), Fraction(2, 3)]]
        """
        if not self.is_decided:
            raise UndecidedError("only a decided channel has a matrix of numbers; use P.entry(x, y) in any reading")
        return [self._row(x) for x in self.occurring]

    def integer_matrix(self) -> tuple[list[list[int]], int]:
        """The matrix as integers over their least common denominator.

        >>> Channel.of([["1/2", "1/2"], ["1/3", "2/3"]]).integer_matrix()
        ([[3, 3], [2, 4]], 6)
        """
        width = len(self.outputs)
        flat, denominator = over_common_denominator(chain.from_iterable(self.matrix()))
        return [flat[start : start + width] for start in range(0, len(flat), width)], denominator

    def _row(self, x: Value) -> list[Number]:
        row = self.rows[x]
        return [row.get(y, _ZERO) for y in self.outputs]

    # --- other channels made of this one

    def __matmul__(self, then: Channel) -> Channel:
        """Cascade "self, then the other": Σ_y P(y|x) Q(z|y); the rows of Q act whether or not Q says they occur.

        Every output here must be an input there: ``OutsideRangeError``.

        >>> flip = Channel.of([["3/4", "1/4"], ["1/4", "3/4"]])
        >>> (flip @ flip).entry(0, 1)
        Fraction(3, 8)
        """
        for y in self.outputs:
            if y not in then.rows:
                raise OutsideRangeError(
                    f"the output {y!r} is no input of the next channel, whose inputs are {_listed(then.rows)}; "
                    "give it a row there, or rename it with post_processed"
                )
        after = [then._row(y) for y in self.outputs]
        products = _product([self._row(x) for x in self.rows], after)
        return Channel(_labeled(products, self.rows, then.outputs), self.support)

    def product(self, other: Channel) -> Channel:
        """Side by side and independent: P(y|x) Q(y'|x') for inputs (x, x') and outputs (y, y').

        >>> flip = Channel.of([["3/4", "1/4"], ["1/4", "3/4"]])
        >>> flip.product(flip).entry((0, 1), (0, 0))
        Fraction(3, 16)
        """
        outputs = [(y, y2) for y in self.outputs for y2 in other.outputs]
        products = [[p * q for p in self._row(x) for q in other._row(x2)] for x in self.rows for x2 in other.rows]
        pairs = [(x, x2) for x in self.rows for x2 in other.rows]
        both = {(x, x2): all_of([self.support.holds(x), other.support.holds(x2)]) for x, x2 in pairs}
        return Channel(_labeled(products, pairs, outputs), Range(both))

    def mixed(self, other: Channel, weight: Any) -> Channel:
        """The convex mixture (1 - w) P + w Q of two channels with the same inputs and support.

        A weight outside [0, 1] or different inputs raise ``OutsideRangeError``, different supports ``SupportError``.

        >>> Channel.of([[1, 0], [0, 1]]).mixed(Channel.of([[0, 1], [0, 1]]), "1/3").entry(0, 1)
        Fraction(1, 3)
        """
        w = _number(weight)
        if is_decided(w) and not 0 <= w <= 1:
            raise OutsideRangeError(f"the weight {w} is outside [0, 1]; a mixture is (1 - w) P + w Q with w in [0, 1]")
        if set(self.rows) != set(other.rows):
            raise OutsideRangeError(
                f"channels with the inputs {_listed(self.rows)} and {_listed(other.rows)} do not mix; "
                "give both the same inputs"
            )
        if self.support.same_as(other.support) is False:
            raise SupportError("two channels with different supports do not mix; restrict both to the same inputs")
        outputs = tuple(dict.fromkeys((*self.outputs, *other.outputs)))
        rows = {x: {y: self.entry(x, y) * (1 - w) + other.entry(x, y) * w for y in outputs} for x in self.rows}
        return Channel(rows, self.support)

    def restricted(self, inputs: Iterable[Value]) -> Channel:
        """The same rows with a smaller support: only these inputs occur.

        Inputs that do not occur here, or none at all, raise ``SupportError``.

        >>> Channel.of([[1, 0], [0, 1], [0, 1]]).restricted([0, 2]).matrix() == [[1, 0], [0, 1]]
        True
        """
        chosen = dict.fromkeys(inputs)
        for x in chosen:
            if self.support.holds(x) is False:
                raise SupportError(
                    f"{x!r} does not occur here; the inputs that can occur are {_listed(self.support)}: "
                    "restrict to some of them"
                )
        return Channel(self.rows, Range({x: self.support[x] for x in chosen}))

    def post_processed(self, rule: Rule) -> Channel:
        """The channel whose output is rule(y), or rule[y] for a table; ``P @ Q`` post-processes at random.

        A table without an entry for some output raises ``UndefinedMechanismError``.

        >>> Channel.of([["1/2", "1/4", "1/4"]]).post_processed({0: "low", 1: "high", 2: "high"})
        Channel({0: {'low': '1/2', 'high': '1/2'}})
        """
        return self @ Channel.of_function(rule, self.outputs)

    # --- comparing, showing and writing

    def __eq__(self, other: object) -> bool:
        """Whether inputs, support, outputs and entries are the same, in whatever order; for decided channels."""
        if not isinstance(other, Channel):
            return NotImplemented
        if self is other:
            return True
        if not (self.is_decided and other.is_decided):
            raise UndecidedError("== compares decided channels; compare entries with equal(…) in any reading")
        if set(self.rows) != set(other.rows) or set(self.outputs) != set(other.outputs):
            return False
        same = (self.entry(x, y) == other.entry(x, y) for x in self.rows for y in self.outputs)
        return self.support == other.support and all(same)

    def __hash__(self) -> int:
        return hash((frozenset(self.rows), frozenset(self.outputs)))

    def __repr__(self) -> str:
        if len(self.rows) * len(self.outputs) > _MOST_WRITTEN:
            return f"<Channel with {len(self.rows)} inputs and {len(self.outputs)} outputs>"
        rows = {x: {y: str(p) if is_decided(p) else p for y, p in row.items()} for x, row in self.rows.items()}
        support = "" if set(self.support) == set(self.rows) else f", support={list(self.support)}"
        return f"Channel({rows}{support})"

    def _repr_html_(self) -> str | None:
        from exactpriv.drawing import table_html

        if not self.is_decided or len(self.rows) * len(self.outputs) > _MOST_WRITTEN:
            return None  # the notebook then shows the repr
        return table_html(("P(y|x)", *self.outputs), [(x, *self._row(x)) for x in self.occurring])

    def to_csv(self, path: str | Path) -> None:
        """Write the rows of the inputs that occur so that :meth:`from_csv` reads them back; labels become text."""
        with open(path, "w", encoding="utf-8", newline="") as stream:  # noqa: PTH123 - takes text and paths alike
            writer = csv.writer(stream, lineterminator="\n")
            writer.writerow(["", *self.outputs])
            writer.writerows([x, *row] for x, row in zip(self.occurring, self.matrix(), strict=True))


def prior_of_joint(
    joint: Table,
    inputs: Iterable[Value] | None = None,
    outputs: Iterable[Value] | None = None,
    *,
    normalize: bool = False,
) -> dict[Value, Fraction]:
    """P(x) = Σ_y P(x, y) of a joint distribution on its support; see :meth:`Channel.from_joint`.

    >>> prior_of_joint([["1/2", 0], ["1/8", "3/8"], [0, 0]])
    {0: Fraction(1, 2), 1: Fraction(1, 2)}
    """
    table = _joint(_as_rows(joint, inputs, outputs), normalize=normalize)
    return {x: total for x, row in table.items() if (total := Fraction(sum(row.values()))) > 0}


# --- reading entries and tables --------------------------------------------------------------------------------------


def _number(entry: Any) -> Number:
    return exact(entry) if isinstance(entry, str) or not hasattr(type(entry), "smallest") else entry


def _numbers(table: Mapping[Value, Mapping[Value, Any]]) -> Rows:
    """The table with every entry read as an exact number; the message of a failure says where."""
    rows: Rows = {}
    for x, entries in table.items():
        row = rows[x] = {}
        for y, entry in entries.items():
            try:
                row[y] = _number(entry)
            except (NotANumberError, NotExactError) as error:
                raise type(error)(f"row {x!r}, column {y!r}: {error}") from None
    return rows


def _as_rows(
    table: Table, inputs: Iterable[Value] | None, outputs: Iterable[Value] | None
) -> Mapping[Value, Mapping[Value, Any]]:
    """Nested mappings from any form of a table."""
    if not isinstance(table, Mapping):
        return _rows_of_matrix(table.tolist() if hasattr(table, "tolist") else table, inputs, outputs)
    if inputs is not None or outputs is not None:
        raise TableError("a mapping brings its own labels; name inputs and outputs only for a matrix")
    if all(isinstance(row, Mapping) for row in table.values()):
        return table
    if not all(isinstance(pair, tuple) and len(pair) == 2 for pair in table):
        raise TableError("a mapping must be {x: {y: number}} or {(x, y): number}")
    xs, ys = (dict.fromkeys(pair[place] for pair in table) for place in (0, 1))
    return {x: {y: table.get((x, y), 0) for y in ys} for x in xs}


def _rows_of_matrix(
    matrix: Iterable[Iterable[Any]], inputs: Iterable[Value] | None, outputs: Iterable[Value] | None
) -> Rows:
    entries = [list(row) for row in matrix]
    width = len(entries[0]) if entries else 0
    for place, row in enumerate(entries):
        if len(row) != width:
            raise TableError(
                f"row {place} has {len(row)} entries and row 0 has {width}; give every row one entry for each output"
            )
    xs, ys = _labels(inputs, len(entries), "inputs"), _labels(outputs, width, "outputs")
    return _labeled(entries, xs, ys)


def _labels(given: Iterable[Value] | None, number: int, what: str) -> list[Value]:
    labels = list(range(number) if given is None else given)
    if len(labels) != number or len(set(labels)) < number:
        raise TableError(f"{_listed(labels)} are no labels for {number} {what}; give {number} different ones")
    return labels


def _labeled(entries: Iterable[Iterable[Any]], inputs: Iterable[Value], outputs: Iterable[Value]) -> Rows:
    columns = list(outputs)
    return {x: dict(zip(columns, row, strict=True)) for x, row in zip(inputs, entries, strict=True)}


def read_table(path: str | Path) -> dict[Value, dict[Value, Fraction]]:
    """The numbers of a CSV file (``.gz`` too), by row and column; decimals, fractions and percentages are exact.

    The file is a bare matrix when its first line has nothing but numbers; its labels are then 0, 1, ….
    Otherwise its first line names the outputs and its first column the inputs, as texts; the corner may be empty.

    A file that is empty, ragged, without a row or with an input twice raises ``TableError``, one with an output twice
    ``ColumnError``, an entry that is no number ``NotANumberError``.
    """
    lines = list(csv_rows(path))
    if all(map(_NUMERIC.fullmatch, lines[0])):
        return _read_numbers(path, _rows_of_matrix(lines, None, None))
    outputs, *rows = ([cell.strip() for cell in line] for line in lines)
    if not rows or len(outputs) < 2:
        found = f"{len(rows)} rows and {len(outputs) - 1} columns"
        raise TableError(
            f"{path} has {found} below and beside its labels; give outputs in the first line, inputs in the first "
            "column and commas between entries, or a bare matrix of numbers"
        )
    _refuse_repetition(outputs[1:], ColumnError, f"{path} names the output")
    _refuse_repetition([row[0] for row in rows], TableError, f"{path} has two rows for the input")
    return _read_numbers(path, _labeled((row[1:] for row in rows), (row[0] for row in rows), outputs[1:]))


_NUMERIC = re.compile(r"\s*([-+.]*\d[-+.\d/e%]*|[-+]?(nan|inf|infinity))\s*", re.IGNORECASE)
"""What is meant as a number, whether or not it is one."""


def _read_numbers(path: str | Path, rows: Rows) -> Rows:
    try:
        return _numbers(rows)
    except NotANumberError as error:
        raise NotANumberError(f"{path}, {error}") from None


def _refuse_repetition(labels: Sequence[str], situation: type[Exception], said: str) -> None:
    for place, label in enumerate(labels):
        if label in labels[:place]:
            raise situation(f"{said} {label!r} twice; rename one of them")


# --- checking and computing ------------------------------------------------------------------------------------------


def _checked_support(chosen: Range | Iterable[Value], rows: Rows) -> Range:
    support = chosen if isinstance(chosen, Range) else Range.of(*chosen)
    if not support:
        raise SupportError("no input occurs; a channel needs a row, and a support at least one of its inputs")
    for x in support:
        if x not in rows:
            raise SupportError(f"{x!r} is in the support but is no input; the inputs are {_listed(rows)}")
    return support


def _check_row(x: Value, row: Mapping[Value, Number]) -> None:
    if not all(map(is_decided, row.values())):
        return
    numerators, denominator = over_common_denominator(row.values())
    total = Fraction(sum(numerators), denominator)
    if total == 1 and min(numerators) >= 0:
        return
    found = f"row {x!r} is {_shown(row)} with sum {total}"
    if numerators and min(numerators) < 0:
        raise NotStochasticError(f"{found}; give probabilities that are not negative, unlike {_lowest(row)}")
    raise NotStochasticError(
        f"{found}; give probabilities that sum to 1, or make them of counts with Channel.from_counts (--normalize)"
    )


def _normalized(rows: Rows) -> Rows:
    """Every row divided by its sum; a row with sum 0 becomes empty."""
    normalized: Rows = {}
    for x, row in rows.items():
        numerators, _ = over_common_denominator(row.values())
        if numerators and min(numerators) < 0:
            raise NotStochasticError(
                f"row {x!r} is {_shown(row)}; give counts that are not negative, unlike {_lowest(row)}"
            )
        total = sum(numerators)
        normalized[x] = {y: Fraction(n, total) for y, n in zip(row, numerators, strict=True)} if total else {}
    return normalized


def _joint(table: Mapping[Value, Mapping[Value, Any]], *, normalize: bool) -> Rows:
    """A table of joint probabilities, all of which sum to 1."""
    rows = _numbers(table)
    pairs = [(x, y) for x, row in rows.items() for y in row]
    numerators, denominator = over_common_denominator(rows[x][y] for x, y in pairs)
    for (x, y), n in zip(pairs, numerators, strict=True):
        if n < 0:
            raise NotStochasticError(f"P({x!r}, {y!r}) is {rows[x][y]}; give probabilities that are not negative")
    total = sum(numerators)
    if total == 0 or (total != denominator and not normalize):
        raise NotStochasticError(
            f"the joint probabilities sum to {Fraction(total, denominator)}; give probabilities that sum to 1 in all, "
            "or positive counts of pairs with normalize=True (--normalize)"
        )
    if total == denominator:
        return rows
    return {x: {y: p * denominator / total for y, p in row.items()} for x, row in rows.items()}


def _product(left: list[list[Number]], right: list[list[Number]]) -> list[list[Number]]:
    """The matrix product in any reading; decided zeros are left out of formulas."""
    if all(map(is_decided, chain.from_iterable(chain(left, right)))):
        return matrix_product(left, right)
    columns = list(zip(*right, strict=True))
    return [[_total(row, column) for column in columns] for row in left]


def _total(row: Iterable[Number], column: Iterable[Number]) -> Number:
    pairs = ((p, q) for p, q in zip(row, column, strict=True) if not (_is_zero(p) or _is_zero(q)))
    return sum((p * q for p, q in pairs), start=_ZERO)


def _is_zero(number: Number) -> bool:
    return is_decided(number) and number == 0


def _lowest(row: Mapping[Value, Fraction]) -> str:
    y = min(row, key=row.__getitem__)
    return f"{row[y]} for {y!r}"


def _shown(row: Mapping[Value, Number]) -> str:
    more = ", …" if len(row) > _MOST_SHOWN else ""
    return f"{{{', '.join(f'{y!r}: {p}' for y, p in islice(row.items(), _MOST_SHOWN))}{more}}}"


def _listed(labels: Iterable[Value]) -> str:
    listed = list(labels)
    more = ", …" if len(listed) > _MOST_SHOWN else ""
    return ", ".join(map(repr, listed[:_MOST_SHOWN])) + more
