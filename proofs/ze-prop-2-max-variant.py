# ze-prop-2-max-variant: a counterexample to the statement
#
# log |ℱ| / k ≤ sup over ⟦X⟧ of min{log |⟦X⟧| / max_y |N⁻¹(y)|, log |⟦Y⟧| / max_x |N(x)|}.
#
# Source: [farokhi2019noiseless], Prop. 2, with both inner minima replaced by maxima.
#
# Run this file with Python 3.10 or newer: it asserts, in exact numbers, that the instance at its end
# satisfies the hypotheses but not the conclusion.

from fractions import Fraction
from itertools import combinations, product

# --- what the words mean --------------------------------------------------------------------------

def elements(domain):
    """The elements of a set; of a table of truth values, those that are true."""
    return [e for e in domain if domain[e]] if isinstance(domain, dict) else list(domain)

def all_of(truths):
    """Conjunction."""
    return all(truths)

def largest(domain, number=lambda n: n):
    """The largest number over the domain."""
    return max(number(e) for e in elements(domain))

def smallest(domain, number=lambda n: n):
    """The smallest number over the domain."""
    return min(number(e) for e in elements(domain))

class Log:
    """log₂ of an exact ratio; log₂ 0 is -∞."""

    def __init__(self, ratio):
        self.ratio = Fraction(ratio)

    def __add__(self, other):
        return Log(self.ratio * ratio_of(other))

    __radd__ = __add__

    def __eq__(self, other):
        return self.ratio == ratio_of(other)

    def __hash__(self):
        return hash(self.ratio)

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

    def __iter__(self):
        return iter(self.rows)

    def __len__(self):
        return len(self.rows)

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

    def restrict(self, column, values):
        """The rows whose entry in a column is one of the values."""
        place, kept = self.columns.index(column), list(values)
        return Relation(self.columns, [row for row in self.rows if row[place] in kept])

    @property
    def converse(self):
        """The columns in reverse order."""
        return Relation(self.columns[::-1], [row[::-1] for row in self.rows])

    def same_as(self, other):
        """Whether both have the same rows."""
        return set(self.rows) == set(other.rows)

    def __eq__(self, other):
        return isinstance(other, Relation) and self.columns == other.columns and self.same_as(other)

    def __hash__(self):
        return hash((self.columns, frozenset(self.rows)))

def nonstochastic_information(R):
    """I₀(X;Y) = log₂ of the smallest |⟦X⟧| / |⟦X|y⟧|."""
    X, Y = R.columns
    return log2(min(Fraction(len(R.range(X)), len(R.conditional_range(y))) for y in R.range(Y)))

class Code:
    """A set of words of one length."""

    def __init__(self, words, lengths):
        self.words = dict.fromkeys(elements(words), True)
        self.lengths = dict.fromkeys(elements(lengths), True)

    @staticmethod
    def of(*words):
        """The code with the given words."""
        return Code(words, [len(words[0])])

    def size(self):
        """The number of words."""
        return len(self.words)

    def length(self):
        """The block length."""
        return next(iter(self.lengths))

def is_zero_error_code(F, *channels):
    """All letters are inputs, and every output word is compatible with at most one word of the code."""
    used = [channels[t % len(channels)] for t in range(F.length())]
    outputs = list(product(*(R.range(R.columns[1]) for R in used)))

    def compatible(word, output):
        return all(R.holds(x, y) for R, x, y in zip(used, word, output, strict=True))

    inputs = all(R.range(R.columns[0]).holds(x) for word in F.words for R, x in zip(used, word, strict=True))
    return inputs and all(sum(compatible(word, output) for word in F.words) <= 1 for output in outputs)

def has_rate_at_most(F, rate):
    """|ℱ| ≤ 2^(rate · k) for the block length k."""
    return F.size() <= ratio_of(rate) ** F.length()

# --- the statement --------------------------------------------------------------------------------

def the_code_has_zero_error(R, F):
    """ℱ is a zero-error code of the memory-less channel R, as in (10)."""
    return is_zero_error_code(F, R)

def best_information(R):
    """sup over ⟦X⟧ ⊆ 𝕏 of min{I₀(X;Y), I₀(Y;X)}: Proposition 2 with max_y and max_x in place of the two minima."""
    inputs = list(R.range("X"))
    subsets = [chosen for size in range(1, len(inputs) + 1) for chosen in combinations(inputs, size)]
    occurs = {chosen: all_of(R.range("X").holds(x) for x in chosen) for chosen in subsets}
    parts = {chosen: R.restrict("X", chosen) for chosen in subsets}
    return largest(
        occurs,
        lambda chosen: smallest([parts[chosen], parts[chosen].converse], nonstochastic_information),
    )

def the_rate_of_a_code_is_at_most_the_best_information(R, F):
    """log |ℱ| / k ≤ sup over ⟦X⟧ of min{log |⟦X⟧| / max_y |N⁻¹(y)|, log |⟦Y⟧| / max_x |N(x)|}."""
    return has_rate_at_most(F, best_information(R))

# --- the instance ---------------------------------------------------------------------------------

R = Relation.of(("x1", "y1"), ("x1", "y2"), ("x2", "y3"))
F = Code.of(("x1",), ("x2",))

if not __debug__:
    raise SystemExit("run this without -O, which ignores assertions")

assert the_code_has_zero_error(R, F)
assert not the_rate_of_a_code_is_at_most_the_best_information(R, F)
print("ze-prop-2-max-variant is refuted by this instance: hypotheses hold, conclusion fails")
