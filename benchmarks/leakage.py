"""Leakage of channels: certified enclosures, large channels, and the same beside qif and a float convex solver."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from functools import partial
from importlib import import_module
from math import comb
from typing import Any

import numpy as np

from benchmarks.figures import Figure, need_same, timed
from exactpriv.amount import ln
from exactpriv.exact.enclosure import Enclosure
from exactpriv.leakage import (
    Channel,
    bayes_capacity,
    bsc,
    enclosed_leakage,
    local_differential_privacy,
    local_renyi_privacy,
    maximal_alpha_beta_leakage,
    maximal_leakage,
    min_entropy_capacity,
    truncated_geometric,
)

_PARTS = 10**6
"""Entries of random channels are multiples of one over this."""
_ORDERS = (("2", "1"), ("5/2", "1"), ("1", "1"), ("5/2", "3/2"), ("3", "2"))
_MOST_SECONDS = {3: 0.05, 10: 0.05, 50: 5}
_NARROW, _WIDE = "1e-30", "1e-12"


def random_channel(size: int, seed: int = 0) -> Channel:
    """A square channel whose entries are positive multiples of one millionth."""
    rng = random.Random(1000 * seed + size)  # noqa: S311 - repeatable on purpose
    cuts = (sorted(rng.sample(range(1, _PARTS), size - 1)) for _ in range(size))
    parts = [[end - start for start, end in zip([0, *cut], [*cut, _PARTS], strict=True)] for cut in cuts]
    return Channel.of([[Fraction(part, _PARTS) for part in row] for row in parts])


def boundary_channel(size: int) -> Channel:
    """Rows that are nearly a line of binomial laws, so that the optimum leaves most inputs unused."""
    chances = [Fraction(1 + x, size + 1) for x in range(size)]
    rows = [[comb(size - 1, y) * p**y * (1 - p) ** (size - 1 - y) for y in range(size)] for p in chances]
    parts = [[1 + round(q * (_PARTS - 2 * size)) for q in row] for row in rows]
    return Channel.of([[Fraction(part, sum(row)) for part in row] for row in parts])


# --- certified to 30 digits ------------------------------------------------------------------------------------------


def certified() -> Iterator[Figure]:
    """Values to width 1e-30 or exact, random, with an optimum at the boundary, and degenerate."""
    maximal_alpha_beta_leakage(bsc("1/3"), 2, 1)  # loads what is loaded when it is first used
    for size in _MOST_SECONDS:
        for kind, P in (("random", random_channel(size)), ("boundary", boundary_channel(size))):
            for orders in _ORDERS:
                yield _narrow_and_wide(f"{kind} {size} x {size} at ({', '.join(orders)})", P, orders, size)
    for size in (10, 50):
        P = truncated_geometric("1/2", size)
        yield _narrow_and_wide(f"geometric {size} x {size} at (5/2, 3/2)", P, ("5/2", "3/2"), size)
    yield _degenerate()


def _narrow_and_wide(what: str, P: Channel, orders: tuple[str, str], size: int) -> Figure:
    tries = 1 if size == 50 else 3
    one, seconds = timed(partial(maximal_alpha_beta_leakage, P, *orders, width=_NARROW), best_of=tries)
    other, wide = timed(partial(maximal_alpha_beta_leakage, P, *orders, width=_WIDE), best_of=tries)
    if isinstance(one, Enclosure) and isinstance(other, Enclosure):
        need_same(one.meets(other) and one.width <= Fraction(_NARROW) and one.certificate.verify(P), True)
    else:
        need_same(one, other)
    return Figure(what, seconds, "s", f"to width {_WIDE}", wide, most=_MOST_SECONDS[size])


def _degenerate() -> Figure:
    """BSC(1/4) at (3, 2) lies where two closed forms meet; enclosed, as if there were none."""
    value, exactly = timed(partial(maximal_alpha_beta_leakage, bsc("1/4"), 3, 2), best_of=3)
    known = ln("7/3") * Fraction(3, 4)
    need_same(value, known)
    enclosed, seconds = timed(partial(enclosed_leakage, bsc("1/4"), 3, 2, width=_NARROW), best_of=3)
    need_same(enclosed.contains(Enclosure(*known.enclosure(40))), True)
    return Figure("BSC(1/4) at (3, 2), enclosed", seconds, "s", "exact", exactly, most=_MOST_SECONDS[3])


# --- 200 x 200 -------------------------------------------------------------------------------------------------------


def large() -> Iterator[Figure]:
    """Maximal leakage, LDP and LRDP of order 2, exactly, for 200 inputs and 200 outputs."""
    P = random_channel(200)
    rows = P.matrix()
    columns = list(zip(*rows, strict=True))
    value, seconds = timed(partial(maximal_leakage, P), best_of=3)
    other, slow = timed(lambda: ln(sum(map(max, columns))), best_of=3)
    need_same(value, other)
    yield Figure("maximal leakage, 200 x 200", seconds, "s", "fractions, one after the other", slow, most=0.1)
    value, seconds = timed(partial(local_differential_privacy, P), best_of=3)
    other, slow = timed(lambda: ln(max(max(column) / min(column) for column in columns)), best_of=3)
    need_same(value, other)
    yield Figure("LDP, 200 x 200", seconds, "s", "fractions, one after the other", slow, most=0.1)
    value, seconds = timed(partial(local_renyi_privacy, P, 2))
    W = np.array(rows, dtype=float)
    approximate, quick = timed(lambda: float(np.log((W**2 @ (1 / W).T).max())), best_of=3)
    need_same(round(approximate, 9), round(float(value.decimal(12)), 9))
    yield Figure("LRDP of order 2, 200 x 200", seconds, "s", "NumPy floats, undecided", quick, most=3)


# --- beside qif ------------------------------------------------------------------------------------------------------


def beside_qif() -> Iterator[Figure | str]:
    """Bayes and min-entropy capacity of 100 x 100 channels, by qif with its rational numbers too."""
    qif = _optional("qif")
    if qif is None:
        yield "  qif is not installed, so nothing is compared with it: pip install 'exactpriv[bench]'"
        return
    for seed in (1, 2):
        P = random_channel(100, seed)
        C = np.array(P.matrix())
        theirs, slow = timed(partial(qif.measure.bayes_vuln.mult_capacity, C), best_of=5)
        ours, seconds = timed(partial(bayes_capacity, P), best_of=5)
        need_same(ours, Fraction(str(theirs)))
        yield Figure(f"Bayes capacity, 100 x 100, no. {seed}", seconds, "s", "qif, rational", slow)
        yield f"    exactpriv {ours}, qif {theirs}"
        amount, seconds = timed(partial(min_entropy_capacity, P), best_of=5)
        bits, slow = timed(partial(_min_entropy_capacity_by_qif, qif, np.array(C, dtype=float)), best_of=5)
        yield Figure(f"min-entropy capacity, 100 x 100, no. {seed}", seconds, "s", "qif, which has it in floats", slow)
        yield f"    exactpriv {amount.in_bits()!r} = {amount.in_bits().decimal(20)}, qif {bits!r} bits"


def _min_entropy_capacity_by_qif(qif: Any, C: Any) -> float:
    """It is attained by the uniform prior."""
    return float(qif.measure.bayes_vuln.min_entropy_leakage(np.full(len(C), 1 / len(C)), C))


def _optional(name: str) -> Any:
    """A package of the extra "bench", or None."""
    try:
        return import_module(name)
    except ModuleNotFoundError:
        return None


# --- beside a float solver -------------------------------------------------------------------------------------------


_BESIDE_FLOATS: tuple[tuple[str, Callable[[int], Channel], str, str], ...] = (
    ("random", random_channel, "2", "1"),
    ("boundary", boundary_channel, "2", "1"),
    ("random", random_channel, "5/2", "3/2"),
)


def beside_floats() -> Iterator[Figure | str]:
    """The 50 x 50 optimum certified to width 1e-30, and by a sequential quadratic program in floats."""
    optimize = _optional("scipy.optimize")
    if optimize is None:
        yield "  scipy is not installed, so no float solver is compared: pip install 'exactpriv[bench]'"
        return
    for kind, make, alpha, beta in _BESIDE_FLOATS:
        P = make(50)
        certified_value, seconds = timed(partial(maximal_alpha_beta_leakage, P, alpha, beta, width=_NARROW))
        orders = Fraction(alpha), Fraction(beta)
        approximate, slow = timed(partial(by_float_solver, optimize.minimize, P, *orders))
        yield Figure(f"{kind} 50 x 50 at ({alpha}, {beta})", seconds, "s", "scipy, SLSQP in floats", slow)
        yield f"    certified {_shown(certified_value)}, scipy {approximate!r}"


def _shown(value: Any) -> str:
    return str(value.decimal(31)) if isinstance(value, Enclosure) else f"{value!r:.60}"


def by_float_solver(minimize: Callable[..., Any], P: Channel, alpha: Fraction, beta: Fraction) -> float:
    """The leakage for 1 ≤ β < α as the largest of the optima that a float solver finds, one for each x′."""
    W = np.array(P.matrix(), dtype=float)
    centers = W if beta > 1 else W[:1]
    a, b = float(alpha), float(beta)
    optima = [_float_optimum(minimize, W**a, center ** (1 - b), b / a) for center in centers]
    return a / ((a - 1) * b) * max(optima)


def _float_optimum(minimize: Callable[..., Any], M: Any, weights: Any, r: float) -> float:
    """The largest ln Σ_y a_y (Σ_x p_x M_xy)^r over distributions p."""

    def negative(p: Sequence[float]) -> tuple[float, Any]:
        s = np.maximum(p @ M, np.finfo(float).tiny)
        F = weights @ s**r
        return -float(np.log(F)), -r * (M @ (weights * s ** (r - 1))) / F

    start = np.full(len(M), 1 / len(M))
    total = {"type": "eq", "fun": lambda p: p.sum() - 1, "jac": np.ones_like}
    found = minimize(
        negative,
        start,
        jac=True,
        method="SLSQP",
        bounds=[(0, 1)] * len(M),
        constraints=[total],
        options={"ftol": 1e-13, "maxiter": 300},
    )
    return -float(found.fun)


def leakage() -> Iterator[Figure | str]:
    """All of it."""
    yield from certified()
    yield from large()
    yield from beside_qif()
    yield from beside_floats()
