"""Who said what of a configuration."""

from pathlib import Path

from pro_context.configuration.configuration_keys import root
from pro_context.configuration.loading import load
from pro_context.configuration.provenance import HIDDEN, EffectiveSetting, effective_settings


def told(
    config: Path | None, environ: dict[str, str], options: dict[str, str] | None = None
) -> dict[str, EffectiveSetting]:
    return {one.name: one for one in effective_settings(load(config, environ, options).layers)}


def where(setting: EffectiveSetting) -> tuple[str, str]:
    return setting.origin, str(setting.place or "")


def test_what_nobody_says_is_a_default_and_every_setting_is_there() -> None:
    every = told(None, {})
    assert list(every) == [key.name for key in root().walk() if not key.members]
    assert {one.origin for one in every.values()} == {"default"}
    assert (every["server.port"].value, every["cache.directory"].value) == (3100, "~/.pro-context/cache")


def test_the_strongest_word_counts_and_is_named(operator_file: Path) -> None:
    operator_file.write_text("server:\n  port: 1\n  host: ::1\ncache:\n  maxSizeMB: 20\n")
    every = told(operator_file, {"PRO_CONTEXT_PORT": "2", "PRO_CONTEXT__CACHE__MAX_SIZE_MB": "30"}, {"--port": "3"})
    assert (every["server.port"].value, where(every["server.port"])) == (3, ("flag", "--port"))
    assert where(every["cache.maxSizeMB"]) == ("variable", "PRO_CONTEXT__CACHE__MAX_SIZE_MB")
    assert (every["server.host"].value, where(every["server.host"])) == ("::1", ("file", f"{operator_file}:3"))


def test_the_entries_of_a_map_may_come_from_several_places(home: Path, project: Path) -> None:
    (home / "pro-context.yaml").write_text("project: { libraryOverrides: { a/b: { ttlHours: 1 } } }")
    (project / "pro-context.yaml").write_text("project:\n  libraryOverrides:\n    c/d: { ttlHours: 2 }\n")
    every = told(None, {})
    name = "project.libraryOverrides"
    assert where(every[f"{name}.a/b.ttlHours"]) == ("file", "~/.pro-context/pro-context.yaml:1")
    assert where(every[f"{name}.c/d.ttlHours"]) == ("file", "pro-context.yaml:3")
    assert name not in every


def test_an_empty_map_is_a_word_too(operator_file: Path) -> None:
    operator_file.write_text("project: { libraryOverrides: {} }")
    setting = told(operator_file, {})["project.libraryOverrides"]
    assert (setting.value, setting.origin) == ({}, "file")


def test_secrets_are_hidden_wherever_they_stand(operator_file: Path) -> None:
    operator_file.write_text(
        "server: { authKey: shh }\nsources: { github: { token: shh }, custom: "
        "[{ name: a, type: url, url: 'https://shh.example/x', libraryId: a/b }] }\n"
        "project: { libraryOverrides: { a/b: { docsUrl: 'https://shh.example' } } }\n"
    )
    every = told(operator_file, {})
    assert "shh" not in repr(list(every.values()))
    assert every["server.authKey"].value == every["sources.github.token"].value == HIDDEN
    assert every["sources.custom"].value == [{"name": "a", "type": "url", "url": HIDDEN, "libraryId": "a/b"}]
    assert told(None, {})["server.authKey"].value == ""
