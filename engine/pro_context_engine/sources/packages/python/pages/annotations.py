"""Annotations and defaults as a person would write them: without the documentation and metadata inside `Annotated`."""

from __future__ import annotations

import ast
from inspect import cleandoc

import griffe

_MAX_METADATA = 60
_MAX_DEFAULT = 60
_MAX_ANNOTATION = 20_000
_NOTES = frozenset({"Doc", "deprecated"})


def type_text(annotation: str | griffe.Expr | None) -> str:
    """Return an annotation as code, "" for none.

    Of `Annotated[T, …]`, documentation (`Doc("…")`) is left out, and so is metadata longer than 60 characters.
    """
    text = "" if annotation is None else str(annotation)
    if "Annotated[" not in text:
        return text
    parsed = _parsed(text)
    try:
        return ast.unparse(_TypesAlone().visit(parsed)) if parsed else text
    except (RecursionError, ValueError):
        return text


def documentation_in(annotation: str | griffe.Expr | None) -> str:
    """Return the documentation inside of an annotation (`Annotated[T, Doc("…")]`, PEP 727), "" for none."""
    text = "" if annotation is None else str(annotation)
    parsed = _parsed(text) if "Annotated[" in text else None
    if parsed is None:
        return ""
    notes: list[str] = []
    for node in ast.walk(parsed):
        if isinstance(node, ast.Call) and (name := _called(node)) in _NOTES and node.args:
            said = node.args[0]
            if isinstance(said, ast.Constant) and isinstance(said.value, str):
                text = cleandoc(said.value)
                told = name != "deprecated" or text.lower().startswith("deprecated")
                notes.append(text if told else f"Deprecated: {text}")
    return "\n\n".join(notes).strip()


def default_text(default: str | griffe.Expr) -> str:
    """Return a parameter's default as code; one longer than 60 characters is shortened to its kind."""
    text = " ".join(str(default).split()) if "\n" in str(default) else str(default)
    if len(text) <= _MAX_DEFAULT:
        return text
    name, bracket, _ = text.partition("(")
    if bracket and name and name.replace(".", "").replace("_", "").isalnum():
        return f"{name}(...)"
    closing = {"[": "]", "{": "}", "(": ")"}.get(text[0])
    return f"{text[0]}...{closing}" if closing else f"{text[: _MAX_DEFAULT - 2].rstrip()} …"


class _TypesAlone(ast.NodeTransformer):
    """Replaces `Annotated[T, …]` by its type, or keeps short metadata."""

    def visit_Subscript(self, node: ast.Subscript) -> ast.AST:
        """Return the subscript, or the type inside of it."""
        self.generic_visit(node)
        if _last_name(node.value) != "Annotated" or not isinstance(node.slice, ast.Tuple) or not node.slice.elts:
            return node
        first, *rest = node.slice.elts
        kept = [one for one in rest if not (isinstance(one, ast.Call) and _called(one) in _NOTES)]
        if not kept or sum(len(ast.unparse(one)) for one in kept) > _MAX_METADATA:
            return first
        return ast.Subscript(node.value, ast.Tuple([first, *kept], ast.Load()), ast.Load())


def _parsed(text: str) -> ast.Expression | None:
    if len(text) > _MAX_ANNOTATION:
        return None
    try:
        return ast.parse(text, mode="eval")
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return None


def _called(node: ast.Call) -> str:
    return _last_name(node.func)


def _last_name(node: ast.expr) -> str:
    return node.id if isinstance(node, ast.Name) else node.attr if isinstance(node, ast.Attribute) else ""
