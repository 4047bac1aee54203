"""Codes without confusable words: found by local search, read from files, and checked.

Main definitions: :func:`find_code`, :func:`read_code`, :func:`check_code`; :func:`searches_are_compiled`.

Conventions: a code for a graph, or for a strong product, is a tuple of words; a word is a tuple of vertex numbers, with
one letter when there is one graph. The search walks on the product without storing it: it adds a word that is
confusable with none, exchanges a word for one that is confusable with it alone, and forces one in after long in vain.
A seed and a size give the same code on every machine, compiled or not; so does a seed alone, but for the time limit.

Reference: [andrade2012fast].
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from functools import reduce
from math import prod
from operator import and_
from pathlib import Path

from exactpriv.capacity.clock import Clock
from exactpriv.capacity.graphs import Graph, StrongProduct, Word, members
from exactpriv.errors import NotACodeError, NotIndependentError

Code = tuple[Word, ...]

PAIRS_AT_ONCE = 200_000
"""So many pairs of confusable words are listed in a tenth of a second; fewer take no time."""
_FEW_COVERED = 100
"""Where a word covers more, a step takes longer, and the clock is looked at more often."""
_NO_LETTER = re.compile(r"[\s,#]")


def searches_are_compiled() -> bool:
    """Whether numba is there to compile the searches; without it they find the same, many times slower."""
    from exactpriv.capacity.compiled import IS_COMPILED

    return IS_COMPILED


def how_searches_run() -> str:
    """The same in words, for a report."""
    if searches_are_compiled():
        return "searches are compiled by numba"
    return "numba is not installed: searches run in plain Python, slower; pip install 'exactpriv[fast]' adds it"


# --- finding ---------------------------------------------------------------------------------------------------------


def find_code(
    G: Graph | StrongProduct, *, size: int | None = None, time_limit: float = 10, seed: int = 0
) -> tuple[Word, ...]:
    """A large set of words of which no two are confusable, in order: of the given size, or the largest found in time.

    >>> pentagon = Graph.numbered(5, [(v, (v + 1) % 5) for v in range(5)])
    >>> len(find_code(pentagon * pentagon, size=5))
    5
    """
    return wander_for_code(as_product(G), size, clock=Clock(time_limit), seed=seed)


def as_product(G: Graph | StrongProduct) -> StrongProduct:
    """A graph as the product of one factor."""
    return StrongProduct((G,)) if isinstance(G, Graph) else G


def wander_for_code(
    P: StrongProduct, size: int | None, *, clock: Clock, seed: int, steps: int | None = None
) -> tuple[Word, ...]:
    """The code that :func:`find_code` finds, also limited by the number of steps; empty without time to begin."""
    parts = _halves(P)
    if not clock.has(sum(map(confusable_pairs, parts)) // PAIRS_AT_ONCE / 10):
        return ()
    from exactpriv.capacity import compiled

    first, second = map(_covered_words, parts)
    halves, state = compiled.wandering(first, second, seed)
    best, counters = state[7], state[8]
    target = len(P) if size is None else min(size, len(P))
    between_looks = 1 + compiled.STEPS_AT_ONCE // (1 + _covered_by_one(first) * _covered_by_one(second) // _FEW_COVERED)
    while counters[compiled.MOST] < target:
        at_once = between_looks if steps is None else min(between_looks, steps - counters[compiled.STEP])
        if at_once <= 0:
            break
        compiled.wander(halves, state, target, at_once)
        if clock.is_over():
            break
    return tuple(sorted(P.word(int(number)) for number in best[: counters[compiled.MOST]]))


def confusable_pairs(P: StrongProduct) -> int:
    """How many words are confusable with how many, themselves included.

    >>> confusable_pairs(StrongProduct((Graph.of((0, 1), (1, 2)),) * 2))
    49
    """
    return prod(sum(around.bit_count() + 1 for around in G.neighbors) for G in P.factors)


def _halves(P: StrongProduct) -> tuple[StrongProduct, StrongProduct]:
    """Two products that make up one, of sizes as alike as they can be; without factors a product has one word."""
    parts = [(StrongProduct(P.factors[:i]), StrongProduct(P.factors[i:])) for i in range(len(P.factors) + 1)]
    return min(parts, key=lambda halves: len(halves[0]) + len(halves[1]))


def _covered_words(P: StrongProduct) -> list[list[int]]:
    """For each word the numbers of those that are confusable with it."""
    covered = [[0]]  # of the empty word
    for G in P.factors:
        closed = [tuple(members(G.closed_neighborhood(v))) for v in range(len(G))]
        covered = [[len(G) * i + v for i in before for v in around] for before in covered for around in closed]
    return covered


def _covered_by_one(lists: Sequence[Sequence[int]]) -> int:
    """How many words a word covers on the average."""
    return sum(map(len, lists)) // len(lists)


# --- files -----------------------------------------------------------------------------------------------------------


def read_code(path: str | Path, G: Graph | StrongProduct | None = None) -> tuple[Word, ...]:
    """The words in a file: one a line, letters apart by spaces or commas, and remarks after #.

    A letter is the label of a vertex of the graph, if one is given; of a product, of a vertex of its factor. It is the
    number of a vertex, from 0, without a graph, and for a graph whose labels cannot stand in such a file: because of a
    space, a comma or a # in one, or because two look the same. Another letter raises ``NotACodeError``.
    """
    tables: list[Mapping[str, int]] = [{}] if G is None else [*map(_vertices_by_letter, as_product(G).factors)]
    places = [*tables, {}] if isinstance(G, StrongProduct) else tables  # the last one is for all places after it
    lines = Path(path).read_text("utf-8").splitlines()
    split = ((i, re.findall(r"[^\s,]+", line.partition("#")[0])) for i, line in enumerate(lines, 1))
    words = tuple(
        tuple(_vertex(text, places[min(j, len(places) - 1)], f"{path}, line {i}") for j, text in enumerate(letters))
        for i, letters in split
        if letters
    )
    if not words:
        raise NotACodeError(f"{path} holds no word; give one word a line")
    return words


def _vertices_by_letter(G: Graph) -> dict[str, int]:
    """The vertices by their labels; none if a label cannot be a letter, or two look the same."""
    names = {str(label): v for v, label in enumerate(G.labels)}
    return {} if len(names) < len(G) or any(not name or _NO_LETTER.search(name) for name in names) else names


def _vertex(text: str, labels: Mapping[str, int], where: str) -> int:
    if text in labels:
        return labels[text]
    if labels:
        message = f"{where} has the letter {text!r}, which is no label; give those of vertices, such as {min(labels)!r}"
        raise NotACodeError(message)
    if not re.fullmatch(r"[0-9]{1,9}", text):
        raise NotACodeError(f"{where} has the letter {text!r}, which is no number; give those of vertices, from 0")
    return int(text)


# --- checking --------------------------------------------------------------------------------------------------------


def check_code(G: Graph | StrongProduct, words: Iterable[Word]) -> None:
    """Raise an error unless the words are words of the product, and no two are equal or confusable.

    ``NotACodeError`` names a word of another length or with a letter that is no vertex, ``NotIndependentError`` two
    confusable words, or the word that stands twice.

    >>> pentagon = Graph.numbered(5, [(v, (v + 1) % 5) for v in range(5)])
    >>> check_code(pentagon * pentagon, [(0, 0), (1, 2), (2, 4), (3, 1), (4, 3)])
    >>> check_code(pentagon, [(0,), (2,), (4,)])
    Traceback (most recent call last):
    exactpriv.errors.NotIndependentError: the words (0,) and (4,) are confusable; give words of which no two are
    """
    factors, code = as_product(G).factors, list(words)
    for word in code:
        if len(word) != len(factors):
            raise NotACodeError(f"the word {word} has {len(word)} letters; give {len(factors)}")
        stray = next((v for H, v in zip(factors, word, strict=True) if not 0 <= v < len(H)), None)
        if stray is not None:
            raise NotACodeError(f"the letter {stray} of the word {word} is no vertex; vertices are numbered from 0")
    alike = [_places_of_confusable_letters(H, [word[i] for word in code]) for i, H in enumerate(factors)]
    for place, word in enumerate(code):
        others = reduce(and_, (at[v] for at, v in zip(alike, word, strict=True))) & ~(1 << place)
        for other in members(others):
            first, second = (tuple(H.labels[v] for H, v in zip(factors, w, strict=True)) for w in (word, code[other]))
            if first == second:
                raise NotIndependentError(f"the word {first} stands twice; give every word once")
            message = f"the words {first} and {second} are confusable; give words of which no two are"
            raise NotIndependentError(message)


def _places_of_confusable_letters(G: Graph, letters: Sequence[int]) -> list[int]:
    """For each vertex the places, as bits, of the letters that are equal or adjacent to it."""
    at = [0] * len(G)
    for place, v in enumerate(letters):
        at[v] |= 1 << place
    return [reduce(int.__or__, (at[w] for w in members(G.closed_neighborhood(v)))) for v in range(len(G))]
