"""Proofs that no matrix of a given rank fits a graph, checked with the standard library alone.

A matrix B over GF(p) fits a graph when its diagonal has no zero and B[i][j] = 0 for all distinct vertices i, j that
are not adjacent. That some matrix of rank at most r fits is a formula in clauses, which this module writes by itself
from the graph; that none does is a list of clauses that ends in the empty one, each of which follows from the formula
and the earlier ones by *unit propagation*: assume that all its literals are false, take what the clauses with a
single literal left force, and meet a contradiction.

Main definitions: :func:`check_no_matrix`; :func:`rank_formula`, :func:`check_proof`; :class:`Unproved`.

Conventions: proof lines are text as solvers write it ("drup"): ``3 -5 0`` adds the clause x₃ ∨ ¬x₅, ``d 3 -5 0``
deletes it, and the last line, ``0``, adds the empty clause. Deleting only forgets: what followed before stays.

The formula. After scaling its columns, B = U·Vᵀ with n × r matrices U, V and B[j][j] = 1. For an independent set
s₀, s₁, … of at most r vertices the rows of U and of V at s_k may both be taken as the unit vector e_k: the rows
u_s are linearly independent, since B is diagonal there, so a change of basis (U·T, V·T⁻ᵀ) makes them unit vectors;
then v_s agrees with its unit vector in the first coordinates, and T = [[I, 0], [C, I]] with the right C, which leaves
the u_s alone, clears the other coordinates. So no matrix is lost. If the set has more than r vertices, B has a
diagonal part of rank more than r and nothing is left to prove.

- *Pairs* are all (i, j) with i = j or i, j not adjacent, in lexicographic order; pair number q asks that
  u_i·v_j is 1 if i = j and 0 if not.
- *Entries* are numbered: U[i][k] is i·r + k, V[j][k] is n·r + j·r + k, and the partial sum
  S[q][k] = U[i][0]·V[j][0] + … + U[i][k]·V[j][k] is 2·n·r + q·r + k.
- *Literals*: for p = 2, "entry e is 1" is e + 1 and "entry e is 0" its negation; otherwise "entry e is c" is the
  variable e·p + c + 1.
- *Clauses*: (1) for p > 2, every entry has a value (one clause), and not two (one for each two values);
  (2) U[s_k][l] and V[s_k][l] are 1 if k = l and 0 if not (one clause of one literal each); (3) for every pair,
  every k and every value c of S[q][k-1] (only c = 0, not mentioned, when k = 0):
  "S[q][k-1] ≠ c or U[i][k] ≠ 0 or S[q][k] = c", the same with V[j][k], and for all a, b ≠ 0
  "S[q][k-1] ≠ c or U[i][k] ≠ a or V[j][k] ≠ b or S[q][k] = c + a·b"; (4) S[q][r-1] is what pair q asks.

Reference: [haemers1979shannon] for the matrices; the propagation is the usual one with two watched literals.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

Clause = tuple[int, ...]

MOST_CLAUSES = 1_000_000
"""Larger formulas are refused."""


class Unproved(ValueError):  # noqa: N818 - it says what the list of clauses is
    """A list of clauses does not prove what it is said to prove."""


def check_no_matrix(  # noqa: PLR0913, PLR0917 - a graph, what is asked, and the evidence are two each
    vertices: int,
    edges: Iterable[Sequence[int]],
    field: int,
    rank: int,
    independent: Sequence[int],
    proof: Iterable[str],
) -> None:
    """Return if no matrix over GF(field) of at most this rank fits the graph, by an independent set and a proof.

    >>> pentagon = [(0, 1), (1, 2), (2, 3), (3, 4), (0, 4)]
    >>> check_no_matrix(5, pentagon, field=2, rank=2, independent=[0, 2], proof=["0"])
    >>> check_no_matrix(5, pentagon, field=2, rank=3, independent=[0, 2], proof=["0"])
    Traceback (most recent call last):
        ...
    exactpriv.capacity.drup.Unproved: line 1 of the proof, '0', does not follow by unit propagation

    An independent set with more vertices than the rank needs no proof. Everything else raises ``Unproved``.
    """
    joined = {frozenset(edge) for edge in edges}
    _check_question(vertices, field, rank)
    _check_independent(vertices, joined, independent)
    if len(independent) <= rank:
        check_proof(rank_formula(vertices, joined, field, rank, independent), proof)


def _check_question(vertices: int, field: int, rank: int) -> None:
    if any(type(number) is not int for number in (vertices, field, rank)) or vertices < 1 or rank < 0:
        message = f"{vertices!r} vertices, field {field!r}, rank {rank!r}: give integers, at least 1, 2 and 0"
        raise Unproved(message)
    if field < 2 or any(field % d == 0 for d in range(2, min(field, 1000))) or field > 1000:
        raise Unproved(f"the field has {field} elements; give a prime below 1000")


def _check_independent(vertices: int, joined: set[frozenset[int]], independent: Sequence[int]) -> None:
    if not independent:
        raise Unproved("the independent set is empty; give at least one vertex")
    for place, v in enumerate(independent):
        if type(v) is not int or not 0 <= v < vertices:
            raise Unproved(f"{v!r} of the independent set is no vertex; they are 0, …, {vertices - 1}")
        if v in independent[:place]:
            raise Unproved(f"vertex {v} stands twice in the independent set")
        neighbor = next((w for w in independent[:place] if frozenset((v, w)) in joined), None)
        if neighbor is not None:
            raise Unproved(f"vertices {neighbor} and {v} of the independent set are adjacent")


# --- the formula -----------------------------------------------------------------------------------------------------


def rank_formula(
    vertices: int, joined: set[frozenset[int]], field: int, rank: int, independent: Sequence[int]
) -> Iterator[Clause]:
    """The clauses of the module docstring, which hold together exactly when a matrix of at most this rank fits.

    >>> list(rank_formula(1, set(), field=2, rank=1, independent=[0]))
    [(1,), (2,), (1, -3), (2, -3), (-1, -2, 3), (3,)]
    """
    pairs = [(i, j) for i in range(vertices) for j in range(vertices) if i == j or frozenset((i, j)) not in joined]
    entries = (2 * vertices + len(pairs)) * rank
    if clause_count(entries, len(pairs) * rank, field) > MOST_CLAUSES:
        raise Unproved(f"the formula has more than {MOST_CLAUSES:,} clauses; rank {rank} is not checked")
    if field > 2:
        for first in range(1, entries * field, field):
            yield tuple(range(first, first + field))
            yield from ((-x, -y) for x in range(first, first + field) for y in range(first, x))
    columns = vertices * rank
    for k, s in enumerate(independent):
        for coordinate in range(rank):
            value = 1 if coordinate == k else 0
            yield (_is(s * rank + coordinate, value, field),)
            yield (_is(columns + s * rank + coordinate, value, field),)
    for q, (i, j) in enumerate(pairs):
        for k in range(rank):
            yield from _step(i * rank + k, columns + j * rank + k, 2 * columns + q * rank + k, field, first=k == 0)
        yield (_is(2 * columns + q * rank + rank - 1, 1 if i == j else 0, field),)


def clause_count(entries: int, steps: int, field: int) -> int:
    """The number of clauses of kinds (1) and (3), nearly."""
    values = entries * (1 + field * (field - 1) // 2) if field > 2 else 0
    return values + steps * field * (2 + (field - 1) ** 2)


def _is(entry: int, value: int, field: int) -> int:
    """The literal "entry is value"."""
    if field == 2:
        return entry + 1 if value else -entry - 1
    return entry * field + value + 1


def _step(u: int, v: int, total: int, field: int, *, first: bool) -> Iterator[Clause]:
    """The sum before, plus u·v, is the total."""
    for before in [0] if first else range(field):
        condition = () if first else (-_is(total - 1, before, field),)
        unchanged = _is(total, before, field)
        yield (*condition, -_is(u, 0, field), unchanged)
        yield (*condition, -_is(v, 0, field), unchanged)
        for a in range(1, field):
            for b in range(1, field):
                after = _is(total, (before + a * b) % field, field)
                yield (*condition, -_is(u, a, field), -_is(v, b, field), after)


# --- the proof -------------------------------------------------------------------------------------------------------


def check_proof(clauses: Iterable[Sequence[int]], proof: Iterable[str]) -> int:
    """The number of added clauses of a proof that the clauses contradict each other; a wrong one raises ``Unproved``.

    >>> check_proof([(1, 2), (1, -2), (-1, 2), (-1, -2)], ["1 0", "0"])
    2
    >>> check_proof([(1, 2), (1, -2), (-1, 2)], ["1 0", "0"])
    Traceback (most recent call last):
        ...
    exactpriv.capacity.drup.Unproved: line 2 of the proof, '0', does not follow by unit propagation
    """
    known = _Clauses([tuple(dict.fromkeys(clause)) for clause in clauses])
    added, line, literals = 0, "", [0]
    for number, line in enumerate(proof, 1):
        place = f"line {number} of the proof, {line!r:.60},"
        if not literals:
            raise Unproved(f"{place} stands after the empty clause; a proof ends with it")
        deletes, literals = _read(line, place, known.variables)
        if deletes:
            known.forget(literals, place)
            literals = [0]
        else:
            if not known.force(literals):
                raise Unproved(f"{place} does not follow by unit propagation")
            known.add(literals)
            added += 1
    if literals:
        raise Unproved("the proof does not end in the empty clause, the line '0'")
    return added


def _read(line: str, place: str, variables: int) -> tuple[bool, list[int]]:
    """Whether a line deletes, and its clause."""
    words = line.split() if isinstance(line, str) else []
    deletes = words[:1] == ["d"]
    numbers = words[deletes:]
    if numbers[-1:] != ["0"] or not all(word.lstrip("-").isdecimal() and len(word) < 12 for word in numbers):
        raise Unproved(f"{place} is no clause; write literals and 0, such as '3 -5 0' or 'd 3 -5 0'")
    try:
        literals = list(dict.fromkeys(map(int, numbers[:-1])))
    except ValueError:
        raise Unproved(f"{place} is no clause; write literals and 0, such as '3 -5 0' or 'd 3 -5 0'") from None
    stray = next((x for x in literals if not 0 < abs(x) <= variables), None)
    if stray is not None:
        raise Unproved(f"{place} has the literal {stray}, but the variables are 1, …, {variables}")
    return deletes, literals


class _Clauses:
    """Clauses with two watched literals each, and what their unit clauses force for good.

    Lists are indexed by literals: the negative ones count from the end.
    """

    def __init__(self, clauses: Sequence[Sequence[int]]) -> None:
        self.variables = max((abs(x) for clause in clauses for x in clause), default=0)
        self.value = [0] * (2 * self.variables + 1)  # 1 for a true literal, -1 for a false one
        self.watchers: list[list[list[int]]] = [[] for _ in self.value]
        self.stored: dict[Clause, list[list[int]]] = {}
        self.trail: list[int] = []  # true literals, in the order they became so
        self.done = 0  # how many of them have been propagated
        self.contradictory = False
        for clause in clauses:
            self.add(clause)

    def add(self, literals: Sequence[int]) -> None:
        """Take in a clause that holds, and what it forces."""
        clause = sorted(literals, key=lambda x: self.value[x] < 0)  # those that are not false come first
        self.stored.setdefault(tuple(sorted(literals)), []).append(clause)
        if len(clause) > 1:
            self.watchers[clause[0]].append(clause)
            self.watchers[clause[1]].append(clause)
        if not clause or self.value[clause[0]] < 0:
            self.contradictory = True
        elif len(clause) == 1 or self.value[clause[1]] < 0:
            self._assume(clause[0])
            self.contradictory |= not self._propagate()

    def forget(self, literals: Sequence[int], place: str) -> None:
        """Drop a clause."""
        same = self.stored.get(tuple(sorted(literals)))
        if not same:
            raise Unproved(f"{place} deletes a clause that is not there")
        same.pop().clear()

    def force(self, literals: Sequence[int]) -> bool:
        """Whether a contradiction follows when all the literals are false."""
        if self.contradictory or any(self.value[x] > 0 for x in literals):
            return True
        level = len(self.trail)
        consistent = all(self._assume(-x) for x in literals) and self._propagate()
        for x in self.trail[level:]:
            self.value[x] = self.value[-x] = 0
        del self.trail[level:]
        self.done = level
        return not consistent

    def _assume(self, x: int) -> bool:
        """Make a literal true, unless it is false."""
        if self.value[x] == 0:
            self.value[x], self.value[-x] = 1, -1
            self.trail.append(x)
        return self.value[x] > 0

    def _propagate(self) -> bool:
        """Take the consequences of the true literals; whether there was no contradiction."""
        while self.done < len(self.trail):
            if not self._visit(-self.trail[self.done]):
                return False
            self.done += 1
        return True

    def _visit(self, false: int) -> bool:
        """Find every clause that watches a literal, now false, another one to watch, or take what it forces."""
        value, watchers = self.value, self.watchers
        watching, watchers[false] = watchers[false], []
        kept = watchers[false]
        for place, clause in enumerate(watching):
            if not clause:  # it was deleted
                continue
            if clause[0] == false:
                clause[0], clause[1] = clause[1], false
            if value[clause[0]] <= 0:
                for i in range(2, len(clause)):
                    if value[clause[i]] >= 0:
                        clause[1], clause[i] = clause[i], false
                        watchers[clause[1]].append(clause)
                        break
                else:
                    kept.append(clause)
                    if not self._assume(clause[0]):
                        kept.extend(watching[place + 1 :])
                        return False
                continue
            kept.append(clause)
        return True
