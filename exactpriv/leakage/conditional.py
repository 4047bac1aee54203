r"""Conditional and multi-user leakage: an adversary who knows something else, such as everybody's data but one's.

A *mechanism* maps databases, which are tuples with an entry for each user, to distributions of the output (or is a
:class:`~exactpriv.leakage.channel.Channel` with such inputs).  Databases that are not listed do not occur; so the range
of an entry may depend on the others.  Fixing all entries but one leaves a channel, a *slice*.

Main definitions: :func:`conditional_alpha_beta_leakage`, :func:`multi_user_leakage`; :func:`differential_privacy` and
:func:`renyi_differential_privacy`, which it recovers; :func:`slices`, :class:`WorstCase`;
:func:`conditional_operational_leakage` for a given function of the data.

Other readings of the multi-user measure, which do not recover differential privacy:
:func:`leakage_beside_fixed_others`, :func:`leakage_with_others_revealed`, :func:`leakage_of_the_database`.

Conventions at the boundary: a slice with one input leaks nothing; a database is a neighbor of itself, so that every
maximum exists; where enclosures overlap, the result is an enclosure of the maximum and says who may attain it.

Reference: [gilani2022alphabet], Sec. IV, eq. (16).
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import partial
from itertools import product
from math import prod
from typing import Generic, Literal, NamedTuple, TypeAlias, TypeVar

from exactpriv.errors import EmptyRangeError, OutsideRangeError, TableError
from exactpriv.exact.enclosure import Enclosure
from exactpriv.leakage.alphabeta import maximal_alpha_beta_leakage
from exactpriv.leakage.channel import Channel
from exactpriv.leakage.divergences import renyi_divergence
from exactpriv.leakage.guessing import Law, check_support, law
from exactpriv.leakage.operational import Cell, Leakage, RandomFunction, cell, guessing_leakage
from exactpriv.leakage.orders import INFINITE, Infinite
from exactpriv.numbers import Exactable
from exactpriv.relations import Value

Place = TypeVar("Place")
Mechanism: TypeAlias = Channel | Mapping[tuple[Value, ...], Law]
"""Databases and the laws of their outputs."""
AtOne: TypeAlias = Literal["definition", "limit"] | None
Orders: TypeAlias = tuple[Exactable | Infinite, Exactable | Infinite]


# --- the largest of several leakages ---------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class WorstCase(Generic[Place]):
    """The largest of several leakages, where it is attained, and all of them.

    >>> worst_case({"low": Enclosure(0, 1), "high": Enclosure(2, 3), "mid": Enclosure(1, 2)})
    WorstCase(value=Enclosure('2', '3'), at='high')
    """

    value: Leakage
    """The largest leakage, or an enclosure of it."""
    at: Place
    """The first place where it is attained; where enclosures overlap, one of greatest lower end."""
    values: Mapping[Place, Leakage] = field(repr=False)
    """The leakage at every place, with its certificate if it has one."""

    @property
    def rivals(self) -> list[Place]:
        """The other places that are not certain to have less: ties, and overlapping enclosures.

        >>> worst_case({1: Enclosure(0, 2), 2: Enclosure(1, 3)}).rivals
        [1]
        """
        return [place for place in _contenders(self.values) if place != self.at]


def worst_case(values: Mapping[Place, Leakage]) -> WorstCase[Place]:
    """The largest of the leakages by place; none at all raises ``EmptyRangeError``.

    >>> from exactpriv.amount import ln
    >>> worst_case({"a": ln(2), "b": ln(3), "c": Enclosure(1, "1.05")})
    WorstCase(value=ln(3) nats, at='b')
    """
    if not values:
        raise EmptyRangeError("the largest of no leakages is not defined; give at least one channel")
    rest = {place: values[place] for place in _contenders(values)}
    if not any(isinstance(value, Enclosure) for value in rest.values()) or len(rest) == 1:
        return WorstCase(next(iter(rest.values())), next(iter(rest)), values)
    bounds = _bounds(rest)
    top = max(bounds, key=lambda place: (bounds[place].lo, bounds[place].hi))
    around = Enclosure(bounds[top].lo, max(bound.hi for bound in bounds.values()))
    keeps = isinstance(rest[top], Enclosure) and (bounds[top].lo, bounds[top].hi) == (around.lo, around.hi)
    return WorstCase(rest[top] if keeps else around, top, values)  # kept with its certificate


def _contenders(values: Mapping[Place, Leakage]) -> list[Place]:
    """The places that may have the largest leakage; those that do, when all that are left are exact."""
    infinite = [place for place, value in values.items() if not isinstance(value, Enclosure) and not value.is_finite]
    if infinite:
        return infinite
    if any(isinstance(value, Enclosure) for value in values.values()):
        bounds = _bounds(values)
        floor = max(bound.lo for bound in bounds.values())
        values = {place: value for place, value in values.items() if bounds[place].hi >= floor}
    exactly = [(place, value) for place, value in values.items() if not isinstance(value, Enclosure)]
    if len(exactly) < len(values):
        return list(values)
    largest = max(value for _, value in exactly)
    return [place for place, value in exactly if value == largest]


def _bounds(values: Mapping[Place, Leakage]) -> dict[Place, Enclosure]:
    """Rational bounds of the numbers of nats, finer than those of any enclosure."""
    widths = [value.width for value in values.values() if isinstance(value, Enclosure) and value.width]
    digits = len(str(int(1 / min(widths, default=Fraction(1))))) + 6
    return {
        place: value if isinstance(value, Enclosure) else Enclosure(*value.in_nats().enclosure(digits))
        for place, value in values.items()
    }


# --- conditional leakage ---------------------------------------------------------------------------------------------


def conditional_alpha_beta_leakage(
    channels: Mapping[Place, Channel],
    alpha: Exactable | Infinite,
    beta: Exactable | Infinite,
    *,
    width: Exactable = "1e-12",
    at_one: AtOne = None,
) -> WorstCase[Place]:
    """The largest maximal (α, β)-leakage of the channels P(y|x, z) by side information z, in nats, and its z.

    It is the leakage to an adversary who knows z before and after seeing Y, in the worst case over the law of X and Z.
    At (∞, 1) it is conditional maximal leakage.  The orders are those of ``maximal_alpha_beta_leakage``.

    >>> flip = Channel.of([["3/4", "1/4"], ["1/4", "3/4"]])
    >>> conditional_alpha_beta_leakage({"on": flip, "off": flip @ flip}, 2, 2)
    WorstCase(value=ln(7/3) nats, at='on')

    See Also: conditional_operational_leakage (never larger), multi_user_leakage.
    Reference: [gilani2022alphabet], Sec. IV, eq. (16).
    """
    known: dict[Hashable, Leakage] = {}

    def leakage(P: Channel) -> Leakage:
        shape = _shape(P)
        if shape not in known:
            known[shape] = maximal_alpha_beta_leakage(P, alpha, beta, width=width, at_one=at_one)
        return known[shape]

    return worst_case({z: leakage(P) for z, P in channels.items()})


def _shape(P: Channel) -> Hashable:
    """Equal for channels only if they are equal but for the names and the order of inputs and outputs."""
    rows = sorted(P.matrix(), key=sorted)
    return tuple(sorted(zip(*rows, strict=True)))


def conditional_operational_leakage(
    P: Channel,
    side: Callable[[Value], Value],
    U: RandomFunction | Mapping[Value, Law],
    orders: Orders,
    *,
    width: Exactable = "1e-12",
) -> Leakage:
    r"""How much Y helps to guess U for one who knows Z = side(X), in nats, at orders (α, β).

    It is α/(α-1) · log of (Σ_{y,z} P(y,z) ‖P(u|y,z)‖_α^β)^{1/β} over (Σ_z P(z) ‖P(u|z)‖_α^β)^{1/β}.
    Inputs of a channel P(y|x, z) are pairs, of which ``side`` gives z.

    >>> flip = {(0, z): {"a": "3/4", "b": "1/4"} for z in "pq"} | {(1, z): {"a": "1/4", "b": "3/4"} for z in "pq"}
    >>> U = RandomFunction.identity(dict.fromkeys(flip, "1/4"))
    >>> conditional_operational_leakage(Channel(flip), lambda pair: pair[1], U, (2, 1))
    ln(5/4) nats

    See Also: conditional_alpha_beta_leakage (never smaller).
    Reference: [gilani2022alphabet], Sec. IV, eq. (16).
    """
    function = U if isinstance(U, RandomFunction) else RandomFunction(U)
    prior = function.prior
    check_support(P, prior)
    known = {x: side(x) for x in prior}

    def where(z: Value, likelihood: Callable[[Value], Fraction]) -> Cell:
        return cell(function.masses(lambda x: likelihood(x) if known[x] == z else Fraction(0)))

    after = [where(z, partial(P.entry, y=y)) for z in dict.fromkeys(known.values()) for y in P.outputs]
    before = [where(z, lambda _: Fraction(1)) for z in dict.fromkeys(known.values())]
    return guessing_leakage(after, before, *orders, width)


# --- many users ------------------------------------------------------------------------------------------------------


class Slice(NamedTuple):
    """What is fixed: the position of the user whose entry varies, and the entries of the others."""

    user: int
    others: tuple[Value, ...]


def slices(mechanism: Mechanism) -> dict[Slice, Channel]:
    """The channel from each user's entry to the output, for each choice of the others' entries that occurs.

    Databases that are not tuples of one length, at least 1, raise ``TableError``.

    >>> flip = {0: {"a": "3/4", "b": "1/4"}, 1: {"a": "1/4", "b": "3/4"}}
    >>> parity = {(x, x2): flip[(x + x2) % 2] for x in (0, 1) for x2 in (0, 1)}
    >>> slices(parity)[Slice(0, (1,))]
    Channel({0: {'a': '1/4', 'b': '3/4'}, 1: {'a': '3/4', 'b': '1/4'}})
    """
    P = _databases(mechanism)
    rows: dict[Slice, dict[Value, Mapping[Value, Fraction]]] = {}
    for user in range(_users(P)):
        for x in P.occurring:
            rows.setdefault(Slice(user, without(x, user)), {})[x[user]] = P.rows[x]
    return {fixed: Channel(channel) for fixed, channel in rows.items()}


def without(x: tuple[Value, ...], user: int) -> tuple[Value, ...]:
    """The entries of a database but one.

    >>> without(("ann", "bob", "eve"), 1)
    ('ann', 'eve')
    """
    return (*x[:user], *x[user + 1 :])


def _databases(mechanism: Mechanism) -> Channel:
    return mechanism if isinstance(mechanism, Channel) else Channel(mechanism)


def _users(P: Channel) -> int:
    """How many entries the databases have."""
    lengths = {len(x) if isinstance(x, tuple) else 0 for x in P.inputs}
    if len(lengths) != 1 or 0 in lengths:
        raise TableError(f"got the databases {P.inputs[:8]}; give tuples of one length, with an entry for each user")
    return lengths.pop()


def multi_user_leakage(
    mechanism: Mechanism,
    alpha: Exactable | Infinite,
    beta: Exactable | Infinite,
    *,
    width: Exactable = "1e-12",
    at_one: AtOne = None,
) -> WorstCase[Slice]:
    """The largest maximal (α, β)-leakage about one user to one who knows all others, in nats, and its slice.

    At (∞, ∞) it is the parameter of pure differential privacy, at α = β > 1 that of Rényi differential privacy, both
    for databases in which one entry is substituted; for one user it is maximal (α, β)-leakage.

    >>> flip = {0: {"a": "3/4", "b": "1/4"}, 1: {"a": "1/4", "b": "3/4"}}
    >>> noisy_and = {(x, x2): flip[x * x2] for x in (0, 1) for x2 in (0, 1)}
    >>> multi_user_leakage(noisy_and, "inf", "inf")
    WorstCase(value=ln(3) nats, at=Slice(user=0, others=(1,)))

    See Also: differential_privacy, renyi_differential_privacy.
    Reference: [gilani2022alphabet], Sec. IV, eq. (16).
    """
    return conditional_alpha_beta_leakage(slices(mechanism), alpha, beta, width=width, at_one=at_one)


# --- differential privacy --------------------------------------------------------------------------------------------


class NeighborPair(NamedTuple):
    """Two neighboring databases, of which the output distribution of the first diverges from that of the second."""

    x: Value
    x2: Value


def substitution_neighbors(x: tuple[Value, ...], x2: tuple[Value, ...]) -> bool:
    """Whether two databases have the same users, and at most one entry differs.

    >>> substitution_neighbors((0, 1), (0, 5)), substitution_neighbors((0, 1), (1, 0)), substitution_neighbors((0,), ())
    (True, False, False)
    """
    return len(x) == len(x2) and sum(entry != entry2 for entry, entry2 in zip(x, x2, strict=True)) <= 1


def add_remove_neighbors(x: tuple[Value, ...], x2: tuple[Value, ...]) -> bool:
    """Whether one database is the other without one of its entries.

    >>> add_remove_neighbors((0, 1), (0, 5, 1)), add_remove_neighbors((0, 1), (0, 5))
    (True, False)
    """
    short, long = sorted((x, x2), key=len)
    return len(long) == len(short) + 1 and any(without(long, user) == short for user in range(len(long)))


def renyi_differential_privacy(
    mechanism: Mechanism,
    alpha: Exactable | Infinite,
    neighbors: Callable[[tuple[Value, ...], tuple[Value, ...]], bool] = substitution_neighbors,
) -> WorstCase[NeighborPair]:
    """The largest Rényi divergence D_α between the outputs of neighboring databases, in nats, and the pair.

    Neighbors have one entry substituted, unless another relation is given.  Orders are those of ``renyi_divergence``.

    >>> flip = {0: {"a": "3/4", "b": "1/4"}, 1: {"a": "1/4", "b": "3/4"}}
    >>> renyi_differential_privacy({(x, x2): flip[x * x2] for x in (0, 1) for x2 in (0, 1)}, 2)
    WorstCase(value=ln(7/3) nats, at=NeighborPair(x=(0, 1), x2=(1, 1)))

    See Also: multi_user_leakage (the same at α = β > 1, for substitution).
    """
    P = _databases(mechanism)
    rows = {x: tuple(sorted(P.rows[x].items(), key=lambda entry: P.outputs.index(entry[0]))) for x in P.occurring}
    known: dict[Hashable, Leakage] = {}

    def divergence(x: Value, x2: Value) -> Leakage:
        both = rows[x], rows[x2]
        if both not in known:
            known[both] = renyi_divergence(P.rows[x], P.rows[x2], alpha)
        return known[both]

    pairs = (NeighborPair(x, x2) for x in rows for x2 in rows if x == x2 or neighbors(x, x2))
    return worst_case({pair: divergence(*pair) for pair in pairs})


def differential_privacy(
    mechanism: Mechanism,
    neighbors: Callable[[tuple[Value, ...], tuple[Value, ...]], bool] = substitution_neighbors,
) -> WorstCase[NeighborPair]:
    """The parameter ε of pure differential privacy: the largest ln P(y|x)/P(y|x') of neighbors, in nats, and the pair.

    Neighbors have one entry substituted, unless another relation is given; infinite when an output tells them apart.

    >>> noisy_count = {(): {0: "2/3", 1: "1/3"}, (1,): {0: "1/3", 1: "2/3"}}
    >>> differential_privacy(noisy_count, add_remove_neighbors)
    WorstCase(value=ln(2) nats, at=NeighborPair(x=(), x2=(1,)))

    See Also: multi_user_leakage (the same at (∞, ∞), for substitution), local_differential_privacy.
    """
    return renyi_differential_privacy(mechanism, INFINITE, neighbors)


# --- other readings of the multi-user measure ------------------------------------------------------------------------


def leakage_beside_fixed_others(
    mechanism: Mechanism,
    priors: Sequence[Law],
    orders: Orders,
    *,
    width: Exactable = "1e-12",
    at_one: AtOne = None,
) -> WorstCase[int]:
    """The largest leakage from one user's entry to (Y, others), the others being independent with fixed laws, in nats.

    The priors are a law for each user.  At α = β it can be below Rényi differential privacy, because the fixed law
    averages over the others.  A number of priors other than that of users raises ``OutsideRangeError``.

    >>> flip = {0: {"a": "3/4", "b": "1/4"}, 1: {"a": "1/4", "b": "3/4"}, "off": {"a": "1/2", "b": "1/2"}}
    >>> switched = {(x, on): flip[x if on else "off"] for x in (0, 1) for on in (False, True)}
    >>> half = {0: "1/2", 1: "1/2"}
    >>> leakage_beside_fixed_others(switched, [half, {False: "1/2", True: "1/2"}], (2, 2))
    WorstCase(value=ln(5/3) nats, at=0)

    See Also: multi_user_leakage.
    """
    P = _databases(mechanism)
    if len(priors) != _users(P):
        raise OutsideRangeError(f"got {len(priors)} priors for {_users(P)} users; give one for each, in their order")
    laws = [law(prior) for prior in priors]
    channels = {user: _beside_fixed_others(P, laws, user) for user in range(len(laws))}
    return conditional_alpha_beta_leakage(channels, *orders, width=width, at_one=at_one)


def _beside_fixed_others(P: Channel, laws: Sequence[Mapping[Value, Fraction]], user: int) -> Channel:
    """x_i ↦ (others, y) with probability P(others) P(y|x)."""
    fixed = without(tuple(laws), user)
    weights = {rest: prod(p[x] for p, x in zip(fixed, rest, strict=True)) for rest in product(*fixed)}

    def row(entry: Value) -> dict[Value, Fraction]:
        databases = {rest: (*rest[:user], entry, *rest[user:]) for rest in weights}
        check_support(P, databases.values())
        return {(rest, y): weights[rest] * P.entry(x, y) for rest, x in databases.items() for y in P.outputs}

    return Channel({entry: row(entry) for entry in dict.fromkeys(x[user] for x in P.occurring)})


def leakage_with_others_revealed(
    mechanism: Mechanism,
    alpha: Exactable | Infinite,
    beta: Exactable | Infinite,
    *,
    width: Exactable = "1e-12",
    at_one: AtOne = None,
) -> WorstCase[int]:
    """The largest leakage from the database to (Y, all entries but one), in nats: the others are news too.

    This reading has the side information only after the output is seen, so that even a constant output leaks.

    >>> constant = {(x, x2): {"*": 1} for x in (0, 1) for x2 in (0, 1)}
    >>> leakage_with_others_revealed(constant, 2, 1).value, leakage_with_others_revealed(constant, 2, 2).value
    (ln(2) nats, inf nats)

    See Also: multi_user_leakage.
    """
    P = _databases(mechanism)
    channels = {user: revealing_others(P, user) for user in range(_users(P))}
    return conditional_alpha_beta_leakage(channels, alpha, beta, width=width, at_one=at_one)


def revealing_others(mechanism: Mechanism, user: int) -> Channel:
    """The channel from a database to its output together with all entries but one user's.

    >>> revealing_others({(0, 1): {"a": 1}, (0, 2): {"a": 1}}, 0)
    Channel({(0, 1): {('a', (1,)): '1'}, (0, 2): {('a', (2,)): '1'}})
    """
    P = _databases(mechanism)
    return Channel({x: {(y, without(x, user)): P.entry(x, y) for y in P.outputs} for x in P.occurring})


def leakage_of_the_database(
    mechanism: Mechanism,
    alpha: Exactable | Infinite,
    beta: Exactable | Infinite,
    *,
    width: Exactable = "1e-12",
    at_one: AtOne = None,
) -> Leakage:
    """The maximal (α, β)-leakage from the whole database to Y, in nats: this reading has no side information.

    >>> flip = Channel.of([["3/4", "1/4"], ["1/4", "3/4"]])
    >>> both = flip.product(flip)
    >>> leakage_of_the_database(both, "inf", "inf"), differential_privacy(both).value
    (ln(9) nats, ln(3) nats)

    See Also: multi_user_leakage.
    """
    return maximal_alpha_beta_leakage(_databases(mechanism), alpha, beta, width=width, at_one=at_one)
