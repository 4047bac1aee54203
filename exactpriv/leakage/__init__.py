"""Leakage of stochastic channels: maximal leakage, exactly."""

from exactpriv.leakage.maximal import Channel, deterministic_channel, maximal_leakage

__all__ = ["Channel", "deterministic_channel", "maximal_leakage"]
