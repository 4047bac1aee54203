"""Neighboring questions about information and leakage: comparisons, Kolmogorov, conditioning, data processing.

What people ask next to Section II-B of [farokhi2019noiseless].  A pair (X, Y) is its joint range ⟦X, Y⟧; conditional
forms take the worst slice: L₀(X;Y|Z) = max over z, I₀(X;Y|Z) = min over z, and I⋆ both ways, I⋆max and I⋆min.
"""

from __future__ import annotations

from typing import Annotated

from exactpriv.claims import Scope, claim
from exactpriv.information import (
    Information,
    combinatorial_entropy,
    combinatorial_gain,
    conditional_hartley_entropy,
    conditional_information,
    conditional_leakage,
    hartley_entropy,
    largest_conditional_maximin_information,
    log2,
    maximin_information,
    nonstochastic_information,
    nonstochastic_leakage,
    smallest_conditional_maximin_information,
    symmetrized_leakage,
)
from exactpriv.relations import Function, Relation, are_unrelated
from exactpriv.truth import Truth, all_of, cases, forall, iff, implies, largest, smallest

Pair = Annotated[Relation, "X", "Y"]
Triple = Annotated[Relation, "X", "Y", "Z"]
Processing = Annotated[Function, "Y", "Z"]
OfSecret = Annotated[Function, "X", "Z"]

TRIPLES = Scope(3, Y=2, Z=2)


# --- comparing the measures ------------------------------------------------------------------------------------------


@claim("information-at-most-maximin", source="about [farokhi2019noiseless], eqs. (5) and (9)", kind="neighbour")
def information_never_exceeds_maximin_information(R: Pair) -> Truth:
    """I₀(X;Y) ≤ I⋆(X;Y)."""
    return nonstochastic_information(R) <= maximin_information(R)


@information_never_exceeds_maximin_information.control
def leakage_never_exceeds_maximin_information(R: Pair) -> Truth:
    """L₀(X;Y) ≤ I⋆(X;Y)."""
    return nonstochastic_leakage(R) <= maximin_information(R)


@claim("maximin-at-most-information", source="about [farokhi2019noiseless], eqs. (5) and (9)", kind="neighbour")
def maximin_information_never_exceeds_information(R: Pair) -> Truth:
    """I⋆(X;Y) ≤ I₀(X;Y)."""
    return maximin_information(R) <= nonstochastic_information(R)


@maximin_information_never_exceeds_information.control
def there_is_never_maximin_information(R: Pair) -> Truth:
    """I⋆(X;Y) = 0."""
    return maximin_information(R) <= 0


@claim("maximin-at-most-larger-information", source="about [farokhi2019noiseless], eqs. (5) and (9)", kind="neighbour")
def maximin_information_never_exceeds_the_larger_information(R: Pair) -> Truth:
    """I⋆(X;Y) ≤ max{I₀(X;Y), I₀(Y;X)}."""
    return maximin_information(R) <= largest([nonstochastic_information(R), nonstochastic_information(R.converse)])


@maximin_information_never_exceeds_the_larger_information.control
def maximin_information_never_exceeds_the_smaller_information(R: Pair) -> Truth:
    """I⋆(X;Y) ≤ min{I₀(X;Y), I₀(Y;X)}."""
    return maximin_information(R) <= smallest([nonstochastic_information(R), nonstochastic_information(R.converse)])


@claim("smaller-information-at-most-maximin", source="about [farokhi2019noiseless], eqs. (5) and (9)", kind="neighbour")
def the_smaller_information_never_exceeds_maximin_information(R: Pair) -> Truth:
    """min{I₀(X;Y), I₀(Y;X)} ≤ I⋆(X;Y)."""
    return smallest([nonstochastic_information(R), nonstochastic_information(R.converse)]) <= maximin_information(R)


@the_smaller_information_never_exceeds_maximin_information.control
def the_larger_information_never_exceeds_maximin_information(R: Pair) -> Truth:
    """max{I₀(X;Y), I₀(Y;X)} ≤ I⋆(X;Y)."""
    return largest([nonstochastic_information(R), nonstochastic_information(R.converse)]) <= maximin_information(R)


@claim(
    "maximin-at-most-leakage", source="about [farokhi2019noiseless], eqs. (6) and (9)", kind="neighbour", scope=Scope(4)
)
def maximin_information_never_exceeds_the_plain_leakage(R: Pair) -> Truth:
    """I⋆(X;Y) ≤ L₀(X;Y)."""
    return maximin_information(R) <= nonstochastic_leakage(R)


@maximin_information_never_exceeds_the_plain_leakage.control
def twice_the_maximin_information_never_exceeds_the_leakage(R: Pair) -> Truth:
    """2 I⋆(X;Y) ≤ L₀(X;Y)."""
    return maximin_information(R) * 2 <= nonstochastic_leakage(R)


@claim(
    "information-at-most-symmetrized",
    source="about [farokhi2019noiseless], eqs. (5) and (8)",
    kind="neighbour",
    scope=Scope(4),
)
def information_never_exceeds_symmetrized_leakage(R: Pair) -> Truth:
    """I₀(X;Y) ≤ L₀ˢ(X;Y)."""
    return nonstochastic_information(R) <= symmetrized_leakage(R)


@information_never_exceeds_symmetrized_leakage.control
def information_never_exceeds_the_information_of_the_converse(R: Pair) -> Truth:
    """I₀(X;Y) ≤ I₀(Y;X)."""
    return nonstochastic_information(R) <= nonstochastic_information(R.converse)


@claim("leakage-at-most-larger-information", source="about [farokhi2019noiseless], eqs. (5) and (8)", kind="neighbour")
def symmetrized_leakage_never_exceeds_the_larger_information(R: Pair) -> Truth:
    """L₀ˢ(X;Y) ≤ max{I₀(X;Y), I₀(Y;X)}."""
    return symmetrized_leakage(R) <= largest([nonstochastic_information(R), nonstochastic_information(R.converse)])


@symmetrized_leakage_never_exceeds_the_larger_information.control
def symmetrized_leakage_never_exceeds_the_smaller_information(R: Pair) -> Truth:
    """L₀ˢ(X;Y) ≤ min{I₀(X;Y), I₀(Y;X)}."""
    return symmetrized_leakage(R) <= smallest([nonstochastic_information(R), nonstochastic_information(R.converse)])


@claim("no-leakage-is-unrelated", source="about [farokhi2019noiseless], eq. (6)", kind="neighbour", scope=Scope(4))
def nothing_leaks_exactly_when_the_variables_are_unrelated(R: Pair) -> Truth:
    """L₀(X;Y) = 0 exactly when X and Y are unrelated."""
    return iff(nonstochastic_leakage(R) <= 0, are_unrelated(R))


@nothing_leaks_exactly_when_the_variables_are_unrelated.control
def nothing_leaks_exactly_when_one_output_occurs(R: Pair) -> Truth:
    """L₀(X;Y) = 0 exactly when |⟦Y⟧| = 1."""
    return iff(nonstochastic_leakage(R) <= 0, R.range("Y").size() <= 1)


@claim("no-information-is-unrelated", source="about [farokhi2019noiseless], eq. (5)", kind="neighbour")
def there_is_no_information_exactly_when_the_variables_are_unrelated(R: Pair) -> Truth:
    """I₀(X;Y) = 0 exactly when X and Y are unrelated."""
    return iff(nonstochastic_information(R) <= 0, are_unrelated(R))


@there_is_no_information_exactly_when_the_variables_are_unrelated.control
def there_is_no_maximin_information_exactly_when_the_variables_are_unrelated(R: Pair) -> Truth:
    """I⋆(X;Y) = 0 exactly when X and Y are unrelated."""
    return iff(maximin_information(R) <= 0, are_unrelated(R))


# --- a statement that small pairs do not refute ----------------------------------------------------------------------


def log_ratio(R: Relation) -> Information:
    """log (|⟦X⟧| |⟦Y⟧| / |⟦X,Y⟧|)."""
    X, Y = R.columns
    return hartley_entropy(R.range(X)) + hartley_entropy(R.range(Y)) - hartley_entropy(R.rows)


@claim(
    "maximin-at-most-twice-log-ratio",
    source="between [farokhi2019noiseless], eqs. (5) and (9)",
    kind="neighbour",
    scope=Scope(4, Y=5),
)
def maximin_information_never_exceeds_twice_the_log_ratio(R: Pair) -> Truth:
    """I⋆(X;Y) ≤ 2 log (|⟦X⟧| |⟦Y⟧| / |⟦X,Y⟧|)."""
    return maximin_information(R) <= log_ratio(R) * 2


@maximin_information_never_exceeds_twice_the_log_ratio.control
def maximin_information_never_exceeds_the_log_ratio(R: Pair) -> Truth:
    """I⋆(X;Y) ≤ log (|⟦X⟧| |⟦Y⟧| / |⟦X,Y⟧|)."""
    return maximin_information(R) <= log_ratio(R)


def two_blocks(n: int) -> Relation:
    """⟦X, Y⟧ with n values each: the first n - 1 of X go with the first n - 1 of Y, the last with the last."""
    large = {(x, y): True for x in range(n - 1) for y in range(n - 1)}
    return Relation(("X", "Y"), large | {(n - 1, n - 1): True})


@claim(
    "maximin-at-most-twice-log-ratio-two-blocks",
    source="between [farokhi2019noiseless], eqs. (5) and (9)",
    kind="neighbour",
    scope=Scope(6),
)
def maximin_information_of_two_blocks_never_exceeds_twice_the_log_ratio(n: Annotated[int, "X"]) -> Truth:
    """I⋆(X;Y) ≤ 2 log (|⟦X⟧| |⟦Y⟧| / |⟦X,Y⟧|) for the pair with n values each in blocks of n - 1 and 1."""
    return all_of(
        implies(n_is, maximin_information(two_blocks(n0)) <= log_ratio(two_blocks(n0)) * 2) for n0, n_is in cases(n)
    )


@maximin_information_of_two_blocks_never_exceeds_twice_the_log_ratio.control
def maximin_information_of_two_blocks_never_exceeds_the_log_ratio(n: Annotated[int, "X"]) -> Truth:
    """I⋆(X;Y) ≤ log (|⟦X⟧| |⟦Y⟧| / |⟦X,Y⟧|) for that pair."""
    return all_of(
        implies(n_is, maximin_information(two_blocks(n0)) <= log_ratio(two_blocks(n0))) for n0, n_is in cases(n)
    )


# --- Kolmogorov ------------------------------------------------------------------------------------------------------


@claim("kolmogorov-gain-in-between", source="about [kolmogorov1959entropy]", kind="neighbour", scope=Scope(4))
def every_gain_lies_between_information_and_leakage(R: Pair) -> Truth:
    """I₀(X;Y) ≤ log (|⟦X⟧| / |⟦X|y⟧|) ≤ L₀(X;Y) for every y."""
    information, leakage = nonstochastic_information(R), nonstochastic_leakage(R)

    def lies_between(y: object) -> Truth:
        gain = log2(combinatorial_gain(R, y))
        return all_of([information <= gain, gain <= leakage])

    return forall(R.range("Y"), lies_between)


@every_gain_lies_between_information_and_leakage.control
def every_gain_is_the_information(R: Pair) -> Truth:
    """I₀(X;Y) = log (|⟦X⟧| / |⟦X|y⟧|) for every y."""
    information = nonstochastic_information(R)
    return forall(R.range("Y"), lambda y: log2(combinatorial_gain(R, y)) == information)


@claim("kolmogorov-gain-symmetric", source="about [kolmogorov1959entropy]", kind="neighbour")
def the_gain_is_symmetric(R: Pair) -> Truth:
    """|⟦X⟧| / |⟦X|y⟧| = |⟦Y⟧| / |⟦Y|x⟧| for every pair (x, y) that occurs."""
    return forall(R.rows, lambda row: combinatorial_gain(R, row[1]) == combinatorial_gain(R.converse, row[0]))


@the_gain_is_symmetric.control
def every_pair_gains_nothing(R: Pair) -> Truth:
    """|⟦X⟧| / |⟦X|y⟧| = 1 for every pair (x, y) that occurs."""
    return forall(R.rows, lambda row: combinatorial_gain(R, row[1]) <= 1)


@claim(
    "kolmogorov-entropy-at-most-conditional", source="about [kolmogorov1959entropy]", kind="neighbour", scope=Scope(4)
)
def combinatorial_entropy_never_exceeds_the_conditional_entropy(R: Pair) -> Truth:
    """log |⟦X|y⟧| ≤ H₀(X|Y) ≤ H₀(X) for every y, with H₀(X|Y) attained by some y."""
    entropy = conditional_hartley_entropy(R)
    return all_of(
        [
            forall(R.range("Y"), lambda y: combinatorial_entropy(R, y) <= entropy),
            entropy <= hartley_entropy(R.range("X")),
            largest(R.range("Y"), lambda y: combinatorial_entropy(R, y)) == entropy,
        ]
    )


@combinatorial_entropy_never_exceeds_the_conditional_entropy.control
def combinatorial_entropy_is_the_conditional_entropy(R: Pair) -> Truth:
    """log |⟦X|y⟧| = H₀(X|Y) for every y."""
    return forall(R.range("Y"), lambda y: combinatorial_entropy(R, y) == conditional_hartley_entropy(R))


@claim("kolmogorov-entropy-and-gain", source="about [kolmogorov1959entropy]", kind="neighbour", scope=Scope(4))
def entropy_is_what_remains_and_what_is_gained(R: Pair) -> Truth:
    """H₀(X) = log |⟦X|y⟧| + log (|⟦X⟧| / |⟦X|y⟧|) for every y."""
    entropy = hartley_entropy(R.range("X"))
    return forall(R.range("Y"), lambda y: combinatorial_entropy(R, y) + log2(combinatorial_gain(R, y)) == entropy)


@entropy_is_what_remains_and_what_is_gained.control
def entropy_is_the_conditional_entropy_and_what_leaks(R: Pair) -> Truth:
    """H₀(X) = H₀(X|Y) + L₀(X;Y)."""
    return hartley_entropy(R.range("X")) == conditional_hartley_entropy(R) + nonstochastic_leakage(R)


# --- conditional entropy ---------------------------------------------------------------------------------------------


@claim("conditioning-reduces-entropy", source="about [farokhi2019noiseless], eq. (3)", kind="neighbour", scope=TRIPLES)
def conditioning_never_raises_entropy(R: Triple) -> Truth:
    """H₀(X|YZ) ≤ H₀(X|Y) ≤ H₀(X)."""
    given_y = conditional_hartley_entropy(R.project("X", "Y"))
    given_yz = conditional_hartley_entropy(R.project("X", ("Y", "Z")))
    return all_of([given_yz <= given_y, given_y <= hartley_entropy(R.range("X"))])


@conditioning_never_raises_entropy.control
def conditioning_on_more_changes_nothing(R: Triple) -> Truth:
    """H₀(X|YZ) = H₀(X|Y)."""
    given_yz = conditional_hartley_entropy(R.project("X", ("Y", "Z")))
    return given_yz == conditional_hartley_entropy(R.project("X", "Y"))


@claim("chain-entropy-upper", source="about [farokhi2019noiseless], eq. (3)", kind="neighbour", scope=Scope(4))
def joint_entropy_never_exceeds_the_chain(R: Pair) -> Truth:
    """H₀(XY) ≤ H₀(Y) + H₀(X|Y)."""
    return hartley_entropy(R.rows) <= hartley_entropy(R.range("Y")) + conditional_hartley_entropy(R)


@joint_entropy_never_exceeds_the_chain.control
def joint_entropy_never_exceeds_the_entropy_of_the_output(R: Pair) -> Truth:
    """H₀(XY) ≤ H₀(Y)."""
    return hartley_entropy(R.rows) <= hartley_entropy(R.range("Y"))


@claim("chain-entropy-lower", source="about [farokhi2019noiseless], eq. (3)", kind="neighbour")
def joint_entropy_is_at_least_the_chain(R: Pair) -> Truth:
    """H₀(XY) ≥ H₀(Y) + H₀(X|Y)."""
    return hartley_entropy(R.rows) >= hartley_entropy(R.range("Y")) + conditional_hartley_entropy(R)


@joint_entropy_is_at_least_the_chain.control
def joint_entropy_is_the_sum_of_the_entropies(R: Pair) -> Truth:
    """H₀(XY) = H₀(Y) + H₀(X)."""
    return hartley_entropy(R.rows) == hartley_entropy(R.range("Y")) + hartley_entropy(R.range("X"))


# --- conditional information and leakage -----------------------------------------------------------------------------


@claim("conditioning-lowers-leakage", source="about [farokhi2019noiseless], eq. (6)", kind="neighbour", scope=Scope(2))
def conditioning_never_raises_leakage(R: Triple) -> Truth:
    """L₀(X;Y|Z) ≤ L₀(X;Y)."""
    return conditional_leakage(R) <= nonstochastic_leakage(R.project("X", "Y"))


@conditioning_never_raises_leakage.control
def given_anything_nothing_leaks(R: Triple) -> Truth:
    """L₀(X;Y|Z) = 0."""
    return conditional_leakage(R) <= 0


@claim("conditioning-raises-leakage", source="about [farokhi2019noiseless], eq. (6)", kind="neighbour", scope=Scope(2))
def conditioning_never_lowers_leakage(R: Triple) -> Truth:
    """L₀(X;Y) ≤ L₀(X;Y|Z)."""
    return nonstochastic_leakage(R.project("X", "Y")) <= conditional_leakage(R)


@conditioning_never_lowers_leakage.control
def given_anything_all_leaks(R: Triple) -> Truth:
    """L₀(X;Y|Z) = H₀(X)."""
    return conditional_leakage(R) == hartley_entropy(R.range("X"))


@claim(
    "conditioning-lowers-information", source="about [farokhi2019noiseless], eq. (5)", kind="neighbour", scope=Scope(2)
)
def conditioning_never_raises_information(R: Triple) -> Truth:
    """I₀(X;Y|Z) ≤ I₀(X;Y)."""
    return conditional_information(R) <= nonstochastic_information(R.project("X", "Y"))


@conditioning_never_raises_information.control
def given_anything_there_is_no_information(R: Triple) -> Truth:
    """I₀(X;Y|Z) = 0."""
    return conditional_information(R) <= 0


@claim(
    "conditioning-raises-information", source="about [farokhi2019noiseless], eq. (5)", kind="neighbour", scope=Scope(2)
)
def conditioning_never_lowers_information(R: Triple) -> Truth:
    """I₀(X;Y) ≤ I₀(X;Y|Z)."""
    return nonstochastic_information(R.project("X", "Y")) <= conditional_information(R)


@conditioning_never_lowers_information.control
def given_anything_information_is_all(R: Triple) -> Truth:
    """I₀(X;Y|Z) = H₀(X)."""
    return conditional_information(R) == hartley_entropy(R.range("X"))


@claim(
    "conditioning-lowers-maximin-largest",
    source="about [farokhi2019noiseless], eq. (9)",
    kind="neighbour",
    scope=Scope(2),
)
def conditioning_never_raises_the_largest_maximin_information(R: Triple) -> Truth:
    """I⋆max(X;Y|Z) ≤ I⋆(X;Y)."""
    return largest_conditional_maximin_information(R) <= maximin_information(R.project("X", "Y"))


@conditioning_never_raises_the_largest_maximin_information.control
def given_anything_no_slice_has_maximin_information(R: Triple) -> Truth:
    """I⋆max(X;Y|Z) = 0."""
    return largest_conditional_maximin_information(R) <= 0


@claim(
    "conditioning-raises-maximin-largest",
    source="about [farokhi2019noiseless], eq. (9)",
    kind="neighbour",
    scope=Scope(2),
)
def conditioning_never_lowers_the_largest_maximin_information(R: Triple) -> Truth:
    """I⋆(X;Y) ≤ I⋆max(X;Y|Z)."""
    return maximin_information(R.project("X", "Y")) <= largest_conditional_maximin_information(R)


@conditioning_never_lowers_the_largest_maximin_information.control
def given_anything_the_largest_maximin_information_is_all(R: Triple) -> Truth:
    """I⋆max(X;Y|Z) = H₀(X)."""
    return largest_conditional_maximin_information(R) == hartley_entropy(R.range("X"))


@claim(
    "conditioning-lowers-maximin-smallest",
    source="about [farokhi2019noiseless], eq. (9)",
    kind="neighbour",
    scope=Scope(2),
)
def conditioning_never_raises_the_smallest_maximin_information(R: Triple) -> Truth:
    """I⋆min(X;Y|Z) ≤ I⋆(X;Y)."""
    return smallest_conditional_maximin_information(R) <= maximin_information(R.project("X", "Y"))


@conditioning_never_raises_the_smallest_maximin_information.control
def given_anything_some_slice_has_no_maximin_information(R: Triple) -> Truth:
    """I⋆min(X;Y|Z) = 0."""
    return smallest_conditional_maximin_information(R) <= 0


@claim(
    "conditioning-raises-maximin-smallest",
    source="about [farokhi2019noiseless], eq. (9)",
    kind="neighbour",
    scope=Scope(2),
)
def conditioning_never_lowers_the_smallest_maximin_information(R: Triple) -> Truth:
    """I⋆(X;Y) ≤ I⋆min(X;Y|Z)."""
    return maximin_information(R.project("X", "Y")) <= smallest_conditional_maximin_information(R)


@conditioning_never_lowers_the_smallest_maximin_information.control
def given_anything_the_smallest_maximin_information_is_all(R: Triple) -> Truth:
    """I⋆min(X;Y|Z) = H₀(X)."""
    return smallest_conditional_maximin_information(R) == hartley_entropy(R.range("X"))


@claim(
    "conditional-maximin-symmetric",
    source="about [farokhi2019noiseless], eq. (9)",
    kind="neighbour",
    scope=TRIPLES,
)
def conditional_maximin_information_is_symmetric(R: Triple) -> Truth:
    """I⋆max(X;Y|Z) = I⋆max(Y;X|Z) and I⋆min(X;Y|Z) = I⋆min(Y;X|Z)."""
    swapped = R.project("Y", "X", "Z")
    return all_of(
        [
            largest_conditional_maximin_information(R) == largest_conditional_maximin_information(swapped),
            smallest_conditional_maximin_information(R) == smallest_conditional_maximin_information(swapped),
        ]
    )


@conditional_maximin_information_is_symmetric.control
def conditional_leakage_is_symmetric(R: Triple) -> Truth:
    """L₀(X;Y|Z) = L₀(Y;X|Z)."""
    return conditional_leakage(R) == conditional_leakage(R.project("Y", "X", "Z"))


def the_condition_is_unrelated(R: Relation) -> Truth:
    """Z is unrelated to (X, Y)."""
    return are_unrelated(R.project(("X", "Y"), "Z"))


@claim(
    "conditioning-unrelated",
    source="about [farokhi2019noiseless], eqs. (5), (6) and (9)",
    kind="neighbour",
    scope=TRIPLES,
    given=[the_condition_is_unrelated],
)
def conditioning_on_an_unrelated_variable_changes_nothing(R: Triple) -> Truth:
    """q(X;Y|Z) = q(X;Y) for q = L₀, I₀, I⋆max and I⋆min when Z is unrelated to (X, Y)."""
    pair = R.project("X", "Y")
    return all_of(
        [
            conditional_leakage(R) == nonstochastic_leakage(pair),
            conditional_information(R) == nonstochastic_information(pair),
            largest_conditional_maximin_information(R) == maximin_information(pair),
            smallest_conditional_maximin_information(R) == maximin_information(pair),
        ]
    )


@conditioning_on_an_unrelated_variable_changes_nothing.control
def given_an_unrelated_variable_nothing_leaks(R: Triple) -> Truth:
    """L₀(X;Y|Z) = 0 when Z is unrelated to (X, Y)."""
    return conditional_leakage(R) <= 0


# --- conditioning on a function of X or of Y -------------------------------------------------------------------------


def with_function_of_y(R: Relation, h: Function) -> Relation:
    """⟦X, Y, Z⟧ with Z = h(Y)."""
    rows = {(x, y, z): all_of([truth, h.gives(y, z)]) for (x, y), truth in R.rows.items() for z in h.values}
    return Relation(("X", "Y", "Z"), rows)


def with_function_of_x(R: Relation, h: Function) -> Relation:
    """⟦X, Y, Z⟧ with Z = h(X)."""
    rows = {(x, y, z): all_of([truth, h.gives(x, z)]) for (x, y), truth in R.rows.items() for z in h.values}
    return Relation(("X", "Y", "Z"), rows)


@claim(
    "conditioning-on-output-lowers-leakage",
    source="about [farokhi2019noiseless], eq. (6)",
    kind="neighbour",
    scope=Scope(3, Z=2),
)
def conditioning_on_a_function_of_the_output_never_raises_leakage(R: Pair, h: Processing) -> Truth:
    """L₀(X;Y|h(Y)) ≤ L₀(X;Y)."""
    return conditional_leakage(with_function_of_y(R, h)) <= nonstochastic_leakage(R)


@conditioning_on_a_function_of_the_output_never_raises_leakage.control
def conditioning_on_a_function_of_the_output_keeps_leakage(R: Pair, h: Processing) -> Truth:
    """L₀(X;Y|h(Y)) = L₀(X;Y)."""
    return conditional_leakage(with_function_of_y(R, h)) == nonstochastic_leakage(R)


@claim(
    "conditioning-on-secret-lowers-leakage",
    source="about [farokhi2019noiseless], eq. (6)",
    kind="neighbour",
    scope=Scope(3, Z=2),
)
def conditioning_on_a_function_of_the_secret_never_raises_leakage(R: Pair, h: OfSecret) -> Truth:
    """L₀(X;Y|h(X)) ≤ L₀(X;Y)."""
    return conditional_leakage(with_function_of_x(R, h)) <= nonstochastic_leakage(R)


@conditioning_on_a_function_of_the_secret_never_raises_leakage.control
def conditioning_on_a_function_of_the_secret_keeps_leakage(R: Pair, h: OfSecret) -> Truth:
    """L₀(X;Y|h(X)) = L₀(X;Y)."""
    return conditional_leakage(with_function_of_x(R, h)) == nonstochastic_leakage(R)


@claim(
    "conditioning-on-output-lowers-information",
    source="about [farokhi2019noiseless], eq. (5)",
    kind="neighbour",
    scope=Scope(3, Z=2),
)
def conditioning_on_a_function_of_the_output_never_raises_information(R: Pair, h: Processing) -> Truth:
    """I₀(X;Y|h(Y)) ≤ I₀(X;Y)."""
    return conditional_information(with_function_of_y(R, h)) <= nonstochastic_information(R)


@conditioning_on_a_function_of_the_output_never_raises_information.control
def conditioning_on_a_function_of_the_output_keeps_information(R: Pair, h: Processing) -> Truth:
    """I₀(X;Y|h(Y)) = I₀(X;Y)."""
    return conditional_information(with_function_of_y(R, h)) == nonstochastic_information(R)


@claim(
    "conditioning-on-secret-lowers-information",
    source="about [farokhi2019noiseless], eq. (5)",
    kind="neighbour",
    scope=Scope(3, Z=2),
)
def conditioning_on_a_function_of_the_secret_never_raises_information(R: Pair, h: OfSecret) -> Truth:
    """I₀(X;Y|h(X)) ≤ I₀(X;Y)."""
    return conditional_information(with_function_of_x(R, h)) <= nonstochastic_information(R)


@conditioning_on_a_function_of_the_secret_never_raises_information.control
def conditioning_on_a_function_of_the_secret_keeps_information(R: Pair, h: OfSecret) -> Truth:
    """I₀(X;Y|h(X)) = I₀(X;Y)."""
    return conditional_information(with_function_of_x(R, h)) == nonstochastic_information(R)


@claim(
    "conditioning-on-output-lowers-maximin-largest",
    source="about [farokhi2019noiseless], eq. (9)",
    kind="neighbour",
    scope=Scope(3, Z=2),
)
def conditioning_on_a_function_of_the_output_never_raises_the_largest_maximin_information(
    R: Pair, h: Processing
) -> Truth:
    """I⋆max(X;Y|h(Y)) ≤ I⋆(X;Y)."""
    return largest_conditional_maximin_information(with_function_of_y(R, h)) <= maximin_information(R)


@conditioning_on_a_function_of_the_output_never_raises_the_largest_maximin_information.control
def given_a_function_of_the_output_no_slice_has_maximin_information(R: Pair, h: Processing) -> Truth:
    """I⋆max(X;Y|h(Y)) = 0."""
    return largest_conditional_maximin_information(with_function_of_y(R, h)) <= 0


@claim(
    "conditioning-on-output-lowers-maximin-smallest",
    source="about [farokhi2019noiseless], eq. (9)",
    kind="neighbour",
    scope=Scope(3, Y=4, Z=2),
)
def conditioning_on_a_function_of_the_output_never_raises_the_smallest_maximin_information(
    R: Pair, h: Processing
) -> Truth:
    """I⋆min(X;Y|h(Y)) ≤ I⋆(X;Y)."""
    return smallest_conditional_maximin_information(with_function_of_y(R, h)) <= maximin_information(R)


@conditioning_on_a_function_of_the_output_never_raises_the_smallest_maximin_information.control
def given_a_function_of_the_output_some_slice_has_no_maximin_information(R: Pair, h: Processing) -> Truth:
    """I⋆min(X;Y|h(Y)) = 0."""
    return smallest_conditional_maximin_information(with_function_of_y(R, h)) <= 0


@claim(
    "conditioning-on-secret-lowers-maximin-largest",
    source="about [farokhi2019noiseless], eq. (9)",
    kind="neighbour",
    scope=Scope(3, Z=2),
)
def conditioning_on_a_function_of_the_secret_never_raises_the_largest_maximin_information(
    R: Pair, h: OfSecret
) -> Truth:
    """I⋆max(X;Y|h(X)) ≤ I⋆(X;Y)."""
    return largest_conditional_maximin_information(with_function_of_x(R, h)) <= maximin_information(R)


@conditioning_on_a_function_of_the_secret_never_raises_the_largest_maximin_information.control
def given_a_function_of_the_secret_no_slice_has_maximin_information(R: Pair, h: OfSecret) -> Truth:
    """I⋆max(X;Y|h(X)) = 0."""
    return largest_conditional_maximin_information(with_function_of_x(R, h)) <= 0


@claim(
    "conditioning-on-secret-lowers-maximin-smallest",
    source="about [farokhi2019noiseless], eq. (9)",
    kind="neighbour",
    scope=Scope(3, X=4, Z=2),
)
def conditioning_on_a_function_of_the_secret_never_raises_the_smallest_maximin_information(
    R: Pair, h: OfSecret
) -> Truth:
    """I⋆min(X;Y|h(X)) ≤ I⋆(X;Y)."""
    return smallest_conditional_maximin_information(with_function_of_x(R, h)) <= maximin_information(R)


@conditioning_on_a_function_of_the_secret_never_raises_the_smallest_maximin_information.control
def given_a_function_of_the_secret_some_slice_has_no_maximin_information(R: Pair, h: OfSecret) -> Truth:
    """I⋆min(X;Y|h(X)) = 0."""
    return smallest_conditional_maximin_information(with_function_of_x(R, h)) <= 0
