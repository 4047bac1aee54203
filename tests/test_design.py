"""Numbers of levels by three rules, cells of any lengths, and the best cells of a query against all cells there are."""

import json
import random
from fractions import Fraction
from itertools import combinations, pairwise, product
from xml.etree import ElementTree as ET

import pytest

from exactpriv.amount import log2
from exactpriv.errors import (
    BudgetError,
    DensityError,
    EmptyRangeError,
    ExactPrivError,
    LevelsError,
    NotANumberError,
    NotExactError,
    OutsideIntervalError,
    OutsideRangeError,
    SizeError,
    TableError,
)
from exactpriv.privacy import (
    LinearQuantizer,
    PiecewiseDensity,
    Query,
    estimation_error,
    levels_for,
    noiseless_budget,
    sensitivity,
)
from exactpriv.privacy import optimal as searching
from exactpriv.privacy.design import MOST_LISTED_CELLS, StepQuantizer, designs
from exactpriv.privacy.optimal import ContinuousResponses, FiniteResponses, compared_quantizers, optimal_quantizer
from exactpriv.relations import Relation
from exactpriv.report.design import design_lines, design_record, designed, write_plot
from exactpriv.report.records import write_json

UNEVEN = [
    StepQuantizer(ends) for ends in [(0, 1), (-1, "1/3", 2), (0, "1/4", "3/4", 1), (0, 1, 2, 5, 6), (0, 3, 4, 5, 8)]
]
ASKED = [
    (epsilon, S, low, high)
    for epsilon in (0, "1/2", 1, "8/5", 2, "5/2", 3)
    for S in (1, "1/2", "3/10", "1/7", "2/3")
    for low, high in ((0, 1), ("-1/3", "7/2"))
]


def lengths(Q):
    """The lengths of the cells."""
    return [right - left for left, right in pairwise(Q.boundaries)]


# --- cells of any lengths --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("Q", UNEVEN, ids=repr)
def test_steps_are_a_partition(Q):
    """Q(x) = j ⇔ x ∈ cell j"""
    for x in (Q.low + (Q.high - Q.low) * Fraction(k, 24) for k in range(25)):
        assert [j for j, cell in enumerate(Q.cells, start=1) if x in cell] == [Q(x)]


@pytest.mark.parametrize("q", range(1, 7))
def test_equal_steps_are_the_linear_quantizer(q):
    """Equal lengths give the same outputs, the same counts of cells, and the same preimages."""
    L = LinearQuantizer(q, "-1/3", "7/2")
    Q = StepQuantizer(L.boundaries)
    points = [L.low + L.range_length * Fraction(k, 24) for k in range(25)]
    assert (Q.levels, Q.low, Q.high, Q.cells, dict(Q.preimages)) == (q, L.low, L.high, L.cells, dict(L.preimages))
    assert list(map(Q, points)) == list(map(L, points))
    assert all(Q.cells_met(a, b) == L.cells_met(a, b) for a, b in product(points, points) if a <= b)
    for S in (x - L.low for x in points):
        assert Q.most_cells_met(S) == L.most_cells_met(S)


@pytest.mark.parametrize("Q", UNEVEN, ids=repr)
def test_most_cells_met_is_attained_and_never_exceeded(Q):
    """max_a |cells met by [a, a+S]|: the count changes only where an end of the interval crosses a boundary."""
    for S in ((Q.high - Q.low) * Fraction(k, 24) for k in range(25)):
        last = Q.high - S
        turns = sorted({x for end in Q.boundaries for x in (end, end - S) if Q.low <= x <= last} | {Q.low, last})
        positions = turns + [(left + right) / 2 for left, right in pairwise(turns)]
        assert Q.most_cells_met(S) == max(Q.cells_met(a, a + S) for a in positions)
        start, end = Q.interval_meeting_most(S)
        assert (end - start, Q.low <= start, end <= Q.high) == (S, True, True)


def test_a_step_quantizer_writes_and_draws_itself():
    """repr(Q) is text that makes Q again; the picture has a dot for both ends of each cell."""
    Q = StepQuantizer([0, "1/4", 1])
    assert repr(Q) == "StepQuantizer(['0', '1/4', '1'])"
    assert StepQuantizer(["0", "1/4", "1"]) == Q
    assert Q._repr_html_().count("<circle") == 4


@pytest.mark.parametrize(
    ("wrong", "error", "message"),
    [
        (lambda: StepQuantizer([0]), LevelsError, "1 boundaries enclose no cell"),
        (lambda: StepQuantizer([0, 1, 1]), LevelsError, "1 comes after 1"),
        (lambda: StepQuantizer([0, 0.5, 1]), NotExactError, "write|written"),
        (lambda: StepQuantizer([0, 1])(2), OutsideIntervalError, "2 is outside"),
        (lambda: StepQuantizer([0, 1]).cell(2), OutsideRangeError, "no cell 2"),
        (lambda: StepQuantizer([0, 1]).cells_met(1, 0), EmptyRangeError, "empty"),
        (lambda: StepQuantizer([0, 1]).most_cells_met(2), OutsideIntervalError, "length 2"),
        (lambda: designs(-1, 1), BudgetError, "negative"),
        (lambda: designs(1, 0), LevelsError, "sensitivity 0"),
        (lambda: designs(1, -1), OutsideRangeError, "sensitivity -1"),
        (lambda: designs(1, 2), OutsideRangeError, "sensitivity 2"),
        (lambda: designs(1, 1, 1, 0), LevelsError, "length -1"),
        (lambda: designs(1, "much"), NotANumberError, "much"),
        (lambda: designs(40, "2/3")[2].quantizer, SizeError, "too many to list"),
    ],
)
def test_wrong_cells_are_refused(wrong, error, message):
    """What was given, what is required, what to do."""
    with pytest.raises(error, match=message):
        wrong()


# --- three rules -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("n", "epsilon", "paper", "repaired"), [(2, 1, (4, 3), (2, 2)), (4, 2, (16, 5), (12, 4)), (8, 3, (64, 9), (56, 8))]
)
def test_means_of_the_experiment(n, epsilon, paper, repaired):
    """S = R/n: q = n·2^ε has 2^ε + 1 outputs, q = n(2^ε - 1) has 2^ε."""
    found = designs(epsilon, Fraction(1, n))
    assert [(d.levels, d.outputs) for d in found] == [paper, repaired, repaired]
    assert [d.keeps_budget for d in found] == [False, True, True]
    assert found[0].budget == log2(paper[1])


@pytest.mark.parametrize("asked", ASKED, ids=str)
def test_a_design_says_what_its_cells_do(asked):
    """K, the interval, the lengths and the errors by formula are those of the cells one by one."""
    epsilon, S, low, high = asked
    for design in designs(*asked):
        Q = design.quantizer
        ends = [design.boundary(j) for j in range(1, design.levels + 2)]
        assert (tuple(ends), Q.levels) == (Q.boundaries, design.levels)
        assert design.outputs == Q.most_cells_met(S) == Q.cells_met(*design.interval)
        assert (Q(design.interval[0]), design.interval[1] - design.interval[0]) == (1, Fraction(S))
        assert design.worst_error == max(lengths(Q)) / 2
        uniform = PiecewiseDensity([(low, high, 1 / (design.high - design.low))])
        assert design.mean_error == estimation_error(uniform, Q.preimages, 1)
        assert design.mean_squared_error == estimation_error(uniform, Q.preimages, 2)
    paper, repaired, shortest = designs(*asked)
    assert paper.levels == levels_for(epsilon, S, paper.high - paper.low, "paper")
    assert repaired.levels == levels_for(epsilon, S, paper.high - paper.low)
    assert (repaired.keeps_budget, shortest.keeps_budget) == (True, True)
    assert shortest.worst_error <= repaired.worst_error


def all_step_quantizers(places):
    """Every choice of boundaries among the places."""
    low, *inner, high = places
    for count in range(len(inner) + 1):
        for cuts in combinations(inner, count):
            yield StepQuantizer([low, *cuts, high])


@pytest.mark.parametrize(("k", "steps", "S"), list(product([2, 3, 4], [9, 10], ["1/2", "1/3", "3/10", "2/3", "1/5"])))
def test_no_cells_on_a_grid_are_shorter_than_the_shortest(k, steps, S):
    """max ℓ ≥ min(R/k, S/(k - 1)) for all cells that keep the budget; equality where the grid has the best ones."""
    best = designs(log2(k), S)[2]
    kept = [Q for Q in all_step_quantizers(LinearQuantizer(steps).boundaries) if Q.most_cells_met(S) <= k]
    least = min(max(lengths(Q)) for Q in kept)
    assert least >= best.inner == min(Fraction(1, k), Fraction(S) / (k - 1))
    if set(best.quantizer.boundaries) <= set(LinearQuantizer(steps).boundaries):
        assert least == best.inner


def test_a_budget_below_one_bit_buys_one_cell():
    """⌊2^ε⌋ = 1: a constant release; only the printed rule gives more, and exceeds the budget."""
    paper, repaired, shortest = designs("1/2", "1/4", 0, 2)
    assert (repaired.levels, shortest.levels, repaired.outputs, repaired.worst_error) == (1, 1, 1, 1)
    assert (paper.levels, paper.outputs, paper.keeps_budget) == (11, 3, False)


# --- the best cells --------------------------------------------------------------------------------------------------


def random_query(seed):
    """A query of two or three individuals on product or correlated data, with any responses."""
    choose = random.Random(seed)
    box = list(product(range(3), repeat=2) if seed % 3 else product(range(2), repeat=3))
    D = Relation.of(*(box if seed % 2 else sorted(choose.sample(box, 6))))
    values = choose.sample(range(20), 7)
    return Query(D, {point: choose.choice(values) for point in D})


def own_quality(responses, Q):
    """The definitions once more: K of the mechanism, half the spread, and the best of all answers to each output."""
    cells = {}
    for y, _, weight in responses.atoms:
        cells.setdefault(Q(y), []).append((y, weight))
    worst = max((max(cell)[0] - min(cell)[0]) / 2 for cell in cells.values())
    mean = sum(min(sum(w * abs(y - c) for y, w in cell) for c, _ in cell) for cell in cells.values())
    return noiseless_budget(responses.query.then(Q)), worst, mean


@pytest.mark.parametrize("seed", range(12))
def test_the_search_finds_the_best_cells_of_a_query(seed):
    """min over all cells with K ≤ 2^ε of the error, for both objectives, by trying all of them."""
    f = random_query(seed)
    found = sorted({f(*point) for point in f.data})
    weights = None if seed % 3 else {y: 1 + (7 * place + seed) % 5 for place, y in enumerate(found)}
    responses = FiniteResponses(f, weights)
    everything = [own_quality(responses, Q) for Q in all_step_quantizers(responses.places)]
    for k in (1, 2, 3):
        kept = [(worst, mean) for budget, worst, mean in everything if budget <= log2(k)]
        for objective, best in (("worst", min(kept)), ("mean", min(mean for _, mean in kept))):
            Q = optimal_quantizer(responses, log2(k), objective)
            quality = responses.quality(Q)
            assert (quality.budget, quality.worst_error, quality.mean_error) == own_quality(responses, Q)
            assert quality.outputs <= k
            assert best == ((quality.worst_error, quality.mean_error) if objective == "worst" else quality.mean_error)


@pytest.mark.parametrize(("S", "k"), list(product(["1/9", "2/9", "1/4", "1/2", 1], [1, 2, 3])))
def test_the_search_finds_the_best_cells_on_a_grid(S, k):
    """The same for a response of which the sensitivity and the weights of nine steps are known."""
    weights = [5, 1, 1, 0, 0, 3, 8, 3, 1]
    responses = ContinuousResponses(S, 0, 1, 9, weights)
    density = PiecewiseDensity(
        [(Fraction(t, 9), Fraction(t + 1, 9), Fraction(9 * w, 22)) for t, w in enumerate(weights)]
    )
    kept = [Q for Q in all_step_quantizers(responses.places) if Q.most_cells_met(S) <= k]
    errors = [(max(lengths(Q)) / 2, estimation_error(density, Q.preimages, 1)) for Q in kept]
    for objective in ("worst", "mean"):
        quality = responses.quality(optimal_quantizer(responses, log2(k), objective))
        assert quality.outputs <= k
        reached = (quality.worst_error, quality.mean_error)
        assert reached == min(errors) if objective == "worst" else reached[1] == min(mean for _, mean in errors)


@pytest.mark.parametrize("Q", [LinearQuantizer(7, 0, 1), StepQuantizer([0, "1/10", "4/7", 1])], ids=repr)
def test_cells_beside_the_grid_are_judged_exactly(Q):
    """A step that is divided by a boundary shares its weight by length."""
    weights = [5, 1, 1, 0, 0, 3, 8, 3, 1]
    density = PiecewiseDensity(
        [(Fraction(t, 9), Fraction(t + 1, 9), Fraction(9 * w, 22)) for t, w in enumerate(weights)]
    )
    quality = ContinuousResponses("1/5", 0, 1, 9, weights).quality(Q)
    assert quality.mean_error == estimation_error(density, Q.preimages, 1)
    assert (quality.outputs, quality.worst_error) == (Q.most_cells_met("1/5"), max(lengths(Q)) / 2)


def test_uneven_cells_beat_linear_ones_of_the_same_budget():
    """The sum of two entries in {0, 1, 10}, one bit: linear cells leave the error 10, the best ones 1."""
    D = Relation.of(*product((0, 1, 10), repeat=2))
    responses = FiniteResponses(Query(D, sum_of))
    found = {rule: quality for rule, (_, quality) in compared_quantizers(responses, 1).items()}
    assert sensitivity(responses.query) == 10
    assert {rule: (q.outputs, q.worst_error) for rule, q in found.items()} == {
        "paper": (2, Fraction(1)),
        "repaired": (2, Fraction(5)),
        "worst": (2, Fraction(1)),
        "mean": (2, Fraction(1)),
    }
    assert found["mean"].mean_error <= found["worst"].mean_error < found["repaired"].mean_error


def sum_of(x):
    """The sum of all entries."""
    return sum(x)


def test_compared_keeps_the_budget_where_the_paper_does_not():
    """The mean of two in [0, 1] with one bit: four cells by the printed rule have three outputs."""
    found = compared_quantizers(ContinuousResponses("1/2", 0, 1, 12), 1)
    assert {rule: quality.outputs for rule, (_, quality) in found.items()} == {
        "paper": 3,
        "repaired": 2,
        "worst": 2,
        "mean": 2,
    }


@pytest.mark.parametrize(
    ("wrong", "error", "message"),
    [
        (lambda: FiniteResponses(Query(Relation.of((0, 0), (0, 1)), lambda _: 3)), LevelsError, "always answers 3"),
        (lambda: FiniteResponses(Query(Relation.of((0, 0), (0, 1)), sum_of), {0: 1}), OutsideRangeError, "response 1"),
        (lambda: FiniteResponses(Query(Relation.of((0, 0), (0, 1)), sum_of), {0: 1, 1: -1}), DensityError, "≥ 0"),
        (lambda: ContinuousResponses(1, 0, 1, 2, [0, 0]), DensityError, "not all 0"),
        (lambda: ContinuousResponses(1, 0, 1, 2, [1]), DensityError, "1 weights were given for 2 steps"),
        (lambda: ContinuousResponses(2, 0, 1, 2), OutsideIntervalError, "length 2"),
        (lambda: ContinuousResponses(1, 0, 1, 0), LevelsError, "0 levels"),
        (lambda: ContinuousResponses(1, 1, 0, 2), LevelsError, "positive length"),
        (lambda: optimal_quantizer(ContinuousResponses(1, 0, 1, 2), -1), BudgetError, "negative"),
        (lambda: optimal_quantizer(ContinuousResponses(1, 0, 1, 2), 1, "best"), LevelsError, "'best'"),
        (lambda: optimal_quantizer(ContinuousResponses(1, 0, 1, 401), 1), SizeError, "401 responses or steps"),
    ],
)
def test_wrong_responses_are_refused(wrong, error, message):
    """What was given, what is required, what to do."""
    with pytest.raises(error, match=message):
        wrong()


def test_a_search_that_grows_too_large_is_refused(monkeypatch):
    """SizeError instead of a search without end."""
    monkeypatch.setattr(searching, "MOST_STATES", 10)
    with pytest.raises(SizeError, match="beginnings"):
        optimal_quantizer(ContinuousResponses("1/3", 0, 1, 20), 2)


# --- exactpriv quantize ----------------------------------------------------------------------------------------------


def test_the_lines_of_quantize():
    """q = 16 has the true budget log2 5; q = 12 keeps two bits; a fifth cell is met."""
    out = "\n".join(design_lines(designed("2", "1/4", "0:1")))
    assert (
        "paper     16      1/16      5        log2(5) = 2.3219 bits  exceeded  1/32         1/64        1/3072" in out
    )
    assert (
        "repaired  12      1/12      4        2 bits                 kept      1/24         1/48        1/1728" in out
    )
    assert "paper: [1/32, 9/32] meets 5 cells: 1 too many" in out
    assert "repaired, shortest: [1/24, 7/24] meets 4 cells" in out


def test_cells_are_drawn_where_they_are():
    """One column is 1/64 of the range: 0, 1/5, 1/2, 4/5 and 1, below an interval from 1/10 to 2/5."""
    *_, interval, axis, ends = design_lines(designed("1", "0.3", "0:1"))
    assert axis == "  ├" + "─" * 12 + "┼" + "─" * 18 + "┼" + "─" * 18 + "┼" + "─" * 12 + "┤"
    assert interval == "  " + " " * 6 + "●" + "━" * 19 + "●"
    assert ends == "  0" + " " * 63 + "1"


@pytest.mark.parametrize(
    "asked", [("10", "1", "0:1"), ("2", "1/1000", "0:1"), ("200", "1/7", "0:1"), ("1", "1", "0:1e9")]
)
def test_long_designs_are_shortened(asked):
    """Lines stay short whatever the numbers are."""
    assert max(map(len, design_lines(designed(*asked)))) < 200


def test_the_record_of_quantize_is_exact(tmp_path):
    """Fractions as text, the budget exact and decimal, all boundaries."""
    path = tmp_path / "design.json"
    write_json(design_record(designed("1", "0.3", "0:1")), path)
    record = json.loads(path.read_text("utf-8"))
    assert (record["epsilon"], record["outputs_allowed"], record["sensitivity"]) == ("1", 2, "3/10")
    paper, _, shortest = record["designs"]
    assert paper["budget"] == {"exact": "log2(3)", "decimal": "1.584963", "unit": "bits"}
    assert paper["keeps_budget"] is False
    assert (shortest["boundaries"], shortest["worst_error"]) == (["0", "1/5", "1/2", "4/5", "1"], "3/20")
    many = design_record(designed("20", "1", "0:1"))
    assert many["designs"][0]["boundaries"] is None


def test_the_plot_shows_the_cells_that_are_met(tmp_path):
    """One picture for each rule: of the paper's 16 cells five are highlighted; the file is the same on every run."""
    path, again = tmp_path / "cells.svg", tmp_path / "again.svg"
    write_plot(designed("2", "1/4", "0:1"), path)
    write_plot(designed("2", "1/4", "0:1"), again)
    assert path.read_bytes() == again.read_bytes()
    pictures = ET.parse(path).getroot().findall("{http://www.w3.org/2000/svg}svg")  # noqa: S314 - our own file
    assert [picture.get("aria-label") for picture in pictures] == [
        "Quantizer with 16 cells. [1/32, 9/32] meets 5 of 16 cells",
        "Quantizer with 12 cells. [1/24, 7/24] meets 4 of 12 cells",
    ]


@pytest.mark.parametrize(
    ("asked", "error", "message"),
    [
        (("1/2", "1/4", "0:1"), BudgetError, "smallest ε that works is 1"),
        (("0", "1/4", "0:1"), BudgetError, "smallest ε that works is 1"),
        (("-1", "1/4", "0:1"), BudgetError, "negative"),
        (("2", "0", "0:1"), LevelsError, "sensitivity 0"),
        (("2", "-1", "0:1"), OutsideRangeError, "sensitivity -1"),
        (("2", "2", "0:1"), OutsideRangeError, "sensitivity 2"),
        (("2", "1", "1:0"), LevelsError, "lower end first"),
        (("2", "1", "1:1"), LevelsError, "no positive length"),
        (("2", "1", "1"), LevelsError, "colon"),
        (("2", "1", "a:b"), NotANumberError, "'a'"),
        (("much", "1", "0:1"), NotANumberError, "'much'"),
        (("2", "nan", "0:1"), NotANumberError, "'nan'"),
        (("1e9", "1", "0:1"), SizeError, "the budget is too large"),
        (("2", "1e-999", "0:1"), SizeError, "the sensitivity is too large or has too many digits"),
        (("2", "1", "0:1e999"), SizeError, "the range is too large"),
    ],
)
def test_what_quantize_refuses(asked, error, message):
    """Named errors that say what to give instead."""
    with pytest.raises(error, match=message):
        designed(*asked)


def test_a_plot_that_cannot_be_written_is_refused(tmp_path):
    """Too many cells, or no such directory."""
    with pytest.raises(SizeError, match=f"{MOST_LISTED_CELLS:,} cells"):
        write_plot(designed("30", "1", "0:1"), tmp_path / "cells.svg")
    with pytest.raises(TableError, match="a directory that exists") as caught:
        write_plot(designed("2", "1", "0:1"), tmp_path / "nowhere" / "cells.svg")
    assert isinstance(caught.value, ExactPrivError)
