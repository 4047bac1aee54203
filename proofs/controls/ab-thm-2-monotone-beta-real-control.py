# ab-thm-2-monotone-beta-real-control: a counterexample to the statement
#
# At α = ∞, L at β = 1 is at most half of L at β = 2: (Σ max)⁴ ≤ Σ_y max² / P(y|x').
#
# Source: [gilani2022alphabet], Thm. 2 (monotone).
#
# It is a deliberately wrong neighbor of ab-thm-2-monotone-beta-real: a search must find this.
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

# --- the statement --------------------------------------------------------------------------------

def all_outputs_are_possible(P):
    """P(y|x) > 0 for all x and y."""
    return all_of(P.entry(x, y) > 0 for x in P.inputs for y in P.outputs)

def leakage_of_real_channels_doubles_with_beta(P):
    """At α = ∞, L at β = 1 is at most half of L at β = 2: (Σ max)⁴ ≤ Σ_y max² / P(y|x')."""
    x, x2 = P.inputs
    y, y2 = P.outputs
    first, second = (largest([P.entry(x, z), P.entry(x2, z)]) for z in P.outputs)
    squares = first * first * P.entry(x2, y2) + second * second * P.entry(x2, y)
    return (first + second) ** 4 * P.entry(x2, y) * P.entry(x2, y2) <= squares

# --- the instance ---------------------------------------------------------------------------------

P = Channel({
    "x1": {"y1": Fraction(1, 3), "y2": Fraction(2, 3)},
    "x2": {"y1": Fraction(1, 6), "y2": Fraction(5, 6)},
})

if not __debug__:
    raise SystemExit("run this without -O, which ignores assertions")

assert all_outputs_are_possible(P)
assert not leakage_of_real_channels_doubles_with_beta(P)
print("ab-thm-2-monotone-beta-real-control is refuted by this instance: hypotheses hold, conclusion fails")
