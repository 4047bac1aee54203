r"""Lovász's ϑ with a certificate: an upper bound on the zero-error capacity, :math:`C_0 ≤ \log_2 ϑ(G)`.

.. math:: ϑ(G) = \min\,\{t : tI + \sum_{e} y_e E_e - J ⪰ 0\}

where E_e has a 1 at the two places of the edge e, and J has them everywhere. Any y and t that make the matrix positive
semidefinite prove an upper bound, and that is decided in exact arithmetic; where they come from does not matter.

Main definitions: :func:`lovasz_theta`, whose :class:`Theta` has the value, a lower bound, and the evidence;
:func:`checked_theta`, the value that evidence proves.

Where the value is exact:

* odd cycles, by Lovász's formula (:mod:`exactpriv.capacity.cyclotomic`);
* regular graphs with one multiplier for all edges, y = n/(k - λ) and t = -λy for the valency k and the least eigenvalue
  λ, a rational number or one in ℚ(√d), when the same for the complement gives t' with t t' = n: for ϑ(G) ϑ(Ḡ) ≥ n. So
  strongly regular graphs are settled, Paley graphs among them;
* wherever ϑ and the kernel of the optimal matrix are rational with small denominators: there the equations that the
  kernel imposes are solved over the rationals, near a point that a search proposes, on both sides of the duality;
* disjoint unions of these, for ϑ(G + H) = ϑ(G) + ϑ(H).

Elsewhere the value is a rational upper bound with the denominator 2^44, and ``lower`` a rational lower bound, each from
a matrix that is proved to be positive semidefinite.

Reference: [lovasz1979shannon], Theorems 3, 4 and 9, Corollaries 2 and 5.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import reduce
from itertools import combinations_with_replacement
from math import isqrt, lcm
from operator import add
from typing import TYPE_CHECKING, Any, TypeAlias

from exactpriv.capacity.clock import Clock
from exactpriv.capacity.cyclotomic import ThetaValue, cycle_theta
from exactpriv.capacity.graphs import Graph, members
from exactpriv.capacity.positive import Surd, is_positive_semidefinite
from exactpriv.capacity.semidefinite import Proposal, proposals
from exactpriv.errors import CertificateError, SizeError
from exactpriv.exact.enclosure import WIDTH, Enclosure
from exactpriv.exact.radicals import RadicalSum, radical

if TYPE_CHECKING:
    from flint import fmpq_mat

Evidence: TypeAlias = Mapping[str, Any]
Edges: TypeAlias = Sequence[tuple[int, int]]
Rows: TypeAlias = list[list[Fraction]]

SCALE = 1 << 44
"""The denominator of a bound that is not exact."""

_FINE = 1 << 56
_FIRST_MARGIN = 1 << 5
_DENOMINATORS = (1, 2, 12, 1 << 10, 1 << 20)
"""Free unknowns are rounded to multiples of these."""
_DIGITS = 15
_FOURTH_POWERS_AT_ONCE = 4_000_000
"""A tenth of a second is enough for the closed form of a regular graph whose number of vertices has this power."""
_MOST_ENTRIES = 2_000_000
_MOST_ENTRIES_OF_PRIMAL = 300_000
"""Systems of rational equations with more numbers than these are not solved."""


# --- the answer ------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Theta:
    """What is proved of ϑ(G): lower ≤ ϑ(G) ≤ value, and evidence for the upper bound.

    >>> pentagon = lovasz_theta(Graph.numbered(5, [(v, (v + 1) % 5) for v in range(5)]))
    >>> pentagon
    ϑ = 5^(1/2)
    >>> pentagon.is_exact, pentagon.certificate["root"], pentagon.enclosure.decimal(6)
    (True, 5, '[2.236067, 2.236068]')
    """

    graph: Graph
    value: ThetaValue
    lower: ThetaValue
    certificate: Evidence

    @property
    def is_exact(self) -> bool:
        """Whether the bounds meet."""
        return bool(self.value == self.lower)

    @property
    def enclosure(self) -> Enclosure:
        """Rational bounds."""
        return Enclosure(_rational_bounds(self.lower)[0], _rational_bounds(self.value)[1])

    def verify(self) -> None:
        """Check in exact arithmetic that the evidence proves ϑ(G) ≤ value, and raise ``CertificateError`` if not."""
        proved = checked_theta(self.graph, self.certificate)
        if proved != self.value:
            raise CertificateError(f"the evidence proves ϑ ≤ {proved}, not ϑ ≤ {self.value}; compute it again")

    def __repr__(self) -> str:
        if self.is_exact:
            return f"ϑ = {self.value}"
        return f"ϑ in {self.enclosure.decimal(12)}"


def _rational_bounds(value: ThetaValue) -> tuple[Fraction, Fraction]:
    return (value, value) if isinstance(value, Fraction) else value.enclosure(_DIGITS)


def lovasz_theta(G: Graph, time_limit: float | None = None) -> Theta:
    """Lovász's ϑ(G), or proved bounds on it.

    >>> lovasz_theta(Graph.numbered(7, [(v, (v + 1) % 7) for v in range(7)]))
    ϑ = 7*cos(π/7)/(1 + cos(π/7))

    Components are treated one by one, and their values added up.

    A connected graph that is too large for the search, or for a limit in seconds, raises ``SizeError``.

    Reference: [lovasz1979shannon].
    """
    clock = Clock(time_limit)
    parts = [(vertices, _of_connected(G.induced(vertices), clock)) for vertices in G.components()]
    if len(parts) == 1:
        return parts[0][1]
    evidence = {
        "kind": "components",
        "parts": [{"vertices": list(vertices), "upper": theta.certificate} for vertices, theta in parts],
    }
    return Theta(G, _sum(theta.value for _, theta in parts), _sum(theta.lower for _, theta in parts), evidence)


def _sum(values: Iterator[ThetaValue]) -> ThetaValue:
    total: ThetaValue = reduce(add, values)
    return total.rational() if isinstance(total, RadicalSum) and total.is_rational else total


def _of_connected(G: Graph, clock: Clock) -> Theta:
    order = odd_cycle_order(G)
    if len(order) >= 7:
        value = _plain(cycle_theta(len(order)))
        return Theta(G, value, value, {"kind": "odd cycle", "order": order})
    found: list[Theta] = []
    if len({around.bit_count() for around in G.neighbors}) == 1:
        seconds = len(G) ** 4 // _FOURTH_POWERS_AT_ONCE / 10
        if not clock.has(seconds):
            raise SizeError(f"the closed form of a regular graph may take {seconds:,} seconds")
        found += filter(None, [_with_one_multiplier(G)])
    return found[0] if found and found[0].is_exact else _searched(G, found, clock)


def _searched(G: Graph, found: list[Theta], clock: Clock) -> Theta:
    """The best of the bounds found before, and of those near what the search proposes until they are narrow."""
    edges = G.edges()
    try:
        for pair in proposals(len(G), edges, clock):
            found.append(_rational(G, edges, pair) or _rounded(G, edges, pair))
            if reduce(_better, found).enclosure.width <= WIDTH:
                break
    except SizeError:
        if not found:
            raise
    return reduce(_better, found)


def _better(first: Theta, second: Theta) -> Theta:
    """The better of the bounds on either side; an exact value has the better evidence."""
    upper = first if first.value <= second.value and not second.is_exact else second
    return Theta(upper.graph, upper.value, max(first.lower, second.lower), upper.certificate)


def _plain(value: ThetaValue) -> ThetaValue:
    return value.rational() if isinstance(value, RadicalSum) and value.is_rational else value


# --- evidence --------------------------------------------------------------------------------------------------------


def checked_theta(G: Graph, evidence: Evidence) -> ThetaValue:
    """The upper bound on ϑ(G) that evidence proves, checked in exact arithmetic.

    Evidence that proves nothing of this graph raises ``CertificateError``.

    >>> K2 = Graph.of((0, 1))
    >>> checked_theta(K2, {"kind": "theta", "scale": "2", "t": "3", "y": ["3"]})
    Fraction(3, 2)
    >>> checked_theta(K2, {"kind": "theta", "scale": "2", "t": "1", "y": ["1"]})
    Traceback (most recent call last):
    exactpriv.errors.CertificateError: the matrix tI + Σ y_e E_e - J is not positive semidefinite; compute it again
    """
    try:
        match evidence["kind"]:
            case "theta":
                return _checked_surds(G, evidence) if "root" in evidence else _checked_integers(G, evidence)
            case "odd cycle":
                return _checked_cycle(G, evidence["order"])
            case "components":
                return _checked_components(G, evidence["parts"])
    except (KeyError, TypeError, ValueError, ZeroDivisionError, IndexError) as error:
        if isinstance(error, CertificateError):
            raise
        raise CertificateError(f"the evidence is not of the form that is known: {error!r}; compute it again") from error
    raise CertificateError(f"evidence of the kind {evidence['kind']!r} is no evidence for ϑ")


def _checked_integers(G: Graph, evidence: Evidence) -> Fraction:
    scale, t, y = int(evidence["scale"]), int(evidence["t"]), list(map(int, evidence["y"]))
    if scale < 1 or not _is_feasible(G.edges(), len(G), scale, t, y):
        raise CertificateError("the matrix tI + Σ y_e E_e - J is not positive semidefinite; compute it again")
    return Fraction(t, scale)


def _checked_surds(G: Graph, evidence: Evidence) -> ThetaValue:
    d = int(evidence["root"])
    t, *y = (Surd(Fraction(a), Fraction(b), d) for a, b in [evidence["t"], *evidence["y"]])
    if d < 2 or isqrt(d) ** 2 == d:
        raise CertificateError(f"the root of {d} is asked for; evidence needs an integer above 1 that is no square")
    if not _is_feasible_over_root(G.edges(), len(G), t, y):
        raise CertificateError("the matrix tI + Σ y_e E_e - J is not positive semidefinite; compute it again")
    return _plain(t.value)


def _checked_cycle(G: Graph, order: Sequence[int]) -> ThetaValue:
    n = len(order)
    around = {tuple(sorted((v, order[i - 1]))) for i, v in enumerate(order)}
    if n < 3 or n % 2 == 0 or sorted(order) != list(range(len(G))) or sorted(around) != G.edges():
        raise CertificateError(f"the order {order!r} does not show that the graph is an odd cycle; compute it again")
    return _plain(cycle_theta(n))


def _checked_components(G: Graph, parts: Sequence[Evidence]) -> ThetaValue:
    place = {v: i for i, part in enumerate(parts) for v in part["vertices"]}
    if sorted(v for part in parts for v in part["vertices"]) != list(range(len(G))):
        raise CertificateError("the parts of the graph do not have every vertex once; compute it again")
    crossing = next((edge for edge in G.edges() if place[edge[0]] != place[edge[1]]), None)
    if crossing is not None:
        raise CertificateError(f"the edge {crossing} joins two parts that should be separate; compute it again")
    return _sum(checked_theta(G.induced(part["vertices"]), part["upper"]) for part in parts)


def _is_feasible(edges: Edges, size: int, scale: int, t: int, y: Sequence[int]) -> bool:
    """Whether tI + Σ y_e E_e - J ⪰ 0, where t and y are integers over the scale."""
    matrix = [[t - scale if v == w else -scale for w in range(size)] for v in range(size)]
    for (v, w), multiplier in zip(edges, y, strict=True):
        matrix[v][w] = matrix[w][v] = multiplier - scale
    return is_positive_semidefinite(matrix)


def _is_feasible_over_root(edges: Edges, size: int, t: Surd, y: Sequence[Surd]) -> bool:
    """The same for numbers of ℚ(√d), which are first brought to one denominator."""
    denominator = lcm(*(Fraction(part).denominator for surd in (t, *y) for part in (surd.a, surd.b)))

    def whole(surd: Surd, less: int) -> Surd:
        return Surd(int(surd.a * denominator) - less * denominator, int(surd.b * denominator), surd.d)

    zero = Surd(Fraction(0), Fraction(0), t.d)
    matrix = [[whole(t if v == w else zero, 1) for w in range(size)] for v in range(size)]
    for (v, w), multiplier in zip(edges, y, strict=True):
        matrix[v][w] = matrix[w][v] = whole(multiplier, 1)
    return is_positive_semidefinite(matrix)


def _evidence_of_fractions(t: Fraction, y: Sequence[Fraction]) -> Evidence:
    scale = lcm(t.denominator, *(multiplier.denominator for multiplier in y))
    texts = [str(int(multiplier * scale)) for multiplier in y]
    return {"kind": "theta", "scale": str(scale), "t": str(int(t * scale)), "y": texts}


# --- odd cycles ------------------------------------------------------------------------------------------------------


def odd_cycle_order(G: Graph) -> list[int]:
    """The vertices in the order of a walk around, when the graph is a cycle of odd length; otherwise an empty list.

    >>> odd_cycle_order(Graph.of((0, 1), (1, 2), (2, 0))), odd_cycle_order(Graph.of((0, 1)))
    ([0, 1, 2], [])
    """
    if len(G) % 2 == 0 or len(G.components()) > 1 or any(around.bit_count() != 2 for around in G.neighbors):
        return []
    order = [0, next(members(G.neighbors[0]))]
    while len(order) < len(G):
        order.append(next(v for v in members(G.neighbors[order[-1]]) if v != order[-2]))
    return order


# --- one multiplier for all edges ------------------------------------------------------------------------------------


def _with_one_multiplier(G: Graph) -> Theta | None:
    """The bound of a regular graph in closed form; the lower bound comes from its complement."""
    upper = _one_multiplier(G)
    if upper is None:
        return None
    t, y = upper
    of_complement = _one_multiplier(G.complement())
    value = t.value
    lower = RadicalSum.of(1) if of_complement is None else len(G) / of_complement[0].value
    edges = G.edges()
    if t.d == 1:
        evidence = _evidence_of_fractions(Fraction(t.a), [Fraction(y.a)] * len(edges))
    else:
        text = [str(y.a), str(y.b)]
        evidence = {"kind": "theta", "root": t.d, "t": [str(t.a), str(t.b)], "y": [text] * len(edges)}
    return Theta(G, _plain(value), _plain(lower), evidence)


def _one_multiplier(G: Graph) -> tuple[Surd, Surd] | None:
    """Numbers t and y with tI + yA - J ⪰ 0, proved, for a regular graph whose least eigenvalue is of degree 1 or 2."""
    degrees = {around.bit_count() for around in G.neighbors}
    if len(degrees) > 1:
        return None
    n, k = Fraction(len(G)), Fraction(min(degrees))
    if k == 0:
        return Surd(n, Fraction(0), 1), Surd(Fraction(0), Fraction(0), 1)
    least = _least_eigenvalue(G)
    if least.sign() >= 0:
        return None
    y = Surd(n, Fraction(0), least.d).over(Surd(k, Fraction(0), least.d) - least)
    t = (y * least).scaled(-1)
    edges = G.edges()
    return (t, y) if _is_feasible_over_root(edges, len(G), t, [y] * len(edges)) else None


def _least_eigenvalue(G: Graph) -> Surd:
    """The least of the eigenvalues of degree 1 or 2 over the rationals; the valency of a regular graph is one."""
    from flint import fmpz_mat

    rows = [[around >> w & 1 for w in range(len(G))] for around in G.neighbors]
    _, factors = fmpz_mat(rows).charpoly().factor()
    found = [_least_root(*map(int, factor.coeffs())) for factor, _ in factors if factor.degree() <= 2]
    return min(found, key=lambda root: root.value)


def _least_root(c: int, b: int, a: int = 0) -> Surd:
    """The lesser root of x² + bx + c, or the root of bx + c; all roots are real."""
    if a == 0:
        return Surd(Fraction(-c, b), Fraction(0), 1)
    root = radical(b * b - 4 * c, Fraction(1, 2))
    square = (root * root).rational()
    d = _squarefree(int(square))
    factor = (root / radical(d, Fraction(1, 2))).rational()
    return Surd(Fraction(-b, 2), -factor / 2, d)


def _squarefree(number: int) -> int:
    """The product of the primes that divide a number an odd number of times."""
    from flint import fmpz

    product = 1
    for prime, multiplicity in fmpz(number).factor():
        product *= int(prime) ** (multiplicity % 2)
    return product


# --- rational optima -------------------------------------------------------------------------------------------------


def _rational(G: Graph, edges: Edges, pair: Proposal) -> Theta | None:
    """The value when it is a fraction t for which rational matrices X and Z with ZX = 0 are found and proved.

    The columns of X lie in the kernel of Z. With a basis K of that kernel, Z K = 0 are linear equations for y, and
    X = Kᵀ C K must vanish at the edges and have trace 1, linear equations for C; then ⟨J, X⟩ = t.
    """
    t, kernel = pair.short_value(), pair.kernel()
    if t is None or kernel is None or len(kernel[0]) * len(G) * len(edges) > _MOST_ENTRIES:
        return None
    K, chosen = kernel
    if not (_has_independent_set(G, t) or _has_primal(edges, pair, K, chosen)):
        return None
    point = pair.multipliers(edges, SCALE)
    for y in _solutions_near(_kernel_equations(edges, t, K), point, SCALE):
        evidence = _evidence_of_fractions(t, y)
        if _is_feasible(edges, len(G), int(evidence["scale"]), int(evidence["t"]), list(map(int, evidence["y"]))):
            return Theta(G, t, t, evidence)
    return None


def _kernel_equations(edges: Edges, t: Fraction, K: Rows) -> Rows:
    """The rows of (tI + Σ y_e E_e - J) v = 0 for every v of the basis, with the right side last."""
    equations = []
    for vector in K:
        total = sum(vector, Fraction(0))
        rows = [[Fraction(0)] * len(edges) + [total - t * x] for x in vector]
        for e, (v, w) in enumerate(edges):
            rows[v][e], rows[w][e] = vector[w], vector[v]
        equations += rows
    return equations


def _has_independent_set(G: Graph, size: Fraction) -> bool:
    """Whether a greedy search, started at every vertex, finds an independent set of this size, so that ϑ ≥ size."""
    return any(_greedy_independent_set(G, v) >= size for v in range(len(G)))


def _greedy_independent_set(G: Graph, v: int) -> int:
    """The size of an independent set with v and, one by one, the vertices with the fewest neighbors left."""
    size, left = 1, (1 << len(G)) - 1 & ~G.closed_neighborhood(v)
    while left:
        _, v = min(((G.neighbors[w] & left).bit_count(), w) for w in members(left))
        size, left = size + 1, left & ~G.closed_neighborhood(v)
    return size


def _has_primal(edges: Edges, pair: Proposal, K: Rows, chosen: Sequence[int]) -> bool:
    """Whether a positive semidefinite C is found for which X = Kᵀ C K is feasible."""
    places = list(combinations_with_replacement(range(len(K)), 2))
    if len(places) * len(edges) > _MOST_ENTRIES_OF_PRIMAL:
        return False

    def entry(v: int, w: int) -> list[Fraction]:
        return [K[a][v] * K[b][w] + (K[b][v] * K[a][w] if a != b else 0) for a, b in places]

    traces = [entry(v, v) for v in range(len(K[0]))]
    equations = [[*entry(v, w), Fraction(0)] for v, w in edges]
    equations.append([*(sum(column, Fraction(0)) for column in zip(*traces, strict=True)), Fraction(1)])
    X, _ = pair.primal(edges, _FINE)
    point = [X[chosen[a]][chosen[b]] for a, b in places]
    return any(_is_form(len(K), C) for C in _solutions_near(equations, point, _FINE))


def _is_form(size: int, upper_half: Sequence[Fraction]) -> bool:
    """Whether the symmetric matrix with this upper half, row by row, is positive semidefinite."""
    denominator = lcm(*(x.denominator for x in upper_half))
    matrix = [[0] * size for _ in range(size)]
    for (a, b), x in zip(combinations_with_replacement(range(size), 2), upper_half, strict=True):
        matrix[a][b] = matrix[b][a] = int(x * denominator)
    return is_positive_semidefinite(matrix)


def _solutions_near(equations: Rows, point: Sequence[int], scale: int) -> Iterator[list[Fraction]]:
    """Rational solutions of linear equations near a point (integers over the scale), the shortest first."""
    solved, pivots = _row_reduced(equations)
    unknowns = len(point)
    if unknowns in pivots:
        return  # 0 = 1
    free = [column for column in range(unknowns) if column not in pivots]
    tails = [[_fraction(solved[row, column]) for column in free] for row in range(len(pivots))]
    goals = [_fraction(solved[row, unknowns]) for row in range(len(pivots))]
    for denominator in _DENOMINATORS:
        solution = [Fraction(round(Fraction(x * denominator, scale)), denominator) for x in point]
        for p, tail, goal in zip(pivots, tails, goals, strict=True):
            terms = (f * solution[c] for f, c in zip(tail, free, strict=True) if f)
            solution[p] = goal - sum(terms, Fraction(0))
        yield solution
        if not free:
            return


def _row_reduced(equations: Rows) -> tuple[fmpq_mat, dict[int, None]]:
    """The reduced echelon form, and the columns of its pivots in order."""
    from flint import fmpq, fmpq_mat

    numbers = [fmpq(x.numerator, x.denominator) for row in equations for x in row]
    solved, rank = fmpq_mat(len(equations), len(equations[0]), numbers).rref()
    columns = range(len(equations[0]))
    return solved, {next(column for column in columns if solved[row, column] != 0): None for row in range(rank)}


def _fraction(x: Any) -> Fraction:
    return Fraction(int(x.p), int(x.q))


# --- bounds that are rounded -----------------------------------------------------------------------------------------


def _rounded(G: Graph, edges: Edges, pair: Proposal) -> Theta:
    """Rational bounds near what the search proposes; their margins grow until the proofs go through."""
    y = pair.multipliers(edges, SCALE)
    t, margin = pair.bound(edges, y, SCALE), _FIRST_MARGIN
    while not _is_feasible(edges, len(G), SCALE, t + margin, y):
        margin *= 2
    bound = Fraction(t + margin, SCALE)
    evidence = {"kind": "theta", "scale": str(SCALE), "t": str(t + margin), "y": list(map(str, y))}
    return Theta(G, bound, min(bound, _rounded_below(edges, pair)), evidence)


def _rounded_below(edges: Edges, pair: Proposal) -> Fraction:
    """⟨J, X⟩ / tr X for a rational X ⪰ 0 that is 0 at the edges."""
    X, lacking = pair.primal(edges, _FINE)
    margin = len(X)
    while True:
        shifted = [[x + (lacking + margin if v == w else 0) for w, x in enumerate(row)] for v, row in enumerate(X)]
        if is_positive_semidefinite(shifted):
            return Fraction(sum(map(sum, shifted)), sum(row[v] for v, row in enumerate(shifted)))
        margin *= 2
