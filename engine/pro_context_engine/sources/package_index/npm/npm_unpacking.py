"""The documentation in an npm package's tarball, written to disk in the layout of an installed package."""

from __future__ import annotations

import json
from pathlib import Path, PurePosixPath

from pro_context_engine.documents.pages.text import one_line
from pro_context_engine.domain.declared_files import DECLARATION_SUFFIXES
from pro_context_engine.sources.package_index.archives import ArchiveRefused
from pro_context_engine.sources.package_index.document_files import in_skipped_folder, is_document
from pro_context_engine.sources.package_index.member_files import Stopped, below_top, wanted_members, write_file

MANIFEST = "package.json"

_LONGEST_SUMMARY = 512


def unpack_npm(deprecation: str, archive: Path, into: Path, _metadata: Path, stopped: Stopped) -> str:
    """Write the manifest, declarations and documents of a package.

    Args:
        deprecation: the registry's reason why a version is deprecated, "" for none.
        archive: the downloaded file.
        into: an empty folder.
        stopped: called before each member.

    Returns:
        The description in its manifest, on one line, "" if it has none; after the deprecation.

    Raises:
        ArchiveRefused: see `archives.members_of`; or there is no manifest.
        OSError: a file cannot be written.
        Stop: the work was cancelled.
    """
    described: object = None
    for member in wanted_members(archive, "package.tgz", stopped):
        path = below_top(member.path)
        if path is not None and str(path) == MANIFEST and described is None:
            content = member.read()
            described = _description(content)
            write_file(into / path, lambda content=content: content)  # type: ignore[misc]
        elif path is not None and is_documentation(path):
            write_file(into / path, member.read)
    if described is None:
        raise ArchiveRefused("no package.json")
    prefix = f"Deprecated: {deprecation or 'its publisher says no more'}. " if deprecation else ""
    return one_line(f"{prefix}{described}")[:_LONGEST_SUMMARY]


def is_documentation(path: PurePosixPath) -> bool:
    """Tell whether a file of a package is its README, a document or a declaration of types."""
    name = path.name.lower()
    if in_skipped_folder(path) or name.startswith("."):
        return False
    is_readme = len(path.parts) == 1 and path.stem.lower() == "readme"
    return is_readme or name.endswith(DECLARATION_SUFFIXES) or is_document(path)


def _description(content: bytes) -> str:
    """Return the description in a manifest.

    Raises:
        ArchiveRefused: it is not a manifest.
    """
    try:
        manifest = json.loads(content)
    except (ValueError, RecursionError):
        manifest = None
    if not isinstance(manifest, dict):
        raise ArchiveRefused("a package.json that cannot be read")
    description = manifest.get("description")
    return description if isinstance(description, str) else ""
