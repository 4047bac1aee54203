"""How much time is left to a search.

Main definitions: :class:`Clock`.

Conventions: seconds are those of the wall clock. Time decides what is tried and when a search ends, never whether what
it found is right.
"""

from __future__ import annotations

import time


class Clock:
    """A time limit in seconds, or none.

    >>> Clock().has(10**6), Clock(0).is_over(), Clock(60).has(61)
    (True, True, False)
    """

    def __init__(self, limit: float | None = None) -> None:
        self.end = None if limit is None else time.monotonic() + limit

    def left(self) -> float | None:
        """The seconds that are left, at least 0; ``None`` without a limit."""
        return None if self.end is None else max(self.end - time.monotonic(), 0)

    def set_aside(self, seconds: float) -> None:
        """Keep so many seconds for what is done after the time is up."""
        if self.end is not None:
            self.end -= seconds

    def is_over(self) -> bool:
        """Whether the time is up."""
        return self.left() == 0

    def has(self, seconds: float) -> bool:
        """Whether something that takes so many seconds, and cannot be stopped on its way, may be begun."""
        left = self.left()
        return left is None or seconds <= left
