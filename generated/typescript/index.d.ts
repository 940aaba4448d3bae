// Generated from spec/contracts/; do not edit.
export type * as corpus from "./corpus.js";
export type * as crawl from "./crawl.js";
export type * as full from "./full.js";
export type * as lean from "./lean.js";
export type * as toc from "./toc.js";
