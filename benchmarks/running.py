"""The program as its users meet it: deciding everything, starting, installing, and measuring a table."""

from __future__ import annotations

import csv
import json
import random
import re
import subprocess
import sys
import time
from collections.abc import Iterable, Iterator
from fractions import Fraction
from functools import partial
from importlib.metadata import Distribution, PackageNotFoundError, distribution, distributions
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from benchmarks.figures import Figure, need_same, timed
from benchmarks.processes import WHOSE, in_fresh_process, peak_memory, program, watched
from exactpriv.amount import Amount, log2
from exactpriv.claims.run import run
from exactpriv.theorems import all_claims

_ROOT = Path(__file__).parent.parent
_ROWS = 10_000
Pair = tuple[str, str]


# --- verify ----------------------------------------------------------------------------------------------------------


def verify() -> Iterator[Figure]:
    """``exactpriv verify`` at default scope, and the same claims one after the other in a single process."""
    with TemporaryDirectory() as directory:
        file = Path(directory) / "verdicts.json"
        whole = watched([*program(), "verify", "--json", str(file)])
        verdicts = {entry["id"]: entry["verdict"] for entry in json.loads(file.read_text(encoding="utf-8"))}
    (serial, processor_seconds, peak), seconds = timed(partial(in_fresh_process, one_process))
    need_same(dict(serial.items() - verdicts.items()), {})  # a claim that was decided in another way
    yield Figure("exactpriv verify", whole.seconds, "s", "in one process", seconds, most=60)
    yield Figure("processor time of it", whole.processor_seconds, "s", "in one process", processor_seconds)
    yield Figure(f"memory {WHOSE}", whole.peak, "MiB", "in one process", peak, most=2048)


def one_process() -> tuple[dict[str, str], float, float]:
    """All verdicts, the processor time that they took here, and the most memory that this process had."""
    outcomes = run(all_claims(), workers=0).outcomes
    return {outcome.claim.id: outcome.verdict.word for outcome in outcomes}, time.process_time(), peak_memory()


# --- starting --------------------------------------------------------------------------------------------------------


def start() -> Iterator[Figure]:
    """How long it takes to import the package, and what it would take if it loaded z3 and sympy at once."""
    for module in ("exactpriv", "exactpriv.theorems"):
        with_all = _best_of_five([sys.executable, "-c", f"import {module}, sympy, z3"])
        value = _best_of_five([sys.executable, "-c", f"import {module}"])
        yield Figure(f"import {module}", value, "s", "with sympy and z3 loaded at once", with_all, most=0.5)
    with_all = _best_of_five([sys.executable, "-c", "import exactpriv.cli, sympy, z3"])
    value = _best_of_five([*program(), "--version"])
    yield Figure("exactpriv --version", value, "s", "with sympy and z3 loaded at once", with_all, most=0.5)


def _best_of_five(command: list[str]) -> float:
    run_once = partial(subprocess.run, command, check=True, stdout=subprocess.DEVNULL)
    return timed(run_once, best_of=5)[1]


# --- installing ------------------------------------------------------------------------------------------------------


def install() -> Iterator[Figure]:
    """How much the package and what it depends on take on disk, and all that is installed beside it."""
    base = {_canonical(found.name): found for found in _with_dependencies(_requirements())}
    everything = {_canonical(found.name): found for found in distributions()} | base
    value, other = (sum(map(_megabytes, some.values())) for some in (base, everything))
    yield Figure(f"base install, {len(base)} packages", value, "MB", "all of this environment", other, most=300)
    largest = max(base.values(), key=_megabytes)
    rest = value - _megabytes(largest)
    yield Figure(f"base install without {largest.name}", rest, "MB", "base install", value)


def _requirements() -> list[str]:
    """The packages that the base install needs."""
    import tomllib

    project = tomllib.loads((_ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    return list(map(str, project["dependencies"]))


def _with_dependencies(requirements: list[str]) -> Iterator[Distribution]:
    """What is installed of some requirements and of theirs, without extras."""
    seen: set[str] = set()
    pending = list(requirements)
    while pending:
        requirement = pending.pop()
        name = _canonical(re.split(r"[^\w.-]", requirement)[0])
        if name in seen or "extra ==" in requirement:
            continue
        try:
            found = distribution(name)
        except PackageNotFoundError:  # not needed on this system
            continue
        seen.add(name)
        yield found
        pending += found.requires or []


def _canonical(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()


def _megabytes(found: Distribution) -> float:
    """The size of the files of a package, without compiled Python."""
    paths = (Path(str(file.locate())) for file in found.files or [] if "__pycache__" not in file.parts)
    return sum(path.stat().st_size for path in paths if path.is_file()) / 1e6


# --- measuring a table -----------------------------------------------------------------------------------------------


def measure() -> Iterator[Figure]:
    """``exactpriv measure`` on 10,000 rows with thousands of labels, and the definitions taken literally."""
    pairs = _pairs()
    with TemporaryDirectory() as directory:
        table, answer = Path(directory) / "table.csv", Path(directory) / "answer.json"
        with table.open("w", encoding="utf-8", newline="") as stream:
            csv.writer(stream).writerows([("person", "place"), *pairs])
        command = [*program(), "measure", str(table), "--x", "person", "--y", "place", "--json", str(answer)]
        whole = watched(command)
        found = json.loads(answer.read_text(encoding="utf-8"))
    literal, seconds = timed(partial(_literal_measures, set(pairs)))
    need_same(literal, _comparable(found))
    persons, places = found["values"].values()
    what = f"measure: {_ROWS:,} rows, {persons} x {places} labels"
    yield Figure(what, whole.seconds, "s", "definitions by scanning, no start", seconds)


def _pairs() -> list[Pair]:
    """Who was seen where: 400 groups of persons, each with places of its own."""
    rng = random.Random(10_000)  # noqa: S311 - repeatable on purpose
    groups = [rng.randrange(400) for _ in range(_ROWS)]
    return [(f"person {group}-{rng.randrange(9)}", f"place {group}-{rng.randrange(7)}") for group in groups]


def _literal_measures(pairs: set[Pair]) -> dict[str, Any]:
    """Leakage both ways and the number of overlap classes, with a scan of all pairs for each conditional range."""
    converse = {(y, x) for x, y in pairs}
    return {
        "L₀(person;place)": _text(log2(_leaked(pairs))),
        "L₀(place;person)": _text(log2(_leaked(converse))),
        "blocks": len(_merged(_conditional_ranges(pairs))),
    }


def _text(amount: Amount) -> str:
    return str(amount).rpartition(" ")[0]


def _conditional_ranges(pairs: set[Pair]) -> list[set[str]]:
    return [{x for x, seen in pairs if seen == y} for y in {y for _, y in pairs}]


def _leaked(pairs: set[Pair]) -> Fraction:
    return Fraction(len({x for x, _ in pairs}), min(map(len, _conditional_ranges(pairs))))


def _merged(ranges: Iterable[set[str]]) -> list[set[str]]:
    """Ranges that meet, joined until none do."""
    classes: list[set[str]] = []
    for some in ranges:
        meeting = [known for known in classes if known & some]
        classes = [known for known in classes if not known & some] + [some.union(*meeting)]
    return classes


def _comparable(found: dict[str, Any]) -> dict[str, Any]:
    formulas = {entry["measure"]: entry["exact"] for entry in found["measures"]}
    chosen = {name: formulas[name] for name in ("L₀(person;place)", "L₀(place;person)")}
    return chosen | {"blocks": len(found["overlap_partition"])}
