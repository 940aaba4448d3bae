"""The messages that code has stand below the functions that raise them."""

from __future__ import annotations

from pathlib import Path

from tests.engine.sources.packages.symbols.distributions import install
from tests.growth import grows_linearly

from pro_context_engine.sources.packages.package_urls import PackageUrl

SOURCE = '''
import warnings
from textwrap import dedent
from warnings import warn


def hop(height, frog=None):
    """Hop."""
    if height > 9:
        raise ValueError(f"Cannot hop {height} metres at once, {frog.name} is {type(frog).__name__}")
    for _ in frog:
        msg = "The frog " + frog + " has no legs to hop with"
        raise PondError(msg, code=3)
    with frog:
        raise pond.errors.Dry(dedent("""
            There is no water
            in this pond.
        """)) from None
    raise errors.Dry


def swim(far):
    _check(far)
    if far:
        warn("Swim is slow, use dive", FutureWarning, stacklevel=2)
    warnings.warn("Frogs get tired of it")
    log.warn("This is only for the log")
    raise _fail("This function makes the error")
    raise ValueError("too far")


def _check(far):
    try:
        _measure(far)
    except TypeError:
        raise TypeError("Say how far in %s metres" % far)
    else:
        raise ValueError("A frog can swim {} metres".format(far))


def _measure(far):
    raise KeyError("There is no measure for it")


class Pond:
    def __init__(self, depth):
        self._set(depth)

    def _set(self, depth):
        raise ValueError("A pond has to be deep")

    @property
    def water(self):
        """Water."""
        raise AttributeError("This pond has no water yet")

    async def drain(self):
        await self._set(0)
        match self:
            case None:
                raise RuntimeError("Only a full pond can be drained")
'''


def page(site: Path, source: str) -> str:
    found = install(site, {"pond/__init__.py": source}).page(PackageUrl("pond", "2.0", "api", "pond"))
    assert found is not None
    return found.markdown


def messages(text: str, heading: str) -> list[str]:
    section = text.partition(f"\n{heading}\n")[2].partition("\n#")[0]
    return section.partition("**Error messages**\n\n")[2].strip().splitlines()


def test_messages_are_read_in_every_form(tmp_path: Path) -> None:
    assert messages(page(tmp_path, SOURCE), "## hop") == [
        "- `ValueError`: Cannot hop {height} metres at once, {frog.name} is …",
        "- `PondError`: The frog … has no legs to hop with",
        "- `Dry`: There is no water in this pond.",
    ]


def test_warnings_count_and_so_do_private_helpers(tmp_path: Path) -> None:
    text = page(tmp_path, SOURCE)
    assert messages(text, "## swim") == [
        "- `FutureWarning`: Swim is slow, use dive",
        "- `UserWarning`: Frogs get tired of it",
        "- `TypeError`: Say how far in %s metres",
        "- `ValueError`: A frog can swim {} metres",
        "- `KeyError`: There is no measure for it",
    ]


def test_constructors_properties_and_coroutines_have_messages(tmp_path: Path) -> None:
    text = page(tmp_path, SOURCE)
    assert messages(text, "## Pond") == ["- `ValueError`: A pond has to be deep"]
    assert messages(text, "### Pond.water") == ["- `AttributeError`: This pond has no water yet"]
    assert messages(text, "### Pond.drain") == [
        "- `RuntimeError`: Only a full pond can be drained",
        "- `ValueError`: A pond has to be deep",
    ]


def test_many_and_long_messages_are_cut(tmp_path: Path) -> None:
    raised = "".join(f"    raise ValueError('Frog number {number} is hungry')\n" for number in range(40))
    text = page(tmp_path, f"def feed():\n    raise ValueError('Feed {'all ' * 200}frogs')\n{raised}")
    found = messages(text, "## feed")
    assert len(found) == 12
    assert len(found[0]) < 300
    assert found[0].endswith(" …")


def test_texts_that_are_added_to_themselves_are_read_in_linear_time(tmp_path: Path) -> None:
    def read(size: int) -> None:
        lines = "    text = text + text\n    raise ValueError(text)\n" * size
        page(tmp_path / str(size), f"def feed():\n    text = 'Feed all the frogs'\n{lines}")

    assert grows_linearly(read, 4_000)
