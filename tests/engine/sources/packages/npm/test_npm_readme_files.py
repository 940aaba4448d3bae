"""Which file of an npm package is its README."""

import json
from pathlib import Path

import pytest

from pro_context_engine.domain.model import InstalledPackage
from pro_context_engine.sources.packages.npm.npm_documentation import NpmDocumentation
from pro_context_engine.sources.packages.package_urls import parse_package_url


@pytest.mark.parametrize(
    ("files", "read"),
    [
        ("README.mdown", "README.mdown"),
        ("readme.mkd index.js", "readme.mkd"),
        ("README.txt README.md", "README.md"),
        ("README readme.mdown", "readme.mdown"),
        ("README.es.md README", "README"),
        ("Readme.rst", "Readme.rst"),
        ("docs/README.md", ""),
    ],
)
def test_the_readme_is_the_one_in_the_best_format(files: str, read: str, tmp_path: Path) -> None:
    (tmp_path / "docs").mkdir()
    (tmp_path / "package.json").write_text(json.dumps({"name": "otter", "version": "1.0.0"}))
    for name in files.split():
        (tmp_path / name).write_text(f"Otters swim, says {name}.")
    otter = NpmDocumentation(InstalledPackage("otter", "1.0.0", "", str(tmp_path), str(tmp_path)))
    urls = [entry.url for entry in otter.entries() if entry.url.endswith("/readme")]
    assert len(urls) == bool(read)
    for url in filter(None, (parse_package_url(url, "npm") for url in urls)):
        page = otter.page(url)
        assert page is not None
        assert f"says {read}." in page.markdown
