"""The registry of the engine, which a newer one can replace while the engine runs."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Generic, TypeVar

from pro_context_engine.domain.interfaces import Registry
from pro_context_engine.domain.model import Library, Match
from pro_context_engine.libraries.registry.catalogue import Catalogue

T = TypeVar("T")


class CurrentRegistry:
    """A catalogue that can be replaced in one step; implements `interfaces.Registry`."""

    def __init__(self, catalogue: Catalogue) -> None:
        self._catalogue = catalogue

    def replace(self, catalogue: Catalogue) -> None:
        """Use this catalogue from now on."""
        self._catalogue = catalogue

    @property
    def version(self) -> str:
        """Return the version of the list."""
        return self._catalogue.version

    def get(self, library_id: str) -> Library | None:
        """Return a library by one of its names; see `Catalogue.get`."""
        return self._catalogue.get(library_id)

    def resolve(
        self,
        query: str,
        language: str | None = None,
        project: Sequence[Library] = (),
        preferred: str | None = None,
    ) -> list[Match]:
        """Return the libraries that match; see `Catalogue.resolve`."""
        return self._catalogue.resolve(query, language, project, preferred)

    def named(self, query: str, language: str) -> list[Match]:
        """Return the libraries of a language that have exactly this name, but for an affix for the language."""
        return self._catalogue.named(query, language)

    def with_purpose(self, query: str, language: str) -> list[Match]:
        """Return the libraries of a language that have a purpose of just the content words of a query."""
        return self._catalogue.with_purpose(query, language)

    def closest(self, library_id: str) -> str:
        """Return the nearest known id; see `Catalogue.closest`."""
        return self._catalogue.closest(library_id)

    def all(self) -> Sequence[Library]:
        """Return every library, most popular first."""
        return self._catalogue.all()


class Derived(Generic[T]):
    """A value made from all libraries of a registry, made again when the registry is replaced.

    Args:
        registry: the registry with the libraries.
        make: makes the value, at the first call.
    """

    def __init__(self, registry: Registry, make: Callable[[Sequence[Library]], T]) -> None:
        self._registry = registry
        self._make = make
        self._made: tuple[Sequence[Library], T] | None = None

    def __call__(self) -> T:
        """Return the value for the current libraries."""
        libraries = self._registry.all()
        if self._made is None or self._made[0] is not libraries:
            self._made = (libraries, self._make(libraries))
        return self._made[1]
