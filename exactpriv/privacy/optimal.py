"""The best cells for a given query and budget, found by an exact search over all boundaries.

Main definitions: `FiniteResponses` (of a query on a finite data range), `ContinuousResponses` (of which only the range
and the sensitivity are known), `optimal_quantizer`, `compared_quantizers`, `Quality`.

Conventions: cells are intervals. The boundaries that are tried lie in the middle between neighboring responses of a
finite query, and on an equidistant grid for a continuous one. A reader of the output knows what is possible, and with
which probability: the worst-case error is half the spread of the responses in a cell, and the mean error is
E|Y - Ŷ| for the best answer Ŷ to each output, a median.

References: [farokhi2019deterministic], piecewise constant policies; [farokhi2019noiseless], Definition 1.
"""

from abc import ABC, abstractmethod
from bisect import bisect_left
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from itertools import accumulate, groupby, pairwise
from typing import Literal, NamedTuple

from exactpriv.amount import Amount, log2
from exactpriv.errors import DensityError, LevelsError, OutsideRangeError, SizeError
from exactpriv.numbers import Exactable, exact
from exactpriv.privacy.design import StepQuantizer, designs
from exactpriv.privacy.quantizers import LinearQuantizer, Quantizer, floor_exp2
from exactpriv.privacy.queries import Query, images, sensitivity

MOST_PLACES = 400
"""The search takes so many places for boundaries at most."""
MOST_STATES = 60_000
"""The search stops when it would have to remember more beginnings than these."""

Objective = Literal["worst", "mean"]


class Atom(NamedTuple):
    """Responses between which there is no boundary: a point, or an interval on which the response is uniform."""

    low: Fraction
    high: Fraction
    weight: Fraction


@dataclass(frozen=True, slots=True)
class Quality:
    """What a quantizer lets one individual bring about, and the errors of who reads its output."""

    outputs: int
    worst_error: Fraction
    mean_error: Fraction

    @property
    def budget(self) -> Amount:
        """log₂ K, in bits."""
        return log2(self.outputs)


# --- what is to be quantized -----------------------------------------------------------------------------------------


class Responses(ABC):
    """What a query can answer, with which probability, and what one individual can bring about."""

    atoms: tuple[Atom, ...]

    @property
    @abstractmethod
    def sensitivity(self) -> Fraction:
        """S, the most that one individual can move the response by."""

    @abstractmethod
    def outputs(self, Q: Quantizer) -> int:
        """K of the query followed by Q: the most cells that the image of a line meets."""

    @property
    @abstractmethod
    def places(self) -> tuple[Fraction, ...]:
        """The lower end, the places between neighboring atoms where a boundary can be, and the upper end."""

    @property
    @abstractmethod
    def images(self) -> set[tuple[int, ...]]:
        """The images of lines, as the numbers of the atoms in them."""

    def quality(self, Q: Quantizer) -> Quality:
        """K and the errors of a quantizer; OutsideIntervalError when a response is outside its interval."""
        atoms = tuple(part for atom in self.atoms for part in _divided(atom, Q))
        costs = _Costs(atoms)
        cells = [list(group) for _, group in groupby(range(len(atoms)), key=lambda t: Q(atoms[t].low))]
        spans = [(cell[0], cell[-1] + 1) for cell in cells]
        return Quality(
            self.outputs(Q), max(costs.worst(*span) for span in spans), sum((costs.mean(*s) for s in spans), Fraction())
        )


def _divided(atom: Atom, Q: Quantizer) -> Iterator[Atom]:
    """The parts of an atom in the cells that it meets."""
    cuts = [Q.cell(j).low for j in range(Q(atom.low) + 1, Q(atom.high) + 1)]
    for low, high in pairwise([atom.low, *(cut for cut in cuts if cut < atom.high), atom.high]):
        share = (high - low) / (atom.high - atom.low) if low < high else 1
        yield Atom(low, high, atom.weight * share)


@dataclass(frozen=True, slots=True, init=False)
class FiniteResponses(Responses):
    """The responses of a query on a finite data range; by default every data set has the same probability.

    ``weights`` gives every response a weight instead; they are scaled to the sum 1.

    Raises
    ------
    LevelsError
        The query has one response only, which is no range to divide.
    DensityError
        A negative weight, or none that is positive.
    OutsideRangeError
        A response without a weight.

    Examples
    --------
    >>> from exactpriv.relations import Relation
    >>> D = Relation.of(*((x, y) for x in range(3) for y in range(3)))
    >>> responses = FiniteResponses(Query(D, lambda x: x[0] + x[1]))
    >>> responses.quality(LinearQuantizer(2, 0, 4))
    Quality(outputs=2, worst_error=Fraction(1, 1), mean_error=Fraction(5, 9))

    """

    atoms: tuple[Atom, ...]
    query: Query

    def __init__(self, f: Query, weights: Mapping[Exactable, Exactable] | None = None) -> None:
        """Take the responses and the images of a query."""
        responses = Counter(f(*point) for point in f.data)
        if len(responses) < 2:
            message = f"the query always answers {next(iter(responses))}: there is nothing to quantize"
            raise LevelsError(message)
        values = sorted(responses)
        given = None if weights is None else {exact(y): weight for y, weight in weights.items()}
        if given is not None and not given.keys() >= set(values):
            missing = next(y for y in values if y not in given)
            message = f"the response {missing} has no weight: give one for each of {len(values)} responses"
            raise OutsideRangeError(message)
        shares = _shares([responses[y] if given is None else given[y] for y in values])
        object.__setattr__(self, "atoms", tuple(Atom(y, y, w) for y, w in zip(values, shares, strict=True)))
        object.__setattr__(self, "query", f)

    @property
    def sensitivity(self) -> Fraction:
        """S(f), the largest spread of the image of a line."""
        return sensitivity(self.query)

    def outputs(self, Q: Quantizer) -> int:
        """K of the query followed by Q: the most cells that the image of a line meets."""
        return max(len({Q(y) for y, _ in image}) for image in images(self.query))

    @property
    def places(self) -> tuple[Fraction, ...]:
        """The least response, the middles between neighbors, and the largest."""
        values = [atom.low for atom in self.atoms]
        return (values[0], *((left + right) / 2 for left, right in pairwise(values)), values[-1])

    @property
    def images(self) -> set[tuple[int, ...]]:
        """The images of lines, as the numbers of the responses in them."""
        number = {atom.low: t for t, atom in enumerate(self.atoms)}
        return {tuple(sorted({number[y] for y, _ in image})) for image in images(self.query)}


@dataclass(frozen=True, slots=True, init=False)
class ContinuousResponses(Responses):
    """A response in [low, high], which one individual can move by S: every closed interval of that length is an image.

    The search tries the boundaries of ``steps`` equal steps. The response is uniform on each, with the weights given,
    which are scaled to the sum 1; by default it is uniform on [low, high].

    Raises
    ------
    LevelsError
        ``steps`` is not a whole number ≥ 1, or low ≥ high.
    OutsideIntervalError
        The sensitivity is not between 0 and high - low.
    DensityError
        Not one weight for each step, a negative one, or none that is positive.

    Examples
    --------
    >>> ContinuousResponses("1/4", 0, 1, steps=8).quality(StepQuantizer([0, "1/2", 1]))
    Quality(outputs=2, worst_error=Fraction(1, 4), mean_error=Fraction(1, 8))

    """

    atoms: tuple[Atom, ...]
    window: Fraction
    run: int
    """So many neighboring steps can be met by one image."""

    def __init__(
        self,
        sensitivity: Exactable,
        low: Exactable,
        high: Exactable,
        steps: int,
        weights: Sequence[Exactable] | None = None,
    ) -> None:
        """Divide [low, high] into equal steps."""
        grid = LinearQuantizer(steps, low, high)
        run = grid.most_cells_met(sensitivity)
        if weights is not None and len(weights) != steps:
            message = f"{len(weights)} weights were given for {steps} steps: give one for each"
            raise DensityError(message)
        shares = _shares([1] * steps if weights is None else weights)
        atoms = tuple(Atom(cell.low, cell.high, w) for cell, w in zip(grid.cells, shares, strict=True))
        object.__setattr__(self, "atoms", atoms)
        object.__setattr__(self, "window", exact(sensitivity))
        object.__setattr__(self, "run", run)

    @property
    def sensitivity(self) -> Fraction:
        """S, the length of the images."""
        return self.window

    def outputs(self, Q: Quantizer) -> int:
        """K of a query with this sensitivity, followed by Q: the most cells that an interval of length S meets."""
        return Q.most_cells_met(self.window)

    @property
    def places(self) -> tuple[Fraction, ...]:
        """The grid."""
        return (*(atom.low for atom in self.atoms), self.atoms[-1].high)

    @property
    def images(self) -> set[tuple[int, ...]]:
        """The runs of steps that an interval of length S can meet."""
        return {tuple(range(t, t + self.run)) for t in range(len(self.atoms) - self.run + 1)}


def _shares(weights: Iterable[Exactable]) -> list[Fraction]:
    numbers = [exact(weight) for weight in weights]
    total = sum(numbers)
    if min(numbers) < 0 or total == 0:
        message = f"the weights sum to {total}, the least is {min(numbers)}: give weights ≥ 0 that are not all 0"
        raise DensityError(message)
    return [weight / total for weight in numbers]


# --- errors of cells -------------------------------------------------------------------------------------------------


class _Costs:
    """The errors of the cell that holds the atoms i, …, j - 1, each by a few operations on running sums."""

    def __init__(self, atoms: Sequence[Atom]) -> None:
        self.atoms = atoms
        self.mass = list(accumulate((atom.weight for atom in atoms), initial=Fraction()))
        self.moment = list(accumulate((a.weight * (a.low + a.high) / 2 for a in atoms), initial=Fraction()))

    def worst(self, i: int, j: int) -> Fraction:
        """Half the spread."""
        return (self.atoms[j - 1].high - self.atoms[i].low) / 2

    def mean(self, i: int, j: int) -> Fraction:
        """min over c of E|Y - c| on the cell (times its probability): at the median c, which lies in atom t."""
        mass, moment = self.mass, self.moment
        half = (mass[i] + mass[j]) / 2
        if mass[i] == half:
            return Fraction()
        t = bisect_left(mass, half, i + 1, j) - 1
        low, high, weight = self.atoms[t]
        c = low + (high - low) * (half - mass[t]) / weight
        below = c * (mass[t] - mass[i]) - (moment[t] - moment[i])
        above = (moment[j] - moment[t + 1]) - c * (mass[j] - mass[t + 1])
        within = weight * ((c - low) ** 2 + (high - c) ** 2) / (2 * (high - low)) if low < high else 0
        return below + above + within


# --- the search ------------------------------------------------------------------------------------------------------


def optimal_quantizer(
    responses: Responses, epsilon: Exactable | Amount, objective: Objective = "worst"
) -> StepQuantizer:
    """Return the cells with the least error among all that keep the budget ε (bits), by an exact search.

    ``"worst"`` minimizes the worst-case error and, among those that do, the mean error; ``"mean"`` the mean error.

    Raises
    ------
    BudgetError
        ε < 0.
    LevelsError
        An objective of another name.
    SizeError
        There are more than `MOST_PLACES` responses or steps, or the search would have to remember too much.

    Examples
    --------
    >>> optimal_quantizer(ContinuousResponses("0.3", 0, 1, steps=20), 1)
    StepQuantizer(['0', '1/5', '1/2', '4/5', '1'])

    """
    most, n = floor_exp2(epsilon), len(responses.atoms)
    if n > MOST_PLACES:
        message = f"{n} responses or steps are too many to search: give at most {MOST_PLACES}"
        raise SizeError(message)
    costs, search = _Costs(responses.atoms), _Search(n, responses.images, most)
    if objective == "mean":
        _, cuts = search.cheapest(costs.mean, _plus)
    elif objective == "worst":
        widest, _ = search.cheapest(costs.worst, max)
        _, cuts = search.cheapest(lambda i, j: costs.mean(i, j) if costs.worst(i, j) <= widest else None, _plus)
    else:
        message = f"{objective!r} is not an objective: choose 'worst' or 'mean'"
        raise LevelsError(message)
    places = responses.places
    return StepQuantizer([places[cut] for cut in (0, *cuts)])


def compared_quantizers(responses: Responses, epsilon: Exactable | Amount) -> dict[str, tuple[Quantizer, Quality]]:
    """Return the linear quantizers of both rules and the optimal cells of both objectives, each with its quality.

    The keys are ``"paper"``, ``"repaired"``, ``"worst"`` and ``"mean"``; the linear ones divide the range of responses.

    Raises the errors of `levels_for` and of `optimal_quantizer`.

    >>> found = compared_quantizers(ContinuousResponses("0.3", 0, 1, steps=20), 1)
    >>> {key: (quality.outputs, str(quality.worst_error)) for key, (_, quality) in found.items()}
    {'paper': (3, '1/12'), 'repaired': (2, '1/6'), 'worst': (2, '3/20'), 'mean': (2, '3/20')}
    """
    low, *_, high = responses.places
    paper, repaired, _ = designs(epsilon, responses.sensitivity, low, high)
    quantizers = {
        "paper": paper.quantizer,
        "repaired": repaired.quantizer,
        "worst": optimal_quantizer(responses, epsilon, "worst"),
        "mean": optimal_quantizer(responses, epsilon, "mean"),
    }
    return {key: (Q, responses.quality(Q)) for key, Q in quantizers.items()}


def _plus(a: Fraction, b: Fraction) -> Fraction:
    return a + b


Counts = tuple[int, ...]
Beginnings = dict[Counts, tuple[Fraction, tuple[int, ...]]]
"""For each way in which the images that go on are met so far, the least cost and the cuts that have it."""


class _Search:
    """Dynamic programming over the places of boundaries, from left to right.

    At a place it matters only how often each image that has atoms on both sides was met so far; a beginning is left out
    if another one costs no more and has met none of them more often.
    """

    def __init__(self, n: int, images: set[tuple[int, ...]], most: int) -> None:
        binding = sorted(image for image in images if len(image) > most)
        self.n, self.most = n, most
        self.open = [[t for t, image in enumerate(binding) if image[0] < p <= image[-1]] for p in range(n + 1)]
        self.place = [{t: k for k, t in enumerate(open_)} for open_ in self.open]
        self.binding = binding

    def cheapest(
        self,
        cost: Callable[[int, int], Fraction | None],
        combined: Callable[[Fraction, Fraction], Fraction],
    ) -> tuple[Fraction, tuple[int, ...]]:
        """The least combined cost of cells, and their upper ends; a cost None says that a cell is not allowed."""
        layers: list[Beginnings] = [{} for _ in range(self.n + 1)]
        layers[0][()] = (Fraction(), ())
        remembered = 0
        for start in range(self.n):
            kept = _undominated(layers[start])
            remembered += len(kept)
            if remembered > MOST_STATES:
                message = (
                    f"more than {MOST_STATES} beginnings would have to be remembered: give fewer steps or responses"
                )
                raise SizeError(message)
            for stop in range(start + 1, self.n + 1):
                price = cost(start, stop)
                if price is not None:
                    self._extend(layers[stop], kept, (start, stop), partial(combined, price))
        return layers[self.n][()]

    def _extend(
        self,
        layer: Beginnings,
        kept: Beginnings,
        cell: tuple[int, int],
        price: Callable[[Fraction], Fraction],
    ) -> None:
        """Add a cell to every beginning, unless an image would then be met too often."""
        start, stop = cell
        before = [self.place[start].get(t) for t in self.open[stop]]
        hit = [self._is_hit(t, cell) for t in self.open[stop]]
        for counts, (spent, cuts) in kept.items():
            after = tuple((0 if k is None else counts[k]) + h for k, h in zip(before, hit, strict=True))
            if after and max(after) >= self.most:
                continue  # an image that goes on will be met at least once more
            total = price(spent)
            if after not in layer or total < layer[after][0]:
                layer[after] = (total, (*cuts, stop))

    def _is_hit(self, t: int, cell: tuple[int, int]) -> bool:
        """Whether an image has an atom in a cell."""
        image = self.binding[t]
        return bisect_left(image, cell[0]) < bisect_left(image, cell[1])


def _undominated(layer: Beginnings) -> Beginnings:
    kept: Beginnings = {}
    for counts, found in sorted(layer.items(), key=lambda item: (item[1][0], item[0])):
        if not any(all(a <= b for a, b in zip(other, counts, strict=True)) for other in kept):
            kept[counts] = found
    return kept
