"""Houses whose mains and appliances are metered: the shipped one, REDD's from a folder, and any CSV table.

Main definitions: :class:`House`; :func:`ukdale_house`, :func:`redd_house`, :func:`csv_house`.

Conventions: powers are in watts; the part before the day ``split`` trains an attacker, the rest judges it.

References: [kelly2015ukdale]; [kolter2011redd]; [farokhi2019noiseless], Sec. V-B.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from exactpriv.errors import TableError
from exactpriv.experiments.data import (
    LOAD_HOUSE,
    ExactColumns,
    Integers,
    MissingPolicy,
    Stamps,
    TimeTable,
    exact_columns,
    require_order,
    shipped,
    time_table,
)
from exactpriv.relations.reading import opened_text

REDD_DAYS = ("2011-04-23", "2011-05-21")
"""The first and the last day of the paper's experiment."""
REDD_SPLIT = "2011-04-30"
_BOSTON = -4 * 3600
"""REDD's stamps are UTC; all of its days lie in daylight saving time."""
_UKDALE_SPLIT = "2013-06-18"
"""28 of the 117 days train, as 7 of 29 do in the paper."""
_UKDALE_SEEN = "no clean held-out estimate: about 60 variants were judged on validation before the design was fixed"


@dataclass(frozen=True, eq=False)
class House:
    """Complete readings of the mains (the first column) and of appliances; validation begins on the day ``split``."""

    name: str
    table: TimeTable
    split: str
    notes: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        """Refuse a house without appliances, and missing readings."""
        if len(self.table.columns) < 2:
            raise TableError(f"{self.name} has no appliance beside its mains; give at least one column more")
        self.table.complete("fail")

    @property
    def mains(self) -> str:
        """The column of the whole house."""
        return self.table.columns[0]

    @property
    def appliances(self) -> tuple[str, ...]:
        """The other columns."""
        return self.table.columns[1:]


def ukdale_house() -> House:
    """House 2 of UK-DALE as it comes with the package: four appliances, a reading a minute on 117 days.

    >>> ukdale_house().appliances
    ('kettle', 'dishwasher', 'washingmachine', 'microwave')
    """
    return House("UK-DALE house 2", time_table(shipped(LOAD_HOUSE)), _UKDALE_SPLIT, (_UKDALE_SEEN,))


def csv_house(path: str | Path, split: str, missing: MissingPolicy = "fail") -> House:
    """The house of a CSV table as NILMTK writes it: a column of times, one of the mains, and one for each appliance.

    Raises what :func:`~exactpriv.experiments.data.time_table` and ``TimeTable.complete`` raise.
    """
    table, dropped = time_table(path).complete(missing)
    return House(Path(path).name, table, split, (str(dropped),))


# --- REDD ------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, eq=False)
class _Channel:
    """Mean readings in steps of time: means[i] / scale in step steps[i], counted from 1970.

    ``outside`` counts the readings on other days than the paper's.
    """

    steps: Integers
    means: Integers
    scale: int
    outside: int


def redd_house(folder: str | Path, step: int = 60) -> House:
    """A house of REDD's low_freq data: a folder with ``labels.dat`` and the ``channel_*.dat`` that it names.

    The channels labelled "mains" are added.  Each channel becomes its mean in every step of so many seconds, rounded to
    its own resolution; a step is kept when every channel has a reading in it, and the others are counted.  Only the
    paper's days are taken, and readings on others are counted.  An appliance whose label occurs again is called by its
    label and channel.

    A file that is not there, or not in that form, raises ``TableError`` with its line.
    """
    folder = Path(folder)
    labels = _labels(folder)
    channels = {number: _channel(folder / f"channel_{number}.dat", step) for number in labels}
    names = {number: label for number, label in labels.items() if label != "mains"}
    twice = Counter(names.values())
    named = {label if twice[label] == 1 else f"{label}_{number}": channels[number] for number, label in names.items()}
    mains = [channels[number] for number, label in labels.items() if label == "mains"]
    if not mains:
        raise TableError(f"{folder / 'labels.dat'} names no channel 'mains'; a house needs its mains")
    return _house(folder.name, mains, named, step)


def _house(name: str, mains: list[_Channel], named: Mapping[str, _Channel], step: int) -> House:
    channels = [*mains, *named.values()]
    scale = max(channel.scale for channel in channels)
    common = channels[0].steps
    for channel in channels[1:]:
        common = np.intersect1d(common, channel.steps, assume_unique=True)
    readings = [
        channel.means[np.searchsorted(channel.steps, common)] * (scale // channel.scale) for channel in channels
    ]
    whole = np.sum(readings[: len(mains)], axis=0)
    numbers = np.stack([whole, *readings[len(mains) :]], axis=1)
    stamps = _clock(common * step)
    table = TimeTable(name, ("mains", *named), stamps, numbers, np.ones(numbers.shape, bool), scale)
    seen = len(np.unique(np.concatenate([channel.steps for channel in channels])))
    outside = sum(channel.outside for channel in channels)
    notes = (
        f"{outside} readings of {len(channels)} channels are not from {REDD_DAYS[0]} to {REDD_DAYS[1]}: left out",
        f"means of {step} s; {seen - len(common)} of {seen} steps left out: some channel has no reading in them",
    )
    return House(f"REDD {name}", table, REDD_SPLIT, notes)


def _clock(seconds: Integers) -> Stamps:
    """Local stamps of UTC seconds."""
    return (seconds + _BOSTON).astype("datetime64[s]")


def _labels(folder: Path) -> dict[int, str]:
    labels: dict[int, str] = {}
    for row, (number, label) in enumerate(_pairs(folder / "labels.dat"), 1):
        if not (number.isascii() and number.isdigit()) or int(number) in labels:
            raise TableError(f"{folder / 'labels.dat'}, line {row}: {number!r} is no new channel; number each once")
        labels[int(number)] = label
    if not labels:
        raise TableError(f"{folder / 'labels.dat'} is empty; name each channel, as in '1 mains'")
    return labels


def _pairs(path: Path) -> Iterator[tuple[str, str]]:
    """The two words of each line."""
    with opened_text(path) as stream:
        for row, line in enumerate(stream, 1):
            words = line.split()
            if len(words) != 2:
                raise TableError(f"{path}, line {row}: {line.strip()!r} is not two words; give the file as REDD has it")
            yield words[0], words[1]


def _channel(path: Path, step: int) -> _Channel:
    times, powers = [], []
    for row, (time, power) in enumerate(_pairs(path), 1):
        if not (time.isascii() and time.isdigit() and len(time) < 12):
            raise TableError(f"{path}, line {row}: {time!r} is no time; REDD writes whole seconds since 1970")
        times.append(int(time))
        powers.append((power,))
    seconds = np.array(times, np.int64)
    require_order(path.name, seconds.astype("datetime64[s]"))
    days = _clock(seconds).astype("datetime64[D]")
    kept = (days >= np.datetime64(REDD_DAYS[0])) & (days <= np.datetime64(REDD_DAYS[1]))
    if not kept.any():
        raise TableError(f"{path} has no reading from {REDD_DAYS[0]} to {REDD_DAYS[1]}; give the file that covers them")
    return _averaged(seconds[kept] // step, exact_columns(powers, ["power"], path.name), kept)


def _averaged(steps: Integers, powers: ExactColumns, kept: np.ndarray) -> _Channel:
    """The mean in every step, rounded to the scale (halves up)."""
    each, starts, counts = np.unique(steps, return_index=True, return_counts=True)
    sums = np.add.reduceat(powers.numbers[kept, 0], starts)
    return _Channel(each, (2 * sums + counts) // (2 * counts), powers.scale, int(np.count_nonzero(~kept)))
