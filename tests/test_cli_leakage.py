"""``exactpriv leakage`` and ``exactpriv channel``: what they print and write, and what they refuse."""

import json
from collections import Counter
from fractions import Fraction
from pathlib import Path
from xml.etree import ElementTree as ET

import mpmath
import pytest

from exactpriv import cli
from exactpriv.drawing import map_svg
from exactpriv.exact.enclosure import Enclosure
from exactpriv.exact.logarithms import LogOfRadicals
from exactpriv.leakage import INFINITE, NAMED_CHANNELS, Channel, bsc, maximal_alpha_beta_leakage, named_channel
from exactpriv.leakage.display import alphabet, alphabet_html, shortly, special_case
from exactpriv.report.leakage import KEYS

BSC = ",0,1\n0,3/4,1/4\n1,1/4,3/4\n"
NO_CLOSED_FORM = "1/2,1/4,1/4\n0.1,0.3,60%\n"
COUNTS = ",red,blue\nann,3,1\nbob,0,2\n"
REFERENCE = Path(__file__).resolve().parent.parent.parent / "shared" / "reference" / "leakage.json"


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

    def write(text, name="channel.csv"):
        path = tmp_path / name
        path.write_text(text, encoding="utf-8")
        return path

    return write


@pytest.fixture
def record(exactpriv, tmp_path):
    """What ``exactpriv leakage`` writes as JSON."""

    def run(*arguments):
        path = tmp_path / "result.json"
        status, _, err = exactpriv("leakage", *arguments, "--json", path)
        assert (status, err) == (0, "")
        return json.loads(path.read_text("utf-8"))

    return run


# --- one value -------------------------------------------------------------------------------------------------------


def test_an_exact_value_is_printed_with_its_decimals(exactpriv, written):
    """L_{4,2}(BSC(1/4)) = ⅓ ln 205/36."""
    status, out, err = exactpriv("leakage", written(BSC), "--alpha", 4, "--beta", 2)
    assert (status, err) == (0, "")
    assert "exact     1/3*ln(205/36) nats" in out
    assert "at least  0.579830346894099392280855996500 nats" in out
    assert "verified again" in out


def test_a_value_without_closed_form_is_enclosed(exactpriv, written):
    """At (2, 1), [[1/2, 1/4, 1/4], [1/10, 3/10, 3/5]] has e^{L/2} of degree 8: an enclosure, no exact value."""
    _, out, _ = exactpriv("leakage", written(NO_CLOSED_FORM), "--alpha", 2, "--beta", 1)
    assert "exact" not in out.replace("exactpriv", "")
    assert "at least  0.1866037047058 nats" in out
    assert "at most   0.1866037047059 nats" in out


@pytest.mark.parametrize(
    ("orders", "words"),
    [
        ((1, 1), "Shannon capacity (α = β = 1)"),
        ((2, 1), "maximal α-leakage (1 < α < ∞, β = 1)"),
        (("inf", 1), "maximal leakage (α = ∞, β = 1)"),
        ((2, 2), "local Rényi privacy (1 < α = β < ∞)"),
        ((2, 3), "4/3 times local Rényi privacy of order 3 (1 < α < β)"),
        ((3, "inf"), "3/2 times local differential privacy (1 < α < β)"),
        (("inf", 2), "maximal Rényi leakage (α = ∞, 1 < β < ∞)"),
        (("inf", "inf"), "local differential privacy (α = β = ∞)"),
        ((3, 2), "between the special cases (1 < β < α < ∞)"),
    ],
)
def test_the_special_case_is_named(exactpriv, written, orders, words):
    """The regions of Figure 1 of the second paper, corners before edges."""
    _, out, _ = exactpriv("leakage", written(BSC), "--alpha", orders[0], "--beta", orders[1])
    assert f"({str(orders[0]).replace('inf', '∞')}, {str(orders[1]).replace('inf', '∞')})-leakage: {words}\n" in out


def test_bits_are_nats_over_ln_2(record, written):
    """L in bits = L in nats / ln 2, exact or enclosed, and not wider than was asked for."""
    mpmath.mp.dps = 60
    for text, exactly in ((BSC, "1/3*log2(205/36)"), (NO_CLOSED_FORM, None)):
        orders = ("--alpha", 4, "--beta", 2) if exactly else ("--alpha", 2, "--beta", 1)
        nats, bits = (record(written(text), *orders, "--width", "1e-40", unit) for unit in ("--nats", "--bits"))
        assert (bits["unit"], nats["unit"], bits["exact"]) == ("bits", "nats", exactly)
        assert mpmath.mpf(bits["lo"]) <= mpmath.mpf(nats["hi"]) / mpmath.ln(2)
        assert mpmath.mpf(nats["lo"]) / mpmath.ln(2) <= mpmath.mpf(bits["hi"])
        assert Fraction(bits["hi"]) - Fraction(bits["lo"]) <= Fraction("1e-40")


def test_json_has_the_documented_keys(record, written):
    """exact, lo, hi, unit, alpha, beta, certificate; decimals of at least 30 digits that enclose the value."""
    found = record(written(BSC), "--alpha", "3/2", "--beta", "3/2")
    assert tuple(found) == KEYS
    assert [found[key] for key in ("exact", "unit", "alpha", "beta")] == ["ln(25/12)", "nats", "3/2", "3/2"]
    mpmath.mp.dps = 60
    assert mpmath.mpf(found["lo"]) < mpmath.ln(mpmath.mpf(25) / 12) < mpmath.mpf(found["hi"])
    assert min(len(found[end].partition(".")[2]) for end in ("lo", "hi")) >= 30


def test_infinity_is_written_as_inf(record, written):
    """A zero beside a positive entry and β > 1: lo = hi = inf."""
    found = record(written("1,0\n1/2,1/2\n"), "--alpha", 2, "--beta", 2)
    assert [found[key] for key in ("exact", "lo", "hi")] == ["inf", "inf", "inf"]


def test_an_enclosure_is_as_narrow_as_was_asked(record, written):
    """hi - lo ≤ 10^-50, and the interval lies in that of width 10^-12."""
    wide, narrow = (
        record(written(NO_CLOSED_FORM), "--alpha", 2, "--beta", 1, "--width", width) for width in ("1e-12", "1e-50")
    )
    assert wide["exact"] is narrow["exact"] is None
    assert Fraction(narrow["hi"]) - Fraction(narrow["lo"]) <= Fraction("1e-50")
    assert Fraction(wide["lo"]) <= Fraction(narrow["lo"]) <= Fraction(narrow["hi"]) <= Fraction(wide["hi"])


NAMED = {
    "BSC(1/4)": ("bsc", "1/4"),
    "BEC(1/3)": ("bec", "1/3"),
    "Z(1/2)": ("z", "1/2"),
    "RR_3(1/2)": ("randomized-response", "3", "1/2"),
    "trunc.geometric(1/2) n=3": ("truncated-geometric", "1/2", "3"),
    "constant": ("constant", "3"),
    "deterministic 4->2": ("deterministic", "0", "0", "1", "1"),
}


@pytest.mark.skipif(not REFERENCE.is_file(), reason="the reference values are kept outside the repository")
def test_reference_values(exactpriv, record, written):
    """Every row about a channel with a name comes out exactly, from the command line alone."""
    import sympy

    rows = [row for row in json.loads(REFERENCE.read_text("utf-8"))["rows"] if row["channel"] in NAMED]
    assert {row["channel"] for row in rows} == set(NAMED)
    for row in rows:
        path = written(exactpriv("channel", *NAMED[row["channel"]])[1])
        found = record(path, "--alpha", row["alpha"], "--beta", row["beta"])
        ours, theirs = (sympy.sympify(text.replace("inf", "oo")) for text in (found["exact"], row["value_nats"]))
        assert LogOfRadicals.from_sympy(ours) == LogOfRadicals.from_sympy(theirs)


def test_more_digits_than_an_integer_may_be_printed_with(record, exactpriv, written, tmp_path):
    """Width 10^-5000 is asked, written, read back and verified like any other."""
    path = tmp_path / "c.json"
    found = record(written(NO_CLOSED_FORM), "--alpha", 2, "--beta", 1, "--width", "1e-5000", "--certificate", path)
    assert len(found["lo"]) == len(found["hi"]) > 5000
    assert found["lo"][:5000] == found["hi"][:5000]
    assert exactpriv("leakage", "--check", path)[0] == 0


def test_what_alpha_one_means_is_asked(exactpriv, record, written):
    """α = 1 < β: refused, or the capacity, or the limit +∞."""
    orders = (written(BSC), "--alpha", 1, "--beta", 2)
    status, _, err = exactpriv("leakage", *orders)
    assert status == 2
    assert "definition gives the capacity and the limit" in err
    assert record(*orders, "--at-one", "definition")["exact"] == "-ln(2) + 3/4*ln(3)"
    assert record(*orders, "--at-one", "limit")["exact"] == "inf"
    assert [record(*orders, "--at-one", name)["beta"] for name in ("definition", "limit")] == ["2", "2"]


# --- what a file may hold --------------------------------------------------------------------------------------------


def test_counts_and_joint_distributions_are_read(record, written):
    """P(y|x) = n(x, y)/n(x) = P(x, y)/P(x): maximal leakage ln 7/4 each time."""
    forms = ((COUNTS, "--normalize"), (COUNTS, "--normalise"), (",a,b\nx,3/8,1/8\ny,0,1/2\n", "--joint"))
    for text, option in forms:
        assert record(written(text), option, "--alpha", "inf", "--beta", 1)["exact"] == "ln(7/4)"


def test_a_support_leaves_out_inputs(record, written):
    """On one input nothing leaks."""
    found = record(written(COUNTS), "--normalize", "--support", "ann", "--alpha", 2, "--beta", 2)
    assert found["exact"] == "0"


@pytest.mark.parametrize(
    ("text", "arguments", "complaint"),
    [
        ("1/2,1/4\n1,0\n", (), "row 0 is {0: 1/2, 1: 1/4} with sum 3/4"),
        (COUNTS, (), "--normalize"),
        ("3/2,-1/2\n1,0\n", (), "not negative, unlike -1/2 for 1"),
        ("1/2,nan\n1,0\n", (), "'nan' is not a number"),
        ("1/2,1/2\n1\n", (), "line 2: 1 entries where the header has 2"),
        ("", (), "is empty"),
        (BSC, ("--support", "0,2"), "has no input '2'; its inputs are 0, 1"),
        (BSC, ("--alpha", "2"), "--beta is missing"),
        (BSC, ("--beta", "2"), "--alpha is missing"),
        (BSC, ("--alpha", "two", "--beta", "1"), "'two' is no order"),
        (BSC, ("--alpha", "-1", "--beta", "1"), "-1"),
        (BSC, ("--alpha", "1/2", "--beta", "1"), "takes orders from 1 on"),
        (BSC, ("--alpha", "2", "--beta", "1/2"), "takes orders from 1 on"),
        (BSC, ("--table", "--alpha", "2", "--beta", "1"), "either --table, or --alpha and --beta"),
        (BSC, ("--alpha", "2", "--beta", "1", "--width", "0"), "give a width above 0"),
        (BSC, ("--table", "--width", "-1"), "give a width above 0"),
        (BSC, ("--alpha", "2", "--beta", "1", "--width", "thin"), "'thin' is not a number"),
        (BSC, ("--certificate", "c.json"), "give --alpha and --beta"),
        (BSC, ("--alpha", "2", "--beta", "1", "--certificate", "no/c.json"), "there is no directory"),
        (BSC, ("--alpha", "2", "--beta", "1", "--at-one", "maybe"), "maybe"),
    ],
)
def test_what_is_wrong_is_said_in_one_line(exactpriv, written, text, arguments, complaint):
    """Bad input leaves with 2, prints nothing, and says in one line what is wrong and what to do."""
    status, out, err = exactpriv("leakage", written(text), *arguments)
    assert (status, out, err.count("\n")) == (2, "", 1)
    assert err.startswith("exactpriv: ")
    assert complaint in err


def test_a_channel_is_needed(exactpriv, tmp_path):
    """No file, and a file that is not there."""
    assert "give a channel as a CSV file" in exactpriv("leakage")[2]
    assert "cannot read" in exactpriv("leakage", tmp_path / "none.csv")[2]


# --- the map ---------------------------------------------------------------------------------------------------------


def test_the_map_names_every_special_case(exactpriv, written):
    """--table, which is also the default: 21 values under eight names, and the line α = 1 < β left open."""
    status, out, err = exactpriv("leakage", written(BSC), "--table")
    assert (status, err) == (0, "")
    assert exactpriv("leakage", written(BSC)) == (0, out, "")
    cases = {special_case(a, b).name for a in (2, 3, "inf") for b in (1, 2, 3, "inf")} | {"Shannon capacity"}
    assert len(cases) == 8
    assert [case for case in cases if f"\n{case} " not in out] == []
    assert "  1  0.130812  0.182121  0.223144  0.279808  0.405465" in out
    assert "–: for α = 1 < β say --at-one definition" in out


def test_the_map_as_json_is_a_list_of_records(record, written):
    """Each pair of orders once; α = 1 < β only when it is asked for by name."""
    orders = ["1", "3/2", "2", "3", "inf"]
    found = record(written(BSC), "--table")
    pairs = [(entry["alpha"], entry["beta"]) for entry in found]
    assert sorted(pairs) == sorted((a, b) for a in orders for b in orders if a != "1" or b == "1")
    for entry in found:
        assert entry["exact"] in repr(maximal_alpha_beta_leakage(bsc("1/4"), entry["alpha"], entry["beta"]))
    assert len(record(written(BSC), "--table", "--at-one", "limit")) == 25


SVG = "{http://www.w3.org/2000/svg}"


def elements(markup, name):
    """Every element of a kind in a picture."""
    return list(ET.fromstring(markup).iter(SVG + name))  # noqa: S314 - our own output, no entities


def test_the_map_is_drawn():
    """A box for every pair of orders, its value in it, and every special case by name; α = 1 < β stays empty."""
    orders = [1, "3/2", 2, "inf"]
    found = alphabet(bsc("1/4"), orders, orders)
    words = ["".join(text.itertext()) for text in elements(alphabet_html(found), "text")]
    assert len(elements(alphabet_html(found), "rect")) == 16
    assert {special_case(*pair).name for pair, one in found.items() if one is not None} <= set(words)
    assert {shortly(one.value) for one in found.values() if one is not None} <= set(words)
    assert [pair for pair, one in found.items() if one is None] == [(1, Fraction(3, 2)), (1, 2), (1, INFINITE)]


def test_regions_of_a_map_differ_in_color_or_shape():
    """A region has one mark, and no two regions have the same; labels are shown as they are."""
    regions = [f"<{k}>" for k in range(8)]
    picture = map_svg(range(8), ["&"], {(k, "&"): (k, region) for k, region in enumerate(regions)})
    words = ["".join(text.itertext()) for text in elements(picture, "text")]
    assert [word for word in words if word.startswith("<")] == regions
    assert "&" in words
    marks = [
        (e.tag, e.get("fill"), e.get("points", "").count(","))
        for kind in ("circle", "polygon")
        for e in elements(picture, kind)
    ]
    assert len(marks) == 16
    assert sorted(Counter(marks).values()) == [2] * 8


@pytest.mark.parametrize(
    ("ends", "text"),
    [
        (("0.1234564", "0.1234566"), "0.12346"),
        (("0.12345649", "0.1234565"), "0.123456"),
        ((0, "1e-9"), "0.000000"),
        (("1/3", 3), "[0, 3]"),
    ],
)
def test_an_enclosure_is_shown_with_the_digits_it_has(ends, text):
    """Both ends round to what is shown."""
    assert shortly(Enclosure(*ends)) == text


# --- certificates ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("orders", [(2, 1), (4, 2), (2, 2), ("inf", "inf"), (1, 1)])
@pytest.mark.parametrize("text", [BSC, NO_CLOSED_FORM, "1,0\n1/2,1/2\n"])
def test_a_certificate_is_verified_again(exactpriv, written, tmp_path, text, orders):
    """--certificate writes what --check verifies, alone and against its channel; not against another."""
    certificate, channel = tmp_path / "c.json", written(text)
    exactpriv("leakage", channel, "--alpha", orders[0], "--beta", orders[1], "--certificate", certificate)
    for arguments in ((), (channel,)):
        status, out, err = exactpriv("leakage", "--check", certificate, *arguments)
        assert (status, err) == (0, "")
        assert out.startswith(f"{certificate}: verified\n")
    status, _, err = exactpriv("leakage", "--check", certificate, written("1/2,1/2\n1/3,2/3\n", "other.csv"))
    assert status == 2
    assert "about another channel" in err


@pytest.mark.parametrize("text", [BSC, NO_CLOSED_FORM])
def test_an_edited_certificate_is_refused(exactpriv, written, tmp_path, text):
    """One entry of the channel moved by 1/100, or no certificate at all: status 2, in one line."""
    path = tmp_path / "c.json"
    exactpriv("leakage", written(text), "--alpha", 2, "--beta", 1, "--certificate", path)
    content = json.loads(path.read_text("utf-8"))
    row = content["channel"][0]
    row[0], row[1] = (
        str(Fraction(p) + change) for p, change in ((row[0], Fraction(1, 100)), (row[1], -Fraction(1, 100)))
    )
    for edited in (json.dumps(content), "{}", "no JSON"):
        path.write_text(edited, encoding="utf-8")
        status, out, err = exactpriv("leakage", "--check", path)
        assert (status, out, err.count("\n")) == (2, "", 1)


# --- named channels --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "words",
    [
        ("bsc", "1/4"),
        ("bec", "10%"),
        ("z", "0.1"),
        ("randomized-response", "3", "ratio=2"),
        ("truncated-geometric", "1/2", "4"),
        ("typewriter", "5"),
        ("deterministic", "0", "0", "1"),
        ("binomial", "2", "1/4", "3/4"),
    ],
)
def test_a_named_channel_is_read_back(exactpriv, written, words):
    """Channel → CSV → Channel keeps the matrix."""
    status, out, err = exactpriv("channel", *words)
    assert (status, err) == (0, "")
    assert Channel.from_csv(written(out)).matrix() == named_channel(*words).matrix()


def test_named_channels_are_listed(exactpriv):
    """--list: every name with its parameters."""
    _, out, _ = exactpriv("channel", "--list")
    assert [line.split()[0] for line in out.splitlines()] == list(NAMED_CHANNELS)
    assert out.splitlines()[0].startswith("bsc p ")


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (("bcs", "1/4"), "did you mean bsc or bec?"),
        (("bsc",), "write bsc p"),
        (("bsc", "1/4", "2"), "write bsc p"),
        (("bsc", "5/4"), "give a probability from 0 to 1"),
        (("bsc", "much"), "'much' is not a number"),
        ((), "give a name and its parameters"),
    ],
)
def test_a_channel_that_does_not_exist_is_refused(exactpriv, words, complaint):
    """Status 2 and one line that says what there is."""
    status, out, err = exactpriv("channel", *words)
    assert (status, out, err.count("\n")) == (2, "", 1)
    assert complaint in err
