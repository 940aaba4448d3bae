"""Wheels and source distributions of our own, built in memory; what they are made of may be hostile."""

from __future__ import annotations

import io
import tarfile
import zipfile
from collections.abc import Mapping
from dataclasses import dataclass
from hashlib import sha256

Content = str | bytes


@dataclass(frozen=True, slots=True)
class Distribution:
    """A file as an index has it: its name and its bytes."""

    filename: str
    content: bytes
    yanked: bool = False
    requires_python: str = ""

    @property
    def sha256(self) -> str:
        """Return the digest in hex."""
        return sha256(self.content).hexdigest()


def metadata(name: str, version: str, *, readme: str = "", summary: str = "") -> str:
    """Return core metadata with a README in Markdown."""
    head = f"Metadata-Version: 2.4\nName: {name}\nVersion: {version}\nSummary: {summary}\n"
    return f"{head}Description-Content-Type: text/markdown\n\n{readme}"


def wheel(
    name: str,
    version: str,
    files: Mapping[str, Content],
    *,
    readme: str = "",
    summary: str = "",
    tags: str = "py3-none-any",
    yanked: bool = False,
    requires_python: str = "",
) -> Distribution:
    """Return a wheel with these files, by path."""
    stem = f"{name.replace('-', '_')}-{version}"
    info = {f"{stem}.dist-info/METADATA": metadata(name, version, readme=readme, summary=summary)}
    return Distribution(f"{stem}-{tags}.whl", zip_of({**files, **info}), yanked, requires_python)


def sdist(
    name: str, version: str, files: Mapping[str, Content], *, readme: str = "", summary: str = "", yanked: bool = False
) -> Distribution:
    """Return a source distribution (.tar.gz) with these files, by path."""
    stem = f"{name.replace('-', '_')}-{version}"
    described = {"PKG-INFO": metadata(name, version, readme=readme, summary=summary)}
    return Distribution(
        f"{stem}.tar.gz", tar_of({f"{stem}/{path}": text for path, text in {**files, **described}.items()}), yanked
    )


def zip_of(files: Mapping[str, Content]) -> bytes:
    """Return a zip archive with these files."""
    archive = io.BytesIO()
    with zipfile.ZipFile(archive, "w", zipfile.ZIP_DEFLATED) as opened:
        for path, content in files.items():
            opened.writestr(zipfile.ZipInfo(path), _bytes(content), zipfile.ZIP_DEFLATED)
    return archive.getvalue()


def tar_of(files: Mapping[str, Content], *others: tarfile.TarInfo) -> bytes:
    """Return a compressed tar archive with these files, and other members before them."""
    archive = io.BytesIO()
    with tarfile.open(fileobj=archive, mode="w:gz") as opened:
        for other in others:
            opened.addfile(other)
        for path, content in files.items():
            info = tarfile.TarInfo(path)
            info.size = len(_bytes(content))
            opened.addfile(info, io.BytesIO(_bytes(content)))
    return archive.getvalue()


def _bytes(content: Content) -> bytes:
    return content.encode() if isinstance(content, str) else content
