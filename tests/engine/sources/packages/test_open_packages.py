"""The packages that were read last, which a server keeps open while it is used."""

import weakref
from threading import Event
from typing import Any

from pro_context_engine.domain.model import InstalledPackage
from pro_context_engine.sources.packages.open_packages import OpenPackages


class Opened:
    """Documentation with the cycle that syntax trees have."""

    def __init__(self, package: InstalledPackage) -> None:
        self.package = package
        self.itself = self


def installed(name: str) -> InstalledPackage:
    return InstalledPackage(name, "1.0", "", "/", "/")


def test_the_packages_used_last_stay_open() -> None:
    made: list[Any] = []
    packages = OpenPackages(lambda package: made.append(package) or Opened(package))  # type: ignore[func-returns-value,return-value,arg-type]
    first = packages.documentation(installed("one"))
    assert packages.documentation(installed("one")) is first
    for name in ("two", "three", "four", "one"):
        packages.documentation(installed(name))
    assert [package.name for package in made] == ["one", "two", "three", "four", "one"]


def test_packages_without_use_are_freed_with_their_cycles() -> None:
    freed = Event()
    packages = OpenPackages(Opened, idle_seconds=0.001)  # type: ignore[arg-type]
    weakref.finalize(packages.documentation(installed("one")), freed.set)
    assert freed.wait(30)
