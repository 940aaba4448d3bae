"""The scopes of a declaration file: its own, those of its namespaces, ambient modules and global declarations.

The module is over 300 lines because each form of statement fills the same scope.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import islice

from pro_context_engine.domain.value_class import value_class
from pro_context_engine.sources.packages.npm.declarations.declarations import KINDS, modifiers_of, references_of
from pro_context_engine.sources.packages.npm.declarations.members import parts
from pro_context_engine.sources.packages.npm.declarations.scanning import MOST_TOKENS, Scan, Statement

MOST_DECLARATIONS = 100_000
"""The maximum number of declarations of a file that are read."""

LONGEST_NAME = 300
"""The number of characters beyond which a name is left out."""

_VALUES = frozenset({"const", "let", "var"})
_DEEPEST = 8


@value_class
class Declared:
    """One declaration.

    Attributes:
        name: its name in its scope, "" for a default export without one.
        kind: "function", "class", "interface", "type", "const" (also for let and var) or "enum".
        scope: the scope in which its types are named.
        statement: its statement.
        at: the position after its name.
        last: the position after its last token.
        line: the line of its name.
    """

    name: str
    kind: str
    scope: Scope = field(repr=False)
    statement: Statement
    at: int
    last: int
    line: int


@value_class
class Import:
    """A name of another module: its specifier and the name there, "*" for the module itself."""

    specifier: str
    name: str


@dataclass(slots=True, eq=False)
class Scope:
    """The names of a file, a namespace, an ambient module or a `declare global` block.

    Attributes:
        path: path of the file.
        scan: its tokens.
        parent: the scope around it, None for a file.
        declared: declarations by local names.
        spaces: the namespaces in it, by local names.
        imported: imported names.
        aliases: local name to the dotted name that it stands for (`import a = b.c`).
        exported: public name to the local, perhaps dotted, name or to the import that it stands for.
        stars: specifiers of `export * from`.
        equals: the local name of `export =`, "" for none.
        global_name: the name of `export as namespace`, "" for none.
        implicit: whether everything that is declared is exported.
        is_module: whether a file imports or exports something.
        modules: ambient modules in the file, by specifiers.
        globals: the `declare global` blocks in the file.
        references: specifiers in `/// <reference path="…"/>` and in imports without names.
        truncated: whether declarations beyond a bound are left out.
        first: position of the first token of its first block, 0 of a file.
    """

    path: str
    scan: Scan
    parent: Scope | None = None
    first: int = 0
    declared: dict[str, list[Declared]] = field(default_factory=dict)
    spaces: dict[str, list[Scope]] = field(default_factory=dict)
    imported: dict[str, Import] = field(default_factory=dict)
    aliases: dict[str, str] = field(default_factory=dict)
    exported: dict[str, str | Import] = field(default_factory=dict)
    stars: list[str] = field(default_factory=list)
    equals: str = ""
    global_name: str = ""
    implicit: bool = True
    is_module: bool = False
    modules: list[tuple[str, Scope]] = field(default_factory=list)
    globals: list[Scope] = field(default_factory=list)
    references: list[str] = field(default_factory=list)
    truncated: bool = False

    def public(self) -> Iterator[tuple[str, str | Import]]:
        """Yield the exported names with their targets, without those of `export *`."""
        if self.implicit:
            yield from ((name, name) for name in (*self.declared, *self.spaces) if name and name not in self.exported)
        yield from self.exported.items()


def file_scope(path: str, text: str) -> Scope:
    """Return the scope of a declaration file.

    Args:
        path: path of the file.
        text: its text; broken text gives the scope of the declarations that can be read.
    """
    scope = Scope(path, Scan(text))
    scope.references += references_of(scope.scan)
    reader = _ScopeReader(scope)
    reader.read(scope, scope.scan.statements(), 0)
    scope.truncated = reader.truncated or len(scope.scan.tokens) >= MOST_TOKENS
    return scope


class _ScopeReader:
    """The reading of one file."""

    def __init__(self, file: Scope) -> None:
        self.truncated = False
        self._file = file
        self._scan = file.scan
        self._left = MOST_DECLARATIONS

    def read(self, scope: Scope, statements: Iterator[Statement], depth: int) -> None:
        """Add the statements of a block to a scope."""
        for statement in statements:
            self._left -= 1
            if self._left < 0:
                self.truncated = True
                return
            self._add(scope, statement, depth)

    def _add(self, scope: Scope, statement: Statement, depth: int) -> None:
        tokens = self._scan.tokens
        modifiers, at = modifiers_of(self._scan, statement)
        if at >= statement.last:
            return
        word = tokens[at].text
        following = tokens[at + 1] if at + 1 < statement.last else None
        if "export" in modifiers or word == "import":
            scope.is_module = True
        if word in ("namespace", "module", "global") and following and (following.kind != "mark"):
            self._add_space(scope, statement, at, depth)
        elif word == "type" and following and following.text in ("{", "*") and "export" in modifiers:
            _add_exports(scope, tokens_text(self._scan, at + 1, statement.last))
        elif word in KINDS:
            self._declare(scope, statement, at, modifiers)
        elif word == "import":
            _add_import(scope, tokens_text(self._scan, at + 1, statement.last), exported="export" in modifiers)
        elif "export" in modifiers:
            _add_exports(scope, tokens_text(self._scan, at, statement.last), default="default" in modifiers)

    def _declare(self, scope: Scope, statement: Statement, at: int, modifiers: set[str]) -> None:
        tokens, kind, named = self._scan.tokens, self._scan.tokens[at].text, at + 1
        if kind == "const" and named < statement.last and tokens[named].text == "enum":
            kind, named = "enum", named + 1
        if kind in _VALUES:
            for part in parts(self._scan, named, statement.last, ",;"):
                self._keep(scope, statement, "const", part.first, part.last)
                if "export" in modifiers:
                    scope.exported.setdefault(tokens[part.first].text, tokens[part.first].text)
            return
        name = tokens[named].text if named < statement.last and tokens[named].kind == "word" else ""
        if name == "extends" and kind == "class":
            name = ""
        if "default" in modifiers:
            scope.exported["default"] = name
        elif name and "export" in modifiers:
            scope.exported.setdefault(name, name)
        if name or "default" in modifiers:
            self._keep(scope, statement, kind, named if name else named - 1, statement.last, name)

    def _keep(self, scope: Scope, statement: Statement, kind: str, at: int, last: int, name: str | None = None) -> None:
        token = self._scan.tokens[at]
        if name is None:
            if token.kind != "word":
                return
            name = token.text
        if len(name) > LONGEST_NAME:
            self.truncated = True
            return
        declared = Declared(name, kind, scope, statement, at + 1, last, token.line)
        scope.declared.setdefault(name, []).append(declared)

    def _add_space(self, scope: Scope, statement: Statement, at: int, depth: int) -> None:
        """Add a namespace, an ambient module, or the global declarations."""
        tokens = self._scan.tokens
        opening = next((here for here in range(at, min(statement.last, at + 60)) if tokens[here].text == "{"), None)
        if opening is None:
            return
        if depth >= _DEEPEST:
            self.truncated = True
            return
        block = self._scan.statements(opening + 1, min(self._scan.closing(opening), statement.last))
        if tokens[at].text == "global" or tokens[at + 1].kind == "string":
            inner = Scope(self._file.path, self._scan, scope, opening)
            if tokens[at].text == "global":
                self._file.globals.append(inner)
            else:
                self._file.modules.append((tokens[at + 1].text.strip("'\""), inner))
        else:
            inner = scope
            if tokens[at - 1].text == "export" or tokens[at - 2].text == "export":
                scope.exported.setdefault(tokens[at + 1].text, tokens[at + 1].text)
            for name in [token.text for token in tokens[at + 1 : opening] if token.kind == "word"][:_DEEPEST]:
                spaces = inner.spaces.setdefault(name, [])
                if not spaces:
                    spaces.append(Scope(self._file.path, self._scan, inner, opening))
                inner = spaces[0]
        self._read_block(inner, block, depth + 1)

    def _read_block(self, scope: Scope, statements: Iterator[Statement], depth: int) -> None:
        """Add one of the blocks of a scope; a list of exports in one says nothing about the names of the others."""
        was_implicit, known = scope.implicit, len(scope.declared)
        scope.implicit = True
        self.read(scope, statements, depth)
        if scope.implicit is not was_implicit:
            fresh = islice(reversed(scope.declared), len(scope.declared) - known)
            names = islice(scope.declared, known) if was_implicit else fresh
            for name in filter(None, names):
                scope.exported.setdefault(name, name)
            scope.implicit = False


def tokens_text(scan: Scan, first: int, last: int) -> list[str]:
    """Return the tokens between two positions as text, without comments."""
    return [token.text for token in scan.tokens[first:last] if token.kind not in ("doc", "comment")]


def _add_import(scope: Scope, words: list[str], *, exported: bool) -> None:
    """Read the words after `import`."""
    if words[:1] == ["type"] and words[1:2] not in (["from"], ["="], [","]):
        words = words[1:]
    module = _specifier(words)
    if words and words[0][0] in "'\"":
        scope.references.append(module)
    if words[1:2] == ["="]:
        if words[2:4] == ["require", "("]:
            scope.imported[words[0]] = Import(module, "=")
        else:
            scope.aliases[words[0]] = "".join(word for word in words[2:] if word != ";")
        if exported:
            scope.exported[words[0]] = words[0]
        return
    if "{" in words:
        for name, local in _names_in_braces(words):
            scope.imported[local] = Import(module, name)
    if "*" in words[:4] and "as" in words:
        scope.imported[words[words.index("as") + 1]] = Import(module, "*")
    if words and words[0] not in ("{", "*", "type") and words[0][0] not in "'\"":
        scope.imported[words[0]] = Import(module, "default")


def _add_exports(scope: Scope, words: list[str], *, default: bool = False) -> None:
    """Read the words after `export`, `export type` or `export default`."""
    module = _specifier(words)
    if words[:1] == ["as"]:
        scope.global_name = words[2] if len(words) > 2 else ""
        return
    scope.implicit = False
    if words[0] == "=" or default:
        name = "".join(word for word in words[words[0] == "=" :] if word != ";")
        if words[0] == "=":
            scope.equals = name
        else:
            scope.exported["default"] = name
    elif words[0] == "{":
        for name, public in _names_in_braces(words):
            scope.exported[public] = Import(module, name) if module else name
    elif words[0] == "*" and words[1:2] == ["as"] and len(words) > 2:
        scope.exported[words[2].strip("'\"")] = Import(module, "*")
    elif words[0] == "*" and module:
        scope.stars.append(module)


def _specifier(words: list[str]) -> str:
    """Return the specifier of a module at the end of a statement, "" for none."""
    end = [word for word in words[-3:] if word not in (";", ")")]
    has_module = "from" in words or "require" in words or (words[:1] and words[0][:1] in ("'", '"'))
    return end[-1].strip("'\"") if has_module and end and end[-1][0] in "'\"" else ""


def _names_in_braces(words: list[str]) -> Iterator[tuple[str, str]]:
    """Yield (first name, second name) of the entries in braces: `a, type b as c`."""
    inside: list[str] = []
    for word in words[words.index("{") + 1 :]:
        if word not in (",", "}"):
            inside.append(word.strip("'\""))
            continue
        if len(inside) > 1 and inside[0] == "type" and inside[1] != "as":
            inside = inside[1:]
        if inside:
            yield inside[0], inside[-1]
        inside = []
        if word == "}":
            return
