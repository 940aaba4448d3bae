"""The declarations of a file: what is declared under which name, what of it is exported, and from where."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from pro_context_engine.sources.packages.type_declarations.scanning import Scan, Statement

_KINDS = frozenset({"function", "class", "interface", "type", "const", "let", "var", "enum"})
_SPACES = frozenset({"namespace", "module", "global"})
_MODIFIERS = frozenset({"export", "default", "declare", "abstract", "async"})
_DEEPEST = 4


@dataclass(frozen=True, slots=True)
class Declaration:
    """One declaration.

    Attributes:
        name: dotted within namespaces and modules (`React.useState`); "" for a default export without a name.
        kind: "function", "class", "interface", "type", "const", "let", "var" or "enum".
        doc: its documentation comment, with its marks.
        statement: where it stands.
        head: position of its first token after `export`, `default` and `declare`.
        exported: whether it says so itself; what stands in a namespace or module is.
    """

    name: str
    kind: str
    doc: str
    statement: Statement
    head: int
    exported: bool


@dataclass(frozen=True, slots=True)
class ReExport:
    """What a file hands on from another.

    Attributes:
        module: specifier, as it is written.
        names: the other file's name to the own one; None for all.
    """

    module: str
    names: tuple[tuple[str, str], ...] | None


@dataclass(slots=True)
class FileDeclarations:
    """What one file declares and hands on.

    Attributes:
        scan: its tokens.
        declared: in its order.
        listed: local name to exported name, of `export { … }`, `export =` and `export default NAME`.
        handed_on: what it re-exports.
        imported: local name to (specifier, name there; "*" for everything).
        references: files that it names by `/// <reference path="…"/>` or for what they declare globally.
    """

    scan: Scan
    declared: list[Declaration] = field(default_factory=list)
    listed: dict[str, str] = field(default_factory=dict)
    handed_on: list[ReExport] = field(default_factory=list)
    imported: dict[str, tuple[str, str]] = field(default_factory=dict)
    references: list[str] = field(default_factory=list)

    def public(self) -> Iterator[tuple[str, Declaration]]:
        """Give exported name ("default" too) and declaration; where nothing says what is exported, everything is."""
        marked = bool(self.listed or self.handed_on) or any(one.exported for one in self.declared)
        for one in self.declared:
            space, dot, rest = one.name.partition(".")
            if one.name in self.listed or (dot and space in self.listed):
                listed = self.listed.get(one.name)
                yield listed or f"{self._shown(space)}.{rest}", one
            elif one.exported or not marked:
                yield one.name, one

    def elsewhere(self) -> list[ReExport]:
        """Return what it hands on, what it imports to do so included."""
        found = list(self.handed_on)
        for local, public in self.listed.items():
            if local in self.imported:
                module, name = self.imported[local]
                found.append(ReExport(module, None if name == "*" else ((name, public),)))
        return found

    def _shown(self, space: str) -> str:
        listed = self.listed[space]
        return space if listed == "default" else listed


def declarations_of(text: str) -> FileDeclarations:
    """Return what a declaration file declares and hands on."""
    found = FileDeclarations(Scan(text))
    found.references = list(_references(found.scan))
    for statement in found.scan.statements():
        _sort_in(found, statement, "", outer=False, depth=0)
    return found


def _references(scan: Scan) -> Iterator[str]:
    for token in scan.tokens:
        if token.kind != "comment" or not token.text.startswith("///"):
            if token.kind not in ("comment", "doc"):
                return
            continue
        _, found, rest = token.text.partition("<reference path=")
        if found and rest[:1] in ("'", '"'):
            path = rest[1:].partition(rest[0])[0]
            yield path if path.startswith(".") else f"./{path}"


def _sort_in(found: FileDeclarations, statement: Statement, space: str, *, outer: bool, depth: int) -> None:
    """Put a statement where it belongs.

    Args:
        found: what is filled.
        statement: of the file, or of a namespace in it.
        space: name of the namespace with its dot, "" for none.
        outer: whether the namespace itself is exported.
        depth: of the namespace.
    """
    tokens = found.scan.tokens
    at, said = statement.first, set()
    while at < statement.last and tokens[at].text in _MODIFIERS:
        said.add(tokens[at].text)
        at += 1
    if at >= statement.last:
        return
    word = tokens[at].text
    if word in _SPACES and depth < _DEEPEST:
        _enter(found, statement, at, space, exported=outer or "export" in said, depth=depth)
    elif word in _KINDS:
        _declare(found, statement, at, space, exported=outer or "export" in said, default="default" in said)
    elif not space:
        _hand_on(found, statement, at, word, said)


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
        found.declared.append(Declaration(space + name, kind, statement.doc, statement, head, exported))


def _enter(found: FileDeclarations, statement: Statement, at: int, space: str, *, exported: bool, depth: int) -> None:
    """Sort in what stands in a namespace, a module or the global scope."""
    scan = found.scan
    opening = next((here for here in range(at, min(statement.last, at + 30)) if scan.tokens[here].text == "{"), None)
    if opening is None:
        return
    title = "".join(token.text for token in scan.tokens[at + 1 : opening]).strip("'\"`")
    word = scan.tokens[at].text
    is_module = word == "module" and scan.tokens[at + 1].kind == "string"
    named = f"{space}{title.removeprefix('node:')}."
    # What is added to another file's interface, and the one namespace that a module consists of (`export = path`).
    is_same = word == "global" or (is_module and title.startswith(".")) or space == f"{title}."
    inner = space if is_same else named
    for one in scan.statements(opening + 1, min(scan.closing(opening), statement.last)):
        _sort_in(found, one, inner, outer=exported or is_module or word == "global" or not space, depth=depth + 1)


def _hand_on(found: FileDeclarations, statement: Statement, at: int, word: str, said: set[str]) -> None:
    """Read an import, or an export of what is declared elsewhere."""
    tokens = found.scan.tokens[at : statement.last]
    module = next((token.text.strip("'\"") for token in reversed(tokens) if token.kind == "string"), "")
    if word == "import":
        _import(found, [token.text for token in tokens[1:]], module)
    elif word == "=" or ("default" in said and tokens[0].kind == "word"):
        name = next((token.text for token in tokens if token.kind == "word"), "")
        found.listed.setdefault(name, "default")
    elif "export" not in said:
        return
    elif word == "{" or (word == "type" and len(tokens) > 1 and tokens[1].text == "{"):
        names = tuple(_listed([token.text for token in tokens]))
        if module:
            found.handed_on.append(ReExport(module, names))
        else:
            found.listed.update((local, public) for local, public in names if found.listed.get(local) is None)
    elif module and "*" in (token.text for token in tokens[:2]):
        found.handed_on.append(ReExport(module, None))


def _import(found: FileDeclarations, words: list[str], module: str) -> None:
    if "{" in words:
        inside = words[words.index("{") :]
        found.imported.update((local, (module, name)) for name, local in _listed(inside))
    if "as" in words and words[0] == "*":
        found.imported[words[2]] = (module, "*")
    elif words and words[0] not in ("{", "type"):
        found.imported[words[0]] = (module, "*" if "require" in words else "default")


def _listed(words: list[str]) -> Iterator[tuple[str, str]]:
    """Give (first name, second name) of what stands in braces: `a, type b as c`."""
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
