"""Overlap partitions: which values an observer can never tell apart, however the outputs are chained.

x ⇝ x' when there are outputs y₁, …, yₙ with x ∈ ⟦X|y₁⟧, x' ∈ ⟦X|yₙ⟧ and consecutive conditional ranges meeting.
The classes of ⇝ are the overlap partition ⟦X|Y⟧⋆: the connected components of the bipartite graph of the relation.

Main definitions: :func:`overlap_graph`, :func:`overlap_partition` (decided, by networkx components);
:func:`overlap_connected`, :func:`overlap_classes` (any reading, by transitive closure).

Reference: [farokhi2019noiseless], Sec. II-B; [nair2013nonstochastic], Sec. III.
"""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING

from exactpriv.errors import EmptyRangeError, UndecidedError
from exactpriv.relations.components import bipartite_graph, connected_parts
from exactpriv.relations.relation import Relation, Value, columns_of
from exactpriv.truth import Number, Truth, all_of, any_of, count, exists, negation

if TYPE_CHECKING:
    import networkx as nx


def overlap_graph(R: Relation) -> nx.Graph:
    """The bipartite graph of a decided relation: nodes ("X", x) and ("Y", y), an edge for every row.

    Two values of X are overlap connected exactly when they are in one component.

    >>> list(overlap_graph(Relation.of((1, "a"), (2, "a"))).neighbors(("Y", "a")))
    [('X', 1), ('X', 2)]
    """
    first, last = columns_of(R)
    return bipartite_graph(((x, y) for x, y in R), (first, last))


def overlap_partition(R: Relation) -> tuple[frozenset[Value], ...]:
    """⟦X|Y⟧⋆ of a decided relation, its members in the order in which their values first occur.

    >>> overlap_partition(Relation.of((1, "a"), (2, "a"), (3, "b")))
    (frozenset({1, 2}), frozenset({3}))
    """
    if not R.is_decided:
        raise UndecidedError("overlap_partition lists the members of a decided relation; overlap_classes counts in any")
    columns_of(R)
    if R.is_empty():
        raise EmptyRangeError("an empty relation has no overlap partition; give a row: Ω is not empty")
    return connected_parts((x, y) for x, y in R)


def overlap_connected(R: Relation) -> dict[tuple[Value, Value], Truth]:
    """x ⇝ x' for every pair of values of the first column, by closure; a value that does not occur has no partner.

    The closure squares the relation until paths of every length are covered.

    >>> overlap_connected(Relation.of((1, "a"), (2, "a"), (3, "b")))[1, 2]
    True
    """
    X, Y = columns_of(R)
    values, outputs = list(R.range(X)), R.range(Y)

    def share(x: Value, x2: Value) -> Truth:
        return exists(outputs, lambda y: all_of([R.holds(x, y), R.holds(x2, y)]))

    linked = {(x, x2): share(x, x2) for x, x2 in combinations(values, 2)}
    linked |= {(x2, x): truth for (x, x2), truth in linked.items()}
    covered = 1
    while covered < len(values) - 1:
        linked = _squared(linked, values)
        covered *= 2
    return linked | {(x, x): truth for x, truth in R.range(X).items()}


def _squared(linked: dict[tuple[Value, Value], Truth], values: list[Value]) -> dict[tuple[Value, Value], Truth]:
    """Pairs joined directly or through one more value."""
    squared = {}
    for x, x2 in combinations(values, 2):
        between = (all_of([linked[x, m], linked[m, x2]]) for m in values if m not in (x, x2))
        squared[x, x2] = squared[x2, x] = any_of([linked[x, x2], *between])
    return squared


def overlap_classes(R: Relation) -> Number:
    """|⟦X|Y⟧⋆| in any reading: components when decided, otherwise values with no earlier partner in the closure.

    >>> overlap_classes(Relation.of((1, "a"), (2, "a"), (3, "b")))
    2
    """
    return len(overlap_partition(R)) if R.is_decided else classes_by_closure(R)


def classes_by_closure(R: Relation) -> Number:
    """|⟦X|Y⟧⋆| by transitive closure alone, the route that is tested against the components.

    >>> classes_by_closure(Relation.of((1, "a"), (2, "a"), (3, "b")))
    2
    """
    linked = overlap_connected(R)
    values = R.range(columns_of(R)[0])
    order = list(values)
    return count(values, lambda x: negation(any_of(linked[x, x2] for x2 in order[: order.index(x)])))
