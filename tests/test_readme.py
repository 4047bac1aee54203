"""The README is run: its Python as doctests or files, its commands as commands, their output compared to the letter."""

import doctest
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

README = Path(__file__).parent.parent / "README.md"
BLOCKS = re.findall(r"```(\w+)\n(.*?)```", README.read_text(encoding="utf-8"), flags=re.DOTALL)
CONSOLE = [text for language, text in BLOCKS if language == "console"]
PYTHON = [text for language, text in BLOCKS if language == "python"]
BSC = ",0,1\n0,3/4,1/4\n1,1/4,3/4\n"
READINGS = "ann,bob,eve\n0,1,4\n2,1,4\n0,3,4\n4,0,2\n"
MAIL = "class,short,medium,long\nwork,0.5,0.25,0.25\nhome,10%,30%,60%\n"
PEOPLE = "name,color\nann,red\nbob,red\neve,blue\n"


def run_block(text: str, folder: Path) -> str:
    """What the command of a console block prints, without the time it took."""
    command = text.partition("\n")[0].removeprefix("$ exactpriv ")
    arguments = [word.strip("'") for word in command.split()]
    program = "from exactpriv.cli import main; main()"
    done = subprocess.run(
        [sys.executable, "-c", program, *arguments],
        cwd=folder,
        capture_output=True,
        text=True,
        check=False,
        env=os.environ | {"PYTHONPATH": str(README.parent), "COLUMNS": "100"},
    )
    assert done.stderr == ""
    return re.sub(r"\nTime: .* s\.\n", "\n", done.stdout)


def filled(folder: Path) -> Path:
    """The folder with the files that the README speaks of."""
    (conjecture,) = (text for text in PYTHON if text.startswith("# my_claims.py"))
    (folder / "my_claims.py").write_text(conjecture, encoding="utf-8")
    for name, text in (("people.csv", PEOPLE), ("bsc.csv", BSC), ("mail.csv", MAIL), ("readings.csv", READINGS)):
        (folder / name).write_text(text, encoding="utf-8")
    return folder


@pytest.fixture
def folder(tmp_path):
    """A folder with the files that the README speaks of."""
    return filled(tmp_path)


@pytest.mark.parametrize("text", CONSOLE, ids=lambda text: text.partition("\n")[0])
def test_commands_print_what_the_readme_shows(text, folder):
    """The output pasted below a command is what the command prints."""
    assert run_block(text, folder) == text.partition("\n")[2]


def test_examples_give_what_the_readme_shows():
    """The interactive examples are doctests, in one session."""
    examples = "\n".join(text for text in PYTHON if text.startswith(">>>"))
    test = doctest.DocTestParser().get_doctest(examples, {}, "README", str(README), 0)
    assert doctest.DocTestRunner().run(test).failed == 0


def test_the_first_conjecture_is_short():
    """A first conjecture of one's own takes at most 15 lines."""
    (conjecture,) = (text for text in PYTHON if text.startswith("# my_claims.py"))
    assert len(conjecture.splitlines()) <= 15


def refresh(folder: Path) -> None:
    """Run the commands and paste what they print: ``python tests/test_readme.py``."""
    text = README.read_text(encoding="utf-8")
    for block in CONSOLE:
        text = text.replace(block, block.partition("\n")[0] + "\n" + run_block(block, folder))
    README.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    import tempfile

    with tempfile.TemporaryDirectory() as name:
        refresh(filled(Path(name)))
