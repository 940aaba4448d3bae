"""English words that tell little or nothing about a topic, as `analyse` gives them."""

from pro_context_engine.index.stemming import stem

_WORDS = """
    a about after all also am an and any are as at be because been before being but by can cannot could d did do does
    doing don done for from get gets getting got had has have having he her here him his how i if in into is isn it its
    just ll like m may me might more most my no nor not now of off on once one only or other our out over own please re
    s same shall she should so some such t than that the their them then there these they this those through to too
    under until up us use used using ve very want was way we were what when where which while who whom why will with
    within without work working works would you your
"""

STOP_WORDS = frozenset(stem(word) for word in _WORDS.split())

_WEAK_WORDS = """
    add added adding allow bug correct describe detail details different do doc docs document documentation example
    examples explain feature fix fixed fixing guide help idea implement improve incorrect info information instead issue
    make mention missing need needs new note page please possible problem proper properly question reference references
    report section should show support thing things tutorial update updating way ways wrong
"""

WEAK_WORDS = frozenset(stem(word) for word in _WEAK_WORDS.split())
"""What somebody wants done about a topic, or where it may stand, is seldom the topic."""
