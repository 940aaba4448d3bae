"""Where each thing stands on the site; every address is relative, so that the site may be mounted anywhere."""

from __future__ import annotations

from pro_context_codegen.naming import stem, words
from pro_context_codegen.spec import ContractSpec, Prompt, Resource, Tool

_FOLDERS = {Tool: "tools", Resource: "resources", Prompt: "prompts"}


def page_of(contract: ContractSpec, element: Tool | Resource | Prompt) -> str:
    """Return the page of an element, relative to the root."""
    return f"{contract.name}/{_FOLDERS[type(element)]}/{stem(element.name)}.html"


def root_of(page: str) -> str:
    """Return what leads from a page to the root: "" or one `../` per folder."""
    return "../" * page.count("/")


def anchor(name: str) -> str:
    """Return the anchor of an example."""
    return f"example.{'-'.join(words(name))}"
