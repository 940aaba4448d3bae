import ast
import gc
import urllib.error
import urllib.request
import warnings
from pathlib import Path

import pytest
from tests.worlds import FOLDER, serve

WORLDS = sorted(path.parent.name for path in FOLDER.glob("*/world.yaml"))


def get(url: str) -> str:
    with urllib.request.urlopen(url, timeout=60) as response:
        return str(response.read().decode())


def test_the_worlds_of_the_contracts_are_there() -> None:
    assert set(WORLDS) >= {"langchain", "tideway", "installed", "empty"}


@pytest.mark.parametrize("name", WORLDS)
def test_a_world_can_be_configured(name: str, tmp_path: Path) -> None:
    with serve(name) as world:
        settings = world.settings(tmp_path)
        assert [bool(world.origin), bool(world.environment), bool(world.corpus)].count(True) == 1
        assert [source.library_id for source in settings.custom] == ([world.library_id] if world.origin else [])
        assert not settings.llms_txt, "a test must not reach for the network"


@pytest.mark.parametrize("name", [name for name in WORLDS if (FOLDER / name / "llms.txt").exists()])
def test_every_link_of_a_site_leads_to_a_page(name: str) -> None:
    with serve(name) as world:
        index = get(f"{world.origin}/llms.txt")
        links = [part.partition(")")[0] for part in index.split("](")[1:]]
        for link in links:
            url = link if "://" in link else f"{world.origin}/{link}"
            if url.startswith(world.origin):
                assert get(url)
    assert world.asked[0] == "/llms.txt"


def test_pages_have_markdown_twins_and_names_without_ending() -> None:
    with serve("langchain") as world:
        assert get(f"{world.origin}/docs/introduction") == get(f"{world.origin}/docs/introduction.md")


@pytest.mark.parametrize(
    ("path", "status"), [("/nowhere", 404), ("/../world.yaml", 404), ("/world.yaml", 404), ("/status/503", 503)]
)
def test_faults_on_demand(path: str, status: int) -> None:
    with serve("empty") as world, pytest.raises(urllib.error.HTTPError) as answer:
        get(world.origin + path)
    assert answer.value.code == status
    answer.value.close()


def test_redirects_on_demand() -> None:
    with serve("empty") as world:
        assert get(f"{world.origin}/redirect/llms.txt").startswith("# Hollow")


def test_closing_leaves_nothing_open() -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        with serve("empty") as world:
            get(f"{world.origin}/llms.txt")
        gc.collect()
    with pytest.raises(urllib.error.URLError):
        get(f"{world.origin}/llms.txt")


def test_the_installed_package_is_valid_python() -> None:
    for file in (FOLDER / "installed").rglob("*.py"):
        ast.parse(file.read_text(encoding="utf-8"))
