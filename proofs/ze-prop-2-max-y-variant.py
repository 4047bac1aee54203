# ze-prop-2-max-y-variant: a counterexample to the statement
#
# α(Gᵏ)^(1/k) ≤ sup over A ⊆ 𝕏 of min{|A| / max_y |N⁻¹(y) ∩ A|, |N(A)| / min_{x ∈ A} |N(x)|}, outputs
# cliques.
#
# Source: [farokhi2019noiseless], Prop. 2, with the first inner minimum replaced by a maximum.
#
# Run this file with Python 3.10 or newer: it asserts, in exact numbers, that the instance at its end
# does not satisfy the statement.

from fractions import Fraction
from itertools import combinations, product

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

    def size(self):
        """|range|."""
        return len(self)

    def __le__(self, other):
        return all(v in other for v in self)

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

    def __len__(self):
        return len(self.rows)

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

    def restrict(self, column, values):
        """The rows whose entry in a column is one of the values."""
        place, kept = self.columns.index(column), list(values)
        return Relation(self.columns, [row for row in self.rows if row[place] in kept])

    @property
    def converse(self):
        """The columns in reverse order."""
        return Relation(self.columns[::-1], [row[::-1] for row in self.rows])

    def __le__(self, other):
        return all(row in other.rows for row in self.rows)

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

# --- the statement --------------------------------------------------------------------------------

def mixed_ratio(R, inputs):
    """min{|A| / max_y |N⁻¹(y) ∩ A|, |N(A)| / min_{x ∈ A} |N(x)|}."""
    T = R.restrict(R.columns[0], inputs)
    outputs = T.range(R.columns[1])
    groups = [T.conditional_range(y).size() for y in outputs]
    around = [T.converse.conditional_range(x).size() for x in inputs]
    return min(Fraction(len(inputs), max(groups)), Fraction(len(groups), min(around)))

def codes_are_at_most_the_best_mixed_ratio(R, k):
    """α(Gᵏ)^(1/k) ≤ sup over A ⊆ 𝕏 of min{|A| / max_y |N⁻¹(y) ∩ A|, |N(A)| / min_{x ∈ A} |N(x)|}, outputs cliques."""
    inputs = list(R.range("X"))
    subsets = (chosen for size in range(len(inputs), 0, -1) for chosen in combinations(inputs, size))
    most = largest_code_size(R, k)
    return any(mixed_ratio(R, chosen) ** k >= most for chosen in subsets)

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
    ("x6", "y6"),
)
k = 2

if not __debug__:
    raise SystemExit("run this without -O, which ignores assertions")

assert not codes_are_at_most_the_best_mixed_ratio(R, k)
print("ze-prop-2-max-y-variant is refuted by this instance: conclusion fails")
