"""Zero-error capacity with feedback, and the packing bound of channels that vary with time.

With feedback the sender sees every output before the next input. Shannon: C₀F = 0 when every two inputs may lead to a
common output; otherwise C₀F = log₂ α*, the fractional packing number of the channel itself. So C₀ ≤ C₀F ≤ log₂ α*.
The confusability graph alone does not determine C₀F.

Main definitions: :func:`feedback_capacity`, :func:`feedback_statement`; :func:`time_varying_packing_bound`.

Conventions: amounts are in bits. A statement of a certificate with the kind "feedback" has the weight of every input
and the price of every output of its channel as texts, in the order of their numbers; C₀F is 0 when the channel's
graph is complete, otherwise the logarithm of their common total.

Reference: [shannon1956zero]; [farokhi2019noiseless], eq. (10).
"""

from __future__ import annotations

from collections.abc import Sequence
from math import prod
from typing import Any

from exactpriv.amount import Amount, bits, log2
from exactpriv.capacity.graphs import Graph, confusability_graph
from exactpriv.capacity.packing import Packing, fractional_packing, fractional_packing_number
from exactpriv.errors import NotAChannelError
from exactpriv.relations import Relation


def feedback_capacity(R: Relation) -> Amount:
    """C₀F of a channel ⟦X, Y⟧: 0 when every two inputs are confusable, otherwise log₂ α*, in bits.

    >>> feedback_capacity(Relation.of(*((x, y) for x in range(5) for y in {x, (x + 1) % 5})))
    log2(5/2) bits
    >>> feedback_capacity(Relation.of(*((x, y) for x in range(3) for y in {x, (x + 1) % 3})))
    0 bits

    The second one is 0 although α* = 3/2. An input without output raises ``NotAChannelError``.

    Reference: [shannon1956zero].
    """
    return feedback_by_packing(confusability_graph(R), fractional_packing(R))


def feedback_by_packing(G: Graph, best: Packing) -> Amount:
    """The same for a channel with this confusability graph and these best weights and prices."""
    if all(around.bit_count() == len(G) - 1 for around in G.neighbors):
        return bits(0)
    return log2(best.number)


def feedback_statement(best: Packing) -> dict[str, Any]:
    """The weights and prices that prove C₀F of a channel, as a statement of a certificate.

    >>> feedback_statement(fractional_packing(Relation.of((0, "a"), (1, "a"), (1, "b"), (2, "b"))))
    {'kind': 'feedback', 'weights': ['1', '0', '1'], 'prices': ['1', '1']}
    """
    return {"kind": "feedback", "weights": list(map(str, best.weights)), "prices": list(map(str, best.prices))}


def time_varying_packing_bound(channels: Sequence[Relation]) -> Amount:
    """(log₂ α*(R₁) + … + log₂ α*(Rₖ)) / k, a bound on C₀ of channels that are used in turn, over and over, in bits.

    The limit of log₂|ℱ| / k in the capacity need not exist for channels that vary with time, so it is read as the limit
    superior. A code of length k weighs its words by 1, and the products of optimal prices are prices of k uses: it has
    at most α*(R₁) ⋯ α*(Rₖ) words. What a last incomplete round adds vanishes in the limit.

    >>> pentagon = Relation.of(*((x, y) for x in range(5) for y in {x, (x + 1) % 5}))
    >>> time_varying_packing_bound([pentagon, Relation.of((0, 0), (1, 1))])
    1/2*log2(5) bits

    Reference: [farokhi2019noiseless], eq. (10) and Theorem 2.
    """
    if not channels:
        raise NotAChannelError("no channel was given; give at least one")
    return log2(prod(map(fractional_packing_number, channels))) / len(channels)
