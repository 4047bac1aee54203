"""Verdicts: what was decided about a claim, what that covers, and the evidence.

* :class:`Refuted` – an instance was found and re-evaluated without the solver.
* :class:`Holds` – no instance of the scope refutes the claim; nothing is said beyond the scope.
* :class:`Vacuous` – no instance of the scope satisfies the hypotheses.
* :class:`Unknown` – the search did not finish, with the reason.
* :class:`Proved` – for every size; only a checked proof may give it, never a bounded search.

A verdict is not a truth value: using one as a condition raises ``UndecidedError``.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, ClassVar

from exactpriv.claims.scope import Scope
from exactpriv.errors import UndecidedError

Witness = Mapping[str, Any]


@dataclass(frozen=True)
class Verdict:
    """What all verdicts carry; ``instances`` is None when the engine covers them without counting."""

    word: ClassVar[str] = ""
    claim: str
    scope: Scope
    engine: str
    instances: int | None = None
    seconds: float = field(default=0.0, compare=False)
    smt2: str | None = field(default=None, compare=False, repr=False)

    def __bool__(self) -> bool:
        raise UndecidedError(
            f"a verdict ({self.word} for {self.claim}) is not a truth value; ask isinstance(verdict, Holds) or .word"
        )

    @property
    def evidence(self) -> str:
        """One line on how the verdict was reached."""
        return self.engine

    def _covered(self) -> str:
        return "every instance" if self.instances is None else f"all {self.instances:,} instances"


@dataclass(frozen=True)
class Refuted(Verdict):
    """An instance satisfies the hypotheses and fails the conclusion.

    ``minimal`` is True only when the search showed that no smaller instance refutes the claim: smallest Ω, then fewest
    values, then the smallest further parameters in their order.
    """

    word: ClassVar[str] = "refuted"
    witness: Witness = field(default_factory=dict)
    minimal: bool = False
    size: tuple[int | str, ...] = ()

    @property
    def evidence(self) -> str:
        """How the instance was found and whether its size was shown minimal."""
        which = "smallest of " + self._covered() if self.minimal else "first found; not shown minimal"
        return f"counterexample, {which} ({self.engine}), re-evaluated"


@dataclass(frozen=True)
class Holds(Verdict):
    """No instance of the scope refutes the claim; an existential claim also has its ``witness``."""

    word: ClassVar[str] = "holds"
    witness: Witness | None = None

    @property
    def evidence(self) -> str:
        """What was searched, and how."""
        if self.witness is not None:
            return f"an instance ({self.engine}), re-evaluated"
        how = "evaluated" if self.engine == "enumeration" else "unsatisfiable"
        return f"{self._covered()} ({self.engine}: {how})"


@dataclass(frozen=True)
class Vacuous(Verdict):
    """No instance of the scope satisfies the hypotheses."""

    word: ClassVar[str] = "vacuous"

    @property
    def evidence(self) -> str:
        """What was searched, and how."""
        return f"no instance satisfies the hypotheses ({self.engine})"


@dataclass(frozen=True)
class Unknown(Verdict):
    """Not decided, with the reason and what to try."""

    word: ClassVar[str] = "unknown"
    reason: str = ""
    exhausted: bool = False
    """Whether the whole scope was searched (an existential claim without an example is not refuted by that)."""

    @property
    def evidence(self) -> str:
        """Why the search did not decide."""
        return self.reason


@dataclass(frozen=True)
class Proved(Verdict):
    """True for every size, by a proof that was checked."""

    word: ClassVar[str] = "proved"
