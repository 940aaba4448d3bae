"""The lock files of conda's tools: `pixi.lock`, versions 1 to 7, and `conda-lock.yml`.

A package of conda counts if it has Python code: its build names a Python, or the lock names its package in the index of
Python packages. Its name in conda is read as its name there, as in `manifests/conda.py`, unless the lock knows better.
"""

from __future__ import annotations

import platform
import re
import sys
from collections.abc import Iterator

from pro_context_engine.libraries.project.manifest_documents import Table, table, tables, texts, yaml_mapping
from pro_context_engine.libraries.project.requirements import Ecosystem, Pin, pin_of

_KEPT = ("kind", "name", "version", "manager", "platform", "purls", "url")
_SYSTEMS = {"linux": "linux", "darwin": "osx", "win32": "win"}
_MACHINES = {("linux", "x86_64"): "64", ("linux", "arm64"): "aarch64", ("osx", "x86_64"): "64", ("win", "amd64"): "64"}
_CONDA_FILE = re.compile(r".*/([^/]+)-([^/-]+)-([^/-]+)\.(?:conda|tar\.bz2)")
_PYTHON_BUILD = re.compile(r"(?:.*_)?py(?:h|\d).*")
_PURL = re.compile(r"pkg:pypi/([^@?#]+).*")
_DEFAULT = "default"


def conda_lock(content: bytes) -> list[Pin]:
    """Return the pins for this machine's platform, else for the first one; those of the default environment first."""
    document = yaml_mapping(_cut(content.decode("utf-8-sig", "replace")))
    environments = table(document.get("environments"))
    # conda-lock and the first versions of pixi list the packages of each platform.
    found = _of_environments(document, environments) if environments else _of_platform(tables(document.get("package")))
    return list(dict.fromkeys(found))


def this_platform() -> str:
    """Return the name that conda has for this machine's system and processor, such as "linux-64"."""
    system, machine = _SYSTEMS.get(sys.platform, sys.platform), platform.machine().lower()
    return f"{system}-{_MACHINES.get((system, machine), machine)}"


def _cut(text: str) -> str:
    """Return the text without those lines of packages that no reader needs, about nine tenths of them."""
    kept: list[str] = []
    in_packages, is_kept = False, True
    for line in text.splitlines():
        if line.startswith("- ") or not line.startswith((" ", "#")):
            in_packages = in_packages if line.startswith("- ") else line.startswith(("packages:", "package:"))
            is_kept = True
        elif in_packages and line.startswith("  ") and line[2:3] not in (" ", "-"):
            is_kept = line[2:].partition(":")[0] in _KEPT
        if is_kept:
            kept.append(line)
    return "\n".join(kept)


def _of_environments(document: Table, environments: Table) -> Iterator[Pin]:
    described = {address: one for one in tables(document.get("packages")) if (address := _address(one))}
    # Since version 7, the platforms of a lock may have names of their own.
    subdirs = {str(one.get("name")): one.get("subdir") for one in tables(document.get("platforms"))}
    for name in sorted(environments, key=lambda name: name != _DEFAULT):
        packages = table(table(environments[name]).get("packages"))
        own = [one for one in packages if (subdirs.get(one) or one) == this_platform()]
        for entry in tables(packages.get(next(iter(own or packages), ""))):
            yield from _pins({**described.get(_address(entry), {}), **entry})


def _of_platform(packages: list[Table]) -> Iterator[Pin]:
    platforms = [one.get("platform") for one in packages]
    wanted = this_platform() if this_platform() in platforms else next(iter(platforms), "")
    for one in packages:
        if one.get("platform") == wanted:
            yield from _pins({**one, one.get("manager", ""): _address(one)})


def _address(package: Table) -> str:
    found = (package.get(key) for key in ("conda", "pypi", "url"))
    return next((address for address in found if isinstance(address, str)), "")


def _pins(package: Table) -> Iterator[Pin]:
    """Yield the pins of one package: one of conda may have several packages of Python."""
    address = _address(package)
    file = _CONDA_FILE.fullmatch(address)
    if file:
        named = [found[1] for purl in texts(package.get("purls")) if (found := _PURL.fullmatch(purl))]
        names: list[object] = [*(named or ([file[1]] if _PYTHON_BUILD.fullmatch(file[3]) else []))]
        version: object = file[2]
    else:
        is_published = address.startswith(("https:", "http:")) and "conda" not in package
        names, version = [package.get("name")] if is_published else [], package.get("version")
    pins = (pin_of(Ecosystem.PYTHON, name, version) for name in names)
    yield from (pin for pin in pins if pin)
