r"""Maximal realizable leakage: how much the most revealing output helps to guess any function of the data.

For a given law of X it is the operational leakage at α = β = ∞, maximized over U alone; its supremum over the law of X
is local differential privacy.

Main definitions: :func:`maximal_realizable_leakage`, :func:`realizable_leakage`, :func:`nearly_worst_prior`.

Conventions at the boundary: only outputs that occur under the law of X count, and only its values of positive
probability, so for a given law it is finite.

Reference: [issa2018operational], Def. 8; [gilani2022alphabet], Sec. III.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from exactpriv.amount import INFINITY, Amount, ln
from exactpriv.errors import OutsideRangeError
from exactpriv.leakage.channel import Channel
from exactpriv.leakage.guessing import Law, check_support, prior_on
from exactpriv.leakage.operational import Leakage, RandomFunction, operational_leakage
from exactpriv.leakage.orders import INFINITE
from exactpriv.numbers import Exactable, exact
from exactpriv.relations import Value


def realizable_leakage(P: Channel, U: RandomFunction | Mapping[Value, Law]) -> Leakage:
    """ln max_{u, y} P(u|y) / max_u P(u), in nats: how much the most revealing output helps to guess this U.

    >>> P = Channel({0: {"a": "3/4", "b": "1/4"}, 1: {"a": "1/4", "b": "3/4"}})
    >>> realizable_leakage(P, RandomFunction.identity({0: "1/2", 1: "1/2"}))
    ln(3/2) nats

    See Also: operational_leakage, maximal_realizable_leakage (never smaller for the law of X that U has).
    """
    return operational_leakage(P, U, INFINITE, INFINITE)


def maximal_realizable_leakage(P: Channel, prior: Law | None = None) -> Amount:
    """ln max_{x, y} P(y|x) / P(y) under a law of X, in nats; without one, the supremum over the laws on the support.

    The supremum is ln max_{x, x', y} P(y|x) / P(y|x'), infinite when an output is impossible for one input only.
    For a law of X, :meth:`RandomFunction.shattered` attains it; a law outside the support raises ``SupportError``.

    >>> P = Channel({0: {"a": "3/4", "b": "1/4"}, 1: {"a": "1/4", "b": "3/4"}})
    >>> maximal_realizable_leakage(P, {0: "1/2", 1: "1/2"}), maximal_realizable_leakage(P)
    (ln(3/2) nats, ln(3) nats)

    See Also: local_differential_privacy (the supremum), maximal_leakage (the average over outputs in its place).
    Reference: [issa2018operational], Def. 8; [gilani2022alphabet], Sec. III.
    """
    if prior is None:
        columns = [column for column in zip(*P.matrix(), strict=True) if any(column)]
        return ln(max(max(c) / min(c) for c in columns)) if all(map(all, columns)) else INFINITY.in_nats()
    masses = prior_on(P, prior)
    ratios = []
    for y in P.outputs:
        column = {x: Fraction(P.entry(x, y)) for x in masses}
        if average := sum(p * column[x] for x, p in masses.items()):
            ratios.append(max(column.values()) / average)
    return ln(max(ratios))


def nearly_worst_prior(P: Channel, reference: Value, share: Exactable) -> dict[Value, Fraction]:
    """The law of X that is x' but for a share, which is uniform on the support: as the share vanishes, P(y) → P(y|x').

    A share that is not in (0, 1] raises ``OutsideRangeError``, an x' that does not occur ``SupportError``.

    >>> P = Channel({0: {"a": "3/4", "b": "1/4"}, 1: {"a": "1/4", "b": "3/4"}})
    >>> maximal_realizable_leakage(P, nearly_worst_prior(P, 0, "1/1000"))
    ln(3000/1001) nats
    """
    part = exact(share)
    check_support(P, [reference])
    if not 0 < part <= 1:
        raise OutsideRangeError(f"got the share {part}; give a number above 0 and at most 1")
    even = prior_on(P, None)
    return {x: p * part + (1 - part if x == reference else 0) for x, p in even.items()}
