# ze-cover-control: a counterexample to the statement
#
# |ℱ| min_x q(N(x)) ≤ 1 for every block length.
#
# Source: [shannon1956zero].
#
# It is a deliberately wrong neighbor of ze-cover: a search must find this.
#
# Run this file with Python 3.10 or newer: it asserts, in exact numbers, that the instance at its end
# satisfies the hypotheses but not the conclusion.

from fractions import Fraction
from itertools import product

# --- what the words mean --------------------------------------------------------------------------

def elements(domain):
    """The elements of a set; of a table of truth values, those that are true."""
    return [e for e in domain if domain[e]] if isinstance(domain, dict) else list(domain)

def forall(domain, predicate):
    """∀ element of the domain: predicate."""
    return all(predicate(e) for e in elements(domain))

def count(domain, predicate=lambda _: True):
    """How many elements of the domain satisfy the predicate."""
    return sum(1 for e in elements(domain) if predicate(e))

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

    def holds(self, value):
        """Whether the value occurs."""
        return value in self

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

    def holds(self, *row):
        """Whether the row belongs to the relation."""
        return row in self.rows

    def range(self, *columns):
        """⟦X⟧ of one column, or ⟦X, Y⟧ (as tuples) of several."""
        picked = [tuple(row[self.columns.index(column)] for column in columns) for row in self.rows]
        return Range([row[0] if len(row) == 1 else row for row in picked])

    def __le__(self, other):
        return all(row in other.rows for row in self.rows)

    def same_as(self, other):
        """Whether both have the same rows."""
        return set(self.rows) == set(other.rows)

    def __eq__(self, other):
        return isinstance(other, Relation) and self.columns == other.columns and self.same_as(other)

    def __hash__(self):
        return hash((self.columns, frozenset(self.rows)))

class Code:
    """A set of words of one length."""

    def __init__(self, words, lengths):
        self.words = dict.fromkeys(elements(words), True)
        self.lengths = dict.fromkeys(elements(lengths), True)

    @staticmethod
    def of(*words):
        """The code with the given words."""
        return Code(words, [len(words[0])])

    def length(self):
        """The block length."""
        return next(iter(self.lengths))

    def words_of_length(self, length):
        """The words, if they have this length."""
        return {word: True for word in self.words if len(word) == length}

def is_zero_error_code(F, *channels):
    """All letters are inputs, and every output word is compatible with at most one word of the code."""
    used = [channels[t % len(channels)] for t in range(F.length())]
    outputs = list(product(*(R.range(R.columns[1]) for R in used)))

    def compatible(word, output):
        return all(R.holds(x, y) for R, x, y in zip(used, word, output, strict=True))

    inputs = all(R.range(R.columns[0]).holds(x) for word in F.words for R, x in zip(used, word, strict=True))
    return inputs and all(sum(compatible(word, output) for word in F.words) <= 1 for output in outputs)

class Channel:
    """A channel P(y|x) with exact entries, and the inputs that occur."""

    def __init__(self, rows, support=None):
        self.rows = {x: {y: Fraction(p) for y, p in row.items()} for x, row in rows.items()}
        self.support = Range(support or rows.keys())

    @property
    def inputs(self):
        """The inputs."""
        return tuple(self.rows)

    def entry(self, x, y):
        """P(y|x)."""
        return self.rows[x].get(y, Fraction(0))

# --- the statement --------------------------------------------------------------------------------

def the_code_has_zero_error(R, F):
    """ℱ is a zero-error code of the memory-less channel R, as in (10)."""
    return is_zero_error_code(F, R)

def counted(truth, number):
    """The number, at least 0, if the truth holds, and otherwise 0."""
    return largest({"nothing": True, "all": truth}, lambda how: number if how == "all" else 0)

def entry_of(law, value):
    """The probability of a value, the law being the only row of a channel."""
    return law.entry(law.inputs[0], value)

def price_around(R, Q, x):
    """q(N(x)), the price of the outputs that x may lead to."""
    return sum(counted(R.holds(x, y), entry_of(Q, y)) for y in R.range(R.columns[1]))

def smallest_price(R, Q):
    """min_x q(N(x)): 1/α* for the best prices."""
    return smallest(R.range("X"), lambda x: price_around(R, Q, x))

def codes_are_at_most_one_use_of_a_cover(R, F, Q):
    """|ℱ| min_x q(N(x)) ≤ 1 for every block length."""
    return forall(F.lengths, lambda k: count(F.words_of_length(k)) * smallest_price(R, Q) <= 1)

# --- the instance ---------------------------------------------------------------------------------

R = Relation.of(("x1", "y1"), ("x2", "y2"))
F = Code.of(("x1", "x1"), ("x1", "x2"), ("x2", "x1"))
Q = Channel({"one1": {"y1": Fraction(1, 2), "y2": Fraction(1, 2)}})

if not __debug__:
    raise SystemExit("run this without -O, which ignores assertions")

assert the_code_has_zero_error(R, F)
assert not codes_are_at_most_one_use_of_a_cover(R, F, Q)
print("ze-cover-control is refuted by this instance: hypotheses hold, conclusion fails")
