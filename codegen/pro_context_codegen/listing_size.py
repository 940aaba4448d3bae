"""The cost of a contract's list of tools, in tokens of a model that receives it."""

from __future__ import annotations

import json
import re

from pro_context_codegen import payloads
from pro_context_codegen.spec import ContractSpec

# Fitted to the token counts of a current model's vocabulary for these lists, within 3 %; tests/clients measures it.
_PER_WORD = 1.17
_PER_MARKS = 0.97
_WORD = re.compile(r"[A-Z]?[a-z]+|[A-Z]+")
_MARKS = re.compile(r"[^\w\s]+")


def costs(contract: ContractSpec, *, with_output: bool) -> dict[str, int]:
    """Return the estimated cost of each tool's entry in tools/list, in tokens, by the tool's name.

    Args:
        contract: the contract with the tools.
        with_output: whether the client passes output schemas to the model too.
    """
    return {
        tool["name"]: _tokens({key: value for key, value in tool.items() if with_output or key != "outputSchema"})
        for tool in payloads.tools(contract)
    }


def _tokens(entry: dict[str, object]) -> int:
    text = json.dumps(entry, ensure_ascii=False, separators=(",", ":"))
    return round(_PER_WORD * len(_WORD.findall(text)) + _PER_MARKS * len(_MARKS.findall(text)))
