"""The command line: what it prints, what it writes, and with which status it leaves."""

import gzip
import json
import os
import signal
import subprocess
import sys
from fractions import Fraction
from pathlib import Path
from textwrap import dedent

import pytest

from exactpriv import cli
from exactpriv.claims import run as running
from exactpriv.information import nonstochastic_leakage
from exactpriv.privacy import ExtendedMechanism, lines, noiseless_budget, response
from exactpriv.relations import Relation
from exactpriv.report.records import KEYS

ROOT = Path(__file__).resolve().parent.parent
PROGRAM = [sys.executable, "-c", "from exactpriv.cli import main; main()"]
ENVIRONMENT = os.environ | {"PYTHONPATH": str(ROOT), "PYTHONIOENCODING": "utf-8"}


@pytest.fixture
def exactpriv(exactpriv_in_processes, monkeypatch):
    """The same without worker processes, which is quicker."""
    monkeypatch.setattr(running, "processors", lambda: 0)
    return exactpriv_in_processes


@pytest.fixture
def exactpriv_in_processes(capsys):
    """Run a command line; its status, output and complaints."""

    def command(*arguments):
        with pytest.raises(SystemExit) as left:
            cli.main([str(argument) for argument in arguments])
        out, err = capsys.readouterr()
        return left.value.code, out, err

    return command


@pytest.fixture
def written(tmp_path):
    """Write a file of conjectures, under the usual imports."""
    imports = """\
        from typing import Annotated
        from exactpriv.claims import Scope, claim
        from exactpriv.information import *
        from exactpriv.relations import Relation
        Pair = Annotated[Relation, "X", "Y"]
    """

    def write(body, name="my_claims.py"):
        path = tmp_path / name
        path.write_text(dedent(imports) + dedent(body), encoding="utf-8")
        return path

    return write


FALSE = '''
@claim(scope=Scope(3))
def maximin_is_at_most_information(R: Pair):
    """I⋆(X;Y) ≤ I₀(X;Y)."""
    return maximin_information(R) <= nonstochastic_information(R)
'''
TRUE = '''
@claim(scope=Scope(3))
def maximin_is_at_most_leakage(R: Pair):
    """I⋆(X;Y) ≤ L₀ˢ(X;Y)."""
    return maximin_information(R) <= symmetrized_leakage(R)
'''
ENDLESS = '''
@claim(scope=Scope(3))
def endless(R: Pair):
    """For ever."""
    while True:
        pass
'''


# --- verify ----------------------------------------------------------------------------------------------------------


def test_verify_decides_a_claim(exactpriv_in_processes):
    """Prop. 1 holds, and its wrong neighbor is refuted without being listed."""
    status, out, err = exactpriv_in_processes("verify", "--only", "prop-1")
    assert (status, err) == (0, "")
    assert "I⋆(X;Y) ≤ L₀ˢ(X;Y)." in out
    assert "1 claim: 1 holds." in out
    assert "Controls: 1 of 1 wrong neighbors refuted." in out
    assert "prop-1-control" not in out


def test_controls_are_listed_when_asked_for(exactpriv):
    """--controls lists the wrong neighbors, refuted."""
    _, out, _ = exactpriv("verify", "--only", "prop-1", "--controls")
    assert [line.split()[1] for line in out.splitlines() if line.startswith("prop-1-control")] == ["refuted"]


def test_only_takes_identifiers_and_families(exactpriv):
    """--only prop-1 is one claim, --only 'prop-1*' a family, and several patterns add up."""
    one, family, both = (
        {line.split()[0] for line in exactpriv("verify", *only)[1].splitlines() if line.startswith("prop-")}
        for only in (["--only", "prop-1"], ["--only", "prop-1*"], ["--only", "prop-3", "--only", "prop-1"])
    )
    assert one == {"prop-1"}
    assert one < family
    assert both == {"prop-1", "prop-3"}


def test_json_has_the_documented_keys(exactpriv, tmp_path):
    """--json: a list of objects with exactly the documented keys, controls included."""
    exactpriv("verify", "--only", "thm-1", "--json", tmp_path / "verdicts.json")
    records = json.loads((tmp_path / "verdicts.json").read_text("utf-8"))
    assert [record["id"] for record in records] == ["thm-1", "thm-1-control"]
    assert all(tuple(record) == KEYS for record in records)
    assert [record["kind"] for record in records] == ["paper", "control"]
    assert {record["verdict"] for record in records} == {"refuted"}


def test_a_witness_in_json_is_a_counterexample(exactpriv, tmp_path):
    """The instance in the JSON file, rebuilt by hand: K(g) ≤ k, yet L₀(Y; Xᵢ) > log k on some line."""
    exactpriv("verify", "--only", "thm-1", "--json", tmp_path / "verdicts.json")
    witness = json.loads((tmp_path / "verdicts.json").read_text("utf-8"))[0]["witness"]
    D = Relation.of(*map(tuple, witness["D"]["rows"]), columns=witness["D"]["columns"])
    g = ExtendedMechanism(D, {tuple(point): output for point, output in witness["g"]["outputs"]})
    assert noiseless_budget(g).antilog() <= witness["k"]
    assert any(nonstochastic_leakage(response(g, line).converse).antilog() > witness["k"] for line in lines(D))


def test_a_scope_is_widened(exactpriv, tmp_path):
    """--scope 2 sets every size that a claim does not name; --scope 2,Y=3 also that of Y."""
    for scope, expected in (("2", {"every range": 2}), ("2,Y=3", {"every range": 2, "Y": 3})):
        exactpriv("verify", "--only", "prop-1", "--scope", scope, "--json", tmp_path / "verdicts.json")
        records = json.loads((tmp_path / "verdicts.json").read_text("utf-8"))
        assert [record["scope"] for record in records] == [expected] * 2


@pytest.mark.parametrize("engine", ["auto", "enumeration", "z3", "both"])
def test_every_engine_decides(exactpriv, engine):
    """Enumeration, z3 and both give the same verdict."""
    status, out, _ = exactpriv("verify", "--only", "prop-1*", "--scope", 3, "--engine", engine)
    assert status == 0
    assert "prop-1-equality  refuted" in out


def test_a_scope_that_is_too_large_to_enumerate_is_refused(exactpriv):
    """Status 2 and one line, before anything starts; the long number is shown by its magnitude."""
    status, _, err = exactpriv("verify", "--only", "prop-1", "--scope", 9, "--engine", "enumeration")
    assert status == 2
    assert err.count("\n") == 1
    assert "has about 10^24 instances, more than the 268,435,456 that are enumerated" in err


def test_evidence_is_written(exactpriv, tmp_path):
    """--certify: a file for every refutation; STATEMENTS.md only when everything was decided."""
    status, _, _ = exactpriv("verify", "--only", "prop-1-equality", "--certify", tmp_path / "proofs")
    assert status == 0
    assert (tmp_path / "proofs" / "prop-1-equality.py").exists()
    assert (tmp_path / "proofs" / "controls" / "prop-1-equality-control.py").exists()
    assert not (tmp_path / "proofs" / "STATEMENTS.md").exists()


# --- check -----------------------------------------------------------------------------------------------------------


def test_check_shows_the_counterexample(exactpriv, written):
    """I⋆ ≤ I₀ fails on {(x1,y1), (x2,y1), (x3,y2)}: two blocks, but I₀ = log 3/2."""
    status, out, _ = exactpriv("check", written(FALSE + TRUE))
    assert status == 0
    assert "maximin-is-at-most-information: refuted" in out
    assert "R  X   Y\n       x1  y1\n       x2  y1\n       x3  y2\n" in out
    assert "⟦X|y1⟧ = {x1, x2}" in out
    assert "I₀(X;Y) = log2(3/2) bits, as |⟦X⟧| / max |⟦X|·⟧| = 3/2" in out
    assert "maximin-is-at-most-leakage: holds\n" in out
    assert "2 claims: 1 holds, 1 refuted." in out


def test_check_widens_the_scope(exactpriv, written, tmp_path):
    """--scope X=4,Y=2 for a claim of Scope(3): at most 4 × 2."""
    exactpriv("check", written(TRUE), "--scope", "X=4,Y=2", "--json", tmp_path / "o.json")
    (record,) = json.loads((tmp_path / "o.json").read_text("utf-8"))
    assert record["scope"] == {"every range": 3, "X": 4, "Y": 2}
    assert record["instances"] == 2**8 - 1


def test_a_control_that_is_not_refuted_is_shouted_about(exactpriv, written):
    """Status 3: a checker that cannot fail shows nothing."""
    control = '''
    @maximin_is_at_most_leakage.control
    def nothing_is_wrong(R: Pair):
        """|⟦X⟧| ≥ 1."""
        return R.range("X").size() >= 1
    '''
    status, out, _ = exactpriv("check", written(TRUE + dedent(control)))
    assert status == 3
    assert "!!! CONTROL NOT REFUTED: maximin-is-at-most-leakage-control (holds)" in out


def test_engines_that_disagree_are_shouted_about(exactpriv, written):
    """Status 3, whatever else was decided."""
    disagreement = '''
    from exactpriv.errors import EnginesDisagreeError

    @claim(scope=Scope(2))
    def disputed(R: Pair):
        """Disputed."""
        raise EnginesDisagreeError("one says yes, one says no")
    '''
    status, out, _ = exactpriv("check", written(dedent(disagreement) + TRUE))
    assert status == 3
    assert "!!! THE ENGINES DISAGREE on disputed: one says yes, one says no" in out


def test_a_claim_that_fails_does_not_stop_the_others(exactpriv_in_processes, written):
    """Status 2 and one line with the place in the file; the other claim is decided."""
    broken = '''
    @claim
    def broken(R: Pair):
        """Broken."""
        return nowhere_defined(R)
    '''
    status, out, err = exactpriv_in_processes("check", written(dedent(broken) + TRUE))
    assert status == 2
    assert err == "exactpriv: broken: NameError: name 'nowhere_defined' is not defined (line 10)\n"
    assert "maximin-is-at-most-leakage: holds" in out


def test_a_file_runs_like_a_script(exactpriv_in_processes, written, tmp_path):
    """Modules beside it can be imported, what it prints appears once, and no compiled copy is left behind."""
    (tmp_path / "helper_of_a_claim.py").write_text("SIZE = 2\n", encoding="utf-8")
    path = written("from helper_of_a_claim import SIZE\nprint('hello')\n" + TRUE.replace("Scope(3)", "Scope(SIZE)"))
    status, out, _ = exactpriv_in_processes("check", path)
    assert (status, out.count("hello")) == (0, 1)
    assert not (tmp_path / "__pycache__").exists()


def test_a_time_limit_ends_a_claim(exactpriv_in_processes, written, monkeypatch):
    """A claim that never answers is unknown, with status 1; the one after it is decided."""
    monkeypatch.setattr(running, "_GRACE", Fraction(1, 10))
    status, out, _ = exactpriv_in_processes("check", written(ENDLESS + TRUE), "--time-limit", "0.2")
    assert status == 1
    assert "Unknown (scope 3): time limit of 0.2 s reached without an answer" in out
    assert "maximin-is-at-most-leakage: holds" in out


def test_a_worker_that_dies_is_replaced(exactpriv_in_processes, written):
    """A claim whose process ends is unknown; the others are decided."""
    deadly = '''
    import os

    @claim(scope=Scope(2))
    def deadly(R: Pair):
        """Deadly."""
        os._exit(7)
    '''
    status, out, _ = exactpriv_in_processes("check", written(dedent(deadly) + TRUE + FALSE))
    assert status == 1
    assert "its process ended with status 7" in out
    assert "3 claims: 1 holds, 1 refuted, 1 unknown." in out


@pytest.mark.skipif(os.name != "posix", reason="sends a signal to a process group")
def test_an_interrupt_shows_what_was_decided(written):
    """Ctrl-C: status 130, the summary of what was decided, and no traceback."""
    path = written(TRUE + ENDLESS)

    def listen() -> None:
        signal.signal(signal.SIGINT, signal.default_int_handler)  # a background job would inherit that it is ignored

    process = subprocess.Popen(
        [*PROGRAM, "check", path], stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=ENVIRONMENT, text=True,
        encoding="utf-8", start_new_session=True, preexec_fn=listen,  # noqa: PLW1509 - no thread runs yet
    )  # fmt: skip
    with process:
        decided = process.stdout.readline()
        os.killpg(process.pid, signal.SIGINT)
        out, err = process.communicate(timeout=120)
    assert decided == "maximin-is-at-most-leakage: holds\n"
    assert "2 claims: 1 holds, 1 unknown.\nInterrupted" in out
    assert (process.returncode, err) == (130, "")


# --- measure ---------------------------------------------------------------------------------------------------------

VECTOR_1 = [("1", "a"), ("1", "b"), ("2", "b"), ("3", "c"), ("4", "c"), ("4", "d"), ("5", "e")]
EXPECTED = {
    "H₀(X)": "2.321928",
    "H₀(Y)": "2.321928",
    "H₀(X|Y)": "1.000000",
    "H₀(Y|X)": "1.000000",
    "I₀(X;Y)": "1.321928",
    "I₀(Y;X)": "1.321928",
    "L₀(X;Y)": "2.321928",
    "L₀(Y;X)": "2.321928",
    "L₀ˢ(X;Y)": "2.321928",
    "I⋆(X;Y)": "1.584963",
}


def save(path, rows, header=("X", "Y")):
    """Write a CSV file, packed when its name says so."""
    text = "".join(f"{','.join(map(str, row))}\n" for row in [header, *rows])
    opened = gzip.open if path.suffix == ".gz" else open
    with opened(path, "wt", encoding="utf-8") as stream:
        stream.write(text)
    return path


@pytest.mark.parametrize("name", ["pairs.csv", "pairs.csv.gz", "pairs.json"])
def test_measures_of_the_worked_example(exactpriv, tmp_path, name):
    """Test vector 1: H₀ = log 5, H₀(X|Y) = 1, I₀ = log 5/2 both ways, L₀ = log 5, I⋆ = log 3."""
    path = tmp_path / name
    if name.endswith("json"):
        Relation.of(*VECTOR_1).to_json(path)
    else:
        save(path, VECTOR_1)
    status, _, err = exactpriv("measure", path, "--x", "X", "--y", "Y", "--json", tmp_path / "out.json")
    found = json.loads((tmp_path / "out.json").read_text("utf-8"))
    assert (status, err, found["rows"], found["pairs"]) == (0, "", 7, 7)
    assert {entry["measure"]: entry["decimal"] for entry in found["measures"]} == EXPECTED
    assert found["overlap_partition"] == [
        {"X": ["1", "2"], "Y": ["a", "b"]},
        {"X": ["3", "4"], "Y": ["c", "d"]},
        {"X": ["5"], "Y": ["e"]},
    ]


def test_measures_in_nats(exactpriv, tmp_path):
    """log₂ 5/2 bits = ln 5/2 nats = 0.916291."""
    _, out, _ = exactpriv("measure", save(tmp_path / "p.csv", VECTOR_1), "--x", "X", "--y", "Y", "--nats")
    assert "I₀(X;Y)   ln(5/2)       0.916291" in out


def test_ten_thousand_rows(exactpriv, tmp_path):
    """User i sees places i and i + 1 of its own thousand: 10,000 rows, one block for every thousand."""
    rows = [(f"u{i}", f"p{i + step}") for i in range(5000) for step in (0, 1) if (i + step) % 1000 or not step]
    rows += rows[: 10000 - len(rows)]
    path = save(tmp_path / "big.csv", rows, header=("user", "place"))
    status, out, _ = exactpriv("measure", path, "--x", "user", "--y", "place", "--json", tmp_path / "big.json")
    found = json.loads((tmp_path / "big.json").read_text("utf-8"))
    assert (status, found["rows"], found["pairs"]) == (0, 10000, 9995)
    assert [len(block["user"]) for block in found["overlap_partition"]] == [1000] * 5
    assert "10,000 rows, 9,995 distinct pairs (user, place)" in out
    assert "u0, u1, u2, u3, u4, u5, u6, u7, … (1,000 in all)" in out


def test_many_blocks_are_counted(exactpriv, tmp_path):
    """Of 30 blocks 20 are listed, and the rest are counted: nothing is dropped silently."""
    path = save(tmp_path / "p.csv", [(i, i) for i in range(30)])
    _, out, _ = exactpriv("measure", path, "--x", "X", "--y", "Y")
    assert "⟦X|Y⟧⋆: 30 blocks" in out
    assert "… and 10 smaller blocks with 10 values of X; --json lists all" in out


def test_a_column_with_two_values_is_a_hypothesis(exactpriv, tmp_path):
    """Prop. 3: the best test of a two-valued X by Y is right on ⟦Y|0⟧ Δ ⟦Y|1⟧ = {a, c}: 1 bit."""
    path = save(tmp_path / "p.csv", [(0, "a"), (0, "b"), (1, "b"), (1, "c")])
    _, out, _ = exactpriv("measure", path, "--x", "X", "--y", "Y")
    assert "1.000000  performance of the best test of X by Y" in out


# --- explain ---------------------------------------------------------------------------------------------------------


def test_explain_works_the_counterexample_out(exactpriv, tmp_path):
    """Thm 1: instance, lines, K(g), the failing comparison, the repair and the control."""
    status, out, _ = exactpriv("explain", "thm-1", "--json", tmp_path / "thm-1.json")
    assert status == 0
    for words in (
        "Verdict: refuted",
        "D is not a product: the data are correlated",
        "K(g) = 1",
        "nonstochastic_leakage(R.converse) <= log2(k) is false",
        "Repaired statement\n  thm-1-repaired: holds",
        "thm-1-control: refuted",
    ):
        assert words in out
    found = json.loads((tmp_path / "thm-1.json").read_text("utf-8"))
    assert found["claim"]["verdict"] == "refuted"
    assert found["repair"]["id"] == "thm-1-repaired"
    assert [hypothesis["holds"] for hypothesis in found["worked_out"]["hypotheses"]] == [True]
    assert found["worked_out"]["conclusion"]["holds"] is False


def test_explain_shows_the_cells(exactpriv):
    """Thm 8: which cells of the quantizer the interval meets."""
    _, out, _ = exactpriv("explain", "thm-8")
    assert "cells: 1: [0, 1/2), 2: [1/2, 1]" in out
    assert "meets 1, 2: 2 of 2 cells" in out


def test_explain_a_claim_that_holds(exactpriv):
    """No instance is worked out; the scope and the control are shown."""
    status, out, _ = exactpriv("explain", "prop-1")
    assert status == 0
    assert "Holds for every instance of its scope (scope 4, 65,535 instances" in " ".join(out.split())
    assert "The instance" not in out
    assert "prop-1-control: refuted" in out


# --- bad input -------------------------------------------------------------------------------------------------------


@pytest.fixture
def bad_files(tmp_path, monkeypatch):
    """A directory with files that are wrong in one way each."""
    contents = {
        "ragged.csv": "a,b\n1,2\n3\n",
        "empty.csv": "",
        "header.csv": "a,b\n",
        "good.csv": "a,b\n1,2\n",
        "bad.json": "{",
        "none.py": "x = 1\n",
        "syntax.py": "def f(:\n",
        "import.py": "import nowhere_to_be_found\n",
        "exits.py": "raise SystemExit(3)\n",
        "untyped.py": "from exactpriv.claims import claim\n@claim\ndef f(R): return True\n",
        "twice.py": "from exactpriv.claims import claim\n"
        "@claim('a')\ndef f(k: 'Annotated[int, \"K\"]'): return True\n"
        "@claim('a')\ndef g(k: 'Annotated[int, \"K\"]'): return True\n",
    }
    contents["twice.py"] = "from typing import Annotated\n" + contents["twice.py"]
    for name, content in contents.items():
        (tmp_path / name).write_text(content, encoding="utf-8")
    monkeypatch.chdir(tmp_path)


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ("verify --scope 0", "the scope of every range is 0; give a whole number from 1 to 1000"),
        ("verify --scope 3,Y=0", "the scope of Y is 0"),
        ("verify --scope many", "cannot read the scope 'many'; write for example 4, or X=3,Y=2"),
        ("verify --only thm-111", "no claim is called 'thm-111'; there are for example thm-1"),
        ("verify --only prop-1.*", "no claim is called 'prop-1.*'"),
        ("verify --engine coq", "'coq' is not one of 'auto', 'enumeration', 'z3', 'both'"),
        ("verify --time-limit soon", "Invalid value for '--time-limit'"),
        ("verify --time-limit 0", "give a number of seconds above 0"),
        ("verify --json nowhere/v.json", "there is no directory nowhere"),
        ("verify --certify good.csv", "is a file"),
        ("verify --fast", "No such option: --fast"),
        ("prove", "No such command 'prove'"),
        ("check", "Missing argument 'FILE'"),
        ("check nowhere.py", "there is no such file"),
        ("check good.csv", "is not a Python file"),
        ("check none.py", "defines no claim; put @claim above a function"),
        ("check syntax.py", "syntax.py does not run: SyntaxError: invalid syntax (line 1)"),
        ("check import.py", "ModuleNotFoundError: No module named 'nowhere_to_be_found' (line 1)"),
        ("check exits.py", "exits.py does not run: SystemExit: 3"),
        ("check untyped.py", "parameter 'R' of f is annotated None, which cannot be quantified"),
        ("check twice.py", "two claims are called 'a': f and g"),
        ("measure ragged.csv --x a --y b", "ragged.csv, line 3: 1 entries where the header has 2"),
        ("measure empty.csv --x a --y b", "empty.csv is empty"),
        ("measure header.csv --x a --y b", "has a header but no row"),
        ("measure good.csv --x a --y c", "has no column 'c'; its columns are a, b"),
        ("measure good.csv --x a --y a", "got 'a' for both columns"),
        ("measure good.csv --x a", "Missing option '--y'"),
        ("measure bad.json --x a --y b", "bad.json is not JSON"),
        ("measure nowhere.csv --x a --y b", "cannot read nowhere.csv"),
        ("explain thm-111", "no claim is called 'thm-111'; there are for example thm-1"),
    ],
)
@pytest.mark.usefixtures("bad_files")
def test_bad_input_is_one_line(exactpriv, arguments, words):
    """Status 2 and one line on stderr that says what is wrong."""
    status, out, err = exactpriv(*arguments.split())
    assert status == 2
    assert out == ""
    assert err.startswith("exactpriv: ")
    assert err.count("\n") == 1
    assert words in err


# --- the program -----------------------------------------------------------------------------------------------------


def test_help_and_version(exactpriv):
    """Without arguments there is help; the exit statuses are documented."""
    assert exactpriv()[:2] == exactpriv("--help")[:2]
    assert "\n    130  Ctrl-C; what was decided by then is shown\n" in exactpriv("verify", "--help")[1]
    assert exactpriv("--version")[1].startswith("exactpriv ")


def test_help_loads_no_mathematics():
    """``exactpriv --help`` is there at once: it loads neither NumPy nor z3 nor any theorem."""
    program = "import sys, exactpriv.cli; exactpriv.cli._status_of(['--help']); print(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", program], env=ENVIRONMENT, capture_output=True, text=True, check=True)
    loaded = set(done.stdout.split())
    assert not loaded & {"numpy", "z3", "sympy", "networkx", "rich", "exactpriv.theorems", "exactpriv.claims"}


def test_a_closed_pipe_is_no_error():
    """``exactpriv verify | head -1`` ends without a traceback."""
    process = subprocess.Popen(
        [*PROGRAM, "verify", "--only", "prop-1*"], stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=ENVIRONMENT
    )
    with process:
        process.stdout.readline()
        process.stdout.close()
        assert process.stderr.read() == b""
