"""One definition, three readings: decided, batched and open truth values give the same mathematics."""

import operator
from fractions import Fraction
from functools import cache
from itertools import pairwise, product
from math import ceil

import numpy as np
import pytest
import z3

from exactpriv import truth
from exactpriv.amount import Amount, bits, log2
from exactpriv.capacity import Code, are_confusable, best_input_leakage, has_rate_at_most, is_zero_error_code
from exactpriv.errors import EmptyRangeError, ExactPrivError, UndecidedError
from exactpriv.information import (
    best_test,
    combinatorial_entropy,
    combinatorial_gain,
    conclusive_outputs,
    conditional_hartley_entropy,
    conditional_information,
    conditional_leakage,
    conditional_symmetrized_leakage,
    correct_outputs,
    hartley_entropy,
    largest_conditional_maximin_information,
    maximin_information,
    nonstochastic_information,
    nonstochastic_leakage,
    performance_bound,
    smallest_conditional_maximin_information,
    symmetrized_leakage,
    test_performance,
)
from exactpriv.information.logarithms import UndecidedAmount
from exactpriv.leakage import deterministic_channel, maximal_leakage
from exactpriv.privacy import (
    ExtendedMechanism,
    Line,
    Mechanism,
    adaptively_composed,
    cells_met,
    composed,
    hamming_connected,
    in_parallel,
    is_noiselessly_private,
    lines,
    noiseless_budget,
    output_count,
    points_of,
    post_processed,
    response,
    second_output_alone,
    substituted,
)
from exactpriv.relations import (
    Function,
    Range,
    Relation,
    are_unrelated,
    classes_by_closure,
    is_function_of,
    is_markov_chain,
    is_product,
    overlap_classes,
    overlap_connected,
)
from exactpriv.truth import BatchedNumber, OpenNumber, OpenReal, all_of, any_of, count, forall, iff, implies, negation

# --- what is measured ------------------------------------------------------------------------------------------------


def data(R):
    """The relation as a data range of two individuals."""
    return Relation(("X1", "X2"), dict(R.rows))


def on_data(rule):
    """A mechanism with a fixed rule on the relation as a data range."""
    return lambda R: Mechanism(data(R), rule)


def extended(rule):
    """The same on the box around it."""
    return lambda R: ExtendedMechanism(data(R), rule)


def are_equal(point):
    """Whether two individuals agree, by the numbers in their labels."""
    return point[0][1:] == point[1][1:]


def as_rule(R):
    """A mechanism on one individual whose rule is the relation: x gives y when (x, y) belongs."""
    table = {(x,): {y: R.holds(x, y) for y in R.range("Y")} for x in R.range("X")}
    return Mechanism(Relation(("X1",), {(x,): occurs for x, occurs in R.range("X").items()}), Function(table))


def worst_response(measure, rule):
    """The largest value of a measure over the responses to all lines."""
    return lambda R: truth.largest(lines(data(R)), lambda line: measure(response(extended(rule)(R), line)))


def leakage_of_function(R):
    """L_c of the channel x ↦ y; a channel has an input."""
    if R.rows.is_empty() is True:
        raise EmptyRangeError
    return maximal_leakage(deterministic_channel(R))


def adaptive(R):
    """x₁ first; then everything or nothing about x₂, depending on it."""
    second = {"x1": on_data(lambda x: x[1])(R), "x2": on_data(len)(R), "x3": on_data(lambda x: x[1] == "y1")(R)}
    return on_data(lambda x: x[0])(R), second


PAIRS = {
    "|⟦X,Y⟧|": Relation.size,
    "⟦X,Y⟧ = ∅": Relation.is_empty,
    "|⟦X⟧|": lambda R: R.range("X").size(),
    "|⟦X,Y⟧| as tuples": lambda R: R.range("X", "Y").size(),
    "|⟦X|y1⟧|": lambda R: R.conditional_range("y1").size(),
    "|⟦X|{y1,y2}⟧|": lambda R: R.conditional_range_among(["y1", "y2"]).size(),
    "|⟦X|⟦Y|x1⟧⟧|": lambda R: R.conditional_range_among(R.converse.conditional_range("x1")).size(),
    "|⟦X|y1⟧ Δ ⟦X|y2⟧|": lambda R: (R.conditional_range("y1") ^ R.conditional_range("y2")).size(),
    "|⟦X|y1⟧ ∩ ⟦X|y2⟧|": lambda R: (R.conditional_range("y1") & R.conditional_range("y2")).size(),
    "|⟦X|y1⟧ ∪ ⟦X|y2⟧|": lambda R: (R.conditional_range("y1") | R.conditional_range("y2")).size(),
    "⟦X|y1⟧ ⊆ ⟦X|y2⟧": lambda R: R.conditional_range("y1") <= R.conditional_range("y2"),
    "⟦X|y1⟧ = ⟦X|y2⟧": lambda R: R.conditional_range("y1").same_as(R.conditional_range("y2")),
    "|R then its converse|": lambda R: (R @ R.converse).size(),
    "R then its converse, then R, is R": lambda R: (R @ R.converse @ R).same_as(R),
    "⟦X'⟧ of the product": lambda R: R.product(R).range("X,X").size(),
    "|R restricted to x1, x2|": lambda R: R.restrict("X", ["x1", "x2"]).size(),
    "unrelated": are_unrelated,
    "a product": is_product,
    "Y is a function of X": is_function_of,
    "x1 ⇝ x2": lambda R: overlap_connected(R).get(("x1", "x2"), False),
    "|⟦X|Y⟧⋆|": overlap_classes,
    "|⟦X|Y⟧⋆| by closure": classes_by_closure,
    "H₀(X)": lambda R: hartley_entropy(R.range("X")),
    "H₀(X|Y)": conditional_hartley_entropy,
    "I₀(X;Y)": nonstochastic_information,
    "I₀(Y;X)": lambda R: nonstochastic_information(R.converse),
    "L₀(X;Y)": nonstochastic_leakage,
    "L₀(Y;X)": lambda R: nonstochastic_leakage(R.converse),
    "L₀ˢ(X;Y)": symmetrized_leakage,
    "I⋆(X;Y)": maximin_information,
    "log |⟦X|y1⟧|": lambda R: combinatorial_entropy(R, "y1"),
    "|⟦X⟧| / |⟦X|y1⟧|": lambda R: combinatorial_gain(R, "y1"),
    "H₀(X) - H₀(X|Y)": lambda R: hartley_entropy(R.range("X")) - conditional_hartley_entropy(R),
    "2 L₀(X;Y) + 1 bit": lambda R: 2 * nonstochastic_leakage(R) + bits(1),
    "1 bit - I₀(X;Y)": lambda R: log2(2) - nonstochastic_information(R),
    "I⋆ ≤ L₀ˢ": lambda R: maximin_information(R) <= symmetrized_leakage(R),
    "I⋆ = L₀ˢ": lambda R: maximin_information(R) == symmetrized_leakage(R),
    "I⋆ ≠ I₀": lambda R: maximin_information(R) != nonstochastic_information(R),
    "I₀ < 1 bit": lambda R: nonstochastic_information(R) < bits(1),
    "L₀ > log 3/2": lambda R: nonstochastic_leakage(R) > log2("3/2"),
    "L₀ ≥ 0": lambda R: nonstochastic_leakage(R) >= 0,
    "best input leakage": best_input_leakage,
    "x1 and x2 confusable": lambda R: are_confusable(R, "x1", "x2"),
    "{x1, x2} has zero error": lambda R: is_zero_error_code(Code.of(("x1",), ("x2",)), R),
    "{x1x1, x2x2} has zero error": lambda R: is_zero_error_code(Code.of(("x1", "x1"), ("x2", "x2")), R),
    "{x1x2, x2x2} has zero error through R, R @ R⁻¹": lambda R: is_zero_error_code(
        Code.of(("x1", "x2"), ("x2", "x2")), R, R @ R.converse
    ),
    "log 2 / 2 ≤ I⋆": lambda R: has_rate_at_most(Code.of(("x1", "x1"), ("x2", "x2")), maximin_information(R)),
    "L_c of the function": leakage_of_function,
    "|lines|": lambda R: lines(data(R)).size(),
    "|D on x₂ = y1|": lambda R: points_of(data(R), Line(0, ("y1",))).size(),
    "|ψ(X) for x₂ = y1|": lambda R: substituted(data(R), Line(0, ("y1",))).size(),
    "K(identity)": lambda R: output_count(on_data(lambda x: x)(R)),
    "K(x₁)": lambda R: output_count(on_data(lambda x: x[0])(R)),
    "K(x₁ ≟ x₂)": lambda R: output_count(on_data(are_equal)(R)),
    "K of the relation as a rule": lambda R: output_count(as_rule(R)),
    "ε(x₁ ≟ x₂)": lambda R: noiseless_budget(on_data(are_equal)(R)),
    "ε ≤ 1/2": lambda R: is_noiselessly_private(on_data(are_equal)(R), "1/2"),
    "⟦Y⟧ of x₁ ≟ x₂": lambda R: on_data(are_equal)(R).output_range().size(),
    "|⟦X₁,Y⟧| of x₁ ≟ x₂": lambda R: on_data(are_equal)(R).joint_range(0).size(),
    "h ∘ identity": lambda R: output_count(
        post_processed(on_data(lambda x: x)(R), Function.of(product(("x1", "x2", "x3"), ("y1", "y2", "y3")), are_equal))
    ),
    "(x₁, x₁ ≟ x₂)": lambda R: noiseless_budget(composed(on_data(lambda x: x[0])(R), on_data(are_equal)(R))),
    "adaptive": lambda R: noiseless_budget(adaptively_composed(*adaptive(R))),
    "adaptive, the second alone": lambda R: noiseless_budget(second_output_alone(*adaptive(R))),
    "in parallel": lambda R: noiseless_budget(in_parallel(as_rule(R), as_rule(R))),
    "(x1, y1) joined with (x2, y2)": lambda R: hamming_connected(data(R)).get((("x1", "y1"), ("x2", "y2")), False),
    "worst L₀(Y;Xᵢ)": worst_response(lambda R: nonstochastic_leakage(R.converse), are_equal),
    "worst I⋆(Xᵢ;Y)": worst_response(maximin_information, lambda x: x),
    "worst L_c(Xᵢ → Y)": worst_response(lambda R: maximal_leakage(deterministic_channel(R)), are_equal),
}
HYPOTHESES = {
    "|⟦Y|p₀⟧ Δ ⟦Y|p₁⟧|": lambda R: conclusive_outputs(R).size(),
    "log |⟦Y|p₀⟧ Δ ⟦Y|p₁⟧|": performance_bound,
    "𝒫 of the best test": lambda R: test_performance(best_test(R), R),
    "|ℵ| of the test that accepts at y1 only": lambda R: correct_outputs(
        Function.of(R.range("Y"), lambda y: "x1" if y == "y1" else "x2"), R
    ).size(),
    "𝒫 of the test that always accepts": lambda R: test_performance(Function.of(R.range("Y"), lambda _: "x1"), R),
}
TRIPLES = {
    "L₀(X;Y|Z)": conditional_leakage,
    "I₀(X;Y|Z)": conditional_information,
    "L₀ˢ(X;Y|Z)": conditional_symmetrized_leakage,
    "largest I⋆(X;Y|Z)": largest_conditional_maximin_information,
    "smallest I⋆(X;Y|Z)": smallest_conditional_maximin_information,
    "X – Y – Z": is_markov_chain,
    "a product": is_product,
    "|⟦X,Y|z1⟧|": lambda R: R.conditional_range("z1").size(),
    "|slice Y = y2|": lambda R: R.slice("Y", "y2").size(),
    "|⟦X⟧ projected|": lambda R: R.project("Z", "X").size(),
    "L₀(X;Y,Z)": lambda R: nonstochastic_leakage(R.project("X", ("Y", "Z"))),
    "K(x₁ = x₂)": lambda R: output_count(
        Mechanism(Relation(("X1", "X2", "X3"), dict(R.rows)), lambda x: x[0][1:] == x[1][1:])
    ),
}
MEASURES = {
    **{(name, sizes): measure for sizes in ((2, 2), (3, 3)) for name, measure in PAIRS.items()},
    **{(name, sizes): measure for sizes in ((2, 2), (2, 3)) for name, measure in HYPOTHESES.items()},
    **{(name, (2, 2, 2)): measure for name, measure in TRIPLES.items()},
}
"""(name, sizes of the ranges) ↦ the measure."""


def for_all_measures(*sizes):
    """One test for each measure on ranges of these sizes."""
    chosen = [key for key in MEASURES if key[1] in sizes]
    return pytest.mark.parametrize("key", chosen, ids=[f"{name} on {sizes}" for name, sizes in chosen])


# --- the instances, and what a result is in each of them -------------------------------------------------------------


def relation(entries, sizes):
    """The relation with the given truth values, row by row, on declared ranges x1, x2, … × y1, y2, … (× z1, z2, …)."""
    ranges = [[f"{letter}{i + 1}" for i in range(size)] for letter, size in zip("xyz", sizes, strict=False)]
    rows = dict(zip(product(*ranges), entries, strict=True))
    return Relation("XYZ"[: len(sizes)], rows, declared=ranges)


def completions(entries):
    """All ways to decide the entries that are None: an array for each entry, a place for each way."""
    ways = list(product(*([bool(entry)] if entry is not None else [False, True] for entry in entries)))
    return [np.array(column) for column in zip(*ways, strict=True)]


def plain(result):
    """A decided result as a truth value or as a fraction; an amount as the ratio whose logarithm it is."""
    if isinstance(result, Amount):
        return result.antilog()
    return bool(result) if isinstance(result, bool | np.bool_) else Fraction(result)


@cache
def computed(key, entries):
    """The measure in the computed reading, or None where it is not defined."""
    try:
        return plain(MEASURES[key](relation(entries, key[1])))
    except ExactPrivError:
        return None


def expected(key, arrays):
    """The measure in the computed reading, instance by instance."""
    return [computed(key, tuple(map(bool, entries))) for entries in zip(*arrays, strict=True)]


def values(result, instances, entry):
    """What a result of any reading is in each of so many instances; ``entry`` gives the truth table of a formula."""
    if isinstance(result, UndecidedAmount):
        return values(result.antilog, instances, entry)
    if isinstance(result, OpenNumber):
        reached = [entry(truth_value) for truth_value in result.reached]
        assert all((low | ~high).all() for low, high in pairwise(reached)), "a sorted unary vector"
        places = sum((table.astype(int) for table in reached), start=np.zeros(instances, dtype=int))
        return [Fraction(result.values[place]) for place in places]
    if isinstance(result, BatchedNumber):
        pair = np.broadcast_arrays(result.numerator, result.denominator, np.empty(instances))[:2]
        return [Fraction(int(n), int(d)) if d else None for n, d in zip(*pair, strict=True)]
    if isinstance(result, z3.BoolRef | np.ndarray):
        return entry(result).tolist()
    return [plain(result)] * instances


def assert_agree(key, arrays, result, entry):
    """The result is what the computed reading gives, wherever that is defined."""
    wanted = expected(key, arrays)
    found = values(result, len(wanted), entry)
    assert [f for f, w in zip(found, wanted, strict=True) if w is not None] == [w for w in wanted if w is not None]


def truth_table(formula, tables):
    """The values of a z3 formula on many instances at once, by the meaning of its connectives."""
    memory = {}

    def table(term):
        identity = term.get_id()
        if identity not in memory:
            kind, parts = term.decl().kind(), [table(part) for part in term.children()]
            memory[identity] = CONNECTIVES[kind](*parts) if kind in CONNECTIVES else tables[term.decl().name()]
        return memory[identity]

    any_table = next(iter(tables.values()))
    return np.broadcast_to(table(formula), any_table.shape)


CONNECTIVES = {
    z3.Z3_OP_TRUE: lambda: np.True_,
    z3.Z3_OP_FALSE: lambda: np.False_,
    z3.Z3_OP_NOT: np.logical_not,
    z3.Z3_OP_AND: lambda *parts: np.logical_and.reduce(np.broadcast_arrays(*parts)),
    z3.Z3_OP_OR: lambda *parts: np.logical_or.reduce(np.broadcast_arrays(*parts)),
    z3.Z3_OP_EQ: np.equal,
    z3.Z3_OP_IFF: np.equal,
    z3.Z3_OP_ITE: np.where,
}


def opened(entries):
    """The entries with an unknown in the place of every None, and the truth tables of the unknowns."""
    arrays = completions(entries)
    terms = [z3.Bool(f"e{i}") if entry is None else entry for i, entry in enumerate(entries)]
    return terms, {f"e{i}": table for i, table in enumerate(arrays)}, arrays


def batched(entries):
    """The entries with an array in the place of every None."""
    arrays = completions(entries)
    return [array if entry is None else entry for entry, array in zip(entries, arrays, strict=True)], arrays


# --- the commuting square --------------------------------------------------------------------------------------------


def assert_batched_agrees(key, entries):
    """Measuring a batch and looking at one place is measuring that one."""
    terms, arrays = batched(entries)
    try:
        result = MEASURES[key](relation(terms, key[1]))
    except ExactPrivError:
        assert set(expected(key, arrays)) == {None}
        return
    assert_agree(key, arrays, result, lambda table: np.broadcast_to(table, arrays[0].shape))


def assert_open_agrees(key, entries):
    """Measuring what is open and then deciding it is deciding first and then measuring."""
    terms, tables, arrays = opened(entries)
    try:
        result = MEASURES[key](relation(terms, key[1]))
    except ExactPrivError:
        assert set(expected(key, arrays)) == {None}
        return
    assert_agree(key, arrays, result, lambda formula: truth_table(formula, tables))


@for_all_measures((3, 3), (2, 3), (2, 2, 2))
def test_the_batched_reading_is_the_computed_one(key):
    """measure(all relations)[i] = measure(relation i), for all 511 relations on 3 × 3 (255 on 2 × 2 × 2)."""
    assert_batched_agrees(key, (None,) * int(np.prod(key[1])))


@for_all_measures((3, 3), (2, 3), (2, 2, 2))
@pytest.mark.usefixtures("no_branching_on_open_truths")
def test_the_open_reading_is_the_computed_one(key):
    """measure(open relation) decided as relation i = measure(relation i), for all 511 on 3 × 3, without a branch."""
    assert_open_agrees(key, (None,) * int(np.prod(key[1])))


PARTLY_OPEN = list(product([False, True, None], repeat=4))


@for_all_measures((2, 2))
@pytest.mark.usefixtures("no_branching_on_open_truths")
def test_deciding_commutes_with_measuring(key):
    """decide(measure(R)) = measure(decide(R)) for all 3⁴ partly open relations on 2 × 2 and all that they can be."""
    for entries in PARTLY_OPEN:
        assert_open_agrees(key, entries)


@for_all_measures((2, 2))
def test_taking_a_place_commutes_with_measuring(key):
    """measure(R)[i] = measure(R[i]) for all 3⁴ relations on 2 × 2 with entries False, True or an array."""
    for entries in PARTLY_OPEN:
        assert_batched_agrees(key, entries)


@for_all_measures((2, 2, 2))
@pytest.mark.usefixtures("no_branching_on_open_truths")
def test_deciding_commutes_with_measuring_triples(key):
    """The same for every 61st of the 3⁸ partly open relations on 2 × 2 × 2, in both readings."""
    for entries in list(product([False, True, None], repeat=8))[::61]:
        assert_open_agrees(key, entries)
        assert_batched_agrees(key, entries)


def test_a_branch_on_an_open_truth_is_caught(no_branching_on_open_truths):
    """The fixture is not idle: a measure that says ``if`` fails under it."""
    assert no_branching_on_open_truths is None
    R = relation([z3.Bool(f"e{i}") for i in range(4)], (2, 2))
    with pytest.raises(AssertionError, match="branched on the open truth value"):
        sum(1 for occurs in R.range("X").values() if occurs)


@pytest.mark.parametrize("wrong", [lambda R: R.size() + 1, lambda R: R.range("Y").size()])
def test_a_measure_that_differs_between_readings_is_caught(wrong):
    """The comparison can fail: what is measured on the batch is not what was computed one by one."""
    key = ("|⟦X⟧|", (2, 2))
    terms, arrays = batched((None,) * 4)
    with pytest.raises(AssertionError):
        assert_agree(key, arrays, wrong(relation(terms, (2, 2))), lambda table: table)


def test_truth_tables_are_what_the_solver_says():
    """The tables above, which the comparisons rest on, agree with z3 on every instance of three formulas."""
    terms, tables, arrays = opened((None,) * 4)
    R = relation(terms, (2, 2))
    for formula in (are_unrelated(R), overlap_classes(R) == 2, iff(R.holds("x1", "y1"), R.is_empty())):
        for i, entries in enumerate(zip(*arrays, strict=True)):
            known = [(term, z3.BoolVal(bool(entry))) for term, entry in zip(terms, entries, strict=True)]
            assert z3.is_true(z3.simplify(z3.substitute(formula, *known))) == truth_table(formula, tables)[i]


# --- connectives and quantifiers -------------------------------------------------------------------------------------

MIXTURES = [False, True, "p", "q"]
P, Q = np.array([False, False, True, True]), np.array([False, True, False, True])


def in_reading(entry, reading):
    """A letter as an array or as a z3 Boolean; a decided truth value as it is."""
    if isinstance(entry, bool):
        return entry
    return z3.Bool(entry) if reading == "open" else {"p": P, "q": Q}[entry]


def table_of(result):
    """The four values of a result that rests on p and q."""
    result = truth_table(result, {"p": P, "q": Q}) if isinstance(result, z3.BoolRef) else result
    return np.broadcast_to(result, (4,)).tolist()


@pytest.mark.parametrize("reading", ["batched", "open"])
@pytest.mark.parametrize(
    ("connective", "meaning"),
    [
        (lambda a, b: all_of([a, b]), operator.and_),
        (lambda a, b: any_of([a, b]), operator.or_),
        (implies, lambda a, b: not a or b),
        (iff, operator.eq),
        (lambda a, b: negation(all_of([a, negation(b)])), lambda a, b: not (a and not b)),
        (lambda a, b: forall({0: a, 1: True}, lambda i: b if i else True), lambda _, b: b),
        (lambda a, b: truth.exists({0: a, 1: b}, lambda i: i == 0), lambda a, _: a),
    ],
)
def test_connectives_fold_and_agree(connective, meaning, reading, no_branching_on_open_truths):
    """Every mixture of decided and undecided truth values has the truth table of the connective."""
    assert no_branching_on_open_truths is None
    for a, b in product(MIXTURES, repeat=2):
        found = connective(in_reading(a, reading), in_reading(b, reading))
        assert table_of(found) == [
            meaning(x, y)
            for x, y in zip(table_of(in_reading(a, "batched")), table_of(in_reading(b, "batched")), strict=True)
        ]
        if isinstance(a, bool) and isinstance(b, bool):
            assert type(found) is bool


@pytest.mark.parametrize("undecided", [P, z3.Bool("p")], ids=["batched", "open"])
def test_what_is_known_is_folded(undecided):
    """A decided truth value never drags an undecided one along when it settles the matter alone."""
    assert all_of([undecided, False]) is False
    assert any_of([undecided, True]) is True
    assert implies(False, undecided) is True
    assert implies(undecided, True) is True
    assert all_of([undecided, True]) is undecided
    assert any_of([False, undecided]) is undecided
    assert forall({"never": False}, lambda _: undecided) is True
    assert truth.exists({"never": False}, lambda _: undecided) is False
    assert count({"a": True, "b": False, "c": True}) == 2
    assert type(count({"a": True, "b": False})) is int


def test_quantifiers_over_nothing():
    """∀ over ∅ is true, ∃ over ∅ is false, |∅| = 0, and ∅ has no largest or smallest number."""
    assert forall([], lambda _: False) is True
    assert truth.exists([], lambda _: True) is False
    assert count([]) == 0
    for extreme in (truth.largest, truth.smallest):
        with pytest.raises(EmptyRangeError, match="over an empty range is not defined; give a range with an element"):
            extreme({"never": False})


# --- numbers ---------------------------------------------------------------------------------------------------------

LADDERS = [(0, 1, 2), (1, 3), (2,), (Fraction(1, 2), 2, 5), (0, 4)]
OPERATIONS = {
    "a + b": operator.add,
    "a - b": operator.sub,
    "2 - a + b": lambda a, b: 2 - a + b,
    "a · b": operator.mul,
    "a / b": lambda a, b: a / b,
    "3 / a · b": lambda a, b: 3 / a * b,
    "a² + b": lambda a, b: a**2 + b,
    "-a": lambda a, _: -a,
    "-(a - b)": lambda a, b: -(a - b),
    "max(a, b)": lambda a, b: truth.largest([a, b]),
    "min(a, b, 1)": lambda a, b: truth.smallest([a, b, 1]),
    "a ≤ b": operator.le,
    "a < b": operator.lt,
    "a ≥ b": operator.ge,
    "a > b": operator.gt,
    "a = b": truth.equal,
    "a ≠ b": operator.ne,
    "a + 1 ≤ 2 b": lambda a, b: a + 1 <= 2 * b,
    "a + a ≤ 3": lambda a, _: a + a <= 3,
    "a - a = 0": lambda a, _: a - a == 0,
}


def ladder(name, steps):
    """An open number with these possible values, and the same number batched; each with its values on a common grid."""
    unknowns = tuple(z3.Bool(f"{name}{i}") for i in range(1, len(steps)))
    return OpenNumber(steps, unknowns) if unknowns else steps[0]


def readings(steps, steps2):
    """Two numbers in the open, batched and decided readings, on the grid of all their values."""
    grid = list(product(steps, steps2))
    tables = {f"a{i}": np.array([a >= steps[i] for a, _ in grid]) for i in range(1, len(steps))}
    tables |= {f"b{i}": np.array([b >= steps2[i] for _, b in grid]) for i in range(1, len(steps2))}
    tables |= {"place": np.zeros(len(grid), dtype=bool)}
    halves = [BatchedNumber(np.array([int(2 * pair[side]) for pair in grid]), 2) for side in (0, 1)]
    return grid, tables, (ladder("a", steps), ladder("b", steps2)), halves


def exactly(number):
    """An int as a Fraction, so that the computed reading divides exactly."""
    return Fraction(number)


@pytest.mark.parametrize(("name", "operation"), OPERATIONS.items(), ids=OPERATIONS)
@pytest.mark.usefixtures("no_branching_on_open_truths")
def test_numbers_calculate_alike_in_every_reading(name, operation):
    """Open and batched numbers give, value by value, what fractions give; where one divides by 0 nobody looks."""
    for steps, steps2 in product(LADDERS, repeat=2):
        grid, tables, opens, halves = readings(steps, steps2)
        defined = [("/" not in name) or (grid[i][1] != 0 and grid[i][0] != 0) for i in range(len(grid))]
        wanted = [
            plain(operation(*map(exactly, pair))) for pair, is_defined in zip(grid, defined, strict=True) if is_defined
        ]
        for numbers in (opens, halves, (opens[0], steps2[0]), (halves[0], steps2[0])):
            if any(isinstance(number, int | Fraction) for number in numbers) and len(steps2) > 1:
                continue
            result = operation(*(exactly(n) if isinstance(n, int) else n for n in numbers))
            found = values(result, len(grid), lambda t, tables=tables: truth_table(t, tables) if z3.is_expr(t) else t)
            assert [f for f, is_defined in zip(found, defined, strict=True) if is_defined] == wanted


@pytest.mark.parametrize("steps", LADDERS)
def test_cases_and_ceilings(steps):
    """cases(n) lists every value with the truth that n takes it; ⌈n⌉ is taken place by place."""
    grid, tables, (number, _), _ = readings(steps, (0,))
    for value, taken in truth.cases(number):
        assert values(taken, len(grid), lambda t: truth_table(t, tables)) == [a == value for a, _ in grid]
    halves = BatchedNumber(np.array([-5, -4, 0, 1, 2, 3]), 2)
    assert values(halves.ceiling(), 6, None) == [ceil(Fraction(n, 2)) for n in (-5, -4, 0, 1, 2, 3)]
    whole = BatchedNumber(np.array([3, 1, 3]))
    assert [(v, t.tolist()) for v, t in truth.cases(whole)] == [(1, [False, True, False]), (3, [True, False, True])]


def test_open_numbers_fold():
    """Values that are known to be passed, or not to be reached, are dropped; a single one left is decided."""
    p = z3.Bool("p")
    assert count({"a": True, "b": True}) + OpenNumber((0, 1), (True,)) == 3
    assert isinstance(count({"a": p, "b": True}), OpenNumber)
    assert count({"a": p, "b": True}).values == (1, 2)
    assert truth.smallest({5: True, 3: p}).values == (3, 5)
    assert (OpenNumber((0, 2), (p,)) >= 0) is True
    assert (OpenNumber((0, 2), (p,)) > 2) is False


def test_the_largest_of_open_numbers_folds():
    """max{5, 3 if p} = 5 whatever p is, and is decided."""
    p = z3.Bool("p")
    assert type(truth.smallest({3: True, 5: p})) is int
    assert type(truth.largest({5: True, 3: p})) is int


@pytest.mark.parametrize("size", [2, 5, 9])
def test_counting_many(size):
    """|{i : eᵢ}| of open and of batched truth values, over all 2^n of their values."""
    terms, tables, arrays = opened((None,) * size)
    wanted = [sum(map(int, column)) for column in zip(*arrays, strict=True)]
    assert values(count(dict(enumerate(terms))), 2**size, lambda t: truth_table(t, tables)) == wanted
    assert values(count(dict(enumerate(arrays))), 2**size, None) == wanted


def test_counting_more_than_a_byte_holds():
    """300 batched truth values are counted without overflow."""
    assert count(dict.fromkeys(range(300), np.array([True, False]))).whole().tolist() == [300, 0]


@pytest.mark.parametrize("extreme", ["largest", "smallest"])
def test_extremes_of_what_may_occur(extreme):
    """The largest and the smallest number over an uncertain range, in every instance in which something occurs."""
    terms, tables, arrays = opened((None,) * 3)
    numbers = [Fraction(3, 2), 1, Fraction(7, 3)]
    chosen = max if extreme == "largest" else min
    wanted = [
        chosen((n for n, occurs in zip(numbers, column, strict=True) if occurs), default=None)
        for column in zip(*arrays, strict=True)
    ]
    for entries in (terms, arrays):
        result = getattr(truth, extreme)(dict(enumerate(entries)), numbers.__getitem__)
        found = values(result, 8, lambda t: truth_table(t, tables))
        assert found[1:] == wanted[1:]


# --- open reals ------------------------------------------------------------------------------------------------------

QUARTERS = [Fraction(n, 4) for n in range(-5, 6)]


def at(result, **known):
    """What a result about open reals is when these are known."""
    term = result.term if isinstance(result, OpenReal) else result
    facts = [(z3.Real(name), z3.Q(value.numerator, value.denominator)) for name, value in known.items()]
    value = z3.simplify(z3.substitute(term, *facts))
    if z3.is_rational_value(value):
        return Fraction(value.numerator_as_long(), value.denominator_as_long())
    return z3.is_true(value)


REAL_OPERATIONS = [
    lambda a, b: a + b / 2,
    lambda a, b: 1 - a * 3 + b,
    lambda a, b: a * b,
    lambda a, b: -a - b,
    lambda a, b: a**2 + b,
    lambda a, b: truth.largest([a, b, Fraction(1, 3)]),
    lambda a, b: truth.smallest([a, b]),
    lambda a, b: truth.ceiling(2 * a) + b,
    lambda a, b: a <= b,
    lambda a, b: a < b,
    lambda a, b: a + 1 >= b,
    lambda a, b: a > 2 * b,
    truth.equal,
    operator.ne,
    lambda a, b: all_of([a >= 0, implies(b <= a, b >= Fraction(1, 4))]),
    lambda a, b: cells_met(3, (a + 2) / 5, (truth.largest([a, b]) + 2) / 5) <= 2,
]


@pytest.mark.parametrize("operation", REAL_OPERATIONS)
@pytest.mark.usefixtures("no_branching_on_open_truths")
def test_open_reals_calculate_as_fractions_do(operation):
    """A formula about unknown reals, with the reals replaced by numbers, is what the numbers give."""
    formula = operation(OpenReal.unknown("a"), OpenReal.unknown("b"))
    for a, b in product(QUARTERS[::2], QUARTERS[1::2]):
        wanted = operation(a, b)
        found = (
            values(formula, 1, lambda t, a=a, b=b: np.array([at(t, a=a, b=b)]))
            if isinstance(formula, OpenNumber)
            else [at(formula, a=a, b=b)]
        )
        assert found == [wanted]


def test_open_reals_and_open_numbers_compare():
    """a ≤ n for an unknown real a and an open number n, either way round."""
    p = z3.Bool("p")
    n, a = OpenNumber((1, 3), (p,)), OpenReal.unknown("a")
    for taken, value in ((False, 1), (True, 3)):
        for number in QUARTERS:
            known = [(p, z3.BoolVal(taken)), (z3.Real("a"), z3.Q(number.numerator, number.denominator))]
            for formula, wanted in ((a <= n, number <= value), (n <= a, value <= number), (n > a, value > number)):
                assert z3.is_true(z3.simplify(z3.substitute(formula, *known))) == wanted


@pytest.mark.parametrize("occurs", list(product([False, True], repeat=3))[1:])
def test_extremes_of_open_reals_that_may_occur(occurs):
    """The smallest and largest of three reals of which some occur, in every order of the three."""
    unknowns = [z3.Bool(f"o{i}") for i in range(3)]
    reals = [OpenReal.unknown(f"r{i}") for i in range(3)]
    domain = dict(enumerate(unknowns))
    low, high = (extreme(domain, reals.__getitem__) for extreme in (truth.smallest, truth.largest))
    for numbers in product([Fraction(0), Fraction(1, 2), Fraction(1)], repeat=3):
        facts = [(term, z3.BoolVal(o)) for term, o in zip(unknowns, occurs, strict=True)]
        facts += [(z3.Real(f"r{i}"), z3.Q(n.numerator, n.denominator)) for i, n in enumerate(numbers)]
        present = [n for n, o in zip(numbers, occurs, strict=True) if o]
        for result, wanted in ((low, min(present)), (high, max(present))):
            value = z3.simplify(z3.substitute(result.term, *facts))
            assert Fraction(value.numerator_as_long(), value.denominator_as_long()) == wanted


def test_number_under_reads_every_kind_of_number():
    """number_under(n, valuation) is n with its truth values decided."""
    p, a = z3.Bool("p"), OpenReal.unknown("a")
    assert truth.number_under(7, None) == 7
    assert truth.number_under(OpenNumber((1, 4), (p,)), lambda t: True) == 4  # noqa: ARG005 - p is true
    assert truth.number_under(OpenNumber((1, 4), (p,)), lambda t: t is True) == 1
    assert truth.number_under(a, lambda t: Fraction(1, 3) if t is a else None) == Fraction(1, 3)
    halves = BatchedNumber(np.array([1, 2, 3]), np.array([2, 2, 1]))
    assert [truth.number_under(halves, lambda t, i=i: t[i].item()) for i in range(3)] == [Fraction(1, 2), 1, 3]


# --- what is refused -------------------------------------------------------------------------------------------------

UNDECIDED = [BatchedNumber(np.array([1, 2])), OpenNumber((1, 2), (z3.Bool("p"),)), OpenReal.unknown("a")]


@pytest.mark.parametrize("number", [*UNDECIDED, UndecidedAmount(UNDECIDED[1])], ids=lambda n: type(n).__name__)
def test_an_undecided_number_is_no_truth_value(number):
    """``if number`` would silently take a side and is refused; so is a hash, which would compare structures."""
    with pytest.raises(
        UndecidedError, match=r"has no (single )?truth value; compare it and use all_of, any_of or forall"
    ):
        bool(number)
    with pytest.raises(TypeError, match="unhashable"):
        hash(number)


def test_readings_do_not_mix():
    """Batched and open numbers never meet."""
    with pytest.raises(UndecidedError, match="batched and open readings do not mix"):
        UNDECIDED[0] + UNDECIDED[1]
    with pytest.raises(UndecidedError, match="batched and open readings do not mix"):
        UNDECIDED[1] + UNDECIDED[0]
    assert isinstance(UNDECIDED[2] + UNDECIDED[1], OpenReal)  # both are open


def test_products_and_reciprocals_of_open_numbers_stay_monotone():
    """A product or a reciprocal of an open number that can be negative is refused, and 1/0 says what is empty."""
    number = OpenNumber((1, 2), (z3.Bool("p"),))
    with pytest.raises(UndecidedError, match="multiplied only when none can be negative; compare sums instead"):
        (number - 2) * number
    with pytest.raises(UndecidedError, match="has no reciprocal here"):
        1 / (number - 3)
    with pytest.raises(EmptyRangeError, match="division by zero: a range is empty"):
        number / 0


def test_batched_fractions_are_not_taken_apart():
    """Only whole batched numbers are listed as integers."""
    with pytest.raises(UndecidedError, match="are fractions; compare them instead of taking them apart"):
        BatchedNumber(np.array([1, 2]), 2).whole()


def test_batched_numbers_divide_by_negative_numbers():
    """1 / -2 ≤ 0."""
    assert (BatchedNumber(np.array([1])) / -2 <= 0).tolist() == [True]
    assert (1 / BatchedNumber(np.array([-2, 2])) <= 0).tolist() == [True, False]


def test_batched_numbers_do_not_wrap_around():
    """3⁴¹ ≥ 1, though 3⁴¹ > 2⁶³."""
    assert (BatchedNumber(np.array([3])) ** 41 >= 1).tolist() == [True]


def test_undecided_amounts_need_units():
    """log k + 1 is refused, as the 1 has no unit; 0 has none to miss."""
    amount = UndecidedAmount(OpenNumber((1, 2), (z3.Bool("p"),)))
    with pytest.raises(UndecidedError, match=r"1 is not an amount; write bits\(1\) for a number of bits"):
        amount <= 1  # noqa: B015 - the comparison raises
    assert (amount >= 0) is True
    assert sum([amount, amount]).antilog.values == (1, 2, 4)


def test_ranges_compare_in_every_reading():
    """== is for decided ranges; same_as gives a truth value in any reading."""
    left, right = Range({"a": True, "b": z3.Bool("p")}), Range.of("a", "b")
    with pytest.raises(UndecidedError, match="use same_as"):
        left == right  # noqa: B015 - the comparison raises
    assert left.same_as(right).eq(z3.Bool("p"))
