"""Reading and writing relations: CSV (also gzipped) and JSON, with nothing evaluated and nothing dropped silently.

Every entry of a CSV file is a label and stays the text it is; a relation is the set of the distinct rows.
"""

from __future__ import annotations

import csv
import gzip
import json
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TextIO

from exactpriv.errors import ColumnError, TableError
from exactpriv.relations.relation import Relation, Row


@contextmanager
def opened_text(path: str | Path) -> Iterator[TextIO]:
    """Open a text file, unpacking it when its name ends in ``.gz``."""
    file = Path(path)
    opener = gzip.open if file.suffix == ".gz" else open
    try:
        with opener(file, "rt", encoding="utf-8-sig", newline="") as stream:
            yield stream
    except (OSError, EOFError) as error:
        reason = getattr(error, "strerror", None) or error
        raise TableError(f"cannot read {file}: {reason}; give a readable file") from error
    except UnicodeDecodeError as error:
        raise TableError(
            f"{file} is not UTF-8 text ({error.reason} at byte {error.start}); save it as UTF-8"
        ) from error


def csv_rows(path: str | Path) -> Iterator[Row]:
    """The header and then every row of a CSV file; TableError when it is empty or ragged. Blank lines are no rows."""
    with opened_text(path) as stream:
        reader = csv.reader(stream)
        try:
            header = next(reader, [])
            if not header:
                raise TableError(f"{path} is empty; a table needs a header line and at least one row")
            yield tuple(header)
            for row in reader:
                if row and len(row) != len(header):
                    raise TableError(
                        f"{path}, line {reader.line_num}: {len(row)} entries where the header has {len(header)}; "
                        "give every line one entry a column"
                    )
                if row:
                    yield tuple(row)
        except csv.Error as error:
            raise TableError(f"{path}, line {reader.line_num}: {error}; correct the quoting of that line") from error


def read_csv(path: str | Path, columns: Iterable[str] | None = None) -> Relation:
    """The relation of the distinct rows of a CSV file with a header, of all its columns or of those named."""
    lines = csv_rows(path)
    header = [str(name) for name in next(lines)]
    chosen = list(columns) if columns is not None else header
    if len(set(header)) < len(header):
        raise ColumnError(f"{path} names a column twice ({', '.join(header)}); rename one of them")
    for name in chosen:
        if name not in header:
            raise ColumnError(f"{path} has no column {name!r}; its columns are {', '.join(header)}")
    places = [header.index(name) for name in chosen]
    rows = {tuple(row[place] for place in places): True for row in lines}
    if not rows:
        raise TableError(f"{path} has a header but no row; a relation needs at least one row")
    return Relation(chosen, rows)


def read_json(path: str | Path) -> Relation:
    """The relation of a JSON object ``{"columns": […], "rows": [[…], …]}``; lists in a row become tuples."""
    with opened_text(path) as stream:
        try:
            content = json.load(stream)
        except json.JSONDecodeError as error:
            raise TableError(f"{path} is not JSON: {error}; write it with Relation.to_json") from error
    if not isinstance(content, dict) or not {"columns", "rows"} <= set(content):
        raise TableError(f'{path} is not a relation; it must be an object with "columns" and "rows"')
    if not content["rows"]:
        raise TableError(f"{path} has no row; a relation needs at least one row")
    return Relation([str(name) for name in content["columns"]], {_tupled(row): True for row in content["rows"]})


def _tupled(entry: Any) -> Any:
    if isinstance(entry, list):
        return tuple(_tupled(part) for part in entry)
    if isinstance(entry, dict | float):
        raise TableError(f"{entry!r} cannot be a label: write labels as text, integers or lists of those")
    return entry


def write_json(R: Relation, path: str | Path) -> None:
    """Write a decided relation; tuples become lists and other labels must be text, integers, booleans or null."""
    content = {"columns": list(R.columns), "rows": [list(row) for row in R]}
    Path(path).write_text(json.dumps(content, ensure_ascii=False, indent=1) + "\n", encoding="utf-8")
