"""Prompts of the garden contract, one function each.

Generated from spec/contracts/garden/prompts/; do not edit.
"""

from __future__ import annotations

from base64 import b64decode
from collections.abc import Callable, Mapping

from pro_context_contract.blocks import EmbeddedResource, Image
from pro_context_contract.contract import PromptMessage, PromptText, fence

__all__ = ["PROMPTS", "fence", "repot_plant", "name_plant"]


def repot_plant(
    *,
    plant_id: str,
    notes: str | None = None,
    class_: str | None = None,
) -> PromptText:
    """Plan to repot a plant. Guides the agent to the right pot.

    Args:
        plant_id: Which plant
        notes: Notes to keep
        class_: Its class
    """
    description = f"Repot {plant_id}"
    if class_:
        description += f" ({class_})"
    messages: list[PromptMessage] = []
    text = ""
    if notes:
        text += f'Notes on {{"{plant_id}"}}:\n{fence(notes)}\n\n'
    text += f'1. Use find-plant to find {plant_id} — "quoted", {{braced}}, back\\slashed\n2. Repot it'
    messages.append(PromptMessage("user", text))
    text = f"Which pot does {plant_id} have?"
    messages.append(PromptMessage("assistant", text))
    return PromptText(description, tuple(messages))


def name_plant(
    *,
    source: str,
) -> PromptText:
    """Name a plant from its picture.

    Args:
        source: Where the picture was found
    """
    description = "Name a plant"
    messages: list[PromptMessage] = []
    messages.append(
        PromptMessage(
            "user",
            Image(
                b64decode(
                    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVR42mP4z8AAAAMBAQD3A0FDAAAAAElFTkSuQmCC"
                ),
                "image/png",
            ),
        )
    )
    uri = f"{source}"
    text = f"Found at {source}."
    messages.append(PromptMessage("user", EmbeddedResource(uri, "text/markdown", text)))
    text = "Which plant is this?"
    messages.append(PromptMessage("user", text))
    return PromptText(description, tuple(messages))


PROMPTS: Mapping[str, Callable[[Mapping[str, str]], PromptText]] = {
    "repot-plant": lambda arguments: repot_plant(
        plant_id=arguments["plantId"],
        notes=arguments.get("notes"),
        class_=arguments.get("class"),
    ),
    "name-plant": lambda arguments: name_plant(
        source=arguments["source"],
    ),
}
"""The function that renders each prompt, by the prompt's name. It takes the arguments of prompts/get and raises KeyError
if a required one is missing.
"""
