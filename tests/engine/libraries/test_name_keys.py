import pytest

from pro_context_engine.libraries import name_keys


def test_plain_folds_case_form_space_and_control_characters() -> None:
    assert name_keys.plain("  Ｐanda\u202e\x1b\tS  \n") == "panda s"


@pytest.mark.parametrize(("given", "known"), [("TS", "typescript"), ("py", "python"), ("Rust", "rust"), ("c++", "cpp")])
def test_languages_have_one_spelling(given: str, known: str) -> None:
    assert name_keys.language_name(given) == known


@pytest.mark.parametrize(
    "spelling", ["Typing_Extensions", "typing-extensions", "typing.extensions", "typing extensions"]
)
def test_package_spellings_meet(spelling: str) -> None:
    assert name_keys.package_key(spelling) == "typing-extensions"


@pytest.mark.parametrize(
    ("name", "core"),
    [
        ("python-dotenv", "dotenv"),
        ("pyyaml", "yaml"),
        ("vue.js", "vue"),
        ("momentjs", "moment"),
        ("kafka-python", "kafka"),
        ("django-environ", "environ"),
        ("qdrant-client", "qdrant"),
        ("pyjs", "pyjs"),
        ("qdrant-javascript", "qdrant"),
        ("cowbell typescript", "cowbell"),
        ("cowbell-node", "cowbell"),
    ],
)
def test_the_core_has_no_language_affix(name: str, core: str) -> None:
    assert name_keys.core(name) == core
