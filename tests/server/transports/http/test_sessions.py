"""How many sessions there are, how long they last, and whose they are."""

from tests.server.manual_clock import ManualClock

from pro_context.access.key_guard import ANONYMOUS
from pro_context.transports.http.http_session import MOST_WAITING, HttpSession
from pro_context.transports.http.sessions import Sessions

ALICE, BOB, CARL = ("full", "alice"), ("full", "bob"), ("lean", "alice")


def opened(sessions: Sessions, owner: tuple[str, str] = ALICE) -> HttpSession:
    session = sessions.open(owner)
    assert session is not None
    return session


async def test_session_is_found_by_its_owner_only(clock: ManualClock) -> None:
    sessions = Sessions(10, 60, clock)
    session = opened(sessions)
    assert sessions.find(session.id, ALICE) is session
    assert sessions.find(session.id, BOB) is None
    assert sessions.find(session.id, CARL) is None
    assert sessions.find("", ALICE) is None


async def test_a_session_opened_without_a_key_belongs_to_the_first_key_that_uses_it(clock: ManualClock) -> None:
    sessions = Sessions(10, 60, clock)
    session = opened(sessions, ("full", ANONYMOUS))
    assert await sessions.lookup(session.id, CARL) is None
    assert await sessions.lookup(session.id, ALICE) is session
    assert await sessions.lookup(session.id, BOB) is None
    assert await sessions.lookup(session.id, ("full", ANONYMOUS)) is None
    sessions.drop_ended(lambda key: key == "alice")
    assert len(sessions) == 0


async def test_ids_are_random(clock: ManualClock) -> None:
    sessions = Sessions(10_000, 60, clock)
    ids = {opened(sessions).id for _ in range(1_000)}
    assert len(ids) == 1_000
    assert {len(one) for one in ids} == {43}  # 256 bits in base64url


async def test_session_that_nobody_uses_ends(clock: ManualClock) -> None:
    sessions = Sessions(10, 60, clock)
    used, idle = opened(sessions), opened(sessions)
    clock.now += 50
    assert sessions.find(used.id, ALICE) is used
    clock.now += 50
    sessions.sweep()
    assert len(sessions) == 1
    assert sessions.find(idle.id, ALICE) is None
    assert sessions.find(used.id, ALICE) is used
    clock.now += 61
    assert sessions.find(used.id, ALICE) is None
    assert len(sessions) == 0


async def test_sessions_of_a_key_that_has_ended_end_with_it(clock: ManualClock) -> None:
    sessions = Sessions(10, 60, clock)
    gone = [opened(sessions), opened(sessions, CARL), sessions.of_key(ALICE)]
    kept = opened(sessions, BOB)
    sessions.drop_ended(lambda key_id: key_id == "alice")
    assert len(sessions) == 1
    assert sessions.find(kept.id, BOB) is kept
    assert all(session is not None and sessions.find(session.id, session.owner) is None for session in gone)


async def test_session_in_use_does_not_end(clock: ManualClock) -> None:
    sessions = Sessions(10, 60, clock)
    listening, idle = opened(sessions), opened(sessions)
    with listening.streaming():
        clock.now += 100
        sessions.sweep()
        assert sessions.find(listening.id, ALICE) is listening
        assert sessions.find(idle.id, ALICE) is None
    clock.now += 50
    assert sessions.find(listening.id, ALICE) is listening


async def test_longest_idle_goes_where_there_is_no_room(clock: ManualClock) -> None:
    sessions = Sessions(3, 60, clock)
    first, second, third = (opened(sessions) for _ in range(3))
    sessions.find(first.id, ALICE)
    opened(sessions)
    assert sessions.find(second.id, ALICE) is None
    assert sessions.find(first.id, ALICE) is first
    assert sessions.find(third.id, ALICE) is third
    assert len(sessions) == 3


async def test_nobody_takes_the_sessions_of_others_away(clock: ManualClock) -> None:
    sessions = Sessions(10, 60, clock)
    quiet = [opened(sessions, BOB), opened(sessions, CARL)]
    for _ in range(100):
        opened(sessions, ALICE)
    assert [sessions.find(session.id, session.owner) for session in quiet] == quiet
    assert len(sessions) == 10


async def test_there_is_no_room_while_all_are_busy(clock: ManualClock) -> None:
    sessions = Sessions(2, 60, clock)
    first, second = opened(sessions), opened(sessions)
    with first.streaming(), second.streaming():
        assert sessions.open(BOB) is None
        assert sessions.of_key(BOB) is None
    assert sessions.open(BOB) is not None


async def test_key_has_one_session_until_it_is_idle(clock: ManualClock) -> None:
    sessions = Sessions(10, 60, clock)
    session = sessions.of_key(ALICE)
    assert session is not None
    assert sessions.of_key(ALICE) is session
    assert sessions.of_key(BOB) is not session
    assert sessions.of_key(CARL) is not session
    clock.now += 61
    assert sessions.of_key(ALICE) is not session
    assert len(sessions) == 3  # the others have not been looked at


async def test_the_session_of_all_without_a_key_is_shared(clock: ManualClock) -> None:
    sessions = Sessions(10, 60, clock)
    for key_id, is_shared in (("", True), ("anonymous", True), ("alice", False)):
        session = sessions.of_key(("full", key_id))
        assert session is not None
        assert session.memory.is_shared == is_shared
    assert not opened(sessions).memory.is_shared


async def test_dropped_session_is_dropped_once(clock: ManualClock) -> None:
    sessions = Sessions(10, 60, clock)
    session = opened(sessions)
    with session.streaming() as unasked:
        sessions.drop(session)
        sessions.drop(session)
        assert await unasked.get() is None
    sessions.touch(session)
    assert len(sessions) == 0
    assert sessions.streams_of(ALICE) == 0


async def test_what_a_slow_reader_misses_is_bounded(clock: ManualClock) -> None:
    session = HttpSession(ALICE)
    with session.streaming() as unasked:
        for number in range(MOST_WAITING + 50):
            await session.announce("news", {"number": number})
        session.close_stream()
        session.close_stream()
        came = []
        while (notification := await unasked.get()) is not None:
            came.append(notification["params"]["number"])
    assert came == list(range(MOST_WAITING))


async def test_what_nobody_reads_is_not_kept(clock: ManualClock) -> None:
    session = HttpSession(ALICE)
    await session.announce("news", None)
    with session.streaming() as unasked:
        session.close_stream()
        assert await unasked.get() is None
