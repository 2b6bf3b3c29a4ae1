/** Nest's token for the sandbox's `StructuredAnswer`, which answers the demo's reviews. */
export const STRUCTURED_ANSWER = Symbol('structured answer');
