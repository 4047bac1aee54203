"""The vocabulary of claims a second time, in plain Python: the text from which certificates are cut.

Helpers apart, what is here is the twin of something of the same name and signature in the package.  Twins share no
code: here a relation is a list of tuples, a truth value is a ``bool``, a number an ``int`` or ``Fraction``, and each
measure is the sentence of the paper, by another route where there is one (the overlap partition by merging conditional
ranges, zero-error codes by looking at every output word, maximal leakage by the best guess).  Nothing is imported but
the standard library, and nothing is checked: an instance comes from a witness that the package has checked already.

Certificates leave the type annotations out and keep only what a statement needs: the functions and methods whose names
are used, and the operators that the statement itself uses.  Hence the rule of this file: operators, ``max``, ``min``
and ``len`` are for numbers and tables; amounts are compared by ``largest`` and ``smallest``, ranges by ``same_as``.

Reference: [farokhi2019noiseless].
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from fractions import Fraction
from itertools import combinations, product
from math import prod
from typing import Any, Self

Predicate = Callable[[Any], bool]

# --- truth values and numbers ----------------------------------------------------------------------------------------


def elements(domain: Any) -> list[Any]:
    """The elements of a set; of a table of truth values, those that are true."""
    return [e for e in domain if domain[e]] if isinstance(domain, dict) else list(domain)


def all_of(truths: Iterable[bool]) -> bool:
    """Conjunction."""
    return all(truths)


def any_of(truths: Iterable[bool]) -> bool:
    """Disjunction."""
    return any(truths)


def negation(truth: bool) -> bool:
    """Not."""
    return not truth


def implies(hypothesis: bool, conclusion: bool) -> bool:
    """If … then."""
    return conclusion or not hypothesis


def iff(left: bool, right: bool) -> bool:
    """Exactly when."""
    return bool(left) == bool(right)


def forall(domain: Any, predicate: Predicate) -> bool:
    """∀ element of the domain: predicate."""
    return all(predicate(e) for e in elements(domain))


def exists(domain: Any, predicate: Predicate) -> bool:
    """∃ element of the domain: predicate."""
    return any(predicate(e) for e in elements(domain))


def count(domain: Any, predicate: Predicate = lambda _: True) -> int:
    """How many elements of the domain satisfy the predicate."""
    return sum(1 for e in elements(domain) if predicate(e))


def largest(domain: Any, number: Callable[[Any], Any] = lambda n: n) -> Any:
    """The largest number over the domain."""
    return max(number(e) for e in elements(domain))


def smallest(domain: Any, number: Callable[[Any], Any] = lambda n: n) -> Any:
    """The smallest number over the domain."""
    return min(number(e) for e in elements(domain))


def equal(left: Any, right: Any) -> bool:
    """Whether two numbers or amounts are equal."""
    return bool(left == right)


def ceiling(number: int | Fraction) -> int:
    """The least integer that is not below the number."""
    return int(-(-number // 1))


def cases(number: int | Fraction) -> list[tuple[int | Fraction, bool]]:
    """The values a number can take: one, as it is known."""
    return [(number, True)]


# --- exact logarithms ------------------------------------------------------------------------------------------------


class Log:
    """log₂ of an exact ratio; log₂ 0 is -∞."""

    def __init__(self, ratio: Any) -> None:
        self.ratio = Fraction(ratio)

    def __add__(self, other: Any) -> Log:
        return Log(self.ratio * ratio_of(other))

    def __sub__(self, other: Any) -> Log:
        return Log(self.ratio / ratio_of(other))

    def __rsub__(self, other: Any) -> Log:
        return Log(ratio_of(other) / self.ratio)

    def __neg__(self) -> Log:
        return Log(1 / self.ratio)

    def __mul__(self, times: int) -> Log:
        return Log(self.ratio ** times.__index__())

    __radd__ = __add__
    __rmul__ = __mul__

    def __eq__(self, other: object) -> bool:
        return self.ratio == ratio_of(other)

    def __hash__(self) -> int:
        return hash(self.ratio)

    def __le__(self, other: Any) -> bool:
        return self.ratio <= ratio_of(other)

    def __lt__(self, other: Any) -> bool:
        return self.ratio < ratio_of(other)

    def __ge__(self, other: Any) -> bool:
        return self.ratio >= ratio_of(other)

    def __gt__(self, other: Any) -> bool:
        return self.ratio > ratio_of(other)


def ratio_of(amount: Any) -> Fraction:
    """2 to the power of an amount; 0 is the only number that is one."""
    return amount.ratio if isinstance(amount, Log) else {0: Fraction(1)}[amount]


def log2(number: Any) -> Log:
    """log₂ of a number."""
    return Log(number)


def bits(r: int) -> Log:
    """The amount of that many bits, a whole number."""
    return Log(1 << r)


def is_within_budget(number: int | Fraction, epsilon: Any) -> bool:
    """number ≤ 2^ε, for an amount or a rational number of bits."""
    if isinstance(epsilon, Log):
        return number <= epsilon.ratio
    return number ** Fraction(epsilon).denominator <= Fraction(2) ** Fraction(epsilon).numerator


def floor_exp2(epsilon: Any) -> int:
    """The largest whole number that is at most 2^ε."""
    n = 1
    while is_within_budget(n + 1, epsilon):
        n += 1
    return n


# --- ranges and relations --------------------------------------------------------------------------------------------


class Range(dict):  # type: ignore[type-arg]
    """A finite set of values: a table in which each of them is true."""

    def __init__(self, occurs: Any) -> None:
        super().__init__(dict.fromkeys(elements(occurs), True))

    @staticmethod
    def of(*values: Any) -> Range:
        """The set of the given values."""
        return Range(values)

    def holds(self, value: Any) -> bool:
        """Whether the value occurs."""
        return value in self

    def size(self) -> int:
        """|range|."""
        return len(self)

    def is_empty(self) -> bool:
        """Whether no value occurs."""
        return len(self) == 0

    def __and__(self, other: Range) -> Range:
        return Range([v for v in self if v in other])

    def __or__(self, other: Range) -> Range:  # type: ignore[override]
        return Range([*self, *other])

    def __sub__(self, other: Range) -> Range:
        return Range([v for v in self if v not in other])

    def __xor__(self, other: Range) -> Range:
        return Range([v for v in [*self, *other] if (v in self) != (v in other)])

    def __le__(self, other: Range) -> bool:
        return all(v in other for v in self)

    def same_as(self, other: Range) -> bool:
        """Whether the two ranges have the same values."""
        return set(self) == set(other)

    def __hash__(self) -> int:  # type: ignore[override]
        return hash(frozenset(self))


class Relation:
    """A finite set of rows with named columns."""

    def __init__(self, columns: Iterable[str], cells: Any, declared: Any = None) -> None:
        self.columns, self.rows, self.given = tuple(columns), Range(cells), declared

    @staticmethod
    def of(*rows: tuple[Any, ...], columns: Iterable[str] | None = None) -> Relation:
        """The relation with the given rows; its columns are X, Y, Z (or X1, X2, … beyond three) unless named."""
        names = "XYZ"[: len(rows[0])] if len(rows[0]) <= 3 else [f"X{i}" for i, _ in enumerate(rows[0], start=1)]
        return Relation(columns or names, rows)

    @property
    def declared(self) -> Any:
        """The values that each column may have: as given, or else those that occur."""
        return self.given or [list(self.range(column)) for column in self.columns]

    def __iter__(self) -> Iterator[tuple[Any, ...]]:
        return iter(self.rows)

    def __len__(self) -> int:
        return len(self.rows)

    def holds(self, *row: Any) -> bool:
        """Whether the row belongs to the relation."""
        return row in self.rows

    def size(self) -> int:
        """The number of rows."""
        return len(self.rows)

    def is_empty(self) -> bool:
        """Whether there is no row."""
        return len(self.rows) == 0

    @property
    def is_decided(self) -> bool:
        """Whether every row is known to belong or not: always, here."""
        return True

    def position(self, column: str) -> int:
        """The place of a column."""
        return self.columns.index(column)

    def range(self, *columns: str) -> Range:
        """⟦X⟧ of one column, or ⟦X, Y⟧ (as tuples) of several."""
        picked = [tuple(row[self.columns.index(column)] for column in columns) for row in self.rows]
        return Range([row[0] if len(row) == 1 else row for row in picked])

    def conditional_range(self, value: Any) -> Range:
        """⟦X|y⟧: what the other columns can be when the last one is y."""
        others = [row[:-1] for row in self.rows if row[-1] == value]
        return Range([row[0] if len(self.columns) == 2 else row for row in others])

    def conditional_range_among(self, values: Iterable[Any]) -> Range:
        """⟦X|𝒴⟧: what the other columns can be when the last one is in a set of values."""
        return Range([x for y in values for x in self.conditional_range(y)])

    def project(self, *groups: str | tuple[str, ...]) -> Relation:
        """The relation of some columns; a tuple of names becomes one column of tuples."""

        def entry(row: tuple[Any, ...], group: str | tuple[str, ...]) -> Any:
            return row[self.columns.index(group)] if isinstance(group, str) else tuple(entry(row, c) for c in group)

        names = [group if isinstance(group, str) else ",".join(group) for group in groups]
        return Relation(names, [tuple(entry(row, group) for group in groups) for row in self.rows])

    def slice(self, column: str, value: Any) -> Relation:
        """The relation of the other columns where this one has the value."""
        place = self.columns.index(column)
        others = [name for name in self.columns if name != column]
        return Relation(others, [row[:place] + row[place + 1 :] for row in self.rows if row[place] == value])

    def restrict(self, column: str, values: Iterable[Any]) -> Relation:
        """The rows whose entry in a column is one of the values."""
        place, kept = self.columns.index(column), list(values)
        return Relation(self.columns, [row for row in self.rows if row[place] in kept])

    @property
    def converse(self) -> Relation:
        """The columns in reverse order."""
        return Relation(self.columns[::-1], [row[::-1] for row in self.rows])

    def __matmul__(self, other: Relation) -> Relation:
        rows = [(x, z) for x, y in self.rows for y2, z in other.rows if y == y2]
        return Relation((self.columns[0], other.columns[1]), rows)

    def product(self, other: Relation) -> Relation:
        """Side by side: ((x, x'), (y, y')) when (x, y) is here and (x', y') there."""
        names = [f"{a},{b}" for a, b in zip(self.columns, other.columns, strict=True)]
        return Relation(names, [((x, x2), (y, y2)) for x, y in self.rows for x2, y2 in other.rows])

    def __le__(self, other: Relation) -> bool:
        return all(row in other.rows for row in self.rows)

    def same_as(self, other: Relation) -> bool:
        """Whether both have the same rows."""
        return set(self.rows) == set(other.rows)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Relation) and self.columns == other.columns and self.same_as(other)

    def __hash__(self) -> int:
        return hash((self.columns, frozenset(self.rows)))


def is_product(D: Relation) -> bool:
    """⟦X₁, …, Xₙ⟧ = ⟦X₁⟧ × … × ⟦Xₙ⟧, by counting."""
    return D.size() == prod(D.range(column).size() for column in D.columns)


def are_unrelated(R: Relation) -> bool:
    """⟦X|y⟧ = ⟦X⟧ for every y."""
    X, Y = R.columns
    return all(R.conditional_range(y).same_as(R.range(X)) for y in R.range(Y))


def is_markov_chain(R: Relation) -> bool:
    """X - Y - Z: two rows with the same y may exchange their z."""
    return all(R.holds(x, y, z) for x, y, _ in R.rows for _, y2, z in R.rows if y == y2)


def is_function_of(R: Relation) -> bool:
    """Whether the last of two columns is a function of the first: as many rows as values of the first."""
    return R.size() == R.range(R.columns[0]).size()


# --- functions -------------------------------------------------------------------------------------------------------


class Function:
    """A map from points to values, as a table."""

    def __init__(self, table: dict[Any, dict[Any, bool]]) -> None:
        self.table = {point: value for point, row in table.items() for value, truth in row.items() if truth}

    @staticmethod
    def of(points: Iterable[Any], rule: Any) -> Function:
        """The function point ↦ rule(point), or rule[point] for a table."""
        value = rule.__getitem__ if isinstance(rule, dict) else rule
        return Function({point: {value(point): True} for point in points})

    def __call__(self, point: Any) -> Any:
        """The value at a point."""
        return self.table[point]

    @property
    def points(self) -> tuple[Any, ...]:
        """Where it is defined."""
        return tuple(self.table)

    @property
    def values(self) -> tuple[Any, ...]:
        """What it can give."""
        return tuple(dict.fromkeys(self.table.values()))

    def gives(self, point: Any, value: Any) -> bool:
        """Whether the function maps the point to the value."""
        return bool(self.table[point] == value)

    def image(self, points: Any) -> Range:
        """The values taken on a set of points."""
        return Range([self.table[point] for point in elements(points)])

    def same_value(self, point: Any, other: Any) -> bool:
        """Whether two points have the same value."""
        return bool(self.table[point] == self.table[other])

    def then(self, other: Function) -> Function:
        """The function "self, then other"."""
        return Function.of(self.table, lambda point: other(self(point)))

    def paired(self, other: Function) -> Function:
        """The function point ↦ (self(point), other(point))."""
        return Function.of(self.table, lambda point: (self(point), other(point)))

    def restricted(self, points: Iterable[Any]) -> Function:
        """The function on some of its points."""
        return Function.of(points, self.table)

    def as_table(self) -> dict[Any, Any]:
        """The function as a table."""
        return self.table

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Function) and self.table == other.table

    def __hash__(self) -> int:
        return hash(frozenset(self.table.items()))


# --- the overlap partition -------------------------------------------------------------------------------------------


def merged(sets: Iterable[Iterable[Any]]) -> list[set[Any]]:
    """The sets, with those that meet joined until no two do."""
    blocks: list[set[Any]] = []
    for members in map(set, sets):
        meeting = [block for block in blocks if not block.isdisjoint(members)]
        blocks = [*(block for block in blocks if block not in meeting), members.union(*meeting)]
    return blocks


def joined(blocks: list[set[Any]]) -> dict[tuple[Any, Any], bool]:
    """For every pair of elements, whether they stand in one block."""
    everything = [x for block in blocks for x in block]
    return {(x, x2): any(block.issuperset((x, x2)) for block in blocks) for x in everything for x2 in everything}


def overlap_partition(R: Relation) -> tuple[frozenset[Any], ...]:
    """⟦X|Y⟧⋆: conditional ranges ⟦X|y⟧ that meet belong to one member."""
    X, Y = R.columns
    blocks = merged(R.conditional_range(y) for y in R.range(Y))
    return tuple(dict.fromkeys(frozenset(block) for x in R.range(X) for block in blocks if x in block))


def overlap_connected(R: Relation) -> dict[tuple[Any, Any], bool]:
    """For every pair of values of the first column, whether they are overlap connected."""
    return joined(merged(R.conditional_range(y) for y in R.range(R.columns[1])))


def overlap_classes(R: Relation) -> int:
    """|⟦X|Y⟧⋆|."""
    return len(overlap_partition(R))


def classes_by_closure(R: Relation) -> int:
    """|⟦X|Y⟧⋆|."""
    return len(overlap_partition(R))


# --- information and leakage -----------------------------------------------------------------------------------------


def hartley_entropy(X: Range) -> Log:
    """H₀(X) = log₂ |⟦X⟧|."""
    return log2(len(X))


def conditional_hartley_entropy(R: Relation) -> Log:
    """H₀(X|Y) = log₂ of the largest |⟦X|y⟧|."""
    return log2(max(len(R.conditional_range(y)) for y in R.range(R.columns[1])))


def nonstochastic_information(R: Relation) -> Log:
    """I₀(X;Y) = log₂ of the smallest |⟦X⟧| / |⟦X|y⟧|."""
    X, Y = R.columns
    return log2(min(Fraction(len(R.range(X)), len(R.conditional_range(y))) for y in R.range(Y)))


def nonstochastic_leakage(R: Relation) -> Log:
    """L₀(X;Y) = log₂ of the largest |⟦X⟧| / |⟦X|y⟧|."""
    X, Y = R.columns
    return log2(max(Fraction(len(R.range(X)), len(R.conditional_range(y))) for y in R.range(Y)))


def symmetrized_leakage(R: Relation) -> Log:
    """L₀ˢ(X;Y) = min{L₀(X;Y), L₀(Y;X)}."""
    return smallest([R, R.converse], nonstochastic_leakage)  # type: ignore[no-any-return]


def maximin_information(R: Relation) -> Log:
    """I⋆(X;Y) = log₂ |⟦X|Y⟧⋆|."""
    return log2(len(overlap_partition(R)))


def slices(R: Relation) -> list[Relation]:
    """For every z, the relation of the other columns where the last one is z."""
    Z = R.columns[-1]
    return [R.slice(Z, z) for z in R.range(Z)]


def conditional_leakage(R: Relation) -> Log:
    """L₀(X;Y|Z) = max over z of L₀(X;Y) on the slice Z = z."""
    return largest(slices(R), nonstochastic_leakage)  # type: ignore[no-any-return]


def conditional_information(R: Relation) -> Log:
    """I₀(X;Y|Z) = min over z of I₀(X;Y) on the slice Z = z."""
    return smallest(slices(R), nonstochastic_information)  # type: ignore[no-any-return]


def conditional_symmetrized_leakage(R: Relation) -> Log:
    """L₀ˢ(X;Y|Z) = max over z of L₀ˢ(X;Y) on the slice Z = z."""
    return largest(slices(R), symmetrized_leakage)  # type: ignore[no-any-return]


def largest_conditional_maximin_information(R: Relation) -> Log:
    """The largest I⋆(X;Y) on a slice Z = z."""
    return largest(slices(R), maximin_information)  # type: ignore[no-any-return]


def smallest_conditional_maximin_information(R: Relation) -> Log:
    """The smallest I⋆(X;Y) on a slice Z = z."""
    return smallest(slices(R), maximin_information)  # type: ignore[no-any-return]


def combinatorial_entropy(R: Relation, y: Any) -> Log:
    """log₂ |⟦X|y⟧| at a fixed y."""
    return log2(len(R.conditional_range(y)))


def combinatorial_gain(R: Relation, y: Any) -> Fraction:
    """|⟦X⟧| / |⟦X|y⟧| at a fixed y."""
    return Fraction(len(R.range(R.columns[0])), len(R.conditional_range(y)))


# --- hypothesis tests ------------------------------------------------------------------------------------------------


def hypothesis_relation(X: Any, g_H: Function, g_Y: Function) -> Relation:
    """⟦H, Y⟧ for H = g_H ∘ X and Y = g_Y ∘ X."""
    return Relation(("H", "Y"), [(g_H(x), g_Y(x)) for x in elements(X)])


def correct_outputs(T: Function, R: Relation) -> Range:
    """The outputs y with ⟦H|y⟧ = {T(y)}."""
    return Range([y for y in R.range(R.columns[1]) if list(R.conditional_range(y)) == [T(y)]])


def test_performance(T: Function, R: Relation) -> Log:
    """𝒫(T): log₂ of the number of outputs at which the test is correct."""
    return log2(len(correct_outputs(T, R)))


test_performance.__test__ = False  # type: ignore[attr-defined]  # a hypothesis test, not one for pytest


def conclusive_outputs(R: Relation) -> Range:
    """⟦Y|p₀⟧ Δ ⟦Y|p₁⟧: the outputs that only one hypothesis allows."""
    return Range([y for y in R.range(R.columns[1]) if len(R.conditional_range(y)) == 1])


def performance_bound(R: Relation) -> Log:
    """log₂ |⟦Y|p₀⟧ Δ ⟦Y|p₁⟧|."""
    return log2(len(conclusive_outputs(R)))


def best_test(R: Relation) -> Function:
    """The test that answers the first hypothesis that is consistent with y."""
    consistent = {y: [h for h in R.declared[0] if R.holds(h, y)] for y in R.range(R.columns[1])}
    return Function.of(consistent, lambda y: consistent[y][0])


# --- data ranges -----------------------------------------------------------------------------------------------------


class Line(tuple):  # type: ignore[type-arg]
    """(i, v): individual i varies while the others' data are v."""

    __slots__ = ()

    def __new__(cls, individual: int, others: tuple[Any, ...]) -> Self:
        """The pair (i, v)."""
        return super().__new__(cls, (individual, others))

    @property
    def individual(self) -> int:
        """Who varies."""
        return self[0]  # type: ignore[no-any-return]

    @property
    def others(self) -> tuple[Any, ...]:
        """What the others' data are."""
        return self[1]  # type: ignore[no-any-return]

    def at(self, value: Any) -> tuple[Any, ...]:
        """The data set in which the individual has the value."""
        i, v = self
        return (*v[:i], value, *v[i:])

    @staticmethod
    def through(point: tuple[Any, ...], individual: int) -> Line:
        """The line of an individual through a data set."""
        return Line(individual, point[:individual] + point[individual + 1 :])


def lines(D: Relation) -> Range:
    """The lines of a data range."""
    return Range([Line.through(point, i) for point in D.rows for i, _ in enumerate(D.columns)])


def points_of(D: Relation, line: Line) -> Range:
    """The data sets on a line."""
    return Range([point for point in D.rows if Line.through(point, line.individual) == line])


def substituted(D: Relation, line: Line) -> Range:
    """⟦Xᵢ⟧ × {v}, which leaves D when the data are correlated."""
    return Range([line.at(value) for value in D.range(D.columns[line.individual])])


def hamming_connected(D: Relation) -> dict[tuple[Any, Any], bool]:
    """For every pair of data sets, whether changes of one entry at a time lead from one to the other inside D."""
    return joined(merged(points_of(D, line) for line in lines(D)))


# --- mechanisms ------------------------------------------------------------------------------------------------------


class Mechanism:
    """A deterministic release of a data set."""

    def __init__(self, data: Relation, rule: Any) -> None:
        self.data = data
        self.rule = rule if isinstance(rule, Function) else Function.of(self.domain(), rule)

    def domain(self) -> list[tuple[Any, ...]]:
        """Where it has to be defined: on the data range."""
        return list(self.data.rows)

    def __call__(self, *point: Any) -> Any:
        """The response to a data set."""
        return self.rule(point)

    def restricted(self, points: Iterable[Any]) -> Mechanism:
        """The mechanism with its rule on some points only."""
        return type(self)(self.data, self.rule.restricted(points))

    def output_range(self) -> Range:
        """⟦Y⟧."""
        return Range([self(*point) for point in self.data.rows])

    def outputs_on(self, line: Line) -> Range:
        """⟦Y|X₋ᵢ = v⟧."""
        return Range([self(*point) for point in points_of(self.data, line)])

    def joint_range(self, individual: int) -> Relation:
        """⟦Xᵢ, Y⟧."""
        return Relation(
            (self.data.columns[individual], "Y"), [(point[individual], self(*point)) for point in self.data.rows]
        )

    def data_with_output(self) -> Relation:
        """⟦X₁, …, Xₙ, Y⟧."""
        return Relation((*self.data.columns, "Y"), [(*point, self(*point)) for point in self.data.rows])


class ExtendedMechanism(Mechanism):
    """A release that is defined on the whole box ∏⟦Xⱼ⟧ around the data range."""

    def domain(self) -> list[tuple[Any, ...]]:
        """Where it has to be defined: on the box."""
        return list(product(*(self.data.range(column) for column in self.data.columns)))


def output_count(g: Mechanism) -> int:
    """K(g) = max over the lines of the number of outputs on the line."""
    return max(len(g.outputs_on(line)) for line in lines(g.data))


def noiseless_budget(g: Mechanism) -> Log:
    """log₂ K(g)."""
    return log2(output_count(g))


def is_noiselessly_private(g: Mechanism, epsilon: Any) -> bool:
    """|⟦Y|X₋ᵢ = v⟧| ≤ 2^ε for all i and v."""
    return all(is_within_budget(len(g.outputs_on(line)), epsilon) for line in lines(g.data))


def local_mechanisms(D: Relation, M: Callable[[Any], Any]) -> list[Mechanism]:
    """M ∘ fᵢ for every individual i, where fᵢ returns xᵢ."""
    return [Mechanism(D, {point: M(point[i]) for point in D.rows}) for i, _ in enumerate(D.columns)]


def is_locally_noiselessly_private(D: Relation, M: Callable[[Any], Any], epsilon: Any) -> bool:
    """M ∘ fᵢ is ε-noiselessly private for every individual i."""
    return all(is_noiselessly_private(g, epsilon) for g in local_mechanisms(D, M))


def response(g: Mechanism, line: Line) -> Relation:
    """⟦Xᵢ, Y⟧ for Y = g ∘ ψ ∘ X, where ψ replaces the others' data by v."""
    pairs = [(value, g(*line.at(value))) for value in g.data.range(g.data.columns[line.individual])]
    return Relation((g.data.columns[line.individual], "Y"), pairs)


def worst_line(g: Mechanism) -> tuple[Line, Range]:
    """A line with the most outputs, and these outputs."""
    return max(((line, g.outputs_on(line)) for line in lines(g.data)), key=lambda pair: len(pair[1]))


class Query:
    """A query with exact values on a data range."""

    def __init__(self, data: Relation, rule: Any) -> None:
        self.data = data
        raw = Function.of(data.rows, rule)
        self.rule = Function.of(data.rows, lambda point: Fraction(raw(point)))

    def __call__(self, *point: Any) -> Fraction:
        """f(x)."""
        return self.rule(point)  # type: ignore[no-any-return]

    def then(self, mechanism: Callable[[Fraction], Any]) -> Mechanism:
        """The mechanism M ∘ f."""
        return Mechanism(self.data, {point: mechanism(self(*point)) for point in self.data.rows})


def sensitivity(f: Query) -> Fraction:
    """The largest |f(x) - f(x')| over data sets that differ in one entry."""
    pairs = [(x, x2) for line in lines(f.data) for x in points_of(f.data, line) for x2 in points_of(f.data, line)]
    return max(abs(f(*x) - f(*x2)) for x, x2 in pairs)


# --- composing releases ----------------------------------------------------------------------------------------------


def composed(g1: Mechanism, g2: Mechanism) -> Mechanism:
    """x ↦ (g₁(x), g₂(x))."""
    return Mechanism(g1.data, Function.of(g1.rule.points, lambda x: (g1(*x), g2(*x))))


def adaptively_composed(g1: Mechanism, second: dict[Any, Mechanism]) -> Mechanism:
    """x ↦ (y₁, g₂(x)) with y₁ = g₁(x), where y₁ selects g₂."""
    return Mechanism(g1.data, Function.of(g1.rule.points, lambda x: (g1(*x), second[g1(*x)](*x))))


def second_output_alone(g1: Mechanism, second: dict[Any, Mechanism]) -> Mechanism:
    """x ↦ g₂(x), where g₁(x) selects g₂ and is withheld."""
    return Mechanism(g1.data, Function.of(g1.rule.points, lambda x: second[g1(*x)](*x)))


def post_processed(g: Mechanism, h: Function) -> Mechanism:
    """x ↦ h(g(x))."""
    return Mechanism(g.data, Function.of(g.rule.points, lambda x: h(g(*x))))


def in_parallel(g1: Mechanism, g2: Mechanism) -> Mechanism:
    """(x, x') ↦ (g₁(x), g₂(x')) on the product of the two data ranges."""
    columns = (*g1.data.columns, *(f"{name}'" for name in g2.data.columns))
    data = Relation(columns, [x + x2 for x in g1.data.rows for x2 in g2.data.rows])
    return Mechanism(data, {x + x2: (g1(*x), g2(*x2)) for x in g1.data.rows for x2 in g2.data.rows})


# --- zero-error codes ------------------------------------------------------------------------------------------------


class Code:
    """A set of words of one length."""

    def __init__(self, words: Any, lengths: Any) -> None:
        self.words = dict.fromkeys(elements(words), True)
        self.lengths = dict.fromkeys(elements(lengths), True)

    @staticmethod
    def of(*words: tuple[Any, ...]) -> Code:
        """The code with the given words."""
        return Code(words, [len(words[0])])

    def has_length(self, length: int) -> bool:
        """Whether the block length is this one."""
        return length == self.length()

    def size(self) -> int:
        """The number of words."""
        return len(self.words)

    def length(self) -> int:
        """The block length."""
        return next(iter(self.lengths))  # type: ignore[no-any-return]

    def words_of_length(self, length: int) -> dict[tuple[Any, ...], bool]:
        """The words, if they have this length."""
        return {word: True for word in self.words if len(word) == length}


def are_confusable(R: Relation, x: Any, x2: Any) -> bool:
    """Whether some output is possible for both inputs."""
    return any(R.holds(x, y) and R.holds(x2, y) for y in R.range(R.columns[1]))


def is_zero_error_code(F: Code, *channels: Relation) -> bool:
    """All letters are inputs, and every output word is compatible with at most one word of the code."""
    used = [channels[t % len(channels)] for t in range(F.length())]
    outputs = list(product(*(R.range(R.columns[1]) for R in used)))

    def compatible(word: tuple[Any, ...], output: tuple[Any, ...]) -> bool:
        return all(R.holds(x, y) for R, x, y in zip(used, word, output, strict=True))

    inputs = all(R.range(R.columns[0]).holds(x) for word in F.words for R, x in zip(used, word, strict=True))
    return inputs and all(sum(compatible(word, output) for word in F.words) <= 1 for output in outputs)


def has_rate_at_most(F: Code, rate: Any) -> bool:
    """|ℱ| ≤ 2^(rate · k) for the block length k."""
    return F.size() <= ratio_of(rate) ** F.length()


def best_input_leakage(R: Relation) -> Log:
    """The largest L₀ˢ(X;Y) over all sets of inputs."""
    X = R.columns[0]
    inputs = list(R.range(X))
    subsets = [chosen for size in range(1, len(inputs) + 1) for chosen in combinations(inputs, size)]
    return largest(subsets, lambda chosen: symmetrized_leakage(R.restrict(X, chosen)))  # type: ignore[no-any-return]


# --- stochastic channels ---------------------------------------------------------------------------------------------


class Channel:
    """A channel P(y|x) with exact entries, and the inputs that occur."""

    def __init__(self, rows: dict[Any, dict[Any, Any]], support: Range | None = None) -> None:
        self.rows = {x: {y: Fraction(p) for y, p in row.items()} for x, row in rows.items()}
        self.support = support or Range(rows.keys())

    @property
    def outputs(self) -> tuple[Any, ...]:
        """The outputs."""
        return tuple(dict.fromkeys(y for row in self.rows.values() for y in row))

    def entry(self, x: Any, y: Any) -> Fraction:
        """P(y|x)."""
        return self.rows[x].get(y, Fraction(0))


def maximal_leakage(P: Channel) -> Log:
    """log₂ of the largest Σ_y P(y|φ(y)) over all ways φ of guessing the input from the output."""
    guesses = product(P.support, repeat=len(P.outputs))
    return log2(max(sum(P.entry(x, y) for x, y in zip(guess, P.outputs, strict=True)) for guess in guesses))


def deterministic_channel(R: Relation) -> Channel:
    """The channel of a relation in which y is a function of x: P(y|x) is 1 or 0."""
    X, Y = R.columns
    return Channel({x: {y: int(R.holds(x, y)) for y in R.range(Y)} for x in R.range(X)})


# --- quantizers ------------------------------------------------------------------------------------------------------


class LinearQuantizer:
    """q equal cells on [low, high], closed on the left, the last one on both sides; Q(x) is the number of x's cell."""

    def __init__(self, levels: Any, low: Any = 0, high: Any = 1) -> None:
        self.levels, self.low, self.high = int(levels), Fraction(low), Fraction(high)

    @property
    def boundaries(self) -> tuple[Fraction, ...]:
        """The ends of the cells."""
        return tuple(self.low + (self.high - self.low) * j / self.levels for j in range(self.levels + 1))

    def __call__(self, x: Any) -> int:
        """Q(x)."""
        return sum(start <= Fraction(x) for start in self.boundaries[:-1])

    def cells_met(self, a: Any, b: Any) -> int:
        """The number of cells that meet [a, b]."""
        starts, ends = self.boundaries[:-1], self.boundaries[1:]
        meets = [start <= Fraction(b) and Fraction(a) < end for start, end in zip(starts, ends, strict=True)]
        return sum(meets) + (Fraction(a) == self.high)

    def most_cells_met(self, length: Any) -> int:
        """The most cells that an interval of the length meets: the number only grows where an end enters a cell."""
        S = Fraction(length)
        starts = [x - shift for x in self.boundaries for shift in (0, S)]
        return max(self.cells_met(a, a + S) for a in starts if self.low <= a <= self.high - S)


def levels_for(epsilon: Any, sensitivity: Any, value_range: Any, rule: str = "repaired") -> int:
    """The largest number of levels that a rule allows: no more than 2^ε cells met, or q ≤ 2^ε R / S as printed."""
    S, R = Fraction(sensitivity), Fraction(value_range)

    def allowed(q: int) -> bool:
        if rule == "paper":
            return is_within_budget(q * S / R, epsilon)
        return is_within_budget(LinearQuantizer(q, 0, R).most_cells_met(S), epsilon)

    q = 0
    while allowed(q + 1):
        q += 1
    return q


def cells_met(levels: int, a: Fraction, b: Fraction) -> int:
    """How many of the equal cells of [0, 1] the interval [a, b] meets: Q(b) - Q(a) + 1."""
    first, last = (min(levels, x * levels // 1 + 1) for x in (a, b))
    return int(last - first + 1)


# --- priors and estimators -------------------------------------------------------------------------------------------


class PiecewiseDensity:
    """A density of pieces (low, high, height), constant on each and zero elsewhere."""

    def __init__(self, pieces: Iterable[tuple[Any, Any, Any]]) -> None:
        self.pieces = sorted((Fraction(low), Fraction(high), Fraction(height)) for low, high, height in pieces)

    @property
    def infimum(self) -> Fraction:
        """The smallest height."""
        return min(height for _, _, height in self.pieces)

    @property
    def support_measure(self) -> Fraction:
        """The length of the support."""
        return sum((high - low for low, high, _ in self.pieces), Fraction(0))


class GridPrior:
    """Weights on the boxes of a grid, to which a density is proportional, and the output on each box.

    Column i stands for the values from i to i + 1 of individual 1, row j for a stretch of individual 2.
    """

    def __init__(self, weights: Any, outputs: Any, thickness: int | Fraction = 1) -> None:
        self.weights, self.outputs, self.thickness = weights, outputs, Fraction(thickness)

    def boxes(self) -> list[tuple[int, int]]:
        """The boxes (row, column) that are possible."""
        return [(j, i) for j, row in enumerate(self.weights) for i, weight in enumerate(row) if weight > 0]

    def rows(self) -> list[int]:
        """The rows that are possible."""
        return [j for j, row in enumerate(self.weights) if any(row)]

    def conditional(self, row: int) -> PiecewiseDensity:
        """The density of individual 1, given a row."""
        weights = self.weights[row]
        return PiecewiseDensity((i, i + 1, Fraction(w, sum(weights))) for i, w in enumerate(weights) if w > 0)

    def cells(self, row: int) -> dict[Any, list[tuple[int, int]]]:
        """For each output on a row, the intervals on which it is given."""
        columns = [i for j, i in self.boxes() if j == row]
        outputs = self.outputs[row]
        return {y: [(i, i + 1) for i in columns if outputs[i] == y] for y in {outputs[i]: 0 for i in columns}}

    def joint_infimum(self) -> Fraction:
        """The infimum of the joint density, where it is positive; boxes are as wide as 1 and as high as thick."""
        weights = [self.weights[j][i] for j, i in self.boxes()]
        return Fraction(min(weights), sum(weights)) / self.thickness

    def marginal_measure(self) -> Fraction:
        """The number of columns that are possible, each of width 1."""
        return Fraction(len({i for _, i in self.boxes()}))

    def output_count(self) -> int:
        """The largest number of outputs in a row or in a column."""
        outputs = {(j, i): self.outputs[j][i] for j, i in self.boxes()}
        in_rows = [{y for (j2, _), y in outputs.items() if j2 == j} for j, _ in outputs]
        in_columns = [{y for (_, i2), y in outputs.items() if i2 == i} for _, i in outputs]
        return max(map(len, in_rows + in_columns))

    def preimages_are_connected(self) -> bool:
        """Whether steps to neighboring boxes with the same output lead from each of its boxes to every other."""
        outputs = {(j, i): self.outputs[j][i] for j, i in self.boxes()}
        steps = [[(j, i), (j + down, i + 1 - down)] for j, i in outputs for down in (0, 1)]
        alike = [[box for box in step if outputs.get(box) == outputs[step[0]]] for step in steps]
        return len(merged(alike)) == len(set(outputs.values()))


def error_at(part: Any, c: Fraction, p: int) -> Fraction:
    """The integral of |x - c|^p over pieces (low, high, height)."""

    def primitive(x: Fraction) -> Fraction:
        return abs(x - c) ** p * (x - c) / (p + 1)

    return sum((height * (primitive(high) - primitive(low)) for low, high, height in part), Fraction(0))


def slope_at(part: Any, c: Fraction, p: int) -> Fraction:
    """The derivative of that integral by c, which grows with c."""
    return sum((height * (abs(c - low) ** p - abs(c - high) ** p) for low, high, height in part), Fraction(0))


def least_error(part: Any, p: int, halvings: int) -> tuple[Fraction, Fraction]:
    """Bounds on the least error_at over all c: equal ones as soon as the slope is seen to vanish."""
    low, high = part[0][0], part[-1][1]
    for _ in range(halvings):
        steepness = slope_at(part, low, p), slope_at(part, high, p)
        crossing = low - steepness[0] * (high - low) / (steepness[1] - steepness[0])
        for c in (crossing, (low + high) / 2):
            if slope_at(part, c, p) == 0:
                return error_at(part, c, p), error_at(part, c, p)
        low, high = ((low + high) / 2, high) if slope_at(part, (low + high) / 2, p) < 0 else (low, (low + high) / 2)
    return error_at(part, low, p) + slope_at(part, low, p) * (high - low), error_at(part, low, p)


def parts_of(prior: GridPrior, row: int) -> list[list[tuple[Fraction, Fraction, Fraction]]]:
    """For each output on a row, the pieces of the density on which it is given."""
    pieces = prior.conditional(row).pieces
    inside = [set(intervals) for intervals in prior.cells(row).values()]
    return [[piece for piece in pieces if (int(piece[0]), int(piece[1])) in intervals] for intervals in inside]


def every_estimator_errs_at_least(prior: GridPrior, row: int, p: int, bound: Fraction) -> bool:
    """Whether the least E{|X₁ - X̂|^p | row} of an estimator that sees the output is at least the bound."""
    below, above, halvings = Fraction(0), bound, 4
    while below < bound <= above:
        lows, highs = zip(*(least_error(part, p, halvings) for part in parts_of(prior, row)), strict=True)
        below, above, halvings = sum(lows), sum(highs), 2 * halvings
    return below >= bound


def signed_moment(prior: GridPrior, row: int, p: int, answer: Fraction) -> Fraction:
    """E{(X₁ - c)^p | row} of the constant answer c: unit boxes, each with its share of the weight."""
    weights = prior.weights[row]
    boxes = ((Fraction(i + 1) - answer) ** (p + 1) - (Fraction(i) - answer) ** (p + 1) for i in range(len(weights)))
    total = sum(weights)
    return sum((Fraction(w, total) * box / (p + 1) for w, box in zip(weights, boxes, strict=True)), Fraction(0))


def error_of_midpoints(prior: GridPrior, row: int, p: int) -> Fraction:
    """E{|X₁ - X̂|^p | row} of the estimator that answers the middle of the stretch on which the output is given."""
    return sum((error_at(part, (part[0][0] + part[-1][1]) / 2, p) for part in parts_of(prior, row)), Fraction(0))
