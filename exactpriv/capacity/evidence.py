"""Bounds on the zero-error capacity that carry the evidence for them, and how those of parts make those of a whole.

Main definitions: :class:`Bound`; :func:`code_bound`, :func:`greedy_code`, :func:`greedy_cover`; :func:`sum_of_lower`,
:func:`sum_of_upper`; :func:`renamed`, :func:`written`.

Conventions: a bound is one of Θ = 2^C₀. Its evidence is a table as :mod:`exactpriv.capacity.checker` reads it. Upper
bounds that add up over components have one ``family``: "theta" for ϑ and all that is at least ϑ, "rank over GF(p)".

Reference: [shannon1956zero]; [lovasz1979shannon]; [haemers1979shannon].
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import reduce
from operator import add
from typing import TYPE_CHECKING, Any, TypeAlias

from exactpriv.capacity.cyclotomic import CycleTheta
from exactpriv.capacity.graphs import Graph, Word, members
from exactpriv.exact.enclosure import Enclosure, refine
from exactpriv.exact.logarithms import ExactAmount, log_of
from exactpriv.exact.radicals import RadicalSum, radical

if TYPE_CHECKING:
    from flint import arb

Value: TypeAlias = RadicalSum | CycleTheta
Evidence: TypeAlias = Mapping[str, Any]

THETA = "theta"


@dataclass(frozen=True)
class Bound:
    """A bound of Θ, why it holds, and the evidence.

    >>> code_bound([(0, 0), (1, 2), (2, 4), (3, 1), (4, 3)], "found by hand")
    5^(1/2): 5 words of length 2, found by hand
    """

    value: Value
    reason: str
    evidence: Evidence = field(repr=False)
    family: str = ""

    @property
    def amount(self) -> ExactAmount | Enclosure:
        """log₂ of the value, in bits: an exact amount, or an enclosure where cosines occur.

        >>> code_bound([(0, 0), (1, 2), (2, 4), (3, 1), (4, 3)], "").amount
        1/2*log2(5) bits
        """
        value = self.value
        if isinstance(value, RadicalSum):
            return log_of(value, unit="bits")

        def logarithm() -> arb:
            from flint import arb, ctx

            return value.ball(ctx.prec).log() / arb(2).log()

        return refine(logarithm)

    def __repr__(self) -> str:
        return f"{self.value}: {self.reason}"


def number(value: Fraction | int | Value) -> Value:
    """A number as a sum of radicals or of cosines."""
    return value if isinstance(value, CycleTheta) else RadicalSum.of(value)


def written(G: Graph) -> dict[str, Any]:
    """A graph as it stands in a certificate.

    >>> written(Graph.of((0, 1)))
    {'vertices': 2, 'edges': [[0, 1]]}
    """
    return {"vertices": len(G), "edges": [list(edge) for edge in G.edges()]}


# --- bounds at once --------------------------------------------------------------------------------------------------


def code_bound(words: Sequence[Word], how: str) -> Bound:
    """The lower bound |ℱ|^(1/k) of a code of length k."""
    k, size = len(words[0]), len(words)
    evidence = {"kind": "code", "length": k, "words": [list(word) for word in words]}
    text = f"{size} word{'s' if size > 1 else ''} of length {k}"
    return Bound(radical(size, Fraction(1, k)), f"{text}, {how}", evidence)


def greedy_code(G: Graph) -> Bound:
    """An independent set that takes a vertex with the fewest neighbors left, again and again.

    >>> greedy_code(Graph.of((0, 1), (1, 2))).value
    2
    """
    left, words = (1 << len(G)) - 1, []
    while left:
        v = min(members(left), key=lambda v: (G.neighbors[v] & left).bit_count())
        words.append((v,))
        left &= ~G.closed_neighborhood(v)
    return code_bound(words, "taken greedily")


def greedy_cover(G: Graph) -> Bound:
    """A partition into cliques, each of which grows as long as it can.

    >>> greedy_cover(Graph.of((0, 1), (1, 2))).value
    2
    """
    left, cliques = (1 << len(G)) - 1, []
    while left:
        clique, candidates = [], left
        while candidates:
            v = max(members(candidates), key=lambda v: (G.neighbors[v] & candidates).bit_count())
            clique.append(v)
            candidates &= G.neighbors[v]
        cliques.append(sorted(clique))
        left &= ~sum(1 << v for v in clique)
    evidence = {"kind": "cover", "cliques": cliques, "weights": ["1"] * len(cliques)}
    text = f"{len(cliques)} clique{'s' if len(cliques) > 1 else ''}"
    return Bound(RadicalSum.of(len(cliques)), f"{text}, taken greedily", evidence, THETA)


# --- parts and wholes ------------------------------------------------------------------------------------------------


def sum_of_lower(parts: Sequence[tuple[Sequence[int], Bound]]) -> Bound:
    """Shannon's sum rule, Θ(G + H) ≥ Θ(G) + Θ(H), for the vertices and the bound of each part."""
    written_parts = [{"vertices": list(kept), "lower": bound.evidence} for kept, bound in parts]
    value = reduce(add, (bound.value for _, bound in parts))
    return Bound(value, _summed("sum rule", parts), {"kind": "sum", "parts": written_parts})


def sum_of_upper(parts: Sequence[tuple[Sequence[int], Bound]]) -> Bound:
    """The sum over all components of bounds of one family."""
    written_parts = [{"vertices": list(kept), "upper": bound.evidence} for kept, bound in parts]
    value = reduce(add, (bound.value for _, bound in parts))
    evidence = {"kind": "components", "parts": written_parts}
    return Bound(value, _summed("components", parts), evidence, parts[0][1].family)


def _summed(rule: str, parts: Sequence[tuple[Sequence[int], Bound]]) -> str:
    counts: dict[str, int] = {}
    for _, bound in parts:
        counts[str(bound)] = counts.get(str(bound), 0) + 1
    texts = [f"{count} times {text}" if count > 1 else text for text, count in counts.items()]
    return f"{rule}: {'; '.join(texts)}"


def renamed(evidence: Evidence, kept: Sequence[int]) -> dict[str, Any]:
    """Lower evidence about an induced subgraph, as evidence about the whole: position i stands for vertex kept[i].

    >>> renamed({"kind": "code", "length": 1, "words": [[0], [1]]}, [3, 5])
    {'kind': 'code', 'length': 1, 'words': [[3], [5]]}
    """
    match evidence["kind"]:
        case "code":
            return {**evidence, "words": [[kept[v] for v in word] for word in evidence["words"]]}
        case "sum":
            parts = [{**part, "vertices": [kept[v] for v in part["vertices"]]} for part in evidence["parts"]]
            return {**evidence, "parts": parts}
    return {**evidence, "map": [kept[v] for v in evidence["map"]]}
