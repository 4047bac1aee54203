# thm-8-repaired-attained-control: a counterexample to the statement
#
# Under the same hypothesis that image gives more than ⌊2^ε⌋ + 1 outputs.
#
# Source: repairs [farokhi2019noiseless], Thm. 8.
#
# It is a deliberately wrong neighbor of thm-8-repaired-attained: a search must find this.
#
# Run this file with Python 3.10 or newer: it asserts, in exact numbers, that the instance at its end
# satisfies the hypotheses but not the conclusion.

from fractions import Fraction

# --- what the words mean --------------------------------------------------------------------------

def all_of(truths):
    """Conjunction."""
    return all(truths)

def implies(hypothesis, conclusion):
    """If … then."""
    return conclusion or not hypothesis

def ceiling(number):
    """The least integer that is not below the number."""
    return int(-(-number // 1))

def cases(number):
    """The values a number can take: one, as it is known."""
    return [(number, True)]

def cells_met(levels, a, b):
    """How many of the equal cells of [0, 1] the interval [a, b] meets: Q(b) - Q(a) + 1."""
    first, last = (min(levels, x * levels // 1 + 1) for x in (a, b))
    return int(last - first + 1)

# --- the statement --------------------------------------------------------------------------------

def the_repaired_rule_forbids(K, q, S):
    """q > ⌊2^ε⌋ and q S/R > ⌊2^ε⌋ - 1."""
    return all_of(
        [
            q > K,
            *(
                implies(all_of([q_is, K_is]), S * levels > outputs - 1)
                for levels, q_is in cases(q)
                for outputs, K_is in cases(K)
            ),
        ]
    )

def worst_position(levels, S):
    """(⌈qS⌉ - qS)/q: where an interval of length S starts just far enough before the end of a cell."""
    return (ceiling(S * levels) - S * levels) / Fraction(levels)

def a_larger_number_of_levels_gives_two_outputs_more(K, q, S):
    """Under the same hypothesis that image gives more than ⌊2^ε⌋ + 1 outputs."""
    return all_of(
        implies(q_is, cells_met(levels, worst_position(levels, S), worst_position(levels, S) + S) > K + 1)
        for levels, q_is in cases(q)
    )

# --- the instance ---------------------------------------------------------------------------------

K = 1
q = 2
S = Fraction(1)

if not __debug__:
    raise SystemExit("run this without -O, which ignores assertions")

assert the_repaired_rule_forbids(K, q, S)
assert not a_larger_number_of_levels_gives_two_outputs_more(K, q, S)
print("thm-8-repaired-attained-control is refuted by this instance: hypotheses hold, conclusion fails")
