"""The stubs of modules, merged into the syntax of their sources."""

from __future__ import annotations

import griffe


def merge_stub(module: griffe.Module, stub: griffe.Module) -> dict[str, str]:
    """Merge a stub in; return the paths of imports that it replaces with definitions, by the definition's path."""
    imported = {name: member.target_path for name, member in module.members.items() if isinstance(member, griffe.Alias)}
    # Imported names are resolved by following the import, but griffe would have to resolve them for the merge.
    for name in list(stub.overloads):
        if isinstance(module.members.get(name), griffe.Alias):
            del stub.overloads[name]
    # A stub often gives a function another name (`nanmin = amin`); the source has its text.
    for name, member in list(stub.members.items()):
        if isinstance(member, griffe.Attribute) and isinstance(
            module.members.get(name), griffe.Function | griffe.Class
        ):
            del stub.members[name]
    adopt_overloads(stub, module)
    griffe.merge_stubs(module, stub)
    members = module.members
    return {members[name].path: path for name, path in imported.items() if isinstance(members[name], griffe.Object)}


def adopt_docstrings(stub: griffe.Object, source: griffe.Object) -> None:
    """Give the definitions of a stub that have no docstring those of the source."""
    stub.docstring = stub.docstring or source.docstring
    for name, member in stub.members.items():
        documented = source.members.get(name)
        if isinstance(member, griffe.Object) and isinstance(documented, griffe.Object):
            adopt_docstrings(member, documented)


def adopt_overloads(scope: griffe.Module | griffe.Class, source: griffe.Object | None = None) -> None:
    """Add each function that has overloads only, as in stubs, as a member, unless a source has it too."""
    for name, overloads in list(scope.overloads.items()):
        if overloads and name not in scope.members and (source is None or name not in source.members):
            first = overloads[0]
            first.overloads = overloads
            first.docstring = next((variant.docstring for variant in overloads if variant.docstring), None)
            scope.set_member(name, first)
            del scope.overloads[name]
    for name, member in scope.members.items():
        if isinstance(member, griffe.Class):
            inside = source.members.get(name) if source is not None else None
            adopt_overloads(member, inside if isinstance(inside, griffe.Class) else None)


def describe_overloaded(scope: griffe.Module | griffe.Class) -> None:
    """Give each function that has no docstring the first one of its overloads."""
    for member in scope.members.values():
        if isinstance(member, griffe.Class):
            describe_overloaded(member)
        elif isinstance(member, griffe.Function) and member.overloads and member.docstring is None:
            member.docstring = next((one.docstring for one in member.overloads if one.docstring), None)
