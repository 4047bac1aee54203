"""The evidence in ``proofs/`` is what the program writes today, and every file of it stands alone."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

from exactpriv.cli import main

PROOFS = Path(__file__).parent.parent / "proofs"


@pytest.fixture(scope="module")
def written(tmp_path_factory):
    """The folder that ``exactpriv verify --certify`` writes."""
    folder = tmp_path_factory.mktemp("proofs")
    with pytest.raises(SystemExit) as stopped:
        main(["verify", "--certify", str(folder)])
    assert stopped.value.code == 0
    return folder


def files_of(folder: Path, *endings: str) -> dict[str, str]:
    """The text of every file below a folder, by its path in it."""
    found = (path for path in sorted(folder.rglob("*")) if path.suffix in endings)
    return {path.relative_to(folder).as_posix(): path.read_text(encoding="utf-8") for path in found}


def test_the_statements_and_certificates_are_up_to_date(written):
    """``make proofs`` changes nothing: same verdicts, scopes, instances, witnesses."""
    assert files_of(written, ".md", ".py") == files_of(PROOFS, ".md", ".py")


def test_every_solver_question_is_there(written):
    """The SMT-LIB files are the same ones; their text may differ with the version of z3 that they name."""
    assert set(files_of(written, ".smt2")) == set(files_of(PROOFS, ".smt2"))


def test_every_certificate_runs_on_its_own():
    """Each file runs in a bare interpreter without site-packages, asserts, and says what it showed."""
    certificates = sorted(PROOFS.rglob("*.py"))
    assert len(certificates) > 100
    for file in certificates:
        done = subprocess.run([sys.executable, "-I", "-S", file], capture_output=True, text=True, check=False)
        assert (done.returncode, done.stderr) == (0, ""), file
        assert re.search(r"conclusion (fails|holds)$", done.stdout.strip()), file
