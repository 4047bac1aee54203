# overlap-partition-exists-control: a counterexample to the statement
#
# Sharing an output, ⟦Y|x⟧ ∩ ⟦Y|x'⟧ ≠ ∅, is transitive.
#
# Source: [farokhi2019noiseless], before eq. (9).
#
# It is a deliberately wrong neighbor of overlap-partition-exists: a search must find this.
#
# Run this file with Python 3.10 or newer: it asserts, in exact numbers, that the instance at its end
# does not satisfy the statement.

# --- what the words mean --------------------------------------------------------------------------

def elements(domain):
    """The elements of a set; of a table of truth values, those that are true."""
    return [e for e in domain if domain[e]] if isinstance(domain, dict) else list(domain)

def all_of(truths):
    """Conjunction."""
    return all(truths)

def any_of(truths):
    """Disjunction."""
    return any(truths)

def implies(hypothesis, conclusion):
    """If … then."""
    return conclusion or not hypothesis

class Range(dict):
    """A finite set of values: a table in which each of them is true."""

    def __init__(self, occurs):
        super().__init__(dict.fromkeys(elements(occurs), True))

    def holds(self, value):
        """Whether the value occurs."""
        return value in self

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

# --- the statement --------------------------------------------------------------------------------

def sharing_an_output_is_transitive(R):
    """Sharing an output, ⟦Y|x⟧ ∩ ⟦Y|x'⟧ ≠ ∅, is transitive."""
    values = list(R.range("X"))

    def shared(x, y):
        return any_of(all_of([R.holds(x, output), R.holds(y, output)]) for output in R.range("Y"))

    return all_of(
        implies(all_of([shared(x, y), shared(y, z)]), shared(x, z)) for x in values for y in values for z in values
    )

# --- the instance ---------------------------------------------------------------------------------

R = Relation.of(("x1", "y1"), ("x1", "y2"), ("x2", "y1"), ("x3", "y2"))

if not __debug__:
    raise SystemExit("run this without -O, which ignores assertions")

assert not sharing_an_output_is_transitive(R)
print("overlap-partition-exists-control is refuted by this instance: conclusion fails")
