"""The bracket of a zero-error capacity, for ``exactpriv capacity``: a channel or graph, the atlas, a certificate.

Main definitions: :func:`of_source`, :func:`of_atlas`, each giving an :class:`Answer`; :func:`checked`, a certificate
verified again.
"""

from __future__ import annotations

import json
import re
import textwrap
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from exactpriv.amount import Amount
from exactpriv.capacity import checker
from exactpriv.capacity.atlas import SECONDS, UNRESOLVED, Atlas, Entry, classify, graphs_of_atlas
from exactpriv.capacity.bracket import Bracket, zero_error_capacity
from exactpriv.capacity.evidence import Bound, code_bound
from exactpriv.capacity.graphs import Graph, confusability_graph, inputs_and_outputs, strong_power
from exactpriv.capacity.named import named_graph
from exactpriv.capacity.pipeline import Attempt
from exactpriv.capacity.reading import read_channel_or_graph, to_graph6
from exactpriv.capacity.searching import check_code, read_code, searches_are_compiled
from exactpriv.errors import CertificateError, TableError
from exactpriv.exact.enclosure import Enclosure
from exactpriv.leakage.display import shortly
from exactpriv.relations import Relation
from exactpriv.report.instances import padded, table, width
from exactpriv.report.measures import counted
from exactpriv.report.records import write_json
from exactpriv.report.screen import Screen
from exactpriv.report.table import WIDTH

_DIGITS = 9
_LONGEST = 36
_NARROWEST = 30
_SIGNS = {"lower": "≥", "upper": "≤", "": ""}


@dataclass(frozen=True)
class Answer:
    """What is shown, the same as plain data, and whether the user cut it short."""

    lines: Iterable[str]
    record: Any
    interrupted: bool = False

    def write(self, path: Path) -> None:
        """Write the plain data as JSON."""
        write_json(self.record, path)


# --- one channel or graph --------------------------------------------------------------------------------------------


def of_source(
    source: str, block: int, time_limit: float | None, certificate: Path | None = None, code: Path | None = None
) -> Answer:
    """The bracket of a channel or graph, its evidence verified again by the checker before anything is shown.

    A code from a file is verified first, and is the lower bound if no better one is found.
    """
    channel = graph_or_channel(source)
    given = None if code is None else _bound_of_code(channel, code)
    steps = 0

    def progress(step: str) -> None:
        nonlocal steps
        steps += 1
        screen.say(step, steps)

    with Screen() as screen:
        found = zero_error_capacity(channel, block, time_limit, progress=progress)
    if given is not None:
        found = _with_code(found, given)
    lines = list(capacity_lines(source, found, screen.columns))
    try:
        found.verify()
    except KeyboardInterrupt:
        lines += ["", "Interrupted before the evidence was verified again."]
        found = replace(found, interrupted=True)
    if certificate is not None:
        _save(found, certificate)
    return Answer(lines, found.record(), interrupted=found.interrupted)


def _bound_of_code(channel: Relation | Graph, path: Path) -> Bound:
    """The lower bound that the words of a file give, if no two of them are confusable."""
    G = _graph_of(channel)
    with _readable(path):
        words = read_code(path, G)
    check_code(strong_power(G, len(words[0])), words)
    return code_bound(words, f"read from {path}")


def _with_code(found: Bracket, given: Bound) -> Bracket:
    tried = (*found.tried, Attempt("lower", "given code", given.value, given.reason))
    return replace(found, lower=given if given.value > found.lower.value else found.lower, tried=tried)


def _save(found: Bracket, path: Path) -> None:
    try:
        found.save(path)
    except OSError as error:
        raise TableError(f"cannot write {path}: {error.strerror}; give a file in a directory that exists") from error


@contextmanager
def _readable(path: Path) -> Iterator[None]:
    """Say in one sentence why a file cannot be read."""
    try:
        yield
    except OSError as error:
        raise TableError(f"cannot read {path}: {error.strerror}; give a readable file") from error
    except UnicodeDecodeError as error:
        raise TableError(f"{path} is not UTF-8 text; save it as UTF-8") from error


def graph_or_channel(source: str) -> Relation | Graph:
    """What a name or a file stands for: a name such as ``cycle:7`` unless there is a file of this name.

    A file that is not there raises ``TableError``, an unknown name ``OutsideRangeError``.
    """
    if Path(source).exists():
        return read_channel_or_graph(source)
    if Path(source).suffix or "/" in source:
        raise TableError(f"there is no file {source}; give a file, or a name such as cycle:7")
    return named_graph(source)


def _graph_of(channel: Relation | Graph) -> Graph:
    return channel if isinstance(channel, Graph) else confusability_graph(channel)


def capacity_lines(name: str, found: Bracket, columns: int = WIDTH) -> Iterator[str]:
    """What ``exactpriv capacity`` prints: the bracket, why, the chain of a channel, and everything that was tried."""
    yield _head(name, found)
    yield ""
    yield from _bracket_lines(found, columns)
    if found.feedback is not None:
        yield f"C₀F = {_amount(found.feedback)}, with feedback"
    yield ""
    yield from _tried_lines(found.tried, columns)
    if not found.complete:
        yield ""
        yield f"{'Interrupted' if found.interrupted else 'The time was up'} before everything was tried."
    if not searches_are_compiled():
        yield ""
        yield "Codes were searched in plain Python; pip install 'exactpriv[fast]' makes that many times faster."


def _head(name: str, found: Bracket) -> str:
    size = f"{counted(len(found.graph), 'vertex', 'vertices')}, {counted(len(found.graph.edges()), 'edge')}"
    return f"{name}: {size}" if found.channel is None else f"{name}: a channel; its confusability graph has {size}"


def _bracket_lines(found: Bracket, columns: int) -> Iterator[str]:
    """Θ with the reasons for both bounds, and C₀."""
    if found.exact:
        yield f"Θ = {_shown(found.lower)}"
        yield from _indented(f"at least: {found.lower.reason}", columns)
        yield from _indented(f"at most: {found.upper.reason}", columns)
        yield f"C₀ = {_bits(found.lower)}"
        return
    for sign, bound in (("≥", found.lower), ("≤", found.upper)):
        yield f"Θ {sign} {_shown(bound)}"
        yield from _indented(bound.reason, columns)
    yield f"C₀ ≥ {_bits(found.lower)}"
    yield f"C₀ ≤ {_bits(found.upper)}"


def _tried_lines(tried: Sequence[Attempt], columns: int) -> Iterator[str]:
    """A table of what was tried, whose last column is a paragraph."""
    beginnings = table(("tried", "", "Θ"), [(each.what, *_value(each)) for each in tried])
    start = max(map(width, beginnings)) + 2
    for beginning, reason in zip(beginnings, ["why", *(each.reason for each in tried)], strict=True):
        first, *rest = textwrap.wrap(reason, max(columns - start, _NARROWEST), break_on_hyphens=False)
        yield f"{padded(beginning, start)}{first}".rstrip()
        yield from (" " * start + line for line in rest)


def _value(attempt: Attempt) -> tuple[str, str]:
    """What was found about Θ: a sign and a number."""
    return ("", "–") if attempt.value is None else (_SIGNS[attempt.side], _short(str(attempt.value)))


def _indented(words: str, columns: int) -> list[str]:
    return textwrap.wrap(words, columns, initial_indent="    ", subsequent_indent="      ", break_on_hyphens=False)


def _shown(bound: Bound) -> str:
    return _about(_short(str(bound.value)), bound.value.decimal(_DIGITS))


def _bits(bound: Bound) -> str:
    """The logarithm of a bound."""
    amount = bound.amount
    text = f"log2({_short(str(bound.value))}) bits" if isinstance(amount, Enclosure) else str(amount)
    return _about(text, shortly(amount, _DIGITS))


def _amount(amount: Amount) -> str:
    return _about(str(amount), amount.decimal(_DIGITS))


def _about(text: str, decimal: str) -> str:
    """A number with its decimals, unless it is an integer."""
    return text if re.fullmatch(r"[0-9]+( bits?)?", text) else f"{text} ≈ {decimal}"


def _short(text: str) -> str:
    return text if len(text) <= _LONGEST else text[: _LONGEST - 1] + "…"


# --- the atlas -------------------------------------------------------------------------------------------------------


def of_atlas(vertices: int, block: int, time_limit: float | None = None) -> Answer:
    """Every graph with at most so many vertices, each in its time; Ctrl-C leaves those that were done."""
    graphs = list(graphs_of_atlas(vertices))
    entries: list[Entry] = []
    interrupted = False
    with Screen(len(graphs)) as screen:
        try:
            for number, G in graphs:
                entry = classify(G, block, time_limit or SECONDS, number)
                if interrupted := entry.bracket.interrupted:
                    break
                entries.append(entry)
                screen.say(f"graph {number}", len(entries))
        except KeyboardInterrupt:
            interrupted = True
    found = Atlas(tuple(entries))
    return Answer(atlas_lines(found, len(graphs)), [_entry_record(entry) for entry in entries], interrupted)


def atlas_lines(found: Atlas, asked: int) -> Iterator[str]:
    """What ``exactpriv capacity --atlas`` prints: how many graphs are settled by what, and those that are not."""
    if len(found.entries) < asked:
        yield f"interrupted after {counted(len(found.entries), 'graph')} of {asked:,}"
    for connected, title in ((True, "connected graphs"), (False, "all graphs")):
        header, *rows = found.table(connected=connected)
        yield title
        yield from table([str(name) for name in header], rows)
        yield ""
    yield f"unresolved: {counted(len(found.unresolved), 'graph')}"
    if found.unresolved:
        yield from table(("number", "graph6", "edges", "Θ ≥", "Θ ≤"), map(_unresolved_row, found.unresolved))


def _unresolved_row(entry: Entry) -> tuple[str, ...]:
    edges = " ".join(f"{v}{w}" for v, w in entry.graph.edges())
    return str(entry.number), to_graph6(entry.graph), edges, _shown(entry.bracket.lower), _shown(entry.bracket.upper)


def _entry_record(entry: Entry) -> dict[str, Any]:
    about = {"number": entry.number, "graph6": to_graph6(entry.graph), "reason": entry.reason}
    shape = {"connected": entry.is_connected, "perfect": entry.is_perfect, "settled": entry.reason != UNRESOLVED}
    return about | shape | entry.bracket.record()


# --- certificates ----------------------------------------------------------------------------------------------------


def checked(path: Path, source: str | None = None) -> Iterator[str]:
    """What the certificate of a file shows, found by the checker that needs the standard library alone.

    When a channel or graph is named, a certificate about another one raises ``CertificateError``.
    """
    with _readable(path):
        text = path.read_text("utf-8")
    try:
        sentences = checker.check(text)
    except checker.Refused as error:
        raise CertificateError(f"{path}: {error}") from error
    if source is not None:
        _compare(path, json.loads(text), source)
    yield f"{path}: verified"
    yield from sentences


def _compare(path: Path, certificate: Mapping[str, Any], source: str) -> None:
    """Refuse a certificate about another graph, or about another channel with the same graph."""
    channel = graph_or_channel(source)
    G = _graph_of(channel)
    if (size := certificate["graph"]["vertices"]) != len(G):
        raise CertificateError(f"{path} is about another graph: it has {size} vertices, and {source} has {len(G)}")
    theirs, ours = (set(map(frozenset, edges)) for edges in (certificate["graph"]["edges"], G.edges()))
    for v, w in sorted(map(sorted, theirs ^ ours)):
        where = f"in {source}" if {v, w} in ours else "there"
        raise CertificateError(f"{path} is about another graph: only {where} an edge joins the vertices {v} and {w}")
    if isinstance(channel, Relation) and "channel" in certificate and _groups(certificate) != _groups_of(channel):
        raise CertificateError(f"{path} is about another channel with the same graph as {source}")


def _groups(certificate: Mapping[str, Any]) -> Counter[frozenset[int]]:
    """For each output of the channel of a certificate the inputs that may lead to it, in no order."""
    groups: dict[int, set[int]] = {}
    for x, y in certificate["channel"]["pairs"]:
        groups.setdefault(y, set()).add(x)
    return Counter(map(frozenset, groups.values()))


def _groups_of(R: Relation) -> Counter[frozenset[int]]:
    return Counter(map(frozenset, inputs_and_outputs(R)[1]))
