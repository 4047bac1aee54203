"""The z3 engine: all instances of a scope at once, as one satisfiability question.

The claim is evaluated on objects whose entries are unknown; a model of "instance, hypotheses, not the conclusion" is a
counterexample, and unsatisfiability means that there is none in the scope.  A first model is rarely the smallest: each
criterion is pushed down until the question becomes unsatisfiable, with plain solvers in a loop.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from exactpriv.claims.claim import Claim
from exactpriv.claims.enumeration import criteria
from exactpriv.claims.scope import Scope
from exactpriv.claims.sorts import Denominator, Sort, decided
from exactpriv.truth import OpenNumber, OpenReal, Truth, all_of, is_decided, negation, number_under

if TYPE_CHECKING:
    import z3

LARGEST_DENOMINATOR = 24


@dataclass
class Answer:
    """What the solver found: an instance or none, or why neither is known."""

    found: dict[str, Any] | None = None
    minimal: bool = False
    satisfiable_hypotheses: bool = True
    reason: str | None = None
    smt2: str = ""


def solve_scope(claim: Claim, scope: Scope, *, deadline: float | None = None, effort: int | None = None) -> Answer:
    """Decide the claim over the whole scope, or say why not before the deadline (of ``time.monotonic``).

    ``effort`` bounds each question by z3's own count of its work, which is the same on every machine.
    """
    import z3

    sorts = claim.sorts(scope)
    env = _open_instance(sorts)
    solver = z3.Solver()
    solver.set("random_seed", 0)
    if effort is not None:
        solver.set("rlimit", effort)
    eligible = all_of([*(sort.proper(env, env[name]) for name, sort in sorts.items()), claim.hypothesis(**env)])
    _assert(solver, eligible)
    hypotheses = solver.sexpr()
    result = claim.conclusion(**env)
    _assert(solver, result if claim.existential else negation(result))
    smt2 = "; z3 " + z3.get_version_string() + "\n" + solver.to_smt2()
    outcome = _check(solver, deadline)
    if outcome == z3.sat:
        found, minimal = _smallest(solver, sorts, env, deadline)
        return Answer(found=found, minimal=minimal, smt2=smt2)
    if outcome == z3.unknown:
        return Answer(reason=f"z3 did not decide: {solver.reason_unknown()}", smt2=smt2)
    alone = z3.Solver()
    alone.from_string(hypotheses)
    return Answer(satisfiable_hypotheses=_check(alone, deadline) != z3.unsat, smt2=smt2)


def _open_instance(sorts: dict[str, Sort]) -> dict[str, Any]:
    env: dict[str, Any] = {}
    for name, sort in sorts.items():
        env[name] = sort.open(env)
    return env


def _assert(solver: z3.Solver, truth: Truth) -> None:
    import z3

    solver.add(z3.BoolVal(truth) if is_decided(truth) else truth)


def _check(solver: z3.Solver, deadline: float | None) -> z3.CheckSatResult:
    import z3

    if deadline is not None:
        left = deadline - time.monotonic()
        if left <= 0:
            return z3.unknown
        solver.set("timeout", max(1, int(left * 1000)))
    return solver.check()


# --- the smallest model ----------------------------------------------------------------------------------------------


def _smallest(
    solver: z3.Solver, sorts: dict[str, Sort], env: dict[str, Any], deadline: float | None
) -> tuple[dict[str, Any], bool]:
    """A model in which every criterion in turn is as small as it can be, and whether that was shown."""
    import z3

    model, minimal = solver.model(), True
    for criterion in criteria(sorts, env):
        for smaller in _ever_smaller(criterion):
            if smaller is None:
                break
            bound = smaller(model)
            if bound is None:
                break
            solver.push()
            solver.add(bound)
            outcome = _check(solver, deadline)
            if outcome == z3.sat:
                model = solver.model()
                solver.pop()
                continue
            solver.pop()
            minimal = minimal and outcome == z3.unsat
            break
        _hold(solver, criterion, model)
    model = _tidied(solver, sorts, env, model, deadline)
    return {name: decided(thing, _valuation(model)) for name, thing in env.items()}, minimal


def _tidied(
    solver: z3.Solver, sorts: dict[str, Sort], env: dict[str, Any], model: z3.ModelRef, deadline: float | None
) -> z3.ModelRef:
    """Among the smallest models, one with early labels: the last value that need not occur does not, and so on."""
    import z3

    for truth in (truth for name, sort in sorts.items() for truth in sort.preferences(env, env[name])):
        if is_decided(truth):
            continue
        solver.push()
        solver.add(truth)
        if _check(solver, deadline) != z3.sat:
            solver.pop()
            continue
        model = solver.model()
        solver.pop()
        solver.add(truth)
    return model


def _ever_smaller(criterion: Any) -> Iterator[Any]:
    """Endlessly: a function from a model to the demand for a smaller value, or None when there is no smaller one."""
    while True:
        if isinstance(criterion, OpenNumber):
            yield lambda model: negation(criterion.at_least(_value(criterion, model)))
        elif isinstance(criterion, Denominator) and isinstance(criterion.number, OpenReal):
            yield lambda model: _smaller_denominator(criterion.number, _value(criterion.number, model))
        else:
            yield None


def _smaller_denominator(number: OpenReal, value: Fraction | None) -> Any:
    import z3

    most = LARGEST_DENOMINATOR if value is None else min(value.denominator - 1, LARGEST_DENOMINATOR)
    if most < 1:
        return None
    return z3.Or([z3.IsInt(d * number.term) for d in range(1, most + 1)])


def _hold(solver: z3.Solver, criterion: Any, model: z3.ModelRef) -> None:
    """Keep a criterion at the value it has in the model."""
    if isinstance(criterion, OpenNumber):
        solver.add(_as_formula(criterion <= _value(criterion, model)))
    elif isinstance(criterion, Denominator) and isinstance(criterion.number, OpenReal):
        value = _value(criterion.number, model)
        if value is not None:
            import z3

            solver.add(z3.IsInt(value.denominator * criterion.number.term))


def _as_formula(truth: Truth) -> Any:
    import z3

    return z3.BoolVal(truth) if is_decided(truth) else truth


# --- reading a model -------------------------------------------------------------------------------------------------


def _valuation(model: z3.ModelRef) -> Any:
    """What a model says of a truth value, or of a real (None when that is irrational)."""
    import z3

    def valuation(entry: Any) -> Any:
        if is_decided(entry):
            return entry
        if isinstance(entry, OpenReal):
            value = model.evaluate(entry.term, model_completion=True)
            if not z3.is_rational_value(value):
                return None
            number = Fraction(value.numerator_as_long(), value.denominator_as_long())
            return number.numerator if number.denominator == 1 else number
        return z3.is_true(model.evaluate(entry, model_completion=True))

    return valuation


def _value(number: Any, model: z3.ModelRef) -> Any:
    return number_under(number, _valuation(model))
