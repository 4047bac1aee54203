# ab-thm-2-post-processing-real-control: a counterexample to the statement
#
# L(X → Z) ≥ L(X → Y) if X – Y – Z at (∞, 1).
#
# Source: [gilani2022alphabet], Thm. 2 (data processing).
#
# It is a deliberately wrong neighbor of ab-thm-2-post-processing-real: a search must find this.
#
# Run this file with Python 3.10 or newer: it asserts, in exact numbers, that the instance at its end
# satisfies the hypotheses but not the conclusion.

from fractions import Fraction

# --- what the words mean --------------------------------------------------------------------------

def elements(domain):
    """The elements of a set; of a table of truth values, those that are true."""
    return [e for e in domain if domain[e]] if isinstance(domain, dict) else list(domain)

def all_of(truths):
    """Conjunction."""
    return all(truths)

def largest(domain, number=lambda n: n):
    """The largest number over the domain."""
    return max(number(e) for e in elements(domain))

class Range(dict):
    """A finite set of values: a table in which each of them is true."""

    def __init__(self, occurs):
        super().__init__(dict.fromkeys(elements(occurs), True))

    def __le__(self, other):
        return all(v in other for v in self)

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

    def __matmul__(self, then):
        def total(x, z):
            return sum((self.entry(x, y) * then.entry(y, z) for y in self.outputs), Fraction(0))

        return Channel({x: {z: total(x, z) for z in then.outputs} for x in self.rows}, self.support)

# --- the statement --------------------------------------------------------------------------------

def all_outputs_are_possible(P):
    """P(y|x) > 0 for all x and y."""
    return all_of(P.entry(x, y) > 0 for x in P.inputs for y in P.outputs)

def sum_of_largest(P):
    """Σ_y max_x P(y|x), whose logarithm is L at (∞, 1)."""
    return sum(largest([P.entry(x, y) for x in P.inputs]) for y in P.outputs)

def processing_real_outputs_does_not_leak_less(P, Q):
    """L(X → Z) ≥ L(X → Y) if X – Y – Z at (∞, 1)."""
    return sum_of_largest(P @ Q) >= sum_of_largest(P)

# --- the instance ---------------------------------------------------------------------------------

P = Channel({
    "x1": {"y1": Fraction(1, 2), "y2": Fraction(1, 2)},
    "x2": {"y1": Fraction(1, 4), "y2": Fraction(3, 4)},
})
Q = Channel({
    "y1": {"z1": Fraction(0), "z2": Fraction(1)},
    "y2": {"z1": Fraction(0), "z2": Fraction(1)},
})

if not __debug__:
    raise SystemExit("run this without -O, which ignores assertions")

assert all_outputs_are_possible(P)
assert not processing_real_outputs_does_not_leak_less(P, Q)
print("ab-thm-2-post-processing-real-control is refuted by this instance: hypotheses hold, conclusion fails")
