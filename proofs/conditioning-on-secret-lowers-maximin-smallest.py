# conditioning-on-secret-lowers-maximin-smallest: a counterexample to the statement
#
# I⋆min(X;Y|h(X)) ≤ I⋆(X;Y).
#
# Source: about [farokhi2019noiseless], eq. (9).
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

def smallest(domain, number=lambda n: n):
    """The smallest number over the domain."""
    return min(number(e) for e in elements(domain))

class Log:
    """log₂ of an exact ratio; log₂ 0 is -∞."""

    def __init__(self, ratio):
        self.ratio = Fraction(ratio)

    def __eq__(self, other):
        return self.ratio == ratio_of(other)

    def __hash__(self):
        return hash(self.ratio)

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

    def range(self, *columns):
        """⟦X⟧ of one column, or ⟦X, Y⟧ (as tuples) of several."""
        picked = [tuple(row[self.columns.index(column)] for column in columns) for row in self.rows]
        return Range([row[0] if len(row) == 1 else row for row in picked])

    def conditional_range(self, value):
        """⟦X|y⟧: what the other columns can be when the last one is y."""
        others = [row[:-1] for row in self.rows if row[-1] == value]
        return Range([row[0] if len(self.columns) == 2 else row for row in others])

    def slice(self, column, value):
        """The relation of the other columns where this one has the value."""
        place = self.columns.index(column)
        others = [name for name in self.columns if name != column]
        return Relation(others, [row[:place] + row[place + 1 :] for row in self.rows if row[place] == value])

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

    @property
    def values(self):
        """What it can give."""
        return tuple(dict.fromkeys(self.table.values()))

    def gives(self, point, value):
        """Whether the function maps the point to the value."""
        return bool(self.table[point] == value)

    def __eq__(self, other):
        return isinstance(other, Function) and self.table == other.table

    def __hash__(self):
        return hash(frozenset(self.table.items()))

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

def with_function_of_x(R, h):
    """⟦X, Y, Z⟧ with Z = h(X)."""
    rows = {(x, y, z): all_of([truth, h.gives(x, z)]) for (x, y), truth in R.rows.items() for z in h.values}
    return Relation(("X", "Y", "Z"), rows)

def conditioning_on_a_function_of_the_secret_never_raises_the_smallest_maximin_information(R, h):
    """I⋆min(X;Y|h(X)) ≤ I⋆(X;Y)."""
    return smallest_conditional_maximin_information(with_function_of_x(R, h)) <= maximin_information(R)

# --- the instance ---------------------------------------------------------------------------------

R = Relation.of(
    ("x1", "y1"),
    ("x1", "y2"),
    ("x2", "y1"),
    ("x2", "y3"),
    ("x3", "y2"),
    ("x4", "y3"),
)
h = Function.of(["x1", "x2", "x3", "x4"], {"x1": "z1", "x2": "z2", "x3": "z2", "x4": "z1"})

if not __debug__:
    raise SystemExit("run this without -O, which ignores assertions")

assert not conditioning_on_a_function_of_the_secret_never_raises_the_smallest_maximin_information(R, h)
print("conditioning-on-secret-lowers-maximin-smallest is refuted by this instance: conclusion fails")
