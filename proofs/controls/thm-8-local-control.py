# thm-8-local-control: a counterexample to the statement
#
# When S = R, q ≤ 2^ε levels give fewer than 2^ε outputs.
#
# Source: [farokhi2019noiseless], Thm. 8, for S = R.
#
# It is a deliberately wrong neighbor of thm-8-local: a search must find this.
#
# Run this file with Python 3.10 or newer: it asserts, in exact numbers, that the instance at its end
# does not satisfy the statement.

from fractions import Fraction

# --- what the words mean --------------------------------------------------------------------------

def implies(hypothesis, conclusion):
    """If … then."""
    return conclusion or not hypothesis

def cells_met(levels, a, b):
    """How many of the equal cells of [0, 1] the interval [a, b] meets: Q(b) - Q(a) + 1."""
    first, last = (min(levels, x * levels // 1 + 1) for x in (a, b))
    return int(last - first + 1)

# --- the statement --------------------------------------------------------------------------------

def with_full_sensitivity_there_is_an_output_to_spare(K, q):
    """When S = R, q ≤ 2^ε levels give fewer than 2^ε outputs."""
    return implies(q <= K, cells_met(q, Fraction(0), Fraction(1)) < K)

# --- the instance ---------------------------------------------------------------------------------

K = 1
q = 1

if not __debug__:
    raise SystemExit("run this without -O, which ignores assertions")

assert not with_full_sensitivity_there_is_an_output_to_spare(K, q)
print("thm-8-local-control is refuted by this instance: conclusion fails")
