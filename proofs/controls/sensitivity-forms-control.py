# sensitivity-forms-control: a counterexample to the statement
#
# sup |f(xᵢ', x₋ᵢ) - f(xᵢ, x₋ᵢ)| ≤ 0.
#
# Source: [farokhi2019noiseless], Thm. 8.
#
# It is a deliberately wrong neighbor of sensitivity-forms: a search must find this.
#
# Run this file with Python 3.10 or newer: it asserts, in exact numbers, that the instance at its end
# does not satisfy the statement.

# --- what the words mean --------------------------------------------------------------------------

def elements(domain):
    """The elements of a set; of a table of truth values, those that are true."""
    return [e for e in domain if domain[e]] if isinstance(domain, dict) else list(domain)

def forall(domain, predicate):
    """∀ element of the domain: predicate."""
    return all(predicate(e) for e in elements(domain))

def largest(domain, number=lambda n: n):
    """The largest number over the domain."""
    return max(number(e) for e in elements(domain))

def smallest(domain, number=lambda n: n):
    """The smallest number over the domain."""
    return min(number(e) for e in elements(domain))

class Range(dict):
    """A finite set of values: a table in which each of them is true."""

    def __init__(self, occurs):
        super().__init__(dict.fromkeys(elements(occurs), True))

    def __sub__(self, other):
        return Range([v for v in self if v not in other])

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

    def image(self, points):
        """The values taken on a set of points."""
        return Range([self.table[point] for point in elements(points)])

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

# --- the statement --------------------------------------------------------------------------------

def image(D, f, line):
    """f({p ∈ D : p₋ᵢ = v}), values in {0, …, TOP}."""
    return f.image(points_of(D, line))

def spread(values):
    """sup |f - f'| over a set of values."""
    return largest([0, largest(values) - smallest(values)])

def every_query_is_insensitive(D, f):
    """sup |f(xᵢ', x₋ᵢ) - f(xᵢ, x₋ᵢ)| ≤ 0."""
    return forall(lines(D), lambda line: spread(image(D, f, line)) <= 0)

# --- the instance ---------------------------------------------------------------------------------

D = Relation.of((0, 0), (0, 1), columns=("X1", "X2"))
f = Function.of([(0, 0), (0, 1)], {(0, 0): 0, (0, 1): 1})

if not __debug__:
    raise SystemExit("run this without -O, which ignores assertions")

assert not every_query_is_insensitive(D, f)
print("sensitivity-forms-control is refuted by this instance: conclusion fails")
