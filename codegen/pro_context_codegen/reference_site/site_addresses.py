"""The addresses of the site's pages, all relative, so that any path can serve the site."""

from __future__ import annotations

from pro_context_codegen.naming import stem, words
from pro_context_codegen.spec import ContractSpec, Prompt, Resource, Tool

_FOLDERS = {Tool: "tools", Resource: "resources", Prompt: "prompts"}


def page_of(contract: ContractSpec, element: Tool | Resource | Prompt) -> str:
    """Return the address of an element's page, relative to the root."""
    return f"{contract.name}/{_FOLDERS[type(element)]}/{stem(element.name)}.html"


def root_of(page: str) -> str:
    """Return the address of the root, relative to a page: "", or one `../` per folder."""
    return "../" * page.count("/")


def anchor(name: str) -> str:
    """Return the anchor of an example."""
    return f"example.{'-'.join(words(name))}"
