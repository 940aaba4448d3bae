"""Models of the harbor contract, in the shape the code generator gives."""

from typing import Literal

from pro_context_contract.model import Model


class GreetShipInput(Model):
    """Input of greet-ship."""

    ship_name: str
    times: int = 1
    _wire_names = {"ship_name": "shipName"}  # noqa: RUF012 - as it is generated


class GreetShipOutput(Model):
    """Output of greet-ship."""

    greeting: str
    ships_seen: int
    _wire_names = {"ships_seen": "shipsSeen"}  # noqa: RUF012 - as it is generated


class SoundHornInput(Model):
    """Input of sound-horn."""

    how: Literal["softly", "print", "crash", "fact", "strange-fact", "bad-result", "progress", "wait"]


class SoundHornOutput(Model):
    """Output of sound-horn."""

    sounded: int


class TideContent(Model):
    """Content of tide."""

    level: int


class ShipsContent(Model):
    """Content of ships."""

    ships: list[str]


class BerthParameters(Model):
    """Parameters of berth."""

    berth: str
