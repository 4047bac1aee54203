# sensitivity-forms-repaired-control: a counterexample to the statement
#
# μ([a, b] ∪ [c, d]) = d - a.
#
# Source: repairs [farokhi2019noiseless], Thm. 8.
#
# It is a deliberately wrong neighbor of sensitivity-forms-repaired: a search must find this.
#
# Run this file with Python 3.10 or newer: it asserts, in exact numbers, that the instance at its end
# satisfies the hypotheses but not the conclusion.

from fractions import Fraction

# --- what the words mean --------------------------------------------------------------------------

def all_of(truths):
    """Conjunction."""
    return all(truths)

# --- the statement --------------------------------------------------------------------------------

def the_ends_are_in_order(a, b, c, d):
    """a ≤ b ≤ c ≤ d, so that [a, b] ∪ [c, d] is an image with at most one gap."""
    return all_of([a <= b, b <= c, c <= d])

def both_forms_agree_with_a_gap(a, b, c, d):
    """μ([a, b] ∪ [c, d]) = d - a."""
    return (b - a) + (d - c) == d - a

# --- the instance ---------------------------------------------------------------------------------

a = Fraction(0)
b = Fraction(0)
c = Fraction(1)
d = Fraction(1)

if not __debug__:
    raise SystemExit("run this without -O, which ignores assertions")

assert the_ends_are_in_order(a, b, c, d)
assert not both_forms_agree_with_a_gap(a, b, c, d)
print("sensitivity-forms-repaired-control is refuted by this instance: hypotheses hold, conclusion fails")
