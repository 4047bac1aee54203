# thm-5-repaired-control: a counterexample to the statement
#
# L_c(Xᵢ → Y) < ε under the same hypothesis.
#
# Source: repairs [farokhi2019noiseless], Thm. 5.
#
# It is a deliberately wrong neighbor of thm-5-repaired: a search must find this.
#
# Run this file with Python 3.10 or newer: it asserts, in exact numbers, that the instance at its end
# satisfies the hypotheses but not the conclusion.

from fractions import Fraction
from itertools import product

# --- what the words mean --------------------------------------------------------------------------

def elements(domain):
    """The elements of a set; of a table of truth values, those that are true."""
    return [e for e in domain if domain[e]] if isinstance(domain, dict) else list(domain)

def all_of(truths):
    """Conjunction."""
    return all(truths)

def any_of(truths):
    """Disjunction."""
    return any(truths)

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

    def __le__(self, other):
        return self.ratio <= ratio_of(other)

    def __lt__(self, other):
        return self.ratio < ratio_of(other)

    def __ge__(self, other):
        return self.ratio >= ratio_of(other)

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

    def __le__(self, other):
        return all(v in other for v in self)

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

    def conditional_range(self, value):
        """⟦X|y⟧: what the other columns can be when the last one is y."""
        others = [row[:-1] for row in self.rows if row[-1] == value]
        return Range([row[0] if len(self.columns) == 2 else row for row in others])

    def __le__(self, other):
        return all(row in other.rows for row in self.rows)

    def same_as(self, other):
        """Whether both have the same rows."""
        return set(self.rows) == set(other.rows)

    def __eq__(self, other):
        return isinstance(other, Relation) and self.columns == other.columns and self.same_as(other)

    def __hash__(self):
        return hash((self.columns, frozenset(self.rows)))

def are_unrelated(R):
    """⟦X|y⟧ = ⟦X⟧ for every y."""
    X, Y = R.columns
    return all(R.conditional_range(y).same_as(R.range(X)) for y in R.range(Y))

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

    @property
    def values(self):
        """What it can give."""
        return tuple(dict.fromkeys(self.table.values()))

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

    @property
    def others(self):
        """What the others' data are."""
        return self[1]

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

def points_of(D, line):
    """The data sets on a line."""
    return Range([point for point in D.rows if Line.through(point, line.individual) == line])

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

    def outputs_on(self, line):
        """⟦Y|X₋ᵢ = v⟧."""
        return Range([self(*point) for point in points_of(self.data, line)])

class ExtendedMechanism(Mechanism):
    """A release that is defined on the whole box ∏⟦Xⱼ⟧ around the data range."""

    def domain(self):
        """Where it has to be defined: on the box."""
        return list(product(*(self.data.range(column) for column in self.data.columns)))

def output_count(g):
    """K(g) = max over the lines of the number of outputs on the line."""
    return max(len(g.outputs_on(line)) for line in lines(g.data))

def response(g, line):
    """⟦Xᵢ, Y⟧ for Y = g ∘ ψ ∘ X, where ψ replaces the others' data by v."""
    pairs = [(value, g(*line.at(value))) for value in g.data.range(g.data.columns[line.individual])]
    return Relation((g.data.columns[line.individual], "Y"), pairs)

class Channel:
    """A channel P(y|x) with exact entries, and the inputs that occur."""

    def __init__(self, rows, support=None):
        self.rows = {x: {y: Fraction(p) for y, p in row.items()} for x, row in rows.items()}
        self.support = Range(support or rows.keys())

    @property
    def outputs(self):
        """The outputs."""
        return tuple(dict.fromkeys(y for row in self.rows.values() for y in row))

    def entry(self, x, y):
        """P(y|x)."""
        return self.rows[x].get(y, Fraction(0))

def maximal_leakage(P):
    """log₂ of the largest Σ_y P(y|φ(y)) over all ways φ of guessing the input from the output."""
    guesses = product(P.support, repeat=len(P.outputs))
    return log2(max(sum(P.entry(x, y) for x, y in zip(guess, P.outputs, strict=True)) for guess in guesses))

def deterministic_channel(R):
    """The channel of a relation in which y is a function of x: P(y|x) is 1 or 0."""
    X, Y = R.columns
    return Channel({x: {y: int(R.holds(x, y)) for y in R.range(Y)} for x in R.range(X)})

# --- the statement --------------------------------------------------------------------------------

def individual_and_others(D, individual):
    """⟦Xᵢ, X₋ᵢ⟧."""
    pairs = {(point[individual], Line.through(point, individual).others): truth for point, truth in D.rows.items()}
    return Relation(("Xi", "others"), pairs)

def is_unrelated_to_the_others(D, individual):
    """Xᵢ is unrelated to X₋ᵢ."""
    return are_unrelated(individual_and_others(D, individual))

def entries_are_few_or_unrelated(D, k):
    """For every i, |⟦Xᵢ⟧| ≤ k or Xᵢ is unrelated to X₋ᵢ."""
    return all_of(
        any_of([D.range(column).size() <= k, is_unrelated_to_the_others(D, individual)])
        for individual, column in enumerate(D.columns)
    )

def the_mechanism_is_private(g, k):
    """K(g) ≤ k: g is ε-noiselessly private for every ε with ⌊2^ε⌋ = k."""
    return output_count(g) <= k

def maximal_leakage_of_response(g, line):
    """L_c(Xᵢ → Y) of the response on a line."""
    return maximal_leakage(deterministic_channel(response(g, line)))

def maximal_leakage_is_below_the_budget_if_entries_are_few_or_unrelated(D, g, k):
    """L_c(Xᵢ → Y) < ε under the same hypothesis."""
    return forall(lines(D), lambda line: maximal_leakage_of_response(g, line) < log2(k))

# --- the instance ---------------------------------------------------------------------------------

D = Relation.of((0, 0, 0), columns=("X1", "X2", "X3"))
g = ExtendedMechanism(D, {
    (0, 0, 0): "y1",
    (0, 0, 1): "y1",
    (0, 1, 0): "y1",
    (0, 1, 1): "y1",
    (1, 0, 0): "y1",
    (1, 0, 1): "y1",
    (1, 1, 0): "y1",
    (1, 1, 1): "y1",
    (2, 0, 0): "y1",
    (2, 0, 1): "y1",
    (2, 1, 0): "y1",
    (2, 1, 1): "y1",
})
k = 1

if not __debug__:
    raise SystemExit("run this without -O, which ignores assertions")

assert entries_are_few_or_unrelated(D, k)
assert the_mechanism_is_private(g, k)
assert not maximal_leakage_is_below_the_budget_if_entries_are_few_or_unrelated(D, g, k)
print("thm-5-repaired-control is refuted by this instance: hypotheses hold, conclusion fails")
