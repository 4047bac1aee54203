r"""Graphs and channels that have a name, with what is known of their zero-error capacity.

Main definitions: :func:`cycle`, :func:`complement_of_cycle`, :func:`petersen`, :func:`kneser`, :func:`paley`,
:func:`schlaefli`, :func:`schlaefli_complement`, :func:`triangular`, :func:`complete`, :func:`empty`, :func:`path`;
:func:`typewriter`; :func:`named_graph`, which finds one by its name.

Conventions: Θ is 2 to the zero-error capacity in bits, α the independence number, α\* the fractional packing number,
ϑ Lovász's number; α ≤ Θ ≤ ϑ ≤ α\*.  Adjacent inputs are confusable.  Vertices are 0, 1, … unless it is said otherwise.
A parameter outside its range raises ``OutsideRangeError``; more than 2,000 vertices, which parameters in their ranges
can still give together, raise ``SizeError``.

Reference: [shannon1956zero]; [lovasz1979shannon].
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable, Mapping, Sequence
from difflib import get_close_matches
from itertools import combinations, product
from math import comb

from exactpriv.capacity.graphs import Graph, disjoint_union
from exactpriv.errors import OutsideRangeError, SizeError
from exactpriv.numbers import Exactable, exact
from exactpriv.relations import Relation, Value

MOST_NAMED = 2_000
"""No graph is made by name with more vertices."""

# --- paths and cycles ------------------------------------------------------------------------------------------------


def complete(n: int) -> Graph:
    """The complete graph Kₙ, whose inputs are all confusable: Θ = 1.

    >>> len(complete(4).edges())
    6
    """
    return empty(n).complement()


def empty(n: int) -> Graph:
    """The graph on n vertices without edges, whose inputs all come through: Θ = n.

    >>> empty(3)
    Graph(3 vertices, 0 edges)
    """
    return Graph.numbered(_size("n", n, least=1), ())


def path(n: int) -> Graph:
    """The path on n vertices, which is perfect: Θ = α = ⌈n/2⌉.

    >>> path(4).edges()
    [(0, 1), (1, 2), (2, 3)]

    Reference: [shannon1956zero].
    """
    n = _size("n", n, least=1)
    return Graph.numbered(n, ((v, v + 1) for v in range(n - 1)))


def cycle(n: int) -> Graph:
    """The cycle Cₙ.

    Θ = n/2 for even n, Θ(C₃) = 1 and Θ(C₅) = √5.  For odd n from 7 on, Θ is not known; it is at most
    ϑ = n cos(π/n) / (1 + cos(π/n)), and at least the k-th root of α of any power k, of which the second is
    ⌊(n² - n)/4⌋.

    >>> cycle(5).edges()
    [(0, 1), (0, 4), (1, 2), (2, 3), (3, 4)]

    Reference: [lovasz1979shannon]; [baumert1971packing] for the second power.
    """
    n = _size("n", n, least=3)
    return Graph.numbered(n, ((v, (v + 1) % n) for v in range(n)))


def complement_of_cycle(n: int) -> Graph:
    """The complement of the cycle Cₙ.

    Θ = 3 for n = 3; Θ = 2 for even n, when it is perfect; Θ = √5 for n = 5, when it is C₅ again.  For odd n from 7 on,
    Θ is not known; it is above 2, and for n = 7 at least the fourth root of 17.

    >>> len(complement_of_cycle(7).edges())
    14

    Reference: T. Bohman and R. Holzman, A nontrivial lower bound on the Shannon capacities of the complements of odd
    cycles, 2003.
    """
    return cycle(n).complement()


# --- sets of points --------------------------------------------------------------------------------------------------


def kneser(n: int, r: int) -> Graph:
    """The Kneser graph K(n, r), n ≥ 2r: the r-subsets of n points, adjacent when disjoint; Θ = C(n-1, r-1).

    The vertices are the subsets, as increasing tuples.

    >>> kneser(5, 2)
    Graph(10 vertices, 15 edges)

    Reference: [lovasz1979shannon].
    """
    n = _size("n", n, least=2)
    r = _whole("r", r, least=1, most=n // 2)
    if comb(n, r) > MOST_NAMED:
        raise SizeError(f"K({n}, {r}) has {comb(n, r):,} vertices; at most {MOST_NAMED:,} are made by name")
    return _meeting([*combinations(range(n), r)]).complement()


def petersen() -> Graph:
    """The Petersen graph K(5, 2): Θ = 4.

    >>> petersen().labels[:3]
    ((0, 1), (0, 2), (0, 3))

    Reference: [lovasz1979shannon].
    """
    return kneser(5, 2)


def triangular(n: int) -> Graph:
    """The triangular graph Tₙ: the pairs of n points, adjacent when they share one; it is the complement of K(n, 2).

    Θ = α = n/2 for even n.  For odd n, (n-1)/2 ≤ Θ ≤ α* = n/2 (n ≥ 5), and Θ(T₇) is at least the cube root of 35.

    >>> triangular(7)
    Graph(21 vertices, 105 edges)

    Reference: [mathew2013triangular].
    """
    n = _whole("n", n, least=2, most=63)
    return _meeting([*combinations(range(n), 2)])


def _meeting(sets: Sequence[tuple[Value, ...]], labels: Sequence[Value] | None = None) -> Graph:
    """The graph of sets in which two are adjacent when they share a point."""
    holders: dict[Value, int] = {}
    for v, points in enumerate(sets):
        for point in points:
            holders[point] = holders.get(point, 0) | 1 << v
    neighbors = []
    for v, points in enumerate(sets):
        around = 0
        for point in points:
            around |= holders[point]
        neighbors.append(around & ~(1 << v))
    return Graph(tuple(neighbors), tuple(sets if labels is None else labels))


# --- from algebra and geometry ---------------------------------------------------------------------------------------


def paley(q: int) -> Graph:
    """The Paley graph of a prime power q ≡ 1 modulo 4: the field of q elements, joined when they differ by a square.

    It is its own complement and vertex-transitive, so that Θ = √q.  The field element Σ cᵢ zⁱ is the vertex Σ cᵢ pⁱ,
    where p is the prime.

    >>> paley(5).edges() == cycle(5).edges(), len(paley(9).edges())
    (True, 18)

    Reference: [lovasz1979shannon].
    """
    q = _size("q", q, least=5)
    p = next(d for d in range(2, q + 1) if q % d == 0)
    degree = next(e for e in range(1, q) if p**e >= q)
    if p**degree != q or q % 4 != 1:
        raise OutsideRangeError(f"q is {q}; give a power of one prime that leaves 1 modulo 4, such as 5, 9, 13, 17, 25")
    elements = [c[::-1] for c in product(range(p), repeat=degree)]
    number = {element: v for v, element in enumerate(elements)}
    squares = _squares(p, elements)
    sums = ((x, tuple((a + b) % p for a, b in zip(x, s, strict=True))) for x in elements for s in squares)
    return Graph.numbered(q, ((number[x], number[y]) for x, y in sums))


def _squares(p: int, elements: Sequence[tuple[int, ...]]) -> set[tuple[int, ...]]:
    """The squares other than 0 of a field, whose elements are given by their coefficients modulo the prime p."""
    from flint import nmod_poly

    degree = len(elements[0])
    monic = (nmod_poly([*c, 1], p) for c in elements)
    modulus = next(f for f in monic if f.factor()[1] == [(f, 1)])
    squares = set()
    for element in elements[1:]:
        square = [int(c) for c in (nmod_poly([*element], p) ** 2 % modulus).coeffs()]
        squares.add((*square, *[0] * (degree - len(square))))
    return squares


def schlaefli_complement() -> Graph:
    """The 27 lines on a cubic surface, adjacent when they meet: the complement of the Schläfli graph, 10-regular.

    6 ≤ Θ ≤ 7 < ϑ = 9: the rank of A - I, where A is the adjacency matrix, is 7, so that Haemers' bound is below
    Lovász's.  The lines of a double six are a1, …, a6 and b1, …, b6, of which aᵢ meets bⱼ for i ≠ j; the line cᵢⱼ
    meets aᵢ, aⱼ, bᵢ, bⱼ and every c with other indices.

    >>> schlaefli_complement()
    Graph(27 vertices, 135 edges)

    Reference: [haemers1979shannon].
    """
    sixes = range(1, 7)
    pairs = [*combinations(sixes, 2)]
    edges = [(f"a{i}", f"b{j}") for i in sixes for j in sixes if i != j]
    edges += [(f"{six}{i}", f"c{j}{k}") for six in "ab" for j, k in pairs for i in (j, k)]
    edges += [(f"c{i}{j}", f"c{k}{m}") for (i, j), (k, m) in combinations(pairs, 2) if not {i, j} & {k, m}]
    lines = [f"{six}{i}" for six in "ab" for i in sixes] + [f"c{i}{j}" for i, j in pairs]
    return Graph.of(*edges, vertices=lines)


def schlaefli() -> Graph:
    """The Schläfli graph: the 27 lines on a cubic surface, adjacent when they are skew, 16-regular; Θ = α = ϑ = 3.

    >>> schlaefli()
    Graph(27 vertices, 216 edges)

    See Also: schlaefli_complement, for the names of the vertices.

    Reference: [haemers1979shannon].
    """
    return schlaefli_complement().complement()


# --- channels --------------------------------------------------------------------------------------------------------


def typewriter(n: int) -> Relation:
    """The noisy typewriter ⟦X, Y⟧: each of n letters comes out as itself or as the next one around.

    For n ≥ 4 its graph is the cycle Cₙ, and with feedback 2 to the zero-error capacity is n/2; for n = 2 and n = 3 all
    letters are confusable.

    >>> typewriter(3)
    Relation(X, Y: (0, 0), (0, 1), (1, 1), (1, 2), (2, 2), (2, 0))

    Reference: [shannon1956zero].
    """
    n = _size("n", n, least=2)
    return Relation.of(*((x, (x + step) % n) for x in range(n) for step in (0, 1)), columns=("X", "Y"))


# --- by name ---------------------------------------------------------------------------------------------------------

NAMED_GRAPHS: Mapping[str, Callable[..., Graph | Relation]] = {
    "complete": complete,
    "cycle": cycle,
    "cycle-complement": complement_of_cycle,
    "empty": empty,
    "kneser": kneser,
    "paley": paley,
    "path": path,
    "petersen": petersen,
    "schlaefli": schlaefli,
    "schlaefli-complement": schlaefli_complement,
    "triangular": triangular,
    "typewriter": typewriter,
}
"""The graphs and channels that :func:`named_graph` knows, by name."""


def named_graph(text: str) -> Graph | Relation:
    """The graph or channel of a name such as "cycle:7", "kneser:7,3", "petersen" or "cycle:5 + complete:1".

    Parameters follow a colon; + is the disjoint union of graphs.  An unknown name, or parameters that it does not
    take, raise ``OutsideRangeError``, which says what there is.

    >>> named_graph("kneser:7,3"), named_graph("cycle:5 + complete:1")
    (Graph(35 vertices, 70 edges), Graph(6 vertices, 5 edges))
    >>> named_graph("circle:7")
    Traceback (most recent call last):
    exactpriv.errors.OutsideRangeError: no graph is called 'circle'; did you mean cycle? Write cycle:n
    """
    names = text.split("+")
    if len(names) == 1:
        return _named(text)
    parts = [_named(name) for name in names]
    graphs = [part for part in parts if isinstance(part, Graph)]
    if len(graphs) < len(parts):
        raise OutsideRangeError(f"{text!r} joins a channel; + joins graphs, so write cycle:n for the typewriter's")
    if sum(map(len, graphs)) > MOST_NAMED:
        message = f"{text!r} has {sum(map(len, graphs)):,} vertices; at most {MOST_NAMED:,} are made by name"
        raise SizeError(message)
    return disjoint_union(*graphs)


def _named(text: str) -> Graph | Relation:
    name, _, given = text.partition(":")
    key = name.strip().lower().replace("_", "-")
    if key not in NAMED_GRAPHS:
        raise OutsideRangeError(_unknown(name.strip(), key))
    parameters = [parameter.strip() for parameter in given.split(",")] if given.strip() else []
    if len(parameters) != len(inspect.signature(NAMED_GRAPHS[key]).parameters):
        raise OutsideRangeError(f"{text.strip()!r} is not the name of a graph; write {usage(key)}")
    return NAMED_GRAPHS[key](*parameters)


def usage(name: str) -> str:
    """How a named graph is asked for.

    >>> usage("kneser"), usage("petersen")
    ('kneser:n,r', 'petersen')
    """
    parameters = ",".join(inspect.signature(NAMED_GRAPHS[name]).parameters)
    return f"{name}:{parameters}" if parameters else name


def _unknown(name: str, key: str) -> str:
    close = get_close_matches(key, NAMED_GRAPHS, n=3, cutoff=3 / 5)
    known: Iterable[str] = map(usage, close or NAMED_GRAPHS)
    if not close:
        return f"no graph is called {name!r}; there are {', '.join(known)}"
    return f"no graph is called {name!r}; did you mean {' or '.join(close)}? Write {' or '.join(known)}"


# --- checking parameters ---------------------------------------------------------------------------------------------


def _size(name: str, value: Exactable, *, least: int) -> int:
    """A parameter on which the number of vertices grows at least as fast as itself."""
    return _whole(name, value, least=least, most=MOST_NAMED)


def _whole(name: str, value: Exactable, *, least: int, most: int) -> int:
    n = exact(value)
    if n.denominator != 1 or not least <= n <= most:
        raise OutsideRangeError(f"{name} is {n}; give a whole number from {least} to {most:,}")
    return int(n)
