"""Reports: what a reader is shown is what was decided, and the lists of claims are complete."""

import json
import multiprocessing
import re
from fractions import Fraction
from pathlib import Path
from types import ModuleType
from typing import Annotated

import pytest

from exactpriv import cli, theorems
from exactpriv.amount import log2
from exactpriv.capacity import Code
from exactpriv.claims import Holds, Refuted, Scope, Unknown, check, claim
from exactpriv.claims import run as running
from exactpriv.claims.loading import address, claims_of, find, with_controls
from exactpriv.claims.run import Outcome, Run, run
from exactpriv.errors import EnginesDisagreeError, UnknownClaimError
from exactpriv.leakage import Channel
from exactpriv.privacy import ExtendedMechanism, GridPrior, Mechanism
from exactpriv.relations import Function, Relation, overlap_classes
from exactpriv.report.answers import verdict_sentence
from exactpriv.report.details import details
from exactpriv.report.instances import plain, shown, text, width
from exactpriv.report.records import KEYS, record
from exactpriv.report.statements import statements
from exactpriv.report.table import VerdictTable, is_alarming, readme_block, summary
from exactpriv.report.tracing import traced
from exactpriv.theorems import ORDER, all_claims, modules_in_order, named, select

Pair = Annotated[Relation, "X", "Y"]
FOLDER = Path(theorems.__file__).parent


@pytest.fixture(scope="module")
def decided():
    """A claim that holds, one that is refuted, one that has an example, and their controls."""
    return run(select("prop-1", "prop-1-equality", "prop-1-attained"), workers=0)


# --- the claims of the papers ----------------------------------------------------------------------------------------


def test_every_module_of_statements_is_collected():
    """The registry names every file of theorems/, once, and no other."""
    assert sorted(modules_in_order()) == sorted(path.stem for path in FOLDER.glob("*.py") if path.stem != "__init__")
    assert set(ORDER) <= set(modules_in_order())


def test_every_claim_is_followed_by_its_controls():
    """Identifiers are unique, every claim keeps a wrong neighbor, and it stands right behind the claim."""
    claims = all_claims()
    assert len({claim.id for claim in claims}) == len(claims)
    own = [claim for claim in claims if claim.kind != "control"]
    assert [each.id for claim in own for each in (claim, *claim.controls)] == [claim.id for claim in claims]
    assert all(claim.controls for claim in own)


def test_a_repair_exists():
    """claim.repaired_by names a claim."""
    identifiers = {claim.id for claim in all_claims()}
    assert {claim.repaired_by for claim in all_claims()} - {None} <= identifiers


def test_select_keeps_the_order_of_the_papers():
    """The patterns choose, their order does not matter, and controls come along."""
    assert select("prop-3", "prop-1") == select("prop-1", "prop-3")
    assert [claim.id for claim in select("prop-1")] == ["prop-1", "prop-1-control"]
    assert {claim.id for claim in select("thm-1*")} >= {"thm-1", "thm-1-product", "thm-1-product-control"}
    assert [claim.id for claim in select("prop-1-control")] == ["prop-1-control"]


def test_an_unknown_claim_is_answered_with_close_ones():
    """No claim is called prop-11; prop-1 is meant."""
    with pytest.raises(UnknownClaimError, match="no claim is called 'prop-11'; there are for example prop-1"):
        named("prop-11")
    with pytest.raises(UnknownClaimError, match=r"no claim is called 'lemma-\*'"):
        select("prop-1", "lemma-*")


def test_two_claims_of_one_name_are_refused():
    """An identifier says which claim is meant."""
    with pytest.raises(UnknownClaimError, match="two claims are called 'same': first and second"):
        with_controls([claim("same")(first), claim("same")(second)])


def first(R: Pair):
    """|⟦X⟧| ≥ 1."""
    return R.range("X").size() >= 1


def second(R: Pair):
    """|⟦Y⟧| ≥ 1."""
    return R.range("Y").size() >= 1


def test_claims_of_a_module_are_found_in_its_lists():
    """Claims stand in the order of definition, also those made in a loop, once each; imported ones are not its own."""
    module = ModuleType(first.__module__)
    one, two = claim(first), claim(second)
    two.control(first)
    vars(module).update(imported=named("prop-1"), one=one, several=[two, one], by_name={"two": two})
    assert claims_of(module) == (one, two)


def test_every_claim_is_found_again():
    """find(address(claim)) is the claim; a claim of this test has no address."""
    assert all(find(address(claim)) is claim for claim in select("prop-1*", "thm-8*"))
    assert address(claim(first)) is None
    with pytest.raises(UnknownClaimError, match=r"lemma-1 is no longer in exactpriv\.theorems\.section_2b"):
        find(("exactpriv.theorems.section_2b", "", "lemma-1"))


# --- deciding many ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("method", multiprocessing.get_all_start_methods())
def test_processes_decide_as_one_does(decided, method):
    """The verdicts and witnesses of worker processes, however they start, are those of this process, in its order."""
    claims = [outcome.claim for outcome in decided.outcomes]
    seen = []
    again = run(claims, workers=2, start_method=method, on_outcome=seen.append)
    assert [(o.claim.id, o.verdict) for o in again.outcomes] == [(o.claim.id, o.verdict) for o in decided.outcomes]
    assert [o.claim.id for o in seen] == [claim.id for claim in claims]


def test_a_claim_of_this_process_only_is_decided_here():
    """A claim that no worker can find is decided all the same, in its place."""
    claims = [claim(first), *select("prop-1")]
    outcomes = run(claims, scope_of=lambda _: Scope(2), workers=1).outcomes
    words = [(outcome.claim.id, outcome.verdict.word) for outcome in outcomes]
    assert words == [("first", "holds"), ("prop-1", "holds"), ("prop-1-control", "holds")]


def test_an_interrupt_keeps_what_was_decided(monkeypatch):
    """KeyboardInterrupt at the second claim: the first is decided, the others are Unknown ("interrupted")."""

    def interrupted(claim, scope, **options):
        if claim.id != "prop-1":
            raise KeyboardInterrupt
        return check(claim, scope, **options)

    monkeypatch.setattr(running, "check", interrupted)
    result = run(select("prop-1", "prop-3"), workers=0)
    assert result.interrupted
    assert [outcome.was_interrupted for outcome in result.outcomes] == [False, True, True, True]
    assert "Interrupted: what was not decided by then is unknown." in summary(result)


def test_progress_is_told():
    """Before every claim: which one is being decided, and how many are done."""
    told = []
    run(select("prop-1"), workers=0, on_tick=lambda working, done: told.append(([c.id for c in working], done)))
    assert told == [(["prop-1"], 0), (["prop-1-control"], 1)]


# --- the table -------------------------------------------------------------------------------------------------------


def test_the_readme_shows_what_verify_prints(capsys, monkeypatch):
    """readme_block is the output of ``exactpriv verify`` without its last line, the time."""
    monkeypatch.setattr(running, "processors", lambda: 0)
    with pytest.raises(SystemExit):
        cli.main(["verify", "--only", "prop-1*"])
    *lines, time = capsys.readouterr().out.splitlines()
    block = readme_block(run(select("prop-1*"), workers=0))
    assert block.splitlines() == lines
    assert re.fullmatch(r"Time: \d+\.\d s\.", time)
    assert not re.search(r"\d s\b", block)


@pytest.mark.parametrize("columns", [80, 100, 120])
def test_no_line_is_wider_than_the_terminal(decided, columns):
    """Every line fits, down to 80 columns."""
    table = VerdictTable([outcome.claim for outcome in decided.outcomes], columns=columns, controls=True)
    lines = [*table.header(), *(line for outcome in decided.outcomes for line in table.lines(outcome))]
    assert max(width(line.text) for line in lines) <= columns


def test_columns_are_aligned(decided):
    """The verdicts stand under the heading, and the style marks exactly the verdict."""
    table = VerdictTable([outcome.claim for outcome in decided.outcomes])
    (header,) = table.header()
    rows = [line for outcome in decided.outcomes for line in table.lines(outcome) if line.stop]
    assert {row.start for row in rows} == {header.text.index("verdict")}
    assert [row.text[row.start : row.stop] for row in rows] == ["holds", "refuted", "holds"]


def test_the_summary_counts(decided):
    """Claims by verdict, controls refuted of all, no time when none is wanted."""
    assert summary(decided, seconds=False) == [
        "3 claims: 2 hold, 1 refuted.",
        "Controls: 3 of 3 wrong neighbors refuted.",
    ]


def outcome_of(kind, verdict_type, error=None, **details):
    """A made-up outcome."""
    made = claim("made-up", kind=kind, scope=Scope(2))(first)
    return Outcome(made, verdict_type(claim="made-up", scope=Scope(2), engine="enumeration", **details), error)


@pytest.mark.parametrize(
    ("outcome", "alarming"),
    [
        (outcome_of("control", Holds), True),
        (outcome_of("control", Refuted), False),
        (outcome_of("control", Unknown, reason="time limit"), False),
        (outcome_of("paper", Holds), False),
        (outcome_of("paper", Unknown, error=EnginesDisagreeError("no"), reason="no"), True),
    ],
)
def test_what_is_alarming(outcome, alarming):
    """A control that was decided but not refuted, and engines that disagree; nothing else."""
    assert is_alarming(outcome) is alarming
    assert ("!!!" in readme_block(Run([outcome]))) is alarming


@pytest.mark.parametrize("word", ["holds", "refuted", "unknown"])
def test_a_verdict_sentence_says_what_is_covered(word):
    """The scope stands in every sentence."""
    made = {"holds": (Holds, {}), "refuted": (Refuted, {}), "unknown": (Unknown, {"reason": "no time"})}[word]
    assert "scope 2" in verdict_sentence(outcome_of("paper", made[0], **made[1]).verdict)


# --- JSON and Markdown -----------------------------------------------------------------------------------------------


def test_records_are_json(decided):
    """Every record has the documented keys and survives JSON."""
    records = [record(outcome) for outcome in decided.outcomes]
    assert all(tuple(entry) == KEYS for entry in records)
    assert json.loads(json.dumps(records)) == records
    assert [entry["minimal"] for entry in records] == [None, True, True, True, None, True]
    assert [entry["witness"] is None for entry in records] == [True, False, False, False, False, False]


def test_every_witness_of_the_papers_is_json():
    """Whatever a claim quantifies over can be written to JSON, and shown."""
    for outcome in run([c for c in all_claims() if c.kind != "control"], scope_of=small, time_limit=5).outcomes:
        witness = getattr(outcome.verdict, "witness", None) or {}
        kept = json.loads(json.dumps(record(outcome)["witness"]))
        assert (kept or {}).keys() == witness.keys()
        assert "object at 0x" not in "\n".join([*shown(witness), *details(witness), str(kept)])


def small(claim):
    """The scope of a claim with no size above 2."""
    scope = claim.scope
    return Scope(scope.default and min(scope.default, 2), **{name: min(size, 2) for name, size in scope.sizes.items()})


def test_statements_list_every_outcome_without_times(decided):
    """A row for each outcome with a link to its evidence; equal runs give equal text; a | does not end a column."""
    files = {"prop-1-equality": [Path("folder/prop-1-equality.py")]}
    listed = statements(decided.outcomes, files)
    rows = [line for line in listed.splitlines() if line.startswith("| `")]
    in_order = sorted(decided.outcomes, key=lambda outcome: outcome.claim.kind == "control")
    assert [row.split("`")[1] for row in rows] == [outcome.claim.id for outcome in in_order]
    assert {len(re.split(r"(?<!\\)\|", row)) for row in rows} == {10}
    assert "[prop-1-equality.py](folder/prop-1-equality.py)" in listed
    assert listed == statements(run([o.claim for o in decided.outcomes], workers=0).outcomes, files)


# --- instances in words ----------------------------------------------------------------------------------------------

D = Relation.of((0, 0), (1, 1), columns=("X1", "X2"))


@pytest.mark.parametrize(
    ("thing", "words", "data"),
    [
        (Relation.of((1, "a")), "{(1, a)}", {"columns": ["X", "Y"], "rows": [[1, "a"]]}),
        (Fraction(1, 2), "1/2", "1/2"),
        (Code.of((0, 1), (1, 0)), "{0 1, 1 0}", [[0, 1], [1, 0]]),
        (Function.of((1,), {1: "b"}), "1 ↦ b", [[1, "b"]]),
        (
            Mechanism(D, lambda x: x[0]),
            "(0, 0) ↦ 0, (1, 1) ↦ 1",
            {"data": {"columns": ["X1", "X2"], "rows": [[0, 0], [1, 1]]}, "outputs": [[[0, 0], 0], [[1, 1], 1]]},
        ),
        (
            Channel({"x": {"a": "1/4", "b": "3/4"}}),
            "P(·|x) = a: 1/4, b: 3/4",
            [["x", "a", "1/4"], ["x", "b", "3/4"]],
        ),
        (log2("5/2"), "log2(5/2) bits", {"exact": "log2(5/2)", "decimal": "1.321928", "unit": "bits"}),
        ((1, ("a", Fraction(1, 3))), "(1, (a, 1/3))", [1, ["a", "1/3"]]),
    ],
    ids=lambda value: type(value).__name__,
)
def test_instances_in_words_and_as_data(thing, words, data):
    """Labels without quotation marks; JSON data with fractions as text."""
    assert text(thing) == words
    assert plain(thing) == data


def test_points_outside_the_data_are_marked():
    """An extended mechanism is shown on the whole box, with a remark where the box leaves D."""
    lines = shown({"g": ExtendedMechanism(D, lambda x: x[0])})
    assert lines[0] == "g  (0, 0)  ↦  0"
    assert lines[1] == "   (0, 1)  ↦  0  (not in the data range)"


def test_details_of_a_pair():
    """Test vector 1, by hand: three blocks, I₀ = log 5/2, L₀ = log 5."""
    R = Relation.of((1, "a"), (1, "b"), (2, "b"), (3, "c"), (4, "c"), (4, "d"), (5, "e"))
    found = details({"R": R})
    assert "⟦X|Y⟧⋆ = {{1, 2}, {3, 4}, {5}}" in found
    assert "I₀(X;Y) = log2(5/2) bits, as |⟦X⟧| / max |⟦X|·⟧| = 5/2" in found
    assert "L₀(X;Y) = log2(5) bits, as |⟦X⟧| / min |⟦X|·⟧| = 5/1" in found
    assert "I⋆(X;Y) = log2(3) bits, as |⟦X|Y⟧⋆| = 3" in found


def test_details_of_a_quantizer():
    """Test vector 3: with q = 4 and S = 1/2 the interval [0.1, 0.6] meets cells 1, 2, 3."""
    found = details({"q": 4, "S": Fraction(1, 2), "a": Fraction(1, 10)})
    assert found[1:] == ["[a, a + S] = [1/10, 3/5] meets 1, 2, 3: 3 of 4 cells", "q S / R = 2"]


def test_details_of_a_prior():
    """Test vector 4: uniform on [0, 1], one output, p = 2: the least error is 1/12."""
    found = details({"p": 2, "prior": GridPrior(weights=((1,),), outputs=(("y",),))})
    assert "least E|X₁ - X̂|^2 in row 0 = 1/12" in found


# --- step by step ----------------------------------------------------------------------------------------------------


def is_small(R: Relation) -> bool:
    """|R| ≤ 1."""
    return len([*R][:2]) <= 1


def test_steps_are_the_calls_of_the_body():
    """Every call with its value, quantified variables with what they stand for, != as it is meant."""

    def body(R):
        blocks = overlap_classes(R)
        differ = log2(blocks) != log2(2)
        return is_small(R) or differ or any(log2(n) == log2(3) for n in (1, 2))

    steps, result = traced(body, {"R": Relation.of((1, "a"), (2, "b"))})
    assert result is False
    assert [str(step) for step in steps] == [
        "blocks = overlap_classes(R) = 2",
        "log2(blocks) = 1 bit",
        "log2(2) = 1 bit",
        "differ = log2(blocks) != log2(2) is false",
        "is_small(R) is false: |R| ≤ 1.",
        "log2(n) = 0 bits",
        "log2(3) = log2(3) bits",
        "log2(n) == log2(3) is false",
        "log2(n) = 1 bit",
        "log2(3) = log2(3) bits",
        "log2(n) == log2(3) is false",
    ]
    assert [step.bindings for step in steps] == [()] * 5 + [(("n", "1"),)] * 3 + [(("n", "2"),)] * 3


def test_the_profiler_is_put_back():
    """Tracing leaves no profile function behind, also when the body fails."""
    import sys

    with pytest.raises(ZeroDivisionError):
        traced(lambda R: 1 // R, {"R": 0})
    assert sys.getprofile() is None
