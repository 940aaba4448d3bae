"""The members of a large wheel that are read by their ranges."""

import io
import random
import struct
import zipfile
from pathlib import Path, PurePosixPath

import pytest
from tests.engine.sources.package_index.conftest import Setup
from tests.worlds.distributions import Distribution, wheel
from tests.worlds.package_index import PackageIndex

from pro_context_engine.domain.errors import NotDocumentation
from pro_context_engine.sources.package_index import members_by_range
from pro_context_engine.sources.package_index.archives import ArchiveRefused
from pro_context_engine.sources.package_index.members_by_range import MemberRanges

NOISE = random.Random(7).randbytes(1_400_000)
FILES = {
    "pond/__init__.py": '"""Ponds."""\n',
    "pond/engine.so": NOISE,
    "pond/fish.py": "def swim() -> None: ...\n",
    "pond/weights.bin": NOISE[::-1],
    "pond/frog.pyi": "def croak() -> None: ...\n",
}
LARGE = wheel("pond-kit", "1.0", FILES, readme="# Pond", summary="All about ponds.", tags="cp312-cp312-linux_x86_64")


class Server:
    """The bytes of an archive, with the ranges that were read."""

    def __init__(self, content: bytes) -> None:
        self.content = content
        self.read: list[tuple[int, int]] = []

    async def __call__(self, first: int, last: int) -> bytes:
        self.read.append((first, last))
        return self.content[first : last + 1]


def is_source(path: PurePosixPath) -> bool:
    return path.suffix in (".py", ".pyi")


async def copied(server: Server, max_bytes: int = 100_000) -> zipfile.ZipFile:
    into = io.BytesIO()
    async for done, total in MemberRanges(server, len(server.content), max_bytes).copy(is_source, into):
        assert done <= total
    return zipfile.ZipFile(into)


async def test_only_the_wanted_members_are_read() -> None:
    server = Server(LARGE.content)
    archive = await copied(server)
    assert archive.testzip() is None
    assert {name: archive.read(name).decode() for name in archive.namelist()} == {
        name: text for name, text in FILES.items() if isinstance(text, str)
    }
    assert sum(last - first + 1 for first, last in server.read) < 80_000
    assert len(server.read) == 4


async def test_members_near_each_other_are_read_together() -> None:
    many = wheel("pond-kit", "1.0", {f"pond/m{n}.py": f"x = {n}\n" for n in range(50)})
    server = Server(many.content)
    assert len((await copied(server)).namelist()) == 50
    assert len(server.read) == 2


@pytest.mark.parametrize("damage", ["no end", "cut directory", "wrong mark", "overlapping", "huge directory"])
async def test_a_damaged_directory_is_refused(damage: str) -> None:
    content = bytearray(LARGE.content)
    end = content.rfind(b"PK\5\6")
    start = int.from_bytes(content[end + 16 : end + 20], "little")
    if damage == "no end":
        content[end : end + 4] = b"none"
    elif damage == "cut directory":
        content[end + 12 : end + 16] = struct.pack("<L", 60)
    elif damage == "wrong mark":
        content[start : start + 4] = b"none"
    elif damage == "overlapping":
        second = content.find(b"PK\1\2", start + 4)
        content[second + 42 : second + 46] = content[start + 42 : start + 46]
    else:
        content[end + 12 : end + 16] = struct.pack("<L", 90_000_000)
    with pytest.raises(ArchiveRefused):
        await copied(Server(bytes(content)))


async def test_an_archive_without_documentation_is_refused() -> None:
    with pytest.raises(ArchiveRefused, match="no documentation"):
        await copied(Server(Distribution("x", wheel("pond-kit", "1.0", {"pond/engine.so": NOISE}).content).content))


@pytest.mark.parametrize("bound", ["bytes", "runs"])
async def test_bounds_hold(bound: str, monkeypatch: pytest.MonkeyPatch) -> None:
    if bound == "runs":
        monkeypatch.setattr(members_by_range, "MOST_RUNS", 2)
    server = Server(LARGE.content)
    with pytest.raises(ArchiveRefused, match="larger than the limit"):
        await copied(server, 50 if bound == "bytes" else 100_000)
    assert len(server.read) == 1


async def test_a_wheel_over_the_limit_is_read_in_parts(setup: Setup, index: PackageIndex) -> None:
    setup.max_bytes = 1_000_000
    setup.restart()
    index.ranges = True
    index.add("pond-kit", LARGE)
    package = await setup.packages.package("pond-kit", "1.0")
    assert package.summary == "All about ponds."
    assert (Path(package.location) / "pond/fish.py").read_text() == FILES["pond/fish.py"]
    assert not (Path(package.location) / "pond/weights.bin").exists()
    assert sum(last - first + 1 for first, last in index.parts) < 80_000


async def test_an_index_without_ranges_says_size_and_limit(setup: Setup, index: PackageIndex) -> None:
    setup.max_bytes = 1_000_000
    setup.restart()
    index.add("pond-kit", LARGE)
    with pytest.raises(NotDocumentation, match="larger than the limit") as refused:
        await setup.packages.package("pond-kit", "1.0")
    assert (refused.value.size, refused.value.limit) == (len(LARGE.content), 1_000_000)
    assert setup.files() == [] or all(path.endswith("/versions.json") for path in setup.files())


@pytest.mark.parametrize("right", [True, False])
async def test_the_metadata_must_be_those_that_the_index_describes(
    right: bool, setup: Setup, index: PackageIndex
) -> None:
    setup.max_bytes = 1_000_000
    setup.restart()
    index.ranges = True
    index.add("pond-kit", LARGE)
    own = zipfile.ZipFile(io.BytesIO(LARGE.content)).read("pond_kit-1.0.dist-info/METADATA")
    index.metadata[LARGE.filename] = own if right else own + b"\nTampered: yes\n"
    if right:
        assert (await setup.packages.package("pond-kit", "1.0")).summary == "All about ponds."
    else:
        with pytest.raises(NotDocumentation, match="not the file that the index describes"):
            await setup.packages.package("pond-kit", "1.0")
