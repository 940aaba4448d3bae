"""The page of a module as its readers see it.

The module is over 300 lines because each form in which a module offers a name is one case of the same page.
"""

from __future__ import annotations

from pathlib import Path

from tests.engine.sources.packages.symbols.distributions import install, symbol_in

from pro_context_engine.sources.packages.package_urls import PackageUrl

ANNOTATED = '''
class Pond:
    """A pond.

    Args:
        name: how it is called.
    """

    def __init__(self, name: Annotated[str, Doc("Its name.")], depth: Annotated[int, Doc("How deep.")] = 1): ...

    def fill(self, litres: Annotated[int, Doc("Of water.")]) -> None:
        """Fill it."""
'''


def page(site: Path, files: dict[str, str], module: str) -> str:
    found = install(site, files).page(PackageUrl("pond", "2.0", "api", module))
    assert found is not None
    return found.markdown


def test_parameters_that_only_annotations_describe_are_listed_once(tmp_path: Path) -> None:
    text = page(tmp_path, {"pond/__init__.py": ANNOTATED}, "pond")
    assert "Annotated" not in text
    assert "Doc(" not in text
    assert text.count("`name`") == 1
    assert "**Parameters**\n\n- `depth`: How deep.\n\n### Pond.fill" in text
    assert text.endswith("Fill it.\n\n**Parameters**\n\n- `litres`: Of water.\n")


def test_a_function_is_described_by_its_first_overload_that_has_a_text(tmp_path: Path) -> None:
    overloads = "".join(
        f"    @overload\n    def fill(self, water: {kind}) -> {kind}:{text}\n"
        for kind, text in (("int", " ..."), ("str", " 'Fill the pond.'"), ("None", " 'Empty it.'"))
    )
    source = f"from typing import overload\nclass Pond:\n{overloads}    def fill(self, water): ...\n"
    text = page(tmp_path, {"pond/__init__.py": source}, "pond")
    assert "def fill(self, water: None) -> None\n```\n\nFill the pond.\n" in text


def test_many_names_of_other_pages_are_listed_by_module(tmp_path: Path) -> None:
    names = [f"hop{number}" for number in range(15)]
    files = {
        "pond/__init__.py": (
            f"from .frogs import {', '.join(names)}\nfrom .water import Water as Wet\n__all__ = {[*names, 'Wet']}\n"
        ),
        "pond/frogs.py": "\n".join(f"def {name}(): 'Hop.'" for name in names),
        "pond/water.py": "class Water: 'Wet.'\n",
    }
    text = page(tmp_path, files, "pond")
    shown = ", ".join(f"`hop{number}`" for number in range(8))
    assert (
        f"## Also importable from here\n\n- `pond.frogs`: {shown} and 7 more\n- `pond.water`: `Wet` (`Water`)\n" in text
    )


def test_a_definition_has_one_import_statement(tmp_path: Path) -> None:
    files = {
        "pond/__init__.py": "from .wet import Frog\n__all__ = ['Frog']",
        "pond/wet/__init__.py": "from .frogs import Frog\n__all__ = ['Frog']",
        "pond/wet/frogs.py": "class Frog: 'Green.'",
    }
    text = page(tmp_path, files, "pond.wet.frogs")
    assert "```python\nfrom pond import Frog\nclass Frog\n```" in text
    table = install(tmp_path / "again", files).symbols()
    assert symbol_in(table, "pond.Frog").url == "pypi://pond/2.0/api/pond.wet.frogs#frog"


def test_the_declaration_of_a_class_has_short_values_and_none_of_its_constructor(tmp_path: Path) -> None:
    source = (
        f"class Pond:\n    kinds = {{{', '.join(f'{n}: int' for n in range(40))}}}\n    level = None\n"
        "    def __init__(self):\n        self.level = self.level or 3\n"
    )
    text = page(tmp_path, {"pond/__init__.py": source}, "pond")
    assert "    kinds = {...}\n    level\n" in text


def test_a_reference_with_a_title_shows_the_title(tmp_path: Path) -> None:
    source = (
        '"""Fill a `Pond <pond.water.Pond>` to :attr:`.Pond.level\\\\_`,\n'
        'by `pip install <pond>`, as the `way to fill <pond.fill>` says."""\n'
    )
    text = page(tmp_path, {"pond/__init__.py": source}, "pond")
    assert "Fill a `Pond` to `Pond.level_`,\nby `pip install <pond>`, as the way to fill says." in text


# A package of our own that `pond` depends on.
LAKE = {
    "lake/__init__.py": "",
    "lake/boats.py": (
        "class _Hull:\n    def float(self): 'Stay above the water.'\n"
        "class Boat(_Hull):\n    'A boat.'\n    def __init__(self, sail_colour: str = 'red'): ...\n"
        "    def row(self): 'Move it.'\nclass Raft: 'A raft.'\n"
    ),
}


def write(site: Path, files: dict[str, str]) -> None:
    for name, text in files.items():
        (site / name).parent.mkdir(parents=True, exist_ok=True)
        (site / name).write_text(text)


def test_a_name_that_a_module_hands_on_is_documented_where_users_import_it(tmp_path: Path) -> None:
    write(tmp_path, LAKE)
    files = {
        "pond/__init__.py": "from pond.ferries.boats import Boat as Boat\n",
        "pond/ferries/__init__.py": "from pond.ferries.boats import Boat as Boat\n",
        "pond/ferries/boats.py": "from lake.boats import Boat as Boat\nfrom lake.boats import Raft\n",
    }
    documentation = install(tmp_path, files)
    pages = {}
    for module in ("pond", "pond.ferries", "pond.ferries.boats"):
        found = documentation.page(PackageUrl("pond", "2.0", "api", module))
        pages[module] = found.markdown if found else ""
    # It is documented once, with its members and those of its private base; `Raft` is the module's own business.
    own = pages["pond.ferries.boats"]
    assert "## Boat\n\n```python\nfrom pond import Boat\nclass Boat(_Hull):" in own
    assert "sail_colour: str = 'red'" in own
    assert "### Boat.row" in own
    assert "### Boat.float" in own
    assert "Raft" not in own
    assert "`pond.ferries.boats.Boat`" in pages["pond"]
    assert "sail_colour" not in pages["pond"] + pages["pond.ferries"]
    table = documentation.symbols()
    boat = symbol_in(table, "pond.Boat")
    assert (boat.module, boat.url) == ("lake.boats", "pypi://pond/2.0/api/pond.ferries.boats#boat")
    assert set(boat.paths) == {"pond.ferries.Boat", "pond.ferries.boats.Boat"}
    assert symbol_in(table, "pond.Boat.row").url == "pypi://pond/2.0/api/pond.ferries.boats#boatrow"
    place, member = documentation.definition_places(["Boat", "pond.Boat.row"])
    assert place is not None
    assert member is not None
    assert (place.url, member.url) == (boat.url, symbol_in(table, "pond.Boat.row").url)


def test_modules_of_dependencies_are_not_read_for_values_and_bases(tmp_path: Path) -> None:
    write(tmp_path, LAKE | {"lake/heavy.py": "raise SystemExit\ndef broken(:\n"})
    source = (
        "import lake.heavy\nfrom lake.boats import Boat\nfleet = lake.heavy.Fleet()\n"
        "class Ferry(Boat):\n    'A ferry.'\nclass Barge(lake.heavy.Ship):\n    'A barge.'\n"
    )
    text = page(tmp_path, {"pond/__init__.py": source}, "pond")
    assert "## Ferry" in text
    assert "fleet = lake.heavy.Fleet()" in text
    assert "Ferry.row" not in text


def test_a_value_that_is_declared_as_an_instance_of_a_class_has_a_section(tmp_path: Path) -> None:
    source = (
        "class Visit:\n    'A visit to the pond. It ends.'\n"
        "visit: Visit = Proxy('visit')\nLAST: Visit = Proxy('last')\ndepth: int = measured()\n"
    )
    text = page(tmp_path, {"pond/__init__.py": source}, "pond")
    declared = "```python\nvisit: Visit = Proxy('visit')\n```"
    assert f"## visit\n\n{declared}\n\nAn instance of `Visit`. A visit to the pond." in text
    listed = text.partition("## Module attributes")[2].partition("\n## ")[0]
    assert "LAST: Visit" in listed
    assert "depth: int" in listed
    symbol = symbol_in(install(tmp_path / "again", {"pond/__init__.py": source}).symbols(), "pond.visit")
    assert symbol.url == "pypi://pond/2.0/api/pond#visit-2"


def test_of_branches_that_import_a_name_the_one_with_the_own_object_counts(tmp_path: Path) -> None:
    source = (
        "import sys\nif sys.version_info < (3, 12):\n    from ._boats import row as row\nelse:\n"
        "    from calm import row as row\n"
        "try:\n    from pond._boats import sail\nexcept ImportError:\n    from calm import sail\n"
        "__all__ = ['row', 'sail']\n"
    )
    boats = "def row(): 'Move it.'\ndef sail(): 'Let the wind move it.'\n"
    files = {"pond/__init__.py": source, "pond/_boats.py": boats}
    text = page(tmp_path, files, "pond")
    assert "Move it." in text
    assert "Let the wind move it." in text
    assert symbol_in(install(tmp_path / "again", files).symbols(), "pond.row").module == "pond._boats"


def test_a_name_that_getattr_imports_is_documented(tmp_path: Path) -> None:
    source = (
        "__all__ = ['drift', 'row']\ndef __getattr__(name):\n    from importlib import import_module\n"
        "    if name == 'row':\n        from ._boats import row\n        return row\n    raise AttributeError(name)\n"
    )
    files = {"pond/__init__.py": source, "pond/_boats.py": "def row(): 'Move it.'\n"}
    text = page(tmp_path, files, "pond")
    assert "## row" in text
    assert "Move it." in text
    assert "import_module" not in text
    assert symbol_in(install(tmp_path / "again", files).symbols(), "pond.row").url == "pypi://pond/2.0/api/pond#row"


def test_a_listed_name_that_getattr_has_another_function_import_is_documented(tmp_path: Path) -> None:
    source = (
        "__all__ = ['row']\ndef __getattr__(name):\n    return _makers[name]()\n"
        "def _make_row():\n    try:\n        from ._boats import row, oars\n        return row\n"
        "    except ImportError as error:\n        raise AttributeError('install boats') from error\n"
        "_makers = {'row': _make_row}\n"
    )
    files = {"pond/__init__.py": source, "pond/_boats.py": "def row(): 'Move it.'\ndef oars(): 'For rowing.'\n"}
    text = page(tmp_path, files, "pond")
    assert "## row" in text
    assert "oars" not in text
    assert symbol_in(install(tmp_path / "again", files).symbols(), "pond.row").summary == "Move it."


COMPLETED = {
    "pond/__init__.py": "from pond.water import Pond as Pond, Lake as Lake\n",
    "pond/shores.py": "class Shore:\n    'A shore.'\n    def walk(self): 'Go along it.'\n",
    "pond/bare/__init__.py": "",
    "pond/bare/water.py": (
        "from pond.shores import Shore\n"
        'class Pond(Shore):\n    """A pond.\n\n    It has frogs."""\n'
        "    def fill(self): 'Fill it.'\n    def drain(self): 'Drain it.'\n    def _sink(self): ...\n"
    ),
    "pond/water.py": (
        "from pond.bare.water import Pond as BarePond\n"
        "class Pond(BarePond):\n    def drain(self): 'Drain it slowly.'\n"
        "class Lake(BarePond):\n    def row(self): 'Cross it.'\n"
    ),
}


def test_a_class_that_completes_one_of_its_name_has_its_text_and_names_its_members(tmp_path: Path) -> None:
    text = page(tmp_path, COMPLETED, "pond.water")
    section = text.partition("## Pond\n")[2].partition("### Pond.drain")[0]
    assert "A pond.\n\nIt has frogs." in section
    assert "It completes `pond.bare.water.Pond`, which gives it `fill`, `walk`." in section
    lake = text.partition("## Lake\n")[2]
    assert "frogs" not in lake
    assert "completes" not in lake


def test_the_text_of_a_completed_class_is_in_the_table_too(tmp_path: Path) -> None:
    table = install(tmp_path, COMPLETED).symbols()
    assert symbol_in(table, "pond.Pond").summary == "A pond."
    assert symbol_in(table, "pond.Lake").summary == ""


def test_classes_that_complete_each_other_end_somewhere(tmp_path: Path) -> None:
    files = {
        "pond/__init__.py": "from pond.other import Pond as Other\nclass Pond(Other): ...\n",
        "pond/other.py": "from pond import Pond as First\nclass Pond(First): ...\n",
    }
    assert "## Pond" in page(tmp_path, files, "pond")


FILLED = {
    "pond/__init__.py": "'''A pond.'''\n__all__ = []\ndef _load(): ...\n_load()\n",
    "pond/__init__.pyi": "__all__: list[str] = []\nDEEP: int\ndef fill(litres: int) -> None: ...\n",
    "pond/dry.py": "__all__ = []\ndef sand(): ...\n",
}


def test_a_module_that_is_filled_when_it_is_loaded_has_the_names_of_its_stub(tmp_path: Path) -> None:
    table = install(tmp_path, FILLED).symbols()
    names = {symbol.name for symbol in table.symbols}
    assert {"pond.DEEP", "pond.fill"} <= names
    assert "pond.dry.sand" not in names


def test_the_page_of_a_module_that_is_filled_when_it_is_loaded_documents_its_stub(tmp_path: Path) -> None:
    assert "def fill(litres: int) -> None" in page(tmp_path, FILLED, "pond")


BOUND = {
    "pond/__init__.py": (
        "from pond._pump import Pump as _Pump, make\nfrom pond._pump import spare as _spare\n"
        "_main: _Pump = make()\n_other = _Pump(3)\nPumps = _Pump\n"
        "fill = _main.fill\ndrain = _spare.drain\nrinse = _other.rinse\nname = _main.name\nhide = _main._hide\n"
        "lost = _main.lost\nstopped = _main.stop.now\n"
    ),
    "pond/_pump.py": (
        "class Base:\n    def drain(self, *, slowly=True):\n        'Drain the pond.'\n"
        "    @staticmethod\n    def rinse(water):\n        'Rinse the pond.'\n"
        "class Pump(Base):\n    name = 'pump'\n    def __init__(self, power=1): ...\n"
        "    def fill(self, litres: int) -> None:\n        'Fill the pond.'\n    def _hide(self): 'Hide.'\n"
        "def make(): ...\nspare = Pump(2)\n"
    ),
}


def test_a_method_that_a_module_takes_from_a_value_is_a_function_of_the_module(tmp_path: Path) -> None:
    documentation = install(tmp_path, BOUND)
    found = documentation.page(PackageUrl("pond", "2.0", "api", "pond"))
    assert found is not None
    for text in (
        "## fill\n\n```python\ndef fill(litres: int) -> None\n```\n\nFill the pond.\n",
        "## drain\n\n```python\ndef drain(*, slowly=True)\n```\n\nDrain the pond.\n",
        "## rinse\n\n```python\ndef rinse(water)\n```\n\nRinse the pond.\n",
    ):
        assert text in found.markdown
    assert not {"hide", "lost", "stopped"} & {heading.title for heading in found.headings}
    table = documentation.symbols()
    assert [one.name for one in symbol_in(table, "pond.fill").signatures[0].parameters] == ["litres"]
    assert symbol_in(table, "pond.fill").url == "pypi://pond/2.0/api/pond#fill"


NAMED = {
    "pond/__init__.py": "from pond.water import *\nfrom pond.ice import *\nfrom pond.depth import Deep\n",
    "pond/water.py": "def fill(): 'Fill with water.'\ndef setup(): 'Dig the pond.'\ndef test_depth(): 'Check.'\n",
    "pond/ice.py": "def fill(): 'Fill with ice.'\n",
    "pond/depth.py": "class Deepest: 'Ten metres.'\nDeeper = Deepest\nDeep = Deeper\nLoop = Loop2\nLoop2 = Loop\n",
    "pond/setup.py": "def install(): 'Install.'\n",
}


def test_names_that_lead_to_one_object_are_that_object(tmp_path: Path) -> None:
    table = install(tmp_path, NAMED).symbols()
    assert symbol_in(table, "pond.Deep").summary == "Ten metres."
    assert symbol_in(table, "pond.depth.Deeper").summary == "Ten metres."


def test_of_two_modules_that_give_all_their_names_the_last_one_counts(tmp_path: Path) -> None:
    assert symbol_in(install(tmp_path, NAMED).symbols(), "pond.fill").summary == "Fill with ice."


def test_a_function_may_have_the_name_of_a_private_module(tmp_path: Path) -> None:
    table = install(tmp_path, NAMED).symbols()
    assert symbol_in(table, "pond.setup").summary == "Dig the pond."
    assert not {"pond.test_depth", "pond.setup.install"} & {symbol.name for symbol in table.symbols}


def test_a_module_that_makes_its_names_when_they_are_asked_for_has_those_of_its_stub(tmp_path: Path) -> None:
    files = {
        "pond/__init__.py": "from lazy import attach\n__getattr__, __dir__, __all__ = attach(__name__, __file__)\n",
        "pond/__init__.pyi": "from . import water\nfrom .water import fill as fill\n",
        "pond/water.py": "def fill(): 'Fill it.'\n",
    }
    assert symbol_in(install(tmp_path, files).symbols(), "pond.fill").summary == "Fill it."


def test_a_name_that_one_branch_imports_and_another_sets_is_the_imported_object(tmp_path: Path) -> None:
    files = {
        "pond/__init__.py": "try:\n    from pond._fast import find\nexcept ImportError:\n    find = None\n",
        "pond/_fast.py": "def find(fish): 'Find a fish.'\n",
    }
    assert symbol_in(install(tmp_path, files).symbols(), "pond.find").summary == "Find a fish."


def test_a_definition_that_a_branch_replaces_by_a_faster_one_is_documented(tmp_path: Path) -> None:
    source = (
        "class Pond:\n    'A pond.'\n    def fill(self): 'Fill it.'\ndef find(fish): 'Find a fish.'\n"
        "try:\n    from fast_pond import Pond, find\nexcept ImportError:\n    pass\n"
    )
    table = install(tmp_path, {"pond/__init__.py": source}).symbols()
    assert symbol_in(table, "pond.Pond").summary == "A pond."
    assert symbol_in(table, "pond.Pond.fill").summary == "Fill it."
    assert symbol_in(table, "pond.find").summary == "Find a fish."


def test_a_value_that_is_called_and_its_other_name_are_described(tmp_path: Path) -> None:
    files = {
        "pond/__init__.py": "from pond.water import cache as _cache\ncache = _cache\n",
        "pond/water.py": (
            "class Keeper:\n    'A decorator.'\n    def __call__(self, f): 'Keep the results.'\n"
            "class Plain: 'Plain.'\ncache = Keeper()\nplain = Plain()\n"
        ),
    }
    documentation = install(tmp_path, files)
    found = documentation.page(PackageUrl("pond", "2.0", "api", "pond.water"))
    assert found is not None
    assert "def cache(f)\n```\n\nAn instance of `Keeper`. A decorator.\n\nKeep the results.\n" in found.markdown
    assert "An instance of `Plain`" not in found.markdown
    assert symbol_in(documentation.symbols(), "pond.cache").url.endswith("/api/pond.water#cache")


def test_a_list_of_exports_that_is_computed_and_extended_is_unknown(tmp_path: Path) -> None:
    files = {
        "pond/__init__.py": (
            "from pond._water import *\n__all__ = [s for s in dir() if s[0] != '_']\n"
            "from . import ice\n__all__ += ['ice']\n"
        ),
        "pond/_water.py": "__all__ = ['fill']\ndef fill(): 'Fill it.'\n",
        "pond/ice.py": "",
    }
    assert symbol_in(install(tmp_path, files).symbols(), "pond.fill").summary == "Fill it."


def test_a_stub_has_the_texts_of_the_objects_that_its_source_takes_with_all_others(tmp_path: Path) -> None:
    files = {
        "pond/__init__.py": "from ._core import *\n",
        "pond/__init__.pyi": "class Frog:\n    def hop(self) -> None: ...\ndef fill() -> None: ...\n",
        "pond/_core.py": "try:\n    from ._fast import *\nexcept ImportError:\n    from ._slow import *\n",
        "pond/_slow.py": "class Frog:\n    'A frog.'\n    def hop(self): 'Hop far.'\ndef fill(): 'Fill it.'\n",
        "pond/_fast.cpython-311-x86_64-linux-gnu.so": "",
    }
    shown = page(tmp_path, files, "pond")
    assert all(text in shown for text in ("A frog.", "Hop far.", "Fill it."))


def test_fields_with_a_text_for_people_describe_their_class(tmp_path: Path) -> None:
    source = '''
class Depth(Setting):
    name = "depth"
    about = """\\
        How deep the pond may become before its water is let out.

        Frogs need *at least* two metres of it in winter.
        """
    sheet = "Pond { color: green; border: none; } Frog { color: brown; border: none; } Reed { color: yellow; width: 2 }"
    query = "SELECT frogs FROM ponds WHERE water IS NOT NULL AND frogs IS NOT NULL ORDER BY frogs DESC LIMIT twenty"
'''
    text = page(tmp_path, {"pond/__init__.py": source}, "pond")
    declared, _, described = text.partition("## Depth")[2].partition("```\n\n")
    assert "about" not in declared
    assert "sheet = 'Pond" in declared
    assert "query = 'SELECT" in declared
    assert described == (
        "How deep the pond may become before its water is let out.\n\n"
        "Frogs need *at least* two metres of it in winter.\n"
    )


def test_a_class_is_documented_once_and_its_other_names_lead_to_it(tmp_path: Path) -> None:
    source = "class Pond:\n    'A pond.'\n    def fill(self): 'Fill it.'\n\nOpen = Pond\n"
    text = page(tmp_path, {"pond/water.py": source}, "pond.water")
    assert text.endswith("## Open\n\n```python\nOpen = Pond\n```\n\nAnother name of `Pond`.\n")
    assert text.count("Fill it.") == 1


def test_a_class_that_is_public_under_another_name_alone_is_documented_under_it(tmp_path: Path) -> None:
    source = "class _Pond:\n    'A pond.'\n    def fill(self): 'Fill it.'\n\nOpen = _Pond\n"
    found = install(tmp_path, {"pond/water.py": source})
    assert symbol_in(found.symbols(), "pond.water.Open.fill").summary == "Fill it."


def test_the_table_leads_from_the_other_name_to_the_class(tmp_path: Path) -> None:
    source = "class Pond:\n    'A pond.'\n    def fill(self): 'Fill it.'\n\nOpen = Pond\n"
    table = install(tmp_path, {"pond/water.py": source}).symbols()
    assert symbol_in(table, "pond.water.Open").name == "pond.water.Pond"
    assert symbol_in(table, "pond.water.Open.fill").name == "pond.water.Pond.fill"
