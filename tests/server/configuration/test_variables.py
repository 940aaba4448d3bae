"""What the environment says, under long names and short ones."""

import json
from pathlib import Path
from typing import Any

import pytest
from tests.server.configuration.conftest import Mistakes

from pro_context.configuration.loading import load
from pro_context_contract.configuration.models import Configuration


def values(**environ: str) -> Configuration:
    loaded = load(None, environ)
    assert loaded.warnings == ()
    return loaded.settings.values


@pytest.mark.parametrize(
    "name",
    [
        "PRO_CONTEXT__CACHE__DEFAULT_TTL_HOURS",
        "PRO_CONTEXT__CACHE__DEFAULTTTLHOURS",
        "pro_context__cache__defaultTTLHours",
    ],
)
def test_a_variable_may_be_spelt_in_any_case(name: str) -> None:
    assert values(**{name: "3"}).cache.default_ttl_hours == 3


@pytest.mark.parametrize(
    ("name", "text", "path", "expected"),
    [
        ("PRO_CONTEXT_TRANSPORT", "stdio", "server.transport", "stdio"),
        ("PRO_CONTEXT_CACHE_DIR", "/data/cache", "cache.directory", "/data/cache"),
        ("PRO_CONTEXT__CACHE__DIRECTORY", "null", "cache.directory", None),
        ("PRO_CONTEXT__NETWORK__CA_FILE", "null", "network.ca_file", None),
        ("PRO_CONTEXT_LOG_LEVEL", "debug", "logging.level", "debug"),
        ("PRO_CONTEXT_DEBUG", "true", "logging.level", "debug"),
        ("PRO_CONTEXT_DEBUG", "false", "logging.level", "warn"),
        ("PRO_CONTEXT_DEBUG", "perhaps", "logging.level", "warn"),
        ("PRO_CONTEXT__CACHE__MAX_AGE_HOURS", "2.5", "cache.max_age_hours", 2.5),
        ("PRO_CONTEXT__NETWORK__TRUST_ENVIRONMENT_PROXIES", "1", "network.trust_environment_proxies", True),
        ("PRO_CONTEXT__SOURCES__LLMS_TXT__ENABLED", "off", "sources.llms_txt.enabled", False),
        ("PRO_CONTEXT__SECURITY__URL_ALLOWLIST", "a.example, b.example", "security.url_allowlist",
         ["a.example", "b.example"]),
        ("PRO_CONTEXT__SECURITY__URL_ALLOWLIST", '["a.example"]', "security.url_allowlist", ["a.example"]),
        ("PRO_CONTEXT__CONTRACT", "3", "contract", "3"),
        ("PRO_CONTEXT__CONTRACT", "", "contract", "full"),
        ("PRO_CONTEXT_CACHE_DIR", "", "cache.max_size_mb", 500),
        ("PRO_CONTEXT__CACHE", '{"maxAgeHours": 3}', "cache.max_age_hours", 3),
    ],
)  # fmt: skip
def test_a_variable_sets_its_key(name: str, text: str, path: str, expected: object) -> None:
    found: Any = values(**{name: text})
    for step in path.split("."):
        found = getattr(found, step)
    assert found == expected


def test_lists_and_maps_are_written_as_json() -> None:
    custom = [{"name": "v", "type": "url", "url": "https://v.example/", "libraryId": "v/v"}]
    said = values(
        PRO_CONTEXT__SOURCES__CUSTOM=json.dumps(custom),
        PRO_CONTEXT__PROJECT__LIBRARY_OVERRIDES='{"langchain": {"ttl_hours": 12}}',
        PRO_CONTEXT__PROJECT__LIBRARY_OVERRIDES__FASTAPI__SOURCE="installed",
    )
    assert [source.name for source in said.sources.custom] == ["v"]
    assert said.project.library_overrides["langchain"].ttl_hours == 12
    assert said.project.library_overrides["fastapi"].source == "installed"


def test_a_library_may_have_a_dot_in_its_name() -> None:
    said = values(**{"PRO_CONTEXT__PROJECT__LIBRARY_OVERRIDES__ACME/ROCKET.KIT__TTL_HOURS": "3"})
    assert list(said.project.library_overrides) == ["acme/rocket.kit"]


def test_variables_go_before_the_file(operator_file: Path) -> None:
    operator_file.write_text("cache: { maxAgeHours: 3, defaultTTLHours: 1 }")
    cache = load(operator_file, {"PRO_CONTEXT__CACHE__MAX_AGE_HOURS": "5"}).settings.values.cache
    assert (cache.max_age_hours, cache.default_ttl_hours) == (5, 1)


@pytest.mark.parametrize(
    ("name", "text", "line"),
    [
        ("PRO_CONTEXT__CACHE__DIRECTROY", "/x", "there is no such key; did you mean PRO_CONTEXT__CACHE__DIRECTORY?"),
        ("PRO_CONTEXT__TTL", "1", "there is no such key; did you mean PRO_CONTEXT__CACHE__DEFAULT_TTL_HOURS?"),
        ("PRO_CONTEXT__NOTHING__AT__ALL", "1", "there is no such key"),
        ("PRO_CONTEXT__", "1", "there is no such key"),
        ("PRO_CONTEXT__LOGGING__LEVEL__DEEP", "1", "there is no such key"),
        ("PRO_CONTEXT_CACHEDIR", "/x", "there is no such variable; did you mean PRO_CONTEXT_CACHE_DIR?"),
        ("PRO_CONTEXT_CACHE_DIRECTORY", "/x", "there is no such variable; did you mean PRO_CONTEXT__CACHE__DIRECTORY?"),
        ("PRO_CONTEXT_SERVER__PORT", "9", "there is no such variable; did you mean PRO_CONTEXT__SERVER__PORT?"),
        ("PRO_CONTEXT__CACHE", "/x", "cache must be a mapping, not text"),
        ("PRO_CONTEXT_PORT", "tcp://10.0.0.1", 'server.port must be a whole number from 0 to 65535, not "tcp://10.0.0.1"'),
        ("PRO_CONTEXT_TRANSPORT", "sse", 'server.transport must be one of stdio, http, not "sse"'),
        ("PRO_CONTEXT__SOURCES__CUSTOM", "[{", "sources.custom must be a list of at most 200, not text"),
        ("PRO_CONTEXT__SOURCES__CUSTOM", "[" * 100_000, "sources.custom must be a list of at most 200, not text"),
        ("PRO_CONTEXT__SOURCES__CUSTOM", '[{"name": "v"}]', "sources.custom[0] needs type"),
    ],
)  # fmt: skip
def test_a_wrong_variable_is_told_by_its_name(mistakes: Mistakes, name: str, text: str, line: str) -> None:
    assert f"{name}: {line}" in mistakes(environ={name: text})


def test_two_variables_may_not_say_different_things_of_one_key(mistakes: Mistakes) -> None:
    both = {"PRO_CONTEXT_LOG_LEVEL": "info", "PRO_CONTEXT__LOGGING__LEVEL": "error"}
    assert mistakes(environ=both) == [
        "PRO_CONTEXT__LOGGING__LEVEL: logging.level is set by PRO_CONTEXT_LOG_LEVEL too, and differently"
    ]
    assert values(PRO_CONTEXT_LOG_LEVEL="debug", PRO_CONTEXT_DEBUG="true").logging.level == "debug"


@pytest.mark.parametrize("name", ["PRO_CONTEXT_SERVICE_HOST", "PRO_CONTEXT_PORT_80_TCP_ADDR", "PRO_CONTEXTUAL"])
def test_a_variable_that_may_be_somebody_elses_is_left_alone(name: str) -> None:
    assert values(**{name: "10.0.0.1"}) == values()
