// Generated from spec/contracts/corpus/; do not edit.

/** Version of the corpus contract that these types describe. */
export type ContractVersion = "0.1.0";

/**
 * Arguments of search_docs. Search the ${corpus_description}. Use this to find relevant documentation, guides, or API
 * references.
 */
export interface SearchDocsArguments {
  /** The search query (e.g., 'how to paginate', 'RateLimitError'). */
  query: string;
  /** Maximum number of results to return. Default is 10. Default `10`. Minimum `1`. Maximum `50`. */
  limit?: number;
  /**
   * Opaque pagination token returned from a previous search. Omit for the first page. Returns an error if invalid or
   * malformed.
   */
  cursor?: string;
  [name: string]: unknown;
}

/** Result of search_docs. */
export interface SearchDocsResult {
  hits: {
    /** Use this ID with get_doc. */
    chunk_id: string;
    /** Relevance score. */
    score: number;
    /** The immediate heading for this chunk. */
    heading: string;
    /** E.g., 'Authentication > OAuth > Login'. */
    breadcrumb: string;
    /** The matched text. */
    snippet: string;
    /** The source markdown file. */
    filepath: string;
    /** The taxonomy values for this chunk. */
    metadata: {
      [name: string]: string;
    };
  }[];
  /** Token for the next page. Null if no more results. */
  next_cursor: string | null;
  /** What to try where there are no hits. */
  hint: {
    message: string;
    /** Values that the query finds something with, by filter. */
    suggested_filters: {
      [name: string]: string[];
    };
  } | null;
}

/**
 * Arguments of get_doc. Retrieve the full content of a specific documentation chunk using its chunk_id. You can
 * optionally request surrounding context within the same file.
 */
export interface GetDocArguments {
  /** The exact ID of the chunk to retrieve, as returned by search_docs (e.g., 'guides/retries.md#backoff-strategy'). */
  chunk_id: string;
  /**
   * Number of adjacent chunks to include before and after the target chunk. Default is 0. Use this to read the
   * surrounding file context. Default `0`. Minimum `0`. Maximum `5`.
   */
  context?: number;
}

/** Arguments of each tool. */
export interface ToolArguments {
  "search_docs": SearchDocsArguments;
  "get_doc": GetDocArguments;
}

/** structuredContent of each tool's result. */
export interface ToolResults {
  "search_docs": SearchDocsResult;
}

export type ToolName = keyof ToolArguments;

/** Parsed JSON text of each resource, by URI or URI template. */
export interface ResourceContents {
}

/** Arguments of each prompt. */
export interface PromptArguments {
}

/** The chunk_id is well formed, but the corpus has no such chunk. */
export type ChunkNotFound = string;

/** The chunk_id does not match the pattern {filepath} or {filepath}#{heading-path}. */
export type ChunkIdInvalid = string;

/** The cursor is malformed, was changed, or belongs to another query or other filters. */
export type CursorInvalid = string;

/** The corpus was built anew since the cursor was given. */
export type CursorStale = string;

/** The arguments break the tool's inputSchema. */
export type InvalidInput = string;

/** An unexpected server error. */
export type InternalError = string;

export type ErrorCode = "CHUNK_NOT_FOUND" | "CHUNK_ID_INVALID" | "CURSOR_INVALID" | "CURSOR_STALE" | "INVALID_INPUT" | "INTERNAL_ERROR";

/** Any error of the catalogue. */
export type ToolError = ChunkNotFound | ChunkIdInvalid | CursorInvalid | CursorStale | InvalidInput | InternalError;

/** Text of each tool's failed result, parsed if it is JSON. */
export interface ToolErrors {
  "search_docs": CursorInvalid | CursorStale | InvalidInput | InternalError;
  "get_doc": ChunkNotFound | ChunkIdInvalid | InvalidInput | InternalError;
}
