"""Handlers that do not fit their contract are refused by name."""

import shutil
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.server.harbor import handlers
from tests.server.harbor.app import CONTRACT, PACKAGES
from tests.server.harbor.docs import HarborDocs

from pro_context.protocol.binding import BindingError, ContractPackages, bind, check
from pro_context_contract import CONTRACTS, Contract, load_contract
from pro_context_engine import DocsEngine

GREET = "request: tests.server.harbor.contract.models.GreetShipInput"
DOCS = "docs: tests.server.harbor.docs.HarborDocs"
SESSION = "session: pro_context_contract.contract.Session"
SHIP = "tests.server.harbor.contract.models.GreetShipOutput"


@pytest.fixture
def copied(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Give a copy of the harbor's handlers, importable as `copied_handlers`."""
    folder = tmp_path / "copied_handlers"
    shutil.copytree(Path(handlers.__file__).parent, folder)
    monkeypatch.syspath_prepend(tmp_path)
    yield folder
    for name in [name for name in sys.modules if name.partition(".")[0] == "copied_handlers"]:
        del sys.modules[name]


def check_all(contract: Contract, packages: ContractPackages) -> None:
    check(bind(contract, HarborDocs, packages))


def refusal(contract_package: str = PACKAGES.contract) -> str:
    with pytest.raises(BindingError) as refused:
        check_all(CONTRACT, ContractPackages(contract_package, "copied_handlers"))
    return str(refused.value)


@pytest.mark.parametrize("name", CONTRACTS)
def test_the_handlers_of_the_product_fit(name: str) -> None:
    contract = load_contract(name)
    check(bind(contract, DocsEngine, ContractPackages.of(name)))


def test_fitting_handlers_are_bound() -> None:
    bindings = bind(CONTRACT, HarborDocs, PACKAGES)
    assert set(bindings.tools) == {"greet-ship", "sound-horn"}
    assert set(bindings.resources) == {"tide", "ships", "berth"}
    assert bindings.tools["greet-ship"].takes_session
    assert not bindings.tools["sound-horn"].takes_session
    assert bindings.resources["tide"].request_type is None


def test_missing_module(copied: Path) -> None:
    (copied / "tools/greet_ship.py").unlink()
    assert refusal() == "tool greet-ship: its handler copied_handlers.tools.greet_ship is missing"


def test_missing_function(copied: Path) -> None:
    (copied / "resources/tide.py").write_text("async def handel(docs): ...\n")
    assert refusal() == "resource tide: copied_handlers.resources.tide has no function handle"


@pytest.mark.parametrize(
    ("old", "new", "reason"),
    [
        ("async def handle", "def handle", "must be an async function"),
        (
            ", session: Session",
            "",
            f"must be ({GREET}, {DOCS}, {SESSION}) -> {SHIP}, it is ({GREET}, {DOCS}) -> {SHIP}",
        ),
        ("request: GreetShipInput", "request: dict", f"it is (request: dict, {DOCS}, {SESSION}) -> {SHIP}"),
        ("docs: HarborDocs", "docs", f"it is ({GREET}, docs, {SESSION}) -> {SHIP}"),
        ("-> GreetShipOutput", "-> dict", f"it is ({GREET}, {DOCS}, {SESSION}) -> dict"),
    ],
)
def test_wrong_signature(copied: Path, old: str, new: str, reason: str) -> None:
    handler = copied / "tools/greet_ship.py"
    assert old in handler.read_text()
    # Only an async function may await.
    handler.write_text(handler.read_text().replace(old, new).replace("await session.resolved()", "()"))
    assert refusal().startswith("tool greet-ship: copied_handlers.tools.greet_ship.handle")
    assert refusal().endswith(reason)


def test_hint_that_only_type_checkers_see(copied: Path) -> None:
    handler = copied / "tools/greet_ship.py"
    source = handler.read_text().replace("from tests.server.harbor.docs import HarborDocs\n", "")
    handler.write_text(f"from __future__ import annotations\n{source}")
    assert refusal().endswith("greet_ship.handle: its hint HarborDocs is not imported at run time")


def test_everything_at_once_one_line_each(copied: Path) -> None:
    (copied / "tools/greet_ship.py").unlink()
    (copied / "resources/tide.py").unlink()
    assert len(refusal().splitlines()) == 2


def test_broken_import_of_a_handler_is_not_a_missing_handler(copied: Path) -> None:
    (copied / "tools/greet_ship.py").write_text("import no_such_library\n")
    with pytest.raises(ModuleNotFoundError, match="no_such_library"):
        check_all(CONTRACT, ContractPackages(PACKAGES.contract, "copied_handlers"))
