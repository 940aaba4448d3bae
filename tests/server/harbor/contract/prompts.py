"""Prompts of the harbor contract."""

from pro_context_contract import PromptMessage, PromptText


def plan_voyage(*, destination: str, cargo: str | None = None) -> PromptText:
    """Plan a voyage."""
    text = f"Sail to {destination}." + (f" Carry {cargo}." if cargo else "")
    return PromptText(f"Voyage to {destination}", (PromptMessage("user", text),))


PROMPTS = {
    "plan-voyage": lambda arguments: plan_voyage(destination=arguments["destination"], cargo=arguments.get("cargo"))
}
