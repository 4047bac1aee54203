"""Relations and uncertain variables: joint, marginal and conditional ranges, unrelatedness, overlap partitions.

Reference: [farokhi2019noiseless], Sec. II-A.
"""

from exactpriv.relations.function import Function
from exactpriv.relations.overlap import (
    classes_by_closure,
    overlap_classes,
    overlap_connected,
    overlap_graph,
    overlap_partition,
)
from exactpriv.relations.relation import (
    Range,
    Relation,
    Row,
    Valuation,
    Value,
    are_unrelated,
    columns_of,
    is_function_of,
    is_markov_chain,
    is_product,
)
from exactpriv.relations.uncertain import UncertainVariable, joint_range

__all__ = [
    "Function",
    "Range",
    "Relation",
    "Row",
    "UncertainVariable",
    "Valuation",
    "Value",
    "are_unrelated",
    "classes_by_closure",
    "columns_of",
    "is_function_of",
    "is_markov_chain",
    "is_product",
    "joint_range",
    "overlap_classes",
    "overlap_connected",
    "overlap_graph",
    "overlap_partition",
]
