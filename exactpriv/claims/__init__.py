"""Claims, the engines that decide them, and verdicts with evidence."""

from exactpriv.claims.check import check
from exactpriv.claims.claim import Claim, claim
from exactpriv.claims.scope import Scope
from exactpriv.claims.sorts import GraphChannel, UnlabeledChannel
from exactpriv.claims.verdict import Holds, Proved, Refuted, Unknown, Vacuous, Verdict

__all__ = [
    "Claim",
    "GraphChannel",
    "Holds",
    "Proved",
    "Refuted",
    "Scope",
    "Unknown",
    "UnlabeledChannel",
    "Vacuous",
    "Verdict",
    "check",
    "claim",
]
