# ze-nair-all-inputs: a counterexample to the statement
#
# I⋆(X;Y) = log α(G) on all inputs.
#
# Source: [nair2013nonstochastic], Thm. 4.1, without the maximum.
#
# Run this file with Python 3.10 or newer: it asserts, in exact numbers, that the instance at its end
# does not satisfy the statement.

from fractions import Fraction
from itertools import combinations

# --- what the words mean --------------------------------------------------------------------------

def elements(domain):
    """The elements of a set; of a table of truth values, those that are true."""
    return [e for e in domain if domain[e]] if isinstance(domain, dict) else list(domain)

def all_of(truths):
    """Conjunction."""
    return all(truths)

def negation(truth):
    """Not."""
    return not truth

def largest(domain, number=lambda n: n):
    """The largest number over the domain."""
    return max(number(e) for e in elements(domain))

class Log:
    """log₂ of an exact ratio; log₂ 0 is -∞."""

    def __init__(self, ratio):
        self.ratio = Fraction(ratio)

    def __add__(self, other):
        return Log(self.ratio * ratio_of(other))

    __radd__ = __add__

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

    def __len__(self):
        return len(self.rows)

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

def overlap_partition(R):
    """⟦X|Y⟧⋆: conditional ranges ⟦X|y⟧ that meet belong to one member."""
    X, Y = R.columns
    blocks = merged(R.conditional_range(y) for y in R.range(Y))
    return tuple(dict.fromkeys(frozenset(block) for x in R.range(X) for block in blocks if x in block))

def maximin_information(R):
    """I⋆(X;Y) = log₂ |⟦X|Y⟧⋆|."""
    return log2(len(overlap_partition(R)))

def are_confusable(R, x, x2):
    """Whether some output is possible for both inputs."""
    return any(R.holds(x, y) and R.holds(x2, y) for y in R.range(R.columns[1]))

# --- the statement --------------------------------------------------------------------------------

def subsets_of_inputs(R):
    """The non-empty sets of inputs, each with the truth that all of them occur."""
    inputs = R.range(R.columns[0])
    values = list(inputs)
    subsets = [chosen for size in range(1, len(values) + 1) for chosen in combinations(values, size)]
    return {chosen: all_of(inputs[x] for x in chosen) for chosen in subsets}

def most_independent_inputs(R):
    """α(G): the most inputs of which no two are confusable."""

    def is_independent(chosen):
        return all_of(negation(are_confusable(R, x, x2)) for x, x2 in combinations(chosen, 2))

    independent = {chosen: all_of([truth, is_independent(chosen)]) for chosen, truth in subsets_of_inputs(R).items()}
    return largest(independent, len)

def maximin_information_is_the_largest_code(R):
    """I⋆(X;Y) = log α(G) on all inputs."""
    return maximin_information(R) == log2(most_independent_inputs(R))

# --- the instance ---------------------------------------------------------------------------------

R = Relation.of(("x1", "y1"), ("x1", "y2"), ("x2", "y1"), ("x3", "y2"))

if not __debug__:
    raise SystemExit("run this without -O, which ignores assertions")

assert not maximin_information_is_the_largest_code(R)
print("ze-nair-all-inputs is refuted by this instance: conclusion fails")
