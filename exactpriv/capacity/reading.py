"""Graphs and channels from files, and graphs as the text of a file; nothing is evaluated.

Main definitions: :func:`read_graph`, :func:`read_channel`, :func:`read_channel_or_graph`; :func:`to_edge_list`,
:func:`to_dimacs`, :func:`to_graph6`.

A file of a graph is one of these, also gzipped (``.gz``):

- a *list of edges*: two labels on a line, with spaces, tabs or a comma between them, are an edge, and one label alone
  is a vertex; what follows ``#`` is a remark.  When all labels are whole numbers the vertices are these numbers in
  increasing order, otherwise they are texts in the order in which they first occur;
- *DIMACS*: remarks ``c …``, one line ``p edge n m``, and edges ``e u v`` between the vertices 1, …, n;
- *graph6*: one line of the signs ``?`` to ``~``, which nauty and networkx write, with or without ``>>graph6<<``.

DIMACS is recognized by its line ``p …`` (or by .col, .clq, .dimacs), graph6 by its signs (or by .g6, .graph6): a file
without two labels on a line, without a remark, and of which every line (or the only one) could be graph6.

A file that cannot be read as what it is raises ``TableError``, a loop or an edge to no vertex ``NotAGraphError``, more
than 20,000 vertices ``SizeError``; each names the file and the line.

Reference: B. D. McKay, Description of graph6, sparse6 and digraph6 encodings, for graph6.
"""

from __future__ import annotations

import json
import re
import warnings
from collections import Counter
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from exactpriv.capacity.graphs import MOST_VERTICES, Graph, inputs_and_outputs
from exactpriv.errors import GraphFileWarning, NotAChannelError, NotAGraphError, SizeError, TableError
from exactpriv.relations import Relation, Value
from exactpriv.relations.reading import json_table, opened_text

if TYPE_CHECKING:
    import networkx as nx

Line = tuple[str, str]
"""A line that is not blank: where it stands, and its text."""

_DIMACS = {".col", ".clq", ".dimacs"}
_GRAPH6 = {".g6", ".graph6"}
_CHANNEL = {".csv", ".json"}
_HEADER = re.compile(r"p\s+\S+\s+\S+\s+\S+")
_GRAPH6_LINE = re.compile(r"(>>graph6<<)?[?-~]+", re.ASCII)
_SEPARATOR = re.compile(r"\s*,\s*|\s+")
_WHOLE = re.compile(r"0|-?[1-9]\d{0,17}", re.ASCII)
_UNREADABLE = re.compile(r"[\s,#]")

# --- reading ---------------------------------------------------------------------------------------------------------


def read_channel_or_graph(path: str | Path) -> Relation | Graph:
    """The channel of a table (.csv, .json), or the graph of any other file."""
    return read_channel(path) if _suffix(path) in _CHANNEL else read_graph(path)


def read_graph(path: str | Path) -> Graph:
    """The graph of a file: a list of edges, DIMACS or graph6.

    A DIMACS header that counts other edges than there are gives a ``GraphFileWarning``, and the edges that are there
    are taken; a header that counts an edge once for each of its two directions is as good as one that does not.
    """
    with opened_text(path) as stream:
        lines = [(f"{path}, line {i}", text) for i, line in enumerate(stream, start=1) if (text := line.strip())]
    if not lines:
        raise TableError(f"{path} is empty; give a list of edges, two labels a line, or DIMACS or graph6")
    if _suffix(path) in _DIMACS or any(_HEADER.fullmatch(text) for _, text in lines):
        return _dimacs(path, lines)
    if _suffix(path) in _GRAPH6 or _is_graph6(lines):
        return _graph6(path, lines)
    return _edge_list(path, lines)


def _suffix(path: str | Path) -> str:
    """The ending of a file's name, apart from .gz."""
    file = Path(path)
    return (file.with_suffix("") if file.suffix.lower() == ".gz" else file).suffix.lower()


def _checked_size(size: int, where: str | Path) -> int:
    if size > MOST_VERTICES:
        raise SizeError(f"{where}: a graph with {size:,} vertices; at most {MOST_VERTICES:,} are read")
    return size


# --- lists of edges --------------------------------------------------------------------------------------------------


def _edge_list(path: str | Path, lines: Iterable[Line]) -> Graph:
    rows = [labels for where, text in lines if (labels := _labels(where, text.partition("#")[0].strip()))]
    names = list(dict.fromkeys(name for row in rows for name in row))
    if not names:
        raise TableError(f"{path} has remarks but no vertex; give a list of edges, two labels a line")
    _checked_size(len(names), path)
    label: dict[str, Value] = {name: name for name in names}
    if all(map(_WHOLE.fullmatch, names)):
        label = {name: int(name) for name in sorted(names, key=int)}
    edges = ((label[row[0]], label[row[1]]) for row in rows if len(row) == 2)
    return Graph.of(*edges, vertices=label.values())


def _labels(where: str, text: str) -> list[str]:
    """The labels on a line: none, one, or two different ones."""
    labels = _SEPARATOR.split(text) if text else []
    if "" in labels:
        raise TableError(f"{where} has an empty label ({text!r}); write two labels for an edge, or one for a vertex")
    if len(labels) > 2:
        message = f"{where} has {len(labels)} labels ({text!r}); write two for an edge, or one for a vertex"
        raise TableError(message + ("; DIMACS needs a line 'p edge n m' first" if labels[0] == "e" else ""))
    if len(labels) == 2 and labels[0] == labels[1]:
        raise NotAGraphError(f"{where}: vertex {labels[0]!r} has an edge to itself; leave loops out")
    return labels


# --- DIMACS ----------------------------------------------------------------------------------------------------------


def _dimacs(path: str | Path, lines: Iterable[Line]) -> Graph:
    header: tuple[int, int] | None = None
    edges = []
    for where, text in lines:
        kind, *entries = text.split()
        if kind == "p" and header is None:
            header = _header(where, text)
        elif kind == "e" and header is not None:
            edges.append(_ends(where, entries, header[0]))
        elif not kind.startswith("c"):
            message = f"{where}: {text!r} is out of place; DIMACS has one line 'p edge n m', then edges 'e u v'"
            raise TableError(message)
    if header is None:
        raise TableError(f"{path} has no line 'p edge n m'; DIMACS begins with it")
    size, promised = header
    _compare(path, promised, edges)
    return Graph.numbered(size, ((u - 1, v - 1) for u, v in edges), range(1, size + 1))


def _header(where: str, text: str) -> tuple[int, int]:
    """The numbers of vertices and edges that the line "p edge n m" announces."""
    match text.split():
        case [_, "edge" | "edges" | "col", n, m] if _WHOLE.fullmatch(n) and _WHOLE.fullmatch(m):
            if int(n) < 1:
                raise NotAGraphError(f"{where}: the graph has {n} vertices; give at least one")
            return _checked_size(int(n), where), int(m)
    raise TableError(f"{where}: {text!r} does not announce a graph; write 'p edge n m' with two whole numbers")


def _ends(where: str, entries: Sequence[str], size: int) -> tuple[int, int]:
    """The two ends of an edge, of which vertices 1, …, size are there."""
    if len(entries) != 2 or not all(map(_WHOLE.fullmatch, entries)):
        raise TableError(f"{where}: 'e {' '.join(entries)}' is no edge; write 'e u v' with the numbers of two vertices")
    u, v = map(int, entries)
    beyond = next((end for end in (u, v) if not 1 <= end <= size), None)
    if beyond is not None:
        raise NotAGraphError(f"{where}: the edge {(u, v)} leads to vertex {beyond}; the vertices are 1, …, {size}")
    if u == v:
        raise NotAGraphError(f"{where}: vertex {u} has an edge to itself; leave loops out")
    return u, v


def _compare(path: str | Path, promised: int, edges: Sequence[tuple[int, int]]) -> None:
    """Warn when the header counts neither the edges nor, in a file that lists each of them twice, its lines."""
    times = Counter(map(frozenset, edges))
    every_one_twice = set(times.values()) == {2}
    if promised != len(times) and not (every_one_twice and promised == len(edges)):
        message = f"{path}: the header counts {promised:,} edges; {len(times):,} different ones were found and taken"
        warnings.warn(message, GraphFileWarning, stacklevel=4)


# --- graph6 ----------------------------------------------------------------------------------------------------------


def _is_graph6(lines: Sequence[Line]) -> bool:
    """Whether the only line consists of the signs of graph6, or every one of several is the code of a graph."""
    if lines[0][1].startswith(">>"):
        return True
    if len(lines) == 1:
        return _GRAPH6_LINE.fullmatch(lines[0][1]) is not None
    return all(_decoded(text) is not None for _, text in lines)


def _graph6(path: str | Path, lines: Sequence[Line]) -> Graph:
    where, text = lines[0]
    if len(lines) > 1:
        raise TableError(f"{path} holds {len(lines)} graphs; give a file with one of its lines")
    if len(text) > MOST_VERTICES**2 // 12 + 20:
        raise SizeError(f"{where}: a graph with more than {MOST_VERTICES:,} vertices, which is not read")
    decoded = _decoded(text)
    if decoded is None:
        message = f"{where} is not graph6: it has too few or too many signs, or others than '?' to '~'; write it again"
        raise TableError(f"{message} (if it is the label of a lone vertex, add a line '# edges')")
    if not decoded:
        raise NotAGraphError(f"{where}: the graph has no vertex; give at least one")
    return Graph.from_networkx(decoded)


def _decoded(text: str) -> nx.Graph | None:
    """The graph of a graph6 text, if it is one."""
    import networkx as nx

    if not _GRAPH6_LINE.fullmatch(text):
        return None
    try:
        return nx.from_graph6_bytes(text.removeprefix(">>graph6<<").encode("ascii"))
    except (IndexError, nx.NetworkXError):  # it breaks off within its number of vertices, or after that
        return None


# --- channels --------------------------------------------------------------------------------------------------------


def read_channel(path: str | Path) -> Relation:
    """The channel ⟦X, Y⟧ of a table: CSV with a header (.csv, or any other name), or JSON (.json).

    Every row is an input and an output that it may lead to.  JSON is the object that ``Relation.to_json`` writes, to
    which ``"ranges": [[…], […]]`` may add the lists of all inputs and of all outputs.
    More or fewer columns than two raise ``NotAChannelError``, and so does an input without an output: one that only
    stands in the range, or beside an empty entry.
    """
    R = _relation_of_json(path) if _suffix(path) == ".json" else Relation.from_csv(path)
    if len(R.columns) != 2:
        listed = ", ".join(R.columns)
        raise NotAChannelError(f"{path} has {len(R.columns)} columns ({listed}); give two: the inputs and the outputs")
    silent = next((x for x, y in R if y == ""), None)
    if silent is not None:
        message = f"{path}: the input {silent!r} has an empty output; give every input an output, or leave it out"
        raise NotAChannelError(message)
    try:
        inputs_and_outputs(R)
    except NotAChannelError as error:
        raise NotAChannelError(f"{path}: {error}") from None
    return R


def _relation_of_json(path: str | Path) -> Relation:
    columns, rows = json_table(path)
    with opened_text(path) as stream:
        ranges = json.load(stream).get("ranges")
    if ranges is None:
        return Relation(columns, dict.fromkeys(rows, True))
    if not isinstance(ranges, list) or not all(isinstance(values, list) for values in ranges):
        raise TableError(f'{path} has "ranges" that are no list of lists; list the labels of each column')
    return Relation(columns, dict.fromkeys(rows, True), [[_label(path, entry) for entry in r] for r in ranges])


def _label(path: str | Path, entry: Any) -> Value:
    """A label of a range, with lists as tuples, as in the rows."""
    if isinstance(entry, list):
        return tuple(_label(path, part) for part in entry)
    if entry is not None and not isinstance(entry, str | int):
        raise TableError(f"{path}: {entry!r} cannot be a label; write text, integers, null, or lists of those")
    return entry


# --- writing ---------------------------------------------------------------------------------------------------------


def to_edge_list(G: Graph) -> str:
    r"""The text of a list of edges, in which every vertex first stands alone, so that their order is kept.

    >>> print(to_edge_list(Graph.of((0, 1), vertices=range(3))))
    # vertices: 3, edges: 1
    0
    1
    2
    0 1
    <BLANKLINE>

    A label that could not be read back (because of a space, comma or ``#`` in it, or because another one looks the
    same) raises ``TableError``.
    """
    names = [str(label) for label in G.labels]
    unreadable = next((name for name in names if not name or _UNREADABLE.search(name)), None)
    if unreadable is not None:
        message = f"the label {unreadable!r} cannot stand in a list of edges; use to_dimacs, which numbers the vertices"
        raise TableError(message)
    if len(set(names)) < len(names):
        raise TableError("two labels look the same when written; use to_dimacs, which numbers the vertices")
    lines = [f"# vertices: {len(G)}, edges: {len(G.edges())}", *names]
    return _text([*lines, *(f"{names[v]} {names[w]}" for v, w in G.edges())])


def to_dimacs(G: Graph) -> str:
    r"""The text of a DIMACS file; the vertices are 1, …, n in their order, and labels are not kept.

    >>> to_dimacs(Graph.of(("a", "b")))
    'p edge 2 1\ne 1 2\n'
    """
    edges = G.edges()
    return _text([f"p edge {len(G)} {len(edges)}", *(f"e {v + 1} {w + 1}" for v, w in edges)])


def to_graph6(G: Graph) -> str:
    """The graph6 code, one word; the vertices are numbered in their order, and labels are not kept.

    >>> to_graph6(Graph.numbered(5, [(v, (v + 1) % 5) for v in range(5)]))
    'Dhc'
    """
    import networkx as nx

    plain = nx.Graph()
    plain.add_nodes_from(range(len(G)))
    plain.add_edges_from(G.edges())
    code: bytes = nx.to_graph6_bytes(plain, header=False)
    return code.decode("ascii").strip()


def _text(lines: Iterable[str]) -> str:
    return "\n".join(lines) + "\n"
