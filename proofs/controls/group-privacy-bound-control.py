# group-privacy-bound-control: a counterexample to the statement
#
# log |⟦Y⟧| ≤ min{H₀(X₁), H₀(X₂)}.
#
# Source: about [farokhi2019noiseless], Def. 1.
#
# It is a deliberately wrong neighbor of group-privacy-bound: a search must find this.
#
# Run this file with Python 3.10 or newer: it asserts, in exact numbers, that the instance at its end
# does not satisfy the statement.

from fractions import Fraction

# --- what the words mean --------------------------------------------------------------------------

def elements(domain):
    """The elements of a set; of a table of truth values, those that are true."""
    return [e for e in domain if domain[e]] if isinstance(domain, dict) else list(domain)

def smallest(domain, number=lambda n: n):
    """The smallest number over the domain."""
    return min(number(e) for e in elements(domain))

class Log:
    """log₂ of an exact ratio; log₂ 0 is -∞."""

    def __init__(self, ratio):
        self.ratio = Fraction(ratio)

    def __le__(self, other):
        return self.ratio <= ratio_of(other)

    def __lt__(self, other):
        return self.ratio < ratio_of(other)

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

def hartley_entropy(X):
    """H₀(X) = log₂ |⟦X⟧|."""
    return log2(len(X))

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

# --- the statement --------------------------------------------------------------------------------

def two_people_have_the_data_of_one(D, g):
    """log |⟦Y⟧| ≤ min{H₀(X₁), H₀(X₂)}."""
    return log2(g.output_range().size()) <= smallest([hartley_entropy(D.range(column)) for column in D.columns])

# --- the instance ---------------------------------------------------------------------------------

D = Relation.of((0, 0), (0, 1), columns=("X1", "X2"))
g = Mechanism(D, {(0, 0): "y1", (0, 1): "y2"})

if not __debug__:
    raise SystemExit("run this without -O, which ignores assertions")

assert not two_people_have_the_data_of_one(D, g)
print("group-privacy-bound-control is refuted by this instance: conclusion fails")
