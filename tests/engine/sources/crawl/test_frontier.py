"""Which address a crawl asks for next."""

from pro_context_engine.sources.crawl.frontier import MOST_KNOWN, MOST_QUERIES, MOST_SEGMENTS, Frontier

SITE = "https://pier.example"


def drained(frontier: Frontier) -> list[str]:
    found = []
    while step := frontier.next():
        found.append(step[0].removeprefix(SITE))
    return found


def test_breadth_first_each_once_and_not_too_deep() -> None:
    frontier = Frontier(1)
    for path, depth in (("/", 0), ("/a", 1), ("/b", 1), ("/a", 1), ("/a/deep", 2), ("/", 1)):
        frontier.add(SITE + path, depth)
    assert drained(frontier) == ["/", "/a", "/b"]


def test_what_a_redirect_led_to_is_not_asked_for_again() -> None:
    frontier = Frontier(1)
    assert frontier.note(f"{SITE}/new")
    assert not frontier.note(f"{SITE}/new")
    frontier.add(f"{SITE}/new", 1)
    assert frontier.next() is None


def test_an_endless_calendar_ends() -> None:
    frontier = Frontier(9)
    for day in range(1_000):
        frontier.add(f"{SITE}/calendar?day={day}", 1)
    frontier.add(f"{SITE}/other?day=1", 1)
    assert drained(frontier)[MOST_QUERIES:] == ["/other?day=1"]


def test_paths_that_grow_with_every_step_end() -> None:
    frontier = Frontier(99)
    for length in range(1, 60):
        frontier.add(f"{SITE}/{'a/' * length}", length)
        frontier.add(f"{SITE}/{'/'.join(map(str, range(length)))}", length)
    assert len(drained(frontier)) == 3 + MOST_SEGMENTS


def test_no_more_is_remembered_than_the_bound() -> None:
    frontier = Frontier(1)
    for number in range(MOST_KNOWN + 100):
        frontier.add(f"{SITE}/{number}", 1)
    assert len(drained(frontier)) == MOST_KNOWN
