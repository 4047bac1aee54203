# chain-maximin-upper-control: a counterexample to the statement
#
# I⋆(X;YZ) ≤ I⋆(X;Y) + I⋆min(X;Z|Y).
#
# Source: about [farokhi2019noiseless], eq. (9).
#
# It is a deliberately wrong neighbor of chain-maximin-upper: a search must find this.
#
# Run this file with Python 3.10 or newer: it asserts, in exact numbers, that the instance at its end
# does not satisfy the statement.

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

    def __add__(self, other):
        return Log(self.ratio * ratio_of(other))

    __radd__ = __add__

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

    def slice(self, column, value):
        """The relation of the other columns where this one has the value."""
        place = self.columns.index(column)
        others = [name for name in self.columns if name != column]
        return Relation(others, [row[:place] + row[place + 1 :] for row in self.rows if row[place] == value])

    def __le__(self, other):
        return all(row in other.rows for row in self.rows)

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

def maximin_information(R):
    """I⋆(X;Y) = log₂ |⟦X|Y⟧⋆|."""
    return log2(len(overlap_partition(R)))

def z_slices(R):
    """For every z, the relation of the other columns where the last one is z."""
    Z = R.columns[-1]
    return [R.slice(Z, z) for z in R.range(Z)]

def smallest_conditional_maximin_information(R):
    """The smallest I⋆(X;Y) on a slice Z = z."""
    return smallest(z_slices(R), maximin_information)

# --- the statement --------------------------------------------------------------------------------

def of_x_and_both(R):
    """⟦X, (Y, Z)⟧."""
    return R.project("X", ("Y", "Z"))

def of_x_and_y(R):
    """⟦X, Y⟧."""
    return R.project("X", "Y")

def of_x_and_z_given_y(R):
    """⟦X, Z, Y⟧, in which conditional measures condition on Y."""
    return R.project("X", "Z", "Y")

def maximin_information_never_exceeds_its_smallest_chain(R):
    """I⋆(X;YZ) ≤ I⋆(X;Y) + I⋆min(X;Z|Y)."""
    chain = maximin_information(of_x_and_y(R)) + smallest_conditional_maximin_information(of_x_and_z_given_y(R))
    return maximin_information(of_x_and_both(R)) <= chain

# --- the instance ---------------------------------------------------------------------------------

R = Relation.of(("x1", "y1", "z1"), ("x1", "y2", "z1"), ("x2", "y1", "z2"))

if not __debug__:
    raise SystemExit("run this without -O, which ignores assertions")

assert not maximin_information_never_exceeds_its_smallest_chain(R)
print("chain-maximin-upper-control is refuted by this instance: conclusion fails")
