"""Where z3 alone decides a claim, its scope being too large to enumerate, both engines agree in a smaller scope."""

import pytest

from exactpriv.claims import check
from exactpriv.claims.check import ENUMERATED_BY_DEFAULT, count_instances
from exactpriv.theorems import all_claims


def is_left_to_z3(claim):
    """Whether z3 can take the claim and its own scope has more instances than are enumerated by default."""
    can_be_open = all(sort.is_open for sort in claim.sorts(claim.scope).values())
    return can_be_open and count_instances(claim, claim.scope) > ENUMERATED_BY_DEFAULT


LEFT_TO_Z3 = [claim for claim in all_claims() if claim.kind != "control" and is_left_to_z3(claim)]


@pytest.mark.parametrize("claim", LEFT_TO_Z3, ids=lambda claim: claim.id)
def test_both_engines_agree_where_every_range_has_at_most_two_values(claim):
    """Both engines run, and ``engine="both"`` raises unless they reach one verdict and one smallest size."""
    verdict = check(claim, claim.scope.limited(2), engine="both")
    assert verdict.engine == "enumeration and z3"
    assert verdict.word in {"holds", "refuted"}


def test_theorems_are_among_them():
    """The list is not empty by accident: the product and repaired forms of Theorems 1, 2, 3 and 5 are on it."""
    wanted = {f"thm-{number}-{form}" for number in (1, 2, 3, 5) for form in ("product", "repaired")}
    assert wanted <= {claim.id for claim in LEFT_TO_Z3}
