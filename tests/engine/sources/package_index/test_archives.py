"""Archives made to attack are refused or bounded, in memory, time and place."""

import gzip
import io
import stat
import tarfile
import tracemalloc
import zipfile
from pathlib import Path

import pytest
from tests.worlds.distributions import tar_of, zip_of

from pro_context_engine.sources.package_index.archives import MOST_FILE_BYTES, ArchiveRefused, members_of, safe_path

WHEEL, SDIST = "pond-1.0-py3-none-any.whl", "pond-1.0.tar.gz"


def read(folder: Path, content: bytes, filename: str = WHEEL) -> dict[str, bytes]:
    archive = folder / "archive"
    archive.write_bytes(content)
    return {str(member.path): member.read() for member in members_of(archive, filename)}


def refused_with(folder: Path, content: bytes, filename: str, why: str) -> int:
    """Return how many bytes it took to refuse an archive."""
    archive = folder / "archive"
    archive.write_bytes(content)
    tracemalloc.start()
    try:
        with pytest.raises(ArchiveRefused, match=why):
            list(members_of(archive, filename))
        return tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()


def special(name: str, kind: bytes, link: str = "") -> tarfile.TarInfo:
    info = tarfile.TarInfo(name)
    info.type, info.linkname = kind, link
    return info


def test_plain_archives_are_read(tmp_path: Path) -> None:
    files = {"pond/__init__.py": b"a", "pond/deep/er.py": b"b"}
    assert read(tmp_path, zip_of(files)) == files
    assert read(tmp_path, tar_of(files), SDIST) == files
    assert read(tmp_path, zip_of(files), "pond-1.0.zip") == files


@pytest.mark.parametrize(
    "name",
    [
        "../up.py",
        "pond/../../up.py",
        "/etc/passwd",
        "//host/share.py",
        "C:/windows.py",
        "C:\\windows.py",
        "..\\up.py",
        "pond//twice.py",
        "pond/./here.py",
        "pond/nul",
        "pond/aux.py",
        "pond/final.",
        "pond/blank ",
        "pond/new\nline.py",
        "pond/a\x1bb.py",
        "pond/what?.py",
        "",
        ".",
        "..",
        "a/" * 21 + "deep.py",
        "long" * 80 + ".py",
    ],
)
def test_names_that_are_more_than_plain_are_left_out(name: str, tmp_path: Path) -> None:
    assert safe_path(name) is None
    assert read(tmp_path, tar_of({name or "./": b"bad", "pond/good.py": b"good"}), SDIST) == {"pond/good.py": b"good"}


@pytest.mark.parametrize(
    "member",
    [
        special("pond/link.py", tarfile.SYMTYPE, "/etc/passwd"),
        special("pond/hard.py", tarfile.LNKTYPE, "../../etc/passwd"),
        special("pond/fifo.py", tarfile.FIFOTYPE),
        special("pond/null.py", tarfile.CHRTYPE),
        special("pond/disk.py", tarfile.BLKTYPE),
        special("pond/folder.py", tarfile.DIRTYPE),
    ],
    ids=lambda member: member.name,
)
def test_only_regular_files_of_a_tar_are_read(member: tarfile.TarInfo, tmp_path: Path) -> None:
    assert read(tmp_path, tar_of({"pond/good.py": b"good"}, member), SDIST) == {"pond/good.py": b"good"}


def test_links_of_a_zip_are_left_out(tmp_path: Path) -> None:
    content = io.BytesIO()
    with zipfile.ZipFile(content, "w") as opened:
        link = zipfile.ZipInfo("pond/link.py")
        link.external_attr = (stat.S_IFLNK | 0o777) << 16
        opened.writestr(link, "/etc/passwd")
        opened.writestr("pond/good.py", "good")
    assert read(tmp_path, content.getvalue()) == {"pond/good.py": b"good"}


def test_of_two_names_that_differ_in_case_the_first_counts(tmp_path: Path) -> None:
    assert read(tmp_path, zip_of({"pond/A.py": b"1", "pond/a.py": b"2"})) == {"pond/A.py": b"1"}


@pytest.mark.parametrize(("make", "filename"), [(zip_of, WHEEL), (tar_of, SDIST)])
def test_a_large_file_is_left_out(make, filename: str, tmp_path: Path) -> None:  # type: ignore[no-untyped-def]
    files = {"pond/large.py": b"#" * (MOST_FILE_BYTES + 1), "pond/good.py": b"good"}
    assert read(tmp_path, make(files), filename) == {"pond/good.py": b"good"}


@pytest.mark.parametrize(("make", "filename"), [(zip_of, WHEEL), (tar_of, SDIST)])
def test_a_bomb_of_many_files_is_refused(make, filename: str, tmp_path: Path) -> None:  # type: ignore[no-untyped-def]
    bomb = make({f"pond/m{n}.py": bytes(4_000_000) for n in range(30)})
    assert len(bomb) < 1_000_000
    with pytest.raises(ArchiveRefused, match=r"unpacked|reason"):
        read(tmp_path, bomb, filename)


def test_a_bomb_of_one_skipped_file_is_refused(tmp_path: Path) -> None:
    stream = io.BytesIO()
    with gzip.open(stream, "wb", compresslevel=1) as packed, tarfile.open(fileobj=packed, mode="w|") as opened:
        info = tarfile.TarInfo("pond/zeros.bin")
        info.size = 200_000_000
        opened.addfile(info, Zeros())  # type: ignore[arg-type]
    with pytest.raises(ArchiveRefused, match="larger than the limit"):
        read(tmp_path, stream.getvalue(), SDIST)


class Zeros:
    """So many zeros as are wanted."""

    def read(self, size: int) -> bytes:
        return bytes(size)


def test_a_zip_of_a_hundred_thousand_files_is_refused_unread(tmp_path: Path) -> None:
    one = zip_of({"pond/a_module_whose_name_is_as_long_as_such_names_are.py": b""})
    end = one.index(b"PK\5\6")
    directory = one[one.index(b"PK\1\2") : end] * 100_000
    record = bytearray(one[end:])
    record[12:16] = len(directory).to_bytes(4, "little")
    record[16:20] = bytes(4)
    assert refused_with(tmp_path, directory + record, WHEEL, "too many members") < 1_000_000


def test_of_a_tar_with_very_many_files_the_first_are_read(tmp_path: Path) -> None:
    headers = b"".join(tarfile.TarInfo(f"pond/m{n}.py").tobuf(tarfile.GNU_FORMAT) for n in range(20_100))
    assert len(read(tmp_path, gzip.compress(headers, 1), SDIST)) == 20_000


def test_a_header_that_announces_a_huge_header_is_refused(tmp_path: Path) -> None:
    info = special("pond/pax", tarfile.XHDTYPE)
    info.size = 40_000_000
    stream = gzip.compress(info.tobuf(tarfile.GNU_FORMAT) + bytes(40_000_000))
    assert refused_with(tmp_path, stream, SDIST, "header") < 1_000_000


@pytest.mark.parametrize(
    "records",
    [
        b"1" * 20_000,
        b"2 " * 10_000 + b"=",
        b"20011 pond=" + b"1" * 19_999 + b"\n",
        b"9 a=bcde\n",
        b"900 a=bcde\n",
        b"0 a=b\n",
    ],
    ids=lambda records: records[:12].decode().strip(),
)
def test_headers_that_are_no_plain_records_are_refused_unparsed(records: bytes, tmp_path: Path) -> None:
    header = special("pond", tarfile.XHDTYPE)
    header.size = len(records)
    blocks = header.tobuf(tarfile.USTAR_FORMAT) + records + b"\0" * (-len(records) % 512)
    refused_with(tmp_path, gzip.compress(blocks + tar_of({"pond/a.py": b"a"})), SDIST, "damaged")


def test_long_names_in_records_are_read(tmp_path: Path) -> None:
    files = {f"pond/{'é' * 60}/{'b' * 110}.py": b"a"}
    assert read(tmp_path, tar_of(files), SDIST) == files


def test_damaged_archives_are_refused(tmp_path: Path) -> None:
    files = {f"pond/m{n}.py": bytes(range(256)) * 40 for n in range(20)}
    zipped, tarred = zip_of(files), tar_of(files)
    flipped = bytearray(zipped)
    flipped[60] ^= 0xFF
    for content, filename in [
        (b"", WHEEL),
        (b"", SDIST),
        (b"no archive", WHEEL),
        (b"no archive", SDIST),
        (zipped[: len(zipped) // 2], WHEEL),
        (tarred[: len(tarred) // 2], SDIST),
        (bytes(flipped), WHEEL),
        (gzip.compress(b"no tar at all" * 100), SDIST),
    ]:
        with pytest.raises(ArchiveRefused):
            read(tmp_path, content, filename)


def test_a_size_that_is_a_lie_does_not_help(tmp_path: Path) -> None:
    packed = bytearray(zip_of({"pond/lie.py": bytes(3_000_000)}))
    for signature, offset in ((b"PK\1\2", 24), (b"PK\3\4", 22)):
        at = packed.index(signature) + offset
        packed[at : at + 4] = (10).to_bytes(4, "little")
    with pytest.raises(ArchiveRefused, match="damaged"):
        read(tmp_path, bytes(packed))


def test_a_locked_archive_is_left_out(tmp_path: Path) -> None:
    packed = bytearray(zip_of({"pond/locked.py": b"secret"}))
    for signature, offset in ((b"PK\1\2", 8), (b"PK\3\4", 6)):
        packed[packed.index(signature) + offset] |= 1
    assert read(tmp_path, bytes(packed)) == {}
