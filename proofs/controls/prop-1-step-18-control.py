# prop-1-step-18-control: a counterexample to the statement
#
# max over y of |⟦X|y⟧| ≤ |Pᵢ| for every member Pᵢ of the overlap partition.
#
# Source: [farokhi2019noiseless], App. A, eq. (18).
#
# It is a deliberately wrong neighbor of prop-1-step-18: a search must find this.
#
# Run this file with Python 3.10 or newer: it asserts, in exact numbers, that the instance at its end
# does not satisfy the statement.

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

class Range(dict):
    """A finite set of values: a table in which each of them is true."""

    def __init__(self, occurs):
        super().__init__(dict.fromkeys(elements(occurs), True))

    def size(self):
        """|range|."""
        return len(self)

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

def every_member_holds_the_largest_conditional_range(R):
    """max over y of |⟦X|y⟧| ≤ |Pᵢ| for every member Pᵢ of the overlap partition."""
    linked, occurs = overlap_connected(R), R.range("X")
    most = largest(R.range("Y"), lambda y: R.conditional_range(y).size())
    return forall(occurs, lambda x: most <= count(occurs, lambda x2: linked[x, x2]))

# --- the instance ---------------------------------------------------------------------------------

R = Relation.of(("x1", "y1"), ("x2", "y1"), ("x3", "y2"))

if not __debug__:
    raise SystemExit("run this without -O, which ignores assertions")

assert not every_member_holds_the_largest_conditional_range(R)
print("prop-1-step-18-control is refuted by this instance: conclusion fails")
