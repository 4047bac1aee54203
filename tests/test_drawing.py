"""What pictures say, and that they say it safely: read back from the markup, not compared with stored pictures."""

import os
import subprocess
import sys
from collections import Counter
from fractions import Fraction
from itertools import combinations, pairwise, product
from xml.etree import ElementTree as ET

import pytest

from exactpriv.drawing import (
    PALETTE,
    bipartite_svg,
    grid_html,
    hamming_svg,
    hypothesis_svg,
    partition_html,
    quantizer_svg,
    side_by_side,
    table_html,
)
from exactpriv.errors import EmptyRangeError, LevelsError, NotFunctionalError, OutsideRangeError, TableError

SVG = "{http://www.w3.org/2000/svg}"
LABELS = ["1", "2", "3", "4", "5"]
EDGES = [("1", "a"), ("1", "b"), ("2", "b"), ("3", "c"), ("4", "c"), ("4", "d"), ("5", "e")]
BLOCKS = {"1": 0, "2": 0, "3": 1, "4": 1, "5": 2}
QUARTERS = [Fraction(k, 4) for k in range(5)]
SQUARE = list(product(range(2), repeat=2))
NASTY = "<script>alert('x' & \"y\")</script>"


def read(markup):
    """The elements of a picture; markup that is not well-formed raises."""
    return ET.fromstring(markup)  # noqa: S314 - our own output, no entities


def all_named(markup, name):
    """Every element of a kind."""
    return [element for element in read(markup).iter() if element.tag.removeprefix(SVG) == name]


def words(markup):
    """The visible texts, without those that show only under the pointer."""
    return [
        text
        for element in read(markup).iter()
        if element.tag.removeprefix(SVG) != "title"
        for text in ["".join([element.text or "", *(child.tail or "" for child in element)])]
        if text
    ]


def pictures(label):
    """One picture of each kind, with a label wherever a label can stand."""
    other = (label, 1)
    return {
        "bipartite": bipartite_svg([label, "x"], [other], [(label, other)], {label: 0}, names=(label, label)),
        "grid": grid_html([label], [other, "y"], [(label, other)], title=label),
        "partition": partition_html([[label, other], ["z"]]),
        "table": table_html([label, "n"], [[other, Fraction(1, 2)]]),
        "quantizer": quantizer_svg(QUARTERS, (Fraction(1, 10), Fraction(3, 5)), met=[1, 2, 3]),
        "hypothesis": hypothesis_svg([label], [other], ["w"], ([0], [1]), [(0, label), (1, other)]),
        "hamming": hamming_svg([(label, 0), (label, 1)], [((label, 0), (label, 1))], {(label, 0): label}),
        "row": side_by_side({str(label): table_html([label], [])}),
    }


# --- every picture ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("label", ["plain", NASTY, "a\nb\x00\x1b\ud800", "'\"", "数字", "", 7, None], ids=repr)
def test_pictures_are_well_formed_whatever_the_labels(label):
    """Every picture parses, with no element that was not drawn, for every label."""
    for picture in pictures(label).values():
        drawn = {element.tag.removeprefix(SVG) for element in read(picture.encode().decode()).iter()}
        assert "script" not in drawn
        assert picture.isprintable()


@pytest.mark.parametrize("kind", [kind for kind in pictures("") if kind != "quantizer"])
def test_labels_are_shown_as_they_are(kind):
    """What is read back is the label, though <, > and & were escaped."""
    picture = pictures(NASTY)[kind]
    assert "<script" not in picture
    hover = [element.text if element.tag == f"{SVG}title" else element.get("title") for element in read(picture).iter()]
    assert any(NASTY in text for text in [*words(picture), *filter(None, hover)])


@pytest.mark.parametrize("picture", pictures("x").values(), ids=pictures("x"))
def test_pictures_refer_to_nothing_outside(picture):
    """No address but the name of the SVG language, no script, no style sheet, no fixed ink."""
    inside = picture.replace('xmlns="http://www.w3.org/2000/svg"', "")
    assert not any(word in inside for word in ("http", "//", "url(", "href", "src=", "@import", "<style", "<script"))
    assert not any(ink in inside for ink in ('"black"', '"white"', '"#000"', '"#fff"'))


def test_equal_sets_give_equal_pictures():
    """The text does not depend on the order of sets, which changes with the hash seed of the interpreter."""
    program = (
        "from exactpriv.drawing import *\n"
        "names = frozenset('abcdefgh'); edges = {(x, y) for x in names for y in names if x < y}\n"
        "print(bipartite_svg(names, names, edges, dict.fromkeys(names, 0)), grid_html(names, names, edges),\n"
        "      partition_html({frozenset('ab'), frozenset('cd')}), hypothesis_svg(names, (), ()),\n"
        "      hamming_svg(edges, {(p, q) for p in edges for q in edges if p[0] == q[0] and p < q}),\n"
        "      table_html(['x'], [[names]]))"
    )
    seeds = ({**os.environ, "PYTHONHASHSEED": seed, "PYTHONIOENCODING": "utf-8"} for seed in "123")
    runs = [subprocess.run([sys.executable, "-c", program], env=env, capture_output=True, check=True) for env in seeds]
    assert len({run.stdout for run in runs}) == 1


def test_pictures_stand_side_by_side_under_their_captions():
    """In the given order, captions escaped, pictures as they are."""
    shown = side_by_side({NASTY: "<b>first</b>", "second": "<b>2</b>"})
    assert [caption.text for caption in all_named(shown, "figcaption")] == [NASTY, "second"]
    assert [picture.text for picture in all_named(shown, "b")] == ["first", "2"]


# --- relations -------------------------------------------------------------------------------------------------------


def test_a_bipartite_graph_has_its_nodes_and_edges():
    """One line for each joint value, one dot and one label for each value."""
    picture = bipartite_svg(LABELS, "abcde", [*EDGES, *EDGES])
    assert len(all_named(picture, "line")) == len(EDGES)
    assert len(all_named(picture, "circle")) == 10
    assert {*LABELS, *"abcde"} <= set(words(picture))


def test_lines_join_the_places_of_their_labels():
    """Each line starts at the height of its left label and ends at that of its right label."""
    picture = bipartite_svg(LABELS, "abcde", EDGES, BLOCKS)
    height = {text.text: float(text.get("y")) - 4.55 for text in all_named(picture, "text")}
    drawn = [(round(float(line.get("y1")), 1), round(float(line.get("y2")), 1)) for line in all_named(picture, "line")]
    assert drawn == [(round(height[x], 1), round(height[y], 1)) for x, y in EDGES]


def test_blocks_have_a_box_a_color_and_a_shape_of_their_own():
    """The three blocks of the overlap partition: edges keep to their block's color, right labels inherit the block."""
    picture = bipartite_svg(LABELS, "abcde", EDGES, BLOCKS)
    assert len(all_named(picture, "rect")) == 3
    strokes = [line.get("stroke") for line in all_named(picture, "line")]
    assert strokes == [PALETTE[BLOCKS[x]] for x, _ in EDGES]
    hover = [title.text for title in all_named(picture, "title")]
    assert Counter(text.split(": ")[1] for text in hover) == {"block 0": 4, "block 1": 4, "block 2": 2}
    assert len(all_named(picture, "circle")) == 4
    assert len(all_named(picture, "polygon")) == 6


def test_a_label_on_both_sides_may_be_in_two_blocks():
    """⟦X⟧ = ⟦Y⟧ = {1, 2} with 1 ↦ 2 and 2 ↦ 1: each right label takes the block of its neighbor."""
    picture = bipartite_svg([1, 2], [1, 2], [(1, 2), (2, 1)], {1: 0, 2: 1})
    hover = [title.text for title in all_named(picture, "title")]
    assert hover == ["1: block 0", "2: block 1", "2: block 0", "1: block 1"]


def test_28_blocks_look_different():
    """No two of the first 28 blocks share both color and shape."""
    n = range(28)
    picture = bipartite_svg(n, n, zip(n, n, strict=True), dict(zip(n, n, strict=True)))
    marks = [e for name in ("circle", "polygon") for e in all_named(picture, name)]
    looks = Counter((len(mark.get("points", "").split()), shape(mark), mark.get("fill")) for mark in marks)
    assert set(looks.values()) == {2}
    assert len(looks) == 28


def shape(mark):
    """Where the first corner lies relative to the second, which tells a square from a diamond."""
    if not mark.get("points"):
        return None
    (x1, y1), (x2, y2) = ([float(n) for n in corner.split(",")] for corner in mark.get("points").split()[:2])
    return x1 == x2, y1 == y2


def test_what_a_large_relation_leaves_out_is_said():
    """Nothing is dropped silently: 50 values a side, 40 shown; the edges 1 to 50 on the diagonal, 40 shown."""
    n = range(50)
    picture = bipartite_svg(n, n, zip(n, n, strict=True))
    assert len(all_named(picture, "line")) == 40
    assert "… not shown: 10 X values, 10 Y values, 10 edges" in words(picture)
    assert not any("not shown" in text for text in words(bipartite_svg(n[:40], n[:40], [])))


def test_long_labels_are_shortened_and_shown_under_the_pointer():
    """The whole label is in the picture."""
    label = "a" * 100
    assert [title.text for title in all_named(bipartite_svg([label], [], []), "title")] == [label]


def test_a_relation_without_values_is_drawn():
    """The empty relation has a picture too."""
    assert words(bipartite_svg([], [], [])) == ["X", "Y"]


@pytest.mark.parametrize("draw", [bipartite_svg, grid_html])
def test_a_pair_must_join_listed_labels(draw):
    """A pair whose end is not listed is refused by name."""
    with pytest.raises(OutsideRangeError, match=r"\(9, a\) has an end that is not shown.*add it"):
        draw(LABELS, "abcde", [("9", "a")])


def test_a_grid_is_the_table_of_zeros_and_ones():
    """Row x, column y holds 1 exactly when (x, y) is in R, for every relation on 2 by 2."""
    for chosen in (set(c) for size in range(5) for c in combinations(SQUARE, size)):
        rows = all_named(grid_html([0, 1], [0, 1], chosen), "tr")[1:]
        assert [[int(cell.text) for cell in row if cell.tag == "td"] for row in rows] == [
            [int((x, y) in chosen) for y in (0, 1)] for x in (0, 1)
        ]


def test_what_a_large_grid_leaves_out_is_said():
    """45 rows, 50 columns, 45 pairs: 40 by 40 cells and 40 pairs are shown."""
    grid = grid_html(range(45), range(50), [(k, k) for k in range(45)])
    assert "… not shown: 5 rows, 10 columns, 5 pairs" in words(grid)
    assert Counter(cell.text for cell in all_named(grid, "td")) == {None: 1, "1": 40, "0": 1560}


def test_a_partition_is_boxes_of_chips():
    """Blocks and members in order, sets sorted; what is left out is counted."""
    assert [chip.text for chip in all_named(partition_html([{10, 9}, ["b", "a"]]), "span")] == ["9", "10", "b", "a"]
    assert "… 20 more" in words(partition_html([range(60)]))
    assert "… not shown: 2 blocks" in words(partition_html([[k] for k in range(42)]))


def test_a_table_shows_its_cells_and_says_what_it_leaves_out():
    """Cells in order, numbers flush right, at most 100 rows."""
    table = table_html(["claim", "size"], [["prop-1", Fraction(1, 3)]])
    cells = all_named(table, "td")
    assert [cell.text for cell in cells] == ["prop-1", "1/3"]
    assert ["text-align:right" in cell.get("style") for cell in cells] == [False, True]
    assert "… not shown: 20 rows" in words(table_html(["n"], [[k] for k in range(120)]))


def test_a_table_is_not_ragged():
    """A row of another length than the header is refused by number."""
    with pytest.raises(TableError, match="Row 2 has 1 cell and the header has 2"):
        table_html(["x", "y"], [[1, 2], [3]])


# --- quantizers ------------------------------------------------------------------------------------------------------


def test_cells_are_closed_on_the_left_and_open_on_the_right_but_the_last():
    """Full dots at the ends that belong to a cell: full, hollow for each cell, full, full for the last."""
    dots = [dot.get("fill") != "none" for dot in all_named(quantizer_svg(QUARTERS), "circle")]
    assert dots == [True, False, True, False, True, False, True, True]


def test_the_cells_that_are_met_are_highlighted():
    """[1/10, 3/5] meets cells 1, 2, 3 of 4 (spec vector: S = 1/2, q = 4)."""
    picture = quantizer_svg(QUARTERS, (Fraction(1, 10), Fraction(6, 10)), met=[1, 2, 3])
    titles = [title.text for title in all_named(picture, "title")]
    assert titles == ["cell 1, met", "cell 2, met", "cell 3, met", "cell 4"]
    assert {"[1/10, 3/5]", "[1/10, 3/5] meets 3 of 4 cells", "1/4", "1/2", "3/4"} <= set(words(picture))


def test_an_interval_lies_over_the_cells_it_covers():
    """The interval [1/4, 3/4] begins where cell 2 begins and ends where cell 3 ends; it may leave the range."""
    start, end = interval_ends(quantizer_svg(QUARTERS, (Fraction(1, 4), Fraction(3, 4))))
    place = {text.text: text.get("x") for text in all_named(quantizer_svg(QUARTERS), "text")}
    assert (start, end) == (place["1/4"], place["3/4"])
    wide = quantizer_svg(QUARTERS, (-1, 2))
    assert interval_ends(wide) == (start_of(wide), end_of(wide))


def interval_ends(picture):
    """The x of both ends of the shaded stretch."""
    (shade,) = all_named(picture, "rect")
    return shade.get("x"), f"{float(shade.get('x')) + float(shade.get('width')):g}"


def start_of(picture):
    """The smallest x that is drawn."""
    return min((dot.get("cx") for dot in all_named(picture, "circle")), key=float)


def end_of(picture):
    """The largest x that is drawn."""
    return max((dot.get("cx") for dot in all_named(picture, "circle")), key=float)


def test_a_fine_quantizer_is_drawn_around_the_cells_that_are_met():
    """400 cells, 60 drawn, all 21 that are met among them; the rest and the unlabeled boundaries are counted."""
    ends = [Fraction(k, 400) for k in range(401)]
    picture = quantizer_svg(ends, (Fraction(1, 2), Fraction(11, 20)), met=range(201, 222))
    titles = [title.text for title in all_named(picture, "title")]
    assert len(titles) == 60
    assert [title for title in titles if "met" in title] == [f"cell {j}, met" for j in range(201, 222)]
    assert "… not shown: 340 cells" in words(picture)
    assert any("of 61 boundaries are labeled" in text for text in words(picture))


@pytest.mark.parametrize("met", [[], [1], [400], [200], range(1, 401)], ids=str)
def test_the_window_of_a_fine_quantizer_stays_within_it(met):
    """60 neighboring cells of 1 … 400, whatever is met."""
    picture = quantizer_svg(range(401), met=met)
    numbers = [int(title.text.split()[1].strip(",")) for title in all_named(picture, "title")]
    assert numbers == list(range(numbers[0], numbers[0] + 60))
    assert 1 <= numbers[0] <= numbers[-1] <= 400
    assert not met or set(numbers) & set(met)


@pytest.mark.parametrize(
    ("arguments", "error", "message"),
    [
        (([0],), LevelsError, "at least two boundaries"),
        (([0, 2, 1],), LevelsError, r"\(0, 2, 1\) do not increase"),
        ((QUARTERS, (0, 1), [0]), OutsideRangeError, "Cell 0.*numbered 1 to 4: number them from 1"),
        ((QUARTERS, (0, 1), [5]), OutsideRangeError, "Cell 5"),
        ((QUARTERS, (1, 0)), EmptyRangeError, r"\[1, 0\] has no point: give its lower end first"),
    ],
)
def test_a_quantizer_has_cells_and_meets_those_it_has(arguments, error, message):
    """Boundaries, cells and intervals that make no quantizer are refused by name."""
    with pytest.raises(error, match=message):
        quantizer_svg(*arguments)


# --- hypothesis tests ------------------------------------------------------------------------------------------------


def test_the_hypothesis_picture_has_the_parts_of_figure_1():
    """Ω → ⟦X⟧ → ⟦Y⟧, ⟦X⟧ → ⟦H⟧; two ranges overlap where a test is inconclusive."""
    picture = hypothesis_svg(["a"], ["b"], ["c"], ([1, 2], [3, 4]), [(1, "a"), (2, "b"), (3, "b"), (4, "c")])
    said = set(words(picture))
    assert {"Ω", "X", "⟦X|p₀⟧", "⟦X|p₁⟧", "⟦Y|p₀⟧", "⟦Y|p₁⟧", "⟦H⟧", "p₀", "p₁"} <= said
    assert {"accept p₀", "inconclusive", "reject p₀", "a", "b", "c", "1", "2", "3", "4"} <= said
    assert len(all_named(picture, "line")) == 3 + 4  # arrows and edges


def test_the_overlap_lies_in_both_ranges_and_the_differences_in_one():
    """The dot of y lies in the box of ⟦Y|p⟧ exactly when p is consistent with y."""
    parts = (["a", "a2"], ["b"], ["c"])
    picture = hypothesis_svg(*parts)
    null, alternative = [box for box in all_named(picture, "rect") if box.get("rx") == "18"]
    height = {text.text: float(text.get("y")) - 4.55 for text in all_named(picture, "text")}

    def inside(label, box):
        return float(box.get("y")) < height[label] < float(box.get("y")) + float(box.get("height"))

    assert [[inside(y, null) for y in part] for part in parts] == [[True, True], [True], [False]]
    assert [[inside(y, alternative) for y in part] for part in parts] == [[False, False], [True], [True]]


def test_edges_have_the_color_of_the_hypothesis_they_come_from():
    """x under p₀ sends edges in one color, x under p₁ in another."""
    picture = hypothesis_svg([], ["b"], [], ([1], [2]), [(1, "b"), (2, "b")])
    strokes = [line.get("stroke") for line in all_named(picture, "line")]
    assert strokes[2:4] == list(PALETTE[:2])


def test_the_hypothesis_picture_says_what_it_leaves_out():
    """20 outputs accept, 12 are shown; their edges too."""
    n = range(20)
    picture = hypothesis_svg(n, ["b"], [], (["x"], []), [("x", y) for y in n])
    assert "… not shown: 8 Y values, 8 edges" in words(picture)
    assert "∅" in words(picture)


def test_a_value_is_in_one_part_of_the_hypothesis_picture():
    """g_H gives one hypothesis to x, and y is in one of the three parts."""
    with pytest.raises(NotFunctionalError, match="The value b is in two parts"):
        hypothesis_svg(["b"], ["b"], [])
    with pytest.raises(NotFunctionalError, match="The value 1 is in two parts"):
        hypothesis_svg([], [], [], ([1], [1]))


# --- data ranges -----------------------------------------------------------------------------------------------------


def test_points_stand_in_the_column_x1_and_the_row_x2():
    """Columns grow to the right, rows upward; outputs share a look; a legend names them."""
    picture = hamming_svg(SQUARE, [((0, 0), (0, 1)), ((0, 0), (1, 0))], {p: f"y{sum(p)}" for p in SQUARE})
    place = {mark[0].text: mark for mark in read(picture) if len(mark)}
    assert set(place) == {"(0, 0) ↦ y0", "(0, 1) ↦ y1", "(1, 0) ↦ y1", "(1, 1) ↦ y2"}
    assert {"y0", "y1", "y2"} <= set(words(picture))
    assert place["(0, 1) ↦ y1"].get("fill") == place["(1, 0) ↦ y1"].get("fill") == PALETTE[1]
    plain = {p[0].text: (float(p.get("cx")), float(p.get("cy"))) for p in read(hamming_svg(SQUARE, [])) if len(p)}
    assert plain["(0, 0)"][0] == plain["(0, 1)"][0] < plain["(1, 0)"][0] == plain["(1, 1)"][0]
    assert plain["(0, 0)"][1] == plain["(1, 0)"][1] > plain["(0, 1)"][1] == plain["(1, 1)"][1]


def test_edges_go_around_the_points_between_their_ends():
    """(0, 0) – (0, 1) is straight, (0, 0) – (0, 2) is bent around (0, 1)."""
    points = [(0, 0), (0, 1), (0, 2)]
    straight, bent = (all_named(hamming_svg(points, [((0, 0), end)]), "path")[0] for end in points[1:])
    columns = [{path.get("d").split()[k] for k in (1, 4, 6)} for path in (straight, bent)]
    assert [len(xs) for xs in columns] == [1, 2]
    assert hamming_svg(points, [((0, 0), (0, 2))]) == hamming_svg(points, [((0, 2), (0, 0))])


def test_points_without_output_are_hollow():
    """A mechanism that is not defined at a point leaves it empty."""
    marks = [mark for mark in read(hamming_svg([(0, 0), (0, 1)], [], {(0, 0): "y"})) if len(mark)]
    assert [mark.get("fill") for mark in marks] == [PALETTE[0], "none"]


def test_a_large_data_range_says_what_it_leaves_out():
    """15 by 1 points: 12 are drawn, and 11 of the 14 edges."""
    points = [(k, 0) for k in range(15)]
    picture = hamming_svg(points, pairwise(points))
    assert "… not shown: 3 points, 3 edges" in words(picture)


def test_points_have_two_entries_and_edges_join_them():
    """Other data are refused by name."""
    with pytest.raises(TableError, match=r"\(0, 1, 2\) does not have two entries"):
        hamming_svg([(0, 1, 2)], [])
    with pytest.raises(OutsideRangeError, match=r"\(\(0, 0\), \(0, 1\)\)"):
        hamming_svg([(0, 0)], [((0, 0), (0, 1))])
