"""Mechanisms: deterministic releases of a data set, their count K, their budget, Definitions 1 and 2.

Main definitions: :class:`Mechanism`, :func:`output_count`, :func:`noiseless_budget`, :func:`is_noiselessly_private`,
:func:`is_locally_noiselessly_private`, :func:`response`, :func:`worst_line`.

Conventions at the boundary: the count is an integer, so only ⌊2^ε⌋ matters; with one individual there is one line,
all of D; outputs that never occur are ignored.

Reference: [farokhi2019noiseless], Sec. III.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction
from html import escape
from itertools import pairwise, product
from numbers import Real
from typing import Any

from exactpriv.amount import Amount
from exactpriv.errors import UndecidedError, UndefinedMechanismError
from exactpriv.information.logarithms import Information, log2
from exactpriv.privacy.data import Line, lines, points_of, substituted
from exactpriv.privacy.quantizers import floor_exp2
from exactpriv.relations import Function, Range, Relation, Row, Valuation, Value, is_product
from exactpriv.truth import Number, Truth, largest

Rule = Function | Callable[[Row], Value] | Mapping[Row, Value]
Budget = Amount | int | Fraction | str

_TWO_INDIVIDUALS = 2


class Mechanism:
    """A mechanism g = M ∘ f: a function on a data range D, or on the box ∏⟦Xⱼ⟧ around it ("extended").

    >>> D = Relation.of((0, 0), (0, 1), (1, 0), (1, 1), columns=("X1", "X2"))
    >>> noiseless_budget(Mechanism(D, lambda x: x[0] + x[1])), noiseless_budget(Mechanism(D, lambda x: 0))
    (1 bit, 0 bits)

    A rule that is not defined on a data set of D raises ``UndefinedMechanismError``.
    """

    __slots__ = ("data", "rule")

    def __init__(self, data: Relation, rule: Rule) -> None:
        self.data = data
        self.rule = rule if isinstance(rule, Function) else Function.of(data.rows, rule)
        defined = set(self.rule.points)
        for point in data.rows:
            if point not in defined:
                raise UndefinedMechanismError(
                    f"the mechanism is not defined on the data set {point!r}; give an output for every one of D"
                )

    def __call__(self, *point: Value) -> Value:
        """The response to a data set."""
        return self.rule(point)

    def output_range(self) -> Range:
        """⟦Y⟧ of Y = g ∘ X."""
        return self.rule.image(self.data.rows)

    def outputs_on(self, line: Line) -> Range:
        """⟦Y|X₋ᵢ = v⟧."""
        return self.rule.image(points_of(self.data, line))

    def joint_range(self, individual: int) -> Relation:
        """⟦Xᵢ, Y⟧ of Y = g ∘ X."""
        pairs = self.data_with_output()
        return pairs.project(self.data.columns[individual], pairs.columns[-1])

    def data_with_output(self) -> Relation:
        """⟦X₁, …, Xₙ, Y⟧."""
        rows = {
            (*point, value): truth
            for (point, value), truth in Function.of(self.data.rows, lambda p: p)
            .paired(self.rule)
            .image(self.data.rows)
            .items()
        }
        return Relation((*self.data.columns, output_column(self.data)), rows)

    def restricted(self, points: Iterable[Row]) -> Mechanism:
        """The same mechanism without the points of its rule that are not asked for."""
        return type(self)(self.data, self.rule.restricted(points))

    def decided(self, valuation: Valuation) -> Mechanism:
        """The mechanism in one instance."""
        data = self.data if self.data.is_decided else self.data.decided(valuation)
        return type(self)(data, self.rule.decided(valuation))

    def __repr__(self) -> str:
        return f"Mechanism({self.rule!r})"

    def _repr_html_(self) -> str:
        """K(g), its budget, and for two individuals a picture of D, with a color and a shape for every output.

        The data sets of a line are strung together.  An extended mechanism on correlated data is drawn on the box
        ∏⟦Xⱼ⟧ as well.  For other numbers of individuals, or more values than a picture holds, it is a table.

        >>> "K(g) = 2, budget 1 bit" in Mechanism(Relation.of((0, 0), (0, 1)), lambda x: x[1])._repr_html_()
        True
        """
        from exactpriv.drawing import side_by_side

        try:
            return side_by_side(self._pictures())
        except UndecidedError:
            return f"<code>{escape(repr(self))}</code>"

    def _pictures(self) -> dict[str, str]:
        """D with its outputs, under K(g) and the budget; UndecidedError when these are open."""
        picture = _outputs_html(self.data.columns, self._outputs_at(self.data))
        return {f"K(g) = {output_count(self)}, budget {noiseless_budget(self)}": picture}

    def _outputs_at(self, points: Iterable[Row]) -> dict[Row, Value]:
        """The given data sets with their outputs."""
        return {point: self.rule(point) for point in points}


class ExtendedMechanism(Mechanism):
    """A mechanism defined on the whole box ∏⟦Xⱼ⟧ around D, so that g ∘ ψ_{i,v} makes sense for correlated data.

    >>> ExtendedMechanism(Relation.of((0, 0), (1, 1)), lambda x: x[0] - x[1])(0, 1)
    -1
    """

    __slots__ = ()

    def __init__(self, data: Relation, rule: Rule) -> None:
        box = _box_around(data)
        super().__init__(data, rule if isinstance(rule, Function) else Function.of(box, rule))
        defined = set(self.rule.points)
        for point in box:
            if point not in defined:
                raise UndefinedMechanismError(
                    f"the extended mechanism is not defined on {point!r}; give an output for the whole box of D"
                )

    def _pictures(self) -> dict[str, str]:
        """As before, and on correlated data the whole box; D comes first, so that its outputs keep their colors."""
        pictures = super()._pictures()
        if is_product(self.data):
            return pictures
        extended = self._outputs_at([*self.data, *_box_around(self.data)])
        on_box = {"extended to the box ∏⟦Xⱼ⟧": _outputs_html(self.data.columns, extended)}
        return {f"on D: {counted}": picture for counted, picture in pictures.items()} | on_box


def _box_around(data: Relation) -> list[Row]:
    """∏⟦Xⱼ⟧."""
    return list(product(*(data.range(column) for column in data.columns)))


def _outputs_html(names: tuple[str, ...], outputs: Mapping[Row, Value]) -> str:
    """Data sets with their outputs."""
    from exactpriv import drawing

    D = Relation(names, dict.fromkeys(outputs, True))
    most = max(len(D.range(name)) for name in names)
    if len(names) != _TWO_INDIVIDUALS or most > drawing.MOST_COORDINATES:
        return drawing.table_html((*names, "Y"), [(*point, output) for point, output in outputs.items()])
    first, second = names
    colors = {(x, y): output for (x, y), output in outputs.items()}
    strung = (pairwise(sorted(points_of(D, line), key=_place)) for line in lines(D))
    return drawing.hamming_svg(list(colors), [pair for pairs in strung for pair in pairs], colors, (first, second))


def _place(point: Row) -> list[tuple[bool, Any, str]]:
    """Where a point stands on its line: numbers by size, then other labels by name, as they are drawn."""
    return [(False, value, "") if isinstance(value, Real) else (True, 0, str(value)) for value in point]


def output_column(data: Relation) -> str:
    """What the column of responses is called: Y, primed as often as it takes to differ from the individuals.

    >>> output_column(Relation.of((0, 0))), output_column(Relation.of((0, 0), columns=("X1", "X2")))
    ("Y'", 'Y')
    """
    name = "Y"
    while name in data.columns:
        name += "'"
    return name


def output_count(g: Mechanism) -> Number:
    """K(g) = max over the lines (i, v) of |g(D_{i,v})|: the most outputs that one individual can bring about.

    >>> output_count(Mechanism(Relation.of((0, 0), (0, 1), (1, 1)), lambda x: x))
    2

    Reference: [farokhi2019noiseless], Def. 1.
    """
    return largest(lines(g.data), lambda line: g.outputs_on(line).size())


def noiseless_budget(g: Mechanism) -> Information:
    """log₂ K(g), in bits: the smallest ε for which g is ε-noiselessly private.

    >>> noiseless_budget(Mechanism(Relation.of((0,), (1,), (2,), columns=("X1",)), lambda x: x))
    log2(3) bits

    Reference: [farokhi2019noiseless], Def. 1.
    """
    return log2(output_count(g))


def is_noiselessly_private(g: Mechanism, epsilon: Budget) -> Truth:
    """Definition 1: |⟦Y|X₋ᵢ = x₋ᵢ⟧| ≤ 2^ε for all i and x₋ᵢ; ε in bits, exact. A negative ε raises ``BudgetError``.

    >>> g = Mechanism(Relation.of((0, 0), (0, 1), (0, 2)), lambda x: x[1])
    >>> is_noiselessly_private(g, "3/2"), is_noiselessly_private(g, log2(3))
    (False, True)

    Reference: [farokhi2019noiseless], Def. 1, eq. (13).
    """
    return output_count(g) <= floor_exp2(epsilon)


def local_mechanisms(D: Relation, M: Callable[[Value], Value]) -> list[Mechanism]:
    """M ∘ fᵢ for every individual i, where fᵢ returns xᵢ.

    >>> [noiseless_budget(g) for g in local_mechanisms(Relation.of((0, 0), (0, 5)), lambda v: v > 3)]
    [0 bits, 1 bit]
    """

    def local(individual: int) -> Mechanism:
        return Mechanism(D, lambda point: M(point[individual]))

    return [local(individual) for individual in range(len(D.columns))]


def is_locally_noiselessly_private(D: Relation, M: Callable[[Value], Value], epsilon: Budget) -> bool:
    """Definition 2: M ∘ fᵢ is ε-noiselessly private for every individual i.

    >>> is_locally_noiselessly_private(Relation.of((0, 0), (0, 5)), lambda v: v > 3, 1)
    True

    Reference: [farokhi2019noiseless], Def. 2.
    """
    return all(bool(is_noiselessly_private(g, epsilon)) for g in local_mechanisms(D, M))


def response(g: Mechanism, line: Line) -> Relation:
    """⟦Xᵢ, Y⟧ for Y = g ∘ ψ_{i,v} ∘ X: what the release tells of Xᵢ to somebody who froze the others at v.

    Needs g on ⟦Xᵢ⟧ × {v}: a mechanism that is not extended, on correlated data, raises ``UndefinedMechanismError``.

    >>> g = ExtendedMechanism(Relation.of((0, 0), (1, 1)), lambda x: x[0] - x[1])
    >>> sorted(response(g, Line(0, (1,))))
    [(0, -1), (1, 0)]

    Reference: [farokhi2019noiseless], Sec. III-A.
    """
    rows = {}
    for point, occurs in substituted(g.data, line).items():
        for value, truth in g.rule.image({point: occurs}).items():
            rows[point[line.individual], value] = truth
    return Relation((g.data.columns[line.individual], output_column(g.data)), rows)


def worst_line(g: Mechanism) -> tuple[Line, Range]:
    """A line of a decided mechanism with the most outputs, and these outputs: the evidence for K(g).

    >>> worst_line(Mechanism(Relation.of((0, 0), (0, 1), (1, 1)), lambda x: x[1]))
    (Line(individual=1, others=(0,)), Range(0, 1))
    """
    return max(((line, g.outputs_on(line)) for line in lines(g.data)), key=lambda pair: len(pair[1]))
