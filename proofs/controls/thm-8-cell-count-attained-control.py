# thm-8-cell-count-attained-control: a counterexample to the statement
#
# For every q and S that interval meets ⌈qS/R⌉ + 2 cells.
#
# Source: repairs [farokhi2019noiseless], App. H.
#
# It is a deliberately wrong neighbor of thm-8-cell-count-attained: a search must find this.
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

def worst_position(levels, S):
    """(⌈qS⌉ - qS)/q: where an interval of length S starts just far enough before the end of a cell."""
    return (ceiling(S * levels) - S * levels) / Fraction(levels)

def that_interval_meets_one_cell_more(q, S):
    """For every q and S that interval meets ⌈qS/R⌉ + 2 cells."""
    return all_of(
        implies(
            q_is,
            cells_met(levels, worst_position(levels, S), worst_position(levels, S) + S) == ceiling(S * levels) + 2,
        )
        for levels, q_is in cases(q)
    )

# --- the instance ---------------------------------------------------------------------------------

q = 1
S = Fraction(0)

if not __debug__:
    raise SystemExit("run this without -O, which ignores assertions")

assert not that_interval_meets_one_cell_more(q, S)
print("thm-8-cell-count-attained-control is refuted by this instance: conclusion fails")
