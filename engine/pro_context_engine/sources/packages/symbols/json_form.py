"""A symbol table as JSON values: for storage, and for programs that read it; docs/symbols.md describes the form."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from pro_context_engine.concurrency.collection_pause import collection_paused
from pro_context_engine.domain.symbols import (
    PackageSymbol,
    Parameter,
    ParameterKind,
    Signature,
    SymbolDeprecation,
    SymbolKind,
    SymbolTable,
)


def to_json(table: SymbolTable) -> dict[str, Any]:
    """Return a table as JSON values; a field with its default value is left out."""
    values: dict[str, Any] = {"package": table.package, "version": table.version}
    if table.truncated:
        values["truncated"] = True
    values["symbols"] = [symbol_to_json(symbol) for symbol in table.symbols]
    return values


def of_json(values: Mapping[str, Any]) -> SymbolTable:
    """Return the table that `to_json` made the values of.

    Raises:
        ValueError: the values are of another form.
    """
    try:
        with collection_paused():
            symbols = tuple(symbol_of_json(one) for one in values["symbols"])
        return SymbolTable(values["package"], values["version"], symbols, values.get("truncated", False))
    except (KeyError, TypeError, AttributeError, IndexError) as error:
        raise ValueError("the values are not a symbol table") from error


def symbol_to_json(symbol: PackageSymbol) -> dict[str, Any]:
    """Return one symbol as JSON values, the fields in the order of `PackageSymbol`."""
    deprecation = symbol.deprecation
    values: dict[str, Any] = {
        "name": symbol.name,
        "kind": symbol.kind.value,
        "module": symbol.module,
        "paths": list(symbol.paths),
        "signatures": [_signature_to_json(one) for one in symbol.signatures],
        "bases": list(symbol.bases),
        "own": list(symbol.own),
        "inherited": list(symbol.inherited),
        "decorators": list(symbol.decorators),
        "deprecation": None,
        "summary": symbol.summary,
        "url": symbol.url,
        "pathUrls": dict(symbol.path_urls),
        "line": symbol.line,
        "rank": symbol.rank,
        "since": symbol.since,
    }
    found = {key: value for key, value in values.items() if value or key == "name"}
    if deprecation is not None:
        parts = {"since": deprecation.since, "reason": deprecation.reason, "replacement": deprecation.replacement}
        found["deprecation"] = {key: value for key, value in parts.items() if value}
    if symbol.complete != 1:
        found["complete"] = symbol.complete
    return found


def symbol_of_json(values: Mapping[str, Any]) -> PackageSymbol:
    """Return the symbol that `symbol_to_json` made the values of.

    Raises:
        ValueError, KeyError, TypeError, AttributeError, IndexError: the values are of another form.
    """
    deprecation = values.get("deprecation")
    return PackageSymbol(
        values["name"],
        SymbolKind(values["kind"]),
        module=values.get("module", ""),
        paths=tuple(values.get("paths", ())),
        signatures=tuple(_signature_of_json(one) for one in values.get("signatures", ())),
        bases=tuple(values.get("bases", ())),
        own=tuple(values.get("own", ())),
        inherited=tuple(values.get("inherited", ())),
        decorators=tuple(values.get("decorators", ())),
        deprecation=None if deprecation is None else SymbolDeprecation(**deprecation),
        summary=values.get("summary", ""),
        url=values.get("url", ""),
        path_urls=tuple(values.get("pathUrls", {}).items()),
        since=values.get("since", ""),
        line=values.get("line", 0),
        complete=values.get("complete", 1.0),
        rank=values.get("rank", 0),
    )


def _signature_to_json(signature: Signature) -> dict[str, Any]:
    parameters = [_parameter_to_json(one) for one in signature.parameters]
    values = {"parameters": parameters} if parameters else {}
    return values if signature.returns is None else {**values, "returns": signature.returns}


def _signature_of_json(values: Mapping[str, Any]) -> Signature:
    parameters: Sequence[Mapping[str, Any]] = values.get("parameters", ())
    return Signature(tuple(_parameter_of_json(one) for one in parameters), values.get("returns"))


def _parameter_to_json(parameter: Parameter) -> dict[str, Any]:
    values: dict[str, Any] = {"name": parameter.name}
    if parameter.kind is not ParameterKind.ANY:
        values["kind"] = parameter.kind.value
    if parameter.default is not None:
        values["default"] = parameter.default
    if parameter.annotation is not None:
        values["annotation"] = parameter.annotation
    return values


def _parameter_of_json(values: Mapping[str, Any]) -> Parameter:
    kind = ParameterKind(values.get("kind", ParameterKind.ANY))
    return Parameter(values["name"], kind, values.get("default"), values.get("annotation"))
