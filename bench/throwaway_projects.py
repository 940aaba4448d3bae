"""Throw-away projects that need one package: a fresh clone with a range, a lock file, an environment, a pin."""

from __future__ import annotations

import io
import json
import random
import shutil
import subprocess
import sys
import tarfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from urllib.request import urlopen

from packaging.specifiers import SpecifierSet
from packaging.version import Version
from published_releases import SECONDS, NpmReleases, PythonRelease, npm_key

KINDS = ("range", "lock", "environment", "pin")
_RECENT = 15
"""The number of newest releases of which one is locked, installed or pinned."""


class NotMade(Exception):
    """The project cannot be made here; the message says why."""


@dataclass(frozen=True)
class Wanted:
    """The manifest's words for a package, and the release that is right: the library id, and the version."""

    ecosystem: str
    name: str
    kind: str
    written: str
    version: str

    @property
    def match(self) -> str:
        """Return the `versionMatch` that is right."""
        return "compatible" if self.kind == "range" else "exact"


def python_project(name: str, kind: str, releases: Sequence[PythonRelease], draw: random.Random) -> Wanted:
    """Draw the range or the release of a Python package that a project needs.

    Raises:
        NotMade: the package has no release for it.
    """
    stable = [one for one in releases if one.installable and not one.version.is_prerelease]
    if kind == "range":
        written = _python_range([one.version for one in stable], draw)
        fitting = [one.version for one in stable if one.version in SpecifierSet(written)]
        return Wanted("pypi", name, kind, written, str(fitting[-1]))
    recent = [one.version for one in stable[-_RECENT:] if one.has_wheel or kind != "environment"]
    if not recent:
        raise NotMade("no release")
    version = str(draw.choice(recent))
    return Wanted("pypi", name, kind, f"=={version}" if kind == "pin" else "", version)


def npm_project(name: str, kind: str, releases: NpmReleases, draw: random.Random) -> Wanted:
    """Draw the range or the release of an npm package that a project needs; see `python_project`."""
    if not releases.versions:
        raise NotMade("no release")
    base = draw.choice(releases.versions[-_RECENT * 4 :] if kind == "range" else releases.versions[-_RECENT:])
    if kind != "range":
        return Wanted("npm", name, kind, base if kind == "pin" else f"^{base}", base)
    major, minor, patch = npm_key(base)
    sign = draw.choice("^~")
    # npm: a caret keeps the first part that is not zero, a tilde keeps major and minor.
    kept = 2 if sign == "~" or not major else 1
    kept = 3 if sign == "^" and not major and not minor else kept
    beginning = (major, minor, patch)[:kept]
    newer = releases.versions[releases.versions.index(base) :]
    fitting = [version for version in newer if npm_key(version)[:kept] == beginning]
    # npm takes the release tagged latest where the range has it, however new the others are.
    return Wanted("npm", name, kind, f"{sign}{base}", releases.latest if releases.latest in fitting else fitting[-1])


def make(wanted: Wanted, folder: Path, npm: NpmReleases | None) -> None:
    """Write the files of a project.

    Raises:
        NotMade: the package cannot be installed into it.
    """
    folder.mkdir(parents=True)
    if npm is None:
        _make_python(wanted, folder)
    else:
        _make_npm(wanted, folder, npm)


def _python_range(versions: Sequence[Version], draw: random.Random) -> str:
    """Return a range that leaves out the newest release where the package has older ones.

    Raises:
        NotMade: there is no release.
    """
    if not versions:
        raise NotMade("no release")
    latest = versions[-1]
    older = [one for one in versions if one.release[:2] < latest.release[:2]]
    ranges = [f"<{latest.major}"] if any(one.major < latest.major for one in versions) else []
    if older:
        middle = draw.choice(older[-_RECENT * 2 :])
        later = draw.choice([one for one in versions if one > middle])
        ranges += [f"~={middle.major}.{middle.minor}", f">={middle},<{later}"]
    return draw.choice(ranges or [f">={latest}"])


def _make_python(wanted: Wanted, folder: Path) -> None:
    needs = f"{wanted.name}{wanted.written}"
    minor = f"{sys.version_info.major}.{sys.version_info.minor}"
    manifest = f'[project]\nname = "throwaway"\nversion = "0.1.0"\nrequires-python = ">={minor}"\n'
    (folder / "pyproject.toml").write_text(f'{manifest}dependencies = ["{needs}"]\n')
    if wanted.kind == "lock":
        source = 'source = { registry = "https://index.example/simple" }'
        package = f'[[package]]\nname = "{wanted.name}"\nversion = "{wanted.version}"\n{source}\n'
        own = '[[package]]\nname = "throwaway"\nversion = "0.1.0"\nsource = { virtual = "." }\n'
        needed = f'dependencies = [{{ name = "{wanted.name}" }}]\n'
        lock = f'version = 1\nrequires-python = ">={minor}"\n\n{package}\n{own}{needed}'
        (folder / "uv.lock").write_text(lock)
    if wanted.kind == "environment":
        environment = folder / ".venv"
        packages = environment / "lib" / f"python{minor}" / "site-packages"
        packages.mkdir(parents=True)
        (environment / "pyvenv.cfg").write_text(f"home = {Path(sys.base_prefix) / 'bin'}\nversion = {minor}\n")
        _install(f"{wanted.name}=={wanted.version}", packages)


def _install(requirement: str, into: Path) -> None:
    command = [shutil.which("uv") or "", "pip", "install", "--quiet", "--no-deps", "--python", sys.executable]
    if not command[0]:
        command = [sys.executable, "-m", "pip", "install", "--quiet", "--no-deps"]
    done = subprocess.run([*command, "--target", into, requirement], capture_output=True, timeout=180, check=False)
    if done.returncode:
        raise NotMade("the package cannot be installed here")


def _make_npm(wanted: Wanted, folder: Path, releases: NpmReleases) -> None:
    manifest = {"name": "throwaway", "version": "0.1.0", "dependencies": {wanted.name: wanted.written}}
    (folder / "package.json").write_text(json.dumps(manifest))
    if wanted.kind == "lock":
        packages = {"": manifest, f"node_modules/{wanted.name}": {"version": wanted.version}}
        lock = {"name": "throwaway", "version": "0.1.0", "lockfileVersion": 3, "packages": packages}
        (folder / "package-lock.json").write_text(json.dumps(lock))
    if wanted.kind == "environment":
        target = folder / "node_modules" / wanted.name
        target.mkdir(parents=True)
        try:
            with urlopen(releases.tarballs[wanted.version], timeout=SECONDS) as answer:
                archive = io.BytesIO(answer.read())
        except OSError:
            raise NotMade("the tarball cannot be downloaded") from None
        with tarfile.open(fileobj=archive) as opened:
            for member in opened:
                member.name = member.name.partition("/")[2]
                if member.isfile() and member.name:
                    opened.extract(member, target, filter="data")
