"""Uncertain variables: maps on a sample space Ω that carries no probability.

Main definitions: :class:`UncertainVariable`, :func:`joint_range`.

Reference: [farokhi2019noiseless], Sec. II-A; [nair2013nonstochastic], Sec. II.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping

from exactpriv.errors import ColumnError, EmptyRangeError, OutsideRangeError
from exactpriv.relations.relation import Range, Relation, Value

Outcome = Hashable


class UncertainVariable:
    """A map X: Ω → 𝕏 on a finite sample space.

    >>> X = UncertainVariable("X", {"w1": 0, "w2": 0, "w3": 1})
    >>> X.range(), X("w3"), X.then(lambda x: x * x, "X²").range()
    (Range(0, 1), 1, Range(0, 1))
    """

    __slots__ = ("_realizations", "name")

    def __init__(self, name: str, realizations: Mapping[Outcome, Value]) -> None:
        if not realizations:
            raise EmptyRangeError(f"Ω is empty for {name!r}; an uncertain variable needs at least one outcome")
        self.name = name
        self._realizations = dict(realizations)

    @staticmethod
    def on(omega: Iterable[Outcome], name: str, function: Callable[[Outcome], Value]) -> UncertainVariable:
        """The uncertain variable ω ↦ function(ω) on a sample space."""
        return UncertainVariable(name, {outcome: function(outcome) for outcome in omega})

    @property
    def omega(self) -> tuple[Outcome, ...]:
        """The sample space."""
        return tuple(self._realizations)

    def __call__(self, outcome: Outcome) -> Value:
        """The realization X(ω)."""
        if outcome not in self._realizations:
            raise OutsideRangeError(f"{outcome!r} is not in the sample space of {self.name}; give one of its outcomes")
        return self._realizations[outcome]

    def range(self) -> Range:
        """⟦X⟧ = {X(ω) : ω ∈ Ω}."""
        return Range.of(*self._realizations.values())

    def then(self, function: Callable[[Value], Value], name: str) -> UncertainVariable:
        """The uncertain variable function ∘ X."""
        return UncertainVariable(name, {outcome: function(x) for outcome, x in self._realizations.items()})

    def __repr__(self) -> str:
        return f"UncertainVariable({self.name}: {self._realizations})"


def joint_range(*variables: UncertainVariable) -> Relation:
    """⟦X, Y, …⟧ = {(X(ω), Y(ω), …) : ω ∈ Ω} of uncertain variables on one sample space.

    >>> X = UncertainVariable("X", {1: "a", 2: "b"})
    >>> Y = UncertainVariable("Y", {1: 0, 2: 0})
    >>> joint_range(X, Y).conditional_range(0)
    Range('a', 'b')
    """
    if not variables:
        raise ColumnError("joint_range needs at least one uncertain variable")
    omega = variables[0].omega
    for variable in variables[1:]:
        if set(variable.omega) != set(omega):
            raise OutsideRangeError(
                f"{variables[0].name} and {variable.name} live on different sample spaces; define both on one Ω"
            )
    rows = {tuple(variable(outcome) for variable in variables): True for outcome in omega}
    return Relation([variable.name for variable in variables], rows)
