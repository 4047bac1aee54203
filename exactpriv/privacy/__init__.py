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
from exactpriv.privacy.mechanisms import (
    ExtendedMechanism,
    Mechanism,
    Query,
    is_locally_noiselessly_private,
    is_noiselessly_private,
    local_mechanisms,
    noiseless_budget,
    output_count,
    response,
    sensitivity,
    worst_line,
)

__all__ = [
    "ExtendedMechanism",
    "Line",
    "Mechanism",
    "Query",
    "adaptively_composed",
    "composed",
    "hamming_connected",
    "hamming_graph",
    "in_parallel",
    "is_locally_noiselessly_private",
    "is_noiselessly_private",
    "lines",
    "local_mechanisms",
    "noiseless_budget",
    "output_count",
    "points_of",
    "post_processed",
    "response",
    "second_output_alone",
    "sensitivity",
    "substituted",
    "worst_line",
]
