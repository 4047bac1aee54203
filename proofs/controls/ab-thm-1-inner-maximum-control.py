# ab-thm-1-inner-maximum-control: a counterexample to the statement
#
# The best guess is the law of U: Σ_u p(u) q(u)^((α-1)/α) ≤ Σ_u p(u)^(2-1/α).
#
# Source: [gilani2022alphabet], Sec. V-A.
#
# It is a deliberately wrong neighbor of ab-thm-1-inner-maximum: a search must find this.
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

    def __sub__(self, other):
        return Range([v for v in self if v not in other])

    def __le__(self, other):
        return all(v in other for v in self)

class Channel:
    """A channel P(y|x) with exact entries, and the inputs that occur."""

    def __init__(self, rows, support=None):
        self.rows = {x: {y: Fraction(p) for y, p in row.items()} for x, row in rows.items()}
        self.support = Range(support or rows.keys())

    @property
    def inputs(self):
        """The inputs."""
        return tuple(self.rows)

    @property
    def outputs(self):
        """The outputs."""
        return tuple(dict.fromkeys(y for row in self.rows.values() for y in row))

    def entry(self, x, y):
        """P(y|x)."""
        return self.rows[x].get(y, Fraction(0))

class Real:
    """A number of at least 0 by rational bounds, which come nearer with the digits; maybe it is rational itself."""

    def __init__(self, bounds, exactly=None):
        self.bounds, self.exactly = bounds, exactly

    def __add__(self, other):
        return added([self, other])

    def __mul__(self, other):
        return times(self, other)

    __radd__ = __add__

    __rmul__ = __mul__

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

def radical(base, exponent=1):
    """base^exponent; 0^0 is 1."""
    return power(base, exponent)

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

    def __sub__(self, other):
        return together(self, other, -1)

    def __mul__(self, factor):
        return multiplied(self, Fraction(factor))

    def __truediv__(self, divisor):
        return multiplied(self, 1 / Fraction(divisor))

    __radd__ = __add__

    __rmul__ = __mul__

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

def log_of(number, coefficient=1):
    """A multiple of the logarithm of a positive number."""
    return Nats([(coefficient, number)])

# --- the statement --------------------------------------------------------------------------------

def gain(P, alpha, value, guess):
    """log Σ_u p(u) q(u)^((α-1)/α) for two rows of a channel: p of the value, q of the guess."""
    exponent = 1 - 1 / Fraction(alpha)
    return log_of(sum(radical(P.entry(guess, u), exponent) * P.entry(value, u) for u in P.outputs))

def no_guess_gains_more_than_the_law_itself(P, alpha):
    """The best guess is the law of U: Σ_u p(u) q(u)^((α-1)/α) ≤ Σ_u p(u)^(2-1/α)."""
    value, guess = P.inputs
    return gain(P, alpha, value, guess) <= gain(P, alpha, value, value)

# --- the instance ---------------------------------------------------------------------------------

P = Channel({
    "x1": {"y1": Fraction(0), "y2": Fraction(1, 4), "y3": Fraction(3, 4)},
    "x2": {"y1": Fraction(0), "y2": Fraction(0), "y3": Fraction(1)},
})
alpha = 3

if not __debug__:
    raise SystemExit("run this without -O, which ignores assertions")

assert not no_guess_gains_more_than_the_law_itself(P, alpha)
print("ab-thm-1-inner-maximum-control is refuted by this instance: conclusion fails")
