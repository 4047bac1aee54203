"""Every channel and every graph of a few inputs, one for each way that renaming cannot undo.

Main definitions: :func:`channels_up_to_names`, :func:`graphs_up_to_names`.

Conventions: a channel is given by its groups, for every output the inputs that may lead to it as the bits of an
integer; every input and every output occurs.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import permutations

from exactpriv.capacity.graphs import Graph
from exactpriv.errors import SizeError

Groups = tuple[int, ...]
MOST_INPUTS = 6
MOST_VERTICES = 7
"""Of the graphs that networkx lists."""


@cache
def channels_up_to_names(inputs: int, outputs: int) -> tuple[Groups, ...]:
    """The channels with 1, …, ``inputs`` inputs and 1, …, ``outputs`` outputs, one of each up to renaming.

    >>> [len(channels_up_to_names(n, n)) for n in (1, 2, 3, 4)]
    [1, 6, 35, 316]

    More than ``MOST_INPUTS`` inputs raise ``SizeError``.
    """
    if not 1 <= inputs <= MOST_INPUTS:
        raise SizeError(f"all channels with {inputs} inputs were asked for; give a number from 1 to {MOST_INPUTS}")
    images = [_image(order) for order in permutations(range(inputs))]
    found: list[Groups] = []
    level: list[Groups] = [()]
    for _ in range(outputs):
        extended = ((*groups, group) for groups in level for group in range(1, 2**inputs))
        level = sorted({_smallest(groups, images) for groups in extended})
        found += level
    return tuple(sorted(found, key=lambda groups: (max(groups).bit_length(), groups)))


def _image(order: tuple[int, ...]) -> Groups:
    """Where every set of inputs goes when the inputs are renamed."""
    return tuple(sum(1 << order[x] for x in range(len(order)) if group >> x & 1) for group in range(2 ** len(order)))


def _smallest(groups: Groups, images: list[Groups]) -> Groups:
    """The least of all the ways in which inputs and outputs can be renamed; it uses the first inputs."""
    return min(tuple(sorted([image[group] for group in groups])) for image in images)


def graphs_up_to_names(vertices: int) -> Iterator[Graph]:
    """The graphs with 1, …, ``vertices`` vertices, one of each up to renaming; above ``MOST_VERTICES``, ``SizeError``.

    >>> [sum(1 for _ in graphs_up_to_names(n)) for n in (1, 2, 3, 4, 5)]
    [1, 3, 7, 18, 52]
    """
    if not 1 <= vertices <= MOST_VERTICES:
        raise SizeError(f"all graphs with {vertices} vertices were asked for; give a number from 1 to {MOST_VERTICES}")
    from networkx import graph_atlas_g

    listed = (Graph.from_networkx(graph) for graph in graph_atlas_g()[1:])
    return (graph for graph in listed if len(graph) <= vertices)
