"""What follows from an instance: the ranges, lines, outputs and measures that its objects have.

Main definitions: :func:`details`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from exactpriv.capacity import Code
from exactpriv.information import (
    maximin_information,
    nonstochastic_information,
    nonstochastic_leakage,
    symmetrized_leakage,
)
from exactpriv.leakage import Channel, maximal_leakage
from exactpriv.privacy import ExtendedMechanism, Mechanism, lines, output_count, points_of, response
from exactpriv.relations import Range, Relation, is_product, overlap_partition
from exactpriv.report.instances import listed, text


def details(witness: Mapping[str, Any]) -> list[str]:
    """One line for everything that is read off the objects of a witness.

    >>> print(*details({"R": Relation.of((1, "a"), (2, "a"))})[:3], sep="\\n")
    ⟦X⟧ = {1, 2}
    ⟦Y⟧ = {a}
    ⟦X|a⟧ = {1, 2}
    """
    found: list[str] = []
    for name, thing in witness.items():
        found += [line for kind, describe in _DESCRIPTIONS if isinstance(thing, kind) for line in describe(name, thing)]
    return found


def _of_relation(name: str, R: Relation) -> Iterator[str]:
    if _are_individuals(R):
        yield from _of_data(name, R)
        return
    if len(R.columns) > 1:
        for column in R.columns:
            yield f"⟦{column}⟧ = {text(R.range(column))}"
    if len(R.columns) == 2:
        yield from _of_pair(R)


def _are_individuals(R: Relation) -> bool:
    """Whether the columns are people, X1, X2, …, and the rows data sets."""
    return all(column[-1:].isdigit() for column in R.columns)


def _of_pair(R: Relation) -> Iterator[str]:
    X, Y = R.columns
    for relation, column in ((R, X), (R.converse, Y)):
        for value in relation.range(relation.columns[-1]):
            yield f"⟦{column}|{text(value)}⟧ = {text(relation.conditional_range(value))}"
    blocks = overlap_partition(R)
    yield f"⟦{X}|{Y}⟧⋆ = {{{listed(_ordered(block, R.range(X)) for block in blocks)}}}"
    for letter, measure, choose in (("I₀", nonstochastic_information, max), ("L₀", nonstochastic_leakage, min)):
        yield f"{letter}({X};{Y}) = {text(measure(R))}, as {_ratio(R, choose)}"
        yield f"{letter}({Y};{X}) = {text(measure(R.converse))}, as {_ratio(R.converse, choose)}"
    yield f"L₀ˢ({X};{Y}) = min{{L₀({X};{Y}), L₀({Y};{X})}} = {text(symmetrized_leakage(R))}"
    yield f"I⋆({X};{Y}) = {text(maximin_information(R))}, as |⟦{X}|{Y}⟧⋆| = {len(blocks)}"


def _ordered(block: frozenset[Any], order: Range) -> Range:
    return Range.of(*(value for value in order if value in block))


def _ratio(R: Relation, choose: Callable[..., int]) -> str:
    """|⟦X⟧| / max or min |⟦X|y⟧| with the numbers put in."""
    X, Y = R.columns
    remaining = choose(len(R.conditional_range(y)) for y in R.range(Y))
    return f"|⟦{X}⟧| / {choose.__name__} |⟦{X}|·⟧| = {len(R.range(X))}/{remaining}"


def _of_data(name: str, D: Relation) -> Iterator[str]:
    for column in D.columns:
        yield f"⟦{column}⟧ = {text(D.range(column))}"
    yield f"{name} is {'a product' if is_product(D) else 'not a product: the data are correlated'}"
    for line in lines(D):
        yield f"line {text(line)}: {text(points_of(D, line))}"


def _of_mechanism(name: str, g: Mechanism) -> Iterator[str]:
    for line in lines(g.data):
        yield f"{name} on the line {text(line)}: {text(g.outputs_on(line))}"
    yield f"K({name}) = {output_count(g)}"
    if isinstance(g, ExtendedMechanism):
        for line in lines(g.data):
            R = response(g, line)
            yield f"⟦{R.columns[0]}, {name}∘ψ⟧ at {text(line)}: {text(R)}"


def _of_code(name: str, code: Code) -> Iterator[str]:
    yield f"|{name}| = {len(code.words)} words of block length {code.length()}"


def _of_channel(name: str, P: Channel) -> Iterator[str]:
    yield f"maximal leakage of {name} = {text(maximal_leakage(P))}"


_DESCRIPTIONS: list[tuple[type, Callable[[str, Any], Iterator[str]]]] = [
    (Relation, _of_relation),
    (Mechanism, _of_mechanism),
    (Code, _of_code),
    (Channel, _of_channel),
]
