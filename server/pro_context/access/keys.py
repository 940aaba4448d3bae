"""API keys: their form, their state, their store."""

from __future__ import annotations

import hashlib
import re
import secrets
from datetime import datetime

from pro_context.configuration.server_settings import ServerSettings
from pro_context_engine import ApiKey, KeyStore, open_keys

BEGINNING = "pc_"
FORM = re.compile(rf"{BEGINNING}[A-Za-z0-9_-]{{40}}")
"""The form of a key: `pc_` and 240 random bits in base64url."""

PREFIX_LENGTH = 8
"""The number of first characters that are no secret; they name the key in lists and logs."""


def new_key() -> str:
    """Return a new random key."""
    return BEGINNING + secrets.token_urlsafe(30)


def digest(key: str) -> bytes:
    """Return the digest of a key, which is stored in its place."""
    return hashlib.sha256(key.encode()).digest()


def key_state(key: ApiKey, now: datetime) -> str:
    """Return the state of a key for lists: valid, revoked or expired."""
    return "valid" if key.valid_at(now) else "revoked" if key.revoked_at else "expired"


def key_store(settings: ServerSettings) -> KeyStore | None:
    """Return the store of the keys, beside the documentation store; None without a cache directory or a database."""
    if settings.values.store.url:
        # The driver of the database comes with an extra.
        from pro_context_engine import keys_in_database  # noqa: PLC0415

        return keys_in_database(settings.values.store.url)
    directory = settings.engine().cache_directory
    return None if directory is None else open_keys(directory)
