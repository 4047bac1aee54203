# second-output-alone-second-control: a counterexample to the statement
#
# ε of x ↦ g₂(x, g₁(x)) is 0.
#
# Source: about [farokhi2019noiseless], Thm. 6.
#
# It is a deliberately wrong neighbor of second-output-alone-second: a search must find this.
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

    def __le__(self, other):
        return all(row in other.rows for row in self.rows)

    def same_as(self, other):
        """Whether both have the same rows."""
        return set(self.rows) == set(other.rows)

    def __eq__(self, other):
        return isinstance(other, Relation) and self.columns == other.columns and self.same_as(other)

    def __hash__(self):
        return hash((self.columns, frozenset(self.rows)))

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

def second_output_alone(g1, second):
    """x ↦ g₂(x), where g₁(x) selects g₂ and is withheld."""
    return Mechanism(g1.data, Function.of(g1.rule.points, lambda x: second[g1(*x)](*x)))

# --- the statement --------------------------------------------------------------------------------

def a_second_output_alone_costs_nothing(D, g1, after_y1, after_y2):
    """ε of x ↦ g₂(x, g₁(x)) is 0."""
    return noiseless_budget(second_output_alone(g1, {"y1": after_y1, "y2": after_y2})) <= 0

# --- the instance ---------------------------------------------------------------------------------

D = Relation.of((0, 0), (0, 1), columns=("X1", "X2"))
g1 = Mechanism(D, {(0, 0): "y1", (0, 1): "y1"})
after_y1 = Mechanism(D, {(0, 0): "z1", (0, 1): "z2"})
after_y2 = Mechanism(D, {(0, 0): "z1", (0, 1): "z1"})

if not __debug__:
    raise SystemExit("run this without -O, which ignores assertions")

assert not a_second_output_alone_costs_nothing(D, g1, after_y1, after_y2)
print("second-output-alone-second-control is refuted by this instance: conclusion fails")
