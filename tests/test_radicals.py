"""Sums of radicals: a field with a decided order, its canonical form, its digits, how it is shown, and sympy.

Independent oracles: integer roots, squares and cubes written out, mpmath at 80 digits and more, and minimal polynomials
and roots by sympy. The published instances are Ramanujan's cube roots and Graham's two sums of square roots.
"""

import math
import random
from fractions import Fraction
from itertools import product

import mpmath
import pytest
import sympy

from exactpriv.errors import NotANumberError, NotExactError, OutsideRangeError, UndecidedError
from exactpriv.exact.radicals import RadicalSum, product_of_powers, radical

HALF, THIRD = Fraction(1, 2), Fraction(1, 3)
GRAHAM = (
    (1, 25, 31, 84, 87, 134, 158, 182, 198),
    (2, 18, 42, 66, 113, 116, 169, 175, 199),
)
MERSENNE = [2**89 - 1, 2**107 - 1, 2**127 - 1]
HARD = 10**150 + 67, 10**151 + 901  # primes, whose product nobody factors
SHOWN = [
    ((1 + 6 * radical(6, THIRD)) / 8, "1/8 + 3/4*6^(1/3)", r"\frac{1}{8} + \frac{3}{4}\,\sqrt[3]{6}"),
    ((1 + radical(34, HALF)) / 6, "1/6 + 1/6*34^(1/2)", r"\frac{1}{6} + \frac{1}{6}\,\sqrt{34}"),
    (radical(72, HALF), "6*2^(1/2)", r"6\,\sqrt{2}"),
    (1 - radical(2, HALF), "1 - 2^(1/2)", r"1 - \sqrt{2}"),
    (-radical(2, HALF), "-2^(1/2)", r"-\sqrt{2}"),
    (radical(3, THIRD) - radical(2, HALF), "-2^(1/2) + 3^(1/3)", r"-\sqrt{2} + \sqrt[3]{3}"),
    (radical(2, HALF) * radical(3, THIRD), "72^(1/6)", r"\sqrt[6]{72}"),
    (radical("1/2", HALF), "1/2*2^(1/2)", r"\frac{1}{2}\,\sqrt{2}"),
    (radical(3, "99/100"), "3^(99/100)", "3^{99/100}"),
    (radical(MERSENNE[0], HALF), f"{MERSENNE[0]}^(1/2)", rf"\sqrt{{{MERSENNE[0]}}}"),
    (RadicalSum.of(0), "0", "0"),
    (RadicalSum.of("-2/3"), "-2/3", r"-\frac{2}{3}"),
]


def random_parts(rng, count, *, base=30, degree=6, coefficient=9):
    """Triples (c, r, e): a rational coefficient, a positive rational base and a rational exponent."""
    return [
        (
            Fraction(rng.randint(-coefficient, coefficient), rng.randint(1, coefficient)),
            Fraction(rng.randint(1, base), rng.randint(1, base)),
            Fraction(rng.randint(-degree, degree), rng.randint(1, degree)),
        )
        for _ in range(count)
    ]


def number_of(parts):
    """Σ c·r^e, exactly."""
    return sum((c * radical(r, e) for c, r, e in parts), RadicalSum.of(0))


def value_of(parts):
    """Σ c·r^e, by mpmath at the precision in force."""
    return mpmath.fsum(quotient(c) * mpmath.power(quotient(r), quotient(e)) for c, r, e in parts)


def quotient(x):
    """A fraction for mpmath."""
    return mpmath.mpf(x.numerator) / x.denominator


def nearest(value, digits):
    """The integer nearest to value · 10^digits."""
    return int(mpmath.nint(value * mpmath.mpf(10) ** digits))


def rational_root(x, degree):
    """Whether a positive rational is the power of another rational, by integer roots of sympy."""
    return all(sympy.integer_nthroot(n, degree)[1] for n in (x.numerator, x.denominator))


# --- the field -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(10))
def test_sums_of_radicals_form_an_ordered_field(seed):
    """(a + b)c = ac + bc, ab = ba, a - a = 0, (a/b)b = a, and a < b ⇔ ac < bc for c > 0."""
    rng = random.Random(seed)
    a, b, c = (number_of(random_parts(rng, count, degree=3)) for count in (3, 2, 2))
    assert (a + b) * c == a * c + b * c
    assert (a * b, a + b, a - a, 0 - (-a), +a) == (b * a, b + a, 0, a, a)
    assert a * b * c == a * (b * c)
    if b:
        assert a / b * b == a
        assert (1 / b) * b == 1
    if c > 0:
        assert (a < b) == (a * c < b * c)


@pytest.mark.parametrize("seed", range(10))
def test_powers_are_repeated_products(seed):
    """a^0 = 1, a^n = a·…·a, and a^-n·a^n = 1."""
    a = number_of(random_parts(random.Random(seed), 2, degree=3)) + radical(2, HALF)
    power = RadicalSum.of(1)
    for exponent in range(5):
        assert a**exponent == power
        assert a ** (-exponent) * power == 1
        power *= a


def test_radicals_obey_the_laws_of_powers():
    """r^d·r^e = r^(d+e), (rs)^e = r^e·s^e, (r^d)^e = r^(de), and 1/r^e = r^-e."""
    exponents = [Fraction(n, d) for n in (-3, -1, 1, 2) for d in (1, 2, 3, 5)]
    for r, d, e in product((Fraction(2), Fraction(12, 5), Fraction(9, 4)), exponents, exponents):
        assert radical(r, d) * radical(r, e) == radical(r, d + e)
        assert radical(r, d) ** e == radical(r, d * e)
        assert radical(r * 10, e) == radical(r, e) * radical(10, e)
        assert 1 / radical(r, e) == radical(r, -e)


def test_the_square_of_a_sum_of_square_roots():
    """(√2 + √3)² = 5 + 2√6, while 5 + 2√6 ≠ 5 + 2√7."""
    square = (radical(2, HALF) + radical(3, HALF)) ** 2
    assert square == 5 + 2 * radical(6, HALF)
    assert square != 5 + 2 * radical(7, HALF)


def test_ramanujan_cube_roots():
    """(∛(1/9) - ∛(2/9) + ∛(4/9))³ = ∛2 - 1, and no neighbor of it is."""
    ninths = [radical(Fraction(n, 9), THIRD) for n in (1, 2, 4)]
    assert (ninths[0] - ninths[1] + ninths[2]) ** 3 == radical(2, THIRD) - 1
    assert (ninths[0] - ninths[1] + ninths[2]) ** 3 != radical(2, THIRD) - Fraction(10**40 + 1, 10**40)


@pytest.mark.parametrize(
    "number",
    [
        1 + radical(2, HALF),
        radical(2, HALF) + radical(3, HALF) + radical(5, HALF),
        radical(2, THIRD) + radical(4, THIRD) - 1,
        radical(6, HALF) - 2 * radical(6, THIRD) + 7,
        radical(10, "1/5") + radical(10, "2/5"),
    ],
    ids=str,
)
def test_reciprocals_agree_with_sympy(number):
    """1/a has, up to the leading coefficient, the minimal polynomial of a read backwards."""
    x = sympy.Symbol("x")
    given, found = (sympy.Poly(sympy.minimal_polynomial(a.to_sympy(), x), x) for a in (number, number**-1))
    assert found.monic() == sympy.Poly(given.all_coeffs()[::-1], x).monic()


def test_a_quotient_in_a_small_subfield_needs_only_that():
    """(√2 + √3)/(√2 - √3) = -(√2 + √3)², although the sum has 2 classes besides that of 1."""
    a, b = radical(2, HALF), radical(3, HALF)
    assert (a + b) / (a - b) == -((a + b) ** 2)


def test_rational_numbers_are_sums_of_radicals():
    """RadicalSum(q) behaves as q, and hashes as q."""
    q = Fraction(22, 7)
    assert RadicalSum.of(q) == q == RadicalSum.of("22/7").rational()
    assert hash(RadicalSum.of(q)) == hash(q)
    assert {RadicalSum.of(3), 3, radical(9, HALF)} == {3}
    assert (radical(8, HALF) * radical(2, HALF)).rational() == 4
    assert abs(1 - radical(2, HALF)) == radical(2, HALF) - 1
    assert not RadicalSum.of(0)
    assert RadicalSum.of(RadicalSum.of(q)) == q


# --- the canonical form ----------------------------------------------------------------------------------------------


def test_a_class_is_a_radical_up_to_rational_factors():
    """r^e and s^f fall into one class exactly when r^e/s^f is rational, by integer roots."""
    exponents = [Fraction(n, d) for n, d in ((1, 2), (1, 3), (2, 3), (1, 6), (-5, 4))]
    for r, s, e, f in product(range(1, 13), range(1, 13), exponents, exponents):
        degree = math.lcm(e.denominator, f.denominator)
        power = Fraction(r) ** int(e * degree) / Fraction(s) ** int(f * degree)
        together = radical(r, e) + radical(s, f)
        assert (len(together.terms) == 1) == rational_root(power, degree)
        assert (radical(r, e) / radical(s, f)).is_rational == rational_root(power, degree)


def test_no_large_number_is_factored():
    """√(pq)·√(qr)·√(pr) = pqr for primes above 2^64, whether or not they stand alone somewhere else in the sum."""
    p, q, r = MERSENNE
    assert radical(p * q, HALF) * radical(q * r, HALF) * radical(p * r, HALF) == p * q * r
    assert radical(p * q, HALF) * radical(q * r, HALF) * radical(p * r, HALF) != p * q * r + 1
    assert radical(p * q, HALF) == radical(p, HALF) * radical(q, HALF)
    assert hash(radical(p * q, HALF)) == hash(radical(p, HALF) * radical(q, HALF))
    assert radical(p * q, HALF) != radical(p * r, HALF)
    assert radical(p * q, HALF) + radical(p * r, HALF) == radical(p, HALF) * (radical(q, HALF) + radical(r, HALF))
    assert radical(p**3, THIRD) == p
    assert radical(6 * p, HALF) / radical(p, HALF) == radical(6, HALF)


def test_what_nobody_can_factor_is_decided():
    """√(pq)² = pq and √(pq) - √(pq + 1) < 0 for primes p and q of 151 and 152 digits."""
    p, q = HARD
    assert sympy.isprime(p)
    assert sympy.isprime(q)
    assert radical(p * q, HALF) ** 2 == p * q
    assert radical(p * q, HALF) < radical(p * q + 1, HALF)
    assert (radical(p * q, HALF) + radical(p, HALF)) * (radical(p * q, HALF) - radical(p, HALF)) == p * q - p
    assert (1 / (1 + radical(p * q, HALF))) * (1 + radical(p * q, HALF)) == 1


def test_equal_numbers_of_different_form_are_one_element_of_a_set():
    """a = b ⇒ hash a = hash b, also when a large base was split for one of them only."""
    p, q, _ = MERSENNE
    together = radical(p * q, HALF) + radical(2, HALF)
    apart = radical(p, HALF) * radical(q, HALF) + radical(8, HALF) / 2
    assert len({together, apart, together + 0}) == 1
    assert len({together, apart + 1}) == 2


def test_a_total_is_the_sum():
    """RadicalSum.total adds up as + does, and a number is the total of its parts."""
    numbers = [number_of(random_parts(random.Random(seed), 3)) for seed in range(5)]
    assert RadicalSum.total(numbers) == sum(numbers)
    assert all(RadicalSum.total(number.parts()) == number for number in numbers)
    assert RadicalSum.total([]) == 0


def test_products_of_powers():
    """2^(1/2)·3^(-1/2)·6^(1/2) = 2, with the bases given in several groups."""
    assert product_of_powers({2: HALF, 3: -HALF}, {6: HALF}) == 2
    assert product_of_powers({12: THIRD}, {1: THIRD}) == radical(12, THIRD)


# --- order and digits ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(40))
def test_order_agrees_with_mpmath(seed):
    """Sign(a - b) is that of the difference at 80 digits, for numbers that differ by more than 10^-60."""
    rng = random.Random(seed)
    left, right = random_parts(rng, 4), random_parts(rng, 4)
    a, b = number_of(left), number_of(right)
    with mpmath.workdps(80):
        difference = value_of(left) - value_of(right)
        assert abs(difference) > mpmath.mpf(10) ** -60
        assert (a - b).sign() == mpmath.sign(difference)
    assert ((a < b), (a <= b), (a > b), (a >= b)) == (
        (a - b).sign() < 0,
        (a - b).sign() <= 0,
        (a - b).sign() > 0,
        (a - b).sign() >= 0,
    )


@pytest.mark.parametrize("seed", range(40))
def test_digits_agree_with_mpmath(seed):
    """The decimals of Σ c·r^e are its value rounded, at 50 digits."""
    parts = random_parts(random.Random(100 + seed), 4)
    with mpmath.workdps(90):
        assert Fraction(number_of(parts).decimal(50)) * 10**50 == nearest(value_of(parts), 50)


@pytest.mark.parametrize("digits", [0, 1, 5, 40])
def test_an_enclosure_of_a_square_root_squares_around_the_number(digits):
    """Lo² < 2 < hi² with hi - lo = 10^-digits."""
    lo, hi = radical(2, HALF).enclosure(digits)
    assert lo**2 < 2 < hi**2
    assert hi - lo == Fraction(1, 10**digits)
    low, high = (-radical(2, HALF)).enclosure(digits)
    assert (low, high) == (-hi, -lo)


def test_enclosures_of_decimal_numbers_are_points():
    """A multiple of 10^-digits encloses itself; ties round to even."""
    assert RadicalSum.of("1/8").enclosure(3) == (Fraction(1, 8), Fraction(1, 8))
    assert RadicalSum.of("1/8").enclosure(2) == (Fraction(12, 100), Fraction(13, 100))
    assert [RadicalSum.of(x).decimal(2) for x in ("1/8", "3/8", "-1/8")] == ["0.12", "0.38", "-0.12"]
    assert RadicalSum.of(10**5000).decimal(0) == "1" + "0" * 5000


def test_convergents_of_the_square_root_of_2_alternate():
    """The fractions p/q → (p + 2q)/(p + q) lie by turns below and above √2, however close."""
    p, q, below = 1, 1, True
    for _ in range(400):
        assert (Fraction(p, q) < radical(2, HALF)) == below
        p, q, below = p + 2 * q, p + q, not below
    assert q > 10**150


def test_graham_sums_of_square_roots_differ_late():
    """Graham's two sums of nine square roots agree in their first 36 decimals, and are not equal."""
    left, right = (sum(radical(10**6 + n, HALF) for n in numbers) for numbers in GRAHAM)
    with mpmath.workdps(80):
        values = [mpmath.fsum(mpmath.sqrt(10**6 + n) for n in numbers) for numbers in GRAHAM]
        assert (left > right, left < right, left == right) == (values[0] > values[1], values[0] < values[1], False)
    assert left.enclosure(35) == right.enclosure(35)
    assert left.enclosure(40) != right.enclosure(40)


def test_a_ball_contains_its_number():
    """|ball(√2)|² contains 2 at every precision, and does not contain 2 + 10^-30 at 200 bits."""
    from flint import arb, fmpq

    for precision in (30, 64, 200):
        assert (radical(2, HALF).ball(precision) ** 2).contains(2)
    assert not (radical(2, HALF).ball(200) ** 2).contains(2 + arb(fmpq(1, 10**30)))


# --- display and sympy -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("number", "plain", "latex"), SHOWN, ids=[plain for _, plain, _ in SHOWN])
def test_numbers_are_shown(number, plain, latex):
    """Rational part first, then roots of low degree."""
    assert repr(number) == plain
    assert number.latex() == latex
    assert number._repr_latex_() == f"${latex}$"


@pytest.mark.parametrize("seed", range(10))
def test_sympy_returns_what_it_was_given(seed):
    """from_sympy(to_sympy(a)) = a, and both have the same digits."""
    number = number_of(random_parts(random.Random(200 + seed), 4))
    expression = number.to_sympy()
    assert RadicalSum.from_sympy(expression) == number
    with mpmath.workdps(90):
        value = mpmath.mpf(str(sympy.N(expression, 85)))
        assert Fraction(number.decimal(50)) * 10**50 == nearest(value, 50)


@pytest.mark.parametrize(
    ("expression", "number"),
    [
        (sympy.sqrt(2) + sympy.Rational(1, 3), radical(2, HALF) + THIRD),
        (sympy.sqrt(2) * (1 + sympy.sqrt(3)), radical(2, HALF) + radical(6, HALF)),
        (1 / (1 + sympy.sqrt(2)), radical(2, HALF) - 1),
        ((1 + sympy.cbrt(2)) ** 2, 1 + 2 * radical(2, THIRD) + radical(4, THIRD)),
        (sympy.Pow(sympy.Rational(2, 3), sympy.Rational(-1, 2)), radical("3/2", HALF)),
        (sympy.Integer(0), RadicalSum.of(0)),
    ],
    ids=str,
)
def test_sympy_expressions_are_read(expression, number):
    """Rationals, sums, products and rational powers."""
    assert RadicalSum.from_sympy(expression) == number


def test_other_sympy_expressions_are_refused():
    """π, symbols, text and floats are no sums of radicals; roots of negative numbers and of sums neither."""
    for expression in (sympy.pi, sympy.Symbol("x"), sympy.log(2), sympy.I, sympy.oo, sympy.Pow(2, sympy.sqrt(2))):
        with pytest.raises(NotANumberError, match="use rationals, sums, products and rational powers"):
            RadicalSum.from_sympy(expression)
    with pytest.raises(NotANumberError, match=r"'sqrt\(2\)' \(str\) is no sum of radicals: give a sympy expression"):
        RadicalSum.from_sympy("sqrt(2)")
    with pytest.raises(NotExactError, match="is not an exact number"):
        RadicalSum.from_sympy(sympy.Float(0.5) * sympy.sqrt(2))
    with pytest.raises(OutsideRangeError, match="rational powers of one positive radical"):
        RadicalSum.from_sympy(sympy.sqrt(1 + sympy.sqrt(2)))
    with pytest.raises(OutsideRangeError, match="rational powers of one positive radical"):
        RadicalSum.from_sympy(sympy.cbrt(-2))


# --- bad input -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "operation",
    [
        lambda a: a + 0.5,
        lambda a: 0.5 * a,
        lambda a: a / 2.0,
        lambda a: a < 0.5,
        lambda a: a == 0.5,
        lambda a: a**0.5,
        lambda a: a + True,
        lambda _: radical(0.5, 2),
        lambda _: radical(2, 0.5),
        lambda _: RadicalSum.of(0.5),
    ],
)
def test_floats_are_refused(operation):
    """No float meets a sum of radicals."""
    with pytest.raises(NotExactError, match="is not an exact number"):
        operation(radical(2, HALF))


def test_roots_of_negative_numbers_and_negative_powers_of_zero():
    """r^e needs r > 0, or r = 0 with e ≥ 0; 0^0 = 1."""
    with pytest.raises(OutsideRangeError, match=r"-2\^1/2 is not a real number"):
        radical(-2, HALF)
    with pytest.raises(OutsideRangeError, match=r"0\^-1/2 is not a real number"):
        radical(0, -HALF)
    with pytest.raises(OutsideRangeError, match=r"0\^-1 is not a real number"):
        RadicalSum.of(0) ** -1
    assert (radical(0, HALF), radical(0, 0), RadicalSum.of(0) ** 0, RadicalSum.of(0) ** 3) == (0, 1, 1, 0)
    assert RadicalSum.of(-2) ** 3 == -8
    assert (-radical(2, HALF)) ** -3 == -radical(2, HALF) / 4


def test_other_bad_input():
    """Division by zero, roots of sums, irrational fractions, digits below 0, foreign operands, numbers too long."""
    a = 1 + radical(2, HALF)
    with pytest.raises(OutsideRangeError, match="divided by 0; divide by a number other than 0"):
        a / 0
    with pytest.raises(OutsideRangeError, match="is not known to be a sum of radicals"):
        a**HALF
    with pytest.raises(NotExactError, match=r"about 2\.414214 is not rational"):
        a.rational()
    with pytest.raises(OutsideRangeError, match="got -1 digits after the point"):
        a.decimal(-1)
    for operation in (lambda: a + "1", lambda: a < None, lambda: "1" * a, lambda: a / [], lambda: a - "1"):
        with pytest.raises(TypeError, match=r"unsupported operand|not supported|can't multiply"):
            operation()
    assert a != "1 + 2^(1/2)"
    with pytest.raises(OutsideRangeError, match="too many to write out: take its logarithm instead"):
        radical(2, 10**9)
    with pytest.raises(UndecidedError, match="in a field of more than 512 dimensions: compare products instead"):
        1 / sum(radical(p, HALF) for p in sympy.primerange(40))
