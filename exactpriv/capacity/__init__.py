"""Zero-error codes of memory-less uncertain channels."""

from exactpriv.capacity.codes import Code, are_confusable, best_input_leakage, has_rate_at_most, is_zero_error_code

__all__ = ["Code", "are_confusable", "best_input_leakage", "has_rate_at_most", "is_zero_error_code"]
