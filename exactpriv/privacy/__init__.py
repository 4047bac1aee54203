"""Noiseless privacy: data ranges, mechanisms, budgets, composition, quantizers, estimation error.

Reference: [farokhi2019noiseless], Secs. III and IV.
"""

from exactpriv.privacy.composition import (
    adaptively_composed,
    composed,
    in_parallel,
    post_processed,
    second_output_alone,
)
from exactpriv.privacy.data import (
    Line,
    hamming_connected,
    hamming_graph,
    lines,
    points_of,
    substituted,
)
from exactpriv.privacy.design import Design, StepQuantizer, designs
from exactpriv.privacy.estimation import (
    JointDensity,
    PiecewiseDensity,
    best_constant,
    error_at,
    estimation_bound,
    estimation_error,
    printed_bound,
    signed_error_at,
)
from exactpriv.privacy.mechanisms import (
    ExtendedMechanism,
    Mechanism,
    is_locally_noiselessly_private,
    is_noiselessly_private,
    local_mechanisms,
    noiseless_budget,
    output_count,
    response,
    worst_line,
)
from exactpriv.privacy.optimal import (
    ContinuousResponses,
    FiniteResponses,
    Quality,
    compared_quantizers,
    optimal_quantizer,
)
from exactpriv.privacy.priors import GridPrior, error_of_midpoints, every_estimator_errs_at_least, signed_moment
from exactpriv.privacy.quantizers import LinearQuantizer, cells_met, floor_exp2, levels_for
from exactpriv.privacy.queries import (
    Query,
    image_measure,
    image_spread,
    images,
    measure_sensitivity,
    sensitivity,
)

__all__ = [
    "ContinuousResponses",
    "Design",
    "ExtendedMechanism",
    "FiniteResponses",
    "GridPrior",
    "JointDensity",
    "Line",
    "LinearQuantizer",
    "Mechanism",
    "PiecewiseDensity",
    "Quality",
    "Query",
    "StepQuantizer",
    "adaptively_composed",
    "best_constant",
    "cells_met",
    "compared_quantizers",
    "composed",
    "designs",
    "error_at",
    "error_of_midpoints",
    "estimation_bound",
    "estimation_error",
    "every_estimator_errs_at_least",
    "floor_exp2",
    "hamming_connected",
    "hamming_graph",
    "image_measure",
    "image_spread",
    "images",
    "in_parallel",
    "is_locally_noiselessly_private",
    "is_noiselessly_private",
    "levels_for",
    "lines",
    "local_mechanisms",
    "measure_sensitivity",
    "noiseless_budget",
    "optimal_quantizer",
    "output_count",
    "points_of",
    "post_processed",
    "printed_bound",
    "response",
    "second_output_alone",
    "sensitivity",
    "signed_error_at",
    "signed_moment",
    "substituted",
    "worst_line",
]
