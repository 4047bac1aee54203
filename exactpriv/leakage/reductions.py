"""Smaller channels that leak the same: exact reductions, with what was done and the channels that undo it.

Main definitions: :func:`reduced`, which does all of it: :func:`without_idle_inputs`, :func:`without_zero_outputs`,
:func:`without_proportional_outputs` and :func:`without_mixed_rows`, of which :func:`without_repeated_rows` is a part;
:class:`Reduction`; :func:`mixture_or_separation`.

Every reduction of P to R comes with channels E and D such that P = E @ R @ D on the inputs that occur, while R is made
of P by choosing inputs and merging outputs.  A measure that neither pre- nor post-processing raises therefore has the
same value for P and for R: every maximal (α, β)-leakage with β ≥ 1, and with them the local Rényi and differential ones
and the capacity.  A measure for a given prior of X does not survive a change of the inputs.

What is left cannot be reduced further in these ways, and each row that stays has a :class:`Separation` to prove it.

Reference: [gilani2022alphabet], Thm. 2, whose data-processing inequalities make these reductions exact.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from math import gcd
from typing import TypeAlias

from exactpriv.exact.linear import Infeasible, LinearProgram, matrix_product, over_common_denominator
from exactpriv.leakage.channel import Channel
from exactpriv.relations import Value

Weights: TypeAlias = dict[Value, Fraction]


# --- is a row a mixture of others? -----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Mixture:
    """P(·|x) = Σ w(x') P(·|x') with weights w ≥ 0 of sum 1 on other inputs."""

    input: Value
    weights: Weights

    def certifies(self, P: Channel) -> bool:
        """Check the weights and the sum for every output."""
        proper = self.input not in self.weights and min(self.weights.values()) >= 0 and sum(self.weights.values()) == 1
        return proper and all(
            P.entry(self.input, y) == sum(w * P.entry(x, y) for x, w in self.weights.items()) for y in P.outputs
        )


@dataclass(frozen=True, slots=True)
class Separation:
    """Σ z(y) P(y|x) > 0 ≥ Σ z(y) P(y|x') for all the others x', so that P(·|x) is no mixture of these."""

    input: Value
    others: tuple[Value, ...]
    weights: Weights

    def certifies(self, P: Channel) -> bool:
        """Check that the weights of the outputs keep the row apart from the others."""

        def side(x: Value) -> Fraction:
            return Fraction(sum(z * P.entry(x, y) for y, z in self.weights.items()))

        return side(self.input) > 0 and all(side(x) <= 0 for x in self.others)


def mixture_or_separation(P: Channel, x: Value, others: Iterable[Value] | None = None) -> Mixture | Separation:
    """Whether P(·|x) lies in the convex hull of the other rows that occur (or of those that are named), with the proof.

    >>> P = Channel.of([[1, 0], [0, 1], ["1/3", "2/3"]])
    >>> mixture_or_separation(P, 2).weights == {0: Fraction(1, 3), 1: Fraction(2, 3)}
    True
    >>> mixture_or_separation(P, 0).certifies(P)
    True
    """
    rivals = tuple(other for other in (P.occurring if others is None else others) if other != x)
    if not rivals:
        return Separation(x, (), dict.fromkeys(P.outputs, Fraction(1)))
    rows = {x2: over_common_denominator([P.entry(x2, y) for y in P.outputs]) for x2 in (x, *rivals)}
    numerators, denominator = rows[x]
    columns = zip(*(rows[rival][0] for rival in rivals), strict=True)
    outcome = LinearProgram(list(columns), numerators, equal=True).solve()
    if isinstance(outcome, Infeasible):
        return Separation(x, rivals, {y: -n for y, n in zip(P.outputs, outcome.multipliers, strict=True)})
    weights = {rival: n * rows[rival][1] / denominator for rival, n in zip(rivals, outcome.point, strict=True)}
    return Mixture(x, {rival: w for rival, w in weights.items() if w})


# --- what was done ---------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class IdleInput:
    """An input that does not occur was dropped."""

    input: Value

    def __str__(self) -> str:
        return f"input {self.input!r} dropped: it does not occur"


@dataclass(frozen=True, slots=True)
class MixedRow:
    """An input was dropped: P(·|x) = Σ w(x') P(·|x') over inputs x' that stay; a single one if the row is repeated."""

    input: Value
    weights: Weights

    def __str__(self) -> str:
        rows = " + ".join(f"{'' if w == 1 else f'{w} '}P(·|{x!r})" for x, w in self.weights.items())
        return f"input {self.input!r} dropped: P(·|{self.input!r}) = {rows}"


@dataclass(frozen=True, slots=True)
class ZeroOutput:
    """An output of probability 0 was dropped."""

    output: Value

    def __str__(self) -> str:
        return f"output {self.output!r} dropped: it has probability 0"


@dataclass(frozen=True, slots=True)
class MergedOutput:
    """An output y was merged into another: P(y|x) = ratio · P(into|x) for every x."""

    output: Value
    into: Value
    ratio: Fraction

    def __str__(self) -> str:
        ratio = "" if self.ratio == 1 else f"{self.ratio} "
        return f"output {self.output!r} merged into {self.into!r}: P({self.output!r}|x) = {ratio}P({self.into!r}|x)"


Step: TypeAlias = IdleInput | MixedRow | ZeroOutput | MergedOutput


@dataclass(frozen=True, slots=True)
class Reduction:
    """A channel P, a smaller one R that leaks the same, the steps between them, and E and D with P = E @ R @ D.

    An output of ``channel`` stands for itself and for all outputs that were merged into it.
    """

    original: Channel
    channel: Channel
    steps: tuple[Step, ...]
    before: Channel
    """E: which inputs of R to use for an input of P."""
    after: Channel
    """D: which outputs of P to give for an output of R."""
    separations: Mapping[Value, Weights] = field(default_factory=dict, repr=False)
    """Why rows of R stay: weights z(y) as in a :class:`Separation`; found by :func:`without_mixed_rows`."""

    def verify(self) -> bool:
        """Check P = E @ R @ D, that R is made of P, and the separations, with nothing but sums and products."""
        undone = self.before @ self.channel @ self.after
        return undone == _on_occurring(self.original) and self._is_made_of_the_original() and self._needs_its_rows()

    def _needs_its_rows(self) -> bool:
        """Whether the separations keep their rows of R apart from all the others."""
        R = self.channel
        if not self.separations:
            return True
        sides = matrix_product(
            [[weights[y] for y in R.outputs] for weights in self.separations.values()],
            [[R.entry(x, y) for x in R.inputs] for y in R.outputs],
        )
        return all(
            (side > 0) == (x == x2)
            for x, row in zip(self.separations, sides, strict=True)
            for x2, side in zip(R.inputs, row, strict=True)
        )

    def _is_made_of_the_original(self) -> bool:
        """Whether R is P on some of its inputs with outputs merged; it is all one where outputs of probability 0 go."""
        into = {step.output: step.into for step in self.steps if isinstance(step, MergedOutput)}
        anywhere = self.channel.outputs[0]
        into |= {step.output: anywhere for step in self.steps if isinstance(step, ZeroOutput)}
        chosen = self.original.restricted(self.channel.inputs)
        return _on_occurring(chosen).post_processed(lambda y: into.get(y, y)) == self.channel

    def then(self, reduce: Callable[[Channel], Reduction]) -> Reduction:
        """This reduction, followed by one of the reduced channel."""
        second = reduce(self.channel)
        if not second.steps:
            return replace(self, separations=second.separations)
        if not self.steps:
            return replace(second, original=self.original)
        return Reduction(
            self.original,
            second.channel,
            (*self.steps, *second.steps),
            self.before @ second.before,
            second.after @ self.after,
            second.separations,
        )

    def __str__(self) -> str:
        return "\n".join(map(str, self.steps)) or "nothing to reduce"


# --- the reductions --------------------------------------------------------------------------------------------------


def reduced(P: Channel) -> Reduction:
    """The smallest channel that all of these reductions make of a decided channel, with what was done.

    >>> P = Channel.of([["1/2", "1/4", 0, "1/4"], ["1/4", "3/8", 0, "3/8"], [0, "1/2", 0, "1/2"]], "abc")
    >>> reduction = reduced(P)
    >>> print(reduction)
    output 2 dropped: it has probability 0
    output 3 merged into 1: P(3|x) = P(1|x)
    input 'b' dropped: P(·|'b') = 1/2 P(·|'a') + 1/2 P(·|'c')
    >>> reduction.channel, reduction.verify()
    (Channel({'a': {0: '1/2', 1: '1/2'}, 'c': {0: '0', 1: '1'}}), True)
    """
    return without_zero_outputs(P).then(without_proportional_outputs).then(without_mixed_rows)


def without_idle_inputs(P: Channel) -> Reduction:
    """The channel without the inputs that do not occur; the other reductions do this, too.

    >>> print(without_idle_inputs(Channel.of([[1, 0], [0, 1]]).restricted([0])))
    input 1 dropped: it does not occur
    """
    occurring = P.occurring
    steps = [IdleInput(x) for x in P.inputs if x not in set(occurring)]
    return Reduction(P, _on_occurring(P), tuple(steps), _same(occurring), _same(P.outputs))


def without_zero_outputs(P: Channel) -> Reduction:
    """The channel without the outputs that have probability 0 for every input that occurs.

    >>> without_zero_outputs(Channel.of([["1/2", 0, "1/2"]])).channel
    Channel({0: {0: '1/2', 2: '1/2'}})
    """
    return without_idle_inputs(P).then(_without_zero_outputs)


def _without_zero_outputs(P: Channel) -> Reduction:
    zero = [y for y, column in _columns(P).items() if not any(column)]
    kept = [y for y in P.outputs if y not in set(zero)]
    rows = {x: {y: P.entry(x, y) for y in kept} for x in P.inputs}
    after = {y: {y: 1} for y in kept}
    after[kept[0]] |= dict.fromkeys(zero, 0)
    return Reduction(P, Channel(rows), tuple(map(ZeroOutput, zero)), _same(P.inputs), Channel(after))


def without_proportional_outputs(P: Channel) -> Reduction:
    """The channel with outputs merged whose columns are positive multiples of each other, each into the first of these.

    >>> print(without_proportional_outputs(Channel.of([["1/2", "1/4", "1/4"], [0, "1/2", "1/2"]])))
    output 2 merged into 1: P(2|x) = P(1|x)
    """
    return without_idle_inputs(P).then(_without_proportional_outputs)


def _without_proportional_outputs(P: Channel) -> Reduction:
    columns = _columns(P)
    sizes = {y: gcd(*column) or 1 for y, column in columns.items()}
    alike: dict[tuple[int, ...], list[Value]] = {}
    for y, column in columns.items():
        alike.setdefault(tuple(n // sizes[y] for n in column), []).append(y)
    groups = list(alike.values())
    steps = [MergedOutput(y, into, Fraction(sizes[y], sizes[into])) for into, *rest in groups for y in rest]
    rows = {x: {group[0]: sum(P.entry(x, y) for y in group) for group in groups} for x in P.inputs}
    totals = {group[0]: sum(sizes[y] for y in group) for group in groups}
    after = {group[0]: {y: Fraction(sizes[y], totals[group[0]]) for y in group} for group in groups}
    return Reduction(P, Channel(rows), tuple(steps), _same(P.inputs), Channel(after))


def without_repeated_rows(P: Channel) -> Reduction:
    """The channel without the inputs whose row an earlier input has.

    >>> print(without_repeated_rows(Channel.of([["1/2", "1/2"], [1, 0], ["1/2", "1/2"]])))
    input 2 dropped: P(·|2) = P(·|0)
    """
    return without_idle_inputs(P).then(lambda P: _on_fewer_inputs(P, _repeated(P)))


def without_mixed_rows(P: Channel) -> Reduction:
    """The channel without the inputs whose row is repeated or lies in the convex hull of the other rows.

    The inputs that stay are the vertices of the convex hull of the rows; ``separations`` shows it for each of them.

    >>> reduction = without_mixed_rows(Channel.of([["1/2", "1/2"], ["1/4", "3/4"], [0, 1], [0, 1]]))
    >>> print(reduction)
    input 1 dropped: P(·|1) = 1/2 P(·|0) + 1/2 P(·|2)
    input 3 dropped: P(·|3) = P(·|2)
    >>> list(reduction.separations), reduction.verify()
    ([0, 2], True)
    """
    return without_idle_inputs(P).then(_without_mixed_rows)


def _without_mixed_rows(P: Channel) -> Reduction:
    dropped = _repeated(P)
    staying = [x for x in P.inputs if x not in dropped]
    separations = _apparent_separations(P, staying)
    for x in [x for x in staying if x not in separations]:
        found = mixture_or_separation(P, x, staying)
        if isinstance(found, Separation):
            separations[x] = found.weights
        else:
            dropped[x] = found.weights
            staying.remove(x)
    return _on_fewer_inputs(P, _resolved(dropped), {x: separations[x] for x in staying})


def _on_fewer_inputs(
    P: Channel, dropped: dict[Value, Weights], separations: dict[Value, Weights] | None = None
) -> Reduction:
    """The channel without the inputs that are dropped, whose rows are the given mixtures of rows that stay."""
    rows = {x: row for x, row in P.rows.items() if x not in dropped}
    before = Channel({x: dropped.get(x, {x: Fraction(1)}) for x in P.inputs})
    steps = tuple(MixedRow(x, dropped[x]) for x in P.inputs if x in dropped)
    return Reduction(P, Channel(rows), steps, before, _same(P.outputs), separations or {})


def _repeated(P: Channel) -> dict[Value, Weights]:
    """For each input whose row an earlier input has: weight 1 on the first such input."""
    first: dict[tuple[Fraction, ...], Value] = {}
    rows = zip(P.inputs, map(tuple, P.matrix()), strict=True)
    return {x: {first[row]: Fraction(1)} for x, row in rows if first.setdefault(row, x) != x}


def _apparent_separations(P: Channel, inputs: list[Value]) -> dict[Value, Weights]:
    """Rows that no other reaches in the direction from the center of all rows: vertices that need no linear program."""
    rows = [[P.entry(x, y) for y in P.outputs] for x in inputs]
    center = [sum(column) / Fraction(len(rows)) for column in zip(*rows, strict=True)]
    directions = [[p - c for p, c in zip(row, center, strict=True)] for row in rows]
    found = {}
    for place, reached in enumerate(matrix_product(directions, list(zip(*rows, strict=True)))):
        next_best = max(reached[:place] + reached[place + 1 :], default=reached[place])
        if reached[place] > next_best:
            found[inputs[place]] = {y: d - next_best for y, d in zip(P.outputs, directions[place], strict=True)}
    return found


def _resolved(dropped: dict[Value, Weights]) -> dict[Value, Weights]:
    """The mixtures in terms of inputs that stay; an input was dropped for the sake of inputs that stayed longer."""
    resolved: dict[Value, Weights] = {}
    for x, weights in reversed(dropped.items()):
        resolved[x] = {}
        for x2, w in weights.items():
            for x3, v in resolved.get(x2, {x2: Fraction(1)}).items():
                resolved[x][x3] = resolved[x].get(x3, Fraction(0)) + w * v
    return resolved


def _columns(P: Channel) -> dict[Value, tuple[int, ...]]:
    """The columns as integers over one denominator."""
    rows, _ = P.integer_matrix()
    return dict(zip(P.outputs, zip(*rows, strict=True), strict=True))


def _on_occurring(P: Channel) -> Channel:
    """The channel whose inputs are those that occur, with every entry written out."""
    rows = zip(P.occurring, P.matrix(), strict=True)
    return Channel({x: dict(zip(P.outputs, row, strict=True)) for x, row in rows})


def _same(labels: Iterable[Value]) -> Channel:
    return Channel({label: {label: 1} for label in labels})
