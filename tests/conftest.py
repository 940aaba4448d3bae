"""Fixtures every test may use, and how Hypothesis looks for examples."""

import gc
import logging
import os
import tempfile
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import hypothesis
import pytest
from tests.worlds.package_index import PackageIndex, serve_index

from pro_context_engine.libraries.registry import known_libraries
from pro_context_engine.libraries.registry.catalogue import Catalogue

# A slow machine is no failure. Where a run must be repeatable the same examples come each time; elsewhere new ones.
SLOW_IS_NO_FAILURE = {"deadline": None, "suppress_health_check": [hypothesis.HealthCheck.too_slow]}
hypothesis.settings.register_profile("everywhere", **SLOW_IS_NO_FAILURE)
hypothesis.settings.register_profile("repeatable", derandomize=True, database=None, **SLOW_IS_NO_FAILURE)
hypothesis.settings.load_profile("repeatable" if os.environ.get("CI") else "everywhere")

TOLD_OTHERS = ("pro_context", "pip_", "uv_index", "uv_default_index", "npm_config_", "otel_", "virtual_env", "columns")
"""How names of variables begin by which the machine's owner tells the product, or whom it asks, something."""


def pytest_configure(config: pytest.Config) -> None:
    """Test the product as on a machine whose owner has configured nothing: no variables, an empty home, no proxies."""
    for name in os.environ:
        if name.lower().startswith(TOLD_OTHERS) or name.lower().endswith("_proxy"):
            del os.environ[name]
    os.environ.setdefault("GIT_CONFIG_GLOBAL", str(Path.home() / ".gitconfig"))  # which says whose clones are safe
    home = tempfile.TemporaryDirectory(prefix="home-")
    config.add_cleanup(home.cleanup)
    os.environ["HOME"] = home.name


def pytest_make_parametrize_id(val: object, argname: str) -> str | None:
    """Name bytes by their argument: compressed ones hold the second they were made in, workers must agree."""
    return argname if isinstance(val, bytes) else None


@hypothesis.settings(max_examples=1, database=None)
@hypothesis.given(hypothesis.strategies.none())
def use_hypothesis_once(_: None) -> None:
    """Let Hypothesis create its random numbers, which it does in its first use."""


def pytest_collection_finish() -> None:
    """Keep what was collected from the garbage collector: it would look through 7,000 tests and more in every round."""
    # Hypothesis asks the collector for the owner of its random numbers. It would not find a frozen owner, and warn.
    use_hypothesis_once()
    gc.freeze()


@pytest.fixture
def anyio_backend() -> str:
    """Run asynchronous tests on asyncio, the loop the engine is written for."""
    return "asyncio"


@pytest.fixture
def index(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[PackageIndex]:
    """Serve a package index on loopback, the only one that is configured."""
    with serve_index() as served:
        monkeypatch.setenv("PIP_CONFIG_FILE", "/dev/null")
        monkeypatch.setenv("PIP_INDEX_URL", served.url)
        monkeypatch.setenv("HOME", str(tmp_path))
        yield served


@pytest.fixture(scope="session", autouse=True)
def shipped_list_is_read_once() -> Iterator[None]:
    """Let all engines of this process share the list of libraries that ships: a third of the time of opening one.

    A server reads it once, the tests would a thousand times. It is frozen; its catalogue only keeps what it derives.
    """
    read, of = cache(known_libraries.read), Catalogue.of
    shipped = cache(lambda: of(read()))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(known_libraries, "read", read)
        patch.setattr(Catalogue, "of", lambda known: shipped() if known is read() else of(known))
        yield


@pytest.fixture(autouse=True)
def log_levels() -> Iterator[None]:
    """Leave the levels of the log to the next test as they were: the command line sets them for its process."""
    loggers = [logging.getLogger(), logging.getLogger("pro_context"), logging.getLogger("pro_context_engine")]
    levels = [logger.level for logger in loggers]
    yield
    for logger, level in zip(loggers, levels, strict=True):
        logger.setLevel(level)
