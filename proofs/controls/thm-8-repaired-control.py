# thm-8-repaired-control: a counterexample to the statement
#
# The repaired number of levels gives fewer than ⌊2^ε⌋ outputs on every image.
#
# Source: repairs [farokhi2019noiseless], Thm. 8.
#
# It is a deliberately wrong neighbor of thm-8-repaired: a search must find this.
#
# Run this file with Python 3.10 or newer: it asserts, in exact numbers, that the instance at its end
# satisfies the hypotheses but not the conclusion.

from fractions import Fraction

# --- what the words mean --------------------------------------------------------------------------

def all_of(truths):
    """Conjunction."""
    return all(truths)

def any_of(truths):
    """Disjunction."""
    return any(truths)

def implies(hypothesis, conclusion):
    """If … then."""
    return conclusion or not hypothesis

def cases(number):
    """The values a number can take: one, as it is known."""
    return [(number, True)]

def cells_met(levels, a, b):
    """How many of the equal cells of [0, 1] the interval [a, b] meets: Q(b) - Q(a) + 1."""
    first, last = (min(levels, x * levels // 1 + 1) for x in (a, b))
    return int(last - first + 1)

# --- the statement --------------------------------------------------------------------------------

def the_interval_fits(S, a):
    """[a, a + S] ⊆ [y_min, y_max]."""
    return a + S <= 1

def at_most_times(q, S, K, less):
    """q S ≤ K - less, a case at a time for q and K, so that the solver sees nothing but linear terms."""
    return all_of(
        implies(all_of([q_is, K_is]), S * levels <= outputs - less)
        for levels, q_is in cases(q)
        for outputs, K_is in cases(K)
    )

def the_repaired_rule_allows(K, q, S):
    """q ≤ ⌊2^ε⌋, or q S/R ≤ ⌊2^ε⌋ - 1."""
    return any_of([q <= K, at_most_times(q, S, K, 1)])

def the_repaired_number_of_levels_saves_an_output(K, q, S, a):
    """The repaired number of levels gives fewer than ⌊2^ε⌋ outputs on every image."""
    return cells_met(q, a, a + S) < K

# --- the instance ---------------------------------------------------------------------------------

K = 1
q = 1
S = Fraction(0)
a = Fraction(0)

if not __debug__:
    raise SystemExit("run this without -O, which ignores assertions")

assert the_interval_fits(S, a)
assert the_repaired_rule_allows(K, q, S)
assert not the_repaired_number_of_levels_saves_an_output(K, q, S, a)
print("thm-8-repaired-control is refuted by this instance: hypotheses hold, conclusion fails")
