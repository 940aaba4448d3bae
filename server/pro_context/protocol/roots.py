"""The folders in which the user of a client works: MCP roots, of the versions with a handshake."""

from __future__ import annotations

import logging
from pathlib import Path
from urllib.parse import urlsplit
from urllib.request import url2pathname

from mcp.server.session import ServerSession
from mcp.shared.exceptions import MCPError
from mcp_types import ListRootsRequest, ListRootsResult
from pydantic import ValidationError

logger = logging.getLogger(__name__)

ANSWER_SECONDS = 2.0
"""Seconds to wait for the client's answer."""

MOST_ROOTS = 20


async def client_folders(session: ServerSession) -> list[Path]:
    """Return the client's roots that are folders of this machine, [] for none.

    Args:
        session: the SDK's session of the client.
    """
    capabilities = session.client_capabilities
    if capabilities is None or capabilities.roots is None:
        return []
    try:
        answer = await session.send_request(
            ListRootsRequest(), ListRootsResult, request_read_timeout_seconds=ANSWER_SECONDS
        )
    except (MCPError, ValidationError) as error:
        logger.info("the client's roots are not known: %s", type(error).__name__)
        return []
    folders = (_folder(str(root.uri)) for root in answer.roots[:MOST_ROOTS])
    return [folder for folder in folders if folder]


def _folder(uri: str) -> Path | None:
    """Return the folder of a `file://` URI, None if this machine has no such folder."""
    try:
        parts = urlsplit(uri)
        if parts.scheme != "file" or parts.netloc not in ("", "localhost"):
            return None
        folder = Path(url2pathname(parts.path))
        return folder if folder.is_absolute() and folder.is_dir() else None
    except (OSError, ValueError):
        return None
