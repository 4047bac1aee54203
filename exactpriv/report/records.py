"""Outcomes as plain data, for ``--json``.

Main definitions: :func:`record`, :func:`write_json`, :data:`KEYS`.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from exactpriv.claims import Refuted, Scope
from exactpriv.claims.run import Outcome
from exactpriv.errors import TableError
from exactpriv.report.instances import plain

KEYS = (
    "id", "source", "statement", "kind", "verdict", "scope", "instances", "witness", "minimal", "evidence", "seconds",
)  # fmt: skip


def record(outcome: Outcome) -> dict[str, Any]:
    """A claim and its verdict under the keys of :data:`KEYS`.

    ``instances`` is null when they were not counted, ``witness`` when there is none, ``minimal`` unless refuted.
    """
    claim, verdict = outcome.claim, outcome.verdict
    witness = getattr(verdict, "witness", None)
    values = (
        claim.id,
        claim.source,
        claim.statement,
        claim.kind,
        verdict.word,
        sizes(verdict.scope),
        verdict.instances,
        None if witness is None else {name: plain(thing) for name, thing in witness.items()},
        verdict.minimal if isinstance(verdict, Refuted) else None,
        verdict.evidence,
        round(verdict.seconds, 3),
    )
    return dict(zip(KEYS, values, strict=True))


def sizes(scope: Scope) -> dict[str, int | None]:
    """A scope as plain data: the largest size of every range, and of those that have a size of their own.

    >>> sizes(Scope(4, Y=3))
    {'every range': 4, 'Y': 3}
    """
    default = {} if scope.default is None else {"every range": scope.default}
    return {**default, **scope.sizes}


def write_json(content: Any, path: str | Path) -> None:
    """Write plain data as JSON text; ``TableError`` when the file cannot be written."""
    try:
        Path(path).write_text(json.dumps(content, ensure_ascii=False, indent=1) + "\n", encoding="utf-8")
    except OSError as error:
        raise TableError(f"cannot write {path}: {error.strerror}; give a file in a directory that exists") from error
