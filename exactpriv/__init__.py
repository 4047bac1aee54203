"""exactpriv: exact, checkable mathematics of privacy.

The public names of the subpackages can be imported from here; each is loaded when it is first used.

>>> from exactpriv import Relation, nonstochastic_information
>>> nonstochastic_information(Relation.of((1, "a"), (2, "a"), (3, "b")))
log2(3/2) bits
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from exactpriv.amount import *
    from exactpriv.audit import *
    from exactpriv.capacity import *
    from exactpriv.claims import *
    from exactpriv.information import *
    from exactpriv.leakage import *
    from exactpriv.privacy import *
    from exactpriv.relations import *
    from exactpriv.truth import *

__version__ = "0.1.0"

_PACKAGES = ("relations", "information", "privacy", "audit", "capacity", "leakage", "claims", "amount", "truth")


def __getattr__(name: str) -> Any:
    if name == "__all__":
        return __dir__()
    if not name.startswith("_"):
        for package in _PACKAGES:
            module = import_module(f"exactpriv.{package}")
            if name in module.__all__:
                return getattr(module, name)
    raise AttributeError(f"module 'exactpriv' has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted({name for package in _PACKAGES for name in import_module(f"exactpriv.{package}").__all__})
