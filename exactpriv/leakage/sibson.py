r"""Sibson information of every order, exactly wherever it is the logarithm of sums of radicals.

Main definitions: :func:`sibson_information`, :func:`shannon_information`.

Order α is :math:`\frac{α}{α-1} \ln \sum_y S_y^{1/α}` with the inner sums :math:`S_y = \sum_x P(x) P(y|x)^α`.  The power
of an inner sum is again a sum of radicals when α is a whole number, or when 1/α is one (not so large that the power is
too long to write out), or when the inner sum has a single term.  When all inner sums are multiples of one of them, as
they are in symmetric channels, their common power has a logarithm of its own.  Any other value is a nested root and
comes as a certified enclosure.

Conventions at the boundary: only inputs in the support of the channel can have a positive probability; the order 0 is
refused with ``OrderError``; outputs that never occur are ignored.

Reference: [gilani2022alphabet], eq. (2).
"""

from __future__ import annotations

import math
from fractions import Fraction
from typing import TYPE_CHECKING, TypeAlias

from exactpriv.amount import ZERO, ln
from exactpriv.errors import OrderError, WidthError
from exactpriv.exact.enclosure import Enclosure, refine
from exactpriv.exact.logarithms import ExactAmount, log_of
from exactpriv.exact.radicals import RadicalSum, radical
from exactpriv.leakage.channel import Channel
from exactpriv.leakage.guessing import Law, prior_on
from exactpriv.leakage.orders import Infinite, order
from exactpriv.numbers import Exactable, exact
from exactpriv.relations import Value

if TYPE_CHECKING:
    from flint import arb

_LARGEST_POWER = 64
"""Beyond, a power is long even when it has few terms."""
_MOST_TERMS = 2000
"""Powers of inner sums are written out when they have at most so many terms."""

Masses: TypeAlias = list[tuple[Fraction, Fraction]]
"""For one output, the probability of each input and that of the output given it, where both are positive."""


def sibson_information(
    P: Channel, prior: Law | None, alpha: Exactable | Infinite, *, width: Exactable = "1e-12"
) -> ExactAmount | Enclosure:
    r"""Sibson information, I_α(X;Y) = α/(α-1) · ln Σ_y (Σ_x P(x) P(y|x)^α)^(1/α), in nats.

    Order 1 is Shannon's mutual information, order ∞ is ln Σ_y max P(y|x) over the x with P(x) > 0.  Never negative,
    and 0 when X and Y are independent.  The prior is uniform on the support of the channel when it is None.

    The answer is exact when the order or its reciprocal is whole, and when the inner sums are multiples of each other;
    otherwise, as for most channels at order 3/2, it is an enclosure in nats of at most the given width.

    The order 0 raises ``OrderError``, a prior that is no distribution ``NotStochasticError``, one with inputs outside
    the support ``SupportError``, a width that is not positive ``WidthError``.

    >>> P = Channel({0: {"a": "3/4", "b": "1/4"}, 1: {"a": "1/4", "b": "3/4"}})
    >>> [sibson_information(P, None, alpha) for alpha in (1, 2, "inf")]
    [-ln(2) + 3/4*ln(3) nats, ln(5/4) nats, ln(3/2) nats]
    >>> sibson_information(P, {0: "1/3", 1: "2/3"}, 2)
    2*ln(1/12*33^(1/2) + 1/12*57^(1/2)) nats
    >>> print(sibson_information(P, {0: "1/3", 1: "2/3"}, "3/2"))
    [0.164855, 0.164856]

    See Also: shannon_information, maximal_leakage (order ∞), renyi_divergence.
    Reference: [gilani2022alphabet], eq. (2).
    """
    which = order(alpha)
    if which == 0:
        raise OrderError("Sibson information has no order 0; give an order above 0, such as '1/100', or 'inf'")
    if (wide := exact(width)) <= 0:
        raise WidthError(f"an enclosure cannot be asked to have width {wide}; give a width above 0, such as '1e-12'")
    masses = _masses(P, prior_on(P, prior))
    if isinstance(which, Infinite):
        return ln(sum(max(p for _, p in cell) for cell in masses))
    if which == 1:
        return _shannon(masses)
    return _of_order(masses, which, wide)


def shannon_information(P: Channel, prior: Law | None = None) -> ExactAmount:
    """Shannon's mutual information, I(X;Y) = Σ_xy P(x) P(y|x) ln(P(y|x)/P(y)), in nats.

    The prior is uniform on the support of the channel unless it is given.

    >>> shannon_information(Channel({0: {"a": 1}, 1: {"a": "1/2", "b": "1/2"}}), {0: "1/2", 1: "1/2"})
    3/2*ln(2) - 3/4*ln(3) nats

    See Also: sibson_information (order 1).
    Reference: [gilani2022alphabet], Sec. II.
    """
    return _shannon(_masses(P, prior_on(P, prior)))


def _masses(P: Channel, prior: dict[Value, Fraction]) -> list[Masses]:
    """The masses of each output that occurs."""
    cells = ([(weight, p) for x, weight in prior.items() if (p := exact(P.entry(x, y)))] for y in P.outputs)
    return [cell for cell in cells if cell]


def _shannon(masses: list[Masses]) -> ExactAmount:
    """Σ P(x) P(y|x) ln P(y|x) - Σ P(y) ln P(y)."""
    given = sum((ln(p) * (weight * p) for cell in masses for weight, p in cell), ZERO.in_nats())
    totals = (sum(weight * p for weight, p in cell) for cell in masses)
    return given - sum((ln(total) * total for total in totals), ZERO)


def _of_order(masses: list[Masses], alpha: Fraction, width: Fraction) -> ExactAmount | Enclosure:
    scale, root = alpha / (alpha - 1), 1 / alpha
    inner = [RadicalSum.total(weight * radical(p, alpha) for weight, p in cell) for cell in masses]
    if all(_has_short_power(S, root) for S in inner):
        return log_of(RadicalSum.total(S**root for S in inner), scale)
    ratios = [_ratio(S, inner[0]) for S in inner]
    if None not in ratios:
        multiples = RadicalSum.total(ratio**root for ratio in ratios if ratio is not None)
        return log_of(multiples, scale) + log_of(inner[0], scale * root)
    return refine(lambda: _ball(inner, scale, root), width)


def _has_short_power(S: RadicalSum, power: Fraction) -> bool:
    """Whether the power is a sum of radicals that is short enough to be written out."""
    if S.is_single:
        return True
    n = power.numerator
    return power.denominator == 1 and n <= _LARGEST_POWER and math.comb(len(S.terms) + n - 1, n) <= _MOST_TERMS


def _ratio(S: RadicalSum, T: RadicalSum) -> RadicalSum | None:
    """S / T if that is a single radical: then it is the ratio of some term of S and a given term of T."""
    lead = T.parts()[0]
    return next((ratio for ratio in (part / lead for part in S.parts()) if ratio * T == S), None)


def _ball(inner: list[RadicalSum], scale: Fraction, root: Fraction) -> arb:
    from flint import arb, ctx, fmpq

    def ball(x: Fraction) -> arb:
        return arb(fmpq(x.numerator, x.denominator))

    powers = (S.ball(ctx.prec) ** ball(root) for S in inner)
    return ball(scale) * sum(powers, arb(0)).log()
