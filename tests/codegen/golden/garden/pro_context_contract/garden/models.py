"""Models of the garden contract.

Generated from spec/contracts/garden/; do not edit.
"""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated

from pydantic import MISSING, BaseModel, ConfigDict, Field


class Light(StrEnum):
    sun = "sun"
    half_shade = "half-shade"
    shade = "shade"


class FindPlantInputBed(BaseModel):
    model_config = ConfigDict(
        validate_by_name=True,
        serialize_by_alias=True,
    )
    bed_id: Annotated[str, Field(alias="bedId")]
    """Number of the bed."""


class FindPlantInput(BaseModel):
    model_config = ConfigDict(
        extra="forbid",
        validate_by_name=True,
        serialize_by_alias=True,
    )
    name: Annotated[str, Field(max_length=50, pattern="^[a-z -]+$")]
    """Part of a name (e.g., 'rose')."""
    max_height: Annotated[int | float, Field(alias="maxHeight", ge=0.0, le=30.0)] = 5
    """Highest height in metres."""
    light: Light | MISSING = MISSING
    """What light the bed has."""
    beds: Annotated[list[FindPlantInputBed] | MISSING, Field(min_length=1)] = MISSING
    """Only these beds."""


class WaterPlanInput(BaseModel):
    model_config = ConfigDict(
        extra="forbid",
        validate_by_name=True,
        serialize_by_alias=True,
    )
    month: Annotated[int, Field(ge=1, le=12)]
    """Month of the year."""


class WaterPlanOutput(BaseModel):
    model_config = ConfigDict(
        validate_by_name=True,
        serialize_by_alias=True,
    )
    days: list[int]


class DrawPlantInputPlace(BaseModel):
    """Where it stands."""

    model_config = ConfigDict(
        validate_by_name=True,
        serialize_by_alias=True,
    )
    row: int | MISSING = MISSING
    """Row in the bed."""
    side: str | MISSING = MISSING
    """Side of the bed."""


class DrawPlantInputNeighbour(BaseModel):
    """Where the next one stands."""

    model_config = ConfigDict(
        validate_by_name=True,
        serialize_by_alias=True,
    )
    row: int | MISSING = MISSING
    """Row in the bed."""
    side: str | MISSING = MISSING
    """Side of the bed."""


class DrawPlantInputStyle(StrEnum):
    """
    How to draw.
    """

    ink = "ink"
    colour = "colour"


class DrawPlantInput(BaseModel):
    model_config = ConfigDict(
        extra="forbid",
        validate_by_name=True,
        serialize_by_alias=True,
    )
    name: str | MISSING = MISSING
    """Name of the plant."""
    place: DrawPlantInputPlace | MISSING = MISSING
    """Where it stands."""
    neighbour: DrawPlantInputNeighbour | MISSING = MISSING
    """Where the next one stands."""
    style: DrawPlantInputStyle | MISSING = MISSING
    """How to draw."""
    paper: str | MISSING = MISSING
    """What to draw on."""


class BedsContentBed(BaseModel):
    model_config = ConfigDict(
        validate_by_name=True,
        serialize_by_alias=True,
    )
    id: str
    size: Annotated[int | float | MISSING, Field(ge=0.0)] = MISSING


class BedsContent(BaseModel):
    model_config = ConfigDict(
        validate_by_name=True,
        serialize_by_alias=True,
    )
    beds: list[BedsContentBed]


class PlantCardParameters(BaseModel):
    model_config = ConfigDict(
        extra="forbid",
        validate_by_name=True,
        serialize_by_alias=True,
    )
    plant_id: Annotated[str, Field(alias="plantId")]
    """Name of the plant."""


class Plant(BaseModel):
    model_config = ConfigDict(
        validate_by_name=True,
        serialize_by_alias=True,
    )
    name: str
    height: Annotated[int | float, Field(ge=0.0)]
    """In metres."""
    old_name: Annotated[str | MISSING, Field(alias="oldName")] = MISSING
    picture: str | MISSING = MISSING
    light: Light | MISSING = MISSING


class FindPlantOutput(BaseModel):
    model_config = ConfigDict(
        validate_by_name=True,
        serialize_by_alias=True,
    )
    plants: list[Plant]
    total: int | float
    since: str | MISSING = MISSING
    note: str | None | MISSING = MISSING
    by_bed: Annotated[dict[str, int] | MISSING, Field(alias="byBed")] = MISSING
