"""The command line: ``exactpriv verify``, ``check``, ``measure`` and ``explain``."""

import sys
from collections.abc import Callable, Sequence
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from exactpriv.errors import ExactPrivError, ScopeError, UnknownClaimError

if TYPE_CHECKING:
    from rich.console import Console

    from exactpriv.claims import Claim, Scope
    from exactpriv.claims.run import Outcome, Run

UNDECIDED, BAD_USAGE, ALARM, INTERRUPTED = 1, 2, 3, 130

_STATUS = """\b
Exit status:
  0    every claim was decided
  1    something is unknown (a time limit, or a scope that is too large)
  2    bad usage or bad input, said in one line
  3    the engines disagree, or a control was not refuted: do not trust the verdicts
  130  Ctrl-C; what was decided by then is shown"""


class EngineName(StrEnum):
    """The engines that can be asked for."""

    auto = "auto"
    enumeration = "enumeration"
    z3 = "z3"
    both = "both"


app = typer.Typer(
    help="Exact, checkable mathematics of privacy: theorems as claims that engines try to refute.",
    add_completion=False,
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
)

Only = Annotated[
    list[str] | None, typer.Option("--only", metavar="ID", help="Only this claim, or a family such as 'thm-8*'. Repeatable.")
]
ScopeText = Annotated[
    str | None,
    typer.Option("--scope", metavar="N", help="Largest size of every range; '4,Y=3' also sets that of Y. Default: each claim's own."),
]
EngineOption = Annotated[
    EngineName, typer.Option("--engine", help="auto: enumerate small scopes, z3 for others; both: they must agree.")
]
Json = Annotated[Path | None, typer.Option("--json", metavar="FILE", help="Write the result there as JSON, too.")]
TimeLimit = Annotated[
    float | None, typer.Option("--time-limit", metavar="S", help="Seconds for each claim; then it is unknown.")
]
Controls = Annotated[bool, typer.Option("--controls", help="Show the controls (wrong neighbors), too. They always run.")]


def _version(wanted: bool) -> None:
    if wanted:
        from importlib.metadata import PackageNotFoundError, version

        try:
            typer.echo(f"exactpriv {version('exactpriv')}")
        except PackageNotFoundError:
            typer.echo("exactpriv (not installed)")
        raise typer.Exit


@app.callback()
def _root(
    *, version: Annotated[bool, typer.Option("--version", callback=_version, is_eager=True, help="Show the version.")] = False
) -> None:
    pass


# --- verify and check ------------------------------------------------------------------------------------------------


@app.command(epilog=_STATUS)
def verify(
    *,
    only: Only = None,
    scope: ScopeText = None,
    engine: EngineOption = EngineName.auto,
    time_limit: TimeLimit = None,
    controls: Controls = False,
    certify: Annotated[
        Path | None, typer.Option("--certify", metavar="DIR", help="Write the evidence there, and STATEMENTS.md.")
    ] = None,
    json: Json = None,
) -> None:
    """Decide every statement of the paper and print the verdicts."""
    from exactpriv.theorems import all_claims, select

    claims = select(*only) if only else all_claims()
    run = _decide(claims, scope, engine, time_limit, controls=controls)
    if json:
        _write_records(run, json)
    if certify:
        _certify(run, certify, with_statements=not only)
    raise typer.Exit(_status(run))


@app.command(epilog=_STATUS)
def check(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="Your claims, a Python file. It is run.")],
    *,
    scope: ScopeText = None,
    engine: EngineOption = EngineName.auto,
    time_limit: TimeLimit = None,
    json: Json = None,
) -> None:
    """Decide the claims of your own file, and show the smallest counterexamples."""
    from exactpriv.claims.loading import load_claims
    from exactpriv.report.answers import answer

    run = _decide(load_claims(file), scope, engine, time_limit, rows=answer)
    if json:
        _write_records(run, json)
    raise typer.Exit(_status(run))
