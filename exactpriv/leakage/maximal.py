"""Maximal leakage of a channel, by its own formula and exactly.

Main definitions: :class:`Channel`, :func:`maximal_leakage`, :func:`deterministic_channel`.

Reference: [issa2018operational]; [farokhi2019noiseless], Sec. III-E.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from exactpriv.errors import NotStochasticError
from exactpriv.information.logarithms import Information, log2
from exactpriv.numbers import exact
from exactpriv.relations import Range, Relation, Valuation, Value
from exactpriv.truth import Number, count, is_decided, largest, number_under


class Channel:
    """A finite channel P(y|x) with exact entries; the support says which inputs occur.

    >>> Channel({"a": {0: "1/4", 1: "3/4"}, "b": {0: 1, 1: 0}}).entry("a", 1)
    Fraction(3, 4)

    A negative entry or a row that does not sum to 1 raises ``NotStochasticError``.
    """

    __slots__ = ("outputs", "rows", "support")

    def __init__(self, rows: Mapping[Value, Mapping[Value, Any]], support: Range | None = None) -> None:
        self.rows = {x: {y: _number(p) for y, p in row.items()} for x, row in rows.items()}
        self.support = Range.of(*self.rows) if support is None else support
        self.outputs = tuple(dict.fromkeys(y for row in self.rows.values() for y in row))
        for x, row in self.rows.items():
            _check_row(x, row)

    def entry(self, x: Value, y: Value) -> Number:
        """P(y|x)."""
        return self.rows[x].get(y, 0)

    def decided(self, valuation: Valuation) -> Channel:
        """The channel in one instance."""
        rows = {x: {y: number_under(p, valuation) for y, p in row.items()} for x, row in self.rows.items()}
        return Channel(rows, Range({x: valuation(truth) for x, truth in self.support.items()}))

    def __repr__(self) -> str:
        return f"Channel({self.rows})"


def _number(entry: Any) -> Number:
    return exact(entry) if isinstance(entry, str) or not hasattr(type(entry), "smallest") else entry


def _check_row(x: Value, row: Mapping[Value, Number]) -> None:
    if not all(map(is_decided, row.values())):
        return
    if any(p < 0 for p in row.values()) or sum(row.values()) != 1:
        raise NotStochasticError(
            f"row {x!r} is {dict(row)} with sum {sum(row.values())}; give probabilities that sum to 1"
        )


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
    X, Y = R.columns
    outputs = R.range(Y)
    rows = {x: {y: count({y: R.holds(x, y)}) for y in outputs} for x in R.range(X)}
    return Channel(rows, R.range(X))
