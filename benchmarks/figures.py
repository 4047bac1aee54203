"""Figures: what was measured, beside an alternative measured in the same run.

Main definitions: :class:`Figure`, :func:`timed`, :func:`need_same`.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal, TypeVar

Unit = Literal["s", "/s", "MiB", "MB"]
T = TypeVar("T")

_LAYOUT = "  {:<40}  {:>9}  {:<35}  {:>9}  {:>8}  {}"
HEADER = _LAYOUT.format("figure", "measured", "alternative", "measured", "ratio", "required")


@dataclass(frozen=True)
class Figure:
    """A measured value and that of an alternative; the ratio says how many times better the value is."""

    what: str
    value: float
    unit: Unit
    alternative: str
    other: float
    was_stopped: bool = False
    """Whether the alternative had not finished when it was stopped, so that it needs even more."""
    most: float | None = None
    """The largest value that is required."""
    least_ratio: float | None = None
    """The smallest ratio that is required."""

    @property
    def ratio(self) -> float:
        """How many times better than the alternative: more per second, or less time or memory."""
        return self.value / self.other if self.unit == "/s" else self.other / self.value

    def __str__(self) -> str:
        more = "> " if self.was_stopped else ""
        other, ratio = more + shown(self.other, self.unit), more + shown(self.ratio, "x")
        cells = (self.what, shown(self.value, self.unit), self.alternative, other, ratio, self._requirement())
        return _LAYOUT.format(*cells).rstrip()

    def _requirement(self) -> str:
        if self.most is not None:
            return f"< {self.most:g} {self.unit}: {_word(self.value < self.most)}"
        if self.least_ratio is not None:
            return f">= {self.least_ratio:g} x: {_word(self.ratio >= self.least_ratio)}"
        return ""


def _word(is_met: bool) -> str:
    return "met" if is_met else "NOT MET"


def shown(value: float, unit: str) -> str:
    """A value to three digits; rates in thousands or millions when they are large, times in ms when they are short.

    >>> shown(0.01234, "s"), shown(1.234, "s"), shown(9145224, "/s"), shown(5080, "x")
    ('12.3 ms', '1.23 s', '9.15 M/s', '5080 x')
    """
    if unit == "s" and value < 0.1:
        return f"{_three_digits(1000 * value)} ms"
    if unit == "/s":
        for size, prefix in ((1e6, "M"), (1e3, "k")):
            if value >= size:
                return f"{_three_digits(value / size)} {prefix}/s"
    return f"{_three_digits(value)} {unit}"


def _three_digits(value: float) -> str:
    return f"{value:.0f}" if value >= 100 else f"{value:.3g}"


def timed(work: Callable[[], T], *, best_of: int = 1) -> tuple[T, float]:
    """What some work returns, and the seconds that it takes, the shortest of several tries."""
    shortest = float("inf")
    for _ in range(best_of):
        start = time.perf_counter()
        result = work()
        shortest = min(shortest, time.perf_counter() - start)
    return result, shortest


def need_same(one: object, other: object) -> None:
    """A comparison of speeds is only worth something when both ways give the same result."""
    if one != other:
        raise RuntimeError(f"two ways to one result differ, so one has a bug: {one!r:.300} and {other!r:.300}")
