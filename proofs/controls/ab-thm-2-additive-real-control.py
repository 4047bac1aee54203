# ab-thm-2-additive-real-control: a counterexample to the statement
#
# L(X₁X₂ → Y₁Y₂) = L(X₁ → Y₁) at (∞, 1).
#
# Source: [gilani2022alphabet], Thm. 2 (additive).
#
# It is a deliberately wrong neighbor of ab-thm-2-additive-real: a search must find this.
#
# Run this file with Python 3.10 or newer: it asserts, in exact numbers, that the instance at its end
# does not satisfy the statement.

from fractions import Fraction

# --- what the words mean --------------------------------------------------------------------------

def elements(domain):
    """The elements of a set; of a table of truth values, those that are true."""
    return [e for e in domain if domain[e]] if isinstance(domain, dict) else list(domain)

def largest(domain, number=lambda n: n):
    """The largest number over the domain."""
    return max(number(e) for e in elements(domain))

class Range(dict):
    """A finite set of values: a table in which each of them is true."""

    def __init__(self, occurs):
        super().__init__(dict.fromkeys(elements(occurs), True))

    def __hash__(self):
        return hash(frozenset(self))

class Channel:
    """A channel P(y|x) with exact entries, and the inputs that occur."""

    def __init__(self, rows, support=None):
        self.rows = {x: {y: Fraction(p) for y, p in row.items()} for x, row in rows.items()}
        self.support = Range(support or rows.keys())

    @property
    def inputs(self):
        """The inputs."""
        return tuple(self.rows)

    @property
    def outputs(self):
        """The outputs."""
        return tuple(dict.fromkeys(y for row in self.rows.values() for y in row))

    def entry(self, x, y):
        """P(y|x)."""
        return self.rows[x].get(y, Fraction(0))

    def product(self, other):
        """Both channels side by side: P(y|x) Q(y'|x')."""
        pairs = [(y, y2) for y in self.outputs for y2 in other.outputs]

        def row(x, x2):
            return {(y, y2): self.entry(x, y) * other.entry(x2, y2) for y, y2 in pairs}

        return Channel({(x, x2): row(x, x2) for x in self.support for x2 in other.support})

# --- the statement --------------------------------------------------------------------------------

def sum_of_largest(P):
    """Σ_y max_x P(y|x), whose logarithm is L at (∞, 1)."""
    return sum(largest([P.entry(x, y) for x in P.inputs]) for y in P.outputs)

def leakage_of_independent_real_data_is_that_of_the_first(P, Q):
    """L(X₁X₂ → Y₁Y₂) = L(X₁ → Y₁) at (∞, 1)."""
    return sum_of_largest(P.product(Q)) == sum_of_largest(P)

# --- the instance ---------------------------------------------------------------------------------

P = Channel({
    "x1": {"y1": Fraction(0), "y2": Fraction(1)},
    "x2": {"y1": Fraction(0), "y2": Fraction(1)},
})
Q = Channel({
    "x1": {"y1": Fraction(1, 4), "y2": Fraction(3, 4)},
    "x2": {"y1": Fraction(0), "y2": Fraction(1)},
})

if not __debug__:
    raise SystemExit("run this without -O, which ignores assertions")

assert not leakage_of_independent_real_data_is_that_of_the_first(P, Q)
print("ab-thm-2-additive-real-control is refuted by this instance: conclusion fails")
