# ruff: noqa: S608 - SQL is made of quoted names, names of ours and whole numbers
"""Reading a table of people's data with DuckDB: exact, in bounded memory, with nothing dropped silently.

Columns are people and rows are realizations.  Every reading becomes a whole number of steps of 10^-d, with d the most
decimals that a reading (or the declared range) needs, so that no reading is ever a binary float.

Main definitions: :func:`opened`, :class:`Readings`; :func:`parsed_range`, :func:`decimals_of`.

Conventions: an empty entry is a missing reading; zeros at the end of a decimal say nothing about the resolution; blank
lines are no rows; rows are numbered from 1, after the header.
"""

from __future__ import annotations

import tempfile
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from fnmatch import fnmatchcase
from fractions import Fraction
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

import numpy as np

from exactpriv.errors import (
    ColumnError,
    LevelsError,
    MissingLibraryError,
    NotANumberError,
    NotExactError,
    OutsideRangeError,
    SizeError,
    TableError,
)
from exactpriv.numbers import Exactable, exact
from exactpriv.relations.reading import csv_rows

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

Policy = Literal["fail", "drop"]
"""What to do with a row in which a reading is missing."""
Span = tuple[Fraction, Fraction]
"""A declared range, from its least to its largest reading."""

MOST_DECIMALS = 18
_NUMBER = r"\s*[+-]?([0-9]+\.?[0-9]*|\.[0-9]+)([eE][+-]?[0-9]{1,3})?\s*"
_TIME = r"[0-9]{4}-[0-9]{2}(-[0-9]{2}([ T][0-9]{1,2}(:[0-9]{2}(:[0-9]{2}(\.[0-9]{1,9})?)?)?)?)?"
_FRACTION = r"\.[0-9]+$"
_FLOATS = {"FLOAT", "DOUBLE"}
_LARGEST = 2**62
"""Sums of readings, in steps, stay below this, so that 64 bits hold them."""


# --- small things ----------------------------------------------------------------------------------------------------


def parsed_range(declared: str | tuple[Exactable, Exactable]) -> Span:
    """The ends of a range such as "0:10"; LevelsError unless the lower end comes first and is smaller.

    >>> [str(end) for end in parsed_range("-1/2:3")]
    ['-1/2', '3']
    """
    low, colon, high = declared.partition(":") if isinstance(declared, str) else (declared[0], ":", declared[1])
    if not colon:
        raise LevelsError(f"{declared!r} is no range: write its ends with a colon between, such as 0:10")
    ends = exact(low), exact(high)
    if ends[0] >= ends[1]:
        raise LevelsError(f"the range {low}:{high} has no positive length: give the lower end first, then a higher one")
    return ends


def decimals_of(x: Fraction) -> int:
    """How many decimals a number has; NotExactError when it is no finite decimal.

    >>> decimals_of(Fraction(1, 8)), decimals_of(Fraction(30))
    (3, 0)
    """
    for decimals in range(MOST_DECIMALS + 1):
        if 10**decimals % x.denominator == 0:
            return decimals
    raise NotExactError(f"{x} is no decimal of at most {MOST_DECIMALS} places: readings and their ranges are decimals")


def identifier(name: str) -> str:
    """A column's name as SQL quotes it.

    >>> print(identifier('a "b" c'))
    "a ""b"" c"
    """
    return '"' + name.replace('"', '""') + '"'


def _text(value: str) -> str:
    """A text as SQL quotes it."""
    return "'" + value.replace("'", "''") + "'"


# --- the table -------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Times:
    """What is odd about a column of times."""

    column: str
    duplicates: int
    """How many times stand in more than one row."""
    going_back: int
    """How many rows have an earlier time than the row before."""


@dataclass(frozen=True)
class Readings:
    """An open table ``readings`` with a column c0, c1, … of whole numbers for every person."""

    connection: DuckDBPyConnection
    path: str
    people: tuple[str, ...]
    decimals: int
    rows_read: int
    rows: int
    """How many rows are left, none of them with a missing reading."""
    missing: Mapping[str, int]
    """Missing readings by person, of those who have any."""
    not_people: tuple[str, ...] = ()
    """Columns without any number, which are nobody."""
    times: Times | None = None

    @property
    def dropped(self) -> int:
        """How many rows were left out, each because a reading is missing."""
        return self.rows_read - self.rows

    @property
    def unit(self) -> int:
        """So many steps make 1."""
        return int(10**self.decimals)

    @property
    def columns(self) -> tuple[str, ...]:
        """The columns in SQL."""
        return tuple(f"c{place}" for place in range(len(self.people)))

    def others(self, place: int) -> tuple[str, ...]:
        """The columns of everybody but one, in SQL."""
        return self.columns[:place] + self.columns[place + 1 :]

    def query(self, sql: str, parameters: Sequence[Any] = ()) -> list[tuple[Any, ...]]:
        """All rows of an answer."""
        return self.connection.execute(sql, list(parameters)).fetchall()

    def array(self, sql: str) -> np.ndarray[Any, Any]:
        """The answer of one column of 64-bit integers."""
        [values] = self.connection.execute(sql).fetchnumpy().values()
        return np.asarray(values, dtype=np.int64)

    @cached_property
    def values(self) -> tuple[np.ndarray[Any, Any], ...]:
        """⟦Xᵢ⟧ of every person: the readings that occur, in order."""
        return tuple(self.array(f"SELECT DISTINCT {c} AS v FROM readings ORDER BY v") for c in self.columns)

    @property
    def span(self) -> Span:
        """From the least reading of all to the largest."""
        low, high = min(int(v[0]) for v in self.values), max(int(v[-1]) for v in self.values)
        return Fraction(low, self.unit), Fraction(high, self.unit)

    def check_inside(self, span: Span) -> None:
        """OutsideRangeError when a reading is not in the declared range; SizeError when its steps are too large."""
        if max(map(abs, span)) * self.unit * len(self.people) >= _LARGEST:
            raise SizeError(
                f"the declared range {span[0]}:{span[1]} is too large in steps of 10^-{self.decimals}: the sum of "
                "everybody's readings must stay below 2^62 steps; declare a smaller one, or use a larger unit"
            )
        for name, column, values in zip(self.people, self.columns, self.values, strict=True):
            ends = span[0] * self.unit, span[1] * self.unit
            if not ends[0] <= int(values[0]) <= int(values[-1]) <= ends[1]:
                where = f"{column} < {ends[0]} OR {column} > {ends[1]}"
                [(number, least)] = self.query(f"SELECT count(*), min({column}) FROM readings WHERE {where}")
                raise OutsideRangeError(
                    f"{number} readings of {name} are outside the declared range {span[0]}:{span[1]}, such as "
                    f"{Fraction(least, self.unit)}; declare a range that holds every reading"
                )


@contextmanager
def opened(  # noqa: PLR0913 - the options of an audit
    path: str | Path,
    individual: str | Sequence[str] | None = None,
    *,
    missing: Policy = "fail",
    time: str | None = None,
    decimals: int = 0,
    memory: str = "1500MB",
) -> Iterator[Readings]:
    """Read the columns of the people from a CSV (``.gz`` too) or Parquet file into a database in a temporary folder.

    ``individual`` names columns, or patterns such as "H*"; without it, everybody with a number is a person.
    What is then asked of the table may spill to disk, and raises ``SizeError`` when the memory is too small even so.
    """
    try:
        import duckdb
    except ImportError:
        raise MissingLibraryError(
            "tables are read with DuckDB, which is not installed: pip install 'exactpriv[data]'"
        ) from None
    with tempfile.TemporaryDirectory(prefix="exactpriv-") as folder:
        try:
            with _connected(Path(folder), memory) as connection:
                source = _source(connection, Path(path))
                yield _read(source, individual, _Wanted(missing, time, decimals))
        except duckdb.OutOfMemoryException as error:
            said = str(error).splitlines()[0]
            raise SizeError(f"{path} is too large for {memory}: {said}; allow more, such as memory='4GB'") from error
        except (RuntimeError, duckdb.InterruptException) as error:
            if "interrupt" not in str(error).lower():
                raise
            raise KeyboardInterrupt from error  # DuckDB takes Ctrl-C for itself while it answers


def _connected(folder: Path, memory: str) -> DuckDBPyConnection:
    import duckdb

    options: dict[str, Any] = {"threads": 2, "memory_limit": memory, "temp_directory": str(folder / "spilled")}
    return duckdb.connect(str(folder / "audit.duckdb"), config=options | {"autoinstall_known_extensions": False})


@dataclass(frozen=True)
class _Source:
    """A file as SQL reads it: the columns' names and how each is written as text."""

    connection: DuckDBPyConnection
    path: Path
    table: str
    texts: Mapping[str, str]
    types: Mapping[str, str] = field(default_factory=dict)

    def query(self, sql: str) -> list[tuple[Any, ...]]:
        import duckdb

        try:
            return self.connection.execute(sql, [str(self.path)]).fetchall()
        except (duckdb.OutOfMemoryException, duckdb.InterruptException):
            raise
        except duckdb.Error as error:
            said = "; ".join(str(error).splitlines()[:3])
            raise TableError(f"cannot read {self.path}: {said}; correct the file") from error


def _source(connection: DuckDBPyConnection, path: Path) -> _Source:
    if path.is_dir():
        raise TableError(f"cannot read {path}: it is a directory; give a CSV or Parquet file")
    if not path.is_file():
        raise TableError(f"cannot read {path}: there is no such file; give a CSV or Parquet file")
    if set("*?[") & set(str(path)):
        raise TableError(f"cannot read {path}: its name has one of * ? [ in it, which stand for other names; rename it")
    if path.suffix == ".parquet":
        draft = _Source(connection, path, "read_parquet(?)", {})
        types = {name: kind for name, kind, *_ in draft.query("DESCRIBE SELECT * FROM read_parquet(?)")}
        return _Source(connection, path, draft.table, {n: f"{identifier(n)}::VARCHAR" for n in types}, types)
    header = next(iter(csv_rows(path)))
    if not all(map(str.strip, header)):
        place = next(place for place, name in enumerate(header, start=1) if not name.strip())
        message = f"column {place} of {path} has no name, like the index of a data frame; name it or leave it out"
        raise ColumnError(message)
    if len(set(map(str.lower, header))) < len(header):
        raise ColumnError(f"{path} names a column twice ({', '.join(header)}); rename one of them")
    columns = ", ".join(f"{_text(name)}: 'VARCHAR'" for name in header)
    dialect = """auto_detect = false, header = true, delim = ',', quote = '"', escape = '"'"""
    table = f"read_csv(?, {dialect}, columns = {{{columns}}})"
    if len(header) == 1:  # a blank line of such a table reads as an empty entry
        table = f"(SELECT * FROM {table} WHERE {identifier(header[0])} IS NOT NULL)"
    return _Source(connection, path, table, {name: identifier(name) for name in header})


# --- reading it ------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class _Wanted:
    missing: Policy
    time: str | None
    decimals: int


@dataclass(frozen=True)
class _Column:
    """What was found in a column."""

    name: str
    text: str
    rows: int
    missing: int
    numbers: int
    decimals: int

    @property
    def others(self) -> int:
        """How many entries are neither missing nor numbers."""
        return self.rows - self.missing - self.numbers


def _read(source: _Source, individual: str | Sequence[str] | None, wanted: _Wanted) -> Readings:
    if wanted.time is not None and wanted.time not in source.texts:
        raise ColumnError(f"{source.path} has no column {wanted.time!r}; its columns are {', '.join(source.texts)}")
    chosen = _chosen(source, individual, wanted.time)
    found = _profiles(source, chosen)
    if individual is None:
        found = [column for column in found if column.numbers or not column.others]
    _check(source, found)
    missing = {column.name: column.missing for column in found if column.missing}
    if missing and wanted.missing == "fail":
        _refuse_missing(source, found, missing)
    decimals = max(wanted.decimals, *(column.decimals for column in found))
    rows = _filled(source, found, decimals)
    people = tuple(column.name for column in found)
    return Readings(
        source.connection,
        str(source.path),
        people,
        decimals,
        found[0].rows,
        rows,
        missing,
        tuple(name for name in chosen if name not in people),
        None if wanted.time is None else _times(source, wanted.time),
    )


def _chosen(source: _Source, individual: str | Sequence[str] | None, time: str | None) -> list[str]:
    """The columns that are looked at for people."""
    names = [name for name in source.texts if name != time]
    if individual is None:
        return names
    patterns = individual.split(",") if isinstance(individual, str) else list(individual)
    if not all(pattern.strip() for pattern in patterns):
        raise ColumnError(f"{individual!r} names nobody; name columns, or patterns such as H*, with commas between")
    chosen: dict[str, None] = {}
    for pattern in patterns:
        # a column may itself be called "a*", or end in a blank, and is then meant
        matching = [pattern] if pattern in names else [name for name in names if fnmatchcase(name, pattern.strip())]
        if not matching:
            raise ColumnError(f"{source.path} has no column {pattern!r}; its columns are {', '.join(source.texts)}")
        chosen |= dict.fromkeys(matching)
    return list(chosen)


def _profiles(source: _Source, names: Sequence[str]) -> list[_Column]:
    for name in names:
        if source.types.get(name) in _FLOATS:
            raise NotExactError(
                f"{source.path}, column {name}: binary floats are no exact readings; store DECIMAL or whole numbers, "
                "or write the table as CSV"
            )
    parts = [part for name in names for part in _profile_sql(source.texts[name])]
    [(rows, *counts)] = source.query(f"SELECT count(*), {', '.join(parts)} FROM {source.table}")
    if not rows:
        raise TableError(f"{source.path} has no row; an audit needs at least one")
    triples = zip(counts[::3], counts[1::3], counts[2::3], strict=True)
    return [
        _Column(name, source.texts[name], rows, missing, numbers, max(0, decimals or 0))
        for name, (missing, numbers, decimals) in zip(names, triples, strict=True)
    ]


def _profile_sql(text: str) -> tuple[str, str, str]:
    """Missing entries, numbers, and the most decimals, which a negative exponent adds to."""
    exponent = f"coalesce(try_cast(nullif(regexp_extract({text}, '[eE]([+-]?[0-9]+)', 1), '') AS INTEGER), 0)"
    fraction = f"length(rtrim(regexp_extract({text}, '\\.([0-9]*)', 1), '0'))"
    plain = f"regexp_full_match({text}, '\\s*[+-]?[0-9]+\\s*')"
    decimals = f"CASE WHEN {plain} THEN 0 ELSE {fraction} - {exponent} END"
    return (
        f"count(*) FILTER (coalesce(trim({text}), '') = '')",
        f"count(*) FILTER ({plain} OR regexp_full_match({text}, '{_NUMBER}'))",
        f"max({decimals})",
    )


def _check(source: _Source, found: Sequence[_Column]) -> None:
    if not found:
        raise ColumnError(f"{source.path} has no column of numbers, so nobody whose data could be audited")
    for column in found:
        if column.others:
            condition = f"NOT regexp_full_match({column.text}, '{_NUMBER}') AND trim({column.text}) <> ''"
            row, text = _first(source, column, condition)
            more = f" ({column.others} such entries)" if column.others > 1 else ""
            raise NotANumberError(
                f"{source.path}, column {column.name}, row {row}: {text!r} is not a number{more}; correct it, "
                "or leave the column out with --individual"
            )
        if column.missing == column.rows:
            raise ColumnError(f"{column.name} has no reading at all; leave it out with --individual")
        if column.decimals > MOST_DECIMALS:
            raise SizeError(f"{column.name} has readings of {column.decimals} decimals; at most {MOST_DECIMALS} fit")


def _first(source: _Source, column: _Column, condition: str) -> tuple[int, Any]:
    """The first row in which something is so, and its entry."""
    numbered = f"SELECT row_number() OVER () AS r, * FROM {source.table}"
    [(row, text)] = source.query(f"SELECT r, {column.text} FROM ({numbered}) WHERE {condition} ORDER BY r LIMIT 1")
    return row, text


def _refuse_missing(source: _Source, found: Sequence[_Column], missing: Mapping[str, int]) -> None:
    first = next(column for column in found if column.missing)
    row, _ = _first(source, first, f"coalesce(trim({first.text}), '') = ''")
    total = sum(missing.values())
    raise TableError(
        f"{source.path}, column {first.name}, row {row}: the reading is missing (of {total} in all, in "
        f"{len(missing)} of the columns); fill them in, or leave out the rows without them with --missing drop"
    )


def _filled(source: _Source, found: Sequence[_Column], decimals: int) -> int:
    """Make the table ``readings``; return its number of rows."""
    steps = [f"{_steps_sql(column.text, decimals)} AS c{place}" for place, column in enumerate(found)]
    whole = " AND ".join(f"trim({c.text}) <> ''" for c in found if c.missing) or "true"
    source.query(f"CREATE TABLE readings AS SELECT {', '.join(steps)} FROM {source.table} WHERE {whole}")
    largest = [f"max(abs(c{place}::HUGEINT)), count(*) FILTER (c{place} IS NULL)" for place in range(len(found))]
    [(rows, *sizes)] = source.connection.execute(f"SELECT count(*), {', '.join(largest)} FROM readings").fetchall()
    if not rows:
        raise TableError(f"in every row of {source.path} a reading is missing, so none is left; choose fewer people")
    if any(sizes[1::2]) or sum(sizes[::2]) >= _LARGEST:
        raise SizeError(
            f"the readings of {source.path} are too large in steps of 10^-{decimals}: their sum must stay below 2^62 "
            "steps; use a larger unit or fewer decimals"
        )
    return int(rows)


def _steps_sql(text: str, decimals: int) -> str:
    """A number as whole steps of 10^-decimals, of which it needs no finer; NULL when there are too many.

    Trimmed text is no bare column, whose conversion DuckDB would leave to its CSV reader, which knows fewer numbers.
    """
    if not decimals:
        return f"try_cast(trim({text}) AS BIGINT)"
    return f"try_cast(replace(try_cast(trim({text}) AS DECIMAL(38, {decimals}))::VARCHAR, '.', '') AS BIGINT)"


def _times(source: _Source, name: str) -> Times:
    """Times are compared as numbers or as moments; ColumnError when none is written as a moment.

    TableError names the first row without one; a time with an offset from UTC is none.
    """
    text = f"trim({source.texts[name]})"
    number = f"CASE WHEN regexp_full_match({text}, '{_NUMBER}') THEN try_cast({text} AS DECIMAL(38, 9)) END"
    source.query(
        f"CREATE TABLE times AS SELECT row_number() OVER () AS r, {text} AS said, {number} AS n, "
        f"{_moment_sql(text)} AS m FROM {source.table}"
    )
    ask = source.connection.execute
    written = f"count(*) FILTER (regexp_full_match(said, '{_TIME}'))"
    [(rows, numbers, moments, alike)] = ask(f"SELECT count(*), count(n), count(m), {written} FROM times").fetchall()
    when = "n" if numbers == rows else "m"
    if when == "m" and moments < rows:
        if not alike:
            raise ColumnError(
                f"the times in column {name!r} cannot be put in order; write 2013-04-02 00:30, or numbers"
            )
        [(row, said)] = ask("SELECT r, said FROM times WHERE m IS NULL ORDER BY r LIMIT 1").fetchall()
        raise TableError(
            f"{source.path}, column {name}, row {row}: {said or ''!r} is no time; write it as 2013-04-02 00:30"
        )
    before = f"SELECT {when} AS t, lag({when}) OVER (ORDER BY r) AS earlier FROM times"
    [(back,)] = ask(f"SELECT count(*) FILTER (t < earlier) FROM ({before})").fetchall()
    repeated = f"SELECT {when} FROM times GROUP BY {when} HAVING count(*) > 1"
    [(duplicates,)] = ask(f"SELECT count(*) FROM ({repeated})").fetchall()
    ask("DROP TABLE times")
    return Times(name, duplicates, back)


def _moment_sql(text: str) -> str:
    """The seconds since 1970 of a month, a day or a time of day, down to the 9th decimal; NULL when there is none."""
    clock = f"regexp_replace({text}, '{_FRACTION}', '')"
    stamps = ", ".join(f"try_cast({clock} || '{rest}' AS TIMESTAMP)" for rest in ("", "-01", ":00"))
    fraction = f"coalesce(try_cast(nullif(regexp_extract({text}, '{_FRACTION}'), '') AS DECIMAL(10, 9)), 0)"
    seconds = f"epoch_us(coalesce({stamps})) // 1000000 + {fraction}"
    return f"CASE WHEN regexp_full_match({text}, '{_TIME}') THEN {seconds} END"
