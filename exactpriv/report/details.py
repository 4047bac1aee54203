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
from exactpriv.privacy import ExtendedMechanism, GridPrior, Line, Mechanism, lines, output_count, points_of, response
from exactpriv.privacy.estimation import estimation_error
from exactpriv.privacy.quantizers import LinearQuantizer
from exactpriv.relations import Range, Relation, is_product, overlap_partition
from exactpriv.report.instances import listed, text


def details(witness: Mapping[str, Any]) -> list[str]:
    r"""One line for everything that is read off the objects of a witness.

    >>> print(*details({"R": Relation.of((1, "a"), (2, "a"))})[:3], sep="\n")
    ⟦X⟧ = {1, 2}
    ⟦Y⟧ = {a}
    ⟦X|a⟧ = {1, 2}
    """
    found: list[str] = []
    for name, thing in witness.items():
        found += [line for kind, describe in _DESCRIPTIONS if isinstance(thing, kind) for line in describe(name, thing)]
    return [*found, *_of_quantizer(witness), *_of_errors(witness)]


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
    for line in _lines(D):
        yield f"line {text(line)}: {text(points_of(D, line))}"


def _lines(D: Relation) -> list[Line]:
    return [line for line in lines(D) if isinstance(line, Line)]


def _of_mechanism(name: str, g: Mechanism) -> Iterator[str]:
    for line in _lines(g.data):
        yield f"{name} on the line {text(line)}: {text(g.outputs_on(line))}"
    yield f"K({name}) = {output_count(g)}"
    if isinstance(g, ExtendedMechanism):
        for line in _lines(g.data):
            R = response(g, line)
            yield f"⟦{R.columns[0]}, {name}∘ψ⟧ at {text(line)}: {text(R)}"


def _of_code(name: str, code: Code) -> Iterator[str]:
    yield f"|{name}| = {len(code.words)} words of block length {code.length()}"


def _of_channel(name: str, P: Channel) -> Iterator[str]:
    yield f"maximal leakage of {name} = {text(maximal_leakage(P))}"


def _of_prior(name: str, prior: GridPrior) -> Iterator[str]:
    yield f"ρ of the joint density = {prior.joint_infimum()}"
    yield f"μ(⟦X₁⟧) = {prior.marginal_measure()}"
    yield f"K({name}) = {prior.output_count()}"
    for row in prior.rows():
        yield f"density of X₁ in row {row}: {text(prior.conditional(row))}"
        for output, cell in prior.cells(row).items():
            yield f"output {text(output)} in row {row}: {' ∪ '.join(f'[{low}, {high}]' for low, high in cell)}"


def _of_errors(witness: Mapping[str, Any]) -> Iterator[str]:
    """The least errors for the order p and the priors of an instance."""
    p = witness.get("p")
    if not isinstance(p, int):
        return
    for prior in (thing for thing in witness.values() if isinstance(thing, GridPrior)):
        for row in prior.rows():
            error = estimation_error(prior.conditional(row), prior.cells(row), p)
            yield f"least E|X₁ - X̂|^{p} in row {row} = {error}"


def _of_quantizer(witness: Mapping[str, Any]) -> Iterator[str]:
    """The cells that an interval [a, a + S] of [0, 1] meets, for an instance with these letters."""
    q, S, a = (witness.get(letter) for letter in "qSa")
    if q is None or S is None or a is None or not 0 <= a <= a + S <= 1:
        return
    quantizer = LinearQuantizer(q)
    cells = range(quantizer(a), quantizer(a + S) + 1)
    yield f"cells: {', '.join(f'{j}: {cell}' for j, cell in enumerate(quantizer.cells, start=1))}"
    yield f"[a, a + S] = [{a}, {a + S}] meets {listed(cells)}: {len(cells)} of {q} cells"
    yield f"q S / R = {q * S}"


_DESCRIPTIONS: list[tuple[type, Callable[[str, Any], Iterator[str]]]] = [
    (Relation, _of_relation),
    (Mechanism, _of_mechanism),
    (Code, _of_code),
    (Channel, _of_channel),
    (GridPrior, _of_prior),
]
