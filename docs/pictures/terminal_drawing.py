"""A terminal with a command and its output, as SVG that loads nothing."""

from __future__ import annotations

from xml.sax.saxutils import escape

CHARACTER, LINE, MARGIN = 8.4, 19, 18
"""Width of a character, height of a line, and width of the margin, in units of the SVG."""

TERMINAL = """\
<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:g} {height:g}" role="img" aria-label="{label}">
<rect width="100%" height="100%" rx="8" fill="#15181c"/>
<g font-family="ui-monospace, Menlo, Consolas, 'DejaVu Sans Mono', monospace" font-size="14" fill="#dce0e4">
{lines}
</g>
</svg>
"""


def draw_terminal(command: str, output: str) -> str:
    """Return the picture of a terminal.

    Args:
        command: that a person typed, without the prompt.
        output: its lines, as wide as they are.
    """
    texts = [f"$ {command}", *output.splitlines()]
    width, height = max(map(len, texts)) * CHARACTER + 2 * MARGIN, len(texts) * LINE + 2 * MARGIN
    lines = "\n".join(_draw_line(text, number) for number, text in enumerate(texts) if text)
    return TERMINAL.format(width=width, height=height, label=escape(texts[0], {'"': "&quot;"}), lines=lines)


def _draw_line(text: str, number: int) -> str:
    """Return a line as SVG; its stated length makes columns line up in every font."""
    y, length = MARGIN + LINE * (number + 0.75), len(text) * CHARACTER
    weight = "" if number else ' font-weight="bold"'
    return f'<text x="{MARGIN}" y="{y:g}" textLength="{length:g}"{weight} xml:space="preserve">{escape(text)}</text>'
