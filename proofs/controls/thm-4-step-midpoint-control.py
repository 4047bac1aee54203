# thm-4-step-midpoint-control: a counterexample to the statement
#
# ∫ |z - c|^p dz ≥ L^(p+1) / (p+1).
#
# Source: repairs [farokhi2019noiseless], App. E.
#
# It is a deliberately wrong neighbor of thm-4-step-midpoint: a search must find this.
#
# Run this file with Python 3.10 or newer: it asserts, in exact numbers, that the instance at its end
# does not satisfy the statement.

from fractions import Fraction

# --- what the words mean --------------------------------------------------------------------------

def all_of(truths):
    """Conjunction."""
    return all(truths)

def implies(hypothesis, conclusion):
    """If … then."""
    return conclusion or not hypothesis

def cases(number):
    """The values a number can take: one, as it is known."""
    return [(number, True)]

# --- the statement --------------------------------------------------------------------------------

def scaled_error(c, p):
    """(p + 1) ∫₀¹ |z - c|^p dz for c ∈ [0, 1]: the error of a constant on a cell of length 1."""
    return c ** (p + 1) + (1 - c) ** (p + 1)

def the_ends_are_the_best_constants_on_a_cell(p, c):
    """∫ |z - c|^p dz ≥ L^(p+1) / (p+1)."""
    return all_of(implies(p_is, scaled_error(c, order) >= 1) for order, p_is in cases(p))

# --- the instance ---------------------------------------------------------------------------------

p = 1
c = Fraction(1, 2)

if not __debug__:
    raise SystemExit("run this without -O, which ignores assertions")

assert not the_ends_are_the_best_constants_on_a_cell(p, c)
print("thm-4-step-midpoint-control is refuted by this instance: conclusion fails")
