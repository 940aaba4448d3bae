"""English words that carry little or no information about a topic, as terms of `analyse`."""

from pro_context_engine.search.index.stemming import stem

_WORDS = """
    a about after all also am an and any are as at be because been before being but by can cannot could d did do does
    doing don done for from get gets getting got had has have having he her here him his how i if in into is isn it its
    just ll like m may me might more most my no nor not now of off on once one only or other our out over own please re
    s same shall she should so some such t than that the their them then there these they this those through to too
    under until up us use used using ve very want was way we were what when where which while who whom why will with
    within without work working works would you your
"""

STOP_WORDS = frozenset(stem(word) for word in _WORDS.split())

_TELLING_WORDS = """
    after all before more most not off once only other out over own same through under until up while within without
"""

TELLING_STOP_WORDS = frozenset(stem(word) for word in _TELLING_WORDS.split())
"""The stop words that tell names and summaries of an API apart: `run_until_first`, "every item once", `all_equal`."""

_WEAK_WORDS = """
    add added adding allow already always another between both bug correct create describe detail details different do
    doc docs document documentation during each ensure every example examples explain feature find fix fixed fixing give
    guide happen help idea implement improve incorrect info information instead issue keep know let make many mention
    missing need needs never new note page please possible problem proper properly put question reference references
    report same section see set several should show still support take thing things try turn tutorial update updating
    via want way ways whole wrong
"""

WEAK_WORDS = frozenset(stem(word) for word in _WEAK_WORDS.split())
"""Words for the asker's purpose or for the kind of page, which are seldom the topic.

Their rarity misleads: in a reference each signature has a `timeout`, and hardly any description the word "set".
"""
