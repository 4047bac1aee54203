"""Non-stochastic entropy, information and leakage; maximin information; hypothesis tests.

Reference: [farokhi2019noiseless], Secs. II-B and II-C.
"""

from exactpriv.information.continuous import (
    IntervalUnion,
    conditional_differential_entropy,
    continuous_information,
    continuous_leakage,
    continuous_range,
    continuous_test_bound,
    continuous_test_performance,
    differential_entropy,
)
from exactpriv.information.hypothesis import (
    best_test,
    conclusive_outputs,
    correct_outputs,
    hypothesis_relation,
    performance_bound,
    test_performance,
)
from exactpriv.information.logarithms import Information, log2
from exactpriv.information.measures import (
    combinatorial_entropy,
    combinatorial_gain,
    conditional_hartley_entropy,
    conditional_information,
    conditional_leakage,
    conditional_symmetrized_leakage,
    hartley_entropy,
    largest_conditional_maximin_information,
    maximin_information,
    nonstochastic_information,
    nonstochastic_leakage,
    smallest_conditional_maximin_information,
    symmetrized_leakage,
)

__all__ = [
    "Information",
    "IntervalUnion",
    "best_test",
    "combinatorial_entropy",
    "combinatorial_gain",
    "conclusive_outputs",
    "conditional_differential_entropy",
    "conditional_hartley_entropy",
    "conditional_information",
    "conditional_leakage",
    "conditional_symmetrized_leakage",
    "continuous_information",
    "continuous_leakage",
    "continuous_range",
    "continuous_test_bound",
    "continuous_test_performance",
    "correct_outputs",
    "differential_entropy",
    "hartley_entropy",
    "hypothesis_relation",
    "largest_conditional_maximin_information",
    "log2",
    "maximin_information",
    "nonstochastic_information",
    "nonstochastic_leakage",
    "performance_bound",
    "smallest_conditional_maximin_information",
    "symmetrized_leakage",
    "test_performance",
]
