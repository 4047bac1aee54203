"""Leakage of stochastic channels: maximal leakage, exactly."""

from exactpriv.leakage.channel import Channel, prior_of_joint, read_table
from exactpriv.leakage.maximal import deterministic_channel, maximal_leakage, mechanism_channel
from exactpriv.leakage.orders import INFINITE, Order, order

__all__ = [
    "INFINITE",
    "Channel",
    "Order",
    "deterministic_channel",
    "maximal_leakage",
    "mechanism_channel",
    "order",
    "prior_of_joint",
    "read_table",
]
