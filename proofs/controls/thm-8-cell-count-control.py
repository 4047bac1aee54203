# thm-8-cell-count-control: a counterexample to the statement
#
# A closed interval of length S meets at most max{1, ⌈qS/R⌉} cells.
#
# Source: repairs [farokhi2019noiseless], App. H.
#
# It is a deliberately wrong neighbor of thm-8-cell-count: a search must find this.
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

def implies(hypothesis, conclusion):
    """If … then."""
    return conclusion or not hypothesis

def largest(domain, number=lambda n: n):
    """The largest number over the domain."""
    return max(number(e) for e in elements(domain))

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

def the_interval_fits(S, a):
    """[a, a + S] ⊆ [y_min, y_max]."""
    return a + S <= 1

def an_interval_meets_at_most_as_many_cells_as_it_covers(q, S, a):
    """A closed interval of length S meets at most max{1, ⌈qS/R⌉} cells."""
    return all_of(
        implies(q_is, cells_met(levels, a, a + S) <= largest([1, ceiling(S * levels)])) for levels, q_is in cases(q)
    )

# --- the instance ---------------------------------------------------------------------------------

q = 2
S = Fraction(1, 2)
a = Fraction(0)

if not __debug__:
    raise SystemExit("run this without -O, which ignores assertions")

assert the_interval_fits(S, a)
assert not an_interval_meets_at_most_as_many_cells_as_it_covers(q, S, a)
print("thm-8-cell-count-control is refuted by this instance: hypotheses hold, conclusion fails")
