"""The enumeration engine: every instance of a scope, evaluated in batches with NumPy.

Memory is bounded by the chunk size.  Every instance is looked at, so a counterexample that comes out is the smallest of
the scope by construction.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np

from exactpriv.claims.claim import Claim
from exactpriv.claims.scope import Scope
from exactpriv.claims.sorts import Denominator, Env, Sort, decided, number_of_instances
from exactpriv.errors import ScopeError
from exactpriv.truth import BatchedNumber, Truth, all_of, negation

CHUNK = 2**16
MOST_INSTANCES = 2**28
Key = tuple[int, ...]


@dataclass
class Search:
    """What has been seen so far, and the smallest instance that was looked for."""

    seen: int = 0
    eligible: int = 0
    key: Key | None = None
    found: dict[str, Any] | None = None
    finished: bool = True


def enumerate_scope(claim: Claim, scope: Scope, *, deadline: float | None = None, chunk: int = CHUNK) -> Search:
    """Look at every instance of the scope for the smallest one that refutes the claim (or shows an existential one).

    Stops unfinished when the deadline (of ``time.monotonic``) has passed.  A scope with too many instances raises
    ``ScopeError``.
    """
    search, sorts = Search(), claim.sorts(scope)
    check_size(number_of_instances(sorts), scope)
    np.empty(31 * 2**20, dtype=np.uint8)  # a large block, once freed, makes glibc keep the many small ones that follow
    if all(sort.is_batched for sort in sorts.values()):
        for env, length in batches(sorts, chunk):
            _look_at_batch(claim, sorts, env, length, search)
            if deadline is not None and time.monotonic() > deadline:
                search.finished = False
                break
    else:
        for instance in instances(sorts):
            _look_at_one(claim, sorts, instance, search)
            if deadline is not None and time.monotonic() > deadline:
                search.finished = False
                break
    return search


def check_size(number: int, scope: Scope) -> None:
    """ScopeError when so many instances are too many to enumerate."""
    if number > MOST_INSTANCES:
        raise ScopeError(
            f"{scope!r} has {shown_count(number)} instances, more than the {MOST_INSTANCES:,} that are enumerated; "
            "take a smaller scope or engine='z3'"
        )


def shown_count(number: int) -> str:
    """A number of instances, by its order of magnitude when it is long.

    >>> shown_count(65535), shown_count(10**40)
    ('65,535', 'about 10^40')
    """
    return f"{number:,}" if number < 10**15 else f"about 10^{number.bit_length() * 30103 // 100000}"


# --- the instances ---------------------------------------------------------------------------------------------------


def instances(sorts: dict[str, Sort], env: Env | None = None) -> Iterator[dict[str, Any]]:
    """Every instance of a scope, decided, one by one: the computed reading."""
    env = dict(env or {})
    name = next((name for name in sorts if name not in env), None)
    if name is None:
        yield env
        return
    for thing in sorts[name].instances(env):
        if sorts[name].proper(env, thing):
            yield from instances(sorts, {**env, name: thing})


def batches(sorts: dict[str, Sort], chunk: int) -> Iterator[tuple[dict[str, Any], int]]:
    """Every instance of a scope, in batches of at most ``chunk`` (down to a power of two), with the length of each."""
    (name, sort), *rest = sorts.items()
    chunk = 1 << (max(1, chunk).bit_length() - 1)
    total = int(sort.options({}))
    for start in range(0, total, chunk):
        index = range(start, min(start + chunk, total))
        yield from _expanded({name: sort.batched({}, index)}, len(index), rest, chunk)


def _expanded(
    env: dict[str, Any], length: int, rest: list[tuple[str, Sort]], chunk: int
) -> Iterator[tuple[dict[str, Any], int]]:
    """Every continuation of a batch by the remaining parameters."""
    if not rest:
        yield env, length
        return
    (name, sort), *later = rest
    options = sort.options(env)
    ends = np.cumsum(np.broadcast_to(np.asarray(options, dtype=np.int64), (length,)))
    for start in range(0, int(ends[-1]), chunk):
        place = np.arange(start, min(start + chunk, int(ends[-1])))
        parent = np.searchsorted(ends, place, side="right")
        index = place - np.where(parent > 0, ends[parent - 1], 0)
        grown = {earlier: decided(thing, _taking(parent)) for earlier, thing in env.items()}
        grown[name] = sort.batched(grown, index)
        yield from _expanded(grown, len(place), later, chunk)


def _taking(parent: np.ndarray) -> Callable[[Any], Any]:
    return lambda entry: entry[parent] if isinstance(entry, np.ndarray) and entry.ndim else entry


# --- looking at them -------------------------------------------------------------------------------------------------


def _look_at_batch(claim: Claim, sorts: dict[str, Sort], env: dict[str, Any], length: int, search: Search) -> None:
    proper = all_of(sort.proper(env, env[name]) for name, sort in sorts.items())
    eligible = all_of([proper, claim.hypothesis(**env)])
    search.seen += _number_true(proper, length)
    search.eligible += _number_true(eligible, length)
    if eligible is False:
        return
    result = claim.conclusion(**env)
    wanted = all_of([eligible, result if claim.existential else negation(result)])
    if wanted is False or (isinstance(wanted, np.ndarray) and not wanted.any()):
        return
    places = np.flatnonzero(np.broadcast_to(wanted, (length,)))
    hits = {name: decided(thing, _taking(places)) for name, thing in env.items()}
    best, key = _smallest(sorts, hits, len(places))
    if search.key is None or key < search.key:
        search.key = key
        search.found = {name: decided(thing, _at(best)) for name, thing in hits.items()}


def _at(index: int) -> Callable[[Any], Any]:
    return lambda entry: entry[index].item() if isinstance(entry, np.ndarray) and entry.ndim else entry


def _number_true(truth: Truth, length: int) -> int:
    return int(truth.sum()) if isinstance(truth, np.ndarray) else length * bool(truth)


def _smallest(sorts: dict[str, Sort], env: dict[str, Any], length: int) -> tuple[int, Key]:
    """The place of the first smallest instance of a batch, and its key."""
    columns = [np.broadcast_to(_column(criterion), (length,)) for criterion in criteria(sorts, env)]
    best = int(np.lexsort(columns[::-1])[0])
    return best, tuple(int(column[best]) for column in columns)


def criteria(sorts: dict[str, Sort], env: Env) -> list[Any]:
    """What the smallest witness minimizes, in this order: Ω, values, then the further parameters as they stand."""
    sizes = [sort.size(env, env[name]) for name, sort in sorts.items()]
    omega = sum((number for size in sizes for number in size[0]), start=0)
    values = sum((number for size in sizes for number in size[1]), start=0)
    return [omega, values, *(number for size in sizes for number in size[2])]


def _column(criterion: Any) -> np.ndarray:
    """A criterion as whole numbers, one for each instance."""
    if not isinstance(criterion, Denominator):
        return criterion.whole() if isinstance(criterion, BatchedNumber) else np.asarray(int(criterion))
    number = criterion.number
    if isinstance(number, BatchedNumber):
        return np.asarray(number.denominator // np.gcd(number.numerator, number.denominator))
    return np.asarray(Fraction(number).denominator)


def _look_at_one(claim: Claim, sorts: dict[str, Sort], instance: dict[str, Any], search: Search) -> None:
    search.seen += 1
    if not claim.hypothesis(**instance):
        return
    search.eligible += 1
    if bool(claim.conclusion(**instance)) is claim.existential:
        _, key = _smallest(sorts, instance, 1)
        if search.key is None or key < search.key:
            search.key, search.found = key, instance
