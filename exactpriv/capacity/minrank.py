"""The least rank of a matrix that fits a graph, over a prime field: Haemers' upper bound of the zero-error capacity.

A matrix fits a graph when its diagonal has no zero and its entries at distinct vertices that are not adjacent are zero.
On an independent set it is diagonal, and Kronecker products fit strong products; so the size of every zero-error code
of length k is at most the k-th power of the rank, over every field.

A matrix of rank r is U·Vᵀ with r columns each. A SAT solver looks for U and V one rank lower than the best so far,
until it proves that there are none. Its proof is checked by :mod:`exactpriv.capacity.drup`, which writes the formula
by itself; that module says how variables are numbered and why unit vectors may be fixed on an independent set.

Main definitions: :func:`minrank`, :func:`find_matrix`, :func:`rank_over`; :class:`MinRank`, :class:`Matrix`,
:class:`NoMatrix`.

Conventions: entries are 0, …, p - 1. Seconds are those of the wall clock; running out of them leaves the best matrix
found, which is an upper bound all the same.

Certificates. Upper evidence ``{"kind": "rank", "field": p, "matrix": [[…], …]}``: a matrix that fits, whose rank over
GF(p) bounds the capacity. Statement ``{"kind": "minrank", "field": p, "rank": r, "matrix": [[…], …], "fewer": {"set":
[v, …], "proof": [line, …]}}``: the matrix fits and has rank r, and none of rank r - 1 or less fits, by
``drup.check_no_matrix(n, edges, p, r - 1, set, proof)``; the proof is empty when the set has r vertices.

Reference: [haemers1979shannon]; [lovasz1979shannon].
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import product
from typing import Any

from exactpriv.capacity import drup
from exactpriv.capacity.clock import Clock
from exactpriv.capacity.graphs import Graph, members
from exactpriv.errors import CertificateError, OutsideRangeError, SizeError

Rows = tuple[tuple[int, ...], ...]

FIELDS = (2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31)
"""The fields over which matrices are searched for."""

CONFLICTS_BETWEEN_LOOKS = 2_000
"""How long the solver runs before the clock is looked at."""
_CLAUSES_AT_ONCE = 100_000
"""So many clauses are written in a tenth of a second; fewer take no time."""
_CLAUSES_CHECKED_AT_ONCE, _LINES_CHECKED_AT_ONCE = 15_000, 50
"""So many clauses, and so many lines of a proof, are checked in a tenth of a second."""
_FEW_CLAUSES = 20_000
"""With more clauses a conflict takes longer, and the clock is looked at more often."""


def minrank(G: Graph, field: int, time_limit: float | None = None) -> MinRank:
    """The least rank over GF(p) of a matrix that fits a graph, or the best one found in time.

    >>> pentagon = Graph.numbered(5, [(v, (v + 1) % 5) for v in range(5)])
    >>> minrank(pentagon, 2)
    MinRank(3 over GF(2), the least)

    Another field than a prime up to 31 raises ``OutsideRangeError``. A formula too large to be written leaves a
    matrix that need not be the best.

    Reference: [haemers1979shannon].
    """
    _check_field(field)
    clock = Clock(time_limit)
    best = min(_simple_matrices(G, field), key=lambda matrix: matrix.rank)
    independent = _independent_set(G, clock)
    while True:
        try:
            found = _found(G, field, best.rank - 1, independent, clock)
        except SizeError:
            found = None
        if not isinstance(found, Matrix):
            return MinRank(best, found)
        best = found


def find_matrix(G: Graph, field: int, rank: int, time_limit: float | None = None) -> Matrix | NoMatrix | None:
    """A matrix over GF(p) of at most this rank that fits, or the proof that there is none, or nothing in time.

    >>> triangle = Graph.of((0, 1), (1, 2), (0, 2))
    >>> find_matrix(triangle, 2, 1).rows
    ((1, 1, 1), (1, 1, 1), (1, 1, 1))
    >>> find_matrix(triangle.complement(), 2, 2).proof
    ()
    """
    _check_field(field)
    clock = Clock(time_limit)
    return _found(G, field, rank, _independent_set(G, clock), clock)


def _found(G: Graph, field: int, rank: int, independent: tuple[int, ...], clock: Clock) -> Matrix | NoMatrix | None:
    """The same, with unit vectors on a given independent set."""
    if len(independent) > rank:
        return NoMatrix(G, field, rank, independent, ())
    solved = _solve(_formula(G, field, rank, independent, clock), clock)
    match solved:
        case None:
            return None
        case tuple(proof):
            return NoMatrix(G, field, rank, independent, proof)
    return Matrix(G, field, _product(solved, len(G), field, rank))


def _check_field(field: int) -> None:
    if field not in FIELDS:
        raise OutsideRangeError(f"the field has {field!r} elements; give a prime number up to {max(FIELDS)}")


# --- evidence --------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Matrix:
    """A matrix over GF(p) that fits a graph; another one raises ``CertificateError``.

    >>> Matrix(Graph.of((0, 1)), 2, ((1, 1), (1, 1))).rank
    1
    """

    graph: Graph
    field: int
    rows: Rows

    def __post_init__(self) -> None:
        n = len(self.graph)
        if len(self.rows) != n or any(len(row) != n for row in self.rows):
            raise CertificateError(f"the matrix does not have {n} rows of {n} entries, one for every vertex")
        for i, j in product(range(n), repeat=2):
            entry = self.rows[i][j]
            if i == j and entry % self.field == 0:
                raise CertificateError(f"entry ({i}, {i}) is zero over GF({self.field}); the diagonal may have no zero")
            if i != j and not self.graph.are_adjacent(i, j) and entry % self.field:
                message = f"entry ({i}, {j}) is {entry}, but the vertices are not adjacent; it must be zero"
                raise CertificateError(message)

    @cached_property
    def rank(self) -> int:
        """The rank over the field, by elimination."""
        return rank_over(self.rows, self.field)

    def evidence(self) -> dict[str, Any]:
        """The upper bound Θ ≤ rank, as it stands in a certificate."""
        return {"kind": "rank", "field": self.field, "matrix": [list(row) for row in self.rows]}


@dataclass(frozen=True)
class NoMatrix:
    """No matrix over GF(p) of at most this rank fits: an independent set, and a proof unless the set is larger."""

    graph: Graph
    field: int
    rank: int
    independent: tuple[int, ...]
    proof: tuple[str, ...]

    @property
    def seconds_to_verify(self) -> float:
        """About how long the checker takes; less than 0.1 is 0."""
        if not self.proof:
            return 0
        n, pairs = len(self.graph), len(self.graph) ** 2 - 2 * len(self.graph.edges())
        clauses = drup.clause_count(self.rank * (2 * n + pairs), self.rank * pairs, self.field)
        return (clauses // _CLAUSES_CHECKED_AT_ONCE + len(self.proof) // _LINES_CHECKED_AT_ONCE) / 10

    def verify(self) -> None:
        """Check the proof on the formula that the checker writes; raise ``CertificateError`` if it is none."""
        graph = (len(self.graph), self.graph.edges())
        try:
            drup.check_no_matrix(*graph, self.field, self.rank, self.independent, self.proof)
        except drup.Unproved as error:
            raise CertificateError(str(error)) from error


@dataclass(frozen=True, repr=False)
class MinRank:
    """A matrix that fits, and the proof that none of smaller rank does, or nothing when time ran out."""

    fitting: Matrix
    fewer: NoMatrix | None

    @property
    def rank(self) -> int:
        """The rank of the matrix: an upper bound of Θ = 2^C₀."""
        return self.fitting.rank

    @property
    def matrix(self) -> Rows:
        """The rows of the matrix."""
        return self.fitting.rows

    @property
    def minimal(self) -> bool:
        """Whether the rank is proved to be the least."""
        return self.fewer is not None

    @property
    def proof(self) -> tuple[str, ...]:
        """The lines of the proof that no smaller rank fits; empty when an independent set is as large as the rank."""
        return self._proved().proof

    def evidence(self) -> dict[str, Any]:
        """The upper bound Θ ≤ rank, as it stands in a certificate."""
        return self.fitting.evidence()

    def statement(self) -> dict[str, Any]:
        """The statement that the rank is the least; ``CertificateError`` when that is not proved."""
        fewer = self._proved()
        reason = {"set": list(fewer.independent), "proof": list(fewer.proof)}
        return self.evidence() | {"kind": "minrank", "rank": self.rank, "fewer": reason}

    def verify(self) -> None:
        """Check that no smaller rank fits, if that is said; a matrix that does not fit cannot be made."""
        if self.fewer is not None:
            same = (self.fewer.graph, self.fewer.field, self.fewer.rank + 1)
            if same != (self.fitting.graph, self.fitting.field, self.rank):
                raise CertificateError("matrix and proof speak of different graphs, fields or ranks")
            self.fewer.verify()

    def _proved(self) -> NoMatrix:
        if self.fewer is None:
            raise CertificateError(f"rank {self.rank} is not proved to be the least; allow more time")
        return self.fewer

    def __repr__(self) -> str:
        return f"MinRank({self.rank} over GF({self.fitting.field}){', the least' if self.minimal else ''})"


def rank_over(rows: Sequence[Sequence[int]], field: int) -> int:
    """The rank of an integer matrix over GF(p), p prime.

    >>> rank_over([(1, 1, 0), (0, 1, 1), (1, 0, 1)], 2), rank_over([(1, 1, 0), (0, 1, 1), (1, 0, 1)], 3)
    (2, 3)
    """
    from flint import nmod_mat

    entries = [entry % field for row in rows for entry in row]
    return int(nmod_mat(len(rows), len(rows[0]), entries, field).rank())


# --- simple matrices -------------------------------------------------------------------------------------------------


def _simple_matrices(G: Graph, field: int) -> Iterator[Matrix]:
    """Matrices that fit: one block of ones for each clique of a partition, and A + cI."""
    clique = _clique_of_each(G)
    n = range(len(G))
    yield Matrix(G, field, tuple(tuple(int(clique[v] == clique[w]) for w in n) for v in n))
    for c in range(1, field):
        yield Matrix(G, field, tuple(tuple(c if v == w else int(G.are_adjacent(v, w)) for w in n) for v in n))


def _clique_of_each(G: Graph) -> list[int]:
    """A partition into cliques: each vertex, in turn, goes to the first clique that it extends."""
    cliques: list[int] = []
    chosen = []
    for v in range(len(G)):
        fits = next((i for i, clique in enumerate(cliques) if clique & ~G.neighbors[v] == 0), len(cliques))
        if fits == len(cliques):
            cliques.append(0)
        cliques[fits] |= 1 << v
        chosen.append(fits)
    return chosen


def _independent_set(G: Graph, clock: Clock) -> tuple[int, ...]:
    """A large independent set: from every vertex on, in time, the vertex with the fewest neighbors left is taken."""
    best = _grown_from(G, 0)
    for v in range(1, len(G)):
        if clock.is_over():
            break
        best = max(best, _grown_from(G, v), key=len)
    return best


def _grown_from(G: Graph, v: int) -> tuple[int, ...]:
    chosen, left = [v], (1 << len(G)) - 1 & ~G.closed_neighborhood(v)
    while left:
        v = min(members(left), key=lambda w: (G.neighbors[w] & left).bit_count())
        chosen.append(v)
        left &= ~G.closed_neighborhood(v)
    return tuple(sorted(chosen))


# --- the formula, and the solver -------------------------------------------------------------------------------------


def _formula(G: Graph, p: int, r: int, independent: Sequence[int], clock: Clock) -> list[list[int]]:
    """The formula as :mod:`exactpriv.capacity.drup` states it; too large or too long a one raises ``SizeError``."""
    n, values = len(G), range(p)
    pairs = [(i, j) for i in range(n) for j in range(n) if i == j or not G.are_adjacent(i, j)]
    entries = r * (2 * n + len(pairs))
    size = drup.clause_count(entries, len(pairs) * r, p)
    if size > drup.MOST_CLAUSES:
        raise SizeError(
            f"rank {r} over GF({p}) takes about {size:,} clauses; at most {drup.MOST_CLAUSES:,} are written"
        )
    if not clock.has(size // _CLAUSES_AT_ONCE / 10):
        raise SizeError(f"rank {r} over GF({p}) takes about {size:,} clauses; there is no time to write them")
    # literal[e][c] says that entry e is c
    literal = [[-e, e] if p == 2 else [(e - 1) * p + c + 1 for c in values] for e in range(1, entries + 1)]
    U, V, S = (literal[: n * r], literal[n * r : 2 * n * r], literal[2 * n * r :])
    clauses = [] if p == 2 else [clause for entry in literal for clause in _exactly_one(entry)]
    for k, s in enumerate(independent):
        clauses += [[M[s * r + l][l == k]] for M in (U, V) for l in range(r)]
    for q, (i, j) in enumerate(pairs):
        for k in range(r):
            before = S[q * r + k - 1] if k else None
            clauses += _products(before, U[i * r + k], V[j * r + k], S[q * r + k])
        clauses.append([S[q * r + r - 1][i == j]])
    return clauses


def _exactly_one(literals: list[int]) -> list[list[int]]:
    return [literals, *([-y, -x] for j, y in enumerate(literals) for x in literals[:j])]


def _products(before: list[int] | None, u: list[int], v: list[int], after: list[int]) -> Iterator[list[int]]:
    """``before`` + u·v = ``after``, each given by the literals of its values."""
    p = len(after)
    for c in range(p if before else 1):
        start = [-before[c]] if before else []
        yield from ([*start, -factor[0], after[c]] for factor in (u, v))
        for a, b in product(range(1, p), repeat=2):
            yield [*start, -u[a], -v[b], after[(c + a * b) % p]]


def _solve(clauses: list[list[int]], clock: Clock) -> list[int] | tuple[str, ...] | None:
    """The true variables, as a list; or the lines of a proof that there are none, as a tuple; or nothing in time."""
    from pysat.solvers import Glucose4

    between_looks = 1 + CONFLICTS_BETWEEN_LOOKS // (1 + len(clauses) // _FEW_CLAUSES)
    with Glucose4(bootstrap_with=clauses, with_proof=True) as solver:
        answer = None
        while answer is None and not clock.is_over():
            solver.conf_budget(between_looks)
            answer = _limited(solver)
        if answer is None:
            return None
        return [x for x in solver.get_model() if x > 0] if answer else _own_lines(solver.get_proof())


def _limited(solver: Any) -> bool | None:
    """The answer of a solver within its budget; it has an error of its own for Ctrl-C."""
    try:
        answer: bool | None = solver.solve_limited()
    except Exception as error:
        if "keyboard" in str(error).lower():
            raise KeyboardInterrupt from error
        raise
    return answer


def _own_lines(lines: Sequence[str]) -> tuple[str, ...]:
    """A solver's proof without its deletions of clauses of the formula, and with the empty clause at its end."""
    added, kept = set(), []
    for line in lines:
        literals = frozenset(line.removeprefix("d ").split())
        if not line.startswith("d"):
            added.add(literals)
        if literals in added and literals != {"0"}:
            kept.append(line)
    return (*kept, "0")


def _product(true: list[int], n: int, p: int, r: int) -> Rows:
    """U·Vᵀ modulo p, from the true variables."""
    entries = {x - 1: 1 for x in true} if p == 2 else {(x - 1) // p: (x - 1) % p for x in true}
    U = [[entries.get(v * r + k, 0) for k in range(r)] for v in range(n)]
    V = [[entries.get((n + v) * r + k, 0) for k in range(r)] for v in range(n)]
    return tuple(tuple(sum(x * y for x, y in zip(u, v, strict=True)) % p for v in V) for u in U)
