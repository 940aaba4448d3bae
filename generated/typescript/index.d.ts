// Generated from spec/contracts/; do not edit.
export type * as full from "./full.js";
export type * as lean from "./lean.js";
