"""A package index on loopback, which is the only one that is known."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.worlds.package_index import PackageIndex, serve_index


@pytest.fixture
def index(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[PackageIndex]:
    with serve_index() as served:
        monkeypatch.setenv("PIP_CONFIG_FILE", "/dev/null")
        monkeypatch.setenv("PIP_INDEX_URL", served.url)
        monkeypatch.setenv("HOME", str(tmp_path))
        for name in ("PIP_EXTRA_INDEX_URL", "PIP_NO_INDEX", "UV_DEFAULT_INDEX", "UV_INDEX_URL", "UV_INDEX"):
            monkeypatch.delenv(name, raising=False)
        yield served
