"""The operations of service models are methods of clients, each with a page; the package is a world of our own."""

from __future__ import annotations

import gzip
import json
from pathlib import Path

import pytest
from tests.engine.sources.packages.symbols.distributions import install, symbol_in

from pro_context_engine.documents.pages.described_in_html import described_in_html
from pro_context_engine.sources.packages.package_urls import parse_package_url
from pro_context_engine.sources.packages.python.python_documentation import PythonDocumentation

MODEL = {
    "metadata": {"serviceId": "Tide Table"},
    "operations": {
        "PutBoat": {
            "name": "PutBoat",
            "input": {"shape": "PutBoatRequest"},
            "output": {"shape": "PutBoatOutput"},
            "errors": [{"shape": "NoSuchPier"}],
            "documentation": (
                "<note><p>Not at night.</p></note> <p>Ties a boat to a <code>Pier</code>. It stays there.</p>"
                "<ul> <li> <p>One boat.</p> </li> <li> <p>One pier &amp; one rope.</p> </li> </ul>"
            ),
        },
        "ListBoatsV2": {"name": "ListBoatsV2"},
        "Broken": 3,
    },
    "shapes": {
        "PutBoatRequest": {
            "type": "structure",
            "required": ["Pier"],
            "members": {
                "Flag": {"shape": "Flag", "documentation": "<p>The <i>flag</i> of the boat.</p>"},
                "Pier": {"shape": "Text", "documentation": "<p>The pier.</p>"},
                "Ropes": {"shape": "Ropes"},
                "Odd": 7,
            },
        },
        "PutBoatOutput": {"type": "structure", "members": {"TiedAt": {"shape": "Time"}}},
        "Flag": {"type": "string", "enum": ["red", "green"]},
        "Text": {"type": "string"},
        "Time": {"type": "timestamp"},
        "Ropes": {"type": "list", "member": {"shape": "Text"}},
    },
}
FILES = {
    "pond/__init__.py": "def client(service_name):\n    '''Make a client.'''\n",
    "reed/__init__.py": "",
    "reed/data/tide-table/2020-01-01/service-2.json": json.dumps({"operations": {"Old": {"name": "Old"}}}),
    "reed/data/small/2020-01-01/service-2.json": json.dumps({"operations": {"PutBoat": {"name": "PutBoat"}}}),
    "reed/data/broken/2020-01-01/service-2.json": "{",
}
URL = "pypi://pond/2.0/reference/services/tide-table/put_boat"


@pytest.fixture
def pond(tmp_path: Path) -> PythonDocumentation:
    own = {name: text for name, text in FILES.items() if name.startswith("pond")}
    for name, text in FILES.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text)
    newer = tmp_path / "reed/data/tide-table/2021-05-05"
    newer.mkdir()
    (newer / "service-2.json.gz").write_bytes(gzip.compress(json.dumps(MODEL).encode()))
    return install(tmp_path, own, readme="")


@pytest.fixture
def with_models(tmp_path: Path, pond: PythonDocumentation) -> PythonDocumentation:
    metadata = tmp_path / "pond-2.0.dist-info/METADATA"
    metadata.write_text("Name: pond\nVersion: 2.0\nRequires-Dist: reed (>=1)\n")
    return pond


@pytest.mark.parametrize(
    "name", ["put_boat", "TideTable.Client.put_boat", "client.put_boat", "tide_table.put_boat", "pond.put_boat"]
)
def test_the_name_of_an_operation_leads_to_its_page(with_models: PythonDocumentation, name: str) -> None:
    (place,) = with_models.definition_places([name])
    assert place is not None
    assert (place.name, place.url) == ("TideTable.Client.put_boat", f"{URL}#tidetableclientput_boat")


def test_the_service_before_a_name_decides_and_unknown_names_have_no_place(with_models: PythonDocumentation) -> None:
    small, *unknown = with_models.definition_places(["small.put_boat", "old", "sink_boat", "broken.put_boat", "Broken"])
    assert small is not None
    assert small.name == "Small.Client.put_boat"
    assert unknown == [None] * 4


def test_the_page_has_the_call_and_what_the_model_says(with_models: PythonDocumentation) -> None:
    parsed = parse_package_url(URL)
    assert parsed is not None
    page = with_models.page(parsed)
    assert page is not None
    assert page.title == "TideTable.Client.put_boat"
    assert "def put_boat(\n    *,\n    Pier: str,\n    Flag: str = ...,\n    Ropes: list[str] = ...,\n" in page.markdown
    assert "Ties a boat to a `Pier`.\n\nA method of the client of the service `tide-table`." in page.markdown
    assert "- `Pier` (str, required): The pier.\n" in page.markdown
    assert "- `Flag` (str): The flag of the boat. One of `red`, `green`.\n" in page.markdown
    assert "- `TiedAt` (datetime)" in page.markdown
    assert "`NoSuchPier`" in page.markdown
    assert "- One boat.\n- One pier & one rope." in page.markdown
    for path in ("services/tide-table/sink", "services/none/put_boat", "services/", "services/../put_boat"):
        other = parse_package_url(f"pypi://pond/2.0/reference/{path}")
        assert other is None or with_models.page(other) is None


def test_the_symbol_table_has_the_operations(with_models: PythonDocumentation) -> None:
    table = with_models.symbols()
    boat = symbol_in(table, "tide_table.put_boat")
    assert (boat.name, boat.summary) == ("TideTable.Client.put_boat", "Ties a boat to a `Pier`.")
    assert symbol_in(table, "TideTable.Client.list_boats_v2").url.endswith(
        "/list_boats_v2#tidetableclientlist_boats_v2"
    )
    assert table.find("TideTable.Client.broken") is None


def test_a_package_that_makes_no_clients_has_no_operations(with_models: PythonDocumentation, tmp_path: Path) -> None:
    (tmp_path / "pond/__init__.py").write_text("def fill(): ...\n")
    assert with_models.definition_places(["put_boat"]) == [None]


def test_models_of_packages_that_are_not_required_do_not_count(pond: PythonDocumentation) -> None:
    assert pond.definition_places(["put_boat"]) == [None]


def test_no_name_is_absent_where_there_are_models(with_models: PythonDocumentation) -> None:
    assert not with_models.names_in_texts(["Ropes", "sink_boat"]).absent


def test_malformed_markup_stays_text() -> None:
    assert described_in_html("a < b <code>x") == "a < b x"
    assert described_in_html("<p>" * 5_000) == ""
