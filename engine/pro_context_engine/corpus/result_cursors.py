"""Signed cursors of a corpus: the position at which a search continues. They hold all state; a server keeps none."""

from __future__ import annotations

import binascii
import hmac
import json
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Mapping
from hashlib import blake2b

from pro_context_engine.domain.errors import CursorOutdated, CursorUnusable

KEY_NAME = "cursor.key"
KEY_BYTES = 32

_LONGEST = 400
_SIGNATURE_DIGITS = 32
_FIELDS = ("o", "q", "r", "s")


class Cursors:
    """The cursors of one build of a corpus: signs and reads them."""

    def __init__(self, key: bytes, revision: str) -> None:
        """Sign cursors with a key.

        Args:
            key: the same for every build of a corpus, so that a cursor of an earlier build is recognized.
            revision: identifies this build.
        """
        self._key = key
        self._revision = revision

    def cursor_after(self, position: int, query: str, filters: Mapping[str, str]) -> str:
        """Return the cursor that continues a search after its first `position` results."""
        fields = {"o": position, "q": _digest(query, filters), "r": self._revision}
        return _encode({**fields, "s": self._signature(fields)})

    def position(self, cursor: str, query: str, filters: Mapping[str, str]) -> int:
        """Return the number of results before the cursor.

        Raises:
            CursorUnusable: the cursor is malformed, forged or of another search.
            CursorOutdated: the cursor is of an earlier build.
        """
        fields = _decode(cursor)
        signature = fields.pop("s")
        if not isinstance(signature, str) or not signature.isascii():
            raise CursorUnusable
        if not hmac.compare_digest(signature, self._signature(fields)):
            raise CursorUnusable
        if fields["r"] != self._revision:
            raise CursorOutdated
        position = fields["o"]
        if fields["q"] != _digest(query, filters) or not isinstance(position, int):
            raise CursorUnusable
        return position

    def _signature(self, fields: Mapping[str, object]) -> str:
        message = json.dumps([fields["o"], fields["q"], fields["r"]]).encode()
        return hmac.digest(self._key, message, "sha256").hex()[:_SIGNATURE_DIGITS]


def _encode(fields: Mapping[str, object]) -> str:
    return urlsafe_b64encode(json.dumps(fields, separators=(",", ":")).encode()).decode().rstrip("=")


def _decode(cursor: str) -> dict[str, object]:
    try:
        if len(cursor) > _LONGEST:
            raise CursorUnusable
        fields = json.loads(urlsafe_b64decode(cursor.encode("ascii") + b"=" * (-len(cursor) % 4)))
    except (ValueError, binascii.Error, RecursionError):
        raise CursorUnusable from None
    # Several spellings decode to the same fields; only the one that was issued is valid.
    if not isinstance(fields, dict) or tuple(fields) != _FIELDS or _encode(fields) != cursor:
        raise CursorUnusable
    return fields


def _digest(query: str, filters: Mapping[str, str]) -> str:
    asked = json.dumps([query, sorted(filters.items())]).encode()
    return blake2b(asked, digest_size=8).hexdigest()
