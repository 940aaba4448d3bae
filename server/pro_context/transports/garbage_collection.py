"""The garbage collector of a process that serves."""

from __future__ import annotations

import gc

THRESHOLDS = (10_000, 5, 1)
"""Hardly anything that a call makes waits for the collector, which took 2 to 5 % of the CPU of a call by default (700,
10, 10). All objects are looked through about as often as by default, so that large garbage does not stay longer."""


def collect_seldom() -> None:
    """Begin to collect garbage, without the objects that there are: those of a start live until the end."""
    gc.freeze()
    gc.set_threshold(*THRESHOLDS)
    gc.enable()
