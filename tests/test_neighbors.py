"""The verdicts on the neighboring questions, each with a reason found by hand, and a brute force over plain sets."""

from fractions import Fraction
from itertools import combinations, product

import pytest

from exactpriv.claims import Scope, check, claim
from exactpriv.claims.loading import claims_of
from exactpriv.information import log2
from exactpriv.privacy import noiseless_budget
from exactpriv.theorems import (
    neighbors_additivity,
    neighbors_information,
    neighbors_privacy,
    neighbors_processing,
)

MODULES = (neighbors_information, neighbors_additivity, neighbors_processing, neighbors_privacy)
CLAIMS = {entry.id: entry for module in MODULES for entry in claims_of(module)}
CONTROLS = [control for entry in CLAIMS.values() for control in entry.controls]
LARGE = {"group-privacy-connected"}  # ten million instances

HOLDS, REFUTED = "holds", "refuted"

VERDICTS = {
    # comparing the measures
    "information-at-most-maximin": (REFUTED, "one component, and every y still rules one of three x out"),
    "maximin-at-most-information": (REFUTED, "components of two and of one x: 1 bit > log 3/2"),
    "maximin-at-most-larger-information": (REFUTED, "a large and a small component: 1 bit > log 3/2 both ways"),
    "smaller-information-at-most-maximin": (REFUTED, "a connected path on 3 + 3 values has log 3/2 both ways"),
    "maximin-at-most-leakage": (HOLDS, "Prop. 1 and L₀ˢ ≤ L₀"),
    "information-at-most-symmetrized": (HOLDS, "I₀ ≤ log |X||Y|/|R| ≤ L₀ˢ: averages lie between extremes"),
    "leakage-at-most-larger-information": (REFUTED, "an L of 3 rows: the rare x and y leak 1 bit, the frequent ones 0"),
    "no-leakage-is-unrelated": (HOLDS, "min |X|y| = |X| exactly when every ⟦X|y⟧ is ⟦X⟧"),
    "no-information-is-unrelated": (REFUTED, "one y that rules nothing out is enough for I₀ = 0"),
    "maximin-at-most-twice-log-ratio": (HOLDS, "two components leave room for 1 + (n-1)² rows: too few below n = 6"),
    "maximin-at-most-twice-log-ratio-two-blocks": (REFUTED, "(36/26)² < 2, while (25/17)² > 2"),
    # Kolmogorov
    "kolmogorov-gain-in-between": (HOLDS, "I₀ and L₀ are its smallest and its largest value"),
    "kolmogorov-gain-symmetric": (REFUTED, "an L of 3 rows: the rare x gains 1 bit on Y, its y gains none on X"),
    "kolmogorov-entropy-at-most-conditional": (HOLDS, "H₀(X|Y) is its largest value, and ⟦X|y⟧ ⊆ ⟦X⟧"),
    "kolmogorov-entropy-and-gain": (HOLDS, "the two ratios multiply to |X|"),
    # conditional entropy
    "conditioning-reduces-entropy": (HOLDS, "⟦X|y,z⟧ ⊆ ⟦X|y⟧ ⊆ ⟦X⟧"),
    "chain-entropy-upper": (HOLDS, "|R| = Σ |X|y| ≤ |Y| max |X|y|"),
    "chain-entropy-lower": (REFUTED, "conditional ranges of different sizes"),
    # conditional information and leakage
    "conditioning-lowers-leakage": (REFUTED, "unrelated X and Y, related once Z is seen"),
    "conditioning-raises-leakage": (REFUTED, "X = Y = Z: nothing is left to leak"),
    "conditioning-lowers-information": (REFUTED, "Z = X ⊕ Y with X and Y unrelated"),
    "conditioning-raises-information": (REFUTED, "X = Y = Z"),
    "conditioning-lowers-maximin-largest": (REFUTED, "a slice of two rows splits what the other slice joins"),
    "conditioning-raises-maximin-largest": (REFUTED, "X = Y = Z"),
    "conditioning-lowers-maximin-smallest": (REFUTED, "Z = X ⊕ Y with X and Y unrelated"),
    "conditioning-raises-maximin-smallest": (REFUTED, "X = Y = Z"),
    "conditional-maximin-symmetric": (HOLDS, "I⋆ is symmetric on each slice"),
    "conditioning-unrelated": (HOLDS, "every slice is ⟦X, Y⟧"),
    "conditioning-on-output-lowers-leakage": (HOLDS, "a slice keeps ⟦X|y⟧ whole and may shrink ⟦X⟧"),
    "conditioning-on-secret-lowers-leakage": (
        REFUTED,
        "a slice of two x of three, one of them in ⟦X|y⟧: 1 bit > log 3/2",
    ),
    "conditioning-on-output-lowers-information": (HOLDS, "take the slice of the y with the largest ⟦X|y⟧"),
    "conditioning-on-secret-lowers-information": (HOLDS, "that y keeps its share of ⟦X⟧ in some slice, by averaging"),
    "conditioning-on-output-lowers-maximin-largest": (REFUTED, "the y that joins two x lies in another slice"),
    "conditioning-on-output-lowers-maximin-smallest": (REFUTED, "two slices that join different pairs of three x"),
    "conditioning-on-secret-lowers-maximin-largest": (REFUTED, "the x that joins two y lies in another slice"),
    "conditioning-on-secret-lowers-maximin-smallest": (REFUTED, "two slices that join different pairs of three y"),
    # monotonicity
    "monotone-information": (HOLDS, "⟦X|y,z⟧ ⊆ ⟦X|y⟧"),
    "monotone-leakage": (HOLDS, "⟦X|y,z⟧ ⊆ ⟦X|y⟧"),
    "monotone-symmetrized": (REFUTED, "L₀(Y;X) falls when Z has uncertainty of its own"),
    "monotone-maximin": (HOLDS, "finer outputs join no more values of X"),
    "monotone-information-reversed": (REFUTED, "Z adds possible pairs for one x only"),
    "monotone-leakage-reversed": (REFUTED, "Z adds possible pairs for the x with the fewest"),
    # sub-additivity
    "sub-additive-information": (REFUTED, "each output alone may say nothing, both together something"),
    "sub-additive-leakage": (REFUTED, "Z = X ⊕ Y: each alone is unrelated to X, both determine it"),
    "sub-additive-symmetrized": (REFUTED, "Z = X ⊕ Y"),
    "sub-additive-maximin": (REFUTED, "each output alone joins all x, both together do not"),
    "sub-additive-information-reversed": (REFUTED, "each output alone is wholly open for some x, the pair is not"),
    "sub-additive-leakage-reversed": (REFUTED, "Z = X ⊕ Y"),
    "sub-additive-leakage-chain": (REFUTED, "the rare y and the rare z meet in one x of three"),
    "sub-additive-leakage-chain-reversed": (HOLDS, "|YZ| ≤ |Y||Z| and |YZ|x| = |Y|x||Z|x| ≥ min · min"),
    "sub-additive-information-chain-reversed": (REFUTED, "the x with most y and the x with most z differ"),
    "sub-additive-maximin-chain": (
        REFUTED,
        "Y sets one x apart, Z tells the other two apart once Y is seen: 3 > 2 · 1",
    ),
    "sub-additive-information-releases": (REFUTED, "three x, cells 2 + 1 twice: log 3 > 2 log 3/2"),
    "sub-additive-leakage-releases-up-to-5": (HOLDS, "min · min ≤ |X| · min: 2 · 2 ≤ 5, or one release is constant"),
    "sub-additive-leakage-releases-at-6": (REFUTED, "cells 3 + 3 twice that meet in 2, 1, 1, 2: log 6 > 2 log 2"),
    "sub-additive-symmetrized-releases": (HOLDS, "L₀ˢ = log |Y| for a function Y of X, and |YZ| ≤ |Y||Z|"),
    "sub-additive-maximin-releases": (HOLDS, "I⋆ = log |Y| for a function Y of X"),
    "sub-additive-reversed-releases": (HOLDS, "|YZ|x| = 1, and |YZ| ≤ |Y||Z|"),
    # super-additivity
    "super-additive-information": (REFUTED, "X = Y = Z"),
    "super-additive-leakage": (REFUTED, "X = Y = Z"),
    "super-additive-symmetrized": (REFUTED, "X = Y = Z"),
    "super-additive-maximin": (REFUTED, "X = Y = Z"),
    "super-additive-information-unrelated": (REFUTED, "the largest ⟦X|y⟧ and ⟦X|z⟧ can be one set"),
    "super-additive-leakage-unrelated": (REFUTED, "two x: y₁ and z₁ each name x₁, and the pair says no more: 2 > 1"),
    "super-additive-maximin-unrelated": (HOLDS, "the two component labels are functions of X that take all pairs"),
    # chain rules
    "chain-information-upper": (REFUTED, "the worst y of I₀(X;Y) is not the worst slice"),
    "chain-information-lower": (HOLDS, "at the y of the worst pair both terms are at least their minima"),
    "chain-leakage-upper": (HOLDS, "at the y of the best pair both terms are at most their maxima"),
    "chain-leakage-lower": (REFUTED, "the best y of L₀(X;Y) is not the best slice"),
    "chain-maximin-upper": (REFUTED, "one component whose slices cut it at different places: 3 parts > 1 · 2"),
    "chain-maximin-lower": (REFUTED, "slices that cut at different places leave it connected: 1 < 1 · 2"),
    "chain-maximin-release": (HOLDS, "the slices are disjoint sets of x, so the parts add up over y"),
    # processing
    "post-processing-information": (HOLDS, "⟦X|h(y)⟧ ⊇ ⟦X|y⟧"),
    "post-processing-leakage": (HOLDS, "⟦X|h(y)⟧ ⊇ ⟦X|y⟧"),
    "post-processing-symmetrized": (REFUTED, "merging y makes L₀(Y;X) larger"),
    "post-processing-maximin": (HOLDS, "merging nodes never adds a component"),
    "function-of-secret-information": (REFUTED, "merging what every x leaves open: log 3/2 becomes 1 bit"),
    "function-of-secret-leakage": (REFUTED, "merging what the best x leaves open: log 3/2 becomes 1 bit"),
    "markov-post-processing-information": (HOLDS, "⟦X|z⟧ is a union of ⟦X|y⟧, one of them the largest"),
    "markov-post-processing-leakage": (HOLDS, "⟦X|z⟧ is a union of ⟦X|y⟧"),
    "markov-post-processing-symmetrized": (REFUTED, "a function is a chain"),
    "markov-post-processing-maximin": (HOLDS, "a component label of (X, Z) is a function of Y too"),
    "markov-post-processing-information-reversed": (REFUTED, "a function is a chain"),
    "markov-post-processing-leakage-reversed": (REFUTED, "a function is a chain"),
    "markov-linkage-information": (REFUTED, "the reversed post-processing, read backwards"),
    "markov-linkage-leakage": (REFUTED, "the reversed post-processing, read backwards"),
    "markov-linkage-symmetrized": (REFUTED, "post-processing, read backwards, as L₀ˢ is symmetric"),
    "markov-linkage-maximin": (HOLDS, "post-processing, read backwards, as I⋆ is symmetric"),
    "markov-linkage-information-reversed": (HOLDS, "post-processing, read backwards"),
    "markov-linkage-leakage-reversed": (HOLDS, "post-processing, read backwards"),
    # groups
    "group-privacy": (REFUTED, "two data sets that differ in both entries: K = 1 and two outputs"),
    "group-privacy-connected": (REFUTED, "five data sets in a path: K = 2 and five outputs"),
    "group-privacy-product": (REFUTED, "m + 1 outputs with K = 2, and 5 > 4"),
    "group-privacy-bound": (HOLDS, "⟦Y⟧ is covered by the lines of one individual, K outputs each"),
    # several people
    "parallel-composition": (HOLDS, "on a line one of the two outputs is fixed"),
    "parallel-composition-correlated": (HOLDS, "on a line one of the two outputs is fixed"),
    "composition-related-users": (REFUTED, "X₁ = X₂: no line has two data sets, yet M₂ tells x₁"),
    "composition-unrelated-users": (HOLDS, "M₂(X₂) goes with every x₁, so it tells nothing"),
    "local-privacy-aggregate": (HOLDS, "on a line the aggregate is a function of one local release"),
    "local-privacy-converse": (REFUTED, "a constant aggregates anything"),
    # several releases
    "vector-query-entries": (HOLDS, "an entry is a function of the vector: Thm. 7"),
    "vector-query-largest": (REFUTED, "three data sets on a line, told apart by two bits"),
    "three-releases": (HOLDS, "Thm. 6 twice"),
    "three-releases-pairs": (HOLDS, "Loomis and Whitney: |S|² ≤ |S₁₂||S₁₃||S₂₃| on every line"),
    "three-releases-diminishing": (REFUTED, "counting is not submodular: 5 · 2 > 3 · 3"),
    "k-fold-composition": (HOLDS, "Thm. 6 twice"),
    "k-fold-advanced": (REFUTED, "five data sets, told apart by three bits: 5 > 4"),
    "second-output-alone-sum": (HOLDS, "it is a function of both outputs: Thms. 6 and 7"),
    "second-output-alone-second": (REFUTED, "constants after each first output can name it"),
    "second-output-alone-larger": (REFUTED, "two outputs after one first output, a third after the other"),
    # processing a release
    "randomized-post-processing-count": (REFUTED, "one output, two results"),
    "randomized-post-processing-leakage": (REFUTED, "three x, cells 2 + 1, and two results for the larger: log 3 > 1"),
    "randomized-post-processing-maximin": (HOLDS, "every component holds an output of one line"),
    "pre-processing-entries": (HOLDS, "lines are mapped into lines"),
    "pre-processing-joint": (REFUTED, "a line is mapped across lines"),
    # data ranges
    "restriction": (HOLDS, "a line of E is a part of a line of D"),
    "enlargement": (REFUTED, "one data set has no neighbor"),
    "enlargement-bound": (HOLDS, "a line of E ∪ F is a line of E and one of F"),
    "sub-product-leakage": (HOLDS, "the response lives on a line of the box"),
    "fewer-people": (HOLDS, "a line with x₃ = v is a line"),
    "fewer-people-converse": (REFUTED, "a release of x₃"),
}


def test_every_question_has_its_verdict_here():
    """The table names exactly the claims of the four modules, and all are neighboring questions with a control."""
    assert list(VERDICTS) == list(CLAIMS)
    assert all(entry.kind == "neighbour" and entry.controls for entry in CLAIMS.values())


@pytest.mark.parametrize("name", [name for name in VERDICTS if name not in LARGE])
def test_both_engines_reach_the_verdict(name):
    """Enumeration and z3 reach the verdict of the table, with smallest instances of the same size."""
    assert check(CLAIMS[name], engine="both").word == VERDICTS[name][0]


@pytest.mark.parametrize("control", [c for c in CONTROLS if c.parent.id not in LARGE], ids=lambda c: c.id)
def test_both_engines_refute_the_control(control):
    """The wrong neighbor is refuted over the same instances."""
    assert check(control, engine="both").word == REFUTED


@pytest.mark.parametrize("name", LARGE)
def test_z3_reaches_the_verdict(name):
    """z3 alone reaches the verdict of the table and refutes the control."""
    assert check(CLAIMS[name], engine="z3").word == VERDICTS[name][0]
    assert [check(control, engine="z3").word for control in CLAIMS[name].controls] == [REFUTED]


@pytest.mark.slow
@pytest.mark.parametrize("name", LARGE)
def test_enumeration_agrees_on_large_scopes(name):
    """Both engines reach the verdict of the table and refute the control."""
    assert check(CLAIMS[name], engine="both").word == VERDICTS[name][0]
    assert [check(control, engine="both").word for control in CLAIMS[name].controls] == [REFUTED]


# --- what small sizes do not show ------------------------------------------------------------------------------------


def smallest_refutation(name, scope, engine="auto"):
    """The size of the smallest counterexample, shown minimal."""
    verdict = check(CLAIMS[name], scope, engine=engine)
    assert verdict.word == REFUTED
    assert verdict.minimal
    return verdict.size


@pytest.mark.slow
def test_leakage_of_two_releases_is_sub_additive_up_to_five_values_and_not_at_six():
    """L₀(X;YZ) ≤ L₀(X;Y) + L₀(X;Z) for functions Y, Z of X: no counterexample at |X|, |Y|, |Z| ≤ 5, one at |X| = 6."""
    assert check(CLAIMS["sub-additive-leakage-releases-up-to-5"], Scope(5), engine="z3").word == HOLDS
    size = smallest_refutation("sub-additive-leakage-releases-at-6", Scope(6, Y=3, Z=3), "enumeration")
    assert size == (6, 6 + 2 + 2)


@pytest.mark.slow
def test_maximin_information_exceeds_twice_the_log_ratio_at_six_values_only():
    """I⋆ ≤ 2 log |X||Y|/|R| has no counterexample at |X|, |Y| ≤ 5, and one of 26 rows at |X| = |Y| = 6."""
    assert check(CLAIMS["maximin-at-most-twice-log-ratio"], Scope(5), engine="both").word == HOLDS
    assert smallest_refutation("maximin-at-most-twice-log-ratio", Scope(6)) == (26, 12)


@claim(scope=Scope(4, Y=5), given=[neighbors_privacy.the_data_are_a_product])
def two_people_with_product_data_have_twice_the_budget(D: neighbors_privacy.Data, g: neighbors_privacy.Release):
    """log |⟦Y⟧| ≤ 2 ε(g) when the data are a product."""
    return log2(g.rule.image(D.rows).size()) <= noiseless_budget(g) * 2


@pytest.mark.slow
def test_the_match_on_four_values_is_the_least_counterexample_on_product_data():
    """On product data more than K² outputs need 4 × 4 data sets: none at 3 × 4, and 16 data sets with 5 outputs."""
    assert check(two_people_with_product_data_have_twice_the_budget, Scope(3, X2=4, Y=5)).word == HOLDS
    verdict = check(two_people_with_product_data_have_twice_the_budget)
    assert (verdict.word, verdict.minimal, verdict.size) == (REFUTED, True, (16, 4 + 4 + 5))


# --- brute force over plain sets -------------------------------------------------------------------------------------


def subsets(points):
    """Every non-empty set of the points."""
    points = list(points)
    return (set(chosen) for n in range(1, len(points) + 1) for chosen in combinations(points, n))


def left(R, y):
    """⟦X|y⟧ for a set R of pairs (x, y)."""
    return {x for x, y2 in R if y2 == y}


def sizes(R):
    """|⟦X⟧| and the sizes of all ⟦X|y⟧."""
    return len({x for x, _ in R}), [len(left(R, y)) for y in {y for _, y in R}]


def components(R):
    """The number of components, by merging conditional ranges that meet."""
    blocks = []
    for part in [left(R, y) for y in {y for _, y in R}]:
        meeting = [block for block in blocks if block & part]
        blocks = [block for block in blocks if not block & part] + [part.union(*meeting)]
    return len(blocks)


def lines_of(D):
    """The sets of data sets that differ in one individual."""
    grouped = {}
    for point in D:
        for i in range(len(point)):
            grouped.setdefault((i, point[:i] + point[i + 1 :]), set()).add(point)
    return grouped.values()


def outputs(D, g):
    """K(g) for a table g."""
    return max(len({g[p] for p in line}) for line in lines_of(D))


def maps(points, values):
    """Every table from the points to the values."""
    points = list(points)
    return (dict(zip(points, chosen, strict=True)) for chosen in product(values, repeat=len(points)))


TRIPLES = [(x, y, z) for x in range(3) for y in range(2) for z in range(2)]
SQUARE = [(a, b) for a in range(2) for b in range(2)]


def test_chain_rules_by_counting():
    """max|X_yz| ≤ max|X_y| · max_y (max_z|X_yz| / |X_y|), and min|X_yz| ≥ min|X_y| · min_y (min_z|X_yz| / |X_y|)."""
    for R in subsets(TRIPLES):
        by_y = sizes({(x, y) for x, y, _ in R})[1]
        by_pair = sizes({(x, (y, z)) for x, y, z in R})[1]
        slices = [sizes({(x, z) for x, y, z in R if y == value}) for value in {y for _, y, _ in R}]
        assert max(by_pair) <= max(by_y) * max(Fraction(max(parts), inputs) for inputs, parts in slices)
        assert min(by_pair) >= min(by_y) * min(Fraction(min(parts), inputs) for inputs, parts in slices)


def test_conditioning_on_a_function_of_the_secret_by_counting():
    """Some slice of a partition of X keeps the share |X_y|/|X| of the largest ⟦X|y⟧."""
    for R in subsets(product(range(3), range(2))):
        whole, parts = sizes(R)
        for h in maps(range(3), range(2)):
            slices = [sizes({(x, y) for x, y in R if h[x] == z}) for z in {h[x] for x, _ in R}]
            assert any(max(kept) * whole >= max(parts) * inputs for inputs, kept in slices)


def test_post_processing_by_counting():
    """Merging outputs lowers neither max|X_y| nor min|X_y|, and never adds a component."""
    for R in subsets(product(range(3), range(3))):
        _, before = sizes(R)
        for h in maps(range(3), range(2)):
            merged = {(x, h[y]) for x, y in R}
            _, after = sizes(merged)
            assert max(after) >= max(before)
            assert min(after) >= min(before)
            assert components(merged) <= components(R)


@pytest.mark.parametrize(("values", "bound"), [(2, True), (3, True), (4, True), (5, True), (6, False)])
def test_sub_additivity_of_the_leakage_of_two_releases_by_counting(values, bound):
    """min|cell of f| · min|cell of g| ≤ |X| · min|cell of (f, g)| for all f, g with two values, exactly for |X| < 6."""
    points = range(values)

    def least(labels):
        return min(labels.count(label) for label in labels)

    tables = [tuple(table[x] for x in points) for table in maps(points, range(2))]
    assert bound is all(
        least(f) * least(g) <= values * least(tuple(zip(f, g, strict=True))) for f in tables for g in tables
    )


def test_sub_additivity_with_outputs_unrelated_given_the_secret_by_counting():
    """|YZ| · min|Y_x| · min|Z_x| ≤ |Y| · |Z| · min|Y_x × Z_x|."""
    nonempty = list(subsets(range(3)))
    for Ys, Zs in product(product(nonempty, repeat=2), repeat=2):
        both = [set(product(Y, Z)) for Y, Z in zip(Ys, Zs, strict=True)]
        least = min(map(len, Ys)) * min(map(len, Zs))
        most = len(set().union(*Ys)) * len(set().union(*Zs))
        assert len(set().union(*both)) * least <= most * min(map(len, both))


def test_super_additivity_of_maximin_information_with_unrelated_outputs_by_counting():
    """components(X;Y) · components(X;Z) ≤ components(X;YZ) when all pairs (y, z) of values occur."""
    for R in subsets(TRIPLES):
        if len({(y, z) for _, y, z in R}) == len({y for _, y, _ in R}) * len({z for _, _, z in R}):
            first, second = {(x, y) for x, y, _ in R}, {(x, z) for x, _, z in R}
            assert components(first) * components(second) <= components({(x, (y, z)) for x, y, z in R})


def test_three_releases_and_their_pairs_by_counting():
    """|S|² ≤ |S₁₂| |S₁₃| |S₂₃| for every set S of triples of bits."""
    for S in subsets(product(range(2), repeat=3)):
        pairs = [len({(s[i], s[j]) for s in S}) for i, j in combinations(range(3), 2)]
        assert len(S) ** 2 <= pairs[0] * pairs[1] * pairs[2]


def test_privacy_of_parts_aggregates_and_unions_by_counting():
    """K of (M₁, M₂) is the larger K, no aggregate exceeds it, and K on E ∪ F is at most the sum of the parts."""
    for D in subsets(SQUARE):
        for M1, M2 in product(maps(range(2), range(2)), repeat=2):
            both = {p: (M1[p[0]], M2[p[1]]) for p in D}
            larger = max(outputs(D, {p: M1[p[0]] for p in D}), outputs(D, {p: M2[p[1]] for p in D}))
            assert outputs(D, both) == larger
            for g in maps(SQUARE, range(3)):
                assert outputs(D, {p: g[both[p]] for p in D}) <= larger
    for E, F in product(subsets(SQUARE), repeat=2):
        for g in maps(E | F, range(3)):
            assert max(outputs(E, g), outputs(F, g)) <= outputs(E | F, g) <= outputs(E, g) + outputs(F, g)


def test_randomized_results_on_product_data_by_counting():
    """The components of (X₁, Z) are at most K(g) when Z is drawn from S(g(X)) and the data are a product."""
    results = list(subsets(range(3)))
    for columns in product([range(1), range(2), range(3)], [range(1), range(2)]):
        D = set(product(*columns))
        for g in maps(D, range(2)):
            for S in product(results, repeat=2):
                assert components({(p[0], z) for p in D for z in S[g[p]]}) <= outputs(D, g)


def test_five_data_sets_in_a_path_have_five_outputs():
    """|⟦Y⟧| = 5 > 4 = K² on a path of five data sets, and m + 1 > K² for the match on m = 4 values and not on 3."""
    path = {(0, 0), (0, 1), (1, 1), (1, 2), (2, 2)}
    assert outputs(path, {p: p for p in path}) ** 2 == 4
    for m, beyond in ((3, False), (4, True)):
        grid = set(product(range(1, m + 1), repeat=2))
        match = {p: p[0] if p[0] == p[1] else 0 for p in grid}
        assert (len(set(match.values())) > outputs(grid, match) ** 2) is beyond
