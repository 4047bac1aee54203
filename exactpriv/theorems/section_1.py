"""Section I: two sentences of the introduction, on post-processing and on k-anonymity."""

from __future__ import annotations

from typing import Annotated

from exactpriv.claims import Scope, claim
from exactpriv.information import hartley_entropy, log2, nonstochastic_leakage
from exactpriv.privacy import Mechanism, noiseless_budget, post_processed
from exactpriv.relations import Function, Relation, Value
from exactpriv.truth import Number, Truth, all_of, cases, count, forall, implies

Data = Annotated[Relation, "X1", "X2"]


@claim(
    "post-processing-increases-budget",
    source="[farokhi2019noiseless], Sec. I",
    kind="paper",
    scope=Scope(2, Y=3, Z=3),
    repaired_by="thm-7",
)
def the_budget_can_only_be_increased(
    D: Data, g: Annotated[Mechanism, "D", "Y"], h: Annotated[Function, "Y", "Z"]
) -> Truth:
    """The privacy budget can only be increased by post-processing: ε(h ∘ g) ≥ ε(g)."""
    return noiseless_budget(post_processed(g, h)) >= noiseless_budget(g)


@the_budget_can_only_be_increased.control
def the_budget_is_always_increased(
    D: Data, g: Annotated[Mechanism, "D", "Y"], h: Annotated[Function, "Y", "Z"]
) -> Truth:
    """ε(h ∘ g) > ε(g)."""
    return noiseless_budget(post_processed(g, h)) > noiseless_budget(g)


# --- k-anonymity -----------------------------------------------------------------------------------------------------


def records(W: Relation) -> dict[Value, Truth]:
    """The records of a table, each with the truth that it is there."""
    return {w: W.holds(w) for (w,) in W.rows}


def the_release_is_k_anonymous(W: Relation, group: Function, k: Number) -> Truth:
    """Every group that occurs has at least k records."""
    return forall(group.image(records(W)), lambda y: count(records(W), lambda w: group.gives(w, y)) >= k)


def released_pairs(W: Relation, group: Function, secret: Function) -> Relation:
    """⟦S, Y⟧: the sensitive value and the released group of the same record."""
    return Relation(("S", "Y"), dict(secret.paired(group).image(records(W))))


def secrets_differ(W: Relation, secret: Function) -> Truth:
    """|⟦S⟧| ≥ 2: there is something to hide."""
    return secret.image(records(W)).size() >= 2


@claim(
    "k-anonymity-hides",
    source="[farokhi2019noiseless], Sec. I-A; [machanavajjhala2006ldiversity]",
    kind="neighbour",
    scope=Scope(2, W=5, K=2),
    given=[the_release_is_k_anonymous, secrets_differ],
)
def a_k_anonymous_release_never_gives_a_secret_away(
    W: Annotated[Relation, "W"],
    group: Annotated[Function, "W", "Y"],
    secret: Annotated[Function, "W", "S"],
    k: Annotated[int, "K", 2],
) -> Truth:
    """With k ≥ 2 records in every released group, L₀(S;Y) < H₀(S): no group gives the sensitive value away."""
    R = released_pairs(W, group, secret)
    return nonstochastic_leakage(R) < hartley_entropy(R.range("S"))


@a_k_anonymous_release_never_gives_a_secret_away.control
def a_k_anonymous_release_tells_nothing(
    W: Annotated[Relation, "W"],
    group: Annotated[Function, "W", "Y"],
    secret: Annotated[Function, "W", "S"],
    k: Annotated[int, "K", 2],
) -> Truth:
    """L₀(S;Y) = 0."""
    return nonstochastic_leakage(released_pairs(W, group, secret)) <= 0


def uniform_groups(k: int, m: int) -> tuple[Relation, Function, Function]:
    """A table of m groups of k records, the group of each record, and its sensitive value, shared in a group."""
    table = [(record, value) for value in range(m) for record in range(k)]
    W = Relation(("W",), {(w,): True for w in table})
    return W, Function.of(table, lambda w: f"group {w[1]}"), Function.of(table, lambda w: w[1])


@claim(
    "k-anonymity-bounds-nothing",
    source="[farokhi2019noiseless], Sec. I-A",
    kind="paper",
    scope=Scope(6),
)
def k_anonymity_does_not_bound_leakage(k: Annotated[int, "K"], m: Annotated[int, "S"]) -> Truth:
    """For all k and m some k-anonymous release of a sensitive value with m possibilities has L₀(S;Y) = log m."""

    def leaks_all(k0: int, m0: int) -> Truth:
        W, group, secret = uniform_groups(k0, m0)
        leakage = nonstochastic_leakage(released_pairs(W, group, secret))
        return all_of([the_release_is_k_anonymous(W, group, k0), leakage == log2(m0)])

    return all_of(implies(all_of([k_is, m_is]), leaks_all(k0, m0)) for k0, k_is in cases(k) for m0, m_is in cases(m))


@k_anonymity_does_not_bound_leakage.control
def k_anonymity_halves_what_leaks(k: Annotated[int, "K"], m: Annotated[int, "S"]) -> Truth:
    """L₀(S;Y) ≤ log m - log k for that release."""

    def leaks_less(k0: int, m0: int) -> Truth:
        leakage = nonstochastic_leakage(released_pairs(*uniform_groups(k0, m0)))
        return leakage <= log2(m0) - log2(k0)

    return all_of(implies(all_of([k_is, m_is]), leaks_less(k0, m0)) for k0, k_is in cases(k) for m0, m_is in cases(m))
