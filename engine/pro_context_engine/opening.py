"""The opening of the engine: the parts that find libraries at once, those for documentation when they are needed."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from pro_context_engine.concurrency.collection_pause import collection_paused
from pro_context_engine.domain.interfaces import Clock, utc_now
from pro_context_engine.domain.settings import LibraryOverride, Settings
from pro_context_engine.engine import DocsEngine
from pro_context_engine.libraries.finder import LibraryFinder
from pro_context_engine.libraries.project.detection import ProjectDependencies
from pro_context_engine.libraries.project.environment import ProjectEnvironment
from pro_context_engine.libraries.project.node_modules import NodeModules
from pro_context_engine.libraries.project_libraries import ProjectLibraries
from pro_context_engine.libraries.registry import overrides
from pro_context_engine.libraries.registry.catalogue import Catalogue
from pro_context_engine.libraries.registry.current_registry import CurrentRegistry
from pro_context_engine.libraries.registry.known_libraries import KnownLibraries
from pro_context_engine.libraries.registry.registry_folder import RegistryFolder
from pro_context_engine.libraries.registry.registry_in_use import find as find_registry

if TYPE_CHECKING:
    from pro_context_engine.parts import Parts


def open_engine(settings: Settings, *, clock: Clock = utc_now) -> DocsEngine:
    """Open the documentation engine; nothing is fetched, locked or parsed yet.

    Args:
        settings: the operator's settings.
        clock: gives the current time in UTC.
    """
    environment = ProjectEnvironment(settings.project_directory, settings.environment)
    folder = RegistryFolder(settings.cache_directory)
    in_use = find_registry(folder)
    registry = CurrentRegistry(Catalogue(()))
    folders = [settings.project_directory] if settings.detect else []
    dependencies = ProjectDependencies(folders, own_python=environment.own_python)
    project = ProjectLibraries(registry, environment, dependencies, NodeModules(folders))
    finder = LibraryFinder(registry, project, published=settings.packages)
    use = partial(_use, finder, registry, settings)
    settings = replace(settings, overrides=use(in_use.known))

    def open_parts() -> Parts:
        # These are two thirds of the engine, which no call needs that names a library.
        with collection_paused():
            from pro_context_engine.assembly import LibraryParts, documentation_parts  # noqa: PLC0415

            return documentation_parts(
                LibraryParts(
                    settings=settings,
                    environment=environment,
                    project=project,
                    finder=finder,
                    folder=folder,
                    in_use=in_use,
                    use=use,
                    clock=clock,
                )
            )

    return DocsEngine(settings, finder, project, open_parts)


def _use(
    finder: LibraryFinder, registry: CurrentRegistry, settings: Settings, known: KnownLibraries
) -> tuple[LibraryOverride, ...]:
    """Put a registry into use, with the libraries that the configuration adds; return overrides by library id."""
    catalogue = Catalogue.of(known)
    lacking = dict.fromkeys(one.library_id for one in settings.custom if catalogue.get(one.library_id) is None)
    if lacking:
        catalogue = catalogue.with_libraries(map(overrides.library_of_id, lacking))
    finder = replace(finder, registry=catalogue, project=replace(finder.project, registry=catalogue))
    found = list(overrides.overridden_libraries(settings.overrides, finder.find))
    registry.replace(catalogue.with_libraries(library for _, library in found) if found else catalogue)
    return tuple(override for override, _ in found)
