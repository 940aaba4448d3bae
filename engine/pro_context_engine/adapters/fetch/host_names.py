"""Name resolution by the operating system."""

from __future__ import annotations

import socket
from collections.abc import Sequence

from pro_context_engine.concurrency.blocking_calls import BlockingCalls

AT_ONCE = 8
"""The maximum number of simultaneous look-ups; one that hangs takes up to a minute."""

# Not on the event loop's threads: an unresponsive name server would block all other work there, and the exit.
_look_ups = BlockingCalls("name-look-ups", AT_ONCE)


async def resolve(host: str, port: int) -> Sequence[str]:
    """Resolve a name with the operating system's resolver.

    Args:
        host: A-labels.
        port: the port of the address.

    Returns:
        Its addresses in the system's order, each once.

    Raises:
        OSError: the name has no address.
    """
    found = await _look_ups.call(lambda: socket.getaddrinfo(host, port, type=socket.SOCK_STREAM))
    return list(dict.fromkeys(str(info[4][0]) for info in found))
