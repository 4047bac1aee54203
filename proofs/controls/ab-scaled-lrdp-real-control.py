# ab-scaled-lrdp-real-control: a counterexample to the statement
#
# At (2, 4), Σ_y P(y|x')^-3 (Σ_x T(x) P(y|x)²)² is at most 1.
#
# Source: [gilani2022alphabet], Sec. IV, eqs. (10) and (11).
#
# It is a deliberately wrong neighbor of ab-scaled-lrdp-real: a search must find this.
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

def multiplier(P, order):
    """The product of P(y|x2)^(b-1) over the outputs."""
    x2 = P.inputs[1]
    y, y2 = P.outputs
    return (P.entry(x2, y) * P.entry(x2, y2)) ** (order - 1)

def squared_mean(P, T, y):
    """(Σ_x T(x) P(y|x)²)² for the law T of the two inputs, the row of a channel."""
    return sum(T.entry(T.inputs[0], x) * P.entry(x, y) ** 2 for x in P.inputs) ** 2

def no_real_law_gives_anything(P, T):
    """At (2, 4), Σ_y P(y|x')^-3 (Σ_x T(x) P(y|x)²)² is at most 1."""
    y, y2 = P.outputs
    x2 = P.inputs[1]
    value = squared_mean(P, T, y) * P.entry(x2, y2) ** 3 + squared_mean(P, T, y2) * P.entry(x2, y) ** 3
    return value <= multiplier(P, 4)

# --- the instance ---------------------------------------------------------------------------------

P = Channel({
    "x1": {"y1": Fraction(2, 5), "y2": Fraction(3, 5)},
    "x2": {"y1": Fraction(1, 5), "y2": Fraction(4, 5)},
})
T = Channel({"one1": {"x1": Fraction(1, 3), "x2": Fraction(2, 3)}})

if not __debug__:
    raise SystemExit("run this without -O, which ignores assertions")

assert all_outputs_are_possible(P)
assert not no_real_law_gives_anything(P, T)
print("ab-scaled-lrdp-real-control is refuted by this instance: hypotheses hold, conclusion fails")
