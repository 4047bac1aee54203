"""Finding claims: those of a module, and those of a user's own file of conjectures.

Such a file is Python that its user runs knowingly, as ``python my_claims.py`` would; nothing else is run as code.

Main definitions: :func:`load_claims`, :func:`claims_of`, :func:`with_controls`, :func:`find`.
"""

from __future__ import annotations

import sys
import traceback
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from hashlib import sha256
from importlib import import_module
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType
from typing import Any

from exactpriv.claims.claim import MADE, Claim
from exactpriv.errors import ExactPrivError, TableError, UnknownClaimError

_PREFIX = "exactpriv_conjectures_"


def load_claims(path: str | Path) -> tuple[Claim, ...]:
    """The claims of a Python file, in the order of definition, each followed by its controls.

    The file is run.  ``TableError`` when it cannot be read or does not run to its end, ``UnknownClaimError`` when it
    defines no claim or two of one name.
    """
    file = Path(path)
    module = _module_of(file)
    kept = claims_of(module)
    for claim in MADE.get(module.__name__, ()):
        if claim not in kept:
            raise UnknownClaimError(
                f"{file} loses the claim {claim.id!r}: something else has taken the name {claim.body.__name__}; "
                "give every claim's function its own name"
            )
    claims = with_controls(kept)
    if not claims:
        raise UnknownClaimError(
            f"{file} defines no claim; put @claim above a function whose docstring is the statement and whose "
            'parameters say what is quantified over, such as R: Annotated[Relation, "X", "Y"]'
        )
    return claims


def claims_of(module: ModuleType) -> tuple[Claim, ...]:
    """The claims that a module defines itself, also in its lists, in the order of definition, without controls."""
    found = (claim for name, value in vars(module).items() if not name.startswith("__") for claim in _claims_in(value))
    return tuple({id(claim): claim for claim in found if _is_defined_in(claim, module)}.values())


def _claims_in(value: Any) -> Iterator[Claim]:
    if isinstance(value, Claim):
        yield value
    elif isinstance(value, list | tuple):
        yield from (entry for entry in value if isinstance(entry, Claim))
    elif isinstance(value, Mapping):
        yield from (entry for entry in value.values() if isinstance(entry, Claim))


def _is_defined_in(claim: Claim, module: ModuleType) -> bool:
    return claim.parent is None and claim.body.__module__ == module.__name__


def with_controls(claims: Iterable[Claim]) -> tuple[Claim, ...]:
    """Every claim followed by its controls; ``UnknownClaimError`` when two have one identifier."""
    listed = tuple(each for claim in claims for each in (claim, *claim.controls))
    seen: dict[str, Claim] = {}
    for claim in listed:
        if claim.id in seen:
            raise UnknownClaimError(
                f"two claims are called {claim.id!r}: {seen[claim.id].body.__name__} and {claim.body.__name__}; "
                "give each its own identifier with @claim('…')"
            )
        seen[claim.id] = claim
    return listed


# --- finding a claim again, in another process -----------------------------------------------------------------------

Address = tuple[str, str, str]
"""(module, file, identifier): how another process finds a claim; the file is empty for a module that it can import."""


def address(claim: Claim) -> Address | None:
    """Where a claim can be found again, or None when only this process knows it (in a notebook, say)."""
    module = sys.modules.get(claim.body.__module__)
    if module is None or module.__name__ == "__main__" or (claim.parent or claim) not in claims_of(module):
        return None
    file = str(module.__file__) if module.__name__.startswith(_PREFIX) else ""
    return module.__name__, file, claim.id


def find(where: Address) -> Claim:
    """The claim at an address; ``UnknownClaimError`` when it is not there, because the file has changed."""
    name, file, identifier = where
    module = sys.modules.get(name) or (_module_of(Path(file)) if file else import_module(name))
    for claim in with_controls(claims_of(module)):
        if claim.id == identifier:
            return claim
    raise UnknownClaimError(f"{identifier} is no longer in {file or name}: leave the file as it is while claims run")


# --- running a file --------------------------------------------------------------------------------------------------


def _module_of(file: Path) -> ModuleType:
    """The module that a file becomes when it is run."""
    if not file.is_file():
        raise TableError(f"cannot read {file}: there is no such file; give a Python file with claims")
    path = file.resolve()
    name = _PREFIX + sha256(str(path).encode()).hexdigest()[:12]
    spec = spec_from_file_location(name, path)
    if spec is None or spec.loader is None:
        raise TableError(f"{file} is not a Python file; give one whose name ends in .py")
    module = module_from_spec(spec)
    MADE.pop(name, None)
    sys.modules[name] = module
    try:
        with _as_a_script(path):
            spec.loader.exec_module(module)
    except (Exception, SystemExit) as error:
        del sys.modules[name]
        raise TableError(f"{file} does not run: {blamed(error, path)}") from error
    return module


@contextmanager
def _as_a_script(path: Path) -> Iterator[None]:
    """Modules beside the file can be imported while it runs, and no compiled copy of it is left behind."""
    writes_nothing, sys.dont_write_bytecode = sys.dont_write_bytecode, True
    sys.path.insert(0, str(path.parent))
    try:
        yield
    finally:
        sys.path.remove(str(path.parent))
        sys.dont_write_bytecode = writes_nothing


def blamed(error: BaseException, path: str | Path) -> str:
    """What went wrong, in one line, with the last line of the file that led to it."""
    name = "" if isinstance(error, ExactPrivError) else f"{type(error).__name__}: "
    if isinstance(error, SyntaxError):
        return f"{name}{error.msg} (line {error.lineno})"
    numbers = [frame.lineno for frame in traceback.extract_tb(error.__traceback__) if frame.filename == str(path)]
    where = f" (line {numbers[-1]})" if numbers else ""
    return f"{name}{error}{where}"
