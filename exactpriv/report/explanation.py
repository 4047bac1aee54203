"""A claim explained: its verdict, the counterexample worked out step by step, the repair and the control.

Main definitions: :func:`explanation`, :func:`explanation_record`, :class:`Explained`.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from exactpriv.claims import Claim, Unknown
from exactpriv.claims.run import Outcome, Run
from exactpriv.report.answers import verdict_sentence, wrapped
from exactpriv.report.details import details
from exactpriv.report.instances import shown
from exactpriv.report.records import record
from exactpriv.report.table import STYLES, WIDTH, Line, is_alarming, shout
from exactpriv.report.tracing import Step, traced

MOST_STEPS = 30
"""How many steps are shown; the last ones, on which the result rests."""


@dataclass(frozen=True)
class Explained:
    """A claim with its outcome, those of its controls, and that of the statement that repairs it."""

    outcome: Outcome
    controls: tuple[Outcome, ...] = ()
    repair: Outcome | None = None

    @property
    def witness(self) -> Mapping[str, Any] | None:
        """The counterexample or example, if there is one."""
        return getattr(self.outcome.verdict, "witness", None)


def explained(run: Run) -> Explained:
    """The parts of a run: first the claim, then its repair if it has one, then its controls."""
    first, *rest = run.outcomes
    repair, controls = (rest[0], rest[1:]) if first.claim.repaired_by else (None, rest)
    return Explained(first, tuple(controls), repair)


def explanation(found: Explained, columns: int = WIDTH) -> Iterator[Line]:
    """What ``exactpriv explain`` prints."""
    claim, verdict = found.outcome.claim, found.outcome.verdict
    source = f" · {claim.source}" if claim.source else ""
    yield from wrapped(f"{claim.id} ({claim.kind}){source}", columns, style="bold")
    yield from wrapped(claim.statement, columns, indent="  ")
    yield Line("")
    yield Line(f"Verdict: {verdict.word}", STYLES[verdict.word], len("Verdict: "))
    yield from wrapped(verdict_sentence(verdict), columns, indent="  ")
    if found.witness is not None:
        yield from _worked_out(claim, found.witness, columns)
    if found.repair is not None:
        yield from _titled("Repaired statement", _in_short(found.repair, columns))
    for control in found.controls:
        yield from _titled("Control: a wrong neighbor, which must be refuted", _in_short(control, columns))
        if is_alarming(control):
            yield from wrapped(shout(control), columns, indent="  ", style="bold red")


def _in_short(outcome: Outcome, columns: int) -> Iterator[Line]:
    claim, verdict = outcome.claim, outcome.verdict
    yield Line(f"  {claim.id}: {verdict.word}", STYLES[verdict.word], len(claim.id) + 4)
    yield from wrapped(claim.statement, columns, indent="  ")
    reason = verdict.reason if isinstance(verdict, Unknown) else verdict.evidence
    yield from wrapped(reason, columns, indent="  ", style="dim")


def _titled(title: str, lines: Iterator[Line], columns: int = WIDTH) -> Iterator[Line]:
    yield Line("")
    yield from wrapped(title, columns, style="bold")
    yield from lines


def _worked_out(claim: Claim, witness: Mapping[str, Any], columns: int) -> Iterator[Line]:
    yield from _titled("The instance", _indented(shown(witness)))
    found = details(witness)
    if found:
        yield from _titled("What it is like", _indented(found))
    for condition in claim.given:
        steps, holds = traced(condition, _named(condition, witness))
        yield from _titled(f"Hypothesis: {_words(condition)}", _steps(steps, holds, columns), columns)
    steps, holds = traced(claim.body, witness)
    yield from _titled(f"Conclusion: {claim.statement}", _steps(steps, holds, columns), columns)


def _named(condition: Callable[..., Any], witness: Mapping[str, Any]) -> dict[str, Any]:
    return {name: witness[name] for name in inspect.signature(condition).parameters}


def _words(condition: Callable[..., Any]) -> str:
    documentation = inspect.getdoc(condition)
    return " ".join(documentation.split()) if documentation else condition.__name__.replace("_", " ")


def _indented(lines: list[str]) -> Iterator[Line]:
    return (Line(f"  {line}".rstrip()) for line in lines)


def _steps(steps: list[Step], holds: Any, columns: int) -> Iterator[Line]:
    """The steps, those inside a quantifier under what its variables stand for, and the result."""
    if len(steps) > MOST_STEPS:
        yield Line(f"  … {len(steps) - MOST_STEPS} earlier steps …", "dim")
    bindings: tuple[tuple[str, str], ...] = ()
    for step in steps[-MOST_STEPS:]:
        if step.bindings != bindings and step.bindings:
            yield Line(f"  for {', '.join(f'{name} = {value}' for name, value in step.bindings)}:")
        bindings = step.bindings
        indent = "    " if bindings else "  "
        yield from wrapped(str(step), columns, indent=indent)
    result = "true" if holds else "false"
    yield Line(f"  ⇒ {result}", "green" if holds else "red", 4)


def explanation_record(found: Explained) -> dict[str, Any]:
    """The same as plain data."""
    return {
        "claim": record(found.outcome),
        "worked_out": None if found.witness is None else _record_of_witness(found.outcome.claim, found.witness),
        "repair": None if found.repair is None else record(found.repair),
        "controls": [record(control) for control in found.controls],
    }


def _record_of_witness(claim: Claim, witness: Mapping[str, Any]) -> dict[str, Any]:
    return {
        "details": details(witness),
        "hypotheses": [_record_of_steps(_words(c), *traced(c, _named(c, witness))) for c in claim.given],
        "conclusion": _record_of_steps(claim.statement, *traced(claim.body, witness)),
    }


def _record_of_steps(statement: str, steps: list[Step], holds: Any) -> dict[str, Any]:
    listed = [{"expression": step.expression, "for": dict(step.bindings), "value": step.value} for step in steps]
    return {"statement": statement, "holds": bool(holds), "steps": listed}
