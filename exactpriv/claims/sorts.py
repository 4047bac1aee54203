"""Sorts: what a parameter of a claim is quantified over, and how its instances are made in each reading.

``R: Annotated[Relation, "X", "Y"]`` ranges over all non-empty relations of the scope, ``g: Annotated[Mechanism, "D",
"Y"]`` over all mechanisms on the data range that the parameter ``D`` stands for, and so on; :data:`SORTS` lists them.

A sort answers for one parameter, given the parameters before it (``env``):

* ``options(env)``: how many instances it has, a number or one for each instance of a batch;
* ``batched(env, index)``: the instances with the given indices, as one batched object;
* ``open(env)``: an object whose entries are fresh z3 Booleans;
* ``proper(env, thing)``: the truth that such an object is an instance (a relation is not empty, a function has one
  value at every point, …);
* ``size(env, thing)``: (Ω, values, further) for the search of the smallest witness.
"""

from __future__ import annotations

import itertools
import math
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping
from fractions import Fraction
from functools import cached_property
from typing import Any

import numpy as np

from exactpriv.capacity.codes import Code
from exactpriv.capacity.graphs import members
from exactpriv.capacity.listing import channels_up_to_names, graphs_up_to_names
from exactpriv.claims.scope import Scope
from exactpriv.errors import QuantifierError, ScopeError
from exactpriv.leakage import Channel
from exactpriv.leakage.orders import Infinite, Order
from exactpriv.privacy import ExtendedMechanism, GridPrior, Mechanism
from exactpriv.relations import Function, Relation, Row, Value
from exactpriv.truth import (
    BatchedNumber,
    Number,
    OpenNumber,
    OpenReal,
    Truth,
    all_of,
    any_of,
    count,
    negation,
    number_under,
)

Env = Mapping[str, Any]
Size = tuple[list[Number], list[Number], list[Number]]
MOST_BITS = 62


class Sort(ABC):
    """How one parameter is quantified over; some sorts cannot be batched, or not be given to z3."""

    is_batched = True
    is_open = True
    is_real = False
    """Whether z3 takes all reals where enumeration takes a grid."""
    needs_relation = False
    """Whether its first detail names an earlier parameter that is a relation."""

    def __init__(self, name: str, details: tuple[Any, ...], scope: Scope) -> None:
        self.name = name
        self.details = details
        self.scope = scope

    fewest_details, most_details = 1, 1
    """How many names of ranges the annotation gives."""

    @classmethod
    def check_details(cls, name: str, details: tuple[Any, ...]) -> None:
        """QuantifierError when the annotation of a parameter does not name the ranges that the sort needs."""
        names = [detail for detail in details if isinstance(detail, str)]
        if not cls.fewest_details <= len(names) <= cls.most_details or len(names) < len(details):
            raise QuantifierError(
                f"parameter {name!r} is annotated with {details!r}; give {cls.fewest_details} "
                f"{'or more names' if cls.most_details > cls.fewest_details else 'name(s)'} of ranges, as in "
                'R: Annotated[Relation, "X", "Y"] or g: Annotated[Mechanism, "D", "Y"]'
            )

    @abstractmethod
    def options(self, env: Env) -> int | np.ndarray:
        """How many instances there are, given the earlier parameters."""

    @abstractmethod
    def batched(self, env: Env, index: np.ndarray | range) -> Any:
        """The instances with these indices; a ``range`` is a run of them that starts at a multiple of its length."""

    @abstractmethod
    def open(self, env: Env) -> Any:
        """The instance whose entries are unknown."""

    def proper(self, env: Env, thing: Any) -> Truth:
        """Whether it is an instance."""
        return True

    def size(self, env: Env, thing: Any) -> Size:
        """What the search for the smallest witness counts: Ω, values, further numbers."""
        return [], [], []

    def preferences(self, env: Env, thing: Any) -> Iterator[Truth]:
        """What picks one of several smallest instances: enumeration meets first the one that grants these in order."""
        yield from ()

    def shown(self, env: Env, thing: Any) -> Any:
        """A decided instance without what was only there to hold a place."""
        return thing

    def instances(self, env: Env) -> Iterator[Any]:
        """The instances one by one, decided, given decided earlier parameters."""
        number = self.options(env)
        for index in range(int(number)):
            thing = self.batched(env, np.asarray([index]))
            yield decided(thing, lambda entry: entry[0].item() if isinstance(entry, np.ndarray) else entry)

    def _fresh(self, *labels: Any) -> Truth:
        import z3

        return z3.Bool(f"{self.name}[{','.join(map(str, labels))}]")


def decided(thing: Any, valuation: Callable[[Truth], Any]) -> Any:
    """The thing with every truth value replaced by what the valuation says; numbers too."""
    if hasattr(thing, "decided"):
        return thing.decided(valuation)
    return number_under(thing, valuation)


def bits(index: np.ndarray | range, number: int) -> list[Truth]:
    """The lowest binary digits of the indices; digits that a run of indices shares come out decided."""
    if isinstance(index, range):
        length = len(index)
        varying = length.bit_length() - 1
        pattern = _patterns(length)
        return [pattern[i] if i < varying else bool(index.start >> i & 1) for i in range(number)]
    return [(index >> i & 1).astype(bool) for i in range(number)]


_PATTERNS: dict[int, list[np.ndarray]] = {}


def _patterns(length: int) -> list[np.ndarray]:
    if length not in _PATTERNS:
        run = np.arange(length)
        _PATTERNS[length] = [(run >> i & 1).astype(bool) for i in range(length.bit_length() - 1)]
    return _PATTERNS[length]


_LETTERS = {"inputs": "x", "outputs": "y", "databases": "d"}


def labels(column: str, number: int) -> tuple[Value, ...]:
    """x1, x2, … for a column X or "inputs", y1, … for "outputs"; 0, 1, … for one such as X2 (somebody's data)."""
    if column[-1:].isdigit():
        return tuple(range(number))
    letter = _LETTERS.get(column, column.lower())
    return tuple(f"{letter}{i + 1}" for i in range(number))


class RelationSort(Sort):
    """All non-empty relations with the named columns: every range at most its size, so all smaller sizes too."""

    most_details = 26

    @property
    def rows(self) -> list[Row]:
        """The rows that can belong."""
        return list(itertools.product(*(labels(c, self.scope.size(c)) for c in self.details)))

    def options(self, env: Env) -> int:
        return 1 << len(self.rows)

    def batched(self, env: Env, index: np.ndarray | range) -> Relation:
        rows = self.rows
        absent = reversed(bits(index, len(rows)))
        return Relation(self.details, {row: negation(truth) for row, truth in zip(rows, absent, strict=True)})

    def open(self, env: Env) -> Relation:
        return Relation(self.details, {row: self._fresh(*row) for row in self.rows})

    def proper(self, env: Env, thing: Relation) -> Truth:
        return negation(thing.is_empty())

    def size(self, env: Env, thing: Relation) -> Size:
        return [thing.size()], [thing.range(column).size() for column in thing.columns], []

    def preferences(self, env: Env, thing: Relation) -> Iterator[Truth]:
        """Early rows."""
        yield from thing.rows.values()


class _Functional(Sort):
    """Shared by all sorts that are maps from points to the values of a range."""

    fewest_details, most_details = 2, 2

    def _points(self, env: Env) -> dict[Any, Truth]:
        """The points of the domain, each with the truth that it belongs; elsewhere the value is fixed."""
        domain = self.details[0]
        if domain in env:
            thing = env[domain]
            if isinstance(thing, Relation):
                return dict(thing.rows) if len(thing.columns) > 1 else _unwrapped(thing)
            raise QuantifierError(f"{self.name} is a map on {domain!r}, which is not a relation; name a relation")
        return dict.fromkeys(labels(domain, self.scope.size(domain)), True)

    @property
    def values(self) -> tuple[Value, ...]:
        return labels(self.details[1], self.scope.size(self.details[1]))

    def options(self, env: Env) -> int | np.ndarray:
        base, exponent = len(self.values), count(self._points(env))
        if isinstance(exponent, BatchedNumber):
            return np.asarray(base ** exponent.whole())
        return int(base**exponent)

    def batched(self, env: Env, index: np.ndarray | range) -> Any:
        rest = np.asarray(index)
        base, table = len(self.values), {}
        for point, present in reversed(self._points(env).items()):
            if base == 1 or present is False:
                digit = np.zeros_like(rest)
            else:
                digit = np.where(present, rest % base, 0)
                rest = np.where(present, rest // base, rest)
            table[point] = {value: digit == place for place, value in enumerate(self.values)}
        return self._made(env, dict(reversed(table.items())))

    def open(self, env: Env) -> Any:
        table = {p: {v: self._fresh(*_listed(p), v) for v in self.values} for p in self._points(env)}
        return self._made(env, table)

    def proper(self, env: Env, thing: Any) -> Truth:
        function = self._function(thing)
        first = self.values[0]
        return all_of(
            any_of(
                [
                    all_of([occurs, _exactly_one([function.gives(point, value) for value in self.values])]),
                    all_of([negation(occurs), *(iff_first(function, point, value, first) for value in self.values)]),
                ]
            )
            for point, occurs in self._points(env).items()
        )

    def size(self, env: Env, thing: Any) -> Size:
        function = self._function(thing)
        return [], [function.image(self._points(env)).size()], []

    def preferences(self, env: Env, thing: Any) -> Iterator[Truth]:
        """Early values at early points."""
        function = self._function(thing)
        for point in self._points(env):
            yield from (any_of(function.gives(point, v) for v in self.values[: n + 1]) for n in range(len(self.values)))

    def shown(self, env: Env, thing: Any) -> Any:
        """The map on the points that occur."""
        return thing.restricted([point for point, occurs in self._points(env).items() if occurs])

    def _made(self, env: Env, table: dict[Any, dict[Value, Truth]]) -> Any:
        return Function(table)

    def _function(self, thing: Any) -> Function:
        return thing if isinstance(thing, Function) else thing.rule


def iff_first(function: Function, point: Any, value: Value, first: Value) -> Truth:
    """Off its domain a function is pinned to the first value, so that every instance is counted once."""
    truth = function.gives(point, value)
    return truth if value == first else negation(truth)


def _exactly_one(truths: list[Truth]) -> Truth:
    pairs = itertools.combinations(truths, 2)
    return all_of([any_of(truths), *(negation(all_of(pair)) for pair in pairs)])


def _unwrapped(thing: Relation) -> dict[Any, Truth]:
    return {row[0]: truth for row, truth in thing.rows.items()}


def _listed(point: Any) -> tuple[Any, ...]:
    return point if isinstance(point, tuple) else (point,)


class FunctionSort(_Functional):
    """All maps from a range (its name) or from the rows of an earlier relation to a range."""


class MechanismSort(_Functional):
    """All mechanisms on an earlier data range."""

    needs_relation = True

    def _points(self, env: Env) -> dict[Any, Truth]:
        return dict(env[self.details[0]].rows)

    def _made(self, env: Env, table: dict[Any, dict[Value, Truth]]) -> Mechanism:
        return Mechanism(env[self.details[0]], Function(table))

    def size(self, env: Env, thing: Mechanism) -> Size:
        return [], [thing.output_range().size()], []


class ExtendedMechanismSort(_Functional):
    """All mechanisms that are defined on the whole box around an earlier data range."""

    needs_relation = True

    def _points(self, env: Env) -> dict[Any, Truth]:
        columns = env[self.details[0]].columns
        box = itertools.product(*(labels(column, self.scope.size(column)) for column in columns))
        return dict.fromkeys(box, True)

    def _made(self, env: Env, table: dict[Any, dict[Value, Truth]]) -> ExtendedMechanism:
        return ExtendedMechanism(env[self.details[0]], Function(table))


class CountSort(Sort):
    """The whole numbers from 1 (or the given start) to the size of the range with the given name."""

    @classmethod
    def check_details(cls, name: str, details: tuple[Any, ...]) -> None:
        """A name, and perhaps a start."""
        super().check_details(name, details[:1])
        if len(details) > 2 or not all(isinstance(start, int) and start >= 0 for start in details[1:]):
            raise QuantifierError(
                f'parameter {name!r} is annotated with {details!r}; write Annotated[int, "K"] or …, 2]'
            )

    @property
    def _values(self) -> tuple[int, ...]:
        start = self.details[1] if len(self.details) > 1 else 1
        most = self.scope.size(self.details[0])
        if most < start:
            raise ScopeError(f"{self.name} counts from {start} but {self.details[0]} ends at {most}; widen the scope")
        return tuple(range(start, most + 1))

    def options(self, env: Env) -> int:
        return len(self._values)

    def batched(self, env: Env, index: np.ndarray | range) -> BatchedNumber:
        return BatchedNumber(np.asarray(index) + self._values[0])

    def open(self, env: Env) -> Number:
        values = self._values
        if len(values) == 1:
            return values[0]
        return OpenNumber(values, tuple(self._fresh(value) for value in values[1:]))

    def proper(self, env: Env, thing: Number) -> Truth:
        if not isinstance(thing, OpenNumber):
            return True
        return all_of(any_of([low, negation(high)]) for low, high in itertools.pairwise(thing.reached))

    def size(self, env: Env, thing: Number) -> Size:
        return [], [], [thing]

    def instances(self, env: Env) -> Iterator[int]:
        yield from self._values


class RationalSort(Sort):
    """The rationals from 0 to 1 with denominators up to the size of the named range; for z3, all reals from 0 to 1."""

    @property
    def _values(self) -> list[Fraction]:
        largest = self.scope.size(self.details[0])
        grid = {Fraction(n, d) for d in range(1, largest + 1) for n in range(d + 1)}
        return sorted(grid, key=lambda value: (value.denominator, value))

    is_real = True

    def options(self, env: Env) -> int:
        return len(self._values)

    def batched(self, env: Env, index: np.ndarray | range) -> BatchedNumber:
        values, places = self._values, np.asarray(index)
        numerators = np.asarray([value.numerator for value in values], dtype=np.int64)
        denominators = np.asarray([value.denominator for value in values], dtype=np.int64)
        return BatchedNumber(numerators[places], denominators[places])

    def open(self, env: Env) -> Any:
        return OpenReal.unknown(self.name)

    def proper(self, env: Env, thing: Number) -> Truth:
        return all_of([thing >= 0, thing <= 1])

    def size(self, env: Env, thing: Number) -> Size:
        return [], [], [Denominator(thing)]

    def shown(self, env: Env, thing: Number) -> Fraction:
        """Always a fraction, so that ``/`` stays exact."""
        return Fraction(thing)

    def instances(self, env: Env) -> Iterator[Fraction]:
        yield from self._values


class Denominator:
    """The denominator of a rational, as something to be made small."""

    __slots__ = ("number",)

    def __init__(self, number: Number) -> None:
        self.number = number


class CodeSort(Sort):
    """All codes of block length 1 to the scope's ``block`` whose letters are inputs of an earlier channel."""

    needs_relation = True

    def _words(self, column: str) -> dict[int, list[Row]]:
        letters = labels(column, self.scope.size(column))
        lengths = range(1, self.scope.size("block") + 1)
        return {n: list(itertools.product(letters, repeat=n)) for n in lengths}

    def number_of_codes(self, channel: Sort) -> int:
        """How many codes there are for the inputs of a channel."""
        return sum(2 ** len(words) for words in self._words(channel.details[0]).values())

    def options(self, env: Env) -> int:
        return sum(2 ** len(words) for words in self._words(env[self.details[0]].columns[0]).values())

    def batched(self, env: Env, index: np.ndarray | range) -> Code:
        places = np.asarray(index)
        lengths: dict[int, Truth] = {}
        words: dict[Row, Truth] = {}
        start = 0
        for n, of_length in self._words(env[self.details[0]].columns[0]).items():
            stop = start + 2 ** len(of_length)
            lengths[n] = (places >= start) & (places < stop)
            absent = reversed(bits(places - start, len(of_length)))
            words |= {word: ~truth & lengths[n] for word, truth in zip(of_length, absent, strict=True)}
            start = stop
        return Code(words, lengths)

    def open(self, env: Env) -> Code:
        by_length = self._words(env[self.details[0]].columns[0])
        lengths = {n: self._fresh("length", n) for n in by_length} if len(by_length) > 1 else {1: True}
        words = {word: self._fresh(*word) for of_length in by_length.values() for word in of_length}
        return Code(words, lengths)

    def proper(self, env: Env, thing: Code) -> Truth:
        one_length = _exactly_one(list(thing.lengths.values()))
        in_length = (any_of([negation(truth), thing.has_length(len(word))]) for word, truth in thing.words.items())
        return all_of([one_length, *in_length])

    def size(self, env: Env, thing: Code) -> Size:
        return [], [thing.size()], [thing.length()]

    def preferences(self, env: Env, thing: Code) -> Iterator[Truth]:
        """Early words."""
        yield from thing.words.values()


class ChannelSort(Sort):
    """All channels with entries in (1/d)ℤ, d the scope's size of the third name; for z3, all real channels."""

    is_real = True
    fewest_details, most_details = 3, 3

    @property
    def _shape(self) -> tuple[tuple[Value, ...], tuple[Value, ...], int]:
        inputs, outputs, denominator = self.details
        size = self.scope.size
        return labels(inputs, size(inputs)), labels(outputs, size(outputs)), size(denominator)

    @property
    def _possible_rows(self) -> np.ndarray:
        """All ways to write d as an ordered sum over the outputs."""
        _, outputs, d = self._shape
        rows = itertools.product(range(d + 1), repeat=len(outputs))
        return np.asarray([row for row in rows if sum(row) == d], dtype=np.int64)

    def options(self, env: Env) -> int:
        return int(len(self._possible_rows) ** len(self._shape[0]))

    def batched(self, env: Env, index: np.ndarray | range) -> Channel:
        inputs, outputs, d = self._shape
        possible, rest, rows = self._possible_rows, np.asarray(index), {}
        for x in inputs:
            chosen = possible[rest % len(possible)]
            rows[x] = {y: BatchedNumber(chosen[:, place], d) for place, y in enumerate(outputs)}
            rest = rest // len(possible)
        return Channel(rows)

    def open(self, env: Env) -> Channel:
        inputs, outputs, _ = self._shape
        return Channel({x: {y: OpenReal.unknown(f"{self.name}[{x},{y}]") for y in outputs} for x in inputs})

    def proper(self, env: Env, thing: Channel) -> Truth:
        rows = thing.rows.values()
        if any(isinstance(p, BatchedNumber) for row in rows for p in row.values()):
            return True  # made so
        return all_of(all_of([*(p >= 0 for p in row.values()), sum(row.values()) == 1]) for row in rows)

    def instances(self, env: Env) -> Iterator[Channel]:
        """Those with small denominators first."""
        yield from self._every

    @cached_property
    def _every(self) -> tuple[Channel, ...]:
        inputs, outputs, d = self._shape
        possible = sorted(self._possible_rows.tolist(), key=lambda row: d // math.gcd(*row))
        every = itertools.product(possible, repeat=len(inputs))
        chosen = sorted(every, key=lambda rows: d // math.gcd(d, *itertools.chain.from_iterable(rows)))
        tables = ([{y: Fraction(n, d) for y, n in zip(outputs, row, strict=True)} for row in rows] for rows in chosen)
        return tuple(Channel(dict(zip(inputs, table, strict=True))) for table in tables)


def _rows_of(entries: tuple[Any, ...], columns: int) -> tuple[tuple[Any, ...], ...]:
    return tuple(entries[start : start + columns] for start in range(0, len(entries), columns))


class OrderSort(Sort):
    """The orders that the annotation lists, as in ``a: Annotated[Order, 2, Fraction(3, 2), INFINITE]``; one by one."""

    is_batched = False
    is_open = False

    @classmethod
    def check_details(cls, name: str, details: tuple[Any, ...]) -> None:
        """One order at least."""
        if not details or not all(isinstance(value, int | Fraction | Infinite) for value in details):
            raise QuantifierError(
                f"parameter {name!r} is annotated with {details!r}; list its orders, as in "
                "a: Annotated[Order, 2, Fraction(3, 2), INFINITE]"
            )

    def options(self, env: Env) -> int:
        return len(self.details)

    def batched(self, env: Env, index: np.ndarray | range) -> Any:
        raise ScopeError("orders are enumerated one by one; use instances()")

    def open(self, env: Env) -> Any:
        raise ScopeError("z3 cannot take orders; use engine='enumeration'")

    def size(self, env: Env, thing: Order) -> Size:
        """The place in the list."""
        return [], [], [1 + self.details.index(thing)]

    def instances(self, env: Env) -> Iterator[Order]:
        yield from self.details


class GridPriorSort(Sort):
    """All priors on a grid, with a release, up to scaling the weights; one by one, those with few boxes first."""

    is_batched = False
    is_open = False
    fewest_details, most_details = 5, 5

    def options(self, env: Env) -> int:
        raise ScopeError("priors are enumerated one by one; use instances()")

    def batched(self, env: Env, index: np.ndarray | range) -> Any:
        raise ScopeError("priors are enumerated one by one; use instances()")

    def open(self, env: Env) -> Any:
        raise ScopeError("z3 cannot take priors; use engine='enumeration'")

    def size(self, env: Env, thing: GridPrior) -> Size:
        return [], [], [len(thing.boxes())]

    def shown(self, env: Env, thing: GridPrior) -> GridPrior:
        """The prior without empty rows and columns at the end."""
        return thing.cropped()

    def instances(self, env: Env) -> Iterator[GridPrior]:
        rows, columns, weight, outputs, thin = (self.scope.size(name) for name in self.details)
        flat = itertools.product(range(weight + 1), repeat=rows * columns)
        weights = sorted(
            (w for w in flat if math.gcd(*w) == 1), key=lambda w: (sum(map(bool, w)), [-part for part in w])
        )
        for chosen in weights:
            names = [labels(self.details[3], outputs) if w else ("-",) for w in chosen]
            for released in itertools.product(*names):
                for halvings in range(thin):
                    thickness = Fraction(1, 2**halvings)
                    yield GridPrior(_rows_of(chosen, columns), _rows_of(released, columns), thickness)


class UnlabeledChannel(Relation):
    """What ``R: Annotated[UnlabeledChannel, "X", "Y"]`` ranges over: channels, one of each up to renaming."""


class GraphChannel(Relation):
    """What ``R: Annotated[GraphChannel, "X"]`` ranges over: graphs as channels whose outputs are the maximal cliques.

    Up to 7 vertices, one graph of each up to renaming.
    """


class _ChannelsOneByOne(Sort):
    """Shared by channels that are listed up to renaming, few enough to be looked at one by one."""

    is_batched = False
    is_open = False

    def options(self, env: Env) -> int:
        raise ScopeError("channels up to renaming are enumerated one by one; use instances()")

    def batched(self, env: Env, index: np.ndarray | range) -> Any:
        raise ScopeError("channels up to renaming are enumerated one by one; use instances()")

    def open(self, env: Env) -> Any:
        raise ScopeError("z3 cannot take channels up to renaming; use engine='enumeration'")

    def size(self, env: Env, thing: Relation) -> Size:
        return [thing.size()], [thing.range(column).size() for column in thing.columns], []

    def instances(self, env: Env) -> Iterator[Relation]:
        yield from self._every

    @cached_property
    def _every(self) -> tuple[Relation, ...]:
        return tuple(map(self._channel, self._listed()))

    @abstractmethod
    def _listed(self) -> Iterable[Iterable[Iterable[int]]]:
        """The inputs that may lead to each output, by number, of every channel."""

    def _channel(self, groups: Iterable[Iterable[int]]) -> Relation:
        return Relation.of(*sorted((f"x{x + 1}", f"y{y + 1}") for y, group in enumerate(groups) for x in group))


class UnlabeledChannelSort(_ChannelsOneByOne):
    """All channels up to the names of inputs and outputs."""

    fewest_details, most_details = 2, 2

    def _listed(self) -> Iterable[Iterable[Iterable[int]]]:
        found = channels_up_to_names(*(self.scope.size(name) for name in self.details))
        return ([members(group) for group in groups] for groups in found)


class GraphChannelSort(_ChannelsOneByOne):
    """All graphs up to the names of the vertices, with the maximal cliques as outputs."""

    def _listed(self) -> Iterable[Iterable[Iterable[int]]]:
        return (graph.maximal_cliques() for graph in graphs_up_to_names(self.scope.size(self.details[0])))


def number_of_instances(sorts: Mapping[str, Sort]) -> int:
    """The number of instances, mostly by formula: maps on a data range D give (1 + values)^box - 1 with D."""
    total, factors = 1, {}
    for name, sort in sorts.items():
        if isinstance(sort, RelationSort):
            factors[name] = (len(sort.rows), 1)
        elif (
            isinstance(sort, _Functional) and not isinstance(sort, ExtendedMechanismSort) and sort.details[0] in factors
        ):
            box, maps = factors[sort.details[0]]
            factors[sort.details[0]] = (box, maps * len(sort.values))
        elif isinstance(sort, ExtendedMechanismSort):
            total *= len(sort.values) ** factors[sort.details[0]][0]
        elif isinstance(sort, CodeSort):
            total *= sort.number_of_codes(sorts[sort.details[0]])
        elif sort.is_batched:
            total *= int(sort.options({}))
        else:
            total *= sum(1 for _ in sort.instances({}))
    return int(total * math.prod((1 + maps) ** box - 1 for box, maps in factors.values()))


SORTS: dict[Any, type[Sort]] = {
    Relation: RelationSort,
    Function: FunctionSort,
    Mechanism: MechanismSort,
    ExtendedMechanism: ExtendedMechanismSort,
    int: CountSort,
    Fraction: RationalSort,
    Code: CodeSort,
    Channel: ChannelSort,
    Order: OrderSort,
    GridPrior: GridPriorSort,
    UnlabeledChannel: UnlabeledChannelSort,
    GraphChannel: GraphChannelSort,
}
