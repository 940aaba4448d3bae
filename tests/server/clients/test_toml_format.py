"""TOML: a table comes and goes, and every other line stays."""

import tomllib

import pytest

from pro_context.clients.client_files import CannotEdit
from pro_context.clients.toml_format import TomlFormat

TOML = TomlFormat()
PATH = ("servers", "docs")
ENTRY = {"command": 'C:\\docs "x"', "args": ["a"], "timeout": 60, "on": True}
BEFORE = """\
# mine
model = "m"  # why not

[servers.other]
command = "x"
args = [
  "[servers.docs]",
]

# about the tools
[tools]
a = 1
"""


def test_a_table_is_appended_and_removed_again() -> None:
    edited = TOML.put(BEFORE, PATH, ENTRY)
    assert edited.startswith(BEFORE)
    assert TOML.load(edited) == TOML.load(BEFORE) | {
        "servers": {"other": {"command": "x", "args": ["[servers.docs]"]}, "docs": ENTRY}
    }
    assert TOML.cut(edited, PATH) == BEFORE


def test_a_key_after_ours_stays_where_it_is() -> None:
    before = 'servers.other = { command = "x" }\nmodel = "m"\n'
    edited = TOML.put(before, PATH, ENTRY)
    assert TOML.load(edited)["model"] == "m"
    assert TOML.cut(edited, PATH) == before


def test_windows_line_ends_stay() -> None:
    before = BEFORE.replace("\n", "\r\n")
    edited = TOML.put(before, PATH, ENTRY)
    assert edited.count("\n") == edited.count("\r\n")
    assert TOML.cut(edited, PATH) == before


def test_a_table_is_replaced_where_it_stands_with_those_inside_it() -> None:
    ours = '[servers."docs"]  # old\ncommand = "old"\n\n[servers.docs.env]\nKEY = "v"\n'
    text = f'{ours}\n# about b\n[servers.b]\ncommand = "b"\n'
    edited = TOML.put(text, PATH, {"command": "new"})
    assert edited == '[servers.docs]\ncommand = "new"\n\n\n# about b\n[servers.b]\ncommand = "b"\n'


def test_no_file_and_no_line_end() -> None:
    assert TOML.put("", PATH, {"command": "x"}) == '[servers.docs]\ncommand = "x"\n'
    assert TOML.put("a = 1", PATH, {"command": "x"}) == 'a = 1\n\n[servers.docs]\ncommand = "x"\n'


def test_what_is_wrong_is_named_by_line() -> None:
    with pytest.raises(CannotEdit) as refused:
        TOML.load("a = 1\nb = \n")
    assert refused.value.line == 2


def test_what_it_writes_is_toml() -> None:
    assert tomllib.loads(TOML.put("", PATH, ENTRY)) == {"servers": {"docs": ENTRY}}
