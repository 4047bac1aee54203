# randomized-post-processing-maximin-control: a counterexample to the statement
#
# I⋆(X₁;Z) = ε(g).
#
# Source: about [farokhi2019noiseless], Thms. 1 and 7.
#
# It is a deliberately wrong neighbor of randomized-post-processing-maximin: a search must find this.
#
# Run this file with Python 3.10 or newer: it asserts, in exact numbers, that the instance at its end
# satisfies the hypotheses but not the conclusion.

from fractions import Fraction
from math import prod

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

    def __le__(self, other):
        return self.ratio <= ratio_of(other)

    def __ge__(self, other):
        return self.ratio >= ratio_of(other)

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

    def __matmul__(self, other):
        rows = [(x, z) for x, y in self.rows for y2, z in other.rows if y == y2]
        return Relation((self.columns[0], other.columns[1]), rows)

    def __le__(self, other):
        return all(row in other.rows for row in self.rows)

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

    def output_range(self):
        """⟦Y⟧."""
        return Range([self(*point) for point in self.data.rows])

    def outputs_on(self, line):
        """⟦Y|X₋ᵢ = v⟧."""
        return Range([self(*point) for point in points_of(self.data, line)])

    def joint_range(self, individual):
        """⟦Xᵢ, Y⟧."""
        return Relation(
            (self.data.columns[individual], "Y"), [(point[individual], self(*point)) for point in self.data.rows]
        )

def output_count(g):
    """K(g) = max over the lines of the number of outputs on the line."""
    return max(len(g.outputs_on(line)) for line in lines(g.data))

def noiseless_budget(g):
    """log₂ K(g)."""
    return log2(output_count(g))

# --- the statement --------------------------------------------------------------------------------

def the_data_are_a_product(D):
    """⟦X⟧ = ∏ ⟦Xᵢ⟧: nobody's data restrict anybody else's."""
    return is_product(D)

def every_output_is_processed(g, S):
    """S has a possible result for every output of g."""
    return g.output_range() <= S.range("Y")

def randomized_results_tell_the_budget(D, g, S):
    """I⋆(X₁;Z) = ε(g)."""
    return maximin_information(g.joint_range(0) @ S) == noiseless_budget(g)

# --- the instance ---------------------------------------------------------------------------------

D = Relation.of((0, 0), (0, 1), columns=("X1", "X2"))
g = Mechanism(D, {(0, 0): "y1", (0, 1): "y2"})
S = Relation.of(("y1", "z1"), ("y2", "z1"), columns=("Y", "Z"))

if not __debug__:
    raise SystemExit("run this without -O, which ignores assertions")

assert the_data_are_a_product(D)
assert every_output_is_processed(g, S)
assert not randomized_results_tell_the_budget(D, g, S)
print("randomized-post-processing-maximin-control is refuted by this instance: hypotheses hold, conclusion fails")
