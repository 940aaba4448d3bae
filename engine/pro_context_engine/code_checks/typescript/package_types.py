"""The declared types of one npm package, as the code of its users sees them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from pro_context_engine.code_checks.typescript.declared_heirs import DeclaredHeirs
from pro_context_engine.code_checks.typescript.declared_types import (
    DeclaredMember,
    Either,
    Extent,
    Named,
    Type,
    TypeCall,
    View,
)
from pro_context_engine.code_checks.typescript.package_code import PackageCode
from pro_context_engine.code_checks.typescript.type_parameters import parameters_of
from pro_context_engine.code_checks.typescript.type_views import TypeViews
from pro_context_engine.domain.declared_files import DeclarationFiles
from pro_context_engine.domain.symbols import SymbolDeprecation
from pro_context_engine.domain.value_class import value_class
from pro_context_engine.sources.packages.npm.symbols.declaration_scopes import Scope
from pro_context_engine.sources.packages.npm.symbols.export_resolution import ExportTarget, PackageScopes
from pro_context_engine.sources.packages.npm.symbols.typescript_symbols import deprecation_of


@value_class
class Declarations:
    """The declarations of a package: its name, its files with those of the packages that it hands on, and its code."""

    package: str
    scopes: PackageScopes
    code: PackageCode

    def is_readable(self) -> bool:
        """Tell whether the package declares anything."""
        files = self.scopes.read_files()
        return bool(self.scopes.ambient) or any(one.declared or one.exported or one.spaces for one in files)


def declarations_in(package: str, files: DeclarationFiles) -> Declarations:
    """Return the declarations of a package; the call blocks.

    Args:
        package: its name.
        files: its declaration files, and those of the packages that it hands on.
    """
    scopes = PackageScopes(package, files)
    scopes.read_all()
    return Declarations(package, scopes, PackageCode(files.code()))


@value_class
class CodeValue:
    """A value in code: the package whose declarations describe it, and its type."""

    types: PackageTypes
    type: Type


class PackageTypes:
    """The modules of a package, and the views of its types; for one check, in one thread."""

    def __init__(self, declarations: Declarations) -> None:
        self.package = declarations.package
        self.views = TypeViews(declarations.scopes)
        self.heirs = DeclaredHeirs(declarations.scopes, self.views)
        self._scopes = declarations.scopes
        self._code = declarations.code
        # The specifiers of modules, and those of the targets that modules are as a whole.
        self._specifiers: dict[Scope, str] = {}
        self._wholes: dict[ExportTarget, str] = {}

    def module(self, specifier: str) -> Scope | None:
        """Return a module of the package as code imports it, None for an unknown one."""
        found = next(iter(self._scopes.module(specifier, "")), None)
        if found is None or not (found.is_module or found.parent is not None):
            return None
        self._specifiers[found] = specifier
        return found

    def lacks_module(self, specifier: str) -> bool:
        """Tell whether the package surely has no module at a specifier that names one of its subpaths."""
        subpath = specifier.removeprefix(self.package)
        return subpath.startswith("/") and not self._code.may_have_module(f".{subpath}")

    def lacks_default(self, specifier: str) -> bool:
        """Tell whether the code of a module surely has no default export."""
        return self._code.lacks_default(f".{specifier.removeprefix(self.package)}")

    def specifiers(self) -> list[str]:
        """Return the specifiers of the modules that the package declares."""
        return self._scopes.specifiers()

    def whole(self, module: Scope) -> Type:
        """Return the type of a module as a whole."""
        target = self._scopes.exported(module, "=") if module.equals else None
        return Named(self._as_whole(module, target or ExportTarget(module, "")), is_value=True)

    def required(self, module: Scope) -> Type:
        """Return the type of a module that code requires in the old way: perhaps that of its default export."""
        default = self._scopes.exported(module, "default")
        whole = self.whole(module)
        if default is None or module.equals:
            return whole
        return Either((whole, Named(self._as_whole(module, default), is_value=True)))

    def exported(self, module: Scope, name: str) -> ExportTarget | None:
        """Return the declarations of a name that a module exports, None for none."""
        target = self._scopes.exported(module, name)
        return self._as_whole(module, target) if target is not None and name == "default" else target

    def code_has(self, value: Type | None, name: str) -> bool:
        """Tell whether the code of the package gives a member to a value, which its declarations lack.

        Args:
            value: the type of the value.
            name: of the member.
        """
        if isinstance(value, Either):
            return any(self.code_has(one, name) for one in value.types)
        whole = self._wholes.get(value.target) if isinstance(value, Named) else None
        if whole is not None and self._code.exports(whole.removeprefix(self.package).lstrip("/") or ".", name):
            return True
        return self._code.has_member(self.view(value).name.rpartition(".")[2], name)

    def code_reads_option(self, name: str) -> bool:
        """Tell whether the code of the package reads an option, which its declarations lack."""
        return self._code.reads_option(name)

    def _as_whole(self, module: Scope, target: ExportTarget) -> ExportTarget:
        """Note that a module may be this target as a whole, and return it."""
        self._wholes.setdefault(target, self._specifiers.get(module, self.package))
        return target

    def exports(self, module: Scope) -> dict[str, None]:
        """Return the names that a module exports."""
        names = dict.fromkeys(self._scopes.exports(module))
        return names | (self.view(self.whole(module)).names() if module.equals else {})

    def knows_exports(self, module: Scope) -> bool:
        """Tell whether all names that a module exports are known."""
        if self._scopes.is_cut(module):
            return False
        own = self.view(Named(ExportTarget(module, ""), is_value=True))
        return own.is_whole() and self.view(self.whole(module)).is_whole()

    def view(self, one: Type | None) -> View:
        """Return the offer of a type."""
        return self.views.view(one)

    def type_of(self, found: Sequence[DeclaredMember], receiver: Type | None, owner: View) -> View:
        """Return the view of a member.

        Args:
            found: its declarations.
            receiver: the type that it is a member of.
            owner: the view of that type. What a caller brings in for it may say more of the member too.
        """
        groups = owner.groups(found[0].member.name) if found and found[0].member else []
        kinds = [self.views.member(group, receiver) for group in groups] if len(groups) > 1 else []
        kinds = [one for one in kinds if one.simple not in ("never", "undefined")]
        one = kinds[0] if len(kinds) == 1 else self.views.member(found, receiver)
        kind = View(options=kinds) if len(kinds) > 1 else one
        if owner.reach() is Extent.CALLERS:
            kind.limit(Extent.CALLERS)
        return kind

    def has_word(self, name: str) -> bool:
        """Tell whether a name stands anywhere in the declarations, as a word or in a text."""
        return name in self._scopes.words()

    def deprecation(self, target: ExportTarget) -> SymbolDeprecation | None:
        """Return the deprecation of a name, which all its declarations state; None for none."""
        return stated_deprecation(one.statement.doc for one in self._scopes.declarations(target))


def stated_deprecation(comments: Iterable[str]) -> SymbolDeprecation | None:
    """Return the deprecation that every one of the comments states, None for none."""
    found = [deprecation_of(one) for one in comments]
    return found[0] if found and all(found) else None


def signature_text(calls: Sequence[TypeCall]) -> str:
    """Return the parameters of the first way to call something, "" where they are many or unknown."""
    parameters = parameters_of(calls[0]) if calls else None
    if parameters is None:
        return ""
    text = ", ".join(one.name + ("?" if one.optional else "") for one in parameters)
    return f"({text})" if len(text) < 90 else ""
