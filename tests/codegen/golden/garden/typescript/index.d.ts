// Generated from spec/contracts/; do not edit.
export type * as garden from "./garden.js";
