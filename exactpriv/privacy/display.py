"""How mechanisms and quantizers show themselves in a notebook.

Main definitions: :func:`mechanism_html`, :func:`quantizer_html`.
"""

from __future__ import annotations

from collections.abc import Mapping
from html import escape
from itertools import pairwise, product
from numbers import Real
from typing import Any

from exactpriv import drawing
from exactpriv.errors import UndecidedError
from exactpriv.numbers import Exactable, exact
from exactpriv.privacy.data import lines, points_of
from exactpriv.privacy.mechanisms import ExtendedMechanism, Mechanism, noiseless_budget, output_count
from exactpriv.privacy.quantizers import LinearQuantizer
from exactpriv.relations import Relation, Row, Value, is_product
from exactpriv.relations.display import side_by_side

_TWO_INDIVIDUALS = 2


def mechanism_html(g: Mechanism) -> str:
    """A mechanism with K(g) and its budget: for two individuals a picture of D, a color and a shape an output.

    The data sets of a line are strung together.  An extended mechanism on correlated data is drawn on the box ∏⟦Xⱼ⟧ as
    well.  For other numbers of individuals, or more values than a picture holds, it is a table.

    >>> "K(g) = 2, budget 1 bit" in mechanism_html(Mechanism(Relation.of((0, 0), (0, 1)), lambda x: x[1]))
    True
    """
    names = g.data.columns
    try:
        table = g.rule.as_table()
        outputs = {point: table[point] for point in g.data}
    except UndecidedError:
        return f"<code>{escape(repr(g))}</code>"
    counted = f"K(g) = {output_count(g)}, budget {noiseless_budget(g)}"
    if not isinstance(g, ExtendedMechanism) or is_product(g.data):
        return side_by_side({counted: _outputs_html(names, outputs)})
    box = product(*(g.data.range(name) for name in names))
    extended = outputs | {point: table[point] for point in box}  # D comes first, so that its colors stay the same
    return side_by_side(
        {
            f"on D: {counted}": _outputs_html(names, outputs),
            "extended to the box ∏⟦Xⱼ⟧": _outputs_html(names, extended),
        }
    )


def _outputs_html(names: tuple[str, ...], outputs: Mapping[Row, Value]) -> str:
    """Data sets with their outputs."""
    D = Relation(names, dict.fromkeys(outputs, True))
    most = max(len(D.range(name)) for name in names)
    if len(names) != _TWO_INDIVIDUALS or most > drawing.MOST_COORDINATES:
        return drawing.table_html((*names, "Y"), [(*point, output) for point, output in outputs.items()])
    first, second = names
    colors = {(x, y): output for (x, y), output in outputs.items()}
    strung = (pairwise(sorted(points_of(D, line), key=_place)) for line in lines(D))
    return drawing.hamming_svg(list(colors), [pair for pairs in strung for pair in pairs], colors, (first, second))


def _place(point: Row) -> list[tuple[bool, Any, str]]:
    """Where a point stands on its line: numbers by size, then other labels by name, as they are drawn."""
    return [(False, value, "") if isinstance(value, Real) else (True, 0, str(value)) for value in point]


def quantizer_html(Q: LinearQuantizer, interval: tuple[Exactable, Exactable] | None = None) -> str:
    """The cells of a quantizer; with a closed interval [a, b] above them, the cells that it meets are highlighted.

    >>> "meets 3 of 4 cells" in quantizer_html(LinearQuantizer(4), ("0.1", "0.6"))
    True

    Reference: [farokhi2019noiseless], Definition 3.
    """
    if interval is None:
        return drawing.quantizer_svg(Q.boundaries)
    start, end = map(exact, interval)
    met = range(Q(start), Q(start) + Q.cells_met(start, end))
    return drawing.quantizer_svg(Q.boundaries, (start, end), met)
