"""The command line ``exactpriv``: commands about claims, about channels, and about tables of real data.

Main definitions: :func:`main`; ``app``, to which those modules add their commands when they are imported.
"""

import sys
from io import TextIOWrapper
from typing import TYPE_CHECKING, Annotated

import typer

from exactpriv.cli import channels, claims, tables
from exactpriv.cli.options import BAD_USAGE, INTERRUPTED, app, complain, warnings_in_lines
from exactpriv.errors import ExactPrivError

if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = ["app", "channels", "claims", "main", "tables"]


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
        with warnings_in_lines():
            return int(app(given or ["--help"], prog_name="exactpriv", standalone_mode=False) or 0)
    except (KeyboardInterrupt, typer.Abort):
        complain("interrupted")
        return INTERRUPTED
    except (ExactPrivError, OSError) as error:
        complain(str(error))
    except Exception as error:
        message = getattr(error, "format_message", None)
        if message is None:
            raise
        complain(f"{message().rstrip('.')}. Try 'exactpriv --help' or 'exactpriv COMMAND --help'.")
    return BAD_USAGE
