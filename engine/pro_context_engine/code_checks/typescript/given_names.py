"""The names that code, or modules that are not checked, may add to the objects of packages."""

from __future__ import annotations

from collections.abc import Container
from functools import cached_property

from pro_context_engine.code_checks.typescript.script import Script
from pro_context_engine.code_checks.typescript.script_imports import package_of


class GivenNames:
    """The names that may be added.

    Args:
        script: the code.
        packages: the names of the packages that are checked.
    """

    def __init__(self, script: Script, packages: Container[str]) -> None:
        self._script = script
        self._packages = packages

    def is_given(self, name: str) -> bool:
        """Tell whether the code itself may add a member: it sets, probes or declares it, or names it in a text."""
        return name in self._set_or_named or name in self._declared

    @cached_property
    def _set_or_named(self) -> frozenset[str]:
        """The names that the code sets as members, its texts, and the members whose type it asks for (`typeof a.b`)."""
        script, found = self._script, set[str]()
        for at, token in enumerate(script.tokens):
            if token.kind == "text":
                found.add(token.text[1:-1])
            elif token.text == "typeof":
                found.add(self._last_member(at + 1))
            elif script.text(at - 1) == ".":
                following = script.text(at + 1), script.text(at + 2)
                if following[0] == "=" or following == ("?.", "("):
                    found.add(token.text)
        return frozenset(found)

    def _last_member(self, at: int) -> str:
        """Return the last member of the chain at a place (`shine` of `typeof light().shine`), "" for none."""
        script, last = self._script, ""
        while script.kind(at) == "name" or script.text(at) in (".", "?.", "(", "["):
            if script.text(at) in ("(", "["):
                at = script.closing(at)
            elif script.text(at - 1) in (".", "?."):
                last = script.text(at)
            at += 1
        return last

    def is_repeated(self, name: str) -> bool:
        """Tell whether a name stands in the code twice, or in a text too."""
        return sum(token.text.strip("'\"`") == name for token in self._script.tokens) > 1

    @cached_property
    def unchecked(self) -> frozenset[str]:
        """The names that come from modules which are not checked, and the word that requires one in place."""
        script, found = self._script, {"require"}
        for at, token in enumerate(script.tokens):
            if token.text in ("from", "require") and (is_import := script.text(at + 1)[:1] in ("'", '"')) | (
                script.text(at + 1) == "(" and script.kind(at + 2) == "text"
            ):
                specifier = script.text(at + 1 if is_import else at + 2).strip("'\"`")
                if package_of(specifier) not in self._packages:
                    found.update(script.words_before(at))
        return frozenset(found)

    @cached_property
    def _declared(self) -> frozenset[str]:
        """The names in the blocks that declare parts of modules or of the global scope."""
        script, found = self._script, set[str]()
        for at, token in enumerate(script.tokens):
            if token.text == "declare" and script.text(at + 1) in ("module", "global", "namespace"):
                opening = at + 2 if script.text(at + 2) == "{" else at + 3
                found.update(script.text(one) for one in range(opening, script.closing(opening)))
        return frozenset(found)
