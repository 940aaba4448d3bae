"""Attributes that comments or wrapped functions document."""

from __future__ import annotations

import time
from pathlib import Path

import pytest
from tests.engine.sources.packages.symbols.distributions import install, symbol_in

from pro_context_engine.sources.packages.package_urls import PackageUrl

SETTINGS = '''
import functools
from water import in_thread

#: The depth of the pond in metres,
#: measured in spring.
depth = 3
width = 4  #: Also in metres.
link = "pond#:3"

# Whether frogs may hop in the pond at night.
NIGHT_HOPS = True

# TODO: count the newts too.
NEWTS = 1

# LEGS = 6
LEGS = 4

# The numbers of eggs of all animals.
FROG_EGGS = 4000
TOAD_EGGS = 6000


class Pond:
    """A pond."""

    level: int = 0  #: How high the water is.
    # Nobody needs this one to be explained.
    hidden = 1

    def __init__(self):
        #: The frogs that live here.
        self.frogs = []

    def fill(self, litres):
        """Fill the pond with water."""

    afill = in_thread(fill)
    fill_twice = functools.partialmethod(fill, 2)
    worker = Worker(fill)
    total = sum(level)


def drain(pond):
    """Drain the pond."""


slow_drain = functools.lru_cache(maxsize=None)(drain)
'''


def markdown(site: Path, source: str) -> str:
    page = install(site, {"pond/__init__.py": source}).page(PackageUrl("pond", "2.0", "api", "pond"))
    assert page is not None
    return page.markdown


def section(text: str, heading: str) -> str:
    return text.partition(f"# {heading}\n")[2].partition("\n#")[0]


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("depth", "The depth of the pond in metres,\nmeasured in spring."),
        ("width", "Also in metres."),
        ("NIGHT_HOPS", "Whether frogs may hop in the pond at night."),
        ("Pond.level", "How high the water is."),
        ("Pond.frogs", "The frogs that live here."),
        ("Pond.afill", "Fill the pond with water."),
        ("Pond.fill_twice", "Fill the pond with water."),
        ("slow_drain", "Drain the pond."),
    ],
)
def test_an_attribute_has_a_section_with_the_text_of_its_comment_or_its_function(
    tmp_path: Path, name: str, text: str
) -> None:
    assert text in section(markdown(tmp_path, SETTINGS), name)


@pytest.mark.parametrize("name", ["link", "NEWTS", "LEGS", "FROG_EGGS", "TOAD_EGGS", "Pond.hidden", "Pond.worker"])
def test_other_comments_and_calls_document_nothing(tmp_path: Path, name: str) -> None:
    assert section(markdown(tmp_path, SETTINGS), name) == ""


def test_the_symbol_of_an_attribute_leads_to_its_section(tmp_path: Path) -> None:
    table = install(tmp_path, {"pond/__init__.py": SETTINGS}).symbols()
    assert symbol_in(table, "pond.NIGHT_HOPS").url.endswith("/api/pond#night_hops")
    assert symbol_in(table, "pond.Pond.level").summary == "How high the water is."


def test_members_of_an_enumeration_have_their_comments(tmp_path: Path) -> None:
    source = "from enum import Enum\nclass Season(Enum):\n    #: Frogs lay eggs.\n    SPRING = 1\n    AUTUMN = 2\n"
    text = markdown(tmp_path, source)
    assert "Frogs lay eggs." in section(text, "Season.SPRING")
    assert section(text, "Season.AUTUMN") == ""


def test_long_comments_and_many_marks_are_bounded(tmp_path: Path) -> None:
    comment = "# Whether frogs may hop here at night.\n" * 100_000
    source = f"{comment}HOPS = 1\n" + "\n".join(f"A{number} = {number}  #: {'x' * 20}" for number in range(5_000))
    started = time.process_time()
    text = markdown(tmp_path, source)
    assert time.process_time() - started < 10
    assert section(text, "HOPS") == ""


def test_wrapped_functions_that_wrap_each_other_end(tmp_path: Path) -> None:
    text = markdown(tmp_path, "hop = wrap(skip)\nskip = wrap(hop)\nleap = wrap(leap)\n")
    assert "hop = wrap(skip)" in text


def test_a_method_of_an_instance_that_a_module_hands_out_has_its_text(tmp_path: Path) -> None:
    source = (
        "class Base:\n    def hop(self):\n        'Hop far.'\nclass Frog(Base):\n    def swim(self):\n        'Swim.'\n"
        "_frog: Frog = Frog()\nhop = _frog.hop\nswim = _frog.swim\nfly = _frog.fly\n"
    )
    text = markdown(tmp_path, source)
    assert "Hop far." in section(text, "hop")
    assert "Swim." in section(text, "swim")
    assert section(text, "fly") == ""


def test_names_of_a_compiled_module_without_a_stub_are_listed_as_attributes(tmp_path: Path) -> None:
    files = {"pond/__init__.py": "from ._water import level, flow\nfrom .frogs import *\n", "pond/_water.so": ""}
    page = install(tmp_path, files).page(PackageUrl("pond", "2.0", "api", "pond"))
    assert page is not None
    attributes = section(page.markdown, "Module attributes")
    assert "level  # of the compiled module pond._water\nflow  # of the compiled module pond._water" in attributes
    assert "Also importable" not in page.markdown
