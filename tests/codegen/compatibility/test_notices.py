"""When a removal was announced in time."""

import pytest
from packaging.version import Version

from pro_context_codegen.compatibility.changes import Change
from pro_context_codegen.compatibility.notices import objection


def _entry(element: str, since: str, remove_in: str) -> dict[str, str]:
    return {"element": element, "since": since, "removeIn": remove_in, "reason": "Old.", "use": "name"}


WHOLE = _entry("tool:dig", "1.1.0", "2.0.0")
FIELD = _entry("tool:dig.output.depth", "1.1.0", "3.0.0")


@pytest.mark.parametrize(
    ("entries", "version", "said"),
    [
        ([_entry("tool:dig.output.depth", "1.1.0", "2.0.0")], "2.0.0", ""),
        ([_entry("tool:dig.output.depth", "1.1.0", "2.0.0")], "3.0.0", ""),
        ([WHOLE], "2.0.0", ""),
        ([WHOLE, FIELD], "2.0.0", "it is announced for 3.0.0, not for 2.0.0"),
        ([_entry("tool:dig.output.dep", "1.1.0", "2.0.0")], "2.0.0", "release 1.2.0 does not announce it"),
        ([_entry("tool:dig.output.depth", "2.0.0", "2.0.1")], "2.0.1", "less than one minor release before 2.0.1"),
    ],
)
def test_objection(entries: list[dict[str, str]], version: str, said: str) -> None:
    change = Change("tool:dig.output.depth", "output-field-removed", "was removed")
    told = objection(change, {"version": "1.2.0", "deprecations": entries}, Version(version))
    assert said in told if said else told == ""
