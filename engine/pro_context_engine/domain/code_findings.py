"""The results of a check of code: the uses that do not fit the packages."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from pro_context_engine.domain.value_class import value_class

IMPORTS_NOTHING = "it imports no package"
"""The reason why nothing is checked in code that uses the standard library alone."""


def is_without_import(reason: str) -> bool:
    """Tell whether code was not checked because it imports no package."""
    return reason == IMPORTS_NOTHING


UNREADABLE = "no line of it can be read as Python"
"""The reason why nothing is checked in text that is no code."""


def is_unreadable(reason: str) -> bool:
    """Tell whether code was not checked because no line of it can be read."""
    return reason == UNREADABLE


class FindingKind(StrEnum):
    """The kind of a finding, the worst first."""

    MISSING_MODULE = "missing-module"
    MISSING_NAME = "missing-name"
    MISSING_ATTRIBUTE = "missing-attribute"
    REMOVED = "removed"
    UNKNOWN_ARGUMENT = "unknown-argument"
    MISSING_ARGUMENT = "missing-argument"
    DEPRECATED = "deprecated"


@value_class
class ClosestName:
    """A real name that may be meant; an unknown value is "".

    Attributes:
        name: the name.
        signature: its signature.
        url: the URL of its page.
        symbol: the dotted name of a member by the class that defines it, perhaps a base of the searched one.
    """

    name: str
    signature: str = ""
    url: str = ""
    symbol: str = ""


@value_class
class CodeFinding:
    """One place in code that does not fit the package that it uses.

    Attributes:
        line: 1-based.
        column: 1-based.
        name: the name as it is written.
        symbol: the qualified name in the package.
        kind: its kind.
        module: the module of the package, which tells the package.
        owner: the qualified name of the class, module or function that was searched.
        hint: words of the package about it, "" for none.
        since: the version since which it is deprecated, "" for unknown.
        closest: at most three real names that may be meant.
        until: an earlier version that has the name, "" for unknown.
    """

    line: int
    column: int
    name: str
    symbol: str
    kind: FindingKind
    module: str
    owner: str = ""
    hint: str = ""
    since: str = ""
    closest: tuple[ClosestName, ...] = ()
    until: str = ""

    @property
    def rank(self) -> tuple[bool, int, int, int]:
        """Return the place among other findings: failures before deprecations, then by line, column and kind."""
        return self.kind is FindingKind.DEPRECATED, self.line, self.column, list(FindingKind).index(self.kind)


@value_class
class CodeUse:
    """A place in code that uses a name of a package, and that was followed to its definition.

    Attributes:
        line: 1-based.
        name: the name as it is written.
        symbol: the dotted name of the definition, by the module and class that were searched.
        arguments: the names of the arguments that a call gives, None where it is no call.
        positions: how many arguments a call gives by position.
    """

    line: int
    name: str
    symbol: str
    arguments: tuple[str, ...] | None = None
    positions: int = 0


@dataclass(slots=True)
class UseCounts:
    """The uses of one import package: those looked at, and those that could not be resolved."""

    looked_at: int = 0
    unresolved: int = 0


@value_class
class PackageFinding:
    """A finding, and the package that it is about.

    Attributes:
        place: the finding.
        message: one sentence of ours.
        library_id: id of the library.
        package: name of the package.
        version: exact version of the package.
        url: the page that documents the first of the closest names, "" for unknown.
        heading: its heading, "" for unknown.
    """

    place: CodeFinding
    message: str
    library_id: str
    package: str
    version: str
    url: str = ""
    heading: str = ""


@value_class
class CheckedPackage:
    """One checked package, and how many uses of it were looked at and could not be resolved."""

    library_id: str
    package: str
    version: str
    version_match: str = ""
    uses: int = 0
    unresolved: int = 0


@value_class
class CodeCheck:
    """The result of a check.

    Attributes:
        findings: the worst first.
        total: how many there are, those left out included.
        checked: the checked packages.
        not_checked: what could not be checked, each with the reason.
        language: the language that was checked.
        type_checker: name and version of the type checker, or that there is none; "" for a language without one.
        used: the uses that were followed to a definition, in the order of the walk, at most 2,000.
    """

    findings: tuple[PackageFinding, ...]
    total: int
    checked: tuple[CheckedPackage, ...]
    not_checked: tuple[tuple[str, str], ...]
    language: str
    type_checker: str = ""
    used: tuple[CodeUse, ...] = ()
