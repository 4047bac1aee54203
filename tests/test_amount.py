"""Exact amounts: the laws of logarithms, their order, their digits, how they are shown, and sympy.

Independent oracles: comparison of integer powers, mpmath at 60 digits and more, factorizations and integer roots by
sympy, and the continued fraction of log2(3).
"""

import dataclasses
import math
import random
import subprocess
import sys
from fractions import Fraction
from itertools import product

import flint
import mpmath
import numpy as np
import pytest
import sympy

from exactpriv.amount import INFINITY, NEGATIVE_INFINITY, ZERO, Amount, bits, ln, log2
from exactpriv.errors import AmountError, NotANumberError, NotExactError
from exactpriv.numbers import exact

RATIONALS = sorted({Fraction(p, q) for p in range(1, 7) for q in range(1, 7)})
SHOWN = [
    (log2("5/2"), "log2(5/2) bits", r"\log_2\frac{5}{2}\ \text{bits}"),
    (bits(2), "2 bits", r"2\ \text{bits}"),
    (log2(8), "3 bits", r"3\ \text{bits}"),
    (log2(6) - log2(3), "1 bit", r"1\ \text{bit}"),
    (log2("1/2"), "-1 bit", r"-1\ \text{bit}"),
    (bits("3/2"), "3/2 bits", r"\frac{3}{2}\ \text{bits}"),
    (ZERO, "0 bits", r"0\ \text{bits}"),
    (log2(9), "log2(9) bits", r"\log_2 9\ \text{bits}"),
    (log2(3) + log2(5), "log2(15) bits", r"\log_2 15\ \text{bits}"),
    (log2("1/3"), "-log2(3) bits", r"-\log_2 3\ \text{bits}"),
    (log2(5) / 2, "1/2*log2(5) bits", r"\frac{1}{2}\,\log_2 5\ \text{bits}"),
    (log2(9) / 4, "1/2*log2(3) bits", r"\frac{1}{2}\,\log_2 3\ \text{bits}"),
    (log2(3) + log2(5) / 2, "log2(3) + 1/2*log2(5) bits", r"\log_2 3 + \frac{1}{2}\,\log_2 5\ \text{bits}"),
    (log2(5) / 2 - log2(3), "-log2(3) + 1/2*log2(5) bits", r"-\log_2 3 + \frac{1}{2}\,\log_2 5\ \text{bits}"),
    (log2(3) + bits("1/2"), "log2(3) + 1/2 bits", r"\log_2 3 + \frac{1}{2}\ \text{bits}"),
    (log2(3) * 100, "100*log2(3) bits", r"100\,\log_2 3\ \text{bits}"),
    (log2("3/5") * 100 + log2(7), "log2(7) + 100*log2(3/5) bits", r"\log_2 7 + 100\,\log_2\frac{3}{5}\ \text{bits}"),
    (bits(1000) + log2(3), "log2(3) + 1000 bits", r"\log_2 3 + 1000\ \text{bits}"),
    (INFINITY, "inf bits", r"\infty\ \text{bits}"),
    (ln("25/12"), "ln(25/12) nats", r"\ln\frac{25}{12}\ \text{nats}"),
    (ln(8), "ln(8) nats", r"\ln 8\ \text{nats}"),
    (ln(1), "0 nats", r"0\ \text{nats}"),
    (ln(0), "-inf nats", r"-\infty\ \text{nats}"),
]


def random_terms(rng, count, *, base=1000, coefficient=30):
    """Pairs (c, r) of a rational coefficient and a positive rational number."""
    return [
        (
            Fraction(rng.randint(-coefficient, coefficient), rng.randint(1, coefficient)),
            Fraction(rng.randint(1, base), rng.randint(1, base)),
        )
        for _ in range(count)
    ]


def amount_of(terms):
    """Σ c·log2(r)."""
    return sum((log2(r) * c for c, r in terms), ZERO)


def steps(terms, digits=50):
    """The integer nearest to 10^digits · Σ c·log2(r), by mpmath at 60 digits or ten more than asked for."""
    with mpmath.workdps(digits + 10):
        total = mpmath.fsum(
            mpmath.log(mpmath.mpf(r.numerator) / r.denominator, 2) * c.numerator / c.denominator for c, r in terms
        )
        return int(mpmath.nint(total * 10**digits))


def entropy(weights):
    """H = Σ p·log2(1/p)."""
    return sum((log2(1 / p) * p for p in weights), ZERO)


# --- laws of logarithms ----------------------------------------------------------------------------------------------


def test_one_bit_is_ln_2_nats():
    """1 bit = ln 2 nats: a unit says only how an amount is shown."""
    assert ln(2) == log2(2) == bits(1)
    assert ln(5).in_bits().unit == "bits"
    assert ln(5).in_bits() == ln(5) == log2(5) == log2(5).in_nats()


def test_a_result_is_shown_in_the_unit_of_the_left_operand():
    """The sum ln 3 + 1 bit is shown in nats, 1 bit + ln 3 in bits."""
    assert repr(ln(3) + bits(1)) == "ln(6) nats"
    assert repr(bits(1) + ln(3)) == "log2(6) bits"
    assert repr(sum([ln(2), log2(3)])) == "ln(6) nats"


@pytest.mark.parametrize("x", RATIONALS, ids=str)
def test_the_logarithm_of_a_product_is_the_sum(x):
    """Log xy = log x + log y and log x/y = log x - log y."""
    for y in RATIONALS:
        assert log2(x * y) == log2(x) + log2(y)
        assert log2(x / y) == log2(x) - log2(y)


@pytest.mark.parametrize("x", RATIONALS, ids=str)
def test_the_logarithm_preserves_the_order(x):
    """Log x < log y exactly when x < y."""
    for y in RATIONALS:
        assert (log2(x) < ln(y), log2(x) == ln(y), log2(x) > ln(y)) == (x < y, x == y, x > y)
        assert (log2(x) <= ln(y), log2(x) >= ln(y), log2(x) != ln(y)) == (x <= y, x >= y, x != y)


def test_multiples_of_logarithms_compare_as_powers():
    """a·log2(b) ≤ c·log2(d) exactly when b^a ≤ d^c."""
    for b, d, a, c in product(range(2, 11), range(2, 11), range(1, 8), range(1, 8)):
        assert (log2(b) * a <= log2(d) * c) == (b**a <= d**c)
        assert (log2(b) / c == log2(d) / a) == (b**a == d**c)


@pytest.mark.parametrize(("b", "d"), [(3, 2), (10, 7), (12, 18), (1001, 1003)])
def test_large_multiples_of_logarithms_compare_as_powers(b, d):
    """a·log2(b) ≤ c·log2(d) exactly when b^a ≤ d^c, next to the tie c = a·log_d(b), beyond small powers."""
    for a in (2000, 5000, 9973):
        near = int(mpmath.floor(a * mpmath.log(b) / mpmath.log(d)))
        for c in (near - 1, near, near + 1, near + 2):
            assert (log2(b) * a <= log2(d) * c) == (b**a <= d**c)


def test_convergents_of_log2_of_3_alternate():
    """The convergents of the continued fraction of log2(3) lie by turns below and above it, however close."""
    with mpmath.workdps(400):
        rest, below, numerators, denominators = mpmath.log(3, 2), True, [0, 1], [1, 0]
        for _ in range(250):
            quotient = int(mpmath.floor(rest))
            numerators.append(quotient * numerators[-1] + numerators[-2])
            denominators.append(quotient * denominators[-1] + denominators[-2])
            assert (bits(Fraction(numerators[-1], denominators[-1])) < log2(3)) == below
            rest, below = 1 / (rest - quotient), not below
    assert denominators[-1] > 10**100


# --- zero, sign and order against other routes ------------------------------------------------------------------------


def test_half_logarithms_of_3_and_7_cancel_that_of_21():
    """log(3)/2 + log(7)/2 - log(21)/2 = 0, which sympy leaves undecided."""
    difference = log2(3) / 2 + log2(7) / 2 - log2(21) / 2
    assert difference == 0
    assert not difference
    assert repr(difference) == "0 bits"


@pytest.mark.parametrize("seed", range(20))
def test_factorizations_cancel(seed):
    """Σ c·log n - Σ c·e·log p = 0 for n = Π p^e (factored by sympy), and one more digit anywhere spoils it."""
    rng = random.Random(seed)
    numbers = [rng.randint(2, 10**9) for _ in range(40)]
    coefficients = [Fraction(rng.randint(-(10**6), 10**6), rng.randint(1, 10**3)) for _ in numbers]
    left = sum(ln(n) * c for n, c in zip(numbers, coefficients, strict=True))
    right = sum(
        log2(p) * c * e for n, c in zip(numbers, coefficients, strict=True) for p, e in sympy.factorint(n).items()
    )
    assert left == right
    assert hash(left) == hash(right)
    assert left != right + log2(Fraction(10**60 + 1, 10**60))
    assert left < right + log2(Fraction(10**60 + 1, 10**60))


@pytest.mark.parametrize("seed", range(30))
def test_sign_and_digits_agree_with_mpmath(seed):
    """The sign of Σ c·log2(r), and 50 digits after the point, as mpmath has them at 60 digits."""
    rng = random.Random(seed)
    terms = random_terms(rng, rng.randint(1, 12))
    amount, nearest = amount_of(terms), steps(terms)
    assert (amount > 0, amount < 0) == (nearest > 0, nearest < 0)
    assert Fraction(amount.decimal(50)) * 10**50 == nearest
    below, above = amount.enclosure(30)
    assert below <= Fraction(nearest, 10**50) <= above
    assert above - below == Fraction(1, 10**30)


@pytest.mark.parametrize("seed", range(10))
def test_sorting_agrees_with_mpmath(seed):
    """Amounts sort as their values at 60 digits do."""
    rng = random.Random(seed)
    combinations = [random_terms(rng, 3, base=12, coefficient=4) for _ in range(25)]
    assert [steps(terms) for terms in sorted(combinations, key=amount_of)] == sorted(map(steps, combinations))


@pytest.mark.parametrize("largest_count", [9, 10**6])
def test_mutual_information_of_a_table_in_two_ways(largest_count):
    """H(X) + H(Y) - H(X,Y) = Σ p·log2(p/(p_x·p_y)) > 0 on a 40 × 40 table: thousands of logarithms."""
    rng = random.Random(40)
    counts = [[rng.randint(1, largest_count) for _ in range(40)] for _ in range(40)]
    total = sum(map(sum, counts))
    joint = [[Fraction(n, total) for n in row] for row in counts]
    rows, columns = [sum(row) for row in joint], [sum(column) for column in zip(*joint, strict=True)]
    by_entropies = entropy(rows) + entropy(columns) - entropy([p for row in joint for p in row])
    by_ratios = sum(log2(joint[i][j] / (rows[i] * columns[j])) * joint[i][j] for i, j in product(range(40), repeat=2))
    assert by_entropies == by_ratios
    assert by_entropies > 0
    assert by_entropies < by_ratios + bits(Fraction(1, 10**50))


def test_equal_amounts_have_equal_hashes():
    """From x = y follows hash x = hash y: a set has one element for each value of c·log x."""
    amounts = {log2(x) * c for x in RATIONALS for c in (1, 2, Fraction(1, 2))}
    values = {x**2 for x in RATIONALS} | {x**4 for x in RATIONALS} | set(RATIONALS)  # antilogarithms, squared
    assert len(amounts) == len(values)
    assert hash(log2(3) / 2 + log2(7) / 2) == hash(ln(21) / 2)
    assert hash(ZERO) == hash(0)
    assert hash(INFINITY) == hash(INFINITY.in_nats()) != hash(NEGATIVE_INFINITY)


def test_precision_contexts_are_restored():
    """Deciding an amount leaves the global precision of python-flint as it was."""
    before = flint.ctx.prec
    assert log2(3) * 10**30 > bits(10**30)
    assert log2(3).decimal(200).startswith("1.58496250072115618145")
    assert flint.ctx.prec == before


def test_nothing_heavy_is_imported_before_it_is_needed():
    """Importing needs neither python-flint nor sympy, and deciding never needs sympy."""
    program = (
        "import sys; from exactpriv.amount import log2; assert not {'flint', 'sympy'} & set(sys.modules);"
        "assert log2(3) * 10**9 != log2(5) * 10**9; log2(3).decimal(); assert 'sympy' not in sys.modules"
    )
    subprocess.run([sys.executable, "-c", program], check=True)


# --- infinity --------------------------------------------------------------------------------------------------------


def test_infinities_are_the_ends_of_the_order():
    """-∞ = log 0 < every finite amount < ∞."""
    amounts = [NEGATIVE_INFINITY, bits(-(10**30)), ZERO, log2(3), bits(10**30), INFINITY]
    for (i, x), (j, y) in product(enumerate(amounts), repeat=2):
        assert (x < y, x == y, x >= y) == (i < j, i == j, i >= j)
    assert log2(0) == ln(0) == NEGATIVE_INFINITY == -INFINITY < 0 < INFINITY
    assert not INFINITY.is_finite
    assert log2(3).is_finite


def test_arithmetic_of_infinities():
    """∞ + a = ∞, ∞ - (-∞) = ∞, c·∞ = ±∞."""
    assert INFINITY + log2(3) == log2(3) - NEGATIVE_INFINITY == INFINITY - NEGATIVE_INFINITY == INFINITY
    assert INFINITY * -2 == log2(3) - INFINITY == NEGATIVE_INFINITY / 2 == NEGATIVE_INFINITY
    assert repr(ln(3) + INFINITY) == "inf nats"


@pytest.mark.parametrize(
    "undefined",
    [lambda: INFINITY - INFINITY, lambda: INFINITY + NEGATIVE_INFINITY, lambda: INFINITY * 0, lambda: 0 * log2(0)],
)
def test_undefined_values_are_refused(undefined):
    """∞ - ∞ and 0·∞ have no value."""
    with pytest.raises(AmountError, match="has no value; check that"):
        undefined()


# --- antilogarithms --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("x", [*RATIONALS, Fraction(10**30, 7**20), Fraction(0)], ids=str)
def test_the_antilogarithm_undoes_the_logarithm(x):
    """2^(log2 x) = x, in whichever unit the logarithm is shown."""
    assert log2(x).antilog() == ln(x).antilog() == x


def test_antilogarithms_of_fractional_multiples():
    """2^(c·log2 x) is rational when the roots come out: 27^(2/3) = 9 and (4/9)^(3/2) = 8/27, but √15 is not."""
    assert (log2(27) * Fraction(2, 3)).antilog() == 9
    assert (log2("4/9") * Fraction(3, 2)).antilog() == Fraction(8, 27)
    assert (log2(6) / 2 + log2(15) / 2 + log2(10) / 2).antilog() == 30
    with pytest.raises(AmountError, match=r"about 1.953445 bits is not the logarithm of a rational number"):
        (log2(15) / 2).antilog()
    with pytest.raises(AmountError, match="infinity is not a number"):
        INFINITY.antilog()
    with pytest.raises(AmountError, match="too long to write out"):
        bits(10**30).antilog()


@pytest.mark.parametrize("n", [2, 3, 8, 10, 63, 64, 65, 10**12 - 1, 10**12, 10**12 + 1, 7**60 - 1, 7**60])
def test_the_floor_of_an_antilogarithm_is_an_integer_root(n):
    """⌊2^((p/q)·log2 n)⌋ is the integer q-th root of n^p."""
    for p, q in product(range(1, 5), repeat=2):
        assert (log2(n) * Fraction(p, q)).floor_exp2() == sympy.integer_nthroot(n**p, q)[0]


def test_floors_at_the_boundary():
    """⌊2^a⌋ = 0 below 0, jumps exactly at log2 n, and also when thousands of digits agree with an integer."""
    assert [a.floor_exp2() for a in (NEGATIVE_INFINITY, bits(-1), log2("0.999"), ZERO, bits("3/2"))] == [0, 0, 0, 1, 2]
    for n in (5, 10**50, 3**3000):
        assert log2(n).floor_exp2() == n
        assert (log2(n) - log2(Fraction(10**4000 + 1, 10**4000))).floor_exp2() == n - 1
    assert (log2(10**40 - 1) / 2).floor_exp2() == 10**20 - 1
    with pytest.raises(AmountError, match="infinity is not a number"):
        INFINITY.floor_exp2()
    with pytest.raises(AmountError, match="too long to write out"):
        bits(10**30).floor_exp2()


# --- digits ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("amount", "digits", "text"),
    [
        (log2("5/2"), 6, "1.321928"),
        (log2(3), 0, "2"),
        (log2("2/5"), 3, "-1.322"),
        (bits("1/2"), 0, "0"),
        (bits("3/2"), 0, "2"),
        (bits("0.0005"), 3, "0.000"),
        (bits("-0.0015"), 3, "-0.002"),
        (bits("0.05"), 3, "0.050"),
        (bits(7), 2, "7.00"),
        (ln(1), 2, "0.00"),
        (ln(2), 50, "0.69314718055994530941723212145817656807550013436026"),
        (ln("100001/100000"), 4, "0.0000"),
        (ln("99999/100000"), 4, "0.0000"),
        (INFINITY, 6, "inf"),
        (ln(0), 6, "-inf"),
    ],
)
def test_decimals_are_correctly_rounded(amount, digits, text):
    """The nearest multiple of 10^-digits, ties to even."""
    assert amount.decimal(digits) == text


def test_long_decimals():
    """Five thousand digits of log2(3), as mpmath has them."""
    digits = log2(3).decimal(5000)
    assert len(digits) == len("1.") + 5000
    assert digits.replace(".", "") == str(flint.fmpz(steps([(Fraction(1), Fraction(3))], 5000)))


def test_enclosures():
    """Bounds lo ≤ a ≤ hi, decided as amounts, hi - lo ≤ 10^-digits, and lo = hi for a multiple of 10^-digits."""
    for amount, digits in product([log2(3), log2("2/7"), log2(5) / 3 - log2(7)], [0, 1, 20]):
        below, above = amount.enclosure(digits)
        assert bits(below) < amount < bits(above)
        assert above - below == Fraction(1, 10**digits)
    assert bits("3/2").enclosure(1) == (Fraction(3, 2), Fraction(3, 2))
    assert ZERO.in_nats().enclosure(5) == (0, 0)
    with pytest.raises(AmountError, match="inf bits has no rational bounds"):
        INFINITY.enclosure(3)
    with pytest.raises(AmountError, match="got -1 digits"):
        log2(3).enclosure(-1)


def test_amounts_never_become_floats():
    """Neither float() nor a sum with a sympy expression turns an amount into a float."""
    for operation in (lambda: float(log2(3)), lambda: sympy.log(2) + log2(3), lambda: np.float64(2) < log2(3)):
        with pytest.raises(TypeError):
            operation()


# --- display ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("amount", "text", "latex"), SHOWN, ids=[text for _, text, _ in SHOWN])
def test_display(amount, text, latex):
    """An amount is shown exactly, with its unit."""
    assert repr(amount) == str(amount) == text
    assert amount.latex() == latex


def test_very_long_numbers_are_shown():
    """Numbers beyond the digits that Python converts to text are shown all the same."""
    assert repr(log2(10**6000 + 1)) == f"log2(1{'0' * 5999}1) bits"


# --- sympy -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("amount", [amount for amount, _, _ in SHOWN], ids=str)
def test_amounts_return_from_sympy(amount):
    """from_sympy(to_sympy(a)) = a, in both units."""
    for shown in (amount.in_bits(), amount.in_nats()):
        returned = Amount.from_sympy(shown.to_sympy(), shown.unit)
        assert returned == amount
        assert returned.unit == shown.unit


LOG = sympy.log
HALF = sympy.Rational(1, 2)


@pytest.mark.parametrize(
    "expression",
    [
        LOG(sympy.Rational(5, 2)) / LOG(2),
        LOG(3) / LOG(2) + LOG(5) / (2 * LOG(2)),
        LOG(3) / LOG(2) - 3 * LOG(5) / (7 * LOG(2)) + HALF,
        sympy.Integer(3),
        sympy.Integer(0),
        sympy.oo,
        -sympy.oo,
    ],
    ids=str,
)
def test_sympy_expressions_return_from_amounts(expression):
    """to_sympy(from_sympy(e)) is e, as it was written."""
    assert Amount.from_sympy(expression).to_sympy() == expression


@pytest.mark.parametrize(
    ("expression", "unit", "amount"),
    [
        (LOG(5) / LOG(4), "bits", log2(5) / 2),
        (LOG(8) / LOG(4), "bits", bits("3/2")),
        (LOG(27) / LOG(9), "bits", bits("3/2")),
        (LOG(sympy.sqrt(5)) / LOG(2), "bits", log2(5) / 2),
        (LOG(5 * sympy.sqrt(3)), "nats", log2(5) + log2(3) / 2),
        (LOG(2 ** sympy.Rational(1, 3)), "nats", bits("1/3")),
        ((LOG(3) - 2 * LOG(7)) / LOG(2), "bits", log2("3/49")),
        (LOG(3) * LOG(9) / LOG(27), "nats", ln(3) * Fraction(2, 3)),
        (LOG(sympy.Rational(1, 2)) / LOG(2), "bits", bits(-1)),
        (LOG(3) * sympy.Integer(0), "nats", ZERO),
    ],
    ids=str,
)
def test_sympy_expressions_are_read(expression, unit, amount):
    """The value of the expression is the amount in the unit; the two agree at 60 digits too."""
    assert Amount.from_sympy(expression, unit) == amount
    value = amount.in_bits() if unit == "bits" else amount.in_nats()
    assert round(sympy.N(expression, 70) * 10**60) == Fraction(value.decimal(60)) * 10**60


@pytest.mark.parametrize("seed", range(10))
def test_random_amounts_agree_with_sympy(seed):
    """to_sympy(a) has the value of a at 60 digits, and returns."""
    terms = random_terms(random.Random(seed), 6)
    expression = amount_of(terms).to_sympy()
    assert round(sympy.N(expression, 70) * 10**50) == steps(terms)
    assert Amount.from_sympy(expression) == amount_of(terms)


@pytest.mark.parametrize(
    ("expression", "unit"),
    [
        (LOG(3), "bits"),
        (sympy.Integer(1), "nats"),
        (LOG(3) / LOG(2), "nats"),
        (LOG(3) / LOG(5), "bits"),
        (LOG(3) ** 2 / LOG(2), "bits"),
        (sympy.pi, "nats"),
        (LOG(sympy.pi), "nats"),
        (LOG(1 + sympy.sqrt(2)), "nats"),
        (LOG(-3), "nats"),
        (LOG(sympy.Symbol("x")), "nats"),
        (sympy.sqrt(2), "bits"),
        (sympy.nan, "bits"),
        (sympy.zoo, "bits"),
        (sympy.I, "bits"),
        (LOG(3) / LOG(2) + sympy.I * sympy.oo, "bits"),
    ],
    ids=str,
)
def test_other_sympy_expressions_are_refused(expression, unit):
    """What is not a rational combination of logarithms of positive rationals is not an amount."""
    with pytest.raises(AmountError, match="is not a rational combination of logarithms"):
        Amount.from_sympy(expression, unit)


def test_only_sympy_expressions_are_read():
    """Text is never read as an expression, and floats are refused."""
    with pytest.raises(AmountError, match=r"got 'log\(3\)' \(str\); give a sympy expression"):
        Amount.from_sympy("log(3)")
    with pytest.raises(NotExactError, match="got the float in"):
        Amount.from_sympy(sympy.Float(0.5) * LOG(3), "nats")
    with pytest.raises(AmountError, match="got the unit 'trits'"):
        Amount.from_sympy(LOG(3), "trits")


# --- numbers, and bad input ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("number", "value"),
    [
        (7, Fraction(7)),
        (Fraction(2, 3), Fraction(2, 3)),
        ("0.1", Fraction(1, 10)),
        (" -2/3 ", Fraction(-2, 3)),
        ("1e-3", Fraction(1, 1000)),
        (".5", Fraction(1, 2)),
        (np.int64(5), Fraction(5)),
        (sympy.Rational(2, 3), Fraction(2, 3)),
    ],
)
def test_exact_numbers_are_read(number, value):
    """Integers, fractions and text are exact numbers."""
    assert exact(number) == value


@pytest.mark.parametrize("text", ["", "x", "1/0", "inf", "nan", "1e999999999", "1_0", "2/3/4", "0x10", "9" * 5000])
def test_unreadable_text_is_refused(text):
    """Text that is not a number, or only a number of absurd length."""
    with pytest.raises(NotANumberError, match=r"is not a number|divides by zero|too long to read"):
        exact(text)


@pytest.mark.parametrize("number", [0.5, float("nan"), np.float64(0.5), 1j, None, sympy.Float(0.5)])
@pytest.mark.parametrize("read", [log2, ln, bits], ids=lambda f: f.__name__)
def test_inexact_numbers_are_refused(read, number):
    """A float is not an exact number."""
    with pytest.raises(NotExactError, match="is not an exact number"):
        read(number)


@pytest.mark.parametrize(
    "operation",
    [
        lambda a: a * 0.5,
        lambda a: 0.5 * a,
        lambda a: a / 2.0,
        lambda a: a + 0.5,
        lambda a: a < 0.5,
        lambda a: a == 0.5,
        lambda a: a != math.inf,
    ],
)
def test_floats_are_refused_in_operations(operation):
    """No float meets an amount."""
    with pytest.raises(NotExactError, match="is not an exact number"):
        operation(log2(3))


@pytest.mark.parametrize(
    "operation",
    [
        lambda a: a < 1,
        lambda a: a == 1,
        lambda a: a != Fraction(1, 2),
        lambda a: sorted([1, a]),
        lambda a: a + 1,
        lambda a: 1 - a,
    ],
)
def test_bare_numbers_have_no_unit(operation):
    """Is 1 one bit or one nat? Only 0 is both."""
    with pytest.raises(TypeError, match=r"got the bare number .* beside an amount; write bits\("):
        operation(log2(3))


def test_zero_needs_no_unit():
    """0 bits = 0 nats = 0."""
    a = log2(3)
    assert a + 0 == 0 + a == a - 0 == a
    assert 0 - a == -a < 0 < a
    assert a * 0 == ZERO == 0
    assert not ZERO
    assert bool(a)


def test_other_bad_input():
    """Logarithms of negative numbers, division by zero, products of amounts, changed amounts."""
    with pytest.raises(AmountError, match="logarithm of -3 was asked for"):
        log2(-3)
    with pytest.raises(AmountError, match="divided by 0"):
        log2(3) / 0
    for operation in (lambda: log2(3) * log2(5), lambda: log2(3) / log2(5), lambda: log2(3) + "1", lambda: ZERO < None):
        with pytest.raises(TypeError, match=r"unsupported operand|not supported"):
            operation()
    assert log2(3) != "log2(3) bits"
    with pytest.raises(dataclasses.FrozenInstanceError):
        log2(3).unit = "nats"


class Foreign:
    """A kind of amount that the module does not know: operations with it are its own business."""

    def __radd__(self, amount):
        """Name the operation."""
        return "amount + foreign"

    def __rsub__(self, amount):
        """Name the operation."""
        return "amount - foreign"

    def __gt__(self, amount):
        """Name the operation."""
        return "foreign > amount"


def test_other_kinds_of_amounts_may_define_the_operation():
    """The meaning of a + x, a - x and a < x is left to x."""
    assert log2(3) + Foreign() == "amount + foreign"
    assert log2(3) - Foreign() == "amount - foreign"
    assert (log2(3) < Foreign()) == "foreign > amount"
