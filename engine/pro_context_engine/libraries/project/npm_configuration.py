"""The npm registries that the user installs from, and the credentials for them.

npm's order of precedence holds: variables, then the `.npmrc` files of the project, of the user, of the machine and of
npm itself. pnpm and yarn 1 read the same files; a `.yarnrc.yml` comes after them. Nothing is run.
"""

from __future__ import annotations

import json
import re
from base64 import b64decode, b64encode
from binascii import Error as NotBase64
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import field
from pathlib import Path
from urllib.parse import urlsplit

from pro_context_engine.domain.value_class import value_class
from pro_context_engine.libraries.project.environment_layout import up_to_repository
from pro_context_engine.libraries.project.index_address import IndexAddress, read_configuration
from pro_context_engine.libraries.project.manifest_documents import table, yaml_mapping
from pro_context_engine.libraries.project.npm_installation import NpmInstallation

_VARIABLE = re.compile(r"\$\{([^${}]{1,100})\}")
_PREFIX = "npm_config_"
_REGISTRY = "registry"
_SECRETS = ("_authToken", "_auth", "username", "_password")
_YARN = ".yarnrc.yml"


@value_class
class NpmRegistries:
    """The sources of the user's npm packages.

    Attributes:
        main: the registry for every package without a registry of its scope; None if npm is neither configured nor
            installed.
        scopes: registries by scope (`@scope`).
        authorizations: Authorization headers by the prefix of the URL they are for (`//host/path/`); never to be shown.
        unreadable: configuration files that exist and cannot be read.
    """

    main: IndexAddress | None = None
    scopes: Mapping[str, IndexAddress] = field(default_factory=dict)
    authorizations: Mapping[str, str] = field(default_factory=dict, repr=False)
    unreadable: tuple[Path, ...] = ()

    @property
    def named(self) -> tuple[IndexAddress, ...]:
        """Return every registry, the main one last."""
        return (*self.scopes.values(), *([self.main] if self.main else []))

    def of(self, package: str) -> IndexAddress | None:
        """Return the registry for a package."""
        scope, slash, _ = package.partition("/")
        return self.scopes.get(scope, self.main) if slash else self.main

    def authorization(self, url: str) -> str:
        """Return the Authorization header for a URL: that of the longest prefix; "" for none."""
        parts = urlsplit(url)
        place = f"//{parts.netloc}{parts.path.rstrip('/')}/"
        while place.count("/") > 2:
            if place in self.authorizations:
                return self.authorizations[place]
            place = place.rstrip("/").rpartition("/")[0] + "/"
        return ""


@value_class
class _Setting:
    """A key with its value, and the setting that it comes from."""

    key: str
    value: str = field(repr=False)
    setting: str = ""
    of_project: bool = False


def npm_registries(environ: Mapping[str, str], home: Path | None, project_directory: Path) -> NpmRegistries:
    """Return the registries that the user installs from.

    Args:
        environ: environment variables.
        home: the user's home, None if it is unknown.
        project_directory: folder of the project.
    """
    installation = NpmInstallation(environ)
    entries = list(_of_variables(environ))
    unreadable: list[Path] = []
    for file, of_project in _files(environ, home, project_directory, installation):
        try:
            text = read_configuration(file)
        except OSError:
            unreadable.append(file)
            continue
        read = _yarn(text or "") if file.name == _YARN else _npmrc(text or "", {} if of_project else environ)
        entries += (_Setting(key, value, f"{file}: {key}", of_project) for key, value in read)
    default = installation.default_registry()
    entries += [_Setting(_REGISTRY, default, "npm's default")] if default else []
    return _merge(entries, tuple(unreadable))


def _merge(entries: Iterable[_Setting], unreadable: tuple[Path, ...]) -> NpmRegistries:
    registries: dict[str, IndexAddress] = {}
    secrets: dict[str, dict[str, str]] = {}
    for entry in entries:
        owner, separator, name = entry.key.rpartition(":")
        if name == _REGISTRY and (not separator or owner.startswith("@")):
            registries.setdefault(owner, IndexAddress(entry.value, entry.setting, entry.of_project))
        elif name in _SECRETS and owner.startswith("//"):
            secrets.setdefault(f"{owner.rstrip('/')}/", {}).setdefault(name, entry.value)
    headers = {place: header for place, known in secrets.items() if (header := _header(known))}
    main = registries.pop("", None)
    return NpmRegistries(main, registries, headers, unreadable)


def _header(secrets: Mapping[str, str]) -> str:
    """Return the Authorization header made from the secrets for one prefix, "" if they are incomplete."""
    if token := secrets.get("_authToken"):
        return f"Bearer {token}" if token.isprintable() and token.isascii() else ""
    encoded = secrets.get("_auth", "")
    if not encoded and "username" in secrets:
        try:
            password = b64decode(secrets.get("_password", "")).decode()
        except (NotBase64, ValueError):
            return ""
        encoded = b64encode(f"{secrets['username']}:{password}".encode()).decode()
    return f"Basic {encoded}" if encoded and encoded.isprintable() and encoded.isascii() else ""


def _of_variables(environ: Mapping[str, str]) -> Iterator[_Setting]:
    for name, value in environ.items():
        if name.lower().startswith(_PREFIX) and value:
            yield _Setting(name[len(_PREFIX) :] if "/" in name else name[len(_PREFIX) :].lower(), value, name)


def _files(
    environ: Mapping[str, str], home: Path | None, project_directory: Path, installation: NpmInstallation
) -> Iterator[tuple[Path, bool]]:
    """Yield the files that npm and yarn read, by falling precedence, each with whether it is the project's."""
    folders = [folder for folder in up_to_repository(project_directory) if folder != home]
    yield from ((folder / ".npmrc", True) for folder in folders)
    settings = {entry.key: entry.value for entry in _of_variables(environ)}
    named = settings.get("userconfig")
    own = Path(named) if named else home / ".npmrc" if home else None
    if own:
        yield own, False
    if settings.get("globalconfig"):
        yield Path(settings["globalconfig"]), False
    if settings.get("prefix"):
        yield Path(settings["prefix"]) / "etc/npmrc", False
    yield from ((file, False) for file in installation.configuration_files())
    yield from ((folder / _YARN, True) for folder in folders)
    if home:
        yield home / _YARN, False


def _npmrc(text: str, environ: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    """Yield the keys of an `.npmrc`, except those with a variable that is not set, or that the file may not read."""
    for line in text.splitlines():
        key, separator, value = (part.strip() for part in line.partition("="))
        if line.lstrip().startswith(("[", ";", "#")) or not separator:
            continue
        written = f"{key}\0{_unquote(value)}"
        if all(name.removesuffix("?") in environ for name in _VARIABLE.findall(written)):
            filled, _, text = _VARIABLE.sub(lambda name: environ[name[1].removesuffix("?")], written).partition("\0")
            yield filled, text


def _unquote(value: str) -> str:
    if len(value) > 1 and value[0] == value[-1] == "'":
        return value[1:-1]
    if len(value) > 1 and value[0] == value[-1] == '"':
        try:
            return str(json.loads(value))
        except ValueError:
            return value[1:-1]
    return re.split(r" [;#]", value, maxsplit=1)[0].rstrip()


def _yarn(text: str) -> Iterator[tuple[str, str]]:
    """Yield the registries of a `.yarnrc.yml` in the form of an `.npmrc`; its tokens are for yarn only."""
    document = yaml_mapping(text)
    if isinstance(server := document.get("npmRegistryServer"), str):
        yield _REGISTRY, server
    for scope, scoped in table(document.get("npmScopes")).items():
        if isinstance(server := table(scoped).get("npmRegistryServer"), str):
            yield f"@{scope}:{_REGISTRY}", server
