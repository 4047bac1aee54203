"""The answer to one claim in full sentences: the verdict, what it covers, and the counterexample.

Main definitions: :func:`answer`, :func:`verdict_sentence`, :func:`witness_lines`.
"""

from __future__ import annotations

import textwrap
from collections.abc import Iterator, Mapping
from typing import Any

from exactpriv.claims import Holds, Refuted, Unknown, Vacuous, Verdict
from exactpriv.claims.run import Outcome
from exactpriv.report.details import details
from exactpriv.report.instances import shown
from exactpriv.report.table import STYLES, WIDTH, Line, is_alarming, scope_text, shout

MOST_DETAILS = 40
"""How many lines of details are shown."""


def answer(outcome: Outcome, columns: int = WIDTH) -> Iterator[Line]:
    """What ``exactpriv check`` prints about a claim; about a control nothing, unless it was not refuted."""
    claim, verdict = outcome.claim, outcome.verdict
    if is_alarming(outcome):
        yield from wrapped(shout(outcome), columns, style="bold red")
        yield Line("")
    if claim.kind == "control":
        return
    head = f"{claim.id}: {verdict.word}"
    yield Line(head, STYLES[verdict.word], len(claim.id) + 2)
    yield from wrapped(claim.statement, columns, indent="  ")
    yield from wrapped(verdict_sentence(verdict), columns, indent="  ")
    witness = getattr(verdict, "witness", None)
    if witness is not None:
        yield from (Line(f"    {line}".rstrip()) for line in witness_lines(witness))
    yield Line("")


def verdict_sentence(verdict: Verdict) -> str:
    """What was decided and how far that reaches."""
    scope = f"scope {scope_text(verdict.scope)}"
    number = "every instance" if verdict.instances is None else f"{verdict.instances:,} instances"
    searched = f"{scope}, {number}, {verdict.engine}"
    match verdict:
        case Refuted(minimal=True):
            said = f"Refuted by this smallest counterexample ({searched}); evaluated again without the solver:"
        case Refuted():
            said = f"Refuted by this counterexample, not shown to be smallest ({searched}):"
        case Holds(witness=None):
            said = f"Holds for every instance of its scope ({searched}); nothing is said beyond that."
        case Holds():
            said = f"Holds, as this example shows ({searched}):"
        case Vacuous():
            said = f"Vacuous: no instance satisfies the hypotheses ({searched}); weaken them or take a larger scope."
        case Unknown(reason=reason):
            said = f"Unknown ({scope}): {reason}"
        case _:
            said = f"{verdict.word}: {verdict.evidence}"
    return said


def witness_lines(witness: Mapping[str, Any]) -> list[str]:
    """The instance, and what is read off it."""
    found = details(witness)
    rest = [f"… and {len(found) - MOST_DETAILS} more lines"] if len(found) > MOST_DETAILS else []
    return [*shown(witness), *([""] if found else []), *found[:MOST_DETAILS], *rest]


def wrapped(words: str, columns: int, *, indent: str = "", style: str = "") -> Iterator[Line]:
    """A paragraph as lines."""
    for line in textwrap.wrap(words, columns, initial_indent=indent, subsequent_indent=indent):
        yield Line(line, style)
