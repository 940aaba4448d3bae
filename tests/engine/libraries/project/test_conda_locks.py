"""The locks of conda's tools in the forms of all their versions, on every machine, and locks of other names."""

from pathlib import Path

import pytest
from tests.growth import grows_linearly

from pro_context_engine.libraries.project.detection import ProjectDependencies
from pro_context_engine.libraries.project.locks import conda_locks
from pro_context_engine.libraries.project.locks.conda_locks import conda_lock, this_platform

CHANNEL = "https://index.example.invalid/harbour"
VERSION_6 = f"""
version: 6
environments:
  test:
    channels:
    - url: {CHANNEL}/
    packages:
      linux-64:
      - conda: {CHANNEL}/noarch/mast-0.9-pyh1_0.tar.bz2
  default:
    channels:
    - url: {CHANNEL}/
    packages:
      linux-64:
      - conda: {CHANNEL}/linux-64/big-hull-1.2-cuda_py312h9_0.conda
      - conda: {CHANNEL}/linux-64/libsail-3.0-h0_0.conda
      - conda: {CHANNEL}/noarch/mast-1.4-pyh1_0.conda
      - conda: {CHANNEL}/noarch/flag-2-noname_0.conda
      - pypi: git+https://index.example.invalid/anchor?rev=main#abc
      - pypi: https://index.example.invalid/files/rope-3.1-py3-none-any.whl
packages:
- conda: {CHANNEL}/linux-64/big-hull-1.2-cuda_py312h9_0.conda
  sha256: 0000
  depends:
  - name
  - version
  license: MIT
  purls:
  - pkg:pypi/hull?source=hash-mapping
  - pkg:pypi/keel@1.2
  size: 4
- conda: {CHANNEL}/linux-64/libsail-3.0-h0_0.conda
  purls: []
- pypi: git+https://index.example.invalid/anchor?rev=main#abc
  name: anchor
  version: '0.1'
- pypi: https://index.example.invalid/files/rope-3.1-py3-none-any.whl
  name: rope
  version: '3.1'
  requires_dist:
  - hull>=1
"""
VERSION_4 = f"""
version: 4
environments:
  default:
    channels: []
    packages:
      linux-64:
      - conda: {CHANNEL}/noarch/mast-1.4-pyh1_0.conda
      - pypi: https://index.example.invalid/files/rope-3.1-py3-none-any.whl
      - pypi: .
packages:
- kind: conda
  name: mast
  version: '1.4'
  build: pyh1_0
  url: {CHANNEL}/noarch/mast-1.4-pyh1_0.conda
- kind: pypi
  name: rope
  version: '3.1'
  url: https://index.example.invalid/files/rope-3.1-py3-none-any.whl
- kind: pypi
  name: sails
  version: '0.1'
  path: .
"""
VERSION_1 = f"""
version: 1
package:
- platform: linux-64
  name: mast
  version: '1.4'
  category: main
  manager: conda
  dependencies:
  - name >=1
  url: {CHANNEL}/noarch/mast-1.4-pyh1_0.conda
- platform: linux-64
  name: rope
  version: '3.1'
  manager: pip
  url: https://index.example.invalid/files/rope-3.1-py3-none-any.whl
- platform: win-64
  name: mast
  version: '1.3'
  manager: conda
  url: {CHANNEL}/noarch/mast-1.3-pyh1_0.conda
"""


def pins(text: str) -> list[str]:
    return [f"{pin.name}@{pin.version}" for pin in conda_lock(text.encode())]


def test_packages_are_named_by_the_lock_else_by_conda_and_the_default_environment_comes_first() -> None:
    assert pins(VERSION_6) == ["hull@1.2", "keel@1.2", "mast@1.4", "rope@3.1", "mast@0.9"]


@pytest.mark.parametrize("text", [VERSION_4, VERSION_1])
def test_older_versions_of_the_format_are_read(text: str) -> None:
    assert pins(text) == ["mast@1.4", "rope@3.1"]


@pytest.mark.parametrize(
    ("system", "machine", "name"),
    [
        ("linux", "x86_64", "linux-64"),
        ("linux", "aarch64", "linux-aarch64"),
        ("darwin", "arm64", "osx-arm64"),
        ("win32", "AMD64", "win-64"),
    ],
)
def test_a_machine_has_the_name_that_conda_gives_it(
    monkeypatch: pytest.MonkeyPatch, system: str, machine: str, name: str
) -> None:
    monkeypatch.setattr(conda_locks.sys, "platform", system)
    monkeypatch.setattr(conda_locks.platform, "machine", lambda: machine)
    assert this_platform() == name


def test_the_packages_of_this_machine_count_else_those_of_the_first_platform(monkeypatch: pytest.MonkeyPatch) -> None:
    named = VERSION_6.replace("linux-64:", "quay:").replace(
        "environments:", "platforms:\n- name: quay\nenvironments:", 1
    )
    own = VERSION_6.replace(
        "  default:\n",
        f"  default:\n    packages:\n      own:\n      - conda: {CHANNEL}/noarch/mast-2-pyh1_0.conda\n  next:\n",
    ).replace("environments:", f"platforms:\n- name: own\n  subdir: {this_platform()}\nenvironments:", 1)
    assert pins(named) == pins(VERSION_6)
    assert "mast@2" in pins(own)
    monkeypatch.setattr(conda_locks, "this_platform", lambda: "win-64")
    assert pins(VERSION_1) == ["mast@1.3"]


@pytest.mark.parametrize("file", ["pixi.lock", "conda-lock.yml", "dev.conda-lock.yml", "conda-lock.yaml"])
def test_a_lock_decides_before_the_ranges_of_a_manifest(tmp_path: Path, file: str) -> None:
    (tmp_path / "environment.yml").write_text("dependencies: [mast >=1]", "utf-8")
    (tmp_path / file).write_text(VERSION_1, "utf-8")
    found = ProjectDependencies([tmp_path])
    assert [(one.name, one.version, one.files) for one in found.direct_dependencies()] == [
        ("mast", "1.4", ("environment.yml", file))
    ]
    stated = found.stated("pypi/rope")
    assert stated is not None
    assert (stated.exact, stated.is_locked) == ("3.1", True)


@pytest.mark.parametrize(
    "text",
    ["", "- ", "environments: [", "environments: {default: {packages: {linux-64: [1, {conda: [x]}]}}}", "package: 3"],
)
def test_a_lock_that_is_broken_has_no_pins(text: str) -> None:
    assert pins(text) == []


def test_a_long_lock_takes_no_longer_than_its_size() -> None:
    entry = f"- conda: {CHANNEL}/noarch/mast-%d-pyh1_0.conda\n  depends:\n" + "  - name >=1\n" * 30
    head = "environments:\n  default:\n    packages:\n      linux-64: []\npackages:\n"
    assert grows_linearly(
        lambda size: conda_lock((head + "".join(entry % number for number in range(size))).encode()), 2_000
    )
