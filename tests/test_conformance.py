"""The certificates in conformance/ show what its README says, checked with the standard library alone."""

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
FOLDER = ROOT / "conformance"
FILES = sorted((FOLDER / "zero_error").glob("*.json"))
SHOWN = {
    "cycle-11-power-3": "α(G^3) = 148",
    "cycle-13-power-3": "247 ≤ α(G^3) ≤ 253",
    "cycle-15-power-3": "383 ≤ α(G^3) ≤ 390",
    "cycle-5-power-3": "α(G^3) = 10",
    "cycle-5-power-4": "α(G^4) = 25",
    "cycle-5-power-5": "51 ≤ α(G^5) ≤ 55",
    "cycle-7-power-4": "108 ≤ α(G^4) ≤ 121",
    "cycle-9-power-3": "α(G^3) = 81",
    "heptagon": "Θ ≥ 33^(1/3)",
    "heptagon-complement": "Θ ≥ 17^(1/4)",
    "kneser-7-3": "exact: Θ = 15",
    "paley-13": "exact: Θ = √13",
    "pentagon": "exact: Θ = √5",
    "pentagon-and-vertex": "exact: Θ = 1 + √5",
    "petersen": "exact: Θ = 4",
    "schlaefli": "exact: Θ = 3",
    "schlaefli-complement": "7 is the smallest rank over GF(2)",
    "sum-conjecture": "10611 words of length 4, no two confusable, so Θ ≥ 3·131^(1/4) > 7 + 3",
    "typewriter-26": "feedback: 2^C₀F = α*(R) = 13",
}


@pytest.fixture(scope="module")
def alone(tmp_path_factory):
    """A folder with nothing but the two files of the checker."""
    folder = tmp_path_factory.mktemp("checker")
    for name in ("checker.py", "drup.py"):
        (folder / name).write_bytes((ROOT / "exactpriv" / "capacity" / name).read_bytes())
    return folder


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_a_certificate_shows_what_it_is_said_to_show(file, alone):
    """3·131^(1/4) = 10611^(1/4), and so on"""
    command = [sys.executable, "-S", "-E", str(alone / "checker.py"), str(file)]
    done = subprocess.run(command, capture_output=True, text=True, encoding="utf-8", check=False)
    assert done.returncode == 0, done.stderr
    assert SHOWN[file.stem] in done.stdout


def test_a_word_left_out_is_noticed(alone, tmp_path):
    """10,611 words are enough for the sum conjecture, and any 10,000 are not."""
    certificate = json.loads((FOLDER / "zero_error" / "sum-conjecture.json").read_text("utf-8"))
    words = certificate["statements"][0]["lower"]["words"]
    assert len(words) == 10611
    del words[10_000:]
    (tmp_path / "fewer.json").write_text(json.dumps(certificate), "utf-8")
    command = [sys.executable, "-S", "-E", str(alone / "checker.py"), str(tmp_path / "fewer.json")]
    done = subprocess.run(command, capture_output=True, text=True, encoding="utf-8", check=False)
    assert done.returncode != 0
    assert "does not exceed the sum 10" in done.stdout + done.stderr


def test_the_readme_names_every_file():
    """One row of the table for each certificate, or one for a family."""
    text = (FOLDER / "README.md").read_text("utf-8")
    named = {name for row in re.findall(r"^\| (`.*?) \|", text, re.MULTILINE) for name in re.findall(r"`(.*?)`", row)}
    families = {re.sub(r"cycle-\d+-power-\d+", "cycle-n-power-k", file.stem) for file in FILES}
    assert named == families
    assert SHOWN.keys() == {file.stem for file in FILES}
