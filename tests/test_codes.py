"""Zero-error codes against their literal definition, and known codes."""

import random
from itertools import product

import pytest

from exactpriv.amount import bits, log2
from exactpriv.capacity import Code, are_confusable, best_input_leakage, has_rate_at_most, is_zero_error_code
from exactpriv.errors import NotACodeError
from exactpriv.relations import Relation
from tests import oracles, tables

CHANNELS = [rows for rows in oracles.every_relation(3, 3) if len(oracles.column(rows, 0)) == 3]
LETTERS, PAIRS = [(x,) for x in range(3)], list(product(range(3), repeat=2))


def of(rows):
    """The channel with these rows."""
    return Relation.of(*sorted(rows))


def test_zero_error_is_the_literal_definition():
    """(10) |ℱ ∩ 𝒳(y)| ≤ 1 for all y: every code of one letter on every channel on 3 × 3 that takes all inputs."""
    for rows in CHANNELS:
        for words in filter(None, oracles.subsets(LETTERS)):
            assert is_zero_error_code(Code.of(*words), of(rows)) is oracles.has_zero_error(sorted(words), rows)


def test_zero_error_of_length_two_is_the_literal_definition():
    """The same for codes of length two: a fixed sample of 12 of the 511 codes on each of the 343 channels."""
    generator = random.Random(1956)
    codes = [sorted(words) for words in oracles.subsets(PAIRS) if words]
    found = set()
    for rows in CHANNELS:
        for words in generator.sample(codes, 12):
            found.add(is_zero_error_code(Code.of(*words), of(rows)))
            assert is_zero_error_code(Code.of(*words), of(rows)) is oracles.has_zero_error(words, rows)
    assert found == {True, False}


def test_letters_must_be_inputs():
    """ℱ ⊆ ⟦X⟧^k: a word with a letter that the channel never takes is no word of a zero-error code."""
    for rows in oracles.every_relation(2, 2):
        for words in ([(0,)], [(0,), (1,)], [(0, 1)], [(1, 1), (0, 0)]):
            assert is_zero_error_code(Code.of(*words), of(rows)) is oracles.has_zero_error(words, rows)


def test_confusable_inputs_share_an_output():
    """⟦Y|x⟧ ∩ ⟦Y|x'⟧ ≠ ∅."""
    for rows in CHANNELS:
        for x, x2 in product(range(3), repeat=2):
            assert are_confusable(of(rows), x, x2) is any({(x, y), (x2, y)} <= rows for y in range(3))


def test_channels_that_vary_with_time():
    """A word passes channel t at time t: (10) with the product of the two channels in the place of a power."""
    for rows, rows2 in product(CHANNELS[::40], CHANNELS[::31]):
        for words in ([(0, 1), (1, 0)], [(0, 0), (1, 1), (2, 2)], [(0, 0), (0, 1)]):
            ambiguous = any(
                sum(((x, y) in rows and (x2, y2) in rows2) for x, x2 in words) > 1
                for y, y2 in product(range(3), repeat=2)
            )
            assert is_zero_error_code(Code.of(*words), of(rows), of(rows2)) is not ambiguous


def test_the_pentagon_code():
    """Shannon's five words of length two have zero error through the pentagon; no six words, no three letters do."""
    R, code = Relation.of(*tables.PENTAGON), tables.SHANNON_CODE
    assert is_zero_error_code(Code.of(*code), R) is True
    assert oracles.has_zero_error(code, set(tables.PENTAGON)) is True
    sixth = [word for word in product(range(5), repeat=2) if word not in code]
    assert not any(is_zero_error_code(Code.of(*code, word), R) for word in sixth)
    assert [oracles.largest_code(set(tables.PENTAGON), length) for length in (1, 2)] == [2, 5]
    assert all(
        not is_zero_error_code(Code.of(*words), R)
        for words in oracles.subsets([(x,) for x in range(5)])
        if len(words) == 3
    )


def test_the_rate_of_the_pentagon_code():
    """½ log 5 lies above 1 bit and below the bound log 5/2 of Proposition 2, exactly."""
    code = Code.of(*tables.SHANNON_CODE)
    R = Relation.of(*tables.PENTAGON)
    assert (code.size(), code.length()) == (5, 2)
    assert has_rate_at_most(code, log2(5) / 2) is True
    assert has_rate_at_most(code, bits(1)) is False
    assert has_rate_at_most(code, log2(5) / 2 - bits("1e-30")) is False
    assert best_input_leakage(R) == log2("5/2")


def test_the_best_input_leakage():
    """max over ∅ ≠ S ⊆ 𝕏 of L₀ˢ on S, on all channels on 3 × 3."""
    for rows in CHANNELS:
        restricted = [{(x, y) for x, y in rows if x in chosen} for chosen in oracles.subsets(range(3)) if chosen]
        assert best_input_leakage(of(rows)) == log2(max(map(oracles.symmetrized, restricted)))
    assert best_input_leakage(Relation.of(*tables.CHANNEL_WITH_A_GAP)) == bits(1)


def test_proposition_2_on_largest_codes():
    """The largest zero-error code of length k has log |ℱ| ≤ k · best input leakage, for k = 1 and 2."""
    for rows in CHANNELS[::5]:
        for length in (1, 2):
            assert log2(oracles.largest_code(rows, length)) <= length * best_input_leakage(of(rows))


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ([], r"the words have lengths \[\]; give at least one word, all of one positive length"),
        ([()], r"the words have lengths \[0\]"),
        ([(0,), (0, 1)], r"the words have lengths \[1, 2\]"),
        ([(0, 1), (1, 1), (0, 1)], r"the word \(0, 1\) stands twice in the code; give every word once"),
    ],
)
def test_words_that_are_no_code(words, message):
    """Ragged, repeated and empty words are refused."""
    with pytest.raises(NotACodeError, match=message):
        Code.of(*words)
