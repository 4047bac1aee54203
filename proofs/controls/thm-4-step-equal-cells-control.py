# thm-4-step-equal-cells-control: a counterexample to the statement
#
# L₁^(p+1) + L₂^(p+1) ≥ (L₁ + L₂)^(p+1).
#
# Source: repairs [farokhi2019noiseless], App. E.
#
# It is a deliberately wrong neighbor of thm-4-step-equal-cells: a search must find this.
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

def two_cells_have_the_error_of_one(p, L1, L2):
    """L₁^(p+1) + L₂^(p+1) ≥ (L₁ + L₂)^(p+1)."""
    return all_of(
        implies(p_is, L1 ** (order + 1) + L2 ** (order + 1) >= (L1 + L2) ** (order + 1)) for order, p_is in cases(p)
    )

# --- the instance ---------------------------------------------------------------------------------

p = 1
L1 = Fraction(1)
L2 = Fraction(1)

if not __debug__:
    raise SystemExit("run this without -O, which ignores assertions")

assert not two_cells_have_the_error_of_one(p, L1, L2)
print("thm-4-step-equal-cells-control is refuted by this instance: conclusion fails")
