# ze-feedback-step-control: a counterexample to the statement
#
# M(k) = α* M(k-1).
#
# Source: [shannon1956zero].
#
# It is a deliberately wrong neighbor of ze-feedback-step: a search must find this.
#
# Run this file with Python 3.10 or newer: it asserts, in exact numbers, that the instance at its end
# does not satisfy the statement.

from fractions import Fraction
from itertools import product

# --- what the words mean --------------------------------------------------------------------------

def elements(domain):
    """The elements of a set; of a table of truth values, those that are true."""
    return [e for e in domain if domain[e]] if isinstance(domain, dict) else list(domain)

class Range(dict):
    """A finite set of values: a table in which each of them is true."""

    def __init__(self, occurs):
        super().__init__(dict.fromkeys(elements(occurs), True))

    def holds(self, value):
        """Whether the value occurs."""
        return value in self

    def __sub__(self, other):
        return Range([v for v in self if v not in other])

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

def feedback_messages(R, k):
    """M(k): messages are shared out among the inputs in every way; at most M(k-1) are left after an output."""
    inputs, most = list(R.range(R.columns[0])), 1

    def left(share, y):
        return sum(messages for x, messages in zip(inputs, share, strict=True) if R.holds(x, y))

    for _ in range(k):
        shares = product(range(most + 1), repeat=len(inputs))
        most = max(sum(share) for share in shares if all(left(share, y) <= most for y in R.range(R.columns[1])))
    return most

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

def one_more_use_multiplies_the_messages_exactly(R, k):
    """M(k) = α* M(k-1)."""
    return feedback_messages(R, k) == fractional_packing_number(R) * feedback_messages(R, k - 1)

# --- the instance ---------------------------------------------------------------------------------

R = Relation.of(
    ("x1", "y1"),
    ("x1", "y2"),
    ("x2", "y1"),
    ("x2", "y3"),
    ("x3", "y2"),
    ("x3", "y3"),
)
k = 1

if not __debug__:
    raise SystemExit("run this without -O, which ignores assertions")

assert not one_more_use_multiplies_the_messages_exactly(R, k)
print("ze-feedback-step-control is refuted by this instance: conclusion fails")
