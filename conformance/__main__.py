"""Write the certificates of this folder again: ``python -m conformance``."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from exactpriv.capacity import checker, fractional_packing, strong_power, zero_error_capacity
from exactpriv.capacity.evidence import written
from exactpriv.capacity.graphs import Graph
from exactpriv.capacity.named import cycle, named_graph
from exactpriv.capacity.searching import find_code
from exactpriv.capacity.sums import sum_counterexample
from exactpriv.capacity.theta import lovasz_theta

FOLDER = Path(__file__).parent / "zero_error"

BRACKETS: Mapping[str, tuple[str, int]] = {
    "pentagon": ("cycle:5", 3),
    "petersen": ("petersen", 3),
    "kneser-7-3": ("kneser:7,3", 3),
    "paley-13": ("paley:13", 3),
    "schlaefli": ("schlaefli", 3),
    "schlaefli-complement": ("schlaefli-complement", 2),
    "pentagon-and-vertex": ("cycle:5+complete:1", 3),
    "heptagon": ("cycle:7", 3),
    "heptagon-complement": ("cycle-complement:7", 4),
    "typewriter-26": ("typewriter:26", 3),
}
"""Names of graphs and channels, and the longest codes looked for."""


def bracket(name: str, block: int) -> dict[str, Any]:
    """The certificate of a capacity."""
    return zero_error_capacity(named_graph(name), block).certificate()


def power(n: int, k: int, size: int, at_most: Mapping[str, Any]) -> dict[str, Any]:
    """The certificate that α(C_n^k) lies between a number of words and a bound."""
    words = find_code(strong_power(cycle(n), k), size=size, time_limit=300)
    statement = {"kind": "independence", "power": k, "words": [list(word) for word in words], "at most": dict(at_most)}
    return {"format": checker.FORMAT, "graph": written(cycle(n)), "statements": [statement]}


def floors(G: Graph, k: int) -> dict[str, Any]:
    """α(G^j) ≤ ⌊α* α(G^(j-1))⌋, from α(G^0) = 1 on."""
    packing = fractional_packing(G)
    bounds = [1]
    while len(bounds) <= k:
        bounds.append(int(packing.number * bounds[-1]))
    return {"kind": "floors", "cover": packing.cover_evidence(), "bounds": [str(bound) for bound in bounds[1:]]}


def theta_power(n: int) -> dict[str, Any]:
    """α(C_n^k) ≤ ⌊ϑ^k⌋."""
    return {"kind": "power", "upper": dict(lovasz_theta(cycle(n)).certificate)}


TURN = [[*range(1, 5), 0]]
POWERS: Mapping[tuple[int, int], tuple[int, Callable[[], Mapping[str, Any]]]] = {
    (5, 3): (10, lambda: {"kind": "search", "most": 10, "symmetries": TURN}),
    (5, 4): (25, lambda: theta_power(5)),
    (5, 5): (51, lambda: theta_power(5)),
    (7, 4): (108, lambda: theta_power(7)),
    (9, 3): (81, lambda: floors(cycle(9), 3)),
    (11, 3): (148, lambda: floors(cycle(11), 3)),
    (13, 3): (247, lambda: floors(cycle(13), 3)),
    (15, 3): (383, lambda: floors(cycle(15), 3)),
}
"""(n, k) -> words to be found in C_n^k, and why there are hardly more."""


def main() -> None:
    """Write every certificate once it has passed the checker."""
    makers: dict[str, Callable[[], dict[str, Any]]] = {"sum-conjecture": lambda: sum_counterexample().certificate()}
    makers |= {name: lambda asked=asked: bracket(*asked) for name, asked in BRACKETS.items()}
    for (n, k), (size, why) in POWERS.items():
        makers[f"cycle-{n}-power-{k}"] = lambda n=n, k=k, size=size, why=why: power(n, k, size, why())
    for name, make in makers.items():
        certificate = make()
        for sentence in checker.check(certificate):
            print(f"{name}: {sentence}", flush=True)
        (FOLDER / f"{name}.json").write_text(json.dumps(certificate, ensure_ascii=False) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
