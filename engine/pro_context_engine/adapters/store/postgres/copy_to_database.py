"""The documentation and the API keys of one server, copied from its files into the database of several servers."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path

from pro_context_engine.adapters.store.postgres.copying import CopiedSnapshot, copy_store, sums
from pro_context_engine.adapters.store.postgres.database_report import DatabaseRefused
from pro_context_engine.adapters.store.postgres.key_store import PostgresKeyStore
from pro_context_engine.adapters.store.postgres.store import open_database
from pro_context_engine.adapters.store.sqlite.key_store import open_keys
from pro_context_engine.adapters.store.sqlite.open_file import FILE_NAME, open_store
from pro_context_engine.domain.api_keys import KeysUnavailable
from pro_context_engine.domain.errors import StoreUnavailable


async def copy_to_database(
    place: Path, url: str, max_bytes: int, report: Callable[[CopiedSnapshot], None]
) -> dict[str, int]:
    """Copy documentation and keys into a database.

    Args:
        place: the cache directory of a server, or the file of its documentation.
        url: of the database.
        max_bytes: bound on the documentation in the database.
        report: called after each snapshot.

    Returns:
        The number of snapshots, of pages copied now, of snapshots that lack pages, and of keys copied now.

    Raises:
        DatabaseRefused: there is nothing to copy, or the database does not answer.
    """
    folder = await asyncio.to_thread(_folder_of, place)
    # The bound on the source must not make it delete pages that are to be copied.
    source, target = open_store(folder, 1 << 62), open_database(url, max_bytes)
    keys, shared_keys = open_keys(folder), PostgresKeyStore(url)
    try:
        done = dict(sums(await copy_store(source, target, report)))
        # A key whose prefix is there already is the same key.
        done["keys"] = sum([await shared_keys.add(key) for key in await keys.keys()])
    except StoreUnavailable as error:
        raise DatabaseRefused("the database does not answer; the same command goes on from here") from error
    except KeysUnavailable as error:
        raise DatabaseRefused(str(error)) from error
    finally:
        await source.close()
        await target.close()
        await shared_keys.close()
    return done


def _folder_of(place: Path) -> Path:
    place = place.expanduser()
    folder = place.parent if place.is_file() else place
    if not (folder / FILE_NAME).is_file():
        raise DatabaseRefused(f"{folder} has no {FILE_NAME}")
    return folder
