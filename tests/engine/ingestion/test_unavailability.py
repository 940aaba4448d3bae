"""Which of several failures explains best why no source has documentation."""

from types import SimpleNamespace
from typing import Any, cast

from pro_context_engine.domain.errors import FetchFailed
from pro_context_engine.domain.model import SourceName
from pro_context_engine.ingestion.unavailability import failure_of, unavailable

URL = "https://docs.example/"


def source(name: SourceName) -> Any:
    return cast(Any, SimpleNamespace(name=name, traits=SimpleNamespace(reads_web=True)))


def test_a_disk_that_cannot_be_written_explains_more_than_a_site_without_network() -> None:
    failed = [
        (source(SourceName.GITHUB), failure_of(FetchFailed(URL, FetchFailed.NO_ADDRESS))),
        (source(SourceName.PACKAGE), failure_of(FetchFailed(URL, FetchFailed.NOT_WRITABLE))),
    ]
    assert unavailable("pypi/kit", failed).reason == FetchFailed.NOT_WRITABLE
