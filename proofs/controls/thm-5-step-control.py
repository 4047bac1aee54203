# thm-5-step-control: a counterexample to the statement
#
# L_c(X → Y) < H₀(Y) over all channels.
#
# Source: [farokhi2019noiseless], proof of Thm. 5; [issa2018operational].
#
# It is a deliberately wrong neighbor of thm-5-step: a search must find this.
#
# Run this file with Python 3.10 or newer: it asserts, in exact numbers, that the instance at its end
# does not satisfy the statement.

from fractions import Fraction
from itertools import product

# --- what the words mean --------------------------------------------------------------------------

def elements(domain):
    """The elements of a set; of a table of truth values, those that are true."""
    return [e for e in domain if domain[e]] if isinstance(domain, dict) else list(domain)

class Log:
    """log₂ of an exact ratio; log₂ 0 is -∞."""

    def __init__(self, ratio):
        self.ratio = Fraction(ratio)

    def __lt__(self, other):
        return self.ratio < ratio_of(other)

    def __gt__(self, other):
        return self.ratio > ratio_of(other)

def ratio_of(amount):
    """2 to the power of an amount; 0 is the only number that is one."""
    return amount.ratio if isinstance(amount, Log) else {0: Fraction(1)}[amount]

def log2(number):
    """log₂ of a number."""
    return Log(number)

class Range(dict):
    """A finite set of values: a table in which each of them is true."""

    def __init__(self, occurs):
        super().__init__(dict.fromkeys(elements(occurs), True))

class Channel:
    """A channel P(y|x) with exact entries, and the inputs that occur."""

    def __init__(self, rows, support=None):
        self.rows = {x: {y: Fraction(p) for y, p in row.items()} for x, row in rows.items()}
        self.support = Range(support or rows.keys())

    @property
    def outputs(self):
        """The outputs."""
        return tuple(dict.fromkeys(y for row in self.rows.values() for y in row))

    def entry(self, x, y):
        """P(y|x)."""
        return self.rows[x].get(y, Fraction(0))

def maximal_leakage(P):
    """log₂ of the largest Σ_y P(y|φ(y)) over all ways φ of guessing the input from the output."""
    guesses = product(P.support, repeat=len(P.outputs))
    return log2(max(sum(P.entry(x, y) for x, y in zip(guess, P.outputs, strict=True)) for guess in guesses))

# --- the statement --------------------------------------------------------------------------------

def maximal_leakage_is_below_the_entropy_of_the_output(P):
    """L_c(X → Y) < H₀(Y) over all channels."""
    return maximal_leakage(P) < log2(len(P.outputs))

# --- the instance ---------------------------------------------------------------------------------

P = Channel({
    "x1": {"y1": Fraction(1), "y2": Fraction(0), "y3": Fraction(0)},
    "x2": {"y1": Fraction(0), "y2": Fraction(1), "y3": Fraction(0)},
    "x3": {"y1": Fraction(0), "y2": Fraction(0), "y3": Fraction(1)},
})

if not __debug__:
    raise SystemExit("run this without -O, which ignores assertions")

assert not maximal_leakage_is_below_the_entropy_of_the_output(P)
print("thm-5-step-control is refuted by this instance: conclusion fails")
