"""Which package a finding of a check of code is about."""

from __future__ import annotations

from pathlib import Path

from pro_context_engine.domain.model import InstalledPackage, Library
from pro_context_engine.services.checked_code import _provider
from pro_context_engine.services.used_packages import UsedPackage


def installed(site: Path, name: str) -> UsedPackage:
    """Install a package with one module of its name."""
    metadata = site / f"{name}-1.0.dist-info"
    metadata.mkdir(parents=True)
    (site / name).mkdir()
    (site / name / "__init__.py").touch()
    (metadata / "RECORD").write_text(f"{name}/__init__.py,,\n")
    files = InstalledPackage(name, "1.0", "", str(site), str(metadata))
    return UsedPackage(Library(f"pypi/{name}", name, ""), files)


def test_packages_of_one_environment_are_told_apart(tmp_path: Path) -> None:
    packages = [installed(tmp_path, name) for name in ("beaver", "otter")]
    for one in packages:
        assert _provider(one.files.name, packages) is one
    assert _provider("marten", packages) is None
