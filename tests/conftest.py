"""Fixtures every test may use."""

import pytest


@pytest.fixture
def anyio_backend() -> str:
    """Run asynchronous tests on asyncio, the loop the engine is written for."""
    return "asyncio"
