"""Print speed and memory: ``python -m benchmarks``, or some of it, such as ``python -m benchmarks prop1 z3``."""

from __future__ import annotations

import argparse
import os
import platform
import time
from collections.abc import Callable, Iterator
from importlib.metadata import version

from benchmarks.amounts import amounts
from benchmarks.audit import audit
from benchmarks.bounds import bounds
from benchmarks.capacity import capacity
from benchmarks.deciding import counterexamples, memory, prop1, z3
from benchmarks.figures import HEADER, Figure
from benchmarks.leakage import leakage
from benchmarks.running import install, measure, start, verify

ITEMS: dict[str, Callable[[], Iterator[Figure | str]]] = {
    "prop1": prop1,
    "memory": memory,
    "z3": z3,
    "counterexamples": counterexamples,
    "verify": verify,
    "start": start,
    "install": install,
    "measure": measure,
    "amounts": amounts,
    "leakage": leakage,
    "audit": audit,
    "capacity": capacity,
    "bounds": bounds,
}


def main() -> None:
    """Measure the chosen items, or all, and print a table."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description="Print speed and memory.")
    parser.add_argument("items", nargs="*", metavar="ITEM", help=f"what to measure: {', '.join(ITEMS)} (default: all)")
    chosen = parser.parse_args().items or list(ITEMS)
    unknown = [name for name in chosen if name not in ITEMS]
    if unknown:
        parser.error(f"there is no item {', '.join(unknown)}; there are {', '.join(ITEMS)}")
    print(_machine())
    print(HEADER, flush=True)
    began = time.perf_counter()
    for name in chosen:
        print(f"\n{name}", flush=True)
        for figure in ITEMS[name]():
            print(figure, flush=True)
    print(f"\nTime: {time.perf_counter() - began:.0f} s.")


def _machine() -> str:
    libraries = ", ".join(
        f"{name} {version(name)}" for name in ("numpy", "z3-solver", "sympy", "python-flint", "duckdb")
    )
    load = f", load {os.getloadavg()[0]:.1f}" if hasattr(os, "getloadavg") else ""
    return f"Python {platform.python_version()}, {libraries}; {os.cpu_count()} processors{load}"


if __name__ == "__main__":
    main()
