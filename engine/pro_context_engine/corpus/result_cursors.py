"""Cursors of a corpus: where a search goes on. They hold all there is to know, signed; no server remembers any."""

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
    """Signs and reads the cursors of one build of a corpus."""

    def __init__(self, key: bytes, revision: str) -> None:
        """Sign with this key.

        Args:
            key: the same for every build of a corpus, so that an old cursor is known as such.
            revision: tells this build from every other.
        """
        self._key = key
        self._revision = revision

    def after(self, position: int, query: str, filters: Mapping[str, str]) -> str:
        """Return the cursor that goes on after so many results of a search."""
        fields = {"o": position, "q": _digest(query, filters), "r": self._revision}
        return _encoded({**fields, "s": self._signature(fields)})

    def position(self, cursor: str, query: str, filters: Mapping[str, str]) -> int:
        """Return how many results of a search were shown before.

        Raises:
            CursorUnusable: it is no cursor of ours, or one of another search.
            CursorOutdated: it is of an earlier build.
        """
        fields = _decoded(cursor)
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


def _encoded(fields: Mapping[str, object]) -> str:
    return urlsafe_b64encode(json.dumps(fields, separators=(",", ":")).encode()).decode().rstrip("=")


def _decoded(cursor: str) -> dict[str, object]:
    try:
        if len(cursor) > _LONGEST:
            raise CursorUnusable
        fields = json.loads(urlsafe_b64decode(cursor.encode("ascii") + b"=" * (-len(cursor) % 4)))
    except (ValueError, binascii.Error, RecursionError):
        raise CursorUnusable from None
    # Of the spellings that decode to the same, ours alone.
    if not isinstance(fields, dict) or tuple(fields) != _FIELDS or _encoded(fields) != cursor:
        raise CursorUnusable
    return fields


def _digest(query: str, filters: Mapping[str, str]) -> str:
    asked = json.dumps([query, sorted(filters.items())]).encode()
    return blake2b(asked, digest_size=8).hexdigest()
