"""The engines: Prop. 1 by enumeration and by z3, and how fast counterexamples are found."""

from __future__ import annotations

import random
import time
from collections.abc import Iterator
from functools import partial
from itertools import product
from typing import Any
from unittest.mock import patch

from benchmarks.figures import Figure, need_same, timed
from benchmarks.processes import in_fresh_process, peak_memory, resident_memory
from exactpriv.claims import Claim, Refuted, Scope, Verdict, check
from exactpriv.claims.enumeration import CHUNK, enumerate_scope, instances
from exactpriv.relations import Relation
from exactpriv.theorems import named

PROP_1 = "prop-1"
ALL_5_BY_5 = 2**25 - 1
_SAMPLE_SECONDS = 3
_STOP = 15
"""Seconds after which a slow alternative is stopped."""
_COUNTEREXAMPLES = ("thm-8", "thm-1", "thm-2", "thm-3", "thm-5", "psi-unrelated", "zero-budget-constant")


# --- enumeration -----------------------------------------------------------------------------------------------------


def prop1() -> Iterator[Figure]:
    """All relations of 5 × 5 in batches, and some of them one by one."""
    claim = named(PROP_1)
    _, seconds = timed(partial(_all_5_by_5, claim, CHUNK))
    rate = ALL_5_BY_5 / seconds
    figure = partial(Figure, "Prop. 1, 5 x 5: batched reading", rate, "/s", least_ratio=200)
    first = (instance["R"] for instance in instances(claim.sorts(Scope(5))))
    yield figure("computed reading, the first ones", _one_by_one(claim, first))
    yield figure("computed reading, random, evaluation", _one_by_one(claim, iter(_random_relations(2_000))))


def _all_5_by_5(claim: Claim, chunk: int) -> None:
    search = enumerate_scope(claim, Scope(5), chunk=chunk)
    need_same((search.seen, search.found), (ALL_5_BY_5, None))


def _one_by_one(claim: Claim, relations: Iterator[Relation]) -> float:
    """Instances a second in the computed reading."""
    start, done = time.perf_counter(), 0
    for R in relations:
        need_same(claim.conclusion(R=R), True)
        done += 1
        if time.perf_counter() - start > _SAMPLE_SECONDS:
            break
    return done / (time.perf_counter() - start)


def _random_relations(number: int) -> list[Relation]:
    """Relations of 5 × 5, every one as likely."""
    rng = random.Random(5)  # noqa: S311 - repeatable on purpose
    rows = list(product(range(5), repeat=2))
    chosen = ([row for row in rows if rng.getrandbits(1)] for _ in range(number))
    return [Relation.of(*some) for some in chosen if some]


def memory() -> Iterator[Figure]:
    """How much memory enumeration takes, by the size of its chunks."""
    other = in_fresh_process(growth, 2**20)
    for power in (14, 16, 18):
        value = in_fresh_process(growth, 2**power)
        what = f"Prop. 1, 5 x 5: memory in chunks of 2^{power}"
        yield Figure(what, value, "MiB", "in chunks of 2^20", other)


def growth(chunk: int) -> float:
    """By how many MiB this process grows while it looks at all relations of 5 × 5."""
    claim = named(PROP_1)
    enumerate_scope(claim, Scope(2))
    before = resident_memory()
    _all_5_by_5(claim, chunk)
    return max(peak_memory() - before, 1 / 1024)


# --- z3 --------------------------------------------------------------------------------------------------------------


def z3() -> Iterator[Figure]:
    """Prop. 1 unsatisfiable, with counts as sorted vectors of truth values and, for comparison, as integers."""
    check(named(PROP_1), Scope(2), engine="z3")  # z3 is loaded here
    seconds = {n: _unsatisfiable_at(n) for n in (5, 6)}
    _, by_enumeration = timed(partial(_all_5_by_5, named(PROP_1), CHUNK))
    yield Figure("Prop. 1, 5 x 5: z3 says unsat", seconds[5], "s", "enumeration", by_enumeration, most=60)
    for n, value in seconds.items():
        word, with_integers = timed(partial(_with_integer_counts, n))
        need_same(word == "sat", False)
        yield Figure(
            f"Prop. 1, {n} x {n}: z3 says unsat",
            value,
            "s",
            "z3, counts as integers",
            with_integers,
            was_stopped=word == "unknown",
            most=60,
        )


def _unsatisfiable_at(n: int) -> float:
    verdict, seconds = timed(partial(check, named(PROP_1), Scope(n), engine="z3"))
    need_same(verdict.word, "holds")
    return seconds


def _with_integer_counts(n: int) -> str:
    """What z3 says to: a relation of n × n has v classes and v > |X| / min |⟦X|y⟧|, or so with X and Y exchanged."""
    import z3

    R = [[z3.Bool(f"R[{i},{j}]") for j in range(n)] for i in range(n)]
    classes = _number([z3.And(z3.Or(R[i]), *(z3.Not(_linked(R)[i, k]) for k in range(i))) for i in range(n)])
    directions = (R, list(zip(*R, strict=True)))
    solver = z3.Solver()
    solver.set("timeout", _STOP * 1000)
    solver.add(z3.Or([z3.And(classes == v, _leak_less(rows, v)) for v in range(1, n + 1) for rows in directions]))
    solver.add(z3.Or([entry for row in R for entry in row]))
    return str(solver.check())


def _leak_less(rows: Any, v: int) -> Any:
    """|X| < v |⟦X|y⟧| for every y that occurs."""
    import z3

    size = _number([z3.Or(*row) for row in rows])
    return z3.And([z3.Implies(z3.Or(*column), size < v * _number(column)) for column in zip(*rows, strict=True)])


def _number(truths: Any) -> Any:
    import z3

    return z3.Sum([z3.If(truth, 1, 0) for truth in truths])


def _linked(R: list[list[Any]]) -> dict[tuple[int, int], Any]:
    """Which rows are overlap connected, by repeated squaring."""
    import z3

    n = len(R)
    pairs = list(product(range(n), repeat=2))
    linked = {(i, k): z3.Or([z3.And(a, b) for a, b in zip(R[i], R[k], strict=True)]) for i, k in pairs}
    covered = 1
    while covered < n - 1:
        linked = {(i, k): z3.Or([z3.And(linked[i, m], linked[m, k]) for m in range(n)]) for i, k in pairs}
        covered *= 2
    return linked


# --- counterexamples -------------------------------------------------------------------------------------------------


def counterexamples() -> Iterator[Figure]:
    """The first counterexample that z3 finds, and the smallest one."""
    check(named(PROP_1), Scope(2), engine="z3")  # z3 is loaded here
    for identifier in _COUNTEREXAMPLES:
        claim = named(identifier)
        first, smallest, verdict = _by_z3(claim)
        by_enumeration, seconds = timed(partial(check, claim, engine="enumeration"))
        need_same(_size_of_smallest(verdict), _size_of_smallest(by_enumeration))
        for which, value in (("first", first), ("smallest", smallest)):
            what = f"{identifier}: {which} by z3"
            yield Figure(what, value, "s", "enumeration, smallest", seconds, most=1)


def _by_z3(claim: Claim) -> tuple[float, float, Verdict]:
    """The seconds to the first model and to the end, and the verdict."""
    from z3 import Solver

    answers: list[float] = []
    original = Solver.check

    def observed(solver: Solver, *assumptions: Any) -> Any:
        answer = original(solver, *assumptions)
        answers.append(time.perf_counter())
        return answer

    with patch.object(Solver, "check", observed):
        start = time.perf_counter()
        verdict = check(claim, engine="z3")
        end = time.perf_counter()
    return answers[0] - start, end - start, verdict


def _size_of_smallest(verdict: Verdict) -> tuple[int | str, ...]:
    if not (isinstance(verdict, Refuted) and verdict.minimal):
        raise RuntimeError(f"no smallest counterexample to {verdict.claim} was found: {verdict.evidence}")
    return verdict.size
