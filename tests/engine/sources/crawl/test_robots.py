"""What a robots.txt allows (RFC 9309)."""

import pytest
from tests.growth import grows_linearly

from pro_context_engine.sources.crawl.robots import MAX_BYTES, NOTHING, Robots, parse


@pytest.mark.parametrize(
    ("text", "path", "allowed"),
    [
        ("", "/a", True),
        ("User-agent: *\nDisallow:\n", "/a", True),
        ("User-agent: *\nDisallow: /\n", "/", False),
        ("User-agent: *\nDisallow: /a\n", "/b", True),
        ("User-agent: *\nDisallow: /a\n", "/about", False),
        ("User-agent: *\nDisallow: /a/\nAllow: /a/b\n", "/a/b/c", True),
        ("User-agent: *\nAllow: /a\nDisallow: /a\n", "/a", True),
        ("User-agent: *\nDisallow: /*.php$\n", "/x/y.php", False),
        ("User-agent: *\nDisallow: /*.php$\n", "/x/y.php?z=1", True),
        ("User-agent: *\nDisallow: /*?day=\n", "/calendar?day=3", False),
        ("User-agent: *\nDisallow: /a$\n", "/ab", True),
        ("User-agent: *\nDisallow: /a*b*c\n", "/a-c-b", True),
        ("User-agent: *\nDisallow: /a*b*c\n", "/a-b-c-d", False),
        ("User-agent: *\nDisallow: /%7ejoe\n", "/~joe", False),
        ("User-agent: *\nDisallow: /caf\u00e9\n", "/caf%C3%A9", False),
        ("User-agent: *\nDisallow: /a%2fb\n", "/a/b", True),
        ("User-agent: other\nDisallow: /\n", "/a", True),
        ("User-agent: Pro-Context\nDisallow: /a\nUser-agent: *\nDisallow: /\n", "/b", True),
        ("User-agent: pro-context/1.0\nDisallow: /a\n", "/a", False),
        ("User-agent: other\nUser-agent: pro-context\nDisallow: /a\n", "/a", False),
        ("User-agent: pro-context\nDisallow: /a\n\nUser-agent: pro-context\nDisallow: /b\n", "/b", False),
        ("User-agent: pro-context\nUser-agent: *\nDisallow: /a\n\nUser-agent: *\nDisallow: /b\n", "/b", True),
        ("User-agent: *\nSitemap: https://x.example/map.xml\nDisallow: /a # ours\n", "/a", False),
        ("\ufeffUser-agent: *\r\nDISALLOW : /a\r\n", "/a", False),
        ("Disallow: /a\n", "/a", True),
        ("<html>not found</html>", "/a", True),
    ],
)
def test_rules(text: str, path: str, allowed: bool) -> None:
    assert parse(text).allows(f"https://pier.example{path}") is allowed


@pytest.mark.parametrize(
    ("text", "delay"),
    [
        ("User-agent: *\nCrawl-delay: 2.5\n", 2.5),
        ("User-agent: *\nCrawl-delay: soon\n", 0.0),
        ("User-agent: other\nCrawl-delay: 2\n", 0.0),
    ],
)
def test_delay(text: str, delay: float) -> None:
    assert parse(text).delay == delay


def test_a_rule_counts_however_many_stand_before_it() -> None:
    text = "User-agent: *\n" + "Disallow: /other/\n" * 6_000 + "Disallow: /private/\n"
    assert not parse(text).allows("https://pier.example/private/x")


def test_nothing_and_everything() -> None:
    assert not NOTHING.allows("https://pier.example/")
    assert Robots().allows("https://pier.example/")


@pytest.mark.parametrize(
    ("part", "end"),
    [
        ("Disallow: /*a*b\n", ""),
        ("Allow:/\n", ""),
        ("Allow:/*aaaaaaaab\n", ""),
        ("User-agent: *\n", ""),
        ("User-agent: {number}\n", ""),
        ("User-agent: {number}\nUser-agent: *\nAllow:/\n", ""),
        ("a", ""),
        (" ", ":"),
    ],
)
def test_hostile_files_take_linear_time(part: str, end: str) -> None:
    def read(size: int) -> bool:
        lines = (part.format(number=number) for number in range(size // len(part)))
        return parse(f"User-agent: *\n{''.join(lines)}{end}").allows("https://pier.example/" + "a" * 2_000)

    assert grows_linearly(read, MAX_BYTES)


def test_a_pattern_of_stars_takes_linear_time() -> None:
    def fits(times: int) -> bool:
        return not Robots((("/" + "a*" * times + "b$", False),)).allows("https://pier.example/" + "a" * 2 * times + "b")

    assert fits(50_000)
    assert grows_linearly(fits, 50_000)
