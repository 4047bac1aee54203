# ze-prop-2-equality: a counterexample to the statement
#
# log α*(R) = sup over ⟦X⟧ ⊆ 𝕏 of L₀ˢ(X;Y): Proposition 2 loses nothing against fractional packing.
#
# Source: about [farokhi2019noiseless], Prop. 2.
#
# Run this file with Python 3.10 or newer: it asserts, in exact numbers, that the instance at its end
# does not satisfy the statement.

from fractions import Fraction
from itertools import combinations

# --- what the words mean --------------------------------------------------------------------------

def elements(domain):
    """The elements of a set; of a table of truth values, those that are true."""
    return [e for e in domain if domain[e]] if isinstance(domain, dict) else list(domain)

def largest(domain, number=lambda n: n):
    """The largest number over the domain."""
    return max(number(e) for e in elements(domain))

def smallest(domain, number=lambda n: n):
    """The smallest number over the domain."""
    return min(number(e) for e in elements(domain))

class Log:
    """log₂ of an exact ratio; log₂ 0 is -∞."""

    def __init__(self, ratio):
        self.ratio = Fraction(ratio)

    def __eq__(self, other):
        return self.ratio == ratio_of(other)

    def __hash__(self):
        return hash(self.ratio)

    def __lt__(self, other):
        return self.ratio < ratio_of(other)

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

    def conditional_range(self, value):
        """⟦X|y⟧: what the other columns can be when the last one is y."""
        others = [row[:-1] for row in self.rows if row[-1] == value]
        return Range([row[0] if len(self.columns) == 2 else row for row in others])

    def restrict(self, column, values):
        """The rows whose entry in a column is one of the values."""
        place, kept = self.columns.index(column), list(values)
        return Relation(self.columns, [row for row in self.rows if row[place] in kept])

    @property
    def converse(self):
        """The columns in reverse order."""
        return Relation(self.columns[::-1], [row[::-1] for row in self.rows])

    def same_as(self, other):
        """Whether both have the same rows."""
        return set(self.rows) == set(other.rows)

    def __eq__(self, other):
        return isinstance(other, Relation) and self.columns == other.columns and self.same_as(other)

    def __hash__(self):
        return hash((self.columns, frozenset(self.rows)))

def nonstochastic_leakage(R):
    """L₀(X;Y) = log₂ of the largest |⟦X⟧| / |⟦X|y⟧|."""
    X, Y = R.columns
    return log2(max(Fraction(len(R.range(X)), len(R.conditional_range(y))) for y in R.range(Y)))

def symmetrized_leakage(R):
    """L₀ˢ(X;Y) = min{L₀(X;Y), L₀(Y;X)}."""
    return smallest([R, R.converse], nonstochastic_leakage)

def best_input_leakage(R):
    """The largest L₀ˢ(X;Y) over all sets of inputs."""
    X = R.columns[0]
    inputs = list(R.range(X))
    subsets = [chosen for size in range(1, len(inputs) + 1) for chosen in combinations(inputs, size)]
    return largest(subsets, lambda chosen: symmetrized_leakage(R.restrict(X, chosen)))

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

# --- the statement --------------------------------------------------------------------------------

def the_best_leakage_is_the_packing(R):
    """log α*(R) = sup over ⟦X⟧ ⊆ 𝕏 of L₀ˢ(X;Y): Proposition 2 loses nothing against fractional packing."""
    return log2(fractional_packing_number(R)) == best_input_leakage(R)

# --- the instance ---------------------------------------------------------------------------------

R = Relation.of(("x1", "y1"), ("x1", "y2"), ("x2", "y2"))

if not __debug__:
    raise SystemExit("run this without -O, which ignores assertions")

assert not the_best_leakage_is_the_packing(R)
print("ze-prop-2-equality is refuted by this instance: conclusion fails")
