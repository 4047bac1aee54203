"""The table of verdicts: a row for each claim under the section of its paper, and a summary.

The rows are the same on a terminal, in a pipe and in the README; a terminal adds color.

Main definitions: :class:`VerdictTable`, :func:`summary`, :func:`readme_block`.
"""

from __future__ import annotations

import sys
import textwrap
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from exactpriv.claims import Claim, Holds, Refuted, Scope, Unknown, Verdict
from exactpriv.claims.check import MOST_INSTANCES
from exactpriv.claims.enumeration import shown_count
from exactpriv.claims.run import Outcome, Run
from exactpriv.report.instances import padded, width

STYLES = {"refuted": "red", "holds": "green", "proved": "bold green", "vacuous": "magenta", "unknown": "yellow"}
WIDTH = 120
"""The width of the table where there is no terminal."""
_HEADER = ("claim", "verdict", "instances", "evidence", "scope")
_PLURALS = {"holds": "hold"}


class Line(NamedTuple):
    """A line of output and the style of a terminal for the part between two places."""

    text: str
    style: str = ""
    start: int = 0
    stop: int | None = None


class VerdictTable:
    """The rows of a table whose columns fit all claims that it will show, so that rows can be printed one by one."""

    def __init__(self, claims: Sequence[Claim], *, columns: int = WIDTH, controls: bool = False) -> None:
        self._columns = columns
        self._with_controls = controls
        self._section = ""
        shown = [claim for claim in claims if controls or claim.kind != "control"] or claims
        self._widths = (
            max([width(_HEADER[0]), *(width(claim.id) for claim in shown)]),
            max(map(width, STYLES)),
            len(f"{MOST_INSTANCES:,}"),
            len("enumeration, not minimal"),
        )

    def header(self) -> list[Line]:
        """The names of the columns."""
        return [Line(self._row(_HEADER), "bold")]

    def lines(self, outcome: Outcome) -> Iterator[Line]:
        """What an outcome adds: its section if that is new, a row, the statement; a shout for a control that fails."""
        claim, verdict = outcome.claim, outcome.verdict
        if claim.kind == "control" and not self._with_controls:
            if is_alarming(outcome):
                yield from self._indented(shout(outcome), "bold red")
            return
        if section(claim) != self._section:
            self._section = section(claim)
            yield Line("")
            yield from (Line(line, "bold") for line in textwrap.wrap(self._section, self._columns))
        start = self._widths[0] + 2
        scope = scope_text(verdict.scope)
        cells = (claim.id, verdict.word, number_of_instances(verdict), brief_evidence(verdict))
        row = self._row((*cells, scope))
        has_room = width(row) <= self._columns
        yield Line(row if has_room else self._row((*cells, "")), STYLES[verdict.word], start, start + len(verdict.word))
        yield from self._indented(claim.statement, "dim")
        if not has_room:
            yield from self._indented(f"scope {scope}")
        if isinstance(verdict, Unknown):
            yield from self._indented(verdict.reason, "yellow")
        if is_alarming(outcome):
            yield from self._indented(shout(outcome), "bold red")

    def _row(self, cells: Sequence[str]) -> str:
        widths = (*self._widths, 0)
        aligned = (padded(cell, w, right=w == self._widths[2]) for cell, w in zip(cells, widths, strict=True))
        return "  ".join(aligned).rstrip()

    def _indented(self, words: str, style: str = "") -> Iterator[Line]:
        for line in textwrap.wrap(words, self._columns - 2):
            yield Line(f"  {line}", style)


def section(claim: Claim) -> str:
    """The section that a claim belongs to: the first line of the docstring of its module.

    >>> from exactpriv.theorems import select
    >>> section(select("prop-1")[0]).split(":")[0]
    'Section II-B'
    """
    documentation = getattr(sys.modules.get(claim.body.__module__), "__doc__", None) or ""
    return documentation.strip().partition("\n")[0].rstrip(".")


def scope_text(scope: Scope) -> str:
    """A scope without its name.

    >>> scope_text(Scope(4, Y=3))
    '4, Y=3'
    """
    return repr(scope)[len("Scope(") : -1]


def number_of_instances(verdict: Verdict) -> str:
    """How many instances the verdict covers, billions rounded; "all" when they were not counted."""
    number = verdict.instances
    if number is None:
        return "-" if isinstance(verdict, Unknown) else "all"
    if number >= 10**15:
        return shown_count(number)
    return f"{number:,}" if number < 10**9 else f"≈ {(number + 5 * 10**8) // 10**9:,}·10⁹"


def brief_evidence(verdict: Verdict) -> str:
    """The evidence in a word or two: the engine, and what it found if that is not in the verdict."""
    engine = {"enumeration and z3": "both engines"}.get(verdict.engine, verdict.engine)
    match verdict:
        case Refuted():
            return f"{engine}, {'minimal' if verdict.minimal else 'not minimal'}"
        case Holds(witness=None):
            return "z3, unsatisfiable" if engine == "z3" else engine
        case Holds():
            return f"{engine}, example"
        case Unknown():
            return ""
    return engine


# --- what must not be overlooked -------------------------------------------------------------------------------------


def is_alarming(outcome: Outcome) -> bool:
    """Whether a checker cannot be trusted: the engines disagree, or a control was decided but not refuted.

    A control need only be refuted in the scope of its claim; in a smaller one that somebody asked for it may hold.
    """
    claim, verdict = outcome.claim, outcome.verdict
    holds = claim.kind == "control" and not isinstance(verdict, Refuted | Unknown)
    return outcome.engines_disagree or (holds and verdict.scope.covers(claim.scope))


def shout(outcome: Outcome) -> str:
    """What is wrong, loudly."""
    if outcome.engines_disagree:
        return f"!!! THE ENGINES DISAGREE on {outcome.claim.id}: {outcome.error}"
    return (
        f"!!! CONTROL NOT REFUTED: {outcome.claim.id} ({outcome.verdict.word}): {outcome.claim.statement} This wrong "
        "neighbor must be refuted. As it is not, the scope is too small or the checker wrong: do not trust the verdict."
    )


def summary(run: Run, *, seconds: bool = True) -> list[str]:
    """How many claims have which verdict, how many controls were refuted, and how long that took."""
    claims = [outcome for outcome in run.outcomes if outcome.claim.kind != "control"]
    controls = [outcome for outcome in run.outcomes if outcome.claim.kind == "control"]
    lines = [f"{_amount(len(claims), 'claim')}: {_counted(claims)}."] if claims else []
    if controls:
        refuted = sum(isinstance(outcome.verdict, Refuted) for outcome in controls)
        rest = [outcome for outcome in controls if not isinstance(outcome.verdict, Refuted)]
        others = f" ({_counted(rest)})" if rest else ""
        lines.append(f"Controls: {refuted} of {len(controls)} wrong neighbors refuted{others}.")
    if run.interrupted:
        lines.append("Interrupted: what was not decided by then is unknown.")
    return [*lines, f"Time: {run.seconds:.1f} s."] if seconds else lines


def _counted(outcomes: Iterable[Outcome]) -> str:
    numbers = Counter(outcome.verdict.word for outcome in outcomes)
    return ", ".join(
        f"{numbers[word]} {word if numbers[word] == 1 else _PLURALS.get(word, word)}"
        for word in ("holds", "refuted", "proved", "vacuous", "unknown")
        if numbers[word]
    )


def _amount(number: int, noun: str) -> str:
    return f"{number} {noun}{'' if number == 1 else 's'}"


def readme_block(run: Run) -> str:
    """The table as ``exactpriv verify`` prints it where there is no terminal, without the time."""
    outcomes = run.outcomes
    made = VerdictTable([outcome.claim for outcome in outcomes])
    rows = [line.text for outcome in outcomes for line in made.lines(outcome)]
    return "\n".join([*(line.text for line in made.header()), *rows, "", *summary(run, seconds=False)]) + "\n"
