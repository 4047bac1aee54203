"""Entropy, information and leakage of uncertain variables against their definitions on plain sets."""

import random
from fractions import Fraction
from itertools import product

import pytest

from exactpriv.amount import bits, log2
from exactpriv.errors import EmptyRangeError, OutsideRangeError
from exactpriv.information import (
    combinatorial_entropy,
    combinatorial_gain,
    conditional_hartley_entropy,
    conditional_information,
    conditional_leakage,
    conditional_symmetrized_leakage,
    hartley_entropy,
    largest_conditional_maximin_information,
    maximin_information,
    nonstochastic_information,
    nonstochastic_leakage,
    smallest_conditional_maximin_information,
    symmetrized_leakage,
)
from exactpriv.relations import Range, Relation
from tests import oracles, tables

ALL_3_BY_3 = oracles.every_relation(3, 3)
ALL_2_BY_2_BY_2 = oracles.every_relation(2, 2, 2)
RATIOS = {
    nonstochastic_information: oracles.information,
    nonstochastic_leakage: oracles.leakage,
    symmetrized_leakage: oracles.symmetrized,
    maximin_information: oracles.maximin,
}


def of(rows):
    """The relation with these rows."""
    return Relation.of(*sorted(rows))


# --- the definitions -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("measure", "ratio"), RATIOS.items(), ids=lambda function: function.__name__)
def test_measures_are_logarithms_of_ratios_of_counts(measure, ratio):
    """(5), (6), (8), (9) in both directions, on all 511 relations on 3 × 3."""
    for rows in ALL_3_BY_3:
        assert measure(of(rows)) == log2(ratio(rows))
        assert measure(of(rows).converse) == log2(ratio(oracles.converse(rows)))


def test_the_ratios_tell_the_measures_apart():
    """The comparison above can fail: no two of the measures agree on all relations on 3 × 3."""
    for measure, ratio in product(RATIOS, RATIOS.values()):
        agree = all(measure(of(rows)) == log2(ratio(rows)) for rows in ALL_3_BY_3)
        assert agree is (RATIOS[measure] is ratio)


def test_entropies_are_logarithms_of_counts():
    """(1) H₀(X) = log |⟦X⟧| and (3) H₀(X|Y) = max over y of log |⟦X|y⟧|; (5) I₀ = H₀(X) - H₀(X|Y)."""
    for rows in ALL_3_BY_3:
        R = of(rows)
        most = max(len(oracles.conditional(rows, y)) for y in oracles.column(rows, 1))
        assert hartley_entropy(R.range("X")) == log2(len(oracles.column(rows, 0)))
        assert conditional_hartley_entropy(R) == log2(most)
        assert hartley_entropy(R.range("X")) - conditional_hartley_entropy(R) == nonstochastic_information(R)


def test_gains_at_one_output():
    """Kolmogorov's log |⟦X|y⟧| and |⟦X⟧| / |⟦X|y⟧|; I₀ and L₀ are the least and the largest logarithm of the gain."""
    for rows in ALL_3_BY_3:
        R = of(rows)
        remaining = {y: len(oracles.conditional(rows, y)) for y in oracles.column(rows, 1)}
        gains = {y: Fraction(len(oracles.column(rows, 0)), size) for y, size in remaining.items()}
        assert {y: combinatorial_entropy(R, y) for y in gains} == {y: log2(size) for y, size in remaining.items()}
        assert {y: combinatorial_gain(R, y) for y in gains} == gains
        assert log2(min(gains.values())) == nonstochastic_information(R)
        assert log2(max(gains.values())) == nonstochastic_leakage(R)


CONDITIONAL = {
    conditional_leakage: (max, oracles.leakage),
    conditional_information: (min, oracles.information),
    conditional_symmetrized_leakage: (max, oracles.symmetrized),
    largest_conditional_maximin_information: (max, oracles.maximin),
    smallest_conditional_maximin_information: (min, oracles.maximin),
}


@pytest.mark.parametrize("measure", CONDITIONAL, ids=lambda function: function.__name__)
def test_conditional_measures_are_extremes_over_slices(measure):
    """Max or min over z of the measure on {(x, y) : (x, y, z) ∈ ⟦X,Y,Z⟧}, on all of 2 × 2 × 2 and of 3 × 1 × 3."""
    extreme, ratio = CONDITIONAL[measure]
    for rows in [*ALL_2_BY_2_BY_2, *oracles.every_relation(3, 1, 3)]:
        assert measure(of(rows)) == log2(extreme(map(ratio, oracles.slices(rows).values())))


@pytest.mark.parametrize("measure", CONDITIONAL, ids=lambda function: function.__name__)
def test_conditioning_on_a_constant_changes_nothing(measure):
    """q(X;Y|Z) = q(X;Y) when |⟦Z⟧| = 1."""
    _, ratio = CONDITIONAL[measure]
    unconditional = next(unconditional for unconditional, other in RATIOS.items() if other is ratio)
    for rows in ALL_3_BY_3:
        assert measure(of({(x, y, "z") for x, y in rows})) == unconditional(of(rows))


# --- laws ------------------------------------------------------------------------------------------------------------


def test_symmetries():
    """I⋆ and L₀ˢ are symmetric; I₀ and L₀ are not."""
    pairs = [(of(rows), of(rows).converse) for rows in ALL_3_BY_3]
    for measure, is_symmetric in {
        maximin_information: True,
        symmetrized_leakage: True,
        nonstochastic_information: False,
        nonstochastic_leakage: False,
    }.items():
        assert all(measure(R) == measure(S) for R, S in pairs) is is_symmetric


def test_order_of_the_measures():
    """0 ≤ I₀(X;Y) ≤ log |X||Y|/|X,Y| ≤ L₀ˢ(X;Y) ≤ L₀(X;Y) ≤ H₀(X) and 0 ≤ I⋆(X;Y) ≤ L₀ˢ(X;Y)."""
    for rows in ALL_3_BY_3:
        R = of(rows)
        middle = log2(Fraction(len(oracles.column(rows, 0)) * len(oracles.column(rows, 1)), len(rows)))
        chain = [nonstochastic_information(R), middle, symmetrized_leakage(R), nonstochastic_leakage(R)]
        assert sorted(chain) == chain
        assert chain[-1] <= hartley_entropy(R.range("X"))
        assert 0 <= maximin_information(R) <= symmetrized_leakage(R)
        assert chain[0] >= 0


def test_unrelated_variables_tell_nothing():
    """⟦X,Y⟧ = ⟦X⟧ × ⟦Y⟧  ⇔  L₀(X;Y) = 0, and then every measure is 0."""
    for rows in ALL_3_BY_3:
        assert (nonstochastic_leakage(of(rows)) == 0) is oracles.unrelated(rows)
        assert not oracles.unrelated(rows) or all(measure(of(rows)) == bits(0) for measure in RATIOS)


def test_renaming_changes_nothing():
    """Measures depend on the relation up to the names of its values, and on nothing that never occurs."""
    for rows in ALL_3_BY_3[::5]:
        renamed = Relation(("A", "B"), {(("x", 2 - x), str(y)): True for x, y in rows} | {("never", "never"): False})
        for measure in RATIOS:
            assert measure(renamed) == measure(of(rows))


def test_data_processing():
    """I⋆ and L₀ of what is seen never grow when Y is replaced by a function of Y: all functions on all of 3 × 3."""
    merging = [{(y, image[y]) for y in range(3)} for image in oracles.every_function(range(3), range(2))]
    for rows, rule in product(ALL_3_BY_3[::3], merging):
        seen = oracles.cascade(rows, rule)
        assert set(of(rows) @ of(rule)) == seen
        for measure in (maximin_information, nonstochastic_leakage, nonstochastic_information):
            assert measure(of(seen)) <= measure(of(rows))


# --- worked examples -------------------------------------------------------------------------------------------------


def test_the_example_on_five_by_five():
    """H₀ = log 5, H₀(X|Y) = 1, I₀ = log 5/2, L₀ = log 5, both ways; I⋆ = log 3."""
    R = Relation.of(*tables.FIVE_BY_FIVE)
    for S in (R, R.converse):
        assert hartley_entropy(S.range(S.columns[0])) == log2(5)
        assert conditional_hartley_entropy(S) == bits(1)
        assert nonstochastic_information(S) == log2("5/2")
        assert nonstochastic_leakage(S) == symmetrized_leakage(S) == log2(5)
        assert maximin_information(S) == log2(3)
    assert [m(R).decimal() for m in RATIOS] == ["1.321928", "2.321928", "2.321928", "1.584963"]


def test_the_pentagon():
    """I⋆ = 0, I₀ = L₀ = L₀ˢ = log 5/2; on Shannon's five words of length two I⋆ = log 5 [shannon1956zero]."""
    R = Relation.of(*tables.PENTAGON)
    assert maximin_information(R) == 0
    assert nonstochastic_information(R) == nonstochastic_leakage(R) == symmetrized_leakage(R) == log2("5/2")
    assert maximin_information(R.product(R)) == 0
    assert maximin_information(R.product(R).restrict("X,X", tables.SHANNON_CODE)) == log2(5)


def test_the_gap_in_the_proof_of_proposition_2():
    """½ L₀ˢ = ½ log 6 > 1 on six words of length two, though L₀ˢ ≤ 1 on every input range of one letter."""
    R = Relation.of(*tables.CHANNEL_WITH_A_GAP)
    words = R.product(R).restrict("X,X", tables.WORDS_BEYOND_THE_GAP)
    assert symmetrized_leakage(words) == log2(6)
    assert symmetrized_leakage(words) / 2 > bits(1)
    assert (symmetrized_leakage(words) / 2).decimal() == "1.292481"
    inputs = [chosen for chosen in oracles.subsets(range(3)) if chosen]
    assert max(symmetrized_leakage(R.restrict("X", chosen)) for chosen in inputs) == bits(1)


def test_ten_thousand_rows(tmp_path):
    """All measures of a CSV file with 10,000 rows, in both directions, are those of the plain set of its rows."""
    generator = random.Random(1910)
    rows = [
        (f"home{generator.randrange(40) * generator.randrange(9)}", str(generator.randrange(120)))
        for _ in range(10_000)
    ]
    file = tmp_path / "readings.csv"
    file.write_text(
        "hour,home,reading\n" + "".join(f"{i % 24},{x},{y}\n" for i, (x, y) in enumerate(rows)), encoding="utf-8"
    )
    R = Relation.from_csv(file, ["home", "reading"])
    for measure, ratio in RATIOS.items():
        assert measure(R) == log2(ratio(set(rows)))
        assert measure(R.converse) == log2(ratio(oracles.converse(set(rows))))


# --- the boundary ----------------------------------------------------------------------------------------------------


def test_one_value_and_no_value():
    """With one outcome every measure is 0; an empty range and an empty relation have none."""
    R = Relation.of(("a", 1))
    assert [measure(R) for measure in RATIOS] == [bits(0)] * 4
    with pytest.raises(EmptyRangeError, match="the range is empty"):
        hartley_entropy(Range.of())
    empty = Relation(("X", "Y"), {})
    for measure in [*RATIOS, conditional_hartley_entropy]:
        with pytest.raises(EmptyRangeError, match=r"give (at least one|a) row"):
            measure(empty)


@pytest.mark.parametrize("at_output", [combinatorial_entropy, combinatorial_gain])
def test_outputs_that_never_occur(at_output):
    """There is no gain at an output that never occurs."""
    with pytest.raises(OutsideRangeError, match="'z' never occurs in column 'Y'; give a value of its range"):
        at_output(Relation.of(("a", 1)), "z")
