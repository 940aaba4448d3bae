"""JSON Schemas of the errors that tools answer with, in the error style of the contract."""

from __future__ import annotations

from pro_context_codegen.spec import ContractSpec, ErrorCode, Schema

_RETRY_AFTER = "retryAfter"


def answer(contract: ContractSpec, error: ErrorCode) -> Schema:
    """Return the schema of the text of a failed result; in the style `prose` the text is sentences, no JSON."""
    match contract.error_style:
        case "wrapped":
            schema = _object({"error": _object(_common_members(error))})
        case "prose":
            schema = {"type": "string"}
        case _:
            schema = _payload(error)
    return {"description": error.when, **schema}


def _common_members(error: ErrorCode) -> dict[str, Schema]:
    """Return the schemas of the members that every error has."""
    properties: dict[str, Schema] = {
        "code": {"type": "string", "const": error.code},
        "message": {"type": "string", "description": "Reason of the error."},
        "recoverable": {"type": "boolean", "description": "Whether a retry may help."},
        "suggestion": {"type": "string", "description": "Advice for the next step."},
    }
    if isinstance(error.recoverable, bool):
        properties["recoverable"]["const"] = error.recoverable
    return properties


def _payload(error: ErrorCode) -> Schema:
    properties = _common_members(error)
    details = {detail.name: _detail(detail.type, detail.description) for detail in error.details}
    required = [detail.name for detail in error.details if not detail.optional]
    if _RETRY_AFTER in details:
        properties[_RETRY_AFTER] = details[_RETRY_AFTER]
    schema = _object(properties, [name for name in properties if name != _RETRY_AFTER or name in required])
    if details:
        schema["properties"]["details"] = _object(details, required)
    if required:
        schema["required"].append("details")
    return schema


def _detail(kind: str, description: str) -> Schema:
    schema: Schema = {"type": kind, "description": description}
    return {**schema, "items": {"type": "string"}} if kind == "array" else schema


def _object(properties: dict[str, Schema], required: list[str] | None = None) -> Schema:
    """Return the schema of an object; without `required`, all its properties are required."""
    return {
        "type": "object",
        "properties": properties,
        "required": list(properties if required is None else required),
    }
