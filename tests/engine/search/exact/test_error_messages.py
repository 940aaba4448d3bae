"""The error message in a question, and its place in code."""

from __future__ import annotations

import pytest
from tests.growth import grows_linearly

from pro_context_engine.search.exact.error_messages import LONGEST_LINE, error_message, message_place

ERRORS = [
    "Error: The lantern has no wick left to burn",
    "TypeError [ERR_LAMP_LIT]: The lantern has no wick left to burn",
    "LampError: The lantern has no wick left to burn at Lamp.light (/app/lamp.js:12:3)",
    "lantern.errors.WickMissing: The lantern has no wick left to burn",
    "error: The lantern has no wick left to burn",
    "[Lantern warn]: The lantern has no wick left to burn",
    "[lantern] The lantern has no wick left to burn",
    "Why do I get LampWarning: The lantern has no wick left to burn",
]
QUESTIONS = [
    "how to handle an error in a lantern",
    "error handling: what is raised when the wick is gone",
    "lantern.light(wick=None)",
    "Lamp",
    "what does LampError mean?",
    "Error:",
]


@pytest.mark.parametrize("text", ERRORS)
def test_an_error_has_a_message(text: str) -> None:
    message = error_message(text)
    assert message is not None
    assert message.groups[0] == "The lantern has no"
    assert message.groups[-1] == "wick left to burn"


@pytest.mark.parametrize("text", QUESTIONS)
def test_other_questions_have_none(text: str) -> None:
    assert error_message(text) is None


def test_codes_are_looked_for_too() -> None:
    message = error_message("LampError [ERR_LAMP_LIT]: no oil")
    assert message is not None
    assert message.codes == ("ERR_LAMP_LIT",)


WRITTEN = {
    "Error: No good old lamp is in the very old lighthouse": "throw Error(`No ${n} is in the very old lighthouse`);",
    "Error: The lantern has no wick left to burn": "throw new Error('The lantern has no wick left to burn');",
    'Error: The lantern "red" has no wick left': 'throw new Error(`The lantern "${name}" has no wick left`);',
    "Error: Lantern 12 was lit before it was full": "throw Error('Lantern ' + n + ' was lit before it was full');",
    'Error: Unknown lantern "red"': "throw new Error('Unknown lantern \"' + name + '\"');",
    "Error: Unknown lantern red": "throw new Error(`Unknown lantern ${name}`);",
    "Error: Cannot light `red` without a wick": "super('Cannot light `' + name + '` without a wick');",
    "error: unknown lantern 'red'": "this.fail(`error: unknown lantern '${name}'`);",
    "LampError: no oil left": "raise LampError('no oil left')",
    "LampError [ERR_LAMP_LIT]: x was lit": "  ERR_LAMP_LIT: '%s was lit',",
    "RuntimeError: Lamps work outside of cellars only.": 'TEXT = """\nLamps work outside of cellars only.\n"""',
}
UNWRITTEN = {
    "Error: The lantern has no wick left to burn": "// The lantern has no wick left to burn",
    "Error: Unknown lantern": "throw new Error('This is an Unknown lantern');",
    "Error: Cannot light `red` without a good new wick": "throw new Error('Cannot light a fire');",
    "Error: The lantern has no wick to burn. Please tell the keeper": "throw Error('Fire! Please tell the keeper');",
    "Error: a lantern is lit": "throw new Error('a lamp is out');",
}


@pytest.mark.parametrize("question", WRITTEN)
def test_a_message_is_found_where_it_is_made(question: str) -> None:
    message = error_message(question)
    code = "function other() {\n  return 'The lantern';\n}\n\n" + WRITTEN[question] + "\n"
    assert message is not None
    place = message_place(message, code)
    assert place is not None
    assert place.line >= 5
    assert WRITTEN[question].strip() in place.excerpt


@pytest.mark.parametrize("question", UNWRITTEN)
def test_other_text_is_no_place_of_a_message(question: str) -> None:
    message = error_message(question)
    assert message is not None
    assert message_place(message, UNWRITTEN[question]) is None


FUNCTIONS = {
    "function light(lamp) {\n  if (!lamp) {\n    throw E;\n  }\n}": "light",
    "class Lamp {\n  async light(wick = 1) {\n    throw E;\n  }\n}": "light",
    "Lamp.prototype.light = function (wick) {\n  throw E;\n};": "Lamp.prototype.light",
    "export const light = async (wick) => {\n  throw E;\n};": "light",
    "class Lamp:\n    def light(self):\n        if x:\n            raise E": "light",
    "class Lamp:\n    def dim(self):\n        pass\n\n    text = E": "Lamp",
    "throw E;": "",
}


@pytest.mark.parametrize("code", FUNCTIONS)
def test_the_function_around_a_message_is_named(code: str) -> None:
    message = error_message("Error: no wick is left")
    assert message is not None
    place = message_place(message, code.replace("E", "Error('no wick is left')"))
    assert place is not None
    assert place.function == FUNCTIONS[code]


def test_most_of_a_message_is_better_than_a_part() -> None:
    message = error_message("Error: The lantern has no wick left to burn in here")
    assert message is not None
    code = "fail('The lantern has no oil');\n" + "\n" * 1_000 + "fail('The lantern has no wick left to burn in here');"
    place = message_place(message, code)
    assert place is not None
    assert place.line == 1_002


def test_escaped_quotes_count() -> None:
    message = error_message("Error: No `wick` is left in the lantern")
    assert message is not None
    code = (
        "fail(`\\`oil\\` is left in the lantern`);\n" + "\n" * 1_000 + "fail(`No \\`wick\\` is left in the lantern`);"
    )
    place = message_place(message, code)
    assert place is not None
    assert place.line == 1_002


def test_built_code_is_no_place() -> None:
    message = error_message("Error: no wick is left")
    assert message is not None
    assert message_place(message, "a" * LONGEST_LINE + ";throw Error('no wick is left')") is None


@pytest.mark.parametrize("piece", ["Error: ", "a.", "'a", "a1 ", "[", "Error: at a ", "x: y ", "\\n at a ("])
def test_reading_a_question_takes_linear_time(piece: str) -> None:
    assert grows_linearly(lambda length: error_message("Error: " + piece * (length // len(piece))), 20_000)


@pytest.mark.parametrize(
    "piece", ["'no wick is left", "no wick is left ", "no wick is left\n", "f(((", "a = b = ", "\n"]
)
def test_reading_code_takes_linear_time(piece: str) -> None:
    message = error_message("Error: no wick is left to burn in the old lantern of the lighthouse")
    assert message is not None
    text = "  'no wick is left'\n"
    assert grows_linearly(lambda length: message_place(message, piece * (length // len(piece)) + text), 100_000)
