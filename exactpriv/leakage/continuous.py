r"""Gaussian and Laplace mechanisms on an interval or on two points, by closed forms in certified balls.

The output is X plus independent noise, and X is a number in an interval of a given length, or one of its two ends.

Main definitions: :class:`GaussianMechanism`, :class:`LaplaceMechanism`, :class:`IndependentCoordinates` (products);
:func:`approximate_differential_privacy` (the conversion to ε and δ); :func:`quantized_channel`, a finite channel with
rational entries that is close to the mechanism seen through a fine grid.

Exactness: amounts are in nats.  A logarithm of a rational number, 0 and infinity are exact amounts.  A rational number
of nats, which is no such logarithm, is an enclosure of width 0; other values are enclosures of the width asked for.

Conventions at the boundary: sums over outputs become integrals, the largest likelihood the largest density; a length
of 0 leaks nothing; where there is no closed form (1 ≤ β < α < ∞) the order is refused.

Reference: [gilani2022alphabet], Sec. IV, for the measures on finite alphabets.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise
from typing import TYPE_CHECKING

from exactpriv.amount import INFINITY, ZERO, Amount, ln
from exactpriv.errors import BudgetError, EmptyRangeError, OrderError, OutsideRangeError
from exactpriv.exact.enclosure import Enclosure, refine
from exactpriv.exact.logarithms import ExactAmount
from exactpriv.leakage.channel import Channel
from exactpriv.leakage.operational import Leakage, ball, positive_width
from exactpriv.leakage.orders import Infinite, Order, order
from exactpriv.numbers import Exactable, exact

if TYPE_CHECKING:
    from flint import arb

_ENTRY_BITS = 128
"""The entries of a quantized channel are correct to so many binary digits."""
_GUARD_BITS = 8


# --- mechanisms ------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, init=False)
class AdditiveNoise(ABC):
    """X plus independent noise of a scale, X in an interval of a length or at its two ends: what the mechanisms share.

    A scale that is not positive or a negative length raises ``OutsideRangeError``, a float ``NotExactError``; a width
    that is not positive raises ``WidthError``, and an order below 1 ``OrderError``.
    """

    scale: Fraction
    length: Fraction
    two_points: bool

    def __init__(self, scale: Exactable, length: Exactable, *, two_points: bool = False) -> None:
        object.__setattr__(self, "scale", exact(scale))
        object.__setattr__(self, "length", exact(length))
        object.__setattr__(self, "two_points", two_points)
        if self.scale <= 0:
            raise OutsideRangeError(f"got noise of the scale {self.scale}; give a positive number")
        if self.length < 0:
            raise OutsideRangeError(f"got an interval of the length {self.length}; give a number that is at least 0")

    @property
    def ratio(self) -> Fraction:
        """The length in units of the scale.

        >>> LaplaceMechanism(scale="1/2", length=3).ratio
        Fraction(6, 1)
        """
        return self.length / self.scale

    def maximal_leakage(self, *, width: Exactable = "1e-12") -> Leakage:
        """ln ∫ max_x f(y|x) dy, in nats.

        >>> LaplaceMechanism(scale=1, length=1).maximal_leakage()
        ln(3/2) nats
        """
        return self.maximal_renyi_leakage(1, width=width)

    def maximal_renyi_leakage(self, beta: Exactable | Infinite, *, width: Exactable = "1e-12") -> Leakage:
        r"""1/β · ln max_{x'} ∫ f(y|x')^{1-β} max_x f(y|x)^β dy, in nats: maximal (∞, β)-leakage, for β ∈ [1, ∞].

        The worst x' is an end of the interval.

        >>> print(GaussianMechanism(scale=1, length=1).maximal_renyi_leakage(2))
        [0.591435, 0.591436]
        """
        b, accuracy = _order(beta), positive_width(width)
        if not self.length:
            return ZERO.in_nats()
        return self.local_differential_privacy() if isinstance(b, Infinite) else self._renyi_leakage(b, accuracy)

    def local_renyi_privacy(self, alpha: Exactable | Infinite, *, width: Exactable = "1e-12") -> Leakage:
        """The largest Rényi divergence D_α between the outputs of two x, in nats, for α ∈ [1, ∞]: that of the ends.

        >>> GaussianMechanism(scale=2, length=1).local_renyi_privacy(3)
        Enclosure('3/8', '3/8')
        """
        a, accuracy = _order(alpha), positive_width(width)
        if not self.length:
            return ZERO.in_nats()
        return self.local_differential_privacy() if isinstance(a, Infinite) else self._renyi_privacy(a, accuracy)

    def maximal_alpha_beta_leakage(
        self, alpha: Exactable | Infinite, beta: Exactable | Infinite, *, width: Exactable = "1e-12"
    ) -> Leakage:
        r"""Maximal (α, β)-leakage in nats where it has a closed form: for α = ∞, and for β ≥ α > 1.

        For β ≥ α > 1 it is α(β-1)/((α-1)β) times local Rényi privacy of order β.  Other orders raise ``OrderError``;
        :func:`quantized_channel` gives a finite channel on which they can be computed.

        >>> GaussianMechanism(scale=1, length=1).maximal_alpha_beta_leakage(2, 3)
        Enclosure('2', '2')
        """
        a, b = _order(alpha), _order(beta)
        if isinstance(a, Infinite):
            return self.maximal_renyi_leakage(b, width=width)
        if a == 1 or b < a:
            raise OrderError(
                f"there is no closed form at α = {a}, β = {b}; give α = 'inf' or β ≥ α > 1, or quantize the mechanism"
            )
        factor = a / (a - 1) * (1 if isinstance(b, Infinite) else (b - 1) / b)
        return self.local_renyi_privacy(b, width=positive_width(width) / factor) * factor

    @abstractmethod
    def local_differential_privacy(self) -> Leakage:
        """The logarithm of the largest ratio of two densities f(y|x), in nats."""

    @abstractmethod
    def distribution_function(self, distance: Fraction) -> arb:
        """P(noise ≤ distance) as a ball of python-flint, at the precision that is set."""

    @abstractmethod
    def _renyi_leakage(self, b: Fraction, width: Fraction) -> Leakage:
        """For a positive length."""

    @abstractmethod
    def _renyi_privacy(self, a: Fraction, width: Fraction) -> Leakage:
        """For a positive length."""


class GaussianMechanism(AdditiveNoise):
    r"""Y = X + N(0, σ²) for X in an interval of length Δ, or at its two ends; ``scale`` is σ.

    >>> noise = GaussianMechanism(scale=1, length=1)
    >>> noise.local_differential_privacy(), noise.local_renyi_privacy(2)
    (inf nats, Enclosure('1', '1'))
    >>> print(noise.maximal_leakage(width="1e-30").decimal(25))
    [0.3357164370777039607704480, 0.3357164370777039607704481]
    """

    def local_differential_privacy(self) -> Amount:
        """Infinite, unless the length is 0.

        >>> GaussianMechanism(scale=1, length=0).local_differential_privacy()
        0 nats
        """
        return (INFINITY if self.length else ZERO).in_nats()

    def distribution_function(self, distance: Fraction) -> arb:
        """Φ(distance/σ) as a ball of python-flint, at the precision that is set.

        >>> GaussianMechanism(scale=1, length=1).distribution_function(Fraction(0)) > 0
        True
        """
        return _normal(distance / self.scale)

    def _renyi_privacy(self, a: Fraction, width: Fraction) -> Leakage:  # noqa: ARG002 - exact, whatever the width
        return Enclosure.of(a * self.ratio**2 / 2)

    def _renyi_leakage(self, b: Fraction, width: Fraction) -> Leakage:
        integral = self._integral_of_two if self.two_points else self._integral
        return refine(lambda: integral(b).log() / ball(b), width)

    def _integral(self, b: Fraction) -> arb:
        """½ + erfi(Δ/σ · √((β-1)/2)) / 2√(β-1) + e^{β(β-1)Δ²/2σ²} Φ((β-1)Δ/σ), and its limit at β = 1."""
        from flint import arb

        if b == 1:
            return 1 + ball(self.ratio) / (2 * arb.pi()).sqrt()
        between = (ball(self.ratio) * ball((b - 1) / 2).sqrt()).erfi() / (2 * ball(b - 1).sqrt())
        return ball(Fraction(1, 2)) + between + self._growth(b) * _normal((b - 1) * self.ratio)

    def _integral_of_two(self, b: Fraction) -> arb:
        """Φ(Δ/2σ) + e^{β(β-1)Δ²/2σ²} Φ((2β-1)Δ/2σ)."""
        return _normal(self.ratio / 2) + self._growth(b) * _normal((2 * b - 1) * self.ratio / 2)

    def _growth(self, b: Fraction) -> arb:
        return ball(b * (b - 1) * self.ratio**2 / 2).exp()


class LaplaceMechanism(AdditiveNoise):
    r"""Y = X + noise of density e^{-\|t\|/b}/2b for X in an interval of length Δ, or at its two ends; ``scale`` is b.

    >>> noise = LaplaceMechanism(scale=1, length=1)
    >>> noise.maximal_leakage(), noise.maximal_renyi_leakage(2), noise.local_differential_privacy()
    (ln(3/2) nats, Enclosure('1/2', '1/2'), Enclosure('1', '1'))
    """

    def local_differential_privacy(self) -> Leakage:
        """Δ/b nats.

        >>> LaplaceMechanism(scale="1/2", length=1).local_differential_privacy()
        Enclosure('2', '2')
        """
        return Enclosure.of(self.ratio) if self.length else ZERO.in_nats()

    def distribution_function(self, distance: Fraction) -> arb:
        """½e^{t/b} for t ≤ 0 and 1 - ½e^{-t/b} for t ≥ 0, as a ball of python-flint, at the precision that is set.

        >>> LaplaceMechanism(scale=1, length=1).distribution_function(Fraction(0)) > 0
        True
        """
        tail = _exp(-abs(distance) / self.scale) / 2
        return tail if distance <= 0 else 1 - tail

    def _renyi_privacy(self, a: Fraction, width: Fraction) -> Leakage:
        r = self.ratio
        if a == 1:
            return refine(lambda: ball(r - 1) + _exp(-r), width)
        return refine(lambda: self._power_integral(a).log() / ball(a - 1), width)

    def _power_integral(self, a: Fraction) -> arb:
        """α/(2α-1) e^{(α-1)Δ/b} + (α-1)/(2α-1) e^{-αΔ/b}."""
        weighted = ball(a) * _exp((a - 1) * self.ratio) + ball(a - 1) * _exp(-a * self.ratio)
        return weighted / ball(2 * a - 1)

    def _renyi_leakage(self, b: Fraction, width: Fraction) -> Leakage:
        if self.two_points:
            return refine(lambda: self._integral_of_two(b).log() / ball(b), width)
        if b == 1:
            return ln(1 + self.ratio / 2)
        if b == 2:
            return Enclosure.of(self.ratio / 2)
        return refine(lambda: self._integral(b).log() / ball(b), width)

    def _integral(self, b: Fraction) -> arb:
        """(β e^{(β-1)Δ/b} + β - 2) / 2(β-1)."""
        return (ball(b) * _exp((b - 1) * self.ratio) + ball(b - 2)) / ball(2 * (b - 1))

    def _integral_of_two(self, b: Fraction) -> arb:
        """1 - ½e^{-Δ/2b} + (e^{(β-1)Δ/b} - e^{-Δ/2b}) / 2(2β-1) + ½e^{(β-1)Δ/b}."""
        near, far = _exp(-self.ratio / 2), _exp((b - 1) * self.ratio)
        return 1 - near / 2 + (far - near) / ball(2 * (2 * b - 1)) + far / 2


def _order(which: Exactable | Infinite) -> Order:
    number = order(which)
    if number < 1:
        raise OrderError(f"the order {number} is below 1; give an order of at least 1, or 'inf'")
    return number


def _exp(number: Fraction) -> arb:
    return ball(number).exp()


def _normal(number: Fraction) -> arb:
    """Φ, the distribution function of the standard normal law."""
    return (ball(-number) / ball(Fraction(2)).sqrt()).erfc() / 2


# --- vectors ---------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, init=False)
class IndependentCoordinates:
    """Vectors whose coordinates lie in a product set and get independent noise: leakages are sums over coordinates.

    No coordinates at all raise ``EmptyRangeError``.

    >>> noise = IndependentCoordinates(LaplaceMechanism(scale=1, length=1), LaplaceMechanism(scale=1, length=3))
    >>> noise.maximal_leakage(), noise.local_differential_privacy()
    (ln(15/4) nats, Enclosure('4', '4'))
    """

    coordinates: tuple[AdditiveNoise, ...]

    def __init__(self, *coordinates: AdditiveNoise) -> None:
        object.__setattr__(self, "coordinates", coordinates)
        if not coordinates:
            raise EmptyRangeError("a vector needs at least one coordinate; give the mechanism of each")

    def maximal_leakage(self, *, width: Exactable = "1e-12") -> Leakage:
        """The sum of the coordinates' maximal leakages, in nats.

        >>> IndependentCoordinates(*[LaplaceMechanism(scale=1, length=1)] * 3).maximal_leakage()
        ln(27/8) nats
        """
        return self.maximal_renyi_leakage(1, width=width)

    def maximal_renyi_leakage(self, beta: Exactable | Infinite, *, width: Exactable = "1e-12") -> Leakage:
        """The sum of the coordinates' maximal Rényi leakages, in nats.

        >>> IndependentCoordinates(*[LaplaceMechanism(scale=1, length=1)] * 3).maximal_renyi_leakage(2)
        Enclosure('3/2', '3/2')
        """
        return self._sum(lambda noise, part: noise.maximal_renyi_leakage(beta, width=part), width)

    def local_renyi_privacy(self, alpha: Exactable | Infinite, *, width: Exactable = "1e-12") -> Leakage:
        """The sum of the coordinates' local Rényi privacies, in nats.

        >>> IndependentCoordinates(*[GaussianMechanism(scale=1, length=1)] * 3).local_renyi_privacy(2)
        Enclosure('3', '3')
        """
        return self._sum(lambda noise, part: noise.local_renyi_privacy(alpha, width=part), width)

    def maximal_alpha_beta_leakage(
        self, alpha: Exactable | Infinite, beta: Exactable | Infinite, *, width: Exactable = "1e-12"
    ) -> Leakage:
        """The sum of the coordinates' maximal (α, β)-leakages, in nats, at the orders that they take.

        >>> IndependentCoordinates(*[GaussianMechanism(scale=1, length=1)] * 3).maximal_alpha_beta_leakage(2, 3)
        Enclosure('6', '6')
        """
        return self._sum(lambda noise, part: noise.maximal_alpha_beta_leakage(alpha, beta, width=part), width)

    def local_differential_privacy(self) -> Leakage:
        """The sum of the coordinates' local differential privacies, in nats.

        >>> IndependentCoordinates(GaussianMechanism(scale=1, length=1)).local_differential_privacy()
        inf nats
        """
        return self._sum(lambda noise, _: noise.local_differential_privacy(), 1)

    def _sum(self, leakage: Callable[[AdditiveNoise, Fraction], Leakage], width: Exactable) -> Leakage:
        part = positive_width(width) / len(self.coordinates)
        return _sum([leakage(noise, part) for noise in self.coordinates], part)


def _sum(leakages: list[Leakage], width: Fraction) -> Leakage:
    """The sum, exactly if all are amounts or one is infinite; otherwise amounts are enclosed with the width."""
    amounts = [leakage for leakage in leakages if not isinstance(leakage, Enclosure)]
    total = sum(amounts, ZERO.in_nats())
    if len(amounts) == len(leakages) or not total.is_finite:
        return total
    enclosures = [leakage for leakage in leakages if isinstance(leakage, Enclosure)]
    return sum(enclosures, _enclosed(total, width))


def _enclosed(amount: ExactAmount, width: Fraction) -> Enclosure:
    """The number of nats of a finite amount."""
    return Enclosure(*amount.in_nats().enclosure(len(str(int(1 / width)))))


# --- conversions -----------------------------------------------------------------------------------------------------


def approximate_differential_privacy(
    leakage: Leakage, beta: Exactable | Infinite, delta: Exactable, *, width: Exactable = "1e-12"
) -> Leakage:
    r"""ε = (βL + ln(1/δ)) / (β-1), in nats: with maximal (∞, β)-leakage L a mechanism is locally (ε, δ)-private.

    For β = ∞ it is L.  An amount gives an amount; an enclosure one that is wider by the width, times β/(β-1).
    A β that is not above 1 raises ``OrderError``, a δ that is not in (0, 1] ``BudgetError``.

    >>> approximate_differential_privacy(ln(2), 3, "1/10")
    ln(4) + 1/2*ln(5) nats
    >>> noise = GaussianMechanism(scale=4, length=1)
    >>> print(approximate_differential_privacy(noise.maximal_renyi_leakage(20), 20, "1e-5"))
    [1.230943, 1.230944]
    """
    b, probability = order(beta), exact(delta)
    if b <= 1:
        raise OrderError(f"β = {b} bounds no ε; give an order above 1, or 'inf'")
    if not 0 < probability <= 1:
        raise BudgetError(f"got δ = {probability}; give a probability above 0 and at most 1")
    if isinstance(b, Infinite):
        return leakage
    surprise = -ln(probability)
    if isinstance(leakage, Enclosure):
        return (leakage * b + _enclosed(surprise, positive_width(width))) * (1 / (b - 1))
    return (leakage * b + surprise) / (b - 1)


def quantized_channel(mechanism: AdditiveNoise, *, inputs: int = 2, cells: int = 100, reach: int = 8) -> Channel:
    """A finite channel close to the mechanism: some inputs, and the output seen through a grid of equal cells.

    The inputs are so many points of the interval at equal distances, both ends included; the cells, numbered from 1,
    go from ``reach`` scales below the interval to as far above it, and 0 and the last output are the tails.  Each
    entry is rational and correct to 128 binary digits, and the largest in a row makes the row sum to 1.

    Seeing less leaks no more, so that, but for the rounding, leakages are below those of the mechanism, and approach
    them as the grid gets finer.  Fewer than 2 inputs (more, for two points) or no cell raise ``OutsideRangeError``.

    >>> P = quantized_channel(LaplaceMechanism(scale=1, length=1, two_points=True), cells=3, reach=1)
    >>> P.inputs, P.outputs, round(P.entry(Fraction(0), 0), 6)
    ((Fraction(0, 1), Fraction(1, 1)), (0, 1, 2, 3, 4), Fraction(9197, 50000))
    """
    if inputs < 2 or (mechanism.two_points and inputs != 2) or cells < 1 or reach < 0:
        raise OutsideRangeError(
            f"got {inputs} inputs, {cells} cells and the reach {reach}; give at least 2 inputs (2 for two points), "
            "1 cell and a reach of 0"
        )
    low, span = -reach * mechanism.scale, mechanism.length + 2 * reach * mechanism.scale
    ends = [low + span * Fraction(cut, cells) for cut in range(cells + 1)]
    points = [mechanism.length * Fraction(place, inputs - 1) for place in range(inputs)]
    return Channel({x: dict(enumerate(_cell_masses(mechanism, [end - x for end in ends]))) for x in points})


def _cell_masses(mechanism: AdditiveNoise, ends: list[Fraction]) -> list[Fraction]:
    """The masses of the noise between neighboring ends, and below and above all, as rationals that sum to 1."""
    import flint

    bits = 2 * _ENTRY_BITS
    while True:
        with flint.ctx.workprec(bits):
            below = [flint.arb(0), *map(mechanism.distribution_function, ends), flint.arb(1)]
            masses = [after - before for before, after in pairwise(below)]
        if all(mass.rel_accuracy_bits() >= _ENTRY_BITS + _GUARD_BITS for mass in masses):
            break
        bits *= 2
    with flint.ctx.workprec(_ENTRY_BITS + _GUARD_BITS):  # the ends of a ball are rounded to the precision that is set
        rounded = [Enclosure.of_ball(mass).middle for mass in masses]
    largest = rounded.index(max(rounded))
    rounded[largest] += 1 - sum(rounded)
    return rounded
