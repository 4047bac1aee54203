# randomized-post-processing-count-control: a counterexample to the statement
#
# |⟦Z|X₋ᵢ = v⟧| = 1 on every line.
#
# Source: about [farokhi2019noiseless], Thm. 7.
#
# It is a deliberately wrong neighbor of randomized-post-processing-count: a search must find this.
#
# Run this file with Python 3.10 or newer: it asserts, in exact numbers, that the instance at its end
# satisfies the hypotheses but not the conclusion.

# --- what the words mean --------------------------------------------------------------------------

def elements(domain):
    """The elements of a set; of a table of truth values, those that are true."""
    return [e for e in domain if domain[e]] if isinstance(domain, dict) else list(domain)

def forall(domain, predicate):
    """∀ element of the domain: predicate."""
    return all(predicate(e) for e in elements(domain))

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

    def conditional_range(self, value):
        """⟦X|y⟧: what the other columns can be when the last one is y."""
        others = [row[:-1] for row in self.rows if row[-1] == value]
        return Range([row[0] if len(self.columns) == 2 else row for row in others])

    def conditional_range_among(self, values):
        """⟦X|𝒴⟧: what the other columns can be when the last one is in a set of values."""
        return Range([x for y in values for x in self.conditional_range(y)])

    @property
    def converse(self):
        """The columns in reverse order."""
        return Relation(self.columns[::-1], [row[::-1] for row in self.rows])

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

# --- the statement --------------------------------------------------------------------------------

def every_output_is_processed(g, S):
    """S has a possible result for every output of g."""
    return g.output_range() <= S.range("Y")

def results_on(g, S, line):
    """⟦Z|X₋ᵢ = v⟧ when S makes of an output y any z with (y, z) ∈ S."""
    return S.converse.conditional_range_among(g.outputs_on(line))

def randomized_post_processing_leaves_one_result(D, g, S):
    """|⟦Z|X₋ᵢ = v⟧| = 1 on every line."""
    return forall(lines(D), lambda line: results_on(g, S, line).size() <= 1)

# --- the instance ---------------------------------------------------------------------------------

D = Relation.of((0, 0), columns=("X1", "X2"))
g = Mechanism(D, {(0, 0): "y1"})
S = Relation.of(("y1", "z1"), ("y1", "z2"), columns=("Y", "Z"))

if not __debug__:
    raise SystemExit("run this without -O, which ignores assertions")

assert every_output_is_processed(g, S)
assert not randomized_post_processing_leaves_one_result(D, g, S)
print("randomized-post-processing-count-control is refuted by this instance: hypotheses hold, conclusion fails")
