"""Certificates: for an instance that decides a claim, a standalone Python file that shows it; for z3, its question.

A certificate needs nothing but Python.  It holds the definitions that the statement uses, cut out of
:mod:`exactpriv.claims.plain` (a second, independent implementation); the hypotheses and the statement, copied from where
they are written, without annotations; the instance as literals; and assertions that the hypotheses hold and the
conclusion fails.

Main definitions: :func:`certificate`, :func:`literal`, :func:`write_evidence`, :func:`check_certificate`.
"""

from __future__ import annotations

import ast
import builtins
import inspect
import itertools
import json
import linecache
import re
import subprocess
import sys
import symtable
import tempfile
import textwrap
from collections.abc import Callable, Iterable, Iterator, Mapping
from fractions import Fraction
from functools import cache
from pathlib import Path
from types import FunctionType, ModuleType
from typing import Any

from exactpriv.capacity import Code
from exactpriv.claims import plain
from exactpriv.claims.claim import Claim
from exactpriv.claims.verdict import Unknown, Verdict
from exactpriv.errors import CertificateError
from exactpriv.leakage import Channel
from exactpriv.privacy import ExtendedMechanism, Mechanism
from exactpriv.relations import Function, Relation
from exactpriv.relations.relation import default_columns

Witness = Mapping[str, Any]

WIDTH = 100
STANDARD_MODULES = ("fractions", "itertools", "math")


def certificate(claim: Claim, witness: Witness) -> str:
    """The text of a standalone Python file which shows that an instance refutes a claim (or is what it says exists).

    A name or an object that has no plain form raises ``CertificateError``.
    """
    copied = _Copied(claim)
    statement = "\n\n\n".join(copied.sources.values())
    instance = "\n".join(_instance(claim, witness))
    definitions = _definitions_for(statement, instance)
    _check_names(claim, statement, [*copied.sources, *definitions, *witness])
    vocabulary = "\n\n\n".join(definitions.values())
    return "\n\n\n".join([
        "\n\n".join([_header(claim), *_imports(copied.imports, f"{vocabulary}\n{instance}")]),
        _titled("what the words mean", vocabulary),
        _titled("the statement", statement),
        _titled("the instance", f"{instance}\n\n{_assertions(claim)}\n"),
    ])


def write_evidence(directory: Path, claim: Claim, verdict: Verdict) -> list[Path]:
    """Write ``<id>.py`` for an instance and ``<id>.smt2`` for a question to a solver; the paths that were written."""
    if re.fullmatch(r"[\w.-]+", claim.id) is None:
        raise CertificateError(f"{claim.id!r} cannot name a file; give the claim an id of letters, digits and hyphens")
    directory.mkdir(parents=True, exist_ok=True)
    texts = {}
    witness = getattr(verdict, "witness", None)
    if witness is not None:
        texts[directory / f"{claim.id}.py"] = certificate(claim, witness)
    if verdict.smt2:
        texts[directory / f"{claim.id}.smt2"] = _question(claim, verdict, verdict.smt2)
    for path, text in texts.items():
        path.write_text(text, encoding="utf-8")
    return list(texts)


def check_certificate(text: str) -> None:
    """Run a certificate in a Python of its own, with no access to this package; ``CertificateError`` when it fails."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "certificate.py"
        file.write_text(text, encoding="utf-8")
        done = subprocess.run(  # noqa: S603 - our own text, run by our own interpreter
            [sys.executable, "-I", str(file)], cwd=folder, capture_output=True, text=True, check=False
        )
    if done.returncode:
        reason = done.stderr.strip().splitlines() or [f"exit status {done.returncode}"]
        raise CertificateError(f"the certificate does not show what it says: {reason[-1]}; run it to see where it fails")


# --- the parts of the file -------------------------------------------------------------------------------------------


def _header(claim: Claim) -> str:
    found = "an instance of" if claim.existential else "a counterexample to"
    shows = "has the property" if claim.existential else "satisfies the hypotheses and not the conclusion"
    paragraphs = [
        f"{claim.id}: {found} the statement",
        claim.statement,
        *([f"Source: {claim.source}."] if claim.source else []),
        f"Run this file with any Python 3.10 or newer: it asserts, with exact numbers, that the instance at its end {shows}.",
    ]
    wrapped = (textwrap.wrap(paragraph, WIDTH, break_long_words=False) for paragraph in paragraphs)
    return "\n#\n".join("\n".join(f"# {line}" for line in lines) for lines in wrapped)


def _titled(title: str, text: str) -> str:
    return f"# --- {title} ".ljust(WIDTH, "-") + f"\n\n\n{text}"


def _assertions(claim: Claim) -> str:
    def call(function: Callable[..., Any]) -> str:
        return f"{function.__name__}({', '.join(inspect.signature(function).parameters)})"

    hypotheses = [f"assert {call(condition)}" for condition in claim.given]
    conclusion = f"assert {call(claim.body)}" if claim.existential else f"assert not {call(claim.body)}"
    shown = "is shown by this instance" if claim.existential else "is refuted by this instance"
    found = ["hypotheses hold"] * bool(hypotheses) + [f"conclusion {'holds' if claim.existential else 'fails'}"]
    return "\n".join([*hypotheses, conclusion, f'print("{claim.id} {shown}: {", ".join(found)}")'])


def _imports(modules: Iterable[str], text: str) -> list[str]:
    """The lines that import what the text takes from the standard library."""
    taken = {(module, name) for name, module in _plain_imports().items() if name in _uses(text)[0]}
    lines = [f"import {name}" for name in sorted(modules)]
    for module, names in itertools.groupby(sorted(taken), key=lambda pair: pair[0]):
        lines.append(f"from {module} import {', '.join(name for _, name in names)}")
    return ["\n".join(lines)] if lines else []
