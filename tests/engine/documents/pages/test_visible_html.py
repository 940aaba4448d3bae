from pro_context_engine.documents.pages.visible_html import (
    without_colours,
    without_notes_on_scripts,
    without_unseen,
)


def test_comments_scripts_and_styles_are_never_seen() -> None:
    document = "a<!-- <p>b -->c<SCRIPT>'<li>'</script >d<style>e</style>f<!-->g<!-- <p>never closed"
    assert without_unseen(document) == "acdfg"


def test_notes_on_scripts_go_unless_they_never_end() -> None:
    document = "a<noscript><div>Enable scripts.</div></noscript>b<noscript>c<noscript class=x>d</noscript>e"
    assert without_notes_on_scripts(document) == "ab<noscript>ce"


def test_colours_of_code_go_and_line_numbers_stay_marked() -> None:
    coloured = '<span>x</span><pre><code><span class="k">if</span> a</code></pre>'
    assert without_colours(coloured) == "<span>x</span><pre><code>if a</code></pre>"
    numbered = '<pre><span class="linenos">1</span><span class="k">if</span></pre>'
    assert without_colours(numbered) == numbered
