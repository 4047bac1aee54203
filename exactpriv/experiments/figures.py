"""Figures and their numbers as files that are the same byte for byte on every run.

Main definitions: :func:`style`, :func:`new_figure`, :func:`plotted`, :func:`saved`, :func:`write_numbers`.

Conventions: figures are SVG and PNG, without a date and with fixed identifiers; every plotted number is also written
to a CSV file, exact numbers as they are.
"""

from __future__ import annotations

import csv
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from exactpriv.errors import MissingLibraryError

if TYPE_CHECKING:
    from matplotlib.figure import Figure

_STYLE: dict[str, Any] = {
    "font.family": "DejaVu Sans",
    "path.simplify": False,
    "svg.fonttype": "path",
    "svg.hashsalt": "exactpriv",
}


@contextmanager
def style() -> Iterator[None]:
    """The settings in which every figure is drawn and written, whatever the user's own are.

    Without matplotlib, ``MissingLibraryError``.
    """
    try:
        import matplotlib as mpl
    except ImportError as error:
        raise MissingLibraryError("figures need the library matplotlib: pip install 'exactpriv[figures]'") from error
    settings: Any = {key: mpl.rcParamsDefault[key] for key in mpl.rcParamsDefault if not key.startswith("backend")}
    with mpl.rc_context(rc=settings | _STYLE):
        yield


@contextmanager
def _whole_file(path: Path) -> Iterator[Path]:
    """A draft that takes the place of the file once it is complete, so that no half-written file is left."""
    path.parent.mkdir(parents=True, exist_ok=True)
    draft = path.with_name(f".{path.name}.draft")
    try:
        yield draft
        draft.replace(path)
    finally:
        draft.unlink(missing_ok=True)


def new_figure(columns: int = 1, *, width: int = 5, height: int = 4, share_y: bool = False) -> tuple[Figure, list[Any]]:
    """An empty figure with panels side by side, each so many inches wide and high, and the list of its axes.

    Draw in it within :func:`style`.

    >>> with style():
    ...     figure, [left, right] = new_figure(2)
    >>> figure.get_size_inches().tolist()
    [10.0, 4.0]
    """
    from matplotlib.figure import Figure

    figure = Figure(figsize=(columns * width, height), layout="constrained")
    return figure, list(figure.subplots(1, columns, squeeze=False, sharey=share_y)[0])


def plotted(numbers: Any) -> Any:
    """Exact numbers as the decimals that stand for them in a plot, and nowhere else."""
    return np.asarray(numbers, dtype=float)


def saved(figure: Figure, stem: str, folder: str | Path) -> list[Path]:
    """Write a figure as ``stem.svg`` and ``stem.png`` into a folder, which is made if need be; the paths written."""
    paths = [Path(folder) / f"{stem}.{kind}" for kind in ("svg", "png")]
    metadata: list[dict[str, Any]] = [{"Date": None, "Creator": None}, {"Software": None}]
    with style():
        for path, about in zip(paths, metadata, strict=True):
            with _whole_file(path) as draft:
                figure.savefig(draft, format=path.suffix[1:], dpi=150, metadata=about)
    return paths


def write_numbers(path: str | Path, header: Sequence[str], rows: Iterable[Sequence[Any]]) -> Path:
    r"""Write the plotted numbers as CSV, fractions exactly; None is an empty entry. The path written.

    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     write_numbers(Path(folder) / "numbers.csv", ["n", "share"], [(2, "1/3"), (3, None)]).read_text()
    'n,share\n2,1/3\n3,\n'
    """
    with _whole_file(Path(path)) as draft, draft.open("w", encoding="utf-8", newline="") as stream:
        writer = csv.writer(stream, lineterminator="\n")
        writer.writerow(header)
        writer.writerows(rows)
    return Path(path)
