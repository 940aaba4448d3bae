"""Symbol tables of two versions of a package that does not exist."""

from __future__ import annotations

from dataclasses import replace

from pro_context_engine.domain.symbols import (
    PackageSymbol,
    Parameter,
    ParameterKind,
    Signature,
    SymbolDeprecation,
    SymbolKind,
    SymbolTable,
)

KINDS = {"*": ParameterKind.KEYWORD_ONLY, "/": ParameterKind.POSITIONAL_ONLY}


def signature(*parameters: str) -> Signature:
    """Return a signature of `name`, `name=default`, `*name=default` (keyword-only), `/name` and `**name`."""
    made = []
    for text in parameters:
        name, _, default = text.partition("=")
        kind = ParameterKind.ANY
        if name.startswith("**"):
            name, kind = name[2:], ParameterKind.VAR_KEYWORD
        elif name[0] in KINDS:
            name, kind = name[1:], KINDS[name[0]]
        made.append(Parameter(name, kind, default or None))
    return Signature(tuple(made))


def function(name: str, *parameters: str, kind: SymbolKind = SymbolKind.FUNCTION, **more: object) -> PackageSymbol:
    symbol = PackageSymbol(name, kind, name.rpartition(".")[0], signatures=(signature(*parameters),))
    return replace(symbol, **more)  # type: ignore[arg-type]


def cls(name: str, *own: str, **more: object) -> PackageSymbol:
    symbol = PackageSymbol(name, SymbolKind.CLASS, name.rpartition(".")[0], own=own)
    return replace(symbol, **more)  # type: ignore[arg-type]


def method(name: str, *parameters: str, **more: object) -> PackageSymbol:
    return function(name, *parameters, kind=SymbolKind.METHOD, **more)


def module(name: str) -> PackageSymbol:
    return PackageSymbol(name, SymbolKind.MODULE, name)


def deprecated(reason: str, since: str = "1.4", replacement: str = "") -> SymbolDeprecation:
    return SymbolDeprecation(since, reason, replacement)


def table(version: str, *symbols: PackageSymbol) -> SymbolTable:
    return SymbolTable("otter", version, symbols)
