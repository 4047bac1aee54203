"""What a channel leaks, for ``exactpriv leakage``: one value of the (α, β) alphabet, or its map; channels as CSV text.

Main definitions: :func:`read_channel`; :func:`leakage_lines`, :func:`map_lines`, :func:`leakage_record`;
:func:`checked`, a certificate verified again; :func:`channel_csv`, :func:`channel_list`.
"""

from __future__ import annotations

import csv
import io
import json
import math
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from pathlib import Path
from typing import Any

from exactpriv.errors import CertificateError, OrderError, SupportError, TableError, WidthError
from exactpriv.exact.enclosure import Enclosure
from exactpriv.exact.logarithms import ExactAmount
from exactpriv.exact.radicals import integer_text
from exactpriv.leakage import NAMED_CHANNELS, Certificate, Channel, leakage_certificate, order
from exactpriv.leakage.alphabeta import AtOne
from exactpriv.leakage.certificates import CertifiedEnclosure
from exactpriv.leakage.display import ORDERS, Alphabet, SpecialCase, alphabet, shortly, special_case, written
from exactpriv.leakage.named import usage
from exactpriv.leakage.orders import Infinite, Order
from exactpriv.numbers import exact
from exactpriv.relations.reading import opened_text
from exactpriv.report.instances import padded, table, width
from exactpriv.report.measures import counted

LEAST_DIGITS = 30
"""At least so many decimals are written into JSON and below a single value."""
KEYS = ("exact", "lo", "hi", "unit", "alpha", "beta", "certificate")
"""The keys of a record."""


# --- reading ---------------------------------------------------------------------------------------------------------


def read_channel(path: Path, *, joint: bool = False, normalize: bool = False, support: str | None = None) -> Channel:
    """The channel of a CSV file, restricted to the inputs of a list such as "a,b"; see ``Channel.from_csv``.

    Inputs that the channel does not have raise ``SupportError``.
    """
    P = Channel.from_csv(path, joint=joint, normalize=normalize)
    if support is None:
        return P
    inputs = {str(x): x for x in P.inputs}
    chosen = [label.strip() for label in support.split(",")]
    unknown = [label for label in chosen if label not in inputs]
    if unknown:
        raise SupportError(f"{path} has no input {unknown[0]!r}; its inputs are {', '.join(inputs)}")
    return P.restricted(inputs[label] for label in chosen)


@dataclass(frozen=True)
class Asked:
    """How values are wanted: how wide an enclosure may be, in which unit, and what α = 1 < β means."""

    width: str = "1e-12"
    in_bits: bool = False
    at_one: AtOne | None = None

    @cached_property
    def wide(self) -> Fraction:
        """The width as a number, which must be above 0."""
        wide = exact(self.width)
        if wide <= 0:
            raise WidthError(f"the width {self.width} was asked for; give a width above 0, such as 1e-30")
        return wide

    @property
    def nats(self) -> Fraction:
        """The width in nats; it grows by less than a half on the way to bits, and by less than a quarter in writing."""
        return self.wide / 2 if self.in_bits else self.wide

    @property
    def unit(self) -> str:
        """The unit."""
        return "bits" if self.in_bits else "nats"

    @property
    def digits(self) -> int:
        """So many decimals are written that rounding outward widens an enclosure by at most an eighth of its width."""
        return _decimals_for(self.wide / 16)


# --- one value -------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Found:
    """The leakage of a channel at a pair of orders."""

    alpha: Order
    beta: Order
    certificate: Certificate
    asked: Asked

    @cached_property
    def value(self) -> ExactAmount | Enclosure:
        """The value in the unit that was asked for."""
        value = self.certificate.leakage
        if not self.asked.in_bits:
            return value if isinstance(value, Enclosure) else value.in_nats()
        return value.in_bits() if isinstance(value, CertifiedEnclosure) else _exact_in_bits(value)

    @property
    def exact(self) -> str | None:
        """The exact value without its unit; None for an enclosure."""
        return None if isinstance(self.value, Enclosure) else repr(self.value).rpartition(" ")[0]

    @cached_property
    def ends(self) -> tuple[str, str]:
        """Decimals below and above the value, rounded outward; "inf" for infinity."""
        digits, value = self.asked.digits, self.value
        if isinstance(value, Enclosure):
            return _outward(value.lo, value.hi, digits)
        return _outward(*value.enclosure(digits), digits) if value.is_finite else ("inf", "inf")

    @property
    def case(self) -> SpecialCase:
        """The special case to which the orders belong."""
        if self.certificate.question.is_limit:
            return SpecialCase("limit α → 1 of maximal (α, β)-leakage", "α = 1 < β")
        return special_case(self.certificate.question.alpha, self.certificate.question.beta)


def _decimals_for(unit: Fraction) -> int:
    """So many decimals that the last one stands for at most the unit."""
    return max(LEAST_DIGITS, math.ceil(1 / unit).bit_length() * 1233 // 4096 + 1)  # 1233/4096 is just above log10(2)


def _outward(lo: Fraction, hi: Fraction, digits: int) -> tuple[str, str]:
    """Decimals at most lo and at least hi, however many; f"{n}" takes no integer of more than 4300."""
    low, high = math.floor(lo * 10**digits), math.ceil(hi * 10**digits)
    return _decimal(low, digits), _decimal(high, digits)


def _decimal(steps: int, digits: int) -> str:
    text = integer_text(abs(steps)).rjust(digits + 1, "0")
    return f"{'-' if steps < 0 else ''}{text[:-digits]}.{text[-digits:]}"


def _shortened(decimal: str) -> str:
    """Without zeros at the end."""
    return decimal.rstrip("0").rstrip(".")


def _exact_in_bits(value: Any) -> ExactAmount:
    amount: ExactAmount = value.in_bits()
    return amount


def found(P: Channel, alpha: str, beta: str, asked: Asked) -> Found:
    """The leakage at two orders, its certificate verified again."""
    certificate = leakage_certificate(P, alpha, beta, width=asked.nats, at_one=asked.at_one)
    certificate.verify(P)
    return Found(order(alpha), order(beta), certificate, asked)


def leakage_lines(name: str, P: Channel, one: Found) -> Iterator[str]:
    """What ``exactpriv leakage`` prints about one value."""
    low, high = one.ends if one.exact is not None else map(_shortened, one.ends)
    yield _head(name, P)
    yield f"maximal ({written(one.alpha)}, {written(one.beta)})-leakage: {_about(one)}"
    yield ""
    unit = one.asked.unit
    if one.exact is not None:
        yield f"exact     {one.exact} {unit}"
    yield f"at least  {low} {unit}" if low != high else f"value     {low} {unit}"
    if low != high:
        yield f"at most   {high} {unit}"
    yield f"evidence  {_evidence(one.certificate)}; verified again"


def _head(name: str, P: Channel) -> str:
    """The size of a channel."""
    return f"{name}: {counted(len(P.occurring), 'input')}, {counted(len(P.outputs), 'output')}"


def _about(one: Found) -> str:
    """The special case, with the scale of a scaled one."""
    case, a, b = one.case, one.alpha, one.beta
    if case.name != "scaled local Rényi privacy" or isinstance(a, Infinite):
        return f"{case.name} ({case.orders})"
    if isinstance(b, Infinite):
        return f"{a / (a - 1)} times local differential privacy ({case.orders})"
    return f"{a * (b - 1) / ((a - 1) * b)} times local Rényi privacy of order {b} ({case.orders})"


def _evidence(certificate: Certificate) -> str:
    """What a certificate rests on, in words."""
    question, value = certificate.question, certificate.value
    if question.is_limit:
        return "the rows of the channel are compared"
    if isinstance(value, Enclosure):
        return "weights of the inputs that bound the value from both sides"
    if not value.is_finite:
        return "an output that one input can cause and another cannot"
    if question.is_concave:
        return "weights that meet the conditions of an optimum, in exact arithmetic"
    return "the place where a maximum over finitely many is attained"


def leakage_record(one: Found) -> Any:
    """The same as plain data, under the keys of :data:`KEYS`; the certificate is there in full."""
    low, high = one.ends
    alpha, beta = str(one.alpha), str(one.beta)
    values = (one.exact, low, high, one.asked.unit, alpha, beta, json.loads(one.certificate.to_json()))
    return dict(zip(KEYS, values, strict=True))


# --- the map ---------------------------------------------------------------------------------------------------------


def found_map(P: Channel, asked: Asked) -> dict[tuple[Order, Order], Found | None]:
    """The leakage at all pairs of the usual orders; None where α = 1 < β is not asked for by name."""
    certificates: Alphabet = alphabet(P, width=asked.nats, at_one=asked.at_one)
    return {
        (a, b): None if certificate is None else Found(a, b, certificate, asked)
        for (a, b), certificate in certificates.items()
    }


def map_lines(name: str, P: Channel, values: dict[tuple[Order, Order], Found | None], asked: Asked) -> Iterator[str]:
    """What ``exactpriv leakage --table`` prints: the map, and every value under the name of its special case."""
    orders = [order(which) for which in ORDERS]
    yield _head(name, P)
    yield f"maximal (α, β)-leakage in {asked.unit}"
    yield ""
    cells = [["β \\ α", *map(written, orders)]]
    cells += [[written(b), *(_cell(values[a, b]) for a in orders)] for b in reversed(orders)]
    wide = [max(width(row[place]) for row in cells) for place in range(len(orders) + 1)]
    yield from ("  ".join(padded(cell, w, right=True) for cell, w in zip(row, wide, strict=True)) for row in cells)
    yield ""
    named = [one for one in values.values() if one is not None]
    cases = dict.fromkeys(one.case for one in named)
    rows = [_row(one) for case in cases for one in named if one.case == case]
    yield from table(("measure", "α", "β", f"exact ({asked.unit})", "decimal"), rows)
    if None in values.values():
        yield ""
        yield "–: for α = 1 < β say --at-one definition (the capacity) or --at-one limit (∞ unless all rows are equal)"


def _cell(one: Found | None) -> str:
    return "–" if one is None else shortly(one.value)


def _row(one: Found) -> tuple[str, str, str, str, str]:
    exactly = "enclosed" if one.exact is None else one.exact
    return one.case.name, written(one.alpha), written(one.beta), _abridged(exactly), shortly(one.value)


def _abridged(text: str, most: int = 48) -> str:
    return text if len(text) <= most else text[: most - 1] + "…"


def map_record(values: dict[tuple[Order, Order], Found | None]) -> Any:
    """The records of all values of a map."""
    return [leakage_record(one) for one in values.values() if one is not None]


# --- certificates and named channels ---------------------------------------------------------------------------------


def write_certificate(certificate: Certificate, path: Path) -> None:
    """Write a certificate; ``TableError`` when the file cannot be written."""
    try:
        path.write_text(certificate.to_json() + "\n", encoding="utf-8")
    except OSError as error:
        raise TableError(f"cannot write {path}: {error.strerror}; give a file in a directory that exists") from error


def checked(path: Path, P: Channel | None = None) -> Iterator[str]:
    """What is shown by the certificate of a file, which is verified again, also to be about a channel.

    One that does not show what it says raises ``CertificateError``.
    """
    with opened_text(path) as stream:
        text = stream.read()
    try:
        certificate = Certificate.from_json(text)
        certificate.verify(P)
    except CertificateError as error:
        raise CertificateError(f"{path}: {error}") from error
    question, value = certificate.question, certificate.value
    shown = f"within {_interval(value)} nats" if isinstance(value, Enclosure) else f"{value!r}"
    tau = f" (τ = {question.tau})" if question.tau else ""
    size = f"{counted(len(question.matrix), 'input')} and {counted(len(question.matrix[0]), 'output')}"
    yield f"{path}: verified"
    yield f"a channel with {size}, written in it"
    yield f"maximal ({written(question.alpha)}, {written(question.beta)})-leakage{tau}: {shown}"


def _interval(value: Enclosure) -> str:
    """An interval, rounded outward by at most a quarter of its width."""
    low, high = _outward(value.lo, value.hi, _decimals_for(value.width / 8) if value.width else LEAST_DIGITS)
    return f"[{_shortened(low)}, {_shortened(high)}]"


def channel_csv(P: Channel) -> str:
    """A channel as CSV text that ``exactpriv leakage`` reads back."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(["", *P.outputs])
    writer.writerows([x, *row] for x, row in zip(P.occurring, P.matrix(), strict=True))
    return text.getvalue()


def channel_list() -> list[str]:
    """How every named channel is asked for, and the first line about it."""
    documented = {name: (make.__doc__ or "").split("\n")[0].replace("``", "") for name, make in NAMED_CHANNELS.items()}
    return table((), [(usage(name), sentence) for name, sentence in documented.items()])


def check_orders(alpha: str | None, beta: str | None, *, table_wanted: bool) -> None:
    """Refuse one order without the other, and orders beside ``--table``."""
    if table_wanted and (alpha or beta):
        raise OrderError("--table shows all pairs of orders; give either --table, or --alpha and --beta")
    if (alpha is None) != (beta is None):
        missing = "--beta" if beta is None else "--alpha"
        raise OrderError(f"{missing} is missing; give both, such as --alpha 2 --beta 3/2, or --table for the map")
