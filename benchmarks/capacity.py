"""Zero-error capacity: independence numbers of strong powers with proof, and a record code, beside networkx."""

from __future__ import annotations

import multiprocessing
import time
from collections.abc import Iterator
from functools import partial

from benchmarks.figures import Figure, need_same, timed
from exactpriv.capacity.graphs import StrongProduct, strong_power
from exactpriv.capacity.independence import independence_number
from exactpriv.capacity.named import cycle
from exactpriv.capacity.searching import check_code, find_code, how_searches_run

_LONG, _SHORT = 90, 15
"""Seconds after which networkx is stopped: where a ratio is required, and elsewhere."""
PROVED = {(5, 3): 10, (9, 2): 18, (11, 2): 27, (13, 2): 39, (9, 3): 81, (11, 3): 148, (7, 3): 33}
"""α(C_n^k)"""


def capacity() -> Iterator[Figure | str]:
    """α(C_n^k) with proof, after the searches are loaded and compiled, and 108 words in C_7^4."""
    yield f"  {how_searches_run()}"
    find_code(cycle(5) * cycle(5), size=5)
    independence_number(strong_power(cycle(5), 3))  # both compile what follows
    for (n, k), alpha in PROVED.items():
        P = strong_power(cycle(n), k)
        _, seconds = timed(partial(_proved, P, alpha), best_of=3 if k == 2 or n == 5 else 1)
        other, was_stopped = _by_networkx(n, k, alpha, _LONG if (n, k) == (5, 3) else _SHORT)
        figure = partial(
            Figure, f"alpha(C{n}^{k}) = {alpha}, proved", seconds, "s", "networkx, max_weight_clique", other
        )
        if (n, k) == (5, 3):
            yield figure(was_stopped=was_stopped, least_ratio=300)
        else:
            yield figure(was_stopped=was_stopped, most=30 if (n, k) == (7, 3) else 1)
    yield _code(7, 4, 108)


def _proved(P: StrongProduct, alpha: int) -> None:
    found = independence_number(P)
    check_code(P, found.words)
    need_same(found.number, alpha)


def _code(n: int, k: int, size: int) -> Figure:
    P = strong_power(cycle(n), k)
    words, seconds = timed(partial(find_code, P, size=size, time_limit=300))
    check_code(P, words)
    need_same(len(words), size)
    largest, other = timed(partial(_by_maximal_sets, P, _SHORT))
    what = f"networkx, random maximal sets: {largest}"
    return Figure(f"{size} words in C{n}^{k}", seconds, "s", what, other, was_stopped=True, most=120)


def _by_networkx(n: int, k: int, alpha: int, most_seconds: int) -> tuple[float, bool]:
    """The seconds that networkx takes in a fresh process, and whether it was stopped before its end."""
    with multiprocessing.get_context("spawn").Pool(1) as pool:  # leaving the context ends the process
        pool.apply(_nothing)
        try:
            size, seconds = pool.apply_async(_largest_clique, (n, k)).get(timeout=most_seconds)
        except multiprocessing.TimeoutError:
            return most_seconds, True
    need_same(size, alpha)
    return float(seconds), False


def _nothing() -> None:
    """The first task of a process, so that its start is not measured."""


def _largest_clique(n: int, k: int) -> tuple[int, float]:
    import networkx as nx

    complement = nx.complement(strong_power(cycle(n), k).graph.to_networkx())
    (_, size), seconds = timed(lambda: nx.max_weight_clique(complement, weight=None))
    return size, seconds


def _by_maximal_sets(P: StrongProduct, seconds: float) -> int:
    """The most words in random independent sets that no word extends, in so many seconds."""
    import networkx as nx

    graph, largest, start = P.graph.to_networkx(), 0, time.perf_counter()
    while time.perf_counter() - start < seconds:
        largest = max(largest, len(nx.maximal_independent_set(graph, seed=largest)))
    return largest
