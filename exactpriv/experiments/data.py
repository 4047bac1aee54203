"""The data of the experiments: where the shipped files are, and how tables over time become exact whole numbers.

Every reading becomes a whole number of steps of 10^-d, with d the most decimals that a reading of the table needs, so
that "0.1" is one tenth and no reading is ever a binary float.

Main definitions: :func:`shipped`; :func:`time_table`, :class:`TimeTable`, :class:`Dropped`; :func:`exact_columns`,
:func:`quantized`; :func:`decimal`.

Conventions: an empty entry is a missing reading; rows are numbered from 1, after the header; stamps are local clock
times, and one table keeps one offset from UTC.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import floor
from pathlib import Path
from typing import Literal, TypeAlias

import numpy as np
from numpy.typing import NDArray

from exactpriv.audit.releases import Release
from exactpriv.errors import ColumnError, NotANumberError, TableError
from exactpriv.numbers import exact
from exactpriv.privacy import LinearQuantizer
from exactpriv.relations.reading import csv_table

Integers: TypeAlias = NDArray[np.int64]
Truths: TypeAlias = NDArray[np.bool_]
Stamps: TypeAlias = NDArray[np.datetime64]
MissingPolicy: TypeAlias = Literal["fail", "drop"]
"""What to do about a missing reading: fail, or drop its whole day."""
Progress: TypeAlias = Callable[[str, int, int], None]
"""Told what is being done, how many steps of it are done, and how many there are."""

SHIPPED = Path(__file__).parent / "data"
ENERGY_YEAR = "sgsc_54homes_halfhour_2012-07_2013-06.csv.gz"
ENERGY_COMPLETE = "sgsc_73homes_30days_complete_2013-04-02.csv.gz"
LOAD_HOUSE = "ukdale_house2_1min.csv.gz"
TAXI_TRIPS = "nyc_yellow_2014_sample_80k.csv.gz"

_LARGEST = 10**12
"""Readings in steps stay below it, so that sums of a million of them fit into 64 bits."""
_DECIMAL = re.compile(r"[+-]?\d+(?:\.\d*)?", re.ASCII)
_DAY = re.compile(r"\d{4}-\d\d-\d\d", re.ASCII)
_STAMP = re.compile(r"(\d{4}-\d\d-\d\d(?:[ T]\d\d(?::\d\d(?::\d\d)?)?)?)(Z|[+-]\d\d(?::?\d\d)?)?", re.ASCII)


def shipped(name: str) -> Path:
    """The path of a data file that comes with the package; its terms stand in ``ATTRIBUTION.md`` beside it.

    A file that is not there raises ``TableError``.

    >>> shipped("ATTRIBUTION.md").name
    'ATTRIBUTION.md'
    """
    names = sorted(path.name for path in SHIPPED.iterdir())
    if name not in names:
        raise TableError(f"no data file {name!r} comes with exactpriv; there are {', '.join(names)}")
    return SHIPPED / name


# --- exact numbers ---------------------------------------------------------------------------------------------------


@dataclass(frozen=True, eq=False)
class ExactColumns:
    """Columns of whole numbers: reading = number / scale; 0 where no reading is ``present``."""

    numbers: Integers
    present: Truths
    scale: int


def exact_columns(
    rows: Sequence[Sequence[str]], names: Sequence[str], source: str, rows_are: Sequence[str] = ()
) -> ExactColumns:
    """The numbers in rows of text, all in one scale: the smallest power of ten that makes every one of them whole.

    Text that is no number, no decimal or too large raises ``TableError`` with its column and row; ``rows_are`` names
    the rows further, as by their time.

    >>> table = exact_columns([("0.5", "12"), ("", "0.25")], ["a", "b"], "example")
    >>> table.scale, table.numbers.tolist(), table.present.tolist()
    (100, [[50, 1200], [0, 25]], [[True, True], [False, True]])
    """
    decimals = {text: _decimal(text) for text in set().union(*rows)}
    places = max((found[1] for found in decimals.values() if found is not None), default=0)
    steps = {text: found and found[0] * 10 ** (places - found[1]) for text, found in decimals.items()}
    wrong = {text for text, step in steps.items() if (step is None and text) or (step and abs(step) >= _LARGEST)}
    if wrong:
        row, place = next((r, c) for r, line in enumerate(rows) for c, text in enumerate(line) if text in wrong)
        raise TableError(
            f"{source}, {_row(row, rows_are)}, column {names[place]!r}: {rows[row][place]!r} cannot be a reading; "
            f"give decimals below 10^12 in steps of 10^-{places}, and leave a missing reading empty"
        )
    flat = [steps[text] or 0 for line in rows for text in line]
    present = [text != "" for line in rows for text in line]
    shape = (len(rows), len(names))
    return ExactColumns(np.array(flat, np.int64).reshape(shape), np.array(present, bool).reshape(shape), 10**places)


def _decimal(text: str) -> tuple[int, int] | None:
    """(n, d) for the decimal n/10^d, with d least for text as it is mostly written; None for anything else."""
    if not _DECIMAL.fullmatch(text):
        return _unusual(text)
    whole, _, decimals = text.partition(".")
    decimals = decimals.rstrip("0")
    return int(whole + decimals), len(decimals)


def _unusual(text: str) -> tuple[int, int] | None:
    try:
        number = exact(text)
    except NotANumberError:
        return None
    places = 0
    while 10**places % number.denominator:
        if 2**places > number.denominator:  # some prime other than 2 and 5 divides it
            return None
        places += 1
    return int(number * 10**places), places


def _row(row: int, rows_are: Sequence[str]) -> str:
    return f"row {row + 1}" + (f" ({rows_are[row]})" if rows_are else "")


def quantized(numbers: Integers, scale: int, Q: LinearQuantizer) -> Integers:
    """Q(number / scale) for whole numbers, all at once; none may lie outside the range of Q.

    >>> quantized(np.array([0, 4, 5, 19, 20]), 10, LinearQuantizer(4, 0, 2))
    array([1, 1, 2, 4, 4])
    """
    return Release("sum", 1, scale, Q).cells.of(numbers)


def decimal(x: Fraction | int, digits: int = 3) -> str:
    """A number written with so many decimals, rounded to the nearest (halves up).

    >>> decimal(Fraction(2, 3)), decimal(Fraction(-1, 8), 2), decimal(7, 0)
    ('0.667', '-0.12', '7')
    """
    steps = floor(x * 10**digits + Fraction(1, 2))
    text = f"{abs(steps):0{digits + 1}d}"
    sign = "-" if steps < 0 else ""
    return sign + (f"{text[:-digits]}.{text[-digits:]}" if digits else text)


# --- tables over time ------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Dropped:
    """What a policy for missing readings took out of a table."""

    days: int = 0
    rows: int = 0
    missing: int = 0
    absent: int = 0
    """How many rows the days lack."""

    def __str__(self) -> str:
        """Say it in words."""
        if not self.days:
            return "no reading is missing"
        absent = f" and {self.absent} absent rows" if self.absent else ""
        return f"{self.days} days ({self.rows} rows) dropped for their {self.missing} missing readings{absent}"


@dataclass(frozen=True, eq=False)
class TimeTable:
    """Readings over time: a row for each stamp, a column for each home or appliance; reading = number / scale.

    ``present`` says which readings there are; a missing one has the number 0.
    """

    source: str
    columns: tuple[str, ...]
    stamps: Stamps
    numbers: Integers
    present: Truths
    scale: int

    def __post_init__(self) -> None:
        """Refuse a column without a reading, and time that stands still or goes back."""
        for place, name in enumerate(self.columns):
            if not self.present[:, place].any():
                raise TableError(f"{self.source} has no reading of {name!r}; leave that column out")
        require_order(self.source, self.stamps)

    def __len__(self) -> int:
        """The number of rows."""
        return len(self.stamps)

    def __getitem__(self, name: str) -> Integers:
        """The numbers of a column."""
        return self.numbers[:, self._place(name)]

    def _place(self, name: str) -> int:
        if name not in self.columns:
            raise ColumnError(f"{self.source} has no column {name!r}; its columns are {', '.join(self.columns)}")
        return self.columns.index(name)

    @property
    def days(self) -> Stamps:
        """The day of each row."""
        return self.stamps.astype("datetime64[D]")

    @property
    def missing(self) -> int:
        """How many readings are missing."""
        return int(np.count_nonzero(~self.present))

    def having(self, columns: Iterable[str]) -> TimeTable:
        """The table of these columns, in this order."""
        names = tuple(columns)
        places = [self._place(name) for name in names]
        return self._replaced(names, self.stamps, self.numbers[:, places], self.present[:, places])

    def at(self, rows: Truths) -> TimeTable:
        """The table of the rows at which the truth values hold; ``TableError`` when there is none."""
        if not rows.any():
            raise TableError(f"no row of {self.source} is left; choose other dates, columns or homes")
        return self._replaced(self.columns, self.stamps[rows], self.numbers[rows], self.present[rows])

    def split(self, day: str) -> tuple[TimeTable, TimeTable]:
        """The rows before a day, such as "2011-04-30", and those from it on."""
        if not (_DAY.fullmatch(day) and _is_time(day)):
            raise TableError(f"{day!r} is no day; write it as 2011-04-30")
        first = np.datetime64(day, "D")
        if not self.days[0] < first <= self.days[-1]:
            raise TableError(
                f"{self.source} runs from {self.days[0]} to {self.days[-1]}, so {day} does not split it in two; "
                "choose a day after the first"
            )
        return self.at(self.days < first), self.at(self.days >= first)

    def complete(self, missing: MissingPolicy, *, whole_days: bool = False) -> tuple[TimeTable, Dropped]:
        """The table without missing readings: "fail" names the first one, "drop" leaves out every day that has one.

        A day is left out for all columns, so that all stay comparable.  With ``whole_days``, a day with fewer rows than
        is usual counts as one with missing readings.
        """
        is_missing = ~self.present.all(axis=1)
        days, rows = np.unique(self.days, return_counts=True)
        absent = np.maximum(_most_common(rows) - rows, 0) * whole_days
        lacking = np.union1d(self.days[is_missing], days[absent > 0])
        if not lacking.size:
            return self, Dropped()
        if missing == "fail":
            raise TableError(self._first_missing() if is_missing.any() else self._first_short(days, rows))
        leaves = np.isin(self.days, lacking)
        dropped = Dropped(len(lacking), int(np.count_nonzero(leaves)), self.missing, int(absent.sum()))
        return self.at(~leaves), dropped

    def _first_missing(self) -> str:
        row, place = (int(i) for i in np.argwhere(~self.present)[0])
        return (
            f"{self.source} has {self.missing} missing readings, the first at {self.stamps[row]} of "
            f"{self.columns[place]!r}; drop the days that have any, or give complete columns"
        )

    def _first_short(self, days: Stamps, rows: Integers) -> str:
        usual = _most_common(rows)
        short = np.flatnonzero(rows < usual)
        return (
            f"{self.source} has {len(short)} days with absent rows, the first {days[short[0]]} with {rows[short[0]]} "
            f"rows where {usual} are usual; drop such days, or give the rows"
        )

    def daily(self) -> TimeTable:
        """The sums of each day's rows; one is present when all their readings are (see `complete` for absent rows)."""
        days, starts = np.unique(self.days, return_index=True)
        sums = np.add.reduceat(self.numbers, starts, axis=0)
        return self._replaced(self.columns, days, sums, np.logical_and.reduceat(self.present, starts, axis=0))

    def _replaced(self, columns: tuple[str, ...], stamps: Stamps, numbers: Integers, present: Truths) -> TimeTable:
        return TimeTable(self.source, columns, stamps, numbers, present, self.scale)


def _most_common(rows: Integers) -> int:
    """The most common number, the largest of several."""
    numbers, times = np.unique(rows, return_counts=True)
    return int(numbers[times == times.max()].max())


def time_table(path: str | Path, columns: Iterable[str] | None = None) -> TimeTable:
    """The readings of a CSV file (also gzipped) whose first column is the time; all other columns or those named.

    Stamps are written ``2012-07-01 00:30`` (with ``T``, with seconds, with one offset from UTC for all), or as whole
    seconds since 1970, taken as UTC.

    ``TableError`` names the row and stamp of what cannot be read: text that is no time or no number, a duplicate stamp,
    time that goes back; and the column that has no reading at all.

    >>> table = time_table(shipped(LOAD_HOUSE), ["aggregate", "kettle"])
    >>> print(len(table), table.stamps[0], table["aggregate"][0], table.scale)
    168480 2013-05-21T00:00:00 2779 10
    """
    file = Path(path)
    header, rows = csv_table(file)
    if columns is not None:
        chosen, rows = csv_table(file, [header[0], *columns])
        header = list(chosen)
    if len(header) < 2:
        raise TableError(f"{file.name} has one column only; give a column of times and at least one of readings")
    texts = [row[0] for row in rows]
    stamps = _stamps(texts, file.name)
    found = exact_columns([row[1:] for row in rows], header[1:], file.name, texts)
    return TimeTable(file.name, tuple(header[1:]), stamps, found.numbers, found.present, found.scale)


def _stamps(texts: Sequence[str], source: str) -> Stamps:
    """The stamps that are written, to the second."""
    if all(text.isascii() and text.isdigit() and len(text) < 12 for text in texts):
        return np.array([int(text) for text in texts], np.int64).astype("datetime64[s]")
    found = [_STAMP.fullmatch(text) for text in texts]
    matches = [match for match in found if match]
    if len(matches) < len(texts):
        raise TableError(_no_time(source, texts, found.index(None)))
    offsets = [match[2] for match in matches]
    if len(set(offsets)) > 1:
        row = next(row for row, offset in enumerate(offsets) if offset != offsets[0])
        raise TableError(
            f"{source}, row {row + 1}: {texts[row]!r} changes the offset from UTC; write all times in one offset"
        )
    clock = [match[1] for match in matches]
    try:
        return np.array(clock, "datetime64[s]")
    except ValueError:
        wrong = next(row for row, text in enumerate(clock) if not _is_time(text))
        raise TableError(_no_time(source, texts, wrong)) from None


def _is_time(text: str) -> bool:
    try:
        np.datetime64(text, "s")
    except ValueError:
        return False
    return True


def _no_time(source: str, texts: Sequence[str], row: int) -> str:
    return f"{source}, row {row + 1}: {texts[row]!r} is no time; write it as 2012-07-01 00:30"


def require_order(source: str, stamps: Stamps) -> None:
    """``TableError`` names the first row whose stamp does not follow the one before: it occurs twice, or goes back."""
    bad = np.flatnonzero(stamps[1:] <= stamps[:-1])
    if not bad.size:
        return
    row = int(bad[0]) + 1
    now, before = stamps[row], stamps[row - 1]
    if now in stamps[:row]:
        raise TableError(f"{source}, row {row + 1}: the stamp {now} occurs twice; keep one row for each time")
    raise TableError(f"{source}, row {row + 1}: {now} follows the later {before}; sort the rows by time")
