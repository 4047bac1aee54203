"""The commands about real data: ``exactpriv audit``, ``quantize`` and ``experiment``."""

from enum import StrEnum
from pathlib import Path
from typing import Annotated, Any

import typer

from exactpriv.cli.options import INTERRUPTED, Json, app, placed, show
from exactpriv.errors import LevelsError, OutsideRangeError

Epsilon = Annotated[str | None, typer.Option("--epsilon", metavar="E", help="The budget in bits.")]
ValueRange = Annotated[str | None, typer.Option("--range", metavar="LO:HI", help="The declared range.")]


class Missing(StrEnum):
    """What is done about missing readings."""

    fail = "fail"
    drop = "drop"


@app.command(short_help="Audit what a release of a table tells of one person.")
def audit(  # noqa: PLR0913 - the options of the command
    file: Annotated[
        Path, typer.Argument(metavar="TABLE", help="CSV (also .gz) or Parquet: a column is a person, a row a reading.")
    ],
    *,
    individual: Annotated[
        str | None,
        typer.Option("--individual", metavar="COLS", help="The people: names or patterns such as 'H*,P1'."),
    ] = None,
    query: Annotated[
        str | None,
        typer.Option("--query", metavar="F", help="mean (taken when none is given), sum, median, max, min, count."),
    ] = None,
    levels: Annotated[str | None, typer.Option("--levels", metavar="Q", help="The levels of the quantizer.")] = None,
    epsilon: Epsilon = None,
    value_range: ValueRange = None,
    local: Annotated[bool, typer.Option("--local", help="Each row is a person, whose columns are released.")] = False,
    missing: Annotated[Missing, typer.Option("--missing", help="Rows with a missing reading.")] = Missing.fail,
    time: Annotated[str | None, typer.Option("--time", metavar="COL", help="The column with the time.")] = None,
    json: Json = None,
) -> None:
    """Audit a release of a table: how many outputs one person's data can lead to, exactly, and what that tells."""
    from exactpriv.audit import audit as of_people
    from exactpriv.audit import local_audit
    from exactpriv.report import audit as reporting
    from exactpriv.report.records import write_json

    asked: dict[str, Any] = {"individual": individual, "value_range": value_range, "levels": _whole(levels)}
    asked |= {"epsilon": epsilon, "missing": missing.value, "time": time}
    if local and query is not None:
        raise OutsideRangeError("--query goes with columns that are people; leave it out with --local")
    if local:
        of_rows = local_audit(file, **asked)
        record, lines = reporting.local_record(of_rows), reporting.local_lines(of_rows)
    else:
        found = of_people(file, query or "mean", **asked)
        record, lines = reporting.audit_record(found), reporting.audit_lines(found)
    if json:
        write_json(record, json)
    show(lines)


def _whole(levels: str | None) -> int | None:
    if levels is None:
        return None
    if not levels.isascii() or not levels.isdigit() or int(levels) < 1:
        raise LevelsError(f"got {levels!r} levels; give a whole number of at least 1")
    return int(levels)


@app.command(short_help="Choose the levels of a quantizer for a budget.")
def quantize(
    *,
    epsilon: Annotated[str, typer.Option("--epsilon", metavar="E", help="The budget in bits.")],
    sensitivity: Annotated[
        str, typer.Option("--sensitivity", metavar="S", help="How far one person can move the query.")
    ],
    value_range: Annotated[str, typer.Option("--range", metavar="LO:HI", help="The query's range.")] = "0:1",
    plot: Annotated[
        Path | None,
        typer.Option("--plot", metavar="FILE.svg", help="Draw the cells.", dir_okay=False, callback=placed),
    ] = None,
    json: Json = None,
) -> None:
    """Choose cells for a budget: by the paper's rule and by the repaired one, with their true budgets and errors."""
    from exactpriv.report import design as reporting
    from exactpriv.report.records import write_json

    found = reporting.designed(epsilon, sensitivity, value_range)
    if plot:
        reporting.write_plot(found, plot)
    if json:
        write_json(reporting.design_record(found), json)
    show(reporting.design_lines(found))


class Experiment(StrEnum):
    """The experiments of Section V."""

    energy = "energy"
    nilm = "nilm"
    taxi = "taxi"


@app.command(short_help="Replay an experiment of the paper on real data.")
def experiment(  # noqa: PLR0913 - the options of the command
    name: Annotated[Experiment, typer.Argument(metavar="NAME", help="energy, nilm or taxi.")],
    *,
    quick: Annotated[bool, typer.Option("--quick", help="A smaller version, within seconds.")] = False,
    out: Annotated[
        Path | None, typer.Option("--out", metavar="DIR", help="Write figures and numbers there.", file_okay=False)
    ] = None,
    data: Annotated[
        Path | None,
        typer.Option(
            "--data", metavar="PATH", help="Your own: a table of homes, a REDD house or its CSV, a table of trips."
        ),
    ] = None,
    split: Annotated[
        str | None, typer.Option("--split", metavar="DAY", help="nilm, CSV: the first day of validation.")
    ] = None,
    missing: Annotated[
        Missing | None, typer.Option("--missing", help="energy, nilm from CSV: days with a missing reading.")
    ] = None,
    half_hours: Annotated[bool, typer.Option("--half-hours", help="energy: readings as they are, not days.")] = False,
    largest: Annotated[
        str | None, typer.Option("--largest", metavar="WH", help="energy: the end of the query's range [0, WH].")
    ] = None,
) -> None:
    """Replay an experiment of Section V on the data that are shipped: what is found, figures, and every number."""
    from exactpriv.report import experiments as reporting

    asked = reporting.Asked(data, split, missing.value if missing else None, half_hours, largest)
    lines, interrupted = reporting.replayed(name.value, asked, quick=quick, folder=out)
    show(lines)
    if interrupted:
        raise typer.Exit(INTERRUPTED)
