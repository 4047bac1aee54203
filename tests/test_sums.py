"""The counterexample to Shannon's conjecture on disjoint unions, each part in a second way."""

import json
from functools import cache
from itertools import combinations, product

import networkx as nx
import pytest
from flint import fmpz_mat, nmod_mat

from exactpriv.capacity import checker
from exactpriv.capacity.graphs import StrongProduct, strong_power
from exactpriv.capacity.minrank import Matrix
from exactpriv.capacity.sums import SumCounterexample, code_of_union, sum_counterexample
from exactpriv.errors import CertificateError

LINES = range(27)


@cache
def example():
    """The counterexample, made once."""
    return sum_counterexample()


def fresh():
    """Its certificate as text and back, to be edited."""
    return json.loads(json.dumps(example().certificate()))


def adjacency(G):
    """The adjacency matrix."""
    return [[int(G.are_adjacent(v, w)) for w in range(len(G))] for v in range(len(G))]


def test_words_by_the_number_of_letters_of_each_graph():
    """81 + 972 + 4374 + 3888 + 1296 = 10611 > 10⁴, by how many letters belong to G."""
    words = example().words
    counts = [sum(sum(v < 27 for v in word) == k for word in words) for k in range(5)]
    assert counts == [3**4, 4 * 27 * 3**2, 6 * 27**2, 4 * 27 * 6**2, 6**4] == [81, 972, 4374, 3888, 1296]
    assert len(words) == sum(counts) == 10_611 > (7 + 3) ** 4


def test_no_two_words_are_confusable():
    """Words that agree in where the letters of G stand are told apart at some letter; the others always are."""
    example_, groups = example(), {}
    product_ = strong_power(example_.union, 4)
    for word in example_.words:
        groups.setdefault(tuple(v < 27 for v in word), []).append(word)
    assert len(groups) == 16
    for words in groups.values():
        taken = set(words)
        assert len(taken) == len(words)
        for word in words[::25]:  # each word against all that are confusable with it
            assert [other for other in product_.confusable_with(word) if other in taken] == [word]


def test_graphs_are_complementary():
    """G and H have the same vertices, and each pair of them is adjacent in exactly one."""
    G, H = example().first, example().second
    assert (G.labels, G.complement()) == (H.labels, H)
    diagonal = [(v, v) for v in LINES]
    assert not any(StrongProduct((G, H)).are_confusable(a, b) for a, b in combinations(diagonal, 2))


def test_rank_of_the_lines_that_meet():
    """A - I fits G and has rank 7 over GF(2), as flint finds."""
    G, fitting = example().first, example().fitting
    assert (fitting.graph, fitting.field, fitting.rank) == (G, 2, 7)
    shifted = [x + (v == w) for v, row in enumerate(adjacency(G)) for w, x in enumerate(row)]
    assert nmod_mat(27, 27, shifted, 2).rank() == 7
    assert [x for row in fitting.rows for x in row] == shifted


def test_theta_of_the_skew_lines():
    """3I + 3/2·B - J has the eigenvalues 0, 9, 0 of multiplicities 1, 6, 20."""
    H = example().second
    assert (example().twice_t, example().twice_y) == (6, 3)
    B = adjacency(H)
    dual = fmpz_mat(27, 27, [6 * (v == w) + 3 * B[v][w] - 2 for v in LINES for w in LINES])
    factors = {(str(factor), power) for factor, power in dual.charpoly().factor()[1]}
    assert factors == {("x", 21), ("x + (-18)", 6)}


def test_six_lines_are_skew_and_three_meet():
    """The largest independent sets have 6 and 3 vertices."""
    G, H = example().first, example().second
    sizes = [max(map(len, nx.find_cliques(other.to_networkx()))) for other in (H, G)]
    assert sizes == [6, 3]
    pure = [{word[0] for word in example().words if (min if which else max)(word) // 27 == which} for which in (0, 1)]
    assert [len(letters) for letters in pure] == sizes
    assert example().union.is_independent(pure[0] | pure[1])


def test_it_is_verified():
    """The standalone checker, on the certificate written and read again."""
    sentence = example().verify()
    assert "10611 words of length 4" in sentence
    assert "> 7 + 3" in sentence
    assert checker.check(json.dumps(example().certificate())) == [sentence]
    assert repr(example()) == "SumCounterexample(10,611 words of length 4 > (7 + 3)^4)"


def test_a_code_of_pairs_of_products_does_not_suffice():
    """Without the diagonal, products give (6 + 3)⁴ words, fewer than 10⁴: refused."""
    words = tuple(product([*range(6), *sorted({word[0] for word in example().words if min(word) >= 27})], repeat=4))
    assert len(words) == 9**4
    poor = SumCounterexample(example().first, example().second, example().fitting, 6, 3, words)
    with pytest.raises(CertificateError, match="does not exceed the sum"):
        poor.verify()


def test_smaller_bounds_are_refused():
    """ϑ(H) ≤ 5/2 is false, and so is any other multiple of the adjacency matrix."""
    e = example()
    for t, y in [(5, 3), (6, 2), (6, 4)]:
        with pytest.raises(CertificateError, match="parts"):
            SumCounterexample(e.first, e.second, e.fitting, t, y, e.words).verify()


def test_exchanged_graphs_are_refused():
    """A - I does not fit the other graph, and the words are no code of the union the other way around."""
    e = example()
    with pytest.raises(CertificateError, match="the vertices are not adjacent"):
        Matrix(e.second, 2, e.fitting.rows)
    with pytest.raises(CertificateError, match="are confusable"):
        SumCounterexample(e.second, e.first, e.fitting, 6, 3, e.words).verify()


def set_word(data, word):
    """Give the last word other letters."""
    data["statements"][0]["lower"]["words"][-1] = word


def set_entry(data):
    """Take a one off the diagonal of the matrix."""
    data["statements"][0]["parts"][0]["upper"]["matrix"][3][3] = 0


def set_edge(data):
    """Leave out an edge of G."""
    del data["graph"]["edges"][0]


def set_crossing(data):
    """Join G and H by an edge."""
    data["graph"]["edges"].append([0, 30])


def set_part(data):
    """Move a vertex to the other part."""
    parts = data["statements"][0]["parts"]
    parts[1]["vertices"].append(parts[0]["vertices"].pop())


def drop_words(data):
    """Keep no more than 10⁴ words."""
    del data["statements"][0]["lower"]["words"][10_000:]


@pytest.mark.parametrize(
    ("edit", "message"),
    [
        (lambda data: set_word(data, [0, 0, 0, 0]), "words"),
        (lambda data: set_word(data, [0, 0, 0, 54]), "words"),
        (lambda data: set_word(data, [0, 0, 0]), "words"),
        (set_entry, "matrix"),
        (set_edge, "statements"),
        (set_crossing, "are confusable"),
        (set_part, "parts"),
        (drop_words, "does not exceed the sum"),
    ],
    ids=["repeated", "no vertex", "too short", "zero", "edge", "crossing", "part", "too few"],
)
def test_edited_certificates_are_refused(edit, message):
    """Words, matrix, graph and parts: each edited in turn."""
    data = fresh()
    edit(data)
    with pytest.raises(checker.Refused, match=message):
        checker.check(data)


@pytest.mark.parametrize("length", [1, 2, 3, 4, 5])
def test_code_of_union_of_two_pentagons(length):
    """For C₅ + C₅ and the five pairs (v, 2v) of C₅ ⊠ C₅ the words are as many as the formula says, and independent."""
    union = nx.disjoint_union(nx.cycle_graph(5), nx.cycle_graph(5))
    first, second, pairs = [0, 2], [5, 7], [(v, 5 + 2 * v % 5) for v in range(5)]
    words = list(code_of_union(length, first, second, pairs))
    ways = [sum(sum(graphs) == k for graphs in product((0, 1), repeat=length)) for k in range(length + 1)]
    assert len(words) == sum(n * 5 ** min(k, length - k) * 2 ** abs(length - 2 * k) for k, n in enumerate(ways))
    close = [{v, *union[v]} for v in range(10)]
    chosen = words if length < 5 else words[::17]
    assert not any(all(w in close[v] for v, w in zip(a, b, strict=True)) for a, b in combinations(chosen, 2))
