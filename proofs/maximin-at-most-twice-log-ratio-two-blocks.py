# maximin-at-most-twice-log-ratio-two-blocks: a counterexample to the statement
#
# I⋆(X;Y) ≤ 2 log (|⟦X⟧| |⟦Y⟧| / |⟦X,Y⟧|) for the pair with n values each in blocks of n - 1 and 1.
#
# Source: between [farokhi2019noiseless], eqs. (5) and (9).
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

    def __add__(self, other):
        return Log(self.ratio * ratio_of(other))

    def __sub__(self, other):
        return Log(self.ratio / ratio_of(other))

    def __rsub__(self, other):
        return Log(ratio_of(other) / self.ratio)

    def __mul__(self, times):
        return Log(self.ratio ** times.__index__())

    __radd__ = __add__

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

    def __or__(self, other):
        return Range([*self, *other])

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

def merged(sets):
    """The sets, with those that meet joined until no two do."""
    blocks = []
    for members in map(set, sets):
        meeting = [block for block in blocks if not block.isdisjoint(members)]
        blocks = [*(block for block in blocks if block not in meeting), members.union(*meeting)]
    return blocks

def overlap_partition(R):
    """⟦X|Y⟧⋆: conditional ranges ⟦X|y⟧ that meet belong to one member."""
    X, Y = R.columns
    blocks = merged(R.conditional_range(y) for y in R.range(Y))
    return tuple(dict.fromkeys(frozenset(block) for x in R.range(X) for block in blocks if x in block))

def hartley_entropy(X):
    """H₀(X) = log₂ |⟦X⟧|."""
    return log2(len(X))

def maximin_information(R):
    """I⋆(X;Y) = log₂ |⟦X|Y⟧⋆|."""
    return log2(len(overlap_partition(R)))

# --- the statement --------------------------------------------------------------------------------

def log_ratio(R):
    """log (|⟦X⟧| |⟦Y⟧| / |⟦X,Y⟧|)."""
    X, Y = R.columns
    return hartley_entropy(R.range(X)) + hartley_entropy(R.range(Y)) - hartley_entropy(R.rows)

def two_blocks(n):
    """⟦X, Y⟧ with n values each: the first n - 1 of X go with the first n - 1 of Y, the last with the last."""
    large = {(x, y): True for x in range(n - 1) for y in range(n - 1)}
    return Relation(("X", "Y"), large | {(n - 1, n - 1): True})

def maximin_information_of_two_blocks_never_exceeds_twice_the_log_ratio(n):
    """I⋆(X;Y) ≤ 2 log (|⟦X⟧| |⟦Y⟧| / |⟦X,Y⟧|) for the pair with n values each in blocks of n - 1 and 1."""
    return all_of(
        implies(n_is, maximin_information(two_blocks(n0)) <= log_ratio(two_blocks(n0)) * 2) for n0, n_is in cases(n)
    )

# --- the instance ---------------------------------------------------------------------------------

n = 6

if not __debug__:
    raise SystemExit("run this without -O, which ignores assertions")

assert not maximin_information_of_two_blocks_never_exceeds_twice_the_log_ratio(n)
print("maximin-at-most-twice-log-ratio-two-blocks is refuted by this instance: conclusion fails")
