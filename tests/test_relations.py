"""Relations, uncertain variables, functions, overlap partitions and files, against plain sets."""

import gzip
import random
from itertools import permutations, product

import pytest

from exactpriv.errors import ColumnError, OutsideRangeError, TableError
from exactpriv.relations import (
    Function,
    Range,
    Relation,
    UncertainVariable,
    are_unrelated,
    classes_by_closure,
    is_function_of,
    is_markov_chain,
    is_product,
    joint_range,
    overlap_classes,
    overlap_connected,
    overlap_graph,
    overlap_partition,
)
from tests import oracles, tables

ALL_3_BY_3 = oracles.every_relation(3, 3)
ALL_4_BY_3 = oracles.every_relation(4, 3)
ALL_2_BY_2_BY_2 = oracles.every_relation(2, 2, 2)


def of(rows):
    """The relation with these rows."""
    return Relation.of(*sorted(rows))


# --- ranges ----------------------------------------------------------------------------------------------------------


def test_ranges_are_projections():
    """⟦X⟧ = {x : (x, y) ∈ ⟦X,Y⟧} and ⟦X|y⟧ = {x : (x, y) ∈ ⟦X,Y⟧}, for all 511 relations on 3 × 3."""
    for rows in ALL_3_BY_3:
        R = of(rows)
        assert (set(R.range("X")), set(R.range("Y"))) == (oracles.column(rows, 0), oracles.column(rows, 1))
        assert set(R.range("X", "Y")) == rows == set(R.rows)
        for value in range(3):
            assert set(R.conditional_range(value)) == oracles.conditional(rows, value)
            assert set(R.converse.conditional_range(value)) == oracles.conditional(oracles.converse(rows), value)


def test_the_conditional_range_of_a_set():
    """⟦X|𝒴⟧ = ⋃ over y ∈ 𝒴 of ⟦X|y⟧, for a set given as values or as a range."""
    for rows in ALL_3_BY_3:
        R = of(rows)
        for chosen in oracles.subsets(range(3)):
            union = set().union(*(oracles.conditional(rows, y) for y in chosen))
            assert set(R.conditional_range_among(chosen)) == set(R.conditional_range_among(Range.of(*chosen))) == union


def test_conditional_ranges_of_triples():
    """⟦X,Y|z⟧ = {(x, y) : (x, y, z) ∈ ⟦X,Y,Z⟧}, which is the slice Z = z, for all 255 relations on 2 × 2 × 2."""
    for rows in ALL_2_BY_2_BY_2:
        R = of(rows)
        for z in range(2):
            wanted = oracles.slices(rows).get(z, set())
            assert set(R.conditional_range(z)) == set(R.slice("Z", z)) == wanted
            assert R.slice("Z", z).columns == ("X", "Y")
            assert set(R.slice("Y", z)) == {(x, z2) for x, y, z2 in rows if y == z}
            assert set(R.slice("X", z)) == {(y, z2) for x, y, z2 in rows if x == z}


def test_projections_name_and_group_columns():
    """⟦Z, (X, Y)⟧ = {(z, (x, y)) : (x, y, z) ∈ ⟦X,Y,Z⟧}."""
    for rows in ALL_2_BY_2_BY_2:
        R = of(rows)
        grouped = R.project("Z", ("X", "Y"))
        assert (set(grouped), grouped.columns) == ({(z, (x, y)) for x, y, z in rows}, ("Z", "X,Y"))
        assert set(R.project("Y", "X")) == {(y, x) for x, y, _ in rows}
        assert set(R.range("Z", "X")) == {(z, x) for x, _, z in rows}


# --- unrelatedness and Markov chains ---------------------------------------------------------------------------------


def test_unrelated_means_product():
    """⟦X,Y⟧ = ⟦X⟧ × ⟦Y⟧  ⇔  ⟦X|y⟧ = ⟦X⟧ for every y ∈ ⟦Y⟧."""
    for rows in ALL_3_BY_3:
        everywhere = all(oracles.conditional(rows, y) == oracles.column(rows, 0) for y in oracles.column(rows, 1))
        assert are_unrelated(of(rows)) is is_product(of(rows)) is oracles.unrelated(rows) is everywhere


def test_products_of_three():
    """⟦X,Y,Z⟧ = ⟦X⟧ × ⟦Y⟧ × ⟦Z⟧, for all 255 relations on 2 × 2 × 2."""
    for rows in ALL_2_BY_2_BY_2:
        assert is_product(of(rows)) is oracles.unrelated(rows)


def test_markov_chains():
    """X – Y – Z  ⇔  ⟦X|y,z⟧ = ⟦X|y⟧ for all (y, z) ∈ ⟦Y,Z⟧ [nair2013nonstochastic]."""
    relations = [*ALL_2_BY_2_BY_2, *oracles.every_relation(2, 1, 3), *oracles.every_relation(3, 1, 2)]
    assert {is_markov_chain(of(rows)) for rows in relations} == {True, False}
    for rows in relations:
        assert is_markov_chain(of(rows)) is oracles.markov(rows)


def test_a_function_has_one_value():
    """Y is a function of X  ⇔  |⟦Y|x⟧| = 1 for every x ∈ ⟦X⟧: (1 + 3)³ - 1 relations on 3 × 3."""
    found = [rows for rows in ALL_3_BY_3 if is_function_of(of(rows))]
    wanted = [rows for rows in ALL_3_BY_3 if len(rows) == len(oracles.column(rows, 0))]
    assert found == wanted
    assert len(found) == 4**3 - 1


# --- making relations of relations -----------------------------------------------------------------------------------


def test_cascades_products_and_converses():
    """R @ S, R × S and the converse, on all pairs of relations on 2 × 2 and on 2 × 3."""
    for rows, rows2 in product(oracles.every_relation(2, 2), oracles.every_relation(2, 3)):
        R, S = of(rows), of(rows2)
        assert set(R @ S) == oracles.cascade(rows, rows2)
        assert set(R.product(S)) == {((x, x2), (y, y2)) for (x, y), (x2, y2) in product(rows, rows2)}
        assert set(S.converse) == oracles.converse(rows2)
        union = Relation.of(*rows, *rows2)
        assert (union >= R, union >= S) == (True, True)  # inclusion, read from the right
        assert (S <= R) is (rows2 <= rows)
        assert R.same_as(S) is (rows == rows2) is (R == S)


def test_cascades_are_associative_and_reverse_under_converse():
    """(R @ S) @ T = R @ (S @ T) and (R @ S)⁻¹ = S⁻¹ @ R⁻¹."""
    every = [of(rows) for rows in oracles.every_relation(2, 2)]
    for R, S, T in product(every, repeat=3):
        assert set((R @ S) @ T) == set(R @ (S @ T))
        assert set((R @ S).converse) == set(S.converse @ R.converse)


def test_restriction_keeps_rows():
    """{(x, y) ∈ R : x ∈ 𝒳}."""
    R = Relation.of((1, "a"), (2, "a"), (3, "b"))
    assert set(R.restrict("X", [1, 3])) == {(1, "a"), (3, "b")}
    assert set(R.restrict("Y", ["a"])) == {(1, "a"), (2, "a")}


def test_labels_are_kept():
    """Labels of any hashable kind, and the order in which they come, survive every operation."""
    R = Relation.of((("ann", 1), None), ("bob", "red"), columns=("who", "what"))
    assert R.columns == ("who", "what")
    assert list(R.range("who")) == [("ann", 1), "bob"]
    assert list(R.converse) == [(None, ("ann", 1)), ("red", "bob")]
    assert repr(R) == "Relation(who, what: (('ann', 1), None), ('bob', 'red'))"


def test_set_operations_on_ranges():
    """∩, ∪, ∖, Δ and ⊆ of ranges are those of sets."""
    for left, right in product(oracles.subsets(range(3)), repeat=2):
        A, B = Range.of(*left), Range.of(*right)
        assert [set(A & B), set(A | B), set(A - B), set(A ^ B)] == [
            left & right,
            left | right,
            left - right,
            left ^ right,
        ]
        assert ((A <= B), A.same_as(B), A == B) == (left <= right, left == right, left == right)
        assert (A.size(), A.is_empty()) == (len(left), not left)


def test_declared_ranges_bind():
    """A row outside the declared ranges is refused by name; values that never occur stay declared."""
    R = Relation(("X", "Y"), {(0, 0): True}, declared=[[0, 1], [0]])
    assert R.declared == ((0, 1), (0,))
    assert list(R.range("X")) == [0]
    with pytest.raises(OutsideRangeError, match=r"row \(2, 0\) has 2 in column 'X', outside its declared range"):
        Relation(("X", "Y"), {(2, 0): True}, declared=[[0, 1], [0]])
    with pytest.raises(ColumnError, match="1 declared ranges for 2 columns"):
        Relation(("X", "Y"), {(0, 0): True}, declared=[[0, 1]])


# --- the overlap partition -------------------------------------------------------------------------------------------


def test_the_overlap_partition_is_the_components():
    """⟦X|Y⟧⋆ = components of the bipartite graph = classes of the closure, for all 4095 relations on 4 × 3."""
    for rows in ALL_4_BY_3:
        R = of(rows)
        members = oracles.component_members(rows)
        assert set(overlap_partition(R)) == members
        assert classes_by_closure(R) == overlap_classes(R) == len(members)


def test_overlap_connectedness_is_the_papers():
    """x ⇝ x' ⇔ a sequence of outputs with meeting conditional ranges leads from x to x', on all 4 × 3 relations."""
    for rows in ALL_4_BY_3:
        wanted = {(x, x2): oracles.overlap_linked(rows, x, x2) for x, x2 in product(oracles.column(rows, 0), repeat=2)}
        assert overlap_connected(of(rows)) == wanted


def test_long_chains_are_closed():
    """In the zigzag x₁ y₁ x₂ y₂ … xₙ everything is connected; without the middle output it falls into two."""
    for n in range(2, 12):
        zigzag = [(x, y) for y in range(n - 1) for x in (y, y + 1)]
        assert classes_by_closure(Relation.of(*zigzag)) == 1
        cut = [row for row in zigzag if row[1] != n // 2 - 1]
        assert n < 4 or classes_by_closure(Relation.of(*cut)) == 2


def test_overlap_partitions_have_the_same_size_both_ways():
    """|⟦X|Y⟧⋆| = |⟦Y|X⟧⋆|."""
    for rows in ALL_3_BY_3:
        assert overlap_classes(of(rows)) == overlap_classes(of(rows).converse)


def test_the_overlap_graph_is_the_relation():
    """Nodes ("X", x) and ("Y", y), an edge for every row; equal labels on the two sides stay apart."""
    for rows in ALL_3_BY_3[::7]:
        graph = overlap_graph(of(rows))
        assert {frozenset(edge) for edge in graph.edges} == {frozenset({("X", x), ("Y", y)}) for x, y in rows}


def test_members_come_in_order_of_occurrence():
    """The members of the overlap partition are ordered by their first value."""
    assert overlap_partition(Relation.of((3, "b"), (1, "a"), (2, "b"))) == (frozenset({3, 2}), frozenset({1}))


# --- known counts ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("n", [1, 2, 3])
def test_relations_with_full_ranges(n):
    """1, 7, 265: relations on n × n in which every value occurs (A048291), 1, 5, 205 of them connected (A005333)."""
    full = [R for R in map(of, oracles.every_relation(n, n)) if R.range("X").size() == R.range("Y").size() == n]
    assert len(full) == tables.RELATIONS_WITH_FULL_RANGES[n - 1]
    assert sum(overlap_classes(R) == 1 for R in full) == tables.OVERLAP_CONNECTED_RELATIONS[n - 1]


def relabeled(R, places, places2):
    """The relation after renaming its values."""
    return frozenset((places[x], places2[y]) for x, y in R)


@pytest.mark.parametrize("n", [1, 2, 3, pytest.param(4, marks=pytest.mark.slow)])
def test_relations_up_to_relabeling(n):
    """2, 7, 36, 317: relations on n × n up to renaming on both sides, the empty one included (A002724)."""
    renamings, seen, kinds = list(permutations(range(n))), set(), 1
    for R in map(of, oracles.every_relation(n, n)):
        if frozenset(R) not in seen:
            kinds += 1
            seen |= {relabeled(R, p, q) for p, q in product(renamings, repeat=2)}
    assert kinds == tables.RELATIONS_UP_TO_RELABELING[n - 1]


# --- uncertain variables ---------------------------------------------------------------------------------------------


def test_uncertain_variables_have_ranges():
    """⟦X⟧ = {X(ω)}, ⟦X,Y⟧ = {(X(ω), Y(ω))} and ⟦X|𝒴⟧ = {X(ω) : Y(ω) ∈ 𝒴}, for all maps on an Ω of four."""
    omega = "abcd"
    for x, y in product(list(oracles.every_function(omega, range(2))), list(oracles.every_function(omega, range(3)))):
        X, Y = UncertainVariable("X", x), UncertainVariable.on(omega, "Y", y.get)
        R = joint_range(X, Y)
        assert set(X.range()) == set(x.values()) == set(R.range("X"))
        assert set(R) == {(x[w], y[w]) for w in omega}
        assert set(R.conditional_range_among({0, 2})) == {x[w] for w in omega if y[w] in {0, 2}}


def test_every_relation_is_a_joint_range():
    """Ω = ⟦X,Y⟧ with the two projections has R as its joint range: |R| is the smallest Ω that gives R."""
    for rows in ALL_3_BY_3:
        X, Y = (UncertainVariable.on(rows, name, lambda row, i=i: row[i]) for i, name in enumerate("XY"))
        assert set(joint_range(X, Y)) == rows


def test_functions_of_uncertain_variables():
    """⟦f ∘ X⟧ = f(⟦X⟧), on the same Ω."""
    X = UncertainVariable("X", {w: w - 2 for w in range(5)})
    square = X.then(lambda x: x * x, "X²")
    assert set(square.range()) == {x * x for x in X.range()}
    assert (square.omega, square.name, square(0), X(0)) == (X.omega, "X²", 4, -2)
    assert is_function_of(joint_range(X, square)) is True
    assert is_function_of(joint_range(square, X)) is False


def test_three_uncertain_variables_can_form_a_markov_chain():
    """X – Y – Z when Z is a function of Y, whatever X is."""
    X = UncertainVariable("X", {w: w % 2 for w in range(6)})
    Y = UncertainVariable("Y", {w: w // 2 for w in range(6)})
    assert is_markov_chain(joint_range(X, Y, Y.then(lambda y: y > 0, "Z"))) is True
    assert is_markov_chain(joint_range(X, Y, X.then(lambda x: -x, "Z"))) is False


# --- functions -------------------------------------------------------------------------------------------------------


def test_functions_calculate_as_dicts_do():
    """Values, images, composition, pairing and restriction of all maps from 3 points to 2 values."""
    every = list(oracles.every_function(range(3), "ab"))
    after = Function.of("ab", {"a": 0, "b": 0})
    for rule, rule2 in product(every, repeat=2):
        f, f2 = Function.of(range(3), rule), Function.of(range(3), rule2.get)
        assert f.as_table() == rule
        assert set(f.image([0, 2])) == {rule[0], rule[2]}
        assert f.then(after).as_table() == dict.fromkeys(range(3), 0)
        assert f.paired(f2).as_table() == {point: (rule[point], rule2[point]) for point in range(3)}
        assert f.restricted([1]).as_table() == {1: rule[1]}
        assert (f == f2, hash(f) == hash(f2) or rule != rule2) == (rule == rule2, True)
        assert f.same_value(0, 1) is (rule[0] == rule[1])
        assert all(f.gives(point, value) is (rule[point] == value) for point in range(3) for value in "ab")


def test_a_function_may_take_its_points_from_an_iterator():
    """Function.of(points, table) is the same for a list and for an iterator."""
    assert Function.of(iter([1, 2]), {1: "a", 2: "b"}).as_table() == {1: "a", 2: "b"}


# --- files -----------------------------------------------------------------------------------------------------------


def written(folder, text, name="table.csv"):
    """A file with this text (or these bytes)."""
    file = folder / name
    file.write_bytes(text if isinstance(text, bytes) else text.encode())
    return file


def test_a_csv_file_is_the_set_of_its_rows(tmp_path):
    """Entries stay text, repeated rows count once, blank lines are no rows, columns are chosen by name."""
    file = written(tmp_path, "who,what,when\nann,red,1\nann,red,1\n\nbob,,01\n")
    R = Relation.from_csv(file)
    assert (R.columns, set(R)) == (("who", "what", "when"), {("ann", "red", "1"), ("bob", "", "01")})
    assert set(Relation.from_csv(file, ["when", "who"])) == {("1", "ann"), ("01", "bob")}
    assert Relation.from_csv(file, ["who"]).columns == ("who",)


@pytest.mark.parametrize(
    ("text", "rows"),
    [
        ('x,y\n"a,b","c ""d"""\n', {("a,b", 'c "d"')}),
        ('x,y\n"two\nlines",1\n', {("two\nlines", "1")}),
        ("x,y\r\na,1\r\n\r\nb,2\r\n", {("a", "1"), ("b", "2")}),
        ("\ufeffx,y\na,1\n", {("a", "1")}),
        ("x,y\nä,⟦é⟧\n", {("ä", "⟦é⟧")}),
        ("x,y\na,1", {("a", "1")}),
        ("x,y\n a ,1\n", {(" a ", "1")}),
    ],
    ids=[
        "quoted",
        "line break in quotes",
        "CRLF and a blank line",
        "byte order mark",
        "Unicode",
        "no last line end",
        "blanks",
    ],
)
def test_csv_dialects(tmp_path, text, rows):
    """Quotes, line ends, a byte order mark and other alphabets are read; nothing is stripped or guessed."""
    R = Relation.from_csv(written(tmp_path, text))
    assert (R.columns, set(R)) == (("x", "y"), rows)


def test_a_gzipped_csv_file_is_read_as_it_is(tmp_path):
    """table.csv.gz gives what table.csv gives."""
    text = "x,y\na,1\nb,2\n"
    packed = written(tmp_path, gzip.compress(text.encode()), "table.csv.gz")
    assert Relation.from_csv(packed) == Relation.from_csv(written(tmp_path, text))


@pytest.mark.parametrize(
    ("content", "error", "message"),
    [
        ("", TableError, "is empty; a table needs a header line and at least one row"),
        ("x,y\n", TableError, "has a header but no row; a relation needs at least one row"),
        ("x,y\n\n\n", TableError, "has a header but no row"),
        ("x,y\na,1\nb\n", TableError, "line 3: 1 entries where the header has 2; give every line one entry a column"),
        ("x,y\na,1,2\n", TableError, "line 2: 3 entries where the header has 2"),
        ("x,x\na,1\n", ColumnError, r"names a column twice \(x, x\); rename one of them"),
        (b"x,y\n\xff\xfe,1\n", TableError, "is not UTF-8 text .* at byte 4"),
        ("x,y\n" + "a" * 200_000 + ",1\n", TableError, "line 2: field larger than field limit"),
    ],
    ids=[
        "empty",
        "header only",
        "header and blank lines",
        "short line",
        "long line",
        "duplicate header",
        "Latin-1",
        "huge",
    ],
)
def test_csv_files_that_are_no_tables(tmp_path, content, error, message):
    """What is wrong, where, and what to do."""
    with pytest.raises(error, match=message):
        Relation.from_csv(written(tmp_path, content))


def test_columns_and_files_that_are_not_there(tmp_path):
    """A missing column names those that exist; a missing file, a folder and a damaged archive name themselves."""
    with pytest.raises(ColumnError, match="has no column 'z'; its columns are x, y"):
        Relation.from_csv(written(tmp_path, "x,y\na,1\n"), ["x", "z"])
    with pytest.raises(TableError, match=r"cannot read .*none.csv: No such file or directory; give a readable file"):
        Relation.from_csv(tmp_path / "none.csv")
    with pytest.raises(TableError, match=r"cannot read .*: Is a directory"):
        Relation.from_csv(tmp_path)
    for damaged in (b"no archive", gzip.compress(b"x,y\na,1\n" * 99)[:-20]):
        with pytest.raises(TableError, match=r"cannot read .*damaged.csv.gz"):
            Relation.from_csv(written(tmp_path, damaged, "damaged.csv.gz"))


def test_json_gives_back_what_was_written(tmp_path):
    """read ∘ write = identity, with text, integers, null and nested tuples as labels, for all 2 × 2 relations."""
    file = tmp_path / "relation.json"
    relations = [Relation.of(("ä", 1), (None, ("t", (2, 3))), columns=("who", "what"))]
    for R in [*relations, *map(of, oracles.every_relation(2, 2))]:
        R.to_json(file)
        back = Relation.from_json(file)
        assert back == R
        assert (back.columns, list(back)) == (R.columns, list(R))


@pytest.mark.parametrize(
    ("text", "error", "message"),
    [
        ("", TableError, "is not JSON"),
        ("{", TableError, "is not JSON: .* write it with Relation.to_json"),
        ("[]", TableError, 'must be an object with the lists "columns" and "rows"'),
        ('{"columns": ["X"]}', TableError, 'must be an object with the lists "columns" and "rows"'),
        ('{"columns": ["X"], "rows": []}', TableError, "has no row"),
        ('{"columns": ["X"], "rows": [[1, 2]]}', TableError, r"row \(1, 2\) has 2 entries for 1 columns \(X\)"),
        ('{"columns": ["X", "X"], "rows": [[1, 2]]}', ColumnError, "the columns X, X are not distinct"),
        ('{"columns": ["X"], "rows": [[0.5]]}', TableError, "0.5 cannot be a label"),
        ('{"columns": ["X"], "rows": [[{"a": 1}]]}', TableError, "cannot be a label"),
        ('{"columns": ["X"], "rows": [[NaN]]}', TableError, "nan cannot be a label"),
    ],
)
def test_json_files_that_are_no_relations(tmp_path, text, error, message):
    """What is wrong, and what to do."""
    with pytest.raises(error, match=message):
        Relation.from_json(written(tmp_path, text, "relation.json"))


@pytest.mark.parametrize(
    "text", ['{"columns": ["X"], "rows": 3}', '{"columns": 3, "rows": [[1]]}', '{"columns": ["X"], "rows": [3]}']
)
def test_json_files_whose_columns_or_rows_are_no_lists(tmp_path, text):
    """They are refused as tables, too."""
    with pytest.raises(TableError):
        Relation.from_json(written(tmp_path, text, "relation.json"))


def test_labels_that_json_does_not_know_are_refused(tmp_path):
    """A set as a label cannot be written."""
    with pytest.raises(TableError):
        Relation.of((frozenset({1}), 2)).to_json(tmp_path / "relation.json")


def test_a_large_csv_file_is_its_set_of_rows(tmp_path):
    """10,000 rows: ranges, conditional ranges and the overlap partition are those of the plain set."""
    generator = random.Random(2019)
    rows = [
        (f"x{generator.randrange(900)}", f"y{generator.randrange(5)}{generator.randrange(90)}") for _ in range(10_000)
    ]
    R = Relation.from_csv(written(tmp_path, "x,y\n" + "".join(f"{x},{y}\n" for x, y in rows)))
    assert set(R) == set(rows)
    assert R.size() == len(set(rows))
    given = {}
    for x, y in rows:
        given.setdefault(y, set()).add(x)
    assert all(set(R.conditional_range(y)) == values for y, values in given.items())
    assert set(overlap_partition(R)) == oracles.component_members(set(rows))
