"""One exception per mathematical situation.

Every message says what was given, what is required, and what to do.
All are :class:`ExactPrivError`, so that a program (or the command line) can catch them together;
each is also the built-in exception that fits it best.
"""


class ExactPrivError(Exception):
    """Root of every error that exactpriv raises on purpose."""


class EmptyRangeError(ExactPrivError, ValueError):
    """A range has no element, where a value must be able to occur."""


class OutsideRangeError(ExactPrivError, ValueError):
    """A value does not belong to the range that was declared for it."""


class ColumnError(ExactPrivError, LookupError):
    """A relation or a table has no such column, or has it twice."""


class TableError(ExactPrivError, ValueError):
    """A file or table is empty, ragged or not readable as what it is said to be."""


class NotExactError(ExactPrivError, TypeError):
    """A float or another inexact number was given where an exact one is needed."""


class NotANumberError(ExactPrivError, ValueError):
    """A text cannot be read as an exact number."""


class NotFunctionalError(ExactPrivError, ValueError):
    """A map gives no value, or two, to an element of its domain."""


class UndefinedMechanismError(ExactPrivError, LookupError):
    """A mechanism is asked about a data point on which it is not defined."""


class BudgetError(ExactPrivError, ValueError):
    """A privacy budget is negative or cannot be met."""


class LevelsError(ExactPrivError, ValueError):
    """A quantizer needs at least one level and an interval of positive length."""


class OutsideIntervalError(ExactPrivError, ValueError):
    """A point lies outside the interval on which a quantizer or density is defined."""


class DensityError(ExactPrivError, ValueError):
    """Numbers do not form a probability density, or not one that is bounded away from zero."""


class NotStochasticError(ExactPrivError, ValueError):
    """Rows do not form a channel: an entry is negative or a row does not sum to 1."""


class OrderError(ExactPrivError, ValueError):
    """A measure does not take this order (α or β), or takes it only when asked by name."""


class WidthError(ExactPrivError, ValueError):
    """The width that is asked of an enclosure is not a positive number."""


class SupportError(ExactPrivError, ValueError):
    """A support is empty or is not a subset of the inputs."""


class NotACodeError(ExactPrivError, ValueError):
    """Words do not form a code: they differ in length, repeat, or use letters that are not inputs."""


class NotAGraphError(ExactPrivError, ValueError):
    """Vertices and edges do not form a simple graph: there is a loop, an edge to no vertex, or no vertex at all."""


class GraphFileWarning(UserWarning):
    """A graph file says one thing and holds another, harmlessly: what it holds is taken."""


class NotAChannelError(ExactPrivError, ValueError):
    """A relation is no channel: an input has no output."""


class NotIndependentError(ExactPrivError, ValueError):
    """Two words of a set are confusable, or a word repeats."""


class SizeError(ExactPrivError, ValueError):
    """What was asked for is too large to be stored or searched."""


class MissingLibraryError(ExactPrivError, ImportError):
    """An optional library is not installed."""


class AmountError(ExactPrivError, ValueError):
    """An expression is not an exact amount (infinity minus infinity, the logarithm of a negative number, …)."""


class UnitError(ExactPrivError, TypeError):
    """A bare number stands beside an amount of information, whose unit it would need."""


class UndecidedError(ExactPrivError, TypeError):
    """A truth value, number or verdict that is not decided was used as if it were."""


class EngineError(ExactPrivError, ValueError):
    """There is no engine of this name."""


class QuantifierError(ExactPrivError, TypeError):
    """The parameters of a claim do not say what is quantified over."""


class ScopeError(ExactPrivError, ValueError):
    """A scope is empty, or has more instances than can be enumerated."""


class UnknownClaimError(ExactPrivError, LookupError):
    """No claim has the identifier that was asked for."""


class EnginesDisagreeError(ExactPrivError, AssertionError):
    """Two engines reached different verdicts on the same claim and scope: a bug in one of them."""


class CertificateError(ExactPrivError, ValueError):
    """Evidence cannot be written, or does not show what it is said to show."""
