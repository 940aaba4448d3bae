"""Any bytes become lines, in bounded memory."""

from pro_context.transports.standard_streams import LineSplitter


def split(*chunks: bytes, limit: int = 100) -> list[bytes | None]:
    splitter = LineSplitter(limit)
    return [line for chunk in chunks for line in splitter.feed(chunk)] + list(splitter.end())


def test_lines_across_chunks() -> None:
    assert split(b"one\ntw", b"o\n\nthr", b"ee") == [b"one", b"two", b"", b"three"]


def test_line_at_the_limit_is_kept_and_over_it_is_not() -> None:
    assert split(b"x" * 100 + b"\n" + b"y" * 101 + b"\nnext\n") == [b"x" * 100, None, b"next"]


def test_too_long_line_is_not_kept_in_memory() -> None:
    splitter = LineSplitter(limit=1000)
    for _ in range(1000):
        assert list(splitter.feed(b"x" * 1000)) == []
        assert sum(map(len, splitter._pieces)) <= 1000
    assert list(splitter.feed(b"\nok\n")) == [None, b"ok"]
