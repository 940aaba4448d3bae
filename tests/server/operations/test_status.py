"""What the status page says, and to whom."""

from dataclasses import replace
from datetime import datetime
from functools import partial
from html.parser import HTMLParser
from typing import Any

import pytest
from tests.server.operations.conftest import FETCHED, NASTY
from tests.server.operations.conftest import overview as made_overview
from tests.server.transports.http.harness import KEY, KEYED, OPEN, ListedKeys, horn, serving, stateless

from pro_context.access import rate_limit
from pro_context.access.keys import digest
from pro_context.operations import key_form, overview
from pro_context.operations.key_form import SignIns
from pro_context.operations.overview import Overview, ReadOverview
from pro_context_engine import SiteKind
from pro_context_engine.domain.api_keys import ApiKey

ADMIN = {"Authorization": f"Bearer {KEY}"}
MEMBER_KEY = "pc_" + "m" * 40
MEMBER = {"Authorization": f"Bearer {MEMBER_KEY}"}
FORM = {"Content-Type": "application/x-www-form-urlencoded"}
PUBLIC = {"version", "uptime", "contracts"}
INNER = {"sessions", "requests", "calls", "tools", "cache", "upstream"}


class RevocableKeys(ListedKeys):
    """Keys of which one can be revoked while the server runs."""

    def revoke(self, key: str) -> None:
        self._keys[key[:8]] = replace(self._keys[key[:8]], revoked_at=FETCHED)


def team() -> RevocableKeys:
    return RevocableKeys(ApiKey(MEMBER_KEY[:8], digest(MEMBER_KEY), f"Mia {NASTY}", FETCHED, uses=41))


class Elements(HTMLParser):
    """The elements of a page, and its text."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.names: set[str] = set()
        self.attributes: list[tuple[str, str | None]] = []
        self.words = ""
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.names.add(tag)
        self.attributes += attrs

    def handle_data(self, data: str) -> None:
        self.words += data


async def test_without_a_key_nothing_private_is_said(look: ReadOverview) -> None:
    async with serving(KEYED, team(), look=look) as harbor:
        await harbor.ask(stateless(**MEMBER), "tools/call", horn("softly"))
        said = await harbor.http.get("/status.json")
        page = Elements((await harbor.http.get("/")).text)
    assert set(said.json()) == PUBLIC
    assert said.json()["contracts"] == [{"path": "/mcp", "name": "harbor", "version": "1.2.3"}]
    assert {"form", "input"} <= page.names
    assert not {"svg", "table"} & page.names
    assert "acme" not in page.words


async def test_a_key_shows_what_is_stored_and_how_it_is_used(look: ReadOverview) -> None:
    async with serving(KEYED, team(), look=look) as harbor:
        for how in ("softly", "fact"):
            await harbor.ask(stateless(**MEMBER), "tools/call", horn(how))
        said = (await harbor.http.get("/status.json", headers=MEMBER)).json()
        page = Elements((await harbor.http.get("/", headers=MEMBER)).text)
    assert set(said) == PUBLIC | INNER
    assert (said["sessions"], said["requests"]["total"], sum(said["requests"]["perMinute"])) == (1, 2, 2)
    (tool,) = said["tools"]
    assert (tool["tool"], tool["calls"], sum(tool["errors"].values())) == ("sound-horn", 2, 1)
    assert (said["cache"]["hitRate"], said["cache"]["pages"], said["cache"]["filling"]) == (0.9, 8, 3)
    boats = said["cache"]["libraries"][0]
    assert (boats["libraryId"], boats["pages"], boats["totalPages"]) == ("acme/boats", 7, 9)
    assert boats["ageSeconds"] > 0
    assert said["upstream"]["sites"][0] == {"origin": "https://docs.example", "state": "resting", "failures": 9}
    assert {"svg", "table"} <= page.names
    assert not {"form", "script"} & page.names
    for word in ("acme/boats", "90%", "resting", "sound-horn"):
        assert word in page.words
    assert "Mia" not in page.words


async def test_the_counts_agree_with_each_other(look: ReadOverview) -> None:
    async with serving(KEYED, team(), look=look) as harbor:
        for _ in range(3):
            await harbor.ask(stateless(**MEMBER), "tools/call", horn("softly"))
            await harbor.http.get("/healthz")
            await harbor.http.get("/", headers=ADMIN)
        said = (await harbor.http.get("/status.json", headers=ADMIN)).json()
    requests, calls, cache = said["requests"], said["calls"], said["cache"]
    assert requests["total"] == sum(requests["perMinute"]) == calls["total"] == 3
    assert requests["underWay"] == 0
    assert calls["total"] == calls["lastHour"]["calls"] == sum(tool["calls"] for tool in said["tools"])
    assert sum(minute["calls"] for minute in calls["perMinute"] if minute) == 3
    assert 0 < calls["lastHour"]["p50Ms"] <= calls["lastHour"]["p95Ms"] <= calls["lastHour"]["p99Ms"]
    assert [key["uses"] - 41 for key in said["keys"]] == [3]
    assert cache["pages"] == sum(one["pages"] for one in cache["libraries"])
    assert (cache["librariesInAll"], cache["snapshots"]) == (2, 2)


@pytest.mark.parametrize(
    ("failures", "last", "told"),
    [
        (0, None, "No site fails."),
        (1, None, "No site was reached, and 1 fetch failed; pro-context doctor looks for the reason."),
        (7, None, "No site was reached, and 7 fetches failed; pro-context doctor looks for the reason."),
        (7, FETCHED, "No site fails now."),
    ],
)
async def test_failed_fetches_are_not_passed_over_where_no_site_fails(
    failures: int, last: datetime | None, told: str
) -> None:
    async def look() -> Overview:
        found = made_overview()
        sites = dict.fromkeys(SiteKind, (0, 0)) | {SiteKind.GITHUB: (int(last is not None), failures)}
        return replace(found, status=replace(found.status, last_fetch=last, sites=sites, troubled=()))

    async with serving(KEYED, team(), look=look) as harbor:
        assert told in Elements((await harbor.http.get("/", headers=ADMIN)).text).words


async def test_a_page_loads_itself_again_only_where_its_reader_wants_it(look: ReadOverview) -> None:
    async with serving(OPEN, team(), look=look) as harbor:
        pages = {query: (await harbor.http.get(f"/{query}")).text for query in ("", "?refresh=15", "?refresh=1")}
        odd = [await harbor.http.get(f"/?refresh={text}") for text in ("x", "-5", "99999999999", "²", "")]
    assert 'href="?refresh=15"' in pages[""]
    assert {query for query, page in pages.items() if 'http-equiv="refresh"' in page} == {"?refresh=15"}
    assert all(answer.status_code == 200 and "http-equiv" not in answer.text for answer in odd)


async def test_the_use_of_keys_is_for_administrators(look: ReadOverview) -> None:
    async with serving(KEYED, team(), look=look) as harbor:
        await harbor.ask(stateless(**MEMBER), "tools/list")
        (key,) = (await harbor.http.get("/status.json", headers=ADMIN)).json()["keys"]
        page = Elements((await harbor.http.get("/", headers=ADMIN)).text)
    assert (key["prefix"], key["state"], key["uses"]) == (MEMBER_KEY[:8], "valid", 42)
    assert key["lastUsedAt"] is not None
    assert "Mia" in page.words
    assert MEMBER_KEY not in page.words


async def test_where_no_key_is_needed_all_but_the_keys_is_shown(look: ReadOverview) -> None:
    async with serving(OPEN, team(), look=look) as harbor:
        assert set((await harbor.http.get("/status.json")).json()) == PUBLIC | INNER


async def test_an_engine_that_cannot_be_asked_is_left_out() -> None:
    async with serving(KEYED) as harbor:
        assert (await harbor.http.get("/", headers=MEMBER)).status_code == 401
        said = (await harbor.http.get("/status.json", headers=ADMIN)).json()
    assert set(said) == PUBLIC | (INNER - {"cache", "upstream"}) | {"keys"}


async def test_text_of_others_cannot_become_markup(look: ReadOverview) -> None:
    async with serving(KEYED, team(), look=look) as harbor:
        answer = await harbor.http.get("/", headers=ADMIN)
    page = Elements(answer.text)
    assert "<script>alert('x')</script>&" in page.words
    assert "script" not in page.names
    assert "\u202e" not in answer.text
    assert not [name for name, _ in page.attributes if name.startswith("on") or name == "style"]
    policy = answer.headers["content-security-policy"]
    assert policy.startswith("default-src 'none'; style-src 'sha256-")
    assert "unsafe" not in policy
    assert answer.headers["cache-control"] == "no-store"


async def test_the_engine_is_not_asked_by_each_who_looks(look: ReadOverview, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(overview, "SECONDS", 3600.0)
    asked = 0

    async def counted() -> Overview:
        nonlocal asked
        asked += 1
        return await look()

    async with serving(KEYED, look=counted) as harbor:
        for _ in range(5):
            await harbor.http.get("/", headers=ADMIN)
            await harbor.http.get("/")
    assert asked == 1


# The form


async def test_a_key_can_be_typed_in(look: ReadOverview) -> None:
    async with serving(KEYED, team(), look=look) as harbor:
        shown = await harbor.http.post("/", data={"key": f" {MEMBER_KEY} "})
        assert shown.status_code == 200
        assert "acme/boats" in shown.text
        assert "Mia" not in shown.text
        assert MEMBER_KEY not in shown.text
        assert "Mia" in (await harbor.http.post("/", data={"key": KEY})).text


@pytest.mark.parametrize("key", ["wrong", "", "ключ", "x" * 5_000, "a\r\nX-Evil: 1", "pc_\x00"])
async def test_a_wrong_key_shows_the_form_again_and_says_so(key: str, look: ReadOverview) -> None:
    async with serving(KEYED, team(), look=look) as harbor:
        answer = await harbor.http.post("/", data={"key": key})
    assert answer.status_code == 401
    assert answer.headers["www-authenticate"].startswith("Bearer")
    assert "x-ratelimit-remaining" in answer.headers
    assert "x-evil" not in answer.headers
    assert "That key is not valid." in answer.text
    assert "acme/boats" not in answer.text


async def test_a_cookie_stands_for_the_typed_key_until_it_ends(look: ReadOverview) -> None:
    keys = team()
    async with serving(KEYED, keys, look=look) as harbor:
        shown = await harbor.http.post("/", data={"key": MEMBER_KEY})
        (cookie,) = shown.headers.get_list("set-cookie")
        assert {"HttpOnly", "SameSite=Strict", "Path=/"} <= set(cookie.split("; "))
        assert MEMBER_KEY not in cookie
        token = {"Cookie": cookie.partition(";")[0]}
        harbor.http.cookies.clear()
        assert "acme/boats" in (await harbor.http.get("/", headers=token)).text
        assert set((await harbor.http.get("/status.json", headers=token)).json()) == PUBLIC | INNER
        assert (await harbor.http.post("/mcp", json={}, headers=token)).status_code == 401
        assert (await harbor.http.post("/", headers=token)).status_code == 401
        keys.revoke(MEMBER_KEY)
        refused = await harbor.http.get("/", headers=token)
        assert (refused.status_code, "acme/boats" in refused.text) == (401, False)


@pytest.mark.parametrize("cookie", ["pro_context_status=made-up", "pro_context_status", 'x="\\', "a=b;;=;"])
async def test_other_cookies_are_none(cookie: str, look: ReadOverview) -> None:
    async with serving(KEYED, team(), look=look) as harbor:
        answer = await harbor.http.get("/", headers={"Cookie": cookie})
        wrong = await harbor.http.post("/", data={"key": "wrong"})
    assert (answer.status_code, "acme/boats" in answer.text) == (200, False)
    assert "set-cookie" not in wrong.headers


def test_sign_ins_end_and_are_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    now = 0.0
    monkeypatch.setattr(key_form, "MOST_SIGN_INS", 2)
    kept = SignIns(lambda: now)
    cookies = [kept.begin(b"key %d" % number, https=number == 0) for number in range(3)]
    assert b"; Secure" in cookies[0]
    assert b"; Secure" not in cookies[1]

    def found() -> list[bytes | None]:
        return [kept.key({"type": "http", "headers": [(b"cookie", cookie.partition(b";")[0])]}) for cookie in cookies]

    assert found() == [None, b"key 1", b"key 2"]
    now = key_form.SIGN_IN_SECONDS
    assert found() == [None, None, None]


async def test_guessing_is_limited_as_everywhere(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rate_limit, "Buckets", partial(rate_limit.Buckets, lambda: 0.0))  # none is filled meanwhile
    async with serving({**KEYED, "rateLimit.burstSize": 1, "rateLimit.maxRequestsPerMinute": 1}) as harbor:
        answers = [(await harbor.http.post("/", data={"key": f"guess-{n}"})).status_code for n in range(12)]
    assert answers == [401] * 10 + [429] * 2


async def test_other_posts_are_none_of_its_business(look: ReadOverview) -> None:
    async with serving(KEYED, team(), look=look) as harbor:
        answers: list[Any] = [
            await harbor.http.post("/", json={"key": KEY}),
            await harbor.http.post("/status.json", data={"key": KEY}),
            await harbor.http.post("/mcp", data={"key": KEY}),
            await harbor.http.post("/", data={"key": KEY}, headers={"Origin": "https://evil.example"}),
        ]
    assert [answer.status_code for answer in answers] == [401, 401, 401, 403]
