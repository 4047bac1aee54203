"""Several users in [gilani2022alphabet]: the extension (16), the conjecture about it, linkage, and noiseless privacy.

A mechanism for two users with data 0 or 1 is written as a channel whose inputs stand for the databases (0, 0), (0, 1),
(1, 0) and (1, 1), in this order.  L stands for maximal (α, β)-leakage, DP and RDP for pure and Rényi differential
privacy when one entry is substituted.  A *slice* is the channel from one user's entry to Y for fixed data of the other.
"""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from typing import Annotated, Any

from exactpriv.amount import ln
from exactpriv.claims import Scope, claim
from exactpriv.leakage import Channel
from exactpriv.leakage.comparable import alphabet_leakage, conditional_leakage_about, leakage_about
from exactpriv.leakage.divergences import local_differential_privacy, local_renyi_privacy
from exactpriv.leakage.orders import INFINITE, Order
from exactpriv.privacy import Line, Mechanism, lines, output_count, points_of
from exactpriv.relations import Relation
from exactpriv.theorems.alphabet_theorem_1 import Guessed, Law, Noise, joint_law
from exactpriv.truth import Truth, all_of, any_of, largest

Users = Annotated[Channel, "databases", "outputs", "denominator"]
Secret = Annotated[Channel, "databases", "U", "parts"]

TWO = Scope(2, databases=4, denominator=3)
TWO_QUARTERS = Scope(2, databases=4, denominator=4)


# --- mechanisms for two users ----------------------------------------------------------------------------------------


def mechanism(M: Channel) -> Channel:
    """The mechanism on pairs of bits."""
    pairs = zip(product((0, 1), repeat=2), M.inputs, strict=True)
    return Channel({pair: {y: M.entry(x, y) for y in M.outputs} for pair, x in pairs})


def beside(user: int, pair: tuple[int, int]) -> int:
    """The entry of the other user."""
    return pair[1 - user]


def all_slices(M: Channel) -> list[Channel]:
    """The channels from one entry to Y for each user and each value of the other's entry."""
    g = mechanism(M)
    return [slice_of(g, user, other) for user in (0, 1) for other in (0, 1)]


def slice_of(g: Channel, user: int, other: int) -> Channel:
    """The channel from the user's entry to Y when the other's is fixed."""
    rows = {pair[user]: pair for pair in g.inputs if beside(user, pair) == other}
    return Channel({entry: {y: g.entry(pair, y) for y in g.outputs} for entry, pair in rows.items()})


def privacy(M: Channel, order: Any) -> Any:
    """RDP of an order, DP for ∞: the largest divergence between rows of databases that differ in one entry."""
    g = mechanism(M)
    pairs = [(x, x2) for x in g.inputs for x2 in g.inputs if (x[0] == x2[0]) != (x[1] == x2[1])]
    neighbors = [Channel({d: {y: g.entry(d, y) for y in g.outputs} for d in pair}) for pair in pairs]
    return largest(neighbors, lambda two: local_renyi_privacy(two, order))


def is_the_largest(bound: Any, amounts: list[Any]) -> Truth:
    """No amount exceeds the bound, and one attains it."""
    return all_of([all_of(amount <= bound for amount in amounts), any_of(amount == bound for amount in amounts)])


# --- (16) ------------------------------------------------------------------------------------------------------------

Integral = Annotated[Order, INFINITE, 2]
Squares = Annotated[Order, 2, 4]
Two = Annotated[Order, 2]


@claim(
    "ab-multi-user-n1",
    source="[gilani2022alphabet], Sec. VI, eq. (16)",
    kind="paper",
    scope=Scope(2, one=1, denominator=2),
)
def for_one_user_the_extension_is_the_measure(P: Noise, law: Law, V: Guessed, alpha: Integral, beta: Squares) -> Truth:
    """For one user (16) is the definition (4): nobody else's data are known before or after."""
    U = joint_law(law, V)
    return conditional_leakage_about(P, lambda _: 0, U, alpha, beta) == leakage_about(P, U, alpha, beta)


@for_one_user_the_extension_is_the_measure.control
def for_one_user_the_extension_is_its_supremum(P: Noise, law: Law, V: Guessed, alpha: Integral, beta: Squares) -> Truth:
    """For one user (16) is L for every U, not only for the best."""
    return conditional_leakage_about(P, lambda _: 0, joint_law(law, V), alpha, beta) == alphabet_leakage(P, alpha, beta)


def evenly(V: Channel) -> dict[Any, dict[Any, Fraction]]:
    """P(u, x) when all databases are equally likely."""
    pairs = list(zip(product((0, 1), repeat=2), V.inputs, strict=True))
    return {u: {pair: V.entry(x, u) / 4 for pair, x in pairs} for u in V.outputs}


@claim(
    "ab-multi-user-slices",
    source="[gilani2022alphabet], Sec. VI, eq. (16)",
    kind="paper",
    scope=Scope(2, databases=4, denominator=3, parts=1),
)
def one_who_knows_the_others_learns_at_most_a_slice(M: Users, V: Secret, alpha: Two, beta: Two) -> Truth:
    """(16) for user 1 and every U, a function of all data, is at most the largest L of a slice."""
    leakage = conditional_leakage_about(mechanism(M), lambda pair: pair[1], evenly(V), alpha, beta)
    slices = [slice_of(mechanism(M), 0, other) for other in (0, 1)]
    return any_of(leakage <= alphabet_leakage(each, alpha, beta) for each in slices)


@one_who_knows_the_others_learns_at_most_a_slice.control
def one_who_knows_the_others_learns_at_most_the_first_slice(M: Users, V: Secret, alpha: Two, beta: Two) -> Truth:
    """(16) for user 1 and every U is at most L of the slice at 0."""
    leakage = conditional_leakage_about(mechanism(M), lambda pair: pair[1], evenly(V), alpha, beta)
    return leakage <= alphabet_leakage(slice_of(mechanism(M), 0, 0), alpha, beta)


# --- the conjecture --------------------------------------------------------------------------------------------------


@claim("ab-multi-user-dp", source="[gilani2022alphabet], Sec. VI (conjecture)", kind="paper", scope=TWO)
def at_infinity_the_extension_is_differential_privacy(M: Users, alpha: Annotated[Order, INFINITE]) -> Truth:
    """At (∞, ∞) the largest L of a slice, which is (16), is DP."""
    DP = privacy(M, alpha)
    return is_the_largest(DP, [alphabet_leakage(each, alpha, alpha) for each in all_slices(M)])


@at_infinity_the_extension_is_differential_privacy.control
def at_infinity_one_user_is_enough_for_differential_privacy(M: Users, alpha: Annotated[Order, INFINITE]) -> Truth:
    """At (∞, ∞) the largest L of a slice of user 1 is DP."""
    slices = [slice_of(mechanism(M), 0, other) for other in (0, 1)]
    return is_the_largest(privacy(M, alpha), [alphabet_leakage(each, alpha, alpha) for each in slices])


@claim("ab-multi-user-rdp", source="[gilani2022alphabet], Sec. VI (conjecture)", kind="paper", scope=TWO)
def on_the_diagonal_the_extension_is_renyi_differential_privacy(
    M: Users, alpha: Annotated[Order, 2, 3, Fraction(3, 2)]
) -> Truth:
    """At α = β > 1 the largest L of a slice, which is (16), is RDP of order α."""
    RDP = privacy(M, alpha)
    return is_the_largest(RDP, [alphabet_leakage(each, alpha, alpha) for each in all_slices(M)])


@on_the_diagonal_the_extension_is_renyi_differential_privacy.control
def on_the_diagonal_the_extension_is_differential_privacy(
    M: Users, alpha: Annotated[Order, 2, 3, Fraction(3, 2)]
) -> Truth:
    """At α = β > 1 the largest L of a slice is DP."""
    return is_the_largest(privacy(M, INFINITE), [alphabet_leakage(each, alpha, alpha) for each in all_slices(M)])


AT_ONE = Scope(2, databases=4, denominator=2)


@claim(
    "ab-multi-user-at-one",
    source="[gilani2022alphabet], Sec. VI (conjecture) at α = β = 1",
    kind="paper",
    scope=AT_ONE,
    repaired_by="ab-multi-user-rdp",
)
def at_order_one_the_extension_is_renyi_differential_privacy(M: Users, alpha: Annotated[Order, 1]) -> Truth:
    """At α = β = 1 the largest L of a slice is RDP of order 1, the largest Kullback-Leibler divergence."""
    RDP = privacy(M, alpha)
    return any_of(alphabet_leakage(each, alpha, alpha) == RDP for each in all_slices(M))


@at_order_one_the_extension_is_renyi_differential_privacy.control
def at_order_one_the_extension_is_differential_privacy(M: Users, alpha: Annotated[Order, 1]) -> Truth:
    """At α = β = 1 the largest L of a slice is DP."""
    DP = privacy(M, INFINITE)
    return any_of(alphabet_leakage(each, alpha, alpha) == DP for each in all_slices(M))


def beside_even_others(M: Channel, user: int) -> Channel:
    """From the user's entry to the other's entry, which is independent and even, together with Y."""
    g = mechanism(M)
    slices = {other: slice_of(g, user, other) for other in (0, 1)}

    def row(entry: int) -> dict[Any, Fraction]:
        return {(other, y): slices[other].entry(entry, y) / 2 for other in slices for y in g.outputs}

    return Channel({entry: row(entry) for entry in (0, 1)})


@claim(
    "ab-multi-user-fixed-others",
    source="about [gilani2022alphabet], Sec. VI (conjecture), the others' data of a fixed law",
    kind="neighbour",
    scope=TWO,
    repaired_by="ab-multi-user-rdp",
)
def with_fixed_others_the_extension_is_renyi_differential_privacy(M: Users, alpha: Two) -> Truth:
    """If the other's entry is independent and even, L from an entry to (Y, other), at α = β, is RDP for some user."""
    RDP = privacy(M, alpha)
    return any_of(alphabet_leakage(beside_even_others(M, user), alpha, alpha) == RDP for user in (0, 1))


@with_fixed_others_the_extension_is_renyi_differential_privacy.control
def with_fixed_others_the_extension_is_differential_privacy(M: Users, alpha: Two) -> Truth:
    """If the other's entry is independent and even, L from an entry to (Y, other), at α = β, is DP for some user."""
    DP = privacy(M, INFINITE)
    return any_of(alphabet_leakage(beside_even_others(M, user), alpha, alpha) == DP for user in (0, 1))


def with_other_revealed(M: Channel, user: int) -> Channel:
    """From the database to Y together with the other's entry."""
    g = mechanism(M)
    return Channel({pair: {(y, beside(user, pair)): g.entry(pair, y) for y in g.outputs} for pair in g.inputs})


@claim(
    "ab-multi-user-revealed-others",
    source="about [gilani2022alphabet], Sec. VI (conjecture), side information after the release only",
    kind="neighbour",
    scope=TWO,
    repaired_by="ab-multi-user-dp",
)
def with_revealed_others_the_extension_is_differential_privacy(M: Users, alpha: Annotated[Order, INFINITE]) -> Truth:
    """If the other's entry is known only after the release, L from the database at (∞, ∞) is DP for some user."""
    DP = privacy(M, alpha)
    return any_of(alphabet_leakage(with_other_revealed(M, user), alpha, alpha) == DP for user in (0, 1))


@with_revealed_others_the_extension_is_differential_privacy.control
def with_revealed_others_nothing_leaks(M: Users, alpha: Annotated[Order, INFINITE]) -> Truth:
    """If the other's entry is known only after the release, nothing leaks at (∞, ∞) for some user."""
    return any_of(alphabet_leakage(with_other_revealed(M, user), alpha, alpha) <= 0 for user in (0, 1))


@claim(
    "ab-multi-user-no-side",
    source="about [gilani2022alphabet], Sec. VI (conjecture), no side information",
    kind="neighbour",
    scope=TWO_QUARTERS,
    repaired_by="ab-multi-user-dp",
)
def without_side_information_the_measure_is_differential_privacy(M: Users, alpha: Annotated[Order, INFINITE]) -> Truth:
    """L from the whole database at (∞, ∞) is DP."""
    return alphabet_leakage(M, alpha, alpha) == privacy(M, alpha)


@without_side_information_the_measure_is_differential_privacy.control
def without_side_information_the_measure_is_half_of_differential_privacy(
    M: Users, alpha: Annotated[Order, INFINITE]
) -> Truth:
    """L from the whole database at (∞, ∞) is at most DP/2."""
    return alphabet_leakage(M, alpha, alpha) * 2 <= privacy(M, alpha)


# --- linkage ---------------------------------------------------------------------------------------------------------


@claim(
    "ab-dp-linkage",
    source="about [gilani2022alphabet], Sec. III (linkage)",
    kind="neighbour",
    scope=TWO_QUARTERS,
    repaired_by="ab-ldp-linkage",
)
def differential_privacy_survives_linkage(M: Users, alpha: Annotated[Order, INFINITE]) -> Truth:
    """If both users' entries are the same W, what Y tells of W is at most DP: linkage holds for DP."""
    g = mechanism(M)
    linked = Channel({w: {y: g.entry((w, w), y) for y in g.outputs} for w in (0, 1)})
    return local_renyi_privacy(linked, alpha) <= privacy(M, alpha)


@differential_privacy_survives_linkage.control
def differential_privacy_hides_what_users_share(M: Users, alpha: Annotated[Order, INFINITE]) -> Truth:
    """If both users' entries are the same W, Y tells nothing of W."""
    g = mechanism(M)
    linked = Channel({w: {y: g.entry((w, w), y) for y in g.outputs} for w in (0, 1)})
    return local_renyi_privacy(linked, alpha) <= 0


Linked = Annotated[Channel, "V", "inputs", "parts"]
LINKED = Scope(2, outputs=3, denominator=4, parts=2)


@claim("ab-ldp-linkage", source="[gilani2022alphabet], Sec. III (linkage)", kind="paper", scope=LINKED)
def local_differential_privacy_survives_linkage(Q: Linked, P: Noise, alpha: Annotated[Order, INFINITE]) -> Truth:
    """LDP(V → Y) ≤ LDP(X → Y) if V – X – Y, and so for L at (∞, ∞)."""
    linked = Q @ P
    local = local_differential_privacy(linked) <= local_differential_privacy(P)
    return all_of([local, alphabet_leakage(linked, alpha, alpha) <= alphabet_leakage(P, alpha, alpha)])


@local_differential_privacy_survives_linkage.control
def linkage_halves_local_differential_privacy(Q: Linked, P: Noise, alpha: Annotated[Order, INFINITE]) -> Truth:
    """2 LDP(V → Y) ≤ LDP(X → Y) if V – X – Y."""
    return local_renyi_privacy(Q @ P, alpha) * 2 <= local_renyi_privacy(P, alpha)


# --- noiseless privacy -----------------------------------------------------------------------------------------------

Data = Annotated[Relation, "X1", "X2"]
Release = Annotated[Mechanism, "D", "Y"]


def channel_on(g: Mechanism, line: Line) -> Channel:
    """The deterministic channel Xᵢ → Y at fixed x₋ᵢ, on the entries that are possible there."""
    return Channel({point[line.individual]: {g(*point): 1} for point in points_of(g.data, line)})


@claim(
    "ab-bridge",
    source="[gilani2022alphabet], eq. (16), and [farokhi2019noiseless], Def. 1",
    kind="neighbour",
    scope=Scope(2, Y=3),
)
def noiseless_privacy_is_conditional_leakage(
    D: Data, g: Release, alpha: Annotated[Order, INFINITE, 1, 2, Fraction(3, 2)]
) -> Truth:
    """The noiseless budget is the largest L at (α, 1), for any α, of a channel Xᵢ → Y at fixed x₋ᵢ."""
    channels = [channel_on(g, line) for line in lines(D)]
    return is_the_largest(ln(output_count(g)), [alphabet_leakage(P, alpha, 1) for P in channels])


@noiseless_privacy_is_conditional_leakage.control
def noiseless_privacy_is_the_leakage_of_the_data(
    D: Data, g: Release, alpha: Annotated[Order, INFINITE, 1, 2, Fraction(3, 2)]
) -> Truth:
    """The noiseless budget is L at (α, 1) of the channel from all data to Y."""
    channel = Channel({point: {g(*point): 1} for point in D})
    return alphabet_leakage(channel, alpha, 1) == ln(output_count(g))


@claim(
    "ab-bridge-beyond-averages",
    source="[gilani2022alphabet], eq. (16), and [farokhi2019noiseless], Def. 1",
    kind="neighbour",
    scope=Scope(2, Y=3),
)
def beyond_averages_noiseless_releases_leak_nothing_or_everything(
    D: Data, g: Release, alpha: Annotated[Order, INFINITE, 2, Fraction(3, 2)]
) -> Truth:
    """At β > 1, L of a channel Xᵢ → Y at fixed x₋ᵢ is 0 if Y is constant there, otherwise infinite (above ln 10⁶)."""
    channels = [channel_on(g, line) for line in lines(D)]
    leakages = [(P, alphabet_leakage(P, alpha, beta)) for P in channels for beta in (Fraction(3, 2), 2, INFINITE)]
    return all_of(L == 0 if len(P.outputs) == 1 else ln(10**6) < L for P, L in leakages)


@beyond_averages_noiseless_releases_leak_nothing_or_everything.control
def beyond_averages_noiseless_releases_leak_their_budget(
    D: Data, g: Release, alpha: Annotated[Order, INFINITE, 2, Fraction(3, 2)]
) -> Truth:
    """At β = 2, L of the channel from all data to Y is at most log K."""
    channel = Channel({point: {g(*point): 1} for point in D})
    return alphabet_leakage(channel, alpha, 2) <= ln(output_count(g))
