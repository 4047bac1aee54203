"""The (α, β) alphabet on one channel: the map of its special cases, computed, named and drawn.

Main definitions: :func:`special_case`, :func:`alphabet`, :func:`alphabet_html`; :func:`shortly`, a value in short.

Reference: [gilani2022alphabet], Fig. 1 and Sec. IV.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import NamedTuple, TypeAlias

from exactpriv import drawing
from exactpriv.exact.enclosure import Enclosure
from exactpriv.exact.logarithms import ExactAmount
from exactpriv.leakage.alphabeta import WIDTH, AtOne, leakage_certificate
from exactpriv.leakage.certificates import Certificate
from exactpriv.leakage.channel import Channel
from exactpriv.leakage.orders import INFINITE, Infinite, Order, order
from exactpriv.numbers import Exactable

ORDERS: tuple[Exactable | Infinite, ...] = (1, "3/2", 2, 3, INFINITE)
"""The orders of a map when none are asked for."""
_DIGITS = 6

Alphabet: TypeAlias = Mapping[tuple[Order, Order], Certificate | None]
"""The certificate at each pair of orders; None where the measure must be asked for by name (α = 1 < β)."""


class SpecialCase(NamedTuple):
    """A region of the map: the name of the measure there, and the orders that belong to it."""

    name: str
    orders: str


CAPACITY = SpecialCase("Shannon capacity", "α = β = 1")
MAXIMAL_LEAKAGE = SpecialCase("maximal leakage", "α = ∞, β = 1")
LOCAL_DIFFERENTIAL_PRIVACY = SpecialCase("local differential privacy", "α = β = ∞")
MAXIMAL_ALPHA_LEAKAGE = SpecialCase("maximal α-leakage", "1 < α < ∞, β = 1")
LOCAL_RENYI_PRIVACY = SpecialCase("local Rényi privacy", "1 < α = β < ∞")
SCALED_LOCAL_RENYI_PRIVACY = SpecialCase("scaled local Rényi privacy", "1 < α < β")
MAXIMAL_RENYI_LEAKAGE = SpecialCase("maximal Rényi leakage", "α = ∞, 1 < β < ∞")
BETWEEN = SpecialCase("between the special cases", "1 < β < α < ∞")
ASKED_BY_NAME = SpecialCase("definition or limit", "α = 1 < β")


def special_case(alpha: Exactable | Infinite, beta: Exactable | Infinite) -> SpecialCase:
    """The special case of maximal (α, β)-leakage to which a pair of orders from 1 on belongs; corners before edges.

    >>> [special_case(*orders).name for orders in [(1, 1), (2, 1), ("inf", 1), (2, 2), (2, 3), ("inf", "inf")]][3:]
    ['local Rényi privacy', 'scaled local Rényi privacy', 'local differential privacy']
    """
    a, b = order(alpha), order(beta)
    corners = {(1, 1): CAPACITY, (INFINITE, 1): MAXIMAL_LEAKAGE, (INFINITE, INFINITE): LOCAL_DIFFERENTIAL_PRIVACY}
    tests = (
        (a == 1, ASKED_BY_NAME),
        (b == 1, MAXIMAL_ALPHA_LEAKAGE),
        (a == INFINITE, MAXIMAL_RENYI_LEAKAGE),
        (a == b, LOCAL_RENYI_PRIVACY),
        (a < b, SCALED_LOCAL_RENYI_PRIVACY),
    )
    return corners.get((a, b)) or next((case for holds, case in tests if holds), BETWEEN)


def alphabet(
    P: Channel,
    alphas: Iterable[Exactable | Infinite] = ORDERS,
    betas: Iterable[Exactable | Infinite] = ORDERS,
    *,
    width: Exactable = WIDTH,
    at_one: AtOne | None = None,
) -> Alphabet:
    """The leakage of a channel at all pairs of orders, each with its certificate.

    A pair with α = 1 < β has None unless ``at_one`` says what is meant; see ``maximal_alpha_beta_leakage``.

    >>> found = alphabet(Channel.of([["3/4", "1/4"], ["1/4", "3/4"]]), [1, "inf"], [1, "inf"])
    >>> [None if certificate is None else certificate.value for certificate in found.values()]
    [-ln(2) + 3/4*ln(3) nats, None, ln(3/2) nats, ln(3) nats]
    """
    pairs = [(order(alpha), order(beta)) for alpha in alphas for beta in betas]
    return {
        (a, b): leakage_certificate(P, a, b, width=width, at_one=at_one) if a > 1 or b == 1 or at_one else None
        for a, b in pairs
    }


def alphabet_html(found: Alphabet) -> str:
    """The map as a picture, α to the right and β upward, every special case with its name, color and shape.

    >>> P = Channel.of([["3/4", "1/4"], ["1/4", "3/4"]])
    >>> "maximal leakage" in alphabet_html(alphabet(P, [2, "inf"], [1, 2]))
    True
    """
    alphas, betas = (list(dict.fromkeys(map(written, orders))) for orders in zip(*found, strict=True))
    values: dict[drawing.Pair, tuple[object, drawing.Label]] = {
        (written(a), written(b)): (shortly(certificate.value), special_case(a, b).name)
        for (a, b), certificate in found.items()
        if certificate is not None
    }
    return drawing.map_svg(alphas, betas, values)


def written(which: Order) -> str:
    """An order as it is printed.

    >>> written(order("3/2")), written(INFINITE)
    ('3/2', '∞')
    """
    return "∞" if isinstance(which, Infinite) else str(which)


def shortly(value: ExactAmount | Enclosure, digits: int = _DIGITS) -> str:
    """A value rounded to so many decimals, or to fewer where an enclosure leaves more than one answer.

    >>> from exactpriv.amount import ln
    >>> shortly(ln(2)), shortly(Enclosure("0.12341", "0.12342")), shortly(Enclosure(0, 3))
    ('0.693147', '0.1234', '[0, 3]')
    """
    if not isinstance(value, Enclosure):
        return value.decimal(digits)
    for places in range(digits, 0, -1):
        low, high = (round(end * 10**places) for end in (value.lo, value.hi))
        if low == high >= 0:
            whole, rest = divmod(low, 10**places)
            return f"{whole}.{rest:0{places}d}"
    return value.decimal(0)
