"""The operations of services as methods of clients: their symbols, their places and their pages."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping
from functools import cached_property
from pathlib import Path

from pro_context_engine.documents.pages.headings import slug
from pro_context_engine.domain.symbols import PackageSymbol, SymbolKind, SymbolPlace
from pro_context_engine.libraries.name_keys import squeeze
from pro_context_engine.sources.packages.package_urls import PackageUrl
from pro_context_engine.sources.packages.python.service_models.model_files import (
    client_name,
    model_at,
    model_text,
    models_in,
    operations_of,
)
from pro_context_engine.sources.packages.python.service_models.operation_page import operation_markdown, summary

FOLDER = "services/"
"""The beginning of the paths of these pages."""

RANK = 20
"""The rank of an operation: a generated member, whose client has no name of its own."""

_MAKER = re.compile(rb"^[ \t]*(?:async[ \t]+)?def[ \t]+(?:create_)?client\b", re.MULTILINE)
_REQUIRED = re.compile(r"^Requires-Dist:[ \t]*([\w.-]+)(?![^\n]*\bextra\b)", re.MULTILINE)


class ServiceOperations:
    """The operations of the services whose clients a distribution makes.

    Args:
        package: the normalised name of the distribution.
        version: its exact version.
        folder: the folder on the import path that it is installed in.
        tops: the names of its top-level modules.
        metadata: its metadata, which name the distributions that it requires.
        texts: gives the texts of its modules; read only where there are models.
    """

    def __init__(
        self, package: str, version: str, folder: Path, tops: Collection[str], metadata: str, texts: Iterable[bytes]
    ) -> None:
        self._package = package
        self._version = version
        required = {name.replace("-", "_").replace(".", "_") for name in _REQUIRED.findall(metadata)}
        found = models_in(folder, sorted({*tops, *required}))
        self._models = found if found and any(map(_MAKER.search, texts)) else {}

    def __bool__(self) -> bool:
        """Tell whether there are any services."""
        return bool(self._models)

    def symbols(self) -> Iterator[PackageSymbol]:
        """Yield a symbol for each operation of each service."""
        for service, path in self._models.items():
            model = model_at(path)
            client = client_name(model, service)
            for method, operation in operations_of(model).items():
                yield PackageSymbol(
                    f"{client}.Client.{method}",
                    SymbolKind.METHOD,
                    paths=(f"{service.replace('-', '_')}.{method}",),
                    summary=summary(operation),
                    url=self._url(service, client, method),
                    rank=self._rank(service),
                )

    def place(self, name: str) -> SymbolPlace | None:
        """Return the place of an operation, of the largest service that has it; None if there is none.

        Args:
            name: the name of its method, perhaps with a service or client before it (`s3.put_object`).
        """
        *owners, method = name.split(".")
        wanted = {squeeze(one) for one in owners} - {"client", squeeze(self._package)}
        pattern = re.compile(rb'"%s":\s*\{\s*"name"' % method.replace("_", "").encode(), re.IGNORECASE)
        for service in self._by_size:
            if not pattern.search(model_text(self._models[service])):
                continue
            model = model_at(self._models[service])
            client = client_name(model, service)
            if method in operations_of(model) and wanted <= {squeeze(service), squeeze(client)}:
                url = self._url(service, client, method)
                return SymbolPlace(f"{client}.Client.{method}", SymbolKind.METHOD.value, url, self._rank(service))
        return None

    def page(self, path: str) -> tuple[str, str]:
        """Return the title and the Markdown of an operation's page, ("", "") for an unknown path."""
        service, _, method = path.removeprefix(FOLDER).partition("/")
        if service not in self._models:
            return "", ""
        model = model_at(self._models[service])
        operation = operations_of(model).get(method)
        title = f"{client_name(model, service)}.Client.{method}"
        return (title, operation_markdown(title, service, method, model, operation)) if operation else ("", "")

    @cached_property
    def _by_size(self) -> Mapping[str, int]:
        """The services, those with the largest models first: most of the services that people use are large."""
        ordered = sorted(self._models, key=lambda one: (-self._models[one].stat().st_size, one))
        return {service: place for place, service in enumerate(ordered)}

    def _rank(self, service: str) -> int:
        return RANK + self._by_size[service]

    def _url(self, service: str, client: str, method: str) -> str:
        page = PackageUrl(self._package, self._version, "reference", f"{FOLDER}{service}/{method}")
        return f"{page}#{slug(f'{client}.Client.{method}')}"
