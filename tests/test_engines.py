"""The two engines agree, refute what is wrong by smallest witnesses, and say what they cannot decide."""
# ruff: noqa: ARG001 - a claim may quantify over more than its statement mentions

import importlib
from dataclasses import replace
from fractions import Fraction
from itertools import product
from typing import Annotated

import numpy as np
import pytest

from exactpriv.amount import bits, log2
from exactpriv.capacity import Code, is_zero_error_code
from exactpriv.claims import Holds, Refuted, Scope, Unknown, Vacuous, check, claim
from exactpriv.claims.check import count_instances
from exactpriv.claims.enumeration import batches, enumerate_scope, instances
from exactpriv.claims.sorts import SORTS, RelationSort, decided
from exactpriv.errors import EnginesDisagreeError, QuantifierError, ScopeError, UndecidedError
from exactpriv.information import hartley_entropy, maximin_information, nonstochastic_leakage, symmetrized_leakage
from exactpriv.leakage import Channel, maximal_leakage
from exactpriv.privacy import ExtendedMechanism, GridPrior, Mechanism, lines, output_count, response
from exactpriv.relations import Function, Relation, is_markov_chain, is_product, overlap_classes
from exactpriv.truth import BatchedNumber, OpenNumber, all_of, any_of, forall, negation

Pair = Annotated[Relation, "X", "Y"]
Triple = Annotated[Relation, "X", "Y", "Z"]
Data = Annotated[Relation, "X1", "X2"]
Release = Annotated[Mechanism, "D", "Y"]
Extended = Annotated[ExtendedMechanism, "D", "Y"]
Map = Annotated[Function, "X", "B"]
Number = Annotated[int, "K"]
Length = Annotated[Fraction, "denominator"]
Noise = Annotated[Channel, "X", "Y", "denominator"]
Prior = Annotated[GridPrior, "rows", "columns", "weight", "Y", "thin"]

# --- made-up claims of every sort ------------------------------------------------------------------------------------


@claim(scope=Scope(3))
def pair_classes_are_at_most_values(R: Pair):
    """|⟦X|Y⟧⋆| ≤ |⟦X⟧|."""
    return overlap_classes(R) <= R.range("X").size()


@claim(scope=Scope(3))
def pair_has_at_most_five_rows(R: Pair):
    """|⟦X,Y⟧| ≤ 5."""
    return R.size() <= 5


@claim(scope=Scope(3))
def pair_leakage_is_information(R: Pair):
    """L₀ˢ(X;Y) ≤ I⋆(X;Y)."""
    return symmetrized_leakage(R) <= maximin_information(R)


@claim(scope=Scope(2))
def triple_rows_fit_the_ranges(R: Triple):
    """|⟦X,Y,Z⟧| ≤ |⟦X⟧| |⟦Y⟧| |⟦Z⟧|."""
    return R.size() <= R.range("X").size() * R.range("Y").size() * R.range("Z").size()


@claim(scope=Scope(2))
def triple_is_a_markov_chain(R: Triple):
    """X – Y – Z."""
    return is_markov_chain(R)


@claim(scope=Scope(2), given=[is_markov_chain])
def markov_chain_is_one_backwards(R: Triple):
    """X – Y – Z implies Z – Y – X."""
    return is_markov_chain(R.converse)


@claim(scope=Scope(2, Y=3))
def mechanism_outputs_bound_its_count(D: Data, g: Release):
    """K(g) ≤ |⟦Y⟧|."""
    return output_count(g) <= g.output_range().size()


@claim(scope=Scope(2, Y=3))
def mechanism_count_is_its_outputs(D: Data, g: Release):
    """K(g) = |⟦Y⟧|."""
    return output_count(g) == g.output_range().size()


@claim(scope=Scope(2), given=[is_product])
def extended_mechanism_on_a_product_gives_nothing_more(D: Data, g: Extended):
    """On product data a response has at most K(g) outputs."""
    return forall(lines(D), lambda line: response(g, line).range("Y").size() <= output_count(g))


@claim(scope=Scope(2))
def extended_mechanism_gives_nothing_more(D: Data, g: Extended):
    """On any data a response has at most K(g) outputs."""
    return forall(lines(D), lambda line: response(g, line).range("Y").size() <= output_count(g))


@claim(scope=Scope(X=3, B=3))
def map_has_an_image(f: Map):
    """|f(X)| ≥ 1."""
    return f.image(f.points).size() >= 1


@claim(scope=Scope(X=3, B=3))
def map_is_not_injective(f: Map):
    """|f(X)| ≤ 2 for maps of three values."""
    return f.image(f.points).size() <= 2


@claim(scope=Scope(2, V=3))
def map_on_rows_has_fewer_values_than_rows(R: Pair, f: Annotated[Function, "R", "V"]):
    """|f(⟦X,Y⟧)| ≤ |⟦X,Y⟧|."""
    return f.image(R.rows).size() <= R.size()


@claim(scope=Scope(2, V=3))
def map_on_rows_has_two_values(R: Pair, f: Annotated[Function, "R", "V"]):
    """|f(⟦X,Y⟧)| ≤ 2."""
    return f.image(R.rows).size() <= 2


@claim(scope=Scope(2, block=2))
def code_words_are_words(R: Pair, F: Annotated[Code, "R"]):
    """|ℱ| ≤ |𝕏|^k."""
    return F.size() <= 4


@claim(scope=Scope(2, block=2), given=[lambda R, F: is_zero_error_code(F, R)])
def code_without_error_has_one_word(R: Pair, F: Annotated[Code, "R"]):
    """A zero-error code has one word."""
    return F.size() <= 1


@claim(scope=Scope(K=5))
def number_squared_is_at_least_itself(k: Number):
    """k² ≥ k."""
    return k * k >= k


@claim(scope=Scope(K=5))
def number_sums_stay_below_nine(k: Number, m: Annotated[int, "K", 2]):
    """k + m ≤ 8."""
    return k + m <= 8


@claim(scope=Scope(denominator=5))
def lengths_add_to_at_most_two(a: Length, b: Length):
    """a + b ≤ 2."""
    return a + b <= 2


@claim(scope=Scope(denominator=5))
def lengths_a_third_apart_are_not_there(a: Length, b: Length):
    """Not 1/4 < a - b < 2/5."""
    return any_of([a - b <= Fraction(1, 4), a - b >= Fraction(2, 5)])


@claim(scope=Scope(2, denominator=4))
def channel_leaks_at_most_a_bit(P: Noise):
    """L_c ≤ 1 for two inputs and two outputs."""
    return maximal_leakage(P) <= hartley_entropy(Relation.of((0,), (1,)).range("X"))


@claim(scope=Scope(2, denominator=4))
def channel_tells_nothing(P: Noise):
    """L_c = 0."""
    return maximal_leakage(P) <= 0


TRUE = [
    pair_classes_are_at_most_values,
    triple_rows_fit_the_ranges,
    markov_chain_is_one_backwards,
    mechanism_outputs_bound_its_count,
    extended_mechanism_on_a_product_gives_nothing_more,
    map_has_an_image,
    map_on_rows_has_fewer_values_than_rows,
    code_words_are_words,
    number_squared_is_at_least_itself,
    lengths_add_to_at_most_two,
    channel_leaks_at_most_a_bit,
]
WRONG = [
    (pair_has_at_most_five_rows, (6, 5)),
    (pair_leakage_is_information, (3, 4)),
    (triple_is_a_markov_chain, (2, 5)),
    (mechanism_count_is_its_outputs, (2, 6)),
    (extended_mechanism_gives_nothing_more, (2, 6)),
    (map_is_not_injective, (0, 3)),
    (map_on_rows_has_two_values, (3, 7)),
    (code_without_error_has_one_word, (2, 6, 1)),
    (number_sums_stay_below_nine, (0, 0, 4, 5)),
    (lengths_a_third_apart_are_not_there, (0, 0, 1, 3)),
    (channel_tells_nothing, (0, 0)),
]
"""Wrong claims with the size of the smallest witness: Ω, values, then further numbers or denominators in order."""

for_true_claims = pytest.mark.parametrize("true", TRUE, ids=lambda c: c.id)
for_wrong_claims = pytest.mark.parametrize(("wrong", "smallest"), WRONG, ids=[each.id for each, _ in WRONG])
for_each_engine = pytest.mark.parametrize("engine", ["enumeration", "z3", "both", "auto"])


@for_each_engine
@for_true_claims
def test_true_claims_hold(true, engine):
    """No engine refutes what is true, and both cover the same number of instances."""
    verdict = check(true, engine=engine)
    assert type(verdict) is Holds
    assert verdict.instances in {None, count_instances(true, true.scope)}
    assert verdict.engine == ("enumeration and z3" if engine == "both" else verdict.engine)


@for_each_engine
@for_wrong_claims
def test_wrong_claims_are_refuted(wrong, smallest, engine):
    """Every engine refutes what is wrong, by an instance of the smallest size."""
    verdict = check(wrong, engine=engine)
    assert type(verdict) is Refuted
    assert verdict.minimal is True
    assert verdict.size == smallest
    assert wrong.hypothesis(**verdict.witness) is True
    assert wrong.conclusion(**verdict.witness) is False


def values_of(thing, env):
    """How many values a decided map takes on what occurs."""
    if isinstance(thing, ExtendedMechanism):
        return len(set(thing.rule.as_table().values()))
    if isinstance(thing, Mechanism):
        return len({thing(*point) for point in thing.data})
    relations = [set(R) for R in env.values() if isinstance(R, Relation)]
    points = next((rows for rows in relations if rows <= set(thing.points)), thing.points)
    return len({thing(point) for point in points})


def size_of(thing, env):
    """(Ω, values, further) of a decided instance of a parameter, counted once more."""
    if isinstance(thing, Relation):
        return len(thing), sum(len({row[i] for row in thing}) for i in range(len(thing.columns))), ()
    if isinstance(thing, Code):
        return 0, len(thing.words), (max(map(len, thing.words), default=1),)
    if isinstance(thing, int | Fraction):
        return 0, 0, (thing if isinstance(thing, int) else thing.denominator,)
    return 0, 0 if isinstance(thing, Channel) else values_of(thing, env), ()


def size(env):
    """The size of an instance: Ω, values, then the further numbers in the order of the parameters."""
    omegas, values, further = zip(*(size_of(thing, env) for thing in env.values()), strict=True)
    return (sum(omegas), sum(values), *sum(further, start=()))


@for_wrong_claims
def test_no_smaller_instance_refutes(wrong, smallest):
    """min over all counterexamples of (Ω, values, …), found one by one in the computed reading."""
    found = [
        size(instance)
        for instance in instances(wrong.sorts(wrong.scope))
        if wrong.hypothesis(**instance) and not wrong.conclusion(**instance)
    ]
    assert min(found) == smallest


@for_wrong_claims
def test_both_engines_give_the_same_witness(wrong, smallest):
    """Of several smallest counterexamples both engines pick the one with the earliest labels; reals are z3's own."""
    first, second = (check(wrong, engine=engine) for engine in ("enumeration", "z3"))
    assert first.size == second.size == smallest
    if not any(sort.is_real for sort in wrong.sorts(wrong.scope).values()):
        assert repr(first.witness) == repr(second.witness)


# --- counting the instances ------------------------------------------------------------------------------------------


def quantified(**parameters):
    """A claim about these parameters that is true of everything."""
    kinds = {name: (parameter.__origin__, parameter.__metadata__) for name, parameter in parameters.items()}
    return replace(number_squared_is_at_least_itself, id="always", body=lambda **_: True, parameters=kinds)


COUNTS = [
    (quantified(R=Pair), Scope(3, Y=4), 2**12 - 1),
    (quantified(R=Triple), Scope(2), 2**8 - 1),
    (quantified(R=Pair, S=Annotated[Relation, "Z"]), Scope(2), (2**4 - 1) * (2**2 - 1)),
    (quantified(D=Data, g=Release), Scope(2, Y=3), (1 + 3) ** 4 - 1),
    (quantified(D=Data, g=Release, h=Annotated[Mechanism, "D", "Z"]), Scope(2, X1=1, Y=3), (1 + 3 * 2) ** 2 - 1),
    (quantified(D=Data, g=Extended), Scope(2, Y=3), (2**4 - 1) * 3**4),
    (quantified(f=Map), Scope(X=3, B=4), 4**3),
    (quantified(W=Annotated[Relation, "W"], f=Annotated[Function, "W", "Y"]), Scope(3, Y=2), (1 + 2) ** 3 - 1),
    (quantified(R=Pair, F=Annotated[Code, "R"]), Scope(2, block=2), (2**4 - 1) * (2**2 + 2**4)),
    (quantified(k=Number, m=Annotated[int, "K", 2]), Scope(K=5), 5 * 4),
    (quantified(a=Length), Scope(denominator=6), 1 + 12),
    (quantified(P=Noise), Scope(2, denominator=4), 5**2),
    (quantified(prior=Prior), Scope(2, rows=1, columns=2, weight=1, thin=3), (2 + 2 + 4) * 3),
]


@pytest.mark.parametrize(("always", "scope", "number"), COUNTS, ids=[str(c[2]) for c in COUNTS])
def test_instances_are_counted_exactly(always, scope, number):
    """2^(nm) - 1 relations, (1 + |Y|)^box - 1 mechanisms with their data, …: by formula, in batches and one by one."""
    assert count_instances(always, scope) == number
    assert enumerate_scope(always, scope).seen == number
    assert check(always, scope, engine="enumeration").instances == number
    assert sum(1 for _ in instances(always.sorts(scope))) == number


def told(sorts, instance):
    """An instance as text, without what only holds a place; a code with its length, which an empty one hides."""
    shown = {name: sort.shown(instance, instance[name]) for name, sort in sorts.items()}
    return ", ".join(f"{name} = {thing}{getattr(thing, 'lengths', '')}" for name, thing in shown.items())


def listed(sorts, env, length):
    """The instances of a batch, each as text; what holds a place without being an instance is left out."""
    proper = np.broadcast_to(all_of(sort.proper(env, env[name]) for name, sort in sorts.items()), (length,))

    def at(place):
        return lambda entry: np.broadcast_to(entry, (length,))[place].item() if isinstance(entry, np.ndarray) else entry

    for place in np.flatnonzero(proper):
        yield told(sorts, {name: decided(thing, at(place)) for name, thing in env.items()})


@pytest.mark.parametrize("chunk", [1, 64, 2**16])
@pytest.mark.parametrize(("always", "scope", "number"), COUNTS[1:-1], ids=[str(c[2]) for c in COUNTS[1:-1]])
def test_batches_hold_the_instances_of_the_computed_reading(always, scope, number, chunk):
    """The batches list every instance once, none is longer than the chunk, and the computed reading lists the same."""
    sorts, found = always.sorts(scope), []
    for env, length in batches(sorts, chunk):
        assert length <= chunk
        found += listed(sorts, env, length)
    assert len(found) == len(set(found)) == number
    assert sorted(found) == sorted(told(sorts, instance) for instance in instances(sorts))


def test_any_chunk_will_do():
    """The instances do not depend on the length of the batches."""
    sorts = quantified(R=Pair).sorts(Scope(2))
    found = [text for env, length in batches(sorts, 3) for text in listed(sorts, env, length)]
    assert len(found) == len(set(found)) == 2**4 - 1


@pytest.mark.parametrize("chunk", [1, 8, 2**16])
def test_the_witness_does_not_depend_on_the_chunk(chunk):
    """The smallest counterexample is found wherever the batches end."""
    for wrong, smallest in (WRONG[0], WRONG[3], WRONG[8]):
        search = enumerate_scope(wrong, wrong.scope, chunk=chunk)
        assert (search.key, search.finished) == (smallest, True)
        assert told(wrong.sorts(wrong.scope), search.found) == told(wrong.sorts(wrong.scope), check(wrong).witness)


# --- what verdicts say -----------------------------------------------------------------------------------------------


@claim(scope=Scope(2), given=[lambda R: R.size() > 4])
def nothing_has_five_rows_on_two_by_two(R: Pair):
    """True of nothing: no relation on 2 × 2 has five rows."""
    return R.size() <= 0


@claim(scope=Scope(2), existential=True)
def some_pair_leaks(R: Pair):
    """L₀(X;Y) > 0 for some pair."""
    return nonstochastic_leakage(R) > 0


@claim(scope=Scope(2), existential=True)
def some_pair_has_five_rows(R: Pair):
    """|⟦X,Y⟧| ≥ 5 for some pair."""
    return R.size() >= 5


@for_each_engine
def test_unsatisfiable_hypotheses_make_a_claim_vacuous(engine):
    """∀ over nothing is true, but says nothing: the verdict is Vacuous, not Holds."""
    verdict = check(nothing_has_five_rows_on_two_by_two, engine=engine)
    assert type(verdict) is Vacuous
    assert verdict.evidence.startswith("no instance satisfies the hypotheses")


@for_each_engine
def test_existential_claims_need_an_example(engine):
    """∃ holds by an instance, which is the smallest; that a scope has none leaves it unknown."""
    verdict = check(some_pair_leaks, engine=engine)
    assert type(verdict) is Holds
    assert some_pair_leaks.conclusion(**verdict.witness) is True
    assert len(verdict.witness["R"]) == 2
    missing = check(some_pair_has_five_rows, engine=engine)
    assert type(missing) is Unknown
    assert "try a larger scope" in missing.reason


@pytest.mark.parametrize("engine", ["enumeration", "z3"])
def test_a_verdict_is_no_truth_value(engine):
    """``if check(…)`` is refused for every kind of verdict."""
    for each in (TRUE[0], pair_has_at_most_five_rows, nothing_has_five_rows_on_two_by_two, some_pair_has_five_rows):
        with pytest.raises(UndecidedError, match=r"is not a truth value; ask isinstance\(verdict, Holds\) or .word"):
            bool(check(each, Scope(2) if each is TRUE[0] else None, engine=engine))


def test_evidence_says_what_was_covered():
    """The line of evidence names the number of instances, the engine, and whether the size was shown minimal."""
    assert check(TRUE[0], engine="enumeration").evidence == "all 511 instances (enumeration: evaluated)"
    assert check(TRUE[0], engine="z3").evidence == "all 511 instances (z3: unsatisfiable)"
    assert check(lengths_add_to_at_most_two, engine="z3").evidence == "every instance (z3: unsatisfiable)"
    refuted = "counterexample, smallest of all 511 instances (enumeration), re-evaluated"
    assert check(pair_has_at_most_five_rows, engine="enumeration").evidence == refuted
    assert check(some_pair_leaks, engine="z3").evidence == "an instance (z3), re-evaluated"


def test_the_solver_leaves_its_question():
    """z3's verdicts carry the question as SMT-LIB text, which z3 decides alike when it reads it back."""
    import z3

    for each, outcome in ((TRUE[0], z3.unsat), (pair_has_at_most_five_rows, z3.sat)):
        smt2 = check(each, engine="z3").smt2
        assert smt2.startswith("; z3 ")
        solver = z3.Solver()
        solver.from_string(smt2)
        assert solver.check() == outcome
    assert check(TRUE[0], engine="enumeration").smt2 is None


# --- time ------------------------------------------------------------------------------------------------------------


class Clock:
    """A clock that stands still for so many looks at it, and then shows a time after every limit."""

    def __init__(self, looks):
        self.looks = looks

    def monotonic(self):
        """The time."""
        self.looks -= 1
        return 0.0 if self.looks >= 0 else 1e6


@pytest.fixture
def stop_after(monkeypatch):
    """A function that lets the engines look at the clock a number of times before their time is up."""

    def stop(looks):
        clock = Clock(looks)
        for module in ("check", "enumeration", "solver"):
            monkeypatch.setattr(importlib.import_module(f"exactpriv.claims.{module}"), "time", clock)

    return stop


LARGE = Scope(5, Y=4)


@claim(scope=LARGE)
def large_pairs_have_one_input(R: Pair):
    """|⟦X⟧| ≤ 1."""
    return R.range("X").size() <= 1


@claim(scope=LARGE)
def large_classes_are_at_most_values(R: Pair):
    """|⟦X|Y⟧⋆| ≤ |⟦X⟧|."""
    return overlap_classes(R) <= R.range("X").size()


def test_enumeration_stops_in_time(stop_after):
    """After the limit: Unknown with the number of instances seen, or Refuted by an instance not shown minimal."""
    stop_after(1)
    unknown = check(large_classes_are_at_most_values, engine="enumeration", time_limit=1)
    assert type(unknown) is Unknown
    assert unknown.reason == "time limit reached after 65,536 instances; none refutes the claim"
    stop_after(1)
    refuted = check(large_pairs_have_one_input, engine="enumeration", time_limit=1)
    assert (type(refuted), refuted.minimal) == (Refuted, False)
    assert refuted.evidence == "counterexample, first found; not shown minimal (enumeration), re-evaluated"
    assert refuted.size > check(large_pairs_have_one_input, Scope(2)).size == (2, 3)


def test_enumeration_one_by_one_stops_in_time(stop_after):
    """Sorts without batches stop too."""

    @claim(scope=Scope(2, rows=1, columns=2, weight=1, thin=3))
    def priors_have_two_boxes_at_most(prior: Prior):
        return len(prior.boxes()) <= 2

    assert check(priors_have_two_boxes_at_most).instances == 24
    stop_after(3)
    stopped = check(priors_have_two_boxes_at_most, time_limit=1)
    assert stopped.reason == "time limit reached after 3 instances; none refutes the claim"


def test_the_solver_stops_in_time(stop_after):
    """z3 without time is Unknown; with time for a model but not for a smaller one, Refuted and not shown minimal."""
    stop_after(1)
    assert type(check(large_classes_are_at_most_values, engine="z3", time_limit=1)) is Unknown
    stop_after(2)
    refuted = check(pair_has_at_most_five_rows, engine="z3", time_limit=1)
    assert (type(refuted), refuted.minimal) == (Refuted, False)
    assert pair_has_at_most_five_rows.conclusion(**refuted.witness) is False


def test_one_engine_that_does_not_finish_leaves_the_other(stop_after):
    """With both engines, Unknown of one is no disagreement."""
    stop_after(3)
    verdict = check(pair_classes_are_at_most_values, engine="both", time_limit=1)
    assert verdict.word == "holds"


# --- what cannot be decided ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("size", [0, -1, 2.0, True, "3"])
def test_scopes_have_whole_sizes(size):
    """A size is a whole number of at least 1."""
    with pytest.raises(ScopeError, match=r"the scope of every range is .*; give a whole number from 1 to 1000"):
        Scope(size)
    with pytest.raises(ScopeError, match=r"the scope of Y is .*; give a whole number from 1 to 1000"):
        Scope(3, Y=size)


def test_a_scope_names_every_size():
    """A range without a size is refused by name."""
    with pytest.raises(ScopeError, match=r"has no size for 'Y'; give one: Scope\(3\) or Scope\(Y=3\)"):
        check(TRUE[0], Scope(X=3))
    assert (Scope(4, Y=3).size("Y"), Scope(4, Y=3).size("X"), Scope(Y=3).limited(2)) == (3, 4, Scope(2, Y=2))


def test_too_many_instances_are_refused():
    """2^36 relations, or 2^20 relations with 3^20 maps on them, are not enumerated; z3 may be asked."""
    with pytest.raises(ScopeError, match=r"has 68,719,476,735 instances, .* take a smaller scope or engine='z3'"):
        check(TRUE[0], Scope(6), engine="enumeration")
    with pytest.raises(ScopeError, match="instances, more than the 268,435,456 that are enumerated"):
        check(map_on_rows_has_two_values, Scope(4, V=9), engine="enumeration")
    assert type(check(TRUE[0], Scope(4, X=5), engine="auto")) is Holds


def test_the_limit_is_on_all_instances(monkeypatch):
    """A scope of 1215 instances is refused when at most 1000 are enumerated, however short the batches."""
    monkeypatch.setattr(importlib.import_module("exactpriv.claims.enumeration"), "MOST_INSTANCES", 1000)
    assert count_instances(extended_mechanism_gives_nothing_more, Scope(2, Y=3)) == 1215
    with pytest.raises(ScopeError):
        enumerate_scope(extended_mechanism_gives_nothing_more, Scope(2, Y=3), chunk=4)


def test_the_solver_refuses_what_it_cannot_open():
    """Priors have no open reading; auto takes enumeration for them."""

    @claim(scope=Scope(1, rows=1, columns=2, weight=1, thin=1))
    def priors_have_one_box(prior: Prior):
        return len(prior.boxes()) <= 1

    with pytest.raises(ScopeError, match=r"z3 cannot take 'prior' \(GridPriorSort\); use engine='enumeration'"):
        check(priors_have_one_box, engine="z3")
    verdict = check(priors_have_one_box)
    assert (verdict.word, verdict.engine, verdict.size) == ("refuted", "enumeration", (0, 0, 2))


def unannotated(R):
    """R has no annotation."""
    return R.size() <= 1


def without_details(R: Relation):
    """R has a kind but no ranges."""
    return R.size() <= 1


def of_text(R: Annotated[str, "X"]):
    """Nobody quantifies over texts."""
    return R == ""


def without_parameters():
    """Nothing to quantify over."""
    return True


@pytest.mark.parametrize("body", [unannotated, without_details, of_text])
def test_parameters_say_what_they_range_over(body):
    """A parameter without a sort is refused, with an example of how to write one."""
    with pytest.raises(
        QuantifierError, match=r"parameter 'R' of .* cannot be quantified; write for example Annotated\[Rel"
    ):
        claim(body)


def test_there_is_something_to_quantify_over():
    """A claim needs a parameter; a control needs those of its claim; a hypothesis may ask for no others."""
    with pytest.raises(
        QuantifierError, match="without_parameters has no parameter, so there is nothing to quantify over"
    ):
        claim(without_parameters)

    with pytest.raises(QuantifierError, match=r"the hypothesis <lambda> asks for S, which .* does not quantify over"):

        @claim(given=[lambda S: S.size() > 1])
        def asks_for_another(R: Pair):
            return R.size() <= 1

    with pytest.raises(QuantifierError, match=r"the control of .* leaves out g; give it the parameters of the claim"):
        mechanism_count_is_its_outputs.control(lambda D: D.size() <= 1)


@pytest.mark.parametrize(
    "parameters", [{"g": Release}, {"g": Release, "D": Data}, {"g": Extended}, {"F": Annotated[Code, "R"]}], ids=str
)
@pytest.mark.parametrize("engine", ["enumeration", "z3"])
def test_what_a_parameter_rests_on_comes_before_it(parameters, engine):
    """A mechanism needs its data range and a code its channel among the earlier parameters."""
    with pytest.raises(QuantifierError):
        check(quantified(**parameters), Scope(2), engine=engine)


def test_numbers_from_a_start_beyond_the_scope():
    """No number lies between 5 and 3: the scope is refused by both engines."""
    for engine in ("enumeration", "z3", "both"):
        with pytest.raises(ScopeError, match="counts from 5 but K ends at 3; widen the scope"):
            check(quantified(k=Annotated[int, "K", 5]), Scope(3), engine=engine)


def test_engines_have_names():
    """An engine that does not exist is refused."""
    with pytest.raises((ValueError, LookupError, TypeError)):
        check(TRUE[0], engine="cvc5")


AMOUNTS = {
    "½ L₀ˢ + ½ L₀ˢ = L₀ˢ": (lambda a: a * Fraction(1, 2) + a * Fraction(1, 2) == a, "holds"),
    "½ L₀ˢ ≤ ½ log 3": (lambda a: Fraction(1, 2) * a <= log2(3) / 2, "holds"),
    "½ L₀ˢ ≤ ½": (lambda a: a / 2 <= bits("1/2"), "refuted"),
    "-L₀ˢ ≤ 0": (lambda a: -a <= 0, "holds"),
    "L₀ˢ ≤ 3/2": (lambda a: a <= bits("3/2"), "refuted"),
    "L₀ˢ ≤ 8/5": (lambda a: a <= bits("8/5"), "holds"),
    "2 L₀ˢ ≤ log 9": (lambda a: 2 * a <= log2(9), "holds"),
}


@pytest.mark.parametrize("engine", ["enumeration", "z3"])
@pytest.mark.parametrize(("statement", "word"), AMOUNTS.values(), ids=AMOUNTS)
def test_amounts_calculate_alike_in_every_reading(statement, word, engine):
    """What is written with exact amounts means the same on a batch and on an open relation, and is decided exactly."""
    about_pairs = replace(pair_has_at_most_five_rows, id="amounts", body=lambda R: statement(symmetrized_leakage(R)))
    assert check(about_pairs, engine=engine).word == word


# --- engines can disagree, and then say so ---------------------------------------------------------------------------


def is_open(R):
    """What no claim should ask."""
    return isinstance(R.size(), OpenNumber)


@claim(scope=Scope(2))
def batches_are_larger(R: Pair):
    """At most two rows when computed or batched, at most four when open: a body that looks at its reading."""
    return R.size() <= (4 if is_open(R) else 2)


@claim(scope=Scope(2))
def open_pairs_are_smaller(R: Pair):
    """At most three rows when computed or batched, at most two when open."""
    return R.size() <= (2 if is_open(R) else 3)


@claim(scope=Scope(2))
def batches_are_never_full(R: Pair):
    """At most two rows in a batch, at most four when computed."""
    return R.size() <= (2 if isinstance(R.size(), BatchedNumber) else 4)


def test_different_words_are_a_disagreement():
    """Refuted by enumeration and held by z3: a bug in the claim or in an engine."""
    assert check(batches_are_larger, engine="enumeration").word == "refuted"
    assert check(batches_are_larger, engine="z3").word == "holds"
    with pytest.raises(EnginesDisagreeError, match="enumeration says refuted, z3 says holds; report this as a bug"):
        check(batches_are_larger, engine="both")


@pytest.mark.parametrize(("body", "engine"), [(open_pairs_are_smaller, "z3"), (batches_are_never_full, "enumeration")])
def test_every_instance_is_evaluated_again(body, engine):
    """A counterexample that is none in the computed reading is never reported as one."""
    with pytest.raises(EnginesDisagreeError, match="computed again its hypotheses are True and its conclusion is True"):
        check(body, engine=engine)


class ForgetfulSort(RelationSort):
    """Relations whose first row is forgotten in the open reading only."""

    def open(self, env):
        """The open relation without its first row."""
        R = super().open(env)
        return Relation(R.columns, dict(list(R.rows.items())[1:]))


class RowlessSort(RelationSort):
    """Relations whose rows are not counted in the open reading only, so that few values come before few rows."""

    def size(self, env, thing):
        """The size without Ω when it is open."""
        omega, values, further = super().size(env, thing)
        return ([0] if isinstance(thing.size(), OpenNumber) else omega), values, further


def test_a_broken_sort_is_noticed(monkeypatch):
    """An engine that misses instances, or that measures them differently, contradicts the other one."""
    scope = Scope(X=3, Y=2)
    assert check(pair_has_at_most_five_rows, scope, engine="both").size == (6, 5)
    monkeypatch.setitem(SORTS, Relation, ForgetfulSort)
    with pytest.raises(EnginesDisagreeError, match="enumeration says refuted, z3 says holds"):
        check(pair_has_at_most_five_rows, scope, engine="both")
    monkeypatch.setitem(SORTS, Relation, RowlessSort)
    with pytest.raises(
        EnginesDisagreeError, match=r"smallest witness has size \(3, 6\) by enumeration, \(4, 4\) by z3"
    ):
        check(few_values_or_few_rows, engine="both")


@claim(scope=Scope(3))
def few_values_or_few_rows(R: Pair):
    """Refuted by three rows with six values, and by four rows with four values."""
    values = R.range("X").size() + R.range("Y").size()
    return negation(any_of([all_of([R.size() <= 3, values >= 6]), all_of([R.size() >= 4, values <= 4])]))


def test_a_claim_is_still_its_function():
    """Calling a claim computes it; its controls, its identifier and its statement come from the function."""

    @claim
    def something_about_pairs(R: Pair):
        """Of X and Y,
        this is stated.
        """  # noqa: D205 - a statement may take two lines
        return R.size() <= 1

    @something_about_pairs.control
    def something_else(R: Pair):
        return R.size() <= 0

    assert (something_about_pairs.id, something_about_pairs.statement) == (
        "something-about-pairs",
        "Of X and Y, this is stated.",
    )
    assert (something_else.id, something_else.kind) == ("something-about-pairs-control", "control")
    assert (something_else.statement, something_else.parent) == ("something else", something_about_pairs)
    assert something_about_pairs.controls == (something_else,)
    assert something_about_pairs(Relation.of((0, 0))) is True


@pytest.mark.parametrize("sizes", list(product([1, 2, 3], repeat=2)), ids=str)
def test_engines_agree_in_every_scope(sizes):
    """Verdict and smallest size of both engines for every scope up to 3 × 3, also where a witness does not fit."""
    scope = Scope(X=sizes[0], Y=sizes[1])
    words = {
        each.id: check(each, scope, engine="both").word
        for each in (pair_has_at_most_five_rows, pair_leakage_is_information)
    }
    assert words["pair-has-at-most-five-rows"] == ("refuted" if sizes[0] * sizes[1] >= 6 else "holds")
    assert words["pair-leakage-is-information"] == ("refuted" if min(sizes) >= 2 else "holds")
