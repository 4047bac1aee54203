"""Work in fresh processes, with the memory that it takes.

Main definitions: :func:`in_fresh_process`, :func:`watched`, :func:`peak_memory`, :func:`program`.
"""

from __future__ import annotations

import multiprocessing
import os
import resource
import subprocess
import sys
import sysconfig
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import ParamSpec, TypeVar

P = ParamSpec("P")
T = TypeVar("T")

MIB = 2**20
_PROC = Path("/proc")
HAS_PROC = (_PROC / "self" / "status").is_file()
WHOSE = "of all its processes" if HAS_PROC else "of its largest process"
"""Whose memory :func:`watched` measures."""
_LOOK = 0.1
"""Seconds between two looks at the memory of a program."""


def in_fresh_process(work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
    """What a function of a module returns in a process that did nothing before."""
    with ProcessPoolExecutor(max_workers=1, mp_context=multiprocessing.get_context("spawn")) as pool:
        return pool.submit(work, *args, **kwargs).result()


def program() -> list[str]:
    """How to run ``exactpriv``: the installed script, or else the module."""
    script = Path(sysconfig.get_path("scripts")) / "exactpriv"
    return [str(script)] if script.is_file() else [sys.executable, "-m", "exactpriv.cli"]


@dataclass(frozen=True)
class Watched:
    """What a program took: seconds, those of all processors, and the most memory in MiB."""

    seconds: float
    processor_seconds: float
    peak: float


def watched(command: list[str]) -> Watched:
    """Run a program, which must succeed, and watch its memory and that of the processes it starts.

    Pages that processes share are counted for each, so the peak is rather too large than too small.
    """
    peaks, ended = [0.0], threading.Event()

    def watch() -> None:
        while not ended.wait(_LOOK):
            peaks.append(sum(map(_resident, _descendants(process.pid))))

    before, start = _processor_seconds_of_children(), time.perf_counter()
    with subprocess.Popen(command, stdout=subprocess.DEVNULL) as process:  # noqa: S603 - our own program
        watcher = threading.Thread(target=watch)
        watcher.start()
        status = process.wait()
        seconds = time.perf_counter() - start
        ended.set()
        watcher.join()
    used = _processor_seconds_of_children() - before
    if status:
        raise RuntimeError(f"{' '.join(command)} ended with status {status}; run it by itself to see why")
    return Watched(seconds, used, max(peaks) or _largest(resource.RUSAGE_CHILDREN))


def _processor_seconds_of_children() -> float:
    times = os.times()
    return times.children_user + times.children_system


def peak_memory() -> float:
    """The most memory that this process had since it began, in MiB."""
    return _status("VmHWM") if HAS_PROC else _largest(resource.RUSAGE_SELF)


def resident_memory() -> float:
    """The memory that this process has now, in MiB, or the most that it had where the system does not say."""
    return _status("VmRSS") if HAS_PROC else _largest(resource.RUSAGE_SELF)


def _status(entry: str) -> float:
    lines = (_PROC / "self" / "status").read_text().splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith(entry)) * 1024 / MIB


def _largest(whose: int) -> float:
    size = resource.getrusage(whose).ru_maxrss
    return size / MIB if sys.platform == "darwin" else size * 1024 / MIB


def _descendants(root: int) -> Iterator[int]:
    """A process and all that descend from it."""
    children: dict[int, list[int]] = {}
    for entry in _PROC.glob("[0-9]*"):
        try:
            parent = int((entry / "stat").read_text().rpartition(")")[2].split()[1])
        except OSError:  # it ended in the meantime
            continue
        children.setdefault(parent, []).append(int(entry.name))
    pending = [root]
    while pending:
        process = pending.pop()
        yield process
        pending += children.get(process, [])


def _resident(process: int) -> float:
    try:
        pages = int((_PROC / str(process) / "statm").read_text().split()[1])
    except (OSError, IndexError):  # it ended in the meantime, or there is no /proc
        return 0.0
    return pages * os.sysconf("SC_PAGESIZE") / MIB
