# thm-8-control: a counterexample to the statement
#
# The printed number of levels gives one output on every image.
#
# Source: [farokhi2019noiseless], Thm. 8.
#
# It is a deliberately wrong neighbor of thm-8: a search must find this.
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

def the_printed_rule_allows(K, q, S):
    """q ≤ 2^ε (y_max - y_min) / S(f) with 2^ε = K."""
    return at_most_times(q, S, K, 0)

def the_printed_number_of_levels_gives_one_output(K, q, S, a):
    """The printed number of levels gives one output on every image."""
    return cells_met(q, a, a + S) <= 1

# --- the instance ---------------------------------------------------------------------------------

K = 1
q = 2
S = Fraction(1, 2)
a = Fraction(0)

if not __debug__:
    raise SystemExit("run this without -O, which ignores assertions")

assert the_interval_fits(S, a)
assert the_printed_rule_allows(K, q, S)
assert not the_printed_number_of_levels_gives_one_output(K, q, S, a)
print("thm-8-control is refuted by this instance: hypotheses hold, conclusion fails")
