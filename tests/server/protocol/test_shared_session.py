"""A session in a database: what is stored when, and what happens while the database does not answer."""

import asyncio
import json
from collections.abc import Callable, Sequence

from pro_context.protocol.shared_session import EMPTY, MOST_BYTES, SharedSession
from pro_context_engine.domain.errors import StoreUnavailable
from pro_context_engine.domain.shared_state import StoredSession

ROW = StoredSession(b"\x01" * 32, ("full", "pc_alice"), "2025-11-25", EMPTY)


class Database:
    """One row, in memory; it is the whole of what servers share."""

    def __init__(self, content: str | None = EMPTY) -> None:
        self.content = content
        self.is_away = False
        self.changes = 0
        self.told: list[tuple[str, str]] = []
        self.sessions = self.events = self.tokens = self

    async def _answer(self) -> None:
        await asyncio.sleep(0)
        if self.is_away:
            raise StoreUnavailable(2)

    async def put(self, session: StoredSession) -> None:
        await self._answer()
        self.content = self.content or session.content

    async def find(self, digest: bytes) -> StoredSession | None:
        await self._answer()
        return None if self.content is None else ROW._replace(content=self.content)

    async def change(self, digest: bytes, change: Callable[[str], str]) -> str | None:
        await self._answer()
        self.changes += 1
        if self.content is not None:
            self.content = change(self.content)
        return self.content

    async def publish(self, topic: str, content: str) -> None:
        await self._answer()
        self.told.append((topic, content))


def session(database: Database, unsaved: Callable[[SharedSession], object] = lambda _: None) -> SharedSession:
    return SharedSession(ROW._replace(content=database.content or EMPTY), database, unsaved)


def ids(libraries: Sequence) -> list[str]:
    return [library.library_id for library in libraries]


async def test_what_one_server_adds_another_has_and_nothing_is_written_twice() -> None:
    database = Database()
    here, there = session(database), session(database)
    here.remember("a/a", "A", ["python"])
    here.note_use(["a/a"])
    await here.keep()
    there.remember("b/b", "B", [])
    there.remember("a/a", "another name", [])
    await there.keep()
    assert ids(await here.resolved()) == ["a/a", "b/b"]
    assert (await there.resolved())[0].name == "A"
    assert await there.used() == ("a/a",)
    before = database.changes
    here.remember("b/b", "B", [])
    here.note_use(["a/a"])
    await here.keep()
    assert database.changes == before


async def test_an_answer_waits_until_what_its_request_added_is_stored() -> None:
    database = Database()
    here = session(database)
    here.remember("a/a", "A", [])
    first = asyncio.create_task(here.keep())
    await asyncio.sleep(0)
    second = asyncio.create_task(here.keep())
    await second
    assert first.done()
    assert "a/a" in (database.content or "")


async def test_what_could_not_be_stored_is_known_here_and_stored_later() -> None:
    database, unsaved = Database(), []
    here = session(database, unsaved.append)
    database.is_away = True
    here.remember("a/a", "A", [])
    here.set_level("error")
    await here.keep()
    assert unsaved == [here]
    assert ids(await here.resolved()) == ["a/a"]
    database.is_away = False
    assert ids(await here.resolved()) == ["a/a"]
    await here.keep()
    assert json.loads(database.content or "")["level"] == "error"
    assert session(database).log_level == "error"
    await here.announce_elsewhere([("changed", {})])
    assert database.told == [(ROW.digest.hex(), '{"announce": [["changed", {}]]}')]


async def test_the_session_of_a_key_is_created_when_it_is_needed() -> None:
    database = Database(None)
    here = SharedSession(ROW, database, is_created=False)
    assert await here.resolved() == ()
    here.remember("a/a", "A", [])
    await here.keep()
    assert "a/a" in (database.content or "")


async def test_the_oldest_libraries_go_where_a_session_would_be_too_large() -> None:
    database = Database()
    here = session(database)
    for number in range(200):
        here.remember(f"some/library-{number}", "A library", ["python"])
        here.note_use([f"some/library-{number}"])
    await here.keep()
    assert len((database.content or "").encode()) <= MOST_BYTES
    kept = ids(await here.resolved())
    assert kept[-1] == "some/library-199"
    assert kept == sorted(kept, key=lambda one: int(one.rpartition("-")[2]))
    assert (await here.used())[-1] == "some/library-199"
