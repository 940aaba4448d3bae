"""`pro-context keys …` and `pro-context-admin …`: make, list and revoke the API keys of a team's server."""

from __future__ import annotations

import argparse
import re
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime, timedelta
from typing import Any

from pro_context.access.keys import FORM, PREFIX_LENGTH, digest, key_state, key_store, new_key
from pro_context.cli.arguments import WrongUsage
from pro_context.cli.output import columns, escape, print_result, tell
from pro_context.configuration.server_settings import ServerSettings
from pro_context.wording import to_the_minute
from pro_context_engine import ApiKey, KeyStore, KeysUnavailable

MAX_NAME = 100
_PERIOD = re.compile(r"([1-9][0-9]{0,4})([hdwy])")
_HOURS = {"h": 1, "d": 24, "w": 7 * 24, "y": 365 * 24}


async def run(settings: ServerSettings, options: argparse.Namespace) -> int:
    """Run the action of `options`; return the exit status: 0 done, 1 no such key or no access, 2 wrong usage."""
    store = key_store(settings)
    if store is None:
        tell("keys are stored in cache.directory, which is null: set it to a folder")
        return 2
    try:
        return await _ACTIONS[options.action](store, options)
    except (WrongUsage, KeysUnavailable) as reason:
        tell(reason)
        return 2 if isinstance(reason, WrongUsage) else 1


async def _create(store: KeyStore, options: argparse.Namespace) -> int:
    now = datetime.now(UTC).replace(microsecond=0)
    name, limit = _name(options.name), _limit(options.rate_limit)
    expires_at = None if options.expires is None else _expiry(options.expires, now)
    while True:
        key = new_key()
        kept = ApiKey(
            key[:PREFIX_LENGTH],
            digest(key),
            name,
            now,
            is_admin=options.admin,
            rate_limit=limit,
            expires_at=expires_at,
        )
        # `add` refuses a prefix that another key has, which happens once in a billion keys.
        if await store.add(kept):
            break
    print_result({"key": key, **_report(kept, now)}, key, options)
    if not options.json:
        tell("this key is not shown again; only a digest of it is stored")
    return 0


async def _list(store: KeyStore, options: argparse.Namespace) -> int:
    now = datetime.now(UTC)
    rows = [_report(key, now) for key in await store.keys()]
    none = "there are no keys; `pro-context keys create --name NAME` makes one"
    print_result({"keys": rows}, "\n".join(_table(rows)) if rows else none, options)
    return 0


async def _revoke(store: KeyStore, options: argparse.Namespace) -> int:
    now = datetime.now(UTC)
    found = _find_keys(options.key, await store.keys())
    valid = [key for key in found if key.revoked_at is None]
    if len(valid) > 1:
        prefixes = ", ".join(key.prefix for key in valid)
        raise WrongUsage(f"{len(valid)} keys have this name; name one by its prefix: {prefixes}")
    if not valid:
        state = "is revoked already" if found else "does not exist; `pro-context keys list` shows the existing ones"
        # The message does not repeat the argument, which may be a whole key.
        tell(f"that key {state}")
        if options.json:
            print_result({"revoked": None}, "", options)
        return 1
    (key,) = valid
    await store.revoke(key.prefix, now)
    text = f"revoked {key.prefix} ({escape(key.name)}); running servers refuse it within a second"
    print_result({"revoked": {"prefix": key.prefix, "name": key.name}}, text, options)
    return 0


_ACTIONS = {"create": _create, "list": _list, "revoke": _revoke}


def _name(text: str) -> str:
    if not text.strip() or not text.isprintable() or len(text) > MAX_NAME:
        raise WrongUsage(f"--name takes 1 to {MAX_NAME} printable characters")
    return text.strip()


def _limit(text: str | None) -> int | None:
    if text is not None and not re.fullmatch(r"[1-9][0-9]{0,5}", text):
        raise WrongUsage("--rate-limit takes a number of requests a minute, from 1 to 999999")
    return None if text is None else int(text)


def _find_keys(text: str, keys: Sequence[ApiKey]) -> list[ApiKey]:
    """Return the key with this text, else those with this prefix, else those with this name."""
    if FORM.fullmatch(text):
        return [key for key in keys if key.digest == digest(text)]
    return [key for key in keys if key.prefix == text] or [key for key in keys if key.name == text]


def _expiry(text: str, now: datetime) -> datetime:
    """Return the UTC time at which a key expires: after a period (`12h`, `30d`, `8w`, `1y`), or at a date or time."""
    period = _PERIOD.fullmatch(text)
    try:
        end = now + timedelta(hours=int(period[1]) * _HOURS[period[2]]) if period else datetime.fromisoformat(text)
    except (ValueError, OverflowError):
        raise WrongUsage("--expires takes a period such as 12h, 30d, 8w or 1y, or a date such as 2030-01-31") from None
    end = end if end.tzinfo else end.replace(tzinfo=UTC)
    if end <= now:
        raise WrongUsage("--expires is in the past")
    return end.astimezone(UTC).replace(microsecond=0)


def _report(key: ApiKey, now: datetime) -> dict[str, Any]:
    moments = {
        "createdAt": key.created_at,
        "expiresAt": key.expires_at,
        "revokedAt": key.revoked_at,
        "lastUsedAt": key.last_used_at,
    }
    return {
        "prefix": key.prefix,
        "name": key.name,
        "state": key_state(key, now),
        "admin": key.is_admin,
        "rateLimit": key.rate_limit,
        "uses": key.uses,
        **{name: moment.isoformat() if moment else None for name, moment in moments.items()},
    }


def _table(rows: Sequence[Mapping[str, Any]]) -> list[str]:
    head = ("prefix", "name", "state", "a minute", "uses", "last used", "expires")
    return columns([head, *map(_cells, rows)])


def _cells(row: Mapping[str, Any]) -> tuple[str, ...]:
    return (
        row["prefix"],
        escape(row["name"]) + (" (admin)" if row["admin"] else ""),
        row["state"],
        str(row["rateLimit"] or "default"),
        str(row["uses"]),
        to_the_minute(row["lastUsedAt"]),
        to_the_minute(row["expiresAt"]),
    )
