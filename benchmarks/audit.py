"""A table of ten million rows, audited in bounded memory, and lines counted with dictionaries on a fiftieth of it."""

from __future__ import annotations

import gzip
from collections.abc import Iterator
from fractions import Fraction
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np

from benchmarks.figures import Figure, need_same, timed
from benchmarks.processes import WHOSE, in_fresh_process, peak_memory, program, watched
from exactpriv.audit import audit as audited
from exactpriv.privacy import LinearQuantizer, levels_for
from exactpriv.relations.reading import csv_rows

ROWS, PEOPLE = 10_000_000, 6
_SMALL = ROWS // 50
_AT_ONCE = 250_000
_MOST_READING = 4000
_BUDGET = 3


def audit() -> Iterator[Figure]:
    """``exactpriv audit`` of the mean of six people, over ten million half-hours."""
    with TemporaryDirectory() as folder:
        file, small = Path(folder) / "table.csv.gz", Path(folder) / "small.csv.gz"
        write_table(file, ROWS)
        write_table(small, _SMALL)
        declared = f"0:{_MOST_READING}"
        options = ["--individual", "H*", "--time", "time", "--epsilon", str(_BUDGET), "--range", declared]
        whole = watched([*program(), "audit", str(file), *options])
        found = audited(small, individual="H*", epsilon=_BUDGET, value_range=declared)
        R = Fraction(_MOST_READING)
        Q = LinearQuantizer(levels_for(_BUDGET, R / PEOPLE, R), 0, R)
        (lines, peak), seconds = timed(partial(in_fresh_process, with_dictionaries, small, Q))
    need_same((found.observed.lines, found.observed.singletons, found.observed.count), lines)
    alternative = f"dictionaries, {_SMALL:,} rows"
    yield Figure(f"exactpriv audit, {ROWS:,} rows", whole.seconds, "s", alternative, seconds, most=120)
    yield Figure(f"memory {WHOSE}", whole.peak, "MiB", alternative, peak, most=2048)


def write_table(file: Path, rows: int) -> None:
    """Readings in Wh that look like those of homes: many small ones, few large ones, rounded and cut off."""
    rng = np.random.Generator(np.random.PCG64(5))
    with gzip.open(file, "wt", compresslevel=1, encoding="ascii") as stream:
        stream.write(",".join(["time", *(f"H{person}" for person in range(PEOPLE))]) + "\n")
        for start in range(0, rows, _AT_ONCE):
            size = min(_AT_ONCE, rows - start)
            readings = np.minimum(rng.standard_gamma(1.2, (size, PEOPLE)) * 180, _MOST_READING).astype(np.int64)
            readings[:, 0] //= 100  # this home is read coarsely, so that its lines have several rows
            times = np.arange(start, start + size)[:, None]
            lines = (",".join(map(str, row)) for row in np.hstack([times, readings]).tolist())
            stream.write("\n".join(lines) + "\n")


def with_dictionaries(file: Path, Q: LinearQuantizer) -> tuple[tuple[int, int, int], float]:
    """The lines, those of a single row and K on the observed rows, and the most memory that this process had."""
    rows = {tuple(map(int, row[1:])) for number, row in enumerate(csv_rows(file)) if number}
    cell = {total: Q(f"{total}/{PEOPLE}") for total in {sum(row) for row in rows}}
    lines: dict[tuple[int, ...], list[tuple[int, ...]]] = {}
    for row in rows:
        for person in range(PEOPLE):
            lines.setdefault((person, *row[:person], *row[person + 1 :]), []).append(row)
    outputs = [len({cell[sum(row)] for row in line}) for line in lines.values()]
    return (len(lines), sum(len(line) == 1 for line in lines.values()), max(outputs)), peak_memory()
