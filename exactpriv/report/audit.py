"""The audit of a table in words and as plain data, for ``exactpriv audit``.

Main definitions: :func:`audit_lines`, :func:`audit_record`; :func:`local_lines`, :func:`local_record`.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

from exactpriv.amount import Amount
from exactpriv.audit import Audit, Counted, Kept, LocalAudit, Release, Told, Worst
from exactpriv.exact.radicals import integer_text
from exactpriv.report.instances import listed, plain, table
from exactpriv.report.measures import counted

MOST_OUTPUTS = 12
"""So many outputs of a line are listed."""
MOST_PEOPLE = 20
"""So many people's measures are listed; --json has all."""


# --- small things ----------------------------------------------------------------------------------------------------


def decimal(x: Fraction) -> str:
    """A number as a decimal when it is a short one, and as a fraction otherwise.

    >>> decimal(Fraction(1, 4)), decimal(Fraction(-3)), decimal(Fraction(1, 3))
    ('0.25', '-3', '1/3')
    """
    for places in range(10):
        steps = x * 10**places
        if steps.denominator == 1:
            digits = str(abs(steps.numerator)).rjust(places + 1, "0")
            sign = "-" if x < 0 else ""
            return f"{sign}{digits[:-places]}.{digits[-places:]}" if places else f"{sign}{digits}"
    return str(x)


def percent(share: Fraction) -> str:
    """A share in percent, cut to one decimal so that only all is 100 %, and only nothing 0 %.

    >>> percent(Fraction(1)), percent(Fraction(9999, 10000)), percent(Fraction(1, 3)), percent(Fraction(1, 9999))
    ('100 %', '99.9 %', '33.3 %', 'below 0.1 %')
    """
    tenths = share * 1000 // 1
    if share and not tenths:
        return "below 0.1 %"
    return f"{decimal(Fraction(tenths, 10))} %"


def budget_text(amount: Amount) -> str:
    """A budget, with its decimal when that says more."""
    written = repr(amount)
    return f"{written} ≈ {amount.decimal()}" if "log" in written else written


def _count_text(found: Counted) -> str:
    return f"K = {found.count:,}" if found.is_exact else f"K ≤ {found.count:,} (a bound, not counted)"


def release_text(release: Release) -> str:
    """What is released, in words."""
    Q = release.quantizer
    of = f"the {release.query} of {counted(release.people, 'person').replace('persons', 'people')}"
    if Q is None:
        return f"{of}, as it is (no quantizer)"
    return f"{of}, quantized: {counted(Q.levels, 'level')} on [{decimal(Q.low)}, {decimal(Q.high)}]"


# --- an audit --------------------------------------------------------------------------------------------------------


def audit_lines(a: Audit) -> Iterator[str]:
    """What ``exactpriv audit`` prints."""
    yield from kept_lines(a.kept)
    yield f"Release: {release_text(a.release)}"
    yield from range_lines(a)
    yield ""
    yield f"Budget on the product of the ranges: {_count_text(a.on_product)}, {_bits(a.on_product)}"
    yield from product_lines(a)
    yield ""
    yield f"Budget on the observed rows: {_count_text(a.on_observed)}, {_bits(a.on_observed)}"
    yield from observed_lines(a)
    yield ""
    yield from theorem_lines(a)
    yield ""
    yield from worst_lines(a.on_product.worst, a.release, "Worst line of the product")
    yield ""
    yield from worst_lines(a.on_observed.worst, a.release, "Worst line of the observed rows")
    yield ""
    yield from measure_lines(a.told)


def _bits(found: Counted) -> str:
    return budget_text(found.budget) if found.is_exact else f"at most {budget_text(found.budget)}"


def kept_lines(kept: Kept) -> Iterator[str]:
    """What was read, and everything that was left out or is odd."""
    rows = f"{counted(kept.rows, 'row')}, {kept.distinct_rows:,} of them distinct"
    yield f"{kept.path}: {counted(len(kept.people), 'column')} ({listed(kept.people, most=8)}), {rows}"
    if kept.missing:
        total = sum(number for _, number in kept.missing)
        missing = listed((f"{name} {number:,}" for name, number in kept.missing), most=8)
        yield f"Missing: {counted(total, 'reading')} ({missing}); {counted(kept.dropped, 'row')} dropped"
    if kept.not_people:
        yield f"Not people, as they hold no number: {listed(kept.not_people, most=8)}"
    if kept.times is not None:
        times = kept.times
        yield (
            f"Times in {times.column}: {times.duplicates:,} stand in more than one row; {times.going_back:,} are "
            "earlier than in the row before; all rows were kept"
        )
    yield f"Resolution of the readings: {decimal(Fraction(1, 10**kept.decimals))}"


def range_lines(a: Audit) -> Iterator[str]:
    """The range and the sensitivity, which decide the number of levels."""
    low, high = map(decimal, a.span)
    if a.is_declared:
        yield f"Range of everybody's readings, as declared: all values from {low} to {high}"
    else:
        yield f"Range: {low} to {high}, observed; everybody's values are their own readings (declare one with --range)"
    is_attained = a.is_declared or a.release.query in {"mean", "sum"}
    yield f"Sensitivity of the query: S {'=' if is_attained else '≤'} {decimal(a.sensitivity)}"


def product_lines(a: Audit) -> Iterator[str]:
    """What the headline rests on, and what all rows cost."""
    if a.bound is not None:
        yield f"  every query of this sensitivity meets at most min(q, ⌈qS/R⌉ + 1) = {a.bound:,} cells"
    yield f"  all {counted(a.kept.rows, 'row')} released: at most {budget_text(a.all_rows)} (Theorem 6)"


def observed_lines(a: Audit) -> Iterator[str]:
    """The warning about lines of a single row."""
    seen = a.observed
    alone = f"{seen.singletons:,} of {counted(seen.lines, 'line')} ({percent(seen.share)})"
    yield f"  {alone} are a single row, on which every release, even the raw value, takes one output"
    if seen.singletons:
        yield "  WARNING: that is a lack of data, not privacy; go by the budget on the product"


def theorem_lines(a: Audit) -> Iterator[str]:
    """Whether the observed rows are a product, and what Theorem 1 is worth for them."""
    if a.is_product:
        yield f"The {a.observed.rows:,} observed rows are a product, so Theorem 1 holds for them:"
        yield f"  I⋆ = L ≤ {budget_text(a.on_observed.budget)} for who fixes all others"
        return
    yield f"The {a.observed.rows:,} observed rows are not a product: the least one around them has {_large(a.box)}"
    yield f"  Theorem 1 would promise I⋆ = L ≤ {budget_text(a.on_observed.budget)} for others fixed at an observed row"
    holds = f"{_count_text(a.substituted)}, {_bits(a.substituted)}"
    whose = "" if a.substituted.worst is None else f", about {a.substituted.worst.individual}"
    yield f"  what holds while one person's own readings vary: {holds}{whose}"
    if a.breaks_theorem_1:
        yield "  so the promise fails here: the theorem needs a product"
    elif a.substituted.is_exact:
        yield "  so the promise is kept here, though the theorem does not give it: it needs a product"


def _large(n: int) -> str:
    return f"{n:,} rows" if n < 10**15 else f"more than 10^{len(integer_text(n)) - 1} rows"


def worst_lines(worst: Worst | None, release: Release, title: str) -> Iterator[str]:
    """A line: whose, the others' readings, and for each output what is left to who knows all others."""
    if worst is None:
        yield f"{title}: not listed"
        return
    others = listed((f"{name} = {decimal(value)}" for name, value in worst.others), most=8)
    given = f", with {others}" if worst.others else ""
    yield f"{title}: {worst.individual} brings about {counted(len(worst.outputs), 'output')}{given}"
    shown = list(zip(worst.outputs, worst.left, strict=True))[:MOST_OUTPUTS]
    noun = "cell" if release.quantizer is not None else release.query
    rows = [
        (decimal(Fraction(output)), f"{number:,}", decimal(low), decimal(high)) for output, (number, low, high) in shown
    ]
    yield from (f"  {row}" for row in table((noun, "values left", "from", "to"), rows))
    if len(worst.outputs) > len(shown):
        yield f"  … and {counted(len(worst.outputs) - len(shown), 'more output')}; --json lists all"
    yield (
        f"  who knows all others is left with {worst.anonymity:,} of {worst.individual}'s values at least"
        f"{', so learns it exactly in some case' if worst.anonymity == 1 else ''}"
    )


def measure_lines(told: tuple[Told, ...]) -> Iterator[str]:
    """The measures of Section II, person by person."""
    yield "Between each person's readings X and the output Y, on the observed rows (bits):"
    rows = [(t.person, *(amount.decimal(4) for amount in _amounts(t).values())) for t in told[:MOST_PEOPLE]]
    yield from table(("X", *_amounts(told[0])), rows)
    if len(told) > MOST_PEOPLE:
        yield f"… and {counted(len(told) - MOST_PEOPLE, 'more column')}; --json lists all"


def _amounts(t: Told) -> dict[str, Amount]:
    (ixy, iyx), (lxy, lyx) = t.information, t.leakage
    return {
        "I₀(X;Y)": ixy,
        "I₀(Y;X)": iyx,
        "L₀(X;Y)": lxy,
        "L₀(Y;X)": lyx,
        "L₀ˢ(X;Y)": t.symmetrized_leakage,
        "I⋆(X;Y)": t.maximin_information,
    }


# --- plain data ------------------------------------------------------------------------------------------------------


def audit_record(a: Audit) -> dict[str, Any]:
    """The same as plain data, in full."""
    return {
        **kept_record(a.kept),
        "query": a.release.query,
        "quantizer": plain(a.release.quantizer),
        "range": [str(end) for end in a.span],
        "range_is_declared": a.is_declared,
        "sensitivity": str(a.sensitivity),
        "product": {**counted_record(a.on_product), "bound": a.bound, "all_rows": plain(a.all_rows)},
        "observed": {
            **counted_record(a.on_observed),
            "rows": a.observed.rows,
            "lines": a.observed.lines,
            "singletons": a.observed.singletons,
            "is_product": a.is_product,
            "box": integer_text(a.box),
        },
        "substituted": counted_record(a.substituted),
        "measures": [{"person": t.person, **{name: plain(x) for name, x in _amounts(t).items()}} for t in a.told],
    }


def kept_record(kept: Kept) -> dict[str, Any]:
    """What was read and what was not."""
    times = kept.times
    return {
        "file": kept.path,
        "people": list(kept.people),
        "rows_read": kept.rows_read,
        "rows": kept.rows,
        "rows_dropped": kept.dropped,
        "distinct_rows": kept.distinct_rows,
        "missing": dict(kept.missing),
        "not_people": list(kept.not_people),
        "times": None
        if times is None
        else {"column": times.column, "duplicates": times.duplicates, "going_back": times.going_back},
        "decimals": kept.decimals,
    }


def counted_record(found: Counted) -> dict[str, Any]:
    """A count with its line."""
    worst = found.worst
    record = {"K": found.count, "is_exact": found.is_exact, "budget": plain(found.budget), "worst_line": None}
    if worst is None:
        return record
    line = {
        "individual": worst.individual,
        "others": {name: str(value) for name, value in worst.others},
        "outputs": plain(worst.outputs),
        "left": [{"values": n, "from": str(low), "to": str(high)} for n, low, high in worst.left],
    }
    return record | {"worst_line": line}


# --- local -----------------------------------------------------------------------------------------------------------


def local_lines(a: LocalAudit) -> Iterator[str]:
    """What ``exactpriv audit --local`` prints."""
    yield from kept_lines(a.kept)
    yield "Release: every row is a person, who releases each column about themselves"
    declared = "as declared" if a.is_declared else "observed (declare one with --range)"
    yield f"Ranges of the columns: {declared}"
    yield ""
    rows = [
        (
            column.name,
            f"{decimal(column.span[0])} to {decimal(column.span[1])}",
            "–" if column.quantizer is None else f"{column.quantizer.levels:,}",
            f"{column.count:,}",
            budget_text(column.budget),
        )
        for column in a.columns
    ]
    yield from table(("column", "range", "levels", "K", "budget"), rows)
    yield ""
    yield f"Budget of everybody's record: K = {a.count:,}, {budget_text(a.budget)} (Definition 2, Theorem 6)"
    yield f"Released records that occur: {a.observed:,}; the rarest is shared by {counted(a.anonymity, 'row')}"
    yield f"Alone with their released record: {a.alone:,} of {counted(a.kept.rows, 'row')} ({percent(a.share)})"


def local_record(a: LocalAudit) -> dict[str, Any]:
    """The same as plain data."""
    return {
        **kept_record(a.kept),
        "columns": [
            {
                "column": column.name,
                "range": [str(end) for end in column.span],
                "levels": None if column.quantizer is None else column.quantizer.levels,
                "K": column.count,
                "budget": plain(column.budget),
            }
            for column in a.columns
        ],
        "range_is_declared": a.is_declared,
        "K": a.count,
        "budget": plain(a.budget),
        "records": a.observed,
        "alone": a.alone,
        "fewest_alike": a.anonymity,
    }
