"""The declarations of a file: their names, the exported ones among them, and re-exports."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property

from pro_context_engine.domain.value_class import value_class
from pro_context_engine.sources.packages.npm.declarations.scanning import Scan, Statement, Token
from pro_context_engine.sources.packages.npm.declarations.type_bases import type_bases

KINDS = frozenset({"function", "class", "interface", "type", "const", "let", "var", "enum"})
_SPACES = frozenset({"namespace", "module", "global"})
_MODIFIERS = frozenset({"export", "default", "declare", "abstract", "async"})
_DEEPEST = 4


@value_class
class Declaration:
    """One declaration.

    Attributes:
        name: dotted within namespaces and modules (`React.useState`); "" for a default export without a name.
        kind: "function", "class", "interface", "type", "const", "let", "var" or "enum".
        doc: its documentation comment, with its delimiters.
        statement: its statement.
        head: position of its first token after `export`, `default` and `declare`.
        exported: whether it has an `export` modifier, or is in a namespace or module.
    """

    name: str
    kind: str
    doc: str
    statement: Statement
    head: int
    exported: bool


@value_class
class ReExport:
    """A re-export of names from another file.

    Attributes:
        module: specifier in the source.
        names: pairs of the name in the other file and the exported name; None for all.
    """

    module: str
    names: tuple[tuple[str, str], ...] | None


@dataclass
class FileDeclarations:
    """The declarations and re-exports of one file.

    Attributes:
        scan: its tokens.
        declared: declarations, in order.
        listed: local name to exported name, of `export { … }`, `export =` and `export default NAME`.
        listed_in_spaces: local name and exported name, of `export { … }` and `export import a = b` in namespaces.
        re_exports: re-exports.
        imported: local name to (specifier, name there; "*" for everything).
        references: files in `/// <reference path="…"/>`, for their global declarations.
    """

    scan: Scan
    declared: list[Declaration] = field(default_factory=list)
    listed: dict[str, str] = field(default_factory=dict)
    listed_in_spaces: list[tuple[str, str]] = field(default_factory=list)
    re_exports: list[ReExport] = field(default_factory=list)
    imported: dict[str, tuple[str, str]] = field(default_factory=dict)
    references: list[str] = field(default_factory=list)

    def public(self) -> Iterator[tuple[str, Declaration]]:
        """Yield exported name ("default" too) and declaration; without any export, all declarations are exported.

        A declaration with two exported names comes twice, with its own one first.
        """
        marked = bool(self.listed or self.re_exports) or any(one.exported for one in self.declared)
        in_spaces = {local for local, _ in self.listed_in_spaces}
        for one in self.declared:
            space, dot, rest = one.name.partition(".")
            if one.exported and not dot and one.name in self.listed:
                yield one.name, one
            if one.name in self.listed or (dot and space in self.listed):
                listed = self.listed.get(one.name)
                yield listed or f"{self._exported_space(space)}.{rest}", one
            elif one.exported or not marked or one.name in in_spaces:
                yield one.name or "default", one

    @cached_property
    def local_names(self) -> frozenset[str]:
        """The last parts of the names that it declares."""
        return frozenset(one.name.rpartition(".")[2] for one in self.declared)

    def bases(self, declaration: Declaration) -> list[str]:
        """Return the names of the types whose members a declaration has too, without type arguments."""
        return list(type_bases(self.scan, declaration.kind, declaration.head, declaration.statement.last))

    def elsewhere(self) -> list[ReExport]:
        """Return the re-exports, including imported names that are exported."""
        found = list(self.re_exports)
        for local, public in (*self.listed.items(), *self.listed_in_spaces):
            if local in self.imported:
                module, name = self.imported[local]
                found.append(ReExport(module, None if name == "*" else ((name, public),)))
        return found

    def _exported_space(self, space: str) -> str:
        listed = self.listed[space]
        return space if listed == "default" else listed


def declarations_of(text: str) -> FileDeclarations:
    """Return the declarations and re-exports of a declaration file."""
    found = FileDeclarations(Scan(text))
    found.references = list(references_of(found.scan))
    for statement in found.scan.statements():
        _add_statement(found, statement, "", outer=False, depth=0)
    return found


def body_opening(scan: Scan, declaration: Declaration) -> int | None:
    """Return the position of the opening bracket of a body that ends with the declaration, None for none."""
    last = declaration.statement.last
    at = declaration.head
    while at < last:
        token = scan.tokens[at]
        if token.text == "{" and scan.closing(at) >= last - 1:
            return at
        at = scan.closing(at) + 1 if token.kind == "open" else at + 1
    return None


def references_of(scan: Scan) -> Iterator[str]:
    """Yield the files in `/// <reference path="…"/>` at the top of a file, as relative specifiers."""
    for token in scan.tokens:
        if token.kind != "comment" or not token.text.startswith("///"):
            if token.kind not in ("comment", "doc"):
                return
            continue
        _, found, rest = token.text.partition("<reference path=")
        if found and rest[:1] in ("'", '"'):
            path = rest[1:].partition(rest[0])[0]
            yield path if path.startswith(".") else f"./{path}"


def modifiers_of(scan: Scan, statement: Statement) -> tuple[set[str], int]:
    """Return the modifiers that a statement begins with, and the position after them."""
    at, found = statement.first, set[str]()
    while at < statement.last and scan.tokens[at].text in _MODIFIERS:
        found.add(scan.tokens[at].text)
        at += 1
    return found, at


def _add_statement(found: FileDeclarations, statement: Statement, space: str, *, outer: bool, depth: int) -> None:
    """Add a statement to the declarations.

    Args:
        found: the declarations to fill.
        statement: a statement of the file, or of a namespace in it.
        space: name of the namespace with its dot, "" for none.
        outer: whether the namespace itself is exported.
        depth: depth of the namespace.
    """
    tokens = found.scan.tokens
    modifiers, at = modifiers_of(found.scan, statement)
    if at >= statement.last:
        return
    word = tokens[at].text
    if word in _SPACES and depth < _DEEPEST:
        _add_namespace(found, statement, at, space, exported=outer or "export" in modifiers, depth=depth)
    elif word in KINDS and not _is_list_of_types(tokens, at):
        _declare(found, statement, at, space, exported=outer or "export" in modifiers, default="default" in modifiers)
    elif not space:
        _add_import_or_export(found, statement, at, word, modifiers)
    elif (word == "{" or _is_list_of_types(tokens, at)) and "export" in modifiers:
        listed = _names_in_braces([token.text for token in tokens[at : statement.last]])
        found.listed_in_spaces += [(local, public) for local, public in listed if public != "default"]
    elif word == "import" and at + 3 < statement.last and tokens[at + 2].text == "=" and "export" in modifiers:
        found.listed_in_spaces.append((tokens[at + 3].text, tokens[at + 1].text))


def _is_list_of_types(tokens: list[Token], at: int) -> bool:
    """Tell whether a statement is `export type { … }` or `export type *`."""
    return tokens[at].text == "type" and at + 1 < len(tokens) and tokens[at + 1].text in ("{", "*")


def _declare(
    found: FileDeclarations, statement: Statement, at: int, space: str, *, exported: bool, default: bool
) -> None:
    tokens = found.scan.tokens
    kind = tokens[at].text
    named = at + 1
    if named < statement.last and tokens[named].text == "enum":
        kind, named = "enum", named + 1
    if named < statement.last and kind == "function" and tokens[named].text == "*":
        named += 1
    name = tokens[named].text if named < statement.last and tokens[named].kind == "word" else ""
    if kind == "type" and name in ("", "from"):
        return
    head = at - 1 if tokens[at - 1].text in ("abstract", "async") and at > statement.first else at
    if name and default:
        found.listed.setdefault(name, "default")
    if name or default:
        is_own = exported and not (default and name)
        found.declared.append(Declaration(space + name, kind, statement.doc, statement, head, is_own))


def _add_namespace(
    found: FileDeclarations, statement: Statement, at: int, space: str, *, exported: bool, depth: int
) -> None:
    """Add the statements in a namespace, a module or the global scope."""
    scan = found.scan
    opening = next((here for here in range(at, min(statement.last, at + 30)) if scan.tokens[here].text == "{"), None)
    if opening is None:
        return
    title = "".join(token.text for token in scan.tokens[at + 1 : opening]).strip("'\"`")
    word = scan.tokens[at].text
    is_module = word == "module" and scan.tokens[at + 1].kind == "string"
    named = f"{space}{title.removeprefix('node:')}."
    # An augmentation of another file's interface, or the single namespace of a module (`export = path`).
    is_same = word == "global" or (is_module and title.startswith(".")) or space == f"{title}."
    inner = space if is_same else named
    for one in scan.statements(opening + 1, min(scan.closing(opening), statement.last)):
        _add_statement(found, one, inner, outer=exported or is_module or word == "global" or not space, depth=depth + 1)


def _add_import_or_export(
    found: FileDeclarations, statement: Statement, at: int, word: str, modifiers: set[str]
) -> None:
    """Read an import, or an export of names that are declared elsewhere."""
    tokens = found.scan.tokens[at : statement.last]
    module = next((token.text.strip("'\"") for token in reversed(tokens) if token.kind == "string"), "")
    if word == "import":
        _import(found, [token.text for token in tokens[1:]], module)
    elif word == "=" or ("default" in modifiers and tokens[0].kind == "word"):
        name = next((token.text for token in tokens if token.kind == "word"), "")
        found.listed.setdefault(name, "default")
    elif "export" not in modifiers:
        return
    elif word == "{" or (word == "type" and len(tokens) > 1 and tokens[1].text == "{"):
        names = tuple(_names_in_braces([token.text for token in tokens]))
        if module:
            found.re_exports.append(ReExport(module, names))
        else:
            found.listed.update((local, public) for local, public in names if found.listed.get(local) is None)
    elif module and "*" in (token.text for token in tokens[:2]):
        found.re_exports.append(ReExport(module, None))


def _import(found: FileDeclarations, words: list[str], module: str) -> None:
    if "{" in words:
        inside = words[words.index("{") :]
        found.imported.update((local, (module, name)) for name, local in _names_in_braces(inside))
    if "as" in words and words[0] == "*":
        found.imported[words[2]] = (module, "*")
    elif words and words[0] not in ("{", "type"):
        found.imported[words[0]] = (module, "*" if "require" in words else "default")


def _names_in_braces(words: list[str]) -> Iterator[tuple[str, str]]:
    """Yield (first name, second name) of the entries in braces: `a, type b as c`."""
    inside: list[str] = []
    for word in words[words.index("{") + 1 :]:
        if word in (",", "}"):
            names = [one for one in inside if one not in ("as", "type")] or inside
            if names:
                yield names[0], names[-1]
            inside = []
            if word == "}":
                return
        else:
            inside.append(word)
