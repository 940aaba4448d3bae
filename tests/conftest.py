"""Fixtures every test may use, and how Hypothesis looks for examples."""

import logging
import os
from collections.abc import Iterator

import hypothesis
import pytest

# A slow machine is no failure. Where a run must be repeatable the same examples come each time; elsewhere new ones.
hypothesis.settings.register_profile("everywhere", deadline=None)
hypothesis.settings.register_profile("repeatable", deadline=None, derandomize=True, database=None)
hypothesis.settings.load_profile("repeatable" if os.environ.get("CI") else "everywhere")


def pytest_make_parametrize_id(val: object, argname: str) -> str | None:
    """Name bytes by their argument: compressed ones hold the second they were made in, workers must agree."""
    return argname if isinstance(val, bytes) else None


@pytest.fixture
def anyio_backend() -> str:
    """Run asynchronous tests on asyncio, the loop the engine is written for."""
    return "asyncio"


@pytest.fixture(autouse=True)
def log_levels() -> Iterator[None]:
    """Leave the levels of the log to the next test as they were: the command line sets them for its process."""
    loggers = [logging.getLogger(), logging.getLogger("pro_context"), logging.getLogger("pro_context_engine")]
    levels = [logger.level for logger in loggers]
    yield
    for logger, level in zip(loggers, levels, strict=True):
        logger.setLevel(level)
