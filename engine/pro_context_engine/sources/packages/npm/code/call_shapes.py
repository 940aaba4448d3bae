"""The shape of a call as a declaration writes it, by the code for its parameters and by a comment for their types."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from pro_context_engine.sources.packages.npm.code.doc_tags import DocumentedParameter, parameters, result_type

_NAME = r"[A-Za-z_$][\w$]*"
_CALLABLE = re.compile(
    rf"(?:async[ \t]+)?(?:function[ \t]*\*?[ \t]*(?:{_NAME})?[ \t]*)?\(|(?:async[ \t]+)?{_NAME}[ \t]*=>"
)
_FUNCTION = re.compile(r"(?:async[ \t]+)?function\b")
_ARROW = re.compile(rf"(?:async[ \t]+)?(?:\((?P<inside>[^()]{{0,2000}})\)|(?P<one>{_NAME}))[ \t]*=>")
_PARAMETERS = re.compile(r"\(([^()]{0,2000}(?:\([^()]{0,500}\)[^()]{0,2000}){0,20})\)")
_COMMENT = re.compile(r"/\*[^*]*\*/|//[^\n]*")
_TAKEN_APART_WITH_DEFAULT = re.compile(r"[}\]][ \t\n]*=")
_IDENTIFIER = re.compile(_NAME)
_LONGEST_HEAD = 200


def is_callable(source: str, at: int) -> bool:
    """Tell whether the code at a position is a function, or a list of parameters."""
    return _CALLABLE.match(source, at) is not None


def is_function(source: str, at: int) -> bool:
    """Tell whether the code at a position is a function with its body."""
    return _FUNCTION.match(source, at) is not None or _ARROW.match(source, at) is not None


def listed_parameters(source: str, at: int) -> list[DocumentedParameter] | None:
    """Return the parameters that the code at a position lists, None if it lists none."""
    if not is_callable(source, at):
        return None
    if arrow := _ARROW.match(source, at):
        return [*_parameters_of(arrow["one"] or arrow["inside"])]
    opening = source.find("(", at, at + _LONGEST_HEAD)
    found = _PARAMETERS.match(source, opening) if opening >= 0 else None
    return [*_parameters_of(found[1])] if found else None


def call_shape(comment: str, listed: Sequence[DocumentedParameter] | None, *, has_result: bool = True) -> str:
    """Return the parameters in brackets and the type of the result.

    Args:
        comment: the documentation comment, "" for none.
        listed: the parameters in the code, None where only the comment has them.
        has_result: False for a constructor.
    """
    documented = parameters(comment)
    known = {one.name: one for one in documented}
    shown: Sequence[DocumentedParameter] = documented
    if listed is not None:
        shown = [_joined(one, known.get(one.name), documented[place:]) for place, one in enumerate(listed)]
    result = result_type(comment) if has_result else ""
    return f"({', '.join(map(str, shown))})" + (f": {result}" if result else "")


def _joined(
    one: DocumentedParameter, known: DocumentedParameter | None, following: Sequence[DocumentedParameter]
) -> DocumentedParameter:
    """Return a parameter of the code with its type in the comment; one without a name has the comment's name."""
    if not one.name:
        return following[0] if following else DocumentedParameter("options", "", one.is_optional, is_rest=False)
    if known is None:
        return one
    return DocumentedParameter(one.name, known.type, one.is_optional or known.is_optional, one.is_rest or known.is_rest)


def _parameters_of(text: str) -> Iterator[DocumentedParameter]:
    """Yield the parameters in a list of the code; one that the code takes apart has no name."""
    for part in _divided(_COMMENT.sub("", text)):
        written, equals, _ = part.partition("=")
        name = written.strip()
        if name:
            plain = name.removeprefix("...")
            is_name = _IDENTIFIER.fullmatch(plain) is not None
            is_optional = bool(equals) if is_name else _TAKEN_APART_WITH_DEFAULT.search(part) is not None
            yield DocumentedParameter(plain if is_name else "", "", is_optional, name.startswith("..."))


def _divided(text: str) -> Iterator[str]:
    """Yield the parts of a list between its outer commas."""
    depth, start = 0, 0
    for at, letter in enumerate(text):
        depth += (letter in "({[") - (letter in ")}]")
        if letter == "," and not depth:
            yield text[start:at]
            start = at + 1
    yield text[start:]
