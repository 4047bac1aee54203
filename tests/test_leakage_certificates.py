"""Certificates of leakage: a stranger can re-check them, and an edited one fails."""

import json
from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction

import flint
import mpmath
import numpy as np
import pytest

from exactpriv.amount import INFINITY, ZERO, ln
from exactpriv.errors import CertificateError
from exactpriv.exact.enclosure import Enclosure
from exactpriv.exact.radicals import RadicalSum
from exactpriv.leakage.alphabeta import enclosed_leakage, leakage_certificate
from exactpriv.leakage.certificates import (
    Certificate,
    Image,
    Maximum,
    Optimum,
    Point,
    Question,
    Separation,
    bounds,
    optimal_value,
)
from exactpriv.leakage.channel import Channel
from exactpriv.leakage.closed_forms import (
    as_randomized_response,
    randomized_response_optimum,
    rational_optimum,
    square_support_optimum,
    verified_optimum,
)
from exactpriv.leakage.named import bec, bsc, identity, randomized_response, truncated_geometric
from exactpriv.leakage.solver import approximate, renaming_onto, sharpen, whole_weights

THREE_BY_THREE = Channel.of([["0.5", "0.3", "0.2"], ["0.2", "0.5", "0.3"], ["0.1", "0.1", "0.8"]])
NO_CLOSED_FORM = Channel.of([["1/2", "1/4", "1/4"], ["1/10", "3/10", "3/5"]])
LEANING = Channel.of([["2/3", "1/3"], ["1/5", "4/5"]])

CERTIFICATES = {
    "point": leakage_certificate(NO_CLOSED_FORM, 2, 1, width="1e-20"),
    "points": leakage_certificate(NO_CLOSED_FORM, "5/2", "3/2", width="1e-20"),
    "capacity": leakage_certificate(NO_CLOSED_FORM, 1, 1, width="1e-20"),
    "rational": leakage_certificate(LEANING, 2, 1),
    "radicals": leakage_certificate(truncated_geometric("1/2", 3), 2, 1),
    "Muroga": leakage_certificate(LEANING, 1, 1),
    "vertex": leakage_certificate(LEANING, 3, 2),
    "mixed": leakage_certificate(THREE_BY_THREE, 4, "3/2"),
    "image": leakage_certificate(randomized_response(4, "1/2"), 3, 2),
    "images": enclosed_leakage(randomized_response(4, "1/2"), 3, 2).certificate,
    "pair": leakage_certificate(THREE_BY_THREE, 2, 3),
    "pair of roots": leakage_certificate(THREE_BY_THREE, 2, "5/2"),
    "pair, enclosed": enclosed_leakage(THREE_BY_THREE, 2, "5/2").certificate,
    "center": leakage_certificate(THREE_BY_THREE, "inf", 2),
    "columns": leakage_certificate(THREE_BY_THREE, "inf", 1),
    "ratio": leakage_certificate(THREE_BY_THREE, "inf", "inf"),
    "scaled ratio": leakage_certificate(THREE_BY_THREE, 3, "inf"),
    "infinite": leakage_certificate(bec("1/3"), 2, 2),
    "limit": leakage_certificate(THREE_BY_THREE, 1, 2, at_one="limit"),
    "no leak": leakage_certificate(Channel.of([["1/2", "1/2"]] * 3), 3, 2),
}


# --- a stranger's check ----------------------------------------------------------------------------------------------


def strangers_bounds(content):
    """The bounds that the points of a certificate show, from its JSON alone, in 60 digits of mpmath."""
    number = lambda text: mpmath.mpf(text.partition("/")[0]) / mpmath.mpf(text.partition("/")[2] or 1)  # noqa: E731
    W = [[number(entry) for entry in row] for row in content["channel"]]
    a, b = number(content["alpha"]), number(content["beta"])
    outputs = range(len(W[0]))
    lows, ups = [], []
    for center, support in content["centers"].items():
        p = [mpmath.mpf(weight) for weight in support["point"]]
        if a == 1:
            q = [sum(w * row[y] for w, row in zip(p, W, strict=True)) / sum(p) for y in outputs]
            D = [sum(row[y] * mpmath.log(row[y] / q[y]) for y in outputs if row[y]) for row in W]
            low, up = sum(w * d for w, d in zip(p, D, strict=True)) / sum(p), max(D)
        else:
            slope = [W[int(center)][y] ** (1 - b) for y in outputs]
            s = [sum(w * row[y] ** a for w, row in zip(p, W, strict=True)) for y in outputs]
            G = [sum(slope[y] * s[y] ** (b / a - 1) * row[y] ** a for y in outputs) for row in W]
            F = sum(slope[y] * s[y] ** (b / a) for y in outputs)
            low = a / ((a - 1) * b) * (mpmath.log(F) - b / a * mpmath.log(sum(p)))
            up = low + mpmath.log(sum(p) * max(G) / F) / (a - 1)
        lows.append(low)
        ups.append(up)
    return max(lows), max(ups)


@pytest.mark.parametrize("name", ["point", "points", "capacity"])
def test_a_stranger_confirms_the_enclosure(name):
    """lo ≤ the largest lower bound ≤ L ≤ the largest upper bound ≤ hi, with none of our code."""
    content = json.loads(CERTIFICATES[name].to_json())
    content["centers"] = content["evidence"]["centers"]
    with mpmath.workdps(60):
        low, up = (Fraction(mpmath.nstr(bound, 50)) for bound in strangers_bounds(content))
    lo, hi = (Fraction(content["value"][end]) for end in ("lo", "hi"))
    assert lo <= low <= up <= hi
    assert hi - lo <= Fraction(1, 10**20)


@pytest.mark.parametrize("orders", [(2, 1), ("5/2", "3/2"), (1, 1), (20, 19)])
def test_bounds_hold_for_any_weights(orders):
    """Every point bounds the leakage from both sides, however bad it is."""
    certificate = leakage_certificate(THREE_BY_THREE, *orders, width="1e-20")
    question = certificate.question
    value = certificate.value
    lo, hi = (value.lo, value.hi) if isinstance(value, Enclosure) else value.in_nats().enclosure(20)
    for weights in [(1, 1, 1), (1, 0, 0), (0, 5, 1), (10**9, 1, 7)]:
        both = [bounds(question, center, weights, 80) for center in question.centers]
        assert max(Enclosure.of_ball(low).lo for low, _ in both) <= hi
        assert max(Enclosure.of_ball(up).hi for _, up in both) >= lo


# --- certificates as they are ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", CERTIFICATES)
def test_certificates_verify_and_survive_json(name):
    """verify() is True, before and after it was written and read."""
    certificate = CERTIFICATES[name]
    again = Certificate.from_json(certificate.to_json())
    assert again == certificate
    assert again.verify()
    assert again.leakage == certificate.leakage


def test_a_certificate_is_about_one_channel():
    """verify(P) compares the matrix."""
    assert CERTIFICATES["point"].verify(NO_CLOSED_FORM)
    with pytest.raises(CertificateError, match="another channel"):
        CERTIFICATES["point"].verify(LEANING)


def test_in_bits():
    """lo / ln 2 ≤ bits ≤ hi / ln 2, at most 3/2 times as wide."""
    enclosed = CERTIFICATES["point"].leakage
    bits = enclosed.in_bits()
    assert bits.width <= enclosed.width * Fraction(3, 2)
    with mpmath.workdps(40):
        assert bits.contains(Fraction(mpmath.nstr(mpmath.mpf(str(enclosed.decimal(30))[1:33]) / mpmath.log(2), 35)))


# --- edited certificates ---------------------------------------------------------------------------------------------


def numbers(content, path=()):
    """The paths to all numbers of the value and the evidence."""
    items = content.items() if isinstance(content, Mapping) else enumerate(content)
    for key, inner in items:
        if isinstance(inner, dict | list):
            yield from numbers(inner, (*path, key))
        elif not isinstance(inner, bool):
            yield (*path, key)


def edited(content, path, change):
    """The same content with one number changed."""
    copy = json.loads(json.dumps(content))
    place = copy
    for key in path[:-1]:
        place = place[key]
    place[path[-1]] = change(place[path[-1]])
    return copy


def fails(content):
    """Whether reading or verifying says that the certificate is wrong."""
    try:
        return not Certificate.from_json(json.dumps(content)).verify()
    except CertificateError:
        return True


def plus_one(number):
    """One more, in text or not."""
    return str(Fraction(number) + 1) if isinstance(number, str) else number + 1


EXACT = ["rational", "Muroga", "radicals", "pair", "pair of roots", "center", "columns", "ratio", "scaled ratio"]


@pytest.mark.parametrize("name", EXACT)
def test_every_number_of_an_exact_value_matters(name):
    """Any number of the value plus 1: refused."""
    content = json.loads(CERTIFICATES[name].to_json())
    for path in numbers(content["value"]):
        assert fails(edited(content, ("value", *path), plus_one)), path


@pytest.mark.parametrize("name", ["rational", "Muroga", "radicals", "mixed", "infinite", "image"])
def test_every_number_of_exact_evidence_matters(name):
    """Any number of the evidence plus 1: refused."""
    content = json.loads(CERTIFICATES[name].to_json())
    for path in numbers(content["evidence"]):
        if "point" not in path:  # a slack point may stay good enough
            assert fails(edited(content, ("evidence", *path), plus_one)), path


@pytest.mark.parametrize("name", CERTIFICATES)
def test_every_entry_of_the_channel_matters(name):
    """Any entry of the channel plus 1, and any pair of entries of a row moved against each other: refused."""
    content = json.loads(CERTIFICATES[name].to_json())
    for path in numbers(content["channel"]):
        assert fails(edited(content, ("channel", *path), plus_one))
    if name in EXACT:
        moved = edited(content, ("channel", 0, 0), lambda p: str(Fraction(p) - Fraction(1, 1000)))
        assert fails(edited(moved, ("channel", 0, 1), lambda p: str(Fraction(p) + Fraction(1, 1000))))


@pytest.mark.parametrize("name", ["point", "points", "capacity", "images", "pair, enclosed"])
def test_an_enclosure_that_is_too_narrow_is_refused(name):
    """[lo, lo + w/1000] and [hi - w/1000, hi] do not both hold, and [hi, hi + w] never does."""
    certificate = CERTIFICATES[name]
    lo, hi, w = certificate.value.lo, certificate.value.hi, certificate.value.width
    with pytest.raises(CertificateError, match=r"lie between|enclose"):
        replace(certificate, value=Enclosure(hi, hi + w)).verify()
    with pytest.raises(CertificateError):
        replace(certificate, value=Enclosure(lo - w, lo)).verify()
    assert replace(certificate, value=Enclosure(lo - w, hi + w)).verify()


@pytest.mark.parametrize("name", ["point", "points", "capacity"])
def test_a_tight_weight_matters(name):
    """The largest weight of the best point plus a millionth of it: the enclosure no longer follows."""
    content = json.loads(CERTIFICATES[name].to_json())
    centers = content["evidence"]["centers"]
    best = max(centers, key=lambda center: max(len(weight) for weight in centers[center]["point"]))
    weights = centers[best]["point"]
    place = max(range(len(weights)), key=lambda x: int(weights[x]))
    path = ("evidence", "centers", best, "point", place)
    assert fails(edited(content, path, lambda weight: str(int(weight) + int(weight) // 10**6)))


@pytest.mark.parametrize("name", [name for name in CERTIFICATES if name not in ("limit", "no leak", "infinite")])
def test_orders_matter(name):
    """α plus 1 or β plus 1: refused."""
    content = json.loads(CERTIFICATES[name].to_json())
    for order in ("alpha", "beta"):
        if content[order] != "inf":
            assert fails(edited(content, (order,), plus_one))


# --- forged evidence -------------------------------------------------------------------------------------------------

POINTS = CERTIFICATES["points"]


@pytest.mark.parametrize(
    "evidence",
    [
        {},
        {0: POINTS.evidence[0]},
        {0: POINTS.evidence[0], 1: None},
        {0: POINTS.evidence[0], 1: Image(0, (1, 0))},
        {0: POINTS.evidence[0], 1: Image(-2, (1, 0))},
        {0: Image(-1, (0, 0)), 1: Image(-2, (1, 1))},
        {0: Image(1, (1, 0)), 1: Image(0, (1, 0))},
        {0: POINTS.evidence[0], 1: Image(7, (0, 1))},
        {0: POINTS.evidence[0], 1: Point((1,))},
        {0: POINTS.evidence[0], 1: Point((0, 0))},
        {0: POINTS.evidence[0], 1: Point((2, -1))},
        {0: POINTS.evidence[0], 1: Point((1, 1))},
        {0: POINTS.evidence[0], 2: POINTS.evidence[1]},
        {0: POINTS.evidence[0], 1: Optimum((), ())},
        Maximum((0, 1)),
        Separation(0, 1, 0),
        None,
    ],
    ids=str,
)
def test_forged_evidence_is_refused(evidence):
    """Centers that are missing, images of nothing, weights below 0 or too bad to show the value."""
    with pytest.raises(CertificateError):
        replace(POINTS, evidence=evidence).verify()


def test_the_best_center_cannot_be_hidden():
    """An exact optimum at a center that is not the best does not pass for the leakage."""
    question = CERTIFICATES["vertex"].question
    found = {c: verified_optimum(question, c, approximate(question)[c].exact_weights()) for c in (0, 1)}
    worst = min(found, key=lambda center: found[center][1])
    assert len({value for _, value in found.values()}) == 2
    forged = {c: optimum for c, (optimum, _) in found.items()}
    assert Certificate(question, max(v for _, v in found.values()), forged).verify()
    with pytest.raises(CertificateError, match="largest value"):
        Certificate(question, found[worst][1], forged).verify()


def test_finite_claims_about_infinite_leakage_are_refused():
    """P(y|x) > 0 = P(y|x′) and β > 1: nothing finite is accepted, whatever the evidence."""
    W = tuple(map(tuple, bec("1/3").matrix()))
    for alpha, beta, evidence in [
        (Fraction(3), Fraction(2), {0: Point((1, 1)), 1: Point((1, 1))}),
        (Fraction(2), Fraction(2), Maximum((0, 1))),
        (leakage_certificate(bec("1/3"), "inf", 2).question.alpha, Fraction(2), Maximum((0,))),
    ]:
        for value in (ln(2), Enclosure(0, 10**6)):
            with pytest.raises(CertificateError, match="infinite"):
                Certificate(Question(W, alpha, beta), value, evidence).verify()


def test_infinite_claims_about_finite_leakage_are_refused():
    """∞ needs β > 1 and an output that separates two inputs."""
    W = tuple(map(tuple, bec("1/3").matrix()))
    infinite = INFINITY.in_nats()
    for question, evidence in [
        (Question(W, Fraction(2), Fraction(1)), Separation(0, 1, 0)),
        (Question(W, Fraction(2), Fraction(2)), Separation(0, 1, 2)),
        (Question(W, Fraction(2), Fraction(2)), Separation(1, 0, 0)),
        (Question(W, Fraction(2), Fraction(2)), Point((1, 1))),
    ]:
        with pytest.raises(CertificateError):
            Certificate(question, infinite, evidence).verify()


def test_the_limit_is_checked_from_the_rows():
    """α → 1 at β > 1 is infinite exactly when two rows differ."""
    limit = CERTIFICATES["limit"]
    with pytest.raises(CertificateError, match="limit"):
        replace(limit, value=ZERO).verify()
    constant = replace(limit.question, matrix=((Fraction(1, 2),) * 2,) * 2)
    with pytest.raises(CertificateError, match="limit"):
        replace(limit, question=constant).verify()


@pytest.mark.parametrize(
    ("matrix", "alpha", "beta", "tau"),
    [
        (((Fraction(1), Fraction(1)),), 2, 1, 0),
        (((Fraction(2), Fraction(-1)),), 2, 1, 0),
        (((Fraction(1),), (Fraction(1, 2), Fraction(1, 2))), 2, 1, 0),
        ((), 2, 1, 0),
        (((Fraction(1),),), Fraction(1, 2), 1, 0),
        (((Fraction(1),),), 2, Fraction(1, 2), 0),
        (((Fraction(1),),), 2, 1, Fraction(1, 2)),
        (((Fraction(1),),), 1, 1, 2),
    ],
)
def test_questions_without_an_answer_are_refused(matrix, alpha, beta, tau):
    """Rows must be distributions, orders at least 1, and τ in [0, 1) stands only at α = 1."""
    question = Question(matrix, Fraction(alpha), Fraction(beta), Fraction(tau))
    with pytest.raises(CertificateError):
        Certificate(question, ZERO.in_nats(), {0: Point((1,))}).verify()


@pytest.mark.parametrize(
    "text",
    [
        "",
        "[]",
        "{}",
        "null",
        '{"format": "something else"}',
        CERTIFICATES["point"].to_json().replace('"lo"', '"low"'),
        CERTIFICATES["point"].to_json().replace('"1/4"', '"1/0"'),
        CERTIFICATES["point"].to_json().replace('"1/4"', '"0.25"'),
        CERTIFICATES["point"].to_json().replace('"alpha": "2"', '"alpha": "two"'),
        CERTIFICATES["point"].to_json().replace('"centers"', '"points"'),
        CERTIFICATES["radicals"].to_json().replace('"17"', '"-17"'),
    ],
)
def test_other_texts_are_no_certificates(text):
    """A text that describes no certificate is refused when it is read."""
    with pytest.raises(CertificateError, match="no leakage certificate"):
        Certificate.from_json(text)


# --- candidates for closed forms -------------------------------------------------------------------------------------


def question_of(P, alpha, beta):
    """The question as the candidates take it."""
    return Question(tuple(map(tuple, P.matrix())), Fraction(alpha), Fraction(beta))


def test_wrong_candidates_are_refused():
    """Karush-Kuhn-Tucker conditions: an optimum with a weight below 0, of the wrong support or at the wrong point."""
    geometric = question_of(truncated_geometric("1/2", 3), 2, 1)
    with pytest.raises(CertificateError, match="at least 0"):
        optimal_value(geometric, 0, square_support_optimum(geometric, 0, (0, 1, 2)))
    half = Fraction(1, 2)
    with pytest.raises(CertificateError, match="attain"):
        optimal_value(geometric, 0, rational_optimum(geometric, 0, [half, half, Fraction(0)]))
    good = rational_optimum(geometric, 0, [half, Fraction(0), half])
    assert optimal_value(geometric, 0, good) == CERTIFICATES["radicals"].value
    skewed = Optimum(good.outputs, (RadicalSum.of(1), RadicalSum.of(0), RadicalSum.of(2)))
    with pytest.raises(CertificateError, match="do not give"):
        optimal_value(geometric, 0, skewed)
    negative = Optimum((RadicalSum.of(-1), *good.outputs[1:]), good.inputs)
    with pytest.raises(CertificateError, match="above 0"):
        optimal_value(geometric, 0, negative)


def test_candidates_that_do_not_apply():
    """None for singular matrices, supports of another size, and weights of outputs that are nested roots."""
    repeated = question_of(Channel.of([["1/2", "1/2"]] * 2), 2, 1)
    assert square_support_optimum(repeated, 0, (0, 1)) is None
    assert square_support_optimum(repeated, 0, (0,)) is None
    assert randomized_response_optimum(question_of(LEANING, 2, 1), 0) is None
    nested = question_of(NO_CLOSED_FORM, "5/2", 1)
    assert rational_optimum(nested, 0, [Fraction(1, 2)] * 2) is None
    assert verified_optimum(nested, 0, [Fraction(1, 2)] * 2) is None


@pytest.mark.parametrize("p", ["1/4", "1/3", "9/10"])
@pytest.mark.parametrize(("alpha", "beta"), [(3, 2), (5, 3), (7, 4)])
def test_degenerate_orders_of_a_binary_symmetric_channel(p, alpha, beta):
    """β = (α+1)/2: the weight of x′ is exactly 0, and it meets the conditions with equality."""
    question = question_of(bsc(p), alpha, beta)
    optimum = randomized_response_optimum(question, 0)
    assert optimum.inputs[0] == 0
    assert optimal_value(question, 0, optimum) == leakage_certificate(bsc(p), alpha, beta).value


def test_what_is_a_randomized_response():
    """One entry of each row and column differs from all others, which are equal."""
    matrix = tuple(map(tuple, randomized_response(4, "1/10").matrix()))
    assert as_randomized_response(matrix).true == Fraction(1, 10)
    assert as_randomized_response(matrix[::-1]).answers == (3, 2, 1, 0)
    for P in (LEANING, truncated_geometric("1/2", 3), Channel.of([["1/2", "1/2"]] * 2), NO_CLOSED_FORM):
        assert as_randomized_response(tuple(map(tuple, P.matrix()))) is None
    assert as_randomized_response(((Fraction(1, 2), Fraction(1, 4), Fraction(1, 4)),) * 3) is None
    assert as_randomized_response(tuple(map(tuple, identity(3).matrix()))).other == 0


# --- the search ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("alpha", "beta"), [(2, 1), ("5/2", "3/2"), (1, 1)])
@pytest.mark.parametrize("bits", [20, 60, 200])
def test_the_search_needs_no_floats(alpha, beta, bits):
    """From scratch, in long numbers alone, the bounds come within 2^-bits."""
    question = question_of(NO_CLOSED_FORM, alpha, beta)
    for center in question.centers:
        for start in (None, approximate(question)[center]):
            low, up = bounds(question, center, sharpen(question, center, start, bits), bits + 100)
            with flint.ctx.workprec(bits + 100):
                assert up - low < flint.arb(2) ** -bits


def test_weights_of_floats_keep_their_ratios():
    """Every weight is rounded relative to itself, however small it is."""
    assert whole_weights(np.array([0.5, 2.0**-200, 0.0]), 8) == [2**206, 128, 0]


def test_renamings():
    """Exchanges, shifts and reflections that leave the channel as it is are found."""
    first = [Fraction(n, 15) for n in (1, 2, 3, 9)]
    circulant = [first[n:] + first[:n] for n in range(4)]
    assert renaming_onto(circulant, 0, 3) == (3, 0, 1, 2)
    assert renaming_onto(truncated_geometric("1/2", 4).matrix(), 0, 3) == (3, 2, 1, 0)
    assert renaming_onto(THREE_BY_THREE.matrix(), 0, 1) is None
