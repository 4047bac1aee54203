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
from math import lcm, prod
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


def z_slices(R: Relation) -> list[Relation]:
    """For every z, the relation of the other columns where the last one is z."""
    Z = R.columns[-1]
    return [R.slice(Z, z) for z in R.range(Z)]


def conditional_leakage(R: Relation) -> Log:
    """L₀(X;Y|Z) = max over z of L₀(X;Y) on the slice Z = z."""
    return largest(z_slices(R), nonstochastic_leakage)  # type: ignore[no-any-return]


def conditional_information(R: Relation) -> Log:
    """I₀(X;Y|Z) = min over z of I₀(X;Y) on the slice Z = z."""
    return smallest(z_slices(R), nonstochastic_information)  # type: ignore[no-any-return]


def conditional_symmetrized_leakage(R: Relation) -> Log:
    """L₀ˢ(X;Y|Z) = max over z of L₀ˢ(X;Y) on the slice Z = z."""
    return largest(z_slices(R), symmetrized_leakage)  # type: ignore[no-any-return]


def largest_conditional_maximin_information(R: Relation) -> Log:
    """The largest I⋆(X;Y) on a slice Z = z."""
    return largest(z_slices(R), maximin_information)  # type: ignore[no-any-return]


def smallest_conditional_maximin_information(R: Relation) -> Log:
    """The smallest I⋆(X;Y) on a slice Z = z."""
    return smallest(z_slices(R), maximin_information)  # type: ignore[no-any-return]


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


# --- what bounds the size of codes -----------------------------------------------------------------------------------


def largest_code_size(R: Relation, k: int = 1) -> int:
    """α(Gᵏ), by adding words one after the other that share no output word with those before."""
    ways = {x: [y for y in R.range(R.columns[1]) if R.holds(x, y)] for x in R.range(R.columns[0])}
    outputs = {word: set(product(*(ways[x] for x in word))) for word in product(ways, repeat=k)}

    def most(words: list[Any]) -> int:
        later = ([v for v in words[i:] if outputs[v].isdisjoint(outputs[w])] for i, w in enumerate(words))
        return max((1 + most(left) for left in later), default=0)

    return sum(most([word for word in outputs if outputs[word] <= block]) for block in merged(outputs.values()))


def feedback_messages(R: Relation, k: int) -> int:
    """M(k): messages are shared out among the inputs in every way; at most M(k-1) are left after an output."""
    inputs, most = list(R.range(R.columns[0])), 1

    def left(share: tuple[int, ...], y: Any) -> int:
        return sum(messages for x, messages in zip(inputs, share, strict=True) if R.holds(x, y))

    for _ in range(k):
        shares = product(range(most + 1), repeat=len(inputs))
        most = max(sum(share) for share in shares if all(left(share, y) <= most for y in R.range(R.columns[1])))
    return most


def side_by_side(R: Relation, S: Relation) -> Relation:
    """R + S: the inputs and outputs of both, told apart by 1 and 2."""
    return Relation(R.columns, [((part, x), (part, y)) for part, T in ((1, R), (2, S)) for x, y in T])


def clique_channel(R: Relation) -> Relation:
    """The maximal sets of inputs of which every two are confusable, as outputs."""
    inputs = list(R.range(R.columns[0]))
    subsets = [A for size in range(len(inputs), 0, -1) for A in combinations(inputs, size)]
    cliques = [A for A in subsets if all(are_confusable(R, x, x2) for x, x2 in combinations(A, 2))]
    maximal = [A for A in cliques if not any(set(A) < set(B) for B in cliques)]
    return Relation(R.columns, [(x, A) for A in maximal for x in A])


def fractional_packing_number(R: Relation) -> Fraction:
    """α*, the largest total weight of the inputs with at most 1 on every N⁻¹(y), by the simplex method."""
    inputs, outputs = list(R.range(R.columns[0])), list(R.range(R.columns[1]))
    rows = [[*(R.holds(x, y) for x in inputs), *(y == y2 for y2 in outputs), True] for y in outputs]
    gains = [Fraction(1)] * len(inputs) + [Fraction(0)] * (len(outputs) + 1)
    basis = [len(inputs) + i for i, _ in enumerate(outputs)]
    while any(gain > 0 for gain in gains[:-1]):
        enters = next(j for j, gain in enumerate(gains[:-1]) if gain > 0)
        bounds = [(Fraction(row[-1]) / row[enters], basis[i], i) for i, row in enumerate(rows) if row[enters] > 0]
        _, _, leaves = min(bounds)
        pivot = [entry / Fraction(rows[leaves][enters]) for entry in rows[leaves]]
        rows = [without(row, pivot, enters) for row in rows]
        rows[leaves], basis[leaves] = pivot, enters
        gains = without(gains, pivot, enters)
    return -gains[-1]


def without(row: list[Any], pivot: list[Fraction], column: int) -> list[Any]:
    """The row minus the multiple of the pivot row that clears a column."""
    return [entry - row[column] * other for entry, other in zip(row, pivot, strict=True)]


def feedback_capacity(R: Relation) -> Log:
    """C₀F: 0 if every two inputs are confusable, otherwise log₂ α*."""
    pairs = combinations(R.range(R.columns[0]), 2)
    return log2(1 if all(are_confusable(R, x, x2) for x, x2 in pairs) else fractional_packing_number(R))


# --- stochastic channels ---------------------------------------------------------------------------------------------


class Channel:
    """A channel P(y|x) with exact entries, and the inputs that occur."""

    def __init__(self, rows: dict[Any, dict[Any, Any]], support: Any = None) -> None:
        self.rows = {x: {y: Fraction(p) for y, p in row.items()} for x, row in rows.items()}
        self.support = Range(support or rows.keys())

    @property
    def inputs(self) -> tuple[Any, ...]:
        """The inputs."""
        return tuple(self.rows)

    @property
    def outputs(self) -> tuple[Any, ...]:
        """The outputs."""
        return tuple(dict.fromkeys(y for row in self.rows.values() for y in row))

    def entry(self, x: Any, y: Any) -> Fraction:
        """P(y|x)."""
        return self.rows[x].get(y, Fraction(0))

    def __matmul__(self, then: Channel) -> Channel:
        def total(x: Any, z: Any) -> Fraction:
            return sum((self.entry(x, y) * then.entry(y, z) for y in self.outputs), Fraction(0))

        return Channel({x: {z: total(x, z) for z in then.outputs} for x in self.rows}, self.support)

    def product(self, other: Channel) -> Channel:
        """Both channels side by side: P(y|x) Q(y'|x')."""
        pairs = [(y, y2) for y in self.outputs for y2 in other.outputs]

        def row(x: Any, x2: Any) -> dict[Any, Fraction]:
            return {(y, y2): self.entry(x, y) * other.entry(x2, y2) for y, y2 in pairs}

        return Channel({(x, x2): row(x, x2) for x in self.support for x2 in other.support})

    def mixed(self, other: Channel, weight: Any) -> Channel:
        """(1 - w) P + w Q."""
        outputs = dict.fromkeys((*self.outputs, *other.outputs))

        def entry(x: Any, y: Any) -> Fraction:
            return (1 - Fraction(weight)) * self.entry(x, y) + Fraction(weight) * other.entry(x, y)

        return Channel({x: {y: entry(x, y) for y in outputs} for x in self.rows}, self.support)

    def restricted(self, inputs: Iterable[Any]) -> Channel:
        """The channel in which only these inputs occur."""
        return Channel(self.rows, list(inputs))


def maximal_leakage(P: Channel) -> Log:
    """log₂ of the largest Σ_y P(y|φ(y)) over all ways φ of guessing the input from the output."""
    guesses = product(P.support, repeat=len(P.outputs))
    return log2(max(sum(P.entry(x, y) for x, y in zip(guess, P.outputs, strict=True)) for guess in guesses))


def deterministic_channel(R: Relation) -> Channel:
    """The channel of a relation in which y is a function of x: P(y|x) is 1 or 0."""
    X, Y = R.columns
    return Channel({x: {y: int(R.holds(x, y)) for y in R.range(Y)} for x in R.range(X)})


# --- amounts of information about channels ---------------------------------------------------------------------------


class Infinite:
    """The order ∞."""

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Infinite)

    def __hash__(self) -> int:
        return hash(Infinite)

    def __lt__(self, other: Any) -> bool:
        return False

    def __le__(self, other: Any) -> bool:
        return isinstance(other, Infinite)

    def __gt__(self, other: Any) -> bool:
        return not isinstance(other, Infinite)

    def __ge__(self, other: Any) -> bool:
        return True


def exceeds(order: Any, other: Any) -> bool:
    """Whether an order is greater than another one."""
    return not isinstance(other, Infinite) and (isinstance(order, Infinite) or order > other)


class Real:
    """A number of at least 0 by rational bounds, which come nearer with the digits; maybe it is rational itself."""

    def __init__(self, bounds: Callable[[int], tuple[Fraction, Fraction]], exactly: Fraction | None = None) -> None:
        self.bounds, self.exactly = bounds, exactly

    def __add__(self, other: Any) -> Real:
        return added([self, other])

    def __mul__(self, other: Any) -> Real:
        return times(self, other)

    __radd__ = __add__
    __rmul__ = __mul__


def real(number: Any) -> Real:
    """A rational number as a real one."""
    if isinstance(number, Real):
        return number
    return Real(lambda _: (Fraction(number), Fraction(number)), Fraction(number))


def added(numbers: Iterable[Any]) -> Real:
    """The sum."""
    terms = [real(number) for number in numbers]
    if all(term.exactly is not None for term in terms):
        return real(sum((term.exactly for term in terms if term.exactly is not None), Fraction(0)))

    def bounds(digits: int) -> tuple[Fraction, Fraction]:
        lows, highs = zip(*(term.bounds(digits) for term in terms), strict=True)
        return sum(lows, Fraction(0)), sum(highs, Fraction(0))

    return Real(bounds)


def times(one: Any, other: Any) -> Real:
    """The product."""
    left, right = real(one), real(other)
    if left.exactly is not None and right.exactly is not None:
        return real(left.exactly * right.exactly)

    def bounds(digits: int) -> tuple[Fraction, Fraction]:
        (low, high), (low2, high2) = left.bounds(digits), right.bounds(digits)
        return low * low2, high * high2

    return Real(bounds)


def larger_of(numbers: Iterable[Any]) -> Real:
    """The largest of several numbers."""
    reals = [real(number) for number in numbers]
    if all(number.exactly is not None for number in reals):
        return real(max(number.exactly for number in reals if number.exactly is not None))

    def bounds(digits: int) -> tuple[Fraction, Fraction]:
        lows, highs = zip(*(number.bounds(digits) for number in reals), strict=True)
        return max(lows), max(highs)

    return Real(bounds)


def whole_root(n: int, degree: int) -> int:
    """The largest integer whose power is at most n."""
    low, high = 0, 1 << (n.bit_length() // degree + 1)
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (middle, high) if middle**degree <= n else (low, middle)
    return low


def power_bounds(base: Fraction, exponent: Fraction, digits: int) -> tuple[Fraction, Fraction]:
    """Bounds on a rational power of a rational number, by a root of an integer."""
    number, scale = base**exponent.numerator, 1 << digits
    if exponent.denominator == 1:
        return number, number
    below = whole_root(int(number * scale**exponent.denominator // 1), exponent.denominator)
    return Fraction(below, scale), Fraction(below + 1, scale)


def power(base: Any, exponent: Any) -> Real:
    """base^exponent, rational where it can be."""
    number, e = real(base), Fraction(exponent)
    if number.exactly is not None:
        powered = number.exactly**e.numerator
        roots = [whole_root(part, e.denominator) for part in (powered.numerator, powered.denominator)]
        root = Fraction(*roots)
        if root**e.denominator == powered:
            return real(root)

    def bounds(digits: int) -> tuple[Fraction, Fraction]:
        low, high = number.bounds(digits)
        ends = [power_bounds(low, e, digits), power_bounds(high, e, digits)]
        return min(end for end, _ in ends), max(end for _, end in ends)

    return Real(bounds)


def radical(base: Any, exponent: Any = 1) -> Real:
    """base^exponent; 0^0 is 1."""
    return power(base, exponent)


def log_bounds(x: Fraction, digits: int) -> tuple[Fraction, Fraction]:
    """Bounds on ln x: x = 2^n m with m near 1, and ln m = 2 artanh((m - 1)/(m + 1))."""

    def artanh(z: Fraction) -> tuple[Fraction, Fraction]:
        total, term, k = Fraction(0), z, 1
        while abs(term) * (1 << digits) > 1:
            total, term, k = total + term / k, term * z * z, k + 2
        rest = total + term / (1 - z * z)
        return min(total, rest), max(total, rest)

    n = x.numerator.bit_length() - x.denominator.bit_length()
    m = x / Fraction(2) ** n
    (low, high), (low2, high2) = artanh((m - 1) / (m + 1)), artanh(Fraction(1, 3))
    return 2 * (low + min(n * low2, n * high2)), 2 * (high + max(n * low2, n * high2))


class Nats:
    """An amount of nats: sums of multiples of logarithms of real numbers, or infinite, or known by bounds alone."""

    def __init__(self, terms: Any, bounds: Any = None, infinite: bool = False) -> None:
        self.terms, self.bounds, self.infinite = [(Fraction(k), real(r)) for k, r in terms], bounds, infinite

    def __add__(self, other: Any) -> Nats:
        return together(self, other, 1)

    def __sub__(self, other: Any) -> Nats:
        return together(self, other, -1)

    def __mul__(self, factor: Any) -> Nats:
        return multiplied(self, Fraction(factor))

    def __truediv__(self, divisor: Any) -> Nats:
        return multiplied(self, 1 / Fraction(divisor))

    __radd__ = __add__
    __rmul__ = __mul__

    def __eq__(self, other: object) -> bool:
        return compared(self, other) == 0

    def __hash__(self) -> int:
        return 0

    def __le__(self, other: Any) -> bool:
        return compared(self, other) <= 0

    def __lt__(self, other: Any) -> bool:
        return compared(self, other) < 0

    def __ge__(self, other: Any) -> bool:
        return compared(self, other) >= 0

    def __gt__(self, other: Any) -> bool:
        return compared(self, other) > 0


def nats(amount: Any) -> Nats:
    """An amount; 0 is the only number that is one."""
    return amount if isinstance(amount, Nats) else Nats({0: []}[amount])


def multiplied(amount: Any, factor: Any) -> Nats:
    """A rational multiple of an amount."""
    bounds = amount.bounds and (lambda digits: sorted(factor * end for end in amount.bounds(digits)))
    return Nats([(k * factor, r) for k, r in amount.terms], bounds, amount.infinite)


def together(one: Any, other: Any, factor: int) -> Nats:
    """An amount plus a multiple of another one."""
    left, right = nats(one), multiplied(nats(other), factor)
    known = [amount.bounds for amount in (left, right) if amount.bounds]

    def bounds(digits: int) -> list[Fraction]:
        lows, highs = zip(*(bound(digits) for bound in known), strict=True)
        return [sum(lows, Fraction(0)), sum(highs, Fraction(0))]

    return Nats(left.terms + right.terms, bounds if known else None, left.infinite or right.infinite)


def compared(one: Any, other: Any) -> int:
    """-1, 0 or 1 as the one amount is less than the other, equal to it, or greater."""
    if nats(one).infinite or nats(other).infinite:
        return nats(one).infinite - nats(other).infinite
    difference = together(one, other, -1)
    terms = difference.terms
    if difference.bounds is None and all(r.exactly is not None for _, r in terms):
        common = lcm(*(k.denominator for k, _ in terms))
        ratio = prod((r.exactly ** int(k * common) for k, r in terms if r.exactly), start=Fraction(1))
        return (ratio > 1) - (ratio < 1)
    for digits in (32, 64, 128, 256, 512):
        if all(r.bounds(digits)[0] > 0 for _, r in terms):
            low, high = amount_bounds(difference, digits)
            if low > 0 or high < 0:
                return 1 if low > 0 else -1
    raise ArithmeticError("two amounts are too near to each other to be told apart by bounds")


def amount_bounds(amount: Nats, digits: int) -> tuple[Fraction, Fraction]:
    """Bounds on an amount."""
    low, high = amount.bounds(digits) if amount.bounds else (Fraction(0), Fraction(0))
    for k, r in amount.terms:
        below, above = r.bounds(digits)
        ends = sorted((k * log_bounds(below, digits)[0], k * log_bounds(above, digits)[1]))
        low, high = low + ends[0], high + ends[1]
    return low, high


def ln(number: Any) -> Nats:
    """The natural logarithm of a positive number."""
    return Nats([(1, number)])


def log_of(number: Any, coefficient: Any = 1) -> Nats:
    """A multiple of the logarithm of a positive number."""
    return Nats([(coefficient, number)])


# --- maximal leakage of two orders -----------------------------------------------------------------------------------


def possible_rows(P: Channel) -> list[tuple[Fraction, ...]]:
    """The rows of the inputs that occur, without repetition and without the outputs that never occur."""
    columns = zip(*([P.entry(x, y) for y in P.outputs] for x in P.support), strict=True)
    return list(dict.fromkeys(zip(*(column for column in columns if any(column)), strict=True)))


def leakage_factor(alpha: Any, beta: Any) -> Fraction:
    """α/((α-1)β) and its limits, without β where β is infinite."""
    scale = Fraction(1) if isinstance(alpha, Infinite) else alpha / Fraction(alpha - 1)
    return scale if isinstance(beta, Infinite) else scale / beta


def power_sum(p: Any, q: Any, order: Any) -> Real:
    """Σ_y p(y)^b q(y)^(1-b)."""
    b = Fraction(order)
    pairs = [(n, m) for n, m in zip(p, q, strict=True) if n]
    return added(n if n == m else times(power(n, b), power(m, 1 - b)) for n, m in pairs)


def alphabet_leakage(P: Channel, alpha: Any, beta: Any) -> Nats:
    """Maximal (α, β)-leakage by its closed form: a largest value where the sum is convex, else bounds around it."""
    rows = possible_rows(P)
    if len(rows) == 1:
        return Nats([])
    if alpha == 1:
        return capacity_of(rows)
    if exceeds(beta, 1) and not all(map(all, rows)):
        return Nats([], infinite=True)
    return Nats([(leakage_factor(alpha, beta), largest_score(rows, alpha, beta))])


def largest_score(rows: Any, alpha: Any, beta: Any) -> Real:
    """The largest argument of the logarithm over all centers and all weights of the inputs."""
    columns = list(zip(*rows, strict=True))
    if isinstance(beta, Infinite):
        return real(max(max(column) / min(column) for column in columns))
    if isinstance(alpha, Infinite):
        return larger_of(power_sum([max(column) for column in columns], q, beta) for q in rows)
    if not exceeds(alpha, beta):
        return larger_of(power_sum(p, q, beta) for p in rows for q in rows)
    return larger_of(best_average(rows, q, Fraction(alpha), Fraction(beta)) for q in rows)


def best_average(rows: Any, q: Any, a: Fraction, b: Fraction) -> Real:
    """The largest Σ_y q(y)^(1-b) (Σ_x t(x) P(y|x)^a)^(b/a) over laws t, between two bounds that any weights give."""
    r, outputs = b / a, range(len(q))
    t = proposed_weights(
        [[float(p) ** float(a) for p in row] for row in rows], [float(p) ** float(1 - b) for p in q], r
    )
    s = [added(times(w, power(row[y], a)) for w, row in zip(t, rows, strict=True)) for y in outputs]
    v = [power(p, 1 - b) for p in q]
    F = added(times(v[y], power(s[y], r)) for y in outputs)
    slopes = [[times(times(v[y], power(s[y], r - 1)), power(row[y], a)) for y in outputs] for row in rows]
    below, above = times(F, power(sum(t), -r)), times(power(F, 1 - r), power(larger_of(map(added, slopes)), r))
    return Real(lambda digits: (below.bounds(digits)[0], above.bounds(digits)[1]))


def proposed_weights(M: Any, v: Any, r: Fraction) -> list[Fraction]:
    """Weights of the inputs that are nearly the best; nothing depends on how they are found."""
    t, outputs = [1 / len(M)] * len(M), range(len(v))
    for _ in range(4000):
        s = [sum(w * row[y] for w, row in zip(t, M, strict=True)) for y in outputs]
        g = [sum(v[y] * s[y] ** float(r - 1) * row[y] for y in outputs) for row in M]
        t = [max(w * slope ** float(1 / (1 - r)), 1e-30) for w, slope in zip(t, g, strict=True)]
        t = [w / sum(t) for w in t]
    return [Fraction(w).limit_denominator(10**15) or Fraction(1, 10**15) for w in t]


def capacity_of(rows: Any) -> Nats:
    """The largest mutual information, between Σ_x t(x) D(x) and max_x D(x) for the divergences D of rows from t."""
    t = [1.0 / len(rows)] * len(rows)
    for _ in range(4000):
        mean = [sum(w * float(p) for w, p in zip(t, column, strict=True)) for column in zip(*rows, strict=True)]
        slopes = [prod((float(p) / m) ** float(p) for p, m in zip(row, mean, strict=True) if p) for row in rows]
        t = [max(w * slope, 1e-30) for w, slope in zip(t, slopes, strict=True)]
        t = [w / sum(t) for w in t]
    weights = [Fraction(w).limit_denominator(10**15) or Fraction(1, 10**15) for w in t]
    law = [w / sum(weights) for w in weights]
    center = [sum(w * p for w, p in zip(law, column, strict=True)) for column in zip(*rows, strict=True)]
    divergences = [Nats([(p, p / m) for p, m in zip(row, center, strict=True) if p]) for row in rows]

    def bounds(digits: int) -> list[Fraction]:
        ends = [amount_bounds(divergence, digits) for divergence in divergences]
        low = sum((w * below for w, (below, _) in zip(law, ends, strict=True)), Fraction(0))
        return [low, max(high for _, high in ends)]

    return Nats([], bounds)


def leakage_about(P: Channel, U: Any, alpha: Any, beta: Any) -> Nats:
    """How much Y helps to guess a function U of the data, given by its joint law P(u, x), at two orders."""
    before = [sum(row.values(), Fraction(0)) for row in U.values()]
    joint = [[sum(p * P.entry(x, y) for x, p in row.items()) for row in U.values()] for y in P.outputs]
    after = [cell for cell in joint if sum(cell)]
    if alpha == 1:
        pairs = [(m, m / (sum(cell) * p)) for cell in after for m, p in zip(cell, before, strict=True) if m]
        return Nats(pairs)
    factor = leakage_factor(alpha, 1 if isinstance(alpha, Infinite) else alpha)
    factor = factor if isinstance(beta, Infinite) else leakage_factor(alpha, beta)
    return Nats([(factor, guessing_total(after, alpha, beta)), (-factor, guessing_total([before], alpha, beta))])


def conditional_leakage_about(P: Channel, side: Callable[[Any], Any], U: Any, alpha: Any, beta: Any) -> Nats:
    """How much Y helps to guess U for one who knows side(X), at two orders with α > 1."""
    known = dict.fromkeys(side(x) for row in U.values() for x, p in row.items() if p)

    def cell(z: Any, likelihood: Callable[[Any], Any]) -> list[Any]:
        return [sum(p * likelihood(x) for x, p in row.items() if side(x) == z) for row in U.values()]

    def given(y: Any) -> Callable[[Any], Any]:
        return lambda x: P.entry(x, y)

    after = [cell(z, given(y)) for z in known for y in P.outputs]
    before = [cell(z, lambda _: 1) for z in known]
    factor = leakage_factor(alpha, 1 if isinstance(alpha, Infinite) else alpha)
    factor = factor if isinstance(beta, Infinite) else leakage_factor(alpha, beta)
    totals = [guessing_total([c for c in cells if sum(c)], alpha, beta) for cells in (after, before)]
    return Nats([(factor, totals[0]), (-factor, totals[1])])


def guessing_total(cells: Any, alpha: Any, beta: Any) -> Real:
    """Σ_c w^(1-β) S^(β/α) with w = Σ_u m(u) and S = Σ_u m(u)^α, or the largest S/w^α where β is infinite."""
    a = 1 if isinstance(alpha, Infinite) else Fraction(alpha)
    sums = [max(cell) if isinstance(alpha, Infinite) else added(power(m, a) for m in cell if m) for cell in cells]
    if isinstance(beta, Infinite):
        return larger_of(times(S, power(sum(cell), -a)) for S, cell in zip(sums, cells, strict=True))
    b = Fraction(beta)
    return added(times(power(sum(cell), 1 - b), power(S, b / a)) for S, cell in zip(sums, cells, strict=True))


def local_renyi_privacy(P: Channel, alpha: Any) -> Nats:
    """The largest Rényi divergence between two rows."""
    rows = possible_rows(P)
    if len(rows) == 1:
        return Nats([])
    if not all(map(all, rows)):
        return Nats([], infinite=True)
    if isinstance(alpha, Infinite):
        return ln(max(n / m for p in rows for q in rows for n, m in zip(p, q, strict=True)))
    if alpha != 1:
        return log_of(larger_of(power_sum(p, q, alpha) for p in rows for q in rows), 1 / Fraction(alpha - 1))
    divergences = [Nats([(n, n / m) for n, m in zip(p, q, strict=True)]) for p in rows for q in rows]
    best = divergences[0]
    for divergence in divergences:
        best = divergence if compared(divergence, best) > 0 else best
    return best


def local_differential_privacy(P: Channel) -> Nats:
    """The largest logarithm of a ratio of two entries in one column."""
    return local_renyi_privacy(P, Infinite())


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
