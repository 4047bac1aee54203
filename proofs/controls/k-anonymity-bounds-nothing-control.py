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

def nonstochastic_leakage(R):
    """L₀(X;Y) = log₂ of the largest |⟦X⟧| / |⟦X|y⟧|."""
    X, Y = R.columns
    return log2(max(Fraction(len(R.range(X)), len(R.conditional_range(y))) for y in R.range(Y)))

# --- the statement --------------------------------------------------------------------------------

def uniform_groups(k, m):
    """⟦S, Y⟧ of m groups of k records each, in which a group shares one sensitive value."""
    table = [(record, value) for value in range(m) for record in range(k)]
    return Relation(("S", "Y"), {(value, value): True for _, value in table})

def k_anonymity_halves_what_leaks(k, m):
    """L₀(S;Y) ≤ log m - log k for that release."""
    return all_of(
        implies(all_of([k_is, m_is]), nonstochastic_leakage(uniform_groups(k0, m0)) <= log2(m0) - log2(k0))
        for k0, k_is in cases(k)
        for m0, m_is in cases(m)
    )

# --- the instance ---------------------------------------------------------------------------------

k = 2
m = 1

assert not k_anonymity_halves_what_leaks(k, m)
print("k-anonymity-bounds-nothing-control is refuted by this instance: conclusion fails")
