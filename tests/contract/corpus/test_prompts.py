"""The corpus' own prompts, words and instructions, as clients see them."""

from __future__ import annotations

from pathlib import Path

import pytest
from mcp.client.client import Client
from mcp.shared.exceptions import MCPError
from tests.contract.product import opened
from tests.engine.corpus.trees import GUIDE, built, manifest

from pro_context.protocol.corpus_contract import complete_contract
from pro_context_contract import load_contract


async def test_prompts_are_listed_and_rendered(tmp_path: Path) -> None:
    async with opened(tmp_path, contract="corpus") as product, Client(product.server()) as client:
        listed = (await client.list_prompts()).prompts
        assert [(prompt.name, prompt.title) for prompt in listed] == [
            ("guides/dark-lamp", "Dark Lamp"),
            ("guides/onboarding", "Onboarding Plan"),
        ]
        assert [(argument.name, argument.required) for argument in listed[1].arguments or []] == [
            ("harbour", True),
            ("language", False),
        ]
        told = await client.get_prompt("guides/dark-lamp", {"status": "503"})
        assert [(message.role, message.content.text) for message in told.messages] == [
            ("user", "A lamp answers with status 503 and stays dark."),
            ("assistant", "I look for 503 in the documentation first."),
        ]
        with pytest.raises(MCPError, match="Missing required argument"):
            await client.get_prompt("guides/onboarding", {"language": "go"})


async def test_the_corpus_speaks_for_itself(tmp_path: Path) -> None:
    corpus = built(
        tmp_path,
        {
            ".docs-mcp.json": manifest(
                metadata={"level": "basic"},
                taxonomy={"level": {"description": "How hard it is."}},
                mcpServerInstructions="Lamps are documented here.",
            ),
            "a.md": GUIDE,
        },
    )
    contract = complete_contract(load_contract("corpus"), corpus)
    assert contract.initialize["instructions"] == "Lamps are documented here."
    schema = contract.tools[0]["inputSchema"]
    assert schema["properties"]["level"] == {"type": "string", "description": "How hard it is.", "enum": ["basic"]}
    assert contract.tools[0]["description"].startswith("Search the documentation. Use this")
