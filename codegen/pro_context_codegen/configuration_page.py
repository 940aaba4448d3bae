"""The reference page of the configuration."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import groupby

from pro_context_codegen import markdown_reference
from pro_context_codegen.naming import snake
from pro_context_codegen.spec import Schema

_ENTRY = (".NAME.", "[].")


@dataclass(frozen=True, slots=True)
class SettingRow:
    """One key that can be set.

    Attributes:
        section: the first step of its path, "Top level" for a key without one.
        path: the key with its place inside lists and maps, as in `sources.custom[].url`.
        type: the type in words.
        default: the default as JSON, "" for none.
        variables: the environment variables that set the key too.
        about: the effect of the key, in sentences with code in backticks.
        operator: whether only operators may set the key, not a file that is found in a project.
    """

    section: str
    path: str
    type: str
    default: str
    variables: tuple[str, ...]
    about: str
    operator: bool


@dataclass(frozen=True, slots=True)
class SettingTable:
    """The settings of one section."""

    title: str
    about: str
    settings: tuple[SettingRow, ...]


def page(schema: Schema, source: str) -> str:
    """Return the Markdown page: one table for each section, one row for each setting."""
    template = markdown_reference.environment().get_template("configuration.md.jinja")
    return template.render(schema=schema, source=source, sections=sections(schema)).rstrip("\n") + "\n"


def sections(schema: Schema) -> list[SettingTable]:
    """Return every setting in the file's order."""
    about = {name: child.get("description", "") for name, child in schema["properties"].items()}
    grouped = groupby(_settings(schema, "", {}), lambda setting: setting.section)
    return [SettingTable(title, about.get(title, ""), tuple(settings)) for title, settings in grouped]


def _settings(schema: Schema, prefix: str, above: Schema) -> Iterator[SettingRow]:
    for name, child in schema.get("properties", {}).items():
        path = f"{prefix}{name}"
        marks = {key: child.get(key, above.get(key)) for key in ("x-operator-only", "x-no-effect")}
        entry = child.get("items") or child.get("additionalProperties") or {}
        if "properties" in child:
            yield from _settings(child, f"{path}.", marks)
            continue
        yield SettingRow(
            section=path.partition(".")[0] if "." in path else "Top level",
            path=path,
            type=markdown_reference.type_of(child),
            default=json.dumps(child["default"], ensure_ascii=False) if "default" in child else "",
            variables=tuple(_variables(path, child)),
            about=" ".join(
                filter(None, (markdown_reference.about(_described_keywords(child)), *_remarks(child, marks)))
            ),
            operator=bool(marks["x-operator-only"]),
        )
        yield from _settings(entry, path + ("[]." if child["type"] == "array" else ".NAME."), marks)


def _described_keywords(key: Schema) -> Schema:
    """Return the keywords that have no column of their own and that `x-form` does not put into words."""
    return {name: value for name, value in key.items() if name not in ("default", "pattern")}


def _variables(path: str, key: Schema) -> Iterator[str]:
    if "x-variable" in key:
        yield key["x-variable"]
    if "x-shorthand" in key:
        yield f"{key['x-shorthand']['variable']}=true"
    if not any(inside in path for inside in _ENTRY):
        yield "PRO_CONTEXT__" + "__".join(snake(step).upper() for step in path.split("."))


def _remarks(key: Schema, marks: Schema) -> Iterator[str]:
    if "x-form" in key:
        yield f"Must be {key['x-form']}."
    if "x-path" in key:
        start = "folder of the file" if key["x-path"] == "file" else "working directory"
        yield f"A relative path starts at the {start}."
    if marks["x-no-effect"]:
        yield f"Has no effect yet: {marks['x-no-effect']}."
