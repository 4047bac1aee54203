"""What is cited exists: every key in the code and the documents stands in references.bib."""

import ast
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
KEY = re.compile(r"\b[a-z]{2,}(?:1[89]|20)\d\d[a-z]{2,}\b")
ENTRY = re.compile(r"^@\w+\{(?P<key>[^,]+),\n(?P<fields>.*?)^\}", re.MULTILINE | re.DOTALL)
ENTRIES = [(entry["key"], entry["fields"]) for entry in ENTRY.finditer((ROOT / "references.bib").read_text("utf-8"))]


def cited_in_code(source):
    """Keys inside the string constants: docstrings, ``source="..."`` and messages."""
    constants = (node.value for node in ast.walk(ast.parse(source)) if isinstance(node, ast.Constant))
    return {key for text in constants if isinstance(text, str) for key in KEY.findall(text)}


def cited_in(path):
    """Keys in a file: anywhere in a document, in the strings of a program."""
    text = path.read_text("utf-8")
    return cited_in_code(text) if path.suffix == ".py" else set(KEY.findall(text))


def citing_files():
    """The package, the documents and the evidence."""
    folders = [ROOT / "exactpriv", ROOT / "docs", ROOT / "proofs"]
    inside = [path for folder in folders for path in folder.rglob("*") if path.suffix in {".py", ".md"}]
    return sorted([*inside, *ROOT.glob("*.md")])


def test_every_cited_key_exists():
    """{cited keys} ⊆ {keys of references.bib}"""
    known = {key for key, _ in ENTRIES}
    unknown = {(path.relative_to(ROOT).as_posix(), key) for path in citing_files() for key in cited_in(path) - known}
    assert unknown == set()


def test_keys_are_unique():
    """No two entries share a key."""
    keys = [key for key, _ in ENTRIES]
    assert sorted(keys) == sorted(set(keys))


@pytest.mark.parametrize(("key", "fields"), ENTRIES, ids=[key for key, _ in ENTRIES])
def test_an_entry_can_be_cited_and_found(key, fields):
    """A key is name, year, word; the entry has author, title and that year."""
    assert KEY.fullmatch(key)
    assert {"author", "title"} <= set(re.findall(r"^\s*(\w+) =", fields, re.MULTILINE))
    assert re.search(r"year = \{(\d+)\}", fields)[1] in key


@pytest.mark.parametrize(
    "source",
    [
        '"""H(X). Reference: [nobody1999nothing], eq. (1)."""',
        '@claim(source="[nobody1999nothing], Prop. 1")\ndef f(R): ...',
        '@claim(source="nobody1999nothing, Prop. 1")\ndef f(R): ...',
    ],
)
def test_an_unknown_citation_would_be_found(source):
    """The search for citations finds them in docstrings and in sources, with or without brackets."""
    assert cited_in_code(source) == {"nobody1999nothing"}
