"""The contract `corpus` completed by the served corpus: by its taxonomy, its prompts and its description."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any

from pro_context_contract.contract import Contract, PromptMessage, PromptText

if TYPE_CHECKING:
    from pro_context_engine import Corpus, CorpusDescription, CorpusPrompt

_DESCRIPTION = "${corpus_description}"
_KEY = "{key}"

Renderer = Callable[[Mapping[str, str]], PromptText]


def complete_contract(contract: Contract, corpus: Corpus) -> Contract:
    """Return a contract with the filters, prompts and instructions of a corpus.

    Args:
        contract: the published contract; its `corpus_filters` names the tool that is completed.
        corpus: an open corpus.
    """
    about = corpus.description
    tools = tuple(
        _complete_tool(tool, about) if tool["name"] == contract.corpus_filters else tool for tool in contract.tools
    )
    prompts = (*contract.prompts, *(_prompt_entry(prompt) for prompt in about.prompts))
    instructions = about.instructions or contract.initialize.get("instructions", "")
    initialize = {**contract.initialize, "instructions": instructions}
    return replace(contract, tools=tools, prompts=prompts, initialize=initialize)


def renderers(corpus: Corpus) -> dict[str, Renderer]:
    """Return the renderers of the corpus' prompts, by name."""
    return {prompt.name: partial(_render, prompt) for prompt in corpus.description.prompts}


def _complete_tool(tool: Mapping[str, Any], about: CorpusDescription) -> dict[str, Any]:
    schema = tool["inputSchema"]
    return {
        **tool,
        "description": tool["description"].replace(_DESCRIPTION, about.description),
        "inputSchema": {
            **schema,
            "properties": schema["properties"] | dict(_filters(schema["additionalProperties"], about)),
            "additionalProperties": False,
        },
    }


def _filters(pattern: Mapping[str, Any], about: CorpusDescription) -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield an argument for each key of the taxonomy, which filters by that key."""
    for key, facet in about.taxonomy.items():
        description = facet.description or pattern["description"].replace(_KEY, key)
        yield key, {**pattern, "description": description, "enum": list(facet.values)}


def _prompt_entry(prompt: CorpusPrompt) -> dict[str, Any]:
    """Return a prompt's entry in prompts/list."""
    texts = {"title": prompt.title, "description": prompt.description}
    arguments = [
        {
            "name": argument.name,
            **{key: text for key, text in (("title", argument.title), ("description", argument.description)) if text},
            "required": argument.required,
        }
        for argument in prompt.arguments
    ]
    return {"name": prompt.name, **{key: text for key, text in texts.items() if text}, "arguments": arguments}


def _render(prompt: CorpusPrompt, arguments: Mapping[str, str]) -> PromptText:
    # Only a server of a corpus needs this import.
    from pro_context_engine import render_corpus_prompt  # noqa: PLC0415

    messages = tuple(PromptMessage(message.role, message.text) for message in render_corpus_prompt(prompt, arguments))
    return PromptText(prompt.description or prompt.title, messages)
