"""What a contract's list of tools costs a model that is given it."""

from __future__ import annotations

import json
import re

from pro_context_codegen import payloads
from pro_context_codegen.spec import ContractSpec

# Fitted to what a vocabulary of today's models takes for these lists, within 3 %; tests/clients measures it with one.
_PER_WORD = 1.17
_PER_MARKS = 0.97
_WORD = re.compile(r"[A-Z]?[a-z]+|[A-Z]+")
_MARKS = re.compile(r"[^\w\s]+")


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
    text = json.dumps(entry, ensure_ascii=False, separators=(",", ":"))
    return round(_PER_WORD * len(_WORD.findall(text)) + _PER_MARKS * len(_MARKS.findall(text)))
