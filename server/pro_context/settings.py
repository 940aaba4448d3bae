"""Read what the operator configured: a YAML file and `PRO_CONTEXT__SECTION__KEY` variables (seed 003 section 12).

A part that cannot be used is left out with one clear line; the rest of the configuration, or the defaults, serve on.
"""

from __future__ import annotations

import difflib
import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path
from typing import Annotated, Any, Literal

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, ValidationError, model_validator
from pydantic.alias_generators import to_camel

from pro_context_engine.settings import MAX_CACHE_BYTES, CustomSource
from pro_context_engine.settings import Settings as EngineSettings

PREFIX = "PRO_CONTEXT__"
MAX_CONFIG_BYTES = 50_000
"""More than any configuration; a device or a wrong file is not read whole."""

MAX_DEPTH = 20
"""Levels of nesting; the configuration itself has four, and its file and its document count too."""

MAX_WARNINGS = 20
"""A configuration with more mistakes is none."""

TEN_YEARS = 24 * 3_652
"""Hours; longer times make no difference, and at some point no date."""


def _absolute(path: Path) -> Path:
    if "\0" in str(path):
        raise ValueError("a path has no null characters")
    try:
        return path.expanduser().absolute()
    except (OSError, RuntimeError) as error:
        raise ValueError("its home or working directory is not known") from error


def _default_cache() -> Path | None:
    try:
        return Path("~/.pro-context/cache").expanduser()
    except RuntimeError:  # a user without a home
        return None


AbsolutePath = Annotated[Path, AfterValidator(_absolute)]
"""A path made absolute; `~` and `~name` are home directories."""

Hours = Annotated[float, Field(gt=0, le=TEN_YEARS)]


class Section(BaseModel):
    """A part of the configuration; keys are camelCase, unknown ones are refused."""

    model_config = ConfigDict(extra="forbid", alias_generator=to_camel, frozen=True)


class CacheSection(Section):
    """Where fetched documentation is kept (None: in memory), for how long (hours), and how much of it (MB)."""

    directory: AbsolutePath | None = Field(default_factory=_default_cache)
    default_ttl_hours: Annotated[Hours, Field(alias="defaultTTLHours")] = 24
    max_age_hours: Hours = 168
    max_size_mb: Annotated[int, Field(alias="maxSizeMB", ge=10, le=1_000_000)] = MAX_CACHE_BYTES // 1_000_000


class LlmsTxtSection(Section):
    """Whether the registry's llms.txt addresses are used."""

    enabled: bool = True


class CustomSection(Section):
    """One documentation source the operator names (seed 003 section 8.4)."""

    name: str
    type: Literal["url", "file"]
    url: str | None = None
    path: AbsolutePath | None = None
    library_id: Annotated[str, Field(pattern=r"^[a-zA-Z0-9._/-]+$", max_length=200)]

    @model_validator(mode="after")
    def _located(self) -> CustomSection:
        if (self.url if self.type == "url" else self.path) is None:
            raise ValueError(f"a source of type {self.type} needs {'url' if self.type == 'url' else 'path'}")
        return self

    def source(self) -> CustomSource:
        """Return the source as the engine takes it."""
        location = self.url if self.type == "url" else self.path
        return CustomSource(self.name, self.type, str(location), self.library_id)


class SourcesSection(Section):
    """Which documentation sources are used."""

    llms_txt: LlmsTxtSection = LlmsTxtSection()
    custom: tuple[CustomSection, ...] = ()


class ProjectSection(Section):
    """Where the project and its environment are; autoDetect false looks at neither."""

    auto_detect: bool = True
    working_directory: AbsolutePath = Path()
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
    cache: CacheSection = Field(default_factory=CacheSection)
    sources: SourcesSection = SourcesSection()
    project: ProjectSection = ProjectSection()
    network: NetworkSection = NetworkSection()
    logging: LoggingSection = LoggingSection()

    def engine(self) -> EngineSettings:
        """Return the part the engine is told."""
        return EngineSettings(
            cache_directory=self.cache.directory,
            project_directory=self.project.working_directory.absolute(),
            environment=self.project.environment if self.project.auto_detect else "none",
            llms_txt=self.sources.llms_txt.enabled,
            custom=tuple(custom.source() for custom in self.sources.custom),
            fresh_for=timedelta(hours=self.cache.default_ttl_hours),
            kept_for=timedelta(hours=self.cache.max_age_hours),
            max_cache_bytes=self.cache.max_size_mb * 1_000_000,
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
        text = _read(config)
        _check_shape(yaml.parse(text))
        tree = yaml.safe_load(text)
    except (OSError, ValueError, yaml.YAMLError) as error:
        warnings.append(f"configuration {config} is not readable and is left out: {_one_line(error)}")
        return {}
    if tree is not None and not isinstance(tree, dict):
        warnings.append(f"configuration {config} is left out: it must be a mapping of sections")
        return {}
    _anchor(tree or {}, config.absolute().parent)
    return tree or {}


def _read(config: Path) -> bytes:
    with config.open("rb") as file:
        text = file.read(MAX_CONFIG_BYTES + 1)
    if len(text) > MAX_CONFIG_BYTES:
        raise ValueError(f"it is longer than {MAX_CONFIG_BYTES} bytes")
    return text


def _check_shape(events: Iterable[Any]) -> None:
    """Refuse what takes the parser much longer, or much more memory, than its length lets expect."""
    depth = 0
    for event in events:
        kind = type(event).__name__
        if kind == "AliasEvent":
            raise ValueError("aliases are not supported")
        depth += kind.endswith("StartEvent") - kind.endswith("EndEvent")
        if depth > MAX_DEPTH:
            raise ValueError(f"it is nested deeper than {MAX_DEPTH} levels")


def _anchor(tree: dict[str, Any], folder: Path) -> None:
    """Make the paths of custom sources relative to the file that names them, not to where the server was started."""
    sources = tree.get("sources")
    custom = sources.get("custom") if isinstance(sources, dict) else None
    for source in custom if isinstance(custom, list) else []:
        if isinstance(source, dict) and isinstance(source.get("path"), str):
            path = source["path"]
            source["path"] = path if path.startswith("~") else str(folder / path)


def _override(tree: dict[str, Any], path: list[str], value: str) -> None:
    """Set one key; its words may be written in any case, with or without underscores."""
    section: type[BaseModel] | None = Settings
    for word in path[:-1]:
        key, section = _key(section, word)
        if not isinstance(tree.get(key), dict):
            tree[key] = {}
        tree = tree[key]
    tree[_key(section, path[-1])[0]] = _value(value)


def _key(section: type[BaseModel] | None, word: str) -> tuple[str, type[BaseModel] | None]:
    plain = word.replace("_", "").lower()
    for field in section.model_fields.values() if section else ():
        if (field.alias or "").lower() == plain:
            inner = field.annotation
            return field.alias or "", inner if isinstance(inner, type) and issubclass(inner, BaseModel) else None
    return word.lower(), None


def _value(text: str) -> Any:
    """Return a list or object written as JSON as such, anything else as the text it is."""
    if not text.startswith(("[", "{")):
        return text
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return text


def _usable(tree: dict[str, Any], warnings: list[str]) -> Settings:
    """Return the settings without the parts that are wrong, each named in a warning."""
    for _ in range(MAX_WARNINGS):
        try:
            return Settings.model_validate(tree)
        except ValidationError as wrong:
            if wrong.error_count() > MAX_WARNINGS:
                break
            error = wrong.errors()[-1]  # last first, so that the others' places in lists stay right
            name = _one_line(".".join(map(str, error["loc"])))
            warnings.append(f"configuration key {name} is left out: {_reason(error)}")
            _remove(tree, error["loc"])
    warnings.append("the whole configuration is left out: it has too many mistakes")
    return Settings()


def _one_line(text: object) -> str:
    return " ".join(str(text).split())[:200]


def _reason(error: Any) -> str:
    if error["type"] != "extra_forbidden":
        return str(error["msg"]).removeprefix("Value error, ")
    section: type[BaseModel] | None = Settings
    for step in error["loc"][:-1]:
        section = _key(section, str(step))[1]
    known = [field.alias or "" for field in section.model_fields.values()] if section else []
    close = difflib.get_close_matches(str(error["loc"][-1]), known, n=1)
    return f"there is no such key (did you mean {close[0]}?)" if close else "there is no such key"


def _remove(tree: Any, path: Sequence[str | int]) -> None:
    """Take out the key the path names; of a list the whole item that has it."""
    for step in path[:-1]:
        if isinstance(tree, list):
            tree.pop(int(step))
            return
        tree = tree[step]
    tree.pop(path[-1])
