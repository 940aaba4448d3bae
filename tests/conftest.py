"""Fixtures every test may use, and how Hypothesis looks for examples."""

import os

import hypothesis
import pytest

# A slow machine is no failure. Where a run must be repeatable the same examples come each time; elsewhere new ones.
hypothesis.settings.register_profile("everywhere", deadline=None)
hypothesis.settings.register_profile("repeatable", deadline=None, derandomize=True, database=None)
hypothesis.settings.load_profile("repeatable" if os.environ.get("CI") else "everywhere")


@pytest.fixture
def anyio_backend() -> str:
    """Run asynchronous tests on asyncio, the loop the engine is written for."""
    return "asyncio"
