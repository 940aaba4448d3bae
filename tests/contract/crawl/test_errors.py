"""When each code of the contract is answered."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from tests.contract.product import opened


@pytest.mark.behavior("crawl/errors/INVALID_INPUT")
@pytest.mark.parametrize(
    "arguments",
    [
        {},
        {"url": 1},
        {"url": "not a url"},
        {"url": ""},
        {"url": "https://pier.example/", "maxPages": 0},
        {"url": "https://pier.example/", "maxPages": 1.5},
        {"url": "https://pier.example/", "depth": -1},
        {"url": "https://pier.example/", "depth": "2"},
    ],
)
async def test_arguments_outside_the_schema(tmp_path: Path, arguments: dict[str, Any]) -> None:
    async with opened(tmp_path, contract="crawl") as product:
        assert (await product.failure("crawl", **arguments))["code"] == "INVALID_INPUT"


@pytest.mark.behavior("crawl/errors/URL_NOT_ALLOWED")
@pytest.mark.parametrize(
    ("url", "reason"),
    [
        ("https://127.0.0.1/", "address is not public"),
        ("https://[::1]/", "address is not public"),
        ("https://169.254.169.254/latest", "address is not public"),
        ("https://metadata.google.internal/", "metadata service"),
        ("http://pier.example/", "plain http"),
        ("https://pier.example:8443/", "port is not a web port"),
        ("https://user@pier.example/", "it is no one publisher's site"),
        ("file:///etc/passwd", "scheme other than http and https"),
    ],
)
async def test_addresses_that_may_not_be_read(tmp_path: Path, url: str, reason: str) -> None:
    async with opened(tmp_path, contract="crawl") as product:
        refused = await product.failure("crawl", url=url)
        assert (refused["code"], refused["details"]["reason"]) == ("URL_NOT_ALLOWED", reason)
