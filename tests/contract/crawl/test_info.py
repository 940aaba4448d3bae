"""What info://about promises."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.contract.product import opened

from pro_context_contract import load_contract


@pytest.mark.behavior("crawl/info/names-itself")
async def test_it_names_server_and_version(tmp_path: Path) -> None:
    async with opened(tmp_path, contract="crawl") as product:
        text = await product.read("info")
    contract = load_contract("crawl")
    assert text.startswith(f"# {contract.initialize['serverInfo']['name']} v{contract.version}\n")
