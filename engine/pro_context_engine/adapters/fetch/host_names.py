"""Names looked up as the operating system does it."""

from __future__ import annotations

import socket
from collections.abc import Sequence

from pro_context_engine.concurrency.blocking_calls import BlockingCalls

AT_ONCE = 8
"""Look-ups that may run at the same time; one that hangs takes up to a minute."""

# Not the event loop's own threads: a name server that does not answer would block all other work there, and the exit.
_look_ups = BlockingCalls("name-look-ups", AT_ONCE)


async def resolve(host: str, port: int) -> Sequence[str]:
    """Look a name up as the operating system does.

    Args:
        host: A-labels.
        port: the port the address is for.

    Returns:
        Its addresses in the system's order, each once.

    Raises:
        OSError: the name has no address.
    """
    found = await _look_ups.call(lambda: socket.getaddrinfo(host, port, type=socket.SOCK_STREAM))
    return list(dict.fromkeys(str(info[4][0]) for info in found))
