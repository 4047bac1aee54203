"""Haemers' bound against all fitting matrices of small graphs, and proofs that no smaller rank fits."""

import random
from functools import cache
from importlib import import_module
from itertools import combinations, product

import networkx as nx
import pytest

from exactpriv.capacity import checker, drup
from exactpriv.capacity.clock import Clock
from exactpriv.capacity.graphs import Graph, disjoint_union
from exactpriv.capacity.listing import graphs_up_to_names
from exactpriv.capacity.minrank import Matrix, MinRank, NoMatrix, find_matrix, minrank, rank_over
from exactpriv.capacity.named import complement_of_cycle, complete, cycle, empty, petersen, schlaefli_complement
from exactpriv.errors import CertificateError, OutsideRangeError, SizeError

module = import_module("exactpriv.capacity.minrank")  # the package offers the function of that name

NAMED = {
    "C5": (cycle(5), 3),
    "C7": (cycle(7), 4),
    "C9": (cycle(9), 5),
    "complement of C7": (complement_of_cycle(7), 3),
    "complement of C9": (complement_of_cycle(9), 3),
    "Petersen": (petersen(), 5),
    "complement of Schläfli": (schlaefli_complement(), 7),
    "K4": (complete(4), 1),
    "four lone vertices": (empty(4), 4),
}


@cache
def proved(name, field):
    """The least rank of a named graph, with its proof."""
    return minrank(NAMED[name][0], field)


def independence_number(G):
    """α(G) by all subsets."""
    return max(k for k in range(1, len(G) + 1) if any(map(G.is_independent, combinations(range(len(G)), k))))


def fits_with_rank(G, p, r):
    """Whether a matrix of rank at most r fits: row after row, the spaces that the rows so far can span."""
    spaces = {()}
    for v in range(len(G)):
        entries = [range(p) if G.are_adjacent(v, w) else [int(v == w)] for w in range(len(G))]
        spaces = {extended(space, row, p) for space in spaces for row in product(*entries)}
        spaces = {space for space in spaces if len(space) <= r}
    return bool(spaces)


@cache
def extended(space, row, p):
    """The space that is spanned by a space and one more vector; spaces are given by their reduced bases."""
    for pivot in space:
        row = minus(row, pivot, row[lead(pivot)], p)
    if not any(row):
        return space
    row = tuple(pow(row[lead(row)], -1, p) * x % p for x in row)
    return tuple(sorted([row, *(minus(other, row, other[lead(row)], p) for other in space)]))


def minus(row, pivot, c, p):
    """Row - c·pivot."""
    return tuple((x - c * y) % p for x, y in zip(row, pivot, strict=True))


def lead(row):
    """The first place that is not zero."""
    return next(i for i, x in enumerate(row) if x)


def checked(G, statement):
    """What the checker says to one statement on a graph."""
    graph = {"vertices": len(G), "edges": [list(edge) for edge in G.edges()]}
    return checker.check({"format": checker.FORMAT, "graph": graph, "statements": [statement]})


# --- ranks -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("p", "n"), [(2, 5), (3, 4), (5, 3), pytest.param(3, 5, marks=pytest.mark.slow)])
def test_least_rank_is_that_of_all_fitting_matrices(p, n):
    """min rank B over all B that fit, for every graph of few vertices."""
    for G in graphs_up_to_names(n):
        assert minrank(G, p).rank == next(r for r in range(1, n + 1) if fits_with_rank(G, p, r))


@pytest.mark.parametrize(
    "name", ["C7", "complement of C7", "C9", pytest.param("complement of C9", marks=pytest.mark.slow)]
)
def test_named_ranks_are_those_of_all_fitting_matrices(name):
    """No matrix over GF(2) of smaller rank fits, by enumeration."""
    G, rank = NAMED[name]
    assert not fits_with_rank(G, 2, rank - 1)


@pytest.mark.parametrize("p", [2, 3])
@pytest.mark.parametrize("name", NAMED)
def test_named_ranks(name, p):
    """The ranks of specification tables, each with a proof that no smaller one fits."""
    found = proved(name, p)
    assert (found.rank, found.minimal) == (NAMED[name][1], True)
    found.verify()


def test_lines_on_a_cubic_surface_beat_theta():
    """A - I has rank 7 over GF(2), 3, 5, 7 and 11: Θ ≤ 7 < ϑ = 9."""
    G = schlaefli_complement()
    n = range(len(G))
    rows = [[-1 if v == w else int(G.are_adjacent(v, w)) for w in n] for v in n]
    assert [Matrix(G, p, tuple(tuple(x % p for x in row) for row in rows)).rank for p in (2, 3, 5, 7, 11)] == [7] * 5


def test_rank_over_is_that_of_the_checker():
    """rank over GF(p) of random matrices, deficient ones among them, by elimination in plain Python"""
    generator = random.Random(1979)
    for p in (2, 3, 5, 31):
        for _ in range(50):
            n, m, r = (generator.randint(1, 6) for _ in range(3))
            U, V = ([[generator.randrange(p) for _ in range(r)] for _ in range(size)] for size in (n, m))
            rows = [[sum(x * y for x, y in zip(u, v, strict=True)) for v in V] for u in U]
            assert rank_over(rows, p) == checker._rank_mod([[x % p for x in row] for row in rows], p)


def test_alpha_is_at_most_the_rank_and_the_rank_at_most_the_number_of_cliques():
    """α(G) ≤ rank ≤ χ(complement of G), over GF(2), 3 and 5."""
    for G in graphs_up_to_names(5):
        colors = nx.greedy_color(G.complement().to_networkx()).values()
        for p in (2, 3, 5):
            assert independence_number(G) <= minrank(G, p).rank <= max(colors) + 1


def test_rank_of_a_disjoint_union_is_the_sum():
    """minrank(G + H) = minrank(G) + minrank(H)."""
    for G, H in product([cycle(5), complete(2), complement_of_cycle(7)], repeat=2):
        assert minrank(disjoint_union(G, H), 2).rank == minrank(G, 2).rank + minrank(H, 2).rank


def test_every_rank_is_found_or_excluded():
    """A matrix of rank at most r is found exactly when r is at least the least rank; it fits by construction."""
    for G in graphs_up_to_names(4):
        for r in range(1, len(G) + 1):
            found = find_matrix(G, 3, r)
            if not fits_with_rank(G, 3, r):
                found.verify()
            else:
                assert found.rank <= r


def test_independent_sets_found_are_independent():
    """The set on which unit vectors are fixed is independent, and the largest one where it is small."""
    for G in graphs_up_to_names(6):
        chosen = module._independent_set(G, Clock())
        assert G.is_independent(chosen)
        assert len(chosen) == independence_number(G)


# --- bounds of time and size, bad input ------------------------------------------------------------------------------


def test_without_time_there_is_an_upper_bound():
    """No time: the best simple matrix, which is not said to be the least."""
    found = minrank(petersen(), 2, time_limit=0)
    assert found.rank >= 5
    assert not found.minimal
    assert repr(found) == f"MinRank({found.rank} over GF(2))"
    found.verify()
    with pytest.raises(CertificateError, match="is not proved to be the least; allow more time"):
        found.statement()


def test_time_between_looks_at_the_clock(monkeypatch):
    """The search goes on after each look at the clock, and its proof stays one."""
    monkeypatch.setattr(module, "CONFLICTS_BETWEEN_LOOKS", 1)
    fewer = find_matrix(petersen(), 3, 4, time_limit=60)
    assert len(fewer.proof) > 5
    fewer.verify()


def test_large_formulas_are_not_written(monkeypatch):
    """Too many clauses: SizeError from the search for one rank, an upper bound from the search for the least."""
    monkeypatch.setattr(drup, "MOST_CLAUSES", 100)
    with pytest.raises(SizeError, match="at most 100 are written"):
        find_matrix(cycle(7), 2, 3)
    assert not minrank(cycle(7), 2).minimal


@pytest.mark.parametrize("field", [0, 1, 4, 9, 37, "2"])
def test_fields_are_prime(field):
    """Only GF(p) with a small prime p."""
    with pytest.raises(OutsideRangeError, match="give a prime number up to 31"):
        minrank(cycle(5), field)


@pytest.mark.parametrize(
    ("rows", "message"),
    [
        (((1, 0), (0, 2)), r"entry \(1, 1\) is zero over GF\(2\)"),
        (((1, 1), (0, 1)), r"entry \(0, 1\) is 1, but the vertices are not adjacent"),
        (((1, 0),), "does not have 2 rows of 2 entries"),
        (((1, 0), (1,)), "does not have 2 rows of 2 entries"),
    ],
)
def test_matrices_that_do_not_fit_are_refused(rows, message):
    """The entry that does not fit is named."""
    with pytest.raises(CertificateError, match=message):
        Matrix(empty(2), 2, rows)


# --- the formula -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("p", [2, 3, 5])
def test_both_formulas_are_the_same(p):
    """The formula that is solved and the one that is checked, written by different code, have the same clauses."""
    for G in [*graphs_up_to_names(4), cycle(7), petersen()]:
        chosen = module._independent_set(G, Clock())
        joined = {frozenset(edge) for edge in G.edges()}
        for r in range(len(chosen), len(chosen) + 2):
            ours = list(map(frozenset, module._formula(G, p, r, chosen, Clock())))
            theirs = list(map(frozenset, drup.rank_formula(len(G), joined, p, r, chosen)))
            assert set(ours) == set(theirs)
            assert len(ours) == len(theirs)


def test_formula_holds_exactly_when_a_matrix_fits():
    """Without any set fixed, the formula for rank 1 has a solution for each pair (U, V) with fitting product."""
    from pysat.solvers import Glucose4

    for G in graphs_up_to_names(3):
        n, joined = len(G), {frozenset(edge) for edge in G.edges()}
        with Glucose4(bootstrap_with=drup.rank_formula(n, joined, 2, 1, [])) as solver:
            solutions = sum(1 for _ in solver.enum_models())
        fitting = [
            (u, v)
            for u, v in product(product(range(2), repeat=n), repeat=2)
            if all(
                u[i] * v[j] == int(i == j) for i, j in product(range(n), repeat=2) if frozenset((i, j)) not in joined
            )
        ]
        assert solutions == len(fitting)


# --- proofs ----------------------------------------------------------------------------------------------------------


def formulas(count, seed):
    """Random formulas with up to six variables and clauses of up to three literals."""
    generator = random.Random(seed)
    for _ in range(count):
        n = generator.randint(2, 6)
        size = generator.randint(n, 6 * n)
        yield n, [random_clause(generator, n) for _ in range(size)]


def random_clause(generator, n):
    """Up to three literals of different variables."""
    return tuple(
        generator.choice([-1, 1]) * x for x in generator.sample(range(1, n + 1), generator.randint(1, min(n, 3)))
    )


def follows(clauses, clause):
    """Whether a contradiction is reached when all literals are false, by the definition of unit propagation."""
    true = {-x for x in clause}
    while True:
        left = [[x for x in c if -x not in true] for c in clauses if not true & {*c}]
        if any(not c for c in left) or any(-x in true for x in true):
            return True
        if not (forced := {c[0] for c in left if len(c) == 1}):
            return False
        true |= forced


def is_satisfiable(n, clauses):
    """By all assignments."""
    signs = product([-1, 1], repeat=n)
    return any(all(any(s[abs(x) - 1] * x > 0 for x in clause) for clause in clauses) for s in signs)


def solver_proof(clauses):
    """A solver's lines with all its deletions; None when it finds a solution."""
    from pysat.solvers import Glucose4

    with Glucose4(bootstrap_with=clauses, with_proof=True) as solver:
        if solver.solve():
            return None
        lines = solver.get_proof()
        return lines if lines[-1:] == ["0"] else [*lines, "0"]


def test_clauses_follow_by_unit_propagation():
    """Watched literals against the definition, also after clauses have been added."""
    generator, outcomes = random.Random(5), set()
    for n, clauses in formulas(300, seed=3):
        known = drup._Clauses(clauses)
        for _ in range(12):
            clause = random_clause(generator, n)
            assert known.force(clause) == follows(clauses, clause)
            outcomes.add(known.force(clause))
            if generator.random() < 0.3:
                clauses.append(clause)
                known.add(clause)
    assert outcomes == {True, False}


def test_no_proof_of_a_satisfiable_formula_is_accepted():
    """Random lines and the empty clause prove nothing about a formula that has a solution; solvers' proofs pass."""
    generator, contradictory = random.Random(7), 0
    for n, clauses in formulas(300, seed=11):
        lines = [" ".join(map(str, [*random_clause(generator, n), 0])) for _ in range(4)] + ["0"]
        if is_satisfiable(n, clauses):
            with pytest.raises(drup.Unproved, match=r"does not follow|has the literal"):
                drup.check_proof(clauses, lines)
        else:
            contradictory += 1
            assert drup.check_proof(clauses, solver_proof(clauses)) > 0
    assert contradictory > 50


def pigeons(n):
    """n + 1 pigeons in n holes, one in each."""
    nest = {(p, h): p * n + h + 1 for p in range(n + 1) for h in range(n)}
    homes = [tuple(nest[p, h] for h in range(n)) for p in range(n + 1)]
    return homes + [(-nest[p, h], -nest[q, h]) for h in range(n) for p, q in combinations(range(n + 1), 2)]


def test_long_proofs_with_deletions_are_checked():
    """The pigeonhole principle, whose proofs have a thousand lines."""
    lines = solver_proof(pigeons(6))
    assert len(lines) > 1000
    assert any(line.startswith("d") for line in lines)
    assert drup.check_proof(pigeons(6), lines) == sum(not line.startswith("d") for line in lines)
    assert drup.check_proof(pigeons(6), module._own_lines(lines)) > 500
    with pytest.raises(drup.Unproved, match="line 1 of the proof, '0', does not follow"):
        drup.check_proof(pigeons(6), ["0"])


PETERSEN = (10, petersen().edges(), 3, 4)


def petersen_evidence():
    """The set and the lines that show that rank 4 over GF(3) is too small for Petersen's graph."""
    fewer = proved("Petersen", 3).fewer
    return list(fewer.independent), list(fewer.proof)


@pytest.mark.parametrize(
    ("edit", "message"),
    [
        (lambda lines: lines[:-1], "does not end in the empty clause"),
        (lambda _: [], "does not end in the empty clause"),
        (lambda _: ["0"], "line 1 of the proof, '0', does not follow"),
        (lambda lines: lines[-3:], "line 1 of the proof, .* does not follow"),
        (lambda lines: [*lines, "1 0"], "stands after the empty clause"),
        (lambda lines: ["1 x 0", *lines], "line 1 of the proof, '1 x 0', is no clause"),
        (lambda lines: ["1 --2 0", *lines], "is no clause"),
        (lambda lines: ["1 2", *lines], "is no clause"),
        (lambda lines: ["", *lines], "is no clause"),
        (lambda lines: [17, *lines], "line 1 of the proof, 17, is no clause"),
        (lambda lines: ["1 0 2 0", *lines], "has the literal 0"),
        (lambda lines: ["99999999 0", *lines], "has the literal 99999999, but the variables are"),
        (lambda lines: ["d 1 2 3 4 5 0", *lines], "deletes a clause that is not there"),
        (lambda lines: [f"{-int(lines[0].split()[0])} 0", *lines], "line 1 of the proof, .* does not follow"),
    ],
)
def test_edited_proofs_are_refused(edit, message):
    """Every edit is refused, at the line that fails."""
    independent, lines = petersen_evidence()
    drup.check_no_matrix(*PETERSEN, independent, lines)
    with pytest.raises(drup.Unproved, match=message):
        drup.check_no_matrix(*PETERSEN, independent, edit(lines))


def test_no_edit_of_one_literal_proves_a_falsehood():
    """Any literal of any line with its sign changed: refused, or the lines still end in a correct proof."""
    independent, lines = petersen_evidence()
    refused = 0
    for number, line in enumerate(lines[:-1]):
        first, *rest = line.split()
        edited = [*lines[:number], " ".join([str(-int(first)), *rest]), *lines[number + 1 :]]
        try:
            drup.check_no_matrix(*PETERSEN, independent, edited)
        except drup.Unproved:
            refused += 1
    assert refused > len(lines) // 2


def test_proofs_for_other_questions_are_refused():
    """The lines for rank 4 prove nothing for rank 5, and nothing when an edge is added or the field is another."""
    independent, lines = petersen_evidence()
    n, edges, p, r = PETERSEN
    for other in [(n, edges, p, r + 1), (n, edges, 5, r), (n, [*combinations(range(n), 2)], p, r)]:
        chosen = independent if other[1] is edges else [0]  # only one vertex of a complete graph is independent
        with pytest.raises(drup.Unproved, match=r"does not follow|has the literal"):
            drup.check_no_matrix(*other, chosen, lines)


@pytest.mark.parametrize(
    ("independent", "message"),
    [
        ([0, 1], "vertices 0 and 1 of the independent set are adjacent"),
        ([0, 2, 0], "vertex 0 stands twice"),
        ([0, 5], "5 of the independent set is no vertex"),
        ([True, 3], "True of the independent set is no vertex"),
        (["0"], "'0' of the independent set is no vertex"),
        ([], "the independent set is empty"),
    ],
)
def test_sets_that_are_not_independent_are_refused(independent, message):
    """Unit vectors may only be fixed on an independent set."""
    with pytest.raises(drup.Unproved, match=message):
        drup.check_no_matrix(5, cycle(5).edges(), 2, 2, independent, ["0"])


@pytest.mark.parametrize(("n", "p", "r"), [(5, 4, 2), (5, 1, 2), (5, 2, -1), (0, 2, 1), (5, 2.0, 2), (5, 2003, 2)])
def test_questions_that_make_no_sense_are_refused(n, p, r):
    """A field is prime, and numbers are integers in range."""
    with pytest.raises(drup.Unproved, match="give"):
        drup.check_no_matrix(n, cycle(5).edges(), p, r, [0, 2], ["0"])


def test_formulas_too_large_to_check_are_refused():
    """An unreasonable rank or field is refused before anything is written."""
    with pytest.raises(drup.Unproved, match="more than 1,000,000 clauses"):
        drup.check_no_matrix(5, cycle(5).edges(), 997, 4, [0, 2], ["0"])


# --- certificates ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("p", [2, 3])
@pytest.mark.parametrize("name", NAMED)
def test_statements_are_checked_by_the_checker(name, p):
    """The least rank, with matrix, set and proof, passes the standalone checker."""
    found = proved(name, p)
    (sentence,) = checked(NAMED[name][0], found.statement())
    assert f"{found.rank} is the smallest rank over GF({p})" in sentence


def test_edited_statements_are_refused():
    """Rank, matrix, set and proof: each edited in turn."""
    G, _ = NAMED["Petersen"]
    good = proved("Petersen", 3).statement()
    rows = [row[:] for row in good["matrix"]]
    rows[0][0] = 0
    fewer = good["fewer"]
    edits = [
        {"rank": 6},
        {"rank": 4},
        {"field": 2},
        {"matrix": rows},
        {"fewer": {"set": fewer["set"][:-1], "proof": fewer["proof"]}},
        {"fewer": {"set": fewer["set"], "proof": []}},
        {"fewer": {"set": fewer["set"], "proof": ["0"]}},
    ]
    for edit in edits:
        with pytest.raises(checker.Refused, match="statements"):
            checked(G, good | edit)


def test_evidence_of_another_graph_is_refused():
    """A matrix for one graph beside the proof for another is no least rank."""
    pentagon, petersens = proved("C5", 2), proved("Petersen", 2)
    with pytest.raises(CertificateError, match="speak of different graphs"):
        MinRank(pentagon.fitting, petersens.fewer).verify()
    forged = NoMatrix(pentagon.fitting.graph, 2, 3, (0, 2), ("0",))
    with pytest.raises(CertificateError, match="does not follow by unit propagation"):
        forged.verify()


def test_upper_evidence_is_the_matrix():
    """The evidence of a bound is the field and the matrix."""
    assert minrank(Graph.of((0, 1)), 2).evidence() == {"kind": "rank", "field": 2, "matrix": [[1, 1], [1, 1]]}
