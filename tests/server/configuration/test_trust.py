"""A file found in a project says less than the operator."""

from pathlib import Path

import pytest

from pro_context.configuration.loading import load
from pro_context.configuration.mistakes import ConfigurationMistakes

FILE = "pro-context.yaml"
NOT_FOR_PROJECTS = "a project's file may not set it"


def told(project: Path, content: str) -> list[str]:
    (project / FILE).write_text(content)
    with pytest.raises(ConfigurationMistakes) as caught:
        load(None, {})
    return caught.value.lines


@pytest.mark.parametrize(
    ("content", "key"),
    [
        ("cache: { directory: cache }", "cache.directory"),
        ("cache: { max_size_mb: 10 }", "cache.maxSizeMB"),
        ("network: { trustEnvironmentProxies: true }", "network"),
        ("server: { port: 80 }", "server"),
        ("security: { urlAllowlist: [a.example] }", "security"),
        ("sources: { github: { token: s3cret } }", "sources.github.token"),
        ("sources: { gitlab: { token: s3cret } }", "sources.gitlab.token"),
        ("sources: { gitlab: { url: 'https://git.example' } }", "sources.gitlab.url"),
        ("rateLimit: {}", "rateLimit"),
        ("contracts: [full]", "contracts"),
    ],
)
def test_it_may_not_set_what_is_the_operators(project: Path, content: str, key: str) -> None:
    (line,) = told(project, content)
    assert line.startswith(f"{FILE}:1: {key}: {NOT_FOR_PROJECTS}")
    assert "s3cret" not in line


def test_it_may_set_what_is_the_projects(project: Path) -> None:
    (project / FILE).write_text(
        "contract: full\ncache: { defaultTTLHours: 2 }\nlogging: { level: debug }\n"
        "sources: { llmsTxt: { enabled: no } }\n"
        "project:\n"
        "  environment: env\n"
        "  workingDirectory: .\n"
        "  libraryOverrides: { httpx: { docsUrl: 'https://a.example' } }"
    )
    loaded = load(None, {})
    assert loaded.warnings == ()
    assert loaded.settings.engine().environment == str(project.resolve() / "env")


@pytest.mark.parametrize(
    "content",
    [
        "sources: {{ custom: [{{ name: a, type: file, path: {}, libraryId: a/b }}] }}",
        "project: {{ environment: {} }}",
        "project: {{ workingDirectory: {} }}",
    ],
)
@pytest.mark.parametrize("path", ["..", "/", "~/x", "link", "link/inside", "folder/../../elsewhere"])
def test_its_paths_lie_inside_its_folder(project: Path, content: str, path: str) -> None:
    (project / "link").symlink_to(project.parent)
    (line,) = told(project, content.format(path))
    assert line.endswith("must lie inside the folder of the project's file")


@pytest.mark.parametrize("path", [".", "docs", "there/later/llms.txt", "docs/../docs"])
def test_what_lies_inside_is_fine(project: Path, path: str) -> None:
    (project / FILE).write_text(f"sources: {{ custom: [{{ name: a, type: file, path: {path}, libraryId: a/b }}] }}")
    (source,) = load(None, {}).settings.engine().custom
    assert Path(source.location).is_relative_to(project.resolve())


def test_its_urls_are_https_and_not_exempt(project: Path, operator_file: Path) -> None:
    source = "sources: {{ custom: [{{ name: a, type: url, url: '{}://wiki.example/llms.txt', libraryId: a/b }}] }}"
    (line,) = told(project, source.format("http"))
    assert line == f"{FILE}:1: sources.custom[0].url must be an https address in a project's file"
    (project / FILE).write_text(source.format("https"))
    assert [one.public_only for one in load(None, {}).settings.engine().custom] == [True]
    operator_file.write_text(source.format("http"))
    assert [one.public_only for one in load(operator_file, {}).settings.engine().custom] == [False]
    custom = '[{"name": "v", "type": "url", "url": "http://v.example/", "libraryId": "v/v"}]'
    loaded = load(None, {"PRO_CONTEXT__SOURCES__CUSTOM": custom})
    assert [one.public_only for one in loaded.settings.engine().custom] == [False]


def test_the_users_own_file_may_say_everything(home: Path) -> None:
    (home / FILE).write_text("cache: { directory: /data }\nsecurity: { urlAllowlist: [a.example] }")
    engine = load(None, {}).settings.engine()
    assert (engine.cache_directory, engine.url_allowlist) == (Path("/data"), ("a.example",))


def test_the_users_own_file_is_his_own_in_its_folder_too(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (home / FILE).write_text("cache: { directory: /data }")
    monkeypatch.chdir(home)
    assert load(None, {}).settings.engine().cache_directory == Path("/data")
