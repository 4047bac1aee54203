# thm-4-exponent-2p+1: a counterexample to the statement
#
# E{(X₁ - X̂)^p | X₋₁} ≥ ρ μ(⟦X₁⟧)^(p+1) / 2^(2p+1) · 2^(-ε(p+1)), as printed, with 2p + 1 for the
# lost exponent.
#
# Source: [farokhi2019noiseless], Thm. 4, read with 2p + 1.
#
# Run this file with Python 3.10 or newer: it asserts, in exact numbers, that the instance at its end
# satisfies the hypotheses but not the conclusion.

from fractions import Fraction

# --- what the words mean --------------------------------------------------------------------------

def all_of(truths):
    """Conjunction."""
    return all(truths)

def merged(sets):
    """The sets, with those that meet joined until no two do."""
    blocks = []
    for members in map(set, sets):
        meeting = [block for block in blocks if not block.isdisjoint(members)]
        blocks = [*(block for block in blocks if block not in meeting), members.union(*meeting)]
    return blocks

class PiecewiseDensity:
    """A density of pieces (low, high, height), constant on each and zero elsewhere."""

    def __init__(self, pieces):
        self.pieces = sorted((Fraction(low), Fraction(high), Fraction(height)) for low, high, height in pieces)

class GridPrior:
    """Weights on the boxes of a grid, to which a density is proportional, and the output on each box.

    Column i stands for the values from i to i + 1 of individual 1, row j for a stretch of individual 2.
    """

    def __init__(self, weights, outputs, thickness=1):
        self.weights, self.outputs, self.thickness = weights, outputs, Fraction(thickness)

    def boxes(self):
        """The boxes (row, column) that are possible."""
        return [(j, i) for j, row in enumerate(self.weights) for i, weight in enumerate(row) if weight > 0]

    def rows(self):
        """The rows that are possible."""
        return [j for j, row in enumerate(self.weights) if any(row)]

    def conditional(self, row):
        """The density of individual 1, given a row."""
        weights = self.weights[row]
        return PiecewiseDensity((i, i + 1, Fraction(w, sum(weights))) for i, w in enumerate(weights) if w > 0)

    def cells(self, row):
        """For each output on a row, the intervals on which it is given."""
        columns = [i for j, i in self.boxes() if j == row]
        outputs = self.outputs[row]
        return {y: [(i, i + 1) for i in columns if outputs[i] == y] for y in {outputs[i]: 0 for i in columns}}

    def joint_infimum(self):
        """The infimum of the joint density, where it is positive; boxes are as wide as 1 and as high as thick."""
        weights = [self.weights[j][i] for j, i in self.boxes()]
        return Fraction(min(weights), sum(weights)) / self.thickness

    def marginal_measure(self):
        """The number of columns that are possible, each of width 1."""
        return Fraction(len({i for _, i in self.boxes()}))

    def output_count(self):
        """The largest number of outputs in a row or in a column."""
        outputs = {(j, i): self.outputs[j][i] for j, i in self.boxes()}
        in_rows = [{y for (j2, _), y in outputs.items() if j2 == j} for j, _ in outputs]
        in_columns = [{y for (_, i2), y in outputs.items() if i2 == i} for _, i in outputs]
        return max(map(len, in_rows + in_columns))

    def preimages_are_connected(self):
        """Whether steps to neighboring boxes with the same output lead from each of its boxes to every other."""
        outputs = {(j, i): self.outputs[j][i] for j, i in self.boxes()}
        steps = [[(j, i), (j + down, i + 1 - down)] for j, i in outputs for down in (0, 1)]
        alike = [[box for box in step if outputs.get(box) == outputs[step[0]]] for step in steps]
        return len(merged(alike)) == len(set(outputs.values()))

def error_at(part, c, p):
    """The integral of |x - c|^p over pieces (low, high, height)."""

    def primitive(x):
        return abs(x - c) ** p * (x - c) / (p + 1)

    return sum((height * (primitive(high) - primitive(low)) for low, high, height in part), Fraction(0))

def slope_at(part, c, p):
    """The derivative of that integral by c, which grows with c."""
    return sum((height * (abs(c - low) ** p - abs(c - high) ** p) for low, high, height in part), Fraction(0))

def least_error(part, p, halvings):
    """Bounds on the least error_at over all c: equal ones as soon as the slope is seen to vanish."""
    low, high = part[0][0], part[-1][1]
    for _ in range(halvings):
        steepness = slope_at(part, low, p), slope_at(part, high, p)
        crossing = low - steepness[0] * (high - low) / (steepness[1] - steepness[0])
        for c in (crossing, (low + high) / 2):
            if slope_at(part, c, p) == 0:
                return error_at(part, c, p), error_at(part, c, p)
        low, high = ((low + high) / 2, high) if slope_at(part, (low + high) / 2, p) < 0 else (low, (low + high) / 2)
    return error_at(part, low, p) + slope_at(part, low, p) * (high - low), error_at(part, low, p)

def parts_of(prior, row):
    """For each output on a row, the pieces of the density on which it is given."""
    pieces = prior.conditional(row).pieces
    inside = [set(intervals) for intervals in prior.cells(row).values()]
    return [[piece for piece in pieces if (int(piece[0]), int(piece[1])) in intervals] for intervals in inside]

def every_estimator_errs_at_least(prior, row, p, bound):
    """Whether the least E{|X₁ - X̂|^p | row} of an estimator that sees the output is at least the bound."""
    below, above, halvings = Fraction(0), bound, 4
    while below < bound <= above:
        lows, highs = zip(*(least_error(part, p, halvings) for part in parts_of(prior, row)), strict=True)
        below, above, halvings = sum(lows), sum(highs), 2 * halvings
    return below >= bound

def signed_moment(prior, row, p, answer):
    """E{(X₁ - c)^p | row} of the constant answer c: unit boxes, each with its share of the weight."""
    weights = prior.weights[row]
    boxes = ((Fraction(i + 1) - answer) ** (p + 1) - (Fraction(i) - answer) ** (p + 1) for i in range(len(weights)))
    total = sum(weights)
    return sum((Fraction(w, total) * box / (p + 1) for w, box in zip(weights, boxes, strict=True)), Fraction(0))

# --- the statement --------------------------------------------------------------------------------

def the_release_is_private(prior, k):
    """K ≤ k: the mechanism is ε-noiselessly private for ⌊2^ε⌋ = k."""
    return prior.output_count() <= k

def preimages_are_connected(prior):
    """f⁻¹ ∘ M⁻¹(y) is connected for every y."""
    return prior.preimages_are_connected()

ANSWERS = tuple(Fraction(2**n) for n in range(11))

def no_signed_moment_is_below(prior, row, p, least):
    """E{(X₁ - X̂)^p | row} ≥ least for the constant answers X̂, and for even p, where signs do not matter, for all X̂."""
    constants = all_of(signed_moment(prior, row, p, answer) >= least for answer in ANSWERS)
    return all_of([constants, p % 2 == 1 or every_estimator_errs_at_least(prior, row, p, least)])

def bound(rho, measure, k, p, exponent):
    """ρ μ^(p+1) / 2^exponent · 2^(-ε(p+1)) with 2^ε = k."""
    return Fraction(rho * measure ** (p + 1) / 2**exponent / Fraction(k) ** (p + 1))

def printed_bound(prior, k, p, exponent):
    """With ρ the infimum of the joint density and μ the measure of the marginal range."""
    return bound(prior.joint_infimum(), prior.marginal_measure(), k, p, exponent)

def no_estimator_beats_the_printed_bound_read_with_2p_plus_1(p, k, prior):
    """E{(X₁ - X̂)^p | X₋₁} ≥ ρ μ(⟦X₁⟧)^(p+1) / 2^(2p+1) · 2^(-ε(p+1)), as printed, with 2p + 1 for the lost exponent."""
    least = printed_bound(prior, k, p, 2 * p + 1)
    return all_of(no_signed_moment_is_below(prior, row, p, least) for row in prior.rows())

# --- the instance ---------------------------------------------------------------------------------

p = 1
k = 1
prior = GridPrior(((1,),), (("y1",),), thickness=Fraction(1))

if not __debug__:
    raise SystemExit("run this without -O, which ignores assertions")

assert the_release_is_private(prior, k)
assert preimages_are_connected(prior)
assert not no_estimator_beats_the_printed_bound_read_with_2p_plus_1(p, k, prior)
print("thm-4-exponent-2p+1 is refuted by this instance: hypotheses hold, conclusion fails")
