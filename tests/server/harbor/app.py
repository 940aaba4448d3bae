"""The harbor contract as an app of the server."""

from collections.abc import Mapping

from tests.server.harbor.docs import HarborDocs

from pro_context.app import assemble
from pro_context.protocol.binding import ContractPackages
from pro_context.protocol.served_contract import App
from pro_context_contract import Contract
from pro_context_contract.contract import ErrorEntry

PACKAGES = ContractPackages("tests.server.harbor.contract", "tests.server.harbor.handlers")

_NOT_FOUND = ErrorEntry(
    code="HARBOR_NOT_FOUND",
    since="1.0.0",
    when="There is no such harbor.",
    recoverable=True,
    message="No harbor '{libraryId}'.",
    suggestion="Look at the chart.",
    details={},
    raised_from=("LibraryUnknown",),
    raised_by="",
)

_GREET_INPUT = {
    "type": "object",
    "properties": {
        "shipName": {"type": "string", "description": "Whom to greet.", "maxLength": 20},
        "times": {"type": "integer", "description": "How often.", "default": 1, "minimum": 1, "maximum": 3},
    },
    "required": ["shipName"],
    "additionalProperties": False,
}
_GREET_OUTPUT = {
    "type": "object",
    "properties": {"greeting": {"type": "string"}, "shipsSeen": {"type": "integer"}},
    "required": ["greeting", "shipsSeen"],
}
_HORN_INPUT = {
    "type": "object",
    "properties": {
        "how": {
            "type": "string",
            "description": "In which way.",
            "enum": ["softly", "print", "crash", "fact", "strange-fact", "bad-result", "progress", "wait"],
        }
    },
    "required": ["how"],
    "additionalProperties": False,
}
_HORN_OUTPUT = {
    "type": "object",
    "properties": {"sounded": {"type": "integer", "maximum": 9}},
    "required": ["sounded"],
}


def _tool(name: str, title: str, given: object, returned: object) -> dict[str, object]:
    return {
        "name": name,
        "title": title,
        "description": f"{title}.",
        "inputSchema": given,
        "outputSchema": returned,
        "annotations": {"title": title, "readOnlyHint": True, "openWorldHint": False},
    }


def _resource(where: str, uri: str, name: str, mime_type: str) -> dict[str, object]:
    return {where: uri, "name": name, "title": name.title(), "description": f"The {name}.", "mimeType": mime_type}


CONTRACT = Contract(
    name="harbor",
    version="1.2.3",
    error_style="flat",
    protocol_versions=("2025-11-25", "2025-06-18", "2025-03-26", "2026-07-28"),
    initialize={
        "capabilities": {
            "tools": {"listChanged": False},
            "resources": {"subscribe": False, "listChanged": True},
            "prompts": {"listChanged": False},
            "logging": {},
            "completions": {},
        },
        "serverInfo": {"name": "harbor", "title": "Harbor", "version": "1.2.3", "description": "A harbor"},
        "instructions": "Start with greet-ship.",
    },
    tools=(
        _tool("greet-ship", "Greet Ship", _GREET_INPUT, _GREET_OUTPUT),
        _tool("sound-horn", "Sound Horn", _HORN_INPUT, _HORN_OUTPUT),
    ),
    resources=(
        _resource("uri", "harbor://tide", "tide", "application/json"),
        _resource("uri", "harbor://session/ships", "ships", "application/json"),
    ),
    resource_templates=(_resource("uriTemplate", "berth://{+berth}/plan", "berth", "text/markdown"),),
    prompts=(
        {
            "name": "plan-voyage",
            "title": "Plan Voyage",
            "description": "Plan a voyage.",
            "arguments": [
                {"name": "destination", "description": "Where to.", "required": True},
                {"name": "cargo", "description": "What with.", "required": False},
            ],
        },
    ),
    errors={"HARBOR_NOT_FOUND": _NOT_FOUND},
    prompt_completions={"plan-voyage": {"destination": "library"}},
    template_completions={"berth://{+berth}/plan": {"berth": "version"}},
)


async def complete(kind: str, beginning: str, given: Mapping[str, str]) -> list[str]:
    """Return 150 values, to see them cut."""
    return [f"{kind}-{beginning}{number}" for number in range(150)]


def harbor_app(docs: HarborDocs) -> App:
    """Return the app on this engine."""
    return assemble(CONTRACT, docs, complete, HarborDocs, PACKAGES)
