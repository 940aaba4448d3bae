"""The state of this machine as `pro-context doctor` asks for it: the registry and the project's environment.

Nothing is changed. The package indexes, the certificates and the store have examinations of their own, which the façade
offers beside these.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path
from urllib.parse import urlsplit

from pro_context_engine.domain.value_class import value_class
from pro_context_engine.libraries.project.environment import ProjectEnvironment
from pro_context_engine.libraries.project.environment_layout import environment_root, site_directories, up_to_repository
from pro_context_engine.libraries.project.node_modules import NodeModules
from pro_context_engine.libraries.project.subprojects import with_subprojects
from pro_context_engine.libraries.registry import known_libraries
from pro_context_engine.libraries.registry.registry_folder import RegistryFolder
from pro_context_engine.libraries.registry.registry_in_use import RegistryInUse, find


@value_class
class EnvironmentReport:
    """The Python environment of the user's project.

    Attributes:
        root: its folder; None where the project has none.
        directories: its package folders; empty where `root` is None or is no environment.
        unreadable: the package folders that this user may not read.
        packages: number of its distributions, and of those of the projects below; 0 where they cannot all be read.
        has_node_modules: whether packages of npm are installed.
        unread_lock: the binary lock of bun that alone would state the versions of npm, None where there is none.
    """

    root: Path | None
    directories: tuple[Path, ...] = ()
    unreadable: tuple[Path, ...] = ()
    packages: int = 0
    has_node_modules: bool = False
    unread_lock: Path | None = None


def examine_environment(folder: Path, setting: str, environ: Mapping[str, str]) -> EnvironmentReport:
    """Find the environment of a project and count its packages.

    Args:
        folder: the project's folder.
        setting: `project.environment`: "auto", or the path of an environment.
        environ: environment variables.
    """
    if setting == "auto":
        roots = (environment_root(one, environ) for one in with_subprojects([folder]))
        root = next((found for found in roots if found), None)
    else:
        root = folder / Path(setting).expanduser()
    directories = site_directories(root) if root else ()
    unreadable = tuple(directory for directory in directories if not os.access(directory, os.R_OK | os.X_OK))
    if unreadable or (root and not directories):
        return EnvironmentReport(root, directories, unreadable)
    packages = ProjectEnvironment(folder, setting, environ).packages()
    has_node_modules = NodeModules([folder]).has_folder()
    unread = None if has_node_modules else _unread_lock(folder)
    return EnvironmentReport(
        root, directories, packages=len(packages), has_node_modules=has_node_modules, unread_lock=unread
    )


def _unread_lock(folder: Path) -> Path | None:
    """Return the nearest binary lock of bun without a text beside it, in a folder or above it in its repository."""
    locks = (above / "bun.lockb" for above in up_to_repository(folder))
    return next((lock for lock in locks if lock.is_file() and not lock.with_name("bun.lock").exists()), None)


def registry_in_use(cache_directory: Path | None) -> RegistryInUse:
    """Return the registry that a server with this cache directory answers from.

    Args:
        cache_directory: None where nothing is kept on disk.
    """
    return find(RegistryFolder(cache_directory))


def shipped_registry_version() -> str:
    """Return the date-based version of the registry that ships with this release."""
    return known_libraries.shipped_version()


def popular_hosts(limit: int) -> list[str]:
    """Return the hosts that serve the llms.txt of the most popular libraries, at most `limit`, no host twice."""
    urls = (library.llms_txt_url for library in known_libraries.read().libraries)
    return list(dict.fromkeys(urlsplit(url).netloc for url in urls if url))[:limit]
