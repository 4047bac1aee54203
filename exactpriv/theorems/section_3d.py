"""Section III-D: Theorem 4, the estimation error of an adversary with a stochastic prior, in every reading.

What the print leaves open: the exponent in the denominator (2p + 2, p + 2, or 2p + 1 as the appendix can be read),
whether the moment has an absolute value, whether ρ bounds the joint or the conditional density, and whether μ measures
the marginal or the conditional range.  Instances are priors and mechanisms that are constant on the boxes of a grid.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Annotated

from exactpriv.claims import Scope, claim
from exactpriv.privacy import GridPrior, error_of_midpoints, every_estimator_errs_at_least, signed_moment
from exactpriv.truth import Number, Truth, all_of, cases, implies

Order = Annotated[int, "p"]
Budget = Annotated[int, "K"]
Prior = Annotated[GridPrior, "rows", "columns", "weight", "Y", "thin"]
TWO_PEOPLE = Scope(2, p=4, rows=2, columns=2, weight=1, thin=4)
UNEVEN = Scope(2, p=4, rows=2, columns=2, weight=2, thin=1)


# --- hypotheses ------------------------------------------------------------------------------------------------------


def the_release_is_private(prior: GridPrior, k: int) -> Truth:
    """K ≤ k: the mechanism is ε-noiselessly private for ⌊2^ε⌋ = k."""
    return prior.output_count() <= k


def preimages_are_connected(prior: GridPrior) -> Truth:
    """f⁻¹ ∘ M⁻¹(y) is connected for every y."""
    return prior.preimages_are_connected()


# --- the pieces of the bound -----------------------------------------------------------------------------------------


def bound(rho: Fraction, measure: Fraction, k: int, p: int, exponent: int) -> Fraction:
    """ρ μ^(p+1) / 2^exponent · 2^(-ε(p+1)) with 2^ε = k."""
    return Fraction(rho * measure ** (p + 1) / 2**exponent / Fraction(k) ** (p + 1))


def printed_bound(prior: GridPrior, k: int, p: int, exponent: int) -> Fraction:
    """With ρ the infimum of the joint density and μ the measure of the marginal range."""
    return bound(prior.joint_infimum(), prior.marginal_measure(), k, p, exponent)


def conditional_bound(prior: GridPrior, row: int, k: int, p: int, exponent: int) -> Fraction:
    """With ρ the infimum of the conditional density and μ the measure of the conditional range."""
    density = prior.conditional(row)
    return bound(density.infimum, density.support_measure, k, p, exponent)


def sharp_bound(prior: GridPrior, row: int, k: int, p: int) -> Fraction:
    """ρ m^(p+1) / (2^p (p+1) k^p) of the conditional density."""
    density = prior.conditional(row)
    least, measure = density.infimum, density.support_measure
    return Fraction(least * measure ** (p + 1) / (2**p * (p + 1) * Fraction(k) ** p))


ANSWERS = tuple(Fraction(2**n) for n in range(11))
"""Constants that an estimator may answer whatever it sees, from the width of a box on."""


def no_signed_moment_is_below(prior: GridPrior, row: int, p: int, least: Fraction) -> Truth:
    """E{(X₁ - X̂)^p | row} ≥ least for the constant answers X̂, and for even p, where signs do not matter, for all X̂."""
    constants = all_of(signed_moment(prior, row, p, answer) >= least for answer in ANSWERS)
    return all_of([constants, p % 2 == 1 or every_estimator_errs_at_least(prior, row, p, least)])


# --- as printed ------------------------------------------------------------------------------------------------------


@claim(
    "thm-4",
    source="[farokhi2019noiseless], Thm. 4",
    kind="paper",
    scope=TWO_PEOPLE,
    given=[the_release_is_private, preimages_are_connected],
    repaired_by="thm-4-repaired",
)
def no_estimator_beats_the_printed_bound(p: Order, k: Budget, prior: Prior) -> Truth:
    """E{(X₁ - X̂)^p | X₋₁} ≥ ρ μ(⟦X₁⟧)^(p+1) / 2^(2p+2) · 2^(-ε(p+1)), as printed, with 2p + 2 for the lost exponent."""
    least = printed_bound(prior, k, p, 2 * p + 2)
    return all_of(no_signed_moment_is_below(prior, row, p, least) for row in prior.rows())


@no_estimator_beats_the_printed_bound.control
def no_estimator_beats_a_half_of_the_range(p: Order, k: Budget, prior: Prior) -> Truth:
    """E{|X₁ - X̂|^p | X₋₁} ≥ μ(⟦X₁⟧)^p / 2."""
    return all_of(
        every_estimator_errs_at_least(prior, row, p, prior.marginal_measure() ** p / 2) for row in prior.rows()
    )


@claim(
    "thm-4-exponent-p+2",
    source="[farokhi2019noiseless], Thm. 4, read with p + 2",
    kind="paper",
    scope=TWO_PEOPLE,
    given=[the_release_is_private, preimages_are_connected],
    repaired_by="thm-4-repaired",
)
def no_estimator_beats_the_printed_bound_read_with_p_plus_2(p: Order, k: Budget, prior: Prior) -> Truth:
    """E{(X₁ - X̂)^p | X₋₁} ≥ ρ μ(⟦X₁⟧)^(p+1) / 2^(p+2) · 2^(-ε(p+1)), as printed, with p + 2 for the lost exponent."""
    least = printed_bound(prior, k, p, p + 2)
    return all_of(no_signed_moment_is_below(prior, row, p, least) for row in prior.rows())


@no_estimator_beats_the_printed_bound_read_with_p_plus_2.control
def no_estimator_beats_a_third_of_the_range(p: Order, k: Budget, prior: Prior) -> Truth:
    """E{|X₁ - X̂|^p | X₋₁} ≥ μ(⟦X₁⟧)^p / 3."""
    return all_of(
        every_estimator_errs_at_least(prior, row, p, prior.marginal_measure() ** p / 3) for row in prior.rows()
    )


@claim(
    "thm-4-exponent-2p+1",
    source="[farokhi2019noiseless], Thm. 4, read with 2p + 1",
    kind="paper",
    scope=TWO_PEOPLE,
    given=[the_release_is_private, preimages_are_connected],
    repaired_by="thm-4-repaired",
)
def no_estimator_beats_the_printed_bound_read_with_2p_plus_1(p: Order, k: Budget, prior: Prior) -> Truth:
    """E{(X₁ - X̂)^p | X₋₁} ≥ ρ μ(⟦X₁⟧)^(p+1) / 2^(2p+1) · 2^(-ε(p+1)), as printed, with 2p + 1 for the lost exponent."""
    least = printed_bound(prior, k, p, 2 * p + 1)
    return all_of(no_signed_moment_is_below(prior, row, p, least) for row in prior.rows())


@no_estimator_beats_the_printed_bound_read_with_2p_plus_1.control
def no_estimator_beats_three_fourths_of_the_range(p: Order, k: Budget, prior: Prior) -> Truth:
    """E{|X₁ - X̂|^p | X₋₁} ≥ 3 μ(⟦X₁⟧)^p / 4."""
    return all_of(
        every_estimator_errs_at_least(prior, row, p, prior.marginal_measure() ** p * Fraction(3, 4))
        for row in prior.rows()
    )


# --- with absolute moments -------------------------------------------------------------------------------------------


@claim(
    "thm-4-absolute",
    source="[farokhi2019noiseless], Thm. 4, with |·|",
    kind="paper",
    scope=TWO_PEOPLE,
    given=[the_release_is_private, preimages_are_connected],
    repaired_by="thm-4-repaired",
)
def no_estimator_beats_the_bound_of_the_joint_density(p: Order, k: Budget, prior: Prior) -> Truth:
    """E{|X₁ - X̂|^p | X₋₁} ≥ ρ μ(⟦X₁⟧)^(p+1) / 2^(2p+2) · 2^(-ε(p+1)) with ρ the infimum of the joint density."""
    least = printed_bound(prior, k, p, 2 * p + 2)
    return all_of(every_estimator_errs_at_least(prior, row, p, least) for row in prior.rows())


@no_estimator_beats_the_bound_of_the_joint_density.control
def no_estimator_beats_twice_the_range(p: Order, k: Budget, prior: Prior) -> Truth:
    """E{|X₁ - X̂|^p | X₋₁} ≥ 2 μ(⟦X₁⟧)^p."""
    return all_of(
        every_estimator_errs_at_least(prior, row, p, 2 * prior.marginal_measure() ** p) for row in prior.rows()
    )


@claim(
    "thm-4-marginal-range",
    source="[farokhi2019noiseless], Thm. 4, with |·| and the conditional density",
    kind="paper",
    scope=TWO_PEOPLE,
    given=[the_release_is_private, preimages_are_connected],
    repaired_by="thm-4-repaired",
)
def no_estimator_beats_the_bound_of_the_marginal_range(p: Order, k: Budget, prior: Prior) -> Truth:
    """E{|X₁ - X̂|^p | X₋₁} ≥ ρ μ(⟦X₁⟧)^(p+1) / 2^(2p+2) · 2^(-ε(p+1)), ρ of the conditional density, μ marginal."""
    return all_of(
        every_estimator_errs_at_least(
            prior,
            row,
            p,
            bound(prior.conditional(row).infimum, prior.marginal_measure(), k, p, 2 * p + 2),
        )
        for row in prior.rows()
    )


@no_estimator_beats_the_bound_of_the_marginal_range.control
def no_estimator_beats_the_range(p: Order, k: Budget, prior: Prior) -> Truth:
    """E{|X₁ - X̂|^p | X₋₁} ≥ μ(⟦X₁⟧)^p."""
    return all_of(every_estimator_errs_at_least(prior, row, p, prior.marginal_measure() ** p) for row in prior.rows())


@claim(
    "thm-4-conditional",
    source="[farokhi2019noiseless], Thm. 4, with |·| and the conditional law",
    kind="repair",
    scope=UNEVEN,
    given=[the_release_is_private],
)
def no_estimator_beats_the_bound_of_the_conditional_law(p: Order, k: Budget, prior: Prior) -> Truth:
    """E{|X₁ - X̂|^p | X₋₁} ≥ ρ μ^(p+1) / 2^(2p+2) · 2^(-ε(p+1)), ρ and μ of the conditional law, no connectedness."""
    return all_of(
        every_estimator_errs_at_least(prior, row, p, conditional_bound(prior, row, k, p, 2 * p + 2))
        for row in prior.rows()
    )


@no_estimator_beats_the_bound_of_the_conditional_law.control
def no_estimator_beats_the_conditional_bound_with_exponent_p(p: Order, k: Budget, prior: Prior) -> Truth:
    """The same with the exponent p."""
    return all_of(
        every_estimator_errs_at_least(prior, row, p, conditional_bound(prior, row, k, p, p)) for row in prior.rows()
    )


@claim(
    "thm-4-conditional-exponent-p+2",
    source="[farokhi2019noiseless], Thm. 4, read with p + 2, |·| and the conditional law",
    kind="paper",
    scope=UNEVEN,
    given=[the_release_is_private, preimages_are_connected],
    repaired_by="thm-4-repaired",
)
def no_estimator_beats_the_conditional_bound_read_with_p_plus_2(p: Order, k: Budget, prior: Prior) -> Truth:
    """E{|X₁ - X̂|^p | X₋₁} ≥ ρ μ^(p+1) / 2^(p+2) · 2^(-ε(p+1)) with ρ and μ of the conditional law."""
    return all_of(
        every_estimator_errs_at_least(prior, row, p, conditional_bound(prior, row, k, p, p + 2)) for row in prior.rows()
    )


@no_estimator_beats_the_conditional_bound_read_with_p_plus_2.control
def no_estimator_beats_the_conditional_bound_with_exponent_1(p: Order, k: Budget, prior: Prior) -> Truth:
    """The same with the exponent 1."""
    return all_of(
        every_estimator_errs_at_least(prior, row, p, conditional_bound(prior, row, k, p, 1)) for row in prior.rows()
    )


@claim(
    "thm-4-conditional-exponent-2p+1",
    source="[farokhi2019noiseless], App. E, read with 2p + 1, |·| and the conditional law",
    kind="paper",
    scope=UNEVEN,
    given=[the_release_is_private, preimages_are_connected],
)
def no_estimator_beats_the_conditional_bound_read_with_2p_plus_1(p: Order, k: Budget, prior: Prior) -> Truth:
    """E{|X₁ - X̂|^p | X₋₁} ≥ ρ μ^(p+1) / 2^(2p+1) · 2^(-ε(p+1)) with ρ and μ of the conditional law."""
    return all_of(
        every_estimator_errs_at_least(prior, row, p, conditional_bound(prior, row, k, p, 2 * p + 1))
        for row in prior.rows()
    )


@no_estimator_beats_the_conditional_bound_read_with_2p_plus_1.control
def no_estimator_beats_the_conditional_bound_with_exponent_0(p: Order, k: Budget, prior: Prior) -> Truth:
    """The same with the exponent 0."""
    return all_of(
        every_estimator_errs_at_least(prior, row, p, conditional_bound(prior, row, k, p, 0)) for row in prior.rows()
    )


# --- the sharp bound -------------------------------------------------------------------------------------------------


@claim(
    "thm-4-repaired",
    source="repairs [farokhi2019noiseless], Thm. 4",
    kind="repair",
    scope=UNEVEN,
    given=[the_release_is_private],
)
def no_estimator_beats_the_sharp_bound(p: Order, k: Budget, prior: Prior) -> Truth:
    """E{|X₁ - X̂|^p | X₋₁} ≥ ρ m^(p+1) / (2^p (p+1) ⌊2^ε⌋^p) with ρ and m of the conditional law, no connectedness."""
    return all_of(every_estimator_errs_at_least(prior, row, p, sharp_bound(prior, row, k, p)) for row in prior.rows())


@no_estimator_beats_the_sharp_bound.control
def no_estimator_beats_the_sharp_bound_for_one_output_fewer(p: Order, k: Budget, prior: Prior) -> Truth:
    """The same bound, as if there were one output fewer (and half of it for one output)."""
    return all_of(
        every_estimator_errs_at_least(prior, row, p, sharp_bound(prior, row, max(k - 1, 1), p) * (2 if k == 1 else 1))
        for row in prior.rows()
    )


def equal_cells(k: int) -> GridPrior:
    """The uniform prior on [0, k) with a release of k equal cells."""
    return GridPrior(weights=((1,) * k,), outputs=(tuple(range(k)),))


@claim(
    "thm-4-attained",
    source="repairs [farokhi2019noiseless], Thm. 4",
    kind="attained",
    scope=Scope(6),
)
def equal_cells_attain_the_sharp_bound(p: Order, k: Budget) -> Truth:
    """For all p and ⌊2^ε⌋ the uniform prior with equal cells has an estimator with exactly the bound as its error."""
    return all_of(
        implies(
            all_of([p_is, k_is]),
            error_of_midpoints(equal_cells(levels), 0, order) == sharp_bound(equal_cells(levels), 0, levels, order),
        )
        for order, p_is in cases(p)
        for levels, k_is in cases(k)
    )


@equal_cells_attain_the_sharp_bound.control
def equal_cells_have_a_tenth_more_error(p: Order, k: Budget) -> Truth:
    """For all p and ⌊2^ε⌋ the uniform prior with equal cells has at least 11/10 of the bound as its error."""
    return all_of(
        implies(
            all_of([p_is, k_is]),
            every_estimator_errs_at_least(
                equal_cells(levels), 0, order, sharp_bound(equal_cells(levels), 0, levels, order) * Fraction(11, 10)
            ),
        )
        for order, p_is in cases(p)
        for levels, k_is in cases(k)
    )


# --- the two steps of the sharp bound, over all reals ----------------------------------------------------------------

Point = Annotated[Fraction, "denominator"]
Length = Annotated[Fraction, "denominator"]


def scaled_error(c: Number, p: int) -> Number:
    """(p + 1) ∫₀¹ |z - c|^p dz for c ∈ [0, 1]: the error of a constant on a cell of length 1."""
    return c ** (p + 1) + (1 - c) ** (p + 1)


@claim(
    "thm-4-step-midpoint",
    source="repairs [farokhi2019noiseless], App. E",
    kind="repair",
    scope=Scope(p=4, denominator=6),
)
def the_midpoint_is_the_best_constant_on_a_cell(p: Order, c: Point) -> Truth:
    """∫ |z - c|^p dz ≥ L^(p+1) / (2^p (p+1)) over a cell of length L, for every constant c in it (L = 1)."""
    return all_of(implies(p_is, scaled_error(c, order) >= Fraction(1, 2**order)) for order, p_is in cases(p))


@the_midpoint_is_the_best_constant_on_a_cell.control
def the_ends_are_the_best_constants_on_a_cell(p: Order, c: Point) -> Truth:
    """∫ |z - c|^p dz ≥ L^(p+1) / (p+1)."""
    return all_of(implies(p_is, scaled_error(c, order) >= 1) for order, p_is in cases(p))


@claim(
    "thm-4-step-exponent-p+2",
    source="[farokhi2019noiseless], App. E, read with p + 2",
    kind="paper",
    scope=Scope(p=4, denominator=6),
    repaired_by="thm-4-step-midpoint",
)
def a_cell_has_the_error_read_with_p_plus_2(p: Order, c: Point) -> Truth:
    """∫ |z - c|^p dz ≥ L^(p+1) / 2^(p+2) over a cell of length L (L = 1)."""
    return all_of(
        implies(p_is, scaled_error(c, order) >= Fraction(order + 1, 2 ** (order + 2))) for order, p_is in cases(p)
    )


@a_cell_has_the_error_read_with_p_plus_2.control
def a_cell_has_the_error_read_with_p(p: Order, c: Point) -> Truth:
    """∫ |z - c|^p dz ≥ L^(p+1) / 2^p."""
    return all_of(implies(p_is, scaled_error(c, order) >= Fraction(order + 1, 2**order)) for order, p_is in cases(p))


@claim(
    "thm-4-step-equal-cells",
    source="repairs [farokhi2019noiseless], App. E",
    kind="repair",
    scope=Scope(p=3, denominator=4),
)
def equal_cells_have_the_least_error(p: Order, L1: Length, L2: Length) -> Truth:
    """L₁^(p+1) + L₂^(p+1) ≥ 2 ((L₁ + L₂)/2)^(p+1): two cells of equal length have the least error together."""
    return all_of(
        implies(p_is, (L1 ** (order + 1) + L2 ** (order + 1)) * 2**order >= (L1 + L2) ** (order + 1))
        for order, p_is in cases(p)
    )


@equal_cells_have_the_least_error.control
def two_cells_have_the_error_of_one(p: Order, L1: Length, L2: Length) -> Truth:
    """L₁^(p+1) + L₂^(p+1) ≥ (L₁ + L₂)^(p+1)."""
    return all_of(
        implies(p_is, L1 ** (order + 1) + L2 ** (order + 1) >= (L1 + L2) ** (order + 1)) for order, p_is in cases(p)
    )
