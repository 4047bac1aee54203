# thm-4-step-exponent-p+2: a counterexample to the statement
#
# ∫ |z - c|^p dz ≥ L^(p+1) / 2^(p+2) over a cell of length L (L = 1).
#
# Source: [farokhi2019noiseless], App. E, read with p + 2.
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

def a_cell_has_the_error_read_with_p_plus_2(p, c):
    """∫ |z - c|^p dz ≥ L^(p+1) / 2^(p+2) over a cell of length L (L = 1)."""
    return all_of(
        implies(p_is, scaled_error(c, order) >= Fraction(order + 1, 2 ** (order + 2))) for order, p_is in cases(p)
    )

# --- the instance ---------------------------------------------------------------------------------

p = 4
c = Fraction(1, 2)

if not __debug__:
    raise SystemExit("run this without -O, which ignores assertions")

assert not a_cell_has_the_error_read_with_p_plus_2(p, c)
print("thm-4-step-exponent-p+2 is refuted by this instance: conclusion fails")
