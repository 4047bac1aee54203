# ab-thm-2-quasi-convex-real-control: a counterexample to the statement
#
# L((1 - w) P + w Q) ≤ L(P) at (∞, 1).
#
# Source: about [gilani2022alphabet], Thm. 2.
#
# It is a deliberately wrong neighbor of ab-thm-2-quasi-convex-real: a search must find this.
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

    def mixed(self, other, weight):
        """(1 - w) P + w Q."""
        outputs = dict.fromkeys((*self.outputs, *other.outputs))

        def entry(x, y):
            return (1 - Fraction(weight)) * self.entry(x, y) + Fraction(weight) * other.entry(x, y)

        return Channel({x: {y: entry(x, y) for y in outputs} for x in self.rows}, self.support)

# --- the statement --------------------------------------------------------------------------------

def all_outputs_are_possible(P):
    """P(y|x) > 0 for all x and y."""
    return all_of(P.entry(x, y) > 0 for x in P.inputs for y in P.outputs)

def both_have_all_outputs(P, Q):
    """P(y|x) > 0 and Q(y|x) > 0 for all x and y."""
    return all_of([all_outputs_are_possible(P), all_outputs_are_possible(Q)])

def sum_of_largest(P):
    """Σ_y max_x P(y|x), whose logarithm is L at (∞, 1)."""
    return sum(largest([P.entry(x, y) for x in P.inputs]) for y in P.outputs)

def a_mixture_of_real_channels_leaks_at_most_what_the_first_leaks(P, Q, w):
    """L((1 - w) P + w Q) ≤ L(P) at (∞, 1)."""
    return sum_of_largest(P.mixed(Q, w)) <= sum_of_largest(P)

# --- the instance ---------------------------------------------------------------------------------

P = Channel({
    "x1": {"y1": Fraction(1, 4), "y2": Fraction(3, 4)},
    "x2": {"y1": Fraction(1, 4), "y2": Fraction(3, 4)},
})
Q = Channel({
    "x1": {"y1": Fraction(1, 2), "y2": Fraction(1, 2)},
    "x2": {"y1": Fraction(1, 4), "y2": Fraction(3, 4)},
})
w = Fraction(1)

if not __debug__:
    raise SystemExit("run this without -O, which ignores assertions")

assert both_have_all_outputs(P, Q)
assert not a_mixture_of_real_channels_leaks_at_most_what_the_first_leaks(P, Q, w)
print("ab-thm-2-quasi-convex-real-control is refuted by this instance: hypotheses hold, conclusion fails")
