from datetime import timedelta

from tests.engine.fakes import FakeClock

from pro_context_engine.ingestion.backoff import MOST_PAUSES, PAUSE, Backoff


def test_a_pause_ends_by_itself_or_when_it_is_ended() -> None:
    clock = FakeClock()
    pauses = Backoff(clock)
    assert "page" not in pauses
    pauses.begin("page")
    pauses.begin("other", timedelta(hours=1))
    assert "page" in pauses
    clock.now += PAUSE
    assert "page" not in pauses
    assert "other" in pauses
    pauses.end("other")
    assert "other" not in pauses
    pauses.end("never begun")


def test_the_memory_is_bounded() -> None:
    pauses = Backoff(FakeClock())
    for number in range(MOST_PAUSES):
        pauses.begin(number)
    assert 0 in pauses
    pauses.begin("one more")
    assert 0 not in pauses
    assert "one more" in pauses
