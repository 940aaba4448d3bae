"""The configuration: what is right is used, what is wrong is named and left out, nothing raises."""

import json
import time
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import settings as hypothesis_settings
from hypothesis import strategies as st

from pro_context.settings import MAX_CONFIG_BYTES, MAX_WARNINGS, Settings, _usable, load

EVERYTHING = """\
contract: full
cache: { directory: /tmp/documentation, defaultTTLHours: 1, maxAgeHours: 2.5 }
sources:
  llmsTxt: { enabled: false }
  custom:
    - { name: sdk, type: url, url: "https://docs.example.com/llms.txt", libraryId: company/sdk }
    - { name: local, type: file, path: ./manual, libraryId: local/manual }
project: { autoDetect: true, workingDirectory: /srv/app, environment: /srv/app/env }
network: { trustEnvironmentProxies: true }
logging: { level: debug, format: json }
"""


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "conf" / "pro-context.yaml"


def warnings_of(file: Path, content: str | bytes) -> tuple[Settings, list[str]]:
    file.parent.mkdir(exist_ok=True)
    file.write_bytes(content.encode() if isinstance(content, str) else content)
    loaded = load(file, {})
    assert all("\n" not in warning for warning in loaded.warnings)
    loaded.settings.engine()
    return loaded.settings, list(loaded.warnings)


def test_nothing_configured_means_the_defaults() -> None:
    loaded = load(None, {"PATH": "/bin"})
    assert loaded.warnings == ()
    engine = loaded.settings.engine()
    assert engine.cache_directory == Path.home() / ".pro-context" / "cache"
    assert (engine.fresh_for, engine.kept_for) == (timedelta(hours=24), timedelta(days=7))
    assert (engine.environment, engine.llms_txt, engine.custom) == ("auto", True, ())
    assert engine.project_directory == Path.cwd()
    assert (loaded.settings.contract, loaded.settings.logging.level) == ("full", "warn")


def test_every_key_of_a_file_arrives(file: Path) -> None:
    settings, warnings = warnings_of(file, EVERYTHING)
    assert warnings == []
    engine = settings.engine()
    assert engine.cache_directory == Path("/tmp/documentation")
    assert (engine.fresh_for, engine.kept_for) == (timedelta(hours=1), timedelta(hours=2.5))
    assert (engine.llms_txt, engine.trust_environment_proxies) == (False, True)
    assert (engine.project_directory, engine.environment) == (Path("/srv/app"), "/srv/app/env")
    sdk, local = engine.custom
    assert (sdk.name, sdk.type, sdk.location, sdk.library_id) == (
        "sdk",
        "url",
        "https://docs.example.com/llms.txt",
        "company/sdk",
    )
    assert local.location == str(file.parent / "manual"), "relative to the file that names it"
    assert (settings.logging.level, settings.logging.format) == ("debug", "json")


def test_without_detection_no_environment_is_looked_at(file: Path) -> None:
    settings, _ = warnings_of(file, "project: { autoDetect: false, environment: /srv/env }")
    assert settings.engine().environment == "none"


@pytest.mark.parametrize("path", ["~/manual", "/manual"])
def test_absolute_paths_of_custom_sources_stay(file: Path, path: str) -> None:
    custom = [{"name": "m", "type": "file", "path": path, "libraryId": "a/b"}]
    settings, warnings = warnings_of(file, json.dumps({"sources": {"custom": custom}}))
    assert warnings == []
    assert settings.engine().custom[0].location == str(Path(path).expanduser())


# Variables


@pytest.mark.parametrize(
    "name",
    [
        "PRO_CONTEXT__CACHE__DEFAULT_TTL_HOURS",
        "PRO_CONTEXT__CACHE__DEFAULTTTLHOURS",
        "pro_context__cache__defaultTTLHours",
    ],
)
def test_a_variable_may_be_spelt_in_any_case(name: str) -> None:
    loaded = load(None, {name: "3"})
    assert (loaded.settings.cache.default_ttl_hours, loaded.warnings) == (3, ())


def test_variables_go_before_the_file(file: Path) -> None:
    file.parent.mkdir()
    file.write_text(EVERYTHING)
    custom = json.dumps([{"name": "v", "type": "url", "url": "https://v.example/", "libraryId": "v/v"}])
    loaded = load(
        file,
        {
            "PRO_CONTEXT__CACHE__DIRECTORY": "/var/cache",
            "PRO_CONTEXT__SOURCES__LLMS_TXT__ENABLED": "true",
            "PRO_CONTEXT__SOURCES__CUSTOM": custom,
            "PRO_CONTEXT__CONTRACT": "lean",
        },
    )
    assert loaded.warnings == ()
    engine = loaded.settings.engine()
    assert (engine.cache_directory, engine.llms_txt) == (Path("/var/cache"), True)
    assert [source.name for source in engine.custom] == ["v"]
    assert (loaded.settings.contract, engine.kept_for) == ("lean", timedelta(hours=2.5))


@pytest.mark.parametrize(
    ("name", "value", "named"),
    [
        ("PRO_CONTEXT__CACHE__DIRECTROY", "/x", "cache.directroy"),
        ("PRO_CONTEXT__CACHE", "/x", "cache"),
        ("PRO_CONTEXT__CACHE__MAX_AGE_HOURS", "long", "cache.maxAgeHours"),
        ("PRO_CONTEXT__SOURCES__CUSTOM", "[{", "sources.custom"),
        ("PRO_CONTEXT__SOURCES__CUSTOM", "[" * 100_000, "sources.custom"),
        ("PRO_CONTEXT__NOTHING__AT__ALL", "1", "nothing"),
        ("PRO_CONTEXT__", "1", "key "),
        ("PRO_CONTEXT__LOGGING__LEVEL__DEEP", "1", "logging.level"),
    ],
)
def test_a_wrong_variable_is_named_and_left_out(name: str, value: str, named: str) -> None:
    loaded = load(None, {name: value, "PRO_CONTEXT__LOGGING__FORMAT": "json"})
    (warning,) = loaded.warnings
    assert named in warning
    assert loaded.settings.logging.format == "json"


# What is wrong in a file


@pytest.mark.parametrize(
    ("wrong", "named", "reason"),
    [
        ("cache: { directroy: /x }", "cache.directroy", "did you mean directory?"),
        ("cache: { cache: 1 }", "cache.cache", "no such key"),
        ("zzz: 1", "zzz", "no such key"),
        ("chache: { directory: /x }", "chache", "did you mean cache?"),
        ("cache: []", "cache", "dictionary"),
        ("cache: { maxAgeHours: 0 }", "cache.maxAgeHours", "greater than 0"),
        ("cache: { maxAgeHours: .inf }", "cache.maxAgeHours", "less than or equal"),
        ("cache: { maxAgeHours: .nan }", "cache.maxAgeHours", "less than or equal"),
        ("cache: { maxAgeHours: 2026-01-01 }", "cache.maxAgeHours", "number"),
        ('cache: { directory: "a\\0b" }', "cache.directory", "null"),
        ("cache: { directory: ~nobody-at-all/x }", "cache.directory", "home"),
        ("sources: { llmsTxt: { enabled: perhaps } }", "sources.llmsTxt.enabled", "boolean"),
        ("sources: { custom: here }", "sources.custom", "tuple"),
        ("sources: { custom: [here] }", "sources.custom.0", "dictionary"),
        ("sources: { custom: [{ name: a, type: url, libraryId: a/b }] }", "sources.custom.0", "needs url"),
        ("sources: { custom: [{ name: a, type: file, libraryId: a/b }] }", "sources.custom.0", "needs path"),
        (
            "sources: { custom: [{ name: a, type: file, path: ~nobody-at-all, libraryId: a/b }] }",
            "sources.custom.0.path",
            "home",
        ),
        ("1: 2", "1", "string"),
        ("contract: 3", "contract", "string"),
    ],
)
def test_a_wrong_part_is_named_and_the_rest_is_used(file: Path, wrong: str, named: str, reason: str) -> None:
    settings, warnings = warnings_of(file, f"{wrong}\nlogging: {{ format: json }}\n")
    (warning,) = warnings
    assert warning.startswith(f"configuration key {named} is left out: ")
    assert reason in warning
    assert settings.logging.format == "json"


def test_of_several_wrong_items_only_those_go(file: Path) -> None:
    items: list[Any] = [
        {"name": "first", "type": "url", "url": "https://a.example/", "libraryId": "a/a"},
        {"name": "no url", "type": "url", "libraryId": "no good"},
        {"name": "last", "type": "url", "url": "https://b.example/", "libraryId": "b/b"},
        "not a source",
    ]
    settings, warnings = warnings_of(file, json.dumps({"sources": {"custom": items}}))
    assert [source.name for source in settings.sources.custom] == ["first", "last"]
    assert len(warnings) == 2


def test_wrong_keys_beside_right_ones_cost_only_themselves(file: Path) -> None:
    settings, warnings = warnings_of(file, "cache: { cache: 1, directory: /right, directroy: /wrong }")
    assert len(warnings) == 2
    assert settings.engine().cache_directory == Path("/right")


@pytest.mark.parametrize("mistakes", [MAX_WARNINGS + 1, 2000])
def test_a_configuration_of_mistakes_is_left_out_in_short_words(file: Path, mistakes: int) -> None:
    settings, warnings = warnings_of(file, json.dumps({f"key{number}": number for number in range(mistakes)}))
    assert settings == load(None, {}).settings
    assert warnings == ["the whole configuration is left out: it has too many mistakes"]


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        ("- a\n- b\n", "must be a mapping"),
        ("just words", "must be a mapping"),
        ("cache: [", "not readable"),
        ("\tcache: 1", "not readable"),
        (b"\x00\x01\xff\xfe\x80", "not readable"),
        (b"\xff" * 100, "not readable"),
        ("!!python/object/apply:os.getcwd []", "not readable"),
        ("? [a]\n: b", "not readable"),
        ("[" * 20_000, "nested deeper"),
        ("- " * 20_000, "nested deeper"),
        ("a: " * 20_000, "not readable"),
        ("cache: &a {}\nnetwork: *a\n", "aliases are not supported"),
        ("#" * (MAX_CONFIG_BYTES + 1), "longer than"),
    ],
)
def test_a_file_that_cannot_be_used_is_left_out(file: Path, content: str | bytes, reason: str) -> None:
    settings, warnings = warnings_of(file, content)
    (warning,) = warnings
    assert warning.startswith(f"configuration {file} is ")
    assert reason in warning
    assert settings == load(None, {}).settings


@pytest.mark.parametrize("content", ["", "# nothing yet\n", "---\n"])
def test_an_empty_file_is_no_mistake(file: Path, content: str) -> None:
    assert warnings_of(file, content) == (load(None, {}).settings, [])


@pytest.mark.parametrize("name", ["missing.yaml", ".", "a\0b"])
def test_a_file_that_is_not_there_is_named(tmp_path: Path, name: str) -> None:
    (warning,) = load(tmp_path / name, {}).warnings
    assert "is not readable and is left out" in warning


@pytest.mark.parametrize("merge", [False, True])
def test_a_bomb_of_aliases_is_harmless(file: Path, merge: bool) -> None:
    levels = ["a0: &a0 { x: 1 }"]
    for level in range(1, 30):
        items = ", ".join([f"*a{level - 1}"] * 9)
        levels.append(f"a{level}: &a{level} " + (f"{{ <<: [{items}] }}" if merge else f"[{items}]"))
    started = time.monotonic()
    _, (warning,) = warnings_of(file, "\n".join(levels))
    assert "aliases are not supported" in warning
    assert time.monotonic() - started < 2


KEYS = st.text(max_size=6) | st.sampled_from(
    ["cache", "sources", "custom", "directory", "llmsTxt", "enabled", "project", "name", "type", "path", "url"]
)
TREES = st.recursive(
    st.none() | st.booleans() | st.floats() | st.integers() | st.text(max_size=8),
    lambda children: st.lists(children, max_size=3) | st.dictionaries(KEYS, children, max_size=4),
    max_leaves=12,
)


@hypothesis_settings(deadline=None)
@given(st.dictionaries(KEYS, TREES, max_size=5))
def test_no_configuration_raises(tree: dict[str, Any]) -> None:
    warnings: list[str] = []
    _usable(tree, warnings).engine()
    assert all("\n" not in warning for warning in warnings)


@hypothesis_settings(deadline=None)
@given(st.text(max_size=30), st.text(max_size=30))
def test_no_variable_raises(name: str, value: str) -> None:
    load(None, {f"PRO_CONTEXT__{name}": value}).settings.engine()


def test_a_user_without_a_home_keeps_documentation_in_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    def no_home(path: Path) -> Path:
        raise RuntimeError

    monkeypatch.setattr(Path, "expanduser", no_home)
    loaded = load(None, {})
    assert (loaded.warnings, loaded.settings.engine().cache_directory) == ((), None)
