"""The standard streams of the process, reserved for the protocol before any other code can print to them."""

from __future__ import annotations

import os
import sys
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class StandardStreams:
    """Private file descriptors of the original standard input and output."""

    input: int
    output: int


def claim() -> StandardStreams:
    """Reserve standard input and output for the protocol; call this before other imports.

    Afterwards descriptor 0 reads nothing and descriptor 1 writes to standard error, for Python code, native libraries
    and child processes.
    """
    streams = StandardStreams(os.dup(0), os.dup(1))
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)
    os.close(nothing)
    os.dup2(2, 1)
    sys.stdout = sys.stderr
    return streams
