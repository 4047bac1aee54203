"""The check of a zero-error certificate, with the standard library alone.

A certificate bounds Θ = 2^C₀, the zero-error capacity of a graph as a number of letters, from below by codes and from
above by covers, ϑ duals, matrices of small rank and maps. Everything is recomputed here from the graph, in integers
and fractions; nothing of what made the certificate is used. The file also runs alone, ``python checker.py FILE``,
beside ``drup.py``, which is needed only where a rank is said to be the smallest.

Main definitions: :func:`check`, :func:`check_file`, :class:`Refused`; :class:`Number`, the sums of radicals and of odd
cycles' ϑ that occur as values.

The format is JSON: ``{"format": "exactpriv zero-error 1", "graph": {"vertices": n, "edges": [[v, w], …]}}`` with
optional "labels", "channel", "lower", "upper" and "statements"; fractions and long integers are text.

* lower: ``code`` (length, words), ``sum`` (parts: vertices, lower), ``map`` (from, map, lower);
* upper: ``cover`` (cliques, weights), ``theta`` (scale or root, t, y), ``odd cycle`` (order), ``rank`` (field, matrix),
  ``map`` (onto, map, upper), ``components`` (parts: vertices, upper);
* statements: ``independence`` (power, words, at most), ``minrank`` (field, rank, matrix, fewer), ``feedback`` (weights,
  prices), ``union`` (lower; parts: vertices, upper).

Conventions: vertices are numbers 0, …, n - 1; a field that is not known is refused as one that is missing is.

Reference: [shannon1956zero]; [lovasz1979shannon]; [haemers1979shannon].
"""

from __future__ import annotations

import json
import re
import reprlib
import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction
from importlib.util import module_from_spec, spec_from_file_location
from io import TextIOWrapper
from itertools import pairwise
from math import isqrt, lcm
from pathlib import Path
from typing import Any, NamedTuple

__all__ = ["FORMAT", "Number", "Refused", "check", "check_file"]

FORMAT = "exactpriv zero-error 1"

MOST_CHARACTERS = 200_000_000
MOST_VERTICES = 5_000
MOST_WORDS = 300_000
MOST_LETTERS = 1_000
"""The longest words that are read."""
MOST_ROWS = 400
"""The largest matrices whose rank or definiteness is computed."""
MOST_DIGITS = 3_000
"""The longest numbers that are read."""
MOST_BITS = 60_000
"""A matrix is eliminated when its rows times the binary digits of an entry are at most this."""
MOST_SEARCHED = 400
"""A search for one word more goes through at most so many words."""
MOST_BRANCHES = 2_000_000
"""It is given up after so many branches."""
LONGEST_WRITTEN = 12_000
"""Numbers with more binary digits are not written out."""
DEEPEST = 30
"""Evidence within evidence is followed so deep."""
LARGEST_FACTORED = 10**12
"""Numbers under a root are factored up to this size."""


class Refused(ValueError):  # noqa: N818 - what happens to the certificate
    """The certificate does not show what it says; the message names the element that fails."""


# --- values ----------------------------------------------------------------------------------------------------------

Radicals = tuple[tuple[int, Fraction], ...]
"""Primes with exponents strictly between 0 and 1: a radical up to rational factors."""


class Number:
    """A sum of rational multiples of radicals and of the ϑ of odd cycles with at least 7 vertices.

    >>> Number.root(8, 2), Number.root(5, 2) + Number.of(1), Number.odd_cycle(7)
    (2·√2, 1 + √5, 7·cos(π/7)/(1 + cos(π/7)))

    Radicals of different classes are linearly independent over the rationals, so two sums of radicals are equal when
    their terms are. The ϑ of a longer odd cycle is compared by its name only: equality is claimed where it is seen.
    """

    def __init__(self, terms: Mapping[Radicals | int, Fraction]) -> None:
        self.terms = {key: c for key, c in terms.items() if c}

    @staticmethod
    def of(value: Fraction | int) -> Number:
        """A rational number."""
        return Number({(): Fraction(value)})

    @staticmethod
    def root(radicand: int, degree: int) -> Number:
        """The root of a positive integer."""
        whole, radicals = 1, []
        for prime, exponent in _factors(radicand):
            power, rest = divmod(exponent, degree)
            whole *= prime**power
            radicals += [(prime, Fraction(rest, degree))] if rest else []
        return Number({tuple(radicals): Fraction(whole)})

    @staticmethod
    def odd_cycle(n: int) -> Number:
        """n cos(π/n) / (1 + cos(π/n))."""
        return {3: Number.of(1), 5: Number.root(5, 2)}.get(n) or Number({n: Fraction(1)})

    def times(self, factor: Fraction) -> Number:
        """A rational multiple."""
        return Number({key: factor * c for key, c in self.terms.items()})

    def __add__(self, other: Number) -> Number:
        keys = [*self.terms, *(key for key in other.terms if key not in self.terms)]
        return Number({key: self.terms.get(key, Fraction(0)) + other.terms.get(key, Fraction(0)) for key in keys})

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Number) and self.terms == other.terms

    def __hash__(self) -> int:
        return hash(frozenset(self.terms.items()))

    def bounds(self) -> tuple[Fraction, Fraction]:
        """Fractions below and above (or equal to) the number, close to it."""
        below = above = Fraction(0)
        for key, c in self.terms.items():
            ends = [c * end for end in (_cycle_bounds(key) if isinstance(key, int) else _radical_bounds(key))]
            below, above = below + min(ends), above + max(ends)
        return below, above

    def __repr__(self) -> str:
        if self.terms and not any(self.terms):
            return _ratio_text(self.terms[()])
        ordered = sorted(self.terms.items(), key=lambda term: (isinstance(term[0], int), term[0]))
        return " + ".join(_term_text(key, c) for key, c in ordered).replace("+ -", "- ") or "0"

    def decimal(self) -> str:
        """About six digits after the point, or the number itself when it is an integer."""
        if not any(self.terms) and self.terms.get((), Fraction(0)).denominator == 1:
            return ""
        millionths = round(sum(self.bounds()) / 2 * 10**6)
        whole, rest = divmod(abs(millionths), 10**6)
        return f" ≈ {'-' * (millionths < 0)}{whole}.{rest:06}"


def _factors(number: int) -> list[tuple[int, int]]:
    """Primes with exponents, by trial division."""
    if not 0 < number <= LARGEST_FACTORED:
        raise Refused(f"a root of {_said(number)} is not read; roots are taken of 1, …, {LARGEST_FACTORED}")
    factors, prime = [], 2
    while prime * prime <= number:
        exponent = 0
        while number % prime == 0:
            number //= prime
            exponent += 1
        factors += [(prime, exponent)] if exponent else []
        prime += 1
    return factors + [(number, 1)] * (number > 1)


_PRECISION = 10**15
_PI = Fraction(314159265358979323846264338327950288419, 10**38)
"""π is less than 10^-38 above this."""


def _radicand(key: Radicals) -> tuple[int, int]:
    degree = lcm(*(exponent.denominator for _, exponent in key))
    radicand = 1
    for prime, exponent in key:
        radicand *= prime ** int(exponent * degree)
    return radicand, degree


def _radical_bounds(key: Radicals) -> tuple[Fraction, Fraction]:
    radicand, degree = _radicand(key)
    below = _integer_root(radicand * _PRECISION**degree, degree)
    return Fraction(below, _PRECISION), Fraction(below + bool(key), _PRECISION)


def _integer_root(number: int, degree: int) -> int:
    """The largest integer whose power is at most the number, by Newton's iteration from above."""
    if degree == 1:
        return number
    guess = 1 << -(-number.bit_length() // degree)
    while (better := ((degree - 1) * guess + number // guess ** (degree - 1)) // degree) < guess:
        guess = better
    return guess


def _cycle_bounds(n: int) -> tuple[Fraction, Fraction]:
    """The value increases with the cosine, and the cosine decreases with the angle."""
    below, above = _cosine(_PI / n + Fraction(1, 10**38))[0], _cosine(_PI / n)[1]
    return n * below / (1 + below), n * above / (1 + above)


def _cosine(angle: Fraction) -> tuple[Fraction, Fraction]:
    """Partial sums of the series of an angle below 1: one that ends with a negative and one with a positive term."""
    term, total, sums = Fraction(1), Fraction(0), []
    for k in range(16):
        total += term
        sums.append(total)
        term *= -angle * angle / ((2 * k + 1) * (2 * k + 2))
    return sums[15], sums[14]


def _ratio_text(ratio: Fraction | int) -> str:
    """A fraction as it is, or its first digits when it is long; what Python does not write is only measured."""
    bits = ratio.numerator.bit_length() + ratio.denominator.bit_length()
    if bits > LONGEST_WRITTEN:
        return f"(a fraction of {bits} binary digits)"
    text = str(ratio)
    return text if len(text) <= 60 else f"{text[:20]}… (a fraction of {len(text)} characters)"


def _term_text(key: Radicals | int, c: Fraction) -> str:
    if key == ():
        return _ratio_text(c)
    factor = {Fraction(1): "", Fraction(-1): "-"}.get(c, f"{_ratio_text(c)}·")
    if isinstance(key, int):
        return f"{factor}{'' if c == 1 else '('}{key}·cos(π/{key})/(1 + cos(π/{key})){'' if c == 1 else ')'}"
    radicand, degree = _radicand(key)
    return factor + (f"√{radicand}" if degree == 2 else f"{radicand}^(1/{degree})")


class _Surd(NamedTuple):
    """a + b√d with integers a, b."""

    a: int
    b: int
    d: int

    def __mul__(self, other: Any) -> _Surd:
        return _Surd(self.a * other.a + self.b * other.b * self.d, self.a * other.b + self.b * other.a, self.d)

    def __sub__(self, other: Any) -> _Surd:
        return _Surd(self.a - other.a, self.b - other.b, self.d)

    def __floordiv__(self, other: Any) -> _Surd:
        """The quotient, which is known to have integers a, b."""
        product = self * _Surd(other.a, -other.b, self.d)
        norm = other.a**2 - other.b**2 * self.d
        return _Surd(product.a // norm, product.b // norm, self.d)

    def __lt__(self, other: Any) -> bool:
        a, b = self.a - other, self.b
        if a >= 0 and b >= 0:
            return False
        return (a <= 0 and b <= 0) or (b * b * self.d < a * a if a < 0 else b * b * self.d > a * a)

    def __bool__(self) -> bool:
        return bool(self.a or self.b)


# --- reading ---------------------------------------------------------------------------------------------------------


def _said(value: object) -> str:
    """A short text of anything."""
    try:
        return reprlib.repr(value)
    except ValueError:
        return f"a {type(value).__name__} that is too long to be written"


def _fields(data: Any, where: str, required: str, optional: str = "") -> None:
    """A table with exactly these fields (separated by commas), "kind" aside."""
    if not isinstance(data, Mapping):
        raise Refused(f"{where} is {_said(data)}; it must be a table with the fields {required}")
    needed = set(filter(None, required.split(",")))
    if missing := needed - data.keys():
        raise Refused(f"{where} has no field {min(missing)!r}")
    if strange := data.keys() - needed - set(filter(None, optional.split(","))) - {"kind"}:
        raise Refused(f"{where} has the unknown field {_said(min(strange, key=str))}")


def _list(value: Any, where: str, most: int, length: int | None = None) -> Sequence[Any]:
    if not isinstance(value, list | tuple):
        raise Refused(f"{where} is {_said(value)}; it must be a list")
    if len(value) > most:
        raise Refused(f"{where} has {len(value)} entries; at most {most} are read")
    if length is not None and len(value) != length:
        raise Refused(f"{where} has {len(value)} entries; it must have {length}")
    return value


def _integer(value: Any, where: str, least: int, most: int) -> int:
    if type(value) is not int or not least <= value <= most:
        raise Refused(f"{where} is {_said(value)}; it must be an integer from {least} to {most}")
    return value


def _fraction(value: Any, where: str) -> Fraction:
    """A fraction, written as text or as an integer."""
    text = str(value) if type(value) is int and value.bit_length() < 3 * MOST_DIGITS else value
    pattern = rf"-?[0-9]{{1,{MOST_DIGITS}}}(/[0-9]{{1,{MOST_DIGITS}}})?"
    if not isinstance(text, str) or not re.fullmatch(pattern, text) or re.search(r"/0+$", text):
        raise Refused(f'{where} is {_said(value)}; it must be a fraction such as "7/2"')
    return Fraction(text)


def _long_integer(value: Any, where: str) -> int:
    number = _fraction(value, where)
    if number.denominator > 1:
        raise Refused(f"{where} is {_said(value)}; it must be an integer")
    return number.numerator


class _Graph:
    """Closed neighborhoods as bits, edges in the order in which they are written, and the names of the vertices."""

    def __init__(self, size: int, edges: Sequence[tuple[int, int]], labels: Sequence[str] | None = None) -> None:
        self.size, self.edges, self.labels = size, edges, labels
        self.closed = [1 << v for v in range(size)]
        for v, w in edges:
            self.closed[v] |= 1 << w
            self.closed[w] |= 1 << v

    def name(self, v: int) -> str:
        """The label of a vertex, or its number."""
        return self.labels[v] if self.labels else str(v)

    def word(self, letters: Iterable[int]) -> str:
        """A word with the names of its letters."""
        return f"({', '.join(map(self.name, letters))})"

    def vertices(self, value: Any, where: str, length: int | None = None) -> list[int]:
        """A list of vertices."""
        listed = _list(value, where, max(MOST_VERTICES, MOST_LETTERS), length)
        return [_integer(v, f"{where}[{i}]", 0, self.size - 1) for i, v in enumerate(listed)]

    def induced(self, kept: Sequence[int]) -> _Graph:
        """The graph on some vertices, in the order given; its edges keep their order."""
        place = {v: i for i, v in enumerate(kept)}
        edges = [(place[v], place[w]) for v, w in self.edges if v in place and w in place]
        ordered = sorted((min(edge), max(edge)) for edge in edges)
        return _Graph(len(kept), ordered, [self.name(v) for v in kept])


def _graph(data: Any, where: str, labels: Any = ...) -> _Graph:
    _fields(data, where, "vertices,edges")
    size = _integer(data["vertices"], f"{where}.vertices", 1, MOST_VERTICES)
    edges: dict[tuple[int, int], None] = {}
    for i, edge in enumerate(_list(data["edges"], f"{where}.edges", MOST_VERTICES**2)):
        place = f"{where}.edges[{i}]"
        v, w = (_integer(end, place, 0, size - 1) for end in _list(edge, place, 2, 2))
        if v == w:
            raise Refused(f"{place} is the loop {[v, w]}; an edge joins two vertices")
        if (v, w) in edges or (w, v) in edges:
            raise Refused(f"{place} repeats the edge {[v, w]}")
        edges[v, w] = None
    return _Graph(size, list(edges), None if labels is ... else _labels(labels, size))


def _labels(value: Any, size: int) -> list[str]:
    labels = list(_list(value, "labels", size, size))
    for i, label in enumerate(labels):
        if not isinstance(label, str):
            raise Refused(f"labels[{i}] is {_said(label)}; it must be text")
        if not label.isprintable():
            raise Refused(f"labels[{i}] is {_said(label)}; it must not hold line ends or the like")
    if len(set(labels)) < size:
        repeated = next(label for i, label in enumerate(labels) if label in labels[:i])
        raise Refused(f"labels names two vertices {_said(repeated)}")
    return labels


def _positions(bits: int) -> list[int]:
    return [v for v in range(bits.bit_length()) if bits >> v & 1]


# --- evidence --------------------------------------------------------------------------------------------------------


class _Shown(NamedTuple):
    """What evidence shows: a bound, in words, and what kind of bound an upper one is."""

    value: Number
    words: str
    family: str = ""


Way = Callable[[_Graph, Any, str], _Shown]


def _evidence(ways: Mapping[str, Way], G: _Graph, data: Any, where: str) -> _Shown:
    """The bound that evidence of any kind shows."""
    if where.count(".") > DEEPEST:
        raise Refused("evidence stands within evidence too deep to be followed")
    kind = data.get("kind") if isinstance(data, Mapping) else None
    if not isinstance(kind, str) or kind not in ways:
        raise Refused(f"{where} is of the kind {_said(kind)}; known are {', '.join(ways)}")
    return ways[kind](G, data, where)


def _words(G: _Graph, data: Any, where: str, length: int) -> list[tuple[int, ...]]:
    """Words of one length of which no two are confusable."""
    listed = _list(data, where, MOST_WORDS)
    if not listed:
        raise Refused(f"{where} is empty; give at least one word")
    words = [tuple(G.vertices(word, f"{where}[{i}]", length)) for i, word in enumerate(listed)]
    _told_apart(G, words, where)
    return words


def _told_apart(G: _Graph, words: Sequence[tuple[int, ...]], where: str) -> None:
    """Refuse words of which two are equal or adjacent at every place; sets of words are bits of integers."""
    near = [_words_near(G, [word[i] for word in words]) for i in range(len(words[0]))]
    for number, word in enumerate(words):
        confusable = (1 << len(words)) - 1
        for at_place, letter in zip(near, word, strict=True):
            confusable &= at_place[letter]
        if other := confusable & ~(1 << number):
            second = (other & -other).bit_length() - 1
            pair = f"{where}[{number}] = {G.word(word)} and {where}[{second}] = {G.word(words[second])}"
            raise Refused(f"{pair} are {'equal' if word == words[second] else 'confusable'}")


def _words_near(G: _Graph, letters: Sequence[int]) -> dict[int, int]:
    """For every letter that occurs at a place, the words whose letter at that place is equal or adjacent to it."""
    numbers: dict[int, list[int]] = {}
    for number, letter in enumerate(letters):
        numbers.setdefault(letter, []).append(number)
    having = {letter: _bits(some, len(letters)) for letter, some in numbers.items()}
    return {v: sum(bits for w, bits in having.items() if G.closed[v] >> w & 1) for v in having}


def _bits(numbers: Iterable[int], size: int) -> int:
    """The integer with these bits, made of bytes because there may be many."""
    made = bytearray(size // 8 + 1)
    for number in numbers:
        made[number // 8] |= 1 << number % 8
    return int.from_bytes(made, "little")


def _code(G: _Graph, data: Any, where: str) -> _Shown:
    _fields(data, where, "length,words")
    length = _integer(data["length"], f"{where}.length", 1, MOST_LETTERS)
    words = _words(G, data["words"], f"{where}.words", length)
    count = f"{len(words)} word{'s' * (len(words) > 1)} of length {length}"
    return _Shown(Number.root(len(words), length), f"{count}, no two confusable")


def _parts(G: _Graph, data: Any, where: str, bound: str) -> list[tuple[_Graph, Any, str]]:
    """The graphs on sets of vertices without an edge between them, each with its evidence."""
    _fields(data, where, "parts")
    before, parts = 0, []
    for i, part in enumerate(_list(data["parts"], f"{where}.parts", MOST_VERTICES)):
        place = f"{where}.parts[{i}]"
        _fields(part, place, f"vertices,{bound}")
        kept = G.vertices(part["vertices"], f"{place}.vertices")
        if len(set(kept)) < len(kept) or not kept:
            raise Refused(f"{place}.vertices is empty or names a vertex twice")
        for v in kept:
            if clash := G.closed[v] & before:
                w = v if before >> v & 1 else _positions(clash)[0]
                relation = "belongs" if v == w else f"is adjacent to {G.name(w)}, which belongs"
                raise Refused(f"vertex {G.name(v)} of {place} {relation} to an earlier part")
        before |= sum(1 << v for v in kept)
        parts.append((G.induced(kept), part[bound], f"{place}.{bound}"))
    if not parts:
        raise Refused(f"{where}.parts is empty; give at least one part")
    return parts


def _sum(G: _Graph, data: Any, where: str) -> _Shown:
    shown = [_evidence(LOWER, part, inner, place) for part, inner, place in _parts(G, data, where, "lower")]
    total = sum((each.value for each in shown), Number({}))
    return _Shown(total, f"sum over {len(shown)} parts with no edge between them ({_each(shown)})")


def _each(shown: Sequence[_Shown]) -> str:
    """The bounds of the parts, those that are alike once."""
    counts: dict[str, int] = {}
    for each in shown:
        text = f"{each.value}: {each.words}"
        counts[text] = counts.get(text, 0) + 1
    return "; ".join(f"{count} times {text}" if count > 1 else text for text, count in counts.items())


def _check_map(source: _Graph, target: _Graph, data: Any, where: str) -> None:
    """Distinct non-adjacent vertices go to distinct non-adjacent vertices."""
    images = target.vertices(data, where, source.size)
    sent: dict[int, int] = {}
    for v, image in enumerate(images):
        sent[image] = sent.get(image, 0) | 1 << v
    for v, image in enumerate(images):
        merged = sum(bits for other, bits in sent.items() if target.closed[image] >> other & 1)
        if clash := merged & ~source.closed[v]:
            w = _positions(clash)[0]
            pair = f"the non-adjacent vertices {source.name(v)} and {source.name(w)}"
            raise Refused(f"{where} sends {pair} to {target.name(image)} and {target.name(images[w])}, which are not")


def _map_from(G: _Graph, data: Any, where: str) -> _Shown:
    _fields(data, where, "from,map,lower")
    H = _graph(data["from"], f"{where}.from")
    _check_map(H, G, data["map"], f"{where}.map")
    shown = _evidence(LOWER, H, data["lower"], f"{where}.lower")
    words = f"a graph with {H.size} vertices maps into it, non-adjacent to non-adjacent, with {shown.words}"
    return _Shown(shown.value, words)


def _map_onto(G: _Graph, data: Any, where: str) -> _Shown:
    _fields(data, where, "onto,map,upper")
    H = _graph(data["onto"], f"{where}.onto")
    _check_map(G, H, data["map"], f"{where}.map")
    shown = _evidence(UPPER, H, data["upper"], f"{where}.upper")
    words = f"it maps to a graph with {H.size} vertices, non-adjacent to non-adjacent, with {shown.words}"
    return _Shown(shown.value, words, shown.family)


def _cover(G: _Graph, data: Any, where: str) -> _Shown:
    _fields(data, where, "cliques,weights")
    cliques = _list(data["cliques"], f"{where}.cliques", MOST_VERTICES**2)
    weights = _list(data["weights"], f"{where}.weights", len(cliques), len(cliques))
    covered, total = [Fraction(0)] * G.size, Fraction(0)
    for i, (members, weight) in enumerate(zip(cliques, weights, strict=True)):
        clique, w = G.vertices(members, f"{where}.cliques[{i}]"), _fraction(weight, f"{where}.weights[{i}]")
        _check_clique(G, clique, f"{where}.cliques[{i}]")
        if w < 0:
            raise Refused(f"{where}.weights[{i}] is {_ratio_text(w)}; a weight is at least 0")
        for v in clique:
            covered[v] += w
        total += w
    short = next((v for v in range(G.size) if covered[v] < 1), None)
    if short is not None:
        raise Refused(
            f"{where} covers vertex {G.name(short)} with weight {_ratio_text(covered[short])}, which is less than 1"
        )
    return _Shown(Number.of(total), f"cliques of total weight {_ratio_text(total)} cover every vertex", "theta")


def _check_clique(G: _Graph, clique: Sequence[int], where: str) -> None:
    bits = sum(1 << v for v in set(clique))
    if len(set(clique)) < len(clique):
        raise Refused(f"{where} names a vertex twice")
    for v in clique:
        if apart := bits & ~G.closed[v]:
            raise Refused(f"{where} is no clique: {G.name(v)} and {G.name(_positions(apart)[0])} are not adjacent")


def _theta(G: _Graph, data: Any, where: str) -> _Shown:
    """ϑ ≤ t whenever tI + Σ y_e E_e - J is positive semidefinite."""
    if G.size > MOST_ROWS:
        raise Refused(f"{where} is about {G.size} vertices; matrices with at most {MOST_ROWS} rows are eliminated")
    if isinstance(data, Mapping) and "root" in data:
        value = _theta_with_root(G, data, where)
    else:
        value = _theta_rational(G, data, where)
    return _Shown(value, "a matrix tI + Σ yE - J without negative eigenvalue shows that ϑ ≤ t", "theta")


def _theta_rational(G: _Graph, data: Any, where: str) -> Number:
    _fields(data, where, "scale,t,y")
    scale, t = (_long_integer(data[key], f"{where}.{key}") for key in ("scale", "t"))
    if scale < 1:
        raise Refused(f"{where}.scale is {scale}; it must be at least 1")
    listed = _list(data["y"], f"{where}.y", len(G.edges), len(G.edges))
    y = [_long_integer(entry, f"{where}.y[{i}]") for i, entry in enumerate(listed)]
    _check_definite(_triangle(G, t - scale, -scale, [entry - scale for entry in y]), 1, G, where)
    return Number.of(Fraction(t, scale))


def _theta_with_root(G: _Graph, data: Any, where: str) -> Number:
    _fields(data, where, "root,t,y")
    d = _integer(data["root"], f"{where}.root", 2, 10**6)
    if isqrt(d) ** 2 == d:
        raise Refused(f"{where}.root is {d}, the square of an integer")
    listed = _list(data["y"], f"{where}.y", len(G.edges), len(G.edges))
    pairs = [_list(data["t"], f"{where}.t", 2, 2), *(_list(y, f"{where}.y[{i}]", 2, 2) for i, y in enumerate(listed))]
    names = [f"{where}.t", *(f"{where}.y[{i}]" for i in range(len(listed)))]
    entries = [[_fraction(x, name) for x in pair] for pair, name in zip(pairs, names, strict=True)]
    scale = lcm(*(x.denominator for pair in entries for x in pair))
    if scale.bit_length() > MOST_BITS:
        raise Refused(f"{where} has fractions whose common denominator is too long")
    t, *y = (_Surd(int(a * scale) - scale, int(b * scale), d) for a, b in entries)
    _check_definite(_triangle(G, t, _Surd(-scale, 0, d), y), _Surd(1, 0, d), G, where)
    (a, b) = entries[0]
    return Number.of(a) + Number.root(d, 2).times(b)


def _triangle(G: _Graph, diagonal: Any, apart: Any, edges: Sequence[Any]) -> list[list[Any]]:
    """The rows of a symmetric matrix from the diagonal on."""
    rows = [[diagonal] + [apart] * (G.size - 1 - v) for v in range(G.size)]
    for (v, w), entry in zip(G.edges, edges, strict=True):
        rows[min(v, w)][abs(v - w)] = entry
    return rows


def _check_definite(rows: list[list[Any]], one: Any, G: _Graph, where: str) -> None:
    """Refuse a symmetric matrix with a negative eigenvalue, by fraction-free elimination.

    Of a matrix without one, a row whose diagonal entry is zero is zero, and eliminating a row leaves another such
    matrix; the entries stay minors of the first one, so that all divisions come out even.
    """
    _refuse_long(rows, where)
    last = one
    for v in range(G.size):
        pivot, *rest = rows.pop(0)
        if pivot < 0 or (not pivot and any(rest)):
            sign = "negative" if pivot < 0 else "zero in a row that is not"
            raise Refused(f"{where} has a negative eigenvalue: pivot {v}, at vertex {G.name(v)}, is {sign}")
        if pivot:
            rows = [
                [(pivot * x - rest[i] * y) // last for x, y in zip(row, rest[i:], strict=True)]
                for i, row in enumerate(rows)
            ]
            last = pivot


def _refuse_long(rows: Sequence[Sequence[Any]], where: str) -> None:
    entries = (x for row in rows for entry in row for x in (entry[:2] if isinstance(entry, tuple) else (entry,)))
    longest = max(x.bit_length() for x in entries)
    if len(rows) * longest > MOST_BITS:
        raise Refused(f"{where} has {len(rows)} rows and entries of {longest} binary digits, too much to eliminate")


def _odd_cycle(G: _Graph, data: Any, where: str) -> _Shown:
    _fields(data, where, "order")
    n = G.size
    order = G.vertices(data["order"], f"{where}.order", n)
    if n < 3 or n % 2 == 0 or len(set(order)) < n:
        raise Refused(f"{where}.order does not name an odd number of vertices, at least 3, once each")
    for v, w in pairwise([*order, order[0]]):
        if not G.closed[v] >> w & 1:
            raise Refused(f"{where}.order passes from {G.name(v)} to {G.name(w)}, which are not adjacent")
    if len(G.edges) != n:
        raise Refused(f"{where} is about a cycle of {n} edges, but the graph has {len(G.edges)}")
    return _Shown(Number.odd_cycle(n), f"it is the odd cycle with {n} vertices, and so is its ϑ known", "theta")


def _rank(G: _Graph, data: Any, where: str) -> _Shown:
    _fields(data, where, "field,matrix")
    p, rows = _fitting_matrix(G, data, where)
    rank = _rank_mod(rows, p)
    return _Shown(Number.of(rank), f"a matrix over GF({p}) that fits it has rank {rank}", f"rank over GF({p})")


def _fitting_matrix(G: _Graph, data: Any, where: str) -> tuple[int, list[list[int]]]:
    """A matrix over a prime field: not zero on the diagonal, zero at distinct vertices that are not adjacent."""
    p = _integer(data["field"], f"{where}.field", 2, 10**4)
    if _factors(p) != [(p, 1)]:
        raise Refused(f"{where}.field is {p}, which is no prime")
    if G.size > MOST_ROWS:
        raise Refused(f"{where} is about {G.size} vertices; matrices with at most {MOST_ROWS} rows are eliminated")
    rows = []
    for v, listed in enumerate(_list(data["matrix"], f"{where}.matrix", G.size, G.size)):
        place = f"{where}.matrix[{v}]"
        row = [_integer(x, place, 0, p - 1) for x in _list(listed, place, G.size, G.size)]
        for w, x in enumerate(row):
            if (not x) if v == w else (x and not G.closed[v] >> w & 1):
                required = "not zero on the diagonal" if v == w else "zero at two vertices that are not adjacent"
                raise Refused(f"{place}[{w}] is {x}, at {G.name(v)} and {G.name(w)}; it must be {required}")
        rows.append(row)
    return p, rows


def _rank_mod(rows: list[list[int]], p: int) -> int:
    left, rank = [row for row in rows if any(row)], 0
    while left:
        pivot = left.pop()
        column = next(j for j, x in enumerate(pivot) if x)
        inverse = pow(pivot[column], -1, p)
        reduced = []
        for row in left:
            factor = row[column] * inverse % p
            reduced.append([(x - factor * y) % p for x, y in zip(row, pivot, strict=True)] if factor else row)
        left = [row for row in reduced if any(row)]
        rank += 1
    return rank


def _components(G: _Graph, data: Any, where: str) -> _Shown:
    shown = _all_parts(G, data, where)
    families = {each.family for each in shown}
    if len(families) > 1:
        raise Refused(f"{where} adds bounds of the kinds {', '.join(sorted(families))}; only bounds of one kind add up")
    total = sum((each.value for each in shown), Number({}))
    return _Shown(total, f"sum over {len(shown)} components ({_each(shown)})", families.pop())


def _all_parts(G: _Graph, data: Any, where: str) -> list[_Shown]:
    """The upper bounds of parts that contain every vertex."""
    parts = _parts(G, data, where, "upper")
    if sum(part.size for part, _, _ in parts) < G.size:
        named = {v for part in data["parts"] for v in part["vertices"]}
        missing = next(v for v in range(G.size) if v not in named)
        raise Refused(f"{where} leaves out vertex {G.name(missing)}; the parts must contain every vertex")
    return [_evidence(UPPER, part, inner, place) for part, inner, place in parts]


LOWER: Mapping[str, Way] = {"code": _code, "sum": _sum, "map": _map_from}
UPPER: Mapping[str, Way] = {
    "cover": _cover,
    "theta": _theta,
    "odd cycle": _odd_cycle,
    "rank": _rank,
    "map": _map_onto,
    "components": _components,
}


# --- statements ------------------------------------------------------------------------------------------------------


class _Channel(NamedTuple):
    """For every output the inputs that may lead to it."""

    groups: list[list[int]]


def _channel(G: _Graph, data: Any) -> _Channel:
    """A channel whose confusability graph is the graph."""
    _fields(data, "channel", "inputs,outputs,pairs")
    _integer(data["inputs"], "channel.inputs", G.size, G.size)
    groups: list[list[int]] = [[] for _ in range(_integer(data["outputs"], "channel.outputs", 1, MOST_VERTICES))]
    for i, pair in enumerate(_list(data["pairs"], "channel.pairs", MOST_VERTICES**2)):
        place = f"channel.pairs[{i}]"
        x, y = _list(pair, place, 2, 2)
        x, y = _integer(x, place, 0, G.size - 1), _integer(y, place, 0, len(groups) - 1)
        if x in groups[y]:
            raise Refused(f"{place} repeats the pair {[x, y]}")
        groups[y].append(x)
    closed = [0] * G.size
    for group in groups:
        bits = sum(1 << x for x in group)
        for x in group:
            closed[x] |= bits
    for x in range(G.size):
        if wrong := closed[x] ^ G.closed[x]:
            x2 = _positions(wrong)[0]
            if x == x2:
                raise Refused(f"channel has no output for the input {G.name(x)}")
            message = "share an output, but no" if closed[x] >> x2 & 1 else "share no output, but an"
            raise Refused(f"the inputs {G.name(x)} and {G.name(x2)} {message} edge of the graph joins them")
    return _Channel(groups)


def _independence(G: _Graph, data: Any, where: str, _: _Channel | None) -> str:
    """The number of words ≤ α(G^k) ≤ the upper bound."""
    _fields(data, where, "power,words,at most")
    k = _integer(data["power"], f"{where}.power", 1, MOST_LETTERS)
    words = _words(G, data["words"], f"{where}.words", k)
    most, reason = _at_most(G, data["at most"], f"{where}.at most", k)
    if most < len(words):
        raise Refused(f"{where} has {len(words)} words, more than its upper bound {_ratio_text(most)}")
    if most == len(words):
        return f"independence: α(G^{k}) = {most}, by that many words and {reason}"
    return f"independence: {len(words)} ≤ α(G^{k}) ≤ {_ratio_text(most)}, by that many words and {reason}"


def _at_most(G: _Graph, data: Any, where: str, k: int) -> tuple[int, str]:
    kind = data.get("kind") if isinstance(data, Mapping) else None
    if kind == "floors":
        return _floors(G, data, where, k)
    if kind == "search":
        return _searched(G, data, where, k)
    if kind != "power":
        raise Refused(f"{where} is of the kind {_said(kind)}; known are floors, power, search")
    _fields(data, where, "upper")
    shown = _evidence(UPPER, G, data["upper"], f"{where}.upper")
    return int(shown.value.bounds()[1] ** k), f"no more than {shown.value} to the power of {k}: {shown.words}"


def _searched(G: _Graph, data: Any, where: str, k: int) -> tuple[int, str]:
    """No set has one word more, by a search here; (0, …, 0) is in it if symmetries take it to every word."""
    _fields(data, where, "most,symmetries")
    size = G.size**k
    if size > MOST_SEARCHED:
        raise Refused(f"{where} asks for a search among {size} words; at most {MOST_SEARCHED} are searched here")
    most = _integer(data["most"], f"{where}.most", 1, size)
    near = [1]
    for _ in range(k):
        near = [sum(closed << G.size * i for i in _positions(around)) for around in near for closed in G.closed]
    everything = (1 << size) - 1
    if _is_transitive(G, data["symmetries"], f"{where}.symmetries"):
        found = _Exhaustion(near).has(everything & ~near[0], most)
    else:
        found = _Exhaustion(near).has(everything, most + 1)
    if found:
        raise Refused(f"{where} says that there are at most {most} words, but there are more")
    return most, f"an exhaustive search for {most + 1}"


def _is_transitive(G: _Graph, data: Any, where: str) -> bool:
    """Whether the symmetries, each checked, take vertex 0 to every vertex."""
    turns = []
    for i, images in enumerate(_list(data, where, MOST_VERTICES)):
        turn = G.vertices(images, f"{where}[{i}]", G.size)
        moved = [_bits((turn[w] for w in _positions(closed)), G.size) for closed in G.closed]
        if len(set(turn)) < G.size or any(G.closed[turn[v]] != moved[v] for v in range(G.size)):
            raise Refused(f"{where}[{i}] is no symmetry of the graph")
        turns.append(turn)
    reached, frontier = {0}, [0]
    while frontier:
        v = frontier.pop()
        new = {turn[v] for turn in turns} - reached
        reached |= new
        frontier += new
    return len(reached) == G.size


class _Exhaustion:
    """A search through all sets of words that are not confusable, cut short where too few cliques are left."""

    def __init__(self, near: Sequence[int]) -> None:
        self.near, self.left = near, MOST_BRANCHES

    def has(self, candidates: int, size: int) -> bool:
        """Whether so many of the candidates are pairwise not confusable."""
        if size <= 0:
            return True
        self.left -= 1
        if self.left < 0:
            raise Refused(f"the search was given up after {MOST_BRANCHES} branches")
        for v, cliques in reversed(self._covered(candidates)):
            if cliques < size:
                return False
            if self.has(candidates & ~self.near[v], size - 1):
                return True
            candidates &= ~(1 << v)
        return False

    def _covered(self, candidates: int) -> list[tuple[int, int]]:
        """The candidates clique by clique, each with the number of cliques up to its own."""
        order, cliques = [], 0
        while candidates:
            cliques += 1
            fitting = candidates
            while fitting:
                lowest = fitting & -fitting
                v = lowest.bit_length() - 1
                order.append((v, cliques))
                candidates ^= lowest
                fitting &= self.near[v] & ~lowest
        return order


def _floors(G: _Graph, data: Any, where: str, k: int) -> tuple[int, str]:
    """α(G^j) ≤ ⌊α*(G) α(G^(j-1))⌋, step by step."""
    _fields(data, where, "cover,bounds", "from")
    cover = data["cover"]
    shown = _evidence({"cover": _cover}, G, cover, f"{where}.cover")
    number, before, start, words = shown.value.terms[()], 1, 0, ""
    if "from" in data:
        start, before, words = _start(G, data["from"], f"{where}.from", k)
    for j, bound in enumerate(_list(data["bounds"], f"{where}.bounds", k - start, k - start)):
        least = int(number * before)
        if _long_integer(bound, f"{where}.bounds[{j}]") < least:
            raise Refused(
                f"{where}.bounds[{j}] is {_said(bound)}; it must be at least "
                f"⌊{_ratio_text(number)} · {_ratio_text(before)}⌋ = {_ratio_text(least)}"
            )
        before = _long_integer(bound, f"{where}.bounds[{j}]")
    return before, f"α(G^j) ≤ ⌊{_ratio_text(number)} α(G^(j-1))⌋, step by step{words}"


def _start(G: _Graph, data: Any, where: str, k: int) -> tuple[int, int, str]:
    """A power below the k-th from which the steps start, and its upper bound."""
    _fields(data, where, "power,at most")
    j = _integer(data["power"], f"{where}.power", 1, k - 1)
    most, reason = _at_most(G, data["at most"], f"{where}.at most", j)
    return j, most, f" from α(G^{j}) ≤ {_ratio_text(most)}, by {reason}"


def _feedback(G: _Graph, data: Any, where: str, channel: _Channel | None) -> str:
    """Shannon: 2^C₀F = α*(R) when two inputs are not confusable, and C₀F = 0 otherwise."""
    _fields(data, where, "weights,prices")
    if channel is None:
        raise Refused(f"{where} is about feedback, which needs the field 'channel'")
    listed = _list(data["weights"], f"{where}.weights", G.size, G.size)
    weights = [_positive(p, f"{where}.weights[{x}]") for x, p in enumerate(listed)]
    m = len(channel.groups)
    prices = [
        _positive(u, f"{where}.prices[{y}]") for y, u in enumerate(_list(data["prices"], f"{where}.prices", m, m))
    ]
    paid = [Fraction(0)] * G.size
    for y, group in enumerate(channel.groups):
        if (load := sum(weights[x] for x in group)) > 1:
            raise Refused(f"{where}.weights put {_ratio_text(load)} on output {y}, which is more than 1")
        for x in group:
            paid[x] += prices[y]
    if (short := next((x for x in range(G.size) if paid[x] < 1), None)) is not None:
        raise Refused(
            f"{where}.prices give input {G.name(short)} only {_ratio_text(paid[short])}, which is less than 1"
        )
    if sum(weights) != sum(prices):
        raise Refused(
            f"{where}.weights sum to {_ratio_text(sum(weights))}, but its prices to {_ratio_text(sum(prices))}"
        )
    if all(closed == (1 << G.size) - 1 for closed in G.closed):
        return "feedback: all inputs are pairwise confusable, so C₀F = 0"
    return f"feedback: 2^C₀F = α*(R) = {_ratio_text(sum(weights))}, by weights and prices of equal sum"


def _positive(value: Any, where: str) -> Fraction:
    number = _fraction(value, where)
    if number < 0:
        raise Refused(f"{where} is {_ratio_text(number)}; it must be at least 0")
    return number


def _minrank(G: _Graph, data: Any, where: str, _: _Channel | None) -> str:
    """The rank is that of the matrix, and there is a proof that no matrix of smaller rank fits."""
    _fields(data, where, "field,rank,matrix,fewer")
    p, rows = _fitting_matrix(G, data, where)
    rank = _integer(data["rank"], f"{where}.rank", 1, G.size)
    if (found := _rank_mod(rows, p)) != rank:
        raise Refused(f"{where}.matrix has rank {found}, not {rank}")
    _check_no_matrix(G, (p, rank - 1), data["fewer"], f"{where}.fewer")
    return f"minrank: {rank} is the smallest rank over GF({p}) of a matrix that fits the graph, by a proof of clauses"


def _beside(name: str) -> Any:
    """A module from the folder of this file."""
    spec = spec_from_file_location(name, Path(__file__).with_name(f"{name}.py"))
    if spec is None or spec.loader is None:
        raise ImportError(name)
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def _check_no_matrix(G: _Graph, field_and_rank: tuple[int, int], fewer: Any, where: str) -> None:
    """Refuse when the proof does not show that no matrix of at most this rank fits."""
    _fields(fewer, where, "set,proof")
    independent = G.vertices(fewer["set"], f"{where}.set")
    proof = _list(fewer["proof"], f"{where}.proof", MOST_CHARACTERS)
    try:
        if __package__:
            from exactpriv.capacity import drup
        else:  # the file runs alone, beside the other, whatever Python is told to ignore
            drup = _beside("drup")
    except (ImportError, OSError):
        raise Refused(f"{where} is a proof of clauses, which drup.py checks; put that file beside this one") from None
    try:
        drup.check_no_matrix(G.size, G.edges, *field_and_rank, independent, proof)
    except drup.Unproved as error:
        raise Refused(f"{where} does not show that the rank is more than {field_and_rank[1]}: {error}") from None


def _union(G: _Graph, data: Any, where: str, _: _Channel | None) -> str:
    """Θ(G + H) > Θ(G) + Θ(H), by a lower bound for the union and an upper bound for each part."""
    _fields(data, where, "lower,parts")
    lower = _evidence(LOWER, G, data["lower"], f"{where}.lower")
    shown = _all_parts(G, {"parts": data["parts"]}, where)
    total = sum((each.value for each in shown), Number({}))
    if lower.value.bounds()[0] <= total.bounds()[1]:
        raise Refused(f"{where}: the lower bound {lower.value} does not exceed the sum {total} of the upper bounds")
    sizes = " + ".join(str(each.value) for each in shown)
    return f"union: {lower.words}, so Θ ≥ {lower.value} > {sizes} ≥ the sum over {len(shown)} parts ({_each(shown)})"


Statement = Callable[[_Graph, Any, str, _Channel | None], str]
STATEMENTS: Mapping[str, Statement] = {
    "independence": _independence,
    "minrank": _minrank,
    "feedback": _feedback,
    "union": _union,
}


# --- certificates ----------------------------------------------------------------------------------------------------


def check(certificate: str | Mapping[str, Any]) -> list[str]:
    """What a certificate, as JSON text or as a table, is verified to show; ``Refused`` names what fails.

    >>> pentagon = {"vertices": 5, "edges": [[0, 1], [1, 2], [2, 3], [3, 4], [4, 0]]}
    >>> words = [[0, 0], [1, 2], [2, 4], [3, 1], [4, 3]]
    >>> lower = {"kind": "code", "length": 2, "words": words}
    >>> upper = {"kind": "odd cycle", "order": [0, 1, 2, 3, 4]}
    >>> for sentence in check({"format": FORMAT, "graph": pentagon, "lower": lower, "upper": upper}):
    ...     print(sentence)
    lower: 5 words of length 2, no two confusable: Θ ≥ √5 ≈ 2.236068
    upper: it is the odd cycle with 5 vertices, and so is its ϑ known: Θ ≤ √5 ≈ 2.236068
    exact: Θ = √5 ≈ 2.236068
    >>> words[1] = [1, 1]
    >>> check({"format": FORMAT, "graph": pentagon, "lower": lower, "upper": upper})
    Traceback (most recent call last):
        ...
    exactpriv.capacity.checker.Refused: lower.words[0] = (0, 0) and lower.words[1] = (1, 1) are confusable
    """
    data = _read(certificate) if isinstance(certificate, str) else certificate
    if not isinstance(data, Mapping) or data.get("format") != FORMAT:
        given = _said(data.get("format")) if isinstance(data, Mapping) else _said(data)
        raise Refused(f"the format is {given}; this program checks {FORMAT!r}")
    _fields(data, "the certificate", "format,graph", "labels,channel,lower,upper,statements")
    G = _graph(data["graph"], "graph", data.get("labels", ...))
    channel = _channel(G, data["channel"]) if "channel" in data else None
    lower = _evidence(LOWER, G, data["lower"], "lower") if "lower" in data else None
    upper = _evidence(UPPER, G, data["upper"], "upper") if "upper" in data else None
    sentences = _bounds_in_words(lower, upper)
    for i, statement in enumerate(_list(data.get("statements", []), "statements", MOST_VERTICES)):
        sentences.append(_statement(G, statement, f"statements[{i}]", channel))
    if not sentences:
        raise Refused("the certificate shows nothing: it has no field 'lower', 'upper' or 'statements'")
    return sentences


def _statement(G: _Graph, data: Any, where: str, channel: _Channel | None) -> str:
    kind = data.get("kind") if isinstance(data, Mapping) else None
    if not isinstance(kind, str) or kind not in STATEMENTS:
        raise Refused(f"{where} is of the kind {_said(kind)}; known are {', '.join(STATEMENTS)}")
    return STATEMENTS[kind](G, data, where, channel)


def _bounds_in_words(lower: _Shown | None, upper: _Shown | None) -> list[str]:
    sentences = []
    if lower:
        sentences.append(f"lower: {lower.words}: Θ ≥ {lower.value}{lower.value.decimal()}")
    if upper:
        sentences.append(f"upper: {upper.words}: Θ ≤ {upper.value}{upper.value.decimal()}")
    if lower and upper:
        if lower.value.bounds()[0] > upper.value.bounds()[1]:
            raise Refused("the lower bound exceeds the upper bound; please report this, for one of the checks is wrong")
        if lower.value == upper.value:
            sentences.append(f"exact: Θ = {lower.value}{lower.value.decimal()}")
    return sentences


def _read(text: str) -> Any:
    """JSON without floats, repeated fields or anything too long or too deep."""
    if len(text) > MOST_CHARACTERS:
        raise Refused(f"the certificate has {len(text)} characters; at most {MOST_CHARACTERS} are read")
    try:
        return json.loads(
            text, object_pairs_hook=_once, parse_float=_no_float, parse_constant=_no_float, parse_int=_short_integer
        )
    except json.JSONDecodeError as error:
        raise Refused(f"line {error.lineno}, column {error.colno}: this is not JSON ({error.msg})") from None
    except RecursionError:
        raise Refused("the certificate is nested too deep to be read") from None


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    table = dict(pairs)
    if len(table) < len(pairs):
        names = [name for name, _ in pairs]
        repeated = next(name for i, name in enumerate(names) if name in names[:i])
        raise Refused(f"the field {_said(repeated)} stands twice in one table")
    return table


def _no_float(text: str) -> Any:
    raise Refused(f'the certificate holds {text:.40}; write integers, and fractions as text such as "7/2"')


def _short_integer(text: str) -> int:
    if len(text) > MOST_DIGITS:
        raise Refused(f"an integer has {len(text)} digits; at most {MOST_DIGITS} are read")
    return int(text)


def check_file(path: str) -> list[str]:
    """What the certificate in a file is verified to show; ``Refused`` names what fails."""
    try:
        with open(path, encoding="utf-8") as file:  # noqa: PTH123 - a path is all that is needed
            text = file.read(MOST_CHARACTERS + 1)
    except UnicodeDecodeError:
        raise Refused(f"{path} is not UTF-8 text") from None
    return check(text)


def main(arguments: Sequence[str]) -> int:
    """Check the files that are named; the exit code is 0 when all are verified, 1 when one is refused."""
    if not arguments:
        sys.stderr.write("usage: python checker.py FILE …\n")
        return 2
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="replace")  # a terminal without Θ still shows the rest
    for path in arguments:
        try:
            sentences = check_file(path)
        except (Refused, OSError) as error:
            sys.stderr.write(f"{path}: refused: {error}\n")
            return 1
        sys.stdout.write("".join(f"{path}: verified {sentence}\n" for sentence in sentences))
    return 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
