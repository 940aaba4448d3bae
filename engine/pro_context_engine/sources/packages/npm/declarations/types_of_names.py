"""The types that declarations name: those of options, of results and of members.

A package exports `run(options: RunOptions)` and seldom `RunOptions` too, though users write these options.
"""

from __future__ import annotations

from collections import defaultdict, deque
from collections.abc import Iterator

from pro_context_engine.sources.packages.npm.declarations.declarations import Declaration, FileDeclarations
from pro_context_engine.sources.packages.npm.declarations.scanning import Token

EVERYTHING = "*"
"""The name that stands for all that a module exports."""

_MOST_NAMES = 2_000
_BODIES = frozenset({"interface", "class", "enum"})
_BEFORE_BODY = frozenset({"=", "&", "|", ",", "<"})


def named_types(declared: FileDeclarations, one: Declaration) -> set[tuple[str, str]]:
    """Return the types that a declaration names: the imported module, "" for the same file, and the name there."""
    tokens = [token for token in declared.scan.tokens[one.head : one.statement.last] if token.kind != "doc"]
    local = declared.local_names
    found: set[tuple[str, str]] = set()
    for at, token in enumerate(tokens):
        if token.kind != "word" or (at and tokens[at - 1].text == "."):
            continue
        if token.text in declared.imported:
            found.add(_imported(*declared.imported[token.text], tokens, at))
        elif token.text in local:
            found.add(("", token.text))
        elif token.text == "import" and _text(tokens, at + 1) == "(":
            name = _text(tokens, at + 5) if _text(tokens, at + 4) == "." else EVERYTHING
            found.add((_text(tokens, at + 2).strip("'\""), name))
        if len(found) >= _MOST_NAMES:
            break
    return found


def types_behind(declared: FileDeclarations) -> Iterator[Declaration]:
    """Yield the declarations of a file that it does not export, and that its exported ones name."""
    public = {id(one) for _, one in declared.public()}
    hidden: defaultdict[str, list[Declaration]] = defaultdict(list)
    for one in declared.declared:
        if id(one) not in public:
            hidden[one.name.rpartition(".")[2]].append(one)
    waiting = deque(one for _, one in declared.public()) if hidden else deque[Declaration]()
    while waiting:
        for specifier, name in sorted(named_types(declared, waiting.popleft())):
            for one in hidden.pop(name, ()) if not specifier else ():
                yield one
                waiting.append(one)


def shown_names(declared: FileDeclarations) -> Iterator[tuple[str, Declaration]]:
    """Yield the documented names of a file: the exported ones, then the types behind them that have members."""
    yield from declared.public()
    yield from ((one.name, one) for one in types_behind(declared) if is_described(declared, one))


def is_telling(declared: FileDeclarations, one: Declaration) -> bool:
    """Tell whether a declaration has members or words of its own: not an alias of other types."""
    if one.kind != "type" or one.doc:
        return True
    tokens = declared.scan.tokens
    return any(
        tokens[at].text == "{" and tokens[at - 1].text in _BEFORE_BODY and _text(tokens, at + 1) not in ("[", "}")
        for at in range(one.head + 1, one.statement.last)
    )


def is_described(declared: FileDeclarations, one: Declaration) -> bool:
    """Tell whether a declaration that is not exported is worth a section."""
    return one.kind in _BODIES or (one.kind == "type" and is_telling(declared, one))


def _imported(specifier: str, name: str, tokens: list[Token], at: int) -> tuple[str, str]:
    """Return the module and the name of an imported name at a token; of `kit.Otter` the name behind the dot."""
    if _text(tokens, at + 1) != "." or at + 2 >= len(tokens):
        return specifier, name
    return specifier, tokens[at + 2].text if name == EVERYTHING else f"{name}.{tokens[at + 2].text}"


def _text(tokens: list[Token], at: int) -> str:
    return tokens[at].text if at < len(tokens) else ""
