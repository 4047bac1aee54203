"""The statements of the papers as claims, in the papers' order: a module for each section, imported when first needed.

Main definitions: :func:`all_claims`, :func:`select`, :func:`named`.
"""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches
from fnmatch import fnmatchcase
from functools import cache
from importlib import import_module
from pkgutil import iter_modules

from exactpriv.claims import Claim
from exactpriv.claims.loading import claims_of, with_controls
from exactpriv.errors import UnknownClaimError

ORDER = (
    *("section_1", "section_2b", "section_2c", "section_3", "section_3d", "section_4"),
    *("neighbors_information", "neighbors_additivity", "neighbors_processing", "neighbors_privacy"),
    *("alphabet_theorem_1", "alphabet_theorem_2", "alphabet_section_4", "alphabet_multi_user", "alphabet_real"),
    *("zero_error", "zero_error_2"),
)
"""The order of the modules; those that are not listed come last, by name."""


def modules_in_order() -> tuple[str, ...]:
    """The modules of statements, the sections of the paper first.

    >>> modules_in_order()[:2]
    ('section_1', 'section_2b')
    """
    present = {module.name for module in iter_modules(__path__)}
    return (*(name for name in ORDER if name in present), *sorted(present.difference(ORDER)))


@cache
def all_claims() -> tuple[Claim, ...]:
    """Every claim in the papers' order, each followed by its controls; ``UnknownClaimError`` when two share a name.

    >>> [claim.id for claim in all_claims()][:2]
    ['post-processing-increases-budget', 'post-processing-increases-budget-control']
    """
    modules = (import_module(f"{__name__}.{name}") for name in modules_in_order())
    return with_controls(claim for module in modules for claim in claims_of(module))


def select(*patterns: str, claims: Iterable[Claim] | None = None) -> tuple[Claim, ...]:
    """The claims with one of these identifiers, or in one of these families, each followed by its controls.

    A pattern is an identifier, or a family such as ``thm-8*``.  They stand in the papers' order, whatever the order of
    the patterns.  A pattern that nothing matches raises ``UnknownClaimError``, which names identifiers close to it.

    >>> [claim.id for claim in select("prop-1*") if claim.kind == "paper"]
    ['prop-1', 'prop-1-step-18']
    """
    known = all_claims() if claims is None else tuple(claims)
    for pattern in patterns:
        if not any(fnmatchcase(claim.id, pattern) for claim in known):
            raise UnknownClaimError(_unknown(pattern, known))
    chosen = {claim.id for claim in known for pattern in patterns if fnmatchcase(claim.id, pattern)}
    return tuple(claim for claim in known if claim.id in chosen or (claim.parent and claim.parent.id in chosen))


def named(identifier: str) -> Claim:
    """The claim with this identifier; ``UnknownClaimError`` when there is none.

    >>> named("prop-1").statement
    'I⋆(X;Y) ≤ L₀ˢ(X;Y).'
    """
    claims = {claim.id: claim for claim in all_claims()}
    if identifier not in claims:
        raise UnknownClaimError(_unknown(identifier, claims.values()))
    return claims[identifier]


def _unknown(pattern: str, known: Iterable[Claim]) -> str:
    names = [claim.id for claim in known if claim.kind != "control"]
    close = get_close_matches(pattern.rstrip("*"), names, n=3, cutoff=1 / 2) or names[:3]
    return f"no claim is called {pattern!r}; there are for example {', '.join(close)}; `exactpriv verify` lists all"
