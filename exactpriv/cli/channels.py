"""The commands about relations and channels: ``exactpriv measure``, ``leakage``, ``channel`` and ``capacity``."""

from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from exactpriv.cli.options import INTERRUPTED, Certificate, Check, Json, app, positive, show


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
    certificate: Certificate = None,
    check: Check = None,
    json: Json = None,
) -> None:
    """Measure maximal (α, β)-leakage of a channel: from maximal leakage to local differential privacy."""
    from exactpriv.report import leakage as reporting
    from exactpriv.report.records import write_json

    P = None if file is None else reporting.read_channel(file, joint=joint, normalize=normalize, support=support)
    if check is not None:
        show(reporting.checked(check, P))
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
    show(lines)


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
        show(channel_list())
    elif name is None:
        raise typer.BadParameter("give a name and its parameters, such as bsc 1/4, or --list")
    else:
        typer.echo(channel_csv(named_channel(name, *parameters or ())), nl=False)


@app.command(short_help="Bracket the zero-error capacity of a channel or graph.")
def capacity(  # noqa: PLR0913 - the options of the command
    source: Annotated[
        str | None,
        typer.Argument(
            metavar="FILE|NAME", help="A channel (CSV, JSON), a graph, or a name such as cycle:7.", show_default=False
        ),
    ] = None,
    *,
    block: Annotated[int, typer.Option("--block", metavar="K", help="The longest codes to look for.")] = 3,
    time_limit: Annotated[
        float | None,
        typer.Option(
            "--time-limit",
            metavar="S",
            help="Seconds (for each graph of the atlas); then the bracket so far.",
            callback=positive,
        ),
    ] = None,
    code: Annotated[
        Path | None,
        typer.Option("--code", metavar="FILE", help="A code to verify and use: a word a line.", dir_okay=False),
    ] = None,
    certificate: Certificate = None,
    check: Check = None,
    atlas: Annotated[
        int | None, typer.Option("--atlas", metavar="N", help="Every graph with up to N ≤ 7 vertices.")
    ] = None,
    json: Json = None,
) -> None:
    """Bracket the zero-error capacity between two bounds, each with a certificate that separate code checks."""
    from exactpriv.report import capacity as reporting

    if check is not None and not (atlas or code or certificate or json):
        show(reporting.checked(check, source))
        return
    if source is not None and atlas is None and check is None:
        answer = reporting.of_source(source, block, time_limit, certificate, code)
    elif atlas is not None and not (source or check or certificate or code):
        answer = reporting.of_atlas(atlas, block, time_limit)
    else:
        message = "give one of a channel or graph, a certificate with --check, or --atlas N; --code and --certificate"
        raise typer.BadParameter(f"{message} are for a channel or graph alone")
    if json:
        answer.write(json)
    show(answer.lines)
    if answer.interrupted:
        raise typer.Exit(INTERRUPTED)
