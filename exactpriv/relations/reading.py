"""Reading and writing tables: CSV (also gzipped) and JSON, with nothing evaluated and nothing dropped silently.

Every entry of a CSV file is a label and stays the text it is.  What is read is a header and rows, as plain tuples;
:class:`~exactpriv.relations.Relation` makes relations of them.

Main definitions: :func:`csv_table`, :func:`json_table`, :func:`write_json_table`; :func:`csv_rows`.
"""

from __future__ import annotations

import csv
import gzip
import json
import zlib
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TextIO

from exactpriv.errors import ColumnError, TableError

Table = tuple[list[str], list[tuple[Any, ...]]]


@contextmanager
def opened_text(path: str | Path) -> Iterator[TextIO]:
    """Open a text file, unpacking it when its name ends in ``.gz``."""
    file = Path(path)
    opener = gzip.open if file.suffix == ".gz" else open
    try:
        with opener(file, "rt", encoding="utf-8-sig", newline="") as stream:
            yield stream
    except (OSError, EOFError, zlib.error) as error:
        reason = getattr(error, "strerror", None) or error
        raise TableError(f"cannot read {file}: {reason}; give a readable file") from error
    except UnicodeDecodeError as error:
        raise TableError(
            f"{file} is not UTF-8 text ({error.reason} at byte {error.start}); save it as UTF-8"
        ) from error


def csv_rows(path: str | Path) -> Iterator[tuple[str, ...]]:
    """The header and then every row of a CSV file; TableError when it is empty or ragged. Blank lines are no rows."""
    with opened_text(path) as stream:
        reader = csv.reader(stream)
        header: list[str] = []
        try:
            for row in reader:
                if header and row and len(row) != len(header):
                    raise TableError(
                        f"{path}, line {reader.line_num}: {len(row)} entries where the header has {len(header)}; "
                        "give every line one entry a column"
                    )
                header = header or row
                if row:
                    yield tuple(row)
        except csv.Error as error:
            raise TableError(f"{path}, line {reader.line_num}: {error}; correct the quoting of that line") from error
        if not header:
            raise TableError(f"{path} is empty; a table needs a header line and at least one row")


def csv_table(path: str | Path, columns: Iterable[str] | None = None) -> Table:
    """The rows of a CSV file with a header, of all its columns or of those named, in that order."""
    header, *lines = csv_rows(path)
    chosen = list(columns) if columns is not None else list(header)
    if len(set(header)) < len(header):
        raise ColumnError(f"{path} names a column twice ({', '.join(header)}); rename one of them")
    for name in chosen:
        if name not in header:
            raise ColumnError(f"{path} has no column {name!r}; its columns are {', '.join(header)}")
    if not lines:
        raise TableError(f"{path} has a header but no row; a relation needs at least one row")
    places = [header.index(name) for name in chosen]
    return chosen, [tuple(row[place] for place in places) for row in lines]


def json_table(path: str | Path) -> Table:
    """The rows of a JSON object ``{"columns": […], "rows": [[…], …]}``; lists in a row become tuples."""
    with opened_text(path) as stream:
        try:
            content = json.load(stream)
        except (json.JSONDecodeError, RecursionError) as error:
            raise TableError(f"{path} is not JSON: {error}; write it with Relation.to_json") from error
    columns, rows = (content.get("columns"), content.get("rows")) if isinstance(content, dict) else (None, None)
    if not isinstance(columns, list) or not isinstance(rows, list):
        raise TableError(f'{path} is not a relation; it must be an object with the lists "columns" and "rows"')
    for row in rows:
        if not isinstance(row, list):
            raise TableError(f"{path} has the row {row!r}, which is no list; write every row as a list of labels")
    if not rows:
        raise TableError(f"{path} has no row; a relation needs at least one row")
    return [str(name) for name in columns], [_label(row) for row in rows]


def _label(entry: Any) -> Any:
    """A label as JSON holds it, with lists as tuples."""
    if isinstance(entry, list | tuple):
        return tuple(_label(part) for part in entry)
    if entry is not None and not isinstance(entry, str | int):
        raise TableError(f"{entry!r} cannot be a label: write labels as text, integers, null, or lists of those")
    return entry


def write_json_table(columns: Iterable[str], rows: Iterable[tuple[Any, ...]], path: str | Path) -> None:
    """Write rows so that :func:`json_table` reads them back; a label that JSON cannot hold raises ``TableError``."""
    content = {"columns": list(columns), "rows": [_label(row) for row in rows]}
    Path(path).write_text(json.dumps(content, ensure_ascii=False, indent=1) + "\n", encoding="utf-8")
