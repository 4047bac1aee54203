"""Maximal leakage of a channel, by its own formula and exactly; deterministic channels.

Main definitions: :func:`maximal_leakage`, :func:`deterministic_channel`, :func:`mechanism_channel`.

Reference: [issa2018operational]; [farokhi2019noiseless], Sec. III-E.
"""

from __future__ import annotations

from exactpriv.information.logarithms import Information, log2
from exactpriv.leakage.channel import Channel
from exactpriv.privacy import Line, Mechanism, points_of
from exactpriv.relations import Relation, Value, columns_of
from exactpriv.truth import Number, count, largest


def maximal_leakage(P: Channel) -> Information:
    """L_c(X → Y) = log₂ Σ_y max over x in the support of P(y|x), in bits.

    >>> maximal_leakage(Channel({0: {"a": "3/4", "b": "1/4"}, 1: {"a": "1/4", "b": "3/4"}}))
    log2(3/2) bits

    Reference: [issa2018operational], Thm. 1; [farokhi2019noiseless], Sec. III-E.
    """

    def most_likely(y: Value) -> Number:
        return largest(P.support, lambda x: P.entry(x, y))

    return log2(sum(map(most_likely, P.outputs)))


def deterministic_channel(R: Relation) -> Channel:
    """The channel of a relation in which y is a function of x: P(y|x) is 1 or 0.

    >>> maximal_leakage(deterministic_channel(Relation.of((1, "a"), (2, "a"), (3, "b"))))
    1 bit
    """
    X, Y = columns_of(R)
    outputs = R.range(Y)
    rows = {x: {y: count({y: R.holds(x, y)}) for y in outputs} for x in R.range(X)}
    return Channel(rows, R.range(X))


def mechanism_channel(g: Mechanism, line: Line) -> Channel:
    """The deterministic channel Xᵢ → Y of a noiseless mechanism for fixed others' data x₋ᵢ = v, on ⟦Xᵢ|x₋ᵢ = v⟧.

    With correlated data these are fewer inputs than in ``deterministic_channel(response(g, line))``, whose inputs are
    all of ⟦Xᵢ⟧.

    >>> D = Relation.of((0, 0), (0, 1), (1, 1))
    >>> maximal_leakage(mechanism_channel(Mechanism(D, lambda x: x[0] + x[1]), Line(0, (0,))))
    0 bits

    Reference: [farokhi2019noiseless], Sec. III-E; [gilani2022alphabet].
    """
    rows = {
        (point[line.individual], y): truth
        for point, occurs in points_of(g.data, line).items()
        for y, truth in g.rule.image({point: occurs}).items()
    }
    return deterministic_channel(Relation((g.data.columns[line.individual], "Y"), rows))
