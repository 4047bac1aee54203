"""Upper bounds of zero-error capacities: ϑ with its certificate, packings of channels, the atlas of small graphs."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from functools import partial
from importlib import import_module
from itertools import combinations
from typing import Any

import numpy as np

from benchmarks.figures import Figure, need_same, timed
from exactpriv.capacity import atlas, fractional_packing, graphs_of_atlas, lovasz_theta
from exactpriv.capacity.graphs import Graph
from exactpriv.relations import Relation

_ORDERS = {20: 1, 60: 5}
"""Vertices, and the seconds that ϑ with its certificate may take."""
_CHANNELS = 2000


def bounds() -> Iterator[Figure | str]:
    """ϑ beside a float solver, packings beside a float solver, the atlas beside networkx."""
    yield from theta_beside_cvxpy()
    yield from packings_beside_scipy()
    yield the_atlas()


def random_graph(size: int) -> Graph:
    """Every edge with probability one half."""
    rng = random.Random(size)  # noqa: S311 - repeatable on purpose
    return Graph.numbered(size, [pair for pair in combinations(range(size), 2) if rng.random() < 0.5])


def theta_beside_cvxpy() -> Iterator[Figure | str]:
    """ϑ with a certificate that is verified again, beside cvxpy's number without one."""
    cvxpy = _optional("cvxpy")
    if cvxpy is None:
        yield "  cvxpy is not installed, so ϑ is compared with nothing: pip install 'exactpriv[bench]'"
        return
    for size, most in _ORDERS.items():
        G = random_graph(size)
        theta, seconds = timed(partial(_certified, G))
        number, other = timed(partial(_by_cvxpy, cvxpy, G))
        yield Figure(f"theta of G({size}, 1/2), certified", seconds, "s", "cvxpy with Clarabel", other, most=most)
        yield f"    certified {theta.enclosure}, cvxpy {number!r}"


def _certified(G: Graph) -> Any:
    theta = lovasz_theta(G)
    theta.verify()
    return theta


def _by_cvxpy(cvxpy: Any, G: Graph) -> float:
    """The largest sum of entries of a positive semidefinite X with trace 1 and zeros at the edges."""
    X = cvxpy.Variable((len(G), len(G)), PSD=True)
    program = cvxpy.Problem(cvxpy.Maximize(cvxpy.sum(X)), [cvxpy.trace(X) == 1, *(X[v, w] == 0 for v, w in G.edges())])
    return float(program.solve(solver="CLARABEL"))


def random_channels() -> list[Relation]:
    """Relations of 5 inputs and 5 outputs in which every input has an output."""
    rng = random.Random(5)  # noqa: S311 - repeatable on purpose
    outputs = [[y for y in range(5) if rng.random() < 0.4] or [rng.randrange(5)] for _ in range(5 * _CHANNELS)]
    return [
        Relation.of(*((x, y) for x, ys in enumerate(outputs[5 * i : 5 * i + 5]) for y in ys)) for i in range(_CHANNELS)
    ]


def packings_beside_scipy() -> Iterator[Figure | str]:
    """Fractional packing numbers of 5 x 5 channels, exact and with prices that prove them, beside floats."""
    optimize = _optional("scipy.optimize")
    if optimize is None:
        yield "  scipy is not installed, so packings are compared with nothing: pip install 'exactpriv[bench]'"
        return
    channels = random_channels()
    packings, seconds = timed(lambda: [fractional_packing(R) for R in channels], best_of=2)
    few = channels[: _CHANNELS // 10]
    numbers, other = timed(lambda: [_by_scipy(optimize, R) for R in few])
    need_same([round(float(packing.number), 6) for packing in packings[: len(few)]], [round(n, 6) for n in numbers])
    rate = _CHANNELS / seconds
    yield Figure("packings of 5 x 5 channels, exact", rate, "/s", "scipy, linprog in floats", len(few) / other)


def _by_scipy(optimize: Any, R: Relation) -> float:
    matrix = np.zeros((5, 5))
    for x, y in R:
        matrix[y, x] = 1
    used: Sequence[bool] = matrix.any(axis=1)
    found = optimize.linprog(-np.ones(5), A_ub=matrix[used], b_ub=np.ones(int(np.sum(used))))
    return float(-found.fun)


def the_atlas() -> Figure:
    """All connected graphs with at most seven vertices, beside networkx, which finds their α and no capacity."""
    import networkx as nx

    found, seconds = timed(partial(atlas, connected=True))
    need_same((len(found.entries), len(found.unresolved)), (996, 8))
    graphs = [nx.complement(G.to_networkx()) for _, G in graphs_of_atlas(7) if len(G.components()) == 1]
    _, other = timed(lambda: [nx.max_weight_clique(graph, weight=None) for graph in graphs])
    what = "networkx, α of each and nothing else"
    return Figure("atlas: 996 graphs, 988 settled", seconds, "s", what, other, most=60)


def _optional(name: str) -> Any:
    try:
        return import_module(name)
    except ImportError:
        return None
