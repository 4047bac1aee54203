"""The search for the best bounds of the zero-error capacity of a graph: what is tried, in which order, until when.

First come bounds that cost nothing, so that there always is an answer. Then fractional packing against the
independence number; a smaller graph with the same capacity; components, or Lovász's ϑ; a map to the pentagon with lone
vertices; Haemers' rank; and codes of growing length, where local search does not reach the bound also those that a turn
leaves as they are. Everything stops as soon as the bounds meet, and at the end of the time.

Main definitions: :class:`Search`, :class:`Effort`, :class:`Attempt`; :func:`core`.

Reference: [shannon1956zero]; [lovasz1979shannon]; [haemers1979shannon].
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from exactpriv.capacity.checker import MOST_ROWS
from exactpriv.capacity.clock import Clock
from exactpriv.capacity.evidence import (
    THETA,
    Bound,
    Value,
    code_bound,
    greedy_code,
    greedy_cover,
    number,
    renamed,
    sum_of_lower,
    sum_of_upper,
)
from exactpriv.capacity.graphs import Graph, Word, strong_power
from exactpriv.capacity.homomorphisms import GraphMap, find_cohomomorphism, folded
from exactpriv.capacity.independence import independence_number
from exactpriv.capacity.minrank import MinRank, minrank
from exactpriv.capacity.packing import Packing, fractional_packing
from exactpriv.capacity.theta import lovasz_theta, odd_cycle_order
from exactpriv.capacity.turning import turned_code
from exactpriv.errors import SizeError
from exactpriv.exact.radicals import RadicalSum, radical

SECONDS = 10
"""How long one search for a code may take when no time limit is given."""
MOST_SECONDS = 150
"""Without a time limit, a step that may take longer is left out."""
SECONDS_FOR_RANK = 2
"""How long a matrix of small rank over one field is looked for."""
SECONDS_FOR_TURNS = 2
"""How much is left for codes that are closed under a turn when the longest ones have been looked for."""
MOST_CLIQUES = 4_000
"""Fractional packing is left out for graphs with more maximal cliques."""
MOST_MAPPED = 10
"""Of larger graphs, vertices are folded onto each other, but no other maps to smaller graphs are looked for."""
MOST_WORDS = 60_000
"""Codes are searched for among at most so many words."""
ENDS_AT_ONCE = 100_000
"""A tenth of a second is enough to set up the search for cliques in a graph whose edges have so many ends,"""
FOURTH_POWERS_AT_ONCE = 7_000_000
"""or to check a matrix for ϑ whose number of rows has this fourth power,"""
ENTRIES_AT_ONCE = 30_000
"""or to set up the search for a matrix of small rank that has so many entries; less takes no time."""
FIELDS = (2, 3)
_DIGITS = 15


@dataclass(frozen=True)
class Attempt:
    """A bound that was tried: of Θ from below or above, or a number on the way; or why there is none."""

    side: str
    what: str
    value: Value | None
    reason: str


@dataclass
class Effort:
    """What may be spent, what was tried and what has been shown on the way; shared by the searches of all parts."""

    block: int = 3
    seed: int = 0
    clock: Clock = field(default_factory=Clock)
    progress: Callable[[str], None] | None = None
    tried: list[Attempt] = field(default_factory=list)
    statements: list[dict[str, Any]] = field(default_factory=list)
    interrupted: bool = False

    def seconds(self, *, last: bool = False) -> float:
        """How long one more search may take: half of the time that is left, or for the longest codes nearly all."""
        left = self.clock.left()
        if left is None:
            return SECONDS
        return max(left / 2, left - SECONDS_FOR_TURNS if last else 0)

    def left(self) -> float:
        """How long something may take that cannot be stopped on its way."""
        left = self.clock.left()
        return MOST_SECONDS if left is None else left

    def is_over(self) -> bool:
        """Whether the time is up, or the user has had enough."""
        return self.interrupted or self.clock.is_over()

    def note(self, attempt: Attempt) -> None:
        """Record what was tried, and tell."""
        self.tried.append(attempt)
        if self.progress:
            value = "" if attempt.value is None else f"{attempt.value}, "
            self.progress(f"{attempt.what}: {value}{attempt.reason}")


class Search:
    """The best bounds so far of one graph: one from below, and one from above for each family.

    >>> search = Search(Graph.numbered(5, [(v, (v + 1) % 5) for v in range(5)]), Effort(block=2))
    >>> search.lower.value, search.upper.value
    (2, 3)
    >>> search.run()
    >>> search.lower.value, search.upper.value, search.is_settled
    (5^(1/2), 5^(1/2), True)
    """

    def __init__(self, G: Graph, effort: Effort, part: str = "") -> None:
        self.graph, self.effort, self.part = G, effort, part
        self.lower = greedy_code(G)
        self.uppers = {THETA: greedy_cover(G)}
        self.packing: Packing | None = None
        self.sizes: dict[int, int] = {}  # proved upper bounds of α(G^k)

    @property
    def upper(self) -> Bound:
        """The least upper bound of any family."""
        best = self.uppers[THETA]
        for bound in self.uppers.values():
            best = bound if bound.value < best.value else best
        return best

    @property
    def is_settled(self) -> bool:
        """Whether the bounds meet."""
        return bool(self.lower.value == self.upper.value)

    def run(self) -> None:
        """Try one thing after the other until the bounds meet or the time is up; what was found remains."""
        try:
            for step in self._steps():
                if self.is_settled or self.effort.is_over():
                    return
                step()
        except KeyboardInterrupt:
            self.effort.interrupted = True
            self._note("", "interrupted", None, "the bounds so far are given")

    def _steps(self) -> Iterator[Callable[[], None]]:
        yield self._try_packing
        yield lambda: self._try_code(1)
        smaller = core(self.graph)
        if len(smaller[1].source) < len(self.graph):
            yield lambda: self._take_from_core(*smaller)
            return
        parts = self.graph.components()
        yield (lambda: self._add_up(parts)) if len(parts) > 1 else self._try_theta
        yield self._try_pentagon
        if len(parts) == 1:
            yield self._try_diagonal
            yield from (lambda p=p: self._try_rank(p) for p in FIELDS)
        yield from (lambda k=k: self._try_code(k) for k in range(2, self.effort.block + 1))

    # --- records -----------------------------------------------------------------------------------------------------

    def _note(self, side: str, what: str, value: Value | None, reason: str) -> None:
        self.effort.note(Attempt(side, self.part + what, value, reason))

    @contextmanager
    def _unless_too_large(self, side: str, what: str) -> Iterator[None]:
        """Note why a bound is left out."""
        try:
            yield
        except SizeError as error:
            self._note(side, what, None, f"left out: {error}")

    def _raise_lower(self, bound: Bound, what: str) -> None:
        self._note("lower", what, bound.value, bound.reason)
        if bound.value > self.lower.value:
            self.lower = bound

    def _reduce_upper(self, bound: Bound, what: str) -> None:
        self._note("upper", what, bound.value, bound.reason)
        before = self.uppers.get(bound.family)
        if before is None or bound.value < before.value:
            self.uppers[bound.family] = bound

    # --- steps -------------------------------------------------------------------------------------------------------

    def _try_packing(self) -> None:
        with self._unless_too_large("upper", "α*"):
            _count_cliques(self.graph, self.effort)
            self.packing = packing = fractional_packing(self.graph, self.effort.left())
            reason = f"fractional packing: cliques of total weight {packing.number} cover every vertex"
            self._reduce_upper(Bound(number(packing.number), reason, packing.cover_evidence(), THETA), "α*")

    def _try_theta(self) -> None:
        with self._unless_too_large("upper", "ϑ"):
            if not odd_cycle_order(self.graph):
                self._check_rows()
            theta = lovasz_theta(self.graph, self.effort.left())
            if theta.certificate["kind"] == "theta":
                self.effort.clock.set_aside(len(self.graph) ** 4 // FOURTH_POWERS_AT_ONCE / 10)
            exactly = "exact" if theta.is_exact else "rounded upward"
            bound = Bound(number(theta.value), f"Lovász's ϑ, {exactly}", theta.certificate, THETA)
            self._reduce_upper(bound, "ϑ")

    def _check_rows(self) -> None:
        """Refuse a matrix with more rows than the checker takes."""
        if (size := len(self.graph)) > MOST_ROWS:
            raise SizeError(f"it needs a matrix with {size:,} rows, and the checker takes at most {MOST_ROWS}")

    def _try_pentagon(self) -> None:
        """A map to the pentagon with m lone vertices, of capacity √5 + m, where that is less than the bound."""
        if len(self.graph) > MOST_MAPPED:
            return
        for m in range(len(self.graph)):
            H = Graph.numbered(5 + m, [(v, (v + 1) % 5) for v in range(5)])
            if not self.lower.value <= radical(5, Fraction(1, 2)) + m < self.upper.value:
                continue
            if (images := find_cohomomorphism(self.graph, H)) is not None:
                theta = lovasz_theta(H)
                evidence = GraphMap(self.graph, H, images).upper_evidence(dict(theta.certificate))
                lone = ("", " with a lone vertex")[m] if m < 2 else f" with {m} lone vertices"
                self._reduce_upper(Bound(number(theta.value), f"a map to the pentagon{lone}", evidence, THETA), "map")

    def _try_diagonal(self) -> None:
        """The words (v, φ(v)), where φ takes edges to non-edges: they meet ϑ = √n, as for the pentagon.

        Reference: [lovasz1979shannon], Theorem 12.
        """
        n = len(self.graph)
        missing = self.graph.complement()
        if self.upper.value != radical(n, Fraction(1, 2)) or len(missing.edges()) != len(self.graph.edges()):
            return
        clock = Clock(self.effort.seconds())
        if (images := find_cohomomorphism(missing, self.graph, clock)) is not None:
            bound = code_bound(list(enumerate(images)), "each vertex with its image, which takes edges to non-edges")
            self._raise_lower(bound, "diagonal of G^2")

    def _try_rank(self, p: int) -> None:
        family = f"rank over GF({p})"
        with self._unless_too_large("upper", family):
            self._check_rows()
            if not self.effort.clock.has(seconds := len(self.graph) ** 2 // ENTRIES_AT_ONCE / 10):
                raise SizeError(f"matrices with {len(self.graph)} rows may take {seconds} seconds")
            found = minrank(self.graph, p, min(self.effort.seconds(), SECONDS_FOR_RANK))
            least = self._least(found)
            reason = f"the rank of a matrix over GF({p}) that fits, {least}"
            self._reduce_upper(Bound(number(found.rank), reason, found.evidence(), family), family)

    def _least(self, found: MinRank) -> str:
        """Whether there is no lower rank; the statement that proves it, where it is one about the whole graph."""
        if found.fewer is None:
            return "the best found"
        seconds = found.fewer.seconds_to_verify
        if seconds > self.effort.left():
            return "the least by a proof that there is no time to check"
        if not self.part:
            self.effort.clock.set_aside(seconds)
            self.effort.statements.append(found.statement())
        return "the least"

    def _try_code(self, k: int) -> None:
        """A largest code of length k, unless it cannot raise the lower bound."""
        what = f"α(G^{k})" if k > 1 else "α(G)"
        most, why = self._most_words(k)
        self.sizes[k] = most
        if most <= _floor_of_power(self.lower.value, k):
            self._note("lower", what, None, f"at most {most} ({why}), no more than is known")
            return
        if len(self.graph) ** k > MOST_WORDS:
            self._note("lower", what, None, f"left out: there are {len(self.graph) ** k:,} words of length {k}")
            return
        power = strong_power(self.graph, k)
        seconds = self.effort.seconds(last=k == self.effort.block and not self.part)
        found = independence_number(power, bound=most, time_limit=seconds, seed=self.effort.seed)
        self.sizes[k] = found.upper
        if not found.words:
            self._note("lower", what, None, "the time was over before a word was found")
            return
        proved = f"the most ({why if found.upper == most else found.reason})"
        how = proved if found.exact else f"of at most {found.upper}"
        self._raise_lower(code_bound(found.words, how), what)
        if found.exact:
            self._state_size(k, found.words)
        elif k > 1 and not self.effort.is_over():
            self._try_turned(k, found.upper)

    def _try_turned(self, k: int, most: int) -> None:
        """A code of length k that is closed under a turn of its words."""
        what = f"turned code in G^{k}"
        with self._unless_too_large("lower", what):
            words = turned_code(self.graph, k, size=most, time_limit=self.effort.seconds(), seed=self.effort.seed)
            if len(words) == 1:
                raise SizeError("the time was over before a second word was found")
            how = "closed under a turn, " + ("the most" if len(words) == most else f"of at most {most}")
            self._raise_lower(code_bound(words, how), what)
            if len(words) == most:
                self._state_size(k, words)

    def _most_words(self, k: int) -> tuple[int, str]:
        """An upper bound of α(G^k), and why: ⌊Θ^k⌋, or the step ⌊α* α(G^(k-1))⌋."""
        most, why = _floor_of_power(self.upper.value, k), f"⌊{_power(_short(self.upper.value), k)}⌋"
        before = self.sizes.get(k - 1, 1 if k == 1 else None)
        if self.packing is not None and before is not None:
            step = int(self.packing.number * before)
            if step < most:
                most, why = step, f"⌊{self.packing.number}·{before}⌋"
        return most, why

    def _state_size(self, k: int, words: Sequence[Word]) -> None:
        """The statement α(G^k) = |words|, where bounds that a certificate can hold prove it."""
        if self.part:
            return
        floors = [1]
        while self.packing and len(floors) <= k:
            floors.append(int(self.packing.number * floors[-1]))
        if self.packing and floors[k] == len(words):
            bounds = [str(bound) for bound in floors[1:]]
            reason = {"kind": "floors", "cover": self.packing.cover_evidence(), "bounds": bounds}
        elif _floor_of_power(self.upper.value, k) == len(words):
            reason = {"kind": "power", "upper": dict(self.upper.evidence)}
        else:
            return
        statement = {"kind": "independence", "power": k, "words": [list(word) for word in words], "at most": reason}
        self.effort.statements.append(statement)

    def _take_from_core(self, there: GraphMap, back: GraphMap) -> None:
        """The bounds of a smaller graph with the same capacity."""
        H = back.source
        self._note("", "smaller graph", None, f"{len(H)} of the {len(self.graph)} vertices have the same capacity")
        search = Search(H, self.effort, f"{self.part}{len(H)} vertices: ")
        search.run()
        lower = search.lower
        if lower.value > self.lower.value:
            self.lower = Bound(lower.value, lower.reason, renamed(lower.evidence, back.images))
        for upper in search.uppers.values():
            reason = f"a map to {len(H)} vertices, with {upper.reason}"
            self._reduce_upper(
                Bound(upper.value, reason, there.upper_evidence(dict(upper.evidence)), upper.family), "map"
            )

    def _add_up(self, parts: Sequence[tuple[int, ...]]) -> None:
        """Sums of the bounds of the components."""
        names = [f"{self.part}component {i}: " for i in range(1, len(parts) + 1)]
        alike: dict[tuple[int, ...], Search] = {}
        for name, kept in zip(names, parts, strict=True):
            H = self.graph.induced(kept)
            alike.setdefault(H.neighbors, Search(H, self.effort, name))
        searches = [alike[self.graph.induced(kept).neighbors] for kept in parts]
        for search in alike.values():
            search.run()
        self._raise_lower(sum_of_lower([(kept, s.lower) for kept, s in zip(parts, searches, strict=True)]), "sum rule")
        for family in dict.fromkeys(family for search in searches for family in search.uppers):
            if not all(search.reaches(family) for search in alike.values()):
                continue
            uppers = [(kept, s.uppers[family]) for kept, s in zip(parts, searches, strict=True)]
            self._reduce_upper(sum_of_upper(uppers), "components")

    def reaches(self, family: str) -> bool:
        """Whether there is a bound of this family; if there is time, it is looked for."""
        if family not in self.uppers and not self.effort.is_over():
            self._try_rank(next(p for p in FIELDS if family == f"rank over GF({p})"))
        return family in self.uppers


def core(G: Graph) -> tuple[GraphMap, GraphMap]:
    """The maps to and from a part of a graph that has the same capacity, as small as is found.

    Vertices are folded onto others; for a graph with at most ``MOST_MAPPED`` vertices, a map to a part with one vertex
    less is looked for.

    >>> square = Graph.numbered(4, [(v, (v + 1) % 4) for v in range(4)])
    >>> core(square)[1].source, core(Graph.numbered(5, [(v, (v + 1) % 5) for v in range(5)]))[1].images
    (Graph(2 vertices, 0 edges), (0, 1, 2, 3, 4))
    """
    there, back = folded(G)
    while len(there.target) <= MOST_MAPPED and (step := _one_less(there.target)):
        there, back = there @ step[0], step[1] @ back
        again = folded(there.target)
        there, back = there @ again[0], again[1] @ back
    return there, back


def _one_less(G: Graph) -> tuple[GraphMap, GraphMap] | None:
    """Maps to and from the graph without one of its vertices."""
    for v in range(len(G)):
        kept = tuple(w for w in range(len(G)) if w != v)
        H = G.induced(kept)
        if kept and (images := find_cohomomorphism(G, H)) is not None:
            return GraphMap(G, H, images), GraphMap(H, G, kept)
    return None


def _count_cliques(G: Graph, effort: Effort) -> None:
    """Refuse graphs with many maximal cliques, and those with which there is no time to find that out."""
    import networkx as nx

    seconds = sum(around.bit_count() for around in G.neighbors) // ENDS_AT_ONCE / 10
    if seconds > effort.left():
        raise SizeError(f"to count the maximal cliques may take {seconds} seconds")
    for count, _ in enumerate(nx.find_cliques(G.to_networkx()), start=1):
        if count > MOST_CLIQUES:
            raise SizeError(f"there are more than {MOST_CLIQUES:,} maximal cliques")
        if effort.is_over():
            raise SizeError("the time was over before the maximal cliques were counted")


def _floor_of_power(value: Value, k: int) -> int:
    """The largest integer that is at most the power, or one more where the value is hardly below it."""
    if isinstance(value, RadicalSum):
        return (value**k).floors(1)[0]
    return int(value.enclosure(_DIGITS)[1] ** k)


def _power(text: str, k: int) -> str:
    """The k-th power of a number, in brackets unless it has digits alone; the number itself for k = 1.

    >>> _power("7/2", 1), _power("7/2", 2), _power("3.25", 2)
    ('7/2', '(7/2)^2', '3.25^2')
    """
    if k == 1:
        return text
    return f"{text}^{k}" if re.fullmatch(r"[0-9.]+", text) else f"({text})^{k}"


def _short(value: Value) -> str:
    text = str(value)
    return text if len(text) < 20 else value.decimal()
