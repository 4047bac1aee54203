"""The audit of a table of people's data: what a release of it can tell of one person, exactly and in bounded memory.

Reference: [farokhi2019noiseless], Secs. III to V.
"""

from exactpriv.audit.audits import Audit, Counted, Kept, LocalAudit, LocalColumn, Worst, audit, local_audit
from exactpriv.audit.counting import Observed, Told
from exactpriv.audit.releases import QUERIES, Release
from exactpriv.audit.tables import Readings, Times, opened, parsed_range

__all__ = [
    "QUERIES",
    "Audit",
    "Counted",
    "Kept",
    "LocalAudit",
    "LocalColumn",
    "Observed",
    "Readings",
    "Release",
    "Times",
    "Told",
    "Worst",
    "audit",
    "local_audit",
    "opened",
    "parsed_range",
]
