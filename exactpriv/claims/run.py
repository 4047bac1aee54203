"""Deciding many claims at once, in worker processes, with a time limit for each and a clean end on Ctrl-C.

A worker gets the address of a claim and sends back its verdict.  Results are reported in the order of the claims, each
as soon as those before it are known.

Main definitions: :func:`run`, :class:`Outcome`, :class:`Run`.
"""

from __future__ import annotations

import contextlib
import io
import multiprocessing
import os
import signal
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from multiprocessing.connection import Connection, wait
from typing import Any, Self

from exactpriv import errors
from exactpriv.claims.check import Engine, check
from exactpriv.claims.claim import Claim
from exactpriv.claims.loading import Address, address, blamed, find
from exactpriv.claims.scope import Scope
from exactpriv.claims.verdict import Unknown, Verdict
from exactpriv.errors import EnginesDisagreeError, ExactPrivError, ScopeError

INTERRUPTED = "interrupted"
_GRACE = 5
"""Seconds after its time limit when a worker that still does not answer is ended."""
_TICK = 1 / 10
"""Seconds between two looks at the clock, for the progress display only."""


@dataclass(frozen=True)
class Outcome:
    """A claim with its verdict; ``error`` when deciding it failed, and the verdict is then Unknown."""

    claim: Claim
    verdict: Verdict
    error: Exception | None = None

    @property
    def was_interrupted(self) -> bool:
        """Whether Ctrl-C came before the verdict."""
        return isinstance(self.verdict, Unknown) and self.verdict.reason == INTERRUPTED

    @property
    def engines_disagree(self) -> bool:
        """Whether two engines, or an engine and the computed reading, contradict each other."""
        return isinstance(self.error, EnginesDisagreeError)


@dataclass
class Run:
    """The outcomes of many claims in their order, and whether Ctrl-C ended the run before all were decided."""

    outcomes: list[Outcome] = field(default_factory=list)
    interrupted: bool = False
    seconds: float = 0


@dataclass(frozen=True)
class Task:
    """A claim to be decided over a scope."""

    claim: Claim
    scope: Scope
    engine: Engine
    time_limit: float | None

    def unknown(self, reason: str, error: Exception | None = None) -> Outcome:
        """The outcome when there is no verdict."""
        verdict = Unknown(claim=self.claim.id, scope=self.scope, engine=self.engine, reason=reason)
        return Outcome(self.claim, verdict, error)


def run(  # noqa: PLR0913 - what is run, how, where, and what is told meanwhile: all by name
    claims: Sequence[Claim],
    *,
    scope_of: Callable[[Claim], Scope] = lambda claim: claim.scope,
    engine: Engine = "auto",
    time_limit: float | None = None,
    workers: int | None = None,
    start_method: str = "spawn",
    on_outcome: Callable[[Outcome], None] = lambda _: None,
    on_tick: Callable[[list[Claim], int], None] = lambda _working, _done: None,
) -> Run:
    """Decide claims in worker processes (as many as there are processors) and return their outcomes in order.

    ``on_outcome`` is called with every outcome in the order of the claims, as early as that allows; ``on_tick`` now and
    then with the claims that are being decided and the number of those that are done.  A claim whose scope is too large
    is Unknown, with the reason; any other failure is in ``Outcome.error``.  After Ctrl-C the workers are ended and the
    claims not decided are Unknown ("interrupted").

    With ``workers=0`` this process does the work, as it does for claims that no other process can find.  A script that
    starts workers needs ``if __name__ == "__main__":``, as always with ``multiprocessing``.

    >>> from exactpriv.theorems import select
    >>> decided = run(select("prop-1"), scope_of=lambda claim: Scope(3), workers=0)
    >>> [(outcome.claim.id, outcome.verdict.word) for outcome in decided.outcomes]
    [('prop-1', 'holds'), ('prop-1-control', 'refuted')]
    """
    start = time.monotonic()
    tasks = [Task(claim, scope_of(claim), engine, time_limit) for claim in claims]
    result = _Collector(tasks, on_outcome, on_tick)
    try:
        _decide_all(result, processors() if workers is None else workers, start_method)
    except KeyboardInterrupt:
        result.interrupt()
    return Run(result.in_order(), result.interrupted, time.monotonic() - start)


def processors() -> int:
    """How many processes work at the same time unless it is said."""
    return os.cpu_count() or 1


class _Collector:
    """The outcomes so far, reported in the order of the tasks."""

    def __init__(
        self,
        tasks: list[Task],
        on_outcome: Callable[[Outcome], None],
        on_tick: Callable[[list[Claim], int], None],
    ) -> None:
        self.tasks = tasks
        self.interrupted = False
        self._outcomes: dict[int, Outcome] = {}
        self._reported = 0
        self._on_outcome = on_outcome
        self._on_tick = on_tick

    def add(self, place: int, outcome: Outcome) -> None:
        """Keep an outcome, and report all that are next in order."""
        self._outcomes[place] = outcome
        while self._reported in self._outcomes:
            self._reported += 1
            self._on_outcome(self._outcomes[self._reported - 1])

    def tick(self, places: list[int]) -> None:
        """Say which claims are being decided."""
        self._on_tick([self.tasks[place].claim for place in places], len(self._outcomes))

    def interrupt(self) -> None:
        """Report what was decided out of order, and mark the rest as interrupted."""
        self.interrupted = True
        for place, task in enumerate(self.tasks):
            if place not in self._outcomes:
                self.add(place, task.unknown(INTERRUPTED))

    def in_order(self) -> list[Outcome]:
        return [outcome for _, outcome in sorted(self._outcomes.items())]


def _decide_all(result: _Collector, workers: int, start_method: str) -> None:
    addresses = [address(task.claim) if workers else None for task in result.tasks]
    found = [(place, where) for place, where in enumerate(addresses) if where is not None]
    if found:
        with _Pool(result, found, min(workers, len(found)), start_method) as pool:
            pool.work()
    for place, where in enumerate(addresses):
        if where is None:
            task = result.tasks[place]
            result.tick([place])
            result.add(place, _decided(task))


def _decided(task: Task) -> Outcome:
    """The outcome of a task, whatever happens."""
    try:
        verdict = check(task.claim, task.scope, engine=task.engine, time_limit=task.time_limit)
    except ScopeError as error:
        return task.unknown(str(error))
    except Exception as error:  # noqa: BLE001 - a claim is anybody's code; one that fails must not stop the others
        return task.unknown(_told(task.claim, error), error)
    return Outcome(task.claim, verdict)


def _told(claim: Claim, error: Exception) -> str:
    return blamed(error, claim.body.__code__.co_filename)


# --- worker processes ------------------------------------------------------------------------------------------------

_IDLE = -1
_BEGUN = (None, None)
"""What a worker sends when it has found its claim; the time limit runs from then on."""


@dataclass
class _Worker:
    """A process, the connection to it, the place of its task, and since when it works on it (None until it begins)."""

    process: Any
    connection: Connection
    place: int = _IDLE
    since: float | None = None


class _Pool:
    """Worker processes that take one task after the other; leaving the context ends them."""

    def __init__(self, result: _Collector, found: list[tuple[int, Address]], size: int, start_method: str) -> None:
        self._result = result
        self._waiting = found[::-1]
        self._context = multiprocessing.get_context(start_method)
        self._size = size
        self._workers: list[_Worker] = []

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        for worker in self._workers:
            worker.process.kill()
        for worker in self._workers:
            worker.process.join()
            worker.connection.close()

    def work(self) -> None:
        """Decide everything that is waiting."""
        while self._waiting or self._busy():
            while self._waiting and len(self._workers) < self._size:
                self._workers.append(self._started())
            for worker in self._workers:
                if worker.place == _IDLE and self._waiting:
                    self._assign(worker, *self._waiting.pop())
            self._result.tick([worker.place for worker in self._busy()])
            ready = wait([worker.connection for worker in self._busy()], timeout=_TICK)
            for worker in self._busy():
                if worker.connection in ready:
                    self._collect(worker)
                elif self._is_overdue(worker):
                    limit = self._result.tasks[worker.place].time_limit
                    self._give_up(worker, f"time limit of {limit:g} s reached without an answer")

    def _busy(self) -> list[_Worker]:
        return [worker for worker in self._workers if worker.place != _IDLE]

    def _started(self) -> _Worker:
        here, there = self._context.Pipe()
        process = self._context.Process(target=_serve, args=(there,), daemon=True)  # type: ignore[attr-defined]
        with _interrupts_ignored():  # the worker inherits that, so Ctrl-C is this process's business alone
            process.start()
        there.close()
        return _Worker(process, here)

    def _assign(self, worker: _Worker, place: int, where: Address) -> None:
        task = self._result.tasks[place]
        worker.place, worker.since = place, None
        with contextlib.suppress(OSError):  # a worker that is gone is noticed when its answer is collected
            worker.connection.send((where, task.scope.default, task.scope.sizes, task.engine, task.time_limit))

    def _collect(self, worker: _Worker) -> None:
        try:
            verdict, failure = worker.connection.recv()
        except (EOFError, OSError):
            worker.process.join()
            self._give_up(worker, f"its process ended with status {worker.process.exitcode}; is there enough memory?")
            return
        if (verdict, failure) == _BEGUN:
            worker.since = time.monotonic()
            return
        place, worker.place = worker.place, _IDLE
        task = self._result.tasks[place]
        if failure is None:
            self._result.add(place, Outcome(task.claim, verdict))
        else:
            name, message = failure
            self._result.add(place, task.unknown(message, _error(name, message)))

    def _is_overdue(self, worker: _Worker) -> bool:
        limit = self._result.tasks[worker.place].time_limit
        if limit is None or worker.since is None:
            return False
        return time.monotonic() - worker.since > limit + _GRACE

    def _give_up(self, worker: _Worker, reason: str) -> None:
        """End a worker; another one takes its place if there is more to do."""
        self._workers.remove(worker)
        worker.process.kill()
        worker.process.join()
        worker.connection.close()
        self._result.add(worker.place, self._result.tasks[worker.place].unknown(reason))


@contextlib.contextmanager
def _interrupts_ignored() -> Iterator[None]:
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    handler = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, handler)


def _serve(connection: Connection) -> None:
    """What a worker does: decide the claims at the addresses that it is sent, until there are no more."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    with contextlib.suppress(EOFError, OSError, KeyboardInterrupt):
        while True:
            where, default, sizes, engine, time_limit = connection.recv()
            try:
                with contextlib.redirect_stdout(io.StringIO()):  # what a file prints was printed when it first ran
                    task = Task(find(where), Scope(default, **sizes), engine, time_limit)
            except Exception as error:  # noqa: BLE001 - a file may run differently in another process
                connection.send((None, (type(error).__name__, f"not found again: {error}")))
            else:
                connection.send(_BEGUN)
                connection.send(_answer(_decided(task)))


def _answer(outcome: Outcome) -> tuple[Verdict | None, tuple[str, str] | None]:
    """The verdict, or the name and the words of what went wrong."""
    if outcome.error is None:
        return outcome.verdict, None
    return None, (type(outcome.error).__name__, outcome.verdict.evidence)


def _error(name: str, message: str) -> Exception:
    """An error of a worker: one of exactpriv's own by its name, any other with its words."""
    kind: object = getattr(errors, name, None)
    if isinstance(kind, type) and issubclass(kind, ExactPrivError):
        return kind(message)
    return RuntimeError(message)
