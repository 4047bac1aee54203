"""Where lines appear: in color above a progress display on a terminal, as plain text elsewhere.

Main definitions: :class:`Screen`.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Self

from exactpriv.claims import Claim
from exactpriv.report.table import WIDTH, Line

if TYPE_CHECKING:
    from types import TracebackType

_NARROWEST = 40


class Screen:
    """Standard output; use it as a context while there is progress to display."""

    def __init__(self, total: int = 0) -> None:
        from rich.console import Console
        from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

        self._console = Console(highlight=False, markup=False, emoji=False, soft_wrap=True)
        self._progress = Progress(
            TextColumn("{task.description}", markup=False),
            BarColumn(bar_width=24),
            MofNCompleteColumn(),
            TimeElapsedColumn(),
            console=self._console,
            transient=True,
            auto_refresh=False,  # no thread beside the one that starts processes
            disable=not self._console.is_terminal,
        )
        self._task = self._progress.add_task("", total=total)

    @property
    def columns(self) -> int:
        """How wide the lines may be."""
        return max(self._console.width, _NARROWEST) if self._console.is_terminal else WIDTH

    def __enter__(self) -> Self:
        self._progress.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._progress.stop()

    def show(self, lines: Iterable[Line]) -> None:
        """Print lines, all at once so that the progress display is drawn again only once."""
        from rich.text import Text

        texts = []
        for line in lines:
            texts.append(Text(line.text))
            if line.style:
                texts[-1].stylize(line.style, line.start, line.stop)
        if texts:
            self._console.print(Text("\n").join(texts))

    def progress(self, working: Sequence[Claim], done: int) -> None:
        """Say which claims are being decided, and how many are done."""
        self.say("deciding " + ", ".join(claim.id for claim in working), done)

    def say(self, what: str, done: int, total: int | None = None) -> None:
        """Say what is being done, and how much of how much is."""
        if self._progress.disable:
            return
        room = max(self.columns - 47, 21)
        shortened = what if len(what) <= room else what[: room - 1] + "…"
        self._progress.update(self._task, completed=done, total=total, description=shortened)
        self._progress.refresh()
