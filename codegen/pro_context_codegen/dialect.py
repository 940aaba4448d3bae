"""The check of a spec file's shape against the meta-schemas of `spec/meta`."""

from __future__ import annotations

import difflib
from collections.abc import Iterator
from functools import cache, cached_property
from pathlib import Path
from typing import Any

import jsonschema_rs

from pro_context_codegen import yaml_documents
from pro_context_codegen.spec_problems import SpecProblem, dotted

META_FOLDER = Path(__file__).parents[2] / "spec" / "meta"
_BASE = "meta:///"


class Dialect:
    """The meta-schemas, compiled for the check of each kind of file."""

    @cached_property
    def _schemas(self) -> dict[str, Any]:
        return {
            path.stem: yaml_documents.load(path.read_text(encoding="utf-8"))
            for path in sorted(META_FOLDER.glob("*.yaml"))
        }

    @cached_property
    def _validators(self) -> dict[str, jsonschema_rs.Draft202012Validator]:
        registry = jsonschema_rs.Registry([(f"{_BASE}{kind}.yaml", schema) for kind, schema in self._schemas.items()])
        return {
            kind: jsonschema_rs.Draft202012Validator(
                {"$ref": f"{_BASE}{kind}.yaml"}, registry=registry, validate_formats=True
            )
            for kind in self._schemas
        }

    def schema(self, kind: str) -> dict[str, Any]:
        """Return the meta-schema of a kind of file."""
        schema: dict[str, Any] = self._schemas[kind]
        return schema

    def problems(self, kind: str, label: str, content: dict[str, Any]) -> list[SpecProblem]:
        """Return the violations of a meta-schema.

        Args:
            kind: contract, types, errors, tool, resource, prompt or bundle.
            label: the file's name in problems.
            content: the file's content.
        """
        return [
            SpecProblem(label, dotted(*error.instance_path, *key), reason)
            for error in self._validators[kind].iter_errors(content)
            for key, reason in self._reasons(error)
        ]

    def _reasons(self, error: jsonschema_rs.ValidationError) -> Iterator[tuple[tuple[str, ...], str]]:
        """Yield the key and the reason of a violation; each unknown or missing key by itself."""
        kinds = jsonschema_rs.ValidationErrorKind
        match error.kind:
            case kinds.AdditionalProperties(unexpected=unknown):
                for key in unknown:
                    yield (key,), f"unknown key{_suggestion(key, self._siblings(error))}"
            case kinds.Required(property=key):
                yield (key,), "missing key"
            case kinds.OneOfNotValid() | kinds.OneOfMultipleValid():
                choices = [" with ".join(choice["required"]) for choice in self._keyword(error)]
                yield (), f"needs exactly one of: {', '.join(choices)}"
            case kinds.PropertyNames(error=inner):
                yield (), f"key {inner.instance}: {inner.message}"
            case kinds.Type() if isinstance(error.instance, int | float) and self._keyword(error) == "string":
                yield (), f"{error.message}; write it in quotes"
            case _:
                yield (), error.message

    def _keyword(self, error: jsonschema_rs.ValidationError) -> Any:
        return self._at(error.absolute_keyword_location or "")

    def _siblings(self, error: jsonschema_rs.ValidationError) -> list[str]:
        parent = self._at((error.absolute_keyword_location or "").rpartition("/")[0])
        return sorted(parent.get("properties", {})) if isinstance(parent, dict) else []

    def _at(self, location: str) -> Any:
        """Return the part of a meta-schema at `meta:///KIND.yaml#/json/pointer`, None at any other address."""
        if not location.startswith(_BASE):
            return None
        name, _, pointer = location.removeprefix(_BASE).partition("#")
        node: Any = self._schemas.get(name.removesuffix(".yaml"), {})
        for part in pointer.split("/")[1:]:
            key = part.replace("~1", "/").replace("~0", "~")
            node = node[int(key)] if isinstance(node, list) else node[key]
        return node


@cache
def dialect() -> Dialect:
    """Return the dialect of this repository's `spec/meta`."""
    return Dialect()


def _suggestion(key: str, known: list[str]) -> str:
    close = difflib.get_close_matches(key, known, n=1)
    return f" (did you mean {close[0]}?)" if close else ""
