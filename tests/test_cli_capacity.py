"""``exactpriv capacity``: what it prints and writes, and what it refuses."""

import gzip
import json
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from exactpriv import cli
from exactpriv.capacity import Bracket, checker, pipeline

PENTAGON = {
    "pentagon.csv": "x,y\na,1\na,2\nb,2\nb,3\nc,3\nc,4\nd,4\nd,5\ne,5\ne,1\n",
    "pentagon.json": '{"columns": ["x", "y"], "rows": [[0,0],[0,1],[1,1],[1,2],[2,2],[2,3],[3,3],[3,4],[4,4],[4,0]]}',
    "pentagon.col": "p edge 5 5\ne 1 2\ne 2 3\ne 3 4\ne 4 5\ne 5 1\n",
    "twice.col": "p edge 5 10\ne 1 2\ne 2 1\ne 2 3\ne 3 2\ne 3 4\ne 4 3\ne 4 5\ne 5 4\ne 5 1\ne 1 5\n",
    "pentagon.g6": "Dhc\n",
    "edges": "a b\nb c\nc d\nd e\ne a\n",
}
"""The pentagon in every form that is read."""
CODE = "0 0\n1 2  # remarks are skipped\n2,4\n3 1\n4 3\n"
CAPACITY = Path(checker.__file__).parent


@pytest.fixture
def exactpriv(capsys):
    """Run a command line; its status, output and complaints."""

    def command(*arguments):
        with pytest.raises(SystemExit) as left:
            cli.main([str(argument) for argument in arguments])
        out, err = capsys.readouterr()
        return left.value.code, out, err

    return command


@pytest.fixture
def written(tmp_path):
    """Write a file and name it."""

    def write(text, name="graph"):
        path = tmp_path / name
        path.write_text(text, encoding="utf-8")
        return path

    return write


@pytest.fixture
def record(exactpriv, tmp_path):
    """What ``exactpriv capacity`` writes as JSON."""

    def run(*arguments):
        path = tmp_path / "result.json"
        status, _, err = exactpriv("capacity", *arguments, "--json", path)
        assert (status, err) == (0, "")
        return json.loads(path.read_text("utf-8"))

    return run


@pytest.fixture
def certificate(exactpriv, tmp_path):
    """The file in which a certificate about a channel or graph was written."""

    def write(*arguments):
        path = tmp_path / "certificate.json"
        assert exactpriv("capacity", *arguments, "--certificate", path)[0] == 0
        return path

    return write


# --- one channel or graph --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "theta", "bits"),
    [
        ("cycle:5", "5^(1/2) ≈ 2.236067977", "1/2*log2(5) bits ≈ 1.160964047"),
        ("petersen", "4", "2 bits"),
        ("kneser:7,3", "15", "log2(15) bits ≈ 3.906890596"),
        ("paley:13", "13^(1/2) ≈ 3.605551275", "1/2*log2(13) bits ≈ 1.850219859"),
        ("schlaefli", "3", "log2(3) bits ≈ 1.584962501"),
        ("cycle:5 + complete:1", "1 + 5^(1/2) ≈ 3.236067977", "log2(1 + 5^(1/2)) bits ≈ 1.694241914"),
        ("complete:4", "1", "0 bits"),
    ],
)
def test_known_capacities(exactpriv, name, theta, bits):
    """Θ of [lovasz1979shannon] (pentagon, Petersen, Kneser, Paley), of the Schläfli graph, and by the sum rule."""
    status, out, err = exactpriv("capacity", name)
    assert (status, err) == (0, "")
    assert f"\nΘ = {theta}\n" in out
    assert f"\nC₀ = {bits}\n" in out
    assert "    at least: " in out
    assert "    at most: " in out


def test_an_open_case_is_bracketed(exactpriv):
    """√10 ≤ Θ(C₇) ≤ 7 cos(π/7)/(1 + cos(π/7)), the best that codes of length 2 give."""
    status, out, err = exactpriv("capacity", "cycle:7", "--block", 2)
    assert (status, err) == (0, "")
    assert "Θ ≥ 10^(1/2) ≈ 3.162277660\n" in out
    assert "Θ ≤ 7*cos(π/7)/(1 + cos(π/7)) ≈ 3.317667207\n" in out
    assert " bits ≈ 1.660964047\n" in out
    assert "C₀ ≤ log2(7*cos(π/7)/(1 + cos(π/7))) bits ≈ 1.730169178\n" in out


@pytest.mark.parametrize(
    ("n", "capacity", "feedback"), [(3, "0 bits", "0 bits"), (5, "1/2*log2(5)", "log2(5/2)"), (6, "log2(3)", "log2(3)")]
)
def test_a_channel_has_a_capacity_with_feedback(exactpriv, n, capacity, feedback):
    """C₀F of the typewriter channel is log n/2, but 0 for n = 3, where all inputs are confusable [shannon1956zero]."""
    out = exactpriv("capacity", f"typewriter:{n}")[1]
    assert f"\nC₀ = {capacity}" in out
    assert f"\nC₀F = {feedback}" in out
    assert "C₀F" not in exactpriv("capacity", f"cycle:{n}")[1]


@pytest.mark.parametrize("name", PENTAGON)
@pytest.mark.parametrize("zipped", [False, True], ids=["plain", "gz"])
def test_every_form_of_a_file_is_read(exactpriv, written, name, zipped):
    """CSV, JSON, DIMACS (also with every edge twice), graph6 and lists of edges of the pentagon: Θ = √5."""
    path = written(PENTAGON[name], name)
    if zipped:
        path = path.with_name(f"{name}.gz")
        path.write_bytes(gzip.compress(PENTAGON[name].encode()))
    status, out, err = exactpriv("capacity", path)
    assert (status, err) == (0, "")
    assert "Θ = 5^(1/2)" in out
    assert ("C₀F = log2(5/2)" in out) == (name in {"pentagon.csv", "pentagon.json"})


def test_a_header_that_disagrees_is_said_in_one_line(exactpriv, written):
    """Seven edges are announced and five found: one line on standard error, and the answer."""
    path = written(PENTAGON["pentagon.col"].replace("5 5", "5 7"), "odd.col")
    status, out, err = exactpriv("capacity", path)
    assert status == 0
    assert "Θ = 5^(1/2)" in out
    assert err == f"exactpriv: {path}: the header counts 7 edges; 5 different ones were found and taken\n"


def test_lines_are_not_longer_than_the_table_of_verdicts(exactpriv):
    """Reasons are wrapped: no line takes more than 120 columns."""
    out = exactpriv("capacity", "cycle:5 + cycle:5 + complete:1")[1]
    assert "Θ = 1 + 2*5^(1/2)" in out
    assert max(map(len, out.splitlines())) <= 120


def test_json_has_the_documented_keys(record):
    """lower and upper (exact and in decimals), exact, block, the bounds that were tried, the certificate."""
    found = record("cycle:7", "--block", 2)
    assert {"lower", "upper", "exact", "block", "tried", "certificate"} <= set(found)
    assert (found["exact"], found["block"], found["feedback"]) == (False, 2, None)
    assert (found["lower"]["value"], found["lower"]["decimal"]) == ("10^(1/2)", "3.162278")
    assert (found["upper"]["value"], found["upper"]["decimal"]) == ("7*cos(π/7)/(1 + cos(π/7))", "3.317667")
    assert {(each["what"], each["value"]) for each in found["tried"]} >= {("α*", "7/2"), ("α(G^2)", "10^(1/2)")}
    assert checker.check(found["certificate"])[0].startswith("lower: 10 words of length 2")
    assert record("typewriter:5")["feedback"] == "log2(5/2) bits"


# --- the time is up, or the user has had enough ----------------------------------------------------------------------


def test_a_time_limit_gives_the_bracket_so_far(exactpriv):
    """After a thousandth of a second 3 ≤ Θ(C₇) ≤ 4 is known, or a little more; never nothing."""
    status, out, err = exactpriv("capacity", "cycle:7", "--time-limit", "0.001")
    assert (status, err) == (0, "")
    assert "Θ ≥ 3\n" in out
    assert "The time was up before everything was tried.\n" in out


def interrupt(*_, **__):
    """What Ctrl-C does."""
    raise KeyboardInterrupt


def test_an_interrupt_gives_the_bracket_so_far(exactpriv, monkeypatch):
    """Ctrl-C while ϑ is computed: α = 2 and α* = 5/2 of the pentagon are shown, status 130."""
    monkeypatch.setattr(pipeline, "lovasz_theta", interrupt)
    status, out, _ = exactpriv("capacity", "cycle:5")
    assert status == 130
    assert "Θ ≥ 2\n" in out
    assert "Θ ≤ 5/2" in out
    assert "Interrupted before everything was tried.\n" in out


def test_an_interrupt_of_the_check_is_said(exactpriv, monkeypatch):
    """Ctrl-C while the evidence is verified again: the bracket, and that this was not done; status 130."""
    monkeypatch.setattr(Bracket, "verify", interrupt)
    status, out, _ = exactpriv("capacity", "cycle:5")
    assert status == 130
    assert "Θ = 5^(1/2)" in out
    assert "Interrupted before the evidence was verified again.\n" in out


def test_an_interrupt_leaves_the_graphs_that_were_done(exactpriv, monkeypatch):
    """Ctrl-C within a graph, here the pentagon, which has number 38, ends the atlas, not only the graph."""
    monkeypatch.setattr(pipeline, "lovasz_theta", interrupt)
    status, out, _ = exactpriv("capacity", "--atlas", 5)
    assert status == 130
    assert out.startswith("interrupted after 37 graphs of 52\n")


# --- codes from files ------------------------------------------------------------------------------------------------


def test_a_code_from_a_file_is_a_lower_bound(record, written):
    """Ten words of length 2 for the heptagon, where only codes of length 1 are looked for: Θ ≥ √10."""
    path = written("0 2\n0 4\n1 6\n2 2\n2 4\n3 0\n4 3\n4 5\n5 1\n6 6\n")
    found = record("cycle:7", "--block", 1, "--code", path)
    assert found["lower"]["value"] == "10^(1/2)"
    assert found["lower"]["reason"] == f"10 words of length 2, read from {path}"
    assert {each["what"]: each["value"] for each in found["tried"]}["given code"] == "10^(1/2)"
    assert checker.check(found["certificate"])[0].startswith("lower: 10 words of length 2")


def test_the_better_code_is_taken(record, written):
    """Three words of length 1 do not replace ten of length 2."""
    found = record("cycle:7", "--block", 2, "--code", written("0\n2\n4\n"))
    assert found["lower"]["value"] == "10^(1/2)"
    assert {each["what"]: each["value"] for each in found["tried"]}["given code"] == "3"


@pytest.mark.parametrize(
    ("file", "letters"), [("edges", "abcde"), ("pentagon.csv", "abcde"), ("pentagon.col", "12345")], ids=str
)
def test_letters_are_labels(record, exactpriv, written, file, letters):
    """Words in the labels of the file, at every place; the numbers from 0 are not those of DIMACS."""
    labels = CODE.translate(str.maketrans("01234", letters)).replace(f"# rem{letters[0]}rks", "# remarks")
    path, words = written(PENTAGON[file], file), written(labels, "words")
    tried = {each["what"]: each["value"] for each in record(path, "--code", words)["tried"]}
    assert tried["given code"] == "5^(1/2)"
    twice = written(f"{letters[0]} {letters[1]}\n{letters[1]} {letters[2]}\n", "wrong")
    assert letters[2] in exactpriv("capacity", path, "--code", twice)[2]


@pytest.mark.parametrize(
    ("code", "complaint"),
    [
        ("0 0\n1 1\n", "the words (0, 0) and (1, 1) are confusable"),
        ("0 0\n0 0\n", "the word (0, 0) stands twice"),
        ("0 0\n2\n", "the word (2,) has 1 letters; give 2"),
        ("0 5\n", "line 1 has the letter '5', which is no label; give those of vertices, such as '0'"),
        ("0 0\n0 x\n", "line 2 has the letter 'x'"),
        ("# none\n", "holds no word"),
    ],
)
def test_a_wrong_code_is_refused(exactpriv, written, code, complaint):
    """The word that is wrong is named, before anything is searched."""
    status, out, err = exactpriv("capacity", "cycle:5", "--code", written(code))
    assert (status, out, err.count("\n")) == (2, "", 1)
    assert complaint in err


# --- the atlas -------------------------------------------------------------------------------------------------------


def test_shannons_classification(exactpriv, record):
    """With at most five vertices α = α* for all graphs but the pentagon, and none is unresolved [shannon1956zero]."""
    status, out, err = exactpriv("capacity", "--atlas", 5)
    assert (status, err) == (0, "")
    connected, everything = (block.splitlines() for block in out.split("\n\n")[:2])
    header = connected[1].replace("α = α*", "packing").replace("square root of α(G²)", "root").split()
    assert header[:5] == ["vertices", "graphs", "perfect", "packing", "root"]
    assert connected[-1].split() == ["all", "31", "30", "30", "1", "0", "0", "0"]
    assert everything[-1].split() == ["all", "52", "51", "51", "1", "0", "0", "0"]
    assert out.endswith("unresolved: 0 graphs\n")
    entries = record("--atlas", 5)
    assert len(entries) == 52
    assert [entry["graph6"] for entry in entries if not entry["perfect"]] == ["Dhc"]
    assert all(entry["settled"] and entry["exact"] and entry["certificate"] for entry in entries)


# --- certificates ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["cycle:5", "petersen", "typewriter:5", "cycle:5 + complete:1", "cycle:9"])
def test_a_certificate_is_verified_again(exactpriv, certificate, tmp_path, name):
    """--certificate writes what --check verifies, alone and against its source, and what the checker alone verifies."""
    path = certificate(name, "--block", 2)
    for arguments in ((), (name,)):
        status, out, err = exactpriv("capacity", *arguments, "--check", path)
        assert (status, err) == (0, "")
        assert out.startswith(f"{path}: verified\nlower: ")
    for module in ("checker.py", "drup.py"):
        shutil.copy(CAPACITY / module, tmp_path)
    program = [sys.executable, "-S", "-E", tmp_path / "checker.py", path]
    done = subprocess.run(program, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith(f"{path}: verified lower: ")


@pytest.mark.parametrize(
    ("edit", "complaint"),
    [
        (lambda made: made["lower"]["words"].__setitem__(1, [0, 1]), "are confusable"),
        (lambda made: made["lower"]["words"].append(made["lower"]["words"][0]), "are equal"),
        (lambda made: made["lower"]["words"].append([5, 0]), "lower.words[5][0] is 5"),
        (lambda made: made["upper"].__setitem__("t", ["2", "0"]), "negative eigenvalue"),
        (lambda made: made["graph"]["edges"].pop(), "upper.y has 5 entries; at most 4 are read"),
        (lambda made: made["graph"]["edges"].append([2, 2]), "is the loop [2, 2]"),
        (lambda made: made["graph"]["edges"].append([2, 7]), "graph.edges[5] is 7"),
        (lambda made: made.pop("upper") and made.pop("lower"), "shows nothing"),
        (lambda made: made.__setitem__("note", "hello"), "unknown field 'note'"),
        (
            lambda made: made.__setitem__("format", "exactpriv leakage 1"),
            "this program checks 'exactpriv zero-error 1'",
        ),
        (lambda made: made["upper"].__setitem__("kind", "guess"), "is of the kind 'guess'"),
        (lambda made: made["upper"].__setitem__("t", 2.5), "the certificate holds 2.5"),
    ],
)
def test_an_edited_certificate_is_refused(exactpriv, certificate, edit, complaint):
    """One element of the pentagon's certificate is changed: status 2, and the line names it."""
    path = certificate("cycle:5")
    made = json.loads(path.read_text("utf-8"))
    edit(made)
    path.write_text(json.dumps(made), encoding="utf-8")
    status, out, err = exactpriv("capacity", "--check", path)
    assert (status, out, err.count("\n")) == (2, "", 1)
    assert err.startswith(f"exactpriv: {path}: ")
    assert complaint in err


@pytest.mark.parametrize(
    ("source", "complaint"),
    [
        ("cycle:7", "it has 5 vertices, and cycle:7 has 7"),
        ("path:5", "only there an edge joins the vertices 0 and 4"),
        ("complete:5", "only in complete:5 an edge joins the vertices 0 and 2"),
        ("more.csv", "is about another channel with the same graph"),
    ],
)
def test_a_certificate_about_something_else_is_refused(exactpriv, certificate, written, source, complaint):
    """The certificate of the typewriter channel with five inputs, checked against another graph or channel."""
    path = certificate("typewriter:5")
    if source == "more.csv":  # the same graph, as every input also has an output of its own
        source = written(PENTAGON["pentagon.csv"] + "a,6\nb,7\nc,8\nd,9\ne,10\n", source)
    status, out, err = exactpriv("capacity", source, "--check", path)
    assert (status, out, err.count("\n")) == (2, "", 1)
    assert complaint in err


def test_certificates_of_the_other_kind_are_refused(exactpriv, certificate, written, tmp_path):
    """A certificate about leakage for ``capacity --check``, and the other way around."""
    ours, theirs = certificate("cycle:5"), tmp_path / "leakage.json"
    channel = written("3/4,1/4\n1/4,3/4\n", "channel.csv")
    exactpriv("leakage", channel, "--alpha", 2, "--beta", 2, "--certificate", theirs)
    assert "the format is" in exactpriv("capacity", "--check", theirs)[2]
    assert [exactpriv(*pair)[0] for pair in (("capacity", "--check", theirs), ("leakage", "--check", ours))] == [2, 2]


@pytest.mark.parametrize("text", ["", "no JSON", "[]", "{}", "null", '{"format": "exactpriv zero-error 1"}'])
def test_what_is_no_certificate_is_refused(exactpriv, written, text):
    """Status 2 and one line."""
    status, out, err = exactpriv("capacity", "--check", written(text))
    assert (status, out, err.count("\n")) == (2, "", 1)


# --- bad input -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "text", "complaint"),
    [
        ("r.csv", "x,y\na,1\nb,\n", "the input 'b' has an empty output"),
        ("r.json", '{"columns": ["x", "y"], "rows": [[1, 1]], "ranges": [[1, 2], [1]]}', "the input 2 has no output"),
        ("r.csv", "x,y\n", "has a header but no row"),
        ("r.csv", "x,y,z\n1,2,3\n", "r.csv has 3 columns (x, y, z); give two: the inputs and the outputs"),
        ("g.col", "p edge 0 0\n", "line 1: the graph has 0 vertices"),
        ("g.col", "p edge 3 2\ne 1 2\ne 2 4\n", "line 3: the edge (2, 4) leads to vertex 4"),
        ("g.col", "p edge 3 2\ne 1 2\ne 2 2\n", "line 3: vertex 2 has an edge to itself"),
        ("g.col", "p edge 3\n", "does not announce a graph"),
        ("g.g6", "?\n", "the graph has no vertex"),
        ("g.g6", "Dh\n", "is not graph6"),
        ("edges", "a b\nc c\n", "line 2: vertex 'c' has an edge to itself"),
        ("edges", "a b c\n", "line 1 has 3 labels"),
        ("edges", "", "is empty"),
        ("edges", "# no vertex\n", "has remarks but no vertex"),
    ],
)
def test_a_file_that_is_no_channel_or_graph_is_refused(exactpriv, written, name, text, complaint):
    """The line that is wrong is named; status 2, one line, nothing printed."""
    status, out, err = exactpriv("capacity", written(text, name))
    assert (status, out, err.count("\n")) == (2, "", 1)
    assert err.startswith("exactpriv: ")
    assert complaint in err


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        ((), "give one of a channel or graph"),
        (("none.csv",), "there is no file none.csv"),
        (("no/where",), "there is no file no/where"),
        (("cicle:5",), "did you mean cycle? Write cycle:n"),
        (("cycle",), "write cycle:n"),
        (("cycle:2",), "n is 2; give a whole number from 3"),
        (("paley:6",), "give a power of one prime"),
        (("kneser:7",), "write kneser:n,r"),
        (("cycle:5 + typewriter:3",), "joins a channel"),
        (("cycle:5", "--block", 0), "give a length of at least 1"),
        (("cycle:5", "--block", "two"), "'--block'"),
        (("cycle:5", "--time-limit", 0), "give a number of seconds above 0"),
        (("cycle:5", "--time-limit", "-1"), "give a number of seconds above 0"),
        (("cycle:5", "--time-limit", "nan"), "give a number of seconds above 0"),
        (("cycle:5", "--json", "no/x.json"), "there is no directory no"),
        (("cycle:5", "--certificate", "no/x.json"), "there is no directory no"),
        (("cycle:5", "--code", "no.txt"), "cannot read no.txt"),
        (("cycle:5", "--atlas", 3), "give one of a channel or graph"),
        (("--atlas", 3, "--certificate", "c.json"), "are for a channel or graph alone"),
        (("--atlas", 3, "--code", "c.txt"), "are for a channel or graph alone"),
        (("--atlas", 8), "the list has those with 1, …, 7"),
        (("--atlas", 0), "the list has those with 1, …, 7"),
        (("--check", "none.json"), "cannot read none.json"),
        (("--check", "c.json", "--certificate", "d.json"), "give one of a channel or graph"),
    ],
)
def test_what_is_wrong_is_said_in_one_line(exactpriv, monkeypatch, tmp_path, arguments, complaint):
    """Bad usage leaves with 2, prints nothing, and says in one line what is wrong and what to do."""
    monkeypatch.chdir(tmp_path)
    status, out, err = exactpriv("capacity", *arguments)
    assert (status, out, err.count("\n")) == (2, "", 1)
    assert err.startswith("exactpriv: ")
    assert complaint in err


@pytest.mark.parametrize("option", ["source", "--check", "--code", "--json", "--certificate"])
def test_a_directory_is_no_file(exactpriv, tmp_path, option):
    """A directory in the place of a file: one line, wherever it stands."""
    arguments = (tmp_path,) if option == "source" else ("cycle:5", option, tmp_path)
    status, out, err = exactpriv("capacity", *arguments)
    assert (status, out, err.count("\n")) == (2, "", 1)
    assert "directory" in err.lower()


@pytest.mark.parametrize("arguments", [(), ("cycle:5", "--code"), ("--check",)])
def test_bytes_that_are_no_text_are_refused(exactpriv, tmp_path, arguments):
    """A file of arbitrary bytes as graph, code and certificate."""
    path = tmp_path / "bytes"
    path.write_bytes(bytes(range(256)))
    status, out, err = exactpriv("capacity", *arguments, path)
    assert (status, out, err.count("\n")) == (2, "", 1)
    assert "is not UTF-8 text" in err


# --- the documents ---------------------------------------------------------------------------------------------------


def documented_certificates():
    """The examples of docs/certificates.md, each put together with the graph and the channel above it."""
    text = (Path(__file__).parent.parent / "docs" / "certificates.md").read_text("utf-8")
    about = {}
    for example in map(json.loads, re.findall(r"```json\n(.*?)```", text, flags=re.DOTALL)):
        if "vertices" in example:
            about = {"format": checker.FORMAT, "graph": example}
        elif "inputs" in example:
            about["channel"] = example
        elif example["kind"] in checker.STATEMENTS:
            yield about | {"statements": [example]}
        else:
            yield about | {
                "lower" if {"words", "lower"} & {*example, *example.get("parts", [[]])[0]} else "upper": example
            }


def test_documented_certificates_are_verified(exactpriv, written):
    """docs/certificates.md has an example of every kind that the checker knows (but union), and all are verified."""
    kinds = set()
    for certificate in documented_certificates():
        status, _, err = exactpriv("capacity", "--check", written(json.dumps(certificate)))
        assert (status, err) == (0, "")
        ((side, evidence),) = [
            (key, certificate[key]) for key in ("lower", "upper", "statements") if key in certificate
        ]
        kinds.add((side, (evidence[0] if side == "statements" else evidence)["kind"]))
    known = {"lower": checker.LOWER, "upper": checker.UPPER, "statements": checker.STATEMENTS}
    assert {(side, kind) for side in known for kind in known[side]} - kinds == {("statements", "union")}
