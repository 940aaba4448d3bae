"""What a session remembers."""

from datetime import UTC, datetime

from pro_context.protocol.memory_session import MAX_RESOLVED, MemorySession


async def test_remembers_in_order_each_once_with_the_time() -> None:
    noon = datetime(2026, 11, 21, 12, tzinfo=UTC)
    session = MemorySession(clock=lambda: noon)
    session.remember("b/b", "B", ["python"])
    session.remember("a/a", "A", [])
    session.remember("b/b", "B again", [])
    assert [(library.library_id, library.name) for library in await session.resolved()] == [("b/b", "B"), ("a/a", "A")]
    assert (await session.resolved())[0].languages == ("python",)
    assert (await session.resolved())[0].resolved_at == noon


def test_news_only_when_something_new_came() -> None:
    session = MemorySession()
    assert not session.take_news()
    session.remember("a/a", "A", [])
    assert session.take_news()
    assert not session.take_news()
    session.remember("a/a", "A", [])
    assert not session.take_news()


async def test_is_bounded() -> None:
    session = MemorySession()
    for number in range(MAX_RESOLVED + 5):
        session.remember(f"x/{number}", "X", [])
    resolved = await session.resolved()
    assert len(resolved) == MAX_RESOLVED
    assert resolved[-1].library_id == f"x/{MAX_RESOLVED + 4}"


async def test_used_libraries_keep_the_order_of_their_first_use_and_are_no_news() -> None:
    session = MemorySession()
    session.note_use(["b/b", "a/a"])
    session.note_use(["b/b", "c/c"])
    assert await session.used() == ("b/b", "a/a", "c/c")
    assert await session.resolved() == ()
    assert not session.take_news()
    session.note_use(f"x/{number}" for number in range(MAX_RESOLVED))
    assert len(await session.used()) == MAX_RESOLVED


async def test_the_use_of_a_shared_session_is_nobodys() -> None:
    session = MemorySession()
    session.note_use(["a/a"])
    session.is_shared = True
    assert await session.used() == ()
