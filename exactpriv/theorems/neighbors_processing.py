"""Neighboring questions about processing: maps of the output or of the secret, and Markov chains.

X – Y – Z is a Markov chain when the outer two are unrelated given the middle one [nair2013nonstochastic].
Post-processing compares q(X;Z) with q(X;Y), and linkage compares it with q(Y;Z).  I₀ and L₀ are not symmetric, so for
them each question has two directions.
"""

from __future__ import annotations

from typing import Annotated

from exactpriv.claims import Scope, claim
from exactpriv.information import (
    maximin_information,
    nonstochastic_information,
    nonstochastic_leakage,
    symmetrized_leakage,
)
from exactpriv.relations import Function, Relation, is_markov_chain
from exactpriv.truth import Truth

Pair = Annotated[Relation, "X", "Y"]
Triple = Annotated[Relation, "X", "Y", "Z"]
Processing = Annotated[Function, "Y", "Z"]

MAPS = Scope(3)
CHAINS = Scope(2, Y=3)


# --- maps ------------------------------------------------------------------------------------------------------------


def graph_of(h: Function) -> Relation:
    """The map as a relation ⟦Y, Z⟧ with Z = h(Y): after R it gives ⟦X, Z⟧."""
    return Relation(("Y", "Z"), {(y, z): h.gives(y, z) for y in h.points for z in h.values})


@claim("post-processing-information", source="about [farokhi2019noiseless], eq. (5)", kind="neighbour", scope=MAPS)
def post_processing_never_raises_information(R: Pair, h: Processing) -> Truth:
    """I₀(X;h(Y)) ≤ I₀(X;Y)."""
    return nonstochastic_information(R @ graph_of(h)) <= nonstochastic_information(R)


@post_processing_never_raises_information.control
def post_processing_keeps_information(R: Pair, h: Processing) -> Truth:
    """I₀(X;h(Y)) = I₀(X;Y)."""
    return nonstochastic_information(R @ graph_of(h)) == nonstochastic_information(R)


@claim("post-processing-leakage", source="about [farokhi2019noiseless], eq. (6)", kind="neighbour", scope=MAPS)
def post_processing_never_raises_leakage(R: Pair, h: Processing) -> Truth:
    """L₀(X;h(Y)) ≤ L₀(X;Y)."""
    return nonstochastic_leakage(R @ graph_of(h)) <= nonstochastic_leakage(R)


@post_processing_never_raises_leakage.control
def post_processing_keeps_leakage(R: Pair, h: Processing) -> Truth:
    """L₀(X;h(Y)) = L₀(X;Y)."""
    return nonstochastic_leakage(R @ graph_of(h)) == nonstochastic_leakage(R)


@claim(
    "post-processing-symmetrized",
    source="about [farokhi2019noiseless], eq. (8)",
    kind="neighbour",
    scope=MAPS,
)
def post_processing_never_raises_symmetrized_leakage(R: Pair, h: Processing) -> Truth:
    """L₀ˢ(X;h(Y)) ≤ L₀ˢ(X;Y)."""
    return symmetrized_leakage(R @ graph_of(h)) <= symmetrized_leakage(R)


@post_processing_never_raises_symmetrized_leakage.control
def post_processing_keeps_symmetrized_leakage(R: Pair, h: Processing) -> Truth:
    """L₀ˢ(X;h(Y)) = L₀ˢ(X;Y)."""
    return symmetrized_leakage(R @ graph_of(h)) == symmetrized_leakage(R)


@claim("post-processing-maximin", source="about [farokhi2019noiseless], eq. (9)", kind="neighbour", scope=MAPS)
def post_processing_never_raises_maximin_information(R: Pair, h: Processing) -> Truth:
    """I⋆(X;h(Y)) ≤ I⋆(X;Y)."""
    return maximin_information(R @ graph_of(h)) <= maximin_information(R)


@post_processing_never_raises_maximin_information.control
def post_processing_keeps_maximin_information(R: Pair, h: Processing) -> Truth:
    """I⋆(X;h(Y)) = I⋆(X;Y)."""
    return maximin_information(R @ graph_of(h)) == maximin_information(R)


@claim("function-of-secret-information", source="about [farokhi2019noiseless], eq. (5)", kind="neighbour", scope=MAPS)
def a_function_of_the_secret_never_has_more_information(R: Pair, h: Processing) -> Truth:
    """I₀(h(Y);X) ≤ I₀(Y;X): what X tells of a function of Y is no more than what it tells of Y."""
    return nonstochastic_information((R @ graph_of(h)).converse) <= nonstochastic_information(R.converse)


@a_function_of_the_secret_never_has_more_information.control
def a_function_of_the_secret_has_the_same_information(R: Pair, h: Processing) -> Truth:
    """I₀(h(Y);X) = I₀(Y;X)."""
    return nonstochastic_information((R @ graph_of(h)).converse) == nonstochastic_information(R.converse)


@claim("function-of-secret-leakage", source="about [farokhi2019noiseless], eq. (6)", kind="neighbour", scope=MAPS)
def a_function_of_the_secret_never_leaks_more(R: Pair, h: Processing) -> Truth:
    """L₀(h(Y);X) ≤ L₀(Y;X): what X leaks of a function of Y is no more than what it leaks of Y."""
    return nonstochastic_leakage((R @ graph_of(h)).converse) <= nonstochastic_leakage(R.converse)


@a_function_of_the_secret_never_leaks_more.control
def a_function_of_the_secret_leaks_the_same(R: Pair, h: Processing) -> Truth:
    """L₀(h(Y);X) = L₀(Y;X)."""
    return nonstochastic_leakage((R @ graph_of(h)).converse) == nonstochastic_leakage(R.converse)


# --- Markov chains: post-processing ----------------------------------------------------------------------------------


def the_variables_form_a_markov_chain(R: Relation) -> Truth:
    """X – Y – Z: given Y, the variables X and Z are unrelated."""
    return is_markov_chain(R)


@claim(
    "markov-post-processing-information",
    source="about [farokhi2019noiseless], eq. (5); [nair2013nonstochastic]",
    kind="neighbour",
    scope=CHAINS,
    given=[the_variables_form_a_markov_chain],
)
def a_later_output_never_has_more_information(R: Triple) -> Truth:
    """I₀(X;Z) ≤ I₀(X;Y) for X – Y – Z."""
    return nonstochastic_information(R.project("X", "Z")) <= nonstochastic_information(R.project("X", "Y"))


@a_later_output_never_has_more_information.control
def a_later_output_has_the_same_information(R: Triple) -> Truth:
    """I₀(X;Z) = I₀(X;Y) for X – Y – Z."""
    return nonstochastic_information(R.project("X", "Z")) == nonstochastic_information(R.project("X", "Y"))


@claim(
    "markov-post-processing-leakage",
    source="about [farokhi2019noiseless], eq. (6); [nair2013nonstochastic]",
    kind="neighbour",
    scope=CHAINS,
    given=[the_variables_form_a_markov_chain],
)
def a_later_output_never_leaks_more(R: Triple) -> Truth:
    """L₀(X;Z) ≤ L₀(X;Y) for X – Y – Z."""
    return nonstochastic_leakage(R.project("X", "Z")) <= nonstochastic_leakage(R.project("X", "Y"))


@a_later_output_never_leaks_more.control
def a_later_output_leaks_the_same(R: Triple) -> Truth:
    """L₀(X;Z) = L₀(X;Y) for X – Y – Z."""
    return nonstochastic_leakage(R.project("X", "Z")) == nonstochastic_leakage(R.project("X", "Y"))


@claim(
    "markov-post-processing-symmetrized",
    source="about [farokhi2019noiseless], eq. (8); [nair2013nonstochastic]",
    kind="neighbour",
    scope=CHAINS,
    given=[the_variables_form_a_markov_chain],
)
def a_later_output_never_has_a_larger_symmetrized_leakage(R: Triple) -> Truth:
    """L₀ˢ(X;Z) ≤ L₀ˢ(X;Y) for X – Y – Z."""
    return symmetrized_leakage(R.project("X", "Z")) <= symmetrized_leakage(R.project("X", "Y"))


@a_later_output_never_has_a_larger_symmetrized_leakage.control
def a_later_output_has_the_same_symmetrized_leakage(R: Triple) -> Truth:
    """L₀ˢ(X;Z) = L₀ˢ(X;Y) for X – Y – Z."""
    return symmetrized_leakage(R.project("X", "Z")) == symmetrized_leakage(R.project("X", "Y"))


@claim(
    "markov-post-processing-maximin",
    source="about [farokhi2019noiseless], eq. (9); [nair2013nonstochastic]",
    kind="neighbour",
    scope=CHAINS,
    given=[the_variables_form_a_markov_chain],
)
def a_later_output_never_has_more_maximin_information(R: Triple) -> Truth:
    """I⋆(X;Z) ≤ I⋆(X;Y) for X – Y – Z."""
    return maximin_information(R.project("X", "Z")) <= maximin_information(R.project("X", "Y"))


@a_later_output_never_has_more_maximin_information.control
def a_later_output_has_the_same_maximin_information(R: Triple) -> Truth:
    """I⋆(X;Z) = I⋆(X;Y) for X – Y – Z."""
    return maximin_information(R.project("X", "Z")) == maximin_information(R.project("X", "Y"))


@claim(
    "markov-post-processing-information-reversed",
    source="about [farokhi2019noiseless], eq. (5); [nair2013nonstochastic]",
    kind="neighbour",
    scope=CHAINS,
    given=[the_variables_form_a_markov_chain],
)
def there_is_never_more_information_about_a_later_output(R: Triple) -> Truth:
    """I₀(Z;X) ≤ I₀(Y;X) for X – Y – Z."""
    return nonstochastic_information(R.project("Z", "X")) <= nonstochastic_information(R.project("Y", "X"))


@there_is_never_more_information_about_a_later_output.control
def there_is_no_information_about_a_later_output(R: Triple) -> Truth:
    """I₀(Z;X) = 0 for X – Y – Z."""
    return nonstochastic_information(R.project("Z", "X")) <= 0


@claim(
    "markov-post-processing-leakage-reversed",
    source="about [farokhi2019noiseless], eq. (6); [nair2013nonstochastic]",
    kind="neighbour",
    scope=CHAINS,
    given=[the_variables_form_a_markov_chain],
)
def a_later_output_is_never_leaked_more(R: Triple) -> Truth:
    """L₀(Z;X) ≤ L₀(Y;X) for X – Y – Z."""
    return nonstochastic_leakage(R.project("Z", "X")) <= nonstochastic_leakage(R.project("Y", "X"))


@a_later_output_is_never_leaked_more.control
def a_later_output_is_never_leaked(R: Triple) -> Truth:
    """L₀(Z;X) = 0 for X – Y – Z."""
    return nonstochastic_leakage(R.project("Z", "X")) <= 0


# --- Markov chains: linkage ------------------------------------------------------------------------------------------


@claim(
    "markov-linkage-information",
    source="about [farokhi2019noiseless], eq. (5); [nair2013nonstochastic]",
    kind="neighbour",
    scope=CHAINS,
    given=[the_variables_form_a_markov_chain],
)
def an_earlier_secret_never_has_more_information(R: Triple) -> Truth:
    """I₀(X;Z) ≤ I₀(Y;Z) for X – Y – Z."""
    return nonstochastic_information(R.project("X", "Z")) <= nonstochastic_information(R.project("Y", "Z"))


@an_earlier_secret_never_has_more_information.control
def an_earlier_secret_has_no_information(R: Triple) -> Truth:
    """I₀(X;Z) = 0 for X – Y – Z."""
    return nonstochastic_information(R.project("X", "Z")) <= 0


@claim(
    "markov-linkage-leakage",
    source="about [farokhi2019noiseless], eq. (6); [nair2013nonstochastic]",
    kind="neighbour",
    scope=CHAINS,
    given=[the_variables_form_a_markov_chain],
)
def an_earlier_secret_is_never_leaked_more(R: Triple) -> Truth:
    """L₀(X;Z) ≤ L₀(Y;Z) for X – Y – Z."""
    return nonstochastic_leakage(R.project("X", "Z")) <= nonstochastic_leakage(R.project("Y", "Z"))


@an_earlier_secret_is_never_leaked_more.control
def an_earlier_secret_is_never_leaked(R: Triple) -> Truth:
    """L₀(X;Z) = 0 for X – Y – Z."""
    return nonstochastic_leakage(R.project("X", "Z")) <= 0


@claim(
    "markov-linkage-symmetrized",
    source="about [farokhi2019noiseless], eq. (8); [nair2013nonstochastic]",
    kind="neighbour",
    scope=CHAINS,
    given=[the_variables_form_a_markov_chain],
)
def an_earlier_secret_never_has_a_larger_symmetrized_leakage(R: Triple) -> Truth:
    """L₀ˢ(X;Z) ≤ L₀ˢ(Y;Z) for X – Y – Z."""
    return symmetrized_leakage(R.project("X", "Z")) <= symmetrized_leakage(R.project("Y", "Z"))


@an_earlier_secret_never_has_a_larger_symmetrized_leakage.control
def an_earlier_secret_has_the_same_symmetrized_leakage(R: Triple) -> Truth:
    """L₀ˢ(X;Z) = L₀ˢ(Y;Z) for X – Y – Z."""
    return symmetrized_leakage(R.project("X", "Z")) == symmetrized_leakage(R.project("Y", "Z"))


@claim(
    "markov-linkage-maximin",
    source="about [farokhi2019noiseless], eq. (9); [nair2013nonstochastic]",
    kind="neighbour",
    scope=CHAINS,
    given=[the_variables_form_a_markov_chain],
)
def an_earlier_secret_never_has_more_maximin_information(R: Triple) -> Truth:
    """I⋆(X;Z) ≤ I⋆(Y;Z) for X – Y – Z."""
    return maximin_information(R.project("X", "Z")) <= maximin_information(R.project("Y", "Z"))


@an_earlier_secret_never_has_more_maximin_information.control
def an_earlier_secret_has_the_same_maximin_information(R: Triple) -> Truth:
    """I⋆(X;Z) = I⋆(Y;Z) for X – Y – Z."""
    return maximin_information(R.project("X", "Z")) == maximin_information(R.project("Y", "Z"))


@claim(
    "markov-linkage-information-reversed",
    source="about [farokhi2019noiseless], eq. (5); [nair2013nonstochastic]",
    kind="neighbour",
    scope=CHAINS,
    given=[the_variables_form_a_markov_chain],
)
def an_earlier_secret_never_tells_more(R: Triple) -> Truth:
    """I₀(Z;X) ≤ I₀(Z;Y) for X – Y – Z."""
    return nonstochastic_information(R.project("Z", "X")) <= nonstochastic_information(R.project("Z", "Y"))


@an_earlier_secret_never_tells_more.control
def an_earlier_secret_tells_the_same(R: Triple) -> Truth:
    """I₀(Z;X) = I₀(Z;Y) for X – Y – Z."""
    return nonstochastic_information(R.project("Z", "X")) == nonstochastic_information(R.project("Z", "Y"))


@claim(
    "markov-linkage-leakage-reversed",
    source="about [farokhi2019noiseless], eq. (6); [nair2013nonstochastic]",
    kind="neighbour",
    scope=CHAINS,
    given=[the_variables_form_a_markov_chain],
)
def an_earlier_secret_never_leaks_more(R: Triple) -> Truth:
    """L₀(Z;X) ≤ L₀(Z;Y) for X – Y – Z."""
    return nonstochastic_leakage(R.project("Z", "X")) <= nonstochastic_leakage(R.project("Z", "Y"))


@an_earlier_secret_never_leaks_more.control
def an_earlier_secret_leaks_the_same(R: Triple) -> Truth:
    """L₀(Z;X) = L₀(Z;Y) for X – Y – Z."""
    return nonstochastic_leakage(R.project("Z", "X")) == nonstochastic_leakage(R.project("Z", "Y"))
