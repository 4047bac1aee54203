# overlap-partition-unique-control: a counterexample to the statement
#
# Two ⟦X|Y⟧-overlap partitions separate all values.
#
# Source: [farokhi2019noiseless], before eq. (9).
#
# It is a deliberately wrong neighbor of overlap-partition-unique: a search must find this.
#
# Run this file with Python 3.10 or newer: it asserts, in exact numbers, that the instance at its end
# satisfies the hypotheses but not the conclusion.

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

def iff(left, right):
    """Exactly when."""
    return bool(left) == bool(right)

class Range(dict):
    """A finite set of values: a table in which each of them is true."""

    def __init__(self, occurs):
        super().__init__(dict.fromkeys(elements(occurs), True))

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

    def same_value(self, point, other):
        """Whether two points have the same value."""
        return bool(self.table[point] == self.table[other])

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

def joined(blocks):
    """For every pair of elements, whether they stand in one block."""
    everything = [x for block in blocks for x in block]
    return {(x, x2): any(block.issuperset((x, x2)) for block in blocks) for x in everything for x2 in everything}

def overlap_connected(R):
    """For every pair of values of the first column, whether they are overlap connected."""
    return joined(merged(R.conditional_range(y) for y in R.range(R.columns[1])))

# --- the statement --------------------------------------------------------------------------------

def is_overlap_partition(R, P):
    """The blocks of P are overlap connected and pairwise overlap isolated."""
    linked = overlap_connected(R)
    occurs = R.range("X")
    return all_of(
        implies(all_of([occurs[x], occurs[y]]), iff(P.same_value(x, y), linked[x, y])) for x in occurs for y in occurs
    )

def first_is_an_overlap_partition(R, P):
    """P is a ⟦X|Y⟧-overlap partition."""
    return is_overlap_partition(R, P)

def second_is_an_overlap_partition(R, Q):
    """Q is a ⟦X|Y⟧-overlap partition."""
    return is_overlap_partition(R, Q)

def the_overlap_partition_is_discrete(R, P, Q):
    """Two ⟦X|Y⟧-overlap partitions separate all values."""
    occurs = R.range("X")
    return all_of(
        implies(all_of([occurs[x], occurs[y], Q.same_value(x, x)]), iff(P.same_value(x, y), x == y))
        for x in occurs
        for y in occurs
    )

# --- the instance ---------------------------------------------------------------------------------

R = Relation.of(("x1", "y1"), ("x2", "y1"))
P = Function.of(["x1", "x2", "x3"], {"x1": "b1", "x2": "b1", "x3": "b1"})
Q = Function.of(["x1", "x2", "x3"], {"x1": "b1", "x2": "b1", "x3": "b1"})

if not __debug__:
    raise SystemExit("run this without -O, which ignores assertions")

assert first_is_an_overlap_partition(R, P)
assert second_is_an_overlap_partition(R, Q)
assert not the_overlap_partition_is_discrete(R, P, Q)
print("overlap-partition-unique-control is refuted by this instance: hypotheses hold, conclusion fails")
