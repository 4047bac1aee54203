"""Published numbers and worked examples, each with its source."""

from fractions import Fraction

# --- counts, with their numbers in the On-Line Encyclopedia of Integer Sequences, for n = 1, 2, 3, … ------------------

RELATIONS_WITH_FULL_RANGES = (1, 7, 265, 41503)
"""A048291: n × n matrices of 0 and 1 without a zero row or column."""

RELATIONS_UP_TO_RELABELING = (2, 7, 36, 317)
"""A002724: n × n matrices of 0 and 1 up to permutations of the rows and of the columns, zero included."""

OVERLAP_CONNECTED_RELATIONS = (1, 5, 205, 36317)
"""A005333: connected bipartite graphs on n + n labeled vertices, the relations with I⋆ = 0 and full ranges."""

# --- worked examples, amounts as the ratios whose logarithms they are -------------------------------------------------

FIVE_BY_FIVE = [(1, "a"), (1, "b"), (2, "b"), (3, "c"), (4, "c"), (4, "d"), (5, "e")]
"""H₀(X) = H₀(Y) = log 5, H₀(X|Y) = 1, I₀ = log 5/2 and L₀ = log 5 in both directions, I⋆ = log 3."""

PENTAGON = [(x, y % 5) for x in range(5) for y in (x, x + 1)]
"""Shannon's channel: I⋆ = 0, I₀ = L₀ = L₀ˢ = log 5/2, C₀ = ½ log 5 [shannon1956zero]."""

SHANNON_CODE = [(x, 2 * x % 5) for x in range(5)]
"""The zero-error code of five words of length two for the pentagon [shannon1956zero]."""

CELLS_MET = [
    ("1/2", 4, 2, 3),
    ("1/4", 8, 2, 3),
    ("1/4", 4, 1, 2),
    ("1/10", 7, Fraction(7, 10), 2),
    ("3/10", 5, Fraction(3, 2), 3),
    ("1", 4, 4, 4),
    ("45/100", 2, Fraction(9, 10), 2),
]
"""(S, q, printed bound qS/R, most cells that a closed interval of length S meets) on a range of length R = 1."""

QUANTIZED_ERRORS = [(1, 2, Fraction(1, 12)), (1, 4, Fraction(1, 80)), (4, 2, Fraction(1, 192))]
"""(N, p, least E|X - X̂|^p) for the uniform prior on [0, 1] and N equal cells: (2N)^(-p) / (p + 1)."""

CHANNEL_WITH_A_GAP = [(0, 1), *((x, y) for x in (1, 2) for y in range(3))]
"""Outputs {1} for 0 and {0, 1, 2} for 1 and 2: the largest L₀ˢ over all input ranges is 1 bit …"""

WORDS_BEYOND_THE_GAP = [(0, 0), (0, 1), (0, 2), (1, 0), (2, 0), (2, 2)]
"""… and yet ½ L₀ˢ = ½ log 6 > 1 on these words of length two: the proof of Proposition 2 fails where it is printed."""
