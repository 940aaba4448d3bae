"""The outline of an HTML page: headings with their ids, and API objects as sections with a heading.

Generators write an API object as a term of a definition list (Sphinx: `<dt class="sig" id="orm.Session.execute">`) or a
block of its own (pdoc: `<div class="attr">`, RDoc, Haddock). Each becomes a heading, a code block with the signature,
and the text below it, as on the pages made from installed packages. An id that differs from the anchor of the title is
written as `{#id}`, so that the targets of links and inventories can be found. The module is over 150 lines because
headings and objects share one outline.
"""

from __future__ import annotations

import html
import re
from dataclasses import dataclass

from pro_context_engine.documents.pages.headings import slug
from pro_context_engine.documents.pages.html_tags import TagWalk, attribute, classes, text_of

# Divisions only with attributes. Spans and links, most tags of most pages, only if the id comes first or after a class,
# as in link targets; the others are skipped at once.
_HEADING_OR_ID = (
    r"|<(h[1-6])\b[^<>]*+>"
    r"|<(section|div)\s[^<>]*+>"
    r"|<(p)\s++class\s*=\s*[\"']src\b[^<>]*+>"
    r"|<(span|a)\s++(?:class\s*=\s*[\"'][^\"'<>]*+[\"']\s*+)?+id\b[^<>]*+>"
)
_TAG = re.compile(r"<(/?)(dl|dt|dd|blockquote|table)\b[^<>]*+>" + _HEADING_OR_ID, re.I)
# A page without definition lists has no objects.
_LIST = re.compile(r"<dl\b", re.I)
_TAG_WITHOUT_OBJECTS = re.compile(r"<(/?)(table)\b[^<>]*+>" + _HEADING_OR_ID, re.I)
_NOTHING = re.compile(r"(?:\s|</(?:a|span)>|<(?:div|section)>|</?blockquote\b[^<>]*+>)*+", re.I)
# Sphinx quotes a list that its author has indented.
_QUOTED_LIST = re.compile(r"\s*+(?:<div>\s*+)?(<dl\b[^<>]*+>)", re.I)
_FIRST_TERM = re.compile(r"\s*+(<dt\b[^<>]*+>)", re.I)
_PERMALINK = re.compile(r"<a\b[^<>]*\b(?:headerlink|header-anchor|hash-link|anchor-link)\b[^<>]*+>[^<]*+</a>", re.I)
_SOURCE_LINK = re.compile(r"\s*\[(?:source|docs)\]\s*$")
# RDoc, Haddock: what stands beside a signature, and the name in it.
_BESIDE = re.compile(r"<(span|a)\b[^<>]*\b(?:method-click-advice|link|selflink)\b[^<>]*+>[^<]*+</\1>", re.I)
_DEFINED = re.compile(r"<a\b(?=[^<>]*\bclass\s*=\s*[\"']def\b)[^<>]*+>([^<]++)<", re.I)
_LINK_TAG = re.compile(r"</?a\b[^<>]*+>", re.I)
_FOLLOWING_LINK = re.compile(r"\s*+<a\b[^<>]*\bheaderlink\b[^<>]*+>", re.I)
# Markdown takes `__` at the edge of a word for emphasis.
_DUNDER = re.compile(r"<code\b[^<>]*+>[^<]*+(?:<(?!/code)[^<]*+)*+|<[^<>]*+>|([^\s&<>]*?__[^\s&<>]*+)", re.I)
_ID = re.compile(r"[\w.:-]{1,500}")
_DOTTED = re.compile(r"[^\W\d]\w*(?:\.\w+)*")
_PLAIN_TITLE = re.compile(r"(?!.*__)[\w. :-]+")
# The id of a section is that of its heading, if no text stands between: rustdoc writes versions and links there.
_TEXT = re.compile(r"<(?:p|ul|ol|dl|pre|table)\b", re.I)
_MOST_BETWEEN = 800
# From this level on, a heading below a signature is a part of its description ("Instances"), not of the page.
_PART_LEVEL = 4
# Longer headings are not read, and longer names are cut.
_MOST_TITLE = 2_000
_MOST_NAME = 100

# Classes of divisions that are sections: Sphinx before 4, RDoc.
_SECTIONS = frozenset(["section", "method-detail"])
# Classes of the lists: Sphinx before 4 marked only these, `<dl class="method">` and `<dl class="py method">`.
_LANGUAGES = {"py": "python", "c": "c", "cpp": "cpp", "js": "javascript"}
_PYTHON = frozenset(
    ["attribute", "class", "classmethod", "data", "exception", "function", "method", "property", "staticmethod"]
)
_OBJECTS = _PYTHON | frozenset(["describe", "macro", "member", "module", "option", "type", "var", *_LANGUAGES])


def with_outline(document: str) -> str:
    """Return the HTML with ids in its headings, and API objects and glossary terms as sections.

    Args:
        document: HTML without comments and scripts.
    """
    return _Outline(document).rewritten()


@dataclass(slots=True)
class _Objects:
    """A definition list of objects: the language of its signatures, the id of the last object, whether one began."""

    language: str
    is_glossary: bool = False
    anchor: str = ""
    started: bool = False


class _Outline(TagWalk):
    def __init__(self, document: str) -> None:
        super().__init__(document, _TAG if _LIST.search(document) else _TAG_WITHOUT_OBJECTS)
        self._level = 1
        self._id = ""
        self._section = ("", 0)
        self._is_described = False
        self._lists: list[_Objects | None] = []
        self._quotes: list[bool] = []
        self._tables = 0

    def _take(self, tag: re.Match[str]) -> None:
        if self._id and not _NOTHING.fullmatch(self._document, self._read, tag.start()):
            self._id = ""
        name = tag[tag.lastindex or 2].lower()
        if name == "dl":
            self._list(tag)
        elif name in ("dt", "dd"):
            self._item(tag, name)
        elif name == "blockquote":
            self._quotation(tag)
        elif name == "table":
            self._tables = max(0, self._tables + (-1 if tag[1] else 1))
        elif name[0] == "h":
            self._heading(tag, name)
        elif name == "div" and "attr" in classes(tag[0]):
            self._attribute_block(tag)
        elif name == "p" or (name == "div" and "method-heading" in classes(tag[0])):
            self._signature(tag, name)
        else:
            self._note_id(tag[0], name, tag.end())

    def _note_id(self, tag: str, name: str, end: int) -> None:
        """Remember the id of a section, or else of a link target, for the heading that follows at once."""
        if "id" not in tag and "ID" not in tag:
            return
        if name == "section" or (name == "div" and classes(tag) & _SECTIONS):
            self._id = attribute(tag, "id")
            self._section = (self._id, end)
        elif name in ("a", "span"):
            self._id = self._id or attribute(tag, "id")

    def _heading(self, tag: re.Match[str], name: str) -> None:
        start = tag.end()
        end = self._closings.after(name, start)
        if end is None or end[0] - start > _MOST_TITLE:
            return
        level = int(name[1])
        if not any(self._lists) and not (self._is_described and level >= min(self._level + 2, _PART_LEVEL)):
            self._level, self._is_described = level, False
        written = content = self._document[start : end[0]]
        if "<" in content:
            content = _LINK_TAG.sub("", _PERMALINK.sub("", content))
        title = text_of(content)
        if title and not self._tables:
            content = _DUNDER.sub(_as_code, content) if "__" in content else content
            content = content.rstrip() + _mark(attribute(tag[0], "id") or self._id or self._section_id(tag), title)
            if content != written:
                self._replace(start, end[0], content)
        self._id, self._section = "", ("", 0)
        self._read = end[1]

    def _section_id(self, tag: re.Match[str]) -> str:
        """Return the id of the section that began shortly before a tag, "" if there is none."""
        anchor, start = self._section
        is_near = tag.start() - start <= _MOST_BETWEEN and not _TEXT.search(self._document, start, tag.start())
        return anchor if is_near else ""

    def _quotation(self, tag: re.Match[str]) -> None:
        """Take objects out of their quotation, since a quotation has no headings."""
        if tag[1]:
            if self._quotes and self._quotes.pop():
                self._replace(*tag.span(), "</div>")
            return
        inside = _QUOTED_LIST.match(self._document, tag.end())
        holds_objects = bool(inside and self._objects(inside[1], inside.end()))
        self._quotes.append(holds_objects)
        if holds_objects:
            self._replace(*tag.span(), "<div>")

    def _list(self, tag: re.Match[str]) -> None:
        if tag[1]:
            if self._lists and self._lists.pop():
                self._replace(*tag.span(), "</div>")
            return
        objects = self._objects(tag[0], tag.end())
        self._lists.append(objects)
        if objects:
            self._replace(*tag.span(), "<div>")

    def _objects(self, tag: str, end: int) -> _Objects | None:
        """Return the objects of the definition list whose tag ends at `end`, None if it describes no objects."""
        first = _FIRST_TERM.match(self._document, end)
        # A table's cells have no headings.
        if not first or self._tables:
            return None
        kinds = classes(tag)
        if "sig" in classes(first[1]) or (kinds & _OBJECTS and attribute(first[1], "id")):
            language = next((name for kind, name in _LANGUAGES.items() if kind in kinds), "")
            return _Objects(language or ("python" if kinds & _PYTHON else ""))
        return _Objects("", is_glossary=True) if "glossary" in kinds else None

    def _item(self, tag: re.Match[str], name: str) -> None:
        objects = self._lists[-1] if self._lists else None
        if not objects:
            return
        if name == "dd":
            self._replace(*tag.span(), f"<{tag[1]}div>")
            return
        end = None if tag[1] else self._closings.after("dt", tag.end())
        if end:
            anchor = attribute(tag[0], "id")
            depth = sum(map(bool, self._lists))
            section = self._described(objects, anchor, self._document[tag.end() : end[0]], depth)
            self._replace(tag.start(), end[1], section)
            self._read = end[1]

    def _described(self, objects: _Objects, anchor: str, content: str, depth: int) -> str:
        """Return the beginning of an object's section; a second signature of the same object has no heading."""
        text = _SOURCE_LINK.sub("", text_of(_PERMALINK.sub("", content)))
        heading = ""
        if anchor or not objects.started:
            above = [each.anchor for each in self._lists[:-1] if each and each.anchor]
            title = text if objects.is_glossary else _title(anchor, text, above[-1] if above else "")
            heading = _section_heading(self._level + depth, title, anchor)
        objects.anchor, objects.started = anchor or objects.anchor, True
        return heading if objects.is_glossary else heading + _code(text, objects.language)

    def _attribute_block(self, tag: re.Match[str]) -> None:
        """Read a signature of pdoc; its id is in the link after it."""
        end = self._closings.after("div", tag.end())
        link = _FOLLOWING_LINK.match(self._document, end[1]) if end else None
        if not end or not link:
            return
        anchor = attribute(link[0], "href").removeprefix("#")
        # The button that shows the source follows the signature.
        text = text_of(self._document[tag.end() : end[0]].partition("<label")[0])
        heading = _section_heading(2 + anchor.count("."), _title(anchor, text, ""), anchor)
        self._replace(tag.start(), end[1], heading + _code(text, "python"))
        self._read = end[1]

    def _signature(self, tag: re.Match[str], name: str) -> None:
        """Read a signature in a block of its own; its section (RDoc) or the name in it (Haddock) has the id."""
        end = self._closings.after(name, tag.end())
        if end is None or self._tables or any(self._lists):
            return
        content = _BESIDE.sub("", self._document[tag.end() : end[0]])
        defined = _DEFINED.search(content)
        anchor = attribute(defined[0], "id") if defined else self._section_id(tag)
        text = text_of(content)
        if not text or (name == "p" and not defined):
            return
        title = text_of(defined[1]) if defined else text.partition("(")[0].strip() or text
        heading = _section_heading(self._level + 1, title[:_MOST_NAME], anchor)
        self._replace(tag.start(), end[1], heading + _code(text, ""))
        self._id, self._section, self._is_described = "", ("", 0), True
        self._read = end[1]


def _as_code(found: re.Match[str]) -> str:
    return f"<code>{found[1]}</code>" if found[1] else found[0]


def _title(anchor: str, signature: str, parent: str) -> str:
    """Return the title of an object: `Session.execute` below its class, elsewhere the name as its signature has it."""
    name = anchor.rpartition(".")[2]
    if not _DOTTED.fullmatch(anchor) or name not in signature:
        return (signature.partition("(")[0].strip() or signature)[:_MOST_NAME]
    if parent and anchor.startswith(f"{parent}."):
        return f"{parent.rpartition('.')[2]}{anchor[len(parent) :]}"
    return anchor if anchor in signature else name


def _section_heading(level: int, title: str, anchor: str) -> str:
    tag = f"h{min(level, 6)}"
    written = html.escape(title, quote=False)
    shown = written if _PLAIN_TITLE.fullmatch(title) else f"<code>{written}</code>"
    return f"<{tag}>{shown}{_mark(anchor, title)}</{tag}>"


def _mark(anchor: str, title: str) -> str:
    """Return an id as Markdown authors write it, "" if the title has the same anchor or the id cannot be written."""
    return f" {{#{anchor}}}" if anchor and _ID.fullmatch(anchor) and slug(title) != anchor else ""


def _code(signature: str, language: str) -> str:
    kind = f' class="language-{language}"' if language else ""
    return f"<pre><code{kind}>{html.escape(signature, quote=False)}</code></pre>"
