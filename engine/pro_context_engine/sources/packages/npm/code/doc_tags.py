"""The tags of documentation comments in JavaScript: names, parameters, types and visibility."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from pro_context_engine.sources.packages.npm.declarations.doc_comments import tag_texts

_LONGEST_TYPE = 200
_HIDDEN = re.compile(r"@(?:private|ignore|hidden|internal|api[ \t]+private|access[ \t]+(?:private|package))\b")
_PUBLIC = re.compile(r"@(?:public|static|global|memberof|memberOf|api[ \t]+public|access[ \t]+public)\b")
# Lines of which a document is made that the package has beside its code.
_OF_DOCUMENT = "//@"
# Three words: a line of another kind ("eslint-disable", "-----") says nothing about a name.
_SENTENCE = re.compile(r"[A-Za-z`][\w`'-]* [\w`'(-]+ [\w`'(-]+")
_TYPE = re.compile(r"^\{([^{}]{1,200})\}[ \t]*")
_PARAMETER = re.compile(r"^(?:\[[ \t]*([\w$]{1,100})[^\]\n]{0,300}\]|([\w$]{1,100})(?![\w$.\[]))")
_NAME = re.compile(r"^[\w$]{1,100}$")
_PLAIN_TYPE = re.compile(r"[\w$.<>|&\[\]() ,'\"-]+")
_ARRAY = re.compile(r"\.<")
_UNKNOWN = re.compile(r"\*")
_NAMES = ("name", "function", "func", "method", "class", "constructor", "callback")
_FUNCTIONS = ("function", "func", "method", "callback")


class DocumentedParameter(NamedTuple):
    """A parameter as a declaration has it: its name, and its type, "" for an unknown one."""

    name: str
    type: str
    is_optional: bool
    is_rest: bool

    def __str__(self) -> str:
        """Return its declaration."""
        mark = "?" if self.is_optional and not self.is_rest else ""
        return f"{'...' * self.is_rest}{self.name}{mark}" + (f": {self.type}" if self.type else "")


def remarks_as_comment(lines: Sequence[str]) -> str:
    """Return comments of one line each as one documentation comment, "" for none and for those without a sentence."""
    texts = [line.lstrip("/").strip().replace("*/", "") for line in lines if not line.startswith(_OF_DOCUMENT)]
    return "\n".join(["/**", *(f" * {text}" for text in texts), " */"]) if _SENTENCE.search(" ".join(texts)) else ""


def is_hidden(comment: str) -> bool:
    """Tell whether a comment says that a name is for the package itself."""
    return _HIDDEN.search(comment) is not None


def is_public(comment: str) -> bool:
    """Tell whether a comment says that a name is for users."""
    return _PUBLIC.search(comment) is not None


def parameters(comment: str) -> list[DocumentedParameter]:
    """Return the parameters that a comment documents, without the properties of these."""
    found: list[DocumentedParameter] = []
    for text in [one for tag in ("param", "arg", "argument") for one in tag_texts(comment, tag)]:
        type_ = _TYPE.match(text)
        named = _PARAMETER.match(text[type_.end() :] if type_ else text)
        if named and all(one.name != (named[1] or named[2]) for one in found):
            written = (type_[1] if type_ else "").strip()
            is_optional = named[1] is not None or written.endswith("=")
            found.append(
                DocumentedParameter(named[1] or named[2], type_text(written), is_optional, written.startswith("..."))
            )
    return found


def result_type(comment: str) -> str:
    """Return the type that a comment gives the result, "" for none."""
    texts = tag_texts(comment, "returns") or tag_texts(comment, "return")
    found = _TYPE.match(texts[0]) if texts else None
    return type_text(found[1]) if found else ""


def value_type(comment: str) -> str:
    """Return the type that a comment gives a value, "" for none."""
    texts = tag_texts(comment, "type") or tag_texts(comment, "const") or tag_texts(comment, "constant")
    found = _TYPE.match(texts[0]) if texts else None
    return type_text(found[1]) if found else ""


def type_text(written: str) -> str:
    """Return a type of a comment as TypeScript writes it, "" for one that it cannot write."""
    text = " ".join(written.split()).removeprefix("...").removesuffix("=").strip("!").strip()
    optional = text.startswith("?")
    text = _UNKNOWN.sub("any", _ARRAY.sub("<", text.lstrip("?!")))
    if text.startswith("function"):
        text = "Function"
    if len(text) > _LONGEST_TYPE or not _PLAIN_TYPE.fullmatch(text) or not _is_balanced(text):
        return ""
    return f"{text} | null" if optional else text


def tagged_name(comment: str) -> tuple[str, bool]:
    """Return the name that the tags of a comment state, "" for none, and True for a function."""
    for tag in _NAMES:
        for text in tag_texts(comment, tag):
            name = (text.split() or [""])[0].rpartition(".")[2].rpartition("#")[2]
            if _NAME.match(name):
                return name, tag in _FUNCTIONS or "@param" in comment or "@return" in comment
    return "", False


def defined_type(comment: str) -> tuple[str, str]:
    """Return the name and the type of `@typedef`, ("", "") without one."""
    for text in tag_texts(comment, "typedef"):
        type_ = _TYPE.match(text)
        name = (text[type_.end() :] if type_ else text).split()
        if name and _NAME.match(name[0]):
            return name[0], (type_text(type_[1]) if type_ else "") or "object"
    return "", ""


def _is_balanced(text: str) -> bool:
    return all(text.count(opening) == text.count(closing) for opening, closing in ("<>", "()", "[]"))
