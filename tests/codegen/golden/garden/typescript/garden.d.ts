// Generated from spec/contracts/garden/; do not edit.

/** Version of the garden contract that these types describe. */
export type ContractVersion = "1.2.0";

/** Arguments of find-plant. Finds plants by name. Returns them with height and light. */
export interface FindPlantArguments {
  /** Part of a name (e.g., 'rose'). Maximum length `50`. Pattern `^[a-z -]+$`. */
  name: string;
  /** Highest height in metres. Default `5`. Minimum `0`. Maximum `30`. */
  maxHeight?: number;
  /** What light the bed has. */
  light?: "sun" | "half-shade" | "shade";
  /** Only these beds. Minimum number of items `1`. */
  beds?: {
    /** Number of the bed. */
    bedId: string;
  }[];
}

/** Result of find-plant. */
export interface FindPlantResult {
  plants: {
    name: string;
    /** In metres. Minimum `0`. */
    height: number;
    /**
     * [DEPRECATED] Since 1.2.0, to be removed in 2.0.0: Names are stable now. Use name instead.
     * @deprecated
     */
    oldName?: string;
    picture?: string;
    light?: "sun" | "half-shade" | "shade";
  }[];
  total: number;
  since?: string;
  note?: string | null;
  byBed?: {
    [name: string]: number;
  };
}

/**
 * Arguments of water-plan. Plans the watering of a month.
 * @deprecated Since 1.1.0, to be removed in 2.0.0: Plans move into find-plant. Use find-plant instead.
 */
export interface WaterPlanArguments {
  /** Month of the year. Minimum `1`. Maximum `12`. */
  month: number;
}

/**
 * Result of water-plan.
 * @deprecated Since 1.1.0, to be removed in 2.0.0: Plans move into find-plant. Use find-plant instead.
 */
export interface WaterPlanResult {
  days: number[];
}

/** Arguments of draw-plant. Draws a plant as it stands in its bed. */
export interface DrawPlantArguments {
  /** Name of the plant. */
  name?: string;
  /** Where it stands. */
  place?: {
    /** Row in the bed. */
    row?: number;
    /** Side of the bed. */
    side?: string;
  };
  /** Where the next one stands. */
  neighbour?: {
    /** Row in the bed. */
    row?: number;
    /** Side of the bed. */
    side?: string;
  };
  /** How to draw. */
  style?: "ink" | "colour";
  /** What to draw on. */
  paper?: string;
}

/** Arguments of each tool. */
export interface ToolArguments {
  "find-plant": FindPlantArguments;
  "water-plan": WaterPlanArguments;
  "draw-plant": DrawPlantArguments;
}

/** structuredContent of each tool's result. */
export interface ToolResults {
  "find-plant": FindPlantResult;
  "water-plan": WaterPlanResult;
}

export type ToolName = keyof ToolArguments;

/** JSON text of the resource beds. Beds visited in this session. */
export interface BedsContent {
  beds: {
    id: string;
    /** Minimum `0`. */
    size?: number;
  }[];
}

/** Parameters of plant://{+plantId}/card. */
export interface PlantCardParameters {
  /** Name of the plant. */
  plantId: string;
}

/** Parsed JSON text of each resource, by URI or URI template. */
export interface ResourceContents {
  "garden://session/beds": BedsContent;
}

/** Arguments of the prompt repot-plant. Plan to repot a plant. Guides the agent to the right pot. */
export interface RepotPlantPromptArguments {
  /** Which plant. */
  plantId: string;
  /** Notes to keep. */
  notes?: string;
  /** Its class. */
  class?: string;
}

/** Arguments of the prompt name-plant. Name a plant from its picture. */
export interface NamePlantPromptArguments {
  /** Where the picture was found. */
  source: string;
}

/** Arguments of each prompt. */
export interface PromptArguments {
  "repot-plant": RepotPlantPromptArguments;
  "name-plant": NamePlantPromptArguments;
}

/** No plant has this name. */
export interface PlantNotFound {
  code: "PLANT_NOT_FOUND";
  /** Reason of the error. */
  message: string;
  /** Whether a retry may help. */
  recoverable: true;
  /** Advice for the next step. */
  suggestion: string;
  details: {
    /** The name that was asked for. */
    name: string;
    /** The nearest name. */
    closest?: string;
    /** What grows here. */
    known?: string[];
  };
}

/** The soil is too dry to plan. */
export interface TooDry {
  code: "TOO_DRY";
  /** Reason of the error. */
  message: string;
  /** Whether a retry may help. */
  recoverable: boolean;
  /** Advice for the next step. */
  suggestion: string;
  /** Seconds until it may have rained. */
  retryAfter: number;
  details: {
    /** Seconds until it may have rained. */
    retryAfter: number;
    /** Whether it rains. */
    raining: boolean;
    /** How deep the soil is dry. */
    depth?: number;
  };
}

/** The arguments break the tool's inputSchema. */
export interface InvalidInput {
  code: "INVALID_INPUT";
  /** Reason of the error. */
  message: string;
  /** Whether a retry may help. */
  recoverable: false;
  /** Advice for the next step. */
  suggestion: string;
  details: {
    /** Each field and the rule it breaks. */
    problems: string;
  };
}

/** The garden is closed. */
export interface GateClosed {
  code: "GATE_CLOSED";
  /** Reason of the error. */
  message: string;
  /** Whether a retry may help. */
  recoverable: false;
  /** Advice for the next step. */
  suggestion: string;
}

export type ErrorCode = "PLANT_NOT_FOUND" | "TOO_DRY" | "INVALID_INPUT" | "GATE_CLOSED";

/** Any error of the catalogue. */
export type ToolError = PlantNotFound | TooDry | InvalidInput | GateClosed;

/** Text of each tool's failed result, parsed if it is JSON. */
export interface ToolErrors {
  "find-plant": PlantNotFound | InvalidInput;
  "water-plan": TooDry | InvalidInput;
  "draw-plant": PlantNotFound | InvalidInput;
}
