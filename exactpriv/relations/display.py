"""How relations, functions and partitions show themselves in a notebook."""

from __future__ import annotations

from typing import TYPE_CHECKING

from exactpriv import drawing
from exactpriv.relations.overlap import overlap_partition

if TYPE_CHECKING:
    from exactpriv.relations.relation import Relation

_PAIR = 2


def relation_html(R: Relation) -> str:
    """A picture of a pair with its overlap partition in color; a table of rows otherwise."""
    if not R.is_decided:
        return drawing.table_html(R.columns, [[str(entry) for entry in row] for row in R.rows])
    if len(R.columns) != _PAIR:
        return drawing.table_html(R.columns, sorted(R, key=repr))
    X, Y = R.columns
    blocks = {x: place for place, part in enumerate(overlap_partition(R)) for x in part}
    return drawing.bipartite_svg(list(R.range(X)), list(R.range(Y)), list(R), blocks, names=(X, Y))


def partition_html(R: Relation) -> str:
    """The overlap partition of a decided pair as chips, a color a block."""
    return drawing.partition_html(overlap_partition(R))
