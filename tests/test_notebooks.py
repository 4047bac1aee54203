"""The notebooks run, say what is true, and are stored without what running them leaves behind."""

import ast
import inspect
import os
import re
import sys
from importlib import import_module
from pathlib import Path

import nbformat
import pytest
from jupyter_client import AsyncKernelManager
from jupyter_client.kernelspec import KernelSpec, KernelSpecManager
from nbclient import NotebookClient
from nbclient.exceptions import CellExecutionError

ROOT = Path(__file__).resolve().parent.parent
FOLDER = ROOT / "notebooks"
PATHS = {path.stem: path for path in sorted(FOLDER.glob("*.ipynb"))}
NOTEBOOKS = {name: nbformat.read(path, as_version=4) for name, path in PATHS.items()}
SECONDS = 120


class RunningInterpreter(KernelSpecManager):
    """The interpreter that runs the tests, whatever kernels are installed for the user."""

    def get_kernel_spec(self, kernel_name):
        """The one kernel there is."""
        command = [sys.executable, "-m", "ipykernel_launcher", "-f", "{connection_file}"]
        return KernelSpec(argv=command, display_name=kernel_name, language="python")


def cells(name, kind):
    """The sources of the cells of a kind."""
    return [cell.source for cell in NOTEBOOKS[name].cells if cell.cell_type == kind]


def syntax(name):
    """The code of a notebook."""
    return ast.parse("\n".join(cells(name, "code")))


def executed(notebook, folder, seed="0"):
    """The notebook with its outputs; it runs in an empty folder and with no configuration of the user's."""
    (folder / "empty").mkdir(parents=True)
    path = os.pathsep.join([str(ROOT), os.environ.get("PYTHONPATH", "")]).rstrip(os.pathsep)
    settings = {"IPYTHONDIR": str(folder / "ipython"), "PYTHONHASHSEED": seed, "PYTHONPATH": path}
    manager = AsyncKernelManager(kernel_spec_manager=RunningInterpreter())
    client = NotebookClient(nbformat.from_dict(notebook), km=manager, timeout=SECONDS, coalesce_streams=True)
    done = client.execute(cwd=str(folder / "empty"), env=os.environ | settings)
    assert list((folder / "empty").iterdir()) == []
    return done


def outputs(notebook):
    """All outputs without the numbers of the cells."""
    shown = [output for cell in notebook.cells for output in cell.get("outputs", ())]
    return [{key: value for key, value in output.items() if key != "execution_count"} for output in shown]


def test_there_are_notebooks():
    """The four questions of the first paper."""
    assert {name[:2] for name in PATHS} >= {"01", "02", "03", "04"}


@pytest.mark.parametrize("name", PATHS)
def test_a_notebook_runs_and_shows_the_same_whatever_the_seed_of_hashes(name, tmp_path):
    """Every cell runs, every assertion holds, no warning is printed; two runs show the same."""
    first, second = (outputs(executed(NOTEBOOKS[name], tmp_path / seed, seed)) for seed in "12")
    assert first == second
    assert [output for output in first if output.get("name") == "stderr"] == []
    assert any("text/html" in output.get("data", ()) for output in first)


def test_a_notebook_that_says_something_false_fails(tmp_path):
    """log₂ 3 ≠ log₂ 4: the assertions of the first notebook notice."""
    false = nbformat.from_dict(NOTEBOOKS["01_uncertain_variables"])
    cell = next(cell for cell in false.cells if "assert maximin_information(R) == log2(3)" in cell.source)
    cell.source = cell.source.replace("log2(3)", "log2(4)")
    with pytest.raises(CellExecutionError, match="AssertionError"):
        executed(false, tmp_path)


@pytest.mark.parametrize("name", PATHS)
def test_a_notebook_is_stored_without_outputs(name):
    """No output, no execution count, valid and distinct ids, nothing about the machine; as Jupyter writes it."""
    notebook = NOTEBOOKS[name]
    nbformat.validate(notebook)
    assert PATHS[name].read_text("utf-8") == nbformat.writes(notebook) + "\n"
    assert (notebook.nbformat, notebook.nbformat_minor) == (4, 5)
    assert all(cell.outputs == [] and cell.execution_count is None for cell in notebook.cells if "outputs" in cell)
    assert all(cell.metadata == {} for cell in notebook.cells)
    assert len({cell.id for cell in notebook.cells}) == len(notebook.cells)
    assert set(notebook.metadata) == {"kernelspec", "language_info"}
    assert notebook.metadata.language_info == {"name": "python"}


@pytest.mark.parametrize("name", PATHS)
def test_a_notebook_asks_one_question(name):
    """It opens with its question, has no second title, and stands with that question in the list of notebooks."""
    titles = re.findall(r"^# (.+)$", "\n".join(cells(name, "markdown")), re.MULTILINE)
    assert cells(name, "markdown")[0].startswith(f"# {titles[0]}\n")
    assert len(titles) == 1
    assert titles[0].endswith("?")
    listed = (FOLDER / "README.md").read_text("utf-8")
    assert re.search(rf"\({name}\.ipynb\) \| {re.escape(titles[0])} \|", listed)


@pytest.mark.parametrize("name", PATHS)
def test_the_notebooks_that_are_linked_exist(name):
    """(other.ipynb) names a file."""
    links = re.findall(r"\]\((\S+?)\)", "\n".join(cells(name, "markdown")))
    assert [link for link in links if not link.startswith("https://") and not (FOLDER / link).is_file()] == []


@pytest.mark.parametrize("name", PATHS)
def test_a_notebook_asserts_what_it_shows(name):
    """Every chapter states values that it shows, and no cell is long."""
    asserted = [node for node in ast.walk(syntax(name)) if isinstance(node, ast.Assert)]
    chapters = sum(source.count("\n## ") + source.startswith("## ") for source in cells(name, "markdown"))
    assert len(asserted) >= chapters
    assert max(len(source.splitlines()) for source in cells(name, "code")) <= 40


def imported(tree):
    """(module, name) for everything that is imported from this package."""
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and node.module.split(".")[0] == "exactpriv":
            yield from ((node.module, alias.name) for alias in node.names)
        if isinstance(node, ast.Import):
            yield from ((alias.name, "*") for alias in node.names if alias.name.split(".")[0] == "exactpriv")


def is_public(module, name):
    """Listed by the module or bound in it, not merely imported by it, and without an underscore."""
    loaded = import_module(module)
    if any(part.startswith("_") for part in (*module.split("."), name)):
        return False
    return name in {*getattr(loaded, "__all__", ()), *bound(ast.parse(inspect.getsource(loaded)))}


def bound(tree):
    """The names that a module defines or assigns at its top level."""
    for node in tree.body:
        match node:
            case ast.FunctionDef(name=name) | ast.ClassDef(name=name) | ast.AnnAssign(target=ast.Name(id=name)):
                yield name
            case ast.Assign(targets=targets):
                yield from (target.id for target in targets if isinstance(target, ast.Name))


@pytest.mark.parametrize("name", PATHS)
def test_a_notebook_uses_public_names_only(name):
    """Whatever a notebook imports is offered, and no attribute begins with an underscore."""
    tree = syntax(name)
    assert [pair for pair in imported(tree) if not is_public(*pair)] == []
    assert [node.attr for node in ast.walk(tree) if isinstance(node, ast.Attribute) and node.attr.startswith("_")] == []


@pytest.mark.parametrize(
    "line",
    [
        "import exactpriv.relations",
        "from exactpriv.relations import *",
        "from exactpriv.drawing import _tag",
        "from exactpriv.drawing import Fraction",
        "from exactpriv.privacy.mechanisms import escape",
        "from exactpriv.privacy import mechanisms",
    ],
)
def test_a_name_that_is_not_offered_would_be_found(line):
    """Wildcards, underscores and names that a module itself only borrows are noticed."""
    assert not all(is_public(*pair) for pair in imported(ast.parse(line)))
