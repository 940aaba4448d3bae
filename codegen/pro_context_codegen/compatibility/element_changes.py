"""The changes in tools, resources, prompts and error codes between two bundles of a contract."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from pro_context_codegen.compatibility import schema_changes
from pro_context_codegen.compatibility.changes import Change, differing_keys, old_and_new, same, text_changes
from pro_context_codegen.compatibility.schema_changes import Side
from pro_context_codegen.contract_schemas import with_limits
from pro_context_codegen.spec import Schema

Json = Mapping[str, Any]
_TITLES = ("title", "description")
_NAMES = (*_TITLES, "name", "since")
# The default of each hint of MCP's ToolAnnotations; the other value is a promise that hosts act on.
_ASSUMED = {"readOnlyHint": False, "destructiveHint": True, "idempotentHint": False, "openWorldHint": True}


def changes(before: Json, after: Json) -> Iterator[Change]:
    """Yield the changes in the elements of two bundles, in the contract's order."""
    yield from _listed("tool", _tools(before), _tools(after), _tool)
    yield from _listed("resource", _resources(before), _resources(after), _resource)
    yield from _listed("prompt", _by_name(before, "prompts"), _by_name(after, "prompts"), _prompt)
    yield from _listed("error", before.get("errors", {}), after.get("errors", {}), _error)


def unjudged(where: str, before: Json, after: Json, known: tuple[str, ...]) -> Iterator[Change]:
    """Yield the differences that no rule covers, among the keys that both sides have."""
    for key in sorted(before.keys() & after.keys() - set(known)):
        if not same(before[key], after[key]):
            yield Change(where, "unjudged", f"{key} changed")


def _by_name(bundle: Json, *lists: str) -> dict[str, Json]:
    return {entry["name"]: entry for key in lists for entry in bundle.get(key, [])}


def _tools(bundle: Json) -> dict[str, Json]:
    """Return tools by name, each with its kinds of content block, and the limits and other names of its arguments."""
    blocks, limits, accepts = (bundle.get(key, {}) for key in ("blocks", "limits", "accepts"))
    return {
        name: {
            **entry,
            "blocks": blocks.get(name, []),
            "accepts": accepts.get(name, {}),
            "inputSchema": with_limits(_input(entry), limits.get(name, {})),
        }
        for name, entry in _by_name(bundle, "tools").items()
    }


def _input(tool: Json) -> Schema:
    return dict(tool.get("inputSchema", {}))


def _resources(bundle: Json) -> dict[str, Json]:
    """Return resources and templates by name, each with the schema of its contents."""
    contents = bundle.get("contents", {})
    entries = _by_name(bundle, "resources", "resourceTemplates")
    return {name: {**entry, "contents": contents.get(f"resource:{name}", {})} for name, entry in entries.items()}


def _listed(
    kind: str,
    before: Mapping[str, Json],
    after: Mapping[str, Json],
    compare: Callable[[str, Json, Json], Iterator[Change]],
) -> Iterator[Change]:
    """Yield the additions, removals and changes in one list of elements."""
    added = {name: entry for name, entry in after.items() if name not in before}
    for name, entry in before.items():
        where = f"{kind}:{name}"
        if name in after:
            yield from compare(where, entry, after[name])
            continue
        successor = next((other for other in added if same(_body(added[other]), _body(entry))), None)
        if successor:
            del added[successor]
            yield Change(where, f"{kind}-renamed", f"is called {successor} now")
        else:
            yield Change(where, f"{kind}-removed", "was removed")
    for name in added:
        yield Change(f"{kind}:{name}", f"{kind}-added", "was added")


def _body(entry: Json) -> Json:
    return {key: value for key, value in entry.items() if key not in _NAMES}


def _tool(where: str, before: Json, after: Json) -> Iterator[Change]:
    known = (*_NAMES, "inputSchema", "outputSchema", "blocks", "accepts", "annotations")
    yield from text_changes(where, before, after, *_TITLES)
    yield from schema_changes.changes(
        f"{where}.input", Side.INPUT, before.get("inputSchema", {}), after.get("inputSchema", {})
    )
    yield from schema_changes.changes(
        f"{where}.output", Side.OUTPUT, before.get("outputSchema", {}), after.get("outputSchema", {})
    )
    yield from schema_changes.changes(f"{where}.blocks", Side.OUTPUT, _kinds(before), _kinds(after))
    yield from schema_changes.changes(f"{where}.accepts", Side.INPUT, _readings(before), _readings(after))
    yield from _annotations(f"{where}.annotations", before.get("annotations", {}), after.get("annotations", {}))
    yield from unjudged(where, before, after, known)


def _kinds(tool: Json) -> Schema:
    """Return the schema of the type of a tool's content blocks."""
    return {"enum": list(tool["blocks"])} if tool["blocks"] else {}


def _readings(tool: Json) -> Schema:
    """Return the schema of the names that a call may use: the published ones, and the others with their argument."""
    others = [
        f"{name} for {argument}"
        for argument, entry in tool["accepts"].items()
        for name in (
            *(
                name
                for key in ("names", "implies", "beside", "joined", "anchor", "firstLine", "lastLine")
                for name in entry.get(key, ())
            ),
            *(
                f"{name} as {key}"
                for key in ("ecosystem", "owner", "pinned", "words", "before")
                for name in entry.get(key, ())
            ),
            *(
                f"{name} as {sets}"
                for key in ("flags", "pair", "lineRange")
                for sets, names in entry.get(key, {}).items()
                for name in names
            ),
            *(f"{word} as {option}" for word, option in entry.get("values", {}).items()),
            *(f"a {form}" for form in [entry.get("form")] if form),
            *(f"the first of {other}" for other in [entry.get("firstOf")] if other),
        )
    ]
    return {"enum": ["the published names", *others]}


def _annotations(where: str, before: Json, after: Json) -> Iterator[Change]:
    yield from text_changes(where, before, after, "title")
    for hint, assumed in _ASSUMED.items():
        was, now = before.get(hint, assumed), after.get(hint, assumed)
        if was != now:
            rule = "hint-withdrawn" if now is assumed else "hint-given"
            yield Change(where, rule, old_and_new({hint: was}, {hint: now}, hint))
    yield from unjudged(where, before, after, ("title", *_ASSUMED))


def _resource(where: str, before: Json, after: Json) -> Iterator[Change]:
    known = (*_NAMES, "uri", "uriTemplate", "mimeType", "annotations", "contents")
    yield from text_changes(where, before, after, *_TITLES, "annotations")
    addresses = [old_and_new(before, after, key) for key in differing_keys(before, after, "uri", "uriTemplate")]
    if addresses:
        yield Change(where, "resource-address-changed", ", ".join(addresses))
    if before["mimeType"] != after["mimeType"]:
        yield Change(where, "media-type-changed", old_and_new(before, after, "mimeType"))
    yield from schema_changes.changes(f"{where}.output", Side.OUTPUT, before["contents"], after["contents"])
    yield from unjudged(where, before, after, known)


def _prompt(where: str, before: Json, after: Json) -> Iterator[Change]:
    yield from text_changes(where, before, after, *_TITLES)
    yield from schema_changes.changes(where, Side.INPUT, _arguments(before), _arguments(after))
    yield from unjudged(where, before, after, (*_NAMES, "arguments"))


def _arguments(prompt: Json) -> Schema:
    """Return the schema that MCP implies for a prompt's arguments: texts, and only the listed ones."""
    arguments = prompt.get("arguments", [])
    return {
        "type": "object",
        "properties": {
            argument["name"]: {"type": "string", "description": argument.get("description", "")}
            for argument in arguments
        },
        "required": [argument["name"] for argument in arguments if argument.get("required")],
        "additionalProperties": False,
    }


def _error(where: str, before: Json, after: Json) -> Iterator[Change]:
    words = ("when", "message", "messageWithout", "suggestion", "suggestionWithout", "suggestionWhen")
    yield from text_changes(where, before, after, *words)
    if not same(before.get("recoverable"), after.get("recoverable")):
        yield Change(where, "recoverable-changed", old_and_new(before, after, "recoverable"))
    yield from schema_changes.changes(where, Side.OUTPUT, _details(before), _details(after))
    yield from unjudged(where, before, after, (*_NAMES, *words, "recoverable", "details", "raisedFrom", "raisedBy"))


def _details(error: Json) -> Schema:
    """Return the schema of the details that clients receive with an error."""
    details = error.get("details", {})
    return {
        "type": "object",
        "properties": {
            name: {key: value for key, value in detail.items() if key != "optional"} for name, detail in details.items()
        },
        "required": [name for name, detail in details.items() if not detail.get("optional")],
    }
