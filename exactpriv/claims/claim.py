"""Claims: statements about all instances of a scope, written as plain functions.

The parameters of the function say what is quantified over, its docstring is the statement, and its result is a
truth value in whatever reading the parameters come in::

    @claim("prop-1", source="[farokhi2019noiseless], Prop. 1", scope=Scope(4))
    def maximin_information_never_exceeds_leakage(R: Annotated[Relation, "X", "Y"]):
        \"\"\"I⋆(X;Y) ≤ L₀ˢ(X;Y).\"\"\"
        return maximin_information(R) <= symmetrized_leakage(R)

A claim never stores its verdict.  Its *control* is a wrong neighbor over the same instances, which the same engine
must refute: a search that cannot fail shows nothing.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Annotated, Any, Literal, get_args, get_origin, get_type_hints, overload

from exactpriv.capacity import Code
from exactpriv.claims.scope import Scope
from exactpriv.claims.sorts import SORTS, Sort
from exactpriv.errors import QuantifierError, UndecidedError
from exactpriv.relations import Relation
from exactpriv.truth import Truth, all_of, is_truth

Kind = Literal["paper", "repair", "attained", "neighbour", "control"]
Body = Callable[..., Truth]


@dataclass(frozen=True, eq=False)
class Claim:
    """A statement with what it quantifies over, its hypotheses, its source and its default scope."""

    id: str
    body: Body
    statement: str
    source: str
    kind: Kind
    scope: Scope
    given: tuple[Body, ...]
    parameters: dict[str, tuple[type, tuple[Any, ...]]]
    existential: bool = False
    repaired_by: str | None = None
    parent: Claim | None = None
    _controls: list[Claim] = field(default_factory=list, repr=False)

    def __post_init__(self) -> None:
        earlier: dict[str, type] = {}
        for name, (kind, details) in self.parameters.items():
            SORTS[kind].check_details(name, details)
            if SORTS[kind].needs_relation and earlier.get(details[0]) is not Relation:
                raise QuantifierError(
                    f"parameter {name!r} of {self.id} ranges over every {kind.__name__} on {details[0]!r}, which is no "
                    f"earlier parameter; put one like {details[0]}: Annotated[Relation, …] before it"
                )
            earlier[name] = kind
        for condition in self.given:
            missing = [name for name in inspect.signature(condition).parameters if name not in self.parameters]
            if missing:
                raise QuantifierError(
                    f"the hypothesis {condition.__name__} asks for {', '.join(missing)}, which {self.id} does not "
                    f"quantify over; its parameters are {', '.join(self.parameters)}"
                )

    def control(self, body: Body) -> Claim:
        """Attach a wrong neighbour: same parameters, hypotheses and scope; every engine must refute it."""
        control = Claim(
            id=f"{self.id}-control",
            body=body,
            statement=_statement(body),
            source=self.source,
            kind="control",
            scope=self.scope,
            given=self.given,
            parameters={name: self.parameters[name] for name in inspect.signature(body).parameters},
            parent=self,
        )
        missing = set(self.parameters) - set(control.parameters)
        if missing:
            raise QuantifierError(
                f"the control of {self.id} leaves out {', '.join(sorted(missing))}; give it the parameters of the claim"
            )
        self._controls.append(control)
        return control

    @property
    def controls(self) -> tuple[Claim, ...]:
        """The wrong neighbours of this claim."""
        return tuple(self._controls)

    @property
    def range_names(self) -> tuple[str, ...]:
        """The names of the ranges that a scope bounds."""
        named = {name for _, details in self.parameters.values() for name in details if isinstance(name, str)}
        blocks = {"block"} if any(kind is Code for kind, _ in self.parameters.values()) else set()
        return tuple(sorted((named | blocks) - set(self.parameters)))

    def sorts(self, scope: Scope) -> dict[str, Sort]:
        """How each parameter is quantified over in a scope, in their order."""
        return {name: SORTS[kind](name, details, scope) for name, (kind, details) in self.parameters.items()}

    def hypothesis(self, **instance: Any) -> Truth:
        """Whether all hypotheses hold in an instance."""
        return all_of(
            _evaluated(condition, {name: instance[name] for name in inspect.signature(condition).parameters})
            for condition in self.given
        )

    def conclusion(self, **instance: Any) -> Truth:
        """Whether the statement holds in an instance, hypotheses apart."""
        return _evaluated(self.body, instance)

    def __call__(self, *args: Any, **kwargs: Any) -> Truth:
        """The claim is still the function it was made of."""
        return self.body(*args, **kwargs)


@overload
def claim(id: Body) -> Claim: ...


@overload
def claim(
    id: str | None = None,
    *,
    source: str = "",
    kind: Kind = "neighbour",
    scope: Scope | None = None,
    given: Iterable[Body] = (),
    existential: bool = False,
    repaired_by: str | None = None,
) -> Callable[[Body], Claim]: ...


def claim(  # noqa: PLR0913 - all but the first by name
    id: str | Body | None = None,  # noqa: A002 - the word that the table shows
    *,
    source: str = "",
    kind: Kind = "neighbour",
    scope: Scope | None = None,
    given: Iterable[Body] = (),
    existential: bool = False,
    repaired_by: str | None = None,
) -> Claim | Callable[[Body], Claim]:
    """Make a claim of a function; ``@claim`` alone is enough.

    ``given`` are hypotheses: predicates on some of the parameters, by name.  ``existential`` makes it a statement about
    at least one instance.  The identifier is the function's name with hyphens unless it is given.
    Parameters that cannot be quantified raise ``QuantifierError``.
    """

    def made(body: Body) -> Claim:
        return _listed(
            Claim(
                id=id if isinstance(id, str) else body.__name__.replace("_", "-"),
                body=body,
                statement=_statement(body),
                source=source,
                kind=kind,
                scope=scope or Scope(3),
                given=tuple(given),
                parameters=_quantified(body),
                existential=existential,
                repaired_by=repaired_by,
            )
        )

    return made(id) if callable(id) else made


MADE: dict[str, list[Claim]] = {}
"""The claims made by the decorator in each module, so that one is not lost when a later one takes its name."""


def _listed(made: Claim) -> Claim:
    MADE.setdefault(made.body.__module__, []).append(made)
    return made


def _statement(body: Body) -> str:
    """The docstring on one line, or the name in words."""
    text = inspect.getdoc(body)
    return " ".join(text.split()) if text else body.__name__.replace("_", " ")


def _quantified(body: Body) -> dict[str, tuple[type, tuple[Any, ...]]]:
    """What each parameter ranges over, from the annotations."""
    hints = get_type_hints(body, include_extras=True)
    quantified: dict[str, tuple[type, tuple[Any, ...]]] = {}
    for name in inspect.signature(body).parameters:
        kind, *details = get_args(hints[name]) if get_origin(hints.get(name)) is Annotated else (hints.get(name),)
        if kind not in SORTS or not details:
            known = ", ".join(sorted(getattr(sort, "__name__", "Order") for sort in SORTS))
            raise QuantifierError(
                f"parameter {name!r} of {body.__name__} is annotated {hints.get(name)!r}, which cannot be quantified; "
                f'write for example Annotated[Relation, "X", "Y"] with one of {known}'
            )
        quantified[name] = (kind, tuple(details))
    if not quantified:
        raise QuantifierError(f"{body.__name__} has no parameter, so there is nothing to quantify over; give it one")
    return quantified


def _evaluated(body: Body, instance: dict[str, Any]) -> Truth:
    """What a body says of an instance, which must be a truth value of the reading that the instance is in."""
    try:
        truth = body(**instance)
    except Exception as error:
        if any(words in str(error) for words in _BRANCHED):
            raise UndecidedError(
                f"{body.__name__} branches on a truth value that is not decided (if, and, or, not); "
                "use implies, all_of, any_of and negation, which work in every reading"
            ) from error
        raise
    if not is_truth(truth):
        raise QuantifierError(
            f"{body.__name__} returned {truth!r}, which is no truth value; return a comparison, or several of them "
            "joined by all_of, any_of, implies, forall, …"
        )
    return truth


_BRANCHED = ("truth value of an array", "cannot be cast to concrete Boolean")
"""What NumPy and z3 say when somebody branches on their truth values."""
