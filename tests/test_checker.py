"""Certificates of zero-error capacity: what is true is verified, and what was edited is refused by name."""

import copy
import json
import re
import subprocess
import sys
from fractions import Fraction
from itertools import combinations
from math import cos, pi
from pathlib import Path
from random import Random

import networkx as nx
import pytest
from flint import fmpq, fmpq_mat

from exactpriv.capacity import checker
from exactpriv.capacity.checker import FORMAT, Number, Refused, check, check_file
from exactpriv.capacity.evidence import written
from exactpriv.capacity.graphs import Graph, strong_power
from exactpriv.capacity.minrank import minrank
from exactpriv.capacity.named import cycle as cycle_graph
from exactpriv.capacity.searching import find_code
from exactpriv.capacity.sums import sum_counterexample
from exactpriv.capacity.symmetries import automorphisms
from exactpriv.exact.radicals import RadicalSum, radical

CHECKER = Path(checker.__file__)


# --- examples, written by hand ---------------------------------------------------------------------------------------


def graph(size, *edges):
    """A graph as it stands in a certificate."""
    return {"vertices": size, "edges": [list(edge) for edge in edges]}


def cycle(n):
    """The cycle 0, 1, …, n - 1."""
    return graph(n, *((v, (v + 1) % n) for v in range(n)))


PENTAGON = cycle(5)
PAIRS = list(combinations(range(5), 2))
PETERSEN = graph(10, *((v, w) for v, w in combinations(range(10), 2) if not {*PAIRS[v]} & {*PAIRS[w]}))
SQUARE_CODE = {"kind": "code", "length": 2, "words": [[v, 2 * v % 5] for v in range(5)]}
ONE_WORD = {"kind": "code", "length": 1, "words": [[0]]}
HALVES = {"kind": "cover", "cliques": [[v, (v + 1) % 5] for v in range(5)], "weights": ["1/2"] * 5}
IN_ORDER = {"kind": "odd cycle", "order": [0, 1, 2, 3, 4]}
ROOT = {"kind": "theta", "root": 5, "t": ["0", "1"], "y": [["5/2", "-1/2"]] * 5}
"""√5 I + (5 - √5)/2 A - J, with A the adjacency matrix of the pentagon, has the eigenvalues 0, 0, 0, √5 ± …"""


def certificate(G=PENTAGON, **fields):
    """A certificate about a graph."""
    return copy.deepcopy({"format": FORMAT, "graph": G, **fields})


def petersen_theta():
    """4I + 2A - J ⪰ 0 on the Petersen graph: eigenvalues 4 + 6 - 10 = 0, 4 + 2 = 6 and 4 - 4 = 0."""
    return {"kind": "theta", "scale": "1", "t": "4", "y": ["2"] * 15}


def with_isolated_vertex():
    """C5 + K1, Θ = 1 + √5."""
    parts = [
        ([0, 1, 2, 3, 4], SQUARE_CODE, ROOT),
        ([5], ONE_WORD, {"kind": "cover", "cliques": [[0]], "weights": ["1"]}),
    ]
    return certificate(
        graph(6, *PENTAGON["edges"]),
        lower={"kind": "sum", "parts": [{"vertices": kept, "lower": low} for kept, low, _ in parts]},
        upper={"kind": "components", "parts": [{"vertices": kept, "upper": high} for kept, _, high in parts]},
    )


def doubled_pentagon():
    """A pentagon with one vertex doubled (adjacent twins 0 and 5), which maps onto the pentagon and contains it."""
    return certificate(
        graph(6, *PENTAGON["edges"], (5, 0), (5, 1), (5, 4)),
        lower={"kind": "map", "from": PENTAGON, "map": [0, 1, 2, 3, 4], "lower": SQUARE_CODE},
        upper={"kind": "map", "onto": PENTAGON, "map": [0, 1, 2, 3, 4, 0], "upper": IN_ORDER},
    )


def pentagon_channel():
    """Letter v goes to output v or v + 1."""
    pairs = [[v, y % 5] for v in range(5) for y in (v, v + 1)]
    return certificate(
        channel={"inputs": 5, "outputs": 5, "pairs": pairs},
        labels=["a", "b", "c", "d", "e"],
        statements=[
            {"kind": "feedback", "weights": ["1/2"] * 5, "prices": ["1/2"] * 5},
            {
                "kind": "independence",
                "power": 2,
                "words": SQUARE_CODE["words"],
                "at most": {"kind": "floors", "cover": HALVES, "bounds": ["2", "5"]},
            },
            {
                "kind": "independence",
                "power": 2,
                "words": SQUARE_CODE["words"],
                "at most": {"kind": "power", "upper": IN_ORDER},
            },
        ],
    )


def pentagon_rank():
    """I + (what joins v to v + 1) has rank 4; the matrix with 2s on the diagonal, mod 3, is not needed."""
    rows = [[int(w in {v, (v + 1) % 5}) for w in range(5)] for v in range(5)]
    return certificate(lower=ONE_WORD, upper={"kind": "rank", "field": 2, "matrix": rows})


EXAMPLES = {
    "root": certificate(lower=SQUARE_CODE, upper=ROOT),
    "odd cycle": certificate(lower=SQUARE_CODE, upper=IN_ORDER),
    "cover": certificate(lower=ONE_WORD, upper=HALVES),
    "petersen": certificate(
        PETERSEN, lower={"kind": "code", "length": 1, "words": [[0], [1], [2], [3]]}, upper=petersen_theta()
    ),
    "sum": with_isolated_vertex(),
    "map": doubled_pentagon(),
    "statements": pentagon_channel(),
    "rank": pentagon_rank(),
}


# --- what is true is verified ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "value"), [("root", "√5"), ("odd cycle", "√5"), ("petersen", "4"), ("sum", "1 + √5"), ("map", "√5")]
)
def test_a_capacity_is_exact_when_both_bounds_are_one_number(name, value):
    """lower = upper  ⇒  Θ is that number"""
    assert re.fullmatch(rf"exact: Θ = {re.escape(value)}( ≈ [0-9.]+)?", check(EXAMPLES[name])[-1])


def test_bounds_that_differ_are_only_bounds():
    """1 ≤ Θ ≤ 5/2"""
    assert [line.partition(": Θ ")[2] for line in check(EXAMPLES["cover"])] == ["≥ 1", "≤ 5/2 ≈ 2.500000"]


def test_statements_are_verified():
    """2^C₀F = 5/2 and α(C5²) = 5, in two ways"""
    lines = check(EXAMPLES["statements"])
    assert lines[0].startswith("feedback: 2^C₀F = α*(R) = 5/2")
    assert [line[:28] for line in lines[1:]] == ["independence: α(G^2) = 5, by"] * 2


def test_feedback_does_not_help_where_all_inputs_are_confusable():
    """C₀F = 0 for the triangle by edges, although α* = 3/2."""
    pairs = [[v, y % 3] for v in range(3) for y in (v, v + 1)]
    halves = ["1/2"] * 3
    statement = {"kind": "feedback", "weights": halves, "prices": halves}
    channel = {"inputs": 3, "outputs": 3, "pairs": pairs}
    assert "C₀F = 0" in check(certificate(cycle(3), channel=channel, statements=[statement]))[0]


def test_a_proof_of_smallest_rank_is_verified():
    """The least rank over GF(2) of a matrix that fits C5 is 3; two isolated vertices need rank 2."""
    identity = [[1, 0], [0, 1]]
    statement = {"kind": "minrank", "field": 2, "rank": 2, "matrix": identity, "fewer": {"set": [0, 1], "proof": []}}
    lines = check(certificate(graph(2), statements=[statement]))
    assert lines == [
        "minrank: 2 is the smallest rank over GF(2) of a matrix that fits the graph, by a proof of clauses"
    ]


def pentagon_minrank():
    """Rank 3 over GF(2), and the proof that the clauses for rank 2 contradict each other by propagation."""
    graph5 = Graph.numbered(5, [tuple(edge) for edge in PENTAGON["edges"]])
    return certificate(written(graph5), statements=[minrank(graph5, 2).statement()])


def test_a_proof_of_clauses_is_verified_also_alone(tmp_path):
    """drup.py beside checker.py is all that is needed."""
    path = tmp_path / "minrank.json"
    path.write_text(json.dumps(pentagon_minrank()), "utf-8")
    assert "3 is the smallest rank over GF(2)" in check_file(str(path))[0]
    for name in ("checker.py", "drup.py"):
        (tmp_path / name).write_text((CHECKER.parent / name).read_text("utf-8"), "utf-8")
    alone = [sys.executable, "-S", "-E", "checker.py", "minrank.json"]
    done = subprocess.run(alone, capture_output=True, text=True, check=True, encoding="utf-8", cwd=tmp_path)
    assert "verified minrank: 3 is the smallest rank" in done.stdout


@pytest.mark.parametrize(
    ("path", "value", "message"),
    [
        (("rank",), 2, r"statements\[0\].matrix has rank 3, not 2"),
        (("fewer", "set"), [0, 1], r"does not show that the rank is more than 2: vertices 0 and 1 .* are adjacent"),
        (("fewer", "set"), [], r"does not show that the rank is more than 2: the independent set is empty"),
        (("fewer", "proof"), [], r"the proof does not end in the empty clause"),
        (("fewer", "proof"), ["1 2"], r"is no clause; write literals and 0"),
        (("fewer", "proof"), [7], r"is no clause; write literals and 0"),
    ],
)
def test_an_edited_proof_is_refused(path, value, message):
    """The rank, the independent set and every line matter."""
    with pytest.raises(Refused, match=message):
        check(edited(pentagon_minrank(), ("statements", 0, *path), lambda _: value))


def test_the_sum_conjecture_fails_by_a_certificate():
    """10,611 words of length 4 > (7 + 3)⁴; one word less than 10,001 would not do, nor a part that is left out."""
    made = sum_counterexample().certificate()
    (shown,) = check(made)
    assert shown.startswith("union: 10611 words of length 4, no two confusable, so Θ ≥ 3·131^(1/4) > 7 + 3")
    few = made["statements"][0]["lower"]["words"][:10_000]
    with pytest.raises(Refused, match="the lower bound 10 does not exceed the sum 10 of the upper bounds"):
        check(edited(made, ("statements", 0, "lower", "words"), lambda _: few))
    with pytest.raises(Refused, match=r"statements\[0\] leaves out vertex 27"):
        check(edited(made, ("statements", 0, "parts", 1), lambda _: ...))


def test_a_union_is_checked_against_the_sum_of_its_parts():
    """A lower bound of a union that does not exceed the sum shows nothing."""
    both = with_isolated_vertex()
    statement = {"kind": "union", "lower": both["lower"], "parts": both["upper"]["parts"]}
    with pytest.raises(Refused, match=r"1 \+ √5 does not exceed the sum 1 \+ √5"):
        check(certificate(both["graph"], statements=[statement]))


def test_json_text_and_files_are_read(tmp_path):
    """check(text) = check(table) = check_file(path), also when the file runs alone"""
    path = tmp_path / "pentagon.json"
    path.write_text(json.dumps(EXAMPLES["root"]), "utf-8")
    expected = check(EXAMPLES["root"])
    assert check(json.dumps(EXAMPLES["root"])) == check_file(str(path)) == expected
    alone = [sys.executable, "-I", str(CHECKER), str(path)]
    done = subprocess.run(alone, capture_output=True, text=True, check=True, encoding="utf-8")
    assert [line.partition("verified ")[2] for line in done.stdout.splitlines()] == expected


def test_a_refused_file_ends_with_a_message(tmp_path, capsys):
    """The exit code is 1 for a file that is refused or missing, 2 without a file."""
    path = tmp_path / "wrong.json"
    path.write_text("{}", "utf-8")
    assert checker.main([str(path)]) == checker.main([str(tmp_path / "none.json")]) == 1
    assert checker.main([]) == 2
    assert "refused: the format is None" in capsys.readouterr().err


def test_the_checker_needs_the_standard_library_alone():
    """Every import is of the standard library, or of the checker of proofs."""
    text = CHECKER.read_text("utf-8")
    modules = set(re.findall(r"^\s*(?:from|import) ([\w.]+)", text, re.MULTILINE))
    assert {name for name in modules if name.split(".")[0] not in sys.stdlib_module_names} == {"exactpriv.capacity"}


# --- numbers ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("n", range(1, 200))
def test_roots_agree_with_sums_of_radicals(n):
    """n^(1/k) as the checker and as the package know it: the same classes and the same decimals."""
    for k in (1, 2, 3, 6):
        ours, theirs = Number.root(n, k), radical(n, Fraction(1, k))
        assert all(below <= above for below, above in [ours.bounds()])
        low, high = ours.bounds()
        assert RadicalSum.of(low) <= theirs <= RadicalSum.of(high)
        assert high - low <= Fraction(n + 1, 10**12)
        assert (ours == Number.root(n + 1, k)) == (theirs == radical(n + 1, Fraction(1, k)))


@pytest.mark.parametrize("n", range(3, 60, 2))
def test_odd_cycles_agree_with_the_cosine(n):
    """n cos(π/n) / (1 + cos(π/n))"""
    low, high = Number.odd_cycle(n).bounds()
    assert low <= high <= low + Fraction(1, 10**9)
    assert abs((low + high) / 2 - Fraction(n * cos(pi / n) / (1 + cos(pi / n)))) < Fraction(1, 10**9)


def test_sums_with_the_same_terms_are_equal():
    """√8 = 2√2, and 1 + √5 ≠ √(6 + 2·2)"""
    assert Number.root(8, 2) == Number.root(2, 2).times(Fraction(2))
    assert Number.root(4, 2) == Number.of(2) == Number.root(8, 3)
    assert Number.root(10, 2) != Number.root(5, 2) + Number.of(1)
    assert Number.root(5, 2) + Number.root(5, 2).times(Fraction(-1)) == Number({}) == Number.of(0)


# --- definiteness ----------------------------------------------------------------------------------------------------


def is_definite(rows):
    """No negative eigenvalue: the signs of the characteristic polynomial alternate (it is a real symmetric matrix)."""
    coefficients = [int(c) for c in fmpq_mat([[fmpq(x) for x in row] for row in rows]).charpoly().coeffs()]
    n = len(rows)
    return all(c * (-1) ** (n - i) >= 0 for i, c in enumerate(coefficients))


def random_symmetric():
    """Sizes, diagonal entries and entries above the diagonal."""
    rng = Random(4)
    for _ in range(300):
        n = rng.randrange(1, 5)
        yield n, rng.randrange(5), [rng.randrange(-2, 4) for _ in combinations(range(n), 2)]


def test_definiteness_agrees_with_the_characteristic_polynomial():
    """tI + Σ y E - J ⪰ 0, for many small integer matrices, singular ones among them"""
    seen = set()
    for n, t, y in random_symmetric():
        G = graph(n, *combinations(range(n), 2))
        rows = [[t - 1] * n for _ in range(n)]
        for (v, w), entry in zip(combinations(range(n), 2), y, strict=True):
            rows[v][w] = rows[w][v] = entry - 1
        for v in range(n):
            rows[v][v] = t - 1
        upper = {"kind": "theta", "scale": "1", "t": str(t), "y": [str(entry) for entry in y]}
        root = {"kind": "theta", "root": 2, "t": [str(t), "0"], "y": [[str(entry), "0"] for entry in y]}
        for evidence in (upper, root):
            message = refusal_of(certificate(G, upper=evidence))
            assert (message is None) == is_definite(rows)
            assert message is None or "negative eigenvalue" in message
        seen.add(is_definite(rows))
    assert seen == {True, False}


# --- what was edited is refused --------------------------------------------------------------------------------------


def refusal_of(data):
    """The message with which a certificate is refused; None when it is verified."""
    try:
        assert check(data)
    except Refused as refusal:
        return str(refusal)
    return None


def places(value, path=()):
    """The path of everything in a table."""
    yield path
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, entry in inner:
        yield from places(entry, (*path, key))


def edited(data, path, change):
    """A copy in which one entry is changed."""
    data = copy.deepcopy(data)
    if not path:
        return change(data)
    *way, last = path
    holder = data
    for key in way:
        holder = holder[key]
    changed = change(holder[last])
    if changed is ...:
        del holder[last]
    else:
        holder[last] = changed
    return data


DEEP = []
for _ in range(2000):
    DEEP = [DEEP]

HOSTILE = [None, True, -1, 10**30, 1.5, float("nan"), "x", "1/0", "-1", "1e9", "9" * 5000, [], {}, [[]], DEEP, "🂡", ...]


@pytest.mark.parametrize("name", EXAMPLES)
@pytest.mark.parametrize("hostile", HOSTILE, ids=range(len(HOSTILE)))
def test_nothing_hostile_gets_through(name, hostile):
    """Anything at any place is refused by name, or harmless; nothing else is raised."""
    for path in places(EXAMPLES[name]):
        message = refusal_of(edited(EXAMPLES[name], path, lambda _: hostile))
        assert message is None or 10 < len(message) < 600


def bounds_in(sentences):
    """The numbers behind Θ ≥ and Θ ≤."""
    found = {}
    for line in sentences:
        if match := re.search(r": Θ ([≥≤]) (\S+)$|: Θ ([≥≤]) .* ≈ ([0-9.]+)$", line):
            sign = match[1] or match[3]
            found[sign] = Fraction(match[2] or match[4])
    return found


THETA = {
    "root": 5**0.5,
    "odd cycle": 5**0.5,
    "cover": 5**0.5,
    "petersen": 4,
    "sum": 1 + 5**0.5,
    "map": 5**0.5,
    "rank": 5**0.5,
}


def nudges(value):
    """Small edits of a number."""
    if type(value) is int:
        return [value + 1, value - 1, value + 2]
    if isinstance(value, str) and re.fullmatch(r"-?\d+(/\d+)?", value):
        return [str(Fraction(value) + change) for change in (1, -1, Fraction(1, 3), Fraction(-1, 1000))]
    return []


@pytest.mark.parametrize("name", THETA)
def test_edited_evidence_is_refused_or_shows_no_more(name):
    """Whatever number of the evidence is changed: if it is still verified, lower ≤ Θ ≤ upper."""
    refused = accepted = 0
    for path in places(EXAMPLES[name]):
        if path[:1] not in {("lower",), ("upper",)}:
            continue
        value = EXAMPLES[name]
        for key in path:
            value = value[key]
        for nudge in nudges(value):
            try:
                bounds = bounds_in(check(edited(EXAMPLES[name], path, lambda _, nudge=nudge: nudge)))
            except Refused:
                refused += 1
            else:
                accepted += 1
                assert bounds["≥"] <= Fraction(THETA[name]) + Fraction(1, 10**5)
                assert bounds["≤"] >= Fraction(THETA[name]) - Fraction(1, 10**5)
    assert refused > accepted


TAMPERED = [
    (
        "root",
        ("lower", "words", 1),
        [1, 1],
        r"lower.words\[0\] = \(0, 0\) and lower.words\[1\] = \(1, 1\) are confusable",
    ),
    ("root", ("lower", "words", 1), [0, 0], r"words\[0\] = \(0, 0\) and lower.words\[1\] = \(0, 0\) are equal"),
    ("root", ("lower", "words", 1), [1], r"lower.words\[1\] has 1 entries; it must have 2"),
    ("root", ("lower", "words", 1), [1, 5], r"lower.words\[1\]\[1\] is 5; it must be an integer from 0 to 4"),
    ("root", ("lower", "length"), 0, r"lower.length is 0"),
    ("root", ("upper", "t"), ["0", "9/10"], r"upper has a negative eigenvalue: pivot \d, at vertex \d"),
    ("root", ("upper", "root"), 4, r"upper.root is 4, the square of an integer"),
    ("root", ("upper", "kind"), "thета", r"upper is of the kind 'thета'; known are cover, theta"),
    ("root", ("graph", "edges", 4), [4, 4], r"graph.edges\[4\] is the loop \[4, 4\]"),
    ("root", ("graph", "edges", 4), [1, 0], r"graph.edges\[4\] repeats the edge \[1, 0\]"),
    ("root", ("graph", "edges", 4), [0, 5], r"graph.edges\[4\] is 5; it must be an integer from 0 to 4"),
    ("root", ("graph", "vertices"), 10**12, r"graph.vertices is 1000000000000"),
    ("root", ("format",), "exactpriv zero-error 2", r"the format is 'exactpriv zero-error 2'; this program checks"),
    ("cover", ("upper", "weights", 0), "1/3", r"upper covers vertex 0 with weight 5/6, which is less than 1"),
    ("cover", ("upper", "weights", 0), "-1/2", r"upper.weights\[0\] is -1/2; a weight is at least 0"),
    ("cover", ("upper", "cliques", 0), [0, 2], r"upper.cliques\[0\] is no clique: 0 and 2 are not adjacent"),
    ("odd cycle", ("upper", "order"), [0, 2, 1, 3, 4], r"upper.order passes from 0 to 2, which are not adjacent"),
    ("odd cycle", ("upper", "order"), [0, 1, 2, 3, 3], r"once each"),
    ("petersen", ("upper", "t"), "3", r"upper has a negative eigenvalue"),
    ("petersen", ("upper", "scale"), "0", r"upper.scale is 0"),
    ("petersen", ("upper", "y"), ["2"] * 14, r"upper.y has 14 entries; it must have 15"),
    (
        "rank",
        ("upper", "matrix", 0, 0),
        0,
        r"upper.matrix\[0\]\[0\] is 0, at 0 and 0; it must be not zero on the diagonal",
    ),
    ("rank", ("upper", "matrix", 0, 2), 1, r"upper.matrix\[0\]\[2\] is 1, at 0 and 2; it must be zero at two vertices"),
    ("rank", ("upper", "field"), 4, r"upper.field is 4, which is no prime"),
    ("sum", ("lower", "parts", 1, "vertices"), [4], r"vertex 4 of lower.parts\[1\] belongs to an earlier part"),
    ("sum", ("upper", "parts"), [], r"upper.parts is empty"),
    ("map", ("lower", "map", 1), 0, r"sends the non-adjacent vertices"),
    ("map", ("upper", "map", 5), 2, r"sends the non-adjacent vertices"),
    (
        "statements",
        ("channel", "pairs", 0),
        [0, 3],
        r"the inputs \w and \w share (no|an) output, but (an|no) edge of the graph joins them",
    ),
    ("statements", ("statements", 0, "weights", 0), "1", r"weights put 3/2 on output \d, which is more than 1"),
    ("statements", ("statements", 0, "prices", 0), "1/3", r"prices give input \w only 5/6, which is less than 1"),
    ("statements", ("statements", 0, "prices", 0), "2/3", r"sum to 5/2, but its prices to 8/3"),
    ("statements", ("statements", 1, "at most", "bounds"), ["2", "4"], r"bounds\[1\] is '4'; it must be at least"),
    ("statements", ("statements", 1, "at most"), {"kind": "search", "most": 4, "symmetries": []}, "there are more"),
    (
        "statements",
        ("statements", 2, "at most"),
        {"kind": "search", "most": 5, "symmetries": [[0, 2, 1, 3, 4]]},
        r"symmetries\[0\] is no symmetry of the graph",
    ),
    (
        "statements",
        ("statements", 2, "at most"),
        {"kind": "search", "most": 2, "symmetries": [[1, 2, 3, 4, 0]]},
        "says that there are at most 2 words, but there are more",
    ),
    ("statements", ("labels", 1), "a", r"labels names two vertices 'a'"),
]


@pytest.mark.parametrize(("name", "path", "value", "message"), TAMPERED)
def test_a_refusal_names_what_fails(name, path, value, message):
    """The message points at the element."""
    with pytest.raises(Refused, match=message):
        check(edited(EXAMPLES[name], path, lambda _: value))


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "line 1, column 1: this is not JSON"),
        ('{"format": 1, "format": 2}', "the field 'format' stands twice"),
        ('{"format": NaN}', "the certificate holds NaN"),
        ('{"format": 1.5}', "the certificate holds 1.5; write integers, and fractions as text"),
        ("[" * 100_000, "nested too deep"),
        ("9" * 5000, "an integer has 5000 digits"),
        ("[]", "the format is"),
        (json.dumps({"format": FORMAT}), "the certificate has no field 'graph'"),
        (json.dumps(certificate()), "the certificate shows nothing"),
        (json.dumps(certificate(lover=ONE_WORD)), "the certificate has the unknown field 'lover'"),
    ],
)
def test_text_that_is_no_certificate_is_refused(text, message):
    """Not JSON, floats, repeated fields, too deep, too long, nothing shown."""
    with pytest.raises(Refused, match=message):
        check(text)


def test_bounds_of_two_kinds_do_not_add_up():
    """Θ itself is not additive: ϑ of one part plus a rank of another bounds nothing."""
    both = with_isolated_vertex()
    both["upper"]["parts"][1]["upper"] = {"kind": "rank", "field": 2, "matrix": [[1]]}
    with pytest.raises(Refused, match=r"adds bounds of the kinds rank over GF\(2\), theta"):
        check(both)


def test_components_must_contain_every_vertex():
    """A vertex that no part contains would be forgotten; a sum from below may forget one."""
    both = with_isolated_vertex()
    del both["upper"]["parts"][1]
    with pytest.raises(Refused, match="upper leaves out vertex 5"):
        check(both)
    del both["upper"], both["lower"]["parts"][1]
    assert "Θ ≥ √5" in check(both)[0]


def test_parts_with_an_edge_between_them_do_not_add_up():
    """K2 is no union of two vertices."""
    parts = [{"vertices": [v], "lower": ONE_WORD} for v in (0, 1)]
    with pytest.raises(
        Refused, match=r"vertex 1 of lower.parts\[1\] is adjacent to 0, which belongs to an earlier part"
    ):
        check(certificate(graph(2, (0, 1)), lower={"kind": "sum", "parts": parts}))


def test_evidence_nested_without_end_is_refused():
    """A map within a map within a map, …"""
    evidence = ONE_WORD
    for _ in range(100):
        evidence = {"kind": "map", "from": graph(1), "map": [0], "lower": evidence}
    with pytest.raises(Refused, match="too deep to be followed"):
        check(certificate(graph(1), lower=evidence))


# --- brackets of α(G^k), and the checker's own search ----------------------------------------------------------------

TURN = [[1, 2, 3, 4, 0]]


def says(power, words, at_most):
    """What the checker says of one statement about the pentagon."""
    statement = {"kind": "independence", "power": power, "words": [list(word) for word in words], "at most": at_most}
    return check(certificate(statements=[statement]))[-1]


def test_fewer_words_than_the_bound_give_a_bracket():
    """1 ≤ α(C₅²) ≤ 5"""
    said = says(2, [(0, 0)], {"kind": "floors", "cover": HALVES, "bounds": ["2", "5"]})
    assert said.startswith("independence: 1 ≤ α(G^2) ≤ 5, by that many words")


def test_an_exhaustive_search_of_the_checkers_own():
    """α(C₅³) = 10, where every other bound gives 11 or more."""
    words = find_code(strong_power(cycle_graph(5), 3), size=10)
    assert says(3, words, {"kind": "search", "most": 10, "symmetries": TURN}).startswith("independence: α(G^3) = 10")
    with pytest.raises(Refused, match="at most 9 words, but there are more"):
        says(3, words[:9], {"kind": "search", "most": 9, "symmetries": TURN})


def test_steps_from_a_proved_power():
    """α(C₅⁴) ≤ ⌊5/2 · 10⌋ = 25 from α(C₅³) ≤ 10; ⌊5/2 · 11⌋ would be 27."""
    start = {"power": 3, "at most": {"kind": "search", "most": 10, "symmetries": TURN}}
    words = find_code(strong_power(cycle_graph(5), 4), size=25)
    assert "α(G^4) = 25" in says(4, words, {"kind": "floors", "cover": HALVES, "bounds": ["25"], "from": start})


@pytest.mark.parametrize("graph", [g for g in nx.graph_atlas_g() if 1 <= len(g) <= 5], ids=lambda g: g.name)
def test_the_search_knows_independence_numbers(graph):
    """α(G) = |largest clique of the complement| on at most 5 vertices, with symmetries and without."""
    G = Graph.from_networkx(graph)
    _, alpha = nx.max_weight_clique(nx.complement(graph), weight=None)
    table = {"format": checker.FORMAT, "graph": written(G)}
    for symmetries in ([], [list(turn) for turn in automorphisms(G)]):

        def asked(most, symmetries=symmetries):
            at_most = {"kind": "search", "most": most, "symmetries": symmetries}
            return check(
                table | {"statements": [{"kind": "independence", "power": 1, "words": [[0]], "at most": at_most}]}
            )

        assert asked(alpha)
        if alpha > 1:
            with pytest.raises(Refused, match="but there are more"):
                asked(alpha - 1)


def test_numbers_that_python_does_not_write_are_measured():
    """Weights with long coprime denominators: their sum has more digits than Python turns into text."""
    big = 10**2999
    weights = [f"{big + 2}/{big + 1}", f"{big + 4}/{big + 3}"]
    said = check(certificate(graph(2), upper={"kind": "cover", "cliques": [[0], [1]], "weights": weights}))
    assert any("binary digits" in sentence for sentence in said)


@pytest.mark.parametrize("labels", [None, ["a\nb", "c", "d", "e", "f"]])
def test_labels_are_printable_text(labels):
    """A line end in a label could make one sentence look like two."""
    with pytest.raises(Refused, match="labels"):
        check(pentagon_channel() | {"labels": labels})


def test_a_field_without_a_name_is_unknown():
    """{"": 1}"""
    with pytest.raises(Refused, match="unknown field ''"):
        check(certificate(PENTAGON | {"": 1}, lower=ONE_WORD))
