# three-releases-diminishing: a counterexample to the statement
#
# ε(g₁, g₂, g₃) - ε(g₁, g₂) ≤ ε(g₁, g₃) - ε(g₁): the price of g₃ falls with what was released before.
#
# Source: about [farokhi2019noiseless], Thm. 6.
#
# Run this file with Python 3.10 or newer: it asserts, in exact numbers, that the instance at its end
# does not satisfy the statement.

from fractions import Fraction

# --- what the words mean --------------------------------------------------------------------------

def elements(domain):
    """The elements of a set; of a table of truth values, those that are true."""
    return [e for e in domain if domain[e]] if isinstance(domain, dict) else list(domain)

class Log:
    """log₂ of an exact ratio; log₂ 0 is -∞."""

    def __init__(self, ratio):
        self.ratio = Fraction(ratio)

    def __add__(self, other):
        return Log(self.ratio * ratio_of(other))

    __radd__ = __add__

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

    def __le__(self, other):
        return all(row in other.rows for row in self.rows)

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
    def points(self):
        """Where it is defined."""
        return tuple(self.table)

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

    def outputs_on(self, line):
        """⟦Y|X₋ᵢ = v⟧."""
        return Range([self(*point) for point in points_of(self.data, line)])

def output_count(g):
    """K(g) = max over the lines of the number of outputs on the line."""
    return max(len(g.outputs_on(line)) for line in lines(g.data))

def noiseless_budget(g):
    """log₂ K(g)."""
    return log2(output_count(g))

def composed(g1, g2):
    """x ↦ (g₁(x), g₂(x))."""
    return Mechanism(g1.data, Function.of(g1.rule.points, lambda x: (g1(*x), g2(*x))))

# --- the statement --------------------------------------------------------------------------------

def a_release_costs_less_after_more_releases(D, g1, g2, g3):
    """ε(g₁, g₂, g₃) - ε(g₁, g₂) ≤ ε(g₁, g₃) - ε(g₁): the price of g₃ falls with what was released before."""
    later = noiseless_budget(composed(composed(g1, g2), g3)) + noiseless_budget(g1)
    return later <= noiseless_budget(composed(g1, g2)) + noiseless_budget(composed(g1, g3))

# --- the instance ---------------------------------------------------------------------------------

D = Relation.of((0, 0), (1, 0), (2, 0), (3, 0), (4, 0), columns=("X1", "X2"))
g1 = Mechanism(D, {(0, 0): "y1", (1, 0): "y1", (2, 0): "y1", (3, 0): "y1", (4, 0): "y2"})
g2 = Mechanism(D, {(0, 0): "z1", (1, 0): "z1", (2, 0): "z2", (3, 0): "z2", (4, 0): "z1"})
g3 = Mechanism(D, {(0, 0): "w1", (1, 0): "w2", (2, 0): "w1", (3, 0): "w2", (4, 0): "w1"})

if not __debug__:
    raise SystemExit("run this without -O, which ignores assertions")

assert not a_release_costs_less_after_more_releases(D, g1, g2, g3)
print("three-releases-diminishing is refuted by this instance: conclusion fails")
