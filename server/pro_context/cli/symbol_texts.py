"""The symbols of a package as text: a line for each, or everything that is known about those with a name."""

from __future__ import annotations

import difflib
from collections.abc import Iterator, Sequence

from pro_context.cli.output import escape
from pro_context_engine import PackageSymbol, Signature, SymbolTable

MOST_LINES = 200
"""The number of symbols that are printed without a name."""

_SUMMARY_CHARACTERS = 80
_STARS = {"var-positional": "*", "var-keyword": "**"}


def details_text(found: Sequence[PackageSymbol]) -> str:
    """Return everything that is known about some symbols."""
    return "\n\n".join("\n".join(map(escape, _details(symbol))) for symbol in found)


def overview_text(table: SymbolTable, found: Sequence[PackageSymbol]) -> str:
    """Return a line for each of the most public symbols."""
    shown = found[:MOST_LINES]
    lines = [
        f"{escape(symbol.name):<50} {symbol.kind:<10} {escape(symbol.summary)[:_SUMMARY_CHARACTERS]}".rstrip()
        for symbol in shown
    ]
    head = f"{table.package} {table.version}: {len(found)} symbols, the most public first"
    more = [f"… and {len(found) - len(shown)} more; --json prints all"] if len(found) > len(shown) else []
    return "\n".join([head, *lines, *more])


def missing_text(table: SymbolTable, name: str) -> str:
    """Return the report that a package has no symbol with a name, with the names that are most like it."""
    last = name.rpartition(".")[2].lower()
    paths = {symbol.last_name.lower(): symbol.name for symbol in reversed(table.symbols)}
    near = [escape(paths[one]) for one in difflib.get_close_matches(last, paths, n=3, cutoff=0.7)]
    similar = f"; similar: {', '.join(near)}" if near else ""
    return f"{table.package} {table.version} has no public {escape(name)}{similar}"


def _details(symbol: PackageSymbol) -> Iterator[str]:
    """Yield the lines about one symbol."""
    yield f"{symbol.kind} {symbol.name}"
    yield from (f"  {symbol.last_name}{signature_text(signature)}" for signature in symbol.signatures)
    if symbol.summary:
        yield f"  {symbol.summary}"
    if symbol.deprecation:
        since = f" since {symbol.deprecation.since}" if symbol.deprecation.since else ""
        replacement = f"; use {symbol.deprecation.replacement}" if symbol.deprecation.replacement else ""
        yield f"  deprecated{since}{replacement}"
    if symbol.paths:
        yield f"  also {', '.join(symbol.paths)}"
    if symbol.bases:
        yield f"  bases {', '.join(symbol.bases)}"
    if symbol.own or symbol.inherited:
        inherited = f" and {len(symbol.inherited)} inherited" if symbol.inherited else ""
        yield f"  members {', '.join(symbol.own)}{inherited}"
    place = f"line {symbol.line} of {symbol.module}" if symbol.line else symbol.module
    yield f"  defined in {place}; documented in {symbol.url or 'no page'}"


def signature_text(signature: Signature) -> str:
    """Return a signature as a person writes it: `(path: str, *, mode: str = "r") -> bytes`."""
    parts: list[str] = []
    kinds = [parameter.kind.value for parameter in signature.parameters]
    for at, parameter in enumerate(signature.parameters):
        if kinds[at] == "keyword-only" and not {"keyword-only", "var-positional"} & set(kinds[:at]):
            parts.append("*")
        annotation = f": {parameter.annotation}" if parameter.annotation else ""
        equals = " = " if parameter.annotation else "="
        default = f"{equals}{parameter.default}" if parameter.default is not None else ""
        parts.append(f"{_STARS.get(kinds[at], '')}{parameter.name}{annotation}{default}")
        if kinds[at] == "positional-only" and kinds[at + 1 : at + 2] != ["positional-only"]:
            parts.append("/")
    return f"({', '.join(parts)})" + (f" -> {signature.returns}" if signature.returns else "")
