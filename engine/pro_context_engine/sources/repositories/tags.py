"""The tags of versions, in all forms in which projects write them."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Sequence

from packaging.version import InvalidVersion, Version

from pro_context_engine.domain.value_class import value_class
from pro_context_engine.sources.package_index.version_choice import PythonRelease, choose
from pro_context_engine.sources.package_index.version_lists import MOST_NAMED

# `1.2`, `v1.2.3`, `rel_2_0_1`, `release-1.2rc1`, `name-1.2`, `@scope/name@1.2`, `name==1.2`, `name/v1.2`
_TAG = re.compile(r"(?:(.{1,100}?)(?:[-_@/]|==))?[vV]?(\d{1,9}(?:[._]\d{1,9}){0,5}(?:[-.+]?[A-Za-z][\w.+-]{0,40})?)")
_WORDS = frozenset({"", "v", "r", "rel", "release", "releases", "version", "ver", "tags"})


@value_class
class Tag:
    """A tag that names a version of a library."""

    name: str
    version: str
    order: Version

    @property
    def is_stable(self) -> bool:
        """Tell whether it is a release, not a candidate of one."""
        return not (self.order.is_prerelease or self.order.is_devrelease)


class Tags:
    """The versions of one library among the tags of its repository.

    In a repository of many packages, a library has the tags with its own name, else the tags without a name.

    Args:
        names: of the tags.
        own: the names of the library: its packages, its slug, the repository.
        pattern: the form of its tags (`release/{version}`), "" if unknown.
    """

    def __init__(self, names: Iterable[str], own: Collection[str], pattern: str = "") -> None:
        read = [(prefix, tag) for prefix, tag in map(_read, names) if tag is not None]
        words = {_normalise(name) for name in own}
        named = [tag for prefix, tag in read if _normalise(prefix) in words]
        common = [tag for prefix, tag in read if prefix.lower() in _WORDS]
        self._pattern = pattern if "{version}" in pattern else ""
        self._all = [tag for _, tag in read]
        self._tags = sorted(named or common, key=lambda tag: tag.order, reverse=True)
        self._others = common if named else []

    def latest_tag(self) -> Tag | None:
        """Return the newest release, else the newest candidate, None where no tag names a version."""
        return next((tag for tag in self._tags if tag.is_stable), self._tags[0] if self._tags else None)

    def tag_of(self, version: str) -> Tag | None:
        """Return the tag of an exact version, None if there is none."""
        if self._pattern:
            name = self._pattern.replace("{version}", version)
            return next((tag for tag in self._all if tag.name == name), None)
        try:
            wanted = Version(version)
        except InvalidVersion:
            return None
        same = [tag for tag in [*self._tags, *self._others] if tag.order == wanted]
        return min(same, key=lambda tag: tag.version != version, default=None)

    def newest_within(self, wanted: str) -> Tag | None:
        """Return the tag of the newest version in a range; a release candidate only where no release fits."""
        version = choose((PythonRelease(tag.order) for tag in self._tags), wanted)
        return next((tag for tag in self._tags if tag.order == version), None)

    def versions(self) -> Sequence[str]:
        """Return the newest versions, stable ones before candidates, at most twenty."""
        stable_first = sorted(self._tags, key=lambda tag: not tag.is_stable)
        return list(dict.fromkeys(tag.version for tag in stable_first))[:MOST_NAMED]


def _read(name: str) -> tuple[str, Tag | None]:
    """Return the prefix of a tag's name, and the tag, None if it names no version."""
    found = _TAG.fullmatch(name) if len(name) <= 200 else None
    if found is None:
        return "", None
    version = found[2].replace("_", ".")
    try:
        return found[1] or "", Tag(name, version, Version(version))
    except InvalidVersion:
        return "", None


def _normalise(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name.strip("@").lower())
