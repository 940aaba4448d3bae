"""The properties of sources, which other rooms ask for instead of deciding by a source's name."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from tests.engine.fakes import FakeClock

import pro_context_engine
from pro_context_engine import open_engine
from pro_context_engine.domain.results import UrlRule
from pro_context_engine.domain.settings import CustomSource, Settings

ENGINE = Path(pro_context_engine.__file__).parent
ROOT = ENGINE.parent.parent
NAMING = re.compile(r"\bSourceName\.[A-Z_]+\b|\b(?:api\.)?github\.com\b|\bgitlab\.com\b")
# Each of these names a source or a host of one for another reason than to tell sources apart.
EXCEPTIONS = {
    "adapters/store/sqlite/corpus_file.py",  # an empty table of contents needs a name
    "domain/settings.py",  # the defaults of the configuration
    "libraries/registry/redirects.py",  # two hosts of the same publishers
    "libraries/registry/site_owners.py",  # hosts of many publishers
    "libraries/registry/specifier.py",  # the address of a repository in a manifest
}


def test_no_other_room_decides_by_the_name_of_a_source() -> None:
    files = [*ENGINE.rglob("*.py"), *(ROOT / "server").rglob("*.py"), *(ROOT / "handlers").rglob("*.py")]
    naming = {path for path in files if NAMING.search(_code(path))}
    elsewhere = {path.relative_to(ENGINE).as_posix() if ENGINE in path.parents else path.name for path in naming}
    assert {path for path in elsewhere if not path.startswith("sources/")} <= EXCEPTIONS


def _code(path: Path) -> str:
    return "\n".join(line for line in path.read_text("utf-8").splitlines() if not line.lstrip().startswith("#"))


def _settings(*custom: CustomSource, **changes: bool) -> Settings:
    return Settings(environment="none", detect=False, custom=custom, **changes)


@pytest.mark.parametrize("kind", ["github", "gitlab"])
async def test_a_configured_repository_leaves_the_site_of_its_library_to_others(kind: str) -> None:
    custom = CustomSource("ours", kind, f"https://{kind}.com/encode/httpx", "encode/httpx")  # type: ignore[arg-type]
    docs = open_engine(_settings(custom), clock=FakeClock())
    try:
        site = await docs.explain("https://www.python-httpx.org/api/", look_up=False)
        form = "blob" if kind == "github" else "-/blob"
        file = await docs.explain(f"https://{kind}.com/encode/httpx/{form}/main/README.md", look_up=False)
    finally:
        await docs.close()
    assert (site.allowed, site.rule, site.source) == (True, UrlRule.DOCUMENTATION_SITE, "docs-site")
    assert (file.allowed, file.rule, file.source) == (True, UrlRule.CUSTOM_SOURCE, "ours")


@pytest.mark.parametrize("packages", [True, False])
async def test_a_page_of_a_package_that_is_not_installed_is_explained_so(packages: bool) -> None:
    docs = open_engine(_settings(packages=packages), clock=FakeClock())
    try:
        verdict = await docs.explain("pypi://httpx/0.1/readme")
    finally:
        await docs.close()
    assert (verdict.allowed, verdict.rule) == (True, UrlRule.INSTALLED_PACKAGE)
    assert verdict.reason == "it is a page of a package, but of no version that is installed"
