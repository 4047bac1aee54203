# ze-duality-control: a counterexample to the statement
#
# min_x q(N(x)) < max_y p(N⁻¹(y)) for all weights p and prices q.
#
# Source: [shannon1956zero].
#
# It is a deliberately wrong neighbor of ze-duality: a search must find this.
#
# Run this file with Python 3.10 or newer: it asserts, in exact numbers, that the instance at its end
# satisfies the hypotheses but not the conclusion.

from fractions import Fraction

# --- what the words mean --------------------------------------------------------------------------

def elements(domain):
    """The elements of a set; of a table of truth values, those that are true."""
    return [e for e in domain if domain[e]] if isinstance(domain, dict) else list(domain)

def largest(domain, number=lambda n: n):
    """The largest number over the domain."""
    return max(number(e) for e in elements(domain))

def smallest(domain, number=lambda n: n):
    """The smallest number over the domain."""
    return min(number(e) for e in elements(domain))

def equal(left, right):
    """Whether two numbers or amounts are equal."""
    return bool(left == right)

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

def counted(truth, number):
    """The number, at least 0, if the truth holds, and otherwise 0."""
    return largest({"nothing": True, "all": truth}, lambda how: number if how == "all" else 0)

def entry_of(law, value):
    """The probability of a value, the law being the only row of a channel."""
    return law.entry(law.inputs[0], value)

def weight_of_inputs(R, P):
    """p(⟦X⟧)."""
    return sum(counted(occurs, entry_of(P, x)) for x, occurs in R.range("X").items())

def only_inputs_have_weight(R, P):
    """p(⟦X⟧) = 1."""
    return equal(weight_of_inputs(R, P), 1)

def weight_on(R, P, y):
    """p(N⁻¹(y)), the weight of the inputs that may lead to y."""
    return sum(counted(R.holds(x, y), entry_of(P, x)) for x in R.range("X"))

def largest_weight(R, P):
    """max_y p(N⁻¹(y)): 1/α* for the best weights."""
    return largest(R.range("Y"), lambda y: weight_on(R, P, y))

def price_around(R, Q, x):
    """q(N(x)), the price of the outputs that x may lead to."""
    return sum(counted(R.holds(x, y), entry_of(Q, y)) for y in R.range(R.columns[1]))

def smallest_price(R, Q):
    """min_x q(N(x)): 1/α* for the best prices."""
    return smallest(R.range("X"), lambda x: price_around(R, Q, x))

def weights_and_prices_never_meet(R, P, Q):
    """min_x q(N(x)) < max_y p(N⁻¹(y)) for all weights p and prices q."""
    return smallest_price(R, Q) < largest_weight(R, P)

# --- the instance ---------------------------------------------------------------------------------

R = Relation.of(("x1", "y1"))
P = Channel({"one1": {"x1": Fraction(1), "x2": Fraction(0), "x3": Fraction(0)}})
Q = Channel({"one1": {"y1": Fraction(1), "y2": Fraction(0), "y3": Fraction(0)}})

if not __debug__:
    raise SystemExit("run this without -O, which ignores assertions")

assert only_inputs_have_weight(R, P)
assert not weights_and_prices_never_meet(R, P, Q)
print("ze-duality-control is refuted by this instance: hypotheses hold, conclusion fails")
