"""The command line: ``exactpriv verify``, ``check``, ``measure``, ``leakage``, ``channel`` and ``explain``."""

import sys
from enum import StrEnum
from io import TextIOWrapper
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, NamedTuple

import typer

from exactpriv.errors import CertificateError, ExactPrivError, ScopeError, TableError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from exactpriv.claims import Claim, Scope
    from exactpriv.claims.run import Outcome, Run
    from exactpriv.report.screen import Screen
    from exactpriv.report.table import Line

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
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
)


def _placed(file: Path | None) -> Path | None:
    """A file that can be written, as far as one can tell before the work is done."""
    if file is not None and not file.absolute().parent.is_dir():
        raise typer.BadParameter(f"there is no directory {file.parent}; make it first")
    return file


def _positive(seconds: float | None) -> float | None:
    if seconds is not None and not 0 < seconds < 10**9:
        raise typer.BadParameter(f"got {seconds:g}; give a number of seconds above 0 and below a billion")
    return seconds


Only = Annotated[
    list[str] | None,
    typer.Option("--only", metavar="ID", help="Only this claim, or a family such as 'thm-8*'. Repeatable."),
]
ScopeText = Annotated[
    str | None,
    typer.Option(
        "--scope",
        metavar="N",
        help="Largest size of every range; '4,Y=3' also sets that of Y. Default: each claim's own.",
    ),
]
EngineOption = Annotated[
    EngineName, typer.Option("--engine", help="auto: enumerate small scopes, z3 for others; both: they must agree.")
]
Json = Annotated[
    Path | None,
    typer.Option(
        "--json", metavar="FILE", help="Write the result there as JSON, too.", dir_okay=False, callback=_placed
    ),
]
TimeLimit = Annotated[
    float | None,
    typer.Option("--time-limit", metavar="S", help="Seconds for each claim; then it is unknown.", callback=_positive),
]
Controls = Annotated[
    bool, typer.Option("--controls", help="Show the controls (wrong neighbors), too. They always run.")
]


def _version(wanted: bool) -> None:
    if wanted:
        from importlib.metadata import PackageNotFoundError, version

        try:
            typer.echo(f"exactpriv {version('exactpriv')}")
        except PackageNotFoundError:
            typer.echo("exactpriv (not installed)")
        raise typer.Exit


Version = Annotated[bool, typer.Option("--version", callback=_version, is_eager=True, help="Show the version.")]


@app.callback()
def _root(*, version: Version = False) -> None:
    """Exact, checkable mathematics of privacy: theorems as claims that engines try to refute."""


# --- verify and check ------------------------------------------------------------------------------------------------


class How(NamedTuple):
    """How claims are to be decided."""

    scope_of: "Callable[[Claim], Scope]"
    engine: EngineName
    time_limit: float | None


@app.command(short_help="Decide every statement of the paper.", epilog=_STATUS)
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


@app.command(short_help="Decide the claims of your own file.", epilog=_STATUS)
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
        _complain(message)
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


# --- measure and explain ---------------------------------------------------------------------------------------------


@app.command(short_help="Measure what one column tells of another.")
def measure(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A table: CSV (also .csv.gz) or a JSON relation.")],
    *,
    x: Annotated[str, typer.Option("--x", metavar="COL", help="The column to be protected.")],
    y: Annotated[str, typer.Option("--y", metavar="COL", help="The column that is seen.")],
    nats: Annotated[bool, typer.Option("--nats", help="Natural logarithms instead of bits.")] = False,
    json: Json = None,
) -> None:
    """Measure what one column of a table tells about another, exactly, with the overlap partition."""
    from exactpriv.report.measures import measure_lines, measure_record, measured
    from exactpriv.report.records import write_json
    from exactpriv.report.screen import Screen
    from exactpriv.report.table import Line

    found = measured(file, x, y, nats=nats)
    if json:
        write_json(measure_record(found), json)
    Screen().show(map(Line, measure_lines(found)))


@app.command(short_help="Explain a claim, step by step.", epilog=_STATUS)
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


# --- leakage of channels ---------------------------------------------------------------------------------------------


class AtOneName(StrEnum):
    """What is meant by an order α = 1 beside β > 1."""

    definition = "definition"
    limit = "limit"


Table = Annotated[
    Path | None,
    typer.Argument(
        metavar="CHANNEL.csv", help="P(y|x): a row for each input, a column for each output.", show_default=False
    ),
]


@app.command(short_help="Measure what a channel leaks, exactly or certified.")
def leakage(  # noqa: PLR0913 - the options of the command
    file: Table = None,
    *,
    alpha: Annotated[str | None, typer.Option("--alpha", metavar="A", help="The order α, from 1 to inf.")] = None,
    beta: Annotated[str | None, typer.Option("--beta", metavar="B", help="The order β, from 1 to inf.")] = None,
    table: Annotated[bool, typer.Option("--table", help="All pairs of orders, the default without orders.")] = False,
    width: Annotated[str, typer.Option("--width", metavar="W", help="How wide an enclosure may be.")] = "1e-12",
    bits: Annotated[bool, typer.Option("--bits/--nats", help="The unit.")] = False,
    joint: Annotated[bool, typer.Option("--joint", help="The file has P(x, y) instead of P(y|x).")] = False,
    normalize: Annotated[bool, typer.Option("--normalize", "--normalise", help="The file has counts.")] = False,
    support: Annotated[str | None, typer.Option("--support", metavar="X,…", help="The inputs that occur.")] = None,
    at_one: Annotated[
        AtOneName | None, typer.Option("--at-one", help="What α = 1 < β means: the capacity, or the limit α → 1.")
    ] = None,
    certificate: Annotated[
        Path | None,
        typer.Option(
            "--certificate", metavar="FILE", help="Write the evidence there.", dir_okay=False, callback=_placed
        ),
    ] = None,
    check: Annotated[
        Path | None, typer.Option("--check", metavar="CERT", help="Verify a certificate again.", dir_okay=False)
    ] = None,
    json: Json = None,
) -> None:
    """Measure maximal (α, β)-leakage of a channel: from maximal leakage to local differential privacy."""
    from exactpriv.report import leakage as reporting
    from exactpriv.report.records import write_json

    P = None if file is None else reporting.read_channel(file, joint=joint, normalize=normalize, support=support)
    if check is not None:
        _show(reporting.checked(check, P))
        return
    if P is None:
        raise typer.BadParameter("give a channel as a CSV file, or a certificate with --check")
    reporting.check_orders(alpha, beta, table_wanted=table)
    asked = reporting.Asked(width, bits, at_one.value if at_one else None)
    if alpha is not None and beta is not None:
        one = reporting.found(P, alpha, beta, asked)
        record, lines = reporting.leakage_record(one), reporting.leakage_lines(str(file), P, one)
        if certificate:
            reporting.write_certificate(one.certificate, certificate)
    elif certificate:
        raise typer.BadParameter("a certificate is about one value; give --alpha and --beta, or --json for all")
    else:
        values = reporting.found_map(P, asked)
        record, lines = reporting.map_record(values), reporting.map_lines(str(file), P, values, asked)
    if json:
        write_json(record, json)
    _show(lines)


@app.command(short_help="Print a channel that has a name.")
def channel(
    name: Annotated[str | None, typer.Argument(metavar="NAME", help="Such as bsc.", show_default=False)] = None,
    parameters: Annotated[
        list[str] | None, typer.Argument(metavar="PARAMETERS", help="Such as 1/4.", show_default=False)
    ] = None,
    *,
    listed: Annotated[bool, typer.Option("--list", help="All names, with their parameters.")] = False,
) -> None:
    """Print a channel that has a name, as CSV that ``exactpriv leakage`` reads back."""
    from exactpriv.leakage import named_channel
    from exactpriv.report.leakage import channel_csv, channel_list

    if listed:
        _show(channel_list())
    elif name is None:
        raise typer.BadParameter("give a name and its parameters, such as bsc 1/4, or --list")
    else:
        typer.echo(channel_csv(named_channel(name, *parameters or ())), nl=False)


def _show(lines: "Iterable[str]") -> None:
    """Print lines as they are."""
    from exactpriv.report.screen import Screen
    from exactpriv.report.table import Line

    Screen().show(map(Line, lines))


# --- the program -----------------------------------------------------------------------------------------------------


def main(arguments: "Sequence[str] | None" = None) -> None:
    """Run the command line and leave with its exit status."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="replace")  # a terminal without ⟦ and ⋆ still shows the rest
    sys.exit(_status_of(arguments))


def _status_of(arguments: "Sequence[str] | None") -> int:
    """Run a command; what is wrong with its input is said in one line."""
    try:
        given = sys.argv[1:] if arguments is None else list(arguments)
        return int(app(given or ["--help"], prog_name="exactpriv", standalone_mode=False) or 0)
    except (KeyboardInterrupt, typer.Abort):
        _complain("interrupted")
        return INTERRUPTED
    except (ExactPrivError, OSError) as error:
        _complain(str(error))
    except Exception as error:
        message = getattr(error, "format_message", None)
        if message is None:
            raise
        _complain(f"{message().rstrip('.')}. Try 'exactpriv --help' or 'exactpriv COMMAND --help'.")
    return BAD_USAGE


def _complain(message: str) -> None:
    typer.echo(f"exactpriv: {' '.join(message.split())}", err=True)


if __name__ == "__main__":
    main()
