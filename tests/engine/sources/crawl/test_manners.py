"""When a site is asked for a page, and when it is not."""

import pytest
from tests.engine.sources.crawl.fake_site import HOST, FakeSite

from pro_context_engine.domain.errors import FetchFailed, NotDocumentation, PageMissing, UrlRefused
from pro_context_engine.sources.crawl.manners import LONGEST_DELAY, MOST_SITES, ROBOTS_SECONDS, Manners
from pro_context_engine.sources.crawl.robots import MAX_BYTES


class Time:
    """Seconds that pass when somebody sleeps."""

    def __init__(self) -> None:
        self.now = 100.0
        self.slept: list[float] = []

    def __call__(self) -> float:
        return self.now

    async def sleep(self, seconds: float) -> None:
        self.slept.append(round(seconds, 3))
        self.now += seconds


def manners(site: FakeSite, delay: float = 0.5) -> tuple[Manners, Time]:
    time = Time()
    return Manners(site, delay, timer=time, sleep=time.sleep), time


async def test_requests_to_a_site_keep_their_distance_and_those_to_others_need_none() -> None:
    polite, time = manners(FakeSite())
    for url in (f"{HOST}/", f"{HOST}/a", "https://mole.example/", f"{HOST}/b"):
        await polite.admit(url)
    assert time.slept == [0.5, 0.5]


async def test_no_pause_where_time_has_passed_anyway() -> None:
    polite, time = manners(FakeSite())
    await polite.admit(f"{HOST}/")
    time.now += 0.6
    await polite.admit(f"{HOST}/a")
    assert time.slept == []


@pytest.mark.parametrize(("asked", "given"), [("2", 2.0), ("0.1", 0.5), ("3600", LONGEST_DELAY)])
async def test_a_site_may_ask_for_more_time(asked: str, given: float) -> None:
    polite, time = manners(FakeSite(f"User-agent: *\nCrawl-delay: {asked}\n"))
    await polite.admit(f"{HOST}/")
    await polite.admit(f"{HOST}/a")
    assert time.slept == [given]


async def test_what_robots_txt_forbids_is_refused_without_a_pause() -> None:
    polite, time = manners(FakeSite("User-agent: *\nDisallow: /private\n"))
    await polite.admit(f"{HOST}/")
    with pytest.raises(UrlRefused) as refused:
        await polite.admit(f"{HOST}/private/x")
    assert refused.value.details() == {"url": f"{HOST}/private/x", "reason": "its robots.txt forbids it"}
    assert time.slept == []


async def test_of_a_long_robots_txt_the_beginning_counts() -> None:
    site = FakeSite("User-agent: *\nDisallow: /private\n" + "#" * MAX_BYTES + "\nDisallow: /late\n")
    polite, _ = manners(site)
    await polite.admit(f"{HOST}/late")
    with pytest.raises(UrlRefused, match="forbids"):
        await polite.admit(f"{HOST}/private/x")


@pytest.mark.parametrize(
    ("fact", "allowed"),
    [
        (PageMissing(HOST), True),
        (FetchFailed(HOST, "status 403"), True),
        (FetchFailed(HOST, "status 500"), False),
        (FetchFailed(HOST, "too many redirects"), False),
        (FetchFailed(HOST, "the site's limit of requests is reached; it takes requests again at 10:00 UTC"), False),
        (UrlRefused(HOST, "redirect: address is not public"), False),
        (NotDocumentation(HOST, "larger than the limit"), False),
    ],
)
async def test_a_robots_txt_that_is_not_to_be_had(fact: Exception, allowed: bool) -> None:
    polite, _ = manners(FakeSite(fact))
    if allowed:
        await polite.admit(f"{HOST}/")
        return
    with pytest.raises(UrlRefused, match="cannot be read"):
        await polite.admit(f"{HOST}/")


@pytest.mark.parametrize(
    "fact", [UrlRefused(f"{HOST}/robots.txt", UrlRefused.NOT_PUBLIC), FetchFailed(HOST, FetchFailed.NO_ADDRESS)]
)
async def test_what_is_wrong_with_the_site_itself_is_said_of_the_page(fact: UrlRefused | FetchFailed) -> None:
    polite, _ = manners(FakeSite(fact))
    with pytest.raises(type(fact)) as told:
        await polite.admit(f"{HOST}/a")
    assert told.value.url == f"{HOST}/a"


async def test_a_robots_txt_holds_for_a_while_and_one_that_failed_does_not() -> None:
    site = FakeSite("User-agent: *\nDisallow: /private\n")
    polite, time = manners(site)
    await polite.admit(f"{HOST}/")
    await polite.admit(f"{HOST}/a")
    assert site.robots_asked == [f"{HOST}/robots.txt"]
    time.now += ROBOTS_SECONDS
    site.robots = FetchFailed(HOST, "status 500")
    for asked in (2, 3):
        with pytest.raises(UrlRefused):
            await polite.admit(f"{HOST}/a")
        assert len(site.robots_asked) == asked


async def test_no_more_sites_are_remembered_than_the_bound() -> None:
    polite, _ = manners(FakeSite())
    for number in range(MOST_SITES + 10):
        await polite.admit(f"https://s{number}.example/")
    assert len(polite._robots) <= MOST_SITES
