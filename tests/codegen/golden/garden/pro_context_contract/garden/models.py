"""Models of the garden contract.

Generated from spec/contracts/garden/; do not edit.
"""

from __future__ import annotations

from enum import StrEnum

from pro_context_contract.model import MISSING, Missing, Model, by_name, each


class Light(StrEnum):
    sun = "sun"
    half_shade = "half-shade"
    shade = "shade"


class Plant(Model):
    name: str
    height: int | float
    """In metres."""
    old_name: str | Missing = MISSING
    picture: str | Missing = MISSING
    light: Light | Missing = MISSING
    _wire_names = {"old_name": "oldName"}
    _readers = {"light": Light}


class FindPlantInputBed(Model):
    bed_id: str
    """Number of the bed."""
    _wire_names = {"bed_id": "bedId"}


class FindPlantInput(Model):
    name: str
    """Part of a name (e.g., 'rose')."""
    max_height: int | float = 5
    """Highest height in metres."""
    light: Light | Missing = MISSING
    """What light the bed has."""
    beds: list[FindPlantInputBed] | Missing = MISSING
    """Only these beds."""
    _wire_names = {"max_height": "maxHeight"}
    _readers = {"light": Light, "beds": each(FindPlantInputBed.from_json)}


class FindPlantOutput(Model):
    plants: list[Plant]
    total: int | float
    since: str | Missing = MISSING
    note: str | None | Missing = MISSING
    by_bed: dict[str, int] | Missing = MISSING
    _wire_names = {"by_bed": "byBed"}
    _readers = {"plants": each(Plant.from_json), "by_bed": by_name(int)}


class WaterPlanInput(Model):
    month: int
    """Month of the year."""
    _readers = {"month": int}


class WaterPlanOutput(Model):
    days: list[int]
    _readers = {"days": each(int)}


class DrawPlantInputPlace(Model):
    """Where it stands."""

    row: int | Missing = MISSING
    """Row in the bed."""
    side: str | Missing = MISSING
    """Side of the bed."""
    _readers = {"row": int}


class DrawPlantInputNeighbour(Model):
    """Where the next one stands."""

    row: int | Missing = MISSING
    """Row in the bed."""
    side: str | Missing = MISSING
    """Side of the bed."""
    _readers = {"row": int}


class DrawPlantInputStyle(StrEnum):
    """How to draw."""

    ink = "ink"
    colour = "colour"


class DrawPlantInput(Model):
    name: str | Missing = MISSING
    """Name of the plant."""
    place: DrawPlantInputPlace | Missing = MISSING
    """Where it stands."""
    neighbour: DrawPlantInputNeighbour | Missing = MISSING
    """Where the next one stands."""
    style: DrawPlantInputStyle | Missing = MISSING
    """How to draw."""
    paper: str | Missing = MISSING
    """What to draw on."""
    _readers = {
        "place": DrawPlantInputPlace.from_json,
        "neighbour": DrawPlantInputNeighbour.from_json,
        "style": DrawPlantInputStyle,
    }


class BedsContentBed(Model):
    id: str
    size: int | float | Missing = MISSING


class BedsContent(Model):
    beds: list[BedsContentBed]
    _readers = {"beds": each(BedsContentBed.from_json)}


class PlantCardParameters(Model):
    plant_id: str
    """Name of the plant."""
    _wire_names = {"plant_id": "plantId"}
