"""API keys on disk: restarts, rights of the file, several processes, and trouble with the file."""

import asyncio
import os
import sqlite3
import stat
import subprocess
import sys
from contextlib import closing
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from pro_context_engine.adapters.store.sqlite.key_store import FILE_NAME, open_keys
from pro_context_engine.domain.api_keys import ApiKey, KeyStore, KeysUnavailable, Uses

NOW = datetime(2027, 1, 1, 12, tzinfo=UTC)
ALICE = ApiKey("pc_alice", b"\x01" * 32, "alice", NOW)
BOB = ApiKey("pc_bobby", b"\x02" * 32, "bob", NOW, is_admin=True, rate_limit=600, expires_at=NOW + timedelta(days=1))


@pytest.fixture
def store(tmp_path: Path) -> KeyStore:
    return open_keys(tmp_path)


async def test_a_key_comes_back_as_it_was_kept(store: KeyStore, tmp_path: Path) -> None:
    assert await store.keys() == []
    assert await store.add(ALICE)
    assert await store.add(BOB)
    assert await open_keys(tmp_path).keys() == [ALICE, BOB]


async def test_two_keys_never_share_a_prefix(store: KeyStore) -> None:
    await store.add(ALICE)
    assert not await store.add(replace(BOB, prefix=ALICE.prefix))
    assert await store.keys() == [ALICE]


async def test_revoking_happens_once_and_stays(store: KeyStore) -> None:
    await store.add(ALICE)
    assert await store.revoke(ALICE.prefix, NOW)
    assert not await store.revoke(ALICE.prefix, NOW + timedelta(hours=1))
    assert not await store.revoke("pc_nobod", NOW)
    (key,) = await store.keys()
    assert key.revoked_at == NOW
    assert not key.valid_at(NOW)


def test_a_key_is_valid_up_to_its_end() -> None:
    assert BOB.valid_at(NOW)
    assert not BOB.valid_at(NOW + timedelta(days=1))


async def test_uses_add_up_and_the_last_one_is_kept(store: KeyStore) -> None:
    await store.add(ALICE)
    await store.note_uses({ALICE.prefix: Uses(3, NOW), "pc_nobod": Uses(1, NOW)})
    await store.note_uses({ALICE.prefix: Uses(2, NOW - timedelta(hours=1))})
    (key,) = await store.keys()
    assert (key.uses, key.last_used_at) == (5, NOW)


async def test_the_revision_differs_after_what_others_must_see_and_not_after_uses(
    store: KeyStore, tmp_path: Path
) -> None:
    other = open_keys(tmp_path)
    seen = [await other.revision()]
    await store.add(ALICE)
    seen.append(await other.revision())
    await store.revoke(ALICE.prefix, NOW)
    seen.append(await other.revision())
    assert len(set(seen)) == 3
    await store.note_uses({ALICE.prefix: Uses(1, NOW)})
    await store.revoke(ALICE.prefix, NOW)
    assert await other.revision() == seen[-1]


async def test_another_file_in_the_place_is_another_revision(store: KeyStore, tmp_path: Path) -> None:
    await store.add(ALICE)
    before = await store.revision()
    copy = tmp_path / "copy"
    copy.write_bytes((tmp_path / FILE_NAME).read_bytes())
    copy.replace(tmp_path / FILE_NAME)
    assert await store.revision() != before
    assert await store.keys() == [ALICE]


def test_nothing_is_made_before_the_first_key(store: KeyStore, tmp_path: Path) -> None:
    for operation in (
        store.keys(),
        store.revision(),
        store.revoke(ALICE.prefix, NOW),
        store.note_uses({ALICE.prefix: Uses(1, NOW)}),
    ):
        asyncio.run(operation)
    assert list(tmp_path.iterdir()) == []


def test_only_the_owner_may_read_the_file_and_no_digest_is_shown(store: KeyStore, tmp_path: Path) -> None:
    before = os.umask(0)
    try:
        asyncio.run(store.add(ALICE))
    finally:
        os.umask(before)
    (file,) = tmp_path.iterdir()
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert "digest" not in repr(ALICE)


ADDING = """
import asyncio, sys
from datetime import UTC, datetime
from pathlib import Path
from pro_context_engine.domain.api_keys import ApiKey
from pro_context_engine.adapters.store.sqlite.key_store import open_keys
async def add():
    for number in range(20):
        key = ApiKey(f"{sys.argv[2]}-{number}", b"1" * 32, "x", datetime.now(UTC))
        assert await open_keys(Path(sys.argv[1])).add(key)
asyncio.run(add())
"""


def test_several_processes_add_at_once_and_lose_nothing(store: KeyStore, tmp_path: Path) -> None:
    environ = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    processes = [
        subprocess.Popen([sys.executable, "-c", ADDING, str(tmp_path), name], env=environ, stderr=subprocess.PIPE)
        for name in ("a", "b", "c")
    ]
    said = [process.communicate(timeout=60)[1] for process in processes]
    assert [process.returncode for process in processes] == [0, 0, 0], said
    assert len(asyncio.run(store.keys())) == 60


@pytest.mark.parametrize("content", [b"no database, but long enough " * 40, b"SQLite format 3\0" + b"\xff" * 4_000])
async def test_a_damaged_file_is_told_and_left_alone(store: KeyStore, tmp_path: Path, content: bytes) -> None:
    (tmp_path / FILE_NAME).write_bytes(content)
    for operation in (store.keys(), store.revision(), store.add(ALICE), store.revoke("a", NOW)):
        with pytest.raises(KeysUnavailable, match="is damaged: put a copy of it back"):
            await operation
    assert (tmp_path / FILE_NAME).read_bytes() == content


async def test_a_damaged_row_is_damage(store: KeyStore, tmp_path: Path) -> None:
    await store.add(ALICE)
    with closing(sqlite3.connect(tmp_path / FILE_NAME)) as connection, connection:
        connection.execute("UPDATE api_key SET created_at = 'yesterday'")
    connection.close()
    with pytest.raises(KeysUnavailable, match="is damaged"):
        await store.keys()


async def test_a_file_of_somebody_else_is_left_alone(store: KeyStore, tmp_path: Path) -> None:
    with closing(sqlite3.connect(tmp_path / FILE_NAME)) as connection, connection:
        connection.execute("CREATE TABLE theirs (a)")
    connection.close()
    with pytest.raises(KeysUnavailable, match="another program"):
        await store.add(ALICE)


async def test_a_folder_that_cannot_be_is_told(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(KeysUnavailable, match="cannot be created"):
        await open_keys(tmp_path / "file" / "cache").add(ALICE)


async def test_a_locked_file_is_waited_for_and_then_told(
    store: KeyStore, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("pro_context_engine.adapters.store.sqlite.key_store.BUSY_SECONDS", 0.05)
    await store.add(ALICE)
    holder = sqlite3.connect(tmp_path / FILE_NAME, isolation_level=None)
    holder.execute("BEGIN EXCLUSIVE")
    try:
        with pytest.raises(KeysUnavailable, match="SQLITE_BUSY"):
            await store.keys()
    finally:
        holder.close()
    assert await store.keys() == [ALICE]
