from datetime import UTC, datetime

import pytest

from pro_context_engine.adapters.fetch.retries import pause_before

NOW = datetime(2026, 3, 1, 12, 0, 0, tzinfo=UTC)


def pause(retry: int, retry_after: str = "", random: float = 1.0) -> float | None:
    return pause_before(retry, retry_after, now=NOW, random=lambda: random)


def test_pauses_grow_and_end() -> None:
    assert [pause(retry) for retry in range(4)] == [0.5, 1.0, None, None]


def test_jitter_is_full() -> None:
    assert pause(1, random=0.0) == 0.0


@pytest.mark.parametrize(
    ("asked", "seconds"),
    [
        ("7", 7.0),
        ("60", 60.0),
        ("Sun, 01 Mar 2026 12:00:09 GMT", 9.0),
        ("Sun, 01 Mar 2026 11:00:00 GMT", 0.0),
    ],
)
def test_the_servers_wish_is_followed(asked: str, seconds: float) -> None:
    assert pause(0, asked) == seconds


@pytest.mark.parametrize("asked", ["61", "99999999999999999999", "Mon, 02 Mar 2026 12:00:00 GMT"])
def test_a_long_wait_is_none_of_ours(asked: str) -> None:
    assert pause(0, asked) is None


@pytest.mark.parametrize("asked", ["soon", "-1", "１", "1.5"])
def test_nonsense_is_ignored(asked: str) -> None:
    assert pause(0, asked) == 0.5
