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
from exactpriv.claims.sorts import Denominator, Sort, decided, number_of_instances
from exactpriv.errors import ScopeError
from exactpriv.truth import OpenNumber, OpenReal, Truth, all_of, is_decided, negation, number_under

if TYPE_CHECKING:
    import z3

LARGEST_DENOMINATOR = 24
LONGEST_TIMEOUT = 2**31 - 1
"""Of milliseconds; z3 takes no larger number."""
MOST_CELLS = 1000
"""Unknown truth values of an instance; beyond, the formulas take longer to build than anybody waits."""


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
    if number_of_instances(sorts).bit_length() > MOST_CELLS:
        raise ScopeError(f"{scope!r} has over 2^{MOST_CELLS:,} instances, too many for z3; take a smaller scope")
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
    if outcome == z3.sat and _is_irrational(solver.model(), env):
        solver.add(z3.And([_has_small_denominator(term, LARGEST_DENOMINATOR) for term in _reals(env)]))
        if _check(solver, deadline) != z3.sat:
            return Answer(reason="z3 only found an instance with irrational numbers, which is not shown", smt2=smt2)
        outcome = z3.sat
    if outcome == z3.sat:
        found, minimal = _smallest(solver, sorts, env, deadline)
        return Answer(found=found, minimal=minimal, smt2=smt2)
    if outcome == z3.unknown:
        return Answer(reason=f"z3 did not decide: {solver.reason_unknown()}", smt2=smt2)
    alone = z3.Solver()
    alone.from_string(hypotheses)
    eligible_ones = _check(alone, deadline)
    if eligible_ones == z3.unknown:
        return Answer(reason="z3 did not decide whether any instance satisfies the hypotheses", smt2=smt2)
    return Answer(satisfiable_hypotheses=eligible_ones == z3.sat, smt2=smt2)


def _open_instance(sorts: dict[str, Sort]) -> dict[str, Any]:
    env: dict[str, Any] = {}
    for name, sort in sorts.items():
        env[name] = sort.open(env)
    return env


def _reals(env: dict[str, Any]) -> list[Any]:
    """The terms of all unknown reals of an instance."""
    terms: list[Any] = []

    def note(entry: Any) -> Any:
        if isinstance(entry, OpenReal):
            terms.append(entry.term)
            return entry
        return True

    for thing in env.values():
        decided(thing, note)
    return terms


def _is_irrational(model: z3.ModelRef, env: dict[str, Any]) -> bool:
    return any(_valuation(model)(OpenReal(term)) is None for term in _reals(env))


def _has_small_denominator(term: Any, most: int) -> Any:
    import z3

    return z3.Or([z3.IsInt(d * term) for d in range(1, most + 1)])


def _assert(solver: z3.Solver, truth: Truth) -> None:
    import z3

    solver.add(z3.BoolVal(truth) if is_decided(truth) else truth)


def _check(solver: z3.Solver, deadline: float | None) -> z3.CheckSatResult:
    import z3

    if deadline is not None:
        left = deadline - time.monotonic()
        if left <= 0:
            return z3.unknown
        solver.set("timeout", max(1, min(int(left * 1000), LONGEST_TIMEOUT)))
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
            minimal = minimal and outcome == z3.unsat and _is_covered(criterion, model)
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


def _smaller_denominator(number: OpenReal, value: Fraction) -> Any:
    most = min(value.denominator - 1, LARGEST_DENOMINATOR)
    return _has_small_denominator(number.term, most) if most else None


def _is_covered(criterion: Any, model: z3.ModelRef) -> bool:
    """Whether all smaller values were asked about: of denominators, only those up to a limit are."""
    if isinstance(criterion, Denominator) and isinstance(criterion.number, OpenReal):
        return bool(_value(criterion.number, model).denominator <= LARGEST_DENOMINATOR + 1)
    return True


def _hold(solver: z3.Solver, criterion: Any, model: z3.ModelRef) -> None:
    """Keep a criterion at the value it has in the model."""
    if isinstance(criterion, OpenNumber):
        solver.add(_as_formula(criterion <= _value(criterion, model)))
    elif isinstance(criterion, Denominator) and isinstance(criterion.number, OpenReal):
        import z3

        solver.add(z3.IsInt(_value(criterion.number, model).denominator * criterion.number.term))


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
