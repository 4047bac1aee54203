"""Deciding a claim: one engine, or both and their agreement; every instance found is re-evaluated without a solver."""

from __future__ import annotations

import dataclasses
import time
from typing import Any, Literal

from exactpriv.claims.claim import Claim
from exactpriv.claims.enumeration import MOST_INSTANCES, Search, criteria, enumerate_scope
from exactpriv.claims.scope import Scope
from exactpriv.claims.solver import Answer, solve_scope
from exactpriv.claims.sorts import Denominator, number_of_instances
from exactpriv.claims.verdict import Holds, Refuted, Unknown, Vacuous, Verdict
from exactpriv.errors import EngineError, EnginesDisagreeError, ScopeError

Engine = Literal["auto", "enumeration", "z3", "both"]
ENUMERATED_BY_DEFAULT = 2**18
EFFORT_OF_CONFIRMATION = 100_000_000
"""How much z3 may work on what enumeration has decided, by its own count; the claims of the papers need a tenth."""


def check(
    claim: Claim, scope: Scope | None = None, *, engine: Engine = "auto", time_limit: float | None = None
) -> Verdict:
    """Decide a claim over a scope (its own by default) and return a verdict with its evidence.

    ``both`` runs both engines, where both can take the claim, and raises ``EnginesDisagreeError`` unless they agree.
    ``auto`` does the same for scopes of up to a quarter of a million instances (z3 may leave it undecided), and asks z3
    alone about larger ones.  After ``time_limit`` seconds the verdict is ``Unknown``, or ``Refuted`` by an instance
    that is not shown minimal.

    >>> from exactpriv.theorems.section_2b import maximin_information_never_exceeds_leakage
    >>> check(maximin_information_never_exceeds_leakage, Scope(2)).word
    'holds'
    """
    scope = scope or claim.scope
    start = time.monotonic()
    deadline = start + time_limit if time_limit is not None else None
    verdict = _by_engine(claim, scope, engine if engine != "auto" else _best_engine(claim, scope), deadline)
    return dataclasses.replace(verdict, seconds=time.monotonic() - start)


def _best_engine(claim: Claim, scope: Scope) -> str:
    if not _can_be_open(claim, scope):
        return "enumeration"
    return "confirmed" if count_instances(claim, scope) <= ENUMERATED_BY_DEFAULT else "z3"


def _can_be_open(claim: Claim, scope: Scope) -> bool:
    return all(sort.is_open for sort in claim.sorts(scope).values())


def _by_engine(claim: Claim, scope: Scope, engine: str, deadline: float | None) -> Verdict:
    match engine:
        case "enumeration":
            return _by_enumeration(claim, scope, deadline)
        case "z3":
            return _by_solver(claim, scope, deadline)
        case "both":
            return _agreed(claim, scope, deadline, None)
        case "confirmed":
            return _agreed(claim, scope, deadline, EFFORT_OF_CONFIRMATION)
    raise EngineError(f"there is no engine {engine!r}; choose auto, enumeration, z3 or both")


def count_instances(claim: Claim, scope: Scope) -> int:
    """The number of instances of a scope, on the grid where a parameter is real."""
    return number_of_instances(claim.sorts(scope))


def _by_enumeration(claim: Claim, scope: Scope, deadline: float | None) -> Verdict:
    search = enumerate_scope(claim, scope, deadline=deadline)
    about: dict[str, Any] = {"claim": claim.id, "scope": scope, "engine": "enumeration", "instances": search.seen}
    if search.finished and search.seen != count_instances(claim, scope):
        raise EnginesDisagreeError(
            f"{claim.id} over {scope!r}: {search.seen:,} instances were enumerated, and a formula counts "
            f"{count_instances(claim, scope):,}; report this as a bug"
        )
    if search.found is not None:
        return _with_witness(claim, search.found, minimal=search.finished, about=about)
    if not search.finished:
        return Unknown(**about, reason=f"time limit reached after {search.seen:,} instances; none refutes the claim")
    if claim.existential:
        return Unknown(
            **about, reason=f"none of the {search.seen:,} instances is an example; try a larger scope", exhausted=True
        )
    return Holds(**about) if search.eligible else Vacuous(**about)


def _by_solver(claim: Claim, scope: Scope, deadline: float | None, effort: int | None = None) -> Verdict:
    for name, sort in claim.sorts(scope).items():
        if not sort.is_open:
            raise ScopeError(f"z3 cannot take {name!r} ({type(sort).__name__}); use engine='enumeration'")
    answer = solve_scope(claim, scope, deadline=deadline, effort=effort)
    about: dict[str, Any] = {
        "claim": claim.id,
        "scope": scope,
        "engine": "z3",
        "instances": None if any(s.is_real for s in claim.sorts(scope).values()) else count_instances(claim, scope),
        "smt2": answer.smt2,
    }
    if answer.found is not None:
        return _with_witness(claim, answer.found, minimal=answer.minimal, about=about)
    if answer.reason is not None:
        return Unknown(**about, reason=answer.reason)
    if claim.existential:
        return Unknown(**about, reason="no instance of the scope is an example; try a larger scope", exhausted=True)
    return Holds(**about) if answer.satisfiable_hypotheses else Vacuous(**about)


def _with_witness(claim: Claim, witness: dict[str, Any], *, minimal: bool, about: dict[str, Any]) -> Verdict:
    """The verdict that an instance gives, after computing hypotheses and conclusion again on the decided instance."""
    witness = {name: sort.shown(witness, witness[name]) for name, sort in claim.sorts(about["scope"]).items()}
    hypothesis, conclusion = claim.hypothesis(**witness), claim.conclusion(**witness)
    if hypothesis is not True or bool(conclusion) is not claim.existential:
        raise EnginesDisagreeError(
            f"{about['engine']} gave {witness!r} for {claim.id}, but computed again its hypotheses are {hypothesis} "
            f"and its conclusion is {conclusion}; please report this as a bug"
        )
    if claim.existential:
        return Holds(**about, witness=witness)
    return Refuted(**about, witness=witness, minimal=minimal, size=witness_size(claim, about["scope"], witness))


def witness_size(claim: Claim, scope: Scope, witness: dict[str, Any]) -> tuple[int | str, ...]:
    """Ω, values and further numbers of a witness, in the order in which they were made small."""
    sizes = criteria(claim.sorts(scope), witness)
    plain = (c.number.denominator if isinstance(c, Denominator) else c for c in sizes)
    return tuple(int(c) if c == int(c) else str(c) for c in plain)


def _agreed(claim: Claim, scope: Scope, deadline: float | None, effort: int | None) -> Verdict:
    """Both engines' verdict; EnginesDisagreeError when they differ, or in the size of the smallest witness.

    Where z3 takes all reals and enumeration only a grid of them, z3 may find what the grid does not have.
    """
    if not _can_be_open(claim, scope):
        return _by_enumeration(claim, scope, deadline)
    if count_instances(claim, scope) > MOST_INSTANCES:
        return _by_solver(claim, scope, deadline, effort)
    now = time.monotonic()
    first = _by_enumeration(claim, scope, None if deadline is None else now + (deadline - now) / 2)
    second = _by_solver(claim, scope, deadline, effort)
    undecided = [verdict for verdict in (first, second) if isinstance(verdict, Unknown) and not verdict.exhausted]
    if undecided:
        return first if undecided == [second] else second
    beyond_the_grid = any(sort.is_real for sort in claim.sorts(scope).values()) and _has_witness(second)
    if beyond_the_grid and (not _has_witness(first) or first.word == second.word):
        same = isinstance(first, Refuted) and isinstance(second, Refuted) and first.size == second.size
        both = first if same else second
        return dataclasses.replace(both, engine="enumeration and z3", instances=None, smt2=second.smt2)
    if first.word != second.word:
        raise EnginesDisagreeError(
            f"{claim.id} over {scope!r}: enumeration says {first.word}, z3 says {second.word}; report this as a bug"
        )
    sizes = [verdict.size for verdict in (first, second) if isinstance(verdict, Refuted) and verdict.minimal]
    if len(set(sizes)) > 1:
        raise EnginesDisagreeError(
            f"{claim.id} over {scope!r}: the smallest witness has size {sizes[0]} by enumeration, {sizes[1]} by z3"
        )
    return dataclasses.replace(first, engine="enumeration and z3", instances=second.instances, smt2=second.smt2)


def _has_witness(verdict: Verdict) -> bool:
    return getattr(verdict, "witness", None) is not None


__all__ = ["MOST_INSTANCES", "Answer", "Engine", "Search", "check", "count_instances", "witness_size"]
