"""Channels: how they are made and read, what is made of them, and their exact reductions."""

import gzip
from ast import literal_eval
from dataclasses import replace
from fractions import Fraction
from itertools import combinations_with_replacement, product
from random import Random

import numpy as np
import pytest
import sympy

from exactpriv.amount import bits, log2
from exactpriv.errors import (
    ColumnError,
    NotANumberError,
    NotExactError,
    NotStochasticError,
    OrderError,
    OutsideRangeError,
    SupportError,
    TableError,
    UndecidedError,
    UndefinedMechanismError,
)
from exactpriv.leakage import (
    INFINITE,
    Channel,
    IdleInput,
    MergedOutput,
    MixedRow,
    Mixture,
    Separation,
    ZeroOutput,
    deterministic_channel,
    maximal_leakage,
    mechanism_channel,
    mixture_or_separation,
    order,
    prior_of_joint,
    read_table,
    reduced,
    without_idle_inputs,
    without_mixed_rows,
    without_proportional_outputs,
    without_repeated_rows,
    without_zero_outputs,
)
from exactpriv.privacy import ExtendedMechanism, Line, Mechanism, lines, noiseless_budget, response
from exactpriv.relations import Range, Relation
from exactpriv.truth import BatchedNumber, OpenReal, largest
from tests import oracles

HALF, THIRD = Fraction(1, 2), Fraction(1, 3)


def laws(outputs, denominator):
    """All distributions on the outputs with the given denominator."""
    numerators = product(range(denominator + 1), repeat=outputs)
    return [[Fraction(n, denominator) for n in ns] for ns in numerators if sum(ns) == denominator]


def every_channel(inputs, outputs, denominator):
    """All channels with inputs and outputs 0, 1, … and entries with the given denominator."""
    return [Channel.of(rows) for rows in product(laws(outputs, denominator), repeat=inputs)]


def random_channel(random, inputs, outputs, largest_entry=9):
    """A channel of random counts, none of whose rows is 0."""
    return Channel.from_counts(
        [[random.randint(0, largest_entry) for _ in range(outputs - 1)] + [1] for _ in range(inputs)]
    )


# --- making channels -------------------------------------------------------------------------------------------------


def test_a_matrix_with_labels():
    """Rows are inputs and columns outputs; "0.1" is 1/10, "10%" too, and numpy's and sympy's matrices are read."""
    P = Channel.of([["0.1", "90%"], [1, 0]], inputs=["a", "b"], outputs=["y", "z"])
    assert (P.inputs, P.outputs, P.occurring) == (("a", "b"), ("y", "z"), ("a", "b"))
    assert P.matrix() == [[Fraction(1, 10), Fraction(9, 10)], [1, 0]]
    assert P.integer_matrix() == ([[1, 9], [10, 0]], 10)
    assert Channel.of(np.eye(2, dtype=int)) == Channel.of(sympy.eye(2)) == Channel.of([[1, 0], [0, 1]])


def test_integers_over_one_denominator():
    """nₓᵧ/d = P(y|x) on the inputs that occur."""
    for P in every_channel(2, 3, 3):
        numerators, d = P.integer_matrix()
        assert [[Fraction(n, d) for n in row] for row in numerators] == P.matrix()
    assert Channel.of([[THIRD, 1 - THIRD], [0, 1]]).restricted([1]).integer_matrix() == ([[0, 1]], 1)


def test_the_channel_and_the_prior_of_a_joint_distribution():
    """P(x) P(y|x) = P(x, y), and the inputs are exactly those with P(x) > 0: all joint laws in quarters on 2 × 2."""
    for (a, b, c, d), pairs in ((law, list(product("ab", "yz"))) for law in laws(4, 4)):
        joint = dict(zip(pairs, (a, b, c, d), strict=True))
        P, prior = Channel.from_joint(joint), prior_of_joint(joint)
        assert sum(prior.values()) == 1
        assert set(P.inputs) == set(prior) == {x for (x, _), p in joint.items() if p}
        assert all(prior.get(x, 0) and prior[x] * P.entry(x, y) == p for (x, y), p in joint.items() if p)
        nested = {"a": {"y": a, "z": b}, "b": {"y": c, "z": d}}
        assert Channel.from_joint(nested) == P
        matrix = [[7 * a, 7 * b], [7 * c, 7 * d]]
        assert Channel.from_joint(matrix, "ab", "yz", normalize=True) == P
        assert prior == prior_of_joint(matrix, "ab", "yz", normalize=True)


def test_the_channel_of_counts():
    """P(y|x) = n(x, y) / n(x); the same for pairs that are counted and normalized in all."""
    counts = [[3, 1, 0], [2, 2, 4]]
    P = Channel.from_counts(counts)
    assert P.matrix() == [[Fraction(3, 4), Fraction(1, 4), 0], [Fraction(1, 4), Fraction(1, 4), HALF]]
    assert Channel.from_joint(counts, normalize=True) == P
    assert Channel.from_counts({x: dict(enumerate(row)) for x, row in enumerate(counts)}) == P


def test_the_channel_of_a_function():
    """P(f(x)|x) = 1 for all maps from three values to two."""
    for rule in oracles.every_function(range(3), "yz"):
        P = Channel.of_function(rule, range(3))
        assert all(P.entry(x, y) == (rule[x] == y) for x in range(3) for y in "yz")
        assert P == Channel.of_function(rule.get, range(3)) == deterministic_channel(Relation.of(*rule.items()))


def test_the_channel_of_a_noiseless_mechanism():
    """max over lines of L(Xᵢ → Y | x₋ᵢ) is the noiseless budget; response() has the inputs of other lines, too."""
    correlated = Relation.of((0, 0), (0, 1), (1, 1), (2, 2), columns=("X1", "X2"))
    for rule in oracles.every_function(list(correlated), range(2)):
        g = Mechanism(correlated, rule)
        worst = largest(lines(correlated), lambda line, g=g: maximal_leakage(mechanism_channel(g, line)))
        assert worst == noiseless_budget(g)
    total = ExtendedMechanism(correlated, sum)
    assert mechanism_channel(total, Line(0, (1,))).inputs == (0, 1)
    assert deterministic_channel(response(total, Line(0, (1,)))).inputs == (0, 1, 2)
    assert mechanism_channel(total, Line(0, (1,))).matrix() == [[1, 0], [0, 1]]


# --- reading ---------------------------------------------------------------------------------------------------------


@pytest.fixture
def written(tmp_path):
    """Write a text to a file and return its path."""

    def write(text):
        path = tmp_path / "channel.csv"
        path.write_text(text, encoding="utf-8")
        return path

    return write


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (",y,z\na,0.1,0.9\nb,1/3,2/3\n", {"a": {"y": "0.1", "z": "0.9"}, "b": {"y": "1/3", "z": "2/3"}}),
        ("P, y ,z\n a ,25%, 75 %\n\nb,1,0\n", {"a": {"y": "1/4", "z": "3/4"}, "b": {"y": 1, "z": 0}}),
        ("0.1,0.9\n1/3,2/3\n", {0: {0: "0.1", 1: "0.9"}, 1: {0: "1/3", 1: "2/3"}}),
        ("x,0,1\n0,1e-1,.9\n", {"0": {"0": "0.1", "1": "0.9"}}),
        ("0,y,z\nb,+1.,0\n", {"b": {"y": 1, "z": 0}}),
        ('"","first, of all",z\n"a ""b""",1/2,1/2\n', {'a "b"': {"first, of all": "1/2", "z": "1/2"}}),
        ("1\n1\n", {0: {0: 1}, 1: {0: 1}}),
    ],
)
def test_channels_from_files(written, text, expected):
    """A labeled table, or a bare matrix, whose labels are numbers; decimals, fractions, percentages; blank lines."""
    assert Channel.from_csv(written(text)) == Channel(expected)


def test_joint_laws_and_counts_from_files(written):
    """joint=True reads P(x, y), whose support is the inputs; normalize=True reads counts."""
    P = Channel({"a": {"y": "1/4", "z": "3/4"}, "b": {"y": 1, "z": 0}})
    assert Channel.from_csv(written(",y,z\na,1/8,3/8\nb,1/2,0\nc,0,0\n"), joint=True) == P
    assert Channel.from_csv(written(",y,z\na,1,3\nb,5,0\nc,0,0\n"), joint=True, normalize=True) == P
    assert Channel.from_csv(written(",y,z\na,1,3\nb,5,0\n"), normalize=True) == P


def test_a_file_that_is_written_is_read_back(tmp_path):
    """from_csv(to_csv(P)) = P when labels are texts, on the inputs that occur; gzipped files are read, too."""
    path = tmp_path / "channel.csv"
    P = random_channel(Random(4), 3, 4)
    P = Channel({f"x{x}": {f"y, {y}": p for y, p in row.items()} for x, row in P.rows.items()})
    P.to_csv(path)
    assert Channel.from_csv(path) == P
    packed = tmp_path / "channel.csv.gz"
    packed.write_bytes(gzip.compress(path.read_bytes()))
    assert Channel.from_csv(packed) == P
    assert read_table(packed) == P.rows
    P.restricted(["x1"]).to_csv(path)
    assert Channel.from_csv(path).inputs == ("x1",)


@pytest.mark.parametrize(
    ("text", "situation", "said"),
    [
        (",y,z\na,0.5,0.4\n", NotStochasticError, r"row 'a' is \{'y': 1/2, 'z': 2/5\} with sum 9/10; give .*normalize"),
        (",y,z\na,1.5,-0.5\n", NotStochasticError, r"with sum 1; give probabilities .* unlike -1/2 for 'z'"),
        (",y,z\na,nan,1\n", NotANumberError, r"channel.csv, row 'a', column 'y': 'nan' is not a number"),
        ("nan,1\n0,1\n", NotANumberError, r"row 0, column 0: 'nan' is not a number"),
        ("0.5,half\n0,1/2\n", NotStochasticError, r"row '0' is \{'half': 1/2\} with sum 1/2"),
        (",y,z\na,,1\n", NotANumberError, r"row 'a', column 'y': '' is not a number"),
        (",y,z\na,1/0,1\n", NotANumberError, "divides by zero"),
        (",y,z\na,0.5\n", TableError, "line 2: 2 entries where the header has 3"),
        ("1,0\n1\n", TableError, "line 2: 1 entries"),
        ("", TableError, "is empty"),
        (",y,z\n", TableError, "0 rows and 2 columns"),
        ("x;y;z\na;1;0\n", TableError, "commas between entries"),
        (",y,y\na,1,0\n", ColumnError, "names the output 'y' twice"),
        (",y,z\na,1,0\na,0,1\n", TableError, "two rows for the input 'a'"),
    ],
)
def test_files_that_are_no_channels(written, text, situation, said):
    """What is wrong, where, and what to do."""
    with pytest.raises(situation, match=said):
        Channel.from_csv(written(text))


# --- bad input -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("make", "situation", "said"),
    [
        (lambda: Channel.of([[HALF, HALF], [1]]), TableError, "row 1 has 1 entries and row 0 has 2"),
        (lambda: Channel.of([[1, 0]], outputs="yyz"), TableError, "no labels for 2 outputs"),
        (lambda: Channel.of([[1, 0]], outputs="yy"), TableError, "give 2 different ones"),
        (lambda: Channel.of([[1]], inputs="ab"), TableError, "no labels for 1 inputs"),
        (lambda: Channel.of({"a": {"y": 1}}, inputs="a"), TableError, "a mapping brings its own labels"),
        (lambda: Channel.of({"a": 1}), TableError, r"\{x: \{y: number\}\} or \{\(x, y\): number\}"),
        (lambda: Channel.of([]), SupportError, "no input occurs"),
        (lambda: Channel.of([[0.5, 0.5]]), NotExactError, r"row 0, column 0: 0.5 \(float\)"),
        (lambda: Channel.of([[float("nan"), 1]]), NotExactError, "nan"),
        (lambda: Channel({"a": {"y": "one"}}), NotANumberError, "row 'a', column 'y': 'one' is not a number"),
        (lambda: Channel({"a": {"y": 1}}, Range.of("b")), SupportError, "'b' is in the support but is no input"),
        (lambda: Channel({"a": {"y": 1}}, []), SupportError, "at least one"),
        (lambda: Channel.of([[1], [1]]).restricted([2]), SupportError, "2 does not occur here.*0, 1"),
        (lambda: Channel.of([[1], [1]]).restricted([0]).restricted([0, 1]), SupportError, "1 does not occur here"),
        (lambda: Channel.of([[1]]).restricted([]), SupportError, "no input occurs"),
        (lambda: Channel.of([[1]]).entry(1, 0), OutsideRangeError, "1 is no input; the inputs are 0"),
        (lambda: Channel.from_counts([[1, 2], [0, 0]]), NotStochasticError, "row 1 has no count.*leave the row out"),
        (lambda: Channel.from_counts([[1, -2]]), NotStochasticError, "unlike -2 for 1"),
        (lambda: Channel.from_joint([[HALF, THIRD]]), NotStochasticError, "the joint probabilities sum to 5/6"),
        (lambda: Channel.from_joint([[2, -1]]), NotStochasticError, r"P\(0, 1\) is -1"),
        (lambda: Channel.from_joint([[0, 0]], normalize=True), NotStochasticError, "sum to 0"),
        (lambda: Channel.of([[1]]) @ Channel.of([[1]], "a"), OutsideRangeError, "output 0 is no input of the next"),
        (lambda: Channel.of([[1]]).mixed(Channel.of([[1]]), 2), OutsideRangeError, r"2 is outside \[0, 1\]"),
        (lambda: Channel.of([[1]]).mixed(Channel.of([[1]], "a"), 1), OutsideRangeError, "the same inputs"),
        (
            lambda: Channel.of([[1], [1]]).mixed(Channel.of([[1], [1]]).restricted([0]), 1),
            SupportError,
            "different supports",
        ),
        (lambda: Channel.of([[1]]).post_processed({}), UndefinedMechanismError, "not defined on 0"),
    ],
)
def test_bad_input_is_named(make, situation, said):
    """Each has its exception, which says what was given, what is required and what to do."""
    with pytest.raises(situation, match=said):
        make()


def test_long_rows_are_cut_in_messages():
    """Of a row with many entries the first eight are shown."""
    with pytest.raises(NotStochasticError, match=r"7: 1/2, …\} with sum 250"):
        Channel.of([[HALF] * 500])


# --- other channels made of channels ---------------------------------------------------------------------------------


def test_cascade():
    """(P @ Q)(z|x) = Σ_y P(y|x) Q(z|y) for all channels 2 × 2 in thirds; labels of y are matched, not places."""
    for P, Q in product(every_channel(2, 2, 3), repeat=2):
        swapped = Channel({y: Q.rows[y] for y in reversed(Q.inputs)})
        expected = {x: {z: sum(P.entry(x, y) * Q.entry(y, z) for y in (0, 1)) for z in (0, 1)} for x in (0, 1)}
        assert P @ Q == P @ swapped == Channel(expected)


def test_cascade_is_associative_and_keeps_the_support():
    """(P @ Q) @ S = P @ (Q @ S), whose support is that of P."""
    random = Random(5)
    for _ in range(20):
        P, Q, S = (random_channel(random, n, m) for n, m in [(3, 4), (4, 2), (2, 5)])
        assert (P @ Q) @ S == P @ (Q @ S)
        assert (P.restricted([0, 2]) @ Q).occurring == (0, 2)


def test_product():
    """(P × Q)((y, y')|(x, x')) = P(y|x) Q(y'|x'); maximal leakage is additive; (x, x') occurs when both do."""
    for P, Q in product(every_channel(2, 2, 2), repeat=2):
        both = P.product(Q)
        pairs = list(product((0, 1), repeat=2))
        assert all(
            both.entry((x, x2), (y, y2)) == P.entry(x, y) * Q.entry(x2, y2)
            for (x, x2), (y, y2) in product(pairs, pairs)
        )
        assert maximal_leakage(both) == maximal_leakage(P) + maximal_leakage(Q)
        assert P.restricted([1]).product(Q).occurring == ((1, 0), (1, 1))


def test_mixture():
    """P.mixed(Q, w)(y|x) = (1 - w) P(y|x) + w Q(y|x); P for w = 0 and Q for w = 1."""
    for P, Q in product(every_channel(2, 2, 3)[::2], repeat=2):
        mixture = P.mixed(Q, "1/5")
        assert all(
            mixture.entry(x, y) == Fraction(4, 5) * P.entry(x, y) + Fraction(1, 5) * Q.entry(x, y)
            for x, y in product((0, 1), repeat=2)
        )
        assert P.mixed(Q, 0) == P
        assert P.mixed(Q, 1) == Q
    apart = Channel({0: {"y": 1}}).mixed(Channel({0: {"z": 1}}), "1/3")
    assert apart == Channel({0: {"y": "2/3", "z": "1/3"}})


def test_restriction():
    """Only the inputs of the support count for a measure; the rows of the others stay."""
    P = Channel.of([[1, 0], [0, 1], [HALF, HALF]])
    assert maximal_leakage(P.restricted([0, 1])) == bits(1)
    assert maximal_leakage(P.restricted([0, 2])) == log2("3/2")
    assert P.restricted([2, 0]).matrix() == [[1, 0], [HALF, HALF]]
    assert P.restricted([0]).inputs == P.inputs


def test_post_processing():
    """P.post_processed(f)(z|x) = Σ_{f(y) = z} P(y|x), by a function or a table, for all maps of three outputs."""
    P = random_channel(Random(6), 2, 3)
    for rule in oracles.every_function(range(3), "abc"):
        expected = {x: {z: sum(P.entry(x, y) for y in rule if rule[y] == z) for z in rule.values()} for x in P.inputs}
        assert P.post_processed(rule) == P.post_processed(rule.get) == Channel(expected)


# --- what is not decided ---------------------------------------------------------------------------------------------


def batched_channel(channels):
    """One channel whose entries are those of many, an instance each."""
    d = 6
    return Channel(
        {
            x: {y: BatchedNumber(np.array([int(P.entry(x, y) * d) for P in channels]), d) for y in channels[0].outputs}
            for x in channels[0].inputs
        }
    )


def instance(place):
    """The valuation that looks at one instance of a batch."""
    return lambda entries: entries[place].item() if isinstance(entries, np.ndarray) else entries


def test_operations_on_batches_commute_with_deciding():
    """Deciding an operation on a batch = the operation on each instance: cascade, product, mixture, merging outputs."""
    firsts, seconds = every_channel(2, 2, 2), list(reversed(every_channel(2, 2, 3)))[: len(every_channel(2, 2, 2))]
    P, Q = batched_channel(firsts), batched_channel(seconds)
    with_zero = Channel.of([[1, 0], [HALF, HALF]])
    for operation in (
        lambda P, Q: P @ Q,
        lambda P, Q: P.product(Q),
        lambda P, Q: P.mixed(Q, "1/3"),
        lambda P, _: with_zero @ P,
        lambda P, _: P @ with_zero,
        lambda P, _: P.post_processed(lambda _: "all"),
        lambda P, _: P.restricted([1]),
    ):
        together = operation(P, Q)
        for place, (one, other) in enumerate(zip(firsts, seconds, strict=True)):
            assert together.decided(instance(place)) == operation(one, other)


@pytest.mark.usefixtures("no_branching_on_open_truths")
def test_operations_on_open_channels_commute_with_deciding():
    """The same for unknown real entries, with numbers put in for the unknowns afterwards."""
    import z3

    unknowns = {(x, y): z3.Real(f"P[{x},{y}]") for x, y in product((0, 1), repeat=2)}
    P = Channel({x: {y: OpenReal(unknowns[x, y]) for y in (0, 1)} for x in (0, 1)})
    Q = Channel.of([["1/4", "3/4"], [1, 0]])

    def putting_in(values):
        pairs = [(unknowns[x, y], z3.RealVal(str(values.entry(x, y)))) for x, y in unknowns]

        def value(number):
            if not isinstance(number, OpenReal):
                return number
            term = z3.simplify(z3.substitute(number.term, *pairs))
            return Fraction(term.numerator_as_long(), term.denominator_as_long())

        return value

    for operation in (lambda P: P @ Q, lambda P: Q @ P, lambda P: P @ P, lambda P: P.mixed(Q, THIRD), P.product):
        together = operation(P)
        for decided in every_channel(2, 2, 3):
            expected = operation(decided) if operation != P.product else decided.product(decided)
            assert together.decided(putting_in(decided)) == expected


def test_undecided_channels_are_not_looked_at():
    """No matrix, no equality, and no list of inputs while something is open; the repr still shows what there is."""
    P = batched_channel(every_channel(2, 2, 2))
    for look in (P.matrix, P.integer_matrix, lambda: Channel.of([[1, 0], [0, 1]]) == P):
        with pytest.raises(UndecidedError, match="decided channel"):
            look()
    with pytest.raises(UndecidedError, match="which inputs occur"):
        _ = Channel.of([[1], [1]]).restricted([0]).product(Channel({0: {0: 1}}, Range({0: np.array([True])}))).occurring
    assert P == P  # noqa: PLR0124 - the same object
    assert "BatchedNumber" in repr(P)
    assert not P.is_decided
    assert P._repr_html_() is None


# --- comparing and showing -------------------------------------------------------------------------------------------


def test_equality_is_of_labels_support_and_entries():
    """Order of rows and columns does not matter; labels, support, outputs of probability 0 and entries do."""
    P = Channel({"a": {0: "1/2", 1: "1/2"}, "b": {0: 1, 1: 0}})
    same = Channel({"b": {0: 1}, "a": {1: "1/2", 0: "1/2"}})
    assert same == P
    assert hash(P) == hash(same)
    others = [
        Channel({"a": {0: "1/2", 1: "1/2"}, "b": {0: 1, 2: 0}}),
        Channel({"a": {0: "1/3", 1: "2/3"}, "b": {0: 1}}),
        Channel({"a": {0: "1/2", 1: "1/2"}, "c": {0: 1}}),
        Channel({"a": {0: "1/2", 1: "1/2"}, "b": {0: 1, "never": 0}}),
        P.restricted(["a"]),
    ]
    assert all(other != P for other in others)
    assert P != "P"


def test_the_repr_makes_the_channel_again():
    """Channel(…) with texts for fractions; a large channel only says how large it is."""
    for P in every_channel(2, 2, 3):
        assert Channel(literal_eval(repr(P).removeprefix("Channel(").removesuffix(")"))) == P
    assert repr(Channel.of([[1], [1]]).restricted([0])) == "Channel({0: {0: '1'}, 1: {0: '1'}}, support=[0])"
    assert repr(random_channel(Random(7), 20, 30)) == "<Channel with 20 inputs and 30 outputs>"


def test_a_notebook_shows_the_matrix():
    """A table with the labels and the fractions of the inputs that occur."""
    shown = Channel.of([["1/3", "2/3"], [1, 0]], inputs=["ann", "bob"]).restricted(["ann"])._repr_html_()
    assert "ann" in shown
    assert "1/3" in shown
    assert "bob" not in shown


# --- orders ----------------------------------------------------------------------------------------------------------


def test_orders():
    """An order is a number from 0 on, or ∞, which is above all numbers."""
    assert [order(x) for x in (0, "1", "3/2", "0.5", Fraction(7, 2))] == [0, 1, Fraction(3, 2), HALF, Fraction(7, 2)]
    assert all(order(x) is INFINITE for x in ("inf", "Infinity", "∞", " oo ", "+inf", INFINITE))
    assert sorted([INFINITE, Fraction(1), Fraction(10**9)]) == [1, 10**9, INFINITE]
    assert Fraction(1) < INFINITE
    assert INFINITE >= 1
    assert not INFINITE < INFINITE  # noqa: PLR0124 - irreflexive
    assert INFINITE <= INFINITE  # noqa: PLR0124 - reflexive
    assert INFINITE >= 3
    assert not INFINITE <= 3
    assert INFINITE != 3
    assert {INFINITE: 1}[order("inf")] == 1
    assert str(INFINITE) == "inf"


@pytest.mark.parametrize("x", [-1, "-1/2", "two", "nan", "-inf"])
def test_what_is_no_order(x):
    """Negative numbers and other texts are refused with what to write."""
    with pytest.raises(OrderError, match="at least 0, such as 2 or '3/2', or 'inf'"):
        order(x)


@pytest.mark.parametrize("x", [0.5, float("inf"), True])
def test_floats_are_no_orders(x):
    """Infinity is written as text."""
    with pytest.raises(NotExactError, match="infinity is written 'inf'"):
        order(x)


# --- reductions ------------------------------------------------------------------------------------------------------


def turn(a, b, c):
    """Twice the signed area of a triangle."""
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])


def in_triangle(p, a, b, c):
    """Whether p lies in a closed triangle of the plane, which may be a segment or a point."""
    turns = [turn(a, b, p), turn(b, c, p), turn(c, a, p)]
    if not any(turns):
        return all(min(a[i], b[i], c[i]) <= p[i] <= max(a[i], b[i], c[i]) for i in (0, 1))
    return min(turns) >= 0 or max(turns) <= 0


def in_hull(point, others):
    """Whether a point of the plane lies in the convex hull of others, by Carathéodory's theorem."""
    return any(in_triangle(point, *corners) for corners in combinations_with_replacement(others, 3))


def test_rows_that_stay_are_the_corners_of_the_hull():
    """A row is dropped iff it repeats an earlier one or lies in the hull of the other different rows (3 outputs)."""
    random = Random(8)
    possible = laws(3, 3)
    for _ in range(60):
        P = Channel.of([random.choice(possible) for _ in range(5)])
        R = without_mixed_rows(P)
        rows = [tuple(row) for row in P.matrix()]
        expected = [
            x
            for x, row in enumerate(rows)
            if row not in rows[:x] and not in_hull(row[:2], [other[:2] for other in set(rows) if other != row])
        ]
        assert list(R.channel.inputs) == expected
        assert R.verify()
        assert set(R.separations) == set(expected)


def test_rows_of_binary_outputs_reduce_to_two():
    """With two outputs only the rows with the largest and the smallest P(0|x) stay."""
    for P in every_channel(3, 2, 4):
        first = [P.entry(x, 0) for x in range(3)]
        reduction = without_mixed_rows(P)
        assert {reduction.channel.entry(x, 0) for x in reduction.channel.inputs} == {min(first), max(first)}
        assert len(reduction.channel.inputs) == len({min(first), max(first)})
        assert reduction.verify()


@pytest.mark.parametrize(
    "reduce",
    [
        reduced,
        without_idle_inputs,
        without_zero_outputs,
        without_proportional_outputs,
        without_repeated_rows,
        without_mixed_rows,
    ],
)
def test_a_reduction_leaks_the_same_and_can_be_undone(reduce):
    """P = E @ R @ D with R made of P, L_c(R) = L_c(P), and a second reduction finds nothing: all 3 × 3 in halves."""
    for P in every_channel(3, 3, 2):
        for support in ([0, 1, 2], [0, 2]):
            reduction = reduce(P.restricted(support))
            assert reduction.verify()
            assert maximal_leakage(reduction.channel) == maximal_leakage(P.restricted(support))
            assert reduce(reduction.channel).steps == ()
            undone = reduction.before @ reduction.channel @ reduction.after
            assert undone.matrix() == [[P.entry(x, y) for y in undone.outputs] for x in support]
            labels = {getattr(step, "input", None) for step in reduction.steps} - {None}
            assert {*reduction.channel.inputs, *labels} == {0, 1, 2}


def test_what_was_done_is_said():
    """Each step names its label, and what the label was a multiple or a mixture of."""
    P = Channel.of(
        [["1/2", "1/4", 0, "1/4"], ["1/4", "3/8", 0, "3/8"], [0, "1/2", 0, "1/2"], [0, "1/2", 0, "1/2"], [1, 0, 0, 0]],
        "abcde",
        "wxyz",
    ).restricted("abcd")
    reduction = reduced(P)
    assert reduction.steps == (
        IdleInput("e"),
        ZeroOutput("y"),
        MergedOutput("z", "x", Fraction(1)),
        MixedRow("b", {"a": HALF, "c": HALF}),
        MixedRow("d", {"c": Fraction(1)}),
    )
    assert str(reduction).splitlines() == [
        "input 'e' dropped: it does not occur",
        "output 'y' dropped: it has probability 0",
        "output 'z' merged into 'x': P('z'|x) = P('x'|x)",
        "input 'b' dropped: P(·|'b') = 1/2 P(·|'a') + 1/2 P(·|'c')",
        "input 'd' dropped: P(·|'d') = P(·|'c')",
    ]
    assert reduction.channel == Channel.of([[HALF, HALF], [0, 1]], "ac", "wx")
    assert str(reduced(reduction.channel)) == "nothing to reduce"


def test_mixtures_are_given_in_rows_that_stay():
    """A mixture of a row that is dropped later is written out: no step speaks of an input that was dropped."""
    random = Random(9)
    for _ in range(20):
        corners = random_channel(random, 3, 4)
        inside = random_channel(random, 6, 3, largest_entry=3) @ corners
        P = Channel.of([*inside.matrix(), *corners.matrix()])
        reduction = reduced(P)
        staying = set(reduction.channel.inputs)
        assert reduction.verify()
        for step in reduction.steps:
            if isinstance(step, MixedRow):
                assert set(step.weights) <= staying
                assert Mixture(step.input, step.weights).certifies(without_proportional_outputs(P).channel)


def test_mixture_or_separation():
    """Exactly one of the two exists, and it proves itself: rows inside, on the edge and outside; a single row."""
    P = Channel.of([[1, 0, 0], [0, 1, 0], [0, 0, 1], [THIRD, THIRD, THIRD], [HALF, HALF, 0]])
    inside, edge, corner = (
        mixture_or_separation(P, x, others) for x, others in [(3, [0, 1, 2]), (4, [0, 1]), (0, None)]
    )
    assert inside == Mixture(3, dict.fromkeys([0, 1, 2], THIRD))
    assert edge == Mixture(4, dict.fromkeys([0, 1], HALF))
    assert isinstance(corner, Separation)
    assert inside.certifies(P)
    assert edge.certifies(P)
    assert corner.certifies(P)
    assert mixture_or_separation(P, 0, []).certifies(P)
    assert isinstance(mixture_or_separation(P, 0, [0, 3]), Separation)


def test_a_wrong_reduction_is_found():
    """verify() refuses a changed entry, a wrong mixture, a forgotten input and a separation that does not separate."""
    P = Channel.of([[1, 0, 0], [0, HALF, HALF], [HALF, Fraction(1, 4), Fraction(1, 4)]])
    good = reduced(P)
    assert good.verify()
    R = good.channel
    for wrong in (
        replace(good, channel=Channel.of([[1, 0], ["1/5", "4/5"]])),
        replace(good, channel=R, before=Channel({0: {0: 1}, 1: {1: 1}, 2: {0: "1/3", 1: "2/3"}})),
        replace(good, after=Channel({0: {0: 1}, 1: {1: "1/3", 2: "2/3"}})),
        replace(good, original=P.restricted([0, 1])),
        replace(good, steps=()),
        replace(good, separations={**good.separations, 0: dict.fromkeys(R.outputs, Fraction(1))}),
    ):
        assert not wrong.verify()
    assert not Mixture(2, {0: HALF, 1: THIRD}).certifies(P)
    assert not Mixture(2, {2: Fraction(1)}).certifies(P)
    assert not Mixture(2, {0: Fraction(3, 2), 1: -HALF}).certifies(P)
    assert not Separation(2, (0, 1), {0: Fraction(1), 1: Fraction(0), 2: Fraction(0)}).certifies(P)
