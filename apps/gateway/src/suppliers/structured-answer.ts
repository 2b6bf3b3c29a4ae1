/** Nest's token for the sandbox's `StructuredAnswer`: the demo's answers reviews. */
export const STRUCTURED_ANSWER = Symbol('structured answer');
