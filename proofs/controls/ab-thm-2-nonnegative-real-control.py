# ab-thm-2-nonnegative-real-control: a counterexample to the statement
#
# L > 0 at (2, 2).
#
# Source: [gilani2022alphabet], Thm. 2 (non-negative).
#
# It is a deliberately wrong neighbor of ab-thm-2-nonnegative-real: a search must find this.
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

class Range(dict):
    """A finite set of values: a table in which each of them is true."""

    def __init__(self, occurs):
        super().__init__(dict.fromkeys(elements(occurs), True))

    def __sub__(self, other):
        return Range([v for v in self if v not in other])

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

# --- the statement --------------------------------------------------------------------------------

def all_outputs_are_possible(P):
    """P(y|x) > 0 for all x and y."""
    return all_of(P.entry(x, y) > 0 for x in P.inputs for y in P.outputs)

def multiplied_sum(P, order):
    """Σ_y P(y|x1)^b P(y|x2)^(1-b), whose logarithm is (b-1) D_b, times the product of P(y|x2)^(b-1)."""
    x, x2 = P.inputs
    y, y2 = P.outputs
    return P.entry(x, y) ** order * P.entry(x2, y2) ** (order - 1) + P.entry(x, y2) ** order * P.entry(x2, y) ** (
        order - 1
    )

def multiplier(P, order):
    """The product of P(y|x2)^(b-1) over the outputs."""
    x2 = P.inputs[1]
    y, y2 = P.outputs
    return (P.entry(x2, y) * P.entry(x2, y2)) ** (order - 1)

def real_channels_always_leak(P):
    """L > 0 at (2, 2)."""
    return multiplied_sum(P, 2) > multiplier(P, 2)

# --- the instance ---------------------------------------------------------------------------------

P = Channel({
    "x1": {"y1": Fraction(1, 6), "y2": Fraction(5, 6)},
    "x2": {"y1": Fraction(1, 6), "y2": Fraction(5, 6)},
})

if not __debug__:
    raise SystemExit("run this without -O, which ignores assertions")

assert all_outputs_are_possible(P)
assert not real_channels_always_leak(P)
print("ab-thm-2-nonnegative-real-control is refuted by this instance: hypotheses hold, conclusion fails")
