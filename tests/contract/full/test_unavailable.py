"""The errors of libraries without documentation: the cause, its figures, the remedy, and whether a retry may help."""

from __future__ import annotations

import random
import socket
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from dataclasses import replace
from http import HTTPStatus
from pathlib import Path
from typing import Any

import pytest
from tests.contract.product import Product, engine_settings
from tests.worlds.distributions import sdist, wheel
from tests.worlds.package_index import PackageIndex, serve_index

from pro_context.app import build
from pro_context_engine import open_engine
from pro_context_engine.domain.settings import Settings

POND = "pypi/pond-kit"
FILES = {"pond/__init__.py": '"""Ponds."""\n', "pond/fish.py": "def swim() -> None: ...\n"}


@pytest.fixture
def index(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[PackageIndex]:
    with serve_index() as served:
        name_index(monkeypatch, tmp_path, served.url)
        served.add("pond-kit", wheel("pond-kit", "1.0", FILES))
        yield served


def name_index(monkeypatch: pytest.MonkeyPatch, home: Path, url: str) -> None:
    """Let the configuration of this test's user name one package index, and nothing else."""
    monkeypatch.setenv("PIP_INDEX_URL", url)
    monkeypatch.setenv("PIP_CONFIG_FILE", "/dev/null")
    monkeypatch.setenv("UV_NO_CONFIG", "1")
    monkeypatch.setenv("HOME", str(home))


def settings(folder: Path, **changes: Any) -> Settings:
    return replace(engine_settings((), folder), **{"packages": True, **changes})


@asynccontextmanager
async def opened(settings: Settings) -> AsyncIterator[Product]:
    docs = open_engine(settings)
    try:
        yield Product(docs, build("full", docs), ())
    finally:
        await docs.close()


async def failure(settings: Settings, library: str = POND) -> dict[str, Any]:
    """Return the error of get-docs, which get-library-info has too."""
    async with opened(settings) as product:
        error = await product.failure("get-docs", libraries=[{"libraryId": library}], topic="swim")
        assert await product.failure("get-library-info", libraryId=library) == error
        return error


@pytest.mark.behavior("full/errors/SOURCE_UNAVAILABLE")
@pytest.mark.parametrize("told", [True, False])
async def test_a_file_over_the_limit(index: PackageIndex, tmp_path: Path, told: bool) -> None:
    index.sizes = told
    index.files["pond-kit"] = [
        wheel("pond-kit", "1.0", {**FILES, "pond/large.bin": random.Random(17).randbytes(2_100_000)})
    ]
    error = await failure(settings(tmp_path, max_package_bytes=1_000_000))
    figures = "larger than the limit: it has 3 MB, and the limit is 1 MB"
    assert error == {
        "code": "SOURCE_UNAVAILABLE",
        "message": f"No documentation source is available for '{POND}': the package's file is {figures}.",
        "recoverable": False,
        "suggestion": (
            "Install the package in the project's environment, where it is read whatever its size, "
            "or raise sources.package.maxDownloadMB above the size of its file."
        ),
        "details": {
            "libraryId": POND,
            "tried": ["package"],
            "transient": False,
            "cause": "too-large",
            "reason": f"the package's file is {figures}",
            "attempts": [f"package: the package's file is {figures}"],
            "sizeMB": 3,
            "limitMB": 1,
            "setting": "sources.package.maxDownloadMB",
        },
    }


@pytest.mark.behavior("full/errors/SOURCE_UNAVAILABLE")
async def test_a_page_of_a_file_over_the_limit(index: PackageIndex, tmp_path: Path) -> None:
    async with opened(settings(tmp_path, max_package_bytes=100)) as product:
        error = await product.failure("read-page", url="pypi://pond-kit/1.0/readme")
    assert "larger than the limit: it has 1 MB, and the limit is 1 MB" in error["message"]
    assert error["recoverable"] is False


@pytest.mark.behavior("full/errors/REGISTRY_TIMEOUT")
async def test_an_index_that_refuses_connections(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    with socket.socket() as closed:
        closed.bind(("127.0.0.1", 0))
        name_index(monkeypatch, tmp_path, f"http://127.0.0.1:{closed.getsockname()[1]}/simple/")
        error = await failure(settings(tmp_path))
    assert (error["code"], error["recoverable"]) == ("REGISTRY_TIMEOUT", True)
    assert error["message"] == f"The package index did not answer for '{POND}': no connection."
    assert error["details"] == {"libraryId": POND, "reason": "no connection", "cause": "no-network"}
    for remedy in ("pro-context doctor", "HTTPS_PROXY", "network.trustEnvironmentProxies", "installed"):
        assert remedy in error["suggestion"]


@pytest.mark.behavior("full/errors/SOURCE_UNAVAILABLE")
async def test_no_source_can_be_reached(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    with socket.socket() as closed:
        closed.bind(("127.0.0.1", 0))
        url = f"http://127.0.0.1:{closed.getsockname()[1]}"
        name_index(monkeypatch, tmp_path, f"{url}/simple/")
        plain = settings(tmp_path)
        library = "pydantic/pydantic"
        forge = replace(plain.github, enabled=True, url=url)
        error = await failure(replace(plain, github=forge), library)
    details = error["details"]
    assert (error["code"], details["cause"], details["transient"]) == ("SOURCE_UNAVAILABLE", "no-network", True)
    assert details["attempts"][-1] == "package: the package index does not answer: no connection"
    assert "pro-context doctor" in error["suggestion"]


@pytest.mark.behavior("full/errors/REGISTRY_TIMEOUT")
@pytest.mark.parametrize(
    ("status", "retry_after", "reason"),
    [
        (HTTPStatus.INTERNAL_SERVER_ERROR, "", "status 500"),
        (HTTPStatus.TOO_MANY_REQUESTS, "3600", "status 429"),
    ],
)
async def test_an_index_that_fails(
    index: PackageIndex, tmp_path: Path, status: HTTPStatus, retry_after: str, reason: str
) -> None:
    index.down, index.failure, index.retry_after = True, status, retry_after
    error = await failure(settings(tmp_path))
    assert (error["code"], error["recoverable"]) == ("REGISTRY_TIMEOUT", True)
    assert error["message"] == f"The package index did not answer for '{POND}': {reason}."
    assert error["suggestion"] == "Try again or specify the library ID directly."
    assert error.get("retryAfter", "") == (int(retry_after) if retry_after else "")
    assert (error["details"]["cause"], error["details"]["reason"]) == ("busy", reason)


@pytest.mark.behavior("full/errors/SOURCE_UNAVAILABLE")
@pytest.mark.parametrize("status", [HTTPStatus.UNAUTHORIZED, HTTPStatus.FORBIDDEN])
async def test_an_index_that_wants_credentials(index: PackageIndex, tmp_path: Path, status: HTTPStatus) -> None:
    index.down, index.failure = True, status
    error = await failure(settings(tmp_path))
    reason = f"the package index refuses the request: status {status.value}"
    assert (error["code"], error["recoverable"]) == ("SOURCE_UNAVAILABLE", False)
    assert error["message"] == f"No documentation source is available for '{POND}': {reason}."
    assert (error["details"]["cause"], error["details"]["transient"]) == ("credentials", False)
    assert "credentials" in error["suggestion"]


@pytest.mark.behavior("full/errors/SOURCE_UNAVAILABLE")
async def test_a_package_that_is_not_published(index: PackageIndex, tmp_path: Path) -> None:
    error = await failure(settings(tmp_path), "pydantic/pydantic")
    assert error["message"].endswith(": the package index has no package pydantic.")
    assert (error["details"]["cause"], error["recoverable"]) == ("not-published", False)
    assert "Check the name" in error["suggestion"]
    unknown = await failure(settings(tmp_path), "pypi/no-such-pond")
    assert (unknown["code"], unknown["message"]) == (
        "LIBRARY_NOT_FOUND",
        "Library 'pypi/no-such-pond' not found in registry.",
    )


@pytest.mark.behavior("full/errors/SOURCE_UNAVAILABLE")
async def test_a_package_without_a_readable_file(index: PackageIndex, tmp_path: Path) -> None:
    index.files["pond-kit"] = [sdist("pond-kit", "1.0", FILES)]
    index.sha256["pond_kit-1.0.tar.gz"] = ""
    error = await failure(settings(tmp_path))
    assert error["message"].endswith("no file of the package can be read: no file that the index gives a sha256 of.")
    assert (error["details"]["cause"], error["recoverable"]) == ("unreadable", False)
    assert error["suggestion"].startswith("Install the package in the project's environment")


@pytest.mark.behavior("full/errors/SOURCE_UNAVAILABLE")
async def test_sources_that_are_switched_off(index: PackageIndex, tmp_path: Path) -> None:
    off = "sources.github.enabled, sources.package.enabled"
    error = await failure(settings(tmp_path, packages=False), "certifi/python-certifi")
    assert (error["code"], error["recoverable"]) == ("SOURCE_UNAVAILABLE", False)
    assert (error["details"]["cause"], error["details"]["setting"]) == ("switched-off", off)
    assert f"switched off ({off})" in error["message"]
    assert not index.asked
