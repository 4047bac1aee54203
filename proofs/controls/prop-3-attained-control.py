# prop-3-attained-control: a counterexample to the statement
#
# 𝒫(T) = log |⟦Y⟧| for the test that answers the only hypothesis consistent with y.
#
# Source: [farokhi2019noiseless], Prop. 3.
#
# It is a deliberately wrong neighbor of prop-3-attained: a search must find this.
#
# Run this file with Python 3.10 or newer: it asserts, in exact numbers, that the instance at its end
# satisfies the hypotheses but not the conclusion.

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

    def size(self):
        """|range|."""
        return len(self)

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

    @property
    def declared(self):
        """The values that each column may have: as given, or else those that occur."""
        return self.given or [list(self.range(column)) for column in self.columns]

    def __iter__(self):
        return iter(self.rows)

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

    def image(self, points):
        """The values taken on a set of points."""
        return Range([self.table[point] for point in elements(points)])

    def __eq__(self, other):
        return isinstance(other, Function) and self.table == other.table

    def __hash__(self):
        return hash(frozenset(self.table.items()))

def hypothesis_relation(X, g_H, g_Y):
    """⟦H, Y⟧ for H = g_H ∘ X and Y = g_Y ∘ X."""
    return Relation(("H", "Y"), [(g_H(x), g_Y(x)) for x in elements(X)])

def correct_outputs(T, R):
    """The outputs y with ⟦H|y⟧ = {T(y)}."""
    return Range([y for y in R.range(R.columns[1]) if list(R.conditional_range(y)) == [T(y)]])

def test_performance(T, R):
    """𝒫(T): log₂ of the number of outputs at which the test is correct."""
    return log2(len(correct_outputs(T, R)))

def best_test(R):
    """The test that answers the first hypothesis that is consistent with y."""
    consistent = {y: [h for h in R.declared[0] if R.holds(h, y)] for y in R.range(R.columns[1])}
    return Function.of(consistent, lambda y: consistent[y][0])

# --- the statement --------------------------------------------------------------------------------

def both_hypotheses_occur(X, g_H):
    """⟦H⟧ = {p₀, p₁}."""
    return g_H.image({x: X.holds(x) for (x,) in X.rows}).size() == 2

def evidence(X, g_H, g_Y):
    """⟦H, Y⟧ of H = g_H ∘ X and Y = g_Y ∘ X."""
    return hypothesis_relation({x: X.holds(x) for (x,) in X.rows}, g_H, g_Y)

def the_best_test_is_always_right(X, g_H, g_Y):
    """𝒫(T) = log |⟦Y⟧| for the test that answers the only hypothesis consistent with y."""
    R = evidence(X, g_H, g_Y)
    return test_performance(best_test(R), R) == log2(R.range("Y").size())

# --- the instance ---------------------------------------------------------------------------------

X = Relation.of(("x1",), ("x2",))
g_H = Function.of(["x1", "x2"], {"x1": "h1", "x2": "h2"})
g_Y = Function.of(["x1", "x2"], {"x1": "y1", "x2": "y1"})

if not __debug__:
    raise SystemExit("run this without -O, which ignores assertions")

assert both_hypotheses_occur(X, g_H)
assert not the_best_test_is_always_right(X, g_H, g_Y)
print("prop-3-attained-control is refuted by this instance: hypotheses hold, conclusion fails")
