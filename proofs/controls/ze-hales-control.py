# ze-hales-control: a counterexample to the statement
#
# α(G ⊠ H) = α*(G) α*(H), and also for H = G.
#
# Source: [hales1973numerical].
#
# It is a deliberately wrong neighbor of ze-hales: a search must find this.
#
# Run this file with Python 3.10 or newer: it asserts, in exact numbers, that the instance at its end
# does not satisfy the statement.

from fractions import Fraction
from itertools import product

# --- what the words mean --------------------------------------------------------------------------

def elements(domain):
    """The elements of a set; of a table of truth values, those that are true."""
    return [e for e in domain if domain[e]] if isinstance(domain, dict) else list(domain)

def all_of(truths):
    """Conjunction."""
    return all(truths)

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

    def product(self, other):
        """Side by side: ((x, x'), (y, y')) when (x, y) is here and (x', y') there."""
        names = [f"{a},{b}" for a, b in zip(self.columns, other.columns, strict=True)]
        return Relation(names, [((x, x2), (y, y2)) for x, y in self.rows for x2, y2 in other.rows])

    def same_as(self, other):
        """Whether both have the same rows."""
        return set(self.rows) == set(other.rows)

    def __eq__(self, other):
        return isinstance(other, Relation) and self.columns == other.columns and self.same_as(other)

    def __hash__(self):
        return hash((self.columns, frozenset(self.rows)))

def merged(sets):
    """The sets, with those that meet joined until no two do."""
    blocks = []
    for members in map(set, sets):
        meeting = [block for block in blocks if not block.isdisjoint(members)]
        blocks = [*(block for block in blocks if block not in meeting), members.union(*meeting)]
    return blocks

def largest_code_size(R, k=1):
    """α(Gᵏ), by adding words one after the other that share no output word with those before."""
    ways = {x: [y for y in R.range(R.columns[1]) if R.holds(x, y)] for x in R.range(R.columns[0])}
    outputs = {word: set(product(*(ways[x] for x in word))) for word in product(ways, repeat=k)}

    def most(words):
        later = ([v for v in words[i:] if outputs[v].isdisjoint(outputs[w])] for i, w in enumerate(words))
        return max((1 + most(left) for left in later), default=0)

    return sum(most([word for word in outputs if outputs[word] <= block]) for block in merged(outputs.values()))

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

def codes_of_squares_are_the_square_of_the_packing(R, S):
    """α(G ⊠ H) = α*(G) α*(H), and also for H = G."""
    packing = fractional_packing_number(R)
    return all_of(
        [
            largest_code_size(R.product(S)) == packing * fractional_packing_number(S),
            largest_code_size(R, 2) == packing**2,
        ]
    )

# --- the instance ---------------------------------------------------------------------------------

R = Relation.of(
    ("x1", "y1"),
    ("x1", "y2"),
    ("x2", "y1"),
    ("x2", "y3"),
    ("x3", "y3"),
    ("x3", "y4"),
    ("x4", "y4"),
    ("x4", "y5"),
    ("x5", "y2"),
    ("x5", "y5"),
)
S = Relation.of(("x1", "y1"))

if not __debug__:
    raise SystemExit("run this without -O, which ignores assertions")

assert not codes_of_squares_are_the_square_of_the_packing(R, S)
print("ze-hales-control is refuted by this instance: conclusion fails")
