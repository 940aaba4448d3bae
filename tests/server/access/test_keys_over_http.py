"""Who gets in, over a real connection."""

import asyncio
import json
import socket
import threading
from collections.abc import Mapping
from datetime import UTC, datetime, timedelta

import httpx2
import pytest
from tests.server.access.conftest import CALL, GENEROUS, INITIALIZE, PING, SECONDS, Team

from pro_context.access import key_ring
from pro_context_engine.adapters.store.sqlite.key_store import SqliteKeyStore
from pro_context_engine.domain.api_keys import Uses

AUTHENTICATED = {"Authorization": "Bearer s3cret-of-the-team"}
OWN_KEY = "server: { authKey: s3cret-of-the-team }\n"


def code(response: httpx2.Response) -> str:
    return response.json()["code"]


def test_a_key_gets_in_and_is_known(team: Team) -> None:
    alice, root = team.key(), team.key("root", is_admin=True)
    client = team.client()
    said = client.post("/mcp", json=CALL, headers={"Authorization": f"Bearer {alice}"}).json()
    assert said == {"key": alice[:8], "admin": False, "retryAfter": None, "user": alice[:8], "method": "tools/call"}
    said = client.get("/mcp", headers={"Authorization": f"bearer  {root}"}).json()
    assert (said["key"], said["admin"]) == (root[:8], True)


@pytest.mark.parametrize("headers", [{}, {"Authorization": "Basic YWxpY2U6cHc="}, {"Authorization": ""}])
@pytest.mark.parametrize("message", [INITIALIZE, CALL])
def test_without_a_key_it_says_so(team: Team, headers: Mapping[str, str], message: object) -> None:
    team.key()
    response = team.client().post("/mcp", json=message, headers=headers)
    assert (response.status_code, code(response)) == (401, "AUTH_REQUIRED")
    assert response.headers["www-authenticate"] == "Bearer"
    assert set(response.json()) == {"code", "message", "recoverable", "suggestion"}


@pytest.mark.parametrize("change", ["nobody", "cut", "longer", "upper", "empty", "long", "twice"])
def test_a_wrong_key_is_refused(team: Team, change: str) -> None:
    key = team.key()
    wrong = {
        "nobody": "pc_" + "A" * 40,
        "cut": key[:-1],
        "longer": key + "A",
        "upper": key.swapcase(),
        "empty": "",
        "long": "A" * 20_000,
        "twice": key,
    }[change]
    headers = [("Authorization", f"Bearer {wrong}".strip())] * (2 if change == "twice" else 1)
    response = team.client().post("/mcp", json=CALL, headers=headers)
    assert (response.status_code, code(response)) == (401, "AUTH_INVALID")
    assert response.headers["www-authenticate"] == 'Bearer error="invalid_token"'


def test_a_key_in_the_address_is_none(team: Team) -> None:
    key = team.key()
    response = team.client().post(f"/mcp?key={key}&access_token={key}", json=CALL)
    assert code(response) == "AUTH_REQUIRED"


@pytest.mark.parametrize("method", ["GET", "DELETE", "PUT", "OPTIONS"])
def test_every_method_needs_a_key(team: Team, method: str) -> None:
    assert team.client().request(method, "/mcp").status_code == 401


def test_the_configured_key_gets_in_beside_the_others(team: Team) -> None:
    alice = team.key()
    client = team.client(OWN_KEY + GENEROUS)
    assert client.post("/mcp", json=PING, headers=AUTHENTICATED).json()["key"] == "authKey"
    assert client.post("/mcp", json=PING, headers={"Authorization": f"Bearer {alice}"}).json()["key"] == alice[:8]
    assert client.post("/mcp", json=PING, headers={"Authorization": "Bearer s3cret-of-the-tean"}).status_code == 401


def test_a_key_is_made_where_there_is_none_and_only_there(team: Team) -> None:
    _, made = team.ring()
    _, other = team.ring()
    assert made.startswith("pc_")
    assert len(made) == 43
    assert made != other
    assert team.ring(OWN_KEY)[1] == ""
    assert team.ring("security: { requireKey: false }\n")[1] == ""
    key = team.key()
    assert team.ring()[1] == ""
    team.revoke(key)
    assert team.ring()[1] != ""


def test_a_key_ends_at_its_time(team: Team) -> None:
    ended = team.key(expires_at=datetime.now(UTC) - timedelta(seconds=1))
    lasting = team.key(expires_at=datetime.now(UTC) + timedelta(hours=1))
    client = team.client()
    statuses = [
        client.post("/mcp", json=PING, headers={"Authorization": f"Bearer {key}"}).status_code
        for key in (ended, lasting)
    ]
    assert statuses == [401, 200]


def test_a_running_server_refuses_a_revoked_key_after_its_next_look_and_takes_a_new_one(team: Team) -> None:
    assert key_ring.REFRESH_SECONDS <= 0.5, "revoked is out within a second"
    key = team.key()
    client = team.client(key=key)
    assert client.post("/mcp", json=PING).status_code == 200
    team.revoke(key)
    new = team.key("bob")
    team.until_looked()
    assert client.post("/mcp", json=PING).status_code == 401
    assert client.post("/mcp", json=PING, headers={"Authorization": f"Bearer {new}"}).status_code == 200


def test_a_new_key_works_at_once(team: Team, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(key_ring, "REFRESH_SECONDS", 3_600)
    client = team.client(key=team.key())
    new = team.key("bob")
    assert client.post("/mcp", json=PING, headers={"Authorization": f"Bearer {new}"}).status_code == 200


def test_unknown_keys_of_one_moment_read_the_store_once(team: Team, monkeypatch: pytest.MonkeyPatch) -> None:
    read = 0
    revision = SqliteKeyStore.revision

    async def counted(store: SqliteKeyStore) -> str:
        nonlocal read
        read += 1
        return await revision(store)

    team.key()
    ring, _ = team.ring()
    monkeypatch.setattr(SqliteKeyStore, "revision", counted)

    async def ask() -> list[object]:
        made_up = [ring.caller_now("pc_" + letter * 40) for letter in "abcdefgh"]
        return [*await asyncio.gather(*made_up), await ring.caller_now("of another form")]

    assert asyncio.run(ask()) == [None] * 9
    assert read == 1


def test_a_new_key_and_its_use_are_in_the_overview_at_once(team: Team) -> None:
    ring, _ = team.ring()
    key = team.key()

    async def use() -> list[int]:
        caller = await ring.caller_now(key)
        assert caller is not None
        ring.note_use(caller)
        return [kept.uses for kept in await ring.current_keys()]

    assert asyncio.run(use()) == [1]


def test_streams_of_a_revoked_key_end_in_order_and_others_go_on(team: Team) -> None:
    gone, kept = team.key(), team.key("bob")
    client = team.client()
    with (
        client.stream("GET", "/stream", headers={"Authorization": f"Bearer {gone}"}) as ending,
        client.stream("GET", "/stream", headers={"Authorization": f"Bearer {kept}"}) as lasting,
    ):
        team.revoke(gone)
        assert b"".join(ending.iter_raw()) == b"data: first\n\n"
        said: list[bytes] = []
        reading = threading.Thread(target=lambda: said.extend(lasting.iter_raw()))
        reading.start()
        team.until_looked()
        assert reading.is_alive()
        team.revoke(kept)
        reading.join(SECONDS)
        assert said == [b"data: first\n\n"]


def test_uses_are_noted_by_the_end_of_the_server(team: Team) -> None:
    key = team.key()
    ring, _ = team.ring()
    begun = datetime.now(UTC).replace(microsecond=0)

    async def use() -> None:
        caller = ring.caller(key)
        assert caller
        async with ring.watching():
            for _ in range(3):
                ring.note_use(caller)
        async with ring.watching():
            ring.note_use(caller)

    asyncio.run(use())
    (kept,) = asyncio.run(team.store.keys())
    assert kept.uses == 4
    assert kept.last_used_at is not None
    assert begun <= kept.last_used_at <= datetime.now(UTC)


def test_uses_that_were_noted_stay_in_the_overview(team: Team, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(key_ring, "REFRESH_SECONDS", 0)
    monkeypatch.setattr(key_ring, "NOTE_SECONDS", 0)
    key = team.key()
    ring, _ = team.ring()

    async def use() -> list[int]:
        caller = ring.caller(key)
        assert caller is not None
        async with ring.watching():
            ring.note_use(caller)
            while not [kept for kept in await team.store.keys() if kept.uses]:  # noqa: ASYNC110 - the note has no event
                await asyncio.sleep(0)
            await ring._note()  # waits until the note that was just stored is read again
            return [kept.uses for kept in await ring.current_keys()]

    assert asyncio.run(use()) == [1]


def test_uses_that_are_being_noted_when_the_server_ends_are_noted(team: Team, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(key_ring, "REFRESH_SECONDS", 0)
    monkeypatch.setattr(key_ring, "NOTE_SECONDS", 0)
    note = SqliteKeyStore.note_uses
    key = team.key()
    ring, _ = team.ring()

    async def use() -> None:
        begun, may_end = asyncio.Event(), asyncio.Event()

        async def slowly(store: SqliteKeyStore, uses: Mapping[str, Uses]) -> None:
            begun.set()
            await may_end.wait()
            await note(store, uses)

        monkeypatch.setattr(SqliteKeyStore, "note_uses", slowly)
        caller = ring.caller(key)
        assert caller is not None
        ring.note_use(caller)
        async with ring.watching():
            await begun.wait()
            asyncio.get_running_loop().call_soon(may_end.set)

    asyncio.run(use())
    assert [key.uses for key in team.all_keys()] == [1]


def test_probes_and_published_pages_need_no_key(team: Team) -> None:
    client = team.client()
    for path in ("/healthz", "/readyz", "/reference/index.html", "/contract/full.json"):
        response = client.get(path)
        assert (response.status_code, "x-ratelimit-limit" in response.headers) == (200, True)
    assert client.get("/referenceless").status_code == 401
    assert client.post("/healthz").status_code == 401
    assert client.get("/healthz", headers={"Host": "10.1.2.3:80"}).status_code == 200


def test_open_access_serves_everybody_as_nobody(team: Team) -> None:
    response = team.client("security: { requireKey: false }\n").post("/mcp", json=PING)
    assert response.json() == {"key": None, "admin": None, "retryAfter": None, "user": None, "method": "ping"}


def test_initialize_may_need_no_key_and_each_other_request_has_its_own(team: Team) -> None:
    alice, bob = team.key(), team.key("bob")
    client = team.client(f"security: {{ anonymousInitialize: true }}\n{GENEROUS}")
    opened = client.post("/mcp", json=INITIALIZE)
    assert opened.json() == {
        "key": None, "admin": None, "retryAfter": None, "user": "anonymous", "method": "initialize"
    }  # fmt: skip
    session = {"Mcp-Session-Id": opened.headers["mcp-session-id"]}
    users = [
        client.post("/mcp", json=PING, headers={"Authorization": f"Bearer {key}", **headers}).json()["user"]
        for key, headers in ((alice, session), (bob, session), (alice, session), (alice, {}))
    ]
    assert users == [alice[:8], bob[:8], alice[:8], alice[:8]]
    for message in (PING, CALL):
        assert client.post("/mcp", json=message).status_code == 401
    wrong = client.post("/mcp", json=INITIALIZE, headers={"Authorization": "Bearer wrong"})
    assert (wrong.status_code, code(wrong)) == (401, "AUTH_INVALID")


def test_what_is_no_message_opens_nothing(team: Team) -> None:
    client = team.client("security: { anonymousInitialize: true }\n")
    bodies = [b"", b"{", b"[]", b"\xff", json.dumps([INITIALIZE]).encode(), b"[" * 60_000, b" " * 70_000 + b"{}"]
    assert {client.post("/mcp", content=body).status_code for body in bodies} == {401}


def test_a_flood_without_keys_is_slowed_by_address_and_stops_no_key(team: Team) -> None:
    key = team.key()
    client = team.client("rateLimit: { burstSize: 2, maxRequestsPerMinute: 1 }\n")
    refused = [client.post("/mcp", json=PING) for _ in range(30)]
    assert [response.status_code for response in refused].count(401) in range(20, 25)
    assert code(refused[-1]) == "RATE_LIMITED"
    assert int(refused[-1].headers["retry-after"]) >= 1
    assert client.post("/mcp", json=PING, headers={"Authorization": f"Bearer {key}"}).status_code == 200


def test_a_slow_body_is_not_waited_for_to_refuse_a_wrong_key(team: Team) -> None:
    url = team.client().base_url
    with socket.create_connection((url.host, url.port or 80), timeout=SECONDS) as connection:
        connection.sendall(
            b"POST /mcp HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer wrong\r\nContent-Length: 9\r\n\r\n{"
        )
        assert connection.recv(100).startswith(b"HTTP/1.1 401")
