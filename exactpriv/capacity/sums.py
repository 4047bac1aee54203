"""The zero-error capacity of two channels side by side can exceed the sum: a counterexample that is checked in seconds.

Shannon proved Θ(G + H) ≥ Θ(G) + Θ(H) for the disjoint union, where each letter may be an input of either channel, and
conjectured equality. Alon proved that it fails. Here G has the 27 lines on a cubic surface as vertices, adjacent when
they meet, and H is its complement:

- Θ(G) ≤ 7, since A - I fits G and has rank 7 over GF(2); Θ(H) ≤ 3, since 3I + 3/2·B - J ⪰ 0 for the adjacency matrix B
  of H, whose eigenvalues 16, 4, -2 give 0, 9, 0;
- the 27 pairs (v, v) are independent in G ⊠ H: two of them are adjacent in only one of the letters. So 27 words of
  length 2 use G and H once each, where products of codes give at most 7·3 = 21;
- words of length 4 over G + H that use these pairs wherever both kinds of letters occur, and the independent sets of
  6 and of 3 vertices for what is left, are 81 + 972 + 4374 + 3888 + 1296 = 10,611 > 10⁴ ≥ (Θ(G) + Θ(H))⁴.

Main definitions: :func:`sum_counterexample`, :class:`SumCounterexample`; :func:`code_of_union`.

Conventions: the vertices of G + H are those of G, then those of H.

Certificate. Statement ``{"kind": "union", "lower": LOWER, "parts": [{"vertices": [v, …], "upper": UPPER}, …]}``: the
parts divide the vertices of the graph, no edge joins two of them, and the lower bound of the graph exceeds the sum of
the upper bounds of the parts.

Reference: [shannon1956zero]; [alon1998union]; [haemers1979shannon].
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import chain, product
from typing import Any

from exactpriv.capacity import checker
from exactpriv.capacity.evidence import written
from exactpriv.capacity.graphs import Graph, Word
from exactpriv.capacity.minrank import Matrix
from exactpriv.capacity.named import schlaefli, schlaefli_complement
from exactpriv.errors import CertificateError


@dataclass(frozen=True, repr=False)
class SumCounterexample:
    """Graphs G and H, bounds Θ(G) ≤ rank and Θ(H) ≤ t, and a code of G + H with more than (rank + t)^k words.

    The dual of ϑ(H) is t·I + y·B - J ⪰ 0 with the adjacency matrix B of H; twice t and y are integers.
    """

    first: Graph
    second: Graph
    fitting: Matrix
    twice_t: int
    twice_y: int
    words: tuple[Word, ...]

    @property
    def union(self) -> Graph:
        """The disjoint union G + H."""
        return self.first + self.second

    def certificate(self) -> dict[str, Any]:
        """All of it, for the checker that needs the standard library only."""
        n, union = len(self.first), self.union
        y = [str(self.twice_y)] * len(self.second.edges())
        theta = {"kind": "theta", "scale": "2", "t": str(self.twice_t), "y": y}
        parts = [
            {"vertices": [*range(n)], "upper": self.fitting.evidence()},
            {"vertices": [*range(n, len(union))], "upper": theta},
        ]
        lower = {"kind": "code", "length": len(self.words[0]), "words": [list(word) for word in self.words]}
        return {
            "format": checker.FORMAT,
            "graph": written(union),
            "statements": [{"kind": "union", "lower": lower, "parts": parts}],
        }

    def verify(self) -> str:
        """What the checker finds shown, in words; ``CertificateError`` if it refuses."""
        try:
            (sentence,) = checker.check(self.certificate())
        except checker.Refused as error:
            raise CertificateError(str(error)) from error
        return sentence

    def __repr__(self) -> str:
        k = len(self.words[0])
        return f"SumCounterexample({len(self.words):,} words of length {k} > ({self.fitting.rank} + {self._t})^{k})"

    @property
    def _t(self) -> str:
        return f"{self.twice_t // 2}" if self.twice_t % 2 == 0 else f"{self.twice_t}/2"


def sum_counterexample() -> SumCounterexample:
    """The lines on a cubic surface: Θ(G + H) > Θ(G) + Θ(H) for the graphs of meeting and of skew lines.

    >>> sum_counterexample()
    SumCounterexample(10,611 words of length 4 > (7 + 3)^4)

    Reference: [alon1998union], for the existence of such graphs; [haemers1979shannon], for the rank.
    """
    G, H = schlaefli_complement(), schlaefli()
    lines = range(len(G))
    minus_one = tuple(tuple(-1 % 2 if v == w else int(G.are_adjacent(v, w)) for w in lines) for v in lines)
    skew = [G.labels.index(line) for line in ("a1", "a2", "a3", "a4", "a5", "a6")]
    meeting = [G.labels.index(line) for line in ("a1", "b2", "c12")]
    shifted = [len(G) + v for v in meeting]
    pairs = [(v, len(G) + v) for v in lines]
    words = tuple(code_of_union(4, skew, shifted, pairs))
    return SumCounterexample(G, H, Matrix(G, 2, minus_one), twice_t=6, twice_y=3, words=words)


def code_of_union(
    length: int, first: Sequence[int], second: Sequence[int], pairs: Sequence[tuple[int, int]]
) -> Iterator[Word]:
    """The code of G + H from independent sets of G, of H, and of G ⊠ H, given by their vertices in G + H.

    A word is confusable only with words whose letters come from the same graphs. For each choice of graphs, pairs fill
    the first places of G together with the first places of H, and the other places take letters of the set.

    >>> sorted(code_of_union(2, first=[0], second=[2], pairs=[(0, 2), (1, 3)]))
    [(0, 0), (0, 2), (1, 3), (2, 0), (2, 2), (3, 1)]

    Reference: [shannon1956zero], for the sum of products of codes.
    """
    for graphs in product((0, 1), repeat=length):
        places = [[t for t in range(length) if graphs[t] == which] for which in (0, 1)]
        both = list(zip(*places, strict=False))
        left = [(t,) for which in (0, 1) for t in places[which][len(both) :]]
        alphabet = [(x,) for x in (first if len(places[0]) > len(both) else second)]
        order = list(chain.from_iterable(both + left))
        for letters in product(*[pairs] * len(both), *[alphabet] * len(left)):
            by_place = dict(zip(order, chain.from_iterable(letters), strict=True))
            yield tuple(by_place[t] for t in range(length))
