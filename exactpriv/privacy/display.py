"""How mechanisms and quantizers show themselves in a notebook.

Main definitions: :func:`mechanism_html`, :func:`quantizer_html`.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from html import escape
from itertools import product

from exactpriv import drawing
from exactpriv.errors import UndecidedError
from exactpriv.numbers import Exactable, exact
from exactpriv.privacy.data import hamming_graph
from exactpriv.privacy.mechanisms import ExtendedMechanism, Mechanism, noiseless_budget, output_count
from exactpriv.privacy.quantizers import LinearQuantizer
from exactpriv.relations import Relation, Value, is_product
from exactpriv.relations.display import side_by_side

_TWO_INDIVIDUALS = 2


def mechanism_html(g: Mechanism) -> str:
    """A mechanism with K(g) and its budget: for two individuals the Hamming graph of D, a color and a shape an output.

    An extended mechanism on correlated data is drawn on the box ∏⟦Xⱼ⟧ as well.  For other numbers of individuals, or
    more values than a picture holds, it is a table.

    >>> "K(g) = 2, budget 1 bit" in mechanism_html(Mechanism(Relation.of((0, 0), (0, 1)), lambda x: x[1]))
    True
    """
    D = g.data
    try:
        table = g.rule.as_table()
        pictures = {f"K(g) = {output_count(g)}, budget {noiseless_budget(g)}": _outputs_html(D, table)}
    except UndecidedError:
        return f"<code>{escape(repr(g))}</code>"
    if isinstance(g, ExtendedMechanism) and not is_product(D):
        box = dict.fromkeys([*D, *product(*(D.range(column) for column in D.columns))], True)
        pictures["extended to the box ∏⟦Xⱼ⟧"] = _outputs_html(Relation(D.columns, box), table)
    return side_by_side(pictures)


def _outputs_html(D: Relation, table: Mapping[Hashable, Value]) -> str:
    """The data sets of D with their outputs."""
    outputs = {point: table[point] for point in D}
    most = max(len(D.range(column)) for column in D.columns)
    if len(D.columns) != _TWO_INDIVIDUALS or most > drawing.MOST_COORDINATES:
        return drawing.table_html((*D.columns, "Y"), [(*point, output) for point, output in outputs.items()])
    first, second = D.columns
    colors = {(x, y): output for (x, y), output in outputs.items()}
    return drawing.hamming_svg(list(colors), hamming_graph(D).edges, colors, (first, second))


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
