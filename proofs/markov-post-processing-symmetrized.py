# markov-post-processing-symmetrized: a counterexample to the statement
#
# L₀ˢ(X;Z) ≤ L₀ˢ(X;Y) for X – Y – Z.
#
# Source: about [farokhi2019noiseless], eq. (8); [nair2013nonstochastic].
#
# Run this file with Python 3.10 or newer: it asserts, in exact numbers, that the instance at its end
# satisfies the hypotheses but not the conclusion.

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

    def holds(self, value):
        """Whether the value occurs."""
        return value in self

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

    def project(self, *groups):
        """The relation of some columns; a tuple of names becomes one column of tuples."""

        def entry(row, group):
            return row[self.columns.index(group)] if isinstance(group, str) else tuple(entry(row, c) for c in group)

        names = [group if isinstance(group, str) else ",".join(group) for group in groups]
        return Relation(names, [tuple(entry(row, group) for group in groups) for row in self.rows])

    @property
    def converse(self):
        """The columns in reverse order."""
        return Relation(self.columns[::-1], [row[::-1] for row in self.rows])

    def __le__(self, other):
        return all(row in other.rows for row in self.rows)

def is_markov_chain(R):
    """X - Y - Z: two rows with the same y may exchange their z."""
    return all(R.holds(x, y, z) for x, y, _ in R.rows for _, y2, z in R.rows if y == y2)

def nonstochastic_leakage(R):
    """L₀(X;Y) = log₂ of the largest |⟦X⟧| / |⟦X|y⟧|."""
    X, Y = R.columns
    return log2(max(Fraction(len(R.range(X)), len(R.conditional_range(y))) for y in R.range(Y)))

def symmetrized_leakage(R):
    """L₀ˢ(X;Y) = min{L₀(X;Y), L₀(Y;X)}."""
    return smallest([R, R.converse], nonstochastic_leakage)

# --- the statement --------------------------------------------------------------------------------

def the_variables_form_a_markov_chain(R):
    """X – Y – Z: given Y, the variables X and Z are unrelated."""
    return is_markov_chain(R)

def a_later_output_never_has_a_larger_symmetrized_leakage(R):
    """L₀ˢ(X;Z) ≤ L₀ˢ(X;Y) for X – Y – Z."""
    return symmetrized_leakage(R.project("X", "Z")) <= symmetrized_leakage(R.project("X", "Y"))

# --- the instance ---------------------------------------------------------------------------------

R = Relation.of(
    ("x1", "y1", "z1"),
    ("x1", "y2", "z1"),
    ("x2", "y1", "z1"),
    ("x2", "y3", "z2"),
)

if not __debug__:
    raise SystemExit("run this without -O, which ignores assertions")

assert the_variables_form_a_markov_chain(R)
assert not a_later_output_never_has_a_larger_symmetrized_leakage(R)
print("markov-post-processing-symmetrized is refuted by this instance: hypotheses hold, conclusion fails")
