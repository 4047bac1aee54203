"""Data ranges: the possible data sets D = ⟦X₁, …, Xₙ⟧, their lines and their Hamming graph.

A data range is a :class:`~exactpriv.relations.Relation` whose columns are individuals and whose rows are the possible
data sets; correlated data are a D that is not a product.  A *line* fixes everybody but one individual.

Main definitions: :class:`Line`, :func:`lines`, :func:`points_of`, :func:`substituted`, :func:`hamming_graph`,
:func:`hamming_connected`.

Reference: [farokhi2019noiseless], Sec. III.
"""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING, NamedTuple

from exactpriv.errors import UndecidedError
from exactpriv.relations import Range, Relation, Row, Value, overlap_connected
from exactpriv.truth import Truth, any_of

if TYPE_CHECKING:
    import networkx as nx


class Line(NamedTuple):
    """(i, v): individual i varies while the others' data are v, the tuple x₋ᵢ."""

    individual: int
    others: Row

    def at(self, value: Value) -> Row:
        """The data set in which the individual has the given value."""
        return (*self.others[: self.individual], value, *self.others[self.individual :])

    @staticmethod
    def through(point: Row, individual: int) -> Line:
        """The line of an individual through a data set.

        >>> Line.through(("a", "b", "c"), 1)
        Line(individual=1, others=('a', 'c'))
        """
        return Line(individual, (*point[:individual], *point[individual + 1 :]))


def lines(D: Relation) -> Range:
    """The lines of a data range, each with the truth that v ∈ ⟦X₋ᵢ⟧.

    >>> len(lines(Relation.of((0, 0), (0, 1))))
    3
    """
    through: dict[Line, list[Truth]] = {}
    for point, truth in D.rows.items():
        for individual in range(len(D.columns)):
            through.setdefault(Line.through(point, individual), []).append(truth)
    return Range({line: any_of(truths) for line, truths in through.items()})


def points_of(D: Relation, line: Line) -> Range:
    """The data sets on a line: {p ∈ D : p₋ᵢ = v}.

    >>> points_of(Relation.of((0, 0), (0, 1), (1, 1)), Line(0, (1,)))
    Range((0, 1), (1, 1))
    """
    return Range({line.at(value): D.holds(*line.at(value)) for value in D.range(D.columns[line.individual])})


def substituted(D: Relation, line: Line) -> Range:
    """The image of ψ_{i,v}: ⟦Xᵢ⟧ × {v}, which leaves D when the data are correlated.

    >>> substituted(Relation.of((0, 0), (1, 1)), Line(0, (1,)))
    Range((0, 1), (1, 1))

    Reference: [farokhi2019noiseless], Sec. III-A.
    """
    return Range({line.at(value): occurs for value, occurs in D.range(D.columns[line.individual]).items()})


def hamming_graph(D: Relation) -> nx.Graph:
    """The graph on the data sets of a decided D that joins those which differ in one individual.

    >>> hamming_graph(Relation.of((0, 0), (0, 1), (1, 0))).number_of_edges()
    2
    """
    import networkx as nx

    if not D.is_decided:
        raise UndecidedError("hamming_graph draws a decided data range; use hamming_connected in any reading")
    graph = nx.Graph()
    graph.add_nodes_from(D)
    for line in lines(D):
        graph.add_edges_from(combinations(points_of(D, line), 2))
    return graph


def hamming_connected(D: Relation) -> dict[tuple[Row, Row], Truth]:
    """Whether two data sets are joined by single changes that stay in D: overlap connected through lines.

    >>> hamming_connected(Relation.of((0, 0), (1, 1)))[(0, 0), (1, 1)]
    False
    """
    incidence = {
        (point, Line.through(point, individual)): truth
        for point, truth in D.rows.items()
        for individual in range(len(D.columns))
    }
    return overlap_connected(Relation(("point", "line"), incidence))
