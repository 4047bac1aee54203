"""The plain twins of the vocabulary, from which certificates are cut, agree with the package wherever both decide."""

import inspect
import subprocess
import sys
from fractions import Fraction
from itertools import combinations, islice, product

import numpy as np
import pytest

from exactpriv import capacity, information, leakage, privacy, relations, truth
from exactpriv.amount import Amount, log2
from exactpriv.capacity import Code
from exactpriv.claims import certificates, plain
from exactpriv.claims.certificates import literal
from exactpriv.claims.enumeration import instances as every_instance
from exactpriv.claims.sorts import decided
from exactpriv.leakage import Channel
from exactpriv.privacy import ExtendedMechanism, GridPrior, Line, LinearQuantizer, Mechanism, Query, estimation_error
from exactpriv.relations import Function, Range, Relation
from exactpriv.theorems import all_claims

PACKAGES = (truth, relations, information, privacy, capacity, leakage)
PUBLIC = {name: getattr(package, name) for package in PACKAGES for name in package.__all__}
TWINS = {name: getattr(plain, name) for name in PUBLIC if name in vars(plain)}

PLAIN_FORMS = [
    (Relation, lambda R: plain.Relation(R.columns, list(R))),
    (ExtendedMechanism, lambda g: plain.ExtendedMechanism(twin(g.data), twin(g.rule))),
    (Mechanism, lambda g: plain.Mechanism(twin(g.data), twin(g.rule))),
    (Function, lambda f: plain.Function.of(f.points, f.as_table())),
    (Range, lambda A: plain.Range(list(A))),
    (Code, lambda F: plain.Code(F.words, F.lengths)),
    (Channel, lambda P: plain.Channel(P.rows, twin(P.support))),
    (GridPrior, lambda prior: plain.GridPrior(prior.weights, prior.outputs, prior.thickness)),
    (Amount, lambda amount: plain.Log(amount.antilog())),
    (Line, lambda line: plain.Line(*line)),
    (dict, lambda table: {key: twin(value) for key, value in table.items()}),
]
WORDS = [
    (Amount, lambda amount: ("log", amount.antilog())),
    (plain.Log, lambda amount: ("log", amount.ratio)),
    (Range | plain.Range, frozenset),
    (Relation | plain.Relation, lambda R: (R.columns, frozenset(R))),
    (Function | plain.Function, lambda f: dict(f.as_table())),
    (Mechanism | plain.Mechanism, lambda g: (told(g.data), told(g.rule))),
    (Channel | plain.Channel, lambda P: {(x, y): P.entry(x, y) for x in P.support for y in P.outputs}),
    (tuple | list, lambda things: tuple(map(told, things))),
]


def twin(thing):
    """The plain form of something of the package."""
    return next((form(thing) for kind, form in PLAIN_FORMS if isinstance(thing, kind)), thing)


def told(thing):
    """What something says, in the same words for the package and for the plain vocabulary."""
    return next((words(thing) for kind, words in WORDS if isinstance(thing, kind)), thing)


def assert_twins_agree(name, *arguments):
    """name(arguments) says the same in the package and in the plain vocabulary."""
    assert told(PUBLIC[name](*arguments)) == told(TWINS[name](*map(twin, arguments))), (name, arguments)


def assert_methods_agree(thing, method, *arguments):
    """thing.method(arguments) says the same in the package and in the plain vocabulary."""
    mine, other = getattr(thing, method), getattr(twin(thing), method)
    if callable(mine):
        mine, other = mine(*arguments), other(*map(twin, arguments))
    assert told(mine) == told(other), (thing, method, arguments)


def subsets(elements, *, most=None):
    """All non-empty subsets of at most so many elements."""
    elements = list(elements)
    return [chosen for n in range(1, (most or len(elements)) + 1) for chosen in combinations(elements, n)]


def every_relation(*sizes, columns=("X", "Y", "Z")):
    """All non-empty relations with so many values in each column."""
    cells = list(product(*(range(size) for size in sizes)))
    return [Relation.of(*rows, columns=columns[: len(sizes)]) for rows in subsets(cells)]


PAIRS = every_relation(3, 3)
TRIPLES = every_relation(2, 2, 2)
DATA = [D for sizes in [(2, 2), (2, 3)] for D in every_relation(*sizes, columns=("X1", "X2"))]
RULES = [len, lambda x: x[0], lambda x: x[1], sum, lambda x: x[0] * x[1], lambda x: x[0] == x[1], lambda x: x]
MECHANISMS = [make(D, rule) for D in DATA for rule in RULES for make in (Mechanism, ExtendedMechanism)]


# --- the vocabulary as a whole ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", sorted(set(TWINS) - {"error_at"}))
def test_twins_have_the_same_parameters(name):
    """A call that the package takes is one that the twin takes (which leaves out only the width of an enclosure)."""
    mine, other = inspect.signature(PUBLIC[name]), inspect.signature(TWINS[name])
    assert list(mine.parameters) == list(other.parameters)


def test_the_twins_stand_alone():
    """plain.py imports only the standard library, and it loads without the package."""
    program = "import runpy, sys; runpy.run_path(sys.argv[1]); sys.exit('exactpriv' in sys.modules)"
    subprocess.run([sys.executable, "-I", "-c", program, plain.__file__], check=True)


@pytest.mark.parametrize(
    ("name", "wrong"),
    [
        ("maximin_information", "symmetrized_leakage"),
        ("nonstochastic_leakage", "nonstochastic_information"),
        ("overlap_connected", "hamming_connected"),
        ("is_product", "is_function_of"),
    ],
)
def test_a_wrong_twin_would_be_noticed(name, wrong, monkeypatch):
    """On some of the 511 relations of 3 × 3 each of these neighbors differs from the measure."""
    monkeypatch.setitem(TWINS, name, TWINS[wrong])
    with pytest.raises(AssertionError):
        test_measures_agree(name)


# --- truth values, numbers, amounts ----------------------------------------------------------------------------------


def test_connectives_agree():
    """¬, ∧, ∨, →, ↔ on both truth values."""
    for p, q in product([False, True], repeat=2):
        for name in ("implies", "iff"):
            assert_twins_agree(name, p, q)
        for name in ("all_of", "any_of"):
            assert_twins_agree(name, [p, q])
        assert_twins_agree("negation", p)


@pytest.mark.parametrize("domain", [[], [3, 1, 2], range(4), {1: True, 2: False, 5: True}, Range.of(1, 4)], ids=str)
def test_quantifiers_agree(domain):
    """∀, ∃ and counting over sets and over tables of truth values."""
    for name in ("forall", "exists", "count"):
        assert_twins_agree(name, domain, lambda n: n % 2 == 1)
    assert_twins_agree("count", domain)
    for name in ("largest", "smallest"):
        if domain:
            assert_twins_agree(name, domain)
            assert_twins_agree(name, domain, lambda n: log2(n + 1))


def test_numbers_agree():
    """⌈n/d⌉, equality and cases of decided numbers."""
    for n, d in product(range(-7, 8), range(1, 4)):
        number = Fraction(n, d)
        assert_twins_agree("ceiling", number)
        assert_twins_agree("equal", number, number * 1)
        assert list(truth.cases(number)) == plain.cases(number)


def test_amounts_agree():
    """+, -, times a whole number and all comparisons of log₂ r, with 0 too."""
    ratios = sorted({Fraction(n, d) for n in range(1, 7) for d in range(1, 5)})
    for r, s in product(ratios, repeat=2):
        a, b, c, d = log2(r), log2(s), plain.log2(r), plain.log2(s)
        assert told((a + b, a - b, 3 * a, a * -2, -a)) == told((c + d, c - d, 3 * c, c * -2, -c))
        assert (a < b, a <= b, a > b, a >= b, a == b, a != b) == (c < d, c <= d, c > d, c >= d, c == d, c != d)
        assert (a < 0, a <= 0, a > 0, a >= 0, a == 0) == (c < 0, c <= 0, c > 0, c >= 0, c == 0)
        assert told((sum([a, b]), 0 - a)) == told((sum([c, d]), 0 - c))
    assert told(log2(0)) == told(plain.log2(0))
    assert plain.log2(0) < plain.log2(Fraction(1, 100))


@pytest.mark.parametrize("wrong", [lambda c: c <= 1, lambda c: c + 1, lambda c: c * Fraction(1, 2), plain.bits])
def test_plain_amounts_never_round(wrong):
    """A bare number beside an amount, half an amount and half a bit are refused, not rounded."""
    with pytest.raises((KeyError, AttributeError, TypeError)):
        wrong(plain.log2(3) if wrong is not plain.bits else Fraction(1, 2))


# --- relations and measures ------------------------------------------------------------------------------------------


MEASURES = [
    *("conditional_hartley_entropy", "nonstochastic_information", "nonstochastic_leakage", "symmetrized_leakage"),
    *("maximin_information", "overlap_classes", "classes_by_closure", "overlap_connected"),
    *("is_product", "are_unrelated", "is_function_of", "best_input_leakage"),
]


@pytest.mark.parametrize("name", MEASURES)
def test_measures_agree(name):
    """Every measure and predicate of a pair, on all 511 relations of 3 × 3."""
    for R in PAIRS:
        assert_twins_agree(name, R)


def test_overlap_partitions_agree():
    """The members of ⟦X|Y⟧⋆, in the order in which their values first occur."""
    for R in PAIRS:
        assert_twins_agree("overlap_partition", R)
        assert_twins_agree("overlap_partition", R.converse)


def test_relations_agree():
    """Ranges, conditional ranges, converse, projection, slice, restriction and size."""
    for R in PAIRS:
        for method in ("rows", "converse", "size", "is_empty", "is_decided", "__len__"):
            assert_methods_agree(R, method)
        assert_methods_agree(R, "range", "Y")
        assert_methods_agree(R, "range", "Y", "X")
        assert_methods_agree(R, "project", ("X", "Y"), "Y")
        assert_methods_agree(R, "restrict", "X", [0, 2])
        assert_methods_agree(R, "conditional_range_among", [0, 1])
        assert list(map(list, R.declared)) == twin(R).declared
        for y in range(3):
            assert_methods_agree(R, "conditional_range", y)
            assert_methods_agree(R, "slice", "Y", y)
            assert_methods_agree(R, "holds", 1, y)


def test_pairs_of_relations_agree():
    """Cascade, product, inclusion and equality, on every seventh pair of relations."""
    for R, S in islice(product(PAIRS, PAIRS), 0, None, 367):
        T = Relation(("Y", "Z"), dict.fromkeys(S, True))
        assert told(R @ T) == told(twin(R) @ twin(T))
        assert_methods_agree(R, "product", S)
        for method in ("__le__", "__eq__", "same_as"):
            assert_methods_agree(R, method, S)


def test_ranges_agree():
    """∩, ∪, minus, Δ, ⊆, equality and Hartley's entropy of all sets of at most 4 values."""
    sets = [Range.of(), *(Range.of(*values) for values in subsets(range(4)))]
    for A, B in product(sets, repeat=2):
        for method in ("__and__", "__or__", "__sub__", "__xor__", "__le__", "same_as", "__eq__"):
            assert_methods_agree(A, method, B)
    for A in sets:
        for method in ("size", "is_empty", "__len__"):
            assert_methods_agree(A, method)
        if A:
            assert_twins_agree("hartley_entropy", A)
        assert dict(A) == dict(twin(A)) == dict.fromkeys(A, True)


@pytest.mark.parametrize(
    "name",
    [
        *("conditional_leakage", "conditional_information", "conditional_symmetrized_leakage", "is_markov_chain"),
        *("largest_conditional_maximin_information", "smallest_conditional_maximin_information"),
    ],
)
def test_conditional_measures_agree(name):
    """Every conditional measure, on all 255 relations of 2 × 2 × 2."""
    for R in TRIPLES:
        assert_twins_agree(name, R)


def test_measures_at_one_output_agree():
    """log₂ |⟦X|y⟧| and |⟦X⟧| / |⟦X|y⟧| at every y that occurs."""
    for R in PAIRS:
        for y in R.range("Y"):
            assert_twins_agree("combinatorial_entropy", R, y)
            assert_twins_agree("combinatorial_gain", R, y)


# --- functions and hypothesis tests ----------------------------------------------------------------------------------


FUNCTIONS = [Function.of(range(3), dict(enumerate(values))) for values in product(range(2), repeat=3)]


def test_functions_agree():
    """Values, images, restriction, composition and pairs, for all maps from 3 points to 2 values."""
    for f, g in product(FUNCTIONS, repeat=2):
        assert_methods_agree(f, "paired", g)
        assert_methods_agree(f, "then", g)
        assert_methods_agree(f, "__eq__", g)
    for f in FUNCTIONS:
        assert_methods_agree(f, "image", {0: True, 1: False, 2: True})
        assert_methods_agree(f, "restricted", [0, 2])
        assert_methods_agree(f, "points")
        assert set(f.values) == set(twin(f).values)
        for x, y in product(range(3), range(2)):
            assert_methods_agree(f, "gives", x, y)
            assert_methods_agree(f, "same_value", x, y)
            assert f(x) == twin(f)(x)


def test_hypothesis_tests_agree():
    """𝒫(T) of every test, its bound and the best test, on all ⟦H, Y⟧ with two hypotheses and at most 3 outputs."""
    tests = FUNCTIONS
    for R in every_relation(2, 3, columns=("H", "Y")):
        for T in tests:
            assert_twins_agree("correct_outputs", T, R)
            assert_twins_agree("test_performance", T, R)
        if R.range("H").size() == 2:
            for name in ("conclusive_outputs", "performance_bound", "best_test"):
                assert_twins_agree(name, R)
    for g_H, g_Y in product(FUNCTIONS, repeat=2):
        assert_twins_agree("hypothesis_relation", {0: True, 1: False, 2: True}, g_H, g_Y)


# --- privacy ---------------------------------------------------------------------------------------------------------


def test_data_ranges_agree():
    """Lines, their points, their substituted images and the components of the Hamming graph."""
    for D in DATA:
        assert_twins_agree("lines", D)
        assert_twins_agree("hamming_connected", D)
        for line in privacy.lines(D):
            assert_twins_agree("points_of", D, line)
            assert_twins_agree("substituted", D, line)
            assert_methods_agree(line, "individual")
            assert_methods_agree(line, "others")
            assert_methods_agree(line, "at", 7)


@pytest.mark.parametrize("name", ["output_count", "noiseless_budget"])
def test_counts_and_budgets_agree(name):
    """K(g) and log₂ K(g)."""
    for g in MECHANISMS:
        assert_twins_agree(name, g)


@pytest.mark.parametrize("epsilon", [0, "1/2", 1, "3/2", Fraction(8, 5), log2(3)], ids=str)
def test_privacy_agrees(epsilon):
    """Definitions 1 and 2, and ⌊2^ε⌋."""
    assert_twins_agree("floor_exp2", epsilon)
    for g in MECHANISMS:
        assert_twins_agree("is_noiselessly_private", g, epsilon)
    for D in DATA:
        assert_twins_agree("is_locally_noiselessly_private", D, lambda v: v > 0, epsilon)


def test_mechanisms_agree():
    """Outputs, joint ranges, responses on every line, worst lines."""
    for g in MECHANISMS:
        assert told(g.rule) == told(twin(g).rule)
        for method in ("output_range", "data_with_output"):
            assert_methods_agree(g, method)
        assert_methods_agree(g, "joint_range", 1)
        assert len(privacy.worst_line(g)[1]) == len(plain.worst_line(twin(g))[1])
        for line in privacy.lines(g.data):
            assert_methods_agree(g, "outputs_on", line)
            if isinstance(g, ExtendedMechanism):
                assert_twins_agree("response", g, line)


def test_plain_mechanisms_are_defined_where_they_must_be():
    """A rule of its own makes the same mechanism on D, or on the box around D."""
    for D in DATA:
        for make in ("Mechanism", "ExtendedMechanism"):
            assert told(PUBLIC[make](D, sum)) == told(TWINS[make](twin(D), sum))


def test_compositions_agree():
    """(g₁, g₂), adaptive and withheld, h ∘ g, and side by side."""
    parity = Function.of(range(4), lambda y: y % 2)
    for D in DATA:
        g1, g2, g3 = (Mechanism(D, rule) for rule in (RULES[1], RULES[3], RULES[4]))
        second = {0: g2, 1: g3}
        assert_twins_agree("composed", g1, g2)
        assert_twins_agree("adaptively_composed", g1, second)
        assert_twins_agree("second_output_alone", g1, second)
        assert_twins_agree("post_processed", g2, parity)
        assert_twins_agree("in_parallel", g1, g2)
        assert told(privacy.local_mechanisms(D, abs)) == told(plain.local_mechanisms(twin(D), abs))


def test_queries_agree():
    """Exact values and S(f)."""
    for D in DATA:
        for rule in (lambda x: Fraction(x[0] + x[1], 2), lambda x: x[0] - 3 * x[1]):
            f, other = Query(D, rule), plain.Query(twin(D), rule)
            assert privacy.sensitivity(f) == plain.sensitivity(other)
            assert told(f.then(lambda y: y > 1)) == told(other.then(lambda y: y > 1))


def test_quantizers_agree():
    """Q(x), cells met and the levels that both rules allow."""
    grid = [Fraction(k, 10) for k in range(11)]
    for q in range(1, 6):
        Q, other = LinearQuantizer(q), plain.LinearQuantizer(q)
        assert Q.boundaries == other.boundaries
        assert [Q.most_cells_met(S) for S in grid] == [other.most_cells_met(S) for S in grid]
        for a, b in product(grid, grid):
            assert Q(a) == other(a)
            if a <= b:
                assert Q.cells_met(a, b) == other.cells_met(a, b) == plain.cells_met(q, a, b)
                assert_twins_agree("cells_met", q, a, b)
    for epsilon, S, rule in product([0, "1/2", 1, "3/2", 2, log2(3)], grid[1:], ["paper", "repaired"]):
        assert_twins_agree("levels_for", epsilon, S, 1, rule)


# --- codes, channels, priors -----------------------------------------------------------------------------------------


def test_codes_agree():
    """Zero-error codes by pairs of words and by output words are the same, for lengths 1 and 2, one channel or two."""
    words = [list(product(range(3), repeat=n)) for n in (1, 2)]
    codes = [Code.of(*chosen) for of_length in words for chosen in subsets(of_length, most=2)]
    codes += [Code.of(*chosen) for chosen in islice(combinations(words[1], 4), 0, None, 11)]
    channels = every_relation(3, 2)
    for R, S in zip(channels, reversed(channels), strict=True):
        for F in codes:
            assert_twins_agree("is_zero_error_code", F, R)
            assert_twins_agree("is_zero_error_code", F, R, S)
    for F in codes:
        for method in ("size", "length"):
            assert_methods_agree(F, method)
        for ratio in (1, 2, Fraction(3, 2)):
            assert_twins_agree("has_rate_at_most", F, log2(ratio))
    for R in PAIRS:
        for x, x2 in product(R.range("X"), repeat=2):
            assert_twins_agree("are_confusable", R, x, x2)


def test_channels_agree():
    """Maximal leakage by its formula and by the best guess, for all channels with entries in thirds and quarters."""
    for d, outputs in [(4, 2), (3, 3)]:
        rows = [
            {y: Fraction(n, d) for y, n in enumerate(ns)}
            for ns in product(range(d + 1), repeat=outputs)
            if sum(ns) == d
        ]
        for first, second in product(rows, repeat=2):
            P = Channel({"a": first, "b": second})
            assert_twins_agree("maximal_leakage", P)
            assert_twins_agree("maximal_leakage", Channel(P.rows, Range.of("a")))
    for R in PAIRS:
        if relations.is_function_of(R):
            assert_twins_agree("deterministic_channel", R)


def every_prior():
    """All priors on 2 × 2 with weights 0, 1, 2 and two outputs, and some on a line of 3."""
    for weights, outputs in product(product(range(3), repeat=4), [(0, 0, 0, 0), (0, 1, 0, 1), (0, 1, 1, 0)]):
        if any(weights):
            yield GridPrior((weights[:2], weights[2:]), (outputs[:2], outputs[2:]), Fraction(1, 4))
    for weights, outputs in product([(1, 2, 1), (1, 0, 2), (3, 1, 1)], [(0, 0, 0), (0, 1, 0), (0, 1, 1)]):
        yield GridPrior((weights,), (outputs,))


def test_priors_agree():
    """Boxes, rows, infima, measures, counts and connectedness."""
    for prior in every_prior():
        for method in ("boxes", "rows", "joint_infimum", "marginal_measure", "output_count", "preimages_are_connected"):
            assert_methods_agree(prior, method)
        for row in prior.rows():
            mine, other = prior.conditional(row), twin(prior).conditional(row)
            assert (mine.infimum, mine.support_measure) == (other.infimum, other.support_measure)
            assert list(map(tuple, mine.pieces)) == other.pieces
            assert prior.cells(row) == twin(prior).cells(row)


@pytest.mark.parametrize("p", [1, 2, 3, 4])
def test_estimation_errors_agree(p):
    """The least error is at least its own value (where that is rational) and anything less, but nothing more."""
    for prior in islice(every_prior(), 0, None, 5):
        row = prior.rows()[-1]
        least = estimation_error(prior.conditional(row), prior.cells(row), p)
        bounds = [least, least * Fraction(1001, 1000)] if isinstance(least, Fraction) else [least.lo, least.hi]
        for bound in [Fraction(0), *bounds, *(b * Fraction(999, 1000) for b in bounds)]:
            assert_twins_agree("every_estimator_errs_at_least", prior, row, p, bound)
            expected = bound <= least if isinstance(least, Fraction) else bound <= least.lo
            assert plain.every_estimator_errs_at_least(twin(prior), row, p, bound) is expected
        assert_twins_agree("error_of_midpoints", prior, row, p)


# --- whole claims ----------------------------------------------------------------------------------------------------


def sampled_instances(claim, number):
    """So many instances from all over the scope of a claim, the same ones every time."""
    sorts = claim.sorts(claim.scope)
    if not all(sort.is_batched for sort in sorts.values()):
        yield from islice(every_instance(sorts), 0, 40 * number, 40)
        return
    for k in range(number):
        env = {}
        for place, (name, sort) in enumerate(sorts.items()):
            index = (k * k + 7919 * k + 104729 * place) * 2654435761 % int(sort.options(env))
            env[name] = decided(sort.batched(env, np.asarray([index])), lambda e: e[0].item() if np.ndim(e) else e)
        if all(sort.proper(env, env[name]) for name, sort in sorts.items()):
            yield {name: sort.shown(env, env[name]) for name, sort in sorts.items()}


NOT_PLAIN = {"ab-thm-1-approached"}
"""Claims that ask the solver for weights; only what is refuted needs a certificate."""


@pytest.mark.parametrize("claim", [c for c in all_claims() if c.id not in NOT_PLAIN], ids=lambda claim: claim.id)
def test_whole_claims_agree(claim):
    """The text of a certificate decides the hypotheses and the conclusion of a claim as the package does.

    Amounts that are equal without being logarithms of rational numbers are not told apart by bounds; then it says so.
    """
    instances = list(sampled_instances(claim, 5))
    texts = ["\n".join(f"{n} = {literal(thing, instance)}" for n, thing in instance.items()) for instance in instances]
    assert instances
    meaning = {}
    exec(certificates._program(claim, "\n".join(texts)), meaning)  # noqa: S102 - the text that a certificate would run

    def plainly(function):
        return bool(meaning[function.__name__](*(meaning[name] for name in inspect.signature(function).parameters)))

    for instance, text in zip(instances, texts, strict=True):
        exec(text, meaning)  # noqa: S102 - as above
        assert all(map(plainly, claim.given)) is bool(claim.hypothesis(**instance)), text
        if claim.hypothesis(**instance):
            try:
                concluded = plainly(claim.body)
            except ArithmeticError:
                continue
            assert concluded is bool(claim.conclusion(**instance)), text
