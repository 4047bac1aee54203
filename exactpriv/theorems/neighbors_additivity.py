"""Neighboring questions about two outputs: monotonicity, sub- and super-additivity, chain rules.

For a measure q of what Y and Z tell of X: how q(X;YZ) compares with q(X;Y), with q(X;Y) + q(X;Z), and with
q(X;Y) + q(X;Z|Y).  Two releases of one secret X are functions of X; in general Y and Z have their own uncertainty.
"""

from __future__ import annotations

from typing import Annotated

from exactpriv.claims import Scope, claim
from exactpriv.information import (
    conditional_information,
    conditional_leakage,
    hartley_entropy,
    largest_conditional_maximin_information,
    maximin_information,
    nonstochastic_information,
    nonstochastic_leakage,
    smallest_conditional_maximin_information,
    symmetrized_leakage,
)
from exactpriv.relations import Function, Relation, are_unrelated, is_function_of, is_markov_chain
from exactpriv.truth import Truth, all_of

Triple = Annotated[Relation, "X", "Y", "Z"]
Secret = Annotated[Relation, "X"]
First = Annotated[Function, "X", "Y"]
Second = Annotated[Function, "X", "Z"]

TRIPLES = Scope(3, Y=2, Z=2)
RELEASES = Scope(4, Y=3, Z=3)


def of_x_and_y(R: Relation) -> Relation:
    """⟦X, Y⟧."""
    return R.project("X", "Y")


def of_x_and_z(R: Relation) -> Relation:
    """⟦X, Z⟧."""
    return R.project("X", "Z")


def of_x_and_both(R: Relation) -> Relation:
    """⟦X, (Y, Z)⟧."""
    return R.project("X", ("Y", "Z"))


def of_x_and_z_given_y(R: Relation) -> Relation:
    """⟦X, Z, Y⟧, in which conditional measures condition on Y."""
    return R.project("X", "Z", "Y")


def released(X: Relation, f: Function, g: Function) -> Relation:
    """⟦X, f(X), g(X)⟧."""
    rows = {
        (x, y, z): all_of([occurs, f.gives(x, y), g.gives(x, z)])
        for (x,), occurs in X.rows.items()
        for y in f.values
        for z in g.values
    }
    return Relation(("X", "Y", "Z"), rows)


# --- monotonicity ----------------------------------------------------------------------------------------------------


@claim("monotone-information", source="about [farokhi2019noiseless], eq. (5)", kind="neighbour", scope=TRIPLES)
def a_second_output_never_lowers_information(R: Triple) -> Truth:
    """I₀(X;Y) ≤ I₀(X;YZ)."""
    return nonstochastic_information(of_x_and_y(R)) <= nonstochastic_information(of_x_and_both(R))


@a_second_output_never_lowers_information.control
def a_second_output_never_changes_information(R: Triple) -> Truth:
    """I₀(X;Y) = I₀(X;YZ)."""
    return nonstochastic_information(of_x_and_y(R)) == nonstochastic_information(of_x_and_both(R))


@claim("monotone-leakage", source="about [farokhi2019noiseless], eq. (6)", kind="neighbour", scope=TRIPLES)
def a_second_output_never_lowers_leakage(R: Triple) -> Truth:
    """L₀(X;Y) ≤ L₀(X;YZ)."""
    return nonstochastic_leakage(of_x_and_y(R)) <= nonstochastic_leakage(of_x_and_both(R))


@a_second_output_never_lowers_leakage.control
def a_second_output_never_changes_leakage(R: Triple) -> Truth:
    """L₀(X;Y) = L₀(X;YZ)."""
    return nonstochastic_leakage(of_x_and_y(R)) == nonstochastic_leakage(of_x_and_both(R))


@claim("monotone-symmetrized", source="about [farokhi2019noiseless], eq. (8)", kind="neighbour", scope=Scope(2, Y=3))
def a_second_output_never_lowers_symmetrized_leakage(R: Triple) -> Truth:
    """L₀ˢ(X;Y) ≤ L₀ˢ(X;YZ)."""
    return symmetrized_leakage(of_x_and_y(R)) <= symmetrized_leakage(of_x_and_both(R))


@a_second_output_never_lowers_symmetrized_leakage.control
def a_second_output_never_changes_symmetrized_leakage(R: Triple) -> Truth:
    """L₀ˢ(X;Y) = L₀ˢ(X;YZ)."""
    return symmetrized_leakage(of_x_and_y(R)) == symmetrized_leakage(of_x_and_both(R))


@claim("monotone-maximin", source="about [farokhi2019noiseless], eq. (9)", kind="neighbour", scope=TRIPLES)
def a_second_output_never_lowers_maximin_information(R: Triple) -> Truth:
    """I⋆(X;Y) ≤ I⋆(X;YZ)."""
    return maximin_information(of_x_and_y(R)) <= maximin_information(of_x_and_both(R))


@a_second_output_never_lowers_maximin_information.control
def a_second_output_never_changes_maximin_information(R: Triple) -> Truth:
    """I⋆(X;Y) = I⋆(X;YZ)."""
    return maximin_information(of_x_and_y(R)) == maximin_information(of_x_and_both(R))


@claim(
    "monotone-information-reversed", source="about [farokhi2019noiseless], eq. (5)", kind="neighbour", scope=Scope(2)
)
def there_is_never_less_information_about_more_outputs(R: Triple) -> Truth:
    """I₀(Y;X) ≤ I₀(YZ;X)."""
    return nonstochastic_information(of_x_and_y(R).converse) <= nonstochastic_information(of_x_and_both(R).converse)


@there_is_never_less_information_about_more_outputs.control
def there_is_always_as_much_information_about_more_outputs(R: Triple) -> Truth:
    """I₀(Y;X) = I₀(YZ;X)."""
    return nonstochastic_information(of_x_and_y(R).converse) == nonstochastic_information(of_x_and_both(R).converse)


@claim(
    "monotone-leakage-reversed", source="about [farokhi2019noiseless], eq. (6)", kind="neighbour", scope=Scope(2, Y=3)
)
def more_outputs_are_never_leaked_less(R: Triple) -> Truth:
    """L₀(Y;X) ≤ L₀(YZ;X)."""
    return nonstochastic_leakage(of_x_and_y(R).converse) <= nonstochastic_leakage(of_x_and_both(R).converse)


@more_outputs_are_never_leaked_less.control
def more_outputs_are_leaked_the_same(R: Triple) -> Truth:
    """L₀(Y;X) = L₀(YZ;X)."""
    return nonstochastic_leakage(of_x_and_y(R).converse) == nonstochastic_leakage(of_x_and_both(R).converse)


# --- sub-additivity --------------------------------------------------------------------------------------------------


@claim("sub-additive-information", source="about [farokhi2019noiseless], eq. (5)", kind="neighbour", scope=TRIPLES)
def information_is_sub_additive(R: Triple) -> Truth:
    """I₀(X;YZ) ≤ I₀(X;Y) + I₀(X;Z)."""
    both = nonstochastic_information(of_x_and_both(R))
    return both <= nonstochastic_information(of_x_and_y(R)) + nonstochastic_information(of_x_and_z(R))


@information_is_sub_additive.control
def information_of_both_outputs_is_that_of_the_first(R: Triple) -> Truth:
    """I₀(X;YZ) ≤ I₀(X;Y)."""
    return nonstochastic_information(of_x_and_both(R)) <= nonstochastic_information(of_x_and_y(R))


@claim("sub-additive-leakage", source="about [farokhi2019noiseless], eq. (6)", kind="neighbour", scope=TRIPLES)
def leakage_is_sub_additive(R: Triple) -> Truth:
    """L₀(X;YZ) ≤ L₀(X;Y) + L₀(X;Z)."""
    both = nonstochastic_leakage(of_x_and_both(R))
    return both <= nonstochastic_leakage(of_x_and_y(R)) + nonstochastic_leakage(of_x_and_z(R))


@leakage_is_sub_additive.control
def leakage_through_both_outputs_is_that_through_the_first(R: Triple) -> Truth:
    """L₀(X;YZ) ≤ L₀(X;Y)."""
    return nonstochastic_leakage(of_x_and_both(R)) <= nonstochastic_leakage(of_x_and_y(R))


@claim("sub-additive-symmetrized", source="about [farokhi2019noiseless], eq. (8)", kind="neighbour", scope=TRIPLES)
def symmetrized_leakage_is_sub_additive(R: Triple) -> Truth:
    """L₀ˢ(X;YZ) ≤ L₀ˢ(X;Y) + L₀ˢ(X;Z)."""
    both = symmetrized_leakage(of_x_and_both(R))
    return both <= symmetrized_leakage(of_x_and_y(R)) + symmetrized_leakage(of_x_and_z(R))


@symmetrized_leakage_is_sub_additive.control
def symmetrized_leakage_of_both_outputs_is_that_of_the_first(R: Triple) -> Truth:
    """L₀ˢ(X;YZ) ≤ L₀ˢ(X;Y)."""
    return symmetrized_leakage(of_x_and_both(R)) <= symmetrized_leakage(of_x_and_y(R))


@claim("sub-additive-maximin", source="about [farokhi2019noiseless], eq. (9)", kind="neighbour", scope=TRIPLES)
def maximin_information_is_sub_additive(R: Triple) -> Truth:
    """I⋆(X;YZ) ≤ I⋆(X;Y) + I⋆(X;Z)."""
    both = maximin_information(of_x_and_both(R))
    return both <= maximin_information(of_x_and_y(R)) + maximin_information(of_x_and_z(R))


@maximin_information_is_sub_additive.control
def maximin_information_of_both_outputs_is_that_of_the_first(R: Triple) -> Truth:
    """I⋆(X;YZ) ≤ I⋆(X;Y)."""
    return maximin_information(of_x_and_both(R)) <= maximin_information(of_x_and_y(R))


@claim(
    "sub-additive-information-reversed", source="about [farokhi2019noiseless], eq. (5)", kind="neighbour", scope=TRIPLES
)
def information_about_outputs_is_sub_additive(R: Triple) -> Truth:
    """I₀(YZ;X) ≤ I₀(Y;X) + I₀(Z;X)."""
    both = nonstochastic_information(of_x_and_both(R).converse)
    return both <= nonstochastic_information(of_x_and_y(R).converse) + nonstochastic_information(of_x_and_z(R).converse)


@information_about_outputs_is_sub_additive.control
def information_about_both_outputs_is_that_about_the_first(R: Triple) -> Truth:
    """I₀(YZ;X) ≤ I₀(Y;X)."""
    return nonstochastic_information(of_x_and_both(R).converse) <= nonstochastic_information(of_x_and_y(R).converse)


@claim("sub-additive-leakage-reversed", source="about [farokhi2019noiseless], eq. (6)", kind="neighbour", scope=TRIPLES)
def leakage_of_outputs_is_sub_additive(R: Triple) -> Truth:
    """L₀(YZ;X) ≤ L₀(Y;X) + L₀(Z;X)."""
    both = nonstochastic_leakage(of_x_and_both(R).converse)
    return both <= nonstochastic_leakage(of_x_and_y(R).converse) + nonstochastic_leakage(of_x_and_z(R).converse)


@leakage_of_outputs_is_sub_additive.control
def leakage_of_both_outputs_is_that_of_the_first(R: Triple) -> Truth:
    """L₀(YZ;X) ≤ L₀(Y;X)."""
    return nonstochastic_leakage(of_x_and_both(R).converse) <= nonstochastic_leakage(of_x_and_y(R).converse)


# --- sub-additivity for outputs that are unrelated given the secret --------------------------------------------------


def the_outputs_are_unrelated_given_the_secret(R: Relation) -> Truth:
    """Y – X – Z: given X, the outputs Y and Z are unrelated."""
    return is_markov_chain(R.project("Y", "X", "Z"))


@claim(
    "sub-additive-leakage-chain",
    source="about [farokhi2019noiseless], eq. (6)",
    kind="neighbour",
    scope=Scope(4, Y=2, Z=2),
    given=[the_outputs_are_unrelated_given_the_secret],
)
def leakage_through_independent_outputs_is_sub_additive(R: Triple) -> Truth:
    """L₀(X;YZ) ≤ L₀(X;Y) + L₀(X;Z) when Y – X – Z."""
    both = nonstochastic_leakage(of_x_and_both(R))
    return both <= nonstochastic_leakage(of_x_and_y(R)) + nonstochastic_leakage(of_x_and_z(R))


@leakage_through_independent_outputs_is_sub_additive.control
def leakage_through_independent_outputs_is_that_through_the_first(R: Triple) -> Truth:
    """L₀(X;YZ) ≤ L₀(X;Y) when Y – X – Z."""
    return nonstochastic_leakage(of_x_and_both(R)) <= nonstochastic_leakage(of_x_and_y(R))


@claim(
    "sub-additive-leakage-chain-reversed",
    source="about [farokhi2019noiseless], eq. (6)",
    kind="neighbour",
    scope=TRIPLES,
    given=[the_outputs_are_unrelated_given_the_secret],
)
def leakage_of_independent_outputs_is_sub_additive(R: Triple) -> Truth:
    """L₀(YZ;X) ≤ L₀(Y;X) + L₀(Z;X) when Y – X – Z."""
    both = nonstochastic_leakage(of_x_and_both(R).converse)
    return both <= nonstochastic_leakage(of_x_and_y(R).converse) + nonstochastic_leakage(of_x_and_z(R).converse)


@leakage_of_independent_outputs_is_sub_additive.control
def leakage_of_independent_outputs_is_that_of_the_first(R: Triple) -> Truth:
    """L₀(YZ;X) ≤ L₀(Y;X) when Y – X – Z."""
    return nonstochastic_leakage(of_x_and_both(R).converse) <= nonstochastic_leakage(of_x_and_y(R).converse)


@claim(
    "sub-additive-information-chain-reversed",
    source="about [farokhi2019noiseless], eq. (5)",
    kind="neighbour",
    scope=TRIPLES,
    given=[the_outputs_are_unrelated_given_the_secret],
)
def information_about_independent_outputs_is_sub_additive(R: Triple) -> Truth:
    """I₀(YZ;X) ≤ I₀(Y;X) + I₀(Z;X) when Y – X – Z."""
    both = nonstochastic_information(of_x_and_both(R).converse)
    return both <= nonstochastic_information(of_x_and_y(R).converse) + nonstochastic_information(of_x_and_z(R).converse)


@information_about_independent_outputs_is_sub_additive.control
def information_about_independent_outputs_is_that_about_the_first(R: Triple) -> Truth:
    """I₀(YZ;X) ≤ I₀(Y;X) when Y – X – Z."""
    return nonstochastic_information(of_x_and_both(R).converse) <= nonstochastic_information(of_x_and_y(R).converse)


@claim(
    "sub-additive-maximin-chain",
    source="about [farokhi2019noiseless], eq. (9)",
    kind="neighbour",
    scope=TRIPLES,
    given=[the_outputs_are_unrelated_given_the_secret],
)
def maximin_information_of_independent_outputs_is_sub_additive(R: Triple) -> Truth:
    """I⋆(X;YZ) ≤ I⋆(X;Y) + I⋆(X;Z) when Y – X – Z."""
    both = maximin_information(of_x_and_both(R))
    return both <= maximin_information(of_x_and_y(R)) + maximin_information(of_x_and_z(R))


@maximin_information_of_independent_outputs_is_sub_additive.control
def maximin_information_of_independent_outputs_is_that_of_the_first(R: Triple) -> Truth:
    """I⋆(X;YZ) ≤ I⋆(X;Y) when Y – X – Z."""
    return maximin_information(of_x_and_both(R)) <= maximin_information(of_x_and_y(R))


# --- sub-additivity for releases: Y and Z are functions of X ---------------------------------------------------------


@claim(
    "sub-additive-information-releases",
    source="about [farokhi2019noiseless], eq. (5)",
    kind="neighbour",
    scope=RELEASES,
)
def information_of_two_releases_is_sub_additive(X: Secret, f: First, g: Second) -> Truth:
    """I₀(X;YZ) ≤ I₀(X;Y) + I₀(X;Z) for Y = f(X) and Z = g(X)."""
    R = released(X, f, g)
    both = nonstochastic_information(of_x_and_both(R))
    return both <= nonstochastic_information(of_x_and_y(R)) + nonstochastic_information(of_x_and_z(R))


@information_of_two_releases_is_sub_additive.control
def information_of_two_releases_is_that_of_the_first(X: Secret, f: First, g: Second) -> Truth:
    """I₀(X;YZ) ≤ I₀(X;Y) for Y = f(X) and Z = g(X)."""
    R = released(X, f, g)
    return nonstochastic_information(of_x_and_both(R)) <= nonstochastic_information(of_x_and_y(R))


def leakage_of_releases_is_sub_additive(X: Relation, f: Function, g: Function) -> Truth:
    """L₀(X;YZ) ≤ L₀(X;Y) + L₀(X;Z) for Y = f(X) and Z = g(X)."""
    R = released(X, f, g)
    both = nonstochastic_leakage(of_x_and_both(R))
    return both <= nonstochastic_leakage(of_x_and_y(R)) + nonstochastic_leakage(of_x_and_z(R))


@claim(
    "sub-additive-leakage-releases-up-to-5",
    source="about [farokhi2019noiseless], eq. (6)",
    kind="neighbour",
    scope=Scope(5, Y=3, Z=3),
)
def leakage_of_two_releases_of_up_to_five_values_is_sub_additive(X: Secret, f: First, g: Second) -> Truth:
    """L₀(X;YZ) ≤ L₀(X;Y) + L₀(X;Z) for Y = f(X) and Z = g(X) when |⟦X⟧| ≤ 5."""
    return leakage_of_releases_is_sub_additive(X, f, g)


@leakage_of_two_releases_of_up_to_five_values_is_sub_additive.control
def leakage_of_two_releases_of_up_to_five_values_is_that_of_the_first(X: Secret, f: First, g: Second) -> Truth:
    """L₀(X;YZ) ≤ L₀(X;Y) for Y = f(X) and Z = g(X)."""
    R = released(X, f, g)
    return nonstochastic_leakage(of_x_and_both(R)) <= nonstochastic_leakage(of_x_and_y(R))


@claim(
    "sub-additive-leakage-releases-at-6",
    source="about [farokhi2019noiseless], eq. (6)",
    kind="neighbour",
    scope=Scope(6, Y=2, Z=2),
)
def leakage_of_two_releases_of_six_values_is_sub_additive(X: Secret, f: First, g: Second) -> Truth:
    """L₀(X;YZ) ≤ L₀(X;Y) + L₀(X;Z) for Y = f(X) and Z = g(X) when |⟦X⟧| ≤ 6."""
    return leakage_of_releases_is_sub_additive(X, f, g)


@leakage_of_two_releases_of_six_values_is_sub_additive.control
def leakage_of_two_releases_of_six_values_is_that_of_the_first(X: Secret, f: First, g: Second) -> Truth:
    """L₀(X;YZ) ≤ L₀(X;Y) for Y = f(X) and Z = g(X)."""
    R = released(X, f, g)
    return nonstochastic_leakage(of_x_and_both(R)) <= nonstochastic_leakage(of_x_and_y(R))


@claim(
    "sub-additive-symmetrized-releases",
    source="about [farokhi2019noiseless], eq. (8)",
    kind="neighbour",
    scope=RELEASES,
)
def symmetrized_leakage_of_two_releases_is_sub_additive(X: Secret, f: First, g: Second) -> Truth:
    """L₀ˢ(X;YZ) ≤ L₀ˢ(X;Y) + L₀ˢ(X;Z) for Y = f(X) and Z = g(X)."""
    R = released(X, f, g)
    both = symmetrized_leakage(of_x_and_both(R))
    return both <= symmetrized_leakage(of_x_and_y(R)) + symmetrized_leakage(of_x_and_z(R))


@symmetrized_leakage_of_two_releases_is_sub_additive.control
def symmetrized_leakage_of_two_releases_is_that_of_the_first(X: Secret, f: First, g: Second) -> Truth:
    """L₀ˢ(X;YZ) ≤ L₀ˢ(X;Y) for Y = f(X) and Z = g(X)."""
    R = released(X, f, g)
    return symmetrized_leakage(of_x_and_both(R)) <= symmetrized_leakage(of_x_and_y(R))


@claim(
    "sub-additive-maximin-releases",
    source="about [farokhi2019noiseless], eq. (9)",
    kind="neighbour",
    scope=RELEASES,
)
def maximin_information_of_two_releases_is_sub_additive(X: Secret, f: First, g: Second) -> Truth:
    """I⋆(X;YZ) ≤ I⋆(X;Y) + I⋆(X;Z) for Y = f(X) and Z = g(X)."""
    R = released(X, f, g)
    both = maximin_information(of_x_and_both(R))
    return both <= maximin_information(of_x_and_y(R)) + maximin_information(of_x_and_z(R))


@maximin_information_of_two_releases_is_sub_additive.control
def maximin_information_of_two_releases_is_that_of_the_first(X: Secret, f: First, g: Second) -> Truth:
    """I⋆(X;YZ) ≤ I⋆(X;Y) for Y = f(X) and Z = g(X)."""
    R = released(X, f, g)
    return maximin_information(of_x_and_both(R)) <= maximin_information(of_x_and_y(R))


@claim(
    "sub-additive-reversed-releases",
    source="about [farokhi2019noiseless], eqs. (5) and (6)",
    kind="neighbour",
    scope=RELEASES,
)
def measures_of_two_releases_given_the_secret_are_sub_additive(X: Secret, f: First, g: Second) -> Truth:
    """q(YZ;X) ≤ q(Y;X) + q(Z;X) for q = I₀ and L₀, Y = f(X) and Z = g(X)."""
    R = released(X, f, g)
    both, first, second = of_x_and_both(R).converse, of_x_and_y(R).converse, of_x_and_z(R).converse
    return all_of(
        [
            nonstochastic_information(both) <= nonstochastic_information(first) + nonstochastic_information(second),
            nonstochastic_leakage(both) <= nonstochastic_leakage(first) + nonstochastic_leakage(second),
        ]
    )


@measures_of_two_releases_given_the_secret_are_sub_additive.control
def leakage_of_two_releases_given_the_secret_is_that_of_the_first(X: Secret, f: First, g: Second) -> Truth:
    """L₀(YZ;X) ≤ L₀(Y;X) for Y = f(X) and Z = g(X)."""
    R = released(X, f, g)
    return nonstochastic_leakage(of_x_and_both(R).converse) <= nonstochastic_leakage(of_x_and_y(R).converse)


# --- super-additivity ------------------------------------------------------------------------------------------------


def the_outputs_are_unrelated(R: Relation) -> Truth:
    """Y and Z are unrelated."""
    return are_unrelated(R.project("Y", "Z"))


@claim("super-additive-information", source="about [farokhi2019noiseless], eq. (5)", kind="neighbour", scope=Scope(2))
def information_is_super_additive(R: Triple) -> Truth:
    """I₀(X;Y) + I₀(X;Z) ≤ I₀(X;YZ)."""
    both = nonstochastic_information(of_x_and_both(R))
    return nonstochastic_information(of_x_and_y(R)) + nonstochastic_information(of_x_and_z(R)) <= both


@information_is_super_additive.control
def information_of_both_outputs_is_all(R: Triple) -> Truth:
    """I₀(X;YZ) = H₀(X)."""
    return nonstochastic_information(of_x_and_both(R)) == hartley_entropy(R.range("X"))


@claim("super-additive-leakage", source="about [farokhi2019noiseless], eq. (6)", kind="neighbour", scope=Scope(2))
def leakage_is_super_additive(R: Triple) -> Truth:
    """L₀(X;Y) + L₀(X;Z) ≤ L₀(X;YZ)."""
    both = nonstochastic_leakage(of_x_and_both(R))
    return nonstochastic_leakage(of_x_and_y(R)) + nonstochastic_leakage(of_x_and_z(R)) <= both


@leakage_is_super_additive.control
def leakage_through_both_outputs_is_all(R: Triple) -> Truth:
    """L₀(X;YZ) = H₀(X)."""
    return nonstochastic_leakage(of_x_and_both(R)) == hartley_entropy(R.range("X"))


@claim("super-additive-symmetrized", source="about [farokhi2019noiseless], eq. (8)", kind="neighbour", scope=Scope(2))
def symmetrized_leakage_is_super_additive(R: Triple) -> Truth:
    """L₀ˢ(X;Y) + L₀ˢ(X;Z) ≤ L₀ˢ(X;YZ)."""
    both = symmetrized_leakage(of_x_and_both(R))
    return symmetrized_leakage(of_x_and_y(R)) + symmetrized_leakage(of_x_and_z(R)) <= both


@symmetrized_leakage_is_super_additive.control
def symmetrized_leakage_of_both_outputs_is_all(R: Triple) -> Truth:
    """L₀ˢ(X;YZ) = H₀(X)."""
    return symmetrized_leakage(of_x_and_both(R)) == hartley_entropy(R.range("X"))


@claim("super-additive-maximin", source="about [farokhi2019noiseless], eq. (9)", kind="neighbour", scope=Scope(2))
def maximin_information_is_super_additive(R: Triple) -> Truth:
    """I⋆(X;Y) + I⋆(X;Z) ≤ I⋆(X;YZ)."""
    both = maximin_information(of_x_and_both(R))
    return maximin_information(of_x_and_y(R)) + maximin_information(of_x_and_z(R)) <= both


@maximin_information_is_super_additive.control
def maximin_information_of_both_outputs_is_all(R: Triple) -> Truth:
    """I⋆(X;YZ) = H₀(X)."""
    return maximin_information(of_x_and_both(R)) == hartley_entropy(R.range("X"))


@claim(
    "super-additive-information-unrelated",
    source="about [farokhi2019noiseless], eq. (5)",
    kind="neighbour",
    scope=Scope(4, Y=2, Z=2),
    given=[the_outputs_are_unrelated],
)
def information_of_unrelated_outputs_is_super_additive(R: Triple) -> Truth:
    """I₀(X;Y) + I₀(X;Z) ≤ I₀(X;YZ) when Y and Z are unrelated."""
    both = nonstochastic_information(of_x_and_both(R))
    return nonstochastic_information(of_x_and_y(R)) + nonstochastic_information(of_x_and_z(R)) <= both


@information_of_unrelated_outputs_is_super_additive.control
def unrelated_outputs_have_no_information(R: Triple) -> Truth:
    """I₀(X;YZ) = 0 when Y and Z are unrelated."""
    return nonstochastic_information(of_x_and_both(R)) <= 0


@claim(
    "super-additive-leakage-unrelated",
    source="about [farokhi2019noiseless], eq. (6)",
    kind="neighbour",
    scope=Scope(4, Y=2, Z=2),
    given=[the_outputs_are_unrelated],
)
def leakage_through_unrelated_outputs_is_super_additive(R: Triple) -> Truth:
    """L₀(X;Y) + L₀(X;Z) ≤ L₀(X;YZ) when Y and Z are unrelated."""
    both = nonstochastic_leakage(of_x_and_both(R))
    return nonstochastic_leakage(of_x_and_y(R)) + nonstochastic_leakage(of_x_and_z(R)) <= both


@leakage_through_unrelated_outputs_is_super_additive.control
def unrelated_outputs_leak_nothing(R: Triple) -> Truth:
    """L₀(X;YZ) = 0 when Y and Z are unrelated."""
    return nonstochastic_leakage(of_x_and_both(R)) <= 0


@claim(
    "super-additive-maximin-unrelated",
    source="about [farokhi2019noiseless], eq. (9)",
    kind="neighbour",
    scope=Scope(4, Y=2, Z=2),
    given=[the_outputs_are_unrelated],
)
def maximin_information_of_unrelated_outputs_is_super_additive(R: Triple) -> Truth:
    """I⋆(X;Y) + I⋆(X;Z) ≤ I⋆(X;YZ) when Y and Z are unrelated."""
    both = maximin_information(of_x_and_both(R))
    return maximin_information(of_x_and_y(R)) + maximin_information(of_x_and_z(R)) <= both


@maximin_information_of_unrelated_outputs_is_super_additive.control
def maximin_information_of_unrelated_outputs_is_additive(R: Triple) -> Truth:
    """I⋆(X;Y) + I⋆(X;Z) = I⋆(X;YZ) when Y and Z are unrelated."""
    both = maximin_information(of_x_and_both(R))
    return maximin_information(of_x_and_y(R)) + maximin_information(of_x_and_z(R)) == both


# --- chain rules -----------------------------------------------------------------------------------------------------


@claim("chain-information-upper", source="about [farokhi2019noiseless], eq. (5)", kind="neighbour", scope=TRIPLES)
def information_never_exceeds_its_chain(R: Triple) -> Truth:
    """I₀(X;YZ) ≤ I₀(X;Y) + I₀(X;Z|Y)."""
    chain = nonstochastic_information(of_x_and_y(R)) + conditional_information(of_x_and_z_given_y(R))
    return nonstochastic_information(of_x_and_both(R)) <= chain


@information_never_exceeds_its_chain.control
def information_never_exceeds_the_rest_of_its_chain(R: Triple) -> Truth:
    """I₀(X;YZ) ≤ I₀(X;Z|Y)."""
    return nonstochastic_information(of_x_and_both(R)) <= conditional_information(of_x_and_z_given_y(R))


@claim("chain-information-lower", source="about [farokhi2019noiseless], eq. (5)", kind="neighbour", scope=TRIPLES)
def information_is_at_least_its_chain(R: Triple) -> Truth:
    """I₀(X;YZ) ≥ I₀(X;Y) + I₀(X;Z|Y)."""
    chain = nonstochastic_information(of_x_and_y(R)) + conditional_information(of_x_and_z_given_y(R))
    return nonstochastic_information(of_x_and_both(R)) >= chain


@information_is_at_least_its_chain.control
def information_is_its_chain(R: Triple) -> Truth:
    """I₀(X;YZ) = I₀(X;Y) + I₀(X;Z|Y)."""
    chain = nonstochastic_information(of_x_and_y(R)) + conditional_information(of_x_and_z_given_y(R))
    return nonstochastic_information(of_x_and_both(R)) == chain


@claim("chain-leakage-upper", source="about [farokhi2019noiseless], eq. (6)", kind="neighbour", scope=TRIPLES)
def leakage_never_exceeds_its_chain(R: Triple) -> Truth:
    """L₀(X;YZ) ≤ L₀(X;Y) + L₀(X;Z|Y)."""
    chain = nonstochastic_leakage(of_x_and_y(R)) + conditional_leakage(of_x_and_z_given_y(R))
    return nonstochastic_leakage(of_x_and_both(R)) <= chain


@leakage_never_exceeds_its_chain.control
def leakage_is_its_chain(R: Triple) -> Truth:
    """L₀(X;YZ) = L₀(X;Y) + L₀(X;Z|Y)."""
    chain = nonstochastic_leakage(of_x_and_y(R)) + conditional_leakage(of_x_and_z_given_y(R))
    return nonstochastic_leakage(of_x_and_both(R)) == chain


@claim("chain-leakage-lower", source="about [farokhi2019noiseless], eq. (6)", kind="neighbour", scope=TRIPLES)
def leakage_is_at_least_its_chain(R: Triple) -> Truth:
    """L₀(X;YZ) ≥ L₀(X;Y) + L₀(X;Z|Y)."""
    chain = nonstochastic_leakage(of_x_and_y(R)) + conditional_leakage(of_x_and_z_given_y(R))
    return nonstochastic_leakage(of_x_and_both(R)) >= chain


@leakage_is_at_least_its_chain.control
def leakage_is_at_least_the_sum(R: Triple) -> Truth:
    """L₀(X;YZ) ≥ L₀(X;Y) + L₀(X;Z)."""
    chain = nonstochastic_leakage(of_x_and_y(R)) + nonstochastic_leakage(of_x_and_z(R))
    return nonstochastic_leakage(of_x_and_both(R)) >= chain


@claim("chain-maximin-upper", source="about [farokhi2019noiseless], eq. (9)", kind="neighbour", scope=TRIPLES)
def maximin_information_never_exceeds_its_largest_chain(R: Triple) -> Truth:
    """I⋆(X;YZ) ≤ I⋆(X;Y) + I⋆max(X;Z|Y)."""
    chain = maximin_information(of_x_and_y(R)) + largest_conditional_maximin_information(of_x_and_z_given_y(R))
    return maximin_information(of_x_and_both(R)) <= chain


@maximin_information_never_exceeds_its_largest_chain.control
def maximin_information_never_exceeds_its_smallest_chain(R: Triple) -> Truth:
    """I⋆(X;YZ) ≤ I⋆(X;Y) + I⋆min(X;Z|Y)."""
    chain = maximin_information(of_x_and_y(R)) + smallest_conditional_maximin_information(of_x_and_z_given_y(R))
    return maximin_information(of_x_and_both(R)) <= chain


@claim("chain-maximin-lower", source="about [farokhi2019noiseless], eq. (9)", kind="neighbour", scope=TRIPLES)
def maximin_information_is_at_least_its_smallest_chain(R: Triple) -> Truth:
    """I⋆(X;YZ) ≥ I⋆(X;Y) + I⋆min(X;Z|Y)."""
    chain = maximin_information(of_x_and_y(R)) + smallest_conditional_maximin_information(of_x_and_z_given_y(R))
    return maximin_information(of_x_and_both(R)) >= chain


@maximin_information_is_at_least_its_smallest_chain.control
def maximin_information_is_at_least_its_largest_chain(R: Triple) -> Truth:
    """I⋆(X;YZ) ≥ I⋆(X;Y) + I⋆max(X;Z|Y)."""
    chain = maximin_information(of_x_and_y(R)) + largest_conditional_maximin_information(of_x_and_z_given_y(R))
    return maximin_information(of_x_and_both(R)) >= chain


def the_first_output_is_a_release(R: Relation) -> Truth:
    """Y is a function of X."""
    return is_function_of(of_x_and_y(R))


@claim(
    "chain-maximin-release",
    source="about [farokhi2019noiseless], eq. (9)",
    kind="neighbour",
    scope=Scope(4, Y=2, Z=2),
    given=[the_first_output_is_a_release],
)
def maximin_information_lies_between_its_chains_after_a_release(R: Triple) -> Truth:
    """I⋆(X;Y) + I⋆min(X;Z|Y) ≤ I⋆(X;YZ) ≤ I⋆(X;Y) + I⋆max(X;Z|Y) when Y is a function of X."""
    first, rest = maximin_information(of_x_and_y(R)), of_x_and_z_given_y(R)
    both = maximin_information(of_x_and_both(R))
    return all_of(
        [
            first + smallest_conditional_maximin_information(rest) <= both,
            both <= first + largest_conditional_maximin_information(rest),
        ]
    )


@maximin_information_lies_between_its_chains_after_a_release.control
def maximin_information_is_its_chain_after_a_release(R: Triple) -> Truth:
    """I⋆(X;YZ) = I⋆(X;Y) + I⋆max(X;Z|Y) when Y is a function of X."""
    chain = maximin_information(of_x_and_y(R)) + largest_conditional_maximin_information(of_x_and_z_given_y(R))
    return maximin_information(of_x_and_both(R)) == chain
