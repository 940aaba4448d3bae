"""What a contract's list of tools costs a model that is given it."""

from __future__ import annotations

import json

from pro_context_codegen import payloads
from pro_context_codegen.spec import ContractSpec

# Vocabularies of today's models take 4.4 to 4.6 bytes of a tool list per token; tests/clients measures it with one.
_BYTES_PER_TOKEN = 4.5


def costs(contract: ContractSpec, *, with_output: bool) -> dict[str, int]:
    """Return what the entry of each tool in tools/list costs, in tokens, estimated, by name.

    Args:
        contract: whose tools.
        with_output: whether the client hands on output schemas too.
    """
    return {
        tool["name"]: _tokens({key: value for key, value in tool.items() if with_output or key != "outputSchema"})
        for tool in payloads.tools(contract)
    }


def _tokens(entry: dict[str, object]) -> int:
    return round(len(json.dumps(entry, ensure_ascii=False, separators=(",", ":")).encode()) / _BYTES_PER_TOKEN)
