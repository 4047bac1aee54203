# k-anonymity-bounds-nothing-control: a counterexample to the statement
#
# L₀(S;Y) ≤ log m - log k for that release.
#
# Source: [farokhi2019noiseless], Sec. I-A.
#
# It is a deliberately wrong neighbor of k-anonymity-bounds-nothing: a search must find this.
#
# Run this file with Python 3.10 or newer: it asserts, in exact numbers, that the instance at its end
# does not satisfy the statement.

from fractions import Fraction

# --- what the words mean --------------------------------------------------------------------------

def elements(domain):
    """The elements of a set; of a table of truth values, those that are true."""
    return [e for e in domain if domain[e]] if isinstance(domain, dict) else list(domain)

def all_of(truths):
    """Conjunction."""
    return all(truths)

def implies(hypothesis, conclusion):
    """If … then."""
    return conclusion or not hypothesis

def cases(number):
    """The values a number can take: one, as it is known."""
    return [(number, True)]

class Log:
    """log₂ of an exact ratio; log₂ 0 is -∞."""

    def __init__(self, ratio):
        self.ratio = Fraction(ratio)

    def __sub__(self, other):
        return Log(self.ratio / ratio_of(other))

    def __rsub__(self, other):
        return Log(ratio_of(other) / self.ratio)

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

    def holds(self, value):
        """Whether the value occurs."""
        return value in self

    def __sub__(self, other):
        return Range([v for v in self if v not in other])

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

    def __iter__(self):
        return iter(self.rows)

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

    def image(self, points):
        """The values taken on a set of points."""
        return Range([self.table[point] for point in elements(points)])

    def paired(self, other):
        """The function point ↦ (self(point), other(point))."""
        return Function.of(self.table, lambda point: (self(point), other(point)))

    def __eq__(self, other):
        return isinstance(other, Function) and self.table == other.table

    def __hash__(self):
        return hash(frozenset(self.table.items()))

def nonstochastic_leakage(R):
    """L₀(X;Y) = log₂ of the largest |⟦X⟧| / |⟦X|y⟧|."""
    X, Y = R.columns
    return log2(max(Fraction(len(R.range(X)), len(R.conditional_range(y))) for y in R.range(Y)))

# --- the statement --------------------------------------------------------------------------------

def records(W):
    """The records of a table, each with the truth that it is there."""
    return {w: W.holds(w) for (w,) in W.rows}

def released_pairs(W, group, secret):
    """⟦S, Y⟧: the sensitive value and the released group of the same record."""
    return Relation(("S", "Y"), dict(secret.paired(group).image(records(W))))

def uniform_groups(k, m):
    """A table of m groups of k records, the group of each record, and its sensitive value, shared in a group."""
    table = [(record, value) for value in range(m) for record in range(k)]
    W = Relation(("W",), {(w,): True for w in table})
    return W, Function.of(table, lambda w: f"group {w[1]}"), Function.of(table, lambda w: w[1])

def k_anonymity_halves_what_leaks(k, m):
    """L₀(S;Y) ≤ log m - log k for that release."""

    def leaks_less(k0, m0):
        leakage = nonstochastic_leakage(released_pairs(*uniform_groups(k0, m0)))
        return leakage <= log2(m0) - log2(k0)

    return all_of(implies(all_of([k_is, m_is]), leaks_less(k0, m0)) for k0, k_is in cases(k) for m0, m_is in cases(m))

# --- the instance ---------------------------------------------------------------------------------

k = 2
m = 1

if not __debug__:
    raise SystemExit("run this without -O, which ignores assertions")

assert not k_anonymity_halves_what_leaks(k, m)
print("k-anonymity-bounds-nothing-control is refuted by this instance: conclusion fails")
