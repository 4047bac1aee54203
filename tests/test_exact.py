"""Exact numbers, certified enclosures and isolated roots."""

import random
from fractions import Fraction
from math import isqrt

import flint
import pytest
import sympy

from exactpriv.errors import (
    EmptyRangeError,
    NotANumberError,
    NotExactError,
    OutsideIntervalError,
    OutsideRangeError,
    UndecidedError,
)
from exactpriv.exact.enclosure import Enclosure, power, refine, total
from exactpriv.exact.polynomials import only_root, value_at
from exactpriv.numbers import exact, integer_root

THIRDS = [Fraction(k, 3) for k in range(-4, 5)]


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        (7, Fraction(7)),
        ("-3", Fraction(-3)),
        (" 0.1 ", Fraction(1, 10)),
        (".5", Fraction(1, 2)),
        ("5.", Fraction(5)),
        ("+1/10", Fraction(1, 10)),
        ("12%", Fraction(3, 25)),
        ("1/3 %", Fraction(1, 300)),
        ("1e-3", Fraction(1, 1000)),
        ("2.5E2", Fraction(250)),
        (sympy.Rational(2, 6), Fraction(1, 3)),
        (sympy.Integer(4), Fraction(4)),
    ],
)
def test_what_is_written_is_what_is_meant(written, meant):
    """exact(x) is the number x stands for, as a Fraction."""
    assert exact(written) == meant
    assert type(exact(written)) is Fraction


@pytest.mark.parametrize("number", [0.1, 1.0, float("nan"), True, None, 1j, sympy.Float(0.5), sympy.oo, sympy.sqrt(2)])
def test_a_number_that_is_not_exact_is_refused(number):
    """Floats, truth values and irrational numbers do not pass the gate."""
    with pytest.raises(NotExactError, match=r"written '0\.1' or Fraction\(1, 10\)"):
        exact(number)


@pytest.mark.parametrize(
    "text",
    ["", "a", "nan", "inf", "-inf", "1,5", "1/2/3", "1/-2", "0x10", "1_000", "--1", "1e99999", "٣", "1/2e3", "%"],
)
def test_a_text_that_is_no_number_is_refused(text):
    """The message names the text."""
    with pytest.raises(NotANumberError, match="is not a number: write an integer, a decimal, a fraction"):
        exact(text)


@pytest.mark.parametrize(("text", "reason"), [("1/0", "divides by zero"), ("9" * 5000, "too long to read")])
def test_a_number_that_cannot_be_formed_is_refused(text, reason):
    """1/0 and integers beyond Python's limit of digits have their own messages."""
    with pytest.raises(NotANumberError, match=reason):
        exact(text)


@pytest.mark.parametrize("degree", range(1, 8))
def test_the_integer_root_is_the_largest_whose_power_fits(degree):
    """r = ⌊n^(1/k)⌋  ⇔  r^k ≤ n < (r+1)^k"""
    for n in [*range(300), 10**40, 10**42 - 1, 7**60, 7**60 - 1]:
        root = integer_root(n, degree)
        assert root**degree <= n < (root + 1) ** degree
        assert degree != 2 or root == isqrt(n)


def test_roots_that_do_not_exist_are_refused():
    """A negative number and a degree of 0 have no root here."""
    for n, degree in [(-1, 2), (4, 0)]:
        with pytest.raises(OutsideRangeError, match="there is no root"):
            integer_root(n, degree)


INTERVALS = [Enclosure(a, b) for a in THIRDS[::2] for b in THIRDS[::2] if a <= b]


@pytest.mark.parametrize("x", INTERVALS, ids=repr)
def test_certainly_means_for_every_number_inside(x):
    """Certainly x ∘ y  ⇔  a ∘ b for all a in x and b in y (the ends are the extreme cases)."""
    for y in INTERVALS:
        pairs = [(a, b) for a in (x.lo, x.middle, x.hi) for b in (y.lo, y.middle, y.hi)]
        assert x.certainly_less(y) == all(a < b for a, b in pairs)
        assert x.certainly_at_most(y) == all(a <= b for a, b in pairs)
        assert x.certainly_greater(y) == all(a > b for a, b in pairs)
        assert x.certainly_at_least(y) == all(a >= b for a, b in pairs)
        assert x.meets(y) == any(x.contains(t) and y.contains(t) for t in THIRDS)
        assert x.contains(y) == all(x.contains(t) for t in THIRDS if y.contains(t))


@pytest.mark.parametrize("x", INTERVALS, ids=repr)
def test_arithmetic_is_the_image_of_the_intervals(x):
    """x ∘ y = [min, max] of a ∘ b; the extremes of +, -, * are at the ends."""
    for y in INTERVALS:
        for result, image in [
            (x + y, [a + b for a in (x.lo, x.hi) for b in (y.lo, y.hi)]),
            (x - y, [a - b for a in (x.lo, x.hi) for b in (y.lo, y.hi)]),
            (x * y, [a * b for a in (x.lo, x.hi) for b in (y.lo, y.hi)]),
        ]:
            assert (result.lo, result.hi) == (min(image), max(image))
    assert 1 + x == x + 1
    assert Fraction(1, 2) - x == -(x - "1/2")
    assert -2 * x == x * "-2"


def test_a_sum_is_exact_when_its_terms_are():
    """Fractions stay fractions; one enclosure makes the sum an enclosure."""
    assert total([Fraction(1, 2), Fraction(1, 3)]) == Fraction(5, 6)
    assert total([Fraction(1, 2), Enclosure(0, 1), Fraction(1, 2)]) == Enclosure(1, 2)
    assert total([]) == 0


@pytest.mark.parametrize("x", INTERVALS, ids=repr)
@pytest.mark.parametrize("digits", [0, 1, 4])
def test_what_is_shown_still_encloses(x, digits):
    """The decimals are rounded outward, by less than one unit of the last digit."""
    low, high = (Fraction(end) for end in x.decimal(digits)[1:-1].split(","))
    unit = Fraction(1, 10**digits)
    assert low <= x.lo < low + unit
    assert high - unit < x.hi <= high


def test_an_enclosure_written_out_makes_itself_again():
    """repr is Python text; str is decimal."""
    x = Enclosure("-1/3", "0.5")
    assert repr(x) == "Enclosure('-1/3', '1/2')"
    assert str(x) == "[-0.333334, 0.500000]"
    assert len({x, Enclosure("-1/3", "1/2")}) == 1
    assert float(Enclosure(0, 1)) == 0.5


@pytest.mark.parametrize(
    "question",
    [
        lambda x: x < 1,
        lambda x: x <= Enclosure(2, 3),
        lambda x: Fraction(1) > x,
        lambda x: x >= 0,
        bool,
        lambda x: not x,
    ],
)
def test_an_enclosure_is_not_ordered_and_not_true(question):
    """<, <=, >, >= and truth raise: the answer may not be known."""
    with pytest.raises(UndecidedError, match="ask certainly_less"):
        question(Enclosure(0, 1))


def test_an_enclosure_needs_its_ends_in_order_and_exact():
    """lo > hi encloses nothing; floats are refused."""
    with pytest.raises(EmptyRangeError, match="no number lies between 1 and 0"):
        Enclosure(1, 0)
    with pytest.raises(NotExactError):
        Enclosure(0, 0.5)


@pytest.mark.parametrize("exponent", ["1/2", "3/2", "2/3", "5/4", "-1/2", "7/5", 3, -2])
@pytest.mark.parametrize("base", ["1/5", "4/9", 1, 2, 10, "1000/3"])
def test_a_power_lies_between_its_integer_roots(base, exponent):
    """s·x^(a/b) is between ⌊(s^b x^a)^(1/b)⌋ and that plus one."""
    x, (a, b), scale = Fraction(base), Fraction(exponent).as_integer_ratio(), 10**6
    value = Enclosure.of(power(base, exponent, "1e-9"))
    radicand = scale**b * x**a
    floor = integer_root(radicand.numerator // radicand.denominator, b)
    assert value.width <= Fraction(1, 10**9)
    assert value.meets(Enclosure(Fraction(floor, scale), Fraction(floor + 1, scale)))
    assert max(0, value.lo) ** b <= x**a <= value.hi**b


@pytest.mark.parametrize(
    ("base", "exponent", "value"),
    [
        ("4/9", "3/2", "8/27"),
        (8, "-2/3", "1/4"),
        (0, "1/2", 0),
        (0, 0, 1),
        (1, "7/9", 1),
        ("1/32", "2/5", "1/4"),
        (5, 2, 25),
    ],
)
def test_a_rational_power_is_a_fraction(base, exponent, value):
    """x^(a/b) is rational exactly when numerator and denominator are b-th powers."""
    assert power(base, exponent) == Fraction(value)


def test_powers_that_are_not_real_are_refused():
    """Negative bases and 0^(-1) are refused, and so is width 0."""
    for base, exponent in [(-1, "1/2"), (-1, 2), (0, -1)]:
        with pytest.raises(OutsideRangeError, match="is not a real number"):
            power(base, exponent)
    with pytest.raises(OutsideRangeError, match="give a width above 0"):
        power(2, "1/2", 0)


@pytest.mark.parametrize("digits", [1, 20, 200])
def test_refinement_reaches_every_width(digits):
    """ln 2 = Σ_{k ≤ n} 1/(k 2^k) + rest, 0 < rest < 2^-n"""
    n = 4 * digits
    partial_sum = sum(Fraction(1, k * 2**k) for k in range(1, n + 1))
    before = flint.ctx.prec
    value = refine(lambda: flint.arb(2).log(), Fraction(1, 10**digits))
    assert value.width <= Fraction(1, 10**digits)
    assert value.meets(Enclosure(partial_sum, partial_sum + Fraction(1, 2**n)))
    assert flint.ctx.prec == before


def test_precision_is_restored_after_a_failure():
    """Arb's global precision is what it was, whatever happens inside."""
    before = flint.ctx.prec
    with pytest.raises(ZeroDivisionError):
        refine(lambda: 1 // 0)
    assert flint.ctx.prec == before


def test_a_ball_that_never_narrows_is_undecided():
    """Log 0 has no finite ball: said so, not looped forever."""
    with pytest.raises(UndecidedError, match="no enclosure of width"):
        refine(lambda: flint.arb(0).log())


@pytest.mark.parametrize("root", ["0", "1/2", "-5/3", "7/1000", "1"])
@pytest.mark.parametrize("shape", [[1], [1, 0, 1], [3, 1, 2, 0, 5], [Fraction(2, 7), 0, Fraction(1, 9)]], ids=str)
def test_a_rational_root_is_found_exactly(root, shape):
    """(x - r) · s(x) with s > 0 has the root r."""
    assert only_root(_times_linear(shape, Fraction(root)), -2, "3/2", "1/10") == Fraction(root)


@pytest.mark.parametrize("seed", range(20))
def test_roots_agree_with_factoring_and_with_root_isolation(seed):
    """The root is rational exactly when a linear factor has it; otherwise its ball meets the enclosure."""
    random.seed(seed)
    degree = random.randint(1, 3)
    coefficients = [random.randint(-9, -1)] + [random.randint(0, 9) for _ in range(2 * degree)] + [1]
    root = only_root(coefficients, 0, 10, "1e-6")
    polynomial = flint.fmpz_poly(coefficients)
    linear = [Fraction(-int(f[0]), int(f[1])) for f, _ in polynomial.factor()[1] if f.degree() == 1]
    positive = [r for r in linear if r > 0]
    if positive:
        assert [root] == positive
    else:
        balls = [r.real for r, _ in polynomial.complex_roots() if r.imag == 0 and r.real > 0]
        assert [root.meets(Enclosure.of_ball(ball)) for ball in balls] == [True]
        assert root.width <= Fraction(1, 10**6)
        assert value_at(coefficients, root.lo) < 0 < value_at(coefficients, root.hi)


@pytest.mark.parametrize("bounds", [(1, 2), (2, 0), (-1, 1)])
def test_a_polynomial_that_does_not_rise_is_refused(bounds):
    """x² - 1 does not pass from negative to positive there."""
    with pytest.raises(OutsideIntervalError, match="give an interval where it rises"):
        only_root([-1, 0, 1], *bounds)


def _times_linear(coefficients, root):
    """Coefficients of (x - root) · Σ c_k x^k."""
    shifted = [0, *coefficients]
    return [a - root * b for a, b in zip(shifted, [*coefficients, 0], strict=True)]
