"""What relations, ranges, mechanisms and quantizers show of themselves: read back from the markup."""

import subprocess
import sys
from collections import Counter
from fractions import Fraction
from itertools import combinations, product
from xml.etree import ElementTree as ET

import numpy as np
import pytest
import z3

from exactpriv.drawing import PALETTE, side_by_side
from exactpriv.errors import EmptyRangeError, OutsideIntervalError
from exactpriv.privacy import ExtendedMechanism, LinearQuantizer, Mechanism
from exactpriv.privacy.quantizers import quantizer_html
from exactpriv.relations import Function, Range, Relation, overlap_partition

SVG = "{http://www.w3.org/2000/svg}"
NASTY = "<script>alert('x' & \"y\")</script>"
SQUARE = list(product(range(2), repeat=2))
PAIRS = [Relation.of(*rows) for size in range(1, 5) for rows in combinations(SQUARE, size)]
ROOMS = Relation.of((1, "a"), (1, "b"), (2, "b"), (3, "c"), (4, "c"), (4, "d"), (5, "e"))
TWINS = Relation.of((0, 0), (1, 1), columns=("X1", "X2"))
BOX = Relation.of(*product(range(3), repeat=2), columns=("X1", "X2"))


def shown_by(thing):
    """What a notebook shows of a thing."""
    return thing._repr_html_()


def read(markup):
    """The elements of a picture; markup that is not well-formed raises."""
    return ET.fromstring(markup)  # noqa: S314 - our own output, no entities


def all_named(markup, name):
    """Every element of a kind."""
    return [element for element in read(markup).iter() if element.tag.removeprefix(SVG) == name]


def words(markup):
    """The visible texts."""
    return [e.text for e in read(markup).iter() if e.text and e.tag.removeprefix(SVG) != "title"]


def table(markup):
    """The texts of the cells of a table, row by row, its header first."""
    return [[cell.text for cell in row] for row in all_named(markup, "tr")]


def outputs_shown(markup):
    """Data set -> output, as the marks say under the pointer; one such table for each picture."""
    pictures = all_named(markup, "svg")
    return [dict(t.text.split(" ↦ ") for t in p.iter(f"{SVG}title") if "↦" in t.text) for p in pictures]


# --- relations and ranges --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("R", [*PAIRS, ROOMS], ids=repr)
def test_a_pair_shows_its_rows_and_the_blocks_of_its_overlap_partition(R):
    """One line for each row of R, one box for each member of ⟦X|Y⟧⋆, and the line has the color of its block."""
    picture = shown_by(R)
    blocks = {x: block for block, members in enumerate(overlap_partition(R)) for x in members}
    assert Counter(line.get("stroke") for line in all_named(picture, "line")) == Counter(
        PALETTE[blocks[x]] for x, _ in R
    )
    assert len(all_named(picture, "rect")) == len(overlap_partition(R))


def test_a_pair_is_drawn_under_the_names_of_its_columns():
    """⟦Y, X⟧ has Y on the left."""
    assert words(shown_by(ROOMS.converse))[:2] == ["Y", "X"]


@pytest.mark.parametrize("rows", [[(1,), (2,)], [(1, 2, 3), (1, 2, 10), (1, 2, 4)]], ids=len)
def test_a_relation_of_one_or_three_columns_is_a_table(rows):
    """Its rows in their order under its columns."""
    R = Relation.of(*rows)
    assert table(shown_by(R)) == [list(R.columns), *([str(entry) for entry in row] for row in rows)]


def test_an_open_relation_says_which_rows_belong_when():
    """A row that is not decided comes with its condition, one that is decided with yes."""
    R = Relation(("X", "Y"), {(0, 0): True, (0, 1): z3.Bool("p"), (1, 1): False})
    assert table(shown_by(R)) == [["X", "Y", "belongs"], ["0", "0", "yes"], ["0", "1", "p"]]


def test_a_batch_of_relations_says_in_how_many_of_them_a_row_belongs():
    """The number of instances in which the entry is true."""
    R = Relation(("X",), {(0,): np.array([True, False, True])})
    assert table(shown_by(R)) == [["X", "belongs"], ["0", "in 2 of 3 instances"]]


@pytest.mark.parametrize(
    ("values", "shown"),
    [
        (Range.of(10, 9, 2), [["3 values"], ["{2, 9, 10}"]]),
        (Range.of((0, "b"), (0, "a")), [["2 values"], ["{(0, a), (0, b)}"]]),
        (Range.of(Fraction(1, 2)), [["1 value"], ["{1/2}"]]),
        (Range({}), [["0 values"], ["∅"]]),
        (Range({1: True, 2: z3.Bool("p")}), [["value", "occurs"], ["1", "yes"], ["2", "p"]]),
    ],
    ids=str,
)
def test_a_range_is_a_set_in_braces(values, shown):
    """{x₁, x₂, …} in order with its size; not decided, a table of conditions."""
    assert table(shown_by(values)) == shown


# --- mechanisms ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("values", list(product("abc", repeat=4)), ids="".join)
def test_a_mechanism_shows_its_outputs_and_what_they_cost(values):
    """Every data set with its output; K(g) and log₂ K(g) in the caption, for all maps from 2 by 2 to three values."""
    outputs = dict(zip(SQUARE, values, strict=True))
    shown = shown_by(Mechanism(Relation.of(*SQUARE), outputs))
    most = max(len({outputs[p] for p in SQUARE if p[i] == v}) for i in (0, 1) for v in (0, 1))
    assert outputs_shown(shown) == [{f"({x}, {y})": output for (x, y), output in outputs.items()}]
    assert f"K(g) = {most}, budget {most - 1} bit{'s' if most == 1 else ''}" in words(shown)


def test_the_data_sets_of_a_line_are_strung_together():
    """m data sets of a line are joined by m - 1 strings: 6 lines of 3 points have 12."""
    assert len(all_named(shown_by(Mechanism(BOX, sum)), "path")) == 12
    gap = Relation.of((0, 10), (0, 9), (1, 5), (0, 5))
    assert len(all_named(shown_by(Mechanism(gap, sum)), "path")) == 3
    assert all_named(shown_by(Mechanism(TWINS, sum)), "path") == []


def test_strings_join_neighboring_places_whatever_the_order_of_the_data_sets():
    """Numbers by size, so that all strings of a full grid are straight: from one place to the next."""
    backward = Relation.of(*reversed(list(product([2, 10, Fraction(1, 2)], repeat=2))))
    paths = [path.get("d").split() for path in all_named(shown_by(Mechanism(backward, sum)), "path")]
    steps = {(abs(float(d[6]) - float(d[1])), abs(float(d[7]) - float(d[2]))) for d in paths}
    assert steps == {(58, 0), (0, 58)}


def test_an_extended_mechanism_is_drawn_on_its_data_and_on_the_box():
    """D has 2 points, its box 4; an output has one color in both pictures."""
    shown = shown_by(ExtendedMechanism(TWINS, lambda x: f"{x[0]}{x[1]}"))
    on_data, on_box = outputs_shown(shown)
    assert on_data == {"(0, 0)": "00", "(1, 1)": "11"}
    assert on_box == on_data | {"(0, 1)": "01", "(1, 0)": "10"}
    assert {"on D: K(g) = 1, budget 0 bits", "extended to the box ∏⟦Xⱼ⟧"} <= set(words(shown))
    fills = [
        {mark[0].text: mark.get("fill") for mark in svg.iter() if len(mark) and "↦" in (mark[0].text or "")}
        for svg in all_named(shown, "svg")
    ]
    assert fills[0].items() <= fills[1].items()


def test_an_extended_mechanism_on_product_data_is_drawn_once():
    """The box of a product is the product itself."""
    assert len(all_named(shown_by(ExtendedMechanism(BOX, sum)), "svg")) == 1


@pytest.mark.parametrize("width", [1, 3])
def test_a_mechanism_for_another_number_of_individuals_is_a_table(width):
    """Columns X₁, …, Xₙ, Y."""
    D = Relation.of(*product(range(2), repeat=width), columns=[f"X{i + 1}" for i in range(width)])
    header, *rows = table(shown_by(Mechanism(D, sum)))
    assert header == [*D.columns, "Y"]
    assert [tuple(map(int, row)) for row in rows] == [(*point, sum(point)) for point in D]


def test_a_mechanism_with_more_values_than_a_picture_holds_is_a_table():
    """13 values of an entry are more than 12."""
    assert len(table(shown_by(Mechanism(Relation.of(*((k, 0) for k in range(13))), sum)))) == 14
    assert table(shown_by(Mechanism(Relation.of(*((k, 0) for k in range(12))), sum))) == []


@pytest.mark.parametrize(
    "g",
    [
        Mechanism(TWINS, Function({(0, 0): {"<y>": z3.Bool("p")}, (1, 1): {"<y>": True}})),
        Mechanism(Relation(("X1", "X2"), {(0, 0): z3.Bool("p"), (1, 1): True}), sum),
    ],
    ids=["open rule", "open data"],
)
def test_an_open_mechanism_shows_its_name(g):
    """What is not decided has no picture."""
    assert read(shown_by(g)).text == repr(g)


# --- quantizers ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("levels", range(1, 7))
def test_the_cells_that_an_interval_meets_are_highlighted(levels):
    """Cell j is highlighted exactly when Q(y) = j for some y in [a, b]; a and b and all ends of cells are tried."""
    Q = LinearQuantizer(levels, -1, 2)
    twelfths = [Fraction(k, 12) for k in range(-12, 25)]
    for a, b in combinations(twelfths[::4], 2):
        between = {Q(y) for y in [*Q.boundaries, a, b] if a <= y <= b}
        titles = [title.text for title in all_named(quantizer_html(Q, (a, b)), "title")]
        assert [title.endswith(", met") for title in titles] == [j in between for j in range(1, levels + 1)]


def test_a_quantizer_alone_is_its_cells():
    """q cells, none highlighted, boundaries labeled."""
    picture = shown_by(LinearQuantizer(4))
    assert [title.text for title in all_named(picture, "title")] == [f"cell {j}" for j in range(1, 5)]
    assert {"0", "1/4", "1/2", "3/4", "1"} <= set(words(picture))


@pytest.mark.parametrize(
    ("interval", "error"), [(("0.6", "0.1"), EmptyRangeError), (("0.6", "1.1"), OutsideIntervalError)], ids=str
)
def test_an_interval_is_inside_the_range_and_the_right_way_round(interval, error):
    """Other intervals are refused by the quantizer itself."""
    with pytest.raises(error, match="give the lower end first" if error is EmptyRangeError else "outside"):
        quantizer_html(LinearQuantizer(4), interval)


# --- in a notebook ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "thing",
    [ROOMS, ROOMS.range("X"), Mechanism(BOX, sum), ExtendedMechanism(TWINS, sum), LinearQuantizer(4)],
    ids=lambda thing: type(thing).__name__,
)
def test_objects_that_draw_themselves_stand_side_by_side(thing):
    """An object stands for its picture."""
    assert side_by_side({"thing": thing}) == side_by_side({"thing": shown_by(thing)})
    assert shown_by(thing) in side_by_side({"thing": thing})


@pytest.mark.parametrize(
    "thing",
    [
        Relation.of((NASTY, NASTY)),
        Relation.of((NASTY, 1, 2), columns=(NASTY, "Y", "Z")),
        Range.of(NASTY),
        Mechanism(Relation.of((NASTY, 0), (NASTY, 1)), lambda _: NASTY),
        Mechanism(Relation.of((NASTY,)), lambda _: NASTY),
    ],
    ids=["pair", "triple", "range", "mechanism", "table"],
)
def test_labels_are_never_markup(thing):
    """Every label is escaped."""
    assert "<script" not in shown_by(thing)
    assert {element.tag.removeprefix(SVG) for element in read(shown_by(thing)).iter()}.isdisjoint({"script"})


def test_nothing_is_drawn_before_it_is_shown():
    """The pictures are loaded by the first _repr_html_."""
    program = "import sys, exactpriv.privacy; print(*(name for name in sys.modules if 'drawing' in name))"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout.split() == []
