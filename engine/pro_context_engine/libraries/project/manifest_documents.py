"""The texts of manifests and lock files as plain values.

The files are untrusted: every reader takes bytes, and a broken or unexpected file is read as empty.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from typing import Any

from pro_context_engine.documents.plain_yaml import NotPlainYaml, check_shape

Table = Mapping[str, Any]
Sections = Mapping[str, Mapping[str, str]]
"""Values by section and key."""

MAX_TOML_CHARACTERS = 4_000_000
"""The bound without the lists of files, enough for a lock of ten thousand packages; two million take about a second."""

MAX_YAML_CHARACTERS = 2_000_000
"""The bound without the sections that no reader needs."""

_DEEPEST_YAML = 20
# What stands in a string is neither a comment nor a comma; a string or a comment that does not end is read once.
_STRING = r'("(?:\\.|[^"\\])*+(?:"|\\?\Z))'
_COMMENT = re.compile(_STRING + r"|//[^\n]*|/\*.*?(?:\*/|\Z)", re.S)
_TRAILING_COMMA = re.compile(_STRING + r"|,(?=\s*+[}\]])", re.S)
_LONG_KEY = re.compile(r"""(?:[ \t]*+\.[ \t]*+(?:[\w-]++|"[^"\n]*+"|'[^'\n]*+')){50}""")
_FILE_LISTS = ("files = [", "wheels = [")
_FILE_TABLES = ("[[packages.wheels", "[packages.wheels", "[packages.sdist", "[package.metadata", "[metadata.files")


def toml(content: bytes) -> Table:
    """Return the content of a TOML text, {} if it is malformed."""
    text = content.decode("utf-8-sig", "replace")
    if len(text) > MAX_TOML_CHARACTERS:
        return {}
    try:
        return parse_toml(text)
    except (ValueError, RecursionError):
        return {}


def parse_toml(text: str) -> dict[str, Any]:
    """Return the content of a TOML text.

    Raises:
        ValueError: it is malformed, or has a key of more than fifty parts.
        RecursionError: it is nested too deeply.
    """
    # The parser takes time by the square of the parts.
    if _LONG_KEY.search(text):
        raise ValueError("a key has too many parts")
    # Not every project has such a file.
    import tomllib  # noqa: PLC0415

    return tomllib.loads(text)


def toml_lock(content: bytes) -> Table:
    """Return the content of a lock file in TOML, without the files of its packages.

    They are nine tenths of it: without them, 500 packages are read in a sixth of the time.
    """
    return toml("\n".join(_without_files(content.decode("utf-8-sig", "replace"))).encode())


def json_object(content: bytes) -> Table:
    """Return the object in a JSON text, {} if there is none."""
    try:
        value = json.loads(content.decode("utf-8-sig", "replace"))
    except (ValueError, RecursionError):
        return {}
    return value if isinstance(value, dict) else {}


def commented_json(content: bytes) -> Table:
    """Return the object in a JSON text that may have comments and trailing commas, {} if there is none."""
    text = _COMMENT.sub(_string_alone, content.decode("utf-8-sig", "replace"))
    return json_object(_TRAILING_COMMA.sub(_string_alone, text).encode())


def yaml_mapping(text: str) -> Table:
    """Return the mapping in a YAML text, with every scalar as text; {} if there is none."""
    # Only projects with such a file need the import.
    import yaml  # noqa: PLC0415

    # libyaml, if PyYAML has it, is ten times faster.
    loader = getattr(yaml, "CBaseLoader", yaml.BaseLoader)
    if len(text) > MAX_YAML_CHARACTERS:
        return {}
    try:
        check_shape(yaml.parse(text, loader), _DEEPEST_YAML)
        value = yaml.load(text, loader)  # noqa: S506 - the base loader builds text, lists and mappings only
    except (NotPlainYaml, yaml.YAMLError, ValueError):
        return {}
    return value if isinstance(value, dict) else {}


def ini(text: str) -> Sections:
    """Return the sections of an INI text, {} if it is malformed."""
    # Few projects have such a file.
    from configparser import Error, RawConfigParser  # noqa: PLC0415

    parser = RawConfigParser(strict=False)
    try:
        parser.read_string(text)
    except Error:
        return {}
    return {name: dict(parser.items(name)) for name in parser.sections()}


def table(value: object) -> Table:
    """Return the value if it is a table, else an empty one."""
    return value if isinstance(value, dict) else {}


def tables(value: object) -> list[Table]:
    """Return the tables in a list; [] for anything else."""
    return [item for item in value if isinstance(item, dict)] if isinstance(value, list) else []


def texts(value: object) -> list[str]:
    """Return the texts in a list; [] for anything else."""
    return [item for item in value if isinstance(item, str)] if isinstance(value, list) else []


def _string_alone(found: re.Match[str]) -> str:
    return found[1] or ""


def _without_files(text: str) -> Iterator[str]:
    inside = ""
    for line in text.splitlines():
        if inside == "]":
            inside = "" if line == "]" else inside
        elif line.startswith("["):
            inside = "[" if line.startswith(_FILE_TABLES) else ""
            if not inside:
                yield line
        elif inside == "[" or line.startswith("sdist = {"):
            continue
        elif line in _FILE_LISTS:
            inside = "]"
        else:
            yield line
