"""Read what the operator configured: a YAML file and `PRO_CONTEXT__SECTION__KEY` variables (seed 003 section 12).

A part that cannot be used is left out with one clear line; the rest of the configuration, or the defaults, serve on.
"""

from __future__ import annotations

import difflib
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError, model_validator
from pydantic.alias_generators import to_camel

from pro_context_engine.settings import CustomSource
from pro_context_engine.settings import Settings as EngineSettings

PREFIX = "PRO_CONTEXT__"
MAX_CONFIG_BYTES = 1_000_000
"""More than any configuration; a device or a wrong file is not read whole."""


class Section(BaseModel):
    """A part of the configuration; keys are camelCase, unknown ones are refused."""

    model_config = ConfigDict(extra="forbid", alias_generator=to_camel, frozen=True)


class CacheSection(Section):
    """Where fetched documentation is kept, and for how long (hours)."""

    directory: Path = Path("~/.pro-context/cache")
    default_ttl_hours: Annotated[float, Field(gt=0, alias="defaultTTLHours")] = 24
    max_age_hours: Annotated[float, Field(gt=0)] = 168


class LlmsTxtSection(Section):
    """Whether the registry's llms.txt addresses are used."""

    enabled: bool = True


class CustomSection(Section):
    """One documentation source the operator names (seed 003 section 8.4)."""

    name: str
    type: Literal["url", "file"]
    url: str | None = None
    path: Path | None = None
    library_id: Annotated[str, Field(pattern=r"^[a-zA-Z0-9._/-]+$", max_length=200)]

    @model_validator(mode="after")
    def _located(self) -> CustomSection:
        if (self.url if self.type == "url" else self.path) is None:
            raise ValueError(f"a source of type {self.type} needs {'url' if self.type == 'url' else 'path'}")
        return self

    def source(self) -> CustomSource:
        """Return the source as the engine takes it."""
        location = self.url if self.type == "url" else str((self.path or Path()).absolute())
        return CustomSource(self.name, self.type, location or "", self.library_id)


class SourcesSection(Section):
    """Which documentation sources are used."""

    llms_txt: LlmsTxtSection = LlmsTxtSection()
    custom: tuple[CustomSection, ...] = ()


class ProjectSection(Section):
    """Where the project and its environment are; autoDetect false looks at neither."""

    auto_detect: bool = True
    working_directory: Path = Path()
    environment: str = "auto"


class NetworkSection(Section):
    """How documentation is fetched: whether HTTP(S)_PROXY and the like are honoured."""

    trust_environment_proxies: bool = False


class LoggingSection(Section):
    """What is logged to stderr."""

    level: Literal["debug", "info", "warn", "error"] = "warn"
    format: Literal["json", "pretty"] = "pretty"


class Settings(Section):
    """The whole configuration, every part with its default."""

    contract: str = "full"
    cache: CacheSection = CacheSection()
    sources: SourcesSection = SourcesSection()
    project: ProjectSection = ProjectSection()
    network: NetworkSection = NetworkSection()
    logging: LoggingSection = LoggingSection()

    def engine(self) -> EngineSettings:
        """Return the part the engine is told."""
        return EngineSettings(
            cache_directory=self.cache.directory.expanduser().absolute(),
            project_directory=self.project.working_directory.expanduser().absolute(),
            environment=self.project.environment if self.project.auto_detect else "none",
            llms_txt=self.sources.llms_txt.enabled,
            custom=tuple(custom.source() for custom in self.sources.custom),
            fresh_for=timedelta(hours=self.cache.default_ttl_hours),
            kept_for=timedelta(hours=self.cache.max_age_hours),
            trust_environment_proxies=self.network.trust_environment_proxies,
        )


@dataclass(frozen=True, slots=True)
class Loaded:
    """The settings, and one line for each part of the configuration that could not be used."""

    settings: Settings
    warnings: tuple[str, ...]


def load(config: Path | None, environ: Mapping[str, str]) -> Loaded:
    """Return the settings of a configuration file, overridden by environment variables.

    Args:
        config: the file, None for none.
        environ: the process environment; `PRO_CONTEXT__CACHE__DIRECTORY` sets cache.directory.
    """
    warnings: list[str] = []
    tree = _file(config, warnings) if config else {}
    for name, value in sorted(environ.items()):
        if name.upper().startswith(PREFIX):
            _override(tree, name[len(PREFIX) :].split("__"), value)
    return Loaded(_usable(tree, warnings), tuple(warnings))


def _file(config: Path, warnings: list[str]) -> dict[str, Any]:
    # Only those who configure pay for the YAML parser's import.
    import yaml  # noqa: PLC0415

    try:
        with config.open("rb") as file:
            text = file.read(MAX_CONFIG_BYTES + 1)
        tree = yaml.safe_load(text) if len(text) <= MAX_CONFIG_BYTES else "too long"
    except (OSError, ValueError, yaml.YAMLError) as error:
        reason = " ".join(str(error).split())[:200]
        warnings.append(f"configuration {config} is not readable and is left out: {reason}")
        return {}
    if tree is not None and not isinstance(tree, dict):
        warnings.append(f"configuration {config} is left out: it must be a mapping of sections")
        return {}
    _anchor(tree or {}, config.absolute().parent)
    return tree or {}


def _anchor(tree: dict[str, Any], folder: Path) -> None:
    """Make the paths of custom sources relative to the file that names them, not to where the server was started."""
    sources = tree.get("sources")
    custom = sources.get("custom") if isinstance(sources, dict) else None
    for source in custom if isinstance(custom, list) else []:
        if isinstance(source, dict) and isinstance(source.get("path"), str):
            source["path"] = str(folder / Path(source["path"]).expanduser())


def _override(tree: dict[str, Any], path: list[str], value: str) -> None:
    """Set one key; its words may be written in any case, with or without underscores."""
    section: type[BaseModel] | None = Settings
    for word in path[:-1]:
        key, section = _key(section, word)
        if not isinstance(tree.get(key), dict):
            tree[key] = {}
        tree = tree[key]
    tree[_key(section, path[-1])[0]] = json.loads(value) if value[:1] in "[{" and _is_json(value) else value


def _key(section: type[BaseModel] | None, word: str) -> tuple[str, type[BaseModel] | None]:
    plain = word.replace("_", "").lower()
    for field in section.model_fields.values() if section else ():
        if (field.alias or "").lower() == plain:
            inner = field.annotation
            return field.alias or "", inner if isinstance(inner, type) and issubclass(inner, BaseModel) else None
    return word.lower(), None


def _is_json(value: str) -> bool:
    try:
        json.loads(value)
    except ValueError:
        return False
    return True


def _usable(tree: dict[str, Any], warnings: list[str]) -> Settings:
    """Return the settings without the parts that are wrong, each named in a warning."""
    while True:
        try:
            return Settings.model_validate(tree)
        except ValidationError as wrong:
            error = wrong.errors()[-1]  # last first, so that the others' places in lists stay right
            name = ".".join(map(str, error["loc"]))
            warnings.append(f"configuration key {name} is left out: {_reason(error)}")
            if not _remove(tree, error["loc"]):
                return Settings()


def _reason(error: Any) -> str:
    if error["type"] != "extra_forbidden":
        return str(error["msg"]).removeprefix("Value error, ")
    section: type[BaseModel] | None = Settings
    for step in error["loc"][:-1]:
        section = _key(section, str(step))[1]
    known = [field.alias or "" for field in section.model_fields.values()] if section else []
    close = difflib.get_close_matches(str(error["loc"][-1]), known, n=1)
    return f"there is no such key (did you mean {close[0]}?)" if close else "there is no such key"


def _remove(tree: Any, path: Sequence[str | int]) -> bool:
    """Take out the key the path names, of a list the whole item; return whether anything went."""
    for step in path:
        if isinstance(tree, list):
            tree.pop(int(step))
            return True
        if step == path[-1] or not isinstance(tree.get(step), dict | list):
            tree.pop(step)
            return True
        tree = tree[step]
    return False
