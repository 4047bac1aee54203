"""The experiments of Section V, for ``exactpriv experiment``.

Main definitions: :func:`replayed`, :class:`Asked`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Literal

from exactpriv.errors import OutsideRangeError, TableError
from exactpriv.experiments.data import Progress
from exactpriv.experiments.energy import energy_data, energy_experiment
from exactpriv.experiments.figures import style
from exactpriv.experiments.houses import House, csv_house, redd_house
from exactpriv.experiments.nilm import nilm_experiment
from exactpriv.experiments.taxi import read_trips, taxi_experiment
from exactpriv.report.screen import Screen


@dataclass(frozen=True)
class Asked:
    """Whose data are taken, and how; what is not given is left to the experiment."""

    data: Path | None = None
    split: str | None = None
    missing: Literal["fail", "drop"] | None = None
    half_hours: bool = False
    largest: str | None = None


TAKES: Mapping[str, frozenset[str]] = {
    "energy": frozenset({"data", "missing", "half_hours", "largest"}),
    "nilm": frozenset({"data", "split", "missing"}),
    "taxi": frozenset({"data"}),
}
"""Which options go with which experiment."""


def replayed(name: str, asked: Asked, *, quick: bool, folder: Path | None) -> tuple[Iterable[str], bool]:
    """What an experiment found, line by line, and whether the user cut it short; files that are complete stay.

    An option that does not go with the experiment raises ``OutsideRangeError``.
    """
    stray = next((key for key, value in asdict(asked).items() if value and key not in TAKES[name]), None)
    if stray is not None:
        others = " and ".join(which for which, takes in TAKES.items() if stray in takes)
        option = stray.replace("_", "-")
        raise OutsideRangeError(f"--{option} goes with {others}; leave it out for {name}")
    if folder is not None:
        _made(folder)
    with Screen() as screen:
        try:
            return _RUN[name](asked, quick, folder, screen.say).lines(), False
        except KeyboardInterrupt:
            written = [] if folder is None else sorted(path.name for path in folder.iterdir())
            return [f"interrupted; written so far: {', '.join(written) or 'nothing'}"], True


def _energy(asked: Asked, quick: bool, folder: Path | None, progress: Progress) -> Any:
    data = energy_data(asked.data, half_hours=asked.half_hours, missing=asked.missing or "drop", largest=asked.largest)
    return energy_experiment(quick, folder, progress, data)


def _nilm(asked: Asked, quick: bool, folder: Path | None, progress: Progress) -> Any:
    return nilm_experiment(quick, folder, progress, _house(asked))


def _house(asked: Asked) -> House | None:
    """The house of a REDD folder or of a CSV file; None for the one that is shipped."""
    if asked.data is not None and asked.data.is_file():
        if asked.split is None:
            raise TableError(f"{asked.data} does not say where training ends; give --split with a day as 2013-06-18")
        return csv_house(asked.data, asked.split, asked.missing or "fail")
    if asked.split is not None or asked.missing is not None:
        raise OutsideRangeError("--split and --missing go with a CSV file in --data; leave them out otherwise")
    return None if asked.data is None else redd_house(asked.data)


def _taxi(asked: Asked, quick: bool, folder: Path | None, progress: Progress) -> Any:
    return taxi_experiment(quick, folder, progress, None if asked.data is None else read_trips(asked.data))


_RUN: Mapping[str, Callable[[Asked, bool, Path | None, Progress], Any]] = {
    "energy": _energy,
    "nilm": _nilm,
    "taxi": _taxi,
}


def _made(folder: Path) -> None:
    """Make the folder; what figures need is asked for before the work is done."""
    with style():
        pass
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise TableError(f"cannot write into {folder}: {error.strerror}; give a folder") from error
