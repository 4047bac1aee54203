"""Tables over time become exact whole numbers, and files are the same byte for byte on every run."""

import csv
import gzip
from fractions import Fraction

import numpy as np
import pytest

from exactpriv.errors import ColumnError, TableError
from exactpriv.experiments import data, figures
from exactpriv.experiments.data import decimal, exact_columns, quantized, shipped, time_table
from exactpriv.numbers import exact
from exactpriv.privacy import LinearQuantizer


@pytest.fixture
def table(tmp_path):
    """A writer of small tables over time."""

    def written(*lines, name="table.csv"):
        path = tmp_path / name
        path.write_text("\n".join(lines) + "\n", "utf-8")
        return path

    return written


TWO_DAYS = (
    "time,a,b",
    "2012-07-01 00:00,1,0.25",
    "2012-07-01 12:00,2.5,",
    "2012-07-02 00:00,3,0.5",
    "2012-07-02 12:00,4,0.75",
)


def test_numbers_are_what_is_written():
    """reading = number / scale, for every reading of the shipped house"""
    path = shipped(data.LOAD_HOUSE)
    T = time_table(path)
    with gzip.open(path, "rt") as stream:
        rows = [row for number, row in enumerate(csv.reader(stream)) if number % 1000 == 1]
    assert [[Fraction(int(n), T.scale) for n in line] for line in T.numbers[::1000]] == [
        [exact(text) for text in row[1:]] for row in rows
    ]


def test_every_way_to_write_a_decimal():
    """One tenth is "0.1", and so on, in whatever form."""
    texts = ["0.1", ".5", "1e-3", "1/8", "12%", "-7.50", "+3", ""]
    found = exact_columns([texts], list("abcdefgh"), "here")
    assert [Fraction(int(n), found.scale) for n in found.numbers[0]] == [exact(t) if t else 0 for t in texts]
    assert found.scale == 1000
    assert found.present.tolist() == [[True] * 7 + [False]]


@pytest.mark.parametrize("text", ["abc", "nan", "1/3", "0x1", "1_000", "1000000000000", "٣"])
def test_what_is_no_reading_is_named(table, text):
    """column, row, stamp and text of what cannot be read"""
    path = table("time,home", "2012-07-01 00:00,1", f"2012-07-01 00:30,{text}")
    with pytest.raises(TableError, match=r"row 2 \(2012-07-01 00:30\), column 'home'") as error:
        time_table(path)
    assert repr(text) in str(error.value)


@pytest.mark.parametrize(
    ("stamps", "message"),
    [
        (
            ["2012-07-01 00:00", "2012-07-01 00:30", "2012-07-01 00:00"],
            "row 3: the stamp 2012-07-01T00:00:00 occurs tw",
        ),
        (["2012-07-01 00:30", "2012-07-01 00:30"], "row 2: the stamp 2012-07-01T00:30:00 occurs twice"),
        (["2012-07-01 00:30", "2012-07-01 00:00"], "row 2: 2012-07-01T00:00:00 follows the later"),
        (["2012-07-01 00:30", "yesterday"], "row 2: 'yesterday' is no time"),
        (["2012-07-01 00:30", "2012-13-01 00:30"], "row 2: '2012-13-01 00:30' is no time"),
        (["2012-07-01 00:30", "2012"], "row 2: '2012' is no time"),
        (["2012-07-01 00:30+10:00", "2012-07-01 01:30+11:00"], "row 2: .* changes the offset"),
    ],
)
def test_time_that_is_not_in_order_is_named(table, stamps, message):
    """t₁ < t₂ < …, each a time"""
    with pytest.raises(TableError, match=message):
        time_table(table("time,home", *(f"{stamp},1" for stamp in stamps)))


@pytest.mark.parametrize(
    "stamps",
    [
        ["2011-04-30", "2011-05-01"],
        ["2011-04-30T00:00:00", "2011-05-01T00:00:00"],
        ["2011-04-30 00:00:00-04:00", "2011-05-01 00:00:00-04:00"],
        ["1304121600", "1304208000"],
    ],
)
def test_forms_of_time(table, stamps):
    """Dates, times, one offset, and seconds since 1970 are the same two days."""
    T = time_table(table("time,home", *(f"{stamp},1" for stamp in stamps)))
    assert T.days.astype(str).tolist() == ["2011-04-30", "2011-05-01"]


def test_a_home_without_data_is_named(table):
    """A column without a single reading is an error, not a home that uses nothing."""
    with pytest.raises(TableError, match="no reading of 'b'"):
        time_table(table("time,a,b", "2012-07-01 00:00,1,", "2012-07-01 00:30,0,"))


def test_no_column_of_readings(table):
    """A table needs a time and a reading."""
    with pytest.raises(TableError, match="one column only"):
        time_table(table("time", "2012-07-01 00:00"))


def test_missing_readings_fail_or_drop_their_day(table):
    """fail: the first is named; drop: its day goes, for every column, and is counted."""
    T = time_table(table(*TWO_DAYS))
    assert T.missing == 1
    with pytest.raises(TableError, match="1 missing readings, the first at 2012-07-01T12:00:00 of 'b'"):
        T.complete("fail")
    kept, dropped = T.complete("drop")
    assert kept.numbers.tolist() == [[300, 50], [400, 75]]
    assert (dropped.days, dropped.rows, dropped.missing) == (1, 2, 1)
    assert str(dropped) == "1 days (2 rows) dropped for their 1 missing readings"
    assert str(kept.complete("fail")[1]) == "no reading is missing"


def test_a_day_that_lacks_rows_is_not_whole(table):
    """A day with fewer rows than is usual misses readings: it is named, or dropped and its absent rows are counted."""
    rows = [f"2012-07-0{day} {hour:02}:00,1,2" for day in (1, 2, 3, 4) for hour in (0, 8, 16)]
    T = time_table(table("time,a,b", *rows[:4], *rows[6:]))
    assert T.complete("fail")[1].days == 0
    with pytest.raises(TableError, match="1 days with absent rows, the first 2012-07-02 with 1 rows where 3 are usual"):
        T.complete("fail", whole_days=True)
    kept, dropped = T.complete("drop", whole_days=True)
    assert kept.daily().days.astype(str).tolist() == ["2012-07-01", "2012-07-03", "2012-07-04"]
    assert (dropped.days, dropped.rows, dropped.missing, dropped.absent) == (1, 1, 0, 2)
    assert str(dropped) == "1 days (1 rows) dropped for their 0 missing readings and 2 absent rows"


def test_equally_common_days_are_compared_with_the_longest(table):
    """Of two days the one with fewer rows is not whole."""
    T = time_table(table(*TWO_DAYS[:2], *TWO_DAYS[3:]))
    assert T.complete("drop", whole_days=True)[0].days.astype(str).tolist() == ["2012-07-02"] * 2


def test_no_day_is_left(table):
    """Dropping every day is an error."""
    with pytest.raises(TableError, match="no row of"):
        time_table(table(*TWO_DAYS[:3])).complete("drop")


def test_days_are_summed(table):
    """x_{i,t} = Σ of the day's readings, present if all are"""
    T = time_table(table(*TWO_DAYS)).daily()
    assert T.numbers[:, 0].tolist() == [350, 700]
    assert T.present.tolist() == [[True, False], [True, True]]


def test_columns_and_days_are_chosen(table):
    """having, split"""
    T = time_table(table(*TWO_DAYS))
    assert T.having(["b"]).columns == ("b",)
    assert [len(part) for part in T.split("2012-07-02")] == [2, 2]
    with pytest.raises(ColumnError, match="no column 'c'"):
        T.having(["c"])
    with pytest.raises(TableError, match="does not split"):
        T.split("2012-07-01")


@pytest.mark.parametrize(
    "Q", [LinearQuantizer(7, "-1/3", 2), LinearQuantizer(1, -1, 3), LinearQuantizer(1024, -1, "2")]
)
def test_quantizing_many_is_quantizing_each(Q):
    """quantized(n, s, Q) = Q(n / s), the ends and every boundary included"""
    numbers = np.arange(-1, 9)
    assert quantized(numbers, 4, Q).tolist() == [Q(Fraction(int(n), 4)) for n in numbers]


def test_shipped_files_have_their_terms():
    """Every data file is named in ATTRIBUTION.md, and a file that is not there is an error."""
    terms = shipped("ATTRIBUTION.md").read_text("utf-8")
    for name in (data.ENERGY_YEAR, data.LOAD_HOUSE, data.TAXI_TRIPS):
        assert name in terms
        assert shipped(name).stat().st_size < 2_000_000
    with pytest.raises(TableError, match=r"no data file '\.\./data\.py'"):
        shipped("../data.py")


def test_the_shipped_energy_data():
    """54 homes for a year with 0.58 % missing; 73 homes for 30 days without."""
    year, month = time_table(shipped(data.ENERGY_YEAR)), time_table(shipped(data.ENERGY_COMPLETE))
    assert (year.numbers.shape, month.numbers.shape) == ((17520, 54), (1440, 73))
    assert decimal(Fraction(100 * year.missing, year.numbers.size), 2) == "0.58"
    assert (month.missing, year.scale, month.scale) == (0, 1, 1)
    dropped = year.complete("drop", whole_days=True)[1]
    assert (dropped.days, dropped.absent) == (148, 0)
    changed = np.isin(year.days, np.datetime64("2012-10-07"))  # the clock goes forward: two rows without most readings
    assert (np.count_nonzero(changed), year.present[changed].all()) == (48, False)


@pytest.mark.parametrize(
    ("x", "digits", "text"),
    [(Fraction(1, 3), 3, "0.333"), (Fraction(-5, 2), 0, "-2"), (Fraction(12345, 100), 1, "123.5"), (0, 2, "0.00")],
)
def test_decimals(x, digits, text):
    """⌊10^d x + 1/2⌋ / 10^d"""
    assert decimal(x, digits) == text


def drawn(folder, **settings):
    """The bytes of a small figure, under a user's own settings."""
    import matplotlib as mpl

    with mpl.rc_context(settings), figures.style():
        figure, [axes] = figures.new_figure()
        axes.plot(figures.plotted([Fraction(0), Fraction(1, 3)]), label="a third")
        axes.legend()
        return [path.read_bytes() for path in figures.saved(figure, "figure", folder)]


def test_figures_are_the_same_byte_for_byte(tmp_path):
    """Neither time nor the user's settings show in a file."""
    svg, png = drawn(tmp_path / "one")
    assert (svg, png) == tuple(drawn(tmp_path / "two", **{"font.size": 30, "svg.hashsalt": None}))
    assert b"date" not in svg.lower()
    assert b"Software" not in png


def test_no_half_written_file_is_left(tmp_path):
    """An interruption keeps the old file and leaves no draft."""
    path = figures.write_numbers(tmp_path / "numbers.csv", ["n"], [(1,)])

    def rows():
        yield (2,)
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        figures.write_numbers(path, ["n"], rows())
    assert [each.name for each in tmp_path.iterdir()] == ["numbers.csv"]
    assert path.read_text() == "n\n1\n"
