"""``exactpriv audit``, ``quantize`` and ``experiment``: what they print and write, and what they refuse."""

import gzip
import json
import sys
from fractions import Fraction
from itertools import pairwise, product
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

from exactpriv import LinearQuantizer, cli
from exactpriv.audit import QUERIES
from exactpriv.experiments.data import TAXI_TRIPS, shipped

duckdb = pytest.importorskip("duckdb")
pytest.importorskip("matplotlib")

PEOPLE = "ann,bob,eve\n0,1,4\n2,1,4\n0,3,4\n4,0,2\n"
ROWS = [tuple(map(int, line.split(","))) for line in PEOPLE.splitlines()[1:]]
SIDES = ("pickup_longitude", "pickup_latitude", "dropoff_longitude", "dropoff_latitude")


@pytest.fixture
def exactpriv(capsys):
    """Run a command line; its status, output and complaints."""

    def command(*arguments):
        with pytest.raises(SystemExit) as left:
            cli.main([str(argument) for argument in arguments])
        out, err = capsys.readouterr()
        return left.value.code, out, err

    return command


@pytest.fixture
def written(tmp_path):
    """Write a file and name it."""

    def write(text, name="table.csv"):
        path = tmp_path / name
        path.write_text(text, encoding="utf-8")
        return path

    return write


@pytest.fixture
def record(exactpriv, tmp_path):
    """What a command writes as JSON."""

    def run(*arguments):
        path = tmp_path / "result.json"
        status, _, err = exactpriv(*arguments, "--json", path)
        assert (status, err) == (0, "")
        return json.loads(path.read_text("utf-8"))

    return run


@pytest.fixture
def refused(exactpriv):
    """Bad input leaves with 2, prints nothing, and says in one line what is wrong: that line."""

    def run(*arguments):
        status, out, err = exactpriv(*arguments)
        assert (status, out, err.count("\n")) == (2, "", 1)
        assert err.startswith("exactpriv: ")
        return err

    return run


# --- audit -----------------------------------------------------------------------------------------------------------


def test_the_budget_on_the_product_is_the_headline(exactpriv, written):
    """K = 3 on the product, 2 on the observed rows, of whose ten lines eight are a single row; Theorem 1 fails."""
    status, out, err = exactpriv("audit", written(PEOPLE), "--levels", 4, "--range", "0:4")
    assert (status, err) == (0, "")
    said = [
        "Release: the mean of 3 people, quantized: 4 levels on [0, 4]",
        "Budget on the product of the ranges: K = 3, log2(3) bits",
        "Budget on the observed rows: K = 2, 1 bit",
        "8 of 10 lines (80 %) are a single row",
        "WARNING: that is a lack of data, not privacy",
        "The 4 observed rows are not a product: the least one around them has 18 rows",
        "so the promise fails here",
        "Worst line of the product: ann brings about 3 outputs, with bob = 2, eve = 0",
        "Between each person's readings X and the output Y",
    ]
    places = [out.find(words) for words in said]
    assert -1 not in places
    assert places == sorted(places)


def on_the_grid(query):
    """K(g) over all lines of {0, …, 4}³, from the definition, with four cells on the query's range."""
    low, high = (Fraction(QUERIES[query]((end,) * 3)) for end in (0, 4))
    Q = LinearQuantizer(4, low, high)
    lines = {}
    for row in product(range(5), repeat=3):
        for i in range(3):
            lines.setdefault((i, row[:i] + row[i + 1 :]), set()).add(Q(QUERIES[query](tuple(map(Fraction, row)))))
    return max(map(len, lines.values()))


@pytest.mark.parametrize("query", QUERIES)
def test_every_query_is_counted_exactly(record, written, query):
    """K on the product of the declared ranges, against every line."""
    found = record("audit", written(PEOPLE), "--query", query, "--levels", 4, "--range", "0:4")
    assert (found["query"], found["product"]["K"], found["product"]["is_exact"]) == (query, on_the_grid(query), True)


def test_the_record_of_an_audit_is_exact_and_whole(record, written):
    """The counts that are printed, budgets as logarithms, the worst line's outputs on which the definition agrees."""
    found = record("audit", written(PEOPLE), "--levels", 4, "--range", "0:4")
    assert [found[part]["K"] for part in ("product", "observed", "substituted")] == [3, 2, 3]
    assert found["product"]["budget"] == {"exact": "log2(3)", "decimal": "1.584963", "unit": "bits"}
    assert (found["observed"]["lines"], found["observed"]["singletons"], found["observed"]["box"]) == (10, 8, "18")
    assert (found["range"], found["sensitivity"], found["observed"]["is_product"]) == (["0", "4"], "4/3", False)
    line = found["product"]["worst_line"]
    others = sum(map(Fraction, line["others"].values()))
    assert line["outputs"] == sorted({LinearQuantizer(4, 0, 4)((x + others) / 3) for x in range(5)})
    assert [person["person"] for person in found["measures"]] == ["ann", "bob", "eve"]


def test_a_budget_chooses_the_levels(exactpriv, record, written):
    """q = max(⌊2^ε⌋, ⌊(⌊2^ε⌋ - 1) R/S⌋) = 9 for ε = 2 and S = R/3, and the true budget is 2 bits."""
    found = record("audit", written(PEOPLE), "--epsilon", 2, "--range", "0:4")
    assert (found["quantizer"]["levels"], found["product"]["budget"]["exact"]) == (9, "2")
    assert "no quantizer" in exactpriv("audit", written(PEOPLE))[1]


def test_zipped_and_parquet_tables_give_the_same(record, written, tmp_path):
    """CSV, CSV.gz and Parquet of whole numbers: one record."""
    path = written(PEOPLE)
    packed, columns = tmp_path / "table.csv.gz", tmp_path / "table.parquet"
    packed.write_bytes(gzip.compress(path.read_bytes()))
    duckdb.read_csv(str(path)).write_parquet(str(columns))
    one, *others = (record("audit", file, "--levels", 3) for file in (path, packed, columns))
    assert all(other | {"file": ""} == one | {"file": ""} for other in others)


def test_nothing_is_left_out_without_being_counted(exactpriv, record, written):
    """Rows with a missing reading, columns of words, times that stand twice or go back: all are said."""
    path = written("when,ann,where,bob\n1,0,x,5\n3,1,x,\n2,2,x,7\n2,4,x,6\n")
    options = ("audit", path, "--missing", "drop", "--time", "when")
    found = record(*options)
    assert (found["rows_read"], found["rows"], found["rows_dropped"], found["missing"]) == (4, 3, 1, {"bob": 1})
    assert (found["not_people"], found["people"]) == (["where"], ["ann", "bob"])
    assert found["times"] == {"column": "when", "duplicates": 1, "going_back": 1}
    _, out, _ = exactpriv(*options)
    assert "Missing: 1 reading (bob 1); 1 row dropped" in out
    assert "Not people, as they hold no number: where" in out
    assert "1 stand in more than one row; 1 are earlier than in the row before" in out


def test_people_are_chosen_by_patterns(record, written):
    """--individual 'a*,eve' leaves bob out."""
    assert record("audit", written(PEOPLE), "--individual", "a*,eve")["people"] == ["ann", "eve"]


def test_local_releases_multiply(exactpriv, record, written):
    """K = 2·2·2 for two cells in each of three columns: 3 bits; all four records are alone."""
    path = written(PEOPLE)
    found = record("audit", path, "--local", "--levels", 2)
    assert ([column["K"] for column in found["columns"]], found["K"], found["budget"]["exact"]) == ([2, 2, 2], 8, "3")
    halves = [LinearQuantizer(2, *ends) for ends in ((0, 4), (0, 3), (2, 4))]
    cells = [tuple(Q(x) for Q, x in zip(halves, row, strict=True)) for row in ROWS]
    assert found["records"] == len(set(cells))
    assert found["alone"] == sum(cells.count(cell) == 1 for cell in cells)
    _, out, _ = exactpriv("audit", path, "--local", "--levels", 2)
    assert "Budget of everybody's record: K = 8, 3 bits (Definition 2, Theorem 6)" in out


def test_taxi_trips_are_audited_locally(exactpriv):
    """2^(8/4) = 4 cells for each coordinate: 256 records, 8 bits; the hour of the trip is no number."""
    status, out, err = exactpriv("audit", shipped(TAXI_TRIPS), "--local", "--epsilon", 8)
    assert (status, err) == (0, "")
    assert "81,342 rows" in out
    assert "Not people, as they hold no number: pickup_hour" in out
    assert "K = 256, 8 bits" in out


@pytest.mark.parametrize(
    ("text", "arguments", "complaint"),
    [
        (PEOPLE.replace("0,3", "zero,3"), (), "column ann, row 3: 'zero' is not a number"),
        (PEOPLE.replace("2,1", "2,"), (), "column bob, row 2: the reading is missing (of 1 in all, in 1 of the"),
        ("a,b\n1,\n2,\n", ("--missing", "drop"), "b has no reading at all"),
        ("a,b\n1,\n,2\n", ("--missing", "drop"), "in every row"),
        (PEOPLE, ("--missing", "guess"), "guess"),
        (PEOPLE, ("--individual", "zoe"), "has no column 'zoe'; its columns are ann, bob, eve"),
        (PEOPLE, ("--time", "when"), "has no column 'when'"),
        (PEOPLE, ("--query", "mode"), "'mode' is no query; there are mean, sum, median, min, max, count"),
        (PEOPLE, ("--levels", "0"), "got '0' levels; give a whole number of at least 1"),
        (PEOPLE, ("--levels", "2.5"), "got '2.5' levels"),
        (PEOPLE, ("--levels", "9" * 30), "128 bits do not hold"),
        (PEOPLE, ("--levels", "2", "--epsilon", "1"), "give one, as either decides the other"),
        (PEOPLE, ("--epsilon", "1/2"), "the smallest ε that tells anything is 1"),
        (PEOPLE, ("--epsilon", "-1"), "negative"),
        (PEOPLE, ("--epsilon", "two"), "'two' is not a number"),
        (PEOPLE, ("--epsilon", "63"), "62 bits tell all readings apart"),
        (PEOPLE, ("--epsilon", "1e9"), "62 bits tell all readings apart"),
        (PEOPLE, ("--local", "--epsilon", "2"), "the smallest ε that tells something of each is 3"),
        (PEOPLE, ("--local", "--epsilon", "187"), "186 bits tell all readings apart"),
        (PEOPLE, ("--local", "--query", "sum"), "leave it out with --local"),
        (PEOPLE, ("--range", "0:3"), "readings of ann are outside the declared range 0:3"),
        (PEOPLE, ("--range", "4:0"), "give the lower end first"),
        (PEOPLE, ("--range", "4"), "write its ends with a colon between"),
        (PEOPLE, ("--range", "0:1/0"), "1/0"),
        (PEOPLE, ("--range", "0:1e30"), "the sum of everybody's readings must stay below 2^62 steps"),
        (PEOPLE, ("--range", "-2e18:4"), "the sum of everybody's readings must stay below 2^62 steps"),
        ("a,b\n1,1\n", ("--levels", "2"), "declare one, such as 0:10"),
        ("", (), "is empty"),
        ("a,b\n", (), "at least one"),
        ("a,a\n1,2\n", (), "names a column twice"),
        ("a,b\n1,2\n1,2,3\n", (), "cannot read"),
        (PEOPLE, ("--json", "no/record.json"), "there is no directory no; make it first"),
    ],
)
def test_what_is_wrong_with_an_audit_is_said_in_one_line(refused, written, text, arguments, complaint):
    """What was given, what is required, what to do."""
    assert complaint in refused("audit", written(text), *arguments)


def test_files_that_are_no_tables_are_refused(refused, written, tmp_path):
    """No file, no argument, no gzip, no Parquet, binary floats, and no UTF-8."""
    assert "there is no such file" in refused("audit", tmp_path / "none.csv")
    assert "Missing argument" in refused("audit")
    assert "Not a gzipped file" in refused("audit", written(PEOPLE, "table.csv.gz"))
    assert "cannot read" in refused("audit", written(PEOPLE, "table.parquet"))
    duckdb.sql("SELECT 0.1::DOUBLE AS a").write_parquet(str(tmp_path / "floats.parquet"))
    assert "binary floats are no exact readings" in refused("audit", tmp_path / "floats.parquet")
    (tmp_path / "latin.csv").write_bytes("größe,b\n1,2\n".encode("latin-1"))
    assert "is not UTF-8 text" in refused("audit", tmp_path / "latin.csv")


def test_a_table_larger_than_the_memory_is_refused(refused, written, monkeypatch):
    """What does not fit is a named error, with what to do."""

    def full(*_):
        raise duckdb.OutOfMemoryException("failed to allocate data of size 16.0 MiB\nand so on")

    monkeypatch.setattr("exactpriv.audit.audits.prepared", full)
    assert "is too large for 1500MB" in refused("audit", written(PEOPLE))


# --- quantize --------------------------------------------------------------------------------------------------------


def test_levels_by_each_rule_with_their_true_budgets(exactpriv):
    """ε = 2, S = R/4: 16 levels as printed, which cost log₂ 5; 12 keep the budget."""
    status, out, err = exactpriv("quantize", "--epsilon", 2, "--sensitivity", "1/4")
    assert (status, err) == (0, "")
    words = " ".join(out.split())
    assert "paper 16 1/16 5 log2(5) = 2.3219 bits exceeded 1/32 1/64 1/3072" in words
    assert "repaired 12 1/12 4 2 bits kept 1/24 1/48 1/1728" in words
    assert "paper: [1/32, 9/32] meets 5 cells: 1 too many" in out


def test_the_record_of_a_design_agrees_with_its_cells(record):
    """Levels, the outputs of the worst interval, errors and boundaries, for S = 3/10 and one bit."""
    found = record("quantize", "--epsilon", 1, "--sensitivity", "0.3")
    assert (found["epsilon"], found["sensitivity"], found["range"]) == ("1", "3/10", ["0", "1"])
    designs = {design["rule"]: design for design in found["designs"]}
    assert [(rule, d["levels"], d["outputs"], d["keeps_budget"]) for rule, d in designs.items()] == [
        ("paper", 6, 3, False),
        ("repaired", 3, 2, True),
        ("shortest", 4, 2, True),
    ]
    for design in designs.values():
        ends = list(map(Fraction, design["boundaries"]))
        start, end = map(Fraction, design["interval"])
        assert end - start == Fraction("0.3")
        assert sum(low <= end and start < high for low, high in pairwise(ends)) == design["outputs"]
        assert Fraction(design["worst_error"]) == max(high - low for low, high in pairwise(ends)) / 2


def test_other_ranges_are_scaled(record):
    """Levels depend on S/R only."""
    one = record("quantize", "--epsilon", 2, "--sensitivity", "1/4")
    other = record("quantize", "--epsilon", 2, "--sensitivity", 10, "--range=-20:20")
    assert [d["levels"] for d in one["designs"]] == [d["levels"] for d in other["designs"]]
    assert [Fraction(d["worst_error"]) * 40 for d in one["designs"]] == [
        Fraction(d["worst_error"]) for d in other["designs"]
    ]


def test_the_cells_are_drawn(exactpriv, tmp_path):
    """--plot writes a picture, the same every time, with the rules' names in it."""
    paths = [tmp_path / name for name in ("one.svg", "other.svg")]
    for path in paths:
        assert exactpriv("quantize", "--epsilon", 1, "--sensitivity", "0.3", "--plot", path)[0] == 0
    one, other = (path.read_bytes() for path in paths)
    assert one == other
    words = "".join(ET.fromstring(one).itertext())  # noqa: S314 - our own output, no entities
    assert all(f"{rule}: true budget" in words for rule in ("paper", "repaired", "shortest"))


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (("--epsilon", "1/2", "--sensitivity", "1/4"), "the smallest ε that works is 1"),
        (("--epsilon", "-1", "--sensitivity", "1/4"), "negative"),
        (("--epsilon", "two", "--sensitivity", "1/4"), "'two' is not a number"),
        (("--epsilon", "300", "--sensitivity", "1/4"), "at most 256 bits"),
        (("--epsilon", "2", "--sensitivity", "0"), "never varies"),
        (("--epsilon", "2", "--sensitivity", "-1"), "give 0 < S ≤ R"),
        (("--epsilon", "2", "--sensitivity", "2"), "cannot have sensitivity 2"),
        (("--epsilon", "2"), "Missing option '--sensitivity'"),
        (("--sensitivity", "2"), "Missing option '--epsilon'"),
        (("--epsilon", "2", "--sensitivity", "1/4", "--range", "1:0"), "give the lower end first"),
        (("--epsilon", "2", "--sensitivity", "1/4", "--range", "1"), "write its ends with a colon between"),
        (("--epsilon", "2", "--sensitivity", "1/4", "--plot", "no/cells.svg"), "there is no directory no"),
        (("--epsilon", "2", "--sensitivity", "1/4", "--json", "no/cells.json"), "there is no directory no"),
    ],
)
def test_what_is_wrong_with_a_design_is_said_in_one_line(refused, arguments, complaint):
    """What was given, what is required, what to do."""
    assert complaint in refused("quantize", *arguments)


def test_too_many_cells_are_not_drawn(refused, tmp_path):
    """2^30 cells make no picture, and no file is left."""
    path = tmp_path / "cells.svg"
    arguments = ("quantize", "--epsilon", 30, "--sensitivity", "1/4", "--plot", path)
    assert "too many for a picture" in refused(*arguments)
    assert not path.exists()


# --- experiment ------------------------------------------------------------------------------------------------------

HOMES = ["time," + ",".join(f"H{h}" for h in range(34))] + [
    f"2020-01-0{d} 00:00," + ",".join(str((37 * h * h + 11 * d * h + d * d) % 500) for h in range(34))
    for d in range(1, 6)
]
HOUSE = ["time,mains,kettle,oven"] + [
    f"2020-01-0{day} {hour:02}:00,{40 + 2000 * (hour % 5 == 0) + 1000 * (hour % 3 == 0)},"
    f"{2000 * (hour % 5 == 0)},{1000 * (hour % 3 == 0)}"
    for day in range(1, 5)
    for hour in range(24)
]
TRIPS = [
    ",".join(SIDES),
    "-73.9,40.7,-73.8,40.8",
    "-73.9,40.7,-73.8,40.8",
    "-74.0,40.6,-73.8,40.8",
    "0,0,-73.8,40.8",
    "-73.9,40.7,-73.8,",
]


def lines(*rows):
    """A file's text."""
    return "".join(f"{row}\n" for row in rows)


@pytest.fixture
def replayed(exactpriv, written, tmp_path):
    """Replay an experiment on a table of one's own; what it prints, and the files it writes."""

    def run(name, rows, *options):
        folder = tmp_path / f"{name} of mine"
        path = written(lines(*rows))
        status, out, err = exactpriv("experiment", name, "--quick", "--data", path, "--out", folder, *options)
        assert (status, err) == (0, "")
        return out, {path.name: path.read_bytes() for path in sorted(folder.iterdir())}

    return run


def test_taxi_twice_is_the_same_byte_for_byte(exactpriv, tmp_path):
    """--out writes figures and numbers that do not depend on when or how often; 407 of 81,342 are unique at ε = 16."""
    folders = [tmp_path / name for name in ("one", "other")]
    said = [exactpriv("experiment", "taxi", "--quick", "--out", folder) for folder in folders]
    assert said[0] == said[1]
    assert (said[0][0], said[0][2]) == (0, "")
    one, other = ({path.name: path.read_bytes() for path in folder.iterdir()} for folder in folders)
    assert one == other
    assert {Path(name).suffix for name in one} == {".svg", ".png", ".csv"}
    assert "  16       16        16.00     407   0.50 %" in said[0][1]


def test_homes_of_ones_own(replayed):
    """Four figures, a table with a row for each rule, group size, budget and attacker, and which is almost zero."""
    out, files = replayed("energy", HOMES)
    assert "34 homes, 5 times" in out
    assert "Almost zero at both points: inverted;" in out
    figures = {
        f"energy_{rule}.{kind}" for rule in ("printed", "repaired", "local", "inverted") for kind in ("svg", "png")
    }
    assert set(files) == figures | {"energy.csv"}
    assert files["energy.csv"].count(b"\n") == 1 + 5 * 3 * (4 * 8 + 1)


def test_a_missing_reading_drops_its_day_or_fails(exactpriv, refused, written):
    """One reading is missing on the last of five days; --missing fail names it."""
    rows = [*HOMES[:-1], HOMES[-1].rpartition(",")[0] + ","]
    arguments = ("experiment", "energy", "--quick", "--data", written(lines(*rows)))
    status, out, err = exactpriv(*arguments, "--half-hours", "--largest", 600)
    assert (status, err) == (0, "")
    assert "1 days (1 rows) dropped for their 1 missing readings" in out
    assert "R = 600 Wh, as given" in out
    said = refused(*arguments, "--missing", "fail")
    assert "1 missing readings, the first at 2020-01-05T00:00:00 of 'H33'" in said


def test_a_house_of_ones_own(replayed):
    """Two days train, two judge; a mains of 40 W and two appliances that are told apart without privacy."""
    out, files = replayed("nilm", HOUSE, "--split", "2020-01-03")
    assert "training    2020-01-01 to 2020-01-02, 48 readings" in out
    assert "none           1.000" in out
    assert set(files) == {"nilm.csv", "nilm.png", "nilm.svg"}


def test_trips_of_ones_own(replayed):
    """Trips with an end outside the box or without a coordinate are counted; two of three are alike."""
    out, files = replayed("taxi", TRIPS)
    assert "trips    3 with both ends" in out
    assert "left out 1 with an end outside, 1 without a coordinate" in out
    assert "2 trips have all four coordinates in common with another" in out
    assert {"taxi.csv", "taxi_map.csv"} <= set(files)


BAD_EXPERIMENTS = {
    "no experiment": (None, (), "Missing argument 'NAME'"),
    "no such experiment": (None, ("weather",), "weather"),
    "no such file": (None, ("taxi", "--data", "none.csv"), "cannot read none.csv"),
    "no such house": (None, ("nilm", "--data", "none"), "labels.dat"),
    "a split for trips": (None, ("taxi", "--split", "2020-01-02"), "--split goes with nilm; leave it out for taxi"),
    "half-hours of a house": (None, ("nilm", "--half-hours"), "--half-hours goes with energy"),
    "a range for trips": (None, ("taxi", "--largest", "5"), "--largest goes with energy"),
    "a policy for the shipped house": (None, ("nilm", "--missing", "drop"), "go with a CSV file in --data"),
    "a stamp twice": ([*HOMES, HOMES[-1]], ("energy",), "row 6: the stamp 2020-01-05T00:00:00 occurs twice"),
    "time goes back": ([HOMES[0], HOMES[2], HOMES[1]], ("energy",), "follows the later 2020-01-02T00:00:00"),
    "no time": ([HOMES[0], "noon" + HOMES[1][16:]], ("energy",), "'noon' is no time"),
    "a home without data": (["time,A,B", "2020-01-01,1,"], ("energy",), "has no reading of 'B'"),
    "no number": (["time,A,B", "2020-01-01,1,off"], ("energy",), "column 'B': 'off' cannot be a reading"),
    "too few homes": (["time,A,B", "2020-01-01,1,2"], ("energy",), "has 2 homes; groups of 32 and a home outside need"),
    "a negative reading": ([HOMES[0], HOMES[1].replace(",1,", ",-1,", 1)], ("energy",), "readings that are at least 0"),
    "a reading above the largest": (HOMES, ("energy", "--largest", "9"), "at most the largest given"),
    "no largest": (HOMES, ("energy", "--largest", "much"), "'much' is not a number"),
    "no split": (HOUSE, ("nilm",), "give --split with a day as 2013-06-18"),
    "no day": (HOUSE, ("nilm", "--split", "today"), "'today' is no day; write it as 2011-04-30"),
    "no such day": (HOUSE, ("nilm", "--split", "2020-13-01"), "'2020-13-01' is no day"),
    "no day between": (HOUSE, ("nilm", "--split", "2021-01-01"), "does not split it in two"),
    "an appliance that is off": (["time,mains,fan", "2020-01-01,5,5", "2020-01-02,5,5"],
        ("nilm", "--split", "2020-01-02"), "'fan' is never above 10 W"),
    "a gap in the mains": ([*HOUSE[:-1], "2020-01-04 23:00,,0,0"],
        ("nilm", "--split", "2020-01-03"), "1 missing readings"),
    "no coordinates": (HOMES, ("taxi",), "has no column 'pickup_longitude'"),
    "a coordinate in words": ([TRIPS[0], "west,40.7,-73.8,40.8"], ("taxi",), "'west' cannot be a reading"),
    "all outside": ([TRIPS[0], "0,0,0,0"], ("taxi",), "has no trip with both ends in the box"),
}  # fmt: skip


@pytest.mark.parametrize("case", BAD_EXPERIMENTS)
def test_what_is_wrong_with_an_experiment_is_said_in_one_line(refused, written, case):
    """What was given, what is required, what to do."""
    rows, arguments, complaint = BAD_EXPERIMENTS[case]
    data = () if rows is None else ("--data", written(lines(*rows)))
    assert complaint in refused("experiment", *arguments, "--quick", *data)


def test_a_folder_that_cannot_be_made(refused, written):
    """--out names a file, or is below one."""
    path = written(PEOPLE)
    assert "is a file" in refused("experiment", "taxi", "--quick", "--out", path)
    assert "cannot write into" in refused("experiment", "taxi", "--quick", "--out", path / "figures")


# --- Ctrl-C, and libraries that are not there ------------------------------------------------------------------------


@pytest.mark.parametrize(
    "error", [KeyboardInterrupt(), RuntimeError("Query interrupted"), duckdb.InterruptException("INTERRUPT Error")]
)
def test_an_interrupted_audit_ends_with_130(exactpriv, written, monkeypatch, error):
    """Ctrl-C, which DuckDB says in its own way: no output and no traceback."""

    def interrupted(*_):
        raise error

    monkeypatch.setattr("exactpriv.audit.audits.prepared", interrupted)
    status, out, err = exactpriv("audit", written(PEOPLE))
    assert (status, out) == (130, "")
    assert err in {"", "exactpriv: interrupted\n"}


def test_another_fault_is_not_taken_for_an_interrupt(written, monkeypatch):
    """A RuntimeError of another kind is a bug, and is shown as one."""

    def broken(*_):
        raise RuntimeError("something else")

    monkeypatch.setattr("exactpriv.audit.audits.prepared", broken)
    with pytest.raises(RuntimeError, match="something else"):
        cli.main(["audit", str(written(PEOPLE))])


def test_an_interrupted_experiment_keeps_its_files(exactpriv, written, monkeypatch, tmp_path):
    """The group sizes that were played are in the table, and the status is 130."""
    from exactpriv.experiments import energy

    play = energy.advantages

    def interrupted(homes, groups, *more):
        if groups.n == 4:
            raise KeyboardInterrupt
        return play(homes, groups, *more)

    monkeypatch.setattr(energy, "advantages", interrupted)
    folder = tmp_path / "figures"
    arguments = ("experiment", "energy", "--quick", "--data", written(lines(*HOMES)), "--out", folder)
    assert exactpriv(*arguments) == (130, "interrupted; written so far: energy.csv\n", "")
    rows = (folder / "energy.csv").read_text("utf-8").splitlines()
    assert len(rows) == 1 + 3 * (4 * 8 + 1)
    assert {row.split(",")[1] for row in rows[1:]} == {"2"}


def test_an_experiment_without_a_folder_can_be_interrupted(exactpriv, written, monkeypatch):
    """Nothing was to be written."""

    def interrupted(*_):
        raise KeyboardInterrupt

    monkeypatch.setattr("exactpriv.experiments.taxi.unique_pairs", interrupted)
    arguments = ("experiment", "taxi", "--quick", "--data", written(lines(*TRIPS)))
    assert exactpriv(*arguments) == (130, "interrupted; written so far: nothing\n", "")


def test_without_duckdb_its_name_is_said(exactpriv, refused, written, monkeypatch):
    """An audit needs DuckDB; a design does not."""
    monkeypatch.setitem(sys.modules, "duckdb", None)
    assert "pip install 'exactpriv[data]'" in refused("audit", written(PEOPLE))
    assert exactpriv("quantize", "--epsilon", 2, "--sensitivity", "1/4")[0] == 0


def test_without_matplotlib_its_name_is_said(exactpriv, refused, written, monkeypatch, tmp_path):
    """Figures need matplotlib, which is found out before the work is done; numbers on the screen do not."""
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    arguments = ("experiment", "taxi", "--quick", "--data", written(lines(*TRIPS)))
    assert "pip install 'exactpriv[figures]'" in refused(*arguments, "--out", tmp_path / "figures")
    assert not (tmp_path / "figures").exists()
    assert exactpriv(*arguments)[0] == 0
