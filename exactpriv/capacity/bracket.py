"""The zero-error capacity of a channel between two bounds, each with evidence that separate code checks.

For a channel R with the confusability graph G, Shannon's chain is

    log α(G) ≤ C₀ ≤ C₀F ≤ log α*(R),    C₀ = log Θ(G),

with α* the fractional packing number of the channel and C₀F the capacity with feedback (0 when every two inputs are
confusable, where it equals C₀). Only C₀ depends on G alone, so for a graph there is no C₀F.

Main definitions: :func:`zero_error_capacity`, :class:`Bracket`.

Conventions: amounts are in bits; Θ = 2^C₀.  A bracket is exact when its ends are one number.

Reference: [shannon1956zero]; [lovasz1979shannon]; [haemers1979shannon].
"""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from exactpriv.amount import Amount
from exactpriv.capacity import checker
from exactpriv.capacity.clock import Clock
from exactpriv.capacity.evidence import Bound, number, written
from exactpriv.capacity.feedback import feedback_by_packing, feedback_statement
from exactpriv.capacity.graphs import Graph, confusability_graph, inputs_and_outputs
from exactpriv.capacity.packing import fractional_packing
from exactpriv.capacity.pipeline import Attempt, Effort, Search
from exactpriv.drawing import table_html
from exactpriv.errors import CertificateError, SizeError
from exactpriv.exact.enclosure import Enclosure
from exactpriv.relations import Relation

DIGITS = 6
MOMENT = 1
"""The seconds that C₀F of a channel may take when the time is up."""
ENDS_CHECKED_AT_ONCE = 80_000
"""The checker reads a graph whose edges have so many ends in a tenth of a second."""
LONGEST = 24
"""Amounts with a longer text are shown in decimals."""


@dataclass(frozen=True, repr=False)
class Bracket:
    """Bounds lower ≤ Θ ≤ upper of a graph, or of a channel with this confusability graph.

    >>> pentagon = Graph.numbered(5, [(v, (v + 1) % 5) for v in range(5)])
    >>> found = zero_error_capacity(pentagon)
    >>> found, found.exact, found.lower.amount
    (C₀ = 1/2*log2(5) bits, True, 1/2*log2(5) bits)
    >>> for sentence in found.verify():
    ...     print(sentence)  # doctest: +ELLIPSIS
    lower: 5 words of length 2, no two confusable: Θ ≥ √5 ≈ 2.236068
    upper: ...: Θ ≤ √5 ≈ 2.236068
    exact: Θ = √5 ≈ 2.236068
    """

    graph: Graph
    channel: Relation | None
    lower: Bound
    upper: Bound
    block: int
    """The longest codes that were looked for; a bracket that closed earlier may not have looked for them."""
    tried: tuple[Attempt, ...]
    statements: tuple[dict[str, Any], ...]
    complete: bool
    """Whether everything was tried: neither the time limit nor the user ended the search."""
    interrupted: bool = False
    """Whether the user did."""
    feedback: Amount | None = None
    """C₀F of a channel, in bits, unless there was no time; a graph alone does not determine it."""

    @property
    def exact(self) -> bool:
        """Whether the bounds are one number, the capacity."""
        return bool(self.lower.value == self.upper.value)

    # --- evidence ----------------------------------------------------------------------------------------------------

    def certificate(self) -> dict[str, Any]:
        """All of it as a table of JSON, for the checker that needs the standard library alone."""
        made: dict[str, Any] = {"format": checker.FORMAT, "graph": written(self.graph)}
        labels = [str(label) for label in self.graph.labels]
        if labels != [str(v) for v in range(len(labels))] and len(set(labels)) == len(labels):
            made["labels"] = labels
        if self.channel is not None:
            made["channel"] = _written_channel(self.channel)
        made |= {"lower": dict(self.lower.evidence), "upper": dict(self.upper.evidence)}
        return made | ({"statements": list(self.statements)} if self.statements else {})

    def verify(self) -> list[str]:
        """What the checker finds shown, sentence by sentence; ``CertificateError`` if it refuses."""
        try:
            return checker.check(self.certificate())
        except checker.Refused as error:
            raise CertificateError(str(error)) from error

    def save(self, path: str | Path) -> None:
        """Write the certificate to a file, for ``exactpriv capacity --check FILE``."""
        Path(path).write_text(json.dumps(self.certificate(), ensure_ascii=False) + "\n", "utf-8")

    def record(self) -> dict[str, Any]:
        """Everything as a table of JSON: both bounds, exact and in decimals, what was tried, and the certificate."""
        return {
            "lower": _recorded(self.lower),
            "upper": _recorded(self.upper),
            "exact": self.exact,
            "feedback": None if self.feedback is None else str(self.feedback),
            "block": self.block,
            "complete": self.complete,
            "tried": [
                {
                    "side": each.side,
                    "what": each.what,
                    "value": None if each.value is None else str(each.value),
                    "reason": each.reason,
                }
                for each in self.tried
            ],
            "certificate": self.certificate(),
        }

    # --- display -----------------------------------------------------------------------------------------------------

    def __repr__(self) -> str:
        if self.exact:
            return f"C₀ = {_in_bits(self.lower, up=False)}"
        return f"{_in_bits(self.lower, up=False)} ≤ C₀ ≤ {_in_bits(self.upper, up=True)}"

    def _repr_html_(self) -> str:
        rows: list[tuple[object, ...]] = [
            (f"Θ {sign}", str(bound.value), bound.value.decimal(DIGITS), bound.reason)
            for sign, bound in (("≥", self.lower), ("≤", self.upper))
        ]
        if self.feedback is not None:
            rows.append(("C₀F =", str(self.feedback), self.feedback.decimal(DIGITS), "Shannon's formula"))
        return table_html(("", "value", "about", "why"), rows)


def _in_bits(bound: Bound, *, up: bool) -> str:
    """The amount; where it has no short text, its decimals, rounded away from the other bound."""
    amount = bound.amount
    if isinstance(amount, Enclosure):
        return f"log2({bound.value}) bits"
    if len(str(amount)) <= LONGEST:
        return str(amount)
    whole, rest = divmod(int(amount.enclosure(DIGITS)[up] * 10**DIGITS), 10**DIGITS)
    return f"{whole}.{rest:0{DIGITS}} bits"


def _recorded(bound: Bound) -> dict[str, Any]:
    shown = {"value": str(bound.value), "decimal": bound.value.decimal(DIGITS), "reason": bound.reason}
    return shown | {"bits": str(bound.amount)}


def _written_channel(R: Relation) -> dict[str, Any]:
    inputs, groups = inputs_and_outputs(R)
    pairs = sorted([x, y] for y, group in enumerate(groups) for x in group)
    return {"inputs": len(inputs), "outputs": len(groups), "pairs": pairs}


def zero_error_capacity(
    channel: Relation | Graph,
    block: int = 3,
    time_limit: float | None = None,
    seed: int = 0,
    progress: Callable[[str], None] | None = None,
) -> Bracket:
    """C₀ of a channel ⟦X, Y⟧ or of a confusability graph, as narrowly bracketed as codes of length ≤ block allow.

    >>> zero_error_capacity(Relation.of(*((x, y) for x in range(26) for y in {x, (x + 1) % 26})))
    C₀ = log2(13) bits

    ``time_limit`` is in seconds; when it is over, and when the user interrupts, the bracket found so far is the answer.
    ``progress`` is told every bound that is tried. The seed decides the order in which codes are searched.

    An input without output raises ``NotAChannelError``, a block length below 1 ``SizeError``.

    Reference: [shannon1956zero]; [lovasz1979shannon]; [haemers1979shannon].
    """
    if block < 1:
        raise SizeError(f"codes of length up to {block} were asked for; give a length of at least 1")
    effort = Effort(block, seed, Clock(time_limit), progress)
    R = channel if isinstance(channel, Relation) else None
    G = channel if isinstance(channel, Graph) else confusability_graph(channel)
    effort.clock.set_aside(sum(around.bit_count() for around in G.neighbors) // ENDS_CHECKED_AT_ONCE / 10)
    search = Search(G, effort)
    search.run()
    feedback = None if R is None else _feedback(R, G, effort)
    complete = search.is_settled or not effort.is_over()
    tried, statements = tuple(effort.tried), tuple(effort.statements)
    return Bracket(G, R, search.lower, search.upper, block, tried, statements, complete, effort.interrupted, feedback)


def _feedback(R: Relation, G: Graph, effort: Effort) -> Amount | None:
    """C₀F with the statement that proves it, if a moment after all the rest is enough."""
    what = "α* of the channel"
    try:
        best = fractional_packing(R, max(effort.left(), MOMENT))
    except SizeError as error:
        effort.note(Attempt("upper", what, None, f"left out, and with it the capacity with feedback: {error}"))
        return None
    effort.statements.append(feedback_statement(best))
    reason = "fractional packing of the channel, which also bounds the capacity with feedback"
    effort.note(Attempt("upper", what, number(best.number), reason))
    return feedback_by_packing(G, best)
