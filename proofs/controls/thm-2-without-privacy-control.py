# thm-2-without-privacy-control: a counterexample to the statement
#
# C₀ = 0 on product data, whether or not g is private.
#
# Source: [farokhi2019noiseless], Thm. 2, without its hypothesis.
#
# It is a deliberately wrong neighbor of thm-2-without-privacy: a search must find this.
#
# Run this file with Python 3.10 or newer: it asserts, in exact numbers, that the instance at its end
# satisfies the hypotheses but not the conclusion.

from fractions import Fraction
from itertools import product
from math import prod

# --- what the words mean --------------------------------------------------------------------------

def elements(domain):
    """The elements of a set; of a table of truth values, those that are true."""
    return [e for e in domain if domain[e]] if isinstance(domain, dict) else list(domain)

def all_of(truths):
    """Conjunction."""
    return all(truths)

def implies(hypothesis, conclusion):
    """If … then."""
    return conclusion or not hypothesis

def forall(domain, predicate):
    """∀ element of the domain: predicate."""
    return all(predicate(e) for e in elements(domain))

class Log:
    """log₂ of an exact ratio; log₂ 0 is -∞."""

    def __init__(self, ratio):
        self.ratio = Fraction(ratio)

    def __eq__(self, other):
        return self.ratio == ratio_of(other)

    def __hash__(self):
        return hash(self.ratio)

    def __gt__(self, other):
        return self.ratio > ratio_of(other)

def ratio_of(amount):
    """2 to the power of an amount; 0 is the only number that is one."""
    return amount.ratio if isinstance(amount, Log) else {0: Fraction(1)}[amount]

def log2(number):
    """log₂ of a number."""
    return Log(number)

class Range(dict):
    """A finite set of values: a table in which each of them is true."""

    def __init__(self, occurs):
        super().__init__(dict.fromkeys(elements(occurs), True))

    def holds(self, value):
        """Whether the value occurs."""
        return value in self

    def size(self):
        """|range|."""
        return len(self)

    def same_as(self, other):
        """Whether the two ranges have the same values."""
        return set(self) == set(other)

    def __hash__(self):
        return hash(frozenset(self))

class Relation:
    """A finite set of rows with named columns."""

    def __init__(self, columns, cells, declared=None):
        self.columns, self.rows, self.given = tuple(columns), Range(cells), declared

    @staticmethod
    def of(*rows, columns=None):
        """The relation with the given rows; its columns are X, Y, Z (or X1, X2, … beyond three) unless named."""
        names = "XYZ"[: len(rows[0])] if len(rows[0]) <= 3 else [f"X{i}" for i, _ in enumerate(rows[0], start=1)]
        return Relation(columns or names, rows)

    def __iter__(self):
        return iter(self.rows)

    def holds(self, *row):
        """Whether the row belongs to the relation."""
        return row in self.rows

    def size(self):
        """The number of rows."""
        return len(self.rows)

    def range(self, *columns):
        """⟦X⟧ of one column, or ⟦X, Y⟧ (as tuples) of several."""
        picked = [tuple(row[self.columns.index(column)] for column in columns) for row in self.rows]
        return Range([row[0] if len(row) == 1 else row for row in picked])

    def same_as(self, other):
        """Whether both have the same rows."""
        return set(self.rows) == set(other.rows)

    def __eq__(self, other):
        return isinstance(other, Relation) and self.columns == other.columns and self.same_as(other)

    def __hash__(self):
        return hash((self.columns, frozenset(self.rows)))

def is_product(D):
    """⟦X₁, …, Xₙ⟧ = ⟦X₁⟧ × … × ⟦Xₙ⟧, by counting."""
    return D.size() == prod(D.range(column).size() for column in D.columns)

class Function:
    """A map from points to values, as a table."""

    def __init__(self, table):
        self.table = {point: value for point, row in table.items() for value, truth in row.items() if truth}

    @staticmethod
    def of(points, rule):
        """The function point ↦ rule(point), or rule[point] for a table."""
        value = rule.__getitem__ if isinstance(rule, dict) else rule
        return Function({point: {value(point): True} for point in points})

    def __call__(self, point):
        """The value at a point."""
        return self.table[point]

    def __eq__(self, other):
        return isinstance(other, Function) and self.table == other.table

    def __hash__(self):
        return hash(frozenset(self.table.items()))

class Line(tuple):
    """(i, v): individual i varies while the others' data are v."""

    __slots__ = ()

    def __new__(cls, individual, others):
        """The pair (i, v)."""
        return super().__new__(cls, (individual, others))

    @property
    def individual(self):
        """Who varies."""
        return self[0]

    def at(self, value):
        """The data set in which the individual has the value."""
        i, v = self
        return (*v[:i], value, *v[i:])

    @staticmethod
    def through(point, individual):
        """The line of an individual through a data set."""
        return Line(individual, point[:individual] + point[individual + 1 :])

def lines(D):
    """The lines of a data range."""
    return Range([Line.through(point, i) for point in D.rows for i, _ in enumerate(D.columns)])

class Mechanism:
    """A deterministic release of a data set."""

    def __init__(self, data, rule):
        self.data = data
        self.rule = rule if isinstance(rule, Function) else Function.of(self.domain(), rule)

    def domain(self):
        """Where it has to be defined: on the data range."""
        return list(self.data.rows)

    def __call__(self, *point):
        """The response to a data set."""
        return self.rule(point)

class ExtendedMechanism(Mechanism):
    """A release that is defined on the whole box ∏⟦Xⱼ⟧ around the data range."""

    def domain(self):
        """Where it has to be defined: on the box."""
        return list(product(*(self.data.range(column) for column in self.data.columns)))

def response(g, line):
    """⟦Xᵢ, Y⟧ for Y = g ∘ ψ ∘ X, where ψ replaces the others' data by v."""
    pairs = [(value, g(*line.at(value))) for value in g.data.range(g.data.columns[line.individual])]
    return Relation((g.data.columns[line.individual], "Y"), pairs)

class Code:
    """A set of words of one length."""

    def __init__(self, words, lengths):
        self.words = dict.fromkeys(elements(words), True)
        self.lengths = dict.fromkeys(elements(lengths), True)

    @staticmethod
    def of(*words):
        """The code with the given words."""
        return Code(words, [len(words[0])])

    def size(self):
        """The number of words."""
        return len(self.words)

    def length(self):
        """The block length."""
        return next(iter(self.lengths))

def is_zero_error_code(F, *channels):
    """All letters are inputs, and every output word is compatible with at most one word of the code."""
    used = [channels[t % len(channels)] for t in range(F.length())]
    outputs = list(product(*(R.range(R.columns[1]) for R in used)))

    def compatible(word, output):
        return all(R.holds(x, y) for R, x, y in zip(used, word, output, strict=True))

    inputs = all(R.range(R.columns[0]).holds(x) for word in F.words for R, x in zip(used, word, strict=True))
    return inputs and all(sum(compatible(word, output) for word in F.words) <= 1 for output in outputs)

def has_rate_at_most(F, rate):
    """|ℱ| ≤ 2^(rate · k) for the block length k."""
    return F.size() <= ratio_of(rate) ** F.length()

# --- the statement --------------------------------------------------------------------------------

def the_data_are_a_product(D):
    """⟦X⟧ = ∏ ⟦Xᵢ⟧: nobody's data restrict anybody else's."""
    return is_product(D)

def line_sequences(D, individual, length):
    """The sequences of lines of an individual: what the adversary freezes the others at, time by time."""
    own = {line: occurs for line, occurs in lines(D).items() if line.individual == individual}
    return Range({several: all_of(own[line] for line in several) for several in product(own, repeat=length)})

def zero_error_rates_are_at_most(D, g, F, rate):
    """If ℱ has zero error through the responses to some sequence of lines of individual 1, its rate is at most log."""
    length = max(F.lengths)
    return forall(
        line_sequences(D, 0, length),
        lambda several: implies(
            is_zero_error_code(F, *(response(g, line) for line in several)), has_rate_at_most(F, log2(rate))
        ),
    )

def nothing_is_sent_without_privacy(D, g, k, F):
    """C₀ = 0 on product data, whether or not g is private."""
    return zero_error_rates_are_at_most(D, g, F, 1)

# --- the instance ---------------------------------------------------------------------------------

D = Relation.of((0, 0), (1, 0), columns=("X1", "X2"))
g = ExtendedMechanism(D, {
    (0, 0): "y1",
    (0, 1): "y1",
    (1, 0): "y2",
    (1, 1): "y1",
    (2, 0): "y1",
    (2, 1): "y1",
})
k = 1
F = Code.of((0,), (1,))

if not __debug__:
    raise SystemExit("run this without -O, which ignores assertions")

assert the_data_are_a_product(D)
assert not nothing_is_sent_without_privacy(D, g, k, F)
print("thm-2-without-privacy-control is refuted by this instance: hypotheses hold, conclusion fails")
