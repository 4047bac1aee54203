# thm-7-control: a counterexample to the statement
#
# ε(h ∘ g) < ε(g).
#
# Source: [farokhi2019noiseless], Thm. 7.
#
# It is a deliberately wrong neighbor of thm-7: a search must find this.
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

def post_processed(g, h):
    """x ↦ h(g(x))."""
    return Mechanism(g.data, Function.of(g.rule.points, lambda x: h(g(*x))))

# --- the statement --------------------------------------------------------------------------------

def post_processing_always_saves(D, g, h):
    """ε(h ∘ g) < ε(g)."""
    return noiseless_budget(post_processed(g, h)) < noiseless_budget(g)

# --- the instance ---------------------------------------------------------------------------------

D = Relation.of((0, 0), columns=("X1", "X2"))
g = Mechanism(D, {(0, 0): "y1"})
h = Function.of(["y1", "y2", "y3"], {"y1": "z1", "y2": "z1", "y3": "z1"})

if not __debug__:
    raise SystemExit("run this without -O, which ignores assertions")

assert not post_processing_always_saves(D, g, h)
print("thm-7-control is refuted by this instance: conclusion fails")
