"""Fractional packings of channels and graphs, exactly: the largest total weight with at most 1 on every group.

The inputs x of a channel get weights pₓ ≥ 0, and the inputs that may lead to one output y, the group N⁻¹(y), weigh at
most 1 together; of a graph the groups are the maximal cliques. The largest total weight is

    α* = max {Σ pₓ : Σ_{x ∈ N⁻¹(y)} pₓ ≤ 1 for all y} = min {Σ u_y : u ≥ 0, Σ_{y ∈ N(x)} u_y ≥ 1 for all x},

and prices u of the same total prove it. A code is a packing by 0 and 1, and α* of k uses is (α*)ᵏ, so C₀ ≤ log₂ α*.

Main definitions: :func:`fractional_packing` and its :class:`Packing`; :func:`fractional_packing_number`;
:func:`support_ratios`.

Conventions: inputs and vertices are meant by number. Inputs and outputs that others dominate get no weight and no
price, and parts that share no group are solved alone. Floats propose a basis of a large part; it is solved exactly,
and the integer simplex method takes over when its solution is not optimal.

Reference: [shannon1956zero]; [lovasz1979shannon]; [farokhi2019noiseless], Prop. 2.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property, reduce
from itertools import accumulate
from operator import and_, or_
from typing import Any

from exactpriv.capacity.clock import Clock
from exactpriv.capacity.graphs import Graph, inputs_and_outputs, members
from exactpriv.errors import CertificateError, SizeError
from exactpriv.exact.linear import over_common_denominator, solve
from exactpriv.relations import Relation

_CUBES_AT_ONCE = 9_000_000
"""A tenth of a second solves a system whose number of unknowns has this cube; a smaller one takes no time."""
FEW_ENTRIES = 800
"""The simplex method on integers takes parts with so many entries (inputs × outputs); larger ones start from floats."""


@dataclass(frozen=True)
class Packing:
    """Weights of the inputs and prices of the groups with the same total, which is therefore α*.

    >>> C5 = Graph.numbered(5, [(v, (v + 1) % 5) for v in range(5)])
    >>> best = fractional_packing(C5)
    >>> str(best.number), best.cliques[:2], list(map(str, best.weights)), best.support
    ('5/2', ((0, 1), (0, 4)), ['1/2', '1/2', '1/2', '1/2', '1/2'], (0, 1, 2, 3, 4))
    """

    weights: tuple[Fraction, ...]
    prices: tuple[Fraction, ...]
    cliques: tuple[tuple[int, ...], ...]

    @cached_property
    def number(self) -> Fraction:
        """α*, the total weight."""
        return sum(self.weights, Fraction(0))

    @property
    def support(self) -> tuple[int, ...]:
        """The inputs that have weight."""
        return tuple(x for x, weight in enumerate(self.weights) if weight)

    def verify(self) -> None:
        """Check in exact arithmetic that both sides are feasible and have the same total.

        >>> Packing((Fraction(1), Fraction(1)), (Fraction(2),), ((0, 1),)).verify()
        Traceback (most recent call last):
        exactpriv.errors.CertificateError: the inputs (0, 1) weigh 2 together; a group may weigh at most 1
        """
        for name, numbers in ("weight", self.weights), ("price", self.prices):
            low = next((i for i, number in enumerate(numbers) if number < 0), None)
            if low is not None:
                raise CertificateError(f"the {name} at place {low} is {numbers[low]}; it must be at least 0")
        weights, one = over_common_denominator(self.weights)
        for clique in self.cliques:
            if (together := sum(weights[x] for x in clique)) > one:
                message = f"the inputs {clique} weigh {Fraction(together, one)} together; a group may weigh at most 1"
                raise CertificateError(message)
        prices, unit = over_common_denominator(self.prices)
        paid = [0] * len(weights)
        for price, clique in zip(prices, self.cliques, strict=True):
            for x in clique:
                paid[x] += price
        if min(paid) < unit:
            x = paid.index(min(paid))
            raise CertificateError(
                f"the prices around input {x} add up to {Fraction(paid[x], unit)}; at least 1 is due"
            )
        if sum(weights) * unit != sum(prices) * one:
            raise CertificateError(f"the weights total {self.number}, the prices {sum(self.prices)}; these must agree")

    def cover_evidence(self) -> dict[str, Any]:
        """The prices as evidence of kind "cover" that the zero-error capacity is at most log₂ α*.

        >>> fractional_packing(Graph.of((0, 1))).cover_evidence()
        {'kind': 'cover', 'cliques': [[0, 1]], 'weights': ['1']}
        """
        priced = [(clique, price) for clique, price in zip(self.cliques, self.prices, strict=True) if price]
        cliques, weights = [list(clique) for clique, _ in priced], [str(price) for _, price in priced]
        return {"kind": "cover", "cliques": cliques, "weights": weights}


def fractional_packing(R: Relation | Graph, time_limit: float | None = None) -> Packing:
    """The best weights and prices of a channel ⟦X, Y⟧ or, with the maximal cliques as groups, of a graph.

    >>> triangle_by_edges = Relation.of(*((x, y) for y in range(3) for x in {y, (y + 1) % 3}))
    >>> str(fractional_packing(triangle_by_edges).number)
    '3/2'
    >>> fractional_packing(Graph.of((0, 1), (1, 2), (0, 2))).number
    Fraction(1, 1)

    An input without output raises ``NotAChannelError``, a limit in seconds that is too short ``SizeError``.

    Reference: [shannon1956zero]; [lovasz1979shannon].
    """
    clock = Clock(time_limit)
    if isinstance(R, Graph):
        size, groups = len(R), tuple(R.maximal_cliques())
    else:
        inputs, groups = inputs_and_outputs(R)
        size = len(inputs)
    weights, prices = [Fraction(0)] * size, [Fraction(0)] * len(groups)
    rows = _without_dominated({y: sum(1 << x for x in group) for y, group in enumerate(groups)})
    for part in _parts(rows):
        best_weights, best_prices = _optimum(part, clock)
        for x, weight in best_weights.items():
            weights[x] = weight
        for y, price in best_prices.items():
            prices[y] = price
    return Packing(tuple(weights), tuple(prices), groups)


def fractional_packing_number(R: Relation | Graph) -> Fraction:
    """α* of a channel or a graph.

    >>> fractional_packing_number(Graph.numbered(7, [(v, (v + 1) % 7) for v in range(7)]))
    Fraction(7, 2)
    """
    return fractional_packing(R).number


def support_ratios(packing: Packing) -> tuple[Fraction, Fraction]:
    """|X'| / min_{y ∈ N(X')} |N⁻¹(y) ∩ X'| and |N(X')| / min_{x ∈ X'} |N(x)| for X' = {x : pₓ > 0}: both at least α*.

    This repairs the proof of Proposition 2, for 2^L₀ˢ with the inputs X' is the smaller of the two.

    First: pₓ > 0 makes the prices around x total 1, and a price above 0 makes its group weigh 1, so that it meets X'.
    Hence |X'| = Σ_{x ∈ X'} Σ_{y ∈ N(x)} u_y = Σ_{y ∈ N(X')} u_y |N⁻¹(y) ∩ X'| ≥ α* min_y |N⁻¹(y) ∩ X'|.
    Second: α* min_x |N(x)| ≤ Σ_{x ∈ X'} pₓ |N(x)| = Σ_{y ∈ N(X')} Σ_{x ∈ N⁻¹(y)} pₓ ≤ |N(X')|.

    >>> path = Relation.of((0, "a"), (1, "a"), (1, "b"), (2, "b"))
    >>> support_ratios(fractional_packing(path))
    (Fraction(2, 1), Fraction(2, 1))

    Reference: [farokhi2019noiseless], Prop. 2.
    """
    support = set(packing.support)
    met = [len(support.intersection(group)) for group in packing.cliques]
    outputs = [sum(x in group for group in packing.cliques) for x in support]
    reached = list(filter(None, met))
    return Fraction(len(support), min(reached)), Fraction(len(reached), min(outputs))


# --- what may be left out --------------------------------------------------------------------------------------------


def _transposed(rows: Mapping[int, int]) -> dict[int, int]:
    columns: dict[int, int] = {}
    for i, row in rows.items():
        for j in members(row):
            columns[j] = columns.get(j, 0) | 1 << i
    return columns


def _containing(i: int, row: int, columns: Mapping[int, int]) -> Iterator[int]:
    """The other rows that contain this one."""
    return members(reduce(and_, (columns[j] for j in members(row))) & ~(1 << i))


def _without_dominated(rows: dict[int, int]) -> dict[int, int]:
    """The groups that no other contains, restricted to inputs whose outputs contain those of no other, repeatedly.

    Of equal ones the first stays. What is left out needs no price: a larger group weighs at most 1 already; and no
    weight: the prices around the input with fewer outputs total 1 already.
    """
    while True:
        columns = _transposed(rows)
        kept = {y: g for y, g in rows.items() if not any(rows[z] != g or z < y for z in _containing(y, g, columns))}
        columns = _transposed(kept)
        extra: set[int] = set()
        for x, outputs in columns.items():
            extra.update(z for z in _containing(x, outputs, kept) if columns[z] != outputs or z > x)
        if not extra:
            return kept
        stay = ~sum(1 << x for x in extra)
        rows = {y: g & stay for y, g in kept.items() if g & stay}


# --- the parts -------------------------------------------------------------------------------------------------------


Weighed = dict[int, Fraction]
"""Inputs with their weights, or outputs with their prices; those without are left out."""


def _parts(rows: dict[int, int]) -> Iterator[dict[int, int]]:
    """The groups, sorted by which are linked through common inputs."""
    left = dict(rows)
    while left:
        y, inputs = left.popitem()
        part = {y: inputs}
        while linked := {z: group for z, group in left.items() if group & inputs}:
            part |= linked
            inputs = reduce(or_, linked.values(), inputs)
            left = {z: group for z, group in left.items() if z not in linked}
        yield part


def _optimum(rows: Mapping[int, int], clock: Clock) -> tuple[Weighed, Weighed]:
    """The best weights and prices of one part."""
    inputs = sorted(_transposed(rows))
    if even := _even_optimum(rows, inputs):
        return even
    groups = {y: tuple(members(group)) for y, group in rows.items()}
    seconds = min(len(rows), len(inputs)) ** 3 // _CUBES_AT_ONCE / 10
    if not clock.has(seconds):
        message = f"a linear program with {len(inputs):,} inputs and {len(rows):,} groups may take {seconds} seconds"
        raise SizeError(message)
    if len(rows) * len(inputs) > FEW_ENTRIES and (proposed := _optimum_of_proposed_basis(groups, inputs)):
        return proposed
    return _optimum_by_simplex(groups, inputs, clock)


def _even_optimum(rows: Mapping[int, int], inputs: Sequence[int]) -> tuple[Weighed, Weighed] | None:
    """1/s each for inputs that all lie in equally many, d, of the groups of the largest size s, which cost 1/d each.

    In this way n/s comes out for a transitive graph with n vertices and largest cliques of size s.
    """
    s = max(group.bit_count() for group in rows.values())
    largest = {y: group for y, group in rows.items() if group.bit_count() == s}
    d, rest = divmod(s * len(largest), len(inputs))
    outputs = _transposed(largest)
    if rest or any(outputs.get(x, 0).bit_count() != d for x in inputs):
        return None
    return dict.fromkeys(inputs, Fraction(1, s)), dict.fromkeys(largest, Fraction(1, d))


def _optimum_of_proposed_basis(
    groups: Mapping[int, tuple[int, ...]], inputs: Sequence[int]
) -> tuple[Weighed, Weighed] | None:
    """Weights that make some groups weigh exactly 1, and prices that add up to 1 around the weighted inputs.

    A linear program in floats proposes which inputs and groups. ``None`` unless the exact solutions are optimal.
    """
    weighted, full = _proposed_basis(groups, inputs)
    matrix = [[int(x in groups[y]) for x in weighted] for y in full]
    ones = [1] * len(full)
    if len(weighted) != len(full) or not (p := solve(matrix, ones)):
        return None
    u = solve([list(column) for column in zip(*matrix, strict=True)], ones)
    place = {x: i for i, x in enumerate(inputs)}
    weights, prices = dict(zip(weighted, p, strict=True)), dict(zip(full, u or (), strict=True))
    packing = Packing(
        tuple(weights.get(x, Fraction(0)) for x in inputs),
        tuple(prices.get(y, Fraction(0)) for y in groups),
        tuple(tuple(place[x] for x in group) for group in groups.values()),
    )
    try:
        packing.verify()
    except CertificateError:
        return None
    return weights, prices


def _proposed_basis(groups: Mapping[int, tuple[int, ...]], inputs: Sequence[int]) -> tuple[list[int], list[int]]:
    """The inputs with weight and the groups that weigh 1 in an optimal basis found in floats."""
    from highspy import HighsBasisStatus, kHighsInf

    place = {x: i for i, x in enumerate(inputs)}
    columns = [place[x] for group in groups.values() for x in group]
    starts = list(accumulate((len(group) for group in groups.values()), initial=0))[:-1]
    n, m, infinite = len(inputs), len(groups), kHighsInf
    program = _silent_highs()
    program.addCols(n, [-1] * n, [0] * n, [infinite] * n, 0, [], [], [])
    program.addRows(m, [-infinite] * m, [1] * m, len(columns), starts, columns, [1] * len(columns))
    program.run()
    basis, basic = program.getBasis(), HighsBasisStatus.kBasic
    weighted = [x for x, status in zip(inputs, basis.col_status, strict=True) if status == basic]
    return weighted, [y for y, status in zip(groups, basis.row_status, strict=True) if status != basic]


def _silent_highs() -> Any:
    """A solver that prints nothing: a plain one prints a banner when it sets up its callbacks, which are left out."""
    from highspy import Highs

    class Silent(Highs):
        def __init__(self) -> None:
            super(Highs, self).__init__()
            self.silent()

    return Silent()


def _optimum_by_simplex(
    groups: Mapping[int, tuple[int, ...]], inputs: Sequence[int], clock: Clock
) -> tuple[Weighed, Weighed]:
    """The simplex method on integers over one denominator, the last pivot.

    Rows are what is determined (at first the slack of every group), columns what is free (at first the weight of every
    input); the last row holds the reduced costs, the last column the values. The slack of a group y is called ~y.
    """
    labels, free = [~y for y in groups], list(inputs)
    table = [[int(x in set(group)) for x in inputs] + [1] for group in groups.values()]
    table.append([-1] * len(inputs) + [0])
    denominator, gained = 1, True
    while (column := _entering(table[-1], free, gained)) is not None:
        if clock.is_over() and len(groups) * len(inputs) > FEW_ENTRIES:
            raise SizeError(f"a linear program with {len(inputs):,} inputs and {len(groups):,} groups takes too long")
        row = min(
            (i for i in range(len(labels)) if table[i][column] > 0),
            key=lambda i: (Fraction(table[i][-1], table[i][column]), labels[i]),
        )
        gained = table[row][-1] > 0
        table, denominator = _pivoted(table, row, column, denominator)
        labels[row], free[column] = free[column], labels[row]
    weights = {x: Fraction(line[-1], denominator) for x, line in zip(labels, table, strict=False) if x >= 0}
    prices = {~z: Fraction(cost, denominator) for z, cost in zip(free, table[-1], strict=False) if z < 0}
    return weights, prices


def _entering(costs: Sequence[int], free: Sequence[int], gained: bool) -> int | None:
    """The steepest column after a step that gained something, else that of the first label: no basis comes twice."""
    falling = [j for j in range(len(free)) if costs[j] < 0]
    if not falling:
        return None
    return min(falling, key=costs.__getitem__ if gained else free.__getitem__)


def _pivoted(table: list[list[int]], row: int, column: int, denominator: int) -> tuple[list[list[int]], int]:
    """Exchange what a row determines for what a column sets free; all divisions are exact."""
    pivots = table[row]
    p = pivots[column]
    exchanged = []
    for line in table:
        f = line[column]
        moved = [(p * a - f * b) // denominator for a, b in zip(line, pivots, strict=True)]
        moved[column] = -f
        exchanged.append(moved)
    exchanged[row] = [*pivots[:column], denominator, *pivots[column + 1 :]]
    return exchanged, p
