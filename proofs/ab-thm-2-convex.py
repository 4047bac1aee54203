# ab-thm-2-convex: a counterexample to the statement
#
# L((P + Q)/2) ≤ (L(P) + L(Q))/2.
#
# Source: about [gilani2022alphabet], Thm. 2.
#
# Run this file with Python 3.10 or newer: it asserts, in exact numbers, that the instance at its end
# does not satisfy the statement.

from fractions import Fraction
from math import lcm, prod

# --- what the words mean --------------------------------------------------------------------------

def elements(domain):
    """The elements of a set; of a table of truth values, those that are true."""
    return [e for e in domain if domain[e]] if isinstance(domain, dict) else list(domain)

class Range(dict):
    """A finite set of values: a table in which each of them is true."""

    def __init__(self, occurs):
        super().__init__(dict.fromkeys(elements(occurs), True))

    def __le__(self, other):
        return all(v in other for v in self)

class Channel:
    """A channel P(y|x) with exact entries, and the inputs that occur."""

    def __init__(self, rows, support=None):
        self.rows = {x: {y: Fraction(p) for y, p in row.items()} for x, row in rows.items()}
        self.support = Range(support or rows.keys())

    @property
    def outputs(self):
        """The outputs."""
        return tuple(dict.fromkeys(y for row in self.rows.values() for y in row))

    def entry(self, x, y):
        """P(y|x)."""
        return self.rows[x].get(y, Fraction(0))

    def mixed(self, other, weight):
        """(1 - w) P + w Q."""
        outputs = dict.fromkeys((*self.outputs, *other.outputs))

        def entry(x, y):
            return (1 - Fraction(weight)) * self.entry(x, y) + Fraction(weight) * other.entry(x, y)

        return Channel({x: {y: entry(x, y) for y in outputs} for x in self.rows}, self.support)

class Infinite:
    """The order ∞."""

    def __le__(self, other):
        return isinstance(other, Infinite)

    def __ge__(self, other):
        return True

def exceeds(order, other):
    """Whether an order is greater than another one."""
    return not isinstance(other, Infinite) and (isinstance(order, Infinite) or order > other)

class Real:
    """A number of at least 0 by rational bounds, which come nearer with the digits; maybe it is rational itself."""

    def __init__(self, bounds, exactly=None):
        self.bounds, self.exactly = bounds, exactly

    def __add__(self, other):
        return added([self, other])

    __radd__ = __add__

def real(number):
    """A rational number as a real one."""
    if isinstance(number, Real):
        return number
    return Real(lambda _: (Fraction(number), Fraction(number)), Fraction(number))

def added(numbers):
    """The sum."""
    terms = [real(number) for number in numbers]
    if all(term.exactly is not None for term in terms):
        return real(sum((term.exactly for term in terms if term.exactly is not None), Fraction(0)))

    def bounds(digits):
        lows, highs = zip(*(term.bounds(digits) for term in terms), strict=True)
        return sum(lows, Fraction(0)), sum(highs, Fraction(0))

    return Real(bounds)

def times(one, other):
    """The product."""
    left, right = real(one), real(other)
    if left.exactly is not None and right.exactly is not None:
        return real(left.exactly * right.exactly)

    def bounds(digits):
        (low, high), (low2, high2) = left.bounds(digits), right.bounds(digits)
        return low * low2, high * high2

    return Real(bounds)

def larger_of(numbers):
    """The largest of several numbers."""
    reals = [real(number) for number in numbers]
    if all(number.exactly is not None for number in reals):
        return real(max(number.exactly for number in reals if number.exactly is not None))

    def bounds(digits):
        lows, highs = zip(*(number.bounds(digits) for number in reals), strict=True)
        return max(lows), max(highs)

    return Real(bounds)

def whole_root(n, degree):
    """The largest integer whose power is at most n."""
    low, high = 0, 1 << (n.bit_length() // degree + 1)
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (middle, high) if middle**degree <= n else (low, middle)
    return low

def power_bounds(base, exponent, digits):
    """Bounds on a rational power of a rational number, by a root of an integer."""
    number, scale = base**exponent.numerator, 1 << digits
    if exponent.denominator == 1:
        return number, number
    below = whole_root(int(number * scale**exponent.denominator // 1), exponent.denominator)
    return Fraction(below, scale), Fraction(below + 1, scale)

def power(base, exponent):
    """base^exponent, rational where it can be."""
    number, e = real(base), Fraction(exponent)
    if number.exactly is not None:
        powered = number.exactly**e.numerator
        roots = [whole_root(part, e.denominator) for part in (powered.numerator, powered.denominator)]
        root = Fraction(*roots)
        if root**e.denominator == powered:
            return real(root)

    def bounds(digits):
        low, high = number.bounds(digits)
        ends = [power_bounds(low, e, digits), power_bounds(high, e, digits)]
        return min(end for end, _ in ends), max(end for _, end in ends)

    return Real(bounds)

def log_bounds(x, digits):
    """Bounds on ln x: x = 2^n m with m near 1, and ln m = 2 artanh((m - 1)/(m + 1))."""

    def artanh(z):
        total, term, k = Fraction(0), z, 1
        while abs(term) * (1 << digits) > 1:
            total, term, k = total + term / k, term * z * z, k + 2
        rest = total + term / (1 - z * z)
        return min(total, rest), max(total, rest)

    n = x.numerator.bit_length() - x.denominator.bit_length()
    m = x / Fraction(2) ** n
    (low, high), (low2, high2) = artanh((m - 1) / (m + 1)), artanh(Fraction(1, 3))
    return 2 * (low + min(n * low2, n * high2)), 2 * (high + max(n * low2, n * high2))

class Nats:
    """An amount of nats: sums of multiples of logarithms of real numbers, or infinite, or known by bounds alone."""

    def __init__(self, terms, bounds=None, infinite=False):
        self.terms, self.bounds, self.infinite = [(Fraction(k), real(r)) for k, r in terms], bounds, infinite

    def __add__(self, other):
        return together(self, other, 1)

    def __truediv__(self, divisor):
        return multiplied(self, 1 / Fraction(divisor))

    __radd__ = __add__

    def __le__(self, other):
        return compared(self, other) <= 0

    def __ge__(self, other):
        return compared(self, other) >= 0

def nats(amount):
    """An amount; 0 is the only number that is one."""
    return amount if isinstance(amount, Nats) else Nats({0: []}[amount])

def multiplied(amount, factor):
    """A rational multiple of an amount."""
    bounds = amount.bounds and (lambda digits: sorted(factor * end for end in amount.bounds(digits)))
    return Nats([(k * factor, r) for k, r in amount.terms], bounds, amount.infinite)

def together(one, other, factor):
    """An amount plus a multiple of another one."""
    left, right = nats(one), multiplied(nats(other), factor)
    known = [amount.bounds for amount in (left, right) if amount.bounds]

    def bounds(digits):
        lows, highs = zip(*(bound(digits) for bound in known), strict=True)
        return [sum(lows, Fraction(0)), sum(highs, Fraction(0))]

    return Nats(left.terms + right.terms, bounds if known else None, left.infinite or right.infinite)

def compared(one, other):
    """-1, 0 or 1 as the one amount is less than the other, equal to it, or greater."""
    if nats(one).infinite or nats(other).infinite:
        return nats(one).infinite - nats(other).infinite
    difference = together(one, other, -1)
    terms = difference.terms
    if difference.bounds is None and all(r.exactly is not None for _, r in terms):
        common = lcm(*(k.denominator for k, _ in terms))
        ratio = prod((r.exactly ** int(k * common) for k, r in terms if r.exactly), start=Fraction(1))
        return (ratio > 1) - (ratio < 1)
    for digits in (32, 64, 128, 256, 512):
        if all(r.bounds(digits)[0] > 0 for _, r in terms):
            low, high = amount_bounds(difference, digits)
            if low > 0 or high < 0:
                return 1 if low > 0 else -1
    raise ArithmeticError("two amounts are too near to each other to be told apart by bounds")

def amount_bounds(amount, digits):
    """Bounds on an amount."""
    low, high = amount.bounds(digits) if amount.bounds else (Fraction(0), Fraction(0))
    for k, r in amount.terms:
        below, above = r.bounds(digits)
        ends = sorted((k * log_bounds(below, digits)[0], k * log_bounds(above, digits)[1]))
        low, high = low + ends[0], high + ends[1]
    return low, high

def possible_rows(P):
    """The rows of the inputs that occur, without repetition and without the outputs that never occur."""
    columns = zip(*([P.entry(x, y) for y in P.outputs] for x in P.support), strict=True)
    return list(dict.fromkeys(zip(*(column for column in columns if any(column)), strict=True)))

def leakage_factor(alpha, beta):
    """α/((α-1)β) and its limits, without β where β is infinite."""
    scale = Fraction(1) if isinstance(alpha, Infinite) else alpha / Fraction(alpha - 1)
    return scale if isinstance(beta, Infinite) else scale / beta

def power_sum(p, q, order):
    """Σ_y p(y)^b q(y)^(1-b)."""
    b = Fraction(order)
    pairs = [(n, m) for n, m in zip(p, q, strict=True) if n]
    return added(n if n == m else times(power(n, b), power(m, 1 - b)) for n, m in pairs)

def alphabet_leakage(P, alpha, beta):
    """Maximal (α, β)-leakage by its closed form: a largest value where the sum is convex, else bounds around it."""
    rows = possible_rows(P)
    if len(rows) == 1:
        return Nats([])
    if alpha == 1:
        return capacity_of(rows)
    if exceeds(beta, 1) and not all(map(all, rows)):
        return Nats([], infinite=True)
    return Nats([(leakage_factor(alpha, beta), largest_score(rows, alpha, beta))])

def largest_score(rows, alpha, beta):
    """The largest argument of the logarithm over all centers and all weights of the inputs."""
    columns = list(zip(*rows, strict=True))
    if isinstance(beta, Infinite):
        return real(max(max(column) / min(column) for column in columns))
    if isinstance(alpha, Infinite):
        return larger_of(power_sum([max(column) for column in columns], q, beta) for q in rows)
    if not exceeds(alpha, beta):
        return larger_of(power_sum(p, q, beta) for p in rows for q in rows)
    return larger_of(best_average(rows, q, Fraction(alpha), Fraction(beta)) for q in rows)

def best_average(rows, q, a, b):
    """The largest Σ_y q(y)^(1-b) (Σ_x t(x) P(y|x)^a)^(b/a) over laws t, between two bounds that any weights give."""
    r, outputs = b / a, range(len(q))
    t = proposed_weights(
        [[float(p) ** float(a) for p in row] for row in rows], [float(p) ** float(1 - b) for p in q], r
    )
    s = [added(times(w, power(row[y], a)) for w, row in zip(t, rows, strict=True)) for y in outputs]
    v = [power(p, 1 - b) for p in q]
    F = added(times(v[y], power(s[y], r)) for y in outputs)
    slopes = [[times(times(v[y], power(s[y], r - 1)), power(row[y], a)) for y in outputs] for row in rows]
    below, above = times(F, power(sum(t), -r)), times(power(F, 1 - r), power(larger_of(map(added, slopes)), r))
    return Real(lambda digits: (below.bounds(digits)[0], above.bounds(digits)[1]))

def proposed_weights(M, v, r):
    """Weights of the inputs that are nearly the best; nothing depends on how they are found."""
    t, outputs = [1 / len(M)] * len(M), range(len(v))
    for _ in range(4000):
        s = [sum(w * row[y] for w, row in zip(t, M, strict=True)) for y in outputs]
        g = [sum(v[y] * s[y] ** float(r - 1) * row[y] for y in outputs) for row in M]
        t = [max(w * slope ** float(1 / (1 - r)), 1e-30) for w, slope in zip(t, g, strict=True)]
        t = [w / sum(t) for w in t]
    return [Fraction(w).limit_denominator(10**15) or Fraction(1, 10**15) for w in t]

def capacity_of(rows):
    """The largest mutual information, between Σ_x t(x) D(x) and max_x D(x) for the divergences D of rows from t."""
    t = [1.0 / len(rows)] * len(rows)
    for _ in range(4000):
        mean = [sum(w * float(p) for w, p in zip(t, column, strict=True)) for column in zip(*rows, strict=True)]
        slopes = [prod((float(p) / m) ** float(p) for p, m in zip(row, mean, strict=True) if p) for row in rows]
        t = [max(w * slope, 1e-30) for w, slope in zip(t, slopes, strict=True)]
        t = [w / sum(t) for w in t]
    weights = [Fraction(w).limit_denominator(10**15) or Fraction(1, 10**15) for w in t]
    law = [w / sum(weights) for w in weights]
    center = [sum(w * p for w, p in zip(law, column, strict=True)) for column in zip(*rows, strict=True)]
    divergences = [Nats([(p, p / m) for p, m in zip(row, center, strict=True) if p]) for row in rows]

    def bounds(digits):
        ends = [amount_bounds(divergence, digits) for divergence in divergences]
        low = sum((w * below for w, (below, _) in zip(law, ends, strict=True)), Fraction(0))
        return [low, max(high for _, high in ends)]

    return Nats([], bounds)

# --- the statement --------------------------------------------------------------------------------

def a_mixture_leaks_at_most_the_average(P, Q, alpha, beta):
    """L((P + Q)/2) ≤ (L(P) + L(Q))/2."""
    average = (alphabet_leakage(P, alpha, beta) + alphabet_leakage(Q, alpha, beta)) / 2
    return alphabet_leakage(P.mixed(Q, Fraction(1, 2)), alpha, beta) <= average

# --- the instance ---------------------------------------------------------------------------------

P = Channel({
    "x1": {"y1": Fraction(0), "y2": Fraction(1)},
    "x2": {"y1": Fraction(0), "y2": Fraction(1)},
})
Q = Channel({
    "x1": {"y1": Fraction(0), "y2": Fraction(1)},
    "x2": {"y1": Fraction(1), "y2": Fraction(0)},
})
alpha = Infinite()
beta = 1

if not __debug__:
    raise SystemExit("run this without -O, which ignores assertions")

assert not a_mixture_leaks_at_most_the_average(P, Q, alpha, beta)
print("ab-thm-2-convex is refuted by this instance: conclusion fails")
