"""Zero-error codes of memory-less uncertain channels, and their capacity between certified bounds."""

from exactpriv.capacity.atlas import Atlas, atlas, classify, graphs_of_atlas
from exactpriv.capacity.bracket import Bracket, zero_error_capacity
from exactpriv.capacity.chain import feedback_messages, side_by_side
from exactpriv.capacity.codes import Code, are_confusable, best_input_leakage, has_rate_at_most, is_zero_error_code
from exactpriv.capacity.cyclotomic import CycleTheta, cycle_theta
from exactpriv.capacity.evidence import Bound
from exactpriv.capacity.feedback import feedback_capacity, time_varying_packing_bound
from exactpriv.capacity.graphs import (
    Graph,
    StrongProduct,
    channel_by_cliques,
    channel_by_edges,
    confusability_graph,
    disjoint_union,
    strong_power,
)
from exactpriv.capacity.homomorphisms import GraphMap, find_cohomomorphism, folded
from exactpriv.capacity.independence import independence_number
from exactpriv.capacity.minrank import MinRank, minrank
from exactpriv.capacity.named import (
    complement_of_cycle,
    cycle,
    kneser,
    named_graph,
    paley,
    petersen,
    schlaefli,
    schlaefli_complement,
    triangular,
)
from exactpriv.capacity.packing import Packing, fractional_packing, fractional_packing_number
from exactpriv.capacity.reading import read_channel, read_channel_or_graph, read_graph
from exactpriv.capacity.searching import check_code, find_code, read_code, searches_are_compiled
from exactpriv.capacity.sums import SumCounterexample, sum_counterexample
from exactpriv.capacity.theta import Theta, lovasz_theta
from exactpriv.capacity.turning import turned_code

__all__ = [
    "Atlas",
    "Bound",
    "Bracket",
    "Code",
    "CycleTheta",
    "Graph",
    "GraphMap",
    "MinRank",
    "Packing",
    "StrongProduct",
    "SumCounterexample",
    "Theta",
    "are_confusable",
    "atlas",
    "best_input_leakage",
    "channel_by_cliques",
    "channel_by_edges",
    "check_code",
    "classify",
    "complement_of_cycle",
    "confusability_graph",
    "cycle",
    "cycle_theta",
    "disjoint_union",
    "feedback_capacity",
    "feedback_messages",
    "find_code",
    "find_cohomomorphism",
    "folded",
    "fractional_packing",
    "fractional_packing_number",
    "graphs_of_atlas",
    "has_rate_at_most",
    "independence_number",
    "is_zero_error_code",
    "kneser",
    "lovasz_theta",
    "minrank",
    "named_graph",
    "paley",
    "petersen",
    "read_channel",
    "read_channel_or_graph",
    "read_code",
    "read_graph",
    "schlaefli",
    "schlaefli_complement",
    "searches_are_compiled",
    "side_by_side",
    "strong_power",
    "sum_counterexample",
    "time_varying_packing_bound",
    "triangular",
    "turned_code",
    "zero_error_capacity",
]
