"""Scopes: how large the instances are on which a claim is decided."""

from __future__ import annotations

from exactpriv.errors import ScopeError

LARGEST_SIZE = 1000


class Scope:
    """``Scope(4, Y=3)``: every range has at most 4 values and Y at most 3, all smaller sizes included.

    >>> scope = Scope(4, Y=3)
    >>> scope.size("X"), scope.size("Y"), scope
    (4, 3, Scope(4, Y=3))

    A size below 1 raises ``ScopeError``.
    """

    __slots__ = ("default", "sizes")

    def __init__(self, default: int | None = None, /, **sizes: int) -> None:
        given = {"every range": default} if default is not None else {}
        for name, size in {**given, **sizes}.items():
            if not isinstance(size, int) or isinstance(size, bool) or not 1 <= size <= LARGEST_SIZE:
                raise ScopeError(f"the scope of {name} is {size!r}; give a whole number from 1 to {LARGEST_SIZE}")
        self.default = default
        self.sizes = dict(sizes)

    def size(self, name: str) -> int:
        """The largest size of the range with this name."""
        size = self.sizes.get(name, self.default)
        if size is None:
            raise ScopeError(f"the scope {self!r} has no size for {name!r}; give one: Scope(3) or Scope({name}=3)")
        return size

    def covers(self, other: Scope) -> bool:
        """Whether every range of the other scope is within this one.

        >>> Scope(3, Y=2).covers(Scope(2)), Scope(3, Y=2).covers(Scope(3))
        (True, False)
        """
        names = {*self.sizes, *other.sizes}
        named = all(self.sizes.get(n, self.default or 0) >= other.sizes.get(n, other.default or 0) for n in names)
        return named and (self.default or 0) >= (other.default or 0)

    def limited(self, most: int) -> Scope:
        """The scope in which every range has at most so many values, and those named no more than before.

        >>> Scope(4, Y=3).limited(2), Scope(2, Y=3).limited(5)
        (Scope(2, Y=2), Scope(5, Y=3))
        """
        return Scope(most, **{name: min(size, most) for name, size in self.sizes.items()})

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Scope) and (self.default, self.sizes) == (other.default, other.sizes)

    def __hash__(self) -> int:
        return hash((self.default, tuple(sorted(self.sizes.items()))))

    def __repr__(self) -> str:
        default = [] if self.default is None else [str(self.default)]
        return f"Scope({', '.join(default + [f'{name}={size}' for name, size in self.sizes.items()])})"
