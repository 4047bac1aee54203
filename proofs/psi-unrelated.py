# psi-unrelated: a counterexample to the statement
#
# ψ_{i,v} ∘ X is unrelated to X₋ᵢ.
#
# Source: [farokhi2019noiseless], Sec. III-A.
#
# Run this file with Python 3.10 or newer: it asserts, in exact numbers, that the instance at its end
# does not satisfy the statement.

# --- what the words mean --------------------------------------------------------------------------

def elements(domain):
    """The elements of a set; of a table of truth values, those that are true."""
    return [e for e in domain if domain[e]] if isinstance(domain, dict) else list(domain)

def any_of(truths):
    """Disjunction."""
    return any(truths)

def forall(domain, predicate):
    """∀ element of the domain: predicate."""
    return all(predicate(e) for e in elements(domain))

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

def are_unrelated(R):
    """⟦X|y⟧ = ⟦X⟧ for every y."""
    X, Y = R.columns
    return all(R.conditional_range(y).same_as(R.range(X)) for y in R.range(Y))

class Line(tuple):
    """(i, v): individual i varies while the others' data are v."""

    __slots__ = ()

    def __new__(cls, individual, others):
        """The pair (i, v)."""
        return super().__new__(cls, (individual, others))

    @property
    def individual(self):
        """Who varies."""
        return self[0]

    @property
    def others(self):
        """What the others' data are."""
        return self[1]

    def at(self, value):
        """The data set in which the individual has the value."""
        i, v = self
        return (*v[:i], value, *v[i:])

    @staticmethod
    def through(point, individual):
        """The line of an individual through a data set."""
        return Line(individual, point[:individual] + point[individual + 1 :])

def lines(D):
    """The lines of a data range."""
    return Range([Line.through(point, i) for point in D.rows for i, _ in enumerate(D.columns)])

# --- the statement --------------------------------------------------------------------------------

def substituted_and_others(D, line):
    """⟦ψ_{i,v} ∘ X, X₋ᵢ⟧."""
    i = line.individual
    pairs = {}
    for point, truth in D.rows.items():
        pairs.setdefault((line.at(point[i]), Line.through(point, i).others), []).append(truth)
    return Relation(("psi", "others"), {pair: any_of(truths) for pair, truths in pairs.items()})

def substituted_data_are_unrelated_to_the_others(D):
    """ψ_{i,v} ∘ X is unrelated to X₋ᵢ."""
    return forall(lines(D), lambda line: are_unrelated(substituted_and_others(D, line)))

# --- the instance ---------------------------------------------------------------------------------

D = Relation.of((0, 0), (1, 1), columns=("X1", "X2"))

if not __debug__:
    raise SystemExit("run this without -O, which ignores assertions")

assert not substituted_data_are_unrelated_to_the_others(D)
print("psi-unrelated is refuted by this instance: conclusion fails")
