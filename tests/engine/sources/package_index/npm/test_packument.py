"""What an npm registry's document says, whoever wrote it."""

import json
from collections.abc import Mapping
from typing import Any

import pytest

from pro_context_engine.sources.package_index.npm.packument import NpmListing, Packument, PackumentUnreadable, packument

HASHES = {"integrity": "sha512-" + "A" * 86 + "==", "shasum": "a" * 40}


def document(versions: Mapping[str, Any], **tags: str) -> Packument:
    return packument(json.dumps({"versions": versions, "dist-tags": tags}))


def version(**dist: Any) -> dict[str, Any]:
    return {"dist": {"tarball": "https://files.example/x.tgz", **dist}}


@pytest.mark.parametrize(
    ("dist", "found"),
    [
        (HASHES, ("sha512", "00" * 64)),
        ({"shasum": "A" * 40}, ("sha1", "a" * 40)),
        ({"integrity": "sha1-AAAA sha256-" + "A" * 43 + "="}, ("sha256", "00" * 32)),
        ({"integrity": "sha512-short", "shasum": "a" * 40}, ("sha1", "a" * 40)),
        ({"integrity": "sha512-" + "A" * 86 + "==?opt"}, ("sha512", "00" * 64)),
        ({"integrity": 7, "shasum": "z" * 40}, None),
        ({"tarball": "file:///etc/passwd", **HASHES}, None),
        ({"tarball": None, **HASHES}, None),
    ],
)
def test_the_strongest_hash_counts(dist: Mapping[str, Any], found: tuple[str, str] | None) -> None:
    tarball = document({"1.0.0": version(**dist)}).tarballs.get("1.0.0")
    assert (tarball and (tarball.algorithm, tarball.digest)) == found


def test_what_is_no_version_is_left_out() -> None:
    found = document({"1.0.0": version(**HASHES), "banana": version(**HASHES), "2.0.0": None, "01.0": {}})
    assert [str(one.version) for one in found.listing.releases] == ["1.0.0"]


@pytest.mark.parametrize(
    "text", ["", "[]", "null", "{", '{"versions": 3}', '{"versions": {}, "dist-tags": []}', "[" * 9999]
)
def test_what_is_no_document_is_refused(text: str) -> None:
    with pytest.raises(PackumentUnreadable):
        packument(text)


def test_a_listing_is_kept_and_read_again() -> None:
    versions = {"1.0.0": version(), "1.1.0": {**version(), "deprecated": "wet"}, "2.0.0-rc.1": version()}
    listing = document(versions, latest="1.0.0").listing
    assert NpmListing.of_record(json.loads(json.dumps(listing.record()))) == listing
    assert listing.newest_first(9) == ["1.0.0", "2.0.0-rc.1"]


@pytest.mark.parametrize(
    ("wanted", "chosen"),
    [
        (None, "1.1.0"),
        ("latest", "1.1.0"),
        ("^1", "1.1.0"),  # not 1.2.0: what is tagged latest goes first where it fits
        (">=1.2", "3.0.0"),
        ("1.0.0", "1.0.0"),
        ("2.x", "2.0.0"),  # deprecated, and nothing else fits
        ("canary", "4.0.0-canary-abc"),
        ("4.0.0-canary-abc", "4.0.0-canary-abc"),
        ("9.9.9", None),
        ("^9", None),
        ("banana", None),
        ("x" * 300, None),
    ],
)
def test_the_version_that_npm_would_install_is_chosen(wanted: str | None, chosen: str | None) -> None:
    numbers = ["1.0.0", "1.1.0", "1.2.0", "2.0.0", "3.0.0", "4.0.0-canary-abc"]
    versions = {number: {**version(), **({"deprecated": True} if number == "2.0.0" else {})} for number in numbers}
    found = document(versions, latest="1.1.0", canary="4.0.0-canary-abc").listing.choose(wanted)
    assert (str(found) if found else None) == chosen


def test_without_a_tag_the_highest_stable_one_is_the_latest() -> None:
    found = document({number: version() for number in ("1.0.0", "1.2.0", "2.0.0-rc.1")}).listing
    assert str(found.choose(None)) == "1.2.0"
    assert str(document({"1.0.0-a": version()}).listing.choose(None)) == "1.0.0-a"
