"""What several commands take, and how they answer: shared options, exit statuses, lines on the screen.

Main definitions: :data:`app`, to which the commands are added; the options; :func:`show`, :func:`complain`,
:func:`warnings_in_lines`.
"""

import warnings
from contextlib import contextmanager
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from exactpriv.errors import GraphFileWarning

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

UNDECIDED, BAD_USAGE, ALARM, INTERRUPTED = 1, 2, 3, 130

STATUS = """\b
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


def placed(file: Path | None) -> Path | None:
    """A file that can be written, as far as one can tell before the work is done."""
    if file is not None and not file.absolute().parent.is_dir():
        raise typer.BadParameter(f"there is no directory {file.parent}; make it first")
    return file


def positive(seconds: float | None) -> float | None:
    """A number of seconds that can be waited."""
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
        "--json", metavar="FILE", help="Write the result there as JSON, too.", dir_okay=False, callback=placed
    ),
]
TimeLimit = Annotated[
    float | None,
    typer.Option("--time-limit", metavar="S", help="Seconds for each claim; then it is unknown.", callback=positive),
]
Certificate = Annotated[
    Path | None,
    typer.Option("--certificate", metavar="FILE", help="Write the evidence there.", dir_okay=False, callback=placed),
]
Check = Annotated[
    Path | None, typer.Option("--check", metavar="CERT", help="Verify a certificate again.", dir_okay=False)
]
Controls = Annotated[
    bool, typer.Option("--controls", help="Show the controls (wrong neighbors), too. They always run.")
]


# --- answers ---------------------------------------------------------------------------------------------------------


def show(lines: "Iterable[str]") -> None:
    """Print lines as they are."""
    from exactpriv.report.screen import Screen
    from exactpriv.report.table import Line

    Screen().show(map(Line, lines))


def complain(message: str) -> None:
    """Say what is wrong, in one line."""
    typer.echo(f"exactpriv: {' '.join(message.split())}", err=True)


@contextmanager
def warnings_in_lines() -> "Iterator[None]":
    """Say in one line what is odd about the input, and go on."""
    with warnings.catch_warnings():
        warnings.simplefilter("always", GraphFileWarning)
        warnings.showwarning = lambda message, *_, **__: complain(str(message))
        yield
