"""How relations, ranges and partitions show themselves in a notebook.

Main definitions: :func:`relation_html`, :func:`range_html`, :func:`partition_html`, :func:`side_by_side`.
"""

from __future__ import annotations

from collections.abc import Mapping
from html import escape
from typing import TYPE_CHECKING

import numpy as np

from exactpriv import drawing
from exactpriv.relations.overlap import overlap_partition

if TYPE_CHECKING:
    from exactpriv.relations.relation import Range, Relation
    from exactpriv.truth import Truth

_PAIR = 2


def relation_html(R: Relation) -> str:
    """A picture of a pair with its overlap partition in color; a table of the rows of any other relation.

    A row of a relation that is not decided comes with the truth value that says whether it belongs.

    >>> from exactpriv.relations import Relation
    >>> relation_html(Relation.of(("ann", "red"), ("bob", "red"))).count("<line")
    2
    """
    if not R.is_decided:
        cells = R.rows.items()
        return drawing.table_html((*R.columns, "belongs"), [[*row, _truth_text(truth)] for row, truth in cells])
    if len(R.columns) != _PAIR:
        return drawing.table_html(R.columns, list(R))
    X, Y = R.columns
    blocks = {x: place for place, part in enumerate(overlap_partition(R)) for x in part}
    return drawing.bipartite_svg(list(R.range(X)), list(R.range(Y)), [(x, y) for x, y in R], blocks, names=(X, Y))


def range_html(values: Range) -> str:
    """The set in braces with its size, or a table of values and truth values when it is not decided.

    >>> from exactpriv.relations import Range
    >>> "{ann, bob}" in range_html(Range.of("bob", "ann"))
    True
    """
    if not all(truth is True for truth in values.values()):
        return drawing.table_html(("value", "occurs"), [(value, _truth_text(t)) for value, t in values.items()])
    size = len(values)
    return drawing.table_html([f"{size} value{'' if size == 1 else 's'}"], [[frozenset(values) if size else "∅"]])


def partition_html(R: Relation) -> str:
    """The overlap partition ⟦X|Y⟧⋆ of a decided pair as chips, a color a block."""
    return drawing.partition_html(overlap_partition(R))


def side_by_side(pictures: Mapping[str, str]) -> str:
    """Pictures in a row, each under its caption, on as many lines as the page needs.

    >>> side_by_side({"the first": "<svg></svg>", "the second": "<svg></svg>"}).count("<figure")
    2
    """
    figures = (
        f'<figure style="margin:0"><figcaption style="{_CAPTION}">{escape(caption)}</figcaption>{picture}</figure>'
        for caption, picture in pictures.items()
    )
    return f'<div style="display:flex;flex-wrap:wrap;gap:16px 40px;align-items:flex-start">{"".join(figures)}</div>'


_CAPTION = "font-family:system-ui,'Segoe UI','DejaVu Sans',sans-serif;font-size:13px;opacity:.75;margin-bottom:6px"


def _truth_text(truth: Truth) -> str:
    """A truth value in words: of a batch, in how many of its instances it is true."""
    if isinstance(truth, np.ndarray):
        return f"in {int(truth.sum())} of {truth.size} instances"
    return "yes" if truth is True else str(truth)
