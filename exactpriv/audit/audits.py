# ruff: noqa: S608 - SQL is made of quoted names, names of ours and whole numbers
"""The audit of a table: what one person can bring about, on the observed rows and on the product of the ranges.

Main definitions: :func:`audit`, :class:`Audit`, :class:`Worst`; :func:`local_audit`, :class:`LocalAudit`.

Reference: [farokhi2019noiseless], Definitions 1 and 2, Theorems 1, 6 and 8.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import prod
from pathlib import Path

from exactpriv.amount import Amount, bits, log2
from exactpriv.audit.counting import Observed, Told, observed, observed_contexts, prepared, told
from exactpriv.audit.products import product_contexts
from exactpriv.audit.releases import QUERIES, Release, Values, largest_sensitivity, query_range
from exactpriv.audit.responses import MOST_STEPS, Answer, Best, Context, answers, most_outputs
from exactpriv.audit.tables import Policy, Readings, Span, Times, decimals_of, opened, parsed_range
from exactpriv.errors import BudgetError, CertificateError, LevelsError, OutsideRangeError
from exactpriv.numbers import Exactable, exact
from exactpriv.privacy import LinearQuantizer, floor_exp2, levels_for

Budget = Exactable | Amount
_MOST_CHECKED = 1000
"""On the worst line so many outputs are computed again from the definition."""
_MOST_BITS = 62
"""So many bits tell all values of a column apart, as they are fewer than 2^62."""
_MOST_VALUES = 2**24
"""A line with more values is not listed."""


@dataclass(frozen=True)
class Worst:
    """A line with the most outputs: whose, the others' readings, and for each output what is left of the person."""

    individual: str
    others: tuple[tuple[str, Fraction], ...]
    outputs: tuple[int | Fraction, ...]
    """In order."""
    left: tuple[tuple[int, Fraction, Fraction], ...]
    """For each output: how many of the person's values give it, from the least to the largest."""

    @property
    def anonymity(self) -> int:
        """min over y of |{xᵢ : g(xᵢ, v) = y}|: so many values at least are left to who knows all others."""
        return min(n for n, _, _ in self.left)


@dataclass(frozen=True)
class Counted:
    """K, or a bound on it, and the evidence."""

    count: int
    is_exact: bool
    """Whether the count is attained; it is a bound otherwise."""
    worst: Worst | None
    """A line that attains it; None for a bound, or when the person has too many values to list."""

    @property
    def budget(self) -> Amount:
        """log₂ K, in bits."""
        return log2(self.count)


@dataclass(frozen=True)
class Kept:
    """What was read: nothing is left out without being counted here."""

    path: str
    people: tuple[str, ...]
    rows_read: int
    rows: int
    distinct_rows: int
    missing: tuple[tuple[str, int], ...]
    not_people: tuple[str, ...]
    times: Times | None
    decimals: int

    @property
    def dropped(self) -> int:
        """How many rows were left out, each because a reading is missing."""
        return self.rows_read - self.rows


@dataclass(frozen=True)
class Audit:
    """What a release tells of the people in a table."""

    kept: Kept
    release: Release
    span: Span
    is_declared: bool
    """Whether the range was declared; it is that of the observed readings otherwise."""
    sensitivity: Fraction
    """S, the most that one person's readings can change the query by."""
    observed: Observed
    on_observed: Counted
    """K on the observed rows, where nearly every line is a single row."""
    on_product: Counted
    """K on the product of everybody's range: the headline."""
    substituted: Counted
    """The most outputs when one person's data vary and the others' are those of an observed row: g ∘ ψ."""
    box: int
    """∏ᵢ |⟦Xᵢ⟧|, the size of the smallest product that contains the observed rows."""
    told: tuple[Told, ...]

    @property
    def is_product(self) -> bool:
        """Whether the observed rows are a product, for which Theorem 1 holds."""
        return self.observed.rows == self.box

    @property
    def breaks_theorem_1(self) -> bool:
        """Whether who fixes the others at an observed row gets more than log₂ K of the observed rows."""
        return self.substituted.is_exact and self.substituted.count > self.on_observed.count

    @property
    def all_rows(self) -> Amount:
        """T·log₂ K: what all rows cost together when each is released, by Theorem 6."""
        return self.on_product.budget * self.kept.rows

    @property
    def bound(self) -> int | None:
        """min(q, ⌈qS/R⌉ + 1), which holds for every query of this sensitivity; None without a quantizer."""
        return None if self.release.quantizer is None else self.release.quantizer.most_cells_met(self.sensitivity)


def audit(  # noqa: PLR0913 - the options of the command
    path: str | Path,
    query: str = "mean",
    *,
    individual: str | Sequence[str] | None = None,
    levels: Exactable | None = None,
    epsilon: Budget | None = None,
    value_range: str | tuple[Exactable, Exactable] | None = None,
    missing: Policy = "fail",
    time: str | None = None,
    memory: str = "1500MB",
    most_steps: int = MOST_STEPS,
) -> Audit:
    """Audit the release of a query of every row, through a quantizer of q levels, or of a budget ε, or as it is.

    What is wrong with a table (``TableError``, ``ColumnError``, ``NotANumberError``, ``NotExactError``, ``SizeError``)
    is said with its column and row; a reading outside the declared range raises ``OutsideRangeError``, and an ε at
    which every release is constant ``BudgetError``.

    Reference: [farokhi2019noiseless], Definition 1 and Theorem 8.
    """
    _check_asked(query, levels, epsilon)
    span = None if value_range is None else parsed_range(value_range)
    decimals = 0 if span is None else max(map(decimals_of, span))
    with opened(path, individual, missing=missing, time=time, decimals=decimals, memory=memory) as readings:
        values, everybody = _ranges(readings, span)
        spread = Fraction(max(int(v[-1]) - int(v[0]) for v in values), readings.unit)
        sensitivity = largest_sensitivity(query, len(values), spread)
        asked = query_range(query, len(values), everybody)
        quantizer = _quantizer(asked, sensitivity, levels, epsilon)
        release = Release(query, len(values), readings.unit, quantizer)
        return _audited(readings, release, values, (everybody, span is not None, sensitivity, most_steps))


def _check_asked(query: str, levels: Exactable | None, epsilon: Budget | None) -> None:
    if query not in QUERIES:
        raise OutsideRangeError(f"{query!r} is no query; there are {', '.join(QUERIES)}")
    if levels is not None and epsilon is not None:
        raise LevelsError("levels and a budget were both given; give one, as either decides the other")


def _ranges(readings: Readings, span: Span | None) -> tuple[tuple[Values, ...], Span]:
    """Everybody's range: the declared one in steps of the table, or the readings that occur."""
    if span is None:
        return readings.values, readings.span
    readings.check_inside(span)
    steps = range(int(span[0] * readings.unit), int(span[1] * readings.unit) + 1)
    return (steps,) * len(readings.people), span


def _quantizer(
    asked: Span, sensitivity: Fraction, levels: Exactable | None, epsilon: Budget | None
) -> LinearQuantizer | None:
    if levels is None and epsilon is None:
        return None
    if asked[0] >= asked[1]:
        raise LevelsError(f"all readings are {asked[0]}, which is no range to quantize; declare one, such as 0:10")
    if levels is None and epsilon is not None:
        _refuse_no_limit(epsilon)
        levels = levels_for(epsilon, sensitivity, asked[1] - asked[0])
        if levels == 1:
            raise BudgetError(f"with ε = {epsilon} every release is constant; the smallest ε that tells anything is 1")
    return None if levels is None else LinearQuantizer(levels, *asked)


def _refuse_no_limit(epsilon: Budget, columns: int = 1) -> None:
    if (epsilon if isinstance(epsilon, Amount) else bits(epsilon)) > bits(_MOST_BITS * columns):
        raise BudgetError(
            f"ε = {epsilon} is no limit, as {_MOST_BITS * columns} bits tell all readings apart; give fewer bits, or "
            "none for the release as it is"
        )


def _audited(
    readings: Readings, release: Release, values: Sequence[Values], more: tuple[Span, bool, Fraction, int]
) -> Audit:
    everybody, is_declared, sensitivity, most_steps = more
    rows = prepared(readings, release)
    seen = observed(readings, release, rows)
    on_product = most_outputs(release, values, product_contexts(release, values), most_steps=most_steps)
    occurring = readings.values
    substituted = most_outputs(release, occurring, observed_contexts(readings, release), most_steps=most_steps)
    return Audit(
        _kept(readings, rows),
        release,
        everybody,
        is_declared,
        sensitivity,
        seen,
        Counted(seen.count, is_exact=True, worst=_worst_observed(readings, release, seen)),
        _counted(readings, release, values, on_product),
        _counted(readings, release, occurring, substituted),
        prod(len(v) for v in occurring),
        tuple(told(readings, person) for person in range(release.people)),
    )


def _kept(readings: Readings, rows: int) -> Kept:
    return Kept(
        readings.path,
        readings.people,
        readings.rows_read,
        readings.rows,
        rows,
        tuple(readings.missing.items()),
        readings.not_people,
        readings.times,
        readings.decimals,
    )


# --- evidence --------------------------------------------------------------------------------------------------------


def _counted(readings: Readings, release: Release, values: Sequence[Values], best: Best) -> Counted:
    """The count with its line, computed again from the definition."""
    if best.person is None or best.context is None or best.context.others is None:
        return Counted(best.count, is_exact=best.is_exact, worst=None)
    others = best.context.others(best.shift)
    if len(values[best.person]) > _MOST_VALUES:
        return Counted(best.count, is_exact=True, worst=None)
    found = answers(release, values[best.person], best.context, best.shift)
    return Counted(best.count, is_exact=True, worst=_worst(readings, release, best.person, (others, found, best.count)))


def _worst_observed(readings: Readings, release: Release, seen: Observed) -> Worst:
    """The line of the observed rows that has the most outputs."""
    others = readings.others(seen.person)
    where = " AND ".join(f"{c} = {int(v)}" for c, v in zip(others, seen.others, strict=True)) or "true"
    x = readings.columns[seen.person]
    rows = readings.query(
        f"SELECT y, count(DISTINCT {x}), min({x}), max({x}) FROM data WHERE {where} GROUP BY y ORDER BY y"
    )
    return _worst(readings, release, seen.person, (seen.others, [Answer(*row) for row in rows], seen.count))


def _worst(
    readings: Readings, release: Release, person: int, line: tuple[Sequence[int], Sequence[Answer], int]
) -> Worst:
    others, found, count = line
    unit = readings.unit
    names = [name for place, name in enumerate(readings.people) if place != person]
    worst = Worst(
        readings.people[person],
        tuple((name, Fraction(int(v), unit)) for name, v in zip(names, others, strict=True)),
        tuple(release.output(answer.output) for answer in found),
        tuple((answer.left, Fraction(answer.low, unit), Fraction(answer.high, unit)) for answer in found),
    )
    _check_again(release, person, worst, count)
    return worst


def _check_again(release: Release, person: int, worst: Worst, count: int) -> None:
    """CertificateError unless the line has so many outputs, by the definition of the query and of the quantizer."""
    row = [value for _, value in worst.others]
    for output, (_, *ends) in list(zip(worst.outputs, worst.left, strict=True))[:_MOST_CHECKED]:
        for x in ends:
            if release.of_row([*row[:person], x, *row[person:]]) != output:
                raise CertificateError(f"the release at {x} of {worst.individual} is not {output}: report this bug")
    if len(set(worst.outputs)) != count:
        raise CertificateError(f"{count} outputs were counted and {len(worst.outputs)} were found: report this bug")


# --- local privacy ---------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class LocalColumn:
    """A quantity that everybody releases about themselves."""

    name: str
    span: Span
    quantizer: LinearQuantizer | None
    count: int
    """How many outputs it has on the range: K of this column."""

    @property
    def budget(self) -> Amount:
        """log₂ K, in bits."""
        return log2(self.count)


@dataclass(frozen=True)
class LocalAudit:
    """Rows are people, who each release all columns, quantized: Definition 2, with Theorem 6 over the columns."""

    kept: Kept
    columns: tuple[LocalColumn, ...]
    is_declared: bool
    observed: int
    """How many released records occur."""
    alone: int
    """How many rows are the only one with their released record."""
    anonymity: int
    """The fewest rows with one released record."""

    @property
    def count(self) -> int:
        """K on the product of the columns' ranges: everybody's record can become each of so many."""
        return prod(column.count for column in self.columns)

    @property
    def budget(self) -> Amount:
        """log₂ K, in bits: the sum of the columns'."""
        return log2(self.count)

    @property
    def share(self) -> Fraction:
        """The share of people who are alone with their released record."""
        return Fraction(self.alone, self.kept.rows)


def local_audit(  # noqa: PLR0913 - the options of the command
    path: str | Path,
    *,
    individual: str | Sequence[str] | None = None,
    levels: Exactable | None = None,
    epsilon: Budget | None = None,
    value_range: str | tuple[Exactable, Exactable] | None = None,
    missing: Policy = "fail",
    time: str | None = None,
    memory: str = "1500MB",
) -> LocalAudit:
    """Audit the release of every row's columns, each through a quantizer of q levels on its range.

    A budget ε is split evenly over the columns, which get q = ⌊2^(ε/k)⌋ levels each.

    Reference: [farokhi2019noiseless], Definition 2 and Theorem 6.
    """
    _check_asked("mean", levels, epsilon)
    span = None if value_range is None else parsed_range(value_range)
    decimals = 0 if span is None else max(map(decimals_of, span))
    with opened(path, individual, missing=missing, time=time, decimals=decimals, memory=memory) as readings:
        values, _ = _ranges(readings, span)
        if epsilon is not None:
            levels = _levels_each(epsilon, len(values))
        named = zip(readings.people, values, strict=True)
        columns = [_local_column(name, v, readings.unit, levels) for name, v in named]
        return _locally_audited(readings, columns, is_declared=span is not None)


def _levels_each(epsilon: Budget, columns: int) -> int:
    """⌊2^(ε/k)⌋ ≥ 2, or BudgetError."""
    _refuse_no_limit(epsilon, columns)
    levels = floor_exp2((epsilon if isinstance(epsilon, Amount) else exact(epsilon)) / columns)
    if levels == 1:
        raise BudgetError(
            f"with ε = {epsilon} for {columns} columns every release is constant; the smallest ε that tells something "
            f"of each is {columns}"
        )
    return levels


def _local_column(name: str, values: Values, unit: int, levels: Exactable | None) -> LocalColumn:
    """A column with its quantizer; K by the same count as for a single person."""
    span = Fraction(int(values[0]), unit), Fraction(int(values[-1]), unit)
    if levels is not None and span[0] == span[1]:
        raise LevelsError(f"all readings of {name} are {span[0]}, which is no range to quantize; declare one, as 0:10")
    quantizer = None if levels is None else LinearQuantizer(levels, *span)
    best = most_outputs(Release("sum", 1, unit, quantizer), [values], lambda _: [Context()])
    return LocalColumn(name, span, quantizer, best.count)


def _locally_audited(readings: Readings, columns: Sequence[LocalColumn], *, is_declared: bool) -> LocalAudit:
    outputs = [
        Release("sum", 1, readings.unit, column.quantizer).output_sql([c])
        for column, c in zip(columns, readings.columns, strict=True)
    ]
    released = f"SELECT count(*) AS n FROM readings GROUP BY {', '.join(outputs)}"
    [(records, alone, fewest)] = readings.query(f"SELECT count(*), count(*) FILTER (n = 1), min(n) FROM ({released})")
    distinct = f"SELECT DISTINCT {', '.join(readings.columns)} FROM readings"
    [(rows,)] = readings.query(f"SELECT count(*) FROM ({distinct})")
    return LocalAudit(_kept(readings, rows), tuple(columns), is_declared, records, alone, fewest)
