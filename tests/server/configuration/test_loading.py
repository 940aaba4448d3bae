"""Where a configuration comes from, and which word counts."""

import os
from collections.abc import Callable
from pathlib import Path

import pytest

from pro_context.configuration.loading import LoadedConfiguration, load

Read = Callable[[str], LoadedConfiguration]


def test_nothing_configured_is_every_default() -> None:
    loaded = load(None, {"PATH": "/bin"})
    values = loaded.settings.values
    assert (loaded.files, loaded.warnings) == ((), ())
    assert (values.contract, values.logging.level, values.cache.default_ttl_hours) == ("full", "warn", 24)
    assert (values.sources.custom, values.project.library_overrides) == ((), {})


def test_both_spellings_of_a_key_mean_the_same(read: Read) -> None:
    camel = read("cache: { defaultTTLHours: 3, maxSizeMB: 20 }\nsources: { llmsTxt: { preferFullTxt: true } }")
    snake = read("cache: { default_ttl_hours: 3, max_size_mb: 20 }\nsources: { llms_txt: { prefer_full_txt: true } }")
    assert camel.settings == snake.settings
    assert camel.settings.values.cache.default_ttl_hours == 3


@pytest.mark.parametrize("word", ["yes", "true", "On"])
def test_what_means_true_is_true(read: Read, word: str) -> None:
    assert read(f"network: {{ trustEnvironmentProxies: {word} }}").settings.values.network.trust_environment_proxies


def test_a_quoted_word_is_text(read: Read) -> None:
    assert read('contract: "3"').settings.values.contract == "3"


def test_nothing_is_what_is_not_set_except_where_null_is_a_value(read: Read) -> None:
    values = read("contract:\ncache: { directory: null, maxAgeHours: ~ }").settings.values
    assert (values.contract, values.cache.directory, values.cache.max_age_hours) == ("full", None, 168)


def test_a_key_without_effect_is_told(operator_file: Path) -> None:
    operator_file.write_text("server: { port: 80 }\ncache: { maxMemoryMB: 5, maxMemoryEntries: 2 }\n")
    loaded = load(operator_file, {"PRO_CONTEXT__CACHE__CLEANUP_INTERVAL_MINUTES": "81"})
    assert loaded.warnings == (
        f"{operator_file}:2: cache.maxMemoryMB has no effect: everything is read from the store",
        f"{operator_file}:2: cache.maxMemoryEntries has no effect: everything is read from the store",
        "PRO_CONTEXT__CACHE__CLEANUP_INTERVAL_MINUTES: cache.cleanupIntervalMinutes has no effect: "
        "the store makes room whenever something is written",
    )


# Where files are looked for


@pytest.mark.parametrize("name", ["pro-context.yaml", "pro-context.config.yaml"])
def test_the_working_directory_is_looked_at(project: Path, name: str) -> None:
    (project / name).write_text("contract: here")
    loaded = load(None, {})
    assert (loaded.settings.values.contract, loaded.files) == ("here", (name,))


def test_of_two_in_the_working_directory_the_shorter_name_counts(project: Path) -> None:
    (project / "pro-context.yaml").write_text("contract: short")
    (project / "pro-context.config.yaml").write_text("contract: long")
    assert load(None, {}).settings.values.contract == "short"


def test_each_layer_goes_before_the_one_below(home: Path, project: Path) -> None:
    (home / "pro-context.yaml").write_text(
        "contract: own\ncache: { maxAgeHours: 1, defaultTTLHours: 1, maxSizeMB: 10 }"
    )
    (project / "pro-context.yaml").write_text("contract: project\ncache: { maxAgeHours: 2, defaultTTLHours: 2 }")
    loaded = load(None, {"PRO_CONTEXT__CACHE__MAX_AGE_HOURS": "3"})
    cache = loaded.settings.values.cache
    assert (cache.max_age_hours, cache.default_ttl_hours, cache.max_size_mb) == (3, 2, 10)
    assert loaded.settings.values.contract == "project"
    assert loaded.files == ("~/.pro-context/pro-context.yaml", "pro-context.yaml")


def test_lists_are_replaced_and_mappings_joined(home: Path, project: Path) -> None:
    source = "{{ name: {0}, type: url, url: 'https://{0}.example/', libraryId: {0}/{0} }}"
    overrides = "project: {{ libraryOverrides: {{ {}: {{ ttlHours: 3 }} }} }}"
    for folder, name in ((home, "own"), (project, "theirs")):
        sources = f"sources: {{ custom: [{source.format(name)}] }}"
        (folder / "pro-context.yaml").write_text(f"{sources}\n{overrides.format(name)}")
    values = load(None, {}).settings.values
    assert [one.name for one in values.sources.custom] == ["theirs"]
    assert sorted(values.project.library_overrides) == ["own", "theirs"]


def test_a_named_file_is_the_only_one(home: Path, project: Path, operator_file: Path) -> None:
    (home / "pro-context.yaml").write_text("nonsense: 1")
    (project / "pro-context.yaml").write_text("nonsense: 1")
    operator_file.write_text("contract: named")
    assert load(operator_file, {}).settings.values.contract == "named"


def test_a_user_without_a_home_keeps_documentation_in_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    def no_home(path: Path) -> Path:
        raise RuntimeError

    monkeypatch.setattr(Path, "expanduser", no_home)
    loaded = load(None, {})
    assert (loaded.warnings, loaded.settings.engine().cache_directory) == ((), None)


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no pipes with names")
def test_a_pipe_in_the_working_directory_does_not_block(project: Path) -> None:
    os.mkfifo(project / "pro-context.yaml")
    (line,) = load(None, {}).warnings
    assert "cannot be read" in line
