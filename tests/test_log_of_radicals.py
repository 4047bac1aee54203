"""Logarithms of sums of radicals: laws, order beside amounts, digits, how they are shown, and sympy.

Independent oracles: comparison of the sums themselves, mpmath at 60 digits and more, and the published exact values of
maximal (α, β)-leakage, which sympy evaluates.
"""

import random
from fractions import Fraction
from itertools import product

import mpmath
import pytest
import sympy

from exactpriv.amount import INFINITY, NEGATIVE_INFINITY, ZERO, Amount, bits, ln, log2
from exactpriv.errors import AmountError, NotANumberError, NotExactError, OutsideRangeError, UndecidedError, UnitError
from exactpriv.exact import logarithms
from exactpriv.exact.logarithms import LogOfRadicals, antilog, log_of
from exactpriv.exact.radicals import RadicalSum, radical

HALF, THIRD = Fraction(1, 2), Fraction(1, 3)
ROOT = radical(2, HALF)
SILVER = 1 + ROOT
LOG = sympy.log
SUMS = [
    SILVER,
    (1 + radical(34, HALF)) / 6,
    (1 + 6 * radical(6, THIRD)) / 8,
    radical(3, HALF) + radical(2, HALF),
    SILVER**2,
]
AMOUNTS = [ZERO, ln(2), ln("3/5") / 3, bits("7/2"), log2(3) - log2(5) / 2]
REFERENCE = {
    "-log(2) + 3*log(3)/4": "0.13081203594113695913",
    "log(5/4)": "0.22314355131420975577",
    "log(3/2)": "0.40546510810816438198",
    "log(25/12)": "0.73396917508020043897",
    "log(7/3)": "0.84729786038720361371",
    "2*log(61/9)/3": "1.2757661912247279106",
    "log(205/36)/3": "0.57983034689409939228",
    "log(3)": "1.0986122886681096914",
    "2*log(2)/3": "0.46209812037329687294",
    "log(5/3)": "0.51082562376599068321",
    "oo": "inf",
    "log(4/3)": "0.28768207245178092744",
    "log(9/8)": "0.11778303565638345454",
    "3*log(1/8 + 3*6**(1/3)/4)/4": "0.29799427693977048406",
    "log(2)": "0.69314718055994530942",
    "2*log(1/6 + sqrt(34)/6)": "0.25940912862695292991",
    "log(4)": "1.3862943611198906188",
    "log(270/221)": "0.2002592574806219419",
    "0": "0.0",
}
"""Published exact values of maximal (α, β)-leakage in nats, as sympy writes them, with their first digits."""
SHOWN = [
    (
        log_of((1 + 6 * radical(6, THIRD)) / 8, "3/4"),
        "3/4*ln(1/8 + 3/4*6^(1/3)) nats",
        r"\frac{3}{4}\,\ln\left(\frac{1}{8} + \frac{3}{4}\,\sqrt[3]{6}\right)\ \text{nats}",
    ),
    (log_of(SILVER, -1, "bits"), "-log2(1 + 2^(1/2)) bits", r"-\log_2\left(1 + \sqrt{2}\right)\ \text{bits}"),
    (
        log_of(SILVER) + ln(3) / 2,
        "ln(1 + 2^(1/2)) + 1/2*ln(3) nats",
        r"\ln\left(1 + \sqrt{2}\right) + \frac{1}{2}\,\ln 3\ \text{nats}",
    ),
    (
        log_of(SILVER, 1, "bits") - bits("1/2"),
        "log2(1 + 2^(1/2)) - 1/2 bits",
        r"\log_2\left(1 + \sqrt{2}\right) - \frac{1}{2}\ \text{bits}",
    ),
    (
        log_of(SILVER) - log_of(1 + radical(3, HALF), 2),
        "ln(1 + 2^(1/2)) - 2*ln(1 + 3^(1/2)) nats",
        r"\ln\left(1 + \sqrt{2}\right) - 2\,\ln\left(1 + \sqrt{3}\right)\ \text{nats}",
    ),
]


def value(amount):
    """The amount in nats, by sympy and mpmath at the precision in force."""
    return mpmath.mpf(str(sympy.N(amount.in_nats().to_sympy(), mpmath.mp.dps + 5)))


def nearest(x, digits):
    """The integer nearest to x · 10^digits."""
    return int(mpmath.nint(x * mpmath.mpf(10) ** digits))


def random_sum(rng):
    """A positive sum of three radicals, no single one."""
    while True:
        number = sum(rng.randint(1, 9) * radical(rng.randint(1, 30), Fraction(1, rng.randint(1, 4))) for _ in range(3))
        if not number.is_single:
            return number / rng.randint(1, 50)


# --- making them -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("text", "decimal"), REFERENCE.items(), ids=list(REFERENCE))
def test_published_values(text, decimal):
    """A published value is read, has the 60 digits that sympy gives it and those published, and goes back to sympy."""
    expression = sympy.sympify(text)
    amount = LogOfRadicals.from_sympy(expression)
    assert isinstance(amount, LogOfRadicals) == ("**" in text or "sqrt" in text)
    assert amount == LogOfRadicals.from_sympy(amount.to_sympy())
    if decimal == "inf":
        assert amount == INFINITY
        return
    digits = len(decimal.partition(".")[2])
    assert amount.decimal(digits) == decimal
    with mpmath.workdps(80):
        assert Fraction(amount.decimal(60)) * 10**60 == nearest(mpmath.mpf(str(sympy.N(expression, 75))), 60)


def test_what_is_an_amount_becomes_one():
    """Log of a rational or of a single radical; a difference in which the sums cancel; a multiple by 0."""
    assert isinstance(log_of(radical(6, THIRD) / 4, "1/2"), Amount)
    assert log_of(radical(6, THIRD) / 4, "1/2") == ln(6) / 6 - ln(4) / 2
    assert log_of("5/4", 2) == ln("25/16")
    assert log_of(5, 2, "bits").unit == "bits"
    golden = log_of(SILVER) + ln(3)
    for cancelled, rest in ((golden - log_of(SILVER), ln(3)), (golden * 0, ZERO), (log_of(SILVER, 0), ZERO)):
        assert isinstance(cancelled, Amount)
        assert cancelled == rest


def test_the_logarithm_of_zero():
    """K·log 0 is minus infinity for k > 0, infinity for k < 0."""
    zero = SILVER - SILVER
    assert log_of(zero) == NEGATIVE_INFINITY
    assert log_of(zero, -2) == INFINITY
    with pytest.raises(AmountError, match="0 times infinity"):
        log_of(zero, 0)


def test_antilogarithms_are_single_radicals():
    """e^(a + b) = e^a·e^b, and log of e^a is a."""
    for a, b in product(AMOUNTS, repeat=2):
        assert antilog(a + b) == antilog(a) * antilog(b)
        assert log_of(antilog(a)) == a
        assert antilog(a).is_single
    with pytest.raises(AmountError, match="inf bits has no antilogarithm"):
        antilog(INFINITY)


# --- laws and order --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("S", "T"), list(product(SUMS, repeat=2)), ids=str)
def test_the_logarithm_of_a_product_is_the_sum(S, T):
    """Log ST = log S + log T, log S/T = log S - log T, and log S^3 = 3 log S."""
    assert log_of(S * T) == log_of(S) + log_of(T)
    assert log_of(S / T) == log_of(S) - log_of(T)
    assert log_of(S**3) == log_of(S, 3) == 3 * log_of(S)
    assert log_of(S * T) != log_of(S) + log_of(T) + ln("1000000001/1000000000")
    assert hash(log_of(S * T)) == hash(log_of(S) + log_of(T))


@pytest.mark.parametrize(("S", "T"), list(product(SUMS, repeat=2)), ids=str)
def test_the_logarithm_preserves_the_order(S, T):
    """Log S < log T exactly when S < T; k log S and l log T compare as S^k and T^l."""
    assert (log_of(S) < log_of(T), log_of(S) == log_of(T), log_of(S) > log_of(T)) == (S < T, S == T, S > T)
    assert (log_of(S) <= log_of(T), log_of(S) >= log_of(T)) == (S <= T, S >= T)
    for k, m in product((1, 2, 3), repeat=2):
        assert (log_of(S, Fraction(k, 5)) < log_of(T, Fraction(m, 5))) == (S**k < T**m)
        assert (log_of(S) / m == log_of(T) / k) == (S**k == T**m)


@pytest.mark.parametrize(("S", "amount"), list(product(SUMS, AMOUNTS)), ids=str)
def test_order_beside_amounts(S, amount):
    """Log S compares with a as S does with e^a, from either side and in either unit."""
    radicals, sign = log_of(S), (S - antilog(amount)).sign()
    assert (radicals < amount, radicals > amount, radicals == amount) == (sign < 0, sign > 0, sign == 0)
    assert (amount > radicals, amount < radicals, amount == radicals) == (sign < 0, sign > 0, sign == 0)
    assert (amount >= radicals, amount <= radicals, amount != radicals) == (sign <= 0, sign >= 0, sign != 0)
    assert (radicals.in_bits() < amount) == (radicals < amount.in_nats())
    assert max(radicals, amount) == (radicals if sign > 0 else amount)


def test_a_hidden_amount_equals_it():
    """Log(3 + 2√2) - 2 log(1 + √2) = 0, and ½ log(3 + 2√2) + ½ log(3 - 2√2) + ½ log 4 is 1 bit; so are their hashes."""
    nothing = log_of(3 + 2 * ROOT) - log_of(SILVER, 2)
    one = log_of(3 + 2 * ROOT, HALF, "bits") + log_of(3 - 2 * ROOT, HALF, "bits") + bits(1)
    assert isinstance(nothing, LogOfRadicals)
    assert nothing == ZERO == 0 == nothing
    assert (nothing.sign(), bool(nothing), hash(nothing)) == (0, False, hash(ZERO))
    assert (nothing.decimal(9), nothing.in_bits().decimal(9)) == ("0.000000000", "0.000000000")
    assert (one == bits(1), one.decimal(3), one.enclosure(5), hash(one)) == (True, "1.000", (1, 1), hash(bits(1)))
    assert len({nothing, ZERO, one, bits(1), ln(2)}) == 2


def test_bounds_that_are_very_close():
    """Log(p/q) for the convergents p/q of 1 + √2 lies by turns below and above log(1 + √2), to 300 digits."""
    p, q, below = 2, 1, True
    silver = log_of(SILVER)
    for place in range(800):
        if place % 80 in (0, 1):
            assert (ln(Fraction(p, q)) < silver) == below
            assert (silver > ln(Fraction(p, q)) * 1) == below
        p, q, below = 2 * p + q, p, not below
    assert q > 10**300


def test_infinite_amounts_lie_beyond():
    """-∞ < log S < ∞, ∞ + log S = ∞, and a finite value is finite."""
    silver = log_of(SILVER)
    assert NEGATIVE_INFINITY < silver < INFINITY
    assert silver != INFINITY
    assert silver + INFINITY == INFINITY == INFINITY + silver
    assert silver - INFINITY == NEGATIVE_INFINITY == NEGATIVE_INFINITY - silver
    assert silver.is_finite
    assert sorted([INFINITY, silver, ZERO, NEGATIVE_INFINITY]) == [NEGATIVE_INFINITY, ZERO, silver, INFINITY]


@pytest.mark.parametrize("seed", range(20))
def test_arithmetic_agrees_with_mpmath(seed):
    """a + k·b - c/m has the digits that mpmath finds, and its order with c."""
    rng = random.Random(seed)
    a, b = log_of(random_sum(rng)), log_of(random_sum(rng), Fraction(rng.randint(1, 9), rng.randint(1, 9)))
    c, k, m = rng.choice(AMOUNTS), Fraction(rng.randint(-5, 5), 3), rng.randint(1, 7)
    result = a + k * b - c / m
    with mpmath.workdps(80):
        expected = value(a) + mpmath.mpf(k.numerator) / k.denominator * value(b) - value(c) / m
        assert Fraction(result.in_nats().decimal(50)) * 10**50 == nearest(expected, 50)
        assert Fraction(result.in_bits().decimal(50)) * 10**50 == nearest(expected / mpmath.log(2), 50)
        assert (result < c) == (expected < value(c))


def test_the_unit_is_that_of_the_left_operand():
    """A result is shown in the unit of its left operand."""
    silver = log_of(SILVER)
    assert repr(silver + bits(1)) == "ln(1 + 2^(1/2)) + ln(2) nats"
    assert repr(bits(1) + silver) == "log2(1 + 2^(1/2)) + 1 bits"
    assert repr(bits(1) - silver) == "-log2(1 + 2^(1/2)) + 1 bits"
    assert repr(sum([silver, silver])) == "2*ln(1 + 2^(1/2)) nats"
    assert (silver.in_bits().unit, silver.in_bits().in_nats().unit) == ("bits", "nats")
    assert silver.in_bits() == silver


# --- what cannot be decided ------------------------------------------------------------------------------------------


def test_an_undecided_comparison_says_so(monkeypatch):
    """Where powers may not be written out, equal amounts are UndecidedError and never False; others are ordered."""
    S, T = (1 + ROOT + radical(3, HALF)) ** 3, (1 + ROOT + radical(3, HALF)) ** 2
    assert log_of(S, 2) == log_of(T, 3)
    monkeypatch.setattr(logarithms, "_MOST_PRODUCTS", 1)
    with pytest.raises(UndecidedError, match="agree in 65536 bits, and the powers that would decide are too long"):
        log_of(S, 2) == log_of(T, 3)  # noqa: B015
    assert log_of(S, 2) < log_of(T + Fraction(1, 10**100), 3)
    assert log_of(S, 2) > log_of(T - Fraction(1, 10**3000), 3)


def test_long_powers_are_not_written_out():
    """100,000,000 log(1 + √2) is compared by balls alone, and equal amounts cancel before anything is written out."""
    silver = log_of(SILVER)
    assert silver * 10**8 < silver * (10**8 + 1)
    assert silver * 10**8 == log_of(SILVER, 10**8)
    assert silver * 10**8 < log_of(SILVER**2, 5 * 10**7) + bits(Fraction(1, 10**9))


# --- digits ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("S", SUMS, ids=str)
@pytest.mark.parametrize("digits", [0, 3, 40])
def test_an_enclosure_holds_the_value(S, digits):
    """Lo ≤ log S ≤ hi in the amount's own unit, with hi - lo = 10^-digits."""
    lo, hi = log_of(S, 1, "bits").enclosure(digits)
    assert bits(lo) < log_of(S) < bits(hi)
    assert hi - lo == Fraction(1, 10**digits)
    with mpmath.workdps(80):
        lo, hi = (nearest(mpmath.mpf(bound.numerator) / bound.denominator, 60) for bound in log_of(S).enclosure(digits))
        assert lo <= nearest(value(log_of(S)), 60) <= hi


# --- display and sympy -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("amount", "plain", "latex"), SHOWN, ids=[plain for _, plain, _ in SHOWN])
def test_amounts_are_shown(amount, plain, latex):
    """Logarithms of sums first, then the amount that is added, then the unit."""
    assert repr(amount) == plain
    assert amount.latex() == latex
    assert amount._repr_latex_() == f"${latex}$"


@pytest.mark.parametrize(
    ("expression", "unit", "amount"),
    [
        (LOG(1 + sympy.sqrt(2)) / LOG(2), "bits", log_of(SILVER)),
        (LOG(1 + sympy.sqrt(2)), "nats", log_of(SILVER)),
        (LOG(sympy.sqrt(2) * (1 + sympy.sqrt(2))), "nats", log_of(2 + ROOT)),
        (2 * (LOG(3) + LOG(1 + sympy.sqrt(2)) / 3), "nats", log_of(SILVER, "2/3") + ln(9)),
        (LOG(sympy.Rational(5, 2)) / LOG(2), "bits", log2("5/2")),
    ],
    ids=str,
)
def test_sympy_expressions_are_read(expression, unit, amount):
    """The value of the expression is the amount in the unit."""
    assert LogOfRadicals.from_sympy(expression, unit) == amount


def test_other_sympy_expressions_are_refused():
    """Text, floats, and logarithms of what is no sum of radicals."""
    with pytest.raises(AmountError, match=r"got 'log\(3\)' \(str\); give a sympy expression"):
        LogOfRadicals.from_sympy("log(3)")
    with pytest.raises(AmountError, match="is not a rational combination of logarithms"):
        LogOfRadicals.from_sympy(sympy.pi)
    with pytest.raises(NotANumberError, match="is no sum of radicals"):
        LogOfRadicals.from_sympy(LOG(1 + sympy.pi))
    with pytest.raises(NotExactError, match=r"float|not an exact number"):
        LogOfRadicals.from_sympy(sympy.Float(0.5) * LOG(1 + sympy.sqrt(2)))


# --- bad input -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "operation", [lambda a: a * 0.5, lambda a: a / 2.0, lambda a: a + 0.5, lambda a: a < 0.5, lambda a: a == 0.5]
)
def test_floats_are_refused(operation):
    """No float meets an amount."""
    with pytest.raises(NotExactError, match="is not an exact number"):
        operation(log_of(SILVER))


@pytest.mark.parametrize(
    "operation", [lambda a: a + 1, lambda a: 1 - a, lambda a: a < 1, lambda a: a == Fraction(1, 2)]
)
def test_bare_numbers_have_no_unit(operation):
    """Is 1 one bit or one nat? Only 0 is both."""
    with pytest.raises(UnitError, match=r"got the bare number .* beside an amount; write bits\("):
        operation(log_of(SILVER))
    assert log_of(SILVER) + 0 == 0 + log_of(SILVER) == log_of(SILVER) - 0 == -(0 - log_of(SILVER))
    assert log_of(SILVER) > 0


def test_other_bad_input():
    """Logarithms of negative numbers, unknown units, division by zero, foreign operands, digits below 0."""
    with pytest.raises(AmountError, match=r"the logarithm of about -0\.414214 was asked for"):
        log_of(1 - ROOT)
    with pytest.raises(AmountError, match="got the unit 'trits'"):
        log_of(SILVER, 1, "trits")
    with pytest.raises(NotExactError, match="is not an exact number"):
        log_of(SILVER, 0.5)
    with pytest.raises(AmountError, match="divided by 0"):
        log_of(SILVER) / 0
    with pytest.raises(OutsideRangeError, match="got -1 digits"):
        log_of(SILVER).decimal(-1)
    for operation in (lambda a: a * a, lambda a: a / a, lambda a: a + "1", lambda a: a < None, lambda a: [] - a):
        with pytest.raises(TypeError, match=r"unsupported operand|not supported"):
            operation(log_of(SILVER))
    assert log_of(SILVER) != "ln(1 + 2^(1/2)) nats"
    assert log_of(RadicalSum.of(2)) == bits(1)
