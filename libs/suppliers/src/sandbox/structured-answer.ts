/**
 * What the sandbox answers a request for JSON with, by the schema's name and the user's text. Undefined: it answers
 * from the schema alone.
 */
export type StructuredAnswer = (schemaName: unknown, question: string) => object | undefined;
