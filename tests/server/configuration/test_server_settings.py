"""What the engine is told of a configuration."""

import json
from datetime import timedelta
from pathlib import Path

import pytest

from pro_context.configuration.loading import load
from pro_context.configuration.server_settings import ServerSettings
from pro_context_engine.domain.model import SourceName
from pro_context_engine.domain.settings import CustomSource, GitHub, GitLab, LibraryOverride
from pro_context_engine.domain.settings import Settings as EngineSettings

EVERYTHING = """\
cache: { directory: /tmp/documentation, defaultTTLHours: 1, maxAgeHours: 2.5, maxSizeMB: 20 }
sources:
  llmsTxt: { enabled: false, preferFullTxt: true }
  package: { enabled: false, maxDownloadMB: 7 }
  docsSites: { enabled: false }
  github: { enabled: false, token: s3cret, url: "https://git.example.com" }
  gitlab: { token: s3cret2, url: "https://lab.example.com" }
  custom:
    - { name: sdk, type: url, url: "http://docs.example.com/llms.txt", libraryId: company/sdk }
    - { name: local, type: file, path: ./manual, libraryId: local/manual }
    - { name: quarry, type: github, url: "https://git.example.com/acme/quarry", libraryId: acme/quarry }
    - { name: saws, type: gitlab, url: "https://lab.example.com/acme/tools/saws", libraryId: acme/saws }
project:
  workingDirectory: /srv/app
  environment: /srv/app/env
  libraryOverrides:
    langchain: { docsUrl: "https://docs.example.com", ttlHours: 12 }
    fastapi: { source: llms.txt }
network: { trustEnvironmentProxies: true, caFile: /etc/ca.pem }
security: { urlAllowlist: [docs.example.com, "*.example.org"] }
"""


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "operator.yaml"


def settings(file: Path, content: str) -> ServerSettings:
    file.write_text(content)
    return load(file, {}).settings


def test_every_key_arrives(file: Path) -> None:
    assert settings(file, EVERYTHING).engine() == EngineSettings(
        cache_directory=Path("/tmp/documentation"),
        project_directory=Path("/srv/app"),
        environment="/srv/app/env",
        llms_txt=False,
        prefer_full_text=True,
        packages=False,
        max_package_bytes=7_000_000,
        docs_sites=False,
        github=GitHub(enabled=False, token="s3cret", url="https://git.example.com"),
        gitlab=GitLab(token="s3cret2", url="https://lab.example.com"),
        custom=(
            CustomSource("sdk", "url", "http://docs.example.com/llms.txt", "company/sdk"),
            CustomSource("local", "file", str(file.parent / "manual"), "local/manual"),
            CustomSource("quarry", "github", "https://git.example.com/acme/quarry", "acme/quarry"),
            CustomSource("saws", "gitlab", "https://lab.example.com/acme/tools/saws", "acme/saws"),
        ),
        overrides=(
            LibraryOverride("langchain", "https://docs.example.com", timedelta(hours=12)),
            LibraryOverride("fastapi", source=SourceName.LLMS_TXT),
        ),
        fresh_for=timedelta(hours=1),
        kept_for=timedelta(hours=2.5),
        max_cache_bytes=20_000_000,
        trust_environment_proxies=True,
        ca_file=Path("/etc/ca.pem"),
        url_allowlist=("docs.example.com", "*.example.org"),
    )


def test_the_defaults_of_the_server_are_those_of_the_engine(file: Path) -> None:
    engine = settings(file, "").engine()
    assert engine.cache_directory == Path.home() / ".pro-context" / "cache"
    assert engine == EngineSettings(cache_directory=engine.cache_directory)


def test_without_detection_no_environment_is_looked_at(file: Path) -> None:
    assert settings(file, "project: { autoDetect: false, environment: /srv/env }").engine().environment == "none"


@pytest.mark.parametrize("path", ["~/manual", "/manual"])
def test_absolute_paths_of_custom_sources_stay(file: Path, path: str) -> None:
    custom = [{"name": "m", "type": "file", "path": path, "libraryId": "a/b"}]
    (source,) = settings(file, json.dumps({"sources": {"custom": custom}})).engine().custom
    assert source.location == str(Path(path).expanduser())


@pytest.mark.parametrize(
    ("said", "served"),
    [
        ({}, ("full",)),
        ({"--contract": "lean"}, ("lean",)),
        ({"--contracts": "lean,toc"}, ("lean", "toc")),
        ({"--contracts": "lean,full,toc"}, ("lean", "full", "toc")),
        ({"--contract": "full", "--contracts": "lean,toc,full"}, ("full", "lean", "toc")),
        ({"--contract": "toc", "--contracts": "lean,toc"}, ("toc", "lean")),
    ],
)
def test_the_contract_at_the_first_path_is_the_named_one_or_else_the_first_listed(
    said: dict[str, str], served: tuple[str, ...], file: Path
) -> None:
    file.write_text("{}")
    assert load(file, {}, said).settings.contracts == served
