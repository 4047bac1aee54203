"""The HTML and SVG primitives with which objects draw themselves in a notebook.

Pure functions from plain data (labels, pairs of labels, fractions) to text.  Every label is escaped; equal input gives
equal text, also for sets, whose elements are sorted; nothing outside the text is referred to; and nothing is dropped
silently: a picture that shows only a part says how much it leaves out.

Main definitions: :func:`bipartite_svg`, :func:`grid_html`, :func:`partition_html`, :func:`table_html`,
:func:`quantizer_svg`, :func:`hypothesis_svg`, :func:`hamming_svg`, :func:`graph_svg`, :func:`map_svg`;
:func:`side_by_side`.

Conventions: ink is ``currentColor``, so a picture follows the light or dark theme of the page that contains it; hand
SVG to a notebook through ``_repr_html_``, since an image loaded on its own has no page to follow.  Color never stands
alone: blocks and outputs differ in shape too.  Fractions become floats for coordinates only.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Hashable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from html import escape
from itertools import pairwise
from numbers import Real
from typing import NamedTuple, Protocol
from unicodedata import east_asian_width

from exactpriv.errors import EmptyRangeError, LevelsError, NotFunctionalError, OutsideRangeError, TableError

Label = Hashable
Pair = tuple[Label, Label]
Point = tuple[float, float]

PALETTE = ("#0072B2", "#E69F00", "#009E73", "#CC79A7", "#D55E00", "#56B4E9", "#8C8C8C")
"""Okabe and Ito's colors without black and yellow, which vanish on a dark and on a light page."""
MOST_NODES = 40
"""How many nodes of a side, rows or columns of a grid, or blocks and members of a partition are shown."""
MOST_ROWS = 100
"""How many rows of a table are shown."""
MOST_CELLS = 60
"""How many cells of a quantizer are shown."""
MOST_LISTED = 12
"""How many values of one part of the hypothesis picture are shown."""
MOST_COORDINATES = 12
"""How many different values of one entry of a data point are shown."""

_SIZE = 13
_LINE = 624
_STEP = 58.0
_FAINT = 0.14
_MUTED = 0.65
_BORDER = "1px solid rgba(128,128,128,.4)"
_FONT = "font-family:system-ui,'Segoe UI','DejaVu Sans',sans-serif"


# --- labels ----------------------------------------------------------------------------------------------------------


def _said(label: object) -> str:
    """A label as text on one line, with the entries of tuples and sets written the same way."""
    if isinstance(label, tuple):
        return f"({', '.join(map(_said, label))})"
    if isinstance(label, set | frozenset):
        return f"{{{', '.join(map(_said, _ordered(label)))}}}"
    return "".join(c if c.isprintable() else " " if c.isspace() else "\N{REPLACEMENT CHARACTER}" for c in str(label))


def _short(label: object, most: int = 28) -> str:
    text = _said(label)
    return text if len(text) <= most else text[: most - 1] + "…"


def _sort_key(label: object) -> tuple[bool, object, str]:
    return (False, label, "") if isinstance(label, Real) else (True, 0, _said(label))


def _ordered(labels: Iterable[Label]) -> list[Label]:
    """The labels in their own order, once each; in sorted order when they come as a set."""
    given = sorted(labels, key=_sort_key) if isinstance(labels, set | frozenset) else labels
    return list(dict.fromkeys(given))


def _width(text: str, size: float = _SIZE) -> float:
    """A generous estimate of the width of a text."""
    return size * sum(1.1 if east_asian_width(c) in "WF" else 0.62 for c in text)


def _subscript(number: int) -> str:
    return str(number).translate(str.maketrans("0123456789", "₀₁₂₃₄₅₆₇₈₉"))


def _counted(count: int, what: str) -> str:
    plural = {"vertex": "vertices"}.get(what, f"{what}s")
    return f"{count} {what if count == 1 else plural}"


def _left_out(*counts: tuple[int, str]) -> str:
    """The sentence that says what is not shown; empty when everything is."""
    parts = [_counted(count, what) for count, what in counts if count > 0]
    return f"… not shown: {', '.join(parts)}" if parts else ""


# --- markup ----------------------------------------------------------------------------------------------------------


def _escaped(text: object) -> str:
    return escape(_said(text))


def _attribute(value: object) -> str:
    text = f"{value:.2f}".rstrip("0").rstrip(".") if isinstance(value, float) else str(value)
    return _escaped("0" if text == "-0" else text)


def _polygon(corners: Iterable[Point], *children: str, **attributes: object) -> str:
    points = " ".join(f"{_attribute(float(x))},{_attribute(float(y))}" for x, y in corners)
    return _tag("polygon", *children, points=points, **attributes)


def _tag(name: str, *children: str, **attributes: object) -> str:
    """An element; children are markup already, the values of attributes are escaped here."""
    written = "".join(f' {key.strip("_").replace("_", "-")}="{_attribute(v)}"' for key, v in attributes.items())
    return f"<{name}{written}>{''.join(children)}</{name}>"


def _text(at: Point, label: object, below: str = "", *, anchor: str = "middle", **attributes: object) -> str:
    """A label, with a subscript, centered vertically at a point; a shortened one shows in full under the pointer."""
    full, shown = _said(label), _short(label)
    hover = _tag("title", _escaped(full)) if shown != full else ""
    place = {"x": at[0], "y": at[1] + 0.35 * _SIZE, "text_anchor": anchor, "fill": "currentColor"}
    index = _tag("tspan", _escaped(below), dy=4, font_size=_SIZE - 4) if below else ""
    return _tag("text", hover, _escaped(shown), index, **place, **attributes)


def _line(start: Point, end: Point, color: str = "currentColor", **attributes: object) -> str:
    (x1, y1), (x2, y2) = start, end
    return _tag("line", x1=x1, y1=y1, x2=x2, y2=y2, stroke=color, **attributes)


def _box(at: Point, size: Point, color: str = "currentColor", *, radius: float = 10, **attributes: object) -> str:
    """A rounded box, tinted in its color."""
    (x, y), (width, height) = at, size
    look = {"fill": color, "fill_opacity": _FAINT, "stroke": color, "stroke_opacity": _MUTED} | attributes
    return _tag("rect", x=x, y=y, width=width, height=height, rx=radius, **look)


def _arrow(start: Point, end: Point, name: str, below: str = "") -> str:
    """A straight arrow, to the right or down, with the name of its map beside it."""
    (x1, y1), (x2, y2) = start, end
    across = y1 == y2
    barbs = [(x2 - 7, y2 - 4), (x2 - 7, y2 + 4)] if across else [(x2 - 4, y2 - 7), (x2 + 4, y2 - 7)]
    middle = ((x1 + x2) / 2, y1 - 12) if across else (x1 + 9, (y1 + y2) / 2)
    return (
        _line(start, end, stroke_width=1.4)
        + _polygon([end, *barbs], fill="currentColor")
        + _text(middle, name, below, anchor="middle" if across else "start", font_style="italic")
    )


def _mark(at: Point, index: int | None, radius: float, hover: str = "") -> str:
    """The mark of a block or output: 7 colors and 4 shapes, alike only after 28; hollow without an index."""
    x, y = at
    color = "none" if index is None else PALETTE[index % len(PALETTE)]
    look = {"fill": color, "stroke": "currentColor", "stroke_opacity": _MUTED, "stroke_width": 1}
    title = _tag("title", _escaped(hover)) if hover else ""
    corners = {
        1: [(-0.88, -0.88), (0.88, -0.88), (0.88, 0.88), (-0.88, 0.88)],
        2: [(0, -1.25), (1.25, 0), (0, 1.25), (-1.25, 0)],
        3: [(0, -1.2), (1.15, 0.85), (-1.15, 0.85)],
    }.get((index or 0) % 4)
    if corners is None:
        return _tag("circle", title, cx=x, cy=y, r=radius, **look)
    return _polygon([(x + dx * radius, y + dy * radius) for dx, dy in corners], title, **look)


def _svg(width: float, height: float, meaning: str, *children: str) -> str:
    """A picture with its meaning for those who cannot see it."""
    return _tag(
        "svg",
        *children,
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {_attribute(float(width))} {_attribute(float(height))}",
        width=float(width),
        role="img",
        aria_label=meaning,
        font_size=_SIZE,
        style=f"max-width:100%;{_FONT}",
    )


def _note(at: Point, text: str, *, anchor: str = "start") -> str:
    """A remark below a picture, in muted ink."""
    shown = _escaped(text)
    place = {"x": at[0], "y": at[1] + 0.35 * _SIZE, "text_anchor": anchor, "fill": "currentColor"}
    return _tag("text", shown, **place, fill_opacity=_MUTED, font_size=_SIZE - 1) if text else ""


# --- pictures together -----------------------------------------------------------------------------------------------


class DrawsItself(Protocol):
    """Anything that a notebook shows as a picture: a relation, a range, a mechanism, a quantizer."""

    def _repr_html_(self) -> str: ...


def side_by_side(pictures: Mapping[str, str | DrawsItself]) -> str:
    """Pictures in a row, each under its caption, on as many lines as the page needs.

    A picture is markup, as the functions of this module return it, or an object that draws itself.

    >>> side_by_side({"the first": "<svg></svg>", "the second": "<svg></svg>"}).count("<figure")
    2
    """
    caption_style = f"{_FONT};font-size:{_SIZE}px;opacity:.75;margin-bottom:6px"
    figures = (
        _tag("figure", _tag("figcaption", _escaped(caption), style=caption_style), _drawn(picture), style="margin:0")
        for caption, picture in pictures.items()
    )
    return _tag("div", *figures, style="display:flex;flex-wrap:wrap;gap:16px 40px;align-items:flex-start")


def _drawn(picture: str | DrawsItself) -> str:
    return picture if isinstance(picture, str) else picture._repr_html_()


# --- relations -------------------------------------------------------------------------------------------------------


def _blocks_of_right(right: Sequence[Label], edges: Sequence[Pair], blocks: Mapping[Label, int]) -> dict[Label, int]:
    """The block of a right label: that of its first neighbor that has one, otherwise its own."""
    inherited = {y: blocks[x] for x, y in reversed(edges) if x in blocks}
    return {y: block for y in right if (block := inherited.get(y, blocks.get(y))) is not None}


def _in_order(edges: Iterable[Pair], left: Sequence[Label], right: Sequence[Label]) -> list[Pair]:
    """The edges, once each, sorted by their ends; every end must be a node."""
    row, column = {x: i for i, x in enumerate(left)}, {y: j for j, y in enumerate(right)}
    pairs = dict.fromkeys(edges)
    for x, y in pairs:
        if x not in row or y not in column:
            raise OutsideRangeError(
                f"The pair ({_said(x)}, {_said(y)}) has an end that is not shown: "
                "every first label must be in the first list and every second label in the second; add it there."
            )
    return sorted(pairs, key=lambda pair: (row[pair[0]], column[pair[1]]))


def _first(labels: Sequence[Label], blocks: Mapping[Label, int]) -> list[Label]:
    """The labels that are shown, block by block, those without a block last."""
    return sorted(labels, key=lambda label: blocks.get(label, math.inf))[:MOST_NODES]


def bipartite_svg(
    left: Iterable[Label],
    right: Iterable[Label],
    edges: Iterable[Pair],
    blocks: Mapping[Label, int] | None = None,
    names: tuple[str, str] = ("X", "Y"),
) -> str:
    """SVG of the bipartite graph of a relation: ⟦X⟧ on the left, ⟦Y⟧ on the right, an edge for every joint value.

    With ``blocks`` (label -> index of its block) the nodes are grouped block by block, each in its own color and shape,
    so that an overlap partition is visible.  The blocks of left labels are enough: a right label takes the block of its
    first neighbor.  At most 40 nodes a side are drawn; the picture says how many nodes and edges are not.
    Raises ``OutsideRangeError`` for an edge whose ends are not listed.

    >>> picture = bipartite_svg(["ann", "bob"], ["red"], [("ann", "red"), ("bob", "red")], blocks={"ann": 0, "bob": 0})
    >>> picture.count("<line"), "bob" in picture
    (2, True)

    Reference: [farokhi2019noiseless], Section II-B.
    """
    left, right, blocks = _ordered(left), _ordered(right), blocks or {}
    pairs = _in_order(edges, left, right)
    left_blocks = {x: blocks[x] for x in left if x in blocks}
    right_blocks = _blocks_of_right(right, pairs, blocks)
    shown = _first(left, left_blocks), _first(right, right_blocks)
    x_left = 28 + max(_width(_short(x)) for x in [*shown[0], names[0]])
    x_right = x_left + 200
    bands, at_left, at_right, bottom = _columns(shown, (left_blocks, right_blocks), (x_left, x_right))
    drawn = [(x, y) for x, y in pairs if x in at_left and y in at_right]
    sizes = [(len(left), f"{names[0]} value"), (len(right), f"{names[1]} value"), (len(pairs), "edge")]
    parts = (len(at_left), len(at_right), len(drawn))
    note = _left_out(*((size - part, what) for (size, what), part in zip(sizes, parts, strict=True)))
    width = x_right + 28 + max(_width(_short(y)) for y in [*shown[1], names[1]])
    return _svg(
        max(width, _width(note) + 16),
        bottom + (34 if note else 12),
        f"Bipartite graph of a relation: {', '.join(_counted(*size) for size in sizes)}",
        _text((x_left - 20, 14), names[0], anchor="end", font_weight="bold"),
        _text((x_right + 20, 14), names[1], anchor="start", font_weight="bold"),
        *bands,
        *(_line(at_left[x], at_right[y], _ink(left_blocks.get(x)), stroke_width=1.6) for x, y in drawn),
        *_nodes(at_left, left_blocks, -20, "end"),
        *_nodes(at_right, right_blocks, 20, "start"),
        _note((8, bottom + 18), note),
    )


def _ink(block: int | None) -> str:
    return "currentColor" if block is None else PALETTE[block % len(PALETTE)]


def _columns(
    shown: tuple[Sequence[Label], Sequence[Label]], blocks: tuple[Mapping[Label, int], Mapping[Label, int]], at: Point
) -> tuple[list[str], dict[Label, Point], dict[Label, Point], float]:
    """A box behind each block, the places of both sides' nodes in two columns, and the lower end of all of it."""
    row, gap = 26.0, 10.0
    top = 30.0
    bands: list[str] = []
    places: tuple[dict[Label, Point], dict[Label, Point]] = ({}, {})
    for block in [*sorted({*blocks[0].values(), *blocks[1].values()}), None]:
        members = [[label for label in shown[k] if blocks[k].get(label) == block] for k in (0, 1)]
        height = row * max(map(len, members))
        if height and block is not None:
            box = (at[1] - at[0] + 24, height)
            bands.append(_box((at[0] - 12, top), box, _ink(block), stroke_opacity=0.35))
        for k in (0, 1):
            step = height / max(1, len(members[k]))
            places[k].update({label: (at[k], top + step * (i + 0.5)) for i, label in enumerate(members[k])})
        top += height + gap if height else 0
    return bands, *places, top - gap


def _nodes(places: Mapping[Label, Point], blocks: Mapping[Label, int], shift: float, anchor: str) -> Iterator[str]:
    for label, (x, y) in places.items():
        block = blocks.get(label)
        if block is None:
            yield _tag("circle", cx=x, cy=y, r=4.5, fill="currentColor")
        else:
            yield _mark((x, y), block, 5.5, f"{_said(label)}: block {block}")
        yield _text((x + shift, y), label, anchor=anchor)


# --- tables ----------------------------------------------------------------------------------------------------------


def _table(caption: str, head: str, body: Iterable[str], note: str) -> str:
    title = _tag("caption", _escaped(caption), style="caption-side:top;text-align:left;font-weight:bold;padding:2px 0")
    return _tag(
        "div",
        _tag(
            "table",
            title if caption else "",
            _tag("thead", head) if head else "",
            _tag("tbody", *body),
            style="border-collapse:collapse;font-variant-numeric:tabular-nums",
        ),
        _remark(note),
        style=f"overflow-x:auto;{_FONT};font-size:{_SIZE}px",
    )


def _remark(note: str) -> str:
    return _tag("div", _escaped(note), style=f"opacity:{_MUTED};padding:3px 0") if note else ""


def _cell(name: str, label: object, style: str = "", **attributes: object) -> str:
    full, shown = _said(label), _short(label, 60)
    hover = {"title": full} if shown != full else {}
    style = f"border:{_BORDER};padding:3px 8px;{style}"
    return _tag(name, _escaped(shown), style=style, **hover, **attributes)


def grid_html(rows: Iterable[Label], columns: Iterable[Label], filled: Iterable[Pair], title: str = "") -> str:
    """HTML of a relation as a table of zeros and ones: 1 where (row, column) is ``filled``.

    At most 40 rows and 40 columns are shown; the table says how many are not.
    Raises ``OutsideRangeError`` for a filled pair whose row or column is not listed.

    >>> grid_html(["ann", "bob"], ["red", "blue"], {("ann", "red")}, "R").count(">1<")
    1
    """
    rows, columns = _ordered(rows), _ordered(columns)
    pairs = set(_in_order(filled, rows, columns))
    shown_rows, shown_columns = rows[:MOST_NODES], columns[:MOST_NODES]
    upright = max((len(_said(column)) for column in shown_columns), default=0) > 4
    turn = "writing-mode:vertical-rl;text-align:right" if upright else "text-align:center"
    head = _cell("td", "", "border:none") + "".join(_cell("th", y, turn, scope="col") for y in shown_columns)
    one = f"text-align:center;background:{PALETTE[0]};color:#fff"
    zero = "text-align:center;opacity:.45"
    body = (
        _tag(
            "tr",
            _cell("th", x, "text-align:right", scope="row"),
            *(_cell("td", 1, one) if (x, y) in pairs else _cell("td", 0, zero) for y in shown_columns),
        )
        for x in shown_rows
    )
    seen = sum((x, y) in pairs for x in shown_rows for y in shown_columns)
    hidden = (len(rows) - MOST_NODES, "row"), (len(columns) - MOST_NODES, "column"), (len(pairs) - seen, "pair")
    return _table(title, _tag("tr", head), body, _left_out(*hidden))


def table_html(header: Sequence[object], rows: Iterable[Sequence[object]]) -> str:
    """HTML of a table; whole numbers and fractions are set flush right.

    At most 100 rows are shown; the table says how many are not.
    Raises ``TableError`` for a row whose length is not that of the header.

    >>> "<td" in table_html(["claim", "verdict"], [["prop-1", "holds"]])
    True
    """
    rows = list(rows)
    for number, row in enumerate(rows, start=1):
        if len(row) != len(header):
            raise TableError(
                f"Row {number} has {_counted(len(row), 'cell')} and the header has {len(header)}: "
                "give every row one cell for each column."
            )
    head = _tag("tr", *(_cell("th", name, "text-align:left", scope="col") for name in header))
    body = (_tag("tr", *map(_entry, row)) for row in rows[:MOST_ROWS])
    return _table("", head, body, _left_out((len(rows) - MOST_ROWS, "row")))


def _entry(value: object) -> str:
    number = isinstance(value, Real) and not isinstance(value, bool)
    return _cell("td", value, "text-align:right" if number else "text-align:left")


def partition_html(blocks: Iterable[Iterable[Label]]) -> str:
    """HTML of a partition: one box for each block, one chip for each of its members.

    At most 40 blocks and 40 members of a block are shown; the picture says how many are not.

    >>> partition_html([["1", "2"], ["3"]]).count("block ")
    2

    Reference: [farokhi2019noiseless], the overlap partition before eq. (9).
    """
    listed = [_ordered(block) for block in blocks]
    if isinstance(blocks, set | frozenset):
        listed.sort(key=lambda block: [_sort_key(label) for label in block])
    boxes = (_block(index, block) for index, block in enumerate(listed[:MOST_NODES]))
    note = _left_out((len(listed) - MOST_NODES, "block"))
    row = _tag("div", *boxes, style="display:flex;flex-wrap:wrap;gap:8px")
    summary = _remark(_counted(len(listed), "block"))
    return _tag("div", summary, row, _remark(note), style=f"{_FONT};font-size:{_SIZE}px")


def _chip(label: Label) -> str:
    full, shown = _said(label), _short(label)
    hover = {"title": full} if shown != full else {}
    style = f"display:inline-block;border:{_BORDER};border-radius:10px;padding:1px 8px;margin:2px"
    return _tag("span", _escaped(shown), style=style, **hover)


def _block(index: int, members: Sequence[Label]) -> str:
    color = _ink(index)
    chips = map(_chip, members[:MOST_NODES])
    more = len(members) - MOST_NODES
    rest = _tag("span", f"… {more} more", style=f"opacity:{_MUTED};margin:2px") if more > 0 else ""
    style = f"border:2px solid {color};border-radius:12px;padding:3px 5px;background:{color}24"
    return _tag("div", *chips, rest, style=style, title=f"block {index}: {_counted(len(members), 'value')}")


# --- quantizers ------------------------------------------------------------------------------------------------------


def _checked_cells(
    boundaries: Iterable[Fraction | int], interval: tuple[Fraction | int, Fraction | int] | None, met: Iterable[int]
) -> tuple[list[Fraction], set[int]]:
    ends, cells = [Fraction(end) for end in boundaries], set(met)
    if interval is not None and interval[0] > interval[1]:
        raise EmptyRangeError(f"The interval [{interval[0]}, {interval[1]}] has no point: give its lower end first.")
    if len(ends) < 2 or any(start >= end for start, end in pairwise(ends)):
        raise LevelsError(
            f"The boundaries {_said(tuple(ends))} do not increase: "
            "give at least two boundaries, each larger than the one before."
        )
    for cell in sorted(cells):
        if not 1 <= cell < len(ends):
            raise OutsideRangeError(
                f"Cell {cell} was given as met and the cells are numbered 1 to {len(ends) - 1}: number them from 1."
            )
    return ends, cells


def _window(count: int, met: Collection[int]) -> range:
    """The numbers of the cells that are drawn: all of them, or as many as fit around the cells that are met."""
    if count <= MOST_CELLS:
        return range(1, count + 1)
    middle = (min(met) + max(met)) // 2 if met else MOST_CELLS // 2
    first = max(1, min(middle - MOST_CELLS // 2 + 1, count - MOST_CELLS + 1))
    return range(first, first + MOST_CELLS)


def quantizer_svg(
    boundaries: Iterable[Fraction | int],
    interval: tuple[Fraction | int, Fraction | int] | None = None,
    met: Iterable[int] = (),
) -> str:
    """SVG of the cells of a quantizer: full dots are ends that belong to the cell, hollow dots ends that do not.

    ``boundaries`` are x₁ < … < x_{q+1}; every cell is closed on the left and open on the right, the last one closed on
    both sides.  ``interval`` is a closed interval drawn above them, and ``met`` are the numbers 1 … q of the cells it
    meets, which are highlighted.  At most 60 cells are drawn, around those that are met; the picture says how many are
    not.  Raises ``LevelsError`` for boundaries that do not increase, ``OutsideRangeError`` for a cell that does not
    exist, ``EmptyRangeError`` for an interval whose ends are the wrong way round.

    >>> quarters = [Fraction(k, 4) for k in range(5)]
    >>> "meets 3 of 4 cells" in quantizer_svg(quarters, (Fraction(1, 10), Fraction(6, 10)), met=(1, 2, 3))
    True

    Reference: [farokhi2019noiseless], Definition 3 and the proof of Theorem 8.
    """
    ends, cells = _checked_cells(boundaries, interval, met)
    shown = _window(len(ends) - 1, cells)
    drawn = ends[shown[0] - 1 : shown[-1] + 1]
    reach = [Fraction(end) for end in interval or ()] if len(drawn) == len(ends) else []
    low, high = min([*drawn, *reach]), max([*drawn, *reach])

    margin = 12 + max(_width(str(end)) for end in drawn) / 2

    def across(value: Fraction | int) -> float:
        return margin + float(_LINE * (min(max(value, low), high) - low) / (high - low))

    axis = 74.0 if interval is not None else 34.0
    bars = [
        _bar((across(ends[j - 1]), across(ends[j])), axis, j, met=j in cells, last=j == len(ends) - 1) for j in shown
    ]
    over = _interval_over(interval, across, axis) if interval is not None else ""
    said = _meeting(interval, cells, len(ends) - 1)
    left_out = _left_out((len(ends) - 1 - len(shown), "cell"))
    labels, thinned = _boundary_labels([(across(end), end) for end in drawn], axis + 22)
    notes = [note for note in (said, thinned, left_out) if note]
    return _svg(
        _LINE + 2 * margin,
        axis + 36 + 20 * len(notes),
        f"Quantizer with {_counted(len(ends) - 1, 'cell')}. {said}".strip(),
        over,
        *bars,
        *labels,
        *(_note((margin, axis + 46 + 20 * i), note) for i, note in enumerate(notes)),
    )


def _bar(ends: Point, axis: float, number: int, *, met: bool, last: bool) -> str:
    """One cell: a closed left end, an open right end unless it is the last cell, its name above if there is room."""
    (start, end), name = ends, f"b{_subscript(number)}"
    radius = min(4.5, (end - start) / 6)
    color = PALETTE[4] if met else "currentColor"
    left, right = start + radius + 0.5, end - radius - 0.5
    look = {"stroke": color, "stroke_width": min(1.8, radius / 2)}
    title = f"cell {number}{', met' if met else ''}"
    named = _width(name) + 4 <= end - start
    return _tag(
        "g",
        _tag("title", title),
        _line((left, axis), (right - radius, axis), color, stroke_width=min(4.0, 1.2 * radius)),
        _tag("circle", cx=left, cy=axis, r=radius, fill=color, **look),
        _tag("circle", cx=right, cy=axis, r=radius, fill=color if last else "none", **look),
        _text(((start + end) / 2, axis - 16), name) if named else "",
        opacity=1 if met else _MUTED,
    )


def _interval_over(
    interval: tuple[Fraction | int, Fraction | int], across: Callable[[Fraction | int], float], axis: float
) -> str:
    """A closed interval above the cells, with the stretch of the axis below it shaded."""
    start, end = across(interval[0]), across(interval[1])
    color, height = PALETTE[0], 30.0
    return (
        _tag("rect", x=start, y=height, width=end - start, height=axis - height, fill=color, fill_opacity=_FAINT)
        + "".join(_line((x, height), (x, axis), color, stroke_width=1, stroke_dasharray="3 3") for x in (start, end))
        + _line((start, height), (end, height), color, stroke_width=3)
        + "".join(_tag("circle", cx=x, cy=height, r=4.5, fill=color) for x in (start, end))
        + _text(((start + end) / 2, 13), f"[{interval[0]}, {interval[1]}]")
    )


def _meeting(interval: tuple[Fraction | int, Fraction | int] | None, cells: Collection[int], levels: int) -> str:
    if interval is None:
        return f"{len(cells)} of {_counted(levels, 'cell')} highlighted" if cells else ""
    return f"[{interval[0]}, {interval[1]}] meets {len(cells)} of {_counted(levels, 'cell')}"


def _boundary_labels(places: Sequence[tuple[float, Fraction]], height: float) -> tuple[list[str], str]:
    """The values of the boundaries, as many as there is room for, and a remark when that is not all of them."""
    labels: list[str] = []
    free = -math.inf
    for x, value in places:
        half = _width(str(value)) / 2
        if x - half >= free:
            labels.append(_text((x, height), value))
            free = x + half + 6
    whole = len(labels) == len(places)
    return labels, "" if whole else f"{len(labels)} of {len(places)} boundaries are labeled"


# --- hypothesis tests ------------------------------------------------------------------------------------------------


def hypothesis_svg(
    only_null: Iterable[Label],
    both: Iterable[Label],
    only_alternative: Iterable[Label],
    inputs: tuple[Iterable[Label], Iterable[Label]] = ((), ()),
    edges: Iterable[Pair] = (),
) -> str:
    """SVG of a non-stochastic hypothesis test: Ω → ⟦X⟧ → ⟦Y⟧ and ⟦X⟧ → ⟦H⟧ = {p₀, p₁}.

    ``only_null`` is ⟦Y|p₀⟧ ∖ ⟦Y|p₁⟧, where the null p₀ is accepted, ``both`` the overlap ⟦Y|p₀⟧ ∩ ⟦Y|p₁⟧, which is
    inconclusive, and ``only_alternative`` is ⟦Y|p₁⟧ ∖ ⟦Y|p₀⟧, where the null is rejected.  ``inputs`` are the x with
    g_H(x) = p₀ and those with g_H(x) = p₁, and ``edges`` the pairs (x, g_Y(x)); without values it is a mere scheme.
    At most 12 values of a part are drawn; the picture says how many are not.
    Raises ``OutsideRangeError`` for an edge whose ends are not listed, ``NotFunctionalError`` for a value in two parts.

    >>> picture = hypothesis_svg(["a"], ["b"], ["c"], ([1, 2], [3, 4]), [(1, "a"), (2, "b"), (3, "b"), (4, "c")])
    >>> [word in picture for word in ("accept p₀", "inconclusive", "reject p₀")]
    [True, True, True]

    Reference: [farokhi2019noiseless], Fig. 1.
    """
    listed, outputs = _parts(*inputs), _parts(only_null, both, only_alternative)
    pairs = _in_order(edges, [x for part in listed for x in part], [y for part in outputs for y in part])
    middle = 44 + max(_tall(listed, 8), _tall(outputs, 0)) / 2
    xs = _stack(listed, (128, middle), gap=8, dot=-14)
    ys = _stack(outputs, (xs.right + 150, middle), gap=0, dot=32)
    drawn = [(x, y) for x, y in pairs if x in xs.places and y in ys.places]
    hidden_x, hidden_y = sum(map(len, listed)) - len(xs.places), sum(map(len, outputs)) - len(ys.places)
    note = _left_out((hidden_x, "X value"), (hidden_y, "Y value"), (len(pairs) - len(drawn), "edge"))
    foot = max(xs.spans[-1][1] + 86, ys.spans[-1][1] + 30)
    return _svg(
        ys.right + 28 + _width("inconclusive"),
        foot + (24 if note else 4),
        f"Hypothesis test: {len(outputs[0])} outputs accept the null, {len(outputs[1])} are inconclusive, "
        f"{len(outputs[2])} reject the null",
        _sample_space(middle),
        _arrow((xs.right + 30, 32 if drawn else middle), (ys.left - 30, 32 if drawn else middle), "g", "Y"),
        *(_line(xs.places[x], ys.places[y], _side(x, listed), stroke_width=1.6) for x, y in drawn),
        *_inputs(xs),
        *_outputs(ys),
        *_hypotheses(((xs.left + xs.right) / 2, xs.spans[-1][1] + 22)),
        _note((8, foot + 10), note),
    )


class _Stack(NamedTuple):
    """Lists of values above one another: the sides, the vertical span of each list, the place of each shown value."""

    left: float
    right: float
    spans: list[tuple[float, float]]
    places: dict[Label, Point]


def _parts(*parts: Iterable[Label]) -> list[list[Label]]:
    """The lists of values; no value may be in two of them."""
    listed = [_ordered(part) for part in parts]
    seen: set[Label] = set()
    for label in (label for part in listed for label in part):
        if label in seen:
            raise NotFunctionalError(f"The value {_said(label)} is in two parts of the picture: put it in one of them.")
        seen.add(label)
    return listed


def _tall(parts: Sequence[Sequence[Label]], gap: float) -> float:
    return sum(22 * max(1, len(part[:MOST_LISTED])) + 18 for part in parts) + gap * (len(parts) - 1)


def _stack(parts: Sequence[Sequence[Label]], at: Point, *, gap: float, dot: float) -> _Stack:
    """Lists stacked around a height, their dots set off from the left side, or from the right when negative."""
    shown = [part[:MOST_LISTED] for part in parts]
    left, top = at[0], at[1] - _tall(shown, gap) / 2
    right = left + abs(dot) + 32 + max((_width(_short(label)) for part in shown for label in part), default=30)
    x = left + dot if dot > 0 else right + dot
    spans: list[tuple[float, float]] = []
    places: dict[Label, Point] = {}
    for part in shown:
        bottom = top + _tall([part], 0)
        places |= {label: (x, top + 20 + 22 * row) for row, label in enumerate(part)}
        spans.append((top, bottom))
        top = bottom + gap
    return _Stack(left, right, spans, places)


def _side(value: Label, inputs: Sequence[Sequence[Label]]) -> str:
    return PALETTE[0] if value in inputs[0] else PALETTE[1]


def _sample_space(middle: float) -> str:
    look = {"fill": "currentColor", "fill_opacity": 0.06, "stroke": "currentColor", "stroke_opacity": _MUTED}
    space = _tag("ellipse", cx=38, cy=middle, rx=28, ry=36, **look)
    return space + _text((38, middle), "Ω", font_size=18) + _arrow((70, middle), (120, middle), "X")


def _dots(places: Mapping[Label, Point], shift: float, anchor: str) -> Iterator[str]:
    for label, (x, y) in places.items():
        yield _tag("circle", cx=x, cy=y, r=3.5, fill="currentColor")
        yield _text((x + shift, y), label, anchor=anchor)


def _inputs(xs: _Stack) -> Iterator[str]:
    """⟦X⟧ as the values under the null above those under the alternative."""
    center, width = (xs.left + xs.right) / 2, xs.right - xs.left
    for (top, bottom), color in zip(xs.spans, PALETTE, strict=False):
        yield _box((xs.left, top), (width, bottom - top), color)
    yield _text((center, xs.spans[0][0] - 12), "⟦X|p₀⟧")
    yield _text((center, xs.spans[1][1] + 12), "⟦X|p₁⟧")
    yield from _dots(xs.places, -10, "end")


def _outputs(ys: _Stack) -> Iterator[str]:
    """⟦Y⟧ as two overlapping ranges, and what a test may answer on each part."""
    (top, upper), (_, lower), (_, bottom) = ys.spans
    width = ys.right - ys.left
    yield _box((ys.left, top), (width - 12, lower - top), PALETTE[0], radius=18)
    yield _box((ys.left + 12, upper), (width - 12, bottom - upper), PALETTE[1], radius=18)
    yield _text(((ys.left + ys.right) / 2, top - 12), "⟦Y|p₀⟧")
    yield _text(((ys.left + ys.right) / 2, bottom + 12), "⟦Y|p₁⟧")
    yield from _dots(ys.places, 10, "start")
    answers = ("accept p₀", "inconclusive", "reject p₀")
    for (start, end), answer in zip(ys.spans, answers, strict=True):
        yield _text((ys.right + 14, (start + end) / 2), answer, anchor="start", font_style="italic")
        if ys.places and not any(start < y < end for _, y in ys.places.values()):
            yield _text(((ys.left + ys.right) / 2, (start + end) / 2), "∅", fill_opacity=_MUTED)


def _hypotheses(at: Point) -> Iterator[str]:
    """⟦H⟧ = {p₀, p₁} below ⟦X⟧."""
    x, y = at
    yield _arrow((x, y), (x, y + 32), "g", "H")
    for shift, name, color in ((-24, "p₀", PALETTE[0]), (24, "p₁", PALETTE[1])):
        yield _box((x + shift - 22, y + 38), (44, 26), color)
        yield _text((x + shift, y + 51), name)
    yield _text((x - 54, y + 51), "⟦H⟧", anchor="end")


# --- data ranges -----------------------------------------------------------------------------------------------------


def hamming_svg(
    points: Iterable[Pair],
    edges: Iterable[tuple[Pair, Pair]],
    colors: Mapping[Pair, Label] | None = None,
    names: tuple[str, str] = ("x₁", "x₂"),
) -> str:
    """SVG of a graph on a data range of two entries: the point (x₁, x₂) in column x₁ and row x₂, rows upward.

    ``edges`` join points, as those that differ in one entry; ``colors`` gives the output of a mechanism at a point, and
    points with one output share a color and a shape.  A point without output is hollow.
    At most 12 values of an entry are drawn; the picture says how many points and edges are not.
    Raises ``TableError`` for a point that does not have two entries, ``OutsideRangeError`` for an edge that ends in
    another point.

    >>> square = [(0, 0), (0, 1), (1, 0), (1, 1)]
    >>> hamming_svg(square, [((0, 0), (0, 1))], {point: sum(point) for point in square}).count("<path")
    1

    Reference: [farokhi2019noiseless], Definition 1 (two neighbors differ in one entry).
    """
    data, colors = _data_points(points), colors or {}
    pairs = _in_order(edges, data, data)
    axes = [sorted({point[k] for point in data}, key=_sort_key)[:MOST_COORDINATES] for k in (0, 1)]
    left = 34 + max((_width(_short(value, 12)) for value in axes[1]), default=0)
    floor = 50.0 + _STEP * max(0, len(axes[1]) - 1)
    columns = {value: left + 34 + _STEP * i for i, value in enumerate(axes[0])}
    rows = {value: floor - 16 - _STEP * j for j, value in enumerate(axes[1])}
    places = {p: (columns[p[0]], rows[p[1]]) for p in data if p[0] in columns and p[1] in rows}
    outputs = {output: k for k, output in enumerate(dict.fromkeys(colors[p] for p in data if p in colors))}
    arcs = [_arc(places[p], places[q]) for p, q in pairs if p in places and q in places]
    note = _left_out((len(data) - len(places), "point"), (len(pairs) - len(arcs), "edge"))
    legend = left + 34 + _STEP * len(axes[0])
    foot = max(floor + 40, 30 + 22.0 * len(outputs))
    return _svg(
        max(legend + 36 + max((_width(_short(y)) for y in outputs), default=0), _width(note) + 16),
        foot + (22 if note else 0),
        f"Data range of {_counted(len(data), 'point')} with {_counted(len(pairs), 'edge')}"
        + (f" and {_counted(len(outputs), 'output')}" if outputs else ""),
        *arcs,
        *(_datum(place, p, colors, outputs) for p, place in places.items()),
        *(_text((x, floor + 12), _short(value, 8)) for value, x in columns.items()),
        *(_text((left - 4, y), _short(value, 12), anchor="end") for value, y in rows.items()),
        _text((legend - _STEP, floor + 30), f"{names[0]} →", anchor="end", font_style="italic"),
        _text((left - 4, 12), f"{names[1]} ↑", anchor="end", font_style="italic"),
        *_legend(outputs, (legend, 18)),
        _note((8, foot + 8), note),
    )


def _data_points(points: Iterable[Pair]) -> list[Pair]:
    """The points, once each; each must have two entries."""
    listed = sorted(points, key=_sort_key) if isinstance(points, set | frozenset) else list(points)
    for point in listed:
        if not isinstance(point, tuple) or len(point) != 2:
            raise TableError(f"The point {_said(point)} does not have two entries: give pairs (x₁, x₂).")
    return list(dict.fromkeys(listed))


def _arc(start: Point, end: Point) -> str:
    """An edge: straight between neighboring places, bent upward or to the left around the places that lie between."""
    (x1, y1), (x2, y2) = sorted((start, end), key=lambda place: (place[0], -place[1]))
    dx, dy = x2 - x1, y2 - y1
    length = math.hypot(dx, dy)
    bend = min(0.26, _STEP / length) if length > _STEP else 0.0
    through = ((x1 + x2) / 2 + bend * dy, (y1 + y2) / 2 - bend * dx)
    path = "M {} {} Q {} {} {} {}".format(*(_attribute(float(value)) for value in (x1, y1, *through, x2, y2)))
    return _tag("path", d=path, fill="none", stroke="currentColor", stroke_opacity=0.45, stroke_width=1.4)


def _datum(at: Point, point: Pair, colors: Mapping[Pair, Label], outputs: Mapping[Label, int]) -> str:
    if point not in colors:
        return _mark(at, None, 9, _said(point))
    return _mark(at, outputs[colors[point]], 9, f"{_said(point)} ↦ {_said(colors[point])}")


def _legend(outputs: Mapping[Label, int], at: Point) -> Iterator[str]:
    for output, index in outputs.items():
        y = at[1] + 22 * index
        yield _mark((at[0], y), index, 6)
        yield _text((at[0] + 14, y), output, anchor="start")


# --- graphs ----------------------------------------------------------------------------------------------------------


def graph_svg(vertices: Iterable[Label], edges: Iterable[Pair], chosen: Iterable[Label] = ()) -> str:
    """SVG of a graph with its vertices on a circle, clockwise from the top; the chosen ones are colored squares.

    Edges have no direction: (v, w) and (w, v) are one.  At most 40 vertices are drawn; the picture says how many
    vertices and edges are not.
    Raises ``OutsideRangeError`` for an edge or a choice that is not among the vertices.

    >>> graph_svg(range(5), [(v, (v + 1) % 5) for v in range(5)], chosen=[0, 2]).count("<polygon")
    2
    """
    vertices, marked = _ordered(vertices), _ordered(chosen)
    joined = {frozenset(pair): pair for pair in _in_order(edges, vertices, vertices)}
    stray = next((v for v in marked if v not in set(vertices)), None)
    if stray is not None:
        raise OutsideRangeError(f"The chosen vertex {_said(stray)} is not in the graph: choose among its vertices.")
    shown = vertices[:MOST_NODES]
    radius = max(70.0, 26.0 * len(shown) / math.tau)
    center = (radius + 30 + max((_width(_short(v, 12)) for v in shown), default=0), radius + 36)
    places = _around(center, radius, shown)
    drawn = [(v, w) for v, w in joined.values() if v in places and w in places]
    note = _left_out((len(vertices) - len(shown), "vertex"), (len(joined) - len(drawn), "edge"))
    return _svg(
        max(2 * center[0], _width(note) + 16),
        2 * center[1] + (22 if note else 0),
        f"Graph of {_counted(len(vertices), 'vertex')} with {_counted(len(joined), 'edge')}"
        + (f"; chosen: {', '.join(map(_said, marked))}" if marked else ""),
        *(_line(places[v], places[w], stroke_opacity=0.45, stroke_width=1.4) for v, w in drawn),
        *(_vertex(at, v, marked) for v, at in places.items()),
        *_names_outside(center, radius + 16, shown),
        _note((8, 2 * center[1] + 8), note),
    )


def _around(center: Point, radius: float, labels: Sequence[Label]) -> dict[Label, Point]:
    """The places of labels on a circle, clockwise from the top."""
    angles = ((label, math.tau * i / len(labels)) for i, label in enumerate(labels))
    return {
        label: (center[0] + radius * math.sin(angle), center[1] - radius * math.cos(angle)) for label, angle in angles
    }


def _vertex(at: Point, label: Label, chosen: Collection[Label]) -> str:
    if label in chosen:
        return _mark(at, 1, 7, f"{_said(label)}: chosen")
    title = _tag("title", _escaped(label))
    return _tag("circle", title, cx=at[0], cy=at[1], r=4.5, fill="currentColor")


def _names_outside(center: Point, radius: float, labels: Sequence[Label]) -> Iterator[str]:
    """The names of labels that stand on a circle, outside of it."""
    for label, (x, y) in _around(center, radius, labels).items():
        across = x - center[0]
        anchor = "middle" if abs(across) < radius / 8 else "start" if across > 0 else "end"
        yield _text((x, y), _short(label, 12), anchor=anchor)


# --- pairs of orders -------------------------------------------------------------------------------------------------


def map_svg(
    columns: Sequence[Label],
    rows: Sequence[Label],
    values: Mapping[Pair, tuple[object, Label]],
    names: tuple[str, str] = ("α", "β"),
) -> str:
    """SVG of a map: in column a and row b, rows upward, the value of (a, b) on the color and shape of its region.

    ``values`` gives a value and a region for each pair; a pair without one is an empty cell.  Values keep all their
    characters under the pointer.  The regions are listed on the right, in the order in which they occur.

    >>> map_svg([1, 2], [1], {(1, 1): ("0.1", "edge"), (2, 1): ("0.2", "edge")}).count("<rect")
    2
    """
    regions = {region: k for k, region in enumerate(dict.fromkeys(region for _, region in values.values()))}
    longest = max((_width(_short(value, 12)) for value, _ in values.values()), default=0)
    wide, tall = max(longest + 34, 56.0), 38.0
    left = 30 + max((_width(_short(row, 8)) for row in rows), default=0)
    foot = 24 + tall * len(rows)
    places = {
        (column, row): (left + wide * i, foot - tall * (j + 1))
        for i, column in enumerate(columns)
        for j, row in enumerate(rows)
    }
    legend = left + wide * len(columns) + 28
    return _svg(
        legend + 26 + max((_width(_said(region)) for region in regions), default=0),
        max(foot + 44, 24 + 22.0 * len(regions)),
        f"Map of {_counted(len(values), 'value')} in {_counted(len(regions), 'region')}",
        *(_region_cell(at, (wide, tall), values.get(pair), regions) for pair, at in places.items()),
        *(_text((left + wide * (i + 0.5), foot + 12), _short(column, 8)) for i, column in enumerate(columns)),
        *(_text((left - 8, foot - tall * (j + 0.5)), _short(row, 8), anchor="end") for j, row in enumerate(rows)),
        _text((left + wide * len(columns), foot + 30), f"{names[0]} →", anchor="end", font_style="italic"),
        _text((left - 8, 12), f"{names[1]} ↑", anchor="end", font_style="italic"),
        *_legend(regions, (legend, 34)),
    )


def _region_cell(at: Point, size: Point, entry: tuple[object, Label] | None, regions: Mapping[Label, int]) -> str:
    """A cell of a map: its region as color and shape, and its value."""
    (x, y), (wide, tall) = at, size
    if entry is None:
        return _box(
            (x + 1, y + 1), (wide - 2, tall - 2), "none", radius=4, stroke="currentColor", stroke_opacity=_FAINT
        )
    value, region = entry
    box = _box((x + 1, y + 1), (wide - 2, tall - 2), PALETTE[regions[region] % len(PALETTE)], radius=4)
    middle = y + tall / 2
    return (
        box
        + _mark((x + 14, middle), regions[region], 5, _said(region))
        + _text((x + 24, middle), _short(value, 12), anchor="start")
    )
