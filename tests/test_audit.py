"""Audits of tables: against brute force over all lines, hand-worked tables, real data, and bad input."""

import gzip
import json
from fractions import Fraction
from itertools import product

import numpy as np
import pytest

from exactpriv import LinearQuantizer, Mechanism, Relation
from exactpriv.amount import bits, log2
from exactpriv.audit import QUERIES, Release, audit, local_audit, opened, parsed_range
from exactpriv.audit.counting import components
from exactpriv.audit.products import product_contexts, sumset
from exactpriv.audit.responses import most_outputs
from exactpriv.errors import (
    BudgetError,
    ColumnError,
    LevelsError,
    NotANumberError,
    NotExactError,
    OutsideRangeError,
    SizeError,
    TableError,
)
from exactpriv.experiments.data import ENERGY_COMPLETE, TAXI_TRIPS, shipped
from exactpriv.information import (
    maximin_information,
    nonstochastic_information,
    nonstochastic_leakage,
    symmetrized_leakage,
)
from exactpriv.privacy import levels_for, output_count
from exactpriv.relations import is_product
from exactpriv.report.audit import audit_lines, audit_record, local_lines, local_record

duckdb = pytest.importorskip("duckdb")


def written(folder, rows, names=None, name="table.csv"):
    """A CSV file of rows."""
    path = folder / name
    names = names or [f"H{j + 1}" for j in range(len(rows[0]))]
    quoted = ['"' + n.replace('"', '""') + '"' for n in names]
    lines = [",".join(quoted), *(",".join(map(str, row)) for row in rows)]
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return path


def tables(people, seed, count=6):
    """Small tables, some of them products, with values of a few sizes."""
    rng = np.random.Generator(np.random.PCG64(1000 * people + seed))
    for number in range(count):
        sets = [sorted({int(v) for v in rng.integers(-4, 9, size=3)}) for _ in range(people)]
        rows = list(product(*sets))
        if number % 2:
            rows = [rows[place] for place in sorted(rng.choice(len(rows), size=max(1, len(rows) // 3), replace=False))]
        yield [tuple(v if number % 3 else Fraction(v, 2) for v in row) for row in rows]


def as_text(rows):
    """Halves as decimals."""
    return [[f"{int(10 * v) / 10}" if Fraction(v).denominator == 2 else str(int(v)) for v in row] for row in rows]


def brute_count(rows, released):
    """K(g) = max over the lines of |g(D_{i,v})|, by the definition of the toolkit."""
    return output_count(Mechanism(Relation.of(*rows), lambda row: released[row]))


def brute_substituted(release, rows):
    """max over i and observed v of |{g(xᵢ, v) : xᵢ ∈ ⟦Xᵢ⟧}|"""
    marginals = [{row[j] for row in rows} for j in range(len(rows[0]))]
    return max(
        len({release.of_row([*row[:i], x, *row[i + 1 :]]) for x in marginal})
        for i, marginal in enumerate(marginals)
        for row in rows
    )


# --- against brute force ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("levels", [None, 3, 8])
@pytest.mark.parametrize("query", QUERIES)
@pytest.mark.parametrize("people", [1, 2, 3, 4])
def test_counts_are_those_of_all_lines(tmp_path, people, query, levels):
    """K on D, K on ∏⟦Xᵢ⟧ and the most outputs of g ∘ ψ, against the definitions on every line."""
    for rows in tables(people, levels or 0, 2):
        if len({v for row in rows for v in row}) == 1:
            continue
        found = audit(written(tmp_path, as_text(rows)), query, levels=levels)
        D = [tuple(map(Fraction, row)) for row in rows]
        outputs = {row: found.release.of_row(row) for row in D}
        box = list(product(*(sorted({row[j] for row in D}) for j in range(people))))
        assert found.on_observed.count == brute_count(D, outputs)
        assert found.on_product.count == brute_count(box, {row: found.release.of_row(row) for row in box})
        assert found.substituted.count == brute_substituted(found.release, D)
        assert found.on_product.is_exact
        assert found.is_product == is_product(Relation.of(*D))
        assert found.box == len(box)
        for told, column in zip(found.told, range(people), strict=True):
            R = Relation.of(*{(row[column], outputs[row]) for row in D})
            assert told.information == (nonstochastic_information(R), nonstochastic_information(R.converse))
            assert told.leakage == (nonstochastic_leakage(R), nonstochastic_leakage(R.converse))
            assert told.symmetrized_leakage == symmetrized_leakage(R)
            assert told.maximin_information == maximin_information(R)


@pytest.mark.parametrize("levels", [None, 5])
@pytest.mark.parametrize("query", QUERIES)
@pytest.mark.parametrize("people", [2, 3])
def test_a_declared_range_is_a_grid(tmp_path, people, query, levels):
    """With --range lo:hi everybody's values are lo, lo + 10⁻ᵈ, …, hi."""
    found = audit(written(tmp_path, [("0.5",) * people]), query, levels=levels, value_range="0:1.5")
    grid = [Fraction(k, 10) for k in range(16)]
    box = list(product(grid, repeat=people))
    values = {row: found.release.of_row(row) for row in box}
    assert found.on_product.count == max(
        len({values[x, *others] for x in grid}) for others in product(grid, repeat=people - 1)
    )
    assert len(found.on_product.worst.outputs) == found.on_product.count


@pytest.mark.parametrize("query", ["mean", "sum", "median", "max", "min", "count"])
@pytest.mark.parametrize("levels", [2, 3, 5])
@pytest.mark.parametrize(("low", "high"), [(-5, 5), (-3, -1), (1, 10), (2, 6)])
def test_a_declared_range_may_start_anywhere(tmp_path, query, levels, low, high):
    """K = max over v of |Q(f(⟦Xᵢ⟧, v))| for ⟦Xᵢ⟧ = {lo, …, hi}, by all data sets of two and of three people."""
    grid = [Fraction(x) for x in range(low, high + 1)]
    for people in (2, 3):
        found = audit(written(tmp_path, [(str(low),) * people]), query, levels=levels, value_range=f"{low}:{high}")
        outputs = {row: found.release.of_row(row) for row in product(grid, repeat=people)}
        assert found.on_product.count == max(
            len({outputs[*others[:i], x, *others[i:]] for x in grid})
            for others in product(grid, repeat=people - 1)
            for i in range(people)
        )


def test_few_sums_are_exact_however_far_apart(tmp_path):
    """K is a maximum over nine data sets, though the sums lie among 2·10⁸ steps; and 2 for the raw mean."""
    table = written(tmp_path, [("0", "0"), ("0.00000001", "1"), ("1", "0.00000001")])
    found = audit(table, levels=3)
    assert (found.on_product.count, found.on_product.is_exact) == (2, True)
    raw = audit(written(tmp_path, [("1.00000001", "2"), ("3", "4.5")]))
    assert (raw.on_product.count, raw.on_product.is_exact) == (2, True)


def test_a_column_without_a_name_is_refused(tmp_path):
    """The index of a data frame has none."""
    path = tmp_path / "frame.csv"
    path.write_text(",a,b\n0,1,2\n1,3,4\n", "utf-8")
    with pytest.raises(ColumnError, match=r"column 1 of .* has no name"):
        audit(path)


def test_lines_and_singletons_are_counted(tmp_path):
    """|{(i, v)}|, and those of a single row, by listing them; repeated rows count once."""
    for rows in tables(3, 5):
        found = audit(written(tmp_path, as_text([*rows, rows[0]])))
        lines = {}
        for row in rows:
            for i in range(3):
                lines.setdefault((i, row[:i] + row[i + 1 :]), set()).add(row)
        assert (found.observed.lines, found.observed.rows) == (len(lines), len(set(rows)))
        assert found.observed.singletons == sum(len(points) == 1 for points in lines.values())


@pytest.mark.parametrize("query", QUERIES)
@pytest.mark.parametrize("people", [1, 2, 3, 4, 5])
def test_products_of_small_sets(people, query):
    """K on a product of sets with gaps, for every number of levels, against every line."""
    rng = np.random.Generator(np.random.PCG64(people))
    for levels in (None, 1, 2, 3, 5, 8, 13, 21):
        sets = [np.unique(rng.integers(-5, 12, size=3)) for _ in range(people)]
        ends = [Fraction(f(s)) for f, s in ((QUERIES[query], [int(v[k]) for v in sets]) for k in (0, -1))]
        release = Release(query, people, 1, levels and LinearQuantizer(levels, ends[0], max(ends[1], ends[0] + 1)))
        best = most_outputs(release, sets, product_contexts(release, sets))
        values = {row: release.of_row([Fraction(int(v)) for v in row]) for row in product(*(map(int, s) for s in sets))}
        lines = {}
        for row, y in values.items():
            for i in range(people):
                lines.setdefault((i, row[:i] + row[i + 1 :]), set()).add(y)
        assert best.count == max(map(len, lines.values()))
        others = best.context.others(best.shift)
        assert len(lines[best.person, tuple(map(int, others))]) == best.count


def test_collisions_of_hashes_change_nothing(tmp_path, monkeypatch):
    """With one hash for everything, lines, singletons and K are the same."""
    paths = [written(tmp_path, as_text(rows), name=f"{k}.csv") for k, rows in enumerate(tables(3, 9))]
    before = [audit(path).observed for path in paths]
    monkeypatch.setattr("exactpriv.audit.counting._hash_sql", lambda _: "0")
    assert [audit(path).observed for path in paths] == before


@pytest.mark.parametrize("levels", [2, 3, 10, 97, 1000, 10**6, 10**13])
def test_sums_of_wide_sets(levels):
    """Many values and levels, in 64 bits and in Python's integers, against every sum of the others."""
    rng = np.random.Generator(np.random.PCG64(levels))
    sets = [np.unique(rng.integers(0, 10**4, size=12)) for _ in range(3)]
    top = sum(int(s[-1]) for s in sets)
    release = Release("sum", 3, 1, LinearQuantizer(levels, 0, top))
    best = most_outputs(release, sets, product_contexts(release, sets))
    Q = release.quantizer
    assert best.count == max(
        len({Q(int(x) + int(a) + int(b)) for x in sets[i]}) for i in range(3) for a in sets[i - 1] for b in sets[i - 2]
    )


def test_sumsets_are_all_sums():
    """{a + b}, of intervals and of sets with gaps."""
    rng = np.random.Generator(np.random.PCG64(7))
    for size in (1, 2, 5, 40):
        A, B = (np.unique(rng.integers(-50, 400, size=size)) for _ in range(2))
        for one, other in product((A, range(3, 9)), (B, range(-2, 0), range(5, 6))):
            assert list(sumset(one, other)) == sorted({int(a) + int(b) for a in one for b in other})


def test_too_much_work_leaves_a_bound(tmp_path):
    """K ≤ min(q, ⌈qS/R⌉ + 1, |⟦Xᵢ⟧|) is what is said when the exact count would take too long."""
    path = written(tmp_path, [(0, 1, 9), (5, 5, 5), (9, 0, 2)])
    exact, bound = audit(path, levels=7), audit(path, levels=7, most_steps=0)
    assert not bound.on_product.is_exact
    assert bound.on_product.worst is None
    assert exact.on_product.count <= bound.on_product.count == 3


def test_components_are_the_overlap_partition():
    """|⟦X|Y⟧⋆| of random relations, against the toolkit's own."""
    rng = np.random.Generator(np.random.PCG64(3))
    for size in (1, 5, 10, 30, 60):
        x, y = rng.integers(0, 30, size=(2, size))
        R = Relation.of(*{(int(a), int(b)) for a, b in zip(x, y, strict=True)})
        assert log2(components(x, y)) == maximin_information(R)


# --- worked by hand --------------------------------------------------------------------------------------------------


def test_a_table_worked_by_hand(tmp_path):
    """Three people, three rows: every line is one row, and yet the sum tells each value to who knows the others."""
    found = audit(written(tmp_path, [(0, 0, 0), (1, 1, 0), (2, 2, 4)]), "sum")
    assert (found.on_observed.count, found.observed.share) == (1, 1)
    assert (found.on_product.count, found.on_product.budget) == (3, log2(3))
    assert (found.substituted.count, found.breaks_theorem_1) == (3, True)
    assert (found.box, found.is_product) == (18, False)
    assert found.on_product.worst.anonymity == 1
    assert found.all_rows == 3 * log2(3)


def test_the_mean_of_two_meets_three_cells(tmp_path):
    """Readings 0, 0.1, …, 1 of two people, q = 4: at 0.2 the means 0.1, …, 0.6 meet cells 1, 2 and 3 (note A-6)."""
    found = audit(written(tmp_path, [("0.2", "0.1")]), levels=4, value_range="0:1")
    assert found.on_product.count == 3 == found.bound
    assert len(found.on_product.worst.outputs) == 3


def test_a_budget_gives_the_sharp_number_of_levels(tmp_path):
    """q = max(⌊2^ε⌋, ⌊(⌊2^ε⌋ - 1) R/S⌋), which keeps the budget."""
    found = audit(written(tmp_path, [(0, 4, 7, 1), (3, 2, 1, 0)]), epsilon=2, value_range="0:10")
    assert found.release.quantizer.levels == levels_for(2, Fraction(10, 4), 10) == 12
    assert found.on_product.budget <= bits(2)


def test_local_release_of_two_columns(tmp_path):
    """K = ∏ K of the columns; two of three people share their record."""
    found = local_audit(written(tmp_path, [("0.5", 10), ("0.6", 11), ("1.5", 20)]), levels=2)
    assert [column.count for column in found.columns] == [2, 2]
    assert (found.budget, found.observed, found.alone, found.anonymity) == (bits(2), 2, 1, 1)
    by_budget = local_audit(written(tmp_path, [("0.5", 10), ("0.6", 11), ("1.5", 20)]), epsilon=3)
    assert [column.quantizer.levels for column in by_budget.columns] == [2, 2]


# --- reading ---------------------------------------------------------------------------------------------------------


def test_decimals_stay_exact(tmp_path):
    """0.1 is one tenth, also as 1e-1, .1 and +0.10; the resolution is that of the finest reading."""
    path = written(tmp_path, [("0.1", "1e-1"), (".1", "+0.10"), ("-3", " 2.50 ")])
    with opened(path) as readings:
        assert readings.decimals == 1
        assert [[Fraction(int(v), readings.unit) for v in values] for values in readings.values] == [
            [-3, Fraction(1, 10)],
            [Fraction(1, 10), Fraction(5, 2)],
        ]


@pytest.mark.parametrize("name", ['a "b" c', "x'); DROP TABLE readings; --", "größe, kWh", "H*"])
def test_any_column_name_works(tmp_path, name):
    """Names are quoted, and one that is also a pattern means itself."""
    path = written(tmp_path, [(1, 2), (3, 5)], [name, "other"])
    individual = None if "," in name else name
    assert audit(path, "sum", individual=individual).kept.people[0] == name


def test_people_are_chosen_by_name_and_pattern(tmp_path):
    """--individual "H*,b"; without it everybody with numbers, and the others are named."""
    path = written(tmp_path, [(1, 2, 3, "x"), (2, 3, 4, "y")], ["H1", "H2", "b", "place"])
    assert audit(path, individual="H*").kept.people == ("H1", "H2")
    assert audit(path, individual="b,H2").kept.people == ("b", "H2")
    found = audit(path)
    assert (found.kept.people, found.kept.not_people) == (("H1", "H2", "b"), ("place",))


def test_gzip_and_parquet_are_read_alike(tmp_path):
    """The same numbers in CSV, CSV.gz and Parquet with DECIMAL columns."""
    path = written(tmp_path, [("0.5", 1), ("1.25", 2), ("0.5", 3)])
    packed, columns = tmp_path / "table.csv.gz", tmp_path / "table.parquet"
    packed.write_bytes(gzip.compress(path.read_bytes()))
    duckdb.read_csv(str(path)).project("H1::DECIMAL(9, 4) AS H1, H2::INTEGER AS H2").write_parquet(str(columns))
    one, *others = (audit(file, levels=3) for file in (path, packed, columns))
    for other in others:
        assert (other.on_product, other.observed, other.told) == (one.on_product, one.observed, one.told)


def test_missing_readings_fail_or_drop_their_rows(tmp_path):
    """The first is named; dropping says how many rows went, and whose readings were missing."""
    path = written(tmp_path, [(1, 2), (3, ""), (4, 5), ("", "")], ["A", "B"])
    with pytest.raises(
        TableError, match=r"column A, row 4: the reading is missing \(of 3 in all, in 2 of the columns\)"
    ):
        audit(path)
    kept = audit(path, missing="drop").kept
    assert (kept.rows_read, kept.rows, kept.dropped, dict(kept.missing)) == (4, 2, 2, {"A": 1, "B": 2})


def test_odd_times_are_counted(tmp_path):
    """One time stands twice, and one row goes back."""
    stamps = ["2013-04-07 01:00", "2013-04-07 02:00", "2013-04-07 02:00", "2013-04-07 01:30"]
    path = written(tmp_path, [(t, 1, k) for k, t in enumerate(stamps)], ["t", "A", "B"])
    times = audit(path, time="t").kept.times
    assert (times.duplicates, times.going_back) == (1, 1)
    with pytest.raises(ColumnError, match="cannot be put in order"):
        audit(written(tmp_path, [("1/2/2013", 1), ("2/2/2013", 2)], ["t", "A"]), time="t")


ORDERED = {
    "short hours": ["2013-04-07 9:30", "2013-04-07 10:00"],
    "a T and a blank": ["2013-04-07T09:30", "2013-04-07 10:00", "2013-04-07T10:30:00"],
    "days, hours, seconds and parts of them": [
        "2013-04", "2013-04-02", "2013-04-02 1", "2013-04-02 01:00:01", "2013-04-02 01:00:01.000000001",
        "2013-04-02 01:00:01.5",
    ],
    "before 1970": ["1969-12-31 23:59:59.25", "1969-12-31 23:59:59.5", "1970-01-01"],
    "numbers": ["9", "10", "1e3"],
}  # fmt: skip


@pytest.mark.parametrize("case", ORDERED)
def test_times_are_compared_as_moments(tmp_path, case):
    """In order as written, none earlier; reversed, all earlier but the first."""
    for order, back in ((1, 0), (-1, len(ORDERED[case]) - 1)):
        rows = [(t, k) for k, t in enumerate(ORDERED[case][::order])]
        times = audit(written(tmp_path, rows, ["t", "A"]), time="t").kept.times
        assert (times.duplicates, times.going_back) == (0, back)


def test_one_moment_written_in_several_ways_is_repeated(tmp_path):
    """9:30 is 09:30:00, with a T or a blank."""
    stamps = ["2013-04-07 9:30", "2013-04-07T09:30", "2013-04-07 09:30:00.0", "2013-04-08", "2013-04-08 00:00"]
    times = audit(written(tmp_path, [(t, k) for k, t in enumerate(stamps)], ["t", "A"]), time="t").kept.times
    assert (times.duplicates, times.going_back) == (2, 0)


@pytest.mark.parametrize(
    "text", ["2013-99-99", "2013-02-29", "2013-04-07 9:75", "2013-04-07 9:3", "2013-04-07 10:00Z", "noon", "2013", ""]
)
@pytest.mark.parametrize("before", ["2013-04-07 09:30", "2013-13-01"])
def test_a_time_that_is_none_is_named(tmp_path, text, before):
    """The first that cannot be read, with its row."""
    path = written(tmp_path, [(before, 1), (text, 2)], ["t", "A"])
    row, said = (2, text) if before == "2013-04-07 09:30" else (1, before)
    with pytest.raises(TableError, match=f"column t, row {row}: '{said}' is no time; write it as"):
        audit(path, time="t")


def test_times_in_parquet(tmp_path):
    """TIMESTAMP and DATE are read; with a time zone they are refused."""
    path = tmp_path / "times.parquet"
    moments = "SELECT unnest(['2013-04-07 10:00', '2013-04-07 09:30'])::{} AS t, 1 AS a"
    for kind, found in (("TIMESTAMP", (0, 1)), ("TIMESTAMP_NS", (0, 1)), ("DATE", (1, 0))):
        duckdb.sql(moments.format(kind)).write_parquet(str(path))
        times = audit(path, time="t").kept.times
        assert (times.duplicates, times.going_back) == found
    duckdb.sql(moments.format("TIMESTAMPTZ")).write_parquet(str(path))
    with pytest.raises(ColumnError, match="cannot be put in order"):
        audit(path, time="t")


def test_a_directory_is_no_table(tmp_path):
    """It is there, so it is not said to be absent."""
    with pytest.raises(TableError, match="it is a directory; give a CSV or Parquet file"):
        audit(tmp_path)


BAD = {
    "a text among the numbers": ([(1, 2), (1, "n/a")], {}, NotANumberError, "column B, row 2: 'n/a' is not a number"),
    "numbers with signs inside": ([(1, "1_000")], {"individual": "B"}, NotANumberError, "'1_000'"),
    "not a number": ([(1, 2), (1, "nan")], {}, NotANumberError, "'nan'"),
    "a text column by name": ([(1, "x")], {"individual": "B"}, NotANumberError, "column B, row 1"),
    "no numbers at all": ([("x", "y")], {}, ColumnError, "no column of numbers"),
    "nobody has that name": ([(1, 2)], {"individual": "C"}, ColumnError, "no column 'C'"),
    "nobody is named": ([(1, 2)], {"individual": ","}, ColumnError, "names nobody"),
    "no such time": ([(1, 2)], {"time": "C"}, ColumnError, "no column 'C'"),
    "a person without data": ([(1, ""), (2, "")], {"missing": "drop"}, ColumnError, "B has no reading at all"),
    "every row lacks something": ([(1, ""), ("", 2)], {"missing": "drop"}, TableError, "in every row"),
    "outside the range": ([(1, 20), (2, 30)], {"value_range": "0:10"}, OutsideRangeError, "2 readings of B .* as 20"),
    "a range without length": ([(1, 2)], {"value_range": "5:5"}, LevelsError, "positive length"),
    "no range": ([(1, 2)], {"value_range": "5"}, LevelsError, "such as 0:10"),
    "a range that is no decimal": ([(1, 2)], {"value_range": "1/3:5"}, NotExactError, "1/3 is no decimal"),
    "a small budget": ([(1, 2), (2, 5)], {"epsilon": "1/2"}, BudgetError, "smallest ε that tells anything is 1"),
    "a negative budget": ([(1, 2), (2, 5)], {"epsilon": -1}, BudgetError, "negative"),
    "nobody varies": ([(1, 2)], {"epsilon": 1}, LevelsError, "never varies"),
    "both": ([(1, 2)], {"epsilon": 1, "levels": 2}, LevelsError, "give one"),
    "no levels": ([(1, 2)], {"levels": 0}, LevelsError, "at least 1"),
    "nothing varies": ([(1, 1)], {"levels": 2}, LevelsError, "declare one"),
    "no such query": ([(1, 2)], {"query": "mode"}, OutsideRangeError, "'mode' is no query"),
    "too large": ([(10**30, 2)], {}, SizeError, "below 2\\^62"),
    "too fine": ([("1e-30", 2)], {}, SizeError, "30 decimals"),
    "ragged": ([(1, 2), (1, 2, 3)], {}, TableError, "cannot read"),
}


@pytest.mark.parametrize("case", BAD)
def test_bad_input_is_named(tmp_path, case):
    """Each says what was given and what to do."""
    rows, options, error, message = BAD[case]
    path = written(tmp_path, rows, ["A", "B"])
    with pytest.raises(error, match=message):
        audit(path, **options)


def test_files_that_are_no_tables(tmp_path):
    """No file, an empty one, a header alone, a column twice, binary floats."""
    with pytest.raises(TableError, match="no such file"):
        audit(tmp_path / "none.csv")
    for text, error in (("", TableError), ("A,B\n", TableError), ("A,A\n1,2\n", ColumnError)):
        (tmp_path / "bad.csv").write_text(text)
        with pytest.raises(error):
            audit(tmp_path / "bad.csv")
    (tmp_path / "bad.parquet").write_text("no parquet")
    with pytest.raises(TableError):
        audit(tmp_path / "bad.parquet")
    duckdb.sql("SELECT 0.1::DOUBLE AS A").write_parquet(str(tmp_path / "float.parquet"))
    with pytest.raises(NotExactError, match="binary floats"):
        audit(tmp_path / "float.parquet")


def test_ranges_are_read():
    """The text "lo:hi", or a pair."""
    assert parsed_range("0:0.5") == parsed_range((0, Fraction(1, 2))) == (0, Fraction(1, 2))


# --- in words --------------------------------------------------------------------------------------------------------


def test_the_report_warns_and_headlines_the_product(tmp_path):
    """The product comes first; lines of a single row are no privacy; where Theorem 1 fails, both numbers are said."""
    text = "\n".join(audit_lines(audit(written(tmp_path, [(0, 0, 0), (1, 1, 0), (2, 2, 4)]), "sum")))
    assert text.index("Budget on the product of the ranges: K = 3") < text.index("Budget on the observed rows: K = 1")
    assert "9 of 9 lines (100 %) are a single row" in text
    assert "WARNING" in text
    assert "Theorem 1 would promise I⋆ = L ≤ 0 bits" in text
    assert "K = 3, log2(3) bits ≈ 1.584963, about H1" in text


def test_records_hold_everything_as_plain_data(tmp_path):
    """JSON with exact numbers as text, the same whenever it is made."""
    path = written(tmp_path, [("0.5", 10, ""), ("0.7", 11, 1), ("1.5", 20, 2)])
    one, other = (json.dumps(audit_record(audit(path, levels=4, missing="drop"))) for _ in range(2))
    assert one == other
    record = json.loads(one)
    assert (record["rows_dropped"], record["missing"], record["product"]["is_exact"]) == (1, {"H3": 1}, True)
    local = local_audit(path, levels=4, missing="drop")
    assert json.loads(json.dumps(local_record(local)))["K"] == local.count
    assert any("Budget of everybody's record" in line for line in local_lines(local))


def test_little_memory_is_said(tmp_path):
    """What does not fit into the memory allowed is a named error."""
    path = written(tmp_path, [(k, 3 * k) for k in range(100)])
    with pytest.raises(SizeError, match="allow more"):
        audit(path, memory="1MB")


# --- real data -------------------------------------------------------------------------------------------------------


def test_real_rows_look_private_and_are_not():
    """Every observed line is one row, so that raw means look like 0 bits; who knows the others reads all 780 values."""
    found = audit(shipped(ENERGY_COMPLETE))
    assert (found.on_observed.count, found.observed.share) == (1, 1)
    assert found.on_product.count == found.substituted.count == max(t.x for t in found.told) == 780


def test_taxi_trips_are_local():
    """2^(ε/4) boxes per coordinate: ε = 8 gives 4 each, 256 records in all."""
    found = local_audit(shipped(TAXI_TRIPS), epsilon=8)
    assert [column.count for column in found.columns] == [4] * 4
    assert found.budget == bits(8)
    assert found.kept.not_people == ("pickup_hour",)
