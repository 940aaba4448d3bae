"""The findings of a check, each with the real names that may be meant."""

from __future__ import annotations

import ast
import re
from collections import defaultdict
from dataclasses import dataclass, field
from itertools import islice

from pro_context_engine.code_checks import similar_names
from pro_context_engine.code_checks.python.guarded_code import Guards
from pro_context_engine.code_checks.python.members.member_lookups import MemberLookups
from pro_context_engine.code_checks.python.syntax import stated_deprecations
from pro_context_engine.code_checks.python.syntax.definitions import instance_attributes
from pro_context_engine.code_checks.python.syntax.module_syntax import ImportPackage
from pro_context_engine.code_checks.python.syntax.text_searches import words_at
from pro_context_engine.code_checks.python.values import outside_classes
from pro_context_engine.code_checks.python.values.known_values import (
    UNKNOWN,
    ClassValue,
    FunctionValue,
    Instance,
    KnownValue,
    options_of,
)
from pro_context_engine.code_checks.python.values.made_objects import constructor
from pro_context_engine.domain.code_findings import ClosestName, CodeFinding, CodeUse, FindingKind, UseCounts
from pro_context_engine.domain.value_class import value_class

_LONGEST = 90
_REPLACED = re.compile(
    r"\b(?:use|instead|renamed|replac\w+|moved|favou?r|alternative|alias|equivalent|new_name|new_arg_name|removed)\b",
    re.I,
)
_ARGUMENTS = frozenset({FindingKind.UNKNOWN_ARGUMENT, FindingKind.MISSING_ARGUMENT})
_MOST_KNOWN = 3_000
_MOST_FINDINGS = 500
_MOST_USED = 2_000


@dataclass(slots=True)
class Report:
    """The findings of a walk, and the uses of each import package.

    Attributes:
        findings: in the order of the walk, each place once.
        uses: by the name of the import package.
        existing: the places of names that exist, by line and name.
        guarded: the places of names that the code itself expects to be missing.
        guarded_lines: the lines that run only where another version is meant, by the error that they guard against.
        exhausted: whether a bound ended the walk.
        used: the uses that were followed to a definition, each once.
        closest: the names that may be meant, by kind, module, owner, name and hint of a finding.
    """

    findings: dict[tuple[int, int, str], CodeFinding] = field(default_factory=dict)
    uses: dict[str, UseCounts] = field(default_factory=lambda: defaultdict(UseCounts))
    existing: set[tuple[int, str]] = field(default_factory=set)
    guarded: set[tuple[int, str]] = field(default_factory=set)
    guarded_lines: dict[str, set[int]] = field(default_factory=lambda: defaultdict(set))
    exhausted: bool = False
    used: dict[CodeUse, None] = field(default_factory=dict)
    closest: dict[tuple[FindingKind, str, str, str, str], tuple[ClosestName, ...]] = field(default_factory=dict)

    def note_use(self, use: CodeUse) -> None:
        """Note a use, as long as there are not too many."""
        if len(self.used) < _MOST_USED:
            self.used[use] = None


@value_class
class Searched:
    """A module, class or function that was searched for a name.

    Attributes:
        owner: its full name.
        module: the module that was searched, or that defines what was searched.
        known: the names that it has.
        is_called: whether the names are those of its arguments.
    """

    owner: str
    module: str
    known: tuple[str, ...]
    is_called: bool = False


class FindingNotes:
    """Note findings in a report.

    Args:
        knowledge: the known modules.
        report: gets the findings.

    Attributes:
        guards: the errors that the code itself expects, where the walk is now.
    """

    def __init__(self, knowledge: MemberLookups, report: Report) -> None:
        self.knowledge = knowledge
        self.report = report
        self.guards = Guards(report.guarded_lines)

    def add(
        self,
        kind: FindingKind,
        place: tuple[int, int],
        name: str,
        searched: Searched,
        stated: stated_deprecations.Deprecated | None = None,
    ) -> None:
        """Note a finding, with the known names that are like it or that the package gives in its place.

        Args:
            kind: of the finding.
            place: line and column.
            name: that is missing or deprecated.
            searched: the module, class or function that has it no more, or has it not.
            stated: the deprecation that the package states, None for none.
        """
        key = (*place, name)
        if len(self.report.findings) < _MOST_FINDINGS and key not in self.report.findings:
            hint, since = (stated.text, stated.since) if stated else ("", "")
            # The same mistake is often made in many lines.
            owner, module = searched.owner, searched.module
            same = (kind, module, owner, name, hint)
            if same not in self.report.closest:
                self.report.closest[same] = self._closest(name, kind, searched, hint)
            closest = self.report.closest[same]
            symbol = owner if searched.is_called else f"{owner}.{name}"
            self.report.findings[key] = CodeFinding(*place, name, symbol, kind, module, owner, hint, since, closest)

    def _closest(self, name: str, kind: FindingKind, searched: Searched, hint: str) -> tuple[ClosestName, ...]:
        """Return the names that may be meant by a name, those that the package gives in its place first."""
        module, known = searched.module, searched.known
        named = similar_names.stated(hint, name) if hint else self._stated(module, name)
        if not hint:
            named = [other for other in named if ("." in other and kind not in _ARGUMENTS) or other in known]
        found = similar_names.closest(name, known, named)
        if kind in _ARGUMENTS:
            found = [one for one in found if one in known]
        elif len(found) < similar_names.MOST:
            found = [*found, *(one for one in self._elsewhere(module, name) if one not in found)]
        found = similar_names.filled(found, name, known)
        return tuple(self._closest_name(searched.owner, one) for one in found)

    def _stated(self, module: str, name: str) -> list[str]:
        """Return the names that comments, messages and docstrings of a package give in place of a name."""
        found: dict[str, None] = {}
        for _, text in self.knowledge.modules.texts(self._package(module), name):
            for place in islice(words_at(text, name), 40):
                start = text.rfind("\n", 0, place) + 1
                end = text.find("\n", min(place + len(name) + 160, len(text)))
                around = text[start : end if end > 0 else len(text)]
                if _REPLACED.search(around):
                    sure = similar_names.replacing(around, name)
                    named = similar_names.stated(around, name)
                    found.update(dict.fromkeys(one for one in named if "." not in one or one in sure))
        return list(found)[:12]

    def _package(self, module: str) -> ImportPackage | None:
        top = self.knowledge.module(module.partition(".")[0])
        return top.package if top is not None else None

    def _elsewhere(self, module: str, name: str) -> list[str]:
        """Return the public places of a package that have a name: those that define it, hand it on, then import it."""
        package = self._package(module)
        if package is None:
            return []
        defined = re.compile(
            rf"^(?:class|def|async def) {re.escape(name)}\b|^{re.escape(name)}\s*[:=]|import .*\b{re.escape(name)}\b",
            re.M,
        )
        word = re.escape(name)
        own = re.compile(rf"^(?:class|def|async def) {word}\b|^{word}\s*[:=]", re.M)
        handed_on = re.compile(rf"\b{word} as {word}\b|^\s*[\"']{word}[\"'],", re.M)
        found: dict[str, int] = {}
        for path, text in self.knowledge.modules.texts(package, name):
            if defined.search(text):
                parts = path.relative_to(package.folder).with_suffix("").parts
                parts = parts[:-1] if parts[-1] == "__init__" else parts
                if not any(part.startswith("_") for part in parts):
                    sort = 0 if own.search(text) else 1 if handed_on.search(text) else 2
                    found[".".join((*parts, name))] = sort
        return sorted(found, key=lambda one: (found[one], one.count("."), one))[:2]

    def _closest_name(self, owner: str, name: str) -> ClosestName:
        """Return a name with its signature, and with the class that defines it where a class was searched."""
        last = name.rpartition(".")[2]
        if self.knowledge.module(owner) is not None:
            return ClosestName(name, self._signature(self.knowledge.module_member(owner, last).value))
        parent, _, cls = owner.rpartition(".")
        holder = self.knowledge.module_member(parent, cls, typing=True).value if parent else UNKNOWN
        if not isinstance(holder, ClassValue):
            return ClosestName(name)
        bases = (one for one in self.knowledge.mro(holder)[0] if isinstance(one, ClassValue))
        defining = next((one for one in bases if last in one.module.class_scope(one.node).names), None)
        signature = self._signature(self.knowledge.class_member(holder, last, holder).value)
        return ClosestName(name, signature, symbol=f"{defining.name}.{last}" if defining else "")

    def _signature(self, value: KnownValue) -> str:
        """Return the signature of a function or class, "" for any other value."""
        if isinstance(value, ClassValue):
            value = constructor(self.knowledge, value) or UNKNOWN
        if not isinstance(value, FunctionValue):
            return ""
        node = value.nodes[-1]
        given = ast.unparse(node.args)
        if value.owner is not None and node.args.args and not given.startswith("*"):
            given = given.partition(", ")[2]
        text = f"({given})"
        return text if len(text) <= _LONGEST else f"{text[: _LONGEST - 2]}…)"

    def names_of_module(self, name: str) -> tuple[str, ...]:
        """Return the public names of a module."""
        found: dict[str, None] = {}
        waiting = [name]
        for one in waiting:
            module = self.knowledge.module(one)
            if module is None or len(found) > _MOST_KNOWN:
                continue
            found.update(dict.fromkeys(key for key in module.scope.names if not key.startswith("_")))
            found.update(module.exported)
            waiting += [module.absolute(star) for star in module.scope.stars if module.absolute(star) not in waiting]
        return tuple(found)

    def names_of(self, receiver: KnownValue) -> tuple[str, ...]:
        """Return the public members of a class or instance."""
        found: dict[str, None] = {}
        for option in options_of(receiver):
            of = option.of if isinstance(option, Instance) else option
            if not isinstance(of, ClassValue):
                continue
            for one in self.knowledge.mro(of)[0]:
                if isinstance(one, ClassValue):
                    found.update(dict.fromkeys(one.module.class_scope(one.node).names))
                    found.update(dict.fromkeys(instance_attributes(one.node)))
                else:
                    found.update(dict.fromkeys(outside_classes.members_of(one.name) or ()))
        return tuple(name for name in found if not name.startswith("_"))
