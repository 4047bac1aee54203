"""Zero-error codes for memory-less uncertain channels.

A channel is a relation ⟦X, Y⟧ of two columns; used k times it sends a word of k inputs to every word of outputs that is
possible letter by letter.  A code of block length k is a set of words; it has zero error when no output word is
compatible with two of them.

Main definitions: :class:`Code`, :func:`are_confusable`, :func:`is_zero_error_code`, :func:`has_rate_at_most`.

Reference: [farokhi2019noiseless], eq. (10); [shannon1956zero].
"""

from __future__ import annotations

from collections.abc import Mapping
from itertools import combinations

from exactpriv.errors import NotACodeError
from exactpriv.information import Information, log2, symmetrized_leakage
from exactpriv.relations import Relation, Row, Valuation, Value, columns_of
from exactpriv.truth import Number, Truth, all_of, any_of, count, forall, implies, largest, negation


class Code:
    """A set of words of one length.

    >>> F = Code.of((0, 0), (1, 2))
    >>> F.size(), F.length()
    (2, 2)

    Words of several lengths, or the same word twice, raise ``NotACodeError``.
    """

    __slots__ = ("lengths", "words")

    def __init__(self, words: Mapping[Row, Truth], lengths: Mapping[int, Truth]) -> None:
        self.words = {word: truth for word, truth in words.items() if truth is not False}
        self.lengths = {length: truth for length, truth in lengths.items() if truth is not False}

    @staticmethod
    def of(*words: Row) -> Code:
        """The code with the given words."""
        lengths = sorted({len(word) for word in words})
        if len(lengths) != 1 or lengths[0] == 0:
            raise NotACodeError(f"the words have lengths {lengths}; give at least one word, all of one positive length")
        if len(set(words)) < len(words):
            repeated = next(word for word in words if words.count(word) > 1)
            raise NotACodeError(f"the word {repeated!r} stands twice in the code; give every word once")
        return Code(dict.fromkeys(words, True), {lengths[0]: True})

    def has_length(self, length: int) -> Truth:
        """Whether the block length is this one."""
        return self.lengths.get(length, False)

    def size(self) -> Number:
        """The number of words."""
        return count(self.words)

    def length(self) -> Number:
        """The block length."""
        return largest(self.lengths)

    def words_of_length(self, length: int) -> dict[Row, Truth]:
        """The words of a possible block length, each with the truth that it belongs to the code."""
        return {word: truth for word, truth in self.words.items() if len(word) == length}

    def decided(self, valuation: Valuation) -> Code:
        """The code in one instance."""
        lengths = {length: valuation(truth) for length, truth in self.lengths.items()}
        return Code({word: valuation(truth) for word, truth in self.words.items()}, lengths)

    def __repr__(self) -> str:
        return f"Code({', '.join(map(repr, self.words))})"


def are_confusable(R: Relation, x: Value, x2: Value) -> Truth:
    """⟦Y|x⟧ ∩ ⟦Y|x'⟧ ≠ ∅: some output is possible for both inputs.

    >>> R = Relation.of((0, "a"), (1, "a"), (1, "b"), (2, "b"))
    >>> are_confusable(R, 0, 1), are_confusable(R, 0, 2)
    (True, False)

    Reference: [shannon1956zero].
    """
    converse = R.converse
    first, second = converse.conditional_range(x), converse.conditional_range(x2)
    return negation((first & second).is_empty())


def is_zero_error_code(F: Code, *channels: Relation) -> Truth:
    """|ℱ ∩ 𝒳(y[k], …, y[1])| ≤ 1 for every output word, and every letter an input of the channel.

    One channel is used at every time; several are used one after the other (a time-varying channel).

    >>> path = Relation.of((0, "a"), (1, "a"), (1, "b"), (2, "b"))
    >>> is_zero_error_code(Code.of((0, 0), (0, 2), (2, 0), (2, 2)), path), is_zero_error_code(Code.of((0,), (1,)), path)
    (True, False)

    Reference: [farokhi2019noiseless], eq. (10).
    """
    return all_of(
        all_of([_letters_are_inputs(words, channels), _words_are_distinguishable(words, channels)])
        for words in (F.words_of_length(length) for length in F.lengths)
    )


def _letters_are_inputs(words: Mapping[Row, Truth], channels: tuple[Relation, ...]) -> Truth:
    inputs = [channel.range(channel.columns[0]) for channel in channels]
    return forall(words, lambda word: all_of(inputs[t % len(inputs)].holds(x) for t, x in enumerate(word)))


def _words_are_distinguishable(words: Mapping[Row, Truth], channels: tuple[Relation, ...]) -> Truth:
    memory: dict[tuple[int, Value, Value], Truth] = {}

    def told_apart(time: int, x: Value, x2: Value) -> Truth:
        if (time, x, x2) not in memory:
            memory[time, x, x2] = negation(are_confusable(channels[time], x, x2))
        return memory[time, x, x2]

    return all_of(
        implies(
            all_of([words[word], words[word2]]),
            any_of(
                told_apart(t % len(channels), x, x2)
                for t, (x, x2) in enumerate(zip(word, word2, strict=True))
                if x != x2
            ),
        )
        for word, word2 in combinations(words, 2)
    )


def has_rate_at_most(F: Code, rate: Information) -> Truth:
    """log₂ |ℱ| / k ≤ rate for the block length k of the code; the rate is an exact amount.

    >>> has_rate_at_most(Code.of((0, 0), (1, 1)), log2(2) / 2), has_rate_at_most(Code.of((0,), (1,)), log2(1))
    (True, False)
    """
    return forall(F.lengths, lambda length: log2(count(F.words_of_length(length))) <= rate * length)


def best_input_leakage(R: Relation) -> Information:
    """The largest L₀ˢ(X;Y) over all input ranges ⟦X⟧ ⊆ 𝕏 of a channel, in bits: the right side of Proposition 2.

    >>> best_input_leakage(Relation.of((0, 1), (1, 0), (1, 1), (1, 2), (2, 0), (2, 1), (2, 2)))
    1 bit

    Reference: [farokhi2019noiseless], Prop. 2.
    """
    X, _ = columns_of(R)
    inputs = R.range(X)
    subsets = (chosen for size in range(1, len(inputs) + 1) for chosen in combinations(inputs, size))
    occurs = {chosen: any_of(inputs[x] for x in chosen) for chosen in subsets}
    return largest(occurs, lambda chosen: symmetrized_leakage(R.restrict(X, chosen)))
