"""Prompts of the full contract, one function each.

Generated from spec/contracts/full/prompts/; do not edit.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from pro_context_contract.contract import PromptMessage, PromptText, fence

__all__ = ["PROMPTS", "fence", "migrate_code", "debug_with_docs", "explain_api"]


def migrate_code(
    *,
    library_id: str,
    from_version: str,
    to_version: str,
    code_snippet: str | None = None,
) -> PromptText:
    """Generate a migration plan for upgrading library code between versions. Guides the agent to find changelogs and migration guides, then produce a step-by-step migration.

    Args:
        library_id: Library to migrate
        from_version: Current version
        to_version: Target version
        code_snippet: Code to migrate (optional)
    """
    description = f"Migration plan for upgrading {library_id} from {from_version} to {to_version}"
    messages: list[PromptMessage] = []
    text = (
        f"You are helping migrate code from {library_id} version {from_version} to {to_version}.\n"
        "\n"
        "Steps:\n"
        f"1. Use get-library-info to get the documentation index for {library_id}\n"
        '2. Look for changelog, migration guide, or "what\'s new" pages in the TOC\n'
        "3. Use read-page to fetch the relevant migration/changelog pages\n"
        "4. If specific APIs in the code snippet need investigation, use get-docs or search-docs\n"
        "5. Use compare-versions with the code to find the API changes that affect it, and check-code on the migrated code\n"
        "\n"
    )
    if code_snippet:
        text += f"Migrate the following code:\n{fence(code_snippet)}\n\n"
    text += (
        "Provide:\n"
        f"1. A list of breaking changes between {from_version} and {to_version} that affect this code\n"
        "2. The migrated code with explanations for each change\n"
        f"3. Any new features in {to_version} that could improve this code"
    )
    messages.append(PromptMessage("user", text))
    return PromptText(description, tuple(messages))


def debug_with_docs(
    *,
    library_id: str,
    error_message: str,
    code_snippet: str | None = None,
) -> PromptText:
    """Debug an issue using current library documentation. Guides the agent to search for error messages, find correct API usage, and produce a fix.

    Args:
        library_id: Library where the issue occurs
        error_message: Error message or description
        code_snippet: Code that produces the error (optional)
    """
    description = f"Debug {library_id} issue: {error_message}"
    messages: list[PromptMessage] = []
    text = f"You are debugging an issue with {library_id}.\n\nError: {error_message}\n\n"
    if code_snippet:
        text += f"Code:\n{fence(code_snippet)}\n\n"
    text += (
        "Steps:\n"
        "1. Use search-docs to find documentation related to this error message or the APIs involved\n"
        "2. Use read-page on the most relevant search results to understand correct usage\n"
        "3. If needed, use get-library-info to browse the TOC for related topics\n"
        "4. Use check-code on the code, before and after the fix, and compare-versions where a name is gone\n"
        "\n"
        "Based on the documentation, identify:\n"
        "1. The root cause of the error\n"
        "2. The correct API usage (with documentation source)\n"
        "3. A fixed version of the code"
    )
    messages.append(PromptMessage("user", text))
    return PromptText(description, tuple(messages))


def explain_api(
    *,
    library_id: str,
    api_name: str,
    version: str | None = None,
) -> PromptText:
    """Explain a library API with current documentation and examples. Guides the agent to find complete parameter docs, return values, and usage examples.

    Args:
        library_id: Library containing the API
        api_name: API to explain (class, function, module)
        version: Specific version (optional)
    """
    description = f"Explain {api_name} from {library_id}"
    messages: list[PromptMessage] = []
    text = f"Explain the {api_name} API from {library_id}"
    if version:
        text += f" (version {version})"
    text += (
        ".\n"
        "\n"
        "Steps:\n"
        f"1. Use get-docs to fetch documentation for {api_name}\n"
        "2. If the result has low confidence or is incomplete, use the relatedPages or get-library-info TOC to find more specific pages\n"
        "3. Use read-page on relevant pages to get complete API documentation\n"
        "4. If needed, use search-docs to find related APIs or usage patterns\n"
        "\n"
        "Provide:\n"
        f"1. What {api_name} does and when to use it\n"
        "2. Complete parameter/argument documentation\n"
        "3. Return value documentation\n"
        "4. At least 2 practical examples from the documentation\n"
        "5. Common pitfalls or gotchas"
    )
    messages.append(PromptMessage("user", text))
    return PromptText(description, tuple(messages))


PROMPTS: Mapping[str, Callable[[Mapping[str, str]], PromptText]] = {
    "migrate-code": lambda arguments: migrate_code(
        library_id=arguments["libraryId"],
        from_version=arguments["fromVersion"],
        to_version=arguments["toVersion"],
        code_snippet=arguments.get("codeSnippet"),
    ),
    "debug-with-docs": lambda arguments: debug_with_docs(
        library_id=arguments["libraryId"],
        error_message=arguments["errorMessage"],
        code_snippet=arguments.get("codeSnippet"),
    ),
    "explain-api": lambda arguments: explain_api(
        library_id=arguments["libraryId"],
        api_name=arguments["apiName"],
        version=arguments.get("version"),
    ),
}
"""The function that renders each prompt, by the prompt's name. It takes the arguments of prompts/get and raises KeyError
if a required one is missing.
"""
