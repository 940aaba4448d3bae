"""The page of one declaration file: its exports, each name under one heading."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

from pro_context_engine.sources.packages.npm.declarations.declarations import (
    Declaration,
    FileDeclarations,
    body_opening,
)
from pro_context_engine.sources.packages.npm.declarations.doc_comments import comment_source, comment_text, is_internal
from pro_context_engine.sources.packages.npm.declarations.long_signatures import readable_signature
from pro_context_engine.sources.packages.npm.declarations.members import parts
from pro_context_engine.sources.packages.npm.declarations.scanning import Scan, Statement
from pro_context_engine.sources.packages.npm.declarations.types_of_names import shown_names
from pro_context_engine.sources.packages.npm.declarations.types_of_values import TypesOfValues
from pro_context_engine.sources.packages.npm.declarations.written_signatures import WrittenSignature, written_signature

MAX_CHARACTERS = 400_000
_LONGEST_SIGNATURE = 6_000
_MOST_NAMED = 40
_BODIES = ("class", "interface")
_TYPES = ("interface", "type")
# In longer bodies each property has a heading too, in very long ones only those with a comment.
_LONG_BODY = 1_500
_MOST_HEADINGS = 400
# The length of the source of one page of a long file: the page itself is up to twice as long.
_PART = 200_000
_MOST_PARTS = 20
# The ways to call a member of a body that is longer than a page: generated ones have a hundred ways each.
_MOST_WAYS = 8
# A value and an interface share a name; more declarations are those of a function.
_MOST_TYPED = 2
_NAMELESS = re.compile(r"(function|class)[ \t]*(?=[(<{])")
_HIDDEN = frozenset({"private", "protected"})
_WORDS_BEFORE_NAME = frozenset(
    {"public", "static", "abstract", "readonly", "get", "set", "declare", "override", "async"}
)


def declarations_markdown(
    title: str,
    declared: FileDeclarations,
    shown: Iterable[tuple[str, Declaration]],
    also: Iterable[str],
    origin: str = "",
    aliases: Mapping[str, Sequence[str]] | None = None,
    comments: Callable[[], Mapping[str, str]] = dict,
) -> str:
    """Return the page of a file as Markdown, at most about 400,000 characters.

    Args:
        title: title of the page.
        declared: the declarations of the file.
        shown: exported names and their declarations.
        also: the titles of the pages with the other names that the file exports.
        origin: a sentence that names the package of the file, "" for the documented package itself.
        aliases: the other names under which the file exports a declaration, by its shown name.
        comments: returns the comments of the functions that its sources document, by name.
    """
    types = TypesOfValues(declared)
    named: dict[str, list[Declaration]] = {}
    for name, declaration in shown:
        if not is_internal(declaration.doc):
            named.setdefault(heading_name(name, declaration), []).append(declaration)
    pages = _names(list(also))
    others = f"Other names that it exports are on the pages {pages}." if pages else ""
    parts, size, left_out = [text for text in (f"# {title}", origin, others) if text], 0, list[str]()
    # Of a function and the type of its options, users look for the function.
    for name, declarations in sorted(named.items(), key=lambda one: all(each.kind in _TYPES for each in one[1])):
        also_as = (aliases or {}).get(name, ())
        blocks = _blocks(declared.scan, name, declarations, also_as, comments, types) if size < MAX_CHARACTERS else ()
        text = "\n\n".join(blocks)
        if text and size + len(text) <= MAX_CHARACTERS:
            parts.append(text)
            size += len(text)
        else:
            left_out.append(name)
    if left_out:
        parts.append(f"This page is cut at {MAX_CHARACTERS:,} characters. Exported and not shown: {_names(left_out)}.")
    return "\n\n".join(parts) + "\n"


def page_parts(declarations: FileDeclarations) -> tuple[frozenset[str], ...]:
    """Return the exported names on each page of a file that is too long for one, () for a shorter file."""
    if len(declarations.scan.text) <= 2 * _PART:
        return ()
    found: list[set[str]] = [set()]
    part_of: dict[str, set[str]] = {}
    size = 0
    for name, one in shown_names(declarations):
        tokens, statement = declarations.scan.tokens, one.statement
        length = len(one.doc) + tokens[statement.last - 1].end - tokens[statement.first].start
        if name not in part_of and size + length > _PART and found[-1] and len(found) < _MOST_PARTS:
            found.append(set())
            size = 0
        part_of.setdefault(name, found[-1]).add(name)
        size += length
    return tuple(frozenset(names) for names in found) if len(found) > 1 else ()


def heading_name(name: str, declaration: Declaration) -> str:
    """Return the name under which a page shows a declaration, given the exported name."""
    return (declaration.name if name == "default" else name) or "default"


def _blocks(
    scan: Scan,
    name: str,
    declarations: Sequence[Declaration],
    aliases: Sequence[str],
    comments: Callable[[], Mapping[str, str]],
    types: TypesOfValues,
) -> Iterator[str]:
    """Yield the heading of a name, then its declarations: overloads, or an interface with its values."""
    yield f"## {_title(name)}"
    if aliases:
        yield f"Also exported as {_names(aliases)}."
    members: list[tuple[str, Statement]] = []
    signatures: list[WrittenSignature] = []
    for one in declarations:
        if (opening := _body_opening(scan, one)) is not None:
            size = len(scan.source(one.head, one.statement.last))
            text, methods = _body(scan, one, opening, long=size > _LONG_BODY)
            members += methods
            signatures.append(WrittenSignature(text, one.doc))
        else:
            typed = types.with_type(one) if len(declarations) <= _MOST_TYPED else None
            written = typed or written_signature(scan, one.head, one.statement.last, one.doc)
            signatures.append(written if one.name or name == "default" else _with_name(written, name))
    if all(one.kind == "function" for one in declarations):
        signatures = _documented(signatures, declarations[0].name, comments)
    yield from _signatures([*_without_repeated(signatures)])
    is_longer_than_page = any(len(scan.source(one.head, one.statement.last)) > _PART for one in declarations)
    yield from _methods(scan, name, members, _MOST_WAYS if is_longer_than_page else None)


def _without_repeated(signatures: Iterable[WrittenSignature]) -> Iterator[WrittenSignature]:
    """Yield declarations without those that repeat the text of an earlier one and have no comment.

    Declarations that each add a method to a name have the same text, since methods have headings of their own.
    """
    known = set[str]()
    for one in signatures:
        if one.says_something or one.text not in known:
            yield one
        known.add(one.text)


def _with_name(signature: WrittenSignature, name: str) -> WrittenSignature:
    """Return the signature of a default export without a name, with the name that users know."""
    return signature._replace(text=_NAMELESS.sub(lambda found: f"{found[1]} {name}", signature.text, count=1))


def _documented(
    signatures: list[WrittenSignature], name: str, comments: Callable[[], Mapping[str, str]]
) -> list[WrittenSignature]:
    """Return the signatures of a function; those without a comment come first, with that of its implementation."""
    bare = [one for one in signatures if not one.doc]
    comment = comments().get(name, "") if bare else ""
    if not comment or comment in (one.doc for one in signatures):
        return signatures
    return [bare[0]._replace(doc=comment), *bare[1:], *(one for one in signatures if one.doc)]


def _body_opening(scan: Scan, declaration: Declaration) -> int | None:
    """Return the position of the bracket of a class, an interface or a long object type, None for others."""
    if declaration.kind in _BODIES:
        return body_opening(scan, declaration)
    last = declaration.statement.last
    size = scan.tokens[last - 1].end - scan.tokens[declaration.head].start
    opening = body_opening(scan, declaration) if declaration.kind == "type" and size > _LONG_BODY else None
    return opening if opening is not None and scan.tokens[opening - 1].text == "=" else None


def _body(scan: Scan, declaration: Declaration, opening: int, *, long: bool) -> tuple[str, list[tuple[str, Statement]]]:
    """Return the text of a body without its methods, and the members that have headings by name.

    The properties of a long body stay in its text, without their comments, which follow under their headings.
    """
    last = min(scan.closing(opening), declaration.statement.last)
    lines, headed = [scan.source(declaration.head, opening + 1)], list[tuple[str, Statement]]()
    for member in parts(scan, opening + 1, last, ";,", lines=True):
        words = scan.words(member)
        if not _HIDDEN.isdisjoint(words[:3]) or words[0].startswith("#") or is_internal(member.doc):
            continue
        name, is_method = _member_name(scan, member)
        has_comment = bool(comment_text(member.doc))
        has_heading = is_method or bool(name and long and (has_comment or len(headed) < _MOST_HEADINGS))
        if has_heading:
            headed.append((name, member))
        elif has_comment:
            lines.append(_indent(comment_source(member.doc)))
        if not is_method:
            source = scan.bare_source if has_heading else scan.source
            lines.append(_indent(source(member.first, member.last)))
    return "\n".join([*lines, "}"]), headed


def _member_name(scan: Scan, member: Statement) -> tuple[str, bool]:
    """Return a member's name, "" for index signatures, constructors and call signatures, and whether it is a method."""
    at = member.first
    while at < member.last - 1 and scan.tokens[at].text in _WORDS_BEFORE_NAME and scan.tokens[at + 1].kind == "word":
        at += 1
    token = scan.tokens[at]
    if token.kind not in ("word", "string") or token.text in ("constructor", "new"):
        return "", False
    after = at + 2 if at + 1 < member.last and scan.tokens[at + 1].text in ("?", "!") else at + 1
    following = scan.tokens[after].text if after < member.last else ":"
    is_method = following in ("(", "<") and token.kind == "word"
    return token.text.strip("'\"") if is_method or following in (":", ";", ",") else "", is_method


def _methods(scan: Scan, name: str, members: Iterable[tuple[str, Statement]], most: int | None) -> Iterator[str]:
    """Yield the heading of each member, then its declarations: of those under one comment the shortest ones."""
    by_name: dict[str, list[WrittenSignature]] = {}
    for method, member in members:
        by_name.setdefault(method, []).append(written_signature(scan, member.first, member.last, member.doc))
    for method, signatures in by_name.items():
        yield f"### {_title(f'{name}.{method}')}"
        yield from _signatures(signatures, most)


def _signatures(signatures: Sequence[WrittenSignature], most: int | None = None) -> Iterator[str]:
    """Yield declarations in fences; one without a comment joins the fence of the one before.

    Args:
        signatures: the declarations of one name.
        most: the number of declarations that a fence shows, None for all.
    """
    group: list[str] = []
    comment = ""
    for one in signatures:
        if one.says_something and group:
            yield from (_fence(group, most), comment)
            group = []
        comment = one.comment if one.says_something else comment if group else ""
        group.append(one.text)
    yield _fence(group, most)
    if comment:
        yield comment


def _fence(texts: Sequence[str], most: int | None) -> str:
    kept = texts if most is None or len(texts) <= most else _shortest(texts, most)
    lines = [_shorten(readable_signature(text)) for text in kept]
    if len(lines) < len(texts):
        lines.append(f"// … {len(texts) - len(lines)} more ways to call it")
    text = "\n".join(lines)
    ticks = "```"
    while ticks in text:
        ticks += "`"
    return f"{ticks}ts\n{text}\n{ticks}"


def _shortest(texts: Sequence[str], most: int) -> list[str]:
    """Return the shortest declarations in their order: the simplest ways to call a function."""
    places = sorted(range(len(texts)), key=lambda place: len(texts[place]))
    return [texts[place] for place in sorted(places[:most])]


def _shorten(text: str) -> str:
    return text if len(text) <= _LONGEST_SIGNATURE else text[:_LONGEST_SIGNATURE].rstrip() + "\n// …"


def _indent(text: str) -> str:
    return "\n".join(f"  {line}".rstrip() for line in text.splitlines())


def _title(name: str) -> str:
    # Markdown reads `__` at the edge of a word as emphasis.
    return f"`{name}`" if "__" in name or "*" in name else name


def _names(names: Sequence[str]) -> str:
    listed = ", ".join(f"`{name}`" for name in names[:_MOST_NAMED])
    return f"{listed} and {len(names) - _MOST_NAMED} more" if len(names) > _MOST_NAMED else listed
