"""What is told about a configuration that cannot be meant: the place, the key, the rule, and never a secret."""

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given
from hypothesis import settings as hypothesis_settings
from hypothesis import strategies as st
from tests.server.configuration.conftest import Mistakes

from pro_context.configuration.configuration_files import MAX_BYTES
from pro_context.configuration.loading import LoadedConfiguration, load
from pro_context.configuration.mistakes import MAX_MISTAKES, ConfigurationMistakes

SOURCE = "{ name: a, type: url, url: 'https://a.example/', libraryId: a/b }"


@pytest.mark.parametrize(
    ("content", "line"),
    [
        ("cache:\n  directoy: /x", ":2: cache.directoy: there is no such key; did you mean cache.directory?"),
        ("chache: { directory: /x }", ":1: chache: there is no such key; did you mean cache?"),
        ("ttl: 5", ":1: ttl: there is no such key; did you mean cache.defaultTTLHours?"),
        ("\n\ndirectory: /x", ":3: directory: there is no such key; did you mean cache.directory?"),
        ("sources: { llmstxt: {} }", ":1: sources.llmstxt: there is no such key; did you mean sources.llmsTxt?"),
        ("cache: { zzz: 1 }", ":1: cache.zzz: there is no such key"),
        ("? [a]\n: b", ":1: […]: there is no such key"),
        ("1: 2", ":1: 1: there is no such key"),
    ],
)
def test_an_unknown_key_is_told_with_the_nearest_one(mistakes: Mistakes, content: str, line: str) -> None:
    assert mistakes(content) == [line]


@pytest.mark.parametrize(
    ("content", "line"),
    [
        (
            "cache:\n  defaultTTLHours: soon",
            ':2: cache.defaultTTLHours must be a number above 0 and at most 87648, not "soon"',
        ),
        ("cache: { maxAgeHours: 0 }", "cache.maxAgeHours must be a number above 0 and at most 87648, not 0"),
        ("cache: { maxAgeHours: true }", "cache.maxAgeHours must be a number above 0 and at most 87648, not true"),
        ("cache: { maxAgeHours: .inf }", 'not ".inf"'),
        ("cache: { maxAgeHours: -.NaN }", 'not "-.NaN"'),
        ("cache: { maxAgeHours: 1e999 }", 'not "1e999"'),
        ("cache: { maxAgeHours: 2026-01-01 }", 'not "2026-01-01"'),
        ("cache: { maxSizeMB: 1.5 }", "cache.maxSizeMB must be a whole number from 10 to 1000000, not 1.5"),
        ("cache: []", "cache must be a mapping, not a list"),
        ("cache: /x", "cache must be a mapping, not text"),
        ("sources: { llmsTxt: { enabled: perhaps } }", 'sources.llmsTxt.enabled must be true or false, not "perhaps"'),
        ("logging: { level: loud }", 'logging.level must be one of debug, info, warn, error, not "loud"'),
        ("contract: 3", "contract must be text of at least 1 and at most 50 characters, not 3"),
        ("contract: { name: full }", "characters, not a mapping"),
        ("sources: { custom: here }", "sources.custom must be a list of at most 200, not text"),
        ("sources: { custom: [here] }", "sources.custom[0] must be a mapping, not text"),
        (f"sources:\n  custom:\n  - {SOURCE}\n  - [a]", ":4: sources.custom[1] must be a mapping, not a list"),
        ("sources: { custom: [{ name: a, type: url, libraryId: a/b }] }", "sources.custom[0] needs url"),
        ("sources: { custom: [{ name: a, type: file, libraryId: a/b }] }", "sources.custom[0] needs path"),
        ("sources: { custom: [{ type: file, path: x, libraryId: a/b }] }", "sources.custom[0] needs name"),
        ('security: { urlAllowlist: ["*.com"] }', "security.urlAllowlist[0] must be a host such as docs.example.com"),
        ("project: { libraryOverrides: { a: { docsUrl: 'http://a.example' } } }", "must be an https address"),
        ("project: { libraryOverrides: { a: { ttl: 3 } } }", "libraryOverrides.a.ttl: there is no such key"),
        ('cache: { directory: "a\\0b" }', "cache.directory must be a path"),
        (
            "cache: { directory: ~nobody-at-all/x }",
            "cache.directory must be a path whose home or working directory is known",
        ),
        (
            "sources: { custom: [{ name: a, type: github, libraryId: a/b }] }",
            "sources.custom[0] needs url",
        ),
        ("[cache]", "a configuration must be a mapping, not a list"),
        ("just words", "a configuration must be a mapping, not text"),
    ],
)
def test_a_bad_value_is_told_with_what_it_must_be(mistakes: Mistakes, content: str, line: str) -> None:
    (told,) = mistakes(content)
    assert line in told
    assert re.match(r":\d+: ", told)


@pytest.mark.parametrize(
    ("content", "line"),
    [
        ("cache: { maxAgeHours: 3, maxAgeHours: 4 }", ":1: cache.maxAgeHours is given twice"),
        (
            "cache:\n  defaultTTLHours: 3\n  default_ttl_hours: 3",
            ":3: cache.defaultTTLHours is given twice: as defaultTTLHours and as default_ttl_hours",
        ),
        ("cache: {}\ncache: {}", ":2: cache is given twice"),
    ],
)
def test_a_key_is_given_once(mistakes: Mistakes, content: str, line: str) -> None:
    assert mistakes(content) == [line]


@pytest.mark.parametrize(
    ("content", "line"),
    [
        ("cache: [", ":1:9: is not valid YAML here"),
        ("cache:\n\tdirectory: /x", ":2:1: a tab cannot indent; use spaces"),
        ("a: b: c", ":1:5: is not valid YAML here"),
        ("cache: {}\n---\ncache: {}", ":2:1: must be one YAML document"),
        (b"\x00\x01\xff\xfe\x80", ": is not a YAML text in UTF-8"),
        (b"contract: \xff", ": is not a YAML text in UTF-8"),
        (b"contract: \x07", ": is not a YAML text in UTF-8"),
        ("!!python/object/apply:os.getcwd []", ":1: tags are not supported"),
        ("cache: &a {}\nnetwork: *a\n", ":2: aliases are not supported"),
        ("[" * 20_000, ":1: is nested deeper than 20 levels"),
        ("- " * 20_000, ":1: is nested deeper than 20 levels"),
        ("#" * (MAX_BYTES + 1), f": is longer than {MAX_BYTES} bytes"),
    ],
)
def test_a_text_that_is_no_configuration_is_told_in_one_line(
    mistakes: Mistakes, content: str | bytes, line: str
) -> None:
    assert mistakes(content) == [line]


def test_everything_is_told_at_once_in_the_order_of_the_file(mistakes: Mistakes) -> None:
    told = mistakes("zzz: 1\ncache: { maxAgeHours: 0, yyy: 2 }\nlogging: { level: loud }\n")
    assert [line.split(":")[1] for line in told] == ["1", "2", "2", "3"]


@pytest.mark.parametrize("count", [MAX_MISTAKES, MAX_MISTAKES + 1, 2000])
def test_of_many_mistakes_the_others_are_counted(mistakes: Mistakes, count: int) -> None:
    told = mistakes(json.dumps({f"key{number}": number for number in range(count)}))
    more = [f"and {count - MAX_MISTAKES} more mistakes"] if count > MAX_MISTAKES else []
    assert (len(told), told[MAX_MISTAKES:]) == (MAX_MISTAKES + len(more), more)


@pytest.mark.parametrize(
    "content",
    [
        "server: { authKey: [s3cret] }",
        "server: { authKey: { s3cret: s3cret } }",
        "server: s3cret",
        "sources: { github: s3cret }",
        f"sources: {{ github: {{ token: {'s3cret' * 100} }} }}",
        "sources: { custom: [{ name: a, type: url, url: 's3cret', libraryId: a/b }] }",
        "project: { libraryOverrides: { a: { docsUrl: 'https://me:s3cret@a.example/' } } }",
    ],
)
def test_a_secret_is_never_repeated(mistakes: Mistakes, content: str) -> None:
    assert "s3cret" not in "".join(mistakes(content))


def test_what_is_repeated_is_short_and_harmless(mistakes: Mistakes) -> None:
    (line,) = mistakes(json.dumps({"contract": "\x1b[31m\u202e" + "x" * 1000}))
    assert len(line) < 200
    (line,) = mistakes(json.dumps({"\x1b[31m\u202e\U000e0041" + "x" * 1000: 1}))
    assert len(line) < 200
    (line,) = mistakes(json.dumps({"project": {"libraryOverrides": {"\x1b[31m\u202e" + "x" * 1000: 1}}}))
    assert len(line) < 500


@pytest.mark.parametrize("merge", [False, True])
def test_a_bomb_of_aliases_is_harmless(mistakes: Mistakes, merge: bool) -> None:
    levels = ["a0: &a0 { x: 1 }"]
    for level in range(1, 30):
        items = ", ".join([f"*a{level - 1}"] * 9)
        levels.append(f"a{level}: &a{level} " + (f"{{ <<: [{items}] }}" if merge else f"[{items}]"))
    assert mistakes("\n".join(levels)) == [":2: aliases are not supported"]


# Nothing that is written makes anything but settings or mistakes

KEYS = st.text(max_size=6) | st.sampled_from(
    ["cache", "sources", "custom", "directory", "llmsTxt", "enabled", "project", "libraryOverrides", "name", "type"]
)
TREES = st.recursive(
    st.none() | st.booleans() | st.floats() | st.integers() | st.text(max_size=8),
    lambda children: st.lists(children, max_size=3) | st.dictionaries(KEYS, children, max_size=4),
    max_leaves=12,
)
MANY = hypothesis_settings(
    deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow]
)


def _settings_or_mistakes(load_it: Callable[[], LoadedConfiguration]) -> None:
    lines = ["no mistakes"]
    try:
        load_it().settings.engine()
    except ConfigurationMistakes as wrong:
        lines = wrong.lines
    assert lines
    assert all(line.isprintable() and len(line) < 500 for line in lines)


@MANY
@given(st.dictionaries(KEYS, TREES, max_size=5))
def test_any_tree_is_settings_or_mistakes(read: Callable[[str], LoadedConfiguration], tree: dict[str, Any]) -> None:
    _settings_or_mistakes(lambda: read(json.dumps(tree)))


@MANY
@given(st.binary(max_size=60) | st.text(max_size=60).map(lambda text: text.encode("utf-8", "replace")))
def test_any_text_is_settings_or_mistakes(read: Callable[[bytes], LoadedConfiguration], content: bytes) -> None:
    _settings_or_mistakes(lambda: read(content))


@MANY
@given(st.text(max_size=30), st.text(max_size=30))
def test_any_variable_is_settings_or_mistakes(name: str, value: str) -> None:
    _settings_or_mistakes(lambda: load(None, {f"PRO_CONTEXT_{name}": value, f"PRO_CONTEXT__{name}": value}))


@pytest.mark.parametrize("name", ["missing.yaml", ".", "a\0b"])
def test_a_file_that_cannot_be_read_is_left_out_with_one_line(tmp_path: Path, name: str) -> None:
    loaded = load(tmp_path / name, {})
    (line,) = loaded.warnings
    assert "cannot be read and is ignored" in line
    assert line.isprintable()
    assert loaded.settings == load(None, {}).settings


@pytest.mark.parametrize("content", ["", "# nothing yet\n", "---\n", "\ufeff", "\ufeffcontract: full\n", "cache:\n"])
def test_saying_nothing_is_no_mistake(read: Callable[[str], LoadedConfiguration], content: str) -> None:
    loaded = read(content)
    assert (loaded.settings, loaded.warnings) == (load(None, {}).settings, ())
