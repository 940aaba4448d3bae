"""The language of a question: documentation is in English, and words of another language match it by accident."""

from __future__ import annotations

import re

LEAST_WORDS = 2
"""The function words of a language that a question must have."""
LEAST_SHARE = 0.2
"""The share of the words, or letters, of a question that must be of the language."""

# Words that English and code do not have: `die`, `con`, `comment`, `set` and `mit` alone prove nothing.
_WORDS = {
    "German": """
        alle auf aus bekomme beim benutze benutzen das dem der dieser durch ein eine einem einen einer eines erhalte
        fur für gibt gibts habe hat ich ist kann kein keine konnen können lege macht mache man mein meine mich mir mit
        muss nach nicht nur oder ohne richte sein setze sich sie sind uber über und unter vom von wann warum was welche
        welcher welches wenn werden wie wieso wird wo wurde zu zum zur zwischen
    """,
    "Spanish": """
        alguna algún antes como cómo con cual cuál cuando cuándo de del desde después donde dónde el ella en entre es
        esta este esto está hace hacer hago hay la las los más mi mis muy ningún no para pero por porque puedo que qué
        quiero se sin sobre son su sus tengo todas todos un una uno unos usar uso y
    """,
    "French": """
        alors après au aux avant avec ce cela ces cette comment dans de depuis des donc du elle en entre est et faire
        fais faut il je la le les leur lors mais mes mon même ne nous on ou où par pas peut peux plus pour pourquoi
        puis-je quand que quel quelle quelles quels qui quoi sans se ses son sont sous sur tous tout toutes un une
        utiliser vers vous
    """,
}
_ENGLISH = """
    a about add after all an and any are as at avoid be before between by call can change check create do does each
    error for from get give handle have how i if in instead into is it its just make me my need no not of on one only or
    out over pass print read return run set should so some that the their them then there this through to two up use
    using value want was way we what when where which while who why will with without write you your
"""
_KNOWN = {language: frozenset(words.split()) for language, words in _WORDS.items()}
_KNOWN_ENGLISH = frozenset(_ENGLISH.split())
_TELLING = {language: words - _KNOWN_ENGLISH for language, words in _KNOWN.items()}
# Kana before Han: Japanese has both.
# Patterns, which are compiled when a question needs them: that takes milliseconds.
_SCRIPTS = {
    "Japanese": "[\u3040-\u30ff]",
    "Chinese": "[\u4e00-\u9fff]",
    "Korean": "[\uac00-\ud7af]",
    "Russian": "[\u0400-\u04ff]",
}
_SEAM = "(?<=[\u0400-\uffff])(?=[A-Za-z_`])|(?<=[A-Za-z0-9_)`])(?=[\u0400-\uffff])"
_WORD = re.compile(r"(?<![\w.`(/])[^\W\d_]+(?:-[^\W\d_]+)?(?![\w.`(/]|\.\w)")


def foreign_language(question: str) -> str:
    """Return the name of the language of a question, "" for English, code, keywords and languages not known here."""
    letters = sum(map(str.isalpha, question))
    if not question.isascii():
        for language, script in _SCRIPTS.items():
            if len(re.findall(script, question)) > LEAST_SHARE * letters:
                return language
    words = [word.lower() for word in _WORD.findall(question)]
    told = {language: sum(word in known for word in words) for language, known in _TELLING.items()}
    language = max(told, key=lambda name: told[name])
    english = sum(word in _KNOWN_ENGLISH for word in words)
    enough = max(LEAST_WORDS, LEAST_SHARE * len(words), english + 1)
    return language if told[language] >= enough else ""


def searchable(question: str, language: str) -> str:
    """Return the part of a question that may stand in English documentation too: names of code, words for things.

    Args:
        question: the question.
        language: output of `foreign_language`.
    """
    if language in _SCRIPTS:
        # A name of code has no spaces around it there.
        return re.sub(_SEAM, " ", question)
    words = _KNOWN.get(language, frozenset())
    rest = _WORD.sub(lambda match: " " if match[0].lower() in words else match[0], question) if words else question
    return " ".join(rest.split()) if any(map(str.isalnum, rest)) else question
