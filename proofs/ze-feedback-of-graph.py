# ze-feedback-of-graph: a counterexample to the statement
#
# C₀F of a channel is that of the channel by cliques of the same confusability graph.
#
# Source: about [shannon1956zero].
#
# Run this file with Python 3.10 or newer: it asserts, in exact numbers, that the instance at its end
# does not satisfy the statement.

from fractions import Fraction
from itertools import combinations

# --- what the words mean --------------------------------------------------------------------------

def elements(domain):
    """The elements of a set; of a table of truth values, those that are true."""
    return [e for e in domain if domain[e]] if isinstance(domain, dict) else list(domain)

class Log:
    """log₂ of an exact ratio; log₂ 0 is -∞."""

    def __init__(self, ratio):
        self.ratio = Fraction(ratio)

    def __eq__(self, other):
        return self.ratio == ratio_of(other)

    def __hash__(self):
        return hash(self.ratio)

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

def are_confusable(R, x, x2):
    """Whether some output is possible for both inputs."""
    return any(R.holds(x, y) and R.holds(x2, y) for y in R.range(R.columns[1]))

def clique_channel(R):
    """The maximal sets of inputs of which every two are confusable, as outputs."""
    inputs = list(R.range(R.columns[0]))
    subsets = [A for size in range(len(inputs), 0, -1) for A in combinations(inputs, size)]
    cliques = [A for A in subsets if all(are_confusable(R, x, x2) for x, x2 in combinations(A, 2))]
    maximal = [A for A in cliques if not any(set(A) < set(B) for B in cliques)]
    return Relation(R.columns, [(x, A) for A in maximal for x in A])

def fractional_packing_number(R):
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

def without(row, pivot, column):
    """The row minus the multiple of the pivot row that clears a column."""
    return [entry - row[column] * other for entry, other in zip(row, pivot, strict=True)]

def feedback_capacity(R):
    """C₀F: 0 if every two inputs are confusable, otherwise log₂ α*."""
    pairs = combinations(R.range(R.columns[0]), 2)
    return log2(1 if all(are_confusable(R, x, x2) for x, x2 in pairs) else fractional_packing_number(R))

# --- the statement --------------------------------------------------------------------------------

def feedback_capacity_is_a_number_of_the_graph(R):
    """C₀F of a channel is that of the channel by cliques of the same confusability graph."""
    return feedback_capacity(R) == feedback_capacity(clique_channel(R))

# --- the instance ---------------------------------------------------------------------------------

R = Relation.of(
    ("x1", "y1"),
    ("x2", "y2"),
    ("x2", "y3"),
    ("x3", "y2"),
    ("x3", "y4"),
    ("x4", "y3"),
    ("x4", "y4"),
)

if not __debug__:
    raise SystemExit("run this without -O, which ignores assertions")

assert not feedback_capacity_is_a_number_of_the_graph(R)
print("ze-feedback-of-graph is refuted by this instance: conclusion fails")
