"""Models of the harbor contract, in the shape the code generator gives."""

from typing import Literal

from pydantic import BaseModel, ConfigDict, Field


class GreetShipInput(BaseModel):
    """Input of greet-ship."""

    model_config = ConfigDict(extra="forbid", populate_by_name=True)
    ship_name: str = Field(alias="shipName")
    times: int = 1


class GreetShipOutput(BaseModel):
    """Output of greet-ship."""

    model_config = ConfigDict(populate_by_name=True)
    greeting: str
    ships_seen: int = Field(alias="shipsSeen")


class SoundHornInput(BaseModel):
    """Input of sound-horn."""

    model_config = ConfigDict(extra="forbid")
    how: Literal["softly", "print", "crash", "fact", "strange-fact", "bad-result", "progress", "wait"]


class SoundHornOutput(BaseModel):
    """Output of sound-horn."""

    sounded: int


class TideContent(BaseModel):
    """Content of tide."""

    level: int


class ShipsContent(BaseModel):
    """Content of ships."""

    ships: list[str]


class BerthParameters(BaseModel):
    """Parameters of berth."""

    berth: str
