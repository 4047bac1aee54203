"""Independence numbers of graphs and strong products: a largest code that was found, and a bound that is proved.

Lower bounds are codes: of shorter words, set side by side, and of a local search with a seed. Upper bounds are

* floors: α(G ⊠ H) ≤ ⌊α*(G) α(H)⌋ for the fractional packing number α*, factor by factor, and whatever bound is given;
* slack: for an odd cycle, that the layers of a larger set would have too little of it (``layers``);
* exhaustive search, which branches, and bounds by covers with cliques (``branching``); its first word is fixed where
  every factor looks alike from each of its vertices.

Main definitions: :func:`independence_number`, :class:`Independence`.

Conventions: a word is a tuple of vertex numbers, with one letter for a single graph. A time limit leaves the bracket
that was reached; without one the search goes on until the number is known.

Reference: [shannon1956zero]; [hales1973numerical]; [baumert1971packing].
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache, reduce
from itertools import product
from math import floor, prod

from exactpriv.capacity.branching import Limits, clique_cover_number, largest_independent_set
from exactpriv.capacity.clock import Clock
from exactpriv.capacity.graphs import Graph, StrongProduct, Word, members
from exactpriv.capacity.layers import search_layers, slack
from exactpriv.capacity.packing import fractional_packing_number
from exactpriv.capacity.searching import as_product, wander_for_code
from exactpriv.capacity.symmetries import is_vertex_transitive
from exactpriv.errors import UndecidedError

_FEW_WORDS = 128
"""Up to so many words a short exhaustive search is worth while before a long local one."""
_MOST_SYMMETRIC, _MOST_PACKED = 64, 40
"""The largest factors whose symmetries are looked for, and those whose α* is computed."""
_MOST_PARTS = 1_000
_MOST_BRANCHED, _MOST_BRANCHED_ON = 5_000, 1_000
"""The largest product that is searched exhaustively at all, and until the time is up."""
_ENTRIES_AT_ONCE = 10_000_000
"""So much of an adjacency matrix is written in a tenth of a second; less takes no time."""


@dataclass(frozen=True)
class Independence:
    """A bracket |words| ≤ α ≤ upper: the largest code that was found, and why there is none larger than the bound."""

    words: tuple[Word, ...]
    upper: int
    reason: str
    floors: tuple[int, ...] = ()
    """⌊α*(G_i) b⌋ for the factors in turn, b being the one before, where this alone gives the upper bound."""

    @property
    def exact(self) -> bool:
        """Whether the words are as many as the bound allows."""
        return len(self.words) == self.upper

    @property
    def number(self) -> int:
        """The independence number α; ``UndecidedError`` while there is only a bracket."""
        if not self.exact:
            message = f"only {len(self.words)} ≤ α ≤ {self.upper} is known; read `words` and `upper`, or give more time"
            raise UndecidedError(message)
        return self.upper

    def at_most(self, upper: int, reason: str) -> Independence:
        """The same with another upper bound, if that is smaller."""
        return replace(self, upper=upper, reason=reason, floors=()) if upper < self.upper else self


def independence_number(
    G: Graph | StrongProduct, *, bound: int | Fraction | None = None, time_limit: float | None = None, seed: int = 0
) -> Independence:
    """α(G), the largest number of vertices, or of words, of which no two are confusable, as a bracket with reasons.

    A bound that is proved elsewhere, such as a power of ϑ, may be given. Without a time limit the search ends when the
    number is known, or when the product is too large for an exhaustive search.

    >>> pentagon = Graph.numbered(5, [(v, (v + 1) % 5) for v in range(5)])
    >>> independence_number(pentagon).number, independence_number(pentagon * pentagon).number
    (2, 5)
    >>> independence_number(pentagon * pentagon).reason
    '⌊5/2 · ⌊5/2⌋⌋ = 5'

    Reference: [shannon1956zero]; [hales1973numerical].
    """
    return _Solver(time_limit, seed).solved(as_product(G), bound)


Way = Callable[[StrongProduct, Independence], Independence]


class _Solver:
    """The brackets of a product and of the smaller ones that it is made of, under one time limit."""

    def __init__(self, time_limit: float | None, seed: int) -> None:
        self.clock, self.seed = Clock(time_limit), seed
        self.early = Clock(None if time_limit is None else time_limit / 2)
        self.known: dict[tuple[Graph, ...], Independence] = {}

    def solved(self, P: StrongProduct, bound: int | Fraction | None) -> Independence:
        """The bracket of the whole product, for which all of the time may be used."""
        known = self.bracket(P, bound)
        if known.exact:
            return known
        is_small = len(P) <= _MOST_BRANCHED_ON
        known = self._searched(P, known, self.early if is_small else self.clock, 20_000_000)
        return self._branched(P, known, self.clock, None) if is_small and not known.exact else known

    def bracket(self, P: StrongProduct, bound: int | Fraction | None = None) -> Independence:
        """The bracket of a product after the quick ways."""
        if P.factors not in self.known:
            known = self._floors(P)
            known = known if bound is None else known.at_most(floor(bound), f"⌊{bound}⌋, which was given")
            for improved in self._quick_ways(P):
                if known.exact:
                    break
                known = improved(P, known)
            self.known[P.factors] = known
        return self.known[P.factors]

    def _quick_ways(self, P: StrongProduct) -> list[Way]:
        """Ways to better a bracket, those that soon end first."""
        few = len(P) <= _FEW_WORDS
        return [
            self._part_by_part,
            self._side_by_side,
            *([self._branching(1_000)] if few else []),
            self._searching(5_000),
            *([self._branching(30_000)] if few else []),
            self._searching(1_000_000),
            self._layered,
            self._branching(300_000),
        ]

    # --- bounds from smaller products ---

    def _floors(self, P: StrongProduct) -> Independence:
        """α(G ⊠ H) ≤ ⌊α*(G) α(H)⌋, with the floors below it alone and with what is known of α(H)."""
        numbers, chain = [_packed(G) for G in P.factors], [1]
        for number in numbers:
            chain.append(floor(number * chain[-1]))
        reason = reduce(lambda said, number: f"⌊{number}{said and f' · {said}'}⌋", numbers, "")
        known = Independence((P.word(0),), chain[-1], f"{reason} = {chain[-1]}", tuple(chain[1:]))
        for i, rest in _without_one(P):
            below = self.bracket(rest)
            upper = floor(numbers[i] * below.upper)
            known = known.at_most(
                upper, f"⌊{numbers[i]} · {below.upper}⌋ = {upper}, where {below.upper} is: {below.reason}"
            )
        return known

    def _part_by_part(self, P: StrongProduct, known: Independence) -> Independence:
        """Words of different components are not confusable, so that the numbers of their products add up."""
        choices = [G.components() for G in P.factors]
        if not 1 < prod(map(len, choices)) <= _MOST_PARTS:
            return known
        words: list[Word] = []
        upper, reasons = 0, dict[str, None]()
        for parts in product(*choices):
            inside = self._within(P, parts)
            words += inside.words
            upper += inside.upper
            reasons[inside.reason] = None
        return _with_words(known, tuple(words)).at_most(upper, f"components add up to {upper}: {'; '.join(reasons)}")

    def _within(self, P: StrongProduct, parts: tuple[tuple[int, ...], ...]) -> Independence:
        """The bracket of the words with every letter in one component; single vertices are no choice."""
        chosen = [i for i, part in enumerate(parts) if len(part) > 1]
        if not chosen:
            return Independence((tuple(part[0] for part in parts),), 1, "1")
        inside = self.bracket(StrongProduct(tuple(P.factors[i].induced(parts[i]) for i in chosen)))
        words = []
        for word in inside.words:
            letters = dict(zip(chosen, word, strict=True))
            words.append(tuple(part[letters.get(i, 0)] for i, part in enumerate(parts)))
        return replace(inside, words=tuple(words))

    def _side_by_side(self, P: StrongProduct, known: Independence) -> Independence:
        """Words put together from two codes."""
        for i in range(1, len(P.factors)):
            first, second = (self.bracket(StrongProduct(part)).words for part in (P.factors[:i], P.factors[i:]))
            known = _with_words(known, tuple(word + word2 for word in first for word2 in second))
        return known

    # --- searches ---

    def _searching(self, steps: int) -> Way:
        return lambda P, known: self._searched(P, known, self.early, steps)

    def _branching(self, nodes: int) -> Way:
        return lambda P, known: self._branched(P, known, self.early, nodes)

    def _searched(self, P: StrongProduct, known: Independence, clock: Clock, steps: int) -> Independence:
        """What local search finds, if there is time."""
        if clock.is_over():
            return known
        return _with_words(known, wander_for_code(P, known.upper, clock=clock, seed=self.seed, steps=steps))

    def _layered(self, P: StrongProduct, known: Independence) -> Independence:
        """Exclude sets layer by layer over an odd cycle, from the largest size on."""
        for i, rest in _without_one(P):
            order, below = _around_odd_cycle(P.factors[i]), self.bracket(rest)
            while order and below.exact and not known.exact:
                n, largest, size = len(order), below.number, known.upper
                done = search_layers(n, rest, largest=largest, size=size, clock=self.early)
                if not done.is_finished:
                    break
                if done.layers:
                    return _with_words(known, _stacked(done.layers, order, rest, i))
                why = f"{size} words would leave {n} pairs of layers the slack {slack(n, largest, size)}"
                known = known.at_most(size - 1, f"{why}, which does not suffice: {done.rows:,} rows of layers tried")
        return known

    def _branched(self, P: StrongProduct, known: Independence, clock: Clock, nodes: int | None) -> Independence:
        """Search exhaustively for a larger set than is known, if there is time to write out the graph."""
        if len(P) > _MOST_BRANCHED or clock.is_over() or not clock.has(len(P) ** 2 // _ENTRIES_AT_ONCE / 10):
            return known
        graph = P.graph
        near, candidates = [graph.closed_neighborhood(v) for v in range(len(graph))], (1 << len(graph)) - 1
        fixed: tuple[int, ...] = ()
        if all(len(G) <= _MOST_SYMMETRIC and is_vertex_transitive(G, clock) for G in P.factors):
            fixed, candidates = (0,), candidates & ~near[0]
        above, enough = len(known.words) - len(fixed), known.upper - len(fixed)
        done = largest_independent_set(near, candidates, above=above, enough=enough, limits=Limits(clock, nodes))
        if done.found:
            known = _with_words(known, tuple(map(P.word, fixed + done.found)))
        how = ", the first word fixed by symmetry" if fixed else ""
        reason = f"exhaustive search in {done.nodes:,} branches{how}"
        return known.at_most(len(known.words), reason) if done.is_finished else known


@lru_cache(maxsize=256)
def _packed(G: Graph) -> Fraction:
    """α*(G), or for a large graph the cliques of a greedy cover, which are no fewer."""
    if len(G) <= _MOST_PACKED:
        return fractional_packing_number(G)
    return Fraction(clique_cover_number([G.closed_neighborhood(v) for v in range(len(G))]))


def _with_words(known: Independence, words: tuple[Word, ...]) -> Independence:
    return replace(known, words=tuple(sorted(words))) if len(words) > len(known.words) else known


def _without_one(P: StrongProduct) -> Iterator[tuple[int, StrongProduct]]:
    """The places of different factors, each with the product of the others, if there are others."""
    for i, G in enumerate(P.factors):
        if len(P.factors) > 1 and P.factors.index(G) == i:
            yield i, StrongProduct(P.factors[:i] + P.factors[i + 1 :])


def _around_odd_cycle(G: Graph) -> tuple[int, ...]:
    """The vertices of an odd cycle in their order around it; none if the graph is no odd cycle."""
    if len(G) % 2 == 0 or any(around.bit_count() != 2 for around in G.neighbors):
        return ()
    order = [0]
    while len(order) < len(G):
        ahead = next((w for w in members(G.neighbors[order[-1]]) if w not in order), None)
        if ahead is None:
            return ()
        order.append(ahead)
    return tuple(order)


def _stacked(layers: tuple[int, ...], order: tuple[int, ...], rest: StrongProduct, i: int) -> tuple[Word, ...]:
    """The words whose i-th letter says in which layer the others stand."""
    words = ((v, rest.word(number)) for v, layer in zip(order, layers, strict=True) for number in members(layer))
    return tuple((*word[:i], v, *word[i:]) for v, word in words)
