"""The commands about claims: ``exactpriv verify``, ``check`` and ``explain``."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, NamedTuple

import typer

from exactpriv.cli.options import (
    ALARM,
    BAD_USAGE,
    INTERRUPTED,
    STATUS,
    UNDECIDED,
    Controls,
    EngineName,
    EngineOption,
    Json,
    Only,
    ScopeText,
    TimeLimit,
    app,
    complain,
)
from exactpriv.errors import CertificateError, ScopeError, TableError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from exactpriv.claims import Claim, Scope
    from exactpriv.claims.run import Outcome, Run
    from exactpriv.report.screen import Screen
    from exactpriv.report.table import Line


class How(NamedTuple):
    """How claims are to be decided."""

    scope_of: "Callable[[Claim], Scope]"
    engine: EngineName
    time_limit: float | None


@app.command(short_help="Decide every statement of the paper.", epilog=STATUS)
def verify(  # noqa: PLR0913 - the options of the command
    *,
    only: Only = None,
    scope: ScopeText = None,
    engine: EngineOption = EngineName.auto,
    time_limit: TimeLimit = None,
    controls: Controls = False,
    certify: Annotated[
        Path | None,
        typer.Option(
            "--certify",
            metavar="DIR",
            help="Write the evidence there and, without --only, STATEMENTS.md.",
            file_okay=False,
        ),
    ] = None,
    json: Json = None,
) -> None:
    """Decide every statement of the paper and print the table of verdicts."""
    from exactpriv.report.screen import Screen
    from exactpriv.report.table import Line, VerdictTable, summary
    from exactpriv.theorems import all_claims, select

    claims = select(*only) if only else all_claims()
    how = How(_scope_of(scope, claims), engine, time_limit)
    _refuse_too_large(claims, how, scope)
    if certify:
        _made_folder(certify)
    screen = Screen(len(claims))
    table = VerdictTable(claims, columns=screen.columns, controls=controls)
    screen.show(table.header())
    run = _decided(screen, claims, how, table.lines)
    if json:
        _write_records(run, json)
    failures = _certified(run, certify, with_statements=not only) if certify else []
    screen.show(map(Line, ["", *summary(run)]))
    raise typer.Exit(_status(run, failures))


@app.command(short_help="Decide the claims of your own file.", epilog=STATUS)
def check(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="Your claims: a Python file, which is run.")],
    *,
    scope: ScopeText = None,
    engine: EngineOption = EngineName.auto,
    time_limit: TimeLimit = None,
    json: Json = None,
) -> None:
    """Decide the claims of your own file, and show the smallest counterexamples."""
    from exactpriv.claims.loading import load_claims
    from exactpriv.report.answers import answer
    from exactpriv.report.screen import Screen
    from exactpriv.report.table import Line, summary

    claims = load_claims(file)
    screen = Screen(len(claims))
    how = How(_scope_of(scope, claims), engine, time_limit)
    _refuse_too_large(claims, how, scope)
    run = _decided(screen, claims, how, lambda outcome: answer(outcome, screen.columns))
    if json:
        _write_records(run, json)
    screen.show(map(Line, summary(run)))
    raise typer.Exit(_status(run))


def _decided(
    screen: "Screen",
    claims: "Sequence[Claim]",
    how: How,
    lines: "Callable[[Outcome], Iterable[Line]]",
) -> "Run":
    """Decide claims, and show the lines of each as soon as it is its turn."""
    from exactpriv.claims.run import run

    def show(outcome: "Outcome") -> None:
        if not outcome.was_interrupted:
            screen.show(lines(outcome))

    with screen:
        return run(
            claims,
            scope_of=how.scope_of,
            engine=how.engine.value,
            time_limit=how.time_limit,
            on_outcome=show,
            on_tick=screen.progress,
        )


def _status(run: "Run", failures: "Sequence[str]" = ()) -> int:
    """Say what failed, and give the exit status."""
    from exactpriv.report.table import is_alarming

    broken = [outcome for outcome in run.outcomes if outcome.error and not outcome.engines_disagree]
    for message in [*(f"{outcome.claim.id}: {outcome.verdict.evidence}" for outcome in broken), *failures]:
        complain(message)
    if run.interrupted:
        return INTERRUPTED
    if any(map(is_alarming, run.outcomes)):
        return ALARM
    if broken or failures:
        return BAD_USAGE
    return UNDECIDED if any(outcome.verdict.word == "unknown" for outcome in run.outcomes) else 0


def _scope_of(text: str | None, claims: "Sequence[Claim]") -> "Callable[[Claim], Scope]":
    """The scope for each claim: its own, with the sizes given on the command line instead of its sizes."""
    from exactpriv.claims import Scope

    default, sizes = _parsed_scope(text or "")
    Scope(default, **sizes)  # refuses a size below 1 before anything starts
    ranges = {name for claim in claims for name in claim.range_names}
    for name in sizes:
        if name not in ranges:
            raise ScopeError(f"no claim here has a range {name!r}; the ranges are {', '.join(sorted(ranges))}")

    def scope_of(claim: "Claim") -> Scope:
        own = claim.scope if default is None else claim.scope.limited(default)
        return Scope(own.default, **(own.sizes | sizes))

    return scope_of


def _refuse_too_large(claims: "Sequence[Claim]", how: How, asked: str | None) -> None:
    """ScopeError for a scope that somebody asked to enumerate and that has too many instances."""
    from exactpriv.claims.check import count_instances
    from exactpriv.claims.enumeration import check_size

    if asked and how.engine.value == "enumeration":
        for claim in claims:
            check_size(count_instances(claim, how.scope_of(claim)), how.scope_of(claim))


def _parsed_scope(text: str) -> tuple[int | None, dict[str, int]]:
    """The default size and the sizes by name of a text such as "4,Y=3"."""
    default, sizes = None, {}
    for part in text.replace(" ", "").split(",") if text else ():
        name, _, number = part.rpartition("=")
        if not number.isascii() or not number.removeprefix("-").isdigit() or part.startswith("="):
            raise ScopeError(f"cannot read the scope {text!r}; write for example 4, or X=3,Y=2, or 4,Y=3")
        if name:
            sizes[name] = int(number)
        else:
            default = int(number)
    return default, sizes


def _write_records(run: "Run", path: Path) -> None:
    from exactpriv.report.records import record, write_json

    write_json([record(outcome) for outcome in run.outcomes], path)


def _made_folder(folder: Path) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise TableError(f"cannot write into {folder}: {error.strerror}; give a folder") from error


def _certified(run: "Run", directory: Path, *, with_statements: bool) -> list[str]:
    """Write the evidence and, for a complete run, the list of statements; return what could not be certified."""
    from exactpriv.claims.certificates import write_evidence
    from exactpriv.report.statements import statements

    files, failures = {}, []
    for outcome in run.outcomes:
        folder = directory / "controls" if outcome.claim.kind == "control" else directory
        _made_folder(folder)
        try:
            written = write_evidence(folder, outcome.claim, outcome.verdict)
            files[outcome.claim.id] = [file.relative_to(directory) for file in written]
        except CertificateError as error:
            failures.append(str(error))
    if with_statements and not run.interrupted:
        (directory / "STATEMENTS.md").write_text(statements(run.outcomes, files), encoding="utf-8")
    return failures


@app.command(short_help="Explain a claim, step by step.", epilog=STATUS)
def explain(
    claim: Annotated[str, typer.Argument(metavar="CLAIM", help="The identifier of a claim, such as thm-8.")],
    *,
    scope: ScopeText = None,
    engine: EngineOption = EngineName.auto,
    time_limit: TimeLimit = None,
    json: Json = None,
) -> None:
    """Explain a claim: verdict, counterexample worked out step by step, repair, control."""
    from exactpriv.report.explanation import explained, explanation, explanation_record
    from exactpriv.report.records import write_json
    from exactpriv.report.screen import Screen
    from exactpriv.theorems import named

    chosen = named(claim)
    repair = [named(chosen.repaired_by)] if chosen.repaired_by else []
    screen = Screen(1 + len(repair) + len(chosen.controls))
    claims = [chosen, *repair, *chosen.controls]
    run = _decided(screen, claims, How(_scope_of(scope, claims), engine, time_limit), lambda _: ())
    found = explained(run)
    if json:
        write_json(explanation_record(found), json)
    screen.show(explanation(found, screen.columns))
    raise typer.Exit(_status(run))
