# ze-chain-control: a counterexample to the statement
#
# M(k) = α(Gᵏ).
#
# Source: [shannon1956zero].
#
# It is a deliberately wrong neighbor of ze-chain: a search must find this.
#
# Run this file with Python 3.10 or newer: it asserts, in exact numbers, that the instance at its end
# does not satisfy the statement.

from itertools import product

# --- what the words mean --------------------------------------------------------------------------

def elements(domain):
    """The elements of a set; of a table of truth values, those that are true."""
    return [e for e in domain if domain[e]] if isinstance(domain, dict) else list(domain)

class Range(dict):
    """A finite set of values: a table in which each of them is true."""

    def __init__(self, occurs):
        super().__init__(dict.fromkeys(elements(occurs), True))

    def holds(self, value):
        """Whether the value occurs."""
        return value in self

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

def largest_code_size(R, k=1):
    """α(Gᵏ), by adding words one after the other that share no output word with those before."""
    ways = {x: [y for y in R.range(R.columns[1]) if R.holds(x, y)] for x in R.range(R.columns[0])}
    outputs = {word: set(product(*(ways[x] for x in word))) for word in product(ways, repeat=k)}

    def most(words):
        later = ([v for v in words[i:] if outputs[v].isdisjoint(outputs[w])] for i, w in enumerate(words))
        return max((1 + most(left) for left in later), default=0)

    return sum(most([word for word in outputs if outputs[word] <= block]) for block in merged(outputs.values()))

def feedback_messages(R, k):
    """M(k): messages are shared out among the inputs in every way; at most M(k-1) are left after an output."""
    inputs, most = list(R.range(R.columns[0])), 1

    def left(share, y):
        return sum(messages for x, messages in zip(inputs, share, strict=True) if R.holds(x, y))

    for _ in range(k):
        shares = product(range(most + 1), repeat=len(inputs))
        most = max(sum(share) for share in shares if all(left(share, y) <= most for y in R.range(R.columns[1])))
    return most

# --- the statement --------------------------------------------------------------------------------

def feedback_never_helps(R, k):
    """M(k) = α(Gᵏ)."""
    return feedback_messages(R, k) == largest_code_size(R, k)

# --- the instance ---------------------------------------------------------------------------------

R = Relation.of(
    ("x1", "y1"),
    ("x2", "y2"),
    ("x2", "y3"),
    ("x3", "y2"),
    ("x3", "y4"),
    ("x4", "y3"),
    ("x4", "y4"),
)
k = 2

if not __debug__:
    raise SystemExit("run this without -O, which ignores assertions")

assert not feedback_never_helps(R, k)
print("ze-chain-control is refuted by this instance: conclusion fails")
