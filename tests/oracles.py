"""Second ways to every number: plain sets, brute force over the literal definitions, and networkx.

Nothing of exactpriv is used here. A relation is a set of tuples, a function a dict, a number an int or a Fraction.
"""

from fractions import Fraction
from itertools import chain, combinations, pairwise, permutations, product
from math import prod

import networkx as nx

# --- all small instances ---------------------------------------------------------------------------------------------


def subsets(things):
    """All subsets, the empty one first."""
    listed = list(things)
    return (set(chosen) for size in range(len(listed) + 1) for chosen in combinations(listed, size))


def every_relation(*sizes):
    """All non-empty relations on ranges of the given sizes: 2^(product of the sizes) - 1 of them."""
    return [rows for rows in subsets(product(*map(range, sizes))) if rows]


def every_function(points, values):
    """All maps from points to values."""
    listed = list(points)
    return (dict(zip(listed, image, strict=True)) for image in product(values, repeat=len(listed)))


# --- ranges ----------------------------------------------------------------------------------------------------------


def column(rows, place):
    """⟦X⟧ of the column at a place."""
    return {row[place] for row in rows}


def conditional(rows, y):
    """⟦X|y⟧ for pairs."""
    return {x for x, y2 in rows if y2 == y}


def converse(rows):
    """The columns in reverse order."""
    return {row[::-1] for row in rows}


def cascade(rows, rows2):
    """{(x, z) : ∃y: (x, y) in the first, (y, z) in the second}."""
    return {(x, z) for (x, y), (y2, z) in product(rows, rows2) if y == y2}


def slices(rows):
    """z ↦ {(x, y) : (x, y, z) in the relation}."""
    return {z: {(x, y) for x, y, z2 in rows if z2 == z} for z in column(rows, 2)}


def unrelated(rows):
    """⟦X₁, …, Xₙ⟧ = ⟦X₁⟧ × … × ⟦Xₙ⟧, by counting."""
    width = len(next(iter(rows)))
    return len(rows) == prod(len(column(rows, place)) for place in range(width))


def markov(rows):
    """X – Y – Z as Nair defines it: ⟦X|y, z⟧ = ⟦X|y⟧ for all (y, z) ∈ ⟦Y, Z⟧."""
    return all(
        {x for x, y2, z2 in rows if (y2, z2) == (y, z)} == {x for x, y2, _ in rows if y2 == y} for _, y, z in rows
    )


# --- the overlap partition -------------------------------------------------------------------------------------------


def overlap_linked(rows, x, x2):
    """Some y₁, …, yₙ have x ∈ ⟦X|y₁⟧, x' ∈ ⟦X|yₙ⟧ and ⟦X|yᵢ⟧ ∩ ⟦X|yᵢ₊₁⟧ ≠ ∅: the paper's own words.

    A shortest sequence repeats no output, so sequences of distinct outputs are enough.
    """
    given = {y: conditional(rows, y) for y in column(rows, 1)}
    sequences = chain.from_iterable(permutations(given, length) for length in range(1, len(given) + 1))
    return any(
        x in given[ys[0]] and x2 in given[ys[-1]] and all(given[a] & given[b] for a, b in pairwise(ys))
        for ys in sequences
    )


def overlap_members(rows):
    """⟦X|Y⟧⋆ by the sequences above."""
    return {frozenset(x2 for x2 in column(rows, 0) if overlap_linked(rows, x, x2)) for x in column(rows, 0)}


def component_members(rows):
    """⟦X|Y⟧⋆ as the connected components of the bipartite graph."""
    graph = nx.Graph((("X", x), ("Y", y)) for x, y in rows)
    return {frozenset(x for side, x in part if side == "X") for part in nx.connected_components(graph)}


# --- measures, as the ratios whose logarithms they are ---------------------------------------------------------------


def information(rows):
    """2^I₀(X;Y) = min over y of |⟦X⟧| / |⟦X|y⟧|."""
    return min(Fraction(len(column(rows, 0)), len(conditional(rows, y))) for y in column(rows, 1))


def leakage(rows):
    """2^L₀(X;Y) = max over y of |⟦X⟧| / |⟦X|y⟧|."""
    return max(Fraction(len(column(rows, 0)), len(conditional(rows, y))) for y in column(rows, 1))


def symmetrized(rows):
    """2^L₀ˢ(X;Y)."""
    return min(leakage(rows), leakage(converse(rows)))


def maximin(rows):
    """2^I⋆(X;Y)."""
    return len(component_members(rows))


# --- hypothesis tests ------------------------------------------------------------------------------------------------


def correct(T, X, g_H, g_Y):
    """ℵ(T) = {y : ⟦H | ⟦X|y⟧⟧ = {T(y)}}, from the values x and the two maps."""
    return {y for y in map(g_Y.get, X) if {g_H[x] for x in X if g_Y[x] == y} == {T[y]}}


# --- privacy ---------------------------------------------------------------------------------------------------------


def without(point, i):
    """x₋ᵢ."""
    return point[:i] + point[i + 1 :]


def outputs_by_line(D, g):
    """(i, x₋ᵢ) ↦ ⟦Y|X₋ᵢ = x₋ᵢ⟧ for Y = g ∘ X."""
    lines = {}
    for point in D:
        for i in range(len(point)):
            lines.setdefault((i, without(point, i)), set()).add(g(point))
    return lines


def most_outputs(D, g):
    """K(g)."""
    return max(map(len, outputs_by_line(D, g).values()))


def hamming_graph(D):
    """Data sets, joined when they differ in exactly one entry."""
    graph = nx.Graph()
    graph.add_nodes_from(D)
    graph.add_edges_from((p, q) for p, q in combinations(D, 2) if sum(map(lambda a, b: a != b, p, q)) == 1)
    return graph


def joined(graph):
    """The pairs of nodes in one component."""
    return {(p, q) for part in nx.connected_components(graph) for p, q in product(part, repeat=2)}


# --- codes and channels ----------------------------------------------------------------------------------------------


def has_zero_error(words, rows):
    """(10): ℱ ⊆ 𝕏^k and |ℱ ∩ 𝒳(y[k], …, y[1])| ≤ 1 for every sequence of outputs."""
    letters_are_inputs = all(x in column(rows, 0) for word in words for x in word)
    length = len(words[0])
    return letters_are_inputs and all(
        sum(all(pair in rows for pair in zip(word, ys, strict=True)) for word in words) <= 1
        for ys in product(column(rows, 1), repeat=length)
    )


def largest_code(rows, length):
    """The size of the largest zero-error code: the independence number of a strong power of the confusability graph."""
    apart = nx.Graph()
    apart.add_nodes_from(product(column(rows, 0), repeat=length))
    reached = {x: {y for x2, y in rows if x2 == x} for x in column(rows, 0)}
    apart.add_edges_from(
        (u, v)
        for u, v in combinations(apart.nodes, 2)
        if any(not reached[x] & reached[x2] for x, x2 in zip(u, v, strict=True))
    )
    return nx.max_weight_clique(apart, weight=None)[1]


def guessing_gain(P, support):
    """2^L_c as what observing y is worth: the largest of Σ_y P(y|x̂(y)) over all ways x̂ to guess x in the support."""
    outputs = sorted({y for row in P.values() for y in row})
    return max(
        sum(Fraction(P[x].get(y, 0)) for x, y in zip(guess, outputs, strict=True))
        for guess in product(support, repeat=len(outputs))
    )
