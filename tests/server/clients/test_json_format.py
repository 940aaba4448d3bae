"""JSON with and without comments: the entry changes, and not one other byte."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.growth import grows_linearly

from pro_context.clients.client_files import CannotEdit
from pro_context.clients.json_format import JsonFormat

PLAIN, COMMENTED = JsonFormat(), JsonFormat(comments=True, trailing_commas=True)
PATH = ("servers", "docs")
ENTRY = {"command": "docs", "args": []}

EDITED = """\
// Settings of an editor
{
    // how it looks
    "theme": "dark", /* or light */
    "servers": {
        "other": { "command": "x", "url": "http://a//b" }, // keep me
        "docs": {
            "command": "docs",
            "args": []
        },
    },
    "last": [1, 2,], // the end
}
"""
BEFORE = EDITED.replace(
    """        "docs": {
            "command": "docs",
            "args": []
        },
""",
    "",
)


def test_comments_and_trailing_commas_stay() -> None:
    assert COMMENTED.put(BEFORE, PATH, ENTRY) == EDITED
    assert COMMENTED.cut(EDITED, PATH) == BEFORE


def test_windows_line_ends_stay() -> None:
    before, edited = BEFORE.replace("\n", "\r\n"), EDITED.replace("\n", "\r\n")
    assert COMMENTED.put(before, PATH, ENTRY) == edited
    assert COMMENTED.cut(edited, PATH) == before


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("", '{\n  "servers": {\n    "docs": 1\n  }\n}\n'),
        ("{}", '{\n  "servers": {\n    "docs": 1\n  }\n}'),
        ('{"servers":{}}', '{"servers":{\n  "docs": 1\n}}'),
        ('{\n  "servers": {}\n}', '{\n  "servers": {\n    "docs": 1\n  }\n}'),
        ('{\n\t"a": 1\n}\n', '{\n\t"a": 1,\n\t"servers": {\n\t\t"docs": 1\n\t}\n}\n'),
        ('{"servers": {"a": 1}}', '{"servers": {"a": 1,\n  "docs": 1\n}}'),
        ('{\n  "servers": {\n    "a": 1\n  }\n}', '{\n  "servers": {\n    "a": 1,\n    "docs": 1\n  }\n}'),
        ('{"servers": {"docs": {"x": [1]}, "b": 2}}', '{"servers": {"docs": 1, "b": 2}}'),
    ],
)
def test_put(before: str, after: str) -> None:
    assert PLAIN.put(before, PATH, 1) == after


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ('{"servers": {"docs": 1}}', '{"servers": {}}'),
        ('{"servers": {"docs": 1, "b": 2}}', '{"servers": { "b": 2}}'),
        ('{"servers": {"a": 1, "docs": 1}}', '{"servers": {"a": 1 }}'),
        ('{\n  "servers": {\n    "a": 1,\n    "docs": 1\n  }\n}', '{\n  "servers": {\n    "a": 1\n  }\n}'),
        ('{\n  "servers": {\n    "docs": {\n      "a": 1\n    }\n  }\n}', '{\n  "servers": {}\n}'),
    ],
)
def test_cut(before: str, after: str) -> None:
    assert PLAIN.cut(before, PATH) == after


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ('{\n  "a": 1,\n}', 3),
        ("{\n  // no\n}", 2),
        ('{\n  "a": \n', 3),
        ("[]", 1),
        ('{\n "servers": {},\n "servers": {}\n}', 3),
        ('{\n "servers": [\n ]\n}', 2),
    ],
)
def test_what_is_wrong_is_named_by_line(text: str, line: int) -> None:
    with pytest.raises(CannotEdit) as refused:
        PLAIN.put(text, PATH, ENTRY)
    assert refused.value.line == line


def test_comments_may_be_allowed_without_trailing_commas() -> None:
    format = JsonFormat(comments=True)
    text = '{\n  // mine\n  "a": 1 // too\n}\n'
    assert format.put(text, PATH, 1) == '{\n  // mine\n  "a": 1, // too\n  "servers": {\n    "docs": 1\n  }\n}\n'
    with pytest.raises(CannotEdit):
        format.load('{"a": 1,}')


@pytest.mark.parametrize("text", ["[" * 100_000, '{"a": NaN}', '{"a": ' + "1" * 5_000 + "}"])
def test_what_clients_cannot_read_is_refused(text: str) -> None:
    with pytest.raises(CannotEdit):
        PLAIN.load(text)


@pytest.mark.parametrize("piece", ['"', '\\"', "/*", "//", ",", ", ", "/* */", '"\\'])
def test_hostile_text_takes_linear_time(piece: str) -> None:
    def load(times: int) -> None:
        with pytest.raises(CannotEdit):
            COMMENTED.load(piece * times)

    assert grows_linearly(load, 100_000)


VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=6), inner, max_size=3),
    max_leaves=8,
)


@settings(max_examples=50, deadline=None)
@given(
    tree=st.dictionaries(st.text(max_size=6), VALUES, max_size=4),
    servers=st.dictionaries(st.text(max_size=6), VALUES, max_size=3),
    indent=st.sampled_from([None, 2, 4, "\t"]),
)
def test_any_object_takes_an_entry_and_gives_it_back(tree: dict, servers: dict, indent: int | str | None) -> None:
    import json

    servers.pop("docs", None)
    before = {**tree, "servers": servers}
    edited = COMMENTED.put(json.dumps(before, indent=indent), PATH, ENTRY)
    assert json.loads(edited) == {**before, "servers": {**servers, "docs": ENTRY}}
    assert json.loads(COMMENTED.cut(edited, PATH)) == before
