"""The judgement of a name that is not among the known members of a type: only some are missing for certain."""

from __future__ import annotations

from collections.abc import Sequence

from pro_context_engine.code_checks.similar_names import closest, is_misspelling, may_be_meant
from pro_context_engine.code_checks.typescript.declared_types import Extent, View, choices
from pro_context_engine.code_checks.typescript.given_names import GivenNames
from pro_context_engine.code_checks.typescript.package_types import PackageTypes
from pro_context_engine.code_checks.typescript.platform_members import is_of_platform


class MissingMembers:
    """The judgement of names in one text.

    Args:
        given: the names that code may add to objects.

    Attributes:
        extended: the packages whose objects get things of unchecked modules, which may add members to them.
    """

    def __init__(self, given: GivenNames) -> None:
        self._given = given
        self.extended: set[str] = set()

    def is_missing(self, name: str, views: Sequence[View], types: PackageTypes, *, is_option: bool = False) -> bool:
        """Tell whether a name that no view has is missing for certain.

        Where the members are not known in full, the name must be like a known one, and must stand neither in the
        declarations of the package nor in the platform nor a second time in the code.

        Args:
            name: the name.
            views: the types that may be meant.
            types: their package.
            is_option: whether it is a key that the code writes; the type that a caller brings in may have any other.
        """
        if any(one.simple == "object" for one in choices(views)):
            return False
        names = {one: None for view in views for one in view.names()}
        extent = max((view.reach() for view in views), default=Extent.OPEN)
        can_grow = any(view.can_grow() for view in views) or types.package in self.extended
        may_be = is_misspelling if is_option and extent is Extent.CALLERS else may_be_meant
        if (can_grow or extent is Extent.CALLERS) and not any(may_be(name, one) for one in names):
            return False
        if extent is Extent.WHOLE:
            return True
        if extent is Extent.OPEN or not closest(name, names):
            return False
        return not (types.has_word(name) or is_of_platform(name) or self._given.is_repeated(name))
