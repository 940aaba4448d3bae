"""The comparison of a contract with its latest release: the changes, and the smallest version that allows them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from packaging.version import Version

from pro_context_codegen import bundle
from pro_context_codegen.compatibility import element_changes, notices, term_changes
from pro_context_codegen.compatibility.changes import Change, differing_keys
from pro_context_codegen.compatibility.frozen_bundles import FrozenBundle
from pro_context_codegen.compatibility.verdicts import Bump
from pro_context_codegen.spec import ContractSpec
from pro_context_codegen.spec_problems import SpecProblem

# Members that differ in every version, or that do not describe the contract.
_VOLATILE = ("$schema", "version", "sha256")
_JUDGED = (
    *("server", "capabilities", "protocolVersions", "errorStyle", "eventsPath", "corpusFilters", "instructions"),
    *(
        "tools",
        "blocks",
        "limits",
        "accepts",
        "resources",
        "resourceTemplates",
        "contents",
        "prompts",
        "errors",
        "since",
    ),
    *("raises", "behaviors", "examples", "deprecations"),
)


@dataclass(frozen=True, slots=True)
class Comparison:
    """A contract's changes since its latest release.

    Attributes:
        contract: the contract's name.
        file: the path of its contract.yaml in problems.
        version: the version in contract.yaml.
        release: the bundle of the latest release, None before the first.
        changes: the changes since that release, gravest first.
    """

    contract: str
    file: str
    version: Version
    release: FrozenBundle | None
    changes: tuple[Change, ...]

    @property
    def released(self) -> Version | None:
        """Return the version of the latest release, None before the first."""
        return self.release.version if self.release else None

    @property
    def bump(self) -> Bump | None:
        """Return the part of the version that the changes must raise, None when nothing changed."""
        return max((change.bump for change in self.changes), default=None)

    @property
    def smallest(self) -> Version:
        """Return the smallest version that the changes allow."""
        if self.release is None:
            return self.version
        return self.bump.of(self.release.version) if self.bump else self.release.version

    @property
    def problems(self) -> list[SpecProblem]:
        """Return the problems of the new version: too small a version, removals that were announced too late."""
        found = []
        if self.released and self.version < self.released:
            found.append(SpecProblem(self.file, "version", f"is {self.version}, older than release {self.released}"))
        elif self.bump and self.version < self.smallest:
            told = f"{self.bump.word} changes since release {self.released} need at least {self.smallest}"
            found.append(SpecProblem(self.file, "version", f"is {self.version}; {told}"))
        for change in self.changes:
            if self.release and change.removal:
                objection = notices.objection(change, self.release.document, self.version)
                told = f"{change.where} {change.what}, but {objection}"
                found += [SpecProblem(self.file, "deprecations", told)] if objection else []
        return found


def compare(contract: ContractSpec, release: FrozenBundle | None) -> Comparison:
    """Return the comparison of a contract with its latest release, without changes when it was never released."""
    changes = between(release.document, bundle.document(contract)) if release else []
    file = f"{contract.folder}/contract.yaml"
    return Comparison(contract.name, file, Version(contract.version), release, tuple(changes))


def between(before: Mapping[str, Any], after: Mapping[str, Any]) -> list[Change]:
    """Return the changes from one bundle to another, gravest first, then in the contract's order."""
    found = [*element_changes.changes(before, after), *term_changes.changes(before, after)]
    found += element_changes.unjudged("contract", before, after, (*_VOLATILE, *_JUDGED))
    found += notices.changes(before, after, found)
    if not found:
        found += _unnoticed(before, after)
    return sorted(found, key=lambda change: -change.bump)


def _unnoticed(before: Mapping[str, Any], after: Mapping[str, Any]) -> Iterator[Change]:
    """Yield one change when two bundles differ only in details that clients ignore, such as the order of a list."""
    old, new = _record(before), _record(after)
    keys = [key for key in differing_keys(old, new) if key in old and key in new]
    if keys:
        yield Change("contract", "record-changed", f"{', '.join(keys)} changed in order or detail")


def _record(document: Mapping[str, Any]) -> dict[str, Any]:
    record = {key: value for key, value in document.items() if key not in _VOLATILE}
    server = {key: value for key, value in document.get("server", {}).items() if key != "version"}
    return {**record, "server": server}
