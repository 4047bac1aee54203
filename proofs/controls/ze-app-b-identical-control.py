# ze-app-b-identical-control: a counterexample to the statement
#
# L₀(X[k..1];Y[k..1]) = k L₀(X;Y) on all inputs of the channel.
#
# Source: [farokhi2019noiseless], App. B.
#
# It is a deliberately wrong neighbor of ze-app-b-identical: a search must find this.
#
# Run this file with Python 3.10 or newer: it asserts, in exact numbers, that the instance at its end
# satisfies the hypotheses but not the conclusion.

from fractions import Fraction
from itertools import product

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

def forall(domain, predicate):
    """∀ element of the domain: predicate."""
    return all(predicate(e) for e in elements(domain))

class Log:
    """log₂ of an exact ratio; log₂ 0 is -∞."""

    def __init__(self, ratio):
        self.ratio = Fraction(ratio)

    def __mul__(self, times):
        return Log(self.ratio ** times.__index__())

    __rmul__ = __mul__

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

    def size(self):
        """|range|."""
        return len(self)

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

class Code:
    """A set of words of one length."""

    def __init__(self, words, lengths):
        self.words = dict.fromkeys(elements(words), True)
        self.lengths = dict.fromkeys(elements(lengths), True)

    @staticmethod
    def of(*words):
        """The code with the given words."""
        return Code(words, [len(words[0])])

    def has_length(self, length):
        """Whether the block length is this one."""
        return length == self.length()

    def size(self):
        """The number of words."""
        return len(self.words)

    def length(self):
        """The block length."""
        return next(iter(self.lengths))

    def words_of_length(self, length):
        """The words, if they have this length."""
        return {word: True for word in self.words if len(word) == length}

# --- the statement --------------------------------------------------------------------------------

def words_are_of_inputs(R, F):
    """ℱ is a non-empty set of words of inputs."""
    inputs = R.range("X")
    return all_of([F.size() >= 1, forall(F.words, lambda word: all_of(inputs.holds(x) for x in word))])

def words_are_a_product(F):
    """ℱ = A × B for the words of length 2: what is sent at one time does not restrict what is sent at the other."""
    words = F.words_of_length(2)
    return all_of(
        implies(all_of([first, second]), words.get((a, d), False))
        for (a, _), first in words.items()
        for (_, d), second in words.items()
    )

def words_and_outputs(R, F, length):
    """⟦X[k], …, X[1]; Y[k], …, Y[1]⟧ of a memory-less channel whose input words are those of ℱ."""
    outputs = list(product(R.range("Y"), repeat=length))
    return Relation(
        ("X", "Y"),
        {
            (word, output): all_of([belongs, *(R.holds(x, y) for x, y in zip(word, output, strict=True))])
            for word, belongs in F.words_of_length(length).items()
            for output in outputs
        },
    )

def leakage_of_blocks_is(R, F, amount):
    """L₀(X[k..1];Y[k..1]) = amount(k) for the block length k of ℱ."""
    return all_of(
        implies(F.has_length(k), nonstochastic_leakage(words_and_outputs(R, F, k)) == amount(k)) for k in F.lengths
    )

def leakage_of_blocks_is_that_of_all_inputs(R, F):
    """L₀(X[k..1];Y[k..1]) = k L₀(X;Y) on all inputs of the channel."""
    return leakage_of_blocks_is(R, F, lambda k: nonstochastic_leakage(R) * k)

# --- the instance ---------------------------------------------------------------------------------

R = Relation.of(("x1", "y1"), ("x2", "y2"))
F = Code.of(("x1",))

if not __debug__:
    raise SystemExit("run this without -O, which ignores assertions")

assert words_are_of_inputs(R, F)
assert words_are_a_product(F)
assert not leakage_of_blocks_is_that_of_all_inputs(R, F)
print("ze-app-b-identical-control is refuted by this instance: hypotheses hold, conclusion fails")
