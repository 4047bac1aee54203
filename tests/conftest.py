"""Rules for tests.

* A test is a sentence: its docstring is the formula or the statement, its body asserts exactly that.
* Two independent ways. Compare the definition with brute force over every small instance, with another formula, with a
  published table (cite it), or with a worked example of the paper; never with the output of the code under test.
* Nothing is left to chance: no random number without a literal seed, no tolerance, rerun or sleep; no time is asserted.
* A check that cannot fail is no check: keep a wrong neighbor next to it, and assert that it is caught.
* A bad input is tested with its exception and the words of its message (`match=`).
* A measure is built under `no_branching_on_open_truths` on open relations, and on partly open ones too.
* What a claim's verdict is expected to be stands in a test, never in the package.
* A scope that takes longer than a few seconds is marked `slow`.
"""

import pytest


@pytest.fixture
def no_branching_on_open_truths(monkeypatch):
    """``if``, ``and``, ``or``, ``not`` and ``in`` on an open truth value raise, instead of silently taking a side."""
    import z3

    def refuse(truth):
        msg = f"a measure branched on the open truth value {truth}; use the connectives of exactpriv.truth"
        raise AssertionError(msg)

    monkeypatch.setattr(z3.BoolRef, "__bool__", refuse)
